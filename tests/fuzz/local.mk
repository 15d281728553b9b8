# fuzz: the harnesses of `make fuzz`, which builds them with clang in a separate folder and runs each for SECONDS
# seconds.
SECONDS = 30
fuzz_flags = $(AM_LDFLAGS) -fsanitize=fuzzer
fuzz_libs = tests/fuzz/libfuzz.a out/libpack.a out/libpicture.a \
	play/libplay.a $(GEN_LIBS) $(CAIRO_LIBS)
EXTRA_LIBRARIES += tests/fuzz/libfuzz.a
tests_fuzz_libfuzz_a_SOURCES = tests/fuzz/fuzz.c tests/fuzz/fuzz.h

fuzz_programs = \
	tests/fuzz/fuzz_journal \
	tests/fuzz/fuzz_level \
	tests/fuzz/fuzz_options \
	tests/fuzz/fuzz_puzzlescript \
	tests/fuzz/fuzz_replay \
	tests/fuzz/fuzz_report
EXTRA_PROGRAMS += $(fuzz_programs)
CLEANFILES += $(fuzz_programs)

# Compiles the harnesses in `make check`, with any compiler, because only clang links them.
check_LIBRARIES += tests/fuzz/libharnesses.a
tests_fuzz_libharnesses_a_SOURCES = $(fuzz_programs:=.c)

tests_fuzz_fuzz_journal_SOURCES = tests/fuzz/fuzz_journal.c
tests_fuzz_fuzz_journal_LDFLAGS = $(fuzz_flags)
tests_fuzz_fuzz_journal_LDADD = $(fuzz_libs)

tests_fuzz_fuzz_level_SOURCES = tests/fuzz/fuzz_level.c
tests_fuzz_fuzz_level_LDFLAGS = $(fuzz_flags)
tests_fuzz_fuzz_level_LDADD = $(fuzz_libs)

tests_fuzz_fuzz_options_SOURCES = tests/fuzz/fuzz_options.c
tests_fuzz_fuzz_options_LDFLAGS = $(fuzz_flags)
tests_fuzz_fuzz_options_LDADD = solve/libcommand.a $(DISK_LIBS) $(SOLVE_LIBS) $(fuzz_libs)

tests_fuzz_fuzz_puzzlescript_SOURCES = tests/fuzz/fuzz_puzzlescript.c
tests_fuzz_fuzz_puzzlescript_LDFLAGS = $(fuzz_flags)
tests_fuzz_fuzz_puzzlescript_LDADD = $(fuzz_libs)

tests_fuzz_fuzz_replay_SOURCES = tests/fuzz/fuzz_replay.c
tests_fuzz_fuzz_replay_LDFLAGS = $(fuzz_flags)
tests_fuzz_fuzz_replay_LDADD = $(fuzz_libs)

tests_fuzz_fuzz_report_SOURCES = tests/fuzz/fuzz_report.c
tests_fuzz_fuzz_report_LDFLAGS = $(fuzz_flags)
tests_fuzz_fuzz_report_LDADD = $(fuzz_libs)

EXTRA_DIST += tests/fuzz/run.sh

# In a build with clang's sanitizers, fuzz-here uses what is built already.  It finds more if the build has
# -fsanitize-coverage=inline-8bit-counters,pc-table among its CFLAGS, and most with --enable-fuzzing.
fuzz-here: $(fuzz_programs)
	$(srcdir)/tests/fuzz/run.sh $(SECONDS) $(srcdir)/levels

if FUZZING
fuzz: fuzz-here
else
fuzz:
	$(MKDIR_P) build-fuzz
	cd build-fuzz && { test -e Makefile || $(abs_top_srcdir)/configure -q --enable-fuzzing \
	    --without-wasm CC=clang CXX=clang++; }
	$(MAKE) -C build-fuzz fuzz
endif
.PHONY: fuzz fuzz-here

distclean-local:
	rm -rf build-fuzz fuzz

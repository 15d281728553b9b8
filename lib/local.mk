# lib: the library for other programs.
lib_LTLIBRARIES += lib/libonlyway.la
include_HEADERS = lib/onlyway.h
lib_libonlyway_la_SOURCES = \
	lib/call.c \
	lib/generate.c \
	lib/inside.h \
	lib/judge.c \
	lib/levels.c \
	lib/mend.c \
	lib/onlyway.h \
	lib/play.c \
	lib/why_data.c

# Current, revision, age: see "Updating library version information" in libtool's manual.
lib_libonlyway_la_LDFLAGS = $(AM_LDFLAGS) -version-info 0:0:0 -export-symbols-regex '^ow_' \
	$(GC_SECTIONS) $(library_parts:%=-Wl,%)
# libtool warns about static libraries, because some cannot be part of a shared one.  Ours can, so they are passed
# directly to the linker.
library_archives = gen/libgen.a out/libpicture.a filters/libfilters.a play/libplay.a $(SOLVE_ARCHIVES)
library_parts = $(library_archives) $(CSV_LIBS) $(MATH_LIBS)
EXTRA_lib_libonlyway_la_DEPENDENCIES = $(library_archives)

# No libtool file is installed; the one in the build folder tells what to uninstall.
install-library:
	rm -f "$(DESTDIR)$(libdir)/libonlyway.la"

uninstall-library:
	for file in `sed -n "s/^library_names='\(.*\)'/\1/p" lib/libonlyway.la`; do \
	    rm -f "$(DESTDIR)$(libdir)/$$file"; \
	done

# Uses make's present folders, so that prefix=... on its command line works.
pkgconfigdir = $(libdir)/pkgconfig
install-pc: lib/onlyway.pc
	$(MKDIR_P) "$(DESTDIR)$(pkgconfigdir)"
	sed -e 's|^libdir=.*|libdir=$(libdir)|' -e 's|^includedir=.*|includedir=$(includedir)|' \
	    -e 's|=$(prefix)/|=$${prefix}/|' -e 's|^prefix=.*|prefix=$(prefix)|' -e '/^exec_prefix=/d' lib/onlyway.pc \
	    >"$(DESTDIR)$(pkgconfigdir)/onlyway.pc"

uninstall-pc:
	rm -f "$(DESTDIR)$(pkgconfigdir)/onlyway.pc"

.PHONY: install-library uninstall-library install-pc uninstall-pc

# The man page is in section 3, so --program-prefix does not change its name.  The examples are built as a user of the
# installed library builds them.
librarymandir = $(mandir)/man3
dist_libraryman_DATA = doc/onlyway.3
examplesdir = $(docdir)/examples
dist_examples_DATA = doc/examples/eight.c doc/examples/generate.c doc/examples/judge.c doc/examples/onlyway.py \
	doc/examples/river.c

# The examples are built with the tests as well.
example_programs = doc/examples/eight doc/examples/generate doc/examples/judge doc/examples/river
check_PROGRAMS += $(example_programs)
doc_examples_eight_CPPFLAGS = -I$(srcdir)/lib
doc_examples_eight_LDADD = lib/libonlyway.la
doc_examples_eight_LINK = $(LIBTOOL_LINK)
doc_examples_generate_CPPFLAGS = -I$(srcdir)/lib
doc_examples_generate_LDADD = lib/libonlyway.la
doc_examples_generate_LINK = $(LIBTOOL_LINK)
doc_examples_judge_CPPFLAGS = -I$(srcdir)/lib
doc_examples_judge_LDADD = lib/libonlyway.la
doc_examples_judge_LINK = $(LIBTOOL_LINK)
doc_examples_river_CPPFLAGS = -I$(srcdir)/lib
doc_examples_river_LDADD = lib/libonlyway.la
doc_examples_river_LINK = $(LIBTOOL_LINK)

.PHONY: installcheck-library
installcheck-library:
	@test -n "$(PKG_CONFIG)" || { echo "no pkg-config: the examples are not tried"; exit 0; }; \
	work=`mktemp -d` && trap 'rm -rf "$$work"' EXIT && \
	PKG_CONFIG_PATH="$(DESTDIR)$(pkgconfigdir)" && export PKG_CONFIG_PATH && \
	LD_LIBRARY_PATH="$(DESTDIR)$(libdir)" && export LD_LIBRARY_PATH && \
	for example in eight generate judge river; do \
	    $(CC) $(CFLAGS) $(srcdir)/doc/examples/$$example.c -o "$$work/$$example" $(LDFLAGS) \
	        `$(PKG_CONFIG) --define-variable=prefix="$(DESTDIR)$(prefix)" --cflags --libs onlyway` || exit 1; \
	done && \
	"$$work/generate" longcat "size=5 count=2 seed=1" >"$$work/levels.txt" && \
	"$$work/judge" "$$work/levels.txt" "$$work/level.svg" | tee "$$work/told" && \
	"$$work/river" | grep -q '^river: multiple, depth 7' && "$$work/eight" 123456780 | grep -q ', depth 0, ' && \
	test `grep -c ': unique, difficulty' "$$work/told"` = 2 && grep -q '</svg>' "$$work/level.svg" && \
	echo "installcheck: the examples work"

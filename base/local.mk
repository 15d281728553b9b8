# base: code that every program needs and that knows no puzzle.
noinst_LIBRARIES += base/libbase.a
base_libbase_a_SOURCES = \
	base/array.c base/array.h \
	base/bytes.h \
	base/clock.c base/clock.h \
	base/checksum.h \
	base/check.h \
	base/csv.c base/csv.h \
	base/file.c base/file.h \
	base/memory.c base/memory.h \
	base/natural.c base/natural.h \
	base/nearest.c base/nearest.h \
	base/options.c base/options.h \
	base/program.c base/program.h \
	base/progress.c base/progress.h \
	base/rng.h \
	base/shard.c base/shard.h \
	base/sort.c base/sort.h \
	base/stop.h \
	base/text.c base/text.h \
	base/threads.c base/threads.h \
	base/utf8.c base/utf8.h

# PCG is a C++ header; this library contains the only file that includes it, which explains the flags.
noinst_LIBRARIES += base/librng.a
base_librng_a_SOURCES = base/rng.cc base/rng.h
base_librng_a_CPPFLAGS = $(AM_CPPFLAGS) -D_GLIBCXX_IOSTREAM -include ostream -include istream
base_librng_a_CXXFLAGS = -std=c++17 -O2 -fno-exceptions -fvisibility=hidden $(PIC_FLAGS) $(SANITIZE_CXX)

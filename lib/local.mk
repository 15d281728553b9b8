# lib: the library for other programs.
lib_LTLIBRARIES += lib/libonlyway.la
include_HEADERS = lib/onlyway.h
lib_libonlyway_la_SOURCES = \
	lib/call.c \
	lib/inside.h \
	lib/judge.c \
	lib/levels.c \
	lib/onlyway.h \
	lib/play.c

# Current, revision, age: see "Updating library version information" in libtool's manual.
lib_libonlyway_la_LDFLAGS = $(AM_LDFLAGS) -version-info 0:0:0 -export-symbols-regex '^ow_' \
	-Wl,--gc-sections
lib_libonlyway_la_LIBADD = out/libpicture.la play/libplay.la $(FACES_LIBS)

pkgconfigdir = $(libdir)/pkgconfig
nodist_pkgconfig_DATA = lib/onlyway.pc

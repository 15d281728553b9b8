# out: writers, progress and the pack command.
noinst_LIBRARIES += out/libout.a
out_libout_a_SOURCES = \
	out/folder.c out/folder.h \
	out/progress.c out/progress.h

# pack: levels for players, one file a format.
noinst_LIBRARIES += out/libpack.a
out_libpack_a_SOURCES = \
	out/formats.c out/formats.h \
	out/pack.c out/pack.h \
	out/pack_options.c out/pack_options.h \
	out/pack_place.c out/pack_place.h \
	out/pack_read.c out/pack_read.h \
	out/pack_text.c

PACK_LIBS = out/libpack.a out/libout.a $(SOLVE_LIBS)

bin_PROGRAMS += out/pack
out_pack_SOURCES = out/pack_main.c
out_pack_LDADD = $(PACK_LIBS)

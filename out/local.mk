# out: writers and progress.
noinst_LIBRARIES += out/libout.a
out_libout_a_SOURCES = \
	out/folder.c out/folder.h \
	out/progress.c out/progress.h

# out: writers, pictures and the pack command.
noinst_LIBRARIES += out/libout.a
out_libout_a_SOURCES = \
	out/folder.c out/folder.h

# The appearance of levels, without input or output, so that a page can use the same shapes.
noinst_LIBRARIES += out/libpicture.a
out_libpicture_a_SOURCES = \
	out/pen_svg.c \
	out/picture.c out/picture.h \
	out/strip.c out/strip.h

# pack: levels for players, one file per format.
noinst_LIBRARIES += out/libpack.a
out_libpack_a_SOURCES = \
	out/pack.c out/pack.h \
	out/pack_command.h \
	out/pack_html.c \
	out/pack_options.c \
	out/pack_place.c \
	out/pack_read.c \
	out/pack_text.c \
	out/why_strip.c

# cairo draws pictures and booklets; without it, their formats report that they were not built.  These objects belong to
# the library above, and have a separate name only because they need cairo's flags.
out_libpack_a_LIBADD = $(out_libpaper_a_OBJECTS)
out_libpack_a_DEPENDENCIES = $(out_libpaper_a_OBJECTS)
EXTRA_LIBRARIES += out/libpaper.a
out_libpaper_a_SOURCES = \
	out/pack_pdf.c \
	out/pack_picture.c
out_libpaper_a_CFLAGS = $(AM_CFLAGS) $(CAIRO_CFLAGS)
if HAVE_CAIRO
out_libpaper_a_SOURCES += out/canvas.c out/canvas.h
endif

PACK_LIBS = out/libpack.a out/libpicture.a out/libout.a \
	filters/libfilters.a play/libplay.a $(SOLVE_LIBS) $(CAIRO_LIBS)

commands += out/pack
out_pack_SOURCES = out/pack_main.c
out_pack_LDADD = $(PACK_LIBS)

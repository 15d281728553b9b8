# out: writers, pictures and progress.
noinst_LIBRARIES += out/libout.a
out_libout_a_SOURCES = \
	out/folder.c out/folder.h \
	out/progress.c out/progress.h

# What levels look like: no input or output, so that a page can have the same shapes.
noinst_LIBRARIES += out/libpicture.a
out_libpicture_a_SOURCES = \
	out/brush.c out/brush.h \
	out/brush_cells.c \
	out/colours.c out/colours.h \
	out/pen.h out/pen_svg.c \
	out/picture.c out/picture.h out/picture_shapes.h \
	out/picture_bodies.c \
	out/picture_ground.c \
	out/picture_pieces.c \
	out/picture_sky.c \
	out/scene.c out/scene.h \
	out/scene_between.c \
	out/scene_games.c out/scene_games.h \
	out/scene_snakebird.c

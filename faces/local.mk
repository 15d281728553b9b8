# faces: how games look and sound, one file a game or a folder of its own; draw/ is what they are drawn
# with, and knows no game.
noinst_LTLIBRARIES += faces/libfaces.la
faces_libfaces_la_SOURCES = \
	faces/draw/brush.c faces/draw/brush.h \
	faces/draw/brush_cells.c \
	faces/draw/colours.c faces/draw/colours.h \
	faces/draw/floor.c faces/draw/floor.h \
	faces/draw/pen.h \
	faces/draw/scene.c faces/draw/scene.h \
	faces/draw/shapes.c faces/draw/shapes.h \
	faces/face.h \
	faces/longcat.c \
	faces/picture.h \
	faces/plain.c \
	faces/puzzlescript.c \
	faces/puzzlescript_sprites.c faces/puzzlescript_sprites.h \
	faces/registry.c \
	faces/script.c faces/script.h \
	faces/snake.c \
	faces/snakebird/face.c \
	faces/snakebird/parts.h \
	faces/snakebird/scene.c \
	faces/snakebird/shapes.c \
	faces/snakebird/sky.c \
	faces/snowman.c \
	faces/sokoban.c \
	faces/terminal.h \
	faces/theseus.c \
	faces/words.c faces/words.h

# In link order: what is above uses what is below.
FACES_LIBS = faces/libfaces.la $(SOLVE_LIBS)

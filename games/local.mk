# games: rules and text formats, a file or a folder for each game.
noinst_LIBRARIES += games/libgames.a
games_libgames_a_SOURCES = \
	games/game.c games/game.h \
	games/grid.c games/grid.h \
	games/longcat.c games/longcat.h \
	games/mover.c games/mover.h \
	games/puzzle.h \
	games/registry.c \
	games/snake/deduce.c games/snake/deduce.h \
	games/snake/snake.c games/snake/snake.h \
	games/snakebird/document.c \
	games/snakebird/draw.c \
	games/snakebird/enter.c \
	games/snakebird/estimate.c \
	games/snakebird/fall.c \
	games/snakebird/moves.c \
	games/snakebird/original.c \
	games/snakebird/snakebird.c games/snakebird/snakebird.h \
	games/snakebird/state.c \
	games/snakebird/text.c \
	games/snakebird/world.h \
	games/snowman/board.h \
	games/snowman/costs.h \
	games/snowman/distance.c \
	games/snowman/estimate.c \
	games/snowman/frozen.c \
	games/snowman/load.c games/snowman/load.h \
	games/snowman/position.c \
	games/snowman/rules.c \
	games/snowman/snowman.c games/snowman/snowman.h \
	games/snowman/walk.c games/snowman/walk.h \
	games/sokoban/board.c \
	games/sokoban/deadlock.c \
	games/sokoban/rules.c \
	games/sokoban/sokoban.c games/sokoban/sokoban.h \
	games/sokoban/walk.c \
	games/theseus.c games/theseus.h

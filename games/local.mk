# games: rules and text formats, one file a game.
noinst_LIBRARIES += games/libgames.a
games_libgames_a_SOURCES = \
	games/game.c games/game.h \
	games/grid.c games/grid.h \
	games/longcat.c games/longcat.h \
	games/registry.c \
	games/snakebird.c games/snakebird.h \
	games/snakebird_document.c \
	games/snakebird_estimate.c \
	games/snakebird_fall.c \
	games/snakebird_moves.c \
	games/snakebird_original.c \
	games/snakebird_state.c \
	games/snakebird_text.c \
	games/snakebird_world.h \
	games/sokoban.c games/sokoban.h \
	games/sokoban_board.c \
	games/sokoban_deadlock.c \
	games/sokoban_rules.c \
	games/snake.c games/snake.h

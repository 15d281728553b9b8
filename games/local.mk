# games: rules and text formats, one file a game.
noinst_LIBRARIES += games/libgames.a
games_libgames_a_SOURCES = \
	games/game.c games/game.h \
	games/grid.c games/grid.h \
	games/longcat.c games/longcat.h \
	games/mover.c games/mover.h \
	games/registry.c \
	games/snake.c games/snake.h \
	games/snake_deduce.c games/snake_deduce.h \
	games/snakebird.c games/snakebird.h \
	games/snakebird_document.c \
	games/snakebird_enter.c \
	games/snakebird_estimate.c \
	games/snakebird_fall.c \
	games/snakebird_moves.c \
	games/snakebird_original.c \
	games/snakebird_state.c \
	games/snakebird_text.c \
	games/snakebird_world.h \
	games/snowman.c games/snowman.h \
	games/snowman_board.h \
	games/snowman_costs.h \
	games/snowman_distance.c \
	games/snowman_estimate.c \
	games/snowman_frozen.c \
	games/snowman_load.c games/snowman_load.h \
	games/snowman_position.c \
	games/snowman_rules.c \
	games/snowman_walk.c games/snowman_walk.h \
	games/sokoban.c games/sokoban.h \
	games/sokoban_board.c \
	games/sokoban_deadlock.c \
	games/sokoban_rules.c \
	games/sokoban_walk.c

# games: rules and text formats, a file or a folder for each game.
noinst_LTLIBRARIES += games/libgames.la
games_libgames_la_SOURCES = \
	games/game.c games/game.h \
	games/grid.c games/grid.h \
	games/longcat.c games/longcat.h \
	games/mirrors.c games/mirrors.h \
	games/mover.c games/mover.h \
	games/puzzle.h \
	games/puzzlescript/aims.c games/puzzlescript/aims.h \
	games/puzzlescript/apply.c \
	games/puzzlescript/arena.c games/puzzlescript/arena.h \
	games/puzzlescript/book.c games/puzzlescript/book.h \
	games/puzzlescript/change.c games/puzzlescript/contents.c \
	games/puzzlescript/compile.h \
	games/puzzlescript/dictionary.c \
	games/puzzlescript/exits.c \
	games/puzzlescript/issues.c \
	games/puzzlescript/legend.c \
	games/puzzlescript/level.h \
	games/puzzlescript/levels.c \
	games/puzzlescript/masks.h \
	games/puzzlescript/match.c games/puzzlescript/match.h \
	games/puzzlescript/measure.c games/puzzlescript/measure.h \
	games/puzzlescript/move.c \
	games/puzzlescript/moves.c games/puzzlescript/moves.h \
	games/puzzlescript/objects.c \
	games/puzzlescript/order.c games/puzzlescript/order.h \
	games/puzzlescript/outlook.c games/puzzlescript/outlook.h \
	games/puzzlescript/pack.c \
	games/puzzlescript/phases.c games/puzzlescript/phases.h \
	games/puzzlescript/place.c games/puzzlescript/place.h \
	games/puzzlescript/prelude.c \
	games/puzzlescript/program.c games/puzzlescript/program.h \
	games/puzzlescript/puzzlescript.c games/puzzlescript/puzzlescript.h \
	games/puzzlescript/random.c \
	games/puzzlescript/read.c games/puzzlescript/read.h \
	games/puzzlescript/read_objects.c \
	games/puzzlescript/read_rest.c \
	games/puzzlescript/read_sounds.c \
	games/puzzlescript/read_words.c \
	games/puzzlescript/room.c \
	games/puzzlescript/rule_check.c \
	games/puzzlescript/rule_expand.c \
	games/puzzlescript/rule_groups.c \
	games/puzzlescript/rule_masks.c \
	games/puzzlescript/rule_moves.c \
	games/puzzlescript/rule_parse.c \
	games/puzzlescript/rule_properties.c \
	games/puzzlescript/session.c games/puzzlescript/session.h \
	games/puzzlescript/state.c games/puzzlescript/state.h \
	games/puzzlescript/symmetry.c games/puzzlescript/symmetry.h \
	games/puzzlescript/turn.c \
	games/puzzlescript/wander.c games/puzzlescript/wander.h \
	games/puzzlescript/window.c games/puzzlescript/window.h \
	games/puzzlescript/words.c \
	games/registry.c \
	games/snake/deduce.c games/snake/deduce.h \
	games/snake/snake.c games/snake/snake.h \
	games/snakebird/document.c \
	games/snakebird/draw.c \
	games/snakebird/enter.c games/snakebird/equals.c \
	games/snakebird/estimate.c \
	games/snakebird/fall.c \
	games/snakebird/mirror.c \
	games/snakebird/moves.c \
	games/snakebird/original.c \
	games/snakebird/snakebird.c games/snakebird/snakebird.h \
	games/snakebird/state.c \
	games/snakebird/text.c \
	games/snakebird/world.h \
	games/snowman/board.h \
	games/snowman/costs.h \
	games/snowman/dead_ends.c \
	games/snowman/distance.c \
	games/snowman/estimate.c \
	games/snowman/frozen.c \
	games/snowman/grouping.c \
	games/snowman/load.c games/snowman/load.h \
	games/snowman/mirror.c \
	games/snowman/position.c \
	games/snowman/rules.c \
	games/snowman/snowman.c games/snowman/snowman.h \
	games/snowman/walk.c games/snowman/walk.h \
	games/sokoban/board.c \
	games/sokoban/bound.c \
	games/sokoban/conflicts.c \
	games/sokoban/deadlock.c \
	games/sokoban/group_pulls.c \
	games/sokoban/groups.c \
	games/sokoban/mirror.c \
	games/sokoban/pairs.c \
	games/sokoban/pulls.c \
	games/sokoban/rules.c \
	games/sokoban/sides.c \
	games/sokoban/sokoban.c games/sokoban/sokoban.h \
	games/sokoban/walk.c \
	games/theseus.c games/theseus.h

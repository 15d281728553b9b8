# games: one folder per game; draw/ has the drawing tools of their faces.
noinst_LIBRARIES += games/libgames.a
games_libgames_a_SOURCES = \
	games/draw/brush.c games/draw/brush.h \
	games/draw/face.c games/draw/face.h \
	games/draw/pen.h \
	games/draw/scene.c games/draw/scene.h \
	games/draw/shapes.c games/draw/shapes.h \
	games/game.c games/game.h \
	games/grid.c games/grid.h \
	games/longcat/face.c \
	games/longcat/longcat.c games/longcat/longcat.h \
	games/mirrors.c games/mirrors.h \
	games/mover.c games/mover.h \
	games/puzzle.h \
	games/puzzlescript/answers.c \
	games/puzzlescript/arena.c games/puzzlescript/arena.h \
	games/puzzlescript/compile.h \
	games/puzzlescript/declarations.c \
	games/puzzlescript/effects.c \
	games/puzzlescript/face.c \
	games/puzzlescript/known.c \
	games/puzzlescript/level.h \
	games/puzzlescript/match.c games/puzzlescript/match.h \
	games/puzzlescript/moves.c \
	games/puzzlescript/names.c \
	games/puzzlescript/pack.c \
	games/puzzlescript/place.c games/puzzlescript/place.h \
	games/puzzlescript/program.c games/puzzlescript/program.h \
	games/puzzlescript/puzzlescript.c games/puzzlescript/puzzlescript.h \
	games/puzzlescript/read.c \
	games/puzzlescript/roads.c games/puzzlescript/roads.h \
	games/puzzlescript/rule_expand.c \
	games/puzzlescript/rule_masks.c \
	games/puzzlescript/rule_parse.c \
	games/puzzlescript/source.c games/puzzlescript/source.h \
	games/puzzlescript/state.h \
	games/puzzlescript/steps.c \
	games/puzzlescript/symmetry.c \
	games/puzzlescript/trace.c \
	games/puzzlescript/turn.c \
	games/puzzlescript/win_proof.c \
	games/registry.c \
	games/snake/deduce.c games/snake/deduce.h \
	games/snake/face.c \
	games/snake/snake.c games/snake/snake.h \
	games/snakebird/document.c \
	games/snakebird/estimate.c \
	games/snakebird/face.c \
	games/snakebird/original.c \
	games/snakebird/snakebird.c games/snakebird/snakebird.h \
	games/snakebird/state.c \
	games/snakebird/text.c \
	games/snowman/board.h \
	games/snowman/clearing.c \
	games/snowman/costs.h \
	games/snowman/dead_ends.c \
	games/snowman/estimate.c \
	games/snowman/face.c \
	games/snowman/position.c \
	games/snowman/rules.c \
	games/snowman/snowman.c games/snowman/snowman.h \
	games/snowman/threes.c \
	games/sokoban/board.c \
	games/sokoban/bound.c \
	games/sokoban/deadlock.c \
	games/sokoban/face.c \
	games/sokoban/tables.c \
	games/sokoban/rules.c \
	games/sokoban/sokoban.c games/sokoban/sokoban.h \
	games/theseus/face.c \
	games/theseus/theseus.c games/theseus/theseus.h \
	games/trail.h \
	games/walk.c games/walk.h

# The parts of the command itself: folders and messages.
noinst_LIBRARIES += gen/libcommand.a
gen_libcommand_a_SOURCES = \
	gen/run/folder_run.c gen/run/folder_run.h \
	gen/run/other_output.c \
	gen/run/resume.c \
	gen/shard/folder.c gen/shard/folder.h \
	gen/shard/merge.c \
	gen/shard/run.c \
	gen/shard/shard.c gen/shard/shard.h

noinst_LIBRARIES += gen/libgen.a
gen_libgen_a_SOURCES = \
	gen/climb/ascent.c gen/climb/ascent.h \
	gen/climb/climb.c gen/climb/climb.h \
	gen/climb/composition.c gen/climb/composition.h \
	gen/climb/draft.c gen/climb/draft.h \
	gen/climb/from.c gen/climb/from.h \
	gen/climb/near.c \
	gen/climb/options.c gen/climb/options.h \
	gen/climb/proposer.c gen/climb/proposer.h \
	gen/climb/tried.c gen/climb/tried.h \
	gen/longcat/climb.c \
	gen/longcat/draft.c gen/longcat/draft.h \
	gen/longcat/growth.c gen/longcat/growth.h \
	gen/longcat/longcat.c gen/longcat/longcat.h \
	gen/puzzlescript/puzzlescript.c \
	gen/puzzlescript/transform.c gen/puzzlescript/transform.h \
	gen/registry.c \
	gen/run/batch.c gen/run/batch.h \
	gen/run/command.c gen/run/command.h \
	gen/run/journal.c gen/run/journal.h \
	gen/run/kept.c gen/run/kept.h \
	gen/run/pool.c gen/run/pool.h \
	gen/run/run.c gen/run/run.h \
	gen/run/prepare.c \
	gen/snake/climb.c \
	gen/snake/snake.c gen/snake/snake.h \
	gen/snake/tours.c \
	gen/snakebird/draft.c \
	gen/snakebird/islands.c gen/snakebird/islands.h \
	gen/snakebird/snakebird.c gen/snakebird/snakebird.h \
	gen/snowman/snowman.c gen/snowman/snowman.h \
	gen/sokoban/draft.c gen/sokoban/draft.h \
	gen/sokoban/looks.c gen/sokoban/looks.h gen/sokoban/weights.inc \
	gen/sokoban/room.c gen/sokoban/room.h \
	gen/sokoban/rooms.c gen/sokoban/rooms.h \
	gen/sokoban/sokoban.c \
	gen/theseus/theseus.c

# In link order: users before the libraries that they use.
GEN_LIBS = gen/libcommand.a gen/libgen.a out/libout.a filters/libfilters.a $(SOLVE_LIBS)

commands += gen/gen
gen_gen_SOURCES = gen/main.c
gen_gen_LDADD = $(GEN_LIBS)

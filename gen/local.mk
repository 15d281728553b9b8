# gen: proposers and the gen command.
#
# The command's own: what has to do with folders and messages, and what is made besides levels.
noinst_LTLIBRARIES += gen/libcommand.la
gen_libcommand_la_SOURCES = \
	gen/climb/from_file.c \
	gen/climb/other_output.h \
	gen/generate.c gen/generate.h \
	gen/run/begin.c gen/run/begin.h \
	gen/run/closing.c gen/run/closing.h \
	gen/run/folder_run.c gen/run/folder_run.h \
	gen/run/resume.c gen/run/resume.h \
	gen/run/seed.c gen/run/seed.h \
	gen/shard/folder.c gen/shard/folder.h \
	gen/shard/log.c gen/shard/log.h \
	gen/shard/merge.c gen/shard/merge.h \
	gen/shard/run.c gen/shard/run.h \
	gen/shard/shard.c gen/shard/shard.h \
	gen/other_outputs.c \
	gen/snake/tours.c gen/snake/tours.h

noinst_LTLIBRARIES += gen/libgen.la
gen_libgen_la_SOURCES = \
	gen/climb/aim.c gen/climb/aim.h \
	gen/climb/ascent.c gen/climb/ascent.h \
	gen/climb/climb.c gen/climb/climb.h \
	gen/climb/draft.c gen/climb/draft.h \
	gen/climb/fill.c gen/climb/fill.h \
	gen/climb/from.c gen/climb/from.h \
	gen/climb/near.c gen/climb/near.h \
	gen/climb/options.c gen/climb/options.h \
	gen/climb/pieces.c gen/climb/pieces.h \
	gen/climb/proposer.c gen/climb/proposer.h \
	gen/climb/tried.c gen/climb/tried.h \
	gen/longcat/climb.c gen/longcat/climb.h \
	gen/longcat/draft.c gen/longcat/draft.h \
	gen/longcat/growth.c gen/longcat/growth.h \
	gen/longcat/longcat.c gen/longcat/longcat.h \
	gen/longcat/wish.c gen/longcat/wish.h \
	gen/puzzlescript/pieces.c gen/puzzlescript/pieces.h \
	gen/puzzlescript/puzzlescript.c gen/puzzlescript/puzzlescript.h \
	gen/registry.c \
	gen/run/batch.c gen/run/batch.h \
	gen/run/command.c gen/run/command.h \
	gen/run/pool.c gen/run/pool.h \
	gen/run/journal.c gen/run/journal.h \
	gen/run/kept.c gen/run/kept.h \
	gen/run/known.c gen/run/known.h \
	gen/run/run.c gen/run/run.h \
	gen/run/settle.c gen/run/settle.h \
	gen/snake/climb.c gen/snake/climb.h \
	gen/snake/snake.c gen/snake/snake.h \
	gen/snake/tour.c gen/snake/tour.h \
	gen/snakebird/draft.c gen/snakebird/draft.h \
	gen/snakebird/place.c gen/snakebird/place.h \
	gen/snakebird/snakebird.c gen/snakebird/snakebird.h \
	gen/snakebird/use.c gen/snakebird/use.h \
	gen/snowman/draft.c gen/snowman/draft.h \
	gen/snowman/snowman.c gen/snowman/snowman.h \
	gen/sokoban/choice.c gen/sokoban/choice.h \
	gen/sokoban/climb.c gen/sokoban/climb.h \
	gen/sokoban/draft.c gen/sokoban/draft.h \
	gen/sokoban/found.h \
	gen/sokoban/graph.h \
	gen/sokoban/pieces.h \
	gen/sokoban/pulls.h \
	gen/sokoban/retro.h \
	gen/sokoban/room.h \
	gen/sokoban/rooms.c gen/sokoban/rooms.h \
	gen/sokoban/sokoban.c gen/sokoban/sokoban.h \
	gen/theseus/theseus.c gen/theseus/theseus.h

# In link order: what is above uses what is below.
GEN_LIBS = gen/libcommand.la gen/libgen.la out/libout.la filters/libfilters.la $(SOLVE_LIBS)

bin_PROGRAMS += gen/gen
gen_gen_SOURCES = gen/main.c
gen_gen_LDADD = $(GEN_LIBS)

# gen: proposers and the gen command.
#
# The command's own: what has to do with folders and messages, and what is made besides levels.
noinst_LTLIBRARIES += gen/libcommand.la
gen_libcommand_la_SOURCES = \
	gen/begin.c gen/begin.h \
	gen/closing.c gen/closing.h \
	gen/folder_run.c gen/folder_run.h \
	gen/from_file.c \
	gen/generate.c gen/generate.h \
	gen/merge.c gen/merge.h \
	gen/merge_missing.c gen/merge_missing.h \
	gen/merge_shards.c gen/merge_shards.h \
	gen/resume.c gen/resume.h \
	gen/seed.c gen/seed.h \
	gen/shard.c gen/shard.h \
	gen/shard_folder.c gen/shard_folder.h \
	gen/shard_log.c gen/shard_log.h \
	gen/shard_run.c gen/shard_run.h \
	gen/sideline.h \
	gen/sidelines.c \
	gen/snake_tours.c gen/snake_tours.h

noinst_LTLIBRARIES += gen/libgen.la
gen_libgen_la_SOURCES = \
	gen/aim.c gen/aim.h \
	gen/ascent.c gen/ascent.h \
	gen/chunk.c gen/chunk.h \
	gen/climb.c gen/climb.h gen/climb_inside.h \
	gen/climb_judge.c \
	gen/command.c gen/command.h \
	gen/crew.c gen/crew.h \
	gen/draft.c gen/draft.h \
	gen/fill.c gen/fill.h \
	gen/from.c gen/from.h \
	gen/hash_set.c \
	gen/journal.c gen/journal.h \
	gen/kept.c gen/kept.h \
	gen/known.c gen/known.h \
	gen/longcat.c gen/longcat.h \
	gen/longcat_climb.c gen/longcat_climb.h \
	gen/longcat_draft.c gen/longcat_draft.h \
	gen/longcat_growth.c gen/longcat_growth.h \
	gen/longcat_wish.c gen/longcat_wish.h \
	gen/near.c gen/near.h \
	gen/options.c gen/options.h \
	gen/pieces.c gen/pieces.h \
	gen/proposer.c gen/proposer.h \
	gen/run.c gen/run.h \
	gen/settle.c gen/settle.h \
	gen/snake.c gen/snake.h \
	gen/snake_climb.c gen/snake_climb.h \
	gen/snakebird.c gen/snakebird.h \
	gen/snakebird_draft.c gen/snakebird_draft.h \
	gen/snakebird_place.c gen/snakebird_place.h \
	gen/snakebird_use.c gen/snakebird_use.h \
	gen/snowman.c gen/snowman.h \
	gen/snowman_draft.c gen/snowman_draft.h \
	gen/sokoban.c gen/sokoban.h \
	gen/sokoban_choice.c gen/sokoban_choice.h \
	gen/sokoban_climb.c gen/sokoban_climb.h \
	gen/sokoban_draft.c gen/sokoban_draft.h \
	gen/sokoban_found.c gen/sokoban_found.h \
	gen/sokoban_graph.c gen/sokoban_graph.h \
	gen/sokoban_pieces.h \
	gen/sokoban_pulls.c gen/sokoban_pulls.h \
	gen/sokoban_retro.c gen/sokoban_retro.h \
	gen/sokoban_room.c gen/sokoban_room.h \
	gen/sokoban_rooms.c gen/sokoban_rooms.h \
	gen/sokoban_single.c gen/sokoban_single.h \
	gen/puzzlescript.c gen/puzzlescript.h \
	gen/puzzlescript_pieces.c gen/puzzlescript_pieces.h \
	gen/theseus.c gen/theseus.h \
	gen/tour.c gen/tour.h \
	gen/tried.c gen/tried.h

# In link order: what is above uses what is below.
GEN_LIBS = gen/libcommand.la gen/libgen.la out/libout.la filters/libfilters.la $(FACES_LIBS)

bin_PROGRAMS += gen/gen
gen_gen_SOURCES = gen/main.c
gen_gen_LDADD = $(GEN_LIBS)

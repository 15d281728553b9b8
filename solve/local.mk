# solve: judging, measures, level files, reports and the solve command; in folders of their own the search
# core (search/), what LongCat and Snake need of solvers (longcat/, snake/) and the autopilots (arcade/).

# What finds a way to the goal; without big numbers, input and output, so that pages have it, too.
noinst_LTLIBRARIES += solve/libsearch.la
solve_libsearch_la_SOURCES = \
	solve/continuation.c solve/continuation.h \
	solve/continuations.c solve/continuations.h \
	solve/longcat/bit_board.c solve/longcat/bit_board.h \
	solve/longcat/blocks.c solve/longcat/blocks.h \
	solve/longcat/islands.c solve/longcat/islands.h \
	solve/longcat/lanes.c solve/longcat/lanes.h \
	solve/longcat/pockets.c solve/longcat/pockets.h \
	solve/longcat/position.c solve/longcat/position.h \
	solve/longcat/continuation.c solve/longcat/continuation.h \
	solve/longcat/wide_board.c solve/longcat/wide_board.h \
	solve/search/limits.c solve/search/limits.h \
	solve/search/node_table.c solve/search/node_table.h \
	solve/search/open.c solve/search/open.h \
	solve/search/lift.c solve/search/lift.h solve/search/links.c solve/search/links.h \
	solve/search/round.c solve/search/round.h \
	solve/search/round_worker.c solve/search/round_worker.h \
	solve/search/share.c solve/search/share.h \
	solve/search/search.c solve/search/search.h \
	solve/search/store.c solve/search/store.h \
	solve/search/two_ends.c solve/search/two_ends.h \
	solve/search/two_ends_side.c solve/search/two_ends_side.h \
	solve/search/turns.c solve/search/turns.h \
	solve/search/waiting.c solve/search/waiting.h \
	solve/snake/frontier.c solve/snake/frontier.h \
	solve/snake/frontier_layer.c solve/snake/frontier_layer.h \
	solve/snake/graph.c solve/snake/graph.h \
	solve/snake/tours.c solve/snake/tours.h \
	solve/snake/continuation.c solve/snake/continuation.h

noinst_LTLIBRARIES += solve/libsolve.la
solve_libsolve_la_SOURCES = \
	solve/command.c solve/command.h \
	solve/difficulty.c solve/difficulty.h \
	solve/game_options.h \
	solve/general.c solve/general.h \
	solve/jobs.c solve/jobs.h \
	solve/judge.c solve/judge.h \
	solve/level_book.c \
	solve/level_doubt.c \
	solve/level_marks.c \
	solve/level_inside.h \
	solve/level_line.c \
	solve/level_load.c \
	solve/level_reader.c solve/level_reader.h \
	solve/level_rows.c \
	solve/report_beside.c \
	solve/levels.c solve/levels.h \
	solve/limit_options.h \
	solve/measures.c \
	solve/options.c solve/options.h \
	solve/proof.c solve/proof.h \
	solve/report.c solve/report.h \
	solve/moves.c solve/moves.h \
	solve/show.c solve/show.h \
	solve/solvers.c solve/solvers.h \
	solve/why/crew.c solve/why/crew.h \
	solve/why/dive.c solve/why/dive.h \
	solve/why/edit.c solve/why/edit.h \
	solve/why/edits.c solve/why/edits.h \
	solve/why/general_partings.c \
	solve/why/list_partings.c \
	solve/why/mend.c solve/why/mend.h \
	solve/why/nearest.c solve/why/nearest.h \
	solve/why/removals.c solve/why/removals.h \
	solve/why/replay.c solve/why/replay.h \
	solve/why/why.c solve/why/why.h \
	solve/longcat/luck.c solve/longcat/luck.h \
	solve/longcat/explore.c solve/longcat/explore.h \
	solve/longcat/graph.c solve/longcat/graph.h \
	solve/longcat/partings.c solve/longcat/partings.h \
	solve/longcat/probe.c solve/longcat/probe.h \
	solve/longcat/solver.c solve/longcat/solver.h \
	solve/longcat/stops.c solve/longcat/stops.h \
	solve/search/bits.h \
	solve/search/room.h \
	solve/search/by_depth.c solve/search/by_depth.h \
	solve/search/chance.c solve/search/chance.h \
	solve/search/equations.c solve/search/equations.h \
	solve/search/equations_sort.c \
	solve/search/count.c solve/search/count.h \
	solve/search/essential.c solve/search/essential.h \
	solve/search/essential_walk.c solve/search/essential_walk.h \
	solve/search/shortest.c solve/search/shortest.h \
	solve/search/partings.c solve/search/partings.h \
	solve/search/scan.c solve/search/scan.h \
	solve/search/state_graph.c solve/search/state_graph.h \
	solve/snake/frontier_count.c solve/snake/frontier_count.h \
	solve/snake/measure.c solve/snake/measure.h \
	solve/snake/no_tour.c solve/snake/no_tour.h \
	solve/snake/solver.c solve/snake/solver.h

# Searches beyond memory: for programs that read and write files, and not for the library.
noinst_LTLIBRARIES += solve/libouter.la
solve_libouter_la_CPPFLAGS = $(AM_CPPFLAGS) $(ZSTD_CFLAGS)
solve_libouter_la_SOURCES = \
	solve/search/outer.c solve/search/outer.h solve/search/outer_inside.h \
	solve/search/outer_back.c \
	solve/search/outer_buckets.c \
	solve/search/outer_buffer.c \
	solve/search/outer_close.c \
	solve/search/outer_expand.c \
	solve/search/outer_note.c \
	solve/search/outer_spill.c \
	solve/search/outer_table.c solve/search/outer_table.h \
	solve/search/outer_table_back.c \
	solve/search/run.h solve/search/run_inside.h \
	solve/search/run_block.c solve/search/run_block.h \
	solve/search/run_merge.c solve/search/run_merge.h \
	solve/search/run_read.c \
	solve/search/run_space.c \
	solve/search/run_write.c

# Players of the classic game of Snake.
noinst_LTLIBRARIES += solve/libarcade.la
solve_libarcade_la_SOURCES = \
	solve/arcade/autopilot.c solve/arcade/autopilot.h \
	solve/arcade/cell_roads.c solve/arcade/cell_roads.h \
	solve/arcade/circuit.c solve/arcade/circuit.h \
	solve/arcade/exact.c solve/arcade/exact.h \
	solve/arcade/game.c solve/arcade/game.h \
	solve/arcade/pilot_cells.c \
	solve/arcade/pilot_cycle.c \
	solve/arcade/pilot_simple.c

# In link order: what is above uses what is below.
SOLVE_LIBS = solve/libarcade.la solve/libsolve.la solve/libsearch.la games/libgames.la base/libbase.la base/librng.la \
	$(CSV_LIBS) $(MATH_LIBS)

OUTER_LIBS = solve/libouter.la $(ZSTD_LIBS)

# What was found out about a level in words and pictures of its game: it uses the faces, too.
noinst_LTLIBRARIES += solve/libtell.la
solve_libtell_la_SOURCES = \
	solve/tell/mend.c solve/tell/mend.h \
	solve/tell/mend_command.c solve/tell/mend_command.h \
	solve/tell/picture.c solve/tell/picture.h \
	solve/tell/teller.c solve/tell/teller.h \
	solve/tell/why.c solve/tell/why.h

TELL_LIBS = solve/libtell.la $(FACES_LIBS)

# The solve command but for its main function.
noinst_LTLIBRARIES += solve/libcommand.la
solve_libcommand_la_SOURCES = \
	solve/solving.c solve/solving.h \
	solve/arcade/pilot_command.c solve/arcade/pilot_command.h

bin_PROGRAMS += solve/solve
solve_solve_SOURCES = solve/main.c
solve_solve_LDADD = solve/libcommand.la $(OUTER_LIBS) $(TELL_LIBS)

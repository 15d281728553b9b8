# solve: the search core, counting, measures, level files, reports and the solve command.

# What finds a way to the goal; without big numbers, input and output, so that pages have it, too.
noinst_LIBRARIES += solve/libsearch.a
solve_libsearch_a_SOURCES = \
	solve/frontier.c solve/frontier.h \
	solve/frontier_layer.c solve/frontier_layer.h \
	solve/limits.c solve/limits.h \
	solve/links.c solve/links.h \
	solve/longcat_bits.c solve/longcat_bits.h \
	solve/longcat_blocks.c solve/longcat_blocks.h \
	solve/longcat_lanes.c solve/longcat_lanes.h \
	solve/longcat_position.c solve/longcat_position.h \
	solve/longcat_way.c solve/longcat_way.h \
	solve/longcat_wide.c solve/longcat_wide.h \
	solve/search.c solve/search.h \
	solve/search_round.c solve/search_round.h \
	solve/snake_graph.c solve/snake_graph.h \
	solve/snake_tours.c solve/snake_tours.h \
	solve/store.c solve/store.h \
	solve/snake_way.c solve/snake_way.h \
	solve/way.c solve/way.h \
	solve/ways.c solve/ways.h

noinst_LIBRARIES += solve/libsolve.a
solve_libsolve_a_SOURCES = \
	solve/autopilot.c solve/autopilot.h \
	solve/bits.h \
	solve/by_depth.c solve/by_depth.h \
	solve/cell_roads.c solve/cell_roads.h \
	solve/circuit.c solve/circuit.h \
	solve/command.c solve/command.h \
	solve/count.c solve/count.h \
	solve/essential.c solve/essential.h \
	solve/essential_walk.c solve/essential_walk.h \
	solve/general.c solve/general.h \
	solve/frontier_count.c solve/frontier_count.h \
	solve/jobs.c solve/jobs.h \
	solve/judge.c solve/judge.h \
	solve/level_doubt.c \
	solve/level_inside.h \
	solve/level_line.c \
	solve/level_load.c \
	solve/level_reader.c solve/level_reader.h \
	solve/level_rows.c \
	solve/levels.c solve/levels.h \
	solve/limit_options.h \
	solve/longcat.c solve/longcat.h \
	solve/longcat_memo.c solve/longcat_memo.h \
	solve/longcat_probe.c solve/longcat_probe.h \
	solve/measures.c \
	solve/options.c solve/options.h \
	solve/pilot_cells.c \
	solve/pilot_cycle.c \
	solve/pilot_simple.c \
	solve/report.c solve/report.h \
	solve/shortest.c solve/shortest.h \
	solve/show.c solve/show.h \
	solve/snowman.c solve/snowman.h \
	solve/solvers.c solve/solvers.h \
	solve/sweep.c solve/sweep.h \
	solve/whole.c solve/whole.h \
	solve/snake.c solve/snake.h \
	solve/snake_exact.c solve/snake_exact.h \
	solve/snake_game.c solve/snake_game.h \
	solve/snake_measure.c solve/snake_measure.h \
	solve/snake_no_tour.c solve/snake_no_tour.h

# In link order: what is above uses what is below.
SOLVE_LIBS = solve/libsolve.a solve/libsearch.a games/libgames.a base/libbase.a base/librng.a \
	$(CSV_LIBS) $(GMP_LIBS) $(MATH_LIBS)

bin_PROGRAMS += solve/solve
solve_solve_SOURCES = solve/main.c \
	solve/pilot_command.c solve/pilot_command.h
solve_solve_LDADD = $(SOLVE_LIBS)

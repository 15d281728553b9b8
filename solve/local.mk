# solve: the search core, counting, measures, level files, reports and the solve command.
noinst_LIBRARIES += solve/libsolve.a
solve_libsolve_a_SOURCES = \
	solve/count.c solve/count.h \
	solve/essential.c solve/essential.h \
	solve/general.c solve/general.h \
	solve/judge.c solve/judge.h \
	solve/level_load.c \
	solve/level_reader.c solve/level_reader.h \
	solve/levels.c solve/levels.h \
	solve/limits.c solve/limits.h \
	solve/longcat.c solve/longcat.h \
	solve/longcat_bits.c solve/longcat_bits.h \
	solve/longcat_blocks.c solve/longcat_blocks.h \
	solve/longcat_memo.c solve/longcat_memo.h \
	solve/longcat_position.c solve/longcat_position.h \
	solve/longcat_probe.c solve/longcat_probe.h \
	solve/longcat_wide.c solve/longcat_wide.h \
	solve/measures.c \
	solve/report.c solve/report.h \
	solve/search.c solve/search.h \
	solve/search_round.c solve/search_round.h \
	solve/shortest.c solve/shortest.h \
	solve/show.c solve/show.h \
	solve/snowman.c solve/snowman.h \
	solve/solvers.c solve/solvers.h \
	solve/store.c solve/store.h \
	solve/whole.c solve/whole.h

# In link order: what is above uses what is below.
SOLVE_LIBS = solve/libsolve.a games/libgames.a base/libbase.a base/librng.a \
	$(CSV_LIBS) $(GMP_LIBS) $(MATH_LIBS)

bin_PROGRAMS += solve/solve
solve_solve_SOURCES = solve/main.c solve/options.c solve/options.h
solve_solve_LDADD = $(SOLVE_LIBS)

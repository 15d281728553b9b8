# solve: the solve command, and in its folders the code that it uses.  explain/ uses level/, which uses judge/, which
# uses the solvers of games and search/, which knows no game.
noinst_LIBRARIES += solve/libsolve.a
solve_libsolve_a_SOURCES = \
	solve/explain/compact.c solve/explain/compact.h \
	solve/explain/edit.c solve/explain/edit.h \
	solve/explain/mend.c solve/explain/mend.h \
	solve/explain/nearest.c \
	solve/explain/show.c \
	solve/explain/words.c solve/explain/words.h \
	solve/explain/why.c solve/explain/why.h \
	solve/judge/hint_solver.c \
	solve/judge/general.c \
	solve/judge/divergence.c \
	solve/judge/judge.c solve/judge/judge.h \
	solve/judge/measures.c \
	solve/judge/solver.h \
	solve/level/option_rows.h \
	solve/level/jobs.c solve/level/jobs.h \
	solve/level/levels.c solve/level/levels.h \
	solve/level/reader.c solve/level/reader.h \
	solve/level/report.c solve/level/report.h \
	solve/longcat/bit_board.c solve/longcat/bit_board.h \
	solve/longcat/graph.c solve/longcat/graph.h \
	solve/longcat/divergence.c \
	solve/longcat/position.c solve/longcat/position.h \
	solve/longcat/probe.c solve/longcat/probe.h \
	solve/longcat/solver.c solve/longcat/solver.h \
	solve/longcat/wide_board.c solve/longcat/wide_board.h \
	solve/registry.c \
	solve/search/bits.h \
	solve/search/best_first.c solve/search/best_first.h \
	solve/search/chance.c \
	solve/search/count.c solve/search/count.h \
	solve/search/depths.c solve/search/depths.h \
	solve/search/essential.c solve/search/essential.h \
	solve/search/limits.c solve/search/limits.h \
	solve/search/list.c solve/search/list.h \
	solve/search/successors.c solve/search/successors.h \
	solve/search/capacity.h \
	solve/search/round.c solve/search/round.h \
	solve/search/search.c solve/search/search.h \
	solve/search/share.c solve/search/share.h \
	solve/search/move_keys.c solve/search/move_keys.h \
	solve/search/shortest.c solve/search/shortest.h \
	solve/search/state_graph.c solve/search/state_graph.h \
	solve/search/packed.c solve/search/packed.h \
	solve/search/store.c solve/search/store.h \
	solve/search/both_ends.c solve/search/both_ends.h \
	solve/snake/frontier.c solve/snake/frontier.h \
	solve/snake/graph.c solve/snake/graph.h \
	solve/snake/measure.c \
	solve/snake/solver.c solve/snake/solver.h \
	solve/snake/tours.c solve/snake/tours.h

# Searches on disk, for programs that read and write files; not part of the library.
noinst_LIBRARIES += solve/libdisk.a
solve_libdisk_a_CPPFLAGS = $(AM_CPPFLAGS) $(ZSTD_CFLAGS)
solve_libdisk_a_SOURCES = \
	solve/search/disk/both_ends.c \
	solve/search/disk/buckets.c \
	solve/search/disk/checkpoint.c \
	solve/search/disk/disk.c solve/search/disk/disk.h \
	solve/search/disk/inside.h \
	solve/search/disk/packing.c \
	solve/search/disk/run.c solve/search/disk/run.h \
	solve/search/disk/table.c

# Autopilots of the classic game of Snake.
noinst_LIBRARIES += solve/libarcade.a
solve_libarcade_a_SOURCES = \
	solve/arcade/autopilot.c solve/arcade/autopilot.h \
	solve/arcade/circuit.c solve/arcade/circuit.h \
	solve/arcade/exact.c \
	solve/arcade/game.c solve/arcade/game.h

# In link order: users before the libraries that they use.
SOLVE_ARCHIVES = solve/libarcade.a solve/libsolve.a games/libgames.a base/libbase.a base/librng.a
SOLVE_LIBS = $(SOLVE_ARCHIVES) $(CSV_LIBS) $(MATH_LIBS)
DISK_LIBS = solve/libdisk.a $(ZSTD_LIBS)

# The solve command without its main function.
noinst_LIBRARIES += solve/libcommand.a
solve_libcommand_a_SOURCES = \
	solve/autopilot_command.c \
	solve/command.c solve/command.h \
	solve/mend_command.c \
	solve/shard_command.c \
	solve/solving.c

commands += solve/solve
solve_solve_SOURCES = solve/main.c
solve_solve_LDADD = solve/libcommand.a $(DISK_LIBS) $(SOLVE_LIBS)

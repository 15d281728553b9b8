# tests: one cmocka program for each module, golden cases as text, and command-line tests.  A program's exit status is
# its result (77: skipped); each program has one group of tests.  Without other sources, that of tests/test_X is
# tests/test_X.c.
unit_tests =
if CAN_TEST
check_LIBRARIES += tests/libtest.a
tests_libtest_a_SOURCES = \
	tests/arenas.c tests/arenas.h \
	tests/levels.c tests/levels.h \
	tests/oracle.c tests/oracle.h \
	tests/plain_distance.c tests/plain_distance.h \
	tests/plain_tours.c tests/plain_tours.h \
	tests/puzzlescript_kinds.c tests/puzzlescript_kinds.h \
	tests/random_play.c tests/random_play.h \
	tests/slow_judge.c tests/slow_judge.h \
	tests/slow_luck.c tests/slow_luck.h \
	tests/recorded_session.c tests/recorded_session.h \
	tests/slow_puzzlescript.c tests/slow_puzzlescript.h \
	tests/slow_states.c tests/slow_states.h \
	tests/snakebird_slow.c tests/snakebird_slow.h \
	tests/snowman_help.c tests/snowman_help.h \
	tests/snowman_slow.c tests/snowman_slow.h \
	tests/sokoban_slow.c tests/sokoban_slow.h \
	tests/toy_maze.c tests/toy_maze.h \
	tests/toys.c tests/toys.h \
	tests/unit.h \
	tests/winding.c tests/winding.h

# The differential tester, for `make differential` and its own test.
check_LIBRARIES += tests/libdifferential.a
tests_libdifferential_a_SOURCES = \
	tests/differential.h \
	tests/differential_changes.c \
	tests/differential_level.c \
	tests/differential_limits.c \
	tests/differential_compact.c \
	tests/differential_mend.c \
	tests/differential_propose.c \
	tests/differential_rules.c \
	tests/differential_search.c \
	tests/differential_shrink.c \
	tests/differential_slow.c \
	tests/differential_solutions.c \
	tests/differential_text.c \
	tests/differential_trial.c \
	tests/differential_nearest.c \
	tests/differential_why.c tests/differential_why.h

# Built with the tests, so that it stays buildable; `make differential` runs it.
check_PROGRAMS += tests/differential
tests_differential_SOURCES = tests/differential.c
tests_differential_LDADD = tests/libdifferential.a $(DISK_LIBS) $(TEST_LIBS)

TEST_LIBS = tests/libtest.a $(SOLVE_LIBS) -lcmocka $(GMP_LIBS)

unit_tests += tests/test_differential
tests_test_differential_LDADD = tests/libdifferential.a $(DISK_LIBS) $(TEST_LIBS)

library_use = tests/library_use.c tests/library_use.h tests/unit.h

unit_tests += tests/test_library
tests_test_library_SOURCES = tests/test_library.c $(library_use)
tests_test_library_LDADD = lib/libonlyway.la -lcmocka
tests_test_library_LINK = $(LIBTOOL_LINK)

unit_tests += tests/test_library_making
tests_test_library_making_SOURCES = tests/test_library_making.c $(library_use)
tests_test_library_making_LDADD = lib/libonlyway.la -lcmocka
tests_test_library_making_LINK = $(LIBTOOL_LINK)

unit_tests += tests/test_library_playing
tests_test_library_playing_SOURCES = tests/test_library_playing.c $(library_use)
tests_test_library_playing_LDADD = lib/libonlyway.la -lcmocka
tests_test_library_playing_LINK = $(LIBTOOL_LINK)

unit_tests += tests/test_library_puzzle
tests_test_library_puzzle_SOURCES = tests/test_library_puzzle.c $(library_use)
tests_test_library_puzzle_LDADD = lib/libonlyway.la -lcmocka
tests_test_library_puzzle_LINK = $(LIBTOOL_LINK)

unit_tests += tests/test_watched
tests_test_watched_LDADD = $(SOLVE_LIBS) -lcmocka

unit_tests += tests/test_library_memory
tests_test_library_memory_LDADD = lib/libonlyway.la -lcmocka
tests_test_library_memory_LINK = $(LIBTOOL_LINK)

unit_tests += tests/test_natural
tests_test_natural_LDADD = base/libbase.a base/librng.a -lcmocka $(GMP_LIBS)

unit_tests += tests/test_count
tests_test_count_LDADD = $(SOLVE_LIBS) -lcmocka

unit_tests += tests/test_difficulty
tests_test_difficulty_LDADD = $(SOLVE_LIBS) -lcmocka

unit_tests += tests/test_luck
tests_test_luck_LDADD = $(TEST_LIBS)

unit_tests += tests/test_snake
tests_test_snake_LDADD = $(TEST_LIBS)

unit_tests += tests/test_snake_measure
tests_test_snake_measure_LDADD = $(TEST_LIBS)

unit_tests += tests/test_longcat_boards
tests_test_longcat_boards_LDADD = $(TEST_LIBS)

unit_tests += tests/test_longcat_known
tests_test_longcat_known_LDADD = $(TEST_LIBS)

unit_tests += tests/test_longcat_threads
tests_test_longcat_threads_LDADD = $(TEST_LIBS)

unit_tests += tests/test_longcat_solver
tests_test_longcat_solver_LDADD = $(TEST_LIBS)

unit_tests += tests/test_memory_left
tests_test_memory_left_LDADD = $(TEST_LIBS)

unit_tests += tests/test_text
tests_test_text_LDADD = $(TEST_LIBS)

unit_tests += tests/test_utf8
tests_test_utf8_LDADD = $(TEST_LIBS)

unit_tests += tests/test_csv
tests_test_csv_LDADD = $(TEST_LIBS)

unit_tests += tests/test_file
tests_test_file_LDADD = $(TEST_LIBS)

unit_tests += tests/test_nearest
tests_test_nearest_LDADD = $(TEST_LIBS)

unit_tests += tests/test_options
tests_test_options_LDADD = $(TEST_LIBS)

unit_tests += tests/test_grid
tests_test_grid_LDADD = $(TEST_LIBS)

unit_tests += tests/test_levels
tests_test_levels_LDADD = $(TEST_LIBS)

unit_tests += tests/test_jobs
tests_test_jobs_LDADD = $(SOLVE_LIBS) -lcmocka

unit_tests += tests/test_report
tests_test_report_LDADD = $(TEST_LIBS)

unit_tests += tests/test_limits
tests_test_limits_LDADD = $(TEST_LIBS)

unit_tests += tests/test_scene
tests_test_scene_LDADD = out/libpicture.a $(PLAY_LIBS) -lcmocka

unit_tests += tests/test_moments
tests_test_moments_LDADD = out/libpicture.a tests/libtest.a $(PLAY_LIBS) -lcmocka

unit_tests += tests/test_action
tests_test_action_LDADD = tests/libtest.a $(PLAY_LIBS) -lcmocka

unit_tests += tests/test_faces
tests_test_faces_SOURCES = tests/test_faces.c tests/unit.h out/page/touch.c out/page/words.c \
	tests/look.c tests/look.h tests/look_levels.c tests/look_tables.c
tests_test_faces_LDADD = tests/libtest.a out/libpicture.a gen/libgen.a out/libout.a \
	filters/libfilters.a $(PLAY_LIBS) -lcmocka

unit_tests += tests/test_strip
tests_test_strip_LDADD = out/libpicture.a $(PLAY_LIBS) -lcmocka

unit_tests += tests/test_tour
tests_test_tour_LDADD = tests/libtest.a $(GEN_LIBS) -lcmocka

unit_tests += tests/test_autopilot
tests_test_autopilot_LDADD = $(TEST_LIBS)

unit_tests += tests/test_rng
tests_test_rng_LDADD = $(SOLVE_LIBS) -lcmocka

unit_tests += tests/test_longcat_growth
tests_test_longcat_growth_LDADD = tests/libtest.a $(GEN_LIBS) -lcmocka

unit_tests += tests/test_longcat_probe
tests_test_longcat_probe_LDADD = $(TEST_LIBS)

unit_tests += tests/test_search
tests_test_search_LDADD = $(TEST_LIBS)

unit_tests += tests/test_store
tests_test_store_LDADD = $(TEST_LIBS)

unit_tests += tests/test_waiting
tests_test_waiting_LDADD = $(TEST_LIBS)

unit_tests += tests/test_node_table
tests_test_node_table_LDADD = $(TEST_LIBS)

unit_tests += tests/test_run
tests_test_run_LDADD = $(DISK_LIBS) $(TEST_LIBS)

unit_tests += tests/test_disk
tests_test_disk_SOURCES = tests/test_disk.c tests/meeting.c tests/meeting.h \
	tests/uneven_walk.c tests/uneven_walk.h
tests_test_disk_LDADD = tests/libdifferential.a $(DISK_LIBS) $(TEST_LIBS)

unit_tests += tests/test_move_keys
tests_test_move_keys_SOURCES = tests/test_move_keys.c tests/mirror_level.c tests/mirror_level.h
tests_test_move_keys_LDADD = tests/libdifferential.a $(DISK_LIBS) $(TEST_LIBS)

unit_tests += tests/test_mirrors
tests_test_mirrors_SOURCES = tests/test_mirrors.c tests/mirror_level.c tests/mirror_level.h
tests_test_mirrors_LDADD = tests/libdifferential.a $(DISK_LIBS) $(TEST_LIBS)

unit_tests += tests/test_undecided
tests_test_undecided_LDADD = $(TEST_LIBS)

unit_tests += tests/test_hints
tests_test_hints_LDADD = tests/libtest.a $(PLAY_LIBS) -lcmocka

unit_tests += tests/test_touch
tests_test_touch_SOURCES = tests/test_touch.c out/page/touch.c
tests_test_touch_LDADD = tests/libtest.a $(PLAY_LIBS) -lcmocka

unit_tests += tests/test_session
tests_test_session_LDADD = tests/libtest.a $(PLAY_LIBS) -lcmocka

unit_tests += tests/test_session_packs
tests_test_session_packs_LDADD = tests/libtest.a $(PLAY_LIBS) -lcmocka

unit_tests += tests/test_puzzlescript
tests_test_puzzlescript_LDADD = $(TEST_LIBS)
unit_tests += tests/test_puzzlescript_levels
tests_test_puzzlescript_levels_LDADD = $(TEST_LIBS)
unit_tests += tests/test_high_bound
tests_test_high_bound_LDADD = $(TEST_LIBS)
unit_tests += tests/test_cut_short
tests_test_cut_short_LDADD = $(TEST_LIBS)
unit_tests += tests/test_puzzlescript_limits
tests_test_puzzlescript_limits_LDADD = $(TEST_LIBS)
unit_tests += tests/test_puzzlescript_symmetry
tests_test_puzzlescript_symmetry_LDADD = $(TEST_LIBS)
unit_tests += tests/test_puzzlescript_steps
tests_test_puzzlescript_steps_LDADD = $(TEST_LIBS)

unit_tests += tests/test_puzzlescript_boards
tests_test_puzzlescript_boards_LDADD = $(TEST_LIBS)

unit_tests += tests/test_puzzlescript_win_proof
tests_test_puzzlescript_win_proof_LDADD = $(TEST_LIBS)

unit_tests += tests/test_sokoban
tests_test_sokoban_LDADD = $(TEST_LIBS)

unit_tests += tests/test_sokoban_tables
tests_test_sokoban_tables_LDADD = $(TEST_LIBS)

unit_tests += tests/test_both_ends
tests_test_both_ends_SOURCES = tests/test_both_ends.c tests/mirror_level.c tests/mirror_level.h
tests_test_both_ends_LDADD = $(DISK_LIBS) $(TEST_LIBS)

unit_tests += tests/test_sokoban_gen
tests_test_sokoban_gen_LDADD = tests/libtest.a $(GEN_LIBS) -lcmocka

unit_tests += tests/test_snake_gen
tests_test_snake_gen_LDADD = tests/libtest.a $(GEN_LIBS) -lcmocka

unit_tests += tests/test_snakebird
tests_test_snakebird_LDADD = $(TEST_LIBS)

unit_tests += tests/test_snakebird_positions
tests_test_snakebird_positions_SOURCES = \
	tests/test_snakebird_positions.c
tests_test_snakebird_positions_LDADD = $(TEST_LIBS)

unit_tests += tests/test_snakebird_search
tests_test_snakebird_search_LDADD = tests/libtest.a $(GEN_LIBS) -lcmocka

unit_tests += tests/test_snakebird_corpus
tests_test_snakebird_corpus_SOURCES = \
	tests/test_snakebird_corpus.c
tests_test_snakebird_corpus_LDADD = $(TEST_LIBS)

unit_tests += tests/test_snakebird_gen
tests_test_snakebird_gen_LDADD = tests/libtest.a $(GEN_LIBS) -lcmocka

unit_tests += tests/test_snowman
tests_test_snowman_LDADD = $(TEST_LIBS)

unit_tests += tests/test_snowman_rules
tests_test_snowman_rules_SOURCES = \
	tests/test_snowman_rules.c
tests_test_snowman_rules_LDADD = $(TEST_LIBS)

unit_tests += tests/test_snowman_search
tests_test_snowman_search_LDADD = $(TEST_LIBS)

unit_tests += tests/test_snowman_estimate
tests_test_snowman_estimate_LDADD = $(TEST_LIBS)

unit_tests += tests/test_snowman_corpus
tests_test_snowman_corpus_LDADD = $(TEST_LIBS)

unit_tests += tests/test_batch
tests_test_batch_LDADD = tests/libtest.a $(GEN_LIBS) -lcmocka

unit_tests += tests/test_shard
tests_test_shard_LDADD = $(GEN_LIBS) -lcmocka

unit_tests += tests/test_journal
tests_test_journal_LDADD = $(GEN_LIBS) -lcmocka

unit_tests += tests/test_likeness
tests_test_likeness_LDADD = tests/libtest.a $(GEN_LIBS) -lcmocka

# For tests/variety.sh.
check_PROGRAMS += tests/apart
tests_apart_SOURCES = tests/apart.c
tests_apart_LDADD = tests/libtest.a $(GEN_LIBS)

unit_tests += tests/test_ascent
tests_test_ascent_LDADD = tests/libtest.a $(GEN_LIBS) -lcmocka

unit_tests += tests/test_turns
tests_test_turns_LDADD = tests/libtest.a $(GEN_LIBS) -lcmocka

unit_tests += tests/test_composition
tests_test_composition_LDADD = tests/libtest.a $(GEN_LIBS) -lcmocka
unit_tests += tests/test_climb
tests_test_climb_LDADD = tests/libtest.a $(GEN_LIBS) -lcmocka

unit_tests += tests/test_pieces
tests_test_pieces_LDADD = tests/libtest.a $(GEN_LIBS) -lcmocka

unit_tests += tests/test_theseus
tests_test_theseus_LDADD = tests/libtest.a $(GEN_LIBS) -lcmocka

unit_tests += tests/test_snowman_gen
tests_test_snowman_gen_LDADD = tests/libtest.a $(GEN_LIBS) -lcmocka

# With MPI.  tests/mpi.sh runs test_cluster_wire, which is not a test by itself, with several processes.
if HAVE_MPI
unit_tests += tests/test_cluster_task
tests_test_cluster_task_LDADD = solve/libcluster.a $(TEST_LIBS)

check_PROGRAMS += tests/test_cluster_wire
tests_test_cluster_wire_CPPFLAGS = $(AM_CPPFLAGS) $(MPI_CFLAGS)
tests_test_cluster_wire_LDADD = solve/libcluster.a $(TEST_LIBS) $(MPI_LIBS)
endif

# For tests/memory_failures.sh: makes the commands run out of memory.  The library that does so is loaded before the C
# library, so it must be a shared one, built without sanitizers.
check_PROGRAMS += tests/test_memory
tests_test_memory_SOURCES = tests/test_memory.c tests/run_case.c tests/run_case.h tests/no_memory.h
tests_test_memory_LDADD = base/libbase.a -lutil

# For tests/file_failures.sh: ends commands at file operations, makes operations fail, and loses data that was not
# synced.
check_PROGRAMS += tests/test_faults
tests_test_faults_SOURCES = tests/test_faults.c tests/faults.h tests/power.c tests/power.h \
	tests/run_case.c tests/run_case.h
tests_test_faults_LDADD = base/libbase.a -lutil
endif

# SECONDS=N: the time to run; SEED=S: the levels of this seed.
.PHONY: differential
differential: tests/differential$(EXEEXT)
	seconds='$(SECONDS)' seed='$(SEED)'; \
	tests/differential$(EXEEXT) --seconds="$${seconds:-60}" --seed="$${seed:-0}"

check_DATA = tests/no_memory.so tests/faults.so
EXTRA_DIST += tests/no_memory.c tests/memory tests/faults.c tests/faults tests/npm.mjs
CLEANFILES += tests/no_memory.so tests/faults.so
LOADED_FIRST = $(AM_V_CCLD)$(MKDIR_P) tests && \
	$(CC) $(DEFS) $(AM_CPPFLAGS) $(CPPFLAGS) -std=c11 $(WARNINGS) $(CFLAGS) -fPIC -shared -o $@
tests/no_memory.so: tests/no_memory.c tests/no_memory.h
	$(LOADED_FIRST) $(srcdir)/tests/no_memory.c -ldl
tests/faults.so: tests/faults.c tests/faults.h
	$(LOADED_FIRST) $(srcdir)/tests/faults.c

# For puzzlescript_sessions.sh and puzzlescript_random.sh.
check_PROGRAMS += tests/puzzlescript_session
tests_puzzlescript_session_SOURCES = tests/puzzlescript_session.c tests/recorded_session.c tests/recorded_session.h
tests_puzzlescript_session_CPPFLAGS = $(AM_CPPFLAGS)
tests_puzzlescript_session_LDADD = $(SOLVE_LIBS)

# Commands: golden cases, runs of the generator, large input, shipped levels.  `make check` runs these and the unit
# tests.
quick_scripts = \
	tests/differential.sh \
	tests/every_game.sh \
	tests/folders.sh \
	tests/from.sh \
	tests/examples.sh \
	tests/extreme_options.sh \
	tests/gen.sh \
	tests/in_turn.sh \
	tests/golden.sh \
	tests/installed.sh \
	tests/library.sh \
	tests/low_memory.sh \
	tests/memory.sh \
	tests/pack.sh \
	tests/packs.sh \
	tests/pictures.sh \
	tests/play.sh \
	tests/players.sh \
	tests/progress.sh \
	tests/recheck.sh \
	tests/puzzlescript_solve.sh \
	tests/transform.sh \
	tests/symbols.sh \
	tests/threads.sh \
	tests/untrusted.sh

# The scripts that `make check-all` adds: browsers, npm, processes, the original PuzzleScript engine, regenerated
# levels, failures of memory and files.
slow_scripts = \
	tests/disk.sh \
	tests/file_failures.sh \
	tests/large_input.sh \
	tests/memory_failures.sh \
	tests/mpi.sh \
	tests/mpich.sh \
	tests/npm.sh \
	tests/npm_browser.sh \
	tests/npm_commands.sh \
	tests/page.sh \
	tests/page_editor.sh \
	tests/puzzlescript.sh \
	tests/puzzlescript_games.sh \
	tests/puzzlescript_limits.sh \
	tests/puzzlescript_random.sh \
	tests/puzzlescript_sessions.sh \
	tests/puzzlescript_theseus.sh \
	tests/resume.sh \
	tests/shard.sh \
	tests/shipped.sh \
	tests/site.sh \
	tests/snake.sh \
	tests/variety.sh \
	tests/workshop.sh
EXTRA_DIST += tests/bare_root.sh tests/cross.sh tests/fresh.sh tests/packages.sh tests/lean.sh tests/valgrind.sh
# tests/memory.sh measures with this program; it is not a test.
check_PROGRAMS += tests/peak
tests_peak_SOURCES = tests/peak.c

EXTRA_DIST += tests/check.sh tests/parts.sh tests/golden tests/leaks.supp \
	tests/browser/browser.mjs tests/browser/cases.mjs tests/browser/inspect.mjs \
	tests/browser/package-lock.json tests/browser/package.json \
	tests/browser.sh tests/bundlers/package-lock.json tests/bundlers/package.json tests/page \
	tests/puzzlescript tests/site tests/workshop \
	tests/snakebird.cases

# make's built-in rules would try to build a program with a folder's name from the script of that name, if the script is
# newer.
tests/faults tests/fuzz tests/memory tests/page tests/puzzlescript tests/site tests/workshop: ;

# Removes Puppeteer, which tests/browser.sh fetches.
clean-local: clean-browser
clean-browser:
	rm -rf tests/browser/modules tests/browser/bundlers
.PHONY: clean-browser

AM_TESTS_ENVIRONMENT = \
	LSAN_OPTIONS=suppressions=`cd $(srcdir) && pwd`/tests/leaks.supp:print_suppressions=0; \
	export LSAN_OPTIONS; MPIRUN='$(MPIRUN)'; export MPIRUN;

check_PROGRAMS += $(unit_tests)
dist_check_SCRIPTS += $(quick_scripts) $(slow_scripts)
TESTS += $(unit_tests) $(quick_scripts)

# All tests.
.PHONY: check-all
check-all:
	$(MAKE) check TESTS='$(slow_scripts) $(TESTS)'

# Memcheck for the unit tests of the library, of code that reads input, and of fast code, and for golden cases.
valgrind_tests = action batch count csv difficulty faces file grid levels library library_making \
	limits moments natural nearest options pieces puzzlescript report scene session shard snakebird \
	snowman strip text theseus utf8
.PHONY: check-valgrind
check-valgrind:
	$(MAKE) $(valgrind_tests:%=tests/test_%) gen/gen$(EXEEXT) out/pack$(EXEEXT) solve/solve$(EXEEXT)
	$(MAKE) check-TESTS check_PROGRAMS= check_LIBRARIES= LOG_COMPILER="$$LOG_COMPILER $(SHELL) $(srcdir)/tests/valgrind.sh" \
	    TESTS='tests/valgrind.sh $(valgrind_tests:%=tests/test_%)'

# Runs the tests that TESTS names, and builds only what they need: a unit test needs its program, but scripts run all
# programs.  check-TESTS alone would build the programs of all tests.
.PHONY: check-only
check-only: tests/no_memory.so tests/faults.so
	@case '$(TESTS) ' in \
	    *.sh\ * | *.bash\ *) $(MAKE) all && $(MAKE) $(script_programs) ;; \
	esac
	@$(MAKE) check-TESTS check_PROGRAMS= check_LIBRARIES=
script_programs = tests/peak$(EXEEXT) tests/puzzlescript_session$(EXEEXT) $(example_programs:%=%$(EXEEXT))
if CAN_TEST
script_programs += tests/apart$(EXEEXT) tests/differential$(EXEEXT) tests/test_faults$(EXEEXT) tests/test_memory$(EXEEXT)
if HAVE_MPI
script_programs += tests/test_cluster_wire$(EXEEXT)
endif
endif

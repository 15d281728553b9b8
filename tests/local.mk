# tests: one cmocka program a module, golden cases as text, command-line tests.
# A program's exit status is its result (77: skipped); each has one group of tests.
if HAVE_CMOCKA
check_PROGRAMS += tests/test_count
tests_test_count_SOURCES = tests/test_count.c tests/unit.h
tests_test_count_LDADD = $(SOLVE_LIBS) -lcmocka

check_PROGRAMS += tests/test_snakebird
tests_test_snakebird_SOURCES = tests/test_snakebird.c tests/unit.h \
	tests/snakebird_slow.c tests/snakebird_slow.h
tests_test_snakebird_LDADD = $(SOLVE_LIBS) -lcmocka

check_PROGRAMS += tests/test_snakebird_corpus
tests_test_snakebird_corpus_SOURCES = tests/test_snakebird_corpus.c tests/unit.h
tests_test_snakebird_corpus_LDADD = $(SOLVE_LIBS) -lcmocka

check_PROGRAMS += tests/test_gen_snakebird
tests_test_gen_snakebird_SOURCES = tests/test_gen_snakebird.c tests/unit.h \
	gen/longcat.c gen/longcat_climb.c gen/longcat_field.c gen/options.c gen/proposer.c \
	gen/snakebird.c gen/snakebird_climb.c gen/snakebird_land.c
tests_test_gen_snakebird_LDADD = $(GEN_LIBS) -lcmocka

check_PROGRAMS += tests/test_search
tests_test_search_SOURCES = tests/test_search.c tests/unit.h tests/oracle.c tests/oracle.h \
	tests/toys.c tests/toys.h
tests_test_search_LDADD = $(SOLVE_LIBS) -lcmocka

check_PROGRAMS += tests/test_sokoban
tests_test_sokoban_SOURCES = tests/test_sokoban.c tests/unit.h tests/oracle.c tests/oracle.h \
	tests/toys.c tests/toys.h
tests_test_sokoban_LDADD = $(SOLVE_LIBS) -lcmocka

check_PROGRAMS += tests/test_rng
tests_test_rng_SOURCES = tests/test_rng.c tests/unit.h
tests_test_rng_LDADD = $(SOLVE_LIBS) -lcmocka
endif
EXTRA_DIST += tests/snakebird.cases

TESTS += $(check_PROGRAMS)

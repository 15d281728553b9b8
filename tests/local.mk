# tests: one cmocka program a module, golden cases as text, command-line tests.
# A program's exit status is its result (77: skipped); each has one group of tests.
if HAVE_CMOCKA
check_PROGRAMS += tests/test_count
tests_test_count_SOURCES = tests/test_count.c tests/unit.h
tests_test_count_LDADD = $(SOLVE_LIBS) -lcmocka

check_PROGRAMS += tests/test_snake
tests_test_snake_SOURCES = tests/test_snake.c tests/unit.h
tests_test_snake_LDADD = $(SOLVE_LIBS) -lcmocka

check_PROGRAMS += tests/test_rng
tests_test_rng_SOURCES = tests/test_rng.c tests/unit.h
tests_test_rng_LDADD = $(SOLVE_LIBS) -lcmocka
endif

TESTS += $(check_PROGRAMS)

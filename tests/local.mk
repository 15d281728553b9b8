# tests: one cmocka program a module, golden cases as text, command-line tests.
# A program's exit status is its result (77: skipped); each has one group of tests.
if HAVE_CMOCKA
check_PROGRAMS += tests/test_count
tests_test_count_SOURCES = tests/test_count.c tests/unit.h
tests_test_count_LDADD = $(SOLVE_LIBS) -lcmocka

check_PROGRAMS += tests/test_snowman
tests_test_snowman_SOURCES = tests/test_snowman.c tests/snowman_help.c tests/snowman_help.h tests/unit.h
tests_test_snowman_LDADD = $(SOLVE_LIBS) -lcmocka

check_PROGRAMS += tests/test_snowman_rules
tests_test_snowman_rules_SOURCES = tests/test_snowman_rules.c tests/snowman_help.c \
	tests/snowman_help.h tests/snowman_slow.c tests/snowman_slow.h tests/unit.h
tests_test_snowman_rules_LDADD = $(SOLVE_LIBS) -lcmocka

check_PROGRAMS += tests/test_search
tests_test_search_SOURCES = tests/test_search.c tests/unit.h tests/oracle.c tests/oracle.h \
	tests/toys.c tests/toys.h
tests_test_search_LDADD = $(SOLVE_LIBS) -lcmocka

check_PROGRAMS += tests/test_rng
tests_test_rng_SOURCES = tests/test_rng.c tests/unit.h
tests_test_rng_LDADD = $(SOLVE_LIBS) -lcmocka

check_PROGRAMS += tests/test_snowman_search
tests_test_snowman_search_SOURCES = tests/test_snowman_search.c tests/oracle.c tests/oracle.h \
	tests/snowman_help.c tests/snowman_help.h tests/unit.h
tests_test_snowman_search_LDADD = $(SOLVE_LIBS) -lcmocka

check_PROGRAMS += tests/test_snowman_corpus
tests_test_snowman_corpus_SOURCES = tests/test_snowman_corpus.c tests/snowman_help.c \
	tests/snowman_help.h tests/unit.h
tests_test_snowman_corpus_LDADD = $(SOLVE_LIBS) -lcmocka

check_PROGRAMS += tests/test_gen_snowman
tests_test_gen_snowman_SOURCES = tests/test_gen_snowman.c tests/snowman_help.c \
	tests/snowman_help.h tests/unit.h gen/snowman_climb.c gen/snowman_climb.h \
	gen/snowman_garden.c gen/snowman_garden.h
tests_test_gen_snowman_LDADD = $(GEN_LIBS) -lcmocka
endif

TESTS += $(check_PROGRAMS)

dist_check_SCRIPTS += tests/packs.sh
TESTS += tests/packs.sh

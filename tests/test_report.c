/* Reports: writing, reading with libcsv, and comparing. */
#include "tests/unit.h"

#include "solve/level/report.h"
#include "tests/levels.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[] = {"plain.txt",
                                    "with, comma.txt",
                                    "say \"so\".txt",
                                    " spaces around ",
                                    "two\nlines.txt",
                                    "caf\xc3\xa9#12",
                                    "\"",
                                    ",",
                                    "end\r",
                                    ""};

enum { NAMES = sizeof names / sizeof *names };

static struct puzzle *puzzle;
static struct judgement judgement;

static int judge_level(void **state)
{
    (void)state;
    struct request request = {.measures = MEASURES_AUTO};
    puzzle = load_text("#######\n"
                       "#     #\n"
                       "#     #\n"
                       "# C   #\n"
                       "#   # #\n"
                       "#     #\n"
                       "#######\n");
    return judge(puzzle, &request, &judgement) ? 0 : -1;
}

static int free_level(void **state)
{
    (void)state;
    judgement_free(&judgement);
    puzzle->game->free(puzzle);
    return 0;
}

static bool check_row(void *context, const char *const *fields)
{
    unsigned *row = context;
    char number[24];
    assert_true(*row < NAMES);
    assert_string_equal(fields[COLUMN_level], names[*row]);
    assert_string_equal(fields[COLUMN_game], "longcat");
    assert_string_equal(fields[COLUMN_columns], "7");
    assert_string_equal(fields[COLUMN_verdict], "unique");
    assert_string_equal(fields[COLUMN_depth], "11");
    assert_string_equal(fields[COLUMN_solutions], "1");
    assert_string_equal(fields[COLUMN_bits], "3.00");
    assert_string_equal(fields[COLUMN_greedy], "no");
    snprintf(number, sizeof number, "%" PRIu64, UINT64_MAX - *row);
    assert_string_equal(fields[COLUMN_seed], *row % 2 == 0 ? number : "");
    assert_string_equal(fields[COLUMN_candidate], *row % 2 == 0 ? "7" : "");
    assert_int_equal(strlen(fields[COLUMN_hash]), 16);
    assert_string_equal(fields[COLUMN_solution], "LDRULDRDLDL");
    ++*row;
    return true;
}

static void write_report(struct text *report, bool timings)
{
    report_add_header(report, timings);
    for (unsigned i = 0; i < NAMES; i++) {
        struct report_row row = {.level = names[i],
                                 .columns = 7,
                                 .rows = 7,
                                 .generated = i % 2 == 0,
                                 .seed = UINT64_MAX - i,
                                 .candidate = 7,
                                 .seconds = timings ? 0.5 : -1};
        report_add_row(report, &row, puzzle, &judgement);
    }
}

static void test_there_and_back(void **state)
{
    (void)state;
    for (int timings = 0; timings < 2; timings++) {
        struct text report = {0}, error = {0};
        unsigned rows = 0;
        write_report(&report, timings);
        assert_true(report_read(report.data, report.size, check_row, &rows, &error));
        assert_int_equal(rows, NAMES);
        assert_int_equal(error.size, 0);
        text_free(&report);
    }
}

/* The columns are those of the reference, and fields are quoted only if necessary. */
static void test_bytes_of_a_report(void **state)
{
    (void)state;
    struct text report = {0};
    struct report_row row = {.level = "a,b", .columns = 7, .rows = 7, .seconds = -1};
    report_add_header(&report, false);
    report_add_row(&report, &row, puzzle, &judgement);
    struct text right = {0};
    text_addf(&right,
              "level,game,columns,rows,verdict,depth,solutions,essential,symmetry,bits,choices,"
              "forced,traps,interplay,detours,greedy,luck,difficulty,steps,states,seed,candidate,hash,"
              "solution\n"
              "\"a,b\",longcat,7,7,unique,11,1,1,1,3.00,2,10,4,5,1,no,3.00,20,11,%" PRIu64 ",,,%016" PRIx64
              ",LDRULDRDLDL\n",
              judgement.states, judgement.hash);
    assert_string_equal(text_string(&report), text_string(&right));
    text_free(&report);
    text_free(&right);
}

static bool never(void *context, const char *const *fields)
{
    (void)context;
    (void)fields;
    fail();
    return false;
}

static void refused(const char *bytes)
{
    struct text error = {0};
    assert_false(report_read(bytes, strlen(bytes), never, NULL, &error));
    assert_true(error.size > 0);
    assert_null(strchr(text_string(&error), '\n'));
    text_free(&error);
}

static void test_what_is_no_report(void **state)
{
    (void)state;
    struct text report = {0};
    refused("");
    refused("level,game\n");
    refused("a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q,r,s,t,u,v\n");
    refused("level,\"game\n");
    report_add_header(&report, false);
    text_add_string(&report, "too,few,fields\n");
    refused(report.data);
    text_free(&report);
}

static void check_places(const char *file, const char *of_folder, const char *of_file)
{
    const char *wanted[REPORT_PLACES] = {of_folder, of_file};
    for (int place = 0; place < REPORT_PLACES; place++) {
        struct text path = {0};
        report_path(file, (enum report_place)place, &path);
        assert_string_equal(text_string(&path), wanted[place]);
        text_free(&path);
    }
}

static void test_places(void **state)
{
    (void)state;
    check_places("levels/hard.v2.xsb", "levels/report.csv", "levels/hard.v2.csv");
    check_places("levels.d/hard", "levels.d/report.csv", "levels.d/hard.csv");
    check_places("hard.xsb", "report.csv", "hard.csv");
    check_places("hard", "report.csv", "hard.csv");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_places),
        cmocka_unit_test(test_there_and_back),
        cmocka_unit_test(test_bytes_of_a_report),
        cmocka_unit_test(test_what_is_no_report),
    };
    return cmocka_run_group_tests_name("report", tests, judge_level, free_level);
}

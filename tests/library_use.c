/* Helpers for tests of the library; see library_use.h. */
#include "tests/library_use.h"

#include <string.h>

ow_levels *read_levels(const char *text, const char *options, size_t count)
{
    ow_levels *levels;
    char *message;
    assert_int_equal(ow_levels_read(text, strlen(text), options, &levels, &message), OW_OK);
    assert_null(message);
    assert_int_equal(ow_levels_count(levels), count);
    assert_null(ow_levels_at(levels, count));
    return levels;
}

void check_field(const ow_judgement *judgement, const char *column, const char *value)
{
    assert_string_equal(ow_judgement_field(judgement, column), value);
}

ow_judgement *judge_level(const ow_level *level, const char *options)
{
    ow_judgement *judgement;
    char *message;
    assert_int_equal(ow_judge(level, options, NULL, &judgement, &message), OW_OK);
    assert_null(message);
    return judgement;
}

/* The filters; see filters.h. */
#include "filters/filters.h"

#include "solve/judge/difficulty.h"

#include <stddef.h>

#define GROUP "Filters"
#define AT(member) offsetof(struct filter_settings, member)

const struct filter filters[] = {
    {"unfit", FILTER_UNFIT, 0},
    {"unsolvable", FILTER_UNSOLVABLE, 0},
    {"undecided", FILTER_UNDECIDED, 0},
    {"not unique", FILTER_ESSENTIAL, 0},
    {"greedy", FILTER_GREEDY, 0},
#define X(measure_name, about)                                  \
    {"min-" #measure_name, FILTER_MIN, MEASURE_##measure_name}, \
        {"max-" #measure_name, FILTER_MAX, MEASURE_##measure_name},
    MEASURES(X)
#undef X
        {"duplicate", FILTER_DUPLICATE, 0},
    {"too near", FILTER_NEAR, 0},
};

const size_t filter_count = sizeof filters / sizeof *filters;

const struct option_row filter_option_rows[] = {
    {.name = "max-essential",
     .kind = OPTION_NUMBER,
     .offset = AT(max_essential),
     .argument = "N",
     .initial = "1",
     .low = 1,
     .group = GROUP,
     .help = "keep levels of up to N essentially different solutions"},
    {.name = "allow-greedy",
     .kind = OPTION_FLAG,
     .offset = AT(allow_greedy),
     .group = GROUP,
     .help = "keep levels that the obvious moves solve"},
    {.name = "allow-trivial",
     .kind = OPTION_FLAG,
     .offset = AT(allow_trivial),
     .group = GROUP,
     .help = "no default thresholds: keep every unique level"},
    {.name = "difficulty",
     .kind = OPTION_CHOICE,
     .offset = AT(difficulty),
#define X(name, low) "|" #name
     .argument = "any" DIFFICULTY_BANDS(X),
     .initial = "any",
     .group = GROUP,
#undef X
     .help = "a range of difficulty, on one scale for all games, and the size for it, see below"},
#define X(measure_name, about)                       \
    {.name = "min-" #measure_name,                   \
     .kind = OPTION_REAL,                            \
     .offset = AT(low[MEASURE_##measure_name]),      \
     .argument = "N",                                \
     .group = GROUP,                                 \
     .help = "least " #measure_name ": " about},     \
        {.name = "max-" #measure_name,               \
         .kind = OPTION_REAL,                        \
         .offset = AT(high[MEASURE_##measure_name]), \
         .argument = "N",                            \
         .group = GROUP,                             \
         .help = "most " #measure_name},
    MEASURES(X)
#undef X
};

const size_t filter_option_count = sizeof filter_option_rows / sizeof *filter_option_rows;

size_t filter_index(enum filter_kind kind)
{
    size_t i = 0;
    while (filters[i].kind != kind)
        i++;
    return i;
}

void filters_reset(struct filter_settings *settings)
{
    *settings = (struct filter_settings){.max_essential = 1, .allow_greedy = true};
    for (int i = 0; i < MEASURE_COUNT; i++)
        settings->low[i] = settings->high[i] = UNKNOWN;
}

static bool drops(const struct filter_settings *settings, const struct filter *filter,
                  const struct judgement *judgement)
{
    double value = judgement->measure[filter->measure];
    switch (filter->kind) {
    case FILTER_UNFIT:
    case FILTER_DUPLICATE:
    case FILTER_NEAR:
        return false; /* tested by the proposer and by the run */
    case FILTER_UNSOLVABLE:
        return judgement->verdict == VERDICT_UNSOLVABLE;
    case FILTER_UNDECIDED:
        return judgement->verdict == VERDICT_UNDECIDED;
    case FILTER_ESSENTIAL:
        return (uint64_t)judgement->essential_low > settings->max_essential;
    case FILTER_GREEDY:
        return !settings->allow_greedy && judgement->greedy > 0; /* unknown: the game has no greedy player */
    case FILTER_MIN:
        return settings->low[filter->measure] != UNKNOWN &&
               (value == UNKNOWN || value < settings->low[filter->measure]);
    case FILTER_MAX:
        return settings->high[filter->measure] != UNKNOWN &&
               (value == UNKNOWN || value > settings->high[filter->measure]);
    }
    return false;
}

unsigned filters_enough(const struct filter_settings *settings)
{
    return settings->max_essential < UINT16_MAX ? (unsigned)settings->max_essential + 1 : UINT16_MAX;
}

size_t filters_check(const struct filter_settings *settings, const struct judgement *judgement)
{
    size_t i = 0;
    while (i < filter_count && !drops(settings, &filters[i], judgement))
        i++;
    return i;
}

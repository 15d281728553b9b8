/* The filters; see filters.h. */
#include "filters/filters.h"

#include "games/draw/face.h"
#include "solve/judge/judge.h"

#include <stddef.h>
#include <string.h>

#define GROUP "Filters"
#define AT(member) offsetof(struct filter_settings, member)

const struct filter filters[] = {
    {"unfit", FILTER_UNFIT, 0},
    {"unsolvable", FILTER_UNSOLVABLE, 0},
    {"undecided", FILTER_UNDECIDED, 0},
    {"not unique", FILTER_ESSENTIAL, 0},
    {"greedy", FILTER_GREEDY, 0},
    {"min-turns", FILTER_TURNS, 0},
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
    OPTION(NUMBER, "max-essential", AT(max_essential), "N", GROUP, .initial = "1", .low = 1, .high = ESSENTIAL_MOST,
           .help = "keep levels with up to N essentially different solutions"),
    OPTION(FLAG, "allow-greedy", AT(allow_greedy), NULL, GROUP,
           .help = "keep levels that the most obvious moves solve"),
    OPTION(FLAG, "allow-trivial", AT(allow_trivial), NULL, GROUP,
           .help = "use no default thresholds: keep every unique level"),
    OPTION(NUMBER, "min-turns", AT(min_turns), "N", GROUP, .initial = "0", .high = UINT32_MAX,
           .help = "minimum number of moves that each bird, ball or box makes"),
#define X(name, low) "|" #name
    OPTION(CHOICE, "difficulty", AT(difficulty), "any" DIFFICULTY_BANDS(X), GROUP, .initial = "any",
           .help = "a range of difficulty on the scale that all games share, and the size for it; see below"),
#undef X
#define X(measure_name, about)                                                           \
    OPTION(REAL, "min-" #measure_name, AT(low[MEASURE_##measure_name]), "N", GROUP,      \
           .help = "minimum " #measure_name ": " about),                                 \
        OPTION(REAL, "max-" #measure_name, AT(high[MEASURE_##measure_name]), "N", GROUP, \
               .help = "maximum " #measure_name),
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
        return false; /* the proposer and the run test these */
    case FILTER_UNSOLVABLE:
        return judgement->verdict == VERDICT_UNSOLVABLE;
    case FILTER_UNDECIDED:
        return judgement->verdict == VERDICT_UNDECIDED;
    case FILTER_ESSENTIAL:
        return (uint64_t)judgement->essential_low > settings->max_essential;
    case FILTER_GREEDY:
        return !settings->allow_greedy && judgement->greedy > 0; /* unknown in games without a greedy player */
    case FILTER_TURNS:
        return settings->min_turns > 0 && judgement->turns < (double)settings->min_turns;
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

/* --- from options to requirements ---
 *
 * Combines the default thresholds, the difficulty and the typed options into one set of requirements, and tests
 * whether any level can meet them. */

int filters_band(const struct filter_settings *settings)
{
    double low = settings->low[MEASURE_difficulty], high = settings->high[MEASURE_difficulty];
    if (settings->difficulty != 0)
        return (int)settings->difficulty - 1;
    if (low != UNKNOWN)
        return (int)difficulty_band_of(low);
    return high != UNKNOWN ? (int)difficulty_band_of(high) : -1;
}

/* --- contradictions --- */

/* Upper limits of measures, for those that have one. */
static const struct {
    enum measure measure;
    double most;
} most_of_all[] = {{MEASURE_luck, LUCK_MOST}, {MEASURE_difficulty, 100}};

/* Pairs of measures; the first of a pair never exceeds the second. */
static const struct {
    enum measure less, more;
} never_more[] = {
    {MEASURE_choices, MEASURE_depth},   {MEASURE_forced, MEASURE_depth}, {MEASURE_detours, MEASURE_depth},
    {MEASURE_interplay, MEASURE_depth}, {MEASURE_depth, MEASURE_steps},  {MEASURE_choices, MEASURE_bits},
};

static bool is_typed(const bool *given, const char *kind, enum measure measure)
{
    struct text name = {0};
    text_addf(&name, "%s-%s", kind, measure_names[measure]);
    bool typed = !name.failed && given[option_find(filter_option_rows, filter_option_count, text_string(&name))];
    text_free(&name);
    return typed;
}

/* Adds a threshold as an option and, if it was not typed, its origin. */
static void add_threshold(const struct filter_settings *settings, const bool *given, const char *kind,
                          enum measure measure, struct text *text)
{
    bool low = strcmp(kind, "min") == 0;
    if (!is_typed(given, kind, measure) && measure == MEASURE_difficulty) {
        text_addf(text, "--difficulty=%s", difficulty_band_names[settings->difficulty - 1]);
        return;
    }
    text_addf(text, "%s--%s-%s=%.10g", is_typed(given, kind, measure) ? "" : "the default ", kind,
              measure_names[measure], low ? settings->low[measure] : settings->high[measure]);
}

/* Reports that two thresholds contradict each other.  Returns false. */
static bool contradict(const struct filter_settings *settings, const bool *given, enum measure low, enum measure high,
                       struct text *error)
{
    bool defaults = !is_typed(given, "min", low) && low != MEASURE_difficulty;
    add_threshold(settings, given, "min", low, error);
    text_add_string(error, " and ");
    add_threshold(settings, given, "max", high, error);
    text_add_string(error, ": no level can be both");
    if (defaults)
        text_add_string(error, "; --allow-trivial leaves the defaults out");
    return false;
}

/* Whether each measure can lie within its thresholds. */
static bool ranges_hold(const struct filter_settings *settings, const bool *given, struct text *error)
{
    const double *low = settings->low, *high = settings->high;
    for (int i = 0; i < MEASURE_COUNT; i++) {
        if (low[i] != UNKNOWN && high[i] != UNKNOWN && low[i] > high[i])
            return contradict(settings, given, (enum measure)i, (enum measure)i, error);
    }
    for (size_t i = 0; i < sizeof most_of_all / sizeof *most_of_all; i++) {
        enum measure measure = most_of_all[i].measure;
        if (low[measure] == UNKNOWN || low[measure] <= most_of_all[i].most)
            continue;
        text_addf(error, "--min-%s=%.10g: no level has more than %.10g", measure_names[measure], low[measure],
                  most_of_all[i].most);
        return false;
    }
    if (high[MEASURE_depth] != UNKNOWN && (double)settings->min_turns > high[MEASURE_depth]) {
        text_addf(error, "--min-turns=%llu and ", (unsigned long long)settings->min_turns);
        add_threshold(settings, given, "max", MEASURE_depth, error);
        text_add_string(error, ": no level can be both");
        return false;
    }
    for (size_t i = 0; i < sizeof never_more / sizeof *never_more; i++) {
        enum measure less = never_more[i].less, more = never_more[i].more;
        if (low[less] != UNKNOWN && high[more] != UNKNOWN && low[less] > high[more])
            return contradict(settings, given, less, more, error);
    }
    return true;
}

bool filters_allow_moves(const struct filter_settings *settings, double most, const char *what, struct text *error)
{
    static const enum measure bounded[] = {MEASURE_depth, MEASURE_choices, MEASURE_forced, MEASURE_detours,
                                           MEASURE_interplay};
    for (size_t i = 0; i < sizeof bounded / sizeof *bounded; i++) {
        double low = settings->low[bounded[i]];
        if (low == UNKNOWN || low <= most)
            continue;
        text_addf(error, "--min-%s=%.10g: %s has at most %.10g moves", measure_names[bounded[i]], low, what, most);
        return false;
    }
    if ((double)settings->min_turns > most) {
        text_addf(error, "--min-turns=%llu: %s has at most %.10g moves", (unsigned long long)settings->min_turns, what,
                  most);
        return false;
    }
    return true;
}

bool filters_complete(struct filter_settings *settings, const bool *given, const struct game *game, struct text *error)
{
    const struct filter_settings typed = *settings;
    filters_reset(settings);
    if (!typed.allow_trivial) {
        struct text none = {0};
        const struct threshold *threshold = face_of(game)->thresholds;
        settings->allow_greedy = false;
        for (; threshold->option != NULL; threshold++) {
            size_t row = option_find(filter_option_rows, filter_option_count, threshold->option);
            option_set_value(&filter_option_rows[row], settings, threshold->value, &none);
        }
        text_free(&none);
    }
    if (typed.difficulty != 0) {
        enum difficulty_band band = (enum difficulty_band)(typed.difficulty - 1);
        settings->low[MEASURE_difficulty] = difficulty_band_low(band);
        settings->high[MEASURE_difficulty] = difficulty_band_high(band);
    }
    for (size_t i = 0; i < filter_option_count; i++) {
        struct text value = {0};
        if (given[i]) {
            option_get_value(&filter_option_rows[i], &typed, &value);
            option_set_value(&filter_option_rows[i], settings, text_string(&value), error);
        }
        error->failed |= value.failed;
        text_free(&value);
    }
    return !error->failed && ranges_hold(settings, given, error);
}

/* --- words --- */

void filters_describe(const struct game *game, struct text *help)
{
    text_addf(help, "\nThresholds for %s:\n  %-10s ", game->title, "default");
    const struct threshold *threshold = face_of(game)->thresholds;
    for (; threshold->option != NULL; threshold++)
        text_addf(help, "--%s=%s%s", threshold->option, threshold->value, threshold[1].option == NULL ? ", " : " ");
    text_add_string(help, "not greedy\n");
}

void filter_write(const struct filter_settings *settings, const struct filter *filter, struct text *text)
{
    if (filter->kind == FILTER_MIN)
        text_addf(text, "--%s=%.10g", filter->name, settings->low[filter->measure]);
    else if (filter->kind == FILTER_MAX)
        text_addf(text, "--%s=%.10g", filter->name, settings->high[filter->measure]);
    else
        text_addf(text, "'%s'", filter->name);
}

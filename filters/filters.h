/* The filters: which candidates are kept, and why others are dropped.
 *
 * One table lists every reason for dropping a candidate, in the order in which it is tested.  Options, their help, the
 * tests and the line at the end of a run all come from this table.  The default thresholds of each game, in its face,
 * are a set of these options.  A requested difficulty is a band of the measure `difficulty` (solve/judge/judge.h). */
#ifndef ONLYWAY_FILTERS_FILTERS_H
#define ONLYWAY_FILTERS_FILTERS_H

#include "base/options.h"
#include "solve/judge/judge.h"

enum filter_kind {
    FILTER_UNFIT,      /* the proposer gave up on the candidate before it was a level */
    FILTER_UNSOLVABLE, /* no solution */
    FILTER_UNDECIDED,  /* a limit stopped the search */
    FILTER_ESSENTIAL,  /* too many essentially different solutions */
    FILTER_GREEDY,     /* the greedy player solves the level */
    FILTER_TURNS,      /* some piece moves too rarely */
    FILTER_MIN,        /* a measure is too low, or unknown */
    FILTER_MAX,        /* a measure is too high, or unknown */
    FILTER_DUPLICATE,  /* a rotated or mirrored copy of a kept level */
    FILTER_NEAR,       /* too similar to a kept level, see filters/likeness.h */
};

struct filter {
    const char *name; /* name in the closing line; also the option's name, if the filter has an option */
    enum filter_kind kind;
    enum measure measure; /* for FILTER_MIN and FILTER_MAX */
};

/* All filters in order. */
extern const struct filter filters[];
extern const size_t filter_count;

/* Index of the first filter of a kind. */
size_t filter_index(enum filter_kind kind);

struct filter_settings {
    double low[MEASURE_COUNT]; /* UNKNOWN: no threshold */
    double high[MEASURE_COUNT];
    uint64_t max_essential;
    uint64_t min_turns; /* least number of moves of the piece that moves least */
    bool allow_greedy;
    bool allow_trivial;  /* do not apply the default thresholds */
    unsigned difficulty; /* 1 + the difficulty band; 0: none */
};

/* The option rows for struct filter_settings. */
extern const struct option_row filter_option_rows[];
extern const size_t filter_option_count;

/* Resets the thresholds: a level must be solved and have one essentially different solution; nothing else is
 * required. */
void filters_reset(struct filter_settings *settings);

/* Completes settings from the command line: the default thresholds of the game, then the difficulty, then the options
 * that were typed (`given`: one bool per row of filter_option_rows).  Returns false, with the reason, if no level could
 * meet all of them. */
bool filters_complete(struct filter_settings *settings, const bool *given, const struct game *game, struct text *error);

/* Whether a level of at most `most` moves could pass completed settings.  If not, `error` gets a reason that begins
 * with `what`, for example "a 5x5 level of LongCat". */
bool filters_allow_moves(const struct filter_settings *settings, double most, const char *what, struct text *error);

/* The difficulty band that settings, completed or not, ask for: the named band, or the band of --min-difficulty, or
 * that of --max-difficulty; -1: none. */
int filters_band(const struct filter_settings *settings);

/* The number of essentially different solutions at which a level is certain to be dropped, for requests. */
unsigned filters_enough(const struct filter_settings *settings);

/* The index of the first filter that drops a judged level, or filter_count if none does. */
size_t filters_check(const struct filter_settings *settings, const struct judgement *judgement);

/* Adds the default thresholds of a game to the help text, as options. */
void filters_describe(const struct game *game, struct text *help);

/* Adds a filter as the user would request it: "--min-depth=12", or its quoted name if it has no threshold. */
void filter_write(const struct filter_settings *settings, const struct filter *filter, struct text *text);

#endif

/* What is kept and why.
 *
 * One table lists every reason for which a candidate can be dropped, in the order in which they are
 * asked.  Options, their help, the checks and the line at the end of a run all come from it;
 * each game's default thresholds, in its face, are a set of these options, and a difficulty is a band of
 * the measure of that name (solve/judge/difficulty.h). */
#ifndef ONLYWAY_FILTERS_FILTERS_H
#define ONLYWAY_FILTERS_FILTERS_H

#include "base/options.h"
#include "solve/judge/judge.h"

enum filter_kind {
    FILTER_UNFIT,      /* the proposer gave up on the candidate before it was a level */
    FILTER_UNSOLVABLE, /* no solution */
    FILTER_UNDECIDED,  /* a limit stopped the search */
    FILTER_ESSENTIAL,  /* too many essentially different solutions */
    FILTER_GREEDY,     /* the greedy player solves it */
    FILTER_MIN,        /* a measure is too low, or unknown */
    FILTER_MAX,        /* a measure is too high, or unknown */
    FILTER_DUPLICATE,  /* turned or mirrored copy of a level that was kept */
    FILTER_NEAR,       /* too near to a level that was kept, see filters/likeness.h */
};

struct filter {
    const char *name; /* in the closing line; also the option's name where it has one */
    enum filter_kind kind;
    enum measure measure; /* of FILTER_MIN and FILTER_MAX */
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
    bool allow_greedy;
    bool allow_trivial;  /* leave the default thresholds out */
    unsigned difficulty; /* 1 + the band of difficulty; 0: none */
};

/* The option rows, for struct filter_settings. */
extern const struct option_row filter_option_rows[];
extern const size_t filter_option_count;

/* Thresholds that let everything through but what is not unique. */
void filters_reset(struct filter_settings *settings);

/* Completes settings from the command line: default thresholds of the game, then the difficulty,
 * then what was typed (`given`, one bool a row of filter_option_rows).  False, with the reason, where no
 * level could be all that is asked for. */
bool filters_complete(struct filter_settings *settings, const bool *given, const struct game *game, struct text *error);

/* Whether a level of at most so many moves could be what completed settings ask for; false with the
 * reason, which `what` begins: "a 5x5 level of LongCat". */
bool filters_allow_moves(const struct filter_settings *settings, double most, const char *what, struct text *error);

/* The band of difficulty that settings, completed or not, ask for: the one named, or that of the least, else
 * of the most difficulty; -1: none. */
int filters_band(const struct filter_settings *settings);

/* For requests: a level with so many essentially different solutions is dropped at any rate. */
unsigned filters_enough(const struct filter_settings *settings);

/* The number of the first filter that drops a judged level, or filter_count: none does. */
size_t filters_check(const struct filter_settings *settings, const struct judgement *judgement);

/* Adds the default thresholds of a game, as options, for --help. */
void filters_describe(const struct game *game, struct text *help);

/* Adds a filter as it was asked for: "--min-depth=12", or its name where it has no threshold. */
void filter_write(const struct filter_settings *settings, const struct filter *filter, struct text *text);

#endif

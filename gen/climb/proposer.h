/* How candidates are proposed: one proposer per game.
 *
 * Work comes in numbered units.  A unit yields any number of candidates, which depend only on the options, the seed
 * and the unit's number.  Any number of threads can therefore work on units in any order; taken in the order of
 * their numbers, the units always give the same levels. */
#ifndef ONLYWAY_GEN_CLIMB_PROPOSER_H
#define ONLYWAY_GEN_CLIMB_PROPOSER_H

#include "base/clock.h"
#include "base/stop.h"
#include "gen/climb/from.h"
#include "gen/climb/options.h"
#include "solve/judge/judge.h"

#include <stddef.h>

/* A candidate that a unit yielded, in order: either a level to judge, or one that the proposer itself dropped for a
 * filter's reason. */
struct candidate {
    uint64_t number;
    size_t dropped_by; /* index into filters, or filter_count: to be judged */
    struct grid grid;  /* owned; only if it will be judged */
};

struct candidate_list {
    struct candidate *candidates;
    size_t count, capacity;
    bool failed; /* out of memory */
};

/* Adds a level and takes its grid.  `made`: whether there was memory to make the grid; if not, the list has failed. */
void candidate_add_level(struct candidate_list *list, uint64_t number, bool made, struct grid *grid);

/* Adds a candidate that the proposer has dropped for a filter's reason; `filter` is its index. */
void candidate_add_dropped(struct candidate_list *list, uint64_t number, size_t filter);

void candidates_clear(struct candidate_list *list);
void candidates_free(struct candidate_list *list);

struct proposer;

/* A way to propose levels. */
struct method {
    const char *name;
    const char *help;  /* one sentence without a full stop */
    uint64_t patience; /* give up after this many candidates in a row were dropped */
    unsigned batch;    /* units that one thread takes at a time; small if each is much work */
};

/* A run's settings, as the proposer sees them. */
struct proposal {
    const struct proposer *proposer;
    const struct gen_options *options;
    const struct filter_settings *filters;
    const struct from *from; /* what --from names, or NULL */
    void *pieces;            /* the proposer's options; threads only read them */
    struct board_size size;
    unsigned method;        /* index into the proposer's methods */
    struct variant variant; /* of the game */
    uint64_t units;         /* number of units; UINT64_MAX: unlimited */
    uint64_t patience;      /* initially the method's; 0: never give up */
    unsigned batch;         /* initially the method's */
    uint64_t stride;        /* units from the beginning of one batch to that of the next; 0: the batch size */
    uint64_t ahead;         /* the first limit of pool_allow; 0: the thread pool decides */
    int band;               /* the difficulty band that is requested, see filters_band */
    bool compares;          /* levels are compared with each other, so that likenesses are needed */
    void *shared;           /* the proposer's own; threads only read it */
    const stop_flag *stop;  /* see proposal_stopped */
};

/* Whether the result of a unit is no longer wanted.  Long work asks now and then. */
static inline bool proposal_stopped(const struct proposal *proposal)
{
    ticker_poll();
    return *proposal->stop != 0;
}

/* A kind of piece of which levels are made; `--from` fills open cells in with them. */
struct inventory_item {
    const char *option; /* the proposer's option for the number, a range; NULL: none */
    const char *counts; /* all characters that show this kind, wherever it stands; NULL ends the list */
    const char *puts;   /* the characters to put on plain ground, chosen at random */
    bool in_turn;       /* choose the first that is not used yet instead */
    unsigned low, high; /* the number if the option is not given; a level that has more keeps them */
    unsigned each;      /* pieces for each one that the option counts; 0: one */
    unsigned like;      /* the number must equal that of the inventory item with this number, from 1; 0: independent */
    const char *length; /* the option for the length of pieces that cover several cells, whose characters are
                         * consecutive; else NULL */
    bool loose;         /* edits may add and remove some */
};

/* Output that the gen command makes instead of levels if the options ask for it, in up to this many files each. */
enum { OTHER_FILES = 2 };

struct other_output {
    const char *name;                 /* of one, in messages and in the name of the default folder */
    const char *endings[OTHER_FILES]; /* of the names of its files */

    /* The number of outputs that the options ask for; 0: they ask for levels. */
    uint64_t (*count)(const void *pieces);

    /* Prepares to make outputs.  The proposal has proposer, options, pieces and size.  `read` reads levels from files.
     * May change *size, which is the proposal's, to the size that names the default folder.  Returns NULL with the
     * reason if the outputs cannot be made. */
    void *(*start)(const struct proposal *proposal, from_reader *read, struct board_size *size, struct text *error);
    void (*stop)(void *work);

    /* Makes the n-th output, counted from 1, as the texts of its files.  A file whose text stays empty is not written.
     * Returns false if memory runs out. */
    bool (*make)(void *work, uint64_t n, struct text texts[OTHER_FILES]);
};

struct climb_game;

enum { MOST_PIECE_BYTES = 256 };

/* The high end of a range that was not given on the command line. */
#define ANY_NUMBER UINT64_MAX

/* Returns the range, or low to high if it was not given. */
static inline struct number_range range_or(struct number_range range, uint64_t low, uint64_t high)
{
    return range.high == ANY_NUMBER ? (struct number_range){low, high} : range;
}

/* A row of a proposer's options, named like the struct member that receives the value: a number or a range; 0 to
 * ANY_NUMBER if it is not given. */
#define PIECE_ROW(type, member, most, about) \
    OPTION(RANGE, #member, offsetof(type, member), "N|LOW-HIGH", PIECE_GROUP, .high = most, .help = about)

/* The row for walls, which most games have. */
#define WALLS_ROW(type) PIECE_ROW(type, walls, 4095, "walls within the playing field")

struct proposer {
    const struct game *game;
    const struct method *methods;                   /* the default comes first; an entry without a name ends the list */
    struct board_size size;                         /* default if no difficulty is requested */
    struct board_size sizes[DIFFICULTY_BAND_COUNT]; /* for each difficulty; if empty, `size` */
    unsigned min_side, max_side;

    /* The proposer's own options, which are set in the proposal's pieces, a struct of `piece_bytes` bytes (at most
     * MOST_PIECE_BYTES).  The levels depend on all of them.  Lists and optional values are not allowed.  Other games
     * may have options of the same names, but all or none of them must be flags.  The shared options and the filters
     * must have other names. */
    const struct option_row *rows;
    size_t row_count;
    size_t piece_bytes;

    const struct inventory_item *inventory; /* the pieces of its levels, NULL: only walls */
    bool can_list_all;                      /* whether --all works */
    const struct climb_game *climb;         /* used by gen/climb/climb.h; NULL: the proposer has its own method */
    const struct other_output *other;       /* what its options may ask for instead of levels; NULL: nothing */

    /* Sets *size to the size that the source of --from gives its new levels, without an outer wall, or leaves it if the
     * size is free.  Returns false with the reason if the source's levels cannot be read.  NULL: the size is free. */
    bool (*size_of_source)(const struct from *from, const void *pieces, struct board_size *size, struct text *error);

    /* The most moves that a level can have.  NULL: unknown. */
    unsigned (*most_moves)(const struct proposal *proposal);

    /* Checks the options, completes the pieces and makes what is shared.  May change units, patience and batch,
     * which are initially the method's.  Returns false with the reason if the options contradict each other.  NULL:
     * nothing to do. */
    bool (*start)(struct proposal *proposal, struct text *error);
    void (*stop)(struct proposal *proposal); /* undoes start; NULL: nothing to undo */

    /* Allocates a thread's own memory.  NULL: out of memory. */
    void *(*scratch_make)(const struct proposal *proposal);
    void (*scratch_free)(void *scratch);

    /* Works on one unit. */
    void (*propose)(const struct proposal *proposal, void *scratch, uint64_t unit, struct candidate_list *list);
};

/* Whether the options ask for something other than levels. */
bool proposer_asks_otherwise(const struct proposer *proposer, const void *pieces);

/* All proposers; NULL ends the list. */
extern const struct proposer *const proposers[];

/* The default size for a difficulty band; -1: no band. */
struct board_size proposer_size(const struct proposer *proposer, int band);

/* The proposer of the game with this name, or NULL. */
const struct proposer *proposer_find(const char *game);

#endif

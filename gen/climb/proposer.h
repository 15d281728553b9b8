/* How candidates are proposed: one proposer per game.
 *
 * Work comes in numbered units, each of which yields some candidates, none or many, depending on
 * nothing but the options, the seed and the unit's number.  So units can be worked on in any order
 * by any number of threads; taken in the order of their numbers they always give the same
 * levels. */
#ifndef ONLYWAY_GEN_CLIMB_PROPOSER_H
#define ONLYWAY_GEN_CLIMB_PROPOSER_H

#include "base/stop.h"
#include "gen/climb/fill.h"
#include "gen/climb/options.h"
#include "solve/judge/difficulty.h"

#include <stddef.h>

/* What a unit yielded: candidates in order.  Each is either a level to judge, or was dropped by the
 * proposer itself for some filter's reason. */
struct candidate {
    uint64_t number;
    size_t dropped_by; /* index into filters, or filter_count: judge it */
    struct grid grid;  /* owned; only if it is to be judged */
};

struct candidate_list {
    struct candidate *candidates;
    size_t count, capacity;
    bool failed; /* out of memory */
};

/* Adds a level; its grid is copied. */
void candidate_add_level(struct candidate_list *list, uint64_t number, const struct grid *grid);

/* Adds a candidate that the proposer has dropped for a filter's reason. */
void candidate_add_dropped(struct candidate_list *list, uint64_t number, enum filter_kind reason);

/* The same by the number of a filter. */
void candidate_add_filtered(struct candidate_list *list, uint64_t number, size_t filter);

void candidates_clear(struct candidate_list *list);
void candidates_free(struct candidate_list *list);

struct proposer;

/* A way to propose. */
struct method {
    const char *name;
    const char *help;  /* one sentence without its full stop */
    uint64_t patience; /* give up when so many candidates in a row are dropped */
    unsigned batch;    /* units that one thread takes at a time; small where they are much work */
};

/* A run's settings, as the proposer sees them. */
struct proposal {
    const struct proposer *proposer;
    const struct gen_options *options;
    const struct filter_settings *filters;
    const struct from *from; /* what --from names, or NULL */
    void *pieces;            /* the proposer's options, read only while threads run */
    struct board_size size;
    unsigned method;        /* index into the proposer's methods */
    struct variant variant; /* of the game */
    uint64_t units;         /* how many there are; UINT64_MAX: no end */
    uint64_t patience;      /* as the method's; 0: never give up */
    unsigned batch;         /* as the method's */
    uint64_t stride;        /* units from the beginning of a batch to that of the next; 0: as many as a batch has */
    uint64_t
        ahead;     /* batches begun before the first of them is taken in, see pool_allow; 0: as suits the thread pool */
    int band;      /* of difficulty that is asked for, see filters_band */
    bool compares; /* levels are compared with each other, so that their likenesses are wanted */
    void *shared;  /* the proposer's own, read only while threads run */
    const stop_flag *stop; /* no longer 0: what a unit yields is not wanted any more */
};

struct climb_game;

enum { MOST_PIECE_BYTES = 256 };

/* A range that was not given on the command line. */
#define ANY_NUMBER UINT64_MAX

/* Returns the range, or low to high if it was not given. */
static inline struct number_range range_or(struct number_range range, uint64_t low, uint64_t high)
{
    return range.high == ANY_NUMBER ? (struct number_range){low, high} : range;
}

/* A row of a proposer's options, named like the member of its struct where the value goes: a number
 * or a range, which is from 0 to ANY_NUMBER where it is not given. */
#define PIECE_ROW(type, member, most, about)                                                               \
    {                                                                                                      \
        .name = #member, .kind = OPTION_RANGE, .offset = offsetof(type, member), .argument = "N|LOW-HIGH", \
        .high = most, .group = PIECE_GROUP, .help = about                                                  \
    }

/* The same of walls, which most games have. */
#define WALLS_ROW(type) PIECE_ROW(type, walls, 4095, "walls within the playing field")

struct proposer {
    const struct game *game;
    const struct method *methods;                   /* the default first; one without a name last */
    struct board_size size;                         /* default, where no difficulty is asked for */
    struct board_size sizes[DIFFICULTY_BAND_COUNT]; /* that for each difficulty; none: `size` */
    unsigned min_side, max_side;

    /* Options of its own, set in the proposal's pieces, a struct of so many bytes (MOST_PIECE_BYTES
     * at most); the levels depend on all of them.  No lists, no optional values.  Other games may
     * have options of the same names, flags if these are flags; the shared options and the filters
     * may not. */
    const struct option_row *rows;
    size_t row_count;
    size_t piece_bytes;

    const struct inventory_item *inventory; /* what its levels are made of, see gen/climb/fill.h; NULL: walls alone */
    bool can_list_all;                      /* --all works */
    const struct climb_game *climb;         /* for what gen/climb/climb.h offers; NULL: a way of its own */
    /* Whether its options ask for something else than levels, which another output makes (other_output.h); NULL:
     * they never do. */
    bool (*asks_otherwise)(const void *pieces);

    /* The most moves that a level can have; NULL: there is no such number. */
    unsigned (*most_moves)(const struct proposal *proposal);

    /* Checks the options, completes the pieces and makes what is shared; may change units, patience
     * and batch, which are the method's.  False: the options make no sense, with the reason. */
    bool (*start)(struct proposal *proposal, struct text *error);
    void (*stop)(struct proposal *proposal); /* undoes what start made; NULL: nothing */

    /* A thread's own memory; NULL: out of memory. */
    void *(*scratch_make)(const struct proposal *proposal);
    void (*scratch_free)(void *scratch);

    /* Works on one unit. */
    void (*propose)(const struct proposal *proposal, void *scratch, uint64_t unit, struct candidate_list *list);
};

/* All proposers, NULL last. */
extern const struct proposer *const proposers[];

/* The default size for a band of difficulty; -1: none is asked for. */
struct board_size proposer_size(const struct proposer *proposer, int band);

/* The proposer of a game's name, or NULL. */
const struct proposer *proposer_find(const char *game);

#endif

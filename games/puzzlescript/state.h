/* A level of a PuzzleScript game in play: its cells, and turns made in it.
 *
 * Only `cells`, which ps_set_cells sets, the restart point and the random number generator persist between turns.  All
 * else is scratch space for a turn, so one state serves any number of turns without allocating.  A search copies
 * `cells` in and out. */
#ifndef ONLYWAY_GAMES_PUZZLESCRIPT_STATE_H
#define ONLYWAY_GAMES_PUZZLESCRIPT_STATE_H

#include "base/stop.h"
#include "games/puzzlescript/program.h"

/* The original's random number generator: RC4 with a text as its key. */
struct ps_random {
    uint8_t box[256];
    uint8_t i, j;
};

void ps_random_seed(struct ps_random *random, const char *seed); /* a text, as in recorded sessions */

/* A random number from 0 to count - 1. */
int ps_random_below(struct ps_random *random, int count);

enum {
    PS_MAX_AGAIN = 10000,      /* turns that `again` may add to one turn */
    PS_MAX_MATCHES = 1 << 24,  /* applications of rules in one turn; matches of one pattern or random group */
    PS_MAX_STEPS = 1 << 27,    /* cells examined for a key and all turns that follow from it */
    PS_MAX_WORK = 1 << 30,     /* all work for them: each cell compared, replaced or copied */
    PS_WORK_BETWEEN = 1 << 15, /* units of work between two stop checks */
    PS_SHORT_ROW = 8,          /* cells of a row whose starts are kept */
};

/* --- the record of what a turn depends on, made while the turn runs; steps.c says why it suffices --- */

enum {
    PS_MOST_READS = 64,    /* cells that a trace can record */
    PS_STAGE_WORDS = 2048, /* of its stages */
};

/* What a turn depends on, recorded while `on`. */
struct ps_trace {
    bool on;
    bool everywhere; /* the turn may depend on more than the record shows; the record then ends */
    int culprit;     /* if `everywhere`: the bit of `holds` that would have to be set, or -1 */
    /* Facts about the level without its players; two bits for each free row (struct ps_locality): it fires nowhere; it
     * matches nowhere. */
    const uint64_t *holds;
    uint64_t *relied; /* the bits of `holds` that the turn relied on */
    const int *free_of;
    int free_count;
    struct ps_spot {
        int x, y; /* may be outside the level */
    } reads[PS_MOST_READS];
    int read_count;
    int touched[PS_MOST_READS]; /* cells that the turn changed or gave a movement, and the players'; also in `reads` */
    int touched_count;
    unsigned char *marks; /* [cells] READ, TOUCHED */
    long work;            /* cells compared; a record that takes too much work is not worth it */
    const bool *blind;    /* rules that are not recorded, by their first rows; NULL: all are */
    bool paused;          /* such a rule is being applied */
    /* The touched cells between two turns that `again` joins, because the level might be won there: how many, and for
     * each its number and objects. */
    uint64_t stages[PS_STAGE_WORDS];
    int stage_count;
    size_t stage_words;
};

struct ps_state {
    const struct ps_program *program;
    int width, height, size;
    uint64_t *cells;   /* column by column, top to bottom; program->object_words each */
    uint64_t *restart; /* the same layout */
    struct ps_random random;

    /* Results of a turn: */
    bool changed;   /* the cells changed */
    bool won;       /* by a command or by the conditions */
    bool restarted; /* by a command */
    bool again;     /* another turn, with PS_TICK, must follow */
    bool capped;    /* a limit ended a group or loop of rules */
    bool too_long;  /* a limit was hit; the result of the turn is unknown */
    bool endless;   /* set by ps_follow_again: `again` cycles for ever, and the player waits */
    bool out_of_memory;
    bool stopped;        /* `check` stopped the turn; too_long is set as well */
    const char *message; /* shown in this turn, or NULL */

    /* Settings: */
    bool goes_on_after_win;      /* as in the original if no level follows */
    bool never_wins;             /* do not test the conditions */
    struct stop_check *check;    /* NULL: never stops */
    const _Atomic size_t *bytes; /* memory held, reported to `check`; NULL: 0 */

    struct ps_trace trace;

    /* Scratch space for a turn; see turn.c. */
    uint64_t *moves, *before, *probe, *circle, *start, *start_moves;
    uint64_t *rigid_group, *rigid_moves;
    uint64_t *used_boards; /* bit set of boards: the objects in the level, and the movements that may be in it */
    uint64_t *counts;      /* in how many cells each object is */
    uint64_t *all_moves;   /* movements that may be in the level */
    uint64_t *boards;      /* where each object and each movement is; NULL: the level is too large */
    int board_words;
    uint64_t *fits, fits_known; /* starts of rows of some lengths */
    uint64_t *places, *effects; /* boards of a row's matches, and of those that change something */
    int *order;                 /* [size] cells */
    uint64_t *scratch;
    int *players;
    struct ps_work *work;
    unsigned commands;
    uint64_t banned; /* bit n: rigid group n + 1 is banned */
    bool restarting, following_again;
    /* If `foreseen`: the cells, commands and message after the rules of the turn that must follow, known from its
     * trial. */
    bool foreseen;
    const bool *only;  /* apply no other rules than these, by their first rows; NULL: all */
    uint64_t *written; /* if not NULL, receives the objects that changes add or remove */
    uint64_t *next;
    unsigned next_commands;
    const char *next_message;
    long tries, steps;
    long spent, patience; /* work done for the key; work left until the next check */
    void *memory;
};

/* Makes a state without a level.  Returns NULL if memory runs out.  The program must outlive it. */
struct ps_state *ps_state_new(const struct ps_program *program);
void ps_state_free(struct ps_state *state);

/* Reserves memory for a level.  Returns false if memory runs out. */
bool ps_ensure_capacity(struct ps_state *state, const struct ps_level *level);

/* Loads cells of that level, and runs its rules if the prelude has run_rules_on_level_start.  Returns false if memory
 * runs out. */
bool ps_begin(struct ps_state *state, const uint64_t *cells);

/* Replaces the cells by others of the same level. */
void ps_set_cells(struct ps_state *state, const uint64_t *cells);

/* Makes one turn, of a direction (enum direction), PS_ACTS or PS_TICK.  The caller must follow `again`, for example by
 * ps_follow_again. */
void ps_turn(struct ps_state *state, unsigned way);

/* Makes the turns that `again` asks for.  If the cells repeat, sets `endless`; after too many turns, sets too_long. */
void ps_follow_again(struct ps_state *state);

/* Restores the level to its start or last checkpoint. */
void ps_restart(struct ps_state *state);

/* Whether a cell decides a condition by itself: a `some` condition is then met, an `all` or `no` condition is not. */
static inline bool ps_decides(const struct ps_condition *condition, const uint64_t *cell, int words)
{
    return ps_matches(condition->what, condition->all_what, cell, words) &&
           ps_matches(condition->where, condition->all_where, cell, words) != (condition->quantifier == PS_ALL);
}

/* Whether `size` cells meet all win conditions.  Returns false if there are none. */
bool ps_conditions_hold(const struct ps_program *program, const uint64_t *cells, int size);

static inline uint64_t *ps_cell(const struct ps_state *state, int cell)
{
    return &state->cells[(size_t)cell * (size_t)state->program->object_words];
}

static inline size_t ps_cell_bytes(const struct ps_state *state)
{
    return (size_t)state->size * (size_t)state->program->object_words * sizeof(uint64_t);
}

/* Whether a row of a rule matches nowhere (`none`), and whether it fires nowhere: it has no match, or the rule is this
 * row alone and changes nothing where it matches. */
struct ps_quiet {
    bool none, fires_nowhere;
};
struct ps_quiet ps_is_quiet(struct ps_state *state, const struct ps_rule *rule, int row);

/* Applies rules that need neither movements nor players, as a turn does; `written` receives the objects that they add
 * or remove.  Returns false on a failure or if a limit ends a loop. */
bool ps_apply_only(struct ps_state *state, const bool *only, uint64_t *written);

/* --- trace.c --- */

/* Ends the record of a turn, which depends on the whole level; or, if `culprit` is not -1, on that fact, which does not
 * hold. */
static inline void ps_trace_give_up(struct ps_trace *trace, int culprit)
{
    trace->everywhere = true;
    trace->culprit = culprit;
}

/* Begins a record of the next turn, whose players are in these cells.  Rules in `blind`, which may be NULL, are not
 * recorded. */
void ps_trace_begin(struct ps_state *state, const int *cells, int count, const bool *blind);

/* Records that the turn depends on what is in a cell, or that it lies outside the level. */
void ps_trace_read(struct ps_state *state, struct ps_spot spot);

/* Records that the turn changes a cell or gives it a movement. */
void ps_touch(struct ps_state *state, int cell);

/* Records that the turn relies on a fact about a free row. */
void ps_trace_rely(struct ps_trace *trace, int bit);

/* Records what it depends on whether and where a rule matches. */
void ps_trace_rule(struct ps_state *state, const struct ps_rule *rule);

#endif

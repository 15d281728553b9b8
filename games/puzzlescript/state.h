/* A level of a PuzzleScript game being played: its cells, and turns made in it.
 *
 * What is remembered between turns is `cells`, the point to which `restart` goes back, and the state of the
 * random numbers; all else is room for the work of a turn, so that one state serves any number of turns
 * without asking for memory.  A search copies `cells` in and out. */
#ifndef ONLYWAY_GAMES_PUZZLESCRIPT_STATE_H
#define ONLYWAY_GAMES_PUZZLESCRIPT_STATE_H

#include "base/stop.h"
#include "games/puzzlescript/program.h"

/* The original's generator of random numbers: RC4 with a text as its key. */
struct ps_random {
    uint8_t box[256];
    uint8_t i, j;
};

void ps_random_seed(struct ps_random *random, const char *seed);

/* A number from 0 to count - 1. */
int ps_random_below(struct ps_random *random, int count);

enum ps_input { PS_IN_UP, PS_IN_LEFT, PS_IN_DOWN, PS_IN_RIGHT, PS_IN_ACTION, PS_IN_TICK = -1 };

enum {
    PS_MAX_AGAIN = 10000,      /* turns that `again` may add to one */
    PS_MAX_MATCHES = 1 << 24,  /* tries of one rule with several patterns, in one turn */
    PS_MAX_STEPS = 1 << 27,    /* cells that are looked at for a key and all that follows by itself */
    PS_MAX_WORK = 1 << 30,     /* all that is done for them: each cell compared, replaced or copied */
    PS_WORK_BETWEEN = 1 << 15, /* two questions whether to go on */
};

/* What turns have touched, where that is asked for: the smallest rectangle with all cells that changed, or got a
 * movement, or began with one. */
struct ps_trace {
    bool on;
    bool everywhere; /* what a turn did may depend on any cell */
    int left, top, right, bottom;
};

/* Called with cells that an undo can come back to; false: no memory. */
typedef bool ps_keep(void *context, const uint64_t *cells);

struct ps_state {
    const struct ps_program *program;
    int level; /* number among the program's entries, or -1 */
    int width, height, size;
    uint64_t *cells;   /* column by column, top to bottom; program->object_words each */
    uint64_t *restart; /* likewise */
    struct ps_random random;

    /* After a turn: */
    bool changed;  /* the cells did */
    bool won;      /* a command or the conditions say so */
    bool again;    /* another turn, with PS_IN_TICK, follows by itself */
    bool capped;   /* a group or loop of rules was ended by its limit */
    bool too_long; /* a limit was hit: what the turn would have done is not known */
    bool endless;  /* after ps_settle: `again` goes round in circles for ever, and the player waits */
    bool out_of_memory;
    bool stopped;        /* `check` said so; then too_long, too */
    const char *message; /* shown in this turn, or NULL */

    /* How it is played: */
    ps_keep *keep; /* NULL: nobody undoes */
    void *keep_context;
    bool goes_on_after_win;      /* as the original does where no level follows */
    bool never_wins;             /* conditions are not looked at */
    struct stop_check *check;    /* NULL: nobody stops it */
    const _Atomic size_t *bytes; /* what is held, for that; NULL: nothing to speak of */

    struct ps_trace trace;

    /* Room for a turn; see turn.c. */
    uint64_t *moves, *before, *probe, *circle, *start, *start_moves;
    uint64_t *rigid_group, *rigid_moves;
    uint64_t *row_objects, *row_moves, *column_objects, *column_moves, *all_objects, *all_moves;
    uint64_t *scratch;
    int *players;
    struct ps_work *work;
    unsigned commands;
    uint64_t banned; /* rigid groups, as bits of their numbers - 1 */
    bool restarting, starting, settling;
    long tries, steps;
    long spent, patience; /* done for the key; what may be done until the next question */
    void *memory;
};

/* Asks whether to go on; see ps_spend. */
bool ps_may_go_on(struct ps_state *state);

/* Counts work.  False: there was too much of it, or it has to stop: too_long is set. */
static inline bool ps_spend(struct ps_state *state, long amount)
{
    state->patience -= amount;
    return state->patience >= 0 || ps_may_go_on(state);
}

/* A state without a level; NULL without memory.  The program must outlive it. */
struct ps_state *ps_state_new(const struct ps_program *program);
void ps_state_free(struct ps_state *state);

/* Loads an entry of LEVELS that is a level and runs its rules if the game wants that.  `seed`: a text, as in
 * recorded sessions; NULL: the generator goes on as it is.  False without memory. */
bool ps_load(struct ps_state *state, int level, const char *seed);

/* The same in two steps: makes room for a level's cells, which need not be the program's, and begins it. */
bool ps_ensure_capacity(struct ps_state *state, const struct ps_level *level);
bool ps_begin(struct ps_state *state, const uint64_t *cells);

/* One turn.  `again` must be followed by the caller, or by ps_settle. */
void ps_turn(struct ps_state *state, enum ps_input input);

/* Makes the turns that `again` asks for.  Where they come back to what was before, they have no end; too many
 * of them set too_long. */
void ps_settle(struct ps_state *state);

/* Puts the level back to its start or last checkpoint. */
void ps_restart(struct ps_state *state);

/* True if `size` cells meet all conditions to win; false if there are none. */
bool ps_conditions_hold(const struct ps_program *program, const uint64_t *cells, int size);

static inline uint64_t *ps_cell(const struct ps_state *state, int cell)
{
    return &state->cells[(size_t)cell * (size_t)state->program->object_words];
}

static inline void ps_touch(struct ps_state *state, int cell)
{
    struct ps_trace *trace = &state->trace;
    if (!trace->on)
        return;
    int x = cell / state->height, y = cell % state->height;
    trace->left = x < trace->left ? x : trace->left;
    trace->right = x > trace->right ? x : trace->right;
    trace->top = y < trace->top ? y : trace->top;
    trace->bottom = y > trace->bottom ? y : trace->bottom;
}

static inline size_t ps_cell_bytes(const struct ps_state *state)
{
    return (size_t)state->size * (size_t)state->program->object_words * sizeof(uint64_t);
}

/* Whether a rule matches anywhere; summaries are those of ps_summarize. */
bool ps_rule_matches(struct ps_state *state, const struct ps_rule *rule);
struct ps_work *ps_work_new(void);
void ps_work_free(struct ps_work *work);

/* Notes which objects and movements each row and column has. */
void ps_summarize(struct ps_state *state);

#endif

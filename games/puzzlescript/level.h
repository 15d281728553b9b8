/* A level as a puzzle: the types that its files share.  See puzzlescript.h. */
#ifndef ONLYWAY_GAMES_PUZZLESCRIPT_LEVEL_H
#define ONLYWAY_GAMES_PUZZLESCRIPT_LEVEL_H

#include "base/array.h"
#include "base/stop.h"
#include "games/puzzlescript/program.h"
#include "games/puzzlescript/source.h"
#include "games/puzzlescript/state.h"

#include <string.h>

enum { PS_KEYS = PS_LATE /* the ways of a move: directions, the action, and a tick */ };

_Static_assert((int)PS_ACTS == (int)MOVE_ACTION, "the ways of moves are those of turns");

/* A field of a packed state: the number of the changeable object in one layer of a cell.  `at`: where it begins among
 * the cell's fields, in bits.  A layer that an unchanging object fills has no field. */
struct ps_field {
    int at, width;
    const int *ids; /* of the layer's objects, by their numbers */
};

/* Which objects can change, derived from the rules, and how a state is packed. */
struct ps_packing {
    uint64_t *dynamic; /* objects that may appear, vanish or move; includes players */
    uint64_t *fixed;   /* [cells] the other objects, which never change */
    int **ids;         /* [layers] how many objects of `dynamic` the layer has, then these, by their numbers */
    int *weights;      /* [ids] the sum over the player objects in a cell, from 1, identifies their combination */
    int player_ways;   /* the greatest such sum; 0: too great to use */
    struct ps_packed_cell {
        int kind;  /* cells of one kind have the same fields */
        int bits;  /* the widths of its fields together */
        size_t at; /* where its fields begin among those of all cells, in bits */
    } * cells;
    struct ps_field *fields; /* [kinds][layers] those of each kind, in the order of the layers */
    struct ps_packed_object {
        uint16_t at, width, number; /* of its field, which holds its number among those of the layer; width 0: none */
    } * objects;                    /* [kinds][ids] */
    int kinds, kind_capacity;
    size_t bits, bytes; /* of all cells; of a state without the random number generator */
    /* A packed state and its cells: the start.  Other states are packed and unpacked by how they differ from it. */
    unsigned char *reference;
    const uint64_t *reference_cells;
};

/* Locality of the rules; see steps.c.  A free row is a row of a rule that needs neither a movement nor the player. */
struct ps_free_row {
    const struct ps_rule *rule;
    int row;
};

struct ps_locality {
    bool local; /* steps may be remembered */
    struct ps_free_row *free_rows;
    int free_count;
    int *free_of;      /* [rows of the program] the index of a free row, or -1 */
    size_t fact_words; /* of a bit set with two facts about each free row; see struct ps_trace */
    bool by_player;    /* a win condition depends on where the player is */
    /* Blind rules; see steps.c. */
    bool *blind;       /* [rows of the program] the first row of a rule that is blind; NULL: there is none */
    uint64_t *sighted; /* objects that may make a difference to other rules and to movements */
};

struct ps_workspace;
struct ps_win_proof;

enum { PS_MAX_IDLE = 64 };

enum ps_begin { PS_BEGIN_UNKNOWN, PS_BEGIN_WRITTEN, PS_BEGIN_KNOWN };

/* State shared by all threads that search or play a level: workspaces, and where the level begins. */
struct ps_pool {
    _Atomic(struct ps_workspace *) idle[PS_MAX_IDLE]; /* free workspaces; a thread takes one and returns it */
    _Atomic size_t bytes;                             /* of all workspaces and the source */
    /* The state of the place in which the level begins.  The first thread that computes it without being stopped sets
     * it. */
    atomic_int begin; /* enum ps_begin */
    unsigned char *begin_state;
};

/* Stops the rules on request. */
struct ps_interrupt {
    struct stop_check check;
    const stop_flag *flag;
};

/* Layout of a *position*, the words in which a level is played: the cells, then the restart point if rules can change
 * it, then the random number generator if rules use it. */
struct ps_layout {
    size_t restart, random; /* offsets; 0: absent */
    size_t words;           /* total */
};

/* Why the result of a turn is unknown.  A later reason is more serious. */
enum ps_doubt { PS_NO_DOUBT, PS_TOO_LONG, PS_TOO_MANY, PS_NOT_PACKED, PS_NO_MEMORY };

struct ps_puzzle {
    struct puzzle puzzle;
    struct arrays arrays; /* those of a fixed size that its members point to */
    struct game_source *game_source;
    const struct ps_program *program;
    struct grid text;
    struct ps_level level;
    uint64_t *cells;      /* [ps_size * object_words], in the order of ps_level */
    uint64_t *background; /* the background for cells without one */
    bool walks;           /* walking costs nothing */
    bool chance;
    int keys;     /* number of keys: the directions, or these and the action */
    bool ticks;   /* a tick is a key, too */
    int variants; /* most ways in which player objects can share one cell */
    struct ps_layout layout;
    struct ps_packing packing;
    struct ps_locality locality;
    struct ps_win_proof *win_proof;
    uint64_t *start; /* the position at the beginning of the level */
    bool start_won;
    enum ps_doubt begin_doubt; /* from the turns that begin the level; `checked` copies start with it */
    struct ps_pool *pool;
    /* Members from here on are not shared with the copies that the `checked` function makes. */
    struct ps_interrupt interrupt;
    struct stop_check *check; /* asked whether to stop; may be NULL */
    atomic_int doubt;         /* enum ps_doubt */
};

static inline struct ps_puzzle *ps_puzzle_of(const struct puzzle *puzzle)
{
    return (struct ps_puzzle *)(uintptr_t)puzzle; /* only to change its pool and its doubt */
}

static inline bool ps_is_key(const struct ps_puzzle *puzzle, unsigned way)
{
    return (int)way < puzzle->keys || (puzzle->ticks && way == PS_TICK);
}

static inline int ps_size(const struct ps_puzzle *puzzle)
{
    return puzzle->level.width * puzzle->level.height;
}

/* The cell of a level, column by column, that is a cell of its text, row by row. */
static inline size_t ps_cell_of_text(const struct grid *text, int cell)
{
    return (size_t)(cell % text->columns * text->rows + cell / text->columns);
}

/* Records a doubt.  PS_NO_MEMORY also stops all further work. */
static inline void ps_doubt(struct ps_puzzle *puzzle, enum ps_doubt doubt)
{
    int before = atomic_load(&puzzle->doubt);
    while (before < (int)doubt && !atomic_compare_exchange_weak(&puzzle->doubt, &before, (int)doubt))
        continue;
    if (doubt == PS_NO_MEMORY && puzzle->check != NULL)
        atomic_store(&puzzle->check->stopped, true);
}

/* Whether the work has stopped.  If so, discard every result from now on. */
static inline bool ps_is_stopped(const struct ps_puzzle *puzzle)
{
    return stop_check_stopped(puzzle->check) ||
           atomic_load_explicit(&puzzle->doubt, memory_order_relaxed) == PS_NO_MEMORY;
}

/* Requests `bytes` more for a workspace.  If granted, they count in the pool; otherwise the work stops. */
static inline bool ps_may_take(struct ps_puzzle *puzzle, size_t bytes)
{
    size_t all = atomic_fetch_add(&puzzle->pool->bytes, bytes) + bytes;
    if (!ps_is_stopped(puzzle) && !stop_check_ask(puzzle->check, all))
        return true;
    atomic_fetch_sub(&puzzle->pool->bytes, bytes);
    return false;
}

/* pack.c: computes the packing from the level's cells in `start`.  Returns the bytes of a state; 0: out of memory. */
size_t ps_packing_make(struct ps_puzzle *puzzle);
void ps_pack(const struct ps_puzzle *puzzle, const uint64_t *position, bool won, unsigned char *state);
/* Adds objects to a cell of a packed position. */
void ps_pack_more(const struct ps_puzzle *puzzle, int cell, const uint64_t *more, unsigned char *state);
/* Returns whether the state is won. */
bool ps_unpack(const struct ps_puzzle *puzzle, const unsigned char *state, uint64_t *position);

static inline bool ps_state_won(const unsigned char *state)
{
    return (state[0] & 1) != 0;
}

/* --- proofs that a level can no longer be won, and lower bounds on the moves to a win; see win_proof.c --- */

/* Pruning rules, by their index in game_puzzlescript.pruning. */
enum ps_pruning { PS_PRUNE_PIECES, PS_PRUNE_PLACES, PS_PRUNE_STEPS };

/* Analyses the level, whose packing must exist.  Returns false if memory runs out. */
bool ps_win_proof_make(struct ps_puzzle *puzzle);
void ps_win_proof_free(struct ps_win_proof *win_proof);

/* Whether the proof has any aims to test positions with. */
bool ps_has_win_proof(const struct ps_puzzle *puzzle);

/* Whether no win can follow from a position that is not won. */
bool ps_is_dead(const struct ps_puzzle *puzzle, const uint64_t *position);

/* Like ps_is_dead, but only if the reason is obvious: a piece that can never move again is not where it must be, or too
 * few usable pieces are left. */
bool ps_is_lost(const struct ps_puzzle *puzzle, const uint64_t *position);

/* A lower bound on the moves to a win from a position that is not won: the estimate, at least 1, or the `bound`, which
 * is never less and takes longer. */
unsigned ps_least_moves(const struct ps_puzzle *puzzle, const uint64_t *position, bool bound);

#endif

/* A level as a puzzle: what its files share; see puzzlescript.h. */
#ifndef ONLYWAY_GAMES_PUZZLESCRIPT_LEVEL_H
#define ONLYWAY_GAMES_PUZZLESCRIPT_LEVEL_H

#include "base/stop.h"
#include "games/puzzlescript/source.h"
#include "games/puzzlescript/masks.h"
#include "games/puzzlescript/state.h"

#include <string.h>

/* Directions and the action, as ways of a move; and a tick. */
enum { PS_TICKS = MOVE_WAYS, PS_KEYS };

/* A number within a packed state: which of a layer's objects that can change lies in a cell. */
struct ps_field {
    int cell, layer, width;
};

/* What can be told from the rules about objects, and how a state is packed. */
struct ps_packing {
    uint64_t *dynamic; /* objects that may appear, go or move; players are among them */
    uint64_t *fixed;   /* [cells] the others, which stay */
    uint64_t **layer;  /* [layers] those of `dynamic` in it */
    int **ids;         /* [layers] by number, from 1; 0: none of them */
    int *number;       /* [ids] */
    struct ps_field *fields;
    int count;
};

/* What is known of the rules; see window.h. */
struct ps_locality {
    bool local;
    int reach;                         /* cells that a match may extend from one of its cells */
    int ahead, columns, rows;          /* of the window of a player who goes to the right */
    const struct ps_rule **free_rules; /* those that need neither movement nor player */
    int free_count;
    bool by_player; /* conditions to win tell where the player is */
};

struct ps_workspace;
struct ps_win_proof;

enum { PS_IDLE_CAPACITIES = 64 };

enum ps_begin { PS_BEGIN_UNKNOWN, PS_BEGIN_WRITTEN, PS_BEGIN_KNOWN };

/* What all that search or play a level share and fill in: room for turns, and where the level begins. */
struct ps_pool {
    _Atomic(struct ps_workspace *) idle[PS_IDLE_CAPACITIES]; /* a thread takes one and puts it back */
    _Atomic size_t bytes;                                    /* of all rooms, and of the source */
    /* The state of the place in which the level begins, found by the first who asks and is not stopped: */
    atomic_int begin; /* enum ps_begin */
    unsigned char *begin_state;
    _Atomic unsigned hand; /* in it; PS_NO_HAND: not known */
};

#define PS_NO_HAND UINT32_MAX

/* Stops the rules where somebody asks for that. */
struct ps_interrupt {
    struct stop_check check;
    const stop_flag *flag;
};

/* Where things are in a *position*, the words in which a level is played: cells, then what a restart goes
 * back to where the rules can change that, then the generator of random numbers where it is asked. */
struct ps_layout {
    size_t restart, random; /* 0: none */
    size_t words;           /* in all */
};

/* Why a turn could not be told; the more serious reason comes later. */
enum ps_doubt { PS_NO_DOUBT, PS_TOO_LONG, PS_TOO_MANY, PS_NOT_PACKED, PS_NO_MEMORY };

struct ps_puzzle {
    struct puzzle puzzle;
    struct game_source *game_source;
    const struct ps_program *program;
    struct grid text;
    struct ps_level level;
    uint64_t *cells;      /* the level's */
    uint64_t *background; /* of cells without one */
    bool walks;           /* walking is free */
    bool chance;
    int keys;     /* how many count: the directions, or these and the action */
    bool ticks;   /* time is a key, too */
    int variants; /* ways in which a player's objects can be in one cell, at most */
    struct ps_layout layout;
    struct ps_packing packing;
    struct ps_locality locality;
    struct ps_win_proof *win_proof;
    uint64_t *start; /* the position in which it begins */
    bool start_won;
    enum ps_doubt begin_doubt; /* of how it begins */
    struct ps_pool *pool;
    /* What follows is not shared with the puzzles that are made of it to be checked. */
    struct ps_interrupt interrupt;
    struct stop_check *check; /* whom to ask whether to go on, or NULL */
    atomic_int doubt;         /* enum ps_doubt */
};

static inline struct ps_puzzle *ps_puzzle_of(const struct puzzle *puzzle)
{
    return (struct ps_puzzle *)(uintptr_t)puzzle; /* for its rooms and its doubt alone */
}

static inline bool ps_is_key(const struct ps_puzzle *puzzle, unsigned way)
{
    return (int)way < puzzle->keys || (puzzle->ticks && way == PS_TICKS);
}

static inline int ps_size(const struct ps_puzzle *puzzle)
{
    return puzzle->level.width * puzzle->level.height;
}

/* Notes a doubt.  Without memory nothing more is worked out, either. */
static inline void ps_doubt(struct ps_puzzle *puzzle, enum ps_doubt doubt)
{
    int before = atomic_load(&puzzle->doubt);
    while (before < (int)doubt && !atomic_compare_exchange_weak(&puzzle->doubt, &before, (int)doubt))
        continue;
    if (doubt == PS_NO_MEMORY && puzzle->check != NULL)
        atomic_store(&puzzle->check->stopped, true);
}

/* Whether nothing more is to be worked out: what is told from now on is worth nothing. */
static inline bool ps_is_stopped(const struct ps_puzzle *puzzle)
{
    return stop_check_stopped(puzzle->check) ||
           atomic_load_explicit(&puzzle->doubt, memory_order_relaxed) == PS_NO_MEMORY;
}

/* Whether the rules may go on, with so many bytes more in a room; if so, they count.  Else they are stopped. */
static inline bool ps_may_take(struct ps_puzzle *puzzle, size_t bytes)
{
    size_t all = atomic_fetch_add(&puzzle->pool->bytes, bytes) + bytes;
    if (!ps_is_stopped(puzzle) && !stop_check_ask(puzzle->check, all))
        return true;
    atomic_fetch_sub(&puzzle->pool->bytes, bytes);
    return false;
}

/* change.c: marks the objects that a rule may put, take away or move, players included. */
void ps_find_dynamic(const struct ps_program *program, uint64_t *dynamic);

/* Likewise: whether a cell that matches a pattern may hold an object. */
bool ps_allows(const struct ps_program *program, const struct ps_pattern *pattern, int id);

/* pack.c: lays out the packing for the level's cells in `start`; how many bytes a state takes, 0: no memory. */
size_t ps_packing_make(struct ps_puzzle *puzzle);
void ps_packing_free(struct ps_packing *packing);
void ps_pack(const struct ps_puzzle *puzzle, const uint64_t *position, bool won, unsigned char *state);
/* Returns whether the state is won. */
bool ps_unpack(const struct ps_puzzle *puzzle, const unsigned char *state, uint64_t *position);

static inline bool ps_state_won(const unsigned char *state)
{
    return (state[0] & 1) != 0;
}

#endif

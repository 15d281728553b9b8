/* A puzzle: one loaded level of some game.  It has a start and rules over states, which are plain bytes.  The search
 * core knows nothing else.
 *
 * Rules are pure: no input or output, no globals, no threads.  A puzzle does not change after it is loaded, so many
 * threads can share one and a browser can run it. */
#ifndef ONLYWAY_GAMES_PUZZLE_H
#define ONLYWAY_GAMES_PUZZLE_H

#include "base/stop.h"
#include "games/grid.h"

/* The label of a move: the piece and what it does.  Labels compare in move order. */
typedef uint32_t game_move;

/* What a piece does: it moves in a direction or performs the action; the action comes last.  MOVE_ENTER occurs only in
 * games that name some moves by where they lead: the player goes to the move's cell, from wherever that is possible. */
enum { MOVE_ACTION = DIRECTIONS, MOVE_WAYS, MOVE_ENTER = 7, MOVE_WAY_BITS = 3 };

static inline game_move move_make(unsigned piece, unsigned way)
{
    return piece << MOVE_WAY_BITS | way;
}

static inline unsigned move_piece(game_move move)
{
    return move >> MOVE_WAY_BITS;
}

static inline unsigned move_way(game_move move)
{
    return move & ((1u << MOVE_WAY_BITS) - 1);
}

/* Only for a move that is not the action. */
static inline enum direction move_direction(game_move move)
{
    return (enum direction)move_way(move);
}

/* The same piece, with its direction mapped by a symmetry; the action stays the same. */
static inline game_move move_turned(unsigned symmetry, game_move move)
{
    unsigned way = move_way(move);
    if (way < DIRECTIONS)
        way = symmetry_direction(symmetry, (enum direction)way);
    return move_make(move_piece(move), way);
}

struct game;
struct game_content;
struct puzzle;

/* The estimate of a state from which the goal is provably out of reach. */
#define ESTIMATE_LOST UINT32_MAX

/* Backward moves, for bidirectional search. */
struct puzzle_back {
    /* Writes the solved states that can end a solution, without duplicates, up to `capacity`.  Returns how many
     * there are, or 0 if they are unknown or too many. */
    size_t (*ends)(const struct puzzle *puzzle, unsigned char *states, size_t capacity);

    /* Writes the predecessors of a state in any order.  They may include unreachable states.  There is capacity for
     * PUZZLE_MOST_BACK * max_moves.  Returns how many there are. */
    unsigned (*expand)(const struct puzzle *puzzle, const unsigned char *state, unsigned char *states);

    /* As `expand`, but leaves out states for which a quick test proves that they are more than `most` moves from the
     * start.  *least receives the fewest moves that the test proved for a state left out, or ESTIMATE_LOST.  The test
     * never proves more than `bound`.  NULL: use `expand`. */
    unsigned (*expand_within)(const struct puzzle *puzzle, const unsigned char *state, unsigned most,
                              unsigned char *states, unsigned *least);

    /* A lower bound on the moves from the start to a state, or ESTIMATE_LOST if the state is unreachable.  It
     * depends on the state alone. */
    unsigned (*bound)(const struct puzzle *puzzle, const unsigned char *state);

    /* Whether parity allows a solution of this many moves.  NULL: any number is possible. */
    bool (*may_take)(const struct puzzle *puzzle, uint64_t moves);
};

enum { PUZZLE_MOST_BACK = 2, PUZZLE_MOST_KEYS = 96 };

/* Whether a state is obviously lost, or that memory ran out before this was known. */
enum lost { LOST_NO, LOST_YES, LOST_NO_MEMORY };

/* The rules.  Each state is `state_bytes` bytes; equal states have equal bytes. */
struct puzzle_rules {
    void (*start)(const struct puzzle *puzzle, unsigned char *state);

    /* Writes all legal moves in move order, and the successor states one after the other.  There is capacity for
     * max_moves of each.  Returns how many there are. */
    unsigned (*expand)(const struct puzzle *puzzle, const unsigned char *state, game_move *moves,
                       unsigned char *states);

    bool (*solved)(const struct puzzle *puzzle, const unsigned char *state);

    /* "Obviously lost", as the reference of measures defines it for the game.  Never LOST_YES for a state from which
     * the goal can be reached. */
    enum lost (*lost)(const struct puzzle *puzzle, const unsigned char *state);

    /* `lost` is true of exactly the states that are not solved and have no legal move. */
    bool lost_if_stuck;

    /* A lower bound on the moves still needed, or ESTIMATE_LOST. */
    unsigned (*estimate)(const struct puzzle *puzzle, const unsigned char *state);

    /* The members below may be NULL; the general definition of the measure then applies. */

    /* A bound for searches that takes more time or memory than `estimate` and is at least as high.  What it leaves
     * unproved must depend on the state alone.  Measures never use it.  NULL: use the estimate. */
    unsigned (*bound)(const struct puzzle *puzzle, const unsigned char *state);

    /* Every search calls this first: makes tables for `bound` and expand_within that take long, unless they exist, and
     * keeps them with the puzzle, which other threads may use meanwhile.  Without the tables, these prove less.
     * Returns false if memory runs out, but true if the check (NULL: none) stops it; the search must then stop, too.
     * NULL: nothing to do. */
    bool (*prepare_bound)(const struct puzzle *puzzle, struct stop_check *check);

    /* For searches of very many states: makes what `high_bound` needs, unless it exists, and keeps it with the puzzle.
     * Takes at most `allowed` bytes.  Returns the bytes held, or 0 if there is no such bound, if it takes more, if
     * memory runs out or if the check (NULL: none) stops it.  Other threads may use the puzzle meanwhile.  NULL: there
     * is none. */
    size_t (*prepare)(const struct puzzle *puzzle, size_t allowed, struct stop_check *check);

    /* As `bound`, and at least as high.  Only used after `prepare` has returned more than 0. */
    unsigned (*high_bound)(const struct puzzle *puzzle, const unsigned char *state);

    /* The value that the greedy player minimizes.  NULL: the estimate. */
    unsigned (*greed)(const struct puzzle *puzzle, const unsigned char *state);

    /* Whether the n-th of `moves` counts for `interplay`.  It is made in the n-th of `states`, which holds one state
     * more.  NULL: it counts if it moves a different piece than the move before. */
    bool (*interplay)(const struct puzzle *puzzle, const unsigned char *states, const game_move *moves, unsigned n);

    /* Whether the n-th move counts for `detours`, with the same parameters.  NULL: it counts if the move does not
     * lower the estimate. */
    bool (*detour)(const struct puzzle *puzzle, const unsigned char *states, const game_move *moves, unsigned n);

    /* The number of moves made by the piece that makes the fewest, with the same parameters.  Pieces that need not move
     * count, too.  NULL: one piece makes all moves. */
    unsigned (*turns)(const struct puzzle *puzzle, const unsigned char *states, const game_move *moves, unsigned count);

    /* Maps a label by one of the puzzle's symmetries.  NULL: only the direction changes. */
    game_move (*map_move)(const struct puzzle *puzzle, unsigned symmetry, game_move move);

    /* Whether the goal is proved to be out of reach, so that a search may drop the state.  Never true of a state
     * from which the goal can be reached.  May miss lost states; the fewer it misses, the better. */
    bool (*dead)(const struct puzzle *puzzle, const unsigned char *state);

    /* expand for searches: may leave out moves into states that are proved lost, where that is faster than calling
     * `dead` for each. */
    unsigned (*expand_live)(const struct puzzle *puzzle, const unsigned char *state, game_move *moves,
                            unsigned char *states);

    /* As expand_live, but also leaves out moves after which a quick test proves that more than `most` moves are still
     * needed.  *least receives the fewest moves that the test proved after a move left out, or ESTIMATE_LOST.  The test
     * never proves more than `bound`, or with `high`, than `high_bound`.  Only used beside expand_live. */
    unsigned (*expand_within)(const struct puzzle *puzzle, const unsigned char *state, unsigned most, bool high,
                              game_move *moves, unsigned char *states, unsigned *least);

    /* Replaces a state by the representative of its equivalence class.  Two states are equivalent if they differ
     * only by an exchange of equal pieces, or if a symmetry of the static part of the board maps one to the other.
     * Both allow the same continuations under other labels.  Only used where puzzle_merges. */
    void (*merge)(const struct puzzle *puzzle, unsigned char *state);

    /* Backward moves from the solved states; NULL: unknown. */
    const struct puzzle_back *back;

    /* For finding the states that lead to a given state among very many: writes keys of a state.  If a move leads from
     * one state to another, then one of the first state's keys before a move is one of the second state's keys `after`
     * a move.  This also holds once both states are merged.  Few other states should share keys.  Returns how many keys
     * it wrote, at most PUZZLE_MOST_KEYS.  If a state of the puzzle may have more, it returns 0 for every state.  NULL:
     * there are no keys. */
    unsigned (*move_keys)(const struct puzzle *puzzle, const unsigned char *state, bool after, uint64_t *keys);

    /* For games whose rules may fail to terminate: why no result is certain, or NULL if all results are.  The reason is
     * that the effect of some move requested so far is unknown.  *no_memory receives whether memory ran out. */
    const char *(*doubt)(const struct puzzle *puzzle, bool *no_memory);

    /* For games whose rules may be slow: makes a copy of the puzzle with its own doubts and with rules that poll
     * `check`.  Once `check` has stopped, the rules list no moves, and all their other results are meaningless.  The
     * puzzle and the check must outlive the copy.  Returns NULL if memory runs out. */
    struct puzzle *(*checked)(const struct puzzle *puzzle, struct stop_check *check);
    void (*checked_free)(struct puzzle *puzzle);

    /* Whether the rules have stopped because of `check`, an interruption or lack of memory. */
    bool (*stopped)(const struct puzzle *puzzle);
};

/* The head of every game's own puzzle structure. */
struct puzzle {
    const struct puzzle_rules *rules;
    const struct game *game; /* NULL: it belongs to no game */
    size_t state_bytes;
    size_t table_bytes; /* of large tables, once prepare_bound has made them; searches count them as their memory */
    unsigned max_moves; /* upper limit on a state's legal moves */
    unsigned symmetry_count;                   /* of the level including its start; at least 1 */
    unsigned char symmetries[GRID_SYMMETRIES]; /* the symmetries; the first is 0 */
    unsigned images;     /* bit set of the grid symmetries that its rules respect; 0: those of its game */
    bool equals;         /* exchanging some pieces changes only the labels: see merge */
    unsigned mirrors;    /* upper limit on the mirror images that `merge` turns into one state; 0: none, also set by
                          * callers that want images kept apart */
    const char *inexact; /* why it can be played but not judged, as in struct language; NULL: it can be judged */
    bool no_action;      /* the game's action key is switched off */
    /* Whether expand_within leaves out nearly all moves into states with a bound of more than `most`, and all moves if
     * the state's own bound is more than `most` + 1.  A best-first search then needs no other bounds. */
    bool keeps_within;
    const struct grid *text;             /* the level as written; NULL: as its start is drawn */
    const struct game_content *contents; /* overrides struct game's `contents` for this level; NULL: use the game's */
    unsigned spared;                     /* bit set of the game's pruning rules that are switched off; for tests */
};

/* Mixes all bits of a number, like the finalizer of MurmurHash3 by A. Appleby. */
static inline uint64_t puzzle_mix(uint64_t a)
{
    a = (a + 1) * UINT64_C(0x9e3779b97f4a7c15);
    a = (a ^ a >> 33) * UINT64_C(0xff51afd7ed558ccd);
    return (a ^ a >> 33) * UINT64_C(0xc4ceb9fe1a85ec53);
}

/* Whether the n-th pruning rule of the puzzle's game is active. */
static inline bool puzzle_prunes(const struct puzzle *puzzle, unsigned n)
{
    return (puzzle->spared >> n & 1) == 0;
}

/* Whether `merge` can map different states to one. */
static inline bool puzzle_merges(const struct puzzle *puzzle)
{
    return puzzle->equals || puzzle->mirrors > 1;
}

/* The rules' `doubt`, for any puzzle. */
static inline const char *puzzle_doubt(const struct puzzle *puzzle, bool *no_memory)
{
    *no_memory = false;
    return puzzle->rules->doubt == NULL ? NULL : puzzle->rules->doubt(puzzle, no_memory);
}

/* Whether the rules of a puzzle have stopped.  If so, their last results are meaningless. */
static inline bool puzzle_stopped(const struct puzzle *puzzle)
{
    return puzzle->rules->stopped != NULL && puzzle->rules->stopped(puzzle);
}

/* A search's lower bound on the moves still needed, or ESTIMATE_LOST. */
static inline unsigned puzzle_bound(const struct puzzle *puzzle, const unsigned char *state)
{
    const struct puzzle_rules *rules = puzzle->rules;
    return (rules->bound != NULL ? rules->bound : rules->estimate)(puzzle, state);
}

#endif

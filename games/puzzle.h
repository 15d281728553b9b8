/* A puzzle: one level of some game, ready to be played: a start and rules over states that are
 * plain bytes.  This is all that the search core knows.
 *
 * Rules are pure: they do no input or output, keep no globals, start no threads, and a puzzle does
 * not change once it is loaded, so that many threads may use one and a browser may run them. */
#ifndef ONLYWAY_GAMES_PUZZLE_H
#define ONLYWAY_GAMES_PUZZLE_H

#include "base/stop.h"
#include "games/grid.h"

/* The label of a move: which piece, and what it does.  Labels compare in move order. */
typedef uint32_t game_move;

/* What a piece does: it goes in a direction, or does what is none, which comes last. */
enum { MOVE_ACTION = DIRECTIONS, MOVE_WAYS, MOVE_WAY_BITS = 3 };

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

/* Of a move that is no action. */
static inline enum direction move_direction(game_move move)
{
    return (enum direction)move_way(move);
}

/* The same piece, and the way as a symmetry turns it; an action stays what it is. */
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

/* What an estimate may say of a state from which the goal is out of reach for certain. */
#define ESTIMATE_LOST UINT32_MAX

/* The moves taken back, for a search from both ends. */
struct puzzle_back {
    /* The solved states that may end a solution, none twice, as far as there is room for them.  Returns how
     * many there are; 0: they are not known, or too many. */
    size_t (*ends)(const struct puzzle *puzzle, unsigned char *states, size_t capacity);

    /* The states from which a move leads to this one, in any order, those that cannot be reached included or
     * not.  There is room for PUZZLE_MOST_BACK * max_moves.  Returns how many there are. */
    unsigned (*expand)(const struct puzzle *puzzle, const unsigned char *state, unsigned char *states);

    /* A lower bound on the moves from the start, or ESTIMATE_LOST: no move leads there.  It may not depend on
     * anything but the state. */
    unsigned (*bound)(const struct puzzle *puzzle, const unsigned char *state);

    /* Whether a solution may have so many moves, as far as parity tells; NULL: any number. */
    bool (*may_take)(const struct puzzle *puzzle, uint64_t moves);
};

enum { PUZZLE_MOST_BACK = 2 };

/* The rules.  States are `state_bytes` bytes each; equal states have equal bytes. */
struct puzzle_rules {
    void (*start)(const struct puzzle *puzzle, unsigned char *state);

    /* All legal moves in move order, and the states after them, one behind the other.  There is
     * room for max_moves of each.  Returns how many there are. */
    unsigned (*expand)(const struct puzzle *puzzle, const unsigned char *state, game_move *moves,
                       unsigned char *states);

    bool (*solved)(const struct puzzle *puzzle, const unsigned char *state);

    /* "Obviously lost", as the reference of measures defines it for the game; never true of a state
     * from which the goal can be reached. */
    bool (*lost)(const struct puzzle *puzzle, const unsigned char *state);

    /* A lower bound on the moves still needed, or ESTIMATE_LOST. */
    unsigned (*estimate)(const struct puzzle *puzzle, const unsigned char *state);

    /* The rest may be NULL; then the general definition of the measure holds. */

    /* As estimate, for a search: what takes more work or memory to find, and is no lower.  What it does not
     * prove may not depend on anything but the state; measures are never taken of it.  NULL: the
     * estimate. */
    unsigned (*bound)(const struct puzzle *puzzle, const unsigned char *state);

    /* What the greedy player makes as low as he can; NULL: the estimate. */
    unsigned (*greed)(const struct puzzle *puzzle, const unsigned char *state);

    /* Whether the n-th of `moves` (made in the n-th of `states`, which has one state more) counts
     * for `interplay`; NULL: another piece moves than before. */
    bool (*interplay)(const struct puzzle *puzzle, const unsigned char *states, const game_move *moves, unsigned n);

    /* Likewise for `detours`; NULL: the estimate is no lower after the move. */
    bool (*detour)(const struct puzzle *puzzle, const unsigned char *states, const game_move *moves, unsigned n);

    /* Where a label goes under one of the puzzle's symmetries; NULL: only the direction changes. */
    game_move (*map_move)(const struct puzzle *puzzle, unsigned symmetry, game_move move);

    /* Whether the goal is proved to be out of reach, so that a search may drop the state.  Never
     * true of a state from which the goal can be reached; the more it finds, the better. */
    bool (*dead)(const struct puzzle *puzzle, const unsigned char *state);

    /* As expand, for a search: may leave out moves into states that are proved lost, where that is
     * quicker than asking `dead` about each. */
    unsigned (*expand_live)(const struct puzzle *puzzle, const unsigned char *state, game_move *moves,
                            unsigned char *states);

    /* Of all states that differ in nothing but an exchange of equal pieces, or that are images of each other by a
     * symmetry of what never changes on the board, it makes the same one of them.  From these the same can be
     * done, by moves that have other labels.  Only where puzzle_merges. */
    void (*merge)(const struct puzzle *puzzle, unsigned char *state);

    /* The way back from the solved states; NULL: it is not known. */
    const struct puzzle_back *back;

    /* For games whose rules may come to no end: whether what became of some move asked for so far is not
     * known, so that no result is certain; why, as a text, and whether memory ran out.  NULL: no. */
    const char *(*doubt)(const struct puzzle *puzzle, bool *no_memory);

    /* For games whose rules may take long over one move: the same puzzle, with doubts of its own, whose rules ask
     * `check`.  Once that has stopped they list no moves, and whatever else they tell is worth nothing.  The puzzle
     * and the check must outlive it.  NULL: out of memory. */
    struct puzzle *(*checked)(const struct puzzle *puzzle, struct stop_check *check);
    void (*checked_free)(struct puzzle *puzzle);

    /* Whether these have left off, for that reason, an interruption, or want of memory. */
    bool (*stopped)(const struct puzzle *puzzle);
};

/* The head of every game's own puzzle structure. */
struct puzzle {
    const struct puzzle_rules *rules;
    const struct game *game; /* NULL: not a game's */
    size_t state_bytes;
    unsigned max_moves;                        /* no state has more legal moves */
    unsigned symmetry_count;                   /* of the level with its start; at least 1 */
    unsigned char symmetries[GRID_SYMMETRIES]; /* which ones; the first is 0 */
    unsigned images;     /* symmetries of the grid that its rules respect, as bits; 0: as many as its game says */
    bool equals;         /* some pieces may change places without a difference but in the labels: see merge */
    unsigned mirrors;    /* so many states at most are images of each other, which `merge` makes one; 0, also set by who
                          * wants them apart: none are */
    const char *inexact; /* why it can be played and not be judged: chance has a say in it, or time; NULL: it can */
    const struct grid *text;             /* the level as it was written; NULL: as its start is drawn */
    const struct game_content *contents; /* as struct game's, of this level; NULL: those of its game */
    unsigned spared; /* the pruning rules not to be used, one bit for each of its game's; for tests */
};

/* Whether the n-th pruning rule of the puzzle's game is to be used. */
static inline bool puzzle_prunes(const struct puzzle *puzzle, unsigned n)
{
    return (puzzle->spared >> n & 1) == 0;
}

/* Whether some states may be made one. */
static inline bool puzzle_merges(const struct puzzle *puzzle)
{
    return puzzle->equals || puzzle->mirrors > 1;
}

/* As the rules' `doubt`, of any puzzle. */
static inline const char *puzzle_doubt(const struct puzzle *puzzle, bool *no_memory)
{
    *no_memory = false;
    return puzzle->rules->doubt == NULL ? NULL : puzzle->rules->doubt(puzzle, no_memory);
}

/* Whether the rules of a puzzle have left off: then what they told last is worth nothing. */
static inline bool puzzle_stopped(const struct puzzle *puzzle)
{
    return puzzle->rules->stopped != NULL && puzzle->rules->stopped(puzzle);
}

/* The bound of a search on the moves still needed, or ESTIMATE_LOST. */
static inline unsigned puzzle_bound(const struct puzzle *puzzle, const unsigned char *state)
{
    const struct puzzle_rules *rules = puzzle->rules;
    return (rules->bound != NULL ? rules->bound : rules->estimate)(puzzle, state);
}

#endif

/* Snowman levels as bit boards, used by every part of the game.
 *
 * The board is the smallest rectangle around all cells that are not wall.  Its cells have *places*, row by row,
 * with one wall after each row, so that a shift by one place or one row moves a whole set of cells and nothing
 * wraps around.  Cells that are not wall also have *numbers*, 0 to cells - 1 in the same order, which take fewer
 * bits in a state. */
#ifndef ONLYWAY_GAMES_SNOWMAN_BOARD_H
#define ONLYWAY_GAMES_SNOWMAN_BOARD_H

#include "base/array.h"
#include "games/game.h"
#include "games/mirrors.h"
#include "games/walk.h"

#include <stdatomic.h>
#include <string.h>

enum {
    SNOWMAN_WORDS = ((GRID_MAX_SIDE + 1) * GRID_MAX_SIDE + 63) / 64,
    SNOWMAN_SIZES = 3, /* small 0, medium 1, large 2 */
};

/* Pruning rules. */
enum {
    SNOWMAN_SHORTAGE,  /* too few balls of a size, or too little snow */
    SNOWMAN_FROZEN,    /* no useless balls that can never move again */
    SNOWMAN_GROUPING,  /* the estimate groups the balls */
    SNOWMAN_MIRRORS,   /* one state for all mirror images */
    SNOWMAN_DEAD_ENDS, /* the bound counts the snow that only balls that stay on it can take */
    SNOWMAN_GROWTH,    /* the bound lets no ball grow as it arrives on a large one */
    SNOWMAN_CLEARING,  /* the bound counts detours of balls that take snow out of the way of others */
    SNOWMAN_THREES,    /* the bound for very many states knows the cost of any three balls alone */
};

/* The content of a cell: the sum of its balls, as in the text. */
enum { SMALL = 1, MEDIUM = 2, LARGE = 4, COMPLETE = 7 };

/* A set of places.  Only the board's own number of words is used. */
struct cell_set {
    uint64_t word[SNOWMAN_WORDS];
};

/* A state, unpacked. */
struct snowman_position {
    struct cell_set balls[SNOWMAN_SIZES];
    struct cell_set snow;
    int player; /* his place, or the first place that he can walk to */
};

/* The mirror image of a few places, as a set of up to two words. */
struct cell_image {
    uint64_t word[2];
};

enum { NIBBLES = 16 }; /* groups of four bits in a word */

/* Adjacent places in one word; used to copy snow in and out of states many cells at a time. */
struct snow_run {
    unsigned place, length;
};

struct snowman_threes;

struct snowman {
    struct puzzle puzzle;
    struct grid grid; /* the text without snow, balls and player */
    bool by_steps;    /* a move is a step of the player */
    unsigned balls;   /* number of balls, stacked or not */
    unsigned cells;
    int places, stride; /* stride: places per row */
    unsigned words;
    struct cell_set open, targets;
    bool has_targets;              /* the text has some, reachable or not */
    struct snowman_position begin; /* the start, with the player where the text has him */
    int (*next)[DIRECTIONS];       /* [places] the adjacent place, or -1 for a wall */
    int *cell_at;                  /* [places] number of the cell, or -1 */
    int *place_of;                 /* [cells] */
    int *text_cell;                /* [cells] its cell in the text */
    int *place_in_text;            /* [cells of the text] its place, or -1 */
    struct snow_run *runs;
    unsigned run_count;
    unsigned cell_bits, count_bits; /* widths of a cell number and of a number of balls */
    /* Fewest pushes of a single ball between two cells: rows of `distance_row` entries.  NULL if the level is too
     * large for the table.  See estimate.c. */
    unsigned char *distance;
    unsigned distance_row;
    unsigned char *round_trip; /* [cells] fewest pushes of a ball away from a cell and back */
    struct mirrors mirrors;    /* of places */
    /* [mirrors.count][words * NIBBLES][16] the images of four adjacent places, by which of them are in the set;
     * NULL without mirrors or if sets are too large */
    struct cell_image *images;
    /* The table of threes.c; NULL until a search has prepared.  The pointer is in memory of its own, because the board
     * does not change.  The table is owned. */
    _Atomic(struct snowman_threes *) *threes;
    struct cell_set corners;   /* cells with walls on two adjacent sides */
    struct cell_set dead_ends; /* cells that no ball can be pushed away from; empty without the table */
    struct arrays arrays;      /* all of the board's own */
};

static inline const struct snowman *snowman_board(const struct puzzle *puzzle)
{
    return (const struct snowman *)puzzle;
}

static inline bool set_has(const struct cell_set *set, int place)
{
    return set->word[place >> 6] >> (place & 63) & 1;
}

static inline void set_add(struct cell_set *set, int place)
{
    set->word[place >> 6] |= UINT64_C(1) << (place & 63);
}

static inline void set_remove(struct cell_set *set, int place)
{
    set->word[place >> 6] &= ~(UINT64_C(1) << (place & 63));
}

/* Most sets have one or two words, which are faster without a call of the library. */
static inline void set_clear(const struct snowman *board, struct cell_set *set)
{
    set->word[0] = set->word[1] = 0;
    if (board->words > 2)
        memset(set->word, 0, board->words * sizeof *set->word);
}

static inline void set_copy(const struct snowman *board, struct cell_set *to, const struct cell_set *from)
{
    to->word[0] = from->word[0];
    if (board->words == 2)
        to->word[1] = from->word[1];
    else if (board->words > 2)
        memcpy(to->word, from->word, board->words * sizeof *to->word);
}

/* A set of at most BITS_WORDS words as one number.  Each row of a board ends with a wall, so nothing wraps around when
 * the number is shifted by a place or a row. */
#ifdef __SIZEOF_INT128__
__extension__ typedef unsigned __int128 cell_bits;
#else /* 32-bit processors */
typedef uint64_t cell_bits;
#endif

enum { BITS_WORDS = sizeof(cell_bits) / sizeof(uint64_t) };

/* Shifts by 64 bits take two steps, because the number may have no more. */
static inline cell_bits set_bits(const struct snowman *board, const struct cell_set *set)
{
    return board->words == 1 ? set->word[0] : (cell_bits)set->word[1] << 32 << 32 | set->word[0];
}

static inline void set_from_bits(const struct snowman *board, struct cell_set *set, cell_bits bits)
{
    set->word[0] = (uint64_t)bits;
    if (board->words == 2)
        set->word[1] = (uint64_t)(bits >> 32 >> 32);
}

static inline unsigned set_size(const struct snowman *board, const struct cell_set *set)
{
    unsigned size = 0;
    for (unsigned i = 0; i < board->words; i++)
        size += (unsigned)__builtin_popcountll(set->word[i]);
    return size;
}

static inline bool set_equal(const struct snowman *board, const struct cell_set *a, const struct cell_set *b)
{
    return memcmp(a->word, b->word, board->words * sizeof *a->word) == 0;
}

/* The first place of the set at or after `from`, or -1. */
static inline int set_next(const struct snowman *board, const struct cell_set *set, int from)
{
    unsigned i = (unsigned)from >> 6;
    if (i >= board->words)
        return -1;
    uint64_t word = set->word[i] & ~UINT64_C(0) << (from & 63);
    while (word == 0) {
        if (++i == board->words)
            return -1;
        word = set->word[i];
    }
    return (int)(i << 6) + __builtin_ctzll(word);
}

static inline int set_first(const struct snowman *board, const struct cell_set *set)
{
    return set_next(board, set, 0);
}

/* The places with a ball. */
static inline void find_stacks(const struct snowman *board, const struct snowman_position *position,
                               struct cell_set *stacks)
{
    unsigned i = 0;
    do
        stacks->word[i] = position->balls[0].word[i] | position->balls[1].word[i] | position->balls[2].word[i];
    while (++i < board->words);
}

static inline unsigned stack_at(const struct snowman_position *position, int place)
{
    return (set_has(&position->balls[0], place) ? SMALL : 0u) | (set_has(&position->balls[1], place) ? MEDIUM : 0u) |
           (set_has(&position->balls[2], place) ? LARGE : 0u);
}

/* The smallest ball of a stack, which is on top. */
static inline unsigned top_of(unsigned stack)
{
    return stack & -stack;
}

static inline unsigned size_of(unsigned ball)
{
    return (unsigned)__builtin_ctz(ball);
}

static inline int place_towards(const struct snowman *board, int place, enum direction direction)
{
    return board->next[place][direction];
}

/* Adds to a region everything connected to it through open places outside `blocked`. */
void snowman_flood(const struct snowman *board, const struct cell_set *blocked, struct cell_set *region);

/* The places that the player can walk to. */
void snowman_walks(const struct snowman *board, const struct snowman_position *position, struct cell_set *region);

/* The same after a push from `place` that led to `position`; `before` are the places that the player could walk to
 * before.  Usually no flooding is necessary: the region only loses the place that the ball moved to. */
void snowman_walks_after(const struct snowman *board, const struct cell_set *before,
                         const struct snowman_position *position, int place, enum direction direction,
                         struct cell_set *region);

void snowman_unpack(const struct snowman *board, const unsigned char *state, struct snowman_position *position);

/* Whether each size has exactly one ball for each snowman. */
bool snowman_all_sizes(const struct snowman *board, const unsigned char *state);

/* Packs a position; keeps the player's place as given. */
void snowman_pack(const struct snowman *board, const struct snowman_position *position, unsigned char *state);

/* As `move_keys` in puzzle.h, if moves are pushes. */
unsigned snowman_move_keys(const struct puzzle *puzzle, const unsigned char *state, bool after, uint64_t *keys);

/* Number of bits in a state. */
size_t snowman_state_bits(const struct snowman *board);

extern const struct puzzle_rules snowman_push_rules, snowman_step_rules;
extern const struct walk_rules snowman_walk_rules;

/* Why the goal is out of reach, judged by balls and snow alone; NULL: no such reason. */
const char *snowman_shortage(const struct snowman *board, const struct snowman_position *position);

/* Whether balls that can never move again stand where they cannot become part of a snowman.  `region` is where the
 * player can walk. */
bool snowman_frozen(const struct snowman *board, const struct snowman_position *position,
                    const struct cell_set *region);

enum snowman_strength {
    SNOWMAN_ESTIMATE, /* the estimate that measures use */
    SNOWMAN_BOUND,    /* a stronger bound for searches */
    SNOWMAN_HIGH,     /* the strongest, after snowman_prepare */
};

/* A lower bound on ball movements, or ESTIMATE_LOST. */
unsigned snowman_bound(const struct snowman *board, const struct snowman_position *position,
                       enum snowman_strength strength);

/* As `prepare` in puzzle.h. */
size_t snowman_prepare(const struct puzzle *puzzle, size_t allowed, struct stop_check *check);

/* Whether expanding within a limit finds nearly all moves beyond it. */
bool snowman_can_look_ahead(const struct snowman *board);

/* Fills in mirrors; everything else of the board must be complete (position.c).  Returns false if memory runs out; the
 * board then owns what was allocated. */
bool snowman_find_mirrors(struct snowman *board);

/* As in struct puzzle_rules. */
void snowman_merge(const struct puzzle *puzzle, unsigned char *state);

/* Fills in the table of distances.  Returns false if memory runs out. */
bool snowman_measure_distances(struct snowman *board);

#endif

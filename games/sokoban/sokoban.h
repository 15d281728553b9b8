/* Sokoban: push every box onto a goal.  A level may have spare goals.
 *
 * sokoban.c handles the text of levels, board.c the board, its states and their mirror images, rules.c the moves, and
 * deadlock.c deadlocks.  bound.c has the estimate.  Levels that may have very many states also get tables, which let a
 * search prove more (tables.c and bound.c), and can be searched from both ends.
 *
 * Cells are the places that the player could walk to if there were no boxes, numbered row by row.  Everything
 * outside them is decoration, except a box that is not on a goal: it makes the level unsolvable.  For walks, a
 * board has a bitmap with one bit per cell.  Consecutive rows are separated by one bit that is never set, so a step
 * in any direction is a shift of the whole map. */
#ifndef ONLYWAY_GAMES_SOKOBAN_SOKOBAN_H
#define ONLYWAY_GAMES_SOKOBAN_SOKOBAN_H

#include "base/array.h"
#include "games/game.h"
#include "games/mirrors.h"
#include "games/walk.h"

#include <stdatomic.h>

extern const struct game game_sokoban;
extern const struct face face_sokoban;

enum {
    SOKOBAN_PUSHES, /* metrics: what depth counts */
    SOKOBAN_MOVES,
};

/* Pruning rules. */
enum {
    SOKOBAN_DEAD_CELLS, /* no box onto a cell from which it can reach no goal */
    SOKOBAN_FROZEN,     /* no box off its goal that can never move again */
    SOKOBAN_MATCHING,   /* the estimate assigns each box its own goal */
    SOKOBAN_SIDES,      /* box distances depend on which side the player is on */
    SOKOBAN_GROUPS,     /* groups of up to four boxes that are lost together, or get in each other's way */
    SOKOBAN_CLUSTERS,   /* the same for a box and the four boxes nearest to it, in searches of many states */
    SOKOBAN_MIRRORS,    /* one state for all mirror images */
    SOKOBAN_PULLS,      /* bidirectional search */
};

enum {
    SOKOBAN_MAX_CELLS = 4096,
    SOKOBAN_MAX_WORDS = 256, /* per bitmap */
    SOKOBAN_NO_WAY = 0xffff, /* a distance: unreachable */
};

/* What one box can do if there are no others, for levels that may have very many states.  A box's *node*
 * is its cell together with its side that the player is on, that is, the part of the board around the box that
 * contains the player.  Pushes of other boxes do not change it. */
struct sokoban_tables {
    unsigned nodes, goals; /* goals: those of the board, which are the columns here */
    uint8_t *side; /* [cells * cells] with a box on the first cell, the side that the second cell is on; the box's own
                    * cell counts as the first side */
    uint16_t *first_node;         /* [cells] the node of the cell's first side */
    int *distance;                /* [nodes * goals, and 3 unused] pushes to each goal, or SOKOBAN_FAR */
    uint64_t *arrive[DIRECTIONS]; /* [words] cells where a box pushed in that direction can still reach a goal */
    int *price;     /* [goals] prices of the start's cheapest matching; other matchings start with these */
    uint64_t *dark; /* [words] every other cell, as on a chessboard */
    unsigned dark_goals;
    int *since;       /* [nodes * boxes, and 3 unused] pushes from each box of the start, or SOKOBAN_FAR */
    int *since_price; /* [boxes] prices of a solved state's cheapest matching with the boxes of the start */
    int *since_gain;  /* [nodes] minimum of `since` minus price over the boxes of the start; SOKOBAN_FAR: unreachable */
    int since_base;   /* sum of the prices; adding the gains of all boxes gives a bound on the pushes since the start */

    uint16_t *rank; /* [cells] a number for each cell from which a goal can be reached, or SOKOBAN_NO_WAY */
    unsigned ranks;

    struct sokoban_groups *groups; /* or NULL */
    struct arrays arrays;
};

enum {
    SOKOBAN_MOST_GROUPED = 4, /* boxes of a group */
    SOKOBAN_CLUSTERED = 5,    /* boxes of a cluster */
    SOKOBAN_MOST_RANKS = 256, /* of a board with groups */
};

enum {
    SOKOBAN_FAR = 1 << 22,     /* more than the pushes of all boxes; one per goal fits into an int */
    SOKOBAN_MOST_COLUMNS = 64, /* goals of a board with tables */
    SOKOBAN_MOST_MATCHED = 24, /* goals for the estimate to match; with more, it sums nearest distances, for speed */
    SOKOBAN_LOST_GROUP = 255,
};

/* Costs of small groups of boxes, at given prices of the goals, if there are no other boxes; see tables.c.  A group
 * is identified by the ranks of its boxes' cells.  Groups of one size are numbered in the order of their highest
 * ranks, then of the next highest, and so on (see sokoban_group). */
struct sokoban_groups {
    unsigned most; /* size of the largest groups that are worth a table; 0: none */
    int price[SOKOBAN_MOST_COLUMNS];
    unsigned goal[SOKOBAN_MOST_COLUMNS]; /* the cell of a column */
    int *gain;       /* [nodes] a box's minimum of pushes minus price over the goals; SOKOBAN_FAR: the box is lost */
    uint64_t *tight; /* [nodes] the goals that attain this minimum, as a bit set */
    bool near;       /* all prices are well below SOKOBAN_FAR, so they cannot be confused with unreachable goals */
    uint64_t spare;  /* the goals with the highest price, which spare goals take */
    int base;        /* sum of the prices, without those of spare goals; adding all gains gives a bound */
    uint32_t ways[SOKOBAN_CLUSTERED + 1][SOKOBAN_MOST_RANKS + 1]; /* [k][n] ways to choose k of n, modulo 2^32 */
    unsigned words;                                               /* per bitmap of ranks */
    size_t bytes;                                                 /* of the excesses */
    /* NULL until a search has prepared. */
    _Atomic(struct sokoban_excesses *) excesses;
    _Atomic(struct sokoban_clusters *) clusters;
};

/* The tables of groups, by size of the groups, from 2 on. */
struct sokoban_excesses {
    const struct sokoban_groups *groups;
    unsigned most; /* size of the largest known groups */
    /* `excess`: the cost of a group beyond the gains of its boxes, or SOKOBAN_LOST_GROUP; [groups * cells] by the group
     * and the player's cell.  `own`: the groups for which that is more than the groups within them account for; [cells
     * * groups of one box less * words] by the player's cell and all ranks but the lowest, as bitmaps of the lowest
     * rank. */
    uint8_t *excess[SOKOBAN_MOST_GROUPED + 1];
    uint64_t *own[SOKOBAN_MOST_GROUPED + 1];
};

/* Groups of five boxes, as above.  They are too many to look all of them up in each state.  So only *clusters* are
 * looked up, which are a box and the four boxes nearest to it. */
struct sokoban_clusters {
    uint8_t *nearest; /* [ranks * ranks] the ranks in the order of their distance from a rank, which comes first */
    uint8_t *excess;  /* [groups * cells] 0 if it is no more than the groups within it account for */
};

struct sokoban {
    struct puzzle puzzle;
    struct grid grid; /* the text */
    int top, left;    /* the bounding rectangle of all cells, within the text */
    int rows, columns;
    unsigned cells, boxes, goal_count; /* those within the player's reach: see sokoban_lay_out */
    char hopeless[80];                 /* why the text alone shows that there is no solution; may be empty */
    unsigned player;                   /* the player's start cell */
    bool counts_moves;                 /* depth counts the player's steps */

    /* [cells] each */
    int *place;              /* in the text */
    unsigned *piece;         /* in the rectangle, row by row; moves identify cells by this number */
    int (*next)[DIRECTIONS]; /* the adjacent cell, or -1 */
    uint16_t *bit;           /* in the bitmap */
    uint16_t (*around)[8];   /* bits of the eight neighbours, clockwise from the one above */
    bool *goal;
    uint16_t *nearest; /* lower bound on pushes to the nearest goal, or SOKOBAN_NO_WAY */
    int *distance;     /* [cells * goal_count, and 3 unused] lower bound on pushes to each goal, or SOKOBAN_FAR; NULL if
                        * there are more than SOKOBAN_MOST_MATCHED */

    int *cell_of_piece;    /* [rows * columns] or -1 */
    int *cell_of_bit;      /* [64 * words] or -1 */
    unsigned words, width; /* of the bitmap: 64-bit words; bits from a cell to the one below */
    /* For each 3x3 square of open and closed cells, read row by row: whether the open neighbours of the middle are
     * connected through the corners. */
    uint64_t together[8];

    uint64_t *floor, *goals; /* [words] all cells; the goal cells */
    uint64_t *alive;         /* [words] cells from which a box can reach a goal */
    uint64_t *stuck[2];      /* [words] cells where no box can be pushed vertically; horizontally */

    /* State format: the boxes, as a sorted list of cells or as one bit per cell, whichever is shorter; then the
     * first cell of the region in which the player can walk, or his own cell when counting moves.  A cell number
     * takes 1 byte, or 2 if there are more than 256 cells. */
    bool listed;
    unsigned cell_bytes, box_bytes;
    unsigned char *start;          /* the start's state */
    struct sokoban_tables *tables; /* or NULL */
    struct mirrors mirrors;
    unsigned char *solved; /* if there are no spare goals: the boxes of every solved state */
    struct arrays arrays;  /* all of the board's own */
};

static inline const struct sokoban *sokoban_board(const struct puzzle *puzzle)
{
    return (const struct sokoban *)puzzle;
}

/* A decoded state. */
struct sokoban_position {
    uint64_t boxes[SOKOBAN_MAX_WORDS];
    uint16_t list[SOKOBAN_MAX_CELLS]; /* the boxes' cells in order */
    unsigned player;                  /* cell */
};

static inline bool sokoban_test(const uint64_t *map, unsigned bit)
{
    return map[bit / 64] >> (bit % 64) & 1;
}

static inline void sokoban_flip(uint64_t *map, unsigned bit)
{
    map[bit / 64] ^= UINT64_C(1) << (bit % 64);
}

/* One word of a map after shifting the map up or down by `shift` bits.  With at most 4 words, the shift is less
 * than 64.  It is never a multiple of 64. */
static inline __attribute__((always_inline)) uint64_t sokoban_word(const uint64_t *map, unsigned words, unsigned word)
{
    return word < words ? map[word] : 0; /* words before the first wrap around and give 0, too */
}

static inline __attribute__((always_inline)) uint64_t sokoban_higher(const uint64_t *map, unsigned words, unsigned word,
                                                                     unsigned shift)
{
    unsigned whole = words <= 4 ? 0 : shift / 64, part = shift % 64;
    return sokoban_word(map, words, word - whole) << part |
           (words == 1 ? 0 : sokoban_word(map, words, word - whole - 1) >> (64 - part));
}

static inline __attribute__((always_inline)) uint64_t sokoban_lower(const uint64_t *map, unsigned words, unsigned word,
                                                                    unsigned shift)
{
    unsigned whole = words <= 4 ? 0 : shift / 64, part = shift % 64;
    return sokoban_word(map, words, word + whole) >> part |
           (words == 1 ? 0 : sokoban_word(map, words, word + whole + 1) << (64 - part));
}

/* A cell's number in a state, in `size` bytes. */
static inline unsigned sokoban_get_cell(const unsigned char *bytes, unsigned size)
{
    return size == 1 ? bytes[0] : bytes[0] | (unsigned)bytes[1] << 8;
}

static inline void sokoban_set_cell(unsigned char *bytes, unsigned size, unsigned cell)
{
    bytes[0] = (unsigned char)cell;
    if (size == 2)
        bytes[1] = (unsigned char)(cell >> 8);
}

/* --- the board --- */

/* Numbers the cells that the player can reach and fills in everything that follows from the text.  `player` is his
 * place in the text, and `reached` marks the cells there.  Only the boxes and goals on these cells count.  `board` is
 * all zero except for grid, counts_moves and hopeless.  Returns false if memory runs out. */
bool sokoban_lay_out(struct sokoban *board, int player, const bool *reached);
void sokoban_free(struct puzzle *puzzle);

void sokoban_read_state(const struct sokoban *board, const unsigned char *state, struct sokoban_position *position);

/* Writes the state of a position from its list, which must be sorted; `boxes` is not used. */
void sokoban_write_state(const struct sokoban *board, const struct sokoban_position *position, unsigned char *state);

/* Spreads `reach` to everything connected to it within `open`. */
void sokoban_flood(const struct sokoban *board, uint64_t *reach, const uint64_t *open);

/* Fills in the cells without boxes, and those of them that the player can walk to. */
void sokoban_find_region(const struct sokoban *board, const uint64_t *boxes, unsigned player, uint64_t *open,
                         uint64_t *reach);

/* The first cell of a nonempty map. */
unsigned sokoban_first(const struct sokoban *board, const uint64_t *map);

/* --- the rules --- */

extern const struct puzzle_rules sokoban_push_rules, sokoban_move_rules;
extern const struct walk_rules sokoban_walk_rules;

/* --- mirror images --- */

/* Fills in mirrors, for a board that is laid out.  Returns false if memory runs out; the board then owns what was
 * allocated. */
bool sokoban_find_mirrors(struct sokoban *board);

/* As in struct puzzle_rules. */
void sokoban_merge(const struct puzzle *puzzle, unsigned char *state);

/* --- deadlocks --- */

/* Fills in nearest, distance, alive and stuck.  Returns false if memory runs out. */
bool sokoban_find_distances(struct sokoban *board);

/* Whether a box that has just arrived at `cell` can never move again, perhaps together with others that it blocks,
 * and one of these boxes is not on a goal.  `boxes` has the box in its new place. */
bool sokoban_freezes(const struct sokoban *board, const uint64_t *boxes, unsigned cell);

enum lost sokoban_lost(const struct puzzle *puzzle, const unsigned char *state);

/* --- the tables --- */

/* Makes the tables of a board that is laid out, whatever its size, unless they exist already.  They include groups of
 * at most `grouped` boxes.  Returns false if memory runs out; the board then owns what was allocated. */
bool sokoban_make_tables(struct sokoban *board, unsigned grouped);

/* The size of the largest groups worth making, or 0 if the level has too few states for tables to pay off. */
unsigned sokoban_groups_worth(const struct sokoban *board);
void sokoban_free_tables(struct sokoban_tables *tables);

static inline unsigned sokoban_node(const struct sokoban *board, const struct sokoban_tables *tables, unsigned box,
                                    unsigned player)
{
    return tables->first_node[box] + tables->side[box * (size_t)board->cells + player];
}

/* The number of a group; its ranks are in ascending order. */
static inline size_t sokoban_group(const struct sokoban_groups *groups, const unsigned *ranks, unsigned size)
{
    size_t number = 0;
    for (unsigned n = 0; n < size; n++)
        number += groups->ways[n + 1][ranks[n]];
    return number;
}

static inline unsigned sokoban_group_excess(const struct sokoban *board, const struct sokoban_excesses *excesses,
                                            const unsigned *ranks, unsigned size, unsigned player)
{
    return excesses->excess[size][sokoban_group(excesses->groups, ranks, size) * board->cells + player];
}

/* As `prepare_bound` in puzzle.h: makes the excesses. */
bool sokoban_make_excesses(const struct puzzle *puzzle, struct stop_check *check);

/* As `prepare` in puzzle.h. */
size_t sokoban_make_clusters(const struct puzzle *puzzle, size_t allowed, struct stop_check *check);

/* The limit of an expansion that leaves out states which are proved to be too far away. */
struct sokoban_limit {
    const int *gain; /* [nodes] */
    int sum;         /* of the state's gains and all prices */
    bool parity;     /* the number of pushes after the expansion is known to be odd or even: */
    bool odd;
    unsigned most, least; /* see expand_within in puzzle.h */
};

/* Whether a state is within the limit after a box has moved from one node to another. */
static inline bool sokoban_is_within(struct sokoban_limit *limit, unsigned from, unsigned to)
{
    int sum = limit->sum - limit->gain[from] + limit->gain[to];
    if (limit->gain[to] == SOKOBAN_FAR)
        return false;
    unsigned bound = sum < 0 ? 0 : (unsigned)sum;
    bound += limit->parity && (bound % 2 != 0) != limit->odd;
    if (bound <= limit->most)
        return true;
    limit->least = bound < limit->least ? bound : limit->least;
    return false;
}

/* Sets a limit, whose `most` and `least` are set, for an expansion of a state.  Returns false if the rules that it is
 * based on are switched off, or if a box cannot reach the other end. */
bool sokoban_set_limit(const struct sokoban *board, const struct sokoban_position *position, bool back,
                       struct sokoban_limit *limit);

/* Whether the number of pushes from these boxes to the goals is odd, which is the same for all solutions.  Only for
 * levels without spare goals. */
bool sokoban_is_odd(const struct sokoban *board, const uint64_t *boxes);

/* The estimate, and the bounds of a forward search; see puzzle.h. */
unsigned sokoban_estimate(const struct puzzle *puzzle, const unsigned char *state);
unsigned sokoban_bound(const struct puzzle *puzzle, const unsigned char *state);
unsigned sokoban_high_bound(const struct puzzle *puzzle, const unsigned char *state);

/* Fills in the prices, from matchings of the start and of a solved state; the distances must be known.  Returns false
 * if memory runs out. */
bool sokoban_find_prices(const struct sokoban *board, struct sokoban_tables *tables);

/* The bound of a search backwards from the solved states; see puzzle.h. */
unsigned sokoban_bound_since(const struct puzzle *puzzle, const unsigned char *state);

#endif

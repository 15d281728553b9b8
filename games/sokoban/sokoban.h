/* Sokoban: push every box onto a goal.  There may be goals to spare.
 *
 * sokoban.c has the text of its levels, board.c the board and its states, rules.c the moves, walk.c
 * how these are written and played with the walks between them, deadlock.c what cannot be solved any
 * more and how much is still to do at least, mirror.c which states are images of each other.  Levels that may have very
 * many states have tables, too, by which a search proves more: sides.c, tables.c, conflicts.c and bound.c;
 * and can be searched from both ends.
 *
 * Cells are the places the player could walk to if there were no boxes, numbered row by row.  What
 * lies outside of them is decoration, but for a box that is not on a goal: it never will be.  For
 * walks a board has a bitmap, in which each cell has a bit: rows stand one behind the other with
 * one bit between them that is never set, so that a step in any direction is a shift of the whole
 * map. */
#ifndef ONLYWAY_GAMES_SOKOBAN_SOKOBAN_H
#define ONLYWAY_GAMES_SOKOBAN_SOKOBAN_H

#include "games/game.h"
#include "games/mirrors.h"

extern const struct game game_sokoban;
extern const struct face face_sokoban;

enum {
    SOKOBAN_PUSHES, /* metrics: what depth counts */
    SOKOBAN_MOVES,
};

enum {                     /* pruning rules */
       SOKOBAN_DEAD_CELLS, /* no box onto a cell from which no goal can be reached */
       SOKOBAN_FROZEN,     /* no box that can never move again, off its goal */
       SOKOBAN_MATCHING,   /* the estimate gives each box a goal of its own */
       SOKOBAN_SIDES,      /* a box goes where the player can get at it */
       SOKOBAN_PAIRS,      /* two boxes that are lost together, or in each other's way */
       SOKOBAN_GROUPS,     /* likewise up to four */
       SOKOBAN_MIRRORS,    /* one state for all mirror images */
       SOKOBAN_PULLS,      /* a search from both ends */
};

enum {
    SOKOBAN_MAX_CELLS = 4096,
    SOKOBAN_MAX_WORDS = 256, /* of a bitmap */
    SOKOBAN_NO_WAY = 0xffff, /* a distance: never */
};

/* What a box can do, and two boxes, if there were no others; of levels that may have very many
 * states.  A box's *node* is its cell together with the side of it that the player is on: the part of
 * the board that is left when the box stands there.  No push of another box changes that. */
struct sokoban_tables {
    unsigned nodes, goals;        /* goals: of the board, which are the columns here */
    uint8_t *side;                /* [cells * cells] of a box on the first, where the second lies; the box's
                               own cell counts as the first side */
    uint16_t *first_node;         /* [cells] the node of the first side */
    int *distance;                /* [nodes * goals] pushes to each goal, or SOKOBAN_FAR */
    uint64_t *arrive[DIRECTIONS]; /* [words] cells where a box pushed that way can still get to a goal */
    int *price;                   /* [goals] of the start's cheapest matching, where others begin */
    uint64_t *dark;               /* [words] every other cell, as on a chessboard */
    unsigned dark_goals;
    int *since;       /* [nodes * boxes] pushes from each box of the start, or SOKOBAN_FAR */
    int *since_price; /* [boxes] likewise, of a solved state */

    /* Two boxes on cells from which goals can be reached.  The pair of cells of rank i < j has the
     * number j * (j - 1) / 2 + i. */
    uint16_t *rank; /* [cells] or SOKOBAN_NO_WAY */
    unsigned ranks;
    size_t pairs;
    uint8_t *excess; /* [cells * pairs] by the player's cell and the pair: pushes that two boxes
                               take more than each alone, whatever goals they go to, or
                               SOKOBAN_LOST_PAIR; NULL: not known */

    struct sokoban_groups *groups; /* or NULL */
};

enum {
    SOKOBAN_MOST_GROUPED = 4, /* boxes of a group */
    SOKOBAN_MOST_RANKS = 256, /* of a board with groups */
};

enum {
    SOKOBAN_LOST_PAIR = 255,
    SOKOBAN_FAR = 1 << 22,     /* more than all boxes' pushes; so many as there are goals fit into an int */
    SOKOBAN_MOST_COLUMNS = 64, /* goals of a board with tables */
    SOKOBAN_LOST_GROUP = 255,
};

/* What a few boxes cost at prices of the goals if there were no others; see tables.c.  A group of boxes is known by
 * the ranks of their cells; its number counts the groups of its size in the order of their highest ranks, then
 * of the next ones (see sokoban_group). */
struct sokoban_groups {
    unsigned most; /* boxes of the largest groups that are known; 0: none */
    int price[SOKOBAN_MOST_COLUMNS];
    unsigned goal[SOKOBAN_MOST_COLUMNS]; /* the cell of a column */
    int *gain;                           /* [nodes] of a box: least of pushes less price; SOKOBAN_FAR: it is lost */
    uint64_t *tight;                     /* [nodes] the goals for which that is so, as bits */
    bool near;      /* no price is so large that others cannot be told from what cannot be reached */
    uint64_t spare; /* the goals of the highest price, which are those to go without a box */
    int base;       /* all prices but those of goals to spare; with all gains, a bound */
    uint32_t ways[SOKOBAN_MOST_GROUPED + 1][SOKOBAN_MOST_RANKS + 1]; /* to choose so many boxes of so many */
    unsigned words;                                                  /* of a bitmap of ranks */
    /* By size of the groups, from 2 on: what a group costs more than the gains of its boxes, or
     * SOKOBAN_LOST_GROUP, [groups * cells] by the group and the player's cell; and where this is more than groups
     * within it say, [cells * groups of one box less * words] by the player's cell and all but the
     * lowest rank, as bitmaps of that rank. */
    uint8_t *excess[SOKOBAN_MOST_GROUPED + 1];
    uint64_t *own[SOKOBAN_MOST_GROUPED + 1];
};

struct sokoban {
    struct puzzle puzzle;
    struct grid grid; /* the text */
    int top, left;    /* the smallest rectangle with all cells, within the text */
    int rows, columns;
    unsigned cells, boxes, goal_count; /* the player's: see sokoban_lay_out */
    char hopeless[80];                 /* why the text alone tells that it cannot be solved; may be empty */
    unsigned player;                   /* the cell where the player starts */
    bool counts_moves;                 /* depth counts the player's steps */

    /* [cells] each */
    int *place;              /* in the text */
    unsigned *piece;         /* in the rectangle, row by row: how moves name a cell */
    int (*next)[DIRECTIONS]; /* the cell that way, or -1 */
    uint16_t *bit;           /* in the bitmap */
    uint16_t (*around)[8];   /* bits of the eight neighbours, clockwise from the one above */
    bool *goal;
    uint16_t *nearest;  /* pushes from there to the nearest goal at least, or SOKOBAN_NO_WAY */
    uint16_t *distance; /* [goal_count * cells] likewise to each goal */

    int *cell_of_piece;    /* [rows * columns] or -1 */
    int *cell_of_bit;      /* [64 * words] or -1 */
    unsigned words, width; /* of the bitmap: 64-bit words; bits from a cell to the one below */
    /* For each 3x3 square of open and closed cells, row by row: whether those beside the middle
     * hang together by way of the corners. */
    uint64_t together[8];

    uint64_t *floor, *goals; /* [words] all cells; those that are goals */
    uint64_t *alive;         /* likewise: those from which a box can get to a goal */
    uint64_t *stuck[2];      /* likewise: where no box can be pushed up or down, left or right */

    /* A state: the boxes, as a list of cells in order or as one bit a cell, whichever is shorter;
     * then the first cell of the region in which the player can walk (counting moves: his cell).
     * Cell numbers take 1 byte, or 2 where there are more than 256. */
    bool listed;
    unsigned cell_bytes, box_bytes;
    unsigned char *start;          /* the start's state */
    struct sokoban_tables *tables; /* or NULL */
    struct mirrors mirrors;
    unsigned char *solved; /* if there are as many goals: the boxes of the only solved state's */
};

static inline const struct sokoban *sokoban_board(const struct puzzle *puzzle)
{
    return (const struct sokoban *)puzzle;
}

/* A state taken apart. */
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

/* A word of a map that is moved to higher bits, by `shift` of them, or to lower ones.  With 4 words
 * or fewer the shift is less than 64; it is never a multiple of that. */
static inline __attribute__((always_inline)) uint64_t sokoban_word(const uint64_t *map, unsigned words, unsigned word)
{
    return word < words ? map[word] : 0; /* also for words before the first, which wrap around */
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

/* Numbers the cells that can be reached from `player` (a place in the text) and fills in all that
 * follows from the text; the boxes and goals are those on these cells.  `board` starts with all
 * zero but for grid, counts_moves and hopeless.  False: out of memory. */
bool sokoban_lay_out(struct sokoban *board, int player, const bool *reached);
void sokoban_free(struct sokoban *board);

void sokoban_read_state(const struct sokoban *board, const unsigned char *state, struct sokoban_position *position);

/* Writes the state of a position, whose list must be in order; its boxes are not asked. */
void sokoban_write_state(const struct sokoban *board, const struct sokoban_position *position, unsigned char *state);

/* Spreads `reach` to everything connected with it within `open`. */
void sokoban_flood(const struct sokoban *board, uint64_t *reach, const uint64_t *open);

/* The first cell of a map that is not empty. */
unsigned sokoban_first(const struct sokoban *board, const uint64_t *map);

/* --- the rules --- */

extern const struct puzzle_rules sokoban_push_rules, sokoban_move_rules;
extern const struct puzzle_back sokoban_push_back, sokoban_move_back;

/* Writes the state after the n-th box, that on `from`, has gone to `to` and the player to `player`. */
void sokoban_move_box(const struct sokoban *board, const unsigned char *state, unsigned n, unsigned from, unsigned to,
                      unsigned player, unsigned char *after);

/* --- mirror images --- */

/* Fills in mirrors, of a board that is laid out.  False: out of memory; what there is is freed with the board. */
bool sokoban_find_mirrors(struct sokoban *board);

/* As in struct puzzle_rules. */
void sokoban_merge(const struct puzzle *puzzle, unsigned char *state);

/* --- moves as text and keys --- */

size_t sokoban_write_moves(const struct puzzle *puzzle, const game_move *moves, size_t count, char *text,
                           size_t capacity);
size_t sokoban_steps(const struct puzzle *puzzle, const game_move *moves, size_t count);
size_t sokoban_write_label(const struct puzzle *puzzle, game_move move, char *text, size_t capacity);
int sokoban_read_move(const struct puzzle *puzzle, const unsigned char *state, struct move_reader *reader,
                      game_move *move, struct complaint *complaint);

extern const struct game_keys sokoban_keys;

/* --- deadlocks and the estimate --- */

/* Fills in nearest, distance, alive and stuck.  False: out of memory. */
bool sokoban_find_distances(struct sokoban *board);

/* Whether a box that has just come to `cell` can never move again, nor can others because of it,
 * and one of these is not on a goal.  `boxes` has it where it is now. */
bool sokoban_freezes(const struct sokoban *board, const uint64_t *boxes, unsigned cell);

bool sokoban_lost(const struct puzzle *puzzle, const unsigned char *state);
unsigned sokoban_estimate(const struct puzzle *puzzle, const unsigned char *state);

/* --- the tables --- */

/* Makes the tables of a board that is laid out, whatever its size, unless it has them, with groups of so many boxes at
 * most.  False: out of memory; what there is is freed with the board. */
bool sokoban_make_tables(struct sokoban *board, unsigned grouped);

/* Whether the level may have so many states that tables pay: 0, or the boxes of the largest groups. */
unsigned sokoban_groups_worth(const struct sokoban *board);
void sokoban_free_tables(struct sokoban_tables *tables);

/* Tells the parts of the board that are left without two cells, which may be the same, [cells] each,
 * from 0; those of the two are 0.  `queue` has room for all cells.  Returns how many parts there are. */
unsigned sokoban_find_parts(const struct sokoban *board, unsigned one, unsigned other, uint8_t *part, uint16_t *queue);

/* Fills in excess; sides must be known.  False: out of memory. */
bool sokoban_find_pairs(const struct sokoban *board, struct sokoban_tables *tables);

static inline unsigned sokoban_node(const struct sokoban *board, const struct sokoban_tables *tables, unsigned box,
                                    unsigned player)
{
    return tables->first_node[box] + tables->side[box * (size_t)board->cells + player];
}

static inline size_t sokoban_pair(unsigned rank, unsigned other)
{
    size_t low = rank < other ? rank : other, high = rank < other ? other : rank;
    return high * (high - 1) / 2 + low;
}

/* The number of a group; its ranks are in ascending order. */
static inline size_t sokoban_group(const struct sokoban_groups *groups, const unsigned *ranks, unsigned size)
{
    size_t number = 0;
    for (unsigned n = 0; n < size; n++)
        number += groups->ways[n + 1][ranks[n]];
    return number;
}

static inline unsigned sokoban_group_excess(const struct sokoban *board, const struct sokoban_groups *groups,
                                            const unsigned *ranks, unsigned size, unsigned player)
{
    return groups->excess[size][sokoban_group(groups, ranks, size) * board->cells + player];
}

/* Fills in groups of up to `most` boxes, or of as many as are worth it; sides and prices must be known.  False: out
 * of memory. */
bool sokoban_find_groups(const struct sokoban *board, struct sokoban_tables *tables, unsigned most);

/* Fills in the groups of one size; smaller ones must be known.  False: out of memory. */
void sokoban_free_groups(struct sokoban_groups *groups);

/* What comes to all gains for the sake of groups, or ESTIMATE_LOST. */
unsigned sokoban_conflicts(const struct sokoban *board, const struct sokoban_position *position);

/* Whether a box that was just pushed to `to` from where the player is now is lost together with one of
 * the others. */
bool sokoban_pair_lost(const struct sokoban *board, const struct sokoban_position *position, unsigned from,
                       unsigned to);

/* Whether the pushes from some boxes to the goals are an odd number, however it is done; where no goals are to
 * spare. */
bool sokoban_is_odd(const struct sokoban *board, const uint64_t *boxes);

/* The bound of a search; see puzzle.h. */
unsigned sokoban_bound(const struct puzzle *puzzle, const unsigned char *state);

/* Fills in the prices, by a matching of the start and one of a solved state; `since` must be known.  False: out of
 * memory. */
bool sokoban_find_prices(const struct sokoban *board, struct sokoban_tables *tables);

/* Fills in `since`; sides must be known.  False: out of memory. */
bool sokoban_find_since(const struct sokoban *board, struct sokoban_tables *tables);

/* The bound of a search from the solved states; see puzzle.h. */
unsigned sokoban_bound_since(const struct puzzle *puzzle, const unsigned char *state);

#endif

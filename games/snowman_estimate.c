/* Snowman: how many ball movements are needed at least.
 *
 * Every snowman is made of three balls that meet on one cell as its small, its medium and its large
 * ball.  A ball that is to be larger than it is must come through snow on the way, once or twice.
 * The table has the fewest pushes of a single ball in the empty garden from any cell to any other;
 * a way through snow goes first to some cell that has snow still, then on.  So every ball has a row
 * of costs for each part that it can play, one cost for each meeting cell; three balls cost the
 * least sum over cells and parts; and the bound is the cheapest way to group all balls by threes.
 *
 * A ball that rests on the meeting cell already costs nothing only if it lies right: a large one, or
 * a medium one on a large one.  Any other must make room for the balls below it and come back.
 *
 * Costs are single bytes, worked on sixteen at a time. */
#include "games/snowman_board.h"

#include <assert.h>
#include <stdlib.h>

enum {
    BLOCK = 16,         /* costs worked on at once; rows are filled up to whole blocks */
    MOST_CELLS = 256,   /* of a garden with a table */
    MOST_BALLS = 12,    /* to be grouped */
    FAR = 28,           /* costs beyond this are cut down to it ... */
    NEVER = 85,         /* ... so that a sum of three tells whether one of them is this */
};

static_assert(3 * FAR < NEVER && 3 * NEVER <= UINT8_MAX && FAR + NEVER <= UINT8_MAX,
              "sums of costs must fit");

typedef unsigned char cost_row[MOST_CELLS];

/* The balls that are not part of a complete snowman. */
struct parts {
    const struct snowman *board;
    unsigned row; /* entries of a row in use */
    unsigned count;
    unsigned char size[MOST_BALLS];
    cost_row cost[MOST_BALLS][SNOWMAN_SIZES]; /* by the part played; unset where it cannot be */
    unsigned char triple[MOST_BALLS][MOST_BALLS][MOST_BALLS];
};

static const unsigned char *distances(const struct snowman *board, unsigned cell)
{
    return board->distance + (size_t)cell * board->distance_row;
}

/* to[i] = the lesser of to[i] and from[i] + extra */
static void take_lesser(unsigned char *restrict to, const unsigned char *restrict from,
                        unsigned char extra, unsigned row)
{
    for (unsigned block = 0; block < row; block += BLOCK) {
        for (unsigned i = block; i < block + BLOCK; i++) {
            unsigned char sum = (unsigned char)(from[i] + extra);
            to[i] = sum < to[i] ? sum : to[i];
        }
    }
}

static void take_lesser_sum(unsigned char *restrict to, const unsigned char *restrict a,
                            const unsigned char *restrict b, unsigned row)
{
    for (unsigned block = 0; block < row; block += BLOCK) {
        for (unsigned i = block; i < block + BLOCK; i++) {
            unsigned char sum = (unsigned char)(a[i] + b[i]);
            to[i] = sum < to[i] ? sum : to[i];
        }
    }
}

static unsigned char least_sum(const unsigned char *restrict a, const unsigned char *restrict b,
                               unsigned row)
{
    unsigned char least[BLOCK];
    memset(least, UINT8_MAX, sizeof least);
    for (unsigned block = 0; block < row; block += BLOCK) {
        for (unsigned i = 0; i < BLOCK; i++) {
            unsigned char sum = (unsigned char)(a[block + i] + b[block + i]);
            least[i] = sum < least[i] ? sum : least[i];
        }
    }
    unsigned char best = UINT8_MAX;
    for (unsigned i = 0; i < BLOCK; i++)
        best = least[i] < best ? least[i] : best;
    return best;
}

static void cut_down(unsigned char *cost, unsigned row)
{
    for (unsigned block = 0; block < row; block += BLOCK) {
        for (unsigned i = block; i < block + BLOCK; i++) {
            unsigned char near = cost[i] < FAR ? cost[i] : FAR;
            cost[i] = cost[i] < NEVER ? near : NEVER;
        }
    }
}

/* `to` receives the costs of going on through one cell of snow, given the costs of getting to each
 * cell.  `again`: the cell of snow is not yet the meeting cell, so it needs to be left again. */
static void go_through_snow(const struct parts *parts, const struct snowman_position *position,
                            const unsigned char *from, bool again, unsigned char *to)
{
    const struct snowman *board = parts->board;
    memset(to, NEVER, parts->row);
    for (int place = set_first(board, &position->snow); place >= 0;
         place = set_next(board, &position->snow, place + 1)) {
        unsigned cell = (unsigned)board->cell_at[place];
        if (from[cell] == NEVER)
            continue;
        unsigned char there = to[cell];
        take_lesser(to, distances(board, cell), from[cell], parts->row);
        if (again)
            to[cell] = there;
    }
    cut_down(to, parts->row);
}

static void add_part(struct parts *parts, const struct snowman_position *position, int place,
                     unsigned size)
{
    const struct snowman *board = parts->board;
    unsigned cell = (unsigned)board->cell_at[place];
    cost_row *cost = parts->cost[parts->count];
    unsigned stack = stack_at(position, place);
    const unsigned char *plain = distances(board, cell);
    parts->size[parts->count++] = (unsigned char)size;
    memcpy(cost[size], plain, parts->row);
    if (size < 2)
        go_through_snow(parts, position, plain, false, cost[size + 1]);
    if (size == 0) {
        cost_row once;
        go_through_snow(parts, position, plain, true, once);
        go_through_snow(parts, position, once, false, cost[2]);
    }
    if (size == 0 || (size == 1 && (stack & LARGE) == 0))
        cost[size][cell] = board->round_trip[cell];
}

/* A large ball lies at the bottom of a snowman: not below a complete one, nor off the targets. */
static void forbid_places(struct parts *parts, const struct cell_set *complete)
{
    const struct snowman *board = parts->board;
    for (unsigned cell = 0; cell < board->cells; cell++) {
        int place = board->place_of[cell];
        if (!set_has(complete, place) && (!board->has_targets || set_has(&board->targets, place)))
            continue;
        for (unsigned i = 0; i < parts->count; i++)
            parts->cost[i][2][cell] = NEVER;
    }
}

static void find_complete(const struct snowman *board, const struct snowman_position *position,
                          struct cell_set *complete)
{
    for (unsigned i = 0; i < board->words; i++)
        complete->word[i] = position->balls[0].word[i] & position->balls[1].word[i] &
                            position->balls[2].word[i];
}

static void add_parts(struct parts *parts, const struct snowman_position *position,
                      const struct cell_set *complete)
{
    const struct snowman *board = parts->board;
    for (unsigned size = 0; size < SNOWMAN_SIZES; size++) {
        const struct cell_set *balls = &position->balls[size];
        for (int place = set_first(board, balls); place >= 0;
             place = set_next(board, balls, place + 1)) {
            if (!set_has(complete, place))
                add_part(parts, position, place, size);
        }
    }
    if (board->has_targets || set_first(board, complete) >= 0)
        forbid_places(parts, complete);
}

/* Costs of two balls as small and medium, whichever is which. */
static bool pair_costs(const struct parts *parts, unsigned a, unsigned b, unsigned char *cost)
{
    memset(cost, UINT8_MAX, parts->row);
    if (parts->size[a] == 0 && parts->size[b] <= 1)
        take_lesser_sum(cost, parts->cost[a][0], parts->cost[b][1], parts->row);
    if (parts->size[b] == 0 && parts->size[a] <= 1)
        take_lesser_sum(cost, parts->cost[b][0], parts->cost[a][1], parts->row);
    for (unsigned block = 0; block < parts->row; block += BLOCK) {
        for (unsigned i = block; i < block + BLOCK; i++)
            cost[i] = cost[i] < NEVER ? cost[i] : NEVER;
    }
    return parts->size[a] + parts->size[b] <= 1;
}

/* Fills in what any three balls cost, a < b < c. */
static void find_triples(struct parts *parts)
{
    cost_row pair;
    memset(parts->triple, NEVER, sizeof parts->triple);
    for (unsigned a = 0; a < parts->count; a++) {
        for (unsigned b = a + 1; b < parts->count; b++) {
            if (!pair_costs(parts, a, b, pair))
                continue;
            for (unsigned c = 0; c < parts->count; c++) {
                if (c == a || c == b)
                    continue;
                unsigned low = c < a ? c : a, high = c > b ? c : b;
                unsigned char *triple = &parts->triple[low][a + b + c - low - high][high];
                unsigned char cost = least_sum(pair, parts->cost[c][2], parts->row);
                *triple = cost < *triple ? cost : *triple;
            }
        }
    }
}

/* The cheapest way to group the balls that are not `used`, if it costs less than `limit`; else
 * `limit`. */
static unsigned best_grouping(const struct parts *parts, unsigned used, unsigned limit)
{
    unsigned all = (1u << parts->count) - 1;
    if (used == all)
        return 0;
    unsigned a = (unsigned)__builtin_ctz(~used);
    for (unsigned b = a + 1; b < parts->count; b++) {
        if (used >> b & 1)
            continue;
        for (unsigned c = b + 1; c < parts->count; c++) {
            unsigned cost = parts->triple[a][b][c];
            if (used >> c & 1 || cost >= NEVER || cost >= limit)
                continue;
            unsigned rest =
                best_grouping(parts, used | 1u << a | 1u << b | 1u << c, limit - cost);
            limit = cost + rest < limit ? cost + rest : limit;
        }
    }
    return limit;
}

/* For gardens beyond the table: small balls outside complete snowmen and medium ones that are not on
 * a large one must move. */
static unsigned count_misplaced(const struct snowman *board,
                                const struct snowman_position *position)
{
    unsigned misplaced = 0;
    for (unsigned i = 0; i < board->words; i++) {
        uint64_t small = position->balls[0].word[i], medium = position->balls[1].word[i];
        uint64_t large = position->balls[2].word[i];
        misplaced += (unsigned)__builtin_popcountll(small & ~(medium & large)) +
                     (unsigned)__builtin_popcountll(medium & ~large);
    }
    return misplaced;
}

unsigned snowman_bound(const struct snowman *board, const struct snowman_position *position)
{
    struct cell_set complete;
    find_complete(board, position, &complete);
    unsigned left = board->balls - SNOWMAN_SIZES * set_size(board, &complete);
    if (board->distance == NULL || left > MOST_BALLS || left % SNOWMAN_SIZES != 0)
        return count_misplaced(board, position);
    struct parts parts;
    parts.board = board;
    parts.row = board->distance_row;
    parts.count = 0;
    add_parts(&parts, position, &complete);
    find_triples(&parts);
    return best_grouping(&parts, 0, SNOWMAN_NEVER);
}

/* Breadth-first pushes of one ball from a cell; the player gets behind it wherever there is room. */
static void measure_from(struct snowman *board, unsigned start, unsigned *queue)
{
    unsigned char *distance = board->distance + (size_t)start * board->distance_row;
    unsigned first = 0, last = 0;
    memset(distance, NEVER, board->distance_row);
    distance[start] = 0;
    queue[last++] = start;
    while (first < last) {
        unsigned cell = queue[first++];
        const int *next = board->next + board->place_of[cell] * DIRECTIONS;
        for (enum direction direction = UP; direction < DIRECTIONS; direction++) {
            int to = next[direction];
            if (to < 0 || next[direction_opposite(direction)] < 0 ||
                distance[board->cell_at[to]] != NEVER)
                continue;
            unsigned number = (unsigned)board->cell_at[to];
            distance[number] = (unsigned char)(distance[cell] + (distance[cell] < FAR));
            queue[last++] = number;
        }
    }
}

/* Leaving a cell and coming back to it. */
static unsigned char measure_round_trip(const struct snowman *board, unsigned cell)
{
    unsigned best = NEVER;
    for (unsigned other = 0; other < board->cells; other++) {
        unsigned both = 0u + distances(board, cell)[other] + distances(board, other)[cell];
        if (other != cell && both < best)
            best = both;
    }
    return (unsigned char)(best < FAR || best == NEVER ? best : FAR);
}

bool snowman_measure_distances(struct snowman *board)
{
    if (board->cells > MOST_CELLS)
        return true;
    board->distance_row = (board->cells + BLOCK - 1) / BLOCK * BLOCK;
    board->distance = calloc(board->cells, board->distance_row);
    board->round_trip = calloc(board->cells, 1);
    unsigned *queue = calloc(board->cells, sizeof *queue);
    bool good = board->distance != NULL && board->round_trip != NULL && queue != NULL;
    if (good) {
        for (unsigned cell = 0; cell < board->cells; cell++)
            measure_from(board, cell, queue);
        for (unsigned cell = 0; cell < board->cells; cell++)
            board->round_trip[cell] = measure_round_trip(board, cell);
    }
    free(queue);
    return good;
}

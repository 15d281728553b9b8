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
    UNGROUPED = 1 << 12 /* three balls that cannot make a snowman */
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
    uint16_t triple[MOST_BALLS][MOST_BALLS][MOST_BALLS]; /* [a][b][c], a < b < c */
};

static const unsigned char *distances(const struct snowman *board, unsigned cell)
{
    return board->distance + (size_t)cell * board->distance_row;
}

/* The following work on whole blocks, in inner loops of fixed length that compilers turn into a few
 * vector instructions. */

/* to[i] = the lesser of to[i] and from[i] + extra */
static void take_lesser(unsigned char *restrict to, const unsigned char *restrict from,
                        unsigned char extra, unsigned row)
{
    for (const unsigned char *end = to + row; to < end; to += BLOCK, from += BLOCK) {
        for (int i = 0; i < BLOCK; i++) {
            unsigned char sum = (unsigned char)(from[i] + extra);
            to[i] = sum < to[i] ? sum : to[i];
        }
    }
}

static void take_lesser_sum(unsigned char *restrict to, const unsigned char *restrict a,
                            const unsigned char *restrict b, unsigned row)
{
    for (const unsigned char *end = to + row; to < end; to += BLOCK, a += BLOCK, b += BLOCK) {
        for (int i = 0; i < BLOCK; i++) {
            unsigned char sum = (unsigned char)(a[i] + b[i]);
            to[i] = sum < to[i] ? sum : to[i];
        }
    }
}

/* The least of sixteen. */
static unsigned char least_of(const unsigned char *all)
{
    unsigned char half[BLOCK / 2], quarter[BLOCK / 4];
    for (int i = 0; i < BLOCK / 2; i++)
        half[i] = all[i] < all[i + BLOCK / 2] ? all[i] : all[i + BLOCK / 2];
    for (int i = 0; i < BLOCK / 4; i++)
        quarter[i] = half[i] < half[i + BLOCK / 4] ? half[i] : half[i + BLOCK / 4];
    unsigned char a = quarter[0] < quarter[1] ? quarter[0] : quarter[1];
    unsigned char b = quarter[2] < quarter[3] ? quarter[2] : quarter[3];
    return a < b ? a : b;
}

static unsigned char least_sum(const unsigned char *a, const unsigned char *b, unsigned row)
{
    unsigned char least[BLOCK];
    memset(least, UINT8_MAX, sizeof least);
    for (unsigned block = 0; block < row; block += BLOCK)
        take_lesser_sum(least, a + block, b + block, BLOCK);
    return least_of(least);
}

static void cut_down(unsigned char *restrict cost, unsigned char most, unsigned row)
{
    for (const unsigned char *end = cost + row; cost < end; cost += BLOCK) {
        for (int i = 0; i < BLOCK; i++) {
            unsigned char near = cost[i] < most ? cost[i] : most;
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
    cut_down(to, FAR, parts->row);
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
    cut_down(cost, 2 * FAR, parts->row);
    return (parts->size[a] == 0 && parts->size[b] <= 1) || (parts->size[b] == 0 && parts->size[a] <= 1);
}

/* Fills in what any three balls cost, a < b < c. */
static void find_triples(struct parts *parts)
{
    cost_row pair;
    for (unsigned a = 0; a < parts->count; a++) {
        for (unsigned b = a + 1; b < parts->count; b++) {
            for (unsigned c = b + 1; c < parts->count; c++)
                parts->triple[a][b][c] = UNGROUPED;
        }
    }
    for (unsigned a = 0; a < parts->count; a++) {
        for (unsigned b = a + 1; b < parts->count; b++) {
            if (!pair_costs(parts, a, b, pair))
                continue;
            for (unsigned c = 0; c < parts->count; c++) {
                if (c == a || c == b)
                    continue;
                unsigned low = c < a ? c : a, high = c > b ? c : b;
                uint16_t *triple = &parts->triple[low][a + b + c - low - high][high];
                unsigned char cost = least_sum(pair, parts->cost[c][2], parts->row);
                if (cost < NEVER && cost < *triple)
                    *triple = cost;
            }
        }
    }
}

/* The cheapest way to group six balls, which are most of the work where there are three snowmen. */
static unsigned best_of_six(const struct parts *parts, const unsigned char *ball)
{
    static const unsigned char splits[][5] = {
        {1, 2, 3, 4, 5}, {1, 3, 2, 4, 5}, {1, 4, 2, 3, 5}, {1, 5, 2, 3, 4}, {2, 3, 1, 4, 5},
        {2, 4, 1, 3, 5}, {2, 5, 1, 3, 4}, {3, 4, 1, 2, 5}, {3, 5, 1, 2, 4}, {4, 5, 1, 2, 3}};
    unsigned best = UNGROUPED;
    for (size_t i = 0; i < sizeof splits / sizeof *splits; i++) {
        const unsigned char *n = splits[i];
        unsigned cost = parts->triple[ball[0]][ball[n[0]]][ball[n[1]]] +
                        (unsigned)parts->triple[ball[n[2]]][ball[n[3]]][ball[n[4]]];
        best = cost < best ? cost : best;
    }
    return best;
}

/* The cheapest way to group `count` balls, listed in ascending order; UNGROUPED or more where there
 * is none. */
static unsigned best_grouping(const struct parts *parts, const unsigned char *balls, unsigned count)
{
    unsigned best = UNGROUPED;
    if (count == SNOWMAN_SIZES)
        return parts->triple[balls[0]][balls[1]][balls[2]];
    if (count == 2 * SNOWMAN_SIZES)
        return best_of_six(parts, balls);
    for (unsigned j = 1; j < count; j++) {
        for (unsigned k = j + 1; k < count; k++) {
            unsigned cost = parts->triple[balls[0]][balls[j]][balls[k]], left = 0;
            if (cost >= best)
                continue;
            unsigned char rest[MOST_BALLS];
            for (unsigned i = 1; i < count; i++) {
                rest[left] = balls[i];
                left += i != j && i != k;
            }
            cost += best_grouping(parts, rest, left);
            best = cost < best ? cost : best;
        }
    }
    return best;
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
    unsigned char balls[MOST_BALLS];
    for (unsigned i = 0; i < parts.count; i++)
        balls[i] = (unsigned char)i;
    unsigned best = parts.count == 0 ? 0 : best_grouping(&parts, balls, parts.count);
    return best < UNGROUPED ? best : ESTIMATE_LOST;
}

/* A ball on a cell cuts the garden into parts; from which of them the player pushes is named by the
 * first direction in which that part begins.  A node is a cell and such a part, and a ball that is
 * pushed leaves the player in the part behind it. */
static void find_sides(const struct snowman *board, signed char *side)
{
    struct cell_set ball, region;
    set_clear(board, &ball);
    for (unsigned cell = 0; cell < board->cells; cell++) {
        const int *next = board->next + board->place_of[cell] * DIRECTIONS;
        set_add(&ball, board->place_of[cell]);
        for (int direction = 0; direction < DIRECTIONS; direction++) {
            signed char *found = &side[cell * DIRECTIONS + (unsigned)direction];
            *found = -1;
            if (next[direction] < 0)
                continue;
            set_clear(board, &region);
            set_add(&region, next[direction]);
            snowman_flood(board, &ball, &region);
            for (signed char first = 0; *found < 0; first++) {
                if (next[first] >= 0 && set_has(&region, next[first]))
                    *found = first;
            }
        }
        set_remove(&ball, board->place_of[cell]);
    }
}

struct nodes {
    const signed char *side;  /* [cells * DIRECTIONS] */
    unsigned *queue;          /* [cells * DIRECTIONS] */
    unsigned char *distance;  /* [cells * DIRECTIONS] NEVER until reached */
    unsigned last;
};

static void reach_node(struct nodes *nodes, unsigned node, unsigned distance)
{
    if (nodes->distance[node] != NEVER)
        return;
    nodes->distance[node] = (unsigned char)(distance < FAR ? distance : FAR);
    nodes->queue[nodes->last++] = node;
}

/* Breadth-first pushes of one ball from a cell, the player starting on any side. */
static void measure_from(struct snowman *board, unsigned start, struct nodes *nodes)
{
    memset(nodes->distance, NEVER, (size_t)board->cells * DIRECTIONS);
    nodes->last = 0;
    for (unsigned i = 0; i < DIRECTIONS; i++) {
        int side = nodes->side[start * DIRECTIONS + i];
        if (side >= 0)
            reach_node(nodes, start * DIRECTIONS + (unsigned)side, 0);
    }
    for (unsigned first = 0; first < nodes->last; first++) {
        unsigned node = nodes->queue[first], cell = node / DIRECTIONS;
        const int *next = board->next + board->place_of[cell] * DIRECTIONS;
        const signed char *side = nodes->side + cell * DIRECTIONS;
        for (enum direction direction = UP; direction < DIRECTIONS; direction++) {
            unsigned behind = direction_opposite(direction);
            if (next[direction] < 0 || side[behind] != (int)(node % DIRECTIONS))
                continue;
            unsigned to = (unsigned)board->cell_at[next[direction]] * DIRECTIONS;
            reach_node(nodes, to + (unsigned)nodes->side[to + behind],
                       nodes->distance[node] + 1u);
        }
    }
    unsigned char *distance = board->distance + (size_t)start * board->distance_row;
    memset(distance, NEVER, board->distance_row);
    for (unsigned node = 0; node < board->cells * DIRECTIONS; node++) {
        if (nodes->distance[node] < distance[node / DIRECTIONS])
            distance[node / DIRECTIONS] = nodes->distance[node];
    }
    distance[start] = 0;
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
    size_t nodes = (size_t)board->cells * DIRECTIONS;
    board->distance_row = (board->cells + BLOCK - 1) / BLOCK * BLOCK;
    board->distance = calloc(board->cells, board->distance_row);
    board->round_trip = calloc(board->cells, 1);
    signed char *side = calloc(nodes, 1);
    struct nodes room = {side, calloc(nodes, sizeof *room.queue), calloc(nodes, 1), 0};
    bool good = board->distance != NULL && board->round_trip != NULL && side != NULL &&
                room.queue != NULL && room.distance != NULL;
    if (good) {
        find_sides(board, side);
        for (unsigned cell = 0; cell < board->cells; cell++)
            measure_from(board, cell, &room);
        for (unsigned cell = 0; cell < board->cells; cell++)
            board->round_trip[cell] = measure_round_trip(board, cell);
    }
    free(side);
    free(room.queue);
    free(room.distance);
    return good;
}

/* Snowman: lower bound on ball movements.
 *
 * Every snowman consists of three balls that meet on one cell as its small, medium and large ball.  A ball that
 * must become larger has to cross snow on the way, once or twice.  The table holds the fewest pushes of a single
 * ball between any two cells of the empty level; a path through snow goes first to a cell that still has snow, then
 * on.  Each ball therefore has a row of costs for each part that it can play, with one cost per meeting cell.
 * Three balls cost the minimum sum over cells and parts, and the bound is the cheapest way to group all balls by
 * threes.
 *
 * A ball that is already on the meeting cell costs nothing only if it is in the right position: a large one, or a
 * medium one on a large one.  Any other must move off the balls below it and come back.
 *
 * For searches, a small ball that becomes the medium part does not grow on the meeting cell as it arrives: the large
 * ball is there already, and took any snow when it came.  So the small ball grows elsewhere, or takes the snow of the
 * meeting cell, leaves, and comes back.  Searches of very many states also look up what three balls need alone, from
 * threes.c. */
#include "games/snowman/costs.h"

#include <stdlib.h>

/* --- the fewest pushes of a single ball from cell to cell in the empty level ---
 *
 * The player must walk around the ball to get behind it; other balls are ignored. */

/* A ball on a cell divides the level into parts.  A *side* identifies the part that the player is in by the first
 * direction that leads into it.  A node is a cell with a side; a push leaves the player in the part behind the
 * ball. */
static void find_sides(const struct snowman *board, signed char *side)
{
    struct cell_set ball, region;
    set_clear(board, &ball);
    for (unsigned cell = 0; cell < board->cells; cell++) {
        const int *next = board->next[board->place_of[cell]];
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
    const signed char *side; /* [cells * DIRECTIONS] */
    unsigned *queue;         /* [cells * DIRECTIONS] */
    unsigned char *distance; /* [cells * DIRECTIONS] NEVER if not reached */
    unsigned last;
};

static void reach_node(struct nodes *nodes, unsigned node, unsigned distance)
{
    if (nodes->distance[node] != NEVER)
        return;
    nodes->distance[node] = (unsigned char)(distance < FAR ? distance : FAR);
    nodes->queue[nodes->last++] = node;
}

/* Breadth-first search over pushes of one ball from a cell, with the player starting on any side. */
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
        const int *next = board->next[board->place_of[cell]];
        const signed char *side = nodes->side + cell * DIRECTIONS;
        for (enum direction direction = UP; direction < DIRECTIONS; direction++) {
            unsigned behind = direction_opposite(direction);
            if (next[direction] < 0 || side[behind] != (int)(node % DIRECTIONS))
                continue;
            unsigned to = (unsigned)board->cell_at[next[direction]] * DIRECTIONS;
            reach_node(nodes, to + (unsigned)nodes->side[to + behind], nodes->distance[node] + 1u);
        }
    }
    unsigned char *distance = board->distance + (size_t)start * board->distance_row;
    memset(distance, NEVER, board->distance_row);
    for (unsigned node = 0; node < board->cells * DIRECTIONS; node++) {
        if (nodes->distance[node] < distance[node / DIRECTIONS])
            distance[node / DIRECTIONS] = nodes->distance[node];
    }
    distance[start] = NEVER; /* see costs.h */
}

bool snowman_measure_distances(struct snowman *board)
{
    if (board->cells > MOST_CELLS)
        return true;
    size_t nodes = (size_t)board->cells * DIRECTIONS;
    board->distance_row = (board->cells + BLOCK - 1) / BLOCK * BLOCK;
    board->distance = arrays_add(&board->arrays, board->cells, board->distance_row);
    board->round_trip = arrays_add(&board->arrays, board->cells, 1);
    signed char *side = calloc(nodes, 1);
    struct nodes capacity = {side, calloc(nodes, sizeof *capacity.queue), calloc(nodes, 1), 0};
    bool good = board->distance != NULL && board->round_trip != NULL && side != NULL && capacity.queue != NULL &&
                capacity.distance != NULL;
    if (good) {
        find_sides(board, side);
        for (unsigned cell = 0; cell < board->cells; cell++)
            measure_from(board, cell, &capacity);
        for (unsigned cell = 0; cell < board->cells; cell++) {
            /* The round trip: the fewest pushes away from the cell and back to it.  The cell is a dead end if the ball
             * cannot leave it. */
            unsigned best = NEVER;
            for (unsigned other = 0; other < board->cells; other++) {
                unsigned both = 0u + snowman_distances(board, cell)[other] + snowman_distances(board, other)[cell];
                if (other != cell && both < best)
                    best = both;
            }
            board->round_trip[cell] = (unsigned char)(best < FAR || best == NEVER ? best : FAR);
            bool leaves = false;
            for (unsigned other = 0; other < board->cells; other++)
                leaves |= other != cell && snowman_distances(board, cell)[other] != NEVER;
            if (!leaves)
                set_add(&board->dead_ends, board->place_of[cell]);
        }
    }
    free(side);
    free(capacity.queue);
    free(capacity.distance);
    return good;
}

/* --- the cheapest way to group balls by threes, given the cost of any three of them --- */

/* The cheapest way to group six balls, which takes most of the time if there are three snowmen.  It is written out
 * so that compilers load each entry once. */
static unsigned best_of_six(const struct parts *parts, const unsigned char *ball)
{
    const unsigned c = ball[2], d = ball[3], e = ball[4], f = ball[5];
    const uint16_t(*first)[MOST_BALLS] = parts->triple[ball[0]];
    const uint16_t(*second)[MOST_BALLS] = parts->triple[ball[1]];
    const uint16_t *with_second = first[ball[1]];
    unsigned best =
        lesser((unsigned)with_second[c] + parts->triple[d][e][f], (unsigned)with_second[d] + parts->triple[c][e][f]);
    best = lesser(best, (unsigned)with_second[e] + parts->triple[c][d][f]);
    best = lesser(best, (unsigned)with_second[f] + parts->triple[c][d][e]);
    best = lesser(best, (unsigned)first[c][d] + second[e][f]);
    best = lesser(best, (unsigned)first[c][e] + second[d][f]);
    best = lesser(best, (unsigned)first[c][f] + second[d][e]);
    best = lesser(best, (unsigned)first[d][e] + second[c][f]);
    best = lesser(best, (unsigned)first[d][f] + second[c][e]);
    best = lesser(best, (unsigned)first[e][f] + second[c][d]);
    return lesser(best, UNGROUPED);
}

/* The cheapest way to group `balls`, which are in ascending order. */
static unsigned group_list(const struct parts *parts, const unsigned char *balls, unsigned count)
{
    if (count == SNOWMAN_SIZES)
        return parts->triple[balls[0]][balls[1]][balls[2]];
    if (count == 2 * SNOWMAN_SIZES)
        return best_of_six(parts, balls);
    unsigned best = UNGROUPED, groups = count / SNOWMAN_SIZES - 2; /* besides the group of the next ball */
    for (unsigned j = 1; j < count; j++) {
        for (unsigned k = j + 1; k < count; k++) {
            /* The first of the other balls is in one group; the other groups begin later. */
            unsigned next = balls[j > 1 ? 1 : k > 2 ? 2 : 3];
            unsigned cost = parts->triple[balls[0]][balls[j]][balls[k]], left = 0;
            if (cost + parts->first[next] + groups * parts->later[next + 1] >= best)
                continue;
            unsigned char rest[MOST_BALLS];
            for (unsigned i = 1; i < count; i++) {
                rest[left] = balls[i];
                left += i != j && i != k;
            }
            best = lesser(best, cost + group_list(parts, rest, left));
        }
    }
    return best;
}

unsigned snowman_group(const struct parts *parts, unsigned balls)
{
    unsigned char list[MOST_BALLS];
    unsigned count = 0;
    if (balls == 0)
        return 0;
    for (; balls != 0; balls &= balls - 1)
        list[count++] = (unsigned char)__builtin_ctz(balls);
    return group_list(parts, list, count);
}

/* --- estimate --- */

/* Fills in up to four adjacent blocks of a row of `to`: the costs of getting via one cell of snow to another cell,
 * which is the meeting cell.  `from` has the costs of getting to each cell. */
static inline __attribute__((always_inline)) void leave_snow_in(const struct snowman *board,
                                                                const struct cell_list *snow, const unsigned char *from,
                                                                unsigned char *to, unsigned block, unsigned blocks)
{
    const unsigned char *table = board->distance + block;
    bytes16 a = bytes_all(NEVER), b = a, c = a, d = a;
    for (unsigned i = 0; i < snow->count; i++) {
        unsigned cell = snow->cell[i];
        const unsigned char *row = table + (size_t)cell * board->distance_row;
        a = bytes_lesser(a, bytes_load(row) + from[cell]);
        if (blocks > 1)
            b = bytes_lesser(b, bytes_load(row + BLOCK) + from[cell]);
        if (blocks > 2)
            c = bytes_lesser(c, bytes_load(row + 2 * BLOCK) + from[cell]);
        if (blocks > 3)
            d = bytes_lesser(d, bytes_load(row + 3 * BLOCK) + from[cell]);
    }
    bytes_store(to + block, bytes_cut_down(a));
    if (blocks > 1)
        bytes_store(to + block + BLOCK, bytes_cut_down(b));
    if (blocks > 2)
        bytes_store(to + block + 2 * BLOCK, bytes_cut_down(c));
    if (blocks > 3)
        bytes_store(to + block + 3 * BLOCK, bytes_cut_down(d));
}

/* leave_snow_in for whole rows. */
static void leave_snow(const struct snowman *board, const struct cell_list *snow, const unsigned char *from,
                       unsigned char *to)
{
    unsigned block = 0, row = board->distance_row;
    for (; row - block > 4 * BLOCK; block += 3 * BLOCK)
        leave_snow_in(board, snow, from, to, block, 3);
    switch ((row - block) / BLOCK) {
    case 4:
        leave_snow_in(board, snow, from, to, block, 4);
        break;
    case 3:
        leave_snow_in(board, snow, from, to, block, 3);
        break;
    case 2:
        leave_snow_in(board, snow, from, to, block, 2);
        break;
    default:
        leave_snow_in(board, snow, from, to, block, 1);
    }
}

/* Allows ways to end on the snow that they cross: `to` becomes the minimum of `leave` and the sum of `from` and `more`.
 */
static void stop_in_snow(const unsigned char *more, const unsigned char *from, const unsigned char *leave,
                         unsigned char *to, unsigned row)
{
    for (unsigned i = 0; i < row; i += BLOCK) {
        bytes16 stop = bytes_cut_down(bytes_load(from + i) + bytes_load(more + i));
        bytes_store(to + i, bytes_lesser(bytes_load(leave + i), stop));
    }
}

/* stop_in_snow for the snow of a list; `more` is NULL if no more pushes are needed. */
static void stop_in_list(const struct cell_list *snow, const unsigned char *more, const unsigned char *from,
                         unsigned char *to)
{
    for (unsigned i = 0; i < snow->count; i++) {
        unsigned cell = snow->cell[i], cost = 0u + from[cell] + (more == NULL ? 0 : more[cell]);
        if (cost < NEVER && cost < to[cell])
            to[cell] = (unsigned char)lesser(cost, FAR);
    }
}

static void list_cells(const struct snowman *board, const struct cell_set *set, struct cell_list *list)
{
    list->count = 0;
    for (unsigned i = 0; i < board->words; i++) {
        for (uint64_t rest = set->word[i]; rest != 0; rest &= rest - 1)
            list->cell[list->count++] = (unsigned char)board->cell_at[i * 64 + (unsigned)__builtin_ctzll(rest)];
    }
}

static cell_bits with_neighbours(const struct snowman *board, cell_bits set)
{
    unsigned stride = (unsigned)board->stride;
    return set | set << 1 | set >> 1 | set << stride | set >> stride;
}

/* The cells connected to a set through cells outside `closed`. */
static cell_bits connected(const struct snowman *board, cell_bits set, cell_bits closed)
{
    enum { FEW = 4 }; /* most sets are soon complete */
    cell_bits open = set_bits(board, &board->open) & ~closed, before = 0;
    for (unsigned i = 0; i < FEW && set != before; i++) {
        before = set;
        set |= with_neighbours(board, set) & open;
    }
    if (set != before) {
        struct cell_set blocked, region;
        set_from_bits(board, &blocked, closed);
        set_from_bits(board, &region, set);
        snowman_flood(board, &blocked, &region);
        set = set_bits(board, &region);
    }
    return set;
}

static void list_bits(const struct snowman *board, cell_bits bits, struct cell_list *list)
{
    struct cell_set set;
    set_from_bits(board, &set, bits);
    list_cells(board, &set, list);
}

const struct near_snow *snowman_near_snow(const struct snowman *board, struct snow *snow, int place)
{
    cell_bits ball = (cell_bits)1 << place;
    for (unsigned i = 0; i < snow->near_count; i++) {
        if ((snow->near[i].bare & ball) != 0)
            return &snow->near[i];
    }
    struct near_snow *near = &snow->near[snow->near_count++];
    near->bare = connected(board, ball, snow->bits);
    near->around = with_neighbours(board, near->bare) & set_bits(board, &board->open);
    cell_bits first = near->around & snow->bits;
    cell_bits crossed = connected(board, near->bare | first, snow->bits & ~first);
    list_bits(board, first, &near->first);
    list_bits(board, with_neighbours(board, crossed) & snow->bits, &near->second);
    return near;
}

/* Fills in the costs of the larger parts of a ball that has `plain` costs for its own size. */
static void grow(const struct parts *parts, const struct snow *snow, const unsigned char *plain, unsigned size,
                 unsigned char *medium, unsigned char *large)
{
    const struct snowman *board = parts->board;
    unsigned char once[MOST_CELLS];
    if (size == 1) {
        leave_snow(board, &snow->all, plain, large);
        stop_in_snow(snow->large, plain, large, large, parts->row);
    } else {
        leave_snow(board, &snow->all, plain, once);
        leave_snow(board, &snow->all, once, large);
        stop_in_snow(snow->large, once, large, large, parts->row);
        stop_in_snow(snow->medium, plain, once, medium, parts->row);
    }
}

/* grow with the snow near the ball.  `back`, by cell: the pushes that the medium part needs after it takes snow on the
 * meeting cell; NULL: none. */
static void grow_near(const struct parts *parts, const struct near_snow *near, const unsigned char *plain,
                      unsigned size, const unsigned char *back, unsigned char *medium, unsigned char *large)
{
    const struct snowman *board = parts->board;
    if (size == 1) {
        leave_snow(board, &near->first, plain, large);
        stop_in_list(&near->first, NULL, plain, large);
    } else {
        leave_snow(board, &near->first, plain, medium);
        leave_snow(board, &near->second, medium, large);
        stop_in_list(&near->second, NULL, medium, large);
        stop_in_list(&near->first, back, plain, medium);
    }
}

/* Fills in the costs of a ball of that size, by part.  `near` is NULL if all snow counts; `back` is as in grow_near. */
static inline __attribute__((always_inline)) void find_ball_costs(const struct parts *parts, const struct snow *snow,
                                                                  const struct near_snow *near,
                                                                  const struct snowman_position *position, int place,
                                                                  unsigned size, const unsigned char *back,
                                                                  unsigned char *const costs[SNOWMAN_SIZES])
{
    const struct snowman *board = parts->board;
    unsigned cell = (unsigned)board->cell_at[place];
    unsigned char *plain = costs[size];
    memcpy(plain, snowman_distances(board, cell), parts->row);
    plain[cell] = 0;
    if (size < 2 && near != NULL)
        grow_near(parts, near, plain, size, back, costs[1], costs[2]);
    else if (size < 2)
        grow(parts, snow, plain, size, costs[1], costs[2]);
    if (size == 0 || (size == 1 && (stack_at(position, place) & LARGE) == 0))
        plain[cell] = board->round_trip[cell];
}

/* Returns the pushes, by cell, that a small ball needs after it takes snow where it becomes the medium part; NULL:
 * none. */
static const unsigned char *pushes_back(const struct snowman *board, bool search)
{
    return search && puzzle_prunes(&board->puzzle, SNOWMAN_GROWTH) ? board->round_trip : NULL;
}

/* A large ball is the bottom of a snowman, so it cannot end below a complete one or off the targets. */
static void close_cells(const struct snowman *board, const struct cell_set *complete, unsigned char *large)
{
    if (!board->has_targets && set_first(board, complete) < 0)
        return;
    for (unsigned cell = 0; cell < board->cells; cell++) {
        int place = board->place_of[cell];
        if (set_has(complete, place) || (board->has_targets && !set_has(&board->targets, place)))
            large[cell] = NEVER;
    }
}

/* Returns the table for the highest bound, or NULL. */
static const struct snowman_threes *threes_of(const struct snowman *board, enum snowman_strength strength)
{
    if (strength < SNOWMAN_HIGH || !puzzle_prunes(&board->puzzle, SNOWMAN_THREES))
        return NULL;
    return atomic_load_explicit(board->threes, memory_order_acquire);
}

static struct three_ball ball_of_parts(const struct parts *parts, unsigned ball)
{
    return (struct three_ball){size_of_part(parts, ball), (unsigned)parts->board->cell_at[parts->place[ball]]};
}

/* `search`: for the bound.  `near`: balls take the snow near them. */
static void add_parts(struct parts *parts, const struct snowman_position *position, const struct cell_set *complete,
                      bool search, bool near, struct snow *snow)
{
    const struct snowman *board = parts->board;
    const unsigned char *back = pushes_back(board, search);
    parts->row = board->distance_row;
    parts->count = 0;
    snow->near_count = 0;
    snow->bits = near ? set_bits(board, &position->snow) : 0;
    if (snow->bits == 0) {
        list_cells(board, &position->snow, &snow->all);
        memset(snow->large, NEVER, board->distance_row);
        memset(snow->medium, NEVER, board->distance_row);
        for (unsigned i = 0; i < snow->all.count; i++) {
            unsigned cell = snow->all.cell[i];
            snow->large[cell] = 0;
            snow->medium[cell] = back != NULL ? back[cell] : 0;
        }
    }
    for (unsigned size = 0; size < SNOWMAN_SIZES; size++) {
        for (unsigned i = 0; i < board->words; i++) {
            uint64_t rest = position->balls[size].word[i] & ~complete->word[i];
            for (; rest != 0; rest &= rest - 1) {
                int place = (int)(i * 64) + __builtin_ctzll(rest);
                unsigned ball = parts->count++;
                unsigned char *costs[] = {part_costs(parts, ball, 0), part_costs(parts, ball, 1),
                                          part_costs(parts, ball, 2)};
                bool finds = size < 2 && snow->bits != 0;
                parts->place[ball] = place;
                find_ball_costs(parts, snow, finds ? snowman_near_snow(board, snow, place) : NULL, position, place,
                                size, back, costs);
            }
        }
        if (size == 0)
            parts->small = parts->count;
        if (size == 1)
            parts->medium = parts->count - parts->small;
    }
    for (unsigned i = 0; i < parts->count; i++)
        close_cells(board, complete, part_costs(parts, i, 2));
}

/* The minimum sum of a pair's cost and a large ball's, over `ways` choices of both. */
static inline __attribute__((always_inline)) uint16_t
least_sum(const unsigned char *const *pair, const unsigned char *const *large, unsigned ways, unsigned row)
{
    bytes16 least = bytes_all(UINT8_MAX);
    for (unsigned i = 0; i < row; i += BLOCK) {
        least = bytes_lesser(least, bytes_load(pair[0] + i) + bytes_load(large[0] + i));
        if (ways > 1)
            least = bytes_lesser(least, bytes_load(pair[1] + i) + bytes_load(large[1] + i));
        if (ways > 2)
            least = bytes_lesser(least, bytes_load(pair[2] + i) + bytes_load(large[2] + i));
    }
    unsigned char cost = bytes_least(least);
    return cost < NEVER ? cost : UNGROUPED;
}

/* Fills in the cost of any three balls, a < b < c.  Small balls come before medium ones, and these before large
 * ones.  So `a` must be small and `b` must not be large.  If `b` is medium, it cannot be the small part; if `c` is
 * large, it can only be the large part. */
static void find_triples(struct parts *parts)
{
    unsigned char pairs[MOST_BALLS * MOST_BALLS * MOST_CELLS];
    unsigned row = parts->row, small = parts->small, count = parts->count;
    unsigned smaller = small + parts->medium;
    for (unsigned a = 0; a < small; a++) {
        for (unsigned b = a + 1; b < smaller; b++) {
            /* As small and medium in the cheaper order; at least one order must be possible. */
            unsigned char *sum = pairs + (size_t)(a * MOST_BALLS + b) * row;
            const unsigned char *one = costs_of_part(parts, a, 0), *two = costs_of_part(parts, b, 1);
            bool both_ways = b < small;
            const unsigned char *one_grown = both_ways ? costs_of_part(parts, b, 0) : one;
            const unsigned char *two_small = both_ways ? costs_of_part(parts, a, 1) : two;
            for (unsigned i = 0; i < row; i += BLOCK)
                bytes_store(sum + i, bytes_lesser(bytes_load(one + i) + bytes_load(two + i),
                                                  bytes_load(one_grown + i) + bytes_load(two_small + i)));
        }
    }
    for (unsigned a = 0; a < count; a++) {
        unsigned first = UNGROUPED;
        for (unsigned b = a + 1; b < count; b++) {
            uint16_t *costs = parts->triple[a][b];
            const unsigned char *thirds[SNOWMAN_SIZES] = {NULL};
            for (unsigned size = size_of_part(parts, b);
                 parts->threes != NULL && a < small && b < smaller && size < SNOWMAN_SIZES; size++)
                thirds[size] =
                    snowman_costs_of_thirds(parts->threes, ball_of_parts(parts, a), ball_of_parts(parts, b), size);
            for (unsigned c = b + 1; c < count; c++) {
                costs[c] = UNGROUPED;
                if (a >= small || b >= smaller)
                    continue;
                const unsigned char *pair[] = {pairs + (size_t)(a * MOST_BALLS + b) * row,
                                               pairs + (size_t)(a * MOST_BALLS + c) * row,
                                               pairs + (size_t)(b * MOST_BALLS + c) * row};
                const unsigned char *large[] = {costs_of_part(parts, c, 2), costs_of_part(parts, b, 2),
                                                costs_of_part(parts, a, 2)};
                if (c >= smaller)
                    costs[c] = least_sum(pair, large, 1, row);
                else if (b >= small)
                    costs[c] = least_sum(pair, large, 2, row);
                else
                    costs[c] = least_sum(pair, large, 3, row);
                if (parts->threes != NULL) {
                    unsigned alone = thirds[size_of_part(parts, c)][parts->board->cell_at[parts->place[c]]];
                    alone = alone == NO_SNOWMAN ? UNGROUPED : alone;
                    costs[c] = costs[c] > alone ? costs[c] : (uint16_t)alone;
                }
                first = lesser(first, costs[c]);
            }
        }
        parts->first[a] = first;
    }
    parts->later[count] = UNGROUPED;
    for (unsigned a = count; a-- > 0;)
        parts->later[a] = lesser(parts->first[a], parts->later[a + 1]);
}

/* Finds the complete snowmen.  Returns whether the other balls can be grouped. */
static bool can_group(const struct snowman *board, const struct snowman_position *position, struct cell_set *complete)
{
    for (unsigned i = 0; i < board->words; i++)
        complete->word[i] = position->balls[0].word[i] & position->balls[1].word[i] & position->balls[2].word[i];
    unsigned left = board->balls - SNOWMAN_SIZES * set_size(board, complete);
    return board->distance != NULL && left <= MOST_BALLS && left % SNOWMAN_SIZES == 0 &&
           puzzle_prunes(&board->puzzle, SNOWMAN_GROUPING);
}

/* Whether bits can hold the board. */
static bool fits_bits(const struct snowman *board)
{
    return board->words <= BITS_WORDS && board->stride < 64;
}

unsigned snowman_bound(const struct snowman *board, const struct snowman_position *position,
                       enum snowman_strength strength)
{
    bool search = strength != SNOWMAN_ESTIMATE;
    /* From this many costs on that a part of a ball has to read, it takes less time to find the snow near the ball. */
    enum { MUCH = 1536 };
    struct cell_set complete;
    if (!can_group(board, position, &complete)) {
        /* Small balls outside complete snowmen and medium balls that are not on a large one must move. */
        unsigned misplaced = 0;
        for (unsigned i = 0; i < board->words; i++) {
            uint64_t small = position->balls[0].word[i], medium = position->balls[1].word[i];
            uint64_t large = position->balls[2].word[i];
            misplaced += (unsigned)__builtin_popcountll(small & ~(medium & large)) +
                         (unsigned)__builtin_popcountll(medium & ~large);
        }
        return misplaced;
    }
    bool much = set_size(board, &position->snow) * board->distance_row > MUCH;
    struct parts parts;
    struct snow snow;
    parts.board = board;
    parts.threes = threes_of(board, strength);
    add_parts(&parts, position, &complete, search, search && much && fits_bits(board), &snow);
    if (parts.count == 0)
        return 0;
    find_triples(&parts);
    struct snowy_ends ends = {0};
    if (search)
        snowman_find_ends(board, position, &ends);
    unsigned best = snowman_group_on_dead_ends(&parts, &ends);
    return best < UNGROUPED ? best : ESTIMATE_LOST;
}

/* --- positions after a push ---
 *
 * The search leaves out pushes after which too many more are needed.  Most pushes are left out, so this is found
 * without computing the whole bound for the position after each.
 *
 * Only one ball has moved, by one push.  Consider any solution after the push, and the three balls with which the ball
 * becomes a snowman.  All other groups need at least as many pushes as before: their balls have not moved, and there is
 * no more snow than before; the costs before hold for any later position in which the balls have not moved, because
 * they allow for snow that others take.  For the same reason, the three balls need at least the sum of the moved ball's
 * new costs and the old costs of the other two, on some cell and in some roles.  They also need at least one push less
 * than before the push.  So the result is the minimum over all threes that contain the ball.
 *
 * A three whose grouping costs more than the limit and one push before the push cannot be within the limit after it.
 * Few threes are left; only their costs are computed again. */

/* The least cost of the groups from the n-th on, with `needed` of them in different dead ends of the set `left`. */
static unsigned cost_of_groups(const struct prospect *prospect, const struct grouping *grouping, unsigned n,
                               unsigned left, unsigned needed)
{
    if (n == grouping->count)
        return needed == 0 ? 0 : UNGROUPED;
    const struct group *group = &grouping->group[n];
    unsigned best = group->cost + cost_of_groups(prospect, grouping, n + 1, left, needed);
    for (unsigned end = 0; needed > 0 && end < prospect->ends.count; end++) {
        unsigned cost = prospect->there[end][group->ball[0]][group->ball[1]][group->ball[2]];
        if ((left >> end & 1) != 0 && cost < NEVER)
            best = lesser(best, cost + cost_of_groups(prospect, grouping, n + 1, left & ~(1u << end), needed - 1));
    }
    return best;
}

/* The least cost of all groups, or all but the n-th, with `needed` of them on dead ends, which may be the same one. */
static unsigned cost_of_others(const struct grouping *grouping, unsigned n, unsigned needed)
{
    unsigned best[MOST_BALLS / SNOWMAN_SIZES + 1] = {0}; /* by how many are on dead ends */
    for (unsigned k = 1; k <= needed; k++)
        best[k] = UNGROUPED;
    for (unsigned i = 0; i < grouping->count; i++) {
        for (unsigned k = needed; i != n && k > 0; k--)
            best[k] = lesser(best[k] + grouping->group[i].cost, best[k - 1] + grouping->group[i].on_end);
        if (i != n)
            best[0] += grouping->group[i].cost;
    }
    return lesser(best[needed], UNGROUPED);
}

/* Adds the threes of a grouping, unless it is beyond the limit. */
static void add_grouping(struct prospect *prospect, const struct grouping *grouping)
{
    unsigned needed = prospect->ends.needed;
    unsigned cost = needed > 0 ? cost_of_others(grouping, grouping->count, needed) : 0;
    if (needed > 1 && cost <= prospect->most + 1)
        cost = cost_of_groups(prospect, grouping, 0, (1u << prospect->ends.count) - 1, needed);
    if (cost <= prospect->most + 1) {
        unsigned with_clearing = snowman_cost_with_clearing(prospect, grouping);
        cost = cost > with_clearing ? cost : with_clearing;
    }
    if (cost > prospect->most + 1) {
        prospect->beyond = lesser(prospect->beyond, cost);
        return;
    }
    for (unsigned n = 0; n < grouping->count; n++) {
        const struct group *group = &grouping->group[n];
        unsigned balls = 1u << group->ball[0] | 1u << group->ball[1] | 1u << group->ball[2];
        struct good_three *good = prospect->good, *end = good + prospect->good_count;
        while (good < end && good->balls != balls)
            good++;
        if (good == end) {
            prospect->good_count++;
            *good = (struct good_three){(uint16_t)balls, (uint16_t)group->cost, UNGROUPED, (uint16_t)group->on_end,
                                        UNGROUPED};
        }
        good->others = (uint16_t)lesser(good->others, cost_of_others(grouping, n, needed));
        if (needed > 0)
            good->others_if = (uint16_t)lesser(good->others_if, cost_of_others(grouping, n, needed - 1));
    }
}

/* Adds the threes of all groupings of `balls`, beside the groups there are, which cost `cost`. */
static void add_groupings(struct prospect *prospect, struct grouping *grouping, unsigned balls, unsigned cost)
{
    const struct parts *parts = &prospect->parts;
    if (balls == 0) {
        add_grouping(prospect, grouping);
        return;
    }
    unsigned a = (unsigned)__builtin_ctz(balls), rest = balls & (balls - 1);
    unsigned smaller = (1u << (parts->small + parts->medium)) - 1;
    unsigned groups = parts->count / SNOWMAN_SIZES - grouping->count - 1; /* besides the next */
    struct group *group = &grouping->group[grouping->count++];
    for (unsigned seconds = a < parts->small ? rest & smaller : 0; seconds != 0; seconds &= seconds - 1) {
        unsigned b = (unsigned)__builtin_ctz(seconds);
        for (unsigned thirds = rest & ~((2u << b) - 1); thirds != 0; thirds &= thirds - 1) {
            unsigned c = (unsigned)__builtin_ctz(thirds), left = rest & ~(1u << b | 1u << c);
            unsigned least = cost + parts->triple[a][b][c];
            if (groups > 0) {
                unsigned next = (unsigned)__builtin_ctz(left);
                least += parts->first[next] + (groups - 1) * parts->later[next + 1];
            }
            if (least > prospect->most + 1) {
                prospect->beyond = lesser(prospect->beyond, least);
                continue;
            }
            *group = (struct group){
                {(unsigned char)a, (unsigned char)b, (unsigned char)c}, parts->triple[a][b][c], UNGROUPED};
            if (prospect->ends.needed > 0 && prospect->on_ends[a][b][c] < NEVER)
                group->on_end = prospect->on_ends[a][b][c];
            add_groupings(prospect, grouping, left, cost + group->cost);
        }
    }
    grouping->count--;
}

bool snowman_can_look_ahead(const struct snowman *board)
{
    return fits_bits(board) && board->distance != NULL && board->balls <= MOST_BALLS;
}

unsigned snowman_look_ahead(const struct snowman *board, const struct snowman_position *position, unsigned most,
                            enum snowman_strength strength, struct prospect *prospect)
{
    struct parts *parts = &prospect->parts;
    struct snowy_ends *ends = &prospect->ends;
    struct grouping grouping = {0};
    if (!fits_bits(board) || !can_group(board, position, &prospect->complete)) {
        unsigned bound = snowman_bound(board, position, strength);
        return bound > most + 1 ? bound : 0;
    }
    parts->board = board;
    parts->threes = threes_of(board, strength);
    add_parts(parts, position, &prospect->complete, true, true, &prospect->snow);
    if (parts->count == 0)
        return 0;
    prospect->most = most < UNGROUPED - 2 ? most : UNGROUPED - 2;
    prospect->good_count = 0;
    prospect->beyond = UNGROUPED;
    memset(prospect->never, NEVER, parts->row);
    for (unsigned ball = 0; ball < parts->count; ball++) {
        for (unsigned part = 0; part < SNOWMAN_SIZES; part++)
            prospect->rows[ball][part] =
                part < size_of_part(parts, ball) ? prospect->never : part_costs(parts, ball, part);
    }
    find_triples(parts);
    snowman_find_ends(board, position, ends);
    for (unsigned n = 0; ends->needed > 0 && n < ends->count; n++) {
        snowman_find_costs_there(parts, ends->cell[n], prospect->there[n]);
        for (unsigned a = 0; a < parts->small; a++) {
            for (unsigned b = a + 1; b < parts->small + parts->medium; b++) {
                bytes16 cost = bytes_load(prospect->there[n][a][b]);
                if (n > 0)
                    cost = bytes_lesser(cost, bytes_load(prospect->on_ends[a][b]));
                bytes_store(prospect->on_ends[a][b], cost);
            }
        }
    }
    add_groupings(prospect, &grouping, (1u << parts->count) - 1, 0);
    if (prospect->good_count > 0)
        return 1;
    unsigned least = snowman_group_on_dead_ends(parts, ends);
    least = least > prospect->beyond ? least : prospect->beyond;
    return least < UNGROUPED ? least : ESTIMATE_LOST;
}

/* Fills in the costs of the moved ball, by part. */
static void find_moved_costs(struct prospect *prospect, const struct snowman_position *after, int from, int to,
                             unsigned before, unsigned size, unsigned char costs[SNOWMAN_SIZES][MOST_CELLS])
{
    const struct parts *parts = &prospect->parts;
    const struct snowman *board = parts->board;
    struct snow *snow = &prospect->snow;
    unsigned char *const rows[] = {costs[0], costs[1], costs[2]};
    const struct near_snow *near = NULL;
    struct near_snow left;
    if (size < 2 && before == size && snow->bits != 0) {
        near = snowman_near_snow(board, snow, to);
    } else if (size < 2 && before != size) {
        /* It has taken the snow of its cell. */
        cell_bits place = (cell_bits)1 << to, rest = snow->bits & ~place;
        left.bare = connected(board, snowman_near_snow(board, snow, from)->bare | place, rest);
        list_bits(board, with_neighbours(board, left.bare) & rest, &left.first);
        near = &left;
    }
    find_ball_costs(parts, snow, near, after, to, size, before == size ? pushes_back(board, true) : NULL, rows);
    close_cells(board, &prospect->complete, costs[2]);
}

/* The cost of three balls: the moved one of that size, and two others. */
static unsigned cost_after(const struct prospect *prospect, unsigned size, const unsigned char *const moved[],
                           const unsigned char *const one[], const unsigned char *const two[])
{
    bytes16 least = bytes_all(UINT8_MAX);
    for (unsigned i = 0; i < prospect->parts.row; i += BLOCK) {
        bytes16 one_small = bytes_load(one[0] + i), one_medium = bytes_load(one[1] + i);
        bytes16 two_small = bytes_load(two[0] + i), two_medium = bytes_load(two[1] + i);
        bytes16 others = bytes_lesser(one_small + two_medium, one_medium + two_small);
        least = bytes_lesser(least, bytes_load(moved[2] + i) + others);
        if (size == 2)
            continue;
        bytes16 one_large = bytes_load(one[2] + i), two_large = bytes_load(two[2] + i);
        others = bytes_lesser(one_small + two_large, one_large + two_small);
        least = bytes_lesser(least, bytes_load(moved[1] + i) + others);
        if (size == 1)
            continue;
        others = bytes_lesser(one_medium + two_large, one_large + two_medium);
        least = bytes_lesser(least, bytes_load(moved[0] + i) + others);
    }
    unsigned cost = bytes_least(least);
    return cost < NEVER ? cost : UNGROUPED;
}

/* The least cost of three balls on a dead end. */
static unsigned cost_on_ends(const struct prospect *prospect, const unsigned char *const one[],
                             const unsigned char *const two[], const unsigned char *const three[])
{
    unsigned best = NEVER;
    for (unsigned n = 0; n < prospect->ends.count; n++) {
        unsigned cell = prospect->ends.cell[n];
        for (unsigned part = 0; part < SNOWMAN_SIZES; part++) {
            unsigned next = (part + 1) % SNOWMAN_SIZES, last = (part + 2) % SNOWMAN_SIZES;
            unsigned others =
                lesser(0u + two[next][cell] + three[last][cell], 0u + two[last][cell] + three[next][cell]);
            best = lesser(best, one[part][cell] + others);
        }
    }
    return best < NEVER ? best : UNGROUPED;
}

/* Returns a cost after a push, which is at least the cost before the push less one. */
static unsigned raised(unsigned after, unsigned before)
{
    return after + 1 < before ? before - 1 : after;
}

unsigned snowman_bound_after(struct prospect *prospect, const struct snowman_position *after, int place,
                             enum direction direction)
{
    const struct parts *parts = &prospect->parts;
    const struct snowman *board = parts->board;
    int to = place_towards(board, place, direction);
    unsigned stack = stack_at(after, to), ball = parts->count, size = size_of(top_of(stack));
    if (stack == COMPLETE)
        return 0;
    /* The moved ball was the last of its stack in the order of sizes from large to small. */
    while (ball-- > 0) {
        if (parts->place[ball] == place && !set_has(&after->balls[size_of_part(parts, ball)], place))
            break;
    }
    unsigned best = prospect->beyond - 1;
    struct three_ball moved_ball = {size, (unsigned)board->cell_at[to]};
    unsigned char costs[SNOWMAN_SIZES][MOST_CELLS];
    const unsigned char *moved[SNOWMAN_SIZES] = {NULL};
    for (unsigned n = 0; n < prospect->good_count && best > prospect->most; n++) {
        const struct good_three *three = &prospect->good[n];
        unsigned rest = three->balls & ~(1u << ball);
        if (rest == three->balls)
            continue;
        unsigned first = (unsigned)__builtin_ctz(rest), second = (unsigned)__builtin_ctz(rest & (rest - 1));
        unsigned alone = 0, others = lesser(three->others, three->others_if);
        if (parts->threes != NULL)
            alone = snowman_three_cost(parts->threes, moved_ball, ball_of_parts(parts, first),
                                       ball_of_parts(parts, second));
        if (alone + others > prospect->most) {
            best = lesser(best, alone + others);
            continue;
        }
        if (moved[0] == NULL) {
            find_moved_costs(prospect, after, place, to, size_of_part(parts, ball), size, costs);
            for (unsigned part = 0; part < SNOWMAN_SIZES; part++)
                moved[part] = part < size ? prospect->never : costs[part];
        }
        const unsigned char *const *one = prospect->rows[first], *const *two = prospect->rows[second];
        if (three->cost + three->others <= prospect->most + 1) {
            unsigned cost = raised(cost_after(prospect, size, moved, one, two), three->cost);
            best = lesser(best, (cost > alone ? cost : alone) + three->others);
        } else {
            best = lesser(best, three->cost + three->others - 1u);
        }
        if (three->cost_on_end + three->others_if <= prospect->most + 1) {
            unsigned cost = raised(cost_on_ends(prospect, moved, one, two), three->cost_on_end);
            best = lesser(best, (cost > alone ? cost : alone) + three->others_if);
        } else {
            best = lesser(best, three->cost_on_end + three->others_if - 1u);
        }
    }
    return best < UNGROUPED - 1 ? best : ESTIMATE_LOST;
}

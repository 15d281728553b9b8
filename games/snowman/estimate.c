/* Snowman: how many ball movements are needed at least.
 *
 * Every snowman is made of three balls that meet on one cell as its small, its medium and its large
 * ball.  A ball that is to be larger than it is must come through snow on the way, once or twice.
 * The table has the fewest pushes of a single ball in the empty garden from any cell to any other;
 * a way through snow goes first to some cell that has snow still, then on.  So every ball has a row
 * of costs for each part that it can play, one cost for each meeting cell; three balls cost the
 * least sum over cells and parts; and the bound is the cheapest way to group all balls by
 * threes.
 *
 * A ball that rests on the meeting cell already costs nothing only if it lies right: a large
 * one, or a medium one on a large one.  Any other must make room for the balls below it and come
 * back.
 *
 * Costs are single bytes, worked on sixteen at a time. */
#include "games/snowman/costs.h"

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

/* Rows of costs that are added up two by two. */
struct row_sums {
    const unsigned char *one[SNOWMAN_SIZES], *other[SNOWMAN_SIZES];
    unsigned count;
};

/* The least entry of all sums. */
static unsigned char least_sum(const struct row_sums *sums, unsigned row)
{
    unsigned char least[BLOCK];
    memset(least, UINT8_MAX, sizeof least);
    for (unsigned n = 0; n < sums->count; n++) {
        for (unsigned block = 0; block < row; block += BLOCK)
            take_lesser_sum(least, sums->one[n] + block, sums->other[n] + block, BLOCK);
    }
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
        take_lesser(to, snowman_distances(board, cell), from[cell], parts->row);
        if (again)
            to[cell] = there;
    }
    cut_down(to, FAR, parts->row);
}

/* Lets a way end in the snow that it goes through. */
static void stop_in_snow(const struct snowman *board, const struct snowman_position *position,
                         const unsigned char *from, unsigned char *to)
{
    for (int place = set_first(board, &position->snow); place >= 0;
         place = set_next(board, &position->snow, place + 1)) {
        unsigned cell = (unsigned)board->cell_at[place];
        to[cell] = from[cell] < to[cell] ? from[cell] : to[cell];
    }
}

static void add_part(struct parts *parts, const struct snowman_position *position, int place,
                     unsigned size)
{
    const struct snowman *board = parts->board;
    unsigned cell = (unsigned)board->cell_at[place];
    cost_row *cost = parts->cost[parts->count];
    unsigned stack = stack_at(position, place);
    const unsigned char *plain = snowman_distances(board, cell);
    parts->size[parts->count++] = (unsigned char)size;
    memcpy(cost[size], plain, parts->row);
    if (size == 1)
        go_through_snow(parts, position, plain, false, cost[2]);
    if (size == 0) {
        cost_row once;
        go_through_snow(parts, position, plain, true, once);
        go_through_snow(parts, position, once, false, cost[2]);
        memcpy(cost[1], once, parts->row);
        stop_in_snow(board, position, plain, cost[1]);
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
    bool in_order = parts->size[a] == 0 && parts->size[b] <= 1;
    bool reversed = parts->size[b] == 0 && parts->size[a] <= 1;
    if (!in_order && !reversed)
        return false;
    memset(cost, UINT8_MAX, parts->row);
    if (in_order)
        take_lesser_sum(cost, parts->cost[a][0], parts->cost[b][1], parts->row);
    if (reversed)
        take_lesser_sum(cost, parts->cost[b][0], parts->cost[a][1], parts->row);
    cut_down(cost, 2 * FAR, parts->row);
    return true;
}

/* What two balls cost as small and medium. */
struct pair {
    bool possible;
    cost_row cost;
};

/* What three balls cost, each of them as the large one. */
static uint16_t triple_cost(const struct parts *parts, struct pair pairs[][MOST_BALLS], unsigned a,
                            unsigned b, unsigned c)
{
    const struct {
        const struct pair *pair;
        unsigned large;
    } ways[] = {{&pairs[a][b], c}, {&pairs[a][c], b}, {&pairs[b][c], a}};
    struct row_sums sums = {.count = 0};
    for (unsigned i = 0; i < SNOWMAN_SIZES; i++) {
        if (!ways[i].pair->possible)
            continue;
        sums.one[sums.count] = ways[i].pair->cost;
        sums.other[sums.count++] = parts->cost[ways[i].large][2];
    }
    unsigned char cost = least_sum(&sums, parts->row);
    return cost < NEVER ? cost : UNGROUPED;
}

/* Fills in what any three balls cost, a < b < c. */
static void find_triples(struct parts *parts)
{
    struct pair pairs[MOST_BALLS][MOST_BALLS];
    for (unsigned a = 0; a < parts->count; a++) {
        for (unsigned b = a + 1; b < parts->count; b++)
            pairs[a][b].possible = pair_costs(parts, a, b, pairs[a][b].cost);
    }
    for (unsigned a = 0; a < parts->count; a++) {
        for (unsigned b = a + 1; b < parts->count; b++) {
            for (unsigned c = b + 1; c < parts->count; c++)
                parts->triple[a][b][c] = triple_cost(parts, pairs, a, b, c);
        }
    }
}

static unsigned lesser(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* The cheapest way to group six balls, which are most of the work where there are three snowmen: written out, so
 * that compilers look each ball up once. */
static unsigned best_of_six(const struct parts *parts, const unsigned char *ball)
{
    const unsigned c = ball[2], d = ball[3], e = ball[4], f = ball[5];
    const uint16_t(*first)[MOST_BALLS] = parts->triple[ball[0]];
    const uint16_t(*second)[MOST_BALLS] = parts->triple[ball[1]];
    const uint16_t *with_second = first[ball[1]];
    unsigned best = lesser((unsigned)with_second[c] + parts->triple[d][e][f],
                           (unsigned)with_second[d] + parts->triple[c][e][f]);
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

unsigned snowman_group(const struct parts *parts, const unsigned char *balls, unsigned count)
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
            cost += snowman_group(parts, rest, left);
            best = cost < best ? cost : best;
        }
    }
    return best;
}

/* For gardens beyond the table: small balls outside complete snowmen and medium ones that are not
 * on a large one must move. */
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

unsigned snowman_bound(const struct snowman *board, const struct snowman_position *position,
                       bool search)
{
    struct cell_set complete;
    find_complete(board, position, &complete);
    unsigned left = board->balls - SNOWMAN_SIZES * set_size(board, &complete);
    if (board->distance == NULL || left > MOST_BALLS || left % SNOWMAN_SIZES != 0 ||
        !puzzle_prunes(&board->puzzle, SNOWMAN_GROUPING))
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
    unsigned best = parts.count == 0 ? 0 : snowman_group(&parts, balls, parts.count);
    if (search && best < UNGROUPED && puzzle_prunes(&board->puzzle, SNOWMAN_DEAD_ENDS))
        best = snowman_group_on_dead_ends(&parts, position, best);
    return best < UNGROUPED ? best : ESTIMATE_LOST;
}

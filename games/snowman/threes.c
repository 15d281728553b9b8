/* Snowman: the fewest pushes of three balls that make a snowman alone, for searches of very many states.
 *
 * The level has no other balls.  Each cell that has snow in the beginning may or may not have it when a ball comes, as
 * the ball likes, because other balls may have taken it or not.  Otherwise all rules hold: the player must walk behind
 * a ball, the three balls stand in each other's way, and stacks move as in the game.  Take any solution of the level
 * and the three balls of one of its snowmen.  Without the pushes of other balls it is a solution here: the player can
 * walk wherever he walks there, since fewer cells are taken.  So the fewest pushes here are a lower bound on the pushes
 * of these three balls there.  It takes the least over all places of the player.
 *
 * The table is filled backwards from the complete snowmen, a push at a time.  A node is three balls and the part of the
 * level in which the player is. */
#include "games/snowman/costs.h"

#include <stdlib.h>

enum {
    PARTS = 4,             /* of a level that three balls cut; further parts count as the last */
    MOST_PUSHES = 3 * FAR, /* larger numbers are reduced to this, as in other costs of three balls */
};

/* The kinds of three balls that can make a snowman, by the sizes of the second and third in ascending order; the first
 * is small. */
static const signed char kind_of[SNOWMAN_SIZES][SNOWMAN_SIZES] = {{0, 1, 2}, {-1, 3, 4}, {-1, -1, -1}};
static const unsigned char sizes_of[][SNOWMAN_SIZES] = {{0, 0, 0}, {0, 0, 1}, {0, 0, 2}, {0, 1, 1}, {0, 1, 2}};

enum { KINDS = sizeof sizes_of / sizeof *sizes_of };

struct snowman_threes {
    size_t cells;
    unsigned char cost[]; /* [KINDS][cells][cells][cells] balls in ascending order of size, then of cells */
};

static size_t table_size(size_t cells)
{
    return KINDS * cells * cells * cells;
}

static void sort_three(struct three_ball balls[SNOWMAN_SIZES])
{
    for (unsigned n = 0; n < SNOWMAN_SIZES; n++) { /* the first two, the last two, the first two */
        struct three_ball *a = &balls[n % 2], *b = a + 1, first = *a;
        if (a->size > b->size || (a->size == b->size && a->cell > b->cell)) {
            *a = *b;
            *b = first;
        }
    }
}

/* The index of three sorted balls. */
static size_t index_of(size_t cells, const struct three_ball balls[SNOWMAN_SIZES])
{
    size_t kind = (size_t)kind_of[balls[1].size][balls[2].size];
    return ((kind * cells + balls[0].cell) * cells + balls[1].cell) * cells + balls[2].cell;
}

unsigned snowman_three_cost(const struct snowman_threes *threes, struct three_ball a, struct three_ball b,
                            struct three_ball c)
{
    struct three_ball balls[SNOWMAN_SIZES] = {a, b, c};
    sort_three(balls);
    if (balls[0].size > 0 || kind_of[balls[1].size][balls[2].size] < 0)
        return UNGROUPED;
    unsigned cost = threes->cost[index_of(threes->cells, balls)];
    return cost == NO_SNOWMAN ? UNGROUPED : cost;
}

const unsigned char *snowman_costs_of_thirds(const struct snowman_threes *threes, struct three_ball a,
                                             struct three_ball b, unsigned size)
{
    struct three_ball balls[SNOWMAN_SIZES] = {a, b, {size, 0}};
    return threes->cost + index_of(threes->cells, balls);
}

/* --- filling the table --- */

struct filling {
    const struct snowman *board;
    struct stop_check *check;
    unsigned steps;
    bool stopped; /* by the check; all else is then meaningless */
    size_t cells;
    unsigned char *part; /* [sets of up to three cells][cells] the part that a cell is in if balls are on the set */
    unsigned char *cost; /* [table_size][PARTS] */
};

/* Asks the check now and then.  Returns whether it has stopped the filling. */
static bool is_stopped(struct filling *filling)
{
    filling->stopped = filling->stopped || stop_check_step(filling->check, &filling->steps);
    return filling->stopped;
}

/* The number of sets of up to three cells. */
static size_t set_count(size_t cells)
{
    return cells * (cells + 1) * (cells + 2) / 6;
}

/* The index of a set of up to three cells, which may be equal. */
static size_t set_index(size_t a, size_t b, size_t c)
{
    size_t most = a > b ? a : b, least = a < b ? a : b;
    size_t third = c > most ? c : most, first = c < least ? c : least, second = a + b + c - first - third;
    return third * (third + 1) * (third + 2) / 6 + second * (second + 1) / 2 + first;
}

static void find_parts(struct filling *filling)
{
    const struct snowman *board = filling->board;
    size_t cells = filling->cells;
    struct cell_set blocked, region;
    set_clear(board, &blocked);
    for (size_t a = 0; a < cells; a++) {
        for (size_t b = 0; b <= a; b++) {
            for (size_t c = 0; c <= b && !is_stopped(filling); c++) {
                unsigned char *part = filling->part + set_index(a, b, c) * cells;
                set_add(&blocked, board->place_of[a]);
                set_add(&blocked, board->place_of[b]);
                set_add(&blocked, board->place_of[c]);
                memset(part, NO_SNOWMAN, cells);
                unsigned char next = 0;
                for (size_t cell = 0; cell < cells; cell++) {
                    if (part[cell] != NO_SNOWMAN || set_has(&blocked, board->place_of[cell]))
                        continue;
                    set_clear(board, &region);
                    set_add(&region, board->place_of[cell]);
                    snowman_flood(board, &blocked, &region);
                    for (int place = set_first(board, &region); place >= 0; place = set_next(board, &region, place + 1))
                        part[board->cell_at[place]] = next;
                    next = next < PARTS - 1 ? (unsigned char)(next + 1) : next;
                }
                set_remove(&blocked, board->place_of[a]);
                set_remove(&blocked, board->place_of[b]);
                set_remove(&blocked, board->place_of[c]);
            }
        }
    }
}

static unsigned part_at(const struct filling *filling, const struct three_ball balls[SNOWMAN_SIZES], unsigned cell)
{
    return filling->part[set_index(balls[0].cell, balls[1].cell, balls[2].cell) * filling->cells + cell];
}

/* Returns the neighbour of a cell, or -1. */
static int next_cell(const struct snowman *board, unsigned cell, enum direction direction)
{
    int place = place_towards(board, board->place_of[cell], direction);
    return place < 0 ? -1 : board->cell_at[place];
}

/* Sets the cost of a node unless it is known.  Returns whether it was not. */
static bool reach(struct filling *filling, const struct three_ball balls[SNOWMAN_SIZES], unsigned player, unsigned cost)
{
    struct three_ball sorted[SNOWMAN_SIZES] = {balls[0], balls[1], balls[2]};
    unsigned part = part_at(filling, balls, player);
    sort_three(sorted);
    unsigned char *known = &filling->cost[index_of(filling->cells, sorted) * PARTS + part];
    if (*known != NO_SNOWMAN)
        return false;
    *known = (unsigned char)lesser(cost, MOST_PUSHES);
    return true;
}

/* Undoes the pushes of the n-th ball that lead to a node.  Returns whether that reaches other nodes. */
static bool undo_pushes(struct filling *filling, const struct three_ball balls[SNOWMAN_SIZES], unsigned n,
                        unsigned part, unsigned cost)
{
    const struct snowman *board = filling->board;
    struct three_ball ball = balls[n], one = balls[(n + 1) % SNOWMAN_SIZES], two = balls[(n + 2) % SNOWMAN_SIZES];
    bool alone = one.cell != ball.cell && two.cell != ball.cell;
    bool any = false;
    if ((one.cell == ball.cell && one.size < ball.size) || (two.cell == ball.cell && two.size < ball.size))
        return false;
    for (enum direction direction = UP; direction < DIRECTIONS; direction++) {
        int from = next_cell(board, ball.cell, direction_opposite(direction));
        int behind = from < 0 ? -1 : next_cell(board, (unsigned)from, direction_opposite(direction));
        if (behind < 0 || one.cell == (unsigned)behind || two.cell == (unsigned)behind)
            continue;
        bool on_one = one.cell == (unsigned)from, on_two = two.cell == (unsigned)from;
        bool stacked = on_one || on_two;
        /* The player follows a single ball, and stays where he is if the ball leaves a stack. */
        unsigned player = (unsigned)(stacked ? behind : from);
        if ((on_one && on_two) || (stacked && !alone) || part_at(filling, balls, player) != part)
            continue;
        bool grows = alone && ball.size > 0 && set_has(&board->begin.snow, board->place_of[ball.cell]);
        for (unsigned growth = 0; growth <= grows; growth++) {
            struct three_ball before = {ball.size - growth, (unsigned)from};
            if ((on_one && one.size <= before.size) || (on_two && two.size <= before.size))
                continue;
            any |= reach(filling, (const struct three_ball[]){before, one, two}, (unsigned)behind, cost + 1);
        }
    }
    return any;
}

/* Undoes the pushes that lead to nodes of this cost.  Returns whether that reaches other nodes. */
static bool undo_all(struct filling *filling, unsigned cost)
{
    size_t cells = filling->cells, end = table_size(cells) * PARTS;
    bool any = false;
    for (size_t node = 0; node < end && !is_stopped(filling); node++) {
        const unsigned char *found = memchr(filling->cost + node, (int)cost, end - node);
        if (found == NULL)
            break;
        node = (size_t)(found - filling->cost);
        size_t rest = node / PARTS;
        struct three_ball balls[SNOWMAN_SIZES];
        for (unsigned n = SNOWMAN_SIZES; n-- > 0; rest /= cells)
            balls[n].cell = (unsigned)(rest % cells);
        for (unsigned n = 0; n < SNOWMAN_SIZES; n++)
            balls[n].size = sizes_of[rest][n];
        for (unsigned n = 0; n < SNOWMAN_SIZES; n++)
            any |= undo_pushes(filling, balls, n, (unsigned)(node % PARTS), cost);
    }
    return any;
}

/* Returns NULL if memory runs out or the check stops it. */
static struct snowman_threes *make_threes(const struct snowman *board, struct stop_check *check)
{
    size_t cells = board->cells, size = table_size(cells);
    struct filling filling = {.board = board,
                              .check = check,
                              .cells = cells,
                              .part = malloc(set_count(cells) * cells),
                              .cost = malloc(size * PARTS)};
    struct snowman_threes *threes = malloc(sizeof *threes + size);
    bool good = threes != NULL && filling.part != NULL && filling.cost != NULL;
    if (good) {
        threes->cells = cells;
        find_parts(&filling);
        memset(filling.cost, NO_SNOWMAN, size * PARTS);
        for (unsigned cell = 0; cell < cells; cell++) {
            struct three_ball balls[] = {{0, cell}, {1, cell}, {2, cell}};
            if (!board->has_targets || set_has(&board->targets, board->place_of[cell]))
                memset(&filling.cost[index_of(cells, balls) * PARTS], 0, PARTS);
        }
        for (unsigned cost = 0; undo_all(&filling, cost) && !filling.stopped;)
            cost += cost < MOST_PUSHES;
        for (size_t i = 0; i < size; i++) {
            threes->cost[i] = NO_SNOWMAN;
            for (unsigned part = 0; part < PARTS; part++)
                threes->cost[i] = (unsigned char)lesser(threes->cost[i], filling.cost[i * PARTS + part]);
        }
    }
    if (!good || filling.stopped) {
        free(threes);
        threes = NULL;
    }
    free(filling.part);
    free(filling.cost);
    return threes;
}

size_t snowman_prepare(const struct puzzle *puzzle, size_t allowed, struct stop_check *check)
{
    enum { MOST_CELLS_OF_THREES = 100 };
    const struct snowman *board = snowman_board(puzzle);
    size_t cells = board->cells, bytes = sizeof(struct snowman_threes) + table_size(cells);
    if (!puzzle_prunes(puzzle, SNOWMAN_THREES) || board->distance == NULL || cells > MOST_CELLS_OF_THREES ||
        bytes + table_size(cells) * PARTS + set_count(cells) * cells > allowed)
        return 0;
    if (atomic_load_explicit(board->threes, memory_order_acquire) != NULL)
        return bytes;
    struct snowman_threes *known = NULL, *threes = make_threes(board, check);
    if (threes == NULL || atomic_compare_exchange_strong(board->threes, &known, threes))
        return threes == NULL ? 0 : bytes;
    free(threes); /* another thread was faster */
    return bytes;
}

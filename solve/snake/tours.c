/* Listing tours; see tours.h. */
#include "base/array.h"
#include "solve/snake/tours.h"

#include "solve/snake/graph.h"

#include <stdlib.h>
#include <string.h>

enum { PATIENCE = 20000 };

struct tour_walk {
    const struct snake *arena;
    struct watch *watch;
    unsigned patience, tries; /* steps allowed, and made, since the last tour */
    bool asks;                /* whether it then asks the frontier search at each step; false: it gives up */
    bool tired;               /* it has given up */
    size_t given;             /* the first steps, which must not change */
    bool *entered;            /* [cells] */
    bool *seen;               /* [cells] scratch */
    unsigned *queue;          /* [cells] scratch */
    unsigned *head;           /* [cells + 1]: the cell after each number of steps */
    game_move *moves;         /* [cells] */
    struct arrays arrays;     /* these */
    size_t length;
    enum tours_outcome outcome;
};

static int neighbour(const struct tour_walk *walk, unsigned cell, unsigned direction)
{
    return walk->arena->next[cell * DIRECTIONS + direction];
}

/* Returns whether all open cells are connected with the head. */
static bool connected(struct tour_walk *walk, unsigned head)
{
    unsigned cells = walk->arena->cells;
    size_t first = 0, last = 0;
    for (unsigned cell = 0; cell < cells; cell++)
        walk->seen[cell] = walk->entered[cell];
    walk->queue[last++] = head;
    while (first < last) {
        unsigned cell = walk->queue[first++];
        for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
            int next = neighbour(walk, cell, direction);
            if (next >= 0 && !walk->seen[next]) {
                walk->seen[next] = true;
                walk->queue[last++] = (unsigned)next;
            }
        }
    }
    return last == cells - walk->length + 1;
}

/* Returns whether an open cell still has two neighbours for the tour; cell 0 needs one. */
static bool has_ways(const struct tour_walk *walk, unsigned cell, unsigned head)
{
    unsigned ways = cell == 0;
    for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
        int next = neighbour(walk, cell, direction);
        ways += next >= 0 && (!walk->entered[next] || (unsigned)next == head);
    }
    return ways >= 2;
}

/* Returns whether no open neighbour of the cell just left has become a dead end. */
static bool no_dead_end(const struct tour_walk *walk, unsigned left, unsigned head)
{
    for (unsigned d = 0; d < DIRECTIONS; d++) {
        int cell = neighbour(walk, left, d);
        if (cell >= 0 && !walk->entered[cell] && !has_ways(walk, (unsigned)cell, head))
            return false;
    }
    return true;
}

static void note_cycle(void *any, const uint64_t *count, unsigned words, bool odd)
{
    (void)count, (void)words, (void)odd;
    *(bool *)any = true;
}

/* Returns whether any tour goes on from here, by the frontier search. */
static bool tour_goes_on(struct tour_walk *walk, unsigned head)
{
    struct frontier_graph graph;
    bool any = false;
    uint64_t states = 0;
    if (!snake_graph_rest(walk->arena, walk->entered, head, &graph)) {
        walk->outcome = TOURS_NO_MEMORY;
        return false;
    }
    enum frontier_outcome outcome = frontier_find(&graph, walk->watch, note_cycle, &any, &states);
    frontier_graph_free(&graph);
    if (outcome != FRONTIER_COUNTED)
        walk->outcome = outcome == FRONTIER_STOPPED ? TOURS_STOPPED : TOURS_NO_MEMORY;
    return outcome == FRONTIER_COUNTED && any;
}

static void make_step(struct tour_walk *walk, unsigned direction, unsigned to)
{
    walk->entered[to] = true;
    walk->moves[walk->length++] = move_make(0, (enum direction)direction);
    walk->head[walk->length] = to;
}

/* Makes a step if it is legal and not obviously wrong. */
static bool try_step(struct tour_walk *walk, unsigned direction)
{
    unsigned from = walk->head[walk->length];
    int to = neighbour(walk, from, direction);
    if (to < 0 || walk->entered[to] || (to == 0 && walk->length + 1 < walk->arena->cells))
        return false;
    make_step(walk, direction, (unsigned)to);
    walk->tries++;
    if (!watch_allows(walk->watch, 0, 0))
        walk->outcome = TOURS_STOPPED;
    if (to == 0)
        return true;
    bool good = walk->outcome == TOURS_LISTED && no_dead_end(walk, from, (unsigned)to) && connected(walk, (unsigned)to);
    if (good && walk->tries > walk->patience) {
        /* Without patience, keeps only steps after which a tour goes on. */
        walk->tired = !walk->asks;
        good = walk->asks && tour_goes_on(walk, (unsigned)to);
    }
    if (good)
        return true;
    walk->entered[to] = false;
    walk->length--;
    return false;
}

/* Takes back the last step and returns its direction. */
static unsigned step_back(struct tour_walk *walk)
{
    walk->entered[walk->head[walk->length]] = false;
    return move_direction(walk->moves[--walk->length]);
}

static void walk_on(struct tour_walk *walk, tour_function *take, void *context)
{
    unsigned direction = 0;
    while (walk->outcome == TOURS_LISTED && !walk->tired) {
        if (walk->length == walk->arena->cells) {
            walk->tries = 0;
            if (!take(context, walk->moves))
                return;
            direction = DIRECTIONS;
        }
        while (direction < DIRECTIONS && !try_step(walk, direction))
            direction++;
        if (direction < DIRECTIONS) {
            direction = 0;
            continue;
        }
        if (walk->length == walk->given)
            return;
        direction = step_back(walk) + 1;
    }
}

static bool walk_make(struct tour_walk *walk, const struct snake *arena, struct watch *watch, unsigned patience)
{
    size_t cells = arena->cells;
    *walk = (struct tour_walk){.arena = arena, .watch = watch, .patience = patience, .asks = true};
    walk->entered = arrays_add(&walk->arrays, cells, sizeof *walk->entered);
    walk->seen = arrays_add(&walk->arrays, cells, sizeof *walk->seen);
    walk->queue = arrays_add(&walk->arrays, cells, sizeof *walk->queue);
    walk->head = arrays_add(&walk->arrays, cells + 1, sizeof *walk->head);
    walk->moves = arrays_add(&walk->arrays, cells, sizeof *walk->moves);
    return !walk->arrays.failed;
}

enum tours_outcome snake_list_tours_patiently(const struct snake *arena, struct watch *watch, tour_function *take,
                                              void *context, unsigned patience)
{
    struct tour_walk walk;
    if (!walk_make(&walk, arena, watch, patience)) {
        walk.outcome = TOURS_NO_MEMORY;
    } else if (try_step(&walk, RIGHT)) {
        walk.given = 1;
        walk_on(&walk, take, context);
    }
    arrays_free(&walk.arrays);
    return walk.outcome;
}

enum tours_outcome snake_list_tours(const struct snake *arena, struct watch *watch, tour_function *take, void *context)
{
    return snake_list_tours_patiently(arena, watch, take, context, PATIENCE);
}

/* --- completing a tour --- */

/* Returns whether a tour looks possible: the open cells are connected, none is a dead end, and the colours of a
 * chessboard can alternate on the way to cell 0. */
static bool looks_good(struct tour_walk *walk)
{
    const struct snake *arena = walk->arena;
    unsigned head = walk->head[walk->length], columns = (unsigned)arena->grid.columns;
    int balance = 0;
    for (unsigned cell = 0; cell < arena->cells; cell++) {
        if (walk->entered[cell])
            continue;
        if (!has_ways(walk, cell, head))
            return false;
        unsigned place = (unsigned)arena->place[cell], start = (unsigned)arena->place[head];
        unsigned colour = place / columns + place % columns + start / columns + start % columns;
        balance += colour % 2 == 0 ? -1 : 1;
    }
    return arena->cells % 2 == 0 && balance == (int)(walk->length % 2) && connected(walk, head);
}

struct copy {
    game_move *moves;
    size_t count;
    bool found;
};

static bool copy_tour(void *context, const game_move *moves)
{
    struct copy *copy = context;
    memcpy(copy->moves, moves, copy->count * sizeof *moves);
    copy->found = true;
    return false;
}

/* Makes the given steps.  Without any, makes a step to the right, because every tour connects cell 0 with that cell.
 * Returns false if no tour looks possible. */
static bool make_given_steps(struct tour_walk *walk, const game_move *steps, size_t count)
{
    static const game_move to_the_right = RIGHT;
    if (count == 0 && neighbour(walk, 0, RIGHT) < 0)
        return false;
    walk->given = count == 0 ? 1 : count;
    for (size_t n = 0; n < walk->given; n++) {
        unsigned direction = move_direction(count == 0 ? to_the_right : steps[n]);
        make_step(walk, direction, (unsigned)neighbour(walk, walk->head[n], direction));
    }
    return walk->given == walk->arena->cells || looks_good(walk);
}

enum tours_outcome snake_find_tour_patiently(const struct snake *arena, struct watch *watch, const game_move *steps,
                                             size_t count, game_move *moves, bool *found, unsigned patience)
{
    struct tour_walk walk;
    struct copy copy = {moves, arena->cells, false};
    if (!walk_make(&walk, arena, watch, patience)) {
        walk.outcome = TOURS_NO_MEMORY;
    } else if (make_given_steps(&walk, steps, count)) {
        /* Walks on without asking.  If that finds nothing soon, asks whether any tour begins with the given steps, and
         * then walks on asking at each step. */
        walk.asks = false;
        walk_on(&walk, copy_tour, &copy);
        if (walk.tired) {
            while (walk.length > walk.given)
                step_back(&walk);
            walk.tired = false;
            walk.asks = true;
            if (tour_goes_on(&walk, walk.head[walk.length]))
                walk_on(&walk, copy_tour, &copy);
        }
    }
    arrays_free(&walk.arrays);
    *found = copy.found;
    return walk.outcome;
}

enum tours_outcome snake_find_tour(const struct snake *arena, struct watch *watch, const game_move *steps, size_t count,
                                   game_move *moves, bool *found)
{
    return snake_find_tour_patiently(arena, watch, steps, count, moves, found, PATIENCE);
}

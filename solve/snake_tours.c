/* Listing tours; see snake_tours.h. */
#include "solve/snake_tours.h"

#include "solve/snake_graph.h"

#include <stdlib.h>

enum { PATIENCE = 20000 };

struct walk {
    const struct snake *arena;
    struct watch *watch;
    unsigned patience, tries; /* steps allowed and made since the last tour */
    bool *entered;            /* [cells] */
    bool *seen;               /* [cells] scratch */
    unsigned *queue;          /* [cells] scratch */
    unsigned *head;           /* [cells + 1]: where the walk was after so many steps */
    game_move *moves;         /* [cells] */
    size_t length;
    enum tours_outcome outcome;
};

static int neighbour(const struct walk *walk, unsigned cell, unsigned direction)
{
    return walk->arena->next[cell * DIRECTIONS + direction];
}

/* Whether all cells still open hang together with the head. */
static bool connected(struct walk *walk, unsigned head)
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

/* Whether each open neighbour of a cell just left still has two ways; cell 0 needs one. */
static bool no_dead_end(const struct walk *walk, unsigned left, unsigned head)
{
    for (unsigned d = 0; d < DIRECTIONS; d++) {
        int cell = neighbour(walk, left, d);
        if (cell < 0 || walk->entered[cell])
            continue;
        unsigned ways = cell == 0;
        for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
            int next = neighbour(walk, (unsigned)cell, direction);
            ways += next >= 0 && (!walk->entered[next] || (unsigned)next == head);
        }
        if (ways < 2)
            return false;
    }
    return true;
}

/* Whether some tour goes on from here, for certain. */
static bool tour_goes_on(struct walk *walk, unsigned head)
{
    struct frontier_graph graph;
    mpz_t cycles[2];
    uint64_t states = 0;
    if (!snake_graph_rest(walk->arena, walk->entered, head, &graph)) {
        walk->outcome = TOURS_NO_MEMORY;
        return false;
    }
    mpz_inits(cycles[0], cycles[1], NULL);
    enum frontier_outcome outcome = frontier_count(&graph, walk->watch, cycles, &states);
    bool goes_on = outcome == FRONTIER_COUNTED && mpz_sgn(cycles[0]) > 0;
    mpz_clears(cycles[0], cycles[1], NULL);
    frontier_graph_free(&graph);
    if (outcome != FRONTIER_COUNTED)
        walk->outcome = outcome == FRONTIER_STOPPED ? TOURS_STOPPED : TOURS_NO_MEMORY;
    return goes_on;
}

/* Makes a step if it is legal and not seen to be wrong. */
static bool step(struct walk *walk, unsigned direction)
{
    unsigned from = walk->head[walk->length];
    int to = neighbour(walk, from, direction);
    if (to < 0 || walk->entered[to] || (to == 0 && walk->length + 1 < walk->arena->cells))
        return false;
    walk->entered[to] = true;
    walk->moves[walk->length++] = move_make(0, (enum direction)direction);
    walk->head[walk->length] = (unsigned)to;
    walk->tries++;
    if (!watch_allows(walk->watch, 0, 0))
        walk->outcome = TOURS_STOPPED;
    if (to == 0)
        return true;
    if (walk->outcome == TOURS_LISTED && no_dead_end(walk, from, (unsigned)to) &&
        connected(walk, (unsigned)to) &&
        (walk->tries <= walk->patience || tour_goes_on(walk, (unsigned)to)))
        return true;
    walk->entered[to] = false;
    walk->length--;
    return false;
}

/* Takes back the last step and returns its direction. */
static unsigned step_back(struct walk *walk)
{
    walk->entered[walk->head[walk->length]] = false;
    return move_direction(walk->moves[--walk->length]);
}

static void walk_all(struct walk *walk, tour_function *take, void *context)
{
    if (!step(walk, RIGHT))
        return;
    unsigned direction = 0;
    while (walk->outcome == TOURS_LISTED) {
        if (walk->length == walk->arena->cells) {
            walk->tries = 0;
            if (!take(context, walk->moves))
                return;
            direction = DIRECTIONS;
        }
        while (direction < DIRECTIONS && !step(walk, direction))
            direction++;
        if (direction < DIRECTIONS) {
            direction = 0;
            continue;
        }
        if (walk->length == 1)
            return;
        direction = step_back(walk) + 1;
    }
}

enum tours_outcome snake_list_tours_patiently(const struct snake *arena, struct watch *watch,
                                              tour_function *take, void *context,
                                              unsigned patience)
{
    size_t cells = arena->cells;
    struct walk walk = {.arena = arena,
                        .watch = watch,
                        .patience = patience,
                        .entered = calloc(cells, sizeof *walk.entered),
                        .seen = calloc(cells, sizeof *walk.seen),
                        .queue = calloc(cells, sizeof *walk.queue),
                        .head = calloc(cells + 1, sizeof *walk.head),
                        .moves = calloc(cells, sizeof *walk.moves)};
    if (walk.entered != NULL && walk.seen != NULL && walk.queue != NULL && walk.head != NULL &&
        walk.moves != NULL)
        walk_all(&walk, take, context);
    else
        walk.outcome = TOURS_NO_MEMORY;
    free(walk.entered);
    free(walk.seen);
    free(walk.queue);
    free(walk.head);
    free(walk.moves);
    return walk.outcome;
}

enum tours_outcome snake_list_tours(const struct snake *arena, struct watch *watch,
                                    tour_function *take, void *context)
{
    return snake_list_tours_patiently(arena, watch, take, context, PATIENCE);
}

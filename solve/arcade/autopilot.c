/* The list of autopilots, and playing a game; see autopilot.h.
 *
 * If a position recurs, a memoryless autopilot repeats the same moves forever: the game loops.  Brent's method detects
 * the loop: it compares every position with an earlier one, which it replaces after 1, 2, 4, ... moves.  An autopilot
 * with memory or random choices is stopped after PATIENCE times the number of cells in moves without food. */
#include "solve/arcade/autopilot.h"

#include "base/nearest.h"
#include "solve/arcade/circuit.h"
#include "solve/snake/solver.h"

#include <float.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Returns the direction of a step from one cell to the next; RIGHT if there is none. */
static enum direction direction_to(const struct snake *arena, unsigned from, unsigned to)
{
    for (int d = 0; d < DIRECTIONS; d++) {
        if (arena->next[from * DIRECTIONS + (unsigned)d] == (int)to)
            return (enum direction)d;
    }
    return RIGHT;
}

/* --- the autopilot `cells`: the shortest ways to the food that keep the game safe ---
 *
 * It plans a way to the food after which the position is safe (see circuit.h).  If the cheapest way would cut cells
 * off, the plan leads through the cell among these that is cheapest to reach.  It makes several plans with some noise
 * in the prices, and takes the one after which food is likely to be nearest.  On the way it keeps looking for better
 * plans.  If all plans fail, it goes carefully: every single step leads to a safe position.  If careful steps do not
 * reach the food either, it goes round the whole tree, which visits all cells. */

enum {
    PLANS = 2,    /* tried each time */
    REPLAN = 4,   /* steps until it looks for a better plan */
    DETOURS = 12, /* most legs of a plan */
};

static const struct road_prices prices = {.new_block = 600, .noise = 4000};
static const struct road_prices exact_prices = {.new_block = 600};

struct cell_memory {
    const struct roads *roads;
    struct traffic traffic;
    unsigned *body; /* the snake, tail first, followed by the way being tried */
    unsigned *plan;
    struct arrays arrays;   /* these */
    unsigned planned, done; /* steps of the plan; steps made */
};

/* The body after some steps along the way, which follows the body in memory->body.  The tail stays while the snake
 * grows; eating makes it stay once more. */
struct window {
    const unsigned *body;
    unsigned length, growth;
};

static struct window move_window(const struct cell_memory *memory, const struct snake_game *game, unsigned steps,
                                 bool eats)
{
    unsigned moved = steps - eats > game->growth ? steps - eats - game->growth : 0;
    return (struct window){.body = memory->body + moved,
                           .length = game->length + steps - moved,
                           .growth = steps > game->growth ? 0 : game->growth - steps};
}

static bool is_full(const struct cell_memory *memory, struct window window)
{
    return window.length >= memory->roads->cells;
}

static void *pilot_cells_study(const struct snake *arena, char *reason)
{
    struct roads *roads = malloc(sizeof *roads);
    enum finding found = roads == NULL ? FOUND_FAILED : roads_make(roads, arena);
    bool failed = false;
    reason[0] = '\0';
    if (found == FOUND && !snake_has_no_tour(arena, reason, &failed) && !failed)
        return roads;
    if (found == FOUND) /* the blocks are not connected, or memory ran out */
        roads_free(roads);
    free(roads);
    if (found == FOUND_NONE)
        snprintf(reason, AUTOPILOT_REASON, "the open cells are not all in blocks of two by two");
    return NULL;
}

static void pilot_cells_forget(void *knowledge)
{
    roads_free(knowledge);
    free(knowledge);
}

static void pilot_cells_end(void *game_memory)
{
    struct cell_memory *memory = game_memory;
    traffic_free(&memory->traffic);
    arrays_free(&memory->arrays);
    free(memory);
}

static void *pilot_cells_begin(const void *knowledge, const struct snake_game *game)
{
    (void)game;
    struct cell_memory *memory = calloc(1, sizeof *memory);
    if (memory == NULL)
        return NULL;
    memory->roads = knowledge;
    size_t capacity = 4 * (size_t)memory->roads->cells + 4;
    memory->body = arrays_add(&memory->arrays, capacity, sizeof *memory->body);
    memory->plan = arrays_add(&memory->arrays, capacity, sizeof *memory->plan);
    if (traffic_make(&memory->traffic, memory->roads) && !memory->arrays.failed)
        return memory;
    pilot_cells_end(memory);
    return NULL;
}

/* Returns whether the position after eating is safe, if the food is `steps` steps along the way.  *price becomes these
 * steps plus the mean distance of a free cell afterwards. */
static bool price_way(struct cell_memory *memory, const struct snake_game *game, unsigned steps, double *price)
{
    struct window after = move_window(memory, game, steps, true);
    uint64_t distances;
    *price = steps;
    if (is_full(memory, after))
        return true;
    if (!traffic_safe(&memory->traffic, after.body, after.length, &distances))
        return false;
    *price += (double)distances / (memory->roads->cells - after.length);
    return true;
}

/* Finds a way to the food and stores it after the body.  Returns the number of its steps, or 0 if none was found. */
static unsigned find_way(struct cell_memory *memory, const struct snake_game *game, const struct road_prices *noisy,
                         double *price)
{
    struct traffic *traffic = &memory->traffic;
    unsigned steps = 0;
    for (unsigned leg = 0; leg < DETOURS && steps <= memory->roads->cells; leg++) {
        struct window now = move_window(memory, game, steps, false);
        unsigned *way = memory->body + game->length + steps;
        if (is_full(memory, now) ||
            !traffic_search(traffic, now.body, now.length, now.growth, game->rules.tail_blocked, game->food, noisy))
            return 0;
        unsigned last = traffic_way(traffic, game->food, way);
        if (price_way(memory, game, steps + last, price))
            return steps + last;
        int lost = traffic_nearest_lost(traffic);
        if (lost < 0)
            return 0;
        steps += traffic_way(traffic, (unsigned)lost, way);
    }
    return 0;
}

/* Makes the way after the body the plan. */
static void adopt_way(struct cell_memory *memory, const struct snake_game *game, unsigned steps)
{
    memcpy(memory->plan, memory->body + game->length, steps * sizeof *memory->plan);
    memory->planned = steps;
    memory->done = 0;
}

/* Returns whether the shortest way to the food, as the last call of traffic_safe found it, begins with a crossing. */
static bool food_is_across(const struct cell_memory *memory, unsigned head, unsigned food)
{
    const struct traffic *t = &memory->traffic;
    const struct roads *roads = memory->roads;
    unsigned cell = food;
    while (t->mark[cell] == REACHED && t->distance[cell] > 1) {
        int back = -1;
        for (unsigned d = 0; d < DIRECTIONS && back < 0; d++) {
            int p = roads->arena->next[cell * DIRECTIONS + d];
            if (p >= 0 && t->mark[p] == REACHED && t->distance[p] + 1 == t->distance[cell] &&
                (roads->turn[p] == (int)cell || roads->cross[p] == (int)cell))
                back = p;
        }
        if (back < 0)
            return false;
        cell = (unsigned)back;
    }
    return roads->cross[head] == (int)cell;
}

/* Takes one careful step: the preferred one if it is safe, else the other, else onto the tail.  `round`: prefers to
 * cross.  Returns false if there is no such step. */
static bool step_carefully(struct cell_memory *memory, const struct snake_game *game, unsigned steps, bool round)
{
    const struct roads *roads = memory->roads;
    struct window now = move_window(memory, game, steps, false);
    unsigned head = now.body[now.length - 1], *slot = memory->body + game->length + steps;
    uint64_t distances;
    traffic_safe(&memory->traffic, now.body, now.length, &distances);
    int ways[2] = {roads->turn[head], roads->cross[head]};
    bool free_way[2];
    for (int way = 0; way < 2; way++)
        free_way[way] =
            ways[way] >= 0 && memory->traffic.mark[ways[way]] == REACHED && memory->traffic.distance[ways[way]] == 1;
    bool tail_leaves = now.growth == 0 && !game->rules.tail_blocked;
    int preferred = round || food_is_across(memory, head, game->food);
    for (int i = 0; i < 2; i++) {
        int way = i == 0 ? preferred : !preferred;
        if (!free_way[way])
            continue;
        *slot = (unsigned)ways[way];
        struct window after = move_window(memory, game, steps + 1, *slot == game->food);
        if (is_full(memory, after) || traffic_safe(&memory->traffic, after.body, after.length, &distances))
            return true;
    }
    for (int way = 0; way < 2 && tail_leaves; way++) {
        if (ways[way] == (int)now.body[0]) {
            *slot = now.body[0];
            return true;
        }
    }
    return false;
}

/* Plans step by step to the food or a full arena.  `round`: goes round the whole tree. */
static bool plan_carefully(struct cell_memory *memory, const struct snake_game *game, bool round)
{
    for (unsigned steps = 0; steps < 2 * memory->roads->cells; steps++) {
        if (!step_carefully(memory, game, steps, round))
            return false;
        if (memory->body[game->length + steps] == game->food ||
            is_full(memory, move_window(memory, game, steps + 1, false))) {
            adopt_way(memory, game, steps + 1);
            return true;
        }
    }
    return false;
}

static int choose_cells(void *game_memory, const struct snake_game *game)
{
    struct cell_memory *memory = game_memory;
    for (unsigned i = 0; i < game->length; i++)
        memory->body[i] = snake_segment(game, i);
    if (memory->done == memory->planned || memory->done % REPLAN == 0) {
        /* Looks for a better plan than the current one, if any. */
        double best = DBL_MAX, price;
        unsigned rest = memory->planned - memory->done;
        if (rest > 0) {
            memcpy(memory->body + game->length, memory->plan + memory->done, rest * sizeof *memory->plan);
            price_way(memory, game, rest, &best);
        }
        for (unsigned i = 0; i < PLANS; i++) {
            unsigned steps = find_way(memory, game, i == 0 ? &exact_prices : &prices, &price);
            if (steps > 0 && price < best) {
                best = price;
                adopt_way(memory, game, steps);
            }
        }
    }
    if (memory->done == memory->planned && !plan_carefully(memory, game, false) && !plan_carefully(memory, game, true))
        return -1;
    return (int)direction_to(game->arena, snake_head(game), memory->plan[memory->done++]);
}

const struct autopilot autopilot_cells = {
    .name = "cells",
    .help = "takes shortest safe paths along one-way roads around blocks of two by two cells",
    .study = pilot_cells_study,
    .forget = pilot_cells_forget,
    .begin = pilot_cells_begin,
    .end = pilot_cells_end,
    .choose = choose_cells,
};

/* --- the autopilots that follow a Hamiltonian cycle: `cycle`, `perturbed`, `perturbed-safe` ---
 *
 * If the arena is made of blocks of two by two cells, each game has a random cycle from a maze.  Otherwise all games
 * have the same one, found by search. */

struct knowledge {
    bool has_roads;
    struct roads roads;
    struct circuit circuit; /* if there are no roads */
};

struct cycle_memory {
    const struct knowledge *knowledge;
    struct circuit circuit;
};

static void pilot_cycle_forget(void *known)
{
    struct knowledge *knowledge = known;
    if (knowledge->has_roads)
        roads_free(&knowledge->roads);
    circuit_free(&knowledge->circuit);
    free(knowledge);
}

static void *pilot_cycle_study(const struct snake *arena, bool spare, char *reason)
{
    struct knowledge *knowledge = calloc(1, sizeof *knowledge);
    reason[0] = '\0';
    if (knowledge == NULL)
        return NULL;
    struct rng rng;
    rng_start(&rng, 0, 0);
    struct circuit trial;
    enum finding roads = roads_make(&knowledge->roads, arena), maze = roads;
    if (roads == FOUND)
        maze = circuit_from_maze(&trial, &knowledge->roads, &rng);
    if (maze == FOUND) {
        knowledge->has_roads = true;
        circuit_free(&trial);
        return knowledge;
    }
    if (roads == FOUND)
        roads_free(&knowledge->roads);
    enum finding tour = maze;
    if (maze == FOUND_NONE)
        tour = circuit_from_search(&knowledge->circuit, arena, spare, reason);
    if (tour == FOUND)
        return knowledge;
    if (tour == FOUND_FAILED)
        reason[0] = '\0';
    free(knowledge);
    return NULL;
}

static void *study_with_spare(const struct snake *arena, char *reason)
{
    return pilot_cycle_study(arena, true, reason);
}

static void *study_full(const struct snake *arena, char *reason)
{
    return pilot_cycle_study(arena, false, reason);
}

static void pilot_cycle_end(void *game_memory)
{
    struct cycle_memory *memory = game_memory;
    if (memory->knowledge->has_roads)
        circuit_free(&memory->circuit);
    free(memory);
}

static void *pilot_cycle_begin(const void *known, const struct snake_game *game)
{
    const struct knowledge *knowledge = known;
    struct cycle_memory *memory = calloc(1, sizeof *memory);
    if (memory == NULL)
        return NULL;
    memory->knowledge = knowledge;
    memory->circuit = knowledge->circuit;
    struct rng rng;
    snake_game_stream(game, &rng);
    if (!knowledge->has_roads || circuit_from_maze(&memory->circuit, &knowledge->roads, &rng) == FOUND)
        return memory;
    free(memory);
    return NULL;
}

/* Returns the number of steps along the cycle from one cell to another, from 1 to the length of the cycle. */
static unsigned ahead(const struct circuit *circuit, unsigned from, unsigned to)
{
    unsigned length = circuit->length;
    return (circuit->index[to] + length - circuit->index[from] - 1) % length + 1;
}

/* Returns the number of free cells that must lie ahead after a shortcut.  If the tail moves away from the head and food
 * adds one cell, the result is 0, except at the start, because the head can always follow the tail.  Otherwise food
 * could appear just ahead several times in a row.  The head would then reach a tail that stands still, before the tail
 * has passed the cells left out.  So the result leaves room for RUN foods.  The chance that all of them appear ahead,
 * each nearer than the one before, is 1 in 12 factorial. */
static unsigned free_cells_needed(const struct snake_game *game)
{
    enum { RUN = 12 };
    if (!game->rules.tail_blocked && !game->rules.nokia)
        return game->length == 1; /* a snake of two cells cannot follow its tail */
    unsigned capacity = game->growth + RUN * game->value + 1;
    return game->rules.nokia ? capacity + RUN * (RUN - 1) / 2 : capacity;
}

/* Returns the legal step that goes furthest along the cycle without passing food or tail, or -1. */
static int furthest(const struct circuit *circuit, const struct snake_game *game, bool shortcuts)
{
    unsigned head = snake_head(game), to_food = ahead(circuit, head, game->food), best = 0,
             needed = free_cells_needed(game);
    int tail = (int)snake_tail(game), food = (int)game->food;
    unsigned gap = ahead(circuit, head, (unsigned)tail); /* the whole cycle if the snake is one cell long */
    int direction = -1;
    for (int d = 0; d < DIRECTIONS; d++) {
        int cell = snake_ahead(game, (enum direction)d);
        if (cell < 0)
            continue;
        unsigned steps = ahead(circuit, head, (unsigned)cell);
        /* The head comes level with the tail only by entering the tail's cell, or by winning on its twin. */
        bool passes = steps > gap || (steps == gap && cell != tail && game->length + 1 != game->arena->cells);
        bool good = !passes && (steps == 1 || (shortcuts && steps + needed < gap && (steps < to_food || cell == food)));
        /* of two twins, prefer the one with the food, then the one on the cycle */
        bool better = steps > best || (steps == best && (cell == food || cell == circuit->twin));
        if (best == steps && direction >= 0 && snake_ahead(game, (enum direction)direction) == food)
            better = false;
        if (good && better) {
            best = steps;
            direction = d;
        }
    }
    return direction;
}

static int choose_cycle(void *game_memory, const struct snake_game *game)
{
    struct cycle_memory *memory = game_memory;
    return furthest(&memory->circuit, game, false);
}

/* Takes shortcuts until the arena is half full.  Later shortcuts would only leave free cells behind, and these would
 * cost another round. */
static int choose_safe(void *game_memory, const struct snake_game *game)
{
    struct cycle_memory *memory = game_memory;
    return furthest(&memory->circuit, game, 2 * game->length < game->arena->cells);
}

/* --- shortcuts that may go wrong --- */

static int choose_perturbed(void *game_memory, const struct snake_game *game)
{
    static const enum direction tried[] = {RIGHT, LEFT, DOWN, UP};
    static const enum direction desperate[] = {UP, LEFT, DOWN, RIGHT};
    struct cycle_memory *memory = game_memory;
    const struct circuit *circuit = &memory->circuit;
    unsigned head = snake_head(game);
    int size = (int)circuit->length, value = (int)game->value;
    /* The cells of the cycle between the head and the food, and between the head and the tail. */
    int to_food = (int)ahead(circuit, head, game->food) - 1, to_tail = (int)ahead(circuit, head, snake_tail(game)) - 1;
    int available = to_tail - (int)game->growth - 3; /* how many cells a step may cut off the cycle */
    int empty = size - (int)game->length - (int)game->growth - value;
    if (empty < size / 2) {
        available = 0;
    } else if (to_food < to_tail) {
        available -= value;
        if ((to_tail - to_food) * 4 > empty)
            available -= 10;
    }
    available = to_food < available ? to_food : available;
    available = available > 0 ? available : 0;
    int best = -1, choice = -1;
    for (int i = 0; i < DIRECTIONS; i++) {
        int cell = snake_ahead(game, tried[i]);
        int cut = cell < 0 ? -1 : (int)ahead(circuit, head, (unsigned)cell) - 1;
        if (cut <= available && cut > best) {
            best = cut;
            choice = (int)tried[i];
        }
    }
    for (int i = 0; i < DIRECTIONS && choice < 0; i++) {
        if (snake_ahead(game, desperate[i]) >= 0)
            choice = (int)desperate[i];
    }
    return choice;
}

#define ON_CYCLE .forget = pilot_cycle_forget, .begin = pilot_cycle_begin, .end = pilot_cycle_end, .memoryless = true

const struct autopilot autopilot_cycle = {
    ON_CYCLE, .name = "cycle", .help = "follows a Hamiltonian cycle", .study = study_with_spare, .choose = choose_cycle,
};

const struct autopilot autopilot_perturbed = {
    ON_CYCLE,
    .name = "perturbed",
    .help = "takes shortcuts along a cycle until the arena is half full",
    .study = study_full,
    .choose = choose_perturbed,
};

const struct autopilot autopilot_perturbed_safe = {
    ON_CYCLE,
    .name = "perturbed-safe",
    .help = "takes shortcuts along a cycle only if they are safe",
    .study = study_with_spare,
    .choose = choose_safe,
};

/* --- the simple autopilots: `manhattan`, `euclidean`, `sweep`, `tail-escape` and `tail-escape-random` ---
 *
 * Each rates the cells next to the head and takes the one with the lowest value.  Ties go to the first, clockwise from
 * above. */

static int column_of(const struct snake *arena, unsigned cell)
{
    return arena->place[cell] % arena->grid.columns;
}

static int row_of(const struct snake *arena, unsigned cell)
{
    return arena->place[cell] / arena->grid.columns;
}

/* They need no knowledge, so an arena that they can play on stands for it. */
static void *study_any(const struct snake *arena, char *reason)
{
    reason[0] = '\0';
    return (void *)(uintptr_t)arena;
}

static void *study_sweep(const struct snake *arena, char *reason)
{
    bool rectangle = (unsigned)grid_size(&arena->grid) == arena->cells;
    if (rectangle && arena->grid.rows % 2 == 0 && arena->grid.columns % 2 == 0)
        return study_any(arena, reason);
    snprintf(reason, AUTOPILOT_REASON, "it sweeps only %s",
             rectangle ? "boards with even sides" : "rectangles without inner walls");
    return NULL;
}

static void forget_nothing(void *knowledge)
{
    (void)knowledge;
}

/* --- towards the food --- */

struct mind {
    unsigned before; /* the previous cell of the head; at first the current one */
    struct rng rng;
    /* scratch of tail-escape, [cells] each */
    unsigned *place; /* the position of the segment on a cell, counted from the head; UINT_MAX: none */
    unsigned *queue, *from, *steps;
    struct arrays arrays;
};

static void pilot_simple_end(void *memory)
{
    struct mind *mind = memory;
    arrays_free(&mind->arrays);
    free(mind);
}

static void *pilot_simple_begin(const void *knowledge, const struct snake_game *game)
{
    (void)knowledge;
    struct mind *mind = calloc(1, sizeof *mind);
    size_t cells = game->arena->cells;
    if (mind == NULL)
        return NULL;
    mind->before = snake_head(game);
    snake_game_stream(game, &mind->rng);
    mind->place = arrays_add(&mind->arrays, cells, sizeof *mind->place);
    mind->queue = arrays_add(&mind->arrays, cells, sizeof *mind->queue);
    mind->from = arrays_add(&mind->arrays, cells, sizeof *mind->from);
    mind->steps = arrays_add(&mind->arrays, cells, sizeof *mind->steps);
    if (!mind->arrays.failed)
        return mind;
    pilot_simple_end(mind);
    return NULL;
}

/* Returns an autopilot's value of a cell next to the head. */
typedef long value_function(const struct mind *mind, unsigned cell, const struct snake_game *game);

/* Returns the direction of the cell next to the head with the lowest value.  The snake does not turn back on the spot;
 * apart from that the autopilots do not avoid collisions. */
static int lowest(const struct mind *mind, const struct snake_game *game, value_function *value)
{
    unsigned head = snake_head(game);
    unsigned neck = game->length > 1 ? snake_segment(game, game->length - 2) : head;
    long best = LONG_MAX;
    int choice = -1;
    for (int d = 0; d < DIRECTIONS; d++) {
        int cell = game->arena->next[head * DIRECTIONS + (unsigned)d];
        if (cell < 0 || cell == (int)neck)
            continue;
        long figure = value(mind, (unsigned)cell, game);
        if (figure < best) {
            best = figure;
            choice = d;
        }
    }
    return choice;
}

static long manhattan(const struct mind *mind, unsigned cell, const struct snake_game *game)
{
    (void)mind;
    const struct snake *arena = game->arena;
    return labs((long)column_of(arena, cell) - column_of(arena, game->food)) +
           labs((long)row_of(arena, cell) - row_of(arena, game->food));
}

/* Returns the square of the Euclidean distance, which gives the same order. */
static long euclidean(const struct mind *mind, unsigned cell, const struct snake_game *game)
{
    (void)mind;
    long x = column_of(game->arena, cell) - column_of(game->arena, game->food);
    long y = row_of(game->arena, cell) - row_of(game->arena, game->food);
    return x * x + y * y;
}

static int choose_manhattan(void *memory, const struct snake_game *game)
{
    return lowest(memory, game, manhattan);
}

static int choose_euclidean(void *memory, const struct snake_game *game)
{
    return lowest(memory, game, euclidean);
}

/* --- sweep --- */

/* Returns 0 for the cells where the sweep goes on, 999 for all others. */
static long sweep(const struct mind *mind, unsigned cell, const struct snake_game *game)
{
    const struct snake *arena = game->arena;
    unsigned head = snake_head(game);
    enum direction way = direction_to(arena, head, cell);
    enum direction now = direction_to(arena, mind->before, head); /* at first RIGHT */
    int x = column_of(arena, head), y = row_of(arena, head);
    int x_max = arena->grid.columns - 1, y_max = arena->grid.rows - 1;
    bool goes_on = false;
    if (now == RIGHT)
        goes_on = ((x < x_max - 1 || y == y_max) && way == RIGHT) || (x >= x_max - 1 && way == DOWN);
    if (now == LEFT)
        goes_on = ((x > 1 || y == y_max) && way == LEFT) || (x <= 1 && way == DOWN);
    if (now == RIGHT || now == LEFT)
        goes_on |= (x == 0 || x == x_max) && y == y_max && way == UP;
    if (now == DOWN)
        goes_on = (2 * x < arena->grid.columns && way == RIGHT) || (2 * x > arena->grid.columns && way == LEFT);
    if (now == UP)
        goes_on = way == UP || ((y == 0 || y == y_max) && x == 0 && (way == LEFT || way == RIGHT));
    return goes_on ? 0 : 999;
}

static int choose_sweep(void *memory, const struct snake_game *game)
{
    struct mind *mind = memory;
    int direction = lowest(mind, game, sweep);
    mind->before = snake_head(game);
    return direction;
}

/* --- tail escape --- */

/* Returns the number of cells on a shortest way from `start` to `target`, both included, while the body moves along; 0
 * if there is no way.  The snake, `length` cells long and stored in `place`, has just moved onto `start`. */
static unsigned way_length(struct mind *mind, const struct snake *arena, unsigned start, unsigned target,
                           unsigned length)
{
    for (unsigned cell = 0; cell < arena->cells; cell++)
        mind->steps[cell] = 0;
    unsigned first = 0, last = 0;
    mind->queue[last++] = start;
    mind->steps[start] = 1;
    mind->from[start] = start;
    while (first < last) {
        unsigned cell = mind->queue[first++], steps = mind->steps[cell];
        if (cell == target)
            return steps;
        for (unsigned d = 0; d < DIRECTIONS; d++) {
            int next = arena->next[cell * DIRECTIONS + d];
            bool covered = next >= 0 && steps < length && mind->place[next] < length - steps;
            if (next < 0 || covered || mind->steps[next] != 0)
                continue;
            mind->steps[next] = steps + 1;
            mind->from[next] = cell;
            mind->queue[last++] = (unsigned)next;
        }
    }
    return 0;
}

static void place_snake(struct mind *mind, const struct snake_game *game)
{
    for (unsigned cell = 0; cell < game->arena->cells; cell++)
        mind->place[cell] = UINT_MAX;
    for (unsigned i = 0; i < game->length; i++)
        mind->place[snake_segment(game, i)] = game->length - 1 - i;
}

enum purpose { EAT, ESCAPE, HOPELESS };

/* Returns the purpose of a move to a cell, and sets *value to the value of the cell. */
static enum purpose assess(struct mind *mind, const struct snake_game *game, unsigned cell, long *value)
{
    long size = 2L * grid_size(&game->arena->grid);
    place_snake(mind, game);
    unsigned steps = way_length(mind, game->arena, cell, game->food, game->length);
    *value = (long)steps;
    if (steps > 0) {
        /* Places the snake that has eaten. */
        unsigned tail = game->food, length = game->length + 1;
        for (unsigned i = 0; i < game->length; i++)
            mind->place[snake_segment(game, i)] = game->length - 1 - i + steps;
        for (unsigned i = 0, way = game->food; i < steps; i++, way = mind->from[way])
            mind->place[way] = i;
        for (unsigned covered = 0; covered < game->arena->cells; covered++) {
            if (mind->place[covered] == length - 1)
                tail = covered;
        }
        /* The snake must be able to reach its tail. */
        for (unsigned d = 0; d < DIRECTIONS; d++) {
            int next = game->arena->next[game->food * DIRECTIONS + d];
            if (next < 0 || mind->place[next] < length)
                continue;
            if (way_length(mind, game->arena, (unsigned)next, tail, length) > 0)
                return EAT;
        }
        place_snake(mind, game);
    }
    steps = way_length(mind, game->arena, cell, snake_tail(game), game->length);
    *value = steps > 0 ? size - (long)steps : 2 * size;
    return steps > 0 ? ESCAPE : HOPELESS;
}

/* Chooses a direction, or -1.  `random`: if it can only escape, it takes a random escape instead of the longest way. */
static int escape(struct mind *mind, const struct snake_game *game, bool random)
{
    long best = LONG_MAX;
    int choice = -1;
    uint32_t escapes = 0;
    enum purpose purpose = HOPELESS;
    for (int d = 0; d < DIRECTIONS; d++) {
        int cell = snake_ahead(game, (enum direction)d);
        if (cell < 0)
            continue;
        long value;
        bool wins = cell == (int)game->food && game->length + 1 == game->arena->cells;
        enum purpose found = assess(mind, game, (unsigned)cell, &value);
        if (random && wins)
            return d;
        bool better = value < best;
        if (random && found == ESCAPE) {
            escapes++;
            better = purpose == HOPELESS || (purpose == ESCAPE && rng_below(&mind->rng, escapes) == 0);
        }
        if (better) {
            best = value;
            choice = d;
            purpose = found;
        }
    }
    return choice;
}

static int choose_escape(void *memory, const struct snake_game *game)
{
    return escape(memory, game, false);
}

static int choose_escape_random(void *memory, const struct snake_game *game)
{
    return escape(memory, game, true);
}

#define SIMPLE .forget = forget_nothing, .begin = pilot_simple_begin, .end = pilot_simple_end

const struct autopilot autopilot_manhattan = {SIMPLE,
                                              .name = "manhattan",
                                              .help = "steps to the cell with the least Manhattan distance to the food",
                                              .study = study_any,
                                              .choose = choose_manhattan,
                                              .memoryless = true};

static const struct autopilot autopilot_euclidean = {
    SIMPLE,
    .name = "euclidean",
    .help = "steps to the cell with the least Euclidean distance to the food",
    .study = study_any,
    .choose = choose_euclidean,
    .memoryless = true};

const struct autopilot autopilot_sweep = {SIMPLE, .name = "sweep",
                                          .help = "goes row by row, and back up along the edge", .study = study_sweep,
                                          .choose = choose_sweep};

const struct autopilot autopilot_tail_escape = {
    SIMPLE,
    .name = "tail-escape",
    .help = "goes to the food if the tail can be reached from there, otherwise a long way to the tail",
    .study = study_any,
    .choose = choose_escape,
    .memoryless = true};

static const struct autopilot autopilot_tail_escape_random = {
    SIMPLE, .name = "tail-escape-random",
    .help = "like tail-escape, but with random paths to the tail, so that it does not circle forever",
    .study = study_any, .choose = choose_escape_random};

/* --- autopilot --- */

const struct autopilot *const autopilots[] = {
    &autopilot_manhattan,
    &autopilot_euclidean,
    &autopilot_sweep,
    &autopilot_tail_escape,
    &autopilot_tail_escape_random,
    &autopilot_cycle,
    &autopilot_perturbed,
    &autopilot_perturbed_safe,
    &autopilot_cells,
    NULL,
};

bool autopilot_find(const char *name, bool all, const struct autopilot **autopilot, struct text *error)
{
    const char *names[32];
    size_t count = 0;
    *autopilot = NULL;
    if (all && strcmp(name, "all") == 0)
        return true;
    if (all)
        names[count++] = "all";
    for (size_t i = 0; autopilots[i] != NULL; i++) {
        names[count++] = autopilots[i]->name;
        if (strcmp(autopilots[i]->name, name) == 0) {
            *autopilot = autopilots[i];
            return true;
        }
    }
    say_unknown("autopilot", name, names, count, error);
    return false;
}

const char *const game_result_names[] = {
    [GAME_WON] = "won",     [GAME_CRASHED] = "crashed",         [GAME_LOOPING] = "looping",
    [GAME_STUCK] = "stuck", [GAME_NO_MEMORY] = "out of memory",
};

enum { PATIENCE = 64 }; /* the most moves without food, divided by the number of cells */

struct watcher {
    unsigned *kept; /* [cells]: an earlier body, tail first */
    unsigned length;
    uint32_t next;          /* the move at which to replace it */
    uint32_t points, since; /* foods eaten; the move of the last one */
};

static bool loops(struct watcher *watcher, const struct snake_game *game, bool memoryless)
{
    if (game->points != watcher->points) {
        watcher->points = game->points;
        watcher->since = watcher->next = game->moves;
        watcher->length = 0;
    }
    uint32_t fasting = game->moves - watcher->since;
    if (!memoryless)
        return fasting > (uint32_t)PATIENCE * game->arena->cells;
    bool same = watcher->length == game->length && game->growth == 0;
    for (unsigned i = 0; same && i < game->length; i++)
        same = watcher->kept[i] == snake_segment(game, i);
    if (same)
        return true;
    if (game->moves == watcher->next) {
        watcher->next = game->moves + fasting + 1;
        watcher->length = game->length;
        for (unsigned i = 0; i < game->length; i++)
            watcher->kept[i] = snake_segment(game, i);
    }
    return false;
}

enum game_result autopilot_play(const struct autopilot *autopilot, const void *knowledge, struct snake_game *game,
                                food_function *eaten, void *context)
{
    struct watcher watcher = {.kept = calloc(game->arena->cells, sizeof *watcher.kept)};
    void *memory = autopilot->begin(knowledge, game);
    enum game_result result = GAME_NO_MEMORY;
    while (watcher.kept != NULL && memory != NULL) {
        result = GAME_WON;
        if (snake_won(game))
            break;
        result = GAME_LOOPING;
        if (loops(&watcher, game, autopilot->memoryless))
            break;
        result = GAME_STUCK;
        int direction = 0;
        while (direction < DIRECTIONS && snake_ahead(game, (enum direction)direction) < 0)
            direction++;
        direction = direction < DIRECTIONS ? autopilot->choose(memory, game) : -1;
        if (direction < 0)
            break;
        result = GAME_CRASHED;
        uint32_t points = game->points;
        if (!snake_move(game, (enum direction)direction))
            break;
        if (eaten != NULL && game->points != points)
            eaten(context, game);
    }
    if (memory != NULL)
        autopilot->end(memory);
    free(watcher.kept);
    return result;
}

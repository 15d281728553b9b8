/* The autopilot `cells`: the shortest ways to the food that keep the game safe.
 *
 * It plans a way to the food such that the position after eating is safe (see cell_roads.h).  Where
 * the cheapest way would cut something off, it goes by way of what would be cut off first.  Of
 * several such plans, made with some noise in the prices, it takes the one after which food is
 * likely to be nearest, and on its way it goes on looking for better ones.  Where all plans fail,
 * it goes carefully: every single step leads to a safe position, in the end round the tree, which
 * meets all cells. */
#include "solve/arcade/autopilot.h"

#include "solve/arcade/cell_roads.h"

#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PLANS = 2,     /* tried each time */
    REPLAN = 4,    /* steps until it looks for a better plan */
    DETOURS = 12,  /* most legs of a plan */
};

static const struct road_prices prices = {.new_block = 600, .noise = 4000};
static const struct road_prices exact_prices = {.new_block = 600};

struct memory {
    const struct roads *roads;
    struct traffic traffic;
    unsigned *body; /* the snake, tail first, and behind it the way being tried */
    unsigned *plan;
    unsigned planned, done; /* the plan's steps, and those made */
};

/* The body some steps along the way behind it: where it begins and how long it is.  The tail waits
 * while the snake grows; eating makes it wait once more. */
struct window {
    const unsigned *body;
    unsigned length, growth;
};

static struct window move_window(const struct memory *memory, const struct snake_game *game,
                                 unsigned steps, bool eats)
{
    unsigned moved = steps - eats > game->growth ? steps - eats - game->growth : 0;
    return (struct window){.body = memory->body + moved,
                           .length = game->length + steps - moved,
                           .growth = steps > game->growth ? 0 : game->growth - steps};
}

static bool is_full(const struct memory *memory, struct window window)
{
    return window.length >= memory->roads->cells;
}

static void *study(const struct snake *arena, const struct snake_rules *rules, char *reason)
{
    (void)rules;
    struct roads *roads = malloc(sizeof *roads);
    enum finding found = roads == NULL ? FOUND_FAILED : roads_make(roads, arena);
    if (found == FOUND)
        return roads;
    free(roads);
    snprintf(reason, AUTOPILOT_REASON, "%s",
             found == FOUND_FAILED ? "" : "the open cells are not all in blocks of two by two");
    return NULL;
}

static void forget(void *knowledge)
{
    roads_free(knowledge);
    free(knowledge);
}

static void end(void *game_memory)
{
    struct memory *memory = game_memory;
    traffic_free(&memory->traffic);
    free(memory->body);
    free(memory->plan);
    free(memory);
}

static void *begin(const void *knowledge, const struct snake_game *game)
{
    (void)game;
    struct memory *memory = calloc(1, sizeof *memory);
    if (memory == NULL)
        return NULL;
    memory->roads = knowledge;
    size_t room = 4 * (size_t)memory->roads->cells + 4;
    memory->body = calloc(room, sizeof *memory->body);
    memory->plan = calloc(room, sizeof *memory->plan);
    bool made = traffic_make(&memory->traffic, memory->roads);
    if (made && memory->body != NULL && memory->plan != NULL)
        return memory;
    end(memory);
    return NULL;
}

/* Whether eating after that many steps along the way leaves a safe position, and how dear that
 * is. */
static bool price_way(struct memory *memory, const struct snake_game *game, unsigned steps,
                      double *price)
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

/* Finds a way to the food and lays it behind the body.  Returns its steps; 0: none was found. */
static unsigned find_way(struct memory *memory, const struct snake_game *game,
                         const struct road_prices *noisy, double *price)
{
    struct traffic *traffic = &memory->traffic;
    unsigned steps = 0;
    for (unsigned leg = 0; leg < DETOURS && steps <= memory->roads->cells; leg++) {
        struct window now = move_window(memory, game, steps, false);
        unsigned *way = memory->body + game->length + steps;
        if (is_full(memory, now) ||
            !traffic_search(traffic, now.body, now.length, now.growth, game->rules.tail_blocked,
                            game->food, noisy))
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

static void adopt(struct memory *memory, const struct snake_game *game, unsigned steps)
{
    memcpy(memory->plan, memory->body + game->length, steps * sizeof *memory->plan);
    memory->planned = steps;
    memory->done = 0;
}

/* Looks for a better plan than the one at hand, if any. */
static void plan(struct memory *memory, const struct snake_game *game)
{
    double best = DBL_MAX, price;
    unsigned rest = memory->planned - memory->done;
    if (rest > 0) {
        memcpy(memory->body + game->length, memory->plan + memory->done,
               rest * sizeof *memory->plan);
        price_way(memory, game, rest, &best);
    }
    for (unsigned i = 0; i < PLANS; i++) {
        unsigned steps = find_way(memory, game, i == 0 ? &exact_prices : &prices, &price);
        if (steps > 0 && price < best) {
            best = price;
            adopt(memory, game, steps);
        }
    }
}

/* Which way the shortest safe-looking path to the food begins: 1 across, 0 round.  To be asked
 * after traffic_safe. */
static bool food_is_across(const struct memory *memory, unsigned head, unsigned food)
{
    const struct traffic *t = &memory->traffic;
    const struct roads *roads = memory->roads;
    unsigned cell = food;
    while (t->taken[cell] == 2 && t->distance[cell] > 1) {
        int back = -1;
        for (unsigned d = 0; d < DIRECTIONS && back < 0; d++) {
            int p = roads->arena->next[cell * DIRECTIONS + d];
            if (p >= 0 && t->taken[p] == 2 && t->distance[p] + 1 == t->distance[cell] &&
                (roads->turn[p] == (int)cell || roads->cross[p] == (int)cell))
                back = p;
        }
        if (back < 0)
            return false;
        cell = (unsigned)back;
    }
    return roads->cross[head] == (int)cell;
}

/* One careful step: the preferred way if that is safe, else the other.  False: neither is. */
static bool step_carefully(struct memory *memory, const struct snake_game *game, unsigned steps,
                           bool round)
{
    const struct roads *roads = memory->roads;
    struct window now = move_window(memory, game, steps, false);
    unsigned head = now.body[now.length - 1], *slot = memory->body + game->length + steps;
    uint64_t distances;
    traffic_safe(&memory->traffic, now.body, now.length, &distances);
    int ways[2] = {roads->turn[head], roads->cross[head]};
    bool free_way[2];
    for (int way = 0; way < 2; way++)
        free_way[way] = ways[way] >= 0 && memory->traffic.taken[ways[way]] == 2 &&
                        memory->traffic.distance[ways[way]] == 1;
    bool tail_leaves = now.growth == 0 && !game->rules.tail_blocked;
    int preferred = round || food_is_across(memory, head, game->food);
    for (int i = 0; i < 2; i++) {
        int way = i == 0 ? preferred : !preferred;
        if (!free_way[way])
            continue;
        *slot = (unsigned)ways[way];
        struct window after = move_window(memory, game, steps + 1, *slot == game->food);
        if (is_full(memory, after) ||
            traffic_safe(&memory->traffic, after.body, after.length, &distances))
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

/* Plans step by step; `round`: round the tree. */
static bool plan_carefully(struct memory *memory, const struct snake_game *game, bool round)
{
    for (unsigned steps = 0; steps < 2 * memory->roads->cells; steps++) {
        if (!step_carefully(memory, game, steps, round))
            return false;
        if (memory->body[game->length + steps] == game->food ||
            is_full(memory, move_window(memory, game, steps + 1, false))) {
            adopt(memory, game, steps + 1);
            return true;
        }
    }
    return false;
}

static int choose(void *game_memory, const struct snake_game *game)
{
    struct memory *memory = game_memory;
    for (unsigned i = 0; i < game->length; i++)
        memory->body[i] = snake_segment(game, i);
    if (memory->done == memory->planned || memory->done % REPLAN == 0)
        plan(memory, game);
    if (memory->done == memory->planned && !plan_carefully(memory, game, false) &&
        !plan_carefully(memory, game, true))
        return -1;
    unsigned next = memory->plan[memory->done++], head = snake_head(game);
    for (int d = 0; d < DIRECTIONS; d++) {
        if (memory->roads->arena->next[head * DIRECTIONS + (unsigned)d] == (int)next)
            return d;
    }
    return -1;
}

const struct autopilot autopilot_cells = {
    .name = "cells",
    .help = "shortest safe ways over roads round blocks of two by two cells",
    .study = study,
    .forget = forget,
    .begin = begin,
    .end = end,
    .choose = choose,
};

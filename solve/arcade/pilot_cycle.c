/* The autopilots that live by a Hamiltonian cycle: `cycle`, `perturbed`, `perturbed-safe`.
 *
 * Where the arena is made of blocks of two by two cells, each game has a random cycle from a maze;
 * else all have the same one, found by search. */
#include "solve/arcade/autopilot.h"

#include "solve/arcade/circuit.h"

#include <stdlib.h>
#include <string.h>

struct knowledge {
    const struct snake *arena;
    bool has_roads;
    struct roads roads;
    struct circuit circuit; /* where there are no roads */
};

struct memory {
    const struct knowledge *knowledge;
    struct circuit circuit;
};

static void forget(void *known)
{
    struct knowledge *knowledge = known;
    if (knowledge->has_roads)
        roads_free(&knowledge->roads);
    circuit_free(&knowledge->circuit);
    free(knowledge);
}

static void *study(const struct snake *arena, bool spare, char *reason)
{
    struct knowledge *knowledge = calloc(1, sizeof *knowledge);
    reason[0] = '\0';
    if (knowledge == NULL)
        return NULL;
    knowledge->arena = arena;
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

static void *study_with_spare(const struct snake *arena, const struct snake_rules *rules,
                              char *reason)
{
    (void)rules;
    return study(arena, true, reason);
}

static void *study_full(const struct snake *arena, const struct snake_rules *rules, char *reason)
{
    (void)rules;
    return study(arena, false, reason);
}

static void end(void *game_memory)
{
    struct memory *memory = game_memory;
    if (memory->knowledge->has_roads)
        circuit_free(&memory->circuit);
    free(memory);
}

static void *begin(const void *known, const struct snake_game *game)
{
    const struct knowledge *knowledge = known;
    struct memory *memory = calloc(1, sizeof *memory);
    if (memory == NULL)
        return NULL;
    memory->knowledge = knowledge;
    memory->circuit = knowledge->circuit;
    struct rng rng;
    snake_game_stream(game, &rng);
    if (!knowledge->has_roads ||
        circuit_from_maze(&memory->circuit, &knowledge->roads, &rng) == FOUND)
        return memory;
    free(memory);
    return NULL;
}

/* Steps along the cycle from one cell to another, 1 to its length. */
static unsigned ahead(const struct circuit *circuit, unsigned from, unsigned to)
{
    unsigned length = circuit->length;
    return (circuit->index[to] + length - circuit->index[from] - 1) % length + 1;
}

/* Where the head stands between it and the tail. */
struct outlook {
    unsigned head, tail, food;
    unsigned gap; /* steps to the tail; the whole cycle while the snake is one cell long */
};

static struct outlook look(const struct circuit *circuit, const struct snake_game *game)
{
    struct outlook o = {snake_head(game), snake_tail(game), game->food, 0};
    o.gap = ahead(circuit, o.head, o.tail);
    return o;
}

/* Whether the head may go to a legal cell at all: not past the food's twin without eating (unless
 * it must), and it may eat beside the tail only if that wins. */
static bool may_enter(const struct snake_game *game, const struct outlook *o, unsigned cell,
                      unsigned steps)
{
    return steps < o->gap || (steps == o->gap && (cell == o->tail || game->length + 1 ==
                                                                         game->arena->cells));
}

/* Free cells that must lie ahead after a shortcut.  With the tail moving away from the head, and
 * growth by one, none (but at the very start): the head can always follow the tail.  Else a run of
 * food just ahead could bring the head up to a tail that stands still, before the tail has passed
 * the cells left out; so there is room for so many foods that all of them falling ahead, each
 * nearer than the one before, has a chance of one in 12 factorial. */
static unsigned reserve(const struct snake_game *game)
{
    enum { RUN = 12 };
    if (!game->rules.tail_blocked && !game->rules.nokia)
        return game->length == 1; /* a snake of two cells cannot follow its tail */
    unsigned room = game->growth + RUN * game->value + 1;
    return game->rules.nokia ? room + RUN * (RUN - 1) / 2 : room;
}

/* The legal step that goes furthest along the cycle without passing food or tail; -1: none. */
static int furthest(const struct circuit *circuit, const struct snake_game *game, bool shortcuts)
{
    struct outlook o = look(circuit, game);
    unsigned to_food = ahead(circuit, o.head, o.food), best = 0, room = reserve(game);
    int direction = -1;
    for (int d = 0; d < DIRECTIONS; d++) {
        int cell = snake_ahead(game, (enum direction)d);
        if (cell < 0)
            continue;
        unsigned steps = ahead(circuit, o.head, (unsigned)cell);
        bool good = may_enter(game, &o, (unsigned)cell, steps) &&
                    (steps == 1 || (shortcuts && steps + room < o.gap &&
                                    (steps < to_food || cell == (int)o.food)));
        /* of two twins the one with the food, else the cycle's own */
        bool better = steps > best || (steps == best && (cell == (int)o.food ||
                                                         cell == circuit->twin));
        if (best == steps && direction >= 0 &&
            snake_ahead(game, (enum direction)direction) == (int)o.food)
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
    struct memory *memory = game_memory;
    return furthest(&memory->circuit, game, false);
}

/* In a fuller arena shortcuts only leave free cells behind, for which another round is needed. */
static int choose_safe(void *game_memory, const struct snake_game *game)
{
    struct memory *memory = game_memory;
    return furthest(&memory->circuit, game, 2 * game->length < game->arena->cells);
}

/* --- as the document has it --- */

/* Cells between two on the cycle. */
static int between(const struct circuit *circuit, unsigned from, unsigned to)
{
    int a = (int)circuit->index[from], b = (int)circuit->index[to];
    return a < b ? b - a - 1 : b - a - 1 + (int)circuit->length;
}

/* How many cells may be cut off the cycle. */
static int allowance(const struct circuit *circuit, const struct snake_game *game)
{
    int size = (int)circuit->length, value = (int)game->value;
    int to_food = between(circuit, snake_head(game), game->food);
    int to_tail = between(circuit, snake_head(game), snake_tail(game));
    int available = to_tail - (int)game->growth - 3;
    int empty = size - (int)game->length - (int)game->growth - value;
    if (empty < size / 2) {
        available = 0;
    } else if (to_food < to_tail) {
        available -= value;
        if ((to_tail - to_food) * 4 > empty)
            available -= 10;
    }
    available = to_food < available ? to_food : available;
    return available > 0 ? available : 0;
}

static int choose_perturbed(void *game_memory, const struct snake_game *game)
{
    static const enum direction tried[] = {RIGHT, LEFT, DOWN, UP};
    static const enum direction desperate[] = {UP, LEFT, DOWN, RIGHT};
    struct memory *memory = game_memory;
    int available = allowance(&memory->circuit, game), best = -1, choice = -1;
    for (int i = 0; i < DIRECTIONS; i++) {
        int cell = snake_ahead(game, tried[i]);
        int cut = cell < 0 ? -1 : between(&memory->circuit, snake_head(game), (unsigned)cell);
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

const struct autopilot autopilot_cycle = {
    .name = "cycle",
    .help = "follows a Hamiltonian cycle",
    .study = study_with_spare,
    .forget = forget,
    .begin = begin,
    .end = end,
    .choose = choose_cycle,
    .memoryless = true,
};

const struct autopilot autopilot_perturbed = {
    .name = "perturbed",
    .help = "the Nokia document's: shortcuts along a cycle until the arena is half full",
    .study = study_full,
    .forget = forget,
    .begin = begin,
    .end = end,
    .choose = choose_perturbed,
    .memoryless = true,
};

const struct autopilot autopilot_perturbed_safe = {
    .name = "perturbed-safe",
    .help = "shortcuts along a cycle that always leave room",
    .study = study_with_spare,
    .forget = forget,
    .begin = begin,
    .end = end,
    .choose = choose_safe,
    .memoryless = true,
};

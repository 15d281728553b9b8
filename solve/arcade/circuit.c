/* Hamiltonian cycles and roads for the autopilots; see circuit.h. */
#include "solve/arcade/circuit.h"

#include "solve/arcade/autopilot.h"
#include "solve/snake/solver.h"
#include "solve/snake/tours.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NONE = -1 };

void circuit_free(struct circuit *circuit)
{
    free(circuit->cell);
    free(circuit->index);
    *circuit = (struct circuit){0};
}

static bool circuit_make(struct circuit *circuit, unsigned length, unsigned cells)
{
    *circuit = (struct circuit){.length = length,
                                .cell = calloc(length, sizeof *circuit->cell),
                                .index = calloc(cells, sizeof *circuit->index),
                                .twin = NONE};
    if (circuit->cell != NULL && circuit->index != NULL)
        return true;
    circuit_free(circuit);
    return false;
}

/* --- mazes --- */

/* Prim's algorithm: repeatedly a random road out of the maze joins the next block to it.  joined[cell] becomes true if
 * the road across from a cell is open. */
static enum finding grow_maze(const struct roads *roads, struct rng *rng, bool *joined)
{
    bool *inside = calloc(roads->blocks, sizeof *inside);
    unsigned *border = calloc(roads->cells, sizeof *border);
    unsigned count = 0, blocks = 0;
    bool good = inside != NULL && border != NULL;
    if (good) {
        unsigned from = rng_below(rng, roads->cells);
        for (bool more = true; more;) {
            inside[roads->block[from]] = true;
            blocks++;
            unsigned cell = from;
            do {
                if (roads->cross[cell] >= 0)
                    border[count++] = cell;
                cell = (unsigned)roads->turn[cell];
            } while (cell != from);
            more = false;
            while (count > 0 && !more) {
                unsigned pick = rng_below(rng, count);
                cell = border[pick];
                border[pick] = border[--count];
                from = (unsigned)roads->cross[cell];
                more = !inside[roads->block[from]];
            }
            if (more) { /* find the cell of the new block where the road back begins */
                joined[cell] = true;
                unsigned back = from;
                while (roads->cross[back] < 0 || roads->block[roads->cross[back]] != roads->block[cell])
                    back = (unsigned)roads->turn[back];
                joined[back] = true;
            }
        }
    }
    free(inside);
    free(border);
    return !good ? FOUND_FAILED : blocks == roads->blocks ? FOUND : FOUND_NONE;
}

enum finding circuit_from_maze(struct circuit *circuit, const struct roads *roads, struct rng *rng)
{
    bool *joined = calloc(roads->cells, sizeof *joined);
    enum finding maze = joined == NULL ? FOUND_FAILED : grow_maze(roads, rng, joined);
    if (maze == FOUND && !circuit_make(circuit, roads->cells, roads->cells))
        maze = FOUND_FAILED;
    unsigned cell = 0;
    for (unsigned i = 0; maze == FOUND && i < roads->cells; i++) {
        circuit->cell[i] = cell;
        circuit->index[cell] = i;
        cell = (unsigned)(joined[cell] ? roads->cross[cell] : roads->turn[cell]);
    }
    free(joined);
    return maze;
}

/* --- search --- */

struct finder {
    const struct snake *arena;
    struct circuit *circuit;
    bool found, failed;
};

static bool keep_tour(void *context, const game_move *moves)
{
    struct finder *finder = context;
    const struct snake *arena = finder->arena;
    finder->found = circuit_make(finder->circuit, arena->cells, arena->cells);
    finder->failed = !finder->found;
    unsigned cell = 0;
    for (unsigned i = 0; finder->found && i < arena->cells; i++) {
        finder->circuit->cell[i] = cell;
        finder->circuit->index[cell] = i;
        cell = (unsigned)arena->next[cell * DIRECTIONS + move_direction(moves[i])];
    }
    return false;
}

/* Finds the first tour of the arena, within fixed limits. */
static enum finding find_tour(struct circuit *circuit, const struct snake *arena, char *why)
{
    static const struct limits limits = {.max_states = 20000000, .max_memory = 1 << 30};
    char reason[SNAKE_REASON];
    struct finder finder = {.arena = arena, .circuit = circuit};
    struct watch watch;
    bool failed;
    bool none = snake_has_no_tour(arena, reason, &failed);
    if (failed)
        return FOUND_FAILED;
    if (none) {
        snprintf(why, AUTOPILOT_REASON, "%s", reason);
        return FOUND_NONE;
    }
    watch_start(&watch, &limits);
    enum tours_outcome outcome = snake_list_tours(arena, &watch, keep_tour, &finder);
    if (finder.found)
        return FOUND;
    snprintf(why, AUTOPILOT_REASON, "%s",
             outcome == TOURS_STOPPED ? "no Hamiltonian cycle was found" : "the arena has no Hamiltonian cycle");
    return finder.failed || outcome == TOURS_NO_MEMORY ? FOUND_FAILED : FOUND_NONE;
}

/* Returns the other cell that the two neighbours of a corner have in common, or -1. */
static int find_twin(const struct snake *arena, unsigned corner)
{
    int neighbours[2];
    unsigned count = 0;
    for (unsigned d = 0; d < DIRECTIONS; d++) {
        int next = arena->next[corner * DIRECTIONS + d];
        if (next >= 0 && count == 2)
            return NONE;
        if (next >= 0)
            neighbours[count++] = next;
    }
    for (unsigned d = 0; d < DIRECTIONS && count == 2; d++) {
        int twin = arena->next[(unsigned)neighbours[0] * DIRECTIONS + d];
        for (unsigned e = 0; e < DIRECTIONS; e++) {
            if (twin >= 0 && twin != (int)corner && arena->next[(unsigned)neighbours[1] * DIRECTIONS + e] == twin)
                return twin;
        }
    }
    return NONE;
}

/* Makes a cycle with a spare of a cycle of the arena without it, where cells have other numbers.  Returns false if the
 * spare does not fit between the twin's neighbours or memory runs out. */
static bool insert_spare(struct circuit *circuit, const struct circuit *bare, const struct snake *arena, unsigned spare,
                         unsigned twin)
{
    if (!circuit_make(circuit, bare->length, arena->cells))
        return false;
    for (unsigned i = 0; i < bare->length; i++) {
        unsigned cell = bare->cell[i] + (bare->cell[i] >= spare);
        circuit->cell[i] = cell;
        circuit->index[cell] = i;
    }
    unsigned at = circuit->index[twin], length = circuit->length;
    circuit->index[spare] = at;
    circuit->twin = (int)twin;
    if (snake_are_next(arena, spare, circuit->cell[(at + 1) % length]) &&
        snake_are_next(arena, spare, circuit->cell[(at + length - 1) % length]))
        return true;
    circuit_free(circuit);
    return false;
}

enum finding circuit_from_search(struct circuit *circuit, const struct snake *arena, bool spares, char *why)
{
    char ignored[AUTOPILOT_REASON];
    enum finding found = find_tour(circuit, arena, why);
    /* Tries to leave out one corner. */
    spares = spares && arena->cells % 2 == 1;
    for (unsigned spare = 0; spares && spare < arena->cells && found == FOUND_NONE; spare++) {
        int twin = find_twin(arena, spare);
        struct grid grid;
        if (twin < 0)
            continue;
        if (!grid_copy(&grid, &arena->grid))
            return FOUND_FAILED;
        grid.cells[arena->place[spare]] = '#';
        struct complaint complaint;
        struct puzzle *rest = game_snake.load(&grid, (struct variant){0}, &complaint);
        struct circuit bare;
        if (rest != NULL)
            found = find_tour(&bare, snake_arena(rest), ignored);
        else if (complaint.failed)
            found = FOUND_FAILED;
        if (found == FOUND) {
            found = insert_spare(circuit, &bare, arena, spare, (unsigned)twin);
            circuit_free(&bare);
        }
        if (rest != NULL)
            game_snake.free(rest);
        grid_free(&grid);
    }
    return found;
}

/* --- roads through blocks of two by two cells --- */

enum { ROOT = -2, NOT_VISITED = -3, STEP = 1000 };

enum finding roads_make(struct roads *roads, const struct snake *arena)
{
    static const enum direction turn[] = {DOWN, LEFT, RIGHT, UP}, cross[] = {LEFT, UP, DOWN, RIGHT};
    const unsigned columns = (unsigned)arena->grid.columns;
    const size_t cells = arena->cells;
    *roads = (struct roads){.arena = arena, .cells = arena->cells};
    roads->block = arrays_add(&roads->arrays, cells, sizeof *roads->block);
    roads->turn = arrays_add(&roads->arrays, cells, sizeof *roads->turn);
    roads->cross = arrays_add(&roads->arrays, cells, sizeof *roads->cross);
    bool good = !roads->arrays.failed, laid = false;
    for (unsigned offset = 0; good && !laid && offset < 4; offset++) {
        /* Lays the roads, unless some cell is in none of the blocks with this offset. */
        laid = true;
        for (unsigned cell = 0; cell < cells && laid; cell++) {
            unsigned place = (unsigned)arena->place[cell];
            unsigned corner = (place / columns + offset / 2) % 2 * 2 + (place % columns + offset) % 2;
            roads->turn[cell] = arena->next[cell * DIRECTIONS + turn[corner]];
            roads->cross[cell] = arena->next[cell * DIRECTIONS + cross[corner]];
            laid = roads->turn[cell] >= 0;
        }
    }
    if (!laid) {
        roads_free(roads);
        return good ? FOUND_NONE : FOUND_FAILED;
    }
    /* Numbers the blocks. */
    for (unsigned cell = 0; cell < roads->cells; cell++)
        roads->block[cell] = NONE;
    for (unsigned first = 0; first < roads->cells; first++) {
        if (roads->block[first] != NONE)
            continue;
        unsigned cell = first;
        do {
            roads->block[cell] = (int)roads->blocks;
            cell = (unsigned)roads->turn[cell];
        } while (cell != first);
        roads->blocks++;
    }
    return FOUND;
}

void roads_free(struct roads *roads)
{
    arrays_free(&roads->arrays);
}

/* An entry of the search's heap. */
struct road_node {
    uint32_t cost;
    unsigned cell;
};

bool traffic_make(struct traffic *t, const struct roads *roads)
{
    size_t cells = roads->cells;
    struct arrays *arrays = &t->arrays;
    *t = (struct traffic){.roads = roads};
    t->parent = arrays_add(arrays, cells, sizeof *t->parent);
    t->mark = arrays_add(arrays, cells, 1);
    t->queue = arrays_add(arrays, cells, sizeof *t->queue);
    t->distance = arrays_add(arrays, cells, sizeof *t->distance);
    t->cost = arrays_add(arrays, cells, sizeof *t->cost);
    t->from = arrays_add(arrays, cells, sizeof *t->from);
    t->time = arrays_add(arrays, cells, sizeof *t->time);
    t->origin = arrays_add(arrays, cells, sizeof *t->origin);
    t->leaves = arrays_add(arrays, cells, sizeof *t->leaves);
    t->block_leaves = arrays_add(arrays, cells, sizeof *t->block_leaves);
    t->done = arrays_add(arrays, cells, 1);
    t->block_done = arrays_add(arrays, cells, 1);
    t->heap = arrays_add(arrays, 2 * cells + 1, sizeof *t->heap);
    return !arrays->failed;
}

void traffic_free(struct traffic *t)
{
    arrays_free(&t->arrays);
}

/* Sets the parents of the blocks in the body's tree.  Returns false if the joined blocks are not a tree. */
static bool find_parents(struct traffic *t, const unsigned *body, unsigned length)
{
    for (unsigned block = 0; block < t->roads->blocks; block++)
        t->parent[block] = NOT_VISITED;
    int before = ROOT;
    for (unsigned i = 0; i < length; i++) {
        int block = t->roads->block[body[i]];
        if (block == before)
            continue;
        if (t->parent[block] == NOT_VISITED)
            t->parent[block] = before;
        else if (t->parent[before] != block)
            return false;
        before = block;
    }
    return true;
}

bool traffic_safe(struct traffic *t, const unsigned *body, unsigned length, uint64_t *distances)
{
    const struct roads *roads = t->roads;
    *distances = 0;
    if (!find_parents(t, body, length))
        return false;
    memset(t->mark, 0, roads->cells);
    for (unsigned i = 0; i < length; i++)
        t->mark[body[i]] = BODY;
    unsigned first = 0, last = 0;
    t->queue[last++] = body[length - 1];
    t->distance[body[length - 1]] = 0;
    while (first < last) {
        unsigned cell = t->queue[first++];
        *distances += t->distance[cell];
        int ways[2] = {roads->turn[cell], roads->cross[cell]};
        if (ways[1] >= 0) {
            int there = roads->block[ways[1]];
            if (t->parent[there] != NOT_VISITED && t->parent[roads->block[cell]] != there)
                ways[1] = NONE;
        }
        for (int way = 0; way < 2; way++) {
            if (ways[way] < 0 || t->mark[ways[way]] != UNREACHED)
                continue;
            t->mark[ways[way]] = REACHED;
            t->distance[ways[way]] = t->distance[cell] + 1;
            t->queue[last++] = (unsigned)ways[way];
        }
    }
    return last - 1 == roads->cells - length;
}

/* --- the search --- */

static void heap_push(struct traffic *t, uint32_t cost, unsigned cell)
{
    size_t i = t->heap_count++;
    for (; i > 0 && t->heap[(i - 1) / 2].cost > cost; i = (i - 1) / 2)
        t->heap[i] = t->heap[(i - 1) / 2];
    t->heap[i] = (struct road_node){cost, cell};
}

static unsigned heap_pop(struct traffic *t)
{
    unsigned cell = t->heap[0].cell;
    struct road_node last = t->heap[--t->heap_count];
    size_t i = 0, child;
    while ((child = 2 * i + 1) < t->heap_count) {
        child += child + 1 < t->heap_count && t->heap[child + 1].cost < t->heap[child].cost;
        if (t->heap[child].cost >= last.cost)
            break;
        t->heap[i] = t->heap[child];
        i = child;
    }
    t->heap[i] = last;
    return cell;
}

/* Returns a pseudo-random number below `bound`, good enough for noise. */
static unsigned noise(struct traffic *t, unsigned bound)
{
    if (bound == 0)
        return 0;
    t->random = t->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(((t->random >> 33) * bound) >> 31);
}

/* Returns whether the way to a cell comes through a block.  *origin becomes the block from which the way entered it. */
static bool way_visits(const struct traffic *t, unsigned cell, int block, int *origin)
{
    if (!t->block_done[block])
        return false;
    for (int c = (int)cell; t->from[c] != NONE; c = t->from[c]) {
        if (t->roads->block[c] == block) {
            *origin = t->origin[c];
            return true;
        }
    }
    return false;
}

/* Records the step to a cell if its cost is lower than that of all steps before. */
static void lower_cost(struct traffic *t, unsigned cell, unsigned to, uint32_t price, int origin)
{
    uint32_t cost = t->cost[cell] + STEP + price;
    if (cost >= t->cost[to])
        return;
    t->cost[to] = cost;
    t->from[to] = (int)cell;
    t->time[to] = t->time[cell] + 1;
    t->origin[to] = origin;
    heap_push(t, cost, to);
}

/* Tries to cross: back into the previous block, or into a block that the body will have left and the way has not
 * entered. */
static void try_crossing(struct traffic *t, unsigned cell, unsigned to, int head_block,
                         const struct road_prices *prices)
{
    const struct roads *roads = t->roads;
    int there = roads->block[to], origin = NONE;
    uint32_t price = noise(t, prices->noise);
    if (there == t->origin[cell]) {
        if (!way_visits(t, cell, there, &origin))
            origin = t->parent[there];
    } else {
        if (t->block_leaves[there] > t->time[cell] + 1 || there == head_block || way_visits(t, cell, there, &origin))
            return;
        origin = roads->block[cell];
        price += prices->new_block;
    }
    lower_cost(t, cell, to, price, origin);
}

bool traffic_search(struct traffic *t, const unsigned *body, unsigned length, unsigned growth, bool tail_blocked,
                    unsigned food, const struct road_prices *prices)
{
    const struct roads *roads = t->roads;
    int head_block = roads->block[body[length - 1]];
    find_parents(t, body, length);
    memset(t->leaves, 0, roads->cells * sizeof *t->leaves);
    memset(t->block_leaves, 0, roads->blocks * sizeof *t->block_leaves);
    memset(t->done, 0, roads->cells);
    memset(t->block_done, 0, roads->blocks);
    memset(t->cost, 0xff, roads->cells * sizeof *t->cost);
    for (unsigned i = 0; i < length; i++) {
        t->leaves[body[i]] = (int)(i + 1 + growth + tail_blocked);
        t->block_leaves[roads->block[body[i]]] = (int)(i + 1 + growth);
    }
    unsigned head = body[length - 1];
    t->heap_count = 0;
    t->cost[head] = 0;
    t->from[head] = NONE;
    t->time[head] = 0;
    t->origin[head] = t->parent[roads->block[head]];
    heap_push(t, 0, head);
    while (t->heap_count > 0) {
        unsigned cell = heap_pop(t);
        if (t->done[cell])
            continue;
        t->done[cell] = 1;
        t->block_done[roads->block[cell]] = 1;
        if (cell == food)
            continue;
        int time = t->time[cell] + 1;
        unsigned turn = (unsigned)roads->turn[cell];
        if (!t->done[turn] && t->leaves[turn] <= time)
            lower_cost(t, cell, turn, noise(t, prices->noise), t->origin[cell]);
        int over = roads->cross[cell];
        if (over >= 0 && !t->done[over] && t->leaves[over] <= time)
            try_crossing(t, cell, (unsigned)over, head_block, prices);
    }
    return t->done[food];
}

unsigned traffic_way(const struct traffic *t, unsigned cell, unsigned *way)
{
    unsigned steps = (unsigned)t->time[cell];
    for (unsigned i = steps; i > 0; i--) {
        way[i - 1] = cell;
        cell = (unsigned)t->from[cell];
    }
    return steps;
}

int traffic_nearest_lost(const struct traffic *t)
{
    int nearest = NONE;
    for (unsigned cell = 0; cell < t->roads->cells; cell++) {
        if (t->mark[cell] != UNREACHED || !t->done[cell] || t->time[cell] == 0)
            continue;
        if (nearest == NONE || t->cost[cell] < t->cost[nearest])
            nearest = (int)cell;
    }
    return nearest;
}

/* Hamiltonian cycles for the autopilots; see circuit.h. */
#include "solve/arcade/circuit.h"

#include "solve/arcade/autopilot.h"
#include "solve/snake/no_tour.h"
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
                                .spare = NONE,
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

static bool take_tour(void *context, const game_move *moves)
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
    enum tours_outcome outcome = snake_list_tours(arena, &watch, take_tour, &finder);
    if (finder.found)
        return FOUND;
    snprintf(why, AUTOPILOT_REASON, "%s",
             outcome == TOURS_STOPPED ? "no Hamiltonian cycle was found" : "the arena has no Hamiltonian cycle");
    return finder.failed || outcome == TOURS_NO_MEMORY ? FOUND_FAILED : FOUND_NONE;
}

/* The other cell that the two neighbours of a corner have in common, or -1. */
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

static bool are_next(const struct snake *arena, unsigned a, unsigned b)
{
    for (unsigned d = 0; d < DIRECTIONS; d++) {
        if (arena->next[a * DIRECTIONS + d] == (int)b)
            return true;
    }
    return false;
}

/* Converts a cycle of the arena without the spare, where cells have other numbers.  Returns false if the spare does not
 * fit between the twin's neighbours or memory runs out. */
static bool take_over(struct circuit *circuit, const struct circuit *bare, const struct snake *arena, unsigned spare,
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
    circuit->spare = (int)spare;
    circuit->twin = (int)twin;
    if (are_next(arena, spare, circuit->cell[(at + 1) % length]) &&
        are_next(arena, spare, circuit->cell[(at + length - 1) % length]))
        return true;
    circuit_free(circuit);
    return false;
}

/* Finds a cycle through all cells but one corner. */
static enum finding find_with_spare(struct circuit *circuit, const struct snake *arena)
{
    char why[AUTOPILOT_REASON];
    enum finding found = FOUND_NONE;
    for (unsigned spare = 0; spare < arena->cells && found == FOUND_NONE; spare++) {
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
            found = find_tour(&bare, snake_arena(rest), why);
        else if (complaint.failed)
            found = FOUND_FAILED;
        if (found == FOUND) {
            found = take_over(circuit, &bare, arena, spare, (unsigned)twin);
            circuit_free(&bare);
        }
        if (rest != NULL)
            game_snake.free(rest);
        grid_free(&grid);
    }
    return found;
}

enum finding circuit_from_search(struct circuit *circuit, const struct snake *arena, bool spare, char *why)
{
    enum finding found = find_tour(circuit, arena, why);
    if (found == FOUND_NONE && spare && arena->cells % 2 == 1)
        found = find_with_spare(circuit, arena);
    return found;
}

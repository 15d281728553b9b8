/* Random Hamiltonian cycles, and the texts that show them; see snake.h.
 *
 * A tour is written as a grid of numbers, each four characters wide: the steps from the first open cell, which begin to
 * the right.  Walls are `#`.  A maze is written as a grid of half the size between `#`.  A block is `+` if it is open
 * to the right and below, `-` to the right only, `|` below only, and a space if neither. */
#include "base/array.h"
#include "gen/snake/snake.h"

#include "solve/arcade/autopilot.h"

#include <stdlib.h>
#include <string.h>

enum {
    BITES = 40,    /* times the cells, before a path may be taken */
    SWITCHES = 10, /* times the cells */
    NONE = -1
};

void tour_align(const struct snake *arena, struct circuit *tour)
{
    unsigned length = tour->length, start = tour->index[0];
    int right = arena->next[RIGHT];
    bool forward = (int)tour->cell[(start + 1) % length] == right;
    for (unsigned i = 0; i < length; i++) /* uses tour->index for the new positions */
        tour->index[tour->cell[i]] = forward ? (i + length - start) % length : (start + length - i) % length;
    for (unsigned cell = 0; cell < length; cell++)
        tour->cell[tour->index[cell]] = cell;
}

/* --- backbite --- */

static void reverse(struct circuit *path, unsigned first, unsigned last)
{
    for (; first < last; first++, last--) {
        unsigned a = path->cell[first], b = path->cell[last];
        path->cell[first] = b;
        path->cell[last] = a;
        path->index[b] = first;
        path->index[a] = last;
    }
    if (first == last)
        path->index[path->cell[first]] = first;
}

bool tour_backbite(const struct snake *arena, struct circuit *tour, struct rng *rng)
{
    uint64_t bites = (uint64_t)BITES * tour->length;
    do { /* tests only after a fixed number of bites, so that no cycle is preferred */
        for (; bites > 0; bites--) {
            uint32_t pick = rng_below(rng, 2 * DIRECTIONS);
            unsigned direction = pick % DIRECTIONS, last = tour->length - 1;
            bool at_end = pick >= DIRECTIONS;
            int bitten = arena->next[tour->cell[at_end ? last : 0] * DIRECTIONS + direction];
            if (bitten < 0)
                continue;
            unsigned at = tour->index[bitten];
            if (at_end && at + 1 < last)
                reverse(tour, at + 1, last);
            else if (!at_end && at > 1)
                reverse(tour, 0, at - 1);
        }
        bites = tour->length;
    } while (!snake_are_next(arena, tour->cell[0], tour->cell[tour->length - 1]));
    return true;
}

/* --- switching --- */

/* One cycle or two, as the two neighbours of each cell. */
struct links {
    const struct snake *arena;
    unsigned (*to)[2]; /* [cells] */
    bool *second;      /* [cells]: whether a cell lies on the second cycle */
    unsigned *squares; /* [cells]: upper left cells of the squares that could join the cycles */
};

/* The square whose upper left cell is `cell`: its four cells, clockwise.  Returns false if they are not all open. */
static bool square_at(const struct snake *arena, unsigned cell, unsigned square[4])
{
    int right = arena->next[cell * DIRECTIONS + RIGHT], below = arena->next[cell * DIRECTIONS + DOWN];
    if (right < 0 || below < 0)
        return false;
    int far = arena->next[(unsigned)right * DIRECTIONS + DOWN];
    if (far < 0)
        return false;
    square[0] = cell;
    square[1] = (unsigned)right;
    square[2] = (unsigned)far;
    square[3] = (unsigned)below;
    return true;
}

/* The opposite sides of a square that are linked: 0 for 0-1 and 2-3, 1 for 1-2 and 3-0.  NONE unless exactly such a
 * pair is linked. */
static int linked_pair(const struct links *links, const unsigned square[4])
{
    bool side[4];
    for (int i = 0; i < 4; i++) {
        unsigned a = square[i];
        unsigned b = square[(i + 1) % 4];
        side[i] = links->to[a][0] == b || links->to[a][1] == b;
    }
    if (side[0] && side[2] && !side[1] && !side[3])
        return 0;
    return side[1] && side[3] && !side[0] && !side[2] ? 1 : NONE;
}

/* Exchanges the linked pair of sides for the other pair. */
static void turn_square(struct links *links, const unsigned square[4], int pair)
{
    for (int i = 0; i < 4; i++) {
        bool with_next = (i + pair) % 2 == 0; /* linked to the next cell of the square, or to the one before */
        unsigned next = square[(i + 1) % 4], before = square[(i + 3) % 4];
        unsigned cell = square[i];
        links->to[cell][links->to[cell][0] == (with_next ? next : before) ? 0 : 1] = with_next ? before : next;
    }
}

/* Picks a random square.  If the cycle can be split there, splits it and joins the two parts at a random square. */
static void switch_once(struct links *links, struct rng *rng)
{
    const struct snake *arena = links->arena;
    unsigned square[4], count = 0;
    unsigned first = rng_below(rng, arena->cells);
    int pair = square_at(arena, first, square) ? linked_pair(links, square) : NONE;
    if (pair == NONE)
        return;
    turn_square(links, square, pair);
    unsigned from = square[0];
    memset(links->second, 0, links->arena->cells * sizeof *links->second);
    unsigned before = from, at = from;
    do {
        links->second[at] = true;
        unsigned next = links->to[at][links->to[at][0] == before ? 1 : 0];
        before = at;
        at = next;
    } while (at != from);
    for (unsigned cell = 0; cell < arena->cells; cell++) {
        if (!square_at(arena, cell, square))
            continue;
        pair = linked_pair(links, square);
        if (pair != NONE && links->second[square[pair]] != links->second[square[pair + 2]])
            links->squares[count++] = cell;
    }
    square_at(arena, links->squares[rng_below(rng, count)], square); /* the first square is among them */
    turn_square(links, square, linked_pair(links, square));
}

bool tour_switch(const struct snake *arena, struct circuit *tour, struct rng *rng)
{
    unsigned length = tour->length;
    struct links links = {.arena = arena};
    struct arrays arrays = {0};
    links.to = arrays_add(&arrays, length, sizeof *links.to);
    links.second = arrays_add(&arrays, length, sizeof *links.second);
    links.squares = arrays_add(&arrays, length, sizeof *links.squares);
    bool good = !arrays.failed;
    for (unsigned i = 0; good && i < length; i++) {
        links.to[tour->cell[i]][0] = tour->cell[(i + length - 1) % length];
        links.to[tour->cell[i]][1] = tour->cell[(i + 1) % length];
    }
    for (unsigned i = 0; good && length > 4 && i < SWITCHES * length; i++)
        switch_once(&links, rng);
    unsigned before = 0, cell = 0;
    for (unsigned i = 0; good && i < length; i++) {
        tour->cell[i] = cell;
        tour->index[cell] = i;
        unsigned next = links.to[cell][links.to[cell][0] == before && i > 0 ? 1 : 0];
        before = cell;
        cell = next;
    }
    arrays_free(&arrays);
    return good;
}

/* --- writing --- */

enum tour_method { METHOD_MAZE, METHOD_BACKBITE, METHOD_SWITCH, METHODS };
static const char *const method_names[METHODS] = {"maze", "backbite", "switch"};

struct job {
    const struct proposal *proposal;
    const struct snake_pieces *pieces;
    struct puzzle *puzzle;
    const struct snake *arena;
    enum tour_method method;
    bool has_roads;
    struct roads roads;
    struct circuit tour;
};

/* Reads the arena.  Without a file, it is an open board of the requested size. */
static bool read_arena(struct job *job, from_reader *read, struct text *error)
{
    struct complaint complaint = {0};
    if (job->pieces->arena == NULL) {
        struct board_size size = job->proposal->size;
        struct grid grid;
        if (grid_make(&grid, (int)size.columns, (int)size.rows, ' ')) {
            job->puzzle = game_snake.load(&grid, (struct variant){0}, &complaint);
            grid_free(&grid);
        }
        if (job->puzzle == NULL && (complaint.failed || complaint.message[0] == '\0'))
            text_fail(error);
        else if (job->puzzle == NULL)
            text_add_string(error, complaint.message);
        return job->puzzle != NULL;
    }
    if (job->proposal->options->size.columns != 0) {
        text_add_string(error, "--size cannot be combined with --arena: the arena has one");
        return false;
    }
    struct from from;
    bool good = read(job->pieces->arena, &game_snake, (struct variant){0}, NULL, &from, error);
    if (good && from.open_count > 0)
        text_addf(error, "%s: tours need an arena without open cells", job->pieces->arena);
    job->puzzle = from.puzzle;
    from.puzzle = NULL;
    from_free(&from);
    return job->puzzle != NULL;
}

/* Chooses the method, and makes the roads on which mazes are based if the arena has any. */
static bool choose_method(struct job *job, struct text *error)
{
    const char *wanted = job->proposal->options->method;
    enum finding roads = roads_make(&job->roads, job->arena);
    if (roads == FOUND_FAILED)
        return text_fail(error);
    job->has_roads = roads == FOUND;
    job->method = job->has_roads ? METHOD_MAZE : METHOD_BACKBITE;
    for (unsigned i = 0; wanted != NULL && i <= METHODS; i++) {
        if (i == METHODS) {
            text_addf(error, "--method: tours are made by maze, backbite or switch, not '%s'", wanted);
            return false;
        }
        job->method = (enum tour_method)i;
        if (strcmp(method_names[i], wanted) == 0)
            break;
    }
    if (job->method != METHOD_MAZE || job->has_roads)
        return true;
    text_add_string(error, "--method=maze: the open cells are not all in blocks of two by two; "
                           "backbite and switch work on any arena");
    return false;
}

/* Whether the tour links a cell and its neighbour in a direction. */
static bool is_linked(const struct job *job, unsigned cell, enum direction direction)
{
    int next = job->arena->next[cell * DIRECTIONS + direction];
    unsigned length = job->tour.length, at = job->tour.index[cell];
    return next >= 0 && (job->tour.cell[(at + 1) % length] == (unsigned)next ||
                         job->tour.cell[(at + length - 1) % length] == (unsigned)next);
}

/* Writes the maze.  Cell 0 is the upper left cell of its block, so its row and column give the parity of all blocks. */
static void write_maze(const struct job *job, struct text *text)
{
    const struct grid *grid = &job->arena->grid;
    int first = job->arena->place[0];
    int top = first / grid->columns % 2, left = first % grid->columns % 2;
    unsigned cell = 0;
    for (int place = 0; place < grid_size(grid); place++) {
        int row = place / grid->columns - top, column = place % grid->columns - left;
        bool open = grid->cells[place] != '#';
        bool first_row = row >= 0 && row % 2 == 0 && row + 1 + top < grid->rows;
        bool corner = first_row && column >= 0 && column % 2 == 0;
        if (corner && column == 0)
            text_add_char(text, '#');
        if (corner && column + 1 + left < grid->columns) {
            int upper_right = open ? job->arena->next[cell * DIRECTIONS + RIGHT] : -1;
            int lower_left = open ? job->arena->next[cell * DIRECTIONS + DOWN] : -1;
            bool right = upper_right >= 0 && is_linked(job, (unsigned)upper_right, RIGHT);
            bool down = lower_left >= 0 && is_linked(job, (unsigned)lower_left, DOWN);
            text_add_char(text, right && down ? '+' : right ? '-' : down ? '|' : ' ');
        }
        if (first_row && place % grid->columns == grid->columns - 1)
            text_add_string(text, "#\n");
        cell += open;
    }
}

static void stop(void *work)
{
    struct job *job = work;
    circuit_free(&job->tour);
    if (job->has_roads)
        roads_free(&job->roads);
    if (job->puzzle != NULL)
        game_snake.free(job->puzzle);
    free(job);
}

static void *start(const struct proposal *proposal, from_reader *read, struct board_size *size, struct text *error)
{
    struct job *job = calloc(1, sizeof *job);
    if (job == NULL) {
        text_fail(error);
        return NULL;
    }
    job->proposal = proposal;
    job->pieces = proposal->pieces;
    bool good = read_arena(job, read, error);
    if (good) {
        job->arena = snake_arena(job->puzzle);
        *size = (struct board_size){(unsigned)job->arena->grid.columns, (unsigned)job->arena->grid.rows};
        good = choose_method(job, error);
    }
    if (good) {
        /* The first tour, where the walks begin. */
        char why[AUTOPILOT_REASON];
        struct rng rng;
        rng_start(&rng, 0, 0);
        enum finding found = job->has_roads ? circuit_from_maze(&job->tour, &job->roads, &rng)
                                            : circuit_from_search(&job->tour, job->arena, false, why);
        if (found == FOUND)
            return job;
        if (found == FOUND_FAILED)
            text_fail(error);
        else
            text_addf(error, "no tour: %s", job->has_roads ? "the open cells are not connected" : why);
    }
    stop(job);
    return NULL;
}

static bool make(void *work, uint64_t n, struct text texts[OTHER_FILES])
{
    struct job *job = work;
    struct rng rng;
    bool good;
    rng_start_candidate(&rng, job->proposal->options->seed, n);
    if (job->method == METHOD_BACKBITE) {
        good = tour_backbite(job->arena, &job->tour, &rng);
    } else if (job->method == METHOD_SWITCH) {
        good = tour_switch(job->arena, &job->tour, &rng);
    } else {
        circuit_free(&job->tour);
        good = circuit_from_maze(&job->tour, &job->roads, &rng) == FOUND;
    }
    if (!good)
        return false;
    tour_align(job->arena, &job->tour);
    const struct grid *grid = &job->arena->grid;
    unsigned cell = 0;
    for (int place = 0; place < grid_size(grid); place++) {
        if (grid->cells[place] == '#')
            text_add_string(&texts[0], "   #");
        else
            text_addf(&texts[0], "%4u", job->tour.index[cell++]);
        if (place % grid->columns == grid->columns - 1)
            text_add_char(&texts[0], '\n');
    }
    if (job->method == METHOD_MAZE)
        write_maze(job, &texts[1]);
    return true;
}

static uint64_t count(const void *pieces)
{
    return ((const struct snake_pieces *)pieces)->tours;
}

const struct other_output snake_tours = {
    .name = "tour", .endings = {"tour", "maze"}, .count = count, .start = start, .stop = stop, .make = make};

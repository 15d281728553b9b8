/* The slow judge of LongCat levels; see oracle.h. */
#include "tests/oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STATE_CAPACITY = 16 }; /* size of a state of at most 64 cells, with reserve */

static const int down[DIRECTIONS] = {-1, 0, 1, 0}, across[DIRECTIONS] = {0, 1, 0, -1};

static void *must(void *memory)
{
    if (memory == NULL)
        abort();
    return memory;
}

/* --- pictures --- */

static struct grid picture(const struct puzzle *puzzle, const unsigned char *state)
{
    struct grid grid;
    if (!puzzle->game->draw(puzzle, state, &grid))
        abort();
    return grid;
}

static int find_head(const struct grid *grid)
{
    int cell = 0;
    while (grid->cells[cell] != 'C')
        cell++;
    return cell;
}

/* Returns the character `distance` cells away from a cell. */
static char look(const struct grid *grid, int cell, int direction, int distance)
{
    return (char)grid_at(grid, cell / grid->columns + distance * down[direction],
                         cell % grid->columns + distance * across[direction], '#');
}

static int slide_length(const struct grid *grid, int direction)
{
    int head = find_head(grid), length = 0;
    while (look(grid, head, direction, length + 1) == ' ')
        length++;
    return length;
}

/* Paints the open cells that are connected to a cell. */
static void paint(struct grid *grid, int cell)
{
    for (int d = 0; d < DIRECTIONS; d++) {
        int next = cell + down[d] * grid->columns + across[d];
        if (look(grid, cell, d, 1) == ' ') {
            grid->cells[next] = '.';
            paint(grid, next);
        }
    }
}

bool oracle_lost(const struct puzzle *puzzle, const unsigned char *state)
{
    struct grid grid = picture(puzzle, state);
    int dead_ends = 0, cut_off = 0;
    for (int cell = 0; cell < grid_size(&grid); cell++) {
        int ways = 0;
        for (int d = 0; d < DIRECTIONS; d++)
            ways += look(&grid, cell, d, 1) == ' ' || look(&grid, cell, d, 1) == 'C';
        dead_ends += grid.cells[cell] == ' ' && ways <= 1;
    }
    paint(&grid, find_head(&grid));
    for (int cell = 0; cell < grid_size(&grid); cell++)
        cut_off += grid.cells[cell] == ' ';
    grid_free(&grid);
    return dead_ends >= 2 || cut_off > 0;
}

/* --- play --- */

struct fan {
    unsigned count;
    game_move moves[DIRECTIONS];
    unsigned char states[DIRECTIONS * STATE_CAPACITY];
};

static void open_fan(const struct puzzle *puzzle, const unsigned char *state, struct fan *fan)
{
    if (puzzle->state_bytes > STATE_CAPACITY || puzzle->max_moves > DIRECTIONS)
        abort();
    fan->count = puzzle->rules->expand(puzzle, state, fan->moves, fan->states);
}

static const unsigned char *after(const struct puzzle *puzzle, const struct fan *fan, unsigned n)
{
    return fan->states + n * puzzle->state_bytes;
}

/* Makes a move in place.  Returns false if it is illegal. */
static bool make_move(const struct puzzle *puzzle, unsigned char *state, enum direction direction)
{
    struct fan fan;
    open_fan(puzzle, state, &fan);
    for (unsigned i = 0; i < fan.count; i++) {
        if (move_direction(fan.moves[i]) == direction) {
            memcpy(state, after(puzzle, &fan, i), puzzle->state_bytes);
            return true;
        }
    }
    return false;
}

/* Computes the state after the first `length` moves of a solution. */
static void play(const struct puzzle *puzzle, const struct oracle_solution *solution, unsigned length,
                 unsigned char *state)
{
    puzzle->rules->start(puzzle, state);
    for (unsigned n = 0; n < length; n++) {
        if (!make_move(puzzle, state, solution->labels[n]))
            abort();
    }
}

static void list_from(const struct puzzle *puzzle, const unsigned char *state, struct oracle_solution *way,
                      struct oracle *oracle)
{
    if (puzzle->rules->solved(puzzle, state)) {
        size_t size = (oracle->count + 1) * sizeof *oracle->list;
        if ((oracle->count & (oracle->count - 1)) == 0)
            oracle->list = must(realloc(oracle->list, 2 * size));
        oracle->list[oracle->count++] = *way;
        return;
    }
    struct fan fan;
    open_fan(puzzle, state, &fan);
    for (unsigned i = 0; i < fan.count; i++) {
        way->labels[way->length++] = (unsigned char)move_direction(fan.moves[i]);
        list_from(puzzle, after(puzzle, &fan, i), way, oracle);
        way->length--;
    }
}

static bool can_win(const struct puzzle *puzzle, const unsigned char *state)
{
    struct fan fan;
    bool wins = puzzle->rules->solved(puzzle, state);
    open_fan(puzzle, state, &fan);
    for (unsigned i = 0; i < fan.count && !wins; i++)
        wins = can_win(puzzle, after(puzzle, &fan, i));
    return wins;
}

/* --- essential: classes under swaps and symmetries --- */

static int compare(const void *a, const void *b)
{
    const struct oracle_solution *one = a, *other = b;
    unsigned length = one->length < other->length ? one->length : other->length;
    int order = memcmp(one->labels, other->labels, length);
    return order != 0 ? order : (int)one->length - (int)other->length;
}

static size_t class_of(const size_t *parent, size_t i)
{
    while (parent[i] != i)
        i = parent[i];
    return i;
}

static void join(const struct oracle *oracle, size_t *parent, size_t i, const struct oracle_solution *same)
{
    const struct oracle_solution *found = NULL;
    if (oracle->count > 0)
        found = bsearch(same, oracle->list, oracle->count, sizeof *same, compare);
    if (found == NULL)
        abort(); /* a swap or a symmetry always turns a solution into a solution */
    parent[class_of(parent, i)] = class_of(parent, (size_t)(found - oracle->list));
}

static void join_swaps(const struct puzzle *puzzle, const struct oracle *oracle, size_t *parent, size_t i)
{
    const struct oracle_solution *solution = &oracle->list[i];
    for (unsigned n = 0; n + 1 < solution->length; n++) {
        unsigned char swapped[STATE_CAPACITY], straight[STATE_CAPACITY];
        struct oracle_solution other = *solution;
        other.labels[n] = solution->labels[n + 1];
        other.labels[n + 1] = solution->labels[n];
        if (other.labels[n] == solution->labels[n])
            continue;
        play(puzzle, solution, n + 2, straight);
        play(puzzle, solution, n, swapped);
        if (make_move(puzzle, swapped, other.labels[n]) && make_move(puzzle, swapped, other.labels[n + 1]) &&
            memcmp(straight, swapped, puzzle->state_bytes) == 0)
            join(oracle, parent, i, &other);
    }
}

/* A rotation by quarter turns, possibly after a reflection, as a matrix on (row, column). */
struct turn {
    int matrix[2][2];
};

static struct turn nth_turn(int n)
{
    struct turn turn = {{{1, 0}, {0, n & 4 ? -1 : 1}}};
    for (int i = 0; i < (n & 3); i++)
        turn = (struct turn){{{turn.matrix[1][0], turn.matrix[1][1]}, {-turn.matrix[0][0], -turn.matrix[0][1]}}};
    return turn;
}

/* Returns whether a turn around the cat's cell maps the level onto itself. */
static bool keeps_level(const struct grid *grid, struct turn turn)
{
    int cat = find_head(grid);
    for (int cell = 0; cell < grid_size(grid); cell++) {
        int row = cell / grid->columns - cat / grid->columns;
        int column = cell % grid->columns - cat % grid->columns;
        int r = turn.matrix[0][0] * row + turn.matrix[0][1] * column + cat / grid->columns;
        int c = turn.matrix[1][0] * row + turn.matrix[1][1] * column + cat % grid->columns;
        if (grid->cells[cell] != '#' && grid_at(grid, r, c, '#') == '#')
            return false;
    }
    return true;
}

static unsigned char turn_direction(struct turn turn, unsigned char direction)
{
    int row = turn.matrix[0][0] * down[direction] + turn.matrix[0][1] * across[direction];
    int column = turn.matrix[1][0] * down[direction] + turn.matrix[1][1] * across[direction];
    unsigned char turned = 0;
    while (down[turned] != row || across[turned] != column)
        turned++;
    return turned;
}

static void count_classes(const struct puzzle *puzzle, struct oracle *oracle)
{
    unsigned char start[STATE_CAPACITY];
    puzzle->rules->start(puzzle, start);
    struct grid grid = picture(puzzle, start);
    size_t *parent = must(malloc((oracle->count + 1) * sizeof *parent));
    for (size_t i = 0; i < oracle->count; i++)
        parent[i] = i;
    for (int n = 0; n < 8; n++) {
        struct turn turn = nth_turn(n);
        if (!keeps_level(&grid, turn))
            continue;
        oracle->symmetry++;
        for (size_t i = 0; i < oracle->count; i++) {
            struct oracle_solution image = oracle->list[i];
            for (unsigned k = 0; k < image.length; k++)
                image.labels[k] = turn_direction(turn, image.labels[k]);
            join(oracle, parent, i, &image);
        }
    }
    for (size_t i = 0; i < oracle->count; i++)
        join_swaps(puzzle, oracle, parent, i);
    for (size_t i = 0; i < oracle->count; i++)
        oracle->essential += parent[i] == i;
    free(parent);
    grid_free(&grid);
}

/* --- measures --- */

static bool passes(const struct puzzle *puzzle, const struct oracle_solution *solution, const unsigned char *wanted)
{
    unsigned char state[STATE_CAPACITY];
    puzzle->rules->start(puzzle, state);
    for (unsigned n = 0; n < solution->length; n++) {
        if (memcmp(state, wanted, puzzle->state_bytes) == 0)
            return true;
        make_move(puzzle, state, solution->labels[n]);
    }
    return memcmp(state, wanted, puzzle->state_bytes) == 0;
}

static bool all_pass(const struct puzzle *puzzle, const struct oracle *oracle, const unsigned char *state)
{
    for (size_t i = 0; i < oracle->count; i++) {
        if (!passes(puzzle, &oracle->list[i], state))
            return false;
    }
    return true;
}

static void measure_offers(const struct puzzle *puzzle, const unsigned char *state, unsigned n, struct oracle *oracle)
{
    struct fan fan;
    open_fan(puzzle, state, &fan);
    oracle->bits += log2(fan.count);
    oracle->choices += fan.count > 1;
    for (unsigned i = 0; i < fan.count; i++) {
        const unsigned char *next = after(puzzle, &fan, i);
        if (move_direction(fan.moves[i]) == oracle->reported.labels[n] || can_win(puzzle, next) ||
            oracle_lost(puzzle, next))
            continue;
        oracle->trap[oracle->traps].position = n;
        oracle->trap[oracle->traps].direction = move_direction(fan.moves[i]);
        oracle->traps++;
    }
}

static void measure_slide(const struct puzzle *puzzle, const unsigned char *before, const unsigned char *then,
                          unsigned char direction, struct oracle *oracle)
{
    struct grid old = picture(puzzle, before), new = picture(puzzle, then);
    oracle->interplay += look(&new, find_head(&new), direction, 1) == 'c';
    bool longest = true;
    for (int d = 0; d < DIRECTIONS; d++)
        longest = longest && slide_length(&old, d) <= slide_length(&old, direction);
    oracle->detours += !longest;
    grid_free(&old);
    grid_free(&new);
}

static bool greedy_wins(const struct puzzle *puzzle)
{
    unsigned char state[STATE_CAPACITY];
    puzzle->rules->start(puzzle, state);
    for (;;) {
        struct grid grid = picture(puzzle, state);
        int longest = 0;
        for (int d = 1; d < DIRECTIONS; d++)
            longest = slide_length(&grid, d) > slide_length(&grid, longest) ? d : longest;
        grid_free(&grid);
        if (puzzle->rules->solved(puzzle, state))
            return true;
        if (!make_move(puzzle, state, (enum direction)longest))
            return false;
    }
}

static void measure(const struct puzzle *puzzle, struct oracle *oracle)
{
    oracle->reported = oracle->list[0];
    for (size_t i = 1; i < oracle->count; i++) {
        if (oracle->list[i].length < oracle->reported.length)
            oracle->reported = oracle->list[i];
    }
    for (unsigned n = 0; n < oracle->reported.length; n++) {
        unsigned char before[STATE_CAPACITY], then[STATE_CAPACITY];
        play(puzzle, &oracle->reported, n, before);
        play(puzzle, &oracle->reported, n + 1, then);
        oracle->forced += n > 0 && all_pass(puzzle, oracle, before);
        measure_offers(puzzle, before, n, oracle);
        measure_slide(puzzle, before, then, oracle->reported.labels[n], oracle);
    }
    oracle->greedy = greedy_wins(puzzle);
}

void oracle_judge(const struct puzzle *puzzle, struct oracle *oracle)
{
    unsigned char start[STATE_CAPACITY];
    struct oracle_solution way = {0};
    *oracle = (struct oracle){0};
    puzzle->rules->start(puzzle, start);
    list_from(puzzle, start, &way, oracle);
    count_classes(puzzle, oracle);
    if (oracle->count > 0)
        measure(puzzle, oracle);
}

void oracle_free(struct oracle *oracle)
{
    free(oracle->list);
    oracle->list = NULL;
}

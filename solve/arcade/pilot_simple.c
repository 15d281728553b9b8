/* The players of the heuristics document: `manhattan`, `euclidean`, `sweep`, `tail-escape`; and
 * `tail-escape-random`, which does not go round for ever.
 *
 * Each values the cells next to the head and takes the one with the lowest value; of equal ones the
 * first, clockwise from above. */
#include "solve/arcade/autopilot.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

struct board {
    const struct snake *arena;
    int top, left, rows, columns; /* of the open cells */
};

static struct board *measure(const struct snake *arena)
{
    struct board *board = malloc(sizeof *board);
    if (board == NULL)
        return NULL;
    int right = 0, bottom = 0;
    *board = (struct board){.arena = arena, .top = INT_MAX, .left = INT_MAX};
    for (unsigned cell = 0; cell < arena->cells; cell++) {
        int row = arena->place[cell] / arena->grid.columns;
        int column = arena->place[cell] % arena->grid.columns;
        board->top = row < board->top ? row : board->top;
        board->left = column < board->left ? column : board->left;
        bottom = row > bottom ? row : bottom;
        right = column > right ? column : right;
    }
    board->rows = bottom - board->top + 1;
    board->columns = right - board->left + 1;
    return board;
}

static int column_of(const struct board *board, unsigned cell)
{
    return board->arena->place[cell] % board->arena->grid.columns - board->left;
}

static int row_of(const struct board *board, unsigned cell)
{
    return board->arena->place[cell] / board->arena->grid.columns - board->top;
}

static void *study_any(const struct snake *arena, const struct snake_rules *rules, char *reason)
{
    (void)rules;
    struct board *board = measure(arena);
    reason[0] = '\0';
    return board;
}

static void *study_sweep(const struct snake *arena, const struct snake_rules *rules, char *reason)
{
    struct board *board = study_any(arena, rules, reason);
    if (board == NULL)
        return NULL;
    bool rectangle = (unsigned)(board->rows * board->columns) == arena->cells;
    if (rectangle && board->rows % 2 == 0 && board->columns % 2 == 0)
        return board;
    snprintf(reason, AUTOPILOT_REASON, "it sweeps only %s",
             rectangle ? "boards with even sides" : "rectangles without inner walls");
    free(board);
    return NULL;
}

/* --- towards the food --- */

struct mind {
    const struct board *board;
    unsigned before; /* the cell that the head was on before this one; its own at first */
    struct rng rng;
    /* scratch of tail-escape, [cells] each */
    unsigned *place; /* how many segments lie between the head and this one; UINT_MAX: none */
    unsigned *queue, *from, *steps;
};

static void end(void *memory)
{
    struct mind *mind = memory;
    free(mind->place);
    free(mind->queue);
    free(mind->from);
    free(mind->steps);
    free(mind);
}

static void *begin(const void *knowledge, const struct snake_game *game)
{
    struct mind *mind = calloc(1, sizeof *mind);
    size_t cells = game->arena->cells;
    if (mind == NULL)
        return NULL;
    mind->board = knowledge;
    mind->before = snake_head(game);
    snake_game_stream(game, &mind->rng);
    mind->place = calloc(cells, sizeof *mind->place);
    mind->queue = calloc(cells, sizeof *mind->queue);
    mind->from = calloc(cells, sizeof *mind->from);
    mind->steps = calloc(cells, sizeof *mind->steps);
    if (mind->place != NULL && mind->queue != NULL && mind->from != NULL && mind->steps != NULL)
        return mind;
    end(mind);
    return NULL;
}

/* What a cell next to the head is worth to a player. */
typedef long value_function(const struct mind *mind, unsigned cell, const struct snake_game *game);

/* The cell next to the head with the lowest value.  A snake does not turn back on the spot; other
 * than that the players do not look where they go. */
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
    const struct board *board = mind->board;
    return labs((long)column_of(board, cell) - column_of(board, game->food)) +
           labs((long)row_of(board, cell) - row_of(board, game->food));
}

/* The square of the distance, which puts cells into the same order. */
static long euclidean(const struct mind *mind, unsigned cell, const struct snake_game *game)
{
    const struct board *board = mind->board;
    long x = column_of(board, cell) - column_of(board, game->food);
    long y = row_of(board, cell) - row_of(board, game->food);
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

static enum direction direction_to(const struct snake *arena, unsigned from, unsigned to)
{
    for (int d = 0; d < DIRECTIONS; d++) {
        if (arena->next[from * DIRECTIONS + (unsigned)d] == (int)to)
            return (enum direction)d;
    }
    return RIGHT; /* at first the snake has come from nowhere; let it look right */
}

/* 0 for the cells where the sweep goes on, 999 for all others. */
static long sweep(const struct mind *mind, unsigned cell, const struct snake_game *game)
{
    const struct board *board = mind->board;
    unsigned head = snake_head(game);
    enum direction way = direction_to(board->arena, head, cell);
    enum direction now = direction_to(board->arena, mind->before, head);
    int x = column_of(board, head), y = row_of(board, head);
    int x_max = board->columns - 1, y_max = board->rows - 1;
    bool goes_on = false;
    if (now == RIGHT)
        goes_on =
            ((x < x_max - 1 || y == y_max) && way == RIGHT) || (x >= x_max - 1 && way == DOWN);
    if (now == LEFT)
        goes_on = ((x > 1 || y == y_max) && way == LEFT) || (x <= 1 && way == DOWN);
    if (now == RIGHT || now == LEFT)
        goes_on |= (x == 0 || x == x_max) && y == y_max && way == UP;
    if (now == DOWN)
        goes_on =
            (2 * x < board->columns && way == RIGHT) || (2 * x > board->columns && way == LEFT);
    if (now == UP)
        goes_on = way == UP ||
                  ((y == 0 || y == y_max) && x == 0 && (way == LEFT || way == RIGHT));
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

/* A snake that a search starts from: the segments' places are in `place`, `length` of them. */

/* The cells on a shortest way from `start` to `target`, both counted, on which the body moves
 * along; 0: there is none.  The snake stands on `start` as if it had just come there. */
static unsigned search(struct mind *mind, unsigned start, unsigned target, unsigned length)
{
    const struct snake *arena = mind->board->arena;
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

/* After a search to the food: moves the places on to the snake that has eaten it.  Returns its
 * tail. */
static unsigned eat(struct mind *mind, const struct snake_game *game, unsigned steps)
{
    unsigned tail = game->food, length = game->length + 1;
    for (unsigned i = 0; i < game->length; i++) {
        unsigned cell = snake_segment(game, i);
        mind->place[cell] = game->length - 1 - i + steps;
    }
    for (unsigned i = 0, cell = game->food; i < steps; i++, cell = mind->from[cell])
        mind->place[cell] = i;
    for (unsigned cell = 0; cell < game->arena->cells; cell++) {
        if (mind->place[cell] == length - 1)
            tail = cell;
    }
    return tail;
}

/* Whether the snake that has eaten could still come to its tail. */
static bool could_escape(struct mind *mind, const struct snake_game *game, unsigned tail)
{
    unsigned length = game->length + 1;
    for (unsigned d = 0; d < DIRECTIONS; d++) {
        int next = game->arena->next[game->food * DIRECTIONS + d];
        if (next < 0 || mind->place[next] < length)
            continue;
        if (search(mind, (unsigned)next, tail, length) > 0)
            return true;
    }
    return false;
}

enum purpose { EAT, ESCAPE, HOPELESS };

/* What going to a cell is good for, and its value for that. */
static enum purpose assess(struct mind *mind, const struct snake_game *game, unsigned cell,
                           long *value)
{
    long size = 2L * mind->board->columns * mind->board->rows;
    place_snake(mind, game);
    unsigned steps = search(mind, cell, game->food, game->length);
    *value = steps;
    if (steps > 0) {
        unsigned tail = eat(mind, game, steps);
        if (could_escape(mind, game, tail))
            return EAT;
        place_snake(mind, game);
    }
    steps = search(mind, cell, snake_tail(game), game->length);
    *value = steps > 0 ? size - steps : 2 * size;
    return steps > 0 ? ESCAPE : HOPELESS;
}

/* `random`: to any of the cells from which it can escape, instead of the one with the longest
 * way. */
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
            better = purpose == HOPELESS ||
                     (purpose == ESCAPE && rng_below(&mind->rng, escapes) == 0);
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

#define SIMPLE .forget = free, .begin = begin, .end = end

const struct autopilot autopilot_manhattan = {
    SIMPLE, .name = "manhattan", .help = "to the cell fewest rows and columns from the food",
    .study = study_any, .choose = choose_manhattan, .memoryless = true};

const struct autopilot autopilot_euclidean = {
    SIMPLE, .name = "euclidean", .help = "to the cell nearest to the food as the crow flies",
    .study = study_any, .choose = choose_euclidean, .memoryless = true};

const struct autopilot autopilot_sweep = {
    SIMPLE, .name = "sweep", .help = "row by row, and back up along the edge",
    .study = study_sweep, .choose = choose_sweep};

const struct autopilot autopilot_tail_escape = {
    SIMPLE, .name = "tail-escape",
    .help = "to the food if the tail can be reached from there, else the long way to the tail",
    .study = study_any, .choose = choose_escape, .memoryless = true};

const struct autopilot autopilot_tail_escape_random = {
    SIMPLE, .name = "tail-escape-random", .help = "tail-escape by any way to the tail, so that it does not go round for ever",
    .study = study_any, .choose = choose_escape_random};

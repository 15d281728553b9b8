/* Random small levels of every game; see differential.h.
 *
 * A recipe draws a level.  Sometimes a twist adds a feature that random levels seldom have: enclosed pieces, two
 * halves, snow everywhere, a symmetry.  Most random levels have no solution, or one of a move or two.  So most
 * unsolvable levels are drawn again, and many levels are edited step by step as long as the shortest solution does
 * not get shorter.  All these judgements work without pruning, so errors of the pruning cannot hide the levels that
 * would show them. */
#include "tests/differential.h"

#include "base/rng.h"
#include "games/puzzlescript/puzzlescript.h"
#include "games/snake/snake.h"
#include "games/snakebird/snakebird.h"
#include "games/snowman/snowman.h"
#include "games/sokoban/sokoban.h"
#include "games/theseus/theseus.h"
#include "tests/puzzlescript_kinds.h"

#include <stdlib.h>
#include <string.h>

enum { QUICK_STATES = 2500, DRAWS = 200, EDITS = 40 };

struct recipe {
    const struct game *game;
    unsigned rules, metric;
    int columns, rows; /* the largest size of the inside */
    unsigned char floor, wall;
    bool framed;
    const char *pieces; /* one piece for each character */
    const char *extras; /* 0 to 2 pieces for each character */
    int walls;          /* at most so many per 100 cells */
    int rarely;         /* one in so many unsolvable levels is accepted */
    void (*draw)(struct chance *chance, const struct recipe *recipe, struct grid *grid);
};

static void new_grid(struct grid *grid, int columns, int rows, unsigned char fill)
{
    if (!grid_make(grid, columns, rows, fill))
        abort();
}

/* Returns a random cell of a kind, or -1 if the tries found none. */
static int random_cell(struct chance *chance, const struct grid *grid, unsigned char kind)
{
    for (int tries = 0; tries < 60; tries++) {
        int cell = chance_below(chance, grid_size(grid));
        if (grid->cells[cell] == kind)
            return cell;
    }
    return -1;
}

static void put(struct chance *chance, struct grid *grid, unsigned char floor, char piece)
{
    int cell = random_cell(chance, grid, floor);
    if (cell >= 0)
        grid->cells[cell] = (unsigned char)piece;
}

static void random_capacity(struct chance *chance, const struct recipe *recipe, struct grid *grid)
{
    new_grid(grid, 1 + chance_below(chance, recipe->columns), 1 + chance_below(chance, recipe->rows), recipe->floor);
    int share = chance_below(chance, recipe->walls + 1);
    for (int cell = 0; cell < grid_size(grid); cell++) {
        if (chance_below(chance, 100) < share)
            grid->cells[cell] = recipe->wall;
    }
}

static void draw_scattered(struct chance *chance, const struct recipe *recipe, struct grid *grid)
{
    random_capacity(chance, recipe, grid);
    for (const char *piece = recipe->pieces; *piece != '\0'; piece++)
        put(chance, grid, recipe->floor, *piece);
    for (const char *extra = recipe->extras; *extra != '\0'; extra++) {
        for (int n = chance_below(chance, 3); n > 0; n--)
            put(chance, grid, recipe->floor, *extra);
    }
}

static void draw_cat(struct chance *chance, const struct recipe *recipe, struct grid *grid)
{
    *grid = random_level(chance, recipe->columns);
}

/* Draws a bird or block along a random path through air.  Its segments are consecutive characters from `first` on if
 * `counts`, and otherwise all `first`. */
static void creep(struct chance *chance, struct grid *grid, unsigned char first, bool counts, int length)
{
    int cell = random_cell(chance, grid, '-');
    for (int n = 0; n < length && cell >= 0; n++) {
        grid->cells[cell] = (unsigned char)(first + (counts ? n : 0));
        int start = chance_below(chance, DIRECTIONS), next = -1;
        for (int d = 0; d < DIRECTIONS && next < 0; d++) {
            next = grid_beside(grid, cell, (unsigned)(start + d) % DIRECTIONS);
            if (next >= 0 && grid->cells[next] != '-')
                next = -1;
        }
        cell = next;
    }
}

static void draw_birds(struct chance *chance, const struct recipe *recipe, struct grid *grid)
{
    random_capacity(chance, recipe, grid);
    if (chance_below(chance, 4) > 0) {
        int top = grid->rows - 1 - chance_below(chance, 2);
        for (int column = 0; column < grid->columns; column++) {
            for (int row = top < 0 ? 0 : top; row < grid->rows && chance_below(chance, 6) > 0; row++)
                grid->cells[row * grid->columns + column] = '#';
        }
    }
    put(chance, grid, '-', '*');
    for (const char *piece = recipe->pieces; *piece != '\0'; piece++) {
        bool block = strchr("%&$!;:,=/", *piece) != NULL;
        if (block && chance_below(chance, 3) > 0)
            continue;
        creep(chance, grid, (unsigned char)*piece, !block,
              block ? 1 + chance_below(chance, 3) : 1 + chance_below(chance, 4));
    }
    if (strchr(recipe->extras, '@') != NULL && chance_below(chance, 3) == 0) {
        put(chance, grid, '-', '@');
        put(chance, grid, '-', '@');
    }
    for (int n = chance_below(chance, 3); n > 0; n--)
        put(chance, grid, '-', chance_below(chance, 3) == 0 ? '^' : '+');
}

/* Draws a maze, in which walls lie between the cells and pieces in the cells. */
static void draw_maze(struct chance *chance, const struct recipe *recipe, struct grid *grid)
{
    int columns = recipe->columns - chance_below(chance, 3);
    int rows = recipe->rows - chance_below(chance, 3);
    int share = chance_below(chance, recipe->walls + 1);
    new_grid(grid, 2 * columns - 1, 2 * rows - 1, recipe->wall);
    for (int cell = 0; cell < grid_size(grid); cell++) {
        int odd = cell / grid->columns % 2 + cell % grid->columns % 2;
        if (odd == 0 || (odd == 1 && chance_below(chance, 100) >= share))
            grid->cells[cell] = recipe->floor;
    }
    for (const char *piece = recipe->pieces; *piece != '\0'; piece++)
        grid->cells[2 * chance_below(chance, rows) * grid->columns + 2 * chance_below(chance, columns)] =
            (unsigned char)*piece;
}

static const struct recipe recipes[] = {
    {&game_longcat, 0, 0, 5, 5, ' ', '#', false, "C", "", 30, 4, draw_cat},
    {&game_longcat, 0, 0, 7, 7, ' ', '#', true, "C", "", 30, 4, draw_scattered},
    {&game_sokoban, 0, 0, 6, 5, ' ', '#', true, "@$.", "", 25, 12, draw_scattered},
    {&game_sokoban, 0, 0, 6, 5, ' ', '#', true, "@$$..", "", 25, 12, draw_scattered},
    {&game_sokoban, 0, 0, 6, 6, ' ', '#', true, "@$$$...", "", 20, 12, draw_scattered},
    {&game_sokoban, 0, 0, 6, 5, ' ', '#', true, "+$$*.", "", 20, 12, draw_scattered},
    {&game_sokoban, 0, 1, 5, 5, ' ', '#', true, "@$$..", "*", 20, 12, draw_scattered},
    {&game_sokoban, 0, 0, 6, 6, ' ', '#', true, "@$.", "$.*", 20, 12, draw_scattered},
    {&game_snowman, 0, 0, 5, 5, '-', 'X', true, "#114**", "*=", 15, 60, draw_scattered},
    {&game_snowman, 0, 0, 6, 5, '-', 'X', false, "#121**", "*+", 15, 60, draw_scattered},
    {&game_snowman, 0, 0, 5, 5, '-', 'X', true, "@124", "*+=", 15, 60, draw_scattered},
    {&game_snowman, 0, 0, 5, 5, '-', 'X', true, "#61", "*+", 15, 60, draw_scattered},
    {&game_snowman, 0, 0, 5, 4, '-', 'X', true, "#61421", "*+", 10, 60, draw_scattered},
    {&game_snowman, 0, 0, 5, 5, '-', 'X', true, "#3416", "*=", 10, 60, draw_scattered},
    {&game_snowman, 0, 1, 4, 4, '-', 'X', true, "#114*", "*+", 15, 60, draw_scattered},
    {&game_snakebird, 0, 0, 7, 5, '-', '#', false, "A", "", 15, 8, draw_birds},
    {&game_snakebird, 0, 0, 6, 5, '-', '#', false, "Aa", "@", 15, 8, draw_birds},
    {&game_snakebird, 0, 0, 6, 5, '-', '#', false, "A%&", "@", 15, 8, draw_birds},
    {&game_snakebird, 0, 0, 5, 5, '-', '#', false, "a0%$!", "@", 15, 8, draw_birds},
    {&game_snakebird, 0, 0, 6, 5, '-', '#', false, "A%&$!;:,=/", "", 10, 8, draw_birds},
    {&game_snakebird, 0, 0, 6, 5, '-', '#', false, "Aa0", "", 10, 8, draw_birds},
    {&game_snakebird, 0, 0, 6, 4, '-', '#', false, "Aa0N", "", 10, 8, draw_birds},
    {&game_snakebird, 1, 0, 7, 5, '-', '#', false, "A", "", 15, 8, draw_birds},
    {&game_snakebird, 1, 0, 6, 5, '-', '#', false, "Aa", "", 15, 8, draw_birds},
    {&game_snakebird, 1, 0, 5, 5, '-', '#', false, "Aa0", "", 10, 8, draw_birds},
    {&game_snake, 0, 0, 6, 6, ' ', '#', false, "", "", 15, 4, draw_scattered},
    {&game_snake, 0, 0, 6, 6, ' ', '#', true, "", "", 8, 4, draw_scattered},
    {&game_theseus, 0, 0, 5, 4, ' ', '#', true, "TME", "", 50, 12, draw_maze},
    {&game_theseus, 0, 0, 7, 7, ' ', '#', true, "TME", "", 50, 12, draw_maze},
    {&game_puzzlescript, 0, PUZZLESCRIPT_CHANGES, 6, 5, '.', '#', true, "p*o", "*oi", 20, 12, draw_scattered},
    {&game_puzzlescript, 0, PUZZLESCRIPT_KEYS, 5, 5, '.', '#', false, "p*o", "*oig", 20, 12, draw_scattered},
};
enum { RECIPES = sizeof recipes / sizeof *recipes };

/* --- twists --- */

static void wall_off(struct chance *chance, const struct recipe *recipe, struct grid *grid)
{
    int cell = chance_below(chance, grid_size(grid));
    for (unsigned d = 0; d < DIRECTIONS; d++) {
        int next = grid_beside(grid, cell, d);
        if (next >= 0 && grid->cells[next] == recipe->floor)
            grid->cells[next] = recipe->wall;
    }
}

static void split(struct chance *chance, const struct recipe *recipe, struct grid *grid)
{
    int column = chance_below(chance, grid->columns);
    for (int row = 0; row < grid->rows; row++) {
        unsigned char *cell = &grid->cells[row * grid->columns + column];
        if (*cell == recipe->floor)
            *cell = recipe->wall;
    }
}

static void fill_floor(struct chance *chance, const struct recipe *recipe, struct grid *grid)
{
    (void)chance;
    const char *snow = strchr(recipe->extras, '*');
    for (int cell = 0; cell < grid_size(grid) && snow != NULL && recipe->floor == '-'; cell++) {
        if (grid->cells[cell] == recipe->floor)
            grid->cells[cell] = '*';
    }
}

/* A symmetry that the rules respect; those of a source may respect all. */
static unsigned random_symmetry(struct chance *chance, const struct recipe *recipe, const struct grid *grid)
{
    unsigned all = recipe->game->language != NULL ? GRID_SYMMETRIES : recipe->game->symmetries;
    unsigned symmetry = 1 + (unsigned)chance_below(chance, (int)all - 1);
    return symmetry & 4 && grid->columns != grid->rows ? symmetry & 3 : symmetry;
}

/* Mirrors the floor and walls of one half to the other. */
static void mirror(struct chance *chance, const struct recipe *recipe, struct grid *grid)
{
    unsigned symmetry = random_symmetry(chance, recipe, grid);
    for (int cell = 0; cell < grid_size(grid); cell++) {
        int image = symmetry_cell(symmetry, grid->columns, grid->rows, cell);
        unsigned char *from = &grid->cells[cell], *to = &grid->cells[image];
        if ((*from == recipe->floor || *from == recipe->wall) && (*to == recipe->floor || *to == recipe->wall))
            *to = *from;
    }
}

/* Mirrors goals, snow, fruit and the like as well, so that a search may identify mirrored states. */
static void mirror_all(struct chance *chance, const struct recipe *recipe, struct grid *grid)
{
    static const struct {
        const struct game *game;
        const char *still;
    } table[] = {
        {&game_sokoban, " #."}, {&game_snowman, "-X*+="}, {&game_snakebird, "-#+^"}, {&game_puzzlescript, ".#*oi"}};
    const char *still = "";
    for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
        still = table[i].game == recipe->game ? table[i].still : still;
    unsigned symmetry = random_symmetry(chance, recipe, grid);
    for (int cell = 0; cell < grid_size(grid); cell++) {
        unsigned char *from = &grid->cells[cell];
        unsigned char *to = &grid->cells[symmetry_cell(symmetry, grid->columns, grid->rows, cell)];
        if (strchr(still, *from) != NULL && strchr(still, *to) != NULL)
            *to = *from;
    }
}

static void (*const twists[])(struct chance *chance, const struct recipe *recipe, struct grid *grid) = {
    wall_off, split, fill_floor, mirror, mirror, mirror_all, mirror_all};
enum { TWISTS = sizeof twists / sizeof *twists };

/* A random game in the language, or one of the kinds that tests have. */
static struct game_source *random_source(struct chance *chance)
{
    struct game_source *source = NULL;
    struct rng rng;
    unsigned kinds = 0;
    while (puzzlescript_kinds[kinds].name != NULL)
        kinds++;
    rng_start(&rng, chance_next(chance), 0);
    while (source == NULL) {
        struct text text = {0};
        if (rng_below(&rng, 3) == 0)
            puzzlescript_kind_source(&puzzlescript_kinds[rng_below(&rng, kinds)], &text);
        else
            puzzlescript_random_source(&rng, &text);
        source = puzzlescript_read(&text);
        text_free(&text);
    }
    return source;
}

static struct specimen draw(struct chance *chance, const struct recipe *recipe)
{
    static struct game_source *source; /* of the specimen drawn last */
    struct specimen specimen = {.game = recipe->game, .variant = {.rules = recipe->rules, .metric = recipe->metric}};
    if (recipe->game->language != NULL) {
        source_release(source);
        specimen.variant.game_source = source = random_source(chance);
    }
    recipe->draw(chance, recipe, &specimen.grid);
    if (chance_below(chance, 4) == 0)
        twists[chance_below(chance, TWISTS)](chance, recipe, &specimen.grid);
    if (recipe->framed) {
        unsigned char wall = recipe->wall;
        struct grid framed;
        new_grid(&framed, specimen.grid.columns + 2, specimen.grid.rows + 2, wall);
        for (int cell = 0; cell < grid_size(&specimen.grid); cell++)
            framed.cells[(cell / specimen.grid.columns + 1) * framed.columns + cell % specimen.grid.columns + 1] =
                specimen.grid.cells[cell];
        grid_free(&specimen.grid);
        specimen.grid = framed;
    }
    return specimen;
}

/* --- choosing --- */

enum { NO_LEVEL = -3, TOO_LARGE = -2, UNSOLVABLE = -1 };

/* Returns the depth of a specimen, found without pruning, or one of the values above. */
static int look(const struct specimen *specimen)
{
    struct request request = {.limits = {.max_states = QUICK_STATES}};
    struct puzzle *puzzle = specimen_load(specimen);
    struct puzzle_rules plain;
    struct judgement judgement;
    if (puzzle == NULL)
        return NO_LEVEL;
    puzzle_make_plain(puzzle, &plain);
    judge_or_abort(puzzle, &request, &judgement);
    int depth = judgement.verdict == VERDICT_UNDECIDED    ? TOO_LARGE
                : judgement.verdict == VERDICT_UNSOLVABLE ? UNSOLVABLE
                                                          : (int)judgement.measure[MEASURE_depth];
    judgement_free(&judgement);
    puzzle->game->free(puzzle);
    return depth;
}

/* Swaps two cells, or turns a floor cell into wall or a wall cell into floor. */
static void edit(struct chance *chance, const struct recipe *recipe, struct grid *grid)
{
    unsigned char *one = &grid->cells[chance_below(chance, grid_size(grid))];
    unsigned char *other = &grid->cells[chance_below(chance, grid_size(grid))];
    if (chance_below(chance, 2) == 0) {
        unsigned char c = *one;
        *one = *other;
        *other = c;
    } else if (*one == recipe->floor) {
        *one = recipe->wall;
    } else if (*one == recipe->wall) {
        *one = recipe->floor;
    }
}

/* Edits a level, and keeps each edit that does not shorten the solution. */
static void climb(struct chance *chance, const struct recipe *recipe, struct specimen *specimen, int depth)
{
    for (int n = 0; n < EDITS; n++) {
        struct specimen other = specimen_copy(specimen);
        for (int k = 1 + chance_below(chance, 2); k > 0; k--)
            edit(chance, recipe, &other.grid);
        int changed = look(&other);
        bool better = changed >= depth && changed > 0;
        specimen_free(better ? specimen : &other);
        if (better) {
            *specimen = other;
            depth = changed;
        }
    }
}

bool specimen_can_propose(const struct game *game)
{
    size_t i = 0;
    while (i < RECIPES && recipes[i].game != game)
        i++;
    return i < RECIPES;
}

struct specimen specimen_propose(struct chance *chance, const struct game *wanted)
{
    /* The recipes of other games must not affect the levels of `wanted`. */
    const struct recipe *fitting[RECIPES];
    int count = 0;
    for (size_t i = 0; i < RECIPES; i++) {
        if (wanted == NULL || recipes[i].game == wanted)
            fitting[count++] = &recipes[i];
    }
    const struct recipe *recipe = fitting[chance_below(chance, count)];
    for (int n = 0;; n++) {
        struct specimen specimen = draw(chance, recipe);
        int depth = look(&specimen);
        bool good = depth >= 0 || (depth == UNSOLVABLE && chance_below(chance, recipe->rarely) == 0);
        if (good || n == DRAWS) {
            if (depth >= 0 && chance_below(chance, 2) == 0)
                climb(chance, recipe, &specimen, depth);
            return specimen;
        }
        specimen_free(&specimen);
    }
}

/* Random levels; see random_play.h. */
#include "tests/random_play.h"

#include "games/mover.h"

#include <stdlib.h>
#include <string.h>

uint64_t random_play_seed;

/* The contents of a game's random levels; the remaining cells are `fill`. */
struct recipe {
    const char *game;
    int columns, rows; /* at most */
    unsigned char fill;
    const char *pieces; /* one piece for each character */
    const char *many;   /* 0 to `most` pieces for each character */
    int most;
    unsigned metrics; /* number of metrics to try */
};

static const struct recipe recipes[] = {
    {"longcat", 5, 5, ' ', "C", "#", 7, 1},      {"sokoban", 5, 4, ' ', "@$.", "#", 5, 2},
    {"sokoban", 5, 4, ' ', "@$$..", "#", 4, 2},  {"snowman", 4, 4, '-', "#114", "*", 6, 2},
    {"snowman", 4, 4, '-', "#112+", "*X", 6, 2}, {"snake", 5, 5, ' ', "", "#", 4, 1},
};

static void put_anywhere(struct chance *chance, struct grid *grid, unsigned char fill, char piece)
{
    for (int tries = 0; tries < 100; tries++) {
        int cell = chance_below(chance, grid_size(grid));
        if (grid->cells[cell] == fill) {
            grid->cells[cell] = (unsigned char)piece;
            return;
        }
    }
}

static struct puzzle *random_puzzle(struct chance *chance, const struct recipe *recipe)
{
    struct grid grid;
    struct complaint complaint;
    const struct game *game = game_find(recipe->game);
    assert_true(grid_make(&grid, 2 + chance_below(chance, recipe->columns - 1),
                          2 + chance_below(chance, recipe->rows - 1), recipe->fill));
    for (const char *piece = recipe->pieces; *piece != '\0'; piece++)
        put_anywhere(chance, &grid, recipe->fill, *piece);
    for (const char *piece = recipe->many; *piece != '\0'; piece++) {
        for (int n = chance_below(chance, recipe->most + 1); n > 0; n--)
            put_anywhere(chance, &grid, recipe->fill, *piece);
    }
    struct grid level;
    assert_true(grid_with_frame(&grid, strcmp(recipe->game, "snowman") == 0 ? 'X' : '#', &level));
    unsigned metric = (unsigned)chance_below(chance, (int)recipe->metrics);
    struct puzzle *puzzle = game->load(&level, (struct variant){.metric = metric}, &complaint);
    grid_free(&grid);
    grid_free(&level);
    return puzzle;
}

/* Draws a strip of islands with one or two birds on it. */
static struct puzzle *random_birds(struct chance *chance)
{
    struct grid grid;
    struct complaint complaint;
    assert_true(grid_make(&grid, 5 + chance_below(chance, 2), 4, '-'));
    for (int column = 0; column < grid.columns; column++) {
        if (chance_below(chance, 5) > 0)
            grid.cells[3 * grid.columns + column] = '#';
    }
    unsigned char *ground = grid.cells + 2 * grid.columns;
    int at = chance_below(chance, grid.columns - 4);
    memcpy(ground + at, chance_below(chance, 2) == 0 ? "BA" : "AB", 2);
    if (chance_below(chance, 3) > 0)
        memcpy(ground + at + 2, chance_below(chance, 2) == 0 ? "ba" : "ab", 2);
    put_anywhere(chance, &grid, '-', '*');
    for (int n = chance_below(chance, 2); n > 0; n--)
        put_anywhere(chance, &grid, '-', '+');
    for (int n = chance_below(chance, 3); n > 0; n--)
        put_anywhere(chance, &grid, '-', "#^%"[chance_below(chance, 3)]);
    struct variant variant = {.rules = (unsigned)chance_below(chance, 2)};
    struct puzzle *puzzle = game_find("snakebird")->load(&grid, variant, &complaint);
    grid_free(&grid);
    return puzzle;
}

void with_random_levels(int levels, play_function *play)
{
    size_t count = sizeof recipes / sizeof *recipes;
    uint64_t first = chance_seed();
    int played[sizeof recipes / sizeof *recipes + 1] = {0};
    for (random_play_seed = first; random_play_seed < first + (uint64_t)levels; random_play_seed++) {
        struct chance chance = {random_play_seed};
        size_t kind = random_play_seed % (count + 1);
        struct puzzle *puzzle = kind == count ? random_birds(&chance) : random_puzzle(&chance, &recipes[kind]);
        if (puzzle == NULL)
            continue;
        played[kind]++;
        play(&chance, puzzle);
        puzzle->game->free(puzzle);
    }
    for (size_t kind = 0; kind <= count; kind++)
        assert_in_range(played[kind], 1, levels);
}

unsigned random_key(struct chance *chance)
{
    return (unsigned)chance_below(chance, chance_below(chance, 4) == 0 ? KEY_PIECE + 2 : 4);
}

unsigned char *replay(const struct puzzle *puzzle, const game_move *made, size_t count)
{
    struct mover mover;
    check(mover_make(&mover, puzzle));
    for (size_t n = 0; n < count; n++)
        check(mover_move(&mover, made[n]));
    unsigned char *state = mover.state;
    mover.state = NULL;
    mover_free(&mover);
    return state;
}

/* Positions drawn as text; see picture.h. */
#include "solve/explain/picture.h"

#include "base/utf8.h"
#include "games/mover.h"
#include "solve/explain/replay.h"

#include <stdlib.h>
#include <string.h>

enum { INDENT = 4, AXIS = 4, GAP = 2, WIDTH = 100 };

static void add_spaces(int count, struct text *text)
{
    while (count-- > 0)
        text_add_char(text, ' ');
}

/* Returns the number of a row or column of the text as players count them, or 0 if it has none. */
static int number_of(const struct game *game, int place)
{
    return !game->spaced ? place + 1 : place % 2 == 1 ? place / 2 + 1 : 0;
}

static void add_titles(const struct drawn *drawn, size_t count, struct text *text)
{
    add_spaces(INDENT, text);
    for (size_t i = 0; i < count; i++) {
        int width = AXIS + drawn[i].grid.columns + GAP;
        add_spaces(AXIS, text);
        text_add_string(text, drawn[i].title);
        if (i + 1 < count)
            add_spaces(width - AXIS - (int)strlen(drawn[i].title), text);
    }
    text_add_char(text, '\n');
}

static void add_axis(const struct game *game, const struct drawn *drawn, size_t count, struct text *text)
{
    add_spaces(INDENT, text);
    for (size_t i = 0; i < count; i++) {
        add_spaces(i == 0 ? AXIS : AXIS + GAP, text);
        for (int column = 0; column < drawn[i].grid.columns; column++) {
            int number = number_of(game, column);
            text_add_char(text, (char)(number == 0 ? ' ' : '0' + number % 10));
        }
    }
    text_add_char(text, '\n');
}

static void add_row(const struct game *game, const struct drawn *drawn, size_t count, int row, struct text *text)
{
    int number = number_of(game, row);
    add_spaces(INDENT, text);
    for (size_t i = 0; i < count; i++) {
        const struct grid *grid = &drawn[i].grid;
        add_spaces(i == 0 ? 0 : GAP, text);
        if (number == 0)
            add_spaces(AXIS, text);
        else
            text_addf(text, "%3d ", number);
        utf8_add_cells(text, grid->cells + row * grid->columns, (size_t)grid->columns);
    }
    text_add_char(text, '\n');
}

/* Returns whether the pictures fit side by side.  A title may be wider than its picture. */
static bool fit_beside(const struct drawn *drawn, size_t count)
{
    int width = INDENT;
    for (size_t i = 0; i < count; i++) {
        width += AXIS + drawn[i].grid.columns + GAP;
        if (i + 1 < count && (int)strlen(drawn[i].title) > drawn[i].grid.columns)
            return false;
    }
    return width <= WIDTH;
}

void add_drawn(const struct game *game, const struct drawn *drawn, size_t count, struct text *text)
{
    if (count > 1 && !fit_beside(drawn, count)) {
        for (size_t i = 0; i < count; i++)
            add_drawn(game, &drawn[i], 1, text);
        return;
    }
    if (count > 1 || drawn[0].title[0] != '\0')
        add_titles(drawn, count, text);
    add_axis(game, drawn, count, text);
    for (int row = 0; row < drawn[0].grid.rows; row++)
        add_row(game, drawn, count, row, text);
}

/* Draws on each cell of a trail the direction in which it goes on. */
static bool draw_trail(const struct puzzle *puzzle, const game_move *moves, size_t count, struct grid *grid)
{
    size_t length = puzzle->game->trail(puzzle, moves, count, NULL, 0);
    int *cells = length == SIZE_MAX ? NULL : calloc(length + 1, sizeof *cells);
    if (cells == NULL)
        return false;
    puzzle->game->trail(puzzle, moves, count, cells, length);
    for (size_t n = 0; n + 1 < length; n++) {
        for (unsigned way = 0; way < DIRECTIONS; way++) {
            if (grid_beside(grid, cells[n], way) == cells[n + 1])
                grid->cells[cells[n]] = (unsigned char)"^>v<"[way];
        }
    }
    free(cells);
    return true;
}

/* Draws the player where the last move left it. */
static bool show_hand(const struct puzzle *puzzle, const game_move *moves, size_t count, struct grid *grid)
{
    const struct game_keys *keys = puzzle->game->keys;
    struct mover mover;
    bool good = mover_make(&mover, puzzle);
    unsigned hand = good ? keys->hand(puzzle) : 0;
    for (size_t n = 0; good && n < count; n++) {
        size_t length = keys->route(puzzle, mover.state, hand, moves[n], NULL, 0);
        unsigned char *route = calloc(length + 1, 1);
        game_move move;
        good = route != NULL;
        if (good)
            keys->route(puzzle, mover.state, hand, moves[n], route, length);
        for (size_t i = 0; good && i < length; i++)
            keys->press(puzzle, mover.state, route[i], &hand, &move);
        free(route);
        good = good && mover_move(&mover, moves[n]);
    }
    if (good)
        keys->show(puzzle, mover.state, hand, grid);
    mover_free(&mover);
    return good;
}

bool draw_after(const struct puzzle *puzzle, const game_move *moves, size_t count, struct grid *grid)
{
    const struct game *game = puzzle->game;
    unsigned char *state = calloc(1, puzzle->state_bytes);
    bool good = state != NULL && replay_to(puzzle, moves, count, state) && game->draw(puzzle, state, grid);
    free(state);
    if (!good)
        return false;
    if (game->trail != NULL)
        good = draw_trail(puzzle, moves, count, grid);
    else if (game->keys != NULL && game->keys->show != NULL && count > 0)
        good = show_hand(puzzle, moves, count, grid);
    if (!good)
        grid_free(grid);
    return good;
}

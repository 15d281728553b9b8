/* Words shared by several games; see words.h. */
#include "games/draw/words.h"

#include "base/utf8.h"

#include <ctype.h>
#include <string.h>

unsigned count_cells(const struct grid *grid, const char *characters)
{
    unsigned found = 0;
    for (int cell = 0; cell < grid_size(grid); cell++)
        found += grid->cells[cell] != '\0' && strchr(characters, grid->cells[cell]) != NULL;
    return found;
}

void add_left(unsigned left, const char *one, const char *many, struct text *text)
{
    text_addf(text, "%u %s left.", left, left == 1 ? one : many);
}

void tell_open_cells(const struct grid *grid, struct text *text)
{
    add_left(count_cells(grid, " "), "open cell", "open cells", text);
}

void add_missing(unsigned missing, const char *one, const char *many, struct text *text)
{
    text_addf(text, "%u %s", missing, missing == 1 ? one : many);
}

void tell_cell(const struct game *game, const struct grid *grid, int cell, struct text *text)
{
    int row = cell / grid->columns, column = cell % grid->columns;
    if (!game->spaced)
        text_addf(text, "row %d, column %d", row + 1, column + 1);
    else if (row % 2 == 1 && column % 2 == 1)
        text_addf(text, "row %d, column %d", row / 2 + 1, column / 2 + 1);
    else if (row % 2 == 1)
        text_addf(text, "between columns %d and %d in row %d", column / 2, column / 2 + 1, row / 2 + 1);
    else
        text_addf(text, "between rows %d and %d in column %d", row / 2, row / 2 + 1, column / 2 + 1);
}

void tell_where(const struct game *game, const struct grid *grid, int cell, struct text *text)
{
    bool on_cell = cell / grid->columns % 2 == 1 && cell % grid->columns % 2 == 1;
    text_add_string(text, !game->spaced || on_cell ? "in " : "");
    tell_cell(game, grid, cell, text);
}

/* Lists the positions of cells that hold one of `characters`, at most five: "row 2, column 3; row 4, column 1". */
static void add_places(const struct game *game, const struct grid *grid, const char *characters, struct text *text)
{
    enum { MOST = 5 };
    unsigned found = 0, all = count_cells(grid, characters);
    for (int cell = 0; cell < grid_size(grid) && found < MOST; cell++) {
        if (grid->cells[cell] == '\0' || strchr(characters, grid->cells[cell]) == NULL)
            continue;
        text_add_string(text, found++ == 0 ? "" : "; ");
        tell_cell(game, grid, cell, text);
    }
    if (all > MOST)
        text_addf(text, " and %u more", all - MOST);
}

void tell_character(unsigned char c, struct text *text)
{
    text_add_char(text, '\'');
    utf8_add_cells(text, &c, 1);
    text_add_char(text, '\'');
}

void tell_content(const struct face_words *words, unsigned char c, struct text *text)
{
    const struct cell_words *cell = words == NULL ? NULL : words->cells;
    while (cell != NULL && cell->words != NULL && (unsigned char)cell->cell != c)
        cell++;
    if (cell != NULL && cell->words != NULL)
        text_add_string(text, cell->words);
    else
        tell_character(c, text);
}

/* Appends a capitalised word in lower case: "box". */
static void add_in_lower_case(const char *word, struct text *text)
{
    text_add_char(text, (char)tolower((unsigned char)*word));
    text_add_string(text, word + 1);
}

void tell_move(const struct face_words *words, const struct puzzle *puzzle, unsigned metric, game_move move,
               struct text *text)
{
    static const char *const ways[] = {"up", "right", "down", "left"};
    const struct game *game = puzzle->game;
    unsigned way = move_way(move), piece = move_piece(move);
    int cell = game->move_cell == NULL ? -1 : game->move_cell(puzzle, move);
    const char *verb = words == NULL ? "move" : words->moves[metric][0];
    if (way == MOVE_ACTION) {
        text_add_string(text, words == NULL || words->action == NULL ? "act" : words->action);
        return;
    }
    text_add_string(text, verb);
    if (cell >= 0) {
        struct grid grid = {0};
        text_add_string(text, " the ");
        add_in_lower_case(words == NULL || words->pushed == NULL ? "piece" : words->pushed, text);
        text_add_string(text, " in ");
        if (puzzle_draw_start(puzzle, &grid))
            tell_cell(game, &grid, cell, text);
        else
            text_fail(text);
        grid_free(&grid);
    } else if (words != NULL && words->chosen != NULL && piece < 4 && words->chosen->names[piece] != NULL) {
        text_addf(text, " the %s", words->chosen->names[piece]);
    }
    text_addf(text, " %s", ways[way]);
}

void tell_missed_cells(const struct game *game, const struct grid *grid, struct text *text)
{
    unsigned open = count_cells(grid, " ");
    if (open == 0) {
        text_add_string(text, "no cell is open, but the way does not end where it must");
        return;
    }
    add_missing(open, "cell stays open (", "cells stay open (", text);
    add_places(game, grid, " ", text);
    text_add_char(text, ')');
}

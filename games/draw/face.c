/* Code shared by faces, and the face of games without their own, which shows the characters of their text; see
 * face.h. */
#include "games/draw/face.h"

#include "base/utf8.h"

#include <ctype.h>
#include <string.h>

/* --- colours --- */

const struct colour colours_shared[] = {
    [COLOUR_PAPER] = {"paper", {0xffffff, 0x1b1e26}, .ink = INK_WHITE},
    [COLOUR_INK] = {"ink", {0x22252b, 0xe6e8ee}, .ink = INK_BLACK},
    [COLOUR_FAINT] = {"faint", {0x8a8f99, 0x8a90a0}, .ink = INK_BLACK},
    [COLOUR_SHADOW] = {"shadow", {0x101828, 0x000000}, .ink = INK_NONE, .transparent = 78},
    [COLOUR_SHINE] = {"shine", {0xffffff, 0xffffff}, .ink = INK_NONE, .transparent = 55},
    [COLOUR_EYE] = {"eye", {0xffffff, 0xffffff}, .ink = INK_WHITE},
    [COLOUR_PUPIL] = {"pupil", {0x1f1a24, 0x1f1a24}, .ink = INK_BLACK},
    [COLOUR_MARK] = {"mark", {0xc2185b, 0xff6fa8}, .ink = INK_BLACK},
    [COLOUR_MARK_EDGE] = {"mark-edge", {0xffffff, 0x1b1e26}, .ink = INK_WHITE},
    [COLOUR_ROOM] = {"room", {0xfbf3e2, 0x3a3944}, .ink = INK_WHITE},
    [COLOUR_ROOM_ODD] = {"room-odd", {0xf4e8d0, 0x403f4b}, .ink = INK_SPECKS},
    [COLOUR_WALL] = {"wall", {0x7383a8, 0x59647f}, .ink = INK_RISING},
    [COLOUR_WALL_SIDE] = {"wall-side", {0x4d5a7c, 0x262b3a}, .ink = INK_EDGE},
    [COLOUR_WALL_JOINT] = {"wall-joint", {0x8f9dbe, 0x6d7893}, .ink = INK_NONE},
    [COLOUR_SKIN] = {"skin", {0xf3cfa8, 0xeec59b}, .ink = INK_WHITE},
    [COLOURS_SHARED] = {0},
};

/* --- words --- */

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

int grid_uncounted(const struct game *game, const struct grid *grid)
{
    bool plain = game->margin == MARGIN_WALL && game->move_cell == NULL;
    return plain && grid_has_frame(grid, game->outside) ? 1 : 0;
}

void tell_cell(const struct game *game, const struct grid *grid, int cell, struct text *text)
{
    int frame = grid_uncounted(game, grid);
    int row = cell / grid->columns - frame, column = cell % grid->columns - frame;
    if (!game->spaced)
        text_addf(text, "row %d, column %d", row + 1, column + 1);
    else if (row % 2 == 1 && column % 2 == 1)
        text_addf(text, "row %d, column %d", row / 2 + 1, column / 2 + 1);
    else if (row % 2 == 1)
        text_addf(text, "between columns %d and %d in row %d", column / 2, column / 2 + 1, row / 2 + 1);
    else
        text_addf(text, "between rows %d and %d in column %d", row / 2, row / 2 + 1, column / 2 + 1);
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

void tell_move(const struct face_words *words, const struct puzzle *puzzle, unsigned metric, game_move move,
               struct text *text)
{
    static const char *const ways[] = {"up", "right", "down", "left"};
    const struct game *game = puzzle->game;
    unsigned way = move_way(move), piece = move_piece(move);
    int cell = game->move_cell == NULL ? -1 : game->move_cell(puzzle, move);
    const char *verb = words == NULL ? "move" : words->moves[metric][0];
    const char *action = words == NULL || words->action == NULL ? "act" : words->action;
    text_add_string(text, way == MOVE_ENTER ? "go to" : way == MOVE_ACTION ? action : verb);
    if (cell >= 0) {
        struct grid grid = {0};
        text_add_string(text, way == MOVE_ENTER ? " " : way == MOVE_ACTION ? " in " : " the ");
        if (way < DIRECTIONS) {
            /* In lower case: "box". */
            const char *word = words == NULL || words->pushed == NULL ? "piece" : words->pushed;
            text_add_char(text, (char)tolower((unsigned char)*word));
            text_add_string(text, word + 1);
            text_add_string(text, " in ");
        }
        if (puzzle_draw_start(puzzle, &grid))
            tell_cell(game, &grid, cell, text);
        else
            text_fail(text);
        grid_free(&grid);
    } else if (way < DIRECTIONS && words != NULL && words->chosen != NULL && piece < 4 &&
               words->chosen->names[piece] != NULL) {
        text_addf(text, " the %s", words->chosen->names[piece]);
    }
    if (way < DIRECTIONS)
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
    /* Lists their positions, at most five: "row 2, column 3; row 4, column 1". */
    enum { MOST = 5 };
    unsigned found = 0;
    for (int cell = 0; cell < grid_size(grid) && found < MOST; cell++) {
        if (grid->cells[cell] != ' ')
            continue;
        text_add_string(text, found++ == 0 ? "" : "; ");
        tell_cell(game, grid, cell, text);
    }
    if (open > MOST)
        text_addf(text, " and %u more", open - MOST);
    text_add_char(text, ')');
}

/* --- PuzzleScript --- */

void script_add_rows(const struct grid *grid, const char *cells, const char *glyphs, struct text *text)
{
    for (int row = 0; row < grid->rows; row++) {
        for (int column = 0; column < grid->columns; column++) {
            const char *found = strchr(cells, grid->cells[row * grid->columns + column]);
            text_add_char(text, found == NULL ? '#' : glyphs[found - cells]);
        }
        text_add_char(text, '\n');
    }
}

/* --- the plain face --- */

static const struct threshold thresholds[] = {{0}};

static const struct glyph glyphs[] = {{0}};
static const struct terminal_look terminal = {.glyphs = glyphs};

static const struct cell_words cell_names[] = {{0}};
static const struct face_words words = {
    .aim = "",
    .moves = {{"move", "moves"}, {"move", "moves"}},
    .player = "",
    .action = "act",
    .cells = cell_names,
    .progress = tell_open_cells,
};

static const struct rules_text rules = {
    .notation = "U, R, D and L are up, right, down and left.",
    .open = ' ',
};

static void draw_letter(const struct scene *scene, const struct sprite *sprite, const struct brush *brush)
{
    (void)scene;
    struct brush letter = sprite_brush(brush, sprite);
    const char text[] = {(char)sprite->variant, '\0'};
    brush_write(&letter, &colours_shared[COLOUR_INK], 0, 0, 0.8, text);
}

static const struct shape letter = {.name = "letter", .draw = draw_letter, .distinct = true};

static const struct cell_ground ground[] = {
    {"#", GROUND_WALL},
    {NULL, GROUND_FLOOR},
};

static bool read(struct scene *scene, const struct scene_text *text)
{
    scene->view = (struct box){0, 0, scene->columns, scene->rows};
    for (int cell = 0; cell < grid_size(text->drawn); cell++) {
        unsigned char c = text->drawn->cells[cell];
        if (c <= ' ' || c == '#' || c == '-' || c >= 0x7f)
            continue;
        struct sprite *sprite = scene_add_at(scene, &letter, cell);
        if (sprite == NULL)
            return false;
        sprite->variant = c;
    }
    return true;
}

static const struct floor_style floor_style = {
    .floor = &colours_shared[COLOUR_ROOM],
    .odd = &colours_shared[COLOUR_ROOM_ODD],
    .wall = &colours_shared[COLOUR_WALL],
    .side = &colours_shared[COLOUR_WALL_SIDE],
    .joint = &colours_shared[COLOUR_WALL_JOINT],
};

static const struct picture_look picture = {.ground = ground, .read = read, .floor = &floor_style};

const struct face face_plain = {
    .thresholds = thresholds,
    .terminal = &terminal,
    .picture = &picture,
    .words = &words,
    .rules = &rules,
};

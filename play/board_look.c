/* How the cells of each game look: a table a game, from the character of its drawing to two
 * columns of text and a paint.  Bodies are drawn as lines that follow their links. */
#include "play/board.h"

#include <stdio.h>
#include <string.h>

/* A character of a drawing. */
struct glyph {
    char character;
    enum paint paint;
    const char *text, *ascii;
};

static const struct glyph longcat_glyphs[] = {
    {'#', PAINT_WALL, "██", "##"},
    {' ', PAINT_FLOOR, "· ", ". "},
    {0},
};

static const struct glyph sokoban_glyphs[] = {
    {'#', PAINT_WALL, "██", "##"},
    {' ', PAINT_FLOOR, "  ", "  "},
    {'.', PAINT_GOAL, "‹›", "<>"},
    {'$', PAINT_BOX, "[]", "[]"},
    {'*', PAINT_BOX_HOME, "[]", "{}"},
    {'@', PAINT_PLAYER, "◖◗", "()"},
    {'+', PAINT_PLAYER, "◖◗", "()"},
    {0},
};

/* Balls are small, medium, large; the larger one is behind. */
static const struct glyph snowman_glyphs[] = {
    {'X', PAINT_WALL, "██", "##"},
    {'-', PAINT_FLOOR, "· ", ". "},
    {'*', PAINT_SNOW, "░░", "::"},
    {'+', PAINT_GOAL, "‹›", "<>"},
    {'=', PAINT_SNOW, "‹›", "<>"},
    {'#', PAINT_PLAYER, "◖◗", "()"},
    {'@', PAINT_PLAYER, "◖◗", "()"},
    {'1', PAINT_BALL, "∘ ", "s "},
    {'2', PAINT_BALL, "o ", "m "},
    {'3', PAINT_BALL, "∘o", "sm"},
    {'4', PAINT_BALL, "O ", "L "},
    {'5', PAINT_BALL, "∘O", "sL"},
    {'6', PAINT_BALL, "oO", "mL"},
    {'7', PAINT_BALL_DONE, "☃ ", "8<"},
    {0},
};

static const struct glyph snakebird_glyphs[] = {
    {'-', PAINT_PLAIN, "  ", "  "},
    {'#', PAINT_WALL, "██", "##"},
    {'+', PAINT_FOOD, "◖◗", "()"},
    {'*', PAINT_EXIT, "◎ ", "**"},
    {'^', PAINT_SPIKE, "▲▲", "^^"},
    {'@', PAINT_PORTAL, "◌◌", "@@"},
    {'%', PAINT_BLOCK, "▒▒", "%%"},
    {'&', PAINT_BLOCK, "▓▓", "&&"},
    {'$', PAINT_BLOCK, "░░", "$$"},
    {'!', PAINT_BLOCK, "▚▚", "!!"},
    {0},
};

static const struct glyph snake_glyphs[] = {
    {'#', PAINT_WALL, "██", "##"},
    {' ', PAINT_FLOOR, "· ", ". "},
    {'*', PAINT_FOOD, "◖◗", "()"},
    {0},
};

static const struct table {
    const char *game;
    const struct glyph *glyphs;
    const char *trail;   /* the characters of a body and its head */
    bool birds;
    const char *players;
} tables[] = {
    {.game = "longcat", .glyphs = longcat_glyphs, .trail = "cC"},
    {.game = "sokoban", .glyphs = sokoban_glyphs, .players = "@+"},
    {.game = "snowman", .glyphs = snowman_glyphs, .players = "@#"},
    {.game = "snakebird", .glyphs = snakebird_glyphs, .birds = true},
    {.game = "snake", .glyphs = snake_glyphs, .trail = "o@"},
};

enum { TABLES = sizeof tables / sizeof *tables };

static const struct table *find_table(const struct game *game)
{
    for (size_t i = 0; i < TABLES; i++) {
        if (strcmp(tables[i].game, game->name) == 0)
            return &tables[i];
    }
    return NULL;
}

const char *board_players(const struct game *game)
{
    const struct table *table = find_table(game);
    return table == NULL ? NULL : table->players;
}

int board_bird(const struct board *board, unsigned char c)
{
    if (c >= '0' && c <= '9')
        return 2;
    if (c >= 'a' && c <= 'z')
        return 1;
    if (c >= 'A' && c <= 'Z')
        return board->fourth && c >= 'N' ? 3 : 0;
    return -1;
}

/* A piece of a body: the line comes together in the left column, and runs on to the right if it
 * goes that way.  Bits are the directions. */
static void look_of_body(const struct board *board, int cell, struct cell_look *look)
{
    static const char *const joints[16] = {"╺", "╹", "╺", "┗", "╻", "┃", "┏", "┣",
                                           "╸", "┛", "━", "┻", "┓", "┫", "┳", "╋"};
    unsigned links = board->links[cell] & 15u;
    bool right = (links & 1u << RIGHT) != 0;
    if (screen_unicode()) {
        snprintf(look->text, sizeof look->text, "%s%s", joints[links], right ? "━" : " ");
        return;
    }
    bool flat = (links & (1u << UP | 1u << DOWN)) == 0;
    bool steep = (links & (1u << LEFT | 1u << RIGHT)) == 0;
    snprintf(look->text, sizeof look->text, "%c%c", flat ? '-' : steep ? '|' : '+',
             right ? '-' : ' ');
}

/* A head has eyes; in ASCII it has its letter. */
static void look_of_head(struct cell_look *look, unsigned char c, bool chosen)
{
    if (screen_unicode())
        snprintf(look->text, sizeof look->text, "%s", chosen ? "◉◉" : "••");
    else
        snprintf(look->text, sizeof look->text, "%c%c", c, chosen ? '!' : ':');
}

/* LongCat's cat and Snake's snake. */
static void look_of_trail(const struct board *board, int cell, bool head, struct cell_look *look)
{
    look->paint = head ? PAINT_HEAD : PAINT_BODY;
    if (head)
        look_of_head(look, '@', false);
    else
        look_of_body(board, cell, look);
}

static void look_of_bird(const struct board *board, int cell, int bird, struct cell_look *look)
{
    unsigned char c = board->grid.cells[cell];
    bool head = c == "Aa0N"[bird];
    look->paint = (enum paint)((head ? PAINT_HEAD : PAINT_BODY) + bird);
    if (head)
        look_of_head(look, c, c == board->chosen);
    else
        look_of_body(board, cell, look);
}

static void look_of_glyph(const struct glyph *glyph, unsigned char c, struct cell_look *look)
{
    while (glyph->character != 0 && glyph->character != (char)c)
        glyph++;
    look->paint = glyph->paint;
    if (glyph->character != 0)
        snprintf(look->text, sizeof look->text, "%s",
                 screen_unicode() ? glyph->text : glyph->ascii);
    else
        snprintf(look->text, sizeof look->text, "%c ", c);
}

void board_look(const struct board *board, int cell, struct cell_look *look)
{
    static const struct glyph nothing[] = {{0}};
    const struct table *table = find_table(board->game);
    unsigned char c = board->grid.cells[cell];
    *look = (struct cell_look){.paint = PAINT_PLAIN};
    if (table != NULL && table->trail != NULL && strchr(table->trail, c) != NULL)
        look_of_trail(board, cell, c == (unsigned char)table->trail[1], look);
    else if (table != NULL && table->birds && board_bird(board, c) >= 0)
        look_of_bird(board, cell, board_bird(board, c), look);
    else
        look_of_glyph(table == NULL ? nothing : table->glyphs, c, look);
}

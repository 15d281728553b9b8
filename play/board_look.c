/* How cells look: as the game's glyphs have it, in two columns of text and a paint; bodies are
 * drawn as lines that follow their links. */
#include "play/board.h"

#include <stdio.h>
#include <string.h>

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

/* A body that leaves a trail. */
static void look_of_trail(const struct board *board, int cell, bool head, struct cell_look *look)
{
    look->paint = head ? PAINT_HEAD : PAINT_BODY;
    if (head)
        look_of_head(look, '@', false);
    else
        look_of_body(board, cell, look);
}

static void look_of_segment(const struct board *board, int cell, int piece, bool head,
                            struct cell_look *look)
{
    unsigned char c = board->grid.cells[cell];
    look->paint = (enum paint)((int)(head ? PAINT_HEAD : PAINT_BODY) + piece);
    if (head)
        look_of_head(look, c, c == board->chosen);
    else
        look_of_body(board, cell, look);
}

static void look_of_glyph(const struct glyph *glyph, unsigned char c, struct cell_look *look)
{
    while (glyph->text != NULL && glyph->character != (char)c)
        glyph++;
    look->paint = glyph->paint;
    if (glyph->text != NULL)
        snprintf(look->text, sizeof look->text, "%s",
                 screen_unicode() ? glyph->text : glyph->ascii);
    else
        snprintf(look->text, sizeof look->text, "%c ", c);
}

void board_look(const struct board *board, int cell, struct cell_look *look)
{
    const struct terminal_look *terminal = board->face->terminal;
    unsigned char c = board->grid.cells[cell];
    unsigned number = 0;
    int piece = board->face->segment == NULL ? -1
                                             : board->face->segment(board->puzzle, c, &number);
    *look = (struct cell_look){.paint = PAINT_PLAIN};
    if (terminal->trail != NULL && strchr(terminal->trail, c) != NULL)
        look_of_trail(board, cell, c == (unsigned char)terminal->trail[1], look);
    else if (piece >= 0)
        look_of_segment(board, cell, piece, number == 0, look);
    else
        look_of_glyph(terminal->glyphs, c, look);
}

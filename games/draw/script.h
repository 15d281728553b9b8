/* A game as the source of a PuzzleScript game (puzzlescript.net).
 *
 * A turn of PuzzleScript first gives the player a movement (">"), then applies the rules in order,
 * each until it changes nothing more, then moves what may move, and then applies the late rules.
 * Objects of one collision layer cannot share a cell. */
#ifndef ONLYWAY_GAMES_DRAW_SCRIPT_H
#define ONLYWAY_GAMES_DRAW_SCRIPT_H

#include "base/text.h"
#include "games/grid.h"

/* When a part of a source is written: always, or where some levels have the game's trait, where all
 * have it, where some have it and others have not. */
enum script_when { SCRIPT_ALWAYS, SCRIPT_SOME, SCRIPT_ALL, SCRIPT_MIXED };

struct script_part {
    const char *text;
    enum script_when when;
};

/* The sections of a source in which games differ, each a list that ends in a part without text; the
 * prelude may be NULL. */
struct script {
    const struct script_part *prelude, *objects, *legend, *layers, *rules, *win;

    /* Whether a level has what makes a difference; NULL: nothing does. */
    bool (*trait)(const struct grid *grid);

    /* Adds the rows of a level, with its line ends; `mixed`: levels with the trait and without it
     * are in one source.  False: out of memory. */
    bool (*add_rows)(const struct grid *grid, bool mixed, struct text *text);
};

/* Adds the rows of a level, with each cell in place of itself as two strings of the same length
 * tell; what they do not know is wall, '#'. */
void script_add_rows(const struct grid *grid, const char *cells, const char *glyphs, struct text *text);

#endif

/* A game as the source of a PuzzleScript game (puzzlescript.net).
 *
 * In one turn, PuzzleScript marks the player as moving (">"), applies each rule in order until it changes nothing
 * more, moves everything that can move, and then applies the late rules.  Objects of one collision layer cannot
 * share a cell. */
#ifndef ONLYWAY_GAMES_DRAW_SCRIPT_H
#define ONLYWAY_GAMES_DRAW_SCRIPT_H

#include "base/text.h"
#include "games/grid.h"

/* When part of a source is written: always; if some levels have the game's trait; if all have it; if some have it
 * and others do not. */
enum script_when { SCRIPT_ALWAYS, SCRIPT_SOME, SCRIPT_ALL, SCRIPT_MIXED };

struct script_part {
    const char *text;
    enum script_when when;
};

/* The sections of a source that differ between games.  Each list ends with a part without text.  The prelude may be
 * NULL. */
struct script {
    const struct script_part *prelude, *objects, *legend, *layers, *rules, *win;

    /* Whether a level has the trait; NULL: the game has none. */
    bool (*trait)(const struct grid *grid);

    /* Appends the rows of a level with line ends.  `mixed`: the source has levels both with and without the trait.
     * Returns false if memory runs out. */
    bool (*add_rows)(const struct grid *grid, bool mixed, struct text *text);
};

/* Appends the rows of a level, replacing each character of `cells` by the one at the same index of `glyphs`, and
 * every other character by wall, '#'. */
void script_add_rows(const struct grid *grid, const char *cells, const char *glyphs, struct text *text);

#endif

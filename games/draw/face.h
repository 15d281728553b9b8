/* A game's face: how it looks and sounds.
 *
 * Rules know nothing about display, and display code knows no particular game.  Each game has a `const struct face`
 * at the end of its own file, with everything about the game that players see and hear.  Faces are as pure as rules,
 * so that a browser can use them. */
#ifndef ONLYWAY_GAMES_DRAW_FACE_H
#define ONLYWAY_GAMES_DRAW_FACE_H

#include "games/draw/picture.h"
#include "games/draw/script.h"
#include "games/draw/terminal.h"
#include "games/draw/words.h"
#include "games/game.h"

/* A filter option and its value. */
struct threshold {
    const char *option, *value;
};

struct face {
    const struct game *game;

    /* The default filters for a level; the last has no option. */
    const struct threshold *thresholds;

    const struct terminal_look *terminal;
    const struct picture_look *picture;
    const struct face_words *words;
    const struct rules_text *rules;

    /* For games whose pieces are bodies of letters; otherwise NULL.  Returns the piece that a character is a segment
     * of, as an index among the selectable pieces, or -1.  `number` receives the segment, 0 for the head.  Adjacent
     * segments of a body have consecutive characters. */
    int (*segment)(const struct puzzle *puzzle, unsigned char c, unsigned *number);

    const struct script *script; /* the PuzzleScript version; NULL: the game has none */
    bool xsb;                    /* its text is XSB and its moves are LURD, which Sokoban programs read */

    /* The arena of the classic game that a level also is, owned by the puzzle.  NULL: levels have no arena. */
    const struct snake *(*arena)(const struct puzzle *puzzle);
};

extern const struct face face_plain;

/* A game's face.  For NULL or a game without a face: the one that shows characters. */
static inline const struct face *face_of(const struct game *game)
{
    return game != NULL && game->face != NULL ? game->face : &face_plain;
}

/* The game whose levels are arenas of the classic game; exactly one of `games` has them. */
static inline const struct game *game_of_arenas(void)
{
    size_t n = 0;
    while (face_of(games[n])->arena == NULL)
        n++;
    return games[n];
}

#endif

/* What a game looks and sounds like: its face.
 *
 * Rules know nothing of how a game is shown, and what shows games knows none of them: each game has
 * a `const struct face` at the end of a file of its own, with all in which games differ to the eye
 * and to the ear.  Faces are as pure as rules are, so that a browser may have them. */
#ifndef ONLYWAY_GAMES_DRAW_FACE_H
#define ONLYWAY_GAMES_DRAW_FACE_H

#include "games/draw/picture.h"
#include "games/draw/script.h"
#include "games/draw/terminal.h"
#include "games/draw/words.h"
#include "games/game.h"

/* A filter option, and what it is set to. */
struct threshold {
    const char *option, *value;
};

struct face {
    const struct game *game;

    /* What is asked of a level where nothing else is said; the last has no option. */
    const struct threshold *thresholds;

    const struct terminal_look *terminal;
    const struct picture_look *picture;
    const struct face_words *words;
    const struct rules_text *rules;

    /* For games whose pieces are bodies of letters, else NULL: the piece that a character is a
     * segment of, as a place among the pieces that can be chosen, or -1; and which segment, 0 for
     * the head.  Neighbours in a body have characters that follow each other. */
    int (*segment)(const struct puzzle *puzzle, unsigned char c, unsigned *number);

    const struct script *script; /* as PuzzleScript; NULL: it cannot be told so */
    bool xsb;                    /* its text is XSB and its moves are LURD: Sokoban programs can read it */

    /* The arena of the classic game that a level is, too, which the puzzle owns; NULL: levels are none. */
    const struct snake *(*arena)(const struct puzzle *puzzle);
};

extern const struct face face_plain;

/* A game's face; that of a game without one, or of none (NULL), shows characters. */
static inline const struct face *face_of(const struct game *game)
{
    return game != NULL && game->face != NULL ? game->face : &face_plain;
}

/* The game whose levels are arenas of the classic game; one of `games` is. */
static inline const struct game *game_of_arenas(void)
{
    size_t n = 0;
    while (face_of(games[n])->arena == NULL)
        n++;
    return games[n];
}

#endif

/* A game in words: for players who hear it, and for those who read its rules. */
#ifndef ONLYWAY_GAMES_DRAW_WORDS_H
#define ONLYWAY_GAMES_DRAW_WORDS_H

#include "base/text.h"
#include "games/game.h"

struct cell_words {
    char cell;
    const char *words; /* "box on a goal" */
};

/* Names of pieces of which a player chooses one to move. */
struct piece_words {
    const char *one;      /* "bird" */
    const char *heads;    /* the characters by which the game's keys name them, one behind the other */
    const char *names[5]; /* "first bird", in the same order; NULL last */
};

struct face_words {
    const char *aim;                  /* what a player must do, in a few sentences */
    const char *moves[2][2];          /* what depth counts, one and many, for each of the game's metrics */
    const char *player;               /* the characters of who moves; NULL: a piece is chosen */
    const struct piece_words *chosen; /* the pieces that can be; NULL: none */
    const char *action;               /* what the key does that is no direction: "wait"; NULL: no such key */
    const char *pushed;               /* what is pushed: "Box"; NULL: nothing is */
    const char *pieces;               /* the characters of that */
    const struct cell_words *cells;   /* all characters but those of segments; the last has no words */

    /* Tells the board; NULL: row by row, with the words of its characters. */
    void (*board)(const struct grid *grid, struct text *text);

    /* Says how far the goal is: "2 of 3 boxes on goals." */
    void (*progress)(const struct grid *grid, struct text *text);

    /* Names what is still missing in a position, for a sentence: "2 boxes are not on goals"; where nothing
     * can be named that is, why that is not the goal.  NULL: nothing can. */
    void (*missing)(const struct grid *grid, struct text *text);
};

/* What stands for something in pictures: level text, one row, and what it is called.  It is told where
 * the last of its characters occurs. */
struct legend {
    const char *cells; /* NULL: the last */
    const char *words;
};

/* The rules for who holds them on paper. */
struct rules_text {
    const char *paragraphs[4]; /* NULL behind the last */
    const char *notation;      /* how a solution's text is to be read */
    unsigned char open;        /* the character of an open cell */
    struct legend legend[16];

    /* The smallest level that shows what it is about, its rows a line each, and a solution. */
    const char *lesson, *lesson_way;
};

/* How many cells have one of some characters. */
unsigned count_cells(const struct grid *grid, const char *characters);

/* "3 birds left." */
void add_left(unsigned left, const char *one, const char *many, struct text *text);

/* "2 boxes are not on goals", in this form for one and for many. */
void add_missing(unsigned missing, const char *one, const char *many, struct text *text);

/* Where a cell of the text is: "row 2, column 3"; where walls lie between cells, of a place between them:
 * "between columns 2 and 3 in row 4".  Rows and columns count from 1. */
void tell_cell(const struct game *game, const struct grid *grid, int cell, struct text *text);

/* As tell_cell, for a sentence: "in row 2, column 3". */
void tell_where(const struct game *game, const struct grid *grid, int cell, struct text *text);

/* A character of a level's text, in quotes. */
void tell_character(unsigned char c, struct text *text);

/* The words for what a character of a drawing stands for, or the character itself. */
void tell_content(const struct face_words *words, unsigned char c, struct text *text);

/* Names a move: "push the box in row 3, column 4 right".  `metric`: what depth counts. */
void tell_move(const struct face_words *words, const struct puzzle *puzzle, unsigned metric, game_move move,
               struct text *text);

/* A progress for games whose goal is to leave no cell open that is blank in the text. */
void tell_open_cells(const struct grid *grid, struct text *text);

/* What such games miss. */
void tell_missed_cells(const struct game *game, const struct grid *grid, struct text *text);

#endif

/* A game in words: for players who listen to it, and for readers of its rules. */
#ifndef ONLYWAY_GAMES_DRAW_WORDS_H
#define ONLYWAY_GAMES_DRAW_WORDS_H

#include "base/text.h"
#include "games/game.h"

struct cell_words {
    char cell;
    const char *words; /* "box on a goal" */
};

/* Names of the pieces that a player can select. */
struct piece_words {
    const char *one;      /* "bird" */
    const char *heads;    /* the characters that the game's keys use for them, in one string */
    const char *names[5]; /* "first bird", in the same order; ends with NULL */
};

struct face_words {
    const char *aim;                  /* the player's task, in a few sentences */
    const char *moves[2][2];          /* what depth counts, singular and plural, for each of the game's metrics */
    const char *player;               /* the player's characters; NULL: pieces are selected */
    const struct piece_words *chosen; /* the selectable pieces; NULL: none */
    const char *action;               /* what the action key does: "wait"; NULL: no such key */
    const char *pushed;               /* the name of what is pushed: "Box"; NULL: nothing is */
    const char *pieces;               /* its characters */
    const struct cell_words *cells;   /* all characters except those of segments; the last has no words */

    /* Describes the board; NULL: row by row, with the words of its characters. */
    void (*board)(const struct grid *grid, struct text *text);

    /* Describes the progress: "2 of 3 boxes on goals." */
    void (*progress)(const struct grid *grid, struct text *text);

    /* Describes what is missing in a position, as part of a sentence: "2 boxes are not on goals"; or, if nothing
     * can be named, why the position is not solved.  NULL: nothing can be said. */
    void (*missing)(const struct grid *grid, struct text *text);
};

/* An entry of the legend of pictures: one row of level text and its name.  It is printed if the last of its
 * characters occurs. */
struct legend {
    const char *cells; /* NULL ends the list */
    const char *words;
};

/* The rules in print. */
struct rules_text {
    const char *paragraphs[4]; /* NULL ends the list */
    const char *notation;      /* how to read the text of a solution */
    unsigned char open;        /* the character of an open cell */
    struct legend legend[16];

    /* The smallest level that shows the idea of the game, one row per line, and its solution. */
    const char *lesson, *lesson_way;
};

/* Counts the cells that hold one of `characters`. */
unsigned count_cells(const struct grid *grid, const char *characters);

/* "3 birds left." */
void add_left(unsigned left, const char *one, const char *many, struct text *text);

/* "2 boxes are not on goals", given this text for one and for many. */
void add_missing(unsigned missing, const char *one, const char *many, struct text *text);

/* The position of a cell of the text: "row 2, column 3".  If walls lie between cells, a wall is "between columns 2
 * and 3 in row 4".  Rows and columns count from 1. */
void tell_cell(const struct game *game, const struct grid *grid, int cell, struct text *text);

/* tell_cell within a sentence: "in row 2, column 3". */
void tell_where(const struct game *game, const struct grid *grid, int cell, struct text *text);

/* A character of a level's text, in quotes. */
void tell_character(unsigned char c, struct text *text);

/* The words for a character of a drawing, or the character itself. */
void tell_content(const struct face_words *words, unsigned char c, struct text *text);

/* Describes a move: "push the box in row 3, column 4 right".  `metric` selects what depth counts. */
void tell_move(const struct face_words *words, const struct puzzle *puzzle, unsigned metric, game_move move,
               struct text *text);

/* `progress` for games whose goal is to leave no blank cell of the text open. */
void tell_open_cells(const struct grid *grid, struct text *text);

/* `missing` for the same games. */
void tell_missed_cells(const struct game *game, const struct grid *grid, struct text *text);

#endif

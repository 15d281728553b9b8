/* A game's face: how it looks and sounds.
 *
 * Rules know nothing about display, and display code knows no particular game.  Each game has a `const struct face`
 * at the end of its own file, with everything about the game that players see and hear.  Faces are as pure as rules,
 * so that a browser can use them. */
#ifndef ONLYWAY_GAMES_DRAW_FACE_H
#define ONLYWAY_GAMES_DRAW_FACE_H

#include "base/text.h"
#include "games/draw/scene.h"
#include "games/draw/shapes.h"
#include "games/game.h"

/* --- in a terminal: a cell is two text columns wide --- */

/* The paint of an item; its colour depends on the terminal. */
enum paint {
    PAINT_PLAIN,
    PAINT_TITLE,
    PAINT_DIM,
    PAINT_GOOD,
    PAINT_BAD,
    PAINT_CHOSEN,
    PAINT_WALL,
    PAINT_FLOOR,
    PAINT_GOAL,
    PAINT_PLAYER,
    PAINT_BOX,
    PAINT_BOX_HOME,
    PAINT_SNOW,
    PAINT_BALL,
    PAINT_BALL_DONE,
    PAINT_BODY, /* of four pieces, in order */
    PAINT_BODY_2,
    PAINT_BODY_3,
    PAINT_BODY_4,
    PAINT_HEAD, /* of the heads of the same pieces */
    PAINT_HEAD_2,
    PAINT_HEAD_3,
    PAINT_HEAD_4,
    PAINT_FOOD,
    PAINT_EXIT,
    PAINT_SPIKE,
    PAINT_BLOCK,
    PAINT_PORTAL,
    PAINT_WATER,
    PAINTS
};

/* How a character of a drawing looks. */
struct glyph {
    char character;
    enum paint paint;
    const char *text, *ascii; /* both are two columns wide */
};

/* A level as an image of colour points: `side` x `side` points per cell. */
struct point_image {
    int columns, rows, side;                            /* cells, and points per side of a cell */
    uint32_t *points;                                   /* 0xRRGGBB, row by row; owned by the caller */
    int focus;                                          /* the player's cell, or -1 */
    int view_column, view_row, view_columns, view_rows; /* cells to be shown at once */
};

struct terminal_look {
    /* Fills in the image of a state, or, for a language, of `position` if that is not NULL (see `between` in struct
     * language), for terminals that can show images.  Returns false, with nothing to free, if memory runs out or the
     * rules stop.  NULL: glyphs show the game. */
    bool (*points)(const struct puzzle *puzzle, const unsigned char *state, unsigned hand, const uint64_t *position,
                   struct point_image *image);

    const struct glyph *glyphs; /* of all characters except those of bodies; the last has no text */

    /* The player's characters, which stay in view; NULL: the selected piece or a trail's head. */
    const char *players;

    /* The characters of a trail's body and of its head (see struct game), or NULL. */
    const char *trail;

    /* Whether there is water below the last row; NULL: never. */
    bool (*water)(const struct puzzle *puzzle);

    bool framed; /* the drawing leaves out the wall around the level */
    bool small;  /* the paints alone distinguish all contents, so a cell may be a single point */
};

/* --- in pictures --- */

/* What the pictures of a solution show. */
enum strip_kind {
    STRIP_NOTHING, /* the start; only for languages and games without a face */
    STRIP_PUSHED,  /* the paths of pushed pieces, if their shape is `followed` */
    STRIP_MOVED,   /* the paths of pieces that move themselves, or of the cursor, if their shape is `followed` */
    STRIP_TRAIL,   /* the start with the trail on it, and a number at each stop */
    STRIP_TOUR,    /* the end, with the whole body */
};

struct cell_ground {
    const char *cells;
    unsigned ground;
};

struct picture_look {
    /* The GROUND_ bits of some characters; in the last row, whose `cells` are NULL, those of all others. */
    const struct cell_ground *ground;

    /* Adds the pieces, chooses the view and corrects the ground, which is already filled in.  Returns false if memory
     * runs out. */
    bool (*read)(struct scene *scene, const struct scene_text *text);

    /* The ground, seen from above; NULL: use `draw_ground`. */
    const struct floor_style *floor;

    /* Draws any other kind of ground, which does not change.  Returns false if memory runs out. */
    bool (*draw_ground)(const struct scene *scene, const struct brush *brush);

    bool upright; /* sprites in front cover those behind */
    enum strip_kind strip;
};

/* --- in words: for players who listen to the game, and for readers of its rules --- */

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
    const char *pushed;               /* the name of a pushed piece: "Box"; NULL: nothing is pushed */
    const char *pieces;               /* the characters of pushed pieces */
    const struct cell_words *cells;   /* all characters except those of segments; the last has no words */

    /* Describes the board; NULL: row by row, with the words of its characters. */
    void (*board)(const struct grid *grid, struct text *text);

    /* Describes the progress: "2 of 3 boxes on goals." */
    void (*progress)(const struct grid *grid, struct text *text);

    /* Describes what is missing in a position, as part of a sentence: "2 boxes are not on goals"; or, if nothing
     * can be named, why the position is not solved.  NULL: nothing can be said. */
    void (*missing)(const struct grid *grid, struct text *text);

    /* Why the rules refuse a key in a position, as a sentence; NULL: something blocks the way.  The function is NULL if
     * the rules have no other reason. */
    const char *(*refused)(const struct grid *grid, unsigned key);
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

/* --- as the source of a PuzzleScript game (puzzlescript.net) ---
 *
 * In one turn, PuzzleScript marks the player as moving (">"), applies each rule in order until it changes nothing
 * more, moves everything that can move, and then applies the late rules.  Objects of one collision layer cannot
 * share a cell. */

/* When part of a source is written: always; if some levels have the game's trait; if all have it; if some have it
 * and others do not. */
enum script_when { SCRIPT_ALWAYS, SCRIPT_SOME, SCRIPT_ALL, SCRIPT_MIXED };

struct script_part {
    const char *text;
    enum script_when when;
};

#define SCRIPT_HEADING(section)                                \
    {                                                          \
        "\n========\n" section "\n========\n\n", SCRIPT_ALWAYS \
    }

struct script {
    const struct script_part *parts; /* from the end of the prelude to the levels; one without a text ends them */

    /* Whether a level has the trait; NULL: the game has none. */
    bool (*trait)(const struct grid *grid);

    /* Appends the rows of a level with line ends.  `mixed`: the source has levels both with and without the trait.
     * Returns false if memory runs out. */
    bool (*add_rows)(const struct grid *grid, bool mixed, struct text *text);
};

/* --- the whole face --- */

/* A filter option and its value. */
struct threshold {
    const char *option, *value;
};

struct face {
    const struct game *game;

    /* The default filters for a level; the last has no option. */
    const struct threshold *thresholds;

    const struct terminal_look *terminal;
    const struct colour *colours; /* of its pictures; the last has no name.  NULL: only those shared by games */
    const struct picture_look *picture;
    const struct face_words *words;
    const struct rules_text *rules;

    /* For games whose pieces are bodies of letters; otherwise NULL.  Returns the piece that a character is a segment
     * of, as an index among the selectable pieces, or -1.  `number` receives the segment, 0 for the head.  Adjacent
     * segments of a body have consecutive characters. */
    int (*segment)(const struct puzzle *puzzle, unsigned char c, unsigned *number);

    const struct script *script; /* the PuzzleScript version; NULL: the game has none */
    bool xsb;                    /* its text is XSB and its moves are LURD, which Sokoban programs read */

    /* The level as an arena of the classic game, owned by the puzzle.  The function is NULL if the game's levels are
     * not arenas. */
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

/* --- what faces share --- */

/* Counts the cells that hold one of `characters`. */
unsigned count_cells(const struct grid *grid, const char *characters);

/* "3 birds left." */
void add_left(unsigned left, const char *one, const char *many, struct text *text);

/* "2 boxes are not on goals", given this text for one and for many. */
void add_missing(unsigned missing, const char *one, const char *many, struct text *text);

/* The number of rows and columns at each edge that positions do not count: 1 if the level has a plain outer wall and
 * the game's moves do not name cells of the text; otherwise 0. */
int grid_uncounted(const struct game *game, const struct grid *grid);

/* The position of a cell of the text: "row 2, column 3".  If walls lie between cells, a wall is "between columns 2
 * and 3 in row 4".  Rows and columns count from 1. */
void tell_cell(const struct game *game, const struct grid *grid, int cell, struct text *text);

/* A character of a level's text, in quotes. */
void tell_character(unsigned char c, struct text *text);

/* The words for a character of a drawing, or the character itself. */
void tell_content(const struct face_words *words, unsigned char c, struct text *text);

/* Describes a move: "push the box in row 3, column 4 right", or "press in row 3, column 4".  `metric` selects what
 * depth counts. */
void tell_move(const struct face_words *words, const struct puzzle *puzzle, unsigned metric, game_move move,
               struct text *text);

/* `progress` for games whose goal is to leave no blank cell of the text open. */
void tell_open_cells(const struct grid *grid, struct text *text);

/* `missing` for the same games. */
void tell_missed_cells(const struct game *game, const struct grid *grid, struct text *text);

/* Appends the rows of a level, replacing each character of `cells` by the one at the same index of `glyphs`, and
 * every other character by wall, '#'. */
void script_add_rows(const struct grid *grid, const char *cells, const char *glyphs, struct text *text);

#endif

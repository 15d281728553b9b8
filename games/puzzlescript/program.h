/* A PuzzleScript game, compiled from its source: objects, rules as masks, conditions and levels.
 *
 * The language is that of the original engine (https://www.puzzlescript.net/Documentation), and what it
 * leaves open is as there: the order in which rules are tried, what a rule with several meanings is
 * expanded to, how often loops are repeated.  A cell of a level is a set of objects, one in each collision
 * layer at most, and a set of movements, five bits for each layer; both are rows of 64-bit words, so that
 * to match a cell is a few ANDs.
 *
 * Everything in a program stays as it is: many states, in many threads, may share one. */
#ifndef ONLYWAY_GAMES_PUZZLESCRIPT_PROGRAM_H
#define ONLYWAY_GAMES_PUZZLESCRIPT_PROGRAM_H

#include "games/puzzlescript/arena.h"

enum {
    PS_MAX_OBJECTS = 4096, /* entries in the collision layers */
    PS_MAX_LAYERS = 1024,
    PS_MAX_CELLS = 1 << 20,    /* of a level */
    PS_MAX_RULES = 1 << 16,    /* after expansion */
    PS_MAX_ROWS = 64,          /* patterns in brackets on one side of a rule */
    PS_LAYERS_IN_WORD = 12,    /* five bits each */
    PS_MAX_ISSUES = 100,       /* kept: warnings beyond are dropped, an error ends the work */
    PS_MAX_SOURCE = 1 << 26,   /* bytes */
    PS_RANDOM_SEED_BYTES = 256 /* of a seed's text, the rest does not count */
};

/* Directions of movement, as bits of a layer's five. */
enum { PS_UP = 1, PS_DOWN = 2, PS_LEFT = 4, PS_RIGHT = 8, PS_ACTION = 16, PS_MOVES = 31 };

/* What is wrong with a source, or odd.  Lines count from 1; 0: no line in particular. */
struct ps_issue {
    int line;
    bool error; /* else a warning */
    const char *text;
};

typedef LIST(struct ps_issue) ps_issues;

/* A sprite: a row of its picture is a text of digits and points; without rows, all is the first colour. */
struct ps_object {
    const char *name;
    int line;
    int id, layer; /* layer -1: in none, which is an error */
    LIST(const char *) colors;
    LIST(const char *) rows;
};

struct ps_replacement {
    const uint64_t *clear, *set;             /* objects */
    const uint64_t *still, *moving, *layers; /* movements to clear, to set; layers whose movements go */
    const uint64_t *random;                  /* one of these objects, or NULL */
    const uint64_t *random_moves;            /* layers that get a random direction, or NULL */
};

struct ps_pattern {
    bool ellipsis;
    const uint64_t *present, *missing; /* objects */
    const uint64_t *moving, *still;    /* movements that must be, must not be */
    const uint64_t **any;              /* of each of these sets, one object at least */
    int any_count;
    const struct ps_replacement *replacement; /* NULL: the cell stays */
};

/* A row of cells in the rule's direction. */
struct ps_row {
    const struct ps_pattern *cells;
    int count, ellipses;
    const uint64_t *objects, *moves; /* what the row's or column's summary must have */
};

enum ps_command {
    PS_CANCEL = 1,
    PS_CHECKPOINT = 2,
    PS_RESTART = 4,
    PS_WIN = 8,
    PS_MESSAGE = 16,
    PS_AGAIN = 32,
    PS_SOUND0 = 64, /* sfx0, and so on to sfx10 */
};

struct ps_rule {
    int line, direction; /* PS_UP ... PS_RIGHT */
    const struct ps_row *rows;
    int row_count;
    bool replaces; /* has a right side */
    int rigid;     /* the number of its rigid group, from 1; 0: not rigid */
    unsigned commands;
    const char *message;     /* of the command, or NULL */
    const uint64_t *objects; /* what must be somewhere on the level */
};

/* Rules that are repeated until none changes anything; or one of whose matches is picked by chance. */
struct ps_group {
    const struct ps_rule *rules;
    int count;
    bool random;
    int loop; /* after this group, back to that one if anything changed since; -1: go on */
};

struct ps_groups {
    const struct ps_group *items;
    int count;
};

enum ps_quantifier { PS_NO = -1, PS_SOME = 0, PS_ALL = 1 };

/* What a level must have: no, some or all cells with `what` are cells with `where`. */
struct ps_condition {
    enum ps_quantifier quantifier;
    const uint64_t *what, *where;
    bool all_what, all_where; /* all the objects of the set are wanted (AND), not any of them */
};

/* An entry of the section LEVELS; cells go column by column, top to bottom, object_words words each. */
struct ps_level {
    const char *message; /* NULL: a level */
    int line, width, height;
    const uint64_t *cells;
    const uint16_t *text; /* its characters, row by row */
};

/* A character of the section LEVELS, and what it puts into a cell. */
struct ps_key {
    uint16_t unit;           /* UTF-16 */
    const uint64_t *objects; /* the background not added */
};

/* What the prelude says; NULL where it does not. */
struct ps_prelude {
    const char *title, *author, *homepage, *background_color, *text_color, *color_palette;
    const char *key_repeat_interval, *realtime_interval, *again_interval, *flickscreen, *zoomscreen;
    bool run_rules_on_level_start, norepeat_action, require_player_movement, throttle_movement;
    bool noundo, noaction, norestart, scanline;
};

struct ps_program {
    struct arena arena; /* of everything here */
    size_t bytes;       /* that it takes */
    ps_issues issues;
    int errors;    /* of the issues */
    bool playable; /* there are levels to be played, though perhaps not as their author meant them */

    struct ps_prelude prelude;
    LIST(struct ps_object) objects;
    const char **id_names; /* of objects by bit */
    const int *id_layers;
    int ids, layers;
    int object_words, move_words;
    const uint64_t **layer_masks;
    const uint64_t *player;
    bool player_all; /* the player is all of its objects in one cell (AND) */
    struct ps_groups rules, late;
    const int *rigid_groups; /* the group with that rigid number - 1 */
    int rigid_count;
    LIST(struct ps_condition) conditions;
    LIST(struct ps_level) levels;
    LIST(struct ps_key) keys;            /* in the order of the source */
    int background_id, background_layer; /* -1: none */
    int line_of_chance;                  /* the first rule that leaves something to chance; 0: none */
    bool checkpoints;                    /* rules may set what a restart goes back to, and may restart */
};

/* Compiles a source of `size` bytes of UTF-8; NULL when there is no memory, or when `check`, which may be NULL, has
 * stopped.  What is wrong with it is in
 * `issues`, in the order in which it was found; a game with errors is refused where verdicts are asked
 * for, though `playable` may be set, as the original plays on, too.  Freed by ps_free. */
struct ps_program *ps_compile(const char *source, size_t size, struct stop_check *check);
void ps_free(struct ps_program *program);

/* Gives a background to `size` cells of a level that have none: the first that another cell has.  `spare`
 * has room for object_words. */
void ps_fill_background(const struct ps_program *program, uint64_t *cells, int size, uint64_t *spare);

#endif

/* A PuzzleScript game, compiled from its source: objects, rules as masks, conditions and levels.
 *
 * The language is that of the original engine (https://www.puzzlescript.net/Documentation).  Where the documentation
 * leaves a choice, this follows the engine: the order in which rules are tried, how a rule with several meanings is
 * expanded, how often loops repeat.  A level cell is a set of objects, at most one in each collision layer, and a set
 * of movements, five bits for each layer.  Both are rows of 64-bit words, so matching a cell takes a few ANDs.
 *
 * A program is immutable.  Any number of states and threads may share it. */
#ifndef ONLYWAY_GAMES_PUZZLESCRIPT_PROGRAM_H
#define ONLYWAY_GAMES_PUZZLESCRIPT_PROGRAM_H

#include "games/puzzlescript/arena.h"

enum {
    PS_MAX_OBJECTS = 4096, /* entries in the collision layers */
    PS_MAX_LAYERS = 1024,
    PS_MAX_CELLS = 1 << 20, /* in a level */
    PS_MAX_RULES = 1 << 16, /* after expansion */
    PS_MAX_ROWS = 64,       /* patterns in brackets on one side of a rule */
    PS_LAYERS_IN_WORD = 12, /* five bits each */
    PS_MOVE_BITS = 5 * PS_LAYERS_IN_WORD,
    PS_MAX_ISSUES = 100,     /* further warnings are dropped; an error ends the work */
    PS_MAX_SOURCE = 1 << 26, /* bytes */
};

/* Directions of movement, as the five bits of a layer. */
enum { PS_UP = 1, PS_DOWN = 2, PS_LEFT = 4, PS_RIGHT = 8, PS_ACTION = 16, PS_MOVES = 31 };

/* An error or a warning about a source.  Lines count from 1; 0: no specific line. */
struct ps_issue {
    int line;
    bool error; /* otherwise a warning */
    const char *text;
};

typedef LIST(struct ps_issue) ps_issues;

/* An object with its sprite.  A row of the sprite is a string of digits and dots.  Without rows, the sprite is all its
 * first colour. */
struct ps_object {
    const char *name;
    int line;
    int id, layer; /* layer -1: none, which is an error */
    LIST(const char *) colors;
    LIST(const char *) rows;
};

struct ps_replacement {
    const uint64_t *clear, *set;    /* objects */
    const uint64_t *still, *moving; /* movements to clear; to set */
    const uint64_t *layers;         /* those of whole layers, for rigid rules */
    const uint64_t *removes;        /* the objects to clear that are not set */
    const uint64_t *ends;           /* the movements to clear that are not set */
    const uint64_t *random;         /* one of these objects at random, or NULL */
    const uint64_t *random_moves;   /* layers that get a random direction, or NULL */
};

struct ps_pattern {
    bool ellipsis;
    const uint64_t *present, *missing; /* objects */
    const uint64_t *moving, *still;    /* movements that must be present; that must be absent */
    const uint64_t **any;              /* sets of objects; at least one object of each must be present */
    int any_count;
    const uint64_t *reads;                    /* all these objects */
    const struct ps_replacement *replacement; /* NULL: the cell does not change */
};

/* A board in which a row of patterns looks something up: those of objects are numbered by their bits, and those of
 * movements, by PS_MOVE_BITS for each word of a mask, follow the last word of objects.  `at`: the cell of the row. */
struct ps_term {
    uint16_t board;
    int16_t at;
};

/* A row of cells along the rule's direction. */
struct ps_row {
    const struct ps_pattern *cells;
    int count, ellipses;
    /* Up to the first ellipsis: the terms for what must be there, for what must not, and for each set of objects of
     * which one must be there, their number, as `board`, and these.  Then, if the row has no ellipsis, the terms for
     * what the replacements add, and for what they remove. */
    const struct ps_term *terms;
    int needs, lacks, sets, adds, removes; /* how many there are of each */
    bool chance;                           /* replacements are random */
    int number;                            /* among all rows of the program */
    const uint64_t *objects, *moves;       /* what the level must contain */
};

enum ps_command {
    PS_CANCEL = 1,
    PS_CHECKPOINT = 2,
    PS_RESTART = 4,
    PS_WIN = 8,
    PS_MESSAGE = 16,
    PS_AGAIN = 32,
    PS_SOUND0 = 64, /* sfx0; the next bits are sfx1 to sfx10 */
};

struct ps_rule {
    int line, direction; /* PS_UP ... PS_RIGHT */
    const struct ps_row *rows;
    const struct ps_pattern *cells; /* of all rows, one after the other */
    int row_count, cell_count;
    bool replaces; /* has a right-hand side */
    bool chance;   /* its replacements or its group are random */
    bool steady;   /* no replacement undoes what another one, or a neighbouring match, does */
    bool apart;    /* one row, and no replacement changes what a neighbouring match needs */
    int rigid;     /* number of its rigid group, from 1; 0: not rigid */
    unsigned commands;
    const char *message;     /* of the message command, or NULL */
    const uint64_t *objects; /* objects that must be somewhere in the level */
};

/* When rules are tried: after a move of the player (0 to 3, enum direction), after the action, in a turn that follows
 * by itself (PS_TICK), and late rules, after movements have ended. */
enum { PS_ACTS = 4, PS_TICK, PS_LATE, PS_PHASES };

/* Rules that repeat until none of them changes anything.  `random`: one match is picked at random instead. */
struct ps_group {
    const struct ps_rule *rules;
    int count;
    /* The rules that may match in a phase: the others need a movement that cannot occur. */
    struct ps_busy_rules {
        const struct ps_rule **rules;
        int count;
    } busy[PS_PHASES];
    bool random;
    int loop; /* group to jump back to after this one if anything has changed since; -1: none */
};

struct ps_groups {
    struct ps_group *items;
    const struct ps_rule *rules; /* of all groups, one after the other */
    int count, rule_count;
};

enum ps_quantifier { PS_NO = -1, PS_SOME = 0, PS_ALL = 1 };

/* A win condition: no, some or all cells that match `what` also match `where`. */
struct ps_condition {
    enum ps_quantifier quantifier;
    const uint64_t *what, *where;
    bool all_what, all_where; /* the cell must have all objects of the set (AND); otherwise any of them */
};

/* An entry of the LEVELS section.  Cells go column by column, top to bottom, object_words words each. */
struct ps_level {
    const char *message; /* NULL: this is a level */
    const char *name;    /* "": none */
    int line, width, height;
    const uint64_t *cells;
    const uint16_t *text; /* its characters, row by row */
};

/* A character of the LEVELS section and the objects it puts into a cell. */
struct ps_key {
    uint16_t unit;           /* UTF-16 */
    const uint64_t *objects; /* without the background */
};

/* The settings of the prelude: those with a value, and those without. */
#define PS_PRELUDE_VALUES(X) \
    X(title)                 \
    X(author)                \
    X(homepage)              \
    X(background_color)      \
    X(text_color)            \
    X(color_palette)         \
    X(key_repeat_interval)   \
    X(realtime_interval)     \
    X(again_interval)        \
    X(flickscreen)           \
    X(zoomscreen)
#define PS_PRELUDE_FLAGS(X)     \
    X(run_rules_on_level_start) \
    X(norepeat_action)          \
    X(require_player_movement)  \
    X(noundo)                   \
    X(noaction)                 \
    X(norestart)                \
    X(scanline)                 \
    X(throttle_movement)

/* Makes these a list of words for ps_find_word. */
#define PS_WORD(word) #word " "

struct ps_prelude {
    int title_line, author_line;         /* 0: not set */
#define PS_VALUE(word) const char *word; /* NULL: not set */
#define PS_FLAG(word) bool word;
    PS_PRELUDE_VALUES(PS_VALUE)
    PS_PRELUDE_FLAGS(PS_FLAG)
};

struct ps_program {
    struct arena arena; /* owns everything here */
    ps_issues issues;
    int errors;    /* number of errors in `issues` */
    bool playable; /* there are playable levels, though they may not behave as the author meant */

    struct ps_prelude prelude;
    LIST(struct ps_object) objects;
    const char **id_names; /* of objects by bit */
    const int *id_layers;
    int ids, layers;
    int object_words, move_words, row_count;
    const uint64_t **layer_masks;
    const uint64_t *player;
    bool player_all; /* the player is all of its objects in one cell (AND) */
    struct ps_groups rules, late;
    const struct ps_rule *all_rules; /* these, and then the late ones */
    int rule_count;
    const int *rigid_groups; /* [rigid number - 1] the group */
    int rigid_count;
    LIST(struct ps_condition) conditions;
    LIST(struct ps_level) levels;
    LIST(struct ps_key) keys;            /* in source order */
    int background_id, background_layer; /* -1: none */
    const uint64_t *moves[PS_PHASES];    /* the movements that can occur in a phase, unless by chance; see effects.c */
    int line_of_chance;                  /* line of the first rule that uses chance; 0: none */
    bool checkpoints;                    /* rules may set a checkpoint and may restart */
};

/* Compiles a source of `size` bytes of UTF-8.  Returns NULL if memory runs out or `check`, which may be NULL, stops the
 * work.  `issues` lists the problems in the order in which they were found.  Commands that give verdicts refuse a game
 * with errors, even if `playable` is set: the original engine plays such a game.  Free with ps_free. */
struct ps_program *ps_compile(const char *source, size_t size, struct stop_check *check);
void ps_free(struct ps_program *program);

/* The next word of a list, in which spaces separate the words, or NULL.  `words` is the word before it, of that length,
 * or the list and 0. */
const char *ps_next_word(const char *words, size_t *length);

/* The index of a word in such a list; -1: it is not there.  The list has small letters, the word may have capitals. */
int ps_find_word(const char *word, size_t size, const char *words);

/* Gives a background to each of `size` level cells that has none: the first one found in another cell, or else the
 * background object.  `spare`, of object_words, receives that background. */
void ps_fill_background(const struct ps_program *program, uint64_t *cells, int size, uint64_t *spare);

static inline int ps_move_board(const struct ps_program *program, int word, int bit)
{
    return 64 * program->object_words + PS_MOVE_BITS * word + bit;
}

static inline int ps_board_count(const struct ps_program *program)
{
    return ps_move_board(program, program->move_words, 0);
}

/* --- masks in rows of 64-bit words: sets of objects, one bit each, and movements, five bits for each layer --- */

static inline void set_bit(uint64_t *mask, int bit)
{
    mask[bit / 64] |= (uint64_t)1 << (bit % 64);
}

static inline bool has_bit(const uint64_t *mask, int bit)
{
    return mask[bit / 64] >> (bit % 64) & 1;
}

static inline void add_mask(uint64_t *mask, const uint64_t *other, int words)
{
    for (int word = 0; word < words; word++)
        mask[word] |= other[word];
}

static inline void clear_mask(uint64_t *mask, const uint64_t *other, int words)
{
    for (int word = 0; word < words; word++)
        mask[word] &= ~other[word];
}

static inline bool is_zero(const uint64_t *mask, int words)
{
    for (int word = 0; word < words; word++)
        if (mask[word] != 0)
            return false;
    return true;
}

static inline bool meets(const uint64_t *mask, const uint64_t *other, int words)
{
    for (int word = 0; word < words; word++)
        if ((mask[word] & other[word]) != 0)
            return true;
    return false;
}

/* Whether `other` contains all bits of `mask`. */
static inline bool within(const uint64_t *mask, const uint64_t *other, int words)
{
    for (int word = 0; word < words; word++)
        if ((mask[word] & ~other[word]) != 0)
            return false;
    return true;
}

/* Whether a cell has the objects of a mask: all of them, or any. */
static inline bool ps_matches(const uint64_t *mask, bool all, const uint64_t *cell, int words)
{
    return all ? within(mask, cell, words) : meets(mask, cell, words);
}

/* The columns and rows of one step in a direction. */
static inline int ps_across(int direction)
{
    return (direction == PS_RIGHT) - (direction == PS_LEFT);
}

static inline int ps_down(int direction)
{
    return (direction == PS_DOWN) - (direction == PS_UP);
}

/* Whether the player is in a cell with these objects. */
static inline bool ps_has_player(const struct ps_program *program, const uint64_t *cell)
{
    return ps_matches(program->player, program->player_all, cell, program->object_words);
}

/* Adds movement bits to the five bits of a layer. */
static inline void add_moves(uint64_t *mask, unsigned moves, int layer)
{
    mask[layer / PS_LAYERS_IN_WORD] |= (uint64_t)moves << (5 * (layer % PS_LAYERS_IN_WORD));
}

static inline unsigned moves_of(const uint64_t *mask, int layer)
{
    return mask[layer / PS_LAYERS_IN_WORD] >> (5 * (layer % PS_LAYERS_IN_WORD)) & PS_MOVES;
}

/* --- what rules can do under one key: which movements can occur, and thus which rules are idle; see effects.c --- */

enum { PS_MOVE_WORDS = PS_MAX_LAYERS / PS_LAYERS_IN_WORD + 1 };

extern const unsigned ps_way_bits[4]; /* of a direction of the grid */

const struct ps_groups *ps_groups_of(const struct ps_program *program, unsigned phase);
bool ps_phase_is_used(const struct ps_program *program, unsigned phase);
bool ps_has_command(const struct ps_program *program, unsigned commands);

/* Whether the rules of a phase may leave a movement in a layer of a cell that has no object there to move.  An object
 * that later enters that layer of the cell may go on with the movement, depending on the order in which cells are
 * visited. */
bool ps_leaves_movement(const struct ps_program *program, unsigned phase);

/* Marks the objects that a rule may create, remove or move, and all player objects. */
void ps_find_dynamic(const struct ps_program *program, uint64_t *dynamic);

/* Whether a cell that matches a pattern may contain an object. */
bool ps_allows(const struct ps_program *program, const struct ps_pattern *pattern, int id);

/* Whether it certainly contains one of these objects. */
bool ps_surely_has(const struct ps_program *program, const struct ps_pattern *pattern, const uint64_t *objects);

/* Fills in `moves`, and `busy` of all groups. */
void ps_find_busy_rules(struct ps_program *program);

/* --- which rotations and reflections the rules of a game respect, proved from the rules; see symmetry.c --- */

struct ps_symmetries {
    unsigned proved;  /* bit set of the grid's symmetries (games/grid.h); they form a group; bit 0 is always set */
    bool by_patience; /* the proof requires that loops end by themselves, not by the limit */
};

/* Finds the symmetries for which the turn of an image is the image of the turn, in all levels of the game.  Returns
 * false if `check`, which may be NULL, stops the work. */
bool ps_find_symmetries(const struct ps_program *program, struct stop_check *check, struct ps_symmetries *found);

#endif

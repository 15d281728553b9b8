/* Data that the parts of the compiler share: the source as read, before it becomes masks.
 *
 * The stages: read the lines token by token (read.c); resolve the legend and turn objects into bits and levels into
 * cells (names.c); store what else is declared (declarations.c); parse the rules (rule_parse.c); check them, expand
 * them until each has one meaning, and turn them into masks and groups (rule_expand.c, rule_masks.c). */
#ifndef ONLYWAY_GAMES_PUZZLESCRIPT_COMPILE_H
#define ONLYWAY_GAMES_PUZZLESCRIPT_COMPILE_H

#include "games/puzzlescript/program.h"

#include <string.h>

/* Text in UTF-16 units, as the original engine counts it. */
struct slice {
    const uint16_t *units;
    int count;
};

typedef LIST(int) ints;

enum section { PRELUDE, OBJECTS, LEGEND, SOUNDS, LAYERS, RULES, WINS, LEVELS, SECTIONS };

/* A word of the source, in lower case. */
struct name {
    const char *text;
    struct slice units;
    uint32_t hash;
    int declared;                     /* line of the declaration; 0: not declared */
    int object;                       /* object number, or -1 */
    int synonym, aggregate, property; /* index of the first legend entry of that kind, or -1 */
    bool listed;                      /* may appear in rules and conditions */
    bool key;                         /* may appear in levels */
    /* Set in names.c: */
    ints *members; /* of an aggregate or a property */
    enum { PLAIN, AGGREGATE, PROPERTY } kind;
    int stands_for;   /* the name that a synonym stands for, or -1 */
    int single_layer; /* the layer that all objects of a property share, or -1 */
    uint64_t *mask;   /* of an object, a synonym or a property, or NULL */
    uint64_t *glyph;  /* objects it puts into a level cell, or NULL */
};

enum legend_kind { SYNONYM, ALL_OF, ANY_OF };

struct ps_legend {
    enum legend_kind kind;
    int name, line;
    ints members;
};

enum ps_direction {
    NOTHING,
    UP,
    DOWN,
    LEFT,
    RIGHT,
    ACTION,
    MOVING,
    STATIONARY,
    NO,
    RANDOM,
    RANDOMDIR,
    HORIZONTAL,
    VERTICAL,
    ORTHOGONAL,
    PERPENDICULAR,
    PARALLEL,
    TURN_UP,
    TURN_DOWN,
    BACKWARD,
    FORWARD,
    /* results of `parallel` and `perpendicular`, distinct from the written words */
    HORIZONTAL_ALONG,
    HORIZONTAL_ACROSS,
    VERTICAL_ALONG,
    VERTICAL_ACROSS,
    ELLIPSIS
};

struct item {
    enum ps_direction direction;
    int name;
};

typedef LIST(struct item) cell_words;
typedef LIST(cell_words) cell_row;
typedef LIST(cell_row) rows;

/* A choice made during expansion: what replaced a word (name -1: with any name) or a name, and how many times. */
struct choice {
    enum ps_direction word, direction;
    int name, to_name, times, row, cell;
};

typedef LIST(struct choice) choices;

struct rule {
    int line, group;
    ints directions; /* before expansion by direction */
    enum ps_direction direction;
    rows left, right;
    bool late, rigid, random, gone;
    unsigned commands;
    const char *message;
    choices choices;
    int overlap[2]; /* two names that need the same layer of a cell, or -1 */
    struct ps_rule compiled;
};

typedef LIST(struct rule) rule_list;

struct rule_line {
    struct slice text, whole;
    int line;
};

struct level_text {
    bool is_message;
    int line;
    struct slice message;
    struct slice name; /* of a level: the comment above its first row */
    LIST(struct slice) rows;
};

struct sound_word {
    int name;
    enum sound_kind { SOUND_EVENT, SOUND_NAME, SOUND_VERB, SOUND_DIRECTION, SOUND_SEED } kind;
};

struct sound {
    int line;
    LIST(struct sound_word) words;
};

struct condition_line {
    int line;
    ints words;
};

struct metadata {
    int key, line;
    struct slice value;
};

struct ps_loop {
    int line;
    bool start;
};

struct compiler {
    struct ps_program *program;
    struct arena *arena;
    bool stop;      /* too many issues, or the source is unusable */
    unsigned looks; /* calls of `ps_stopped` */
    bool invalid;
    LIST(struct name) names;
    int *table; /* hash table of name indices; -1: empty slot */
    int table_size;
    LIST(struct ps_legend) legend;
    LIST(ints) layers;
    LIST(struct sound) sounds;
    LIST(struct rule_line) rule_lines;
    LIST(struct condition_line) conditions;
    LIST(struct metadata) metadata;
    LIST(struct level_text) levels;
    LIST(struct ps_loop) loops;
    uint64_t *everything;
    rule_list rules;
};

/* program.c */
/* Adds an error or a warning about a source, unless there is the same one. */
__attribute__((format(printf, 4, 5))) void ps_add_issue(struct compiler *c, int line, bool error, const char *format,
                                                        ...);
#define ps_error_at(c, line, ...) ps_add_issue(c, line, true, __VA_ARGS__)
#define ps_warn_at(c, line, ...) ps_add_issue(c, line, false, __VA_ARGS__)
/* Whether to stop.  Asks the arena's check from time to time. */
bool ps_stopped(struct compiler *c);

/* names.c */
void ps_decode(struct compiler *c, const char *source, size_t size, struct slice *units);
uint16_t ps_small_letter(uint16_t unit);
bool ps_is_space(uint16_t unit);
/* Letters, digits and _. Beyond ASCII: every unit in a block of letters. */
bool ps_is_word(uint16_t unit);
struct slice ps_part(struct slice text, int from, int to);
struct slice ps_trim(struct slice text);
const char *ps_utf8_of(struct compiler *c, struct slice text);
/* A name in capital letters, as in the original's messages. */
const char *ps_loud(struct compiler *c, const char *name);
int ps_intern(struct compiler *c, struct slice text);
int ps_intern_text(struct compiler *c, const char *text);
const char *ps_text_of(const struct compiler *c, int name);
bool ps_name_is(const struct compiler *c, int name, const char *word);
/* Whether a word is in a list; see ps_find_word. */
bool ps_one_of(const char *word, const char *words);
bool ps_contains(const ints *list, int value);
/* The object of a name, or NULL.  Negative names have none. */
struct ps_object *ps_object_of(const struct compiler *c, int name);
void ps_resolve_objects(struct compiler *c);
void ps_resolve_legend(struct compiler *c);
void ps_find_background(struct compiler *c);
void ps_make_masks(struct compiler *c);
uint64_t *ps_object_mask(struct compiler *c);
uint64_t *ps_move_mask(struct compiler *c);
void ps_make_levels(struct compiler *c);

/* read.c */
void ps_read_source(struct compiler *c, struct slice source);

/* declarations.c */
#define PS_COLOUR_WORDS                                                                                 \
    "black white gray darkgray lightgray grey darkgrey lightgrey red darkred lightred brown darkbrown " \
    "lightbrown orange yellow green darkgreen lightgreen blue lightblue darkblue purple pink transparent"
void ps_read_prelude(struct compiler *c);
void ps_check_prelude(struct compiler *c);
void ps_check_sounds(struct compiler *c);
void ps_make_conditions(struct compiler *c);

/* rule_parse.c */
void ps_parse_rules(struct compiler *c, rule_list *rules);
#define PS_SOUND_WORDS "sfx0 sfx1 sfx2 sfx3 sfx4 sfx5 sfx6 sfx7 sfx8 sfx9 sfx10"
/* In the order of the bits of enum ps_command. */
#define PS_COMMAND_WORDS "cancel checkpoint restart win message again " PS_SOUND_WORDS
/* rule_expand.c */
void ps_check_coincidences(struct compiler *c, rule_list *rules);
void ps_expand_rules(struct compiler *c, rule_list *rules);
bool ps_is_ambiguous(enum ps_direction direction);
bool ps_is_relative(enum ps_direction direction);
/* The first of the directions that a word may mean, and how many they are: they follow one another in the
 * enumeration. */
enum ps_direction ps_ways(enum ps_direction direction, int *count);
void ps_drop_duplicates(struct compiler *c);
void ps_group_rules(struct compiler *c);

/* rule_masks.c */
void ps_mask_rules(struct compiler *c);

#endif

/* The reader's state while it goes through a source, token by token.
 *
 * The original reads a source as an editor that colours it does: comments may stand between any two tokens,
 * and what a token means depends on the section and on how many tokens its line had before.  What it says
 * of a faulty source follows from that, so the reader here takes the same steps. */
#ifndef ONLYWAY_GAMES_PUZZLESCRIPT_READ_H
#define ONLYWAY_GAMES_PUZZLESCRIPT_READ_H

#include "games/puzzlescript/compile.h"

struct reader {
    struct compiler *c;
    struct slice written, text; /* the line, and as it is read: in small letters, mostly */
    int at, line;
    bool start;     /* the token may be a line's first */
    uint16_t first; /* the token's first unit */
    enum section section;
    unsigned visited; /* sections, as bits */
    int comments;     /* brackets open */
    bool start_after_comment, line_should_end;
    const char *after_what; /* why the line should end */
    int tokens;             /* of the line; what it counts depends on the section */
    ints words;             /* of the line */
    struct sound sound;
    bool sound_failed;
    int object; /* number of the object being read, -1: none */
    int step;   /* 0 between objects, 1 names, 2 colours, 3 picture */
    bool has_rows;
};

/* What stands in place of the count of tokens in a line with a message: no comments there. */
enum { IN_MESSAGE = -4 };

static inline bool at_end(const struct reader *r)
{
    return r->at >= r->text.count;
}

static inline uint16_t unit_at(const struct reader *r, int at)
{
    return at < r->text.count ? r->text.units[at] : 0;
}

/* read_words.c: each goes on behind what it found and returns true, or stays. */
void skip_spaces(struct reader *r);
bool take_name(struct reader *r, struct slice *name);       /* letters and digits */
bool take_to_space(struct reader *r, struct slice *word);   /* up to a space or a bracket */
bool take_to_comment(struct reader *r, struct slice *text); /* up to an opening bracket */
bool peek_to_comment(const struct reader *r, struct slice *text);
/* One of the words, where no letter or digit follows (of ASCII only if `ascii`), and spaces. */
bool take_word(struct reader *r, const char *const *words, bool ascii, struct slice *word);
bool take_number(struct reader *r, struct slice *number);
bool take_color(struct reader *r, struct slice *color);
/* The text from its start to the first opening bracket, brackets before it left out. */
struct slice before_comment(struct slice text);

/* One token each; the caller has left out spaces and comments. */
void read_object_token(struct reader *r);
void read_legend_token(struct reader *r);
void end_legend_line(struct reader *r);
void read_sound_token(struct reader *r);
void end_sound_line(struct reader *r);
void read_layer_token(struct reader *r);
void read_rule_token(struct reader *r);
void read_condition_token(struct reader *r);
void read_level_token(struct reader *r);
void read_prelude_token(struct reader *r);

static inline bool declared(const struct reader *r, int name)
{
    return r->c->names.items[name].declared != 0;
}

#endif

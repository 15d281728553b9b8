/* The section SOUNDS: read, so that its faults are found; nothing sounds here. */
#include "games/puzzlescript/read.h"

static const char *const events[] = {
    "undo",     "restart",     "titlescreen",  "startgame", "cancel", "endgame", "startlevel",
    "endlevel", "showmessage", "closemessage", "sfx0",      "sfx1",   "sfx2",    "sfx3",
    "sfx4",     "sfx5",        "sfx6",         "sfx7",      "sfx8",   "sfx9",    "sfx10",
    NULL};
static const char *const verbs[] = {"move", "action", "create", "destroy", "cantmove", NULL};
static const char *const directions[] = {"up",         "down",     "left",       "right",
                                         "horizontal", "vertical", "orthogonal", NULL};

void end_sound_line(struct reader *r)
{
    if (r->sound.words.count == 0 || r->sound_failed)
        return;
    r->sound.line = r->line;
    *(struct sound *)PUSH(r->c->arena, &r->c->sounds) = r->sound;
}

static void add_word(struct reader *r, struct slice word, enum sound_kind kind)
{
    int name = intern(r->c, word);
    struct sound_word *added = PUSH(r->c->arena, &r->sound.words);
    added->name = name;
    added->kind = kind;
}

/* Passes over what cannot be understood and says so; the rest of the line is not looked at. */
static void fail(struct reader *r, const char *wanted)
{
    struct slice word = {NULL, 0};
    if (!take_to_space(r, &word))
        take_to_comment(r, &word);
    error_at(r->c, r->line, "%s, not %s", wanted, utf8_of(r->c, word));
    r->sound_failed = true;
}

static void pass_over(struct reader *r)
{
    struct slice word;
    if (!take_word(r, events, true, &word) && !take_word(r, verbs, true, &word) &&
        !take_word(r, directions, false, &word)) {
        take_number(r, &word);
        if (!take_name(r, &word) && !take_to_space(r, &word))
            take_to_comment(r, &word);
    }
}

static void read_first(struct reader *r)
{
    struct slice word;
    if (take_word(r, events, true, &word)) {
        add_word(r, word, SOUND_EVENT);
    } else if (!take_name(r, &word)) {
        if (!take_to_space(r, &word))
            take_to_comment(r, &word);
        warn_at(r->c, r->line, "neither a sound event nor the name of an object");
        r->sound_failed = true;
    } else if (!declared(r, intern(r->c, word))) {
        error_at(r->c, r->line, "sounds cannot be given to %s: no such object",
                 utf8_of(r->c, word));
        r->sound_failed = true;
    } else {
        add_word(r, word, SOUND_NAME);
    }
}

static void read_more(struct reader *r)
{
    struct slice word;
    const struct sound_word *words = r->sound.words.items;
    int count = r->sound.words.count;
    if (words[0].kind == SOUND_EVENT || words[count - 1].kind == SOUND_SEED) {
        fail(r, "nothing may follow a sound's number");
        return;
    }
    bool directed =
        name_is(r->c, words[1].name, "move") || name_is(r->c, words[1].name, "cantmove");
    if (directed && take_word(r, directions, false, &word))
        add_word(r, word, SOUND_DIRECTION);
    else if (take_number(r, &word))
        add_word(r, word, SOUND_SEED);
    else
        fail(r, directed ? "a direction or a sound's number was expected"
                         : "a sound's number was expected");
}

void read_sound_token(struct reader *r)
{
    struct slice word;
    if (stopped(r->c))
        return;
    if (r->sound_failed)
        pass_over(r);
    else if (r->sound.words.count == 0)
        read_first(r);
    else if (r->sound.words.count > 1)
        read_more(r);
    else if (r->sound.words.items[0].kind == SOUND_EVENT) {
        if (take_number(r, &word))
            add_word(r, word, SOUND_SEED);
        else
            fail(r, "a sound's number was expected");
    } else if (take_word(r, verbs, true, &word)) {
        add_word(r, word, SOUND_VERB);
    } else {
        fail(r, "what the object does was expected (move, create, destroy ...)");
    }
    if (at_end(r))
        end_sound_line(r);
}

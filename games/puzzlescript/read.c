/* Reads a source line by line: comments, section headers, and the lines of each section. */
#include "base/utf8.h"
#include "games/puzzlescript/compile.h"

#include <stddef.h>
#include <stdlib.h>

struct reader {
    struct compiler *c;
    struct slice written, text; /* the line as written, and as read: in lower case for most purposes */
    int at, line;
    bool start;     /* the token may be the first of its line */
    uint16_t first; /* the token's first unit */
    enum section section;
    unsigned visited; /* bit set of sections seen */
    int comments;     /* depth of open brackets */
    bool start_after_comment, line_should_end;
    const char *after_what; /* the section whose name the line ends with; NULL: equal signs */
    int tokens;             /* number of tokens read in the line; exact meaning depends on the section */
    ints words;             /* of the line */
    struct sound sound;
    bool sound_failed;
    int object; /* index of the object being read, or -1 */
    int step;   /* 0 between objects, 1 names, 2 colours, 3 sprite */
    bool has_rows;
};

/* Replaces the token count in a line with a message, which cannot contain comments. */
enum { IN_MESSAGE = -4 };

static inline bool at_end(const struct reader *r)
{
    return r->at >= r->text.count;
}

static inline uint16_t unit_at(const struct reader *r, int at)
{
    return at < r->text.count ? r->text.units[at] : 0;
}

/* Each advances past what it finds and returns true, or does not move and returns false. */
static void skip_spaces(struct reader *r);
static bool take_name(struct reader *r, struct slice *name);     /* letters and digits */
static bool take_to_space(struct reader *r, struct slice *word); /* up to a space or a bracket */
static bool take_to_comment(struct reader *r,
                            struct slice *text); /* up to an opening bracket; returns false if empty */

static inline bool declared(const struct reader *r, int name)
{
    return r->c->names.items[name].declared != 0;
}

/* The LEGEND section: synonyms, several objects at once (and), any of several objects (or). */

static bool is_keyword(const char *word)
{
    static const char *const keywords[] = {"objects",
                                           "collisionlayers",
                                           "legend",
                                           "sounds",
                                           "rules",
                                           "...",
                                           "winconditions",
                                           "levels",
                                           "|",
                                           "[",
                                           "]",
                                           "up",
                                           "down",
                                           "left",
                                           "right",
                                           "late",
                                           "rigid",
                                           "^",
                                           "v",
                                           ">",
                                           "<",
                                           "no",
                                           "randomdir",
                                           "random",
                                           "horizontal",
                                           "vertical",
                                           "any",
                                           "all",
                                           "some",
                                           "moving",
                                           "stationary",
                                           "parallel",
                                           "perpendicular",
                                           "action",
                                           "message",
                                           "move",
                                           "create",
                                           "destroy",
                                           "cantmove",
                                           "sfx0",
                                           "sfx1",
                                           "sfx2",
                                           "sfx3",
                                           "sfx4",
                                           "sfx5",
                                           "sfx6",
                                           "sfx7",
                                           "sfx8",
                                           "sfx9",
                                           "sfx10",
                                           "cancel",
                                           "restart",
                                           "win",
                                           "again",
                                           "undo",
                                           "titlescreen",
                                           "startgame",
                                           "endgame",
                                           "startlevel",
                                           "endlevel",
                                           "showmessage",
                                           "closemessage",
                                           NULL};
    return ps_one_of(word, keywords);
}

/* What a name stands for after following its synonyms. */
enum meaning { IS_UNKNOWN, IS_OBJECT, IS_AGGREGATE, IS_PROPERTY };

static enum meaning look_up(const struct compiler *c, int name, int *end, int *entry)
{
    *entry = -1;
    /* In a faulty source, synonyms may form a cycle. */
    for (int steps = 0; steps <= c->legend.count; steps++) {
        const struct name *found = &c->names.items[name];
        *end = name;
        if (found->object >= 0)
            return IS_OBJECT;
        if (found->synonym >= 0) {
            name = c->legend.items[found->synonym].members.items[0];
            continue;
        }
        *entry = found->aggregate >= 0 ? found->aggregate : found->property;
        return found->aggregate >= 0 ? IS_AGGREGATE : found->property >= 0 ? IS_PROPERTY : IS_UNKNOWN;
    }
    return IS_UNKNOWN;
}

static void add_entry(struct compiler *c, enum legend_kind kind, int name, ints members, int line)
{
    struct name *found = &c->names.items[name];
    int *first = kind == SYNONYM ? &found->synonym : kind == ALL_OF ? &found->aggregate : &found->property;
    if (*first < 0)
        *first = c->legend.count;
    if (found->declared == 0)
        found->declared = line;
    *(struct ps_legend *)PUSH(c->arena, &c->legend) =
        (struct ps_legend){.kind = kind, .name = name, .line = line, .members = members};
}

static void declare_synonym(struct compiler *c, int name, int meaning, int line)
{
    ints members = {0};
    *(int *)PUSH(c->arena, &members) = meaning;
    if (!ps_stopped(c))
        add_entry(c, SYNONYM, name, members, line);
}

/* Reports words that a line may not contain: its own name, unknown names, and (as a warning) repeated words. Returns
 * false if the line names itself. */
static bool check_words(struct compiler *c, ints *words, int line)
{
    bool good = true;
    int name = words->items[0];
    for (int i = 2; i < words->count; i += 2) {
        if (words->items[i] == name) {
            ps_error_at(c, line, "You can't define object %s in terms of itself!", ps_loud(c, ps_text_of(c, name)));
            good = false;
            for (int at = 2; at < words->count;)
                if (words->items[at] == name) {
                    /* Remove the word with the `and` or `or` before it. For the first word, remove the one after it. */
                    int from = at >= 4 ? at - 1 : at, gone = words->count - from < 2 ? words->count - from : 2;
                    memmove(&words->items[from], &words->items[from + gone],
                            (size_t)(words->count - from - gone) * sizeof *words->items);
                    words->count -= gone;
                } else
                    at++;
        }
        for (int j = 2; j < i && i < words->count; j += 2)
            if (words->items[j] == words->items[i])
                ps_warn_at(c, line,
                           "You're repeating the object %s here multiple times on the RHS. This makes no sense. Don't "
                           "do that.",
                           ps_loud(c, ps_text_of(c, words->items[i])));
    }
    for (int i = 2; i < words->count; i += 2)
        if (words->items[i] != name && c->names.items[words->items[i]].declared == 0)
            ps_error_at(c, line, "You're talking about %s but it's not defined anywhere.",
                        ps_loud(c, ps_text_of(c, words->items[i])));
    return good;
}

static void declare_joined(struct compiler *c, const ints *words, int line, enum legend_kind kind)
{
    ints members = {0};
    if (kind == ANY_OF)
        for (int i = 5; i < words->count; i += 2)
            if (!ps_name_is(c, words->items[i], "or"))
                return;
    for (int i = 2; i < words->count; i += 2) {
        /* Add the objects that a word of a legend line stands for. Legend entries are flat, so one step is enough. */
        int end, entry;
        enum meaning meaning = look_up(c, words->items[i], &end, &entry);
        if (kind == ALL_OF && meaning == IS_PROPERTY)
            ps_error_at(c, line,
                        "Cannot define an aggregate (using 'and') in terms of properties (something that uses 'or').");
        if (kind == ANY_OF && meaning == IS_AGGREGATE) {
            ps_error_at(c, line,
                        "Cannot define a property (something defined in terms of 'or') in terms of an aggregate "
                        "(something that uses 'and'). In this case, you can't define \"%s\" in terms of \"%s\".",
                        ps_loud(c, ps_text_of(c, words->items[0])), ps_loud(c, ps_text_of(c, end)));
            continue;
        }
        if (entry < 0 || (kind == ALL_OF) != (meaning == IS_AGGREGATE)) {
            *(int *)PUSH(c->arena, &members) = end;
            continue;
        }
        ints flat = c->legend.items[entry].members;
        for (int k = 0; k < flat.count; k++)
            if (kind == ALL_OF || flat.items[k] != end)
                *(int *)PUSH(c->arena, &members) = flat.items[k];
    }
    if (!ps_stopped(c) && members.count > 0)
        add_entry(c, kind, words->items[0], members, line);
}

#define LEGEND_FORM                                                                                               \
    "Incorrect format of legend - should be one of \"A = B\", \"A = B or C [ or D ...]\", \"A = B and C [ and D " \
    "...]\""

static void end_legend_line(struct reader *r)
{
    ints *words = &r->words;
    if (words->count == 0 || ps_stopped(r->c))
        return;
    if (words->count == 1 || words->count % 2 == 0) {
        ps_error_at(r->c, r->line,
                    words->count == 1 ? LEGEND_FORM "." : LEGEND_FORM ", but it looks like you have a dangling \"%s\"?",
                    ps_loud(r->c, ps_text_of(r->c, words->items[words->count - 1])));
        return;
    }
    const struct name *name = &r->c->names.items[words->items[0]];
    bool good = name->declared == 0;
    if (!good)
        ps_error_at(r->c, r->line, "Name \"%s\" already in use (on line line %d).", ps_loud(r->c, name->text),
                    name->declared);
    if (is_keyword(name->text))
        ps_warn_at(r->c, r->line, "You named an object \"%s\", but this is a keyword. Don't do that!",
                   ps_loud(r->c, name->text));
    good = check_words(r->c, words, r->line) && good;
    if (words->count == 3)
        declare_synonym(r->c, words->items[0], words->items[2], r->line);
    else if (words->count > 3 && ps_name_is(r->c, words->items[3], "and"))
        declare_joined(r->c, words, r->line, ALL_OF);
    else if (words->count > 3 && ps_name_is(r->c, words->items[3], "or"))
        declare_joined(r->c, words, r->line, ANY_OF);
    else if (good)
        ps_error_at(r->c, r->line,
                    "This legend-entry is incorrectly-formatted - it should be one of A = B, A = B or C ( or D ...), A "
                    "= B and C (and D ...)");
}

static void read_left_side(struct reader *r, struct slice *word)
{
    int to = r->at;
    while (to < r->text.count && r->text.units[to] != '=' && r->text.units[to] != '(' &&
           !ps_is_space(r->text.units[to]))
        to++;
    *word = ps_part(r->text, r->at, to);
    r->at = to;
    skip_spaces(r);
}

static void read_equals(struct reader *r, struct slice *word)
{
    struct slice junk;
    *word = ps_part(r->text, r->at, r->at);
    if (unit_at(r, r->at) == '=') {
        r->at++;
    } else {
        ps_error_at(r->c, r->line,
                    "In the legend, define new items using the equals symbol - declarations must look like \"A = B\", "
                    "\"A = B or C [ or D ...]\", \"A = B and C [ and D ...]\".");
        take_to_comment(r, &junk);
    }
    skip_spaces(r);
}

static void check_joint(struct reader *r, int word)
{
    if (!ps_name_is(r->c, word, "and") && !ps_name_is(r->c, word, "or"))
        ps_error_at(r->c, r->line,
                    "Expected and 'AND' or an 'OR' here, but got %s instead. In the legend, define new items using the "
                    "equals symbol - declarations must look like 'A = B' or 'A = B and C' or 'A = B or C'.",
                    ps_loud(r->c, ps_text_of(r->c, word)));
    else if (r->tokens >= 5 && (r->words.count <= 3 || word != r->words.items[3]))
        ps_error_at(r->c, r->line, "Hey! You can't go mixing ANDs and ORs in a single legend entry.");
}

static void read_legend_token(struct reader *r)
{
    struct slice word, junk;
    bool found = true;
    if (r->tokens == 0) {
        read_left_side(r, &word);
        r->tokens++;
    } else if (r->tokens == 1) {
        read_equals(r, &word);
        r->tokens++;
    } else if (take_name(r, &word)) {
        if (r->tokens % 2 == 1)
            check_joint(r, ps_intern(r->c, word));
        r->tokens++;
    } else {
        ps_error_at(r->c, r->line, "Something bad's happening in the LEGEND");
        take_to_comment(r, &junk);
        found = false;
        r->tokens += r->tokens % 2 == 1;
    }
    if (found) {
        int name = ps_intern(r->c, word);
        *(int *)PUSH(r->c->arena, &r->words) = name;
    }
    if (at_end(r))
        end_legend_line(r);
}

/* Parts of a line. */

static void skip_spaces(struct reader *r)
{
    while (r->at < r->text.count && ps_is_space(r->text.units[r->at]))
        r->at++;
}

static bool take_name(struct reader *r, struct slice *name)
{
    int from = r->at, to = from;
    while (to < r->text.count && ps_is_word(r->text.units[to]))
        to++;
    *name = ps_part(r->text, from, to);
    if (to == from)
        return false;
    r->at = to;
    skip_spaces(r);
    return true;
}

static bool take_to_space(struct reader *r, struct slice *word)
{
    int from = r->at, to = from;
    while (to < r->text.count && !ps_is_space(r->text.units[to]) && r->text.units[to] != '(' &&
           r->text.units[to] != ')')
        to++;
    *word = ps_part(r->text, from, to);
    if (to == from)
        return false;
    r->at = to;
    skip_spaces(r);
    return true;
}

static bool peek_to_comment(const struct reader *r, struct slice *text)
{
    int to = r->at;
    while (to < r->text.count && r->text.units[to] != '(')
        to++;
    *text = ps_part(r->text, r->at, to);
    return text->count > 0;
}

static bool take_to_comment(struct reader *r, struct slice *text)
{
    bool found = peek_to_comment(r, text);
    r->at += text->count;
    return found;
}

/* The text up to the first opening bracket. Brackets at its start are skipped. */
static struct slice before_comment(struct slice text)
{
    while (text.count > 0 && text.units[0] == '(')
        text = ps_part(text, 1, text.count);
    for (int i = 0; i < text.count; i++)
        if (text.units[i] == '(')
            return ps_part(text, 0, i);
    return text;
}

/* The length of `word` if the line continues with it, otherwise 0. */
static int begins(const struct reader *r, const char *word)
{
    int length = 0;
    for (; word[length] != '\0'; length++)
        if (unit_at(r, r->at + length) != (unsigned char)word[length])
            return 0;
    return length;
}

/* Takes one of the words and the spaces after it. No letter or digit may follow the word; if `ascii`, only ASCII ones
 * count. */
static bool take_word(struct reader *r, const char *const *words, bool ascii, struct slice *word)
{
    for (; *words != NULL; words++) {
        int length = begins(r, *words);
        uint16_t next = unit_at(r, r->at + length);
        if (length == 0 || (ps_is_word(next) && (!ascii || next < 0x80)))
            continue;
        *word = ps_part(r->text, r->at, r->at + length);
        r->at += length;
        skip_spaces(r);
        return true;
    }
    return false;
}

static bool take_number(struct reader *r, struct slice *number)
{
    int to = r->at;
    while (unit_at(r, to) >= '0' && unit_at(r, to) <= '9')
        to++;
    uint16_t next = unit_at(r, to);
    if (to == r->at || (next < 0x80 && ps_is_word(next)))
        return false;
    *number = ps_part(r->text, r->at, to);
    r->at = to;
    return true;
}

static bool is_hex(uint16_t unit)
{
    return (unit >= '0' && unit <= '9') || (unit >= 'a' && unit <= 'f');
}

static bool take_color(struct reader *r, struct slice *color)
{
    static const char *const names[] = {
        "black",     "white",      "gray",      "darkgray",  "lightgray",  "grey",   "darkgrey",   "red",   "darkred",
        "lightgrey", "lightred",   "brown",     "darkbrown", "lightbrown", "orange", "yellow",     "green", "blue",
        "darkgreen", "lightgreen", "lightblue", "purple",    "darkblue",   "pink",   "transparent"};
    int length = 0;
    for (size_t i = 0; length == 0 && i < sizeof names / sizeof *names; i++)
        length = begins(r, names[i]);
    if (length == 0 && unit_at(r, r->at) == '#') {
        while (length < 6 && is_hex(unit_at(r, r->at + 1 + length)))
            length++;
        length = length / 3 * 3;
        length += length > 0;
    }
    if (length == 0)
        return false;
    *color = ps_part(r->text, r->at, r->at + length);
    r->at += length;
    skip_spaces(r);
    return true;
}

/* The OBJECTS and COLLISIONLAYERS sections. */

/* A name at the start of a line begins a new object. A later name on the line is a synonym for it. */
static void add_object(struct reader *r, int name)
{
    struct compiler *c = r->c;
    struct name *entry = &c->names.items[name];
    if (!r->start) {
        if (r->object >= 0)
            declare_synonym(c, name, ps_intern_text(c, c->program->objects.items[r->object].name), r->line);
        return;
    }
    entry->object = r->object = c->program->objects.count;
    entry->declared = r->line;
    *(struct ps_object *)PUSH(c->arena, &c->program->objects) =
        (struct ps_object){.name = entry->text, .line = r->line, .layer = -1};
}

static void read_object_name(struct reader *r)
{
    struct slice text, junk;
    if (!(r->start ? take_name(r, &text) : take_to_space(r, &text))) {
        take_to_comment(r, &junk);
        ps_warn_at(r->c, r->line,
                   "not the name of an object (letters and digits), nor a picture (five "
                   "lines of five digits and points)");
        return;
    }
    int name = ps_intern(r->c, text);
    if (ps_stopped(r->c))
        return;
    const struct name *entry = &r->c->names.items[name];
    if (entry->object >= 0) {
        ps_error_at(r->c, r->line, "Object \"%s\" defined multiple times.", ps_loud(r->c, entry->text));
        return;
    }
    if (entry->synonym >= 0)
        ps_error_at(r->c, r->line, "Name \"%s\" already in use.", ps_loud(r->c, entry->text));
    if (is_keyword(entry->text))
        ps_warn_at(r->c, r->line, "You named an object \"%s\", but this is a keyword. Don't do that!",
                   ps_loud(r->c, entry->text));
    add_object(r, name);
    r->step = 1;
}

static void read_color(struct reader *r, struct ps_object *object)
{
    struct slice text;
    if (take_color(r, &text)) {
        *(const char **)PUSH(r->c->arena, &object->colors) = ps_utf8_of(r->c, text);
        return;
    }
    bool found = take_name(r, &text) || take_to_comment(r, &text);
    ps_error_at(r->c, r->line, "Was looking for color for object %s, got \"%s\" instead.", ps_loud(r->c, object->name),
                found ? ps_utf8_of(r->c, text) : "this");
}

/* Reads one point of a sprite. */
static void read_point(struct reader *r, struct ps_object *object)
{
    struct slice junk;
    uint16_t unit = unit_at(r, r->at);
    if (unit != '.' && (unit < '0' || unit > '9')) {
        if (!r->has_rows) {
            read_object_name(r);
            return;
        }
        ps_error_at(r->c, r->line, "Unknown junk in spritematrix for object %s.", ps_loud(r->c, object->name));
        take_to_comment(r, &junk);
        return;
    }
    r->at++;
    if (r->start || !r->has_rows) {
        *(const char **)PUSH(r->c->arena, &object->rows) = arena_get(r->c->arena, 8);
        r->has_rows = true;
    }
    if (ps_stopped(r->c))
        return;
    char *row = (char *)(uintptr_t)object->rows.items[object->rows.count - 1];
    size_t length = strlen(row);
    if (length < 7)
        row[length++] = (char)unit;
    if (length > 5) {
        ps_warn_at(r->c, r->line, "Sprites must be 5 wide and 5 high.");
        take_to_comment(r, &junk);
        return;
    }
    if (object->rows.count == 5 && length == 5)
        r->step = 0;
    if (unit != '.' && unit - '0' >= object->colors.count)
        ps_error_at(r->c, r->line, "the picture of object %s has colour %c, but there are only %d", object->name,
                    (char)unit, object->colors.count);
}

/* Reads one token; spaces and comments are already skipped. */
static void read_object_token(struct reader *r)
{
    if (r->start && (r->step == 1 || r->step == 2))
        r->step++;
    struct ps_object *object = r->object < 0 ? NULL : &r->c->program->objects.items[r->object];
    if (r->step <= 1 || object == NULL) {
        r->has_rows = false;
        read_object_name(r);
    } else if (r->step == 2) {
        read_color(r, object);
    } else {
        read_point(r, object);
    }
}

/* Adds the objects of a name to a list. */
static void objects_of(struct reader *r, int name, ints *list)
{
    struct compiler *c = r->c;
    int end, entry;
    switch (look_up(c, name, &end, &entry)) {
    case IS_OBJECT:
        *(int *)PUSH(c->arena, list) = end;
        break;
    case IS_AGGREGATE:
        ps_error_at(c, r->line,
                    "\"%s\" is an aggregate (defined using \"and\"), and cannot be added to a single layer because its "
                    "constituent objects must be able to coexist.",
                    ps_text_of(c, end));
        break;
    case IS_PROPERTY:
        for (int i = 0; i < c->legend.items[entry].members.count && !ps_stopped(c); i++) {
            int member = c->legend.items[entry].members.items[i];
            if (member == end)
                continue;
            if (look_up(c, member, &member, &(int){0}) == IS_OBJECT)
                *(int *)PUSH(c->arena, list) = member;
            else
                ps_error_at(c, r->line, "Cannot add \"%s\" to a collision layer; it has not been declared.",
                            ps_loud(c, ps_text_of(c, name)));
        }
        break;
    case IS_UNKNOWN:
        ps_error_at(c, r->line, "Cannot add \"%s\" to a collision layer; it has not been declared.",
                    ps_loud(c, ps_text_of(c, name)));
    }
}

static bool holds(const ints *list, int value)
{
    for (int i = 0; i < list->count; i++)
        if (list->items[i] == value)
            return true;
    return false;
}

static void read_layer_token(struct reader *r)
{
    struct compiler *c = r->c;
    struct slice text;
    if (r->start) {
        PUSH(c->arena, &c->layers);
        r->words.count = 0;
        r->tokens = 0;
    }
    if (!take_name(r, &text)) {
        int from = r->at;
        while (unit_at(r, r->at) == ' ' || unit_at(r, r->at) == ',')
            r->at++;
        if (r->at == from) {
            ps_error_at(c, r->line, "error detected - unexpected character %s",
                        ps_utf8_of(c, ps_part(r->text, from, from + 1)));
            r->at++;
        }
        return;
    }
    int name = ps_intern(c, text);
    if (ps_stopped(c))
        return;
    if (c->layers.count == 0) {
        ps_error_at(c, r->line, "no layers found.");
        return;
    }
    bool background = ps_name_is(c, name, "background");
    if (background ? c->layers.items[c->layers.count - 1].count > 0 : r->tokens != 0)
        ps_error_at(c, r->line, "Background must be in a layer by itself.");
    if (background)
        r->tokens = 1;
    ints found = {0};
    objects_of(r, name, &found);
    for (int i = 0; i < found.count; i++)
        for (int layer = c->layers.count - 2; layer >= 0; layer--)
            if (holds(&c->layers.items[layer], found.items[i])) {
                ps_warn_at(
                    c, r->line,
                    "Object \"%s\" included in multiple collision layers ( layers #%d, #%d ). You should fix this!",
                    ps_loud(c, ps_text_of(c, found.items[i])), layer + 1, c->layers.count);
                break;
            }
    if (holds(&r->words, name))
        ps_warn_at(c, r->line,
                   "Object \"%s\" included explicitly multiple times in the same layer. Don't do that innit.",
                   ps_loud(c, ps_text_of(c, name)));
    *(int *)PUSH(c->arena, &r->words) = name;
    for (int i = 0; i < found.count; i++)
        *(int *)PUSH(c->arena, &c->layers.items[c->layers.count - 1]) = found.items[i];
}

/* The SOUNDS section. It is read only to report errors; sounds are not played. */

static const char *const events[] = {
    "undo",        "restart",      "titlescreen", "startgame", "cancel", "endgame", "startlevel", "endlevel",
    "showmessage", "closemessage", "sfx0",        "sfx1",      "sfx2",   "sfx3",    "sfx4",       "sfx5",
    "sfx6",        "sfx7",         "sfx8",        "sfx9",      "sfx10",  NULL};
static const char *const verbs[] = {"move", "action", "create", "destroy", "cantmove", NULL};
static const char *const directions[] = {"up", "down", "left", "right", "horizontal", "vertical", "orthogonal", NULL};

static void end_sound_line(struct reader *r)
{
    if (r->sound.words.count == 0 || r->sound_failed)
        return;
    r->sound.line = r->line;
    *(struct sound *)PUSH(r->c->arena, &r->c->sounds) = r->sound;
}

static void add_word(struct reader *r, struct slice word, enum sound_kind kind)
{
    int name = ps_intern(r->c, word);
    struct sound_word *added = PUSH(r->c->arena, &r->sound.words);
    added->name = name;
    added->kind = kind;
}

/* Reports a token that is not understood and skips it. The rest of the line is ignored. */
static void fail(struct reader *r, const char *format)
{
    struct slice word = {NULL, 0};
    if (!take_to_space(r, &word))
        take_to_comment(r, &word);
    const struct sound_word *last = &r->sound.words.items[r->sound.words.count - 1];
    ps_error_at(r->c, r->line, format, ps_loud(r->c, ps_text_of(r->c, last->name)),
                ps_loud(r->c, ps_utf8_of(r->c, word)));
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
        ps_warn_at(r->c, r->line,
                   "Was expecting a sound event (like SFX3, or ENDLEVEL) or an object name, but didn't find either.");
        r->sound_failed = true;
    } else if (!declared(r, ps_intern(r->c, word))) {
        ps_error_at(r->c, r->line, "unexpected sound token \"%s\".", ps_utf8_of(r->c, word));
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
        fail(r, "I wasn't expecting anything after the sound declaration %s on this line, so I don't know what to do "
                "with \"%s\" here.");
        return;
    }
    bool directed = ps_name_is(r->c, words[1].name, "move") || ps_name_is(r->c, words[1].name, "cantmove");
    if (directed && take_word(r, directions, false, &word))
        add_word(r, word, SOUND_DIRECTION);
    else if (take_number(r, &word))
        add_word(r, word, SOUND_SEED);
    else
        fail(
            r,
            directed
                ? "Ah I was expecting direction or a sound seed here after %s, but I don't know what to make of \"%s\"."
                : "Ah I was expecting a sound seed here after %s, but I don't know what to make of \"%s\".");
}

static void read_sound_token(struct reader *r)
{
    struct slice word;
    if (ps_stopped(r->c))
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
            fail(r, "Was expecting a sound seed here (a number like 123123, like you generate by pressing the buttons "
                    "above the console panel), but found something else.");
    } else if (take_word(r, verbs, true, &word)) {
        add_word(r, word, SOUND_VERB);
    } else {
        fail(r, "Was expecting a soundverb here (MOVE, DESTROY, CANTMOVE, or the like), but found something else.");
    }
    if (at_end(r))
        end_sound_line(r);
}

/* The prelude and the RULES, WINCONDITIONS and LEVELS sections: lines are stored, and their words are checked. */

static const char *const rule_words[] = {"cancel", "checkpoint", "restart", "win",  "message", "again",  "sfx0",
                                         "sfx1",   "sfx2",       "sfx3",    "sfx4", "sfx5",    "sfx6",   "sfx7",
                                         "sfx8",   "sfx9",       "sfx10",   "...",  "rigid",   "random", NULL};

static bool take_arrow(struct reader *r)
{
    if (unit_at(r, r->at) != '-' || unit_at(r, r->at + 1) != '>')
        return false;
    r->at += 2;
    skip_spaces(r);
    return true;
}

static void read_rule_word(struct reader *r)
{
    static const char *const before[] = {"up",         "down", "left",  "right",     "horizontal", "vertical",
                                         "orthogonal", "late", "rigid", "startloop", "endloop",    NULL};
    static const char *const inside[] = {
        "action", "up",        "down",       "left",     "right",         "^",          "v",          "<",
        ">",      "moving",    "stationary", "parallel", "perpendicular", "horizontal", "orthogonal", "vertical",
        "no",     "randomdir", "random",     NULL};
    int to = r->at;
    while (to < r->text.count && !ps_is_space(r->text.units[to]) && r->text.units[to] != '[' &&
           r->text.units[to] != '|' && r->text.units[to] != ']')
        to++;
    int name = ps_intern(r->c, ps_part(r->text, r->at, to));
    const char *word = ps_text_of(r->c, name);
    r->at = to;
    if (ps_stopped(r->c) || (r->tokens == 0 && ps_one_of(word, before)) || (r->tokens == 1 && ps_one_of(word, inside)))
        return;
    if (r->c->names.items[name].listed) {
        if (r->start)
            ps_error_at(r->c, r->line,
                        "Objects cannot appear outside of square brackets in rules, only directions can.");
    } else if (!ps_one_of(word, rule_words)) {
        ps_error_at(r->c, r->line, "Name \"%s\", referred to in a rule, does not exist.", word);
    } else if (strcmp(word, "message") == 0) {
        r->tokens = IN_MESSAGE;
    }
}

static void read_rule_token(struct reader *r)
{
    if (r->start) {
        *(struct rule_line *)PUSH(r->c->arena, &r->c->rule_lines) =
            (struct rule_line){before_comment(r->text), r->written, r->line};
        r->tokens = 0;
    }
    if (r->tokens == IN_MESSAGE) {
        r->at = r->text.count;
    } else if (take_arrow(r)) {
        return;
    } else if (r->first == '[' || r->first == '|' || r->first == ']' || r->first == '+') {
        if (r->first != '+')
            r->tokens = 1;
        r->at++;
        skip_spaces(r);
    } else {
        read_rule_word(r);
    }
}

static void keep_condition(struct reader *r)
{
    struct compiler *c = r->c;
    struct condition_line *line = PUSH(c->arena, &c->conditions);
    struct slice text = before_comment(r->text);
    line->line = r->line;
    for (int from = 0, to; from < text.count; from = to) {
        for (; from < text.count && ps_is_space(text.units[from]); from++)
            continue;
        for (to = from; to < text.count && !ps_is_space(text.units[to]); to++)
            continue;
        if (to > from) {
            int word = ps_intern(c, ps_part(text, from, to));
            *(int *)PUSH(c->arena, &line->words) = word;
        }
    }
}

static void read_condition_token(struct reader *r)
{
    static const char *const quantifiers[] = {"all", "any", "no", "some", NULL};
    struct slice text;
    if (r->start) {
        keep_condition(r);
        r->tokens = -1;
    }
    r->tokens++;
    if (!take_name(r, &text)) {
        ps_error_at(r->c, r->line, "incorrect format of win condition.");
        take_to_comment(r, &text);
        return;
    }
    int name = ps_intern(r->c, text);
    const char *word = ps_text_of(r->c, name);
    if (ps_stopped(r->c))
        return;
    if (r->tokens == 0 && !ps_one_of(word, quantifiers))
        ps_error_at(r->c, r->line, "Expecting the start of a win condition (\"ALL\",\"SOME\",\"NO\") but got \"%s'.",
                    ps_loud(r->c, word));
    else if (r->tokens == 2 && strcmp(word, "on") != 0)
        ps_error_at(r->c, r->line, "Expecting the word \"ON\" but got \"%s\".", ps_loud(r->c, word));
    else if ((r->tokens == 1 || r->tokens == 3) && !r->c->names.items[name].listed)
        ps_error_at(r->c, r->line, "Error in win condition: \"%s\" is not a valid object name.", ps_loud(r->c, word));
    else if (r->tokens > 3)
        ps_error_at(r->c, r->line, "Error in win condition: I don't know what to do with %s.", ps_loud(r->c, word));
}

static struct level_text *last_level(struct compiler *c)
{
    if (c->levels.count == 0)
        PUSH(c->arena, &c->levels);
    return c->levels.count == 0 ? NULL : &c->levels.items[c->levels.count - 1];
}

/* Adds a message. If the current level has no rows yet, the message goes before it. */
static void keep_message(struct reader *r, int at)
{
    struct compiler *c = r->c;
    struct level_text *last = last_level(c);
    struct level_text message = {.is_message = true, .line = r->line};
    message.message = ps_trim(ps_part(r->written, at, r->written.count));
    if (ps_stopped(c))
        return;
    bool empty = !last->is_message && last->rows.count == 0;
    if (empty)
        *last = message;
    else
        *(struct level_text *)PUSH(c->arena, &c->levels) = message;
    if (empty)
        PUSH(c->arena, &c->levels);
}

static bool take_message(struct reader *r)
{
    static const char word[] = "message";
    for (int i = 0; word[i] != '\0'; i++)
        if (unit_at(r, r->at + i) != (unsigned char)word[i])
            return false;
    r->at += (int)strlen(word);
    uint16_t next = unit_at(r, r->at);
    if (next < 0x80 && ps_is_word(next))
        ps_warn_at(r->c, r->line,
                   "You probably meant to put a space after 'message' innit. That's ok, I'll still interpret it as a "
                   "message, but you probably want to put a space there.");
    skip_spaces(r);
    return true;
}

static void keep_row(struct reader *r)
{
    struct compiler *c = r->c;
    struct level_text *last = last_level(c);
    struct slice text;
    peek_to_comment(r, &text);
    text = ps_trim(text);
    if (!ps_stopped(c) && last->is_message) {
        PUSH(c->arena, &c->levels);
        last = last_level(c);
    }
    if (ps_stopped(c))
        return;
    if (last->rows.count == 0)
        last->line = r->line;
    *(struct slice *)PUSH(c->arena, &last->rows) = text;
    if (!ps_stopped(c) && text.count != last->rows.items[0].count)
        ps_warn_at(c, r->line, "Maps must be rectangular, yo (In a level, the length of each row must be the same).");
    r->tokens = 2;
}

static void read_level_token(struct reader *r)
{
    if (r->start) {
        if (take_message(r)) {
            r->tokens = IN_MESSAGE;
            keep_message(r, r->at);
            return;
        }
        keep_row(r);
    } else if (r->tokens == IN_MESSAGE) {
        r->at = r->text.count;
        return;
    }
    if (r->tokens == 2 && !at_end(r)) {
        struct slice key = ps_part(r->text, r->at, r->at + 1);
        int name = ps_intern(r->c, key);
        r->at++;
        if (!ps_stopped(r->c) && !r->c->names.items[name].key)
            ps_error_at(r->c, r->line,
                        "Key \"%s\" not found. Do you need to add it to the legend, or define a new object?",
                        ps_loud(r->c, ps_text_of(r->c, name)));
        return;
    }
    r->at++;
}

/* Prelude words of extended dialects that change what keys or rules do. Other unknown words concern appearance and
 * menus. */
static bool changes_rules(const char *word)
{
    static const char *const words[] = {"case_sensitive", "local_radius", "runtime_metadata_twiddling", NULL};
    return ps_one_of(word, words) || strncmp(word, "mouse_", strlen("mouse_")) == 0;
}

static void read_key(struct reader *r, int key)
{
    static const char *const with_value[] = {"title",
                                             "author",
                                             "homepage",
                                             "background_color",
                                             "text_color",
                                             "key_repeat_interval",
                                             "realtime_interval",
                                             "again_interval",
                                             "flickscreen",
                                             "zoomscreen",
                                             "color_palette",
                                             "youtube",
                                             NULL};
    static const char *const without[] = {"run_rules_on_level_start",
                                          "norepeat_action",
                                          "require_player_movement",
                                          "debug",
                                          "verbose_logging",
                                          "throttle_movement",
                                          "noundo",
                                          "noaction",
                                          "norestart",
                                          "scanline",
                                          NULL};
    const char *word = ps_text_of(r->c, key);
    struct slice value;
    if (ps_one_of(word, with_value)) {
        if (strcmp(word, "author") == 0 || strcmp(word, "homepage") == 0 || strcmp(word, "title") == 0)
            r->text = r->written;
        if (strcmp(word, "youtube") == 0)
            ps_warn_at(r->c, r->line,
                       "Unfortunately, YouTube support hasn't been working properly for a long time - it was always a "
                       "hack and it hasn't gotten less hacky over time, so I can no longer pretend to support it.");
        if (peek_to_comment(r, &value)) {
            struct compiler *c = r->c;
            for (int i = 0; i < c->metadata.count; i++)
                if (c->metadata.items[i].key == key && c->metadata.items[i].line > 0) {
                    ps_warn_at(c, r->line, "You've already defined a %s in the prelude on line %d.",
                               ps_loud(c, ps_text_of(c, key)), c->metadata.items[i].line);
                    break;
                }
            *(struct metadata *)PUSH(c->arena, &c->metadata) = (struct metadata){key, r->line, ps_trim(value)};
        } else
            ps_error_at(r->c, r->line, "MetaData \"%s\" needs a value.", word);
        r->tokens = 1;
    } else if (ps_one_of(word, without)) {
        *(struct metadata *)PUSH(r->c->arena, &r->c->metadata) = (struct metadata){.key = key};
        r->tokens = -1;
        if (peek_to_comment(r, &value))
            ps_warn_at(r->c, r->line, "MetaData %s doesn't take any parameters, but you went and gave it \"%s\".",
                       ps_loud(r->c, word), ps_utf8_of(r->c, ps_trim(value)));
    } else if (changes_rules(word)) {
        ps_error_at(r->c, r->line, "%s changes how a game is played, and is not supported", word);
    } else {
        ps_warn_at(r->c, r->line, "the prelude has no %s; it is passed over", word);
        r->tokens = 1;
    }
}

static void read_prelude_token(struct reader *r)
{
    struct slice text;
    if (r->start)
        r->tokens = 0;
    if (r->tokens != 0) {
        take_to_comment(r, &text);
        if (++r->tokens > 2)
            ps_warn_at(
                r->c, r->line,
                "Error: you can't embed comments in metadata values. Anything after the comment will be ignored.");
    } else if (!take_name(r, &text)) {
        ps_error_at(r->c, r->line, "Unrecognised stuff \"%s\" in the prelude.", ps_utf8_of(r->c, r->text));
        r->at++;
    } else if (r->start) {
        int key = ps_intern(r->c, text);
        if (!ps_stopped(r->c))
            read_key(r, key);
    }
}

/* The prelude, sounds and win conditions: stores their values and reports errors. */

/* Prelude words and where their values go. */
static const struct {
    const char *word;
    size_t at;
    bool flag;
} keys[] = {
#define VALUE(word)                                     \
    {                                                   \
#word, offsetof(struct ps_prelude, word), false \
    }
#define FLAG(word)                                     \
    {                                                  \
#word, offsetof(struct ps_prelude, word), true \
    }
    VALUE(title),
    VALUE(author),
    VALUE(homepage),
    VALUE(background_color),
    VALUE(text_color),
    VALUE(color_palette),
    VALUE(key_repeat_interval),
    VALUE(realtime_interval),
    VALUE(again_interval),
    VALUE(flickscreen),
    VALUE(zoomscreen),
    FLAG(run_rules_on_level_start),
    FLAG(norepeat_action),
    FLAG(require_player_movement),
    FLAG(noundo),
    FLAG(noaction),
    FLAG(norestart),
    FLAG(scanline),
    {"throttle_movement", offsetof(struct ps_prelude, throttle_movement), true},
};

static int line_of(const struct compiler *c, const char *key)
{
    int line = 0;
    for (int i = 0; i < c->metadata.count; i++)
        if (ps_name_is(c, c->metadata.items[i].key, key))
            line = c->metadata.items[i].line;
    return line;
}

void ps_read_prelude(struct compiler *c)
{
    static const char *const palettes[] = {"1",
                                           "2",
                                           "3",
                                           "4",
                                           "5",
                                           "6",
                                           "7",
                                           "8",
                                           "9",
                                           "10",
                                           "11",
                                           "12",
                                           "13",
                                           "14",
                                           "mastersystem",
                                           "gameboycolour",
                                           "amiga",
                                           "arnecolors",
                                           "famicom",
                                           "atari",
                                           "pastel",
                                           "ega",
                                           "amstrad",
                                           "proteus_mellow",
                                           "proteus_rich",
                                           "proteus_night",
                                           "c64",
                                           "whitingjp",
                                           NULL};
    for (int i = 0; i < c->metadata.count; i++) {
        char *prelude = (char *)&c->program->prelude;
        for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
            if (!ps_name_is(c, c->metadata.items[i].key, keys[k].word))
                continue;
            if (keys[k].flag)
                *(bool *)(void *)(prelude + keys[k].at) = true;
            else
                *(const char **)(void *)(prelude + keys[k].at) = ps_utf8_of(c, c->metadata.items[i].value);
        }
        const char *palette = c->program->prelude.color_palette;
        if (ps_name_is(c, c->metadata.items[i].key, "color_palette") && !ps_one_of(palette, palettes))
            ps_error_at(c, c->metadata.items[i].line, "Palette \"%s\" not found, defaulting to arnecolors.", palette);
    }
}

static bool is_color(const char *text)
{
    static const char *const colors[] = {"black",       "white",      "gray",      "darkgray", "lightgray", "grey",
                                         "darkgrey",    "lightgrey",  "red",       "darkred",  "lightred",  "brown",
                                         "darkbrown",   "lightbrown", "orange",    "yellow",   "green",     "darkgreen",
                                         "lightgreen",  "blue",       "lightblue", "darkblue", "purple",    "pink",
                                         "transparent", NULL};
    if (ps_one_of(text, colors))
        return true;
    size_t digits = strspn(text + 1 - (text[0] != '#'), "0123456789abcdefABCDEF");
    return text[0] == '#' && text[1 + digits] == '\0' && (digits == 3 || digits == 6);
}

/* Whether a text is a whole number, as the original reads it. Warns if it is not, or is not positive. */
static bool check_number(struct compiler *c, const char *text, int line)
{
    char *end;
    double value = strtod(text, &end);
    while (*end == ' ' || *end == '\t')
        end++;
    bool whole =
        end != text && *end == '\0' && value >= -2147483648.0 && value <= 2147483647.0 && value == (double)(long)value;
    if (!whole)
        ps_warn_at(c, line, "Wasn't able to make sense of \"%s\" as a (whole number) dimension.", text);
    else if (value <= 0)
        ps_warn_at(c, line, "The dimension given to me (you gave \"%s\") is baad - it should be greater than 0.", text);
    return whole;
}

/* Checks a size of the form WIDTHxHEIGHT. Sets it to NULL if it is malformed. */
static void check_size(struct compiler *c, const char **size, const char *key)
{
    if (*size == NULL)
        return;
    int line = line_of(c, key);
    const char *by = strchr(*size, 'x');
    if (by == NULL || strchr(by + 1, 'x') != NULL) {
        ps_warn_at(c, line, "Dimensions must be of the form AxB.");
        *size = NULL;
        return;
    }
    char *width = arena_get(c->arena, (size_t)(by - *size) + 1);
    if (ps_stopped(c))
        return;
    memcpy(width, *size, (size_t)(by - *size));
    bool good = check_number(c, width, line);
    if (!(check_number(c, by + 1, line) && good)) {
        ps_warn_at(c, line,
                   "Couldn't understand the dimensions given to me (you gave \"%s\") - should be of the form AxB.",
                   *size);
        *size = NULL;
    }
}

void ps_check_prelude(struct compiler *c)
{
    struct ps_prelude *prelude = &c->program->prelude;
    check_size(c, &prelude->flickscreen, "flickscreen");
    check_size(c, &prelude->zoomscreen, "zoomscreen");
    if (prelude->realtime_interval != NULL)
        ps_warn_at(c, line_of(c, "realtime_interval"),
                   "time goes by in this game: verdicts and solutions are about keys alone, as if it stood still");
    if (prelude->text_color != NULL && !is_color(prelude->text_color))
        ps_error_at(c, line_of(c, "text_color"),
                    "text_color in incorrect format - found %s, but I expect a color name (like 'pink') or "
                    "hex-formatted color (like '#1412FA'). Defaulting to white.",
                    prelude->text_color);
    if (prelude->background_color != NULL && !is_color(prelude->background_color))
        ps_error_at(c, line_of(c, "background_color"),
                    "background_color in incorrect format - found %s, but I expect a color name (like 'pink') or "
                    "hex-formatted color (like '#1412FA'). Defaulting to black.",
                    prelude->background_color);
}

int ps_wrapped_lines(const char *text)
{
    enum { WIDTH = 34 };
    int lines = 0;
    for (size_t length = strlen(text); length > 0; lines++) {
        size_t take = length <= WIDTH ? length : WIDTH;
        /* Break at the last space that fits, which is dropped; cut a longer word. */
        if (length > WIDTH) {
            size_t space = WIDTH;
            while (space > 0 && text[space] != ' ')
                space--;
            take = space > 0 ? space + 1 : WIDTH;
        }
        text += take;
        length -= take;
    }
    return lines;
}

static void check_sound(struct compiler *c, const struct sound *sound)
{
    const struct sound_word *words = sound->words.items;
    int count = sound->words.count;
    if (words[count - 1].kind != SOUND_SEED)
        ps_error_at(c, sound->line, "Expecting sfx data, instead found \"%s\".", ps_text_of(c, words[count - 1].name));
    if (words[0].kind == SOUND_EVENT)
        return;
    const struct name *target = &c->names.items[words[0].name];
    if (target->kind == AGGREGATE)
        ps_error_at(c, sound->line,
                    "cannot assign sound events to aggregate objects (declared with \"and\"), only to regular objects, "
                    "or properties, things defined in terms of \"or\" (\"%s\").",
                    target->text);
    else if (target->mask == NULL)
        ps_error_at(c, sound->line, "Object \"%s\" not found.", target->text);
}

void ps_check_sounds(struct compiler *c)
{
    for (int i = 0; i < c->sounds.count; i++) {
        const struct sound *sound = &c->sounds.items[i];
        if (sound->words.count == 1) {
            ps_warn_at(c, sound->line, "incorrect sound declaration.");
            continue;
        }
        for (int j = 0; sound->words.items[0].kind == SOUND_EVENT && j < i; j++)
            if (c->sounds.items[j].words.count > 1 &&
                c->sounds.items[j].words.items[0].name == sound->words.items[0].name &&
                c->sounds.items[j].words.items[0].kind == SOUND_EVENT)
                ps_warn_at(c, sound->line, "%s already declared.",
                           ps_loud(c, ps_text_of(c, sound->words.items[0].name)));
        check_sound(c, sound);
    }
}

/* The set of objects that a name in a condition stands for. Returns NULL, with an error, if there is none. */
static const uint64_t *condition_mask(struct compiler *c, int name, int line, bool *all)
{
    const struct name *found = &c->names.items[name];
    *all = false;
    if (found->mask != NULL)
        return found->mask;
    if (found->kind != AGGREGATE) {
        ps_error_at(c, line,
                    "Unwelcome term \"%s\" found in win condition. I don't know what I'm supposed to do with this.",
                    found->text);
        return NULL;
    }
    *all = true;
    uint64_t *mask = ps_object_mask(c);
    for (int i = 0; i < found->members->count; i++) {
        const uint64_t *member = c->names.items[found->members->items[i]].mask;
        if (member != NULL)
            add_mask(mask, member, c->program->object_words);
    }
    return mask;
}

void ps_make_conditions(struct compiler *c)
{
    for (int i = 0; i < c->conditions.count && !ps_stopped(c); i++) {
        const struct condition_line *line = &c->conditions.items[i];
        const int *words = line->words.items;
        if (line->words.count < 2) {
            ps_error_at(c, line->line,
                        "Win conditions is badly formatted - needs to look something like \"No Fruit\", \"All Target "
                        "On Crate\", \"Some Fruit\", \"Some Gold on Chest\", \"No Gold on Chest\", or the like.");
            continue;
        }
        struct ps_condition condition = {.quantifier = ps_name_is(c, words[0], "no")    ? PS_NO
                                                       : ps_name_is(c, words[0], "all") ? PS_ALL
                                                                                        : PS_SOME};
        condition.what = condition_mask(c, words[1], line->line, &condition.all_what);
        condition.where = c->everything;
        if (line->words.count == 4)
            condition.where = condition_mask(c, words[3], line->line, &condition.all_where);
        if (condition.what != NULL && condition.where != NULL)
            *(struct ps_condition *)PUSH(c->arena, &c->program->conditions) = condition;
    }
}

/* --- reading --- */

static const char *const section_names[] = {"objects", "legend",        "sounds", "collisionlayers",
                                            "rules",   "winconditions", "levels", NULL};

enum { MAX_ERRORS_WHILE_READING = 5 }; /* the original stops here, too */

static void end_of_line(struct reader *r)
{
    if (r->section == LEGEND)
        end_legend_line(r);
    else if (r->section == SOUNDS)
        end_sound_line(r);
}

/* Skips a comment at this position. Returns whether there was one. */
static bool comment(struct reader *r)
{
    r->first = unit_at(r, r->at);
    if (r->first == '(' && r->tokens != IN_MESSAGE) {
        r->at++;
        r->comments++;
    } else if (r->first == ')') {
        r->at++;
        if (r->comments == 0) {
            ps_warn_at(r->c, r->line,
                       "You're trying to close a comment here, but I can't find any opening bracket to match it? [This "
                       "is highly suspicious; you probably want to fix it.]");
            return true;
        }
        if (--r->comments == 0) {
            r->start_after_comment = true;
            return true;
        }
    }
    if (r->comments > 0) {
        /* Skips to the end of a comment or of the line. */
        if (r->start)
            r->start_after_comment = true;
        while (!at_end(r)) {
            uint16_t unit = r->text.units[r->at++];
            r->comments += unit == '(' ? 1 : unit == ')' ? -1 : 0;
            if (r->comments == 0)
                break;
        }
        if (at_end(r))
            end_of_line(r);
    } else
        return false;
    return true;
}

/* Skips an underline of equal signs. In LEVELS it must fill the line, as = may be a piece. */
static bool underline(struct reader *r)
{
    int to = r->at;
    while (unit_at(r, to) == '=')
        to++;
    if (to == r->at)
        return false;
    if (r->section == LEVELS)
        for (int i = r->at; i < r->text.count; i++)
            if (r->text.units[i] != '=' && !ps_is_space(r->text.units[i]))
                return false;
    r->at = to;
    r->line_should_end = true;
    r->after_what = NULL;
    return true;
}

static void list_names(struct reader *r)
{
    for (int i = 0; i < r->c->names.count; i++) {
        struct name *name = &r->c->names.items[i];
        name->listed = name->object >= 0 || name->synonym >= 0 || name->aggregate >= 0 || name->property >= 0;
    }
}

static void list_keys(struct reader *r)
{
    for (int i = 0; i < r->c->names.count; i++) {
        struct name *name = &r->c->names.items[i];
        name->key = name->units.count == 1 && (name->object >= 0 || name->synonym >= 0 || name->aggregate >= 0);
    }
}

static void begin_section(struct reader *r, enum section section)
{
    const char *name = section_names[section - OBJECTS];
    if (r->visited >> section & 1)
        ps_error_at(r->c, r->line, "cannot duplicate sections (you tried to duplicate \"%s\").", ps_loud(r->c, name));
    if (section == OBJECTS) {
        r->step = 0;
        if (r->visited != 0)
            ps_error_at(r->c, r->line, "section \"OBJECTS\" must be the first section");
    } else if (!(r->visited >> (section - 1) & 1)) {
        const char *before = section_names[section - OBJECTS - 1];
        ps_error_at(r->c, r->line,
                    "section \"%s\" is out of order, must follow \"%s\" (or it could be that the section \"%s\"is just "
                    "missing totally. You have to include all section headings, even if the section itself is empty).",
                    ps_loud(r->c, name), ps_loud(r->c, before), ps_loud(r->c, before));
    }
    r->section = section;
    r->visited |= 1u << section;
    r->line_should_end = true;
    r->after_what = name;
    if (section == SOUNDS)
        list_names(r);
    else if (section == LEVELS)
        list_keys(r);
}

/* Reads a section header. Such a word that is not at the start of a line is skipped. */
static bool header(struct reader *r)
{
    struct slice word;
    if (r->section == LEVELS || !take_word(r, section_names, false, &word))
        return false;
    if (!r->start)
        return false;
    for (int i = 0; section_names[i] != NULL; i++)
        if (ps_slice_is(word, section_names[i]))
            begin_section(r, (enum section)(OBJECTS + i));
    return true;
}

static void read_token(struct reader *r)
{
    r->start = r->at == 0;
    if (r->start) {
        r->line++;
        r->words.count = 0;
        r->sound = (struct sound){0};
        r->sound_failed = false;
        r->tokens = 0;
        r->line_should_end = false;
    }
    if (r->start_after_comment) {
        r->start = true;
        r->start_after_comment = false;
    }
    skip_spaces(r);
    if (comment(r))
        return;
    if (r->start && at_end(r)) {
        end_of_line(r);
        struct compiler *c = r->c;
        if (r->section == LEVELS && (c->levels.count == 0 || c->levels.items[c->levels.count - 1].rows.count > 0 ||
                                     c->levels.items[c->levels.count - 1].is_message))
            PUSH(c->arena, &c->levels);
        if (r->section == OBJECTS)
            r->step = 0;
    } else if (r->line_should_end && !at_end(r)) {
        ps_error_at(r->c, r->line,
                    r->after_what == NULL ? "Only comments should go after a bunch of equals signs on a line."
                                          : "Only comments should go after a section name (\"%s\") on a line.",
                    r->after_what == NULL ? "" : ps_loud(r->c, r->after_what));
        r->at = r->text.count;
    } else if (!(r->start && underline(r)) && !header(r)) {
        if (at_end(r))
            end_of_line(r);
        else {
            static void (*const readers[])(struct reader *) = {
                read_prelude_token, read_object_token, read_legend_token,    read_sound_token,
                read_layer_token,   read_rule_token,   read_condition_token, read_level_token};
            readers[r->section](r);
        }
    }
}

static struct slice in_small_letters(struct compiler *c, struct slice text)
{
    uint16_t *units = arena_get(c->arena, (size_t)text.count * sizeof *units);
    if (c->arena->failed)
        return (struct slice){units, 0};
    for (int i = 0; i < text.count; i++)
        units[i] = ps_small_letter(text.units[i]);
    return (struct slice){units, text.count};
}

static void read_line(struct reader *r, struct slice line)
{
    r->written = line;
    r->text = in_small_letters(r->c, line);
    r->at = 0;
    int stuck = 0;
    do {
        int before = r->at;
        read_token(r);
        /* A token that consumes nothing is tried again, but only a few times. */
        stuck = r->at == before ? stuck + 1 : 0;
        if (stuck > 8) {
            r->at++;
            stuck = 0;
        }
        if (r->c->program->errors > MAX_ERRORS_WHILE_READING)
            r->c->stop = true;
    } while (!at_end(r) && !ps_stopped(r->c));
}

void ps_read_source(struct compiler *c, struct slice source)
{
    struct reader r = {.c = c, .object = -1};
    for (int from = 0, to; from <= source.count && !ps_stopped(c); from = to + 1) {
        for (to = from; to < source.count && source.units[to] != '\n'; to++)
            continue;
        read_line(&r, ps_part(source, from, to));
    }
}

/* Parses a rule's line into patterns and replacements: rows of cells of words. */

struct parser {
    struct compiler *c;
    const rule_list *before; /* the rules parsed so far */
    struct rule rule;
    struct slice whole; /* the line as written */
    ints tokens, ends;  /* the names of the line's words */
    cell_words cell;
    cell_row row;
    bool inside;      /* in square brackets */
    bool joined;      /* + */
    bool right, half; /* half: a direction is waiting for its object */
    int brackets;
    bool failed; /* drop the rule */
};

static const struct {
    const char *word;
    enum ps_direction direction;
} direction_words[] = {{"up", UP},
                       {"down", DOWN},
                       {"left", LEFT},
                       {"right", RIGHT},
                       {"action", ACTION},
                       {"moving", MOVING},
                       {"stationary", STATIONARY},
                       {"no", NO},
                       {"random", RANDOM},
                       {"randomdir", RANDOMDIR},
                       {"horizontal", HORIZONTAL},
                       {"vertical", VERTICAL},
                       {"orthogonal", ORTHOGONAL},
                       {"perpendicular", PERPENDICULAR},
                       {"parallel", PARALLEL},
                       {"^", TURN_UP},
                       {"v", TURN_DOWN},
                       {"<", BACKWARD},
                       {">", FORWARD}};

static enum ps_direction direction_of(const char *word)
{
    for (size_t i = 0; i < sizeof direction_words / sizeof *direction_words; i++)
        if (strcmp(word, direction_words[i].word) == 0)
            return direction_words[i].direction;
    return NOTHING;
}

const char *ps_direction_name(enum ps_direction direction)
{
    switch (direction) {
    case HORIZONTAL_ALONG:
        return "horizontal_par";
    case HORIZONTAL_ACROSS:
        return "horizontal_perp";
    case VERTICAL_ALONG:
        return "vertical_par";
    case VERTICAL_ACROSS:
        return "vertical_perp";
    default:
        break;
    }
    for (size_t i = 0; i < sizeof direction_words / sizeof *direction_words; i++)
        if (direction_words[i].direction == direction)
            return direction_words[i].word;
    return "";
}

static void push_token(struct parser *p, struct slice line, int from, int to)
{
    if (to > from) {
        int name = ps_intern(p->c, ps_part(line, from, to));
        *(int *)PUSH(p->c->arena, &p->tokens) = name;
    }
}

/* Splits a line into words, square brackets, bars and arrows. A + counts only at the start of the line. */
static void tokenize(struct parser *p, struct slice line)
{
    line = ps_trim(line);
    int from = 0;
    for (int i = 0; i <= line.count; i++) {
        uint16_t unit = i < line.count ? line.units[i] : ' ';
        int length = unit == '[' || unit == ']' || unit == '|' || (unit == '+' && i == 0) ? 1 : 0;
        if (unit == '-' && i + 1 < line.count && line.units[i + 1] == '>')
            length = 2;
        if (length == 0 && !ps_is_space(unit))
            continue;
        push_token(p, line, from, i);
        push_token(p, line, i, i + length);
        i += length > 0 ? length - 1 : 0;
        from = i + 1;
    }
}

static void add_direction(struct parser *p, enum ps_direction direction)
{
    int count;
    const enum ps_direction *all = ps_ways(direction, &count);
    for (int i = 0; i < count; i++)
        *(int *)PUSH(p->c->arena, &p->rule.directions) = (int)all[i];
}

static void join_group(struct parser *p, int at)
{
    int line = p->rule.line;
    p->joined = true;
    if (p->rule.group != line) {
        ps_error_at(p->c, line, "Two \"+\"s (the \"append to previous rule group\" symbol) applied to the same rule.");
        return;
    }
    if (p->before->count == 0) {
        ps_error_at(p->c, line,
                    "The \"+\" symbol, for joining a rule with the group of the previous rule, needs a previous rule "
                    "to be applied to.");
        p->joined = false;
    }
    if (at != 0)
        ps_error_at(p->c, line,
                    "The \"+\" symbol, for joining a rule with the group of the previous rule, must be the first "
                    "symbol on the line");
    if (p->joined)
        p->rule.group = p->before->items[p->before->count - 1].group;
}

/* Parses a word before the first bracket. Returns true at that bracket. */
static bool parse_prefix(struct parser *p, int at)
{
    const char *word = ps_text_of(p->c, p->tokens.items[at]);
    enum ps_direction direction = direction_of(word);
    if (strcmp(word, "+") == 0) {
        join_group(p, at);
    } else if (ps_is_relative(direction)) {
        ps_error_at(p->c, p->rule.line,
                    "You cannot use relative directions (\"^v<>\") to indicate in which direction(s) a rule applies. "
                    "Use absolute directions indicators (Up, Down, Left, Right, Horizontal, or Vertical, for "
                    "instance), or, if you want the rule to apply in all four directions, do not specify directions");
    } else if (ps_is_ambiguous(direction) || (direction >= UP && direction <= RIGHT)) {
        add_direction(p, direction);
    } else if (strcmp(word, "late") == 0) {
        p->rule.late = true;
    } else if (strcmp(word, "rigid") == 0) {
        p->rule.rigid = true;
    } else if (direction == RANDOM) {
        p->rule.random = true;
        if (p->joined)
            ps_error_at(p->c, p->rule.line,
                        "A rule-group can only be marked random by the opening rule in the group (aka, a '+' and "
                        "'random' can't appear as rule modifiers on the same line). Why? Well, you see \"random\" "
                        "isn't a property of individual rules, but of whole rule groups. It indicates that a single "
                        "possible application of some rule from the whole group should be applied at random.");
    } else if (strcmp(word, "[") == 0) {
        if (p->rule.directions.count == 0)
            add_direction(p, ORTHOGONAL);
        return true;
    } else {
        ps_error_at(p->c, p->rule.line,
                    "The start of a rule must consist of some number of directions (possibly 0), before the first "
                    "bracket, specifying in what directions to look (with no direction specified, it applies in all "
                    "four directions). It seems you've just entered \"%s\".",
                    ps_loud(p->c, word));
    }
    return false;
}

static void add_item(struct parser *p, enum ps_direction direction, int name)
{
    *(struct item *)PUSH(p->c->arena, &p->cell) = (struct item){direction, name};
}

/* Adds an item with a direction. The next object completes it. */
static void parse_direction(struct parser *p, const char *word)
{
    enum ps_direction direction = direction_of(word);
    int line = p->rule.line;
    if (p->half)
        ps_error_at(
            p->c, line,
            "Error, an item can only have one direction/action at a time, but you're looking for several at once!");
    else if (!p->inside)
        ps_warn_at(p->c, line, "Invalid syntax. Directions should be placed at the start of a rule.");
    else if (p->rule.late && direction != NO && direction != RANDOM && direction != RANDOMDIR)
        ps_error_at(p->c, line, "Movements cannot appear in late rules.");
    else {
        add_item(p, direction, -1);
        p->half = true;
    }
}

static void open_bracket(struct parser *p)
{
    if (++p->brackets > 1)
        ps_warn_at(p->c, p->rule.line,
                   "Multiple opening brackets without closing brackets. Something fishy here. Every '[' has to be "
                   "closed by a ']', and you can't nest them.");
    if (p->cell.count > 0)
        ps_error_at(p->c, p->rule.line,
                    "Error, malformed cell rule - encountered a \"[\"\" before previous bracket was closed");
    p->inside = true;
    p->cell = (cell_words){0};
    p->half = false;
}

/* Ends a cell. Returns false if its last direction has no object. */
static bool end_cell(struct parser *p)
{
    if (p->half) {
        ps_error_at(p->c, p->rule.line, "In a rule, if you specify a movement, it has to act on an object.");
        return false;
    }
    *(cell_words *)PUSH(p->c->arena, &p->row) = p->cell;
    p->cell = (cell_words){0};
    return true;
}

static void close_bracket(struct parser *p)
{
    if (--p->brackets < 0) {
        ps_warn_at(p->c, p->rule.line,
                   "Multiple closing brackets without corresponding opening brackets. Something fishy here. Every '[' "
                   "has to be closed by a ']', and you can't nest them.");
        p->failed = true;
        return;
    }
    end_cell(p);
    *(cell_row *)PUSH(p->c->arena, p->right ? &p->rule.right : &p->rule.left) = p->row;
    p->row = (cell_row){0};
    p->inside = false;
}

static void parse_object(struct parser *p, int name)
{
    int line = p->rule.line, complete = p->cell.count - p->half;
    const char *word = ps_text_of(p->c, name);
    if (!p->inside) {
        ps_warn_at(p->c, line, "Invalid token %s. Object names should only be used within cells (square brackets).",
                   ps_loud(p->c, word));
        return;
    }
    enum ps_direction direction = p->half ? p->cell.items[p->cell.count - 1].direction : NOTHING;
    for (int i = 0; i < complete; i++) {
        if (p->cell.items[i].name != name)
            continue;
        if (p->cell.items[i].direction == NO && direction == NO) {
            ps_warn_at(p->c, line,
                       "I notice that you have NO %s more than once in a single cell. That's redundant innit.",
                       ps_loud(p->c, word));
            continue;
        }
        ps_error_at(p->c, line,
                    "You cannot specify the same object more than once in a single cell (in this case %s occurs "
                    "multiple times).",
                    ps_loud(p->c, word));
        if (p->c->names.items[name].kind == PROPERTY)
            ps_warn_at(p->c, 0,
                       "( However, noticing that you're committing this crime with properties, and not being able to "
                       "help but acknowledge that you may be trying to do something esoteric and clever with the "
                       "property inference system, I might be brought to suggest that you consider this: you can have "
                       "multiple equivalent properties with different names. )");
    }
    if (p->half)
        p->cell.items[p->cell.count - 1].name = name;
    else
        add_item(p, NOTHING, name);
    p->half = false;
}

static void parse_ellipsis(struct parser *p, int name)
{
    if (!p->inside) {
        ps_warn_at(p->c, p->rule.line, "Invalid syntax, ellipses should only be used within cells (square brackets).");
        return;
    }
    if (p->half) { /* the direction belongs to this ..., and the next object to the item added here */
        p->cell.items[p->cell.count - 1].name = name;
        add_item(p, ELLIPSIS, -1);
        return;
    }
    add_item(p, ELLIPSIS, name);
}

static const char *const commands[] = {"cancel", "checkpoint", "restart", "win",  "message", "again",
                                       "sfx0",   "sfx1",       "sfx2",    "sfx3", "sfx4",    "sfx5",
                                       "sfx6",   "sfx7",       "sfx8",    "sfx9", "sfx10",   NULL};

/* The text after `message`, as written. */
static const char *message_text(struct parser *p)
{
    static const char word[] = "message";
    struct slice line = p->whole;
    for (int at = 0; at + 7 <= line.count; at++) {
        int same = 0;
        while (same < 7 && ps_small_letter(line.units[at + same]) == (unsigned char)word[same])
            same++;
        if (same == 7)
            return ps_utf8_of(p->c, ps_trim(ps_part(line, at + 7, line.count)));
    }
    return "";
}

static void parse_command(struct parser *p, int at)
{
    const char *word = ps_text_of(p->c, p->tokens.items[at]);
    int line = p->rule.line, number = 0;
    bool bracket_follows = p->inside;
    for (int i = at; i < p->tokens.count; i++)
        bracket_follows = bracket_follows || ps_name_is(p->c, p->tokens.items[i], "]");
    if (!p->right)
        ps_error_at(p->c, line,
                    "Commands should only appear at the end of rules, not in or before the "
                    "pattern-detection/-replacement sections.");
    else if (bracket_follows)
        ps_warn_at(p->c, line,
                   "Commands should only appear at the end of rules, not in or before the "
                   "pattern-detection/-replacement sections.");
    while (strcmp(word, commands[number]) != 0)
        number++;
    p->rule.commands |= 1u << number;
    if (1u << number == PS_MESSAGE) {
        p->rule.message = message_text(p);
        p->tokens.count = at + 1;
    } else if (1u << number >= PS_SOUND0) {
        bool found = false;
        for (int i = 0; i < p->c->sounds.count; i++)
            found = found || ps_name_is(p->c, p->c->sounds.items[i].words.items[0].name, word);
        if (!found)
            ps_warn_at(p->c, line, "Sound effect \"%s\" not defined.", word);
    }
}

static void parse_token(struct parser *p, int at)
{
    int name = p->tokens.items[at];
    const char *word = ps_text_of(p->c, name);
    if (strcmp(word, "[") == 0) {
        open_bracket(p);
    } else if (direction_of(word) != NOTHING) {
        parse_direction(p, word);
    } else if (strcmp(word, "|") == 0) {
        if (!p->inside)
            ps_warn_at(p->c, p->rule.line,
                       "Janky syntax. \"|\" should only be used inside cell rows (the square brackety bits).");
        else
            end_cell(p);
    } else if (strcmp(word, "]") == 0) {
        close_bracket(p);
    } else if (strcmp(word, "->") == 0) {
        int line = p->rule.line;
        if (p->rule.group != line && p->before->count > 0 &&
            p->before->items[p->before->count - 1].late != p->rule.late)
            ps_warn_at(p->c, line,
                       "Oh gosh you can mix late and non-late rules in a rule-group if you really want to, but gosh "
                       "why would you want to do that? What do you expect to accomplish?");
        if (p->inside) {
            ps_warn_at(p->c, line,
                       "Encountered an unexpected \"->\" inside square brackets. It's used to separate states, it has "
                       "no place inside them >:| .");
        } else if (p->right) {
            ps_error_at(
                p->c, line,
                "Error, you can only use \"->\" once in a rule; it's used to separate before and after states.");
            p->failed = true;
        } else {
            p->right = true;
        }
    } else if (p->c->names.items[name].listed) {
        parse_object(p, name);
    } else if (strcmp(word, "...") == 0) {
        parse_ellipsis(p, name);
    } else if (ps_one_of(word, commands)) {
        parse_command(p, at);
    } else {
        ps_error_at(p->c, p->rule.line,
                    "Error, malformed cell rule - was looking for cell contents, but found \"%s\". What am I supposed "
                    "to do with this, eh, please tell me that.",
                    word);
    }
}

/* Checks that the two sides agree. Returns false if the rule must be dropped. */
static bool check_sides(struct parser *p)
{
    const rows *left = &p->rule.left, *right = &p->rule.right;
    int line = p->rule.line;
    if (left->count != right->count) {
        if (p->rule.commands != 0 && right->count == 0)
            return true;
        ps_warn_at(p->c, line,
                   "Error, when specifying a rule, the number of matches (square bracketed bits) on the left hand side "
                   "of the arrow must equal the number on the right");
        return false;
    }
    for (int i = 0; i < left->count; i++) {
        if (left->items[i].count != right->items[i].count) {
            ps_error_at(p->c, line,
                        "In a rule, each pattern to match on the left must have a corresponding pattern on the right "
                        "of equal length (number of cells).");
            p->c->invalid = true;
        }
        if (left->items[i].count == 0)
            ps_error_at(p->c, 0,
                        "You have an totally empty pattern on the left-hand side. This will match *everything*. You "
                        "certainly don't want this.");
    }
    return true;
}

static bool parse_loop(struct parser *p)
{
    bool start = p->tokens.count == 1 && ps_name_is(p->c, p->tokens.items[0], "startloop");
    if (!start && !(p->tokens.count == 1 && ps_name_is(p->c, p->tokens.items[0], "endloop")))
        return false;
    *(struct ps_loop *)PUSH(p->c->arena, &p->c->loops) = (struct ps_loop){p->rule.line, start};
    return true;
}

static bool has_arrow(const struct parser *p)
{
    for (int i = 0; i < p->tokens.count; i++)
        if (ps_name_is(p->c, p->tokens.items[i], "->"))
            return true;
    return false;
}

static bool has_comment(const struct rule_line *line, const struct parser *p)
{
    bool bracket = false;
    for (int i = 0; i < line->whole.count; i++)
        bracket = bracket || line->whole.units[i] == '(';
    return bracket && !has_arrow(p);
}

/* Parses one line. Returns false if it is not a rule or is unusable. */
static bool parse_rule(struct parser *p, const struct rule_line *line)
{
    tokenize(p, line->text);
    if (has_comment(line, p)) {
        ps_error_at(p->c, line->line,
                    "You can't have comments inside rules, sorry. In PuzzleScript, '(' starts a comment, so everything "
                    "after the first '(' on this line was ignored before your rule was parsed.");
        return false;
    }
    if (ps_stopped(p->c) || parse_loop(p))
        return false;
    if (!has_arrow(p))
        ps_error_at(p->c, line->line,
                    "A rule has to have an arrow in it. There's no arrow here! Consider reading up about rules - "
                    "you're clearly doing something weird");
    int at = 0;
    while (at < p->tokens.count && !parse_prefix(p, at))
        at++;
    for (; at < p->tokens.count && !p->failed && !ps_stopped(p->c); at++)
        parse_token(p, at);
    if (p->failed || ps_stopped(p->c))
        return false;
    if (p->rule.late && p->rule.rigid)
        ps_error_at(p->c, line->line,
                    "Late rules cannot be marked as rigid (rigid rules are all about dealing with the consequences of "
                    "unresolvable movements, and late rules can't even have movements).");
    if (!check_sides(p))
        return false;
    if (p->rule.left.count == 0)
        ps_error_at(p->c, line->line, "This rule refers to nothing. What the heck? :O");
    return true;
}

void ps_parse_rules(struct compiler *c, rule_list *rules)
{
    for (int i = 0; i < c->rule_lines.count && !ps_stopped(c); i++) {
        const struct rule_line *line = &c->rule_lines.items[i];
        struct parser p = {.c = c, .before = rules, .whole = line->whole};
        p.rule.line = p.rule.group = line->line;
        p.rule.overlap[0] = p.rule.overlap[1] = -1;
        if (parse_rule(&p, line))
            *(struct rule *)PUSH(c->arena, rules) = p.rule;
    }
}

/* Reads a source line by line: comments, section headers, and the lines of each section. */
#include "games/puzzlescript/compile.h"

struct reader {
    struct compiler *c;
    struct slice written, text; /* the line as written, and as read: in lower case for most purposes */
    int at, line;
    bool start;     /* the token may be the first of its line */
    uint16_t first; /* the token's first unit */
    enum section section;
    unsigned visited;  /* bit set of sections seen */
    int comments;      /* depth of open brackets */
    struct slice name; /* in LEVELS: the comment that fills the previous line */
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

/* --- parts of a line ---
 *
 * Each `take` function moves past what it finds and returns true, or does not move and returns false.
 */

static void skip_spaces(struct reader *r)
{
    while (r->at < r->text.count && ps_is_space(r->text.units[r->at]))
        r->at++;
}

/* Takes the text up to `to`, if there is any, and the spaces after it. */
static bool take_up_to(struct reader *r, int to, struct slice *text)
{
    *text = ps_part(r->text, r->at, to);
    if (to == r->at)
        return false;
    r->at = to;
    skip_spaces(r);
    return true;
}

/* Letters and digits. */
static bool take_name(struct reader *r, struct slice *name)
{
    int to = r->at;
    while (to < r->text.count && ps_is_word(r->text.units[to]))
        to++;
    return take_up_to(r, to, name);
}

/* Everything up to a space or a bracket. */
static bool take_to_space(struct reader *r, struct slice *word)
{
    int to = r->at;
    while (to < r->text.count && !ps_is_space(r->text.units[to]) && r->text.units[to] != '(' &&
           r->text.units[to] != ')')
        to++;
    return take_up_to(r, to, word);
}

static bool peek_to_comment(const struct reader *r, struct slice *text)
{
    int to = r->at;
    while (to < r->text.count && r->text.units[to] != '(')
        to++;
    *text = ps_part(r->text, r->at, to);
    return text->count > 0;
}

/* Everything up to an opening bracket. */
static bool take_to_comment(struct reader *r, struct slice *text)
{
    bool found = peek_to_comment(r, text);
    r->at += text->count;
    return found;
}

/* The text up to the first opening bracket.  Brackets at its start are skipped. */
static struct slice before_comment(struct slice text)
{
    while (text.count > 0 && text.units[0] == '(')
        text = ps_part(text, 1, text.count);
    for (int i = 0; i < text.count; i++)
        if (text.units[i] == '(')
            return ps_part(text, 0, i);
    return text;
}

/* Whether the line continues with a word. */
static bool begins(const struct reader *r, const char *word, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (unit_at(r, r->at + (int)i) != (unsigned char)word[i])
            return false;
    return true;
}

/* Takes one of a list of words and the spaces after it.  No letter or digit may follow the word; if `ascii`, only ASCII
 * ones count. */
static bool take_word(struct reader *r, const char *words, bool ascii, struct slice *word)
{
    for (size_t length = 0; (words = ps_next_word(words, &length)) != NULL;) {
        uint16_t next = unit_at(r, r->at + (int)length);
        if (begins(r, words, length) && !(ps_is_word(next) && (!ascii || next < 0x80)))
            return take_up_to(r, r->at + (int)length, word);
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

static inline bool declared(const struct reader *r, int name)
{
    return r->c->names.items[name].declared != 0;
}

/* --- the LEGEND section: synonyms, several objects at once (and), any of several objects (or) --- */

static bool is_keyword(const char *word)
{
    static const char keywords[] =
        "objects collisionlayers legend sounds rules ... winconditions levels | [ ] up down left right "
        "late rigid ^ v > < no randomdir random horizontal vertical any all some moving stationary "
        "parallel perpendicular action message move create destroy cantmove " PS_SOUND_WORDS " "
        "cancel restart win again undo titlescreen startgame endgame startlevel endlevel showmessage "
        "closemessage";
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
    ADD(c->arena, &c->legend, (struct ps_legend){.kind = kind, .name = name, .line = line, .members = members});
}

static void declare_synonym(struct compiler *c, int name, int meaning, int line)
{
    ints members = {0};
    ADD(c->arena, &members, meaning);
    if (!ps_stopped(c))
        add_entry(c, SYNONYM, name, members, line);
}

static void declare_joined(struct compiler *c, const ints *words, int line, enum legend_kind kind)
{
    ints members = {0};
    if (kind == ANY_OF)
        for (int i = 5; i < words->count; i += 2)
            if (!ps_name_is(c, words->items[i], "or"))
                return;
    for (int i = 2; i < words->count; i += 2) {
        /* Add the objects that a word of a legend line stands for.  Legend entries are flat, so one step is enough. */
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
            ADD(c->arena, &members, end);
            continue;
        }
        ints flat = c->legend.items[entry].members;
        for (int k = 0; k < flat.count; k++)
            if (kind == ALL_OF || flat.items[k] != end)
                ADD(c->arena, &members, flat.items[k]);
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
    /* Reports words that a line may not contain: its own name, unknown names, and (as a warning) repeated words. */
    int own = words->items[0];
    for (int i = 2; i < words->count; i += 2) {
        if (words->items[i] == own) {
            ps_error_at(r->c, r->line, "You can't define object %s in terms of itself!", ps_loud(r->c, name->text));
            good = false;
            for (int at = 2; at < words->count;)
                if (words->items[at] == own) {
                    /* Remove the word with the `and` or `or` before it.  For the first word, remove the one after
                     * it. */
                    int from = at >= 4 ? at - 1 : at, gone = words->count - from < 2 ? words->count - from : 2;
                    memmove(&words->items[from], &words->items[from + gone],
                            (size_t)(words->count - from - gone) * sizeof *words->items);
                    words->count -= gone;
                } else {
                    at++;
                }
        }
        for (int j = 2; j < i && i < words->count; j += 2)
            if (words->items[j] == words->items[i])
                ps_warn_at(r->c, r->line,
                           "You're repeating the object %s here multiple times on the RHS. This makes no sense. Don't "
                           "do that.",
                           ps_loud(r->c, ps_text_of(r->c, words->items[i])));
    }
    for (int i = 2; i < words->count; i += 2)
        if (words->items[i] != own && !declared(r, words->items[i]))
            ps_error_at(r->c, r->line, "You're talking about %s but it's not defined anywhere.",
                        ps_loud(r->c, ps_text_of(r->c, words->items[i])));
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

static void read_legend_token(struct reader *r)
{
    struct slice word, junk;
    bool found = true;
    if (r->tokens == 0) {
        int to = r->at;
        while (to < r->text.count && r->text.units[to] != '=' && r->text.units[to] != '(' &&
               !ps_is_space(r->text.units[to]))
            to++;
        word = ps_part(r->text, r->at, to);
        r->at = to;
        skip_spaces(r);
        r->tokens++;
    } else if (r->tokens == 1) {
        word = ps_part(r->text, r->at, r->at);
        if (unit_at(r, r->at) == '=') {
            r->at++;
        } else {
            ps_error_at(
                r->c, r->line,
                "In the legend, define new items using the equals symbol - declarations must look like \"A = B\", "
                "\"A = B or C [ or D ...]\", \"A = B and C [ and D ...]\".");
            take_to_comment(r, &junk);
        }
        skip_spaces(r);
        r->tokens++;
    } else if (take_name(r, &word)) {
        if (r->tokens % 2 == 1) {
            int joint = ps_intern(r->c, word);
            if (!ps_name_is(r->c, joint, "and") && !ps_name_is(r->c, joint, "or"))
                ps_error_at(
                    r->c, r->line,
                    "Expected and 'AND' or an 'OR' here, but got %s instead. In the legend, define new items using "
                    "the equals symbol - declarations must look like 'A = B' or 'A = B and C' or 'A = B or C'.",
                    ps_loud(r->c, ps_text_of(r->c, joint)));
            else if (r->tokens >= 5 && (r->words.count <= 3 || joint != r->words.items[3]))
                ps_error_at(r->c, r->line, "Hey! You can't go mixing ANDs and ORs in a single legend entry.");
        }
        r->tokens++;
    } else {
        ps_error_at(r->c, r->line, "Something bad's happening in the LEGEND");
        take_to_comment(r, &junk);
        found = false;
        r->tokens += r->tokens % 2 == 1;
    }
    if (found)
        ADD(r->c->arena, &r->words, ps_intern(r->c, word));
    if (at_end(r))
        end_legend_line(r);
}

/* --- the OBJECTS and COLLISIONLAYERS sections --- */

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
    /* A name at the start of a line begins a new object; a later one on the line is a synonym for it. */
    struct compiler *c = r->c;
    if (r->start) {
        struct name *begun = &c->names.items[name];
        begun->object = r->object = c->program->objects.count;
        begun->declared = r->line;
        ADD(c->arena, &c->program->objects, (struct ps_object){.name = begun->text, .line = r->line, .layer = -1});
    } else if (r->object >= 0) {
        declare_synonym(c, name, ps_intern_text(c, c->program->objects.items[r->object].name), r->line);
    }
    r->step = 1;
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
        ADD(r->c->arena, &object->rows, arena_get(r->c->arena, 8));
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
        struct slice text;
        int length = 0;
        size_t letters = 0;
        for (const char *name = PS_COLOUR_WORDS; length == 0 && (name = ps_next_word(name, &letters)) != NULL;)
            length = begins(r, name, letters) ? (int)letters : 0;
        if (length == 0 && unit_at(r, r->at) == '#') {
            for (uint16_t c; length < 6; length++)
                if ((c = unit_at(r, r->at + 1 + length)) < '0' || c > 'f' || (c > '9' && c < 'a'))
                    break;
            length = length / 3 * 3;
            length += length > 0;
        }
        if (take_up_to(r, r->at + length, &text)) {
            ADD(r->c->arena, &object->colors, ps_utf8_of(r->c, text));
        } else {
            bool found = take_name(r, &text) || take_to_comment(r, &text);
            ps_error_at(r->c, r->line, "Was looking for color for object %s, got \"%s\" instead.",
                        ps_loud(r->c, object->name), found ? ps_utf8_of(r->c, text) : "this");
        }
    } else {
        read_point(r, object);
    }
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
    int end, entry;
    enum meaning meaning = look_up(c, name, &end, &entry);
    if (meaning == IS_OBJECT)
        ADD(c->arena, &found, end);
    if (meaning == IS_AGGREGATE)
        ps_error_at(c, r->line,
                    "\"%s\" is an aggregate (defined using \"and\"), and cannot be added to a single layer because its "
                    "constituent objects must be able to coexist.",
                    ps_text_of(c, end));
    bool known = meaning != IS_UNKNOWN;
    for (int i = 0; meaning == IS_PROPERTY && i < c->legend.items[entry].members.count && !ps_stopped(c); i++) {
        int member = c->legend.items[entry].members.items[i];
        if (member == end)
            continue;
        if (look_up(c, member, &member, &(int){0}) == IS_OBJECT)
            ADD(c->arena, &found, member);
        else
            known = false;
    }
    if (!known)
        ps_error_at(c, r->line, "Cannot add \"%s\" to a collision layer; it has not been declared.",
                    ps_loud(c, ps_text_of(c, name)));
    for (int i = 0; i < found.count; i++)
        for (int layer = c->layers.count - 2; layer >= 0; layer--)
            if (ps_contains(&c->layers.items[layer], found.items[i])) {
                ps_warn_at(
                    c, r->line,
                    "Object \"%s\" included in multiple collision layers ( layers #%d, #%d ). You should fix this!",
                    ps_loud(c, ps_text_of(c, found.items[i])), layer + 1, c->layers.count);
                break;
            }
    if (ps_contains(&r->words, name))
        ps_warn_at(c, r->line,
                   "Object \"%s\" included explicitly multiple times in the same layer. Don't do that innit.",
                   ps_loud(c, ps_text_of(c, name)));
    ADD(c->arena, &r->words, name);
    for (int i = 0; i < found.count; i++)
        ADD(c->arena, &c->layers.items[c->layers.count - 1], found.items[i]);
}

/* --- the SOUNDS section ---
 *
 * It is read only to report errors; sounds are not played. */

static const char events[] = "undo restart titlescreen startgame cancel endgame startlevel endlevel showmessage "
                             "closemessage " PS_SOUND_WORDS;
static const char verbs[] = "move action create destroy cantmove";
static const char directions[] = "up down left right horizontal vertical orthogonal";

static void end_sound_line(struct reader *r)
{
    if (r->sound.words.count == 0 || r->sound_failed)
        return;
    r->sound.line = r->line;
    ADD(r->c->arena, &r->c->sounds, r->sound);
}

static void add_word(struct reader *r, struct slice word, enum sound_kind kind)
{
    ADD(r->c->arena, &r->sound.words, (struct sound_word){ps_intern(r->c, word), kind});
}

/* Reports a token that is not understood and skips it.  The rest of the line is ignored. */
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

static void read_sound_token(struct reader *r)
{
    struct slice word;
    if (ps_stopped(r->c))
        return;
    if (r->sound_failed) {
        if (!take_word(r, events, true, &word) && !take_word(r, verbs, true, &word) &&
            !take_word(r, directions, false, &word)) {
            take_number(r, &word);
            if (!take_name(r, &word) && !take_to_space(r, &word))
                take_to_comment(r, &word);
        }
    } else if (r->sound.words.count == 0) {
        if (take_word(r, events, true, &word)) {
            add_word(r, word, SOUND_EVENT);
        } else if (!take_name(r, &word)) {
            if (!take_to_space(r, &word))
                take_to_comment(r, &word);
            ps_warn_at(
                r->c, r->line,
                "Was expecting a sound event (like SFX3, or ENDLEVEL) or an object name, but didn't find either.");
            r->sound_failed = true;
        } else if (!declared(r, ps_intern(r->c, word))) {
            ps_error_at(r->c, r->line, "unexpected sound token \"%s\".", ps_utf8_of(r->c, word));
            r->sound_failed = true;
        } else {
            add_word(r, word, SOUND_NAME);
        }
    } else if (r->sound.words.count > 1) {
        const struct sound_word *words = r->sound.words.items;
        bool directed = ps_name_is(r->c, words[1].name, "move") || ps_name_is(r->c, words[1].name, "cantmove");
        if (words[0].kind == SOUND_EVENT || words[r->sound.words.count - 1].kind == SOUND_SEED)
            fail(r, "I wasn't expecting anything after the sound declaration %s on this line, so I don't know what to "
                    "do with \"%s\" here.");
        else if (directed && take_word(r, directions, false, &word))
            add_word(r, word, SOUND_DIRECTION);
        else if (take_number(r, &word))
            add_word(r, word, SOUND_SEED);
        else if (directed)
            fail(r, "Ah I was expecting direction or a sound seed here after %s, but I don't know what to make of "
                    "\"%s\".");
        else
            fail(r, "Ah I was expecting a sound seed here after %s, but I don't know what to make of \"%s\".");
    } else if (r->sound.words.items[0].kind == SOUND_EVENT) {
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

/* --- the prelude and the RULES, WINCONDITIONS and LEVELS sections: lines are kept, and their words are checked --- */

static void read_rule_token(struct reader *r)
{
    if (r->start) {
        ADD(r->c->arena, &r->c->rule_lines, (struct rule_line){before_comment(r->text), r->written, r->line});
        r->tokens = 0;
    }
    if (r->tokens == IN_MESSAGE) {
        r->at = r->text.count;
    } else if (unit_at(r, r->at) == '-' && unit_at(r, r->at + 1) == '>') {
        r->at += 2;
        skip_spaces(r);
    } else if (r->first == '[' || r->first == '|' || r->first == ']' || r->first == '+') {
        if (r->first != '+')
            r->tokens = 1;
        r->at++;
        skip_spaces(r);
    } else {
        static const char before[] = "up down left right horizontal vertical orthogonal late rigid startloop endloop";
        static const char inside[] = "action up down left right ^ v < > moving stationary parallel perpendicular "
                                     "horizontal orthogonal vertical no randomdir random";
        int to = r->at;
        while (to < r->text.count && !ps_is_space(r->text.units[to]) && r->text.units[to] != '[' &&
               r->text.units[to] != '|' && r->text.units[to] != ']')
            to++;
        int name = ps_intern(r->c, ps_part(r->text, r->at, to));
        const char *word = ps_text_of(r->c, name);
        r->at = to;
        if (ps_stopped(r->c) || (r->tokens == 0 && ps_one_of(word, before)) ||
            (r->tokens == 1 && ps_one_of(word, inside)))
            return;
        if (r->c->names.items[name].listed) {
            if (r->start)
                ps_error_at(r->c, r->line,
                            "Objects cannot appear outside of square brackets in rules, only directions can.");
        } else if (!ps_one_of(word, PS_COMMAND_WORDS " ... rigid random")) {
            ps_error_at(r->c, r->line, "Name \"%s\", referred to in a rule, does not exist.", word);
        } else if (strcmp(word, "message") == 0) {
            r->tokens = IN_MESSAGE;
        }
    }
}

static void read_condition_token(struct reader *r)
{
    struct slice text;
    if (r->start) {
        struct compiler *c = r->c;
        struct condition_line *line = PUSH(c->arena, &c->conditions);
        struct slice whole = before_comment(r->text);
        line->line = r->line;
        for (int from = 0, to; from < whole.count; from = to) {
            for (; from < whole.count && ps_is_space(whole.units[from]); from++)
                continue;
            for (to = from; to < whole.count && !ps_is_space(whole.units[to]); to++)
                continue;
            if (to > from) {
                ADD(c->arena, &line->words, ps_intern(c, ps_part(whole, from, to)));
            }
        }
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
    if (r->tokens == 0 && !ps_one_of(word, "all any no some"))
        ps_error_at(r->c, r->line, "Expecting the start of a win condition (\"ALL\",\"SOME\",\"NO\") but got \"%s'.",
                    ps_loud(r->c, word));
    else if (r->tokens == 2 && strcmp(word, "on") != 0)
        ps_error_at(r->c, r->line, "Expecting the word \"ON\" but got \"%s\".", ps_loud(r->c, word));
    else if ((r->tokens == 1 || r->tokens == 3) && !r->c->names.items[name].listed)
        ps_error_at(r->c, r->line, "Error in win condition: \"%s\" is not a valid object name.", ps_loud(r->c, word));
    else if (r->tokens > 3)
        ps_error_at(r->c, r->line, "Error in win condition: I don't know what to do with %s.", ps_loud(r->c, word));
}

static void read_level_token(struct reader *r)
{
    static const char word[] = "message";
    struct compiler *c = r->c;
    if (r->start) {
        bool message = begins(r, word, strlen(word));
        if (message) {
            r->at += (int)strlen(word);
            uint16_t next = unit_at(r, r->at);
            if (next < 0x80 && ps_is_word(next))
                ps_warn_at(c, r->line,
                           "You probably meant to put a space after 'message' innit. That's ok, I'll still interpret "
                           "it as a message, but you probably want to put a space there.");
            skip_spaces(r);
            r->tokens = IN_MESSAGE;
        }
        if (c->levels.count == 0)
            PUSH(c->arena, &c->levels);
        if (ps_stopped(c))
            return;
        struct level_text *last = &c->levels.items[c->levels.count - 1];
        if (message) {
            struct level_text line = {.is_message = true, .line = r->line};
            line.message = ps_trim(ps_part(r->written, r->at, r->written.count));
            /* If the current level has no rows yet, the message goes before it. */
            if (last->is_message || last->rows.count > 0) {
                ADD(c->arena, &c->levels, line);
            } else {
                *last = line;
                PUSH(c->arena, &c->levels);
            }
            return;
        }
        struct slice text;
        peek_to_comment(r, &text);
        text = ps_trim(text);
        if (last->is_message)
            last = PUSH(c->arena, &c->levels);
        if (ps_stopped(c))
            return;
        if (last->rows.count == 0) {
            last->line = r->line;
            last->name = r->name;
        }
        ADD(c->arena, &last->rows, text);
        if (!ps_stopped(c) && text.count != last->rows.items[0].count)
            ps_warn_at(c, r->line,
                       "Maps must be rectangular, yo (In a level, the length of each row must be the same).");
        r->tokens = 2;
    } else if (r->tokens == IN_MESSAGE) {
        r->at = r->text.count;
        return;
    }
    if (r->tokens == 2 && !at_end(r)) {
        int name = ps_intern(c, ps_part(r->text, r->at, r->at + 1));
        if (!ps_stopped(c) && !c->names.items[name].key)
            ps_error_at(c, r->line,
                        "Key \"%s\" not found. Do you need to add it to the legend, or define a new object?",
                        ps_loud(c, ps_text_of(c, name)));
    }
    r->at++;
}

static void read_key(struct reader *r, int key)
{
    const char *word = ps_text_of(r->c, key);
    struct slice value;
    if (ps_one_of(word, PS_PRELUDE_VALUES(PS_WORD) "youtube")) {
        if (ps_one_of(word, "author homepage title"))
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
            ADD(c->arena, &c->metadata, (struct metadata){key, r->line, ps_trim(value)});
        } else {
            ps_error_at(r->c, r->line, "MetaData \"%s\" needs a value.", word);
        }
        r->tokens = 1;
    } else if (ps_one_of(word, PS_PRELUDE_FLAGS(PS_WORD) "debug verbose_logging")) {
        ADD(r->c->arena, &r->c->metadata, (struct metadata){.key = key});
        r->tokens = -1;
        if (peek_to_comment(r, &value))
            ps_warn_at(r->c, r->line, "MetaData %s doesn't take any parameters, but you went and gave it \"%s\".",
                       ps_loud(r->c, word), ps_utf8_of(r->c, ps_trim(value)));
    } else if (ps_one_of(word, "case_sensitive local_radius runtime_metadata_twiddling") ||
               strncmp(word, "mouse_", strlen("mouse_")) == 0) {
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

/* --- reading --- */

static const char *const section_names[] = {"objects", "legend",        "sounds", "collisionlayers",
                                            "rules",   "winconditions", "levels"};

enum { MAX_ERRORS_WHILE_READING = 5 }; /* the original stops here, too */

static void end_of_line(struct reader *r)
{
    if (r->section == LEGEND)
        end_legend_line(r);
    else if (r->section == SOUNDS)
        end_sound_line(r);
}

/* Skips a comment at this position.  Returns whether there was one. */
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
    } else {
        return false;
    }
    return true;
}

/* Skips an underline of equal signs.  In LEVELS it must fill the line, as = may be a piece. */
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

/* Reads a section header.  Skips a section name that is not at the start of a line. */
static bool header(struct reader *r)
{
    struct slice word;
    int section = OBJECTS;
    while (r->section != LEVELS && section < SECTIONS && !take_word(r, section_names[section - OBJECTS], false, &word))
        section++;
    if (r->section == LEVELS || section == SECTIONS || !r->start)
        return false;
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
    r->section = (enum section)section;
    r->visited |= 1u << section;
    r->line_should_end = true;
    r->after_what = name;
    for (int i = 0; i < r->c->names.count; i++) {
        struct name *item = &r->c->names.items[i];
        bool single = item->object >= 0 || item->synonym >= 0 || item->aggregate >= 0;
        if (section == SOUNDS)
            item->listed = single || item->property >= 0;
        if (section == LEVELS)
            item->key = single && item->units.count == 1;
    }
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
        if (at_end(r)) {
            end_of_line(r);
        } else {
            static void (*const readers[])(struct reader *) = {
                read_prelude_token, read_object_token, read_legend_token,    read_sound_token,
                read_layer_token,   read_rule_token,   read_condition_token, read_level_token};
            readers[r->section](r);
        }
    }
}

/* Returns the name that a line gives to the level below it: the text of a comment that fills the line and begins with a
 * letter or digit.  (Rows that somebody put into brackets seldom begin so.)  Returns an empty slice if the line is no
 * name. */
static struct slice name_of_level(struct slice line)
{
    const struct slice none = {0};
    line = ps_trim(line);
    for (int i = 0; i < line.count; i++) {
        if ((line.units[i] == '(') != (i == 0) || (line.units[i] == ')') != (i == line.count - 1))
            return none;
    }
    struct slice name = line.count < 2 ? none : ps_trim(ps_part(line, 1, line.count - 1));
    return name.count > 0 && (name.units[0] >= 0x80 || ps_is_word(name.units[0])) ? name : none;
}

void ps_read_source(struct compiler *c, struct slice source)
{
    struct reader r = {.c = c, .object = -1};
    for (int from = 0, to; from <= source.count && !ps_stopped(c); from = to + 1) {
        for (to = from; to < source.count && source.units[to] != '\n'; to++)
            continue;
        struct slice line = ps_part(source, from, to);
        r.written = line;
        uint16_t *units = arena_get(c->arena, (size_t)line.count * sizeof *units);
        r.text = (struct slice){units, c->arena->failed ? 0 : line.count};
        for (int i = 0; i < r.text.count; i++)
            units[i] = ps_small_letter(line.units[i]);
        r.at = 0;
        struct slice name = r.section == LEVELS && r.comments == 0 ? name_of_level(line) : (struct slice){0};
        int stuck = 0;
        do {
            int before = r.at;
            read_token(&r);
            /* A token that consumes nothing is tried again, but only a few times. */
            stuck = r.at == before ? stuck + 1 : 0;
            if (stuck > 8) {
                r.at++;
                stuck = 0;
            }
            if (r.c->program->errors > MAX_ERRORS_WHILE_READING)
                r.c->stop = true;
        } while (!at_end(&r) && !ps_stopped(r.c));
        r.name = name;
    }
}

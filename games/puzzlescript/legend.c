/* The section LEGEND: names for objects, for several at once (and), for any of several (or). */
#include "games/puzzlescript/read.h"

bool is_keyword(const char *word)
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
    return one_of(word, keywords);
}

enum meaning look_up(const struct compiler *c, int name, int *end, int *entry)
{
    *entry = -1;
    /* Faulty sources may have synonyms that go round in a circle. */
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
        return found->aggregate >= 0  ? IS_AGGREGATE
               : found->property >= 0 ? IS_PROPERTY
                                      : IS_UNKNOWN;
    }
    return IS_UNKNOWN;
}

static void add_entry(struct compiler *c, enum legend_kind kind, int name, ints members, int line)
{
    struct name *found = &c->names.items[name];
    int *first = kind == SYNONYM  ? &found->synonym
                 : kind == ALL_OF ? &found->aggregate
                                  : &found->property;
    if (*first < 0)
        *first = c->legend.count;
    if (found->declared == 0)
        found->declared = line;
    *(struct legend *)PUSH(c->arena, &c->legend) =
        (struct legend){.kind = kind, .name = name, .line = line, .members = members};
}

void declare_synonym(struct compiler *c, int name, int meaning, int line)
{
    ints members = {0};
    *(int *)PUSH(c->arena, &members) = meaning;
    if (!stopped(c))
        add_entry(c, SYNONYM, name, members, line);
}

/* What an entry stands for, one step of legend down: entries are flat, so one is enough. */
static void add_members(struct compiler *c, enum legend_kind kind, int name, int line,
                        ints *members)
{
    int end, entry;
    enum meaning meaning = look_up(c, name, &end, &entry);
    if (kind == ALL_OF && meaning == IS_PROPERTY)
        error_at(c, line, "what is joined by `and` cannot have %s, which is joined by `or`",
                 text_of(c, end));
    if (kind == ANY_OF && meaning == IS_AGGREGATE) {
        error_at(c, line, "what is joined by `or` cannot have %s, which is joined by `and`",
                 text_of(c, end));
        return;
    }
    if (entry < 0 || (kind == ALL_OF) != (meaning == IS_AGGREGATE)) {
        *(int *)PUSH(c->arena, members) = end;
        return;
    }
    ints flat = c->legend.items[entry].members;
    for (int i = 0; i < flat.count; i++)
        if (kind == ALL_OF || flat.items[i] != end)
            *(int *)PUSH(c->arena, members) = flat.items[i];
}

static void remove_words(ints *words, int at)
{
    /* The word and its `and` or `or`: the one before it, for the first word what follows stays. */
    int from = at >= 4 ? at - 1 : at, gone = words->count - from < 2 ? words->count - from : 2;
    memmove(&words->items[from], &words->items[from + gone],
            (size_t)(words->count - from - gone) * sizeof *words->items);
    words->count -= gone;
}

/* Words that a line may not have: its own name, the same word twice, names that are not known. */
static bool check_words(struct compiler *c, ints *words, int line)
{
    bool good = true;
    int name = words->items[0];
    for (int i = 2; i < words->count; i += 2) {
        if (words->items[i] == name) {
            error_at(c, line, "%s cannot be defined by itself", text_of(c, name));
            good = false;
            for (int at = 2; at < words->count;)
                if (words->items[at] == name)
                    remove_words(words, at);
                else
                    at++;
        }
        for (int j = 2; j < i && i < words->count; j += 2)
            if (words->items[j] == words->items[i])
                warn_at(c, line, "%s is named twice", text_of(c, words->items[i]));
    }
    for (int i = 2; i < words->count; i += 2)
        if (words->items[i] != name && c->names.items[words->items[i]].declared == 0)
            error_at(c, line, "%s is not defined anywhere", text_of(c, words->items[i]));
    return good;
}

static void declare_joined(struct compiler *c, const ints *words, int line, enum legend_kind kind)
{
    ints members = {0};
    if (kind == ANY_OF)
        for (int i = 5; i < words->count; i += 2)
            if (!name_is(c, words->items[i], "or"))
                return;
    for (int i = 2; i < words->count; i += 2)
        add_members(c, kind, words->items[i], line, &members);
    if (!stopped(c) && members.count > 0)
        add_entry(c, kind, words->items[0], members, line);
}

static void declare_legend(struct compiler *c, ints *words, int line)
{
    if (words->count == 0 || stopped(c))
        return;
    if (words->count == 1 || words->count % 2 == 0) {
        error_at(c, line,
                 "a line of the legend must be A = B, A = B or C ..., A = B and C ...; what to "
                 "do with %s?",
                 text_of(c, words->items[words->count - 1]));
        return;
    }
    const struct name *name = &c->names.items[words->items[0]];
    bool good = name->declared == 0;
    if (!good)
        error_at(c, line, "the name %s is taken, in line %d", name->text, name->declared);
    if (is_keyword(name->text))
        warn_at(c, line, "an object is named %s, which is a word of the language", name->text);
    good = check_words(c, words, line) && good;
    if (words->count == 3)
        declare_synonym(c, words->items[0], words->items[2], line);
    else if (words->count > 3 && name_is(c, words->items[3], "and"))
        declare_joined(c, words, line, ALL_OF);
    else if (words->count > 3 && name_is(c, words->items[3], "or"))
        declare_joined(c, words, line, ANY_OF);
    else if (good)
        error_at(c, line, "a line of the legend must be A = B, A = B or C ..., A = B and C ...");
}

void end_legend_line(struct reader *r)
{
    declare_legend(r->c, &r->words, r->line);
}

static void read_left_side(struct reader *r, struct slice *word)
{
    int to = r->at;
    while (to < r->text.count && r->text.units[to] != '=' && r->text.units[to] != '(' &&
           !is_space(r->text.units[to]))
        to++;
    *word = part(r->text, r->at, to);
    r->at = to;
    skip_spaces(r);
}

static void read_equals(struct reader *r, struct slice *word)
{
    struct slice junk;
    *word = part(r->text, r->at, r->at);
    if (unit_at(r, r->at) == '=') {
        r->at++;
    } else {
        error_at(r->c, r->line, "in the legend an equal sign must follow the new name");
        take_to_comment(r, &junk);
    }
    skip_spaces(r);
}

static void check_joint(struct reader *r, int word)
{
    if (!name_is(r->c, word, "and") && !name_is(r->c, word, "or"))
        error_at(r->c, r->line, "`and` or `or` was expected, not %s", text_of(r->c, word));
    else if (r->tokens >= 5 && (r->words.count <= 3 || word != r->words.items[3]))
        error_at(r->c, r->line, "`and` and `or` cannot be mixed in one line of the legend");
}

void read_legend_token(struct reader *r)
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
            check_joint(r, intern(r->c, word));
        r->tokens++;
    } else {
        error_at(r->c, r->line, "this is no name that the legend may use");
        take_to_comment(r, &junk);
        found = false;
        r->tokens += r->tokens % 2 == 1;
    }
    if (found) {
        int name = intern(r->c, word);
        *(int *)PUSH(r->c->arena, &r->words) = name;
    }
    if (at_end(r))
        end_legend_line(r);
}

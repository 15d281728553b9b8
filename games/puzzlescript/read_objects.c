/* The sections OBJECTS and COLLISIONLAYERS. */
#include "games/puzzlescript/read.h"

/* A name at the start of a line is a new object's; behind it on the line, another name for it. */
static void add_object(struct reader *r, int name)
{
    struct compiler *c = r->c;
    struct name *entry = &c->names.items[name];
    if (!r->start) {
        if (r->object >= 0)
            declare_synonym(c, name, intern_text(c, c->program->objects.items[r->object].name),
                            r->line);
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
        warn_at(r->c, r->line,
                "not the name of an object (letters and digits), nor a picture (five "
                "lines of five digits and points)");
        return;
    }
    int name = intern(r->c, text);
    if (stopped(r->c))
        return;
    const struct name *entry = &r->c->names.items[name];
    if (entry->object >= 0) {
        error_at(r->c, r->line, "object %s is defined twice", entry->text);
        return;
    }
    if (entry->synonym >= 0)
        error_at(r->c, r->line, "the name %s is taken", entry->text);
    if (is_keyword(entry->text))
        warn_at(r->c, r->line, "an object is named %s, which is a word of the language",
                entry->text);
    add_object(r, name);
    r->step = 1;
}

static void read_color(struct reader *r, struct ps_object *object)
{
    struct slice text;
    if (take_color(r, &text)) {
        *(const char **)PUSH(r->c->arena, &object->colors) = utf8_of(r->c, text);
        return;
    }
    bool found = take_name(r, &text) || take_to_comment(r, &text);
    error_at(r->c, r->line, "a colour of object %s was expected, not %s", object->name,
             found ? utf8_of(r->c, text) : "this");
}

/* One point of a picture. */
static void read_point(struct reader *r, struct ps_object *object)
{
    struct slice junk;
    uint16_t unit = unit_at(r, r->at);
    if (unit != '.' && (unit < '0' || unit > '9')) {
        if (!r->has_rows) {
            read_object_name(r);
            return;
        }
        error_at(r->c, r->line, "the picture of object %s has something but digits and points",
                 object->name);
        take_to_comment(r, &junk);
        return;
    }
    r->at++;
    if (r->start || !r->has_rows) {
        *(const char **)PUSH(r->c->arena, &object->rows) = arena_get(r->c->arena, 8);
        r->has_rows = true;
    }
    if (stopped(r->c))
        return;
    char *row = (char *)(uintptr_t)object->rows.items[object->rows.count - 1];
    size_t length = strlen(row);
    if (length < 7)
        row[length++] = (char)unit;
    if (length > 5) {
        warn_at(r->c, r->line, "pictures are five wide and five high");
        take_to_comment(r, &junk);
        return;
    }
    if (object->rows.count == 5 && length == 5)
        r->step = 0;
    if (unit != '.' && unit - '0' >= object->colors.count)
        error_at(r->c, r->line, "the picture of object %s has colour %c, but there are only %d",
                 object->name, (char)unit, object->colors.count);
}

void read_object_token(struct reader *r)
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

/* Adds the objects of a name to the list. */
static void objects_of(struct reader *r, int name, ints *list)
{
    struct compiler *c = r->c;
    int end, entry;
    switch (look_up(c, name, &end, &entry)) {
    case IS_OBJECT:
        *(int *)PUSH(c->arena, list) = end;
        break;
    case IS_AGGREGATE:
        error_at(c, r->line, "%s is several objects at once (and), which one layer cannot hold",
                 text_of(c, end));
        break;
    case IS_PROPERTY:
        for (int i = 0; i < c->legend.items[entry].members.count && !stopped(c); i++) {
            int member = c->legend.items[entry].members.items[i];
            if (member == end)
                continue;
            if (look_up(c, member, &member, &(int){0}) == IS_OBJECT)
                *(int *)PUSH(c->arena, list) = member;
            else
                error_at(c, r->line, "%s cannot be in a layer; it is not defined",
                         text_of(c, name));
        }
        break;
    case IS_UNKNOWN:
        error_at(c, r->line, "%s cannot be in a layer; it is not defined", text_of(c, name));
    }
}

static bool holds(const ints *list, int value)
{
    for (int i = 0; i < list->count; i++)
        if (list->items[i] == value)
            return true;
    return false;
}

static void add_to_layer(struct reader *r, int name)
{
    struct compiler *c = r->c;
    ints found = {0};
    objects_of(r, name, &found);
    bool elsewhere = false;
    for (int i = 0; i < found.count; i++)
        for (int layer = 0; layer + 1 < c->layers.count && !elsewhere; layer++)
            elsewhere = holds(&c->layers.items[layer], found.items[i]);
    if (elsewhere)
        warn_at(c, r->line, "object %s is in several layers", text_of(c, name));
    if (holds(&r->words, name))
        warn_at(c, r->line, "object %s is named twice in its layer", text_of(c, name));
    *(int *)PUSH(c->arena, &r->words) = name;
    for (int i = 0; i < found.count; i++)
        *(int *)PUSH(c->arena, &c->layers.items[c->layers.count - 1]) = found.items[i];
}

void read_layer_token(struct reader *r)
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
            error_at(c, r->line, "unexpected character %s",
                     utf8_of(c, part(r->text, from, from + 1)));
            r->at++;
        }
        return;
    }
    int name = intern(c, text);
    if (stopped(c))
        return;
    if (c->layers.count == 0) {
        error_at(c, r->line, "no layer has begun");
        return;
    }
    bool background = name_is(c, name, "background");
    if (background ? c->layers.items[c->layers.count - 1].count > 0 : r->tokens != 0)
        error_at(c, r->line, "the background must be in a layer of its own");
    if (background)
        r->tokens = 1;
    add_to_layer(r, name);
}

/* The legend resolved: what each name stands for at last, and which object is the background. */
#include "games/puzzlescript/compile.h"

enum { MAX_ROUNDS = 1000 }; /* only a legend that goes in circles needs as many */

static void keep_members(struct compiler *c)
{
    for (int i = 0; i < c->legend.count; i++) {
        const struct legend *entry = &c->legend.items[i];
        struct name *name = &c->names.items[entry->name];
        if (entry->kind == SYNONYM)
            continue;
        ints *members = arena_get(c->arena, sizeof *members);
        for (int j = 0; j < entry->members.count; j++)
            *(int *)PUSH(c->arena, members) = entry->members.items[j];
        name->kind = entry->kind == ALL_OF ? AGGREGATE : PROPERTY;
        name->members = members;
    }
    for (int i = 0; i < c->legend.count && !stopped(c); i++) {
        const struct legend *entry = &c->legend.items[i];
        struct name *name = &c->names.items[entry->name];
        if (entry->kind != SYNONYM)
            continue;
        const struct name *meant = &c->names.items[entry->members.items[0]];
        if (meant->kind != PLAIN) {
            name->kind = meant->kind;
            name->members = meant->members;
        } else if (name != meant) {
            name->stands_for = entry->members.items[0];
        }
    }
}

/* One step for each synonym; true if something became clear. */
static bool follow_synonyms(struct compiler *c)
{
    bool changed = false;
    for (int i = 0; i < c->names.count; i++) {
        struct name *name = &c->names.items[i];
        if (name->stands_for < 0)
            continue;
        const struct name *meant = &c->names.items[name->stands_for];
        if (meant->kind != PLAIN) {
            name->stands_for = -1;
            name->kind = meant->kind;
            name->members = meant->members;
            changed = true;
        } else if (meant->stands_for >= 0) {
            name->stands_for = meant->stands_for;
        }
    }
    return changed;
}

static bool contains(const ints *list, int value)
{
    for (int i = 0; i < list->count; i++)
        if (list->items[i] == value)
            return true;
    return false;
}

/* Replaces members that stand for others; true if there were any. */
static bool expand_members(struct compiler *c, int kind)
{
    bool changed = false;
    for (int i = 0; i < c->names.count; i++) {
        struct name *name = &c->names.items[i];
        for (int j = 0; (int)name->kind == kind && j < name->members->count && !stopped(c); j++) {
            ints *members = name->members;
            const struct name *member = &c->names.items[members->items[j]];
            if (member->stands_for >= 0) {
                members->items[j] = member->stands_for;
                changed = true;
            } else if ((int)member->kind == kind) {
                members->count--;
                memmove(&members->items[j], &members->items[j + 1],
                        (size_t)(members->count - j) * sizeof *members->items);
                for (int k = 0; k < member->members->count; k++)
                    if (!contains(members, member->members->items[k])) {
                        int added = member->members->items[k];
                        *(int *)PUSH(c->arena, members) = added;
                    }
                changed = true;
            } else if (member->kind != PLAIN) {
                error_at(c, 0, "%s mixes `and` with `or`, through %s", name->text, member->text);
            }
        }
    }
    return changed;
}

/* A property whose objects are all in one layer can be matched as it is. */
static void find_single_layers(struct compiler *c)
{
    for (int i = 0; i < c->names.count; i++) {
        struct name *name = &c->names.items[i];
        if (name->kind != PROPERTY || name->members->count == 0)
            continue;
        int layer = -1;
        bool same = true;
        for (int j = 0; j < name->members->count && same; j++) {
            int object = c->names.items[name->members->items[j]].object;
            int its = object < 0 ? -1 : c->program->objects.items[object].layer;
            same = object >= 0 && (j == 0 || its == layer);
            layer = its;
        }
        name->single_layer = same ? layer : -1;
    }
}

void resolve_legend(struct compiler *c)
{
    keep_members(c);
    bool more = true;
    for (int round = 0; more && round < MAX_ROUNDS && !stopped(c); round++) {
        more = follow_synonyms(c);
        more = expand_members(c, PROPERTY) || more;
        more = expand_members(c, AGGREGATE) || more;
    }
    if (more && !stopped(c)) {
        error_at(c, 0, "the legend goes in circles");
        c->stop = true;
    }
    if (!stopped(c))
        find_single_layers(c);
}

static void set_background(struct compiler *c, int object)
{
    c->program->background_id = c->program->objects.items[object].id;
    c->program->background_layer = c->program->objects.items[object].layer;
}

static void use_first_object(struct compiler *c)
{
    c->program->background_id = 0;
    c->program->background_layer = c->program->ids > 0 ? c->program->id_layers[0] : -1;
}

static void choose_background(struct compiler *c, const struct name *name)
{
    const ints *members = name->members;
    int first = members->count == 0 ? -1 : c->names.items[members->items[0]].object;
    if (first < 0)
        return;
    set_background(c, first);
    for (int i = 1; i < members->count; i++) {
        int object = c->names.items[members->items[i]].object;
        if (object >= 0 && c->program->objects.items[object].layer != c->program->background_layer)
            error_at(c, name->declared, "all backgrounds must be in one layer");
    }
}

void find_background(struct compiler *c)
{
    int background = intern_text(c, "background");
    if (stopped(c))
        return;
    c->program->background_id = c->program->background_layer = -1;
    if (c->program->ids == 0 && c->layers.count > 0)
        error_at(c, 0, "there are no objects");
    const struct name *name = &c->names.items[background];
    if (name->object >= 0) {
        set_background(c, name->object);
    } else if (name->stands_for >= 0) {
        int object = c->names.items[name->stands_for].object;
        if (object >= 0)
            set_background(c, object);
        else
            c->stop = true;
    } else if (name->kind == PROPERTY) {
        choose_background(c, name);
    } else if (name->kind == AGGREGATE) {
        use_first_object(c);
        error_at(c, name->declared, "the background must be one object, or one of several (or)");
    } else {
        use_first_object(c);
        error_at(c, 0, "something must be the background");
    }
}

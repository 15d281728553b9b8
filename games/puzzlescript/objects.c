/* Objects become bits: ids in the order of the collision layers, masks of names, keys of levels. */
#include "games/puzzlescript/compile.h"

uint64_t *object_mask(struct compiler *c)
{
    return arena_get(c->arena, (size_t)c->program->object_words * sizeof(uint64_t));
}

uint64_t *move_mask(struct compiler *c)
{
    return arena_get(c->arena, (size_t)c->program->move_words * sizeof(uint64_t));
}

static struct ps_object *object_of(struct compiler *c, int name)
{
    int object = c->names.items[name].object;
    return object < 0 ? NULL : &c->program->objects.items[object];
}

/* Gives ids; an object in two layers is in the last. */
static void number_objects(struct compiler *c)
{
    struct ps_program *program = c->program;
    long count = 0;
    for (int layer = 0; layer < c->layers.count; layer++)
        count += c->layers.items[layer].count;
    if (count > PS_MAX_OBJECTS || c->layers.count > PS_MAX_LAYERS) {
        error_at(c, 0, "there are more than %d objects or %d layers", PS_MAX_OBJECTS,
                 PS_MAX_LAYERS);
        c->stop = true;
        return;
    }
    program->layers = c->layers.count;
    program->id_names = arena_get(c->arena, (size_t)count * sizeof *program->id_names);
    int *id_layers = arena_get(c->arena, (size_t)count * sizeof *id_layers);
    int *names = arena_get(c->arena, (size_t)count * sizeof *names);
    if (stopped(c))
        return;
    for (int layer = 0; layer < c->layers.count; layer++)
        for (int i = 0; i < c->layers.items[layer].count; i++) {
            struct ps_object *object = object_of(c, c->layers.items[layer].items[i]);
            if (object == NULL)
                continue;
            object->layer = layer;
            object->id = program->ids;
            names[program->ids] = c->layers.items[layer].items[i];
            program->id_names[program->ids++] = object->name;
        }
    for (int id = 0; id < program->ids; id++)
        id_layers[id] = object_of(c, names[id])->layer;
    program->id_layers = id_layers;
    program->object_words = program->ids == 0 ? 1 : (program->ids + 63) / 64;
    program->move_words = (program->layers + PS_LAYERS_IN_WORD - 1) / PS_LAYERS_IN_WORD;
}

static void check_objects(struct compiler *c)
{
    for (int i = 0; i < c->program->objects.count; i++) {
        const struct ps_object *object = &c->program->objects.items[i];
        bool whole = object->rows.count == 5 || object->rows.count == 0;
        if (object->colors.count > 10)
            error_at(c, object->line + 1, "a picture has ten colours at most");
        if (object->colors.count == 0)
            error_at(c, object->line, "object %s has no colour", object->name);
        for (int row = 0; row < object->rows.count; row++)
            whole = whole && strlen(object->rows.items[row]) == 5;
        if (!whole)
            warn_at(c, object->line, "pictures are five wide and five high");
    }
}

/* What an aggregate puts into a cell; its objects must be in different layers. */
static void make_aggregate_glyph(struct compiler *c, const struct legend *entry)
{
    uint64_t *glyph = object_mask(c), *layers = arena_get(c->arena, PS_MAX_LAYERS / 8);
    for (int i = 0; i < entry->members.count; i++) {
        const struct ps_object *object = object_of(c, entry->members.items[i]);
        if (object == NULL)
            continue;
        if (object->layer < 0) {
            error_at(c, entry->line, "object %s is in no layer", object->name);
        } else if (has_bit(layers, object->layer)) {
            error_at(c, entry->line, "%s has two objects of one layer, which cannot be together",
                     text_of(c, entry->name));
        } else {
            set_bit(layers, object->layer);
            set_bit(glyph, object->id);
        }
    }
    c->names.items[entry->name].glyph = glyph;
}

static bool have_glyphs(const struct compiler *c, const ints *names)
{
    for (int i = 0; i < names->count; i++)
        if (c->names.items[names->items[i]].glyph == NULL)
            return false;
    return true;
}

/* Synonyms and aggregates of what has a glyph have one; again while there are more. */
static void make_glyphs(struct compiler *c)
{
    for (int i = 0; i < c->names.count; i++) {
        const struct ps_object *object = object_of(c, i);
        if (object == NULL)
            continue;
        c->names.items[i].glyph = object_mask(c);
        if (object->layer >= 0)
            set_bit(c->names.items[i].glyph, object->id);
    }
    for (bool more = true; more && !stopped(c);) {
        more = false;
        for (int i = 0; i < c->legend.count; i++) {
            const struct legend *entry = &c->legend.items[i];
            struct name *name = &c->names.items[entry->name];
            if (name->glyph != NULL || entry->kind == ANY_OF || !have_glyphs(c, &entry->members))
                continue;
            more = true;
            if (entry->kind == SYNONYM)
                name->glyph = c->names.items[entry->members.items[0]].glyph;
            else
                make_aggregate_glyph(c, entry);
        }
    }
}

void resolve_objects(struct compiler *c)
{
    number_objects(c);
    if (stopped(c))
        return;
    check_objects(c);
    make_glyphs(c);
}

static void make_layer_masks(struct compiler *c)
{
    struct ps_program *program = c->program;
    program->layer_masks = arena_get(c->arena, (size_t)program->layers * sizeof(uint64_t *));
    for (int layer = 0; layer < program->layers && !stopped(c); layer++) {
        uint64_t *mask = object_mask(c);
        for (int i = 0; i < program->objects.count; i++)
            if (program->objects.items[i].layer == layer)
                set_bit(mask, program->objects.items[i].id);
        program->layer_masks[layer] = mask;
    }
}

static void make_name_mask(struct compiler *c, const struct legend *entry)
{
    struct name *name = &c->names.items[entry->name];
    if (entry->members.count == 1) {
        uint64_t *mask = c->names.items[entry->members.items[0]].mask;
        name->mask = mask != NULL ? mask : name->mask;
        return;
    }
    name->mask = object_mask(c);
    for (int i = 0; i < entry->members.count; i++) {
        const uint64_t *mask = c->names.items[entry->members.items[i]].mask;
        if (mask != NULL)
            add_mask(name->mask, mask, c->program->object_words);
    }
}

static void find_player(struct compiler *c)
{
    int player = intern_text(c, "player");
    uint64_t *mask = object_mask(c);
    if (stopped(c))
        return;
    const struct name *name = &c->names.items[player];
    const struct ps_object *object =
        object_of(c, name->object >= 0 || name->stands_for < 0 ? player : name->stands_for);
    if (object != NULL)
        set_bit(mask, object->id);
    for (int i = 0; name->kind != PLAIN && i < name->members->count; i++) {
        object = object_of(c, name->members->items[i]);
        if (object != NULL)
            set_bit(mask, object->id);
    }
    if (is_zero(mask, c->program->object_words))
        error_at(c, 0, "no object is called player, nor does the legend say which one is");
    c->program->player = mask;
    c->program->player_all = name->kind == AGGREGATE;
}

void make_masks(struct compiler *c)
{
    find_player(c);
    make_layer_masks(c);
    for (int i = 0; i < c->names.count && !stopped(c); i++)
        if (object_of(c, i) != NULL) {
            c->names.items[i].mask = object_mask(c);
            set_bit(c->names.items[i].mask, object_of(c, i)->id);
        }
    for (int i = 0; i < c->legend.count && !stopped(c); i++)
        if (c->legend.items[i].kind != ALL_OF)
            make_name_mask(c, &c->legend.items[i]);
    c->everything = object_mask(c);
    memset(c->everything, 0xff, (size_t)c->program->object_words * sizeof *c->everything);
}

void check_layered(struct compiler *c)
{
    for (int i = 0; i < c->program->objects.count; i++)
        if (c->program->objects.items[i].layer < 0)
            error_at(c, c->program->objects.items[i].line, "object %s is in no layer",
                     c->program->objects.items[i].name);
}

/* Names: the words of a source, what each of them stands for, and the objects and levels made from them. */
#include "base/utf8.h"
#include "games/puzzlescript/compile.h"

#include <stddef.h>
#include <strings.h>

/* --- words: the source as UTF-16, classes of characters, and the table of names --- */

void ps_decode(struct compiler *c, const char *source, size_t size, struct slice *units)
{
    uint16_t *out = arena_get(c->arena, (size + 1) * sizeof *out);
    int count = 0;
    *units = (struct slice){NULL, 0};
    if (c->arena->failed)
        return;
    for (size_t at = 0, length; at < size; at += length) {
        long code = utf8_decode(source + at, size - at, &length);
        if (code < 0) {
            code = 0xfffd;
            length = 1;
        }
        if (code >= 0x10000) { /* four bytes become two units, so there is room */
            code -= 0x10000;
            out[count++] = (uint16_t)(0xd800 + (code >> 10));
            code = 0xdc00 + (code & 0x3ff);
        }
        out[count++] = (uint16_t)code;
    }
    *units = (struct slice){out, count};
}

/* Handles Latin, Greek and Cyrillic.  Other scripts have no case or are rare in names. */
uint16_t ps_small_letter(uint16_t unit)
{
    if ((unit >= 'A' && unit <= 'Z') || (unit >= 0xc0 && unit <= 0xde && unit != 0xd7) ||
        (unit >= 0x391 && unit <= 0x3a9) || (unit >= 0x410 && unit <= 0x42f))
        return (uint16_t)(unit + 32);
    if (unit >= 0x400 && unit <= 0x40f)
        return (uint16_t)(unit + 80);
    if (unit >= 0x100 && unit <= 0x17f && unit != 0x130 && unit != 0x138 && unit != 0x149 && unit != 0x178 &&
        unit != 0x17f) {
        bool odd = (unit >= 0x139 && unit <= 0x148) || unit >= 0x179; /* upper-case letters are odd here */
        return (unit % 2 == 1) == odd ? (uint16_t)(unit + 1) : unit;
    }
    return unit;
}

bool ps_is_space(uint16_t unit)
{
    return (unit >= 9 && unit <= 13) || unit == ' ' || unit == 0xa0 || unit == 0x1680 ||
           (unit >= 0x2000 && unit <= 0x200a) || unit == 0x2028 || unit == 0x2029 || unit == 0x202f || unit == 0x205f ||
           unit == 0x3000 || unit == 0xfeff;
}

bool ps_is_word(uint16_t unit)
{
    if (unit < 0x80)
        return (unit >= '0' && unit <= '9') || (unit >= 'a' && unit <= 'z') || (unit >= 'A' && unit <= 'Z') ||
               unit == '_';
    if (unit < 0xc0)
        return unit == 0xaa || unit == 0xb2 || unit == 0xb3 || unit == 0xb5 || unit == 0xb9 || unit == 0xba ||
               (unit >= 0xbc && unit <= 0xbe);
    return unit != 0xd7 && unit != 0xf7 && !ps_is_space(unit) && !(unit >= 0x2b9 && unit <= 0x36f) &&
           !(unit >= 0x2000 && unit <= 0x206f) && !(unit >= 0x20a0 && unit <= 0x20ff) &&
           !(unit >= 0x2190 && unit <= 0x245f) && !(unit >= 0x2500 && unit <= 0x2775) &&
           !(unit >= 0x2794 && unit <= 0x2bff) && !(unit >= 0x3000 && unit <= 0x3004) &&
           !(unit >= 0x3008 && unit <= 0x3020) && !(unit >= 0xd800 && unit <= 0xf8ff) &&
           !(unit >= 0xfe00 && unit <= 0xfe6f) && !(unit >= 0xff00 && unit <= 0xff0f) &&
           !(unit >= 0xff1a && unit <= 0xff20) && unit < 0xffe0;
}

struct slice ps_part(struct slice text, int from, int to)
{
    return (struct slice){text.units + from, to - from};
}

struct slice ps_trim(struct slice text)
{
    while (text.count > 0 && ps_is_space(text.units[0]))
        text = ps_part(text, 1, text.count);
    while (text.count > 0 && ps_is_space(text.units[text.count - 1]))
        text.count--;
    return text;
}

const char *ps_utf8_of(struct compiler *c, struct slice text)
{
    char *bytes = arena_get(c->arena, (size_t)text.count * 3 + 1), *out = bytes;
    if (c->arena->failed)
        return "";
    for (int i = 0; i < text.count; i++) {
        uint32_t code = text.units[i];
        if (code >= 0xd800 && code < 0xdc00 && i + 1 < text.count)
            code = 0x10000 + ((code - 0xd800) << 10) + (text.units[++i] & 0x3ffu);
        out += utf8_encode(code, out);
    }
    return bytes;
}

const char *ps_loud(struct compiler *c, const char *name)
{
    size_t length = strlen(name);
    char *loud = arena_get(c->arena, length + 1);
    for (size_t i = 0; i < length && !c->arena->failed; i++)
        loud[i] = (char)(name[i] >= 'a' && name[i] <= 'z' ? name[i] - 'a' + 'A' : name[i]);
    return c->arena->failed ? "" : loud;
}

int ps_intern(struct compiler *c, struct slice text)
{
    uint32_t hash = 2166136261u;
    for (int i = 0; i < text.count; i++)
        hash = (hash ^ text.units[i]) * 16777619u;
    if (c->names.count * 2 >= c->table_size) {
        int size = c->table_size == 0 ? 256 : c->table_size * 2;
        int *table = arena_get(c->arena, (size_t)size * sizeof *table);
        if (c->arena->failed)
            return 0;
        for (int i = 0; i < size; i++)
            table[i] = -1;
        for (int name = 0; name < c->names.count; name++) {
            uint32_t at = c->names.items[name].hash & (uint32_t)(size - 1);
            while (table[at] >= 0)
                at = (at + 1) & (uint32_t)(size - 1);
            table[at] = name;
        }
        c->table = table;
        c->table_size = size;
    }
    if (c->arena->failed)
        return 0;
    uint32_t at = hash & (uint32_t)(c->table_size - 1);
    for (; c->table[at] >= 0; at = (at + 1) & (uint32_t)(c->table_size - 1)) {
        const struct name *old = &c->names.items[c->table[at]];
        if (old->hash == hash && old->units.count == text.count &&
            (text.count == 0 || memcmp(old->units.units, text.units, (size_t)text.count * sizeof *text.units) == 0))
            return c->table[at];
    }
    int number = c->names.count;
    const char *bytes = ps_utf8_of(c, text);
    ADD(c->arena, &c->names,
        (struct name){.text = bytes,
                      .units = text,
                      .hash = hash,
                      .object = -1,
                      .synonym = -1,
                      .aggregate = -1,
                      .property = -1,
                      .stands_for = -1,
                      .single_layer = -1});
    if (c->arena->failed)
        return 0;
    c->table[at] = number;
    return number;
}

int ps_intern_text(struct compiler *c, const char *text)
{
    int count = (int)strlen(text);
    uint16_t *units = arena_get(c->arena, (size_t)count * sizeof *units);
    if (c->arena->failed)
        return 0;
    for (int i = 0; i < count; i++)
        units[i] = (unsigned char)text[i];
    return ps_intern(c, (struct slice){units, count});
}

const char *ps_text_of(const struct compiler *c, int name)
{
    return name >= 0 && name < c->names.count ? c->names.items[name].text : "";
}

bool ps_name_is(const struct compiler *c, int name, const char *word)
{
    return strcmp(ps_text_of(c, name), word) == 0;
}

const char *ps_next_word(const char *words, size_t *length)
{
    words += *length;
    words += strspn(words, " ");
    *length = strcspn(words, " ");
    return *length == 0 ? NULL : words;
}

int ps_find_word(const char *word, size_t size, const char *words)
{
    size_t length = 0;
    for (int i = 0; (words = ps_next_word(words, &length)) != NULL; i++)
        if (length == size && strncasecmp(words, word, size) == 0)
            return i;
    return -1;
}

bool ps_one_of(const char *word, const char *words)
{
    return ps_find_word(word, strlen(word), words) >= 0;
}

/* --- the legend: what each name finally stands for, and which object is the background --- */

enum { MAX_ROUNDS = 1000 }; /* only a cyclic legend needs this many */

bool ps_contains(const ints *list, int value)
{
    for (int i = 0; i < list->count; i++)
        if (list->items[i] == value)
            return true;
    return false;
}

/* Replaces members that stand for other names.  Returns whether there were any. */
static bool expand_members(struct compiler *c, int kind)
{
    bool changed = false;
    for (int i = 0; i < c->names.count; i++) {
        struct name *name = &c->names.items[i];
        for (int j = 0; (int)name->kind == kind && j < name->members->count && !ps_stopped(c); j++) {
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
                    if (!ps_contains(members, member->members->items[k])) {
                        ADD(c->arena, members, member->members->items[k]);
                    }
                changed = true;
            } else if (member->kind != PLAIN) {
                ps_error_at(c, 0, "Trying to define %s \"%s\" in terms of %s \"%s\".",
                            kind == PROPERTY ? "property" : "aggregate", ps_loud(c, name->text),
                            kind == PROPERTY ? "aggregate" : "property", ps_loud(c, member->text));
            }
        }
    }
    return changed;
}

void ps_resolve_legend(struct compiler *c)
{
    /* First the members of properties and aggregates, then what synonyms of these mean. */
    for (int i = 0; i < c->legend.count; i++) {
        const struct ps_legend *entry = &c->legend.items[i];
        struct name *name = &c->names.items[entry->name];
        if (entry->kind == SYNONYM)
            continue;
        ints *members = arena_get(c->arena, sizeof *members);
        for (int j = 0; j < entry->members.count; j++)
            ADD(c->arena, members, entry->members.items[j]);
        name->kind = entry->kind == ALL_OF ? AGGREGATE : PROPERTY;
        name->members = members;
    }
    for (int i = 0; i < c->legend.count && !ps_stopped(c); i++) {
        const struct ps_legend *entry = &c->legend.items[i];
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
    bool more = true;
    for (int round = 0; more && round < MAX_ROUNDS && !ps_stopped(c); round++) {
        more = false;
        /* Follows each synonym one step. */
        for (int i = 0; i < c->names.count; i++) {
            struct name *name = &c->names.items[i];
            if (name->stands_for < 0)
                continue;
            const struct name *meant = &c->names.items[name->stands_for];
            if (meant->kind != PLAIN) {
                name->stands_for = -1;
                name->kind = meant->kind;
                name->members = meant->members;
                more = true;
            } else if (meant->stands_for >= 0) {
                name->stands_for = meant->stands_for;
            }
        }
        more = expand_members(c, PROPERTY) || more;
        more = expand_members(c, AGGREGATE) || more;
    }
    if (more && !ps_stopped(c)) {
        ps_error_at(c, 0, "the legend goes in circles");
        c->stop = true;
    }
    /* Finds the properties whose objects all share a layer: these can be matched without expansion. */
    for (int i = 0; i < c->names.count && !ps_stopped(c); i++) {
        struct name *name = &c->names.items[i];
        bool same = name->kind == PROPERTY && name->members->count > 0;
        for (int j = 0, layer = 0; same && j < name->members->count; j++) {
            const struct ps_object *object = ps_object_of(c, name->members->items[j]);
            same = object != NULL && (j == 0 || object->layer == layer);
            name->single_layer = same ? layer = object->layer : -1;
        }
    }
}

void ps_find_background(struct compiler *c)
{
    int background = ps_intern_text(c, "background");
    if (ps_stopped(c))
        return;
    c->program->background_id = c->program->background_layer = -1;
    if (c->program->ids == 0 && c->layers.count > 0)
        ps_error_at(c, 0, "You need to have some objects defined");
    const struct name *name = &c->names.items[background];
    bool property = name->object < 0 && name->stands_for < 0 && name->kind == PROPERTY;
    int first = property && name->members->count > 0 ? name->members->items[0] : name->stands_for;
    const struct ps_object *object = ps_object_of(c, name->object >= 0 ? background : first);
    if (object != NULL) {
        c->program->background_id = object->id;
        c->program->background_layer = object->layer;
    }
    for (int i = 1; property && object != NULL && i < name->members->count; i++) {
        const struct ps_object *other = ps_object_of(c, name->members->items[i]);
        if (other != NULL && other->layer != object->layer)
            ps_error_at(c, name->declared, "Background objects must be on the same layer");
    }
    if (object != NULL || property)
        return;
    if (name->stands_for >= 0) {
        c->stop = true;
        return;
    }
    c->program->background_id = 0;
    c->program->background_layer = c->program->ids > 0 ? c->program->id_layers[0] : -1;
    if (name->kind == AGGREGATE)
        ps_error_at(c, name->declared,
                    "background cannot be an aggregate (declared with 'and'), it has to be a simple type, or property "
                    "(declared in terms of others using 'or').");
    else
        ps_error_at(c, 0, "Seriously, you have to define something to be the background.");
}

/* --- objects as bits: ids in the order of the collision layers, masks of names, keys of levels --- */

uint64_t *ps_object_mask(struct compiler *c)
{
    return arena_get(c->arena, (size_t)c->program->object_words * sizeof(uint64_t));
}

uint64_t *ps_move_mask(struct compiler *c)
{
    return arena_get(c->arena, (size_t)c->program->move_words * sizeof(uint64_t));
}

struct ps_object *ps_object_of(const struct compiler *c, int name)
{
    int object = name < 0 ? -1 : c->names.items[name].object;
    return object < 0 ? NULL : &c->program->objects.items[object];
}

/* The objects that an aggregate puts into a cell.  They must be in different layers. */
static void make_aggregate_glyph(struct compiler *c, const struct ps_legend *entry)
{
    uint64_t *glyph = ps_object_mask(c), *layers = arena_get(c->arena, PS_MAX_LAYERS / 8);
    for (int i = 0; i < entry->members.count; i++) {
        const struct ps_object *object = ps_object_of(c, entry->members.items[i]);
        if (object == NULL)
            continue;
        if (object->layer < 0) {
            ps_error_at(c, entry->line, "Object \"%s\" has been defined, but not assigned to a layer.",
                        ps_loud(c, object->name));
        } else if (has_bit(layers, object->layer)) {
            int first = 0;
            while (ps_object_of(c, entry->members.items[first]) == NULL ||
                   ps_object_of(c, entry->members.items[first])->layer != object->layer)
                first++;
            ps_error_at(c, entry->line,
                        "Trying to create an aggregate object (something defined in the LEGEND section using AND) with "
                        "both \"%s\" and \"%s\", which are on the same layer and therefore can't coexist.",
                        ps_loud(c, object->name), ps_loud(c, ps_text_of(c, entry->members.items[first])));
        } else {
            set_bit(layers, object->layer);
            set_bit(glyph, object->id);
        }
    }
    c->names.items[entry->name].glyph = glyph;
}

void ps_resolve_objects(struct compiler *c)
{
    struct ps_program *program = c->program;
    long count = 0;
    for (int layer = 0; layer < c->layers.count; layer++)
        count += c->layers.items[layer].count;
    if (count > PS_MAX_OBJECTS || c->layers.count > PS_MAX_LAYERS) {
        ps_error_at(c, 0, "there are more than %d objects or %d layers", PS_MAX_OBJECTS, PS_MAX_LAYERS);
        c->stop = true;
        return;
    }
    program->layers = c->layers.count;
    program->id_names = arena_get(c->arena, (size_t)count * sizeof *program->id_names);
    int *id_layers = arena_get(c->arena, (size_t)count * sizeof *id_layers);
    int *names = arena_get(c->arena, (size_t)count * sizeof *names);
    if (ps_stopped(c))
        return;
    /* Assigns the ids.  An object listed in two layers belongs to the last one. */
    for (int layer = 0; layer < c->layers.count; layer++)
        for (int i = 0; i < c->layers.items[layer].count; i++) {
            struct ps_object *object = ps_object_of(c, c->layers.items[layer].items[i]);
            if (object == NULL)
                continue;
            object->layer = layer;
            object->id = program->ids;
            names[program->ids] = c->layers.items[layer].items[i];
            program->id_names[program->ids++] = object->name;
        }
    for (int id = 0; id < program->ids; id++)
        id_layers[id] = ps_object_of(c, names[id])->layer;
    program->id_layers = id_layers;
    program->object_words = program->ids == 0 ? 1 : (program->ids + 63) / 64;
    program->move_words = (program->layers + PS_LAYERS_IN_WORD - 1) / PS_LAYERS_IN_WORD;
    for (int i = 0; i < program->objects.count; i++) {
        const struct ps_object *object = &program->objects.items[i];
        bool whole = object->rows.count == 5 || object->rows.count == 0;
        if (object->colors.count > 10)
            ps_error_at(c, object->line + 1,
                        "a sprite cannot have more than 10 colors. Why you would want more than 10 is beyond me.");
        if (object->colors.count == 0)
            ps_error_at(c, object->line, "color not specified for object \"%s\".", object->name);
        for (int row = 0; row < object->rows.count; row++)
            whole = whole && strlen(object->rows.items[row]) == 5;
        if (!whole)
            ps_warn_at(c, object->line, "Sprite graphics must be 5 wide and 5 high exactly.");
    }
    /* Gives glyphs to objects, then to synonyms and aggregates of names with glyphs, until there are no more. */
    for (int i = 0; i < c->names.count; i++) {
        const struct ps_object *object = ps_object_of(c, i);
        if (object == NULL)
            continue;
        c->names.items[i].glyph = ps_object_mask(c);
        if (object->layer >= 0)
            set_bit(c->names.items[i].glyph, object->id);
    }
    for (bool more = true; more && !ps_stopped(c);) {
        more = false;
        for (int i = 0; i < c->legend.count; i++) {
            const struct ps_legend *entry = &c->legend.items[i];
            struct name *name = &c->names.items[entry->name];
            bool known = true;
            for (int j = 0; j < entry->members.count; j++)
                known = known && c->names.items[entry->members.items[j]].glyph != NULL;
            if (name->glyph != NULL || entry->kind == ANY_OF || !known)
                continue;
            more = true;
            if (entry->kind == SYNONYM)
                name->glyph = c->names.items[entry->members.items[0]].glyph;
            else
                make_aggregate_glyph(c, entry);
        }
    }
}

void ps_make_masks(struct compiler *c)
{
    struct ps_program *program = c->program;
    int player = ps_intern_text(c, "player");
    uint64_t *players = ps_object_mask(c);
    if (ps_stopped(c))
        return;
    const struct name *own = &c->names.items[player];
    const struct ps_object *object =
        ps_object_of(c, own->object >= 0 || own->stands_for < 0 ? player : own->stands_for);
    if (object != NULL)
        set_bit(players, object->id);
    for (int i = 0; own->kind != PLAIN && i < own->members->count; i++)
        if ((object = ps_object_of(c, own->members->items[i])) != NULL)
            set_bit(players, object->id);
    if (is_zero(players, program->object_words))
        ps_error_at(c, 0,
                    "Error, didn't find any object called player, either in the objects section, or the legends "
                    "section.");
    program->player = players;
    program->player_all = own->kind == AGGREGATE;
    program->layer_masks = arena_get(c->arena, (size_t)program->layers * sizeof(uint64_t *));
    for (int layer = 0; layer < program->layers && !ps_stopped(c); layer++) {
        uint64_t *mask = ps_object_mask(c);
        for (int i = 0; i < program->objects.count; i++)
            if (program->objects.items[i].layer == layer)
                set_bit(mask, program->objects.items[i].id);
        program->layer_masks[layer] = mask;
    }
    for (int i = 0; i < c->names.count && !ps_stopped(c); i++)
        if (ps_object_of(c, i) != NULL) {
            c->names.items[i].mask = ps_object_mask(c);
            set_bit(c->names.items[i].mask, ps_object_of(c, i)->id);
        }
    for (int i = 0; i < c->legend.count && !ps_stopped(c); i++) {
        const struct ps_legend *entry = &c->legend.items[i];
        struct name *name = &c->names.items[entry->name];
        if (entry->kind == ALL_OF)
            continue;
        if (entry->members.count == 1) {
            uint64_t *mask = c->names.items[entry->members.items[0]].mask;
            name->mask = mask != NULL ? mask : name->mask;
            continue;
        }
        name->mask = ps_object_mask(c);
        for (int j = 0; j < entry->members.count; j++) {
            const uint64_t *mask = c->names.items[entry->members.items[j]].mask;
            if (mask != NULL)
                add_mask(name->mask, mask, c->program->object_words);
        }
    }
    c->everything = ps_object_mask(c);
    memset(c->everything, 0xff, (size_t)c->program->object_words * sizeof *c->everything);
}

/* --- the LEVELS section: keys become sets of objects --- */

void ps_fill_background(const struct ps_program *program, uint64_t *cells, int size, uint64_t *spare)
{
    int words = program->object_words;
    const uint64_t *layer = program->background_layer < 0 ? NULL : program->layer_masks[program->background_layer];
    memset(spare, 0, (size_t)words * sizeof *spare);
    for (int i = 0; layer != NULL && i < size && is_zero(spare, words); i++)
        for (int word = 0; word < words; word++)
            spare[word] = cells[(size_t)i * (size_t)words + (size_t)word] & layer[word];
    if (is_zero(spare, words) && program->background_id >= 0)
        set_bit(spare, program->background_id);
    for (int i = 0; i < size; i++) {
        uint64_t *here = &cells[(size_t)i * (size_t)words];
        if (layer == NULL || !meets(layer, here, words))
            add_mask(here, spare, words);
    }
}

static void make_level(struct compiler *c, const struct level_text *text)
{
    struct ps_level level = {.line = text->line, .width = text->rows.items[0].count, .height = text->rows.count};
    if (level.width > PS_MAX_CELLS || level.height > PS_MAX_CELLS ||
        (int64_t)level.width * level.height > PS_MAX_CELLS) {
        ps_error_at(c, text->line, "a level has more than %d cells", PS_MAX_CELLS);
        return;
    }
    size_t size = (size_t)(level.width * level.height), words = (size_t)c->program->object_words;
    uint64_t *cells = arena_get(c->arena, size * words * sizeof *cells);
    uint16_t *units = arena_get(c->arena, size * sizeof *units);
    if (ps_stopped(c))
        return;
    bool known = true;
    for (int i = 0; i < (int)size && known; i++) {
        int x = i / level.height, y = i % level.height;
        struct slice row = text->rows.items[y];
        int at = x < row.count ? x : row.count - 1; /* a short row repeats its last character */
        int key = ps_intern(c, row.count == 0 ? row : ps_part(row, at, at + 1));
        const struct name *name = &c->names.items[key];
        units[y * level.width + x] = row.count == 0 ? 0 : row.units[at];
        known = !ps_stopped(c) && name->glyph != NULL;
        if (known)
            memcpy(&cells[(size_t)i * words], name->glyph, words * sizeof *cells);
        else if (!ps_stopped(c) && name->kind == PROPERTY)
            ps_error_at(c, level.line + y,
                        "Error, symbol \"%s\" is defined using OR, and therefore ambiguous - it cannot be used in a "
                        "map. Did you mean to define it in terms of AND?",
                        name->text);
        else if (!ps_stopped(c))
            ps_error_at(c, level.line + y, "Error, symbol \"%s\", used in map, not found.", name->text);
    }
    if (known) {
        if (c->program->background_layer < 0)
            ps_error_at(c, 0, "you have to have a background layer");
        ps_fill_background(c->program, cells, (int)size, ps_object_mask(c));
    }
    level.cells = cells;
    level.text = units;
    level.name = ps_utf8_of(c, text->name);
    ADD(c->arena, &c->program->levels, level);
}

enum { WIDTH = 34, MESSAGE_LINES = 12 }; /* of the original's messages */

/* The number of lines of a text in the original's messages. */
static int wrapped_lines(const char *text)
{
    int lines = 0;
    for (size_t length = strlen(text); length > 0; lines++) {
        size_t take = length <= WIDTH ? length : WIDTH;
        /* Break at the last space that fits, and drop that space; cut a word that is longer than a line. */
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

void ps_make_levels(struct compiler *c)
{
    /* List the characters that may occur in levels. */
    for (int i = 0; i < c->names.count && !ps_stopped(c); i++) {
        const struct name *name = &c->names.items[i];
        if (name->glyph == NULL || name->units.count != 1)
            continue;
        ADD(c->arena, &c->program->keys, (struct ps_key){name->units.units[0], name->glyph});
    }
    for (int i = 0; i < c->levels.count && !ps_stopped(c); i++) {
        const struct level_text *text = &c->levels.items[i];
        if (text->is_message) {
            const char *message = ps_utf8_of(c, text->message);
            if (wrapped_lines(message) > MESSAGE_LINES)
                ps_warn_at(c, text->line, "Message too long to fit on screen.");
            ADD(c->arena, &c->program->levels, (struct ps_level){.message = message, .line = text->line});
        } else if (text->rows.count > 0) {
            make_level(c, text);
        }
    }
}

/* The section LEVELS: keys become sets of objects. */
#include "games/puzzlescript/compile.h"

enum { MESSAGE_LINES = 12 };

/* The objects that a key stands for; NULL, with an error, if it is none. */
static const uint64_t *glyph_of(struct compiler *c, struct slice key, int line)
{
    int name = intern(c, key);
    if (stopped(c))
        return NULL;
    const struct name *found = &c->names.items[name];
    if (found->glyph == NULL) {
        if (found->kind == PROPERTY)
            error_at(c, line, "%s may be any of several objects (or): it cannot be in a level",
                     found->text);
        else
            error_at(c, line, "%s, used in a level, is not defined", found->text);
    }
    return found->glyph;
}

/* Fills in the cells; false where a key is unknown. */
static bool fill_cells(struct compiler *c, const struct level_text *text, struct ps_level *level,
                       uint64_t *cells, uint16_t *units)
{
    size_t words = (size_t)c->program->object_words;
    for (int x = 0; x < level->width; x++)
        for (int y = 0; y < level->height; y++) {
            struct slice row = text->rows.items[y];
            int at = x < row.count ? x : row.count - 1; /* a short row goes on with its last */
            const uint64_t *glyph =
                glyph_of(c, row.count == 0 ? row : part(row, at, at + 1), level->line + y);
            units[y * level->width + x] = row.count == 0 ? 0 : row.units[at];
            if (glyph == NULL)
                return false;
            memcpy(&cells[(size_t)(x * level->height + y) * words], glyph, words * sizeof *cells);
        }
    return true;
}

void ps_fill_background(const struct ps_program *program, uint64_t *cells, int size,
                        uint64_t *spare)
{
    int words = program->object_words;
    const uint64_t *layer =
        program->background_layer < 0 ? NULL : program->layer_masks[program->background_layer];
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

static void fill_background(struct compiler *c, const struct ps_level *level, uint64_t *cells)
{
    if (c->program->background_layer < 0)
        error_at(c, 0, "there must be a layer with the background");
    ps_fill_background(c->program, cells, level->width * level->height, object_mask(c));
}

/* Notes the characters that may stand in levels. */
static void keep_keys(struct compiler *c)
{
    for (int i = 0; i < c->names.count && !stopped(c); i++) {
        const struct name *name = &c->names.items[i];
        if (name->glyph == NULL || name->units.count != 1)
            continue;
        *(struct ps_key *)PUSH(c->arena, &c->program->keys) =
            (struct ps_key){name->units.units[0], name->glyph};
    }
}

static void make_level(struct compiler *c, const struct level_text *text)
{
    struct ps_level level = {
        .line = text->line, .width = text->rows.items[0].count, .height = text->rows.count};
    if (level.width > PS_MAX_CELLS || level.height > PS_MAX_CELLS ||
        (int64_t)level.width * level.height > PS_MAX_CELLS) {
        error_at(c, text->line, "a level has more than %d cells", PS_MAX_CELLS);
        return;
    }
    size_t size = (size_t)(level.width * level.height), words = (size_t)c->program->object_words;
    uint64_t *cells = arena_get(c->arena, size * words * sizeof *cells);
    uint16_t *units = arena_get(c->arena, size * sizeof *units);
    if (stopped(c))
        return;
    if (fill_cells(c, text, &level, cells, units))
        fill_background(c, &level, cells);
    level.cells = cells;
    level.text = units;
    *(struct ps_level *)PUSH(c->arena, &c->program->levels) = level;
}

void make_levels(struct compiler *c)
{
    keep_keys(c);
    for (int i = 0; i < c->levels.count && !stopped(c); i++) {
        const struct level_text *text = &c->levels.items[i];
        if (text->is_message) {
            const char *message = utf8_of(c, text->message);
            if (wrapped_lines(message) > MESSAGE_LINES)
                warn_at(c, text->line, "the message is too long for the original's screen");
            *(struct ps_level *)PUSH(c->arena, &c->program->levels) =
                (struct ps_level){.message = message, .line = text->line};
        } else if (text->rows.count > 0) {
            make_level(c, text);
        }
    }
}

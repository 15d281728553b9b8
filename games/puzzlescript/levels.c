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
                       uint64_t *cells)
{
    size_t words = (size_t)c->program->object_words;
    for (int x = 0; x < level->width; x++)
        for (int y = 0; y < level->height; y++) {
            struct slice row = text->rows.items[y];
            int at = x < row.count ? x : row.count - 1; /* a short row goes on with its last */
            const uint64_t *glyph =
                glyph_of(c, row.count == 0 ? row : part(row, at, at + 1), level->line + y);
            if (glyph == NULL)
                return false;
            memcpy(&cells[(size_t)(x * level->height + y) * words], glyph, words * sizeof *cells);
        }
    return true;
}

/* The background of cells that have none of their own: the first that another cell has. */
static void fill_background(struct compiler *c, const struct ps_level *level, uint64_t *cells)
{
    int words = c->program->object_words, size = level->width * level->height;
    const uint64_t *layer =
        c->background_layer < 0 ? NULL : c->program->layer_masks[c->background_layer];
    uint64_t *background = object_mask(c);
    if (layer == NULL)
        error_at(c, 0, "there must be a layer with the background");
    for (int i = 0; layer != NULL && i < size && is_zero(background, words); i++)
        for (int word = 0; word < words; word++)
            background[word] = cells[(size_t)i * (size_t)words + (size_t)word] & layer[word];
    if (is_zero(background, words) && c->background_id >= 0)
        set_bit(background, c->background_id);
    for (int i = 0; i < size; i++) {
        uint64_t *here = &cells[(size_t)i * (size_t)words];
        if (layer == NULL || !meets(layer, here, words))
            add_mask(here, background, words);
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
    size_t size = (size_t)(level.width * level.height) * (size_t)c->program->object_words;
    uint64_t *cells = arena_get(c->arena, size * sizeof *cells);
    if (stopped(c))
        return;
    if (fill_cells(c, text, &level, cells))
        fill_background(c, &level, cells);
    level.cells = cells;
    *(struct ps_level *)PUSH(c->arena, &c->program->levels) = level;
}

void make_levels(struct compiler *c)
{
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

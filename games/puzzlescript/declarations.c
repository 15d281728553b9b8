/* Stores the values that a source's prelude, sounds and win conditions declare, and reports errors in them, once all
 * names are known. */
#include "games/puzzlescript/compile.h"

#include <stdlib.h>

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
    static const char palettes[] =
        "1 2 3 4 5 6 7 8 9 10 11 12 13 14 mastersystem gameboycolour amiga arnecolors famicom "
        "atari pastel ega amstrad proteus_mellow proteus_rich proteus_night c64 whitingjp";
    struct ps_prelude *prelude = &c->program->prelude;
    prelude->title_line = line_of(c, "title");
    prelude->author_line = line_of(c, "author");
    for (int i = 0; i < c->metadata.count; i++) {
        const struct metadata *setting = &c->metadata.items[i];
#define TAKE_VALUE(word)                    \
    if (ps_name_is(c, setting->key, #word)) \
        prelude->word = ps_utf8_of(c, setting->value);
#define TAKE_FLAG(word) prelude->word |= ps_name_is(c, setting->key, #word);
        PS_PRELUDE_VALUES(TAKE_VALUE)
        PS_PRELUDE_FLAGS(TAKE_FLAG)
        if (ps_name_is(c, setting->key, "color_palette") && !ps_one_of(prelude->color_palette, palettes))
            ps_error_at(c, setting->line, "Palette \"%s\" not found, defaulting to arnecolors.",
                        prelude->color_palette);
    }
}

/* Whether a text is a whole number, as the original reads it.  Warns if it is not, or is not positive. */
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

/* Checks a size of the form WIDTHxHEIGHT.  Sets it to NULL if it is malformed. */
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
    const char *const keys[] = {"text_color", "background_color"}, *const otherwise[] = {"white", "black"};
    const char *const colors[] = {prelude->text_color, prelude->background_color};
    for (int i = 0; i < 2; i++) {
        if (colors[i] == NULL || ps_one_of(colors[i], PS_COLOUR_WORDS))
            continue;
        size_t digits = strspn(colors[i] + (colors[i][0] == '#'), "0123456789abcdefABCDEF");
        if (colors[i][0] != '#' || colors[i][1 + digits] != '\0' || (digits != 3 && digits != 6))
            ps_error_at(c, line_of(c, keys[i]),
                        "%s in incorrect format - found %s, but I expect a color name (like 'pink') or hex-formatted "
                        "color (like '#1412FA'). Defaulting to %s.",
                        keys[i], colors[i], otherwise[i]);
    }
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
        const struct sound_word *words = sound->words.items;
        int count = sound->words.count;
        if (words[count - 1].kind != SOUND_SEED)
            ps_error_at(c, sound->line, "Expecting sfx data, instead found \"%s\".",
                        ps_text_of(c, words[count - 1].name));
        if (words[0].kind == SOUND_EVENT)
            continue;
        const struct name *target = &c->names.items[words[0].name];
        if (target->kind == AGGREGATE)
            ps_error_at(
                c, sound->line,
                "cannot assign sound events to aggregate objects (declared with \"and\"), only to regular objects, "
                "or properties, things defined in terms of \"or\" (\"%s\").",
                target->text);
        else if (target->mask == NULL)
            ps_error_at(c, sound->line, "Object \"%s\" not found.", target->text);
    }
}

/* The set of objects that a name in a condition stands for.  Returns NULL, with an error, if there is none. */
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
            ADD(c->arena, &c->program->conditions, condition);
    }
}

/* The prelude, sounds and conditions to win: what is kept of them, and what is wrong with them. */
#include "games/puzzlescript/compile.h"

#include <stddef.h>
#include <stdlib.h>

/* One table: the word, and where its value goes. */
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

static void keep_value(struct compiler *c, const struct metadata *data)
{
    char *prelude = (char *)&c->program->prelude;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        if (!name_is(c, data->key, keys[i].word))
            continue;
        if (keys[i].flag)
            *(bool *)(void *)(prelude + keys[i].at) = true;
        else
            *(const char **)(void *)(prelude + keys[i].at) = utf8_of(c, data->value);
    }
}

static int line_of(const struct compiler *c, const char *key)
{
    int line = 0;
    for (int i = 0; i < c->metadata.count; i++)
        if (name_is(c, c->metadata.items[i].key, key))
            line = c->metadata.items[i].line;
    return line;
}

void read_prelude(struct compiler *c)
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
        keep_value(c, &c->metadata.items[i]);
        const char *palette = c->program->prelude.color_palette;
        if (name_is(c, c->metadata.items[i].key, "color_palette") && !one_of(palette, palettes))
            error_at(c, 0, "there is no palette %s", palette);
    }
}

static bool is_color(const char *text)
{
    static const char *const colors[] = {
        "black",     "white",  "gray",    "darkgray",    "lightgray",  "grey",      "darkgrey",
        "lightgrey", "red",    "darkred", "lightred",    "brown",      "darkbrown", "lightbrown",
        "orange",    "yellow", "green",   "darkgreen",   "lightgreen", "blue",      "lightblue",
        "darkblue",  "purple", "pink",    "transparent", NULL};
    if (one_of(text, colors))
        return true;
    size_t digits = strspn(text + 1 - (text[0] != '#'), "0123456789abcdefABCDEF");
    return text[0] == '#' && text[1 + digits] == '\0' && (digits == 3 || digits == 6);
}

/* A positive whole number, as the original reads it. */
static bool check_number(struct compiler *c, const char *text, int line)
{
    char *end;
    double value = strtod(text, &end);
    while (*end == ' ' || *end == '\t')
        end++;
    bool whole = end != text && *end == '\0' && value >= -2147483648.0 && value <= 2147483647.0 &&
                 value == (double)(long)value;
    if (!whole)
        warn_at(c, line, "%s is no whole number", text);
    else if (value <= 0)
        warn_at(c, line, "%s is not greater than 0", text);
    return whole;
}

/* WIDTHxHEIGHT; the text is dropped if it is not that. */
static void check_size(struct compiler *c, const char **size, const char *key)
{
    if (*size == NULL)
        return;
    int line = line_of(c, key);
    const char *by = strchr(*size, 'x');
    if (by == NULL || strchr(by + 1, 'x') != NULL) {
        warn_at(c, line, "a size must be WIDTHxHEIGHT");
        *size = NULL;
        return;
    }
    char *width = arena_get(c->arena, (size_t)(by - *size) + 1);
    if (stopped(c))
        return;
    memcpy(width, *size, (size_t)(by - *size));
    bool good = check_number(c, width, line);
    if (!(check_number(c, by + 1, line) && good)) {
        warn_at(c, line, "a size must be WIDTHxHEIGHT, not %s", *size);
        *size = NULL;
    }
}

void check_prelude(struct compiler *c)
{
    struct ps_prelude *prelude = &c->program->prelude;
    check_size(c, &prelude->flickscreen, "flickscreen");
    check_size(c, &prelude->zoomscreen, "zoomscreen");
    if (prelude->text_color != NULL && !is_color(prelude->text_color))
        error_at(c, line_of(c, "text_color"), "%s is no colour", prelude->text_color);
    if (prelude->background_color != NULL && !is_color(prelude->background_color))
        error_at(c, line_of(c, "background_color"), "%s is no colour", prelude->background_color);
}

int wrapped_lines(const char *text)
{
    enum { WIDTH = 34 };
    int lines = 0;
    for (size_t length = strlen(text); length > 0; lines++) {
        size_t take = length <= WIDTH ? length : WIDTH;
        /* Up to a space, which goes too; a longer word is cut. */
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
        error_at(c, sound->line, "a sound's number is missing");
    if (words[0].kind == SOUND_EVENT)
        return;
    const struct name *target = &c->names.items[words[0].name];
    if (target->kind == AGGREGATE)
        error_at(c, sound->line,
                 "sounds cannot be given to %s, which is several objects at once (and)",
                 target->text);
    else if (target->mask == NULL)
        error_at(c, sound->line, "sounds cannot be given to %s: no such object", target->text);
}

void check_sounds(struct compiler *c)
{
    for (int i = 0; i < c->sounds.count; i++) {
        const struct sound *sound = &c->sounds.items[i];
        if (sound->words.count == 1) {
            warn_at(c, sound->line, "this is no sound");
            continue;
        }
        for (int j = 0; sound->words.items[0].kind == SOUND_EVENT && j < i; j++)
            if (c->sounds.items[j].words.count > 1 &&
                c->sounds.items[j].words.items[0].name == sound->words.items[0].name &&
                c->sounds.items[j].words.items[0].kind == SOUND_EVENT)
                warn_at(c, sound->line, "%s has a sound already",
                        text_of(c, sound->words.items[0].name));
        check_sound(c, sound);
    }
}

/* The set that a name in a condition means; NULL, with an error, if it means none. */
static const uint64_t *condition_mask(struct compiler *c, int name, int line, bool *all)
{
    const struct name *found = &c->names.items[name];
    *all = false;
    if (found->mask != NULL)
        return found->mask;
    if (found->kind != AGGREGATE) {
        error_at(c, line, "%s, in a condition to win, means no objects", found->text);
        return NULL;
    }
    *all = true;
    uint64_t *mask = object_mask(c);
    for (int i = 0; i < found->members->count; i++) {
        const uint64_t *member = c->names.items[found->members->items[i]].mask;
        if (member != NULL)
            add_mask(mask, member, c->program->object_words);
    }
    return mask;
}

void make_conditions(struct compiler *c)
{
    for (int i = 0; i < c->conditions.count && !stopped(c); i++) {
        const struct condition_line *line = &c->conditions.items[i];
        const int *words = line->words.items;
        if (line->words.count < 2) {
            error_at(c, line->line,
                     "a condition to win is All A on B, Some A, No A on B, or the like");
            continue;
        }
        struct ps_condition condition = {.quantifier = name_is(c, words[0], "no")    ? PS_NO
                                                       : name_is(c, words[0], "all") ? PS_ALL
                                                                                     : PS_SOME};
        condition.what = condition_mask(c, words[1], line->line, &condition.all_what);
        condition.where = c->everything;
        if (line->words.count == 4)
            condition.where = condition_mask(c, words[3], line->line, &condition.all_where);
        if (condition.what != NULL && condition.where != NULL)
            *(struct ps_condition *)PUSH(c->arena, &c->program->conditions) = condition;
    }
}

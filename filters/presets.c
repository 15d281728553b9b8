/* Default thresholds and difficulties: named sets of filter options, game by game. */
#include "filters/filters.h"

#include <string.h>

enum { MOST_OPTIONS = 6 };

/* Which options a preset sets, and to what. */
struct preset {
    const char *game;
    const char *name; /* "default", or a difficulty */
    struct {
        const char *option, *value;
    } set[MOST_OPTIONS];
};

static const struct preset presets[] = {
    {"longcat", "default", {{"min-depth", "4"}, {"min-choices", "2"}, {"min-traps", "1"}}},
    {"longcat", "easy", {{"max-traps", "2"}}},
    {"longcat", "medium", {{"min-traps", "3"}, {"max-traps", "4"}}},
    {"longcat", "hard", {{"min-traps", "5"}, {"max-traps", "7"}}},
    {"longcat", "expert", {{"min-traps", "8"}}},
    {"sokoban", "default", {{"min-depth", "5"}, {"min-interplay", "1"}, {"min-choices", "2"}}},
    {"sokoban", "easy", {{"max-depth", "11"}}},
    {"sokoban", "medium", {{"min-depth", "12"}, {"max-depth", "17"}, {"min-interplay", "2"}}},
    {"sokoban", "hard", {{"min-depth", "18"}, {"max-depth", "26"}, {"min-interplay", "3"}}},
    {"sokoban", "expert", {{"min-depth", "27"}, {"min-interplay", "4"}}},
    {"snake", "default", {{"min-depth", "8"}}},
    {"snake", "easy", {{"max-interplay", "0"}, {"min-choices", "8"}}},
    {"snake", "medium", {{"min-interplay", "10"}, {"max-traps", "0"}}},
    {"snake", "hard", {{"min-interplay", "15"}, {"min-traps", "1"}, {"max-traps", "3"}}},
    {"snake", "expert", {{"min-interplay", "20"}, {"min-traps", "5"}}},
    {"snakebird", "default", {{"min-depth", "10"}, {"min-choices", "5"}, {"min-traps", "1"}}},
    {"snakebird", "easy", {{"max-depth", "15"}}},
    {"snakebird", "medium", {{"min-depth", "16"}, {"max-depth", "24"}}},
    {"snakebird", "hard", {{"min-depth", "25"}, {"max-depth", "34"}}},
    {"snakebird", "expert", {{"min-depth", "35"}}},
    {"snowman", "default", {{"min-depth", "5"}, {"min-choices", "3"}, {"min-interplay", "2"}}},
    {"snowman", "easy", {{"max-depth", "9"}, {"max-traps", "9"}}},
    {"snowman", "medium", {{"min-depth", "10"}, {"max-depth", "14"}, {"min-traps", "4"}}},
    {"snowman", "hard", {{"min-depth", "15"}, {"max-depth", "20"}, {"min-traps", "10"}}},
    {"snowman", "expert", {{"min-depth", "21"}, {"min-traps", "15"}}},
};

static const size_t preset_count = sizeof presets / sizeof *presets;

static const struct preset *find_preset(const struct game *game, const char *name)
{
    for (size_t i = 0; i < preset_count; i++) {
        if (strcmp(presets[i].game, game->name) == 0 && strcmp(presets[i].name, name) == 0)
            return &presets[i];
    }
    return NULL;
}

static const struct option_row *find_row(const char *name)
{
    size_t i = 0;
    while (strcmp(filter_option_rows[i].name, name) != 0)
        i++;
    return &filter_option_rows[i];
}

static void apply(const struct preset *preset, struct filter_settings *settings)
{
    struct text error = {0};
    for (int i = 0; i < MOST_OPTIONS && preset->set[i].option != NULL; i++)
        option_set_value(find_row(preset->set[i].option), settings, preset->set[i].value, &error);
    text_free(&error);
}

bool filters_complete(struct filter_settings *settings, const bool *given,
                      const struct game *game, struct text *error)
{
    const struct filter_settings typed = *settings;
    const struct preset *preset = find_preset(game, "default");
    filters_reset(settings);
    if (!typed.allow_trivial) {
        settings->allow_greedy = false;
        if (preset != NULL)
            apply(preset, settings);
    }
    struct text name = {0};
    option_get_value(find_row("difficulty"), &typed, &name);
    preset = find_preset(game, text_string(&name));
    if (typed.difficulty != 0 && preset == NULL)
        text_addf(error, "%s has no difficulty '%s'", game->title, text_string(&name));
    else if (typed.difficulty != 0)
        apply(preset, settings);
    text_free(&name);
    if (typed.difficulty != 0 && preset == NULL)
        return false;
    for (size_t i = 0; i < filter_option_count; i++) {
        struct text value = {0};
        if (given[i]) {
            option_get_value(&filter_option_rows[i], &typed, &value);
            option_set_value(&filter_option_rows[i], settings, text_string(&value), error);
        }
        text_free(&value);
    }
    return true;
}

void filters_describe(const struct game *game, struct text *help)
{
    text_addf(help, "\nThresholds for %s:\n", game->title);
    for (size_t i = 0; i < preset_count; i++) {
        const struct preset *preset = &presets[i];
        if (strcmp(preset->game, game->name) != 0)
            continue;
        text_addf(help, "  %-10s", preset->name);
        for (int j = 0; j < MOST_OPTIONS && preset->set[j].option != NULL; j++)
            text_addf(help, " --%s=%s", preset->set[j].option, preset->set[j].value);
        text_add_string(help, strcmp(preset->name, "default") == 0 ? ", not greedy\n" : "\n");
    }
}

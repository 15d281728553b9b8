/* Default thresholds and difficulties: named sets of filter options, as each game's face has them. */
#include "filters/filters.h"

#include "faces/face.h"

#include <string.h>

static const struct preset *find_preset(const struct game *game, const char *name)
{
    const struct preset *preset = face_of(game)->presets;
    while (preset->name != NULL && strcmp(preset->name, name) != 0)
        preset++;
    return preset->name == NULL ? NULL : preset;
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
    for (int i = 0; i < PRESET_OPTIONS && preset->set[i].option != NULL; i++)
        option_set_value(find_row(preset->set[i].option), settings, preset->set[i].value, &error);
    text_free(&error);
}

/* Whether each measure can be at least and at most what is asked for. */
static bool ranges_hold(const struct filter_settings *settings, struct text *error)
{
    for (int i = 0; i < MEASURE_COUNT; i++) {
        double low = settings->low[i], high = settings->high[i];
        if (low == UNKNOWN || high == UNKNOWN || low <= high)
            continue;
        text_addf(error, "--max-%s: %g is less than --min-%s, which is %g", measure_names[i], high,
                  measure_names[i], low);
        return false;
    }
    return true;
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
    if (name.failed)
        text_fail(error);
    else if (typed.difficulty != 0 && preset == NULL)
        text_addf(error, "%s has no difficulty '%s'", game->title, text_string(&name));
    else if (typed.difficulty != 0)
        apply(preset, settings);
    text_free(&name);
    if (error->failed || (typed.difficulty != 0 && preset == NULL))
        return false;
    for (size_t i = 0; i < filter_option_count; i++) {
        struct text value = {0};
        if (given[i]) {
            option_get_value(&filter_option_rows[i], &typed, &value);
            option_set_value(&filter_option_rows[i], settings, text_string(&value), error);
        }
        error->failed |= value.failed;
        text_free(&value);
    }
    return !error->failed && ranges_hold(settings, error);
}

void filters_describe(const struct game *game, struct text *help)
{
    text_addf(help, "\nThresholds for %s:\n", game->title);
    const struct preset *preset = face_of(game)->presets;
    for (; preset->name != NULL; preset++) {
        text_addf(help, "  %-10s", preset->name);
        for (int j = 0; j < PRESET_OPTIONS && preset->set[j].option != NULL; j++)
            text_addf(help, " --%s=%s", preset->set[j].option, preset->set[j].value);
        text_add_string(help, strcmp(preset->name, "default") == 0 ? ", not greedy\n" : "\n");
    }
}

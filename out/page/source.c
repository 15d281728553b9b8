/* A source for the workshop: its errors and warnings, and its levels, each with its line. */
#include "base/text.h"
#include "out/pack.h"
#include "out/page/engine.h"

static void add_issue(void *context, int line, bool error, const char *message)
{
    struct text *issues = context;
    text_addf(issues, "%s{\"line\":%d,\"error\":%s", issues->size == 0 ? "" : ",", line, error ? "true" : "false");
    text_add_json_member(issues, ',', "text", message);
    text_add_char(issues, '}');
}

/* Adds a level: its line in the source, and either its rows and its text in the source's format, or why it is refused.
 */
static void add_level(const struct game_source *game_source, size_t n, struct text *json)
{
    const struct language *language = game_source->language->language;
    struct complaint complaint = {0};
    struct grid grid;
    int line = 0;
    bool good = language->level(game_source, n, &grid, &line, &complaint);
    text_addf(json, "%s{\"line\":%d,\"messages\":", n == 0 ? "" : ",", line);
    pack_add_json_messages(game_source, n, json);
    if (good) {
        struct text text = {0};
        text_add_string(json, ",\"rows\":");
        pack_add_json_rows(&grid, json);
        language->write_level(game_source, &grid, &text);
        output_member(',', "text", &text);
        grid_free(&grid);
    } else {
        text_add_json_member(json, ',', "error", complaint.message);
    }
    text_add_char(json, '}');
}

/* Input: the name of a language and, from the second line on, the source for levels that are loaded later.  Output:
 * JSON with the source's errors and warnings and, if it is a game, with its levels.  Returns whether it is a game. */
bool EXPORT(read_source)(void)
{
    struct text issues = {0};
    bool no_memory = false;
    if (!input_source(add_issue, &issues, &no_memory))
        return false;
    if (no_memory)
        add_issue(&issues, 0, true, "out of memory");
    struct text *json = &passed.output;
    const struct game_source *game_source = passed.game_source;
    text_addf(json, "{\"issues\":[%s]", text_string(&issues));
    if (game_source != NULL) {
        const struct language *language = game_source->language->language;
        const char *inexact = language->inexact(game_source);
        struct text head = {0};
        language->write_head(game_source, NULL, NULL, &head);
        text_add_json_member(json, ',', "title", language->title(game_source));
        text_add_json_member(json, ',', "author", language->author(game_source));
        text_add_json_member(json, ',', "inexact", inexact == NULL ? "" : inexact);
        output_member(',', "head", &head);
        text_add_string(json, ",\"levels\":[");
        for (size_t n = 0; n < language->levels(game_source); n++)
            add_level(game_source, n, json);
        text_add_string(json, "],\"after\":");
        pack_add_json_messages(game_source, language->levels(game_source), json);
    }
    text_add_char(json, '}');
    json->failed |= issues.failed;
    text_free(&issues);
    return game_source != NULL;
}

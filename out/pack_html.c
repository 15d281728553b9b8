/* The html format: one page that plays a pack in the browser.
 *
 * The page is the same for every pack: out/page/ is put together when the project is built, the rules
 * as WebAssembly within, and kept here as bytes.  Writing a pack fills in its title and its levels,
 * as JSON. */
#include "config.h"

#include "base/checksum.h"
#include "base/json.h"
#include "out/formats.h"
#include "solve/difficulty.h"

#ifdef HAVE_WASM

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const unsigned char page[] = {
#include "out/page/page.inc"
};


/* --- text within HTML and JSON --- */

static void add_html(struct text *text, const char *string)
{
    for (; *string != '\0'; string++) {
        switch (*string) {
        case '&': text_add_string(text, "&amp;"); break;
        case '<': text_add_string(text, "&lt;"); break;
        case '>': text_add_string(text, "&gt;"); break;
        default: text_add_char(text, *string);
        }
    }
}

static void add_field(struct text *text, const char *name, const char *value)
{
    text_addf(text, "\"%s\":", name);
    json_add_string(text, value);
    text_add_char(text, ',');
}

/* --- levels --- */

/* What progress is kept by: the same level has the same in every pack, but a mirrored one, in which
 * other keys must be pressed, has not. */
static uint64_t identify(const struct pack_level *level, const struct pack_options *options)
{
    const char *game = level->puzzle->game->name;
    const char *rules = options->rules == NULL ? "" : options->rules;
    const char *metric = options->metric == NULL ? "" : options->metric;
    const struct grid *grid = &level->grid;
    uint64_t hash = CHECKSUM_START;
    hash = checksum_add(hash, game, strlen(game) + 1);
    hash = checksum_add(hash, rules, strlen(rules) + 1);
    hash = checksum_add(hash, metric, strlen(metric) + 1);
    for (int row = 0; row < grid->rows; row++) {
        hash = checksum_add(hash, grid->cells + row * grid->columns, (size_t)grid->columns);
        hash = checksum_add(hash, "\n", 1);
    }
    return hash;
}

static void add_rows(const struct grid *grid, struct text *json)
{
    text_add_string(json, "\"rows\":[");
    struct text row = {0};
    for (int r = 0; r < grid->rows; r++) {
        text_clear(&row);
        text_add(&row, (const char *)grid->cells + r * grid->columns, (size_t)grid->columns);
        if (r > 0)
            text_add_char(json, ',');
        json_add_string(json, text_string(&row));
    }
    json->failed |= row.failed;
    text_free(&row);
    text_add_char(json, ']');
}

static void add_level(const struct pack *pack, size_t n, const struct pack_options *options,
                      struct text *json)
{
    const struct pack_level *level = &pack->levels[n];
    double depth = level->judgement.measure[MEASURE_depth];
    text_addf(json, "{\"number\":%zu,\"id\":\"%016" PRIx64 "\",", n + 1,
              identify(level, options));
    add_field(json, "name", text_string(&level->name));
    add_field(json, "file", level->level.titled ? "" : text_string(&level->level.name));
    add_field(json, "game", level->puzzle->game->name);
    add_field(json, "rules", options->rules == NULL ? "" : options->rules);
    add_field(json, "metric", options->metric == NULL ? "" : options->metric);
    add_field(json, "solution", text_string(&level->solution));
    if (depth == UNKNOWN)
        text_add_string(json, "\"depth\":null,");
    else
        text_addf(json, "\"depth\":%.0f,", depth);
    double difficulty = level->judgement.measure[MEASURE_difficulty];
    text_add_string(json, "\"difficulty\":");
    if (difficulty == UNKNOWN)
        text_add_string(json, "null,");
    else
        text_addf(json, "%d,", (int)difficulty_band_of(difficulty));
    add_rows(&level->grid, json);
    text_add_char(json, '}');
}

static void add_pack(const struct pack *pack, const struct pack_options *options,
                     struct text *json)
{
    text_add_char(json, '{');
    add_field(json, "title", pack->title);
    add_field(json, "author", pack->author == NULL ? "" : pack->author);
    text_add_string(json, "\"difficulties\":[");
    for (int band = 0; band < DIFFICULTY_BAND_COUNT; band++)
        text_addf(json, "%s\"%s\"", band > 0 ? "," : "", difficulty_band_names[band]);
    text_add_string(json, "],\"levels\":[\n");
    for (size_t i = 0; i < pack->count; i++) {
        if (i > 0)
            text_add_string(json, ",\n");
        add_level(pack, i, options, json);
    }
    text_add_string(json, "]}");
}

/* --- the page --- */

/* Adds the page up to a mark and returns where it goes on behind the mark. */
static size_t add_until(struct text *text, size_t from, const char *mark)
{
    const unsigned char *found = memmem(page + from, sizeof page - from, mark, strlen(mark));
    size_t end = found == NULL ? sizeof page : (size_t)(found - page);
    text_add(text, (const char *)page + from, end - from);
    return found == NULL ? end : end + strlen(mark);
}

static bool write_page(const struct pack *pack, const struct pack_options *options,
                       const char *path, struct text *error)
{
    struct text text = {0};
    size_t from = add_until(&text, 0, "@TITLE@");
    add_html(&text, pack->title);
    from = add_until(&text, from, "@PACK@");
    add_pack(pack, options, &text);
    text_add(&text, (const char *)page + from, sizeof page - from);
    bool good = pack_output(path, &text, error);
    text_free(&text);
    return good;
}

#endif

const struct pack_format pack_html = {
    .name = "html",
    .extension = ".html",
    .also = ".htm",
    .help = "a page to play in the browser, without a network",
    .standard_output = true,
    .accepts = pack_is_of_games,
#ifdef HAVE_WASM
    .write = write_page,
#else
    .missing = "WebAssembly",
#endif
};

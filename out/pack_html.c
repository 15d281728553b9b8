/* The html format: one page that plays a pack in the browser.
 *
 * The page is the same for every pack.  The build assembles it from out/page/, with the rules as WebAssembly, and
 * stores it here as bytes.  Writing a pack inserts its title and its levels, as JSON. */
#include "config.h"

#include "base/checksum.h"
#include "base/text.h"
#include "out/pack.h"
#include "solve/judge/judge.h"

#ifdef HAVE_WASM

#include <inttypes.h>
#include <string.h>

static const unsigned char page[] = {
#include "out/page/page.inc"
};

/* --- levels --- */

/* The key under which the page stores progress.  A level has the same key in every pack, but a mirrored copy, which
 * needs other key presses, has a different one. */
static uint64_t identify(const struct pack_level *level, const struct pack_options *options, bool *failed)
{
    const char *game = level->puzzle->game->name;
    const char *rules = options->rules == NULL ? "" : options->rules;
    const char *metric = options->metric == NULL ? "" : options->metric;
    const struct grid *grid = &level->grid;
    const struct game_source *game_source = pack_source(level);
    uint64_t hash = CHECKSUM_START;
    hash = checksum_add(hash, game, strlen(game) + 1);
    hash = checksum_add(hash, rules, strlen(rules) + 1);
    hash = checksum_add(hash, metric, strlen(metric) + 1);
    if (game_source != NULL) { /* the source without its levels */
        struct text head = {0};
        game_source->language->language->write_head(game_source, NULL, NULL, &head);
        hash = checksum_add(hash, text_string(&head), head.size);
        *failed |= head.failed;
        text_free(&head);
    }
    for (int row = 0; row < grid->rows; row++) {
        hash = checksum_add(hash, grid->cells + row * grid->columns, (size_t)grid->columns);
        hash = checksum_add(hash, "\n", 1);
    }
    return hash;
}

/* The index of the pack's first level whose source is the same as that of the n-th level and gives level texts the same
 * meaning. */
static size_t first_alike(const struct pack *pack, size_t n)
{
    const struct game_source *game_source = pack_source(&pack->levels[n]);
    size_t first = 0;
    while (first < n && (!pack_levels_alike(&pack->levels[first], &pack->levels[n]) ||
                         !game_source->language->language->same_text(pack_source(&pack->levels[first]), game_source)))
        first++;
    return first;
}

static void add_level(const struct pack *pack, size_t n, const struct pack_options *options, struct text *json)
{
    const struct pack_level *level = &pack->levels[n];
    text_addf(json, "{\"number\":%zu,\"id\":\"%016" PRIx64 "\"", n + 1, identify(level, options, &json->failed));
    text_add_json_member(json, ',', "name", text_string(&level->name));
    text_add_json_member(json, ',', "file", level->level.titled ? "" : text_string(&level->level.name));
    text_add_json_member(json, ',', "game", level->puzzle->game->name);
    text_add_json_member(json, ',', "rules", options->rules == NULL ? "" : options->rules);
    text_add_json_member(json, ',', "metric", options->metric == NULL ? "" : options->metric);
    text_add_json_member(json, ',', "solution", text_string(&level->solution));
    /* If time passes in the game, the depth is that of the same level without time.  The fewest moves in the real game
     * may be fewer or more. */
    double depth = level->judgement.measure[MEASURE_depth];
    const struct game_source *game_source = pack_source(level);
    bool timed = game_source != NULL && game_source->language->language->interval(game_source) > 0;
    if (timed || depth == UNKNOWN)
        text_add_string(json, ",\"depth\":null");
    if (depth != UNKNOWN)
        text_addf(json, ",\"%s\":%.0f", timed ? "still" : "depth", depth);
    double difficulty = level->judgement.measure[MEASURE_difficulty];
    text_add_string(json, ",\"difficulty\":");
    if (difficulty == UNKNOWN)
        text_add_string(json, "null");
    else
        text_addf(json, "%d", (int)difficulty_band_of(difficulty));
    if (game_source != NULL) { /* the source, as the index of its first level, and the author's messages */
        size_t place = level->level.place;
        text_addf(json, ",\"gameSource\":\"%zu\"", first_alike(pack, n));
        text_add_string(json, ",\"messages\":");
        pack_add_json_messages(game_source, place, json);
        if (place + 1 == game_source->language->language->levels(game_source)) {
            text_add_string(json, ",\"after\":");
            pack_add_json_messages(game_source, place + 1, json);
        }
    }
    if (level->level.chapter > 0) {
        text_addf(json, ",\"chapter\":%zu", level->level.chapter);
        text_add_json_member(json, ',', "heading", text_string(&level->level.heading));
        text_add_json_member(json, ',', "opening", text_string(&level->level.opening));
    }
    text_add_string(json, ",\"rows\":");
    pack_add_json_rows(&level->grid, json);
    text_add_char(json, '}');
}

/* --- the page --- */

/* Adds the page up to a mark and returns the offset after the mark. */
static size_t add_until(struct text *text, size_t from, const char *mark)
{
    const unsigned char *found = memmem(page + from, sizeof page - from, mark, strlen(mark));
    size_t end = found == NULL ? sizeof page : (size_t)(found - page);
    text_add(text, (const char *)page + from, end - from);
    return found == NULL ? end : end + strlen(mark);
}

static bool add_page(const struct pack *pack, const struct pack_options *options, struct text *text, struct text *error)
{
    (void)error;
    size_t from = add_until(text, 0, "@TITLE@");
    text_add_xml(text, pack->title);
    from = add_until(text, from, "@PACK@");
    text_add_json_member(text, '{', "title", pack->title);
    text_add_json_member(text, ',', "author", pack->author == NULL ? "" : pack->author);
    /* The key of each source is the index of its first level. */
    const char *before = "";
    text_add_string(text, ",\"gameSources\":{");
    for (size_t i = 0; i < pack->count; i++) {
        struct text source = {0};
        if (pack_source(&pack->levels[i]) == NULL || first_alike(pack, i) != i)
            continue;
        pack_add_file(NULL, &pack->levels[i], &source);
        text_addf(text, "%s\"%zu\":", before, i);
        pack_add_json_lines(text_string(&source), text);
        before = ",";
        text->failed |= source.failed;
        text_free(&source);
    }
    text_add_string(text, "},\"difficulties\":[");
    for (int band = 0; band < DIFFICULTY_BAND_COUNT; band++)
        text_addf(text, "%s\"%s\"", band > 0 ? "," : "", difficulty_band_names[band]);
    text_add_string(text, "],\"levels\":[\n");
    for (size_t i = 0; i < pack->count; i++) {
        if (i > 0)
            text_add_string(text, ",\n");
        add_level(pack, i, options, text);
    }
    text_add_string(text, "]}");
    text_add(text, (const char *)page + from, sizeof page - from);
    return true;
}

#endif

const struct pack_format pack_html = {
    .name = "html",
    .extension = ".html",
    .also = ".htm",
    .help = "a web page to play on, which needs no network",
#ifdef HAVE_WASM
    .add = add_page,
#else
    .missing = "WebAssembly",
#endif
};

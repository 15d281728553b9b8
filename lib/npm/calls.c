/* The functions of the library that a JavaScript program calls when it is compiled to WebAssembly.
 *
 * A call takes strings and leaves its result as JSON in a buffer that the next call reuses.  Callbacks are imports
 * of the module. */
#include "base/text.h"
#include "base/utf8.h"
#include "lib/onlyway.h"

#include <stdlib.h>
#include <string.h>

#define EXPORT(name) __attribute__((export_name(#name))) call_##name
#define IMPORT(name) __attribute__((import_module("onlyway"), import_name(#name))) name

/* Receive a level as JSON, and the progress: how many levels were tried and kept.  A nonzero result asks to stop. */
int IMPORT(on_level)(const char *json, size_t size);
int IMPORT(on_progress)(double tried, double kept);

/* Receives the progress of judging: the most states that a search of the n-th level, from 0, has stored. */
int IMPORT(on_states)(double states, double n);

static struct text result;

char *EXPORT(take)(size_t size)
{
    return malloc(size + 1);
}

void EXPORT(give)(char *memory)
{
    free(memory);
}

const char *EXPORT(result_bytes)(void)
{
    return result.failed ? NULL : text_string(&result);
}

size_t EXPORT(result_size)(void)
{
    return result.size;
}

/* --- results --- */

/* Begins a result.  If the status is not OW_OK, the result is the error, and the caller must not add to it. */
static bool begin_result(ow_status status, char *message)
{
    text_free(&result);
    if (status != OW_OK) {
        text_addf(&result, "{\"status\":%d,\"message\":", (int)status);
        text_add_json(&result, message != NULL ? message : ow_status_text(status));
        text_add_char(&result, '}');
    }
    ow_free(message);
    return status == OW_OK;
}

/* --- calls --- */

enum { LONGEST_COLUMN = 32 };

/* Takes the next name from the header of a report.  Returns false at its end. */
static bool next_column(const char **header, char name[LONGEST_COLUMN])
{
    size_t size = strcspn(*header, ",\n");
    memcpy(name, *header, size);
    name[size] = '\0';
    *header += size + ((*header)[size] == ',');
    return size > 0;
}

/* Adds a judgement, {field: value, ..., grid, row, reason, why, parts, text, listed: [...]}.  The result of judge()
 * is a list with one of these or {error} for each level of a text. */
static void add_judgement(const ow_level *level, const ow_judgement *judgement, const char *columns)
{
    char name[LONGEST_COLUMN];
    for (char before = '{'; next_column(&columns, name); before = ',')
        text_add_json_member(&result, before, name, ow_judgement_field(judgement, name));
    text_add_json_member(&result, ',', "grid", ow_level_text(level));
    text_add_json_member(&result, ',', "row", ow_judgement_row(judgement));
    text_add_json_member(&result, ',', "reason", ow_judgement_reason(judgement));
    text_add_json_member(&result, ',', "why", ow_judgement_why(judgement));
    const char *data = ow_judgement_why_data(judgement);
    text_addf(&result, ",\"parts\":%s", *data == '\0' ? "null" : data);
    text_add_json_member(&result, ',', "text", ow_judgement_text(judgement));
    text_add_string(&result, ",\"listed\":[");
    for (size_t i = 0; i < ow_judgement_listed(judgement); i++) {
        if (i > 0)
            text_add_char(&result, ',');
        text_add_json(&result, ow_judgement_listed_at(judgement, i));
    }
    text_add_string(&result, "]}");
}

static int take_states(void *context, uint64_t states)
{
    return on_states((double)states, (double)*(const size_t *)context);
}

void EXPORT(judge)(const char *text, size_t size, const char *reading, const char *options)
{
    ow_levels *levels;
    char *message;
    ow_status status = ow_levels_read(text, size, reading, &levels, &message);
    if (status == OW_OK) {
        char *columns;
        status = ow_report_header(&columns);
        text_free(&result);
        text_add_char(&result, '[');
        for (size_t i = 0; status == OW_OK && i < ow_levels_count(levels); i++) {
            const ow_level *level = ow_levels_at(levels, i);
            ow_judgement *judgement = NULL;
            if (i > 0)
                text_add_char(&result, ',');
            if (ow_level_error(level) != NULL) {
                text_add_json_member(&result, '{', "error", ow_level_error(level));
                text_add_char(&result, '}');
                continue;
            }
            ow_watch watch = {sizeof watch, &i, take_states};
            status = ow_judge(level, options, &watch, &judgement, &message);
            if (status == OW_OK)
                add_judgement(level, judgement, columns);
            ow_judgement_free(judgement);
        }
        text_add_char(&result, ']');
        ow_free(columns);
    }
    if (status != OW_OK)
        begin_result(status, message);
    ow_levels_free(levels);
}

/* Draws the first level of a text.  The result is a string. */
void EXPORT(render)(const char *text, size_t size, const char *reading, const char *moves, const char *options)
{
    ow_levels *levels;
    char *message, *svg = NULL;
    ow_status status = ow_levels_read(text, size, reading, &levels, &message);
    if (status == OW_OK && ow_levels_count(levels) == 0)
        status = OW_BAD_INPUT;
    if (status == OW_OK)
        status = ow_draw_svg(ow_levels_at(levels, 0), moves, options, &svg, &message);
    if (begin_result(status, message))
        text_add_json(&result, svg);
    ow_free(svg);
    ow_levels_free(levels);
}

/* Adds an object to a list, after a comma or the opening bracket, and passes it to on_level.  A nonzero result asks
 * to stop. */
static int hand_over(struct text *list, const struct text *json)
{
    text_add_char(list, list->size == 0 ? '[' : ',');
    text_add_text(list, json);
    return json->failed || on_level(text_string(json), json->size);
}

static int take_progress(void *context, uint64_t tried, uint64_t kept)
{
    (void)context;
    return on_progress((double)tried, (double)kept);
}

/* --- mending --- */

static int take_mended(void *context, const ow_mended *mended)
{
    struct text json = {0};
    text_add_json_member(&json, '{', "grid", ow_mended_text(mended));
    text_add_json_member(&json, ',', "depth", ow_mended_field(mended, "depth"));
    text_add_json_member(&json, ',', "difficulty", ow_mended_field(mended, "difficulty"));
    text_add_json_member(&json, ',', "edits", ow_mended_edits(mended));
    text_add_json_member(&json, ',', "text", ow_mended_told(mended));
    text_add_string(&json, ",\"changes\":[");
    ow_change change;
    for (size_t i = 0; ow_mended_change(mended, i, &change) != 0; i++) {
        text_addf(&json, "%s{\"row\":%d,\"column\":%d", i == 0 ? "" : ",", change.row, change.column);
        utf8_add_json_cell(&json, ',', "from", (unsigned char)change.from);
        utf8_add_json_cell(&json, ',', "to", (unsigned char)change.to);
        text_add_char(&json, '}');
    }
    text_add_string(&json, "]}");
    int stop = hand_over(context, &json);
    text_free(&json);
    return stop;
}

/* Mends the first level of a text: {mended: [{grid, depth, difficulty, edits, text, changes}], text}.  Also passes
 * each level to on_level at once. */
void EXPORT(mend)(const char *text, size_t size, const char *reading, const char *options)
{
    ow_levels *levels;
    char *message, *told = NULL;
    struct text list = {0};
    ow_mender mender = {sizeof mender, &list, take_mended, take_progress};
    ow_status status = ow_levels_read(text, size, reading, &levels, &message);
    if (status == OW_OK && ow_levels_count(levels) == 0)
        status = OW_BAD_INPUT;
    if (status == OW_OK)
        status = ow_mend(ow_levels_at(levels, 0), options, &mender, &told, &message);
    if (begin_result(status, message)) {
        text_add_string(&list, list.size == 0 ? "[]" : "]");
        text_add_string(&result, "{\"mended\":");
        text_add_text(&result, &list);
        text_add_json_member(&result, ',', "text", told);
        text_add_char(&result, '}');
    }
    ow_free(told);
    text_free(&list);
    ow_levels_free(levels);
}

/* --- generating --- */

static char *made_columns;

static int take_made(void *context, const ow_made *made)
{
    struct text json = {0};
    const char *columns = made_columns;
    char name[LONGEST_COLUMN];
    for (char before = '{'; next_column(&columns, name); before = ',')
        text_add_json_member(&json, before, name, ow_made_field(made, name));
    text_add_json_member(&json, ',', "grid", ow_made_text(made));
    text_add_json_member(&json, ',', "row", ow_made_row(made));
    text_add_char(&json, '}');
    int stop = hand_over(context, &json);
    text_free(&json);
    return stop;
}

/* Makes levels: a list of {field: value, ..., grid, row}.  Also passes each level to on_level at once. */
void EXPORT(generate)(const char *game, const char *options)
{
    char *message;
    struct text list = {0};
    ow_maker maker = {sizeof maker, &list, take_made, take_progress};
    ow_status status = ow_report_header(&made_columns);
    if (status == OW_OK)
        status = ow_generate(game, options, &maker, &message);
    else
        message = NULL;
    if (begin_result(status, message)) {
        text_add_string(&list, list.size == 0 ? "[]" : "]");
        text_add_text(&result, &list);
    }
    text_free(&list);
    ow_free(made_columns);
}

void EXPORT(version)(void)
{
    begin_result(OW_OK, NULL);
    text_add_json(&result, ow_version());
}

void EXPORT(games)(void)
{
    begin_result(OW_OK, NULL);
    for (size_t i = 0; ow_game_name(i) != NULL; i++) {
        text_add_char(&result, i == 0 ? '[' : ',');
        text_add_json(&result, ow_game_name(i));
    }
    text_add_char(&result, ']');
}

/* Packs and the table of their formats; see pack.h. */
#include "out/pack.h"

#include "base/file.h"
#include "base/nearest.h"
#include "base/program.h"
#include "base/utf8.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

/* --- order --- */

/* Compares levels by chapter and then by their keys.  Breaks ties by position, because qsort need not be stable and a
 * pack must be the same on every machine. */
static int compare(const void *a, const void *b)
{
    const struct pack_level *one = a, *other = b;
    if (one->level.chapter != other->level.chapter)
        return one->level.chapter > other->level.chapter ? 1 : -1;
    for (int i = 0; i < SORT_KEYS; i++) {
        if (one->keys[i] != other->keys[i])
            return one->keys[i] > other->keys[i] ? 1 : -1;
    }
    return (one->place > other->place) - (one->place < other->place);
}

bool pack_sort(struct pack *pack, enum pack_sort sort)
{
    static const enum measure orders[][SORT_KEYS] = {
        [SORT_DIFFICULTY] = {MEASURE_difficulty, MEASURE_bits, MEASURE_depth},
        [SORT_BITS] = {MEASURE_bits, MEASURE_depth, MEASURE_depth},
        [SORT_DEPTH] = {MEASURE_depth, MEASURE_bits, MEASURE_bits}};
    bool good = true, ordered = false;
    for (size_t i = 0; i < pack->count; i++) {
        const struct game_source *game_source = pack_source(&pack->levels[i]);
        pack->levels[i].place = i;
        ordered |= pack->levels[i].level.chapter > 0;
        ordered |= game_source != NULL && game_source->language->language->levels(game_source) > 1;
    }
    if (sort == SORT_AUTO)
        sort = ordered ? SORT_NONE : SORT_DIFFICULTY;
    for (size_t i = 0; i < pack->count && sort != SORT_NONE; i++) {
        for (int n = 0; n < SORT_KEYS; n++) {
            double value = pack->levels[i].judgement.measure[orders[sort][n]];
            pack->levels[i].keys[n] = value == UNKNOWN ? INFINITY : value;
        }
    }
    if (pack->count > 0)
        qsort(pack->levels, pack->count, sizeof *pack->levels, compare);
    struct pack_level *first = pack->levels; /* of the chapter */
    for (size_t i = 0; i < pack->count; i++) {
        struct pack_level *level = &pack->levels[i];
        if (level->level.chapter != first->level.chapter)
            first = level;
        struct text opening = level->level.opening;
        if (opening.size > 0) { /* it moves to the chapter's first level */
            level->level.opening = first->level.opening;
            first->level.opening = opening;
        }
        text_clear(&level->name);
        if (level->level.titled)
            utf8_add_line(&level->name, text_string(&level->level.name));
        else
            text_addf(&level->name, "%zu", i + 1);
        good = good && !level->name.failed;
    }
    return good;
}

/* --- drawing --- */

bool pack_draw(const struct puzzle *puzzle, struct grid *grid)
{
    const struct game *game = puzzle->game;
    *grid = (struct grid){0};
    bool good = puzzle_draw_start(puzzle, grid);
    /* Adds an outer wall, unless the drawing has one or would become too large; or removes an empty margin. */
    bool walls = good && game->margin == MARGIN_WALL && !grid_has_frame(grid, game->outside) &&
                 grid->columns + 2 <= GRID_MAX_SIDE && grid->rows + 2 <= GRID_MAX_SIDE;
    struct grid fitted;
    if (!good || (!walls && game->margin != MARGIN_SPACE))
        return good;
    if (!(walls ? grid_with_frame : grid_trim)(grid, game->outside, &fitted))
        return false;
    grid_free(grid);
    *grid = fitted;
    return true;
}

bool pack_scene(const struct pack_level *level, struct scene *scene)
{
    return scene_make(scene, level->puzzle->game, &(struct scene_text){.drawn = &level->grid, .puzzle = level->puzzle});
}

void pack_add_opening(const struct pack_level *level, const char *before, struct text *text)
{
    const char *line = text_string(&level->level.opening);
    for (size_t size; *line != '\0'; line += size + (line[size] != '\0')) {
        size = strcspn(line, "\n");
        if (size == 0)
            continue;
        text_add_string(text, before);
        text_add(text, line, size);
        text_add_char(text, '\n');
    }
}

/* --- JSON --- */

void pack_add_json_rows(const struct grid *grid, struct text *json)
{
    text_add_char(json, '[');
    for (int row = 0; row < grid->rows; row++) {
        struct text line = {0};
        utf8_add_cells(&line, &grid->cells[row * grid->columns], (size_t)grid->columns);
        if (row > 0)
            text_add_char(json, ',');
        text_add_json(json, text_string(&line));
        json->failed |= line.failed;
        text_free(&line);
    }
    text_add_char(json, ']');
}

void pack_add_json_lines(const char *string, struct text *json)
{
    struct text clean = {0}, line = {0};
    for (size_t size; *string != '\0'; string += size + (string[size] == '\n')) {
        size = strcspn(string, "\n");
        text_clear(&line);
        text_add(&line, string, size);
        utf8_add_line(&clean, text_string(&line));
        if (string[size] == '\n')
            text_add_char(&clean, '\n');
    }
    text_add_json(json, text_string(&clean));
    json->failed |= clean.failed || line.failed;
    text_free(&clean);
    text_free(&line);
}

void pack_add_json_messages(const struct game_source *game_source, size_t place, struct text *json)
{
    const char *message;
    text_add_char(json, '[');
    for (size_t n = 0; (message = game_source->language->language->message(game_source, place, n)) != NULL; n++) {
        text_add_string(json, n == 0 ? "" : ",");
        pack_add_json_lines(message, json);
    }
    text_add_char(json, ']');
}

/* --- files --- */

bool pack_output(const char *path, const struct text *bytes, struct text *error)
{
    if (bytes->failed)
        return text_fail(error);
    if (strcmp(path, "-") != 0)
        return file_replace(path, text_string(bytes), bytes->size, error);
    if (write_output(text_string(bytes), bytes->size))
        return true;
    text_addf(error, "standard output: %s", strerror(errno));
    return false;
}

const struct game_source *pack_source(const struct pack_level *level)
{
    const struct language *language = level->puzzle->game->language;
    return language == NULL ? NULL : language->source_of(level->puzzle);
}

bool pack_levels_alike(const struct pack_level *a, const struct pack_level *b)
{
    const struct language *language = a->puzzle->game->language;
    return a->puzzle->game == b->puzzle->game && (language == NULL || language->same(pack_source(a), pack_source(b)));
}

const struct game_source *pack_only_source(const struct pack *pack)
{
    for (size_t i = 1; i < pack->count; i++) {
        if (!pack_levels_alike(&pack->levels[0], &pack->levels[i]))
            return NULL;
    }
    return pack->count == 0 ? NULL : pack_source(&pack->levels[0]);
}

static void add_messages(const struct game_source *game_source, size_t place, struct text *text)
{
    const char *message;
    for (size_t n = 0; (message = game_source->language->language->message(game_source, place, n)) != NULL; n++)
        text_addf(text, "\nmessage %s\n", message);
}

void pack_add_source_level(const struct pack_level *level, struct text *text)
{
    const struct game_source *game_source = pack_source(level);
    const struct language *language = game_source->language->language;
    size_t place = level->level.place;
    pack_add_opening(level, "\nmessage ", text);
    add_messages(game_source, place, text);
    const char *name = language->level_name(game_source, place);
    if (*name != '\0')
        text_addf(text, "\n(%s)", name); /* a level's text begins with a newline */
    language->write_level(game_source, &level->grid, text);
    if (place + 1 == language->levels(game_source))
        add_messages(game_source, place + 1, text);
}

void pack_add_head(const struct pack *pack, const struct game_source *game_source, struct text *text)
{
    game_source->language->language->write_head(game_source, pack == NULL ? NULL : pack->source_title,
                                                pack == NULL ? NULL : pack->source_author, text);
}

void pack_add_file(const struct pack *pack, const struct pack_level *level, struct text *text)
{
    const struct game_source *game_source = pack_source(level);
    if (game_source == NULL) {
        game_add_rows(level->puzzle->game, &level->grid, text);
        return;
    }
    pack_add_head(pack, game_source, text);
    pack_add_source_level(level, text);
}

void pack_free(struct pack *pack)
{
    for (size_t i = 0; i < pack->count; i++) {
        struct pack_level *level = &pack->levels[i];
        text_free(&level->name);
        text_free(&level->solution);
        grid_free(&level->grid);
        judgement_free(&level->judgement);
        if (level->puzzle != NULL)
            level->puzzle->game->free(level->puzzle);
        level_free(&level->level);
    }
    free(pack->levels);
    *pack = (struct pack){0};
}

/* --- formats --- */

extern const struct pack_format pack_text, pack_xsb, pack_puzzlescript, pack_svg, pack_png, pack_pdf, pack_html;

const struct pack_format *const pack_formats[] = {
    &pack_text, &pack_xsb, &pack_puzzlescript, &pack_svg, &pack_png, &pack_pdf, &pack_html, NULL,
};

/* Adds the titles of the games that a format is for, except languages: " LongCat, Sokoban and Snowman" if `before` is "
 * " and `last` " and ". */
static void add_games(const struct pack_format *format, const char *before, const char *last, struct text *text)
{
    size_t left = 0;
    for (size_t n = 0; games[n] != NULL; n++)
        left += format->fits(games[n]->face);
    for (size_t n = 0; games[n] != NULL; n++) {
        if (!format->fits(games[n]->face))
            continue;
        text_addf(text, "%s%s", before, games[n]->title);
        before = --left == 1 ? last : ", ";
    }
}

bool format_accepts(const struct pack_format *format, const struct pack *pack, const struct pack_options *options,
                    struct text *error)
{
    for (size_t i = 0; i < pack->count && format->fits != NULL; i++) {
        const struct pack_level *level = &pack->levels[i];
        if (format->fits(face_of(level->puzzle->game)))
            continue;
        text_addf(error, "%s:%lu:1: this is a level of %s; the format %s is for", text_string(&level->level.file),
                  level->level.line, level->puzzle->game->title, format->name);
        add_games(format, " ", " and ", error);
        return false;
    }
    return format->accepts == NULL || format->accepts(pack, options, error);
}

bool format_write(const struct pack_format *format, const struct pack *pack, const struct pack_options *options,
                  const char *path, struct text *error)
{
    bool folder = path[strlen(path) - 1] == '/';
    if (format->add == NULL || (folder && format->write != NULL))
        return format->write(pack, options, path, error);
    struct text bytes = {0}, reason = {0};
    bool good = format->add(pack, options, &bytes, &reason);
    if (!good)
        text_addf(error, "%s: %s", path, text_string(&reason));
    error->failed |= reason.failed;
    good = good && pack_output(path, &bytes, error);
    text_free(&bytes);
    text_free(&reason);
    return good;
}

void formats_help(struct text *help)
{
    text_add_string(help, "\nFormats:\n");
    for (size_t i = 0; pack_formats[i] != NULL; i++) {
        const struct pack_format *format = pack_formats[i];
        text_addf(help, "  %-13s  %s", format->name, format->help);
        /* A format for one game is named after that game. */
        size_t count = 0;
        for (size_t n = 0; format->fits != NULL && games[n] != NULL; n++)
            count += format->fits(games[n]->face);
        if (count > 1)
            add_games(format, ": ", ", ", help);
        text_addf(help, " (%s)\n", format->extension);
        if (format->missing != NULL)
            text_addf(help, "%17snot part of this build, which lacks %s\n", "", format->missing);
    }
}

size_t format_stem(const char *path, const char *extension)
{
    size_t length = strlen(path), ending = strlen(extension);
    bool has = length > ending && path[length - ending - 1] != '/' && strcmp(path + length - ending, extension) == 0;
    return has ? length - ending : length;
}

static bool ends_in(const char *name, const char *ending)
{
    size_t length = strlen(name);
    return ending != NULL && length > strlen(ending) && strcasecmp(name + length - strlen(ending), ending) == 0;
}

/* The format for the extension of a name; text if the name has no extension.  Returns NULL, with the reason in `error`,
 * if no format has the extension. */
static const struct pack_format *format_of_output(const char *output, struct text *error)
{
    for (size_t i = 0; pack_formats[i] != NULL; i++) {
        if (ends_in(output, pack_formats[i]->extension) || ends_in(output, pack_formats[i]->also))
            return pack_formats[i];
    }
    /* The extension: the last dot and the letters or digits after it, of which at least one must be a letter. */
    const char *slash = strrchr(output, '/'), *name = slash == NULL ? output : slash + 1;
    const char *ending = strrchr(name, '.');
    struct stat status;
    bool extended = ending != NULL && ending != name && (stat(output, &status) != 0 || !S_ISDIR(status.st_mode));
    bool letter = false;
    for (const char *c = ending; extended && *++c != '\0';) {
        extended = isalnum((unsigned char)*c) != 0;
        letter |= isalpha((unsigned char)*c) != 0;
    }
    if (!extended || !letter)
        return &pack_text;
    text_addf(error, "-o: no format has the ending '%s'; the endings are", ending);
    for (size_t i = 0; pack_formats[i] != NULL; i++) {
        text_addf(error, "%s %s", i == 0 ? "" : ",", pack_formats[i]->extension);
        if (pack_formats[i]->also != NULL)
            text_addf(error, ", %s", pack_formats[i]->also);
    }
    text_add_string(error, "; --format writes any name");
    return NULL;
}

bool formats_choose(const char *names, const char *output, struct format_choice *choice, struct text *error)
{
    bool chosen[FORMATS] = {false};
    const char *name = names, *end, *known[FORMATS];
    do {
        const struct pack_format *format = *names == '\0' ? format_of_output(output, error) : NULL;
        size_t count = 0;
        bool found = false;
        struct text typed = {0};
        end = name + strcspn(name, ",");
        text_add(&typed, name, (size_t)(end - name));
        for (; pack_formats[count] != NULL; count++) {
            known[count] = pack_formats[count]->name;
            bool this = *names == '\0' ? pack_formats[count] == format : strcmp(text_string(&typed), known[count]) == 0;
            chosen[count] |= this;
            found |= this;
        }
        if (typed.failed)
            text_fail(error);
        else if (!found && *names != '\0')
            say_unknown("format", text_string(&typed), known, count, error);
        text_free(&typed);
        if (!found || text_says(error))
            return false;
        name = end + 1;
    } while (*end != '\0');
    choice->count = 0;
    for (size_t i = 0; pack_formats[i] != NULL; i++) {
        const struct pack_format *format = pack_formats[i];
        if (!chosen[i])
            continue;
        if (format->missing != NULL) {
            text_addf(error, "the format %s is not part of this build, which lacks %s", format->name, format->missing);
            return false;
        }
        choice->formats[choice->count++] = format;
    }
    return true;
}

/* Packs as SVG or PNG pictures: one for each level; with --solution, one for its solution; with --why, one for the
 * explanation.
 *
 * In a folder, files are numbered.  Otherwise a single picture has the name of the file; several pictures get a number
 * before the extension. */
#include "config.h"

#include "out/pack.h"

#if defined HAVE_CAIRO && !defined __wasm__
#define DRAWS

#include "base/program.h"
#include "out/canvas.h"
#include "out/folder.h"
#include "out/strip.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What a picture shows, and what the name of its file adds for that. */
enum shows { SHOWS_LEVEL, SHOWS_SOLUTION, SHOWS_WHY };
static const char *const parts[] = {"", "-solution", "-why"};

/* Makes the strip of a picture; a level without an explanation is shown itself.  Returns false if memory has run out.
 */
static bool make_strip(struct strip *strip, const struct pack_level *level, const struct pack_options *options,
                       enum shows shows)
{
    const struct move_list *moves = &level->judgement.reported;
    struct scene scene;
    *strip = (struct strip){0};
    if (shows == SHOWS_SOLUTION)
        return strip_make(strip, level->puzzle, moves->moves, 0, moves->count);
    if (shows == SHOWS_WHY && !why_strip_of_level(strip, level, options))
        return false;
    if (strip->count > 0)
        return true;
    if (!pack_scene(level, &scene))
        return false;
    bool good = strip_add_scene(strip, &scene);
    scene_free(&scene);
    return good;
}

static bool draw_strip(const struct strip *strip, enum canvas_kind kind, const struct pack_options *options,
                       struct text *bytes, struct text *error)
{
    struct canvas canvas;
    struct strip_layout layout = strip_layout(strip);
    double scale = (double)options->scale;
    if (!canvas_open(&canvas, kind, ceil((double)layout.columns * layout.width * scale),
                     ceil((double)layout.rows * layout.height * scale), (enum theme)options->theme, bytes, error))
        return false;
    if (strip->count > 1)
        canvas_fill(&canvas, &colours_shared[COLOUR_PAPER]);
    struct pen pen = canvas_pen(&canvas);
    bool drawn = true;
    for (size_t i = 0; drawn && i < strip->count; i++) {
        struct point origin = strip_origin(strip, &layout, i);
        canvas_place(&canvas, origin.x * scale, origin.y * scale, scale);
        drawn = panel_draw(&strip->panels[i], &strip->view, &pen);
        canvas_restore(&canvas);
    }
    return canvas_close(&canvas, error) && (drawn || text_fail(error));
}

/* --- files --- */

/* Whether a file name is that of a picture in a folder: digits, possibly a suffix, and the extension. */
static bool is_numbered(const char *name, const char *extension)
{
    size_t digits = strspn(name, "0123456789");
    bool numbered = false;
    for (int i = SHOWS_LEVEL; i <= SHOWS_WHY && digits >= 3; i++) {
        size_t length = strlen(parts[i]);
        numbered |= strncmp(name + digits, parts[i], length) == 0 && strcmp(name + digits + length, extension) == 0;
    }
    return numbered;
}

/* The pictures of a pack and their destination. */
struct gallery {
    const struct pack *pack;
    const struct pack_options *options;
    enum canvas_kind kind;
    const char *extension, *path;
    struct file_batch batch;
};

static bool write_one(struct gallery *gallery, size_t number, enum shows shows, struct text *error)
{
    struct text bytes = {0}, name = {0}, reason = {0};
    const struct pack *pack = gallery->pack;
    const char *path = gallery->path, *extension = gallery->extension;
    bool standard = strcmp(path, "-") == 0;
    size_t length = format_stem(path, extension);
    bool folder = path[length - 1] == '/';
    /* The path is used unchanged only for a single picture. */
    bool whole = standard || (!folder && path[length] == '\0' && pack->count == 1 && shows == SHOWS_LEVEL);
    text_add(&name, path, length);
    if (folder)
        text_addf(&name, "%03zu", number);
    else if (pack->count > 1)
        text_addf(&name, "-%03zu", number);
    text_addf(&name, "%s%s", parts[shows], whole ? "" : extension);
    struct strip strip = {0};
    bool good = make_strip(&strip, &pack->levels[number - 1], gallery->options, shows)
                    ? draw_strip(&strip, gallery->kind, gallery->options, &bytes, &reason)
                    : text_fail(&reason);
    strip_free(&strip);
    if (!good)
        text_addf(error, "%s: %s", text_string(&name), text_string(&reason));
    if (name.failed || reason.failed || (good && bytes.failed))
        good = text_fail(error);
    if (good && standard)
        good = pack_output(text_string(&name), &bytes, error);
    else if (good)
        good = file_batch_replace(&gallery->batch, text_string(&name), text_string(&bytes), bytes.size, error);
    text_free(&bytes);
    text_free(&name);
    text_free(&reason);
    return good;
}

static bool write_pictures(struct gallery *gallery, struct text *error)
{
    const struct pack_options *options = gallery->options;
    const char *path = gallery->path;
    size_t length = strlen(path);
    bool good = true;
    if (path[length - 1] == '/') { /* makes the folder, or removes the pictures that it contains */
        char *folder = strndup(path, length > 1 ? length - 1 : 1);
        good = folder != NULL ? file_make_folders(folder, 0777, error) &&
                                    folder_remove(folder, is_numbered, gallery->extension, error)
                              : text_fail(error);
        free(folder);
    }
    for (size_t number = 1; good && number <= gallery->pack->count; number++) {
        bool solved = judgement_has_solution(&gallery->pack->levels[number - 1].judgement);
        good = write_one(gallery, number, SHOWS_LEVEL, error) &&
               (!options->solution || !solved || write_one(gallery, number, SHOWS_SOLUTION, error)) &&
               (!options->why || write_one(gallery, number, SHOWS_WHY, error));
    }
    good = good && file_batch_sync(&gallery->batch, error);
    file_batch_free(&gallery->batch);
    return good;
}

/* Only one picture can go to standard output. */
static bool accepts(const struct pack *pack, const struct pack_options *options, struct text *error)
{
    if (strcmp(options->output, "-") != 0 || (pack->count == 1 && !options->solution && !options->why))
        return true;
    text_addf(error, "%s: only one picture can be written to standard output", program_name("pack"));
    return false;
}

static bool write_svg(const struct pack *pack, const struct pack_options *options, const char *path, struct text *error)
{
    struct gallery gallery = {.pack = pack, .options = options, .kind = CANVAS_SVG, .extension = ".svg", .path = path};
    return write_pictures(&gallery, error);
}

static bool write_png(const struct pack *pack, const struct pack_options *options, const char *path, struct text *error)
{
    struct gallery gallery = {.pack = pack, .options = options, .kind = CANVAS_PNG, .extension = ".png", .path = path};
    return write_pictures(&gallery, error);
}

#endif

const struct pack_format pack_svg = {
    .name = "svg",
    .extension = ".svg",
    .help = "a vector picture of each level",
#ifdef DRAWS
    .accepts = accepts,
    .write = write_svg,
#else
    .missing = "cairo",
#endif
};

const struct pack_format pack_png = {
    .name = "png",
    .extension = ".png",
    .help = "a bitmap picture of each level",
#ifdef DRAWS
    .accepts = accepts,
    .write = write_png,
#else
    .missing = "cairo",
#endif
};

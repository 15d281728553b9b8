/* The booklet; see booklet.h. */
#include "config.h"

#include "out/booklet.h"

#include "faces/face.h"
#include "out/booklet_solutions.h"
#include "out/paper.h"
#include "out/picture.h"
#include "solve/difficulty.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct type title_type = {30, true, false, COLOUR_INK};
static const struct type author_type = {13, false, false, COLOUR_FAINT};
static const struct type heading_type = {14, true, false, COLOUR_INK};
static const struct type body_type = {10, false, false, COLOUR_INK};
static const struct type number_type = {12, true, false, COLOUR_INK};
static const struct type detail_type = {8.5, false, false, COLOUR_FAINT};

static const double sheets[][2] = {
    [PAPER_A4] = {595.276, 841.89}, [PAPER_LETTER] = {612, 792}};

/* --- pictures on a page --- */

/* Draws what a window shows of a scene from the top left corner of a box of points.  False: out of
 * memory. */
static bool draw_scene(struct pages *pages, const struct scene *scene, const struct box *window,
                       const struct box *box, double largest)
{
    double scale = fmin(largest, fmin(box->width / window->width, box->height / window->height));
    canvas_place(&pages->canvas, box->x - window->x * scale, box->y - window->y * scale, scale);
    if (window != &scene->view)
        canvas_clip(&pages->canvas, window);
    struct pen pen = pen_cairo(&pages->canvas.pen);
    bool good = picture_draw(scene, scene, 0, &pen);
    canvas_restore(&pages->canvas);
    return good;
}

/* --- the first page --- */

static bool occurs(const struct pack *pack, const struct game *game, unsigned char cell)
{
    for (size_t i = 0; i < pack->count; i++) {
        const struct grid *grid = &pack->levels[i].grid;
        if (pack->levels[i].puzzle->game == game &&
            memchr(grid->cells, cell, (size_t)grid_size(grid)) != NULL)
            return true;
    }
    return false;
}

static bool has_game(const struct pack *pack, const struct game *game)
{
    for (size_t i = 0; i < pack->count; i++) {
        if (pack->levels[i].puzzle->game == game)
            return true;
    }
    return false;
}

/* One sign, with open cells around it, and its name. */
static bool draw_sign(struct pages *pages, const struct game *game, const struct legend *legend,
                      double x, double y)
{
    struct grid grid;
    struct scene scene;
    int columns = (int)strlen(legend->cells);
    if (!grid_make(&grid, columns + 2, 3, face_of(game)->rules->open))
        return false;
    memcpy(grid.cells + columns + 3, legend->cells, (size_t)columns);
    bool good = scene_make(&scene, game, &grid, NULL, 0, NULL);
    grid_free(&grid);
    if (!good)
        return false;
    struct point first = scene_middle(&scene, columns + 3);
    const struct box window = {first.x - 0.6, first.y - 0.7, columns + 0.2, 1.3};
    const struct box box = {x, y, 48, 26};
    good = draw_scene(pages, &scene, &window, &box, 20);
    scene_free(&scene);
    pages_line(pages, &body_type, ALIGN_LEFT, x + 10 + 20 * columns, y + 17,
               pages_width(pages) / 3 - 56, legend->words);
    return good;
}

static bool draw_legend(struct pages *pages, const struct pack *pack, const struct game *game,
                        const struct rules_text *text)
{
    size_t count = 0;
    double top = pages->y;
    bool good = true;
    for (const struct legend *legend = text->legend; good && legend->cells != NULL; legend++) {
        if (!occurs(pack, game, (unsigned char)legend->cells[strlen(legend->cells) - 1]))
            continue;
        double x = pages->margin + (double)(count % 3) * pages_width(pages) / 3;
        double y = top + (double)(count / 3) * 32;
        good = draw_sign(pages, game, legend, x, y);
        pages->y = y + 32;
        count++;
    }
    return good;
}

/* How high the rules of a game will be. */
static double measure_rules(struct pages *pages, const struct rules_text *text)
{
    double y = 24;
    for (size_t i = 0; i < 4 && text->paragraphs[i] != NULL; i++)
        y = 6 + pages_text(pages, &body_type, 0, y, pages_width(pages), text->paragraphs[i], false);
    return y + 110;
}

static bool write_rules(struct pages *pages, const struct pack *pack, const struct game *game)
{
    const struct rules_text *text = face_of(game)->rules;
    if (measure_rules(pages, text) > pages_left(pages))
        pages_turn(pages, NULL);
    pages_line(pages, &heading_type, ALIGN_LEFT, pages->margin, pages->y + 14, pages_width(pages),
               game->title);
    pages->y += 24;
    for (size_t i = 0; i < 4 && text->paragraphs[i] != NULL; i++)
        pages->y = 6 + pages_text(pages, &body_type, pages->margin, pages->y, pages_width(pages),
                                  text->paragraphs[i], true);
    pages->y += 4;
    bool good = draw_legend(pages, pack, game, text);
    pages->y += 20;
    return good;
}

/* All messages of a book before a level, or behind the last, a paragraph each. */
static void write_messages(struct pages *pages, const struct book *book, size_t level)
{
    const struct language *language = book->language->language;
    const char *message;
    for (size_t n = 0; (message = language->message(book, level, n)) != NULL; n++) {
        double height = pages_text(pages, &body_type, 0, 0, pages_width(pages), message, false);
        if (height + 6 > pages_left(pages))
            pages_turn(pages, NULL);
        pages->y = 6 + pages_text(pages, &body_type, pages->margin, pages->y, pages_width(pages),
                                  message, true);
    }
}

/* What a book says of itself: its title, its author, and the messages of its levels, which are its rules. */
static void write_book(struct pages *pages, const struct book *book)
{
    const struct language *language = book->language->language;
    const char *title = language->title(book), *author = language->author(book);
    if (pages_left(pages) < 60)
        pages_turn(pages, NULL);
    pages_line(pages, &heading_type, ALIGN_LEFT, pages->margin, pages->y + 14, pages_width(pages),
               *title == '\0' ? book->language->title : title);
    pages->y += 24;
    if (*author != '\0')
        pages->y = 6 + pages_text(pages, &author_type, pages->margin, pages->y, pages_width(pages),
                                  author, true);
    for (size_t level = 0; level <= language->levels(book); level++)
        write_messages(pages, book, level);
    pages->y += 20;
}

/* Each book once. */
static void write_books(struct pages *pages, const struct pack *pack)
{
    for (size_t i = 0; i < pack->count; i++) {
        const struct book *book = pack_book(&pack->levels[i]);
        bool first = book != NULL;
        for (size_t n = 0; n < i && first; n++)
            first = !pack_levels_alike(&pack->levels[n], &pack->levels[i]);
        if (first)
            write_book(pages, book);
    }
}

/* The last level, which is the hardest of a sorted pack, where there is room for a picture of
 * it. */
static bool draw_cover(struct pages *pages, const struct pack *pack)
{
    const struct pack_level *level = &pack->levels[pack->count - 1];
    double left = pages_left(pages) - 20, width = pages_width(pages);
    struct scene scene;
    if (left < 150)
        return true;
    if (!scene_of_puzzle(&scene, level->puzzle, &level->grid, NULL, 0, NULL))
        return false;
    double scale = fmin(48, fmin(width / scene.view.width, left / scene.view.height));
    const struct box box = {pages->margin + (width - scene.view.width * scale) / 2,
                            pages->y + 10 + (left - scene.view.height * scale) / 2,
                            scene.view.width * scale, scene.view.height * scale};
    bool good = draw_scene(pages, &scene, &scene.view, &box, scale);
    scene_free(&scene);
    return good;
}

static bool write_first_page(struct pages *pages, const struct pack *pack)
{
    char count[64];
    pages_turn(pages, pack->title);
    pages->y = pages_text(pages, &title_type, pages->margin, pages->y, pages_width(pages),
                          pack->title, true);
    if (pack->author != NULL)
        pages->y = pages_text(pages, &author_type, pages->margin, pages->y + 2, pages_width(pages),
                              pack->author, true);
    snprintf(count, sizeof count, "%zu level%s, each with one solution", pack->count,
             pack->count == 1 ? "" : "s");
    for (size_t i = 0; i < pack->count; i++) {
        if (pack->levels[i].judgement.verdict != VERDICT_UNIQUE)
            snprintf(count, sizeof count, "%zu level%s", pack->count, pack->count == 1 ? "" : "s");
    }
    pages->y = 24 + pages_text(pages, &author_type, pages->margin, pages->y + 2,
                               pages_width(pages), count, true);
    bool good = true;
    for (size_t i = 0; good && games[i] != NULL; i++) {
        if (has_game(pack, games[i]))
            good = write_rules(pages, pack, games[i]);
    }
    write_books(pages, pack);
    return good && draw_cover(pages, pack);
}

/* --- levels --- */

/* "hard, 17 slides". */
static void describe(const struct pack_level *level, struct text *text)
{
    double difficulty = level->judgement.measure[MEASURE_difficulty];
    if (difficulty != UNKNOWN)
        text_add_string(text, difficulty_band_names[difficulty_band_of(difficulty)]);
    if (!pack_level_solved(level))
        return;
    double depth = level->judgement.measure[MEASURE_depth];
    const struct face_words *words = face_of(level->puzzle->game)->words;
    text_addf(text, "%s%.0f %s", text->size > 0 ? ", " : "", depth, words->moves[0][depth != 1]);
}

/* Columns and rows of levels on a page: those for which squares are largest. */
static void divide(const struct pages *pages, size_t per_page, size_t *columns, size_t *rows)
{
    double best = 0;
    for (size_t across = 1; across <= per_page; across++) {
        size_t down = (per_page + across - 1) / across;
        double width = pages_width(pages) / (double)across;
        double height = (pages->height - 2 * pages->margin) / (double)down - 40;
        double side = fmin(width - 20, height);
        if (side > best) {
            best = side;
            *columns = across;
            *rows = down;
        }
    }
}

/* A level in a box: its number and name, its figures, its picture. */
static bool write_level(struct pages *pages, const struct pack_level *level, size_t number,
                        const struct box *box)
{
    struct text name = {0}, figures = {0};
    struct scene scene;
    booklet_name(level, number, &name);
    describe(level, &figures);
    pages_line(pages, &number_type, ALIGN_LEFT, box->x, box->y + 12, box->width,
               text_string(&name));
    pages_line(pages, &detail_type, ALIGN_LEFT, box->x, box->y + 24, box->width,
               text_string(&figures));
    bool good = scene_of_puzzle(&scene, level->puzzle, &level->grid, NULL, 0, NULL);
    const struct box below = {box->x, box->y + 32, box->width, box->height - 32};
    good = good && draw_scene(pages, &scene, &scene.view, &below, 72);
    good = good && !name.failed && !figures.failed;
    scene_free(&scene);
    text_free(&name);
    text_free(&figures);
    return good;
}

static bool write_levels(struct pages *pages, const struct pack *pack, size_t per_page)
{
    size_t columns = 1, rows = 1;
    per_page = per_page < pack->count ? per_page : pack->count;
    divide(pages, per_page, &columns, &rows);
    const double gap = 20;
    double width = (pages_width(pages) + gap) / (double)columns;
    double height = (pages->height - 2 * pages->margin + gap) / (double)rows;
    bool good = true;
    for (size_t i = 0; good && i < pack->count; i++) {
        size_t place = i % per_page;
        if (place == 0)
            pages_turn(pages, i == 0 ? "Levels" : NULL);
        const struct box box = {pages->margin + (double)(place % columns) * width,
                                pages->margin + (double)(place / columns) * height, width - gap,
                                height - gap};
        good = write_level(pages, &pack->levels[i], i + 1, &box);
    }
    return good;
}

/* --- all of it --- */

static void set_metadata(struct pages *pages, const struct pack *pack)
{
    pages_describe(pages, CAIRO_PDF_METADATA_TITLE, pack->title);
    pages_describe(pages, CAIRO_PDF_METADATA_AUTHOR, pack->author);
    pages_describe(pages, CAIRO_PDF_METADATA_CREATOR, PACKAGE_STRING);
}

static bool open_pages(struct pages *pages, const struct pack *pack,
                       const struct pack_options *options, struct text *bytes, struct text *error)
{
    const double *sheet = sheets[options->paper];
    enum theme theme = options->theme == THEME_PRINT ? THEME_PRINT : THEME_LIGHT;
    if (!pages_open(pages, sheet[0], sheet[1], theme, bytes, error))
        return false;
    pages->footer = pack->title;
    return true;
}

/* Whether pictures of the solutions fill more pages than that, found by drawing them on pages that are thrown
 * away.  False: out of memory, or another reason. */
static bool fill_more(const struct pack *pack, const struct pack_options *options, unsigned most,
                      bool *more, struct text *error)
{
    struct pages pages;
    struct text bytes = {0};
    if (!open_pages(&pages, pack, options, &bytes, error))
        return false;
    bool drawn = write_solutions(&pages, pack, false);
    *more = pages.number > most;
    bool good = pages_close(&pages, error);
    text_free(&bytes);
    if (good && !drawn)
        text_fail(error);
    return good && drawn;
}

bool booklet_write(const struct pack *pack, const struct pack_options *options,
                   struct text *bytes, struct text *error)
{
    struct pages pages;
    struct text reason = {0};
    bool by_moves = options->answers == ANSWERS_MOVES;
    if (!open_pages(&pages, pack, options, bytes, error))
        return false;
    set_metadata(&pages, pack);
    bool drawn = write_first_page(&pages, pack);
    unsigned before = pages.number;
    drawn = drawn && write_levels(&pages, pack, (size_t)options->per_page);
    if (drawn && options->answers == ANSWERS_AUTO)
        drawn = fill_more(pack, options, pages.number - before, &by_moves, &reason);
    drawn = drawn && write_solutions(&pages, pack, by_moves) &&
            (!options->why || write_whys(&pages, pack, options));
    bool good = pages_close(&pages, error);
    if (good && !drawn && text_says(&reason))
        text_add_text(error, &reason);
    else if (good && !drawn)
        text_fail(error);
    text_free(&reason);
    return good && drawn;
}

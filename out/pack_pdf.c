/* Packs as a printable booklet, a PDF file: a first page with the rules, then the levels, then their solutions. */
#include "config.h"

#include "out/pack.h"

#if defined HAVE_CAIRO && !defined __wasm__

#include "games/draw/face.h"
#include "out/canvas.h"
#include "out/picture.h"
#include "out/strip.h"
#include "solve/judge/judge.h"

#include <cairo-pdf.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* In the order of the values of --paper. */
enum paper { PAPER_A4, PAPER_LETTER };

/* In the order of the values of --answers.  AUTO means pictures, unless they fill more pages than the levels. */
enum answers { ANSWERS_AUTO, ANSWERS_PICTURES, ANSWERS_MOVES };

/* --- pages and the text on them --- */

enum alignment { ALIGN_LEFT, ALIGN_RIGHT };

/* The style of text. */
struct type {
    double size;      /* points */
    bool bold, fixed; /* fixed: all characters have the same width */
    const struct colour *colour;
};

static const struct type title_type = {30, true, false, &colours_shared[COLOUR_INK]};
static const struct type author_type = {13, false, false, &colours_shared[COLOUR_FAINT]};
static const struct type heading_type = {18, true, false, &colours_shared[COLOUR_INK]};
static const struct type section_type = {14, true, false, &colours_shared[COLOUR_INK]};
static const struct type body_type = {10, false, false, &colours_shared[COLOUR_INK]};
static const struct type level_type = {12, true, false, &colours_shared[COLOUR_INK]};
static const struct type detail_type = {8.5, false, false, &colours_shared[COLOUR_FAINT]};
static const struct type solution_type = {10, true, false, &colours_shared[COLOUR_INK]};
static const struct type notation_type = {9, false, false, &colours_shared[COLOUR_INK]};
static const struct type moves_type = {7.5, false, true, &colours_shared[COLOUR_INK]}; /* below pictures */
static const struct type list_type = {9, false, true, &colours_shared[COLOUR_INK]};    /* moves alone */
static const struct type footer_type = {8, false, false, &colours_shared[COLOUR_FAINT]};

struct pages {
    struct canvas canvas;
    double width, height, margin; /* points */
    double y;                     /* how far down the page is filled */
    unsigned number;              /* number of the current page; 0: no page is open */
    const char *footer;           /* printed beside the page number */
};

/* The width between the margins. */
static double pages_width(const struct pages *pages)
{
    return pages->width - 2 * pages->margin;
}

/* The height that is left on the page. */
static double pages_left(const struct pages *pages)
{
    return pages->height - pages->margin - pages->y;
}

/* Whether the text is intact and cairo has enough memory for its next step. */
static bool ready(struct pages *pages, const struct text *text)
{
    pages->canvas.failed |= text->failed;
    return canvas_ready(&pages->canvas);
}

/* Returns false if memory has run low. */
static bool set_type(struct pages *pages, const struct type *type)
{
    if (!canvas_ready(&pages->canvas))
        return false;
    cairo_select_font_face(pages->canvas.context, type->fixed ? "monospace" : "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                           type->bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(pages->canvas.context, type->size);
    canvas_set_colour(&pages->canvas, type->colour);
    return true;
}

static double width_of(const struct pages *pages, const char *text)
{
    cairo_text_extents_t extents;
    cairo_text_extents(pages->canvas.context, text, &extents);
    return extents.x_advance;
}

/* Writes a line of text that starts at (x, y). */
static void write_line(struct pages *pages, double x, double y, const struct text *line)
{
    if (!ready(pages, line))
        return;
    cairo_move_to(pages->canvas.context, x, y);
    cairo_show_text(pages->canvas.context, text_string(line));
    cairo_new_path(pages->canvas.context);
    pages->canvas.shapes++;
}

/* Writes a line with its left or right end at x and its base line at y.  A line wider than `capacity` is
 * cut short and ends in dots. */
static void pages_line(struct pages *pages, const struct type *type, enum alignment alignment, double x, double y,
                       double capacity, const char *text)
{
    struct text cut = {0};
    if (!set_type(pages, type))
        return;
    size_t length = strlen(text);
    text_add_string(&cut, text);
    while (ready(pages, &cut) && length > 0 && width_of(pages, text_string(&cut)) > capacity) {
        do {
            length--;
        } while (length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80);
        text_clear(&cut);
        text_add(&cut, text, length);
        text_add_string(&cut, "\u2026");
    }
    if (alignment == ALIGN_RIGHT && ready(pages, &cut))
        x -= width_of(pages, text_string(&cut));
    write_line(pages, x, y, &cut);
    text_free(&cut);
}

static void end_page(struct pages *pages)
{
    char number[24];
    if (pages->number == 0)
        return;
    snprintf(number, sizeof number, "%u", pages->number);
    double y = pages->height - pages->margin / 2;
    pages_line(pages, &footer_type, ALIGN_RIGHT, pages->width - pages->margin, y, 100, number);
    if (pages->number > 1)
        pages_line(pages, &footer_type, ALIGN_LEFT, pages->margin, y, pages_width(pages) - 60, pages->footer);
    if (canvas_ready(&pages->canvas))
        cairo_show_page(pages->canvas.context);
    pages->canvas.shapes = 0;
}

/* Ends the current page and begins another one.  `title`, if not NULL, is added to the document's outline. */
static void pages_turn(struct pages *pages, const char *title)
{
    char link[40];
    end_page(pages);
    pages->number++;
    pages->y = pages->margin;
    if (title == NULL || !canvas_ready(&pages->canvas))
        return;
    snprintf(link, sizeof link, "page=%u pos=[0 0]", pages->number);
    cairo_pdf_surface_add_outline(pages->canvas.surface, CAIRO_PDF_OUTLINE_ROOT, title, link,
                                  (cairo_pdf_outline_flags_t)0);
}

/* Begins a new page unless the current one has room for this height. */
static void need_height(struct pages *pages, double height)
{
    if (pages_left(pages) < height && pages->y > pages->margin)
        pages_turn(pages, NULL);
}

/* Writes text in lines of at most `width`, from (x, y) down, broken at spaces, or anywhere in words that are too long.
 * Returns the y of the next line.  With `draw` false, only measures. */
static double pages_text(struct pages *pages, const struct type *type, double x, double y, double width,
                         const char *text, bool draw)
{
    if (!set_type(pages, type))
        return y;
    struct text line = {0};
    while (*text != '\0') {
        /* The bytes that fit; all of them if memory has run low. */
        size_t length = 0, word = 0;
        text_clear(&line);
        while (text[length] != '\0') {
            const char *at = text + length;
            size_t size = 1; /* of the character */
            while (((unsigned char)at[size] & 0xc0) == 0x80)
                size++;
            if (*at == ' ')
                word = length;
            text_add(&line, at, size);
            if (ready(pages, &line) && width_of(pages, text_string(&line)) > width && length > 0)
                break;
            length += size;
        }
        if (text[length] != '\0' && word > 0)
            length = word;
        text_clear(&line);
        text_add(&line, text, length);
        if (draw)
            write_line(pages, x, y + type->size, &line);
        y += type->size * 1.4;
        text += length;
        text += strspn(text, " ");
    }
    text_free(&line);
    return y;
}

/* The height of a paragraph over the whole width of the page. */
static double paragraph_height(struct pages *pages, const struct type *type, const char *text)
{
    return pages_text(pages, type, 0, 0, pages_width(pages), text, false);
}

/* Writes such a paragraph and leaves some space below it. */
static void write_paragraph(struct pages *pages, const struct type *type, const char *text, double below)
{
    pages->y = below + pages_text(pages, type, pages->margin, pages->y, pages_width(pages), text, true);
}

/* --- solutions --- */

/* Solutions are shown as pictures.  Solutions with one picture stand side by side, with their moves below.  The others
 * are strips of one or more lines.  If pictures would fill too many pages, only moves show the solutions.  With --why,
 * strips explain the verdicts. */

static const double gap = 14;

/* The scale at which the most legible panels fit side by side. */
static double choose_scale(const struct pages *pages, const struct strip *strip)
{
    const double smallest = 12.3, largest = 20; /* points per cell */
    double capacity = pages_width(pages);
    double across = floor((capacity + gap) / (strip->view.width * smallest + gap));
    if (across < 1)
        return capacity / strip->view.width;
    return fmin(largest, (capacity - gap * (across - 1)) / across / strip->view.width);
}

/* The solutions with one picture, placed side by side until a line is full. */
struct shelf {
    double x, bottom;
};

static void end_shelf(struct pages *pages, struct shelf *shelf)
{
    if (shelf->x > pages->margin) {
        pages->y = shelf->bottom + gap;
        shelf->x = pages->margin;
    }
}

static bool draw_panel(struct pages *pages, const struct strip *strip, size_t n, double x, double y, double scale)
{
    struct pen pen = canvas_pen(&pages->canvas);
    canvas_place(&pages->canvas, x - strip->view.x * scale, y - strip->view.y * scale, scale);
    bool good = panel_draw(&strip->panels[n], &strip->view, &pen);
    canvas_restore(&pages->canvas);
    return good;
}

/* Adds a level's number and its title, if it has one. */
static void booklet_name(const struct pack_level *level, size_t number, struct text *text)
{
    text_addf(text, "%zu", number);
    if (level->level.titled)
        text_addf(text, "  %s", text_string(&level->name));
}

/* Writes a strip of several pictures, with its moves or some words above it. */
static bool write_strip(struct pages *pages, const struct pack_level *level, size_t number, const struct strip *strip,
                        const char *moves)
{
    struct text name = {0};
    double capacity = pages_width(pages), scale = choose_scale(pages, strip);
    double width = strip->view.width * scale + gap, caption = 0;
    for (size_t i = 0; i < strip->count; i++)
        caption = fmax(caption, panel_caption(&strip->panels[i]) * scale);
    double height = strip->view.height * scale + caption + 8;
    need_height(pages, pages_text(pages, &moves_type, 0, 16, capacity, moves, false) + height);
    booklet_name(level, number, &name);
    pages_line(pages, &solution_type, ALIGN_LEFT, pages->margin, pages->y + 10, capacity, text_string(&name));
    bool good = !name.failed;
    text_free(&name);
    pages->y = 4 + pages_text(pages, &moves_type, pages->margin, pages->y + 14, capacity, moves, true);
    size_t across = (size_t)((capacity + gap + 1) / width);
    across += across == 0;
    for (size_t i = 0; good && i < strip->count; i++) {
        if (i % across == 0)
            need_height(pages, height);
        good = draw_panel(pages, strip, i, pages->margin + (double)(i % across) * width, pages->y + caption, scale);
        if (i % across == across - 1 || i + 1 == strip->count)
            pages->y += height;
    }
    pages->y += gap;
    return good;
}

static bool write_solution(struct pages *pages, const struct pack_level *level, size_t number, struct shelf *shelf)
{
    struct strip strip;
    const struct move_list *moves = &level->judgement.reported;
    const char *words = text_string(&level->solution);
    if (!strip_make(&strip, level->puzzle, moves->moves, 0, moves->count))
        return false;
    bool good;
    if (strip.count == 1 && panel_caption(&strip.panels[0]) == 0) {
        struct text name = {0};
        double scale = choose_scale(pages, &strip);
        double width = fmax(110, strip.view.width * scale);
        if (shelf->x + width > pages->width - pages->margin + 1)
            end_shelf(pages, shelf);
        double text = pages_text(pages, &moves_type, 0, 0, width, words, false);
        double height = 18 + strip.view.height * scale + 4 + text;
        if (pages_left(pages) < height) {
            end_shelf(pages, shelf);
            need_height(pages, height);
        }
        booklet_name(level, number, &name);
        pages_line(pages, &solution_type, ALIGN_LEFT, shelf->x, pages->y + 10, width, text_string(&name));
        good = draw_panel(pages, &strip, 0, shelf->x, pages->y + 16, scale) && !name.failed;
        pages_text(pages, &moves_type, shelf->x, pages->y + 18 + strip.view.height * scale, width, words, true);
        double bottom = pages->y + height;
        shelf->bottom = shelf->x > pages->margin ? fmax(shelf->bottom, bottom) : bottom;
        shelf->x += width + gap;
        text_free(&name);
    } else {
        end_shelf(pages, shelf);
        good = write_strip(pages, level, number, &strip, words);
    }
    strip_free(&strip);
    return good;
}

/* --- solutions by moves --- */

/* Writes a solution's number beside its moves, and the level's title above them if it has one. */
static bool write_moves(struct pages *pages, const struct pack_level *level, size_t number)
{
    const double indent = 30;
    struct text moves = {0}, label = {0};
    text_addf(&label, "%zu", number);
    /* Groups of five moves are easier to read. */
    const char *all = text_string(&level->solution);
    enum { GROUP = 5 };
    for (size_t i = 0; all[i] != '\0'; i++) {
        if (i > 0 && i % GROUP == 0)
            text_add_char(&moves, ' ');
        text_add_char(&moves, all[i]);
    }
    double x = pages->margin + indent, capacity = pages_width(pages) - indent;
    double title = level->level.titled ? 13 : 0;
    const char *text = text_string(&moves);
    need_height(pages, title + pages_text(pages, &list_type, 0, 0, capacity, text, false));
    pages_line(pages, &solution_type, ALIGN_RIGHT, x - 8, pages->y + 10, indent, text_string(&label));
    if (title > 0)
        pages_line(pages, &solution_type, ALIGN_LEFT, x, pages->y + 10, capacity, text_string(&level->name));
    pages->y = 5 + pages_text(pages, &list_type, x, pages->y + title, capacity, text, true);
    bool good = !moves.failed && !label.failed;
    text_free(&moves);
    text_free(&label);
    return good;
}

static bool has_game(const struct pack *pack, const struct game *game)
{
    for (size_t i = 0; i < pack->count; i++) {
        if (pack->levels[i].puzzle->game == game)
            return true;
    }
    return false;
}

/* Begins a part of the booklet on a new page. */
static void begin_part(struct pages *pages, const char *title)
{
    pages_turn(pages, title);
    pages_line(pages, &heading_type, ALIGN_LEFT, pages->margin, pages->y + 18, pages_width(pages), title);
    pages->y += 34;
}

/* Writes the solutions from a new page on, as pictures or by their moves alone.  Returns false if memory runs out. */
static bool write_solutions(struct pages *pages, const struct pack *pack, bool by_moves)
{
    struct shelf shelf = {.x = pages->margin};
    bool good = true, begun = false;
    for (size_t i = 0; good && i < pack->count; i++) {
        if (!judgement_has_solution(&pack->levels[i].judgement))
            continue;
        if (!begun) {
            begin_part(pages, "Solutions");
            if (by_moves) {
                /* The notation of moves of each game. */
                const struct game *const *lists[] = {games, languages};
                for (int list = 0; list < 2; list++) {
                    for (const struct game *const *game = lists[list]; *game != NULL; game++) {
                        if (has_game(pack, *game))
                            write_paragraph(pages, &notation_type, face_of(*game)->rules->notation, 4);
                    }
                }
                pages->y += 8;
            }
            begun = true;
        }
        good = by_moves ? write_moves(pages, &pack->levels[i], i + 1)
                        : write_solution(pages, &pack->levels[i], i + 1, &shelf);
    }
    return good;
}

/* --- explanations --- */

/* The caption of a level's pictures, by its verdict. */
static const char *const why_words[] = {
    [VERDICT_UNIQUE] = "the only solution: losing moves that do not look lost",
    [VERDICT_MULTIPLE] = "several solutions: how they continue where they diverge",
    [VERDICT_UNSOLVABLE] = "no solution: the closest attempt",
    [VERDICT_UNDECIDED] = "not decided: the closest attempt found",
};

/* Writes the explanations of the verdicts from a new page on, for --why.  Returns false if memory runs out. */
static bool write_whys(struct pages *pages, const struct pack *pack, const struct pack_options *options)
{
    bool good = true, begun = false;
    for (size_t i = 0; good && i < pack->count; i++) {
        const struct pack_level *level = &pack->levels[i];
        struct strip strip;
        if (!why_strip_of_level(&strip, level, options))
            return false;
        if (strip.count > 0) {
            if (!begun)
                begin_part(pages, "Why");
            begun = true;
            good = write_strip(pages, level, i + 1, &strip, why_words[level->judgement.verdict]);
        }
        strip_free(&strip);
    }
    return good;
}

/* --- pictures on a page --- */

/* Draws the part of a scene that a window shows, from the top left corner of a box in points.  Returns false if
 * memory runs out. */
static bool draw_scene(struct pages *pages, const struct scene *scene, const struct box *window, const struct box *box,
                       double largest)
{
    double scale = fmin(largest, fmin(box->width / window->width, box->height / window->height));
    canvas_place(&pages->canvas, box->x - window->x * scale, box->y - window->y * scale, scale);
    if (window != &scene->view)
        canvas_clip(&pages->canvas, window);
    struct pen pen = canvas_pen(&pages->canvas);
    bool good = picture_draw(scene, &pen);
    canvas_restore(&pages->canvas);
    return good;
}

/* --- the first page --- */

static bool write_rules(struct pages *pages, const struct pack *pack, const struct game *game)
{
    const struct rules_text *text = face_of(game)->rules;
    /* The height that the rules will take. */
    double bottom = 24;
    for (size_t i = 0; i < 4 && text->paragraphs[i] != NULL; i++)
        bottom = 6 + pages_text(pages, &body_type, 0, bottom, pages_width(pages), text->paragraphs[i], false);
    need_height(pages, bottom + 110);
    pages_line(pages, &section_type, ALIGN_LEFT, pages->margin, pages->y + 14, pages_width(pages), game->title);
    pages->y += 24;
    for (size_t i = 0; i < 4 && text->paragraphs[i] != NULL; i++)
        write_paragraph(pages, &body_type, text->paragraphs[i], 6);
    pages->y += 4;
    size_t count = 0;
    double top = pages->y;
    bool good = true;
    for (const struct legend *legend = text->legend; good && legend->cells != NULL; legend++) {
        int cell = (unsigned char)legend->cells[strlen(legend->cells) - 1];
        bool occurs = false;
        for (size_t i = 0; i < pack->count && !occurs; i++) {
            const struct grid *grid = &pack->levels[i].grid;
            occurs = pack->levels[i].puzzle->game == game && memchr(grid->cells, cell, (size_t)grid_size(grid)) != NULL;
        }
        if (!occurs)
            continue;
        double x = pages->margin + (double)(count % 3) * pages_width(pages) / 3;
        double y = top + (double)(count / 3) * 32;
        /* Draws the symbol, with open cells around it, and its name. */
        struct grid grid;
        struct scene scene;
        int columns = (int)strlen(legend->cells);
        if (!grid_make(&grid, columns + 2, 3, text->open))
            return false;
        memcpy(grid.cells + columns + 3, legend->cells, (size_t)columns);
        good = scene_make(&scene, game, &(struct scene_text){.drawn = &grid});
        grid_free(&grid);
        if (!good)
            return false;
        struct point first = scene_middle(&scene, columns + 3);
        const struct box window = {first.x - 0.6, first.y - 0.7, columns + 0.2, 1.3}, box = {x, y, 48, 26};
        good = draw_scene(pages, &scene, &window, &box, 20);
        scene_free(&scene);
        pages_line(pages, &body_type, ALIGN_LEFT, x + 10 + 20 * columns, y + 17, pages_width(pages) / 3 - 56,
                   legend->words);
        pages->y = y + 32;
        count++;
    }
    pages->y += 20;
    return good;
}

/* Writes a source's text about itself: its title, its author, and the messages of its levels, which explain its rules.
 */
static void write_source(struct pages *pages, const struct game_source *game_source)
{
    const struct language *language = game_source->language->language;
    const char *author = language->author(game_source);
    need_height(pages, 60);
    pages_line(pages, &section_type, ALIGN_LEFT, pages->margin, pages->y + 14, pages_width(pages),
               game_title(game_source->language, game_source));
    pages->y += 24;
    if (*author != '\0')
        write_paragraph(pages, &author_type, author, 6);
    for (size_t level = 0; level <= language->levels(game_source); level++) {
        const char *message;
        for (size_t n = 0; (message = language->message(game_source, level, n)) != NULL; n++) {
            need_height(pages, paragraph_height(pages, &body_type, message) + 6);
            write_paragraph(pages, &body_type, message, 6);
        }
    }
    pages->y += 20;
}

static bool write_first_page(struct pages *pages, const struct pack *pack)
{
    char count[64];
    pages_turn(pages, pack->title);
    write_paragraph(pages, &title_type, pack->title, 2);
    if (pack->author != NULL)
        write_paragraph(pages, &author_type, pack->author, 2);
    bool unique = true;
    for (size_t i = 0; i < pack->count; i++)
        unique &= pack->levels[i].judgement.verdict == VERDICT_UNIQUE;
    snprintf(count, sizeof count, "%zu level%s%s", pack->count, pack->count == 1 ? "" : "s",
             unique ? ", each with one solution" : "");
    write_paragraph(pages, &author_type, count, 24);
    bool good = true;
    for (size_t i = 0; good && games[i] != NULL; i++) {
        if (has_game(pack, games[i]))
            good = write_rules(pages, pack, games[i]);
    }
    /* Write each source once. */
    for (size_t i = 0; i < pack->count; i++) {
        const struct game_source *game_source = pack_source(&pack->levels[i]);
        bool first = game_source != NULL;
        for (size_t n = 0; n < i && first; n++)
            first = !pack_levels_alike(&pack->levels[n], &pack->levels[i]);
        if (first)
            write_source(pages, game_source);
    }
    /* Draws the last level, which is the hardest in a sorted pack, if it fits on the page. */
    double left = pages_left(pages) - 20, width = pages_width(pages);
    struct scene scene;
    if (!good || left < 150)
        return good;
    if (!pack_scene(&pack->levels[pack->count - 1], &scene))
        return false;
    double scale = fmin(48, fmin(width / scene.view.width, left / scene.view.height));
    const struct box box = {pages->margin + (width - scene.view.width * scale) / 2,
                            pages->y + 10 + (left - scene.view.height * scale) / 2, scene.view.width * scale,
                            scene.view.height * scale};
    good = draw_scene(pages, &scene, &scene.view, &box, scale);
    scene_free(&scene);
    return good;
}

/* --- levels --- */

/* Draws a level in a box: its number and name, its figures, its picture. */
static bool write_level(struct pages *pages, const struct pack_level *level, size_t number, const struct box *box)
{
    struct text name = {0}, figures = {0};
    struct scene scene;
    booklet_name(level, number, &name);
    /* "hard, 17 slides". */
    double difficulty = level->judgement.measure[MEASURE_difficulty];
    if (difficulty != UNKNOWN)
        text_add_string(&figures, difficulty_band_names[difficulty_band_of(difficulty)]);
    if (judgement_has_solution(&level->judgement)) {
        double depth = level->judgement.measure[MEASURE_depth];
        const struct face_words *words = face_of(level->puzzle->game)->words;
        text_addf(&figures, "%s%.0f %s", figures.size > 0 ? ", " : "", depth, words->moves[0][depth != 1]);
    }
    pages_line(pages, &level_type, ALIGN_LEFT, box->x, box->y + 12, box->width, text_string(&name));
    pages_line(pages, &detail_type, ALIGN_LEFT, box->x, box->y + 24, box->width, text_string(&figures));
    bool good = pack_scene(level, &scene);
    const struct box below = {box->x, box->y + 32, box->width, box->height - 32};
    good = good && draw_scene(pages, &scene, &scene.view, &below, 72);
    good = good && !name.failed && !figures.failed;
    scene_free(&scene);
    text_free(&name);
    text_free(&figures);
    return good;
}

/* Writes the opening of the chapter that begins with a level, at the top of the page: the first line is a heading. */
static void write_opening(struct pages *pages, const struct pack_level *level)
{
    struct text lines = {0};
    pack_add_opening(level, "", &lines);
    const char *line = text_string(&lines);
    for (size_t n = 0, size; *line != '\0'; n++, line += size + 1) {
        struct text copy = {0};
        size = strcspn(line, "\n");
        text_add(&copy, line, size);
        const struct type *type = n == 0 ? &heading_type : &body_type;
        need_height(pages, paragraph_height(pages, type, text_string(&copy)));
        write_paragraph(pages, type, text_string(&copy), 4);
        lines.failed |= copy.failed;
        text_free(&copy);
    }
    pages->y += 12;
    need_height(pages, pages->height / 3);
    ready(pages, &lines);
    text_free(&lines);
}

/* Writes all levels.  Each chapter begins on a new page. */
static bool write_levels(struct pages *pages, const struct pack *pack, size_t per_page)
{
    size_t columns = 1, rows = 1, place = 0;
    per_page = per_page < pack->count ? per_page : pack->count;
    /* Chooses the columns and rows that make the squares of levels largest. */
    double best = 0;
    for (size_t across = 1; across <= per_page; across++) {
        size_t down = (per_page + across - 1) / across;
        double width = pages_width(pages) / (double)across;
        double height = (pages->height - 2 * pages->margin) / (double)down - 40;
        double side = fmin(width - 20, height);
        if (side > best) {
            best = side;
            columns = across;
            rows = down;
        }
    }
    const double between = 20;
    double width = (pages_width(pages) + between) / (double)columns;
    bool good = true;
    for (size_t i = 0; good && i < pack->count; i++) {
        const struct pack_level *level = &pack->levels[i];
        bool opens = level->level.opening.size > 0;
        if (i == 0 || opens || place == per_page) {
            pages_turn(pages, opens ? text_string(&level->level.heading) : i == 0 ? "Levels" : NULL);
            if (opens)
                write_opening(pages, level);
            place = 0;
        }
        double height = (pages_left(pages) + between) / (double)rows;
        const struct box box = {pages->margin + (double)(place % columns) * width,
                                pages->y + (double)(place / columns) * height, width - between, height - between};
        good = write_level(pages, level, i + 1, &box);
        place++;
    }
    return good;
}

/* --- the whole booklet --- */

static bool open_pages(struct pages *pages, const struct pack *pack, const struct pack_options *options,
                       struct text *bytes, struct text *error)
{
    static const double sheets[][2] = {[PAPER_A4] = {595.276, 841.89}, [PAPER_LETTER] = {612, 792}};
    const double *sheet = sheets[options->paper];
    enum theme theme = options->theme == THEME_PRINT ? THEME_PRINT : THEME_LIGHT;
    *pages = (struct pages){.width = sheet[0], .height = sheet[1], .margin = 48, .footer = pack->title};
    return canvas_open(&pages->canvas, CANVAS_PDF, sheet[0], sheet[1], theme, bytes, error);
}

/* Finds out whether pictures of the solutions fill more than `most` pages, by drawing them on pages that it discards.
 * Returns false if memory runs out or the pages cannot be made. */
static bool fill_more(const struct pack *pack, const struct pack_options *options, unsigned most, bool *more,
                      struct text *error)
{
    struct pages pages;
    struct text bytes = {0};
    if (!open_pages(&pages, pack, options, &bytes, error))
        return false;
    bool drawn = write_solutions(&pages, pack, false);
    *more = pages.number > most;
    end_page(&pages);
    bool good = canvas_close(&pages.canvas, error);
    text_free(&bytes);
    if (good && !drawn)
        text_fail(error);
    return good && drawn;
}

/* Adds the bytes of the PDF file to `bytes`.  Returns false with the reason. */
static bool booklet_add(const struct pack *pack, const struct pack_options *options, struct text *bytes,
                        struct text *error)
{
    struct pages pages;
    struct text reason = {0};
    bool by_moves = options->answers == ANSWERS_MOVES;
    if (!open_pages(&pages, pack, options, bytes, error))
        return false;
    const struct {
        cairo_pdf_metadata_t what;
        const char *text;
    } data[] = {{CAIRO_PDF_METADATA_TITLE, pack->title},
                {CAIRO_PDF_METADATA_AUTHOR, pack->author},
                {CAIRO_PDF_METADATA_CREATOR, PACKAGE_STRING}};
    for (int i = 0; i < 3; i++) {
        if (data[i].text != NULL && canvas_ready(&pages.canvas))
            cairo_pdf_surface_set_metadata(pages.canvas.surface, data[i].what, data[i].text);
    }
    bool drawn = write_first_page(&pages, pack);
    unsigned before = pages.number;
    drawn = drawn && write_levels(&pages, pack, (size_t)options->per_page);
    if (drawn && options->answers == ANSWERS_AUTO)
        drawn = fill_more(pack, options, pages.number - before, &by_moves, &reason);
    drawn = drawn && write_solutions(&pages, pack, by_moves) && (!options->why || write_whys(&pages, pack, options));
    end_page(&pages);
    bool good = canvas_close(&pages.canvas, error);
    if (good && !drawn && text_says(&reason))
        text_add_text(error, &reason);
    else if (good && !drawn)
        text_fail(error);
    text_free(&reason);
    return good && drawn;
}

#endif

const struct pack_format pack_pdf = {
    .name = "pdf",
    .extension = ".pdf",
    .help = "a booklet to print, with rules, levels and solutions",
#if defined HAVE_CAIRO && !defined __wasm__
    .add = booklet_add,
#else
    .missing = "cairo",
#endif
};

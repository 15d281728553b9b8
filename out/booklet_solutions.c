/* Solutions by pictures, those of one picture side by side, with the moves below, the others as strips that
 * run over as many lines as they need; or, where these would fill too many pages, by their moves alone.  And why
 * levels are what they are, as strips; see booklet_solutions.h. */
#include "out/booklet_solutions.h"

#include "faces/face.h"
#include "out/strip.h"
#include "out/why_strip.h"

#include <math.h>

static const struct type heading_type = {18, true, false, COLOUR_INK};
static const struct type number_type = {10, true, false, COLOUR_INK};
static const struct type moves_type = {7.5, false, true, COLOUR_INK};
static const struct type list_type = {9, false, true, COLOUR_INK};
static const struct type body_type = {9, false, false, COLOUR_INK};

static const double gap = 14;

/* The scale at which as many panels as can be read stand side by side. */
static double choose_scale(const struct pages *pages, const struct strip *strip)
{
    const double smallest = 12.3, largest = 20; /* points a cell */
    double room = pages_width(pages);
    double across = floor((room + gap) / (strip->view.width * smallest + gap));
    if (across < 1)
        return room / strip->view.width;
    return fmin(largest, (room - gap * (across - 1)) / across / strip->view.width);
}

/* Where the solutions of one picture stand: side by side until a line is full. */
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

/* A new page unless there is room for this much. */
static void need(struct pages *pages, double height)
{
    if (pages_left(pages) < height && pages->y > pages->margin)
        pages_turn(pages, NULL);
}

static bool draw_panel(struct pages *pages, const struct strip *strip, size_t n, double x, double y,
                       double scale)
{
    struct pen pen = pen_cairo(&pages->canvas.pen);
    canvas_place(&pages->canvas, x - strip->view.x * scale, y - strip->view.y * scale, scale);
    bool good = panel_draw(&strip->panels[n], &strip->view, &pen);
    canvas_restore(&pages->canvas);
    return good;
}

void booklet_name(const struct pack_level *level, size_t number, struct text *text)
{
    text_addf(text, "%zu", number);
    if (level->level.titled)
        text_addf(text, "  %s", text_string(&level->name));
}

/* A solution of one picture. */
static bool write_single(struct pages *pages, const struct pack_level *level, size_t number,
                         const struct strip *strip, struct shelf *shelf)
{
    struct text name = {0};
    const char *moves = text_string(&level->solution);
    double scale = choose_scale(pages, strip);
    double width = fmax(110, strip->view.width * scale);
    if (shelf->x + width > pages->width - pages->margin + 1)
        end_shelf(pages, shelf);
    double text = pages_text(pages, &moves_type, 0, 0, width, moves, false);
    double height = 18 + strip->view.height * scale + 4 + text;
    if (pages_left(pages) < height) {
        end_shelf(pages, shelf);
        need(pages, height);
    }
    booklet_name(level, number, &name);
    pages_line(pages, &number_type, ALIGN_LEFT, shelf->x, pages->y + 10, width, text_string(&name));
    bool good = draw_panel(pages, strip, 0, shelf->x, pages->y + 16, scale);
    pages_text(pages, &moves_type, shelf->x, pages->y + 18 + strip->view.height * scale, width,
               moves, true);
    double bottom = pages->y + height;
    shelf->bottom = shelf->x > pages->margin ? fmax(shelf->bottom, bottom) : bottom;
    shelf->x += width + gap;
    good = good && !name.failed;
    text_free(&name);
    return good;
}

/* A strip of many pictures, with its moves or some words above. */
static bool write_strip(struct pages *pages, const struct pack_level *level, size_t number,
                        const struct strip *strip, const char *moves)
{
    struct text name = {0};
    double room = pages_width(pages), scale = choose_scale(pages, strip);
    double width = strip->view.width * scale + gap, caption = 0;
    for (size_t i = 0; i < strip->count; i++)
        caption = fmax(caption, panel_caption(&strip->panels[i]) * scale);
    double height = strip->view.height * scale + caption + 8;
    need(pages, pages_text(pages, &moves_type, 0, 16, room, moves, false) + height);
    booklet_name(level, number, &name);
    pages_line(pages, &number_type, ALIGN_LEFT, pages->margin, pages->y + 10, room,
               text_string(&name));
    bool good = !name.failed;
    text_free(&name);
    pages->y = 4 + pages_text(pages, &moves_type, pages->margin, pages->y + 14, room, moves, true);
    size_t across = (size_t)((room + gap + 1) / width);
    across += across == 0;
    for (size_t i = 0; good && i < strip->count; i++) {
        if (i % across == 0)
            need(pages, height);
        good = draw_panel(pages, strip, i, pages->margin + (double)(i % across) * width,
                          pages->y + caption, scale);
        if (i % across == across - 1 || i + 1 == strip->count)
            pages->y += height;
    }
    pages->y += gap;
    return good;
}

static bool write_solution(struct pages *pages, const struct pack_level *level, size_t number,
                           struct shelf *shelf)
{
    struct strip strip;
    const struct move_list *moves = &level->judgement.reported;
    if (!strip_make(&strip, level->puzzle, moves->moves, moves->count))
        return false;
    bool good;
    if (strip.count == 1 && panel_caption(&strip.panels[0]) == 0) {
        good = write_single(pages, level, number, &strip, shelf);
    } else {
        end_shelf(pages, shelf);
        good = write_strip(pages, level, number, &strip, text_string(&level->solution));
    }
    strip_free(&strip);
    return good;
}

/* --- by moves --- */

/* Moves in groups of five, which eyes can keep apart. */
static void group_moves(const char *moves, struct text *text)
{
    enum { GROUP = 5 };
    for (size_t i = 0; moves[i] != '\0'; i++) {
        if (i > 0 && i % GROUP == 0)
            text_add_char(text, ' ');
        text_add_char(text, moves[i]);
    }
}

/* A solution's number beside its moves, with the level's title above them if it has one. */
static bool write_moves(struct pages *pages, const struct pack_level *level, size_t number)
{
    const double indent = 30;
    struct text moves = {0}, label = {0};
    text_addf(&label, "%zu", number);
    group_moves(text_string(&level->solution), &moves);
    double x = pages->margin + indent, room = pages_width(pages) - indent;
    double title = level->level.titled ? 13 : 0;
    const char *text = text_string(&moves);
    need(pages, title + pages_text(pages, &list_type, 0, 0, room, text, false));
    pages_line(pages, &number_type, ALIGN_RIGHT, x - 8, pages->y + 10, indent, text_string(&label));
    if (title > 0)
        pages_line(pages, &number_type, ALIGN_LEFT, x, pages->y + 10, room,
                   text_string(&level->name));
    pages->y = 5 + pages_text(pages, &list_type, x, pages->y + title, room, text, true);
    bool good = !moves.failed && !label.failed;
    text_free(&moves);
    text_free(&label);
    return good;
}

/* How the moves of each game in the pack are to be read. */
static void explain_moves(struct pages *pages, const struct pack *pack)
{
    for (size_t n = 0; faces[n] != NULL; n++) {
        bool any = false;
        for (size_t i = 0; i < pack->count && !any; i++)
            any = pack->levels[i].puzzle->game == faces[n]->game;
        if (any)
            pages->y = 4 + pages_text(pages, &body_type, pages->margin, pages->y,
                                      pages_width(pages), faces[n]->rules->notation, true);
    }
    pages->y += 8;
}

/* Begins a part of the booklet on a page of its own. */
static void begin_part(struct pages *pages, const char *title)
{
    pages_turn(pages, title);
    pages_line(pages, &heading_type, ALIGN_LEFT, pages->margin, pages->y + 18, pages_width(pages), title);
    pages->y += 34;
}

bool write_solutions(struct pages *pages, const struct pack *pack, bool by_moves)
{
    struct shelf shelf = {.x = pages->margin};
    bool good = true, begun = false;
    for (size_t i = 0; good && i < pack->count; i++) {
        if (!pack_level_solved(&pack->levels[i]))
            continue;
        if (!begun) {
            begin_part(pages, "Solutions");
            if (by_moves)
                explain_moves(pages, pack);
            begun = true;
        }
        good = by_moves ? write_moves(pages, &pack->levels[i], i + 1)
                        : write_solution(pages, &pack->levels[i], i + 1, &shelf);
    }
    return good;
}

/* --- why --- */

/* What the pictures of a level show, by its verdict. */
static const char *const why_words[] = {
    [VERDICT_UNIQUE] = "the only solution: moves off it that lose and do not look it",
    [VERDICT_MULTIPLE] = "more than one solution: how different ones go on where they part",
    [VERDICT_UNSOLVABLE] = "no solution: the nearest one can come",
    [VERDICT_UNDECIDED] = "not decided: the nearest one comes",
};

bool write_whys(struct pages *pages, const struct pack *pack, const struct pack_options *options)
{
    bool good = true, begun = false;
    for (size_t i = 0; good && i < pack->count; i++) {
        const struct pack_level *level = &pack->levels[i];
        struct strip strip;
        good = why_strip_of_level(&strip, level, options);
        if (!good)
            break;
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

/* Writes the player's own levels as files, as `pack` does: as text, and their solutions as pictures.
 *
 * The page passes the levels one by one, with their solutions, so they need not be judged. */
#include "games/draw/face.h"
#include "out/pack.h"
#include "out/page/engine.h"
#include "out/picture.h"
#include "out/strip.h"
#include "solve/level/report.h"

#include <stdlib.h>
#include <string.h>

static struct pack own;

/* Begins an empty pack. */
void EXPORT(pack_begin)(void)
{
    pack_free(&own);
}

/* Input: a level (see input_level), which becomes the last of the pack.  Returns false if it is not a level; the output
 * says why. */
bool EXPORT(pack_level)(void)
{
    struct given given;
    struct pack_level *grown = realloc(own.levels, (own.count + 1) * sizeof *grown);
    if (grown == NULL)
        return output_fail("out of memory");
    own.levels = grown;
    if (!input_level(&given))
        return false;
    struct puzzle *puzzle = input_puzzle(&given);
    if (puzzle == NULL)
        return false;
    struct pack_level *level = &own.levels[own.count++];
    *level = (struct pack_level){.variant = given.variant, .puzzle = puzzle};
    return pack_draw(puzzle, &level->grid) || output_fail("out of memory");
}

/* Input: name, verdict and solution of the last level, a line each.  Ignores the solution if it does not solve this
 * level. */
void EXPORT(pack_known)(void)
{
    struct pack_level *level = &own.levels[own.count - 1];
    char *verdict = strchr(passed.input, '\n'), *solution = verdict == NULL ? NULL : strchr(verdict + 1, '\n');
    if (solution == NULL)
        return;
    *verdict++ = *solution++ = '\0';
    text_add_string(&level->name, passed.input);
    text_add_string(&level->level.name, passed.input);
    level->level.titled = true;
    level->judgement.verdict = VERDICT_UNDECIDED;
    for (size_t n = 0; n <= VERDICT_UNDECIDED; n++) {
        if (strcmp(verdict_names[n], verdict) == 0)
            level->judgement.verdict = (enum verdict)n;
    }
    if (solution_read(level->puzzle, solution, &level->judgement.reported) == 1)
        text_add_string(&level->solution, solution);
}

enum { OWN_TEXT, OWN_XSB, OWN_SCRIPT };

/* Input: the title.  Output: the pack, whose levels are all of one game.  Returns false if the format does not support
 * that game (the output is then empty) or memory runs out (the output then says so). */
bool EXPORT(pack_write)(unsigned format)
{
    const struct face *face = face_of(own.levels[0].puzzle->game);
    struct text *text = output_begin();
    own.title = passed.input;
    const struct game_source *game_source = pack_source(&own.levels[0]);
    if (format != OWN_XSB && game_source != NULL) { /* the source with the levels, each preceded by its name */
        const struct language *language = game_source->language->language;
        language->write_head(game_source, NULL, NULL, text);
        for (size_t i = 0; i < own.count; i++) {
            text_add_string(text, "\n(");
            for (const char *c = text_string(&own.levels[i].name); *c != '\0'; c++)
                text_add_char(text, *c == '(' ? '[' : *c == ')' ? ']' : *c);
            text_add_char(text, ')');
            language->write_level(game_source, &own.levels[i].grid, text);
        }
        return true;
    }
    if ((format == OWN_XSB && !face->xsb) || (format == OWN_SCRIPT && face->script == NULL))
        return false;
    const struct pack_options options = {0};
    struct text error = {0};
    bool good = format == OWN_TEXT  ? pack_add_text(&own, &options, text, &error)
                : format == OWN_XSB ? pack_add_xsb(&own, &options, text, &error)
                                    : pack_add_script(&own, &options, text, &error);
    return good || output_fail("out of memory");
}

/* --- solutions as pictures --- */

/* Output: the solution of the last level as SVG: a line with width and height, then the elements.  Returns false if the
 * level has no solution or memory runs out. */
bool EXPORT(pack_solution)(void)
{
    const struct pack_level *level = &own.levels[own.count - 1];
    const struct move_list *moves = &level->judgement.reported;
    struct strip strip = {0};
    struct text *text = output_begin();
    if (moves->count == 0 || !strip_make(&strip, level->puzzle, moves->moves, 0, moves->count))
        return false;
    struct strip_layout layout = strip_layout(&strip);
    text_addf(text, "%g %g\n", (double)layout.columns * layout.width, (double)layout.rows * layout.height);
    bool good = true;
    for (size_t i = 0; good && i < strip.count; i++) {
        struct point origin = strip_origin(&strip, &layout, i);
        text_addf(text, "<g transform=\"translate(%g %g)\">", origin.x, origin.y);
        struct pen pen = pen_svg(text);
        good = panel_draw(&strip.panels[i], &strip.view, &pen);
        text_add_string(text, "</g>");
    }
    strip_free(&strip);
    return good;
}

/* Output: the colours of a theme, as declarations of a style sheet, and the classes that use them. */
void EXPORT(pack_colours)(unsigned theme)
{
    struct text *css = output_begin();
    text_add_string(css, "svg{");
    pen_svg_colours(css, (enum theme)theme);
    text_add_char(css, '}');
    pen_svg_classes(css);
}

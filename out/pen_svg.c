/* A pen that writes SVG; see picture.h. */
#include "out/picture.h"

#include "games/draw/face.h"

#include <stdio.h>

/* Whether a path is open.  The path is built in the text itself: its first point opens the element, and `paint`, which
 * knows the colours, closes it.  The attributes may be in any order. */
static bool has_path(const struct text *svg)
{
    return svg->size > 0 && svg->data[svg->size - 1] != '>' && svg->data[svg->size - 1] != '\n';
}

/* Adds a number with at most three decimals, as short as possible. */
static void add_number(struct text *svg, double number)
{
    char digits[40];
    int length = snprintf(digits, sizeof digits, "%.3f", number);
    while (length > 0 && digits[length - 1] == '0')
        length--;
    if (length > 0 && digits[length - 1] == '.')
        length--;
    if (length == 2 && digits[0] == '-' && digits[1] == '0')
        text_add_char(svg, '0');
    else if (length > 0)
        text_add(svg, digits, (size_t)length);
}

static void add_point(struct text *svg, char command, double x, double y)
{
    text_add_char(svg, command);
    add_number(svg, x);
    text_add_char(svg, ' ');
    add_number(svg, y);
}

static void move_to(void *target, double x, double y)
{
    if (!has_path(target))
        text_add_string(target, "<path d=\"");
    add_point(target, 'M', x, y);
}

static void line_to(void *target, double x, double y)
{
    add_point(target, 'L', x, y);
}

static void curve_to(void *target, double x1, double y1, double x2, double y2, double x, double y)
{
    add_point(target, 'C', x1, y1);
    add_point(target, ' ', x2, y2);
    add_point(target, ' ', x, y);
}

static void close_path(void *target)
{
    text_add_char(target, 'Z');
}

static void paint(void *target, const struct colour *fill, const struct colour *line, double width)
{
    struct text *svg = target;
    if (!has_path(svg))
        return;
    if (fill != NULL && fill->name == NULL)
        text_addf(svg, "\" fill=\"#%06x\" class=\"", (unsigned)fill->rgb[THEME_LIGHT]);
    else
        text_addf(svg, "\" class=\"f-%s", fill == NULL ? "none" : fill->name);
    if (line != NULL) {
        text_addf(svg, " s-%s\" stroke-width=\"", line->name);
        add_number(svg, width);
    }
    text_add_string(svg, "\"/>");
}

static void write_text(void *target, const struct colour *colour, double x, double y, double size, const char *text)
{
    struct text *svg = target;
    text_addf(svg, "<text class=\"f-%s\" text-anchor=\"middle\" x=\"", colour->name);
    add_number(svg, x);
    text_add_string(svg, "\" y=\"");
    add_number(svg, y + 0.36 * size); /* the base line is half a digit's height below its middle */
    text_add_string(svg, "\" font-size=\"");
    add_number(svg, size);
    text_add_string(svg, "\">");
    text_add_xml(svg, text);
    text_add_string(svg, "</text>");
}

struct pen pen_svg(struct text *svg)
{
    return (struct pen){.target = svg,
                        .move_to = move_to,
                        .line_to = line_to,
                        .curve_to = curve_to,
                        .close = close_path,
                        .paint = paint,
                        .write = write_text};
}

/* Adds the declarations of one theme for the colours that games share and for those of each game's face; with
 * `classes`, instead the rules that use them. */
static void add_colours(struct text *css, enum theme theme, bool classes)
{
    const struct colour *colour = colours_shared;
    for (size_t n = 0;; n++) {
        for (; colour != NULL && colour->name != NULL; colour++) {
            if (!classes) {
                text_addf(css, "--%s:#%06x;", colour->name, (unsigned)colour->rgb[theme]);
                continue;
            }
            text_addf(css, ".f-%s{fill:var(--%s)", colour->name, colour->name);
            if (colour->transparent > 0)
                text_addf(css, ";fill-opacity:.%02u", 100 - colour->transparent);
            text_addf(css, "}.s-%s{stroke:var(--%s)", colour->name, colour->name);
            if (colour->transparent > 0)
                text_addf(css, ";stroke-opacity:.%02u", 100 - colour->transparent);
            text_add_char(css, '}');
        }
        if (games[n] == NULL)
            return;
        colour = face_of(games[n])->colours;
    }
}

void pen_svg_colours(struct text *css, enum theme theme)
{
    add_colours(css, theme, false);
}

void pen_svg_classes(struct text *css)
{
    /* Paths of a game's own colours are the points of sprites.  Without smoothing, they meet without a seam. */
    text_add_string(css, "path{stroke-linecap:round;stroke-linejoin:round}.f-none{fill:none}"
                         "path[fill]{shape-rendering:crispEdges}");
    add_colours(css, THEME_LIGHT, true);
}

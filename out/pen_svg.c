/* A pen that writes SVG; see picture.h. */
#include "out/picture.h"

#include <stdio.h>

/* Whether a path is open.  The path is built in the text itself: its first point opens the element, and the paint,
 * which knows the colours, closes it.  The attributes may be in any order. */
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

static void paint(void *target, enum colour fill, enum colour line, double width)
{
    struct text *svg = target;
    if (!has_path(svg))
        return;
    if (colour_is_own(fill))
        text_addf(svg, "\" fill=\"#%06x\" class=\"", (unsigned)colour_rgb(fill));
    else
        text_addf(svg, "\" class=\"f-%s", fill == COLOUR_NONE ? "none" : colour_value(fill)->css);
    if (line != COLOUR_NONE) {
        text_addf(svg, " s-%s\" stroke-width=\"", colour_value(line)->css);
        add_number(svg, width);
    }
    text_add_string(svg, "\"/>");
}

static void add_escaped(struct text *svg, const char *text)
{
    for (; *text != '\0'; text++) {
        switch (*text) {
        case '&':
            text_add_string(svg, "&amp;");
            break;
        case '<':
            text_add_string(svg, "&lt;");
            break;
        case '>':
            text_add_string(svg, "&gt;");
            break;
        default:
            text_add_char(svg, *text);
        }
    }
}

static void write_text(void *target, enum colour colour, double x, double y, double size, const char *text)
{
    struct text *svg = target;
    text_addf(svg, "<text class=\"f-%s\" text-anchor=\"middle\" x=\"", colour_value(colour)->css);
    add_number(svg, x);
    text_add_string(svg, "\" y=\"");
    add_number(svg, y + 0.36 * size); /* half the height of a digit below its middle */
    text_add_string(svg, "\" font-size=\"");
    add_number(svg, size);
    text_add_string(svg, "\">");
    add_escaped(svg, text);
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

void pen_svg_colours(struct text *css, enum theme theme)
{
    for (enum colour colour = COLOUR_NONE + 1; colour < COLOUR_COUNT; colour++) {
        const struct colour_value *value = colour_value(colour);
        text_addf(css, "--%s:#%06x;", value->css, (unsigned)value->rgb[theme]);
    }
}

void pen_svg_classes(struct text *css)
{
    text_add_string(css, "path{stroke-linecap:round;stroke-linejoin:round}.f-none{fill:none}");
    for (enum colour colour = COLOUR_NONE + 1; colour < COLOUR_COUNT; colour++) {
        const struct colour_value *value = colour_value(colour);
        text_addf(css, ".f-%s{fill:var(--%s)", value->css, value->css);
        if (value->opacity < 100)
            text_addf(css, ";fill-opacity:.%02u", value->opacity);
        text_addf(css, "}.s-%s{stroke:var(--%s)", value->css, value->css);
        if (value->opacity < 100)
            text_addf(css, ";stroke-opacity:.%02u", value->opacity);
        text_add_char(css, '}');
    }
}

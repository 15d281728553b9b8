/* The table of colours; see colours.h. */
#include "games/draw/colours.h"

static const struct colour_value values[COLOUR_COUNT] = {
#define COLOUR_ROW(name, css, light, dark, opacity) [COLOUR_##name] = {css, {light, dark}, opacity},
    COLOURS(COLOUR_ROW)
#undef COLOUR_ROW
};

const struct colour_value *colour_value(enum colour colour)
{
    return &values[colour];
}

/* Collects the gaps of a game; see look.h. */
#include "tests/look.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void require(struct look *look, bool good, const char *what, ...)
{
    if (good)
        return;
    char text[200];
    va_list arguments;
    va_start(arguments, what);
    vsnprintf(text, sizeof text, what, arguments);
    va_end(arguments);
    if (strstr(text_string(&look->gaps), text) == NULL)
        text_addf(&look->gaps, "%s: %s\n", look->game->title, text);
}

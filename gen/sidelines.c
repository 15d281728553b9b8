/* The list of all sidelines. */
#include "gen/sideline.h"
#include "gen/snake_tours.h"

#include <stddef.h>

const struct sideline *const sidelines[] = {
    &snake_tours,
    NULL,
};

/* The list of all sidelines. */
#include "gen/sideline.h"
#include "gen/tours_command.h"

#include <stddef.h>

const struct sideline *const sidelines[] = {
    &snake_tours,
    NULL,
};

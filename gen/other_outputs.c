/* The list of all other outputs. */
#include "gen/climb/other_output.h"
#include "gen/snake/tours.h"

#include <stddef.h>

const struct other_output *const other_outputs[] = {
    &snake_tours,
    NULL,
};

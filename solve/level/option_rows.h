/* Options of programs that read levels: the game of the levels and the variant to play. */
#ifndef ONLYWAY_SOLVE_LEVEL_OPTION_ROWS_H
#define ONLYWAY_SOLVE_LEVEL_OPTION_ROWS_H

#include "base/options.h"

/* Option rows for a target's members `game`, `rules` and `metric`.  AT(member) is the member's offset; METRIC_COUNTS
 * is the beginning of the metric's help. */
#define GAME_OPTION_ROWS(AT, METRIC_COUNTS)                                                         \
    OPTION(STRING, "game", AT(game), "GAME", "Input", .letter = 'g',                                \
           .help = "game of the levels (default: recognized by their characters or report)"),       \
        OPTION(STRING, "rules", AT(rules), "NAME", "Input", .help = "variant of the game's rules"), \
        OPTION(STRING, "metric", AT(metric), "NAME", "Input",                                       \
               .help = METRIC_COUNTS ", as \"pushes\" or \"moves\" in Sokoban")

/* --- the options of programs that judge levels: measures, limits and threads --- */

/* Rows for a target's `limits`, a struct limits (solve/search/limits.h). */
#define MEMORY_OPTION_ROW(AT, WORDS) \
    OPTION(BYTES, "max-memory", AT(limits.max_memory), "SIZE", "Limits", .initial = "4G", .low = 65536, .help = WORDS)
#define TIMEOUT_OPTION_ROW(AT, WORDS) OPTION(REAL, "timeout", AT(limits.timeout), "SECONDS", "Limits", .help = WORDS)

#define LIMIT_OPTION_ROWS(AT)                                                                                \
    OPTION(NUMBER, "max-states", AT(limits.max_states), "N", "Limits", .low = 1,                             \
           .help = "give up on a level after N states"),                                                     \
        MEMORY_OPTION_ROW(AT, "give up on a level that needs more memory; SIZE is a number with K, M or G"), \
        TIMEOUT_OPTION_ROW(AT, "give up on a level after that time"),                                        \
        OPTION(NUMBER, "jobs", AT(limits.jobs), "N", "Limits", .letter = 'j', .low = 1, .high = 1024,        \
               .help = "number of threads (default: one per processor); the results do not depend on it")

/* The row for the member `measures`, an enum measures_wanted. */
#define MEASURES_OPTION_ROW(AT)                                                                               \
    OPTION(CHOICE, "measures", AT(measures), "none|auto|cheap|all", "Limits", .initial = "auto",              \
           .help = "measures besides verdict, depth and counts: forced, traps, luck and difficulty need all " \
                   "states; auto finds them if that is not much more work, cheap leaves them out, all takes " \
                   "what the limits allow")

#endif

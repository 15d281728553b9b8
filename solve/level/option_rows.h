/* Options of programs that read levels: the game of the levels and the variant to play. */
#ifndef ONLYWAY_SOLVE_LEVEL_OPTION_ROWS_H
#define ONLYWAY_SOLVE_LEVEL_OPTION_ROWS_H

#include "base/options.h"

/* Option rows for a target's members `game`, `rules` and `metric`.  AT(member) is the member's offset; METRIC_COUNTS
 * is the beginning of the metric's help. */
#define GAME_OPTION_ROWS(AT, METRIC_COUNTS)                                                                  \
    {.name = "game",                                                                                         \
     .letter = 'g',                                                                                          \
     .kind = OPTION_STRING,                                                                                  \
     .offset = AT(game),                                                                                     \
     .argument = "GAME",                                                                                     \
     .group = "Input",                                                                                       \
     .help = "game of the levels (default: recognized by their characters or report)"},                      \
        {.name = "rules",                                                                                    \
         .kind = OPTION_STRING,                                                                              \
         .offset = AT(rules),                                                                                \
         .argument = "NAME",                                                                                 \
         .group = "Input",                                                                                   \
         .help = "variant of the game's rules"},                                                             \
    {                                                                                                        \
        .name = "metric", .kind = OPTION_STRING, .offset = AT(metric), .argument = "NAME", .group = "Input", \
        .help = METRIC_COUNTS ", as \"pushes\" or \"moves\" in Sokoban"                                      \
    }

/* --- the options of programs that judge levels: measures, limits and threads --- */

/* Rows for a target's `limits`, a struct limits (solve/search/limits.h). */
#define MEMORY_OPTION_ROW(AT, WORDS)                                                                     \
    {                                                                                                    \
        .name = "max-memory", .kind = OPTION_BYTES, .offset = AT(limits.max_memory), .argument = "SIZE", \
        .initial = "4G", .low = 65536, .group = "Limits", .help = WORDS                                  \
    }
#define TIMEOUT_OPTION_ROW(AT, WORDS)                                                                \
    {                                                                                                \
        .name = "timeout", .kind = OPTION_REAL, .offset = AT(limits.timeout), .argument = "SECONDS", \
        .group = "Limits", .help = WORDS                                                             \
    }

#define LIMIT_OPTION_ROWS(AT)                                                                                       \
    {.name = "max-states",                                                                                          \
     .kind = OPTION_NUMBER,                                                                                         \
     .offset = AT(limits.max_states),                                                                               \
     .argument = "N",                                                                                               \
     .group = "Limits",                                                                                             \
     .low = 1,                                                                                                      \
     .help = "give up on a level after N states"},                                                                  \
        MEMORY_OPTION_ROW(AT, "give up on a level that needs more memory; SIZE is a number with K, M or G"),        \
        TIMEOUT_OPTION_ROW(AT, "give up on a level after that time"),                                               \
    {                                                                                                               \
        .name = "jobs", .letter = 'j', .kind = OPTION_NUMBER, .offset = AT(limits.jobs), .argument = "N", .low = 1, \
        .high = 1024, .group = "Limits",                                                                            \
        .help = "number of threads (default: one per processor); the results do not depend on it"                   \
    }

/* The row for the member `measures`, an enum measures_wanted. */
#define MEASURES_OPTION_ROW(AT)                                                                               \
    {                                                                                                         \
        .name = "measures", .kind = OPTION_CHOICE, .offset = AT(measures), .argument = "none|auto|cheap|all", \
        .initial = "auto", .group = "Limits",                                                                 \
        .help = "measures besides verdict, depth and counts: forced, traps, luck and difficulty need all "    \
                "states; auto finds them if that is not much more work, cheap leaves them out, all takes "    \
                "what the limits allow"                                                                       \
    }

#endif

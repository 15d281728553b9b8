/* The options of programs that read levels: which game they are of, and which variant of it. */
#ifndef ONLYWAY_SOLVE_LEVEL_GAME_OPTIONS_H
#define ONLYWAY_SOLVE_LEVEL_GAME_OPTIONS_H

#include "base/options.h"

/* Rows for the members game, rules and metric of a target; AT(member) is an offset in it, and
 * METRIC_COUNTS says what the metric is of. */
#define GAME_OPTION_ROWS(AT, METRIC_COUNTS)                                                                  \
    {.name = "game",                                                                                         \
     .letter = 'g',                                                                                          \
     .kind = OPTION_STRING,                                                                                  \
     .offset = AT(game),                                                                                     \
     .argument = "GAME",                                                                                     \
     .group = "Input",                                                                                       \
     .help = "the levels are of this game; else told by their characters or report"},                        \
        {.name = "rules",                                                                                    \
         .kind = OPTION_STRING,                                                                              \
         .offset = AT(rules),                                                                                \
         .argument = "NAME",                                                                                 \
         .group = "Input",                                                                                   \
         .help = "which of the game's rules are played"},                                                    \
    {                                                                                                        \
        .name = "metric", .kind = OPTION_STRING, .offset = AT(metric), .argument = "NAME", .group = "Input", \
        .help = METRIC_COUNTS ", as \"pushes\" or \"moves\" in Sokoban"                                      \
    }

#endif

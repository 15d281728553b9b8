/* Options of programs that read levels: the game of the levels and the variant to play. */
#ifndef ONLYWAY_SOLVE_LEVEL_GAME_OPTIONS_H
#define ONLYWAY_SOLVE_LEVEL_GAME_OPTIONS_H

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

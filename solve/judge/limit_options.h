/* The options of programs that judge levels: measures, limits and threads. */
#ifndef ONLYWAY_SOLVE_JUDGE_LIMIT_OPTIONS_H
#define ONLYWAY_SOLVE_JUDGE_LIMIT_OPTIONS_H

#include "base/options.h"

/* The rows for the members max_memory and timeout. */
#define MEMORY_OPTION_ROW(AT, WORDS)                                                                               \
    {                                                                                                              \
        .name = "max-memory", .kind = OPTION_BYTES, .offset = AT(max_memory), .argument = "SIZE", .initial = "4G", \
        .low = 65536, .group = "Limits", .help = WORDS                                                             \
    }
#define TIMEOUT_OPTION_ROW(AT, WORDS)                                                                            \
    {                                                                                                            \
        .name = "timeout", .kind = OPTION_REAL, .offset = AT(timeout), .argument = "SECONDS", .group = "Limits", \
        .help = WORDS                                                                                            \
    }

/* Rows for the members max_states, max_memory, timeout and jobs of a target struct; AT(member) is the member's
 * offset. */
#define LIMIT_OPTION_ROWS(AT)                                                                                         \
    {.name = "max-states",                                                                                            \
     .kind = OPTION_NUMBER,                                                                                           \
     .offset = AT(max_states),                                                                                        \
     .argument = "N",                                                                                                 \
     .group = "Limits",                                                                                               \
     .low = 1,                                                                                                        \
     .help = "give up on a level after that many states"},                                                            \
        MEMORY_OPTION_ROW(AT, "give up on a level that needs more memory; SIZE is a number with K, M or G"),          \
        TIMEOUT_OPTION_ROW(AT, "give up on a level after that time"),                                                 \
    {                                                                                                                 \
        .name = "jobs", .letter = 'j', .kind = OPTION_NUMBER, .offset = AT(jobs), .argument = "N", .low = 1,          \
        .high = 1024, .group = "Limits", .help = "threads (default: all processors); the results do not depend on it" \
    }

/* The row for the member `measures`, an enum measures_wanted. */
#define MEASURES_OPTION_ROW(AT)                                                                          \
    {                                                                                                    \
        .name = "measures", .kind = OPTION_CHOICE, .offset = AT(measures), .argument = "none|all|cheap", \
        .initial = "all", .group = "Limits",                                                             \
        .help = "what to tell besides verdict, depth and counts: \"cheap\" leaves out forced, traps, "   \
                "luck and difficulty, for which all states have to be known"                             \
    }

#endif

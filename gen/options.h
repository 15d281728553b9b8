/* The options of the gen command. */
#ifndef ONLYWAY_GEN_OPTIONS_H
#define ONLYWAY_GEN_OPTIONS_H

#include "filters/filters.h"

/* Options that only some games have: the pieces of a level. */
enum piece {
    PIECE_WALLS = 1,
    PIECE_BOXES = 2,
    PIECE_SNOWMEN = 4,
    PIECE_SNOW = 8,
    PIECE_TARGETS = 16,
    PIECE_BIRDS = 32,
    PIECE_LENGTH = 64,
    PIECE_FRUIT = 128,
    PIECE_SPIKES = 256,
    PIECE_RULES = 512,
};

/* A range that was not given on the command line. */
#define ANY_NUMBER UINT64_MAX

struct gen_options {
    struct board_size size; /* 0x0: the game's default */
    uint64_t count, seed;
    const char *method; /* NULL: the game's default */
    const char *output; /* NULL: named after game and size */
    uint64_t jobs, max_tries, max_states, max_memory;
    double timeout;
    bool all, resume, force, quiet, help, version;
    struct number_range walls, boxes, snowmen, snow, birds, length, fruit, spikes;
    bool targets;
    const char *rules;
};

extern const struct option_row gen_option_rows[];
extern const size_t gen_option_count;

/* Marks, in a row's tag, the options on which the levels depend; the rest of the tag is the pieces,
 * 0 for options that every game has. */
#define OPTION_DECIDES (1u << 31)

#endif

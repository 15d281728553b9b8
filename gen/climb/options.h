/* The options of the gen command that all games share.  Each proposer also has its own. */
#ifndef ONLYWAY_GEN_CLIMB_OPTIONS_H
#define ONLYWAY_GEN_CLIMB_OPTIONS_H

#include "filters/filters.h"

struct gen_options {
    struct board_size size; /* 0x0: the game's default */
    uint64_t count, seed;
    const char *method; /* NULL: the game's default */
    const char *from;   /* path of a level to start from, or, in the library, its text; or NULL */
    uint64_t siblings;
    const char *shard;  /* I/N, auto or auto/N; NULL: the whole run */
    const char *output; /* NULL: named after game and size */
    uint64_t jobs, max_tries, max_states, max_memory;
    double timeout;
    double min_distance;
    struct text unlike; /* paths, separated by commas; owned */
    bool all, merge, resume, force, quiet, help, version;
    bool seed_drawn;   /* the seed was not given but drawn */
    const char *rules; /* NULL: the game's default */
};

/* The options before a game's own in the help, and those after them. */
extern const struct option_row gen_option_rows[], gen_late_rows[];
extern const size_t gen_option_count, gen_late_count;

/* Bits of a row's tag: */
#define OPTION_DECIDES 1u  /* the levels depend on the option */
#define OPTION_OF_RULES 2u /* only games with several sets of rules have the option */

/* The heading of a game's own options in the help. */
#define PIECE_GROUP "Pieces"

#endif

/* The options of the solve command. */
#ifndef ONLYWAY_SOLVE_OPTIONS_H
#define ONLYWAY_SOLVE_OPTIONS_H

#include "base/options.h"

struct solve_options {
    const char *game, *rules, *metric;
    bool csv, timings, unique, show, why, quiet, help, version;
    uint64_t list;           /* of --all; 0: not given */
    uint64_t mend;           /* of --mend; 0: not given */
    const char *mend_folder; /* where --mend writes levels; NULL: nowhere */
    const char *replay;
    const char *disk; /* the folder where searches that do not fit into memory continue; NULL: none */
    uint64_t max_states, max_memory, jobs;
    double timeout;
    unsigned measures; /* an enum measures_wanted */
};

extern const struct option_row solve_option_rows[];
extern const size_t solve_option_count;

enum { TAIL_FREE, TAIL_BLOCKED };
enum { GROWTH_ONE, GROWTH_NOKIA };

/* The options of --autopilot. */
struct pilot_options {
    const char *autopilot; /* a name or "all"; NULL: not given */
    uint64_t games, seed;
    const char *output;
    unsigned tail, growth;
};

extern const struct option_row pilot_option_rows[];
extern const size_t pilot_option_count;

#endif

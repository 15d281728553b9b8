/* The options of the pack command. */
#ifndef ONLYWAY_OUT_PACK_OPTIONS_H
#define ONLYWAY_OUT_PACK_OPTIONS_H

#include "base/options.h"

struct pack_options {
    const char *title, *author, *output;
    const char *game, *rules, *metric;
    struct text formats; /* names separated by commas */
    unsigned sort;       /* enum pack_sort, see pack.h */
    unsigned theme;      /* enum theme, see colours.h */
    unsigned paper;      /* enum paper, see booklet.h */
    unsigned answers;    /* enum answers, see booklet.h */
    uint64_t scale;      /* pixels per cell */
    uint64_t per_page;   /* levels per page */
    bool solution;
    bool why;
    bool allow_any, force, quiet, help, version;
    uint64_t max_states, max_memory, jobs;
    double timeout;
};

#endif

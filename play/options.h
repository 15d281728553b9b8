/* The options of the play command. */
#ifndef ONLYWAY_PLAY_OPTIONS_H
#define ONLYWAY_PLAY_OPTIONS_H

#include "base/options.h"

struct play_options {
    const char *game, *rules, *metric;
    const char *autopilot;
    uint64_t level, seed, max_memory;
    double timeout;
    bool ascii, help, version;
};

extern const struct option_row play_option_rows[];
extern const size_t play_option_count;

#endif

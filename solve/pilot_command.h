/* solve --autopilot: lets players play the arcade game on arenas and reports how they did. */
#ifndef ONLYWAY_SOLVE_PILOT_COMMAND_H
#define ONLYWAY_SOLVE_PILOT_COMMAND_H

#include "base/program.h"

enum { TAIL_FREE, TAIL_BLOCKED };
enum { GROWTH_ONE, GROWTH_NOKIA };

struct pilot_options {
    const char *autopilot; /* a name or "all"; NULL: not asked for */
    uint64_t games, seed;
    const char *output;
    unsigned tail, growth;
};

extern const struct option_row pilot_option_rows[];
extern const size_t pilot_option_count;

/* Does it.  `seeded`: the seed was given.  Returns the exit status. */
int pilot_command(const struct program *program, const struct pilot_options *options, bool seeded,
                  unsigned jobs, char *const *files, size_t count);

#endif

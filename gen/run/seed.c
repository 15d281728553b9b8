/* The seed of a run; see seed.h. */
#include "gen/run/seed.h"

#include "gen/run/command.h"

#include <inttypes.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

void seed_settle(struct command *command)
{
    struct gen_options *options = &command->options;
    for (size_t i = 0; i < gen_option_count; i++) {
        if (strcmp(gen_option_rows[i].name, "seed") != 0 || command->options_given[i])
            continue;
        if (getrandom(&options->seed, sizeof options->seed, 0) < 0)
            options->seed = (uint64_t)getpid();
        options->seed >>= 16; /* short enough to type again */
        options->seed_drawn = command->options_given[i] = true;
    }
}

void seed_say(const struct gen_options *options, const struct program *program)
{
    if (options->seed_drawn && !options->all)
        program_error(program, "seed %" PRIu64, options->seed);
}

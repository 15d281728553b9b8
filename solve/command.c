/* Parses a solve command; see command.h. */
#include "solve/command.h"

#include "base/program.h"

#include <string.h>

static bool options_agree(const struct solve_options *options, struct text *error)
{
    if (options->csv &&
        (options->list > 0 || options->show || options->why || options->mend > 0 || options->replay != NULL))
        text_add_string(error, "--csv cannot be combined with --all, --show, --why, --mend or "
                               "--replay");
    else if (options->timings && !options->csv)
        text_add_string(error, "--timings needs --csv");
    else if (options->replay != NULL && (options->list > 0 || options->why || options->mend > 0 || options->unique))
        text_add_string(error, "--replay cannot be combined with --all, --why, --mend or --unique");
    return !text_says(error);
}

/* Checks that options of autopilots come with --autopilot, and that --autopilot comes only with options it allows. */
static bool pilots_agree(const struct solve_command *command, struct text *error)
{
    const struct solve_options *options = &command->options;
    if (command->pilots.autopilot != NULL) {
        if (options->csv || options->list > 0 || options->show || options->why || options->mend > 0 ||
            options->unique || options->replay != NULL)
            text_add_string(error, "--autopilot cannot be combined with --csv, --all, --show, "
                                   "--why, --mend, --unique or --replay");
        return !text_says(error);
    }
    for (size_t i = 0; i < pilot_option_count; i++) {
        bool chance = options->replay != NULL && strcmp(pilot_option_rows[i].name, "seed") == 0;
        bool mended = options->mend > 0 && strcmp(pilot_option_rows[i].name, "output") == 0;
        if (command->pilots_given[i] && !chance && !mended && !text_says(error))
            text_addf(error, "--%s needs --autopilot", pilot_option_rows[i].name);
    }
    return !text_says(error);
}

void solve_command_sets(struct solve_command *command, struct option_set sets[SOLVE_SETS])
{
    sets[0] = (struct option_set){solve_option_rows, solve_option_count, &command->options, command->options_given};
    sets[1] = (struct option_set){pilot_option_rows, pilot_option_count, &command->pilots, command->pilots_given};
}

bool solve_command_parse(struct solve_command *command, int argc, char **argv, struct text *error)
{
    struct option_set sets[SOLVE_SETS];
    struct solve_options *options = &command->options;
    *command = (struct solve_command){.options = {.jobs = program_processors()}};
    solve_command_sets(command, sets);
    options_reset(sets, SOLVE_SETS);
    if (!options_parse(sets, SOLVE_SETS, argc, argv, &command->first_operand, error))
        return false;
    command->kind = (struct job_kind){.rules = options->rules,
                                      .metric = options->metric,
                                      .interrupted = &program_interrupted,
                                      .chance = options->replay != NULL,
                                      .seed = command->pilots.seed};
    if (options->mend > 0 && option_given(&sets[1], "output"))
        options->mend_folder = command->pilots.output;
    return options->help || options->version ||
           (job_kind_find(options->game, &command->kind, error) && options_agree(options, error) &&
            pilots_agree(command, error));
}

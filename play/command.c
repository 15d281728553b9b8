/* A play command as it was typed; see command.h. */
#include "play/command.h"

#include "games/draw/face.h"

struct option_set play_command_set(struct play_command *command)
{
    return (struct option_set){play_option_rows, play_option_count, &command->options, command->given};
}

bool play_command_parse(struct play_command *command, int argc, char **argv, struct text *error)
{
    struct option_set set = play_command_set(command);
    const struct play_options *options = &command->options;
    *command = (struct play_command){0};
    options_reset(&set, 1);
    if (!options_parse(&set, 1, argc, argv, &command->first_operand, error))
        return false;
    const char *game = options->game;
    if (game == NULL && options->autopilot != NULL)
        game = game_of_arenas()->name;
    command->kind = (struct job_kind){.rules = options->rules, .metric = options->metric};
    return options->help || options->version ||
           (job_kind_find(game, &command->kind, error) &&
            (options->autopilot == NULL || autopilot_find(options->autopilot, false, &command->pilot, error)));
}

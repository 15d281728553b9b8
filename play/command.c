/* The command line of play; see command.h. */
#include "play/command.h"

#include "base/program.h"
#include "base/threads.h"
#include "games/draw/face.h"
#include "solve/level/option_rows.h"

#include <stddef.h>

#define AT(member) offsetof(struct play_options, member)
#define INPUT "Input"
#define SNAKE "Snake"
#define LIMITS "Limits of a search for the next move"
#define OTHER "Other"

static const struct option_row play_option_rows[] = {
    GAME_OPTION_ROWS(AT, "what counts as a move"),
    OPTION(NUMBER, "level", AT(level), "N", INPUT, .letter = 'l', .initial = "1", .low = 1,
           .help = "start with the N-th level"),
    OPTION(NUMBER, "seed", AT(seed), "N", INPUT,
           .help = "seed for where the food appears in classic Snake, and for the random rules of PuzzleScript "
                   "(default: random)"),
    OPTION(STRING, "autopilot", AT(autopilot), "PILOT", SNAKE, .letter = 'a',
           .help = "start with classic Snake, played by one of the autopilots below"),
    OPTION(BYTES, "max-memory", AT(limits.max_memory), "SIZE", LIMITS, .initial = "1G", .low = 65536,
           .help = "give up beyond that much memory; SIZE is a number with K, M or G"),
    OPTION(REAL, "timeout", AT(limits.timeout), "SECONDS", LIMITS, .initial = "60", .help = "give up after that time"),
    OPTION(FLAG, "ascii", AT(ascii), NULL, OTHER, .help = "draw with ASCII characters only"),
    OTHER_OPTION_ROWS(AT, ""),
};

struct option_set play_command_set(struct play_command *command)
{
    return (struct option_set){play_option_rows, sizeof play_option_rows / sizeof *play_option_rows, &command->options,
                               command->given};
}

bool play_command_parse(struct play_command *command, int argc, char **argv, struct text *error)
{
    struct option_set set = play_command_set(command);
    const struct play_options *options = &command->options;
    *command = (struct play_command){.options = {.limits = {.jobs = processor_count()}}};
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

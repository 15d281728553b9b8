/* The gen command: proposes levels, keeps the unique and non-trivial, writes them.  Here are its
 * help and its options; generate.c runs it. */
#include "base/nearest.h"
#include "base/program.h"
#include "gen/generate.h"

#include <stdlib.h>

static const struct program program = {
    .name = "gen",
    .synopsis = "gen GAME [OPTION]...",
    .about = "Generate puzzle levels that have exactly one solution.\n"
             "\n"
             "Writes a folder of level files with a report.  GAME is one of those listed at\n"
             "the end; 'gen GAME --help' shows its own options and thresholds.\n",
    .epilogue = "\n"
                "Exit status: 0 done; 2 usage error or a folder that cannot be used; 3 a limit\n"
                "stopped the work (what was found is kept); 130 interrupted (likewise).\n"
                "\n"
                "Example:\n"
                "  gen longcat --size=5 --count=100\n",
};

static void describe_game(const struct proposer *proposer, struct text *help)
{
    text_addf(help, "\n%s:\n  methods   ", proposer->game->title);
    for (size_t i = 0; proposer->methods[i] != NULL; i++)
        text_addf(help, " %s%s", proposer->methods[i], i == 0 ? " (default)" : "");
    text_addf(help, "\n  size       %ux%u by default, sides from %u to %u\n", proposer->size.columns,
              proposer->size.rows, proposer->min_side, proposer->max_side);
    filters_describe(proposer->game, help);
}

static int show_help(struct command *command)
{
    struct option_set sets[COMMAND_SETS];
    struct text help = {0};
    command_sets(command, sets);
    options_help(sets, COMMAND_SETS, command_row_applies, command->proposer, &help);
    if (command->proposer != NULL) {
        describe_game(command->proposer, &help);
    } else {
        text_add_string(&help, "\nGames:");
        for (size_t i = 0; proposers[i] != NULL; i++)
            text_addf(&help, "%s%s", i == 0 ? "\n  " : ", ", proposers[i]->game->name);
        text_add_char(&help, '\n');
    }
    program_help(&program, text_string(&help));
    text_free(&help);
    return program_finish(&program, EXIT_SUCCESS);
}

static bool find_proposer(const char *name, const struct proposer **proposer, struct text *error)
{
    *proposer = proposer_find(name);
    if (*proposer != NULL)
        return true;
    const char *names[32];
    size_t count = 0;
    for (; proposers[count] != NULL; count++)
        names[count] = proposers[count]->game->name;
    const char *nearest = nearest_name(name, names, count);
    text_addf(error, "unknown game '%s'", name);
    if (nearest != NULL)
        text_addf(error, "; did you mean '%s'?", nearest);
    for (size_t i = 0; nearest == NULL && i < count; i++)
        text_addf(error, "%s %s", i == 0 ? "; the games are" : ",", names[i]);
    return false;
}

int main(int argc, char **argv)
{
    struct command command = {.options = {.jobs = program_processors()}};
    struct option_set sets[COMMAND_SETS];
    struct text error = {0};
    int first = 1;
    const struct number_range any = {0, ANY_NUMBER};
    struct gen_options *options = &command.options;
    options->walls = options->boxes = options->snowmen = options->snow = any;
    options->birds = options->length = options->fruit = options->spikes = any;
    filters_reset(&command.filters);
    command.filters.allow_greedy = false;
    command_sets(&command, sets);
    options_reset(sets, COMMAND_SETS);
    bool good = options_parse(sets, COMMAND_SETS, argc, argv, &first, &error);
    if (good && options->version) {
        program_version(&program);
        return program_finish(&program, EXIT_SUCCESS);
    }
    if (good && first == argc && options->help)
        return show_help(&command);
    if (good && first == argc) {
        text_add_string(&error, "which game?");
        good = false;
    } else if (good && argc - first > 1) {
        text_addf(&error, "'%s' is one operand too many", argv[first + 1]);
        good = false;
    }
    good = good && find_proposer(argv[first], &command.proposer, &error);
    if (good && options->help)
        return show_help(&command);
    if (!good) {
        int status = program_usage(&program, text_string(&error));
        text_free(&error);
        return status;
    }
    return run_command(&command, &program);
}

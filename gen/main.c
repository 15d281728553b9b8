/* The gen command: proposes levels, keeps the unique and non-trivial, writes them.  Here are its
 * help and its options; generate.c runs it. */
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
    for (size_t i = 0; proposer->methods[i].name != NULL; i++)
        text_addf(help, " %s%s", proposer->methods[i].name, i == 0 ? " (default)" : "");
    text_addf(help, "\n  size       %ux%u by default, sides from %u to %u\n",
              proposer->size.columns, proposer->size.rows, proposer->min_side, proposer->max_side);
    filters_describe(proposer->game, help);
}

/* Lists the games, or languages, for which levels are proposed. */
static void list_games(const char *heading, bool language, struct text *help)
{
    const char *before = "\n  ";
    text_add_string(help, heading);
    for (size_t i = 0; proposers[i] != NULL; i++) {
        if ((proposers[i]->game->language != NULL) != language)
            continue;
        text_addf(help, "%s%s", before, proposers[i]->game->name);
        before = ", ";
    }
    text_add_char(help, '\n');
}

static int show_help(struct command *command)
{
    struct text help = {0};
    command_help(command, &help);
    if (command->proposer != NULL) {
        describe_game(command->proposer, &help);
    } else {
        list_games("\nGames:", false, &help);
        list_games("\nLanguages, whose files are a game and its levels:", true, &help);
    }
    int status = program_help(&program, &help);
    text_free(&help);
    return status;
}

int main(int argc, char **argv)
{
    struct command command;
    struct text error = {0};
    program_use_memory();
    if (!command_parse(&command, argc, argv, &error)) {
        int status = program_usage(&program, &error);
        text_free(&error);
        return status;
    }
    if (command.options.version) {
        program_version(&program);
        return program_finish(&program, EXIT_SUCCESS);
    }
    int status = command.options.help ? show_help(&command) : run_command(&command, &program);
    command_free(&command);
    return status;
}

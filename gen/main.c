/* The gen command: proposes levels, keeps those that are unique and not trivial, and writes them.  This file has its
 * help and its options; generate.c runs it. */
#include "base/program.h"
#include "gen/generate.h"

#include <stdlib.h>

static const struct program program = {
    .name = "gen",
    .synopsis = "gen GAME [OPTION]...\n"
                "       gen --merge FOLDER... -o FOLDER",
    .about = "Generate puzzle levels that have exactly one solution.\n"
             "\n"
             "Writes a folder of level files with a report.  GAME is one of those listed at\n"
             "the end; 'gen GAME --help' shows its own options and thresholds.\n",
    .epilogue = "\n"
                "Exit status: 0 done; 1 shards have to run before they can be merged; 2 usage\n"
                "error or a folder that cannot be used; 3 a limit stopped the work (what was\n"
                "found is kept); 130 interrupted (likewise).\n"
                "\n"
                "Example:\n"
                "  gen longcat --size=5 --count=100\n",
};

static void describe_methods(const struct proposer *proposer, struct text *help)
{
    struct text left = {0}, right = {0};
    text_addf(help, "\nMethods for %s:\n", proposer->game->title);
    for (const struct method *method = proposer->methods; method->name != NULL; method++) {
        text_clear(&left);
        text_clear(&right);
        text_addf(&left, "  --method=%s", method->name);
        text_addf(&right, "%s%s", method->help, method == proposer->methods ? " (default)" : "");
        options_help_line(text_string(&left), text_string(&right), help);
    }
    help->failed |= left.failed || right.failed;
    text_free(&left);
    text_free(&right);
}

/* Describes the thresholds and the size of each difficulty. */
static void describe_difficulties(const struct proposer *proposer, struct text *help)
{
    for (int band = 0; band < DIFFICULTY_BAND_COUNT; band++) {
        struct board_size size = proposer_size(proposer, band);
        text_addf(help, "  %-10s --min-difficulty=%d --max-difficulty=%d --size=%ux%u\n", difficulty_band_names[band],
                  difficulty_band_low((enum difficulty_band)band), difficulty_band_high((enum difficulty_band)band),
                  size.columns, size.rows);
    }
}

static void describe_game(const struct proposer *proposer, struct text *help)
{
    describe_methods(proposer, help);
    filters_describe(proposer->game, help);
    describe_difficulties(proposer, help);
    text_addf(help,
              "\nThe size is %ux%u where neither it nor a difficulty is given; its sides are\n"
              "from %u to %u.\n",
              proposer->size.columns, proposer->size.rows, proposer->min_side, proposer->max_side);
}

/* Lists the games, or the languages, that have a proposer. */
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

static int show_version(void)
{
    program_version(&program);
    return program_finish(&program, EXIT_SUCCESS);
}

int main(int argc, char **argv)
{
    struct command command;
    struct text error = {0};
    program_use_memory();
    int status;
    if (!command_parse(&command, argc, argv, &error))
        status = program_usage(&program, &error);
    else if (command.options.version)
        status = show_version();
    else
        status = command.options.help ? show_help(&command) : run_command(&command, &program);
    text_free(&error);
    command_free(&command);
    return status;
}

/* The options of the pack command; see pack_command.h. */
#include "out/pack.h"

#include "base/program.h"
#include "out/pack_command.h"
#include "solve/level/option_rows.h"

#include <stddef.h>

#define AT(member) offsetof(struct pack_options, member)
#define OUTPUT "Output"
#define PICTURES "Pictures and paper"
#define INPUT "Input"

static const struct option_row pack_option_rows[] = {
    {.name = "output",
     .letter = 'o',
     .kind = OPTION_STRING,
     .offset = AT(output),
     .argument = "FILE",
     .group = OUTPUT,
     .help = "file or folder to write; - is standard output; with several formats, the name without its endings"},
    {.name = "format",
     .letter = 'f',
     .kind = OPTION_LIST,
     .offset = AT(formats),
     .argument = "FORMAT",
     .group = OUTPUT,
     .help = "one or more of the formats below, separated by commas (default: by the ending of FILE)"},
    {.name = "title",
     .letter = 't',
     .kind = OPTION_STRING,
     .offset = AT(title),
     .argument = "TEXT",
     .group = OUTPUT,
     .help = "title of the pack (default: the name of the file)"},
    {.name = "author",
     .letter = 'a',
     .kind = OPTION_STRING,
     .offset = AT(author),
     .argument = "TEXT",
     .group = OUTPUT,
     .help = "author of the levels"},
    {.name = "sort",
     .letter = 's',
     .kind = OPTION_CHOICE,
     .offset = AT(sort),
     .argument = "auto|difficulty|bits|depth|none",
     .initial = "auto",
     .group = OUTPUT,
     .help = "order from easy to hard: by difficulty and then bits, by bits (how surprising the solution is) or by "
             "depth (its length); none keeps the given order; auto is difficulty, but none for chapters "
             "and PuzzleScript games"},
    {.name = "force",
     .kind = OPTION_FLAG,
     .offset = AT(force),
     .group = OUTPUT,
     .help = "replace the levels in a folder that is not empty"},
    {.name = "quiet",
     .letter = 'q',
     .kind = OPTION_FLAG,
     .offset = AT(quiet),
     .group = OUTPUT,
     .help = "do not show progress or a summary"},
    {.name = "solution",
     .kind = OPTION_FLAG,
     .offset = AT(solution),
     .group = PICTURES,
     .help = "svg, png: add a picture of each level's solution"},
    {.name = "why",
     .letter = 'w',
     .kind = OPTION_FLAG,
     .offset = AT(why),
     .group = PICTURES,
     .help = "svg, png, pdf: add a picture that explains each level's verdict: two solutions where they diverge, the "
             "closest attempt if there is none, or the traps of the only one"},
    {.name = "scale",
     .kind = OPTION_NUMBER,
     .offset = AT(scale),
     .argument = "N",
     .initial = "48",
     .low = 4,
     .high = 512,
     .group = PICTURES,
     .help = "svg, png: pixels per cell"},
    {.name = "theme",
     .kind = OPTION_CHOICE,
     .offset = AT(theme),
     .argument = "light|dark|print",
     .initial = "light",
     .group = PICTURES,
     .help = "svg, png: colours; print is black and white with hatching, and for pdf, too"},
    {.name = "paper",
     .kind = OPTION_CHOICE,
     .offset = AT(paper),
     .argument = "a4|letter",
     .initial = "a4",
     .group = PICTURES,
     .help = "pdf: page size"},
    {.name = "per-page",
     .kind = OPTION_NUMBER,
     .offset = AT(per_page),
     .argument = "N",
     .initial = "4",
     .low = 1,
     .high = 48,
     .group = PICTURES,
     .help = "pdf: levels per page"},
    {.name = "answers",
     .kind = OPTION_CHOICE,
     .offset = AT(answers),
     .argument = "auto|pictures|moves",
     .initial = "auto",
     .group = PICTURES,
     .help = "pdf: how to show solutions; auto means pictures, or moves if the pictures would fill more pages than the "
             "levels"},
    {.name = "allow-any",
     .kind = OPTION_FLAG,
     .offset = AT(allow_any),
     .group = INPUT,
     .help = "include levels that are not unique"},
    GAME_OPTION_ROWS(AT, "what depth counts"),
    LIMIT_OPTION_ROWS(AT),
    OTHER_OPTION_ROWS(AT, ""),
};

static const size_t pack_option_count = sizeof pack_option_rows / sizeof *pack_option_rows;

/* --- the command --- */

/* Whether a value has no control characters and thus fits into a line of every format. */
static bool line_fits(const char *option, const char *value, struct text *error)
{
    for (; value != NULL && *value != '\0'; value++) {
        if ((unsigned char)*value < ' ' || *value == 0x7f) {
            text_addf(error, "--%s: a control character is not allowed here", option);
            return false;
        }
    }
    return true;
}

struct option_set pack_command_set(struct pack_command *command)
{
    return (struct option_set){pack_option_rows, pack_option_count, &command->options, command->given};
}

bool pack_command_parse(struct pack_command *command, int argc, char **argv, struct text *error)
{
    struct option_set set = pack_command_set(command);
    const struct pack_options *options = &command->options;
    *command = (struct pack_command){.options = {.limits = {.jobs = program_processors()}}};
    options_reset(&set, 1);
    if (!options_parse(&set, 1, argc, argv, &command->first_operand, error))
        return false;
    command->kind = (struct job_kind){.rules = options->rules, .metric = options->metric};
    if (options->help || options->version)
        return true;
    if (options->output == NULL || *options->output == '\0') {
        text_add_string(error, "name the file to write with -o");
        return false;
    }
    return line_fits("title", options->title, error) && line_fits("author", options->author, error) &&
           job_kind_find(options->game, &command->kind, error) &&
           formats_choose(text_string(&options->formats), options->output, &command->choice, error) &&
           place_fits(&command->choice, options, error);
}

void pack_command_free(struct pack_command *command)
{
    text_free(&command->options.formats);
}

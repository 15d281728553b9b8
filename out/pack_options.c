/* The options of the pack command; see pack_command.h. */
#include "out/pack.h"

#include "base/program.h"
#include "base/threads.h"
#include "out/pack_command.h"
#include "solve/level/option_rows.h"

#include <stddef.h>

#define AT(member) offsetof(struct pack_options, member)
#define OUTPUT "Output"
#define PICTURES "Pictures and paper"
#define INPUT "Input"

static const struct option_row pack_option_rows[] = {
    OPTION(STRING, "output", AT(output), "FILE", OUTPUT, .letter = 'o',
           .help = "file or folder to write; - is standard output; with several formats, the name without its endings"),
    OPTION(LIST, "format", AT(formats), "FORMAT", OUTPUT, .letter = 'f',
           .help = "one or more of the formats below, separated by commas (default: by the ending of FILE)"),
    OPTION(STRING, "title", AT(title), "TEXT", OUTPUT, .letter = 't',
           .help = "title of the pack (default: the name of the file)"),
    OPTION(STRING, "author", AT(author), "TEXT", OUTPUT, .letter = 'a', .help = "author of the levels"),
    OPTION(CHOICE, "sort", AT(sort), "auto|difficulty|bits|depth|none", OUTPUT, .letter = 's', .initial = "auto",
           .help =
               "order from easy to hard: by difficulty and then bits, by bits (how surprising the solution is) or by "
               "depth (its length); none keeps the given order; auto is difficulty, but none for chapters "
               "and PuzzleScript games"),
    OPTION(FLAG, "force", AT(force), NULL, OUTPUT, .help = "replace the levels in a folder that is not empty"),
    OPTION(FLAG, "quiet", AT(quiet), NULL, OUTPUT, .letter = 'q', .help = "do not show progress or a summary"),
    OPTION(FLAG, "solution", AT(solution), NULL, PICTURES, .help = "svg, png: add a picture of each level's solution"),
    OPTION(FLAG, "why", AT(why), NULL, PICTURES, .letter = 'w',
           .help =
               "svg, png, pdf: add a picture that explains each level's verdict: two solutions where they diverge, the "
               "closest attempt if there is none, or the traps of the only one"),
    OPTION(NUMBER, "scale", AT(scale), "N", PICTURES, .initial = "48", .low = 4, .high = 512,
           .help = "svg, png: pixels per cell"),
    OPTION(CHOICE, "theme", AT(theme), "light|dark|print", PICTURES, .initial = "light",
           .help = "svg, png: colours; print is black and white with hatching, and for pdf, too"),
    OPTION(CHOICE, "paper", AT(paper), "a4|letter", PICTURES, .initial = "a4", .help = "pdf: page size"),
    OPTION(NUMBER, "per-page", AT(per_page), "N", PICTURES, .initial = "4", .low = 1, .high = 48,
           .help = "pdf: levels per page"),
    OPTION(
        CHOICE, "answers", AT(answers), "auto|pictures|moves", PICTURES, .initial = "auto",
        .help =
            "pdf: how to show solutions; auto means pictures, or moves if the pictures would fill more pages than the "
            "levels"),
    OPTION(FLAG, "allow-any", AT(allow_any), NULL, INPUT, .help = "include levels that are not unique"),
    GAME_OPTION_ROWS(AT, "what depth counts"),
    LIMIT_OPTION_ROWS(AT),
    OTHER_OPTION_ROWS(AT, ""),
};

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
    return (struct option_set){pack_option_rows, sizeof pack_option_rows / sizeof *pack_option_rows, &command->options,
                               command->given};
}

bool pack_command_parse(struct pack_command *command, int argc, char **argv, struct text *error)
{
    struct option_set set = pack_command_set(command);
    const struct pack_options *options = &command->options;
    *command =
        (struct pack_command){.options = {.limits = {.jobs = processor_count(), .interrupted = &program_interrupted}}};
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
           place_fits(command, error);
}

void pack_command_free(struct pack_command *command)
{
    text_free(&command->options.formats);
}

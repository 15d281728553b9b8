/* A pack command as it was typed; see pack_command.h. */
#include "out/pack_command.h"

#include "base/program.h"
#include "out/pack_place.h"

/* Whether a value fits into a line of every format. */
static bool line_fits(const char *option, const char *value, struct text *error)
{
    for (; value != NULL && *value != '\0'; value++) {
        if ((unsigned char)*value < ' ' || *value == 0x7f) {
            text_addf(error, "--%s: a control character does not belong there", option);
            return false;
        }
    }
    return true;
}

static bool check(struct pack_command *command, struct text *error)
{
    const struct pack_options *options = &command->options;
    if (options->output == NULL || *options->output == '\0') {
        text_add_string(error, "which file is to be written? name it with -o");
        return false;
    }
    return line_fits("title", options->title, error) &&
           line_fits("author", options->author, error) &&
           job_kind_find(options->game, &command->kind, error) &&
           formats_choose(text_string(&options->formats), options->output, &command->choice,
                          error) &&
           place_fits(&command->choice, options, error);
}

struct option_set pack_command_set(struct pack_command *command)
{
    return (struct option_set){pack_option_rows, pack_option_count, &command->options,
                               command->given};
}

bool pack_command_parse(struct pack_command *command, int argc, char **argv, struct text *error)
{
    struct option_set set = pack_command_set(command);
    const struct pack_options *options = &command->options;
    *command = (struct pack_command){.options = {.jobs = program_processors()}};
    options_reset(&set, 1);
    if (!options_parse(&set, 1, argc, argv, &command->first_operand, error))
        return false;
    command->kind = (struct job_kind){.rules = options->rules, .metric = options->metric};
    return options->help || options->version || check(command, error);
}

void pack_command_free(struct pack_command *command)
{
    text_free(&command->options.formats);
}

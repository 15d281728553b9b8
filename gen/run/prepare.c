/* From a command to a run; see command.h. */
#include "gen/run/command.h"

#include "base/nearest.h"
#include "gen/climb/from.h"

#include <string.h>

enum { MOST_METHODS = 16 };

/* Whether --from names a level and not the source of a game. */
static bool starts_from_level(const struct command *command)
{
    return command->options.from != NULL && command->proposer->game->contents != NULL;
}

/* Finds the index of the method.  Returns false if the game has no such method. */
static bool find_method(const struct command *command, unsigned *method, struct text *error)
{
    const struct method *methods = command->proposer->methods;
    const char *names[MOST_METHODS], *wanted = command->options.method;
    size_t count = 0;
    *method = 0;
    if (wanted == NULL)
        return true;
    if (starts_from_level(command)) {
        text_add_string(error, "--method cannot be combined with --from");
        return false;
    }
    for (; count < MOST_METHODS && methods[count].name != NULL; count++) {
        names[count] = methods[count].name;
        if (strcmp(names[count], wanted) == 0) {
            *method = (unsigned)count;
            return true;
        }
    }
    const char *nearest = nearest_name(wanted, names, count);
    text_addf(error, "--method: %s has no method '%s'", command->proposer->game->title, wanted);
    if (nearest != NULL)
        text_addf(error, "; did you mean '%s'?", nearest);
    for (size_t i = 0; nearest == NULL && i < count; i++)
        text_addf(error, "%s %s", i == 0 ? "; there are" : ",", names[i]);
    return false;
}

bool command_size(const struct command *command, struct board_size *size, struct text *error)
{
    const struct proposer *proposer = command->proposer;
    *size = command->options.size;
    if (starts_from_level(command)) {
        if (size->columns != 0)
            text_add_string(error, "--size cannot be combined with --from: the level has one");
        *size = from_size(&command->from, proposer->game);
        return !text_says(error);
    }
    if (size->columns == 0 && command->from_read && proposer->size_of_source != NULL) {
        if (!proposer->size_of_source(&command->from, command->pieces, size, error))
            return false;
        if (size->columns != 0)
            return true;
    }
    if (size->columns == 0)
        *size = proposer_size(proposer, filters_band(&command->filters));
    unsigned low = proposer->min_side, high = proposer->max_side;
    if (size->columns >= low && size->rows >= low && size->columns <= high && size->rows <= high)
        return true;
    text_addf(error, "--size: the sides of a %s level are from %u to %u", proposer->game->title, low, high);
    return false;
}

bool command_gives(struct command *command, const char *name)
{
    struct option_set sets[COMMAND_SETS];
    command_sets(command, sets);
    return option_given(&sets[0], name);
}

/* Finds the variant of the game that --rules names. */
static bool find_rules(const struct command *command, struct variant *variant, struct text *error)
{
    struct complaint complaint = {0};
    if (variant_find(command->proposer->game, command->options.rules, NULL, variant, &complaint))
        return true;
    text_add_string(error, complaint.message);
    return false;
}

/* Reads what --transform names, if it was given. */
static bool read_rules(struct command *command, struct text *error)
{
    const char *rules = command->options.transform;
    struct text text = {0};
    if (rules == NULL)
        return true;
    bool good = command->read_from == NULL
                    ? from_take_rules(&command->from, rules, strlen(rules), "transform", error)
                    : command->read_rules(rules, &text, error) &&
                          from_take_rules(&command->from, text_string(&text), text.size, rules, error);
    text_free(&text);
    return good;
}

/* Reads what --from names, once. */
static bool read_from(struct command *command, struct text *error)
{
    const char *from = command->options.from;
    const struct game *game = command->proposer->game;
    struct limits limits = {.max_memory = command->options.max_memory, .timeout = command->options.timeout};
    struct variant variant = {0};
    if (from == NULL || command->from_read)
        return true;
    command->from_read = true;
    if (!find_rules(command, &variant, error))
        return false;
    command->from_bad =
        !(command->read_from == NULL
              ? from_read_text(from, strlen(from), "from", game, variant, &limits, &command->from, error)
              : command->read_from(from, game, variant, &limits, &command->from, error)) ||
        !read_rules(command, error);
    return !command->from_bad;
}

bool run_prepare(struct command *command, struct run *run, struct text *error)
{
    struct proposal *proposal = &run->proposal;
    if (!read_from(command, error))
        return false;
    proposal->from = command->options.from == NULL ? NULL : &command->from;
    proposal->proposer = command->proposer;
    if (starts_from_level(command)) {
        run->proposer = near_proposer(command->proposer);
        proposal->proposer = &run->proposer;
    }
    proposal->options = &command->options;
    proposal->filters = &command->filters;
    proposal->band = filters_band(&command->filters);
    if (!find_method(command, &proposal->method, error) || !command_size(command, &proposal->size, error) ||
        !find_rules(command, &proposal->variant, error) ||
        !filters_complete(&command->filters, command->filters_given, command->proposer->game, error))
        return false;
    /* Levels of this size must be able to have as many moves as the filters ask for. */
    const struct proposer *proposer = proposal->proposer;
    struct text what = {0};
    text_addf(&what, "a %ux%u level of %s", proposal->size.columns, proposal->size.rows, proposer->game->title);
    bool good = proposer->most_moves == NULL ||
                filters_allow_moves(proposal->filters, proposer->most_moves(proposal), text_string(&what), error);
    error->failed |= what.failed;
    text_free(&what);
    if (!(good && !error->failed))
        return false;
    run->wanted = command->options.all && !command_gives(command, "count") ? UINT64_MAX : command->options.count;
    run->digits = command->options.all ? 6 : 3;
    for (uint64_t rest = command->options.count / 1000; !command->options.all && rest > 0; rest /= 10)
        run->digits++;
    run->jobs = (unsigned)command->options.jobs;
    const struct method *method = &proposer->methods[proposal->method];
    proposal->pieces = command->pieces;
    proposal->units = UINT64_MAX;
    proposal->patience = method->patience;
    proposal->batch = method->batch;
    /* How far apart levels have to be.  For levels made from a given one, the distance is scaled by the share of open
     * cells. */
    bool given = command_gives(command, "min-distance");
    run->least = given || !command->options.all ? command->options.min_distance : 0;
    run->relaxes = !given && !command->options.all;
    if (!given && starts_from_level(command))
        run->least *= (double)command->from.open_count / grid_size(&command->from.level.grid);
    run->kept.compares = run->proposal.compares = run->least > 0;
    return proposer->start == NULL || proposer->start(proposal, error);
}

void run_stop(struct run *run)
{
    if (run->proposal.proposer->stop != NULL)
        run->proposal.proposer->stop(&run->proposal);
}

bool command_can_run(struct command *command, struct board_size *size, struct text *error)
{
    unsigned method;
    struct variant variant;
    if (starts_from_level(command) && command->options.all) {
        text_add_string(error, "--all cannot be combined with --from");
        return false;
    }
    if (command->options.transform != NULL && command->proposer->game->language == NULL) {
        text_addf(error, "%s has no option --transform", command->proposer->game->title);
        return false;
    }
    if (command->options.transform != NULL && command->options.from == NULL) {
        text_add_string(error, "--transform needs --from: the game whose levels its rules change");
        return false;
    }
    return command_fits_game(command, error) && read_from(command, error) && command_size(command, size, error) &&
           find_method(command, &method, error) && find_rules(command, &variant, error);
}

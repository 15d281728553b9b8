/* Parses a solve command; see command.h. */
#include "solve/command.h"

#include "base/program.h"
#include "solve/level/option_rows.h"

#include <stddef.h>
#include <string.h>

/* --- the options of the solve command --- */

#define AT(member) offsetof(struct solve_options, member)
#define OUTPUT "Output"

static const struct option_row solve_option_rows[] = {
    GAME_OPTION_ROWS(AT, "what depth counts"),
    {.name = "csv",
     .kind = OPTION_FLAG,
     .offset = AT(csv),
     .group = OUTPUT,
     .help = "print a report as comma-separated values, one row per level"},
    {.name = "timings",
     .kind = OPTION_FLAG,
     .offset = AT(timings),
     .group = OUTPUT,
     .help = "add the column \"seconds\" to the report"},
    {.name = "all",
     .letter = 'a',
     .kind = OPTION_OPTIONAL,
     .offset = AT(list),
     .argument = "N",
     .initial = "100",
     .low = 1,
     .group = OUTPUT,
     .help = "list up to N solutions, starting with one of each essential class"},
    {.name = "show",
     .kind = OPTION_FLAG,
     .offset = AT(show),
     .group = OUTPUT,
     .help = "draw each state of the solution"},
    {.name = "why",
     .letter = 'w',
     .kind = OPTION_FLAG,
     .offset = AT(why),
     .group = OUTPUT,
     .help = "explain the verdict.  Several solutions: where they diverge, and which change would remove one.  No "
             "solution: how close one can get, and what is in the way.  One solution: its traps"},
    {.name = "mend",
     .letter = 'm',
     .kind = OPTION_OPTIONAL,
     .offset = AT(mend),
     .argument = "N",
     .initial = "5",
     .low = 1,
     .group = OUTPUT,
     .help = "find the unique levels that need the fewest changes (a cell's contents, or a moved piece); print up to "
             "N, hardest first; --output writes them"},
    {.name = "compact",
     .kind = OPTION_FLAG,
     .offset = AT(compact),
     .group = OUTPUT,
     .help = "find the smallest level that is still the same puzzle: remove pieces, walls, rows and columns while the "
             "level stays unique, its solution only loses moves, and its difficulty falls by a tenth at most; --output "
             "writes it"},
    {.name = "replay",
     .kind = OPTION_STRING,
     .offset = AT(replay),
     .argument = "MOVES",
     .group = OUTPUT,
     .help = "check these moves instead: say whether they solve the level or which move is the first illegal one; exit "
             "with 1 if they do not solve it"},
    {.name = "unique",
     .letter = 'u',
     .kind = OPTION_FLAG,
     .offset = AT(unique),
     .group = OUTPUT,
     .help = "exit with 1 unless every level is unique"},
    {.name = "quiet",
     .letter = 'q',
     .kind = OPTION_FLAG,
     .offset = AT(quiet),
     .group = OUTPUT,
     .help = "do not show progress"},
    {.name = "shard",
     .kind = OPTION_STRING,
     .offset = AT(shard_value),
     .argument = "I/N|auto[/N]",
     .group = "Several machines",
     .help = "with --csv: judge only part I of N (every Nth level) and write it for --merge.  auto takes I and N from "
             "a batch system or MPI; auto/N takes only I"},
    {.name = "merge",
     .kind = OPTION_FLAG,
     .offset = AT(merge),
     .group = "Several machines",
     .help = "the files are such parts: write the report of a single run from them; exit with 1 if some are missing"},
    MEASURES_OPTION_ROW(AT),
    LIMIT_OPTION_ROWS(AT),
    {.name = "disk",
     .kind = OPTION_STRING,
     .offset = AT(disk),
     .argument = "DIR",
     .group = "Limits",
     .help = "store what does not fit into memory in this folder; the same command later continues a search that was "
             "stopped; the results do not depend on this"},
    OTHER_OPTION_ROWS(AT, ""),
};

enum { SOLVE_OPTIONS = sizeof solve_option_rows / sizeof *solve_option_rows };

#undef AT
#define AT(member) offsetof(struct pilot_options, member)
#define PILOTS "Snake's autopilots"

const struct option_row pilot_option_rows[] = {
    {.name = "autopilot",
     .kind = OPTION_STRING,
     .offset = AT(autopilot),
     .argument = "NAME",
     .group = PILOTS,
     .help = "play classic Snake on the arenas instead; NAME is all, manhattan, euclidean, sweep, tail-escape, "
             "tail-escape-random, cycle, perturbed, perturbed-safe or cells"},
    {.name = "games",
     .kind = OPTION_NUMBER,
     .offset = AT(games),
     .argument = "N",
     .initial = "100",
     .low = 1,
     .high = 1000000,
     .group = PILOTS,
     .help = "games for each autopilot on each arena"},
    {.name = "seed",
     .kind = OPTION_NUMBER,
     .offset = AT(seed),
     .argument = "N",
     .group = PILOTS,
     .help = "seed for where the food appears (default: random, and printed).  With --replay: seed for the random "
             "rules of a PuzzleScript game (default: 0)"},
    {.name = "tail",
     .kind = OPTION_CHOICE,
     .offset = AT(tail),
     .argument = "free|blocked",
     .initial = "free",
     .group = PILOTS,
     .help = "whether the head may enter the cell that the tail leaves in the same step"},
    {.name = "growth",
     .kind = OPTION_CHOICE,
     .offset = AT(growth),
     .argument = "one|nokia",
     .initial = "one",
     .group = PILOTS,
     .help = "how much the snake grows with each food: by one, or by 1, 2, 3..."},
    {.name = "output",
     .letter = 'o',
     .kind = OPTION_STRING,
     .offset = AT(output),
     .argument = "DIR",
     .initial = ".",
     .group = PILOTS,
     .help = "folder for games.csv and curve.csv, or for the levels that --mend or --compact finds"},
};

enum { PILOT_OPTIONS = sizeof pilot_option_rows / sizeof *pilot_option_rows };

/* --- parsing --- */

static bool options_agree(const struct solve_options *options, struct text *error)
{
    if (options->csv && (options->list > 0 || options->show || options->why || options->mend > 0 || options->compact ||
                         options->replay != NULL))
        text_add_string(error, "--csv cannot be combined with --all, --show, --why, --mend, --compact or --replay");
    else if (options->shard_value != NULL && !options->csv)
        text_add_string(error, "--shard needs --csv");
    else if (options->timings && !options->csv)
        text_add_string(error, "--timings needs --csv");
    else if (options->replay != NULL &&
             (options->list > 0 || options->why || options->mend > 0 || options->compact || options->unique))
        text_add_string(error, "--replay cannot be combined with --all, --why, --mend, --compact or --unique");
    else if (options->compact && options->mend > 0)
        text_add_string(error, "--compact cannot be combined with --mend");
    return !text_says(error);
}

/* Checks that options of autopilots come with --autopilot, and that --autopilot comes only with options it allows. */
static bool pilots_agree(const struct solve_command *command, struct text *error)
{
    const struct solve_options *options = &command->options;
    if (command->pilots.autopilot != NULL) {
        if (options->csv || options->list > 0 || options->show || options->why || options->mend > 0 ||
            options->compact || options->unique || options->replay != NULL)
            text_add_string(error, "--autopilot cannot be combined with --csv, --all, --show, "
                                   "--why, --mend, --compact, --unique or --replay");
        return !text_says(error);
    }
    for (size_t i = 0; i < PILOT_OPTIONS; i++) {
        bool chance = options->replay != NULL && strcmp(pilot_option_rows[i].name, "seed") == 0;
        bool mended = (options->mend > 0 || options->compact) && strcmp(pilot_option_rows[i].name, "output") == 0;
        if (command->pilots_given[i] && !chance && !mended && !text_says(error))
            text_addf(error, "--%s needs --autopilot", pilot_option_rows[i].name);
    }
    return !text_says(error);
}

void solve_command_sets(struct solve_command *command, struct option_set sets[SOLVE_SETS])
{
    sets[0] = (struct option_set){solve_option_rows, SOLVE_OPTIONS, &command->options, command->options_given};
    sets[1] = (struct option_set){pilot_option_rows, PILOT_OPTIONS, &command->pilots, command->pilots_given};
}

bool solve_command_parse(struct solve_command *command, int argc, char **argv, struct text *error)
{
    struct option_set sets[SOLVE_SETS];
    struct solve_options *options = &command->options;
    *command = (struct solve_command){
        .options = {.limits = {.interrupted = &program_interrupted, .jobs = program_processors()}}};
    solve_command_sets(command, sets);
    options_reset(sets, SOLVE_SETS);
    if (!options_parse(sets, SOLVE_SETS, argc, argv, &command->first_operand, error))
        return false;
    command->kind = (struct job_kind){.rules = options->rules,
                                      .metric = options->metric,
                                      .interrupted = &program_interrupted,
                                      .chance = options->replay != NULL,
                                      .seed = command->pilots.seed};
    if ((options->mend > 0 || options->compact) && option_given(&sets[1], "output"))
        options->mend_folder = command->pilots.output;
    if (options->help || options->version)
        return true;
    if (options->merge) {
        /* No option but --merge may be given: the parts have been judged. */
        for (size_t set = 0; set < SOLVE_SETS; set++) {
            for (size_t i = 0; i < sets[set].count; i++) {
                const char *name = sets[set].rows[i].name;
                if (!sets[set].given[i] || strcmp(name, "merge") == 0 || strcmp(name, "csv") == 0 ||
                    strcmp(name, "quiet") == 0)
                    continue;
                text_addf(error, "--merge cannot be combined with --%s", name);
                return false;
            }
        }
        return true;
    }
    if (options->shard_value != NULL && !shard_read(options->shard_value, &options->shard, error))
        return false;
    return (job_kind_find(options->game, &command->kind, error) && options_agree(options, error) &&
            pilots_agree(command, error));
}

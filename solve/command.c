/* Parses a solve command; see command.h. */
#include "solve/command.h"

#include "base/program.h"
#include "base/threads.h"
#include "solve/level/option_rows.h"

#include <stddef.h>
#include <string.h>

/* --- the options of the solve command --- */

#define AT(member) offsetof(struct solve_options, member)
#define OUTPUT "Output"

static const struct option_row solve_option_rows[] = {
    GAME_OPTION_ROWS(AT, "what depth counts"),
    OPTION(FLAG, "csv", AT(csv), NULL, OUTPUT, .help = "print a report as comma-separated values, one row per level"),
    OPTION(FLAG, "timings", AT(timings), NULL, OUTPUT, .help = "add the column \"seconds\" to the report"),
    OPTION(OPTIONAL, "all", AT(list), "N", OUTPUT, .letter = 'a', .initial = "100", .low = 1,
           .help = "list up to N solutions, starting with one of each essential class"),
    OPTION(FLAG, "show", AT(show), NULL, OUTPUT, .help = "draw each state of the solution"),
    OPTION(FLAG, "why", AT(why), NULL, OUTPUT, .letter = 'w',
           .help = "explain the verdict.  Several solutions: where they diverge, and which change would remove one.  "
                   "No solution: how close one can get, and what is in the way.  One solution: its traps"),
    OPTION(OPTIONAL, "mend", AT(mend), "N", OUTPUT, .letter = 'm', .initial = "5", .low = 1,
           .help = "find the unique levels that need the fewest changes (a cell's contents, or a moved piece); print "
                   "up to N, hardest first; --output writes them"),
    OPTION(FLAG, "compact", AT(compact), NULL, OUTPUT,
           .help = "find the smallest level that is still the same puzzle: remove pieces, walls, rows and columns "
                   "while the level stays unique, its solution only loses moves, and its difficulty falls by a tenth "
                   "at most; --output writes it"),
    OPTION(STRING, "replay", AT(replay), "MOVES", OUTPUT,
           .help = "check these moves instead: say whether they solve the level or which move is the first illegal "
                   "one; exit with 1 if they do not solve it"),
    OPTION(FLAG, "unique", AT(unique), NULL, OUTPUT, .letter = 'u', .help = "exit with 1 unless every level is unique"),
    OPTION(FLAG, "quiet", AT(quiet), NULL, OUTPUT, .letter = 'q', .help = "do not show progress"),
    OPTION(STRING, "shard", AT(shard_value), "I/N|auto[/N]", "Several machines",
           .help = "with --csv: judge only part I of N (every Nth level) and write it for --merge.  auto takes I and "
                   "N from a batch system or MPI; auto/N takes only I"),
    OPTION(FLAG, "merge", AT(merge), NULL, "Several machines",
           .help = "the files are such parts: write the report of a single run from them; exit with 1 if some are "
                   "missing"),
    MEASURES_OPTION_ROW(AT),
    LIMIT_OPTION_ROWS(AT),
    OPTION(STRING, "disk", AT(disk), "DIR", "Limits",
           .help = "store what does not fit into memory in this folder; the same command later continues a search "
                   "that was stopped; the results do not depend on this"),
    OTHER_OPTION_ROWS(AT, ""),
};

enum { SOLVE_OPTIONS = sizeof solve_option_rows / sizeof *solve_option_rows };

#undef AT
#define AT(member) offsetof(struct pilot_options, member)
#define PILOTS "Snake's autopilots"

const struct option_row pilot_option_rows[] = {
    OPTION(STRING, "autopilot", AT(autopilot), "NAME", PILOTS,
           .help = "play classic Snake on the arenas instead; NAME is all, manhattan, euclidean, sweep, tail-escape, "
                   "tail-escape-random, cycle, perturbed, perturbed-safe or cells"),
    OPTION(NUMBER, "games", AT(games), "N", PILOTS, .initial = "100", .low = 1, .high = 1000000,
           .help = "games for each autopilot on each arena"),
    OPTION(NUMBER, "seed", AT(seed), "N", PILOTS,
           .help = "seed for where the food appears (default: random, and printed).  With --replay: seed for the "
                   "random rules of a PuzzleScript game (default: 0)"),
    OPTION(CHOICE, "tail", AT(tail), "free|blocked", PILOTS, .initial = "free",
           .help = "whether the head may enter the cell that the tail leaves in the same step"),
    OPTION(CHOICE, "growth", AT(growth), "one|nokia", PILOTS, .initial = "one",
           .help = "how much the snake grows with each food: by one, or by 1, 2, 3..."),
    OPTION(STRING, "output", AT(output), "DIR", PILOTS, .letter = 'o', .initial = ".",
           .help = "folder for games.csv and curve.csv, or for the levels that --mend or --compact finds"),
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
    *command =
        (struct solve_command){.options = {.limits = {.interrupted = &program_interrupted, .jobs = processor_count()}}};
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

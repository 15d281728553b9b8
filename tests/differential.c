/* The program behind `make differential`: proposes random levels, tries all changes on each, and shrinks failures;
 * see differential.h. */
#include "tests/differential.h"

#include "base/clock.h"
#include "base/program.h"
#include "solve/level/levels.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/time.h>
#include <unistd.h>

enum { MOST_CHANGES = 64, DEEP = 15 };

static const struct program program = {
    .name = "differential",
    .synopsis = "differential [OPTION...] [FILE...]",
    .about = "Judges random small levels, or those of files, under changes that must not matter.\n"
             "Shrinks and prints levels that fail.\n",
    .epilogue = "Exit status: 0 all agree, 1 something failed, 2 usage error.\n",
};

struct options {
    uint64_t seconds, seed, from, levels;
    double hang;
    const char *game, *rules, *metric, *change;
    bool list, help, version;
};

#define AT(member) offsetof(struct options, member)

static const struct option_row rows[] = {
    {.name = "seconds",
     .kind = OPTION_NUMBER,
     .offset = AT(seconds),
     .argument = "N",
     .initial = "60",
     .high = UINT32_MAX,
     .group = "Levels",
     .help = "run for N seconds"},
    {.name = "seed",
     .kind = OPTION_NUMBER,
     .offset = AT(seed),
     .argument = "N",
     .initial = "0",
     .high = UINT64_MAX,
     .group = "Levels",
     .help = "propose the levels of this seed; 0: draw a seed and print it"},
    {.name = "from",
     .kind = OPTION_NUMBER,
     .offset = AT(from),
     .argument = "N",
     .initial = "1",
     .high = UINT64_MAX,
     .group = "Levels",
     .help = "begin with the N-th level of the seed"},
    {.name = "levels",
     .kind = OPTION_NUMBER,
     .offset = AT(levels),
     .argument = "N",
     .initial = "0",
     .high = UINT64_MAX,
     .group = "Levels",
     .help = "stop after N levels, whatever the time; 0: no limit"},
    {.name = "hang",
     .kind = OPTION_REAL,
     .offset = AT(hang),
     .argument = "SECONDS",
     .initial = "120",
     .group = "Levels",
     .help = "seconds of processor time after which a level counts as hanging"},
    {.name = "game",
     .kind = OPTION_STRING,
     .offset = AT(game),
     .argument = "GAME",
     .group = "Levels",
     .help = "propose levels of this game only; the game of the files"},
    {.name = "rules",
     .kind = OPTION_STRING,
     .offset = AT(rules),
     .argument = "NAME",
     .group = "Levels",
     .help = "the rules of the files' levels"},
    {.name = "metric",
     .kind = OPTION_STRING,
     .offset = AT(metric),
     .argument = "NAME",
     .group = "Levels",
     .help = "the metric of the files' levels"},
    {.name = "change",
     .kind = OPTION_STRING,
     .offset = AT(change),
     .argument = "NAME",
     .group = "Changes",
     .help = "try this one only"},
    {.name = "list",
     .kind = OPTION_FLAG,
     .offset = AT(list),
     .group = "Changes",
     .help = "list the names of all changes and exit"},
    OTHER_OPTION_ROWS(AT, ""),
};

/* --- the record of what was tried --- */

struct tally {
    const struct game *game;
    unsigned long tried, verdict[VERDICT_UNDECIDED], too_large, refused, deep;
    double deepest;
    bool failed[MOST_CHANGES]; /* the changes that failed; they are not tried again */
};

enum { MOST_GAMES = 16 };

struct session {
    const struct options *options;
    const struct game *wanted;
    uint64_t level;                    /* number of the level of this seed; 0: a level of a file */
    const struct level *level_of_file; /* or NULL */
    struct tally tallies[MOST_GAMES];
    size_t games;
    unsigned failures;
};

static struct tally *tally_of(struct session *session, const struct game *game)
{
    size_t i = 0;
    while (i < session->games && session->tallies[i].game != game)
        i++;
    if (i == MOST_GAMES)
        abort();
    if (i == session->games)
        session->tallies[session->games++].game = game;
    return &session->tallies[i];
}

static void print_tallies(const struct session *session)
{
    unsigned long tried = 0;
    printf("%-10s %9s %9s %9s %10s %9s %8s %9s %8s\n", "game", "levels", "unique", "multiple", "unsolvable",
           "depth 15+", "deepest", "too large", "refused");
    for (size_t i = 0; i < session->games; i++) {
        const struct tally *tally = &session->tallies[i];
        printf("%-10s %9lu %9lu %9lu %10lu %9lu %8g %9lu %8lu\n", tally->game->name, tally->tried,
               tally->verdict[VERDICT_UNIQUE], tally->verdict[VERDICT_MULTIPLE], tally->verdict[VERDICT_UNSOLVABLE],
               tally->deep, tally->deepest, tally->too_large, tally->refused);
        tried += tally->tried;
    }
    printf("%lu levels tried, %u failure%s\n", tried, session->failures, session->failures == 1 ? "" : "s");
}

/* --- failures --- */

static void add_variant(const struct specimen *specimen, struct text *text)
{
    const struct game *game = specimen->game;
    text_addf(text, " --game=%s", game->name);
    if (game->rules != NULL)
        text_addf(text, " --rules=%s", game->rules[specimen->variant.rules]);
    if (game->metrics != NULL)
        text_addf(text, " --metric=%s", game->metrics[specimen->variant.metric]);
}

static void print_failure(struct session *session, const struct specimen *specimen, const struct change *change,
                          struct text *why)
{
    struct specimen small = specimen_copy(specimen);
    struct text level = {0}, command = {0};
    specimen_shrink(&small, change, why);
    specimen_write(&small, &level);
    add_variant(&small, &command);
    printf("\nFAILED: %s: %s\n%s", change->name, text_string(why), text_string(&level));
    if (small.game->language != NULL && session->level > 0) {
        text_clear(&level);
        small.game->language->write_head(small.variant.game_source, NULL, NULL, &level);
        small.game->language->write_level(small.variant.game_source, &small.grid, &level);
        printf("of the source\n%s", text_string(&level));
    } else if (small.game->language != NULL) {
        printf("again: make this the only level of its source, then tests/differential --change=%s SOURCE\n",
               change->name);
    } else {
        printf("again: printf '%%s\\n'");
        for (int row = 0; row < small.grid.rows; row++)
            printf(" '%.*s'", small.grid.columns, (const char *)small.grid.cells + row * small.grid.columns);
        printf(" | tests/differential%s --change=%s -\n", text_string(&command), change->name);
    }
    if (session->level > 0)
        printf("   or: tests/differential --seed=%" PRIu64 " --from=%" PRIu64 " --levels=1%s%s\n",
               session->options->seed, session->level,
               session->wanted == NULL ? "" : " --game=", session->wanted == NULL ? "" : session->wanted->name);
    fflush(stdout);
    text_free(&level);
    text_free(&command);
    specimen_free(&small);
    session->failures++;
}

/* The current position of the program, for the message of a crash. */
static char whereabouts[1000];

static void say_where(int signal_number)
{
    static const char hint[] = "\ncrashed or hung; again: tests/differential";
    ssize_t ignored = write(STDERR_FILENO, hint, sizeof hint - 1);
    ignored = write(STDERR_FILENO, whereabouts, strlen(whereabouts));
    (void)ignored;
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

static void remember_where(const struct session *session, const struct change *change)
{
    const struct level *level = session->level_of_file;
    char options[100];
    snprintf(options, sizeof options, "%s%s%s%s",
             session->wanted == NULL ? "" : " --game=", session->wanted == NULL ? "" : session->wanted->name,
             change == NULL ? "" : " --change=", change == NULL ? "" : change->name);
    if (level == NULL)
        snprintf(whereabouts, sizeof whereabouts, " --seed=%" PRIu64 " --from=%" PRIu64 " --levels=1%s\n",
                 session->options->seed, session->level, options);
    else
        snprintf(whereabouts, sizeof whereabouts, "%s %s (at level %s)\n", options, text_string(&level->file),
                 text_string(&level->name));
}

/* --- trying --- */

static void try_specimen(struct session *session, const struct specimen *specimen)
{
    const char *only = session->options->change;
    struct tally *tally = tally_of(session, specimen->game);
    struct trial trial;
    bool fits;
    if (!trial_make(&trial, specimen, &fits)) {
        tally->too_large += fits;
        tally->refused += !fits;
        return;
    }
    double depth = trial.judgement.measure[MEASURE_depth];
    tally->tried++;
    tally->verdict[trial.judgement.verdict]++;
    tally->deep += depth >= DEEP;
    tally->deepest = depth > tally->deepest ? depth : tally->deepest;
    for (const struct change *change = differential_changes; change->name != NULL; change++) {
        struct text why = {0};
        bool *failed = &tally->failed[change - differential_changes];
        if (*failed || !change_applies(change, specimen->game) || (only != NULL && strcmp(only, change->name) != 0))
            continue;
        remember_where(session, change);
        *failed = !change->holds(&trial, change, &why);
        if (*failed)
            print_failure(session, specimen, change, &why);
        text_free(&why);
    }
    trial_free(&trial);
}

/* Schedules SIGPROF after `seconds` of processor time; 0: never.  Time that other programs use does not count. */
static void watch_time(double seconds)
{
    time_t whole = (time_t)seconds;
    struct itimerval timer = {.it_value = {.tv_sec = whole, .tv_usec = (suseconds_t)((seconds - (double)whole) * 1e6)}};
    setitimer(ITIMER_PROF, &timer, NULL);
}

/* Each level of a seed has its own random stream. */
static void try_levels(struct session *session)
{
    const struct options *options = session->options;
    uint64_t stream = chance_next(&(struct chance){options->seed});
    double end = clock_now() + (double)options->seconds;
    for (uint64_t n = 0; options->levels == 0 ? clock_now() < end : n < options->levels; n++) {
        if (program_interrupted != 0)
            break;
        session->level = options->from + n;
        struct chance chance = {chance_next(&(struct chance){stream + session->level})};
        remember_where(session, NULL);
        watch_time(options->hang);
        struct specimen specimen = specimen_propose(&chance, session->wanted);
        try_specimen(session, &specimen);
        specimen_free(&specimen);
    }
    watch_time(0);
}

/* Tries a level of a file, after the checks that `solve` would make. */
static void try_level(struct session *session, struct level *level, struct variant variant, struct text *error)
{
    struct puzzle *puzzle = level_load(level, session->wanted, variant, error);
    if (puzzle == NULL)
        return;
    const struct game *game = puzzle->game;
    game->free(puzzle);
    variant.game_source = level->game_source;
    for (int cell = 0; cell < grid_size(&level->grid); cell++) {
        if (level->grid.cells[cell] == '\0')
            level->grid.cells[cell] = game->outside;
    }
    session->level_of_file = level;
    remember_where(session, NULL);
    watch_time(session->options->hang);
    try_specimen(session, &(struct specimen){game, variant, level->grid, NULL});
    watch_time(0);
    session->level_of_file = NULL;
}

/* Tries the levels of files.  Returns false if some cannot be read. */
static bool try_files(struct session *session, char *const *files, size_t count, struct variant variant)
{
    struct level_source *source = level_source_open(files, count);
    struct level level = {0};
    struct text error = {0};
    enum level_result result;
    bool good = true;
    if (source == NULL)
        abort();
    level_source_expect(source, session->wanted);
    while (program_interrupted == 0 && (result = level_source_next(source, &level, &error)) != LEVEL_END) {
        if (result == LEVEL_READ) {
            try_level(session, &level, variant, &error);
            level_free(&level);
        }
        fputs(text_string(&error), stderr);
        good = good && error.size == 0;
        text_clear(&error);
    }
    text_free(&error);
    level_source_close(source);
    return good;
}

/* --- the program --- */

static bool is_change(const char *name)
{
    const struct change *change = differential_changes;
    while (change->name != NULL && strcmp(change->name, name) != 0)
        change++;
    return change->name != NULL;
}

/* Looks up what the options name.  Returns false if something does not exist. */
static bool find_named(const struct options *options, struct session *session, struct variant *variant,
                       struct text *error)
{
    struct complaint complaint = {0};
    session->wanted = options->game == NULL ? NULL : game_find(options->game);
    if (options->game != NULL && session->wanted == NULL)
        text_addf(error, "there is no game '%s'", options->game);
    else if (options->change != NULL && !is_change(options->change))
        text_addf(error, "there is no change '%s'; see --list", options->change);
    else if (session->wanted == NULL && (options->rules != NULL || options->metric != NULL))
        text_add_string(error, "--rules and --metric need --game");
    else if (session->wanted != NULL &&
             !variant_find(session->wanted, options->rules, options->metric, variant, &complaint))
        text_add_string(error, complaint.message);
    return error->size == 0;
}

static int run(struct options *options, struct session *session, struct variant variant, char **files, size_t count)
{
    bool good = true;
    signal(SIGSEGV, say_where);
    signal(SIGFPE, say_where);
    signal(SIGABRT, say_where);
    signal(SIGPROF, say_where);
    program_catch_signals();
    if (count > 0) {
        good = try_files(session, files, count, variant);
    } else if (session->wanted != NULL && !specimen_can_propose(session->wanted)) {
        fprintf(stderr, "differential: no random levels of %s; name files\n", session->wanted->name);
        good = false;
    } else {
        printf("seed %" PRIu64 "\n", options->seed);
        fflush(stdout);
        try_levels(session);
    }
    print_tallies(session);
    return program_finish(&program, !good                      ? EXIT_BAD_INPUT
                                    : session->failures > 0    ? EXIT_HOLDS_NOT
                                    : program_interrupted != 0 ? EXIT_INTERRUPTED
                                                               : EXIT_SUCCESS);
}

int main(int argc, char **argv)
{
    enum { ROWS = sizeof rows / sizeof *rows };
    struct options options = {0};
    bool given[ROWS] = {0};
    struct option_set set = {rows, ROWS, &options, given};
    struct session session = {.options = &options};
    struct variant variant = {0};
    struct text error = {0};
    int first = 1;
    options_reset(&set, 1);
    bool good = options_parse(&set, 1, argc, argv, &first, &error);
    if (good && options.help) {
        options_help(&set, 1, NULL, NULL, &error);
        int status = program_help(&program, &error);
        text_free(&error);
        return status;
    }
    if (good && options.version) {
        program_version(&program);
        return EXIT_SUCCESS;
    }
    if (good && options.list) {
        const char *last = "";
        for (const struct change *change = differential_changes; change->name != NULL; change++) {
            if (strcmp(last, change->name) != 0)
                printf("%s\n", change->name);
            last = change->name;
        }
        return EXIT_SUCCESS;
    }
    if (!good || !find_named(&options, &session, &variant, &error)) {
        int status = program_usage(&program, &error);
        text_free(&error);
        return status;
    }
    if (options.seed == 0 && getentropy(&options.seed, sizeof options.seed) != 0)
        abort();
    return run(&options, &session, variant, argv + first, (size_t)(argc - first));
}

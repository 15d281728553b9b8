/* Measures what each pruning rule of a game, and each part of the search, gains.
 *
 * Each level is judged as usual, and again without one rule or part.  Each judgement runs in a separate process, so
 * its CPU time includes loading the level and making its tables.  A row shows the stored states and the CPU time
 * with and without the rule.  "all" means with all measures; otherwise only the verdict is wanted.  The last rows
 * show the largest gain of each rule on any level.  doc/rules.md keeps the figures and draws the conclusions.
 *
 * A rule must not change a result: if two completed runs differ in verdict, depth or counts, the program fails. */
#include "solve/judge/judge.h"
#include "solve/level/levels.h"
#include "solve/search/disk/disk.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static const struct disk_search in_table = {.folder = NULL}, in_runs = {.table_most = 1};

static const struct beyond with_table = {
    .waits = disk_waits, .inside = disk_search_inside, .search = disk_search, .disk = &in_table, .inner_most = 1};
static const struct beyond without_table = {
    .waits = disk_waits, .inside = disk_search_inside, .search = disk_search, .disk = &in_runs, .inner_most = 1};

static unsigned no_estimate(const struct puzzle *puzzle, const unsigned char *state)
{
    (void)puzzle;
    (void)state;
    return 0;
}

/* The optional functions that a game may offer to the search. */
enum hook { LIVE_MOVES, WITHIN, DEAD, BOUND, ESTIMATE, BOTH_ENDS, PARITY, MERGING, HOOKS };

static const char *const hook_names[HOOKS] = {
    [LIVE_MOVES] = "search: only moves that do not lose",
    [WITHIN] = "search: moves beyond the depth are not made",
    [DEAD] = "search: lost states are dropped",
    [BOUND] = "search: a bound above the estimate",
    [ESTIMATE] = "search: any estimate",
    [BOTH_ENDS] = "search: from both ends",
    [PARITY] = "search: parity of the depth",
    [MERGING] = "search: one state for equivalent ones",
};

/* Withholds a hook from the search.  `rules` and `back` are copies of the puzzle's.  Returns whether the game has
 * the hook. */
static bool withhold(enum hook hook, struct puzzle *puzzle, struct puzzle_rules *rules, struct puzzle_back *back)
{
    struct puzzle_rules before = *rules;
    switch (hook) {
    case LIVE_MOVES:
        rules->expand_live = NULL;
        return before.expand_live != NULL;
    case WITHIN:
        rules->expand_within = NULL;
        rules->back = before.back == NULL ? NULL : back;
        back->expand_within = NULL;
        return before.expand_within != NULL &&
               (puzzle->keeps_within || (before.back != NULL && before.back->ends(puzzle, NULL, 0) > 0));
    case DEAD:
        rules->dead = NULL;
        return before.dead != NULL;
    case BOUND:
        rules->bound = NULL;
        rules->expand_within = NULL;
        return before.bound != NULL;
    case ESTIMATE:
        rules->bound = NULL;
        rules->expand_within = NULL;
        rules->estimate = no_estimate;
        return true;
    case BOTH_ENDS:
        rules->back = NULL;
        return before.back != NULL && before.back->ends(puzzle, NULL, 0) > 0;
    case PARITY:
        rules->back = back;
        back->may_take = NULL;
        return before.back != NULL && before.back->may_take != NULL && before.back->ends(puzzle, NULL, 0) > 0;
    case MERGING: {
        bool merges = puzzle_merges(puzzle);
        puzzle->equals = false;
        puzzle->mirrors = 0;
        return merges;
    }
    case HOOKS:
        break;
    }
    return false;
}

/* One way to judge a level. */
struct way {
    unsigned spared; /* pruning rules of the game that are disabled */
    enum hook hook;  /* the withheld hook; HOOKS: none */
    unsigned parts;  /* parts of the search that are disabled */
    enum measures_wanted measures;
    const struct beyond *beyond;
};

struct result {
    bool done, applies;
    int verdict;
    double depth, seconds;
    uint64_t states;
    int64_t essential;
    char solutions[32];
};

enum { SECONDS_MOST = 60, TIMES = 3 };

/* Shorter times, in seconds, are not compared. */
static const double SHORT = 0.1;

static void judge_here(const struct level *level, const struct game *game, const struct way *way, uint64_t most,
                       struct result *result)
{
    struct text error = {0};
    struct judgement judgement;
    struct puzzle *puzzle = level_load(level, game, (struct variant){0}, &error);
    if (puzzle == NULL)
        return;
    const struct puzzle_rules *own = puzzle->rules;
    struct puzzle_rules rules = *own;
    struct puzzle_back back = own->back != NULL ? *own->back : (struct puzzle_back){0};
    result->applies = way->hook == HOOKS || withhold(way->hook, puzzle, &rules, &back);
    puzzle->spared = way->spared;
    puzzle->rules = way->hook == HOOKS ? own : &rules;
    struct request request = {
        .limits = {.max_states = most, .timeout = SECONDS_MOST, .jobs = 1, .spared = way->parts},
        .measures = way->measures,
        .beyond = way->beyond,
    };
    if (result->applies && judge(puzzle, &request, &judgement)) {
        result->done = judgement.verdict != VERDICT_UNDECIDED;
        result->verdict = (int)judgement.verdict;
        result->depth = judgement.measure[MEASURE_depth];
        result->states = judgement.states;
        result->essential = judgement.essential_low;
        snprintf(result->solutions, sizeof result->solutions, "%s", text_string(&judgement.solutions));
        judgement_free(&judgement);
    }
    puzzle->rules = own;
    game->free(puzzle);
}

static double cpu_of(const struct rusage *usage)
{
    return (double)(usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) +
           1e-6 * (double)(usage->ru_utime.tv_usec + usage->ru_stime.tv_usec);
}

/* Judges a level in a child process.  Returns false on failure. */
static bool judge_apart(const struct level *level, const struct game *game, const struct way *way, uint64_t most,
                        struct result *result)
{
    int ends[2];
    struct rusage usage;
    *result = (struct result){0};
    if (pipe(ends) != 0)
        return false;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        judge_here(level, game, way, most, result);
        _exit(write(ends[1], result, sizeof *result) == (ssize_t)sizeof *result ? EXIT_SUCCESS : EXIT_FAILURE);
    }
    close(ends[1]);
    bool good = child > 0 && read(ends[0], result, sizeof *result) == (ssize_t)sizeof *result;
    close(ends[0]);
    good = child > 0 && wait4(child, NULL, 0, &usage) == child && good;
    result->seconds = good ? cpu_of(&usage) : 0;
    return good;
}

/* Judges a level, several times if a run is so short that other work on the machine would affect its time.  Keeps
 * the shortest time. */
static bool judge_several(const struct level *level, const struct game *game, const struct way *way, uint64_t most,
                          struct result *result)
{
    struct result again;
    bool good = judge_apart(level, game, way, most, result);
    for (int n = 1; good && n < TIMES && result->seconds >= SHORT / 4 && result->seconds < 5 * SHORT; n++) {
        good = judge_apart(level, game, way, most, &again);
        if (good && again.seconds < result->seconds)
            result->seconds = again.seconds;
    }
    return good;
}

/* --- comparing --- */

/* A rule or part and its largest gain so far, as a factor. */
struct rule {
    const char *name;
    struct way with, without;
    double states, seconds;
    unsigned levels;
};

enum { RULES_MOST = 64 };

struct rules {
    struct rule list[RULES_MOST];
    size_t count;
};

static void add_rule(struct rules *rules, const char *name, struct way with, struct way without)
{
    if (rules->count < RULES_MOST)
        rules->list[rules->count++] = (struct rule){.name = name, .with = with, .without = without};
}

/* Lists what to disable: for the verdict alone, and again with all measures, which need the whole graph of states. */
static void list_rules(const struct game *game, struct rules *rules)
{
    for (int all = 0; all < 2; all++) {
        struct way usual = {.hook = HOOKS, .measures = all ? MEASURES_AUTO : MEASURES_NONE}, way;
        for (unsigned n = 0; game->pruning != NULL && game->pruning[n] != NULL; n++) {
            way = usual;
            way.spared = 1u << n;
            add_rule(rules, game->pruning[n], usual, way);
        }
        for (enum hook hook = 0; hook < HOOKS; hook++) {
            way = usual;
            way.hook = hook;
            add_rule(rules, hook_names[hook], usual, way);
        }
        way = usual;
        way.parts = all ? SEARCH_SUCCESSORS : SEARCH_EXPANDED_SET;
        add_rule(rules, all ? "search: numbers of successors are kept" : "search: set of expanded states", usual, way);
    }
    add_rule(rules, "search: keys of moves", (struct way){.hook = HOOKS},
             (struct way){.hook = HOOKS, .parts = SEARCH_MOVE_KEYS});
    add_rule(rules, "search: a sample shows many classes", (struct way){.hook = HOOKS},
             (struct way){.hook = HOOKS, .parts = SEARCH_SAMPLE});
    add_rule(rules, "disk: table while memory lasts", (struct way){.hook = HOOKS, .beyond = &with_table},
             (struct way){.hook = HOOKS, .beyond = &without_table});
}

static bool same_way(const struct way *a, const struct way *b)
{
    return a->spared == b->spared && a->hook == b->hook && a->parts == b->parts && a->measures == b->measures &&
           a->beyond == b->beyond;
}

static bool agree(const struct result *a, const struct result *b)
{
    return !a->done || !b->done ||
           (a->verdict == b->verdict && a->depth == b->depth && a->essential == b->essential &&
            strcmp(a->solutions, b->solutions) == 0);
}

static const char *rule_measures(const struct rule *rule)
{
    return rule->with.measures == MEASURES_AUTO ? "all" : "";
}

/* Compares the results with and without a rule on a level, and prints a row.  A run that a limit ended counts as far
 * as it went. */
static bool compare(struct rule *rule, const char *level, const struct result *with, const struct result *without)
{
    double states = (double)without->states / (double)(with->states > 0 ? with->states : 1), seconds = 0;
    if (!without->applies)
        return true;
    if (without->seconds >= SHORT)
        seconds = without->seconds / (with->seconds > 0.001 ? with->seconds : 0.001);
    rule->states = states > rule->states ? states : rule->states;
    rule->seconds = seconds > rule->seconds ? seconds : rule->seconds;
    rule->levels++;
    printf("%-24.24s %-38s %-3s %9" PRIu64 " %s%9" PRIu64 "  %7.2f %7.2f  x%.2f x%.2f\n", level, rule->name,
           rule_measures(rule), with->states, without->done ? " " : ">", without->states, with->seconds,
           without->seconds, states, seconds);
    if (agree(with, without))
        return true;
    printf("%s: the result differs without \"%s\"\n", level, rule->name);
    return false;
}

/* Judges a level in all ways.  Returns false if a result differs. */
static bool measure_level(const struct level *level, const struct game *game, struct rules *rules, uint64_t most)
{
    bool good = true;
    struct result with = {0}, without;
    for (size_t n = 0; n < rules->count; n++) {
        struct rule *rule = &rules->list[n];
        if ((n == 0 || !same_way(&rule->with, &rules->list[n - 1].with)) &&
            (!judge_several(level, game, &rule->with, most, &with) || !with.done)) {
            printf("%s: not judged within the limits\n", text_string(&level->name));
            return good;
        }
        uint64_t enough = with.states * 20 > 100000 ? with.states * 20 : 100000;
        if (!judge_several(level, game, &rule->without, enough < most ? enough : most, &without)) {
            printf("%s: \"%s\" could not be measured\n", text_string(&level->name), rule->name);
            return false;
        }
        good = compare(rule, text_string(&level->name), &with, &without) && good;
    }
    return good;
}

static void print_summary(const struct game *game, const struct rules *rules)
{
    printf("\n%s: the most that each gains\n", game->title);
    for (size_t n = 0; n < rules->count; n++) {
        const struct rule *rule = &rules->list[n];
        if (rule->levels > 0)
            printf("%-38s %-3s %3u levels, states x%.2f, CPU time x%.2f%s\n", rule->name, rule_measures(rule),
                   rule->levels, rule->states, rule->seconds,
                   rule->states < 1.1 && rule->seconds < 1.1 ? "  (less than a tenth)" : "");
    }
    putchar('\n');
}

static bool measure_files(const struct game *game, uint64_t most, char **files, size_t count)
{
    struct level_source *source = level_source_open(files, count);
    struct rules rules = {0};
    struct level level;
    struct text error = {0};
    enum level_result result = LEVEL_END;
    bool good = source != NULL;
    list_rules(game, &rules);
    printf("%-24s %-42s %9s  %9s  %7s %7s  %s\n", "level", "rule", "states", "without", "CPU s", "without",
           "times the states, the CPU time");
    while (source != NULL && (result = level_source_next(source, &level, &error)) != LEVEL_END) {
        if (result != LEVEL_READ)
            continue;
        good = measure_level(&level, game, &rules, most) && good;
        level_free(&level);
    }
    if (source != NULL)
        level_source_close(source);
    print_summary(game, &rules);
    fprintf(stderr, "%s", text_string(&error));
    good = good && error.size == 0;
    text_free(&error);
    return good;
}

int main(int argc, char **argv)
{
    const struct game *game = argc < 4 ? NULL : game_find(argv[1]);
    if (game == NULL) {
        fprintf(stderr, "Usage: bench_rules GAME STATES FILE...\nSTATES after which a search is given up; FILE is a "
                        "level file or a folder.\n");
        return EXIT_FAILURE;
    }
    return measure_files(game, strtoull(argv[2], NULL, 10), argv + 3, (size_t)argc - 3) ? EXIT_SUCCESS : EXIT_FAILURE;
}

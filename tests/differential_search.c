/* Changes of the search that must not affect the result: threads, order, pruning; see differential.h. */
#include "tests/differential.h"

#include "games/sokoban/sokoban.h"
#include "solve/longcat/solver.h"
#include "solve/level/report.h"
#include "solve/search/disk/disk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The parts that depend neither on the estimate nor on the number of states. */
enum { ALL_BUT_ESTIMATED = (AGREE_RESULTS & ~AGREE_ESTIMATED) | MAY_LACK };

static void write_row(const struct trial *trial, const struct judgement *judgement, struct text *row)
{
    report_add_row(row, &(struct report_row){.level = "level", .seconds = -1}, trial->puzzle, judgement);
}

/* Any number of threads gives the same result. */
bool holds_with_jobs(const struct trial *trial, const struct change *change, struct text *why)
{
    struct text one = {0}, many = {0};
    struct judgement judgement;
    struct request request = whole_request;
    request.limits.jobs = change->which;
    request.limits.spared = SEARCH_ALONE;
    judge_or_abort(trial->puzzle, &request, &judgement);
    write_row(trial, &trial->judgement, &one);
    write_row(trial, &judgement, &many);
    bool same = strcmp(text_string(&one), text_string(&many)) == 0;
    if (!same)
        text_addf(why, "with %u threads the report has\n%sand not\n%s", change->which, text_string(&many),
                  text_string(&one));
    same = same && judgements_agree(&trial->judgement, &judgement, AGREE_RESULTS | AGREE_STATES, why);
    judgement_free(&judgement);
    text_free(&one);
    text_free(&many);
    return same;
}

/* Without measures, most games use best-first search. */
bool holds_without_measures(const struct trial *trial, const struct change *change, struct text *why)
{
    struct request request = {.limits = {.jobs = change->which, .spared = SEARCH_ALONE}};
    return agrees_again(trial, trial->puzzle, &request, AGREE_COUNTS | AGREE_HASH | AGREE_REPORTED, why);
}

/* Searches as otherwise only from many states on: leaves out states beyond the depth and uses the high bound. */
bool holds_as_large(const struct trial *trial, const struct change *change, struct text *why)
{
    struct request request = {.limits = {.jobs = change->which, .plenty = 1, .spared = SEARCH_ALONE}};
    return agrees_again(trial, trial->puzzle, &request, AGREE_COUNTS | AGREE_HASH | AGREE_REPORTED, why);
}

/* Cheap measures have the same values, and the rest of the result does not change. */
bool holds_with_cheap_measures(const struct trial *trial, const struct change *change, struct text *why)
{
    struct request request = {.measures = MEASURES_CHEAP, .limits = {.jobs = change->which, .spared = SEARCH_ALONE}};
    struct judgement judgement;
    judge_or_abort(trial->puzzle, &request, &judgement);
    const double *measure = judgement.measure;
    bool good = judgements_agree(&trial->judgement, &judgement, AGREE_RESULTS | MAY_LACK, why);
    if (good && (measure[MEASURE_luck] != UNKNOWN || measure[MEASURE_forced] != UNKNOWN ||
                 (trial->judgement.measure[MEASURE_steps] != UNKNOWN && measure[MEASURE_steps] == UNKNOWN))) {
        text_add_string(why, "another set of measures is told");
        good = false;
    }
    judgement_free(&judgement);
    return good;
}

/* Searches on disk from the first state on, with so little memory that the search makes many runs. */
bool holds_on_disk(const struct trial *trial, const struct change *change, struct text *why)
{
    char folder[64];
    struct disk_search disk = {.buffer_most = 50, .batch_most = 64, .interval = -1};
    struct beyond beyond = {disk_waits, disk_search_inside, disk_search, disk_all, &disk, 1};
    struct request request = {
        .measures = MEASURES_CHEAP, .limits = {.jobs = change->which, .spared = SEARCH_ALONE}, .beyond = &beyond};
    /* If no folder can be made, the search continues in memory. */
    const char *where = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    snprintf(folder, sizeof folder, "%s/onlyway-differential-XXXXXX", where);
    if (mkdtemp(folder) != NULL)
        disk.folder = folder;
    bool same = agrees_again(trial, trial->puzzle, &request, AGREE_COUNTS | AGREE_HASH | AGREE_REPORTED, why);
    disk_forget(&disk, trial->puzzle, why);
    if (disk.folder != NULL && rmdir(folder) != 0 && same) {
        text_add_string(why, "something was left in the folder");
        same = false;
    }
    return same;
}

/* `enough` limits the count of essential solutions, but must not change the verdict. */
bool holds_with_enough(const struct trial *trial, const struct change *change, struct text *why)
{
    struct request request = {.enough = change->which};
    struct judgement judgement;
    judge_or_abort(trial->puzzle, &request, &judgement);
    bool same = judgement.verdict == trial->judgement.verdict &&
                judgement.essential_low <= trial->judgement.essential_low &&
                judgement.measure[MEASURE_depth] == trial->judgement.measure[MEASURE_depth];
    if (!same)
        text_addf(why, "%s with %s solutions, where %u are enough to know", verdict_names[judgement.verdict],
                  text_string(&judgement.essential), change->which);
    judgement_free(&judgement);
    return same;
}

/* --- pruning --- */

/* Judges without each of the game's pruning rules in turn, and without all of them. */
bool holds_when_spared(const struct trial *trial, const struct change *change, struct text *why)
{
    (void)change;
    const char *const *names = trial->specimen->game->pruning;
    struct puzzle *puzzle = trial->puzzle;
    unsigned before = puzzle->spared;
    bool same = true;
    for (unsigned n = 0; names != NULL && same; n++) {
        bool last = names[n] == NULL;
        puzzle->spared = last ? ~0u : 1u << n;
        same = agrees_again(trial, puzzle, &whole_request, ALL_BUT_ESTIMATED, why);
        if (!same)
            text_addf(why, " without pruning by %s", last ? "any rule" : names[n]);
        if (last)
            break;
    }
    puzzle->spared = before;
    return same;
}

/* Judges without one of the optional functions that rules offer to the search. */
bool holds_without_hook(const struct trial *trial, const struct change *change, struct text *why)
{
    struct puzzle *puzzle = trial->puzzle;
    const struct puzzle_rules *own = puzzle->rules;
    unsigned before = puzzle->spared;
    struct puzzle_rules plain, changed = *own;
    puzzle_make_plain(puzzle, &plain);
    puzzle->spared = change->which == WITHOUT_PRUNING ? ~0u : before;
    if (change->which == WITHOUT_LIVE_MOVES)
        changed.expand_live = NULL;
    if (change->which == WITHOUT_DEAD)
        changed.dead = NULL;
    if (change->which == WITHOUT_ESTIMATE) {
        changed.estimate = plain.estimate;
        changed.bound = NULL;
        changed.expand_within = NULL;
    }
    if (change->which != WITHOUT_PRUNING)
        puzzle->rules = &changed;
    struct request quick = {.limits = whole_request.limits};
    bool same = agrees_again(trial, puzzle, &whole_request, ALL_BUT_ESTIMATED, why) &&
                agrees_again(trial, puzzle, &quick, AGREE_COUNTS | AGREE_REPORTED, why);
    puzzle->rules = own;
    puzzle->spared = before;
    return same;
}

/* Judges with the tables that otherwise only large levels have. */
bool holds_with_tables(const struct trial *trial, const struct change *change, struct text *why)
{
    (void)change;
    struct puzzle *puzzle = specimen_load(trial->specimen);
    if (puzzle == NULL || !sokoban_make_tables((struct sokoban *)puzzle, SOKOBAN_MOST_GROUPED))
        abort();
    struct request quick = {.limits = whole_request.limits};
    quick.limits.plenty = 1; /* leaves out states beyond the depth from the start */
    bool same = agrees_again(trial, puzzle, &whole_request, AGREE_RESULTS, why) &&
                agrees_again(trial, puzzle, &quick, AGREE_COUNTS | AGREE_REPORTED, why);
    for (unsigned rule = SOKOBAN_SIDES; same && rule <= SOKOBAN_PULLS; rule++) {
        puzzle->spared = 1u << rule;
        same = agrees_again(trial, puzzle, &quick, AGREE_COUNTS | AGREE_REPORTED, why);
    }
    trial->specimen->game->free(puzzle);
    return same;
}

bool holds_on_wide_board(const struct trial *trial, const struct change *change, struct text *why)
{
    (void)change;
    struct longcat_method method = {.rules = longcat_pruning(trial->puzzle), .wide = true};
    struct judgement judgement = {.greedy = -1};
    for (int i = 0; i < MEASURE_COUNT; i++)
        judgement.measure[i] = UNKNOWN;
    judgement.symmetry = trial->puzzle->symmetry_count;
    if (!longcat_judge_with(trial->puzzle, &whole_request, &method, &judgement))
        abort();
    bool same = judgements_agree(&trial->judgement, &judgement, AGREE_RESULTS & ~(unsigned)AGREE_HASH, why);
    judgement_free(&judgement);
    return same;
}

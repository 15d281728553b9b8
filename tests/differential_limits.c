/* A search that hits a limit must not report anything wrong; see differential.h. */
#include "tests/differential.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Returns whether the depth, or the bounds of the depth, of an undecided judgement are correct. */
static bool tells_truth(const struct judgement *right, const struct judgement *cut, struct text *why)
{
    double depth = right->measure[MEASURE_depth], told = cut->measure[MEASURE_depth];
    int64_t known = INT64_MAX;
    sscanf(cut->reason, "a solution of %" SCNd64, &known);
    bool good = depth == UNKNOWN
                    ? told == UNKNOWN && known == INT64_MAX
                    : (told == UNKNOWN || told == depth) && depth >= (double)cut->at_least && depth <= (double)known;
    if (!good)
        text_addf(why, "undecided and depth %g or >=%" PRIu64 ", '%s', but the depth is %g", told, cut->at_least,
                  cut->reason, depth);
    return good;
}

static bool holds_with_limits(const struct trial *trial, const struct request *request, struct text *why)
{
    struct judgement judgement;
    judge_or_abort(trial->puzzle, request, &judgement);
    bool same = judgement.verdict == VERDICT_UNDECIDED
                    ? tells_truth(&trial->judgement, &judgement, why)
                    : judgements_agree(&trial->judgement, &judgement, AGREE_RESULTS | MAY_LACK, why);
    if (!same)
        text_addf(why, " with at most %" PRIu64 " states and %" PRIu64 " bytes", request->limits.max_states,
                  request->limits.max_memory);
    judgement_free(&judgement);
    return same;
}

bool holds_with_few_states(const struct trial *trial, const struct change *change, struct text *why)
{
    (void)change;
    uint64_t states = trial->judgement.states;
    uint64_t limits[] = {1, 2, states / 8 + 1, states / 3 + 1, states > 1 ? states - 1 : 1};
    bool same = true;
    for (size_t i = 0; i < 2 * sizeof limits / sizeof *limits && same; i++) {
        struct request request = {.measures = i % 2 == 0, .limits = {.max_states = limits[i / 2]}};
        same = holds_with_limits(trial, &request, why);
    }
    return same;
}

bool holds_with_little_memory(const struct trial *trial, const struct change *change, struct text *why)
{
    (void)change;
    bool same = true;
    for (uint64_t bytes = 1 << 10; bytes <= 1 << 24 && same; bytes <<= 2) {
        struct request request = {.measures = MEASURES_AUTO, .limits = {.max_memory = bytes}};
        same = holds_with_limits(trial, &request, why);
    }
    return same;
}

bool holds_with_ample_limits(const struct trial *trial, const struct change *change, struct text *why)
{
    (void)change;
    bool same = true;
    /* Of a language, the changes before left caches to the puzzle, one a thread, which count as its memory. */
    unsigned least = trial->specimen->game->language != NULL ? 28 : 24;
    for (unsigned shift = least; shift <= 32 && same; shift += 4) {
        struct request request = {.measures = MEASURES_AUTO,
                                  .limits = {.max_states = UINT64_C(1) << 30,
                                             .max_memory = UINT64_C(1) << shift,
                                             .timeout = 1e6,
                                             .jobs = 1 + shift / 4 % 2}};
        same = agrees_again(trial, trial->puzzle, &request, AGREE_RESULTS | AGREE_STATES, why);
        request.measures = MEASURES_NONE;
        same = same && agrees_again(trial, trial->puzzle, &request, AGREE_COUNTS, why);
    }
    return same;
}

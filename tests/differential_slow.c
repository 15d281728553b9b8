/* Compares judgements with those of slow and obviously correct judges; see differential.h. */
#include "tests/differential.h"

#include "tests/oracle.h"
#include "tests/plain_tours.h"
#include "tests/slow_judge.h"
#include "tests/slow_luck.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_STATES = 3000, FEW_STATES = 300, MOST_SOLUTIONS = 200, MOST_CELLS = 20 };

static bool equals(const char *name, double got, double slow, struct text *why)
{
    if (got != slow)
        text_addf(why, "%s is %g, but the slow way says %g", name, got, slow);
    return got == slow;
}

static double number(const struct text *text)
{
    return strtod(text_string(text), NULL);
}

/* --- the general slow judge --- */

static bool agrees_with_slow(const struct judgement *judgement, const struct slow *slow, struct text *why)
{
    const double *measure = judgement->measure;
    bool solvable = slow->depth != SLOW_NOT_SOLVED;
    struct move_list first = {slow->first, solvable ? (size_t)slow->depth : 0};
    if (!equals("depth", measure[MEASURE_depth], solvable ? slow->depth : UNKNOWN, why) ||
        !equals("the number of solutions", number(&judgement->solutions), (double)slow->solutions, why) ||
        !equals("whether essential is right", tells_essential(judgement, slow->essential), true, why))
        return false;
    if (!move_lists_equal(&judgement->reported, &first)) {
        text_add_string(why, "another solution is reported than the slow way does");
        return false;
    }
    return !solvable || (equals("forced", measure[MEASURE_forced], slow->forced, why) &&
                         equals("traps", measure[MEASURE_traps], slow->traps, why));
}

static bool has_slow_luck(const struct trial *trial, struct text *why)
{
    double luck = trial->judgement.measure[MEASURE_luck];
    double exact = luck == UNKNOWN ? UNKNOWN : slow_luck(trial->puzzle, FEW_STATES);
    if (exact != UNKNOWN && fabs(luck - exact) > 1e-6)
        text_addf(why, "luck is %.9f, but fractions say %.9f", luck, exact);
    return exact == UNKNOWN || fabs(luck - exact) <= 1e-6;
}

bool holds_for_slow_judge(const struct trial *trial, const struct change *change, struct text *why)
{
    struct slow slow;
    (void)change;
    if (!slow_judge(trial->puzzle, MOST_STATES, MOST_SOLUTIONS, &slow))
        return true;
    bool same = agrees_with_slow(&trial->judgement, &slow, why) && has_slow_luck(trial, why);
    slow_free(&slow);
    return same;
}

/* --- LongCat --- */

bool holds_for_longcat_oracle(const struct trial *trial, const struct change *change, struct text *why)
{
    (void)change;
    const struct judgement *judgement = &trial->judgement;
    const double *measure = judgement->measure;
    struct oracle oracle;
    if (longcat_board(trial->puzzle)->cells > 2 * MOST_CELLS)
        return true;
    oracle_judge(trial->puzzle, &oracle);
    bool same = equals("the number of solutions", number(&judgement->solutions), (double)oracle.count, why) &&
                equals("whether essential is right", tells_essential(judgement, oracle.essential), true, why) &&
                (oracle.count == 0 || (equals("depth", measure[MEASURE_depth], oracle.reported.length, why) &&
                                       equals("forced", measure[MEASURE_forced], oracle.forced, why) &&
                                       equals("traps", measure[MEASURE_traps], oracle.traps, why) &&
                                       equals("choices", measure[MEASURE_choices], oracle.choices, why) &&
                                       equals("greedy", judgement->greedy, oracle.greedy, why)));
    oracle_free(&oracle);
    return same;
}

/* --- Snake --- */

bool holds_for_plain_tours(const struct trial *trial, const struct change *change, struct text *why)
{
    (void)change;
    static struct plain_tours plain;
    const struct judgement *judgement = &trial->judgement;
    if (!plain_tours_find(snake_arena(trial->puzzle), &plain))
        return true;
    return equals("the number of tours", number(&judgement->solutions), (double)plain.count, why) &&
           equals("whether essential is right", tells_essential(judgement, plain_tours_classes(&plain)), true, why);
}

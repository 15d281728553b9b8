/* The chances of random players; see chance.h.
 *
 * The chance of a state is the mean of the chances after its moves, each with its weight: 1 after a move to
 * a goal, 0 after one from which there is no way back.  So just the states that can be won and are no goals
 * have an equation:
 *
 *     x[i] = (wins[i] + sum of weight * x[j] over the moves to other such states) / all[i]
 *
 * A move that changes nothing is left out: another one is made sooner or later.
 *
 * - Order.  Equations stand in groups of those that depend on one another, and a group comes after all that
 *   it depends on (equations.h).  Most groups are a single one, which is settled at once.  All that is rounded
 *   happens in that order, so that the result is the same, bit by bit, for any threads.
 *
 * - Solving.  A sweep goes through a group from the last to the first, which settles what leads away from the
 *   start, and back again, which settles what leads back to it.  It begins with 0 everywhere, so the values
 *   only rise, towards the solution.  Nothing is ever subtracted: the smallest of chances keeps its digits.
 *
 * - Stopping.  A sweep makes G x + f of x, where G >= 0, so the rise in one sweep is G times the rise in
 *   the sweep before.  If no value rises more than r times what it rose before, r < 1, then all that is
 *   yet to come is the rise times r + r^2 + ... at most: a bound on what is lacking, value by value.  What all
 *   values of a group lack as a part of them adds to what those lack that depend on it, and no more.
 *
 * - Jumping.  If, the other way round, no value rises less than s times what it rose before, then this holds of all
 *   rises to come, too: G never makes of more less.  So the rise r times s + s^2 + ... = s / (1 - s) = c is still to
 *   come at least, and is added at once.  From there on values only rise, too: G (x + c r) + f = x + (1 + c) G r,
 *   where the r of this sweep counts as made, and (1 + c) G r >= (1 + c) s r = c r.  In a group in which players wander
 *   about, all values soon rise by much the same part, and a jump saves dozens of sweeps.  The next sweep after a jump has
 *   none before it to be compared with.
 *
 * - States from which nothing can go wrong have the chance 1, without an equation: it is there that a
 *   player may wander about for longest. */
#include "solve/search/chance.h"

#include "solve/search/equations.h"

#include <math.h>
#include <stdlib.h>

struct solving {
    struct equations *equations;
    enum player player;
    bool *risky; /* [count] something can go wrong from there */
    double *shares; /* [count] of a weight of 1 among all that are considered */
    double *chances, *rises, *before; /* [count] */
    uint64_t added; /* terms so far */
};

/* How much the chance may lack, as a part of it, all groups together: a group has the more of it the larger
 * it is, but not less than the least part. */
static const double most_part = 1e-7, least_part = 1e-12;

/* A jump is tried after so many sweeps, and made where it saves more, until a sweep does no more than that share of
 * what is settled at last: after a jump the values do not rise alike for some time, and nothing is known of what they
 * lack. */
enum { SWEEPS_BETWEEN = 3 };
static const double part_jumped = 0.1;

/* Where players wander about for long, sweeps settle little each.  So many are made of a group at any rate,
 * and more as long as fewer terms than that were added up; it depends on the level alone. */
enum { SWEEPS_AT_LEAST = 100, TERMS_AT_MOST = 300000000 };

/* The weight of the moves after which a state can still be won. */
static double winning_weight(const struct equations *equations, uint32_t n, enum player player)
{
    const struct equation *equation = &equations->list[n];
    uint64_t end = equation[1].place;
    double sum = equation->wins[player];
    if (player == EQUAL)
        return sum + (double)(end - equation->place);
    for (uint64_t t = equation->place; t < end; t++)
        sum += equations->weights[equations->climbs[t]];
    return sum;
}

/* Whether a move loses, or leads to a state that is known to be risky. */
static bool is_risky(const struct solving *solving, uint32_t n)
{
    const struct equations *equations = solving->equations;
    const struct equation *equation = &equations->list[n];
    if (winning_weight(equations, n, solving->player) < equation->all[solving->player] * (1 - 1e-9))
        return true;
    for (uint64_t t = equation->place; t < equation[1].place; t++) {
        if (solving->risky[equations->terms[t]])
            return true;
    }
    return false;
}

static double mean_after(const struct solving *solving, uint32_t n)
{
    const struct equations *equations = solving->equations;
    const struct equation *equation = &equations->list[n];
    const double *chances = solving->chances;
    double sum = equation->wins[solving->player];
    if (solving->player == EQUAL) {
        for (uint64_t t = equation->place; t < equation[1].place; t++)
            sum += chances[equations->terms[t]];
    } else {
        for (uint64_t t = equation->place; t < equation[1].place; t++)
            sum += equations->weights[equations->climbs[t]] * chances[equations->terms[t]];
    }
    return sum * solving->shares[n];
}

/* Rises are told from rounding where they are more than that part of a value. */
static const double noise = 1e-14;

/* What a sweep did: the most that a rise is of the one before, INFINITY where a value rises that did not, and the
 * least; and the most that it is of the value, or what it is of the start's, where that is in the group, as nothing
 * else depends on a group that has it. */
struct swept {
    double ratio, least, part;
};

static struct swept sweep(struct solving *solving, const uint32_t *group, uint32_t many)
{
    double *chances = solving->chances, *rises = solving->rises;
    struct swept swept = {0, INFINITY, 0};
    for (uint32_t i = many; i-- > 0;) {
        uint32_t n = group[i];
        solving->before[n] = chances[n];
        chances[n] = mean_after(solving, n);
    }
    for (uint32_t i = 0; i < many; i++) {
        uint32_t n = group[i];
        chances[n] = mean_after(solving, n);
        double rise = chances[n] - solving->before[n];
        if (rises[n] > noise * chances[n] && rise < swept.least * rises[n])
            swept.least = rise / rises[n];
        if (rise > noise * chances[n]) {
            if (rise > swept.ratio * rises[n])
                swept.ratio = rises[n] > 0 ? rise / rises[n] : INFINITY;
            if (rise > swept.part * chances[n])
                swept.part = rise / chances[n];
        }
        rises[n] = rise > 0 ? rise : 0;
    }
    if (group[0] == 0)
        swept.part = chances[0] > 0 ? rises[0] / chances[0] : INFINITY;
    return swept;
}

/* Whether what the values of a group still lack is that part of them at most. */
static bool is_settled(struct swept swept, double part)
{
    return swept.ratio < 1 && swept.part * (swept.ratio / (1 - swept.ratio)) <= part;
}

/* How far to jump, in rises: a little less than could be, so that all values still rise, and not so far that what is
 * lost by rounding would matter. */
static double jump_length(struct swept swept)
{
    const double share = 0.9, longest = 500;
    return swept.least < 1 ? fmin(share * swept.least / (1 - swept.least), longest) : 0;
}

static void jump(struct solving *solving, const uint32_t *group, uint32_t many, double length)
{
    for (uint32_t i = 0; i < many; i++)
        solving->chances[group[i]] += length * solving->rises[group[i]];
}

static bool solve_group(struct solving *solving, const uint32_t *group, uint32_t many)
{
    const struct equation *list = solving->equations->list;
    struct watch *watch = &solving->equations->graph->search->watch;
    uint64_t each = many;
    for (uint32_t i = 0; i < many; i++)
        each += list[group[i] + 1].place - list[group[i]].place;
    double part = fmax(most_part * many / solving->equations->count, least_part);
    uint64_t sweeps = 1, alike = 0; /* sweeps since the last jump */
    for (;;) {
        struct swept swept = sweep(solving, group, many);
        if (alike++ > 0 && is_settled(swept, part))
            return true;
        bool may_jump = alike >= SWEEPS_BETWEEN && swept.part > part * part_jumped;
        double length = may_jump ? jump_length(swept) : 0;
        if (length > SWEEPS_BETWEEN) {
            jump(solving, group, many, length);
            alike = 0;
        }
        solving->added += 2 * each;
        if (sweeps++ >= SWEEPS_AT_LEAST && solving->added > TERMS_AT_MOST)
            return false;
        if (each > SWEEPS_AT_LEAST)
            watch_hurry(watch);
        if (!watch_allows(watch, 0, 0))
            return false;
    }
}

/* Finds the chances in a group, once those of all that it depends on are known. */
static bool settle(struct solving *solving, const uint32_t *group, uint32_t many)
{
    bool risky = false;
    for (uint32_t i = 0; i < many && !risky; i++)
        risky = is_risky(solving, group[i]);
    for (uint32_t i = 0; i < many; i++) {
        solving->risky[group[i]] = risky;
        solving->chances[group[i]] = !risky;
    }
    if (risky && many == 1)
        solving->chances[group[0]] = mean_after(solving, group[0]);
    return !risky || many == 1 || solve_group(solving, group, many);
}

static bool settle_all(struct solving *solving)
{
    const struct equations *equations = solving->equations;
    uint32_t first = 0;
    for (uint32_t n = 0; n < equations->count; n++) {
        if (!equations->last[n])
            continue;
        if (!settle(solving, equations->order + first, n + 1 - first) ||
            !watch_allows(&equations->graph->search->watch, 0, 0))
            return false;
        first = n + 1;
    }
    return true;
}

/* Solves the equations of a player.  The chance of the start; -1: a limit, or it would take too long. */
static double solve(struct equations *equations, enum player player)
{
    uint64_t count = equations->count;
    struct solving solving = {.equations = equations, .player = player};
    solving.risky = equations_take(equations, count, sizeof *solving.risky);
    solving.shares = equations_take(equations, count, sizeof *solving.shares);
    solving.chances = equations_take(equations, count, sizeof *solving.chances);
    solving.rises = equations_take(equations, count, sizeof *solving.rises);
    solving.before = equations_take(equations, count, sizeof *solving.before);
    for (uint64_t n = 0; solving.shares != NULL && n < count; n++)
        solving.shares[n] = 1 / equations->list[n].all[player];
    bool good = solving.risky != NULL && solving.shares != NULL && solving.chances != NULL &&
                solving.rises != NULL && solving.before != NULL && settle_all(&solving);
    double chance = good ? solving.chances[0] : -1;
    equations_give_back(equations, solving.risky, count, sizeof *solving.risky);
    equations_give_back(equations, solving.shares, count, sizeof *solving.shares);
    equations_give_back(equations, solving.chances, count, sizeof *solving.chances);
    equations_give_back(equations, solving.rises, count, sizeof *solving.rises);
    equations_give_back(equations, solving.before, count, sizeof *solving.before);
    return chance;
}

/* The mean of what the guided player's next moves take from his chances if the states after them, where they
 * can be won, are alike; in bits. */
static double mean_hazard(const struct equations *equations)
{
    double sum = 0;
    for (uint32_t n = 0; n < equations->count; n++) {
        double share = winning_weight(equations, n, GUIDED) / equations->list[n].all[GUIDED];
        sum -= share < 1 - 1e-9 ? log2(share) : 0;
    }
    return sum / equations->count;
}

void state_graph_chances(struct state_graph *graph, struct chances *chances)
{
    struct search *search = graph->search;
    struct equations equations;
    search->puzzle->rules->start(search->puzzle, graph->padded);
    uint32_t start = search_find(search, graph->padded);
    *chances = (struct chances){-1, -1, -1};
    if (search_is_goal(search, start)) {
        *chances = (struct chances){1, 1, 0};
        return;
    }
    if (equations_make(&equations, graph, start)) {
        chances->equal = solve(&equations, EQUAL);
        chances->guided = chances->equal < 0 ? -1 : solve(&equations, GUIDED);
        chances->hazard = mean_hazard(&equations);
    }
    equations_free(&equations);
}

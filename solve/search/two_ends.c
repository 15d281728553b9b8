/* The search from both ends; see two_ends.h. */
#include "solve/search/two_ends.h"

#include "solve/search/two_ends_side.h"

#include <assert.h>
#include <stdlib.h>

struct two_ends {
    struct search *search; /* the front's */
    struct search behind;
    struct side front, back;
    uint64_t states; /* of both sides, once they have met */
};

/* --- what one side does counts with what the other holds --- */

static void take_over(struct side *side, const struct side *other)
{
    side->search->elsewhere = store_count(&other->search->store);
    side->search->held += other->search->held + store_bytes(&other->search->store);
}

static void hand_back(struct side *side, const struct side *other)
{
    side->search->elsewhere = 0;
    side->search->held -= other->search->held + store_bytes(&other->search->store);
}

static bool rise(struct side *side, const struct side *other, size_t d)
{
    take_over(side, other);
    bool good = side_rise(side, d);
    hand_back(side, other);
    return good;
}

static bool go_further(struct side *side, const struct side *other)
{
    take_over(side, other);
    bool good = side_go_further(side);
    hand_back(side, other);
    return good;
}

/* --- both --- */

/* Lets both sides go so far that a solution of d moves has a state that is on both. */
static bool approach(struct two_ends *ends, size_t d)
{
    struct side *front = &ends->front, *back = &ends->back;
    bool good = rise(front, back, d) && rise(back, front, d);
    while (good && front->moves + back->moves < d)
        good =
            side_due(front) <= side_due(back) ? go_further(front, back) : go_further(back, front);
    return good;
}

/* Counts the states of the front that are so many moves from the start and d less these from a solved state, until
 * one is found; with `all`, lets all wait that are so many moves from the start or more.  False: a limit. */
static bool meet(struct two_ends *ends, size_t d, bool all, size_t *count)
{
    struct search *search = ends->search;
    const struct search *behind = &ends->behind;
    uint64_t states = store_count(&search->store), moves = ends->front.moves;
    bool good = true;
    *count = 0;
    for (uint64_t number = 0; good && number < states && (all || *count == 0); number++) {
        uint64_t depth = search->depths[number];
        if (depth < moves || depth > (all ? d : moves))
            continue;
        uint32_t there = search_find(behind, store_state(&search->store, number));
        if (there == STORE_NONE || behind->depths[there] + depth != d)
            continue;
        (*count)++;
        good = !all || lists_add(search, &ends->front.due, depth, (uint32_t)number);
    }
    return good;
}

/* Makes the states between the layer where both sides meet and the solved states once more, forwards; some may be
 * there already.  What waits is of no use any more. */
static bool join(struct two_ends *ends, size_t d)
{
    struct search *search = ends->search;
    struct side *front = &ends->front, *back = &ends->back;
    size_t count;
    lists_free(search, &front->due);
    lists_free(search, &front->later);
    lists_free(&ends->behind, &back->due);
    lists_free(&ends->behind, &back->later);
    take_over(front, back);
    bool good = meet(ends, d, true, &count);
    hand_back(front, back);
    search->within = &ends->behind;
    search->length = d;
    while (good && front->moves < d)
        good = go_further(front, back);
    if (good) {
        assert(side_due(front) > 0);
        search_take_turns(search, front->due.at[d].numbers, side_due(front));
    }
    search->within = NULL;
    return good;
}

/* The least depth from d on that a solution may have. */
static size_t next_depth(const struct two_ends *ends, size_t d)
{
    const struct puzzle *puzzle = ends->search->puzzle;
    const struct puzzle_back *back = puzzle->rules->back;
    while (back->may_take != NULL && !back->may_take(puzzle, d))
        d++;
    return d;
}

/* Goes up through the depths.  False: a limit, or no memory. */
static bool go_up(struct two_ends *ends)
{
    struct search *search = ends->search;
    size_t d = search->below > 0 ? search->below : 1, met = 0;
    for (;;) {
        d = next_depth(ends, d);
        search_prove_at_least(search, d);
        if (search_is_too_deep(search, d) || !approach(ends, d) || !meet(ends, d, false, &met))
            return false;
        if (met > 0)
            break;
        size_t front = side_next_depth(&ends->front), back = side_next_depth(&ends->back);
        search->whole = front == 0 || back == 0;
        if (search->whole)
            return true;
        d = front > back ? front : back;
    }
    search->known = (int64_t)d;
    ends->states = store_count(&search->store) + store_count(&ends->behind.store);
    bool good = join(ends, d);
    search->depth = good ? (int64_t)d : -1;
    return good;
}

/* --- the search --- */

/* Puts the solved states into the back's store. */
static bool begin_back(struct two_ends *ends)
{
    struct search *behind = &ends->behind;
    const struct puzzle *puzzle = behind->puzzle;
    size_t count = behind->back->ends(puzzle, NULL, 0), bytes = count * puzzle->state_bytes;
    if (!search_charge(behind, bytes))
        return false;
    unsigned char *states = malloc(bytes + 1);
    bool good = states != NULL;
    behind->failed |= !good;
    if (good)
        behind->back->ends(puzzle, states, count);
    for (size_t n = 0; good && n < count; n++) {
        unsigned char *state = states + n * puzzle->state_bytes;
        if (behind->merges)
            puzzle->rules->merge(puzzle, state);
        unsigned bound = behind->back->bound(puzzle, state);
        uint32_t number = bound == ESTIMATE_LOST ? STORE_NONE : round_add(&ends->back.round, state);
        good = !behind->failed && behind->watch.reason[0] == '\0';
        if (number == STORE_NONE || behind->depths[number] == 0)
            continue;
        behind->depths[number] = 0;
        good = good && side_add(&ends->back, number, bound);
    }
    free(states);
    search_discharge(behind, bytes);
    good = good && watch_allows(&behind->watch, store_count(&behind->store) + behind->elsewhere, 0);
    behind->settled = good ? store_count(&behind->store) : 0;
    return good;
}

static bool make_behind(struct two_ends *ends)
{
    const struct search *search = ends->search;
    struct search *behind = &ends->behind;
    bool good = search_make(behind, search->puzzle, &search->limits);
    behind->failed = !good;
    behind->watch.deadline = search->watch.deadline;
    behind->back = search->puzzle->rules->back;
    behind->merges = search->merges;
    return good;
}

/* The way to an image of a state is as long as that to the state if the start is its own image, too; else images
 * have to be told apart. */
static bool may_merge(const struct puzzle *puzzle)
{
    return !puzzle->equals && puzzle->mirrors <= puzzle->symmetry_count;
}

static bool run(struct two_ends *ends)
{
    struct search *search = ends->search;
    search->merges = search->merges && may_merge(search->puzzle);
    uint32_t start;
    unsigned bound;
    if (!side_make(&ends->front, search))
        return false;
    if (waiting_begin(&ends->front.round, &start, &bound))
        return true;
    if (!side_add(&ends->front, start, bound) || !make_behind(ends) ||
        !side_make(&ends->back, &ends->behind))
        return false;
    take_over(&ends->back, &ends->front);
    bool good = begin_back(ends);
    hand_back(&ends->back, &ends->front);
    return good && go_up(ends);
}

static bool search_two_ends(struct search *search)
{
    struct two_ends ends = {.search = search};
    struct search *behind = &ends.behind;
    bool good = run(&ends);
    if (search->watch.reason[0] == '\0')
        memcpy(search->watch.reason, behind->watch.reason, sizeof search->watch.reason);
    search->failed |= behind->failed;
    search->elsewhere = good ? 0 : store_count(&behind->store);
    search->both_ends = true;
    search->settled = ends.states > 0 ? ends.states : search->settled + behind->settled;
    side_free(&ends.front);
    side_free(&ends.back);
    search_free(behind);
    return good;
}

bool search_has_two_ends(const struct search *search)
{
    const struct puzzle *puzzle = search->puzzle;
    const struct puzzle_back *back = puzzle->rules->back;
    return search->start == NULL && back != NULL && back->ends(puzzle, NULL, 0) > 0;
}

bool search_shortest(struct search *search)
{
    return search_has_two_ends(search) ? search_two_ends(search) : search_best_first(search);
}

/* The search from both ends; see two_ends.h. */
#include "solve/search/two_ends.h"

#include "solve/search/open.h"

#include <assert.h>
#include <stdlib.h>

struct side {
    struct search *search;
    struct round round;
    struct open open;
    size_t next; /* all states of a lower f that are near enough are expanded */
};

struct two_ends {
    struct search *search; /* the front's */
    struct search behind;
    struct side front, back;
    uint64_t states; /* of both sides, once they have met */
};

/* --- one side --- */

/* Lets a side work: what the other holds counts as its own. */
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

/* Expands all states with f <= d that are near enough. */
static bool catch_up(struct side *side, const struct side *other, size_t d)
{
    bool good = true;
    take_over(side, other);
    for (; good && side->next <= d; side->next++) {
        if (side->next < side->open.count && side->open.lists[side->next].count > 0)
            good = open_expand(&side->round, &side->open, side->next);
    }
    hand_back(side, other);
    return good;
}

static bool go_further(struct side *side, const struct side *other, size_t d)
{
    take_over(side, other);
    bool good = open_go_further(&side->round, &side->open, d);
    hand_back(side, other);
    return good;
}

/* The least depth above d that a solution may have as far as a side tells.  0: there is none. */
static size_t depth_after(const struct side *side, size_t d)
{
    bool is_rim_known = side->next > d;
    return !is_rim_known || side->open.rim.count > 0 ? d + 1 : open_after(&side->open, d);
}

/* --- both --- */

/* Brings both sides up to d, and so near to each other that a solution of d moves has a state on both rims; stops when a
 * rim is empty.  The smaller side goes first. */
static bool approach(struct two_ends *ends, size_t d)
{
    struct side *front = &ends->front, *back = &ends->back;
    bool back_first = store_count(&back->search->store) < store_count(&front->search->store);
    struct side *first = back_first ? back : front, *second = back_first ? front : back;
    if (!catch_up(first, second, d))
        return false;
    if (first->open.rim.count == 0)
        return true;
    if (!catch_up(second, first, d))
        return false;
    while (front->open.most_moves + back->open.most_moves < d && front->open.rim.count > 0 &&
           back->open.rim.count > 0) {
        bool forwards = front->open.rim.count <= back->open.rim.count;
        if (!go_further(forwards ? front : back, forwards ? back : front, d))
            return false;
    }
    return true;
}

/* Keeps of the front's rim what is on the back's, too, and returns how much that is. */
static size_t meet(struct two_ends *ends)
{
    const struct search *search = ends->search, *behind = &ends->behind;
    struct open *front = &ends->front.open, *back = &ends->back.open;
    size_t count = 0;
    for (size_t i = 0; i < front->rim.count; i++) {
        uint32_t number = front->rim.numbers[i];
        const unsigned char *state = store_state(&search->store, number);
        uint32_t there = search_find(behind, state);
        if (search->depths[number] == front->most_moves && there != STORE_NONE &&
            behind->depths[there] == back->most_moves)
            front->rim.numbers[count++] = number;
    }
    return count;
}

/* Makes the states between the rims once more, forwards.  The states that wait are of no use any more. */
static bool join(struct two_ends *ends, size_t d)
{
    struct search *search = ends->search;
    struct side *front = &ends->front, *back = &ends->back;
    struct list rim = front->open.rim;
    uint64_t moves = front->open.most_moves;
    front->open.rim = (struct list){0};
    open_free(search, &front->open);
    open_free(&ends->behind, &back->open);
    front->open = (struct open){.most_moves = moves, .rim = rim};
    search->within = &ends->behind;
    search->length = d;
    bool good = true;
    while (good && front->open.most_moves < d)
        good = go_further(front, back, d);
    if (good)
        search_take_turns(search, front->open.rim.numbers, front->open.rim.count);
    search->within = NULL;
    assert(!good || (search->known == (int64_t)d && front->open.rim.count > 0));
    return good;
}

/* Goes up through the depths.  False: a limit, or no memory. */
static bool go_up(struct two_ends *ends)
{
    struct search *search = ends->search;
    size_t d = search->below > 0 ? search->below : 1;
    for (;;) {
        search_prove_at_least(search, d);
        if (search_is_too_deep(search, d) || !approach(ends, d))
            return false;
        if (ends->front.open.most_moves + ends->back.open.most_moves == d && meet(ends) > 0)
            break;
        size_t front = depth_after(&ends->front, d), back = depth_after(&ends->back, d);
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
        good = good && open_add(behind, &ends->back.open, number, bound);
    }
    free(states);
    search_discharge(behind, bytes);
    good = good && watch_allows(&behind->watch, store_count(&behind->store) + behind->elsewhere, 0);
    behind->settled = good ? store_count(&behind->store) : 0;
    return good;
}

static bool make_side(struct side *side, struct search *search)
{
    side->search = search;
    bool good = search_make_depths(search) && round_make(&side->round, search);
    search->failed |= !good;
    return good && search_charge(search, round_bytes(&side->round));
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
    if (!make_side(&ends->front, search) || !open_begin(&ends->front.round, &ends->front.open))
        return false;
    if (search->depth == 0 || search->whole)
        return true;
    if (!make_behind(ends) || !make_side(&ends->back, &ends->behind))
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
    open_free(search, &ends.front.open);
    open_free(behind, &ends.back.open);
    if (ends.front.round.workers != NULL)
        search_discharge(search, round_bytes(&ends.front.round));
    round_free(&ends.front.round);
    round_free(&ends.back.round);
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

/* What only the whole graph of states can tell; see whole.h. */
#include "solve/search/whole.h"

#include "solve/search/room.h"
#include "solve/search/sweep.h"

#include <stdlib.h>

/* One bit for each state, all clear.  NULL: limit or memory. */
static bits *make_bits(struct search *search, size_t *charged)
{
    size_t bytes = bits_bytes(store_count(&search->store));
    if (!search_charge(search, bytes))
        return NULL;
    *charged += bytes;
    bits *set = calloc(1, bytes);
    search->failed |= set == NULL;
    return set;
}

static void expand(const struct whole *whole, uint32_t number, struct fanout *fanout)
{
    const struct search *search = whole->search;
    search_expand(search, store_state(&search->store, number), fanout);
}

/* The state after the n-th move, or STORE_NONE where that is proved lost. */
static uint32_t after_move(const struct whole *whole, const struct fanout *fanout, unsigned n)
{
    return search_find(whole->search, fanout_state(fanout, whole->search->puzzle, n));
}

/* --- winnable --- */

/* What a turn of marking needs and finds. */
struct marking {
    struct whole *whole;
    bool first, down;
    atomic_bool changed;
};

static bool leads_to_win(const struct whole *whole, struct fanout *fanout, uint32_t number)
{
    unsigned many;
    const uint32_t *after = search_after(whole->search, number, fanout, &many);
    for (unsigned n = 0; n < many; n++) {
        if (bits_get(whole->winnable, after[n]))
            return true;
    }
    return false;
}

static void mark_block(void *context, struct fanout *fanout, uint64_t first, uint64_t end)
{
    struct marking *marking = context;
    struct whole *whole = marking->whole;
    bool changed = false;
    for (uint64_t n = first; n < end; n++) {
        uint32_t number = (uint32_t)(marking->down ? first + end - 1 - n : n);
        if (bits_get(whole->winnable, number) ||
            !((marking->first && search_is_goal(whole->search, number)) ||
              leads_to_win(whole, fanout, number)))
            continue;
        bits_set(whole->winnable, number);
        changed = true;
    }
    if (changed)
        atomic_store(&marking->changed, true);
}

/* Marks the states from which the goal can be reached.  Going through the numbers downwards marks
 * at once what wins by moves away from the start, to higher numbers; going upwards, what wins by
 * moves back.  So it is done in turns, until nothing changes: once for each change of direction that
 * a way to the goal cannot do without.  What comes out does not depend on the order. */
static bool mark_winnable(struct whole *whole)
{
    struct marking marking = {.whole = whole, .first = true, .down = true};
    uint64_t count = store_count(&whole->search->store);
    do {
        atomic_store(&marking.changed, false);
        if (!sweep(whole->search, count, marking.down, mark_block, &marking))
            return false;
        marking.first = false;
        marking.down = !marking.down;
    } while (atomic_load(&marking.changed));
    return true;
}

bool whole_make(struct whole *whole, struct search *search)
{
    *whole = (struct whole){.search = search};
    whole->winnable = make_bits(search, &whole->charged);
    whole->padded = calloc(1, search->puzzle->state_bytes + STORE_PADDING);
    bool good = fanout_make(&whole->fanout, search->puzzle) && whole->padded != NULL;
    search->failed |= !good;
    if (good && whole->winnable != NULL && mark_winnable(whole))
        return true;
    whole_free(whole);
    return false;
}

void whole_free(struct whole *whole)
{
    if (whole->search != NULL)
        search_discharge(whole->search, whole->charged);
    free((void *)whole->winnable);
    free(whole->padded);
    fanout_free(&whole->fanout);
    *whole = (struct whole){0};
}

int whole_winnable(void *context, const unsigned char *state)
{
    const struct whole *whole = context;
    memcpy(whole->padded, state, whole->search->puzzle->state_bytes);
    uint32_t number = search_find(whole->search, whole->padded);
    return number != STORE_NONE && bits_get(whole->winnable, number);
}

/* --- forced: dominators of the goal ---
 *
 * A way that avoids a state of the solution leaves the solution before it and comes back behind it,
 * or reaches another goal.  So the states off the solution are walked from each state of it in
 * turn, each once, and the furthest return is remembered: what lies before it can be avoided. */

struct walk {
    struct whole *whole;
    uint32_t *solution;  /* [depth + 1] numbers of its states */
    uint32_t depth;
    bits *seen;          /* a bit a state: walked from before */
    bits *own;           /* a bit a state: one of the solution's */
    uint32_t *stack;
    size_t count, room;
    uint32_t furthest;
    size_t charged;
};

/* Makes room for what can be met from one state. */
static bool make_room(struct walk *walk)
{
    struct search *search = walk->whole->search;
    size_t wanted = walk->count + search->puzzle->max_moves + 1;
    if (wanted <= walk->room)
        return true;
    size_t more = room_for(walk->room, wanted, sizeof *walk->stack) - walk->room;
    if (!search_charge(search, more * sizeof *walk->stack))
        return false;
    walk->charged += more * sizeof *walk->stack;
    uint32_t *stack = realloc(walk->stack, (walk->room + more) * sizeof *stack);
    search->failed |= stack == NULL;
    if (stack == NULL)
        return false;
    walk->stack = stack;
    walk->room += more;
    return true;
}

/* Which state of the solution this is. */
static uint32_t place_in_solution(const struct walk *walk, uint32_t number)
{
    uint32_t n = walk->depth;
    while (walk->solution[n] != number)
        n--;
    return n;
}

/* Meets a state after a move: a return to the solution, a goal, or somewhere to walk on from. */
static void meet(struct walk *walk, uint32_t number)
{
    const struct whole *whole = walk->whole;
    if (!bits_get(whole->winnable, number))
        return;
    if (bits_get(walk->own, number)) {
        uint32_t place = place_in_solution(walk, number);
        walk->furthest = place > walk->furthest ? place : walk->furthest;
        return;
    }
    if (bits_get(walk->seen, number))
        return;
    bits_set(walk->seen, number);
    if (search_is_goal(whole->search, number))
        walk->furthest = walk->depth;
    else
        walk->stack[walk->count++] = number;
}

/* Walks everything off the solution that can be reached from its n-th state and was not reached
 * before.  The solution's own move is met, too: it returns one state further on. */
static bool walk_from(struct walk *walk, uint32_t n)
{
    struct whole *whole = walk->whole;
    bool good = make_room(walk);
    if (good)
        walk->stack[walk->count++] = walk->solution[n];
    while (good && walk->count > 0 && walk->furthest < walk->depth) {
        unsigned many;
        uint32_t number = walk->stack[--walk->count];
        good = make_room(walk) && watch_allows(&whole->search->watch, 0, 0);
        const uint32_t *after = search_after(whole->search, number, &whole->fanout, &many);
        for (unsigned i = 0; good && i < many; i++)
            meet(walk, after[i]);
    }
    walk->count = 0;
    return good;
}

static void follow_solution(struct walk *walk, const game_move *moves)
{
    struct whole *whole = walk->whole;
    struct search *search = whole->search;
    search->puzzle->rules->start(search->puzzle, whole->padded);
    walk->solution[0] = search_find(search, whole->padded);
    for (uint32_t n = 0; n < walk->depth; n++) {
        expand(whole, walk->solution[n], &whole->fanout);
        for (unsigned i = 0; i < whole->fanout.count; i++) {
            if (whole->fanout.moves[i] == moves[n])
                walk->solution[n + 1] = after_move(whole, &whole->fanout, i);
        }
    }
    for (uint32_t n = 0; n <= walk->depth; n++)
        bits_set(walk->own, walk->solution[n]);
}

bool whole_forced(struct whole *whole, const game_move *moves, size_t count, unsigned *forced)
{
    struct search *search = whole->search;
    struct walk walk = {.whole = whole, .depth = (uint32_t)count};
    walk.solution = calloc(count + 1, sizeof *walk.solution);
    walk.seen = make_bits(search, &walk.charged);
    walk.own = walk.seen == NULL ? NULL : make_bits(search, &walk.charged);
    search->failed |= walk.solution == NULL;
    bool good = walk.solution != NULL && walk.own != NULL;
    if (good)
        follow_solution(&walk, moves);
    *forced = 0;
    for (uint32_t n = 0; good && n < walk.depth && walk.furthest < walk.depth; n++) {
        *forced += n > 0 && walk.furthest <= n;
        good = walk_from(&walk, n);
    }
    search_discharge(search, walk.charged);
    free(walk.solution);
    free((void *)walk.seen);
    free((void *)walk.own);
    free(walk.stack);
    return good;
}

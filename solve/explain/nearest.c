/* How near play can come to the goal; see why.h. */
#include "solve/explain/why.h"

#include "games/puzzle.h"
#include "solve/search/bits.h"
#include "solve/search/capacity.h"
#include "solve/search/search.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How near a state is to the goal.  Lower is nearer; the estimate counts first. */
struct nearness {
    unsigned estimate, greed; /* greed: 0 if the game has no figure of its own for the greedy player */
};

static struct nearness nearness_of(const struct puzzle *puzzle, const unsigned char *state)
{
    const struct puzzle_rules *rules = puzzle->rules;
    return (struct nearness){rules->estimate(puzzle, state), rules->greed == NULL ? 0 : rules->greed(puzzle, state)};
}

static bool is_nearer(struct nearness a, struct nearness b)
{
    return a.estimate != b.estimate ? a.estimate < b.estimate : a.greed < b.greed;
}

/* --- a greedy search for near states --- */

enum { ESTIMATES = 1024 }; /* higher ones are treated alike */

/* How a state was reached. */
struct met {
    uint32_t before; /* the state before it; STORE_NONE: it is the first */
    uint32_t next;   /* the state to take after it, with the same estimate, or STORE_NONE */
    game_move move;
};

struct diver {
    const struct puzzle *puzzle;
    struct store store;
    struct fanout fanout;
    struct met *met;
    uint64_t capacity;
    uint32_t last[ESTIMATES]; /* the last state reached with each estimate that has not been taken, or STORE_NONE */
    uint32_t best;
    size_t best_count;
    struct nearness nearness;
};

/* Reserves memory for the successors of one state. */
static bool reserve_for_successors(struct diver *diver)
{
    uint64_t wanted = store_count(&diver->store) + diver->puzzle->max_moves + 1;
    size_t size = sizeof *diver->met;
    return store_reserve(&diver->store, diver->puzzle->max_moves + 1, 0) == STORE_READY &&
           capacity_grow(&diver->met, &diver->capacity, capacity_for(diver->capacity, wanted, size), size);
}

static void add_state(struct diver *diver, const unsigned char *state, uint32_t before, game_move move)
{
    bool is_new;
    uint32_t number = store_add(&diver->store, state, store_hash(&diver->store, state), &is_new);
    if (!is_new)
        return;
    diver->met[number] = (struct met){.before = before, .move = move};
    struct nearness here = nearness_of(diver->puzzle, store_state(&diver->store, number));
    unsigned estimate = here.estimate < ESTIMATES ? here.estimate : ESTIMATES - 1;
    diver->met[number].next = diver->last[estimate];
    diver->last[estimate] = number;
    bool same = number != 0 && !is_nearer(diver->nearness, here);
    if (number != 0 && !same)
        return;
    size_t count = 0;
    for (uint32_t at = number; diver->met[at].before != STORE_NONE; count++)
        at = diver->met[at].before;
    if (number == 0 || is_nearer(here, diver->nearness) || count < diver->best_count) {
        diver->best = number;
        diver->best_count = count;
        diver->nearness = here;
    }
}

/* Expands states from the start of a search on, always the one with the lowest estimate, until `most` states or a few
 * more are reached.  Returns false if memory runs out. */
static bool expand_nearest(struct diver *diver, const struct search *search, uint64_t most)
{
    const struct puzzle *puzzle = diver->puzzle;
    unsigned char *state = calloc(1, puzzle->state_bytes + STORE_PADDING);
    bool good = state != NULL && reserve_for_successors(diver);
    for (unsigned estimate = 0; estimate < ESTIMATES; estimate++)
        diver->last[estimate] = STORE_NONE;
    if (good) {
        search_write_start(search, state);
        add_state(diver, state, STORE_NONE, 0);
    }
    while (good && store_count(&diver->store) < most) {
        /* Takes the next state to expand. */
        unsigned estimate = 0;
        while (estimate < ESTIMATES && diver->last[estimate] == STORE_NONE)
            estimate++;
        if (estimate == ESTIMATES)
            break;
        uint32_t number = diver->last[estimate];
        diver->last[estimate] = diver->met[number].next;
        good = reserve_for_successors(diver);
        if (!good)
            break;
        /* Expands the state, from a copy because the store may move it. */
        memcpy(state, store_state(&diver->store, number), puzzle->state_bytes);
        const struct puzzle_rules *rules = puzzle->rules;
        struct fanout *fanout = &diver->fanout;
        unsigned count = (rules->expand_live != NULL ? rules->expand_live : rules->expand)(puzzle, state, fanout->moves,
                                                                                           fanout->states);
        while (count-- > 0) { /* add the first one last, so that it is taken first */
            const unsigned char *after = fanout_state(fanout, puzzle, count);
            if (rules->dead == NULL || !rules->dead(puzzle, after))
                add_state(diver, after, number, fanout->moves[count]);
        }
    }
    free(state);
    return good;
}

/* --- nearest --- */

/* The most states to search, even if the limits allow more. */
enum { NEAREST_STATES = 1 << 20 };

struct look {
    struct search search;
    struct fanout fanout;
    uint64_t end; /* states from here on belong to a layer that a limit cut short */
    size_t layer; /* of the nearest states */
    struct nearness best;
    bits *leads; /* states on a shortest way to one of them */
};

static uint64_t layer_end(const struct look *look, size_t layer)
{
    const struct search *search = &look->search;
    uint64_t end = layer + 1 < search->layer_count ? search->layers[layer + 1] : look->end;
    return end < look->end ? end : look->end;
}

/* Goes through all states once and finds the best nearness.  Returns false if memory runs out. */
static bool find_best(struct look *look, struct nearest *nearest)
{
    const struct search *search = &look->search;
    const struct puzzle *puzzle = search->puzzle;
    look->best = (struct nearness){UINT32_MAX, UINT32_MAX};
    for (size_t layer = 0; layer < search->layer_count; layer++) {
        for (uint64_t n = search->layers[layer]; n < layer_end(look, layer); n++) {
            const unsigned char *state = store_state(&search->store, n);
            struct nearness here = nearness_of(puzzle, state);
            if (n == 0 || is_nearer(here, look->best)) {
                look->best = here;
                look->layer = layer;
            }
            enum lost lost = puzzle->rules->lost(puzzle, state);
            if (lost == LOST_NO_MEMORY)
                return false;
            if (lost == LOST_NO) {
                nearest->open++;
                nearest->last = (uint32_t)layer;
            }
        }
    }
    nearest->estimate = look->best.estimate;
    nearest->states = look->end;
    return true;
}

/* Expands a state and returns the index of its first move along the marked states, or the number of its moves. */
static unsigned leading_move(struct look *look, uint64_t number, size_t layer)
{
    const struct search *search = &look->search;
    struct fanout *fanout = &look->fanout;
    search_expand_and_find(search, (uint32_t)number, fanout);
    unsigned i = 0;
    while (i < fanout->count &&
           (fanout->numbers[i] == STORE_NONE || fanout->numbers[i] >= look->end ||
            !search_has_depth(search, fanout->numbers[i], layer + 1) || !bits_get(look->leads, fanout->numbers[i])))
        i++;
    return i;
}

/* Finds the first of the shortest ways to a nearest state. */
static bool find_way(struct look *look, struct nearest *nearest)
{
    const struct search *search = &look->search;
    nearest->moves = calloc(look->layer + 1, sizeof *nearest->moves);
    look->leads = calloc(1, bits_bytes(look->end));
    bool good = nearest->moves != NULL && look->leads != NULL;
    if (good) {
        /* Marks the nearest states and, layer by layer back to the start, the states that lead there. */
        for (uint64_t n = search->layers[look->layer]; n < layer_end(look, look->layer); n++) {
            struct nearness here = nearness_of(search->puzzle, store_state(&search->store, n));
            if (!is_nearer(look->best, here))
                bits_set(look->leads, n);
        }
        for (size_t layer = look->layer; layer-- > 0;) {
            for (uint64_t n = search->layers[layer]; n < layer_end(look, layer); n++) {
                if (leading_move(look, n, layer) < look->fanout.count)
                    bits_set(look->leads, n);
            }
        }
        /* Follows the moves with the first labels along the marked states, as far as these go. */
        uint32_t number = 0;
        for (size_t layer = 0; layer < look->layer; layer++) {
            unsigned i = leading_move(look, number, layer);
            if (i == look->fanout.count)
                break; /* the layers were cut short */
            nearest->moves[layer] = look->fanout.moves[i];
            number = look->fanout.numbers[i];
        }
        nearest->count = look->layer;
    }
    free((void *)look->leads);
    return good;
}

/* If not all states could be searched, tries `states` that seem near.  Among those of the lowest estimate, it expands
 * the one reached last.  Returns false if memory runs out. */
static bool dive(struct look *look, uint64_t states, struct nearest *nearest)
{
    const struct puzzle *puzzle = look->search.puzzle;
    struct diver *diver = calloc(1, sizeof *diver);
    if (diver == NULL)
        return false;
    diver->puzzle = puzzle;
    bool good = store_make(&diver->store, puzzle->state_bytes, 1);
    good = fanout_make(&diver->fanout, puzzle) && good && expand_nearest(diver, &look->search, states);
    if (good)
        nearest->states += store_count(&diver->store);
    if (good && is_nearer(diver->nearness, look->best)) {
        game_move *moves = calloc(diver->best_count + 1, sizeof *moves);
        good = moves != NULL;
        uint32_t number = diver->best;
        for (size_t n = diver->best_count; good && n-- > 0; number = diver->met[number].before)
            moves[n] = diver->met[number].move;
        if (good) {
            free(nearest->moves);
            nearest->moves = moves;
            nearest->count = diver->best_count;
            nearest->estimate = diver->nearness.estimate;
        }
    }
    store_free(&diver->store);
    fanout_free(&diver->fanout);
    free(diver->met);
    free(diver);
    return good;
}

enum search_end nearest_find(const struct puzzle *puzzle, const unsigned char *state, const struct limits *limits,
                             struct nearest *nearest, char reason[LIMIT_REASON])
{
    struct look look = {.layer = 0};
    struct limits own = *limits;
    uint64_t most =
        limits->max_states != 0 && limits->max_states < NEAREST_STATES ? limits->max_states : NEAREST_STATES;
    own.max_states = 0;
    *nearest = (struct nearest){0};
    reason[0] = '\0';
    bool no_memory = false;
    const char *doubt = NULL;
    bool good = search_make(&look.search, puzzle, &own) && fanout_make(&look.fanout, puzzle);
    look.search.start = state;
    if (good)
        nearest->whole = search_is_done(search_breadth_first(&look.search, most));
    good = good && !search_failed(&look.search);
    struct watch *watch = &look.search.watch;
    bool stopped = watch_stopped(watch);
    look.end = look.search.closed_count;
    if (good && look.end > 0 && !stopped) {
        good = find_best(&look, nearest) && find_way(&look, nearest) &&
               (nearest->whole || search_cut_short(&look.search) || dive(&look, most / 4 + 1, nearest));
    }
    if (good) {
        doubt = puzzle_doubt(look.search.puzzle, &no_memory);
        stopped |= doubt != NULL || watch_stop_with_rules(watch, &look.search.limited);
    }
    snprintf(reason, LIMIT_REASON, "%s", doubt != NULL ? doubt : watch->reason);
    fanout_free(&look.fanout);
    search_free(&look.search);
    if (good && !stopped)
        return SEARCH_FOUND;
    nearest_free(nearest);
    return good && !no_memory ? SEARCH_LIMIT : SEARCH_NO_MEMORY;
}

void nearest_free(struct nearest *nearest)
{
    free(nearest->moves);
    *nearest = (struct nearest){0};
}

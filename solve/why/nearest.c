/* How near one can come to the goal; see nearest.h. */
#include "solve/why/nearest.h"

#include "solve/search/bits.h"
#include "solve/search/search.h"
#include "solve/why/dive.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* States looked at where the limits allow any number. */
enum { NEAREST_STATES = 1 << 20 };

struct nearness nearness_of(const struct puzzle *puzzle, const unsigned char *state)
{
    const struct puzzle_rules *rules = puzzle->rules;
    return (struct nearness){rules->estimate(puzzle, state),
                             rules->greed == NULL ? 0 : rules->greed(puzzle, state)};
}

bool is_nearer(struct nearness a, struct nearness b)
{
    return a.estimate != b.estimate ? a.estimate < b.estimate : a.greed < b.greed;
}

struct look {
    struct search search;
    struct fanout fanout;
    uint64_t end;   /* states from there on are of a layer that a limit cut short */
    size_t layer;   /* of the nearest states */
    struct nearness best;
    bits *leads;    /* states that lead to one of them by a shortest way */
};

static uint64_t layer_end(const struct look *look, size_t layer)
{
    const struct search *search = &look->search;
    uint64_t end = layer + 1 < search->layer_count ? search->layers[layer + 1] : look->end;
    return end < look->end ? end : look->end;
}

/* Goes through all states once. */
static void find_best(struct look *look, struct nearest *nearest)
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
            if (!puzzle->rules->lost(puzzle, state)) {
                nearest->open++;
                nearest->last = (uint32_t)layer;
            }
        }
    }
    nearest->estimate = look->best.estimate;
    nearest->states = look->end;
}

static bool leads_on(struct look *look, uint32_t number, size_t layer)
{
    search_expand_and_find(&look->search, number, &look->fanout);
    for (unsigned i = 0; i < look->fanout.count; i++) {
        uint32_t after = look->fanout.numbers[i];
        if (after != STORE_NONE && after < look->end &&
            search_has_depth(&look->search, after, layer + 1) && bits_get(look->leads, after))
            return true;
    }
    return false;
}

/* Marks the nearest states and, layer by layer back to the start, what leads there. */
static void mark_ways(struct look *look)
{
    struct search *search = &look->search;
    for (uint64_t n = search->layers[look->layer]; n < layer_end(look, look->layer); n++) {
        struct nearness here = nearness_of(search->puzzle, store_state(&search->store, n));
        if (!is_nearer(look->best, here))
            bits_set(look->leads, n);
    }
    for (size_t layer = look->layer; layer-- > 0;) {
        for (uint64_t n = search->layers[layer]; n < layer_end(look, layer); n++) {
            if (leads_on(look, (uint32_t)n, layer))
                bits_set(look->leads, n);
        }
    }
}

/* Follows the first labels along what is marked. */
static void write_way(struct look *look, game_move *moves)
{
    const struct search *search = &look->search;
    uint32_t number = 0;
    for (size_t layer = 0; layer < look->layer; layer++) {
        search_expand_and_find(search, number, &look->fanout);
        unsigned i = 0;
        while (look->fanout.numbers[i] == STORE_NONE || look->fanout.numbers[i] >= look->end ||
               !search_has_depth(search, look->fanout.numbers[i], layer + 1) ||
               !bits_get(look->leads, look->fanout.numbers[i]))
            i++;
        moves[layer] = look->fanout.moves[i];
        number = look->fanout.numbers[i];
    }
}

static bool find_way(struct look *look, struct nearest *nearest)
{
    nearest->moves = calloc(look->layer + 1, sizeof *nearest->moves);
    look->leads = calloc(1, bits_bytes(look->end));
    bool good = nearest->moves != NULL && look->leads != NULL;
    if (good) {
        mark_ways(look);
        write_way(look, nearest->moves);
        nearest->count = look->layer;
    }
    free((void *)look->leads);
    return good;
}

/* Where not all states could be looked at, tries those that seem near. */
static bool dive(const struct puzzle *puzzle, const unsigned char *state, uint64_t states,
                 struct nearness best, struct nearest *nearest)
{
    struct dive found;
    if (!dive_find(puzzle, state, states, &found))
        return false;
    nearest->states += found.states;
    if (is_nearer(found.nearness, best)) {
        free(nearest->moves);
        nearest->moves = found.moves;
        nearest->count = found.count;
        nearest->estimate = found.nearness.estimate;
    } else {
        free(found.moves);
    }
    return true;
}

enum nearest_result nearest_find(const struct puzzle *puzzle, const unsigned char *state,
                                 const struct limits *limits, struct nearest *nearest,
                                 char reason[80])
{
    struct look look = {.layer = 0};
    struct limits own = *limits;
    uint64_t most = limits->max_states != 0 && limits->max_states < NEAREST_STATES
                        ? limits->max_states
                        : NEAREST_STATES;
    own.max_states = 0;
    *nearest = (struct nearest){0};
    reason[0] = '\0';
    bool good = search_make(&look.search, puzzle, &own) && fanout_make(&look.fanout, puzzle);
    look.search.start = state;
    if (good)
        nearest->whole = search_breadth_first(&look.search, most);
    good = good && !look.search.failed;
    bool stopped = look.search.watch.reason[0] != '\0';
    snprintf(reason, 80, "%s", look.search.watch.reason);
    look.end = look.search.settled;
    if (good && look.end > 0 && !stopped) {
        find_best(&look, nearest);
        good = find_way(&look, nearest);
    }
    fanout_free(&look.fanout);
    search_free(&look.search);
    if (good && !stopped && !nearest->whole)
        good = dive(puzzle, state, most / 4 + 1, look.best, nearest);
    if (good && !stopped)
        return NEAREST_FOUND;
    nearest_free(nearest);
    return good ? NEAREST_LIMIT : NEAREST_FAILED;
}

void nearest_free(struct nearest *nearest)
{
    free(nearest->moves);
    *nearest = (struct nearest){0};
}

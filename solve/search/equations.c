/* Writing the equations; see equations.h.
 *
 * Numbers of states depend on the threads that met them.  So equations are numbered in the order in which
 * a walk from the start, breadth first and by moves in move order, meets their states. */
#include "solve/search/equations.h"

#include "solve/search/room.h"
#include "solve/search/scan.h"

#include <math.h>
#include <stdlib.h>

/* An estimate in two bytes. */
#define LOST_ESTIMATE UINT16_MAX

/* What is needed as long as they are written. */
struct writing {
    struct equations *equations;
    uint64_t states, most;
    double *all[PLAYERS]; /* [states] weights of the moves that are considered */
    uint16_t *estimates;  /* [states] */
    uint32_t *own;        /* [states] its equation, once met */
    uint32_t *walk;       /* [most] numbers of states in the order of the walk */
};

#define NOT_MET UINT32_MAX

void *equations_take(struct equations *equations, uint64_t many, size_t size)
{
    struct search *search = equations->graph->search;
    if (!search_charge(search, (size_t)many * size))
        return NULL;
    equations->charged += (size_t)many * size;
    void *memory = calloc(many, size);
    search->failed |= memory == NULL;
    return memory;
}

void equations_give_back(struct equations *equations, void *memory, uint64_t many, size_t size)
{
    if (memory == NULL)
        return;
    free(memory);
    search_discharge(equations->graph->search, (size_t)many * size);
    equations->charged -= (size_t)many * size;
}

static bool has_equation(const struct state_graph *graph, uint32_t number)
{
    return bits_get(graph->winnable, number) && !search_is_goal(graph->search, number);
}

/* --- weights --- */

/* The guided player's weight of a move is 2 to the power of half of what the estimate falls. */
static void fill_weights(struct equations *equations)
{
    for (int climb = -MOST_CLIMB; climb <= MOST_CLIMB; climb++) {
        bool odd = climb % 2 != 0;
        equations->weights[climb + MOST_CLIMB] = ldexp(odd ? sqrt(0.5) : 1, (odd - climb) / 2);
    }
}

static double weight_of(const struct equations *equations, int climb)
{
    return equations->weights[climb + MOST_CLIMB];
}

static uint16_t estimate_of(const struct puzzle *puzzle, const unsigned char *state)
{
    unsigned estimate = puzzle->rules->estimate(puzzle, state);
    if (estimate == ESTIMATE_LOST)
        return LOST_ESTIMATE;
    return estimate < LOST_ESTIMATE ? (uint16_t)estimate : LOST_ESTIMATE - 1;
}

/* How much higher the estimate is after a move, as far as that counts. */
static int climb_between(uint16_t before, uint16_t after)
{
    int climb = (int)after - (int)before;
    return climb < -MOST_CLIMB ? -MOST_CLIMB : climb > MOST_CLIMB ? MOST_CLIMB : climb;
}

static void estimate_block(void *context, struct fanout *fanout, uint64_t first, uint64_t end)
{
    const struct writing *writing = context;
    const struct search *search = writing->equations->graph->search;
    (void)fanout;
    for (uint64_t n = first; n < end; n++) {
        if (has_equation(writing->equations->graph, (uint32_t)n))
            writing->estimates[n] = estimate_of(search->puzzle, store_state(&search->store, n));
    }
}

/* The estimate after a move, or LOST_ESTIMATE; false: no player considers it.  What can be won was estimated
 * before, and is never obviously lost; the estimate of goals is 0. */
static bool consider(const struct writing *writing, const unsigned char *state, uint16_t *estimate)
{
    const struct state_graph *graph = writing->equations->graph;
    const struct puzzle *puzzle = graph->search->puzzle;
    uint32_t number = search_find(graph->search, state);
    if (number != STORE_NONE && bits_get(graph->winnable, number)) {
        *estimate = writing->estimates[number];
        return true;
    }
    if (puzzle->rules->lost(puzzle, state))
        return false;
    *estimate = estimate_of(puzzle, state);
    return true;
}

/* Adds up the weights of the moves that players consider in one state. */
static void weigh_moves(const struct writing *writing, const unsigned char *state,
                        struct fanout *fanout, uint64_t n)
{
    const struct puzzle *puzzle = writing->equations->graph->search->puzzle;
    uint16_t before = writing->estimates[n], after;
    unsigned legal = puzzle->rules->expand(puzzle, state, fanout->moves, fanout->states);
    for (unsigned i = 0; i < legal; i++) {
        if (!consider(writing, fanout_state(fanout, puzzle, i), &after))
            continue;
        writing->all[EQUAL][n]++;
        if (after != LOST_ESTIMATE)
            writing->all[GUIDED][n] +=
                weight_of(writing->equations, climb_between(before, after));
    }
}

static void weigh_block(void *context, struct fanout *fanout, uint64_t first, uint64_t end)
{
    const struct writing *writing = context;
    const struct state_graph *graph = writing->equations->graph;
    for (uint64_t n = first; n < end; n++) {
        if (has_equation(graph, (uint32_t)n))
            weigh_moves(writing, store_state(&graph->search->store, n), fanout, n);
    }
}

static bool weigh_all(struct writing *writing)
{
    struct equations *equations = writing->equations;
    for (unsigned player = 0; player < PLAYERS; player++)
        writing->all[player] =
            equations_take(equations, writing->states, sizeof *writing->all[player]);
    writing->estimates = equations_take(equations, writing->states, sizeof *writing->estimates);
    fill_weights(equations);
    struct search *search = equations->graph->search;
    return writing->all[EQUAL] != NULL && writing->all[GUIDED] != NULL &&
           writing->estimates != NULL &&
           scan_states(search, writing->states, false, estimate_block, writing) &&
           scan_states(search, writing->states, false, weigh_block, writing);
}

/* --- writing --- */

static bool make_room_for_terms(struct equations *equations)
{
    struct search *search = equations->graph->search;
    uint64_t wanted = equations->term_count + search->puzzle->max_moves;
    if (wanted <= equations->term_room)
        return true;
    uint64_t room = room_for(equations->term_room, wanted, sizeof *equations->terms);
    size_t each = sizeof *equations->terms + sizeof *equations->climbs;
    size_t more = (size_t)(room - equations->term_room) * each;
    if (!search_charge(search, more))
        return false;
    equations->charged += more;
    uint32_t *terms = realloc(equations->terms, room * sizeof *terms);
    equations->terms = terms == NULL ? equations->terms : terms;
    uint8_t *climbs = terms == NULL ? NULL : realloc(equations->climbs, room * sizeof *climbs);
    equations->climbs = climbs == NULL ? equations->climbs : climbs;
    search->failed |= climbs == NULL;
    if (climbs == NULL)
        return false;
    equations->term_room = room;
    return true;
}

/* The equation of a state, which is met if it was not before. */
static uint32_t meet(struct writing *writing, uint32_t number)
{
    if (writing->own[number] == NOT_MET) {
        writing->own[number] = writing->equations->count;
        writing->walk[writing->equations->count++] = number;
    }
    return writing->own[number];
}

/* Takes a move of the n-th equation down that leads to a state that can be won. */
static void write_move(struct writing *writing, struct equation *equation, uint32_t number,
                       uint32_t after)
{
    struct equations *equations = writing->equations;
    bool wins = search_is_goal(equations->graph->search, after);
    int climb = climb_between(writing->estimates[number], wins ? 0 : writing->estimates[after]);
    if (wins) {
        equation->wins[EQUAL]++;
        equation->wins[GUIDED] += weight_of(equations, climb);
    } else if (after == number) { /* it changes nothing */
        equation->all[EQUAL]--;
        equation->all[GUIDED] -= weight_of(equations, 0);
    } else {
        equations->climbs[equations->term_count] = (uint8_t)(climb + MOST_CLIMB);
        equations->terms[equations->term_count++] = meet(writing, after);
    }
}

/* Writes the n-th equation and meets what it depends on. */
static bool write_equation(struct writing *writing, uint32_t n)
{
    struct equations *equations = writing->equations;
    struct state_graph *graph = equations->graph;
    uint32_t number = writing->walk[n];
    if (!make_room_for_terms(equations))
        return false;
    struct equation *equation = &equations->list[n];
    *equation = (struct equation){equations->term_count,
                                  {0, 0},
                                  {writing->all[EQUAL][number], writing->all[GUIDED][number]}};
    unsigned many;
    const uint32_t *after = search_after(graph->search, number, &graph->fanout, &many);
    for (unsigned i = 0; i < many; i++) {
        if (bits_get(graph->winnable, after[i]))
            write_move(writing, equation, number, after[i]);
    }
    return watch_allows(&graph->search->watch, 0, 0);
}

static bool write_all(struct writing *writing, uint32_t start)
{
    struct equations *equations = writing->equations;
    writing->own = equations_take(equations, writing->states, sizeof *writing->own);
    writing->walk = equations_take(equations, writing->most, sizeof *writing->walk);
    equations->list = equations_take(equations, writing->most + 1, sizeof *equations->list);
    if (writing->own == NULL || writing->walk == NULL || equations->list == NULL)
        return false;
    for (uint64_t n = 0; n < writing->states; n++)
        writing->own[n] = NOT_MET;
    meet(writing, start);
    for (uint32_t n = 0; n < equations->count; n++) {
        if (!write_equation(writing, n))
            return false;
    }
    equations->list[equations->count].place = equations->term_count;
    return true;
}

static void writing_free(struct writing *writing)
{
    struct equations *equations = writing->equations;
    for (unsigned player = 0; player < PLAYERS; player++)
        equations_give_back(equations, writing->all[player], writing->states,
                            sizeof *writing->all[player]);
    equations_give_back(equations, writing->estimates, writing->states,
                        sizeof *writing->estimates);
    equations_give_back(equations, writing->own, writing->states, sizeof *writing->own);
    equations_give_back(equations, writing->walk, writing->most, sizeof *writing->walk);
}

bool equations_make(struct equations *equations, struct state_graph *graph, uint32_t start)
{
    *equations = (struct equations){.graph = graph};
    struct writing writing = {.equations = equations,
                              .states = store_count(&graph->search->store)};
    for (uint64_t n = 0; n < writing.states; n++)
        writing.most += bits_get(graph->winnable, n);
    bool good = weigh_all(&writing) && write_all(&writing, start);
    writing_free(&writing);
    return good && equations_sort(equations);
}

void equations_free(struct equations *equations)
{
    search_discharge(equations->graph->search, equations->charged);
    free(equations->list);
    free(equations->terms);
    free(equations->climbs);
    free(equations->order);
    free(equations->last);
}

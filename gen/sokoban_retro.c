/* The deepest levels of a room; see sokoban_retro.h. */
#include "gen/sokoban_retro.h"

#include "gen/sokoban_single.h"

#include <stdlib.h>
#include <string.h>

/* So many words of each set are looked at together, from the goals to the deepest levels, and then
 * the next: the sets of one block fit into the cache. */
enum { BLOCK = 8 };
typedef uint64_t block __attribute__((vector_size(64), aligned(16)));

struct retro {
    struct room_graph graph;
    size_t most_words, least_words;
    block *sets[2];              /* [states] goals that can be reached */
    bool *changed[2];            /* whether a state's set grew in the last round */
    size_t words;                /* of a set of all goals */
    size_t first;                /* of the block */
    uint32_t stride, goal_count; /* one placement of `stride` in a row is one of the goals */
    struct found found;

    /* For one placement of the goals. */
    uint16_t *distances; /* [states] pushes to the goals, and one more; 0: none known */
    uint32_t *queue;     /* [states] */
    struct single *single;
};

struct retro *retro_make(unsigned boxes, uint32_t most_states, size_t most_words,
                         size_t least_words)
{
    struct retro *retro = calloc(1, sizeof *retro);
    if (retro == NULL)
        return NULL;
    retro->most_words = most_words;
    retro->least_words = least_words;
    bool good = room_graph_make(&retro->graph, boxes, most_states);
    for (int i = 0; i < 2; i++) {
        retro->sets[i] = malloc(most_states * sizeof *retro->sets[i]);
        retro->changed[i] = calloc(most_states, sizeof *retro->changed[i]);
        good = good && retro->sets[i] != NULL && retro->changed[i] != NULL;
    }
    retro->single = single_make(most_states);
    retro->distances = calloc(most_states, sizeof *retro->distances);
    retro->queue = calloc(most_states, sizeof *retro->queue);
    if (good && retro->distances != NULL && retro->queue != NULL && retro->single != NULL)
        return retro;
    retro_free(retro);
    return NULL;
}

void retro_free(struct retro *retro)
{
    room_graph_free(&retro->graph);
    for (int i = 0; i < 2; i++) {
        free(retro->sets[i]);
        free(retro->changed[i]);
    }
    free(retro->distances);
    free(retro->queue);
    if (retro->single != NULL)
        single_free(retro->single);
    free(retro);
}

bool retro_fits(const struct retro *retro, unsigned cells)
{
    return room_graph_fits(&retro->graph, cells);
}

/* --- the search --- */

/* The placement of the n-th goals.  A step of its own within each stride, so that they are not all
 * alike. */
static uint32_t goals_at(const struct retro *retro, uint32_t nth)
{
    uint32_t step = (uint32_t)(nth * UINT64_C(0x9e3779b97f4a7c15) >> 32) % retro->stride;
    uint32_t placement = nth * retro->stride + step;
    return placement < retro->graph.placement_count ? placement : nth * retro->stride;
}

/* Looks through goals that a state has come to have; those under its boxes do not count. */
static void note_new(struct retro *retro, uint32_t state, size_t word, uint64_t fresh, int depth)
{
    uint64_t boxes = retro->graph.placements[retro->graph.states[state].placement].boxes;
    enum { ENOUGH = 4 }; /* of one word; others are much like these */
    for (unsigned n = 0; fresh != 0 && n < ENOUGH; fresh &= fresh - 1) {
        uint32_t nth = (uint32_t)(64 * word + (size_t)__builtin_ctzll(fresh));
        uint32_t goals = goals_at(retro, nth);
        if (retro->graph.placements[goals].boxes & boxes)
            continue;
        if (!found_wants(&retro->found, depth))
            return;
        found_keep(&retro->found, depth, (struct found_pair){state, goals});
        n++;
    }
}

/* One round for one state.  Returns whether its set grew. */
static bool widen(struct retro *retro, uint32_t state, unsigned from, int depth)
{
    block old = retro->sets[from][state], now = old;
    bool grew = false, copied = retro->changed[from][state]; /* else both sets are the same */
    for (uint32_t e = retro->graph.states[state].first_edge; e < retro->graph.states[state + 1].first_edge;
         e++) {
        if (!retro->changed[from][retro->graph.edges[e]])
            continue;
        now |= retro->sets[from][retro->graph.edges[e]];
        copied = true;
    }
    if (!copied)
        return false;
    retro->sets[!from][state] = now;
    for (size_t w = 0; w < BLOCK; w++) {
        if (now[w] != old[w]) {
            grew = true;
            note_new(retro, state, retro->first + w, now[w] & ~old[w], depth);
        }
    }
    return grew;
}

/* The states in which all boxes are on goals of the block are where it starts. */
static void start_block(struct retro *retro)
{
    size_t bytes = retro->graph.state_count * sizeof *retro->sets[0];
    memset(retro->sets[0], 0, bytes);
    memset(retro->sets[1], 0, bytes);
    memset(retro->changed[0], 0, retro->graph.state_count * sizeof *retro->changed[0]);
    size_t nth = 64 * retro->first, end = nth + 64 * BLOCK;
    for (; nth < end && nth < retro->goal_count; nth++) {
        const struct placement *placement = &retro->graph.placements[goals_at(retro, (uint32_t)nth)];
        for (uint32_t i = placement[0].first_state; i < placement[1].first_state; i++) {
            retro->sets[0][i][nth / 64 - retro->first] = UINT64_C(1) << (nth % 64);
            retro->changed[0][i] = true;
        }
    }
}

static void run_block(struct retro *retro)
{
    unsigned from = 0;
    bool going = true;
    start_block(retro);
    for (int depth = 1; going; depth++, from = !from) {
        going = false;
        for (uint32_t i = 0; i < retro->graph.state_count; i++) {
            bool grew = widen(retro, i, from, depth);
            retro->changed[!from][i] = grew;
            going |= grew;
        }
    }
}

/* All placements, or some. */
static void choose_goals(struct retro *retro)
{
    size_t words = retro->most_words / (retro->graph.state_count + 1);
    size_t most = 64 * (words > retro->least_words ? words : retro->least_words);
    retro->stride = (uint32_t)((retro->graph.placement_count + most - 1) / most);
    retro->goal_count = (retro->graph.placement_count + retro->stride - 1) / retro->stride;
    retro->words = (retro->goal_count + 63) / 64;
}

int retro_run(struct retro *retro, const struct room *room)
{
    found_clear(&retro->found);
    if (!retro_fits(retro, room->cells) || !room_graph_fill(&retro->graph, room))
        return -1;
    choose_goals(retro);
    for (retro->first = 0; retro->first < retro->words; retro->first += BLOCK)
        run_block(retro);
    return retro->found.deepest;
}

unsigned retro_levels(const struct retro *retro, int depth, struct room_level *levels)
{
    struct found_pair pairs[FOUND_KEPT];
    unsigned count = found_list(&retro->found, depth, pairs);
    for (unsigned i = 0; i < count; i++) {
        const struct graph_state *state = &retro->graph.states[pairs[i].state];
        levels[i] = (struct room_level){
            .boxes.words = {retro->graph.placements[state->placement].boxes},
            .goals.words = {retro->graph.placements[pairs[i].goals].boxes},
            .region.words = {state->region},
        };
    }
    return count;
}

bool retro_compared_all(const struct retro *retro)
{
    return retro->stride == 1;
}

uint64_t retro_pairs(const struct retro *retro)
{
    return (uint64_t)retro->graph.state_count * retro->goal_count;
}

/* --- one level --- */

/* Finds how far from the goals the states are, up to a start. */
static void find_distances(struct retro *retro, uint32_t start, uint32_t goals)
{
    const struct room_graph *graph = &retro->graph;
    uint32_t first = 0, last = 0;
    memset(retro->distances, 0, graph->state_count * sizeof *retro->distances);
    const struct placement *placement = &graph->placements[goals];
    for (uint32_t state = placement[0].first_state; state < placement[1].first_state; state++) {
        retro->distances[state] = 1;
        retro->queue[last++] = state;
    }
    while (first < last && retro->distances[start] == 0) {
        uint32_t state = retro->queue[first++];
        for (uint32_t e = graph->first_back[state]; e < graph->first_back[state + 1]; e++) {
            uint32_t before = graph->back[e];
            if (retro->distances[before] != 0)
                continue;
            retro->distances[before] = (uint16_t)(retro->distances[state] + 1);
            retro->queue[last++] = before;
        }
    }
}

static unsigned nearer(const void *context, uint32_t state, uint32_t *states, uint16_t *labels)
{
    const struct retro *retro = context;
    const struct room_graph *graph = &retro->graph;
    unsigned count = 0;
    if (retro->distances[state] == 1)
        return 0;
    for (uint32_t e = graph->states[state].first_edge; e < graph->states[state + 1].first_edge;
         e++) {
        uint32_t after = graph->edges[e];
        if (retro->distances[after] == 0 ||
            retro->distances[after] + 1 != retro->distances[state])
            continue;
        labels[count] = graph->labels[e];
        states[count++] = after;
    }
    return count;
}

bool retro_is_single(struct retro *retro, int depth, unsigned n)
{
    struct found_pair pairs[FOUND_KEPT];
    found_list(&retro->found, depth, pairs);
    room_graph_turn(&retro->graph);
    find_distances(retro, pairs[n].state, pairs[n].goals);
    return single_test(retro->single, pairs[n].state, nearer, retro);
}

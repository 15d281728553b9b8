/* The slow judge; see slow_judge.h. */
#include "tests/slow_judge.h"

#include "tests/slow_states.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NONE = SLOW_STATES_NONE };

/* The whole graph of states, in plain arrays. */
struct graph {
    const struct puzzle *puzzle;
    struct slow_states set;
    size_t capacity; /* states that the other arrays hold */
    int *edges;      /* [capacity * max_moves] */
    game_move *labels;
    unsigned *degrees;
    bool *goals;
};

static void expand(struct graph *graph, size_t from, unsigned char *after)
{
    const struct puzzle *puzzle = graph->puzzle;
    size_t width = puzzle->max_moves;
    if (from == graph->capacity) {
        graph->capacity = graph->set.capacity;
        graph->edges = realloc(graph->edges, graph->capacity * width * sizeof *graph->edges);
        graph->labels = realloc(graph->labels, graph->capacity * width * sizeof *graph->labels);
        graph->degrees = realloc(graph->degrees, graph->capacity * sizeof *graph->degrees);
        graph->goals = realloc(graph->goals, graph->capacity * sizeof *graph->goals);
    }
    const unsigned char *state = slow_states_at(&graph->set, from);
    graph->goals[from] = puzzle->rules->solved(puzzle, state);
    graph->degrees[from] =
        graph->goals[from] ? 0 : puzzle->rules->expand(puzzle, state, graph->labels + from * width, after);
}

/* Returns false if there are too many states. */
static bool search(struct graph *graph)
{
    const struct puzzle *puzzle = graph->puzzle;
    struct slow_states *set = &graph->set;
    unsigned char *after = calloc(puzzle->max_moves + 1, puzzle->state_bytes);
    puzzle->rules->start(puzzle, after);
    bool good = slow_states_add(set, after, 0) == 0;
    for (size_t i = 0; good && i < set->count; i++) {
        expand(graph, i, after);
        for (unsigned n = 0; good && n < graph->degrees[i]; n++) {
            int to = slow_states_add(set, after + n * puzzle->state_bytes, set->depths[i] + 1);
            graph->edges[i * puzzle->max_moves + n] = to;
            good = to != NONE;
        }
    }
    free(after);
    return good;
}

/* Returns the state after a move, or NONE. */
static int follow(const struct graph *graph, int state, game_move label)
{
    for (unsigned n = 0; state != NONE && n < graph->degrees[state]; n++) {
        size_t at = (size_t)state * graph->puzzle->max_moves + n;
        if (graph->labels[at] == label)
            return graph->edges[at];
    }
    return NONE;
}

/* Returns whether a goal can be reached from a state without entering `avoided`. */
static bool can_win(const struct graph *graph, int from, int avoided)
{
    bool *seen = calloc(graph->set.count, sizeof *seen);
    int *stack = calloc(graph->set.count + 1, sizeof *stack);
    size_t height = 0;
    bool wins = false;
    stack[height++] = from;
    seen[from] = true;
    while (height > 0 && !wins) {
        int state = stack[--height];
        wins = graph->goals[state];
        for (unsigned n = 0; n < graph->degrees[state]; n++) {
            int after = graph->edges[(size_t)state * graph->puzzle->max_moves + n];
            if (!seen[after] && after != avoided)
                stack[height++] = after;
            seen[after] = true;
        }
    }
    free(seen);
    free(stack);
    return wins;
}

/* --- all shortest solutions --- */

/* Marks the states from which the goal can be reached. */
static void mark_winners(const struct graph *graph, bool *winners)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = graph->set.count; i-- > 0;) {
            bool wins = graph->goals[i];
            for (unsigned n = 0; n < graph->degrees[i]; n++)
                wins |= winners[graph->edges[i * graph->puzzle->max_moves + n]];
            changed |= wins && !winners[i];
            winners[i] |= wins;
        }
    }
}

struct listing {
    const struct graph *graph;
    bool *winners; /* whether the goal can be reached from each state */
    int depth;
    size_t count, most, capacity;
    game_move *moves; /* [capacity * depth] sorted by labels */
    game_move *path;
};

static bool list_from(struct listing *listing, int state, int made)
{
    const struct graph *graph = listing->graph;
    if (graph->goals[state]) {
        if (made != listing->depth)
            return true;
        if (listing->count == listing->most)
            return false;
        if (listing->count == listing->capacity) {
            listing->capacity = 2 * listing->capacity + 1;
            listing->moves = realloc(listing->moves, listing->capacity * (size_t)made * sizeof *listing->moves + 1);
        }
        memcpy(listing->moves + listing->count++ * (size_t)made, listing->path, (size_t)made * sizeof *listing->path);
        return true;
    }
    for (unsigned n = 0; made < listing->depth && n < graph->degrees[state]; n++) {
        size_t at = (size_t)state * graph->puzzle->max_moves + n;
        if (!listing->winners[graph->edges[at]] || graph->set.depths[graph->edges[at]] != made + 1)
            continue;
        listing->path[made] = graph->labels[at];
        if (!list_from(listing, graph->edges[at], made + 1))
            return false;
    }
    return true;
}

static size_t find_solution(const struct listing *listing, const game_move *moves)
{
    size_t depth = (size_t)listing->depth;
    for (size_t i = 0; i < listing->count; i++) {
        if (memcmp(listing->moves + i * depth, moves, depth * sizeof *moves) == 0)
            return i;
    }
    return listing->count;
}

static size_t root_of(const size_t *parents, size_t i)
{
    while (parents[i] != i)
        i = parents[i];
    return i;
}

static void unite(const struct listing *listing, size_t *parents, size_t i, const game_move *moves)
{
    size_t other = find_solution(listing, moves);
    if (other < listing->count)
        parents[root_of(parents, i)] = root_of(parents, other);
}

/* Tries all swaps of adjacent moves in one solution. */
static void unite_swaps(const struct listing *listing, size_t *parents, size_t i, game_move *moves)
{
    const struct graph *graph = listing->graph;
    size_t depth = (size_t)listing->depth;
    int state = 0;
    for (size_t n = 0; n + 1 < depth; n++) {
        memcpy(moves, listing->moves + i * depth, depth * sizeof *moves);
        game_move a = moves[n], b = moves[n + 1];
        int there = follow(graph, follow(graph, state, a), b);
        if (a != b && follow(graph, follow(graph, state, b), a) == there) {
            moves[n] = b;
            moves[n + 1] = a;
            unite(listing, parents, i, moves);
        }
        state = follow(graph, state, a);
    }
}

static void unite_images(const struct listing *listing, size_t *parents, size_t i, game_move *moves)
{
    const struct puzzle *puzzle = listing->graph->puzzle;
    size_t depth = (size_t)listing->depth;
    for (unsigned s = 1; s < puzzle->symmetry_count; s++) {
        for (size_t n = 0; n < depth; n++) {
            game_move move = listing->moves[i * depth + n];
            unsigned symmetry = puzzle->symmetries[s];
            moves[n] = puzzle->rules->map_move != NULL ? puzzle->rules->map_move(puzzle, symmetry, move)
                                                       : move_turned(symmetry, move);
        }
        unite(listing, parents, i, moves);
    }
}

/* Returns the number of classes.  *roots receives a representative for each solution. */
static size_t count_classes(const struct listing *listing, size_t **roots)
{
    size_t *parents = calloc(listing->count + 1, sizeof *parents), classes = 0;
    game_move *moves = calloc((size_t)listing->depth + 1, sizeof *moves);
    for (size_t i = 0; i < listing->count; i++)
        parents[i] = i;
    for (size_t i = 0; i < listing->count; i++) {
        unite_swaps(listing, parents, i, moves);
        unite_images(listing, parents, i, moves);
    }
    for (size_t i = 0; i < listing->count; i++)
        classes += parents[i] == i;
    for (size_t i = 0; i < listing->count; i++)
        parents[i] = root_of(parents, i);
    free(moves);
    *roots = parents;
    return classes;
}

/* --- the judgement --- */

static void measure_first(const struct graph *graph, struct slow *slow)
{
    const struct puzzle *puzzle = graph->puzzle;
    int state = 0;
    for (int n = 0; n < slow->depth; n++) {
        int after = follow(graph, state, slow->first[n]);
        slow->forced += n > 0 && !can_win(graph, 0, state);
        for (unsigned i = 0; i < graph->degrees[state]; i++) {
            int other = graph->edges[(size_t)state * puzzle->max_moves + i];
            bool own = graph->labels[(size_t)state * puzzle->max_moves + i] == slow->first[n];
            slow->traps += !own && !can_win(graph, other, NONE) &&
                           !puzzle->rules->lost(puzzle, slow_states_at(&graph->set, (size_t)other));
        }
        state = after;
    }
}

static bool list_all(const struct graph *graph, size_t most_solutions, struct slow *slow)
{
    size_t depth = (size_t)slow->depth;
    struct listing listing = {.graph = graph, .depth = slow->depth, .most = most_solutions};
    listing.path = calloc(depth + 1, sizeof *listing.path);
    listing.winners = calloc(graph->set.count, sizeof *listing.winners);
    mark_winners(graph, listing.winners);
    bool good = list_from(&listing, 0, 0);
    if (good) {
        slow->solutions = listing.count;
        slow->essential = count_classes(&listing, &slow->classes);
        memcpy(slow->first, listing.moves, depth * sizeof *listing.moves);
        slow->list = listing.moves;
    } else {
        free(listing.moves);
    }
    free(listing.path);
    free(listing.winners);
    return good;
}

bool slow_judge(const struct puzzle *puzzle, size_t most_states, size_t most_solutions, struct slow *slow)
{
    struct graph graph = {.puzzle = puzzle};
    *slow = (struct slow){.depth = SLOW_NOT_SOLVED};
    slow_states_make(&graph.set, puzzle->state_bytes, most_states);
    bool good = search(&graph);
    for (size_t i = 0; good && i < graph.set.count && slow->depth == SLOW_NOT_SOLVED; i++) {
        if (graph.goals[i])
            slow->depth = graph.set.depths[i];
    }
    slow->states = graph.set.count;
    if (good && slow->depth != SLOW_NOT_SOLVED) {
        slow->first = calloc((size_t)slow->depth + 1, sizeof *slow->first);
        good = list_all(&graph, most_solutions, slow);
        if (good)
            measure_first(&graph, slow);
        else
            slow_free(slow);
    }
    slow_states_free(&graph.set);
    free(graph.edges);
    free(graph.labels);
    free(graph.degrees);
    free(graph.goals);
    return good;
}

void slow_free(struct slow *slow)
{
    free(slow->first);
    free(slow->list);
    free(slow->classes);
    *slow = (struct slow){.depth = SLOW_NOT_SOLVED};
}

bool tells_essential(const struct judgement *judgement, uint64_t classes)
{
    char right[24] = ">256";
    if (classes <= 256)
        snprintf(right, sizeof right, "%" PRIu64, classes);
    return strcmp(text_string(&judgement->essential), right) == 0;
}

/* The slow judge; see slow_judge.h. */
#include "tests/slow_judge.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NONE = -1 };

/* The whole graph of states, in plain arrays. */
struct graph {
    const struct puzzle *puzzle;
    size_t count, most;
    unsigned char *states;
    int *depths;
    int *table; /* [2 * most] hash table with open addressing; NONE: empty */
    int *edges; /* [most * max_moves] */
    game_move *labels;
    unsigned *degrees;
    bool *goals;
};

/* Returns the number of a state, and adds the state if it is new. */
static int enter(struct graph *graph, const unsigned char *state, int depth)
{
    uint64_t hash = 14695981039346656037u;
    for (size_t i = 0; i < graph->puzzle->state_bytes; i++)
        hash = (hash ^ state[i]) * 1099511628211u;
    size_t bytes = graph->puzzle->state_bytes, at = (size_t)(hash >> 17) % (2 * graph->most);
    for (; graph->table[at] != NONE; at = (at + 1) % (2 * graph->most)) {
        if (memcmp(graph->states + (size_t)graph->table[at] * bytes, state, bytes) == 0)
            return graph->table[at];
    }
    if (graph->count == graph->most)
        return NONE;
    memcpy(graph->states + graph->count * bytes, state, bytes);
    graph->depths[graph->count] = depth;
    graph->goals[graph->count] = graph->puzzle->rules->solved(graph->puzzle, state);
    graph->table[at] = (int)graph->count;
    return (int)graph->count++;
}

static bool search(struct graph *graph)
{
    const struct puzzle *puzzle = graph->puzzle;
    size_t width = puzzle->max_moves, bytes = puzzle->state_bytes;
    unsigned char *after = calloc(width + 1, bytes);
    puzzle->rules->start(puzzle, after);
    bool good = enter(graph, after, 0) == 0;
    for (size_t i = 0; good && i < graph->count; i++) {
        if (graph->goals[i])
            continue;
        graph->degrees[i] = puzzle->rules->expand(puzzle, graph->states + i * bytes, graph->labels + i * width, after);
        for (unsigned n = 0; good && n < graph->degrees[i]; n++) {
            graph->edges[i * width + n] = enter(graph, after + n * bytes, graph->depths[i] + 1);
            good = graph->edges[i * width + n] != NONE;
        }
    }
    free(after);
    return good;
}

static void graph_make(struct graph *graph, const struct puzzle *puzzle, size_t most)
{
    size_t width = puzzle->max_moves;
    *graph = (struct graph){.puzzle = puzzle, .most = most};
    graph->states = calloc(most, puzzle->state_bytes);
    graph->depths = calloc(most, sizeof *graph->depths);
    graph->table = malloc(2 * most * sizeof *graph->table);
    graph->edges = calloc(most * width, sizeof *graph->edges);
    graph->labels = calloc(most * width, sizeof *graph->labels);
    graph->degrees = calloc(most, sizeof *graph->degrees);
    graph->goals = calloc(most, sizeof *graph->goals);
    for (size_t i = 0; i < 2 * most; i++)
        graph->table[i] = NONE;
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
    bool *seen = calloc(graph->count, sizeof *seen);
    int *stack = calloc(graph->count + 1, sizeof *stack);
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

struct listing {
    const struct graph *graph;
    bool *winners; /* whether the goal can be reached from each state */
    int depth;
    size_t count, most;
    game_move *moves; /* [most * depth] sorted by labels */
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
        memcpy(listing->moves + listing->count++ * (size_t)made, listing->path, (size_t)made * sizeof *listing->path);
        return true;
    }
    for (unsigned n = 0; made < listing->depth && n < graph->degrees[state]; n++) {
        size_t at = (size_t)state * graph->puzzle->max_moves + n;
        if (!listing->winners[graph->edges[at]] || graph->depths[graph->edges[at]] != made + 1)
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
                           !puzzle->rules->lost(puzzle, graph->states + (size_t)other * puzzle->state_bytes);
        }
        state = after;
    }
}

static bool list_all(const struct graph *graph, size_t most_solutions, struct slow *slow)
{
    size_t depth = (size_t)slow->depth;
    struct listing listing = {.graph = graph, .depth = slow->depth, .most = most_solutions};
    listing.moves = calloc(most_solutions * depth + 1, sizeof *listing.moves);
    listing.path = calloc(depth + 1, sizeof *listing.path);
    listing.winners = calloc(graph->count, sizeof *listing.winners);
    for (size_t i = 0; i < graph->count; i++)
        listing.winners[i] = can_win(graph, (int)i, NONE);
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
    struct graph graph;
    *slow = (struct slow){.depth = SLOW_NOT_SOLVED};
    graph_make(&graph, puzzle, most_states);
    bool good = search(&graph);
    for (size_t i = 0; good && i < graph.count && slow->depth == SLOW_NOT_SOLVED; i++) {
        if (graph.goals[i])
            slow->depth = graph.depths[i];
    }
    slow->states = graph.count;
    if (good && slow->depth != SLOW_NOT_SOLVED) {
        slow->first = calloc((size_t)slow->depth + 1, sizeof *slow->first);
        good = list_all(&graph, most_solutions, slow);
        if (good)
            measure_first(&graph, slow);
        else
            slow_free(slow);
    }
    free(graph.states);
    free(graph.depths);
    free(graph.table);
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

/* Finds where LongCat's solutions diverge, whatever their number.
 *
 * All solutions count as different, except that images under a symmetry of the level are the same.  A symmetry leaves
 * the cat's start in its place, and a solution turns by a right angle with each slide.  So a solution and its image
 * have at most their first slide in common, and pairs that diverge later are never images.
 *
 * The search visits the positions that can be solved.  For each position it records the largest number of slides after
 * which two solutions still diverge.  These records lead to the latest pair.  The earliest pair diverges at the first
 * position from which two slides lead to solutions.  If all solutions of a level diverge within two slides, it has at
 * most twelve, which are few enough to be listed. */
#include "solve/longcat/solver.h"

#include "solve/longcat/graph.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The most solutions to list for one way if images must be recognised.  A few solutions have fewer images than this. */
enum { SOME = 64 };

/* Fills in a node and all nodes below it: `solutions` is 1 if the node can be solved; `mark` is the number of its
 * slides after which it can still be solved; `shortest` is one more than the number of slides to the furthest
 * divergence, or 0 if no solutions diverge. */
static void count_from(const struct graph *graph, uint32_t number)
{
    struct cat_node *node = graph_node(graph, number);
    uint32_t ways = 0, furthest = 0;
    if (node->stage == NODE_COUNTED)
        return;
    node->stage = NODE_COUNTED;
    for (unsigned way = 0; way < DIRECTIONS; way++) {
        uint32_t after = graph_after(node, way);
        if (after == NODE_NONE)
            continue;
        count_from(graph, after);
        const struct cat_node *next = graph_node(graph, after);
        ways += next->solutions != 0;
        if (next->solutions != 0 && next->shortest > 0 && next->shortest + 1 > furthest)
            furthest = next->shortest + 1;
    }
    node->solutions = node->open == 0 || ways > 0;
    node->shortest = furthest == 0 && ways > 1 ? 1 : furthest;
    node->mark = ways;
}

/* Lists solutions in order from a node that is `made` slides from the start, up to SOME in the list. */
static bool list_on(const struct graph *graph, uint32_t number, game_move *moves, size_t made, struct move_list *list,
                    size_t *listed)
{
    if (graph_node(graph, number)->open == 0) {
        game_move *copy = malloc((made + 1) * sizeof *copy);
        if (copy == NULL)
            return false;
        memcpy(copy, moves, made * sizeof *copy);
        list[(*listed)++] = (struct move_list){copy, made};
        return true;
    }
    bool good = true;
    for (unsigned way = 0; good && way < DIRECTIONS && *listed < SOME; way++) {
        uint32_t after = graph_winning_after(graph, number, way);
        if (after == NODE_NONE)
            continue;
        moves[made] = move_make(0, way);
        good = list_on(graph, after, moves, made + 1, list, listed);
    }
    return good;
}

/* Returns whether a symmetry of the level turns one solution into the other. */
static bool are_images(const struct puzzle *puzzle, const struct move_list *a, const struct move_list *b)
{
    for (unsigned s = 1; s < puzzle->symmetry_count && a->count == b->count; s++) {
        size_t n = 0;
        while (n < a->count && move_turned(puzzle->symmetries[s], a->moves[n]) == b->moves[n])
            n++;
        if (n == a->count)
            return true;
    }
    return false;
}

/* Writes the first pair that diverges in a node and is no pair of images: one solution takes the first way on, the
 * other takes another. */
static bool write_pair_here(const struct graph *graph, const struct puzzle *puzzle, uint32_t number, game_move *moves,
                            size_t made, struct divergence *divergence)
{
    struct move_list first[SOME], second[SOME];
    size_t firsts = 0, seconds = 0;
    bool good = true, found = false;
    for (unsigned way = 0; good && way < DIRECTIONS && seconds < SOME; way++) {
        uint32_t after = graph_winning_after(graph, number, way);
        if (after == NODE_NONE)
            continue;
        moves[made] = move_make(0, way);
        good = list_on(graph, after, moves, made + 1, found ? second : first, found ? &seconds : &firsts);
        found = true;
    }
    found = false;
    for (size_t n = 0; good && !found && n < firsts * seconds; n++) {
        const struct move_list *a = &first[n / seconds], *b = &second[n % seconds];
        found = !are_images(puzzle, a, b);
        if (found)
            good = divergence_make(divergence, a->moves, a->count, b->moves, b->count);
    }
    while (firsts > 0)
        free(first[--firsts].moves);
    while (seconds > 0)
        free(second[--seconds].moves);
    return good;
}

/* Goes to the node where a pair diverges, the latest or the earliest, and writes the pair. */
static bool find_pair(const struct graph *graph, const struct puzzle *puzzle, bool latest, game_move *moves,
                      struct divergence *divergence)
{
    uint32_t number = 0;
    size_t made = 0;
    for (;;) {
        const struct cat_node *here = graph_node(graph, number);
        if (latest ? here->shortest <= 1 : here->mark != 1)
            return write_pair_here(graph, puzzle, number, moves, made, divergence);
        uint32_t wanted = here->shortest - 1, after = NODE_NONE;
        unsigned way = 0;
        for (;; way++) {
            after = graph_winning_after(graph, number, way);
            if (after != NODE_NONE && (!latest || graph_node(graph, after)->shortest == wanted))
                break;
        }
        moves[made++] = move_make(0, way);
        number = after;
    }
}

enum search_end longcat_all_divergence(const struct puzzle *puzzle, const struct limits *limits,
                                       struct divergences *divergences, char reason[LIMIT_REASON])
{
    struct exploration exploration;
    const struct graph *graph = &exploration.graph;
    *divergences = (struct divergences){.exact = true};
    game_move *moves = calloc(longcat_board(puzzle)->cells + 1, sizeof *moves);
    bool good = exploration_make(&exploration, puzzle, limits, NULL) && moves != NULL;
    bool lost = good && exploration_is_lost(&exploration);
    bool explored = good && !lost && explore(&exploration);
    good = good && !exploration.failed;
    if (explored)
        count_from(graph, 0);
    if (explored && graph_node(graph, 0)->solutions != 0)
        good = find_pair(graph, puzzle, true, moves, &divergences->latest) &&
               find_pair(graph, puzzle, false, moves, &divergences->earliest);
    snprintf(reason, LIMIT_REASON, "%s", exploration.watch.reason);
    exploration_free(&exploration);
    free(moves);
    if (!good || (!explored && !lost))
        divergences_free(divergences);
    return !good ? SEARCH_NO_MEMORY : explored || lost ? SEARCH_FOUND : SEARCH_LIMIT;
}

static void turn_moves(const struct puzzle *puzzle, unsigned symmetry, const game_move *moves, size_t length,
                       game_move *image)
{
    (void)puzzle;
    for (size_t n = 0; n < length; n++)
        image[n] = move_turned(symmetry, moves[n]);
}

enum search_end longcat_divergence(const struct puzzle *puzzle, const struct limits *limits,
                                   struct divergences *divergences, char reason[LIMIT_REASON])
{
    enum search_end result = listed_divergence(puzzle, limits, turn_moves, divergences, reason);
    if (result != SEARCH_FOUND || divergences->exact)
        return result;
    divergences_free(divergences);
    return longcat_all_divergence(puzzle, limits, divergences, reason);
}

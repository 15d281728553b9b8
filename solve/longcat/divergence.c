/* Where LongCat's solutions part, however many there are.
 *
 * All solutions count, and only images under a symmetry of the level are the same.  A symmetry leaves the cat's
 * start in its place, and a solution changes its direction by a quarter turn with each slide; so a solution and
 * its image have no more than their first slide in common.  Pairs that part later are never images.
 *
 * The search walks the positions from which the level can be solved and notes how many slides further on, at most,
 * two ways still part.  That deep the latest pair is found by following the note; the earliest parts where for the
 * first time two ways are open.  A level whose solutions all part within two slides has twelve of them at most, and
 * these are few enough to be listed. */
#include "solve/longcat/solver.h"

#include "solve/longcat/explore.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Solutions listed of one way where images have to be told: more than there can be images of a few. */
enum { SOME = 64 };

/* Of a node that was counted: `solutions` is 1 where it can be solved, `mark` the number of slides after which it
 * still can, `shortest` one more than the slides to the furthest divergence, 0: there is none. */
struct parter {
    struct position position;
    struct graph graph;
    struct watch watch;
};

static struct cat_node *node_of(const struct parter *parter, uint32_t number)
{
    return graph_node(&parter->graph, number);
}

/* Notes all of a node and of those behind it. */
static void count_from(struct parter *parter, uint32_t number)
{
    struct cat_node *node = node_of(parter, number);
    uint32_t ways = 0, furthest = 0;
    if (node->stage == NODE_COUNTED)
        return;
    node->stage = NODE_COUNTED;
    for (unsigned way = 0; way < DIRECTIONS; way++) {
        uint32_t after = graph_after(node, way);
        if (after == NODE_NONE)
            continue;
        count_from(parter, after);
        const struct cat_node *next = node_of(parter, after);
        ways += next->solutions != 0;
        if (next->solutions != 0 && next->shortest > 0 && next->shortest + 1 > furthest)
            furthest = next->shortest + 1;
    }
    node->solutions = node->open == 0 || ways > 0;
    node->shortest = furthest == 0 && ways > 1 ? 1 : furthest;
    node->mark = ways;
}

/* Lists the first solutions from a node, `made` slides from the start, up to SOME in all. */
static bool list_on(struct parter *parter, uint32_t number, game_move *moves, size_t made, struct move_list *list,
                    size_t *listed)
{
    if (node_of(parter, number)->open == 0) {
        game_move *copy = malloc((made + 1) * sizeof *copy);
        if (copy == NULL)
            return false;
        memcpy(copy, moves, made * sizeof *copy);
        list[(*listed)++] = (struct move_list){copy, made};
        return true;
    }
    bool good = true;
    for (unsigned way = 0; good && way < DIRECTIONS && *listed < SOME; way++) {
        uint32_t after = graph_winning_after(&parter->graph, number, way);
        if (after == NODE_NONE)
            continue;
        moves[made] = move_make(0, way);
        good = list_on(parter, after, moves, made + 1, list, listed);
    }
    return good;
}

static bool are_images(const struct puzzle *puzzle, const struct move_list *a, const struct move_list *b)
{
    bool images = false;
    for (unsigned s = 1; s < puzzle->symmetry_count && !images && a->count == b->count; s++) {
        size_t n = 0;
        while (n < a->count && move_turned(puzzle->symmetries[s], a->moves[n]) == b->moves[n])
            n++;
        images = n == a->count;
    }
    return images;
}

/* The first pair of solutions, of two ways on, that are no images of each other. */
static bool take_pair(const struct puzzle *puzzle, const struct move_list *first, size_t firsts,
                      const struct move_list *second, size_t seconds, struct divergence *divergence)
{
    for (size_t i = 0; i < firsts; i++) {
        for (size_t j = 0; j < seconds; j++) {
            if (!are_images(puzzle, &first[i], &second[j]))
                return divergence_make(divergence, first[i].moves, first[i].count, second[j].moves, second[j].count);
        }
    }
    return true;
}

/* The pair that parts in a node: one by the first way on, one by the others. */
static bool part_here(struct parter *parter, const struct puzzle *puzzle, uint32_t number, game_move *moves,
                      size_t made, struct divergence *divergence)
{
    struct move_list first[SOME], second[SOME];
    size_t firsts = 0, seconds = 0;
    bool good = true, found = false;
    for (unsigned way = 0; good && way < DIRECTIONS && seconds < SOME; way++) {
        uint32_t after = graph_winning_after(&parter->graph, number, way);
        if (after == NODE_NONE)
            continue;
        moves[made] = move_make(0, way);
        good = list_on(parter, after, moves, made + 1, found ? second : first, found ? &seconds : &firsts);
        found = true;
    }
    good = good && take_pair(puzzle, first, firsts, second, seconds, divergence);
    while (firsts > 0)
        free(first[--firsts].moves);
    while (seconds > 0)
        free(second[--seconds].moves);
    return good;
}

/* Goes to where a pair parts, the latest or the earliest, and writes it. */
static bool find_pair(struct parter *parter, const struct puzzle *puzzle, bool latest, game_move *moves,
                      struct divergence *divergence)
{
    uint32_t number = 0;
    size_t made = 0;
    for (;;) {
        const struct cat_node *here = node_of(parter, number);
        if (latest ? here->shortest <= 1 : here->mark != 1)
            return part_here(parter, puzzle, number, moves, made, divergence);
        uint32_t wanted = here->shortest - 1, after = NODE_NONE;
        unsigned way = 0;
        for (;; way++) {
            after = graph_winning_after(&parter->graph, number, way);
            if (after != NODE_NONE && (!latest || node_of(parter, after)->shortest == wanted))
                break;
        }
        moves[made++] = move_make(0, way);
        number = after;
    }
}

/* Explores the graph, if there is anything to explore.  False: a limit was hit, or memory ran out (*failed). */
static bool explore_level(struct parter *parter, const struct longcat *board, const struct limits *limits, bool *failed)
{
    struct position *position = &parter->position;
    struct exploration exploration = {
        .board = board,
        .position = position,
        .watch = &parter->watch,
        .jobs = explore_jobs(position, limits),
        .alone = EXPLORE_ALONE,
        .graph = &parter->graph,
    };
    if (!position_solved(position) && position_hopeless(position, position->rules))
        return true;
    bool explored = explore(&exploration);
    *failed = exploration.failed;
    if (explored)
        count_from(parter, 0);
    return explored;
}

enum search_end longcat_all_divergence(const struct puzzle *puzzle, const struct limits *limits,
                                       struct divergences *divergences, char reason[LIMIT_REASON])
{
    const struct longcat *board = longcat_board(puzzle);
    struct parter parter = {0};
    *divergences = (struct divergences){.exact = true};
    watch_start(&parter.watch, limits);
    game_move *moves = calloc(board->cells + 1, sizeof *moves);
    bool good = moves != NULL && position_make(&parter.position, board, false, longcat_pruning(puzzle)) &&
                graph_make(&parter.graph);
    bool failed = !good, explored = good && explore_level(&parter, board, limits, &failed);
    good = !failed;
    if (explored && parter.graph.used > 0 && node_of(&parter, 0)->solutions != 0)
        good = find_pair(&parter, puzzle, true, moves, &divergences->latest) &&
               find_pair(&parter, puzzle, false, moves, &divergences->earliest);
    snprintf(reason, LIMIT_REASON, "%s", parter.watch.reason);
    position_free(&parter.position);
    graph_free(&parter.graph);
    free(moves);
    if (!good || !explored)
        divergences_free(divergences);
    return !good ? SEARCH_NO_MEMORY : explored ? SEARCH_FOUND : SEARCH_LIMIT;
}

static void turn(const struct puzzle *puzzle, unsigned symmetry, const game_move *moves, size_t length,
                 game_move *image)
{
    (void)puzzle;
    for (size_t n = 0; n < length; n++)
        image[n] = move_turned(symmetry, moves[n]);
}

enum search_end longcat_divergence(const struct puzzle *puzzle, const struct limits *limits,
                                   struct divergences *divergences, char reason[LIMIT_REASON])
{
    enum search_end result = listed_divergence(puzzle, limits, turn, divergences, reason);
    if (result != SEARCH_FOUND || divergences->exact)
        return result;
    divergences_free(divergences);
    return longcat_all_divergence(puzzle, limits, divergences, reason);
}

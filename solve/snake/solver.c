/* Snake's solver.
 *
 * The tours are counted, not listed.  Two tours are essentially the same if a rotation or reflection of the arena turns
 * one into the other.  By Burnside's lemma, the number of classes is the mean, over all symmetries, of the number of
 * tours that the symmetry leaves unchanged.  Each of these numbers is counted in a smaller graph.  (No two tours differ
 * only by a swap of neighbouring moves: the two orders enter different cells.) */
#include "solve/snake/solver.h"

#include "solve/judge/judge.h"
#include "solve/snake/frontier.h"
#include "solve/snake/graph.h"
#include "solve/snake/tours.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct tour_count {
    const struct snake *arena;
    const struct request *request;
    struct judgement *judgement;
    struct watch watch;
    struct natural tours, classes;
    bool failed; /* out of memory */
};

/* Counts the cycles of a graph.  Returns false if it stopped or failed. */
static bool count_cycles(struct tour_count *search, const struct frontier_graph *graph, bool odd,
                         struct natural *number)
{
    struct natural cycles[2] = {0};
    enum frontier_outcome outcome = frontier_count(graph, &search->watch, cycles, &search->judgement->states);
    natural_copy(number, &cycles[odd]);
    natural_free(&cycles[0]);
    natural_free(&cycles[1]);
    search->failed |= outcome == FRONTIER_NO_MEMORY || number->failed;
    return outcome == FRONTIER_COUNTED;
}

/* Counts the classes by Burnside's lemma.  Returns false if it stopped or failed. */
static bool count_classes(struct tour_count *search)
{
    const struct puzzle *puzzle = &search->arena->puzzle;
    struct natural fixed = {0};
    natural_copy(&search->classes, &search->tours);
    bool good = true;
    for (unsigned s = 1; s < puzzle->symmetry_count && good; s++) {
        /* Counts the tours that the symmetry leaves unchanged. */
        struct frontier_graph graph;
        enum graph_answer answer = snake_graph_fixed(search->arena, puzzle->symmetries[s], &graph);
        natural_set(&fixed, answer == GRAPH_ONE);
        if (answer != GRAPH_NONE && answer != GRAPH_ONE) {
            good = answer != GRAPH_FAILED && count_cycles(search, &graph, answer == GRAPH_ODD, &fixed);
            search->failed |= answer == GRAPH_FAILED;
            frontier_graph_free(&graph);
        }
        natural_add(&search->classes, &fixed);
    }
    if (good)
        natural_divide(&search->classes, puzzle->symmetry_count);
    natural_free(&fixed);
    search->failed |= search->classes.failed;
    return good && !search->failed;
}

/* --- the tours themselves --- */

void snake_map_tour(const struct snake *arena, unsigned symmetry, const game_move *moves, game_move *image)
{
    unsigned count = arena->cells, cell = 0, start = 0;
    for (unsigned n = 0; n < count; n++) {
        if (snake_image(arena, symmetry, cell) == 0)
            start = n;
        cell = (unsigned)arena->next[cell * DIRECTIONS + move_direction(moves[n])];
    }
    bool forward = symmetry_direction(symmetry, move_direction(moves[start])) == RIGHT;
    for (unsigned n = 0; n < count; n++) {
        unsigned at = forward ? (start + n) % count : (start + count - 1 - n) % count;
        enum direction direction = symmetry_direction(symmetry, move_direction(moves[at]));
        image[n] = move_make(0, forward ? direction : direction_opposite(direction));
    }
}

struct lister {
    struct tour_count *search;
    game_move *image; /* [cells] scratch */
    bool first_of_class, failed;
};

static bool report_first(void *context, const game_move *moves)
{
    struct tour_count *search = context;
    search->failed |= !judgement_report(search->judgement, moves, search->arena->cells);
    return false;
}

/* Lists a tour if it is the first of its class, that is, if no symmetry turns it into an earlier one, or only if it is
 * not. */
static bool list_tour(void *context, const game_move *moves)
{
    struct lister *lister = context;
    struct tour_count *search = lister->search;
    const struct snake *arena = search->arena;
    bool first = true;
    for (unsigned s = 1; s < arena->puzzle.symmetry_count && first; s++) {
        unsigned n = 0;
        snake_map_tour(arena, arena->puzzle.symmetries[s], moves, lister->image);
        while (n < arena->cells && lister->image[n] == moves[n])
            n++;
        first = n == arena->cells || lister->image[n] > moves[n];
    }
    if (first != lister->first_of_class)
        return true;
    lister->failed |= !judgement_list(search->judgement, moves, arena->cells);
    return !lister->failed && search->judgement->listed_count < search->request->list;
}

/* Reports the first tour and lists the requested ones, the first of each class before the others.  Returns false if it
 * stopped or failed. */
static bool list_tours(struct tour_count *search)
{
    struct judgement *judgement = search->judgement;
    struct lister lister = {.search = search, .first_of_class = true};
    enum tours_outcome outcome = snake_list_tours(search->arena, &search->watch, report_first, search);
    if (outcome == TOURS_LISTED && search->request->list > 0 && !search->failed) {
        lister.image = calloc(search->arena->cells, sizeof *lister.image);
        lister.failed = lister.image == NULL;
        if (!lister.failed)
            outcome = snake_list_tours(search->arena, &search->watch, list_tour, &lister);
        judgement->listed_classes = judgement->listed_count;
        lister.first_of_class = false;
        if (outcome == TOURS_LISTED && !lister.failed && judgement->symmetry > 1 &&
            judgement->listed_count < search->request->list)
            outcome = snake_list_tours(search->arena, &search->watch, list_tour, &lister);
        free(lister.image);
    }
    search->failed |= lister.failed || outcome == TOURS_NO_MEMORY;
    return outcome == TOURS_LISTED && !search->failed;
}

/* --- the judgement --- */

static void give_up(struct tour_count *search)
{
    int64_t cells = search->arena->cells; /* every tour has this many moves */
    judgement_undecided(search->judgement, (uint64_t)cells, !natural_is_zero(&search->tours) ? cells : -1,
                        search->watch.reason);
}

static void count_and_measure(struct tour_count *search)
{
    struct judgement *judgement = search->judgement;
    bool none = puzzle_prunes(&search->arena->puzzle, SNAKE_PLAIN_REASONS) &&
                snake_has_no_tour(search->arena, judgement->reason, &search->failed);
    if (search->failed)
        return;
    if (none) {
        judgement_unsolvable(judgement);
        return;
    }
    struct frontier_graph graph;
    bool made = snake_graph(search->arena, &graph);
    bool counted = made && count_cycles(search, &graph, false, &search->tours);
    search->failed |= !made;
    frontier_graph_free(&graph);
    if (!counted) {
        give_up(search);
        return;
    }
    if (natural_is_zero(&search->tours)) {
        judgement_unsolvable(judgement);
        return;
    }
    natural_write(&search->tours, &judgement->solutions);
    bool known = count_classes(search);
    /* The number of classes may be unknown.  No class has more tours than the arena has symmetries, so the number of
     * tours may prove that the arena has more than ESSENTIAL_MOST classes. */
    if (!known) {
        natural_copy(&search->classes, &search->tours);
        natural_divide(&search->classes, judgement->symmetry);
        search->failed |= search->classes.failed;
    }
    int64_t number = natural_small(&search->classes);
    if (known || number > ESSENTIAL_MOST)
        judgement_set_essential(judgement, number, known);
    else
        judgement->verdict = VERDICT_UNDECIDED;
    judgement->measure[MEASURE_depth] = search->arena->cells;
    if (judgement->verdict == VERDICT_UNDECIDED)
        give_up(search);
    if (!known && !search->failed) /* listing the tours gets fresh limits */
        watch_start(&search->watch, &search->request->limits);
    if (search->failed || !list_tours(search)) {
        give_up(search);
        return;
    }
    bool all = measures_need_graph(search->request->measures);
    if (search->request->measures != MEASURES_NONE && judgement->verdict == VERDICT_UNIQUE)
        search->failed |=
            !snake_measure(search->arena, all, judgement) || (all && !snake_measure_luck(search->arena, judgement));
}

bool snake_judge(const struct puzzle *puzzle, const struct request *request, struct judgement *judgement)
{
    struct tour_count search = {.arena = snake_arena(puzzle), .request = request, .judgement = judgement};
    watch_start(&search.watch, &request->limits);
    count_and_measure(&search);
    natural_free(&search.tours);
    natural_free(&search.classes);
    return !search.failed;
}

static void turn_tour(const struct puzzle *puzzle, unsigned symmetry, const game_move *moves, size_t count,
                      game_move *image)
{
    (void)count;
    snake_map_tour(snake_arena(puzzle), symmetry, moves, image);
}

enum search_end snake_divergence(const struct puzzle *puzzle, const struct limits *limits,
                                 struct divergences *divergences, char reason[LIMIT_REASON])
{
    return listed_divergence(puzzle, limits, turn_tour, divergences, reason);
}

/* --- arenas that obviously have no tour --- */

bool snake_has_no_tour(const struct snake *arena, char *reason, bool *failed)
{
    int balance = 0, dead_end = -1; /* the first cell with fewer than two neighbours */
    for (unsigned cell = 0; cell < arena->cells; cell++) {
        int place = arena->place[cell], columns = arena->grid.columns;
        unsigned ways = 0;
        for (unsigned direction = 0; direction < DIRECTIONS; direction++)
            ways += arena->next[cell * DIRECTIONS + direction] >= 0;
        dead_end = ways < 2 && dead_end < 0 ? (int)cell : dead_end;
        balance += (place / columns + place % columns) % 2 == 0 ? 1 : -1;
    }
    size_t places = (size_t)grid_size(&arena->grid);
    bool *reached = calloc(places, sizeof *reached);
    int *queue = calloc(places, sizeof *queue);
    *failed = reached == NULL || queue == NULL;
    bool parted = !*failed && grid_flood(&arena->grid, arena->place[0], '#', reached, queue) < (int)arena->cells;
    free(reached);
    free(queue);
    if (parted)
        snprintf(reason, SNAKE_REASON, "the open cells are not connected");
    else if (arena->cells % 2 != 0)
        snprintf(reason, SNAKE_REASON, "the number of open cells, %u, is odd", arena->cells);
    else if (dead_end >= 0)
        snprintf(reason, SNAKE_REASON, "the open cell in row %d, column %d is a dead end",
                 arena->place[dead_end] / arena->grid.columns + 1, arena->place[dead_end] % arena->grid.columns + 1);
    else if (balance != 0)
        snprintf(reason, SNAKE_REASON, "on a chessboard, the open cells of the two colours do not balance: %d and %d",
                 ((int)arena->cells + balance) / 2, ((int)arena->cells - balance) / 2);
    else
        return false;
    return true;
}

/* --- hints: completes the tour that has been begun --- */

enum search_end snake_hint_solver(const struct puzzle *puzzle, const game_move *made, size_t count,
                                  const struct limits *limits, struct hint_way *way)
{
    const struct snake *arena = snake_arena(puzzle);
    struct watch watch;
    game_move *moves = calloc(arena->cells + 1, sizeof *moves);
    bool found = false;
    enum tours_outcome outcome = TOURS_NO_MEMORY;
    watch_start(&watch, limits);
    if (moves != NULL)
        outcome = snake_find_tour(arena, &watch, made, count, moves, &found);
    if (found) {
        memmove(moves, moves + count, (arena->cells - count) * sizeof *moves);
        *way = (struct hint_way){.moves = moves, .count = arena->cells - count};
        return SEARCH_FOUND;
    }
    free(moves);
    snprintf(way->reason, sizeof way->reason, "%s", watch.reason);
    return outcome == TOURS_LISTED ? SEARCH_NONE : outcome == TOURS_STOPPED ? SEARCH_LIMIT : SEARCH_NO_MEMORY;
}

/* LongCat's solver.
 *
 * Every slide covers cells for good, so the positions form a graph without cycles.  The graph is explored first
 * (graph.h), without the positions that the pruning rules prove lost.  Then one thread walks along its links and gives
 * each position the number of solutions from there and the length of the shortest.  A position reached in two ways is
 * counted once, so counts are possible that no listing could ever reach.
 *
 * No two solutions differ by a swap of neighbouring moves, because the two orders cover different cells.  So
 * solutions are essentially the same only under the symmetries of the level.  A symmetry other than the identity
 * changes every solution of two or more slides, so there are exactly solutions / symmetries essentially different
 * ones. */
#include "solve/longcat/solver.h"

#include "solve/judge/judge.h"
#include "solve/longcat/graph.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A position on the way from the start to the current one. */
struct frame {
    uint32_t number;
    unsigned char direction; /* the next one to try */
};

struct cat_search {
    struct exploration exploration;
    const struct request *request;
    struct judgement *judgement;
    struct count_pool pool;
    struct frame *frames; /* [cells + 1] */
    struct stop *stops;   /* of the reported solution; used while it is measured */
};

static bool cat_search_make(struct cat_search *search, const struct puzzle *puzzle, const struct limits *limits,
                            const struct longcat_method *method)
{
    search->frames = calloc(longcat_board(puzzle)->cells + 1, sizeof *search->frames);
    return exploration_make(&search->exploration, puzzle, limits, method) && search->frames != NULL;
}

static void cat_search_free(struct cat_search *search)
{
    exploration_free(&search->exploration);
    count_pool_free(&search->pool);
    free(search->frames);
    free(search->stops);
}

static struct cat_node *node_of(const struct cat_search *search, uint32_t number)
{
    return graph_node(&search->exploration.graph, number);
}

static size_t bytes_of(const struct cat_search *search)
{
    return search->exploration.graph.bytes + count_pool_bytes(&search->pool);
}

/* --- counting --- */

/* Adds the solutions found after a slide to those of the node before it. */
static void add_solutions(struct cat_search *search, uint32_t number, uint32_t after)
{
    struct cat_node *node = node_of(search, number);
    const struct cat_node *next = node_of(search, after);
    if (next->solutions == 0)
        return;
    if (node->solutions == 0 || next->shortest + 1 < node->shortest)
        node->shortest = next->shortest + 1;
    assert(node->shortest > 0 && node->shortest <= search->exploration.board->cells);
    node->solutions = count_add(&search->pool, node->solutions, next->solutions);
    assert(node->solutions != 0 || search->pool.failed);
}

/* Visits a node for the first time.  Returns false if it was counted before. */
static bool begin_count(struct cat_search *search, uint32_t number)
{
    struct cat_node *node = node_of(search, number);
    if (atomic_load_explicit(&node->stage, memory_order_relaxed) == NODE_COUNTED)
        return false;
    atomic_store_explicit(&node->stage, NODE_COUNTED, memory_order_relaxed);
    node->solutions = node->open == 0;
    node->shortest = node->mark = 0;
    return true;
}

/* Counts the solutions from every node in the graph.  Returns false if memory ran out or, if the graph was explored
 * completely, a limit was hit. */
static bool count_all(struct cat_search *search, bool explored)
{
    struct frame *top = search->frames;
    *top = (struct frame){0, 0};
    begin_count(search, 0);
    while (!search->pool.failed) {
        if (top->direction == DIRECTIONS) {
            if (top == search->frames)
                return true;
            top--;
            add_solutions(search, top->number, top[1].number);
            continue;
        }
        uint32_t after = graph_after(node_of(search, top->number), top->direction++);
        if (after == NODE_NONE)
            continue;
        if (!begin_count(search, after)) {
            add_solutions(search, top->number, after);
            continue;
        }
        if (explored && !watch_allows(&search->exploration.watch, search->exploration.graph.used, bytes_of(search)))
            return false;
        *++top = (struct frame){after, 0};
    }
    return false;
}

/* Explores the graph and counts.  Returns false if memory ran out or a limit was hit.  At a limit, *known is the
 * number of moves of the shortest solution found, or -1 if there is none. */
static bool search_all(struct cat_search *search, int64_t *known)
{
    struct exploration *exploration = &search->exploration;
    *known = -1;
    bool explored = explore(exploration);
    if (exploration->failed) {
        watch_clear(&exploration->watch);
        return false;
    }
    bool counted = exploration->graph.used > 0 && count_all(search, explored);
    if (!explored && counted && node_of(search, 0)->solutions != 0)
        *known = node_of(search, 0)->shortest;
    if (search->pool.failed)
        watch_clear(&exploration->watch);
    return explored && counted;
}

/* Finds the first of the shortest solutions: `shortest` moves of the start's node, to be freed.  Returns NULL if
 * memory runs out. */
static game_move *shortest_solution(const struct cat_search *search)
{
    uint32_t depth = node_of(search, 0)->shortest, number = 0;
    game_move *moves = calloc(depth + 1, sizeof *moves);
    for (uint32_t n = 0; moves != NULL && n < depth; n++) {
        uint32_t after = NODE_NONE;
        unsigned direction = 0;
        for (;; direction++) {
            after = graph_winning_after(&search->exploration.graph, number, direction);
            if (after != NODE_NONE && node_of(search, after)->shortest + n + 1 == depth)
                break;
        }
        moves[n] = move_make(0, (enum direction)direction);
        number = after;
    }
    return moves;
}

/* --- the stops of the reported solution --- */

struct stop {
    uint32_t number; /* of the node */
    unsigned cell;   /* of the head */
    int next;        /* the first cell that the solution's next slide covers, or -1 at the end */
};

/* A winnable_function for a state one slide away from a stop: the first stop at which the state did not take the
 * solution's slide. */
static int winnable(void *context, const unsigned char *state)
{
    const struct cat_search *search = context;
    const struct longcat *board = search->exploration.board;
    const struct stop *stop = search->stops;
    while (stop->next >= 0 && (state[stop->next / 8] >> (stop->next % 8) & 1))
        stop++;
    const unsigned char *bytes = state + (board->cells + 7) / 8;
    unsigned head = bytes[0] | (unsigned)bytes[1] << 8;
    /* The head is in the row or the column of the stop. */
    int columns = board->grid.columns, from = board->place[stop->cell], to = board->place[head];
    bool sideways = from / columns == to / columns;
    unsigned direction = sideways ? (from < to ? RIGHT : LEFT) : from < to ? DOWN : UP;
    if (graph_winning_after(&search->exploration.graph, stop->number, direction) != NODE_NONE)
        return 1;
    return graph_is_plainly_lost(node_of(search, stop->number), direction) ? WINNABLE_NOT_PLAINLY : WINNABLE_NOT_HIDDEN;
}

/* --- forced: positions that every solution passes --- */

/* Walks all winning ways that leave the reported solution at `from`.  Returns the index of the furthest position of
 * the solution to which any of them returns; a goal counts as the last one.  The caller has marked the solution's
 * nodes with 1 + their index.  UINT32_MAX marks nodes that were walked before. */
static uint32_t furthest_return(struct cat_search *search, uint32_t from, uint32_t depth)
{
    uint32_t furthest = 0;
    struct frame *bottom = search->frames, *top = bottom;
    *top = (struct frame){from, 0};
    for (;;) {
        if (top->direction == DIRECTIONS) {
            if (top == bottom)
                return furthest;
            top--;
            continue;
        }
        uint32_t after = graph_winning_after(&search->exploration.graph, top->number, top->direction++);
        if (after == NODE_NONE)
            continue;
        struct cat_node *node = node_of(search, after);
        uint32_t reached = node->open == 0 ? depth : node->mark != UINT32_MAX ? node->mark - 1 : 0;
        if (node->mark == 0 && node->open > 0) {
            node->mark = UINT32_MAX;
            *++top = (struct frame){after, 0};
            continue;
        }
        furthest = reached > furthest ? reached : furthest;
    }
}

/* Counts the positions that every solution passes: no way leaves the reported solution before them and comes back
 * after them. */
static double count_forced(struct cat_search *search)
{
    uint32_t depth = (uint32_t)search->judgement->reported.count;
    if (node_of(search, 0)->solutions == 1)
        return depth > 0 ? depth - 1 : 0;
    for (uint32_t n = 0; n <= depth; n++)
        node_of(search, search->stops[n].number)->mark = n + 1;
    uint32_t bridged = 0; /* some way bypasses all positions before this one */
    unsigned forced = 0;
    for (uint32_t n = 0; n < depth; n++) {
        forced += n > 0 && n >= bridged;
        uint32_t furthest = furthest_return(search, search->stops[n].number, depth);
        bridged = furthest > bridged ? furthest : bridged;
    }
    return forced;
}

/* --- listing --- */

/* Returns whether no symmetry of the level turns this solution into one that comes before it. */
static bool is_first_of_class(const struct puzzle *puzzle, const game_move *moves, size_t length)
{
    bool first = true;
    for (unsigned s = 1; s < puzzle->symmetry_count && first; s++) {
        const unsigned symmetry = puzzle->symmetries[s];
        size_t n = 0;
        while (n < length && move_turned(symmetry, moves[n]) == moves[n])
            n++;
        first = n == length || move_turned(symmetry, moves[n]) > moves[n];
    }
    return first;
}

/* Lists solutions in the order of their labels: either those that are the first of their class, or only the
 * others. */
static bool list_solutions(struct cat_search *search, bool first_of_class)
{
    struct judgement *judgement = search->judgement;
    const struct puzzle *puzzle = &search->exploration.board->puzzle;
    game_move *moves = calloc(search->exploration.board->cells + 1, sizeof *moves);
    if (moves == NULL)
        return false;
    bool good = true;
    struct frame *bottom = search->frames, *top = bottom;
    *top = (struct frame){0, 0};
    while (good && judgement->listed_count < search->request->list) {
        size_t length = (size_t)(top - bottom);
        uint32_t after = NODE_NONE;
        if (top->direction == 0 && node_of(search, top->number)->open == 0 &&
            is_first_of_class(puzzle, moves, length) == first_of_class)
            good = judgement_list(judgement, moves, length);
        while (top->direction < DIRECTIONS && after == NODE_NONE)
            after = graph_winning_after(&search->exploration.graph, top->number, top->direction++);
        if (after != NODE_NONE) {
            moves[length] = move_make(0, (enum direction)(top->direction - 1));
            *++top = (struct frame){after, 0};
        } else if (top > bottom) {
            top--;
        } else {
            break;
        }
    }
    free(moves);
    return good;
}

/* --- luck: the chance of a player who slides at random, but not into obviously lost states ---
 *
 * A position's chance is the mean of the chances after its slides.  A slide covers cells for good, so one
 * depth-first walk through the positions that can be won finds all chances. */

/* As struct frame, with totals over the slides so far. */
struct halt {
    uint32_t number;
    unsigned char direction; /* the next one to try */
    unsigned char offered;   /* slides so far that a player would consider */
    unsigned winning;        /* those of them after which the level can still be won */
    double sum;              /* of the chances after these slides */
};

static const double NOT_KNOWN = -1;

/* Measures luck, unless there is too little memory for it: then it stays unknown.  Returns false if memory runs
 * out. */
static bool measure_luck(struct cat_search *search)
{
    const struct graph *graph = &search->exploration.graph;
    size_t chance_bytes = graph->used * sizeof(double);
    size_t halt_bytes = (search->exploration.board->cells + 1) * sizeof(struct halt);
    if (!watch_allows(&search->exploration.watch, 0, bytes_of(search) + chance_bytes + halt_bytes))
        return true;
    double *chances = malloc(chance_bytes); /* [used] the chance of each node, or NOT_KNOWN */
    struct halt *halts = malloc(halt_bytes), *top = halts;
    bool good = chances != NULL && halts != NULL;
    for (uint32_t n = 0; good && n < graph->used; n++)
        chances[n] = node_of(search, n)->open == 0 ? 1 : NOT_KNOWN;
    double hazards = 0; /* summed over the finished positions */
    uint32_t done = 0;
    if (good)
        *top = (struct halt){.number = 0};
    while (good && chances[0] == NOT_KNOWN) {
        if (top->direction == DIRECTIONS) {
            double chance = top->sum / top->offered;
            chances[top->number] = chance;
            hazards += log2((double)top->offered / top->winning);
            done++;
            if (top > halts)
                (--top)->sum += chance;
            continue;
        }
        unsigned direction = top->direction++;
        const struct cat_node *node = graph_node(graph, top->number);
        if (!graph_is_move(node, direction))
            continue;
        if (!graph_is_plainly_lost(node, direction))
            top->offered++;
        uint32_t number = graph_winning_after(graph, top->number, direction);
        if (number == NODE_NONE)
            continue;
        top->winning++;
        if (chances[number] != NOT_KNOWN)
            top->sum += chances[number];
        else /* first finds the chance there */
            *++top = (struct halt){.number = number};
    }
    if (good) {
        /* The estimate gives a player no guidance. */
        double luck = luck_of_chance(chances[0]);
        search->judgement->measure[MEASURE_luck] = luck;
        judgement_guided(search->judgement, luck, done > 0 ? hazards / done : 0);
    }
    free(chances);
    free(halts);
    return good;
}

/* --- the judgement --- */

/* Returns false if memory runs out. */
static bool measure(struct cat_search *search)
{
    bool all = measures_need_graph(search->request->measures);
    if (search->request->measures == MEASURES_NONE)
        return true;
    if (all) {
        /* Follows the reported solution from the start through the graph. */
        const struct longcat *board = search->exploration.board;
        const struct move_list *solution = &search->judgement->reported;
        bool *covered = calloc(board->cells, sizeof *covered);
        struct stop *list = search->stops = calloc(solution->count + 1, sizeof *list);
        bool good = covered != NULL && list != NULL;
        uint32_t number = 0;
        unsigned cell = board->cat;
        for (size_t n = 0; good && n <= solution->count; n++) {
            list[n] = (struct stop){number, cell, -1};
            covered[cell] = true;
            if (n == solution->count)
                break;
            unsigned direction = (unsigned)move_direction(solution->moves[n]);
            const int *next = board->next + direction;
            list[n].next = next[cell * DIRECTIONS];
            while (next[cell * DIRECTIONS] >= 0 && !covered[next[cell * DIRECTIONS]]) {
                cell = (unsigned)next[cell * DIRECTIONS];
                covered[cell] = true;
            }
            number = graph_after(node_of(search, number), direction);
        }
        free(covered);
        if (!good)
            return false;
        search->judgement->measure[MEASURE_forced] = count_forced(search);
    }
    return measure_solution(&search->exploration.board->puzzle, all ? winnable : NULL, search, search->judgement) &&
           (!all || measure_luck(search));
}

static bool search_and_judge(struct cat_search *search)
{
    struct judgement *judgement = search->judgement;
    struct position *position = &search->exploration.position;
    bool colours = position_solved(position) || position_colours_fit(position);
    bool lost = !colours || exploration_is_lost(&search->exploration);
    unsigned open = position_open_count(position);
    int64_t known = -1;
    bool complete = lost || search_all(search, &known);
    const struct watch *watch = &search->exploration.watch;
    judgement->states = lost ? 1 : search->exploration.graph.used;
    if (!complete && !watch_stopped(watch))
        return false;
    if (!complete) {
        judgement_undecided(judgement, longcat_least_slides(search->exploration.board, open), known, watch->reason);
        return true;
    }
    if (!lost && node_of(search, 0)->solutions != 0) {
        count solutions = node_of(search, 0)->solutions;
        judgement->measure[MEASURE_depth] = node_of(search, 0)->shortest;
        unsigned images = node_of(search, 0)->shortest < 2 ? 1 : judgement->symmetry;
        count essential = count_divide(&search->pool, solutions, images);
        count_write(&search->pool, solutions, &judgement->solutions);
        judgement_set_essential(judgement, count_small(essential), true);
        game_move *moves = search->pool.failed ? NULL : shortest_solution(search);
        bool good = moves != NULL && judgement_report(judgement, moves, node_of(search, 0)->shortest);
        free(moves);
        if (!good || !measure(search))
            return false;
        if (search->request->list == 0)
            return true;
        if (!list_solutions(search, true))
            return false;
        judgement->listed_classes = judgement->listed_count;
        return search->exploration.board->puzzle.symmetry_count == 1 || list_solutions(search, false);
    }
    judgement_unsolvable(judgement);
    snprintf(judgement->reason, sizeof judgement->reason, "%s",
             !colours ? "on a chessboard, the open cells of the two colours do not balance"
             : lost   ? "some open cells cannot all be covered, even from the start"
                      : "");
    return true;
}

bool longcat_judge_with(const struct puzzle *puzzle, const struct request *request, const struct longcat_method *method,
                        struct judgement *judgement)
{
    struct cat_search search = {.request = request, .judgement = judgement};
    bool good = cat_search_make(&search, puzzle, &request->limits, method) && search_and_judge(&search);
    cat_search_free(&search);
    return good;
}

bool longcat_judge(const struct puzzle *puzzle, const struct request *request, struct judgement *judgement)
{
    return longcat_judge_with(puzzle, request, NULL, judgement);
}

/* --- hints --- */

enum search_end longcat_hint_solver(const struct puzzle *puzzle, const game_move *made, size_t made_count,
                                    const struct limits *limits, struct hint_way *way)
{
    struct cat_search search = {0};
    struct exploration *exploration = &search.exploration;
    struct position *position = &exploration->position;
    enum search_end result = SEARCH_NO_MEMORY;
    int64_t known;
    if (cat_search_make(&search, puzzle, limits, NULL)) {
        bool fits = position_colours_fit(position);
        for (size_t n = 0; n < made_count; n++)
            position_slide(position, move_direction(made[n]));
        if (!position_solved(position) && (!fits || exploration_is_lost(exploration))) {
            result = SEARCH_NONE;
        } else if (!search_all(&search, &known)) {
            snprintf(way->reason, sizeof way->reason, "%s", exploration->watch.reason);
            result = watch_stopped(&exploration->watch) ? SEARCH_LIMIT : SEARCH_NO_MEMORY;
        } else if (node_of(&search, 0)->solutions == 0) {
            result = SEARCH_NONE;
        } else {
            way->count = node_of(&search, 0)->shortest;
            way->moves = shortest_solution(&search);
            result = way->moves != NULL ? SEARCH_FOUND : SEARCH_NO_MEMORY;
        }
    }
    cat_search_free(&search);
    return result;
}

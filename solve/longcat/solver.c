/* LongCat's solver.
 *
 * Every slide covers cells for good, so the positions form a graph without cycles.  The graph is explored first
 * (explore.h), without the positions that the pruning rules prove lost.  Then one thread walks along its links and
 * gives each position the number of solutions from there and the length of the shortest.  A position reached in two
 * ways is counted once, so counts are possible that no listing could ever reach.
 *
 * No two solutions differ by a swap of neighbouring moves, because the two orders cover different cells.  So
 * solutions are essentially the same only under the symmetries of the level.  A symmetry other than the identity
 * changes every solution of two or more slides, so there are exactly solutions / symmetries essentially different
 * ones. */
#include "solve/longcat/solver.h"

#include "solve/longcat/explore.h"
#include "solve/longcat/luck.h"
#include "solve/longcat/stops.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A position on the way from the start to the current one. */
struct frame {
    uint32_t number;
    unsigned char direction; /* the next one to try */
};

struct cat_search {
    const struct longcat *board;
    const struct request *request;
    struct judgement *judgement;
    struct position position;
    struct graph graph;
    struct count_pool pool;
    struct watch watch;
    struct frame *frames; /* [cells + 1] */
    struct stops stops;   /* of the reported solution; used while it is measured */
    uint32_t alone;       /* see struct exploration */
    bool restless;
};

static bool search_make(struct cat_search *search, const struct longcat *board, struct longcat_method method)
{
    search->board = board;
    if (!position_make(&search->position, board, method.wide, method.rules))
        return false;
    if (method.weak_hash)
        position_weaken_hash(&search->position, 3);
    search->alone = method.alone > 0 ? method.alone : EXPLORE_ALONE;
    search->restless = method.restless;
    search->frames = calloc(board->cells + 1, sizeof *search->frames);
    return search->frames != NULL && graph_make(&search->graph);
}

static void search_free(struct cat_search *search)
{
    position_free(&search->position);
    graph_free(&search->graph);
    count_pool_free(&search->pool);
    free(search->frames);
    stops_free(&search->stops);
}

static struct cat_node *node_of(const struct cat_search *search, uint32_t number)
{
    return graph_node(&search->graph, number);
}

static size_t bytes_of(const struct cat_search *search)
{
    return search->graph.bytes + count_pool_bytes(&search->pool);
}

/* Adds the solutions found after a slide to those of the node before it. */
static void add_solutions(struct cat_search *search, uint32_t number, uint32_t after)
{
    struct cat_node *node = node_of(search, number);
    const struct cat_node *next = node_of(search, after);
    if (next->solutions == 0)
        return;
    if (node->solutions == 0 || next->shortest + 1 < node->shortest)
        node->shortest = next->shortest + 1;
    assert(node->shortest > 0 && node->shortest <= search->board->cells);
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
        if (explored && !watch_allows(&search->watch, search->graph.used, bytes_of(search)))
            return false;
        *++top = (struct frame){after, 0};
    }
    return false;
}

/* Explores the graph and counts.  Returns false if memory ran out or a limit was hit.  At a limit, *known is the
 * number of moves of the shortest solution found, or -1 if there is none. */
static bool search_all(struct cat_search *search, int64_t *known)
{
    struct exploration exploration = {
        .board = search->board,
        .position = &search->position,
        .watch = &search->watch,
        .jobs = explore_jobs(&search->position, &search->request->limits),
        .alone = search->alone,
        .restless = search->restless,
        .graph = &search->graph,
    };
    *known = -1;
    bool explored = explore(&exploration);
    if (exploration.failed) {
        watch_clear(&search->watch);
        return false;
    }
    bool counted = search->graph.used > 0 && count_all(search, explored);
    if (search->graph.used > 0 && !explored && counted && node_of(search, 0)->solutions != 0)
        *known = node_of(search, 0)->shortest;
    if (search->pool.failed)
        watch_clear(&search->watch);
    return explored && counted;
}

static uint32_t winning_after(const struct cat_search *search, uint32_t number, unsigned direction)
{
    return graph_winning_after(&search->graph, number, direction);
}

/* Finds the first of the shortest solutions. */
static bool report_solution(struct cat_search *search)
{
    uint32_t depth = node_of(search, 0)->shortest, number = 0;
    game_move *moves = calloc(depth + 1, sizeof *moves);
    if (moves == NULL)
        return false;
    for (uint32_t n = 0; n < depth; n++) {
        uint32_t after = NODE_NONE;
        unsigned direction = 0;
        for (;; direction++) {
            after = winning_after(search, number, direction);
            if (after != NODE_NONE && node_of(search, after)->shortest + n + 1 == depth)
                break;
        }
        moves[n] = move_make(0, (enum direction)direction);
        number = after;
    }
    bool good = judgement_report(search->judgement, moves, depth);
    free(moves);
    return good;
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
        uint32_t after = winning_after(search, top->number, top->direction++);
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
        node_of(search, search->stops.list[n].number)->mark = n + 1;
    uint32_t bridged = 0; /* some way bypasses all positions before this one */
    unsigned forced = 0;
    for (uint32_t n = 0; n < depth; n++) {
        forced += n > 0 && n >= bridged;
        uint32_t furthest = furthest_return(search, search->stops.list[n].number, depth);
        bridged = furthest > bridged ? furthest : bridged;
    }
    return forced;
}

/* --- listing --- */

/* Returns whether no symmetry of the level turns this solution into one that comes before it. */
static bool is_first_of_class(const struct puzzle *puzzle, const game_move *moves, size_t length)
{
    for (unsigned s = 1; s < puzzle->symmetry_count; s++) {
        for (size_t n = 0; n < length; n++) {
            enum direction own = move_direction(moves[n]);
            enum direction image = symmetry_direction(puzzle->symmetries[s], own);
            if (image < own)
                return false;
            if (image > own)
                break;
        }
    }
    return true;
}

/* Lists solutions in the order of their labels: either those that are the first of their class, or only the
 * others. */
static bool list_solutions(struct cat_search *search, bool first_of_class)
{
    struct judgement *judgement = search->judgement;
    const struct puzzle *puzzle = &search->board->puzzle;
    game_move *moves = calloc(search->board->cells + 1, sizeof *moves);
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
            after = winning_after(search, top->number, top->direction++);
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

static bool list_all(struct cat_search *search)
{
    if (search->request->list == 0)
        return true;
    if (!list_solutions(search, true))
        return false;
    search->judgement->listed_classes = search->judgement->listed_count;
    return search->board->puzzle.symmetry_count == 1 || list_solutions(search, false);
}

/* --- the judgement --- */

static int winnable(void *context, const unsigned char *state)
{
    struct cat_search *search = context;
    return stops_winnable(&search->stops, &search->graph, search->board, state);
}

/* Measures luck, unless there is too little memory for it: then it stays unknown.  Returns false if memory runs
 * out. */
static bool measure_luck(struct cat_search *search)
{
    const struct graph *graph = &search->graph;
    unsigned cells = search->board->cells;
    double chance, hazard;
    if (!watch_allows(&search->watch, 0, bytes_of(search) + longcat_chance_bytes(graph, cells)))
        return true;
    if (!longcat_chance(graph, cells, &chance, &hazard))
        return false;
    double luck = luck_of_chance(chance);
    search->judgement->measure[MEASURE_luck] = luck;
    judgement_guided(search->judgement, luck, hazard); /* the estimate gives a player no guidance */
    return true;
}

/* Returns false if memory runs out. */
static bool measure(struct cat_search *search)
{
    bool all = search->request->measures == MEASURES_ALL;
    if (search->request->measures == MEASURES_NONE)
        return true;
    if (all && !stops_make(&search->stops, &search->graph, search->board, &search->judgement->reported))
        return false;
    if (all)
        search->judgement->measure[MEASURE_forced] = count_forced(search);
    return measure_solution(&search->board->puzzle, all ? winnable : NULL, search, search->judgement) &&
           (!all || measure_luck(search));
}

static bool judge_solvable(struct cat_search *search)
{
    struct judgement *judgement = search->judgement;
    count solutions = node_of(search, 0)->solutions;
    judgement->measure[MEASURE_depth] = node_of(search, 0)->shortest;
    unsigned images = node_of(search, 0)->shortest < 2 ? 1 : judgement->symmetry;
    count essential = count_divide(&search->pool, solutions, images);
    count_write(&search->pool, solutions, &judgement->solutions);
    count_write(&search->pool, essential, &judgement->essential);
    judgement->essential_low = count_small(essential);
    judgement->verdict = essential == 1 ? VERDICT_UNIQUE : VERDICT_MULTIPLE;
    if (search->pool.failed || !report_solution(search))
        return false;
    return measure(search) && list_all(search);
}

static void give_reason(struct cat_search *search)
{
    struct judgement *judgement = search->judgement;
    const char *reason = "";
    if (!position_colours_fit(&search->position))
        reason = "coloured like a chessboard, the open cells are out of balance";
    else if (position_hopeless(&search->position, search->position.rules))
        reason = "already at the start some cells cannot all be covered in one go";
    snprintf(judgement->reason, sizeof judgement->reason, "%s", reason);
}

static bool run(struct cat_search *search)
{
    struct judgement *judgement = search->judgement;
    bool lost = !position_solved(&search->position) && (!position_colours_fit(&search->position) ||
                                                        position_hopeless(&search->position, search->position.rules));
    unsigned open = position_open_count(&search->position);
    int64_t known = -1;
    bool complete = lost || search_all(search, &known);
    judgement->states = lost ? 1 : search->graph.used;
    if (!complete && !watch_stopped(&search->watch))
        return false;
    if (!complete) {
        judgement_undecided(judgement, longcat_least_slides(search->board, open), known, search->watch.reason);
        return true;
    }
    if (!lost && node_of(search, 0)->solutions != 0)
        return judge_solvable(search);
    judgement->verdict = VERDICT_UNSOLVABLE;
    judgement->essential_low = 0;
    text_add_string(&judgement->solutions, "0");
    text_add_string(&judgement->essential, "0");
    give_reason(search);
    return true;
}

bool longcat_judge_with(const struct puzzle *puzzle, const struct request *request, struct longcat_method method,
                        struct judgement *judgement)
{
    struct cat_search search = {.request = request, .judgement = judgement};
    watch_start(&search.watch, &request->limits);
    bool good = search_make(&search, longcat_board(puzzle), method) && run(&search);
    search_free(&search);
    return good;
}

bool longcat_judge(const struct puzzle *puzzle, const struct request *request, struct judgement *judgement)
{
    struct longcat_method method = {.rules = longcat_pruning(puzzle)};
    return longcat_judge_with(puzzle, request, method, judgement);
}

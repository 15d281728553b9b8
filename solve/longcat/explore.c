/* Explores LongCat's positions with several threads; see explore.h. */
#include "solve/longcat/explore.h"

#include "base/threads.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* A position is "obviously lost" if these rules prove it. */
enum { PLAINLY = LONGCAT_DEAD_ENDS | LONGCAT_CONNECTED };

/* How many busy nodes in a row a walker looks past before it follows others although none of these nodes has an
 * untried slide. */
enum { CLOSE = 12 };

/* Why the threads stop early. */
enum stop { STOP_NOT, STOP_FAILED, STOP_LIMIT, STOP_ENOUGH };

struct walker {
    struct walk *walk;
    struct position *position;
    struct position own; /* used if `position` is not the caller's */
    struct watch watch;
    uint32_t *way;             /* [cells + 1] nodes from the start to the current one */
    uint32_t *at;              /* [cells + 1] the same, indexed by the number of open cells; see struct graph_way */
    unsigned length;           /* slides made */
    unsigned turn;             /* added to directions, so that threads prefer different ones */
    char apart[THREADS_APART]; /* keeps the next walker away */
};

struct walk {
    struct exploration *exploration;
    struct graph *graph;
    uint32_t enough;       /* stop when there are this many nodes */
    _Atomic unsigned stop; /* enum stop */
    struct walker *walkers;
    unsigned count;
};

/* Returns false if memory runs out. */
static bool make_ways(struct walker *walker, unsigned cells)
{
    walker->way = malloc((cells + 1) * sizeof *walker->way);
    walker->at = malloc((cells + 1) * sizeof *walker->at);
    return walker->way != NULL && walker->at != NULL;
}

/* Makes the first walker, with the caller's position.  Returns false if memory runs out. */
static bool walker_make(struct walker *walker, struct walk *walk)
{
    const struct exploration *exploration = walk->exploration;
    unsigned cells = exploration->board->cells;
    *walker = (struct walker){.walk = walk, .watch = *exploration->watch, .position = exploration->position};
    if (!make_ways(walker, cells))
        return false;
    for (unsigned i = 0; i <= cells; i++)
        walker->at[i] = NODE_NONE;
    return true;
}

/* Makes the n-th walker at the place where the first is now.  Returns false if memory runs out. */
static bool walker_copy(struct walker *walker, const struct walker *first, unsigned n)
{
    unsigned cells = first->walk->exploration->board->cells;
    *walker = (struct walker){.walk = first->walk, .watch = first->watch, .length = first->length, .turn = n};
    walker->position = &walker->own;
    if (!make_ways(walker, cells) || !position_copy(&walker->own, first->position))
        return false;
    memcpy(walker->way, first->way, (first->length + 1) * sizeof *walker->way);
    memcpy(walker->at, first->at, (cells + 1) * sizeof *walker->at);
    return true;
}

/* Returns about how many bytes a walker with a board of its own takes. */
static size_t walker_bytes(const struct longcat *board)
{
    enum { CELL_BYTES = 160 };
    return sizeof(struct walker) + (size_t)grid_size(&board->grid) * CELL_BYTES;
}

static void walker_free(struct walker *walker)
{
    free(walker->way);
    free(walker->at);
    position_free(&walker->own);
}

static void stop_all(struct walk *walk, enum stop why)
{
    unsigned not = STOP_NOT;
    atomic_compare_exchange_strong(&walk->stop, &not, (unsigned)why);
}

static struct cat_node *node_at_hand(const struct walker *walker)
{
    return graph_node(walker->walk->graph, walker->way[walker->length]);
}

/* Makes this node the current one. */
static void enter(struct walker *walker, uint32_t number)
{
    walker->way[walker->length] = number;
    walker->at[position_open_count(walker->position)] = number;
}

static void leave(struct walker *walker)
{
    walker->at[position_open_count(walker->position)] = NODE_NONE;
    position_undo(walker->position);
    walker->length--;
}

/* Adds the current position.  Returns NODE_NONE if memory ran out or a limit was hit. */
static uint32_t add(struct walker *walker, uint32_t parent, bool *is_new)
{
    struct graph *graph = walker->walk->graph;
    const struct graph_way way = {walker->position, walker->at};
    uint32_t used = atomic_load_explicit(&graph->used, memory_order_relaxed);
    if (used > 0 &&
        !watch_allows(&walker->watch, used + UINT64_C(1), atomic_load_explicit(&graph->bytes, memory_order_relaxed))) {
        stop_all(walker->walk, STOP_LIMIT);
        return NODE_NONE;
    }
    if (walker->walk->exploration->restless)
        threads_wait(UINT_MAX);
    uint32_t number = graph_add(graph, &way, parent, is_new);
    if (number == NODE_NONE)
        stop_all(walker->walk, STOP_FAILED);
    else if (position_solved(walker->position))
        atomic_store_explicit(&graph_node(graph, number)->stage, NODE_DONE, memory_order_release);
    if (used + UINT64_C(1) >= walker->walk->enough)
        stop_all(walker->walk, STOP_ENOUGH);
    return number;
}

/* Returns whether all nodes below a node are known.  If so, this thread also sees what others have written about
 * it. */
static bool is_done(const struct cat_node *node)
{
    return atomic_load_explicit(&node->stage, memory_order_acquire) == NODE_DONE;
}

/* Returns whether the number belongs to a node that is not done. */
static bool is_busy(const struct walker *walker, uint32_t number)
{
    return number != NODE_NONE && !is_done(graph_node(walker->walk->graph, number));
}

static uint32_t link_of(const struct cat_node *node, unsigned direction)
{
    return atomic_load_explicit(&node->after[direction], memory_order_acquire);
}

/* Claims an untried slide.  Returns false if another thread was quicker. */
static bool claim(struct walker *walker, struct cat_node *node, unsigned direction)
{
    uint32_t untried = LINK_UNTRIED;
    if (!walker->walk->graph->shared) {
        atomic_store_explicit(&node->after[direction], LINK_CLAIMED, memory_order_relaxed);
        return true;
    }
    return atomic_compare_exchange_strong_explicit(&node->after[direction], &untried, LINK_CLAIMED,
                                                   memory_order_acquire, memory_order_relaxed);
}

/* Tries a claimed slide.  If it leads to a new node that is not solved, the walker stays there and the function
 * returns true. */
static bool try_slide(struct walker *walker, struct cat_node *node, unsigned direction)
{
    struct position *position = walker->position;
    const struct graph_way way = {position, walker->at};
    uint32_t link = LINK_NO_MOVE, number = NODE_NONE;
    bool is_new = false;
    if (position_slide(position, (enum direction)direction)) {
        bool solved = position_solved(position), plainly = !solved && position_hopeless(position, PLAINLY);
        link = LINK_LOST;
        number = graph_find(walker->walk->graph, &way);
        if (number == NODE_NONE && (solved || !position_hopeless(position, position->rules))) {
            number = add(walker, walker->way[walker->length], &is_new);
            if (number == NODE_NONE)
                link = LINK_UNTRIED; /* still to be done, by any thread */
        }
        if (number != NODE_NONE)
            link = LINK_FIRST + number;
        if (link != LINK_UNTRIED && plainly)
            link |= LINK_PLAINLY;
        if (!is_new || solved) {
            position_undo(position);
            is_new = false;
        }
    }
    atomic_store_explicit(&node->after[direction], link, memory_order_release);
    if (is_new) {
        walker->length++;
        enter(walker, number);
    }
    return is_new;
}

/* Returns whether it pays to go to a node below which others are at work: an untried slide is there or soon after it,
 * or the others are far ahead.  Right behind the others a walker finds nothing to do and is in their way. */
static bool is_worth_following(const struct walker *walker, uint32_t number)
{
    for (unsigned n = 0; n < CLOSE; n++) {
        const struct cat_node *node = graph_node(walker->walk->graph, number);
        number = NODE_NONE;
        for (unsigned i = 0; i < DIRECTIONS; i++) {
            uint32_t link = link_of(node, (walker->turn + i) % DIRECTIONS);
            if (link == LINK_UNTRIED)
                return true;
            if (number == NODE_NONE && is_busy(walker, graph_number(link)))
                number = graph_number(link);
        }
        if (number == NODE_NONE)
            return false;
    }
    return true;
}

/* Follows a slide to a node below which others are at work. */
static void follow(struct walker *walker, const struct cat_node *node, unsigned direction)
{
    uint32_t number = graph_after(node, direction);
    position_slide(walker->position, (enum direction)direction);
    position_know_chain(walker->position, graph_node(walker->walk->graph, number)->end);
    walker->length++;
    enter(walker, number);
}

/* One step from the current node: to a node below, back, or wait. */
enum step { STEP_DOWN, STEP_WAIT, STEP_BACK };

static enum step step(struct walker *walker)
{
    struct cat_node *node = node_at_hand(walker);
    unsigned busy = DIRECTIONS;
    bool claimed = false;
    if (is_done(node))
        return STEP_BACK;
    for (unsigned i = 0; i < DIRECTIONS; i++) {
        unsigned direction = (walker->turn + i) % DIRECTIONS;
        if (link_of(node, direction) == LINK_UNTRIED && claim(walker, node, direction) &&
            try_slide(walker, node, direction))
            return STEP_DOWN;
        uint32_t link = link_of(node, direction);
        uint32_t number = graph_number(link);
        claimed |= link < LINK_NO_MOVE;
        if (busy == DIRECTIONS && is_busy(walker, number))
            busy = direction;
    }
    if (busy < DIRECTIONS && is_worth_following(walker, graph_after(node, busy))) {
        follow(walker, node, busy);
        return STEP_DOWN;
    }
    if (claimed || busy < DIRECTIONS)
        return STEP_WAIT;
    atomic_store_explicit(&node->stage, NODE_DONE, memory_order_release);
    return STEP_BACK;
}

/* Walks until everything is done or something stops it. */
static void walk_on(void *context, unsigned n)
{
    struct walk *walk = context;
    struct walker *walker = &walk->walkers[n];
    unsigned waited = 0;
    while (atomic_load_explicit(&walk->stop, memory_order_relaxed) == STOP_NOT) {
        enum step made = step(walker);
        waited = made == STEP_WAIT ? waited + 1 : 0;
        if (made == STEP_WAIT)
            threads_wait(waited - 1);
        if (made == STEP_BACK && walker->length == 0)
            break;
        if (made == STEP_BACK)
            leave(walker);
    }
}

/* Adds the start and goes there.  Returns false if memory ran out or a limit was hit. */
static bool begin(struct walker *walker)
{
    bool is_new = false;
    if (add(walker, 0, &is_new) == NODE_NONE)
        return false;
    position_know_chain(walker->position, graph_node(walker->walk->graph, 0)->end);
    enter(walker, 0);
    return true;
}

/* Lets other threads join the first one, from where it is. */
static void walk_together(struct walk *walk, unsigned jobs)
{
    while (walk->count < jobs && walker_copy(&walk->walkers[walk->count], &walk->walkers[0], walk->count))
        walk->count++;
    walk->enough = UINT32_MAX;
    atomic_store(&walk->stop, STOP_NOT);
    graph_share(walk->graph, (size_t)(walk->count - 1) * walker_bytes(walk->exploration->board));
    threads_run(walk->count, walk_on, walk);
    graph_keep(walk->graph);
}

/* Records why the search was stopped: out of memory, or a limit. */
static void tell(struct walk *walk)
{
    struct exploration *exploration = walk->exploration;
    enum stop stop = (enum stop)atomic_load(&walk->stop);
    exploration->failed |= stop == STOP_FAILED;
    for (unsigned n = 0; n < walk->count && stop == STOP_LIMIT; n++) {
        if (watch_stopped(&walk->walkers[n].watch))
            *exploration->watch = walk->walkers[n].watch;
    }
}

/* Searches once with up to `jobs` threads.  *together is set if it used more than one.  Returns false if it was
 * stopped. */
static bool explore_with(struct exploration *exploration, unsigned jobs, bool *together)
{
    struct walk walk = {.exploration = exploration, .graph = exploration->graph, .enough = UINT32_MAX};
    walk.walkers = calloc(jobs, sizeof *walk.walkers);
    bool good = walk.walkers != NULL && walker_make(&walk.walkers[0], &walk);
    exploration->failed = !good;
    if (good) {
        walk.count = 1;
        walk.enough = jobs > 1 ? exploration->alone : UINT32_MAX;
        if (begin(&walk.walkers[0]))
            walk_on(&walk, 0);
        if (atomic_load(&walk.stop) == STOP_ENOUGH)
            walk_together(&walk, jobs);
        tell(&walk);
        good = atomic_load(&walk.stop) == STOP_NOT;
        while (walk.walkers[0].length > 0)
            leave(&walk.walkers[0]);
    }
    *together = walk.count > 1;
    for (unsigned n = 0; walk.walkers != NULL && n < jobs; n++)
        walker_free(&walk.walkers[n]);
    free(walk.walkers);
    return good;
}

unsigned explore_jobs(const struct position *position, const struct limits *limits)
{
    unsigned jobs = limits->jobs < THREADS_MOST ? limits->jobs : THREADS_MOST;
    return position->kind == POSITION_WIDE && jobs > 1 ? jobs : 1;
}

/* Returns whether the exploration by several threads is larger than the limits allow for one. */
static bool is_over(const struct exploration *exploration)
{
    const struct limits *limits = exploration->watch->limits;
    const struct graph *graph = exploration->graph;
    return (limits->max_states != 0 && graph->used > limits->max_states) ||
           (limits->max_memory != 0 && graph->bytes > limits->max_memory);
}

/* Returns whether the time is up. */
static bool is_late(struct watch *watch)
{
    watch_clear(watch);
    watch_hurry(watch);
    return !watch_allows(watch, 0, 0);
}

bool explore(struct exploration *exploration)
{
    bool together, good = explore_with(exploration, exploration->jobs, &together);
    if (exploration->failed || !together || (good ? !is_over(exploration) : is_late(exploration->watch)))
        return good;
    graph_free(exploration->graph);
    exploration->failed = !graph_make(exploration->graph);
    return !exploration->failed && explore_with(exploration, 1, &together);
}

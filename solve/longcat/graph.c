/* The nodes of LongCat's search, their hash table, and the search itself; see graph.h. */
#include "solve/longcat/graph.h"

#include "base/threads.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* The sizes of chunks.  The first chunk holds 2^FIRST_BITS nodes.  Each further chunk doubles the number of nodes, up
 * to 2^WHOLE_BITS nodes in all.  After that, each doubling is divided into PARTS chunks, so that little memory is
 * idle. */
enum { FIRST_BITS = 6, WHOLE_BITS = 12, PART_BITS = 4, PARTS = 1 << PART_BITS, FIRST_SLOTS = 128 };

struct graph_table {
    struct graph_table *before; /* the table that it replaced, while that one is kept */
    uint32_t mask;
    _Atomic uint32_t slots[]; /* number of the node plus 1; 0: free */
};

struct place {
    unsigned chunk;
    uint32_t index, size; /* index in the chunk, and size of the chunk */
};

static struct place place_of(uint32_t number)
{
    if (number < 1u << FIRST_BITS)
        return (struct place){0, number, 1u << FIRST_BITS};
    unsigned bits = 31u - (unsigned)__builtin_clz(number);
    if (bits < WHOLE_BITS)
        return (struct place){bits - FIRST_BITS + 1, number - (1u << bits), 1u << bits};
    uint32_t size = 1u << (bits - PART_BITS);
    unsigned chunk = WHOLE_BITS - FIRST_BITS + 1 + (bits - WHOLE_BITS) * PARTS + (number >> (bits - PART_BITS)) % PARTS;
    return (struct place){chunk, number & (size - 1), size};
}

struct cat_node *graph_node(const struct graph *graph, uint32_t number)
{
    struct place place = place_of(number);
    return &graph->chunks[place.chunk][place.index];
}

static size_t table_bytes(uint64_t slots)
{
    return sizeof(struct graph_table) + slots * sizeof(_Atomic uint32_t);
}

static struct graph_table *table_make(uint32_t slots)
{
    struct graph_table *table = calloc(1, table_bytes(slots));
    if (table != NULL)
        table->mask = slots - 1;
    return table;
}

/* Returns false if memory runs out. */
static bool graph_make(struct graph *graph)
{
    *graph = (struct graph){.lock = ATOMIC_FLAG_INIT};
    struct graph_table *table = table_make(FIRST_SLOTS);
    atomic_init(&graph->table, table);
    atomic_init(&graph->bytes, (sizeof(struct cat_node) << FIRST_BITS) + table_bytes(FIRST_SLOTS));
    return table != NULL;
}

static void free_tables(struct graph_table *table)
{
    while (table != NULL) {
        struct graph_table *before = table->before;
        free(table);
        table = before;
    }
}

static void graph_free(struct graph *graph)
{
    for (unsigned i = 0; i < GRAPH_CHUNKS; i++)
        free(graph->chunks[i]);
    free_tables(atomic_load_explicit(&graph->table, memory_order_relaxed));
    *graph = (struct graph){.lock = ATOMIC_FLAG_INIT};
}

static uint32_t place_in_table(uint64_t hash, uint32_t head)
{
    hash = (hash ^ head) * UINT64_C(0x9e3779b97f4a7c15);
    hash = (hash ^ hash >> 32) * UINT64_C(0xd6e8feb86659fd93);
    return (uint32_t)(hash >> 32);
}

/* Returns whether a node stands for the position, given that their hashes, heads and numbers of open cells agree. */
static bool is_same(const struct graph *graph, const struct graph_way *way, const struct cat_node *node,
                    uint32_t number)
{
    if (way->position->kind == POSITION_BITS)
        return true;
    while (way->at[node->open] != number) {
        const struct cat_node *parent = graph_node(graph, node->parent);
        if (!wide_covers(&way->position->wide, (int)parent->head, (int)node->head))
            return false;
        number = node->parent;
        node = parent;
    }
    return true;
}

/* Returns the number of a position in the table, or NODE_NONE.  *place is its slot, or the free slot where it
 * belongs. */
static uint32_t look_up(const struct graph *graph, const struct graph_table *table, const struct graph_way *way,
                        uint32_t *place)
{
    uint64_t hash = position_hash(way->position);
    uint32_t head = position_hash_head(way->position), open = position_open_count(way->position);
    *place = place_in_table(hash, head) & table->mask;
    for (;; *place = (*place + 1) & table->mask) {
        uint32_t slot = atomic_load_explicit(&table->slots[*place], memory_order_acquire);
        if (slot == 0)
            return NODE_NONE;
        const struct cat_node *node = graph_node(graph, slot - 1);
        if (node->hash == hash && node->head == head && node->open == open && is_same(graph, way, node, slot - 1))
            return slot - 1;
    }
}

/* Reserves memory for one more node, and a larger table if this one is three quarters full.  Returns false if memory
 * runs out. */
static bool reserve_node(struct graph *graph, uint32_t used)
{
    struct graph_table *table = atomic_load_explicit(&graph->table, memory_order_relaxed);
    struct place place = place_of(used);
    struct cat_node **chunk = &graph->chunks[place.chunk];
    if (used >= LINK_PLAINLY - LINK_FIRST)
        return false;
    if (*chunk == NULL)
        *chunk = malloc(place.size * sizeof **chunk);
    if (*chunk == NULL)
        return false;
    uint64_t slots = table->mask + UINT64_C(1);
    if (used + UINT64_C(1) <= slots / 4 * 3)
        return true;
    struct graph_table *larger = slots > UINT32_MAX / 2 ? NULL : table_make((uint32_t)(2 * slots));
    if (larger == NULL)
        return false;
    for (uint32_t number = 0; number < used; number++) {
        const struct cat_node *node = graph_node(graph, number);
        uint32_t slot = place_in_table(node->hash, node->head) & larger->mask;
        while (atomic_load_explicit(&larger->slots[slot], memory_order_relaxed) != 0)
            slot = (slot + 1) & larger->mask;
        atomic_store_explicit(&larger->slots[slot], number + 1, memory_order_relaxed);
    }
    if (graph->shared) {
        larger->before = table;
        graph->beside += table_bytes(slots);
        atomic_fetch_add_explicit(&graph->bytes, table_bytes(slots), memory_order_relaxed);
    } else {
        free_tables(table);
    }
    atomic_store_explicit(&graph->table, larger, memory_order_release);
    return true;
}

/* Adds the position, which was reached from `parent`, unless it is there already.  Returns its number, or NODE_NONE if
 * memory runs out.  Only one thread at a time may call it. */
static uint32_t add_alone(struct graph *graph, const struct graph_way *way, uint32_t parent, bool *is_new)
{
    uint32_t place, used = atomic_load_explicit(&graph->used, memory_order_relaxed);
    struct graph_table *table = atomic_load_explicit(&graph->table, memory_order_relaxed);
    uint32_t number = look_up(graph, table, way, &place);
    *is_new = number == NODE_NONE;
    if (!*is_new)
        return number;
    if (!reserve_node(graph, used))
        return NODE_NONE;
    if (atomic_load_explicit(&graph->table, memory_order_relaxed) != table) {
        table = atomic_load_explicit(&graph->table, memory_order_relaxed);
        look_up(graph, table, way, &place);
    }
    struct cat_node *node = graph_node(graph, used);
    const struct position *position = way->position;
    node->hash = position_hash(position);
    node->head = position_hash_head(position);
    node->open = position_open_count(position);
    node->parent = parent;
    node->end = position_chain_end(position);
    for (unsigned d = 0; d < DIRECTIONS; d++)
        atomic_init(&node->after[d], position_can_slide(position, (enum direction)d) ? LINK_UNTRIED : LINK_NO_MOVE);
    atomic_init(&node->stage, NODE_OPEN);
    atomic_store_explicit(&table->slots[place], used + 1, memory_order_release);
    atomic_store_explicit(&graph->used, used + 1, memory_order_relaxed);
    /* The bytes that one more node will take on top of those in use. */
    uint64_t slots = table->mask + UINT64_C(1);
    struct place next = place_of(used + 1);
    size_t more = (graph->chunks[next.chunk] == NULL ? next.size * sizeof *node : 0) +
                  (used + UINT64_C(2) > slots / 4 * 3 ? table_bytes(slots) : 0);
    if (more > 0)
        atomic_fetch_add_explicit(&graph->bytes, more, memory_order_relaxed);
    return used;
}

/* --- the search --- */

/* A position is "obviously lost" if these rules prove it. */
enum { PLAINLY = LONGCAT_DEAD_ENDS | LONGCAT_CONNECTED };

/* The length of a chain of busy nodes without untried slides after which a walker follows the other threads anyway. */
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

/* Makes the first walker, with the caller's position, or a further walker at the place where the first is now.  Returns
 * false if memory runs out. */
static bool walker_make(struct walk *walk, unsigned n)
{
    struct walker *walker = &walk->walkers[n], *first = walk->walkers;
    struct exploration *exploration = walk->exploration;
    size_t bytes = (exploration->board->cells + 1) * sizeof(uint32_t);
    *walker = (struct walker){.walk = walk, .turn = n, .way = malloc(bytes), .at = malloc(bytes)};
    walker->watch = n == 0 ? exploration->watch : first->watch;
    walker->position = n == 0 ? &exploration->position : &walker->own;
    if (walker->way == NULL || walker->at == NULL || (n > 0 && !position_copy(&walker->own, first->position)))
        return false;
    if (n == 0) {
        memset(walker->at, 0xff, bytes); /* NODE_NONE */
        return true;
    }
    walker->length = first->length;
    memcpy(walker->way, first->way, (first->length + 1) * sizeof *walker->way);
    memcpy(walker->at, first->at, bytes);
    return true;
}

static void stop_all(struct walk *walk, enum stop why)
{
    unsigned not = STOP_NOT;
    atomic_compare_exchange_strong(&walk->stop, &not, (unsigned)why);
}

/* Makes this node the current one. */
static void enter(struct walker *walker, uint32_t number)
{
    walker->way[walker->length] = number;
    walker->at[position_open_count(walker->position)] = number;
}

/* Goes back to the node before the current one. */
static void leave(struct walker *walker)
{
    walker->at[position_open_count(walker->position)] = NODE_NONE;
    position_undo(walker->position);
    walker->length--;
}

/* Adds the current position.  Returns NODE_NONE if memory ran out or a limit was hit. */
static uint32_t add_position(struct walker *walker, uint32_t parent, bool *is_new)
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
    /* Another thread may have added the position meanwhile. */
    for (unsigned tries = 0; graph->shared && atomic_flag_test_and_set_explicit(&graph->lock, memory_order_acquire);)
        threads_wait(tries++);
    uint32_t number = add_alone(graph, &way, parent, is_new);
    if (graph->shared)
        atomic_flag_clear_explicit(&graph->lock, memory_order_release);
    if (number == NODE_NONE)
        stop_all(walker->walk, STOP_FAILED);
    else if (position_solved(walker->position))
        atomic_store_explicit(&graph_node(graph, number)->stage, NODE_DONE, memory_order_release);
    if (used + UINT64_C(1) >= walker->walk->enough)
        stop_all(walker->walk, STOP_ENOUGH);
    return number;
}

/* Returns whether all nodes below a node are known.  If so, this thread also sees everything that other threads have
 * written about the node. */
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
        const struct graph *graph = walker->walk->graph;
        uint32_t place;
        number = look_up(graph, atomic_load_explicit(&graph->table, memory_order_acquire), &way, &place);
        if (number == NODE_NONE && (solved || !position_hopeless(position, position->rules))) {
            number = add_position(walker, walker->way[walker->length], &is_new);
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
 * or the others are far ahead.  A walker right behind the others would find nothing to do and be in their way. */
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

/* One step from the current node: to a node below, back, or wait. */
enum step { STEP_DOWN, STEP_WAIT, STEP_BACK };

static enum step walk_step(struct walker *walker)
{
    struct cat_node *node = graph_node(walker->walk->graph, walker->way[walker->length]);
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
        /* Follows a slide to a node below which others are at work. */
        uint32_t number = graph_after(node, busy);
        position_slide(walker->position, (enum direction)busy);
        position_know_chain(walker->position, graph_node(walker->walk->graph, number)->end);
        walker->length++;
        enter(walker, number);
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
        enum step made = walk_step(walker);
        waited = made == STEP_WAIT ? waited + 1 : 0;
        if (made == STEP_WAIT)
            threads_wait(waited - 1);
        if (made == STEP_BACK && walker->length == 0)
            break;
        if (made == STEP_BACK)
            leave(walker);
    }
}

/* Searches once with up to `jobs` threads.  *together is set if it used more than one.  Returns false if it was
 * stopped. */
static bool explore_with(struct exploration *exploration, unsigned jobs, bool *together)
{
    enum { CELL_BYTES = 160 }; /* about what a board of its own takes for each cell */
    struct graph *graph = &exploration->graph;
    struct walk walk = {.exploration = exploration, .graph = graph, .enough = UINT32_MAX};
    walk.walkers = calloc(jobs, sizeof *walk.walkers);
    struct walker *first = walk.walkers;
    bool is_new, good = first != NULL && walker_make(&walk, 0);
    exploration->failed = !good;
    if (good) {
        walk.count = 1;
        walk.enough = jobs > 1 ? exploration->alone : UINT32_MAX;
        if (add_position(first, 0, &is_new) != NODE_NONE) {
            position_know_chain(first->position, graph_node(graph, 0)->end);
            enter(first, 0);
            walk_on(&walk, 0);
        }
        if (atomic_load(&walk.stop) == STOP_ENOUGH) {
            while (walk.count < jobs && walker_make(&walk, walk.count))
                walk.count++;
            walk.enough = UINT32_MAX;
            atomic_store(&walk.stop, STOP_NOT);
            /* The memory that sharing takes besides the graph counts while threads share the graph. */
            size_t each = sizeof(struct walker) + (size_t)grid_size(&exploration->board->grid) * CELL_BYTES;
            graph->shared = true;
            graph->beside = (size_t)(walk.count - 1) * each;
            atomic_fetch_add(&graph->bytes, graph->beside);
            threads_run(walk.count, walk_on, &walk);
            struct graph_table *table = atomic_load_explicit(&graph->table, memory_order_relaxed);
            graph->shared = false;
            free_tables(table->before);
            table->before = NULL;
            atomic_fetch_sub(&graph->bytes, graph->beside);
            graph->beside = 0;
        }
        enum stop stop = (enum stop)atomic_load(&walk.stop);
        good = stop == STOP_NOT;
        exploration->failed = stop == STOP_FAILED;
        for (unsigned n = 0; n < walk.count && stop == STOP_LIMIT; n++) {
            if (watch_stopped(&walk.walkers[n].watch))
                exploration->watch = walk.walkers[n].watch;
        }
        while (first->length > 0)
            leave(first);
    }
    *together = walk.count > 1;
    for (unsigned n = 0; first != NULL && n < jobs; n++) {
        free(walk.walkers[n].way);
        free(walk.walkers[n].at);
        position_free(&walk.walkers[n].own);
    }
    free(walk.walkers);
    return good;
}

bool exploration_make(struct exploration *exploration, const struct puzzle *puzzle, const struct limits *limits,
                      const struct longcat_method *method)
{
    *exploration = (struct exploration){.board = longcat_board(puzzle), .alone = 32};
    const unsigned rules = method != NULL ? method->rules : longcat_pruning(puzzle);
    watch_start(&exploration->watch, limits);
    if (!position_make(&exploration->position, exploration->board, method != NULL && method->wide, rules))
        return false;
    if (method != NULL && method->weak_hash)
        position_weaken_hash(&exploration->position, 3);
    if (method != NULL && method->alone > 0)
        exploration->alone = method->alone;
    exploration->restless = method != NULL && method->restless;
    return graph_make(&exploration->graph);
}

void exploration_free(struct exploration *exploration)
{
    position_free(&exploration->position);
    graph_free(&exploration->graph);
}

bool explore(struct exploration *exploration)
{
    const struct limits *limits = exploration->watch.limits;
    unsigned threads = exploration->position.kind == POSITION_WIDE ? limits_threads(limits) : 1;
    bool together, good = explore_with(exploration, threads, &together);
    if (exploration->failed || !together)
        return good;
    /* Before a limit is hit, several threads may find more than one thread would.  So if that matters and time is left,
     * one thread searches again alone. */
    struct graph *graph = &exploration->graph;
    struct watch *watch = &exploration->watch;
    if (good) {
        if ((limits->max_states == 0 || graph->used <= limits->max_states) &&
            (limits->max_memory == 0 || graph->bytes <= limits->max_memory))
            return true;
    } else {
        watch_clear(watch);
        watch_hurry(watch);
        if (!watch_allows(watch, 0, 0)) /* the time is up */
            return false;
    }
    graph_free(graph);
    exploration->failed = !graph_make(graph);
    return !exploration->failed && explore_with(exploration, 1, &together);
}

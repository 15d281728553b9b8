/* The positions that LongCat's search has visited, and where their slides lead.
 *
 * A node holds no board.  With one bit per cell it holds the open cells and the head, which is the whole position.  On
 * the general board it holds a hash of the covered cells and its parent, the node from which it was first reached.  The
 * cells covered in between lie between the two heads.  To compare a position with a node, the search goes back from the
 * node to a node that the position came through, too.  That mostly takes a few slides.  If the position covers all
 * cells covered since then, and no more cells than the node, the two are the same.
 *
 * Several threads may find and add nodes.  A node never moves.  The part that identifies its position is written
 * before others can find it, and each of its links is claimed by one thread.  Only adding a node takes a lock. */
#ifndef ONLYWAY_SOLVE_LONGCAT_GRAPH_H
#define ONLYWAY_SOLVE_LONGCAT_GRAPH_H

#include "solve/longcat/position.h"
#include "solve/longcat/solver.h"
#include "solve/search/count.h"
#include "solve/search/limits.h"

#include <stdatomic.h>

/* Where a slide leads: LINK_FIRST plus the number of a node, or one of the values below it (LINK_LOST: proved lost).
 * LINK_PLAINLY is set if it leads to an obviously lost position, as the rules of the game define it. */
enum { LINK_UNTRIED, LINK_CLAIMED, LINK_NO_MOVE, LINK_LOST, LINK_FIRST };

#define LINK_PLAINLY (UINT32_C(1) << 31)

#define NODE_NONE UINT32_MAX

struct cat_node {
    union {
        uint64_t hash;   /* position_hash */
        count solutions; /* from here, once all nodes are known and counted */
    };
    _Atomic uint32_t after[DIRECTIONS];
    union {
        uint32_t parent;   /* the node from which a slide first led here; the start is its own parent */
        uint32_t shortest; /* once counted: number of moves of the shortest solution */
    };
    union {
        uint32_t head;
        uint32_t mark; /* once counted: free for searches to use, 0 at first */
    };
    uint32_t open;          /* cells still to be covered */
    struct chain_end end;   /* see position_chain_end */
    _Atomic uint32_t stage; /* enum node_stage */
};

enum node_stage {
    NODE_OPEN,
    NODE_DONE, /* all positions that can be reached from here are in the graph */
    NODE_COUNTED,
};

enum { GRAPH_CHUNKS = 327 };

/* Data that one thread writes all the time lies this many bytes away from data that others read, which would otherwise
 * keep dropping out of their caches.  These are two cache lines, because some processors fetch lines in pairs. */
#define THREADS_APART 128

struct graph {
    _Alignas(THREADS_APART) struct cat_node *chunks[GRAPH_CHUNKS]; /* of sizes that follow from the node's number */
    _Atomic(struct graph_table *) table; /* older tables are kept while other threads may still search them */
    _Alignas(THREADS_APART) _Atomic uint32_t used;
    _Atomic size_t bytes; /* memory that the graph will take with one more node */
    atomic_flag lock;
    bool shared;   /* between threads */
    size_t beside; /* the part of `bytes` that is taken only while the graph is shared */
};

/* A position to look for, and the nodes that it came through. */
struct graph_way {
    const struct position *position;
    const uint32_t *at; /* [open cells at the start + 1] for each number of open cells, the node with that many open
                         * cells that the position came through, or NODE_NONE */
};

struct cat_node *graph_node(const struct graph *graph, uint32_t number);

/* Returns the node that a link leads to, or NODE_NONE. */
static inline uint32_t graph_number(uint32_t link)
{
    link &= ~LINK_PLAINLY;
    return link < LINK_FIRST ? NODE_NONE : link - LINK_FIRST;
}

/* Returns the node that a slide leads to, or NODE_NONE if it is no move, is proved lost or was not tried. */
static inline uint32_t graph_after(const struct cat_node *node, unsigned direction)
{
    return graph_number(atomic_load_explicit(&node->after[direction], memory_order_relaxed));
}

/* graph_is_move returns whether a slide that was tried is a move; graph_is_plainly_lost whether it leads to an
 * obviously lost position. */
static inline bool graph_is_move(const struct cat_node *node, unsigned direction)
{
    return atomic_load_explicit(&node->after[direction], memory_order_relaxed) >= LINK_LOST;
}

static inline bool graph_is_plainly_lost(const struct cat_node *node, unsigned direction)
{
    return atomic_load_explicit(&node->after[direction], memory_order_relaxed) >= LINK_PLAINLY;
}

/* Like graph_after, but returns a node only if it can be won.  All nodes must be counted. */
static inline uint32_t graph_winning_after(const struct graph *graph, uint32_t number, unsigned direction)
{
    uint32_t after = graph_after(graph_node(graph, number), direction);
    return after != NODE_NONE && graph_node(graph, after)->solutions != 0 ? after : NODE_NONE;
}

/* --- the search ---
 *
 * Each thread searches depth first from the start, as a single thread would; they share only the graph.  A thread
 * claims an untried slide, tries it and records its link.  It puts off a node below which another thread is at work,
 * so the threads spread over the branches.  If nothing else is left, it goes there and helps.  A node is done when
 * all nodes below it are done; the search is done when the start is.
 *
 * The set of positions found, and all that is recorded about them except numbers and parents, does not depend on the
 * number of threads.  It would if a limit stopped the search, so such a search runs again with one thread, unless the
 * time is up. */

struct exploration {
    const struct longcat *board;
    struct position position; /* where the search starts; it is the same again at the end */
    struct graph graph;       /* of the positions found; the start has number 0 */
    struct watch watch;
    uint32_t alone; /* positions that one thread finds before the others begin */
    bool restless;  /* threads yield at critical points, so that they meet often; for tests */
    bool failed;    /* out of memory */
};

/* Prepares a search from the start of the level; the caller may slide the position on.  `method` NULL: the default.
 * Returns false if memory runs out; free it even then.  `limits` must outlive it. */
bool exploration_make(struct exploration *exploration, const struct puzzle *puzzle, const struct limits *limits,
                      const struct longcat_method *method);
void exploration_free(struct exploration *exploration);

/* Returns whether the pruning rules, colours aside, prove that the position to start from cannot be won. */
static inline bool exploration_is_lost(struct exploration *exploration)
{
    struct position *position = &exploration->position;
    return !position_solved(position) && position_hopeless(position, position->rules);
}

/* Finds all positions that can be reached and are not proved lost, with up to as many threads as the limits allow if
 * that pays.  The start must not be proved lost.  Returns false if memory ran out (`failed`) or a limit was hit (the
 * watch says which).  At a limit the graph holds what was found so far. */
bool explore(struct exploration *exploration);

#endif

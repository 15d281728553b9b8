/* The positions that LongCat's search has been to, and where their slides lead.
 *
 * A node holds no position.  One bit a cell, it holds the open cells and the head, which is all.  On the general board
 * it holds a hash of what is covered, and the node that it was first slid to from: what was covered in between lies
 * between the two heads, so that a position is compared with a node by going back from it until a node that the
 * position came through, too; mostly that is a few slides.  All that was covered since must be covered in the
 * position, and no more cells: then they are the same.
 *
 * Several threads may find and add nodes.  A node never moves; what tells what position it is of is written before
 * others can find it, and its links are claimed by one of them.  Only adding takes a lock. */
#ifndef ONLYWAY_SOLVE_LONGCAT_GRAPH_H
#define ONLYWAY_SOLVE_LONGCAT_GRAPH_H

#include "solve/longcat/position.h"
#include "solve/search/count.h"

#include <stdatomic.h>

/* Where a slide leads: LINK_FIRST plus the number of a node, or one of the others (LINK_LOST: proved lost).
 * LINK_PLAINLY is added where that is obviously lost, as the rules of the game define it. */
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
        uint32_t parent;   /* the node before the slide that led here first; of the start: itself */
        uint32_t shortest; /* once counted: moves of the shortest solution */
    };
    union {
        uint32_t head;
        uint32_t mark; /* once counted: free for walks, 0 at first */
    };
    uint32_t open;          /* cells still to be covered */
    struct chain_end end;   /* as position_chain_end */
    _Atomic uint32_t stage; /* enum node_stage */
};

enum node_stage { NODE_OPEN, NODE_DONE, NODE_COUNTED }; /* DONE: what can be reached from here is in the graph */

enum { GRAPH_CHUNKS = 327 };

/* What one thread writes all the time lies as many bytes from what others read, or their processors would have to
 * fetch it anew each time; two lines of a cache, as some processors fetch these in pairs. */
#define THREADS_APART 128

struct graph {
    _Alignas(THREADS_APART) struct cat_node *chunks[GRAPH_CHUNKS]; /* of sizes that the number of a node tells */
    _Atomic(struct graph_table *) table; /* those before it are kept while others may still look there */
    _Alignas(THREADS_APART) _Atomic uint32_t used;
    _Atomic size_t bytes; /* that the graph takes with one more node */
    atomic_flag lock;
    bool shared;   /* between threads */
    size_t beside; /* what of the bytes is only taken while it is */
};

/* A position that is looked for, and how it was come to. */
struct graph_way {
    const struct position *position;
    const uint32_t *at; /* [open cells at the start + 1] the node with so many open cells that it came through, or
                         * NODE_NONE */
};

/* False: out of memory. */
bool graph_make(struct graph *graph);
void graph_free(struct graph *graph);

struct cat_node *graph_node(const struct graph *graph, uint32_t number);

/* The number of the position at hand, or NODE_NONE. */
uint32_t graph_find(const struct graph *graph, const struct graph_way *way);

/* Adds the position at hand, which was slid to from a node, unless it is there meanwhile.  Returns its number, or
 * NODE_NONE: out of memory. */
uint32_t graph_add(struct graph *graph, const struct graph_way *way, uint32_t parent, bool *is_new);

/* Before threads begin to share the graph, which takes so many bytes beside it; and after all have ended. */
void graph_share(struct graph *graph, size_t bytes);
void graph_keep(struct graph *graph);

/* The node that a link leads to, or NODE_NONE. */
static inline uint32_t graph_number(uint32_t link)
{
    link &= ~LINK_PLAINLY;
    return link < LINK_FIRST ? NODE_NONE : link - LINK_FIRST;
}

/* Where a slide leads; NODE_NONE: it is no move, or proved lost, or was not tried. */
static inline uint32_t graph_after(const struct cat_node *node, unsigned direction)
{
    return graph_number(atomic_load_explicit(&node->after[direction], memory_order_relaxed));
}

/* Whether a slide that was tried is a move, and whether it is one that leads to where it is obviously lost. */
static inline bool graph_is_move(const struct cat_node *node, unsigned direction)
{
    return atomic_load_explicit(&node->after[direction], memory_order_relaxed) >= LINK_LOST;
}

static inline bool graph_is_plainly_lost(const struct cat_node *node, unsigned direction)
{
    return atomic_load_explicit(&node->after[direction], memory_order_relaxed) >= LINK_PLAINLY;
}

/* Where a slide leads, as graph_after, once all are counted, and only where something can be won. */
static inline uint32_t graph_winning_after(const struct graph *graph, uint32_t number, unsigned direction)
{
    uint32_t after = graph_after(graph_node(graph, number), direction);
    return after != NODE_NONE && graph_node(graph, after)->solutions != 0 ? after : NODE_NONE;
}

#endif

/* The equations of random players' chances; see chance.c for what they say. */
#ifndef ONLYWAY_SOLVE_SEARCH_EQUATIONS_H
#define ONLYWAY_SOLVE_SEARCH_EQUATIONS_H

#include "solve/search/state_graph.h"

enum player { EQUAL, GUIDED, PLAYERS };

/* How much higher or lower estimates count. */
enum { MOST_CLIMB = 16 };

struct equation {
    uint64_t place; /* where its terms begin; they end where the next one's do */
    double wins[PLAYERS], all[PLAYERS]; /* weights of the moves to goals, of all that are considered */
};

struct equations {
    struct state_graph *graph;
    struct equation *list; /* [count + 1] the first is that of the start */
    uint32_t count;
    uint32_t *terms; /* other equations */
    uint8_t *climbs; /* for each, how the estimate rises, + MOST_CLIMB */
    uint64_t term_count, term_room;
    double weights[2 * MOST_CLIMB + 1]; /* of moves, by their climbs + MOST_CLIMB */
    uint32_t *order; /* [count] what others depend on comes first; those that depend on one another stand
                      * together, by their numbers */
    bool *last;      /* [count] the n-th in order is the last of those that it stands together with */
    size_t charged;
};

/* Writes the equations of a start that is no goal and can be won, and puts them in order.  False: a limit,
 * named in the search's watch, or search->failed.  What there is has to be freed in any case. */
bool equations_make(struct equations *equations, struct state_graph *graph, uint32_t start);
void equations_free(struct equations *equations);

/* Memory within the limit, all zero, which equations_free discharges.  NULL: there is none. */
void *equations_take(struct equations *equations, uint64_t many, size_t size);

/* Gives memory back before that. */
void equations_give_back(struct equations *equations, void *memory, uint64_t many, size_t size);

/* Puts equations in order.  False: likewise. */
bool equations_sort(struct equations *equations);

#endif

/* The order of equations; see equations.h.
 *
 * Equations that depend on one another, directly or through others, are the strongly connected components of
 * the graph of terms.  Tarjan's algorithm finds them in the order that is wanted.  It keeps a stack of its
 * own, as ways are long.  (R. Tarjan, Depth-first search and linear graph algorithms, 1972.) */
#include "solve/search/equations.h"

#include <stdlib.h>

/* A visit that is going on. */
struct visit {
    uint32_t equation;
    uint32_t number; /* counted from 1 */
    uint32_t next;   /* of its terms */
};

struct sorting {
    struct equations *equations;
    uint32_t *low; /* [count] the first visit that it is known to lead back to, counted from 1; 0: not visited
                    * yet; DONE: in order */
    uint32_t *waiting; /* [count] visited, not in order yet */
    struct visit *visits; /* [count] */
    uint32_t visited, waiting_count, depth, sorted;
};

#define DONE UINT32_MAX

static void begin_visit(struct sorting *sorting, uint32_t equation)
{
    sorting->low[equation] = ++sorting->visited;
    sorting->waiting[sorting->waiting_count++] = equation;
    sorting->visits[sorting->depth++] = (struct visit){equation, sorting->visited, 0};
}

static int by_number(const void *one, const void *other)
{
    uint32_t a = *(const uint32_t *)one, b = *(const uint32_t *)other;
    return (a > b) - (a < b);
}

/* Puts an equation and all that wait behind it in order. */
static void put_in_order(struct sorting *sorting, uint32_t equation)
{
    struct equations *equations = sorting->equations;
    uint32_t first = sorting->sorted, member;
    do {
        member = sorting->waiting[--sorting->waiting_count];
        sorting->low[member] = DONE;
        equations->order[sorting->sorted++] = member;
    } while (member != equation);
    equations->last[sorting->sorted - 1] = true;
    uint32_t many = sorting->sorted - first;
    if (many > 1)
        qsort(equations->order + first, many, sizeof *equations->order, by_number);
}

/* Looks at the next term of the visit at hand, which stays the same one where it begins another visit: that
 * one's low is looked at when it is over.  False: it has no more terms. */
static bool look_further(struct sorting *sorting)
{
    const struct equations *equations = sorting->equations;
    struct visit *visit = &sorting->visits[sorting->depth - 1];
    const struct equation *equation = &equations->list[visit->equation];
    if (equation->place + visit->next == equation[1].place)
        return false;
    uint32_t other = equations->terms[equation->place + visit->next];
    if (sorting->low[other] == 0) {
        begin_visit(sorting, other);
        return true;
    }
    if (sorting->low[other] < sorting->low[visit->equation])
        sorting->low[visit->equation] = sorting->low[other];
    visit->next++;
    return true;
}

/* All equations are what the first one depends on. */
static bool visit_all(struct sorting *sorting)
{
    struct watch *watch = &sorting->equations->graph->search->watch;
    begin_visit(sorting, 0);
    while (sorting->depth > 0) {
        if (look_further(sorting))
            continue;
        const struct visit *visit = &sorting->visits[--sorting->depth];
        if (sorting->low[visit->equation] == visit->number)
            put_in_order(sorting, visit->equation);
        if (!watch_allows(watch, 0, 0))
            return false;
    }
    return true;
}

bool equations_sort(struct equations *equations)
{
    struct sorting sorting = {.equations = equations};
    uint64_t count = equations->count;
    equations->order = equations_take(equations, count, sizeof *equations->order);
    equations->last = equations_take(equations, count, sizeof *equations->last);
    sorting.low = equations_take(equations, count, sizeof *sorting.low);
    sorting.waiting = equations_take(equations, count, sizeof *sorting.waiting);
    sorting.visits = equations_take(equations, count, sizeof *sorting.visits);
    bool good = equations->order != NULL && equations->last != NULL && sorting.low != NULL &&
                sorting.waiting != NULL && sorting.visits != NULL && visit_all(&sorting);
    equations_give_back(equations, sorting.low, count, sizeof *sorting.low);
    equations_give_back(equations, sorting.waiting, count, sizeof *sorting.waiting);
    equations_give_back(equations, sorting.visits, count, sizeof *sorting.visits);
    return good;
}

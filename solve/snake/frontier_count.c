/* Adding up Hamiltonian cycles; see frontier_count.h. */
#include "solve/snake/frontier_count.h"

static void add_part(void *context, const uint64_t *count, unsigned words, bool odd)
{
    struct natural *cycles = context, number = {0};
    natural_set_words(&number, count, words);
    natural_add(&cycles[odd], &number);
    natural_free(&number);
}

enum frontier_outcome frontier_count(const struct frontier_graph *graph, struct watch *watch, struct natural cycles[2],
                                     uint64_t *states)
{
    natural_set(&cycles[0], 0);
    natural_set(&cycles[1], 0);
    enum frontier_outcome outcome = frontier_find(graph, watch, add_part, cycles, states);
    return cycles[0].failed || cycles[1].failed ? FRONTIER_NO_MEMORY : outcome;
}

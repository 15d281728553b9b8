/* Adding up Hamiltonian cycles; see frontier_count.h. */
#include "solve/snake/frontier_count.h"

static void add_part(void *context, const uint64_t *count, unsigned words, bool odd)
{
    mpz_t *cycles = context, number;
    mpz_init(number);
    mpz_import(number, words, -1, sizeof *count, 0, 0, count);
    mpz_add(cycles[odd], cycles[odd], number);
    mpz_clear(number);
}

enum frontier_outcome frontier_count(const struct frontier_graph *graph, struct watch *watch,
                                     mpz_t cycles[2], uint64_t *states)
{
    mpz_set_ui(cycles[0], 0);
    mpz_set_ui(cycles[1], 0);
    return frontier_find(graph, watch, add_part, cycles, states);
}

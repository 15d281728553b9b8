/* A quick look at whether a level has one solution, but for the order of its pushes.
 *
 * Most of a room's deepest levels have several, and the solver that tells for certain takes much
 * longer than this, which has a search of the room at hand.  It walks through the states on
 * shortest solutions and gives each the classes of the ways that lead to it, two ways being of one
 * class where they differ in neighbouring pushes that changed places.  Solutions that are images of each
 * other it takes for different ones, and sets of solutions that are large it leaves alone: "no" is said
 * of some levels that are unique. */
#ifndef ONLYWAY_GEN_SOKOBAN_SINGLE_H
#define ONLYWAY_GEN_SOKOBAN_SINGLE_H

#include <stdbool.h>
#include <stdint.h>

enum { SINGLE_MOST_PUSHES = 4 * 6 };

/* Where shortest solutions go: writes the states that are one push nearer to the goals, and the labels of
 * these pushes, SINGLE_MOST_PUSHES at most.  Returns how many; 0: it is solved. */
typedef unsigned nearer_function(const void *context, uint32_t state, uint32_t *states,
                                 uint16_t *labels);

struct single;

/* For searches of so many states.  NULL: out of memory. */
struct single *single_make(uint32_t most_states);
void single_free(struct single *single);

/* Tests a level by its start. */
bool single_test(struct single *single, uint32_t start, nearer_function *nearer,
                 const void *context);

#endif

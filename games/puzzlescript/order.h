/* Whether the order in which rule matches are applied makes a difference; see order.c. */
#ifndef ONLYWAY_GAMES_PUZZLESCRIPT_ORDER_H
#define ONLYWAY_GAMES_PUZZLESCRIPT_ORDER_H

#include "games/puzzlescript/program.h"

/* Returns true if any two matches of two rules (which may be the same rule), wherever they are, have the same result in
 * either order. `moves`: the movements that can occur, as a row of move_words. *effort is the remaining budget, in
 * pairs of cells compared; the result is false once it is used up. */
bool ps_rules_commute(const struct ps_program *program, const uint64_t *moves, const struct ps_rule *one,
                      const struct ps_rule *other, long *effort);

#endif

/* Whether it matters in which order matches of rules are made; see order.c. */
#ifndef ONLYWAY_GAMES_PUZZLESCRIPT_ORDER_H
#define ONLYWAY_GAMES_PUZZLESCRIPT_ORDER_H

#include "games/puzzlescript/program.h"

/* True if any two matches of two rules (of one rule, if they are the same) come to the same in either order,
 * wherever they are.  `moves`: the movements there can be at all, as a row of the program's move_words.  *effort is
 * what may still be done, in pairs of cells compared; once it is used up, nothing is true. */
bool ps_rules_commute(const struct ps_program *program, const uint64_t *moves, const struct ps_rule *one,
                      const struct ps_rule *other, long *effort);

#endif

/* What rules can do under one key: which movements there can be, and so which rules are idle. */
#ifndef ONLYWAY_GAMES_PUZZLESCRIPT_PHASES_H
#define ONLYWAY_GAMES_PUZZLESCRIPT_PHASES_H

#include "games/grid.h"
#include "games/puzzlescript/masks.h"

/* When rules are tried: after a way of the player (enum direction), his action, in a turn that follows by itself; and
 * late rules, when movements have ended. */
enum { PS_ACTS = DIRECTIONS, PS_TICK, PS_LATE, PS_PHASES };

enum { PS_MOVE_WORDS = PS_MAX_LAYERS / PS_LAYERS_IN_WORD + 1 };

extern const unsigned ps_way_bits[DIRECTIONS];

const struct ps_groups *ps_groups_of(const struct ps_program *program, unsigned phase);
bool ps_phase_is_used(const struct ps_program *program, unsigned phase);
bool ps_has_command(const struct ps_program *program, unsigned commands);

/* Adds the movements there can be in a phase: those that the player begins with, and those that rules give which can
 * match with such movements. */
void ps_find_moves(const struct ps_program *program, unsigned phase, uint64_t *moves);

/* Whether a rule needs a movement that there cannot be. */
bool ps_is_idle(const struct ps_program *program, const struct ps_rule *rule, const uint64_t *moves);

/* Whether rules may leave a movement in a layer of a cell where nothing is that moves: what comes there would go on
 * with it, or not, as cells are looked at. */
bool ps_leaves_movement(const struct ps_program *program, const struct ps_groups *groups, const uint64_t *moves);

#endif

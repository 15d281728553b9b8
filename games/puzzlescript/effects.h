/* What rules can do under one key: which movements can occur, and thus which rules are idle. */
#ifndef ONLYWAY_GAMES_PUZZLESCRIPT_EFFECTS_H
#define ONLYWAY_GAMES_PUZZLESCRIPT_EFFECTS_H

#include "games/grid.h"
#include "games/puzzlescript/program.h"

enum { PS_MOVE_WORDS = PS_MAX_LAYERS / PS_LAYERS_IN_WORD + 1 };

extern const unsigned ps_way_bits[DIRECTIONS];

const struct ps_groups *ps_groups_of(const struct ps_program *program, unsigned phase);
bool ps_phase_is_used(const struct ps_program *program, unsigned phase);
bool ps_has_command(const struct ps_program *program, unsigned commands);

/* Adds the movements that can occur in a phase: those of the player, and those set by rules that can match given such
 * movements. */
void ps_find_moves(const struct ps_program *program, unsigned phase, uint64_t *moves);

/* Whether a rule needs a movement that cannot occur. */
bool ps_is_idle(const struct ps_program *program, const struct ps_rule *rule, const uint64_t *moves);

/* Whether rules may leave a movement in a layer of a cell that has no object there to move.  An object that later
 * enters that layer of the cell may go on with the movement, depending on the order in which cells are visited. */
bool ps_leaves_movement(const struct ps_program *program, const struct ps_groups *groups, const uint64_t *moves);

/* Marks the objects that a rule may create, remove or move, and all player objects. */
void ps_find_dynamic(const struct ps_program *program, uint64_t *dynamic);

/* Whether a cell that matches a pattern may contain an object. */
bool ps_allows(const struct ps_program *program, const struct ps_pattern *pattern, int id);

#endif

/* The list of all small changes of a level. */
#ifndef ONLYWAY_SOLVE_EXPLAIN_EDITS_H
#define ONLYWAY_SOLVE_EXPLAIN_EDITS_H

#include "solve/explain/edit.h"

/* A change of one cell, or an exchange between two cells. */
struct edit {
    struct cell_change changes[2];
    unsigned count;
};

/* Lists all edits in a fixed order: new contents of cells; pieces moved to cells without one, or exchanged; marks on
 * the ground moved.  *edits is made here; it is empty if the game's levels are not edited.  Returns false if memory
 * runs out. */
bool edits_list(const struct subject *subject, struct edit **edits, size_t *count);

/* Returns whether both edits change the same cell. */
bool edits_meet(const struct edit *a, const struct edit *b);

/* Returns whether an edit only closes ways: it puts a wall on plain ground, in a game in which walls do nothing
 * else. */
bool edit_only_closes(const struct subject *subject, const struct edit *edit);

#endif

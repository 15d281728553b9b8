/* All small changes of a level. */
#ifndef ONLYWAY_SOLVE_EXPLAIN_EDITS_H
#define ONLYWAY_SOLVE_EXPLAIN_EDITS_H

#include "solve/explain/edit.h"

/* A change of one cell, or what two cells exchange. */
struct edit {
    struct cell_change changes[2];
    unsigned count;
};

/* Lists them in a fixed order: contents of cells, pieces moved to cells that have none or exchanged, marks on the
 * ground moved.  *edits is made here, and empty where the game's levels are not edited.  False: out of
 * memory. */
bool edits_list(const struct subject *subject, struct edit **edits, size_t *count);

/* Whether both change a cell. */
bool edits_meet(const struct edit *a, const struct edit *b);

/* Whether a change only takes ways away: in a game in which walls do no more than that, a wall on plain ground. */
bool edit_only_closes(const struct subject *subject, const struct edit *edit);

#endif

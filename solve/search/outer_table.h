/* The first part of a search with partners: as long as memory lasts, each has its states in a table, as search_best_first
 * has; see outer_table.c.  Inside the outer search. */
#ifndef ONLYWAY_SOLVE_SEARCH_OUTER_TABLE_H
#define ONLYWAY_SOLVE_SEARCH_OUTER_TABLE_H

#include "solve/search/outer_inside.h"
#include "solve/search/share.h"
#include "solve/search/waiting.h"

/* The states that wait and were met with so many moves, by how much larger their f is. */
struct table_row {
    struct list *lists;
    size_t count;
};

struct outer_table {
    struct search search; /* the states of this partner */
    struct round round;
    struct share share;
    struct table_row *rows; /* by moves */
    size_t row_count;
    uint64_t f, g;       /* the bucket at hand */
    struct list at_hand; /* its states */
    uint64_t next;       /* of these; those before are expanded */
    bool full;           /* there is no room for more states */
};

/* How the forward search in the table ended, for all alike. */
enum table_end {
    TABLE_DONE, /* all is expanded up to the depth */
    TABLE_LEFT, /* somebody's memory is used up, or has to write down what it has, or to stop: go on from outer_table_spill */
    TABLE_FAILED, /* it is over, undecided */
};

/* Makes an empty table.  False: out of memory. */
bool outer_table_make(struct outer_work *work);
void outer_table_free(struct outer_work *work);

/* Adds the start, where it is this partner's.  False: out of memory. */
bool outer_table_begin(struct outer_work *work, const unsigned char *start);

/* Expands everything up to the depth; collective. */
enum table_end outer_table_go_forth(struct outer_work *work);

/* Makes runs of all that is in the table and frees it. */
bool outer_table_spill(struct outer_work *work);

/* Collects the states of the shortest solutions after TABLE_DONE, as outer_go_back does; collective. */
bool outer_table_go_back(struct outer_work *work);

#endif

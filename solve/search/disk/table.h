/* The first part of a search on disk or with ranks: as long as memory lasts, each has its states in a table, as
 * search_best_first has; see table.c.  Inside the search on disk. */
#ifndef ONLYWAY_SOLVE_SEARCH_DISK_TABLE_H
#define ONLYWAY_SOLVE_SEARCH_DISK_TABLE_H

#include "solve/search/bits.h"
#include "solve/search/disk/inside.h"
#include "solve/search/share.h"
#include "solve/search/waiting.h"

/* The states that wait and were met with so many moves, by how much larger their f is. */
struct table_row {
    struct list *lists;
    size_t count;
};

/* A file that holds a part of a table, of so many states. */
struct table_piece {
    uint64_t file, count, sum;
};

enum table_part { TABLE_STATES, TABLE_MOVES, TABLE_WAITS };

/* The table as it was written down. */
struct table_pieces {
    struct table_piece *states; /* one after the other; owned */
    size_t count;               /* of these */
    struct table_piece moves, waits;
};

struct disk_table {
    struct search search; /* the states of this rank */
    struct table_pieces pieces;
    struct round round;
    struct share share;
    struct table_row *rows; /* by moves */
    size_t row_count;
    uint64_t f, g;         /* the bucket at hand */
    struct list at_worker; /* its states */
    uint64_t next;         /* of these; those before are expanded */
    bool full;             /* there is no room for more states */
};

/* How the forward search in the table ended, for all alike. */
enum table_end {
    TABLE_DONE,   /* all is expanded up to the depth */
    TABLE_LEFT,   /* somebody's memory is used up, or has to stop: go on from disk_table_spill, or write it down */
    TABLE_FAILED, /* it is over, undecided */
};

/* Makes an empty table.  False: out of memory. */
bool disk_table_make(struct disk_work *work);
void disk_table_free(struct disk_work *work);

/* Adds the start, where it is this rank's.  False: out of memory. */
bool disk_table_begin(struct disk_work *work, const unsigned char *start);

/* Expands everything up to the depth; collective. */
enum table_end disk_table_go_forth(struct disk_work *work);

/* Makes runs of all that is in the table and frees it. */
bool disk_table_spill(struct disk_work *work);

/* --- checkpoints (table.c) --- */

/* Whether all that this rank has is in the table. */
bool disk_table_is_whole(const struct disk_work *work);

/* Writes the table, which stays, into files of the space. */
bool disk_table_write(struct disk_work *work);

/* Adds the lines of a checkpoint that tell of these files. */
void disk_table_add_lines(const struct disk_table *table, struct text *text);

/* Takes one of these lines, then, after all lines, what they tell of; if that does not fit into a table, there is none,
 * but runs. */
bool disk_table_take_piece(struct disk_work *work, enum table_part part, uint64_t file, uint64_t count, uint64_t sum);
bool disk_table_take_up(struct disk_work *work);

/* Collects the states of the shortest solutions after TABLE_DONE, as disk_go_back does; collective. */
bool disk_table_go_back(struct disk_work *work);

#endif

/* The first part of a search on disk or with ranks: while memory lasts, each rank keeps its states in a table, like
 * search_best_first; see table.c.  Internal to the search on disk. */
#ifndef ONLYWAY_SOLVE_SEARCH_DISK_TABLE_H
#define ONLYWAY_SOLVE_SEARCH_DISK_TABLE_H

#include "solve/search/bits.h"
#include "solve/search/disk/inside.h"
#include "solve/search/share.h"
#include "solve/search/waiting.h"

/* The waiting lists of the states met with some number of moves g, indexed by f - g. */
struct table_row {
    struct list *lists;
    size_t count;
};

/* A file that holds a part of a table: some number of states, with a checksum. */
struct table_piece {
    uint64_t file, count, sum;
};

enum table_part { TABLE_STATES, TABLE_MOVES, TABLE_WAITS };

/* The table as the last checkpoint has it. */
struct table_pieces {
    struct table_piece *states; /* in the order of the states; owned */
    size_t count;               /* of `states` */
    struct table_piece moves, waits;
};

struct disk_table {
    struct search search; /* the states of this rank */
    struct table_pieces pieces;
    struct round round;
    struct share share;
    struct table_row *rows; /* by moves */
    size_t row_count;
    uint64_t f, g;         /* the current bucket */
    struct list at_worker; /* the states of the bucket */
    uint64_t next;         /* index into at_worker; the states before it are expanded */
    bool full;             /* there is no room for more states */
};

/* How the forward search in the table ended; the same at all ranks. */
enum table_end {
    TABLE_DONE,   /* everything up to the depth is expanded */
    TABLE_LEFT,   /* a rank's memory is used up, or a rank has to stop: call disk_table_spill or write a checkpoint */
    TABLE_FAILED, /* the search is over, undecided */
};

/* Makes an empty table.  Returns false if memory runs out. */
bool disk_table_make(struct disk_work *work);
void disk_table_free(struct disk_work *work);

/* Adds the start if this rank owns it.  Returns false if memory runs out. */
bool disk_table_begin(struct disk_work *work, const unsigned char *start);

/* Expands everything up to the depth; collective. */
enum table_end disk_table_go_forth(struct disk_work *work);

/* Turns the table into runs and frees it. */
bool disk_table_spill(struct disk_work *work);

/* --- checkpoints (table.c) --- */

/* Whether the table holds all states of this rank. */
bool disk_table_is_whole(const struct disk_work *work);

/* Writes the table into files of the space.  The table stays. */
bool disk_table_write(struct disk_work *work);

/* Does the same for the states of a search from the start; `states` names the file that has them already.  work->table
 * must be NULL.  Afterwards it is a table that names the files, and nothing else. */
bool disk_table_write_search(struct disk_work *work, const struct search *search, const bits *waits,
                             const struct table_piece *states);

/* Adds the checkpoint lines that name these files. */
void disk_table_add_lines(const struct disk_table *table, struct text *text);

/* disk_table_take_piece takes one of these lines.  After all lines, disk_table_take_up loads the table.  If it does not
 * fit into memory, it becomes runs and there is no table. */
bool disk_table_take_piece(struct disk_work *work, enum table_part part, uint64_t file, uint64_t count, uint64_t sum);
bool disk_table_take_up(struct disk_work *work);

/* Collects the states on shortest solutions after TABLE_DONE, like disk_go_back; collective. */
bool disk_table_go_back(struct disk_work *work);

#endif

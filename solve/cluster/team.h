/* The ranks (MPI processes) that share a search.
 *
 * Rank 0 does what `solve` does: it reads, judges and prints.  The others serve: they wait until a search is too large
 * for rank 0 alone, receive the level as a task (task.h), make the same puzzle from it, own a part of the states during
 * the search, and wait again.  So rank 0 alone does everything except a large search, and the output cannot depend on
 * the number of ranks. */
#ifndef ONLYWAY_SOLVE_CLUSTER_TEAM_H
#define ONLYWAY_SOLVE_CLUSTER_TEAM_H

#include "solve/cluster/wire.h"
#include "base/program.h"
#include "solve/level/jobs.h"

enum team_state { TEAM_WAITS, TEAM_WORKS, TEAM_REFUSES };

/* The traffic between this rank and the others in a search. */
struct rank_traffic {
    uint64_t reductions, exchanges;
    uint64_t records, bytes; /* sent to other ranks */
};

struct team {
    const struct program *program;
    struct wire wire;
    struct disk_ranks ranks;
    unsigned jobs;         /* this rank's share of the machine's processors */
    enum team_state state; /* of rank 0: whether the others wait for a task, work on one or have refused it */
    const struct job *job; /* rank 0: the job being judged, or NULL; its limits and folder follow */
    const struct limits *limits;
    const char *folder;
    struct rank_traffic traffic; /* during the search of this level */
};

/* Call between MPI_Init and MPI_Finalize.  The team must not be moved.  Returns false on every rank if one is out of
 * memory.  Free its wire, even then. */
bool team_make(struct team *team, const struct program *program);

/* Rank 0: returns the functions that the solve command calls with a team. */
struct solving_team team_for_solving(struct team *team);

/* The other ranks: serves until rank 0 tells them an empty text. */
void team_serve(struct team *team);

#endif

/* The processes that share a search.
 *
 * Process 0 does what `solve` does: it reads, judges, prints.  The others serve: they wait until a search is too large
 * for it alone, are given the level as a task (task.h), make the same puzzle of it, own their part of the states
 * while the search lasts, and wait again.  So all that is not a large search is done once, and what is printed
 * cannot depend on how many serve. */
#ifndef ONLYWAY_SOLVE_CLUSTER_TEAM_H
#define ONLYWAY_SOLVE_CLUSTER_TEAM_H

#include "solve/cluster/wire.h"
#include "base/program.h"
#include "solve/level/team.h"

enum team_state { TEAM_WAITS, TEAM_WORKS, TEAM_REFUSES };

/* What this process had to do with others in a search. */
struct rank_traffic {
    uint64_t reductions, exchanges;
    uint64_t records, bytes; /* sent to others in exchanges */
};

struct team {
    const struct program *program;
    struct wire wire;
    struct disk_ranks ranks;
    unsigned jobs;         /* this process's share of the machine's processors */
    enum team_state state; /* of process 0: whether the others wait for a task */
    const struct job *job; /* of process 0: what it is judging, NULL: nothing; with these: */
    const struct limits *limits;
    const char *folder;
    struct rank_traffic traffic; /* in the search of this level */
};

/* Between MPI_Init and MPI_Finalize.  The team stays where it is made.  False, for all alike: out of memory. */
bool team_make(struct team *team, const struct program *program);
void team_free(struct team *team);

/* Process 0: what the solve command does with a team. */
struct solving_team team_for_solving(struct team *team);

/* Process 0: lets the others go. */
void team_dismiss(struct team *team);

/* The other processes: serves until process 0 lets go. */
void team_serve(struct team *team);

#endif

/* Levels on their way through a program: read, made into puzzles, and judged by several threads.
 *
 * A level that cannot be read becomes a job all the same, with what is to be said of it, so that a
 * program goes on with the others and says everything in order. */
#ifndef ONLYWAY_SOLVE_JOBS_H
#define ONLYWAY_SOLVE_JOBS_H

#include "solve/judge.h"
#include "solve/levels.h"

struct job {
    struct level level;
    struct variant variant; /* that is played */
    struct puzzle *puzzle; /* NULL: unreadable, said in `error`; owned */
    struct text error;     /* whole lines */
    struct judgement judgement;
    bool judged; /* false: not asked for, or out of memory */
    double seconds;
    _Atomic uint64_t states; /* met so far, while it is judged */
};

/* Which game the levels are of, and which variant of it. */
struct job_kind {
    const struct game *game;    /* NULL: told by the characters of each level */
    const char *rules, *metric; /* NULL: the default */
    bool chance, ticks;         /* as in struct variant */
    uint64_t seed;
};

/* Finds the game of a name, if not NULL, and checks that it has the variant.  False: it does not,
 * or there is no such game, with the reason in `error`. */
bool job_kind_find(const char *game, struct job_kind *kind, struct text *error);

/* Adds the names of all games to a program's help. */
void job_kind_help(struct text *help);

/* What tells variants apart that are written alike, as struct request has it. */
unsigned job_flavour(const struct job *job);

/* Makes the puzzle of the level that was read into a job, or says in its `error` why there is none. */
void job_load(const struct job_kind *kind, struct job *job);

/* Reads the next level into *job, which must be zero.  False: there are no more. */
bool job_read(struct level_source *source, const struct job_kind *kind, struct job *job);

/* Is told now and then, by a thread of its own, how many jobs are done and how many states were met
 * in all. */
struct jobs_listener {
    void (*tell)(void *context, size_t done, uint64_t states);
    void *context;
};

/* Judges all jobs that have a puzzle: several at once, or a single one with all threads.  They stop
 * as `request` says, but its `jobs` is set here.  `listener` may be NULL. */
void jobs_judge(struct job *jobs, size_t count, struct request request, unsigned threads,
                const struct jobs_listener *listener);

/* Gives back what a job holds and makes it zero. */
void job_free(struct job *job);

#endif

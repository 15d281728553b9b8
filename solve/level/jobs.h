/* Levels on their way through a program: read, made into puzzles, judged by several threads, and finished
 * with, which is printing as a rule, in the order in which they were read.
 *
 * A level that cannot be read becomes a job all the same, with what is to be said of it, so that a
 * program goes on with the others and says everything in order. */
#ifndef ONLYWAY_SOLVE_LEVEL_JOBS_H
#define ONLYWAY_SOLVE_LEVEL_JOBS_H

#include "solve/judge/judge.h"
#include "solve/level/levels.h"

struct job {
    struct level level;
    bool read;     /* false: there is no level, but something that could not be read */
    bool followed; /* more was seen behind it */

    struct variant variant; /* that is played */
    struct puzzle *puzzle;  /* NULL: unreadable, said in `error`; owned */
    struct text error;      /* whole lines */
    bool limited;           /* a limit kept it from being read, and nothing is wrong with it */
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
    const stop_flag *interrupted; /* likewise */
    const struct limits *limits;  /* of reading a file that brings its game with it; NULL: none */
};

/* Finds the game of a name, if not NULL, and checks that it has the variant.  False: it does not,
 * or there is no such game, with the reason in `error`. */
bool job_kind_find(const char *game, struct job_kind *kind, struct text *error);

/* Adds the names of all games to a program's help. */
void job_kind_help(struct text *help);

/* What tells variants apart that are written alike, as struct request has it. */
unsigned job_variant(const struct job *job);

/* Makes the puzzle of the level that was read into a job, or says in its `error` why there is none. */
void job_load(const struct job_kind *kind, struct job *job);

/* Reads the next level into *job, which must be zero, but does not yet make a puzzle of it.  False: there are no
 * more. */
bool job_take(struct level_source *source, struct job *job);

/* The same, with its puzzle. */
bool job_read(struct level_source *source, const struct job_kind *kind, struct job *job);

/* Judges a job, if it has a puzzle, with so many threads. */
void job_judge(struct job *job, struct request request, unsigned threads);

/* What is done with levels, one behind the other.  `read` and `finish` are called by one thread at a time each,
 * `judge` by several. */
struct jobs_steps {
    void *context;
    size_t count;                 /* of the levels; 0: not known yet */
    bool waits;                   /* `read` may have to wait for others, so that it reads no more than is needed */
    const stop_flag *interrupted; /* once it is set no more levels are begun; NULL: it never is */

    /* Fills in a job, which is zero.  False: there are no more. */
    bool (*read)(void *context, struct job *job);

    /* Does what takes time.  `threads` may be used: all for the only level, else one. */
    void (*judge)(void *context, struct job *job, unsigned threads);

    /* Takes the job over, as soon as it is judged and those before it are finished. */
    void (*finish)(void *context, struct job *job);

    /* Is told now and then, by a thread of its own and never during `finish`, how many levels are judged, of how many
     * (0: not known yet), and how many states were met in all; NULL: nothing is to be told. */
    void (*tell)(void *context, size_t judged, size_t count, uint64_t states);
};

/* Does this with all levels, by so many threads, of which the calling one is the first.  False: out of memory, and
 * nothing was done. */
bool jobs_run(const struct jobs_steps *steps, unsigned threads);

/* Judges all jobs of an array that have a puzzle: several at once, or a single one with all threads.  They stop
 * as `request` says, but its `jobs` is set here. */
void jobs_judge(struct job *jobs, size_t count, struct request request, unsigned threads);

/* Gives back what a job holds and makes it zero. */
void job_free(struct job *job);

#endif

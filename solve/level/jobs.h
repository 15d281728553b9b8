/* The steps that a program takes each level through: it reads the level, makes its puzzle, judges it in one of several
 * threads, and finishes it (mostly: prints it) in the order of reading.
 *
 * A level that cannot be read becomes a job, too, with its error message.  So a program goes on with the other levels
 * and reports everything in order. */
#ifndef ONLYWAY_SOLVE_LEVEL_JOBS_H
#define ONLYWAY_SOLVE_LEVEL_JOBS_H

#include "solve/judge/judge.h"
#include "solve/level/levels.h"

struct job {
    struct level level;
    bool read;       /* false: there is no level, only an error or the end */
    uint64_t number; /* for the caller's use */
    bool followed;   /* it is known that more input follows */

    struct variant variant; /* the variant that is played */
    struct puzzle *puzzle;  /* NULL: unreadable, see `error`; owned */
    struct text error;      /* whole lines */
    bool aside;             /* the error is not about a level */
    bool limited;           /* a limit stopped reading it; nothing is wrong with it */
    struct judgement judgement;
    bool judged; /* false: not requested, or memory ran out */
    double seconds;
    _Atomic uint64_t states; /* reached so far, while it is judged */
};

/* The game of the levels, and the variant to play. */
struct job_kind {
    const struct game *game;    /* NULL: each level's characters determine it */
    const char *rules, *metric; /* NULL: the default */
    bool chance, ticks;         /* as in struct variant */
    uint64_t seed;
    const stop_flag *interrupted; /* as in struct variant */
    const struct limits *limits;  /* for reading a file that defines its game; NULL: none */
};

/* Finds a game by name, unless it is NULL, and checks that it has the variant.  Returns false, with the reason in
 * `error`, if there is no such game or variant. */
bool job_kind_find(const char *game, struct job_kind *kind, struct text *error);

/* Adds the names of all games to a program's help. */
void job_kind_help(struct text *help);

/* Returns a number that tells apart variants whose levels look the same, for struct request. */
unsigned job_variant(const struct job *job);

/* Makes the puzzle of the level that was read into a job, or writes to the job's `error` why there is none. */
void job_load(const struct job_kind *kind, struct job *job);

/* Reads the next level into *job, which must be zero, but does not make its puzzle.  Returns false if there are no
 * more levels. */
bool job_take(struct level_source *source, struct job *job);

/* Does the same as job_take and makes the puzzle. */
bool job_read(struct level_source *source, const struct job_kind *kind, struct job *job);

/* Judges a job, if it has a puzzle, with up to `threads` threads.  request.limits.jobs is set here. */
void job_judge(struct job *job, struct request request, unsigned threads);

/* The steps that levels go through, one level after the other.  Only one thread at a time calls `read`, and only one
 * calls `finish`; several may call `judge`. */
struct jobs_steps {
    void *context;
    size_t count;                 /* number of levels; 0: not known yet */
    bool waits;                   /* `read` may have to wait for input, so no more is read ahead than needed */
    const stop_flag *interrupted; /* once it is set, no more levels are begun; NULL: it never is */

    /* Fills in a job, which is zero.  Returns false if there are no more. */
    bool (*read)(void *context, struct job *job);

    /* Does the slow work.  It may use `threads` threads: all of them for the only level, else one. */
    void (*judge)(void *context, struct job *job, unsigned threads);

    /* Takes over the job once it is judged and all jobs before it are finished. */
    void (*finish)(void *context, struct job *job);

    /* Reports progress now and then: how many levels are judged, out of how many (0: not known yet), and how many
     * states were reached in all.  It is called from a thread of its own, but never during `finish`.  NULL: no
     * reports. */
    void (*tell)(void *context, size_t judged, size_t count, uint64_t states);
};

/* Takes all levels through these steps with up to `threads` threads, including the calling one.  If memory runs out,
 * does nothing and returns false. */
bool jobs_run(const struct jobs_steps *steps, unsigned threads);

/* Frees what a job holds and makes it zero. */
void job_free(struct job *job);

/* --- how the solve command shares a search with other processes --- */

struct disk_search;
struct beyond;

/* The processes that take part in a search too large for one process. */
struct solving_team {
    void *context;
    unsigned jobs; /* number of threads of this process if the command line does not set it */

    /* `open` is called before a level is judged.  It fills in *disk and *beyond, which say how all processes search
     * together and how many states are searched in memory first; they stay valid until `close`.  `close` reports the
     * messages sent during the search if there were any and `tells` is set. */
    void (*open)(void *context, const struct job *job, const struct limits *limits, struct disk_search *disk,
                 struct beyond *beyond);
    void (*close)(void *context, bool tells);

    /* Makes all processes remove the open level's files from their folders, as disk_forget does. */
    bool (*forget)(void *context, const struct disk_search *disk, const struct puzzle *puzzle, struct text *error);
};

#endif

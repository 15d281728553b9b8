/* The threads of a run: they propose and judge; whoever started them takes their work in.
 *
 * Units of work are handed out in chunks; finished chunks wait until it is their turn, so that they come in
 * the order of their units whatever the threads do.  A proposal with a stride leaves out the chunks of others. */
#ifndef ONLYWAY_GEN_CREW_H
#define ONLYWAY_GEN_CREW_H

#include "gen/chunk.h"

struct crew;

/* Starts so many threads on a proposal's units from `first` on.  The proposal must outlive the crew, and
 * its `stop` is set here.  NULL: none could be started, said in `error`. */
struct crew *crew_start(struct proposal *proposal, uint64_t first, unsigned jobs,
                        struct text *error);

/* From now on so many chunks at most are begun before the first of them is released; 0: those that were begun are the
 * last.  It begins with the proposal's `ahead`. */
void crew_allow(struct crew *crew, uint64_t ahead);

/* Stops them as soon as they look up; NULL is left alone. */
void crew_stop(struct crew *crew);

enum crew_answer {
    CREW_DONE,  /* the next chunk is there */
    CREW_BUSY,  /* it is not; ask again */
    CREW_OVER,  /* there are no more */
    CREW_FAILED /* out of memory */
};

/* Waits a moment for the next chunk; it stays where it is until it is released. */
enum crew_answer crew_next(struct crew *crew, struct chunk **chunk);
void crew_release(struct crew *crew);

#endif

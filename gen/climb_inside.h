/* A climb at work: what its loop and the judging of its drafts share. */
#ifndef ONLYWAY_GEN_CLIMB_INSIDE_H
#define ONLYWAY_GEN_CLIMB_INSIDE_H

#include "gen/ascent.h"
#include "gen/climb.h"
#include "gen/tried.h"

/* A thread's own. */
struct climb {
    struct ascent ascent;
    const struct climb_game *game;
    const void *pieces;      /* of the unit */
    void *varied;            /* owned: where the unit's pieces are others than those asked for; else NULL */
    struct grid draft, next; /* owned; `next` is the edited copy */
    struct grid part;        /* owned; a copy without some part */
    struct grid grown;       /* owned; a copy with one more piece */
    struct merit merit, next_merit;
    unsigned depth;  /* at which the climb ends; 0: none */
    struct aim aim;  /* where the game has a range for it */
    struct tried tried;
    struct rng rng;
};

/* What becomes of a draft. */
enum outcome {
    OUTCOME_JUDGED,
    OUTCOME_UNFIT,  /* it is no level, or not what is asked for */
    OUTCOME_FAILED, /* out of memory, which says nothing of it */
};

/* The level's text.  False: out of memory. */
bool climb_make_level(const struct climb *climb, const struct grid *draft, struct grid *level);

/* Judges a draft without measures, with as many of its solutions listed as the game compares.
 * *lacking receives how many pieces are missing or useless; NULL: that is not wanted. */
enum outcome climb_judge(const struct climb *climb, const struct grid *draft,
                         struct judgement *judgement, unsigned *lacking);

/* Why a draft need not be judged with all measures, or filter_count. */
size_t climb_drop_reason(const struct climb *climb, const struct judgement *judgement);

/* What a draft is worth, by a search that may store so many states; anything less than `least` where that is
 * what it would come to. */
struct merit climb_weigh(struct climb *climb, const struct grid *draft, uint64_t states,
                         double least);

/* How many of the parts that should make a difference make none; once there are more than `most`, that is
 * enough to know. */
unsigned climb_count_idle(struct climb *climb, const struct grid *draft, double most);

/* Whether a draft has the shortest solutions of one that climb_judge has judged. */
bool climb_has_solutions(struct climb *climb, const struct grid *draft,
                         const struct judgement *judgement);

#endif

/* One climb for every game whose levels the general search judges.
 *
 * A *draft* is a level while it is being made: a grid of the characters of its text.  A climb
 * *scatters* drafts until one is a level.  It then *edits* that draft a little at a time and keeps each edit that
 * is *worth* at least as much.  Finally it tidies up: it removes *parts* whose removal leaves the shortest
 * solutions unchanged.
 *
 * A game says how to scatter and edit, what a solution is worth, and which parts there are, in a
 * `struct climb_game`.  Its proposer names that and the functions below, and needs no others to
 * propose levels by the methods `climb` and `random`; gen/snowman/snowman.c is an example. */
#ifndef ONLYWAY_GEN_CLIMB_CLIMB_H
#define ONLYWAY_GEN_CLIMB_CLIMB_H

#include "base/rng.h"
#include "gen/climb/aim.h"
#include "gen/climb/proposer.h"

/* Parts of a draft, as take_out counts them. */
struct part_range {
    unsigned first, count;
};

/* What a climb has to know of a game.  `pieces` is what the proposal has of them.  Hooks need no
 * memory of their own, so that they cannot fail; the exception says so. */
struct climb_game {
    /* --- how much work a level is worth --- */

    unsigned starts;       /* drafts scattered until one is a level, */
    unsigned rivals;       /* and so many others, of which the best is taken */
    unsigned edits;        /* of one climb */
    uint64_t start_states; /* that a search may store for a scattered draft, */
    uint64_t states;       /* and for an edited one; --max-states may be less */
    uint64_t climb_states; /* stored in a climb, after which it ends; 0: no limit */
    unsigned compared;     /* solutions compared one by one to tell whether a part matters */

    /* So many essentially different solutions are told apart, so that `worth` can prefer fewer; 0:
     * a draft with more than are asked for is worth nothing. */
    unsigned classes;

    /* --- drafts --- */

    /* Makes of what is asked for what one unit is to have; NULL: all units have the same. */
    void (*vary)(void *pieces, uint64_t unit);

    unsigned char frame; /* put around a draft to make a level of it; 0: nothing is */
    unsigned char empty; /* rows and columns of nothing else around a level are cut to one; 0: none are */

    /* The size of a draft, frame not counted, for --size; NULL: the same. */
    struct board_size (*draft_size)(struct board_size size);

    /* Fills a draft at random.  Returns false if there was no room for everything asked for this time. */
    bool (*scatter)(struct grid *draft, const void *pieces, struct rng *rng);

    /* How many pieces a scattered draft lacks, which are added one by one, so that it is a level each time;
     * and adds one.  False: there was no room.  NULL: scattered drafts are complete. */
    unsigned (*missing)(const struct grid *draft, const void *pieces);
    bool (*grow)(struct grid *draft, const void *pieces, struct rng *rng);
    unsigned growths; /* tried until a draft with one more piece is a level */

    /* Changes a draft a little.  False: the draw came to nothing; the draft may be spoilt, it is a copy. */
    bool (*edit)(struct grid *draft, const void *pieces, struct rng *rng);

    /* Whether a draft is what is asked for, as far as can be told without a search. */
    bool (*fits)(const struct grid *draft, const void *pieces);

    /* Whether a level that could be loaded is one to be searched; NULL: all are. */
    bool (*sound)(const struct puzzle *puzzle);

    /* How much a level is worth that has solutions and is no deeper than is asked for. */
    double (*worth)(const struct judgement *judgement, const struct grid *draft);

    /* The depth at which climbs are content, where none is asked for: each aims somewhere between
     * that and twice as high, so that levels differ.  NULL: they climb as long as they may. */
    unsigned (*aim)(const void *pieces);

    /* --- measures, where a climb is to aim at them --- */

    /* What a climb aims at where nothing is asked for.  NULL: it knows no measure but the depth.  Else `worth`
     * is the most that a draft may be worth, and from that goes how far its measures are from the aim, and
     * how much of it is idle; a climb ends where that is nothing. */
    const struct aim_range *range;
    uint64_t whole_states; /* that may be stored to learn the measures */
    bool whole; /* drafts are judged once, with all measures, and are worth nothing where these take more than
                 * `states`; `whole_states` is not used */

    /* Which of the parts that `take_out` knows should make a difference; NULL: none has to. */
    struct part_range (*live)(const struct grid *draft);
    double idle_cost; /* of each that makes none */
    unsigned idle_of; /* one of so many may stay all the same; 0: none */

    /* How many pieces are missing, or not needed by the reported solution though they should be: each counts
     * as an idle part, and a level has none of these in the end.  NULL: all that fits is complete. */
    unsigned (*lacking)(const struct puzzle *puzzle, const struct judgement *judgement, const void *pieces);

    /* --- tidying up --- */

    /* Takes out the n-th removable part.  Returns false if there are fewer. */
    bool (*take_out)(struct grid *draft, unsigned n, const void *pieces);

    bool tidies_again;     /* once a part has gone, those before it are tried again */
    bool tidies_scattered; /* the method `random` tidies up, too */

    /* Closes off cells that no solution can reach, before and after parts are taken out.  Returns false if
     * memory runs out.  NULL: the game has no such cells. */
    bool (*close)(struct grid *draft);

    enum filter_kind without_start; /* why a unit is dropped in which no scattered draft is a level */
};

/* The methods `climb` and `random`. */
extern const struct method climb_methods[];

/* Members of `struct proposer` for a game that has a climb. */
void *climb_make(const struct proposal *proposal);
void climb_free(void *climb);
void climb_propose(const struct proposal *proposal, void *climb, uint64_t unit, struct candidate_list *list);

#endif

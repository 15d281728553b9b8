/* One climb for every game whose levels the general search judges.
 *
 * A *draft* is a level under construction: a grid of the characters of its text.  A climb *scatters* drafts until one
 * is a level.  It then *edits* that draft a little at a time and keeps each edit that is *worth* at least as much.
 * Finally it tidies up: it removes *parts* whose removal leaves the shortest solutions unchanged.
 *
 * A game says how to scatter and edit, what a solution is worth, and which parts there are, in a `struct climb_game`.
 * Its proposer points to that struct and to the functions below, and needs no others to propose levels by the methods
 * `climb` and `random`; gen/snowman/snowman.c is an example. */
#ifndef ONLYWAY_GEN_CLIMB_CLIMB_H
#define ONLYWAY_GEN_CLIMB_CLIMB_H

#include "base/rng.h"
#include "gen/climb/ascent.h"
#include "gen/climb/proposer.h"

/* What a climb must know about a game.  `pieces` are the proposal's options, or the unit's after `vary`.  Hooks
 * allocate no memory and therefore cannot fail, except where stated. */
struct climb_game {
    /* --- how much work a level is worth --- */

    unsigned starts;       /* most drafts to scatter until one is a level */
    unsigned rivals;       /* how many more levels to scatter; the best of all is taken */
    unsigned edits;        /* most edits of one climb */
    uint64_t start_states; /* states that a search may store for a scattered draft that lacks no piece */
    uint64_t states;       /* and for an edited or completed one; --max-states may be lower */
    uint64_t climb_states; /* states stored in a climb, after which it ends; 0: no limit */
    unsigned compared;     /* solutions to compare one by one, to find out whether a part matters */

    /* The most essentially different solutions to distinguish, so that `worth` can prefer fewer.  0: a draft with more
     * of them than requested is worthless. */
    unsigned classes;

    /* --- drafts --- */

    /* Changes the requested pieces into those of one unit.  NULL: all units have the same pieces. */
    void (*vary)(void *pieces, uint64_t unit);

    unsigned char frame; /* a border put around a draft to make it a level; 0: none */
    unsigned char empty; /* the margin of empty cells around a level is cut to one row or column; 0: it is not cut */

    /* Draws the rest of one unit's pieces, after `vary`.  If no size was requested, may also change the unit's size,
     * making each side longer by at most COMPOSITION_WIDER, or shorter.  NULL: all units are alike. */
    void (*compose)(void *pieces, const struct proposal *proposal, struct board_size *size, struct rng *rng);

    /* The size of a draft, without its frame, for a size given by --size.  NULL: the same size. */
    struct board_size (*draft_size)(struct board_size size);

    /* Fills a draft at random.  Returns false if this random attempt left no room for everything requested. */
    bool (*scatter)(struct grid *draft, const void *pieces, struct rng *rng);

    /* `missing` returns how many pieces a scattered draft lacks.  `grow` adds one of them, so that each step can be
     * checked to be a level; it returns false if there was no room.  NULL: scattered drafts are complete. */
    unsigned (*missing)(const struct grid *draft, const void *pieces);
    bool (*grow)(struct grid *draft, const void *pieces, struct rng *rng);
    unsigned growths; /* attempts to add one piece so that the draft is still a level */

    /* Changes a draft a little.  Returns false if the random edit was not possible; the draft, a copy, may then be
     * spoilt. */
    bool (*edit)(struct grid *draft, const void *pieces, struct rng *rng);

    /* Whether a draft is as requested, as far as that shows without a search. */
    bool (*fits)(const struct grid *draft, const void *pieces);

    /* Whether a level that was loaded should be searched.  NULL: all are. */
    bool (*sound)(const struct puzzle *puzzle);

    /* The worth of a level that has solutions and is not deeper than requested. */
    double (*worth)(const struct judgement *judgement, const struct grid *draft);

    /* The depth to aim at, if none is requested.  Each climb aims at a random depth between that and twice that, so
     * that levels differ.  0: climbs go on until they have used up their edits and states. */
    unsigned usual_depth;

    /* --- measures, if a climb aims at them --- */

    /* The default range to aim at.  NULL: the climb uses no measure except the depth.  Otherwise `worth` is an upper
     * bound: the distance of the measures from the aim is subtracted from it.  A climb ends when that is 0 and there
     * are no essentially different solutions.  A game that has `usual_depth`, too, aims at the measure only if it was
     * requested. */
    const struct aim_range *range;
    bool whole; /* drafts are judged once, with all measures, and are worthless if that takes more than `states`;
                 * otherwise promising drafts are judged a second time, for their measures */
    uint64_t whole_states; /* states that the second search may store */

    /* How many pieces are missing, or unused by the reported solution although they should be used.  If `whole`, each
     * costs `lacking_cost` of the worth; a finished level has none.  NULL: every draft that fits is complete. */
    unsigned (*lacking)(const struct puzzle *puzzle, const struct judgement *judgement, const void *pieces);
    double lacking_cost;

    /* --- tidying up --- */

    /* Removes the n-th removable part.  Returns false if there are fewer. */
    bool (*take_out)(struct grid *draft, unsigned n, const void *pieces);

    bool tidies_again;     /* after a part is removed, the earlier ones are tried again */
    bool tidies_scattered; /* the method `random` tidies up as well */

    /* Closes off cells that no solution can reach, before and after parts are removed.  Returns false if memory runs
     * out.  NULL: the game has no such cells. */
    bool (*close)(struct grid *draft);

    enum filter_kind without_start; /* why a unit is dropped if no scattered draft is a level */
};

/* The methods `climb` and `random`. */
extern const struct method climb_methods[];

/* Members of `struct proposer` for a game that has a climb. */
void *climb_make(const struct proposal *proposal);
void climb_free(void *climb);
void climb_propose(const struct proposal *proposal, void *climb, uint64_t unit, struct candidate_list *list);

#endif

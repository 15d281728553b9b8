/* The search: finds the shortest solutions of any puzzle, all of them.
 *
 * Why it is built as it is:
 *
 * What is asked of a level is not one solution but how many shortest ones there are, what they have
 * in common, and where a player can go wrong.  That needs every state on every shortest path, and
 * for the rest the whole graph of states.  So the search is breadth first: one layer of states
 * after another, until no new ones turn up.  A game's states fit into a few bytes, and what limits
 * an exhaustive search is memory first and cache misses second.  Everything follows from that:
 *
 * - A state is stored once, packed, in an array that only grows (store.h).  Breadth first, a layer
 *   is a range of numbers, so there are no queues, no depths, no parents, no edges.  A state costs
 *   its own bytes and 5.3 to 10.7 bytes of hash table.  Expanding a state again is cheaper than
 *   remembering what came of it: whoever needs edges afterwards expands once more and looks the
 *   states up.
 *
 * - States are expanded in batches.  All states after a batch are made first, their slots are
 *   brought into the cache while that goes on, and only then are they looked up.
 *
 * - States that the game proves lost are dropped at once and never stored.  Nothing that can be
 *   solved is lost by that, so counts, dominators and traps stay exact: what is not in the store
 *   cannot be solved.
 *
 * - Threads share the layer: each takes a few states at a time and adds to the one store.  The
 *   numbers of states within a layer then depend on luck, but the layer as a set does not.
 *   Whatever is reported comes from sets of states, from labels or from the states' own bytes, never
 *   from numbers; so results do not depend on the threads.  A layer that a limit cut short is not
 *   used.
 *
 * Where the whole graph is not asked for or is too large, the search is best first (A*): it expands
 * states in the order of f = moves made + estimate, and among these of moves made.  With an
 * estimate that never falls by more than one a move, the states of one f and one number of moves
 * are complete when their turn comes, so that they too can be expanded as a set, by threads.  It
 * does not stop at the first solution: it goes on until all states with f up to the depth are
 * expanded, and then every shortest solution lies within the store.  An estimate that is merely a
 * lower bound costs time (states are expanded again when they are met with fewer moves), never
 * correctness.  Best first, a state costs 2 bytes more for its moves and up to 6 for the list it
 * waits in.
 *
 * States from which the same can be done are one state where the game knows them (`merge` of its rules): those
 * that differ in an exchange of equal pieces, and mirror images where the board is its own.  That is at best
 * eight times fewer.  Only the graph of shortest solutions tells them apart again (unmerge.h), so that counts, labels
 * and the reported solution are those of the level; and it is not done where the whole graph is wanted.
 *
 * Goals are not expanded: a solution ends at the first state that meets the goal. */
#ifndef ONLYWAY_SOLVE_SEARCH_SEARCH_H
#define ONLYWAY_SOLVE_SEARCH_SEARCH_H

#include "games/puzzle.h"
#include "solve/search/limits.h"
#include "solve/search/predecessors.h"
#include "solve/search/store.h"
#include "solve/search/expanded_set.h"

/* What can be done in one state. */
struct fanout {
    game_move *moves;
    unsigned char *states;
    uint64_t *hashes;
    uint32_t *numbers;
    unsigned count;
};

bool fanout_make(struct fanout *fanout, const struct puzzle *puzzle);
void fanout_free(struct fanout *fanout);

static inline const unsigned char *fanout_state(const struct fanout *fanout, const struct puzzle *puzzle, unsigned n)
{
    return fanout->states + n * puzzle->state_bytes;
}

struct search {
    struct limited limited; /* the puzzle under the limits: */
    const struct puzzle *puzzle;
    const unsigned char *start; /* the state to start from; NULL: the puzzle's own start */
    struct limits limits;
    struct watch watch; /* its reason: why the search stopped early */
    struct store store;
    size_t held;           /* bytes that are charged to the search besides the store */
    bool failed;           /* out of memory */
    bool merges;           /* states that differ in an exchange of equal pieces or are mirror images are one */
    bool whole;            /* every state that is not proved lost is stored and was expanded */
    int64_t depth;         /* moves in the shortest solutions, once all are found; else -1 */
    int64_t incumbent;     /* moves in the shortest solution met so far; -1: none */
    uint64_t closed_count; /* states without those of a layer that a limit cut short */
    uint64_t lower_bound;  /* there is no solution of fewer moves than this */
    struct predecessors predecessors; /* breadth first, where search_keep_predecessors asked for them */

    /* Breadth first: layer g has the numbers from layers[g] to layers[g + 1] - 1. */
    uint64_t *layers;
    size_t layer_count, layer_capacity;

    /* Best first, else NULL: the fewest moves that led to a state. */
    _Atomic uint16_t *depths;
    uint64_t depths_capacity;
    struct expanded_set expanded; /* which states were expanded */

    /* Parts of a search from both ends (two_ends.h). */
    bool both_ends;                 /* that is how it went */
    const struct puzzle_back *back; /* it goes back from the solved states; NULL: it does not */
    uint64_t elsewhere;             /* states that another search holds, which count towards the limit */
    const struct search *within;    /* only states are of interest that this one, which goes back, has */
    uint64_t length;                /* with so many moves in all */
};

enum { SEARCH_MOST_MOVES = 65000 };

/* The puzzle must outlive the search, which stays where it is.  False: out of memory. */
bool search_make(struct search *search, const struct puzzle *puzzle, const struct limits *limits);
void search_free(struct search *search);

/* Searches from the start, or from the state that the caller put there, until the depth is known
 * and all shortest solutions lie within the store or until it is known that there is none.  Call
 * one of them once.  False: it had to stop before (failed; a limit, named in watch.reason; or,
 * breadth first, `most` states are not enough; 0: any number). */
bool search_breadth_first(struct search *search, uint64_t most);
bool search_best_first(struct search *search);

/* Goes on breadth first until the whole graph is in the store.  False: likewise. */
bool search_rest(struct search *search, uint64_t most);

/* Makes one best first of a search that has not begun.  False: out of memory. */
bool search_make_depths(struct search *search);

/* Writes down that states have their turn. */
void search_note_expanded(struct search *search, const uint32_t *numbers, size_t count);

/* A proof that was given before, perhaps by another kind of search, still holds. */
void search_prove_at_least(struct search *search, uint64_t moves);

/* Whether a solution of so many moves is longer than any that is looked for; then that is the reason. */
bool search_is_too_deep(struct search *search, uint64_t moves);

/* Lets a search that has not begun store one state for all that differ only in an exchange of equal
 * pieces, or are images of each other by a symmetry of the board.  The labels of its moves are then those of
 * pieces that stand where others do: nobody but shortest_make, which tells them apart again, knows what they
 * mean. */
void search_merge_equals(struct search *search);

/* Lets a search that has not begun keep links. */
void search_keep_predecessors(struct search *search);

/* Makes room for links, or drops them where that would take too much. */
void search_reserve_predecessors(struct search *search, uint64_t states, uint64_t more);
void search_drop_predecessors(struct search *search);

/* Whether a limit has cut an expansion short: then states may be missing after any that was expanded since the search
 * was last allowed to go on. */
static inline bool search_cut_short(const struct search *search)
{
    return stop_check_stopped(&search->limited.check);
}

/* Bytes that count towards the limit besides the store: those charged, and what the rules hold. */
size_t search_held(struct search *search);

/* Asks for memory within the limit; may drop the links for it.  False: the limit is hit. */
bool search_charge(struct search *search, size_t bytes);
void search_discharge(struct search *search, size_t bytes);

/* Whether a state was reached in exactly `depth` moves and not in fewer. */
bool search_has_depth(const struct search *search, uint32_t number, uint64_t depth);

/* The number of a state, or STORE_NONE.  The state must own STORE_PADDING bytes behind it. */
static inline uint32_t search_find(const struct search *search, const unsigned char *state)
{
    return store_find(&search->store, state, store_hash(&search->store, state));
}

/* The most states that come of one. */
static inline size_t search_most_moves(const struct search *search)
{
    size_t most = search->puzzle->max_moves;
    return search->back == NULL ? most : PUZZLE_MOST_BACK * most;
}

/* The moves that are still needed at least, or, going back, were needed, or ESTIMATE_LOST. */
static inline unsigned search_bound(const struct search *search, const unsigned char *state)
{
    return search->back == NULL ? puzzle_bound(search->puzzle, state) : search->back->bound(search->puzzle, state);
}

/* Fills in the moves from a state that are not proved to lose, and the states after them; going back,
 * the states before it alone. */
static inline void search_expand(const struct search *search, const unsigned char *state, struct fanout *fanout)
{
    const struct puzzle_rules *rules = search->puzzle->rules;
    if (search->back != NULL)
        fanout->count = search->back->expand(search->puzzle, state, fanout->states);
    else
        fanout->count = (rules->expand_live != NULL ? rules->expand_live : rules->expand)(
            search->puzzle, state, fanout->moves, fanout->states);
    for (unsigned n = 0; search->merges && n < fanout->count; n++)
        rules->merge(search->puzzle, fanout->states + n * search->puzzle->state_bytes);
}

/* As search_expand, and looks up the numbers of these states; STORE_NONE where they were not
 * met. */
void search_expand_and_find(const struct search *search, uint32_t number, struct fanout *fanout);

/* The numbers of the states after a state, without those that are proved lost or were not met; they
 * are good until memory is asked for or the fanout is used again.  Goals may have none. */
const uint32_t *search_after(const struct search *search, uint32_t number, struct fanout *fanout, unsigned *many);

static inline bool search_is_goal(const struct search *search, uint32_t number)
{
    return search->puzzle->rules->solved(search->puzzle, store_state(&search->store, number));
}

#endif

/* The search: finds all shortest solutions of any puzzle.
 *
 * Why it is built this way:
 *
 * The tool must say how many shortest solutions a level has, what they have in common, and where a player can go
 * wrong.  That needs every state on every shortest path, and sometimes the whole state graph.  So the search is
 * breadth first: it expands one layer of states after another until no new states appear.  A state takes only a few
 * bytes.  The first limit of an exhaustive search is memory, the second is cache misses.  The design follows from
 * that:
 *
 * - Each state is stored once, packed, in an array that only grows (store.h).  In a breadth-first search a layer is
 *   a range of state numbers, so there are no queues, depths, parents or edges.  A state costs its own bytes, packed
 *   in a best-first search, plus 4.6 to 5.7 bytes of hash table.  Expanding a state again is cheaper than storing its
 *   successors.  Code that needs edges later expands the states again and looks the successors up.
 *
 * - States are expanded in batches.  The search first generates all successors of a batch and prefetches their
 *   slots, and only then looks them up.
 *
 * - States that the game proves lost are dropped at once and never stored.  This removes no solvable state, so
 *   counts, dominators and traps stay exact: a state that is not in the store cannot be solved.
 *
 * - Threads share a layer: each takes a few states at a time and adds successors to the one store.  The state
 *   numbers within a layer then depend on thread timing, but the set of states in the layer does not.  Every
 *   reported result comes from sets of states, from labels or from the bytes of states, never from state numbers.
 *   So results do not depend on the number of threads.  A layer that a limit cut short is not used.
 *
 * Where the whole graph is not needed or is too large, the search is best first (A*).  It expands states in the
 * order of f = moves made + estimate, and within one f in the order of moves made.  If the estimate never falls by
 * more than one per move, the states of one f and one number of moves are complete when their turn comes.  Threads
 * can then expand them as a set.  The search does not stop at the first solution: it continues until all states with
 * f up to the depth are expanded.  Every shortest solution is then in the store.  An estimate that is only a lower
 * bound costs time (a state is expanded again when it is reached with fewer moves), never correctness.  In a
 * best-first search a state costs hardly more for its moves, and about one byte while it waits.
 *
 * Most states that such a search generates have an f beyond the depth, so they are never expanded.  If a quick test of
 * the game finds them before they are made (`keeps_within` of the puzzle), they are not stored.  Their parents wait
 * again with the least f that was left out.
 *
 * Where the game supports it (`merge` of its rules), equivalent states are stored as one: states that differ only by an
 * exchange of equal pieces, and mirror images if the board is its own mirror image.  Mirror images alone reduce the
 * number of states at most by a factor of eight.  Only the graph of shortest solutions separates the states again
 * (shortest.c), so that counts, labels and the reported solution are those of the level.  States are not merged where
 * the whole graph is needed.
 *
 * Goals are not expanded: a solution ends at the first state that meets the goal. */
#ifndef ONLYWAY_SOLVE_SEARCH_SEARCH_H
#define ONLYWAY_SOLVE_SEARCH_SEARCH_H

#include "games/puzzle.h"
#include "solve/search/bits.h"
#include "solve/search/depths.h"
#include "solve/search/limits.h"
#include "solve/search/successors.h"
#include "solve/search/store.h"

/* The moves from one state and the states they lead to. */
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

/* The states that a best-first search expanded, one bit each.  No other state can be on a shortest solution, so
 * estimates need not be computed again after the search.  If the set takes too much memory, it is dropped. */
struct expanded_set {
    bool kept;   /* false: the set was dropped */
    bits *taken; /* NULL: none yet */
    size_t bytes;
};

struct search {
    struct limited limited; /* the puzzle under the limits; the next member points to it */
    const struct puzzle *puzzle;
    const unsigned char *start; /* the state to start from; NULL: the puzzle's own start */
    struct limits limits;
    struct watch watch; /* says why the search stopped early */
    struct store store;
    size_t held;                  /* bytes charged to the search, not counting the store */
    bool merges;                  /* equivalent states (exchanged equal pieces, mirror images) are stored as one */
    bool whole;                   /* every state that is not proved lost is stored and expanded */
    int64_t depth;                /* moves in a shortest solution once all of them are found; else -1 */
    int64_t incumbent;            /* moves in the shortest solution found so far; -1: none */
    uint64_t closed_count;        /* states stored, without those of a layer that a limit cut short */
    uint64_t lower_bound;         /* no solution has fewer moves than this */
    struct successors successors; /* breadth first, after search_keep_successors */
    double worked;                /* seconds that search_work has taken */
    double alone_until;           /* when the thread that works alone has done enough; 0: none does */

    /* Breadth first: layer g has the state numbers layers[g] to layers[g + 1] - 1. */
    uint64_t *layers;
    size_t layer_count, layer_capacity;

    struct depths depths; /* of the states, best first */
    uint64_t plenty;      /* best first: from this many states on, states beyond the current f may be left out */
    struct expanded_set expanded; /* the expanded states */
    bool high;                    /* this search, or this side of one from both ends, uses the rules' high_bound */

    /* For a search from both ends (both_ends.h). */
    bool both_ends;                 /* this search ran from both ends */
    const struct puzzle_back *back; /* not NULL: this side searches backwards from the solved states */
    uint64_t elsewhere;             /* states held by the other side; they count towards the limit */
    const struct search *within;    /* only states stored in this backward search are kept, ... */
    uint64_t length;                /* ... and only if both sides' moves add up to this many */
};

enum { SEARCH_MOST_MOVES = 65000 };

static inline bool search_failed(const struct search *search)
{
    return search->watch.hit == LIMIT_NO_MEMORY;
}

/* Stops the search because memory ran out, unless `good`.  Returns `good`. */
static inline bool search_check_memory(struct search *search, bool good)
{
    if (!good)
        watch_stop(&search->watch, LIMIT_NO_MEMORY, NULL);
    return good;
}

/* The puzzle must outlive the search.  The search must not be moved.  Returns false if memory runs out. */
bool search_make(struct search *search, const struct puzzle *puzzle, const struct limits *limits);
void search_free(struct search *search);

/* Searches from the start, or from the state in search->start, until either the depth is known and all shortest
 * solutions are in the store (SEARCH_FOUND), or it is proved that there is none (SEARCH_NONE).  Call only one of these
 * two functions, and only once.  Otherwise the watch says what stopped the search, except where a breadth-first search
 * met more than `most` states (0: any number), which is SEARCH_LIMIT, too. */
enum search_end search_breadth_first(struct search *search, uint64_t most);
enum search_end search_best_first(struct search *search);

/* Returns how a search ended.  `done`: it was not stopped. */
enum search_end search_end_of(const struct search *search, bool done);

static inline bool search_is_done(enum search_end end)
{
    return end == SEARCH_FOUND || end == SEARCH_NONE;
}

/* Continues breadth first until the whole graph is in the store.  Ends as above. */
enum search_end search_rest(struct search *search, uint64_t most);

/* After a best-first search: returns true only if the whole graph has more than `most` states.  All stored states can
 * be reached, and a whole search drops no state that this one keeps.  So if `most` states are stored, a single further
 * state proves it.  The states that were never expanded soon lead to one.  Returns false if the rules may be in doubt,
 * because this question would count as a doubt. */
bool search_leaves_more(struct search *search, uint64_t most);

/* Prepares a search that has not begun to run best first.  Returns false if memory runs out. */
bool search_make_depths(struct search *search);

/* Makes room for the depths of all states that the store has room for, and for lowering `lower` of them.  Charges that
 * memory even beyond the limit.  Returns false if memory runs out. */
bool search_reserve_depths(struct search *search, uint64_t lower);

/* Lowers the depth of a state that the search need not have reached itself.  Returns false if memory runs out. */
bool search_lower_depth(struct search *search, uint32_t number, uint64_t depth);

/* Adds states to the set of expanded states, or drops the set if that would take too much memory. */
void search_add_expanded(struct search *search, const uint32_t *numbers, size_t count);

void search_drop_expanded(struct search *search);

/* Records a proof from elsewhere, such as another kind of search, that no solution has fewer moves. */
void search_prove_at_least(struct search *search, uint64_t moves);

/* Returns whether a solution of that many moves would be longer than SEARCH_MOST_MOVES, and if so sets the reason. */
bool search_is_too_deep(struct search *search, uint64_t moves);

/* Makes a search that has not begun store equivalent states as one: those that differ only by an exchange of equal
 * pieces or by a symmetry of the board.  The labels of its moves then refer to pieces of the merged states.  Only
 * shortest_make, which separates the states again, can interpret them. */
void search_merge_equals(struct search *search);

/* Makes a search that has not begun keep successors (successors.h). */
void search_keep_successors(struct search *search);

/* Makes room for successors, or drops them if that would take too much memory. */
void search_reserve_successors(struct search *search, uint64_t states, uint64_t more);
void search_drop_successors(struct search *search);

/* Returns whether a limit has cut an expansion short.  If so, successors may be missing for any state expanded since
 * the search was last allowed to continue. */
static inline bool search_cut_short(const struct search *search)
{
    return stop_check_stopped(&search->limited.check);
}

/* Returns the bytes that count towards the limit besides the store: those charged, and those the rules hold.  Also
 * tells the rules how much the search holds. */
size_t search_held(struct search *search);

/* Returns whether `bytes` more bytes are within the limit. */
bool search_can_afford(struct search *search, size_t bytes);

/* Charges bytes against the memory limit, dropping the kept successors if needed.  Returns false if the limit is hit.
 */
bool search_charge(struct search *search, size_t bytes);
void search_discharge(struct search *search, size_t bytes);

/* Grows the array that the pointer at `items` points to so that `wanted` elements of `size` bytes fit, and charges the
 * bytes added to the search and to *charged.  New elements are uninitialised.  Returns false, with the array as it was,
 * on a limit or if memory runs out. */
bool search_grow(struct search *search, void *items, uint64_t *capacity, uint64_t wanted, size_t size, size_t *charged);

/* Returns whether the fewest moves in which the state was reached are exactly `depth`. */
bool search_has_depth(const struct search *search, uint32_t number, uint64_t depth);

/* Writes the state that the search starts from, before any merging. */
void search_write_start(const struct search *search, unsigned char *state);

/* Returns the number of a state, or STORE_NONE.  STORE_PADDING bytes after the state must be readable. */
static inline uint32_t search_find(const struct search *search, const unsigned char *state)
{
    return store_find(&search->store, state, store_hash(&search->store, state));
}

/* Returns the most states that one expansion can generate. */
static inline size_t search_most_moves(const struct search *search)
{
    size_t most = search->puzzle->max_moves;
    return search->back == NULL ? most : PUZZLE_MOST_BACK * most;
}

/* Returns a lower bound on the moves still needed (backwards: on the moves from the start), or ESTIMATE_LOST. */
static inline unsigned search_bound(const struct search *search, const unsigned char *state)
{
    if (search->back != NULL)
        return search->back->bound(search->puzzle, state);
    return search->high ? search->puzzle->rules->high_bound(search->puzzle, state)
                        : puzzle_bound(search->puzzle, state);
}

/* Fills in the moves from a state that are not proved to lose, and the states they lead to.  Backwards, fills in
 * only the states before it. */
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

/* Returns whether search_expand_within replaces bounds in a best-first search: see keeps_within in puzzle.h. */
static inline bool search_keeps_within(const struct search *search)
{
    const struct puzzle_rules *rules = search->puzzle->rules;
    return search->puzzle->keeps_within && search->back == NULL && rules->expand_within != NULL &&
           rules->expand_live != NULL;
}

/* As search_expand, but may leave out states with a bound of more than `most`.  Returns the least bound proved for a
 * state left out, or ESTIMATE_LOST. */
static inline unsigned search_expand_within(const struct search *search, const unsigned char *state, uint64_t most,
                                            struct fanout *fanout)
{
    const struct puzzle *puzzle = search->puzzle;
    const struct puzzle_rules *rules = puzzle->rules;
    const struct puzzle_back *back = search->back;
    unsigned least = ESTIMATE_LOST;
    bool can = back != NULL ? back->expand_within != NULL : rules->expand_within != NULL && rules->expand_live != NULL;
    if (!can || most >= ESTIMATE_LOST) {
        search_expand(search, state, fanout);
        return least;
    }
    unsigned limit = (unsigned)most;
    if (back != NULL)
        fanout->count = back->expand_within(puzzle, state, limit, fanout->states, &least);
    else
        fanout->count = rules->expand_within(puzzle, state, limit, search->high, fanout->moves, fanout->states, &least);
    for (unsigned n = 0; search->merges && n < fanout->count; n++)
        rules->merge(puzzle, fanout->states + n * puzzle->state_bytes);
    return least;
}

/* As search_expand, and also looks up the numbers of these states; STORE_NONE for states that are not stored. */
void search_expand_and_find(const struct search *search, uint32_t number, struct fanout *fanout);

/* Returns the numbers of the successors of a state, without those that were proved lost or never stored.  They are
 * valid until memory is requested or the fanout is used again.  For a goal the list may be empty. */
const uint32_t *search_after(const struct search *search, uint32_t number, struct fanout *fanout, unsigned *many);

static inline bool search_is_goal(const struct search *search, uint32_t number)
{
    struct store_copy copy;
    return search->puzzle->rules->solved(search->puzzle, store_read(&search->store, number, &copy));
}

/* --- work for threads --- */

/* Calls work(context, n) as threads_run does, but a young search begins with n = 0 alone.  This call of `work` must
 * return once search_wants_threads does, and `is_left` then tells whether there is still work for threads. */
void search_work(struct search *search, unsigned threads, void (*work)(void *context, unsigned n),
                 bool (*is_left)(const void *context), void *context);

/* Returns true if the thread that calls it works alone and has done so for long enough. */
bool search_wants_threads(const struct search *search);

/* --- visiting many states again ---
 *
 * Threads take blocks of state numbers in turn.  The length of a block is a multiple of 64.  So two threads never write
 * to the same byte, even if each state has only one bit. */

enum { SCAN_BLOCK = 4096 };

/* For one thread's work of many short steps, none of which uses the rules: looks at the limits at the first step of a
 * block.  Returns false if one is hit. */
static inline bool search_may_continue(struct search *search, uint64_t n)
{
    if (n % SCAN_BLOCK != 0)
        return true;
    watch_hurry(&search->watch);
    return watch_allows(&search->watch, 0, 0);
}

/* Visits the numbers from `first` to `end` - 1 of a block.  Each thread has its own `fanout`. */
typedef void scan_visit(void *context, struct fanout *fanout, uint64_t first, uint64_t end);

/* Visits all numbers below `end` with as many threads as the search may use, from the last block to the first if
 * `down`.  Returns false on a limit or if memory runs out. */
bool scan_states(struct search *search, uint64_t end, bool down, scan_visit *visit, void *context);

#endif

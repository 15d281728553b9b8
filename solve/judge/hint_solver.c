/* Finds a shortest solution from any state; see solver.h.
 *
 * For most games it runs the best-first search from the given state.  The search's store then holds all shortest
 * solutions.  A depth-first search in the order of labels, through states whose number of moves rises by one, finds the
 * first of them. */
#include "solve/judge/solver.h"

#include "solve/search/search.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void hint_solver_free(struct hint_way *way)
{
    free(way->moves);
    *way = (struct hint_way){0};
}

struct tracker {
    struct search *search;
    struct fanout fanout;
    struct frame {
        uint32_t number;
        unsigned next;       /* the move to try next */
    } * frames;              /* [depth + 1] */
    unsigned char *given_up; /* one bit per state: no solution continues from there */
    game_move *moves;        /* [depth] */
};

/* Returns whether a state reached after `moves` moves may be on a shortest solution. */
static bool may_lead(const struct tracker *tracker, uint32_t number, uint64_t moves)
{
    const struct search *search = tracker->search;
    uint64_t depth = (uint64_t)search->depth;
    if (number == STORE_NONE || (tracker->given_up[number / 8] >> number % 8 & 1) ||
        !search_has_depth(search, number, moves))
        return false;
    if (moves == depth)
        return search_is_goal(search, number);
    struct store_copy copy;
    return puzzle_bound(search->puzzle, store_read(&search->store, number, &copy)) <= depth - moves;
}

static enum search_end find_track(struct search *search, struct hint_way *way)
{
    size_t depth = (size_t)search->depth;
    struct tracker tracker = {
        .search = search,
        .frames = calloc(depth + 1, sizeof *tracker.frames),
        .given_up = calloc(store_count(&search->store) / 8 + 1, 1),
        .moves = calloc(depth + 1, sizeof *tracker.moves),
    };
    enum search_end result = SEARCH_NO_MEMORY;
    if (fanout_make(&tracker.fanout, search->puzzle) && tracker.frames != NULL && tracker.given_up != NULL &&
        tracker.moves != NULL)
        result = SEARCH_FOUND;
    /* Walks from the start, which is frames[0] and has the number 0, to a goal. */
    for (uint64_t moves = 0; result == SEARCH_FOUND && moves < depth;) {
        /* Makes the next move that may lead to the goal, or goes back. */
        struct frame *frame = &tracker.frames[moves];
        struct store_copy copy;
        uint32_t after = STORE_NONE;
        search_expand(search, store_read(&search->store, frame->number, &copy), &tracker.fanout);
        while (after == STORE_NONE && frame->next < tracker.fanout.count) {
            tracker.moves[moves] = tracker.fanout.moves[frame->next];
            after = search_find(search, fanout_state(&tracker.fanout, search->puzzle, frame->next++));
            if (!may_lead(&tracker, after, moves + 1))
                after = STORE_NONE;
        }
        if (after != STORE_NONE) {
            frame[1] = (struct frame){.number = after};
            moves++;
            continue;
        }
        tracker.given_up[frame->number / 8] |= (unsigned char)(1u << frame->number % 8);
        if (!watch_allows(&search->watch, 0, 0) || moves == 0)
            result = SEARCH_LIMIT;
        else
            moves--;
    }
    if (result == SEARCH_FOUND) {
        *way = (struct hint_way){.moves = tracker.moves, .count = depth};
        tracker.moves = NULL;
    }
    fanout_free(&tracker.fanout);
    free(tracker.frames);
    free(tracker.given_up);
    free(tracker.moves);
    return result;
}

enum search_end hint_solver_find(const struct puzzle *puzzle, const unsigned char *state, const game_move *made,
                                 size_t count, const struct limits *limits, struct hint_way *way)
{
    *way = (struct hint_way){0};
    hint_solver_function *own = solver_of(puzzle->game)->hint_solver;
    if (own != NULL)
        return own(puzzle, made, count, limits, way);
    enum lost lost = puzzle->rules->solved(puzzle, state) ? LOST_NO : puzzle->rules->lost(puzzle, state);
    if (lost != LOST_NO)
        return lost == LOST_YES ? SEARCH_NONE : SEARCH_NO_MEMORY;
    struct search search;
    enum search_end result = SEARCH_NO_MEMORY;
    bool good = search_make(&search, puzzle, limits);
    search.start = state;
    if (good && search_is_done(search_best_first(&search)))
        result = search.depth < 0 ? SEARCH_NONE : find_track(&search, way);
    else if (good && !search_failed(&search))
        result = SEARCH_LIMIT;
    if (result == SEARCH_NONE && search_cut_short(&search))
        result = SEARCH_LIMIT;
    bool no_memory;
    const char *doubt = puzzle_doubt(search.puzzle, &no_memory);
    if (doubt != NULL && result != SEARCH_NO_MEMORY) {
        hint_solver_free(way);
        result = no_memory ? SEARCH_NO_MEMORY : SEARCH_LIMIT;
    }
    if (result == SEARCH_LIMIT)
        snprintf(way->reason, sizeof way->reason, "%s", doubt != NULL ? doubt : search.watch.reason);
    search_free(&search);
    return result;
}

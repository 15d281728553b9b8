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

/* A state on the way, and the move to try next. */
struct frame {
    uint32_t number;
    unsigned next;
};

static enum search_end find_track(struct search *search, struct hint_way *way)
{
    const struct puzzle *puzzle = search->puzzle;
    size_t depth = (size_t)search->depth;
    struct fanout fanout;
    struct frame *frames = calloc(depth + 1, sizeof *frames);
    unsigned char *given_up = calloc(store_count(&search->store) / 8 + 1, 1); /* a bit for each state: no solution
                                                                               * continues from there */
    game_move *moves = calloc(depth + 1, sizeof *moves);
    enum search_end result = SEARCH_NO_MEMORY;
    if (fanout_make(&fanout, puzzle) && frames != NULL && given_up != NULL && moves != NULL)
        result = SEARCH_FOUND;
    /* Walks from the start, which is frames[0] and has the number 0, to a goal. */
    for (uint64_t made = 0; result == SEARCH_FOUND && made < depth;) {
        /* Makes the next move that may lead to the goal, or goes back. */
        struct frame *frame = &frames[made];
        struct store_copy copy;
        uint32_t after = STORE_NONE;
        search_expand(search, store_read(&search->store, frame->number, &copy), &fanout);
        while (after == STORE_NONE && frame->next < fanout.count) {
            moves[made] = fanout.moves[frame->next];
            after = search_find(search, fanout_state(&fanout, puzzle, frame->next++));
            if (after == STORE_NONE)
                continue;
            bool may_lead = !(given_up[after / 8] >> after % 8 & 1) && search_has_depth(search, after, made + 1);
            if (may_lead && made + 1 == depth)
                may_lead = search_is_goal(search, after);
            else if (may_lead)
                may_lead = puzzle_bound(puzzle, store_read(&search->store, after, &copy)) <= depth - made - 1;
            if (!may_lead)
                after = STORE_NONE;
        }
        if (after != STORE_NONE) {
            frame[1] = (struct frame){.number = after};
            made++;
            continue;
        }
        given_up[frame->number / 8] |= (unsigned char)(1u << frame->number % 8);
        if (!watch_allows(&search->watch, 0, 0) || made == 0)
            result = SEARCH_LIMIT;
        else
            made--;
    }
    if (result == SEARCH_FOUND) {
        *way = (struct hint_way){.moves = moves, .count = depth};
        moves = NULL;
    }
    fanout_free(&fanout);
    free(frames);
    free(given_up);
    free(moves);
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

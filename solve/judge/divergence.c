/* Divergences, for the general solver and for games in which all solutions count. */
#include "solve/judge/solver.h"
#include "solve/search/essential.h"
#include "solve/search/shortest.h"
#include "solve/search/both_ends.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum search_end general_divergence(const struct puzzle *puzzle, const struct limits *limits,
                                   struct divergences *divergences, char reason[LIMIT_REASON])
{
    struct search search;
    struct shortest shortest;
    enum search_end result = SEARCH_LIMIT;
    bool good = search_make(&search, puzzle, limits);
    if (good && search_is_done(search_shortest(&search)) && search.depth >= 0 &&
        shortest_make(&shortest, &search) == SEARCH_FOUND) {
        result = shortest_divergence(&shortest, ESSENTIAL_MOST, divergences);
        shortest_free(&shortest);
    }
    bool no_memory;
    const char *doubt = puzzle_doubt(search.puzzle, &no_memory);
    if (doubt != NULL && result == SEARCH_FOUND) {
        divergences_free(divergences);
        result = SEARCH_LIMIT;
    }
    if (!good || search_failed(&search) || no_memory)
        result = SEARCH_NO_MEMORY;
    snprintf(reason, LIMIT_REASON, "%s", doubt != NULL ? doubt : search.watch.reason);
    search_free(&search);
    return result;
}

/* --- divergences among listed solutions ---
 *
 * If all solutions of a game count, there may be very many, so only the first ones are listed and compared.
 *
 * If the solutions are sorted by labels, the number of moves in common with a given solution never rises with the
 * distance from it.  So the latest divergence is found among near neighbours: among the solutions that follow a
 * solution, its images are no more than the symmetries. */

enum { LISTED = 4096 };

struct listing {
    const struct puzzle *puzzle;
    const struct move_list *solutions;
    size_t count;
    image_function *image;
    game_move *moves; /* capacity for one image */
};

/* Returns how many moves two solutions have in common before they diverge. */
static size_t in_common(const struct move_list *a, const struct move_list *b)
{
    size_t n = 0;
    while (n < a->count && n < b->count && a->moves[n] == b->moves[n])
        n++;
    return n;
}

static int compare_solutions(const void *a, const void *b)
{
    const struct move_list *x = a, *y = b;
    size_t n = in_common(x, y);
    if (n == x->count || n == y->count)
        return (x->count > n) - (y->count > n);
    return x->moves[n] < y->moves[n] ? -1 : 1;
}

static bool are_images(const struct listing *listing, size_t i, size_t j)
{
    const struct puzzle *puzzle = listing->puzzle;
    struct move_list a = listing->solutions[i], image = {listing->moves, a.count};
    for (unsigned s = 1; s < puzzle->symmetry_count && a.count == listing->solutions[j].count; s++) {
        listing->image(puzzle, puzzle->symmetries[s], a.moves, a.count, image.moves);
        if (move_lists_equal(&image, &listing->solutions[j]))
            return true;
    }
    return false;
}

static bool make_divergence(const struct listing *listing, size_t i, size_t j, struct divergence *divergence)
{
    const struct move_list *a = &listing->solutions[i], *b = &listing->solutions[j];
    return divergence_make(divergence, a->moves, a->count, b->moves, b->count);
}

static bool find_earliest(const struct listing *listing, struct divergence *divergence)
{
    size_t best_i = 0, best_j = 0, fewest = SIZE_MAX;
    size_t least = listing->count == 0 ? 0 : in_common(&listing->solutions[0], &listing->solutions[listing->count - 1]);
    for (size_t i = 0; i < listing->count && fewest > least; i++) {
        for (size_t j = i + 1; j < listing->count && fewest > least; j++) {
            size_t common = in_common(&listing->solutions[i], &listing->solutions[j]);
            if (common >= fewest || are_images(listing, i, j))
                continue;
            best_i = i;
            best_j = j;
            fewest = common;
        }
    }
    return best_j == 0 || make_divergence(listing, best_i, best_j, divergence);
}

/* Finds the divergences among some solutions, and sorts these by labels.  Two solutions are essentially the same if
 * and only if one is an image of the other.  Returns false if memory runs out. */
static bool divergence_of_list(const struct puzzle *puzzle, struct move_list *solutions, size_t solution_count,
                               image_function *image, struct divergences *divergences)
{
    size_t longest = 0;
    for (size_t i = 0; i < solution_count; i++)
        longest = solutions[i].count > longest ? solutions[i].count : longest;
    struct listing listing = {puzzle, solutions, solution_count, image, calloc(longest + 1, sizeof *listing.moves)};
    if (listing.moves == NULL)
        return false;
    if (solution_count > 1)
        qsort(solutions, solution_count, sizeof *solutions, compare_solutions);
    size_t best_i = 0, best_j = 0, most = 0;
    for (size_t i = 0; i + 1 < listing.count; i++) {
        size_t j = i + 1;
        while (j < listing.count && are_images(&listing, i, j))
            j++;
        if (j == listing.count)
            continue;
        size_t common = in_common(&listing.solutions[i], &listing.solutions[j]);
        if (best_j == 0 || common > most) {
            best_i = i;
            best_j = j;
            most = common;
        }
    }
    bool good = (best_j == 0 || make_divergence(&listing, best_i, best_j, &divergences->latest)) &&
                find_earliest(&listing, &divergences->earliest);
    free(listing.moves);
    if (!good)
        divergences_free(divergences);
    return good;
}

enum search_end listed_divergence(const struct puzzle *puzzle, const struct limits *limits, image_function *image,
                                  struct divergences *divergences, char reason[LIMIT_REASON])
{
    struct request request = {.limits = *limits, .list = LISTED};
    struct judgement judgement;
    *divergences = (struct divergences){0};
    reason[0] = '\0';
    if (!judge(puzzle, &request, &judgement))
        return SEARCH_NO_MEMORY;
    bool good = divergence_of_list(puzzle, judgement.listed, judgement.listed_count, image, divergences);
    char listed[24];
    snprintf(listed, sizeof listed, "%zu", judgement.listed_count);
    divergences->exact = strcmp(listed, text_string(&judgement.solutions)) == 0;
    bool limited = judgement.verdict != VERDICT_MULTIPLE;
    if (limited)
        snprintf(reason, LIMIT_REASON, "%.*s", LIMIT_REASON - 1, judgement.reason);
    judgement_free(&judgement);
    return !good ? SEARCH_NO_MEMORY : limited ? SEARCH_LIMIT : SEARCH_FOUND;
}

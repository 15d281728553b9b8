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

/* Returns whether two solutions are images of each other.  `turned` has capacity for one of them. */
static bool are_images(const struct puzzle *puzzle, image_function *image, const struct move_list *a,
                       const struct move_list *b, game_move *turned)
{
    const struct move_list of_a = {turned, a->count};
    for (unsigned s = 1; s < puzzle->symmetry_count && a->count == b->count; s++) {
        image(puzzle, puzzle->symmetries[s], a->moves, a->count, turned);
        if (move_lists_equal(&of_a, b))
            return true;
    }
    return false;
}

/* Finds the divergences among some solutions, and sorts these by labels.  Two solutions are essentially the same if
 * and only if one is an image of the other.  Returns false if memory runs out. */
static bool divergence_of_list(const struct puzzle *puzzle, struct move_list *solutions, size_t listed,
                               image_function *image, struct divergences *divergences)
{
    size_t longest = 0;
    for (size_t i = 0; i < listed; i++)
        longest = solutions[i].count > longest ? solutions[i].count : longest;
    game_move *turned = calloc(longest + 1, sizeof *turned);
    if (turned == NULL)
        return false;
    if (listed > 1)
        qsort(solutions, listed, sizeof *solutions, compare_solutions);
    const struct move_list *latest[2] = {NULL, NULL}, *earliest[2] = {NULL, NULL};
    size_t most = 0, fewest = SIZE_MAX, least = listed == 0 ? 0 : in_common(&solutions[0], &solutions[listed - 1]);
    for (struct move_list *a = solutions, *end = solutions + listed; a < end; a++) {
        struct move_list *b = a + 1;
        while (b < end && are_images(puzzle, image, a, b, turned))
            b++;
        size_t common = b < end ? in_common(a, b) : 0;
        if (b < end && (latest[0] == NULL || common > most)) {
            latest[0] = a;
            latest[1] = b;
            most = common;
        }
        for (b = a + 1; b < end && fewest > least; b++) {
            common = in_common(a, b);
            if (common >= fewest || are_images(puzzle, image, a, b, turned))
                continue;
            earliest[0] = a;
            earliest[1] = b;
            fewest = common;
        }
    }
    free(turned);
    bool good = latest[0] == NULL || (divergence_make(&divergences->latest, latest[0]->moves, latest[0]->count,
                                                      latest[1]->moves, latest[1]->count) &&
                                      divergence_make(&divergences->earliest, earliest[0]->moves, earliest[0]->count,
                                                      earliest[1]->moves, earliest[1]->count));
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

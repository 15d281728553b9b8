/* Partings for games in which all solutions count, of which there may be very many: among those that are listed.
 *
 * In the order of labels, a solution has ever fewer moves in common with those further away from it.  So the
 * latest parting is found among near neighbours: of those that follow a solution, no more can be its images
 * than there are symmetries. */
#include "solve/solvers.h"

#include "games/snake/snake.h"
#include "solve/longcat/partings.h"
#include "solve/snake/solver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LISTED = 4096 };

/* Writes the image of a solution under a symmetry of the level; there is room for as many moves. */
typedef void image_function(const struct puzzle *puzzle, unsigned symmetry, const game_move *moves,
                            size_t count, game_move *image);

struct listing {
    const struct puzzle *puzzle;
    const struct move_list *solutions;
    size_t count;
    image_function *image;
    game_move *moves; /* room for an image */
};

static int compare_solutions(const void *a, const void *b)
{
    const struct move_list *x = a, *y = b;
    size_t n = 0;
    while (n < x->count && n < y->count && x->moves[n] == y->moves[n])
        n++;
    if (n == x->count || n == y->count)
        return (x->count > n) - (y->count > n);
    return x->moves[n] < y->moves[n] ? -1 : 1;
}

static size_t in_common(const struct move_list *a, const struct move_list *b)
{
    size_t n = 0;
    while (n < a->count && n < b->count && a->moves[n] == b->moves[n])
        n++;
    return n;
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

static bool take(const struct listing *listing, size_t i, size_t j, struct parting *parting)
{
    const struct move_list *a = &listing->solutions[i], *b = &listing->solutions[j];
    return parting_make(parting, a->moves, a->count, b->moves, b->count);
}

static bool find_latest(const struct listing *listing, struct parting *parting)
{
    size_t best_i = 0, best_j = 0, most = 0;
    for (size_t i = 0; i + 1 < listing->count; i++) {
        size_t j = i + 1;
        while (j < listing->count && are_images(listing, i, j))
            j++;
        if (j == listing->count)
            continue;
        size_t common = in_common(&listing->solutions[i], &listing->solutions[j]);
        if (best_j == 0 || common > most) {
            best_i = i;
            best_j = j;
            most = common;
        }
    }
    return best_j == 0 || take(listing, best_i, best_j, parting);
}

static bool find_earliest(const struct listing *listing, struct parting *parting)
{
    size_t best_i = 0, best_j = 0, fewest = SIZE_MAX;
    size_t least = listing->count == 0 ? 0
                                       : in_common(&listing->solutions[0],
                                                   &listing->solutions[listing->count - 1]);
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
    return best_j == 0 || take(listing, best_i, best_j, parting);
}

/* The partings among some solutions, which are put in the order of their labels.  Two are essentially the same
 * just when one is an image of the other.  False: out of memory. */
static bool partings_of_list(const struct puzzle *puzzle, struct move_list *solutions, size_t count,
                             image_function *image, struct partings *partings)
{
    size_t longest = 0;
    for (size_t i = 0; i < count; i++)
        longest = solutions[i].count > longest ? solutions[i].count : longest;
    struct listing listing = {puzzle, solutions, count, image,
                              calloc(longest + 1, sizeof *listing.moves)};
    if (listing.moves == NULL)
        return false;
    if (count > 1)
        qsort(solutions, count, sizeof *solutions, compare_solutions);
    bool good =
        find_latest(&listing, &partings->latest) && find_earliest(&listing, &partings->earliest);
    free(listing.moves);
    if (!good)
        partings_free(partings);
    return good;
}

/* The partings among the first solutions of a level, as its game's solver lists them. */
static enum partings_result listed_partings(const struct puzzle *puzzle,
                                            const struct limits *limits, image_function *image,
                                            struct partings *partings, char reason[80])
{
    struct request request = {.limits = *limits, .list = LISTED};
    struct judgement judgement;
    *partings = (struct partings){0};
    reason[0] = '\0';
    if (!judge(puzzle, &request, &judgement))
        return PARTINGS_FAILED;
    bool good =
        partings_of_list(puzzle, judgement.listed, judgement.listed_count, image, partings);
    char listed[24];
    snprintf(listed, sizeof listed, "%zu", judgement.listed_count);
    partings->exact = strcmp(listed, text_string(&judgement.solutions)) == 0;
    bool limited = judgement.verdict != VERDICT_MULTIPLE;
    if (limited)
        snprintf(reason, 80, "%.79s", judgement.reason);
    judgement_free(&judgement);
    return !good ? PARTINGS_FAILED : limited ? PARTINGS_LIMIT : PARTINGS_FOUND;
}

static void turn(const struct puzzle *puzzle, unsigned symmetry, const game_move *moves,
                 size_t count, game_move *image)
{
    (void)puzzle;
    for (size_t n = 0; n < count; n++)
        image[n] = move_turned(symmetry, moves[n]);
}

enum partings_result longcat_partings(const struct puzzle *puzzle, const struct limits *limits,
                                      struct partings *partings, char reason[80])
{
    enum partings_result result = listed_partings(puzzle, limits, turn, partings, reason);
    if (result != PARTINGS_FOUND || partings->exact)
        return result;
    partings_free(partings);
    return longcat_all_partings(puzzle, limits, partings, reason);
}

static void turn_tour(const struct puzzle *puzzle, unsigned symmetry, const game_move *moves,
                      size_t count, game_move *image)
{
    (void)count;
    snake_map_tour(snake_arena(puzzle), symmetry, moves, image);
}

enum partings_result snake_partings(const struct puzzle *puzzle, const struct limits *limits,
                                    struct partings *partings, char reason[80])
{
    return listed_partings(puzzle, limits, turn_tour, partings, reason);
}

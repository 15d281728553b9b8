/* Snake's solver.
 *
 * The tours are counted, not listed.  Two tours differ in nothing but symmetry when a rotation or
 * reflection of the arena makes one the other; by Burnside's lemma the number of classes is the
 * mean, over all symmetries, of the number of tours that a symmetry leaves as they are, and those
 * are counted in a smaller graph each.  (No two tours differ by a swap of neighbouring moves only:
 * the two orders enter different cells.) */
#include "solve/snake/solver.h"

#include "solve/snake/frontier_count.h"
#include "solve/snake/graph.h"
#include "solve/snake/measure.h"
#include "solve/snake/no_tour.h"
#include "solve/snake/tours.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct tour_count {
    const struct snake *arena;
    const struct request *request;
    struct judgement *judgement;
    struct watch watch;
    mpz_t tours, classes;
    bool failed; /* out of memory */
};

/* Counts the cycles of a graph; false: stopped or failed. */
static bool count_cycles(struct tour_count *search, const struct frontier_graph *graph, bool odd,
                         mpz_t number)
{
    mpz_t cycles[2];
    mpz_inits(cycles[0], cycles[1], NULL);
    enum frontier_outcome outcome =
        frontier_count(graph, &search->watch, cycles, &search->judgement->states);
    mpz_set(number, cycles[odd]);
    mpz_clears(cycles[0], cycles[1], NULL);
    search->failed |= outcome == FRONTIER_NO_MEMORY;
    return outcome == FRONTIER_COUNTED;
}

static bool count_tours(struct tour_count *search)
{
    struct frontier_graph graph;
    if (!snake_graph(search->arena, &graph)) {
        search->failed = true;
        return false;
    }
    bool good = count_cycles(search, &graph, false, search->tours);
    frontier_graph_free(&graph);
    return good;
}

/* The tours that a symmetry leaves as they are. */
static bool count_fixed(struct tour_count *search, unsigned symmetry, mpz_t number)
{
    struct frontier_graph graph;
    enum graph_answer answer = snake_graph_fixed(search->arena, symmetry, &graph);
    mpz_set_ui(number, answer == GRAPH_ONE);
    if (answer == GRAPH_NONE || answer == GRAPH_ONE)
        return true;
    bool good = answer != GRAPH_FAILED &&
                count_cycles(search, &graph, answer == GRAPH_ODD, number);
    search->failed |= answer == GRAPH_FAILED;
    frontier_graph_free(&graph);
    return good;
}

/* Burnside's lemma.  False: stopped or failed. */
static bool count_classes(struct tour_count *search)
{
    const struct puzzle *puzzle = &search->arena->puzzle;
    mpz_t fixed;
    mpz_init(fixed);
    mpz_set(search->classes, search->tours);
    bool good = true;
    for (unsigned s = 1; s < puzzle->symmetry_count && good; s++) {
        good = count_fixed(search, puzzle->symmetries[s], fixed);
        mpz_add(search->classes, search->classes, fixed);
    }
    if (good)
        mpz_divexact_ui(search->classes, search->classes, puzzle->symmetry_count);
    mpz_clear(fixed);
    return good;
}

static void write_number(struct text *text, const mpz_t number)
{
    size_t size = mpz_sizeinbase(number, 10) + 2;
    char *digits = malloc(size);
    if (digits == NULL) {
        text->failed = true;
        return;
    }
    text_add_string(text, mpz_get_str(digits, 10, number));
    free(digits);
}

static int64_t small(const mpz_t number)
{
    return mpz_fits_slong_p(number) ? mpz_get_si(number) : INT64_MAX;
}

/* Sets the verdict by the number of classes, or by the least it can be: no class has more tours
 * than there are symmetries. */
static void set_essential(struct tour_count *search, bool known)
{
    struct judgement *judgement = search->judgement;
    if (!known) {
        mpz_cdiv_q_ui(search->classes, search->tours, judgement->symmetry);
        mpz_sub_ui(search->classes, search->classes, 1);
        if (mpz_sgn(search->classes) > 0)
            text_add_char(&judgement->essential, '>');
    }
    if (mpz_sgn(search->classes) > 0)
        write_number(&judgement->essential, search->classes);
    judgement->essential_low = small(search->classes);
    bool several = mpz_cmp_ui(search->classes, known ? 1 : 0) > 0;
    judgement->verdict = several ? VERDICT_MULTIPLE
                         : known ? VERDICT_UNIQUE
                                 : VERDICT_UNDECIDED;
}

/* --- the tours themselves --- */

void snake_map_tour(const struct snake *arena, unsigned symmetry, const game_move *moves,
                    game_move *image)
{
    unsigned count = arena->cells, cell = 0, start = 0;
    for (unsigned n = 0; n < count; n++) {
        if (snake_image(arena, symmetry, cell) == 0)
            start = n;
        cell = (unsigned)arena->next[cell * DIRECTIONS + move_direction(moves[n])];
    }
    bool forward =
        symmetry_direction(symmetry, move_direction(moves[start])) == RIGHT;
    for (unsigned n = 0; n < count; n++) {
        unsigned at = forward ? (start + n) % count : (start + count - 1 - n) % count;
        enum direction direction = symmetry_direction(symmetry, move_direction(moves[at]));
        image[n] = move_make(0, forward ? direction : direction_opposite(direction));
    }
}

struct lister {
    struct tour_count *search;
    game_move *image; /* [cells] scratch */
    bool first_of_class, failed;
};

/* Whether no symmetry makes a tour that comes before this one. */
static bool is_first_of_class(const struct lister *lister, const game_move *moves)
{
    const struct snake *arena = lister->search->arena;
    for (unsigned s = 1; s < arena->puzzle.symmetry_count; s++) {
        snake_map_tour(arena, arena->puzzle.symmetries[s], moves, lister->image);
        for (unsigned n = 0; n < arena->cells; n++) {
            if (lister->image[n] < moves[n])
                return false;
            if (lister->image[n] > moves[n])
                break;
        }
    }
    return true;
}

static bool take_first(void *context, const game_move *moves)
{
    struct tour_count *search = context;
    search->failed |= !judgement_report(search->judgement, moves, search->arena->cells);
    return false;
}

static bool take_listed(void *context, const game_move *moves)
{
    struct lister *lister = context;
    struct tour_count *search = lister->search;
    if (is_first_of_class(lister, moves) != lister->first_of_class)
        return true;
    lister->failed |= !judgement_list(search->judgement, moves, search->arena->cells);
    return !lister->failed && search->judgement->listed_count < search->request->list;
}

/* False: stopped or failed. */
static bool list_tours(struct tour_count *search)
{
    struct judgement *judgement = search->judgement;
    struct lister lister = {.search = search, .first_of_class = true};
    enum tours_outcome outcome =
        snake_list_tours(search->arena, &search->watch, take_first, search);
    if (outcome == TOURS_LISTED && search->request->list > 0 && !search->failed) {
        lister.image = calloc(search->arena->cells, sizeof *lister.image);
        lister.failed = lister.image == NULL;
        if (!lister.failed)
            outcome = snake_list_tours(search->arena, &search->watch, take_listed, &lister);
        judgement->listed_classes = judgement->listed_count;
        lister.first_of_class = false;
        if (outcome == TOURS_LISTED && !lister.failed && judgement->symmetry > 1 &&
            judgement->listed_count < search->request->list)
            outcome = snake_list_tours(search->arena, &search->watch, take_listed, &lister);
        free(lister.image);
    }
    search->failed |= lister.failed || outcome == TOURS_NO_MEMORY;
    return outcome == TOURS_LISTED && !search->failed;
}

/* --- the judgement --- */

static void stop(struct tour_count *search)
{
    int64_t cells = search->arena->cells; /* every tour has so many moves */
    judgement_undecided(search->judgement, (uint64_t)cells, mpz_sgn(search->tours) > 0 ? cells : -1,
                        search->watch.reason);
}

static void declare_unsolvable(struct judgement *judgement)
{
    judgement->verdict = VERDICT_UNSOLVABLE;
    judgement->essential_low = 0;
    text_add_string(&judgement->solutions, "0");
    text_add_string(&judgement->essential, "0");
}

static void run(struct tour_count *search)
{
    struct judgement *judgement = search->judgement;
    bool none = puzzle_prunes(&search->arena->puzzle, SNAKE_PLAIN_REASONS) &&
                snake_has_no_tour(search->arena, judgement->reason, &search->failed);
    if (search->failed)
        return;
    if (none) {
        declare_unsolvable(judgement);
        return;
    }
    if (!count_tours(search)) {
        stop(search);
        return;
    }
    if (mpz_sgn(search->tours) == 0) {
        declare_unsolvable(judgement);
        return;
    }
    write_number(&judgement->solutions, search->tours);
    bool known = count_classes(search);
    set_essential(search, known);
    judgement->measure[MEASURE_depth] = search->arena->cells;
    if (judgement->verdict == VERDICT_UNDECIDED)
        stop(search);
    if (!known && !search->failed) /* the tours have a right to the limits of their own */
        watch_start(&search->watch, &search->request->limits);
    if (search->failed || !list_tours(search)) {
        stop(search);
        return;
    }
    if (search->request->measures && judgement->verdict == VERDICT_UNIQUE)
        search->failed |= !snake_measure(search->arena, judgement) ||
                          !snake_measure_luck(search->arena, judgement);
}

bool snake_judge(const struct puzzle *puzzle, const struct request *request,
                 struct judgement *judgement)
{
    struct tour_count search = {
        .arena = snake_arena(puzzle), .request = request, .judgement = judgement};
    mpz_inits(search.tours, search.classes, NULL);
    watch_start(&search.watch, &request->limits);
    run(&search);
    mpz_clears(search.tours, search.classes, NULL);
    return !search.failed;
}

/* Compares explanations of verdicts with slow computations; see differential.h.
 *
 * The divergences come from a list of all solutions, by comparing each pair.  To find what blocks a solution, its
 * moves are played, by their names, in the changed level. */
#include "tests/differential.h"

#include "games/longcat/longcat.h"
#include "games/snake/snake.h"
#include "solve/longcat/solver.h"
#include "tests/differential_why.h"
#include "tests/slow_judge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_STATES = 3000, MOST_SOLUTIONS = 200, FEW_SOLUTIONS = 40 };

/* --- all solutions and their classes --- */

struct solutions {
    struct move_list *list; /* sorted by labels */
    size_t *classes;
    size_t count;
};

static void add_solution(struct solutions *solutions, const game_move *moves, size_t count, size_t class)
{
    game_move *copy = get_memory(count, sizeof *copy);
    memcpy(copy, moves, count * sizeof *copy);
    solutions->list[solutions->count] = (struct move_list){copy, count};
    solutions->classes[solutions->count++] = class;
}

static bool general_solutions(const struct puzzle *puzzle, struct solutions *solutions)
{
    struct slow slow;
    if (!slow_judge(puzzle, MOST_STATES, MOST_SOLUTIONS, &slow))
        return false;
    for (size_t i = 0; i < slow.solutions; i++)
        add_solution(solutions, slow.list + i * (size_t)slow.depth, (size_t)slow.depth, slow.classes[i]);
    slow_free(&slow);
    return true;
}

/* Marks the sides of cells through which a tour of a Snake arena passes, after transforming it by a symmetry. */
static void mark_sides(const struct snake *arena, const struct move_list *tour, unsigned symmetry, bool *sides)
{
    unsigned cell = 0;
    for (size_t n = 0; n < tour->count; n++) {
        enum direction way = move_direction(tour->moves[n]);
        unsigned next = (unsigned)arena->next[cell * DIRECTIONS + way];
        enum direction turned = symmetry_direction(symmetry, way);
        sides[snake_image(arena, symmetry, cell) * DIRECTIONS + turned] = true;
        sides[snake_image(arena, symmetry, next) * DIRECTIONS + direction_opposite(turned)] = true;
        cell = next;
    }
}

static bool are_images(const struct puzzle *puzzle, const struct move_list *a, const struct move_list *b)
{
    bool snake = puzzle->game == &game_snake, same = false;
    for (unsigned s = 1; s < puzzle->symmetry_count && !same && a->count == b->count; s++) {
        same = true;
        for (size_t n = 0; n < a->count && !snake; n++)
            same = same && move_turned(puzzle->symmetries[s], a->moves[n]) == b->moves[n];
        if (snake) {
            size_t size = (size_t)snake_arena(puzzle)->cells * DIRECTIONS;
            bool *one = get_memory(size, 1), *other = get_memory(size, 1);
            mark_sides(snake_arena(puzzle), a, puzzle->symmetries[s], one);
            mark_sides(snake_arena(puzzle), b, 0, other);
            same = memcmp(one, other, size) == 0;
            free(one);
            free(other);
        }
    }
    return same;
}

static int compare_lists(const void *a, const void *b)
{
    const struct move_list *x = a, *y = b;
    for (size_t n = 0; n < x->count && n < y->count; n++) {
        if (x->moves[n] != y->moves[n])
            return x->moves[n] < y->moves[n] ? -1 : 1;
    }
    return 0; /* no solution is a prefix of another */
}

/* Lists the solutions of a game in which every solution counts and only symmetric ones are essentially the same. */
static bool listed_solutions(const struct puzzle *puzzle, struct solutions *solutions)
{
    struct request request = {.list = MOST_SOLUTIONS + 1};
    struct judgement judgement;
    judge_or_abort(puzzle, &request, &judgement);
    bool good = judgement.listed_count <= MOST_SOLUTIONS;
    if (good) {
        qsort(judgement.listed, judgement.listed_count, sizeof *judgement.listed, compare_lists);
        for (size_t i = 0; i < judgement.listed_count; i++) {
            size_t class = 0;
            while (class < i && !are_images(puzzle, &judgement.listed[i], &judgement.listed[class]))
                class ++;
            add_solution(solutions, judgement.listed[i].moves, judgement.listed[i].count,
                         class == i ? i : solutions->classes[class]);
        }
    }
    judgement_free(&judgement);
    return good;
}

/* --- divergences --- */

static size_t in_common(const struct move_list *a, const struct move_list *b)
{
    size_t n = 0;
    while (n < a->count && n < b->count && a->moves[n] == b->moves[n])
        n++;
    return n;
}

static bool is_pair(const struct divergence *divergence, const struct solutions *solutions, size_t i, size_t j)
{
    size_t which[2] = {i, j};
    for (int n = 0; n < 2; n++) {
        struct move_list moves = {divergence->moves[n], divergence->count[n]};
        if (divergence->moves[n] == NULL || !move_lists_equal(&moves, &solutions->list[which[n]]))
            return false;
    }
    return divergence->common == in_common(&solutions->list[i], &solutions->list[j]);
}

/* Checks the pair of solutions of different classes that have the most (`latest`) or the fewest moves in common; the
 * first such pair is the right one. */
static bool parts_rightly(const struct solutions *solutions, bool latest, const struct divergence *divergence,
                          struct text *why)
{
    size_t best_i = 0, best_j = 0, best = 0;
    for (size_t i = 0; i < solutions->count; i++) {
        for (size_t j = i + 1; j < solutions->count; j++) {
            size_t common = in_common(&solutions->list[i], &solutions->list[j]);
            if (solutions->classes[i] == solutions->classes[j] ||
                (best_j != 0 && (latest ? common <= best : common >= best)))
                continue;
            best_i = i;
            best_j = j;
            best = common;
        }
    }
    if (is_pair(divergence, solutions, best_i, best_j))
        return true;
    text_addf(why, "the %s solutions to part are not solutions %zu and %zu, after %zu moves",
              latest ? "latest" : "earliest", best_i + 1, best_j + 1, best);
    return false;
}

/* --- what blocks a solution --- */

static void name_move(const struct puzzle *puzzle, game_move move, char name[32])
{
    if (puzzle->game->write_label != NULL)
        puzzle->game->write_label(puzzle, move, name, 32);
    else
        puzzle->game->write_moves(puzzle, &move, 1, name, 32);
}

/* Returns whether the moves of one level, matched by name, solve another level. */
static bool solves_by_name(const struct puzzle *from, const struct puzzle *to, const game_move *moves, size_t count)
{
    game_move *legal = get_memory(to->max_moves, sizeof *legal);
    unsigned char *states = get_memory(to->max_moves, to->state_bytes);
    unsigned char *state = get_memory(1, to->state_bytes);
    to->rules->start(to, state);
    bool good = true;
    for (size_t n = 0; good && n < count; n++) {
        char wanted[32], name[32];
        name_move(from, moves[n], wanted);
        unsigned offered = to->rules->expand(to, state, legal, states), i = 0;
        for (; i < offered; i++) {
            name_move(to, legal[i], name);
            if (strcmp(name, wanted) == 0)
                break;
        }
        good = i < offered && !to->rules->solved(to, state);
        if (good)
            memcpy(state, states + i * to->state_bytes, to->state_bytes);
    }
    good = good && to->rules->solved(to, state);
    free(legal);
    free(states);
    free(state);
    return good;
}

/* Returns which solutions of the pair still work after the change of a cell: bit i for solution i, or -1 if the
 * result is not a valid level. */
static int open_ways(const struct subject *subject, const struct divergence *divergence, int cell, unsigned char c)
{
    struct complaint complaint;
    struct grid grid;
    int open = -1;
    if (!grid_copy(&grid, &subject->text))
        abort();
    grid.cells[cell] = c;
    struct puzzle *changed = subject->puzzle->game->load(&grid, subject->variant, &complaint);
    for (int i = 0; changed != NULL && i < 2; i++)
        open = (open < 0 ? 0 : open) |
               solves_by_name(subject->puzzle, changed, divergence->moves[i], divergence->count[i]) << i;
    if (changed != NULL)
        changed->game->free(changed);
    grid_free(&grid);
    return open;
}

/* Returns the reported change of a cell, or NULL. */
static const struct closing *told_of(const struct why_pair *pair, int cell)
{
    for (size_t i = 0; i < pair->closing_count; i++) {
        if (pair->closings[i].change.cell == cell)
            return &pair->closings[i];
    }
    return NULL;
}

/*
 * Returns whether the reported changes are correct, and every wall that blocks exactly one solution is reported.
 * Without a list of what cells may contain, no change may be reported.
 */
static bool closes_rightly(const struct subject *subject, const struct why_pair *pair, struct text *why)
{
    const struct game_content *contents = puzzle_contents(subject->puzzle);
    if (contents == NULL)
        return pair->closing_count == 0;
    unsigned char wall = puzzle_wall(subject->puzzle);
    for (int cell = 0; cell < grid_size(&subject->text); cell++) {
        const struct closing *told = told_of(pair, cell);
        int open = told == NULL ? -1 : open_ways(subject, &pair->divergence, cell, told->change.to);
        bool right = told == NULL || open == (told->closes ? told->way == 0 ? 2 : 1 : open);
        bool plain = subject->text.cells[cell] == (unsigned char)contents[0].cell;
        if (subject_may_change(subject, cell) && plain && wall != 0) {
            int walled = open_ways(subject, &pair->divergence, cell, wall);
            right = right && ((walled != 1 && walled != 2) || (told != NULL && told->closes));
        }
        if (!right) {
            text_addf(why, "what closes one way is wrong in row %d, column %d", cell / subject->text.columns + 1,
                      cell % subject->text.columns + 1);
            return false;
        }
    }
    return true;
}

/* Checks the divergences of LongCat levels, which are found without a list of solutions if there are enough of them. */
static bool cat_parts_rightly(const struct puzzle *puzzle, const struct solutions *solutions, struct text *why)
{
    struct limits limits = {.jobs = 1};
    struct divergences divergences;
    char reason[LIMIT_REASON];
    bool few = solutions->count <= 12 && puzzle->symmetry_count > 1;
    if (puzzle->game != &game_longcat || few)
        return true;
    if (longcat_all_divergence(puzzle, &limits, &divergences, reason) != SEARCH_FOUND)
        abort();
    bool holds = parts_rightly(solutions, true, &divergences.latest, why) &&
                 parts_rightly(solutions, false, &divergences.earliest, why);
    divergences_free(&divergences);
    return holds;
}

static bool multiple_holds(const struct subject *subject, const struct why *found, struct text *why)
{
    const struct puzzle *puzzle = subject->puzzle;
    bool listed = puzzle->game == &game_longcat || puzzle->game == &game_snake;
    struct solutions solutions = {get_memory(MOST_SOLUTIONS, sizeof(struct move_list)),
                                  get_memory(MOST_SOLUTIONS, sizeof(size_t)), 0};
    bool holds = true;
    if ((listed ? listed_solutions : general_solutions)(puzzle, &solutions)) {
        holds = parts_rightly(&solutions, true, &found->latest.divergence, why) &&
                parts_rightly(&solutions, false, &found->earliest.divergence, why);
        holds = holds && cat_parts_rightly(puzzle, &solutions, why);
        if (holds && !found->all_classes)
            text_add_string(why, "not all classes were told apart");
        holds = holds && found->all_classes;
        if (holds && solutions.count <= FEW_SOLUTIONS)
            holds = closes_rightly(subject, &found->latest, why) && closes_rightly(subject, &found->earliest, why);
    }
    for (size_t i = 0; i < solutions.count; i++)
        free(solutions.list[i].moves);
    free(solutions.list);
    free(solutions.classes);
    return holds;
}

/* --- */

bool holds_for_why(const struct trial *trial, const struct change *change, struct text *why)
{
    struct limits limits = {.jobs = 1 + change->which, .spared = SEARCH_ALONE};
    struct why found;
    if (!why_find(trial->puzzle, trial->specimen->variant, &trial->judgement, &limits, &found))
        abort();
    bool holds = found.verdict == trial->judgement.verdict;
    if (found.verdict == VERDICT_MULTIPLE)
        holds = multiple_holds(&found.subject, &found, why);
    else if (found.verdict == VERDICT_UNSOLVABLE)
        holds = unsolvable_holds(&found.subject, &found, why);
    else if (found.verdict == VERDICT_UNIQUE)
        holds = unique_holds(&found.subject, &trial->judgement, &found, why);
    why_free(&found);
    return holds;
}

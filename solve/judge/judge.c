/* Judging a level of any game; see judge.h. */
#include "solve/judge/judge.h"

#include "base/array.h"
#include "base/check.h"
#include "games/mover.h"
#include "solve/judge/solver.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const verdict_names[] = {
    [VERDICT_UNIQUE] = "unique",
    [VERDICT_MULTIPLE] = "multiple",
    [VERDICT_UNSOLVABLE] = "unsolvable",
    [VERDICT_UNDECIDED] = "undecided",
};

const char *const measure_names[MEASURE_COUNT] = {
#define X(name, help) [MEASURE_##name] = #name,
    MEASURES(X)
#undef X
};

void measure_write(enum measure measure, double value, struct text *text)
{
    bool exact = measure != MEASURE_bits && measure != MEASURE_luck;
    if (value != UNKNOWN)
        text_addf(text, exact ? "%.0f" : "%.2f", value);
}

double luck_of_chance(double chance)
{
    double bits = chance < 1 ? -log2(chance) : 0;
    return bits < LUCK_MOST ? bits : LUCK_MOST;
}

bool level_hash(const struct puzzle *puzzle, uint64_t *hash)
{
    struct grid grid = {0}, bare = {0}, canonical = {0};
    const struct game *game = puzzle->game;
    bool good = game->draw_alike != NULL ? game->draw_alike(puzzle, &grid) : puzzle_draw_start(puzzle, &grid);
    /* The margin around the level does not count. */
    if (good && game->margin == MARGIN_WALL)
        good = grid_without_frame(&grid, game->outside, &bare);
    else if (good && game->margin == MARGIN_SPACE)
        good = grid_trim(&grid, game->outside, &bare);
    else if (good)
        good = grid_copy(&bare, &grid);
    good = good && grid_canonical(&bare, puzzle_images(puzzle), &canonical);
    if (good)
        *hash = grid_canonical_hash(&canonical);
    grid_free(&grid);
    grid_free(&bare);
    grid_free(&canonical);
    return good;
}

static void judge_nothing(const struct puzzle *puzzle, struct judgement *judgement)
{
    *judgement = (struct judgement){.greedy = -1, .symmetry = puzzle->symmetry_count};
    for (int i = 0; i < MEASURE_COUNT; i++)
        judgement->measure[i] = UNKNOWN;
    judgement->guided = (struct guided){UNKNOWN, UNKNOWN};
    judgement->turns = UNKNOWN;
}

void judgement_take_back(const struct puzzle *puzzle, struct judgement *judgement)
{
    uint64_t hash = judgement->hash;
    struct text remarks = judgement->remarks;
    judgement->remarks = (struct text){0};
    judgement_free(judgement);
    judge_nothing(puzzle, judgement);
    judgement->hash = hash;
    judgement->remarks = remarks;
}

void judgement_forget_measures(struct judgement *judgement)
{
    for (int i = 0; i < MEASURE_COUNT; i++)
        judgement->measure[i] = i == MEASURE_depth ? judgement->measure[i] : UNKNOWN;
    judgement->guided = (struct guided){UNKNOWN, UNKNOWN};
    judgement->turns = UNKNOWN;
    judgement->greedy = -1;
    free(judgement->traps);
    judgement->traps = NULL;
}

/* Computes the hash.  Returns false if memory runs out.  On a limit, makes the level undecided and sets *known to
 * false. */
static bool find_hash(const struct puzzle *puzzle, const struct limits *limits, struct judgement *judgement,
                      bool *known)
{
    struct limited limited;
    char reason[LIMIT_REASON] = "";
    bool no_memory = false;
    bool good = limited_open(&limited, puzzle, limits) && level_hash(limited.puzzle, &judgement->hash);
    if (good)
        puzzle_doubt(limited.puzzle, &no_memory);
    *known = !good || !limited_stopped(&limited, reason);
    if (!*known) {
        judgement->hash = 0;
        judgement_undecided(judgement, 0, -1, reason);
    }
    limited_close(&limited);
    return good && !no_memory;
}

bool judge(const struct puzzle *puzzle, const struct request *request, struct judgement *judgement)
{
    struct request timed = *request;
    bool known = true;
    judge_nothing(puzzle, judgement);
    limits_begin(&timed.limits);
    const struct game *game = puzzle->game;
    bool good = game == NULL || find_hash(puzzle, &timed.limits, judgement, &known);
    const char *reason = NULL; /* why the start alone proves that there is no solution */
    if (good && known && puzzle->inexact == NULL && game != NULL && game->unsolvable != NULL)
        reason = game->unsolvable(puzzle);
    if (good && known && puzzle->inexact != NULL) {
        judgement_undecided(judgement, 0, -1, puzzle->inexact);
    } else if (reason != NULL) {
        judgement_unsolvable(judgement);
        snprintf(judgement->reason, sizeof judgement->reason, "%s", reason);
    } else if (good && known) {
        good = solver_of(game)->judge(puzzle, &timed, judgement);
    }
    good = good && !judgement->solutions.failed && !judgement->essential.failed;
    if (!good)
        judgement_free(judgement);
    /* A puzzle without a game is the caller's own and may contradict itself, so it is not checked here. */
    CHECK(!good || puzzle->game == NULL || judgement_stands(puzzle, judgement));
    return good;
}

void judgement_set_essential(struct judgement *judgement, int64_t number, bool exact)
{
    judgement->essential_low = number;
    judgement->verdict = number > 1 ? VERDICT_MULTIPLE : exact ? VERDICT_UNIQUE : VERDICT_UNDECIDED;
    bool more = number > ESSENTIAL_MOST || !exact;
    int64_t told = number > ESSENTIAL_MOST ? ESSENTIAL_MOST : exact ? number : number - 1;
    text_addf(&judgement->essential, "%s%" PRId64, more ? ">" : "", told);
}

void judgement_guided(struct judgement *judgement, double luck, double hazard)
{
    judgement->guided = (struct guided){luck, hazard};
    judgement->measure[MEASURE_difficulty] = difficulty_of(&judgement->guided, judgement->measure[MEASURE_steps]);
}

void judgement_free(struct judgement *judgement)
{
    text_free(&judgement->solutions);
    text_free(&judgement->essential);
    text_free(&judgement->remarks);
    free(judgement->reported.moves);
    for (size_t i = 0; i < judgement->listed_count; i++)
        free(judgement->listed[i].moves);
    free(judgement->listed);
    free(judgement->traps);
    judgement->traps = NULL;
    judgement->reported = (struct move_list){0};
    judgement->listed = NULL;
    judgement->listed_count = 0;
}

void judgement_undecided(struct judgement *judgement, uint64_t at_least, int64_t known, const char *reason)
{
    judgement->verdict = VERDICT_UNDECIDED;
    judgement->at_least = at_least;
    judgement->measure[MEASURE_depth] = known >= 0 && (uint64_t)known == at_least ? (double)known : UNKNOWN;
    if (known >= 0 && (uint64_t)known != at_least)
        snprintf(judgement->reason, sizeof judgement->reason, "a solution of %" PRId64 " moves is known; %s", known,
                 reason);
    else
        snprintf(judgement->reason, sizeof judgement->reason, "%s", reason);
}

void judgement_unsolvable(struct judgement *judgement)
{
    judgement->verdict = VERDICT_UNSOLVABLE;
    judgement->essential_low = 0;
    text_add_string(&judgement->solutions, "0");
    text_add_string(&judgement->essential, "0");
}

static bool copy_moves(struct move_list *list, const game_move *moves, size_t count)
{
    game_move *copy = malloc((count + 1) * sizeof *copy);
    if (copy == NULL)
        return false;
    if (count > 0)
        memcpy(copy, moves, count * sizeof *copy);
    *list = (struct move_list){copy, count};
    return true;
}

bool move_lists_equal(const struct move_list *a, const struct move_list *b)
{
    return a->count == b->count && (a->count == 0 || memcmp(a->moves, b->moves, a->count * sizeof *a->moves) == 0);
}

bool judgement_list(struct judgement *judgement, const game_move *moves, size_t count)
{
    size_t listed = judgement->listed_count;
    size_t capacity = (listed & (listed - 1)) == 0 ? listed : SIZE_MAX; /* full at powers of two */
    if (!ARRAY_RESERVE(judgement->listed, listed, capacity, 1))
        return false;
    if (!copy_moves(&judgement->listed[listed], moves, count))
        return false;
    judgement->listed_count++;
    return true;
}

bool judgement_report(struct judgement *judgement, const game_move *moves, size_t count)
{
    free(judgement->reported.moves);
    return copy_moves(&judgement->reported, moves, count);
}

/* --- consistency checks of a judgement --- */

bool judgement_stands(const struct puzzle *puzzle, const struct judgement *judgement)
{
    if (!judgement_has_solution(judgement))
        return judgement->verdict == VERDICT_UNSOLVABLE || judgement->verdict == VERDICT_UNDECIDED;
    const struct move_list *solution = &judgement->reported;
    struct mover mover;
    bool good = judgement->measure[MEASURE_depth] == (double)solution->count;
    if (mover_make(&mover, puzzle)) {
        bool legal = true;
        for (size_t n = 0; legal && n < solution->count; n++)
            legal = !puzzle->rules->solved(puzzle, mover.state) &&
                    puzzle->rules->estimate(puzzle, mover.state) <= solution->count - n &&
                    mover_move(&mover, solution->moves[n]);
        bool solves = legal && puzzle->rules->solved(puzzle, mover.state);
        good = good && (solves || puzzle_stopped(puzzle)); /* stopped rules prove nothing */
    }
    mover_free(&mover);
    return good;
}

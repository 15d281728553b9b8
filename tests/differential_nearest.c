/* Compares the nearest state, the obstacles and the consequences of traps with slow computations; see
 * differential_why.h.  A plain breadth-first search finds the nearest state. */
#include "tests/differential_why.h"

#include <stdlib.h>
#include <string.h>

enum { FEW_STATES = 400 };

void *get_memory(size_t count, size_t size)
{
    void *memory = calloc(count + 1, size);
    if (memory == NULL)
        abort();
    return memory;
}

/* --- the nearest state --- */

struct wave {
    const struct puzzle *puzzle;
    unsigned char *states;
    size_t *before, *depth; /* the state from which a state was reached, and the number of moves */
    game_move *move;
    size_t count;
};

static bool wave_add(struct wave *wave, const unsigned char *state, size_t before, game_move move)
{
    size_t size = wave->puzzle->state_bytes;
    for (size_t i = 0; i < wave->count; i++) {
        if (memcmp(wave->states + i * size, state, size) == 0)
            return true;
    }
    if (wave->count == FEW_STATES)
        return false;
    size_t n = wave->count++;
    memcpy(wave->states + n * size, state, size);
    wave->before[n] = before;
    wave->move[n] = move;
    wave->depth[n] = n == 0 ? 0 : wave->depth[before] + 1;
    return true;
}

/* Collects all states that a search keeps, in breadth-first order.  Returns false if there are too many. */
static bool wave_run(struct wave *wave, const unsigned char *start)
{
    const struct puzzle *puzzle = wave->puzzle;
    const struct puzzle_rules *rules = puzzle->rules;
    game_move *moves = get_memory(puzzle->max_moves, sizeof *moves);
    unsigned char *states = get_memory(puzzle->max_moves, puzzle->state_bytes);
    bool good = wave_add(wave, start, 0, 0);
    for (size_t i = 0; good && i < wave->count; i++) {
        unsigned count = (rules->expand_live != NULL ? rules->expand_live : rules->expand)(
            puzzle, wave->states + i * puzzle->state_bytes, moves, states);
        for (unsigned n = 0; good && n < count; n++) {
            const unsigned char *after = states + n * puzzle->state_bytes;
            if (rules->dead == NULL || !rules->dead(puzzle, after))
                good = wave_add(wave, after, i, moves[n]);
        }
    }
    free(moves);
    free(states);
    return good;
}

static unsigned greed_of(const struct puzzle *puzzle, const unsigned char *state)
{
    return puzzle->rules->greed == NULL ? 0 : puzzle->rules->greed(puzzle, state);
}

/* Returns the first state with the lowest estimate and then the lowest greed.  *open receives the number of states
 * that do not look lost, and *last the depth of the last of these. */
static size_t wave_nearest(const struct wave *wave, uint64_t *open, size_t *last)
{
    const struct puzzle *puzzle = wave->puzzle;
    size_t best = 0;
    *open = *last = 0;
    for (size_t i = 0; i < wave->count; i++) {
        const unsigned char *state = wave->states + i * puzzle->state_bytes;
        const unsigned char *nearest = wave->states + best * puzzle->state_bytes;
        unsigned here = puzzle->rules->estimate(puzzle, state);
        unsigned there = puzzle->rules->estimate(puzzle, nearest);
        if (here < there || (here == there && greed_of(puzzle, state) < greed_of(puzzle, nearest)))
            best = i;
        if (!puzzle->rules->lost(puzzle, state)) {
            ++*open;
            *last = wave->depth[i];
        }
    }
    return best;
}

static bool is_way(const struct wave *wave, size_t best, const struct nearest *nearest)
{
    bool same = nearest->count == wave->depth[best];
    for (size_t n = nearest->count; same && n-- > 0; best = wave->before[best])
        same = wave->move[best] == nearest->moves[n];
    return same;
}

static bool is_nearest(const struct puzzle *puzzle, const unsigned char *start, const struct nearest *nearest,
                       struct text *why)
{
    struct wave wave = {puzzle,
                        get_memory(FEW_STATES, puzzle->state_bytes),
                        get_memory(FEW_STATES, sizeof(size_t)),
                        get_memory(FEW_STATES, sizeof(size_t)),
                        get_memory(FEW_STATES, sizeof(game_move)),
                        0};
    bool holds = true;
    if (wave_run(&wave, start)) {
        uint64_t open;
        size_t last, best = wave_nearest(&wave, &open, &last);
        holds = nearest->whole && nearest->states == wave.count && nearest->open == open && nearest->last == last &&
                is_way(&wave, best, nearest);
        if (!holds)
            text_addf(why, "the nearest of %zu states is another, %zu moves away", wave.count, wave.depth[best]);
    }
    free(wave.states);
    free(wave.before);
    free(wave.depth);
    free(wave.move);
    return holds;
}

/* --- obstacles --- */

static bool is_told(const struct why *found, int cell)
{
    for (size_t i = 0; i < found->removal_count; i++) {
        if (found->removals[i].changes[0].cell == cell)
            return true;
    }
    return false;
}

/*
 * Removes each single-cell piece and each wall in turn, and judges the result.  Without a list of what cells may
 * contain, nothing is removed and nothing may be reported.
 */
static bool removes_rightly(const struct subject *subject, const struct why *found, struct text *why)
{
    const struct game *game = subject->puzzle->game;
    const struct game_content *contents = puzzle_contents(subject->puzzle);
    struct request request = {.measures = false};
    if (contents == NULL)
        return found->removal_count == 0;
    for (int cell = 0; cell < grid_size(&subject->text); cell++) {
        unsigned char c = subject->text.cells[cell];
        struct cell_change change = {cell, c, (unsigned char)content_of(subject->puzzle, c).ground};
        bool failed = false, solvable = false;
        if (change.to == c)
            change.to = (unsigned char)contents[0].cell;
        if ((game->same_piece != NULL && strchr("-#^+*@", c) == NULL) || change.to == c ||
            !subject_may_change(subject, cell))
            continue;
        struct puzzle *puzzle = subject_changed(subject, &change, 1, &failed);
        if (puzzle != NULL) {
            struct judgement judgement;
            judge_or_abort(puzzle, &request, &judgement);
            solvable = judgement.verdict != VERDICT_UNSOLVABLE;
            judgement_free(&judgement);
            game->free(puzzle);
        }
        if (solvable != is_told(found, cell)) {
            text_addf(why, "without what is in row %d, column %d it %s", cell / subject->text.columns + 1,
                      cell % subject->text.columns + 1, solvable ? "can be solved" : "cannot be solved either");
            return false;
        }
    }
    return true;
}

bool unsolvable_holds(const struct subject *subject, const struct why *found, struct text *why)
{
    unsigned char *start = get_memory(1, subject->puzzle->state_bytes);
    subject->puzzle->rules->start(subject->puzzle, start);
    bool holds = is_nearest(subject->puzzle, start, &found->nearest, why) && removes_rightly(subject, found, why);
    free(start);
    return holds;
}

/* --- traps --- */

bool unique_holds(const struct subject *subject, const struct judgement *judgement, const struct why *found,
                  struct text *why)
{
    const struct puzzle *puzzle = subject->puzzle;
    double traps = judgement->measure[MEASURE_traps];
    bool holds = found->traps_known == (traps >= 0) && (traps < 0 || (double)found->trap_count == traps);
    game_move *moves = get_memory(puzzle->max_moves, sizeof *moves);
    unsigned char *states = get_memory(puzzle->max_moves, puzzle->state_bytes);
    unsigned char *state = get_memory(1, puzzle->state_bytes);
    if (!holds)
        text_add_string(why, "there are more or fewer traps than measured");
    for (size_t i = 0; holds && i < found->trap_count; i++) {
        const struct why_trap *trap = &found->traps[i];
        puzzle->rules->start(puzzle, state);
        for (size_t n = 0; n <= trap->trap.position; n++) {
            game_move wanted = n < trap->trap.position ? judgement->reported.moves[n] : trap->trap.move;
            unsigned k = 0;
            puzzle->rules->expand(puzzle, state, moves, states);
            while (moves[k] != wanted)
                k++;
            memcpy(state, states + k * puzzle->state_bytes, puzzle->state_bytes);
        }
        holds = trap->after == puzzle->rules->estimate(puzzle, state) && is_nearest(puzzle, state, &trap->nearest, why);
    }
    free(moves);
    free(states);
    free(state);
    return holds;
}

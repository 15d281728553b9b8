/* Measures of PuzzleScript states and moves; see measure.h. */
#include "games/puzzlescript/measure.h"

#include "games/puzzlescript/place.h"

static bool matches(const uint64_t *mask, bool all, const uint64_t *cell, int words)
{
    return all ? within(mask, cell, words) : meets(mask, cell, words);
}

/* Fills `steps` with the distance to the nearest cell that matches `where`, ignoring obstacles; `far` if there is none.
 * One forward and one backward pass over the level are enough. */
static void measure_steps(const struct ps_puzzle *puzzle, const uint64_t *position,
                          const struct ps_condition *condition, unsigned far, unsigned *steps)
{
    int words = puzzle->program->object_words, height = puzzle->level.height, size = ps_size(puzzle);
    for (int i = 0; i < size; i++) {
        const uint64_t *cell = &position[(size_t)i * (size_t)words];
        unsigned best = matches(condition->where, condition->all_where, cell, words) ? 0 : far;
        if (i % height > 0 && steps[i - 1] + 1 < best)
            best = steps[i - 1] + 1;
        if (i >= height && steps[i - height] + 1 < best)
            best = steps[i - height] + 1;
        steps[i] = best;
    }
    for (int i = size - 1; i >= 0; i--) {
        if (i % height < height - 1 && steps[i + 1] + 1 < steps[i])
            steps[i] = steps[i + 1] + 1;
        if (i + height < size && steps[i + height] + 1 < steps[i])
            steps[i] = steps[i + height] + 1;
    }
}

static unsigned distance_of(const struct ps_puzzle *puzzle, const uint64_t *position,
                            const struct ps_condition *condition, unsigned *steps)
{
    int words = puzzle->program->object_words;
    unsigned far = (unsigned)(puzzle->level.width + puzzle->level.height), sum = 0, least = far;
    measure_steps(puzzle, position, condition, far, steps);
    for (int i = 0; i < ps_size(puzzle); i++) {
        if (!matches(condition->what, condition->all_what, &position[(size_t)i * (size_t)words], words))
            continue;
        sum += condition->quantifier == PS_NO ? steps[i] == 0 : steps[i];
        least = steps[i] < least ? steps[i] : least;
    }
    return condition->quantifier == PS_SOME ? least : sum;
}

unsigned ps_greed(const struct puzzle *puzzle, const unsigned char *state)
{
    struct ps_puzzle *own = ps_puzzle_of(puzzle);
    struct ps_workspace *workspace = ps_workspace_take(own);
    unsigned sum = 0;
    ps_unpack(own, state, workspace->start);
    for (int i = 0; !ps_state_won(state) && i < own->program->conditions.count; i++)
        sum += distance_of(own, workspace->start, &own->program->conditions.items[i], workspace->steps);
    ps_workspace_leave(own, workspace);
    return sum;
}

bool ps_interplay(const struct puzzle *puzzle, const unsigned char *states, const game_move *moves, unsigned n)
{
    struct ps_puzzle *own = ps_puzzle_of(puzzle);
    size_t bytes = puzzle->state_bytes, words = (size_t)own->program->object_words;
    bool apart = n > 0, before = false, now = false;
    (void)moves;
    if (n == 0)
        return false;
    struct ps_workspace *workspace = ps_workspace_take(own);
    uint64_t *position[] = {workspace->start, workspace->position, workspace->other};
    for (size_t i = 0; i < 3; i++)
        ps_unpack(own, states + (n - 1 + i) * bytes, position[i]);
    for (size_t cell = 0, size = (size_t)ps_size(own); cell < size; cell++) {
        bool first = false, second = false;
        for (size_t word = 0; word < words; word++) {
            uint64_t others = ~own->program->player[word];
            size_t at = cell * words + word;
            first = first || ((position[0][at] ^ position[1][at]) & others) != 0;
            second = second || ((position[1][at] ^ position[2][at]) & others) != 0;
        }
        apart = apart && !(first && second);
        before = before || first;
        now = now || second;
    }
    ps_workspace_leave(own, workspace);
    return apart && before && now;
}

bool ps_detour(const struct puzzle *puzzle, const unsigned char *states, const game_move *moves, unsigned n)
{
    const unsigned char *before = states + n * puzzle->state_bytes;
    (void)moves;
    return ps_greed(puzzle, before + puzzle->state_bytes) >= ps_greed(puzzle, before);
}

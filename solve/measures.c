/* Measures of the reported solution, for any game; doc/measures.md defines them. */
#include "solve/judge.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Room for one state's moves and the states after them. */
struct fan {
    game_move *moves;
    unsigned char *states;
    unsigned count;
};

static bool fan_make(const struct puzzle *puzzle, struct fan *fan)
{
    size_t room = puzzle->max_moves > 0 ? puzzle->max_moves : 1;
    fan->moves = calloc(room, sizeof *fan->moves);
    fan->states = calloc(room, puzzle->state_bytes);
    return fan->moves != NULL && fan->states != NULL;
}

static void fan_free(struct fan *fan)
{
    free(fan->moves);
    free(fan->states);
}

static void fan_open(const struct puzzle *puzzle, const unsigned char *state, struct fan *fan)
{
    fan->count = puzzle->rules->expand(puzzle, state, fan->moves, fan->states);
}

static const unsigned char *fan_state(const struct puzzle *puzzle, const struct fan *fan,
                                      unsigned n)
{
    return fan->states + n * puzzle->state_bytes;
}

static bool add_trap(struct judgement *judgement, unsigned position, game_move move)
{
    size_t count = (size_t)judgement->measure[MEASURE_traps];
    if ((count & (count - 1)) == 0) {
        size_t room = count == 0 ? 1 : 2 * count;
        struct trap *traps = realloc(judgement->traps, room * sizeof *traps);
        if (traps == NULL)
            return false;
        judgement->traps = traps;
    }
    judgement->traps[count] = (struct trap){position, move};
    judgement->measure[MEASURE_traps]++;
    return true;
}

/* Adds the traps of one position; they are unknown once it is unknown whether a move loses. */
static bool find_traps(const struct puzzle *puzzle, const struct fan *fan, unsigned position,
                       winnable_function *winnable, void *context, struct judgement *judgement)
{
    for (unsigned i = 0; i < fan->count && judgement->measure[MEASURE_traps] >= 0; i++) {
        const unsigned char *after = fan_state(puzzle, fan, i);
        if (fan->moves[i] == judgement->reported.moves[position])
            continue;
        int can_win = winnable == NULL ? -1 : winnable(context, after);
        if (can_win < 0)
            judgement->measure[MEASURE_traps] = UNKNOWN;
        else if (can_win == 0 && !puzzle->rules->lost(puzzle, after) &&
                 !add_trap(judgement, position, fan->moves[i]))
            return false;
    }
    return true;
}

/* Whether two neighbouring moves make the pieces interfere, where a game has no rule of its own. */
static bool other_piece(const game_move *moves, unsigned n)
{
    return n > 0 && move_piece(moves[n]) != move_piece(moves[n - 1]);
}

static bool no_nearer(const struct puzzle *puzzle, const unsigned char *states, unsigned n)
{
    const unsigned char *before = states + n * puzzle->state_bytes;
    return puzzle->rules->estimate(puzzle, before + puzzle->state_bytes) >=
           puzzle->rules->estimate(puzzle, before);
}

static void measure_moves(const struct puzzle *puzzle, const unsigned char *states,
                          struct judgement *judgement)
{
    const struct puzzle_rules *rules = puzzle->rules;
    const struct move_list *reported = &judgement->reported;
    unsigned interplay = 0, detours = 0;
    for (unsigned n = 0; n < reported->count; n++) {
        interplay += rules->interplay == NULL
                         ? other_piece(reported->moves, n)
                         : rules->interplay(puzzle, states, reported->moves, n);
        detours += rules->detour == NULL ? no_nearer(puzzle, states, n)
                                         : rules->detour(puzzle, states, reported->moves, n);
    }
    judgement->measure[MEASURE_interplay] = interplay;
    judgement->measure[MEASURE_detours] = detours;
}

/* The move after which the greedy player's figure is lowest, among those that lead to a state not
 * seen; -1: none. */
static int greedy_choice(const struct puzzle *puzzle, const struct fan *fan,
                         const unsigned char *seen, size_t seen_count)
{
    unsigned (*greed)(const struct puzzle *, const unsigned char *) =
        puzzle->rules->greed == NULL ? puzzle->rules->estimate : puzzle->rules->greed;
    int best = -1;
    unsigned lowest = 0;
    for (unsigned i = 0; i < fan->count; i++) {
        const unsigned char *after = fan_state(puzzle, fan, i);
        bool known = false;
        for (size_t s = 0; s < seen_count && !known; s++)
            known = memcmp(seen + s * puzzle->state_bytes, after, puzzle->state_bytes) == 0;
        if (known)
            continue;
        unsigned figure = greed(puzzle, after);
        if (best < 0 || figure < lowest) {
            best = (int)i;
            lowest = figure;
        }
    }
    return best;
}

/* How long the greedy player may go on before he counts as lost. */
enum { GREEDY_MOVES = 10000 };

/* Plays the greedy player's game.  1: he wins, 0: he does not, -1: out of memory. */
static int play_greedily(const struct puzzle *puzzle, struct fan *fan)
{
    size_t size = puzzle->state_bytes, room = 64, seen_count = 1;
    unsigned char *seen = malloc(room * size);
    if (seen == NULL)
        return -1;
    int wins = 0;
    puzzle->rules->start(puzzle, seen);
    while (seen_count < GREEDY_MOVES) {
        unsigned char *state = seen + (seen_count - 1) * size;
        if (puzzle->rules->solved(puzzle, state)) {
            wins = 1;
            break;
        }
        fan_open(puzzle, state, fan);
        int choice = greedy_choice(puzzle, fan, seen, seen_count);
        if (choice < 0)
            break;
        if (seen_count == room) {
            unsigned char *more = realloc(seen, 2 * room * size);
            if (more == NULL) {
                wins = -1;
                break;
            }
            seen = more;
            room *= 2;
        }
        memcpy(seen + seen_count++ * size, fan_state(puzzle, fan, (unsigned)choice), size);
    }
    free(seen);
    return wins;
}

/* Follows the reported solution: fills `states` and sums up what each position offers. */
static bool measure_positions(const struct puzzle *puzzle, winnable_function *winnable,
                              void *context, struct fan *fan, unsigned char *states,
                              struct judgement *judgement)
{
    size_t size = puzzle->state_bytes;
    double bits = 0;
    unsigned choices = 0;
    judgement->measure[MEASURE_traps] = 0;
    puzzle->rules->start(puzzle, states);
    for (unsigned n = 0; n < judgement->reported.count; n++) {
        fan_open(puzzle, states + n * size, fan);
        bits += log2(fan->count);
        choices += fan->count >= 2;
        if (!find_traps(puzzle, fan, n, winnable, context, judgement))
            return false;
        for (unsigned i = 0; i < fan->count; i++) {
            if (fan->moves[i] == judgement->reported.moves[n])
                memcpy(states + (n + 1) * size, fan_state(puzzle, fan, i), size);
        }
    }
    judgement->measure[MEASURE_bits] = bits;
    judgement->measure[MEASURE_choices] = choices;
    return true;
}

bool measure_solution(const struct puzzle *puzzle, winnable_function *winnable, void *context,
                      struct judgement *judgement)
{
    struct fan fan = {0};
    const struct move_list *reported = &judgement->reported;
    unsigned char *states = calloc(reported->count + 1, puzzle->state_bytes);
    bool good = fan_make(puzzle, &fan) && states != NULL &&
                measure_positions(puzzle, winnable, context, &fan, states, judgement);
    if (good) {
        measure_moves(puzzle, states, judgement);
        judgement->greedy = play_greedily(puzzle, &fan);
        good = judgement->greedy >= 0;
        judgement->measure[MEASURE_steps] =
            puzzle->game == NULL || puzzle->game->steps == NULL
                ? (double)reported->count
                : (double)puzzle->game->steps(puzzle, reported->moves, reported->count);
    }
    fan_free(&fan);
    free(states);
    return good;
}

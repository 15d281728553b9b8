/* Measures of the reported solution, for any game; doc/measures.md defines them. */
#include "solve/judge/judge.h"

#include "base/array.h"
#include "solve/search/search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* After this many moves, it stays unknown whether the greedy player wins. */
enum { GREEDY_MOVES = 100000 };

/* Plays the greedy player's game and sets *greedy to its outcome, -1 for unknown.  Returns false if memory runs out. */
static bool play_greedily(const struct puzzle *puzzle, struct fanout *fanout, int *greedy)
{
    struct store seen; /* the states that the player has visited */
    bool good = store_make(&seen, puzzle->state_bytes, 1);
    const unsigned char *next = fanout->states;
    unsigned (*greed)(const struct puzzle *, const unsigned char *) =
        puzzle->rules->greed == NULL ? puzzle->rules->estimate : puzzle->rules->greed;
    *greedy = -1;
    puzzle->rules->start(puzzle, fanout->states);
    while (good && *greedy < 0 && store_count(&seen) < GREEDY_MOVES) {
        bool is_new;
        good = store_left(&seen) > 0 || store_reserve(&seen, 1, 0) == STORE_READY;
        if (!good)
            break;
        const unsigned char *state = store_state(&seen, store_add(&seen, next, store_hash(&seen, next), &is_new));
        if (puzzle->rules->solved(puzzle, state)) {
            *greedy = 1;
            break;
        }
        fanout->count = puzzle->rules->expand(puzzle, state, fanout->moves, fanout->states);
        /* Takes the move after which the greedy player's value is lowest, among those that lead to a new state. */
        unsigned lowest = 0;
        next = NULL;
        for (unsigned i = 0; i < fanout->count; i++) {
            const unsigned char *after = fanout_state(fanout, puzzle, i);
            if (store_find(&seen, after, store_hash(&seen, after)) != STORE_NONE)
                continue;
            unsigned figure = greed(puzzle, after);
            if (next == NULL || figure < lowest) {
                next = after;
                lowest = figure;
            }
        }
        if (next == NULL)
            *greedy = 0;
    }
    store_free(&seen);
    return good;
}

/* Follows the reported solution: fills `states`, sums up bits and choices, and finds the traps. */
static bool measure_positions(const struct puzzle *puzzle, winnable_function *winnable, void *context,
                              struct fanout *fanout, unsigned char *states, struct judgement *judgement)
{
    size_t size = puzzle->state_bytes;
    double bit_sum = 0;
    unsigned choices = 0;
    judgement->measure[MEASURE_traps] = 0;
    puzzle->rules->start(puzzle, states);
    for (unsigned n = 0; n < judgement->reported.count; n++) {
        fanout->count = puzzle->rules->expand(puzzle, states + n * size, fanout->moves, fanout->states);
        bit_sum += log2(fanout->count);
        choices += fanout->count >= 2;
        /* Adds the traps of one position.  Their number becomes UNKNOWN as soon as it is unknown whether a move loses.
         */
        for (unsigned i = 0; i < fanout->count && judgement->measure[MEASURE_traps] >= 0; i++) {
            const unsigned char *after = fanout_state(fanout, puzzle, i);
            if (fanout->moves[i] == judgement->reported.moves[n])
                continue;
            int can_win = winnable == NULL ? -1 : winnable(context, after);
            enum lost lost = can_win == 0 ? puzzle->rules->lost(puzzle, after) : LOST_NO;
            if (lost == LOST_NO_MEMORY)
                return false;
            if (can_win < 0)
                judgement->measure[MEASURE_traps] = UNKNOWN;
            if (can_win != WINNABLE_NOT_HIDDEN && !(can_win == 0 && lost == LOST_NO))
                continue;
            size_t count = (size_t)judgement->measure[MEASURE_traps];
            size_t capacity = (count & (count - 1)) == 0 ? count : SIZE_MAX; /* full at powers of two */
            if (!ARRAY_RESERVE(judgement->traps, count, capacity, 1))
                return false;
            judgement->traps[count] = (struct trap){n, fanout->moves[i]};
            judgement->measure[MEASURE_traps]++;
        }
        for (unsigned i = 0; i < fanout->count; i++) {
            if (fanout->moves[i] == judgement->reported.moves[n])
                memcpy(states + (n + 1) * size, fanout_state(fanout, puzzle, i), size);
        }
    }
    judgement->measure[MEASURE_bits] = bit_sum;
    judgement->measure[MEASURE_choices] = choices;
    return true;
}

bool measure_solution(const struct puzzle *puzzle, winnable_function *winnable, void *context,
                      struct judgement *judgement)
{
    struct fanout fanout;
    const struct move_list *reported = &judgement->reported;
    unsigned char *states = calloc(reported->count + 1, puzzle->state_bytes);
    bool good = fanout_make(&fanout, puzzle) && states != NULL &&
                measure_positions(puzzle, winnable, context, &fanout, states, judgement);
    if (good) {
        const struct puzzle_rules *rules = puzzle->rules;
        const game_move *moves = reported->moves;
        unsigned interplay = 0, detours = 0, count = (unsigned)reported->count;
        for (unsigned n = 0; n < count; n++) {
            const unsigned char *before = states + n * puzzle->state_bytes, *after = before + puzzle->state_bytes;
            interplay += rules->interplay == NULL ? n > 0 && move_piece(moves[n]) != move_piece(moves[n - 1])
                                                  : rules->interplay(puzzle, states, moves, n);
            detours += rules->detour == NULL ? rules->estimate(puzzle, after) >= rules->estimate(puzzle, before)
                                             : rules->detour(puzzle, states, moves, n);
        }
        judgement->measure[MEASURE_interplay] = interplay;
        judgement->measure[MEASURE_detours] = detours;
        judgement->turns = rules->turns == NULL ? (double)count : rules->turns(puzzle, states, moves, count);
        good = play_greedily(puzzle, &fanout, &judgement->greedy);
        judgement->measure[MEASURE_steps] = puzzle->game == NULL || puzzle->game->steps == NULL
                                                ? (double)reported->count
                                                : (double)puzzle->game->steps(puzzle, reported->moves, reported->count);
    }
    fanout_free(&fanout);
    free(states);
    return good;
}

/* --- how difficult a level is ---
 *
 * The model: people fail where a player guided by the estimate alone fails.  The difficulty depends on the luck that
 * this player needs and on how frequent the wrong turns are.  Long solutions are harder than
 * short ones.  bench/fit_difficulty.py has the weights, and how well they predict people's results. */

/* The weights of luck, hazard and steps. */
static const double OF_LUCK = 1, OF_HAZARD = 3, OF_STEPS = 0.2;

/* The sum at which the difficulty is 50, and how steeply it rises there. */
static const double MIDDLE = 4.8, SLOPE = 1.1;

const char *const difficulty_band_names[DIFFICULTY_BAND_COUNT] = {
#define X(name, low) #name,
    DIFFICULTY_BANDS(X)
#undef X
};

/* The least difficulty of each band; after the last, one more than the greatest difficulty. */
static const int band_lows[DIFFICULTY_BAND_COUNT + 1] = {
#define X(name, low) low,
    DIFFICULTY_BANDS(X)
#undef X
        101,
};

int difficulty_band_low(enum difficulty_band band)
{
    return band_lows[band];
}

int difficulty_band_high(enum difficulty_band band)
{
    return band_lows[band + 1] - 1;
}

enum difficulty_band difficulty_band_of(double difficulty)
{
    unsigned band = DIFFICULTY_BAND_COUNT - 1;
    while (band > 0 && difficulty < band_lows[band])
        band--;
    return (enum difficulty_band)band;
}

double difficulty_of(const struct guided *guided, double steps)
{
    if (guided->luck == UNKNOWN || guided->hazard == UNKNOWN || steps == UNKNOWN)
        return UNKNOWN;
    double sum = OF_LUCK * log2(1 + guided->luck) + OF_HAZARD * guided->hazard + OF_STEPS * log2(1 + steps);
    return floor(100 / (1 + exp(SLOPE * (MIDDLE - sum))) + 0.5);
}

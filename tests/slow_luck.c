/* The slow computation of a level's luck; see slow_luck.h.  It shares no code with the others. */
#include "config.h"

#include "tests/slow_luck.h"

#include "solve/judge/judge.h"
#include "tests/levels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* All states, and the moves that a player considers from them. */
struct chart {
    const struct puzzle *puzzle;
    unsigned char *states;
    int count, most;
    int *after;      /* [most * max_moves] */
    double *weights; /* [most * max_moves] the weight of each move */
    int *offered;    /* [most] */
    bool *wins;      /* [most] the goal can be reached */
};

static const unsigned char *state_of(const struct chart *chart, int n)
{
    return chart->states + (size_t)n * chart->puzzle->state_bytes;
}

/* Returns the number of a state, and adds the state if it is new.  Returns -1 if there are too many. */
static int enter(struct chart *chart, const unsigned char *state)
{
    size_t size = chart->puzzle->state_bytes;
    for (int n = 0; n < chart->count; n++) {
        if (memcmp(state_of(chart, n), state, size) == 0)
            return n;
    }
    if (chart->count == chart->most)
        return -1;
    memcpy(chart->states + (size_t)chart->count * size, state, size);
    return chart->count++;
}

static bool is_goal(const struct chart *chart, int n)
{
    return chart->puzzle->rules->solved(chart->puzzle, state_of(chart, n));
}

/* Returns the weight of a move for a guided player. */
static double guided_weight(const struct puzzle *puzzle, const unsigned char *before, const unsigned char *after)
{
    double low = puzzle->rules->estimate(puzzle, before);
    unsigned high = puzzle->rules->estimate(puzzle, after);
    return high == ESTIMATE_LOST ? 0 : exp2(fmax(-16, fmin(16, low - high)) / 2);
}

static bool draw(struct chart *chart, bool guided)
{
    const struct puzzle *puzzle = chart->puzzle;
    game_move *moves = calloc(puzzle->max_moves + 1, sizeof *moves);
    unsigned char *after = calloc(puzzle->max_moves + 1, puzzle->state_bytes);
    bool good = true;
    puzzle->rules->start(puzzle, after);
    enter(chart, after);
    for (int n = 0; good && n < chart->count; n++) {
        unsigned many = is_goal(chart, n) ? 0 : puzzle->rules->expand(puzzle, state_of(chart, n), moves, after);
        for (unsigned i = 0; good && i < many; i++) {
            const unsigned char *state = after + i * puzzle->state_bytes;
            if (puzzle->rules->lost(puzzle, state))
                continue;
            int number = enter(chart, state);
            unsigned place = (unsigned)n * puzzle->max_moves + (unsigned)chart->offered[n]++;
            chart->after[place] = number;
            chart->weights[place] = guided ? guided_weight(puzzle, state_of(chart, n), state) : 1;
            good = number >= 0;
        }
    }
    free(moves);
    free(after);
    return good;
}

static void mark_wins(struct chart *chart)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (int n = 0; n < chart->count; n++) {
            bool wins = is_goal(chart, n);
            for (int i = 0; i < chart->offered[n]; i++)
                wins |= chart->wins[chart->after[(unsigned)n * chart->puzzle->max_moves + (unsigned)i]];
            changed |= wins && !chart->wins[n];
            chart->wins[n] |= wins;
        }
    }
}

#ifdef HAVE_GMP
#include <gmp.h>

/* Eliminates the entries above the diagonal, from the last row up, until the first row has only its first unknown
 * left.  Returns the value of that unknown. */
static double eliminate(mpq_t rows[SLOW_LUCK_MOST][SLOW_LUCK_MOST + 1], int count)
{
    mpq_t factor, product;
    mpq_inits(factor, product, NULL);
    for (int pivot = count - 1; pivot > 0; pivot--) {
        for (int row = 0; row < pivot; row++) {
            if (mpq_sgn(rows[row][pivot]) == 0)
                continue;
            mpq_div(factor, rows[row][pivot], rows[pivot][pivot]);
            for (int column = 0; column <= count; column++) {
                if (mpq_sgn(rows[pivot][column]) == 0)
                    continue;
                mpq_mul(product, factor, rows[pivot][column]);
                mpq_sub(rows[row][column], rows[row][column], product);
            }
        }
    }
    mpq_div(factor, rows[0][count], rows[0][0]);
    double value = mpq_get_d(factor);
    mpq_clears(factor, product, NULL);
    return value;
}

/* Solves the equations (sum of weights) * x - sum of (weight * x of the next state) = sum of the weights of moves to
 * goals. */
static double solve(const struct chart *chart, const int *own, int count)
{
    static mpq_t rows[SLOW_LUCK_MOST][SLOW_LUCK_MOST + 1];
    mpq_t weight;
    mpq_init(weight);
    for (int row = 0; row < count; row++) {
        for (int column = 0; column <= count; column++)
            mpq_init(rows[row][column]);
    }
    for (int n = 0; n < chart->count; n++) {
        for (int i = 0; own[n] >= 0 && i < chart->offered[n]; i++) {
            int to = chart->after[(unsigned)n * chart->puzzle->max_moves + (unsigned)i];
            mpq_t *row = rows[own[n]];
            mpq_set_d(weight, chart->weights[(unsigned)n * chart->puzzle->max_moves + (unsigned)i]);
            mpq_add(row[own[n]], row[own[n]], weight);
            if (is_goal(chart, to))
                mpq_add(row[count], row[count], weight);
            else if (own[to] >= 0)
                mpq_sub(row[own[to]], row[own[to]], weight);
        }
    }
    double value = eliminate(rows, count);
    for (int row = 0; row < count; row++) {
        for (int column = 0; column <= count; column++)
            mpq_clear(rows[row][column]);
    }
    mpq_clear(weight);
    return value;
}

bool slow_luck_has_fractions(void)
{
    return true;
}
#else
static double solve(const struct chart *chart, const int *own, int count)
{
    (void)chart;
    (void)own;
    (void)count;
    return 0; /* never called */
}

bool slow_luck_has_fractions(void)
{
    return false;
}
#endif

/* Returns the mean, over the winnable states, of the bits that the next move needs. */
static double hazard_on_chart(const struct chart *chart, const int *own, int count)
{
    double sum = 0;
    for (int n = 0; n < chart->count; n++) {
        double all = 0, winning = 0;
        for (int i = 0; own[n] >= 0 && i < chart->offered[n]; i++) {
            unsigned place = (unsigned)n * chart->puzzle->max_moves + (unsigned)i;
            int to = chart->after[place];
            all += to == n ? 0 : chart->weights[place];
            winning += to != n && chart->wins[to] ? chart->weights[place] : 0;
        }
        sum += own[n] >= 0 ? log2(all / winning) : 0;
    }
    return sum / count;
}

static struct guided fare_on_chart(struct chart *chart)
{
    int *own = calloc((size_t)chart->count, sizeof *own), count = 0;
    struct guided fare = {-1, -1};
    mark_wins(chart);
    for (int n = 0; n < chart->count; n++)
        own[n] = chart->wins[n] && !is_goal(chart, n) ? count++ : -1;
    if (is_goal(chart, 0))
        fare = (struct guided){0, 0};
    else if (own[0] == 0 && count <= SLOW_LUCK_MOST && slow_luck_has_fractions())
        fare = (struct guided){fabs(log2(solve(chart, own, count))), hazard_on_chart(chart, own, count)};
    free(own);
    return fare;
}

static struct guided fare(const struct puzzle *puzzle, int most_states, bool guided)
{
    size_t most = (size_t)most_states;
    struct chart chart = {.puzzle = puzzle, .most = most_states};
    chart.states = calloc(most, puzzle->state_bytes);
    chart.after = calloc(most * puzzle->max_moves + 1, sizeof *chart.after);
    chart.weights = calloc(most * puzzle->max_moves + 1, sizeof *chart.weights);
    chart.offered = calloc(most, sizeof *chart.offered);
    chart.wins = calloc(most, sizeof *chart.wins);
    struct guided found = {-1, -1};
    if (draw(&chart, guided))
        found = fare_on_chart(&chart);
    free(chart.states);
    free(chart.after);
    free(chart.weights);
    free(chart.offered);
    free(chart.wins);
    return found;
}

double slow_luck(const struct puzzle *puzzle, int most_states)
{
    return fare(puzzle, most_states, false).luck;
}

bool slow_guided(const struct puzzle *puzzle, int most_states, bool equally, struct guided *guided)
{
    *guided = fare(puzzle, most_states, !equally);
    return guided->luck >= 0;
}

/* Plays one game and returns whether it is won.  Play continues in lost positions until there are no moves, or the
 * limit is reached. */
static bool play(const struct puzzle *puzzle, struct chance *chance, unsigned moves, unsigned char *state,
                 game_move *labels, unsigned char *after)
{
    size_t size = puzzle->state_bytes;
    puzzle->rules->start(puzzle, state);
    for (unsigned n = 0; n < moves && !puzzle->rules->solved(puzzle, state); n++) {
        unsigned many = puzzle->rules->expand(puzzle, state, labels, after), kept = 0;
        for (unsigned i = 0; i < many; i++) {
            if (!puzzle->rules->lost(puzzle, after + i * size))
                memmove(after + kept++ * size, after + i * size, size);
        }
        if (kept == 0)
            return false;
        memcpy(state, after + (size_t)chance_below(chance, (int)kept) * size, size);
    }
    return puzzle->rules->solved(puzzle, state);
}

unsigned play_at_random(const struct puzzle *puzzle, uint64_t seed, unsigned times, unsigned moves)
{
    struct chance chance = {seed};
    unsigned char *state = calloc(1, puzzle->state_bytes);
    game_move *labels = calloc(puzzle->max_moves + 1, sizeof *labels);
    unsigned char *after = calloc(puzzle->max_moves + 1, puzzle->state_bytes);
    unsigned won = 0;
    for (unsigned n = 0; n < times; n++)
        won += play(puzzle, &chance, moves, state, labels, after);
    free(state);
    free(labels);
    free(after);
    return won;
}

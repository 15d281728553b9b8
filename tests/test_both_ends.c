/* The search from both ends.  Random puzzles know the way back because all their states are listed; their bounds
 * have every quality, and the slow judge checks the results.  Other tests cover limits, threads, and Sokoban's
 * pulls, state by state. */
#include "tests/unit.h"

#include "games/sokoban/sokoban.h"
#include "solve/search/disk/disk.h"
#include "tests/mirror_level.h"
#include "tests/slow_judge.h"
#include "tests/toys.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>
#include <string.h>

enum { MOST_STATES = 3000, NEVER = 1 << 20 };

/* --- a puzzle with a list of its states --- */

struct move {
    unsigned from, to;
};

struct known {
    struct puzzle puzzle;
    struct puzzle_rules rules;
    const struct puzzle *own;
    unsigned char *states; /* with a margin at the end */
    unsigned count;
    struct move *moves;
    size_t move_count;
    int *gone, *left; /* moves from the start and to the goal, or NEVER */
    uint64_t seed;    /* seed of the bounds */
    unsigned vague;   /* the bounds are at least this many eighths of the true values */
};

static const struct known *as_known(const struct puzzle *puzzle)
{
    return (const struct known *)puzzle;
}

static const unsigned char *state_at(const struct known *known, unsigned n)
{
    return known->states + n * known->puzzle.state_bytes;
}

static unsigned find_state(const struct known *known, const unsigned char *state)
{
    unsigned n = 0;
    while (n < known->count && memcmp(state_at(known, n), state, known->puzzle.state_bytes) != 0)
        n++;
    return n;
}

static void start(const struct puzzle *puzzle, unsigned char *state)
{
    memcpy(state, as_known(puzzle)->states, puzzle->state_bytes);
}

/* The number of expansions, forward and backward, and the number at which the search is interrupted; 0: never. */
static atomic_uint expanded;
static unsigned interrupted_at;
static stop_flag interrupted;

static void note_expansion(void)
{
    if (atomic_fetch_add(&expanded, 1) + 1 == interrupted_at)
        interrupted = 1;
}

static unsigned expand(const struct puzzle *puzzle, const unsigned char *state, game_move *moves, unsigned char *states)
{
    note_expansion();
    const struct puzzle *own = as_known(puzzle)->own;
    return own->rules->expand(own, state, moves, states);
}

static bool solved(const struct puzzle *puzzle, const unsigned char *state)
{
    const struct puzzle *own = as_known(puzzle)->own;
    return own->rules->solved(own, state);
}

static enum lost lost(const struct puzzle *puzzle, const unsigned char *state)
{
    const struct puzzle *own = as_known(puzzle)->own;
    return own->rules->lost(own, state);
}

static game_move map_move(const struct puzzle *puzzle, unsigned symmetry, game_move move)
{
    const struct puzzle *own = as_known(puzzle)->own;
    return own->rules->map_move(own, symmetry, move);
}

/* Returns a bound for a state: a random share of the true value, at least `vague` eighths. */
static unsigned tell_some(const struct known *known, unsigned n, int truth, uint64_t salt)
{
    uint64_t random = (known->seed * 977 + n * 131 + salt) * 0x9e3779b97f4a7c15u + 1;
    unsigned part = known->vague + (unsigned)(toy_random(&random) % (9 - known->vague));
    if (truth == NEVER)
        return part < 6 ? part : ESTIMATE_LOST;
    return (unsigned)truth * part / 8;
}

static unsigned bound_left(const struct puzzle *puzzle, const unsigned char *state)
{
    const struct known *known = as_known(puzzle);
    unsigned n = find_state(known, state);
    return tell_some(known, n, known->left[n], 1);
}

static unsigned bound_gone(const struct puzzle *puzzle, const unsigned char *state)
{
    const struct known *known = as_known(puzzle);
    unsigned n = find_state(known, state);
    return tell_some(known, n, known->gone[n], 2);
}

static size_t find_ends(const struct puzzle *puzzle, unsigned char *states, size_t capacity)
{
    const struct known *known = as_known(puzzle);
    size_t count = 0;
    for (unsigned n = 0; n < known->count; n++) {
        if (!solved(puzzle, state_at(known, n)))
            continue;
        if (count < capacity)
            memcpy(states + count * puzzle->state_bytes, state_at(known, n), puzzle->state_bytes);
        count++;
    }
    return count;
}

static unsigned expand_back(const struct puzzle *puzzle, const unsigned char *state, unsigned char *states)
{
    const struct known *known = as_known(puzzle);
    unsigned count = 0, n = find_state(known, state);
    note_expansion();
    for (size_t i = 0; i < known->move_count; i++) {
        if (known->moves[i].to == n)
            memcpy(states + count++ * puzzle->state_bytes, state_at(known, known->moves[i].from), puzzle->state_bytes);
    }
    assert_true(count <= PUZZLE_MOST_BACK * puzzle->max_moves);
    return count;
}

static const struct puzzle_back back = {.ends = find_ends, .expand = expand_back, .bound = bound_gone};

static void known_free(struct known *known)
{
    free(known->states);
    free(known->moves);
    free(known->gone);
    free(known->left);
}

/* Lists the states and moves.  Returns false if there are too many states. */
static bool list_states(struct known *known)
{
    const struct puzzle *own = known->own;
    size_t bytes = own->state_bytes, most = own->max_moves > 0 ? own->max_moves : 1;
    game_move *moves = calloc(most, sizeof *moves);
    unsigned char *after = calloc(most, bytes);
    assert_true(moves != NULL && after != NULL);
    own->rules->start(own, known->states);
    known->count = 1;
    bool good = true;
    for (unsigned n = 0; good && n < known->count; n++) {
        unsigned count = own->rules->expand(own, state_at(known, n), moves, after);
        for (unsigned i = 0; i < count; i++) {
            unsigned to = find_state(known, after + i * bytes);
            if (to == MOST_STATES) {
                good = false;
                break;
            }
            if (to == known->count)
                memcpy(known->states + known->count++ * bytes, after + i * bytes, bytes);
            known->moves[known->move_count++] = (struct move){n, to};
        }
    }
    free(moves);
    free(after);
    return good;
}

static void measure(struct known *known)
{
    for (unsigned n = 0; n < known->count; n++) {
        known->gone[n] = n == 0 ? 0 : NEVER;
        known->left[n] = solved(&known->puzzle, state_at(known, n)) ? 0 : NEVER;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < known->move_count; i++) {
            struct move move = known->moves[i];
            int *gone = &known->gone[move.to], *left = &known->left[move.from];
            changed |= known->gone[move.from] + 1 < *gone || known->left[move.to] + 1 < *left;
            if (known->gone[move.from] + 1 < *gone)
                *gone = known->gone[move.from] + 1;
            if (known->left[move.to] + 1 < *left)
                *left = known->left[move.to] + 1;
        }
    }
}

/* Returns false if there are too many states. */
static bool known_make(struct known *known, const struct puzzle *own, uint64_t seed)
{
    *known = (struct known){.own = own, .seed = seed, .vague = (unsigned)(seed % 9)};
    known->rules = (struct puzzle_rules){.start = start,
                                         .expand = expand,
                                         .solved = solved,
                                         .lost = lost,
                                         .estimate = bound_left,
                                         .map_move = map_move,
                                         .back = &back};
    known->puzzle = *own;
    known->puzzle.rules = &known->rules;
    known->puzzle.game = NULL;
    known->states = calloc(MOST_STATES + 1, own->state_bytes);
    known->moves = calloc((size_t)MOST_STATES * own->max_moves + 1, sizeof *known->moves);
    known->gone = calloc(MOST_STATES + 1, sizeof *known->gone);
    known->left = calloc(MOST_STATES + 1, sizeof *known->left);
    assert_true(known->states != NULL && known->moves != NULL && known->gone != NULL && known->left != NULL);
    if (!list_states(known)) {
        known_free(known);
        return false;
    }
    measure(known);
    return true;
}

/* --- comparison with the slow judge --- */

static void compare(uint64_t seed, const char *what, double fast, double slow)
{
    if (fast != slow)
        fail_msg("seed %llu: %s is %g, but the slow way says %g", (unsigned long long)seed, what, fast, slow);
}

static void judge_with(const struct puzzle *puzzle, struct limits limits, struct judgement *judgement)
{
    struct request request = {.measures = MEASURES_NONE, .limits = limits};
    assert_true(judge(puzzle, &request, judgement));
}

static void check_decided(uint64_t seed, const struct judgement *judgement, const struct slow *slow)
{
    assert_int_equal(judgement->verdict, slow->depth == SLOW_NOT_SOLVED ? VERDICT_UNSOLVABLE
                                         : slow->essential > 1          ? VERDICT_MULTIPLE
                                                                        : VERDICT_UNIQUE);
    compare(seed, "depth", judgement->measure[MEASURE_depth], slow->depth == SLOW_NOT_SOLVED ? UNKNOWN : slow->depth);
    compare(seed, "solutions", atof(text_string(&judgement->solutions)), (double)slow->solutions);
    compare(seed, "essential", atof(text_string(&judgement->essential)), (double)slow->essential);
    for (int n = 0; n < slow->depth; n++)
        compare(seed, "reported move", judgement->reported.moves[n], slow->first[n]);
}

/* Checks that the bounds of an undecided judgement are true. */
static void check_undecided(uint64_t seed, const struct judgement *judgement, const struct slow *slow)
{
    double depth = judgement->measure[MEASURE_depth];
    if (slow->depth != SLOW_NOT_SOLVED && judgement->at_least > (uint64_t)slow->depth)
        fail_msg("seed %llu: at least %llu moves, but %d do", (unsigned long long)seed,
                 (unsigned long long)judgement->at_least, slow->depth);
    if (depth != UNKNOWN)
        compare(seed, "depth", depth, slow->depth);
    assert_true(judgement->reason[0] != '\0');
}

/* Makes the random puzzle of a seed.  Returns false if it has too many states or solutions. */
static bool make_nth(uint64_t seed, struct toy *toy, struct known *known, struct slow *slow)
{
    toy_make(toy, seed);
    struct toy plain = toy_plain(toy);
    *toy = plain;
    if (!slow_judge(&toy->puzzle, MOST_STATES, 300, slow))
        return false;
    if (known_make(known, &toy->puzzle, seed / 2))
        return true;
    slow_free(slow);
    return false;
}

/* Checks that a search that need not store all states gives the same result with at most as many stored states.
 * Returns whether it stores fewer. */
static bool leaves_out(uint64_t seed, const struct puzzle *puzzle, const struct judgement *whole,
                       const struct slow *slow)
{
    struct judgement judgement;
    struct limits limits = {.jobs = 1 + (unsigned)(seed % 2), .plenty = 1 + seed / 2 % 4, .spared = SEARCH_ALONE};
    judge_with(puzzle, limits, &judgement);
    check_decided(seed, &judgement, slow);
    assert_true(judgement.states <= whole->states);
    bool less = judgement.states < whole->states;
    judgement_free(&judgement);
    return less;
}

static void test_results_are_those_of_the_slow_way(void **state)
{
    unsigned solved_count = 0, lost_count = 0, left_out_count = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= CASES(400); seed++) {
        struct toy toy;
        struct known known;
        struct slow slow;
        struct judgement judgement, again;
        if (!make_nth(seed, &toy, &known, &slow))
            continue;
        judge_with(&known.puzzle, (struct limits){.jobs = 1}, &judgement);
        check_decided(seed, &judgement, &slow);
        judge_with(&known.puzzle, (struct limits){.jobs = 2 + (unsigned)(seed % 3), .spared = SEARCH_ALONE}, &again);
        check_decided(seed, &again, &slow);
        assert_int_equal(judgement.states, again.states);
        left_out_count += leaves_out(seed, &known.puzzle, &judgement, &slow);
        solved_count += slow.depth > 0;
        lost_count += slow.depth == SLOW_NOT_SOLVED;
        judgement_free(&judgement);
        judgement_free(&again);
        known_free(&known);
        slow_free(&slow);
    }
    assert_enough(solved_count > CASES(250) && lost_count > CASES(20) && left_out_count > CASES(100));
}

static void test_limits_never_give_a_guess(void **state)
{
    unsigned decided = 0, undecided = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= CASES(400); seed++) {
        struct toy toy;
        struct known known;
        struct slow slow;
        struct judgement judgement;
        uint64_t random = seed * 0x9e3779b97f4a7c15u + 1;
        if (!make_nth(seed, &toy, &known, &slow))
            continue;
        struct limits limits = {.jobs = 1 + (unsigned)(seed % 2), .spared = SEARCH_ALONE};
        if (seed % 3 == 0)
            limits.max_memory = 1000 + toy_random(&random) % 200000;
        else
            limits.max_states = 1 + toy_random(&random) % (known.count + 2);
        judge_with(&known.puzzle, limits, &judgement);
        assert_true(limits.max_states == 0 || judgement.states <= limits.max_states);
        if (judgement.verdict == VERDICT_UNDECIDED)
            check_undecided(seed, &judgement, &slow);
        else
            check_decided(seed, &judgement, &slow);
        undecided += judgement.verdict == VERDICT_UNDECIDED;
        decided += judgement.verdict != VERDICT_UNDECIDED;
        judgement_free(&judgement);
        known_free(&known);
        slow_free(&slow);
    }
    assert_enough(undecided > CASES(50) && decided > CASES(50));
}

/* Judges, continuing from the files in the folder, and interrupts the search after `most` expansions; 0: never.
 * Returns the number of expansions. */
static unsigned judge_kept(const struct puzzle *puzzle, const struct disk_search *disk, unsigned most,
                           struct judgement *judgement)
{
    const struct beyond beyond = {disk_waits, disk_search_inside, disk_search, disk_all, disk, 0};
    const struct request request = {.measures = MEASURES_NONE,
                                    .limits = {.jobs = 1, .interrupted = &interrupted},
                                    .beyond = &beyond,
                                    .variant = disk->variant};
    atomic_store(&expanded, 0);
    interrupted = 0;
    interrupted_at = most;
    assert_true(judge(puzzle, &request, judgement));
    interrupted_at = 0;
    return atomic_load(&expanded);
}

/* A random puzzle and the disk search that keeps its files. */
struct filed {
    struct toy toy;
    struct known known;
    struct slow slow;
    uint64_t random;
    struct disk_search disk;
};

/* Returns false if the seed gives no puzzle. */
static bool filed_make(struct filed *filed, uint64_t seed, const char *folder)
{
    filed->random = seed * 0x9e3779b97f4a7c15u + 7;
    filed->disk = (struct disk_search){.folder = folder, .variant = (unsigned)seed, .batch_most = 1 + seed % 3};
    return make_nth(seed, &filed->toy, &filed->known, &filed->slow);
}

static void filed_free(struct filed *filed)
{
    assert_true(disk_forget(&filed->disk, &filed->known.puzzle, &(struct text){0}));
    known_free(&filed->known);
    slow_free(&filed->slow);
}

/* Interrupts a search at different points until it is done. */
static void test_interrupted_searches_go_on(void **state)
{
    char folder[WORK_FOLDER];
    unsigned went_on = 0, stops = 0;
    (void)state;
    assert_true(make_work_folder(folder));
    for (uint64_t seed = 1; seed <= CASES(300); seed++) {
        struct filed filed;
        struct judgement judgement;
        if (!filed_make(&filed, seed, folder))
            continue;
        const struct puzzle *puzzle = &filed.known.puzzle;
        unsigned whole = judge_kept(puzzle, &filed.disk, 0, &judgement);
        uint64_t states = judgement.states;
        judgement_free(&judgement);
        assert_true(disk_forget(&filed.disk, puzzle, &(struct text){0}));
        /* Each run may take longer than the last, because it spends part of its expansions on identifying the
         * folder. */
        unsigned least = whole;
        for (unsigned most = 1 + (unsigned)(toy_random(&filed.random) % whole);; most += most / 4 + 1) {
            unsigned needed = judge_kept(puzzle, &filed.disk, most, &judgement);
            if (judgement.verdict != VERDICT_UNDECIDED) {
                least = needed;
                break;
            }
            check_undecided(seed, &judgement, &filed.slow);
            judgement_free(&judgement);
            stops++;
        }
        check_decided(seed, &judgement, &filed.slow);
        assert_int_equal(judgement.states, states);
        went_on += least < whole;
        judgement_free(&judgement);
        filed_free(&filed);
    }
    assert_int_equal(rmdir(folder), 0);
    assert_enough(stops > CASES(500) && went_on > CASES(10));
}

/* Does not search, like a search from both ends without any room. */
static enum search_end no_search(struct search *search, const struct disk_search *disk)
{
    (void)search;
    (void)disk;
    return SEARCH_LIMIT;
}

static bool met_inside, left_front;

static enum search_end search_and_tell(struct search *search, const struct disk_search *disk)
{
    enum search_end end = disk_search_inside(search, disk);
    met_inside = search_is_done(end);
    left_front = !met_inside && disk_waits(disk, search);
    return end;
}

/* Judges with room for few states in memory: first by `inside`, and then in files. */
static void judge_in_files(const struct puzzle *puzzle, const struct disk_search *disk, uint64_t memory,
                           uint64_t numbers,
                           enum search_end (*inside)(struct search *search, const struct disk_search *disk),
                           struct judgement *judgement)
{
    const struct beyond beyond = {disk_waits, inside, disk_search, disk_all, disk, 0};
    const struct request request = {
        .measures = MEASURES_NONE,
        .limits = {.jobs = 1, .max_memory = memory, .numbers = numbers, .plenty = 1 + numbers / 2},
        .beyond = &beyond,
        .variant = disk->variant};
    assert_true(judge(puzzle, &request, judgement));
    assert_true(disk_forget(disk, puzzle, &(struct text){0}));
}

enum { BATCH = 512 }; /* a search stops when fewer numbers are left */

/* If both ends do not fit into memory, the search continues in files, starting from the front that it has. */
static void test_the_front_goes_on_in_files(void **state)
{
    char folder[WORK_FOLDER];
    unsigned fronts = 0;
    (void)state;
    assert_true(make_work_folder(folder));
    for (uint64_t seed = 601; seed <= 600 + CASES(600); seed++) {
        struct filed filed;
        struct judgement judgement;
        if (!filed_make(&filed, seed, folder))
            continue;
        const struct puzzle *puzzle = &filed.known.puzzle;
        uint64_t numbers = BATCH + toy_random(&filed.random) % (filed.known.count + 2);
        judge_in_files(puzzle, &filed.disk, 0, numbers, no_search, &judgement);
        check_decided(seed, &judgement, &filed.slow);
        uint64_t states = judgement.states;
        judgement_free(&judgement);
        uint64_t memory = seed % 2 == 0 ? 0 : 150000 + toy_random(&filed.random) % 50000;
        judge_in_files(puzzle, &filed.disk, memory, numbers, search_and_tell, &judgement);
        check_decided(seed, &judgement, &filed.slow);
        assert_true(met_inside || judgement.states == states);
        fronts += left_front;
        judgement_free(&judgement);
        filed_free(&filed);
    }
    assert_int_equal(rmdir(folder), 0);
    assert_enough(fronts > CASES(60));
}

/* Levels whose boards are mostly symmetric, with a symmetric start or not. */
static void test_mirror_images(void **state)
{
    unsigned even = 0, odd = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= CASES(4000); seed++) {
        struct puzzle *puzzle = mirror_level(&game_sokoban, seed, seed % 2 == 0);
        struct slow slow;
        struct judgement judgement;
        if (puzzle == NULL)
            continue;
        assert_true(sokoban_make_tables((struct sokoban *)puzzle, SOKOBAN_MOST_GROUPED));
        if (slow_judge(puzzle, MOST_STATES, 300, &slow)) {
            judge_with(puzzle, (struct limits){.jobs = 1}, &judgement);
            check_decided(seed, &judgement, &slow);
            if (slow.depth > 3 && puzzle->mirrors > 1) {
                even += puzzle->symmetry_count == puzzle->mirrors;
                odd += puzzle->symmetry_count < puzzle->mirrors;
            }
            judgement_free(&judgement);
            slow_free(&slow);
        }
        game_sokoban.free(puzzle);
    }
    assert_enough(even > CASES(30) && odd > CASES(40));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_results_are_those_of_the_slow_way),
        cmocka_unit_test(test_limits_never_give_a_guess),
        cmocka_unit_test(test_interrupted_searches_go_on),
        cmocka_unit_test(test_the_front_goes_on_in_files),
        cmocka_unit_test(test_mirror_images),
    };
    return cmocka_run_group_tests_name("both_ends", tests, NULL, NULL);
}

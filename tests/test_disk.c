/* Compares the search on disk with the one in memory: random toys and levels of all games, with tiny buffers so that
 * there are many runs, alone and with ranks, stopped repeatedly, and with damaged files. */
#include "tests/unit.h"

#include "solve/explain/why.h"
#include "solve/judge/solver.h"
#include "solve/search/disk/disk.h"
#include "tests/differential.h"
#include "tests/levels.h"
#include "tests/meeting.h"
#include "tests/toys.h"
#include "tests/uneven_walk.h"

#include <dirent.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static uint64_t seed_at_worker;

#define check(condition)                                                  \
    do {                                                                  \
        if (!(condition))                                                 \
            fail_msg("seed %" PRIu64 ": %s", seed_at_worker, #condition); \
    } while (0)

/* --- judging --- */

static stop_flag stop;

static struct general_method method_at_worker;

static void judge_general(const struct puzzle *puzzle, const struct request *request, struct judgement *judgement)
{
    *judgement = (struct judgement){.greedy = -1, .symmetry = puzzle->symmetry_count};
    for (int i = 0; i < MEASURE_COUNT; i++)
        judgement->measure[i] = UNKNOWN;
    if (!general_judge_with(puzzle, request, method_at_worker, judgement))
        abort();
}

struct call {
    const struct puzzle *puzzle;
    struct request request;
    struct disk_search disk;
    struct disk_ranks ranks;
    struct beyond beyond;
    struct judgement judgement;
};

static void *judge_in_thread(void *argument)
{
    struct call *call = argument;
    struct text error = {0};
    judge_general(call->puzzle, &call->request, &call->judgement);
    if (call->judgement.leaves_files && !disk_forget(&call->disk, call->puzzle, &error))
        fail_msg("seed %" PRIu64 ": %s", seed_at_worker, text_string(&error));
    return NULL;
}

/* Judges by the search on disk with `ranks` ranks; 0: alone.  All ranks must give the same judgement. */
static void judge_outside(const struct puzzle *puzzle, const struct request *request, const struct disk_search *disk,
                          unsigned ranks, struct judgement *judgement)
{
    struct meeting meeting;
    struct call calls[MEETING_MOST];
    pthread_t threads[MEETING_MOST];
    unsigned count = ranks > 0 ? ranks : 1;
    if (ranks > 0)
        meeting_make(&meeting, ranks);
    for (unsigned rank = 0; rank < count; rank++) {
        struct call *call = &calls[rank];
        *call = (struct call){.puzzle = puzzle, .request = *request, .disk = *disk};
        if (ranks > 0) {
            call->ranks = meeting_rank(&meeting, rank);
            call->disk.ranks = &call->ranks;
        }
        call->beyond = (struct beyond){disk_waits, disk_search_inside, disk_search, disk_all, &call->disk, 1};
        call->request.beyond = &call->beyond;
        if (rank > 0)
            pthread_create(&threads[rank], NULL, judge_in_thread, call);
    }
    judge_in_thread(&calls[0]);
    *judgement = calls[0].judgement;
    for (unsigned rank = 1; rank < count; rank++) {
        struct text why = {0};
        pthread_join(threads[rank], NULL);
        if (atomic_load(&stop) == 0 && /* the stop may come after the search of one of them has ended */
            !judgements_agree(judgement, &calls[rank].judgement,
                              AGREE_COUNTS | AGREE_REPORTED | AGREE_MEASURES | AGREE_STATES, &why))
            fail_msg("seed %" PRIu64 ": partner %u: %s", seed_at_worker, rank, text_string(&why));
        judgement_free(&calls[rank].judgement);
    }
    if (ranks > 0)
        meeting_free(&meeting);
}

static void assert_same(const struct judgement *expected, const struct judgement *got, const char *what)
{
    struct text why = {0};
    if (!judgements_agree(expected, got, AGREE_COUNTS | AGREE_REPORTED | AGREE_MEASURES | AGREE_STATES, &why) ||
        strcmp(expected->reason, got->reason) != 0)
        fail_msg("seed %" PRIu64 ", %s: %s; \"%s\", \"%s\"", seed_at_worker, what, text_string(&why), expected->reason,
                 got->reason);
    check(expected->listed_count == got->listed_count);
    for (size_t i = 0; i < expected->listed_count; i++)
        check(move_lists_equal(&expected->listed[i], &got->listed[i]));
    text_free(&why);
}

/* --- the folder --- */

static char folder[WORK_FOLDER];

static void empty_folder(const char *path)
{
    DIR *open = opendir(path);
    struct dirent *entry;
    while (open != NULL && (entry = readdir(open)) != NULL) {
        char inner[512];
        if (entry->d_name[0] == '.')
            continue;
        snprintf(inner, sizeof inner, "%s/%s", path, entry->d_name);
        if (unlink(inner) != 0) {
            empty_folder(inner);
            rmdir(inner);
        }
    }
    if (open != NULL)
        closedir(open);
}

static size_t count_in_folder(void)
{
    DIR *open = opendir(folder);
    size_t count = 0;
    for (struct dirent *entry; open != NULL && (entry = readdir(open)) != NULL;)
        count += entry->d_name[0] != '.';
    if (open != NULL)
        closedir(open);
    return count;
}

/* --- alone and with ranks --- */

static void draw_disk(uint64_t *random, struct disk_search *disk)
{
    uint64_t buffer = 1 + toy_random(random) % 20, batch = 1 + toy_random(random) % 30;
    uint64_t table = toy_random(random) % 3 == 0 ? 0 : 1 + toy_random(random) % 40;
    *disk = (struct disk_search){.buffer_most = buffer, .batch_most = batch, .table_most = table, .interval = -1};
}

static void try_outside(const struct puzzle *puzzle, uint64_t *random)
{
    struct request request = {.list = 3};
    struct judgement expected, got;
    struct disk_search disk;
    judge_general(puzzle, &request, &expected);
    unsigned ranks = (unsigned)(toy_random(random) % (MEETING_MOST + 1));
    draw_disk(random, &disk);
    request.limits.jobs = 1 + (unsigned)(toy_random(random) % 2);
    request.limits.spared = SEARCH_ALONE;
    judge_outside(puzzle, &request, &disk, ranks, &got);
    assert_same(&expected, &got, ranks == 0 ? "alone" : "with partners");
    judgement_free(&expected);
    judgement_free(&got);
}

static uint64_t seeds(uint64_t few)
{
    return chance_seeds(1 + CASES(few), 80);
}

static void test_toys(void **state)
{
    (void)state;
    for (uint64_t n = 0; n < seeds(1200); n++) {
        struct toy toy;
        seed_at_worker = chance_seed() + n;
        uint64_t random = seed_at_worker * 77 + 1;
        toy_make(&toy, seed_at_worker);
        try_outside(&toy.puzzle, &random);
    }
}

static void test_classics(void **state)
{
    (void)state;
    const struct puzzle *classics[] = {&river_crossing, &water_jugs, &towers_of_hanoi};
    for (size_t i = 0; i < sizeof classics / sizeof *classics; i++) {
        for (seed_at_worker = 1; seed_at_worker <= seeds(20); seed_at_worker++) {
            uint64_t random = seed_at_worker;
            try_outside(classics[i], &random);
        }
    }
}

static void test_uneven_estimates(void **state)
{
    (void)state;
    for (uint64_t n = 0; n < seeds(250); n++) {
        struct uneven_walk walk;
        struct judgement judgement;
        seed_at_worker = chance_seed() + n;
        uint64_t random = seed_at_worker * 7 + 3;
        walk_make(&walk, &random);
        judge_general(&walk.puzzle, &(struct request){.measures = MEASURES_NONE}, &judgement);
        check(judgement.verdict == VERDICT_UNSOLVABLE ? walk.needed[0] == WALK_FAR
                                                      : judgement.measure[MEASURE_depth] == walk.needed[0]);
        judgement_free(&judgement);
        try_outside(&walk.puzzle, &random);
    }
}

/* Later searches with a puzzle that was judged on disk find what they find with a fresh one. */
static void compare_later_searches(const struct puzzle *used, const struct puzzle *fresh)
{
    const struct puzzle *puzzles[] = {used, fresh};
    const struct limits limits = {.jobs = 1};
    struct text found[2] = {{0}};
    for (int n = 0; n < 2; n++) {
        const struct puzzle *puzzle = puzzles[n];
        unsigned char *start = calloc(1, puzzle->state_bytes + STORE_PADDING);
        struct hint_way way;
        struct nearest nearest;
        struct divergences parted = {0};
        char reason[LIMIT_REASON] = "";
        check(start != NULL);
        puzzle->rules->start(puzzle, start);
        text_addf(&found[n], "hint %d", (int)hint_solver_find(puzzle, start, NULL, 0, &limits, &way));
        for (size_t i = 0; i < way.count; i++)
            text_addf(&found[n], " %" PRIu32, way.moves[i]);
        text_addf(&found[n], " %s, nearest %d", way.reason, (int)nearest_find(puzzle, NULL, &limits, &nearest, reason));
        text_addf(&found[n], " %zu %u %" PRIu64, nearest.count, nearest.estimate, nearest.states);
        text_addf(&found[n], " %s, divergence %d", reason,
                  (int)solver_of(puzzle->game)->divergence(puzzle, &limits, &parted, reason));
        text_addf(&found[n], " %zu %zu %zu %s", parted.latest.common, parted.earliest.common, parted.earliest.count[0],
                  reason);
        hint_solver_free(&way);
        nearest_free(&nearest);
        divergences_free(&parted);
        free(start);
    }
    if (strcmp(text_string(&found[0]), text_string(&found[1])) != 0)
        fail_msg("seed %" PRIu64 ": %s, but fresh: %s", seed_at_worker, text_string(&found[0]), text_string(&found[1]));
    text_free(&found[0]);
    text_free(&found[1]);
}

static void test_levels(void **state)
{
    (void)state;
    for (uint64_t n = 0; n < seeds(250); n++) {
        seed_at_worker = chance_seed() + n;
        struct chance chance = {seed_at_worker * 2 + 1};
        uint64_t random = seed_at_worker;
        struct specimen specimen = specimen_propose(&chance, NULL);
        struct puzzle *puzzle = specimen_load(&specimen), *fresh = specimen_load(&specimen);
        if (puzzle != NULL && solver_of(specimen.game)->judge == general_judge) {
            try_outside(puzzle, &random);
            compare_later_searches(puzzle, fresh);
        }
        if (puzzle != NULL)
            specimen.game->free(puzzle);
        if (fresh != NULL)
            specimen.game->free(fresh);
        specimen_free(&specimen);
    }
}

/* Large enough to use threads and files. */
static void test_eight_puzzle(void **state)
{
    (void)state;
    struct request request = {.limits = {.jobs = 2}};
    struct judgement expected, got;
    judge_general(&eight_puzzle, &request, &expected);
    for (unsigned ranks = 0; ranks < 4; ranks += 3) {
        struct disk_search disk = {.folder = folder, .buffer_most = 20000, .interval = 0};
        request.limits.max_memory = 4 << 20;
        judge_outside(&eight_puzzle, &request, &disk, ranks, &got);
        assert_same(&expected, &got, "eight tiles");
        check(count_in_folder() == 0);
        judgement_free(&got);
    }
    judgement_free(&expected);
}

/* Searches that leave their tables in the middle of large buckets, while states of other ranks are in transit. */
static void test_tables(void **state)
{
    (void)state;
    struct request request = {.measures = MEASURES_CHEAP};
    struct judgement expected, got;
    judge_general(&eight_puzzle, &request, &expected);
    seed_at_worker = chance_seed();
    uint64_t random = seed_at_worker * 3 + 1;
    for (unsigned n = WATCHED ? 1 : 0; n < 6; n += WATCHED ? 3 : 1) {
        unsigned ranks = 1 + n % MEETING_MOST;
        struct disk_search disk = {.buffer_most = n < 3 ? 0 : 1 + toy_random(&random) % 3000, .interval = -1};
        if (n == 1) { /* the search leaves the table because memory runs short */
            request.limits.max_memory = 256 << 10;
            disk.folder = folder;
        } else if (n > 1) {
            request.limits.max_memory = 0;
            disk.table_most = 1 + toy_random(&random) % (expected.states / ranks);
        }
        request.limits.jobs = 1 + n % 2;
        request.limits.spared = SEARCH_ALONE;
        judge_outside(&eight_puzzle, &request, &disk, ranks, &got);
        assert_same(&expected, &got, "tables");
        judgement_free(&got);
    }
    judgement_free(&expected);
}

/* --- stopping and continuing --- */

enum { FOR_FINGERPRINTS = 512 }; /* the states that the two passes expand to identify the folder */
static atomic_long stop_in;      /* expansions left until the stop; negative: never */
static const struct puzzle_rules *own_rules;

/* A toy that can be stopped during an expansion, and its correct judgement.  If it has checked rules, these stop in
 * the middle of an expansion. */
struct stoppable {
    struct toy toy;
    struct puzzle_rules rules;
    struct judgement expected;
    struct stop_check *check; /* NULL: none */
};

static unsigned expand_and_stop(const struct puzzle *puzzle, const unsigned char *state, game_move *moves,
                                unsigned char *states)
{
    const struct stoppable *stoppable = (const struct stoppable *)puzzle;
    if (atomic_fetch_sub(&stop_in, 1) == 0)
        atomic_store(&stop, 1);
    if (stop_check_ask(stoppable->check, 0))
        return 0;
    return (own_rules->expand_live != NULL ? own_rules->expand_live : own_rules->expand)(puzzle, state, moves, states);
}

static struct puzzle *check_stoppable(const struct puzzle *puzzle, struct stop_check *check)
{
    struct stoppable *copy = malloc(sizeof *copy);
    assert_non_null(copy);
    memcpy(copy, puzzle, sizeof *copy);
    copy->check = check;
    return &copy->toy.puzzle;
}

static void free_stoppable(struct puzzle *puzzle)
{
    free(puzzle);
}

static void stoppable_make(struct stoppable *stoppable, uint64_t seed)
{
    struct puzzle *puzzle = &stoppable->toy.puzzle;
    stoppable->check = NULL;
    toy_make(&stoppable->toy, seed);
    judge_general(puzzle, &(struct request){.list = 3}, &stoppable->expected);
    own_rules = puzzle->rules;
    stoppable->rules = *own_rules;
    stoppable->rules.expand_live = expand_and_stop;
    if (seed % 2 == 0) {
        stoppable->rules.checked = check_stoppable;
        stoppable->rules.checked_free = free_stoppable;
    }
    puzzle->rules = &stoppable->rules;
}

/* Judges with interruptions until there is a verdict.  Returns the number of interruptions. */
static unsigned judge_in_pieces(const struct puzzle *puzzle, uint64_t *random, unsigned ranks,
                                struct judgement *judgement)
{
    struct request request = {.list = 3, .limits = {.interrupted = &stop}};
    struct disk_search disk;
    draw_disk(random, &disk);
    disk.folder = folder;
    disk.interval = toy_random(random) % 2 == 0 ? 0 : -1;
    for (unsigned stops = 0;; stops++) {
        atomic_store(&stop, 0);
        atomic_store(&stop_in, FOR_FINGERPRINTS * (long)(ranks > 0 ? ranks : 1) + (long)(toy_random(random) % 60));
        if (stops > 15)
            atomic_store(&stop_in, -1);
        judge_outside(puzzle, &request, &disk, ranks, judgement);
        if (atomic_load(&stop) == 0 || judgement->verdict != VERDICT_UNDECIDED)
            return stops;
        judgement_free(judgement);
    }
}

static void test_going_on(void **state)
{
    (void)state;
    unsigned all = 0;
    for (uint64_t n = 0; n < chance_seeds(12 + CASES(60), 80); n++) {
        struct stoppable stoppable;
        struct judgement got;
        seed_at_worker = chance_seed() + n;
        uint64_t random = seed_at_worker * 31 + 5;
        stoppable_make(&stoppable, seed_at_worker);
        unsigned ranks = (unsigned)(toy_random(&random) % (MEETING_MOST + 1));
        all += judge_in_pieces(&stoppable.toy.puzzle, &random, ranks, &got);
        assert_same(&stoppable.expected, &got, "in pieces");
        /* A rank that stops when the search is over leaves its files. */
        check(count_in_folder() == 0 || atomic_load(&stop) != 0);
        empty_folder(folder);
        judgement_free(&stoppable.expected);
        judgement_free(&got);
    }
    /* Most toys are over before a stop; with several ranks the schedule decides whether one comes. */
    check(getenv("ONLYWAY_TEST_SEED") != NULL || all > 0);
}

/* --- damage --- */

/* Changes a byte of a random file.  Returns false if there is none. */
static bool damage(const char *path, uint64_t *random)
{
    DIR *open = opendir(path);
    char names[256][300];
    size_t count = 0;
    for (struct dirent *entry; open != NULL && (entry = readdir(open)) != NULL && count < 256;) {
        if (entry->d_name[0] != '.' && strcmp(entry->d_name, "lock") != 0)
            snprintf(names[count++], sizeof names[0], "%s", entry->d_name);
    }
    if (open != NULL)
        closedir(open);
    if (count == 0)
        return false;
    char inner[512];
    snprintf(inner, sizeof inner, "%s/%s", path, names[toy_random(random) % count]);
    struct stat status;
    if (stat(inner, &status) == 0 && S_ISDIR(status.st_mode))
        return damage(inner, random);
    FILE *file = fopen(inner, "r+b");
    long at = (long)(toy_random(random) % (uint64_t)status.st_size);
    fseek(file, at, SEEK_SET);
    int byte = fgetc(file);
    fseek(file, at, SEEK_SET);
    fputc(byte ^ (1 << toy_random(random) % 8), file);
    return fclose(file) == 0;
}

static void test_damage(void **state)
{
    (void)state;
    unsigned found = 0;
    for (uint64_t n = 0; n < seeds(150); n++) {
        struct stoppable stoppable;
        struct judgement got;
        seed_at_worker = chance_seed() + n;
        uint64_t random = seed_at_worker * 13 + 3;
        stoppable_make(&stoppable, seed_at_worker);
        struct disk_search disk;
        draw_disk(&random, &disk);
        disk.folder = folder;
        atomic_store(&stop, 0);
        atomic_store(&stop_in, FOR_FINGERPRINTS + (long)(toy_random(&random) % 60));
        struct request request = {.list = 3, .limits = {.interrupted = &stop}};
        judge_outside(&stoppable.toy.puzzle, &request, &disk, 0, &got);
        judgement_free(&got);
        if (atomic_load(&stop) != 0 && damage(folder, &random)) {
            atomic_store(&stop, 0);
            atomic_store(&stop_in, -1);
            judge_outside(&stoppable.toy.puzzle, &request, &disk, 0, &got);
            if (got.verdict == VERDICT_UNDECIDED && stoppable.expected.verdict != VERDICT_UNDECIDED) {
                if (strstr(got.reason, "folder") == NULL)
                    fail_msg("%s", got.reason);
                found++;
            } else {
                assert_same(&stoppable.expected, &got, "damaged");
            }
            judgement_free(&got);
        }
        empty_folder(folder);
        judgement_free(&stoppable.expected);
    }
    check(getenv("ONLYWAY_TEST_SEED") != NULL || found > seeds(150) / 15);
}

/* With little memory and no folder the search is undecided, and runs never use more memory than allowed. */
static void test_memory_alone(void **state)
{
    (void)state;
    for (uint64_t memory = 65536; memory < 4 << 20; memory *= 2) {
        struct request request = {.limits = {.max_memory = memory}};
        struct disk_search disk = {.interval = -1};
        struct judgement judgement;
        judge_outside(&eight_puzzle, &request, &disk, 0, &judgement);
        check(judgement.verdict == VERDICT_UNDECIDED || judgement.measure[MEASURE_depth] == 31);
        check(judgement.verdict != VERDICT_UNDECIDED || strstr(judgement.reason, "memory") != NULL);
        check(memory > 65536 || judgement.verdict == VERDICT_UNDECIDED);
        judgement_free(&judgement);
    }
}

/* When memory has no more numbers for states, the search in memory is undecided and the search on disk continues in
 * files, however large the memory limit is. */
static void test_numbers(void **state)
{
    (void)state;
    struct request request = {.measures = MEASURES_CHEAP, .limits = {.max_memory = 1 << 30}};
    struct judgement expected, got;
    judge_general(&eight_puzzle, &request, &expected);
    request.limits.numbers = expected.states / 2;
    for (int limit = 0; limit < 2; limit++) {
        request.limits.max_memory = limit == 0 ? 0 : 1 << 30;
        judge_general(&eight_puzzle, &request, &got);
        check(got.verdict == VERDICT_UNDECIDED && strstr(got.reason, "numbered") != NULL);
        judgement_free(&got);
        struct disk_search disk = {.folder = folder, .interval = -1};
        judge_outside(&eight_puzzle, &request, &disk, 0, &got);
        assert_same(&expected, &got, "with few numbers");
        check(count_in_folder() == 0);
        judgement_free(&got);
    }
    judgement_free(&expected);
}

/* --- a rank without memory --- */

struct poor_call {
    struct disk_ranks ranks;
    struct search search;
    enum search_end end;
};

static void *search_in_thread(void *argument)
{
    struct poor_call *call = argument;
    struct disk_search disk = {.ranks = &call->ranks, .interval = -1};
    call->end = disk_search(&call->search, &disk);
    return NULL;
}

/* If one rank's search fails before they begin, all stop together, and the others know why. */
static void test_rank_without_memory(void **state)
{
    (void)state;
    struct meeting meeting;
    struct poor_call calls[MEETING_MOST];
    pthread_t threads[MEETING_MOST];
    const struct limits limits = {.jobs = 1};
    for (unsigned poor = 0; poor < MEETING_MOST; poor++) {
        meeting_make(&meeting, MEETING_MOST);
        for (unsigned rank = 0; rank < MEETING_MOST; rank++) {
            calls[rank].ranks = meeting_rank(&meeting, rank);
            assert_true(search_make(&calls[rank].search, &eight_puzzle, &limits));
            search_check_memory(&calls[rank].search, rank != poor);
        }
        for (unsigned rank = 0; rank < MEETING_MOST; rank++)
            pthread_create(&threads[rank], NULL, search_in_thread, &calls[rank]);
        for (unsigned rank = 0; rank < MEETING_MOST; rank++) {
            char reason[LIMIT_REASON];
            pthread_join(threads[rank], NULL);
            snprintf(reason, sizeof reason, "process %u is out of memory", poor);
            assert_int_equal(calls[rank].end, rank == poor ? SEARCH_NO_MEMORY : SEARCH_LIMIT);
            if (rank != poor)
                assert_string_equal(calls[rank].search.watch.reason, reason);
            search_free(&calls[rank].search);
        }
        meeting_free(&meeting);
    }
}

static int make_folder(void **state)
{
    (void)state;
    method_at_worker = general_default;
    return !make_work_folder(folder);
}

static int remove_folder(void **state)
{
    (void)state;
    empty_folder(folder);
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_toys),
        cmocka_unit_test(test_classics),
        cmocka_unit_test(test_uneven_estimates),
        cmocka_unit_test(test_levels),
        cmocka_unit_test(test_eight_puzzle),
        cmocka_unit_test(test_tables),
        cmocka_unit_test(test_going_on),
        cmocka_unit_test(test_damage),
        cmocka_unit_test(test_memory_alone),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_rank_without_memory),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}

/* Tasks for other processes: each level of a pack arrives as the same puzzle, and malformed bytes are refused. */
#include "tests/unit.h"

#include "solve/cluster/task.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 60 }; /* the most levels to try of a game */

static const struct limits some_limits = {.max_states = 12345678901, .max_memory = 77, .jobs = 3};

static void compare_puzzles(const struct puzzle *one, const struct puzzle *other)
{
    struct grid a, b;
    assert_ptr_equal(one->game, other->game);
    assert_int_equal(one->state_bytes, other->state_bytes);
    assert_true(puzzle_draw_start(one, &a) && puzzle_draw_start(other, &b));
    assert_int_equal(a.columns, b.columns);
    assert_int_equal(a.rows, b.rows);
    assert_memory_equal(a.cells, b.cells, (size_t)grid_size(&a));
    grid_free(&a);
    grid_free(&b);
}

static void try_job(const struct job *job)
{
    struct text bytes = {0}, error = {0};
    struct task task;
    task_write(TASK_FORGET, job, &some_limits, "a folder", &bytes);
    assert_false(bytes.failed);
    bool good = task_read(&bytes, &task, &error);
    if (!good)
        fail_msg("%s: %s", text_string(&job->level.name), text_string(&error));
    compare_puzzles(job->puzzle, task.job.puzzle);
    assert_int_equal(task.kind, TASK_FORGET);
    assert_int_equal(task.job.variant.rules, job->variant.rules);
    assert_int_equal(task.job.variant.metric, job->variant.metric);
    assert_int_equal(task.limits.max_states, some_limits.max_states);
    assert_int_equal(task.limits.max_memory, some_limits.max_memory);
    assert_int_equal(task.limits.jobs, some_limits.jobs);
    assert_true(task.limits.timeout <= 0);
    assert_string_equal(text_string(&task.folder), "a folder");
    task_free(&task);
    text_free(&bytes);
    text_free(&error);
}

/* Calls `call` for each puzzle of a folder.  Returns their number. */
static size_t each_job(const char *folder, const struct job_kind *kind, void (*call)(const struct job *job))
{
    struct text path = {0};
    const char *root = getenv("srcdir");
    text_addf(&path, "%s/levels/%s", root == NULL ? "." : root, folder);
    char *operands[] = {path.data};
    struct level_source *source = level_source_open(operands, 1);
    assert_non_null(source);
    level_source_expect(source, kind->game);
    size_t count = 0;
    struct job job = {0};
    while (count < MOST && job_read(source, kind, &job)) {
        if (job.puzzle != NULL) {
            call(&job);
            count++;
        }
        job_free(&job);
    }
    job_free(&job);
    level_source_close(source);
    text_free(&path);
    return count;
}

static void test_every_game(void **state)
{
    (void)state;
    size_t tried = 0;
    for (size_t i = 0; games[i] != NULL; i++, tried++)
        assert_true(each_job(games[i]->name, &(struct job_kind){.game = games[i]}, try_job) > 10);
    for (size_t i = 0; languages[i] != NULL; i++, tried++)
        assert_true(each_job(languages[i]->name, &(struct job_kind){.game = languages[i]}, try_job) > 10);
    assert_true(tried > 5);
}

static void test_variants(void **state)
{
    (void)state;
    struct job_kind kind = {0};
    struct text error = {0};
    kind.metric = "moves";
    assert_true(job_kind_find("sokoban", &kind, &error));
    assert_true(each_job("sokoban", &kind, try_job) > 10);
    kind.metric = NULL;
    kind.rules = "document";
    assert_true(job_kind_find("snakebird", &kind, &error));
    assert_true(each_job("snakebird", &kind, try_job) > 10);
}

static void must_refuse(const struct text *bytes, const char *reason)
{
    struct task task;
    struct text error = {0};
    assert_false(task_read(bytes, &task, &error));
    assert_non_null(strstr(text_string(&error), reason));
    task_free(&task);
    text_free(&error);
}

/* Truncated bytes, the task of another program, and a text that gives another puzzle are refused. */
static void spoil(const struct job *job)
{
    struct text bytes = {0};
    task_write(TASK_SEARCH, job, &some_limits, NULL, &bytes);
    size_t step = CASES(4) > 1 ? 1 : 4;
    for (size_t size = 0; size < bytes.size; size += step) {
        char *part = malloc(size + 1); /* so that a sanitizer notices reads beyond it */
        assert_non_null(part);
        memcpy(part, bytes.data, size);
        must_refuse(&(struct text){.data = part, .size = size, .capacity = size + 1}, "");
        free(part);
    }
    bytes.data[8] ^= 1;
    must_refuse(&bytes, "the same program");
    bytes.data[8] ^= 1;
    size_t tail = 4 * sizeof(uint64_t); /* the limits, and the length of an absent folder name */
    bytes.data[bytes.size - tail - sizeof(uint64_t)] ^= 2;
    must_refuse(&bytes, "not the same puzzle");
    text_free(&bytes);
}

static void test_spoiled(void **state)
{
    (void)state;
    struct job_kind kind = {.game = game_find("snakebird")};
    assert_true(each_job("snakebird/4-two-birds-one-bridge/001.txt", &kind, spoil) == 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_game),
        cmocka_unit_test(test_variants),
        cmocka_unit_test(test_spoiled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

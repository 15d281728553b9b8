/* Tasks as bytes; see task.h.
 *
 * A number is eight bytes in the machine's byte order.  Data of variable length follows its length. */
#include "config.h"

#include "solve/cluster/task.h"

#include "base/checksum.h"
#include "base/program.h"

#include <stdlib.h>
#include <string.h>

/* --- writing --- */

static void add_number(struct text *bytes, uint64_t number)
{
    text_add(bytes, (const char *)&number, sizeof number);
}

static void add_bytes(struct text *bytes, const void *data, size_t size)
{
    add_number(bytes, size);
    text_add(bytes, data, size);
}

static void add_string(struct text *bytes, const char *string)
{
    add_bytes(bytes, string, strlen(string));
}

/* Returns a fingerprint of the start and of the states after its moves, which tells apart puzzles with different
 * states.  Returns 0 if memory runs out. */
static uint64_t fingerprint(const struct puzzle *puzzle)
{
    size_t capacity = puzzle->max_moves > 0 ? puzzle->max_moves : 1, size = puzzle->state_bytes;
    unsigned char *states = calloc(capacity + 1, size + 1);
    game_move *moves = calloc(capacity, sizeof *moves);
    uint64_t sum = 0;
    if (states != NULL && moves != NULL) {
        puzzle->rules->start(puzzle, states);
        unsigned count = puzzle->rules->expand(puzzle, states, moves, states + size);
        uint64_t numbers[] = {size, puzzle->max_moves, count, puzzle_merges(puzzle)};
        sum = checksum_add(CHECKSUM_START, numbers, sizeof numbers);
        sum = checksum_add(sum, states, (count + 1) * size);
        sum = checksum_add(sum, moves, count * sizeof *moves) | 1;
    }
    free(states);
    free(moves);
    return sum;
}

void task_write(enum task_kind kind, const struct job *job, const struct limits *limits, const char *folder,
                struct text *bytes)
{
    const struct grid *grid = &job->level.grid;
    uint64_t print = fingerprint(job->puzzle);
    if (print == 0)
        text_fail(bytes);
    add_string(bytes, PACKAGE_STRING);
    add_number(bytes, kind);
    add_string(bytes, job->puzzle->game->name);
    add_number(bytes, job->variant.rules);
    add_number(bytes, job->variant.metric);
    add_number(bytes, (uint64_t)grid->columns);
    add_number(bytes, (uint64_t)grid->rows);
    add_bytes(bytes, grid->cells, (size_t)grid_size(grid));
    /* The source of the level's game, with this level alone, or an empty text if the game has no source. */
    struct text source = {0};
    if (job->level.game_source != NULL) {
        const struct language *language = job->level.game_source->language->language;
        language->write_head(job->level.game_source, NULL, NULL, &source);
        language->write_level(job->level.game_source, &job->level.grid, &source);
    }
    if (source.failed)
        text_fail(bytes);
    add_bytes(bytes, text_string(&source), source.size);
    text_free(&source);
    add_number(bytes, print);
    add_number(bytes, limits->max_states);
    add_number(bytes, limits->max_memory);
    add_number(bytes, limits->jobs);
    add_string(bytes, folder == NULL ? "" : folder);
}

/* --- reading --- */

struct reader {
    const char *next;
    size_t left;
    bool good; /* no data was missing so far */
};

static const char *get_bytes(struct reader *reader, size_t size)
{
    const char *bytes = reader->next;
    reader->good = reader->good && size <= reader->left;
    if (!reader->good)
        return NULL;
    reader->next += size;
    reader->left -= size;
    return bytes;
}

static uint64_t get_number(struct reader *reader)
{
    uint64_t number = 0;
    const char *bytes = get_bytes(reader, sizeof number);
    if (bytes != NULL)
        memcpy(&number, bytes, sizeof number);
    return number;
}

static void get_text(struct reader *reader, struct text *text)
{
    size_t size = (size_t)get_number(reader);
    const char *bytes = get_bytes(reader, size);
    if (bytes != NULL)
        text_add(text, bytes, size);
}

static bool say(struct text *error, const char *what)
{
    text_addf(error, "%s\n", what);
    return false;
}

/* Ignores the message: rank 0 has already reported the faults of the source. */
static void say_nothing(void *context, int line, bool error, const char *message)
{
    (void)context;
    (void)line;
    (void)error;
    (void)message;
}

static bool read_level(struct reader *reader, const struct game *game, struct level *level)
{
    struct text source = {0};
    bool no_memory = false;
    uint64_t columns = get_number(reader), rows = get_number(reader), size = get_number(reader);
    reader->good = reader->good && columns > 0 && columns <= GRID_MAX_SIDE && rows > 0 && rows <= GRID_MAX_SIDE &&
                   size == columns * rows;
    const char *cells = get_bytes(reader, (size_t)size);
    bool good = cells != NULL && grid_make(&level->grid, (int)columns, (int)rows, 0);
    if (good)
        memcpy(level->grid.cells, cells, (size_t)size);
    get_text(reader, &source);
    if (good && reader->good && game->language != NULL)
        level->game_source =
            game->language->read(text_string(&source), source.size, say_nothing, NULL, NULL, &no_memory);
    good = good && reader->good && !source.failed && (game->language == NULL || level->game_source != NULL);
    text_free(&source);
    return good;
}

bool task_read(const struct text *bytes, struct task *task, struct text *error)
{
    *task = (struct task){0};
    struct reader reader = {bytes->data, bytes->size, true};
    struct job *job = &task->job;
    struct text version = {0};
    get_text(&reader, &version);
    bool good = reader.good && strcmp(text_string(&version), PACKAGE_STRING) == 0;
    if (version.failed)
        text_fail(error);
    else if (!good)
        say(error, "the processes do not run the same program");
    text_free(&version);
    if (!good)
        return false;
    task->kind = get_number(&reader) == TASK_FORGET ? TASK_FORGET : TASK_SEARCH;
    struct text name = {0};
    get_text(&reader, &name);
    const struct game *game = game_find(text_string(&name));
    if (name.failed)
        text_fail(error);
    text_free(&name);
    job->variant.rules = (unsigned)get_number(&reader);
    job->variant.metric = (unsigned)get_number(&reader);
    job->variant.interrupted = &program_interrupted;
    good = game != NULL && read_level(&reader, game, &job->level);
    uint64_t print = get_number(&reader);
    task->limits.max_states = get_number(&reader);
    task->limits.max_memory = get_number(&reader);
    task->limits.jobs = get_number(&reader);
    get_text(&reader, &task->folder);
    if (!good || !reader.good || task->folder.failed)
        return reader.good ? text_fail(error) : say(error, "a task is incomplete");
    job->puzzle = level_load(&job->level, game, job->variant, error);
    if (job->puzzle != NULL && fingerprint(job->puzzle) != print)
        return say(error, "the level is not the same puzzle here as for process 0");
    return job->puzzle != NULL;
}

void task_free(struct task *task)
{
    job_free(&task->job);
    text_free(&task->folder);
}

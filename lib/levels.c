/* Reading levels from memory; see onlyway.h. */
#include "lib/inside.h"

#include "base/array.h"
#include "solve/level/reader.h"
#include "solve/level/option_rows.h"

#include <stddef.h>
#include <stdlib.h>

struct ow_levels {
    struct ow_level **levels; /* owned; allocated one by one, because callers hold pointers to them */
    size_t count, capacity;
};

struct read_options {
    const char *game, *rules, *metric;
    struct limits limits;
};

#define AT(member) offsetof(struct read_options, member)

static const struct option_row rows[] = {GAME_OPTION_ROWS(AT, "what depth counts"),
                                         MEMORY_OPTION_ROW(AT, "give up on a game that needs more memory"),
                                         TIMEOUT_OPTION_ROW(AT, "give up on a game after that time")};

static const char shown_name[] = "text";

ow_status ow_levels_read(const char *text, size_t size, const char *options, ow_levels **levels, char **message)
{
    struct call call = call_begin(message);
    struct read_options read = {0};
    struct option_set set = {rows, sizeof rows / sizeof *rows, &read, NULL};
    struct level_reader reader;
    if (!call_needs(&call, levels, "the address for the levels"))
        return call_end(&call);
    *levels = calloc(1, sizeof **levels);
    if (*levels == NULL)
        call_fail(&call, OW_NO_MEMORY);
    if ((size == 0 || call_needs(&call, text, "the text")) && call_options(&call, &set, options)) {
        struct job_kind kind = {.rules = read.rules, .metric = read.metric};
        if (!job_kind_find(read.game, &kind, &call.error))
            call_fail(&call, OW_BAD_OPTION);
        level_reader_start(&reader, NULL, shown_name, shown_name);
        reader.game = kind.game;
        reader.limits = &read.limits;
        level_reader_give(&reader, size == 0 ? "" : text, size);
        while (call_good(&call, NULL)) {
            struct job job = {0};
            enum level_result result = level_reader_next(&reader, &job.level, &job.error);
            if (result == LEVEL_END)
                break;
            struct ow_level *level = NULL;
            if (result == LEVEL_LIMIT) {
                text_add_text(&call.error, &job.error);
                call_fail(&call, OW_LIMIT);
            } else if (!ARRAY_RESERVE((*levels)->levels, (*levels)->count, (*levels)->capacity, 8) ||
                       (level = calloc(1, sizeof *level)) == NULL) {
                call_fail(&call, OW_NO_MEMORY);
            }
            if (level == NULL) {
                job_free(&job);
                break;
            }
            (*levels)->levels[(*levels)->count++] = level;
            level->job = job;
            if (result == LEVEL_READ) {
                job_load(&kind, &level->job);
                game_add_rows(NULL, &level->job.level.grid, &level->grid);
            }
            message_end(&level->job.error);
            call_good(&call, &level->grid);
            call_good(&call, &level->job.error);
        }
        level_reader_stop(&reader);
    }
    if (!call_good(&call, NULL)) {
        ow_levels_free(*levels);
        *levels = NULL;
    }
    return call_end(&call);
}

void ow_levels_free(ow_levels *levels)
{
    for (size_t i = 0; levels != NULL && i < levels->count; i++) {
        job_free(&levels->levels[i]->job);
        text_free(&levels->levels[i]->grid);
        free(levels->levels[i]);
    }
    if (levels != NULL)
        free(levels->levels);
    free(levels);
}

size_t ow_levels_count(const ow_levels *levels)
{
    return levels == NULL ? 0 : levels->count;
}

const ow_level *ow_levels_at(const ow_levels *levels, size_t n)
{
    return n < ow_levels_count(levels) ? levels->levels[n] : NULL;
}

const char *ow_level_error(const ow_level *level)
{
    return level != NULL && level->job.puzzle == NULL ? text_string(&level->job.error) : NULL;
}

const char *ow_level_name(const ow_level *level)
{
    return level == NULL ? NULL : text_string(&level->job.level.name);
}

const char *ow_level_game(const ow_level *level)
{
    return level == NULL ? NULL : level->job.puzzle == NULL ? "" : level->job.puzzle->game->name;
}

const char *ow_level_text(const ow_level *level)
{
    return level == NULL ? NULL : text_string(&level->grid);
}

int ow_level_rows(const ow_level *level)
{
    return level == NULL ? 0 : level->job.level.grid.rows;
}

int ow_level_columns(const ow_level *level)
{
    return level == NULL ? 0 : level->job.level.grid.columns;
}

unsigned ow_level_cell(const ow_level *level, int row, int column)
{
    if (row < 1 || column < 1 || row > ow_level_rows(level) || column > ow_level_columns(level))
        return 0;
    const struct grid *grid = &level->job.level.grid;
    return grid->cells[(row - 1) * grid->columns + column - 1];
}

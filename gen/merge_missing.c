/* Shards that cannot be merged yet; see merge_missing.h. */
#include "gen/merge_missing.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Commands that are printed at most. */
enum { MOST_COMMANDS = 20 };

/* Adds the command that makes a shard; `which` is its number, or what stands for any. */
static void add_command(const struct merge_state *state, const char *which, struct text *line)
{
    const struct command *command = state->command;
    const char *place = state->shards->place, *slash = strrchr(place, '/');
    text_addf(line, "gen %s", command->proposer->game->name);
    command_write_options(command, line);
    if (command->options.max_tries != 0)
        text_addf(line, " --max-tries=%" PRIu64, command->options.max_tries);
    text_addf(line, " --shard=%s/%" PRIu64 " --output=", which, state->shards->count);
    if (slash == NULL)
        text_add_string(line, ".");
    else
        command_add_word(place, (size_t)(slash - place), line);
}

/* Whether there is anything for a shard to do before it can be merged. */
static bool has_to_run(const struct merge_state *state, uint64_t n)
{
    const struct merge_shard *shard = &state->shards->shards[n];
    uint64_t chunk = state->run->proposal.chunk, end = state->run->proposal.units, bound = shard->folder.bound;
    if (bound != 0 && bound < end)
        end = bound;
    uint64_t next = n + shard->chunks * state->shards->count, chunks = end / chunk + (end % chunk != 0);
    if (next >= chunks && !shard->broken)
        return false;
    return !merge_shard_there(shard) || shard->broken || !shard->paused || bound != 0;
}

/* Reads what there is of all shards. */
static bool read_all(const struct merge_state *state, struct text *error)
{
    enum shard_record record = RECORD_NONE;
    for (uint64_t n = 0; n < state->shards->count && record != RECORD_FAILED; n++) {
        do
            record = merge_shards_next(state->shards, n, state->run->proposal.chunk, state->chunk, error);
        while (record == RECORD_CHUNK);
    }
    return record != RECORD_FAILED;
}

/* Says which shards have to run.  False: none has. */
static bool say_commands(const struct merge_state *state, const struct program *program, struct text *error)
{
    struct text lines = {0}, which = {0};
    uint64_t count = 0;
    for (uint64_t n = 0; n < state->shards->count; n++) {
        if (!has_to_run(state, n) || ++count > MOST_COMMANDS)
            continue;
        text_clear(&which);
        text_addf(&which, "%" PRIu64, n + 1);
        text_addf(&lines, "%s: ", program->name);
        add_command(state, text_string(&which), &lines);
        text_add_char(&lines, '\n');
    }
    if (lines.failed || which.failed)
        text_fail(error);
    if (count > 0 && !text_says(error)) {
        program_error(program, "%" PRIu64 " of %" PRIu64 " shards %s missing or not finished; run %s, then merge again:",
                      count, state->shards->count, count == 1 ? "is" : "are", count == 1 ? "it" : "them");
        program_complain(program, &lines);
        if (count > MOST_COMMANDS)
            program_error(program, "and %" PRIu64 " more", count - MOST_COMMANDS);
    }
    text_free(&lines);
    text_free(&which);
    return count > 0;
}

/* Levels that were compared with others. */
static uint64_t survivors(const struct tally *tally)
{
    return tally->kept + tally->dropped[filter_index(FILTER_DUPLICATE)] + tally->dropped[filter_index(FILTER_NEAR)];
}

void course_note(struct course *course, const struct tally *tally)
{
    enum { WINDOW = 400 };
    if (tally->relaxed != course->lowered.relaxed) {
        course->lowered = course->before = course->middle = *tally;
    } else if (survivors(tally) - survivors(&course->middle) > WINDOW) {
        course->before = course->middle;
        course->middle = *tally;
    }
}

/* Tells all shards how far to go on. */
static void go_on(const struct merge_state *state, const struct program *program, struct text *error)
{
    const struct run *run = state->run;
    const struct tally *tally = &run->tally;
    const struct course *course = state->course;
    uint64_t tries = run->proposal.options->max_tries, all = survivors(tally);
    struct advance advance = {.units = tally->next_unit, .kept = tally->kept, .wanted = run->wanted,
                              .survivors = all, .lowered_at = course->lowered.next_unit,
                              .kept_since = tally->kept - course->lowered.kept,
                              .recent_kept = tally->kept - course->before.kept,
                              .recent_survivors = all - survivors(&course->before),
                              .until_lowered = run_until_lowered(run), .tries = tally->tries, .most = tries,
                              .barren = tally->barren, .patience = tries != 0 ? 0 : run->proposal.patience};
    uint64_t bound = shard_next_bound(&advance, run->proposal.chunk);
    struct text line = {0};
    for (uint64_t n = 0; n < state->shards->count; n++) {
        const struct merge_shard *shard = &state->shards->shards[n];
        if (merge_shard_there(shard) && !shard_folder_bind(&shard->folder, bound, error))
            return;
    }
    text_addf(&line, "kept %" PRIu64, tally->kept);
    if (run->wanted != UINT64_MAX)
        text_addf(&line, " of %" PRIu64 " wanted", run->wanted);
    text_addf(&line, " after %" PRIu64 " candidates; every shard is told to go on: run all %" PRIu64
              " again, then merge again: ", tally->tries, state->shards->count);
    add_command(state, "I", &line);
    program_fail(program, &line, EXIT_HOLDS_NOT);
    text_free(&line);
}

int merge_missing(const struct merge_state *state, const struct program *program, struct text *error)
{
    if (!read_all(state, error))
        return EXIT_BAD_INPUT;
    if (!say_commands(state, program, error) && !text_says(error))
        go_on(state, program, error);
    return text_says(error) ? EXIT_BAD_INPUT : EXIT_HOLDS_NOT;
}

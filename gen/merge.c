/* Merging shards; see merge.h. */
#include "gen/merge.h"

#include "base/progress.h"
#include "gen/begin.h"
#include "gen/closing.h"
#include "gen/merge_missing.h"
#include "gen/run.h"
#include "out/folder.h"
#include "solve/moves.h"
#include "solve/report.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where a level that is kept is to be read again: the record in its shard's log, and which of its survivors it is. */
struct place {
    uint64_t offset;
    uint32_t shard, survivor;
};

struct merge {
    struct folder_run folder; /* first, as the sink is given its run */
    struct command command;   /* that of the shards */
    struct merge_shards shards;
    struct chunk chunk;
    struct text row;          /* of the report, to read it */
    struct place *places;     /* of the levels kept */
    size_t count, room;
    struct place at;          /* of the chunk that is taken in */
    uint64_t tries;           /* candidates in the chunks that were read */
    struct tally boundary;    /* at the last end of a unit */
    struct course course;
};

/* --- what is kept --- */

static bool note_level(struct run *run, const struct survivor *survivor, struct text *error)
{
    struct merge *merge = (struct merge *)run;
    if (merge->count == merge->room) {
        size_t room = merge->room == 0 ? 1024 : 2 * merge->room;
        struct place *places = realloc(merge->places, room * sizeof *places);
        if (places == NULL)
            return text_fail(error);
        merge->places = places;
        merge->room = room;
    }
    merge->at.survivor = (uint32_t)(survivor - merge->chunk.survivors);
    merge->places[merge->count++] = merge->at;
    return true;
}

static const struct run_sink noting_sink = {note_level, NULL, NULL};

static bool take_solution(void *context, const char *const *fields)
{
    text_add_string(context, fields[COLUMN_solution]);
    return true;
}

/* The moves of a survivor, from its row; none where there are none.  False: out of memory, or the row is no row. */
static bool read_moves(struct merge *merge, const struct survivor *survivor, const struct puzzle *puzzle,
                       struct move_list *moves, struct text *error)
{
    struct text solution = {0};
    text_clear(&merge->row);
    text_add_text(&merge->row, &merge->folder.folder.report); /* its first line */
    text_add_text(&merge->row, &survivor->row);
    bool good = !merge->row.failed || text_fail(error);
    good = good && report_read(text_string(&merge->row), merge->row.size, take_solution, &solution, error);
    if (good && (solution.failed || solution_read(puzzle, text_string(&solution), moves) < 0))
        good = text_fail(error);
    text_free(&solution);
    return good;
}

/* Makes the likeness of a survivor. */
static bool compare(struct merge *merge, struct survivor *survivor, struct text *error)
{
    const struct game *game = merge->folder.run.proposal.proposer->game;
    struct move_list moves = {0};
    struct complaint complaint = {0};
    struct puzzle *puzzle = game->load(&survivor->grid, merge->folder.run.proposal.variant, &complaint);
    bool good = puzzle != NULL;
    if (!good && complaint.failed)
        return text_fail(error);
    if (!good)
        text_add_string(error, complaint.message);
    good = good && read_moves(merge, survivor, puzzle, &moves, error);
    if (good && !likeness_make(&survivor->likeness, puzzle, moves.moves, moves.count))
        good = text_fail(error);
    if (puzzle != NULL)
        game->free(puzzle);
    free(moves.moves);
    return good;
}

/* --- replaying --- */

enum replay {
    REPLAYED, /* the run is whole; its result is filled in */
    STUCK,    /* a chunk is not there */
    REPLAY_STOPPED, /* by a signal */
    REPLAY_FAILED,  /* said in the error */
};

static void draw_progress(struct merge *merge)
{
    struct text line = {0};
    const struct tally *tally = &merge->folder.run.tally;
    if (!progress_due(&merge->folder.progress))
        return;
    text_addf(&line, "%" PRIu64 " kept of %" PRIu64 " candidates", tally->kept, tally->tries);
    progress_draw(&merge->folder.progress, &line);
    text_free(&line);
}

static enum replay replay(struct merge *merge, enum run_result *result, struct text *error)
{
    struct run *run = &merge->folder.run;
    struct merge_shards *shards = &merge->shards;
    unsigned units = run->proposal.chunk;
    merge->boundary = run->tally;
    for (uint64_t chunk = 0; chunk < run->proposal.units / units + (run->proposal.units % units != 0); chunk++) {
        uint64_t n = chunk % shards->count;
        if (*run->interrupted != 0)
            return REPLAY_STOPPED;
        enum shard_record record = merge_shards_next(shards, n, units, &merge->chunk, error);
        if (record != RECORD_CHUNK)
            return record == RECORD_FAILED ? REPLAY_FAILED : STUCK;
        merge->tries += merge->chunk.outcome_count;
        merge->at = (struct place){shards->shards[n].read_at, (uint32_t)n, 0};
        for (size_t i = 0; i < merge->chunk.survivor_count && run->proposal.compares; i++) {
            if (!compare(merge, &merge->chunk.survivors[i], error))
                return REPLAY_FAILED;
        }
        *result = run_take_in(run, &merge->chunk, &merge->boundary, error);
        if (*result == RUN_FAILED)
            return REPLAY_FAILED;
        if (*result != RUN_INTERRUPTED)
            return REPLAYED;
        course_note(&merge->course, &run->tally);
        draw_progress(merge);
    }
    *result = RUN_COMPLETE;
    return REPLAYED;
}

/* --- writing --- */

/* Writes the levels that were noted; the boundary learns the checksums of those that it vouches for. */
static bool write_levels(struct merge *merge, struct text *error)
{
    struct run *run = &merge->folder.run;
    uint64_t number;
    struct place last = {UINT64_MAX, 0, 0};
    for (size_t i = 0; i < merge->count; i++) {
        const struct place *place = &merge->places[i];
        struct shard_log *log = &merge->shards.shards[place->shard].log;
        if (place->shard != last.shard || place->offset != last.offset) {
            log->offset = place->offset;
            enum shard_record record =
                shard_log_next(log, run->proposal.chunk, &number, &merge->chunk, error);
            if (record == RECORD_FAILED)
                return false;
            if (record != RECORD_CHUNK || place->survivor >= merge->chunk.survivor_count) {
                text_addf(error, "%s: it has just been changed", text_string(&log->path));
                return false;
            }
        }
        last = *place;
        if (!folder_sink.level(run, &merge->chunk.survivors[place->survivor], error))
            return false;
        if (i + 1 == merge->boundary.kept) {
            merge->boundary.rows_sum = run->tally.rows_sum;
            merge->boundary.levels_sum = run->tally.levels_sum;
        }
    }
    return true;
}

/* Says how much more the shards have done than was needed. */
static bool say_waste(struct merge *merge, const struct program *program, struct text *error)
{
    uint64_t tries = merge->tries, needed = merge->folder.run.tally.tries;
    struct merge_shards *shards = &merge->shards;
    for (uint64_t n = 0; n < shards->count; n++) {
        while (merge_shards_next(shards, n, merge->folder.run.proposal.chunk, &merge->chunk, error) == RECORD_CHUNK)
            tries += merge->chunk.outcome_count;
    }
    if (text_says(error))
        return false;
    program_error(program, "%" PRIu64 " shard%s tried %" PRIu64 " candidate%s, %.2f %% more than were needed",
                  shards->count, shards->count == 1 ? "" : "s", tries, tries == 1 ? "" : "s",
                  needed == 0 ? 0.0 : 100.0 * (double)(tries - needed) / (double)needed);
    return true;
}

/* Writes the folder of a run that is whole. */
static enum run_result write_folder(struct merge *merge, enum run_result result, struct text *error)
{
    struct folder_run *folder = &merge->folder;
    struct run *run = &folder->run;
    struct tally start = tally_start();
    start.known_sum = run->tally.known_sum;
    run->sink = &folder_sink;
    if (!folder_sink.flush(run, &start, false, error) || !write_levels(merge, error) ||
        !folder_sink.flush(run, &merge->boundary, result == RUN_COMPLETE, error))
        return RUN_FAILED;
    return result;
}

/* --- the command --- */

/* Whether there is a place for the folder; `empty`: once it is emptied. */
static bool check_folder(const struct command *command, const char **path, bool *empty, struct text *error)
{
    const char *output = command->options.output;
    if (output == NULL) {
        text_add_string(error, "--merge needs a folder to write, with -o");
        return false;
    }
    *path = strcmp(output, "-") == 0 ? NULL : output;
    enum folder_state state = *path == NULL ? FOLDER_NEW : folder_look(output, error);
    *empty = state != FOLDER_NEW;
    if (*empty && state != FOLDER_FAILED && !command->options.force)
        text_addf(error, "%s: the folder is not empty; use --force to replace it", output);
    return !text_says(error);
}

/* All that matters comes from the shards. */
static bool check_options(struct command *command, struct text *error)
{
    static const char *const allowed[] = {"merge", "output", "force", "quiet", "jobs"};
    struct option_set sets[COMMAND_SETS];
    command_sets(command, sets);
    for (int s = 0; s < COMMAND_SETS; s++) {
        for (size_t i = 0; i < sets[s].count; i++) {
            bool fine = !sets[s].given[i];
            for (size_t n = 0; n < sizeof allowed / sizeof *allowed; n++)
                fine |= strcmp(sets[s].rows[i].name, allowed[n]) == 0;
            if (fine)
                continue;
            text_addf(error, "--%s cannot be combined with --merge, which goes by the options of the shards",
                      sets[s].rows[i].name);
            return false;
        }
    }
    return true;
}

/* Takes the command of the shards from their head. */
static bool take_head(struct merge *merge, const struct command *typed, struct text *error)
{
    struct command *command = &merge->command;
    const char *head = merge->shards.head, *game = strstr(head, "\ngame "), *tries = strstr(head, "\nmax-tries ");
    struct text name = {0}, reason = {0};
    char none[] = "";
    if (game != NULL)
        text_add(&name, game + 6, strcspn(game + 6, "\n"));
    bool good = !name.failed || text_fail(error);
    good = good && command_read(command, text_string(&name), none, error);
    if (good && !command_read_journal(command, head, &merge->folder.run.tally, &reason)) {
        text_addf(error, "%s: %s", merge->shards.place, text_string(&reason));
        error->failed |= reason.failed;
        good = false;
    }
    command->options.max_tries = tries == NULL ? 0 : strtoull(tries + 11, NULL, 10);
    command->options.output = typed->options.output;
    command->options.jobs = typed->options.jobs;
    command->read_from = from_read_file;
    text_free(&name);
    text_free(&reason);
    return good;
}

static bool begin(struct merge *merge, const struct command *typed, struct text *error)
{
    struct folder_run *folder = &merge->folder;
    if (!merge_shards_find(&merge->shards, typed->shards, typed->shard_count, error) ||
        !take_head(merge, typed, error))
        return false;
    uint64_t known = folder->run.tally.known_sum;
    const char *chunk = strstr(merge->shards.head, "\nchunk ");
    if (!folder_run_begin(&merge->command, folder, error))
        return false;
    folder->run.sink = &noting_sink;
    if (known != from_sum(&merge->command)) {
        text_add_string(error, "--from: this is not the level that the shards had");
        return false;
    }
    if (chunk != NULL && sscanf(chunk, "\nchunk %u", &folder->run.proposal.chunk) == 1 &&
        folder->run.proposal.chunk == 0)
        folder->run.proposal.chunk = 1;
    return chunk_make(&merge->chunk, folder->run.proposal.chunk) || text_fail(error);
}

/* Replays, and writes what there is to write. */
static int run_merge(struct merge *merge, bool empty, const struct program *program, struct text *error)
{
    struct folder_run *folder = &merge->folder;
    enum run_result result = RUN_FAILED;
    enum replay replayed = replay(merge, &result, error);
    progress_clear(&folder->progress);
    if (replayed == STUCK) {
        struct merge_state state = {&merge->command, &merge->shards, &folder->run, &merge->course,
                                    &merge->chunk};
        return merge_missing(&state, program, error);
    }
    if (replayed == REPLAY_STOPPED)
        return EXIT_INTERRUPTED;
    if (replayed == REPLAY_FAILED || !folder_run_prepare(folder, empty, error) || !say_waste(merge, program, error))
        return EXIT_BAD_INPUT;
    result = write_folder(merge, result, error);
    int status = run_close(folder, result, error, program);
    text_free(error); /* it is said */
    return status;
}

static void merge_free(struct merge *merge)
{
    folder_run_end(&merge->folder);
    merge_shards_free(&merge->shards);
    chunk_free(&merge->chunk);
    command_free(&merge->command);
    text_free(&merge->row);
    free(merge->places);
}

int merge_run(struct command *command, const struct program *program)
{
    struct text error = {0};
    struct merge merge = {.folder = folder_run_start()};
    bool empty = false;
    int status = EXIT_BAD_INPUT;
    if (command->shard_count == 0)
        text_add_string(&error, "--merge: which shards?");
    else if (check_options(command, &error) && check_folder(command, &merge.folder.folder.path, &empty, &error) &&
             begin(&merge, command, &error)) {
        program_catch_signals();
        progress_start(&merge.folder.progress, command->options.quiet);
        status = run_merge(&merge, empty, program, &error);
    }
    if (text_says(&error))
        status = program_fail(program, &error, status);
    merge_free(&merge);
    text_free(&error);
    return status;
}

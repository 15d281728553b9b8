/* Merging shards; see shard.h. */
#include "gen/shard/shard.h"

#include "base/array.h"
#include "base/file.h"
#include "base/program.h"
#include "base/progress.h"
#include "gen/run/folder_run.h"
#include "gen/run/command.h"
#include "gen/run/run.h"
#include "gen/shard/folder.h"
#include "out/folder.h"
#include "solve/level/report.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One shard of the run; its path is empty if it was not found. */
struct merge_shard {
    struct shard_folder folder;
    struct shard_log log;
    uint64_t batches; /* read so far */
    uint64_t read_at; /* offset in the log of the last record that was read */
    bool paused;      /* the last record that was read is a pause */
    bool broken;      /* the records read are followed by something that no shard has written */
};

struct merge_shards {
    struct merge_shard *shards; /* [count] */
    uint64_t count;
    const char *head;  /* the head that all of them share */
    const char *place; /* the path of the first one that was found */
};

/* Where to read a kept level again: the record in its shard's log, and its index among that record's survivors. */
struct place {
    uint64_t offset;
    uint32_t shard, survivor;
};

struct merge {
    struct folder_run folder; /* first, because sinks cast its run to this struct */
    struct command command;   /* the shards' command */
    struct merge_shards shards;
    struct batch batch;
    struct text row;      /* buffer for reading a row of the report */
    struct place *places; /* of the levels that are kept */
    size_t count, capacity;
    struct place at; /* of the batch that is being taken in */
    uint64_t tries;  /* candidates in the batches that were read */
};

/* --- finding and reading the shards --- */

enum { BLOCK_BYTES = 1 << 26, LEAST_BLOCK = 1 << 12, MOST_BLOCK = 1 << 20 };

/* Whether the folder of a shard was found. */
static bool merge_shard_there(const struct merge_shard *shard)
{
    return shard->folder.path.size > 0;
}

/* Adds a shard and takes ownership of its folder. */
static bool add_shard(struct merge_shards *shards, struct shard_folder *folder, struct text *error)
{
    if (shards->shards == NULL) {
        shards->shards = calloc(folder->shard.count, sizeof *shards->shards);
        if (shards->shards == NULL)
            return text_fail(error);
        shards->count = folder->shard.count;
        shards->head = text_string(&folder->head);
        shards->place = text_string(&folder->path);
    }
    /* The shard must belong to the same run as those found before and not be a duplicate. */
    const char *path = text_string(&folder->path);
    if (strcmp(text_string(&folder->head), shards->head) != 0) {
        text_addf(error, "%s and %s are not of the same run: ", shards->place, path);
        shard_heads_differ(shards->head, text_string(&folder->head), error);
    } else if (folder->shard.count != shards->count) {
        text_addf(error, "%s is one of %" PRIu64 " shards, %s one of %" PRIu64, shards->place, shards->count, path,
                  folder->shard.count);
    } else if (merge_shard_there(&shards->shards[folder->shard.index])) {
        text_addf(error, "%s and %s are the same shard", text_string(&shards->shards[folder->shard.index].folder.path),
                  path);
    }
    if (text_says(error))
        return false;
    size_t block = BLOCK_BYTES / shards->count;
    block = block < LEAST_BLOCK ? LEAST_BLOCK : block > MOST_BLOCK ? MOST_BLOCK : block;
    struct merge_shard *shard = &shards->shards[folder->shard.index];
    shard->folder = *folder;
    *folder = (struct shard_folder){0};
    return shard_log_open(&shard->log, text_string(&shard->folder.path), block, error);
}

/* Adds the shard at a path, if there is one. */
static bool add_if_shard(struct merge_shards *shards, const char *path, bool *is_shard, struct text *error)
{
    struct shard_folder folder;
    enum shard_state state = shard_folder_read(&folder, path, error);
    *is_shard = state == SHARD_THERE;
    bool good = state != SHARD_FAILED && (!*is_shard || add_shard(shards, &folder, error));
    shard_folder_free(&folder);
    return good;
}

static int shard_item(const struct dirent *item)
{
    return strncmp(item->d_name, "shard-", 6) == 0;
}

/* Adds all shards in a folder. */
static bool add_all(struct merge_shards *shards, const char *path, struct text *error)
{
    struct dirent **items;
    struct text name = {0};
    bool good = true, any = false;
    int count = scandir(path, &items, shard_item, alphasort);
    if (count < 0)
        return file_fail(error, path);
    for (int i = 0; i < count; i++) {
        bool is_shard = false;
        text_clear(&name);
        text_addf(&name, "%s/%s", path, items[i]->d_name);
        if (name.failed)
            good = text_fail(error);
        good = good && add_if_shard(shards, text_string(&name), &is_shard, error);
        any |= is_shard;
        free(items[i]);
    }
    free(items);
    text_free(&name);
    if (good && !any) {
        text_addf(error, "%s: there are no shards here; %s --shard makes them", path, program_name("gen"));
        return false;
    }
    return good;
}

/* Reads the next batch of the n-th shard.  RECORD_NONE: there is none, or it cannot be read. */
static enum shard_record merge_shards_next(struct merge_shards *shards, uint64_t n, unsigned units, struct batch *batch,
                                           struct text *error)
{
    struct merge_shard *shard = &shards->shards[n];
    uint64_t number = 0, wanted = n + shard->batches * shards->count;
    enum shard_record record = RECORD_NONE;
    if (!merge_shard_there(shard) || shard->broken)
        return RECORD_NONE;
    do {
        shard->paused |= record == RECORD_PAUSE;
        shard->read_at = shard->log.offset;
        record = shard_log_next(&shard->log, units, &number, batch, error);
    } while (record == RECORD_PAUSE);
    if (record == RECORD_BATCH && number == wanted) {
        shard->batches++;
        shard->paused = false;
        return record;
    }
    shard->broken = record == RECORD_BROKEN || record == RECORD_BATCH;
    return record == RECORD_FAILED ? record : RECORD_NONE;
}

/* --- shards that cannot be merged yet --- */

/* The most commands to print. */
enum { MOST_COMMANDS = 20 };

/* Adds the command that makes a shard; `which` is its number or a placeholder. */
static void add_command(const struct merge *merge, const char *which, struct text *line)
{
    const struct command *command = &merge->command;
    const char *place = merge->shards.place, *slash = strrchr(place, '/');
    text_addf(line, "%s %s", program_name("gen"), command->proposer->game->name);
    command_write_options(command, line);
    if (command->options.max_tries != 0)
        text_addf(line, " --max-tries=%" PRIu64, command->options.max_tries);
    text_addf(line, " --shard=%s/%" PRIu64 " --output=", which, merge->shards.count);
    if (slash == NULL)
        text_add_string(line, ".");
    else
        command_add_word(place, (size_t)(slash - place), line);
}

/* Whether a shard has to run before it can be merged. */
static bool has_to_run(const struct merge *merge, uint64_t n)
{
    const struct merge_shard *shard = &merge->shards.shards[n];
    uint64_t units = merge->folder.run.proposal.units, bound = shard->folder.bound;
    uint64_t next = n + shard->batches * merge->shards.count; /* batch */
    if (bound != 0 && bound < units)
        units = bound;
    if (next * merge->folder.run.proposal.batch >= units && !shard->broken)
        return false;
    return !merge_shard_there(shard) || shard->broken || !shard->paused || bound != 0;
}

/* Prints the commands of the shards that have to run.  Returns false if none has to. */
static bool say_commands(const struct merge *merge, const struct program *program, struct text *error)
{
    struct text lines = {0};
    uint64_t count = 0;
    for (uint64_t n = 0; n < merge->shards.count; n++) {
        if (!has_to_run(merge, n) || ++count > MOST_COMMANDS)
            continue;
        char which[24];
        snprintf(which, sizeof which, "%" PRIu64, n + 1);
        text_addf(&lines, "%s: ", program_name(program->name));
        add_command(merge, which, &lines);
        text_add_char(&lines, '\n');
    }
    if (lines.failed)
        text_fail(error);
    if (count > 0 && !text_says(error)) {
        program_error(program,
                      "%" PRIu64 " of %" PRIu64 " shards %s missing or not finished; run %s, then merge again:", count,
                      merge->shards.count, count == 1 ? "is" : "are", count == 1 ? "it" : "them");
        program_complain(program, &lines);
        if (count > MOST_COMMANDS)
            program_error(program, "and %" PRIu64 " more", count - MOST_COMMANDS);
    }
    text_free(&lines);
    return count > 0;
}

/* Tells all shards how far to go on. */
static void tell_to_go_on(const struct merge *merge, const struct program *program, struct text *error)
{
    const struct run *run = &merge->folder.run;
    const struct tally *tally = &run->tally;
    uint64_t tries = run->proposal.options->max_tries;
    struct tally then = {0}; /* at the last checkpoint in the first two thirds of the run */
    for (size_t i = 0; i < run->checkpoints.count; i++) {
        if (run->checkpoints.tallies[i].next_unit <= tally->next_unit / 3 * 2)
            then = run->checkpoints.tallies[i];
    }
    struct advance advance = {.units = tally->next_unit,
                              .kept = tally->kept,
                              .wanted = run->wanted,
                              .then = then.next_unit,
                              .kept_then = then.kept,
                              .tries = tally->tries,
                              .most = tries,
                              .barren = tally->barren,
                              .patience = tries != 0 ? 0 : run->proposal.patience};
    uint64_t bound = shard_next_bound(&advance, run->proposal.batch);
    struct text line = {0};
    for (uint64_t n = 0; n < merge->shards.count; n++) {
        const struct merge_shard *shard = &merge->shards.shards[n];
        if (merge_shard_there(shard) && !shard_folder_bind(&shard->folder, bound, error))
            return;
    }
    text_addf(&line, "kept %" PRIu64, tally->kept);
    if (run->wanted != UINT64_MAX)
        text_addf(&line, " of %" PRIu64 " wanted", run->wanted);
    text_addf(&line,
              " after %" PRIu64 " candidates; every shard is told to go on: run all %" PRIu64
              " again, then merge again: ",
              tally->tries, merge->shards.count);
    add_command(merge, "I", &line);
    program_fail(program, &line, EXIT_HOLDS_NOT);
}

/* --- what is kept --- */

static bool list_level(struct run *run, const struct survivor *survivor, struct text *error)
{
    struct merge *merge = (struct merge *)run;
    if (!ARRAY_RESERVE(merge->places, merge->count, merge->capacity, 1024))
        return text_fail(error);
    merge->at.survivor = (uint32_t)(survivor - merge->batch.survivors);
    merge->places[merge->count++] = merge->at;
    return true;
}

static const struct run_sink listing_sink = {list_level, NULL, NULL};

static bool take_solution(void *context, const char *const *fields)
{
    text_add_string(context, fields[COLUMN_solution]);
    return true;
}

/* Makes the likeness of a survivor. */
static bool make_likeness(struct merge *merge, struct survivor *survivor, struct text *error)
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
    if (good) { /* a survivor's row may have no moves */
        struct text solution = {0};
        text_clear(&merge->row);
        text_add_text(&merge->row, &merge->folder.folder.report); /* the header */
        text_add_text(&merge->row, &survivor->row);
        good = !merge->row.failed || text_fail(error);
        good = good && report_read(text_string(&merge->row), merge->row.size, take_solution, &solution, error);
        if (good && (solution.failed || solution_read(puzzle, text_string(&solution), &moves) < 0))
            good = text_fail(error);
        text_free(&solution);
    }
    if (good && !likeness_make(&survivor->likeness, puzzle, moves.moves, moves.count))
        good = text_fail(error);
    if (puzzle != NULL)
        game->free(puzzle);
    free(moves.moves);
    return good;
}

/* --- replaying --- */

enum replay {
    REPLAYED,       /* the run is complete and its result is set */
    STUCK,          /* a batch is missing */
    REPLAY_STOPPED, /* by a signal */
    REPLAY_FAILED,  /* the reason is in the error */
};

static enum replay replay(struct merge *merge, enum run_result *result, struct text *error)
{
    struct run *run = &merge->folder.run;
    struct merge_shards *shards = &merge->shards;
    unsigned units = run->proposal.batch;
    for (uint64_t batch = 0; batch * units < run->proposal.units; batch++) {
        uint64_t n = batch % shards->count;
        if (*run->interrupted != 0)
            return REPLAY_STOPPED;
        enum shard_record record = merge_shards_next(shards, n, units, &merge->batch, error);
        if (record != RECORD_BATCH)
            return record == RECORD_FAILED ? REPLAY_FAILED : STUCK;
        merge->tries += merge->batch.outcome_count;
        merge->at = (struct place){shards->shards[n].read_at, (uint32_t)n, 0};
        for (size_t i = 0; i < merge->batch.survivor_count && run->proposal.compares; i++) {
            if (!make_likeness(merge, &merge->batch.survivors[i], error))
                return REPLAY_FAILED;
        }
        *result = run_take_in(run, &merge->batch, error);
        if (*result == RUN_FAILED)
            return REPLAY_FAILED;
        if (*result != RUN_INTERRUPTED)
            return REPLAYED;
        if (progress_due(&merge->folder.progress)) {
            struct text line = {0};
            text_addf(&line, "%" PRIu64 " kept of %" PRIu64 " candidates", run->tally.kept, run->tally.tries);
            progress_draw(&merge->folder.progress, &line);
            text_free(&line);
        }
    }
    *result = RUN_COMPLETE;
    return REPLAYED;
}

/* --- writing --- */

/* Prints how much more work the shards have done than was needed, or that the merge does the rest. */
static bool say_waste(struct merge *merge, bool rest, const struct program *program, struct text *error)
{
    uint64_t tries = merge->tries, needed = merge->folder.run.tally.tries;
    struct merge_shards *shards = &merge->shards;
    for (uint64_t n = 0; n < shards->count; n++) {
        while (merge_shards_next(shards, n, merge->folder.run.proposal.batch, &merge->batch, error) == RECORD_BATCH)
            tries += merge->batch.outcome_count;
    }
    struct text line = {0};
    text_addf(&line, "%" PRIu64 " shard%s tried %" PRIu64 " candidate%s, ", shards->count,
              shards->count == 1 ? "" : "s", tries, tries == 1 ? "" : "s");
    if (rest)
        text_add_string(&line, "too few; the merge makes the rest");
    else
        text_addf(&line, "%.2f %% more than were needed",
                  needed == 0 ? 0.0 : 100.0 * (double)(tries - needed) / (double)needed);
    if (!text_says(error))
        program_fail(program, &line, EXIT_SUCCESS);
    text_free(&line);
    return !text_says(error);
}

/* Writes the folder of a run with this result; RUN_INTERRUPTED: it will go on. */
static enum run_result write_folder(struct merge *merge, enum run_result result, struct text *error)
{
    struct run *run = &merge->folder.run;
    size_t count = run->checkpoints.count;
    run->sink = &folder_sink;
    run->checkpoints.count = count < 1 ? count : 1; /* no level has been written yet */
    bool good = folder_sink.flush(run, false, error);
    run->checkpoints.count = count;
    if (!good)
        return RUN_FAILED;
    uint64_t number;
    struct place last = {UINT64_MAX, 0, 0};
    for (size_t i = 0; i < merge->count; i++) {
        const struct place *place = &merge->places[i];
        struct shard_log *log = &merge->shards.shards[place->shard].log;
        if (place->shard != last.shard || place->offset != last.offset) {
            log->offset = place->offset;
            enum shard_record record = shard_log_next(log, run->proposal.batch, &number, &merge->batch, error);
            if (record == RECORD_FAILED)
                return RUN_FAILED;
            if (record != RECORD_BATCH || place->survivor >= merge->batch.survivor_count) {
                text_addf(error, "%s: another process has just changed it", text_string(&log->path));
                return RUN_FAILED;
            }
        }
        last = *place;
        if (!folder_sink.level(run, &merge->batch.survivors[place->survivor], error))
            return RUN_FAILED;
        for (size_t k = 0; k < run->checkpoints.count; k++) {
            struct tally *tally = &run->checkpoints.tallies[k];
            if (tally->kept == i + 1) {
                tally->rows_sum = run->tally.rows_sum;
                tally->levels_sum = run->tally.levels_sum;
            }
        }
    }
    return folder_sink.flush(run, result == RUN_COMPLETE, error) ? result : RUN_FAILED;
}

/* --- the command --- */

/* Whether the folder can be written; `empty` receives whether it must be emptied first. */
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

static bool read_shards(struct merge *merge, const struct command *typed, struct text *error)
{
    struct run *run = &merge->folder.run;
    for (size_t i = 0; i < typed->shard_count; i++) {
        bool is_shard;
        if (!add_if_shard(&merge->shards, typed->shards[i], &is_shard, error) ||
            (!is_shard && !add_all(&merge->shards, typed->shards[i], error)))
            return false;
    }
    /* Takes the command of the shards from their head. */
    struct command *command = &merge->command;
    const char *head = merge->shards.head, *game = strstr(head, "\ngame "), *tries = strstr(head, "\nmax-tries "),
               *batch = strstr(head, "\nchunk ");
    struct text name = {0}, reason = {0};
    char none[] = "";
    if (game != NULL)
        text_add(&name, game + 6, strcspn(game + 6, "\n"));
    bool good = !name.failed || text_fail(error);
    good = good && command_read(command, text_string(&name), none, error);
    if (good && !command_read_journal(command, head, &run->tally, &reason)) {
        text_addf(error, "%s: %s", merge->shards.place, text_string(&reason));
        error->failed |= reason.failed;
        good = false;
    }
    command->options.max_tries = tries == NULL ? 0 : strtoull(tries + 11, NULL, 10);
    command->options.output = typed->options.output;
    command->options.jobs = typed->options.jobs;
    command->read_from = from_read_file;
    command->read_rules = rules_read_file;
    text_free(&name);
    text_free(&reason);
    if (!good)
        return false;
    uint64_t known = run->tally.known_sum;
    if (!folder_run_begin(command, &merge->folder, error))
        return false;
    run->sink = &listing_sink;
    if (known != from_sum(command)) {
        text_add_string(error, "--from: the shards used another level");
        return false;
    }
    if (batch != NULL && sscanf(batch, "\nchunk %u", &run->proposal.batch) == 1 && run->proposal.batch == 0)
        run->proposal.batch = 1;
    return batch_make(&merge->batch, run->proposal.batch) || text_fail(error);
}

/* Replays the shards and writes the result, or prints what must be done first. */
static int run_merge(struct merge *merge, bool empty, const struct program *program, struct text *error)
{
    struct folder_run *folder = &merge->folder;
    enum run_result result = RUN_FAILED;
    enum replay replayed = replay(merge, &result, error);
    progress_clear(&folder->progress);
    if (replayed == STUCK) {
        /* Which shards have to run shows only when all their batches are read. */
        enum shard_record record = RECORD_NONE;
        for (uint64_t n = 0; n < merge->shards.count && record != RECORD_FAILED; n++) {
            do
                record = merge_shards_next(&merge->shards, n, folder->run.proposal.batch, &merge->batch, error);
            while (record == RECORD_BATCH);
        }
        if (record == RECORD_FAILED)
            return EXIT_BAD_INPUT;
        bool waits = say_commands(merge, program, error);
        bool told = true; /* how far to go on, by an earlier merge */
        for (uint64_t n = 0; n < merge->shards.count; n++)
            told = told && merge->shards.shards[n].folder.bound != 0;
        if (!waits && !text_says(error) && !told) {
            tell_to_go_on(merge, program, error);
            waits = true;
        }
        if (text_says(error))
            return EXIT_BAD_INPUT;
        if (waits)
            return EXIT_HOLDS_NOT;
        result = RUN_INTERRUPTED;
    }
    if (replayed == REPLAY_STOPPED)
        return EXIT_INTERRUPTED;
    if (replayed == REPLAY_FAILED || !folder_run_prepare(folder, empty, error) ||
        !say_waste(merge, replayed == STUCK, program, error))
        return EXIT_BAD_INPUT;
    result = write_folder(merge, result, error);
    if (replayed == STUCK && result != RUN_FAILED) {
        result = run_levels(&folder->run, error);
        progress_clear(&folder->progress);
    }
    struct text advice = {0};
    if (result == RUN_FAILED) {
        text_add_string(&advice, "run the same command with --force to write the folder again");
    } else if (folder->folder.path != NULL) { /* the limit of --max-tries no longer applies */
        text_addf(&advice, "to continue: %s %s --resume --output=", program_name("gen"),
                  merge->command.proposer->game->name);
        command_add_word(folder->folder.path, strlen(folder->folder.path), &advice);
    }
    int status = run_close(folder, result, error, &advice, program);
    text_free(&advice);
    text_free(error); /* run_close has reported it */
    return status;
}

int merge_run(struct command *command, const struct program *program)
{
    /* All other options come from the shards. */
    static const char *const allowed[] = {"merge", "output", "force", "quiet", "jobs"};
    const char *other = command_find_given(command, allowed, sizeof allowed / sizeof *allowed, false);
    struct text error = {0};
    struct merge merge = {.folder = folder_run_start()};
    bool empty = false;
    int status = EXIT_BAD_INPUT;
    if (command->shard_count == 0) {
        text_add_string(&error, "--merge: name the folders of the shards");
    } else if (other != NULL) {
        text_addf(&error, "--%s cannot be combined with --merge, which uses the options of the shards", other);
    } else if (check_folder(command, &merge.folder.folder.path, &empty, &error) &&
               read_shards(&merge, command, &error)) {
        program_catch_signals();
        progress_start(&merge.folder.progress, command->options.quiet);
        status = run_merge(&merge, empty, program, &error);
    }
    if (text_says(&error))
        status = program_fail(program, &error, status);
    folder_run_end(&merge.folder);
    for (uint64_t i = 0; i < merge.shards.count; i++) {
        shard_folder_free(&merge.shards.shards[i].folder);
        shard_log_close(&merge.shards.shards[i].log);
    }
    free(merge.shards.shards);
    batch_free(&merge.batch);
    command_free(&merge.command);
    text_free(&merge.row);
    free(merge.places);
    text_free(&error);
    return status;
}

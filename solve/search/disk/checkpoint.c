/* Checkpoints of a search on disk, from which it can resume.
 *
 * A checkpoint is a text file, `checkpoint-N`.  It lists the runs of all buckets and records the progress of the
 * search; doc/runs.md describes it.  A checkpoint gets its name only when it and all runs it names are synced to disk.
 * The one before, and the files that only it needs, are removed only when all ranks have the new one.  So after a crash
 * all ranks have checkpoints with one number in common, and resume from these.  Files that no checkpoint names are
 * leftovers and are removed. */
#include "base/checksum.h"
#include "base/clock.h"
#include "base/file.h"
#include "games/game.h"
#include "solve/search/disk/inside.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* --- the folder of a search ---
 *
 * Its name comes from a fingerprint of the search, and a lock keeps other programs out.  As far as possible, a
 * checkpoint must not outlive the files it names.  So the search removes the checkpoint and syncs the removal to disk
 * before it removes these files. */

static uint64_t add_number(uint64_t sum, uint64_t number)
{
    return checksum_add(sum, &number, sizeof number);
}

/* Sets *sum to the fingerprint of a search: a checksum over the level as text, the moves, successors and estimates of
 * its first states, and the variant.  Returns false if memory runs out or a limit was hit. */
static bool fingerprint(const struct disk_search *disk, const struct search *search, uint64_t *sum)
{
    enum { STATES = 256 };
    const struct puzzle *puzzle = search->puzzle;
    size_t size = puzzle->state_bytes;
    unsigned char *states = calloc(1, STATES * size + STORE_PADDING);
    struct fanout fanout;
    struct grid grid = {0};
    bool good = fanout_make(&fanout, puzzle) && states != NULL;
    uint64_t count = 1;
    *sum = add_number(add_number(CHECKSUM_START, size), disk->variant);
    *sum = add_number(add_number(*sum, search->merges), puzzle->spared);
    if (good)
        search_write_start(search, states);
    if (good && search->merges)
        puzzle->rules->merge(puzzle, states);
    if (good && puzzle->game != NULL) {
        struct text text = {0};
        good = puzzle_draw_start(puzzle, &grid);
        if (good && puzzle->game->language != NULL)
            puzzle_add_file(puzzle, &grid, &text);
        else if (good)
            game_add_rows(NULL, &grid, &text); /* with all spaces: the numbers of cells depend on them */
        *sum = checksum_add(*sum, puzzle->game->name, strlen(puzzle->game->name));
        *sum = checksum_add(*sum, text_string(&text), text.size);
        good = good && !text.failed;
        text_free(&text);
        grid_free(&grid);
    }
    for (uint64_t i = 0; good && i < count; i++) { /* duplicates do no harm */
        search_expand(search, states + i * size, &fanout);
        *sum = add_number(*sum, puzzle_bound(puzzle, states + i * size));
        *sum = add_number(*sum, puzzle->rules->solved(puzzle, states + i * size));
        *sum = checksum_add(*sum, fanout.moves, fanout.count * sizeof *fanout.moves);
        *sum = checksum_add(*sum, fanout.states, fanout.count * size);
        for (unsigned n = 0; n < fanout.count && count < STATES; n++)
            memcpy(states + count++ * size, fanout_state(&fanout, puzzle, n), size);
    }
    free(states);
    fanout_free(&fanout);
    return good && !search_cut_short(search);
}

/* Returns the path of the folder of a search and a rank, within disk->folder; owned by the caller.  Returns NULL if
 * memory ran out or a limit was hit. */
static char *disk_folder_of(const struct disk_search *disk, const struct search *search)
{
    const struct disk_ranks *ranks = disk->ranks;
    struct text path = {0};
    uint64_t sum;
    if (!fingerprint(disk, search, &sum))
        return NULL;
    text_addf(&path, "%s/%016" PRIx64, disk->folder, sum);
    if (ranks != NULL)
        text_addf(&path, "-%u-of-%u", ranks->rank, ranks->size);
    if (!path.failed)
        return path.data;
    text_free(&path);
    return NULL;
}

/* Sets *last to the number of the last checkpoint in a folder, 0 if there is none.  Returns false, with errno set, if
 * the folder cannot be read. */
static bool disk_last_checkpoint(const char *path, uint64_t *last)
{
    DIR *folder = opendir(path);
    uint64_t number;
    struct dirent *entry;
    *last = 0;
    if (folder == NULL)
        return errno == ENOENT;
    for (errno = 0; (entry = readdir(folder)) != NULL; errno = 0) {
        int length = 0;
        if (sscanf(entry->d_name, "checkpoint-%" SCNu64 "%n", &number, &length) == 1 && entry->d_name[length] == '\0' &&
            number > *last)
            *last = number;
    }
    int error = errno;
    closedir(folder);
    errno = error;
    return error == 0;
}

/* Looks for the folder of a stopped search of the same puzzle by another number of processes.  Returns that number, or
 * 0 if no such folder was found.  `own`: the folder of this search. */
static unsigned other_processes(const struct disk_search *disk, const char *own)
{
    enum { SUM = 16 }; /* digits */
    const char *name = strrchr(own, '/') + 1;
    unsigned size = disk->ranks == NULL ? 1 : disk->ranks->size, found = 0;
    DIR *folder = opendir(disk->folder);
    struct dirent *entry;
    while (folder != NULL && found == 0 && (entry = readdir(folder)) != NULL) {
        char path[RUN_PATH];
        unsigned rank, processes = 1;
        int length = 0;
        uint64_t last;
        const char *rest = entry->d_name + SUM;
        if (strncmp(entry->d_name, name, SUM) != 0 ||
            (*rest != '\0' && (sscanf(rest, "-%u-of-%u%n", &rank, &processes, &length) != 2 || rest[length] != '\0')) ||
            (processes == size && (*rest == '\0') == (disk->ranks == NULL)))
            continue;
        length = snprintf(path, sizeof path, "%s/%s", disk->folder, entry->d_name);
        if (length > 0 && (size_t)length < sizeof path && disk_last_checkpoint(path, &last) && last > 0)
            found = processes;
    }
    if (folder != NULL)
        closedir(folder);
    return found;
}

bool disk_waits_here(const struct disk_search *disk, const struct search *search)
{
    char *folder = disk->folder == NULL || search_failed(search) ? NULL : disk_folder_of(disk, search);
    uint64_t last;
    bool waits = folder != NULL && disk_last_checkpoint(folder, &last) && last > 0;
    free(folder);
    return waits;
}

bool disk_waits(const struct disk_search *disk, const struct search *search)
{
    return disk_all(disk, disk_waits_here(disk, search));
}

/* --- lock --- */

/* Locks a folder for this program until the descriptor is closed.  Returns -1 with errno set on failure.  EWOULDBLOCK:
 * another program works there, or has just removed the lock. */
static int lock_folder(const char *path)
{
    char name[RUN_PATH];
    struct stat status;
    int length = snprintf(name, sizeof name, "%s/lock", path);
    errno = ENAMETOOLONG;
    int lock = length < 0 || length >= RUN_PATH ? -1 : file_open(name, O_RDWR | O_CREAT);
    if (lock >= 0 && (flock(lock, LOCK_EX | LOCK_NB) != 0 || fstat(lock, &status) != 0 || status.st_nlink == 0)) {
        close(lock);
        errno = EWOULDBLOCK;
        return -1;
    }
    return lock;
}

static bool make_folder(const char *path)
{
    return mkdir(path, 0777) == 0 || errno == EEXIST;
}

bool disk_open_folder(struct disk_work *work)
{
    int lock = -1;
    for (int tries = 0; lock < 0 && tries < 30; tries++) {
        if (!make_folder(work->disk->folder) || !make_folder(work->folder))
            return run_space_fail_here(&work->space);
        lock = lock_folder(work->folder);
        if (lock < 0 && errno != EWOULDBLOCK && errno != ENOENT)
            return run_space_fail_here(&work->space);
        if (lock < 0) /* a program that was just killed may still hold the lock for a moment */
            nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
    }
    work->lock = lock;
    return lock >= 0 || run_space_fail(&work->space, 0, "another process is using this folder for the same level");
}

/* --- removing --- */

/* Removes the runs or checkpoints, except the file named `but`.  Sets *removed if there were any. */
static bool remove_files(const char *path, bool runs, const char *but, bool *removed, struct text *error)
{
    bool good = true;
    DIR *folder = opendir(path);
    if (folder == NULL)
        return file_fail(error, path);
    struct dirent *entry;
    for (errno = 0; good && (entry = readdir(folder)) != NULL; errno = 0) {
        struct text file = {0};
        const char *dot = strrchr(entry->d_name, '.');
        bool wanted = runs ? dot != NULL && strcmp(dot, ".run") == 0 : strncmp(entry->d_name, "checkpoint", 10) == 0;
        if (!wanted || strcmp(entry->d_name, but) == 0)
            continue;
        text_addf(&file, "%s/%s", path, entry->d_name);
        if (file.failed)
            good = text_fail(error);
        else if (unlink(text_string(&file)) != 0)
            good = errno == ENOENT || file_fail(error, text_string(&file));
        text_free(&file);
        *removed = true;
    }
    if (good && errno != 0)
        good = file_fail(error, path);
    closedir(folder);
    return good;
}

/* Removes the checkpoints of a folder, except the one with the number `but`.  Once it returns true, they cannot come
 * back after a crash. */
static bool disk_remove_checkpoints(const char *path, uint64_t but, struct text *error)
{
    char kept[32];
    bool removed = false;
    snprintf(kept, sizeof kept, "checkpoint-%" PRIu64, but);
    return remove_files(path, false, kept, &removed, error) && (!removed || file_sync_folder(path, error));
}

bool disk_forget(const struct disk_search *disk, const struct puzzle *puzzle, struct text *error)
{
    const struct search search = {.puzzle = puzzle, .merges = puzzle_merges(puzzle)};
    char *folder = disk->folder == NULL ? NULL : disk_folder_of(disk, &search);
    if (folder == NULL) /* if the folder cannot be found now, a later search resumes and then removes it */
        return true;
    int lock = lock_folder(folder);
    bool good = true;
    if (lock >= 0) {
        char path[RUN_PATH];
        bool removed;
        snprintf(path, sizeof path, "%s/lock", folder);
        good = disk_remove_checkpoints(folder, 0, error) && remove_files(folder, true, "", &removed, error) &&
               (unlink(path) == 0 || file_fail(error, path)) &&
               /* Files of other origin stay. */
               (rmdir(folder) == 0 || errno == ENOTEMPTY || errno == EEXIST || file_fail(error, folder));
    } else if (errno != ENOENT && errno != EWOULDBLOCK) {
        good = file_fail(error, folder);
    }
    if (lock >= 0)
        close(lock);
    free(folder);
    return good;
}

/* --- checkpoint --- */

enum { CHECKPOINT_VERSION = 3 };

/* Seconds between checkpoints.  They take at most 1/PARTS of the time.  A slow one may take up to 1/PARTS_LEAST, so
 * that a crash does not lose too much work. */
static const double INTERVAL_LEAST = 0.25, INTERVAL_MOST = 30, PARTS = 40, PARTS_LEAST = 8;

/* --- writing --- */

static bool checkpoint_path(struct disk_work *work, uint64_t number, char path[RUN_PATH])
{
    char name[32];
    snprintf(name, sizeof name, "checkpoint-%" PRIu64, number);
    return run_space_path(&work->space, name, path);
}

/* Records a failure with the message in `error`, and frees the text. */
static bool fail_as(struct disk_work *work, struct text *error)
{
    run_space_fail(&work->space, error->failed ? ENOMEM : 0, text_string(error));
    text_free(error);
    return false;
}

static void add_runs(struct text *text, const char *kind, const struct run_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        text_addf(text, "%s %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", kind, list->runs[i]->file, list->runs[i]->offset,
                  list->runs[i]->bytes);
}

int disk_begin_file(struct disk_work *work, char beside[RUN_PATH])
{
    int descriptor = -1;
    if (run_space_path(&work->space, "checkpoint.new", beside)) {
        descriptor = file_open(beside, O_WRONLY | O_CREAT | O_TRUNC);
        if (descriptor < 0)
            run_space_fail_here(&work->space);
    }
    return descriptor;
}

bool disk_end_file(struct disk_work *work, int descriptor, bool good, const char *beside, const char *path)
{
    struct text error = {0};
    good = good && ((file_sync(descriptor) && rename(beside, path) == 0) || run_space_fail_here(&work->space));
    close(descriptor);
    if (!good)
        unlink(beside);
    return good && (file_sync_folder(work->folder, &error) || fail_as(work, &error));
}

bool disk_write_checkpoint(struct disk_work *work)
{
    char path[RUN_PATH], beside[RUN_PATH];
    struct text text = {0};
    if (!run_space_save(&work->space) || !checkpoint_path(work, work->checkpoint + 1, path))
        return false;
    text_addf(&text, "onlyway-checkpoint %d\nstate_bytes %zu\nphase %d\n", CHECKPOINT_VERSION, work->state_bytes,
              (int)work->phase);
    text_addf(&text, "at %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", work->f, work->g, work->h);
    text_addf(&text, "found %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", work->incumbent, work->closed,
              work->counted, work->search->closed_count);
    text_add_string(&text, "after ");
    for (size_t i = 0; work->resumes && i < work->state_bytes; i++)
        text_addf(&text, "%02x", work->after[i]);
    text_add_char(&text, '\n');
    if (work->table != NULL)
        disk_table_add_lines(work->table, &text);
    for (size_t i = 0; i < work->bucket_count; i++) {
        const struct bucket *bucket = &work->buckets[i];
        text_addf(&text, "bucket %" PRIu32 " %" PRIu32 "\n", bucket->g, bucket->h);
        add_runs(&text, "pending", &bucket->pending);
        add_runs(&text, "closed", &bucket->closed);
        add_runs(&text, "won", &bucket->won);
    }
    text_addf(&text, "end %016" PRIx64 "\n", checksum_add(CHECKSUM_START, text_string(&text), text.size));
    bool good = !text.failed || run_space_no_memory(&work->space);
    int descriptor = good ? disk_begin_file(work, beside) : -1;
    if (descriptor >= 0)
        good = run_write(&work->space, descriptor, (const void *)text_string(&text), text.size);
    text_free(&text);
    return descriptor >= 0 && disk_end_file(work, descriptor, good, beside, path);
}

bool disk_checkpoint_is_due(const struct disk_work *work)
{
    double interval = work->disk->interval, time = clock_now();
    if (interval < 0) { /* the longer the search has run, the longer the interval */
        interval = (time - work->began) / PARTS;
        interval = interval > INTERVAL_MOST ? INTERVAL_MOST : interval < INTERVAL_LEAST ? INTERVAL_LEAST : interval;
        interval = interval < PARTS * work->checkpoint_took ? PARTS * work->checkpoint_took : interval;
        interval = interval > INTERVAL_MOST ? INTERVAL_MOST : interval;
        interval = interval < PARTS_LEAST * work->checkpoint_took ? PARTS_LEAST * work->checkpoint_took : interval;
    }
    return work->folder != NULL && time - work->checkpoint_written >= interval;
}

bool disk_checkpoint(struct disk_work *work)
{
    char path[RUN_PATH];
    double start = clock_now();
    if (work->folder == NULL)
        return disk_good(work);
    if (disk_good(work) && (work->table == NULL || disk_table_write(work)))
        disk_write_checkpoint(work);
    if (!disk_agree(work, NULL, NULL))
        return false;
    if (checkpoint_path(work, work->checkpoint, path))
        unlink(path);
    work->checkpoint++;
    work->checkpoint_written = clock_now();
    work->checkpoint_took = work->checkpoint_written - start;
    run_space_clean(&work->space);
    return disk_good(work);
}

/* --- reading --- */

static bool damaged(struct disk_work *work)
{
    return run_space_fail(&work->space, 0, "the checkpoint in the folder is damaged");
}

/* The line of a run or of a table file.  The line of a table file has a count and a checksum instead of offset and
 * bytes. */
struct run_line {
    enum line_kind { PENDING, CLOSED, WON, STATES, MOVES, WAITS, KINDS } kind;
    uint64_t file, offset, bytes;
};

static bool read_run_line(const char *line, struct run_line *run)
{
    char kind[8];
    if (sscanf(line, "%7s %" SCNu64 " %" SCNu64 " %" SCNu64, kind, &run->file, &run->offset, &run->bytes) != 4)
        return false;
    static const char *const kinds[KINDS] = {"pending", "closed", "won", "states", "moves", "waits"};
    for (run->kind = PENDING; run->kind < KINDS; run->kind++) {
        if (strcmp(kind, kinds[run->kind]) == 0)
            return true;
    }
    return false;
}

/* Reads a line after the first two, which identify the checkpoint. */
static bool read_line(struct disk_work *work, const char *line, struct bucket **bucket)
{
    uint64_t g, h;
    int phase;
    if (sscanf(line, "phase %d", &phase) == 1 && phase >= DISK_FORTH && phase <= DISK_BACK) {
        work->phase = (enum disk_phase)phase;
        return true;
    }
    if (sscanf(line, "at %" SCNu64 " %" SCNu64 " %" SCNu64, &work->f, &work->g, &work->h) == 3 ||
        sscanf(line, "found %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64, &work->incumbent, &work->closed,
               &work->counted, &work->search->closed_count) == 4)
        return true;
    if (strncmp(line, "after ", 6) == 0) {
        size_t digits = strspn(line + 6, "0123456789abcdef");
        if (digits == 0)
            return true;
        if (digits != 2 * work->state_bytes)
            return damaged(work);
        for (size_t i = 0; i < work->state_bytes; i++) {
            unsigned byte;
            if (sscanf(line + 6 + 2 * i, "%2x", &byte) != 1)
                return damaged(work);
            work->after[i] = (unsigned char)byte;
        }
        work->resumes = true;
        return true;
    }
    if (sscanf(line, "bucket %" SCNu64 " %" SCNu64, &g, &h) == 2 && g <= SEARCH_MOST_MOVES + 1 &&
        h <= DISK_MOST_ESTIMATE) {
        *bucket = bucket_reach(work, g, h);
        return *bucket != NULL;
    }
    struct run_line run;
    if (!read_run_line(line, &run))
        return damaged(work);
    if (run.kind >= STATES)
        return disk_table_take_piece(work, (enum table_part)(run.kind - STATES), run.file, run.offset, run.bytes);
    if (*bucket == NULL)
        return damaged(work);
    struct run_list *list = run.kind == PENDING  ? &(*bucket)->pending
                            : run.kind == CLOSED ? &(*bucket)->closed
                                                 : &(*bucket)->won;
    return run_list_add(work, list, run_open(&work->space, run.file, run.offset, run.bytes));
}

/* Reads a checkpoint, without its last line, which has the checksum.  Returns false, with the failure recorded, unless
 * it is a valid one for this search. */
static bool read_checkpoint(struct disk_work *work, uint64_t number, struct text *text)
{
    enum { MOST = 1 << 30 };
    char path[RUN_PATH];
    struct text error = {0};
    int version;
    uint64_t sum;
    size_t state_bytes;
    if (!checkpoint_path(work, number, path))
        return false;
    if (!file_read(path, MOST, text, &error))
        return fail_as(work, &error);
    if (text->size > 0 && sscanf(text->data, "onlyway-checkpoint %d\n", &version) == 1 && version != CHECKPOINT_VERSION)
        return run_space_fail(&work->space, 0, "the folder is of another version of the program");
    size_t end = text->size;
    while (end > 1 && text->data[end - 2] != '\n')
        end--;
    end = end > 0 ? end - 1 : 0;
    if (end == 0 || sscanf(text->data + end, "end %" SCNx64, &sum) != 1 ||
        sum != checksum_add(CHECKSUM_START, text->data, end) ||
        sscanf(text->data, "onlyway-checkpoint %d\nstate_bytes %zu", &version, &state_bytes) != 2 ||
        state_bytes != work->state_bytes)
        return damaged(work);
    text->data[end] = '\0';
    return true;
}

/* Returns whether a file named by the checkpoint is missing, for example because a program was clearing the folder. */
static bool lacks_files(struct disk_work *work, const struct text *text)
{
    char path[RUN_PATH];
    struct run_line run;
    uint64_t last = 0;
    for (const char *line = text->data; *line != '\0'; line = strchr(line, '\n') + 1) {
        if (!read_run_line(line, &run) || run.file == last || !run_path(&work->space, run.file, path))
            continue;
        if (access(path, F_OK) != 0 && errno == ENOENT)
            return true;
        last = run.file;
    }
    return false;
}

bool disk_find_folder(struct disk_work *work)
{
    work->folder = disk_folder_of(work->disk, work->search);
    work->space.folder = work->folder == NULL ? work->disk->folder : work->folder;
    return work->folder != NULL;
}

/* Resumes from the last checkpoint that all ranks have.  Starts from the beginning if there is none or a rank lacks
 * files. */
static bool resume_last(struct disk_work *work, uint64_t last, struct text *text)
{
    bool had_checkpoint = last > 0;
    if (!disk_agree(work, NULL, NULL) || !disk_reduce(work, DISK_MIN, &last, 1))
        return false;
    bool good = last == 0 || read_checkpoint(work, last, text);
    bool lacks = good && (last == 0 ? had_checkpoint : lacks_files(work, text));
    if (!disk_agree(work, &lacks, NULL))
        return false;
    if (lacks && work->rank == 0)
        text_addf(work->disk->remarks, "%s: files of the stopped search are missing; it starts again\n", work->folder);
    work->checkpoint = lacks ? 0 : last;
    unsigned others = work->checkpoint == 0 && work->rank == 0 ? other_processes(work->disk, work->folder) : 0;
    if (others > 0)
        text_addf(work->disk->remarks,
                  "%s: a search of this level was stopped here that %u process%s shared; this one, by another number, "
                  "begins anew\n",
                  work->disk->folder, others, others == 1 ? "" : "es");
    if (work->checkpoint > 0) {
        /* Takes over what the checkpoint records. */
        struct bucket *bucket = NULL;
        unsigned number = 0;
        for (const char *line = text->data; *line != '\0'; line = strchr(line, '\n') + 1) {
            if (number++ >= 2 && !read_line(work, line, &bucket))
                return false;
        }
        if (!run_space_good(&work->space) || (work->table != NULL && !disk_table_resume(work)))
            return false;
    }
    /* Removes all checkpoints except this one, and all run files that it does not name. */
    struct text error = {0};
    return (disk_remove_checkpoints(work->folder, work->checkpoint, &error) || fail_as(work, &error)) &&
           run_space_sweep(&work->space);
}

bool disk_resume(struct disk_work *work, bool *found)
{
    uint64_t last = 0;
    struct text text = {0};
    if (work->disk->folder == NULL)
        return true;
    if (!disk_find_folder(work)) {
        disk_end_with(work, DISK_BROKEN);
        if (disk_rules_decided(work, work->search))
            run_space_no_memory(&work->space);
    } else if (disk_open_folder(work) && !disk_last_checkpoint(work->folder, &last)) {
        run_space_fail_here(&work->space);
    }
    bool good = resume_last(work, last, &text);
    *found = work->checkpoint > 0;
    text_free(&text);
    return good;
}

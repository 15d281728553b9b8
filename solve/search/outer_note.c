/* What is written down of an outer search, so that it can go on later.
 *
 * A note is a text file, `note-N`, that lists the runs of all buckets and says what is done; doc/runs.md describes it.  It is
 * on the disk, and all runs it names, before it gets its name; and only when all partners have theirs
 * does the note before go, and the files that it alone needed.  So after a crash all partners find notes of one
 * number, and that is where they go on.  Files that no note names are left over, and removed. */
#include "base/checksum.h"
#include "base/clock.h"
#include "base/file.h"
#include "games/game.h"
#include "solve/search/outer_inside.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { NOTE_PATH = 4096, NOTE_VERSION = 2 };

/* Seconds between notes; and they take one part of that many of the time at most. */
static const double REST_LEAST = 0.25, REST_MOST = 30, PARTS = 40;

/* --- whose it is --- */

static uint64_t add_number(uint64_t sum, uint64_t number)
{
    return checksum_add(sum, &number, sizeof number);
}

/* Adds what can be done in a state. */
static uint64_t add_state(uint64_t sum, const struct search *search, const unsigned char *state,
                          const struct fanout *fanout)
{
    const struct puzzle *puzzle = search->puzzle;
    sum = add_number(sum, puzzle_bound(puzzle, state));
    sum = add_number(sum, puzzle->rules->solved(puzzle, state));
    sum = checksum_add(sum, fanout->moves, fanout->count * sizeof *fanout->moves);
    return checksum_add(sum, fanout->states, fanout->count * puzzle->state_bytes);
}

/* What tells a search from others: the level as text, what the rules make of its first states, and the variant. */
static bool fingerprint(const struct outer *outer, const struct search *search, uint64_t *sum)
{
    enum { STATES = 256 };
    const struct puzzle *puzzle = search->puzzle;
    size_t size = puzzle->state_bytes;
    unsigned char *states = calloc(1, STATES * size + STORE_PADDING);
    struct fanout fanout;
    struct grid grid = {0};
    bool good = fanout_make(&fanout, puzzle) && states != NULL;
    uint64_t count = 1;
    *sum = add_number(add_number(CHECKSUM_START, size), outer->flavour);
    *sum = add_number(add_number(*sum, search->merges), puzzle->spared);
    if (good && search->start == NULL)
        puzzle->rules->start(puzzle, states);
    else if (good)
        memcpy(states, search->start, size);
    if (good && search->merges)
        puzzle->rules->merge(puzzle, states);
    if (good && puzzle->game != NULL) {
        struct text text = {0};
        good = puzzle_draw_start(puzzle, &grid);
        if (good)
            puzzle_add_file(puzzle, &grid, &text);
        *sum = checksum_add(*sum, puzzle->game->name, strlen(puzzle->game->name));
        *sum = checksum_add(*sum, text_string(&text), text.size);
        good = good && !text.failed;
        text_free(&text);
        grid_free(&grid);
    }
    for (uint64_t i = 0; good && i < count; i++) { /* some may come twice */
        search_expand(search, states + i * size, &fanout);
        *sum = add_state(*sum, search, states + i * size, &fanout);
        for (unsigned n = 0; n < fanout.count && count < STATES; n++)
            memcpy(states + count++ * size, fanout_state(&fanout, puzzle, n), size);
    }
    free(states);
    fanout_free(&fanout);
    return good;
}

/* The folder of a search and a partner, within the one that was asked for.  NULL: out of memory. */
static char *folder_of(const struct outer *outer, const struct search *search)
{
    const struct outer_partners *partners = outer->partners;
    struct text path = {0};
    uint64_t sum;
    if (!fingerprint(outer, search, &sum))
        return NULL;
    text_addf(&path, "%s/%016" PRIx64, outer->folder, sum);
    if (partners != NULL)
        text_addf(&path, "-%u-of-%u", partners->rank, partners->size);
    if (!path.failed)
        return path.data;
    text_free(&path);
    return NULL;
}

/* --- the folder --- */

static bool note_path(struct outer_work *work, uint64_t number, char path[NOTE_PATH])
{
    int length = snprintf(path, NOTE_PATH, "%s/note-%" PRIu64, work->folder, number);
    return (length >= 0 && length < NOTE_PATH) ||
           run_space_fail(&work->space, 0, "the path of the folder is too long");
}

/* The number of the last note in a folder; 0: there is none. */
static uint64_t last_note(const char *path)
{
    DIR *folder = opendir(path);
    uint64_t last = 0, number;
    struct dirent *entry;
    while (folder != NULL && (entry = readdir(folder)) != NULL) {
        int length = 0;
        if (sscanf(entry->d_name, "note-%" SCNu64 "%n", &number, &length) == 1 &&
            entry->d_name[length] == '\0' && number > last)
            last = number;
    }
    if (folder != NULL)
        closedir(folder);
    return last;
}

bool outer_waits(const struct outer *outer, const struct search *search)
{
    char *folder = outer->folder == NULL || search->failed ? NULL : folder_of(outer, search);
    bool waits = folder != NULL && last_note(folder) > 0;
    free(folder);
    return outer_all(outer, waits);
}

static bool make_folder(struct outer_work *work, const char *path)
{
    return mkdir(path, 0777) == 0 || errno == EEXIST ||
           run_space_fail(&work->space, errno, "the folder");
}

/* Nobody else may work in the folder. */
static bool lock_folder(struct outer_work *work)
{
    char path[NOTE_PATH];
    int length = snprintf(path, sizeof path, "%s/lock", work->folder);
    if (length < 0 || length >= NOTE_PATH)
        return run_space_fail(&work->space, 0, "the path of the folder is too long");
    work->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (work->lock < 0)
        return run_space_fail(&work->space, errno, "the folder");
    /* One that was just killed may be about to let go of it. */
    for (int tries = 0; tries < 30 && flock(work->lock, LOCK_EX | LOCK_NB) != 0; tries++)
        nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
    return flock(work->lock, LOCK_EX | LOCK_NB) == 0 ||
           run_space_fail(&work->space, 0,
                          "another program is at work on this level in the folder");
}

/* --- writing --- */

static void add_runs(struct text *text, const char *kind, const struct run_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        text_addf(text, "%s %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", kind, list->runs[i]->file,
                  list->runs[i]->offset, list->runs[i]->bytes);
}

static void add_note(const struct outer_work *work, struct text *text)
{
    text_addf(text, "onlyway-note %d\nstate_bytes %zu\nphase %d\n", NOTE_VERSION, work->state_bytes,
              (int)work->phase);
    text_addf(text, "at %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", work->f, work->g, work->h);
    text_addf(text, "found %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", work->known,
              work->closed, work->counted, work->search->settled);
    text_add_string(text, "after ");
    for (size_t i = 0; work->resumes && i < work->state_bytes; i++)
        text_addf(text, "%02x", work->after[i]);
    text_add_char(text, '\n');
    for (size_t i = 0; i < work->bucket_count; i++) {
        const struct bucket *bucket = &work->buckets[i];
        text_addf(text, "bucket %" PRIu32 " %" PRIu32 "\n", bucket->g, bucket->h);
        add_runs(text, "pending", &bucket->pending);
        add_runs(text, "closed", &bucket->closed);
        add_runs(text, "won", &bucket->won);
    }
    text_addf(text, "end %016" PRIx64 "\n",
              checksum_add(CHECKSUM_START, text_string(text), text->size));
}

static bool sync_folder(struct outer_work *work)
{
    int descriptor = open(work->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool good = descriptor >= 0 && fsync(descriptor) == 0;
    if (!good)
        run_space_fail(&work->space, errno, "the folder");
    if (descriptor >= 0)
        close(descriptor);
    return good;
}

/* Writes the note beside its place, waits until it is on the disk, and gives it its name. */
static bool write_note(struct outer_work *work, const struct text *text)
{
    char path[NOTE_PATH], beside[NOTE_PATH];
    int length = snprintf(beside, sizeof beside, "%s/note.new", work->folder);
    if (!note_path(work, work->note + 1, path) || length < 0 || length >= NOTE_PATH)
        return false;
    int descriptor = open(beside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    bool good = descriptor >= 0 && write_all(descriptor, text_string(text), text->size) &&
                fsync(descriptor) == 0;
    int error = errno;
    if (descriptor >= 0 && close(descriptor) != 0 && good) {
        good = false;
        error = errno;
    }
    if (good && rename(beside, path) != 0) {
        good = false;
        error = errno;
    }
    if (!good && descriptor >= 0)
        unlink(beside);
    return good ? sync_folder(work) : run_space_fail(&work->space, error, "the folder");
}

static bool write_all_down(struct outer_work *work)
{
    struct text text = {0};
    if (!run_space_save(&work->space))
        return false;
    add_note(work, &text);
    bool good = text.failed ? run_space_no_memory(&work->space) : write_note(work, &text);
    text_free(&text);
    return good;
}

bool outer_note_is_due(const struct outer_work *work)
{
    double rest = work->outer->rest, time = now();
    if (rest < 0) { /* the longer it took to get here, the longer between two notes */
        rest = (time - work->began) / PARTS;
        rest = rest > REST_MOST ? REST_MOST : rest < REST_LEAST ? REST_LEAST : rest;
        rest = rest < PARTS * work->note_took ? PARTS * work->note_took : rest;
    }
    return work->folder != NULL && time - work->noted >= rest;
}

bool outer_table_is_due(const struct outer_work *work)
{
    double rest = work->outer->rest;
    return work->folder != NULL && now() - work->began >= (rest < 0 ? REST_MOST : rest);
}

bool outer_note(struct outer_work *work)
{
    char path[NOTE_PATH];
    double start = now();
    if (work->folder == NULL)
        return outer_good(work);
    if (outer_good(work))
        write_all_down(work);
    if (!outer_agree(work, NULL, NULL))
        return false;
    if (note_path(work, work->note, path))
        unlink(path);
    work->note++;
    work->noted = now();
    work->note_took = work->noted - start;
    run_space_clean(&work->space);
    return outer_good(work);
}

/* --- reading --- */

static bool damaged(struct outer_work *work)
{
    return run_space_fail(&work->space, 0, "the note in the folder is damaged");
}

static bool read_after(struct outer_work *work, const char *hex)
{
    size_t digits = strspn(hex, "0123456789abcdef");
    if (digits == 0)
        return true;
    if (digits != 2 * work->state_bytes)
        return damaged(work);
    for (size_t i = 0; i < work->state_bytes; i++) {
        unsigned byte;
        if (sscanf(hex + 2 * i, "%2x", &byte) != 1)
            return damaged(work);
        work->after[i] = (unsigned char)byte;
    }
    work->resumes = true;
    return true;
}

static bool read_run(struct outer_work *work, struct bucket *bucket, const char *line)
{
    char kind[8];
    uint64_t file, offset, bytes;
    if (bucket == NULL ||
        sscanf(line, "%7s %" SCNu64 " %" SCNu64 " %" SCNu64, kind, &file, &offset, &bytes) != 4)
        return damaged(work);
    struct run_list *list = strcmp(kind, "pending") == 0  ? &bucket->pending
                            : strcmp(kind, "closed") == 0 ? &bucket->closed
                            : strcmp(kind, "won") == 0    ? &bucket->won
                                                          : NULL;
    return list == NULL ? damaged(work)
                        : run_list_add(work, list, run_open(&work->space, file, offset, bytes));
}

/* Reads the lines after those that say whose note it is. */
static bool read_line(struct outer_work *work, const char *line, struct bucket **bucket)
{
    uint64_t g, h;
    int phase;
    if (sscanf(line, "phase %d", &phase) == 1 && phase >= OUTER_FORTH && phase <= OUTER_BACK) {
        work->phase = (enum outer_phase)phase;
        return true;
    }
    if (sscanf(line, "at %" SCNu64 " %" SCNu64 " %" SCNu64, &work->f, &work->g, &work->h) == 3 ||
        sscanf(line, "found %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64, &work->known,
               &work->closed, &work->counted, &work->search->settled) == 4)
        return true;
    if (strncmp(line, "after ", 6) == 0)
        return read_after(work, line + 6);
    if (sscanf(line, "bucket %" SCNu64 " %" SCNu64, &g, &h) == 2 && g <= SEARCH_MOST_MOVES + 1 &&
        h <= OUTER_MOST_ESTIMATE) {
        *bucket = bucket_reach(work, g, h);
        return *bucket != NULL;
    }
    return read_run(work, *bucket, line);
}

/* Checks what the whole note must be like.  The place of its last line, or 0. */
static size_t check_note(const struct text *text)
{
    size_t end = text->size;
    uint64_t sum;
    while (end > 1 && text->data[end - 2] != '\n')
        end--;
    end = end > 0 ? end - 1 : 0;
    if (text->size == 0 || sscanf(text->data + end, "end %" SCNx64, &sum) != 1 ||
        sum != checksum_add(CHECKSUM_START, text->data, end))
        return 0;
    return end;
}

static bool read_note(struct outer_work *work, const struct text *text)
{
    int version;
    size_t state_bytes, end = check_note(text);
    struct bucket *bucket = NULL;
    if (text->size > 0 && sscanf(text->data, "onlyway-note %d\n", &version) == 1 &&
        version != NOTE_VERSION)
        return run_space_fail(&work->space, 0,
                              "the folder holds what another version of the program left");
    if (end == 0 ||
        sscanf(text->data, "onlyway-note %d\nstate_bytes %zu", &version, &state_bytes) != 2 ||
        state_bytes != work->state_bytes)
        return damaged(work);
    const char *line = strchr(strchr(text->data, '\n') + 1, '\n') + 1;
    for (; line < text->data + end; line = strchr(line, '\n') + 1) {
        if (!read_line(work, line, &bucket))
            return false;
    }
    return true;
}

static bool take_up_note(struct outer_work *work)
{
    enum { MOST = 1 << 30 };
    char path[NOTE_PATH];
    struct text text = {0}, error = {0};
    if (!note_path(work, work->note, path))
        return false;
    bool good = file_read(path, MOST, &text, &error);
    if (!good)
        run_space_fail(&work->space, error.failed ? ENOMEM : 0,
                       "the note in the folder cannot be read");
    good = good && read_note(work, &text);
    text_free(&text);
    text_free(&error);
    return good && run_space_good(&work->space);
}

/* Removes the files of a folder but a note, and the folder if none is left. */
static void clear_folder(const char *path, uint64_t but)
{
    char kept[32], file[NOTE_PATH];
    DIR *folder = opendir(path);
    struct dirent *entry;
    snprintf(kept, sizeof kept, "note-%" PRIu64, but);
    while (folder != NULL && (entry = readdir(folder)) != NULL) {
        const char *name = entry->d_name, *dot = strrchr(name, '.');
        bool is_note = strncmp(name, "note", 4) == 0 && strcmp(name, kept) != 0;
        bool is_rest =
            but == 0 && ((dot != NULL && strcmp(dot, ".run") == 0) || strcmp(name, "lock") == 0);
        int length = snprintf(file, sizeof file, "%s/%s", path, name);
        if ((is_note || is_rest) && length > 0 && length < NOTE_PATH)
            unlink(file);
    }
    if (folder != NULL)
        closedir(folder);
    if (but == 0)
        rmdir(path);
}

bool outer_take_up(struct outer_work *work, bool *found)
{
    const struct outer *outer = work->outer;
    if (outer->folder == NULL)
        return true;
    work->folder = folder_of(outer, work->search);
    bool good = work->folder != NULL || run_space_no_memory(&work->space);
    good = good && make_folder(work, outer->folder) && make_folder(work, work->folder) &&
           lock_folder(work);
    work->space.folder = work->folder;
    uint64_t last = good ? last_note(work->folder) : 0;
    if (!outer_agree(work, NULL, NULL) || !outer_reduce(work, OUTER_MIN, &last, 1))
        return false;
    work->note = last;
    *found = last > 0;
    if (last > 0 && !take_up_note(work))
        return false;
    clear_folder(work->folder, last == 0 ? OUTER_NONE : last);
    return run_space_sweep(&work->space);
}

void outer_forget(const struct outer *outer, const struct puzzle *puzzle)
{
    const struct search search = {.puzzle = puzzle, .merges = puzzle_merges(puzzle)};
    char *folder = outer->folder == NULL ? NULL : folder_of(outer, &search);
    if (folder != NULL)
        clear_folder(folder, 0);
    free(folder);
}

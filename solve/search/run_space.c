/* Where runs live; see run.h. */
#include "base/checksum.h"
#include "base/file.h"
#include "solve/search/run_inside.h"
#include "solve/search/run_merge.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { SHARED_MOST = 64 << 20 };

/* A sixteenth of memory is for blocks: one for each reader of a merge, two for each hand, and three for each of two
 * writers. */
static size_t block_for(size_t memory, unsigned hands)
{
    return memory / 16 / (RUN_MERGE_MOST + 2 * (size_t)hands + 6);
}

bool run_space_make(struct run_space *space, const char *folder, size_t state_bytes, size_t memory,
                    unsigned hands)
{
    size_t block = memory == 0 ? RUN_BLOCK_MOST : block_for(memory, hands);
    block = block > RUN_BLOCK_MOST ? RUN_BLOCK_MOST : block;
    block = block < RUN_BLOCK_LEAST ? RUN_BLOCK_LEAST : block;
    *space = (struct run_space){.folder = folder,
                                .state_bytes = state_bytes,
                                .block_bytes = block < 4 * state_bytes ? 4 * state_bytes : block,
                                .allowed = memory / 4,
                                .next_file = 1,
                                .shared = -1};
    return pthread_mutex_init(&space->mutex, NULL) == 0;
}

void run_space_free(struct run_space *space)
{
    if (space->shared >= 0)
        close(space->shared);
    free(space->files);
    free(space->unused);
    pthread_mutex_destroy(&space->mutex);
}

bool run_space_good(struct run_space *space)
{
    pthread_mutex_lock(&space->mutex);
    bool good = !space->no_memory && !space->full && space->reason[0] == '\0';
    pthread_mutex_unlock(&space->mutex);
    return good;
}

bool run_space_fail(struct run_space *space, int error, const char *what)
{
    pthread_mutex_lock(&space->mutex);
    if (error == ENOMEM)
        space->no_memory = true;
    else if (space->reason[0] == '\0')
        snprintf(space->reason, sizeof space->reason, "%s%s%s", what, error == 0 ? "" : ": ",
                 error == 0 ? "" : strerror(error));
    pthread_mutex_unlock(&space->mutex);
    return false;
}

bool run_space_no_memory(struct run_space *space)
{
    return run_space_fail(space, ENOMEM, "");
}

/* --- files --- */

bool run_path(struct run_space *space, uint64_t id, char path[RUN_PATH])
{
    int length = snprintf(path, RUN_PATH, "%s/%" PRIu64 ".run", space->folder, id);
    return (length >= 0 && length < RUN_PATH) ||
           run_space_fail(space, 0, "the path of the folder is too long");
}

static bool grow(void **array, size_t *room, size_t size)
{
    size_t wanted = *room < 16 ? 16 : 2 * *room;
    void *larger = realloc(*array, wanted * size);
    if (larger == NULL)
        return false;
    *array = larger;
    *room = wanted;
    return true;
}

static bool add_file(struct run_space *space, uint64_t id)
{
    void *files = space->files;
    if (space->file_count == space->file_room &&
        !grow(&files, &space->file_room, sizeof *space->files))
        return run_space_no_memory(space);
    space->files = files;
    space->files[space->file_count++] = (struct run_file){.id = id};
    return true;
}

/* Files are in the order in which they were made, but for those that an earlier program left. */
static struct run_file *find_file(struct run_space *space, uint64_t id)
{
    for (size_t i = space->file_count; i-- > 0;) {
        if (space->files[i].id == id)
            return &space->files[i];
    }
    return NULL;
}

int run_file_make(struct run_space *space, uint64_t *id)
{
    char path[RUN_PATH];
    *id = space->next_file;
    if (!run_path(space, *id, path))
        return -1;
    int descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (descriptor < 0) {
        run_space_fail(space, errno, "a file in the folder");
        return -1;
    }
    space->next_file++;
    if (!add_file(space, *id)) {
        close(descriptor);
        unlink(path);
        return -1;
    }
    return descriptor;
}

void run_file_use(struct run_space *space, uint64_t id, uint64_t bytes)
{
    struct run_file *file = find_file(space, id);
    if (file == NULL)
        return;
    file->used++;
    file->bytes += bytes;
    file->safe = false;
    space->on_disk += bytes;
    if (space->on_disk > space->most_on_disk)
        space->most_on_disk = space->on_disk;
}

/* A file that no run uses may be needed still, by what was written down last. */
static void give_up_file(struct run_space *space, size_t place)
{
    void *unused = space->unused;
    uint64_t id = space->files[place].id;
    space->files[place] = space->files[--space->file_count];
    if (space->unused_count == space->unused_room &&
        !grow(&unused, &space->unused_room, sizeof *space->unused)) {
        run_space_no_memory(space);
        return;
    }
    space->unused = unused;
    space->unused[space->unused_count++] = id;
}

void run_file_leave(struct run_space *space, uint64_t id)
{
    struct run_file *file = find_file(space, id);
    if (file != NULL && --file->used == 0 && (space->shared < 0 || id != space->shared_id)) {
        space->on_disk -= file->bytes;
        give_up_file(space, (size_t)(file - space->files));
    }
}

/* The file of small runs is full, or to be left alone for another reason. */
static bool close_shared(struct run_space *space)
{
    struct run_file *file = find_file(space, space->shared_id);
    int descriptor = space->shared;
    space->shared = -1;
    if (file != NULL && file->used == 0) {
        space->on_disk -= file->bytes;
        give_up_file(space, (size_t)(file - space->files));
    }
    return close(descriptor) == 0 || run_space_fail(space, errno, "the folder");
}

void run_space_clean(struct run_space *space)
{
    char path[RUN_PATH];
    for (size_t i = 0; i < space->unused_count; i++) {
        if (run_path(space, space->unused[i], path))
            unlink(path);
    }
    space->unused_count = 0;
}

bool run_space_sweep(struct run_space *space)
{
    DIR *folder = opendir(space->folder);
    if (folder == NULL)
        return run_space_fail(space, errno, "the folder");
    struct dirent *entry;
    while ((entry = readdir(folder)) != NULL) {
        uint64_t id;
        char path[RUN_PATH];
        int length = 0;
        bool is_run = sscanf(entry->d_name, "%" SCNu64 ".run%n", &id, &length) == 1 &&
                      length == (int)strlen(entry->d_name) && length > 0;
        if (is_run && find_file(space, id) == NULL && run_path(space, id, path))
            unlink(path);
    }
    closedir(folder);
    return run_space_good(space);
}

bool run_write(struct run_space *space, int descriptor, const unsigned char *bytes, size_t size)
{
    space->written += size;
    return write_all(descriptor, (const char *)bytes, size) ||
           run_space_fail(space, errno, "the folder");
}

/* --- runs in memory --- */

static void unlist(struct run_space *space, struct run *run)
{
    if (run->before != NULL)
        run->before->after = run->after;
    else
        space->first = run->after;
    if (run->after != NULL)
        run->after->before = run->before;
    run->before = run->after = NULL;
}

static void drop_memory(struct run_space *space, struct run *run)
{
    unlist(space, run);
    free(run->memory);
    run->memory = NULL;
    space->used -= (size_t)run->bytes;
}

/* Writes a run that is in memory alone to the end of the file of small runs. */
static bool write_down(struct run_space *space, struct run *run)
{
    if (space->shared >= 0 && space->shared_size > SHARED_MOST && !close_shared(space))
        return false;
    if (space->shared < 0) {
        space->shared = run_file_make(space, &space->shared_id);
        space->shared_size = 0;
        if (space->shared < 0)
            return false;
    }
    if (!run_write(space, space->shared, run->memory, (size_t)run->bytes))
        return false;
    run->file = space->shared_id;
    run->offset = space->shared_size;
    space->shared_size += run->bytes;
    run_file_use(space, run->file, run->bytes);
    return true;
}

bool run_admit(struct run_space *space, struct run *run)
{
    size_t bytes = sizeof *run + run_index_bytes(space, run);
    space->used += bytes;
    if (run->memory != NULL) {
        space->used += (size_t)run->bytes;
        run->after = space->first;
        if (run->after != NULL)
            run->after->before = run;
        space->first = run;
    }
    if (space->allowed == 0 || space->used <= space->allowed)
        return true;
    while (space->folder != NULL && space->first != NULL) {
        struct run *first = space->first;
        if (first->file == 0 && !write_down(space, first))
            return false;
        drop_memory(space, first);
    }
    size_t most = space->folder == NULL ? space->allowed : 2 * space->allowed; /* of indexes, too */
    if (space->used > most)
        space->full = true;
    return !space->full;
}

bool run_space_save(struct run_space *space)
{
    for (struct run *run = space->first; run != NULL; run = run->after) {
        if (run->file == 0 && !write_down(space, run))
            return false;
    }
    if (space->shared >= 0 && !close_shared(space))
        return false;
    for (size_t i = 0; i < space->file_count; i++) {
        char path[RUN_PATH];
        if (space->files[i].safe)
            continue;
        if (!run_path(space, space->files[i].id, path))
            return false;
        int descriptor = open(path, O_RDONLY | O_CLOEXEC);
        bool good = descriptor >= 0 && fdatasync(descriptor) == 0;
        if (!good)
            run_space_fail(space, errno, "the folder");
        if (descriptor >= 0)
            close(descriptor);
        if (!good)
            return false;
        space->files[i].safe = true;
    }
    return run_space_good(space);
}

void run_free(struct run_space *space, struct run *run)
{
    if (run == NULL)
        return;
    space->used -= sizeof *run + run_index_bytes(space, run);
    if (run->memory != NULL)
        drop_memory(space, run);
    if (run->file != 0)
        run_file_leave(space, run->file);
    free(run->index);
    free(run);
}

/* --- runs that were written before --- */

static bool damaged(struct run_space *space)
{
    return run_space_fail(space, 0, "a file of runs in the folder is damaged");
}

static bool read_at(struct run_space *space, int descriptor, unsigned char *bytes, size_t size,
                    uint64_t offset)
{
    while (size > 0) {
        ssize_t got = pread(descriptor, bytes, size, (off_t)offset);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return got < 0 ? run_space_fail(space, errno, "the folder") : damaged(space);
        bytes += got;
        size -= (size_t)got;
        offset += (uint64_t)got;
    }
    return true;
}

static bool read_index(struct run_space *space, int descriptor, struct run *run)
{
    unsigned char foot[RUN_FOOT];
    if (run->bytes < RUN_HEAD + RUN_FOOT)
        return damaged(space);
    if (!read_at(space, descriptor, foot, sizeof foot, run->offset + run->bytes - sizeof foot))
        return false;
    if (!run_read_foot(space, foot, run) ||
        run->blocks > (run->bytes - RUN_HEAD - RUN_FOOT) / run_entry_bytes(space))
        return damaged(space);
    size_t bytes = run_index_bytes(space, run);
    run->index = malloc(bytes + 1);
    if (run->index == NULL)
        return run_space_no_memory(space);
    if (!read_at(space, descriptor, run->index, bytes,
                 run->offset + run->bytes - sizeof foot - bytes))
        return false;
    uint64_t sum = checksum_add(checksum_add(CHECKSUM_START, run->index, bytes), foot, 40);
    return sum == run_get(foot + 40, 8) || damaged(space);
}

struct run *run_open(struct run_space *space, uint64_t file, uint64_t offset, uint64_t bytes)
{
    char path[RUN_PATH];
    struct run *run = calloc(1, sizeof *run);
    if (run == NULL || !run_path(space, file, path)) {
        free(run);
        run_space_no_memory(space);
        return NULL;
    }
    *run = (struct run){.file = file, .offset = offset, .bytes = bytes};
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    bool good = descriptor >= 0 || run_space_fail(space, errno, "the folder");
    good = good && read_index(space, descriptor, run) &&
           (find_file(space, file) != NULL || add_file(space, file));
    if (descriptor >= 0)
        close(descriptor);
    if (!good) {
        free(run->index);
        free(run);
        return NULL;
    }
    run_file_use(space, file, bytes);
    if (space->next_file <= file)
        space->next_file = file + 1;
    run_admit(space, run);
    return run;
}

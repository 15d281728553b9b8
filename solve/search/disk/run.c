/* Runs and the space they live in; see run.h. */
#include "config.h" /* files of over 2 GiB */

#include "base/array.h"
#include "base/checksum.h"
#include "base/file.h"
#include "base/sort.h"
#include "solve/search/capacity.h"
#include "solve/search/disk/run.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- run space --- */

enum { SHARED_MOST = 64 << 20 };

void run_space_make(struct run_space *space, const char *folder, size_t state_bytes, size_t memory, unsigned workers)
{
    /* Blocks get a sixteenth of memory: one for each reader of a merge, two for each worker, and three for each of two
     * writers. */
    size_t blocks = RUN_MERGE_MOST + 2 * (size_t)workers + 6;
    size_t block = memory == 0 ? RUN_BLOCK_MOST : memory / 16 / blocks;
    block = block > RUN_BLOCK_MOST ? RUN_BLOCK_MOST : block;
    block = block < RUN_BLOCK_LEAST ? RUN_BLOCK_LEAST : block;
    *space = (struct run_space){.folder = folder,
                                .state_bytes = state_bytes,
                                .block_bytes = block < 4 * state_bytes ? 4 * state_bytes : block,
                                .allowed = memory / 4,
                                .next_file = 1,
                                .shared = -1};
    monitor_make(&space->monitor);
}

void run_space_free(struct run_space *space)
{
    if (space->shared >= 0)
        close(space->shared);
    free(space->files);
    free(space->unused);
    monitor_free(&space->monitor);
}

bool run_space_good(struct run_space *space)
{
    monitor_enter(&space->monitor);
    bool good = space->hit == LIMIT_NONE;
    monitor_leave(&space->monitor);
    return good;
}

/* Records why the space has failed.  If there are several causes, lack of memory takes precedence, then the first error
 * with files.  Returns false. */
static bool set_hit(struct run_space *space, enum limit_hit hit, int error, const char *what)
{
    monitor_enter(&space->monitor);
    if (hit == LIMIT_BROKEN && space->reason[0] == '\0')
        snprintf(space->reason, sizeof space->reason, "%s%s%s", what, error == 0 ? "" : ": ",
                 error == 0 ? "" : strerror(error));
    if (space->hit == LIMIT_NONE || space->hit == LIMIT_MEMORY || hit == LIMIT_NO_MEMORY)
        space->hit = hit;
    monitor_leave(&space->monitor);
    return false;
}

bool run_space_no_room(struct run_space *space)
{
    return set_hit(space, LIMIT_MEMORY, 0, "");
}

void run_space_forgive(struct run_space *space)
{
    monitor_enter(&space->monitor);
    space->reason[0] = '\0';
    if (space->hit == LIMIT_BROKEN)
        space->hit = LIMIT_NONE;
    monitor_leave(&space->monitor);
}

bool run_space_fail(struct run_space *space, int error, const char *what)
{
    return set_hit(space, error == ENOMEM ? LIMIT_NO_MEMORY : LIMIT_BROKEN, error, what);
}

bool run_space_fail_here(struct run_space *space)
{
    enum { LONGEST = 100 };
    int error = errno;
    bool names = space->folder != NULL && strlen(space->folder) <= LONGEST;
    return run_space_fail(space, error, names ? space->folder : "the folder");
}

bool run_space_no_memory(struct run_space *space)
{
    return run_space_fail(space, ENOMEM, "");
}

/* --- files --- */

bool run_space_path(struct run_space *space, const char *name, char path[RUN_PATH])
{
    int length = snprintf(path, RUN_PATH, "%s/%s", space->folder, name);
    return (length >= 0 && length < RUN_PATH) || run_space_fail(space, 0, "the path of the folder is too long");
}

bool run_path(struct run_space *space, uint64_t id, char path[RUN_PATH])
{
    char name[32];
    snprintf(name, sizeof name, "%" PRIu64 ".run", id);
    return run_space_path(space, name, path);
}

int run_file_open(struct run_space *space, uint64_t id)
{
    char path[RUN_PATH];
    if (!run_path(space, id, path))
        return -1;
    int descriptor = file_open(path, O_RDONLY);
    if (descriptor < 0)
        run_space_fail_here(space);
    return descriptor;
}

static bool add_file(struct run_space *space, uint64_t id)
{
    if (!ARRAY_RESERVE(space->files, space->file_count, space->file_capacity, 16))
        return run_space_no_memory(space);
    space->files[space->file_count++] = (struct run_file){.id = id, .users = 1};
    return true;
}

/* Returns the file with this id.  Searches from the end, where new files are. */
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
    int descriptor = file_open(path, O_WRONLY | O_CREAT | O_TRUNC);
    if (descriptor < 0) {
        run_space_fail_here(space);
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

bool run_file_adopt(struct run_space *space, uint64_t id)
{
    struct run_file *file = find_file(space, id);
    if (file != NULL)
        file->users++;
    else if (!add_file(space, id))
        return false;
    if (space->next_file <= id)
        space->next_file = id + 1;
    return true;
}

void run_file_leave(struct run_space *space, uint64_t id)
{
    struct run_file *file = find_file(space, id);
    if (--file->users > 0)
        return;
    *file = space->files[--space->file_count];
    if (ARRAY_RESERVE(space->unused, space->unused_count, space->unused_capacity, 16))
        space->unused[space->unused_count++] = id;
    else
        run_space_no_memory(space);
}

/* Closes the file of small runs: it is full or must be synced. */
static bool close_shared(struct run_space *space)
{
    int descriptor = space->shared;
    space->shared = -1;
    run_file_leave(space, space->shared_id);
    return close(descriptor) == 0 || run_space_fail_here(space);
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
        return run_space_fail_here(space);
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
    return write_all(descriptor, (const char *)bytes, size) || run_space_fail_here(space);
}

/* --- runs in memory --- */

static void drop_memory(struct run_space *space, struct sorted_run *run)
{
    if (run->before != NULL)
        run->before->after = run->after;
    else
        space->first = run->after;
    if (run->after != NULL)
        run->after->before = run->before;
    run->before = run->after = NULL;
    free(run->memory);
    run->memory = NULL;
    space->used -= (size_t)run->bytes;
}

/* Appends a run that is only in memory to the file of small runs. */
static bool write_down(struct run_space *space, struct sorted_run *run)
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
    find_file(space, run->file)->users++;
    return true;
}

/* Charges the memory of a new run.  Above the allowance, moves all runs in memory into files. */
static void run_admit(struct run_space *space, struct sorted_run *run)
{
    space->used += sizeof *run + run_index_bytes(space, run);
    if (run->memory != NULL) {
        space->used += (size_t)run->bytes;
        run->after = space->first;
        if (run->after != NULL)
            run->after->before = run;
        space->first = run;
    }
    if (space->allowed == 0 || space->used <= space->allowed)
        return;
    while (space->folder != NULL && space->first != NULL) {
        struct sorted_run *first = space->first;
        if (first->file == 0 && !write_down(space, first))
            return;
        drop_memory(space, first);
    }
    size_t most = space->folder == NULL ? space->allowed : 2 * space->allowed; /* indexes always stay in memory */
    if (space->used > most)
        run_space_no_room(space);
}

bool run_space_save(struct run_space *space)
{
    for (struct sorted_run *run = space->first; run != NULL; run = run->after) {
        if (run->file == 0 && !write_down(space, run))
            return false;
    }
    if (space->shared >= 0 && !close_shared(space))
        return false;
    for (size_t i = 0; i < space->file_count; i++) {
        if (space->files[i].safe)
            continue;
        int descriptor = run_file_open(space, space->files[i].id);
        bool good = descriptor >= 0 && (file_sync(descriptor) || run_space_fail_here(space));
        if (descriptor >= 0)
            close(descriptor);
        if (!good)
            return false;
        space->files[i].safe = true;
    }
    return run_space_good(space);
}

void run_free(struct run_space *space, struct sorted_run *run)
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

/* --- existing runs --- */

static bool damaged(struct run_space *space)
{
    return run_space_fail(space, 0, "a file of runs in the folder is damaged");
}

static bool read_at(struct run_space *space, int descriptor, unsigned char *bytes, size_t size, uint64_t offset)
{
    while (size > 0) {
        ssize_t got = pread(descriptor, bytes, size, (off_t)offset);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return got < 0 ? run_space_fail_here(space) : damaged(space);
        bytes += got;
        size -= (size_t)got;
        offset += (uint64_t)got;
    }
    return true;
}

static bool read_index(struct run_space *space, int descriptor, struct sorted_run *run)
{
    unsigned char foot[RUN_FOOT];
    if (run->bytes < RUN_HEAD + RUN_FOOT)
        return damaged(space);
    if (!read_at(space, descriptor, foot, sizeof foot, run->offset + run->bytes - sizeof foot))
        return false;
    run->count = run_get(foot + 24, 8);
    run->blocks = run_get(foot + 32, 8);
    if (memcmp(foot, RUN_MAGIC, RUN_HEAD) != 0 || run_get(foot + 8, 4) != RUN_VERSION ||
        run_get(foot + 12, 4) != space->state_bytes ||
        run->blocks > (run->bytes - RUN_HEAD - RUN_FOOT) / run_entry_bytes(space))
        return damaged(space);
    size_t bytes = run_index_bytes(space, run);
    run->index = malloc(bytes + 1);
    if (run->index == NULL)
        return run_space_no_memory(space);
    if (!read_at(space, descriptor, run->index, bytes, run->offset + run->bytes - sizeof foot - bytes))
        return false;
    uint64_t sum = checksum_add(checksum_add(CHECKSUM_START, run->index, bytes), foot, 40);
    if (sum != run_get(foot + 40, 8))
        return damaged(space);
    return run_get(foot + 16, 8) <= run_plain_capacity(space) ||
           run_space_fail(space, 0, "the files in the folder are from a search with more memory or fewer threads");
}

struct sorted_run *run_open(struct run_space *space, uint64_t file, uint64_t offset, uint64_t bytes)
{
    struct sorted_run *run = calloc(1, sizeof *run);
    if (run == NULL) {
        run_space_no_memory(space);
        return NULL;
    }
    *run = (struct sorted_run){.file = file, .offset = offset, .bytes = bytes};
    int descriptor = run_file_open(space, file);
    bool good = descriptor >= 0 && read_index(space, descriptor, run) && run_file_adopt(space, file);
    if (descriptor >= 0)
        close(descriptor);
    if (!good) {
        free(run->index);
        free(run);
        return NULL;
    }
    run_admit(space, run);
    return run;
}

/* --- reading runs --- */

static bool run_read_damaged(struct run_reader *reader)
{
    reader->ended = true;
    return damaged(reader->space);
}

bool run_reader_make(struct run_reader *reader, struct run_space *space, struct run_reader *other)
{
    *reader = (struct run_reader){.space = space, .descriptor = -1, .ended = true};
    reader->unpacker = other != NULL ? other->unpacker : &reader->own;
    reader->plain = malloc(run_plain_capacity(space));
    reader->columns = calloc(space->state_bytes + 1, sizeof *reader->columns);
    reader->key = calloc(1, space->state_bytes + 1);
    bool unpacker = other != NULL || run_unpacker_make(&reader->own, run_plain_capacity(space));
    if (unpacker && reader->plain != NULL && reader->columns != NULL && reader->key != NULL)
        return true;
    run_reader_free(reader);
    return run_space_no_memory(space);
}

static void leave_run(struct run_reader *reader)
{
    if (reader->descriptor >= 0)
        close(reader->descriptor);
    reader->descriptor = -1;
    reader->ended = true;
}

void run_reader_free(struct run_reader *reader)
{
    leave_run(reader);
    run_unpacker_free(&reader->own);
    free(reader->plain);
    free(reader->columns);
    free(reader->key);
    *reader = (struct run_reader){.space = reader->space, .descriptor = -1, .ended = true};
}

static bool load_block(struct run_reader *reader, uint64_t block)
{
    const struct sorted_run *run = reader->run;
    struct run_entry entry = run_entry_at(reader->space, run, block);
    reader->ended = true; /* until the block is loaded */
    if (entry.plain > run_plain_capacity(reader->space) || entry.stored > entry.plain || entry.states == 0 ||
        entry.offset > run->bytes || entry.stored > run->bytes - entry.offset)
        return run_read_damaged(reader);
    const unsigned char *stored = run->memory == NULL ? reader->unpacker->stored : run->memory + entry.offset;
    if (run->memory == NULL) {
        if (reader->descriptor < 0)
            reader->descriptor = run_file_open(reader->space, run->file);
        if (reader->descriptor < 0 || !read_at(reader->space, reader->descriptor, reader->unpacker->stored,
                                               entry.stored, run->offset + entry.offset))
            return false;
    }
    if (checksum_add(CHECKSUM_START, stored, entry.stored) != entry.checksum)
        return run_read_damaged(reader);
    if (!run_can_unpack(entry.layout))
        return run_space_fail(reader->space, 0, "the files are compressed, and this was built without zstd");
    if (!run_unpack(reader->unpacker, entry.layout, stored, entry.stored, reader->plain, entry.plain, reader->columns,
                    reader->space->state_bytes))
        return run_read_damaged(reader);
    reader->in_columns = entry.layout == RUN_COLUMNS;
    reader->ended = false;
    reader->block = block + 1;
    reader->plain_size = entry.plain;
    reader->at = 0;
    reader->left = entry.states;
    return true;
}

/* Reads the length of the start that the next state shares with the one before, and moves *at past it. */
static bool decode_length(struct run_reader *reader, const unsigned char **at, const unsigned char *end, size_t *length)
{
    unsigned shift = 0;
    unsigned char byte;
    *length = 0;
    do {
        if (*at >= end || shift > 28)
            return run_read_damaged(reader);
        byte = *(*at)++;
        *length |= (size_t)(byte & 0x7f) << shift;
        shift += 7;
    } while (byte >= 0x80);
    return *length <= reader->space->state_bytes || run_read_damaged(reader);
}

/* Decodes the next state of the block.  There must be one. */
static bool decode(struct run_reader *reader)
{
    size_t size = reader->space->state_bytes, shared;
    reader->left--;
    if (reader->in_columns) {
        struct run_column *lengths = reader->columns;
        if (!decode_length(reader, &lengths->at, lengths->end, &shared))
            return false;
        for (struct run_column *column = lengths + 1 + shared; shared < size; shared++, column++) {
            if (column->at >= column->end)
                return run_read_damaged(reader);
            reader->key[shared] = *column->at++;
        }
        return true;
    }
    const unsigned char *at = reader->plain + reader->at, *end = reader->plain + reader->plain_size;
    if (!decode_length(reader, &at, end, &shared))
        return false;
    if ((size_t)(end - at) < size - shared)
        return run_read_damaged(reader);
    memcpy(reader->key + shared, at, size - shared);
    reader->at = (size_t)(at - reader->plain) + size - shared;
    return true;
}

/* Moves to the first state of a block of the run. */
static bool enter_block(struct run_reader *reader, uint64_t block)
{
    return load_block(reader, block) && decode(reader);
}

bool run_reader_next(struct run_reader *reader)
{
    if (reader->ended)
        return false;
    if (reader->left > 0)
        return decode(reader);
    if (reader->block < reader->run->blocks)
        return enter_block(reader, reader->block);
    leave_run(reader);
    return false;
}

uint64_t run_first_from(const unsigned char *states, size_t stride, uint64_t low, uint64_t high,
                        const unsigned char *key, size_t state_bytes)
{
    for (uint64_t step = 1; low < high; step *= 2) { /* it is often near */
        uint64_t at = step < high - low ? low + step - 1 : high - 1;
        if (memcmp(states + at * stride, key, state_bytes) >= 0) {
            high = at;
            break;
        }
        low = at + 1;
    }
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (memcmp(states + middle * stride, key, state_bytes) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Returns the last block, from `low` on, whose first state is not after `key`, or `low` if there is none. */
static uint64_t block_of(const struct run_reader *reader, uint64_t low, const unsigned char *key)
{
    size_t size = reader->space->state_bytes, entry = run_entry_bytes(reader->space);
    const unsigned char *firsts = reader->run->index + RUN_ENTRY;
    uint64_t blocks = reader->run->blocks, next = run_first_from(firsts, entry, low + 1, blocks, key, size);
    return next < blocks && memcmp(firsts + next * entry, key, size) == 0 ? next : next - 1;
}

bool run_reader_seek(struct run_reader *reader, const unsigned char *key)
{
    size_t size = reader->space->state_bytes;
    if (reader->ended)
        return false;
    if (memcmp(reader->key, key, size) >= 0)
        return true;
    uint64_t block = block_of(reader, reader->block - 1, key);
    if (block != reader->block - 1 && !enter_block(reader, block))
        return false;
    while (memcmp(reader->key, key, size) < 0) {
        if (!run_reader_next(reader))
            return false;
    }
    return true;
}

bool run_reader_begin(struct run_reader *reader, const struct sorted_run *run, const unsigned char *key)
{
    leave_run(reader);
    reader->run = run;
    return run->blocks > 0 && enter_block(reader, key == NULL ? 0 : block_of(reader, 0, key)) &&
           (key == NULL || run_reader_seek(reader, key));
}

/* --- writing runs --- */

/* Adds bytes to the run.  A large run moves from memory into a file of its own. */
static bool put(struct run_writer *writer, const unsigned char *bytes, size_t size)
{
    struct sorted_run *run = writer->run;
    if (writer->space->folder != NULL && writer->descriptor < 0 && run->bytes + size > RUN_SPILL) {
        writer->descriptor = run_file_make(writer->space, &run->file);
        if (writer->descriptor < 0) {
            run->file = 0;
            return false;
        }
        bool good = run_write(writer->space, writer->descriptor, run->memory, (size_t)run->bytes);
        free(run->memory);
        run->memory = NULL;
        if (!good)
            return false;
    }
    if (writer->descriptor >= 0) {
        run->bytes += size;
        return run_write(writer->space, writer->descriptor, bytes, size);
    }
    if (run->bytes + size > writer->capacity) {
        size_t capacity = (size_t)capacity_for(writer->capacity, run->bytes + size, 1);
        unsigned char *memory = realloc(run->memory, capacity);
        if (memory == NULL)
            return run_space_no_memory(writer->space);
        run->memory = memory;
        writer->capacity = capacity;
    }
    memcpy(run->memory + run->bytes, bytes, size);
    run->bytes += size;
    return true;
}

static bool end_block(struct run_writer *writer)
{
    struct sorted_run *run = writer->run;
    if (writer->states == 0)
        return true;
    enum run_layout layout;
    size_t stored;
    const unsigned char *bytes = run_pack(&writer->packer, writer->plain, writer->plain_size, writer->stay,
                                          &writer->space->choices[writer->stay], &layout, &stored);
    unsigned char *entry = run->index + run->blocks * run_entry_bytes(writer->space);
    run_put(entry, run->bytes, 8);
    run_put(entry + 8, checksum_add(CHECKSUM_START, bytes, stored), 8);
    run_put(entry + 16, stored, 4);
    run_put(entry + 20, writer->plain_size, 4);
    run_put(entry + 24, writer->states, 4);
    run_put(entry + 28, layout, 4);
    run->blocks++;
    writer->plain_size = writer->states = 0;
    return put(writer, bytes, stored);
}

bool run_writer_open(struct run_writer *writer, struct run_space *space, enum run_stay stay)
{
    size_t plain = run_plain_capacity(space);
    *writer = (struct run_writer){.space = space, .descriptor = -1, .stay = stay};
    writer->run = calloc(1, sizeof *writer->run);
    if (writer->run == NULL)
        return run_space_no_memory(space);
    writer->plain = malloc(plain);
    writer->last = calloc(1, space->state_bytes + 1);
    bool packer = run_packer_make(&writer->packer, space->state_bytes, plain);
    bool good = (packer && writer->plain != NULL && writer->last != NULL) || run_space_no_memory(space);
    good = good && put(writer, (const unsigned char *)RUN_MAGIC, RUN_HEAD);
    if (!good)
        run_writer_drop(writer);
    return good;
}

bool run_writer_add(struct run_writer *writer, const unsigned char *state)
{
    size_t size = writer->space->state_bytes, shared = 0;
    assert(writer->run->count == 0 || memcmp(writer->last, state, size) < 0);
    if (writer->plain_size >= writer->space->block_bytes && !end_block(writer))
        return false;
    if (writer->states == 0) {
        /* Stores the first state of the block in the index. */
        struct sorted_run *run = writer->run;
        size_t entry = run_entry_bytes(writer->space);
        if (run->blocks == writer->index_capacity &&
            !capacity_grow(&run->index, &writer->index_capacity, run->blocks == 0 ? 1 : 2 * run->blocks, entry))
            return run_space_no_memory(writer->space);
        memcpy(run->index + run->blocks * entry + RUN_ENTRY, state, size);
    }
    while (writer->states > 0 && shared < size && writer->last[shared] == state[shared])
        shared++;
    unsigned char *to = writer->plain + writer->plain_size;
    size_t length = shared;
    for (; length >= 0x80; length >>= 7)
        *to++ = (unsigned char)(length | 0x80);
    *to++ = (unsigned char)length;
    memcpy(to, state + shared, size - shared);
    memcpy(writer->last + shared, state + shared, size - shared);
    writer->plain_size = (size_t)(to - writer->plain) + size - shared;
    writer->states++;
    writer->run->count++;
    return true;
}

/* Frees what the writer holds besides the run, and closes it. */
static void free_parts(struct run_writer *writer)
{
    run_packer_free(&writer->packer);
    free(writer->plain);
    free(writer->last);
    *writer = (struct run_writer){0};
}

void run_writer_drop(struct run_writer *writer)
{
    struct sorted_run *run = writer->run;
    if (run == NULL)
        return;
    if (writer->descriptor >= 0)
        close(writer->descriptor);
    if (run->file != 0)
        run_file_leave(writer->space, run->file);
    free(run->memory);
    free(run->index);
    free(run);
    free_parts(writer);
}

struct sorted_run *run_writer_close(struct run_writer *writer)
{
    struct run_space *space = writer->space;
    struct sorted_run *run = writer->run;
    bool good = end_block(writer);
    /* Appends the index and the footer. */
    size_t bytes = run_index_bytes(space, run);
    unsigned char foot[RUN_FOOT];
    memcpy(foot, RUN_MAGIC, RUN_HEAD);
    run_put(foot + 8, RUN_VERSION, 4);
    run_put(foot + 12, space->state_bytes, 4);
    run_put(foot + 16, run_plain_capacity(space), 8);
    run_put(foot + 24, run->count, 8);
    run_put(foot + 32, run->blocks, 8);
    uint64_t sum = checksum_add(CHECKSUM_START, run->index, bytes);
    run_put(foot + 40, checksum_add(sum, foot, 40), 8);
    good = good && (bytes == 0 || put(writer, run->index, bytes)) && put(writer, foot, sizeof foot);
    if (good && writer->descriptor >= 0) {
        int descriptor = writer->descriptor;
        writer->descriptor = -1;
        good = close(descriptor) == 0 || run_space_fail_here(space);
    }
    if (!good) {
        run_writer_drop(writer);
        return NULL;
    }
    free_parts(writer);
    unsigned char *memory = run->memory == NULL ? NULL : realloc(run->memory, (size_t)run->bytes);
    if (memory != NULL)
        run->memory = memory;
    run_admit(space, run);
    return run;
}

struct sorted_run *run_of_states(struct run_space *space, const unsigned char *states, uint64_t count, size_t stride,
                                 enum run_stay stay)
{
    struct run_writer writer;
    bool good = run_writer_open(&writer, space, stay);
    for (uint64_t i = 0; good && i < count; i++)
        good = run_writer_add(&writer, states + i * stride);
    if (good)
        return run_writer_close(&writer);
    run_writer_drop(&writer);
    return NULL;
}

/* --- reading several runs as one --- */

static bool is_before(const struct run_merge *merge, size_t a, size_t b)
{
    return memcmp(merge->heap[a]->key, merge->heap[b]->key, merge->space->state_bytes) < 0;
}

static void sift_down(struct run_merge *merge, size_t at)
{
    for (size_t child; (child = 2 * at + 1) < merge->open; at = child) {
        if (child + 1 < merge->open && is_before(merge, child + 1, child))
            child++;
        if (!is_before(merge, child, at))
            return;
        struct run_reader *swap = merge->heap[at];
        merge->heap[at] = merge->heap[child];
        merge->heap[child] = swap;
    }
}

bool run_merge_open(struct run_merge *merge, struct run_space *space, struct sorted_run *const *runs, size_t count,
                    const unsigned char *after)
{
    *merge = (struct run_merge){.space = space, .last = calloc(1, space->state_bytes + 1)};
    bool good = merge->last != NULL || run_space_no_memory(space);
    for (; good && merge->made < count; merge->made++) {
        struct run_reader *reader = &merge->readers[merge->made];
        good = run_reader_make(reader, space, merge->made > 0 ? &merge->readers[0] : NULL);
        if (!good)
            break;
        bool more = run_reader_begin(reader, runs[merge->made], after);
        if (more && after != NULL && memcmp(reader->key, after, space->state_bytes) == 0)
            more = run_reader_next(reader);
        if (more)
            merge->heap[merge->open++] = reader;
    }
    for (size_t at = merge->open / 2; at-- > 0;)
        sift_down(merge, at);
    if (good && run_space_good(space))
        return true;
    run_merge_close(merge);
    return false;
}

void run_merge_close(struct run_merge *merge)
{
    for (size_t i = 0; i < merge->made; i++)
        run_reader_free(&merge->readers[i]);
    free(merge->last);
    merge->last = NULL;
    merge->made = merge->open = 0;
}

uint64_t run_merge_next(struct run_merge *merge, unsigned char *states, uint64_t capacity)
{
    uint64_t count = 0;
    while (merge->open > 0) {
        size_t size = merge->space->state_bytes;
        struct run_reader *least = merge->heap[0];
        if (!merge->begun || memcmp(merge->last, least->key, size) != 0) {
            if (count == capacity)
                break;
            memcpy(states + count++ * size, least->key, size);
            memcpy(merge->last, least->key, size);
            merge->begun = true;
        }
        if (!run_reader_next(least))
            merge->heap[0] = merge->heap[--merge->open];
        sift_down(merge, 0);
    }
    return count;
}

bool run_merge_reduce(struct run_space *space, struct sorted_run **runs, size_t *count)
{
    enum { PORTION = 256 };
    if (*count <= RUN_MERGE_MOST)
        return true;
    unsigned char *states = malloc(PORTION * space->state_bytes + 1);
    bool good = states != NULL || run_space_no_memory(space);
    while (good && *count > RUN_MERGE_MOST) { /* the first ones are the oldest and usually of about the same size */
        struct run_merge merge;
        struct run_writer writer = {0};
        struct sorted_run *made = NULL;
        good = run_merge_open(&merge, space, runs, RUN_MERGE_MOST, NULL);
        if (!good)
            break;
        good = run_writer_open(&writer, space, RUN_PASSING);
        for (uint64_t many; good && (many = run_merge_next(&merge, states, PORTION)) > 0;) {
            for (uint64_t i = 0; good && i < many; i++)
                good = run_writer_add(&writer, states + i * space->state_bytes);
        }
        if (good && run_space_good(space))
            made = run_writer_close(&writer);
        run_writer_drop(&writer);
        run_merge_close(&merge);
        good = made != NULL;
        if (!good)
            break;
        for (size_t i = 0; i < RUN_MERGE_MOST; i++)
            run_free(space, runs[i]);
        *count -= RUN_MERGE_MOST;
        memmove(runs, runs + RUN_MERGE_MOST, *count * sizeof *runs);
        runs[(*count)++] = made;
    }
    free(states);
    return good;
}

/* --- sorting --- */

enum { FEW = 24, VALUES = 256, DEEPEST = 256 };

void run_swap(unsigned char *a, unsigned char *b, size_t state_bytes)
{
    uint64_t one, other;
    for (; state_bytes >= 8; state_bytes -= 8, a += 8, b += 8) {
        memcpy(&one, a, 8);
        memcpy(&other, b, 8);
        memcpy(a, &other, 8);
        memcpy(b, &one, 8);
    }
    for (; state_bytes > 0; state_bytes--, a++, b++) {
        unsigned char byte = *a;
        *a = *b;
        *b = byte;
    }
}

static int compare_states(const void *a, const void *b, void *size)
{
    return memcmp(a, b, *(size_t *)size);
}

/* Radix sort by the bytes from `at` on, in place; the bytes before are all equal.  `deep` limits the recursion. */
static void sort_from(unsigned char *states, uint64_t count, size_t size, size_t at, unsigned deep)
{
    if (deep == DEEPEST) {
        sort_with(states, (size_t)count, size, compare_states, &size);
        return;
    }
    uint64_t begins[VALUES], ends[VALUES];
    for (; at < size && count > FEW; at++) {
        memset(ends, 0, sizeof ends);
        for (uint64_t i = 0; i < count; i++)
            ends[states[i * size + at]]++;
        if (ends[states[at]] == count)
            continue;
        uint64_t sum = 0;
        for (unsigned value = 0; value < VALUES; value++) {
            begins[value] = sum;
            sum += ends[value];
            ends[value] = sum;
        }
        /* Moves each state into the range of its byte `at`, from begins[value] to ends[value]. */
        for (unsigned value = 0; value < VALUES; value++) {
            while (begins[value] < ends[value]) {
                unsigned char *state = states + begins[value] * size;
                if (state[at] == value)
                    begins[value]++;
                else
                    run_swap(state, states + begins[state[at]]++ * size, size);
            }
        }
        for (unsigned value = 0; value < VALUES; value++) {
            uint64_t first = value == 0 ? 0 : ends[value - 1];
            if (ends[value] - first > 1)
                sort_from(states + first * size, ends[value] - first, size, at + 1, deep + 1);
        }
        return;
    }
    for (uint64_t i = 1; at < size && i < count; i++) {
        for (unsigned char *state = states + i * size;
             state > states && memcmp(state - size + at, state + at, size - at) > 0; state -= size)
            run_swap(state - size, state, size);
    }
}

void run_sort(unsigned char *states, uint64_t count, size_t state_bytes)
{
    if (state_bytes > 0)
        sort_from(states, count, state_bytes, 0, 0);
}

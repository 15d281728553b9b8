/* Writing runs; see run.h. */
#include "base/checksum.h"
#include "base/file.h"
#include "solve/search/room.h"
#include "solve/search/run_inside.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>
/* Moves what is in memory so far into a file of its own. */
static bool spill(struct run_writer *writer)
{
    struct run *run = writer->run;
    writer->descriptor = run_file_make(writer->space, &run->file);
    if (writer->descriptor < 0) {
        run->file = 0;
        return false;
    }
    bool good = run_write(writer->space, writer->descriptor, run->memory, (size_t)run->bytes);
    free(run->memory);
    run->memory = NULL;
    return good;
}

/* Adds bytes to the run. */
static bool put(struct run_writer *writer, const unsigned char *bytes, size_t size)
{
    struct run *run = writer->run;
    if (writer->space->folder != NULL && writer->descriptor < 0 && run->bytes + size > RUN_SPILL &&
        !spill(writer))
        return false;
    if (writer->descriptor >= 0) {
        run->bytes += size;
        return run_write(writer->space, writer->descriptor, bytes, size);
    }
    if (run->bytes + size > writer->room) {
        size_t room = (size_t)room_for(writer->room, run->bytes + size, 1);
        unsigned char *memory = realloc(run->memory, room);
        if (memory == NULL)
            return run_space_no_memory(writer->space);
        run->memory = memory;
        writer->room = room;
    }
    memcpy(run->memory + run->bytes, bytes, size);
    run->bytes += size;
    return true;
}

static bool grow_index(struct run_writer *writer)
{
    struct run *run = writer->run;
    size_t size = run_entry_bytes(writer->space);
    if (run->blocks < writer->index_room)
        return true;
    uint64_t room = writer->index_room == 0 ? 1 : 2 * writer->index_room;
    unsigned char *index = realloc(run->index, (size_t)room * size);
    if (index == NULL)
        return run_space_no_memory(writer->space);
    run->index = index;
    writer->index_room = room;
    return true;
}

/* Writes down which state a block begins with. */
static bool begin_block(struct run_writer *writer, const unsigned char *state)
{
    struct run_space *space = writer->space;
    if (!grow_index(writer))
        return false;
    memcpy(writer->run->index + writer->run->blocks * run_entry_bytes(space) + RUN_ENTRY, state,
           space->state_bytes);
    return true;
}

static bool end_block(struct run_writer *writer)
{
    struct run *run = writer->run;
    if (writer->states == 0)
        return true;
    enum run_layout layout;
    size_t stored;
    const unsigned char *bytes =
        run_pack(&writer->packer, writer->plain, writer->plain_size, writer->stay,
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
    size_t plain = run_plain_room(space);
    *writer = (struct run_writer){.space = space, .descriptor = -1, .stay = stay};
    writer->run = calloc(1, sizeof *writer->run);
    writer->plain = malloc(plain);
    writer->last = calloc(1, space->state_bytes + 1);
    bool packer = run_packer_make(&writer->packer, space->state_bytes, plain);
    bool good = packer && writer->run != NULL && writer->plain != NULL && writer->last != NULL;
    good = good || run_space_no_memory(space);
    good = good && put(writer, (const unsigned char *)RUN_MAGIC, RUN_HEAD);
    if (!good)
        run_writer_drop(writer);
    return good;
}

static size_t shared_bytes(const unsigned char *a, const unsigned char *b, size_t size)
{
    size_t shared = 0;
    while (shared < size && a[shared] == b[shared])
        shared++;
    return shared;
}

bool run_writer_add(struct run_writer *writer, const unsigned char *state)
{
    size_t size = writer->space->state_bytes, shared = 0;
    assert(writer->run->count == 0 || memcmp(writer->last, state, size) < 0);
    if (writer->plain_size >= writer->space->block_bytes && !end_block(writer))
        return false;
    if (writer->states == 0 && !begin_block(writer, state))
        return false;
    if (writer->states > 0)
        shared = shared_bytes(writer->last, state, size);
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

static bool put_end(struct run_writer *writer)
{
    struct run *run = writer->run;
    size_t bytes = run_index_bytes(writer->space, run);
    unsigned char foot[RUN_FOOT];
    memcpy(foot, RUN_MAGIC, RUN_HEAD);
    run_put(foot + 8, RUN_VERSION, 4);
    run_put(foot + 12, writer->space->state_bytes, 4);
    run_put(foot + 16, run_plain_room(writer->space), 8);
    run_put(foot + 24, run->count, 8);
    run_put(foot + 32, run->blocks, 8);
    uint64_t sum = checksum_add(CHECKSUM_START, run->index, bytes);
    run_put(foot + 40, checksum_add(sum, foot, 40), 8);
    return (bytes == 0 || put(writer, run->index, bytes)) && put(writer, foot, sizeof foot);
}

static void free_parts(struct run_writer *writer)
{
    run_packer_free(&writer->packer);
    free(writer->plain);
    free(writer->last);
    *writer = (struct run_writer){.space = writer->space, .descriptor = -1};
}

void run_writer_drop(struct run_writer *writer)
{
    struct run *run = writer->run;
    if (writer->descriptor >= 0)
        close(writer->descriptor);
    if (run != NULL && run->file != 0) {
        run_file_use(writer->space, run->file, 0);
        run_file_leave(writer->space, run->file);
    }
    if (run != NULL) {
        free(run->memory);
        free(run->index);
        free(run);
    }
    free_parts(writer);
}

struct run *run_writer_close(struct run_writer *writer)
{
    struct run_space *space = writer->space;
    bool good = end_block(writer) && put_end(writer);
    if (good && writer->descriptor >= 0) {
        int descriptor = writer->descriptor;
        writer->descriptor = -1;
        good = close(descriptor) == 0 || run_space_fail(space, errno, "the folder");
    }
    if (!good) {
        run_writer_drop(writer);
        return NULL;
    }
    struct run *run = writer->run;
    writer->run = NULL;
    free_parts(writer);
    unsigned char *memory = run->memory == NULL ? NULL : realloc(run->memory, (size_t)run->bytes);
    if (memory != NULL)
        run->memory = memory;
    if (run->file != 0)
        run_file_use(space, run->file, run->bytes);
    run_admit(space, run);
    return run;
}

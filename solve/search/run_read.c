/* Reading runs; see run.h. */
#include "base/checksum.h"
#include "solve/search/run_inside.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

bool run_read_foot(const struct run_space *space, const unsigned char *foot, struct run *run)
{
    run->count = run_get(foot + 24, 8);
    run->blocks = run_get(foot + 32, 8);
    return memcmp(foot, RUN_MAGIC, RUN_HEAD) == 0 && run_get(foot + 8, 4) == RUN_VERSION &&
           run_get(foot + 12, 4) == space->state_bytes &&
           run_get(foot + 16, 8) <= run_plain_room(space);
}

static bool damaged(struct run_reader *reader)
{
    reader->ended = true;
    return run_space_fail(reader->space, 0, "a file of runs in the folder is damaged");
}

bool run_reader_make(struct run_reader *reader, struct run_space *space, struct run_reader *other)
{
    *reader = (struct run_reader){.space = space, .descriptor = -1, .ended = true};
    reader->unpacker = other != NULL ? other->unpacker : &reader->own;
    reader->plain = malloc(run_plain_room(space));
    reader->columns = calloc(space->state_bytes + 1, sizeof *reader->columns);
    reader->key = calloc(1, space->state_bytes + 1);
    bool unpacker = other != NULL || run_unpacker_make(&reader->own, run_plain_room(space));
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

/* The stored bytes of a block. */
static const unsigned char *fetch(struct run_reader *reader, const struct run_entry *entry)
{
    const struct run *run = reader->run;
    if (run->memory != NULL)
        return run->memory + entry->offset;
    char path[RUN_PATH];
    if (reader->descriptor < 0 && run_path(reader->space, run->file, path)) {
        reader->descriptor = open(path, O_RDONLY | O_CLOEXEC);
        if (reader->descriptor < 0)
            run_space_fail(reader->space, errno, "the folder");
    }
    if (reader->descriptor < 0)
        return NULL;
    size_t got = 0;
    while (got < entry->stored) {
        ssize_t more = pread(reader->descriptor, reader->unpacker->stored + got,
                             entry->stored - got, (off_t)(run->offset + entry->offset + got));
        if (more < 0 && errno == EINTR)
            continue;
        if (more <= 0) {
            run_space_fail(reader->space, more < 0 ? errno : 0,
                           more < 0 ? "the folder" : "a file of runs in the folder is damaged");
            return NULL;
        }
        got += (size_t)more;
    }
    return reader->unpacker->stored;
}

static bool load_block(struct run_reader *reader, uint64_t block)
{
    const struct run *run = reader->run;
    struct run_entry entry = run_entry_at(reader->space, run, block);
    reader->ended = true; /* until it is loaded */
    if (entry.plain > run_plain_room(reader->space) || entry.stored > entry.plain ||
        entry.states == 0 || entry.offset > run->bytes || entry.stored > run->bytes - entry.offset)
        return damaged(reader);
    const unsigned char *stored = fetch(reader, &entry);
    if (stored == NULL)
        return false;
    if (checksum_add(CHECKSUM_START, stored, entry.stored) != entry.checksum)
        return damaged(reader);
    if (!run_can_unpack(entry.layout))
        return run_space_fail(reader->space, 0,
                              "the files are compressed, and this was built without zstd");
    if (!run_unpack(reader->unpacker, entry.layout, stored, entry.stored, reader->plain,
                    entry.plain, reader->columns, reader->space->state_bytes))
        return damaged(reader);
    reader->in_columns = entry.layout == RUN_COLUMNS;
    reader->ended = false;
    reader->block = block + 1;
    reader->plain_size = entry.plain;
    reader->at = 0;
    reader->left = entry.states;
    return true;
}

/* The length of what the next state shares with the one before, written from *at on; *at goes past it. */
static bool decode_length(struct run_reader *reader, const unsigned char **at,
                          const unsigned char *end, size_t *length)
{
    unsigned shift = 0;
    unsigned char byte;
    *length = 0;
    do {
        if (*at >= end || shift > 28)
            return damaged(reader);
        byte = *(*at)++;
        *length |= (size_t)(byte & 0x7f) << shift;
        shift += 7;
    } while (byte >= 0x80);
    return *length <= reader->space->state_bytes || damaged(reader);
}

static bool decode_columns(struct run_reader *reader)
{
    struct run_column *lengths = reader->columns, *column;
    size_t size = reader->space->state_bytes, at;
    if (!decode_length(reader, &lengths->at, lengths->end, &at))
        return false;
    for (column = lengths + 1 + at; at < size; at++, column++) {
        if (column->at >= column->end)
            return damaged(reader);
        reader->key[at] = *column->at++;
    }
    return true;
}

static bool decode_row(struct run_reader *reader)
{
    const unsigned char *at = reader->plain + reader->at, *end = reader->plain + reader->plain_size;
    size_t size = reader->space->state_bytes, shared;
    if (!decode_length(reader, &at, end, &shared))
        return false;
    if ((size_t)(end - at) < size - shared)
        return damaged(reader);
    memcpy(reader->key + shared, at, size - shared);
    reader->at = (size_t)(at - reader->plain) + size - shared;
    return true;
}

/* The next state of the block, of which there is one. */
static bool decode(struct run_reader *reader)
{
    reader->left--;
    return reader->in_columns ? decode_columns(reader) : decode_row(reader);
}

bool run_reader_next(struct run_reader *reader)
{
    if (reader->ended)
        return false;
    if (reader->left == 0) {
        if (reader->block == reader->run->blocks) {
            leave_run(reader);
            return false;
        }
        if (!load_block(reader, reader->block))
            return false;
    }
    return decode(reader);
}

bool run_reader_begin(struct run_reader *reader, const struct run *run)
{
    leave_run(reader);
    reader->run = run;
    reader->ended = false;
    reader->block = 0;
    reader->left = 0;
    return run_reader_next(reader);
}

/* The last block that does not begin after a state, of those from `low` on, which does not. */
static uint64_t block_of(const struct run_reader *reader, uint64_t low, const unsigned char *key)
{
    size_t size = reader->space->state_bytes, entry = run_entry_bytes(reader->space);
    const unsigned char *index = reader->run->index;
    uint64_t high = reader->run->blocks;
    for (uint64_t step = 1; low + step < high; step *= 2) { /* it is often near */
        if (run_compare(index + (low + step) * entry + RUN_ENTRY, key, size) > 0) {
            high = low + step;
            break;
        }
        low += step;
    }
    while (low + 1 < high) {
        uint64_t middle = low + (high - low) / 2;
        if (run_compare(index + middle * entry + RUN_ENTRY, key, size) <= 0)
            low = middle;
        else
            high = middle;
    }
    return low;
}

bool run_reader_seek(struct run_reader *reader, const unsigned char *key)
{
    size_t size = reader->space->state_bytes;
    if (reader->ended)
        return false;
    if (run_compare(reader->key, key, size) >= 0)
        return true;
    uint64_t block = block_of(reader, reader->block - 1, key);
    if (block != reader->block - 1 && !(load_block(reader, block) && decode(reader)))
        return false;
    while (run_compare(reader->key, key, size) < 0) {
        if (!run_reader_next(reader))
            return false;
    }
    return true;
}

bool run_reader_begin_at(struct run_reader *reader, const struct run *run, const unsigned char *key)
{
    leave_run(reader);
    reader->run = run;
    if (run->blocks == 0)
        return false;
    return load_block(reader, block_of(reader, 0, key)) && decode(reader) &&
           run_reader_seek(reader, key);
}

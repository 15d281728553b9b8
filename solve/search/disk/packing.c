/* Packs and unpacks blocks of runs; see run.h. */
#include "config.h"

#include "solve/search/disk/run.h"

#include <stdlib.h>
#include <string.h>
#ifdef HAVE_ZSTD
#include <zstd.h>
#endif

enum {
    WORTH_COMPRESSING = 64, /* bytes of rows */
    WORTH_COLUMNS = 64,     /* average bytes of a column */
    TRIAL_EACH = 16,        /* blocks */
    COLUMN_HEAD = 8,        /* two lengths of four bytes for each column */
};

bool run_packer_make(struct run_packer *packer, size_t state_bytes, size_t plain_capacity)
{
    size_t columns = state_bytes + 1, capacity = plain_capacity;
    *packer = (struct run_packer){.state_bytes = state_bytes};
#ifdef HAVE_ZSTD
    capacity = ZSTD_compressBound(plain_capacity) + columns * COLUMN_HEAD;
    packer->compressor = ZSTD_createCCtx();
    if (packer->compressor == NULL)
        return false;
#endif
    packer->stored_capacity = capacity;
    packer->stored = malloc(capacity);
    packer->columns = malloc(plain_capacity);
    packer->ends = malloc(columns * sizeof *packer->ends);
    return packer->stored != NULL && packer->columns != NULL && packer->ends != NULL;
}

void run_packer_free(struct run_packer *packer)
{
#ifdef HAVE_ZSTD
    ZSTD_freeCCtx(packer->compressor);
#endif
    free(packer->stored);
    free(packer->columns);
    free(packer->ends);
}

#ifdef HAVE_ZSTD

/* Compresses bytes to packer->stored + at.  Returns the compressed size, or 0 if it is not smaller. */
static size_t compress(struct run_packer *packer, enum run_stay stay, const unsigned char *bytes, size_t size,
                       size_t at)
{
    size_t stored = ZSTD_compressCCtx(packer->compressor, packer->stored + at, packer->stored_capacity - at, bytes,
                                      size, stay == RUN_PASSING ? 1 : 5);
    return ZSTD_isError(stored) || stored >= size ? 0 : stored;
}

/* Reads the length of a shared start and moves *at past it. */
static size_t read_length(const unsigned char **at)
{
    size_t length = 0;
    for (unsigned shift = 0;; shift += 7) {
        unsigned char byte = *(*at)++;
        length |= (size_t)(byte & 0x7f) << shift;
        if (byte < 0x80)
            return length;
    }
}

/* Packs rows as columns into packer->stored.  Returns the size, or 0 if it is not smaller than the rows. */
static size_t pack_columns(struct run_packer *packer, enum run_stay stay, const unsigned char *rows, size_t size)
{
    size_t bytes = packer->state_bytes, stored = (bytes + 1) * COLUMN_HEAD, *ends = packer->ends;
    /* Finds where each column ends. */
    memset(ends, 0, (bytes + 1) * sizeof *ends);
    for (const unsigned char *at = rows; at < rows + size;) {
        const unsigned char *start = at;
        size_t shared = read_length(&at);
        ends[0] += (size_t)(at - start);
        if (shared < bytes)
            ends[shared + 1]++; /* one byte in this column and in each later one */
        at += bytes - shared;
    }
    for (size_t i = 2; i <= bytes; i++)
        ends[i] += ends[i - 1];
    for (size_t i = 1; i <= bytes; i++)
        ends[i] += ends[i - 1];
    /* Sorts the bytes of the rows into columns.  Meanwhile, `ends` has the place of each column's next byte. */
    memmove(ends + 1, ends, bytes * sizeof *ends);
    ends[0] = 0;
    for (const unsigned char *at = rows; at < rows + size;) {
        const unsigned char *start = at;
        size_t shared = read_length(&at);
        while (start < at)
            packer->columns[ends[0]++] = *start++;
        for (size_t i = shared; i < bytes; i++)
            packer->columns[ends[i + 1]++] = *at++;
    }
    for (size_t i = 0; i <= bytes; i++) {
        size_t begin = i == 0 ? 0 : ends[i - 1], its = ends[i] - begin;
        if (stored + its > packer->stored_capacity)
            return 0;
        size_t small = its < WORTH_COMPRESSING ? 0 : compress(packer, stay, packer->columns + begin, its, stored);
        if (small == 0)
            memcpy(packer->stored + stored, packer->columns + begin, its);
        small = small == 0 ? its : small;
        run_put(packer->stored + i * COLUMN_HEAD, its, 4);
        run_put(packer->stored + i * COLUMN_HEAD + 4, small, 4);
        stored += small;
    }
    return stored < size ? stored : 0;
}

/* Packs in the layout that is smaller, by a trial or by the last one.  Returns 0 if the block does not become smaller.
 */
static size_t pack_smaller(struct run_packer *packer, enum run_stay stay, const unsigned char *rows, size_t size,
                           struct run_choice *choice, enum run_layout *layout)
{
    bool may_choose = size >= WORTH_COLUMNS * (packer->state_bytes + 1);
    bool tries = may_choose && choice->before_trial == 0, columns = may_choose && choice->columns;
    size_t by_columns = tries || columns ? pack_columns(packer, stay, rows, size) : 0;
    if (may_choose)
        choice->before_trial = tries ? TRIAL_EACH : choice->before_trial - 1;
    *layout = RUN_COLUMNS;
    if (columns && !tries && by_columns > 0)
        return by_columns;
    size_t by_rows = compress(packer, stay, rows, size, 0);
    if (tries) {
        choice->columns = by_columns > 0 && (by_rows == 0 || by_columns < by_rows);
        if (choice->columns)
            return pack_columns(packer, stay, rows, size);
    }
    *layout = RUN_ROWS;
    return by_rows;
}

#endif

const unsigned char *run_pack(struct run_packer *packer, const unsigned char *rows, size_t size, enum run_stay stay,
                              struct run_choice *choice, enum run_layout *layout, size_t *stored)
{
    *stored = 0;
#ifdef HAVE_ZSTD
    if (size >= WORTH_COMPRESSING)
        *stored = pack_smaller(packer, stay, rows, size, choice, layout);
#else
    (void)packer, (void)stay, (void)choice;
#endif
    if (*stored > 0)
        return packer->stored;
    *layout = RUN_PLAIN;
    *stored = size;
    return rows;
}

bool run_unpacker_make(struct run_unpacker *unpacker, size_t plain_capacity)
{
    *unpacker = (struct run_unpacker){.stored = malloc(plain_capacity)};
#ifdef HAVE_ZSTD
    unpacker->decompressor = ZSTD_createDCtx();
    if (unpacker->decompressor == NULL)
        return false;
#endif
    return unpacker->stored != NULL;
}

void run_unpacker_free(struct run_unpacker *unpacker)
{
#ifdef HAVE_ZSTD
    ZSTD_freeDCtx(unpacker->decompressor);
#endif
    free(unpacker->stored);
}

bool run_can_unpack(enum run_layout layout)
{
#ifdef HAVE_ZSTD
    return layout <= RUN_COLUMNS;
#else
    return layout == RUN_PLAIN;
#endif
}

static bool decompress(struct run_unpacker *unpacker, const unsigned char *stored, size_t stored_size,
                       unsigned char *plain, size_t size)
{
#ifdef HAVE_ZSTD
    size_t got = ZSTD_decompressDCtx(unpacker->decompressor, plain, size, stored, stored_size);
    return !ZSTD_isError(got) && got == size;
#else
    (void)unpacker, (void)stored, (void)stored_size, (void)plain, (void)size;
    return false;
#endif
}

bool run_unpack(struct run_unpacker *unpacker, enum run_layout layout, const unsigned char *stored, size_t stored_size,
                unsigned char *plain, size_t size, struct run_column *columns, size_t state_bytes)
{
    if (layout == RUN_PLAIN) {
        if (stored_size == size)
            memcpy(plain, stored, size);
        return stored_size == size;
    }
    if (layout == RUN_ROWS)
        return decompress(unpacker, stored, stored_size, plain, size);
    size_t at = (state_bytes + 1) * COLUMN_HEAD, done = 0;
    if (at > stored_size)
        return false;
    for (size_t i = 0; i <= state_bytes; i++) {
        size_t its = run_get(stored + i * COLUMN_HEAD, 4);
        size_t small = run_get(stored + i * COLUMN_HEAD + 4, 4);
        if (its > size - done || small > stored_size - at || small > its)
            return false;
        if (small == its)
            memcpy(plain + done, stored + at, its);
        else if (!decompress(unpacker, stored + at, small, plain + done, its))
            return false;
        columns[i] = (struct run_column){plain + done, plain + done + its};
        done += its;
        at += small;
    }
    return at == stored_size && done == size;
}

/* The folder of a shard and its log; see folder.h. */
#include "gen/shard/folder.h"

#include "base/bytes.h"
#include "base/checksum.h"
#include "base/file.h"
#include "gen/run/journal.h"
#include "out/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_ours(const char *name, const char *context)
{
    (void)context;
    return strcmp(name, SHARD_HEAD) == 0 || strcmp(name, SHARD_BOUND) == 0 || strcmp(name, SHARD_LOG) == 0 ||
           file_is_temporary(name);
}

/* Whether a folder has a file of that name; -1: out of memory. */
static int has_file(const char *folder, const char *name)
{
    struct text path = {0};
    struct stat status;
    text_addf(&path, "%s/%s", folder, name);
    int there = path.failed ? -1 : stat(text_string(&path), &status) == 0;
    text_free(&path);
    return there;
}

/* Splits a head into the text before the line of the shard and the numbers in that line. */
static bool take_head(struct shard_folder *folder, const struct text *bytes, struct text *error)
{
    const char *all = text_string(bytes), *line = strstr(all, "\nshard ");
    const char *fault = journal_fault(bytes);
    uint64_t index = 0, count = 0;
    if (fault == NULL && (line == NULL || sscanf(line + 1, "shard %" SCNu64 "/%" SCNu64, &index, &count) != 2 ||
                          index == 0 || index > count || count > MOST_SHARDS))
        fault = "it is not that of a shard";
    if (fault != NULL) {
        text_addf(error, "%s/%s: %s; start this shard again with --force", text_string(&folder->path), SHARD_HEAD,
                  fault);
        return false;
    }
    folder->shard = (struct shard){index - 1, count};
    text_add(&folder->head, all, (size_t)(line + 1 - all));
    return true;
}

enum shard_state shard_folder_read(struct shard_folder *folder, const char *path, struct text *error)
{
    struct text bytes = {0};
    *folder = (struct shard_folder){0};
    text_add_string(&folder->path, path);
    int there = folder->path.failed ? -1 : has_file(path, SHARD_HEAD);
    if (there == 0) {
        enum folder_state state = folder_look(path, error);
        return state == FOLDER_NEW ? SHARD_NONE : state == FOLDER_FAILED ? SHARD_FAILED : SHARD_OTHER;
    }
    bool good = there > 0 || text_fail(error);
    good = good && folder_read(path, SHARD_HEAD, &bytes, error) && take_head(folder, &bytes, error);
    there = good ? has_file(path, SHARD_BOUND) : 0;
    text_clear(&bytes);
    if (there != 0)
        good = there > 0 ? folder_read(path, SHARD_BOUND, &bytes, error) : text_fail(error);
    /* A bound that cannot be parsed counts as none; the shard then does too much or too little work, but its results
     * are correct. */
    if (there > 0 && sscanf(text_string(&bytes), "%" SCNu64, &folder->bound) != 1)
        folder->bound = 0;
    if (folder->head.failed)
        good = text_fail(error);
    text_free(&bytes);
    return good ? SHARD_THERE : SHARD_FAILED;
}

void shard_folder_free(struct shard_folder *folder)
{
    text_free(&folder->path);
    text_free(&folder->head);
}

static bool replace_file(const struct shard_folder *folder, const char *name, const struct text *bytes,
                         struct text *error)
{
    struct text path = {0};
    text_addf(&path, "%s/%s", text_string(&folder->path), name);
    file_tidy(text_string(&folder->path));
    bool good = path.failed || bytes->failed ? text_fail(error)
                                             : file_replace(text_string(&path), text_string(bytes), bytes->size, error);
    text_free(&path);
    return good;
}

bool shard_folder_make(const struct shard_folder *folder, struct text *error)
{
    struct text bytes = {0};
    text_add_text(&bytes, &folder->head);
    text_addf(&bytes, "shard %" PRIu64 "/%" PRIu64 "\n", folder->shard.index + 1, folder->shard.count);
    journal_seal(&bytes);
    bool good =
        file_make_folders(text_string(&folder->path), 0777, error) && replace_file(folder, SHARD_HEAD, &bytes, error);
    text_free(&bytes);
    return good;
}

bool shard_folder_empty(const char *path, struct text *error)
{
    return folder_remove(path, is_ours, NULL, error);
}

bool shard_folder_bind(const struct shard_folder *folder, uint64_t bound, struct text *error)
{
    struct text bytes = {0};
    text_addf(&bytes, "%" PRIu64 "\n", bound);
    bool good = replace_file(folder, SHARD_BOUND, &bytes, error);
    text_free(&bytes);
    return good;
}

void shard_heads_differ(const char *there, const char *here, struct text *error)
{
    const char *one = there, *other = here;
    for (size_t i = 0; there[i] == here[i] && there[i] != '\0'; i++) {
        if (there[i] == '\n') {
            one = there + i + 1;
            other = here + i + 1;
        }
    }
    text_addf(error, "'%.*s' there, '%.*s' here", (int)strcspn(one, "\n"), one, (int)strcspn(other, "\n"), other);
}

/* --- the log --- */

enum { SUM_BYTES = 8, MOST_RECORD = 1 << 30, HEAD_BYTES = 1 + 10 };

/* --- writing --- */

static void add_number(struct text *text, uint64_t number)
{
    for (; number >= 128; number >>= 7)
        text_add_char(text, (char)(unsigned char)(number | 128));
    text_add_char(text, (char)(unsigned char)number);
}

static void add_fixed(struct text *text, uint64_t number)
{
    unsigned char bytes[8];
    store_8(bytes, number);
    text_add(text, (const char *)bytes, sizeof bytes);
}

static void add_record(struct text *records, char kind, const struct text *body)
{
    size_t start = records->size;
    text_add_char(records, kind);
    add_number(records, body->size);
    text_add_text(records, body);
    if (!records->failed)
        add_fixed(records, checksum_add(CHECKSUM_START, records->data + start, records->size - start));
}

/* Outcomes become symbols: twice the filter, plus one for the last outcome of a unit.  A unit without outcomes has its
 * own symbol, which this function returns. */
static uint64_t empty_unit(void)
{
    return 2 * (filter_count + 1);
}

struct run_length {
    struct text *body;
    uint64_t symbol, count;
};

static void add_symbol(struct run_length *run, uint64_t symbol)
{
    if (run->count > 0 && symbol != run->symbol) {
        add_number(run->body, run->symbol);
        add_number(run->body, run->count);
        run->count = 0;
    }
    run->symbol = symbol;
    run->count++;
}

void shard_log_add_batch(const struct batch *batch, uint64_t number, struct text *records)
{
    struct text body = {0};
    add_number(&body, number);
    add_number(&body, batch->units);
    struct run_length run = {.body = &body};
    size_t outcome = 0;
    for (unsigned unit = 0; unit < batch->units; unit++) {
        if (outcome == batch->unit_ends[unit])
            add_symbol(&run, empty_unit());
        for (; outcome < batch->unit_ends[unit]; outcome++)
            add_symbol(&run, 2 * (uint64_t)batch->outcomes[outcome] + (outcome + 1 == batch->unit_ends[unit]));
    }
    add_symbol(&run, empty_unit() + 1); /* the end */
    add_number(&body, empty_unit() + 1);
    for (size_t i = 0; i < batch->survivor_count; i++) {
        const struct survivor *survivor = &batch->survivors[i];
        add_fixed(&body, survivor->hash);
        add_number(&body, (uint64_t)survivor->grid.columns);
        add_number(&body, (uint64_t)survivor->grid.rows);
        text_add(&body, (const char *)survivor->grid.cells, (size_t)grid_size(&survivor->grid));
        add_number(&body, survivor->row.size);
        text_add_text(&body, &survivor->row);
    }
    add_record(records, 'C', &body);
    text_free(&body);
}

void shard_log_add_pause(struct text *records)
{
    struct text body = {0};
    add_record(records, 'P', &body);
}

void shard_log_sort(struct batch *batch)
{
    size_t start = 0;
    for (size_t i = 0; batch->outcome_count > 0 && i <= batch->survivor_count; i++) {
        size_t end = i < batch->survivor_count ? batch->survivors[i].outcome : batch->outcome_count;
        unsigned char *outcomes = batch->outcomes + start;
        size_t count = end - start;
        size_t counts[256] = {0};
        for (size_t k = 0; k < count; k++)
            counts[outcomes[k]]++;
        for (unsigned value = 0; value < 256; value++) {
            memset(outcomes, (int)value, counts[value]);
            outcomes += counts[value];
        }
        start = end + 1;
    }
    for (unsigned unit = 0; unit < batch->units; unit++)
        batch->unit_ends[unit] = unit + 1 < batch->units ? 0 : batch->outcome_count;
}

/* --- reading --- */

bool shard_log_open(struct shard_log *log, const char *folder, size_t block, struct text *error)
{
    *log = (struct shard_log){.block = block};
    text_addf(&log->path, "%s/%s", folder, SHARD_LOG);
    return !log->path.failed || text_fail(error);
}

void shard_log_close(struct shard_log *log)
{
    text_free(&log->path);
    text_free(&log->bytes);
}

/* Makes `size` bytes at the offset available, if the file has them; *there receives how many there are.  Returns
 * false on an error. */
static bool fetch(struct shard_log *log, size_t size, size_t *there, struct text *error)
{
    if (log->offset < log->start || log->offset + size > log->start + log->bytes.size) {
        const char *path = text_string(&log->path);
        size_t wanted = size > log->block ? size : log->block;
        int file = file_open(path, O_RDONLY);
        char piece[16384];
        bool good = file >= 0 || errno == ENOENT || file_fail(error, path);
        text_clear(&log->bytes);
        log->start = log->offset;
        while (good && file >= 0 && log->bytes.size < wanted && !log->bytes.failed) {
            ssize_t got = pread(file, piece, sizeof piece, (off_t)(log->start + log->bytes.size));
            if (got == 0)
                break;
            if (got < 0)
                good = errno == EINTR || file_fail(error, path);
            else
                text_add(&log->bytes, piece, (size_t)got);
        }
        if (file >= 0)
            close(file);
        if (log->bytes.failed || !good)
            return log->bytes.failed ? text_fail(error) : false;
    }
    *there = log->bytes.size - (size_t)(log->offset - log->start);
    return true;
}

/* The part of a record that is still to be read. */
struct cursor {
    const unsigned char *next, *end;
    bool broken;
};

static uint64_t take_number(struct cursor *cursor)
{
    uint64_t number = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        if (cursor->next == cursor->end)
            break;
        unsigned char byte = *cursor->next++;
        number |= (uint64_t)(byte & 127) << shift;
        if (byte < 128)
            return number;
    }
    cursor->broken = true;
    return 0;
}

static const unsigned char *take_bytes(struct cursor *cursor, uint64_t size)
{
    const unsigned char *bytes = cursor->next;
    if (size > (uint64_t)(cursor->end - cursor->next)) {
        cursor->broken = true;
        return NULL;
    }
    cursor->next += size;
    return bytes;
}

/* Reads a survivor.  Returns false if memory runs out. */
static bool take_survivor(struct cursor *cursor, struct survivor *survivor)
{
    const unsigned char *bytes = take_bytes(cursor, 8);
    survivor->hash = bytes == NULL ? 0 : load_8(bytes);
    uint64_t columns = take_number(cursor), rows = take_number(cursor);
    cursor->broken |= columns == 0 || rows == 0 || columns > GRID_MAX_SIDE || rows > GRID_MAX_SIDE;
    const unsigned char *cells = cursor->broken ? NULL : take_bytes(cursor, columns * rows);
    uint64_t size = take_number(cursor);
    const unsigned char *row = take_bytes(cursor, size);
    if (cursor->broken)
        return true;
    if (!grid_make(&survivor->grid, (int)columns, (int)rows, ' '))
        return false;
    memcpy(survivor->grid.cells, cells, (size_t)(columns * rows));
    text_add(&survivor->row, (const char *)row, (size_t)size);
    return !survivor->row.failed;
}

/* Takes a whole batch.  Returns false if something is wrong or the batch has failed. */
static bool take_batch(struct cursor *cursor, unsigned units, uint64_t *number, struct batch *batch)
{
    unsigned unit = 0;
    *number = take_number(cursor);
    uint64_t has = take_number(cursor);
    if (has == 0 || has > units)
        return false;
    batch->units = (unsigned)has;
    /* Runs of equal outcomes. */
    for (uint64_t symbol; (symbol = take_number(cursor)) <= empty_unit() && !cursor->broken && !batch->failed;) {
        uint64_t count = take_number(cursor);
        bool empty = symbol == empty_unit(), ends = empty || symbol % 2 == 1;
        cursor->broken |= unit == batch->units || count > (ends ? batch->units - unit : MOST_RECORD);
        for (; count > 0 && !cursor->broken && !batch->failed; count--) {
            if (!empty)
                batch_add_outcome(batch, (size_t)(symbol / 2));
            if (ends)
                batch->unit_ends[unit++] = batch->outcome_count;
        }
    }
    if (batch->failed || cursor->broken || unit < batch->units || batch->unit_ends[unit - 1] != batch->outcome_count)
        return false;
    for (size_t i = 0; i < batch->outcome_count && !cursor->broken; i++) {
        if (batch->outcomes[i] != filter_count)
            continue;
        struct survivor *survivor = batch_add_survivor(batch);
        if (survivor == NULL || !take_survivor(cursor, survivor)) {
            batch->failed = true;
            return false;
        }
        survivor->outcome = i;
    }
    return !cursor->broken && cursor->next == cursor->end;
}

/* The bytes at the offset. */
static const unsigned char *bytes_at_offset(const struct shard_log *log)
{
    return (const unsigned char *)text_string(&log->bytes) + (log->offset - log->start);
}

enum shard_record shard_log_next(struct shard_log *log, unsigned units, uint64_t *number, struct batch *batch,
                                 struct text *error)
{
    size_t there;
    batch_clear(batch);
    if (!fetch(log, HEAD_BYTES, &there, error))
        return RECORD_FAILED;
    if (there == 0)
        return RECORD_NONE;
    /* The size of the whole record that begins with these bytes; 0: no record does. */
    const unsigned char *begin = bytes_at_offset(log);
    struct cursor head = {.next = begin + 1, .end = begin + (there < HEAD_BYTES ? there : HEAD_BYTES)};
    bool known = *begin == 'C' || *begin == 'P';
    uint64_t size = known ? take_number(&head) : 0;
    size = !known || head.broken || size > MOST_RECORD ? 0 : (uint64_t)(head.next - begin) + size + SUM_BYTES;
    if (size != 0 && size > there && !fetch(log, (size_t)size, &there, error))
        return RECORD_FAILED;
    if (size == 0 || size > there)
        return RECORD_BROKEN;
    const unsigned char *bytes = bytes_at_offset(log), *sum = bytes + size - SUM_BYTES;
    if (load_8(sum) != checksum_add(CHECKSUM_START, bytes, (size_t)size - SUM_BYTES))
        return RECORD_BROKEN;
    struct cursor body = {.next = bytes + 1, .end = sum};
    uint64_t left = take_number(&body);
    bool good = *bytes == 'P' ? left == 0 : take_batch(&body, units, number, batch);
    if (batch->failed) {
        text_fail(error);
        return RECORD_FAILED;
    }
    if (!good)
        return RECORD_BROKEN;
    log->offset += size;
    return *bytes == 'P' ? RECORD_PAUSE : RECORD_BATCH;
}

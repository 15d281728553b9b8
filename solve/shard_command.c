/* solve --shard and --merge; see command.h. */
#include "solve/command.h"

#include "base/array.h"
#include "base/csv.h"
#include "base/file.h"
#include "base/sort.h"
#include "solve/level/report.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- writing a part --- */

static const char number_column[] = "number", end_word[] = "end", limit_word[] = "limit";

void part_add_header(struct text *part, bool timings)
{
    text_addf(part, "%s,", number_column);
    report_add_header(part, timings);
}

void part_add_number(struct text *part, uint64_t number)
{
    text_addf(part, "%" PRIu64 ",", number);
}

void part_add_error(struct text *part, uint64_t number, const char *message, bool limited)
{
    part_add_number(part, number);
    csv_add_field(part, message);
    text_addf(part, "%s%s\n", limited ? "," : "", limited ? limit_word : "");
}

void part_add_end(struct text *part, struct shard shard, uint64_t levels)
{
    text_addf(part, "%s,%" PRIu64 "/%" PRIu64 ",%" PRIu64 "\n", end_word, shard.index + 1, shard.count, levels);
}

/* --- merging --- */

enum { PART_MOST = 1 << 30 }; /* bytes */

/* What a part says about a level: its row of the report, or why it could not be read. */
struct entry {
    uint64_t number;
    struct text text; /* owned */
    bool is_error;
    int status; /* the exit status that the level leads to */
};

struct merging {
    struct entry *entries; /* [capacity] of all parts */
    size_t count, capacity;
    struct text header;      /* of the report */
    uint64_t shards, levels; /* as the parts say; 0 shards: no part read so far does */
    bool *have;              /* [shards] the parts read so far */
    bool no_memory;
    /* the part being read */
    size_t first; /* its first entry */
    size_t rows;
    bool ended;
    const char *fault; /* NULL: none */
};

static void join_fields(const char *const *fields, size_t count, struct text *text)
{
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            text_add_char(text, ',');
        csv_add_field(text, fields[i]);
    }
    text_add_char(text, '\n');
}

/* Takes the last line of a part and checks the part against it. */
static bool take_end(struct merging *merging, const char *const *fields, size_t count)
{
    uint64_t index = 0, shards = 0, levels = 0;
    const char *rest;
    bool good = count == 3 && shard_number(fields[1], '/', &index, &rest) && shard_number(rest, '\0', &shards, &rest) &&
                shard_number(fields[2], '\0', &levels, &rest) && index >= 1 && index <= shards && shards <= MOST_SHARDS;
    size_t own = merging->count - merging->first;
    good = good && own == levels / shards + (index - 1 < levels % shards);
    for (size_t i = 0; good && i < own; i++)
        good = merging->entries[merging->first + i].number == index + i * shards;
    if (!good) {
        merging->fault = "it is damaged";
        return false;
    }
    if (merging->have == NULL) {
        merging->have = calloc(shards, sizeof *merging->have);
        merging->no_memory |= merging->have == NULL;
        merging->shards = shards;
        merging->levels = levels;
    }
    if (merging->have == NULL)
        return false;
    if (merging->shards != shards || merging->levels != levels)
        merging->fault = "it is of other levels than the parts before it, or of another number of parts";
    else if (merging->have[index - 1])
        merging->fault = "another file holds the same part";
    else
        merging->have[index - 1] = true;
    merging->ended = true;
    return merging->fault == NULL;
}

static bool take_entry(struct merging *merging, const char *const *fields, size_t count)
{
    struct entry entry = {.is_error = count < COLUMN_COUNT};
    const char *rest;
    if (count < 2 || (entry.is_error && count > 3) || !shard_number(fields[0], '\0', &entry.number, &rest)) {
        merging->fault = "it is damaged";
        return false;
    }
    if (!ARRAY_RESERVE(merging->entries, merging->count, merging->capacity, 64)) {
        merging->no_memory = true;
        return false;
    }
    if (!entry.is_error) {
        join_fields(fields + 1, count - 1, &entry.text);
        bool undecided = strcmp(fields[1 + COLUMN_verdict], verdict_names[VERDICT_UNDECIDED]) == 0;
        entry.status = undecided ? EXIT_LIMIT : EXIT_SUCCESS;
    } else {
        text_add_string(&entry.text, fields[1]);
        entry.status = count == 3 ? EXIT_LIMIT : EXIT_BAD_INPUT;
    }
    merging->entries[merging->count++] = entry;
    merging->no_memory |= entry.text.failed;
    return !merging->no_memory;
}

static bool take_line(void *context, const char *const *fields, size_t count)
{
    struct merging *merging = context;
    if (merging->rows++ == 0) {
        struct text header = {0}, known[2] = {{0}, {0}};
        bool good = count > 1 && strcmp(fields[0], number_column) == 0;
        if (good) {
            join_fields(fields + 1, count - 1, &header);
            report_add_header(&known[0], false);
            report_add_header(&known[1], true);
            good = strcmp(text_string(&header), text_string(&known[0])) == 0 ||
                   strcmp(text_string(&header), text_string(&known[1])) == 0;
        }
        if (!good)
            merging->fault = "it is no part that --shard wrote";
        else if (merging->header.size == 0)
            text_add_text(&merging->header, &header);
        else if (strcmp(text_string(&merging->header), text_string(&header)) != 0)
            merging->fault = "its columns are not those of the other parts";
        merging->no_memory |= header.failed || known[0].failed || known[1].failed || merging->header.failed;
        text_free(&header);
        text_free(&known[0]);
        text_free(&known[1]);
        return merging->fault == NULL && !merging->no_memory;
    }
    if (merging->ended)
        merging->fault = "something follows its end";
    else if (count > 0 && strcmp(fields[0], end_word) == 0)
        return take_end(merging, fields, count);
    else
        return take_entry(merging, fields, count);
    return false;
}

/* Frees the entries from the n-th on. */
static void drop_entries(struct merging *merging, size_t n)
{
    while (merging->count > n)
        text_free(&merging->entries[--merging->count].text);
}

/* Reads a part.  Returns the exit status.  Drops the entries of an incomplete part. */
static int read_part(const struct program *program, struct merging *merging, const char *path)
{
    struct text bytes = {0}, error = {0};
    int status = EXIT_SUCCESS;
    merging->first = merging->count;
    merging->rows = 0;
    merging->ended = false;
    merging->fault = NULL;
    if (!file_read(path, PART_MOST, &bytes, &error)) {
        program_error(program, "%s", text_string(&error));
        status = EXIT_BAD_INPUT;
    } else {
        bool whole = csv_read(text_string(&bytes), bytes.size, take_line, merging, &error);
        merging->no_memory |= error.failed;
        if (merging->fault != NULL) {
            program_error(program, "%s: %s", path, merging->fault);
            status = EXIT_BAD_INPUT;
        } else if (!merging->ended && !merging->no_memory) { /* its process was probably killed */
            program_error(program, "%s: its end is missing%s%s", path, whole ? "" : ": ",
                          whole ? "" : text_string(&error));
            drop_entries(merging, merging->first);
            status = EXIT_HOLDS_NOT;
        }
    }
    text_free(&bytes);
    text_free(&error);
    return status;
}

/* Prints the report.  Returns the exit status of one run over all levels. */
static int print_merged(const struct program *program, struct merging *merging)
{
    bool bad = false, limit = false;
    fputs(text_string(&merging->header), stdout);
    qsort(merging->entries, merging->count, sizeof *merging->entries, compare_uint64);
    for (size_t i = 0; i < merging->count; i++) {
        const struct entry *entry = &merging->entries[i];
        bad |= entry->status == EXIT_BAD_INPUT;
        limit |= entry->status == EXIT_LIMIT;
        if (entry->is_error)
            program_complain(program, &entry->text);
        else
            fwrite(entry->text.data, 1, entry->text.size, stdout);
    }
    return bad ? EXIT_BAD_INPUT : limit ? EXIT_LIMIT : EXIT_SUCCESS;
}

int merge_parts(const struct program *program, char *const *files, size_t count)
{
    struct merging merging = {0};
    int status = EXIT_SUCCESS;
    struct text error = {0};
    if (count == 0) {
        text_add_string(&error, "--merge needs the files of the parts");
        return program_usage(program, &error);
    }
    for (size_t i = 0; i < count && !merging.no_memory; i++) {
        int read = read_part(program, &merging, files[i]);
        status = read > status ? read : status; /* bad input counts more than an incomplete part */
    }
    if (status != EXIT_BAD_INPUT && !merging.no_memory) {
        bool missing = merging.have == NULL;
        for (uint64_t i = 0; i < merging.shards; i++) {
            if (!merging.have[i])
                program_error(program, "the part --shard=%" PRIu64 "/%" PRIu64 " is missing", i + 1, merging.shards);
            missing |= !merging.have[i];
        }
        status = missing ? EXIT_HOLDS_NOT : print_merged(program, &merging);
    }
    if (merging.no_memory) {
        program_error(program, "out of memory");
        status = EXIT_LIMIT;
    }
    drop_entries(&merging, 0);
    free(merging.entries);
    free(merging.have);
    text_free(&merging.header);
    return program_finish(program, status);
}

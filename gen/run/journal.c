/* The journal of a run; see journal.h. */
#include "gen/run/journal.h"

#include "base/array.h"
#include "base/checksum.h"
#include "filters/filters.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct tally tally_start(void)
{
    return (struct tally){.rows_sum = CHECKSUM_START, .levels_sum = CHECKSUM_START, .known_sum = CHECKSUM_START};
}

void tally_write(const struct tally *tally, struct text *journal)
{
    text_addf(journal, "unit %" PRIu64 "\ntries %" PRIu64 "\nbarren %" PRIu64 "\nkept %" PRIu64 "\n", tally->next_unit,
              tally->tries, tally->barren, tally->kept);
    text_addf(journal, "rows %016" PRIx64 "\nlevels %016" PRIx64 "\n", tally->rows_sum, tally->levels_sum);
    for (size_t i = 0; i < filter_count; i++) {
        if (tally->dropped[i] > 0)
            text_addf(journal, "dropped %zu %" PRIu64 "\n", i, tally->dropped[i]);
    }
    text_addf(journal, "crowded %" PRIu64 "\nknown %016" PRIx64 "\n", tally->crowded, tally->known_sum);
    for (unsigned i = 0; i < tally->relaxed; i++)
        text_addf(journal, "relaxed %u %" PRIu64 "\n", i, tally->kept_before[i]);
}

void tally_read_line(struct tally *tally, const char *line)
{
    size_t filter;
    unsigned time;
    uint64_t number;
    if (sscanf(line, "dropped %zu %" SCNu64, &filter, &number) == 2 && filter < filter_count) {
        tally->dropped[filter] = number;
    } else if (sscanf(line, "relaxed %u %" SCNu64, &time, &number) == 2 && time < TALLY_RELAXES) {
        tally->kept_before[time] = number;
        tally->relaxed = time + 1;
    } else {
        sscanf(line, "unit %" SCNu64, &tally->next_unit);
        sscanf(line, "tries %" SCNu64, &tally->tries);
        sscanf(line, "barren %" SCNu64, &tally->barren);
        sscanf(line, "kept %" SCNu64, &tally->kept);
        sscanf(line, "rows %" SCNx64, &tally->rows_sum);
        sscanf(line, "levels %" SCNx64, &tally->levels_sum);
        sscanf(line, "crowded %" SCNu64, &tally->crowded);
        sscanf(line, "known %" SCNx64, &tally->known_sum);
    }
}

static const char seal[] = "check ";
enum { SEAL_SIZE = sizeof seal - 1 + 16 + 1 };

static void make_seal(const char *bytes, size_t size, char made[SEAL_SIZE + 1])
{
    snprintf(made, SEAL_SIZE + 1, "%s%016" PRIx64 "\n", seal, checksum_add(CHECKSUM_START, bytes, size));
}

void journal_seal(struct text *journal)
{
    char made[SEAL_SIZE + 1];
    make_seal(text_string(journal), journal->size, made);
    text_add_string(journal, made);
}

const char *journal_text_fault(const struct text *text)
{
    const char *bytes = text_string(text);
    if (text->size == 0)
        return "it is empty";
    if (memchr(bytes, '\0', text->size) != NULL)
        return "it contains NUL bytes";
    if (memchr(bytes, '\r', text->size) != NULL)
        return "its line endings were changed";
    return NULL;
}

const char *journal_fault(const struct text *journal)
{
    const char *fault = journal_text_fault(journal), *bytes = text_string(journal);
    if (fault != NULL)
        return fault;
    size_t body = journal->size < SEAL_SIZE ? 0 : journal->size - SEAL_SIZE;
    if (body == 0 || bytes[body - 1] != '\n' || strncmp(bytes + body, seal, sizeof seal - 1) != 0)
        return "its end is missing";
    char right[SEAL_SIZE + 1];
    make_seal(bytes, body, right);
    return strcmp(bytes + body, right) == 0 ? NULL : "it was changed";
}

/* --- checkpoints --- */

bool checkpoints_add(struct checkpoints *checkpoints, const struct tally *tally)
{
    size_t count = checkpoints->count, kept = 0;
    if (count > 0 && checkpoints->tallies[count - 1].next_unit == tally->next_unit)
        count--;
    if (!ARRAY_RESERVE(checkpoints->tallies, count, checkpoints->capacity, 16))
        return false;
    struct tally *tallies = checkpoints->tallies;
    for (size_t i = 0; i < count; i++) {
        /* For each power of two, the last two multiples of it that are not multiples of the next power stay.  A
         * checkpoint is therefore at most three times as far from the end as the next one, and about one stays for each
         * binary digit of the last unit. */
        uint64_t unit = tallies[i].next_unit;
        int zeros = unit == 0 ? 0 : __builtin_ctzll(unit);
        if (unit != 0 && (tally->next_unit >> zeros) - (unit >> zeros) > 1)
            continue;
        if (kept < i)
            tallies[kept] = tallies[i];
        kept++;
    }
    tallies[kept] = *tally;
    checkpoints->count = kept + 1;
    return true;
}

void checkpoints_free(struct checkpoints *checkpoints)
{
    free(checkpoints->tallies);
    *checkpoints = (struct checkpoints){0};
}

void checkpoints_write(const struct checkpoints *checkpoints, struct text *journal)
{
    for (size_t i = 0; i < checkpoints->count; i++) {
        tally_write(&checkpoints->tallies[i], journal);
        journal_seal(journal);
    }
}

bool checkpoints_read(struct checkpoints *checkpoints, const struct text *journal, size_t *size)
{
    const char *bytes = text_string(journal), *line = bytes;
    struct tally tally = tally_start();
    char right[SEAL_SIZE + 1];
    *size = 0;
    for (const char *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
        tally_read_line(&tally, line);
        if (strncmp(line, seal, sizeof seal - 1) != 0)
            continue;
        make_seal(bytes, (size_t)(line - bytes), right);
        if (strncmp(line, right, SEAL_SIZE) != 0)
            break;
        struct tally before = tally_start();
        before.known_sum = tally.known_sum;
        if ((checkpoints->count == 0 && tally.next_unit > 0 && !checkpoints_add(checkpoints, &before)) ||
            !checkpoints_add(checkpoints, &tally))
            return false;
        *size = (size_t)(end + 1 - bytes);
    }
    return true;
}

/* Difficulties from reports; see ratings.h. */
#include "play/ratings.h"

#include "base/file.h"
#include "solve/level/report.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { REPORT_LIMIT = 1 << 28 };

static int compare(const void *a, const void *b)
{
    uint64_t x = ((const struct rating *)a)->hash, y = ((const struct rating *)b)->hash;
    return (x > y) - (x < y);
}

/* Takes a row of a report if it has a difficulty.  Returns false if memory runs out. */
static bool take_row(void *context, const char *const *fields)
{
    struct ratings *ratings = context;
    char *end;
    double difficulty = strtod(fields[COLUMN_difficulty], &end);
    if (end == fields[COLUMN_difficulty] || !(difficulty >= 0 && difficulty <= 100))
        return true;
    if (ratings->count == ratings->capacity) {
        size_t capacity = ratings->capacity == 0 ? 64 : 2 * ratings->capacity;
        struct rating *list = realloc(ratings->list, capacity * sizeof *list);
        if (list == NULL)
            return false;
        ratings->list = list;
        ratings->capacity = capacity;
    }
    ratings->list[ratings->count++] = (struct rating){strtoull(fields[COLUMN_hash], NULL, 16), difficulty};
    return true;
}

/* Reads a report, unless it is the last one that was read. */
static void read_report(struct ratings *ratings, const struct text *path)
{
    struct text bytes = {0}, error = {0};
    struct stat status;
    if (path->failed || (ratings->path.size > 0 && strcmp(text_string(&ratings->path), text_string(path)) == 0))
        return;
    text_clear(&ratings->path);
    text_add_text(&ratings->path, path);
    ratings->count = 0;
    if (stat(text_string(path), &status) == 0 && S_ISREG(status.st_mode) &&
        file_read(text_string(path), REPORT_LIMIT, &bytes, &error))
        report_read(text_string(&bytes), bytes.size, take_row, ratings, &error);
    if (ratings->count > 0)
        qsort(ratings->list, ratings->count, sizeof *ratings->list, compare);
    text_free(&bytes);
    text_free(&error);
}

static double find(const struct ratings *ratings, uint64_t hash)
{
    const struct rating wanted = {.hash = hash}, *found = NULL;
    if (ratings->count > 0)
        found = bsearch(&wanted, ratings->list, ratings->count, sizeof wanted, compare);
    return found == NULL ? UNKNOWN : found->difficulty;
}

double ratings_find(struct rating_finder *finder, const char *path, uint64_t hash)
{
    const char *slash = strrchr(path, '/'), *name = slash == NULL ? path : slash + 1;
    const char *dot = strrchr(name, '.');
    struct text folder = {0}, file = {0};
    text_add(&folder, path, (size_t)(name - path));
    text_add_string(&folder, "report.csv");
    text_add(&file, path, dot == NULL ? strlen(path) : (size_t)(dot - path));
    text_add_string(&file, ".csv");
    read_report(&finder->folder, &folder);
    read_report(&finder->file, &file);
    text_free(&folder);
    text_free(&file);
    double difficulty = find(&finder->file, hash);
    return difficulty == UNKNOWN ? find(&finder->folder, hash) : difficulty;
}

static void clear(struct ratings *ratings)
{
    text_free(&ratings->path);
    free(ratings->list);
    *ratings = (struct ratings){0};
}

void ratings_free(struct rating_finder *finder)
{
    clear(&finder->folder);
    clear(&finder->file);
}

/* Solved levels and difficulties; see marks.h. */
#include "play/marks.h"

#include "base/array.h"
#include "base/checksum.h"
#include "base/file.h"
#include "base/sort.h"
#include "solve/level/report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FILE_LIMIT = 1 << 26, KEY_DIGITS = 16 };

/* --- sorted keys --- */

bool marks_have(const struct marks *marks, uint64_t key)
{
    return marks->count > 0 && bsearch(&key, marks->keys, marks->count, sizeof key, compare_uint64) != NULL;
}

/* Adds a key at the end.  Returns false if memory runs out. */
static bool append(struct marks *marks, uint64_t key)
{
    if (!ARRAY_RESERVE(marks->keys, marks->count, marks->capacity, 64))
        return false;
    marks->keys[marks->count++] = key;
    return true;
}

/* Sorts the keys and removes duplicates. */
static void sort_keys(struct marks *marks)
{
    size_t kept = 0;
    if (marks->count > 0)
        qsort(marks->keys, marks->count, sizeof *marks->keys, compare_uint64);
    for (size_t i = 0; i < marks->count; i++) {
        if (kept == 0 || marks->keys[i] != marks->keys[kept - 1])
            marks->keys[kept++] = marks->keys[i];
    }
    marks->count = kept;
}

/* --- the file --- */

/* Adds the keys in the file.  Returns false if the file exists but cannot be read. */
static bool read_file(struct marks *marks)
{
    struct text bytes = {0}, error = {0};
    struct stat status;
    if (marks->path == NULL || stat(marks->path, &status) != 0)
        return true;
    bool good = S_ISREG(status.st_mode) && file_read(marks->path, FILE_LIMIT, &bytes, &error);
    const char *line = text_string(&bytes);
    for (const char *end; good && *line != '\0'; line = end + (*end == '\n')) {
        end = line + strcspn(line, "\n");
        if (end - line == KEY_DIGITS && strspn(line, "0123456789abcdef") == KEY_DIGITS)
            good = append(marks, strtoull(line, NULL, 16));
    }
    sort_keys(marks);
    text_free(&bytes);
    text_free(&error);
    return good;
}

void marks_open(struct marks *marks)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    struct text path = {0};
    if (state != NULL && state[0] == '/')
        text_addf(&path, "%s/onlyway/solved", state);
    else if (home != NULL && home[0] == '/')
        text_addf(&path, "%s/.local/state/onlyway/solved", home);
    *marks = (struct marks){.path = path.failed || path.size == 0 ? NULL : strdup(text_string(&path))};
    text_free(&path);
    read_file(marks);
}

void marks_close(struct marks *marks)
{
    free(marks->path);
    free(marks->keys);
    *marks = (struct marks){0};
}

void marks_add(struct marks *marks, uint64_t key)
{
    bool readable = read_file(marks);
    if (marks_have(marks, key) || !append(marks, key))
        return;
    sort_keys(marks);
    if (readable && marks->path != NULL) {
        struct text bytes = {0}, folder = {0}, error = {0};
        for (size_t i = 0; i < marks->count; i++)
            text_addf(&bytes, "%016" PRIx64 "\n", marks->keys[i]);
        file_tidy_beside(marks->path);
        text_add(&folder, marks->path, (size_t)(strrchr(marks->path, '/') - marks->path));
        if (!bytes.failed && !folder.failed && file_make_folders(text_string(&folder), 0700, &error))
            file_replace(marks->path, text_string(&bytes), bytes.size, &error);
        text_free(&bytes);
        text_free(&folder);
        text_free(&error);
    }
}

/* --- levels --- */

bool marks_key(const struct puzzle *puzzle, unsigned rules_number, uint64_t hash, uint64_t *key)
{
    const struct game *game = puzzle->game;
    const char *rules = game->rules == NULL ? "" : game->rules[rules_number];
    struct text head = {0};
    uint64_t sum = CHECKSUM_START;
    if (game->language != NULL)
        game->language->write_head(game->language->source_of(puzzle), NULL, NULL, &head);
    sum = checksum_add(sum, game->name, strlen(game->name) + 1);
    sum = checksum_add(sum, rules, strlen(rules) + 1);
    sum = checksum_add(sum, text_string(&head), head.size);
    for (int shift = 0; shift < 64; shift += 8)
        sum = checksum_add(sum, &(unsigned char){(unsigned char)(hash >> shift)}, 1);
    bool good = !head.failed;
    text_free(&head);
    *key = sum;
    return good;
}

/* --- difficulties from reports --- */

/* Takes a row of a report if it has a difficulty.  Returns false if memory runs out. */
static bool take_row(void *context, const char *const *fields)
{
    struct ratings *ratings = context;
    char *end;
    double difficulty = strtod(fields[COLUMN_difficulty], &end);
    if (end == fields[COLUMN_difficulty] || !(difficulty >= 0 && difficulty <= 100))
        return true;
    if (!ARRAY_RESERVE(ratings->list, ratings->count, ratings->capacity, 64))
        return false;
    ratings->list[ratings->count++] = (struct rating){strtoull(fields[COLUMN_hash], NULL, 16), difficulty};
    return true;
}

double ratings_find(struct rating_finder *finder, const char *file, uint64_t hash)
{
    static const enum report_place places[] = {REPORT_OF_FILE, REPORT_OF_FOLDER};
    const struct rating wanted = {.hash = hash}, *found = NULL;
    for (int i = 0; i < 2; i++) {
        /* Reads the report of the level's file, unless it is the last one that was read. */
        struct ratings *ratings = &finder->reports[i];
        struct text path = {0};
        bool no_memory;
        report_path(file, places[i], &path);
        if (!path.failed && (ratings->path.size == 0 || strcmp(text_string(&ratings->path), text_string(&path)) != 0)) {
            text_clear(&ratings->path);
            text_add_text(&ratings->path, &path);
            ratings->count = 0;
            report_read_file(text_string(&path), take_row, ratings, &no_memory);
            if (ratings->count > 0)
                qsort(ratings->list, ratings->count, sizeof *ratings->list, compare_uint64);
        }
        text_free(&path);
        if (found == NULL && ratings->count > 0)
            found = bsearch(&wanted, ratings->list, ratings->count, sizeof wanted, compare_uint64);
    }
    return found == NULL ? UNKNOWN : found->difficulty;
}

void ratings_free(struct rating_finder *finder)
{
    for (int i = 0; i < 2; i++) {
        text_free(&finder->reports[i].path);
        free(finder->reports[i].list);
    }
    *finder = (struct rating_finder){0};
}

/* The folder that a run of the generator writes; see folder.h. */
#include "out/folder.h"

#include "base/checksum.h"
#include "base/program.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILE_LIMIT = 1 << 30 };

static void join(struct text *path, const char *folder, const char *name)
{
    text_clear(path);
    text_addf(path, "%s/%s", folder, name);
}

static bool is_level_name(const char *name)
{
    size_t digits = strspn(name, "0123456789");
    return digits > 0 && strcmp(name + digits, ".txt") == 0;
}

/* Whether a run writes files with this name; `also` is one more such name, or NULL. */
static bool is_ours(const char *name, const char *also)
{
    return (also != NULL && strcmp(name, also) == 0) || is_level_name(name) || strcmp(name, FOLDER_REPORT) == 0 ||
           strcmp(name, FOLDER_JOURNAL) == 0 || file_is_temporary(name);
}

#ifndef O_PATH /* not on macOS */
#define O_PATH O_SEARCH
#endif

static bool exists(const char *path, const char *name)
{
    int folder = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
    bool there = folder >= 0 && faccessat(folder, name, F_OK, 0) == 0;
    if (folder >= 0)
        close(folder);
    return there;
}

static int real_item(const struct dirent *item)
{
    return strcmp(item->d_name, ".") != 0 && strcmp(item->d_name, "..") != 0;
}

/* Skips the temporary files of a killed run. */
static int lasting_item(const struct dirent *item)
{
    return real_item(item) && !file_is_temporary(item->d_name);
}

static void free_items(struct dirent **items, int count)
{
    for (int i = 0; i < count; i++)
        free(items[i]);
    free(items);
}

enum folder_state folder_look(const char *path, struct text *error)
{
    struct dirent **items;
    int count = scandir(path, &items, lasting_item, alphasort);
    if (count < 0 && errno == ENOENT)
        return FOLDER_NEW;
    if (count < 0) {
        file_fail(error, path);
        return FOLDER_FAILED;
    }
    free_items(items, count);
    if (count == 0)
        return FOLDER_NEW;
    if (exists(path, FOLDER_JOURNAL))
        return FOLDER_UNFINISHED;
    return exists(path, FOLDER_REPORT) ? FOLDER_COMPLETE : FOLDER_OTHER;
}

static int level_item(const struct dirent *item)
{
    return is_level_name(item->d_name);
}

bool folder_count_levels(const char *path, uint64_t *levels, struct text *error)
{
    struct dirent **items;
    int count = scandir(path, &items, level_item, alphasort);
    if (count < 0)
        return file_fail(error, path);
    struct text name = {0};
    struct stat status;
    *levels = 0;
    for (int i = 0; i < count; i++) {
        join(&name, path, items[i]->d_name);
        *levels += stat(text_string(&name), &status) == 0 && status.st_size > 0;
    }
    bool good = !name.failed || text_fail(error);
    text_free(&name);
    free_items(items, count);
    return good;
}

bool folder_empty(const char *path, const char *also, struct text *error)
{
    struct dirent **items;
    int count = scandir(path, &items, real_item, alphasort);
    if (count < 0)
        return errno == ENOENT || file_fail(error, path);
    bool good = true;
    struct text name = {0};
    for (int i = 0; i < count && good; i++) {
        if (!is_ours(items[i]->d_name, also)) {
            text_addf(error, "%s: contains %s, which no run wrote; remove it first", path, items[i]->d_name);
            good = false;
        }
    }
    /* Removes the report first: level files without a report are not a complete run. */
    join(&name, path, FOLDER_REPORT);
    if (good && name.failed)
        good = text_fail(error);
    else if (good && unlink(text_string(&name)) != 0 && errno != ENOENT)
        good = file_fail(error, text_string(&name));
    text_free(&name);
    free_items(items, count);
    return good && folder_remove(path, is_ours, also, error) && file_sync_folder(path, error);
}

bool folder_remove(const char *path, bool (*wanted)(const char *name, const char *context), const char *context,
                   struct text *error)
{
    struct dirent **items;
    int count = scandir(path, &items, real_item, alphasort);
    if (count < 0)
        return errno == ENOENT || file_fail(error, path);
    bool good = true;
    struct text name = {0};
    for (int i = 0; i < count && good; i++) {
        join(&name, path, items[i]->d_name);
        if (name.failed)
            good = text_fail(error);
        else if (wanted(items[i]->d_name, context) && unlink(text_string(&name)) != 0)
            good = file_fail(error, text_string(&name));
    }
    text_free(&name);
    free_items(items, count);
    return good;
}

void folder_level_name(unsigned digits, uint64_t n, struct text *name)
{
    text_addf(name, "%0*" PRIu64 ".txt", (int)digits, n);
}

bool folder_add_level(struct folder *folder, const struct grid *grid, struct text *error)
{
    struct text level = {0}, name = {0}, path = {0};
    if (folder->path == NULL && folder->levels > 0)
        text_add_char(&level, '\n');
    if (folder->game_source != NULL) {
        folder->game_source->language->language->write_head(folder->game_source, NULL, NULL, &level);
        folder->game_source->language->language->write_level(folder->game_source, grid, &level);
    } else {
        game_add_rows(folder->game, grid, &level);
    }
    folder_level_name(folder->digits, folder->levels + 1, &name);
    join(&path, folder->path == NULL ? "" : folder->path, text_string(&name));
    bool good = !level.failed && !name.failed && !path.failed;
    if (!good) {
        text_fail(error);
    } else if (folder->path == NULL) {
        good = write_output(text_string(&level), level.size) || file_fail(error, "standard output");
    } else {
        good = file_batch_replace(&folder->batch, text_string(&path), text_string(&level), level.size, error);
    }
    if (good) {
        folder->levels++;
        folder->levels_sum = checksum_add(folder->levels_sum, level.data, level.size);
    }
    text_free(&level);
    text_free(&name);
    text_free(&path);
    return good;
}

/* Replaces the journal, or removes it if it is NULL. */
static bool write_journal(const struct folder *folder, const struct text *journal, struct text *error)
{
    struct text path = {0};
    join(&path, folder->path, FOLDER_JOURNAL);
    bool good;
    if (path.failed || (journal != NULL && journal->failed))
        good = text_fail(error);
    else if (journal != NULL)
        good = file_replace(text_string(&path), text_string(journal), journal->size, error);
    else
        good = file_remove(text_string(&path), error);
    text_free(&path);
    return good;
}

bool folder_flush(struct folder *folder, const struct text *journal, struct text *error)
{
    if (folder->path == NULL)
        return true;
    /* A report without a journal looks like a complete run.  A new run therefore writes its journal first. */
    bool begins = journal != NULL && folder->levels == 0;
    if (begins && !write_journal(folder, journal, error))
        return false;
    if (!file_batch_sync(&folder->batch, error))
        return false;
    if (folder->report_written != folder->report.size) {
        struct text path = {0};
        join(&path, folder->path, FOLDER_REPORT);
        bool good = folder->report.failed || path.failed
                        ? text_fail(error)
                        : file_replace(text_string(&path), text_string(&folder->report), folder->report.size, error);
        folder->report_written = good ? folder->report.size : 0;
        text_free(&path);
        if (!good)
            return false;
    }
    return begins || write_journal(folder, journal, error);
}

bool folder_read(const char *path, const char *name, struct text *bytes, struct text *error)
{
    struct text whole = {0};
    struct stat status;
    join(&whole, path, name);
    bool good = whole.failed ? text_fail(error)
                             : stat(text_string(&whole), &status) == 0 || file_fail(error, text_string(&whole));
    if (good && !S_ISREG(status.st_mode)) { /* reading a pipe would block */
        text_addf(error, "%s: not a file", text_string(&whole));
        good = false;
    }
    good = good && file_read(text_string(&whole), FILE_LIMIT, bytes, error);
    text_free(&whole);
    return good;
}

void folder_free(struct folder *folder)
{
    text_free(&folder->report);
    file_batch_free(&folder->batch);
}

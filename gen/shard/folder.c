/* The folder of a shard; see folder.h. */
#include "gen/shard/folder.h"

#include "base/file.h"
#include "gen/run/journal.h"
#include "gen/shard/log.h"
#include "out/folder.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static bool is_ours(const char *name, const char *context)
{
    (void)context;
    return strcmp(name, SHARD_HEAD) == 0 || strcmp(name, SHARD_BOUND) == 0 || strcmp(name, SHARD_LOG) == 0 ||
           file_is_temporary(name);
}

static void join(const char *folder, const char *name, struct text *path)
{
    text_addf(path, "%s/%s", folder, name);
}

/* Whether a folder has a file of that name; -1: out of memory. */
static int has_file(const char *folder, const char *name)
{
    struct text path = {0};
    struct stat status;
    join(folder, name, &path);
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
        text_addf(error, "%s/%s: %s; begin this shard again with --force", text_string(&folder->path), SHARD_HEAD,
                  fault);
        return false;
    }
    folder->shard = (struct shard){index - 1, count};
    text_add(&folder->head, all, (size_t)(line + 1 - all));
    return true;
}

/* Reads the bound.  A bound that cannot be parsed counts as none; the shard then does too much or too little work,
 * but its results are correct. */
static bool read_bound(struct shard_folder *folder, struct text *error)
{
    struct text bytes = {0};
    int there = has_file(text_string(&folder->path), SHARD_BOUND);
    bool good = there >= 0 || text_fail(error);
    if (there > 0)
        good = folder_read(text_string(&folder->path), SHARD_BOUND, &bytes, error);
    if (there > 0 && good && sscanf(text_string(&bytes), "%" SCNu64, &folder->bound) != 1)
        folder->bound = 0;
    text_free(&bytes);
    return good;
}

enum shard_state shard_folder_read(struct shard_folder *folder, const char *path, struct text *error)
{
    struct text bytes = {0};
    *folder = (struct shard_folder){0};
    text_add_string(&folder->path, path);
    int there = folder->path.failed ? -1 : has_file(path, SHARD_HEAD);
    if (there <= 0) {
        if (there == 0) {
            enum folder_state state = folder_look(path, error);
            return state == FOLDER_NEW ? SHARD_NONE : state == FOLDER_FAILED ? SHARD_FAILED : SHARD_OTHER;
        }
        text_fail(error);
        return SHARD_FAILED;
    }
    bool good =
        folder_read(path, SHARD_HEAD, &bytes, error) && take_head(folder, &bytes, error) && read_bound(folder, error);
    if (good && folder->head.failed)
        good = text_fail(error);
    text_free(&bytes);
    return good ? SHARD_THERE : SHARD_FAILED;
}

void shard_folder_free(struct shard_folder *folder)
{
    text_free(&folder->path);
    text_free(&folder->head);
}

static bool replace(const struct shard_folder *folder, const char *name, const struct text *bytes, struct text *error)
{
    struct text path = {0};
    join(text_string(&folder->path), name, &path);
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
        file_make_folders(text_string(&folder->path), 0777, error) && replace(folder, SHARD_HEAD, &bytes, error);
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
    bool good = replace(folder, SHARD_BOUND, &bytes, error);
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

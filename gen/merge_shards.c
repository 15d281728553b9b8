/* The shards of a run that are to be merged; see merge_shards.h. */
#include "gen/merge_shards.h"

#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK_BYTES = 1 << 26, LEAST_BLOCK = 1 << 12, MOST_BLOCK = 1 << 20 };

bool merge_shard_there(const struct merge_shard *shard)
{
    return shard->folder.path.size > 0;
}

/* Whether a shard belongs to those that were found before. */
static bool belongs(const struct merge_shards *shards, const struct shard_folder *folder, struct text *error)
{
    const char *path = text_string(&folder->path);
    if (strcmp(text_string(&folder->head), shards->head) != 0) {
        text_addf(error, "%s and %s are not of the same run: ", shards->place, path);
        shard_heads_differ(shards->head, text_string(&folder->head), error);
    } else if (folder->shard.count != shards->count) {
        text_addf(error, "%s is one of %" PRIu64 " shards, %s one of %" PRIu64, shards->place, shards->count, path,
                  folder->shard.count);
    } else if (merge_shard_there(&shards->shards[folder->shard.index])) {
        text_addf(error, "%s and %s are the same shard", text_string(&shards->shards[folder->shard.index].folder.path),
                  path);
    }
    return !text_says(error);
}

/* Adds a shard, which becomes the shards' own. */
static bool add(struct merge_shards *shards, struct shard_folder *folder, struct text *error)
{
    if (shards->shards == NULL) {
        shards->shards = calloc(folder->shard.count, sizeof *shards->shards);
        if (shards->shards == NULL)
            return text_fail(error);
        shards->count = folder->shard.count;
        shards->head = text_string(&folder->head);
        shards->place = text_string(&folder->path);
    }
    if (!belongs(shards, folder, error))
        return false;
    size_t block = BLOCK_BYTES / shards->count;
    block = block < LEAST_BLOCK ? LEAST_BLOCK : block > MOST_BLOCK ? MOST_BLOCK : block;
    struct merge_shard *shard = &shards->shards[folder->shard.index];
    shard->folder = *folder;
    *folder = (struct shard_folder){0};
    return shard_log_open(&shard->log, text_string(&shard->folder.path), block, error);
}

/* Adds what is at a path if it is a shard. */
static bool add_if_shard(struct merge_shards *shards, const char *path, bool *is_shard, struct text *error)
{
    struct shard_folder folder;
    enum shard_state state = shard_folder_read(&folder, path, error);
    *is_shard = state == SHARD_THERE;
    bool good = state != SHARD_FAILED && (!*is_shard || add(shards, &folder, error));
    shard_folder_free(&folder);
    return good;
}

static int shard_item(const struct dirent *item)
{
    return strncmp(item->d_name, "shard-", 6) == 0;
}

/* Adds the shards in a folder. */
static bool add_all(struct merge_shards *shards, const char *path, struct text *error)
{
    struct dirent **items;
    struct text name = {0};
    bool good = true, any = false;
    int count = scandir(path, &items, shard_item, alphasort);
    if (count < 0)
        return file_fail(error, path);
    for (int i = 0; i < count; i++) {
        bool is_shard = false;
        text_clear(&name);
        text_addf(&name, "%s/%s", path, items[i]->d_name);
        if (name.failed)
            good = text_fail(error);
        good = good && add_if_shard(shards, text_string(&name), &is_shard, error);
        any |= is_shard;
        free(items[i]);
    }
    free(items);
    text_free(&name);
    if (good && !any) {
        text_addf(error, "%s: holds no shard; gen --shard makes some", path);
        return false;
    }
    return good;
}

bool merge_shards_find(struct merge_shards *shards, char *const *paths, size_t count, struct text *error)
{
    *shards = (struct merge_shards){0};
    for (size_t i = 0; i < count; i++) {
        bool is_shard;
        if (!add_if_shard(shards, paths[i], &is_shard, error) || (!is_shard && !add_all(shards, paths[i], error)))
            return false;
    }
    return true;
}

void merge_shards_free(struct merge_shards *shards)
{
    for (uint64_t i = 0; i < shards->count; i++) {
        shard_folder_free(&shards->shards[i].folder);
        shard_log_close(&shards->shards[i].log);
    }
    free(shards->shards);
    *shards = (struct merge_shards){0};
}

enum shard_record merge_shards_next(struct merge_shards *shards, uint64_t n, unsigned units, struct chunk *chunk,
                                    struct text *error)
{
    struct merge_shard *shard = &shards->shards[n];
    uint64_t number = 0, wanted = n + shard->chunks * shards->count;
    enum shard_record record = RECORD_NONE;
    if (!merge_shard_there(shard) || shard->broken)
        return RECORD_NONE;
    do {
        shard->paused |= record == RECORD_PAUSE;
        shard->read_at = shard->log.offset;
        record = shard_log_next(&shard->log, units, &number, chunk, error);
    } while (record == RECORD_PAUSE);
    if (record == RECORD_CHUNK && number == wanted) {
        shard->chunks++;
        shard->paused = false;
        return record;
    }
    shard->broken = record == RECORD_BROKEN || record == RECORD_CHUNK;
    return record == RECORD_FAILED ? record : RECORD_NONE;
}

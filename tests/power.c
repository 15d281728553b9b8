/* Simulates power failures; see power.h. */
#include "tests/power.h"

#include "base/file.h"
#include "tests/faults.h"

#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LARGEST = 1 << 30, MOST_PATH = 512 };

struct operation {
    struct fault_record record;
    const char *path, *to; /* relative to the folder, without a leading slash */
    const char *bytes;
};

struct power {
    struct text log;
    struct operation *operations;
    size_t count;
    const char *start;
};

/* A file or folder. */
struct node {
    bool folder;
    struct text bytes, synced; /* the contents as programs see them; the contents that are certainly on the disk */
};

/* A name that was assigned to a node, or removed (node -1). */
struct naming {
    const char *path;
    long node;
    bool with_next; /* this and the next naming are one operation, a rename */
    bool synced;
};

/* The files during the replay of the log.  The last naming of a path tells its current node. */
struct disk {
    struct node *nodes;
    size_t node_count;
    struct naming *namings;
    size_t naming_count;
};

static void must(bool good, const char *what)
{
    if (good)
        return;
    perror(what);
    exit(EXIT_FAILURE);
}

/* --- the log --- */

static const char *below(const char *path, const char *folder)
{
    size_t size = strlen(folder);
    return strncmp(path, folder, size) == 0 && path[size] == '/' ? path + size + 1 : "";
}

struct power *power_read(const char *log, const char *run, const char *start)
{
    struct power *power = calloc(1, sizeof *power);
    struct text error = {0};
    must(power != NULL, "power");
    power->start = start;
    if (access(log, F_OK) != 0)
        return power;
    must(file_read(log, LARGEST, &power->log, &error), log);
    const char *next = text_string(&power->log), *end = next + power->log.size;
    while ((size_t)(end - next) >= sizeof(struct fault_record)) {
        struct operation operation;
        memcpy(&operation.record, next, sizeof operation.record);
        next += sizeof operation.record;
        operation.path = below(next, run);
        next += operation.record.path_size;
        operation.to = below(next, run);
        next += operation.record.to_size;
        operation.bytes = next;
        next += operation.record.size;
        must(next <= end, "a log that is whole");
        power->operations = realloc(power->operations, (power->count + 1) * sizeof *power->operations);
        must(power->operations != NULL, "operations");
        power->operations[power->count++] = operation;
    }
    return power;
}

void power_free(struct power *power)
{
    text_free(&power->log);
    free(power->operations);
    free(power);
}

size_t power_count(const struct power *power)
{
    return power->count;
}

bool power_is_write(const struct power *power, size_t operation)
{
    return power->operations[operation].record.op == OP_WRITE;
}

/* --- files --- */

static long add_node(struct disk *disk, bool folder)
{
    disk->nodes = realloc(disk->nodes, (disk->node_count + 1) * sizeof *disk->nodes);
    must(disk->nodes != NULL, "nodes");
    disk->nodes[disk->node_count] = (struct node){.folder = folder};
    return (long)disk->node_count++;
}

static void add_naming(struct disk *disk, struct naming naming)
{
    disk->namings = realloc(disk->namings, (disk->naming_count + 1) * sizeof *disk->namings);
    must(disk->namings != NULL, "namings");
    disk->namings[disk->naming_count++] = naming;
}

static long find_node(const struct disk *disk, const char *path)
{
    for (size_t i = disk->naming_count; i-- > 0;) {
        if (strcmp(disk->namings[i].path, path) == 0)
            return disk->namings[i].node;
    }
    return -1;
}

/* Returns the node of a file operation, and creates one if the log does not show its creation. */
static struct node *reach_node(struct disk *disk, const char *path)
{
    long node = find_node(disk, path);
    if (node < 0) {
        node = add_node(disk, false);
        add_naming(disk, (struct naming){.path = path, .node = node});
    }
    return &disk->nodes[node];
}

static void set_size(struct text *text, size_t size)
{
    while (text->size < size)
        text_add_char(text, '\0');
    if (text->size > size)
        text->data[text->size = size] = '\0';
}

static void write_bytes(struct text *text, const struct operation *operation)
{
    size_t offset = (size_t)operation->record.offset, size = (size_t)operation->record.size;
    if (text->size < offset + size)
        set_size(text, offset + size);
    memcpy(text->data + offset, operation->bytes, size);
}

static bool is_in(const char *path, const char *folder)
{
    const char *slash = strrchr(path, '/');
    size_t size = slash == NULL ? 0 : (size_t)(slash - path);
    return strlen(folder) == size && strncmp(path, folder, size) == 0;
}

static void sync_file(struct node *file)
{
    text_clear(&file->synced);
    text_add_text(&file->synced, &file->bytes);
}

static void sync_all(struct disk *disk)
{
    for (size_t i = 0; i < disk->naming_count; i++)
        disk->namings[i].synced = true;
    for (size_t i = 0; i < disk->node_count; i++)
        sync_file(&disk->nodes[i]);
}

static void sync_node(struct disk *disk, const char *path)
{
    long node = find_node(disk, path);
    if (*path != '\0' && node < 0)
        return;
    if (*path == '\0' || disk->nodes[node].folder) {
        for (size_t i = 0; i < disk->naming_count; i++)
            disk->namings[i].synced |= is_in(disk->namings[i].path, path);
    } else {
        sync_file(&disk->nodes[node]);
    }
}

static void replay(struct disk *disk, const struct operation *operation)
{
    const char *path = operation->path;
    if (operation->record.failed)
        return;
    switch ((enum file_op)operation->record.op) {
    case OP_OPEN:
        reach_node(disk, path);
        if (operation->record.truncates)
            text_clear(&reach_node(disk, path)->bytes);
        break;
    case OP_WRITE:
        write_bytes(&reach_node(disk, path)->bytes, operation);
        break;
    case OP_TRUNCATE:
        set_size(&reach_node(disk, path)->bytes, (size_t)operation->record.offset);
        break;
    case OP_SYNC:
        sync_node(disk, path);
        break;
    case OP_SYNC_ALL:
        sync_all(disk);
        break;
    case OP_RENAME:
        add_naming(disk, (struct naming){.path = operation->to, .node = find_node(disk, path), .with_next = true});
        add_naming(disk, (struct naming){.path = path, .node = -1});
        break;
    case OP_UNLINK:
    case OP_RMDIR:
        add_naming(disk, (struct naming){.path = path, .node = -1});
        break;
    case OP_MKDIR:
        add_naming(disk, (struct naming){.path = path, .node = add_node(disk, true)});
        break;
    case OP_COUNT:
        break;
    }
}

/* Adds the files that existed before the program began, all synced. */
static void take_start(struct disk *disk, const char *start)
{
    char *paths[] = {(char *)start, NULL};
    struct text error = {0};
    FTS *tree = access(start, F_OK) == 0 ? fts_open(paths, FTS_PHYSICAL | FTS_NOCHDIR, NULL) : NULL;
    for (FTSENT *entry; tree != NULL && (entry = fts_read(tree)) != NULL;) {
        bool folder = entry->fts_info == FTS_D;
        if (entry->fts_level == 0 || (!folder && entry->fts_info != FTS_F))
            continue;
        long node = add_node(disk, folder);
        struct node *file = &disk->nodes[node];
        if (!folder)
            must(file_read(entry->fts_path, LARGEST, &file->bytes, &error), entry->fts_path);
        text_add_text(&file->synced, &file->bytes);
        char *path = strdup(below(entry->fts_path, start));
        must(path != NULL, "names");
        add_naming(disk, (struct naming){.path = path, .node = node, .synced = true});
    }
    if (tree != NULL)
        fts_close(tree);
}

/* --- the remains after a failure --- */

static uint64_t draw(uint64_t *random)
{
    *random = *random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *random >> 33;
}

/* Appends the remains of a file. */
static void add_left(const struct node *node, enum power_bytes bytes, uint64_t *random, struct text *left)
{
    if (bytes == BYTES_OF_SOME)
        bytes = (enum power_bytes)(draw(random) % BYTES_OF_SOME);
    size_t now = node->bytes.size, synced = node->synced.size;
    if (bytes == BYTES_KEPT) {
        text_add_text(left, &node->bytes);
    } else if (bytes == BYTES_GONE || now <= synced) {
        text_add_text(left, &node->synced);
    } else { /* half of the added bytes remain, or all of them as zeros */
        size_t half = synced + (now - synced) / 2;
        text_add_text(left, &node->bytes);
        if (bytes == BYTES_HALF)
            set_size(left, half);
        else
            memset(left->data + synced, '\0', now - synced);
    }
}

static void make(const struct node *node, const char *path, enum power_bytes bytes, uint64_t *random)
{
    struct text left = {0};
    if (node->folder) {
        must(mkdir(path, 0777) == 0 || errno == EEXIST || errno == ENOENT, path);
        return;
    }
    add_left(node, bytes, random, &left);
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file >= 0) { /* otherwise the name of its folder is lost */
        must(write_all(file, text_string(&left), left.size), path);
        close(file);
    }
    text_free(&left);
}

/* Drops the lost namings.  Synced namings that came later stay. */
static void lose_names(struct disk *disk, enum power_names names, uint64_t *random)
{
    size_t kept = 0;
    bool lost = false, joined = false;
    for (size_t i = 0; i < disk->naming_count; i++) {
        struct naming naming = disk->namings[i];
        if (!joined)
            lost = !naming.synced && (names == NAMES_AS_SYNCED || (names == NAMES_OF_SOME && draw(random) % 2 == 0));
        joined = naming.with_next;
        if (!lost)
            disk->namings[kept++] = naming;
    }
    disk->naming_count = kept;
}

void power_fail(const struct power *power, size_t operations, enum power_names names, enum power_bytes bytes,
                uint64_t *random, const char *to)
{
    struct disk disk = {0};
    char path[MOST_PATH];
    take_start(&disk, power->start);
    size_t started = disk.naming_count;
    char **names_of_start = calloc(started + 1, sizeof *names_of_start);
    must(names_of_start != NULL, "names");
    for (size_t i = 0; i < started; i++)
        names_of_start[i] = (char *)disk.namings[i].path;
    for (size_t i = 0; i < operations; i++)
        replay(&disk, &power->operations[i]);
    lose_names(&disk, names, random);
    must(mkdir(to, 0777) == 0, to);
    for (int folders = 1; folders >= 0; folders--) { /* first the folders, then the files in them */
        for (size_t i = 0; i < disk.naming_count; i++) {
            const struct naming *naming = &disk.namings[i];
            long node = find_node(&disk, naming->path);
            if (naming->node < 0 || node != naming->node || disk.nodes[node].folder != (folders == 1))
                continue;
            must(snprintf(path, sizeof path, "%s/%s", to, naming->path) < MOST_PATH, "a path");
            make(&disk.nodes[node], path, bytes, random);
        }
    }
    for (size_t i = 0; i < disk.node_count; i++) {
        text_free(&disk.nodes[i].bytes);
        text_free(&disk.nodes[i].synced);
    }
    for (size_t i = 0; i < started; i++)
        free(names_of_start[i]);
    free(names_of_start);
    free(disk.nodes);
    free(disk.namings);
}

/* Files that are never seen half-written; see file.h. */
#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

bool write_all(int descriptor, const char *bytes, size_t size)
{
    while (size > 0) {
        ssize_t written = write(descriptor, bytes, size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return false;
        bytes += written;
        size -= (size_t)written;
    }
    return true;
}

size_t read_all(int descriptor, void *bytes, size_t size)
{
    size_t all = 0;
    while (all < size) {
        ssize_t got = read(descriptor, (char *)bytes + all, size - all);
        if (got < 0 && errno == EINTR)
            continue;
        if (got == 0)
            errno = 0;
        if (got <= 0)
            break;
        all += (size_t)got;
    }
    return all;
}

bool file_fail(struct text *error, const char *path)
{
    if (errno == ENOMEM)
        return text_fail(error);
    text_addf(error, "%s: %s", path, strerror(errno));
    return false;
}

int file_open(const char *path, int flags)
{
    int descriptor;
    do
        descriptor = open(path, flags | O_CLOEXEC, 0666);
    while (descriptor < 0 && errno == EINTR);
    return descriptor;
}

/* Whether a path is a device or a pipe, which must be written to directly, not replaced. */
static bool is_special(const struct stat *status)
{
    return !S_ISREG(status->st_mode) && !S_ISDIR(status->st_mode);
}

/* Whether a path names an open file, such as /dev/stdout.  Replacing such a path would remove it for all programs. */
static bool is_open_file(const char *path)
{
    static const char *const starts[] = {"/dev/std", "/dev/fd/", "/proc/self/fd/"};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        if (strncmp(path, starts[i], strlen(starts[i])) == 0)
            return true;
    }
    return false;
}

/* Whether a path must be written to directly because it cannot be replaced. */
static bool is_written_through(const char *path)
{
    struct stat status;
    return is_open_file(path) || (stat(path, &status) == 0 && is_special(&status));
}

static bool write_special(const char *path, const char *bytes, size_t size, struct text *error)
{
    struct stat status;
    int descriptor = file_open(path, O_WRONLY | O_APPEND | O_NOCTTY);
    bool good = descriptor >= 0 && fstat(descriptor, &status) == 0;
    if (good && !is_special(&status) && !is_open_file(path)) { /* a file has appeared there meanwhile */
        errno = EEXIST;
        good = false;
    }
    good = good && write_all(descriptor, bytes, size);
    if (!good)
        file_fail(error, path);
    if (descriptor >= 0)
        close(descriptor);
    return good;
}

/* --- reaching the disk --- */

/* Whether a sync failed only because the file system does not support it.  The data is then as safe as it can be. */
static bool has_no_sync(void)
{
    return errno == EINVAL || errno == ENOTSUP || errno == ENOSYS || errno == EROFS;
}

bool file_sync(int descriptor)
{
    int result;
    do
        result = fsync(descriptor);
    while (result != 0 && errno == EINTR);
    return result == 0 || has_no_sync();
}

bool file_sync_folder(const char *folder, struct text *error)
{
    int descriptor = file_open(folder, O_RDONLY | O_DIRECTORY);
    if (descriptor < 0 && errno == EACCES) /* the folder is writable, but cannot be opened for a sync */
        return true;
    bool good = descriptor >= 0 && file_sync(descriptor);
    if (!good)
        file_fail(error, folder);
    if (descriptor >= 0)
        close(descriptor);
    return good;
}

/* Sets `folder` to the folder of a file.  Returns false, with the error set, if memory runs out. */
static bool folder_of(const char *path, struct text *folder, struct text *error)
{
    const char *slash = strrchr(path, '/');
    text_clear(folder);
    text_add(folder, path, slash == NULL ? 0 : slash == path ? 1 : (size_t)(slash - path));
    if (slash == NULL)
        text_add_char(folder, '.');
    return !folder->failed || text_fail(error);
}

/* Syncs the folder of a file. */
static bool sync_folder_of(const char *path, struct text *error)
{
    struct text folder = {0};
    bool good = folder_of(path, &folder, error) && file_sync_folder(text_string(&folder), error);
    text_free(&folder);
    return good;
}

bool file_remove(const char *path, struct text *error)
{
    if (unlink(path) != 0)
        return errno == ENOENT || file_fail(error, path);
    return sync_folder_of(path, error);
}

/* Whether a path is a folder.  If not, reports what is wrong. */
static bool is_folder(const char *path, struct text *error)
{
    struct stat status;
    if (stat(path, &status) != 0)
        return file_fail(error, path);
    errno = ENOTDIR;
    return S_ISDIR(status.st_mode) || file_fail(error, path);
}

/* Makes a folder unless the path exists. */
static bool make_one(const char *path, mode_t mode, struct text *error)
{
    if (mkdir(path, mode) == 0)
        return sync_folder_of(path, error);
    bool there = errno == EEXIST || errno == EISDIR || (errno == EROFS && access(path, F_OK) == 0);
    return there || file_fail(error, path);
}

bool file_make_folder(const char *path, mode_t mode, struct text *error)
{
    return make_one(path, mode, error) && is_folder(path, error);
}

bool file_make_folders(const char *path, mode_t mode, struct text *error)
{
    struct text part = {0};
    bool good = true;
    for (const char *end = path; good && *end != '\0';) {
        end += strspn(end, "/");
        end += strcspn(end, "/");
        text_clear(&part);
        text_add(&part, path, (size_t)(end - path));
        good = part.failed ? text_fail(error) : make_one(text_string(&part), mode, error);
    }
    text_free(&part);
    return good && is_folder(path, error);
}

/* --- temporary files --- */

static const char temporary_start[] = ".onlyway-", temporary_end[] = ".tmp";
static const char letters[] = "abcdefghijklmnopqrstuvwxyz234567"; /* exactly 32 */
enum { TEMPORARY_LETTERS = 12, MOST_ATTEMPTS = 100 };

bool file_is_temporary(const char *name)
{
    size_t start = strlen(temporary_start);
    return strncmp(name, temporary_start, start) == 0 && strspn(name + start, letters) == TEMPORARY_LETTERS &&
           strcmp(name + start + TEMPORARY_LETTERS, temporary_end) == 0;
}

/* Creates a temporary file in the folder of `path` and sets its name.  Returns its descriptor, or -1 with errno set. */
static int open_temporary(const char *path, struct text *name)
{
    for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
        /* An unpredictable name in the folder of `path`. */
        unsigned char random[TEMPORARY_LETTERS];
        const char *slash = strrchr(path, '/');
        if (getentropy(random, sizeof random) != 0)
            return -1;
        text_clear(name);
        text_add(name, path, slash == NULL ? 0 : (size_t)(slash + 1 - path));
        text_add_string(name, temporary_start);
        for (size_t i = 0; i < sizeof random; i++)
            text_add_char(name, letters[random[i] % 32]);
        text_add_string(name, temporary_end);
        if (name->failed) {
            errno = ENOMEM;
            return -1;
        }
        int descriptor = file_open(text_string(name), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW);
        if (descriptor < 0 && errno != EEXIST)
            return -1;
        if (descriptor < 0)
            continue;
        /* Locks the file while the program runs, because file_tidy removes files that are not locked.  If file_tidy got
         * to this file first, tries another one. */
        struct stat status;
        bool tidied = flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
        if (!tidied && (fstat(descriptor, &status) != 0 || status.st_nlink > 0))
            return descriptor;
        close(descriptor);
        errno = EEXIST;
    }
    return -1;
}

void file_tidy(const char *folder)
{
    struct text path = {0};
    DIR *items = opendir(folder);
    for (struct dirent *item; items != NULL && (item = readdir(items)) != NULL;) {
        if (!file_is_temporary(item->d_name))
            continue;
        text_clear(&path);
        text_addf(&path, "%s/%s", folder, item->d_name);
        /* Removes the temporary file if its program no longer runs. */
        const char *stale = text_string(&path);
        struct stat status;
        int descriptor = path.failed ? -1 : file_open(stale, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
        if (descriptor < 0)
            continue;
        if (fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) && status.st_nlink == 1 &&
            flock(descriptor, LOCK_EX | LOCK_NB) == 0)
            unlink(stale);
        close(descriptor);
    }
    if (items != NULL)
        closedir(items);
    text_free(&path);
}

void file_tidy_beside(const char *path)
{
    struct text folder = {0}, error = {0};
    if (!is_written_through(path) && folder_of(path, &folder, &error))
        file_tidy(text_string(&folder));
    text_free(&folder);
    text_free(&error);
}

/* --- replacing --- */

/* Writes a temporary file and renames it to `path`.  `syncs`: the bytes reach the disk before the rename. */
static bool put_in_place(const char *path, const char *bytes, size_t size, bool syncs, struct text *error)
{
    struct text beside = {0};
    int descriptor = open_temporary(path, &beside);
    bool good = descriptor >= 0 && write_all(descriptor, bytes, size) && (!syncs || file_sync(descriptor)) &&
                rename(text_string(&beside), path) == 0;
    int reason = errno;
    if (!good) {
        if (descriptor >= 0)
            unlink(text_string(&beside));
        errno = reason;
        file_fail(error, path);
    }
    if (descriptor >= 0 && close(descriptor) != 0 && errno != EINTR && good && !syncs)
        good = file_fail(error, path);
    text_free(&beside);
    return good;
}

bool file_replace(const char *path, const char *bytes, size_t size, struct text *error)
{
    if (is_written_through(path))
        return write_special(path, bytes, size, error);
    return put_in_place(path, bytes, size, true, error) && sync_folder_of(path, error);
}

/* A batch of more than FILE_BATCH_PATHS files syncs the whole file system.  That is faster, although it may also write
 * other programs' data. */
enum { FILE_BATCH_PATHS = 1000, OPEN_TOGETHER = 64 };

bool file_batch_replace(struct file_batch *batch, const char *path, const char *bytes, size_t size, struct text *error)
{
    if (is_written_through(path))
        return write_special(path, bytes, size, error);
    if (!put_in_place(path, bytes, size, false, error))
        return false;
    if (batch->count++ < FILE_BATCH_PATHS)
        text_add(&batch->paths, path, strlen(path) + 1);
    return !batch->paths.failed || text_fail(error);
}

#if !defined(__linux__) && !defined(__wasm__)
/* Only Linux can sync a single file system; elsewhere, sync all. */
static int syncfs(int descriptor)
{
    (void)descriptor;
    sync();
    return 0;
}
#endif

/* Syncs the file system that contains a file. */
static bool sync_all(const char *path, struct text *error)
{
    struct text folder = {0};
    bool good = folder_of(path, &folder, error);
    int descriptor = good ? file_open(text_string(&folder), O_RDONLY | O_DIRECTORY) : -1;
    if (good && descriptor < 0 && errno == EACCES) {
        sync();
    } else if (good && (descriptor < 0 || (syncfs(descriptor) != 0 && !has_no_sync()))) {
        good = file_fail(error, text_string(&folder));
    }
    if (descriptor >= 0)
        close(descriptor);
    text_free(&folder);
    return good;
}

bool file_batch_sync(struct file_batch *batch, struct text *error)
{
    const char *path = text_string(&batch->paths), *end = path + batch->paths.size;
    bool good = true;
    if (batch->count > FILE_BATCH_PATHS)
        good = sync_all(path, error);
    while (batch->count <= FILE_BATCH_PATHS && good && path < end) {
        /* Up to OPEN_TOGETHER files.  Starts writing all of them before waiting for any, so that the file system
         * combines them into one transaction. */
        int files[OPEN_TOGETHER];
        const char *paths[OPEN_TOGETHER];
        size_t count = 0;
        for (; path < end && count < OPEN_TOGETHER; path += strlen(path) + 1) {
            int file = file_open(path, O_RDONLY | O_NOFOLLOW);
            if (file < 0 && errno == ENOENT)
                continue;
            if (file < 0) { /* no permission to read it */
                good = sync_all(path, error);
                path = end;
                break;
            }
#ifdef SYNC_FILE_RANGE_WRITE /* Linux: all files are written at once */
            sync_file_range(file, 0, 0, SYNC_FILE_RANGE_WRITE);
#endif
            files[count] = file;
            paths[count++] = path;
        }
        for (size_t i = 0; i < count; i++) {
            if (good && !file_sync(files[i]))
                good = file_fail(error, paths[i]);
            close(files[i]);
        }
    }
    struct text last = {0}, folder = {0};
    for (path = text_string(&batch->paths); good && path < end; path += strlen(path) + 1) {
        good = folder_of(path, &folder, error);
        if (good && strcmp(text_string(&folder), text_string(&last)) != 0)
            good = file_sync_folder(text_string(&folder), error);
        text_clear(&last);
        text_add_text(&last, &folder);
    }
    text_free(&last);
    text_free(&folder);
    text_clear(&batch->paths);
    batch->count = 0;
    return good;
}

void file_batch_free(struct file_batch *batch)
{
    text_free(&batch->paths);
    batch->count = 0;
}

/* --- reading --- */

bool file_read(const char *path, size_t limit, struct text *bytes, struct text *error)
{
    FILE *file = fopen(path, "rbe");
    if (file == NULL)
        return file_fail(error, path);
    char block[65536];
    size_t size;
    while ((size = fread(block, 1, sizeof block, file)) > 0 && bytes->size <= limit)
        text_add(bytes, block, size);
    bool good = !ferror(file);
    if (!good)
        file_fail(error, path);
    fclose(file);
    if (good && bytes->failed)
        return text_fail(error);
    if (good && bytes->size > limit) {
        text_addf(error, "%s: file too large", path);
        good = false;
    }
    return good;
}

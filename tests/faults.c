/* Disturbs the file operations of a program.  Loaded before the C library (LD_PRELOAD), this library counts the
 * operations on files below one folder.  It ends the program before or after the n-th operation, makes that
 * operation fail, or logs all operations.
 *
 * The operations are opening for writing, writing, truncating, syncing, renaming, removing, and making folders.
 * Several processes may share the orders (struct faults) and so one count.  A lock covers the real operation, so the
 * log lists the operations in the order in which they happened.
 *
 * This library needs Linux, because it makes Linux system calls.  It does not see what the C library writes
 * internally (fclose, perror). */
#include "tests/faults.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static struct faults *orders;
static int log_file = -1;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int real_open(int folder, const char *name, int flags, mode_t mode)
{
    return (int)syscall(SYS_openat, folder, name, flags, mode);
}

__attribute__((constructor)) static void read_orders(void)
{
    const char *path = getenv(FAULTS_FILE);
    int file = path == NULL ? -1 : real_open(AT_FDCWD, path, O_RDWR | O_CLOEXEC, 0);
    if (file < 0)
        return;
    void *map = mmap(NULL, sizeof *orders, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (map == MAP_FAILED)
        return;
    orders = map;
    if (orders->log[0] != '\0')
        log_file = real_open(AT_FDCWD, orders->log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
}

/* --- paths --- */

static bool is_below(const char *path)
{
    size_t size = strlen(orders->folder);
    return strncmp(path, orders->folder, size) == 0 && (path[size] == '/' || path[size] == '\0');
}

/* Gets the absolute path of an open file.  Returns false if the file is not below the folder. */
static bool path_of_file(int file, char path[PATH_MAX])
{
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t size = orders == NULL ? -1 : readlink(link, path, PATH_MAX - 1);
    if (size <= 0)
        return false;
    path[size] = '\0';
    return is_below(path) && strstr(path, " (deleted)") == NULL;
}

/* Gets the absolute path of a name, whose folder must exist. */
static bool path_of_name(int folder, const char *name, char path[PATH_MAX])
{
    char before[2 * PATH_MAX], real[PATH_MAX];
    size_t size = strlen(name);
    while (size > 1 && name[size - 1] == '/')
        size--;
    if (orders == NULL || size >= PATH_MAX)
        return false;
    if (name[0] == '/')
        before[0] = '\0';
    else if (folder == AT_FDCWD)
        strcpy(before, "./");
    else if (snprintf(before, sizeof before, "/proc/self/fd/%d/", folder) < 0)
        return false;
    strncat(before, name, size);
    char *slash = strrchr(before, '/');
    *slash = '\0';
    if (realpath(*before == '\0' ? "/" : before, real) == NULL ||
        snprintf(path, PATH_MAX, "%s/%s", strcmp(real, "/") == 0 ? "" : real, slash + 1) >= PATH_MAX)
        return false;
    return is_below(path);
}

/* --- disturbing --- */

enum what { GO_ON, FAIL, HALF };

static _Noreturn void end(void)
{
    kill(getpid(), SIGKILL);
    for (;;)
        pause();
}

static bool wants_space(enum file_op op)
{
    return op == OP_OPEN || op == OP_WRITE || op == OP_RENAME || op == OP_MKDIR;
}

/* Decides what happens to an operation that now begins.  Takes the lock. */
static enum what begin(enum file_op op, const char *path)
{
    pthread_mutex_lock(&lock);
    uint64_t n = __atomic_add_fetch(&orders->count, 1, __ATOMIC_SEQ_CST);
    bool since = orders->fault == FAULT_FAIL_SINCE;
    if (orders->fault == FAULT_NONE || n < orders->nth || (n > orders->nth && !since) || (since && !wants_space(op)) ||
        (orders->fault == FAULT_SHORT && op != OP_WRITE))
        return GO_ON;
    if (!orders->done) {
        orders->op = op;
        snprintf(orders->path, sizeof orders->path, "%s", path);
        orders->done = 1;
    }
    if (orders->fault == FAULT_KILL_BEFORE)
        end();
    if (orders->fault == FAULT_FAIL || since) {
        errno = orders->error;
        return FAIL;
    }
    return HALF;
}

/* Logs an operation. */
static void note(enum file_op op, bool failed, const char *path, const char *to, bool truncates, off_t offset,
                 const void *bytes, size_t size)
{
    struct fault_record record = {.op = op,
                                  .failed = failed,
                                  .path_size = (uint32_t)strlen(path) + 1,
                                  .to_size = (uint32_t)strlen(to) + 1,
                                  .truncates = truncates,
                                  .offset = (uint64_t)offset,
                                  .size = size};
    struct iovec parts[] = {{&record, sizeof record},
                            {(void *)(uintptr_t)path, record.path_size},
                            {(void *)(uintptr_t)to, record.to_size},
                            {(void *)(uintptr_t)bytes, size}};
    if (log_file >= 0 && writev(log_file, parts, 4) < 0) /* in one call: several processes may write */
        end();
}

/* Ends an operation.  Releases the lock and keeps errno. */
static void finish(enum what what)
{
    if (what == HALF && orders->fault == FAULT_KILL_AFTER)
        end();
    pthread_mutex_unlock(&lock);
}

/* Performs an operation on names; `call` calls the C library. */
#define DISTURBED(op, path, to, call)                      \
    do {                                                   \
        enum what what = begin(op, path);                  \
        int result = what == FAIL ? -1 : (call);           \
        int error = errno;                                 \
        note(op, result < 0, path, to, false, 0, NULL, 0); \
        finish(what);                                      \
        errno = error;                                     \
        return result;                                     \
    } while (0)

/* --- opening --- */

static int disturbed_open(int folder, const char *name, int flags, mode_t mode)
{
    char path[PATH_MAX];
    bool writes = (flags & O_ACCMODE) != O_RDONLY || (flags & (O_CREAT | O_TRUNC)) != 0;
    if (!writes || !path_of_name(folder, name, path))
        return real_open(folder, name, flags, mode);
    struct stat status;
    bool there = stat(path, &status) == 0;
    if (there && !S_ISREG(status.st_mode))
        return real_open(folder, name, flags, mode);
    enum what what = begin(OP_OPEN, path);
    int file = what == FAIL ? -1 : real_open(folder, name, flags, mode);
    int error = errno;
    note(OP_OPEN, file < 0, path, "", (flags & O_TRUNC) != 0, 0, NULL, 0);
    finish(what);
    errno = error;
    return file;
}

static mode_t take_mode(int flags, va_list arguments)
{
    return (flags & (O_CREAT | O_TMPFILE)) != 0 ? (mode_t)va_arg(arguments, int) : 0;
}

#define OPENS(name)                                         \
    int name(const char *path, int flags, ...)              \
    {                                                       \
        va_list arguments;                                  \
        va_start(arguments, flags);                         \
        mode_t mode = take_mode(flags, arguments);          \
        va_end(arguments);                                  \
        return disturbed_open(AT_FDCWD, path, flags, mode); \
    }

#define OPENS_AT(name)                                     \
    int name(int folder, const char *path, int flags, ...) \
    {                                                      \
        va_list arguments;                                 \
        va_start(arguments, flags);                        \
        mode_t mode = take_mode(flags, arguments);         \
        va_end(arguments);                                 \
        return disturbed_open(folder, path, flags, mode);  \
    }

OPENS(open)
OPENS_AT(openat)
#ifndef open64 /* in musl these are the same functions */
OPENS(open64)
OPENS_AT(openat64)
#endif

int creat(const char *path, mode_t mode)
{
    return disturbed_open(AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, mode);
}

FILE *fopen(const char *name, const char *mode)
{
    int flags = mode[0] == 'r' ? O_RDONLY : O_WRONLY | O_CREAT | (mode[0] == 'w' ? O_TRUNC : O_APPEND);
    if (strchr(mode, '+') != NULL)
        flags = (flags & ~O_ACCMODE) | O_RDWR;
    flags |= strchr(mode, 'e') != NULL ? O_CLOEXEC : 0;
    flags |= strchr(mode, 'x') != NULL ? O_EXCL : 0;
    int file = disturbed_open(AT_FDCWD, name, flags, 0666);
    FILE *stream = file < 0 ? NULL : fdopen(file, mode);
    if (stream == NULL && file >= 0)
        close(file);
    return stream;
}

/* --- open files --- */

ssize_t write(int file, const void *bytes, size_t size)
{
    char path[PATH_MAX];
    if (!path_of_file(file, path))
        return syscall(SYS_write, file, bytes, size);
    enum what what = begin(OP_WRITE, path);
    ssize_t written = what == FAIL ? -1 : syscall(SYS_write, file, bytes, what == HALF && size > 1 ? size / 2 : size);
    int error = errno;
    size_t done = written < 0 ? 0 : (size_t)written;
    note(OP_WRITE, written < 0, path, "", false, lseek(file, 0, SEEK_CUR) - (off_t)done, bytes, done);
    finish(what);
    errno = error;
    return written;
}

int ftruncate(int file, off_t size)
{
    char path[PATH_MAX];
    if (!path_of_file(file, path))
        return (int)syscall(SYS_ftruncate, file, size);
    enum what what = begin(OP_TRUNCATE, path);
    int result = what == FAIL ? -1 : (int)syscall(SYS_ftruncate, file, size), error = errno;
    note(OP_TRUNCATE, result < 0, path, "", false, size, NULL, 0);
    finish(what);
    errno = error;
    return result;
}

int fsync(int file)
{
    char path[PATH_MAX];
    if (!path_of_file(file, path))
        return (int)syscall(SYS_fsync, file);
    DISTURBED(OP_SYNC, path, "", (int)syscall(SYS_fsync, file));
}

int syncfs(int file)
{
    char path[PATH_MAX];
    if (!path_of_file(file, path))
        return (int)syscall(SYS_syncfs, file);
    DISTURBED(OP_SYNC_ALL, path, "", (int)syscall(SYS_syncfs, file));
}

int fdatasync(int file)
{
    char path[PATH_MAX];
    if (!path_of_file(file, path))
        return (int)syscall(SYS_fdatasync, file);
    DISTURBED(OP_SYNC, path, "", (int)syscall(SYS_fdatasync, file));
}

/* --- names --- */

int renameat(int folder, const char *name, int to_folder, const char *to_name)
{
    char path[PATH_MAX], to[PATH_MAX];
    if (!path_of_name(folder, name, path) || !path_of_name(to_folder, to_name, to))
        return (int)syscall(SYS_renameat2, folder, name, to_folder, to_name, 0);
    DISTURBED(OP_RENAME, path, to, (int)syscall(SYS_renameat2, folder, name, to_folder, to_name, 0));
}

int rename(const char *name, const char *to_name)
{
    return renameat(AT_FDCWD, name, AT_FDCWD, to_name);
}

int unlinkat(int folder, const char *name, int flags)
{
    char path[PATH_MAX];
    if (!path_of_name(folder, name, path))
        return (int)syscall(SYS_unlinkat, folder, name, flags);
    DISTURBED((flags & AT_REMOVEDIR) != 0 ? OP_RMDIR : OP_UNLINK, path, "",
              (int)syscall(SYS_unlinkat, folder, name, flags));
}

int unlink(const char *name)
{
    return unlinkat(AT_FDCWD, name, 0);
}

int rmdir(const char *name)
{
    return unlinkat(AT_FDCWD, name, AT_REMOVEDIR);
}

int remove(const char *name)
{
    return unlink(name) == 0 || (errno == EISDIR && rmdir(name) == 0) ? 0 : -1;
}

int mkdirat(int folder, const char *name, mode_t mode)
{
    char path[PATH_MAX];
    struct stat status;
    if (!path_of_name(folder, name, path) || lstat(path, &status) == 0)
        return (int)syscall(SYS_mkdirat, folder, name, mode);
    DISTURBED(OP_MKDIR, path, "", (int)syscall(SYS_mkdirat, folder, name, mode));
}

int mkdir(const char *name, mode_t mode)
{
    return mkdirat(AT_FDCWD, name, mode);
}

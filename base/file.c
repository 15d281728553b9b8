/* Files that are never seen half-written; see file.h. */
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
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

bool file_fail(struct text *error, const char *path)
{
    if (errno == ENOMEM)
        return text_fail(error);
    text_addf(error, "%s: %s", path, strerror(errno));
    return false;
}

/* Whether something stands there that is to be written and not to be replaced: a device, a pipe. */
static bool is_special(const struct stat *status)
{
    return !S_ISREG(status->st_mode) && !S_ISDIR(status->st_mode);
}

/* Whether a path is another name of what is open already, such as /dev/stdout: to put a file in its
 * place would take it from all programs. */
static bool is_open_file(const char *path)
{
    static const char *const starts[] = {"/dev/std", "/dev/fd/", "/proc/self/fd/"};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        if (strncmp(path, starts[i], strlen(starts[i])) == 0)
            return true;
    }
    return false;
}

static bool write_special(const char *path, const char *bytes, size_t size, struct text *error)
{
    struct stat status;
    int descriptor = open(path, O_WRONLY | O_APPEND | O_NOCTTY | O_CLOEXEC);
    bool good = descriptor >= 0 && fstat(descriptor, &status) == 0;
    if (good && !is_special(&status) && !is_open_file(path)) { /* it was put there meanwhile */
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

/* --- temporary files --- */

static const char temporary_start[] = ".onlyway-", temporary_end[] = ".tmp";
static const char letters[] = "abcdefghijklmnopqrstuvwxyz234567"; /* 32 of them */
enum { TEMPORARY_LETTERS = 12, MOST_ATTEMPTS = 100 };

bool file_is_temporary(const char *name)
{
    size_t start = strlen(temporary_start);
    return strncmp(name, temporary_start, start) == 0 &&
           strspn(name + start, letters) == TEMPORARY_LETTERS &&
           strcmp(name + start + TEMPORARY_LETTERS, temporary_end) == 0;
}

/* Sets the name of a temporary file in the folder of `path`, which nobody can foresee.  False with
 * errno set. */
static bool name_temporary(const char *path, struct text *name)
{
    unsigned char random[TEMPORARY_LETTERS];
    const char *slash = strrchr(path, '/');
    if (getrandom(random, sizeof random, 0) != (ssize_t)sizeof random)
        return false;
    text_clear(name);
    text_add(name, path, slash == NULL ? 0 : (size_t)(slash + 1 - path));
    text_add_string(name, temporary_start);
    for (size_t i = 0; i < sizeof random; i++)
        text_add_char(name, letters[random[i] % 32]);
    text_add_string(name, temporary_end);
    if (name->failed)
        errno = ENOMEM;
    return !name->failed;
}

/* Makes a file that was not there, in the folder of `path`.  Its descriptor, or -1 with errno
 * set. */
static int open_temporary(const char *path, struct text *name)
{
    for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
        if (!name_temporary(path, name))
            return -1;
        int descriptor = open(text_string(name),
                              O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
        if (descriptor >= 0 || errno != EEXIST)
            return descriptor;
    }
    return -1;
}

bool file_replace(const char *path, const char *bytes, size_t size, struct text *error)
{
    struct stat status;
    if (is_open_file(path) || (stat(path, &status) == 0 && is_special(&status)))
        return write_special(path, bytes, size, error);
    struct text beside = {0};
    int descriptor = open_temporary(path, &beside);
    bool good = descriptor >= 0 && write_all(descriptor, bytes, size);
    int reason = errno;
    if (descriptor >= 0 && close(descriptor) != 0 && good) {
        good = false;
        reason = errno;
    }
    if (good && rename(text_string(&beside), path) != 0) {
        good = false;
        reason = errno;
    }
    if (!good) {
        if (descriptor >= 0)
            unlink(text_string(&beside));
        errno = reason;
        file_fail(error, path);
    }
    text_free(&beside);
    return good;
}

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

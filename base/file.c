/* Files that are never seen half-written; see file.h. */
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
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

static bool fail(struct text *error, const char *path)
{
    text_addf(error, "%s: %s", path, strerror(errno));
    return false;
}

/* Whether something stands there that is to be written and not to be replaced: a device, a pipe. */
static bool is_special(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

static bool write_special(const char *path, const char *bytes, size_t size, struct text *error)
{
    int descriptor = open(path, O_WRONLY | O_CLOEXEC);
    bool good = descriptor >= 0 && write_all(descriptor, bytes, size);
    if (!good)
        fail(error, path);
    if (descriptor >= 0)
        close(descriptor);
    return good;
}

bool file_replace(const char *path, const char *bytes, size_t size, struct text *error)
{
    if (is_special(path))
        return write_special(path, bytes, size, error);
    struct text beside = {0};
    text_addf(&beside, "%s.tmp", path);
    if (beside.failed) {
        text_addf(error, "%s: out of memory", path);
        return false;
    }
    const char *name = text_string(&beside);
    int descriptor = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    bool good = descriptor >= 0 && write_all(descriptor, bytes, size);
    int reason = errno;
    if (descriptor >= 0 && close(descriptor) != 0 && good) {
        good = false;
        reason = errno;
    }
    if (good && rename(name, path) != 0) {
        good = false;
        reason = errno;
    }
    if (!good) {
        if (descriptor >= 0)
            unlink(name);
        errno = reason;
        fail(error, path);
    }
    text_free(&beside);
    return good;
}

bool file_read(const char *path, size_t limit, struct text *bytes, struct text *error)
{
    FILE *file = fopen(path, "rbe");
    if (file == NULL)
        return fail(error, path);
    char block[65536];
    size_t size;
    while ((size = fread(block, 1, sizeof block, file)) > 0 && bytes->size <= limit)
        text_add(bytes, block, size);
    bool good = !ferror(file);
    if (!good)
        fail(error, path);
    fclose(file);
    if (good && (bytes->failed || bytes->size > limit)) {
        text_addf(error, "%s: %s", path, bytes->failed ? "out of memory" : "file too large");
        good = false;
    }
    return good;
}

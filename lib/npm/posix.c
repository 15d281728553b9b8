/* The parts of POSIX that WASI lacks; see posix.h. */
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LINKS_MOST = 40 };

/* `buffer` must be NULL. */
char *realpath(const char *path, char *buffer)
{
    (void)buffer;
    char result[PATH_MAX] = "", rest[PATH_MAX], next[PATH_MAX], link[PATH_MAX], folder[PATH_MAX] = "";
    int links = 0;
    if (*path == '\0' || access(path, F_OK) != 0 || (*path != '/' && getcwd(folder, sizeof folder) == NULL)) {
        errno = errno == 0 ? ENOENT : errno;
        return NULL;
    }
    bool fits = snprintf(rest, sizeof rest, "%s/%s", folder, path) < PATH_MAX;
    while (fits && rest[strspn(rest, "/")] != '\0') {
        char *name = rest + strspn(rest, "/"), *end = name + strcspn(name, "/"), *slash = strrchr(result, '/');
        int size = (int)(end - name);
        if (size == 2 && memcmp(name, "..", 2) == 0) {
            if (slash != NULL)
                *slash = '\0';
        } else if (size != 1 || *name != '.') {
            size_t before = strlen(result);
            fits =
                snprintf(result + before, sizeof result - before, "/%.*s", size, name) < (int)(sizeof result - before);
            ssize_t target = readlink(result, link, sizeof link - 1);
            if (target >= 0) {
                link[target] = '\0';
                result[*link == '/' ? 0 : before] = '\0';
                fits &= ++links <= LINKS_MOST && snprintf(next, sizeof next, "%s%s", link, end) < PATH_MAX;
                memcpy(rest, next, sizeof rest);
                continue;
            }
        }
        memmove(rest, end, strlen(end) + 1);
    }
    errno = links > LINKS_MOST ? ELOOP : ENAMETOOLONG;
    return fits ? strdup(*result == '\0' ? "/" : result) : NULL;
}

/* WASI has no locks: nothing keeps two processes in one folder apart. */
int flock(int file, int operation)
{
    (void)file;
    (void)operation;
    return 0;
}

int lockf(int file, int command, long long size)
{
    (void)file;
    (void)command;
    (void)size;
    return 0;
}

int syncfs(int file)
{
    return fsync(file);
}

void sync(void) {}

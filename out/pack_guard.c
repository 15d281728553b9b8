/* Protects the input of a pack; see pack_guard.h. */
#include "out/pack_guard.h"

#include "out/folder.h"
#include "out/pack_place.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Gets the status of a path; "-" is standard input or output.  Returns false if there is nothing. */
static bool look(const char *path, int standard, struct stat *status)
{
    return (strcmp(path, "-") == 0 ? fstat(standard, status) : stat(path, status)) == 0;
}

static bool same_place(const struct stat *one, const struct stat *other)
{
    return one->st_dev == other->st_dev && one->st_ino == other->st_ino;
}

/* The offset of the last part of a path. */
static size_t folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? 0 : (size_t)(slash + 1 - path);
}

/* Whether two paths are in the same folder. */
static bool same_folder(const char *one, const char *other)
{
    struct text folder[2] = {{0}, {0}};
    struct stat status[2];
    bool there = true;
    for (int i = 0; i < 2; i++) {
        const char *path = i == 0 ? one : other;
        text_add(&folder[i], path, folder_length(path));
        text_add_char(&folder[i], '.');
        there = there && stat(text_string(&folder[i]), &status[i]) == 0;
    }
    text_free(&folder[0]);
    text_free(&folder[1]);
    return there && same_place(&status[0], &status[1]);
}

static bool ends_in(const char *name, const char *ending)
{
    size_t length = strlen(name), size = strlen(ending);
    return length >= size && strcmp(name + length - size, ending) == 0;
}

/* Whether a format that writes several files at `path` writes, or first removes, one with that name. */
static bool makes(const struct pack_format *format, const char *path, const char *name)
{
    const char *stem = path + folder_length(path);
    size_t length = strlen(stem);
    if (format->report && length == 0 && strcmp(name, FOLDER_REPORT) == 0)
        return true;
    if (ends_in(stem, format->extension))
        length -= strlen(format->extension);
    return strncmp(name, stem, length) == 0 && ends_in(name, format->extension);
}

/* Whether a file that was read is among the files that a format writes at a path. */
static bool is_written(const struct pack_format *format, const char *path, const char *file)
{
    struct stat read, written;
    bool folder = path[strlen(path) - 1] == '/';
    if (!look(file, STDIN_FILENO, &read) || !S_ISREG(read.st_mode))
        return false;
    if (!folder && look(path, STDOUT_FILENO, &written) && same_place(&read, &written))
        return true;
    return (folder || format->numbered) && strcmp(file, "-") != 0 && same_folder(path, file) &&
           makes(format, path, file + folder_length(file));
}

bool guard_input(const struct format_choice *choice, const struct pack_options *options, const struct pack_input *input,
                 struct text *error)
{
    bool good = true;
    for (size_t i = 0; good && i < choice->count; i++) {
        struct text path = {0};
        good = place_find(choice->formats[i], choice->count > 1, options, &path, error);
        for (const char *file = text_string(&input->files); good && *file != '\0'; file += strlen(file) + 1) {
            if (!is_written(choice->formats[i], text_string(&path), file))
                continue;
            text_addf(error, "%s: this would write over %s, which it is made of", text_string(&path),
                      strcmp(file, "-") == 0 ? "standard input" : file);
            good = false;
        }
        text_free(&path);
    }
    return good;
}

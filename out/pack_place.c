/* A pack's output paths, its title, and the protection of its input; see pack_command.h. */
#include "out/pack_command.h"

#include "base/utf8.h"
#include "out/folder.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool place_is_standard_output(const struct pack_command *command)
{
    return strcmp(command->options.output, "-") == 0;
}

static bool ends_in_slash(const char *path)
{
    return path[strlen(path) - 1] == '/';
}

static bool is_folder(const char *path)
{
    struct stat status;
    return ends_in_slash(path) || (stat(path, &status) == 0 && S_ISDIR(status.st_mode));
}

/* The length of a path without the extension of any format. */
static size_t stem_length(const char *path)
{
    size_t length = strlen(path);
    for (size_t i = 0; pack_formats[i] != NULL; i++) {
        const char *endings[] = {pack_formats[i]->extension, pack_formats[i]->also};
        for (size_t j = 0; j < 2; j++) {
            size_t stem = endings[j] == NULL ? length : format_stem(path, endings[j]);
            if (stem < length)
                return stem;
        }
    }
    return length;
}

/* Adds the last part of a path without the extension of a format. */
static void add_stem(const char *path, struct text *name)
{
    size_t end = strlen(path), start;
    while (end > 0 && path[end - 1] == '/')
        end--;
    start = end;
    while (start > 0 && path[start - 1] != '/')
        start--;
    struct text last = {0};
    text_add(&last, path + start, end - start);
    const char *string = text_string(&last);
    if (strspn(string, ".-") == last.size)
        text_add_string(name, "levels");
    else
        text_add(name, string, stem_length(string));
    name->failed |= last.failed;
    text_free(&last);
}

void place_title(const struct pack_command *command, const char *given, struct text *title)
{
    const struct pack_options *options = &command->options;
    struct text name = {0};
    if (options->title != NULL && *options->title != '\0')
        text_add_string(&name, options->title);
    else if (*given != '\0')
        text_add_string(&name, given);
    else
        add_stem(options->output, &name);
    utf8_add_line(title, text_string(&name));
    title->failed |= name.failed;
    text_free(&name);
}

bool place_fits(const struct pack_command *command, struct text *error)
{
    if (!place_is_standard_output(command) || command->choice.count == 1)
        return true;
    text_add_string(error, "only one format can be written to standard output");
    return false;
}

bool place_is_ready(const struct pack_command *command, struct text *error)
{
    const struct pack_options *options = &command->options;
    if (command->choice.count > 1 || command->choice.formats[0]->write == NULL || !is_folder(options->output))
        return true;
    enum folder_state state = folder_look(options->output, error);
    if (state == FOLDER_NEW || (options->force && state != FOLDER_FAILED))
        return true;
    if (state != FOLDER_FAILED)
        text_addf(error, "%s: the folder is not empty; use --force to replace the levels in it", options->output);
    return false;
}

/* Whether the output is a folder into which the format puts one file. */
static bool goes_into(const struct pack_command *command, const struct pack_format *format)
{
    const char *output = command->options.output;
    return command->choice.count > 1 ? ends_in_slash(output) : format->write == NULL && is_folder(output);
}

bool place_find(const struct pack_command *command, const struct pack_format *format, struct text *path,
                struct text *error)
{
    const char *output = command->options.output;
    if (goes_into(command, format)) {
        text_add_string(path, output);
        if (!ends_in_slash(output))
            text_add_char(path, '/');
        add_stem(output, path);
        text_add_string(path, format->extension);
    } else if (command->choice.count > 1) {
        text_add(path, output, stem_length(output));
        text_add_string(path, format->extension);
    } else {
        text_add_string(path, output);
        if (format->write != NULL && is_folder(output) && !ends_in_slash(output))
            text_add_char(path, '/');
    }
    return !path->failed || text_fail(error);
}

bool place_make(const struct pack_command *command, const struct pack_format *format, struct text *error)
{
    return !goes_into(command, format) || file_make_folders(command->options.output, 0777, error);
}

/* --- input --- */

/* Gets the status of a path; "-" is the descriptor `standard`.  Returns false if nothing exists at the path. */
static bool stat_path(const char *path, int standard, struct stat *status)
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

/* Whether a file that was read is among those that a format writes at a path. */
static bool is_written(const struct pack_format *format, const char *path, const char *file)
{
    struct stat read, written;
    bool folder = ends_in_slash(path);
    if (!stat_path(file, STDIN_FILENO, &read) || !S_ISREG(read.st_mode))
        return false;
    if (!folder && stat_path(path, STDOUT_FILENO, &written) && same_place(&read, &written))
        return true;
    if ((!folder && format->add != NULL) || strcmp(file, "-") == 0 || !same_folder(path, file))
        return false;
    const char *name = file + folder_length(file);
    const char *stem = path + folder_length(path);
    size_t length = format_stem(path, format->extension) - folder_length(path);
    if (format->report && folder && strcmp(name, FOLDER_REPORT) == 0)
        return true;
    return strncmp(name, stem, length) == 0 && name[format_stem(name, format->extension)] != '\0';
}

bool guard_input(const struct pack_command *command, const struct pack_input *input, struct text *error)
{
    bool good = true;
    for (size_t i = 0; good && i < command->choice.count; i++) {
        const struct pack_format *format = command->choice.formats[i];
        struct text path = {0};
        good = place_find(command, format, &path, error);
        for (const char *file = text_string(&input->files); good && *file != '\0'; file += strlen(file) + 1) {
            if (!is_written(format, text_string(&path), file))
                continue;
            text_addf(error, "%s: this would overwrite %s, one of the inputs", text_string(&path),
                      strcmp(file, "-") == 0 ? "standard input" : file);
            good = false;
        }
        text_free(&path);
    }
    return good;
}

/* The path and the title of a pack; see pack_place.h. */
#include "out/pack_place.h"

#include "base/utf8.h"
#include "out/folder.h"

#include <string.h>
#include <sys/stat.h>

bool place_is_standard_output(const struct pack_options *options)
{
    return strcmp(options->output, "-") == 0;
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

/* The length of a path without the extension of any of `formats` (NULL ends the list). */
static size_t stem_length(const char *path, const struct pack_format *const *formats)
{
    size_t length = strlen(path);
    for (size_t i = 0; formats[i] != NULL; i++) {
        const char *endings[] = {formats[i]->extension, formats[i]->also};
        for (size_t j = 0; j < 2; j++) {
            size_t ending = endings[j] == NULL ? 0 : strlen(endings[j]);
            if (ending > 0 && ending < length && path[length - ending - 1] != '/' &&
                strcmp(path + length - ending, endings[j]) == 0)
                return length - ending;
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
        text_add(name, string, stem_length(string, pack_formats));
    name->failed |= last.failed;
    text_free(&last);
}

void place_title(const struct pack_options *options, struct text *title)
{
    struct text name = {0};
    if (options->title != NULL && *options->title != '\0')
        text_add_string(&name, options->title);
    else
        add_stem(options->output, &name);
    utf8_add_line(title, text_string(&name));
    title->failed |= name.failed;
    text_free(&name);
}

bool place_fits(const struct format_choice *choice, const struct pack_options *options, struct text *error)
{
    const struct pack_format *first = choice->formats[0];
    if (place_is_standard_output(options) && choice->count > 1)
        text_add_string(error, "only one format can go to standard output");
    else if (place_is_standard_output(options) && !first->standard_output)
        text_addf(error, "the format %s cannot go to standard output", first->name);
    return !text_says(error);
}

bool place_is_ready(const struct format_choice *choice, const struct pack_options *options, struct text *error)
{
    if (choice->count > 1 || !choice->formats[0]->folder || !is_folder(options->output))
        return true;
    enum folder_state state = folder_look(options->output, error);
    if (state == FOLDER_NEW || (options->force && state != FOLDER_FAILED))
        return true;
    if (state != FOLDER_FAILED)
        text_addf(error, "%s: the folder is not empty; --force replaces the levels in it", options->output);
    return false;
}

/* Whether the output is a folder into which the format puts one file. */
static bool goes_into(const struct pack_format *format, bool several, const char *output)
{
    return several ? ends_in_slash(output) : !format->folder && is_folder(output);
}

bool place_find(const struct pack_format *format, bool several, const struct pack_options *options, struct text *path,
                struct text *error)
{
    const char *output = options->output;
    if (goes_into(format, several, output)) {
        text_add_string(path, output);
        if (!ends_in_slash(output))
            text_add_char(path, '/');
        add_stem(output, path);
        text_add_string(path, format->extension);
    } else if (several) {
        text_add(path, output, stem_length(output, pack_formats));
        text_add_string(path, format->extension);
    } else {
        text_add_string(path, output);
        if (format->folder && is_folder(output) && !ends_in_slash(output))
            text_add_char(path, '/');
    }
    if (path->failed)
        text_fail(error);
    return !path->failed;
}

bool place_make(const struct pack_format *format, bool several, const struct pack_options *options, struct text *error)
{
    return !goes_into(format, several, options->output) || file_make_folders(options->output, 0777, error);
}

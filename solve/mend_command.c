/* `solve --mend` and `solve --compact`; see command.h. */
#include "solve/command.h"

#include "base/file.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static void print(struct text *text)
{
    if (text->failed)
        return;
    fwrite(text_string(text), 1, text->size, stdout);
    fflush(stdout);
    text_clear(text);
}

/* Makes a file name from a level's name: the base name without the ending, with all characters that could confuse a
 * path replaced. */
static void add_stem(const char *name, struct text *stem)
{
    const char *slash = strrchr(name, '/');
    name = slash == NULL ? name : slash + 1;
    const char *number = strrchr(name, '#'), *end = number == NULL ? name + strlen(name) : number;
    const char *dot = end;
    while (dot > name && *dot != '.')
        dot--;
    for (const char *c = name; *c != '\0'; c++) {
        if (c == dot && dot > name)
            c = end;
        if (*c == '\0')
            break;
        bool plain = isalnum((unsigned char)*c) || strchr("._-", *c) != NULL;
        text_add_char(stem, plain && !(stem->size == 0 && *c == '.') ? *c : '-');
    }
    if (stem->size == 0)
        text_add_string(stem, "level");
}

/* Like add_stem, but adds a number if an earlier level has the same name.  Adds the result to the names. */
static bool add_new_stem(const char *name, struct text *names, struct text *stem)
{
    struct text line = {0};
    unsigned number = 1;
    bool used = true;
    while (used) {
        text_clear(&line);
        add_stem(name, &line);
        if (number > 1)
            text_addf(&line, ".%u", number);
        text_add_char(&line, '\n');
        number++;
        used = false;
        for (const char *next = text_string(names); *next != '\0' && !line.failed && !used;) {
            size_t size = strcspn(next, "\n") + 1;
            used = size == line.size && memcmp(next, line.data, size) == 0;
            next += size;
        }
    }
    text_add_text(names, &line);
    text_add(stem, text_string(&line), line.size - (line.size > 0));
    stem->failed |= line.failed || names->failed;
    text_free(&line);
    return !stem->failed;
}

/* Writes a level to a file; number 0: the compact one. */
static bool write_level(const char *folder, const char *stem, size_t number, const struct puzzle *puzzle,
                        const struct grid *grid, struct text *error)
{
    struct text path = {0}, rows = {0};
    text_addf(&path, "%s/%s-", folder, stem);
    if (number == 0)
        text_add_string(&path, "compact.txt");
    else
        text_addf(&path, "%zu.txt", number);
    puzzle_add_file(puzzle, grid, &rows);
    bool good = !path.failed && !rows.failed;
    if (!good)
        text_fail(error);
    good = good && file_replace(text_string(&path), text_string(&rows), rows.size, error);
    text_free(&path);
    text_free(&rows);
    return good;
}

/* The data needed to write files. */
struct handing {
    const struct puzzle *puzzle;
    const char *stem, *folder;
    struct text *error;
};

static bool hand_out(void *context, const struct mended *mended, size_t number, size_t from, struct text *text)
{
    struct handing *handing = context;
    (void)from;
    print(text);
    return handing->folder == NULL ||
           write_level(handing->folder, handing->stem, number, handing->puzzle, &mended->text, handing->error);
}

enum search_end mend_command(const struct job *job, const struct limits *limits, size_t wanted,
                             const struct mend_folder *folder, struct text *text, struct text *error)
{
    struct subject subject;
    struct text stem = {0};
    enum search_end result = SEARCH_NO_MEMORY;
    if (wanted == 0 ? tell_not_compacted(job->puzzle, &job->judgement, text)
                    : tell_unmended(job->puzzle, &job->judgement, text))
        return SEARCH_FOUND;
    print(text);
    if (folder->path != NULL) {
        if (!file_make_folder(folder->path, 0777, error))
            return SEARCH_CANCELLED;
        file_tidy(folder->path);
    }
    if (add_new_stem(text_string(&job->level.name), folder->names, &stem) &&
        subject_make(&subject, job->puzzle, job->variant)) {
        struct handing handing = {job->puzzle, text_string(&stem), folder->path, error};
        struct mend mend;
        struct compact compact;
        if (wanted > 0 && mend_begin(&mend, &subject, &job->judgement, limits, wanted)) {
            result = tell_mending(&mend, &(struct mend_taker){hand_out, &handing}, text);
            mend_free(&mend);
        } else if (wanted == 0 && compact_find(&compact, &subject, &job->judgement, limits)) {
            tell_compacted(&compact, text);
            result = compact.whole ? SEARCH_FOUND : SEARCH_LIMIT;
            if (folder->path != NULL &&
                !write_level(folder->path, handing.stem, 0, compact.now.puzzle, &compact.now.text, error))
                result = error->failed ? SEARCH_NO_MEMORY : SEARCH_CANCELLED;
            compact_free(&compact);
        }
        subject_free(&subject);
    }
    text_free(&stem);
    return result;
}

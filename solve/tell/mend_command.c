/* `solve --mend`; see mend_command.h. */
#include "solve/tell/mend_command.h"

#include "base/clock.h"
#include "base/file.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static void print(struct text *text)
{
    if (text->failed)
        return;
    fwrite(text_string(text), 1, text->size, stdout);
    fflush(stdout);
    text_clear(text);
}

/* A file name for a level: its own without the ending, with nothing in it that paths could trip over. */
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

static bool write_level(const char *folder, const char *name, size_t number,
                        const struct grid *grid, struct text *error)
{
    struct text path = {0}, rows = {0};
    text_addf(&path, "%s/", folder);
    struct text stem = {0};
    add_stem(name, &stem);
    text_addf(&path, "%s-%zu.txt", text_string(&stem), number);
    for (int row = 0; row < grid->rows; row++) {
        text_add(&rows, (const char *)grid->cells + row * grid->columns, (size_t)grid->columns);
        text_add_char(&rows, '\n');
    }
    bool good = !path.failed && !rows.failed && !stem.failed;
    if (!good)
        text_fail(error);
    good = good && file_replace(text_string(&path), text_string(&rows), rows.size, error);
    text_free(&stem);
    text_free(&path);
    text_free(&rows);
    return good;
}

/* What files are written with. */
struct handing {
    const char *name, *folder;
    struct text *error;
};

static bool hand_out(void *context, const struct mended *mended, size_t number, size_t from,
                     struct text *text)
{
    struct handing *handing = context;
    (void)from;
    print(text);
    return handing->folder == NULL ||
           write_level(handing->folder, handing->name, number, &mended->text, handing->error);
}

static bool make_folder(const char *folder, struct text *error)
{
    if (folder == NULL || mkdir(folder, 0777) == 0 || errno == EEXIST)
        return true;
    return file_fail(error, folder);
}

enum mend_result mend_command(const struct job *job, const struct limits *limits, size_t wanted,
                              const char *folder, struct text *text, struct text *error)
{
    struct subject subject;
    struct mend mend;
    struct handing handing = {text_string(&job->level.name), folder, error};
    enum mend_result result = MEND_FAILED;
    if (tell_unmended(job->puzzle, &job->judgement, text))
        return MEND_DONE;
    print(text);
    if (!make_folder(folder, error))
        return MEND_STOPPED;
    if (!subject_make(&subject, job->puzzle, job->variant))
        return MEND_FAILED;
    if (mend_begin(&mend, &subject, &job->judgement, limits, wanted)) {
        result = tell_mending(&mend, &(struct mend_taker){hand_out, &handing}, text);
        mend_free(&mend);
    }
    subject_free(&subject);
    return result;
}

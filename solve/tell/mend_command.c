/* `solve --mend`; see mend_command.h. */
#include "solve/tell/mend_command.h"

#include "base/clock.h"
#include "base/file.h"
#include "solve/tell/mend.h"

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

/* Prints what was found from the `from`-th on and writes the files.  False: that failed. */
static bool hand_out(const struct mend *mend, size_t from, const char *name, const char *folder,
                     struct text *text, struct text *error)
{
    tell_mended(mend, from, text);
    print(text);
    bool good = true;
    for (size_t n = from; good && folder != NULL && n < mend->found_count && n < mend->wanted; n++)
        good = write_level(folder, name, n + 1, &mend->found[n].text, error);
    return good;
}

static bool make_folder(const char *folder, struct text *error)
{
    if (folder == NULL || mkdir(folder, 0777) == 0 || errno == EEXIST)
        return true;
    return file_fail(error, folder);
}

static enum mend_result run(struct mend *mend, const char *name, const char *folder,
                            struct text *text, struct text *error)
{
    if (!mend_singles(mend))
        return MEND_FAILED;
    size_t singles = mend->found_count;
    if (!hand_out(mend, 0, name, folder, text, error))
        return MEND_UNWRITTEN;
    if (!mend_pairs(mend))
        return MEND_FAILED;
    if (!hand_out(mend, singles, name, folder, text, error))
        return MEND_UNWRITTEN;
    tell_mend_end(mend, text);
    bool late = mend->found_count < mend->wanted &&
                (!mend->singles_done || (mend->deadline > 0 && mend->pairs_tried < mend->pairs));
    return late ? MEND_LIMIT : MEND_DONE;
}

enum mend_result mend_command(const struct job *job, const struct limits *limits, size_t wanted,
                              const char *folder, struct text *text, struct text *error)
{
    struct subject subject;
    struct mend mend;
    enum mend_result result = MEND_FAILED;
    if (job->judgement.verdict == VERDICT_UNIQUE) {
        text_add_string(text, "  mend      it is unique already\n");
        return MEND_DONE;
    }
    if (job->puzzle->game->contents == NULL) {
        text_addf(text, "  mend      levels of %s are not edited\n", job->puzzle->game->title);
        return MEND_DONE;
    }
    print(text);
    if (!make_folder(folder, error))
        return MEND_UNWRITTEN;
    if (!subject_make(&subject, job->puzzle, job->variant))
        return MEND_FAILED;
    if (mend_begin(&mend, &subject, &job->judgement, limits, wanted)) {
        result = run(&mend, text_string(&job->level.name), folder, text, error);
        mend_free(&mend);
    }
    subject_free(&subject);
    return result;
}

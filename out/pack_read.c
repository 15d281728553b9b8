/* The levels given to pack; see pack_command.h. */
#include "out/pack_command.h"

#include "base/array.h"
#include "base/file.h"
#include "base/program.h"
#include "base/utf8.h"
#include "solve/level/report.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { REPORT_LIMIT = 1 << 30 };

/* Reports unreadable input in one or more lines; the last line lacks its newline. */
static void say_unread(struct pack_input *input, const char *lines, size_t size)
{
    text_add(&input->errors, lines, size);
    text_add_char(&input->errors, '\n');
    text_add(&input->skips, lines, size);
    text_add_string(&input->skips, "; skipped\n");
}

/* Keeps a job that has a puzzle; otherwise reports its error.  Takes ownership of the job. */
static void keep_job(struct pack_input *input, struct job *job)
{
    if (job->error.size > 0)
        say_unread(input, text_string(&job->error), job->error.size - 1);
    input->skipped += job->error.size > 0 && !job->aside;
    input->faulty |= job->aside;
    input->failed |= job->error.failed;
    input->limited |= job->limited;
    input->failed |= !ARRAY_RESERVE(input->jobs, input->count, input->capacity, 16);
    if (job->level.chapter > 0)
        job->level.chapter += input->chapters;
    if (job->puzzle == NULL || input->count == input->capacity)
        job_free(job);
    else
        input->jobs[input->count++] = *job;
    *job = (struct job){0};
}

static void add_file(struct pack_input *input, const char *path)
{
    text_add(&input->files, path, strlen(path) + 1);
}

static void read_levels(char *const *operands, size_t count, const struct job_kind *kind, struct pack_input *input)
{
    struct level_source *source = level_source_open(operands, count);
    struct job job = {0};
    if (source == NULL) {
        input->failed = true;
        return;
    }
    level_source_expect(source, kind->game);
    text_add_text(&input->notes, level_source_notes(source));
    text_clear(&input->title);
    text_add_string(&input->title, level_source_title(source));
    const char *path;
    for (size_t n = 0; (path = level_source_path(source, n)) != NULL; n++)
        add_file(input, path);
    while (!input->failed && program_interrupted == 0 && job_read(source, kind, &job))
        keep_job(input, &job);
    level_source_close(source);
    for (size_t i = 0; i < input->count; i++) {
        if (input->jobs[i].level.chapter > input->chapters)
            input->chapters = input->jobs[i].level.chapter;
    }
}

/* --- reports --- */

struct report_reader {
    struct pack_input *input;
    const struct job_kind *kind;
    const char *path;
    struct text folder; /* ends in a slash; empty for the current folder */
    struct text home;   /* the real folder of the report, if the path is a link */
    bool levels;        /* whether to read the listed levels too */
    size_t row;
    struct level_source *source; /* the file that was last searched */
    struct text searched;        /* its path */
};

static bool is_file(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

/* Whether a path is a file inside a folder ("": the current one), after following links. */
static bool is_within(const char *folder, const char *path)
{
    errno = 0;
    char *disk = realpath(*folder == '\0' ? "." : folder, NULL), *inner = realpath(path, NULL);
    size_t length = disk == NULL ? 0 : strlen(disk);
    bool within =
        disk != NULL && inner != NULL && strncmp(inner, disk, length) == 0 && (length == 1 || inner[length] == '/');
    free(disk);
    free(inner);
    return within;
}

/* Whether a file may be read on behalf of a report: only if it is inside the report's folder, because the report is not
 * trusted.  Sets *outside if the file is elsewhere. */
static bool may_read(const struct report_reader *reader, const char *path, bool *outside)
{
    if (!is_file(path))
        return false;
    if (is_within(text_string(&reader->folder), path) ||
        (reader->home.size > 0 && is_within(text_string(&reader->home), path)))
        return true;
    reader->input->failed |= errno == ENOMEM;
    *outside = true;
    return false;
}

/* Tries the file whose name is the first `size` bytes of `name`. */
static bool try_file(const struct report_reader *reader, const char *name, size_t size, struct text *path,
                     bool *outside)
{
    text_clear(path);
    if (*name != '/')
        text_add_string(path, text_string(&reader->folder));
    text_add(path, name, size);
    reader->input->failed |= path->failed || reader->folder.failed;
    return may_read(reader, text_string(path), outside);
}

/* Finds the file of a level that a report names.  The name is that of the file, possibly followed by "#n".  If it is
 * the level's title, the file is named like the report or, in a folder of levels, by the number of the row. */
static bool find_file(const struct report_reader *reader, const char *name, struct text *path, bool *outside)
{
    const char *number = strrchr(name, '#');
    if (try_file(reader, name, strlen(name), path, outside) ||
        (number != NULL && try_file(reader, name, (size_t)(number - name), path, outside)))
        return true;
    size_t stem = strlen(reader->path) - strlen(".csv");
    for (size_t i = 0; level_endings[i] != NULL; i++) {
        text_clear(path);
        text_addf(path, "%.*s%s", (int)stem, reader->path, level_endings[i]);
        reader->input->failed |= path->failed;
        if (may_read(reader, text_string(path), outside))
            return true;
    }
    struct text numbered = {0};
    text_addf(&numbered, "%03zu.txt", reader->row - 1);
    bool found = try_file(reader, text_string(&numbered), numbered.size, path, outside);
    reader->input->failed |= numbered.failed;
    text_free(&numbered);
    return found;
}

/* Reads on to the level with a name or, with `any`, to the next level.  Returns false if the file has no such level. */
static bool read_on(struct report_reader *reader, const struct job_kind *kind, const char *name, bool any,
                    struct job *job)
{
    while (reader->source != NULL && job_read(reader->source, kind, job)) {
        reader->input->failed |= job->error.failed;
        if (any || (job->error.size == 0 && strcmp(text_string(&job->level.name), name) == 0))
            return true;
        job_free(job);
    }
    return false;
}

/* Finds a level in a file.  Searches from the last level found there, then from the beginning. */
static bool find_level(struct report_reader *reader, const struct job_kind *kind, const char *path, const char *name,
                       struct job *job)
{
    const char *slash = strrchr(name, '/');
    bool itself = strlen(path) >= strlen(name) && strcmp(path + strlen(path) - strlen(name), name) == 0;
    name = slash == NULL ? name : slash + 1;
    if (!itself && strcmp(path, text_string(&reader->searched)) == 0 && read_on(reader, kind, name, false, job))
        return true;
    char *operand = strdup(path);
    level_source_close(reader->source);
    reader->source = operand == NULL ? NULL : level_source_open(&operand, 1);
    free(operand);
    text_clear(&reader->searched);
    text_add_string(&reader->searched, path);
    add_file(reader->input, path);
    reader->input->failed |= reader->source == NULL || reader->searched.failed;
    return read_on(reader, kind, name, itself, job);
}

static void refuse_row(const struct report_reader *reader, const char *before, const char *name, const char *after)
{
    struct text line = {0};
    utf8_add_visible(&line, reader->path);
    text_addf(&line, ": row %zu: %s '", reader->row, before);
    utf8_add_visible(&line, name);
    text_addf(&line, "' %s", after);
    say_unread(reader->input, text_string(&line), line.size);
    reader->input->skipped++;
    reader->input->failed |= line.failed;
    text_free(&line);
}

static bool take_row(void *context, const char *const *fields)
{
    struct report_reader *reader = context;
    reader->row++;
    struct pack_input *input = reader->input;
    if (!ARRAY_RESERVE(input->origins, input->origin_count, input->origin_capacity, 16)) {
        input->failed = true;
    } else {
        struct pack_origin *origin = &input->origins[input->origin_count++];
        *origin = (struct pack_origin){.hash = strtoull(fields[COLUMN_hash], NULL, 16)};
        text_add_string(&origin->report, reader->path);
        text_add_string(&origin->level, fields[COLUMN_level]);
        origin->generated = *fields[COLUMN_seed] != '\0' && *fields[COLUMN_candidate] != '\0';
        origin->seed = strtoull(fields[COLUMN_seed], NULL, 10);
        origin->candidate = strtoull(fields[COLUMN_candidate], NULL, 10);
        input->failed |= origin->report.failed || origin->level.failed;
    }
    if (reader->levels) {
        const char *name = fields[COLUMN_level];
        struct text path = {0};
        struct job job = {0};
        struct job_kind kind = *reader->kind;
        if (kind.game == NULL)
            kind.game = game_find(fields[COLUMN_game]);
        bool outside = false;
        if (find_file(reader, name, &path, &outside) && find_level(reader, &kind, text_string(&path), name, &job))
            keep_job(input, &job);
        else if (outside)
            refuse_row(reader, "the level", name, "is outside this report's folder");
        else
            refuse_row(reader, "no level", name, "beside this report");
        text_free(&path);
    }
    return !input->failed && program_interrupted == 0;
}

/* Reads a report.  With `levels`, also reads the levels that it lists, and complains if the report is unreadable. */
static void read_report(const char *path, bool levels, const struct job_kind *kind, struct pack_input *input)
{
    struct report_reader reader = {.input = input, .kind = kind, .path = path, .levels = levels, .row = 1};
    struct text bytes = {0}, error = {0}, reason = {0};
    const char *slash = strrchr(path, '/');
    char *real = realpath(path, NULL);
    input->failed |= real == NULL && errno == ENOMEM;
    add_file(input, path);
    if (slash != NULL)
        text_add(&reader.folder, path, (size_t)(slash + 1 - path));
    if (real != NULL)
        text_add(&reader.home, real, (size_t)(strrchr(real, '/') + 1 - real));
    free(real);
    if (file_read(path, REPORT_LIMIT, &bytes, &error) &&
        !report_read(text_string(&bytes), bytes.size, take_row, &reader, &reason))
        text_addf(&error, "%s: not a report: %s", path, text_string(&reason));
    input->failed |= error.failed || reason.failed || reader.home.failed;
    if (levels && error.size > 0) {
        say_unread(input, text_string(&error), error.size);
        input->skipped++;
    }
    level_source_close(reader.source);
    text_free(&reader.searched);
    text_free(&reader.folder);
    text_free(&reader.home);
    text_free(&bytes);
    text_free(&error);
    text_free(&reason);
}

/* --- operands --- */

static int compare_origins(const void *a, const void *b)
{
    const struct pack_origin *one = a, *other = b;
    int order = strcmp(text_string(&one->level), text_string(&other->level));
    return order != 0 ? order : (one->hash > other->hash) - (one->hash < other->hash);
}

static int compare_name(const void *name, const void *origin)
{
    return strcmp(name, text_string(&((const struct pack_origin *)origin)->level));
}

void pack_read(char *const *operands, size_t count, const struct job_kind *kind, struct pack_input *input)
{
    if (count == 0)
        read_levels(operands, 0, kind, input);
    for (size_t i = 0; i < count && !input->failed && program_interrupted == 0; i++) {
        const char *path = operands[i];
        size_t length = strlen(path);
        if (length > 4 && strcmp(path + length - 4, ".csv") == 0) {
            read_report(path, true, kind, input);
            continue;
        }
        struct text beside = {0};
        text_addf(&beside, "%s/report.csv", path);
        input->failed |= beside.failed;
        if (is_file(text_string(&beside)))
            read_report(text_string(&beside), false, kind, input);
        text_free(&beside);
        read_levels(&operands[i], 1, kind, input);
    }
    if (count > 1)
        text_clear(&input->title);
    input->failed |= input->files.failed || input->title.failed || input->errors.failed || input->skips.failed ||
                     input->notes.failed;
    if (input->origin_count > 0)
        qsort(input->origins, input->origin_count, sizeof *input->origins, compare_origins);
}

const struct pack_origin *pack_find_origin(const struct pack_input *input, const char *level, uint64_t hash)
{
    if (input->origin_count == 0)
        return NULL;
    const struct pack_origin *end = input->origins + input->origin_count;
    const struct pack_origin *found = bsearch(level, input->origins, input->origin_count, sizeof *found, compare_name);
    while (found != NULL && found > input->origins && compare_name(level, found - 1) == 0)
        found--;
    while (found != NULL && found->hash != hash && found + 1 < end && compare_name(level, found + 1) == 0)
        found++;
    return found;
}

void pack_input_free(struct pack_input *input)
{
    for (size_t i = 0; i < input->count; i++)
        job_free(&input->jobs[i]);
    for (size_t i = 0; i < input->origin_count; i++) {
        text_free(&input->origins[i].report);
        text_free(&input->origins[i].level);
    }
    free(input->jobs);
    free(input->origins);
    text_free(&input->files);
    text_free(&input->title);
    text_free(&input->errors);
    text_free(&input->skips);
    text_free(&input->notes);
    *input = (struct pack_input){0};
}

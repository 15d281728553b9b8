/* Fuzzes the reader of reports, as comma-separated values and as input of `pack`.
 *
 * Rows must stay the same when they are written and read again. */
#include "tests/fuzz/fuzz.h"

#include "base/csv.h"
#include "base/file.h"
#include "out/pack_command.h"
#include "solve/level/report.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct text path;

static void remove_folder(void)
{
    struct text level = {0};
    path.data[path.size - strlen("/report.csv")] = '\0';
    unlink(text_string(&level));
    text_addf(&level, "%s/001.txt", path.data);
    unlink(text_string(&level));
    text_clear(&level);
    text_addf(&level, "%s/report.csv", path.data);
    unlink(text_string(&level));
    rmdir(path.data);
    text_free(&level);
    text_free(&path);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    /* A temporary folder with a level that rows can name. */
    static const char level[] = "C #\n   \n";
    char folder[] = "/tmp/onlyway-fuzz-XXXXXX";
    MUST(mkdtemp(folder) != NULL);
    fuzz_seed(folder, "001.txt", level, strlen(level));
    text_addf(&path, "%s/report.csv", folder);
    atexit(remove_folder);
    return 0;
}

/* Writes a row, unless it consists of one empty field: that would be an empty line, which is not a row. */
static bool write_row(void *context, const char *const *fields, size_t count)
{
    if (count == 1 && *fields[0] == '\0')
        return true;
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            text_add_char(context, ',');
        csv_add_field(context, fields[i]);
    }
    text_add_char(context, '\n');
    return true;
}

static void check_written(const struct text *rows)
{
    struct text again = {0}, error = {0};
    MUST(csv_read(text_string(rows), rows->size, write_row, &again, &error));
    MUST(strcmp(text_string(rows), text_string(&again)) == 0);
    text_free(&again);
    text_free(&error);
}

static bool count_row(void *context, const char *const *fields)
{
    for (int column = 0; column < COLUMN_COUNT; column++)
        MUST(fields[column] != NULL);
    ++*(size_t *)context;
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct text rows = {0}, error = {0};
    const char *bytes = (const char *)data;
    size_t levels = 0;
    if (csv_read(bytes, size, write_row, &rows, &error))
        check_written(&rows);
    else
        MUST(error.size > 0);
    text_clear(&error);
    bool good = report_read(bytes, size, count_row, &levels, &error);
    MUST(good == (error.size == 0));
    text_clear(&error);
    MUST(file_replace(text_string(&path), bytes, size, &error));
    struct pack_input input = {0};
    struct job_kind kind = {0};
    pack_read(&path.data, 1, &kind, &input);
    MUST(input.count <= levels && !input.failed);
    MUST(good || input.errors.size > 0);
    pack_input_free(&input);
    text_free(&rows);
    text_free(&error);
    return 0;
}

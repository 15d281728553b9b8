/* What the report beside a level's file tells of its game; see report.h. */
#include "base/file.h"
#include "solve/report.h"

#include <string.h>
#include <sys/stat.h>

enum { REPORT_LIMIT = 1 << 28 };

struct answer {
    const struct game *game;
    bool several;
};

static bool take_game(void *context, const char *const *fields)
{
    struct answer *answer = context;
    const struct game *game = game_find(fields[COLUMN_game]);
    answer->several |= game == NULL || (answer->game != NULL && answer->game != game);
    answer->game = game;
    return !answer->several;
}

bool report_game_beside(const char *path, const struct game **game)
{
    struct text report = {0}, bytes = {0}, error = {0};
    struct answer answer = {0};
    struct stat status;
    const char *slash = strrchr(path, '/');
    text_add(&report, path, slash == NULL ? 0 : (size_t)(slash + 1 - path));
    text_add_string(&report, "report.csv");
    bool read = !report.failed && stat(text_string(&report), &status) == 0 &&
                S_ISREG(status.st_mode) &&
                file_read(text_string(&report), REPORT_LIMIT, &bytes, &error) &&
                report_read(text_string(&bytes), bytes.size, take_game, &answer, &error);
    bool failed = report.failed || error.failed;
    *game = read && !answer.several ? answer.game : NULL;
    text_free(&report);
    text_free(&bytes);
    text_free(&error);
    return !failed;
}

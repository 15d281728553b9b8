/* The levels that a run keeps away from; see kept.h. */
#include "gen/run/kept.h"

#include "base/checksum.h"
#include "solve/level/report.h"

#include <stdlib.h>
#include <string.h>

/* --- a hash table with open addressing; the hash 0 is stored separately --- */

struct hash_set {
    uint64_t *table; /* 0: free */
    size_t mask, used;
    bool has_zero;
};

struct hash_set *hash_set_make(void)
{
    struct hash_set *set = calloc(1, sizeof *set);
    if (set == NULL)
        return NULL;
    set->mask = 1023;
    set->table = calloc(set->mask + 1, sizeof *set->table);
    if (set->table == NULL) {
        free(set);
        return NULL;
    }
    return set;
}

void hash_set_free(struct hash_set *set)
{
    if (set == NULL)
        return;
    free(set->table);
    free(set);
}

static size_t place_of(const struct hash_set *set, uint64_t hash)
{
    size_t place = (hash ^ hash >> 32) & set->mask;
    while (set->table[place] != 0 && set->table[place] != hash)
        place = (place + 1) & set->mask;
    return place;
}

bool hash_set_has(const struct hash_set *set, uint64_t hash)
{
    return hash == 0 ? set->has_zero : set->table[place_of(set, hash)] != 0;
}

bool hash_set_add(struct hash_set *set, uint64_t hash)
{
    set->has_zero |= hash == 0;
    if (hash_set_has(set, hash))
        return true;
    if (2 * set->used > set->mask) {
        uint64_t *old = set->table;
        size_t old_size = set->mask + 1;
        uint64_t *table = calloc(2 * old_size, sizeof *table);
        if (table == NULL)
            return false;
        set->table = table;
        set->mask = 2 * old_size - 1;
        for (size_t i = 0; i < old_size; i++) {
            if (old[i] != 0)
                table[place_of(set, old[i])] = old[i];
        }
        free(old);
    }
    set->table[place_of(set, hash)] = hash;
    set->used++;
    return true;
}

/* --- kept --- */

bool kept_make(struct kept *kept)
{
    *kept = (struct kept){.hashes = hash_set_make()};
    return kept->hashes != NULL;
}

void kept_free(struct kept *kept)
{
    hash_set_free(kept->hashes);
    likeness_list_free(&kept->likenesses);
    *kept = (struct kept){0};
}

bool kept_add(struct kept *kept, uint64_t hash, struct likeness *likeness)
{
    return hash_set_add(kept->hashes, hash) && (!kept->compares || likeness_list_add(&kept->likenesses, likeness));
}

/* --- solutions from reports --- */

/* The last report that was read: names and solutions, each with its NUL.  It is kept because the levels of a folder
 * come one after the other.  `next` is the offset of the row after the one that was found last. */
struct told {
    struct text path, rows;
    size_t next;
};

static bool take_row(void *context, const char *const *fields)
{
    struct text *rows = context;
    text_add(rows, fields[COLUMN_level], strlen(fields[COLUMN_level]) + 1);
    text_add(rows, fields[COLUMN_solution], strlen(fields[COLUMN_solution]) + 1);
    return !rows->failed;
}

/* The solution that the report has for a name, or NULL.  Rows are mostly in the order of the levels. */
static const char *look_up(struct told *told, const char *name)
{
    size_t first = told->next, place = first;
    do {
        if (place >= told->rows.size)
            place = 0;
        const char *row = text_string(&told->rows) + place;
        const char *solution = row + strlen(row) + 1;
        if (told->rows.size == 0)
            return NULL;
        place += (size_t)(solution - row) + strlen(solution) + 1;
        told->next = place;
        if (strcmp(row, name) == 0)
            return solution;
    } while (place != first && !(place >= told->rows.size && first == 0));
    return NULL;
}

/* --- levels of files --- */

/* Gets a level's solution from a report or solves the level. */
static bool find_moves(const struct known_levels *levels, struct told *told, struct job *job, struct move_list *moves)
{
    const char *solution = NULL;
    struct text path = {0};
    const char *name = text_string(&job->level.name), *slash = strrchr(name, '/');
    if (slash != NULL && !job->level.titled)
        name = slash + 1;
    for (int place = 0; place < REPORT_PLACES && solution == NULL; place++) {
        text_clear(&path);
        report_path(text_string(&job->level.file), (enum report_place)place, &path);
        /* A report that cannot be read is treated as empty. */
        if (told->path.size == 0 || strcmp(text_string(&told->path), text_string(&path)) != 0) {
            text_clear(&told->path);
            text_clear(&told->rows);
            told->next = 0;
            text_add_text(&told->path, &path);
            bool no_memory;
            report_read_file(text_string(&path), take_row, &told->rows, &no_memory);
            told->rows.failed |= no_memory;
        }
        solution = look_up(told, name);
    }
    bool good = !path.failed && !told->path.failed && !told->rows.failed;
    text_free(&path);
    if (!good)
        return false;
    int got = solution == NULL ? 0 : solution_read(job->puzzle, solution, moves);
    if (got != 0)
        return got > 0;
    job_judge(job, levels->request, levels->threads);
    if (job->judged && job->judgement.verdict == VERDICT_UNDECIDED && levels->notes != NULL)
        text_addf(levels->notes, "%s:%lu:1: undecided (%s); its cells alone are compared\n",
                  text_string(&job->level.file), job->level.line, job->judgement.reason);
    if (job->judged) {
        *moves = job->judgement.reported;
        job->judgement.reported = (struct move_list){0};
    }
    return job->judged;
}

bool known_levels_add(const struct known_levels *levels, char *const *operands, size_t count, struct kept *kept,
                      uint64_t *sum, struct text *error)
{
    struct level_source *source = level_source_open(operands, count);
    struct told told = {0};
    struct job job = {0};
    struct job_kind kind = levels->kind;
    kind.limits = &levels->request.limits;
    bool good = source != NULL;
    if (good)
        level_source_expect(source, kind.game);
    while (good && !text_says(error) && job_read(source, &kind, &job)) {
        text_add(error, text_string(&job.error), strcspn(text_string(&job.error), "\n"));
        error->failed |= job.error.failed;
        if (job.puzzle != NULL) {
            struct move_list moves = {0};
            struct likeness likeness = {0};
            uint64_t hash = 0;
            good = find_moves(levels, &told, &job, &moves) && level_hash(job.puzzle, &hash) &&
                   likeness_make(&likeness, job.puzzle, moves.moves, moves.count) && kept_add(kept, hash, &likeness);
            *sum = checksum_add(*sum, &hash, sizeof hash);
            *sum = checksum_add(*sum, moves.moves, moves.count * sizeof *moves.moves);
            likeness_free(&likeness);
            free(moves.moves);
        }
        job_free(&job);
    }
    job_free(&job);
    level_source_close(source);
    text_free(&told.path);
    text_free(&told.rows);
    if (!good)
        text_fail(error);
    return good && !text_says(error);
}

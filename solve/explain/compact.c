/* Removes everything from a level that its puzzle does not need; see compact.h. */
#include "solve/explain/compact.h"

#include "base/array.h"
#include "base/threads.h"

#include <stdlib.h>
#include <string.h>

/* TOGETHER: the most pieces that a level may have for steps that take away two or three at once.  CHUNK: levels tried
 * at once. */
enum { TOGETHER = 12, CHUNK = 16, MOST_TAKEN = 3 };

/* One step: up to three contents of cells are taken away, or one or two rows or columns (where walls lie between
 * cells, a row is two of the text). */
struct step {
    enum { STEP_TAKE, STEP_ROWS, STEP_COLUMNS } kind;
    bool pieces; /* something other than ground is taken away */
    int count;   /* number of cells, rows or columns */
    struct {
        int cell;
        bool ground; /* the ground is taken away, even below a piece; false: the piece is */
    } taken[MOST_TAKEN];
    int first; /* row or column */
};

struct steps {
    struct step *items;
    size_t count, capacity;
    bool failed;
};

/* --- listing steps --- */

static void add_step(struct steps *steps, struct step step)
{
    steps->failed = steps->failed || !ARRAY_RESERVE(steps->items, steps->count, steps->capacity, 64);
    if (!steps->failed)
        steps->items[steps->count++] = step;
}

static void add_taken(struct steps *steps, const int *cells, int count, int mark)
{
    struct step step = {.kind = STEP_TAKE, .pieces = count > 0};
    for (int i = 0; i < count; i++)
        step.taken[step.count++].cell = cells[i];
    if (mark >= 0) {
        step.taken[step.count].cell = mark;
        step.taken[step.count++].ground = true;
    }
    add_step(steps, step);
}

static unsigned char plain_of(const struct subject *subject)
{
    return (unsigned char)puzzle_contents(subject->puzzle)[0].cell;
}

/* Lists pieces alone, then with a mark, then two and three at once. */
static void list_pieces(const struct subject *subject, struct cell_change *changes, struct steps *steps)
{
    int cells = grid_size(&subject->text), pieces[TOGETHER], count = 0, all = 0;
    for (int cell = 0; cell < cells; cell++) {
        /* The first cell of a piece stands for it. */
        if (content_of(subject->puzzle, subject->text.cells[cell]).piece == 0 ||
            subject_take_away(subject, cell, changes) == 0)
            continue;
        if (all++ < TOGETHER)
            pieces[count++] = cell;
        add_taken(steps, &cell, 1, -1);
    }
    if (all > TOGETHER)
        return;
    for (int i = 0; i < count; i++) {
        for (int mark = 0; mark < cells; mark++) {
            char ground = content_of(subject->puzzle, subject->text.cells[mark]).ground;
            if (ground_is_mark(subject->puzzle, ground) && subject_may_change(subject, mark))
                add_taken(steps, &pieces[i], 1, mark);
        }
    }
    for (int i = 0; i < count; i++) {
        for (int j = i + 1; j < count; j++)
            add_taken(steps, (const int[]){pieces[i], pieces[j]}, 2, -1);
    }
    for (int i = 0; i < count; i++) {
        for (int j = i + 1; j < count; j++) {
            for (int k = j + 1; k < count; k++)
                add_taken(steps, (const int[]){pieces[i], pieces[j], pieces[k]}, 3, -1);
        }
    }
}

/* Lists rows or columns, without those of the wall around the level. */
static void list_lines(const struct subject *subject, bool rows, struct steps *steps)
{
    int count = rows ? subject->text.rows : subject->text.columns;
    bool spaced = subject->puzzle->game->spaced, framed = spaced || !subject_may_change(subject, 0);
    for (int line = framed; line < count - framed - spaced; line++)
        add_step(steps,
                 (struct step){rows ? STEP_ROWS : STEP_COLUMNS, .pieces = true, .count = 1 + spaced, .first = line});
}

/* Lists walls and marks.  A wall that touches nothing inside the level is not part of the puzzle, and stays.  `inside`
 * is false for all cells; `queue` has capacity for them. */
static void list_grounds(const struct subject *subject, bool *inside, int *queue, struct steps *steps)
{
    const struct grid *text = &subject->text;
    unsigned char wall = puzzle_wall(subject->puzzle);
    /* Inside are the cells, without walls, that are connected with some piece; if there is none, all cells that are not
     * walls. */
    bool any = false;
    for (int cell = 0; cell < grid_size(text); cell++) {
        bool piece = content_of(subject->puzzle, text->cells[cell]).piece != 0;
        any |= piece;
        if (piece && !inside[cell])
            grid_flood(text, cell, wall, inside, queue);
    }
    for (int cell = 0; !any && cell < grid_size(text); cell++)
        inside[cell] = text->cells[cell] != wall;
    for (int cell = 0; cell < grid_size(text); cell++) {
        bool touches = text->cells[cell] != wall;
        for (enum direction direction = UP; direction < DIRECTIONS; direction++) {
            int beside = grid_beside(text, cell, direction);
            touches |= beside >= 0 && inside[beside];
        }
        if (touches && subject_may_change(subject, cell) &&
            (unsigned char)content_of(subject->puzzle, text->cells[cell]).ground != plain_of(subject))
            add_taken(steps, NULL, 0, cell);
    }
}

/* Lists all steps from a level in a fixed order.  Returns false if memory runs out. */
static bool steps_list(const struct subject *subject, struct steps *steps)
{
    size_t cells = (size_t)grid_size(&subject->text);
    struct arrays arrays = {0};
    struct cell_change *changes = arrays_add(&arrays, cells, sizeof *changes);
    bool *inside = arrays_add(&arrays, cells, sizeof *inside);
    int *queue = arrays_add(&arrays, cells, sizeof *queue);
    *steps = (struct steps){.failed = arrays.failed};
    if (!steps->failed) {
        list_pieces(subject, changes, steps);
        list_lines(subject, true, steps);
        list_lines(subject, false, steps);
        list_grounds(subject, inside, queue, steps);
    }
    arrays_free(&arrays);
    if (!steps->failed)
        return true;
    free(steps->items);
    *steps = (struct steps){0};
    return false;
}

/* --- one step --- */

/* Returns whether the rows or columns of a step contain only a part of some piece. */
static bool cuts_piece(const struct subject *subject, const struct step *step)
{
    const struct grid *text = &subject->text;
    const struct game *game = subject->puzzle->game;
    for (int cell = 0; game->same_piece != NULL && cell < grid_size(text); cell++) {
        int line = step->kind == STEP_ROWS ? cell / text->columns : cell % text->columns;
        for (int other = 0; line == step->first && other < grid_size(text); other++) {
            int its = step->kind == STEP_ROWS ? other / text->columns : other % text->columns;
            if (its != line && game->same_piece(text, text->cells[cell], text->cells[other]))
                return true;
        }
    }
    return false;
}

/* Returns the level's row or column that becomes row or column `line` of the smaller level. */
static int line_before(const struct step *step, bool rows, int line)
{
    bool moved = step->kind == (rows ? STEP_ROWS : STEP_COLUMNS) && line >= step->first;
    return moved ? line + step->count : line;
}

/* Makes the text after a step.  Returns false if there is none, or if memory runs out (*failed). */
static bool text_after(const struct subject *subject, const struct step *step, struct grid *grid, bool *failed)
{
    const struct grid *text = &subject->text;
    int rows = text->rows - (step->kind == STEP_ROWS ? step->count : 0);
    int columns = text->columns - (step->kind == STEP_COLUMNS ? step->count : 0);
    if (rows < 1 || columns < 1 || (step->kind != STEP_TAKE && cuts_piece(subject, step)))
        return false;
    struct cell_change *changes = calloc((size_t)grid_size(text) + 1, sizeof *changes);
    if (changes == NULL || !grid_make(grid, columns, rows, 0)) {
        free(changes);
        *failed = true;
        return false;
    }
    for (int cell = 0; cell < rows * columns; cell++) {
        int row = line_before(step, true, cell / columns), column = line_before(step, false, cell % columns);
        grid->cells[cell] = text->cells[row * text->columns + column];
    }
    /* Takes contents away. */
    bool good = true;
    for (int i = 0; good && step->kind == STEP_TAKE && i < step->count; i++) {
        int cell = step->taken[i].cell;
        if (step->taken[i].ground) { /* leaves the piece on plain ground, if a character for that exists */
            unsigned char piece = (unsigned char)content_of(subject->puzzle, grid->cells[cell]).piece;
            unsigned char left = content_with(subject->puzzle, piece, plain_of(subject));
            good = left != 0;
            grid->cells[cell] = left;
            continue;
        }
        size_t count = subject_take_away(subject, cell, changes);
        for (size_t n = 0; n < count; n++)
            grid->cells[changes[n].cell] = changes[n].to;
    }
    free(changes);
    if (!good)
        grid_free(grid);
    return good;
}

/* --- trying steps --- */

struct trial {
    bool undecided, good;
    struct puzzle *puzzle;  /* owned; NULL: no level */
    struct grid text;       /* owned */
    struct move_list moves; /* owned */
    double depth, difficulty;
};

struct chunk {
    const struct compact *compact;
    const struct step *steps;
    struct trial trials[CHUNK];
    size_t count;
};

static bool is_late(const struct compact *compact)
{
    return limits_are_over(&compact->limits, compact->limits.deadline);
}

/* Returns, for each row or column of the smaller level, that of the original level.  Returns NULL if memory runs
 * out. */
static int *lines_after(const struct compact *compact, const struct step *step, bool rows, int count)
{
    const int *before = rows ? compact->row_of : compact->column_of;
    int *lines = malloc(((size_t)count + 1) * sizeof *lines);
    for (int line = 0; lines != NULL && line < count; line++)
        lines[line] = before[line_before(step, rows, line)];
    return lines;
}

/* Returns whether the solution of a unique level is the original one with some moves left out.  If the step removes
 * only ground, it must leave out no further moves. */
static bool keeps_solution(const struct compact *compact, const struct step *step, const struct trial *trial,
                           const struct judgement *judgement, bool *failed)
{
    const struct puzzle *original = compact->subject->puzzle;
    const struct move_list *all = &compact->judgement->reported, *moves = &judgement->reported;
    int *rows = lines_after(compact, step, true, trial->text.rows);
    int *columns = lines_after(compact, step, false, trial->text.columns);
    bool good = rows != NULL && columns != NULL;
    *failed |= !good;
    good = good && moves->moves != NULL && moves->count > 0 && (step->pieces || moves->count == compact->moves.count);
    size_t at = 0;
    for (size_t n = 0; good && n < moves->count; n++) {
        game_move move = moves->moves[n];
        int cell = label_cell(trial->puzzle, move);
        if (cell >= 0)
            cell =
                rows[cell / trial->text.columns] * compact->subject->text.columns + columns[cell % trial->text.columns];
        bool found = false;
        for (; at < all->count && !found; at++)
            found = move_way(all->moves[at]) == move_way(move) && label_cell(original, all->moves[at]) == cell &&
                    (cell >= 0 || original->game->same_piece == NULL ||
                     label_same_name(original, all->moves[at], trial->puzzle, move));
        good = found;
    }
    free(rows);
    free(columns);
    return good;
}

/* Judges a level, first without measures.  Returns false if memory runs out. */
static bool judge_trial(const struct compact *compact, const struct step *step, struct trial *trial)
{
    bool failed = false, good = false;
    for (int pass = 0; pass < 2; pass++) {
        struct judgement judgement;
        const struct puzzle *puzzle = trial->puzzle;
        struct request request = {
            .limits = compact->limits, .measures = pass == 0 ? MEASURES_NONE : MEASURES_AUTO, .enough = 2};
        request.limits.jobs = 1;
        request.limits.seen = NULL;
        if (!judge(puzzle, &request, &judgement))
            return false;
        double difficulty = judgement.measure[MEASURE_difficulty];
        good = judgement.verdict == VERDICT_UNIQUE && keeps_solution(compact, step, trial, &judgement, &failed);
        trial->undecided = judgement.verdict == VERDICT_UNDECIDED || (good && pass == 1 && difficulty == UNKNOWN);
        good = good && (pass == 0 || difficulty >= COMPACT_KEEPS * compact->judgement->measure[MEASURE_difficulty]);
        trial->good = good && pass == 1;
        if (trial->good) {
            trial->depth = judgement.measure[MEASURE_depth];
            trial->difficulty = difficulty;
            trial->moves = judgement.reported;
            judgement.reported = (struct move_list){0};
        }
        judgement_free(&judgement);
        if (!good || failed)
            break;
    }
    return !failed;
}

/* Makes and judges the n-th level of a chunk.  Returns false if memory runs out. */
static bool try_step(void *context, size_t n)
{
    struct chunk *chunk = context;
    const struct compact *compact = chunk->compact;
    const struct subject *now = &compact->now;
    const struct step *step = &chunk->steps[n];
    struct trial *trial = &chunk->trials[n];
    struct complaint complaint = {0};
    bool failed = false;
    *trial = (struct trial){0};
    if (text_after(now, step, &trial->text, &failed)) {
        trial->puzzle = now->puzzle->game->load(&trial->text, now->variant, &complaint);
        failed |= trial->puzzle == NULL && complaint.failed;
        bool may = trial->puzzle != NULL;
        if (may && trial->puzzle->game->move_cell != NULL) {
            /* Moves must name cells of the text that was loaded.  A reader may drop what surrounds a level. */
            struct grid drawn = {0};
            failed |= !puzzle_draw_start(trial->puzzle, &drawn);
            may = drawn.columns == trial->text.columns && drawn.rows == trial->text.rows;
            grid_free(&drawn);
        }
        /* If the step removes only ground, the same moves must still solve the level.  Checking that needs no
         * search. */
        may = may && (step->pieces ||
                      replay_solves(now->puzzle, trial->puzzle, compact->moves.moves, compact->moves.count, &failed));
        if (may && !failed)
            failed = !judge_trial(compact, step, trial);
    }
    return !failed;
}

/* --- taking a step --- */

/* Records what a step takes away.  If walls lie between cells, a step takes two rows of the text, and the row with
 * cells counts. */
static bool record_step(struct compact *compact, const struct step *step)
{
    const struct subject *now = &compact->now;
    const int columns = now->text.columns, *row_of = compact->row_of, *column_of = compact->column_of;
    const int line = step->first + (step->count == 2 && step->first % 2 == 0);
    for (int i = 0; i < (step->kind == STEP_TAKE ? step->count : 1); i++) {
        struct gone gone = {.kind = step->kind == STEP_ROWS ? GONE_ROW : GONE_COLUMN};
        if (step->kind == STEP_TAKE) {
            int cell = step->taken[i].cell;
            bool ground = step->taken[i].ground;
            struct game_content here = content_of(now->puzzle, now->text.cells[cell]);
            gone.kind = ground ? GONE_GROUND : GONE_PIECE;
            gone.what = (unsigned char)(ground ? here.ground : here.piece);
            gone.place = row_of[cell / columns] * compact->subject->text.columns + column_of[cell % columns];
        } else {
            gone.place = step->kind == STEP_ROWS ? row_of[line] : column_of[line];
        }
        if (!ARRAY_RESERVE(compact->gone, compact->gone_count, compact->gone_capacity, 32))
            return false;
        compact->gone[compact->gone_count++] = gone;
    }
    return true;
}

static void drop_now(struct compact *compact)
{
    if (compact->now.puzzle != NULL && compact->now.puzzle != compact->subject->puzzle)
        compact->now.puzzle->game->free((struct puzzle *)(uintptr_t)compact->now.puzzle);
    subject_free(&compact->now);
}

/* Makes the level of a trial the current one and takes ownership of it.  Returns false if memory runs out. */
static bool adopt_trial(struct compact *compact, const struct step *step, struct trial *trial)
{
    struct subject next = compact->now;
    int *rows = lines_after(compact, step, true, trial->text.rows);
    int *columns = lines_after(compact, step, false, trial->text.columns);
    bool good = rows != NULL && columns != NULL && record_step(compact, step) && grid_copy(&next.text, &trial->text);
    if (!good) {
        free(rows);
        free(columns);
        return false;
    }
    next.puzzle = trial->puzzle;
    drop_now(compact);
    compact->now = next;
    trial->puzzle = NULL;
    free(compact->row_of);
    free(compact->column_of);
    free(compact->moves.moves);
    compact->row_of = rows;
    compact->column_of = columns;
    compact->moves = trial->moves;
    trial->moves = (struct move_list){0};
    compact->depth = trial->depth;
    compact->difficulty = trial->difficulty;
    return true;
}

/* Tries a chunk of steps from the n-th on, and makes the first good one.  *n becomes the index after that step, or
 * after the chunk.  Returns false if memory runs out. */
static bool try_chunk(struct compact *compact, const struct steps *steps, size_t *n, bool *went)
{
    struct chunk *chunk = calloc(1, sizeof *chunk);
    if (chunk == NULL)
        return false;
    chunk->compact = compact;
    chunk->steps = steps->items + *n;
    chunk->count = steps->count - *n < CHUNK ? steps->count - *n : CHUNK;
    bool good = threads_each(chunk->count, compact->limits.jobs, try_step, NULL, chunk), late = is_late(compact);
    *went = false;
    for (size_t i = 0; good && !late && !*went && i < chunk->count; i++, ++*n) {
        compact->tried += chunk->trials[i].puzzle != NULL;
        compact->undecided += chunk->trials[i].undecided;
        *went = chunk->trials[i].good;
        if (*went)
            good = adopt_trial(compact, &chunk->steps[i], &chunk->trials[i]);
    }
    for (size_t i = 0; i < chunk->count; i++) {
        struct trial *trial = &chunk->trials[i];
        if (trial->puzzle != NULL)
            trial->puzzle->game->free(trial->puzzle);
        grid_free(&trial->text);
        free(trial->moves.moves);
        *trial = (struct trial){0};
    }
    free(chunk);
    return good;
}

static bool start_from_original(struct compact *compact)
{
    const struct subject *subject = compact->subject;
    const struct move_list *reported = &compact->judgement->reported;
    int rows = subject->text.rows, columns = subject->text.columns;
    compact->now = *subject;
    compact->now.text = (struct grid){0};
    compact->row_of = malloc(((size_t)rows + 1) * sizeof *compact->row_of);
    compact->column_of = malloc(((size_t)columns + 1) * sizeof *compact->column_of);
    compact->moves.moves = malloc((reported->count + 1) * sizeof *reported->moves);
    if (compact->row_of == NULL || compact->column_of == NULL || compact->moves.moves == NULL ||
        !grid_copy(&compact->now.text, &subject->text))
        return false;
    for (int row = 0; row < rows; row++)
        compact->row_of[row] = row;
    for (int column = 0; column < columns; column++)
        compact->column_of[column] = column;
    if (reported->count > 0)
        memcpy(compact->moves.moves, reported->moves, reported->count * sizeof *reported->moves);
    compact->moves.count = reported->count;
    compact->depth = compact->judgement->measure[MEASURE_depth];
    compact->difficulty = compact->judgement->measure[MEASURE_difficulty];
    return true;
}

bool compact_find(struct compact *compact, const struct subject *subject, const struct judgement *judgement,
                  const struct limits *limits)
{
    *compact = (struct compact){.subject = subject, .judgement = judgement, .limits = *limits};
    limits_begin(&compact->limits);
    if (compact->limits.max_states == 0 || compact->limits.max_states > COMPACT_STATES)
        compact->limits.max_states = COMPACT_STATES;
    bool good = start_from_original(compact), any = true;
    while (good && any && !is_late(compact)) {
        /* One round of all steps.  After a step is made, the round continues from the same place in the list of steps
         * of the new level. */
        struct steps steps;
        any = false;
        compact->undecided = 0;
        good = steps_list(&compact->now, &steps);
        for (size_t n = 0; good && n < steps.count && !is_late(compact);) {
            bool went = false;
            good = try_chunk(compact, &steps, &n, &went);
            if (!good || !went)
                continue;
            any = true;
            n--; /* the step at this place no longer exists */
            free(steps.items);
            good = steps_list(&compact->now, &steps);
        }
        free(steps.items);
    }
    compact->whole = good && !any && !is_late(compact);
    if (!good)
        compact_free(compact);
    return good;
}

void compact_free(struct compact *compact)
{
    drop_now(compact);
    free(compact->moves.moves);
    free(compact->row_of);
    free(compact->column_of);
    free(compact->gone);
    *compact = (struct compact){0};
}

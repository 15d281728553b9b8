/* Compares the smallest level that is still the same puzzle with a brute-force search for parts that could still be
 * removed; see differential.h. */
#include "tests/differential.h"

#include "solve/explain/compact.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_STATES = 2000, MOST_CELLS = 64 };

/* A smaller level: its text, and the original row and column of each remaining row and column. */
struct smaller {
    struct grid text;
    int rows[GRID_MAX_SIDE], columns[GRID_MAX_SIDE];
};

static int cell_of(const struct puzzle *puzzle, game_move move)
{
    return puzzle->game->move_cell == NULL ? -1 : puzzle->game->move_cell(puzzle, move);
}

/* Returns whether the moves of a smaller level, from index `n` on, are a subsequence of the original moves from
 * index `at` on. */
static bool are_less(const struct compact *compact, const struct puzzle *puzzle, const struct smaller *smaller,
                     const struct move_list *moves, size_t n, size_t at)
{
    const struct puzzle *original = compact->subject->puzzle;
    const struct move_list *all = &compact->judgement->reported;
    char first[32], second[32];
    if (n == moves->count)
        return true;
    if (at == all->count)
        return false;
    int cell = cell_of(puzzle, moves->moves[n]);
    if (cell >= 0)
        cell = smaller->rows[cell / smaller->text.columns] * compact->subject->text.columns +
               smaller->columns[cell % smaller->text.columns];
    bool same = move_way(moves->moves[n]) == move_way(all->moves[at]) && cell == cell_of(original, all->moves[at]);
    if (same && cell < 0 && original->game->same_piece != NULL) {
        puzzle->game->write_moves(puzzle, &moves->moves[n], 1, first, sizeof first);
        original->game->write_moves(original, &all->moves[at], 1, second, sizeof second);
        same = strcmp(first, second) == 0;
    }
    return are_less(compact, puzzle, smaller, moves, n + same, at + 1);
}

/* Returns whether a text is still the same puzzle.  `ground`: only ground was removed, so the moves must not get
 * fewer. */
static bool is_still(const struct compact *compact, const struct smaller *smaller, bool ground, double *difficulty)
{
    struct complaint complaint;
    struct request request = {.measures = MEASURES_AUTO};
    struct judgement judgement;
    const struct subject *subject = compact->subject;
    struct puzzle *puzzle = subject->puzzle->game->load(&smaller->text, subject->variant, &complaint);
    struct grid drawn = {0};
    if (puzzle == NULL)
        return false;
    if (!puzzle_draw_start(puzzle, &drawn))
        abort();
    judge_or_abort(puzzle, &request, &judgement);
    bool as_written = subject->puzzle->game->move_cell == NULL ||
                      (drawn.columns == smaller->text.columns && drawn.rows == smaller->text.rows);
    *difficulty = judgement.measure[MEASURE_difficulty];
    bool still =
        as_written && judgement.verdict == VERDICT_UNIQUE && judgement.reported.count > 0 &&
        moves_solve(puzzle, &judgement.reported) &&
        *difficulty >= COMPACT_KEEPS * compact->judgement->measure[MEASURE_difficulty] &&
        (!ground || (judgement.reported.count == compact->moves.count && moves_solve(puzzle, &compact->moves))) &&
        are_less(compact, puzzle, smaller, &judgement.reported, 0, 0);
    grid_free(&drawn);
    judgement_free(&judgement);
    puzzle->game->free(puzzle);
    return still;
}

/* Returns the text without some of its rows and columns: bit n of `rows` is row n.  The caller frees the text. */
static struct smaller without_lines(const struct compact *compact, uint64_t rows, uint64_t columns)
{
    const struct grid *text = &compact->now.text;
    struct smaller smaller = {0};
    int high = 0, wide = 0;
    for (int row = 0; row < text->rows; row++) {
        if ((rows >> row & 1) == 0)
            smaller.rows[high++] = row;
    }
    for (int column = 0; column < text->columns; column++) {
        if ((columns >> column & 1) == 0)
            smaller.columns[wide++] = column;
    }
    if (!grid_make(&smaller.text, wide, high, ' '))
        abort();
    for (int cell = 0; cell < wide * high; cell++)
        smaller.text.cells[cell] =
            text->cells[smaller.rows[cell / wide] * text->columns + smaller.columns[cell % wide]];
    for (int row = 0; row < high; row++)
        smaller.rows[row] = compact->row_of[smaller.rows[row]];
    for (int column = 0; column < wide; column++)
        smaller.columns[column] = compact->column_of[smaller.columns[column]];
    return smaller;
}

/* Returns whether `count` lines from a row or column on could be removed.  They cannot if they hold part of a piece
 * that extends beyond them. */
static bool line_goes(const struct compact *compact, bool rows, int line, int count)
{
    const struct game *game = compact->subject->puzzle->game;
    const struct grid *text = &compact->now.text;
    uint64_t lines = ((UINT64_C(1) << count) - 1) << line;
    double difficulty;
    for (int a = 0; game->same_piece != NULL && a < grid_size(text); a++) {
        for (int b = 0; b < grid_size(text); b++) {
            int at = rows ? a / text->columns : a % text->columns, other = rows ? b / text->columns : b % text->columns;
            if (at == line && other != line && game->same_piece(text, text->cells[a], text->cells[b]))
                return false;
        }
    }
    struct smaller smaller = without_lines(compact, rows ? lines : 0, rows ? 0 : lines);
    bool goes = smaller.text.rows > 0 && smaller.text.columns > 0 && is_still(compact, &smaller, false, &difficulty);
    grid_free(&smaller.text);
    return goes;
}

/* Marks the cells connected to a cell without crossing walls. */
static void spread(const struct grid *text, unsigned char wall, int cell, bool *inside)
{
    if (cell < 0 || inside[cell] || text->cells[cell] == wall)
        return;
    inside[cell] = true;
    for (enum direction direction = UP; direction < DIRECTIONS; direction++)
        spread(text, wall, grid_beside(text, cell, direction), inside);
}

/* Removes the piece in a cell, all of it, or the ground of the cell.  Returns false if there is nothing to remove. */
static bool clear(const struct compact *compact, struct grid *text, int cell, bool ground)
{
    const struct puzzle *puzzle = compact->subject->puzzle;
    const struct game *game = puzzle->game;
    const struct game_content *contents = puzzle_contents(puzzle);
    struct game_content here = content_of(puzzle, text->cells[cell]);
    unsigned char symbol = text->cells[cell];
    if (!ground) {
        for (int other = 0; here.piece != 0 && other < grid_size(text); other++) {
            if (other == cell || (game->same_piece != NULL && game->same_piece(text, symbol, text->cells[other])))
                text->cells[other] = (unsigned char)content_of(puzzle, text->cells[other]).ground;
        }
        return here.piece != 0;
    }
    if (here.ground == contents[0].cell)
        return false;
    if (here.piece == 0) {
        text->cells[cell] = (unsigned char)contents[0].cell;
        return true;
    }
    for (const struct game_content *content = contents; content->cell != 0; content++) {
        if (content->piece == here.piece && content->ground == contents[0].cell) {
            text->cells[cell] = (unsigned char)content->cell;
            return true;
        }
    }
    return false;
}

/* Returns whether content of a cell could be removed, alone or together with the ground of another cell. */
static bool content_goes(const struct compact *compact, int cell, const bool *inside, struct text *why)
{
    const struct grid *text = &compact->now.text;
    const struct subject *now = &compact->now;
    unsigned char wall = puzzle_wall(now->puzzle);
    for (int kind = 0; kind < 2; kind++) {
        struct smaller smaller = without_lines(compact, 0, 0);
        double difficulty;
        bool touches = text->cells[cell] != wall, goes = false;
        for (enum direction direction = UP; direction < DIRECTIONS; direction++) {
            int beside = grid_beside(text, cell, direction);
            touches |= beside >= 0 && inside[beside];
        }
        if (touches && subject_may_change(now, cell) && clear(compact, &smaller.text, cell, kind == 1))
            goes = is_still(compact, &smaller, kind == 1, &difficulty);
        for (int mark = 0; kind == 0 && !goes && mark < grid_size(text); mark++) {
            struct smaller both = without_lines(compact, 0, 0);
            char ground = content_of(now->puzzle, text->cells[mark]).ground;
            if (ground != (char)wall && subject_may_change(now, mark) && subject_may_change(now, cell) &&
                clear(compact, &both.text, cell, false) && clear(compact, &both.text, mark, true))
                goes = is_still(compact, &both, false, &difficulty);
            grid_free(&both.text);
        }
        grid_free(&smaller.text);
        if (goes) {
            text_addf(why, "cell %d of what is left could still go", cell);
            return true;
        }
    }
    return false;
}

/* Returns whether nothing more could be removed. */
static bool is_smallest(const struct compact *compact, struct text *why)
{
    const struct grid *text = &compact->now.text;
    const struct puzzle *puzzle = compact->now.puzzle;
    unsigned char wall = puzzle_wall(puzzle);
    bool spaced = puzzle->game->spaced, framed = spaced || !subject_may_change(&compact->now, 0), good = true,
         any = false;
    for (int rows = 0; rows < 2; rows++) {
        int count = rows ? text->rows : text->columns;
        for (int line = framed; good && line < count - framed - spaced; line++) {
            good = !line_goes(compact, rows, line, 1 + spaced);
            if (!good)
                text_addf(why, "%s %d of what is left could still go", rows ? "row" : "column", line);
        }
    }
    bool *inside = calloc((size_t)grid_size(text) + 1, sizeof *inside);
    if (inside == NULL)
        abort();
    for (int cell = 0; cell < grid_size(text); cell++) {
        if (content_of(puzzle, text->cells[cell]).piece != 0) {
            spread(text, wall, cell, inside);
            any = true;
        }
    }
    for (int cell = 0; !any && cell < grid_size(text); cell++)
        inside[cell] = text->cells[cell] != wall;
    for (int cell = 0; good && cell < grid_size(text); cell++)
        good = !content_goes(compact, cell, inside, why);
    free(inside);
    return good;
}

bool holds_for_compact(const struct trial *trial, const struct change *change, struct text *why)
{
    struct subject subject;
    struct limits limits = {.jobs = 1 + change->which, .spared = SEARCH_ALONE};
    struct compact compact;
    double difficulty = 0;
    const struct puzzle *puzzle = trial->puzzle;
    if (puzzle_contents(puzzle) == NULL || trial->judgement.verdict != VERDICT_UNIQUE ||
        trial->judgement.reported.count == 0 || trial->judgement.states > MOST_STATES ||
        trial->judgement.measure[MEASURE_difficulty] == UNKNOWN)
        return true;
    if (!subject_make(&subject, puzzle, trial->specimen->variant) ||
        !compact_find(&compact, &subject, &trial->judgement, &limits))
        abort();
    struct smaller left = without_lines(&compact, 0, 0);
    bool holds = compact.whole && (compact.gone_count == 0 || is_still(&compact, &left, false, &difficulty)) &&
                 (compact.gone_count == 0 || difficulty == compact.difficulty);
    if (!holds)
        text_add_string(why, "what is left is not the same puzzle");
    holds = holds && (compact.undecided > 0 || grid_size(&left.text) > MOST_CELLS || is_smallest(&compact, why));
    grid_free(&left.text);
    compact_free(&compact);
    subject_free(&subject);
    return holds;
}

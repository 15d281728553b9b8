/* Small changes of a level's text; see edit.h. */
#include "solve/explain/edit.h"

#include "base/array.h"
#include "games/mover.h"

#include <stdlib.h>
#include <string.h>

bool subject_make(struct subject *subject, const struct puzzle *puzzle, struct variant variant)
{
    const struct language *language = puzzle->game->language;
    *subject = (struct subject){.puzzle = puzzle, .variant = variant};
    if (language != NULL)
        subject->variant.game_source = language->source_of(puzzle);
    return puzzle->text != NULL ? grid_copy(&subject->text, puzzle->text) : puzzle_draw_start(puzzle, &subject->text);
}

void subject_free(struct subject *subject)
{
    grid_free(&subject->text);
}

struct puzzle *subject_changed(const struct subject *subject, const struct cell_change *changes, size_t count,
                               bool *failed)
{
    struct grid grid;
    struct complaint complaint = {0};
    if (!grid_copy(&grid, &subject->text)) {
        *failed = true;
        return NULL;
    }
    for (size_t i = 0; i < count; i++)
        grid.cells[changes[i].cell] = changes[i].to;
    struct puzzle *puzzle = subject->puzzle->game->load(&grid, subject->variant, &complaint);
    *failed |= puzzle == NULL && complaint.failed;
    grid_free(&grid);
    return puzzle;
}

struct game_content content_of(const struct puzzle *puzzle, unsigned char c)
{
    const struct game_content *contents = puzzle_contents(puzzle);
    for (const struct game_content *content = contents; content->cell != 0; content++) {
        if ((unsigned char)content->cell == c)
            return *content;
    }
    return (struct game_content){(char)c, (char)c, contents[0].cell};
}

unsigned char content_with(const struct puzzle *puzzle, unsigned char piece, unsigned char ground)
{
    for (const struct game_content *content = puzzle_contents(puzzle); content->cell != 0; content++) {
        if ((unsigned char)content->piece == piece && (unsigned char)content->ground == ground)
            return (unsigned char)content->cell;
    }
    bool unlisted = content_of(puzzle, piece).cell == (char)piece && piece != 0;
    return unlisted && ground == (unsigned char)puzzle_contents(puzzle)[0].cell ? piece : 0;
}

bool ground_is_mark(const struct puzzle *puzzle, char ground)
{
    return ground != puzzle_contents(puzzle)[0].cell && (unsigned char)ground != puzzle_wall(puzzle);
}

bool subject_may_change(const struct subject *subject, int cell)
{
    const struct puzzle *puzzle = subject->puzzle;
    bool own = puzzle->contents != NULL, walled = own || puzzle->game->margin == MARGIN_WALL;
    unsigned char wall = own ? puzzle_wall(puzzle) : puzzle->game->outside;
    bool framed = walled && grid_has_frame(&subject->text, wall);
    return !framed || !grid_is_edge(&subject->text, cell);
}

size_t subject_without_piece(const struct subject *subject, int cell, unsigned char *others)
{
    const struct puzzle *puzzle = subject->puzzle;
    struct game_content here = content_of(puzzle, subject->text.cells[cell]);
    size_t count = 0;
    if (here.piece != 0) {
        others[count++] = (unsigned char)here.ground;
        return count;
    }
    for (const struct game_content *content = puzzle_contents(puzzle); content->cell != 0 && count < CONTENTS_MOST;
         content++) {
        if (content->piece == 0 && content->cell != here.cell)
            others[count++] = (unsigned char)content->cell;
    }
    return count;
}

size_t subject_take_away(const struct subject *subject, int cell, struct cell_change *changes)
{
    const struct puzzle *puzzle = subject->puzzle;
    const struct grid *text = &subject->text;
    struct game_content here = content_of(puzzle, text->cells[cell]);
    unsigned char plain = (unsigned char)puzzle_contents(puzzle)[0].cell;
    size_t count = 0;
    if (!subject_may_change(subject, cell) || text->cells[cell] == plain)
        return 0;
    if (here.piece == 0) {
        changes[0] = (struct cell_change){cell, text->cells[cell], plain};
        return 1;
    }
    for (int other = 0; other < grid_size(text); other++) {
        const struct game *game = puzzle->game;
        if (cell != other &&
            !(game->same_piece != NULL && game->same_piece(text, text->cells[cell], text->cells[other])))
            continue;
        if (other < cell)
            return 0;
        unsigned char left = (unsigned char)content_of(puzzle, text->cells[other]).ground;
        changes[count++] = (struct cell_change){other, text->cells[other], left};
    }
    return count;
}

/* --- the list of all small changes of a level --- */

struct editing {
    const struct subject *subject;
    struct edit *edits;
    size_t count, capacity;
    bool failed;
};

static void add_edit(struct editing *editing, struct edit edit)
{
    editing->failed = editing->failed || !ARRAY_RESERVE(editing->edits, editing->count, editing->capacity, 64);
    if (!editing->failed)
        editing->edits[editing->count++] = edit;
}

/* Adds an edit that gives two cells new contents, if both contents exist and differ from the old ones. */
static void add_exchange(struct editing *editing, int a, int b, unsigned char to_a, unsigned char to_b)
{
    const unsigned char *cells = editing->subject->text.cells;
    if (to_a != 0 && to_b != 0 && (to_a != cells[a] || to_b != cells[b]))
        add_edit(editing, (struct edit){{{a, cells[a], to_a}, {b, cells[b], to_b}}, 2});
}

/* The cells to exchange with cell `a` come after it: all of them if it has a piece or a mark, else those that have.
 * `marked` has, for each cell, the first of these from there on.  Returns the next one after b. */
static int next_partner(const int *marked, int a, int b)
{
    return marked[a] == a ? b + 1 : marked[b + 1];
}

bool edits_list(const struct subject *subject, struct edit **edits, size_t *count)
{
    struct editing editing = {.subject = subject};
    const struct puzzle *puzzle = subject->puzzle;
    const struct game_content *contents = puzzle_contents(puzzle);
    const unsigned char *text = subject->text.cells;
    int cells = contents == NULL ? 0 : grid_size(&subject->text);
    for (int cell = 0; cell < cells; cell++) { /* new contents, where the old one is listed */
        bool listed = false;
        for (const struct game_content *content = contents; content->cell != 0; content++)
            listed |= (unsigned char)content->cell == text[cell];
        if (!listed || !subject_may_change(subject, cell))
            continue;
        for (const struct game_content *content = contents; content->cell != 0; content++) {
            if ((unsigned char)content->cell != text[cell])
                add_edit(&editing, (struct edit){{{cell, text[cell], (unsigned char)content->cell}}, 1});
        }
    }
    int *marked = calloc((size_t)cells + 1, sizeof *marked);
    editing.failed |= marked == NULL;
    if (editing.failed)
        cells = 0;
    else
        marked[cells] = cells;
    for (int cell = cells - 1; cell >= 0; cell--) {
        struct game_content here = content_of(puzzle, text[cell]);
        marked[cell] = here.piece != 0 || ground_is_mark(puzzle, here.ground) ? cell : marked[cell + 1];
    }
    for (int a = 0; a < cells; a++) { /* pieces */
        for (int b = next_partner(marked, a, a); b < cells; b = next_partner(marked, a, b)) {
            struct game_content at_a = content_of(puzzle, text[a]), at_b = content_of(puzzle, text[b]);
            if (at_a.piece != at_b.piece)
                add_exchange(&editing, a, b,
                             content_with(puzzle, (unsigned char)at_b.piece, (unsigned char)at_a.ground),
                             content_with(puzzle, (unsigned char)at_a.piece, (unsigned char)at_b.ground));
        }
    }
    for (int a = 0; a < cells; a++) { /* marks on the ground */
        for (int b = next_partner(marked, a, a); b < cells; b = next_partner(marked, a, b)) {
            struct game_content at_a = content_of(puzzle, text[a]), at_b = content_of(puzzle, text[b]);
            if ((ground_is_mark(puzzle, at_a.ground) && at_b.ground == contents[0].cell) ||
                (ground_is_mark(puzzle, at_b.ground) && at_a.ground == contents[0].cell))
                add_exchange(&editing, a, b,
                             content_with(puzzle, (unsigned char)at_a.piece, (unsigned char)at_b.ground),
                             content_with(puzzle, (unsigned char)at_b.piece, (unsigned char)at_a.ground));
        }
    }
    free(marked);
    *edits = editing.edits;
    *count = editing.count;
    if (!editing.failed)
        return true;
    free(editing.edits);
    *edits = NULL;
    *count = 0;
    return false;
}

bool edits_meet(const struct edit *a, const struct edit *b)
{
    for (unsigned i = 0; i < a->count; i++) {
        for (unsigned j = 0; j < b->count; j++) {
            if (a->changes[i].cell == b->changes[j].cell)
                return true;
        }
    }
    return false;
}

bool edit_only_closes(const struct subject *subject, const struct edit *edit)
{
    const struct puzzle *puzzle = subject->puzzle;
    return puzzle->game->walls_only_close && edit->count == 1 &&
           edit->changes[0].from == (unsigned char)puzzle_contents(puzzle)[0].cell &&
           edit->changes[0].to == puzzle_wall(puzzle);
}

/* --- replays solutions in changed levels --- */

int label_cell(const struct puzzle *puzzle, game_move move)
{
    const struct game *game = puzzle->game;
    return game == NULL || game->move_cell == NULL ? -1 : game->move_cell(puzzle, move);
}

bool label_same_name(const struct puzzle *one, game_move a, const struct puzzle *other, game_move b)
{
    enum { NAME_CAPACITY = 32 };
    char first[NAME_CAPACITY], second[NAME_CAPACITY];
    one->game->write_moves(one, &a, 1, first, sizeof first);
    other->game->write_moves(other, &b, 1, second, sizeof second);
    return strcmp(first, second) == 0;
}

/* Finds the label that a move has in the changed level and returns whether it is legal there.  Overwrites the moves
 * and states in the mover. */
static bool translate(const struct puzzle *from, struct mover *mover, game_move move, game_move *label)
{
    const struct puzzle *changed = mover->puzzle;
    *label = move;
    int cell = from == NULL ? -1 : label_cell(from, move);
    if (from == NULL || (cell < 0 && from->game->same_piece == NULL))
        return true; /* there is only one piece */
    unsigned count = changed->rules->expand(changed, mover->state, mover->moves, mover->states);
    for (unsigned i = 0; i < count; i++) {
        *label = mover->moves[i];
        /* The cell identifies a piece; without a cell, the name does. */
        if (move_way(*label) == move_way(move) &&
            (cell >= 0 ? label_cell(changed, *label) == cell : label_same_name(from, move, changed, *label)))
            return true;
    }
    return false;
}

bool replay_solves(const struct puzzle *from, const struct puzzle *changed, const game_move *moves, size_t count,
                   bool *failed)
{
    struct mover mover;
    if (!mover_make(&mover, changed)) {
        mover_free(&mover);
        *failed = true;
        return false;
    }
    bool good = true;
    for (size_t n = 0; good && n < count; n++) {
        game_move label;
        good = !changed->rules->solved(changed, mover.state) && translate(from, &mover, moves[n], &label) &&
               mover_move(&mover, label);
    }
    good = good && changed->rules->solved(changed, mover.state);
    mover_free(&mover);
    return good;
}

/* Returns whether two positions look alike, apart from one cell. */
static bool look_alike(const struct mover *a, const struct mover *b, int cell, bool *failed)
{
    struct grid drawn[2] = {{0}, {0}};
    bool good =
        a->puzzle->game->draw(a->puzzle, a->state, &drawn[0]) && b->puzzle->game->draw(b->puzzle, b->state, &drawn[1]);
    bool alike = good && drawn[0].columns == drawn[1].columns && drawn[0].rows == drawn[1].rows;
    for (int i = 0; alike && i < grid_size(&drawn[0]); i++)
        alike = i == cell || drawn[0].cells[i] == drawn[1].cells[i];
    *failed |= !good;
    grid_free(&drawn[0]);
    grid_free(&drawn[1]);
    return alike;
}

bool replay_goes_same(const struct puzzle *from, const struct puzzle *changed, const game_move *moves, size_t count,
                      int cell, bool *failed)
{
    struct mover mover, other;
    bool made = mover_make(&mover, from);
    made = mover_make(&other, changed) && made;
    bool same = made && look_alike(&mover, &other, cell, failed);
    for (size_t n = 0; same && n < count; n++) {
        game_move label;
        same = mover_move(&mover, moves[n]) && translate(from, &other, moves[n], &label) && mover_move(&other, label) &&
               look_alike(&mover, &other, cell, failed);
    }
    *failed |= !made;
    mover_free(&mover);
    mover_free(&other);
    return same;
}

bool replay_to(const struct puzzle *puzzle, const game_move *moves, size_t count, unsigned char *state)
{
    struct mover mover;
    bool good = mover_make(&mover, puzzle);
    for (size_t n = 0; good && n < count; n++)
        good = mover_move(&mover, moves[n]);
    if (good)
        memcpy(state, mover.state, puzzle->state_bytes);
    mover_free(&mover);
    return good;
}

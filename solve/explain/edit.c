/* Small changes of a level's text; see edit.h. */
#include "solve/explain/edit.h"

#include "solve/explain/edits.h"

#include <stdlib.h>

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

bool subject_may_change(const struct subject *subject, int cell)
{
    const struct puzzle *puzzle = subject->puzzle;
    bool own = puzzle->contents != NULL, walled = own || puzzle->game->margin == MARGIN_WALL;
    unsigned char wall = own ? (unsigned char)puzzle->contents[1].cell : puzzle->game->outside;
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

static bool is_same_piece(const struct subject *subject, int a, int b)
{
    const struct game *game = subject->puzzle->game;
    const unsigned char *cells = subject->text.cells;
    return a == b || (game->same_piece != NULL && game->same_piece(&subject->text, cells[a], cells[b]));
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
        if (!is_same_piece(subject, cell, other))
            continue;
        if (other < cell)
            return 0;
        unsigned char left = (unsigned char)content_of(puzzle, text->cells[other]).ground;
        changes[count++] = (struct cell_change){other, text->cells[other], left};
    }
    return count;
}

/* The list of all small changes of a level; see edits.h. */

/* Returns the character of a piece (0: none) on a ground, or 0 if there is none. */
static unsigned char content_with(const struct puzzle *puzzle, unsigned char piece, unsigned char ground)
{
    for (const struct game_content *content = puzzle_contents(puzzle); content->cell != 0; content++) {
        if ((unsigned char)content->piece == piece && (unsigned char)content->ground == ground)
            return (unsigned char)content->cell;
    }
    bool unlisted = content_of(puzzle, piece).cell == (char)piece && piece != 0;
    return unlisted && ground == (unsigned char)puzzle_contents(puzzle)[0].cell ? piece : 0;
}

struct editing {
    const struct subject *subject;
    struct edit *edits;
    size_t count, capacity;
    bool failed;
};

static void add(struct editing *editing, struct edit edit)
{
    if (editing->count == editing->capacity && !editing->failed) {
        size_t capacity = editing->capacity == 0 ? 64 : 2 * editing->capacity;
        struct edit *edits = realloc(editing->edits, capacity * sizeof *edits);
        editing->failed = edits == NULL;
        if (edits != NULL) {
            editing->edits = edits;
            editing->capacity = capacity;
        }
    }
    if (!editing->failed)
        editing->edits[editing->count++] = edit;
}

static bool is_listed(const struct puzzle *puzzle, unsigned char c)
{
    const struct game_content *content = puzzle_contents(puzzle);
    while (content->cell != 0 && (unsigned char)content->cell != c)
        content++;
    return content->cell != 0;
}

static void add_contents(struct editing *editing, int cell)
{
    const struct subject *subject = editing->subject;
    const struct puzzle *puzzle = subject->puzzle;
    unsigned char here = subject->text.cells[cell];
    if (!subject_may_change(subject, cell) || !is_listed(puzzle, here))
        return;
    for (const struct game_content *content = puzzle_contents(puzzle); content->cell != 0; content++) {
        if ((unsigned char)content->cell != here)
            add(editing, (struct edit){{{cell, here, (unsigned char)content->cell}}, 1});
    }
}

/* Adds an edit that gives two cells new contents, if both contents exist and differ from the old ones. */
static void add_exchange(struct editing *editing, int a, int b, unsigned char to_a, unsigned char to_b)
{
    const unsigned char *cells = editing->subject->text.cells;
    if (to_a != 0 && to_b != 0 && (to_a != cells[a] || to_b != cells[b]))
        add(editing, (struct edit){{{a, cells[a], to_a}, {b, cells[b], to_b}}, 2});
}

static void exchange_pieces(struct editing *editing, int a, int b)
{
    const struct puzzle *puzzle = editing->subject->puzzle;
    const unsigned char *cells = editing->subject->text.cells;
    struct game_content at_a = content_of(puzzle, cells[a]), at_b = content_of(puzzle, cells[b]);
    if (at_a.piece != at_b.piece)
        add_exchange(editing, a, b, content_with(puzzle, (unsigned char)at_b.piece, (unsigned char)at_a.ground),
                     content_with(puzzle, (unsigned char)at_a.piece, (unsigned char)at_b.ground));
}

/* Returns whether a ground is neither plain nor blocking: a goal, snow. */
static bool is_mark(const struct puzzle *puzzle, char ground)
{
    return ground != puzzle_contents(puzzle)[0].cell && ground != puzzle_contents(puzzle)[1].cell;
}

static void exchange_grounds(struct editing *editing, int a, int b)
{
    const struct puzzle *puzzle = editing->subject->puzzle;
    const unsigned char *cells = editing->subject->text.cells;
    struct game_content at_a = content_of(puzzle, cells[a]), at_b = content_of(puzzle, cells[b]);
    char plain = puzzle_contents(puzzle)[0].cell;
    if ((is_mark(puzzle, at_a.ground) && at_b.ground == plain) ||
        (is_mark(puzzle, at_b.ground) && at_a.ground == plain))
        add_exchange(editing, a, b, content_with(puzzle, (unsigned char)at_a.piece, (unsigned char)at_b.ground),
                     content_with(puzzle, (unsigned char)at_b.piece, (unsigned char)at_a.ground));
}

bool edits_list(const struct subject *subject, struct edit **edits, size_t *count)
{
    struct editing editing = {.subject = subject};
    int cells = puzzle_contents(subject->puzzle) == NULL ? 0 : grid_size(&subject->text);
    for (int cell = 0; cell < cells; cell++)
        add_contents(&editing, cell);
    for (int a = 0; a < cells; a++) {
        for (int b = a + 1; b < cells; b++)
            exchange_pieces(&editing, a, b);
    }
    for (int a = 0; a < cells; a++) {
        for (int b = a + 1; b < cells; b++)
            exchange_grounds(&editing, a, b);
    }
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
    const struct game_content *contents = puzzle_contents(puzzle);
    return puzzle->game->walls_only_close && edit->count == 1 &&
           edit->changes[0].from == (unsigned char)contents[0].cell &&
           edit->changes[0].to == (unsigned char)contents[1].cell;
}

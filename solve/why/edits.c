/* All small changes of a level; see edits.h. */
#include "solve/why/edits.h"

#include <stdlib.h>

/* The character of a piece (0: none) on a ground; 0: there is no such one. */
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
    size_t count, room;
    bool failed;
};

static void add(struct editing *editing, struct edit edit)
{
    if (editing->count == editing->room && !editing->failed) {
        size_t room = editing->room == 0 ? 64 : 2 * editing->room;
        struct edit *edits = realloc(editing->edits, room * sizeof *edits);
        editing->failed = edits == NULL;
        if (edits != NULL) {
            editing->edits = edits;
            editing->room = room;
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

/* Makes two cells hold other contents, if there are such. */
static void add_exchange(struct editing *editing, int a, int b, unsigned char to_a,
                         unsigned char to_b)
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
        add_exchange(editing, a, b,
                     content_with(puzzle, (unsigned char)at_b.piece, (unsigned char)at_a.ground),
                     content_with(puzzle, (unsigned char)at_a.piece, (unsigned char)at_b.ground));
}

/* What is neither plain nor blocks: a goal, snow. */
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
        add_exchange(editing, a, b,
                     content_with(puzzle, (unsigned char)at_a.piece, (unsigned char)at_b.ground),
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

/* Small changes of a level's text; see edit.h. */
#include "solve/why/edit.h"

bool subject_make(struct subject *subject, const struct puzzle *puzzle, struct variant variant)
{
    const struct language *language = puzzle->game->language;
    *subject = (struct subject){.puzzle = puzzle, .variant = variant};
    if (language != NULL)
        subject->variant.book = language->book_of(puzzle);
    return puzzle->text != NULL ? grid_copy(&subject->text, puzzle->text)
                                : puzzle_draw_start(puzzle, &subject->text);
}

void subject_free(struct subject *subject)
{
    grid_free(&subject->text);
}

struct puzzle *subject_changed(const struct subject *subject, const struct cell_change *changes,
                               size_t count, bool *failed)
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
    for (const struct game_content *content = puzzle_contents(puzzle);
         content->cell != 0 && count < CONTENTS_MOST; content++) {
        if (content->piece == 0 && content->cell != here.cell)
            others[count++] = (unsigned char)content->cell;
    }
    return count;
}

static bool is_same_piece(const struct subject *subject, int a, int b)
{
    const struct game *game = subject->puzzle->game;
    const unsigned char *cells = subject->text.cells;
    return a == b ||
           (game->same_piece != NULL && game->same_piece(&subject->text, cells[a], cells[b]));
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

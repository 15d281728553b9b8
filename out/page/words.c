/* A level in words; see engine.h.
 *
 * All words come from the level's text: the game's face gives the meaning of characters, and a piece was pushed if
 * the cells of the pieces have changed. */
#include "out/page/engine.h"

#include "games/draw/face.h"

#include <string.h>

static const char *const ways[] = {"up", "right", "down", "left"};

static void add_cell(const struct puzzle *puzzle, unsigned char c, struct text *text)
{
    for (const struct cell_words *cell = face_of(puzzle->game)->words->cells; cell->words != NULL; cell++) {
        if ((unsigned char)cell->cell == c) {
            text_add_string(text, cell->words);
            return;
        }
    }
    const struct face *face = face_of(puzzle->game);
    unsigned number = 0;
    int piece = face->segment == NULL ? -1 : face->segment(puzzle, c, &number);
    if (piece < 0)
        tell_character(c, text);
    else if (number == 0)
        text_addf(text, "%s's head", face->words->chosen->names[piece]);
    else
        text_addf(text, "%s's segment %u", face->words->chosen->names[piece], number + 1);
}

void words_board(const struct puzzle *puzzle, const struct grid *grid, struct text *text)
{
    const struct face_words *words = face_of(puzzle->game)->words;
    if (words->board != NULL) {
        words->board(grid, text);
        return;
    }
    int frame = grid_uncounted(puzzle->game, grid), columns = grid->columns - 2 * frame, rows = grid->rows - 2 * frame;
    text_addf(text, "%d columns, %d rows.\n", columns, rows);
    for (int row = 0; row < rows; row++) {
        const unsigned char *cells = grid->cells + (row + frame) * grid->columns + frame;
        text_addf(text, "Row %d: ", row + 1);
        for (int column = 0, next; column < columns; column = next) {
            for (next = column + 1; next < columns && cells[next] == cells[column];)
                next++;
            if (next > column + 1)
                text_addf(text, "%d ", next - column);
            add_cell(puzzle, cells[column], text);
            text_add_string(text, next < columns ? ", " : ".\n");
        }
    }
}

const char *words_piece(const struct face_words *words, unsigned char symbol)
{
    const char *heads = words->chosen == NULL ? "" : words->chosen->heads;
    const char *head = symbol == 0 ? NULL : strchr(heads, symbol);
    return head == NULL ? "next piece" : words->chosen->names[head - heads];
}

void words_step(const struct puzzle *puzzle, const struct grid *before, const struct grid *after, unsigned key,
                unsigned char symbol, struct text *text)
{
    const struct face_words *words = face_of(puzzle->game)->words;
    bool pushed = false; /* whether the cells of pieces that can be pushed have changed */
    for (int at = 0; words->pushed != NULL && !pushed && at < grid_size(before); at++) {
        bool then = strchr(words->pieces, before->cells[at]) != NULL;
        bool now = strchr(words->pieces, after->cells[at]) != NULL;
        pushed = then != now || (then && before->cells[at] != after->cells[at]);
    }
    if (words->chosen != NULL && count_cells(before, words->chosen->heads) > 1)
        text_addf(text, "%s ", words_piece(words, symbol));
    if (pushed)
        text_addf(text, "%s pushed ", words->pushed);
    text_add_string(text, key < DIRECTIONS ? ways[key] : words->action);
    const char *how = pushed || key >= DIRECTIONS ? ", you are in" : " to";
    int cell = touch_player(puzzle, after, symbol);
    int pitch = puzzle->game->spaced ? 2 : 1, frame = grid_uncounted(puzzle->game, after);
    if (cell >= 0)
        text_addf(text, "%s row %d, column %d", how, cell / after->columns / pitch + 1 - frame,
                  cell % after->columns / pitch + 1 - frame);
    text_add_char(text, '.');
    /* The progress towards the goal, if it changed or a piece was pushed. */
    struct text then = {0}, now = {0};
    words->progress(before, &then);
    words->progress(after, &now);
    if (pushed || strcmp(text_string(&then), text_string(&now)) != 0)
        text_addf(text, " %s", text_string(&now));
    text->failed |= then.failed || now.failed;
    text_free(&then);
    text_free(&now);
}

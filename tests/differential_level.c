/* Changes of the level that must not affect the result: turning, padding, and renaming of pieces; see
 * differential.h. */
#include "tests/differential.h"

#include "games/longcat/longcat.h"
#include "games/snakebird/snakebird.h"

#include <stdlib.h>
#include <string.h>

/* Judges another specimen and compares it with the trial.  Frees the specimen. */
static bool agrees_for(const struct trial *trial, struct specimen specimen, unsigned what, struct text *why)
{
    struct puzzle *puzzle = specimen_load(&specimen);
    bool same = puzzle != NULL && agrees_again(trial, puzzle, &whole_request, what, why);
    if (puzzle == NULL)
        text_add_string(why, "it is no level any more");
    else
        specimen.game->free(puzzle);
    specimen_free(&specimen);
    return same;
}

static bool has_one_solution(const struct trial *trial)
{
    return strcmp(text_string(&trial->judgement.solutions), "1") == 0;
}

/* --- the level turned and mirrored --- */

bool holds_turned(const struct trial *trial, const struct change *change, struct text *why)
{
    (void)change;
    bool same = true;
    for (unsigned s = 1; s < trial->specimen->game->symmetries && same; s++)
        same = agrees_for(trial, specimen_turned(trial->specimen, s), AGREE_COUNTS | AGREE_HASH, why);
    return same;
}

/* Turns a label with the whole text.  `in_text`: its piece is a cell of the text. */
static game_move turned_move(const struct trial *trial, unsigned symmetry, game_move move, bool in_text)
{
    const struct grid *grid = &trial->specimen->grid;
    if (!in_text && trial->puzzle->rules->map_move != NULL)
        return trial->puzzle->rules->map_move(trial->puzzle, symmetry, move);
    if (in_text)
        move = move_make((unsigned)symmetry_cell(symmetry, grid->columns, grid->rows, (int)move_piece(move)),
                         move_way(move));
    return move_turned(symmetry, move);
}

static bool solves_turned(const struct trial *trial, unsigned symmetry, bool in_text, struct text *why)
{
    const struct move_list *reported = &trial->judgement.reported;
    struct specimen turned = specimen_turned(trial->specimen, symmetry);
    struct puzzle *puzzle = specimen_load(&turned);
    struct move_list moves = {calloc(reported->count + 1, sizeof *moves.moves), reported->count};
    if (puzzle == NULL || moves.moves == NULL)
        abort();
    for (size_t n = 0; n < moves.count; n++)
        moves.moves[n] = turned_move(trial, symmetry, reported->moves[n], in_text);
    bool good = moves_solve(puzzle, &moves);
    if (!good)
        text_addf(why, "the solution, turned likewise (%u), does not solve it", symmetry);
    turned.game->free(puzzle);
    specimen_free(&turned);
    free(moves.moves);
    return good;
}

/* Checks games whose labels turn with the level: the turned solution solves the turned level, and if there is only
 * one solution, the measures agree.  `which` may say that pieces in the game's first metric are cells of the text. */
bool holds_turned_with_labels(const struct trial *trial, const struct change *change, struct text *why)
{
    bool in_text = change->which == PIECES_IN_TEXT && trial->specimen->variant.metric == 0;
    bool good = true;
    if (trial->judgement.verdict == VERDICT_UNSOLVABLE)
        return true;
    for (unsigned s = 1; s < trial->specimen->game->symmetries && good; s++)
        good = solves_turned(trial, s, in_text, why);
    for (unsigned s = 1; s < trial->specimen->game->symmetries && good && has_one_solution(trial); s++)
        good = agrees_for(trial, specimen_turned(trial->specimen, s), AGREE_MEASURES, why);
    return good;
}

/* --- padding, and the names of pieces --- */

/* Returns the character that may surround a level.  If a LongCat level draws its outer wall, spaces lie outside. */
static unsigned char padding_of(const struct trial *trial)
{
    const struct specimen *specimen = trial->specimen;
    const struct grid *grid = &specimen->grid;
    if (specimen->game != &game_longcat)
        return specimen->game->outside;
    const struct longcat *board = longcat_board(trial->puzzle);
    for (unsigned cell = 0; cell < board->cells; cell++) {
        if (grid_is_edge(grid, board->place[cell]))
            return '#';
    }
    return ' ';
}

/* Adds two columns on the left, one on the right, one row on top and, without gravity, two below. */
bool holds_padded(const struct trial *trial, const struct change *change, struct text *why)
{
    (void)change;
    const struct game *game = trial->specimen->game;
    const struct grid *grid = &trial->specimen->grid;
    int below = game->symmetries == GRID_SYMMETRIES ? 2 : 0;
    struct specimen wide = *trial->specimen;
    if (game->spaced)
        return true; /* such a game has walls between its cells and allows no additional ones around the level */
    if (!grid_make(&wide.grid, grid->columns + 3, grid->rows + 1 + below, padding_of(trial)))
        abort();
    for (int cell = 0; cell < grid_size(grid); cell++)
        wide.grid.cells[(cell / grid->columns + 1) * wide.grid.columns + cell % grid->columns + 2] = grid->cells[cell];
    return agrees_for(trial, wide, AGREE_COUNTS | AGREE_MEASURES, why);
}

static const char bird_heads[] = "Aa0N";
enum { BIRD_LETTERS = 10 };

/* Returns the bird to which a character belongs, or -1.  No bird may be longer than BIRD_LETTERS. */
static int bird_of(unsigned char c)
{
    for (int bird = 0; bird_heads[bird] != '\0'; bird++) {
        if (c >= bird_heads[bird] && c < bird_heads[bird] + BIRD_LETTERS)
            return bird;
    }
    return -1;
}

static struct specimen with_birds_swapped(const struct specimen *specimen, int one, int other)
{
    struct specimen swapped = specimen_copy(specimen);
    for (int cell = 0; cell < grid_size(&swapped.grid); cell++) {
        unsigned char *c = &swapped.grid.cells[cell];
        int bird = bird_of(*c);
        if (bird == one || bird == other)
            *c = (unsigned char)(*c - bird_heads[bird] + bird_heads[one + other - bird]);
    }
    return swapped;
}

/* By the original rules all birds act at the same time, so their names do not matter. */
bool holds_for_swapped_birds(const struct trial *trial, const struct change *change, struct text *why)
{
    (void)change;
    bool same = true;
    const struct snakebird *board = snakebird_board(trial->puzzle);
    if (board->rules != SNAKEBIRD_ORIGINAL)
        return true;
    for (unsigned i = 0; i < board->birds; i++) {
        if (board->longest[i] > BIRD_LETTERS)
            return true;
    }
    for (int one = 0; one < SNAKEBIRD_BIRDS; one++) {
        for (int other = one + 1; other < SNAKEBIRD_BIRDS && same; other++)
            same = agrees_for(trial, with_birds_swapped(trial->specimen, one, other), AGREE_COUNTS, why);
    }
    return same;
}

/* The symbols of blocks carry no meaning, so the text may use them in reverse order. */
bool holds_for_swapped_blocks(const struct trial *trial, const struct change *change, struct text *why)
{
    (void)change;
    static const char symbols[] = "%&$!;:,=/";
    struct specimen swapped = specimen_copy(trial->specimen);
    for (int cell = 0; cell < grid_size(&swapped.grid); cell++) {
        const char *place = strchr(symbols, swapped.grid.cells[cell]);
        if (place != NULL)
            swapped.grid.cells[cell] = (unsigned char)symbols[8 - (place - symbols)];
    }
    return agrees_for(trial, swapped, AGREE_COUNTS | AGREE_REPORTED | AGREE_MEASURES | AGREE_ESTIMATED, why);
}

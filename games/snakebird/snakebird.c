/* Snakebird: the interface to the rest of the program.
 *
 * The rules are in original.c and document.c, states as bytes in state.c, reading of levels in text.c, and
 * solutions in moves.c.
 *
 * A level may be drawn with pieces in the air.  Its start is the state as drawn; the first move is made after all
 * unsupported pieces have fallen. */
#include "games/snakebird/snakebird.h"

#include <stdlib.h>
#include <string.h>

/* The map of a board must fit on the stack. */
enum { MOST_CELLS = 1 << 17, MOST_STATE_BYTES = 256 };

const struct snakebird *snakebird_board(const struct puzzle *puzzle)
{
    return (const struct snakebird *)puzzle;
}

unsigned char snakebird_letter(const struct snakebird *board, unsigned bird, unsigned segment)
{
    unsigned char first = board->letter[bird];
    unsigned letters = first == '0' ? 10 : first == 'N' ? 13 : 26;
    if (first == 'A' && board->letter[board->birds - 1] == 'N')
        letters = 13;
    return (unsigned char)(first + (segment < letters ? segment : letters - 1));
}

void snakebird_place(const struct snakebird *board, snakebird_cell cell, int *row, int *column)
{
    *row = (int)(cell / board->width - board->origin / board->width);
    *column = (int)(cell % board->width - board->origin % board->width);
}

static void start(const struct puzzle *puzzle, unsigned char *state)
{
    snakebird_pack(snakebird_board(puzzle), &snakebird_board(puzzle)->start, state);
}

/* Unpacks a state; in the start, unsupported pieces have fallen. */
static void open_state(const struct snakebird *board, const unsigned char *bytes, struct snakebird_state *state)
{
    if (board->floating) {
        unsigned char drawn[MOST_STATE_BYTES];
        snakebird_pack(board, &board->start, drawn);
        if (memcmp(drawn, bytes, board->puzzle.state_bytes) == 0) {
            *state = board->settled;
            return;
        }
    }
    snakebird_unpack(board, bytes, state);
}

static unsigned expand(const struct puzzle *puzzle, const unsigned char *bytes, game_move *moves, unsigned char *states)
{
    const struct snakebird *board = snakebird_board(puzzle);
    struct snakebird_state state;
    if (board->drowned)
        return 0;
    open_state(board, bytes, &state);
    return board->rules == SNAKEBIRD_ORIGINAL ? snakebird_expand_original(board, &state, moves, states)
                                              : snakebird_expand_document(board, &state, moves, states);
}

static bool solved(const struct puzzle *puzzle, const unsigned char *bytes)
{
    const struct snakebird *board = snakebird_board(puzzle);
    struct snakebird_state state;
    if (!board->floating)
        return snakebird_is_goal(board, bytes);
    open_state(board, bytes, &state);
    bool gone = !board->drowned && state.fruit == 0;
    for (unsigned i = 0; i < board->birds; i++)
        gone = gone && state.bird[i].length == 0;
    return gone;
}

/* Whether the state is not solved and has no legal move. */
static enum lost lost(const struct puzzle *puzzle, const unsigned char *bytes)
{
    game_move moves[SNAKEBIRD_BIRDS * DIRECTIONS];
    unsigned char states[SNAKEBIRD_BIRDS * DIRECTIONS * MOST_STATE_BYTES];
    return !solved(puzzle, bytes) && expand(puzzle, bytes, moves, states) == 0 ? LOST_YES : LOST_NO;
}

/* Unpacks as much of a state as the estimate needs. */
static void open_heads(const struct snakebird *board, const unsigned char *bytes, struct snakebird_state *state)
{
    if (board->rules == SNAKEBIRD_ORIGINAL && !board->floating)
        snakebird_unpack_heads(board, bytes, state);
    else
        open_state(board, bytes, state);
}

static unsigned estimate(const struct puzzle *puzzle, const unsigned char *bytes)
{
    const struct snakebird *board = snakebird_board(puzzle);
    struct snakebird_state state;
    open_heads(board, bytes, &state);
    return snakebird_estimate(board, &state);
}

static unsigned bound(const struct puzzle *puzzle, const unsigned char *bytes)
{
    const struct snakebird *board = snakebird_board(puzzle);
    struct snakebird_state state;
    open_heads(board, bytes, &state);
    return snakebird_bound(board, &state);
}

/* The fewest moves of any bird. */
static unsigned turns(const struct puzzle *puzzle, const unsigned char *states, const game_move *moves, unsigned count)
{
    unsigned fewest = count;
    (void)states;
    for (unsigned bird = 0; bird < snakebird_board(puzzle)->birds; bird++) {
        unsigned own = 0;
        for (unsigned n = 0; n < count; n++)
            own += move_piece(moves[n]) == bird;
        fewest = own < fewest ? own : fewest;
    }
    return fewest;
}

static const struct puzzle_rules rules = {
    .start = start,
    .expand = expand,
    .solved = solved,
    .lost = lost,
    .estimate = estimate,
    .bound = bound,
    .turns = turns,
    .merge = snakebird_merge,
    .move_keys = snakebird_move_keys,
};

static void free_board(struct puzzle *puzzle)
{
    struct snakebird *board = (struct snakebird *)puzzle;
    grid_free(&board->text);
    for (unsigned i = 0; i < board->blocks; i++)
        free(board->block[i].cells);
    free(board->map);
    free(board->distance);
    free(board->nearest);
    free(board->out);
    free(board);
}

/* Completes a board whose text has been read.  Returns false with a complaint. */
static bool complete(struct snakebird *board, struct complaint *complaint)
{
    if (board->rules == SNAKEBIRD_ORIGINAL && board->cells > MOST_CELLS) {
        complain(complaint, 0, 0, "the level is too large for Snakebird");
        return false;
    }
    board->puzzle.state_bytes = snakebird_lay_out(board);
    board->map = board->rules == SNAKEBIRD_ORIGINAL ? calloc((size_t)board->cells, sizeof *board->map) : NULL;
    /* Fills in ground and spikes of the text, and water from the row below it. */
    for (snakebird_cell cell = 0; board->map != NULL && cell < board->cells; cell++) {
        int row, column;
        snakebird_place(board, cell, &row, &column);
        unsigned char c = grid_at(&board->text, row, column, '-');
        board->map[cell] = row >= board->text.rows ? SNAKEBIRD_WATER
                           : c == '#'              ? SNAKEBIRD_GROUND
                           : c == '^'              ? SNAKEBIRD_SPIKE
                                                   : 0;
    }
    if ((board->rules == SNAKEBIRD_ORIGINAL && board->map == NULL) || !snakebird_make_distances(board)) {
        complain_memory(complaint);
        return false;
    }
    /* Unsupported pieces of the level as drawn fall. */
    unsigned char drawn[MOST_STATE_BYTES], settled[MOST_STATE_BYTES];
    board->settled = board->start;
    bool safe = board->rules == SNAKEBIRD_ORIGINAL ? snakebird_settle_original(board, &board->settled)
                                                   : snakebird_settle_document(board, &board->settled);
    board->drowned = !safe;
    snakebird_pack(board, &board->start, drawn);
    snakebird_pack(board, &board->settled, settled);
    board->floating = safe && memcmp(drawn, settled, board->puzzle.state_bytes) != 0;
    snakebird_find_equals(board);
    snakebird_find_mirror(board);
    if (snakebird_find_symmetries(board))
        return true;
    complain_memory(complaint);
    return false;
}

static struct puzzle *load(const struct grid *grid, struct variant variant, struct complaint *complaint)
{
    struct snakebird *board = calloc(1, sizeof *board);
    if (board == NULL) {
        complain_memory(complaint);
        return NULL;
    }
    board->rules = variant.rules == 0 ? SNAKEBIRD_ORIGINAL : SNAKEBIRD_DOCUMENT;
    board->puzzle = (struct puzzle){.rules = &rules, .game = &game_snakebird};
    if (!snakebird_read(grid, board, complaint) || !complete(board, complaint)) {
        free_board(&board->puzzle);
        return NULL;
    }
    board->puzzle.max_moves = board->birds * DIRECTIONS;
    return &board->puzzle;
}

/* One key for each move and one for each change of bird; initially, the first bird is selected. */
static size_t steps(const struct puzzle *puzzle, const game_move *moves, size_t count)
{
    (void)puzzle;
    size_t changes = count > 0 && move_piece(moves[0]) != 0;
    for (size_t i = 1; i < count; i++)
        changes += move_piece(moves[i]) != move_piece(moves[i - 1]);
    return count + changes;
}

/* A row consists only of cell characters.  Letters are cells, so a line with anything else is most likely text. */
static int read_row(const char *line, size_t size, char *row, size_t capacity)
{
    for (size_t i = 0; i < size; i++) {
        if (line[i] == '\0' || strchr(game_snakebird.cells, line[i]) == NULL)
            return -1;
    }
    if (row != NULL)
        memcpy(row, line, size < capacity ? size : capacity);
    return (int)size;
}

/* The bird that a letter belongs to, 1 to 4, or 0 if none. */
static int bird_of(const struct grid *grid, unsigned char c)
{
    if (c >= '0' && c <= '9')
        return 3;
    if (c >= 'a' && c <= 'z')
        return 2;
    if (c < 'A' || c > 'Z')
        return 0;
    bool long_first = memchr(grid->cells, 'M', (size_t)grid_size(grid)) != NULL;
    return c >= 'N' && !long_first ? 4 : 1;
}

static bool same_piece(const struct grid *grid, unsigned char a, unsigned char b)
{
    int bird = bird_of(grid, a);
    return bird != 0 ? bird == bird_of(grid, b) : a == b && strchr("-#^+*@", a) == NULL;
}

static const struct game_content contents[] = {{'-', 0, '-'},   {'#', 0, '#'},   {'^', 0, '^'}, {'+', '+', '-'},
                                               {'*', '*', '-'}, {'@', '@', '-'}, {0, 0, 0}};

static const char *const pruning[] = {
    [SNAKEBIRD_WAYS_OVER] = "ways over fruit",
    [SNAKEBIRD_EQUALS] = "equal birds",
    [SNAKEBIRD_DIRECTIONS] = "moves by direction",
    [SNAKEBIRD_MIRRORS] = "mirrors",
    NULL,
};

static const char *const rule_names[] = {"original", "document", NULL};

const struct game game_snakebird = {
    .name = "snakebird",
    .title = "Snakebird",
    .face = &face_snakebird,
    .cells = "-#+*^%&$!;:,=/@ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
    .contents = contents,
    .same_piece = same_piece,
    .marks = "Aa0N",
    .outside = '-',
    .margin = MARGIN_NONE, /* the height above the water is part of the level */
    .symmetries = 2,
    .rules = rule_names,
    .pruning = pruning,
    .load = load,
    .read_row = read_row,
    .free = free_board,
    .draw = snakebird_draw,
    .draw_alike = snakebird_draw_alike,
    .write_moves = snakebird_write_moves,
    .read_move = snakebird_read_move,
    .steps = steps,
    .keys = &snakebird_keys,
};

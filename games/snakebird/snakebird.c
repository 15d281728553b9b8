/* Snakebird: the interface to the rest of the program, solutions as text, and how keys play.
 *
 * The rules are in original.c and document.c, states as bytes in state.c, and reading of levels in text.c.
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

/* Returns the bytes of a state at rest: after the start, in *settled, unsupported pieces have fallen. */
static inline const unsigned char *at_rest(const struct snakebird *board, const unsigned char *bytes,
                                           unsigned char settled[MOST_STATE_BYTES])
{
    if (!board->floating)
        return bytes;
    snakebird_pack(board, &board->start, settled);
    if (memcmp(settled, bytes, board->puzzle.state_bytes) != 0)
        return bytes;
    snakebird_pack(board, &board->settled, settled);
    return settled;
}

static unsigned expand(const struct puzzle *puzzle, const unsigned char *bytes, game_move *moves, unsigned char *states)
{
    const struct snakebird *board = snakebird_board(puzzle);
    unsigned char settled[MOST_STATE_BYTES];
    if (board->drowned)
        return 0;
    bytes = at_rest(board, bytes, settled);
    return board->rules == SNAKEBIRD_ORIGINAL ? snakebird_expand_original(board, bytes, moves, states)
                                              : snakebird_expand_document(board, bytes, moves, states);
}

static bool solved(const struct puzzle *puzzle, const unsigned char *bytes)
{
    const struct snakebird *board = snakebird_board(puzzle);
    unsigned char settled[MOST_STATE_BYTES];
    return !board->drowned && snakebird_is_goal(board, at_rest(board, bytes, settled));
}

/* Whether the state is not solved and has no legal move. */
static enum lost lost(const struct puzzle *puzzle, const unsigned char *bytes)
{
    game_move moves[SNAKEBIRD_BIRDS * DIRECTIONS];
    unsigned char states[SNAKEBIRD_BIRDS * DIRECTIONS * MOST_STATE_BYTES];
    return !solved(puzzle, bytes) && expand(puzzle, bytes, moves, states) == 0 ? LOST_YES : LOST_NO;
}

static unsigned moves_left(const struct puzzle *puzzle, const unsigned char *bytes,
                           unsigned (*least)(const struct snakebird *board, const struct snakebird_state *state))
{
    const struct snakebird *board = snakebird_board(puzzle);
    struct snakebird_state state;
    unsigned char settled[MOST_STATE_BYTES];
    bytes = at_rest(board, bytes, settled);
    if (board->rules == SNAKEBIRD_ORIGINAL)
        snakebird_unpack_heads(board, bytes, &state);
    else
        snakebird_unpack(board, bytes, &state);
    return least(board, &state);
}

static unsigned estimate(const struct puzzle *puzzle, const unsigned char *bytes)
{
    return moves_left(puzzle, bytes, snakebird_estimate);
}

static unsigned bound(const struct puzzle *puzzle, const unsigned char *bytes)
{
    return moves_left(puzzle, bytes, snakebird_bound);
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
    .lost_if_stuck = true,
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
    arrays_free(&board->arrays);
    free(board);
}

static struct puzzle *load(const struct grid *grid, struct variant variant, struct complaint *complaint)
{
    struct snakebird *board = calloc(1, sizeof *board);
    complain_memory(complaint);
    if (board == NULL)
        return NULL;
    bool original = variant.rules == 0;
    board->rules = original ? SNAKEBIRD_ORIGINAL : SNAKEBIRD_DOCUMENT;
    board->puzzle = (struct puzzle){.rules = &rules, .game = &game_snakebird};
    bool good = snakebird_read(grid, board, complaint);
    if (good && original && board->cells > MOST_CELLS) {
        complain(complaint, 0, 0, "the level is too large for Snakebird");
        good = false;
    }
    if (good) {
        board->puzzle.state_bytes = snakebird_lay_out(board);
        board->puzzle.max_moves = board->birds * DIRECTIONS;
        board->map = original ? arrays_add(&board->arrays, (size_t)board->cells, sizeof *board->map) : NULL;
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
        good = !board->arrays.failed && snakebird_make_distances(board);
    }
    if (good) {
        /* Unsupported pieces of the level as drawn fall. */
        unsigned char drawn[MOST_STATE_BYTES], settled[MOST_STATE_BYTES];
        board->settled = board->start;
        bool safe = original ? snakebird_settle_original(board, &board->settled)
                             : snakebird_settle_document(board, &board->settled);
        board->drowned = !safe;
        snakebird_pack(board, &board->start, drawn);
        snakebird_pack(board, &board->settled, settled);
        board->floating = safe && memcmp(drawn, settled, board->puzzle.state_bytes) != 0;
        snakebird_find_equals(board);
        snakebird_find_mirror(board);
        /* Columns of air at the sides are not part of a level, because air surrounds it.  Blocks that look alike may
         * change places. */
        struct grid alike;
        good = snakebird_draw_alike(&board->puzzle, &alike);
        if (good) {
            good = puzzle_find_symmetries(&board->puzzle, &alike, game_snakebird.symmetries, '-');
            grid_free(&alike);
        }
    }
    if (good)
        return &board->puzzle;
    free_board(&board->puzzle);
    return NULL;
}

/* --- solutions as text ---
 *
 * Our format names a bird by its head's letter and its moves by ^>v<, with a new letter when the bird changes:
 * A>>^a<Av.  The two formats in which the document's solver prints solutions are also accepted.  They write moves
 * as arrows:
 *   start 0→ 0↑g 0f 0*                       birds by number; g grows, f falls, * leaves
 *   select(0; A-Z) 3→ ↓ select(1; a-z) 2↑    a number counts equal moves
 * Falls and exits follow from the moves and are skipped. */

/* The reader's memory: the selected bird plus one; whether "select" selected it; how many more times the previous
 * arrow counts. */
enum { CHOSEN = 0x7, SELECTED = 0x8, REPEAT_SHIFT = 4, MOST_REPEATS = 9999 };

static const char signs[] = "^>v<";
static const char *const arrows[DIRECTIONS] = {"\u2191", "\u2192", "\u2193", "\u2190"};

static size_t write_moves(const struct puzzle *puzzle, const game_move *moves, size_t count, char *text,
                          size_t capacity)
{
    const struct snakebird *board = snakebird_board(puzzle);
    struct presses presses = presses_as_text(text, capacity);
    for (size_t i = 0; i < count; i++) {
        unsigned bird = move_piece(moves[i]), direction = move_direction(moves[i]);
        if (i == 0 || bird != move_piece(moves[i - 1]))
            presses_add(&presses, bird, (char)board->letter[bird < board->birds ? bird : 0]);
        presses_add(&presses, direction, signs[direction]);
    }
    return presses.count;
}

static bool skip_word(struct move_reader *reader, const char *word)
{
    size_t length = strlen(word);
    if (strncmp(reader->text, word, length) != 0)
        return false;
    reader->text += length;
    return true;
}

/* Skips a sign or an arrow and returns its direction, or -1 if there is none. */
static int read_arrow(struct move_reader *reader, bool only_arrows)
{
    for (int i = 0; i < DIRECTIONS; i++) {
        if (skip_word(reader, arrows[i]))
            return i;
        if (!only_arrows && *reader->text == signs[i]) {
            reader->text++;
            return i;
        }
    }
    return -1;
}

/* Skips digits and returns the number, or -1 if there are none or it is too large. */
static int read_number(struct move_reader *reader)
{
    int number = -1;
    for (; *reader->text >= '0' && *reader->text <= '9'; reader->text++) {
        number = (number < 0 ? 0 : 10 * number) + (*reader->text - '0');
        if (number > MOST_REPEATS)
            return -1;
    }
    return number;
}

static int unreadable(struct complaint *complaint, const char *text)
{
    int length = 1;
    while ((text[length] & 0xc0) == 0x80)
        length++;
    complain(complaint, 0, 0, "'%.*s' is no move; moves are a bird's letter and then ^ > v <, as in A>>^a<",
             *text == '\0' ? 0 : length, text);
    return -1;
}

/* Selects the bird with a letter or, in the document's formats, a number. */
static int choose(const struct snakebird *board, struct move_reader *reader, int number, unsigned char letter,
                  struct complaint *complaint)
{
    for (unsigned i = 0; i < board->birds; i++) {
        if (number >= 0 ? (unsigned)number == i : board->letter[i] == letter) {
            reader->memory = (reader->memory & SELECTED) | (i + 1);
            return 1;
        }
    }
    if (number >= 0)
        complain(complaint, 0, 0, "there is no bird number %d in this level", number);
    else
        complain(complaint, 0, 0, "there is no bird '%c' in this level", letter);
    return -1;
}

static int take_move(struct move_reader *reader, int direction, game_move *move, struct complaint *complaint)
{
    unsigned chosen = reader->memory & CHOSEN;
    if (chosen == 0) {
        complain(complaint, 0, 0, "which bird? name it by the letter of its head first");
        return -1;
    }
    *move = move_make(chosen - 1, (enum direction)direction);
    return 1;
}

/* Reads "3→" after a select, or "0→", "0f" or "0*" without one; otherwise the third bird's letter.  Returns 2 if it
 * read no move. */
static int read_after_number(const struct snakebird *board, struct move_reader *reader, game_move *move,
                             struct complaint *complaint)
{
    const char *begin = reader->text;
    int number = read_number(reader);
    if (number < 0)
        return unreadable(complaint, begin);
    int direction = read_arrow(reader, true);
    bool counted = (reader->memory & SELECTED) != 0;
    if (direction < 0 && !counted && (skip_word(reader, "f") || skip_word(reader, "*")))
        return 2;
    if (direction < 0) {
        reader->text = begin + 1;
        int result = choose(board, reader, -1, (unsigned char)*begin, complaint);
        return result < 0 ? result : 2;
    }
    if (counted && number > 0) {
        reader->memory |= (unsigned)(number - 1) << REPEAT_SHIFT;
        if (number > 1)
            reader->text -= strlen(arrows[direction]); /* read again for each repetition */
        return take_move(reader, direction, move, complaint);
    }
    if (counted)
        return unreadable(complaint, begin);
    skip_word(reader, "g");
    int result = choose(board, reader, number, 0, complaint);
    return result < 0 ? result : take_move(reader, direction, move, complaint);
}

static int read_move(const struct puzzle *puzzle, const unsigned char *state, struct move_reader *reader,
                     game_move *move, struct complaint *complaint)
{
    (void)state;
    const struct snakebird *board = snakebird_board(puzzle);
    if (reader->memory >> REPEAT_SHIFT > 0) {
        /* An arrow with a count stays in the text until its last repetition. */
        const char *begin = reader->text;
        int direction = read_arrow(reader, true);
        reader->memory -= 1u << REPEAT_SHIFT;
        if (reader->memory >> REPEAT_SHIFT > 0)
            reader->text = begin;
        return take_move(reader, direction, move, complaint);
    }
    if (reader->memory == 0 && board->birds == 1)
        reader->memory = 1;
    for (;;) {
        static const char *const words[] = {"raw steps:", "combined steps:", "start"};
        bool more = true;
        while (more) {
            reader->text += strspn(reader->text, " \t\r\n");
            more = false;
            for (size_t i = 0; i < sizeof words / sizeof *words; i++)
                more |= skip_word(reader, words[i]);
        }
        unsigned char c = (unsigned char)*reader->text;
        int result = 2;
        if (c == '\0')
            return 0;
        int direction = read_arrow(reader, false);
        if (direction >= 0)
            return take_move(reader, direction, move, complaint);
        if (skip_word(reader, "select(")) { /* "select(0; A-Z)" */
            int number = read_number(reader);
            const char *end = strchr(reader->text, ')');
            if (number < 0 || end == NULL) {
                complain(complaint, 0, 0, "'select(' without a bird's number and ')'");
                return -1;
            }
            reader->text = end + 1;
            reader->memory = SELECTED;
            result = choose(board, reader, number, 0, complaint);
        } else if (c >= '0' && c <= '9') {
            result = read_after_number(board, reader, move, complaint);
            if (result == 1)
                return 1;
        } else if ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') {
            reader->text++;
            result = choose(board, reader, -1, c, complaint);
        } else {
            return unreadable(complaint, reader->text);
        }
        if (result < 0)
            return result;
    }
}

/* --- keys; the selection is the selected bird --- */

static unsigned start_hand(const struct puzzle *puzzle)
{
    (void)puzzle;
    return 0;
}

static bool is_there(const struct snakebird *board, const unsigned char *bytes, unsigned bird)
{
    struct snakebird_state state;
    snakebird_unpack(board, bytes, &state);
    return bird < board->birds && state.bird[bird].length > 0;
}

static enum press press(const struct puzzle *puzzle, const unsigned char *state, unsigned key, unsigned *hand,
                        game_move *move)
{
    if (key < DIRECTIONS) {
        *move = move_make(*hand, (enum direction)key);
        return PRESS_MOVE;
    }
    unsigned bird = key - KEY_PIECE;
    if (bird == *hand || !is_there(snakebird_board(puzzle), state, bird))
        return PRESS_NOTHING;
    *hand = bird;
    return PRESS_WALK;
}

static size_t route(const struct puzzle *puzzle, const unsigned char *state, unsigned hand, game_move move,
                    unsigned char *keys, size_t capacity)
{
    (void)puzzle;
    (void)state;
    unsigned bird = move_piece(move);
    size_t count = 0;
    if (bird != hand && count++ < capacity)
        keys[0] = (unsigned char)(KEY_PIECE + bird);
    if (count++ < capacity)
        keys[count - 1] = (unsigned char)move_direction(move);
    return count;
}

static unsigned next_bird(const struct puzzle *puzzle, const unsigned char *state, unsigned hand)
{
    const struct snakebird *board = snakebird_board(puzzle);
    for (unsigned i = 1; i < board->birds; i++) {
        unsigned bird = (hand + i) % board->birds;
        if (is_there(board, state, bird))
            return KEY_PIECE + bird;
    }
    return KEY_NONE;
}

/* If the selected bird has left, selects the next one. */
static unsigned keep(const struct puzzle *puzzle, const unsigned char *state, unsigned hand)
{
    unsigned key = next_bird(puzzle, state, hand);
    bool stays = key == KEY_NONE || is_there(snakebird_board(puzzle), state, hand);
    return stays ? hand : key - KEY_PIECE;
}

static unsigned char symbol(const struct puzzle *puzzle, unsigned piece)
{
    const struct snakebird *board = snakebird_board(puzzle);
    return piece < board->birds ? snakebird_letter(board, piece, 0) : 0;
}

static const struct game_keys keys = {
    .hand = start_hand,
    .press = press,
    .route = route,
    .keep = keep,
    .next = next_bird,
    .symbol = symbol,
};

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
    .write_moves = write_moves,
    .read_move = read_move,
    .steps = steps,
    .keys = &keys,
};

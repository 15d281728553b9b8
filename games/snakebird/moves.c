/* Snakebird: solutions as text, and how keys play.
 *
 * Our format names a bird by its head's letter and its moves by ^>v<, with a new letter when the bird changes:
 * A>>^a<Av.  The two formats in which the document's solver prints solutions are also accepted.  They write moves
 * as arrows:
 *   start 0→ 0↑g 0f 0*                       birds by number; g grows, f falls, * leaves
 *   select(0; A-Z) 3→ ↓ select(1; a-z) 2↑    a number counts equal moves
 * Falls and exits follow from the moves and are skipped. */
#include "games/snakebird/snakebird.h"

#include <string.h>

/* The reader's memory: the selected bird plus one; whether "select" selected it; how many more times the previous
 * arrow counts. */
enum { CHOSEN = 0x7, SELECTED = 0x8, REPEAT_SHIFT = 4, MOST_REPEATS = 9999 };

static const char signs[] = "^>v<";
static const char *const arrows[DIRECTIONS] = {"\u2191", "\u2192", "\u2193", "\u2190"};

size_t snakebird_write_moves(const struct puzzle *puzzle, const game_move *moves, size_t count, char *text,
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

int snakebird_read_move(const struct puzzle *puzzle, const unsigned char *state, struct move_reader *reader,
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

const struct game_keys snakebird_keys = {
    .hand = start_hand,
    .press = press,
    .route = route,
    .keep = keep,
    .next = next_bird,
    .symbol = symbol,
};

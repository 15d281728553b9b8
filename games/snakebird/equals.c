/* Snakebird: birds that can be exchanged.
 *
 * In the original rules nothing depends on which bird is which: all that is not held up falls together, pushing
 * and standing ask only for cells.  So two birds that are equally long at the start, which have fields of equal
 * width in a state, may be exchanged in any state, whatever they have eaten since.  It is not done
 * where the order of birds might count: by the document's rules, by which they fall and leave in the order
 * of their letters; where there are portals, both ends of which may be entered in one move; and where the level is
 * drawn with something in the air, as that start is known by its bytes.
 *
 * Mirror images are made one, too, where there are such; see mirror.c. */
#include "games/snakebird/snakebird.h"

void snakebird_find_equals(struct snakebird *board)
{
    bool free = board->rules == SNAKEBIRD_ORIGINAL && !board->floating && board->portal[0] == 0;
    board->puzzle.equals = false;
    for (unsigned i = 0; i < board->birds; i++) {
        board->equal[i] = i;
        for (unsigned j = i; free && j-- > 0;) {
            if (board->shortest[j] == board->shortest[i] && board->longest[j] == board->longest[i])
                board->equal[i] = board->equal[j];
        }
        board->puzzle.equals |= board->equal[i] != i;
    }
}

/* Returns whether some have changed places. */
static bool order_equals(const struct snakebird *board, struct snakebird_bits *bits)
{
    bool changed = false;
    for (unsigned end = board->birds; end > 1; end--) {
        for (unsigned i = 0; i + 1 < end; i++) {
            unsigned next = i + 1;
            while (next < end && board->equal[next] != board->equal[i])
                next++;
            changed |= next < end && snakebird_order_birds(board, bits, i, next);
        }
    }
    return changed;
}

/* Whether the first word in which they differ is lower. */
static bool is_lower(const struct snakebird *board, const struct snakebird_bits *bits,
                     const struct snakebird_bits *other)
{
    size_t last = board->puzzle.state_bytes / 8, i = 0;
    while (i < last && bits->word[i] == other->word[i])
        i++;
    return bits->word[i] < other->word[i];
}

/* Of a state and its mirror image, that stands for both whose bits are lower when equal birds are in order. */
void snakebird_merge(const struct puzzle *puzzle, unsigned char *bytes)
{
    const struct snakebird *board = snakebird_board(puzzle);
    bool equals = puzzle_prunes(puzzle, SNAKEBIRD_EQUALS), changed = false;
    struct snakebird_bits bits, other;
    snakebird_read_bits(board, bytes, &bits);
    if (equals)
        changed = order_equals(board, &bits);
    if (puzzle->mirrors > 1 && puzzle_prunes(puzzle, SNAKEBIRD_MIRRORS)) {
        struct snakebird_state state, image;
        snakebird_unpack(board, bytes, &state);
        snakebird_reflect(board, &state, &image);
        snakebird_find_bits(board, &image, &other);
        if (equals)
            order_equals(board, &other);
        if (is_lower(board, &other, &bits)) {
            snakebird_write_bits(board, &other, bytes);
            return;
        }
    }
    if (changed)
        snakebird_write_bits(board, &bits, bytes);
}

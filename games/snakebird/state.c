/* Snakebird: states as bytes, and one state for those that differ only by equal birds or by reflection.
 *
 * A state is a string of bits.  For each bird: its head's cell, the directions between its segments in two bits
 * each, and how much it has eaten, unless that follows from the fruit.  Then one bit for each fruit, and the
 * blocks' corners.  Levels of the published game take 4 to 14 bytes.
 *
 * A move changes few of these fields.  The new bits are therefore the old ones with the differences of the changed
 * fields flipped; a complete state is encoded as the difference from an empty one. */
#include "base/bytes.h"
#include "games/snakebird/snakebird.h"

#include <string.h>

/* A mask of the lowest `bits` bits, at most 64. */
static inline uint64_t mask(unsigned bits)
{
    return (UINT64_C(1) << bits / 2 << (bits - bits / 2)) - 1;
}

/* Flips bits of a field.  The word after the field's last one must exist. */
static inline void flip(struct snakebird_bits *bits, unsigned at, uint64_t difference)
{
    unsigned shift = at % 64;
    bits->word[at / 64] ^= difference << shift;
    bits->word[at / 64 + 1] ^= difference >> 1 >> (63 - shift);
}

/* A field, followed by the bits after it. */
static inline uint64_t get(const struct snakebird_bits *bits, unsigned at)
{
    unsigned shift = at % 64;
    return bits->word[at / 64] >> shift | bits->word[at / 64 + 1] << 1 << (63 - shift);
}

static unsigned bit_length(uint64_t value)
{
    unsigned bits = 0;
    for (; value != 0; value >>= 1)
        bits++;
    return bits;
}

static unsigned trail_bits(const struct snakebird *board, unsigned bird)
{
    return 2 * (board->longest[bird] - 1);
}

size_t snakebird_lay_out(struct snakebird *board)
{
    unsigned at = 0;
    board->head_bits = bit_length((uint64_t)board->cells - 1);
    board->head_mask = mask(board->head_bits);
    board->eaten_bits = board->birds == 1 ? 0 : bit_length(board->fruit_count);
    for (unsigned i = 0; i < board->birds; i++) {
        board->bird_at[i] = at;
        board->trail_mask[i][0] = mask(trail_bits(board, i) < 64 ? trail_bits(board, i) : 64);
        board->trail_mask[i][1] = mask(trail_bits(board, i) < 64 ? 0 : trail_bits(board, i) - 64);
        at += board->head_bits + trail_bits(board, i) + board->eaten_bits;
    }
    board->fruit_at = at;
    board->block_at = at + board->fruit_count;
    return (board->block_at + board->blocks * board->head_bits + 7) / 8;
}

/* --- bits and bytes: a state's bytes are those of its words, lowest first --- */

/* Loads all bits of a state, followed by a word of zeros.  Nothing beyond the state is read or written; overlapping
 * bytes are read or written twice. */
static inline void load_bits(const struct snakebird *board, const unsigned char *bytes, struct snakebird_bits *bits)
{
    size_t count = board->puzzle.state_bytes, whole = count / 8, rest = count % 8;
    uint64_t last = 0;
    if (whole > 0)
        bits->word[0] = load_8(bytes);
    for (size_t i = 1; i < whole; i++) /* compilers turn this loop into a call, which most states do not need */
        bits->word[i] = load_8(bytes + 8 * i);
    if (rest != 0 && whole != 0)
        last = load_8(bytes + 8 * whole + rest - 8) >> (64 - 8 * rest);
    else if (rest >= 4)
        last = load_4(bytes) | load_4(bytes + rest - 4) << 8 * (rest - 4);
    else
        for (size_t i = 0; i < rest; i++)
            last |= (uint64_t)bytes[i] << 8 * i;
    bits->word[whole] = last;
    bits->word[whole + 1] = 0;
}

void snakebird_write_bits(const struct snakebird *board, const struct snakebird_bits *bits, unsigned char *bytes)
{
    size_t count = board->puzzle.state_bytes, whole = count / 8;
    if (whole > 0)
        store_8(bytes, bits->word[0]);
    for (size_t i = 1; i < whole; i++)
        store_8(bytes + 8 * i, bits->word[i]);
    /* The rest, less than eight bytes. */
    size_t rest = count % 8;
    uint64_t last = bits->word[whole];
    if (rest == 0)
        return;
    if (whole != 0) {
        store_8(bytes + 8 * whole + rest - 8, bits->word[whole - 1] >> 8 * rest | last << (64 - 8 * rest));
    } else if (rest >= 4) {
        store_4(bytes, last);
        store_4(bytes + rest - 4, last >> 8 * (rest - 4));
    } else {
        for (size_t i = 0; i < rest; i++)
            bytes[i] = (unsigned char)(last >> 8 * i);
    }
}

bool snakebird_is_goal(const struct snakebird *board, const unsigned char *bytes)
{
    struct snakebird_bits bits;
    load_bits(board, bytes, &bits);
    uint64_t any = bits.word[board->block_at / 64] & mask(board->block_at % 64);
    for (unsigned i = 0; i < board->block_at / 64; i++)
        any |= bits.word[i];
    return any == 0;
}

/* --- fields --- */

/* How much a bird has eaten. */
static inline uint64_t eaten(const struct snakebird *board, unsigned i, const struct snakebird_bird *bird)
{
    return bird->length == 0 ? 0 : bird->length - board->shortest[i];
}

void snakebird_change_bird(const struct snakebird *board, struct snakebird_bits *bits, unsigned i,
                           const struct snakebird_bird *before, const struct snakebird_bird *after)
{
    unsigned at = board->bird_at[i], trail = trail_bits(board, i);
    flip(bits, at, (uint64_t)before->head ^ (uint64_t)after->head);
    at += board->head_bits;
    flip(bits, at, before->trail[0] ^ after->trail[0]);
    if (trail > 64)
        flip(bits, at + 64, before->trail[1] ^ after->trail[1]);
    if (board->eaten_bits > 0 && before->length != after->length)
        flip(bits, at + trail, eaten(board, i, before) ^ eaten(board, i, after));
}

/* Sorts two birds whose fields have equal widths, lower bits first.  Returns whether they were exchanged. */
static bool order_birds(const struct snakebird *board, struct snakebird_bits *bits, unsigned first, unsigned second)
{
    unsigned one = board->bird_at[first], other = board->bird_at[second];
    unsigned width = board->head_bits + trail_bits(board, first) + board->eaten_bits;
    bool swaps = false;
    for (unsigned done = 0; done < width; done += 64) {
        uint64_t part = mask(width - done < 64 ? width - done : 64);
        uint64_t a = get(bits, one + done) & part, b = get(bits, other + done) & part;
        if (!swaps && a < b)
            return false;
        swaps |= a > b;
        flip(bits, one + done, a ^ b);
        flip(bits, other + done, a ^ b);
    }
    return swaps;
}

void snakebird_change_fruit(const struct snakebird *board, struct snakebird_bits *bits, uint64_t before, uint64_t after)
{
    flip(bits, board->fruit_at, before ^ after);
}

/* Sorts the corners of blocks of the same shape. */
static void sort_blocks(const struct snakebird *board, const snakebird_cell *block, snakebird_cell *sorted)
{
    for (unsigned i = 0; i < board->blocks; i++) {
        unsigned at = i;
        for (; at > board->block[i].shape && sorted[at - 1] > block[i]; at--)
            sorted[at] = sorted[at - 1];
        sorted[at] = block[i];
    }
}

void snakebird_change_blocks(const struct snakebird *board, struct snakebird_bits *bits, const snakebird_cell *before,
                             const snakebird_cell *after)
{
    snakebird_cell from[SNAKEBIRD_BLOCKS], to[SNAKEBIRD_BLOCKS];
    sort_blocks(board, before, from);
    sort_blocks(board, after, to);
    for (unsigned i = 0; i < board->blocks; i++)
        flip(bits, board->block_at + i * board->head_bits, (uint64_t)from[i] ^ (uint64_t)to[i]);
}

void snakebird_pack(const struct snakebird *board, const struct snakebird_state *state, unsigned char *bytes)
{
    static const struct snakebird_state nothing = {.fruit = 0};
    struct snakebird_bits bits;
    memset(&bits, 0, (board->puzzle.state_bytes / 8 + 2) * sizeof *bits.word);
    for (unsigned i = 0; i < board->birds; i++)
        snakebird_change_bird(board, &bits, i, &nothing.bird[i], &state->bird[i]);
    snakebird_change_fruit(board, &bits, 0, state->fruit);
    snakebird_change_blocks(board, &bits, nothing.block, state->block);
    snakebird_write_bits(board, &bits, bytes);
}

static uint64_t get_fruit(const struct snakebird *board, const struct snakebird_bits *bits)
{
    return board->fruit_count == 0 ? 0 : get(bits, board->fruit_at) & mask(board->fruit_count);
}

void snakebird_unpack_heads(const struct snakebird *board, const unsigned char *bytes, struct snakebird_state *state)
{
    struct snakebird_bits bits;
    load_bits(board, bytes, &bits);
    for (unsigned i = 0; i < board->birds; i++) {
        snakebird_cell head = (snakebird_cell)(get(&bits, board->bird_at[i]) & board->head_mask);
        state->bird[i].head = head;
        state->bird[i].length = head != 0;
    }
    state->fruit = get_fruit(board, &bits);
}

void snakebird_unpack_bits(const struct snakebird *board, const unsigned char *bytes, struct snakebird_state *state,
                           struct snakebird_bits *bits)
{
    load_bits(board, bytes, bits);
    for (unsigned i = 0; i < board->birds; i++) {
        unsigned at = board->bird_at[i], trail = trail_bits(board, i);
        state->bird[i].head = (snakebird_cell)(get(bits, at) & board->head_mask);
        at += board->head_bits;
        state->bird[i].trail[0] = get(bits, at) & board->trail_mask[i][0];
        state->bird[i].trail[1] = trail > 64 ? get(bits, at + 64) & board->trail_mask[i][1] : 0;
        state->bird[i].length = board->shortest[i];
        if (board->eaten_bits > 0)
            state->bird[i].length += (unsigned)(get(bits, at + trail) & mask(board->eaten_bits));
        if (state->bird[i].head == 0)
            state->bird[i].length = 0;
    }
    state->fruit = get_fruit(board, bits);
    for (unsigned i = 0; i < board->blocks; i++)
        state->block[i] = (snakebird_cell)(get(bits, board->block_at + i * board->head_bits) & board->head_mask);
    if (board->birds == 1 && board->fruit_count > 0 && state->bird[0].length > 0)
        state->bird[0].length += board->fruit_count - (unsigned)__builtin_popcountll(state->fruit);
}

void snakebird_unpack(const struct snakebird *board, const unsigned char *bytes, struct snakebird_state *state)
{
    struct snakebird_bits bits;
    snakebird_unpack_bits(board, bytes, state, &bits);
}

void snakebird_advance(const struct snakebird *board, struct snakebird_bird *bird, enum direction direction, bool grows)
{
    bird->head += board->delta[direction];
    bird->length += grows;
    uint64_t *trail = bird->trail;
    unsigned bits = 2 * (bird->length - 1);
    trail[1] = trail[1] << 2 | trail[0] >> 62;
    trail[0] = trail[0] << 2 | (uint64_t)direction;
    if (bits < 64) {
        trail[0] &= (UINT64_C(1) << bits) - 1;
        trail[1] = 0;
    } else if (bits < 128) {
        trail[1] &= (UINT64_C(1) << (bits - 64)) - 1;
    }
}

unsigned snakebird_segments(const struct snakebird *board, const struct snakebird_bird *bird, snakebird_cell *cells)
{
    snakebird_cell cell = bird->head;
    uint64_t low = bird->trail[0], high = bird->trail[1];
    for (unsigned i = 0; i < bird->length; i++) {
        cells[i] = cell;
        cell -= board->delta[low & 3];
        low = low >> 2 | high << 62;
        high >>= 2;
    }
    return bird->length;
}

/* --- one state for both mirror images ---
 *
 * The rules do not distinguish left from right.  Suppose that ground, spikes, fruit and the exit are their own mirror
 * image about the middle of the text, and that each shape of block is as frequent as its image.  Then a state has the
 * same future as its mirror image, wherever the level starts.  States are not merged in a level with a portal, because
 * the order of its two ends matters, or in a level drawn with a piece in the air, because the rules recognize its start
 * by its bytes. */

static snakebird_cell mirror_cell(const struct snakebird *board, snakebird_cell cell)
{
    snakebird_cell column = cell % board->width;
    return cell + 2 * (board->origin % board->width - column) + board->text.columns - 1;
}

/* RIGHT and LEFT change places.  They are the odd directions, and differ in one bit. */
static uint64_t mirror_trail(uint64_t trail)
{
    return trail ^ (trail & UINT64_C(0x5555555555555555)) << 1;
}

static uint64_t mirror_fruit(const struct snakebird *board, uint64_t fruit)
{
    uint64_t image = 0;
    for (; fruit != 0; fruit &= fruit - 1)
        image |= UINT64_C(1) << board->fruit_image[__builtin_ctzll(fruit)];
    return image;
}

/* Whether one block's shape is the mirror image of the other's.  The rows and columns of a block's cells start at its
 * corner; `last` is its last column. */
static bool is_reflected(const struct snakebird *board, const struct snakebird_block *block, int32_t last,
                         const struct snakebird_block *other)
{
    bool same = block->count == other->count;
    for (unsigned k = 0; same && k < block->count; k++) {
        int32_t column = (int32_t)(block->cells[k] % board->width);
        int32_t image = block->cells[k] + last - 2 * column;
        unsigned n = 0;
        while (n < other->count && other->cells[n] != image)
            n++;
        same = n < other->count;
    }
    return same;
}

void snakebird_find_mirror(struct snakebird *board)
{
    bool free = !board->floating && board->portal[0] == 0;
    bool mirrored = free && grid_maps_onto_itself(&board->text, 1) && mirror_cell(board, board->exit) == board->exit;
    for (unsigned i = 0; mirrored && i < board->fruit_count; i++) {
        snakebird_cell image = mirror_cell(board, board->fruit[i]);
        unsigned j = 0;
        while (j < board->fruit_count && board->fruit[j] != image)
            j++;
        board->fruit_image[i] = (unsigned char)j;
        mirrored = j < board->fruit_count;
    }
    /* Maps the n-th block of each shape to the n-th of the image.  No shape has more blocks than its image: otherwise
     * another would have fewer. */
    for (unsigned i = 0; mirrored && i < board->blocks; i++) {
        const struct snakebird_block *block = &board->block[i];
        unsigned nth = i - block->shape, j = 0;
        for (unsigned k = 0; k < block->count; k++) {
            int32_t column = (int32_t)(block->cells[k] % board->width);
            board->block_last[i] = column > board->block_last[i] ? column : board->block_last[i];
        }
        while (j < board->blocks && !is_reflected(board, block, board->block_last[i], &board->block[j]))
            j++;
        mirrored = j + nth < board->blocks && board->block[j + nth].shape == j;
        board->block_image[i] = (unsigned char)(j + nth);
    }
    board->puzzle.mirrors = mirrored ? 2 : 0;
}

/* --- interchangeable birds ---
 *
 * In the original rules, nothing depends on which bird is which: all unsupported pieces fall together, and pushing and
 * standing depend only on cells.  Nor does it matter with a portal.  A cell holds at most one piece, so at most one is
 * in the exit, and at most one in each end of the portal.  If both ends are entered at once, the end that comes first
 * in the text is tried first, whoever is in it.  A fall is endless if all pieces come back to their places, each to its
 * own; exchanging birds in all positions of the fall changes nothing about that.
 *
 * Two birds of equal length at the start have fields of equal width in a state.  They can therefore be exchanged in any
 * state, whatever they have eaten since.  Birds are not exchanged under the document's rules, where they fall and leave
 * in the order of their letters, or in a level drawn with a piece in the air, because the rules recognize its start by
 * its bytes.
 *
 * Mirror images are merged too, if there are any. */

void snakebird_find_equals(struct snakebird *board)
{
    bool free = board->rules == SNAKEBIRD_ORIGINAL && !board->floating;
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

/* Sorts interchangeable birds.  Returns whether any changed places. */
static bool order_equals(const struct snakebird *board, struct snakebird_bits *bits)
{
    bool changed = false;
    for (unsigned end = board->birds; end > 1; end--) {
        for (unsigned i = 0; i + 1 < end; i++) {
            unsigned next = i + 1;
            while (next < end && board->equal[next] != board->equal[i])
                next++;
            changed |= next < end && order_birds(board, bits, i, next);
        }
    }
    return changed;
}

/* Makes the bits of the mirror image of a state. */
static void mirror_bits(const struct snakebird *board, const struct snakebird_bits *bits, struct snakebird_bits *image)
{
    snakebird_cell before[SNAKEBIRD_BLOCKS] = {0}, block[SNAKEBIRD_BLOCKS];
    memset(image, 0, (board->puzzle.state_bytes / 8 + 2) * sizeof *image->word);
    for (unsigned i = 0; i < board->birds; i++) {
        unsigned at = board->bird_at[i], trail = trail_bits(board, i);
        snakebird_cell head = (snakebird_cell)(get(bits, at) & board->head_mask);
        if (head == 0)
            continue;
        flip(image, at, (uint64_t)mirror_cell(board, head));
        at += board->head_bits;
        flip(image, at, mirror_trail(get(bits, at) & board->trail_mask[i][0]));
        if (trail > 64)
            flip(image, at + 64, mirror_trail(get(bits, at + 64) & board->trail_mask[i][1]));
        if (board->eaten_bits > 0)
            flip(image, at + trail, get(bits, at + trail) & mask(board->eaten_bits));
    }
    if (board->fruit_count > 0)
        flip(image, board->fruit_at, mirror_fruit(board, get_fruit(board, bits)));
    for (unsigned i = 0; i < board->blocks; i++) {
        snakebird_cell corner = (snakebird_cell)(get(bits, board->block_at + i * board->head_bits) & board->head_mask);
        before[board->block_image[i]] = corner == 0 ? 0 : mirror_cell(board, corner + board->block_last[i]);
    }
    sort_blocks(board, before, block);
    for (unsigned i = 0; i < board->blocks; i++)
        flip(image, board->block_at + i * board->head_bits, (uint64_t)block[i]);
}

/* Replaces a state by its representative: the state or its mirror image, whichever has the lower bits after sorting
 * interchangeable birds. */
void snakebird_merge(const struct puzzle *puzzle, unsigned char *bytes)
{
    const struct snakebird *board = snakebird_board(puzzle);
    bool equals = puzzle_prunes(puzzle, SNAKEBIRD_EQUALS), changed = false;
    struct snakebird_bits bits, other;
    load_bits(board, bytes, &bits);
    if (equals)
        changed = order_equals(board, &bits);
    if (puzzle->mirrors > 1 && puzzle_prunes(puzzle, SNAKEBIRD_MIRRORS)) {
        mirror_bits(board, &bits, &other);
        if (equals)
            order_equals(board, &other);
        size_t last = board->puzzle.state_bytes / 8, i = 0;
        while (i < last && other.word[i] == bits.word[i])
            i++;
        if (other.word[i] < bits.word[i]) {
            snakebird_write_bits(board, &other, bytes);
            return;
        }
    }
    if (changed)
        snakebird_write_bits(board, &bits, bytes);
}

/* --- keys of moves ---
 *
 * Pushes, falls and portals do not change a bird's shape, which is its trail.  So a move changes only the shape of the
 * bird that makes it: without its first segment, the bird has the shape that it had before the move, without the last
 * segment unless it has eaten.  Birds leave only once all fruit is eaten, the mover among them or not.
 *
 * A key is a sum over birds, because interchangeable birds may change places, and a sum over both images of a state if
 * they are merged. */

/* A number for the shape of a bird's first segments. */
static uint64_t shape_key(const uint64_t *trail, unsigned segments, bool mirrored)
{
    uint64_t key = puzzle_mix(segments);
    unsigned bits = segments > 1 ? 2 * (segments - 1) : 0;
    for (unsigned w = 0; bits > 0; w++) {
        uint64_t directions = bits < 64 ? trail[w] & ((UINT64_C(1) << bits) - 1) : trail[w];
        key = puzzle_mix(key ^ (mirrored ? mirror_trail(directions) : directions));
        bits -= bits < 64 ? bits : 64;
    }
    return key;
}

/* Adds the keys of one image of a state to those of the images before. */
static unsigned add_keys(const struct snakebird *board, const struct snakebird_state *state, bool after, bool mirrored,
                         uint64_t *keys)
{
    uint64_t whole[SNAKEBIRD_BIRDS], same[SNAKEBIRD_BIRDS], fed[SNAKEBIRD_BIRDS]; /* `same`: if it has not eaten */
    uint64_t fruit = puzzle_mix(mirrored ? mirror_fruit(board, state->fruit) : state->fruit);
    unsigned present = 0, count = 0;
    for (unsigned i = 0; i < board->birds; i++) {
        const struct snakebird_bird *bird = &state->bird[i];
        if (bird->length == 0)
            continue;
        present |= 1u << i;
        uint64_t body[SNAKEBIRD_TRAIL] = {bird->trail[0] >> 2 | bird->trail[1] << 62, bird->trail[1] >> 2};
        whole[i] = shape_key(bird->trail, bird->length, mirrored);
        same[i] = shape_key(after ? body : bird->trail, bird->length - 1, mirrored);
        fed[i] = after ? same[i] : whole[i];
    }
    bool all_present = present == (1u << board->birds) - 1, leave = !after && (state->fruit & (state->fruit - 1)) == 0;
    for (unsigned gone = 0; gone <= (leave ? present : 0); gone++) {
        uint64_t own[2 * SNAKEBIRD_BIRDS + 1], sum = 0;
        unsigned left = present & ~gone, owned = 0;
        if ((gone & ~present) != 0)
            continue;
        for (unsigned i = 0; i < board->birds; i++)
            sum += left >> i & 1 ? whole[i] : 0;
        if (after ? !all_present : gone != 0)
            own[owned++] = sum; /* the mover has left */
        for (unsigned i = 0; i < board->birds; i++) {
            if (!(left >> i & 1))
                continue;
            own[owned++] = sum - whole[i] + ~same[i] + fruit;
            if (after || state->fruit != 0)
                own[owned++] = sum - whole[i] + ~fed[i];
        }
        for (unsigned n = 0; n < owned; n++, count++)
            keys[count] = (mirrored ? keys[count] : 0) + puzzle_mix(own[n]);
    }
    return count;
}

unsigned snakebird_move_keys(const struct puzzle *puzzle, const unsigned char *bytes, bool after, uint64_t *keys)
{
    const struct snakebird *board = snakebird_board(puzzle);
    struct snakebird_state state;
    snakebird_unpack(board, bytes, &state);
    unsigned count = add_keys(board, &state, after, false, keys);
    if (puzzle->mirrors > 1)
        add_keys(board, &state, after, true, keys);
    return count;
}

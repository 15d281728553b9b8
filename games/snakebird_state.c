/* Snakebird: states as bytes.
 *
 * A state is a string of bits: each bird's head cell, the way from segment to segment in two bits
 * each, and how much the bird has eaten where that is not known from the fruit; then the fruit, a
 * bit each, and the blocks' corners.  Levels of the published game take 4 to 14 bytes. */
#include "games/snakebird.h"

#include <endian.h>
#include <string.h>

enum { WORDS = 32 }; /* 2048 bits; the most is about 900 */

struct bit_writer {
    uint64_t word[WORDS];
    unsigned at, used;
};

static inline void put(struct bit_writer *writer, uint64_t value, unsigned bits)
{
    writer->word[writer->at] |= value << writer->used;
    writer->used += bits;
    if (writer->used >= 64) {
        writer->used -= 64;
        writer->at++;
        writer->word[writer->at] = writer->used == 0 ? 0 : value >> (bits - writer->used);
    }
}

struct bit_reader {
    uint64_t word[WORDS];
    unsigned at, used;
};

static inline uint64_t get(struct bit_reader *reader, unsigned bits)
{
    if (bits == 0)
        return 0;
    uint64_t value = reader->word[reader->at] >> reader->used;
    reader->used += bits;
    if (reader->used >= 64) {
        reader->used -= 64;
        reader->at++;
        if (reader->used > 0)
            value |= reader->word[reader->at] << (bits - reader->used);
    }
    return bits == 64 ? value : value & ((UINT64_C(1) << bits) - 1);
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

size_t snakebird_state_bytes(struct snakebird *board)
{
    board->head_bits = bit_length((uint64_t)board->cells - 1);
    board->eaten_bits = board->birds == 1 ? 0 : bit_length(board->fruit_count);
    board->goal_bits = board->fruit_count;
    for (unsigned i = 0; i < board->birds; i++)
        board->goal_bits += board->head_bits + trail_bits(board, i) + board->eaten_bits;
    return (board->goal_bits + board->blocks * board->head_bits + 7) / 8;
}

bool snakebird_is_goal(const struct snakebird *board, const unsigned char *bytes)
{
    unsigned whole = board->goal_bits / 8, rest = board->goal_bits % 8;
    for (unsigned i = 0; i < whole; i++) {
        if (bytes[i] != 0)
            return false;
    }
    return rest == 0 || (bytes[whole] & ((1u << rest) - 1)) == 0;
}

/* Puts a block's corner in its place among those of the same shape. */
static void sort_blocks(const struct snakebird *board, const snakebird_cell *block,
                        snakebird_cell *sorted)
{
    for (unsigned i = 0; i < board->blocks; i++) {
        unsigned at = i;
        for (; at > board->block[i].shape && sorted[at - 1] > block[i]; at--)
            sorted[at] = sorted[at - 1];
        sorted[at] = block[i];
    }
}

/* The bytes of a state are those of its words, the lowest first. */
static inline void store_words(uint64_t *word, size_t count, unsigned char *bytes)
{
    for (size_t i = 0; i < (count + 7) / 8; i++)
        word[i] = htole64(word[i]);
    memcpy(bytes, word, count);
}

static inline void load_words(const unsigned char *bytes, size_t count, uint64_t *word)
{
    word[count / 8] = word[count / 8 + 1] = 0;
    memcpy(word, bytes, count);
    for (size_t i = 0; i < (count + 7) / 8; i++)
        word[i] = le64toh(word[i]);
}

void snakebird_pack(const struct snakebird *board, const struct snakebird_state *state,
                    unsigned char *bytes)
{
    struct bit_writer writer;
    writer.word[0] = 0;
    writer.at = writer.used = 0;
    for (unsigned i = 0; i < board->birds; i++) {
        const struct snakebird_bird *bird = &state->bird[i];
        unsigned bits = trail_bits(board, i);
        put(&writer, (uint64_t)bird->head, board->head_bits);
        put(&writer, bird->trail[0], bits < 64 ? bits : 64);
        if (bits > 64)
            put(&writer, bird->trail[1], bits - 64);
        if (board->eaten_bits > 0)
            put(&writer, bird->length == 0 ? 0 : bird->length - board->shortest[i],
                board->eaten_bits);
    }
    put(&writer, state->fruit, board->fruit_count);
    if (board->blocks > 0) {
        snakebird_cell sorted[SNAKEBIRD_BLOCKS];
        sort_blocks(board, state->block, sorted);
        for (unsigned i = 0; i < board->blocks; i++)
            put(&writer, (uint64_t)sorted[i], board->head_bits);
    }
    store_words(writer.word, board->puzzle.state_bytes, bytes);
}

void snakebird_unpack(const struct snakebird *board, const unsigned char *bytes,
                      struct snakebird_state *state)
{
    struct bit_reader reader;
    load_words(bytes, board->puzzle.state_bytes, reader.word);
    reader.at = reader.used = 0;
    for (unsigned i = 0; i < board->birds; i++) {
        struct snakebird_bird *bird = &state->bird[i];
        unsigned bits = trail_bits(board, i);
        bird->head = (snakebird_cell)get(&reader, board->head_bits);
        bird->trail[0] = get(&reader, bits < 64 ? bits : 64);
        bird->trail[1] = bits > 64 ? get(&reader, bits - 64) : 0;
        bird->length = board->shortest[i] + (unsigned)get(&reader, board->eaten_bits);
    }
    state->fruit = get(&reader, board->fruit_count);
    for (unsigned i = 0; i < board->blocks; i++)
        state->block[i] = (snakebird_cell)get(&reader, board->head_bits);
    if (board->birds == 1)
        state->bird[0].length +=
            board->fruit_count - (unsigned)__builtin_popcountll(state->fruit);
    for (unsigned i = 0; i < board->birds; i++) {
        if (state->bird[i].head == 0)
            state->bird[i].length = 0;
    }
}

/* Shifts a trail by one step and keeps as many as belong to `length` segments. */
static void shift_trail(uint64_t *trail, enum direction direction, unsigned length)
{
    unsigned bits = 2 * (length - 1);
    trail[1] = trail[1] << 2 | trail[0] >> 62;
    trail[0] = trail[0] << 2 | (uint64_t)direction;
    if (bits < 64) {
        trail[0] &= (UINT64_C(1) << bits) - 1;
        trail[1] = 0;
    } else if (bits < 128) {
        trail[1] &= (UINT64_C(1) << (bits - 64)) - 1;
    }
}

void snakebird_advance(const struct snakebird *board, struct snakebird_bird *bird,
                       enum direction direction, bool grows)
{
    bird->head += board->delta[direction];
    bird->length += grows;
    shift_trail(bird->trail, direction, bird->length);
}

unsigned snakebird_segments(const struct snakebird *board, const struct snakebird_bird *bird,
                            snakebird_cell *cells)
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

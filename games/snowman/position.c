/* Snowman's states: packed for the search, unpacked into bit boards for the rules.
 *
 * A packed state is a stream of bits: the number of small balls and of medium balls; the cells of the small, medium
 * and large balls, each in ascending order; the player's cell; and one bit for each cell that had snow at the
 * start.  Balls of one size are interchangeable, so equal states have equal bits. */
#include "games/snowman/board.h"

/* Writes bits, lowest first. */
struct bit_stream {
    unsigned char *bytes;
    uint64_t held;
    unsigned count;
};

static void put_bits(struct bit_stream *stream, uint64_t bits, unsigned count)
{
    stream->held |= bits << stream->count;
    stream->count += count;
    while (stream->count >= 8) {
        *stream->bytes++ = (unsigned char)stream->held;
        stream->held >>= 8;
        stream->count -= 8;
    }
}

struct bit_source {
    const unsigned char *bytes;
    uint64_t held;
    unsigned count;
};

static uint64_t take_bits(struct bit_source *source, unsigned count)
{
    while (source->count < count) {
        source->held |= (uint64_t)*source->bytes++ << source->count;
        source->count += 8;
    }
    uint64_t bits = source->held & ((UINT64_C(1) << count) - 1);
    source->held >>= count;
    source->count -= count;
    return bits;
}

size_t snowman_state_bits(const struct snowman *board)
{
    size_t bits = 2 * (size_t)board->count_bits + ((size_t)board->balls + 1) * board->cell_bits;
    for (unsigned i = 0; i < board->run_count; i++)
        bits += board->runs[i].length;
    return bits;
}

void snowman_pack(const struct snowman *board, const struct snowman_position *position, unsigned char *state)
{
    struct bit_stream stream = {.bytes = state};
    put_bits(&stream, set_size(board, &position->balls[0]), board->count_bits);
    put_bits(&stream, set_size(board, &position->balls[1]), board->count_bits);
    for (unsigned size = 0; size < SNOWMAN_SIZES; size++) {
        for (unsigned i = 0; i < board->words; i++) {
            for (uint64_t word = position->balls[size].word[i]; word != 0; word &= word - 1) {
                unsigned place = i * 64 + (unsigned)__builtin_ctzll(word);
                put_bits(&stream, (unsigned)board->cell_at[place], board->cell_bits);
            }
        }
    }
    put_bits(&stream, (unsigned)board->cell_at[position->player], board->cell_bits);
    for (unsigned i = 0; i < board->run_count; i++) {
        const struct snow_run *run = &board->runs[i];
        uint64_t word = position->snow.word[run->place >> 6] >> (run->place & 63);
        put_bits(&stream, word & ((UINT64_C(1) << run->length) - 1), run->length);
    }
    if (stream.count > 0)
        *stream.bytes = (unsigned char)stream.held;
}

void snowman_unpack(const struct snowman *board, const unsigned char *state, struct snowman_position *position)
{
    struct bit_source source = {.bytes = state};
    unsigned count[SNOWMAN_SIZES];
    count[0] = (unsigned)take_bits(&source, board->count_bits);
    count[1] = (unsigned)take_bits(&source, board->count_bits);
    count[2] = board->balls - count[0] - count[1];
    for (unsigned size = 0; size < SNOWMAN_SIZES; size++) {
        set_clear(board, &position->balls[size]);
        for (unsigned i = 0; i < count[size]; i++)
            set_add(&position->balls[size], board->place_of[take_bits(&source, board->cell_bits)]);
    }
    position->player = board->place_of[take_bits(&source, board->cell_bits)];
    set_clear(board, &position->snow);
    for (unsigned i = 0; i < board->run_count; i++) {
        const struct snow_run *run = &board->runs[i];
        position->snow.word[run->place >> 6] |= take_bits(&source, run->length) << (run->place & 63);
    }
}

bool snowman_all_sizes(const struct snowman *board, const unsigned char *state)
{
    struct bit_source source = {.bytes = state};
    unsigned small = (unsigned)take_bits(&source, board->count_bits);
    unsigned medium = (unsigned)take_bits(&source, board->count_bits);
    return small == medium && small * SNOWMAN_SIZES == board->balls;
}

/* Flooding for most levels, which fit into one word and have a stride of less than 64. */
static uint64_t flood_word(uint64_t from, uint64_t free, int stride)
{
    uint64_t region = from, before;
    do {
        before = region;
        region |= (region << 1 | region >> 1) & free;
        region |= (region << stride | region >> stride) & free;
    } while (region != before);
    return region;
}

/* Flooding for levels of two words.  A single addition spreads each row to the right: adding a reached place to a
 * run of free places carries through the rest of the run to a place that is not free, and clears every bit on its
 * way except those of other reached places.  Spreading to the left takes steps of 1, 2, 4 and more places, as far
 * as all places in between are free. */
static cell_bits flood_bits(cell_bits region, cell_bits free, unsigned stride)
{
    enum { MOST_STEPS = 6 };
    cell_bits runs[MOST_STEPS], before; /* places from which that many to the right are free */
    unsigned steps = 0;
    for (cell_bits run = free; run != 0 && steps < MOST_STEPS; steps++) {
        runs[steps] = run;
        run &= run >> (1u << steps);
    }
    do {
        before = region;
        region |= free & ~(free + (region & free));
        for (unsigned i = 0; i < steps; i++)
            region |= region >> (1u << i) & runs[i];
        region |= (region << stride | region >> stride) & free;
    } while (region != before);
    return region;
}

/* Word `i` of the set after shifting it up (towards the end) or down. */
static uint64_t shifted_up(const struct cell_set *set, unsigned i, unsigned places)
{
    unsigned words = places / 64, bits = places % 64;
    if (i < words)
        return 0;
    uint64_t high = set->word[i - words] << bits;
    return bits == 0 || i == words ? high : high | set->word[i - words - 1] >> (64 - bits);
}

static uint64_t shifted_down(const struct cell_set *set, unsigned i, unsigned places, unsigned count)
{
    unsigned words = places / 64, bits = places % 64;
    if (i + words >= count)
        return 0;
    uint64_t low = set->word[i + words] >> bits;
    return bits == 0 || i + words + 1 == count ? low : low | set->word[i + words + 1] << (64 - bits);
}

void snowman_flood(const struct snowman *board, const struct cell_set *blocked, struct cell_set *region)
{
    if (board->words == 1 && board->stride < 64) {
        region->word[0] = flood_word(region->word[0], board->open.word[0] & ~blocked->word[0], board->stride);
        return;
    }
    unsigned stride = (unsigned)board->stride;
    if (board->words == BITS_WORDS && stride < 64) {
        cell_bits free = set_bits(board, &board->open) & ~set_bits(board, blocked);
        set_from_bits(board, region, flood_bits(set_bits(board, region), free, stride));
        return;
    }
    bool grows = true;
    while (grows) {
        grows = false;
        for (unsigned i = 0; i < board->words; i++) {
            uint64_t reached = shifted_up(region, i, 1) | shifted_up(region, i, stride) |
                               shifted_down(region, i, 1, board->words) | shifted_down(region, i, stride, board->words);
            reached &= board->open.word[i] & ~blocked->word[i] & ~region->word[i];
            region->word[i] |= reached;
            grows |= reached != 0;
        }
    }
}

void snowman_walks(const struct snowman *board, const struct snowman_position *position, struct cell_set *region)
{
    struct cell_set stacks;
    find_stacks(board, position, &stacks);
    set_clear(board, region);
    set_add(region, position->player);
    snowman_flood(board, &stacks, region);
}

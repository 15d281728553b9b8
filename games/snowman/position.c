/* Snowman's states: packed for the search, unpacked into bit boards for the rules.
 *
 * A packed state is a stream of bits: the number of small balls and of medium balls; the cells of the small, medium
 * and large balls, each in ascending order; the player's cell; and one bit for each cell that had snow at the
 * start.  Balls of one size are interchangeable, so equal states have equal bits. */
#include "games/snowman/board.h"

#include "base/bytes.h"

#include <stdlib.h>

size_t snowman_state_bits(const struct snowman *board)
{
    size_t bits = 2 * (size_t)board->count_bits + ((size_t)board->balls + 1) * board->cell_bits;
    for (unsigned i = 0; i < board->run_count; i++)
        bits += board->runs[i].length;
    return bits;
}

/* Writes bits, lowest first. */
struct bit_stream {
    unsigned char *bytes;
    uint64_t held;
    unsigned count;
};

enum { HALF = 32 }; /* the most bits written or read at once */

static inline void put_bits(struct bit_stream *stream, uint64_t bits, unsigned count)
{
    stream->held |= bits << stream->count;
    stream->count += count;
    if (stream->count >= HALF) {
        store_4(stream->bytes, stream->held);
        stream->bytes += HALF / 8;
        stream->held >>= HALF;
        stream->count -= HALF;
    }
}

struct bit_source {
    const unsigned char *bytes, *end;
    uint64_t held;
    unsigned count;
};

static inline uint64_t take_bits(struct bit_source *source, unsigned count)
{
    if (source->count < count && source->end - source->bytes >= HALF / 8) {
        source->held |= load_4(source->bytes) << source->count;
        source->bytes += HALF / 8;
        source->count += HALF;
    }
    while (source->count < count) {
        source->held |= (uint64_t)*source->bytes++ << source->count;
        source->count += 8;
    }
    uint64_t bits = source->held & ((UINT64_C(1) << count) - 1);
    source->held >>= count;
    source->count -= count;
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
    for (unsigned written = 0; written < stream.count; written += 8)
        *stream.bytes++ = (unsigned char)(stream.held >> written);
}

void snowman_unpack(const struct snowman *board, const unsigned char *state, struct snowman_position *position)
{
    struct bit_source source = {.bytes = state, .end = state + board->puzzle.state_bytes};
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
    struct bit_source source = {.bytes = state, .end = state + board->puzzle.state_bytes};
    unsigned small = (unsigned)take_bits(&source, board->count_bits);
    unsigned medium = (unsigned)take_bits(&source, board->count_bits);
    return small == medium && small * SNOWMAN_SIZES == board->balls;
}

/* Flooding for levels of two words.  A single addition spreads each row to the right: adding a reached place to a
 * run of free places carries through the rest of the run to a place that is not free, and clears every bit on its
 * way except those of other reached places.  Spreading to the left takes steps of 1, 2, 4 and more places, as far
 * as all places in between are free. */
static cell_bits flood_bits(cell_bits region, cell_bits free, unsigned stride)
{
    enum { MOST_STEPS = 6 };
    cell_bits runs[MOST_STEPS], before; /* [n] places that begin a run of 2^n free places to the right */
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
        /* Most levels fit into one word and have a stride of less than 64. */
        uint64_t from = region->word[0];
        uint64_t free = board->open.word[0] & ~blocked->word[0];
        int stride = board->stride;
        uint64_t reached = from, before;
        do {
            before = reached;
            reached |= (reached << 1 | reached >> 1) & free;
            reached |= (reached << stride | reached >> stride) & free;
        } while (reached != before);
        region->word[0] = reached;
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

/* Whether the reached neighbours of a place are connected to each other by way of the eight places around it. */
static bool joined_around(cell_bits reached, unsigned place, unsigned stride)
{
    reached = place > stride ? reached >> (place - stride - 1) : reached << (stride + 1 - place);
    unsigned above = (unsigned)reached, level = (unsigned)(reached >> stride),
             below = (unsigned)(reached >> 2 * stride);
    unsigned up = above >> 1 & 1, left = level & 1, right = level >> 2 & 1, down = below >> 1 & 1;
    unsigned links =
        (up & above >> 2 & right) + (right & below >> 2 & down) + (down & below & left) + (left & above & up);
    return up + left + right + down <= links + 1;
}

void snowman_walks_after(const struct snowman *board, const struct cell_set *before,
                         const struct snowman_position *position, int place, enum direction direction,
                         struct cell_set *region)
{
    unsigned stride = (unsigned)board->stride;
    if (board->words != BITS_WORDS || stride >= 64) { /* flooding one word is as fast */
        snowman_walks(board, position, region);
        return;
    }
    struct cell_set stacks;
    int to = place_towards(board, place, direction);
    cell_bits left = (cell_bits)1 << place;
    find_stacks(board, position, &stacks);
    cell_bits free = set_bits(board, &board->open) & ~set_bits(board, &stacks);
    cell_bits reached = (set_bits(board, before) | left) & free;
    cell_bits around = left << 1 | left >> 1 | left << stride | left >> stride;
    bool cut = set_has(before, to) && !joined_around(reached, (unsigned)to, stride);
    if (cut)
        reached = (cell_bits)1 << position->player;
    set_from_bits(board, region, reached);
    if (cut || ((reached & left) != 0 && (around & free & ~reached) != 0))
        snowman_flood(board, &stacks, region);
}

/* --- one state for all mirror images; see games/mirrors.h ---
 *
 * Walls, targets and the snow of the start are static, because snow never appears elsewhere.  The balls select the
 * representative image. */

/* Fills in the table of images.  Returns false if memory runs out. */
static bool find_images(struct snowman *board)
{
    const struct mirrors *mirrors = &board->mirrors;
    unsigned parts = board->words * NIBBLES;
    if (mirrors->count < 2 || board->words > BITS_WORDS)
        return true;
    board->images = arrays_add(&board->arrays, (size_t)mirrors->count * parts * 16, sizeof *board->images);
    if (board->images == NULL)
        return false;
    for (unsigned n = 0; n < mirrors->count; n++) {
        struct cell_image *images = board->images + (size_t)n * parts * 16;
        for (unsigned i = 0; i < board->cells; i++) {
            unsigned place = (unsigned)board->place_of[i], to = mirrors_cell(mirrors, n, place);
            for (unsigned set = 0; set < 16; set++) {
                if ((set >> place % 4 & 1) != 0)
                    images[place / 4 * 16 + set].word[to / 64] |= UINT64_C(1) << to % 64;
            }
        }
    }
    return true;
}

bool snowman_find_mirrors(struct snowman *board)
{
    struct grid grid;
    board->mirrors.count = 1;
    if (board->puzzle.state_bytes > MIRRORS_MOST_BYTES || board->places > UINT16_MAX)
        return true;
    if (!grid_make(&grid, board->stride - 1, board->places / board->stride, 'X'))
        return false;
    int *place_at = calloc((size_t)grid_size(&grid), sizeof *place_at);
    bool good = place_at != NULL;
    if (good) {
        /* Draws the static part of the level, and finds the place of each of its cells. */
        for (int cell = 0; cell < grid_size(&grid); cell++)
            place_at[cell] = -1;
        for (unsigned i = 0; i < board->cells; i++) {
            int place = board->place_of[i];
            int cell = place / board->stride * grid.columns + place % board->stride;
            place_at[cell] = place;
            grid.cells[cell] =
                (unsigned char)('0' + 2 * set_has(&board->begin.snow, place) + set_has(&board->targets, place));
        }
        good = mirrors_make(&board->mirrors, &grid, place_at, (unsigned)board->places, SNOWMAN_SIZES) &&
               find_images(board);
    }
    free(place_at);
    grid_free(&grid);
    board->puzzle.mirrors = board->mirrors.count > 1 ? board->mirrors.count : 0;
    return good;
}

static void map_set(const struct snowman *board, unsigned n, const struct cell_set *from, struct cell_set *to)
{
    set_clear(board, to);
    for (unsigned i = 0; i < board->words; i++) {
        for (uint64_t rest = from->word[i]; rest != 0; rest &= rest - 1) {
            unsigned place = 64 * i + (unsigned)__builtin_ctzll(rest);
            set_add(to, (int)mirrors_cell(&board->mirrors, n, place));
        }
    }
}

/* Maps sets of many places. */
static void map_large_set(const struct snowman *board, unsigned n, const struct cell_set *from, struct cell_set *to)
{
    if (board->images == NULL) {
        map_set(board, n, from, to);
        return;
    }
    const struct cell_image *image = board->images + (size_t)n * board->words * NIBBLES * 16;
    uint64_t low = 0, high = 0;
    for (unsigned i = 0; i < board->words; i++, image += NIBBLES * 16) {
        const struct cell_image *part = image;
        for (uint64_t rest = from->word[i]; rest != 0; rest >>= 4, part += 16) {
            low |= part[rest & 15].word[0];
            high |= part[rest & 15].word[1];
        }
    }
    to->word[0] = low;
    if (board->words == BITS_WORDS)
        to->word[1] = high;
}

static void write_image(const struct puzzle *puzzle, const void *model, unsigned n, unsigned char *state)
{
    const struct snowman *board = snowman_board(puzzle);
    const struct snowman_position *position = model;
    struct snowman_position image;
    struct cell_set region;
    for (unsigned size = 0; size < SNOWMAN_SIZES; size++)
        map_set(board, n, &position->balls[size], &image.balls[size]);
    map_large_set(board, n, &position->snow, &image.snow);
    image.player = (int)mirrors_cell(&board->mirrors, n, (unsigned)position->player);
    if (!board->by_steps) {
        snowman_walks(board, &image, &region);
        image.player = set_first(board, &region);
    }
    snowman_pack(board, &image, state);
}

void snowman_merge(const struct puzzle *puzzle, unsigned char *state)
{
    const struct snowman *board = snowman_board(puzzle);
    const struct mirrors *mirrors = &board->mirrors;
    uint32_t keys[GRID_SYMMETRIES] = {0};
    struct snowman_position position;
    if (puzzle->mirrors < 2 || !puzzle_prunes(puzzle, SNOWMAN_MIRRORS))
        return;
    snowman_unpack(board, state, &position);
    for (unsigned size = 0; size < SNOWMAN_SIZES; size++) {
        for (unsigned i = 0; i < board->words; i++) {
            for (uint64_t rest = position.balls[size].word[i]; rest != 0; rest &= rest - 1)
                mirrors_add(mirrors, size, 64 * i + (unsigned)__builtin_ctzll(rest), keys);
        }
    }
    mirrors_merge(mirrors, keys, write_image, puzzle, &position, state);
}

/* --- keys of pushes ---
 *
 * A push moves one ball and may make it grow.  So a state and its successor have all balls but one in common.  A key is
 * a sum over all images if they are merged. */

unsigned snowman_move_keys(const struct puzzle *puzzle, const unsigned char *state, bool after, uint64_t *keys)
{
    const struct snowman *board = snowman_board(puzzle);
    struct snowman_position position;
    unsigned pieces[PUZZLE_MOST_KEYS], count = 0;
    (void)after;
    if (board->balls > PUZZLE_MOST_KEYS)
        return 0;
    snowman_unpack(board, state, &position);
    for (unsigned size = 0; size < SNOWMAN_SIZES; size++) {
        const struct cell_set *balls = &position.balls[size];
        for (int place = set_first(board, balls); place >= 0; place = set_next(board, balls, place + 1))
            pieces[count++] = size * (unsigned)board->places + (unsigned)place;
    }
    memset(keys, 0, count * sizeof *keys);
    for (unsigned image = 0; image < (puzzle->mirrors > 1 ? board->mirrors.count : 1); image++) {
        uint64_t sum = 0, piece[PUZZLE_MOST_KEYS];
        for (unsigned i = 0; i < count; i++) {
            unsigned size = pieces[i] / (unsigned)board->places, place = pieces[i] % (unsigned)board->places;
            place = image == 0 ? place : mirrors_cell(&board->mirrors, image, place);
            piece[i] = puzzle_mix(size * (unsigned)board->places + place);
            sum += piece[i];
        }
        for (unsigned i = 0; i < count; i++)
            keys[i] += puzzle_mix(sum - piece[i]);
    }
    return count;
}

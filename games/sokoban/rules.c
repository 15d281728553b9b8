/* Sokoban's moves; see sokoban.h.
 *
 * After a push, the region in which the player can walk is seldom computed from scratch.  It is the old region plus
 * the box's old cell and minus its new one, unless the new cell divides it; and that is possible only if the open
 * cells around the new cell are not connected there. */
#include "games/sokoban/sokoban.h"

#include <string.h>

/* Three consecutive bits of a map. */
static unsigned three_bits(const uint64_t *map, unsigned bit)
{
    const uint64_t *word = map + bit / 64;
    return (unsigned)(word[0] >> bit % 64 | word[1] << 1 << (63 - bit % 64)) & 7;
}

/* Whether the open cells beside the box's new cell are connected through the eight cells around it. */
static bool hangs_together(const struct sokoban *board, const struct sokoban_shift *shift)
{
    static const unsigned behind[DIRECTIONS] = {1 << 7, 1 << 3, 1 << 1, 1 << 5};
    unsigned pad = sokoban_pad(board), width = board->width;
    const uint64_t *map = shift->open - pad;
    unsigned corner = 64 * pad + board->bit[shift->to] - width - 1;
    unsigned square = three_bits(map, corner) | three_bits(map, corner + width) << 3 |
                      three_bits(map, corner + 2 * width) << 6 | behind[shift->direction];
    return sokoban_test(board->together, square);
}

/* Whether the box's old cell gives the player access to new cells. */
static bool opens_up(const struct sokoban *board, const struct sokoban_shift *shift)
{
    for (unsigned direction = 0; shift->apart && direction < DIRECTIONS; direction++) {
        int next = board->next[shift->from][direction];
        if (next >= 0 && next != (int)shift->to && sokoban_test(shift->open, board->bit[next]) &&
            !sokoban_test(shift->reach, board->bit[next]))
            return true;
    }
    return false;
}

unsigned sokoban_region_after(const struct sokoban *board, const struct sokoban_shift *shift)
{
    bool had = !shift->apart || sokoban_test(shift->reach, board->bit[shift->to]);
    bool whole = !had || hangs_together(board, shift);
    if (!whole || shift->first == shift->to || opens_up(board, shift)) {
        /* The region is flooded from scratch or, with `whole`, from the old one. */
        uint64_t now[SOKOBAN_MAX_WORDS], opened[SOKOBAN_MAX_WORDS];
        unsigned words = board->words;
        for (unsigned w = 0; w < words; w++) {
            opened[w] = shift->open[w];
            now[w] = whole ? shift->reach[w] : 0;
        }
        for (unsigned w = words; w < 5; w++)
            opened[w] = now[w] = 0;
        sokoban_flip(opened, board->bit[shift->from]);
        sokoban_flip(opened, board->bit[shift->to]);
        if (had && whole)
            sokoban_flip(now, board->bit[shift->to]);
        now[board->bit[shift->player] / 64] |= UINT64_C(1) << (board->bit[shift->player] % 64);
        sokoban_flood(board, now, opened);
        return sokoban_first(board, now);
    }
    return shift->from < shift->first ? shift->from : shift->first;
}

/* Changes the n-th number of a sorted list to `to` and moves it to its new place. */
static inline __attribute__((always_inline)) void reorder(unsigned char *list, unsigned boxes, unsigned size,
                                                          unsigned n, unsigned to)
{
    for (; n > 0 && sokoban_get_cell(list + (n - 1) * size, size) > to; n--)
        memcpy(list + n * size, list + (n - 1) * size, size);
    for (; n + 1 < boxes && sokoban_get_cell(list + (n + 1) * size, size) < to; n++)
        memcpy(list + n * size, list + (n + 1) * size, size);
    sokoban_set_cell(list + n * size, size, to);
}

void sokoban_move_box(const struct sokoban *board, const unsigned char *state, unsigned n, unsigned from, unsigned to,
                      unsigned player, unsigned char *after)
{
    unsigned size = board->cell_bytes;
    memcpy(after, state, board->box_bytes);
    if (!board->listed) {
        after[from / 8] = (unsigned char)(after[from / 8] ^ 1u << (from % 8));
        after[to / 8] = (unsigned char)(after[to / 8] | 1u << (to % 8));
    } else if (size == 1) {
        reorder(after, board->boxes, 1, n, to);
    } else {
        reorder(after, board->boxes, 2, n, to);
    }
    sokoban_set_cell(after + board->box_bytes, size, player);
}

/* Whether a push onto a cell from which goals can be reached is still proved to lose, so that a search can skip it. */
static bool push_loses(const struct sokoban *board, uint64_t *boxes, unsigned from, unsigned to,
                       enum direction direction)
{
    /* A quick test shows that a push does not freeze the box, because it can move on or sideways.  The player is
     * behind the box. */
    unsigned bit = board->bit[to], along = direction % 2, width = board->width;
    unsigned front = direction == UP      ? bit - width
                     : direction == DOWN  ? bit + width
                     : direction == RIGHT ? bit + 1
                                          : bit - 1;
    unsigned side = along == 0 ? 1 : width;
    if ((!sokoban_test(board->stuck[along], bit) && !sokoban_test(boxes, front)) ||
        (!sokoban_test(board->stuck[!along], bit) && !sokoban_test(boxes, bit - side) &&
         !sokoban_test(boxes, bit + side)))
        return false;
    if (!puzzle_prunes(&board->puzzle, SOKOBAN_FROZEN))
        return false;
    sokoban_flip(boxes, board->bit[from]);
    sokoban_flip(boxes, board->bit[to]);
    bool loses = sokoban_freezes(board, boxes, to);
    sokoban_flip(boxes, board->bit[from]);
    sokoban_flip(boxes, board->bit[to]);
    return loses;
}

/* The boxes that the player can push in each direction, that is, with a free cell in front.  For a search, cells
 * from which no goal can be reached do not count as free. */
struct pushes {
    uint64_t ways[DIRECTIONS][SOKOBAN_MAX_WORDS];
};

static inline __attribute__((always_inline)) void find_pushes(const struct sokoban *board, unsigned words,
                                                              const uint64_t *boxes, const uint64_t *reach,
                                                              const uint64_t *const *free, struct pushes *pushes)
{
    unsigned width = board->width;
#pragma GCC unroll 4
    for (unsigned w = 0; w < words; w++) {
        pushes->ways[UP][w] =
            boxes[w] & sokoban_lower(reach, words, w, width) & sokoban_higher(free[UP], words, w, width);
        pushes->ways[RIGHT][w] =
            boxes[w] & sokoban_higher(reach, words, w, 1) & sokoban_lower(free[RIGHT], words, w, 1);
        pushes->ways[DOWN][w] =
            boxes[w] & sokoban_higher(reach, words, w, width) & sokoban_lower(free[DOWN], words, w, width);
        pushes->ways[LEFT][w] = boxes[w] & sokoban_lower(reach, words, w, 1) & sokoban_higher(free[LEFT], words, w, 1);
    }
}

static inline __attribute__((always_inline)) unsigned expand_in_words(const struct sokoban *board, unsigned words,
                                                                      const unsigned char *state, game_move *moves,
                                                                      unsigned char *states, bool live,
                                                                      struct sokoban_limit *limit)
{
    const struct sokoban_tables *tables = board->tables;
    struct sokoban_position position;
    struct pushes pushes;
    uint64_t padded[2 * SOKOBAN_MAX_WORDS], reach[SOKOBAN_MAX_WORDS], free[SOKOBAN_MAX_WORDS];
    uint64_t arrive[DIRECTIONS][SOKOBAN_MAX_WORDS];
    const uint64_t *frees[DIRECTIONS] = {free, free, free, free};
    unsigned count = 0, pad = words <= 4 ? 1 : sokoban_pad(board);
    bool only_alive = live && puzzle_prunes(&board->puzzle, SOKOBAN_DEAD_CELLS);
    uint64_t *open = padded + pad;
    sokoban_read_state(board, state, &position);
    for (unsigned w = 0; w <= pad; w++) /* a read of three bits may touch two words */
        padded[w] = padded[pad + words + w] = 0;
    for (unsigned w = 0; w < words; w++) {
        bool own = w < board->words;
        position.boxes[w] = own ? position.boxes[w] : 0;
        open[w] = own ? board->floor[w] & ~position.boxes[w] : 0;
        free[w] = own && only_alive ? open[w] & board->alive[w] : open[w];
        reach[w] = 0;
    }
    sokoban_flip(reach, board->bit[position.player]);
    sokoban_flood(board, reach, open);
    bool by_sides = only_alive && tables != NULL && puzzle_prunes(&board->puzzle, SOKOBAN_SIDES);
    for (unsigned d = 0; by_sides && d < DIRECTIONS; d++) {
        for (unsigned w = 0; w < words; w++)
            arrive[d][w] = w < board->words ? free[w] & tables->arrive[d][w] : 0;
        frees[d] = arrive[d];
    }
    find_pushes(board, words, position.boxes, reach, frees, &pushes);
    if (limit != NULL && !sokoban_set_limit(board, &position, false, limit))
        limit = NULL;
    struct sokoban_shift shift = {.reach = reach, .open = open, .first = position.player};
    for (unsigned w = 0; w < words; w++)
        shift.apart |= open[w] != reach[w];
    for (unsigned n = 0; n < board->boxes; n++) {
        unsigned box = position.list[n], bit = board->bit[box];
        shift.from = shift.player = box;
        for (shift.direction = 0; shift.direction < DIRECTIONS; shift.direction++) {
            if (!sokoban_test(pushes.ways[shift.direction], bit))
                continue;
            shift.to = (unsigned)board->next[box][shift.direction];
            if (live && push_loses(board, position.boxes, box, shift.to, shift.direction))
                continue;
            if (limit != NULL && !sokoban_is_within(limit, sokoban_node(board, tables, box, position.player),
                                                    sokoban_node(board, tables, shift.to, box)))
                continue;
            sokoban_move_box(board, state, n, box, shift.to, sokoban_region_after(board, &shift),
                             states + count * board->puzzle.state_bytes);
            moves[count++] = move_make(board->piece[box], shift.direction);
        }
    }
    return count;
}

/* The number of words is a constant in the usual cases. */
static inline unsigned expand_pushes(const struct sokoban *board, const unsigned char *state, game_move *moves,
                                     unsigned char *states, bool live, struct sokoban_limit *limit)
{
    unsigned words = board->words;
    if (board->width >= 64 || words > 4)
        return expand_in_words(board, words < 5 ? 5 : words, state, moves, states, live, limit);
    if (words == 1)
        return expand_in_words(board, 1, state, moves, states, live, limit);
    if (words == 2)
        return expand_in_words(board, 2, state, moves, states, live, limit);
    return expand_in_words(board, 4, state, moves, states, live, limit);
}

static unsigned expand_all_pushes(const struct puzzle *puzzle, const unsigned char *state, game_move *moves,
                                  unsigned char *states)
{
    return expand_pushes(sokoban_board(puzzle), state, moves, states, false, NULL);
}

static unsigned expand_live_pushes(const struct puzzle *puzzle, const unsigned char *state, game_move *moves,
                                   unsigned char *states)
{
    return expand_pushes(sokoban_board(puzzle), state, moves, states, true, NULL);
}

static unsigned expand_pushes_within(const struct puzzle *puzzle, const unsigned char *state, unsigned most, bool high,
                                     game_move *moves, unsigned char *states, unsigned *least)
{
    (void)high;
    struct sokoban_limit limit = {.most = most, .least = ESTIMATE_LOST};
    unsigned count = expand_pushes(sokoban_board(puzzle), state, moves, states, true, &limit);
    *least = limit.least;
    return count;
}

/* When counting moves, each step of the player is a move, with or without a shift. */
static unsigned expand_steps(const struct sokoban *board, const unsigned char *state, game_move *moves,
                             unsigned char *states, bool live)
{
    struct sokoban_position position;
    unsigned count = 0;
    bool only_alive = live && puzzle_prunes(&board->puzzle, SOKOBAN_DEAD_CELLS);
    sokoban_read_state(board, state, &position);
    for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
        int step = board->next[position.player][direction];
        if (step < 0)
            continue;
        unsigned char *after = states + count * board->puzzle.state_bytes;
        if (!sokoban_test(position.boxes, board->bit[step])) {
            memcpy(after, state, board->box_bytes);
            sokoban_set_cell(after + board->box_bytes, board->cell_bytes, (unsigned)step);
        } else {
            int to = board->next[step][direction];
            unsigned n = 0;
            if (to < 0 || sokoban_test(position.boxes, board->bit[to]) ||
                (only_alive && board->nearest[to] == SOKOBAN_NO_WAY) ||
                (live && push_loses(board, position.boxes, (unsigned)step, (unsigned)to, direction)))
                continue;
            while (position.list[n] != step)
                n++;
            sokoban_move_box(board, state, n, (unsigned)step, (unsigned)to, (unsigned)step, after);
        }
        moves[count++] = move_make(0, (enum direction)direction);
    }
    return count;
}

static unsigned expand_all_steps(const struct puzzle *puzzle, const unsigned char *state, game_move *moves,
                                 unsigned char *states)
{
    return expand_steps(sokoban_board(puzzle), state, moves, states, false);
}

static unsigned expand_live_steps(const struct puzzle *puzzle, const unsigned char *state, game_move *moves,
                                  unsigned char *states)
{
    return expand_steps(sokoban_board(puzzle), state, moves, states, true);
}

/* Finds the cells that the n-th move pushes a box from and to.  Returns false if it is a step without a shift. */
static bool find_push(const struct sokoban *board, const unsigned char *states, const game_move *moves, unsigned n,
                      int *from, int *to)
{
    unsigned direction = move_direction(moves[n]);
    if (board->counts_moves) {
        struct sokoban_position position;
        sokoban_read_state(board, states + n * board->puzzle.state_bytes, &position);
        *from = board->next[position.player][direction];
        if (!sokoban_test(position.boxes, board->bit[*from]))
            return false;
    } else {
        *from = board->cell_of_piece[move_piece(moves[n])];
    }
    *to = board->next[*from][direction];
    return true;
}

/* Whether a different box is pushed than before.  Labels name cells, and a box's cell changes with each push. */
static bool interplay(const struct puzzle *puzzle, const unsigned char *states, const game_move *moves, unsigned n)
{
    const struct sokoban *board = sokoban_board(puzzle);
    int from, to, last_from, last_to;
    if (!find_push(board, states, moves, n, &from, &to))
        return false;
    while (n-- > 0) {
        if (find_push(board, states, moves, n, &last_from, &last_to))
            return from != last_to;
    }
    return false;
}

/* The fewest pushes of any box. */
static unsigned turns(const struct puzzle *puzzle, const unsigned char *states, const game_move *moves, unsigned count)
{
    const struct sokoban *board = sokoban_board(puzzle);
    struct sokoban_position position;
    unsigned fewest = count;
    sokoban_read_state(board, states, &position);
    for (unsigned box = 0; box < board->boxes; box++) {
        int cell = position.list[box], from, to;
        unsigned own = 0;
        for (unsigned n = 0; n < count; n++) {
            if (find_push(board, states, moves, n, &from, &to) && from == cell) {
                cell = to;
                own++;
            }
        }
        fewest = own < fewest ? own : fewest;
    }
    return fewest;
}

static void start(const struct puzzle *puzzle, unsigned char *state)
{
    memcpy(state, sokoban_board(puzzle)->start, puzzle->state_bytes);
}

/* If there are as many goals as boxes, all solved states have the same boxes. */
static bool solved(const struct puzzle *puzzle, const unsigned char *state)
{
    const struct sokoban *board = sokoban_board(puzzle);
    struct sokoban_position position;
    bool all = board->hopeless[0] == '\0';
    if (!all || board->boxes == board->goal_count)
        return all && memcmp(state, board->solved, board->box_bytes) == 0;
    sokoban_read_state(board, state, &position);
    for (unsigned n = 0; n < board->boxes; n++)
        all = all && board->goal[position.list[n]];
    return all;
}

static game_move map_move(const struct puzzle *puzzle, unsigned symmetry, game_move move)
{
    const struct sokoban *board = sokoban_board(puzzle);
    unsigned piece = move_piece(move);
    if (!board->counts_moves)
        piece = (unsigned)symmetry_cell(symmetry, board->columns, board->rows, (int)piece);
    return move_make(piece, symmetry_direction(symmetry, move_direction(move)));
}

const struct puzzle_rules sokoban_push_rules = {
    .start = start,
    .expand = expand_all_pushes,
    .solved = solved,
    .lost = sokoban_lost,
    .estimate = sokoban_estimate,
    .bound = sokoban_bound,
    .prepare_bound = sokoban_make_excesses,
    .prepare = sokoban_make_clusters,
    .high_bound = sokoban_high_bound,
    .interplay = interplay,
    .turns = turns,
    .map_move = map_move,
    .expand_live = expand_live_pushes,
    .expand_within = expand_pushes_within,
    .merge = sokoban_merge,
    .back = &sokoban_push_back,
};

const struct puzzle_rules sokoban_move_rules = {
    .start = start,
    .expand = expand_all_steps,
    .solved = solved,
    .lost = sokoban_lost,
    .estimate = sokoban_estimate,
    .bound = sokoban_bound,
    .prepare_bound = sokoban_make_excesses,
    .prepare = sokoban_make_clusters,
    .high_bound = sokoban_high_bound,
    .interplay = interplay,
    .turns = turns,
    .map_move = map_move,
    .expand_live = expand_live_steps,
    .merge = sokoban_merge,
    .back = &sokoban_move_back,
};

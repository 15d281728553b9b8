/* Sokoban's moves, forwards and backwards; see sokoban.h.
 *
 * After a push, the region in which the player can walk is seldom computed from scratch.  It is the old region plus
 * the box's old cell and minus its new one, unless the new cell divides it; and that is possible only if the open
 * cells around the new cell are not connected there. */
#include "games/sokoban/sokoban.h"

#include <string.h>

/* A push or a pull under consideration, with the player's region and the open cells before it.  Before and after its
 * words, `open` has enough empty words for a step up or down out of it. */
struct shift {
    const uint64_t *reach, *open;
    bool apart;      /* some open cells are out of reach */
    unsigned first;  /* first cell of the region */
    unsigned player; /* where the player stands afterwards */
    unsigned from, to;
    enum direction direction; /* of the box */
};

/* The number of words that a map for region_after needs before and after its own. */
static unsigned pad_words(const struct sokoban *board)
{
    return board->width / 64 + 1;
}

/* Three consecutive bits of a map. */
static unsigned three_bits(const uint64_t *map, unsigned bit)
{
    const uint64_t *word = map + bit / 64;
    return (unsigned)(word[0] >> bit % 64 | word[1] << 1 << (63 - bit % 64)) & 7;
}

/* Whether the open cells beside the box's new cell are connected through the eight cells around it. */
static bool hangs_together(const struct sokoban *board, const struct shift *shift)
{
    static const unsigned behind[DIRECTIONS] = {1 << 7, 1 << 3, 1 << 1, 1 << 5};
    unsigned pad = pad_words(board), width = board->width;
    const uint64_t *map = shift->open - pad;
    unsigned corner = 64 * pad + board->bit[shift->to] - width - 1;
    unsigned square = three_bits(map, corner) | three_bits(map, corner + width) << 3 |
                      three_bits(map, corner + 2 * width) << 6 | behind[shift->direction];
    return sokoban_test(board->together, square);
}

/* Whether the box's old cell gives the player access to new cells. */
static bool opens_up(const struct sokoban *board, const struct shift *shift)
{
    for (unsigned direction = 0; shift->apart && direction < DIRECTIONS; direction++) {
        int next = board->next[shift->from][direction];
        if (next >= 0 && next != (int)shift->to && sokoban_test(shift->open, board->bit[next]) &&
            !sokoban_test(shift->reach, board->bit[next]))
            return true;
    }
    return false;
}

/* The first cell of the player's region after a box has moved. */
static unsigned region_after(const struct sokoban *board, const struct shift *shift)
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

/* Writes the state after the n-th box has moved from `from` to `to` and the player to `player`. */
static void move_box(const struct sokoban *board, const unsigned char *state, unsigned n, unsigned from, unsigned to,
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
    unsigned count = 0, pad = words <= 4 ? 1 : pad_words(board);
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
    struct shift shift = {.reach = reach, .open = open, .first = position.player};
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
            move_box(board, state, n, box, shift.to, region_after(board, &shift),
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

static unsigned expand_pushes_within(const struct puzzle *puzzle, const unsigned char *state, unsigned most, bool high,
                                     game_move *moves, unsigned char *states, unsigned *least)
{
    (void)high;
    struct sokoban_limit limit = {.most = most, .least = ESTIMATE_LOST};
    unsigned count = expand_pushes(sokoban_board(puzzle), state, moves, states, true, &limit);
    *least = limit.least;
    return count;
}

static unsigned find_box(const struct sokoban_position *position, int cell)
{
    unsigned n = 0;
    while (position->list[n] != cell)
        n++;
    return n;
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
            if (to < 0 || sokoban_test(position.boxes, board->bit[to]) ||
                (only_alive && board->nearest[to] == SOKOBAN_NO_WAY) ||
                (live && push_loses(board, position.boxes, (unsigned)step, (unsigned)to, direction)))
                continue;
            move_box(board, state, find_box(&position, step), (unsigned)step, (unsigned)to, (unsigned)step, after);
        }
        moves[count++] = move_make(0, (enum direction)direction);
    }
    return count;
}

static unsigned expand_all(const struct puzzle *puzzle, const unsigned char *state, game_move *moves,
                           unsigned char *states)
{
    const struct sokoban *board = sokoban_board(puzzle);
    return board->counts_moves ? expand_steps(board, state, moves, states, false)
                               : expand_pushes(board, state, moves, states, false, NULL);
}

static unsigned expand_live(const struct puzzle *puzzle, const unsigned char *state, game_move *moves,
                            unsigned char *states)
{
    const struct sokoban *board = sokoban_board(puzzle);
    return board->counts_moves ? expand_steps(board, state, moves, states, true)
                               : expand_pushes(board, state, moves, states, true, NULL);
}

/* --- walks; see games/walk.h --- */

static struct walk_level walk_level(const struct puzzle *puzzle)
{
    const struct sokoban *board = sokoban_board(puzzle);
    return (struct walk_level){board->counts_moves,  board->cells,  board->next,
                               board->cell_of_piece, board->player, board->grid.columns};
}

static int look(const struct puzzle *puzzle, const unsigned char *state, unsigned char *pieces)
{
    const struct sokoban *board = sokoban_board(puzzle);
    struct sokoban_position position;
    sokoban_read_state(board, state, &position);
    memset(pieces, 0, board->cells);
    for (unsigned n = 0; n < board->boxes; n++)
        pieces[position.list[n]] = 1;
    return (int)position.player;
}

static int push(const struct puzzle *puzzle, const unsigned char *state, int box, enum direction direction,
                unsigned char *after)
{
    const struct sokoban *board = sokoban_board(puzzle);
    struct sokoban_position position;
    int to = board->next[box][direction];
    sokoban_read_state(board, state, &position);
    if (to < 0 || sokoban_test(position.boxes, board->bit[to]))
        return -1;
    move_box(board, state, find_box(&position, box), (unsigned)box, (unsigned)to, (unsigned)box, after);
    return box;
}

static enum press press(const struct puzzle *puzzle, const unsigned char *state, enum direction direction, bool push,
                        unsigned *player, game_move *move)
{
    const struct sokoban *board = sokoban_board(puzzle);
    struct sokoban_position position;
    int step = board->next[*player][direction];
    sokoban_read_state(board, state, &position);
    bool box = step >= 0 && sokoban_test(position.boxes, board->bit[step]);
    if (step < 0 || (push && !box))
        return PRESS_NOTHING;
    *player = (unsigned)step;
    *move = move_make(board->counts_moves ? 0 : board->piece[step], direction);
    return board->counts_moves || box ? PRESS_MOVE : PRESS_WALK;
}

const struct walk_rules sokoban_walk_rules = {
    .level = walk_level,
    .look = look,
    .push = push,
    .press = press,
    .letters = "step; steps are u r d l and pushes U R D L",
};

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

/* --- the solved states --- */

enum { MOST_PLACEMENTS = 4096 }; /* of the boxes on goals, if there are spare goals */

/* Writes the solved states with these boxes: one for each region of the player or, when counting moves, one for
 * each of his cells.  Writes as many as there is capacity for.  Returns how many there are. */
static size_t write_regions(const struct sokoban *board, struct sokoban_position *position, unsigned char *states,
                            size_t capacity)
{
    uint64_t open[SOKOBAN_MAX_WORDS], reach[SOKOBAN_MAX_WORDS], seen[SOKOBAN_MAX_WORDS] = {0};
    size_t count = 0;
    for (unsigned w = 0; w < 5 || w < board->words; w++)
        open[w] = w < board->words ? board->floor[w] : 0;
    for (unsigned n = 0; n < board->boxes; n++)
        sokoban_flip(open, board->bit[position->list[n]]);
    for (unsigned cell = 0; cell < board->cells; cell++) {
        unsigned bit = board->bit[cell];
        if (!sokoban_test(open, bit) || sokoban_test(seen, bit))
            continue;
        for (unsigned w = 0; w < 5 || w < board->words; w++)
            reach[w] = 0;
        sokoban_flip(reach, bit);
        if (!board->counts_moves)
            sokoban_flood(board, reach, open);
        for (unsigned w = 0; w < board->words; w++)
            seen[w] |= reach[w];
        position->player = cell;
        if (count < capacity)
            sokoban_write_state(board, position, states + count * board->puzzle.state_bytes);
        count++;
    }
    return count;
}

static size_t ends(const struct puzzle *puzzle, unsigned char *states, size_t capacity)
{
    const struct sokoban *board = sokoban_board(puzzle);
    struct sokoban_position position;
    unsigned goals[SOKOBAN_MOST_COLUMNS], chosen[SOKOBAN_MOST_COLUMNS], goal_count = 0;
    size_t count = 0, placements = 0;
    if (board->tables == NULL || board->hopeless[0] != '\0' || !puzzle_prunes(puzzle, SOKOBAN_PULLS))
        return 0;
    for (unsigned cell = 0; cell < board->cells; cell++) {
        if (board->goal[cell])
            goals[goal_count++] = cell;
    }
    for (unsigned n = 0; n < board->boxes; n++)
        chosen[n] = n;
    for (;;) {
        if (++placements > MOST_PLACEMENTS)
            return 0;
        for (unsigned n = 0; n < board->boxes; n++)
            position.list[n] = (uint16_t)goals[chosen[n]];
        size_t left = capacity > count ? capacity - count : 0;
        count += write_regions(board, &position, left == 0 ? NULL : states + count * puzzle->state_bytes, left);
        /* The next choice of goals; the chosen indexes are in ascending order. */
        unsigned n = board->boxes;
        while (n > 0 && chosen[n - 1] == goal_count - board->boxes + n - 1)
            n--;
        if (n == 0)
            return count;
        chosen[n - 1]++;
        for (; n < board->boxes; n++)
            chosen[n] = chosen[n - 1] + 1;
    }
}

/* --- pulls ---
 *
 * A pull undoes a push: the player stands where the box was before it was pushed, steps back, and the box follows him.
 * A search from the solved states has to bring the boxes to where the start has them.  The lower bound on these pulls
 * works like the bound on pushes (bound.c), with the distance of each node from each box of the start. */

/* Pulls all boxes.  With `limit`, only into states within it. */
static unsigned pull_within(const struct sokoban *board, const unsigned char *state, struct sokoban_limit *limit,
                            unsigned char *states)
{
    const struct sokoban_tables *tables = board->tables;
    struct sokoban_position position;
    uint64_t padded[2 * SOKOBAN_MAX_WORDS], reach[SOKOBAN_MAX_WORDS];
    unsigned words = board->words < 5 ? 5 : board->words, pad = pad_words(board), count = 0;
    uint64_t *open = padded + pad;
    sokoban_read_state(board, state, &position);
    if (limit != NULL && !sokoban_set_limit(board, &position, true, limit))
        limit = NULL;
    for (unsigned w = 0; w <= pad; w++) /* a read of three bits may touch two words */
        padded[w] = padded[pad + words + w] = 0;
    for (unsigned w = 0; w < words; w++) {
        open[w] = w < board->words ? board->floor[w] & ~position.boxes[w] : 0;
        reach[w] = 0;
    }
    sokoban_flip(reach, board->bit[position.player]);
    if (!board->counts_moves)
        sokoban_flood(board, reach, open);
    struct shift shift = {.reach = reach, .open = open, .first = position.player};
    for (unsigned w = 0; w < words; w++)
        shift.apart |= open[w] != reach[w];
    for (unsigned n = 0; n < board->boxes; n++) {
        shift.from = position.list[n];
        for (shift.direction = 0; shift.direction < DIRECTIONS; shift.direction++) {
            /* The state before the box was pushed from `to`, which the player can reach now, to its present cell. */
            int to = board->next[shift.from][shift.direction];
            int stand = to < 0 ? -1 : board->next[to][shift.direction];
            if (stand < 0 || !sokoban_test(reach, board->bit[to]) || !sokoban_test(open, board->bit[stand]))
                continue;
            unsigned node = sokoban_node(board, tables, (unsigned)to, (unsigned)stand);
            if (tables->since_gain[node] == SOKOBAN_FAR ||
                (limit != NULL &&
                 !sokoban_is_within(limit, sokoban_node(board, tables, shift.from, position.player), node)))
                continue;
            shift.to = (unsigned)to;
            shift.player = (unsigned)stand;
            move_box(board, state, n, shift.from, shift.to,
                     board->counts_moves ? shift.player : region_after(board, &shift),
                     states + count++ * board->puzzle.state_bytes);
        }
    }
    return count;
}

static unsigned pull(const struct puzzle *puzzle, const unsigned char *state, unsigned char *states)
{
    return pull_within(sokoban_board(puzzle), state, NULL, states);
}

static unsigned pull_near(const struct puzzle *puzzle, const unsigned char *state, unsigned most, unsigned char *states,
                          unsigned *least)
{
    struct sokoban_limit limit = {.most = most, .least = ESTIMATE_LOST};
    unsigned count = pull_within(sokoban_board(puzzle), state, &limit, states);
    *least = limit.least;
    return count;
}

/* When counting moves: pulls, and steps back without a box. */
static unsigned step_back(const struct puzzle *puzzle, const unsigned char *state, unsigned char *states)
{
    const struct sokoban *board = sokoban_board(puzzle);
    struct sokoban_position position;
    unsigned count = pull(puzzle, state, states);
    sokoban_read_state(board, state, &position);
    for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
        int back = board->next[position.player][direction];
        if (back < 0 || sokoban_test(position.boxes, board->bit[back]))
            continue;
        unsigned char *before = states + count++ * puzzle->state_bytes;
        memcpy(before, state, board->box_bytes);
        sokoban_set_cell(before + board->box_bytes, board->cell_bytes, (unsigned)back);
    }
    return count;
}

static bool may_take(const struct puzzle *puzzle, uint64_t pushes)
{
    const struct sokoban *board = sokoban_board(puzzle);
    struct sokoban_position position;
    if (board->boxes != board->goal_count)
        return true;
    sokoban_read_state(board, board->start, &position);
    return sokoban_is_odd(board, position.boxes) == (pushes % 2 != 0);
}

static const struct puzzle_back push_back = {
    .ends = ends,
    .expand = pull,
    .expand_within = pull_near,
    .bound = sokoban_bound_since,
    .may_take = may_take,
};

static const struct puzzle_back move_back = {
    .ends = ends,
    .expand = step_back,
    .bound = sokoban_bound_since,
};

/* What the rules of both metrics share. */
#define RULES                                                                                                   \
    .start = start, .expand = expand_all, .solved = solved, .lost = sokoban_lost, .estimate = sokoban_estimate, \
    .bound = sokoban_bound, .prepare_bound = sokoban_make_excesses, .prepare = sokoban_make_clusters,           \
    .high_bound = sokoban_high_bound, .interplay = walk_interplay, .turns = walk_turns, .map_move = map_move,   \
    .expand_live = expand_live, .merge = sokoban_merge

const struct puzzle_rules sokoban_push_rules = {RULES, .expand_within = expand_pushes_within, .back = &push_back};
const struct puzzle_rules sokoban_move_rules = {RULES, .back = &move_back};

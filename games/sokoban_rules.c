/* Sokoban's moves; see sokoban.h.
 *
 * After a push the region in which the player can walk is seldom found from scratch.  It is the
 * region before, with the box's old cell and without its new one, unless the new one cuts it in
 * two; and that can only be if the open cells around it do not hang together there. */
#include "games/sokoban.h"

#include <string.h>

/* Whether the cells next to `cell` that are open hang together by way of the eight cells around it. */
static bool hangs_together(const struct sokoban *board, const uint64_t *open, unsigned cell)
{
    unsigned ring = 0; /* bit i: the i-th neighbour, clockwise; even ones share a side */
    for (unsigned i = 0; i < 8; i++)
        ring |= (unsigned)sokoban_test(open, board->around[cell][i]) << i;
    unsigned turned = ring >> 2 | (ring << 6 & 0xff);
    unsigned ends = ring & 0x55 & ~(ring >> 1 & turned);
    return (ends & (ends - 1)) == 0;
}

/* The first cell of the region in which the player stands after pushing a box from `from` to `to`.
 * `reach` is the region before, `open` what was open then. */
static unsigned region_after(const struct sokoban *board, const uint64_t *reach,
                             const uint64_t *open, unsigned from, unsigned to)
{
    uint64_t now[SOKOBAN_MAX_WORDS], opened[SOKOBAN_MAX_WORDS];
    unsigned words = board->words;
    for (unsigned w = 0; w < words; w++) {
        opened[w] = open[w];
        now[w] = reach[w];
    }
    for (unsigned w = words; w < 5; w++)
        opened[w] = now[w] = 0;
    sokoban_flip(opened, board->bit[from]);
    sokoban_flip(opened, board->bit[to]);
    bool had = sokoban_test(now, board->bit[to]);
    if (had)
        sokoban_flip(now, board->bit[to]);
    if (had && !hangs_together(board, opened, to))
        memset(now, 0, words * sizeof *now);
    now[board->bit[from] / 64] |= UINT64_C(1) << (board->bit[from] % 64);
    sokoban_flood(board, now, opened);
    return sokoban_first(board, now);
}

/* Writes the state after the n-th box has gone to `to`. */
static void write_push(const struct sokoban *board, struct sokoban_position *position, unsigned n,
                       unsigned to, unsigned player, unsigned char *after)
{
    uint16_t *list = position->list;
    unsigned from = list[n], place = n, before = position->player;
    for (; place > 0 && list[place - 1] > to; place--)
        list[place] = list[place - 1];
    for (; place + 1 < board->boxes && list[place + 1] < to; place++)
        list[place] = list[place + 1];
    list[place] = (uint16_t)to;
    position->player = player;
    sokoban_write_state(board, position, after);
    position->player = before;
    for (; place > n; place--)
        list[place] = list[place - 1];
    for (; place < n; place++)
        list[place] = list[place + 1];
    list[n] = (uint16_t)from;
}

/* The search does without pushes that are proved to lose. */
static bool push_loses(const struct sokoban *board, uint64_t *boxes, unsigned from, unsigned to)
{
    if (board->nearest[to] == SOKOBAN_NO_WAY)
        return true;
    sokoban_flip(boxes, board->bit[from]);
    sokoban_flip(boxes, board->bit[to]);
    bool loses = sokoban_freezes(board, boxes, to);
    sokoban_flip(boxes, board->bit[from]);
    sokoban_flip(boxes, board->bit[to]);
    return loses;
}

static inline unsigned expand_pushes(const struct sokoban *board, const unsigned char *state,
                                     game_move *moves, unsigned char *states, bool live)
{
    struct sokoban_position position;
    uint64_t open[SOKOBAN_MAX_WORDS], reach[SOKOBAN_MAX_WORDS];
    unsigned count = 0;
    sokoban_read_state(board, state, &position);
    for (unsigned w = 0; w < board->words || w < 5; w++) {
        open[w] = w < board->words ? board->floor[w] & ~position.boxes[w] : 0;
        reach[w] = 0;
    }
    sokoban_flip(reach, board->bit[position.player]);
    sokoban_flood(board, reach, open);
    for (unsigned n = 0; n < board->boxes; n++) {
        unsigned box = position.list[n];
        for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
            int to = board->next[box][direction], stand = board->next[box][direction ^ 2];
            if (to < 0 || stand < 0 || !sokoban_test(reach, board->bit[stand]) ||
                sokoban_test(position.boxes, board->bit[to]) ||
                (live && push_loses(board, position.boxes, box, (unsigned)to)))
                continue;
            unsigned player = region_after(board, reach, open, box, (unsigned)to);
            write_push(board, &position, n, (unsigned)to, player,
                       states + count * board->puzzle.state_bytes);
            moves[count++] = move_make(board->piece[box], (enum direction)direction);
        }
    }
    return count;
}

static unsigned expand_all_pushes(const struct puzzle *puzzle, const unsigned char *state,
                                  game_move *moves, unsigned char *states)
{
    return expand_pushes(sokoban_board(puzzle), state, moves, states, false);
}

static unsigned expand_live_pushes(const struct puzzle *puzzle, const unsigned char *state,
                                   game_move *moves, unsigned char *states)
{
    return expand_pushes(sokoban_board(puzzle), state, moves, states, true);
}

/* Counting moves, each of the player's steps is one, whatever he pushes. */
static unsigned expand_steps(const struct sokoban *board, const unsigned char *state,
                             game_move *moves, unsigned char *states, bool live)
{
    struct sokoban_position position;
    unsigned count = 0;
    sokoban_read_state(board, state, &position);
    for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
        int step = board->next[position.player][direction];
        if (step < 0)
            continue;
        unsigned char *after = states + count * board->puzzle.state_bytes;
        unsigned n = 0, player = position.player;
        if (!sokoban_test(position.boxes, board->bit[step])) {
            position.player = (unsigned)step;
            sokoban_write_state(board, &position, after);
            position.player = player;
        } else {
            int to = board->next[step][direction];
            if (to < 0 || sokoban_test(position.boxes, board->bit[to]) ||
                (live && push_loses(board, position.boxes, (unsigned)step, (unsigned)to)))
                continue;
            while (position.list[n] != step)
                n++;
            write_push(board, &position, n, (unsigned)to, (unsigned)step, after);
        }
        moves[count++] = move_make(0, (enum direction)direction);
    }
    return count;
}

static unsigned expand_all_steps(const struct puzzle *puzzle, const unsigned char *state,
                                 game_move *moves, unsigned char *states)
{
    return expand_steps(sokoban_board(puzzle), state, moves, states, false);
}

static unsigned expand_live_steps(const struct puzzle *puzzle, const unsigned char *state,
                                  game_move *moves, unsigned char *states)
{
    return expand_steps(sokoban_board(puzzle), state, moves, states, true);
}

static void start(const struct puzzle *puzzle, unsigned char *state)
{
    memcpy(state, sokoban_board(puzzle)->start, puzzle->state_bytes);
}

/* There are as many goals as boxes, so the boxes of a solved state are always the same. */
static bool solved(const struct puzzle *puzzle, const unsigned char *state)
{
    const struct sokoban *board = sokoban_board(puzzle);
    return memcmp(state, board->solved, board->box_bytes) == 0;
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
    .map_move = map_move,
    .expand_live = expand_live_pushes,
};

const struct puzzle_rules sokoban_move_rules = {
    .start = start,
    .expand = expand_all_steps,
    .solved = solved,
    .lost = sokoban_lost,
    .estimate = sokoban_estimate,
    .map_move = map_move,
    .expand_live = expand_live_steps,
};

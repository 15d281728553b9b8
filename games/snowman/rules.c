/* Snowman's rules.
 *
 * A single ball can be pushed onto a cell without a ball or onto a stack of larger balls.  The top ball of a stack
 * of two can be pushed onto a cell without a ball, and the player stays where he is.  A stack of three does not
 * move.  A ball that rolls onto snow takes the snow and grows, unless it is large already. */
#include "games/snowman/costs.h"

#include <stdlib.h>

/* Whether a player behind a stack can push its only ball or its top one. */
static bool can_push(const struct snowman *board, const struct snowman_position *position, int place,
                     enum direction direction)
{
    int to = place_towards(board, place, direction);
    unsigned stack = stack_at(position, place);
    if (to < 0 || stack == 0 || stack == COMPLETE)
        return false;
    unsigned there = stack_at(position, to);
    if (stack != top_of(stack))
        return there == 0;
    return there == 0 || stack < top_of(there);
}

/* Pushes a stack, where a player behind it can push that way: moves the top ball, grows it, moves the player. */
static void act(const struct snowman *board, struct snowman_position *position, int place, enum direction direction)
{
    unsigned stack = stack_at(position, place);
    unsigned size = size_of(stack);
    int to = place_towards(board, place, direction);
    set_remove(&position->balls[size], place);
    if (set_has(&position->snow, to)) {
        set_remove(&position->snow, to);
        size += size < 2;
    }
    set_add(&position->balls[size], to);
    position->player = stack == top_of(stack) ? place : place_towards(board, place, direction_opposite(direction));
}

static void copy_position(const struct snowman *board, struct snowman_position *to, const struct snowman_position *from)
{
    for (unsigned size = 0; size < SNOWMAN_SIZES; size++)
        set_copy(board, &to->balls[size], &from->balls[size]);
    set_copy(board, &to->snow, &from->snow);
    to->player = from->player;
}

/* The numbers of balls and of snow. */
struct inventory {
    unsigned small, large, snow;
};

static struct inventory count_inventory(const struct snowman *board, const struct snowman_position *position)
{
    return (struct inventory){set_size(board, &position->balls[0]), set_size(board, &position->balls[2]),
                              set_size(board, &position->snow)};
}

static const char *find_shortage(const struct snowman *board, const struct inventory *inventory)
{
    unsigned snowmen = board->balls / SNOWMAN_SIZES;
    if (board->balls % SNOWMAN_SIZES != 0)
        return "the number of balls is no multiple of three";
    if (inventory->small < snowmen)
        return "there are too few small balls";
    if (inventory->large > snowmen)
        return "there are too many large balls";
    /* Sizes 0, 1 and 2 must finally sum to 3 per snowman, and each growth adds 1.  Given the number of balls, the
     * growths still needed are the small balls minus the large ones. */
    if (inventory->snow < inventory->small - inventory->large)
        return "there is too little snow to make the large balls";
    return NULL;
}

/* Whether a move makes the shortage that snowman_shortage reports. */
static bool makes_shortage(const struct snowman *board, const struct snowman_position *position,
                           const struct inventory *inventory, int place, enum direction direction)
{
    if (!puzzle_prunes(&board->puzzle, SNOWMAN_SHORTAGE) ||
        !set_has(&position->snow, place_towards(board, place, direction)))
        return false;
    unsigned ball = top_of(stack_at(position, place));
    struct inventory after = *inventory;
    after.small -= ball == SMALL;
    after.large += ball == MEDIUM;
    after.snow--;
    return find_shortage(board, &after) != NULL;
}

/* `live` leaves out moves into states that are proved lost, or in which more than `most` pushes are needed.  *least
 * receives the fewest needed in one of the latter. */
static unsigned expand_pushes(const struct puzzle *puzzle, const unsigned char *state, bool live,
                              enum snowman_strength strength, unsigned most, game_move *moves, unsigned char *states,
                              unsigned *least)
{
    const struct snowman *board = snowman_board(puzzle);
    struct snowman_position before, after;
    struct inventory inventory = {0};
    struct cell_set stacks, region, walks;
    struct prospect prospect;
    unsigned count = 0;
    snowman_unpack(board, state, &before);
    find_stacks(board, &before, &stacks);
    snowman_walks(board, &before, &region);
    if (live)
        inventory = count_inventory(board, &before);
    unsigned bound = most < ESTIMATE_LOST ? snowman_look_ahead(board, &before, most, strength, &prospect) : 0;
    if (bound > 1 && bound - 1 > most) {
        *least = bound == ESTIMATE_LOST ? bound : bound - 1;
        return 0;
    }
    for (int place = set_first(board, &stacks); place >= 0; place = set_next(board, &stacks, place + 1)) {
        for (enum direction direction = UP; direction < DIRECTIONS; direction++) {
            int behind = place_towards(board, place, direction_opposite(direction));
            if (behind < 0 || !set_has(&region, behind) || !can_push(board, &before, place, direction) ||
                (live && makes_shortage(board, &before, &inventory, place, direction)))
                continue;
            copy_position(board, &after, &before);
            act(board, &after, place, direction);
            unsigned needed = bound > 0 ? snowman_bound_after(&prospect, &after, place, direction) : 0;
            if (needed > most) {
                *least = lesser(*least, needed);
                continue;
            }
            snowman_walks_after(board, &region, &after, place, direction, &walks);
            if (live && snowman_frozen(board, &after, &walks))
                continue;
            after.player = set_first(board, &walks);
            snowman_pack(board, &after, states + count * puzzle->state_bytes);
            int cell = board->text_cell[board->cell_at[place]];
            moves[count++] = move_make((unsigned)cell, direction);
        }
    }
    return count;
}

static unsigned expand_pushes_within(const struct puzzle *puzzle, const unsigned char *state, unsigned most, bool high,
                                     game_move *moves, unsigned char *states, unsigned *least)
{
    *least = ESTIMATE_LOST;
    return expand_pushes(puzzle, state, true, high ? SNOWMAN_HIGH : SNOWMAN_BOUND, most, moves, states, least);
}

/* With `live`, only pushes need checking: walking cannot lose. */
static unsigned expand_steps(const struct puzzle *puzzle, const unsigned char *state, bool live, game_move *moves,
                             unsigned char *states)
{
    const struct snowman *board = snowman_board(puzzle);
    struct snowman_position before, after;
    struct cell_set walks;
    unsigned count = 0;
    snowman_unpack(board, state, &before);
    struct inventory inventory = count_inventory(board, &before);
    for (enum direction direction = UP; direction < DIRECTIONS; direction++) {
        int to = place_towards(board, before.player, direction);
        if (to < 0)
            continue;
        bool walk = stack_at(&before, to) == 0;
        if (!walk && (!can_push(board, &before, to, direction) ||
                      (live && makes_shortage(board, &before, &inventory, to, direction))))
            continue;
        copy_position(board, &after, &before);
        if (walk)
            after.player = to;
        else
            act(board, &after, to, direction);
        if (!walk && live) {
            snowman_walks(board, &after, &walks);
            if (snowman_frozen(board, &after, &walks))
                continue;
        }
        snowman_pack(board, &after, states + count * puzzle->state_bytes);
        moves[count++] = move_make(0, direction);
    }
    return count;
}

static unsigned expand_all(const struct puzzle *puzzle, const unsigned char *state, game_move *moves,
                           unsigned char *states)
{
    return snowman_board(puzzle)->by_steps
               ? expand_steps(puzzle, state, false, moves, states)
               : expand_pushes(puzzle, state, false, SNOWMAN_BOUND, ESTIMATE_LOST, moves, states, NULL);
}

static unsigned expand_live(const struct puzzle *puzzle, const unsigned char *state, game_move *moves,
                            unsigned char *states)
{
    return snowman_board(puzzle)->by_steps
               ? expand_steps(puzzle, state, true, moves, states)
               : expand_pushes(puzzle, state, true, SNOWMAN_BOUND, ESTIMATE_LOST, moves, states, NULL);
}

static bool complete_off_target(const struct snowman *board, const struct snowman_position *position)
{
    if (!board->has_targets)
        return false;
    for (unsigned i = 0; i < board->words; i++) {
        if (position->balls[0].word[i] & position->balls[1].word[i] & position->balls[2].word[i] &
            ~board->targets.word[i])
            return true;
    }
    return false;
}

static bool solved(const struct puzzle *puzzle, const unsigned char *state)
{
    const struct snowman *board = snowman_board(puzzle);
    struct snowman_position position;
    if (!snowman_all_sizes(board, state))
        return false;
    snowman_unpack(board, state, &position);
    return set_equal(board, &position.balls[0], &position.balls[1]) &&
           set_equal(board, &position.balls[0], &position.balls[2]) && !complete_off_target(board, &position);
}

const char *snowman_shortage(const struct snowman *board, const struct snowman_position *position)
{
    struct inventory inventory = count_inventory(board, position);
    const char *reason = find_shortage(board, &inventory);
    if (reason == NULL && board->has_targets && set_size(board, &board->targets) < board->balls / SNOWMAN_SIZES)
        reason = "there are fewer targets within reach than snowmen";
    return reason;
}

static enum lost lost(const struct puzzle *puzzle, const unsigned char *state)
{
    const struct snowman *board = snowman_board(puzzle);
    struct snowman_position position;
    snowman_unpack(board, state, &position);
    bool lost = snowman_shortage(board, &position) != NULL || complete_off_target(board, &position);
    /* A small or medium ball alone in a corner stays there. */
    for (unsigned size = 0; size < 2; size++) {
        const struct cell_set *balls = &position.balls[size];
        for (int place = set_first(board, balls); place >= 0; place = set_next(board, balls, place + 1))
            lost |= set_has(&board->corners, place) && stack_at(&position, place) == 1u << size;
    }
    return lost ? LOST_YES : LOST_NO;
}

static void start(const struct puzzle *puzzle, unsigned char *state)
{
    const struct snowman *board = snowman_board(puzzle);
    struct snowman_position position = board->begin;
    struct cell_set region;
    snowman_walks(board, &position, &region);
    if (!board->by_steps)
        position.player = set_first(board, &region);
    snowman_pack(board, &position, state);
}

static unsigned moves_left(const struct puzzle *puzzle, const unsigned char *state, enum snowman_strength strength)
{
    const struct snowman *board = snowman_board(puzzle);
    struct snowman_position position;
    snowman_unpack(board, state, &position);
    unsigned pushes = snowman_bound(board, &position, strength);
    if (pushes == 0 || pushes == ESTIMATE_LOST || !board->by_steps)
        return pushes;
    /* Plus the steps to the nearest ball that is not part of a complete snowman. */
    struct cell_set stacks;
    unsigned nearest = UINT32_MAX;
    int row = position.player / board->stride, column = position.player % board->stride;
    find_stacks(board, &position, &stacks);
    for (int place = set_first(board, &stacks); place >= 0; place = set_next(board, &stacks, place + 1)) {
        unsigned far = (unsigned)abs(place / board->stride - row) + (unsigned)abs(place % board->stride - column);
        if (far < nearest && stack_at(&position, place) != COMPLETE)
            nearest = far;
    }
    return pushes + (nearest == UINT32_MAX ? 0 : nearest - 1);
}

static unsigned estimate(const struct puzzle *puzzle, const unsigned char *state)
{
    return moves_left(puzzle, state, SNOWMAN_ESTIMATE);
}

static unsigned bound(const struct puzzle *puzzle, const unsigned char *state)
{
    return moves_left(puzzle, state, SNOWMAN_BOUND);
}

static unsigned high_bound(const struct puzzle *puzzle, const unsigned char *state)
{
    return moves_left(puzzle, state, SNOWMAN_HIGH);
}

static game_move map_move(const struct puzzle *puzzle, unsigned symmetry, game_move move)
{
    const struct snowman *board = snowman_board(puzzle);
    enum direction direction = symmetry_direction(symmetry, move_direction(move));
    if (board->by_steps)
        return move_make(0, direction);
    int columns = board->stride - 1, place = board->place_in_text[move_piece(move)];
    int image = symmetry_cell(symmetry, columns, board->places / board->stride,
                              place / board->stride * columns + place % board->stride);
    int image_place = image / columns * board->stride + image % columns;
    return move_make((unsigned)board->text_cell[board->cell_at[image_place]], direction);
}

/* What the rules of both metrics share. */
#define RULES                                                                                                   \
    .start = start, .expand = expand_all, .solved = solved, .lost = lost, .estimate = estimate, .bound = bound, \
    .prepare = snowman_prepare, .high_bound = high_bound, .interplay = walk_interplay, .turns = walk_turns,     \
    .map_move = map_move, .expand_live = expand_live, .merge = snowman_merge

const struct puzzle_rules snowman_push_rules = {RULES, .expand_within = expand_pushes_within,
                                                .move_keys = snowman_move_keys};
const struct puzzle_rules snowman_step_rules = {RULES};

/* --- walks; see games/walk.h --- */

static struct walk_level walk_level(const struct puzzle *puzzle)
{
    const struct snowman *board = snowman_board(puzzle);
    return (struct walk_level){board->by_steps,      (unsigned)board->places,       board->next,
                               board->place_in_text, (unsigned)board->begin.player, board->grid.columns};
}

static int look(const struct puzzle *puzzle, const unsigned char *state, unsigned char *pieces)
{
    const struct snowman *board = snowman_board(puzzle);
    struct snowman_position position;
    snowman_unpack(board, state, &position);
    memset(pieces, 0, (size_t)board->places);
    for (unsigned size = 0; size < SNOWMAN_SIZES; size++) {
        const struct cell_set *balls = &position.balls[size];
        for (int place = set_first(board, balls); place >= 0; place = set_next(board, balls, place + 1))
            pieces[place]++;
    }
    return position.player;
}

static int push(const struct puzzle *puzzle, const unsigned char *state, int place, enum direction direction,
                unsigned char *after)
{
    const struct snowman *board = snowman_board(puzzle);
    struct snowman_position position;
    snowman_unpack(board, state, &position);
    if (!can_push(board, &position, place, direction))
        return -1;
    act(board, &position, place, direction);
    snowman_pack(board, &position, after);
    return position.player;
}

static enum press press(const struct puzzle *puzzle, const unsigned char *state, enum direction direction, bool push,
                        unsigned *player, game_move *move)
{
    const struct snowman *board = snowman_board(puzzle);
    struct snowman_position position;
    int to = place_towards(board, (int)*player, direction);
    *move = move_make(0, direction);
    if (to < 0)
        return board->by_steps ? PRESS_MOVE : PRESS_NOTHING;
    snowman_unpack(board, state, &position);
    unsigned stack = stack_at(&position, to);
    if (!board->by_steps)
        *move = move_make((unsigned)board->text_cell[board->cell_at[to]], direction);
    if (stack == top_of(stack))
        *player = (unsigned)to;
    return board->by_steps || stack != 0 || push ? PRESS_MOVE : PRESS_WALK;
}

const struct walk_rules snowman_walk_rules = {
    .level = walk_level,
    .look = look,
    .push = push,
    .press = press,
    .letters = "move; moves are u, r, d and l, in upper case where a ball moves",
};

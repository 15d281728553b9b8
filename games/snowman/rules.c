/* Snowman's rules.
 *
 * A single ball can be pushed onto a cell without a ball or onto a stack of larger balls.  The top ball of a stack
 * of two can be pushed onto a cell without a ball, and the player stays where he is.  A stack of three does not
 * move.  A ball that rolls onto snow takes the snow and grows, unless it is large already. */
#include "games/snowman/costs.h"

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

void snowman_act(const struct snowman *board, struct snowman_position *position, int place, enum direction direction)
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
            snowman_act(board, &after, place, direction);
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

unsigned snowman_expand_pushes(const struct puzzle *puzzle, const unsigned char *state, game_move *moves,
                               unsigned char *states)
{
    return expand_pushes(puzzle, state, false, SNOWMAN_BOUND, ESTIMATE_LOST, moves, states, NULL);
}

unsigned snowman_expand_live_pushes(const struct puzzle *puzzle, const unsigned char *state, game_move *moves,
                                    unsigned char *states)
{
    return expand_pushes(puzzle, state, true, SNOWMAN_BOUND, ESTIMATE_LOST, moves, states, NULL);
}

unsigned snowman_expand_pushes_within(const struct puzzle *puzzle, const unsigned char *state, unsigned most, bool high,
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
            snowman_act(board, &after, to, direction);
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

unsigned snowman_expand_steps(const struct puzzle *puzzle, const unsigned char *state, game_move *moves,
                              unsigned char *states)
{
    return expand_steps(puzzle, state, false, moves, states);
}

unsigned snowman_expand_live_steps(const struct puzzle *puzzle, const unsigned char *state, game_move *moves,
                                   unsigned char *states)
{
    return expand_steps(puzzle, state, true, moves, states);
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

bool snowman_solved(const struct puzzle *puzzle, const unsigned char *state)
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

bool snowman_lost(const struct snowman *board, const struct snowman_position *position)
{
    if (snowman_shortage(board, position) != NULL)
        return true;
    /* A small or medium ball alone in a corner stays there. */
    for (unsigned size = 0; size < 2; size++) {
        const struct cell_set *balls = &position->balls[size];
        for (int place = set_first(board, balls); place >= 0; place = set_next(board, balls, place + 1)) {
            if (set_has(&board->corners, place) && stack_at(position, place) == 1u << size)
                return true;
        }
    }
    return complete_off_target(board, position);
}

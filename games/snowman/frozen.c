/* Snowman: balls that can never be moved again.
 *
 * Suppose that none of a set of stacks ever loses a ball.  Then the player stays in the part of the
 * garden that they fence off, and a stack's top ball can only go where he can stand behind it and
 * where it can come to rest without being lost at once.  A stack of the set for which that is
 * possible leaves the set; what remains when none leaves any more is frozen for good: the first of
 * these stacks to lose a ball would have to lose it while all others are as they are now, save for
 * balls put on top of them, which only make it harder.  Stacks outside the set count as able to do
 * anything, so the answer errs on the safe side. */
#include "games/snowman/board.h"

struct frost {
    const struct snowman *board;
    const struct snowman_position *position;
    struct cell_set frozen, region;
};

static bool fixed_wall(const struct frost *frost, int place)
{
    return place < 0 || set_has(&frost->frozen, place);
}

/* Whether a corner, which the ball comes into from one of its two neighbours, would hold it for
 * good where it is of no use.  Nothing else can have got there before if the other neighbour is
 * fixed. */
static bool corner_kills(const struct frost *frost, unsigned ball, int to, enum direction direction)
{
    const struct snowman *board = frost->board;
    const int *next = board->next + to * DIRECTIONS;
    enum direction left = (direction + 1) % DIRECTIONS;
    enum direction right = direction_opposite(left);
    bool corner = next[direction] < 0 && (next[left] < 0 || next[right] < 0);
    if (!corner || !fixed_wall(frost, next[left]) || !fixed_wall(frost, next[right]))
        return false;
    if (set_has(&frost->position->snow, to))
        ball <<= ball != LARGE;
    return ball != LARGE || (board->has_targets && !set_has(&board->targets, to));
}

static bool may_move(const struct frost *frost, int place, enum direction direction)
{
    const struct snowman *board = frost->board;
    int behind = place_towards(board, place, direction_opposite(direction));
    int to = place_towards(board, place, direction);
    if (to < 0 || behind < 0 || !set_has(&frost->region, behind))
        return false;
    unsigned stack = stack_at(frost->position, place), ball = top_of(stack);
    unsigned there = stack_at(frost->position, to);
    if (there != 0)
        return !set_has(&frost->frozen, to) || (stack == ball && ball < top_of(there));
    return !corner_kills(frost, ball, to, direction);
}

static bool thaws(const struct frost *frost, int place)
{
    if (stack_at(frost->position, place) == COMPLETE)
        return false;
    for (enum direction direction = UP; direction < DIRECTIONS; direction++) {
        if (may_move(frost, place, direction))
            return true;
    }
    return false;
}

/* The stacks where no snowman can be made unless they lose a ball. */
static void find_suspects(const struct snowman *board, const struct snowman_position *position,
                          struct cell_set *suspects)
{
    unsigned i = 0;
    do {
        uint64_t small = position->balls[0].word[i], medium = position->balls[1].word[i];
        uint64_t large = position->balls[2].word[i];
        uint64_t elsewhere = board->has_targets ? ~board->targets.word[i] : 0;
        suspects->word[i] = ((small | medium) & ~large) | (small & ~medium) | (large & elsewhere);
    } while (++i < board->words);
}

/* Lets stacks leave the set.  Returns whether any did. */
static bool thaw(struct frost *frost)
{
    const struct snowman *board = frost->board;
    bool changed = false;
    for (int place = set_first(board, &frost->frozen); place >= 0;
         place = set_next(board, &frost->frozen, place + 1)) {
        if (thaws(frost, place)) {
            set_remove(&frost->frozen, place);
            changed = true;
        }
    }
    return changed;
}

static bool meets(const struct snowman *board, const struct cell_set *a, const struct cell_set *b)
{
    uint64_t both = 0;
    for (unsigned i = 0; i < board->words; i++)
        both |= a->word[i] & b->word[i];
    return both != 0;
}

/* Lets those stacks leave the set at once that can be pushed, as things are, to a place without a ball that is no
 * corner, or to a stack that has left it; see may_move.  Returns whether any did. */
static bool thaw_easily(struct frost *frost)
{
    const struct snowman *board = frost->board;
    const struct snowman_position *position = frost->position;
    unsigned stride = (unsigned)board->stride;
    cell_bits frozen = set_bits(board, &frost->frozen), region = set_bits(board, &frost->region);
    cell_bits small = set_bits(board, &position->balls[0]);
    cell_bits medium = set_bits(board, &position->balls[1]);
    cell_bits large = set_bits(board, &position->balls[2]);
    cell_bits closed = set_bits(board, &board->corners) & ~(small | medium | large);
    cell_bits to = set_bits(board, &board->open) & ~(frozen | closed);
    cell_bits pushed = (region << 1 & to >> 1) | (region >> 1 & to << 1) |
                       (region << stride & to >> stride) | (region >> stride & to << stride);
    cell_bits left = frozen & ~(pushed & ~(small & medium & large));
    set_from_bits(board, &frost->frozen, left);
    return left != frozen;
}

bool snowman_frozen(const struct snowman *board, const struct snowman_position *position,
                    const struct cell_set *region)
{
    struct frost frost;
    struct cell_set suspects;
    if (!puzzle_prunes(&board->puzzle, SNOWMAN_FROZEN))
        return false;
    frost.board = board;
    frost.position = position;
    find_stacks(board, position, &frost.frozen);
    find_suspects(board, position, &suspects);
    set_copy(board, &frost.region, region);
    bool easy = board->words <= BITS_WORDS && board->stride < 64;
    while (meets(board, &suspects, &frost.frozen)) {
        if (!(easy && thaw_easily(&frost)) && !thaw(&frost))
            return true;
        snowman_flood(board, &frost.frozen, &frost.region);
    }
    return false;
}

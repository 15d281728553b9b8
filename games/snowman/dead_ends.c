/* Snowman: balls that can never move again, and snow in dead ends.
 *
 * A ball in a dead end, usually a corner, can never be pushed away again.  If it takes snow there, the cell was empty
 * before, so the ball is the bottom one and a snowman must end up there.
 *
 * Ball sizes (small 0, medium 1, large 2) must finally sum to 3 per snowman, and there are three balls per snowman.  So
 * the number of growths needed is the number of small balls minus the number of large ones, and each growth takes one
 * cell of snow.  The rest of the snow is spare: it may stay or be wasted.  If n dead ends have snow and s cells of snow
 * are spare, at least n - s of these dead ends must therefore hold a snowman in the end.  The balls are grouped so that
 * at least that many groups meet in dead ends, each in a different one. */
#include "games/snowman/costs.h"

/* --- balls that can never move again ---
 *
 * Assume that no stack of a set ever loses a ball.  Then the player stays in the part of the level that they fence
 * off, and a stack's top ball can only move where he can stand behind it and where it does not become lost at once.
 * A stack that can make such a move leaves the set.  When no more stacks leave, the remaining ones are frozen for
 * good: the first of them to lose a ball would have to lose it while all the others are as they are now, except for
 * balls put on top of them, which only restrict movement further.  Stacks outside the set count as able to do
 * anything, so the answer errs on the safe side. */

struct frost {
    const struct snowman *board;
    const struct snowman_position *position;
    struct cell_set frozen, region;
};

static bool fixed_wall(const struct frost *frost, int place)
{
    return place < 0 || set_has(&frost->frozen, place);
}

/* Whether a ball that moves in `direction` into a corner would stay there for good and be useless.  Nothing else
 * can have arrived there before if the side neighbours are fixed. */
static bool corner_kills(const struct frost *frost, unsigned ball, int to, enum direction direction)
{
    const struct snowman *board = frost->board;
    const int *next = board->next[to];
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

static bool meets(const struct snowman *board, const struct cell_set *a, const struct cell_set *b)
{
    uint64_t both = 0;
    for (unsigned i = 0; i < board->words; i++)
        both |= a->word[i] & b->word[i];
    return both != 0;
}

/* Removes, all at once, the stacks that can be pushed now onto a place without a ball that is not a corner, or onto
 * a stack outside the set; see may_move.  Returns whether there were any. */
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
    cell_bits pushed = (region << 1 & to >> 1) | (region >> 1 & to << 1) | (region << stride & to >> stride) |
                       (region >> stride & to << stride);
    cell_bits left = frozen & ~(pushed & ~(small & medium & large));
    set_from_bits(board, &frost->frozen, left);
    return left != frozen;
}

bool snowman_frozen(const struct snowman *board, const struct snowman_position *position, const struct cell_set *region)
{
    struct frost frost;
    struct cell_set suspects;
    if (!puzzle_prunes(&board->puzzle, SNOWMAN_FROZEN))
        return false;
    frost.board = board;
    frost.position = position;
    find_stacks(board, position, &frost.frozen);
    /* Finds the stacks that cannot become a snowman unless they lose a ball. */
    unsigned i = 0;
    do {
        uint64_t small = position->balls[0].word[i], medium = position->balls[1].word[i];
        uint64_t large = position->balls[2].word[i];
        uint64_t elsewhere = board->has_targets ? ~board->targets.word[i] : 0;
        suspects.word[i] = ((small | medium) & ~large) | (small & ~medium) | (large & elsewhere);
    } while (++i < board->words);
    set_copy(board, &frost.region, region);
    bool easy = board->words <= BITS_WORDS && board->stride < 64;
    while (meets(board, &suspects, &frost.frozen)) {
        bool thawed = easy && thaw_easily(&frost);
        for (int place = thawed ? -1 : set_first(board, &frost.frozen); place >= 0;
             place = set_next(board, &frost.frozen, place + 1)) {
            enum direction way = stack_at(position, place) == COMPLETE ? DIRECTIONS : UP;
            while (way < DIRECTIONS && !may_move(&frost, place, way))
                way++;
            if (way < DIRECTIONS) { /* a ball of the stack can move */
                set_remove(&frost.frozen, place);
                thawed = true;
            }
        }
        if (!thawed)
            return true;
        if (meets(board, &suspects, &frost.frozen))
            snowman_flood(board, &frost.frozen, &frost.region);
    }
    return false;
}

/* --- dead ends --- */

static_assert((int)MOST_BALLS <= (int)BLOCK, "a block must hold a cost for every ball");

/* A ball's *share* is the lowest cost of any group that contains it.  Three times the cost of a group is at least
 * the sum of the shares of its balls; the difference is the group's *excess*.  Three times the cost of all groups
 * is then the sum of all shares and excesses.  Good groups have little or no excess, so the search for the best
 * ones skips most others.
 *
 * costs_there holds excesses here. */
static_assert(3 * 3 * FAR < UINT8_MAX, "three times the cost of a group must fit");

struct dead_ends {
    const struct parts *parts;
    unsigned count;
    unsigned least; /* minimum excess of three balls in any of them */
    unsigned char share[BLOCK];
    costs_there there[MOST_DEAD_ENDS];
    costs_there anywhere; /* the minimum over these */
};

/* The cost of two balls in two parts, in the cheaper order. */
static unsigned char both(unsigned char cost[][BLOCK], unsigned a, unsigned b, unsigned part, unsigned other)
{
    unsigned one = 0u + cost[part][a] + cost[other][b], reversed = 0u + cost[part][b] + cost[other][a];
    return (unsigned char)lesser(lesser(one, reversed), NEVER);
}

void snowman_find_costs_there(const struct parts *parts, unsigned cell, costs_there there)
{
    unsigned char cost[SNOWMAN_SIZES][BLOCK];
    memset(cost, NEVER, sizeof cost);
    for (unsigned ball = 0; ball < parts->count; ball++) {
        for (unsigned part = size_of_part(parts, ball); part < SNOWMAN_SIZES; part++)
            cost[part][ball] = costs_of_part(parts, ball, part)[cell];
    }
    bytes16 small = bytes_load(cost[0]), medium = bytes_load(cost[1]), large = bytes_load(cost[2]), number;
    for (unsigned i = 0; i < BLOCK; i++)
        number[i] = (unsigned char)i;
    for (unsigned a = 0; a < parts->small; a++) {
        for (unsigned b = a + 1; b < parts->small + parts->medium; b++) {
            bytes16 best = bytes_lesser(both(cost, a, b, 0, 1) + large, both(cost, a, b, 0, 2) + medium);
            best = bytes_lesser(best, both(cost, a, b, 1, 2) + small);
            bytes16 none = (bytes16)(number <= bytes_all((unsigned char)b)) | (bytes16)(best >= bytes_all(NEVER));
            bytes_store(there[a][b], best | none);
            for (unsigned c = b + 1; parts->threes != NULL && c < parts->count; c++) {
                /* What the three need at least, wherever they meet. */
                unsigned least = lesser(parts->triple[a][b][c], UINT8_MAX);
                there[a][b][c] = (unsigned char)(there[a][b][c] > least ? there[a][b][c] : least);
            }
        }
    }
}

/* Finds the minimum excess of a grouping of `balls`, a bit set, in which `needed` groups (at least one) meet in
 * different dead ends of the set `left`.  Returns it if it is less than `limit`, which is not 0; otherwise `limit`.
 * Groups in dead ends are chosen in the order of their first balls, which are at least `first`.  `shares` is the
 * sum of the shares of `balls`. */
static unsigned group(const struct dead_ends *ends, unsigned balls, unsigned shares, unsigned first, unsigned left,
                      unsigned needed, unsigned limit)
{
    const struct parts *parts = ends->parts;
    unsigned others = (needed - 1) * ends->least;
    unsigned smaller = balls & ((1u << (parts->small + parts->medium)) - 1);
    for (unsigned a = first; a < parts->small; a++) {
        unsigned seconds = (balls >> a & 1) != 0 ? smaller & ~((2u << a) - 1) : 0;
        for (; seconds != 0 && limit > others; seconds &= seconds - 1) {
            unsigned b = (unsigned)__builtin_ctz(seconds);
            /* The third balls with which the group's excess is low enough. */
            unsigned char most = (unsigned char)(lesser(limit - others, UINT8_MAX) - 1);
            unsigned good = bytes_up_to(bytes_load(ends->anywhere[a][b]), most) & balls;
            for (unsigned n = 0; n < ends->count && good != 0; n++) {
                const unsigned char *excess = ends->there[n][a][b];
                unsigned thirds = (left >> n & 1) == 0 ? 0 : good;
                for (; thirds != 0; thirds &= thirds - 1) {
                    unsigned c = (unsigned)__builtin_ctz(thirds), own = excess[c];
                    if (own == UINT8_MAX || own + others >= limit)
                        continue;
                    unsigned rest = balls & ~(1u << a | 1u << b | 1u << c), more;
                    unsigned taken = 0u + ends->share[a] + ends->share[b] + ends->share[c];
                    if (needed == 1)
                        more = 3 * snowman_group(parts, rest) - (shares - taken);
                    else
                        more = group(ends, rest, shares - taken, a + 1, left & ~(1u << n), needed - 1, limit - own);
                    limit = lesser(limit, own + more);
                }
            }
        }
    }
    return limit;
}

void snowman_find_ends(const struct snowman *board, const struct snowman_position *position, struct snowy_ends *ends)
{
    unsigned growth = set_size(board, &position->balls[0]) - set_size(board, &position->balls[2]);
    unsigned spare = set_size(board, &position->snow) - growth;
    ends->count = 0;
    for (unsigned i = 0; i < board->words && puzzle_prunes(&board->puzzle, SNOWMAN_DEAD_ENDS); i++) {
        uint64_t rest = position->snow.word[i] & board->dead_ends.word[i];
        for (; rest != 0 && ends->count < MOST_DEAD_ENDS; rest &= rest - 1)
            ends->cell[ends->count++] = (unsigned)board->cell_at[i * 64 + (unsigned)__builtin_ctzll(rest)];
    }
    ends->needed = ends->count > spare ? ends->count - spare : 0;
}

unsigned snowman_group_on_dead_ends(const struct parts *parts, const struct snowy_ends *snowy)
{
    struct dead_ends ends;
    unsigned needed = snowy->needed;
    ends.parts = parts;
    ends.count = snowy->count;
    if (needed == 0)
        return snowman_group(parts, (1u << parts->count) - 1);
    if (needed * SNOWMAN_SIZES > parts->count)
        return UNGROUPED;
    /* The shares; their sum is UNGROUPED or more if some ball has no group. */
    unsigned shares = 0, share[MOST_BALLS];
    for (unsigned a = 0; a < parts->count; a++)
        share[a] = UNGROUPED;
    for (unsigned a = 0; a < parts->small; a++) {
        for (unsigned b = a + 1; b < parts->small + parts->medium; b++) {
            for (unsigned c = b + 1; c < parts->count; c++) {
                unsigned cost = parts->triple[a][b][c];
                share[a] = lesser(share[a], cost);
                share[b] = lesser(share[b], cost);
                share[c] = lesser(share[c], cost);
            }
        }
    }
    memset(ends.share, 0, sizeof ends.share);
    for (unsigned a = 0; a < parts->count; a++) {
        ends.share[a] = (unsigned char)share[a];
        shares += share[a];
    }
    if (shares >= UNGROUPED)
        return UNGROUPED;
    /* The excess of any three balls that meet on an end. */
    bytes16 lowest = bytes_all(UINT8_MAX), shared = bytes_load(ends.share);
    for (unsigned n = 0; n < ends.count; n++) {
        snowman_find_costs_there(parts, snowy->cell[n], ends.there[n]);
        for (unsigned a = 0; a < parts->small; a++) {
            for (unsigned b = a + 1; b < parts->small + parts->medium; b++) {
                bytes16 cost = bytes_load(ends.there[n][a][b]), none = (bytes16)(cost == bytes_all(UINT8_MAX));
                cost = (cost + cost + cost - shared - ends.share[a] - ends.share[b]) | none;
                lowest = bytes_lesser(lowest, cost);
                bytes_store(ends.there[n][a][b], cost);
                bytes_store(ends.anywhere[a][b], n == 0 ? cost : bytes_lesser(cost, bytes_load(ends.anywhere[a][b])));
            }
        }
    }
    ends.least = bytes_least(lowest);
    /* Raises the limit until it suffices; low limits exclude most groups. */
    unsigned balls = (1u << ends.parts->count) - 1, least = needed * ends.least;
    for (unsigned more = 24; least + more < UNGROUPED; more *= 2) {
        unsigned limit = least + more;
        unsigned best = group(&ends, balls, shares, 0, (1u << ends.count) - 1, needed, limit);
        if (best < limit)
            return (shares + best) / 3;
    }
    return UNGROUPED;
}

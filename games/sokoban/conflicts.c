/* Sokoban: what the boxes of a state lose by getting in each other's way, from the tables of groups; see sokoban.h. */
#include "games/sokoban/sokoban.h"

#include <string.h>

enum { MOST_RANK_WORDS = SOKOBAN_MOST_RANKS / 64 };

/* A group whose excess is more than the groups within it account for. */
struct conflict {
    unsigned excess, size;
    uint64_t boxes; /* bit set of indexes in the list of boxes */
};

enum { MOST_CONFLICTS = 96 };

struct conflicts {
    const struct sokoban *board;
    const struct sokoban_groups *groups;
    unsigned player, boxes;
    uint16_t rank[SOKOBAN_MOST_COLUMNS];  /* of the boxes */
    uint64_t present[MOST_RANK_WORDS];    /* bitmap of their ranks */
    uint8_t box_of[64 * MOST_RANK_WORDS]; /* by rank */
    struct conflict found[MOST_CONFLICTS];
    unsigned count;
    bool lost;
};

/* Records the groups formed by `boxes` and each marked box. */
static void take_marked(struct conflicts *conflicts, uint64_t marked, unsigned word, const unsigned *boxes,
                        unsigned size)
{
    for (; marked != 0 && !conflicts->lost; marked &= marked - 1) {
        unsigned ranks[SOKOBAN_MOST_GROUPED];
        ranks[0] = 64 * word + (unsigned)__builtin_ctzll(marked);
        struct conflict conflict = {.size = size, .boxes = UINT64_C(1) << conflicts->box_of[ranks[0]]};
        for (unsigned n = 1; n < size; n++) {
            ranks[n] = conflicts->rank[boxes[n - 1]];
            conflict.boxes |= UINT64_C(1) << boxes[n - 1];
        }
        conflict.excess = sokoban_group_excess(conflicts->board, conflicts->groups, ranks, size, conflicts->player);
        conflicts->lost |= conflict.excess == SOKOBAN_LOST_GROUP;
        if (conflicts->count < MOST_CONFLICTS)
            conflicts->found[conflicts->count++] = conflict;
    }
}

/* Looks for groups formed by the upper boxes, whose marks are the row, any box below `end`, and one box below that. */
static inline void look_at_row(struct conflicts *conflicts, const uint64_t *row, unsigned end, const unsigned *upper,
                               unsigned size)
{
    const uint16_t *rank = conflicts->rank;
    unsigned words = conflicts->groups->words, boxes[SOKOBAN_MOST_GROUPED];
    if (words == 1) { /* usually there is none */
        uint64_t any = 0;
        for (unsigned low = 1; low < end; low++)
            any |= row[rank[low]];
        if ((any & conflicts->present[0]) == 0)
            return;
    }
    for (unsigned n = 2; n < size; n++)
        boxes[n - 1] = upper[n - 2];
    for (unsigned low = 1; low < end; low++) {
        boxes[0] = low;
        for (unsigned word = 0; word < words; word++) {
            uint64_t marked = row[rank[low] * (size_t)words + word] & conflicts->present[word];
            if (marked != 0)
                take_marked(conflicts, marked, word, boxes, size);
        }
    }
}

/* The marks for groups of this size and the player's cell. */
static const uint64_t *own_marks(const struct conflicts *conflicts, unsigned size)
{
    const struct sokoban_groups *groups = conflicts->groups;
    size_t all = groups->ways[size - 1][conflicts->board->tables->ranks];
    return groups->own[size] + conflicts->player * all * groups->words;
}

static void look_at_triples(struct conflicts *conflicts)
{
    const struct sokoban_groups *groups = conflicts->groups;
    const uint64_t *own = own_marks(conflicts, 3);
    for (unsigned high = 2; high < conflicts->boxes && !conflicts->lost; high++)
        look_at_row(conflicts, own + groups->ways[2][conflicts->rank[high]] * (size_t)groups->words, high, &high, 3);
}

static void look_at_fours(struct conflicts *conflicts)
{
    const struct sokoban_groups *groups = conflicts->groups;
    const uint64_t *own = own_marks(conflicts, 4);
    size_t middle_part[SOKOBAN_MOST_COLUMNS];
    for (unsigned n = 0; n < conflicts->boxes; n++)
        middle_part[n] = groups->ways[2][conflicts->rank[n]] * (size_t)groups->words;
    for (unsigned high = 3; high < conflicts->boxes && !conflicts->lost; high++) {
        const uint64_t *rows = own + groups->ways[3][conflicts->rank[high]] * (size_t)groups->words;
        for (unsigned middle = 2; middle < high; middle++) {
            unsigned upper[2] = {middle, high};
            look_at_row(conflicts, rows + middle_part[middle], middle, upper, 4);
        }
    }
}

/* Whether to take one conflict before another: by excess, or by excess per box. */
static bool goes_before(const struct conflict *one, const struct conflict *other, bool per_box)
{
    unsigned mine = one->excess * (per_box ? other->size : 1);
    unsigned its = other->excess * (per_box ? one->size : 1);
    return mine > its || (mine == its && one->size < other->size);
}

/* Adds up the excess of groups without common boxes, greedily. */
static unsigned add_up(const struct conflicts *conflicts, bool per_box)
{
    const struct conflict *found = conflicts->found;
    uint64_t used = 0;
    unsigned sum = 0, best;
    do {
        best = conflicts->count;
        for (unsigned i = 0; i < conflicts->count; i++) {
            if ((found[i].boxes & used) == 0 &&
                (best == conflicts->count || goes_before(&found[i], &found[best], per_box)))
                best = i;
        }
        if (best < conflicts->count) {
            sum += found[best].excess;
            used |= found[best].boxes;
        }
    } while (best < conflicts->count);
    return sum;
}

unsigned sokoban_conflicts(const struct sokoban *board, const struct sokoban_position *position)
{
    const struct sokoban_tables *tables = board->tables;
    struct conflicts conflicts;
    conflicts.board = board;
    conflicts.groups = tables->groups;
    conflicts.player = position->player;
    conflicts.boxes = board->boxes;
    conflicts.count = 0;
    conflicts.lost = false;
    memset(conflicts.present, 0, sizeof conflicts.present);
    for (unsigned n = 0; n < board->boxes; n++) {
        unsigned rank = tables->rank[position->list[n]];
        if (rank == SOKOBAN_NO_WAY)
            return ESTIMATE_LOST;
        conflicts.rank[n] = (uint16_t)rank;
        conflicts.box_of[rank] = (uint8_t)n;
        sokoban_flip(conflicts.present, rank);
    }
    unsigned most = tables->groups->most;
    if (most >= 2)
        look_at_row(&conflicts, own_marks(&conflicts, 2), board->boxes, NULL, 2);
    if (most >= 3)
        look_at_triples(&conflicts);
    if (most >= 4)
        look_at_fours(&conflicts);
    if (conflicts.lost || conflicts.count == 0)
        return conflicts.lost ? ESTIMATE_LOST : 0;
    unsigned one = add_up(&conflicts, false), other = add_up(&conflicts, true);
    return one > other ? one : other;
}

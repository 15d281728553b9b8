/* LongCat levels grown backwards; see growth.h. */
#include "base/array.h"
#include "gen/longcat/growth.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    NODES_FOR_SLIDE = 20000, /* searched before a slide is assumed to win */
    FIRST = 1 << 30          /* as a link: there is none */
};

/* What makes a position promising: luck above all, traps that show late, and room left for more. */
struct scoring {
    int bit, late;  /* points for a bit of luck, and for a slide for which a trap hides */
    int cell;       /* points lost for an open cell, */
    int lost, edge; /* for a wall out of reach, and for a wall and an open cell side by side; see measure_space */
    int used;       /* percent of the cells that a level uses by the time it has all the luck of the wish */
};

/* A small board is full before the head shuts itself in.  On a large one, growth must keep the walls that are left
 * together, and within reach, or it ends with most of the board unused. */
enum { SCORE_CHANCE = 500 };
static const struct scoring small_scoring = {.bit = 1000, .late = 30, .cell = 100, .used = 90},
                            large_scoring = {.bit = 3000, .late = 50, .lost = 300, .edge = 100, .used = 60};

/* What makes one of several equally good levels better: traps that hide for long, few walls, and few slides before
 * the first trap. */
enum { MERIT_LATE = 20, MERIT_WALL = 80, MERIT_LEAD = 100 };

/* A table of log2, which gives the same values on every machine. */
static const double log2_of[] = {0, 0, 1, 1.5849625007211562, 2};

/* A slide of a solution and the one after it. */
struct link {
    uint32_t next;
    unsigned char direction;
};

/* A position and its only solution. */
struct stage {
    uint64_t open[GROWTH_WORDS]; /* without the head */
    struct profile profile;
    unsigned cells; /* including the head's */
    unsigned late;  /* number of slides for which the traps can hide, summed */
    unsigned lead;  /* slides before the first trap */
    int score;
    uint32_t next; /* link of the solution's second slide, or FIRST */
    uint16_t head;
    unsigned char direction; /* of the first slide; meaningless if the depth is 0 */
};

struct longcat_growth {
    int columns, rows;
    unsigned width;
    const struct scoring *scoring;
    struct probe probe;
    struct link *links; /* [(width + 1) * cells] */
    uint32_t link_count;
    struct stage *stages; /* [width] */
    struct stage *grown;  /* [(2 * width + 2) * longer side] */
    uint64_t *keys;       /* [as `grown`] */
    struct arrays arrays; /* these */
    unsigned stage_count, grown_count;
    struct stage best;
    double worth; /* of the best */
    int merit;
};

bool longcat_growth_suits(int columns, int rows)
{
    return columns <= LANES && rows <= LANES && columns * rows <= 64 * GROWTH_WORDS;
}

struct longcat_growth *longcat_growth_make(int columns, int rows, unsigned width)
{
    struct longcat_growth *growth = calloc(1, sizeof *growth);
    if (growth == NULL)
        return NULL;
    size_t cells = (size_t)columns * (size_t)rows;
    size_t most = (2 * (size_t)width + 2) * (size_t)(columns > rows ? columns : rows);
    growth->columns = columns;
    growth->rows = rows;
    growth->width = width;
    growth->scoring = cells <= GROWTH_SMALL ? &small_scoring : &large_scoring;
    growth->links = arrays_add(&growth->arrays, (width + 1) * cells, sizeof *growth->links);
    growth->stages = arrays_add(&growth->arrays, width, sizeof *growth->stages);
    growth->grown = arrays_add(&growth->arrays, most, sizeof *growth->grown);
    growth->keys = arrays_add(&growth->arrays, most, sizeof *growth->keys);
    if (!growth->arrays.failed && probe_make(&growth->probe, columns, rows, NODES_FOR_SLIDE))
        return growth;
    longcat_growth_free(growth);
    return NULL;
}

void longcat_growth_free(struct longcat_growth *growth)
{
    probe_free(&growth->probe);
    arrays_free(&growth->arrays);
    free(growth);
}

/* Returns whether a cell is on the board and open. */
static bool is_open(const struct longcat_growth *growth, const struct stage *stage, int row, int column)
{
    if (row < 0 || column < 0 || row >= growth->rows || column >= growth->columns)
        return false;
    unsigned cell = (unsigned)(row * growth->columns + column);
    return stage->open[cell / 64] >> cell % 64 & 1;
}

/* Tests the other slides of a new start and updates the profile.  Returns false if one of them may not be lost. */
static bool others_lose(struct longcat_growth *growth, struct stage *stage)
{
    struct position *position = &growth->probe.position;
    int row = stage->head / growth->columns, column = stage->head % growth->columns;
    unsigned offers = 1, traps = 0;
    for (unsigned d = 0; d < DIRECTIONS; d++) {
        if (d == stage->direction || !is_open(growth, stage, row + direction_down[d], column + direction_across[d]))
            continue;
        if (offers++ == 1)
            position_set_bits(position, stage->open, stage->head);
        position_slide(position, (enum direction)d);
        int late = position_solved(position) ? -1 : probe_hides(&growth->probe, d);
        position_undo(position);
        if (late < 0)
            return false;
        traps += late > 0;
        stage->late += (unsigned)late;
    }
    stage->profile.choices += offers >= 2;
    stage->profile.bits += log2_of[offers];
    stage->profile.luck += log2_of[traps + 1];
    stage->profile.traps += traps;
    stage->lead = traps > 0 ? 0 : stage->lead + 1;
    return true;
}

/* Keeps a position if it is the best so far.  Returns false if it is not worth growing further. */
static bool keep_best(struct longcat_growth *growth, const struct growth_wish *wish, const struct stage *stage)
{
    unsigned walls = (unsigned)(growth->columns * growth->rows) - stage->cells;
    double worth;
    if (!wish->judge(wish->context, &stage->profile, walls, &worth))
        return false;
    int merit = MERIT_LATE * (int)stage->late - MERIT_WALL * (int)walls - MERIT_LEAD * (int)stage->lead;
    if (worth > growth->worth || (worth == growth->worth && merit > growth->merit)) {
        growth->best = *stage;
        growth->worth = worth;
        growth->merit = merit;
    }
    return true;
}

/* Finds how much of the board is still of use.  Growth continues from the head, over walls.  *lost: the number of walls
 * that cannot be reached from the head over other walls.  *edge: how often a wall and an open cell lie side by side,
 * the head counted as a wall; the lower, the less cut up the walls are. */
static void measure_space(const struct longcat_growth *growth, const struct stage *stage, unsigned *lost,
                          unsigned *edge)
{
    uint64_t walls[LANES + 2] = {0}, reached[LANES + 2] = {0}; /* row r is [r + 1] */
    const unsigned columns = (unsigned)growth->columns, rows = (unsigned)growth->rows;
    const uint64_t whole = (UINT64_C(1) << columns) - 1;
    *lost = *edge = 0;
    for (unsigned row = 1, cell = 0; row <= rows; row++, cell += columns) {
        uint64_t open = stage->open[cell / 64] >> cell % 64;
        if (cell % 64 + columns > 64)
            open |= stage->open[cell / 64 + 1] << (64 - cell % 64);
        walls[row] = ~open & whole;
        *edge += (unsigned)__builtin_popcountll((walls[row] ^ walls[row] >> 1) & whole >> 1);
        *edge += row > 1 ? (unsigned)__builtin_popcountll(walls[row] ^ walls[row - 1]) : 0;
    }
    reached[stage->head / columns + 1] = UINT64_C(1) << stage->head % columns;
    for (bool more = true; more;) {
        more = false;
        for (unsigned i = 0; i < 2 * rows; i++) { /* down and up again */
            unsigned row = i < rows ? i + 1 : 2 * rows - i;
            uint64_t before = reached[row];
            /* Extends the reached walls of the row along the row. */
            uint64_t grown = (before | reached[row - 1] | reached[row + 1]) & walls[row];
            uint64_t last;
            do {
                last = grown;
                grown |= (grown << 1 | grown >> 1) & walls[row];
            } while (grown != last);
            reached[row] = grown;
            more |= reached[row] != before;
        }
    }
    for (unsigned row = 1; row <= rows; row++)
        *lost += (unsigned)__builtin_popcountll(walls[row] & ~reached[row]);
}

/* Returns how promising a position is.  Luck counts only up to what the position's share of the board should give.
 * The rest is left to the slides before it, whose traps show later. */
static int score(const struct longcat_growth *growth, const struct growth_wish *wish, const struct stage *stage)
{
    const struct scoring *points = growth->scoring;
    double share = 100.0 * stage->cells / (points->used * growth->columns * growth->rows);
    double most = wish->luck * share;
    double luck = stage->profile.luck < most ? stage->profile.luck : most;
    unsigned lost = 0, edge = 0;
    if (points->lost > 0)
        measure_space(growth, stage, &lost, &edge);
    return (int)(points->bit * luck) + points->late * (int)stage->late - points->cell * (int)stage->cells -
           points->lost * (int)lost - points->edge * (int)edge;
}

/* Puts a slide in a direction before a position, starting from every possible cell. */
static void put_before(struct longcat_growth *growth, const struct growth_wish *wish, const struct stage *stage,
                       uint32_t link, unsigned direction, struct rng *rng)
{
    int down = direction_down[direction], across = direction_across[direction];
    int row = stage->head / growth->columns, column = stage->head % growth->columns;
    if (is_open(growth, stage, row + down, column + across))
        return; /* the slide would not stop at the head */
    struct stage longer = *stage;
    longer.profile.depth++;
    longer.direction = (unsigned char)direction;
    longer.next = link;
    for (;;) {
        unsigned cell = (unsigned)(row * growth->columns + column);
        longer.open[cell / 64] |= UINT64_C(1) << cell % 64;
        row -= down;
        column -= across;
        if (row < 0 || column < 0 || row >= growth->rows || column >= growth->columns ||
            is_open(growth, stage, row, column) || proposal_stopped(wish->proposal))
            return;
        struct stage *grown = &growth->grown[growth->grown_count];
        longer.head = (uint16_t)(row * growth->columns + column);
        longer.cells++;
        *grown = longer;
        if (!others_lose(growth, grown) || !keep_best(growth, wish, grown))
            continue;
        grown->score = score(growth, wish, grown) + (int)rng_below(rng, SCORE_CHANCE);
        growth->grown_count++;
    }
}

/* Returns a key that is larger for a more promising position.  All keys differ. */
static uint64_t key_of(const struct longcat_growth *growth, unsigned n)
{
    return (uint64_t)(growth->grown[n].score + (INT64_C(1) << 31)) << 32 | n;
}

/* Moves the n-th largest of several different keys to index n, counted from 0, with the larger ones before it. */
static void find_largest(uint64_t *keys, unsigned count, unsigned n)
{
    unsigned first = 0, end = count; /* the n-th largest is in between */
    while (end - first > 1) {
        uint64_t pivot = keys[first + (end - first) / 2];
        unsigned left = first, right = end - 1;
        for (;;) {
            while (keys[left] > pivot)
                left++;
            while (keys[right] < pivot)
                right--;
            if (left >= right)
                break;
            uint64_t key = keys[left];
            keys[left] = keys[right];
            keys[right] = key;
        }
        if (left == n)
            return;
        if (n < left)
            end = left;
        else
            first = left + 1;
    }
}

unsigned longcat_grow(struct longcat_growth *growth, unsigned width, const struct growth_wish *wish,
                      struct longcat_draft *draft, unsigned char *path, unsigned length, struct rng *rng,
                      uint64_t *nodes)
{
    /* The beam starts with the draft's position, whose solution becomes a chain of links. */
    struct stage *start = &growth->stages[0];
    int cells = draft->columns * draft->rows;
    *start = (struct stage){.head = (uint16_t)draft->cat, .next = FIRST};
    for (int cell = 0; cell < cells; cell++) {
        start->cells += draft->open[cell];
        if (draft->open[cell] && cell != draft->cat)
            start->open[cell / 64] |= UINT64_C(1) << cell % 64;
    }
    memcpy(growth->probe.path, path, length);
    growth->probe.length = length;
    probe_profile(&growth->probe, draft->open, draft->cat, false, &start->profile);
    growth->link_count = 0;
    for (unsigned n = length; n-- > 1;) {
        growth->links[growth->link_count] = (struct link){start->next, path[n]};
        start->next = growth->link_count++;
    }
    start->direction = length > 0 ? path[0] : 0;
    growth->stage_count = 1;
    growth->best = *start;
    growth->worth = -HUGE_VAL;
    growth->probe.nodes = 0;
    keep_best(growth, wish, start);
    while (growth->stage_count > 0) {
        /* Slides are put before each of the positions. */
        growth->grown_count = 0;
        for (unsigned i = 0; i < growth->stage_count; i++) {
            const struct stage *stage = &growth->stages[i];
            bool moves = stage->profile.depth > 0;
            uint32_t link = FIRST;
            if (moves) {
                link = growth->link_count++;
                growth->links[link] = (struct link){stage->next, stage->direction};
            }
            for (unsigned d = 0; d < DIRECTIONS; d++) {
                if (!moves || (d ^ stage->direction) & 1)
                    put_before(growth, wish, stage, link, d, rng);
            }
        }
        /* Selects the most promising of the grown positions, in the order in which they were grown. */
        unsigned most = width < growth->width ? width : growth->width;
        uint64_t least = 0;
        if (growth->grown_count > most) {
            for (unsigned i = 0; i < growth->grown_count; i++)
                growth->keys[i] = key_of(growth, i);
            find_largest(growth->keys, growth->grown_count, most - 1);
            least = growth->keys[most - 1];
        }
        growth->stage_count = 0;
        for (unsigned i = 0; i < growth->grown_count; i++) {
            if (key_of(growth, i) >= least)
                growth->stages[growth->stage_count++] = growth->grown[i];
        }
    }
    *nodes += growth->probe.nodes;
    /* Makes the best position the draft. */
    const struct stage *best = &growth->best;
    draft->cat = best->head;
    for (int cell = 0; cell < cells; cell++)
        draft->open[cell] = best->open[cell / 64] >> cell % 64 & 1;
    draft->open[draft->cat] = 1;
    if (best->profile.depth == 0)
        return 0;
    unsigned moves = 0;
    path[moves++] = best->direction;
    for (uint32_t link = best->next; link != FIRST; link = growth->links[link].next)
        path[moves++] = growth->links[link].direction;
    return moves;
}

unsigned longcat_grow_new(struct longcat_growth *growth, unsigned width, const struct growth_wish *wish,
                          struct longcat_draft *draft, unsigned char *path, struct rng *rng, uint64_t *nodes)
{
    size_t cells = (size_t)draft->columns * (size_t)draft->rows;
    memset(draft->open, 0, cells);
    draft->cat = (int)rng_below(rng, (uint32_t)cells);
    draft->open[draft->cat] = 1;
    return longcat_grow(growth, width, wish, draft, path, 0, rng, nodes);
}

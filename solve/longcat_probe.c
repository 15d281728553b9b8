/* A quick look at a LongCat board; see longcat_probe.h. */
#include "solve/longcat_probe.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* From this many cells on the test for blocks saves more than it costs. */
enum { LARGE_BOARD = 200 };

bool probe_make(struct probe *probe, int columns, int rows, uint64_t max_nodes)
{
    *probe = (struct probe){.max_nodes = max_nodes};
    size_t size = (size_t)columns * (size_t)rows + 1;
    probe->path = malloc(size);
    probe->trying = malloc(size);
    bool good = probe->path != NULL && probe->trying != NULL &&
                position_make_sized(&probe->position, columns, rows, LONGCAT_ALL_RULES);
    if (!good) {
        free(probe->path);
        free(probe->trying);
    }
    return good;
}

void probe_free(struct probe *probe)
{
    position_free(&probe->position);
    free(probe->path);
    free(probe->trying);
}

/* A search without memory on a board of any size. */
struct wide_search {
    struct probe *probe;
    unsigned rules;
    unsigned limit, found;
};

static void search_wide(struct wide_search *search, unsigned length)
{
    struct probe *probe = search->probe;
    struct wide_board *board = &probe->position.wide;
    probe->nodes++;
    if (board->open_count == 0) {
        if (search->found++ == 0) {
            memcpy(probe->path, probe->trying, length);
            probe->length = length;
        }
        return;
    }
    if (wide_hopeless(board, search->rules))
        return;
    for (unsigned d = 0; d < DIRECTIONS; d++) {
        if (search->found >= search->limit || probe->nodes > probe->max_nodes)
            return;
        if (!wide_slide(board, (enum direction)d))
            continue;
        probe->trying[length] = (unsigned char)d;
        search_wide(search, length + 1);
        wide_undo(board);
    }
}

static unsigned count_wide(struct probe *probe, unsigned limit)
{
    const struct wide_board *board = &probe->position.wide;
    struct wide_search search = {.probe = probe, .rules = LONGCAT_DEAD_ENDS, .limit = limit};
    if (board->columns * board->rows >= LARGE_BOARD)
        search.rules |= LONGCAT_BLOCKS;
    search_wide(&search, 0);
    return search.found;
}

static unsigned count_small(struct probe *probe, unsigned limit)
{
    const struct position *position = &probe->position;
    struct bit_search search = {.geometry = &position->geometry,
                                .rules = LONGCAT_DEAD_ENDS,
                                .limit = limit,
                                .max_nodes = probe->max_nodes};
    bit_count(&search, position->open[0], position->head[0]);
    probe->nodes = search.nodes;
    if (search.solutions > 0) {
        memcpy(probe->path, search.first, search.first_length);
        probe->length = search.first_length;
    }
    return (unsigned)search.solutions;
}

int probe_count(struct probe *probe, const unsigned char *open, int head, unsigned limit)
{
    struct position *position = &probe->position;
    position_set(position, open, head);
    probe->nodes = 0;
    probe->length = 0;
    if (position_solved(position))
        return 1;
    if (!position_colours_fit(position) ||
        position_hopeless(position, LONGCAT_DEAD_ENDS | LONGCAT_CONNECTED))
        return 0;
    unsigned found = position->small ? count_small(probe, limit) : count_wide(probe, limit);
    return found < limit && probe->nodes > probe->max_nodes ? -1 : (int)found;
}

/* What the position at hand offers beside the slide that is taken. */
static void profile_position(struct probe *probe, unsigned taken, struct profile *profile)
{
    struct position *position = &probe->position;
    unsigned offers = 0, traps = 0;
    for (unsigned d = 0; d < DIRECTIONS; d++) {
        if (!position_slide(position, (enum direction)d))
            continue;
        offers++;
        traps += d != taken && !position_solved(position) &&
                 !position_hopeless(position, LONGCAT_DEAD_ENDS | LONGCAT_CONNECTED);
        position_undo(position);
    }
    profile->choices += offers >= 2;
    profile->bits += offers >= 2 ? log2(offers) : 0;
    profile->traps += traps;
    profile->stops += traps > 0;
}

/* The direction of the longest slide on offer, the first of equals; DIRECTIONS: there is none. */
static unsigned longest_slide(struct position *position, unsigned *longest)
{
    unsigned best = DIRECTIONS, open = position_open_count(position);
    *longest = 0;
    for (unsigned d = 0; d < DIRECTIONS; d++) {
        if (!position_slide(position, (enum direction)d))
            continue;
        unsigned length = open - position_open_count(position);
        position_undo(position);
        if (length > *longest) {
            *longest = length;
            best = d;
        }
    }
    return best;
}

static bool stopped_by_body(const struct position *position, const unsigned char *open,
                            unsigned direction)
{
    static const int down[DIRECTIONS] = {-1, 0, 1, 0}, across[DIRECTIONS] = {0, 1, 0, -1};
    int head = position_head(position);
    int row = head / position->columns + down[direction];
    int column = head % position->columns + across[direction];
    return row >= 0 && column >= 0 && row < position->rows && column < position->columns &&
           open[row * position->columns + column] != 0;
}

static bool greedy_wins(struct position *position)
{
    unsigned longest, direction;
    while ((direction = longest_slide(position, &longest)) != DIRECTIONS)
        position_slide(position, (enum direction)direction);
    return position_solved(position);
}

void probe_profile(struct probe *probe, const unsigned char *open, int head,
                   const unsigned char *path, unsigned length, bool full,
                   struct profile *profile)
{
    struct position *position = &probe->position;
    *profile = (struct profile){.depth = length};
    position_set(position, open, head);
    for (unsigned n = 0; n < length; n++) {
        unsigned longest = 0, before = position_open_count(position);
        profile_position(probe, path[n], profile);
        if (full)
            longest_slide(position, &longest);
        position_slide(position, (enum direction)path[n]);
        if (full) {
            profile->detours += before - position_open_count(position) < longest;
            profile->interplay += stopped_by_body(position, open, path[n]);
        }
    }
    if (full) {
        position_set(position, open, head);
        profile->greedy = greedy_wins(position);
    }
}

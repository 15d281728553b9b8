/* Finds LongCat's cut cells; see islands.h. */
#include "solve/longcat/islands.h"

#include "solve/longcat/wide_board.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct split_change {
    int cell;
    unsigned char splits;
};

enum { AROUND = 8 };

static bool allocate(struct islands *islands, int size, int change_capacity)
{
    size_t count = (size_t)size;
    *islands = (struct islands){.change_capacity = change_capacity};
    islands->parent = calloc(count, sizeof *islands->parent);
    islands->count = calloc(count, sizeof *islands->count);
    islands->next = calloc(count, sizeof *islands->next);
    islands->splits = calloc(count, 1);
    islands->joins = calloc(count, sizeof *islands->joins);
    islands->changes = calloc((size_t)change_capacity, sizeof *islands->changes);
    islands->shore = calloc(count, sizeof *islands->shore);
    islands->stamps = calloc(count, sizeof *islands->stamps);
    islands->parting = calloc(count, sizeof *islands->parting);
    if (islands->parent != NULL && islands->count != NULL && islands->next != NULL && islands->splits != NULL &&
        islands->joins != NULL && islands->changes != NULL && islands->shore != NULL && islands->stamps != NULL &&
        islands->parting != NULL)
        return true;
    islands_free(islands);
    return false;
}

bool islands_make(struct islands *islands, int size)
{
    return allocate(islands, size, size);
}

bool islands_copy(struct islands *islands, const struct islands *like, int size)
{
    size_t count = (size_t)size, joins = (size_t)like->join_count, changes = (size_t)like->change_count;
    if (!allocate(islands, size, like->change_capacity))
        return false;
    memcpy(islands->parent, like->parent, count * sizeof *like->parent);
    memcpy(islands->count, like->count, count * sizeof *like->count);
    memcpy(islands->next, like->next, count * sizeof *like->next);
    memcpy(islands->splits, like->splits, count);
    memcpy(islands->joins, like->joins, joins * sizeof *like->joins);
    memcpy(islands->changes, like->changes, changes * sizeof *like->changes);
    islands->join_count = like->join_count;
    islands->change_count = like->change_count;
    islands->stale = like->stale;
    return true;
}

void islands_free(struct islands *islands)
{
    free(islands->parent);
    free(islands->count);
    free(islands->next);
    free(islands->splits);
    free(islands->joins);
    free(islands->changes);
    free(islands->shore);
    free(islands->stamps);
    free(islands->parting);
    *islands = (struct islands){0};
}

static bool is_land(const struct wide_board *board, int cell)
{
    return board->blocked[cell] && cell != board->head;
}

static int find_root(const struct islands *islands, int cell)
{
    while (islands->parent[cell] != cell)
        cell = islands->parent[cell];
    return cell;
}

/* Lists the eight cells around a cell, clockwise from the one above. */
static void find_around(const struct wide_board *board, int cell, int around[AROUND])
{
    const int stride = board->stride;
    const int offsets[AROUND] = {-stride, 1 - stride, 1, stride + 1, stride, stride - 1, -1, -stride - 1};
    for (int i = 0; i < AROUND; i++)
        around[i] = cell + offsets[i];
}

unsigned islands_splits(const struct islands *islands, const struct wide_board *board, int cell)
{
    int around[AROUND], roots[DIRECTIONS], first = -1, land = -1;
    unsigned places = 0, different = 0;
    find_around(board, cell, around);
    for (int i = 0; i < AROUND && first < 0; i += 2)
        first = is_land(board, around[i]) ? -1 : i;
    if (first < 0)
        return 0;
    for (int i = first + 1; i <= first + AROUND; i++) {
        int at = around[i % AROUND];
        if (is_land(board, at)) {
            land = at;
        } else if (i % 2 == 0 && land >= 0) { /* a stretch of land ends at an open neighbour */
            roots[places++] = land;
            land = -1;
        }
    }
    if (places < 2)
        return 0;
    for (unsigned i = 0; i < places; i++) {
        bool known = false;
        roots[i] = find_root(islands, roots[i]);
        for (unsigned j = 0; j < i; j++)
            known |= roots[j] == roots[i];
        different += !known;
    }
    return places - different;
}

static void put_on_shore(struct islands *islands, int cell)
{
    if (islands->stamps[cell] == islands->stamp)
        return;
    islands->stamps[cell] = islands->stamp;
    islands->shore[islands->shore_count++] = cell;
}

static void swap(int *one, int *other)
{
    int kept = *one;
    *one = *other;
    *other = kept;
}

/* Joins two islands, given by their roots.  The cells of the smaller one are put on the shore. */
static void join(struct islands *islands, int one, int other)
{
    if (one == other)
        return;
    if (islands->count[one] > islands->count[other])
        swap(&one, &other);
    int cell = one;
    do {
        put_on_shore(islands, cell);
        cell = islands->next[cell];
    } while (cell != one);
    islands->parent[one] = other;
    islands->count[other] += islands->count[one];
    swap(&islands->next[one], &islands->next[other]);
    islands->joins[islands->join_count++] = one;
}

void islands_add(struct islands *islands, const struct wide_board *board, int cell)
{
    int around[AROUND];
    islands->parent[cell] = islands->next[cell] = cell;
    islands->count[cell] = 1;
    put_on_shore(islands, cell);
    find_around(board, cell, around);
    for (int i = 0; i < AROUND; i++) {
        if (is_land(board, around[i]))
            join(islands, find_root(islands, cell), find_root(islands, around[i]));
    }
}

static void forget_stamps(struct islands *islands, int size)
{
    memset(islands->stamps, 0, (size_t)size * sizeof *islands->stamps);
    islands->stamp = 0;
}

void islands_set(struct islands *islands, const struct wide_board *board)
{
    forget_stamps(islands, board->size);
    islands->join_count = islands->change_count = 0;
    islands->stale = false;
    islands_begin(islands);
    for (int cell = 0; cell < board->size; cell++) {
        islands->parent[cell] = islands->next[cell] = cell;
        islands->count[cell] = 1;
    }
    const int back[] = {-1, -board->stride - 1, -board->stride, 1 - board->stride};
    for (int cell = 0; cell < board->size; cell++) {
        for (int i = 0; i < 4 && is_land(board, cell); i++) {
            int other = cell + back[i];
            if (other >= 0 && is_land(board, other))
                join(islands, find_root(islands, cell), find_root(islands, other));
        }
    }
    islands->join_count = 0;
    for (int cell = 0; cell < board->size; cell++)
        islands->splits[cell] = board->blocked[cell] ? 0 : (unsigned char)islands_splits(islands, board, cell);
}

struct island_mark islands_begin(struct islands *islands)
{
    islands->stamp++;
    islands->shore_count = islands->parting_count = 0;
    islands->parting_known = false;
    return (struct island_mark){islands->join_count, islands->change_count};
}

static bool has_capacity(struct islands *islands)
{
    if (islands->change_count < islands->change_capacity)
        return true;
    if (islands->change_capacity > INT_MAX / 2)
        return false;
    size_t capacity = 2 * (size_t)islands->change_capacity;
    struct split_change *changes = realloc(islands->changes, capacity * sizeof *changes);
    if (changes == NULL)
        return false;
    islands->changes = changes;
    islands->change_capacity = (int)capacity;
    return true;
}

/* Updates the `splits` of an open cell. */
static void look_again(struct islands *islands, const struct wide_board *board, int cell)
{
    unsigned before = islands->splits[cell], now = islands_splits(islands, board, cell);
    if (now == before)
        return;
    if (!has_capacity(islands)) {
        islands->stale = true;
        return;
    }
    islands->changes[islands->change_count++] = (struct split_change){cell, (unsigned char)before};
    islands->splits[cell] = (unsigned char)now;
    if (now > before)
        islands->parting[islands->parting_count++] = cell;
}

void islands_end(struct islands *islands, const struct wide_board *board)
{
    for (int i = 0; i < islands->shore_count; i++) {
        int around[AROUND];
        find_around(board, islands->shore[i], around);
        for (int j = 0; j < AROUND; j++) {
            int cell = around[j];
            if (cell < 0 || cell >= board->size || board->blocked[cell] || islands->stamps[cell] == islands->stamp)
                continue;
            islands->stamps[cell] = islands->stamp;
            look_again(islands, board, cell);
        }
    }
    islands->parting_known = true;
    if (islands->stamp == INT_MAX - 1)
        forget_stamps(islands, board->size);
}

void islands_undo(struct islands *islands, struct island_mark mark)
{
    while (islands->change_count > mark.changes) {
        const struct split_change *change = &islands->changes[--islands->change_count];
        islands->splits[change->cell] = change->splits;
    }
    while (islands->join_count > mark.joins) {
        int root = islands->joins[--islands->join_count], above = islands->parent[root];
        swap(&islands->next[root], &islands->next[above]);
        islands->count[above] -= islands->count[root];
        islands->parent[root] = root;
    }
}

/* Sokoban: what boxes cost at prices of the goals; see sokoban.h.
 *
 * With a price for each goal, a box costs at least the least of pushes less price, over all goals: its
 * gain.  All gains and all prices together are a bound on the pushes (and the matching's cost, if the prices are
 * right).  A *group* of boxes likewise costs at least the least of its pushes less the prices of the goals
 * that it takes.  What this is more than the gains of its boxes is its *excess*: the boxes are in each other's way.
 * Groups that have no box in common add up, as each goal is taken once.  And a group that comes to no goals
 * is lost with any other boxes. */
#include "games/sokoban/sokoban.h"

#include <limits.h>
#include <stdlib.h>

/* --- what single boxes cost --- */

/* Prices of goals that have no boxes in common may lie apart as far as what cannot be reached. */
static int near_price(int price)
{
    int half = price < 0 ? -SOKOBAN_FAR / 2 : SOKOBAN_FAR / 2;
    return price - (price + half) / SOKOBAN_FAR * SOKOBAN_FAR;
}

static void find_gains(const struct sokoban *board, const struct sokoban_tables *tables,
                       struct sokoban_groups *groups)
{
    unsigned column = 0;
    int most = INT32_MIN;
    for (unsigned cell = 0; cell < board->cells; cell++) {
        if (!board->goal[cell])
            continue;
        groups->goal[column] = cell;
        groups->price[column] = near_price(tables->price[column]);
        groups->base += groups->price[column];
        most = groups->price[column] > most ? groups->price[column] : most;
        column++;
    }
    groups->near = true;
    for (column = 0; column < tables->goals; column++)
        groups->near &= abs(groups->price[column]) < SOKOBAN_FAR / 8;
    groups->base -= (int)(tables->goals - board->boxes) * most;
    for (column = 0; column < tables->goals; column++) {
        if (groups->price[column] == most)
            groups->spare |= UINT64_C(1) << column;
    }
    for (unsigned node = 0; node < tables->nodes; node++) {
        const int *distance = tables->distance + node * (size_t)tables->goals;
        groups->gain[node] = SOKOBAN_FAR;
        for (column = 0; column < tables->goals; column++) {
            int gain = distance[column] - groups->price[column];
            if (distance[column] >= SOKOBAN_FAR || gain > groups->gain[node])
                continue;
            if (gain < groups->gain[node])
                groups->tight[node] = 0;
            groups->gain[node] = gain;
            groups->tight[node] |= UINT64_C(1) << column;
        }
    }
}

/* So much memory and work is a table worth. */
static bool is_affordable(const struct sokoban *board, const struct sokoban_tables *tables,
                          unsigned size)
{
    enum { MOST_BYTES = 1 << 24, MOST_SETS = 1 << 16 };
    const struct sokoban_groups *groups = tables->groups;
    return size <= board->boxes && size <= tables->ranks &&
           groups->ways[size][tables->ranks] * (double)board->cells <= MOST_BYTES &&
           groups->ways[size][tables->goals] <= MOST_SETS;
}

static void count_ways(struct sokoban_groups *groups)
{
    for (unsigned ranks = 0; ranks <= SOKOBAN_MOST_RANKS; ranks++) {
        groups->ways[0][ranks] = 1;
        for (unsigned size = 1; ranks > 0 && size <= SOKOBAN_MOST_GROUPED; size++)
            groups->ways[size][ranks] =
                groups->ways[size - 1][ranks - 1] + groups->ways[size][ranks - 1];
    }
}

bool sokoban_find_groups(const struct sokoban *board, struct sokoban_tables *tables, unsigned most)
{
    if (board->boxes > tables->goals || tables->ranks > SOKOBAN_MOST_RANKS)
        return true;
    struct sokoban_groups *groups = calloc(1, sizeof *groups);
    tables->groups = groups;
    if (groups == NULL)
        return false;
    groups->gain = calloc(tables->nodes + 1u, sizeof *groups->gain);
    groups->tight = calloc(tables->nodes + 1u, sizeof *groups->tight);
    groups->words = (tables->ranks + 63) / 64;
    bool good = groups->gain != NULL && groups->tight != NULL;
    if (good) {
        count_ways(groups);
        find_gains(board, tables, groups);
    }
    for (unsigned size = 2; good && size <= most && is_affordable(board, tables, size); size++)
        good = sokoban_pull_groups(board, tables, size);
    return good;
}

void sokoban_free_groups(struct sokoban_groups *groups)
{
    if (groups == NULL)
        return;
    free(groups->gain);
    free(groups->tight);
    for (unsigned size = 2; size <= SOKOBAN_MOST_GROUPED; size++) {
        free(groups->excess[size]);
        free(groups->own[size]);
    }
    free(groups);
}

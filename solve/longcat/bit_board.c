/* LongCat on boards of up to 64 cells; see bit_board.h. */
#include "solve/longcat/bit_board.h"

#include <string.h>

void bit_geometry_make(struct bit_geometry *geometry, unsigned columns, unsigned rows)
{
    memset(geometry, 0, sizeof *geometry);
    geometry->columns = columns;
    for (unsigned cell = 0; cell < columns * rows; cell++) {
        uint64_t bit = UINT64_C(1) << cell;
        int row = (int)(cell / columns), column = (int)(cell % columns);
        geometry->not_left |= column > 0 ? bit : 0;
        geometry->not_right |= column + 1 < (int)columns ? bit : 0;
        geometry->dark |= (row + column) % 2 ? bit : 0;
        for (int d = 0; d < DIRECTIONS; d++) {
            int r = row + direction_down[d], c = column + direction_across[d];
            for (; r >= 0 && c >= 0 && r < (int)rows && c < (int)columns;
                 r += direction_down[d], c += direction_across[d])
                geometry->ray[d][cell] |= UINT64_C(1) << (r * (int)columns + c);
        }
    }
}

bool bit_connected(const struct bit_geometry *geometry, uint64_t open, unsigned head)
{
    uint64_t reached = bit_around(geometry, UINT64_C(1) << head) & open;
    for (;;) {
        uint64_t more = reached | (bit_around(geometry, reached) & open);
        more |= bit_around(geometry, more) & open;
        if (more == reached)
            return reached == open;
        reached = more;
    }
}

bool bit_colours_fit(const struct bit_geometry *geometry, uint64_t open, unsigned head)
{
    int dark = __builtin_popcountll(open & geometry->dark);
    int light = __builtin_popcountll(open & ~geometry->dark);
    int lead = geometry->dark >> head & 1 ? light - dark : dark - light;
    return lead == 0 || lead == 1;
}

bool bit_path_may_exist(const struct bit_geometry *geometry, uint64_t open)
{
    int dark = __builtin_popcountll(open & geometry->dark);
    int lead = 2 * dark - __builtin_popcountll(open);
    unsigned first = (unsigned)__builtin_ctzll(open);
    uint64_t ends = bit_dead_ends(geometry, open, first); /* these can only be the ends of a path */
    ends &= ends - 1;
    return lead >= -1 && lead <= 1 && (ends & (ends - 1)) == 0 && bit_connected(geometry, open & (open - 1), first);
}

static void found_solution(struct bit_search *search, unsigned length)
{
    if (search->solutions++ == 0) {
        memcpy(search->first, search->path, length);
        search->first_length = length;
    }
}

static bool exhausted(const struct bit_search *search)
{
    return (search->limit != 0 && search->solutions >= search->limit) ||
           (search->max_nodes != 0 && search->nodes > search->max_nodes);
}

static void search_from(struct bit_search *search, uint64_t open, unsigned head, unsigned length, bool sideways);

static inline void try_slide(struct bit_search *search, uint64_t open, unsigned head, unsigned length,
                             enum direction direction)
{
    uint64_t path = bit_slide(search->geometry, open, head, direction);
    if (path == 0)
        return;
    search->path[length] = (unsigned char)direction;
    unsigned end = bit_end(path, direction);
    if (path == open) {
        search->nodes++;
        found_solution(search, length + 1);
    } else {
        search_from(search, open & ~path, end, length + 1, direction == UP || direction == DOWN);
    }
}

/* Searches from a position.  `sideways`: only left and right are possible, because the last slide went up or down; else
 * only up and down are possible. */
static void search_from(struct bit_search *search, uint64_t open, unsigned head, unsigned length, bool sideways)
{
    search->nodes++;
    if (bit_hopeless(search->geometry, search->rules, open, head) || exhausted(search))
        return;
    try_slide(search, open, head, length, sideways ? RIGHT : UP);
    if (search->limit == 0 || search->solutions < search->limit)
        try_slide(search, open, head, length, sideways ? LEFT : DOWN);
}

bool bit_count(struct bit_search *search, uint64_t open, unsigned head)
{
    search->nodes++;
    if (open == 0) {
        found_solution(search, 0);
        return true;
    }
    if ((search->rules & LONGCAT_COLOURS && !bit_colours_fit(search->geometry, open, head)) ||
        bit_hopeless(search->geometry, search->rules, open, head))
        return true;
    for (unsigned direction = 0; direction < DIRECTIONS && !exhausted(search); direction++)
        try_slide(search, open, head, 0, (enum direction)direction);
    bool reached_limit = search->limit != 0 && search->solutions >= search->limit;
    return reached_limit || search->max_nodes == 0 || search->nodes <= search->max_nodes;
}

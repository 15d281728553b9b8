/* Sokoban levels in the making; see sokoban_draft.h. */
#include "gen/sokoban_draft.h"

/* The set of all cells, walls included. */
static uint64_t all_cells(const struct sokoban_draft *draft)
{
    uint64_t all = 0;
    for (int row = 0; row < draft->rows; row++) {
        for (int column = 0; column < draft->columns; column++)
            all |= UINT64_C(1) << sokoban_draft_bit(draft, row, column);
    }
    return all;
}

uint64_t sokoban_draft_flood(const struct sokoban_draft *draft, uint64_t from, uint64_t open)
{
    unsigned width = (unsigned)draft->columns + 1;
    uint64_t reach = from, before;
    do {
        before = reach;
        reach |= (reach << width | reach >> width | reach >> 1) & open;
        reach |= open & ~(open + reach); /* a carry runs through each row to its right */
    } while (reach != before);
    return reach;
}

static void close_pockets(struct sokoban_draft *draft)
{
    uint64_t best = 0;
    for (uint64_t rest = draft->floor; rest != 0;) {
        uint64_t part = sokoban_draft_flood(draft, rest & -rest, draft->floor);
        if (__builtin_popcountll(part) > __builtin_popcountll(best))
            best = part;
        rest &= ~part;
    }
    draft->floor = best;
}

/* Cells with fewer than two open neighbours. */
static uint64_t find_dead_ends(const struct sokoban_draft *draft)
{
    uint64_t one = 0, two = 0;
    for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
        uint64_t beside = sokoban_draft_step(draft, draft->floor, direction);
        two |= one & beside;
        one |= beside;
    }
    return draft->floor & ~two;
}

void sokoban_draft_tidy(struct sokoban_draft *draft)
{
    close_pockets(draft);
    for (uint64_t ends = find_dead_ends(draft); ends != 0; ends = find_dead_ends(draft))
        draft->floor &= ~ends;
}

void sokoban_draft_scatter(struct sokoban_draft *draft, unsigned walls, struct rng *rng)
{
    unsigned cells = (unsigned)(draft->columns * draft->rows), left = walls, seen = 0;
    draft->floor = all_cells(draft);
    for (uint64_t rest = draft->floor; rest != 0; rest &= rest - 1, seen++) {
        if (rng_below(rng, cells - seen) < left) {
            draft->floor &= ~(rest & -rest);
            left--;
        }
    }
    sokoban_draft_tidy(draft);
}

bool sokoban_draft_spans(const struct sokoban_draft *draft)
{
    uint64_t sides[DIRECTIONS] = {0};
    for (int row = 0; row < draft->rows; row++) {
        sides[LEFT] |= UINT64_C(1) << sokoban_draft_bit(draft, row, 0);
        sides[RIGHT] |= UINT64_C(1) << sokoban_draft_bit(draft, row, draft->columns - 1);
    }
    for (int column = 0; column < draft->columns; column++) {
        sides[UP] |= UINT64_C(1) << sokoban_draft_bit(draft, 0, column);
        sides[DOWN] |= UINT64_C(1) << sokoban_draft_bit(draft, draft->rows - 1, column);
    }
    return (draft->floor & sides[UP]) != 0 && (draft->floor & sides[DOWN]) != 0 &&
           (draft->floor & sides[LEFT]) != 0 && (draft->floor & sides[RIGHT]) != 0;
}

static uint64_t image(const struct sokoban_draft *draft, unsigned symmetry)
{
    uint64_t mapped = 0;
    for (int row = 0; row < draft->rows; row++) {
        for (int column = 0; column < draft->columns; column++) {
            int cell =
                symmetry_cell(symmetry, draft->columns, draft->rows, row * draft->columns + column);
            if (draft->floor >> sokoban_draft_bit(draft, row, column) & 1)
                mapped |= UINT64_C(1)
                          << sokoban_draft_bit(draft, cell / draft->columns, cell % draft->columns);
        }
    }
    return mapped;
}

bool sokoban_draft_is_first(const struct sokoban_draft *draft)
{
    for (unsigned symmetry = 1; symmetry < GRID_SYMMETRIES; symmetry++) {
        if (symmetry & 4 && draft->columns != draft->rows)
            continue;
        if (image(draft, symmetry) < draft->floor)
            return false;
    }
    return true;
}

bool sokoban_draft_pull(const struct sokoban_draft *draft, uint64_t *boxes, uint64_t *player,
                        struct rng *rng)
{
    uint64_t open = draft->floor & ~*boxes, reach = sokoban_draft_flood(draft, *player, open);
    unsigned count = 0;
    for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
        /* The player stands at a cell with the box behind him and steps on. */
        uint64_t stand = reach & sokoban_draft_step(draft, *boxes, direction) &
                         sokoban_draft_step(draft, open, direction ^ 2);
        count += (unsigned)__builtin_popcountll(stand);
    }
    if (count == 0)
        return false;
    unsigned nth = rng_below(rng, count);
    for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
        uint64_t stand = reach & sokoban_draft_step(draft, *boxes, direction) &
                         sokoban_draft_step(draft, open, direction ^ 2);
        for (; stand != 0; stand &= stand - 1) {
            if (nth-- > 0)
                continue;
            uint64_t cell = stand & -stand;
            *boxes ^= cell | sokoban_draft_step(draft, cell, direction ^ 2);
            *player = sokoban_draft_step(draft, cell, direction);
            return true;
        }
    }
    return false;
}

uint64_t sokoban_draft_pick(uint64_t cells, unsigned count, struct rng *rng)
{
    uint64_t picked = 0;
    while (count-- > 0) {
        uint64_t rest = cells & ~picked;
        unsigned nth = rng_below(rng, (uint32_t)__builtin_popcountll(rest));
        while (nth-- > 0)
            rest &= rest - 1;
        picked |= rest & -rest;
    }
    return picked;
}

bool sokoban_draft_write(const struct sokoban_draft *draft, uint64_t boxes, uint64_t goals,
                         unsigned player, struct grid *grid)
{
    if (!grid_make(grid, draft->columns + 2, draft->rows + 2, '#'))
        return false;
    for (int row = 0; row < draft->rows; row++) {
        for (int column = 0; column < draft->columns; column++) {
            unsigned bit = sokoban_draft_bit(draft, row, column);
            if (!(draft->floor >> bit & 1))
                continue;
            const char *kinds = goals >> bit & 1 ? ".*+" : " $@";
            grid->cells[(row + 1) * grid->columns + column + 1] =
                (unsigned char)kinds[boxes >> bit & 1 ? 1 : bit == player ? 2 : 0];
        }
    }
    return true;
}

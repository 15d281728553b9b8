/* Rooms of Sokoban levels; see sokoban_room.h. */
#include "gen/sokoban_room.h"

/* The set of all cells, walls included. */
static uint64_t all_cells(const struct room *room)
{
    uint64_t all = 0;
    for (int row = 0; row < room->rows; row++) {
        for (int column = 0; column < room->columns; column++)
            all |= UINT64_C(1) << room_bit(room, row, column);
    }
    return all;
}

uint64_t room_flood(const struct room *room, uint64_t from, uint64_t open)
{
    unsigned width = (unsigned)room->columns + 1;
    uint64_t reach = from, before;
    do {
        before = reach;
        reach |= (reach << width | reach >> width | reach >> 1) & open;
        reach |= open & ~(open + reach); /* a carry runs through each row to its right */
    } while (reach != before);
    return reach;
}

static void close_pockets(struct room *room)
{
    uint64_t best = 0;
    for (uint64_t rest = room->floor; rest != 0;) {
        uint64_t part = room_flood(room, rest & -rest, room->floor);
        if (__builtin_popcountll(part) > __builtin_popcountll(best))
            best = part;
        rest &= ~part;
    }
    room->floor = best;
}

/* Cells with fewer than two open neighbours. */
static uint64_t find_dead_ends(const struct room *room)
{
    uint64_t one = 0, two = 0;
    for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
        uint64_t beside = room_step(room, room->floor, direction);
        two |= one & beside;
        one |= beside;
    }
    return room->floor & ~two;
}

void room_tidy(struct room *room)
{
    close_pockets(room);
    for (uint64_t ends = find_dead_ends(room); ends != 0; ends = find_dead_ends(room))
        room->floor &= ~ends;
}

void room_scatter(struct room *room, unsigned walls, struct rng *rng)
{
    unsigned cells = (unsigned)(room->columns * room->rows), left = walls, seen = 0;
    room->floor = all_cells(room);
    for (uint64_t rest = room->floor; rest != 0; rest &= rest - 1, seen++) {
        if (rng_below(rng, cells - seen) < left) {
            room->floor &= ~(rest & -rest);
            left--;
        }
    }
    room_tidy(room);
}

bool room_spans(const struct room *room)
{
    uint64_t sides[DIRECTIONS] = {0};
    for (int row = 0; row < room->rows; row++) {
        sides[LEFT] |= UINT64_C(1) << room_bit(room, row, 0);
        sides[RIGHT] |= UINT64_C(1) << room_bit(room, row, room->columns - 1);
    }
    for (int column = 0; column < room->columns; column++) {
        sides[UP] |= UINT64_C(1) << room_bit(room, 0, column);
        sides[DOWN] |= UINT64_C(1) << room_bit(room, room->rows - 1, column);
    }
    return (room->floor & sides[UP]) != 0 && (room->floor & sides[DOWN]) != 0 &&
           (room->floor & sides[LEFT]) != 0 && (room->floor & sides[RIGHT]) != 0;
}

static uint64_t image(const struct room *room, unsigned symmetry)
{
    uint64_t mapped = 0;
    for (int row = 0; row < room->rows; row++) {
        for (int column = 0; column < room->columns; column++) {
            int cell = symmetry_cell(symmetry, room->columns, room->rows,
                                     row * room->columns + column);
            if (room->floor >> room_bit(room, row, column) & 1)
                mapped |= UINT64_C(1)
                          << room_bit(room, cell / room->columns, cell % room->columns);
        }
    }
    return mapped;
}

bool room_is_first(const struct room *room)
{
    for (unsigned symmetry = 1; symmetry < GRID_SYMMETRIES; symmetry++) {
        if (symmetry & 4 && room->columns != room->rows)
            continue;
        if (image(room, symmetry) < room->floor)
            return false;
    }
    return true;
}

bool room_write(const struct room *room, uint64_t boxes, uint64_t goals, unsigned player,
                struct grid *grid)
{
    if (!grid_make(grid, room->columns + 2, room->rows + 2, '#'))
        return false;
    for (int row = 0; row < room->rows; row++) {
        for (int column = 0; column < room->columns; column++) {
            unsigned bit = room_bit(room, row, column);
            if (!(room->floor >> bit & 1))
                continue;
            const char *kinds = goals >> bit & 1 ? ".*+" : " $@";
            grid->cells[(row + 1) * grid->columns + column + 1] =
                (unsigned char)kinds[boxes >> bit & 1 ? 1 : bit == player ? 2 : 0];
        }
    }
    return true;
}

/* How levels look; see looks.h. */
#include "gen/sokoban/looks.h"

#include "gen/sokoban/weights.inc"

/* The features of pieces, in the order of their weights. */
enum {
    WAYS,           /* 0 or 1 wall beside it, 2 in a corner, 2 in a corridor, 3 or more */
    NEIGHBOURS = 5, /* how many of its kind are beside it, up to 3 */
    MOST_NEIGHBOURS = 3,
    DIAGONAL = 9, /* pairs */
    TWO_APART,    /* pairs */
    AT_RIM,
    BESIDE_OTHER, /* boxes beside goals */
    ON_OTHER,     /* boxes on goals */
    TWO_IN_LINE,  /* all pieces, in a row or column */
    IN_LINE,      /* the same, of three or more */
    COUNT,        /* of goals, from 0 to 6 */
    MOST_COUNT = 6,
};

static bool is_wall(const struct grid *floor, int row, int column)
{
    return !grid_at(floor, row, column, false);
}

static bool is_at(const struct grid *pieces, int row, int column)
{
    return grid_at(pieces, row, column, false);
}

/* Each grid holds 1 for floor or for a piece. */
static int weigh_pieces(const struct grid *floor, const struct grid *pieces, const struct grid *others,
                        const short *weights)
{
    int sum = 0, first_row = -1, first_column = -1, count = 0;
    bool one_row = true, one_column = true;
    for (int cell = 0; cell < grid_size(floor); cell++) {
        int row = cell / floor->columns, column = cell % floor->columns, walls = 0, near = 0, beside = 0;
        if (!pieces->cells[cell])
            continue;
        if (count++ == 0) {
            first_row = row;
            first_column = column;
        }
        one_row = one_row && row == first_row;
        one_column = one_column && column == first_column;
        for (unsigned way = 0; way < DIRECTIONS; way++) {
            int r = row + direction_down[way], c = column + direction_across[way];
            walls += is_wall(floor, r, c);
            near += is_at(pieces, r, c);
            beside += is_at(others, r, c);
        }
        bool straight = is_wall(floor, row - 1, column) == is_wall(floor, row + 1, column) && walls == 2;
        sum += weights[WAYS + (walls > 2 ? 4 : straight ? 3 : walls)];
        sum += weights[NEIGHBOURS + (near < MOST_NEIGHBOURS ? near : MOST_NEIGHBOURS)];
        sum += weights[DIAGONAL] * (is_at(pieces, row + 1, column + 1) + is_at(pieces, row + 1, column - 1));
        sum += weights[TWO_APART] * (is_at(pieces, row + 2, column) + is_at(pieces, row, column + 2));
        sum += weights[AT_RIM] * grid_is_edge(floor, cell);
        sum += weights[BESIDE_OTHER] * beside;
        sum += weights[ON_OTHER] * is_at(others, row, column);
    }
    if (count > 1 && (one_row || one_column))
        sum += weights[count < 3 ? TWO_IN_LINE : IN_LINE];
    return sum;
}

int looks_of_goals(const struct room_plan *plan)
{
    unsigned char cells[SOKOBAN_DRAFT_CELLS] = {0};
    struct grid floor = sokoban_draft_grid(&plan->draft), goals = {floor.columns, floor.rows, cells}, none = {0};
    for (unsigned n = 0; n < plan->boxes; n++)
        cells[plan->goals[n]] = true;
    return weigh_pieces(&floor, &goals, &none, goals_weights);
}

int looks_of_plan(const struct room_plan *plan)
{
    enum { CROWDED = 3, LAST = 7, FLOOR = LAST + 1, STEP = 5 }; /* first the floor cells per box, then all */
    unsigned floor = sokoban_draft_floor(&plan->draft), crowd = floor / plan->boxes, boxes = plan->boxes;
    crowd = crowd < CROWDED ? 0 : crowd - CROWDED;
    struct grid grid = sokoban_draft_grid(&plan->draft);
    int sum = 0;
    for (int row = 0; row < grid.rows; row++) {
        for (int column = 0; column < grid.columns; column++) {
            unsigned code = 0;
            for (int n = 0; n < 9; n++)
                code |= (unsigned)is_wall(&grid, row + n / 3 - 1, column + n % 3 - 1) << n;
            sum += walls_weights[code];
        }
    }
    return sum + room_weights[crowd < LAST ? crowd : LAST] +
           room_weights[FLOOR + (floor / STEP < LAST ? floor / STEP : LAST)] +
           goals_weights[COUNT + (boxes < MOST_COUNT ? boxes : MOST_COUNT)] + looks_of_goals(plan);
}

int looks_of_boxes(const struct room *room, const struct room_level *level)
{
    unsigned char cells[3][SOKOBAN_DRAFT_CELLS] = {{0}};
    struct grid floor = {room->columns, room->rows, cells[0]}, boxes = {room->columns, room->rows, cells[1]},
                goals = {room->columns, room->rows, cells[2]};
    for (unsigned cell = 0; cell < room->cells; cell++) {
        floor.cells[room->place[cell]] = true;
        boxes.cells[room->place[cell]] = room_has(&level->boxes, cell);
        goals.cells[room->place[cell]] = room_has(&level->goals, cell);
    }
    return weigh_pieces(&floor, &boxes, &goals, boxes_weights);
}

/* 1024 * 2^(sum/32), or 0 if the sum is negative.  Whole numbers, so that all machines draw the same. */
static uint64_t power(int sum)
{
    enum { STEPS = 32 };
    static const unsigned short parts[STEPS] = {1024, 1046, 1069, 1093, 1117, 1141, 1166, 1192, 1218, 1244, 1272,
                                                1300, 1328, 1357, 1387, 1417, 1448, 1480, 1512, 1545, 1579, 1614,
                                                1649, 1685, 1722, 1760, 1798, 1838, 1878, 1919, 1961, 2004};
    int shift = sum / STEPS;
    return sum < 0 ? 0 : (uint64_t)parts[sum % STEPS] << shift;
}

unsigned looks_draw(const int *sums, unsigned count, struct rng *rng)
{
    enum { RANGE = 480 }; /* what is 2^15 times less likely than the likeliest is never drawn */
    int best = sums[0];
    uint64_t all = 0, drawn;
    for (unsigned n = 1; n < count; n++)
        best = sums[n] > best ? sums[n] : best;
    for (unsigned n = 0; n < count; n++)
        all += power(sums[n] - best + RANGE);
    uint64_t high = rng_next(rng); /* a statement of its own, because compilers differ in the order of evaluation */
    drawn = (high << 32 | rng_next(rng)) % all;
    for (unsigned n = 0;; drawn -= power(sums[n++] - best + RANGE)) {
        if (drawn < power(sums[n] - best + RANGE))
            return n;
    }
}

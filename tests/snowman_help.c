/* Helpers for the tests of Snowman; see snowman_help.h. */
#include "tests/unit.h"

#include "tests/snowman_help.h"

#include <string.h>

struct grid snowman_grid(const char *rows)
{
    int columns = 0, count = 0;
    for (const char *row = rows; *row != '\0'; count++) {
        size_t length = strcspn(row, "\n");
        columns = (int)length > columns ? (int)length : columns;
        row += length + (row[length] == '\n');
    }
    struct grid grid;
    assert_true(grid_make(&grid, columns, count, 'X'));
    for (int i = 0; i < count; i++) {
        size_t length = strcspn(rows, "\n");
        memcpy(grid.cells + i * columns, rows, length);
        rows += length + (rows[length] == '\n');
    }
    return grid;
}

struct puzzle *snowman_load(const char *rows, unsigned metric)
{
    struct grid grid = snowman_grid(rows);
    struct complaint complaint = {0};
    struct puzzle *puzzle = game_snowman.load(&grid, (struct variant){.metric = metric}, &complaint);
    if (puzzle == NULL)
        fail_msg("%s", complaint.message);
    grid_free(&grid);
    return puzzle;
}

const char *snowman_drawing(const struct puzzle *puzzle, const unsigned char *state)
{
    static char text[2048];
    struct grid grid;
    size_t size = 0;
    assert_true(game_snowman.draw(puzzle, state, &grid));
    for (int row = 0; row < grid.rows; row++) {
        memcpy(text + size, grid.cells + row * grid.columns, (size_t)grid.columns);
        size += (size_t)grid.columns;
        text[size++] = '\n';
    }
    text[size] = '\0';
    grid_free(&grid);
    return text;
}

uint32_t dice(uint64_t *seed, uint32_t sides)
{
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*seed >> 33) % sides;
}

/* Returns a random cell that holds one of these characters. */
static int random_cell(uint64_t *seed, const struct grid *grid, const char *wanted)
{
    for (int tries = 0; tries < 10000; tries++) {
        int cell = (int)dice(seed, (uint32_t)grid_size(grid));
        if (strchr(wanted, grid->cells[cell]) != NULL)
            return cell;
    }
    fail_msg("no room in the level");
    return -1;
}

struct grid snowman_random(uint64_t *seed, const struct snowman_kind *kind)
{
    static const unsigned char balls[][3] = {{1, 1, 1}, {1, 2, 2}, {4, 4, 2}}; /* sizes that often form snowmen */
    struct grid grid;
    assert_true(grid_make(&grid, kind->columns, kind->rows, '-'));
    for (int cell = 0; cell < grid_size(&grid); cell++) {
        if (dice(seed, 100) < kind->walls)
            grid.cells[cell] = 'X';
        else if (dice(seed, 100) < kind->snow)
            grid.cells[cell] = '*';
    }
    for (unsigned i = 0; i < kind->twos; i++)
        grid.cells[random_cell(seed, &grid, "-*")] = '6';
    for (unsigned i = 0; i < kind->balls; i++) {
        int cell = random_cell(seed, &grid, "-*246");
        unsigned char ball = balls[kind->twos > 0 ? 0 : i % 3][dice(seed, 3)];
        unsigned char there = grid.cells[cell];
        bool ground = there == '-' || there == '*';
        if (!ground && ball >= ((there - '0') & -(there - '0')))
            i--; /* this ball cannot go there */
        else
            grid.cells[cell] = (unsigned char)(ground ? '0' + ball : there + ball);
    }
    for (unsigned i = 0; i < kind->targets; i++) {
        int cell = random_cell(seed, &grid, "-*");
        grid.cells[cell] = grid.cells[cell] == '*' ? '=' : '+';
    }
    int player = random_cell(seed, &grid, "-*");
    grid.cells[player] = grid.cells[player] == '*' ? '@' : '#';
    return grid;
}

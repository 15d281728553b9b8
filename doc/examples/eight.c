/* Judges a position of the eight puzzle with libonlyway: slide the tiles of a 3x3 board until they are in order.
 *
 *     cc eight.c $(pkg-config --cflags --libs onlyway) -o eight
 *     ./eight 867254301 */
#include <onlyway.h>

#include <stdio.h>
#include <string.h>

/* A state is the tiles row by row; 0 is the gap.  A move is a direction in which a tile slides into the gap. */
enum { SIDE = 3, CELLS = SIDE * SIDE };
enum { UP, RIGHT, DOWN, LEFT, DIRECTIONS };

static const char ordered[] = "123456780";

static int start(void *context, unsigned char *state)
{
    memcpy(state, context, CELLS);
    return 0;
}

/* Returns the cell of the tile that slides in a direction into a gap, or -1 if there is none. */
static int tile_for(int gap, int direction)
{
    int row = gap / SIDE, column = gap % SIDE;
    switch (direction) {
    case UP:
        return row < SIDE - 1 ? gap + SIDE : -1;
    case RIGHT:
        return column > 0 ? gap - 1 : -1;
    case DOWN:
        return row > 0 ? gap - SIDE : -1;
    default:
        return column < SIDE - 1 ? gap + 1 : -1;
    }
}

static int moves(void *context, const unsigned char *state, uint32_t *labels, unsigned char *states)
{
    const unsigned char *gap = memchr(state, '0', CELLS);
    int count = 0;
    (void)context;
    for (int direction = UP; direction < DIRECTIONS; direction++) {
        int tile = tile_for((int)(gap - state), direction);
        if (tile < 0)
            continue;
        unsigned char *after = states + count * CELLS;
        memcpy(after, state, CELLS);
        after[gap - state] = state[tile];
        after[tile] = '0';
        labels[count++] = (uint32_t)direction;
    }
    return count;
}

static int goal(void *context, const unsigned char *state)
{
    (void)context;
    return memcmp(state, ordered, CELLS) == 0;
}

/* No move brings more than one tile closer to its place. */
static int32_t estimate(void *context, const unsigned char *state)
{
    int32_t sum = 0;
    (void)context;
    for (int cell = 0; cell < CELLS; cell++) {
        int home = state[cell] - '1', rows = home / SIDE - cell / SIDE, columns = home % SIDE - cell % SIDE;
        if (state[cell] != '0')
            sum += (rows < 0 ? -rows : rows) + (columns < 0 ? -columns : columns);
    }
    return sum;
}

/* Returns whether a text has each tile once. */
static int is_position(const char *text)
{
    for (const char *tile = ordered; *tile != '\0'; tile++) {
        if (strchr(text, *tile) == NULL)
            return 0;
    }
    return strlen(text) == CELLS;
}

int main(int argc, char **argv)
{
    if (argc != 2 || !is_position(argv[1])) {
        fprintf(stderr, "usage: eight TILES, such as 867254301\n");
        return 2;
    }
    ow_puzzle puzzle = {.size = sizeof puzzle,
                        .context = argv[1],
                        .name = argv[1],
                        .state_bytes = CELLS,
                        .max_moves = DIRECTIONS,
                        .start = start,
                        .moves = moves,
                        .goal = goal,
                        .estimate = estimate};
    ow_judgement *judgement;
    char *message;
    ow_status status = ow_puzzle_judge(&puzzle, NULL, NULL, &judgement, &message);
    if (status != OW_OK) {
        fprintf(stderr, "%s\n", message != NULL ? message : ow_status_text(status));
        ow_free(message);
        return 1;
    }
    fputs(ow_judgement_text(judgement), stdout);
    ow_judgement_free(judgement);
    return 0;
}

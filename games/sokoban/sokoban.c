/* Sokoban: the text of levels, which is XSB in all its variants. */
#include "games/sokoban/sokoban.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- levels --- */

/* All characters for cells, and the standard one for each. */
static const char spellings[] = " -_#@pP+$bB*.o";
static const char meanings[] = "   #@@++$$**..";

struct unpacked {
    char *row;
    size_t capacity, length;
    size_t bars; /* the separators at its end */
};

/* Unpacks up to the end or to the bracket that closes a group.  Returns the position there, or NULL if a number has
 * nothing to repeat, or if a group has no number or is empty, too deep or too long. */
static const char *unpack_part(const char *at, const char *end, int depth, struct unpacked *unpacked)
{
    enum { MOST_DEEP = 8, MOST = 2 * GRID_MAX_SIDE * GRID_MAX_SIDE };
    size_t repeat = 0;
    while (at < end && *at != ')') {
        const char *next = at + 1;
        bool group = *at == '(';
        if (*at >= '0' && *at <= '9') {
            repeat = 10 * repeat + (size_t)(*at - '0');
            if (repeat > GRID_MAX_SIDE)
                return NULL;
            at = next;
            continue;
        }
        if (group && (repeat == 0 || depth == MOST_DEEP))
            return NULL;
        for (repeat += repeat == 0; repeat > 0; repeat--) {
            size_t before = unpacked->length;
            if (group) {
                next = unpack_part(at + 1, end, depth + 1, unpacked);
                if (next == NULL || next == end || unpacked->length == before || unpacked->length > MOST)
                    return NULL;
                next++;
            } else {
                if (unpacked->length++ < unpacked->capacity)
                    unpacked->row[before] = *at == '|' ? '\n' : *at;
                unpacked->bars = *at == '|' ? unpacked->bars + 1 : 0;
            }
        }
        at = next;
    }
    return repeat > 0 ? NULL : at;
}

/* Returns the length, or -1 if the line cannot be unpacked or has only bars.  Bars at the end begin no further row. */
static int unpack(const char *line, size_t size, char *row, size_t capacity)
{
    struct unpacked unpacked = {.row = row, .capacity = capacity};
    bool whole = unpack_part(line, line + size, 0, &unpacked) == line + size;
    return whole && unpacked.length > unpacked.bars ? (int)(unpacked.length - unpacked.bars) : -1;
}

/* A row consists only of cell characters, or its first character other than floor, digits and bars is one of #*+$.@;
 * titles and other text match neither.  A faulty group stays in the row, so that the reader reports its bracket. */
static int read_row(const char *line, size_t size, char *row, size_t capacity)
{
    size_t first = strspn(line, " \t-_0123456789|");
    bool grouped = memchr(line, '(', size) != NULL;
    if (grouped && strspn(line, " -_#@pP+$bB*.o0123456789|()") == size) {
        int length = unpack(line, size, row, capacity);
        if (length >= 0)
            return length;
    }
    if (first < size && strchr("#*+$.@", line[first]) == NULL &&
        strspn(line + first, " -_#@pP+$bB*.o0123456789|") < size - first)
        return -1;
    if (first == size && strcspn(line, "-_ \t") != 0)
        return -1; /* only digits and '|' */
    /* Packed rows contain digits, which repeat the next cell or group in brackets, or bars ('|'), which separate rows.
     */
    bool packed = false;
    for (size_t i = 0; i < size; i++)
        packed |= line[i] == '|' || (line[i] >= '0' && line[i] <= '9');
    if (packed && !grouped)
        return unpack(line, size, row, capacity);
    if (capacity > 0)
        memcpy(row, line, size < capacity ? size : capacity);
    return (int)size;
}

/* Marks the cells that the player could reach without boxes.  Complains and returns false if he could leave the text,
 * or if the cells are too many or too far apart. */
static bool reach_cells(const struct grid *grid, int player, bool *reached, int *queue, struct complaint *complaint)
{
    int count = grid_flood(grid, player, '#', reached, queue);
    for (int i = 0; i < count; i++) {
        if (!grid_is_edge(grid, queue[i]))
            continue;
        complain(complaint, queue[i] / grid->columns + 1, queue[i] % grid->columns + 1,
                 "the wall is open here: the player can walk out of the level");
        return false;
    }
    const struct grid marked = {grid->columns, grid->rows, (unsigned char *)reached};
    struct grid_box box = grid_extent(&marked, false);
    if (count > SOKOBAN_MAX_CELLS)
        complain(complaint, 0, 0, "the player can reach %d cells; %d are allowed", count, SOKOBAN_MAX_CELLS);
    else if (box.rows * (box.columns + 2) > 64 * SOKOBAN_MAX_WORDS)
        complain(complaint, 0, 0, "the player can reach cells in %d columns and %d rows, which is too large",
                 box.columns, box.rows);
    else
        return true;
    return false;
}

/* Finds the symmetries of the level, whose start is the player's region, or his cell when counting moves. */
static bool find_symmetries(struct sokoban *board)
{
    struct grid grid;
    struct sokoban_position position;
    uint64_t open[SOKOBAN_MAX_WORDS], reach[SOKOBAN_MAX_WORDS];
    if (!grid_make(&grid, board->columns, board->rows, '#'))
        return false;
    sokoban_read_state(board, board->start, &position);
    sokoban_find_region(board, position.boxes, position.player, open, reach);
    for (unsigned cell = 0; cell < board->cells; cell++) {
        bool box = sokoban_test(position.boxes, board->bit[cell]);
        bool player = board->counts_moves ? cell == position.player : sokoban_test(reach, board->bit[cell]);
        grid.cells[board->piece[cell]] = (unsigned char)('a' + 4 * board->goal[cell] + 2 * box + player);
    }
    bool good = puzzle_find_symmetries(&board->puzzle, &grid, GRID_SYMMETRIES, '#');
    grid_free(&grid);
    return good;
}

static struct puzzle *load(const struct grid *text, struct variant variant, struct complaint *complaint)
{
    size_t size = (size_t)grid_size(text);
    bool *reached = calloc(size, sizeof *reached);
    int *queue = calloc(size, sizeof *queue), player = -1;
    struct sokoban *board = calloc(1, sizeof *board);
    complain_memory(complaint);
    bool good = board != NULL && reached != NULL && queue != NULL && grid_copy(&board->grid, text), boxed = false;
    if (good) {
        struct grid *grid = &board->grid;
        for (int cell = 0; cell < grid_size(grid); cell++) {
            grid->cells[cell] = (unsigned char)meanings[strchr(spellings, grid->cells[cell]) - spellings];
            boxed |= strchr("$*", grid->cells[cell]) != NULL;
        }
        player =
            grid_find_only(grid, "@+", "no player '@' in this level", "a second player; a level has one", complaint);
        good = player >= 0 && reach_cells(grid, player, reached, queue, complaint);
        if (good && !boxed)
            complain(complaint, 0, 0, "no box '$' in this level");
        good = good && boxed;
        /* A box can never get to a goal if the player cannot reach it, or if there are fewer goals than boxes. */
        unsigned boxes = 0, goals = 0;
        int stranded = -1;
        for (int cell = grid_size(grid) - 1; good && cell >= 0; cell--) {
            unsigned char c = grid->cells[cell];
            boxes += reached[cell] && strchr("$*", c) != NULL;
            goals += reached[cell] && strchr(".*+", c) != NULL;
            stranded = c == '$' && !reached[cell] ? cell : stranded;
        }
        if (stranded >= 0)
            snprintf(board->hopeless, sizeof board->hopeless,
                     "the box in row %d, column %d is out of the player's reach", stranded / grid->columns + 1,
                     stranded % grid->columns + 1);
        else if (boxes > goals)
            snprintf(board->hopeless, sizeof board->hopeless, "%u box%s but %u goal%s within reach", boxes,
                     boxes == 1 ? "" : "es", goals, goals == 1 ? "" : "s");
    }
    if (good) {
        board->counts_moves = variant.metric == SOKOBAN_MOVES;
        good = sokoban_lay_out(board, player, reached);
        board->puzzle.rules = board->counts_moves ? &sokoban_move_rules : &sokoban_push_rules;
        board->puzzle.game = &game_sokoban;
        board->puzzle.table_bytes =
            board->tables == NULL || board->tables->groups == NULL ? 0 : board->tables->groups->bytes;
        board->puzzle.max_moves = DIRECTIONS;
        if (!board->counts_moves && board->boxes > 1)
            board->puzzle.max_moves *= board->boxes;
        good = good && find_symmetries(board) && sokoban_find_mirrors(board);
    }
    free(reached);
    free(queue);
    if (good)
        return &board->puzzle;
    if (board != NULL)
        sokoban_free(&board->puzzle);
    return NULL;
}

static const char *unsolvable(const struct puzzle *puzzle)
{
    const char *reason = sokoban_board(puzzle)->hopeless;
    return *reason == '\0' ? NULL : reason;
}

/* Draws the start as it was read.  In other states, the player stands in the first cell of his region. */
static bool draw(const struct puzzle *puzzle, const unsigned char *state, struct grid *grid)
{
    const struct sokoban *board = sokoban_board(puzzle);
    if (!grid_copy(grid, &board->grid))
        return false;
    if (memcmp(state, board->start, puzzle->state_bytes) == 0)
        return true;
    struct sokoban_position position;
    sokoban_read_state(board, state, &position);
    for (unsigned cell = 0; cell < board->cells; cell++) {
        bool box = sokoban_test(position.boxes, board->bit[cell]);
        bool player = cell == position.player;
        const char *kinds = board->goal[cell] ? ".*+" : " $@";
        grid->cells[board->place[cell]] = (unsigned char)kinds[box ? 1 : player ? 2 : 0];
    }
    return true;
}

/* The player's cell within his region makes no difference, unless his steps count. */
static bool draw_alike(const struct puzzle *puzzle, struct grid *grid)
{
    const struct sokoban *board = sokoban_board(puzzle);
    struct sokoban_position position;
    uint64_t open[SOKOBAN_MAX_WORDS], reach[SOKOBAN_MAX_WORDS];
    if (!grid_copy(grid, &board->grid))
        return false;
    if (board->counts_moves)
        return true;
    sokoban_read_state(board, board->start, &position);
    sokoban_find_region(board, position.boxes, position.player, open, reach);
    for (unsigned cell = 0; cell < board->cells; cell++) {
        if (sokoban_test(reach, board->bit[cell]))
            grid->cells[board->place[cell]] = board->goal[cell] ? '+' : '@';
    }
    return true;
}

static int move_cell(const struct puzzle *puzzle, game_move move)
{
    const struct sokoban *board = sokoban_board(puzzle);
    return board->counts_moves ? -1 : board->place[board->cell_of_piece[move_piece(move)]];
}

/* Moves the player of a drawing to his cell.  A state gives only his region, so drawings put him in its first cell. */
static void show_player(const struct puzzle *puzzle, const unsigned char *state, unsigned hand, struct grid *grid)
{
    const struct sokoban *board = sokoban_board(puzzle);
    (void)state;
    for (unsigned cell = 0; cell < board->cells; cell++) {
        unsigned char *c = &grid->cells[board->place[cell]];
        if (*c == '@' || *c == '+')
            *c = *c == '@' ? ' ' : '.';
        if (cell == hand)
            *c = board->goal[cell] ? '+' : '@';
    }
}

static const struct game_keys keys = {.hand = walk_hand, .press = walk_press, .route = walk_route, .show = show_player};

static const struct game_content contents[] = {{' ', 0, ' '},   {'#', 0, '#'},   {'.', 0, '.'},   {'$', '$', ' '},
                                               {'*', '$', '.'}, {'@', '@', ' '}, {'+', '@', '.'}, {0, 0, 0}};

static const char *const metrics[] = {"pushes", "moves", NULL};

static const char *const pruning[] = {
    [SOKOBAN_DEAD_CELLS] = "dead cells", [SOKOBAN_FROZEN] = "frozen boxes", [SOKOBAN_MATCHING] = "matching",
    [SOKOBAN_SIDES] = "sides",           [SOKOBAN_GROUPS] = "groups",       [SOKOBAN_CLUSTERS] = "clusters",
    [SOKOBAN_MIRRORS] = "mirrors",       [SOKOBAN_PULLS] = "pulls",         NULL,
};

const struct game game_sokoban = {
    .name = "sokoban",
    .title = "Sokoban",
    .face = &face_sokoban,
    .cells = spellings,
    .contents = contents,
    .walls_only_close = true,
    .marks = "$*bB",
    .outside = ' ',
    .margin = MARGIN_SPACE,
    .symmetries = GRID_SYMMETRIES,
    .metrics = metrics,
    .pruning = pruning,
    .load = load,
    .free = sokoban_free,
    .unsolvable = unsolvable,
    .read_row = read_row,
    .draw = draw,
    .draw_alike = draw_alike,
    .write_moves = walk_write_moves,
    .write_label = walk_write_label,
    .move_cell = move_cell,
    .read_move = walk_read_move,
    .steps = walk_steps,
    .keys = &keys,
    .walks = &sokoban_walk_rules,
};

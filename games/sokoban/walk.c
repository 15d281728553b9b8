/* Sokoban: moves as text and as key presses.
 *
 * Solutions are in LURD notation: lower case for walks, upper case for pushes.  A move identifies a box by its
 * cell; the walks are computed when moves are written. */
#include "games/sokoban/sokoban.h"

#include <stdio.h>
#include <string.h>

static const char walk_letters[] = "urdl", push_letters[] = "URDL";

static void add_press(struct presses *presses, unsigned direction, bool push)
{
    presses_add(presses, direction, (push ? push_letters : walk_letters)[direction]);
}

/* --- moves as key presses --- */

/* The player and boxes while moves are written. */
struct walker {
    const struct sokoban *board;
    struct sokoban_position position;
    uint16_t distance[SOKOBAN_MAX_CELLS], queue[SOKOBAN_MAX_CELLS];
};

static bool is_free(const struct walker *walker, int cell)
{
    return cell >= 0 && !sokoban_test(walker->position.boxes, walker->board->bit[(unsigned)cell]);
}

/* Writes the first of the shortest walks to a cell.  Returns false if there is none. */
static bool walk_to(struct walker *walker, unsigned to, struct presses *presses)
{
    /* Finds the number of steps from each cell to `to`. */
    unsigned first = 0, last = 0;
    memset(walker->distance, 0xff, sizeof walker->distance);
    walker->distance[to] = 0;
    walker->queue[last++] = (uint16_t)to;
    while (first < last) {
        unsigned cell = walker->queue[first++];
        for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
            int next = walker->board->next[cell][direction];
            if (!is_free(walker, next) || walker->distance[next] != SOKOBAN_NO_WAY)
                continue;
            walker->distance[next] = (uint16_t)(walker->distance[cell] + 1);
            walker->queue[last++] = (uint16_t)next;
        }
    }
    unsigned cell = walker->position.player;
    if (walker->distance[cell] == SOKOBAN_NO_WAY)
        return false;
    while (cell != to) {
        unsigned direction = 0;
        int next = walker->board->next[cell][direction];
        while (!is_free(walker, next) || walker->distance[next] >= walker->distance[cell])
            next = walker->board->next[cell][++direction];
        add_press(presses, direction, false);
        cell = (unsigned)next;
    }
    return true;
}

/* Walks to a box and pushes it.  Returns false if that is impossible. */
static bool write_push(struct walker *walker, game_move move, struct presses *presses)
{
    const struct sokoban *board = walker->board;
    int box = board->cell_of_piece[move_piece(move)];
    unsigned direction = move_direction(move);
    int stand = box < 0 ? -1 : board->next[box][direction ^ 2];
    int to = box < 0 ? -1 : board->next[box][direction];
    if (stand < 0 || !is_free(walker, to) || !walk_to(walker, (unsigned)stand, presses))
        return false;
    add_press(presses, direction, true);
    sokoban_flip(walker->position.boxes, board->bit[box]);
    sokoban_flip(walker->position.boxes, board->bit[to]);
    walker->position.player = (unsigned)box;
    return true;
}

static bool write_move(struct walker *walker, game_move move, struct presses *presses)
{
    if (walker->board->counts_moves) {
        /* When counting moves: a step, or a push if a box is in the way. */
        const struct sokoban *board = walker->board;
        unsigned direction = move_direction(move);
        int step = board->next[walker->position.player][direction];
        if (step < 0)
            return false;
        if (is_free(walker, step)) {
            walker->position.player = (unsigned)step;
            add_press(presses, direction, false);
            return true;
        }
        return write_push(walker, move_make(board->piece[step], (enum direction)direction), presses);
    }
    return write_push(walker, move, presses);
}

size_t sokoban_write_moves(const struct puzzle *puzzle, const game_move *moves, size_t count, char *text,
                           size_t capacity)
{
    const struct sokoban *board = sokoban_board(puzzle);
    struct presses presses = presses_as_text(text, capacity);
    struct walker walker;
    walker.board = board;
    sokoban_read_state(board, board->start, &walker.position);
    walker.position.player = board->player;
    bool good = true;
    for (size_t i = 0; good && i < count; i++)
        good = write_move(&walker, moves[i], &presses);
    return presses.count;
}

size_t sokoban_steps(const struct puzzle *puzzle, const game_move *moves, size_t count)
{
    return sokoban_write_moves(puzzle, moves, count, NULL, 0);
}

size_t sokoban_write_label(const struct puzzle *puzzle, game_move move, char *text, size_t capacity)
{
    const struct sokoban *board = sokoban_board(puzzle);
    char letter = push_letters[move_direction(move)];
    int length;
    if (board->counts_moves) {
        length = snprintf(text, capacity, "%c", letter | 0x20);
    } else {
        int place = board->place[board->cell_of_piece[move_piece(move)]];
        length = snprintf(text, capacity, "%d,%d%c", place / board->grid.columns + 1, place % board->grid.columns + 1,
                          letter);
    }
    return length < 0 ? 0 : (size_t)length;
}

/* --- key presses as moves --- */

/* Handles a key press with the player at *player: he walks, or *move is the requested push or step. */
static enum press press_key(const struct sokoban *board, const struct sokoban_position *position,
                            enum direction direction, unsigned *player, game_move *move)
{
    int step = board->next[*player][direction];
    if (step < 0)
        return PRESS_NOTHING;
    *player = (unsigned)step;
    *move = move_make(board->counts_moves ? 0 : board->piece[step], direction);
    return board->counts_moves || sokoban_test(position->boxes, board->bit[step]) ? PRESS_MOVE : PRESS_WALK;
}

/* Reads steps up to the next push, or the next step when counting moves.  The reader remembers the player's cell
 * plus 1. */
int sokoban_read_move(const struct puzzle *puzzle, const unsigned char *state, struct move_reader *reader,
                      game_move *move, struct complaint *complaint)
{
    const struct sokoban *board = sokoban_board(puzzle);
    struct sokoban_position position;
    sokoban_read_state(board, state, &position);
    unsigned player = reader->memory == 0 ? board->player : reader->memory - 1;
    for (;;) {
        int c = read_letter(reader, complaint);
        if (c <= 0)
            return c;
        const char *letter = strchr(push_letters, c & ~0x20);
        bool push = (c & 0x20) == 0;
        int direction = letter == NULL || *letter == '\0' ? -1 : (int)(letter - push_letters);
        if (direction < 0) {
            complain(complaint, 0, 0, "'%c' is no step; steps are u r d l and pushes U R D L", c);
            return -1;
        }
        enum press press = press_key(board, &position, (enum direction)direction, &player, move);
        bool box = sokoban_test(position.boxes, board->bit[player]);
        if (press == PRESS_NOTHING || (push && !box)) {
            complain(complaint, 0, 0,
                     press == PRESS_NOTHING ? "the player walks into a wall at '%c%.19s'"
                                            : "there is no box to push at '%c%.19s'",
                     c, reader->text);
            complaint->illegal = true;
            return -1;
        }
        reader->memory = player + 1;
        if (press == PRESS_MOVE)
            return 1;
    }
}

/* --- keys; the selection is the player's cell --- */

static unsigned start_hand(const struct puzzle *puzzle)
{
    return sokoban_board(puzzle)->player;
}

static enum press press_hand(const struct puzzle *puzzle, const unsigned char *state, unsigned key, unsigned *hand,
                             game_move *move)
{
    struct sokoban_position position;
    if (key >= DIRECTIONS)
        return PRESS_NOTHING;
    sokoban_read_state(sokoban_board(puzzle), state, &position);
    return press_key(sokoban_board(puzzle), &position, (enum direction)key, hand, move);
}

static size_t route(const struct puzzle *puzzle, const unsigned char *state, unsigned hand, game_move move,
                    unsigned char *keys, size_t capacity)
{
    struct presses presses = {.keys = keys, .capacity = capacity};
    struct walker walker;
    walker.board = sokoban_board(puzzle);
    sokoban_read_state(walker.board, state, &walker.position);
    walker.position.player = hand;
    return write_move(&walker, move, &presses) ? presses.count : 0;
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

const struct game_keys sokoban_keys = {
    .hand = start_hand,
    .press = press_hand,
    .route = route,
    .show = show_player,
};

/* Snowman: solutions as text, with the walks between the pushes.
 *
 * The text has one letter for each key that the player presses: lower case where he walks, upper
 * case where a ball moves.  Walks are shortest ones, found breadth first from the cell walked to, so
 * that the player only has to go downhill; among equal ones the first in the order of directions. */
#include "games/snowman_walk.h"

#include <stdlib.h>

static const char letters[] = "urdl";

/* Text that may be longer than there is room for. */
struct line {
    char *text;
    size_t room, length;
};

static void add_letter(struct line *line, char letter)
{
    if (line->length + 1 < line->room)
        line->text[line->length] = letter;
    line->length++;
}

static char capital(char letter)
{
    return (char)(letter - 'a' + 'A');
}

/* Fills in how far it is from every cell to `goal` without walking over balls; places not in reach
 * keep -1.  `queue` has room for all places. */
static void measure_walks(const struct snowman *board, const struct snowman_position *position,
                          int goal, int *far, int *queue)
{
    int first = 0, last = 0;
    for (int place = 0; place < board->places; place++)
        far[place] = -1;
    far[goal] = 0;
    queue[last++] = goal;
    while (first < last) {
        int place = queue[first++];
        for (enum direction direction = UP; direction < DIRECTIONS; direction++) {
            int next = place_towards(board, place, direction);
            if (next >= 0 && far[next] < 0 && stack_at(position, next) == 0) {
                far[next] = far[place] + 1;
                queue[last++] = next;
            }
        }
    }
}

/* Walks the player to `goal`, which he can reach. */
static void walk(const struct snowman *board, struct snowman_position *position, int goal, int *far,
                 int *queue, struct line *line)
{
    measure_walks(board, position, goal, far, queue);
    while (far[position->player] > 0) {
        for (enum direction direction = UP; direction < DIRECTIONS; direction++) {
            int next = place_towards(board, position->player, direction);
            if (next >= 0 && far[next] == far[position->player] - 1) {
                add_letter(line, letters[direction]);
                position->player = next;
                break;
            }
        }
    }
}

static void write_pushes(const struct snowman *board, const game_move *moves, size_t count,
                         int *far, int *queue, struct line *line)
{
    struct snowman_position position = board->begin;
    for (size_t i = 0; i < count; i++) {
        enum direction direction = move_direction(moves[i]);
        int place = board->place_in_text[move_piece(moves[i])];
        walk(board, &position, place_towards(board, place, direction_opposite(direction)), far,
             queue, line);
        add_letter(line, capital(letters[direction]));
        snowman_act(board, &position, place, direction);
    }
}

static void write_steps(const struct snowman *board, const game_move *moves, size_t count,
                        struct line *line)
{
    struct snowman_position position = board->begin;
    for (size_t i = 0; i < count; i++) {
        enum direction direction = move_direction(moves[i]);
        int to = place_towards(board, position.player, direction);
        if (stack_at(&position, to) == 0) {
            add_letter(line, letters[direction]);
            position.player = to;
        } else {
            add_letter(line, capital(letters[direction]));
            snowman_act(board, &position, to, direction);
        }
    }
}

size_t snowman_write_moves(const struct puzzle *puzzle, const game_move *moves, size_t count,
                           char *text, size_t room)
{
    const struct snowman *board = snowman_board(puzzle);
    struct line line = {text, room, 0};
    if (board->by_steps) {
        write_steps(board, moves, count, &line);
    } else {
        size_t places = (size_t)board->places;
        int *far = calloc(2 * places, sizeof *far);
        if (far != NULL)
            write_pushes(board, moves, count, far, far + places, &line);
        free(far);
    }
    if (room > 0)
        text[line.length < room ? line.length : room - 1] = '\0';
    return line.length;
}

size_t snowman_steps(const struct puzzle *puzzle, const game_move *moves, size_t count)
{
    return snowman_write_moves(puzzle, moves, count, NULL, 0);
}

/* One key press in `state`, by the player at `player`.  1: *move is it; 0: he walked and *player is
 * where to; -1: there is a wall. */
static int read_step(const struct snowman *board, const struct snowman_position *position,
                     enum direction direction, bool push, int *player, game_move *move)
{
    int to = place_towards(board, *player, direction);
    if (board->by_steps) {
        *move = move_make(0, direction);
        return 1;
    }
    if (to < 0)
        return -1;
    if (!push && stack_at(position, to) == 0) {
        *player = to;
        return 0;
    }
    *move = move_make((unsigned)board->text_cell[board->cell_at[to]], direction);
    unsigned stack = stack_at(position, to);
    if (stack == top_of(stack))
        *player = to;
    return 1;
}

int snowman_read_move(const struct puzzle *puzzle, const unsigned char *state,
                      struct move_reader *reader, game_move *move, struct complaint *complaint)
{
    const struct snowman *board = snowman_board(puzzle);
    struct snowman_position position;
    snowman_unpack(board, state, &position);
    int player = reader->memory == 0 ? board->begin.player : (int)reader->memory - 1;
    for (; *reader->text != '\0'; reader->text++) {
        char c = *reader->text;
        if (c == ' ' || c == '\n')
            continue;
        char low = c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
        const char *letter = strchr(letters, low);
        if (letter == NULL) {
            complain(complaint, 0, 0,
                     "'%c' is no move; moves are u, r, d and l, in upper case where a ball moves",
                     c);
            return -1;
        }
        enum direction direction = (enum direction)(letter - letters);
        int got = read_step(board, &position, direction, c != low, &player, move);
        if (got < 0) {
            complain(complaint, 0, 0, "the player walks into a wall at '%.20s'", reader->text);
            return -1;
        }
        if (got > 0) {
            reader->text++;
            reader->memory = (unsigned)player + 1;
            return 1;
        }
    }
    reader->memory = (unsigned)player + 1;
    return 0;
}

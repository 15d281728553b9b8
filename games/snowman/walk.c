/* Snowman: solutions as text and as key presses, with the walks between the pushes.
 *
 * The text has one letter for each key that the player presses: lower case for walking, upper case for moving a
 * ball.  Walks are shortest paths.  They are found by a breadth-first search from the target cell, so that the
 * player only has to go downhill; ties are broken in the order of directions. */
#include "games/snowman/board.h"

static const char letters[] = "urdl", capitals[] = "URDL";

static void add_press(struct presses *presses, enum direction direction, bool push)
{
    presses_add(presses, direction, (push ? capitals : letters)[direction]);
}

/* Walks the player to `goal`, which he must be able to reach. */
static void walk(const struct snowman *board, struct snowman_position *position, int goal, int *far, int *queue,
                 struct presses *presses)
{
    /* The distance from every cell to `goal` without crossing balls, or -1 if there is no path. */
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
    while (far[position->player] > 0) {
        for (enum direction direction = UP; direction < DIRECTIONS; direction++) {
            int next = place_towards(board, position->player, direction);
            if (next >= 0 && far[next] == far[position->player] - 1) {
                add_press(presses, direction, false);
                position->player = next;
                break;
            }
        }
    }
}

/* Makes a move, including the walk to it. */
static void make_move(const struct snowman *board, struct snowman_position *position, game_move move,
                      struct presses *presses)
{
    int far[64 * SNOWMAN_WORDS], queue[64 * SNOWMAN_WORDS]; /* for all places */
    enum direction direction = move_direction(move);
    int place;
    if (board->by_steps) {
        place = place_towards(board, position->player, direction);
    } else {
        place = board->place_in_text[move_piece(move)];
        int behind = place_towards(board, place, direction_opposite(direction));
        walk(board, position, behind, far, queue, presses);
    }
    bool push = stack_at(position, place) != 0;
    add_press(presses, direction, push);
    if (push)
        snowman_act(board, position, place, direction);
    else
        position->player = place;
}

size_t snowman_write_moves(const struct puzzle *puzzle, const game_move *moves, size_t count, char *text,
                           size_t capacity)
{
    const struct snowman *board = snowman_board(puzzle);
    struct presses presses = presses_as_text(text, capacity);
    struct snowman_position position = board->begin;
    for (size_t i = 0; i < count; i++)
        make_move(board, &position, moves[i], &presses);
    return presses.count;
}

size_t snowman_steps(const struct puzzle *puzzle, const game_move *moves, size_t count)
{
    return snowman_write_moves(puzzle, moves, count, NULL, 0);
}

/* Handles a key press with the player at *player: he walks, or *move is the requested move.  `push` means that the
 * press is not meant as a walk. */
static enum press press_key(const struct snowman *board, const struct snowman_position *position,
                            enum direction direction, bool push, int *player, game_move *move)
{
    int to = place_towards(board, *player, direction);
    *move = move_make(0, direction);
    if (board->by_steps)
        return PRESS_MOVE;
    if (to < 0)
        return PRESS_NOTHING;
    unsigned stack = stack_at(position, to);
    *move = move_make((unsigned)board->text_cell[board->cell_at[to]], direction);
    if (stack == top_of(stack))
        *player = to;
    return stack == 0 && !push ? PRESS_WALK : PRESS_MOVE;
}

int snowman_read_move(const struct puzzle *puzzle, const unsigned char *state, struct move_reader *reader,
                      game_move *move, struct complaint *complaint)
{
    const struct snowman *board = snowman_board(puzzle);
    struct snowman_position position;
    snowman_unpack(board, state, &position);
    int player = reader->memory == 0 ? board->begin.player : (int)reader->memory - 1;
    int c;
    while ((c = read_letter(reader, complaint)) > 0) {
        int low = c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
        const char *letter = strchr(letters, low);
        if (letter == NULL) {
            complain(complaint, 0, 0, "'%c' is no move; moves are u, r, d and l, in upper case where a ball moves", c);
            return -1;
        }
        enum direction direction = (enum direction)(letter - letters);
        enum press press = press_key(board, &position, direction, c != low, &player, move);
        if (press == PRESS_NOTHING) {
            complain(complaint, 0, 0, "the player walks into a wall at '%c%.19s'", c, reader->text);
            complaint->illegal = true;
            return -1;
        }
        reader->memory = (unsigned)player + 1;
        if (press == PRESS_MOVE)
            return 1;
    }
    return c;
}

/* --- keys; the selection is the player's place --- */

static unsigned start_hand(const struct puzzle *puzzle)
{
    return (unsigned)snowman_board(puzzle)->begin.player;
}

static enum press press_hand(const struct puzzle *puzzle, const unsigned char *state, unsigned key, unsigned *hand,
                             game_move *move)
{
    const struct snowman *board = snowman_board(puzzle);
    struct snowman_position position;
    if (key >= DIRECTIONS)
        return PRESS_NOTHING;
    snowman_unpack(board, state, &position);
    int player = (int)*hand;
    enum press press = press_key(board, &position, (enum direction)key, false, &player, move);
    *hand = (unsigned)player;
    return press;
}

static size_t route(const struct puzzle *puzzle, const unsigned char *state, unsigned hand, game_move move,
                    unsigned char *keys, size_t capacity)
{
    const struct snowman *board = snowman_board(puzzle);
    struct presses presses = {.keys = keys, .capacity = capacity};
    struct snowman_position position;
    snowman_unpack(board, state, &position);
    if (!board->by_steps)
        position.player = (int)hand;
    make_move(board, &position, move, &presses);
    return presses.count;
}

/* Moves the player of a drawing to his place.  A state gives only his region, so he was drawn somewhere in it. */
static void show_player(const struct puzzle *puzzle, const unsigned char *state, unsigned hand, struct grid *grid)
{
    const struct snowman *board = snowman_board(puzzle);
    (void)state;
    for (unsigned i = 0; i < board->cells && !board->by_steps; i++) {
        unsigned char *c = &grid->cells[board->text_cell[i]];
        bool snow = *c == '@' || *c == '*' || *c == '=';
        bool target = set_has(&board->targets, board->place_of[i]);
        if (*c == '#' || *c == '@')
            *c = (unsigned char)(target ? (snow ? '=' : '+') : (snow ? '*' : '-'));
        if (board->place_of[i] == (int)hand)
            *c = snow ? '@' : '#';
    }
}

const struct game_keys snowman_keys = {
    .hand = start_hand,
    .press = press_hand,
    .route = route,
    .show = show_player,
};

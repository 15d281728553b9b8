/* Walks between pushes; see walk.h. */
#include "games/walk.h"

#include <stdio.h>
#include <string.h>

static const char step_letters[] = "urdl", push_letters[] = "URDL";

/* Adds the first of the shortest walks between two cells.  Returns false if there is none. */
static bool add_walk(const struct walk_level *level, const unsigned char *pieces, int from, int to,
                     struct presses *presses)
{
    /* The number of steps from each cell to `to`; -1: not reached, as far as is known. */
    int far[level->cells], queue[level->cells], first = 0, last = 0;
    for (unsigned cell = 0; cell < level->cells; cell++)
        far[cell] = -1;
    far[to] = 0;
    queue[last++] = to;
    while (first < last && far[from] < 0) {
        int cell = queue[first++];
        for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
            int next = level->next[cell][direction];
            if (next < 0 || pieces[next] > 0 || far[next] >= 0)
                continue;
            far[next] = far[cell] + 1;
            queue[last++] = next;
        }
    }
    for (int cell = from; far[cell] > 0;) {
        unsigned direction = 0;
        int next = level->next[cell][direction];
        while (next < 0 || far[next] != far[cell] - 1)
            next = level->next[cell][++direction];
        presses_add(presses, direction, step_letters[direction]);
        cell = next;
    }
    return far[from] >= 0;
}

/* Makes a move in *state, with the walk to it.  Returns false if that is impossible. */
static bool make_move(const struct puzzle *puzzle, unsigned char *state, unsigned *player, game_move move,
                      struct presses *presses)
{
    struct walk_level level = puzzle->game->walks->level(puzzle);
    unsigned char pieces[level.cells], after[puzzle->state_bytes];
    enum direction direction = move_direction(move);
    puzzle->game->walks->look(puzzle, state, pieces);
    int cell = level.by_steps ? level.next[*player][direction] : level.cell_of[move_piece(move)], stands = cell;
    int behind = cell < 0 ? -1 : level.next[cell][direction_opposite(direction)];
    bool push = cell >= 0 && pieces[cell] > 0;
    if (push)
        stands = puzzle->game->walks->push(puzzle, state, cell, direction, after);
    if (behind < 0 || stands < 0)
        return false;
    if (behind != (int)*player && !add_walk(&level, pieces, (int)*player, behind, presses))
        return false;
    presses_add(presses, direction, (push ? push_letters : step_letters)[direction]);
    if (push)
        memcpy(state, after, puzzle->state_bytes);
    *player = (unsigned)stands;
    return true;
}

size_t walk_write_moves(const struct puzzle *puzzle, const game_move *moves, size_t count, char *text, size_t capacity)
{
    struct presses presses = presses_as_text(text, capacity);
    unsigned char state[puzzle->state_bytes];
    unsigned player = walk_hand(puzzle);
    puzzle->rules->start(puzzle, state);
    for (size_t i = 0; i < count && make_move(puzzle, state, &player, moves[i], &presses); i++)
        continue;
    return presses.count;
}

size_t walk_steps(const struct puzzle *puzzle, const game_move *moves, size_t count)
{
    return walk_write_moves(puzzle, moves, count, NULL, 0);
}

/* A push as the row and column of its piece in the text, counted from 1, and its letter: "3,2R". */
size_t walk_write_label(const struct puzzle *puzzle, game_move move, char *text, size_t capacity)
{
    enum direction direction = move_direction(move);
    int cell = puzzle->game->move_cell(puzzle, move), columns = puzzle->game->walks->level(puzzle).columns;
    int length =
        cell < 0 ? snprintf(text, capacity, "%c", step_letters[direction])
                 : snprintf(text, capacity, "%d,%d%c", cell / columns + 1, cell % columns + 1, push_letters[direction]);
    return length < 0 ? 0 : (size_t)length;
}

/* The reader remembers the player's cell plus 1. */
int walk_read_move(const struct puzzle *puzzle, const unsigned char *state, struct move_reader *reader, game_move *move,
                   struct complaint *complaint)
{
    const struct walk_rules *walks = puzzle->game->walks;
    unsigned player = reader->memory == 0 ? walk_hand(puzzle) : reader->memory - 1;
    int c;
    while ((c = read_letter(reader, complaint)) > 0) {
        const char *letter = strchr(push_letters, c & ~0x20);
        if (letter == NULL) {
            complain(complaint, 0, 0, "'%c' is no %s", c, walks->letters);
            return -1;
        }
        unsigned direction = (unsigned)(letter - push_letters);
        bool wall = walks->level(puzzle).next[player][direction] < 0;
        enum press press = walks->press(puzzle, state, (enum direction)direction, (c & 0x20) == 0, &player, move);
        if (press == PRESS_NOTHING) {
            complain(complaint, 0, 0,
                     wall ? "the player walks into a wall at '%c%.19s'" : "there is no box to push at '%c%.19s'", c,
                     reader->text);
            complaint->illegal = true;
            return -1;
        }
        reader->memory = player + 1;
        if (press == PRESS_MOVE)
            return 1;
    }
    return c;
}

unsigned walk_hand(const struct puzzle *puzzle)
{
    return puzzle->game->walks->level(puzzle).player;
}

enum press walk_press(const struct puzzle *puzzle, const unsigned char *state, unsigned key, unsigned *hand,
                      game_move *move)
{
    return key < DIRECTIONS ? puzzle->game->walks->press(puzzle, state, (enum direction)key, false, hand, move)
                            : PRESS_NOTHING;
}

size_t walk_route(const struct puzzle *puzzle, const unsigned char *state, unsigned hand, game_move move,
                  unsigned char *keys, size_t capacity)
{
    struct presses presses = {.keys = keys, .capacity = capacity};
    unsigned char now[puzzle->state_bytes];
    memcpy(now, state, puzzle->state_bytes);
    return make_move(puzzle, now, &hand, move, &presses) ? presses.count : 0;
}

/* Whether a move pushes a piece, and if so from where to where. */
static bool find_push(const struct puzzle *puzzle, const unsigned char *state, game_move move, int *from, int *to)
{
    struct walk_level level = puzzle->game->walks->level(puzzle);
    unsigned char pieces[level.cells];
    *from = level.by_steps ? level.next[puzzle->game->walks->look(puzzle, state, pieces)][move_direction(move)]
                           : level.cell_of[move_piece(move)];
    *to = level.next[*from][move_direction(move)];
    return !level.by_steps || pieces[*from] > 0;
}

/* Whether a different piece is pushed than before.  Labels name cells, and a piece's cell changes with each push. */
bool walk_interplay(const struct puzzle *puzzle, const unsigned char *states, const game_move *moves, unsigned n)
{
    int from, to, before, last;
    if (!find_push(puzzle, states + n * puzzle->state_bytes, moves[n], &from, &to))
        return false;
    while (n-- > 0) {
        if (find_push(puzzle, states + n * puzzle->state_bytes, moves[n], &before, &last))
            return from != last;
    }
    return false;
}

/* The fewest pushes of any piece. */
unsigned walk_turns(const struct puzzle *puzzle, const unsigned char *states, const game_move *moves, unsigned count)
{
    struct walk_level level = puzzle->game->walks->level(puzzle);
    unsigned char on_cell[level.cells];
    unsigned pieces = 0, fewest = count;
    puzzle->game->walks->look(puzzle, states, on_cell);
    for (unsigned cell = 0; cell < level.cells; cell++)
        pieces += on_cell[cell];
    /* Of each piece: its cell, how many pieces are above it, and its pushes. */
    int at[pieces + 1], from, to;
    unsigned above[pieces + 1], own[pieces + 1];
    for (unsigned cell = 0, n = 0; cell < level.cells; cell++) {
        for (unsigned over = 0; over < on_cell[cell]; over++, n++) {
            at[n] = (int)cell;
            above[n] = over;
            own[n] = 0;
        }
    }
    for (unsigned move = 0; move < count; move++) {
        bool pushes = find_push(puzzle, states + move * puzzle->state_bytes, moves[move], &from, &to);
        for (unsigned n = 0; pushes && n < pieces; n++) {
            bool moved = at[n] == from && above[n] == 0;
            above[n] += (unsigned)(at[n] == to) - (at[n] == from && !moved);
            own[n] += moved;
            at[n] = moved ? to : at[n];
        }
    }
    for (unsigned n = 0; n < pieces; n++)
        fewest = own[n] < fewest ? own[n] : fewest;
    return fewest;
}

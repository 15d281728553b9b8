/* Moves as text and as keys; see place.h.  Solutions look like Sokoban's: a lower-case letter is a walk, an upper-case
 * letter a move. */
#include "games/puzzlescript/place.h"

#include <stdio.h>
#include <stdlib.h>

static const char walk_letters[] = "urdlxt", move_letters[] = "URDLXT";

/* The node, in the place of a state, of the position in workspace->start. */
static unsigned hand_in(struct ps_puzzle *puzzle, struct ps_workspace *workspace, const unsigned char *state)
{
    bool won = ps_unpack(puzzle, state, workspace->other);
    int node = 0;
    /* The flood copies the position before it makes turns, which write to workspace->other. */
    if (ps_flood(puzzle, workspace, &workspace->there, workspace->other, won))
        node = ps_find_node(puzzle, &workspace->there, workspace->start);
    return node < 0 ? 0 : (unsigned)node;
}

static unsigned start_hand(const struct puzzle *puzzle)
{
    struct ps_puzzle *own = ps_puzzle_of(puzzle);
    unsigned char *state = calloc(1, puzzle->state_bytes);
    if (state == NULL) {
        ps_doubt(own, PS_NO_MEMORY);
        return 0;
    }
    ps_begin_state(own, state);
    struct ps_workspace *workspace = ps_workspace_take(own);
    memcpy(workspace->start, own->start, own->layout.words * sizeof *own->start);
    unsigned hand = hand_in(own, workspace, state);
    ps_workspace_leave(own, workspace);
    free(state);
    return hand;
}

/* --- routes --- */

/* Finds the exit with this move whose node is nearest to `hand`.  For each node on the walk there, `from` holds the
 * node before it and `way` the key; these and the queue have capacity for all nodes.  Returns the index of the exit, or
 * -1. */
static int nearest(const struct ps_workspace *workspace, int exits, game_move move, int hand, int *from, int *way,
                   int *queue)
{
    const struct ps_place *place = &workspace->here;
    int first = 0, last = 0;
    for (int i = 0; i < place->count; i++)
        from[i] = -1;
    from[hand] = hand;
    queue[last++] = hand;
    for (; first < last; first++) {
        int node = queue[first];
        for (int i = 0; i < exits; i++)
            if (workspace->exits[i].move == move && workspace->exits[i].node == node)
                return i;
        for (int key = 0; key < PS_KEYS; key++) {
            int next = place->nodes[node].after[key];
            if (next < 0 || !place->nodes[next].joined || from[next] >= 0)
                continue;
            from[next] = node;
            way[next] = key;
            queue[last++] = next;
        }
    }
    return -1;
}

/* Finds the shortest keys for a move.  Stores at most `capacity` of them; returns how many there are.  *exit receives
 * its exit in the workspace, or -1 if the move is illegal. */
static size_t find_route(struct ps_puzzle *puzzle, struct ps_workspace *workspace, const unsigned char *state,
                         unsigned hand, game_move move, unsigned char *keys, size_t capacity, int *exit)
{
    int exits = ps_list_exits(puzzle, workspace, state, false), count = workspace->here.count;
    int *from = calloc(3 * (size_t)count + 1, sizeof *from), *way = from + count;
    size_t length = 0;
    *exit = -1;
    if (from == NULL) {
        ps_doubt(puzzle, PS_NO_MEMORY);
    } else if (exits >= 0) {
        int start = hand < (unsigned)count ? (int)hand : 0;
        *exit = nearest(workspace, exits, move, start, from, way, way + count);
        int node = *exit < 0 ? start : workspace->exits[*exit].node;
        for (int at = node; at != start; at = from[at])
            length++;
        size_t place = length;
        for (int at = node; at != start; at = from[at])
            if (--place < capacity)
                keys[place] = (unsigned char)way[at];
        if (*exit >= 0 && length < capacity)
            keys[length] = (unsigned char)workspace->exits[*exit].way;
        length += *exit >= 0;
    }
    free(from);
    return length;
}

/* The player's node in the next place after an exit of workspace->here. */
static unsigned hand_after(struct ps_puzzle *puzzle, struct ps_workspace *workspace, int exit)
{
    ps_exit_position(puzzle, workspace, &workspace->exits[exit], workspace->start);
    return hand_in(puzzle, workspace, workspace->exits[exit].state);
}

/* --- writing --- */

size_t ps_write_moves(const struct puzzle *puzzle, const game_move *moves, size_t count, char *text, size_t capacity)
{
    struct ps_puzzle *own = ps_puzzle_of(puzzle);
    struct presses presses = presses_as_text(text, capacity);
    size_t most = (size_t)ps_size(own) * (size_t)own->variants + 1;
    unsigned char *keys = calloc(most, 1), *state = calloc(1, puzzle->state_bytes);
    unsigned hand = start_hand(puzzle);
    bool legal = keys != NULL && state != NULL;
    if (!legal)
        ps_doubt(own, PS_NO_MEMORY);
    else
        ps_begin_state(own, state);
    struct ps_workspace *turns = ps_workspace_take(own);
    for (size_t i = 0; legal && i < count; i++) {
        int exit;
        size_t length = find_route(own, turns, state, hand, moves[i], keys, most, &exit);
        legal = exit >= 0;
        for (size_t n = 0; n < length && n < most; n++)
            presses_add(&presses, keys[n], (n + 1 < length ? walk_letters : move_letters)[keys[n]]);
        if (legal) {
            hand = hand_after(own, turns, exit);
            memcpy(state, turns->exits[exit].state, puzzle->state_bytes);
        }
    }
    free(keys);
    free(state);
    ps_workspace_leave(own, turns);
    return presses.count;
}

size_t ps_steps(const struct puzzle *puzzle, const game_move *moves, size_t count)
{
    return ps_write_moves(puzzle, moves, count, NULL, 0);
}

int ps_move_cell(const struct puzzle *puzzle, game_move move)
{
    unsigned piece = move_piece(move);
    return piece == 0 ? -1 : (int)((piece - 1) % (unsigned)ps_size(ps_puzzle_of(puzzle)));
}

game_move ps_map_move(const struct puzzle *puzzle, unsigned symmetry, game_move move)
{
    const struct ps_level *level = &ps_puzzle_of(puzzle)->level;
    int cell = ps_move_cell(puzzle, move), image = cell;
    if (cell >= 0)
        image = symmetry_cell(symmetry, level->width, level->height, cell);
    return move_turned(symmetry, move_make(move_piece(move) + (unsigned)(image - cell), move_way(move)));
}

size_t ps_write_label(const struct puzzle *puzzle, game_move move, char *text, size_t capacity)
{
    const struct ps_puzzle *own = ps_puzzle_of(puzzle);
    int cell = ps_move_cell(puzzle, move), columns = own->level.width;
    unsigned other = cell < 0 ? 0 : (move_piece(move) - 1) / (unsigned)ps_size(own);
    char letter = move_way(move) == MOVE_ENTER ? ' ' : move_letters[move_way(move)];
    int length =
        cell < 0                       ? snprintf(text, capacity, "%c", letter)
        : move_way(move) == MOVE_ENTER ? snprintf(text, capacity, ">%d,%d", cell / columns + 1, cell % columns + 1)
        : other == 0 ? snprintf(text, capacity, "%d,%d%c", cell / columns + 1, cell % columns + 1, letter)
                     : snprintf(text, capacity, "%d,%d%c%u", cell / columns + 1, cell % columns + 1, letter, other + 1);
    return length < 0 ? 0 : (size_t)length;
}

/* --- keys --- */

/* Presses a key in the place of a state. */
static enum press press_key(struct ps_puzzle *puzzle, const unsigned char *state, unsigned way, unsigned *hand,
                            game_move *move)
{
    struct ps_workspace *workspace = ps_workspace_take(puzzle);
    int exits = ps_list_exits(puzzle, workspace, state, false);
    enum press press = PRESS_NOTHING;
    if (exits >= 0) {
        const struct ps_place *place = &workspace->here;
        int node = *hand < (unsigned)place->count ? (int)*hand : 0, after = place->nodes[node].after[way];
        for (int i = 0; i < exits && press == PRESS_NOTHING; i++) {
            if (workspace->exits[i].node != node || workspace->exits[i].way != way)
                continue;
            press = PRESS_MOVE;
            *move = workspace->exits[i].move;
            *hand = hand_after(puzzle, workspace, i);
        }
        if (press == PRESS_NOTHING && after >= 0) {
            press = PRESS_WALK;
            *hand = (unsigned)after;
        }
    }
    ps_workspace_leave(puzzle, workspace);
    return press;
}

int ps_read_move(const struct puzzle *puzzle, const unsigned char *state, struct move_reader *reader, game_move *move,
                 struct complaint *complaint)
{
    struct ps_puzzle *own = ps_puzzle_of(puzzle);
    unsigned hand = reader->memory == 0 ? start_hand(puzzle) : reader->memory - 1;
    for (;;) {
        int c = read_letter(reader, complaint);
        if (c <= 0)
            return c;
        const char *letter = strchr(move_letters, c & ~0x20);
        if (letter == NULL || *letter == '\0' || letter - move_letters >= own->keys) {
            complain(complaint, 0, 0, "'%c' is no key; keys are U R D L%s", c, own->keys > DIRECTIONS ? " and X" : "");
            return -1;
        }
        enum press press = press_key(own, state, (unsigned)(letter - move_letters), &hand, move);
        if (press == PRESS_NOTHING) {
            complain(complaint, 0, 0, "the key changes nothing at '%c%.19s'", c, reader->text);
            complaint->illegal = true;
            return -1;
        }
        reader->memory = hand + 1;
        if (press == PRESS_MOVE)
            return 1;
    }
}

/* The way of a key; PS_KEYS: not a key of this game. */
static unsigned way_of(const struct ps_puzzle *puzzle, unsigned key)
{
    unsigned way = key == KEY_ACTION  ? (unsigned)MOVE_ACTION
                   : key == KEY_TICK  ? (unsigned)PS_TICK
                   : key < DIRECTIONS ? key
                                      : (unsigned)PS_KEYS;
    return ps_is_key(puzzle, way) ? way : (unsigned)PS_KEYS;
}

static enum press press_hand(const struct puzzle *puzzle, const unsigned char *state, unsigned key, unsigned *hand,
                             game_move *move)
{
    struct ps_puzzle *own = ps_puzzle_of(puzzle);
    unsigned way = way_of(own, key);
    return way < PS_KEYS ? press_key(own, state, way, hand, move) : PRESS_NOTHING;
}

static size_t route(const struct puzzle *puzzle, const unsigned char *state, unsigned hand, game_move move,
                    unsigned char *keys, size_t capacity)
{
    struct ps_puzzle *own = ps_puzzle_of(puzzle);
    struct ps_workspace *turns = ps_workspace_take(own);
    int exit;
    size_t length = find_route(own, turns, state, hand, move, keys, capacity, &exit);
    for (size_t i = 0; i < length && i < capacity; i++)
        keys[i] = keys[i] == MOVE_ACTION ? KEY_ACTION : keys[i] == PS_TICK ? KEY_TICK : keys[i];
    ps_workspace_leave(own, turns);
    return length;
}

/* Writes the position of a state, with the player at node `hand`, into workspace->start.  Returns false if the puzzle
 * is stopped. */
static bool find_position(struct ps_puzzle *puzzle, struct ps_workspace *workspace, const unsigned char *state,
                          unsigned hand)
{
    bool won = ps_unpack(puzzle, state, workspace->start);
    if (!ps_flood(puzzle, workspace, &workspace->here, workspace->start, won))
        return false;
    ps_node_position(puzzle, &workspace->here, hand < (unsigned)workspace->here.count ? (int)hand : 0,
                     workspace->start);
    return true;
}

bool ps_position_of(const struct puzzle *puzzle, const unsigned char *state, unsigned hand, uint64_t *cells)
{
    struct ps_puzzle *own = ps_puzzle_of(puzzle);
    struct ps_workspace *workspace = ps_workspace_take(own);
    bool good = find_position(own, workspace, state, hand);
    if (good)
        memcpy(cells, workspace->start, ps_cell_bytes(workspace->state));
    ps_workspace_leave(own, workspace);
    return good;
}

/* Makes the turns of a key in a state; see ps_each_turn. */
static const char *each_turn(const struct puzzle *puzzle, const unsigned char *state, unsigned hand, unsigned key,
                             position_listener *show, void *context, unsigned *turn)
{
    struct ps_puzzle *own = ps_puzzle_of(puzzle);
    struct ps_workspace *workspace = ps_workspace_take(own);
    const char *message = NULL;
    unsigned way = way_of(own, key);
    *turn = 0;
    if (way < PS_KEYS && find_position(own, workspace, state, hand))
        message = ps_each_turn(own, workspace, workspace->start, way, show, context, turn);
    ps_workspace_leave(own, workspace);
    return message;
}

const char *ps_said(const struct puzzle *puzzle, const unsigned char *state, unsigned hand, unsigned key,
                    unsigned *turn)
{
    return each_turn(puzzle, state, hand, key, NULL, NULL, turn);
}

void ps_between(const struct puzzle *puzzle, const unsigned char *state, unsigned hand, unsigned key,
                position_listener *show, void *context)
{
    each_turn(puzzle, state, hand, key, show, context, &(unsigned){0});
}

void ps_draw_between(const struct puzzle *puzzle, const uint64_t *position, struct grid *grid)
{
    const struct ps_puzzle *own = ps_puzzle_of(puzzle);
    for (int cell = 0; cell < grid_size(grid); cell++) {
        const uint64_t *here = &position[ps_cell_of_text(grid, cell) * ps_words(own)];
        grid->cells[cell] = ps_source_byte(ps_source_of(own->game_source), here, own->background);
    }
}

/* Draws a state with the player at node `hand`.  The game's own draw function shows the least position. */
static void show_player(const struct puzzle *puzzle, const unsigned char *state, unsigned hand, struct grid *grid)
{
    struct ps_puzzle *own = ps_puzzle_of(puzzle);
    struct ps_workspace *workspace = ps_workspace_take(own);
    if (find_position(own, workspace, state, hand))
        ps_draw_between(puzzle, workspace->start, grid);
    ps_workspace_leave(own, workspace);
}

const struct game_keys ps_game_keys = {
    .hand = start_hand,
    .press = press_hand,
    .route = route,
    .show = show_player,
};

/* Taps; see engine.h.
 *
 * Both searches are breadth-first and small.  A walk goes through the cells that the player can reach; a push goes
 * through the states that result from moving one piece alone.  Positions are read from drawings, so that a game
 * needs only its rules and its face. */
#include "out/page/engine.h"

#include "games/draw/face.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_HANDS = 4096, MAX_STATES = 4000 };

int touch_player(const struct puzzle *puzzle, const struct grid *drawn, unsigned char symbol)
{
    const char *player = face_of(puzzle->game)->words->player;
    const char chosen[] = {(char)symbol, '\0'};
    if (player == NULL)
        player = chosen;
    for (int cell = 0; cell < grid_size(drawn); cell++) {
        if (drawn->cells[cell] != '\0' && strchr(player, drawn->cells[cell]) != NULL)
            return cell;
    }
    return -1;
}

bool touch_is_piece(const struct puzzle *puzzle, const struct grid *drawn, int cell)
{
    const struct face_words *words = face_of(puzzle->game)->words;
    return words->pushed != NULL && drawn->cells[cell] != '\0' && strchr(words->pieces, drawn->cells[cell]) != NULL;
}

/* --- walks --- */

/* The cell of a hand in a state; -1 if the hand has no cell or memory runs out. */
static int cell_of_hand(const struct puzzle *puzzle, const unsigned char *state, unsigned hand)
{
    struct grid drawn = {0};
    if (!puzzle->game->draw(puzzle, state, &drawn))
        return -1;
    if (puzzle->game->keys->show != NULL)
        puzzle->game->keys->show(puzzle, state, hand, &drawn);
    int cell = touch_player(puzzle, &drawn, 0);
    grid_free(&drawn);
    return cell;
}

struct step {
    unsigned hand, from; /* index of the step before it */
    unsigned char key;
};

bool touch_walk(const struct puzzle *puzzle, const unsigned char *state, unsigned hand, int cell, struct text *keys)
{
    struct step *steps = puzzle->game->keys == NULL ? NULL : malloc(MAX_HANDS * sizeof *steps);
    if (steps == NULL)
        return false;
    size_t count = 1, n = 0;
    steps[0] = (struct step){.hand = hand};
    for (; n < count && cell_of_hand(puzzle, state, steps[n].hand) != cell; n++) {
        for (unsigned key = 0; key < DIRECTIONS; key++) {
            unsigned next = steps[n].hand;
            game_move move;
            enum press press = puzzle->game->keys->press(puzzle, state, key, &next, &move);
            size_t known = count;
            while (known > 0 && steps[known - 1].hand != next)
                known--;
            if (press == PRESS_WALK && count < MAX_HANDS && known == 0)
                steps[count++] = (struct step){next, (unsigned)n, (unsigned char)key};
        }
    }
    bool found = n < count;
    /* The keys that lead to the cell.  The first step is the start of the walk. */
    unsigned char made[MAX_HANDS];
    size_t length = 0;
    for (size_t at = found ? n : 0; at > 0; at = steps[at].from)
        made[length++] = steps[at].key;
    while (length > 0)
        text_add_char(keys, (char)made[--length]);
    free(steps);
    return found;
}

/* --- pushes --- */

struct push {
    unsigned from; /* index of the push before it */
    int piece;     /* where the piece is now */
    game_move move;
};

struct pushes {
    const struct puzzle *puzzle;
    struct push *made;
    unsigned char *states; /* one state per push */
    size_t count;
};

static unsigned char *state_of(const struct pushes *pushes, size_t n)
{
    return pushes->states + n * pushes->puzzle->state_bytes;
}

static void add_push(struct pushes *pushes, size_t from, int piece, game_move move, const unsigned char *state)
{
    size_t bytes = pushes->puzzle->state_bytes;
    if (pushes->count == MAX_STATES)
        return;
    for (size_t n = 0; n < pushes->count; n++) {
        if (pushes->made[n].piece == piece && memcmp(state_of(pushes, n), state, bytes) == 0)
            return;
    }
    memcpy(state_of(pushes, pushes->count), state, bytes);
    pushes->made[pushes->count++] = (struct push){(unsigned)from, piece, move};
}

/* Adds the keys of the moves that lead to the n-th push. */
static bool add_keys(const struct pushes *pushes, size_t n, unsigned hand, struct text *keys)
{
    const struct puzzle *puzzle = pushes->puzzle;
    size_t order[MAX_STATES], count = 0;
    for (; n > 0; n = pushes->made[n].from)
        order[count++] = n;
    while (count > 0) {
        const struct push *push = &pushes->made[order[--count]];
        const unsigned char *state = state_of(pushes, push->from);
        unsigned char route[MAX_HANDS];
        size_t length = puzzle->game->keys->route(puzzle, state, hand, push->move, route, sizeof route);
        if (length == 0 || length > sizeof route)
            return false;
        for (size_t i = 0; i < length; i++) {
            game_move move;
            puzzle->game->keys->press(puzzle, state, route[i], &hand, &move);
        }
        text_add(keys, (const char *)route, length);
    }
    return true;
}

bool touch_push(const struct puzzle *puzzle, const unsigned char *state, unsigned hand, int piece, int cell,
                struct text *keys)
{
    struct grid drawn = {0};
    if (puzzle->game->keys == NULL || puzzle->game->move_cell == NULL || piece == cell ||
        !puzzle->game->draw(puzzle, state, &drawn))
        return false;
    int columns = drawn.columns, size = grid_size(&drawn);
    struct pushes pushes = {.puzzle = puzzle};
    grid_free(&drawn);
    pushes.made = malloc(MAX_STATES * sizeof *pushes.made);
    pushes.states = malloc(MAX_STATES * puzzle->state_bytes);
    game_move *moves = malloc(puzzle->max_moves * sizeof *moves);
    unsigned char *states = malloc(puzzle->max_moves * puzzle->state_bytes);
    size_t n = 0;
    if (pushes.made != NULL && pushes.states != NULL && moves != NULL && states != NULL)
        add_push(&pushes, 0, piece, 0, state);
    for (; n < pushes.count && pushes.made[n].piece != cell; n++) {
        if (puzzle->rules->solved(puzzle, state_of(&pushes, n)))
            continue; /* the game ends in this state */
        unsigned count = puzzle->rules->expand(puzzle, state_of(&pushes, n), moves, states);
        for (unsigned i = 0; i < count; i++) {
            unsigned way = move_way(moves[i]);
            int at = pushes.made[n].piece, across[] = {0, 1, 0, -1}, down[] = {-1, 0, 1, 0};
            if (way >= DIRECTIONS || puzzle->game->move_cell(puzzle, moves[i]) != at)
                continue;
            int to = at + across[way] + down[way] * columns;
            if (to >= 0 && to < size)
                add_push(&pushes, n, to, moves[i], states + i * puzzle->state_bytes);
        }
    }
    bool good = n < pushes.count && add_keys(&pushes, n, hand, keys);
    free(pushes.made);
    free(pushes.states);
    free(moves);
    free(states);
    return good;
}

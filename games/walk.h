/* Games whose player walks to the pieces that he pushes.
 *
 * A move is a push, or by the other metric a step of the player.  Solutions are in LURD notation: one letter for each
 * key press, lower case for walks, upper case for pushes.  A push names a cell, not a walk; the walks, which are the
 * shortest, are found when moves are written.  The functions below are members of `struct game`, `struct game_keys`
 * and `struct puzzle_rules`. */
#ifndef ONLYWAY_GAMES_WALK_H
#define ONLYWAY_GAMES_WALK_H

#include "games/game.h"

/* What walks depend on in a level; its cells have numbers less than `cells`. */
struct walk_level {
    bool by_steps; /* a move is a step */
    unsigned cells;
    int (*next)[DIRECTIONS]; /* [cells] the adjacent cell, or -1 */
    const int *cell_of;      /* the cell, by the number with which pushes name it */
    unsigned player;         /* where he is at the start */
    int columns;             /* of the text */
};

struct walk_rules {
    struct walk_level (*level)(const struct puzzle *puzzle);

    /* Fills in the number of pieces on each cell.  Returns the player's cell, which counts only by steps. */
    int (*look)(const struct puzzle *puzzle, const unsigned char *state, unsigned char *pieces);

    /* Writes the state after a push of the piece on a cell, or of the upper one.  Returns the cell where the player
     * then is, or -1 if the piece cannot be pushed. */
    int (*push)(const struct puzzle *puzzle, const unsigned char *state, int cell, enum direction direction,
                unsigned char *after);

    /* Handles a key press with the player at *player: he walks, or *move is the requested move.  `push` means that the
     * press is not meant as a walk. */
    enum press (*press)(const struct puzzle *puzzle, const unsigned char *state, enum direction direction, bool push,
                        unsigned *player, game_move *move);

    const char *letters; /* for the complaint about other letters: "move; moves are u, r, d and l" */
};

size_t walk_write_moves(const struct puzzle *puzzle, const game_move *moves, size_t count, char *text, size_t capacity);
size_t walk_write_label(const struct puzzle *puzzle, game_move move, char *text, size_t capacity);
size_t walk_steps(const struct puzzle *puzzle, const game_move *moves, size_t count);
int walk_read_move(const struct puzzle *puzzle, const unsigned char *state, struct move_reader *reader, game_move *move,
                   struct complaint *complaint);

/* The selection is the player's cell. */
unsigned walk_hand(const struct puzzle *puzzle);
enum press walk_press(const struct puzzle *puzzle, const unsigned char *state, unsigned key, unsigned *hand,
                      game_move *move);
size_t walk_route(const struct puzzle *puzzle, const unsigned char *state, unsigned hand, game_move move,
                  unsigned char *keys, size_t capacity);

bool walk_interplay(const struct puzzle *puzzle, const unsigned char *states, const game_move *moves, unsigned n);
unsigned walk_turns(const struct puzzle *puzzle, const unsigned char *states, const game_move *moves, unsigned count);

#endif

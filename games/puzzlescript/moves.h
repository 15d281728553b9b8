/* Moves as text and as keys. If walking costs nothing, the walks between moves are computed here. `hand` is the node of
 * the place in which the player is. Nodes are numbered in flood order from the state's own position. */
#ifndef ONLYWAY_GAMES_PUZZLESCRIPT_MOVES_H
#define ONLYWAY_GAMES_PUZZLESCRIPT_MOVES_H

#include "games/puzzlescript/place.h"

extern const struct game_keys ps_game_keys;

size_t ps_write_moves(const struct puzzle *puzzle, const game_move *moves, size_t count, char *text, size_t capacity);
/* The player's cell, or -1 if there is no single player. Symmetries map labels by this cell. */
int ps_move_cell(const struct puzzle *puzzle, game_move move);
game_move ps_map_move(const struct puzzle *puzzle, unsigned symmetry, game_move move);

size_t ps_write_label(const struct puzzle *puzzle, game_move move, char *text, size_t capacity);
int ps_read_move(const struct puzzle *puzzle, const unsigned char *state, struct move_reader *reader, game_move *move,
                 struct complaint *complaint);
size_t ps_steps(const struct puzzle *puzzle, const game_move *moves, size_t count);

/* The message that the rules show for a key; see struct language. */
const char *ps_said(const struct puzzle *puzzle, const unsigned char *state, unsigned hand, unsigned key);

/* Writes the position of a state with the player at node `hand`: ps_size cells of object_words each. Returns false if
 * the work was stopped or memory ran out. */
bool ps_position_of(const struct puzzle *puzzle, const unsigned char *state, unsigned hand, uint64_t *cells);

#endif

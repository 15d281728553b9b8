/* Moves as text and keys: where walks are free they are worked out here.  The hand is the node of the
 * place in which the player is, counted in the order of the flood from the state's own position. */
#ifndef ONLYWAY_GAMES_PUZZLESCRIPT_MOVES_H
#define ONLYWAY_GAMES_PUZZLESCRIPT_MOVES_H

#include "games/puzzlescript/place.h"

extern const struct game_keys ps_game_keys;

size_t ps_write_moves(const struct puzzle *puzzle, const game_move *moves, size_t count, char *text, size_t capacity);
/* The player's cell, -1 where no single one is told; where labels go under symmetries. */
int ps_move_cell(const struct puzzle *puzzle, game_move move);
game_move ps_map_move(const struct puzzle *puzzle, unsigned symmetry, game_move move);

size_t ps_write_label(const struct puzzle *puzzle, game_move move, char *text, size_t capacity);
int ps_read_move(const struct puzzle *puzzle, const unsigned char *state, struct move_reader *reader, game_move *move,
                 struct complaint *complaint);
size_t ps_steps(const struct puzzle *puzzle, const game_move *moves, size_t count);

/* What the rules say to a key; as struct language's. */
const char *ps_said(const struct puzzle *puzzle, const unsigned char *state, unsigned hand, unsigned key);

/* The position of a state, the player where the hand has him: ps_size cells, object_words each.  False: out of
 * memory. */
bool ps_position_of(const struct puzzle *puzzle, const unsigned char *state, unsigned hand, uint64_t *cells);

#endif

/* Solutions as text and as key presses. */
#ifndef ONLYWAY_GAMES_SNOWMAN_WALK_H
#define ONLYWAY_GAMES_SNOWMAN_WALK_H

#include "games/snowman/board.h"

size_t snowman_write_moves(const struct puzzle *puzzle, const game_move *moves, size_t count, char *text,
                           size_t capacity);
size_t snowman_steps(const struct puzzle *puzzle, const game_move *moves, size_t count);
int snowman_read_move(const struct puzzle *puzzle, const unsigned char *state, struct move_reader *reader,
                      game_move *move, struct complaint *complaint);

extern const struct game_keys snowman_keys;

#endif

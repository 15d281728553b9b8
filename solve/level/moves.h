/* Moves that come as text. */
#ifndef ONLYWAY_SOLVE_LEVEL_MOVES_H
#define ONLYWAY_SOLVE_LEVEL_MOVES_H

#include "solve/judge/judge.h"

/* Reads the solution of a puzzle from text and tries it: 1, where all moves are legal and the goal is met with
 * the last and not before; then `moves` has them and is the caller's to free.  0: it is no solution; -1: out
 * of memory. */
int solution_read(const struct puzzle *puzzle, const char *text, struct move_list *moves);

#endif

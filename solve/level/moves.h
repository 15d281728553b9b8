/* Solutions read from text. */
#ifndef ONLYWAY_SOLVE_LEVEL_MOVES_H
#define ONLYWAY_SOLVE_LEVEL_MOVES_H

#include "solve/judge/judge.h"

/* Reads the solution of a puzzle from text and tries it.  Returns 1 if all moves are legal and the last one, but none
 * before it, reaches the goal; `moves` is then the caller's to free.  Returns 0 if it is no solution and -1 if memory
 * runs out. */
int solution_read(const struct puzzle *puzzle, const char *text, struct move_list *moves);

#endif

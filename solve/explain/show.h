/* What the solve command prints for people. */
#ifndef ONLYWAY_SOLVE_EXPLAIN_SHOW_H
#define ONLYWAY_SOLVE_EXPLAIN_SHOW_H

#include "solve/judge/judge.h"

/* Adds the verdict, the figures, the solution and where the traps are. */
void show_judgement(const char *name, const struct puzzle *puzzle, const struct judgement *judgement, bool colour,
                    struct text *text);

/* Adds the listed solutions. */
void show_list(const struct puzzle *puzzle, const struct judgement *judgement, struct text *text);

/* Adds the start and the state after each move, as pictures. */
void show_states(const struct puzzle *puzzle, const struct move_list *moves, struct text *text);

enum replay_result { REPLAY_SOLVES, REPLAY_SOLVES_NOT, REPLAY_UNREADABLE, REPLAY_UNDECIDED };

/* Plays moves given as text; says whether they solve the level and, if not, which move is the first
 * that is illegal; or what kept the rules from telling.  `states`: adds pictures, too. */
enum replay_result show_replay(const char *name, const struct puzzle *puzzle, const char *moves, bool states,
                               const struct limits *limits, struct text *text);

#endif

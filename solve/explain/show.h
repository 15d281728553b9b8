/* What the solve command prints for users. */
#ifndef ONLYWAY_SOLVE_EXPLAIN_SHOW_H
#define ONLYWAY_SOLVE_EXPLAIN_SHOW_H

#include "solve/judge/judge.h"

/* Adds the verdict, the figures, the solution and the places of the traps. */
void show_judgement(const char *name, const struct puzzle *puzzle, const struct judgement *judgement, bool colour,
                    struct text *text);

/* Adds the listed solutions. */
void show_list(const struct puzzle *puzzle, const struct judgement *judgement, struct text *text);

/* Adds pictures of the start and of the state after each move. */
void show_states(const struct puzzle *puzzle, const struct move_list *moves, struct text *text);

enum replay_result { REPLAY_SOLVES, REPLAY_SOLVES_NOT, REPLAY_UNREADABLE, REPLAY_UNDECIDED };

/* Plays moves given as text.  Says whether they solve the level and, if not, which move is the first illegal one, or
 * what kept the rules from deciding.  `states` adds pictures. */
enum replay_result show_replay(const char *name, const struct puzzle *puzzle, const char *moves, bool states,
                               const struct limits *limits, struct text *text);

#endif

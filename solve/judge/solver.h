/* The solvers of games, and the other searches for which a game can have its own. */
#ifndef ONLYWAY_SOLVE_JUDGE_SOLVER_H
#define ONLYWAY_SOLVE_JUDGE_SOLVER_H

#include "games/game.h"
#include "solve/judge/judge.h"
#include "solve/search/essential.h"
#include "solve/search/limits.h"

/* A shortest solution from a state that a player has reached, for hints. */
struct hint_way {
    game_move *moves; /* owned; NULL unless SEARCH_FOUND */
    size_t count;
    char reason[LIMIT_REASON];
};

/* Finds the first, by labels, of the shortest solutions from `state`.  In Snake, where all solutions have the same
 * length, it is the first one found.  `made` holds the `count` moves from the start to `state`. */
enum search_end hint_solver_find(const struct puzzle *puzzle, const unsigned char *state, const game_move *made,
                                 size_t count, const struct limits *limits, struct hint_way *way);

void hint_solver_free(struct hint_way *way);

/* Finds where the essentially different solutions of a `multiple` level diverge.  `reason` names the limit that was
 * hit. */
typedef enum search_end divergence_function(const struct puzzle *puzzle, const struct limits *limits,
                                            struct divergences *divergences, char reason[LIMIT_REASON]);

/* Finds a shortest solution that begins with the `count` moves made, which must be legal; see hint_solver_find. */
typedef enum search_end hint_solver_function(const struct puzzle *puzzle, const game_move *made, size_t count,
                                             const struct limits *limits, struct hint_way *way);

struct solver {
    const struct game *game; /* NULL: any game */
    solver_function *judge;
    divergence_function *divergence;
    hint_solver_function *hint_solver; /* NULL: use the general search */
};

/* Returns the solver of a game.  Games without one of their own, and puzzles without a game (NULL), get the general
 * one. */
const struct solver *solver_of(const struct game *game);

/* A divergence_function for games in which only the shortest solutions count. */
divergence_function general_divergence;

/* Writes the image of a solution under a symmetry of the level.  `image` has capacity for as many moves. */
typedef void image_function(const struct puzzle *puzzle, unsigned symmetry, const game_move *moves, size_t count,
                            game_move *image);

/* Finds the divergences among the first solutions of a level, as the game's solver lists them; otherwise like a
 * divergence_function. */
enum search_end listed_divergence(const struct puzzle *puzzle, const struct limits *limits, image_function *image,
                                  struct divergences *divergences, char reason[LIMIT_REASON]);

/* --- the solver for every game without one of its own --- */

bool general_judge(const struct puzzle *puzzle, const struct request *request, struct judgement *judgement);

/* How general_judge works; for tests and measurements. */
struct general_method {
    uint64_t whole_least; /* the whole graph may always have this many states, */
    uint64_t whole_times; /* or this many times the states that the verdict took, if that is more, */
    uint64_t whole_most;  /* but then no more than this */
    unsigned essential;   /* the number of classes is exact up to this one */
};

extern const struct general_method general_default;

bool general_judge_with(const struct puzzle *puzzle, const struct request *request, struct general_method method,
                        struct judgement *judgement);

#endif

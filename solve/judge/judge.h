/* The judgement of a level: its verdict, its solutions and their measures. */
#ifndef ONLYWAY_SOLVE_JUDGE_JUDGE_H
#define ONLYWAY_SOLVE_JUDGE_JUDGE_H

#include "base/text.h"
#include "games/game.h"
#include "solve/search/limits.h"

enum verdict { VERDICT_UNIQUE, VERDICT_MULTIPLE, VERDICT_UNSOLVABLE, VERDICT_UNDECIDED };

extern const char *const verdict_names[];

/* Every measure of a solution, listed once: identifier, text for --help.  A measure that does not apply is UNKNOWN. */
#define MEASURES(X)                                                                      \
    X(depth, "moves in a shortest solution")                                             \
    X(bits, "how surprising the solution is (sum of log2 of the number of legal moves)") \
    X(choices, "positions with two or more legal moves")                                 \
    X(forced, "positions of the solution that every solution passes through")            \
    X(traps, "losing moves that do not look lost")                                       \
    X(interplay, "how often pieces get in each other's way")                             \
    X(detours, "moves that lead no closer to the goal")                                  \
    X(luck, "bits of luck that a random player needs")                                   \
    X(difficulty, "0 to 100, on the scale that all games share")                         \
    X(steps, "key presses")

enum measure {
#define X(name, help) MEASURE_##name,
    MEASURES(X)
#undef X
        MEASURE_COUNT
};

extern const char *const measure_names[MEASURE_COUNT];

#define UNKNOWN (-1.0)

/* Appends a measure with as many decimals as are meaningful; nothing if it is UNKNOWN. */
void measure_write(enum measure measure, double value, struct text *text);

/* Returns the luck in bits that a chance stands for, LUCK_MOST at most. */
enum { LUCK_MOST = 99 };
double luck_of_chance(double chance);

struct move_list {
    game_move *moves; /* owned; NULL: no list */
    size_t count;
};

bool move_lists_equal(const struct move_list *a, const struct move_list *b);

/* A losing move that does not look lost, at the position before the n-th move of the reported solution (n from 0). */
struct trap {
    unsigned position;
    game_move move;
};

/* How a player guided by the estimate fares, in bits; UNKNOWN if not known.  The difficulty is computed from this and
 * the steps.  Defined in doc/measures.md. */
struct guided {
    double luck;   /* needed to solve the level */
    double hazard; /* of the next move, averaged over all states that can be won */
};

enum {
    ESSENTIAL_MOST = 256, /* the number of essentially different solutions is exact up to this one */
};

struct judgement {
    enum verdict verdict;
    char reason[200];  /* why the level is unsolvable or undecided; may be empty */
    uint64_t at_least; /* if undecided and the depth is unknown: no solution has fewer moves */
    double measure[MEASURE_COUNT];
    struct guided guided;
    double turns;              /* moves of the piece that moves least in the reported solution; UNKNOWN if not known */
    int greedy;                /* 1 yes, 0 no, -1 unknown */
    struct text solutions;     /* decimal; empty: unknown */
    struct text essential;     /* decimal, or ">N" if there are more */
    int64_t essential_low;     /* the number, or the largest proved lower bound */
    struct move_list reported; /* moves is NULL if there is none, even if the depth is known */
    struct move_list *listed;  /* the solutions requested, one of each essential class first */
    size_t listed_count;
    size_t listed_classes; /* how many of them represent a class each */
    struct trap *traps;    /* in order; MEASURE_traps is their number */
    uint64_t states;
    uint64_t hash; /* 0: unknown */
    unsigned symmetry;
    bool leaves_files;   /* the search may have left files, which the caller removes once it has everything it needs */
    struct text remarks; /* complete lines about these files */
};

/* Which measures are wanted besides the verdict, the depth and the counts. */
enum measures_wanted {
    MEASURES_NONE,
    MEASURES_AUTO,  /* those that need the whole state graph only if it is not much more work than the verdict */
    MEASURES_CHEAP, /* those that do not need it */
    MEASURES_ALL,   /* all that the limits allow */
};

static inline bool measures_need_graph(enum measures_wanted wanted)
{
    return wanted == MEASURES_AUTO || wanted == MEASURES_ALL;
}

/* How a search continues when it no longer fits into memory (solve/search/disk/disk.h).  Programs that use it link
 * it; it is not part of the library. */
struct disk_search;
struct search;
struct beyond {
    bool (*waits)(const struct disk_search *disk, const struct search *search);
    enum search_end (*inside)(struct search *search, const struct disk_search *disk); /* in memory, before `search` */
    enum search_end (*search)(struct search *search, const struct disk_search *disk);
    bool (*all)(const struct disk_search *disk, bool mine); /* returns whether something holds for all ranks; NULL: the
                                                             * other ranks only search, and do not judge */
    const struct disk_search *disk;
    uint64_t inner_most; /* the most states to search in memory before `search`; 0: as many as the limits allow */
};

struct request {
    struct limits limits;
    const struct beyond *beyond; /* NULL: a search ends where memory does */
    unsigned variant;            /* for `beyond`: distinguishes variants of a level whose texts are equal */
    size_t list;                 /* how many solutions to list */
    enum measures_wanted measures;
    bool whole;      /* with these measures: search the whole graph, however large; if that hits a limit, the level is
                      * undecided */
    bool rounded;    /* luck and difficulty need only be right as measure_write rounds them */
    unsigned enough; /* stop once this many essentially different solutions are known; 0: tell as many apart as
                      * possible */
};

/* Judges a level of any game.  Returns false if memory runs out; *judgement then holds nothing to free. */
bool judge(const struct puzzle *puzzle, const struct request *request, struct judgement *judgement);

void judgement_free(struct judgement *judgement);

/* Computes the hash of a level of a game.  Rotated and reflected levels share it.  Returns false if memory runs out. */
bool level_hash(const struct puzzle *puzzle, uint64_t *hash);

/* A solver fills in verdict, reason, depth, solutions, essential, reported, listed, states, forced and luck, and the
 * rest through measure_solution and judgement_guided.  Returns false if memory runs out. */
typedef bool solver_function(const struct puzzle *puzzle, const struct request *request, struct judgement *judgement);

/* Sets the number of classes and the verdict of a level that has solutions.  If not `exact`, the number is a lower
 * bound. */
void judgement_set_essential(struct judgement *judgement, int64_t number, bool exact);

/* Makes the verdict undecided for the given reason.  No solution has fewer than `at_least` moves, and a solution of
 * `known` moves was found (negative: none was).  If both are equal, they are the depth. */
void judgement_undecided(struct judgement *judgement, uint64_t at_least, int64_t known, const char *reason);

/* Makes the verdict unsolvable.  The caller adds the reason. */
void judgement_unsolvable(struct judgement *judgement);

/* Resets everything that a solver filled in, except the hash and the remarks.  Files that its search left are kept. */
void judgement_take_back(const struct puzzle *puzzle, struct judgement *judgement);

/* Resets the measures of the reported solution, except its depth. */
void judgement_forget_measures(struct judgement *judgement);

/* Appends a copy of a solution to `listed`.  Returns false if memory runs out. */
bool judgement_list(struct judgement *judgement, const game_move *moves, size_t count);

/* Sets the reported solution to a copy.  Returns false if memory runs out. */
bool judgement_report(struct judgement *judgement, const game_move *moves, size_t count);

/* Sets how a guided player fares, and computes the difficulty from that and the steps, which must be known before. */
void judgement_guided(struct judgement *judgement, double luck, double hazard);

/* Returns whether the judgement has a reported solution. */
static inline bool judgement_has_solution(const struct judgement *judgement)
{
    return judgement->reported.moves != NULL;
}

/* Returns whether the goal can still be reached from a state one move off the reported solution: 1 yes, 0 no, -1
 * unknown.  Instead of 0 it may return WINNABLE_NOT_PLAINLY (the state is obviously lost, as the rules define
 * `lost`) or WINNABLE_NOT_HIDDEN (it is not); the caller then need not ask the rules. */
typedef int winnable_function(void *context, const unsigned char *state);
enum { WINNABLE_NOT_PLAINLY = 2, WINNABLE_NOT_HIDDEN = 3 };

/* Fills in bits, choices, traps, interplay, detours, turns, greedy and steps of the reported solution.  Returns false
 * if memory runs out. */
bool measure_solution(const struct puzzle *puzzle, winnable_function *winnable, void *context,
                      struct judgement *judgement);

/* How difficult a level is: a number from 0 to 100, on the same scale in every game, computed from other measures;
 * and named bands of difficulty. doc/measures.md explains the formula. */

/* Returns the difficulty as a whole number, computed from how a guided player fares and from the key presses of the
 * solution.  UNKNOWN if either is UNKNOWN. */
double difficulty_of(const struct guided *guided, double steps);

/* Bands of difficulty: identifier (also the name), and the least difficulty in the band. */
#define DIFFICULTY_BANDS(X) X(easy, 0) X(medium, 25) X(hard, 50) X(expert, 75)

enum difficulty_band {
#define X(name, low) DIFFICULTY_##name,
    DIFFICULTY_BANDS(X)
#undef X
        DIFFICULTY_BAND_COUNT
};

extern const char *const difficulty_band_names[DIFFICULTY_BAND_COUNT];

/* Returns the least and the greatest difficulty of a band. */
int difficulty_band_low(enum difficulty_band band);
int difficulty_band_high(enum difficulty_band band);

/* Returns the band of a difficulty from 0 to 100. */
enum difficulty_band difficulty_band_of(double difficulty);

/* --- consistency checks that every judgement must pass; for self-checks, not for verdicts --- */

/* Returns whether the reported solution is legal by the plain rules, has as many moves as the depth, meets the goal
 * with its last move and not before, and no estimate along it exceeds the moves left.  Without a reported solution,
 * the verdict must be unsolvable or undecided.  The moves are not checked if memory runs out or the rules were
 * stopped. */
bool judgement_stands(const struct puzzle *puzzle, const struct judgement *judgement);

#endif

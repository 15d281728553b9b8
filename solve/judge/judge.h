/* What there is to say of a level: its verdict, its solutions and their measures. */
#ifndef ONLYWAY_SOLVE_JUDGE_JUDGE_H
#define ONLYWAY_SOLVE_JUDGE_JUDGE_H

#include "base/text.h"
#include "games/game.h"
#include "solve/search/limits.h"

enum verdict { VERDICT_UNIQUE, VERDICT_MULTIPLE, VERDICT_UNSOLVABLE, VERDICT_UNDECIDED };

extern const char *const verdict_names[];

/* Every figure about a solution, once: identifier, words for --help.  A figure that does not apply
 * is UNKNOWN. */
#define MEASURES(X)                                                           \
    X(depth, "moves in a shortest solution")                                  \
    X(bits, "how surprising the solution is: sum of log2 of the legal moves") \
    X(choices, "positions with two or more legal moves")                      \
    X(forced, "positions of the solution that every solution passes")         \
    X(traps, "losing moves that do not look lost")                            \
    X(interplay, "how often pieces interfere")                                \
    X(detours, "moves that do not come nearer to the goal")                   \
    X(luck, "bits of luck that a random player needs")                        \
    X(difficulty, "0 to 100, on the scale that all games share")              \
    X(steps, "key presses")

enum measure {
#define X(name, help) MEASURE_##name,
    MEASURES(X)
#undef X
        MEASURE_COUNT
};

extern const char *const measure_names[MEASURE_COUNT];

#define UNKNOWN (-1.0)

/* Adds a figure with as many decimals as it is known to; nothing where it is UNKNOWN. */
void measure_write(enum measure measure, double value, struct text *text);

/* The luck that a chance takes: its bits, LUCK_MOST at most. */
enum { LUCK_MOST = 99 };
double luck_of_chance(double chance);

struct move_list {
    game_move *moves; /* owned; NULL where there are none */
    size_t count;
};

bool move_lists_equal(const struct move_list *a, const struct move_list *b);

/* A losing move that does not look lost, at the position before the n-th move of the reported
 * solution (counted from 0). */
struct trap {
    unsigned position;
    game_move move;
};

/* How a player fares who is guided by the estimate, in bits; UNKNOWN where that is not known.  It is what
 * difficulty is made of, besides steps; doc/measures.md defines it. */
struct guided {
    double luck;   /* that he needs to get through */
    double hazard; /* that his next move takes, on the average of all states that can be won */
};

struct judgement {
    enum verdict verdict;
    char reason[200];  /* why it is unsolvable or undecided; may be empty */
    uint64_t at_least; /* undecided, of unknown depth: no solution has fewer moves */
    double measure[MEASURE_COUNT];
    struct guided guided;
    int greedy;                /* 1 yes, 0 no, -1 unknown */
    struct text solutions;     /* decimal; empty where unknown */
    struct text essential;     /* decimal, or ">N" */
    int64_t essential_low;     /* the number, or the most that is proved */
    struct move_list reported; /* moves NULL where there is none, though the depth may be known */
    struct move_list *listed;  /* the solutions asked for, one of each essential class first */
    size_t listed_count;
    size_t listed_classes; /* how many of them stand for a class of their own */
    struct trap *traps;    /* as many as the measure says, in order */
    uint64_t states;
    uint64_t hash; /* 0: not known */
    unsigned symmetry;
    bool
        leaves_files; /* its search may have left files, which are for the caller to remove once he has what he wants */
    struct text remarks; /* whole lines about these files */
};

/* What is wanted beyond the verdict, the depth and the counts. */
enum measures_wanted {
    MEASURES_NONE,
    MEASURES_ALL,
    MEASURES_CHEAP, /* those that need no whole graph of states */
};

/* What goes on where a search no longer fits into memory (solve/search/disk/disk.h).  It is linked into programs that
 * ask for it, and not into the library. */
struct disk_search;
struct search;
struct beyond {
    bool (*waits)(const struct disk_search *disk, const struct search *search);
    bool (*inside)(struct search *search, const struct disk_search *disk); /* in memory, before that */
    bool (*search)(struct search *search, const struct disk_search *disk);
    bool (*all)(const struct disk_search *disk,
                bool mine); /* whether it is so for all partners; NULL: they only search */
    const struct disk_search *disk;
    uint64_t inner_most; /* states that are searched in memory before; 0: as many as the limits allow */
};

struct request {
    struct limits limits;
    const struct beyond *beyond; /* NULL: nothing does */
    unsigned variant;            /* for that: what tells variants of a level apart that are written alike */
    size_t list;                 /* how many solutions to list */
    enum measures_wanted measures;
    bool whole;      /* with all measures: the whole graph, however large; over a limit it is undecided */
    unsigned enough; /* it is enough to know that there are so many essentially different solutions;
                      * 0: as many as can be told */
};

/* Judges a level of any game.  False: out of memory, and *judgement holds nothing to free. */
bool judge(const struct puzzle *puzzle, const struct request *request, struct judgement *judgement);

void judgement_free(struct judgement *judgement);

/* The hash of a level of a game, which rotated and reflected levels share.  False: out of memory. */
bool level_hash(const struct puzzle *puzzle, uint64_t *hash);

/* A solver fills in verdict, reason, depth, solutions, essential, reported, listed, states, forced,
 * and, through measure_solution, the rest.  False: out of memory. */
typedef bool solver_function(const struct puzzle *puzzle, const struct request *request, struct judgement *judgement);

/* Leaves it undecided for that reason.  No solution has fewer than `at_least` moves, and one of
 * `known` moves was met (negative: none was); where these are the same, it is the depth. */
void judgement_undecided(struct judgement *judgement, uint64_t at_least, int64_t known, const char *reason);

/* Forgets all that a solver has filled in, but for the hash and the remarks.  Files that its search left stay. */
void judgement_take_back(const struct puzzle *puzzle, struct judgement *judgement);

/* Forgets the measures of the reported solution, but not its depth. */
void judgement_forget_measures(struct judgement *judgement);

/* Appends a copy of some moves to `listed`.  False: out of memory. */
bool judgement_list(struct judgement *judgement, const game_move *moves, size_t count);

/* Sets the reported solution to a copy.  False: out of memory. */
bool judgement_report(struct judgement *judgement, const game_move *moves, size_t count);

/* Sets how a guided player fares and, of that and the steps, which are to be known before, the difficulty. */
void judgement_guided(struct judgement *judgement, double luck, double hazard);

/* Whether there is a reported solution. */
static inline bool judgement_has_solution(const struct judgement *judgement)
{
    return judgement->reported.moves != NULL;
}

/* Whether the goal can still be reached from a state that is one move from the reported solution: 1 yes, 0 no, -1
 * unknown; or no, and whether that is obvious as the rules define `lost`, which then need not be asked. */
typedef int winnable_function(void *context, const unsigned char *state);
enum { WINNABLE_NOT_PLAINLY = 2, WINNABLE_NOT_HIDDEN = 3 };

/* Fills in bits, choices, traps, interplay, detours, greedy and steps of the reported solution.
 * False: out of memory. */
bool measure_solution(const struct puzzle *puzzle, winnable_function *winnable, void *context,
                      struct judgement *judgement);

#endif

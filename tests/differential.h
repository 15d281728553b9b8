/* Differential testing: judges random small levels again under changes that must not affect the result.
 *
 * A *specimen* is a level and the variant of its game.  A *trial* is a specimen and its plain judgement.  A *change*
 * judges the same level in another way (turned, with more threads, without a pruning rule, by a slow judge) and
 * reports any difference.  If a change does not hold for a specimen, the specimen is shrunk to the smallest one for
 * which the change still fails. */
#ifndef ONLYWAY_TESTS_DIFFERENTIAL_H
#define ONLYWAY_TESTS_DIFFERENTIAL_H

#include "solve/judge/judge.h"
#include "tests/levels.h"

struct specimen {
    const struct game *game;
    struct variant variant;
    struct grid grid; /* owned */
    /* If not NULL, breaks each puzzle that is made of the specimen, so that the tests of the tester find a
     * difference. */
    void (*spoil)(struct puzzle *puzzle);
};

/* The functions below abort when memory runs out. */
struct specimen specimen_copy(const struct specimen *specimen);
void specimen_free(struct specimen *specimen);

/* Returns the puzzle of a specimen, or NULL if the specimen is not a valid level.  The caller frees it with the
 * `free` function of its game. */
struct puzzle *specimen_load(const struct specimen *specimen);

/* Returns the specimen transformed by one of its game's symmetries. */
struct specimen specimen_turned(const struct specimen *specimen, unsigned symmetry);

/* Appends the level as text; each row ends with '\n'. */
void specimen_write(const struct specimen *specimen, struct text *text);

/* --- judging --- */

/* The parts of two judgements that must be equal. */
enum {
    AGREE_COUNTS = 1,     /* verdict, depth, solutions, essential */
    AGREE_HASH = 2,       /* hash and number of symmetries */
    AGREE_REPORTED = 4,   /* the reported solution */
    AGREE_MEASURES = 8,   /* all measures except those of AGREE_ESTIMATED */
    AGREE_ESTIMATED = 16, /* detours, greedy and difficulty, which depend on estimates or the order of moves */
    AGREE_STATES = 32,
    AGREE_RESULTS = 31, /* everything except states */
    MAY_LACK = 64,      /* measures may be unknown in the second judgement */
};

struct trial {
    const struct specimen *specimen;
    struct puzzle *puzzle;
    struct judgement judgement; /* with one thread, all measures */
};

/* Judges a specimen without changes.  Returns false, and leaves nothing to free in *trial, if it is not a valid
 * level or has too many states.  `fits` receives whether the level is valid, and may be NULL. */
bool trial_make(struct trial *trial, const struct specimen *specimen, bool *fits);
void trial_free(struct trial *trial);

/* Judges the puzzle, and aborts when memory runs out. */
void judge_or_abort(const struct puzzle *puzzle, const struct request *request, struct judgement *judgement);

/* Returns whether two judgements agree in the parts `what` (AGREE_...).  Describes the first difference in `why`. */
bool judgements_agree(const struct judgement *expected, const struct judgement *got, unsigned what, struct text *why);

/* Requests all measures, with a state limit high enough for states that pruning normally skips. */
extern const struct request whole_request;

/* Judges the puzzle again and compares the result with the trial.  Returns true if the new verdict is undecided,
 * because then there is nothing to compare. */
bool agrees_again(const struct trial *trial, const struct puzzle *puzzle, const struct request *request, unsigned what,
                  struct text *why);

/* Returns whether the moves are legal, lead from the start to the goal, and reach the goal only with the last move. */
bool moves_solve(const struct puzzle *puzzle, const struct move_list *moves);

/* Removes all pruning from a puzzle.  `plain` becomes its rules and must outlive it. */
void puzzle_make_plain(struct puzzle *puzzle, struct puzzle_rules *plain);

/* --- changes --- */

struct change {
    const char *name;        /* as typed */
    const struct game *game; /* NULL: every game */
    unsigned which;          /* parameter of `holds` */
    bool (*holds)(const struct trial *trial, const struct change *change, struct text *why);
};

/* All changes; a NULL name ends the table. */
extern const struct change differential_changes[];

/* The functions of the table, grouped by what they change: */

typedef bool change_function(const struct trial *trial, const struct change *change, struct text *why);

/* The pruning that the change removes. */
enum { WITHOUT_LIVE_MOVES, WITHOUT_DEAD, WITHOUT_ESTIMATE, WITHOUT_PRUNING };

/* How move labels name pieces. */
enum { PIECES_BY_RULES, PIECES_IN_TEXT };

/* the level (differential_level.c) */
change_function holds_turned, holds_turned_with_labels, holds_padded, holds_for_swapped_birds, holds_for_swapped_blocks;

/* the way the search runs (differential_search.c) */
change_function holds_on_disk, holds_with_jobs, holds_without_measures, holds_as_large, holds_with_cheap_measures,
    holds_with_enough, holds_when_spared, holds_without_hook, holds_on_wide_board, holds_with_tables;

/* the limits of the search (differential_limits.c) */
change_function holds_with_few_states, holds_with_little_memory, holds_with_ample_limits;

/* other ways to obtain the solutions (differential_solutions.c) */
change_function holds_for_list, holds_for_way;

/* the text of the level (differential_text.c) */
change_function holds_as_text, holds_in_collection;

/* slow judges (differential_slow.c) */
change_function holds_for_slow_judge, holds_for_longcat_oracle, holds_for_plain_tours;

/* the explanation of the verdict (differential_why.c) */
change_function holds_for_why;

/* the unique levels nearby (differential_mend.c) */
change_function holds_for_mend;

/* the smallest level that is still the same puzzle (differential_compact.c) */
change_function holds_for_compact;

/* slow rules (differential_rules.c) */
change_function holds_for_slow_birds, holds_for_slow_snowman, holds_for_slow_capacity;

/* Returns whether a change applies to a game. */
bool change_applies(const struct change *change, const struct game *game);

/* --- proposing and shrinking --- */

/* Returns whether random levels of a game can be proposed. */
bool specimen_can_propose(const struct game *game);

/* Returns a random level of the game `wanted`, which must be one that can be proposed, or of any game if `wanted` is
 * NULL.  The source of a language's level is valid until the next call. */
struct specimen specimen_propose(struct chance *chance, const struct game *wanted);

/* Shrinks a specimen for which a change does not hold, as far as the change still fails.  `why` describes the
 * failure of the final specimen. */
void specimen_shrink(struct specimen *specimen, const struct change *change, struct text *why);

#endif

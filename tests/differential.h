/* Differential testing: random small levels, each judged again under changes that must not
 * matter.
 *
 * A *specimen* is a level with the variant of its game that is played.  A *trial* is a specimen
 * and what the plain judgement says of it.  A *change* judges the same level in another way
 * (turned, with more threads, without some pruning rule, by a slow judge) and says in what it
 * differs.  A specimen for which a change does not hold is shrunk to the smallest one for which
 * it still does not. */
#ifndef ONLYWAY_TESTS_DIFFERENTIAL_H
#define ONLYWAY_TESTS_DIFFERENTIAL_H

#include "solve/judge/judge.h"
#include "tests/levels.h"

struct specimen {
    const struct game *game;
    struct variant variant;
    struct grid grid; /* owned */
    /* Spoils each puzzle that is made of the specimen, so that tests of the tester have something
     * to find; NULL: no. */
    void (*spoil)(struct puzzle *puzzle);
};

/* Copies and makes; abort when memory runs out, as everything here does. */
struct specimen specimen_copy(const struct specimen *specimen);
void specimen_free(struct specimen *specimen);

/* The puzzle of a specimen, to be freed by its game; NULL: it is no level. */
struct puzzle *specimen_load(const struct specimen *specimen);

/* The specimen under one of its game's symmetries. */
struct specimen specimen_turned(const struct specimen *specimen, unsigned symmetry);

/* The level as text, with '\n' behind each row. */
void specimen_write(const struct specimen *specimen, struct text *text);

/* --- judging --- */

/* What must be equal in two judgements. */
enum {
    AGREE_COUNTS = 1,     /* verdict, depth, solutions, essential */
    AGREE_HASH = 2,       /* hash and number of symmetries */
    AGREE_REPORTED = 4,   /* the reported solution */
    AGREE_MEASURES = 8,   /* all others, but for the next */
    AGREE_ESTIMATED = 16, /* detours, greedy and difficulty, which rest on estimates or the order of moves */
    AGREE_STATES = 32,
    AGREE_RESULTS = 31, /* all but states */
    MAY_LACK = 64,      /* measures may be unknown in the second one */
};

struct trial {
    const struct specimen *specimen;
    struct puzzle *puzzle;
    struct judgement judgement; /* with one thread, all measures */
};

/* Judges a specimen plainly.  False: it is no level or has too many states; then *trial holds
 * nothing. `fits`: whether it was a level, may be NULL. */
bool trial_make(struct trial *trial, const struct specimen *specimen, bool *fits);
void trial_free(struct trial *trial);

/* Judges; aborts when memory runs out. */
void judge_or_abort(const struct puzzle *puzzle, const struct request *request, struct judgement *judgement);

/* Whether two judgements agree in some things; `why` is told the first in which they do not. */
bool judgements_agree(const struct judgement *expected, const struct judgement *got, unsigned what, struct text *why);

/* All measures, with room for the states that pruning leaves out. */
extern const struct request whole_request;

/* Judges once more and compares.  Where that is undecided nothing can be said: true. */
bool agrees_again(const struct trial *trial, const struct puzzle *puzzle, const struct request *request, unsigned what,
                  struct text *why);

/* Whether legal moves come from the start to the goal, and not before the last. */
bool moves_solve(const struct puzzle *puzzle, const struct move_list *moves);

/* Takes all pruning out of a puzzle; `plain` becomes its rules and must outlive it. */
void puzzle_make_plain(struct puzzle *puzzle, struct puzzle_rules *plain);

/* --- changes --- */

struct change {
    const char *name;        /* as typed */
    const struct game *game; /* NULL: every game */
    unsigned which;          /* for the function */
    bool (*holds)(const struct trial *trial, const struct change *change, struct text *why);
};

/* All changes, the name NULL last. */
extern const struct change differential_changes[];

/* The functions of the table, by what they change: */

typedef bool change_function(const struct trial *trial, const struct change *change, struct text *why);

/* What pruning `live-moves` and the like go without. */
enum { WITHOUT_LIVE_MOVES, WITHOUT_DEAD, WITHOUT_ESTIMATE, WITHOUT_PRUNING };

/* What pieces are in labels. */
enum { PIECES_BY_RULES, PIECES_IN_TEXT };

/* of the level (differential_level.c) */
change_function holds_turned, holds_turned_with_labels, holds_padded, holds_for_swapped_birds, holds_for_swapped_blocks;

/* of how the search goes about it (differential_search.c) */
change_function holds_on_disk, holds_with_jobs, holds_without_measures, holds_with_cheap_measures, holds_with_enough,
    holds_when_spared, holds_without_hook, holds_on_wide_board, holds_with_tables;

/* of its limits (differential_limits.c) */
change_function holds_with_few_states, holds_with_little_memory, holds_with_ample_limits;

/* the solutions in other ways (differential_solutions.c) */
change_function holds_for_list, holds_for_way;

/* of the text (differential_text.c) */
change_function holds_as_text, holds_in_collection;

/* slow judges (differential_slow.c) */
change_function holds_for_slow_judge, holds_for_longcat_oracle, holds_for_plain_tours;

/* why a level is what it is (differential_why.c) */
change_function holds_for_why;

/* the unique levels near it (differential_mend.c) */
change_function holds_for_mend;

/* the smallest level that is still the same puzzle (differential_compact.c) */
change_function holds_for_compact;

/* slow rules (differential_rules.c) */
change_function holds_for_slow_birds, holds_for_slow_snowman, holds_for_slow_capacity;

/* Whether a change applies to a game. */
bool change_applies(const struct change *change, const struct game *game);

/* --- proposing and shrinking --- */

/* Whether there are random levels of a game. */
bool specimen_can_propose(const struct game *game);

/* A random level; `wanted` NULL: of any game, else of one that can be proposed. */
struct specimen specimen_propose(struct chance *chance, const struct game *wanted);

/* Makes a specimen for which a change does not hold as small as can be.  `why` is told what is
 * wrong with the last one. */
void specimen_shrink(struct specimen *specimen, const struct change *change, struct text *why);

#endif

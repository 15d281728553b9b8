/* LongCat's solver.
 *
 * Every slide covers cells for good, so positions form a graph without cycles.  The search walks it
 * depth first, keeps each position with the number of solutions from there and the length of the
 * shortest, and drops what the pruning rules prove lost.  A position that two ways share is counted
 * once, which makes counts possible that no listing would ever reach.
 *
 * No two solutions differ by the swap of neighbouring moves: the two orders cover different cells.
 * So solutions are essentially the same only under the symmetries of the level, and since a symmetry
 * other than the identity changes any solution of two or more slides, there are exactly
 * solutions / symmetries of them. */
#include "solve/longcat/solver.h"

#include "solve/longcat/luck.h"
#include "solve/longcat/memo.h"
#include "solve/longcat/position.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A position on the way from the start to the one at hand. */
struct frame {
    uint32_t number;
    unsigned char direction; /* the next one to try */
};

struct cat_search {
    const struct longcat *board;
    const struct request *request;
    struct judgement *judgement;
    struct position position;
    struct memo memo;
    struct count_pool pool;
    struct watch watch;
    struct frame *frames; /* [cells + 1] */
    uint64_t *key;
    int64_t known; /* moves of the shortest solution met when a limit stopped it; -1: none */
    bool failed;   /* out of memory */
};

static bool search_make(struct cat_search *search, const struct longcat *board,
                        struct longcat_method method)
{
    search->board = board;
    if (!position_make(&search->position, board, method.wide, method.rules))
        return false;
    search->frames = calloc(board->cells + 1, sizeof *search->frames);
    search->key = calloc(search->position.words, sizeof *search->key);
    return search->frames != NULL && search->key != NULL &&
           memo_make(&search->memo, search->position.words);
}

static void search_free(struct cat_search *search)
{
    position_free(&search->position);
    memo_free(&search->memo);
    count_pool_free(&search->pool);
    free(search->frames);
    free(search->key);
}

/* The number of the position at hand, or MEMO_NONE where the search has not kept it. */
static uint32_t find(struct cat_search *search)
{
    position_key(&search->position, search->key);
    return memo_find(&search->memo, search->key);
}

static uint32_t add(struct cat_search *search)
{
    uint32_t number = memo_add(&search->memo, search->key);
    if (number == MEMO_NONE)
        search->failed = true;
    else if (position_solved(&search->position))
        search->memo.entries[number].solutions = 1;
    return number;
}

/* Adds what was found after one slide to the position before it. */
static void add_solutions(struct cat_search *search, uint32_t number, uint32_t after)
{
    struct memo_entry *entry = &search->memo.entries[number];
    const struct memo_entry *next = &search->memo.entries[after];
    if (next->solutions == 0)
        return;
    if (entry->solutions == 0 || next->shortest + 1 < entry->shortest)
        entry->shortest = next->shortest + 1;
    assert(entry->shortest > 0 && entry->shortest <= search->board->cells);
    entry->solutions = count_add(&search->pool, entry->solutions, next->solutions);
    assert(entry->solutions != 0 || search->pool.failed);
}

/* What is known where the search stops in the frame `top`: the moves of the shortest solution that it
 * came to.  The positions it is in the midst of have not handed on what was found behind them.  -1: it
 * came to none. */
static int64_t shortest_so_far(const struct cat_search *search, const struct frame *top)
{
    int64_t shortest = -1;
    for (const struct frame *frame = search->frames; frame <= top; frame++) {
        const struct memo_entry *entry = &search->memo.entries[frame->number];
        int64_t moves = (int64_t)(frame - search->frames) + (int64_t)entry->shortest;
        if (entry->solutions != 0 && (shortest < 0 || moves < shortest))
            shortest = moves;
    }
    return shortest;
}

/* Counts the solutions of every position that can be reached and is not proved lost.  False: a
 * limit was hit or memory ran out. */
static bool count_all(struct cat_search *search)
{
    struct frame *top = search->frames;
    position_key(&search->position, search->key);
    *top = (struct frame){add(search), 0};
    while (!search->failed) {
        if (top->direction == DIRECTIONS) {
            if (top == search->frames)
                return !search->pool.failed;
            position_undo(&search->position);
            top--;
            add_solutions(search, top->number, top[1].number);
            continue;
        }
        enum direction direction = (enum direction)top->direction++;
        if (!position_slide(&search->position, direction))
            continue;
        uint32_t after = find(search);
        if (after == MEMO_NONE && (position_solved(&search->position) ||
                                   !position_hopeless(&search->position, search->position.rules))) {
            size_t bytes = memo_bytes(&search->memo) + count_pool_bytes(&search->pool);
            if (!watch_allows(&search->watch, search->memo.used + UINT64_C(1), bytes)) {
                search->known = shortest_so_far(search, top);
                return false;
            }
            *++top = (struct frame){add(search), 0};
            continue;
        }
        if (after != MEMO_NONE)
            add_solutions(search, top->number, after);
        position_undo(&search->position);
    }
    return false;
}

/* The entry after a slide from the position at hand, which stays slid; NULL, and nothing slid,
 * where that is no move or nothing is won that way. */
static const struct memo_entry *slide_to_win(struct cat_search *search, enum direction direction)
{
    if (!position_slide(&search->position, direction))
        return NULL;
    uint32_t number = find(search);
    if (number != MEMO_NONE && search->memo.entries[number].solutions != 0)
        return &search->memo.entries[number];
    position_undo(&search->position);
    return NULL;
}

/* Finds the first of the shortest solutions. */
static bool report_solution(struct cat_search *search)
{
    uint32_t depth = search->memo.entries[0].shortest;
    game_move *moves = calloc(depth + 1, sizeof *moves);
    if (moves == NULL)
        return false;
    for (uint32_t n = 0; n < depth; n++) {
        for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
            const struct memo_entry *after = slide_to_win(search, (enum direction)direction);
            if (after != NULL && after->shortest + n + 1 == depth) {
                moves[n] = move_make(0, (enum direction)direction);
                break;
            }
            if (after != NULL)
                position_undo(&search->position);
        }
    }
    for (uint32_t n = 0; n < depth; n++)
        position_undo(&search->position);
    bool good = judgement_report(search->judgement, moves, depth);
    free(moves);
    return good;
}

/* --- forced: positions that every solution passes --- */

/* Walks everything that is won from the position at hand without following the reported solution,
 * and returns the furthest position of the solution (numbered as in `on_way`, a goal as the last)
 * that any of these ways comes back to.  Entries have been marked with 1 + their number on the way;
 * UINT32_MAX marks those that were walked before. */
static uint32_t furthest_return(struct cat_search *search, uint32_t depth)
{
    uint32_t furthest = 0;
    struct frame *bottom = search->frames, *top = bottom;
    top->direction = 0;
    for (;;) {
        if (top->direction == DIRECTIONS) {
            if (top == bottom)
                return furthest;
            position_undo(&search->position);
            top--;
            continue;
        }
        if (slide_to_win(search, (enum direction)top->direction++) == NULL)
            continue;
        uint32_t number = find(search);
        struct memo_entry *entry = &search->memo.entries[number];
        uint32_t reached = position_solved(&search->position) ? depth
                           : entry->seen_by != UINT32_MAX     ? entry->seen_by - 1
                                                              : 0;
        if (entry->seen_by == 0 && !position_solved(&search->position)) {
            entry->seen_by = UINT32_MAX;
            *++top = (struct frame){number, 0};
            continue;
        }
        furthest = reached > furthest ? reached : furthest;
        position_undo(&search->position);
    }
}

static void mark_solution(struct cat_search *search)
{
    const struct move_list *reported = &search->judgement->reported;
    search->memo.entries[0].seen_by = 1;
    for (size_t n = 0; n < reported->count; n++) {
        position_slide(&search->position, move_direction(reported->moves[n]));
        search->memo.entries[find(search)].seen_by = (uint32_t)n + 2;
    }
    for (size_t n = 0; n < reported->count; n++)
        position_undo(&search->position);
}

/* A position is passed by every solution if no way leaves the reported solution before it and comes
 * back behind it. */
static double count_forced(struct cat_search *search)
{
    const struct move_list *reported = &search->judgement->reported;
    uint32_t depth = (uint32_t)reported->count;
    if (search->memo.entries[0].solutions == 1)
        return depth > 0 ? depth - 1 : 0;
    mark_solution(search);
    uint32_t bridged = 0; /* some way goes past all positions before this one */
    unsigned forced = 0;
    for (uint32_t n = 0; n < depth; n++) {
        forced += n > 0 && n >= bridged;
        uint32_t furthest = furthest_return(search, depth);
        bridged = furthest > bridged ? furthest : bridged;
        position_slide(&search->position, move_direction(reported->moves[n]));
    }
    for (uint32_t n = 0; n < depth; n++)
        position_undo(&search->position);
    return forced;
}

/* --- listing --- */

/* Whether no symmetry of the level makes a solution that comes before this one. */
static bool is_first_of_class(const struct puzzle *puzzle, const game_move *moves, size_t length)
{
    for (unsigned s = 1; s < puzzle->symmetry_count; s++) {
        for (size_t n = 0; n < length; n++) {
            enum direction own = move_direction(moves[n]);
            enum direction image = symmetry_direction(puzzle->symmetries[s], own);
            if (image < own)
                return false;
            if (image > own)
                break;
        }
    }
    return true;
}

/* Lists solutions in the order of their labels: those that are (not) the first of their class. */
static bool list_solutions(struct cat_search *search, bool first_of_class)
{
    struct judgement *judgement = search->judgement;
    const struct puzzle *puzzle = &search->board->puzzle;
    game_move *moves = calloc(search->board->cells + 1, sizeof *moves);
    if (moves == NULL)
        return false;
    bool good = true;
    size_t length = 0;
    unsigned direction = 0;
    while (good && judgement->listed_count < search->request->list) {
        if (direction == 0 && position_solved(&search->position) &&
            is_first_of_class(puzzle, moves, length) == first_of_class)
            good = judgement_list(judgement, moves, length);
        while (direction < DIRECTIONS &&
               slide_to_win(search, (enum direction)direction) == NULL)
            direction++;
        if (direction < DIRECTIONS) {
            moves[length++] = move_make(0, (enum direction)direction);
            direction = 0;
        } else if (length > 0) {
            direction = (unsigned)move_direction(moves[--length]) + 1;
            position_undo(&search->position);
        } else {
            break;
        }
    }
    while (length-- > 0)
        position_undo(&search->position);
    free(moves);
    return good;
}

static bool list_all(struct cat_search *search)
{
    if (search->request->list == 0)
        return true;
    if (!list_solutions(search, true))
        return false;
    search->judgement->listed_classes = search->judgement->listed_count;
    return search->board->puzzle.symmetry_count == 1 || list_solutions(search, false);
}

/* --- the judgement --- */

static int winnable(void *context, const unsigned char *state)
{
    struct cat_search *search = context;
    position_key_of_state(&search->position, search->board, state, search->key);
    uint32_t number = memo_find(&search->memo, search->key);
    return number != MEMO_NONE && search->memo.entries[number].solutions != 0;
}

/* Luck stays unknown where there is no memory left for it.  False: out of memory. */
static bool measure_luck(struct cat_search *search)
{
    const struct memo *memo = &search->memo;
    unsigned cells = search->board->cells;
    double chance, hazard;
    if (!watch_allows(&search->watch, 0,
                      memo_bytes(memo) + count_pool_bytes(&search->pool) +
                          longcat_chance_bytes(memo, cells)))
        return true;
    if (!longcat_chance(&search->position, memo, cells, &chance, &hazard))
        return false;
    double luck = luck_of_chance(chance);
    search->judgement->measure[MEASURE_luck] = luck;
    judgement_guided(search->judgement, luck, hazard); /* the estimate guides nobody */
    return true;
}

/* False: out of memory. */
static bool measure(struct cat_search *search)
{
    bool all = search->request->measures == MEASURES_ALL;
    if (search->request->measures == MEASURES_NONE)
        return true;
    if (all)
        search->judgement->measure[MEASURE_forced] = count_forced(search);
    return measure_solution(&search->board->puzzle, all ? winnable : NULL, search,
                            search->judgement) &&
           (!all || measure_luck(search));
}

static bool judge_solvable(struct cat_search *search)
{
    struct judgement *judgement = search->judgement;
    count solutions = search->memo.entries[0].solutions;
    judgement->measure[MEASURE_depth] = search->memo.entries[0].shortest;
    unsigned images = search->memo.entries[0].shortest < 2 ? 1 : judgement->symmetry;
    count essential = count_divide(&search->pool, solutions, images);
    count_write(&search->pool, solutions, &judgement->solutions);
    count_write(&search->pool, essential, &judgement->essential);
    judgement->essential_low = count_small(essential);
    judgement->verdict = essential == 1 ? VERDICT_UNIQUE : VERDICT_MULTIPLE;
    if (search->pool.failed || !report_solution(search))
        return false;
    return measure(search) && list_all(search);
}

static void give_reason(struct cat_search *search)
{
    struct judgement *judgement = search->judgement;
    const char *reason = "";
    if (!position_colours_fit(&search->position))
        reason = "coloured like a chessboard, the open cells are out of balance";
    else if (position_hopeless(&search->position, search->position.rules))
        reason = "already at the start some cells cannot all be covered in one go";
    snprintf(judgement->reason, sizeof judgement->reason, "%s", reason);
}

static bool run(struct cat_search *search)
{
    struct judgement *judgement = search->judgement;
    bool lost = !position_solved(&search->position) && (!position_colours_fit(&search->position) ||
                                                        position_hopeless(&search->position, search->position.rules));
    unsigned open = position_open_count(&search->position);
    bool complete = lost || count_all(search);
    judgement->states = lost ? 1 : search->memo.used;
    if (!complete && search->watch.reason[0] == '\0')
        return false;
    if (!complete) {
        judgement_undecided(judgement, longcat_least_slides(search->board, open), search->known,
                            search->watch.reason);
        return true;
    }
    if (!lost && search->memo.entries[0].solutions != 0)
        return judge_solvable(search);
    judgement->verdict = VERDICT_UNSOLVABLE;
    judgement->essential_low = 0;
    text_add_string(&judgement->solutions, "0");
    text_add_string(&judgement->essential, "0");
    give_reason(search);
    return true;
}

bool longcat_judge_with(const struct puzzle *puzzle, const struct request *request,
                        struct longcat_method method, struct judgement *judgement)
{
    struct cat_search search = {.request = request, .judgement = judgement, .known = -1};
    watch_start(&search.watch, &request->limits);
    bool good = search_make(&search, longcat_board(puzzle), method) && run(&search);
    search_free(&search);
    return good;
}

bool longcat_judge(const struct puzzle *puzzle, const struct request *request,
                   struct judgement *judgement)
{
    struct longcat_method method = {.rules = longcat_pruning(puzzle)};
    return longcat_judge_with(puzzle, request, method, judgement);
}

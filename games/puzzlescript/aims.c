/* Turns win conditions into aims, using where single pieces can go (relaxed.c).
 *
 * A condition becomes an *aim* if it implies one of these:
 *
 * - `all X on Y`, `no X`, `no X on Y`: each X must reach a cell that may contain Y (for `no`: that does not surely
 * contain it), or a cell where a rule may remove it. If at most 64 cells qualify, each X that cannot be removed needs
 * one of its own.
 * - `all X on Y` if nothing changes X: each cell with X needs its own Y, if no rule creates Y.
 * - `some X`, `some X on Y`: at least one X must get there, if no rule creates X.
 *
 * The player is assumed to get anywhere. If rules win, restart or use chance, there are no aims. */
#include "games/puzzlescript/aims.h"

#include "games/puzzlescript/win_proof.h"
#include "games/puzzlescript/relaxed.h"

#include <stdlib.h>

enum { MOST_CELLS = 4096 };

/* What a condition requires of a cell: all objects of a mask, or any of them. */
struct wanted {
    const uint64_t *mask;
    bool all;
};

/* may_have: whether the cell may ever match. surely_has: whether it always matches. */
static bool may_have(const struct ps_puzzle *puzzle, const struct ps_relaxed *relaxed, struct wanted wanted, int cell)
{
    int words = puzzle->program->object_words;
    const uint64_t *may = &relaxed->may[(size_t)cell * (size_t)words];
    return wanted.all ? within(wanted.mask, may, words) : meets(wanted.mask, may, words);
}

static bool surely_has(const struct ps_puzzle *puzzle, struct wanted wanted, int cell)
{
    int words = puzzle->program->object_words;
    const uint64_t *fixed = &puzzle->packing.fixed[(size_t)cell * (size_t)words];
    return wanted.all ? within(wanted.mask, fixed, words) : meets(wanted.mask, fixed, words);
}

/* Lists the objects of an aim. Returns false if there are none or too many. */
static bool list_pieces(const struct ps_puzzle *puzzle, struct ps_aim *aim)
{
    for (int id = 0; id < puzzle->program->ids; id++) {
        if (!has_bit(aim->pieces, id))
            continue;
        if (aim->count == MOST_IDS)
            return false;
        aim->free[aim->count] = has_bit(puzzle->program->player, id);
        aim->ids[aim->count++] = id;
    }
    return aim->count > 0;
}

struct making {
    const struct ps_puzzle *puzzle;
    struct ps_puzzle *own; /* the same puzzle, writable, to ask whether to stop */
    const struct ps_relaxed *relaxed;
    const struct ps_condition *condition;
    struct ps_roads roads;
    uint16_t *steps; /* scratch space for one object */
    int *queue;
};

/* Whether a piece in the cell meets the condition, or may do so. */
static bool is_good(const struct making *making, int cell)
{
    struct wanted where = {making->condition->where, making->condition->all_where};
    if (making->condition->quantifier == PS_NO)
        return !surely_has(making->puzzle, where, cell);
    return may_have(making->puzzle, making->relaxed, where, cell);
}

/* Fills in the tables of one object that must reach good cells. */
static void fill_steps(struct making *making, struct ps_aim *aim, int n)
{
    const struct ps_puzzle *puzzle = making->puzzle;
    int size = ps_size(puzzle);
    uint16_t *steps = aim->steps + (size_t)n * (size_t)size;
    uint64_t *reached = aim->reached + (size_t)n * (size_t)size;
    for (int cell = 0; cell < size; cell++) {
        bool gone = aim->kind == EACH && making->roads.goes[cell];
        steps[cell] = gone || is_good(making, cell) ? 0 : PS_FAR;
        making->steps[cell] = gone ? 0 : PS_FAR;
    }
    ps_spread(puzzle, &making->roads, steps, making->queue);
    ps_spread(puzzle, &making->roads, making->steps, making->queue);
    for (int cell = 0; cell < size; cell++)
        reached[cell] = making->steps[cell] != PS_FAR ? UINT64_MAX : 0;
}

/* Fills in the tables of one object for the spots, one spot after the other. */
static void fill_spots(struct making *making, struct ps_aim *aim, int n)
{
    size_t size = (size_t)ps_size(making->puzzle), all = aim_table_size(making->puzzle, aim);
    for (int spot = 0; spot < aim->spot_count; spot++) {
        for (size_t cell = 0; cell < size; cell++)
            making->steps[cell] = (int)cell == aim->spots[spot] ? 0 : PS_FAR;
        ps_spread(making->puzzle, &making->roads, making->steps, making->queue);
        for (size_t cell = 0; cell < size; cell++) {
            size_t at = (size_t)n * size + cell;
            if (making->steps[cell] != PS_FAR)
                aim->reached[at] |= (uint64_t)1 << spot;
            if (aim->kind == COVER && making->steps[cell] < aim->steps[at])
                aim->steps[at] = making->steps[cell];
            if (aim->spot_steps != NULL)
                aim->spot_steps[(size_t)spot * all + at] = making->steps[cell];
        }
    }
}

static bool fill_aim(struct making *making, struct ps_aim *aim)
{
    size_t size = (size_t)ps_size(making->puzzle), all = aim_table_size(making->puzzle, aim);
    aim->steps = calloc(all, sizeof *aim->steps);
    aim->reached = calloc(all, sizeof *aim->reached);
    aim->stays = calloc(all, sizeof *aim->stays);
    if (aim->kind == COVER)
        aim->spot_steps = calloc(all * (size_t)aim->spot_count, sizeof *aim->spot_steps);
    if (aim->steps == NULL || aim->reached == NULL || aim->stays == NULL ||
        (aim->kind == COVER && aim->spot_steps == NULL))
        return false;
    for (int n = 0; n < aim->count; n++) {
        if (aim->free[n])
            continue;
        if (!ps_may_take(making->own, 0))
            return true; /* stopped: the results are discarded */
        ps_find_roads(making->puzzle, making->relaxed, aim->ids[n], &making->roads);
        for (size_t cell = 0; cell < size; cell++)
            aim->stays[(size_t)n * size + cell] = making->roads.ways[cell] == 0 && !making->roads.goes[cell];
        if (aim->kind == COVER)
            memset(aim->steps + (size_t)n * size, 0xff, size * sizeof *aim->steps);
        else
            fill_steps(making, aim, n);
        fill_spots(making, aim, n);
    }
    aim->a_key = ps_pieces_a_key(making->puzzle, making->relaxed, aim->pieces);
    return true;
}

/* Lists the cells that take one piece each. Leaves the list empty if there are too many, or if pieces could share a
 * cell. */
static void list_spots(const struct making *making, struct ps_aim *aim)
{
    const struct ps_program *program = making->puzzle->program;
    int layer = program->id_layers[aim->ids[0]];
    for (int n = 0; n < aim->count; n++)
        if (aim->free[n] || program->id_layers[aim->ids[n]] != layer)
            return;
    for (int cell = 0; cell < ps_size(making->puzzle); cell++) {
        if (!is_good(making, cell))
            continue;
        if (aim->spot_count == MOST_SPOTS) {
            aim->spot_count = 0;
            return;
        }
        aim->spots[aim->spot_count++] = cell;
    }
}

/* Lists the cells that need a piece: those with `what`, which nothing changes. Returns false if that is not certain, or
 * if there are none or too many. */
static bool list_needs(const struct making *making, struct ps_aim *aim)
{
    const struct ps_puzzle *puzzle = making->puzzle;
    const struct ps_condition *condition = making->condition;
    int words = puzzle->program->object_words;
    if (condition->all_what || condition->all_where || meets(condition->what, puzzle->packing.dynamic, words) ||
        meets(condition->where, making->relaxed->made, words))
        return false;
    for (int cell = 0; cell < ps_size(puzzle); cell++) {
        const uint64_t *fixed = &puzzle->packing.fixed[(size_t)cell * (size_t)words];
        if (!meets(fixed, condition->what, words) || meets(fixed, condition->where, words))
            continue;
        if (aim->spot_count == MOST_SPOTS)
            return false;
        aim->spots[aim->spot_count++] = cell;
    }
    return aim->spot_count > 0;
}

/* Starts the aim of a kind that a condition implies. Returns false if it implies none. */
static bool begin_aim(const struct making *making, enum aim_kind kind, struct ps_aim *aim)
{
    const struct ps_condition *condition = making->condition;
    const struct ps_puzzle *puzzle = making->puzzle;
    int words = puzzle->program->object_words;
    bool one = condition->quantifier == PS_SOME;
    *aim = (struct ps_aim){.kind = kind, .pieces = condition->what};
    switch (kind) {
    case EACH:
        if (one || condition->all_what || !list_pieces(puzzle, aim))
            return false;
        list_spots(making, aim);
        return true;
    case COVER:
        aim->pieces = condition->where;
        return condition->quantifier == PS_ALL && list_needs(making, aim) && list_pieces(puzzle, aim);
    default:
        return one && !condition->all_what && !meets(condition->what, making->relaxed->made, words) &&
               list_pieces(puzzle, aim);
    }
}

static bool make_aims(struct making *making, struct ps_win_proof *win_proof)
{
    const struct ps_program *program = making->puzzle->program;
    win_proof->aims = calloc((size_t)program->conditions.count * 3 + 1, sizeof *win_proof->aims);
    if (win_proof->aims == NULL)
        return false;
    for (int i = 0; i < program->conditions.count; i++)
        for (int kind = EACH; kind <= ONE; kind++) {
            struct ps_aim *aim = &win_proof->aims[win_proof->count];
            making->condition = &program->conditions.items[i];
            if (!begin_aim(making, (enum aim_kind)kind, aim))
                continue;
            win_proof->count++;
            if (!fill_aim(making, aim))
                return false;
        }
    return true;
}

bool ps_win_proof_make(struct ps_puzzle *puzzle)
{
    struct ps_relaxed relaxed;
    size_t size = (size_t)ps_size(puzzle);
    puzzle->win_proof = calloc(1, sizeof *puzzle->win_proof);
    bool good = puzzle->win_proof != NULL && ps_relaxed_make(puzzle, &relaxed);
    if (puzzle->win_proof == NULL)
        return false;
    if (good && relaxed.useful && size <= MOST_CELLS && !ps_has_command(puzzle->program, PS_WIN | PS_RESTART)) {
        struct making making = {.puzzle = puzzle,
                                .own = puzzle,
                                .relaxed = &relaxed,
                                .roads = {calloc(size, 1), calloc(size, sizeof(bool))},
                                .steps = calloc(size, sizeof(uint16_t)),
                                .queue = calloc(size, sizeof(int))};
        good = making.roads.ways != NULL && making.roads.goes != NULL && making.steps != NULL && making.queue != NULL &&
               make_aims(&making, puzzle->win_proof);
        free(making.roads.ways);
        free(making.roads.goes);
        free(making.steps);
        free(making.queue);
    }
    ps_relaxed_free(&relaxed);
    return good;
}

void ps_win_proof_free(struct ps_win_proof *win_proof)
{
    for (int i = 0; win_proof != NULL && i < win_proof->count; i++) {
        free(win_proof->aims[i].steps);
        free(win_proof->aims[i].reached);
        free(win_proof->aims[i].stays);
        free(win_proof->aims[i].spot_steps);
    }
    if (win_proof != NULL)
        free(win_proof->aims);
    free(win_proof);
}

/* Proves that a level can no longer be won, and bounds the moves to a win, from the aims of its conditions.
 *
 * The bound on moves: sum the steps that each piece of an aim needs by itself, and divide by the number of pieces that
 * one key moves at most, one step each. */
#include "games/puzzlescript/effects.h"
#include "games/puzzlescript/level.h"

#include <stdlib.h>

/* Where a single piece can go, whatever else happens.
 *
 * A piece is an object that rules move but do not create.  It leaves a cell only if a rule gives its layer a movement
 * there, or removes it.  Such a rule can match there only if its other cells are in the level and can contain what the
 * rule requires.  Objects that no rule changes stay where they are, and nothing else can share their layer.  Objects
 * that no rule creates or moves can be only where they began.  Everything else may be anywhere.  A movement leads
 * nowhere if an unchanging object fills the layer ahead.  For example, a box with a wall behind it cannot be pushed
 * away from that wall, as the player would have to stand in it.
 *
 * The result is an over-estimate: a piece may be unable to reach some of the cells in it, but never reaches any
 * other. */

enum { FAR = UINT16_MAX };

/* Over-estimates of what the objects of a level can do. */
struct ps_relaxed {
    bool useful; /* false: nothing is known */
    uint64_t moves[PS_PHASES][PS_MOVE_WORDS];
    uint64_t *made;  /* objects that a rule may put into a cell that lacks them */
    uint64_t *moved; /* objects that may move */
    uint64_t *may;   /* [cells] objects that may be there at some time */
};

/* Where a piece, which is one object, may go from each cell. */
struct ps_roads {
    unsigned char *ways; /* [cells] directions, as bits 1 << enum direction */
    bool *goes;          /* [cells] a rule may remove it there */
};

enum { MOST_WORK = 4000000 /* pattern tests for a level */ };

static int words_of(const struct ps_puzzle *puzzle)
{
    return puzzle->program->object_words;
}

static const uint64_t *fixed_at(const struct ps_puzzle *puzzle, int cell)
{
    return &puzzle->packing.fixed[(size_t)cell * (size_t)words_of(puzzle)];
}

/* --- effects of rules --- */

/* Called for each rule that replaces something and is not idle in a phase. Returns false to stop. */
typedef bool rule_visitor(void *context, const struct ps_rule *rule, unsigned phase);

static bool visit_rules(const struct ps_program *program, const struct ps_relaxed *relaxed, rule_visitor *visit,
                        void *context)
{
    for (unsigned phase = 0; phase < PS_PHASES; phase++) {
        const struct ps_groups *groups = ps_groups_of(program, phase);
        for (int i = 0; ps_phase_is_used(program, phase) && i < groups->count; i++)
            for (int r = 0; r < groups->items[i].count; r++) {
                const struct ps_rule *rule = &groups->items[i].rules[r];
                if (rule->replaces && !ps_is_idle(program, rule, relaxed->moves[phase]) && !visit(context, rule, phase))
                    return false;
            }
    }
    return true;
}

struct changes {
    const struct ps_program *program;
    struct ps_relaxed *relaxed;
    long patterns;
};

static bool add_changes(void *context, const struct ps_rule *rule, unsigned phase)
{
    struct changes *changes = context;
    const struct ps_program *program = changes->program;
    (void)phase;
    for (int row = 0; row < rule->row_count; row++)
        for (int at = 0; at < rule->rows[row].count; at++) {
            const struct ps_pattern *pattern = &rule->rows[row].cells[at];
            const struct ps_replacement *made = pattern->replacement;
            changes->patterns += rule->rows[row].count;
            for (int id = 0; made != NULL && id < program->ids; id++) {
                bool put = has_bit(made->set, id);
                if (put && !has_bit(pattern->present, id))
                    set_bit(changes->relaxed->made, id);
                if ((put || ps_allows(program, pattern, id)) && moves_of(made->moving, program->id_layers[id]) != 0)
                    set_bit(changes->relaxed->moved, id);
            }
        }
    return true;
}

static bool may_be(const struct ps_puzzle *puzzle, const struct ps_relaxed *relaxed, int id, int cell)
{
    const struct ps_program *program = puzzle->program;
    const uint64_t *fixed = fixed_at(puzzle, cell);
    if (!has_bit(puzzle->packing.dynamic, id))
        return has_bit(fixed, id);
    if (meets(fixed, program->layer_masks[program->id_layers[id]], words_of(puzzle)))
        return false;
    return has_bit(relaxed->made, id) || has_bit(relaxed->moved, id) ||
           has_bit(&puzzle->start[(size_t)cell * (size_t)words_of(puzzle)], id);
}

static bool relaxed_make(const struct ps_puzzle *puzzle, struct ps_relaxed *relaxed)
{
    const struct ps_program *program = puzzle->program;
    *relaxed = (struct ps_relaxed){.useful = program->line_of_chance == 0};
    relaxed->made = calloc((size_t)words_of(puzzle), sizeof *relaxed->made);
    relaxed->moved = calloc((size_t)words_of(puzzle), sizeof *relaxed->moved);
    relaxed->may = calloc((size_t)(ps_size(puzzle) * words_of(puzzle)), sizeof *relaxed->may);
    if (relaxed->made == NULL || relaxed->moved == NULL || relaxed->may == NULL)
        return false;
    for (unsigned phase = 0; phase < PS_PHASES; phase++) {
        if (!ps_phase_is_used(program, phase))
            continue;
        ps_find_moves(program, phase, relaxed->moves[phase]);
        if (ps_leaves_movement(program, ps_groups_of(program, phase), relaxed->moves[phase]) ||
            (phase == PS_LATE && !is_zero(relaxed->moves[phase], program->move_words)))
            relaxed->useful = false;
    }
    add_mask(relaxed->moved, program->player, words_of(puzzle));
    struct changes changes = {program, relaxed, 0};
    visit_rules(program, relaxed, add_changes, &changes);
    if (changes.patterns * ps_size(puzzle) > MOST_WORK)
        relaxed->useful = false;
    for (int cell = 0; cell < ps_size(puzzle); cell++)
        for (int id = 0; id < puzzle->program->ids; id++)
            if (may_be(puzzle, relaxed, id, cell))
                set_bit(&relaxed->may[(size_t)cell * (size_t)words_of(puzzle)], id);
    return true;
}

/* --- roads --- */

/* Whether a cell may ever match a pattern. */
static bool may_match(const struct ps_puzzle *puzzle, const struct ps_relaxed *relaxed,
                      const struct ps_pattern *pattern, int cell)
{
    int words = words_of(puzzle);
    const uint64_t *may = &relaxed->may[(size_t)cell * (size_t)words];
    if (meets(pattern->missing, fixed_at(puzzle, cell), words) || !within(pattern->present, may, words))
        return false;
    for (int i = 0; i < pattern->any_count; i++)
        if (!meets(pattern->any[i], may, words))
            return false;
    return true;
}

/* The cell `steps` steps away in a direction, or -1 if that is outside the level. */
static int cell_from(const struct ps_puzzle *puzzle, int cell, int direction, int steps)
{
    int height = puzzle->level.height, x = cell / height, y = cell % height;
    x += direction == PS_RIGHT ? steps : direction == PS_LEFT ? -steps : 0;
    y += direction == PS_DOWN ? steps : direction == PS_UP ? -steps : 0;
    return x < 0 || y < 0 || x >= puzzle->level.width || y >= height ? -1 : x * height + y;
}

/* Whether a row may match so that its cell `at` lies on `cell`. */
static bool row_may_match(const struct ps_puzzle *puzzle, const struct ps_relaxed *relaxed, const struct ps_rule *rule,
                          const struct ps_row *row, int at, int cell)
{
    if (row->ellipses > 0)
        return may_match(puzzle, relaxed, &row->cells[at], cell);
    for (int i = 0; i < row->count; i++) {
        int there = cell_from(puzzle, cell, rule->direction, i - at);
        if (there < 0 || !may_match(puzzle, relaxed, &row->cells[i], there))
            return false;
    }
    return true;
}

struct building {
    const struct ps_puzzle *puzzle;
    const struct ps_relaxed *relaxed;
    int id;
    struct ps_roads *roads;
};

/* The directions in which a piece with these movements may leave a cell. */
static unsigned ways_from(const struct ps_puzzle *puzzle, int id, int cell, unsigned moves)
{
    const struct ps_program *program = puzzle->program;
    unsigned ways = 0;
    for (unsigned way = 0; way < DIRECTIONS; way++) {
        int to = cell_from(puzzle, cell, (int)ps_way_bits[way], 1);
        if ((moves & ps_way_bits[way]) != 0 && to >= 0 &&
            !meets(fixed_at(puzzle, to), program->layer_masks[program->id_layers[id]], words_of(puzzle)))
            ways |= 1u << way;
    }
    return ways;
}

static bool add_roads(void *context, const struct ps_rule *rule, unsigned phase)
{
    struct building *building = context;
    const struct ps_puzzle *puzzle = building->puzzle;
    int id = building->id;
    (void)phase;
    for (int row = 0; row < rule->row_count; row++)
        for (int at = 0; at < rule->rows[row].count; at++) {
            const struct ps_pattern *pattern = &rule->rows[row].cells[at];
            const struct ps_replacement *made = pattern->replacement;
            if (made == NULL || !ps_allows(puzzle->program, pattern, id))
                continue;
            bool goes = has_bit(made->clear, id) && !has_bit(made->set, id);
            unsigned moves = moves_of(made->moving, puzzle->program->id_layers[id]);
            for (int cell = 0; (goes || moves != 0) && cell < ps_size(puzzle); cell++) {
                if (!row_may_match(puzzle, building->relaxed, rule, &rule->rows[row], at, cell))
                    continue;
                building->roads->goes[cell] = building->roads->goes[cell] || goes;
                building->roads->ways[cell] |= (unsigned char)ways_from(puzzle, id, cell, moves);
            }
        }
    return true;
}

/* Fills `steps` with the distance to the nearest cell that is 0 on entry. The other cells are FAR on entry and stay so
 * if they cannot reach one. `queue` has capacity for all cells. */
static void spread(const struct ps_puzzle *puzzle, const struct ps_roads *roads, uint16_t *steps, int *queue)
{
    int first = 0, last = 0;
    for (int cell = 0; cell < ps_size(puzzle); cell++)
        if (steps[cell] == 0)
            queue[last++] = cell;
    for (; first < last; first++)
        for (unsigned way = 0; way < DIRECTIONS; way++) {
            int from = cell_from(puzzle, queue[first], (int)ps_way_bits[way], -1);
            if (from < 0 || steps[from] != FAR || (roads->ways[from] >> way & 1) == 0)
                continue;
            steps[from] = (uint16_t)(steps[queue[first]] + 1);
            queue[last++] = from;
        }
}

/* --- pieces per key --- */

/* Positions relative to the player, as columns and rows. */
enum { MOST_PLACES = 8 };

struct beside {
    const struct ps_program *program;
    const uint64_t *pieces;
    int across[PS_PHASES][MOST_PLACES], down[PS_PHASES][MOST_PLACES], count[PS_PHASES];
};

/* The index of a row's cell that requires the player, or -1. */
static int player_in(const struct ps_program *program, const struct ps_row *row)
{
    for (int at = 0; at < row->count; at++) {
        const struct ps_pattern *pattern = &row->cells[at];
        bool found = !pattern->ellipsis && meets(pattern->present, program->player, program->object_words);
        for (int i = 0; i < pattern->any_count; i++)
            found = found || within(pattern->any[i], program->player, program->object_words);
        if (found)
            return at;
    }
    return -1;
}

static bool may_move_piece(const struct beside *beside, const struct ps_pattern *pattern)
{
    const struct ps_program *program = beside->program;
    for (int id = 0; pattern->replacement != NULL && id < program->ids; id++)
        if (has_bit(beside->pieces, id) && ps_allows(program, pattern, id) &&
            moves_of(pattern->replacement->moving, program->id_layers[id]) != 0)
            return true;
    return false;
}

static bool add_place(struct beside *beside, unsigned phase, int across, int down)
{
    int *count = &beside->count[phase];
    for (int i = 0; i < *count; i++)
        if (beside->across[phase][i] == across && beside->down[phase][i] == down)
            return true;
    if (*count == MOST_PLACES)
        return false;
    beside->across[phase][*count] = across;
    beside->down[phase][(*count)++] = down;
    return true;
}

/* Records where, relative to the player, a rule may move pieces. Returns false if that can be anywhere. */
static bool add_places(void *context, const struct ps_rule *rule, unsigned phase)
{
    struct beside *beside = context;
    for (int row = 0; row < rule->row_count; row++)
        for (int at = 0; at < rule->rows[row].count; at++) {
            if (!may_move_piece(beside, &rule->rows[row].cells[at]))
                continue;
            int player = player_in(beside->program, &rule->rows[row]);
            if (player < 0 || rule->rows[row].ellipses > 0)
                return false;
            int steps = at - player, direction = rule->direction;
            int across = direction == PS_RIGHT ? steps : direction == PS_LEFT ? -steps : 0;
            int down = direction == PS_DOWN ? steps : direction == PS_UP ? -steps : 0;
            if (!add_place(beside, phase, across, down))
                return false;
        }
    return true;
}

/* The most pieces among these objects that one key can move, one step each; 0: unknown. */
static unsigned pieces_a_key(const struct ps_puzzle *puzzle, const struct ps_relaxed *relaxed, const uint64_t *pieces)
{
    const struct ps_program *program = puzzle->program;
    struct beside beside = {.program = program, .pieces = pieces};
    int most = 0, players = 0; /* at the beginning of the level */
    for (int i = 0; i < ps_size(puzzle) * words_of(puzzle); i++)
        players += __builtin_popcountll(puzzle->start[i] & program->player[i % words_of(puzzle)]);
    if (ps_has_command(program, PS_AGAIN) || meets(relaxed->made, program->player, words_of(puzzle)) ||
        meets(relaxed->made, pieces, words_of(puzzle)) || meets(pieces, program->player, words_of(puzzle)) ||
        players != 1 || !visit_rules(program, relaxed, add_places, &beside))
        return 0;
    for (int phase = 0; phase < PS_PHASES; phase++)
        most = beside.count[phase] > most ? beside.count[phase] : most;
    unsigned count = 0;
    for (int layer = 0; layer < program->layers; layer++)
        count += meets(pieces, program->layer_masks[layer], program->object_words);
    return (unsigned)most * count;
}

/* Turns win conditions into aims, using where single pieces can go.
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

enum { MOST_SPOTS = 64, MOST_IDS = 16 };

enum aim_kind {
    EACH,  /* each piece must reach a good cell */
    COVER, /* each spot needs a piece */
    ONE,   /* at least one piece must reach a good cell */
};

struct ps_aim {
    enum aim_kind kind;
    const uint64_t *pieces; /* objects */
    int ids[MOST_IDS], count;
    bool free[MOST_IDS]; /* a player object: no claim is made about it */
    /* Tables of [count * cells], owned. Row n belongs to ids[n]; rows of free objects are unused. */
    uint16_t *steps;   /* to a good cell; COVER: to the nearest spot */
    uint64_t *reached; /* bit set of spots it can reach; all bits: it needs none */
    bool *stays;       /* it can never leave the cell */
    int spots[MOST_SPOTS],
        spot_count;       /* COVER: they need a piece; EACH: they take one each; count 0: spots are not used */
    uint16_t *spot_steps; /* COVER: [spots] tables like `steps`, one for each spot */
    unsigned a_key;       /* most pieces that one key moves; 0: unknown */
};

struct ps_win_proof {
    struct ps_aim *aims; /* [count], owned */
    int count;
};

/* The number of entries in one table of an aim. */
static size_t aim_table_size(const struct ps_puzzle *puzzle, const struct ps_aim *aim)
{
    return (size_t)aim->count * (size_t)ps_size(puzzle);
}

enum { MOST_CELLS = 4096 };

/* What a condition requires of a cell: all objects of a mask, or any of them. */
struct wanted {
    const uint64_t *mask;
    bool all;
};

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
    if (making->condition->quantifier == PS_NO) {
        /* Good unless the cell always matches. */
        const struct ps_puzzle *puzzle = making->puzzle;
        int words = puzzle->program->object_words;
        const uint64_t *fixed = &puzzle->packing.fixed[(size_t)cell * (size_t)words];
        return !(where.all ? within(where.mask, fixed, words) : meets(where.mask, fixed, words));
    }
    /* Good if the cell may ever match. */
    const struct ps_relaxed *relaxed = making->relaxed;
    int words = making->puzzle->program->object_words;
    const uint64_t *may = &relaxed->may[(size_t)cell * (size_t)words];
    return where.all ? within(where.mask, may, words) : meets(where.mask, may, words);
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
        /* Fill in the roads of an object that no rule creates and that is not a player object. */
        struct ps_roads *roads = &making->roads;
        struct building building = {making->puzzle, making->relaxed, aim->ids[n], roads};
        memset(roads->ways, 0, (size_t)ps_size(making->puzzle));
        memset(roads->goes, 0, (size_t)ps_size(making->puzzle) * sizeof *roads->goes);
        visit_rules(making->puzzle->program, making->relaxed, add_roads, &building);
        for (size_t cell = 0; cell < size; cell++)
            aim->stays[(size_t)n * size + cell] = making->roads.ways[cell] == 0 && !making->roads.goes[cell];
        if (aim->kind == COVER) {
            memset(aim->steps + (size_t)n * size, 0xff, size * sizeof *aim->steps);
        } else {
            uint16_t *steps = aim->steps + (size_t)n * size;
            for (size_t cell = 0; cell < size; cell++) {
                bool gone = aim->kind == EACH && making->roads.goes[cell];
                steps[cell] = gone || is_good(making, (int)cell) ? 0 : FAR;
                making->steps[cell] = gone ? 0 : FAR;
            }
            spread(making->puzzle, &making->roads, steps, making->queue);
            spread(making->puzzle, &making->roads, making->steps, making->queue);
            for (size_t cell = 0; cell < size; cell++)
                aim->reached[(size_t)n * size + cell] = making->steps[cell] != FAR ? UINT64_MAX : 0;
        }
        /* The spots, one after the other. */
        for (int spot = 0; spot < aim->spot_count; spot++) {
            for (size_t cell = 0; cell < size; cell++)
                making->steps[cell] = (int)cell == aim->spots[spot] ? 0 : FAR;
            spread(making->puzzle, &making->roads, making->steps, making->queue);
            for (size_t cell = 0; cell < size; cell++) {
                size_t at = (size_t)n * size + cell;
                if (making->steps[cell] != FAR)
                    aim->reached[at] |= (uint64_t)1 << spot;
                if (aim->kind == COVER && making->steps[cell] < aim->steps[at])
                    aim->steps[at] = making->steps[cell];
                if (aim->spot_steps != NULL)
                    aim->spot_steps[(size_t)spot * all + at] = making->steps[cell];
            }
        }
    }
    aim->a_key = pieces_a_key(making->puzzle, making->relaxed, aim->pieces);
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
    bool good = puzzle->win_proof != NULL && relaxed_make(puzzle, &relaxed);
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
    free(relaxed.made);
    free(relaxed.moved);
    free(relaxed.may);
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

/* --- positions --- */

/* A piece of an aim in a position. */
struct piece {
    bool free;
    size_t at; /* index in the aim's tables, if not free */
};

static inline __attribute__((always_inline)) bool next_piece_of(const struct ps_puzzle *puzzle,
                                                                const struct ps_aim *aim, const uint64_t *position,
                                                                int *cell, int *n, struct piece *piece, int words)
{
    int size = ps_size(puzzle);
    if (words == 1 && *n == 0)
        while (*cell + 4 <= size &&
               ((position[*cell] | position[*cell + 1] | position[*cell + 2] | position[*cell + 3]) & *aim->pieces) ==
                   0)
            *cell += 4;
    for (; *cell < size; ++*cell, *n = 0) {
        const uint64_t *here = &position[(size_t)*cell * (size_t)words];
        if (*n == 0 && !meets(here, aim->pieces, words))
            continue;
        for (; *n < aim->count; ++*n)
            if (has_bit(here, aim->ids[*n])) {
                *piece = (struct piece){aim->free[*n], (size_t)*n * (size_t)size + (size_t)*cell};
                ++*n;
                return true;
            }
    }
    return false;
}

/* Finds the next piece from *cell and *n on and advances them past it. Returns false if there is none. */
static inline bool next_piece(const struct ps_puzzle *puzzle, const struct ps_aim *aim, const uint64_t *position,
                              int *cell, int *n, struct piece *piece)
{
    int words = puzzle->program->object_words;
    return words == 1 ? next_piece_of(puzzle, aim, position, cell, n, piece, 1)
                      : next_piece_of(puzzle, aim, position, cell, n, piece, words);
}

/* --- one spot for each piece, or one piece for each spot --- */

enum { MOST_MATCHED = 64 };

struct matching {
    uint64_t spots[MOST_MATCHED]; /* of pieces: bit sets */
    int count, piece_of[MOST_SPOTS];
};

/* Finds a spot for a piece; may move other pieces to other spots (augmenting path). */
static bool place_piece(struct matching *matching, int piece, uint64_t *tried)
{
    for (uint64_t left; (left = matching->spots[piece] & ~*tried) != 0;) {
        int spot = __builtin_ctzll(left);
        *tried |= (uint64_t)1 << spot;
        if (matching->piece_of[spot] < 0 || place_piece(matching, matching->piece_of[spot], tried)) {
            matching->piece_of[spot] = piece;
            return true;
        }
    }
    return false;
}

/* Whether each piece finds a spot of its own (EACH), or each spot a piece of its own (COVER). */
static bool finds_places(const struct ps_puzzle *puzzle, const struct ps_aim *aim, const uint64_t *position)
{
    struct matching matching;
    struct piece piece;
    int cell = 0, n = 0, free_pieces = 0, placed = 0;
    matching.count = 0;
    for (int spot = 0; spot < MOST_SPOTS; spot++)
        matching.piece_of[spot] = -1;
    while (next_piece(puzzle, aim, position, &cell, &n, &piece)) {
        uint64_t spots = piece.free ? 0 : aim->reached[piece.at];
        free_pieces += piece.free;
        if (piece.free || (aim->kind == EACH && spots == UINT64_MAX))
            continue;
        if (matching.count == MOST_MATCHED)
            return true;
        matching.spots[matching.count++] = spots;
    }
    for (int i = 0; i < matching.count; i++) {
        uint64_t tried = 0;
        placed += place_piece(&matching, i, &tried);
    }
    return aim->kind == COVER ? placed + free_pieces >= aim->spot_count : placed == matching.count;
}

static bool is_out_of_reach(const struct ps_puzzle *puzzle, const struct ps_aim *aim, const uint64_t *position,
                            bool at_sight)
{
    struct piece piece;
    int cell = 0, n = 0, able = 0;
    while (next_piece(puzzle, aim, position, &cell, &n, &piece)) {
        uint16_t steps = piece.free ? 0 : aim->steps[piece.at];
        bool good = piece.free || (at_sight ? steps == 0 || !aim->stays[piece.at] : steps != FAR);
        if (!good && aim->kind == EACH)
            return true;
        able += good;
    }
    return aim->kind == COVER ? able < aim->spot_count : aim->kind == ONE && able == 0;
}

bool ps_has_win_proof(const struct ps_puzzle *puzzle)
{
    return puzzle->win_proof->count > 0;
}

bool ps_is_dead(const struct ps_puzzle *puzzle, const uint64_t *position)
{
    const struct ps_win_proof *win_proof = puzzle->win_proof;
    for (int i = 0; i < win_proof->count; i++) {
        const struct ps_aim *aim = &win_proof->aims[i];
        if (puzzle_prunes(&puzzle->puzzle, PS_PRUNE_PIECES) && is_out_of_reach(puzzle, aim, position, false))
            return true;
        if (puzzle_prunes(&puzzle->puzzle, PS_PRUNE_PLACES) && aim->spot_count > 0 &&
            !finds_places(puzzle, aim, position))
            return true;
    }
    return false;
}

bool ps_is_lost(const struct ps_puzzle *puzzle, const uint64_t *position)
{
    const struct ps_win_proof *win_proof = puzzle->win_proof;
    for (int i = 0; i < win_proof->count; i++)
        if (is_out_of_reach(puzzle, &win_proof->aims[i], position, true))
            return true;
    return false;
}

/* --- moves --- */

/* The sum of the steps from each spot to the nearest piece. If the player may serve as a piece, the sum is 0. */
static unsigned long sum_of_spots(const struct ps_puzzle *puzzle, const struct ps_aim *aim, const uint64_t *position)
{
    unsigned long sum = 0;
    size_t all = aim_table_size(puzzle, aim);
    for (int spot = 0; spot < aim->spot_count; spot++) {
        struct piece piece;
        unsigned least = FAR;
        int cell = 0, n = 0;
        while (next_piece(puzzle, aim, position, &cell, &n, &piece)) {
            unsigned steps = piece.free ? 0 : aim->spot_steps[(size_t)spot * all + piece.at];
            least = steps < least ? steps : least;
        }
        sum += least == FAR ? 0 : least;
    }
    return sum;
}

static unsigned long sum_of_pieces(const struct ps_puzzle *puzzle, const struct ps_aim *aim, const uint64_t *position)
{
    struct piece piece;
    unsigned long sum = 0, least = FAR;
    int cell = 0, n = 0;
    while (next_piece(puzzle, aim, position, &cell, &n, &piece)) {
        unsigned steps = piece.free || aim->steps[piece.at] == FAR ? 0 : aim->steps[piece.at];
        sum += steps;
        least = steps < least ? steps : least;
    }
    return aim->kind == ONE ? least == FAR ? 0 : least : sum;
}

unsigned ps_least_moves(const struct ps_puzzle *puzzle, const uint64_t *position)
{
    const struct ps_win_proof *win_proof = puzzle->win_proof;
    unsigned long most = 1;
    for (int i = 0; i < win_proof->count; i++) {
        const struct ps_aim *aim = &win_proof->aims[i];
        if (aim->a_key == 0)
            continue;
        unsigned long sum =
            aim->kind == COVER ? sum_of_spots(puzzle, aim, position) : sum_of_pieces(puzzle, aim, position);
        unsigned long moves = (sum + aim->a_key - 1) / aim->a_key;
        most = moves > most ? moves : most;
    }
    return (unsigned)most;
}

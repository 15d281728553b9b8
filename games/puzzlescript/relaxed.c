/* Where a single piece can go, whatever else happens.
 *
 * A piece is an object that rules move but do not create. It leaves a cell only if a rule gives its layer a movement
 * there, or removes it. Such a rule can match there only if its other cells are in the level and can contain what the
 * rule requires. Objects that no rule changes stay where they are, and nothing else can share their layer. Objects that
 * no rule creates or moves can be only where they began. Everything else may be anywhere. A movement leads nowhere if
 * an unchanging object fills the layer ahead. For example, a box with a wall behind it cannot be pushed away from that
 * wall, as the player would have to stand in it.
 *
 * The result is an over-estimate: a piece may not be able to go everywhere it says, but it never goes elsewhere. */
#include "games/puzzlescript/relaxed.h"

#include <stdlib.h>

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

static bool note_changes(void *context, const struct ps_rule *rule, unsigned phase)
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

static void find_may(const struct ps_puzzle *puzzle, struct ps_relaxed *relaxed)
{
    for (int cell = 0; cell < ps_size(puzzle); cell++)
        for (int id = 0; id < puzzle->program->ids; id++)
            if (may_be(puzzle, relaxed, id, cell))
                set_bit(&relaxed->may[(size_t)cell * (size_t)words_of(puzzle)], id);
}

bool ps_relaxed_make(const struct ps_puzzle *puzzle, struct ps_relaxed *relaxed)
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
    visit_rules(program, relaxed, note_changes, &changes);
    if (changes.patterns * ps_size(puzzle) > MOST_WORK)
        relaxed->useful = false;
    find_may(puzzle, relaxed);
    return true;
}

void ps_relaxed_free(struct ps_relaxed *relaxed)
{
    free(relaxed->made);
    free(relaxed->moved);
    free(relaxed->may);
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

/* The cell that many steps away in a direction, or -1 if it is outside the level. */
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

static bool note_roads(void *context, const struct ps_rule *rule, unsigned phase)
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

void ps_find_roads(const struct ps_puzzle *puzzle, const struct ps_relaxed *relaxed, int id, struct ps_roads *roads)
{
    struct building building = {puzzle, relaxed, id, roads};
    memset(roads->ways, 0, (size_t)ps_size(puzzle));
    memset(roads->goes, 0, (size_t)ps_size(puzzle) * sizeof *roads->goes);
    visit_rules(puzzle->program, relaxed, note_roads, &building);
}

void ps_spread(const struct ps_puzzle *puzzle, const struct ps_roads *roads, uint16_t *steps, int *queue)
{
    int first = 0, last = 0;
    for (int cell = 0; cell < ps_size(puzzle); cell++)
        if (steps[cell] == 0)
            queue[last++] = cell;
    for (; first < last; first++)
        for (unsigned way = 0; way < DIRECTIONS; way++) {
            int from = cell_from(puzzle, queue[first], (int)ps_way_bits[way], -1);
            if (from < 0 || steps[from] != PS_FAR || (roads->ways[from] >> way & 1) == 0)
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
static bool note_places(void *context, const struct ps_rule *rule, unsigned phase)
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

/* How many objects of a set the level begins with. */
static int count_objects(const struct ps_puzzle *puzzle, const uint64_t *objects)
{
    int count = 0, words = words_of(puzzle);
    for (int i = 0; i < ps_size(puzzle) * words; i++)
        count += __builtin_popcountll(puzzle->start[i] & objects[i % words]);
    return count;
}

static unsigned count_layers(const struct ps_program *program, const uint64_t *objects)
{
    unsigned count = 0;
    for (int layer = 0; layer < program->layers; layer++)
        count += meets(objects, program->layer_masks[layer], program->object_words);
    return count;
}

unsigned ps_pieces_a_key(const struct ps_puzzle *puzzle, const struct ps_relaxed *relaxed, const uint64_t *pieces)
{
    const struct ps_program *program = puzzle->program;
    struct beside beside = {.program = program, .pieces = pieces};
    int most = 0;
    if (ps_has_command(program, PS_AGAIN) || meets(relaxed->made, program->player, words_of(puzzle)) ||
        meets(relaxed->made, pieces, words_of(puzzle)) || meets(pieces, program->player, words_of(puzzle)) ||
        count_objects(puzzle, program->player) != 1 || !visit_rules(program, relaxed, note_places, &beside))
        return 0;
    for (int phase = 0; phase < PS_PHASES; phase++)
        most = beside.count[phase] > most ? beside.count[phase] : most;
    return (unsigned)most * count_layers(program, pieces);
}

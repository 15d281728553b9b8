/* Where single pieces can go, whatever else happens; see roads.h.
 *
 * A piece is an object in a cell.  It changes only if a rule gives its layer a movement there, removes it, turns it
 * into another object, or removes it and puts a piece elsewhere, which is then the same piece.  Such a rule can match
 * there only if its other cells are in the level and can contain what the rule requires.  Objects that no rule changes
 * stay where they are, and nothing else can share their layer.  Objects that no rule creates or moves can be only where
 * they began.  Everything else may be anywhere.  A movement leads nowhere if an unchanging object fills the layer
 * ahead.  For example, a box with a wall behind it cannot be pushed away from that wall, as the player would have to
 * stand in it.
 *
 * A turn takes a piece through the groups of rules in their order, then through one movement, then through the late
 * rules, and the same again for each turn that follows by `again`.
 *
 * The result is an over-estimate: a piece may be unable to make some of these turns, but never makes any other. */
#include "games/puzzlescript/roads.h"

#include <stdlib.h>

enum {
    MOST_WORK = 4000000,   /* pattern tests for a level */
    MOST_STEPS = 30000000, /* tests of effects for all pieces of an aim */
    MOST_EDGES = 1 << 21,
};

/* --- effects of rules --- */

/* The movements that a layer may still have in a cell after a rule, if no piece of its own brings any: those of the
 * objects that may have been there. */
static unsigned movements_left(const struct ps_program *program, const struct ps_relaxed *relaxed,
                               const struct ps_pattern *pattern, unsigned phase, int layer)
{
    const struct ps_replacement *made = pattern->replacement;
    unsigned kept = moves_of(program->moves[phase], layer) & ~moves_of(made->still, layer);
    for (int id = 0; kept != 0 && id < program->ids; id++)
        if (program->id_layers[id] == layer && has_bit(relaxed->carriers, id) && ps_allows(program, pattern, id))
            return kept;
    return 0;
}

/* Adds objects that a rule puts where another's movement is left.  Returns whether there are any. */
static bool add_carriers(const struct ps_program *program, struct ps_relaxed *relaxed, const struct ps_acting *acting)
{
    const struct ps_rule *rule = acting->rule;
    bool more = false;
    for (int at = 0; at < rule->cell_count; at++) {
        const struct ps_pattern *pattern = &rule->cells[at];
        const struct ps_replacement *made = pattern->replacement;
        for (int id = 0; made != NULL && id < program->ids; id++) {
            int layer = program->id_layers[id];
            /* Another row of the rule may change the same cell. */
            bool any = rule->row_count > 1 && moves_of(program->moves[acting->phase], layer) != 0;
            if (!has_bit(made->set, id) || has_bit(relaxed->carriers, id) ||
                (!any && movements_left(program, relaxed, pattern, acting->phase, layer) == 0))
                continue;
            set_bit(relaxed->carriers, id);
            more = true;
        }
    }
    return more;
}

bool ps_relaxed_make(const struct ps_puzzle *puzzle, struct ps_relaxed *relaxed)
{
    const struct ps_program *program = puzzle->program;
    size_t words = (size_t)puzzle->program->object_words;
    *relaxed = (struct ps_relaxed){.useful = program->line_of_chance == 0};
    relaxed->made = arrays_add(&relaxed->arrays, words, sizeof *relaxed->made);
    relaxed->moved = arrays_add(&relaxed->arrays, words, sizeof *relaxed->moved);
    relaxed->carriers = arrays_add(&relaxed->arrays, words, sizeof *relaxed->carriers);
    relaxed->may = arrays_add(&relaxed->arrays, (size_t)ps_size(puzzle) * words, sizeof *relaxed->may);
    relaxed->acting = arrays_add(&relaxed->arrays, (size_t)program->rule_count * PS_PHASES, sizeof *relaxed->acting);
    long patterns = 0;
    if (relaxed->arrays.failed)
        return false;
    for (unsigned phase = 0; phase < PS_PHASES; phase++) {
        if (!ps_phase_is_used(program, phase))
            continue;
        if (ps_leaves_movement(program, phase) ||
            (phase == PS_LATE && !is_zero(program->moves[phase], program->move_words)))
            relaxed->useful = false;
        const struct ps_groups *groups = ps_groups_of(program, phase);
        for (int i = 0; i < groups->count; i++)
            for (int r = 0; r < groups->items[i].busy[phase].count; r++) {
                const struct ps_rule *rule = groups->items[i].busy[phase].rules[r];
                if (!rule->replaces)
                    continue;
                relaxed->acting[relaxed->acting_count++] = (struct ps_acting){rule, phase, i};
                for (int row = 0; row < rule->row_count; row++)
                    patterns += (long)rule->rows[row].count * rule->rows[row].count;
            }
    }
    add_mask(relaxed->moved, program->player, puzzle->program->object_words);
    for (int n = 0; n < relaxed->acting_count; n++)
        for (int at = 0; at < relaxed->acting[n].rule->cell_count; at++) {
            const struct ps_pattern *pattern = &relaxed->acting[n].rule->cells[at];
            const struct ps_replacement *made = pattern->replacement;
            for (int id = 0; made != NULL && id < program->ids; id++) {
                bool put = has_bit(made->set, id);
                if (put && !has_bit(pattern->present, id))
                    set_bit(relaxed->made, id);
                if ((put || ps_allows(program, pattern, id)) && moves_of(made->moving, program->id_layers[id]) != 0)
                    set_bit(relaxed->moved, id);
            }
        }
    add_mask(relaxed->carriers, relaxed->moved, puzzle->program->object_words);
    for (bool more = true; more;) {
        more = false;
        for (int n = 0; n < relaxed->acting_count; n++)
            more = add_carriers(program, relaxed, &relaxed->acting[n]) || more;
    }
    if (patterns * ps_size(puzzle) > MOST_WORK)
        relaxed->useful = false;
    for (int cell = 0; cell < ps_size(puzzle); cell++)
        for (int id = 0; id < program->ids; id++) {
            const uint64_t *fixed = ps_fixed_at(puzzle, cell), *start = &puzzle->start[(size_t)cell * words];
            bool may = has_bit(relaxed->made, id) || has_bit(relaxed->moved, id) || has_bit(start, id);
            if (has_bit(puzzle->packing.dynamic, id)
                    ? may && !meets(fixed, program->layer_masks[program->id_layers[id]], (int)words)
                    : has_bit(fixed, id))
                set_bit(&relaxed->may[(size_t)cell * words], id);
        }
    return true;
}

/* --- effects of rules on pieces --- */

/* Whether a cell may ever match a pattern. */
static bool may_match(const struct ps_puzzle *puzzle, const struct ps_relaxed *relaxed,
                      const struct ps_pattern *pattern, int cell)
{
    int words = puzzle->program->object_words;
    const uint64_t *may = &relaxed->may[(size_t)cell * (size_t)words];
    if (meets(pattern->missing, ps_fixed_at(puzzle, cell), words) || !within(pattern->present, may, words))
        return false;
    for (int i = 0; i < pattern->any_count; i++)
        if (!meets(pattern->any[i], may, words))
            return false;
    return true;
}

/* The cell `steps` steps away in a direction, or -1 if that is outside the level. */
static int cell_from(const struct ps_puzzle *puzzle, int cell, int direction, int steps)
{
    int height = puzzle->level.height;
    int x = cell / height + ps_across(direction) * steps, y = cell % height + ps_down(direction) * steps;
    return x < 0 || y < 0 || x >= puzzle->level.width || y >= height ? -1 : x * height + y;
}

enum { GONE = -1 };

/* What a rule may do to a piece. */
struct effect {
    int group, kind, to; /* to: its kind afterwards, or GONE */
    int direction, steps;
    unsigned need, avoid, keep, set; /* movements of its layer: it must have and lack; it keeps and receives */
    unsigned left;                   /* it may receive these, which other objects left */
    bool burns;                      /* takes the movement of the only player */
    bool *at;                        /* [cells] where it may happen */
};

struct effects {
    struct effect *items;
    int count;
    size_t capacity;
};

/* Positions relative to the player, as columns and rows. */
enum { MOST_PLACES = 8 };

/* Where and when pieces at rest begin to move in a phase, and when moving ones go on. */
struct starts {
    int across[MOST_PLACES], down[MOST_PLACES], count;
    unsigned most;       /* of one match of a rule */
    int last, first_hop; /* groups; first_hop: of a piece that goes elsewhere at once */
    bool unbounded;      /* a piece may begin anywhere */
    bool all_burn;       /* each such rule takes the player's movement */
};

struct building {
    struct arrays arrays;
    struct ps_puzzle *puzzle;
    const struct ps_relaxed *relaxed;
    struct ps_roads *roads;
    struct effects effects[PS_PHASES];
    struct starts starts[PS_PHASES];
    bool one_player;
    bool keeps_player; /* there is one player, who gets a movement only from a key */
    bool changes_kind;
};

/* The index of a row's cell that requires the player, or -1. */
static int player_in(const struct ps_program *program, const struct ps_row *row)
{
    for (int at = 0; at < row->count; at++)
        if (ps_surely_has(program, &row->cells[at], program->player))
            return at;
    return -1;
}

/* Whether a cell that matches a pattern may have one of these objects. */
static bool may_have(const struct ps_program *program, const struct ps_pattern *pattern, const uint64_t *objects)
{
    for (int id = 0; id < program->ids; id++)
        if (has_bit(objects, id) && ps_allows(program, pattern, id))
            return true;
    return false;
}

/* Whether each match of a pattern removes one of these objects, which are all of one layer. */
static bool surely_loses(const struct ps_program *program, const struct ps_pattern *pattern, const uint64_t *objects)
{
    const struct ps_replacement *made = pattern->replacement;
    int words = program->object_words;
    if (pattern->ellipsis || made == NULL || meets(made->set, objects, words))
        return false;
    for (int id = 0; id < program->ids; id++)
        if (has_bit(objects, id) && has_bit(pattern->present, id) && has_bit(made->clear, id))
            return true;
    for (int i = 0; i < pattern->any_count; i++)
        if (within(pattern->any[i], objects, words) && within(pattern->any[i], made->clear, words))
            return true;
    return false;
}

/* The only layer of these objects, or -1. */
static int layer_of(const struct ps_program *program, const uint64_t *objects)
{
    int layer = -1;
    for (int id = 0; id < program->ids; id++) {
        if (!has_bit(objects, id))
            continue;
        if (layer >= 0 && layer != program->id_layers[id])
            return -1;
        layer = program->id_layers[id];
    }
    return layer;
}

/* Whether a rule changes a layer in no row but this one. */
static bool is_alone(const struct ps_program *program, const struct ps_rule *rule, const struct ps_row *row, int layer)
{
    for (int i = 0; i < rule->row_count; i++)
        for (int at = 0; at < rule->rows[i].count && &rule->rows[i] != row; at++) {
            const struct ps_replacement *made = rule->rows[i].cells[at].replacement;
            if (made != NULL && (meets(made->clear, program->layer_masks[layer], program->object_words) ||
                                 meets(made->set, program->layer_masks[layer], program->object_words) ||
                                 (moves_of(made->still, layer) | moves_of(made->moving, layer)) != 0))
                return false;
        }
    return true;
}

enum { MOST_ROW = 32 };

/* Finds which objects of a set a match of a row takes from one cell and puts into another: to[at] receives the other
 * cell, or -1.  Returns whether that explains all objects that it puts into cells without any. */
static bool find_hops(const struct ps_program *program, const struct ps_rule *rule, const struct ps_row *row,
                      const uint64_t *objects, int *to)
{
    int layer = layer_of(program, objects);
    bool explained = true;
    for (int at = 0; at < row->count && at < MOST_ROW; at++)
        to[at] = -1;
    for (int at = 0; at < row->count; at++) {
        const struct ps_pattern *pattern = &row->cells[at];
        const struct ps_replacement *made = pattern->replacement;
        bool puts = false;
        for (int id = 0; made != NULL && id < program->ids; id++)
            puts = puts || (has_bit(objects, id) && has_bit(made->set, id) && !has_bit(pattern->present, id));
        if (!puts)
            continue;
        bool alone = layer >= 0 && is_alone(program, rule, row, layer);
        if (ps_surely_has(program, pattern, objects)) { /* another object in place of one */
            explained = explained && alone;
            continue;
        }
        bool clean = alone && row->count <= MOST_ROW && row->ellipses == 0 && !may_have(program, pattern, objects);
        int nearest = -1;
        for (int other = 0; clean && other < row->count; other++)
            if (to[other] < 0 && surely_loses(program, &row->cells[other], objects) &&
                (nearest < 0 || abs(other - at) < abs(nearest - at)))
                nearest = other;
        if (nearest >= 0)
            to[nearest] = at;
        explained = explained && nearest >= 0;
    }
    return explained;
}

/* Whether each match of a rule takes the movement of a player. */
static bool burns(const struct ps_program *program, const struct ps_rule *rule, const struct ps_row *row)
{
    int at = player_in(program, row), layer = layer_of(program, program->player);
    if (at < 0 || layer < 0 || !is_alone(program, rule, row, layer))
        return false;
    const struct ps_pattern *pattern = &row->cells[at];
    const struct ps_replacement *made = pattern->replacement;
    unsigned need = moves_of(pattern->moving, layer);
    return need != 0 && made != NULL && moves_of(made->moving, layer) == 0 &&
           (need & ~moves_of(made->still, layer)) == 0;
}

static void add_start(struct building *building, const struct ps_acting *acting, const struct ps_row *row, int at)
{
    struct starts *starts = &building->starts[acting->phase];
    const struct ps_rule *rule = acting->rule;
    int player = player_in(building->puzzle->program, row);
    starts->last = acting->group > starts->last ? acting->group : starts->last;
    starts->all_burn = starts->all_burn && burns(building->puzzle->program, rule, row);
    if (player < 0 || row->ellipses > 0) {
        starts->unbounded = true;
        return;
    }
    int across = ps_across(rule->direction) * (at - player), down = ps_down(rule->direction) * (at - player);
    for (int i = 0; i < starts->count; i++)
        if (starts->across[i] == across && starts->down[i] == down)
            return;
    if (starts->count == MOST_PLACES) {
        starts->unbounded = true;
        return;
    }
    starts->across[starts->count] = across;
    starts->down[starts->count++] = down;
}

/* Whether a rule puts players only where it takes them, and gives no player a movement who has none. */
static bool keeps_player(const struct building *building, const struct ps_acting *acting)
{
    const struct ps_program *program = building->puzzle->program;
    const struct ps_rule *rule = acting->rule;
    int hops[MOST_ROW], layer = layer_of(program, program->player);
    for (int row = 0; row < rule->row_count; row++) {
        const struct ps_row *cells = &rule->rows[row];
        if (!find_hops(program, rule, cells, program->player, hops))
            return false;
        for (int at = 0; at < cells->count; at++) {
            const struct ps_pattern *pattern = &cells->cells[at];
            const struct ps_replacement *made = pattern->replacement;
            bool puts = made != NULL && meets(made->set, program->player, program->object_words);
            if (made != NULL && moves_of(made->moving, layer) != 0 && moves_of(pattern->moving, layer) == 0 &&
                (puts || may_have(program, pattern, program->player)))
                return false;
            if (puts && !ps_surely_has(program, pattern, program->player) &&
                movements_left(program, building->relaxed, pattern, acting->phase, layer) != 0)
                return false;
        }
    }
    return true;
}

/* Adds the effects of a row's cell on pieces of one kind; `hop` is the cell to which the rule takes them, or -1. */
static bool add_cell(struct building *building, const struct ps_acting *acting, const struct ps_row *row, int at,
                     int hop, int kind)
{
    const struct ps_rule *rule = acting->rule;
    const struct ps_puzzle *puzzle = building->puzzle;
    const struct ps_program *program = puzzle->program;
    struct ps_roads *roads = building->roads;
    const struct ps_pattern *pattern = &row->cells[at];
    const struct ps_replacement *made = pattern->replacement;
    int id = roads->ids[kind], layer = program->id_layers[id];
    struct effect effect = {.group = acting->group, .kind = kind, .to = kind, .direction = rule->direction};
    if (has_bit(made->clear, id) && !has_bit(made->set, id)) {
        const struct ps_replacement *there = hop >= 0 ? row->cells[hop].replacement : made;
        effect.to = GONE;
        for (int other = 0; other < roads->kinds; other++)
            if (!roads->free[other] && has_bit(there->set, roads->ids[other]) &&
                program->id_layers[roads->ids[other]] == layer && is_alone(program, rule, row, layer))
                effect.to = other;
        made = effect.to == GONE ? made : there;
        effect.steps = hop >= 0 ? hop - at : 0;
        building->changes_kind = building->changes_kind || (effect.to != GONE && effect.to != kind);
    }
    effect.need = moves_of(pattern->moving, layer);
    effect.avoid = moves_of(pattern->still, layer);
    effect.keep = effect.steps != 0 ? 0 : PS_MOVES & ~moves_of(made->still, layer);
    effect.set = moves_of(made->moving, layer);
    if (effect.steps != 0)
        effect.left = movements_left(program, building->relaxed, &row->cells[hop], acting->phase, layer);
    effect.burns = building->keeps_player && burns(program, rule, row);
    if (effect.to == kind && effect.steps == 0 && effect.set == 0 && effect.keep == PS_MOVES)
        return true;
    struct effects *effects = &building->effects[acting->phase];
    effect.at = arrays_add(&building->arrays, (size_t)ps_size(puzzle), sizeof *effect.at);
    if (effect.at == NULL || !ARRAY_RESERVE(effects->items, (size_t)effects->count, effects->capacity, 16))
        return false;
    effects->items[effects->count++] = effect;
    bool somewhere = false;
    for (int cell = 0; cell < ps_size(puzzle); cell++) {
        /* Whether the row may match so that its cell `at` lies on this one. */
        bool may = row->ellipses == 0 || may_match(puzzle, building->relaxed, pattern, cell);
        for (int i = 0; may && row->ellipses == 0 && i < row->count; i++) {
            int there = cell_from(puzzle, cell, rule->direction, i - at);
            may = there >= 0 && may_match(puzzle, building->relaxed, &row->cells[i], there);
        }
        effect.at[cell] = may;
        somewhere = somewhere || may;
        if (effect.at[cell] && effect.to == GONE)
            roads->goes[(size_t)kind * (size_t)ps_size(puzzle) + (size_t)cell] = true;
    }
    struct starts *starts = &building->starts[acting->phase];
    if (somewhere && effect.steps != 0 && acting->group < starts->first_hop)
        starts->first_hop = acting->group;
    if (somewhere && effect.need == 0 && effect.to != GONE && (effect.set != 0 || effect.steps != 0))
        add_start(building, acting, row, at);
    return true;
}

static bool add_effects(struct building *building, const struct ps_acting *acting)
{
    const struct ps_program *program = building->puzzle->program;
    const struct ps_rule *rule = acting->rule;
    struct ps_roads *roads = building->roads;
    int hops[MOST_ROW];
    unsigned begun = 0;
    for (int row = 0; row < rule->row_count; row++) {
        const struct ps_row *cells = &rule->rows[row];
        if (!find_hops(program, rule, cells, roads->pieces, hops))
            roads->made = true;
        for (int at = 0; at < cells->count; at++) {
            bool begins = false;
            for (int kind = 0; cells->cells[at].replacement != NULL && kind < roads->kinds; kind++) {
                if (roads->free[kind] || !ps_allows(program, &cells->cells[at], roads->ids[kind]))
                    continue;
                begins = true;
                if (!add_cell(building, acting, cells, at, at < MOST_ROW ? hops[at] : -1, kind))
                    return false;
            }
            begun += begins;
        }
    }
    if (begun > building->starts[acting->phase].most)
        building->starts[acting->phase].most = begun;
    return true;
}

/* --- pieces in a turn --- */

/* The most pieces that one turn takes out of their cells; 0: unknown.
 *
 * Pieces at rest begin to move only in places beside the single player, who keeps his cell while the rules apply.  If
 * such a place could be filled again by a piece that goes there at once, more pieces might begin there; so all of them
 * must begin before any goes elsewhere.  Or else each rule that moves pieces takes the player's movement, which he has
 * only once. */
static unsigned count_a_turn(struct building *building)
{
    const struct ps_puzzle *puzzle = building->puzzle;
    const struct ps_program *program = puzzle->program;
    int words = puzzle->program->object_words;
    unsigned most = 0, layers = 0;
    if (!building->one_player || building->roads->made || building->changes_kind ||
        meets(building->roads->pieces, program->player, words))
        return 0;
    for (int layer = 0; layer < program->layers; layer++)
        layers += meets(building->roads->pieces, program->layer_masks[layer], words);
    bool stays = true; /* each rule puts players only into cells that have one */
    for (int n = 0; n < building->relaxed->acting_count; n++) {
        const struct ps_rule *rule = building->relaxed->acting[n].rule;
        for (int at = 0; at < rule->cell_count; at++)
            stays = stays && (rule->cells[at].replacement == NULL ||
                              !meets(rule->cells[at].replacement->set, program->player, words) ||
                              ps_surely_has(program, &rule->cells[at], program->player));
    }
    for (unsigned phase = 0; phase < PS_PHASES; phase++) {
        const struct starts *starts = &building->starts[phase];
        const struct ps_groups *groups = ps_groups_of(program, phase);
        bool before = starts->last < starts->first_hop;
        for (int i = 0; i < groups->count; i++)
            before = before &&
                     !(groups->items[i].loop >= 0 && groups->items[i].loop <= starts->last && i >= starts->first_hop);
        if (starts->last < 0 || (phase == PS_TICK && !ps_has_command(program, PS_AGAIN)))
            continue;
        if (phase > PS_ACTS)
            return 0;
        unsigned count;
        if (stays && before && !starts->unbounded)
            count = (unsigned)starts->count * layers;
        else if (building->keeps_player && starts->all_burn)
            count = starts->most * layers;
        else
            return 0;
        most = count > most ? count : most;
    }
    return most;
}

/* --- turns --- */

enum { BURNT = PS_MOVES + 1 };

/* The pieces that a turn may lead to so far. */
struct turning {
    struct building *building;
    size_t size, all; /* cells; pieces */
    /* For each piece, the movements that it may have, as a set of masks, and again after the player's movement was
     * taken; and the pieces with any. */
    uint64_t *masks;
    int *met;
    int met_count;
    unsigned *stamps, stamp; /* of pieces after the turn */
    int *after;
    int after_count;
    long steps;
};

static bool add_mask_of(struct turning *turning, int piece, unsigned mask)
{
    if ((turning->masks[piece] >> mask & 1) != 0)
        return false;
    if (turning->masks[piece] == 0)
        turning->met[turning->met_count++] = piece;
    turning->masks[piece] |= (uint64_t)1 << mask;
    return true;
}

/* Applies an effect to all pieces met so far.  Returns whether that adds any. */
static bool apply(struct turning *turning, const struct effect *effect)
{
    bool more = false;
    int size = (int)turning->size;
    for (int i = 0; i < turning->met_count; i++) {
        int piece = turning->met[i], cell = piece % size;
        turning->steps++;
        if (piece / size != effect->kind || !effect->at[cell])
            continue;
        int there =
            effect->steps == 0 ? cell : cell_from(turning->building->puzzle, cell, effect->direction, effect->steps);
        for (uint64_t left = turning->masks[piece]; left != 0; left &= left - 1) {
            unsigned mask = (unsigned)__builtin_ctzll(left);
            if ((mask & effect->need) != effect->need || (mask & effect->avoid) != 0 ||
                (effect->burns && (mask & BURNT) != 0))
                continue;
            unsigned after = (mask & (effect->keep | BURNT)) | effect->set | (effect->burns ? BURNT : 0);
            /* With each subset of what others left. */
            for (unsigned others = effect->left;; others = (others - 1) & effect->left) {
                more = add_mask_of(turning, effect->to * size + there, after | others) || more;
                if (others == 0)
                    break;
            }
        }
    }
    return more;
}

static void apply_effects(struct turning *turning, unsigned phase)
{
    const struct ps_groups *groups = ps_groups_of(turning->building->puzzle->program, phase);
    const struct effects *effects = &turning->building->effects[phase];
    bool changed = false;
    for (int group = 0, first = 0; group < groups->count && turning->steps <= MOST_STEPS;) {
        while (first > 0 && effects->items[first - 1].group >= group)
            first--;
        while (first < effects->count && effects->items[first].group < group)
            first++;
        for (bool more = true; more;) {
            more = false;
            for (int i = first; i < effects->count && effects->items[i].group == group; i++)
                if (effects->items[i].to != GONE)
                    more = apply(turning, &effects->items[i]) || more;
            changed = changed || more;
        }
        bool jumps = changed && groups->items[group].loop >= 0;
        changed = changed && !jumps;
        group = jumps ? groups->items[group].loop : group + 1;
    }
}

static void add_after(struct turning *turning, int piece)
{
    if (turning->stamps[piece] == turning->stamp)
        return;
    turning->stamps[piece] = turning->stamp;
    turning->after[turning->after_count++] = piece;
}

/* Takes all pieces met through the rules of a phase and, unless these are the late ones, their movements. */
static void make_turn(struct turning *turning, unsigned phase)
{
    const struct ps_puzzle *puzzle = turning->building->puzzle;
    const struct ps_program *program = puzzle->program;
    apply_effects(turning, phase);
    for (int i = 0; i < turning->met_count; i++) {
        int piece = turning->met[i], kind = piece / (int)turning->size, cell = piece % (int)turning->size;
        add_after(turning, piece);
        for (unsigned way = 0; phase != PS_LATE && way < DIRECTIONS; way++) {
            int to = cell_from(puzzle, cell, (int)ps_way_bits[way], 1);
            if (((turning->masks[piece] | turning->masks[piece] >> BURNT) >> ps_way_bits[way] & 1) != 0 && to >= 0 &&
                !meets(ps_fixed_at(puzzle, to),
                       program->layer_masks[program->id_layers[turning->building->roads->ids[kind]]],
                       puzzle->program->object_words))
                add_after(turning, kind * (int)turning->size + to);
        }
        turning->masks[piece] = 0;
    }
    turning->met_count = 0;
}

/* Takes all pieces after the turn so far through another phase. */
static void go_on(struct turning *turning, unsigned phase)
{
    for (int i = 0; i < turning->after_count; i++)
        add_mask_of(turning, turning->after[i], 0);
    make_turn(turning, phase);
}

/* Finds the pieces after a turn. */
static void take_turn(struct turning *turning, int piece)
{
    const struct ps_program *program = turning->building->puzzle->program;
    const struct effects *effects = turning->building->effects;
    bool late = effects[PS_LATE].count > 0;
    bool again = ps_has_command(program, PS_AGAIN) && (late || effects[PS_TICK].count > 0);
    turning->stamp++;
    turning->after_count = 0;
    for (unsigned phase = 0; phase <= PS_ACTS; phase++)
        if (ps_phase_is_used(program, phase)) {
            add_mask_of(turning, piece, 0);
            make_turn(turning, phase);
        }
    if (late)
        go_on(turning, PS_LATE);
    for (int before = 0; again && before < turning->after_count && turning->steps <= MOST_STEPS;) {
        before = turning->after_count;
        go_on(turning, PS_TICK);
        if (late)
            go_on(turning, PS_LATE);
    }
}

/* Finds the edges of all pieces, first by the piece that they lead from. */
static bool find_edges(struct turning *turning, struct ps_roads *roads, bool *known)
{
    size_t count = 0, capacity = 0;
    uint32_t(*edges)[2] = NULL;
    *known = true;
    for (size_t piece = 0; piece < turning->all && *known; piece++) {
        size_t kind = piece / turning->size;
        if (roads->free[kind])
            continue;
        take_turn(turning, (int)piece);
        roads->stays[piece] = turning->after_count == 1 && !roads->goes[piece];
        if (count + (size_t)turning->after_count > capacity) {
            capacity = 2 * (count + (size_t)turning->after_count) + 1024;
            void *more = realloc(edges, capacity * sizeof *edges);
            if (more == NULL) {
                free(edges);
                return false;
            }
            edges = more;
        }
        for (int i = 0; i < turning->after_count; i++)
            if (turning->after[i] != (int)piece) {
                edges[count][0] = (uint32_t)piece;
                edges[count++][1] = (uint32_t)turning->after[i];
                roads->first[turning->after[i] + 1]++;
            }
        *known = turning->steps <= MOST_STEPS && count <= MOST_EDGES;
    }
    roads->from = arrays_add(&roads->arrays, count + 1, sizeof *roads->from);
    if (roads->from == NULL) {
        free(edges);
        return false;
    }
    for (size_t piece = 0; piece < turning->all; piece++)
        roads->first[piece + 1] += roads->first[piece];
    for (size_t i = count; i-- > 0;)
        roads->from[--roads->first[edges[i][1] + 1]] = edges[i][0];
    /* Each entry of `first` is now one place too far. */
    memmove(roads->first, roads->first + 1, turning->all * sizeof *roads->first);
    roads->first[turning->all] = (uint32_t)count;
    free(edges);
    return true;
}

bool ps_roads_make(struct ps_puzzle *puzzle, const struct ps_relaxed *relaxed, struct ps_roads *roads, bool *known)
{
    size_t size = (size_t)ps_size(puzzle), all = size * (size_t)roads->kinds;
    struct building building = {.puzzle = puzzle, .relaxed = relaxed, .roads = roads};
    for (unsigned phase = 0; phase < PS_PHASES; phase++)
        building.starts[phase] = (struct starts){.last = -1, .first_hop = INT32_MAX, .all_burn = true};
    struct turning turning = {.building = &building,
                              .size = size,
                              .all = all,
                              .masks = arrays_add(&building.arrays, all, sizeof *turning.masks),
                              .met = arrays_add(&building.arrays, all, sizeof *turning.met),
                              .stamps = arrays_add(&building.arrays, all, sizeof *turning.stamps),
                              .after = arrays_add(&building.arrays, all, sizeof *turning.after)};
    roads->goes = arrays_add(&roads->arrays, all, sizeof *roads->goes);
    roads->stays = arrays_add(&roads->arrays, all, sizeof *roads->stays);
    roads->first = arrays_add(&roads->arrays, all + 2, sizeof *roads->first);
    bool good = !building.arrays.failed && !roads->arrays.failed;
    if (good) {
        int words = puzzle->program->object_words, players = 0;
        for (int i = 0; i < ps_size(puzzle) * words; i++)
            players += __builtin_popcountll(puzzle->start[i] & puzzle->program->player[i % words]);
        building.one_player = players == 1 && layer_of(puzzle->program, puzzle->program->player) >= 0;
        building.keeps_player = building.one_player;
        for (int n = 0; building.keeps_player && n < relaxed->acting_count; n++)
            building.keeps_player = keeps_player(&building, &relaxed->acting[n]);
        for (int n = 0; good && n < relaxed->acting_count; n++)
            good = add_effects(&building, &relaxed->acting[n]);
        /* A piece may become a player object, about which nothing is known. */
        if (meets(roads->pieces, puzzle->program->player, puzzle->program->object_words))
            roads->made = meets(roads->pieces, relaxed->made, puzzle->program->object_words);
        good = good && find_edges(&turning, roads, known);
        roads->a_turn = count_a_turn(&building);
    }
    for (unsigned phase = 0; phase < PS_PHASES; phase++)
        free(building.effects[phase].items);
    arrays_free(&building.arrays);
    return good;
}

void ps_spread(const struct ps_puzzle *puzzle, const struct ps_roads *roads, uint16_t *turns, int *queue)
{
    int first = 0, last = 0, all = roads->kinds * ps_size(puzzle);
    for (int piece = 0; piece < all; piece++)
        if (turns[piece] == 0)
            queue[last++] = piece;
    for (; first < last; first++)
        for (uint32_t i = roads->first[queue[first]]; i < roads->first[queue[first] + 1]; i++) {
            uint32_t from = roads->from[i];
            if (turns[from] != PS_FAR)
                continue;
            turns[from] = (uint16_t)(turns[queue[first]] + 1);
            queue[last++] = (int)from;
        }
}

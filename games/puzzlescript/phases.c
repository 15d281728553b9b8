/* What rules can do under one key; see phases.h. */
#include "games/puzzlescript/phases.h"

const unsigned ps_way_bits[DIRECTIONS] = {[UP] = PS_UP, [RIGHT] = PS_RIGHT, [DOWN] = PS_DOWN, [LEFT] = PS_LEFT};

const struct ps_groups *ps_groups_of(const struct ps_program *program, unsigned phase)
{
    return phase == PS_LATE ? &program->late : &program->rules;
}

bool ps_has_command(const struct ps_program *program, unsigned commands)
{
    const struct ps_groups *lists[] = {&program->rules, &program->late};
    for (int list = 0; list < 2; list++)
        for (int i = 0; i < lists[list]->count; i++)
            for (int r = 0; r < lists[list]->items[i].count; r++)
                if ((lists[list]->items[i].rules[r].commands & commands) != 0)
                    return true;
    return false;
}

bool ps_phase_is_used(const struct ps_program *program, unsigned phase)
{
    if (phase == PS_ACTS)
        return !program->prelude.noaction;
    return phase != PS_TICK || program->prelude.run_rules_on_level_start || ps_has_command(program, PS_AGAIN);
}

bool ps_is_idle(const struct ps_program *program, const struct ps_rule *rule, const uint64_t *moves)
{
    for (int i = 0; i < rule->row_count; i++)
        for (int at = 0; at < rule->rows[i].count; at++) {
            const struct ps_pattern *pattern = &rule->rows[i].cells[at];
            if (!pattern->ellipsis && !within(pattern->moving, moves, program->move_words))
                return true;
        }
    return false;
}

/* Adds the movements that a rule sets. Returns whether any of them is new. */
static bool add_given(const struct ps_program *program, const struct ps_rule *rule, uint64_t *moves)
{
    bool more = false;
    for (int i = 0; i < rule->row_count; i++)
        for (int at = 0; at < rule->rows[i].count; at++) {
            const struct ps_replacement *made = rule->rows[i].cells[at].replacement;
            if (made == NULL || within(made->moving, moves, program->move_words))
                continue;
            add_mask(moves, made->moving, program->move_words);
            more = true;
        }
    return more;
}

void ps_find_moves(const struct ps_program *program, unsigned phase, uint64_t *moves)
{
    const struct ps_groups *groups = ps_groups_of(program, phase);
    for (int id = 0; phase <= PS_ACTS && id < program->ids; id++)
        if (has_bit(program->player, id))
            add_moves(moves, phase == PS_ACTS ? PS_ACTION : ps_way_bits[phase], program->id_layers[id]);
    for (bool more = true; more;) {
        more = false;
        for (int i = 0; i < groups->count; i++)
            for (int r = 0; r < groups->items[i].count; r++)
                if (!ps_is_idle(program, &groups->items[i].rules[r], moves))
                    more = add_given(program, &groups->items[i].rules[r], moves) || more;
    }
}

/* Whether a layer certainly has an object in a cell after a replacement. */
static bool is_filled(const struct ps_program *program, const struct ps_pattern *pattern, const uint64_t *layer)
{
    const struct ps_replacement *made = pattern->replacement;
    bool filled = meets(made->set, layer, program->object_words);
    for (int word = 0; word < program->object_words; word++)
        filled = filled || (pattern->present[word] & layer[word] & ~made->clear[word]) != 0;
    for (int i = 0; i < pattern->any_count; i++)
        filled = filled || (within(pattern->any[i], layer, program->object_words) &&
                            !meets(pattern->any[i], made->clear, program->object_words));
    return filled;
}

static bool pattern_leaves_movement(const struct ps_program *program, const struct ps_pattern *pattern,
                                    const uint64_t *moves)
{
    const struct ps_replacement *made = pattern->replacement;
    for (int layer = 0; made != NULL && layer < program->layers; layer++) {
        const uint64_t *mask = program->layer_masks[layer];
        unsigned kept = moves_of(moves, layer) & ~moves_of(made->still, layer) & ~moves_of(made->layers, layer);
        bool goes = meets(made->clear, mask, program->object_words) && kept != 0;
        if ((goes || moves_of(made->moving, layer) != 0) && !is_filled(program, pattern, mask))
            return true;
    }
    return false;
}

bool ps_leaves_movement(const struct ps_program *program, const struct ps_groups *groups, const uint64_t *moves)
{
    for (int i = 0; i < groups->count; i++)
        for (int r = 0; r < groups->items[i].count; r++) {
            const struct ps_rule *rule = &groups->items[i].rules[r];
            for (int row = 0; row < rule->row_count && !ps_is_idle(program, rule, moves); row++)
                for (int at = 0; at < rule->rows[row].count; at++)
                    if (pattern_leaves_movement(program, &rule->rows[row].cells[at], moves))
                        return true;
        }
    return false;
}

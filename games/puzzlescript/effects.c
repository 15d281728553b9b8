/* What rules can do, found from the rules alone. */
#include "games/grid.h"
#include "games/puzzlescript/program.h"

const unsigned ps_way_bits[DIRECTIONS] = {[UP] = PS_UP, [RIGHT] = PS_RIGHT, [DOWN] = PS_DOWN, [LEFT] = PS_LEFT};

const struct ps_groups *ps_groups_of(const struct ps_program *program, unsigned phase)
{
    return phase == PS_LATE ? &program->late : &program->rules;
}

bool ps_has_command(const struct ps_program *program, unsigned commands)
{
    for (int r = 0; r < program->rule_count; r++)
        if ((program->all_rules[r].commands & commands) != 0)
            return true;
    return false;
}

bool ps_phase_is_used(const struct ps_program *program, unsigned phase)
{
    if (phase == PS_ACTS)
        return !program->prelude.noaction;
    return phase != PS_TICK || program->prelude.run_rules_on_level_start || ps_has_command(program, PS_AGAIN);
}

/* Whether a rule needs a movement that cannot occur. */
static bool is_idle(const struct ps_program *program, const struct ps_rule *rule, const uint64_t *moves)
{
    for (int at = 0; at < rule->cell_count; at++)
        if (!rule->cells[at].ellipsis && !within(rule->cells[at].moving, moves, program->move_words))
            return true;
    return false;
}

/* Adds the movements that can occur in a phase: those of the player, and those set by rules that can match given such
 * movements. */
static void find_moves(const struct ps_program *program, unsigned phase, uint64_t *moves)
{
    const struct ps_groups *groups = ps_groups_of(program, phase);
    for (int id = 0; phase <= PS_ACTS && id < program->ids; id++)
        if (has_bit(program->player, id))
            add_moves(moves, phase == PS_ACTS ? PS_ACTION : ps_way_bits[phase], program->id_layers[id]);
    for (bool more = true; more;) {
        more = false;
        for (int r = 0; r < groups->rule_count; r++) {
            const struct ps_rule *rule = &groups->rules[r];
            bool idle = is_idle(program, rule, moves);
            for (int at = 0; !idle && at < rule->cell_count; at++) {
                const struct ps_replacement *made = rule->cells[at].replacement;
                if (made == NULL || within(made->moving, moves, program->move_words))
                    continue;
                add_mask(moves, made->moving, program->move_words);
                more = true;
            }
        }
    }
}

void ps_find_busy_rules(struct ps_program *program)
{
    for (unsigned phase = 0; phase < PS_PHASES; phase++) {
        uint64_t *moves = arena_get(&program->arena, (size_t)program->move_words * sizeof *moves);
        if (program->arena.failed)
            return;
        find_moves(program, phase, moves);
        program->moves[phase] = moves;
    }
    /* Random movements, and movements that late rules leave for the next turn, may be any. */
    bool any = program->line_of_chance > 0 || !is_zero(program->moves[PS_LATE], program->move_words);
    for (unsigned phase = 0; phase < PS_PHASES; phase++) {
        const struct ps_groups *groups = ps_groups_of(program, phase);
        for (int i = 0; i < groups->count && !program->arena.failed; i++) {
            struct ps_group *group = &groups->items[i];
            struct ps_busy_rules *busy = &group->busy[phase];
            busy->rules = arena_get(&program->arena, (size_t)group->count * sizeof *busy->rules);
            for (int r = 0; r < group->count && !program->arena.failed; r++)
                if (any || !is_idle(program, &group->rules[r], program->moves[phase]))
                    busy->rules[busy->count++] = &group->rules[r];
        }
    }
}

bool ps_leaves_movement(const struct ps_program *program, unsigned phase)
{
    const struct ps_groups *groups = ps_groups_of(program, phase);
    const uint64_t *moves = program->moves[phase];
    for (int r = 0; r < groups->rule_count; r++) {
        const struct ps_rule *rule = &groups->rules[r];
        bool idle = is_idle(program, rule, moves);
        for (int at = 0; !idle && at < rule->cell_count; at++) {
            const struct ps_replacement *made = rule->cells[at].replacement;
            for (int layer = 0; made != NULL && layer < program->layers; layer++) {
                const uint64_t *mask = program->layer_masks[layer];
                unsigned left = moves_of(moves, layer) & ~moves_of(made->still, layer);
                bool goes = meets(made->clear, mask, program->object_words) && left != 0;
                if (!goes && moves_of(made->moving, layer) == 0)
                    continue;
                /* Whether the layer certainly has an object in the cell afterwards. */
                uint64_t kept[PS_MAX_OBJECTS / 64];
                for (int word = 0; word < program->object_words; word++)
                    kept[word] = mask[word] & ~made->clear[word];
                if (!meets(made->set, mask, program->object_words) && !ps_surely_has(program, &rule->cells[at], kept))
                    return true;
            }
        }
    }
    return false;
}

/* --- which objects can change, from the rules alone, for all levels of a game ---
 *
 * An object stays where it is unless it is the player, or a rule may remove it, create it, or give its layer a movement
 * in its cell.  A rule does so only in cells whose pattern allows the object.  A cell has at most one object of a
 * layer, so a pattern that requires another object of the same layer does not allow this one. */

bool ps_allows(const struct ps_program *program, const struct ps_pattern *pattern, int id)
{
    const uint64_t *layer = program->layer_masks[program->id_layers[id]];
    if (has_bit(pattern->missing, id))
        return false;
    if (!has_bit(pattern->present, id) && meets(pattern->present, layer, program->object_words))
        return false;
    for (int i = 0; i < pattern->any_count; i++) {
        if (!has_bit(pattern->any[i], id) && within(pattern->any[i], layer, program->object_words))
            return false;
    }
    return true;
}

bool ps_surely_has(const struct ps_program *program, const struct ps_pattern *pattern, const uint64_t *objects)
{
    bool has = !pattern->ellipsis && meets(pattern->present, objects, program->object_words);
    for (int i = 0; i < pattern->any_count; i++)
        has = has || within(pattern->any[i], objects, program->object_words);
    return has;
}

void ps_find_dynamic(const struct ps_program *program, uint64_t *dynamic)
{
    add_mask(dynamic, program->player, program->object_words);
    for (int r = 0; r < program->rule_count; r++)
        for (int at = 0; at < program->all_rules[r].cell_count; at++) {
            const struct ps_pattern *pattern = &program->all_rules[r].cells[at];
            const struct ps_replacement *made = pattern->replacement;
            for (int id = 0; made != NULL && id < program->ids; id++) {
                bool put = has_bit(made->set, id), there = ps_allows(program, pattern, id);
                if ((put && !has_bit(pattern->present, id)) || (there && !put && has_bit(made->clear, id)) ||
                    ((there || put) && moves_of(made->moving, program->id_layers[id]) != 0))
                    set_bit(dynamic, id);
            }
        }
}

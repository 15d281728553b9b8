/* Finds which objects can change, from the rules alone, for all levels of a game.
 *
 * An object stays where it is unless it is the player, or a rule may remove it, create it, or give its layer a movement
 * where it lies. A rule does so only in cells whose pattern allows the object. A cell has at most one object of a
 * layer, so a pattern that requires another object of the same layer does not allow this one. */
#include "games/puzzlescript/level.h"

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

static bool may_change(const struct ps_program *program, const struct ps_pattern *pattern, int id)
{
    const struct ps_replacement *made = pattern->replacement;
    int layer = program->id_layers[id];
    bool put = has_bit(made->set, id), there = ps_allows(program, pattern, id);
    if (put && !has_bit(pattern->present, id))
        return true;
    if (there && !put && has_bit(made->clear, id))
        return true;
    return (there || put) && moves_of(made->moving, layer) != 0;
}

static void find_in_groups(const struct ps_program *program, const struct ps_groups *groups, uint64_t *dynamic)
{
    for (int i = 0; i < groups->count; i++)
        for (int r = 0; r < groups->items[i].count; r++) {
            const struct ps_rule *rule = &groups->items[i].rules[r];
            for (int row = 0; row < rule->row_count; row++)
                for (int at = 0; at < rule->rows[row].count; at++) {
                    const struct ps_pattern *pattern = &rule->rows[row].cells[at];
                    for (int id = 0; pattern->replacement != NULL && id < program->ids; id++)
                        if (may_change(program, pattern, id))
                            set_bit(dynamic, id);
                }
        }
}

void ps_find_dynamic(const struct ps_program *program, uint64_t *dynamic)
{
    add_mask(dynamic, program->player, program->object_words);
    find_in_groups(program, &program->rules, dynamic);
    find_in_groups(program, &program->late, dynamic);
}

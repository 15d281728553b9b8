/* Looks for `no X` that says too little or too much in rules as they were written. */
#include "games/puzzlescript/compile.h"

static void drop_item(cell_words *items, int at)
{
    items->count--;
    memmove(&items->items[at], &items->items[at + 1],
            (size_t)(items->count - at) * sizeof *items->items);
}

static const struct ps_object *object_of(const struct compiler *c, int name)
{
    int object = name < 0 ? -1 : c->names.items[name].object;
    return object < 0 ? NULL : &c->program->objects.items[object];
}

/* On the right: an object and, at once, none of it. */
static void check_contradiction(struct compiler *c, const struct rule *rule,
                                const cell_words *items)
{
    uint64_t *here = object_mask(c);
    for (int i = 0; i < items->count; i++) {
        const struct ps_object *object = object_of(c, items->items[i].name);
        if (items->items[i].direction != NO && object != NULL)
            set_bit(here, object->id);
    }
    for (int i = 0; i < items->count; i++) {
        if (items->items[i].direction != NO || items->items[i].name < 0)
            continue;
        const struct name *none = &c->names.items[items->items[i].name];
        if (none->mask != NULL && meets(none->mask, here, c->program->object_words))
            error_at(c, rule->line, "no %s is wanted in a cell that must have it", none->text);
    }
}

/* What is missing on the left need not be removed on the right. */
static void drop_repeated_no(const cell_words *left, cell_words *right)
{
    for (int i = 0; i < right->count; i++)
        for (int j = 0; j < left->count && i < right->count; j++)
            if (right->items[i].direction == NO && left->items[j].direction == NO &&
                left->items[j].name == right->items[i].name) {
                drop_item(right, i);
                break;
            }
}

struct needs {
    uint64_t *layers, *objects;
};

static void need(struct needs *needs, const struct ps_object *object)
{
    if (object == NULL)
        return;
    if (object->layer >= 0)
        set_bit(needs->layers, object->layer);
    set_bit(needs->objects, object->id);
}

/* The layers and objects that a pattern's cell certainly has. */
static struct needs find_needs(struct compiler *c, const cell_words *items)
{
    struct needs needs = {arena_get(c->arena, PS_MAX_LAYERS / 8), object_mask(c)};
    for (int i = 0; i < items->count; i++) {
        if (items->items[i].direction == NO || items->items[i].name < 0)
            continue;
        const struct name *name = &c->names.items[items->items[i].name];
        if (name->single_layer >= 0 || (name->object < 0 && name->kind == AGGREGATE))
            for (int j = 0; j < name->members->count; j++)
                need(&needs, object_of(c, name->members->items[j]));
        else
            need(&needs, object_of(c, items->items[i].name));
    }
    return needs;
}

/* `no X` where another object has X's place already: harmless, and left out. */
static void drop_needless_no(struct compiler *c, const struct rule *rule, cell_words *items)
{
    const struct ps_program *program = c->program;
    struct needs needs = find_needs(c, items);
    for (int i = 0; i < items->count; i++) {
        if (items->items[i].direction != NO || items->items[i].name < 0)
            continue;
        const struct name *none = &c->names.items[items->items[i].name];
        if (none->mask == NULL || meets(none->mask, needs.objects, program->object_words))
            continue;
        bool covered = true;
        for (int layer = 0; layer < program->layers; layer++)
            covered =
                covered && (has_bit(needs.layers, layer) ||
                            !meets(program->layer_masks[layer], none->mask, program->object_words));
        if (!covered)
            continue;
        warn_at(c, rule->line, "no %s can be left out: something else has its layer here",
                none->text);
        drop_item(items, i--);
    }
}

static cell_words *left_cell(struct rule *rule, int row, int at)
{
    return row < rule->left.count && at < rule->left.items[row].count
               ? &rule->left.items[row].items[at]
               : NULL;
}

void check_coincidences(struct compiler *c, rule_list *rules)
{
    for (int i = 0; i < rules->count && !stopped(c); i++) {
        struct rule *rule = &rules->items[i];
        for (int j = 0; j < rule->right.count; j++)
            for (int k = 0; k < rule->right.items[j].count; k++)
                check_contradiction(c, rule, &rule->right.items[j].items[k]);
        for (int j = 0; j < rule->right.count; j++)
            for (int k = 0; k < rule->right.items[j].count; k++)
                if (left_cell(rule, j, k) != NULL)
                    drop_repeated_no(left_cell(rule, j, k), &rule->right.items[j].items[k]);
        for (int j = 0; j < rule->left.count; j++)
            for (int k = 0; k < rule->left.items[j].count; k++)
                drop_needless_no(c, rule, &rule->left.items[j].items[k]);
    }
}

/* Rules of words become rules of masks: what a cell must have and not have, and what becomes of it. */
#include "games/puzzlescript/compile.h"

/* A cell of both sides while its masks are made. */
struct masks {
    uint64_t *present, *missing, *moving, *still, *layers; /* left */
    uint64_t *clear, *set, *clear_moves, *set_moves, *set_layers, *lost, *random, *random_moves;
    LIST(const uint64_t *) any;
    int *left_used, *right_used, *random_used; /* names by layer, or -1 */
};

static unsigned bits_of(enum direction direction)
{
    static const unsigned bits[] = {
        [UP] = PS_UP,       [DOWN] = PS_DOWN,     [LEFT] = PS_LEFT,
        [RIGHT] = PS_RIGHT, [ACTION] = PS_ACTION, [RANDOMDIR] = PS_UP | PS_LEFT};
    return direction <= RANDOMDIR ? bits[direction] : 0;
}

static struct masks begin_masks(struct compiler *c)
{
    struct masks m = {.present = object_mask(c),
                      .missing = object_mask(c),
                      .moving = move_mask(c),
                      .still = move_mask(c),
                      .layers = move_mask(c),
                      .clear = object_mask(c),
                      .set = object_mask(c),
                      .clear_moves = move_mask(c),
                      .set_moves = move_mask(c),
                      .set_layers = move_mask(c),
                      .lost = move_mask(c),
                      .random = object_mask(c),
                      .random_moves = move_mask(c)};
    int **used[] = {&m.left_used, &m.right_used, &m.random_used};
    for (int i = 0; i < 3; i++) {
        *used[i] = arena_get(c->arena, (size_t)c->program->layers * sizeof **used[i]);
        for (int layer = 0; layer < c->program->layers && !stopped(c); layer++)
            (*used[i])[layer] = -1;
    }
    return m;
}

static const struct ps_object *object_of(const struct compiler *c, int name)
{
    int object = c->names.items[name].object;
    return object < 0 ? NULL : &c->program->objects.items[object];
}

/* The layer of an object or of a property of one layer; -1, with an error, if there is none. */
static int layer_of(struct compiler *c, const struct rule *rule, int name)
{
    const struct ps_object *object = object_of(c, name);
    if (object != NULL)
        return object->layer < 0 ? 0 : object->layer;
    if (c->names.items[name].single_layer < 0)
        error_at(c, rule->line, "%s is in no layer", text_of(c, name));
    return c->names.items[name].single_layer;
}

static void mask_left_item(struct compiler *c, struct rule *rule, const struct item *item,
                           struct masks *m)
{
    if (item->direction == RANDOM) {
        error_at(c, rule->line, "random cannot be on the left side");
        return;
    }
    const struct name *name = &c->names.items[item->name];
    int layer = layer_of(c, rule, item->name), words = c->program->object_words;
    if (layer < 0)
        return;
    if (item->direction == NO) {
        add_mask(m->missing, name->mask, words);
        return;
    }
    if (m->left_used[layer] >= 0) {
        rule->overlap[0] = item->name;
        rule->overlap[1] = m->left_used[layer];
    }
    m->left_used[layer] = item->name;
    if (name->object >= 0) {
        add_mask(m->present, name->mask, words);
        add_moves(m->layers, PS_MOVES, layer);
    } else {
        *(const uint64_t **)PUSH(c->arena, &m->any) = name->mask;
    }
    if (item->direction == STATIONARY)
        add_moves(m->still, PS_MOVES, layer);
    else
        add_moves(m->moving, bits_of(item->direction), layer);
}

static void mask_random_item(struct compiler *c, const struct rule *rule, int name, struct masks *m)
{
    const struct name *found = &c->names.items[name];
    if (found->mask == NULL) {
        error_at(c, rule->line, "%s cannot be put at random", found->text);
        return;
    }
    add_mask(m->random, found->mask, c->program->object_words);
    int count = found->kind == PROPERTY ? found->members->count : 1;
    if (count == 1)
        warn_at(c, rule->line, "a random %s is always the same", found->text);
    for (int i = 0; i < count; i++) {
        int member = found->kind == PROPERTY ? found->members->items[i] : name;
        const struct ps_object *object = object_of(c, member);
        if (object == NULL || object->layer < 0)
            continue;
        int other = m->right_used[object->layer];
        if (other >= 0 && other != member)
            warn_at(c, rule->line, "a random %s may come into a layer where %s must be",
                    object->name, text_of(c, other));
        m->random_used[object->layer] = member;
    }
}

static void mask_right_item(struct compiler *c, struct rule *rule, const struct item *item,
                            struct masks *m)
{
    if (item->direction == RANDOM) {
        mask_random_item(c, rule, item->name, m);
        return;
    }
    const struct name *name = &c->names.items[item->name];
    const struct ps_object *object = object_of(c, item->name);
    int layer = layer_of(c, rule, item->name), words = c->program->object_words;
    if (layer < 0)
        return;
    if (item->direction == NO) {
        add_mask(m->clear, name->mask, words);
        return;
    }
    int other = m->right_used[layer] >= 0 ? m->right_used[layer] : m->random_used[layer];
    if (other >= 0 && rule->overlap[0] < 0)
        error_at(c, rule->line, "%s and %s cannot be in one cell", name->text, text_of(c, other));
    m->right_used[layer] = item->name;
    if (item->direction != NOTHING)
        add_moves(m->lost, PS_MOVES, layer);
    if (object != NULL) {
        set_bit(m->set, object->id);
        add_mask(m->clear, c->program->layer_masks[layer], words);
        add_moves(m->set_layers, PS_MOVES, layer);
    }
    if (item->direction == STATIONARY)
        add_moves(m->clear_moves, PS_MOVES, layer);
    else
        add_moves(item->direction == RANDOMDIR ? m->random_moves : m->set_moves,
                  bits_of(item->direction), layer);
}

/* What the left side has and the right does not goes, with its movement. */
static void mask_lost(struct compiler *c, struct masks *m)
{
    int words = c->program->object_words, move_words = c->program->move_words;
    if (!within(m->present, m->set, words))
        add_mask(m->clear, m->present, words);
    if (!within(m->moving, m->set_moves, move_words))
        add_mask(m->clear_moves, m->moving, move_words);
    for (int layer = 0; layer < c->program->layers; layer++)
        if (m->left_used[layer] >= 0 && m->right_used[layer] < 0) {
            add_mask(m->clear, c->program->layer_masks[layer], words);
            add_moves(m->lost, PS_MOVES, layer);
        }
    clear_mask(m->layers, m->set_layers, move_words);
    add_mask(m->lost, m->layers, move_words);
}

static void finish_replacement(struct compiler *c, const struct masks *m,
                               struct ps_pattern *pattern)
{
    int words = c->program->object_words, moves = c->program->move_words;
    if (is_zero(m->clear, words) && is_zero(m->set, words) && is_zero(m->clear_moves, moves) &&
        is_zero(m->set_moves, moves) && is_zero(m->lost, moves) && is_zero(m->random, words) &&
        is_zero(m->random_moves, moves))
        return;
    struct ps_replacement *made = arena_get(c->arena, sizeof *made);
    *made = (struct ps_replacement){.clear = m->clear,
                                    .set = m->set,
                                    .still = m->clear_moves,
                                    .moving = m->set_moves,
                                    .layers = m->lost};
    if (!is_zero(m->random, words))
        made->random = m->random;
    if (!is_zero(m->random_moves, moves))
        made->random_moves = m->random_moves;
    pattern->replacement = made;
}

enum fate { KEPT, DROPPED, AT_EDGE };

/* The left side is ...: it must be so on the right, and between cells. */
static enum fate mask_ellipsis(struct compiler *c, const struct rule *rule, const cell_row *left,
                               const cell_words *right, int at)
{
    if (left->items[at].count != 1) {
        error_at(c, rule->line, "... must be alone in its cell");
        return DROPPED;
    }
    bool edge = at == 0 || at == left->count - 1;
    if (edge)
        error_at(c, rule->line, "... cannot be at the beginning or the end of a pattern");
    if (right != NULL && (right->count != 1 || right->items[0].direction != ELLIPSIS))
        error_at(c, rule->line, "... must be at the same place on both sides");
    return edge ? AT_EDGE : KEPT;
}

/* A cell of the left side that is no ellipsis; false: it can never match. */
static bool mask_left(struct compiler *c, struct rule *rule, const cell_words *left,
                      struct masks *m, struct ps_pattern *pattern)
{
    int words = c->program->object_words;
    for (int i = 0; i < left->count; i++)
        if (left->items[i].name >= 0)
            mask_left_item(c, rule, &left->items[i], m);
    *pattern = (struct ps_pattern){.present = m->present,
                                   .missing = m->missing,
                                   .moving = m->moving,
                                   .still = m->still,
                                   .any = m->any.items,
                                   .any_count = m->any.count};
    if (!meets(m->present, m->missing, words))
        return true;
    warn_at(c, rule->line,
            "the left side wants an object and none of it in one cell: the rule is left "
            "out");
    return false;
}

static void mask_right(struct compiler *c, struct rule *rule, const cell_words *left,
                       const cell_words *right, struct masks *m)
{
    bool ellipsis = false;
    for (int i = 0; i < right->count; i++)
        ellipsis = ellipsis || right->items[i].direction == ELLIPSIS;
    if (ellipsis && (left->count == 0 || left->items[0].direction != ELLIPSIS)) {
        error_at(c, rule->line, "... must be at the same place on both sides");
        if (right->count != 1)
            error_at(c, rule->line, "... must be alone in its cell");
    }
    for (int i = 0; i < right->count && right->items[i].direction != ELLIPSIS; i++)
        if (right->items[i].name >= 0)
            mask_right_item(c, rule, &right->items[i], m);
}

static enum fate mask_cell(struct compiler *c, struct rule *rule, int number, int at,
                           struct ps_pattern *pattern)
{
    const cell_row *row = &rule->left.items[number];
    const cell_words *left = &row->items[at];
    const cell_words *right = rule->right.count > 0 ? &rule->right.items[number].items[at] : NULL;
    for (int i = 0; i < left->count; i++)
        if (left->items[i].direction == ELLIPSIS) {
            pattern->ellipsis = true;
            return mask_ellipsis(c, rule, row, right, at);
        }
    struct masks m = begin_masks(c);
    if (stopped(c) || !mask_left(c, rule, left, &m, pattern))
        return DROPPED;
    if (right == NULL)
        return KEPT;
    mask_right(c, rule, left, right, &m);
    mask_lost(c, &m);
    finish_replacement(c, &m, pattern);
    return KEPT;
}

static enum fate mask_row(struct compiler *c, struct rule *rule, int number, struct ps_row *row)
{
    int count = rule->left.items[number].count;
    struct ps_pattern *cells = arena_get(c->arena, (size_t)count * sizeof *cells);
    uint64_t *objects = object_mask(c), *moves = move_mask(c);
    enum fate worst = KEPT;
    for (int at = 0; at < count && !stopped(c); at++) {
        enum fate fate = mask_cell(c, rule, number, at, &cells[at]);
        if (fate == DROPPED)
            return fate;
        worst = fate == AT_EDGE ? fate : worst;
        if (cells[at].ellipsis) {
            row->ellipses++;
        } else {
            add_mask(objects, cells[at].present, c->program->object_words);
            add_mask(moves, cells[at].moving, c->program->move_words);
        }
    }
    row->cells = cells;
    row->count = count;
    row->objects = objects;
    row->moves = moves;
    return worst;
}

static bool mask_rule(struct compiler *c, struct rule *rule)
{
    static const int bits[] = {
        [UP] = PS_UP, [DOWN] = PS_DOWN, [LEFT] = PS_LEFT, [RIGHT] = PS_RIGHT};
    struct ps_row *made = arena_get(c->arena, (size_t)rule->left.count * sizeof *made);
    uint64_t *objects = object_mask(c);
    bool kept = true;
    for (int i = 0; i < rule->left.count && !stopped(c); i++) {
        enum fate fate = mask_row(c, rule, i, &made[i]);
        if (fate == DROPPED || stopped(c))
            return false;
        kept = kept && fate == KEPT;
        add_mask(objects, made[i].objects, c->program->object_words);
    }
    rule->compiled = (struct ps_rule){.line = rule->line,
                                      .direction = bits[rule->direction],
                                      .rows = made,
                                      .row_count = rule->left.count,
                                      .replaces = rule->right.count > 0,
                                      .commands = rule->commands,
                                      .message = rule->message,
                                      .objects = objects};
    return kept;
}

void mask_rules(struct compiler *c)
{
    int kept = 0;
    for (int i = 0; i < c->rules.count && !stopped(c); i++)
        if (c->rules.items[i].left.count > PS_MAX_ROWS)
            error_at(c, c->rules.items[i].line, "a rule has more than %d patterns in brackets",
                     PS_MAX_ROWS);
        else if (mask_rule(c, &c->rules.items[i]))
            c->rules.items[kept++] = c->rules.items[i];
    c->rules.count = kept;
}

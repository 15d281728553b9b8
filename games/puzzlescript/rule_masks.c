/* Turns rules of words into rules of masks: what a cell must and must not have, and how it changes. */
#include "games/puzzlescript/compile.h"

#include "base/text.h"

/* The masks of a cell, for both sides, during construction. */
struct masks {
    uint64_t *present, *missing, *reads, *moving, *still, *layers; /* left side */
    uint64_t *clear, *set, *clear_moves, *set_moves, *set_layers, *lost, *random, *random_moves;
    LIST(const uint64_t *) any;
    int *left_used, *right_used, *random_used; /* [layers] name, or -1 */
};

static unsigned bits_of(enum ps_direction direction)
{
    static const unsigned bits[] = {[UP] = PS_UP,       [DOWN] = PS_DOWN,     [LEFT] = PS_LEFT,
                                    [RIGHT] = PS_RIGHT, [ACTION] = PS_ACTION, [RANDOMDIR] = PS_UP | PS_LEFT};
    return direction <= RANDOMDIR ? bits[direction] : 0;
}

/* The layer of an object or a single-layer property.  Returns -1, with an error, if there is none. */
static int layer_of(struct compiler *c, const struct rule *rule, int name)
{
    const struct ps_object *object = ps_object_of(c, name);
    if (object != NULL)
        return object->layer < 0 ? 0 : object->layer;
    if (c->names.items[name].single_layer < 0)
        ps_error_at(c, rule->line, "Oops! %s not assigned to a layer.", ps_loud(c, ps_text_of(c, name)));
    return c->names.items[name].single_layer;
}

static void mask_random_item(struct compiler *c, const struct rule *rule, int name, struct masks *m)
{
    const struct name *found = &c->names.items[name];
    if (found->mask == NULL) {
        ps_error_at(c, rule->line, "You want to spawn a random \"%s\", but I don't know how to do that",
                    ps_loud(c, found->text));
        return;
    }
    add_mask(m->random, found->mask, c->program->object_words);
    int count = found->kind == PROPERTY ? found->members->count : 1;
    if (count == 1)
        ps_warn_at(c, rule->line,
                   "In this rule you're asking me to spawn a random %s for you, but that's already a concrete single "
                   "object. You wanna be using random with properties (things defined in terms of OR in the legend) so "
                   "there's some things to select between.",
                   ps_loud(c, found->text));
    for (int i = 0; i < count; i++) {
        int member = found->kind == PROPERTY ? found->members->items[i] : name;
        const struct ps_object *object = ps_object_of(c, member);
        if (object == NULL || object->layer < 0)
            continue;
        int other = m->right_used[object->layer];
        if (other >= 0 && other != member)
            ps_warn_at(c, rule->line,
                       "This rule may try to spawn a %s with random, but also requires a %s be here, which is on the "
                       "same layer - they shouldn't be able to coexist!",
                       ps_loud(c, object->name), ps_loud(c, ps_text_of(c, other)));
        m->random_used[object->layer] = member;
    }
}

static void mask_right_item(struct compiler *c, struct rule *rule, const struct item *item, struct masks *m)
{
    if (item->direction == RANDOM) {
        mask_random_item(c, rule, item->name, m);
        return;
    }
    const struct name *name = &c->names.items[item->name];
    const struct ps_object *object = ps_object_of(c, item->name);
    int layer = layer_of(c, rule, item->name), words = c->program->object_words;
    if (layer < 0)
        return;
    if (item->direction == NO) {
        add_mask(m->clear, name->mask, words);
        return;
    }
    int other = m->right_used[layer] >= 0 ? m->right_used[layer] : m->random_used[layer];
    if (other >= 0 && rule->overlap[0] < 0)
        ps_error_at(c, rule->line, "Rule matches object types that can't overlap: \"%s\" and \"%s\".",
                    ps_loud(c, name->text), ps_loud(c, ps_text_of(c, other)));
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
        add_moves(item->direction == RANDOMDIR ? m->random_moves : m->set_moves, bits_of(item->direction), layer);
}

/* Makes the left masks of a cell that is not an ellipsis.  Returns false if it can never match. */
static bool mask_left(struct compiler *c, struct rule *rule, const cell_words *left, struct masks *m,
                      struct ps_pattern *pattern)
{
    const struct ps_program *program = c->program;
    int words = program->object_words;
    for (int i = 0; i < left->count; i++) {
        const struct item *item = &left->items[i];
        if (item->name < 0)
            continue;
        if (item->direction == RANDOM) {
            ps_error_at(c, rule->line,
                        "RANDOM cannot be matched on the left-hand side, it can only appear on the right");
            continue;
        }
        const struct name *name = &c->names.items[item->name];
        int layer = layer_of(c, rule, item->name);
        if (layer < 0)
            continue;
        if (item->direction == NO) {
            add_mask(m->missing, name->mask, words);
            continue;
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
            ADD(c->arena, &m->any, name->mask);
            add_mask(m->reads, name->mask, words);
        }
        if (item->direction == STATIONARY)
            add_moves(m->still, PS_MOVES, layer);
        else
            add_moves(m->moving, bits_of(item->direction), layer);
    }
    add_mask(m->reads, m->present, words);
    add_mask(m->reads, m->missing, words);
    *pattern = (struct ps_pattern){.present = m->present,
                                   .missing = m->missing,
                                   .moving = m->moving,
                                   .still = m->still,
                                   .any = m->any.items,
                                   .any_count = m->any.count,
                                   .reads = m->reads};
    if (!meets(m->present, m->missing, words))
        return true;
    struct text list = {0};
    for (int id = 0; id < program->ids; id++)
        for (int i = 0; has_bit(m->present, id) && has_bit(m->missing, id) && i < program->objects.count; i++)
            if (program->objects.items[i].id == id)
                text_addf(&list, "%s%s no %s", list.size > 0 ? ", " : "", program->objects.items[i].name,
                          program->objects.items[i].name);
    if (!list.failed)
        ps_warn_at(
            c, rule->line,
            "This rule has something amounting to \"%s\" on the left-hand-side,which can never match, so the rule "
            "is getting removed during compilation.",
            ps_loud(c, text_string(&list)));
    text_free(&list);
    return false;
}

/* Makes the masks of a cell.  Returns false if the rule is to be dropped at once; `gone`: later. */
static bool mask_cell(struct compiler *c, struct rule *rule, int number, int at, struct ps_pattern *pattern)
{
    const cell_row *row = &rule->left.items[number];
    const cell_words *left = &row->items[at];
    const cell_words *right = rule->right.count > 0 ? &rule->right.items[number].items[at] : NULL;
    for (int i = 0; i < left->count; i++)
        if (left->items[i].direction == ELLIPSIS) {
            /* It must be alone in its cell, between other cells, and in the same place on the right. */
            pattern->ellipsis = true;
            if (left->count != 1) {
                ps_error_at(c, rule->line, "You can't have anything in with an ellipsis. Sorry.");
                return false;
            }
            rule->gone = rule->gone || at == 0 || at == row->count - 1;
            if (at == 0 || at == row->count - 1)
                ps_error_at(c, rule->line,
                            "There's no point in putting an ellipsis at the very start or the end of a rule");
            if (right != NULL && (right->count != 1 || right->items[0].direction != ELLIPSIS))
                ps_error_at(c, rule->line,
                            "An ellipsis on the left must be matched by one in the corresponding place on the right.");
            return true;
        }
    struct masks m = {.present = ps_object_mask(c),
                      .missing = ps_object_mask(c),
                      .reads = ps_object_mask(c),
                      .moving = ps_move_mask(c),
                      .still = ps_move_mask(c),
                      .layers = ps_move_mask(c),
                      .clear = ps_object_mask(c),
                      .set = ps_object_mask(c),
                      .clear_moves = ps_move_mask(c),
                      .set_moves = ps_move_mask(c),
                      .set_layers = ps_move_mask(c),
                      .lost = ps_move_mask(c),
                      .random = ps_object_mask(c),
                      .random_moves = ps_move_mask(c)};
    int **used[] = {&m.left_used, &m.right_used, &m.random_used};
    for (int i = 0; i < 3; i++) {
        *used[i] = arena_get(c->arena, (size_t)c->program->layers * sizeof **used[i]);
        for (int layer = 0; layer < c->program->layers && !ps_stopped(c); layer++)
            (*used[i])[layer] = -1;
    }
    if (ps_stopped(c) || !mask_left(c, rule, left, &m, pattern))
        return false;
    if (right == NULL)
        return true;
    bool ellipsis = false;
    for (int i = 0; i < right->count; i++)
        ellipsis = ellipsis || right->items[i].direction == ELLIPSIS;
    if (ellipsis && (left->count == 0 || left->items[0].direction != ELLIPSIS)) {
        ps_error_at(c, rule->line,
                    "An ellipsis on the right must be matched by one in the corresponding place on the left.");
        if (right->count != 1)
            ps_error_at(c, rule->line, "You can't have anything in with an ellipsis. Sorry.");
    }
    for (int i = 0; i < right->count && right->items[i].direction != ELLIPSIS; i++)
        if (right->items[i].name >= 0)
            mask_right_item(c, rule, &right->items[i], &m);
    /* Removes what is only on the left side, together with its movement. */
    int words = c->program->object_words, move_words = c->program->move_words;
    if (!within(m.present, m.set, words))
        add_mask(m.clear, m.present, words);
    if (!within(m.moving, m.set_moves, move_words))
        add_mask(m.clear_moves, m.moving, move_words);
    for (int layer = 0; layer < c->program->layers; layer++)
        if (m.left_used[layer] >= 0 && m.right_used[layer] < 0) {
            add_mask(m.clear, c->program->layer_masks[layer], words);
            add_moves(m.lost, PS_MOVES, layer);
        }
    clear_mask(m.layers, m.set_layers, move_words);
    add_mask(m.lost, m.layers, move_words);
    add_mask(m.clear_moves, m.lost, move_words);
    if (is_zero(m.clear, words) && is_zero(m.set, words) && is_zero(m.clear_moves, move_words) &&
        is_zero(m.set_moves, move_words) && is_zero(m.random, words) && is_zero(m.random_moves, move_words))
        return true;
    struct ps_replacement *made = arena_get(c->arena, sizeof *made);
    uint64_t *removes = ps_object_mask(c), *ends = ps_move_mask(c);
    if (ps_stopped(c))
        return false;
    add_mask(removes, m.clear, words);
    clear_mask(removes, m.set, words);
    add_mask(ends, m.clear_moves, move_words);
    clear_mask(ends, m.set_moves, move_words);
    *made = (struct ps_replacement){.clear = m.clear,
                                    .set = m.set,
                                    .still = m.clear_moves,
                                    .moving = m.set_moves,
                                    .layers = m.lost,
                                    .removes = removes,
                                    .ends = ends,
                                    .random = is_zero(m.random, words) ? NULL : m.random,
                                    .random_moves = is_zero(m.random_moves, move_words) ? NULL : m.random_moves};
    pattern->replacement = made;
    return true;
}

typedef LIST(struct ps_term) term_list;

/* Adds a term for each bit of a mask with `bits` bits in a word, whose first board is `first`.  Returns how many. */
static int add_terms(struct compiler *c, term_list *terms, const uint64_t *mask, int words, int bits, int first, int at)
{
    int before = terms->count;
    for (int word = 0; word < words; word++)
        for (uint64_t left = mask[word]; left != 0 && !ps_stopped(c); left &= left - 1)
            ADD(c->arena, terms,
                (struct ps_term){(uint16_t)(first + word * bits + __builtin_ctzll(left)), (int16_t)at});
    return terms->count - before;
}

/* Lists what a row of patterns reads and changes. */
static void list_terms(struct compiler *c, struct ps_row *row)
{
    static const struct ps_term none; /* so that the list has an address */
    int words = c->program->object_words, moves = c->program->move_words, first = ps_move_board(c->program, 0, 0),
        end = 0;
    term_list terms = {0};
    if (ps_stopped(c))
        return;
    while (end < row->count && !row->cells[end].ellipsis)
        end++;
    for (int at = 0; at < end; at++) {
        row->needs += add_terms(c, &terms, row->cells[at].moving, moves, PS_MOVE_BITS, first, at);
        row->needs += add_terms(c, &terms, row->cells[at].present, words, 64, 0, at);
    }
    for (int at = 0; at < end; at++) {
        row->lacks += add_terms(c, &terms, row->cells[at].missing, words, 64, 0, at);
        row->lacks += add_terms(c, &terms, row->cells[at].still, moves, PS_MOVE_BITS, first, at);
    }
    for (int at = 0; at < end; at++)
        for (int any = 0; any < row->cells[at].any_count; any++, row->sets++) {
            int head = terms.count;
            ADD(c->arena, &terms, (struct ps_term){.at = (int16_t)at});
            int count = add_terms(c, &terms, row->cells[at].any[any], words, 64, 0, at);
            if (ps_stopped(c))
                return;
            terms.items[head].board = (uint16_t)count;
        }
    for (int removes = 0; removes < 2; removes++)
        for (int at = 0; at < row->count && row->ellipses == 0; at++) {
            const struct ps_replacement *made = row->cells[at].replacement;
            if (made == NULL)
                continue;
            row->chance = row->chance || made->random != NULL || made->random_moves != NULL;
            *(removes ? &row->removes : &row->adds) +=
                add_terms(c, &terms, removes ? made->removes : made->set, words, 64, 0, at) +
                add_terms(c, &terms, removes ? made->ends : made->moving, moves, PS_MOVE_BITS, first, at);
        }
    row->terms = terms.count > 0 ? terms.items : &none;
}

static bool mask_rule(struct compiler *c, struct rule *rule)
{
    static const int bits[] = {[UP] = PS_UP, [DOWN] = PS_DOWN, [LEFT] = PS_LEFT, [RIGHT] = PS_RIGHT};
    struct ps_row *made = arena_get(c->arena, (size_t)rule->left.count * sizeof *made);
    int count = 0, words = c->program->object_words, move_words = c->program->move_words;
    for (int i = 0; i < rule->left.count; i++)
        count += rule->left.items[i].count;
    struct ps_pattern *cells = arena_get(c->arena, (size_t)count * sizeof *cells);
    uint64_t *objects = ps_object_mask(c);
    count = 0;
    for (int i = 0; i < rule->left.count && !ps_stopped(c); i++) {
        struct ps_row *row = &made[i];
        uint64_t *row_objects = ps_object_mask(c), *row_moves = ps_move_mask(c);
        *row = (struct ps_row){
            .cells = &cells[count], .count = rule->left.items[i].count, .objects = row_objects, .moves = row_moves};
        for (int at = 0; at < row->count && !ps_stopped(c); at++, count++) {
            if (!mask_cell(c, rule, i, at, &cells[count]))
                return false;
            if (cells[count].ellipsis) {
                row->ellipses++;
                continue;
            }
            add_mask(row_objects, cells[count].present, words);
            add_mask(row_moves, cells[count].moving, move_words);
        }
        row->number = c->program->row_count++;
        list_terms(c, row);
        if (ps_stopped(c))
            return false;
        add_mask(objects, row_objects, words);
    }
    rule->compiled = (struct ps_rule){.line = rule->line,
                                      .direction = bits[rule->direction],
                                      .rows = made,
                                      .cells = cells,
                                      .row_count = rule->left.count,
                                      .cell_count = count,
                                      .replaces = rule->right.count > 0,
                                      .commands = rule->commands,
                                      .message = rule->message,
                                      .objects = objects};
    /* Find out how the matches of a rule influence each other. */
    struct ps_rule *compiled = &rule->compiled;
    compiled->steady = true;
    compiled->apart = compiled->row_count == 1 && compiled->rows[0].ellipses == 0;
    for (int at = 0; at < compiled->cell_count; at++) {
        const struct ps_replacement *change = compiled->cells[at].replacement;
        if (change == NULL)
            continue;
        compiled->chance = compiled->chance || change->random != NULL || change->random_moves != NULL;
        for (int other = 0; other < compiled->cell_count; other++) {
            const struct ps_pattern *pattern = &compiled->cells[other];
            if (pattern->ellipsis)
                continue;
            /* Whether the replacement changes what this pattern reads, or undoes what its replacement does. */
            if (other != at &&
                (meets(change->clear, pattern->reads, words) || meets(change->set, pattern->reads, words)))
                compiled->apart = false;
            for (int word = 0; other != at && word < move_words; word++)
                compiled->apart = compiled->apart && ((change->still[word] | change->moving[word]) &
                                                      (pattern->moving[word] | pattern->still[word])) == 0;
            const struct ps_replacement *next = pattern->replacement;
            compiled->steady = compiled->steady && (next == NULL || (!meets(change->removes, next->set, words) &&
                                                                     !meets(change->ends, next->moving, move_words)));
        }
    }
    compiled->steady = compiled->steady && !compiled->chance;
    return !rule->gone;
}

void ps_mask_rules(struct compiler *c)
{
    int kept = 0;
    for (int i = 0; i < c->rules.count && !ps_stopped(c); i++)
        if (c->rules.items[i].left.count > PS_MAX_ROWS)
            ps_error_at(c, c->rules.items[i].line, "a rule has more than %d patterns in brackets", PS_MAX_ROWS);
        else if (mask_rule(c, &c->rules.items[i]))
            c->rules.items[kept++] = c->rules.items[i];
    c->rules.count = kept;
}

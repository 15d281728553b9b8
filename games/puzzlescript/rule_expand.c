/* Rules are expanded until each has one direction and says exactly what moves where.
 *
 * For each of its directions a rule is copied and its relative directions become absolute ones; names
 * joined by `and` become their objects, synonyms what they stand for.  Words that may mean several
 * directions or objects are then replaced by each of them in turn. */
#include "games/puzzlescript/compile.h"

const enum direction *ways(enum direction direction, int *count)
{
    static const enum direction moves[] = {UP, DOWN, LEFT, RIGHT, ACTION},
                                turns[] = {TURN_UP, TURN_DOWN}, along[] = {BACKWARD, FORWARD};
    switch (direction) {
    case HORIZONTAL:
    case HORIZONTAL_ALONG:
    case HORIZONTAL_ACROSS:
        *count = 2;
        return &moves[2];
    case VERTICAL:
    case VERTICAL_ALONG:
    case VERTICAL_ACROSS:
        *count = 2;
        return moves;
    case MOVING:
    case ORTHOGONAL:
        *count = direction == MOVING ? 5 : 4;
        return moves;
    case PERPENDICULAR:
        *count = 2;
        return turns;
    case PARALLEL:
        *count = 2;
        return along;
    default:
        *count = 1;
        return &moves[direction >= UP && direction <= ACTION ? direction - UP : 0];
    }
}

bool is_ambiguous(enum direction direction)
{
    int count;
    ways(direction, &count);
    return count > 1;
}

static bool is_relative(enum direction direction)
{
    return direction >= PERPENDICULAR && direction <= FORWARD;
}

static rows copy_rows(struct compiler *c, const rows *from)
{
    rows to = {0};
    for (int i = 0; i < from->count; i++) {
        cell_row copy = {0};
        for (int j = 0; j < from->items[i].count; j++) {
            const cell_words *items = &from->items[i].items[j];
            cell_words *added = PUSH(c->arena, &copy);
            *added = (cell_words){0};
            for (int k = 0; k < items->count; k++)
                *(struct item *)PUSH(c->arena, added) = items->items[k];
        }
        *(cell_row *)PUSH(c->arena, &to) = copy;
    }
    return to;
}

static choices copy_choices(struct compiler *c, const choices *from)
{
    choices to = {0};
    for (int i = 0; i < from->count; i++)
        *(struct choice *)PUSH(c->arena, &to) = from->items[i];
    return to;
}

struct rule *copy_rule(struct compiler *c, rule_list *rules, const struct rule *rule)
{
    struct rule copy = *rule;
    copy.left = copy_rows(c, &rule->left);
    copy.right = copy_rows(c, &rule->right);
    copy.by_name = copy_choices(c, &rule->by_name);
    copy.by_word = copy_choices(c, &rule->by_word);
    if (rules->count >= PS_MAX_RULES) {
        error_at(c, rule->line, "rules that expand to more than %d", PS_MAX_RULES);
        c->stop = true;
    }
    struct rule *added = PUSH(c->arena, rules);
    *added = copy;
    return added;
}

/* What relative directions mean, in the order of the enumeration, by the rule's direction. */
static const enum direction absolute[][6] = {
    [UP] = {HORIZONTAL_ACROSS, VERTICAL_ALONG, LEFT, RIGHT, DOWN, UP},
    [DOWN] = {HORIZONTAL_ACROSS, VERTICAL_ALONG, RIGHT, LEFT, UP, DOWN},
    [LEFT] = {VERTICAL_ACROSS, HORIZONTAL_ALONG, DOWN, UP, RIGHT, LEFT},
    [RIGHT] = {VERTICAL_ACROSS, HORIZONTAL_ALONG, UP, DOWN, LEFT, RIGHT},
};

/* Names joined by `and` become their objects, which go to the cell's end. */
static void split_aggregate(struct compiler *c, const struct rule *rule, cell_words *items, int at)
{
    struct item item = items->items[at];
    const struct name *name = &c->names.items[item.name];
    if (item.direction == NO)
        error_at(c, rule->line, "`no` cannot be said of %s, which is several objects at once (and)",
                 name->text);
    for (int i = 0; i < name->members->count; i++) {
        struct item one = {item.direction, name->members->items[i]};
        if (i == 0)
            items->items[at] = one;
        else
            *(struct item *)PUSH(c->arena, items) = one;
    }
}

static void resolve_cell(struct compiler *c, const struct rule *rule, cell_words *items)
{
    for (int i = 0; i < items->count; i++) {
        struct item *item = &items->items[i];
        if (is_relative(item->direction))
            item->direction = absolute[rule->direction][item->direction - PERPENDICULAR];
        if (item->name >= 0 && c->names.items[item->name].kind == AGGREGATE)
            split_aggregate(c, rule, items, i);
    }
    for (int i = 0; i < items->count; i++) {
        struct item *item = &items->items[i];
        if (item->name >= 0 && c->names.items[item->name].stands_for >= 0)
            item->name = c->names.items[item->name].stands_for;
    }
}

static bool has_ellipsis(const rows *side)
{
    for (int i = 0; i < side->count; i++)
        for (int j = 0; j < side->items[i].count; j++)
            if (side->items[i].items[j].count > 0 &&
                side->items[i].items[j].items[0].direction == ELLIPSIS)
                return true;
    return false;
}

static void reverse(cell_row *cells)
{
    for (int i = 0, j = cells->count - 1; i < j; i++, j--) {
        cell_words other = cells->items[i];
        cells->items[i] = cells->items[j];
        cells->items[j] = other;
    }
}

/* Up and left are down and right read backward: the matches come in the same order for both. */
static void turn_round(struct rule *rule)
{
    if ((rule->direction != UP && rule->direction != LEFT) || has_ellipsis(&rule->left))
        return;
    rule->direction = rule->direction == UP ? DOWN : RIGHT;
    for (int i = 0; i < rule->left.count; i++)
        reverse(&rule->left.items[i]);
    for (int i = 0; i < rule->right.count && i < rule->left.count; i++)
        reverse(&rule->right.items[i]);
}

static void resolve_rule(struct compiler *c, struct rule *rule)
{
    rows *sides[] = {&rule->left, &rule->right};
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < sides[side]->count; i++)
            for (int j = 0; j < sides[side]->items[i].count; j++)
                resolve_cell(c, rule, &sides[side]->items[i].items[j]);
    turn_round(rule);
}

static bool row_turns(const cell_row *cells)
{
    for (int i = 0; i < cells->count; i++)
        for (int j = 0; j < cells->items[i].count; j++)
            if (is_relative(cells->items[i].items[j].direction))
                return true;
    return false;
}

/* A rule of single cells without relative directions is the same in each direction: one is enough. */
static bool has_direction(const struct rule *rule)
{
    for (int i = 0; i < rule->left.count; i++)
        if (rule->left.items[i].count > 1 || row_turns(&rule->left.items[i]))
            return true;
    for (int i = 0; i < rule->right.count; i++)
        if (row_turns(&rule->right.items[i]))
            return true;
    return false;
}

static void split_directions(struct compiler *c, const rule_list *rules, rule_list *into)
{
    for (int i = 0; i < rules->count && !stopped(c); i++) {
        const ints *directions = &rules->items[i].directions;
        int count =
            has_direction(&rules->items[i]) || directions->count < 1 ? directions->count : 1;
        for (int j = 0; j < count && !stopped(c); j++) {
            enum direction direction = (enum direction)directions->items[j];
            if (direction < UP || direction > RIGHT)
                continue;
            struct rule *rule = copy_rule(c, into, &rules->items[i]);
            rule->direction = direction;
            if (!stopped(c))
                resolve_rule(c, rule);
        }
    }
}

static bool layer_is_used(const struct compiler *c, const cell_words *items, int layer)
{
    for (int i = 0; i < items->count; i++) {
        if (items->items[i].name < 0)
            continue;
        const struct name *name = &c->names.items[items->items[i].name];
        if (name->object >= 0 && c->program->objects.items[name->object].layer == layer)
            return true;
        for (int j = 0; name->object < 0 && name->kind == PROPERTY && j < name->members->count;
             j++) {
            int object = c->names.items[name->members->items[j]].object;
            if (object >= 0 && c->program->objects.items[object].layer == layer)
                return true;
        }
    }
    return false;
}

/* An object that appears, in a layer that the pattern leaves open, does not inherit a movement. */
static void still_what_appears(struct compiler *c, const cell_words *left, cell_words *right)
{
    for (int i = 0; i < right->count; i++) {
        struct item *item = &right->items[i];
        if (item->direction != NOTHING || item->name < 0)
            continue;
        const struct name *name = &c->names.items[item->name];
        if (name->kind != PROPERTY && name->object >= 0 &&
            !layer_is_used(c, left, c->program->objects.items[name->object].layer))
            item->direction = STATIONARY;
    }
}

static void still_all(struct compiler *c, struct rule *rule)
{
    for (int i = 0; !rule->late && i < rule->right.count; i++)
        for (int j = 0; j < rule->right.items[i].count; j++)
            still_what_appears(c, &rule->left.items[i].items[j], &rule->right.items[i].items[j]);
}

void expand_rules(struct compiler *c, rule_list *rules)
{
    rule_list one_way = {0}, one_move = {0}, expanded = {0};
    if (c->invalid)
        return;
    split_directions(c, rules, &one_way);
    for (int i = 0; i < one_way.count && !stopped(c); i++)
        expand_moves(c, &one_way.items[i], &one_move);
    if (c->invalid)
        return;
    for (int i = 0; i < one_move.count && !stopped(c); i++)
        expand_properties(c, &one_move.items[i], &expanded);
    for (int i = 0; i < expanded.count && !stopped(c); i++)
        still_all(c, &expanded.items[i]);
    *rules = expanded;
}

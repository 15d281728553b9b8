/* Names that may be several objects (or) become each of them in turn, where they must.
 *
 * A property whose objects share a layer is matched as it is, unless the right side needs to know which
 * object it was.  What was chosen once on the left says what the same name means on the right. */
#include "games/puzzlescript/compile.h"

static bool is_property(const struct compiler *c, const struct item *item)
{
    return item->direction != RANDOM && item->name >= 0 &&
           c->names.items[item->name].kind == PROPERTY;
}

static bool has_name(const struct compiler *c, const cell_words *items, int name)
{
    for (int i = 0; i < items->count; i++)
        if (items->items[i].name == name && is_property(c, &items->items[i]))
            return true;
    return false;
}

/* `no A` where A is a property: none of its objects. */
static void spread_no(struct compiler *c, cell_words *items)
{
    cell_words spread = {0};
    for (int i = 0; i < items->count; i++) {
        struct item item = items->items[i];
        const ints *members = item.direction == NO && is_property(c, &item)
                                  ? c->names.items[item.name].members
                                  : NULL;
        if (members == NULL)
            *(struct item *)PUSH(c->arena, &spread) = item;
        for (int j = 0; members != NULL && j < members->count; j++)
            *(struct item *)PUSH(c->arena, &spread) = (struct item){NO, members->items[j]};
    }
    *items = spread;
}

static bool contains(const ints *list, int value)
{
    for (int i = 0; i < list->count; i++)
        if (list->items[i] == value)
            return true;
    return false;
}

/* Properties on the right whose cell on the left does not have them. */
static ints find_unclear(struct compiler *c, const struct rule *rule)
{
    ints unclear = {0};
    for (int i = 0; i < rule->right.count; i++)
        for (int j = 0; j < rule->right.items[i].count; j++) {
            const cell_words *right = &rule->right.items[i].items[j];
            for (int k = 0; k < right->count; k++)
                if (is_property(c, &right->items[k]) && !contains(&unclear, right->items[k].name) &&
                    !has_name(c, &rule->left.items[i].items[j], right->items[k].name))
                    *(int *)PUSH(c->arena, &unclear) = right->items[k].name;
        }
    return unclear;
}

static void set_name(cell_words *items, int name, int object)
{
    for (int i = 0; i < items->count; i++)
        if (items->items[i].name == name && items->items[i].direction != RANDOM)
            items->items[i].name = object;
}

static void remember(struct compiler *c, struct rule *rule, int name, int object)
{
    for (int i = 0; i < rule->by_name.count; i++)
        if (rule->by_name.items[i].name == name) {
            rule->by_name.items[i].times++;
            return;
        }
    *(struct choice *)PUSH(c->arena, &rule->by_name) =
        (struct choice){.name = name, .to_name = object, .times = 1};
}

/* The first property of the left side that must be split; false if none. */
static bool find_split(const struct compiler *c, const struct rule *rule, const ints *unclear,
                       int *row, int *at, int *name)
{
    for (*row = 0; *row < rule->left.count; ++*row)
        for (*at = 0; *at < rule->left.items[*row].count; ++*at) {
            const cell_words *items = &rule->left.items[*row].items[*at];
            for (int i = 0; i < items->count; i++) {
                *name = items->items[i].name;
                if (is_property(c, &items->items[i]) &&
                    (c->names.items[*name].single_layer < 0 || contains(unclear, *name)))
                    return true;
            }
        }
    return false;
}

static bool split(struct compiler *c, const struct rule *rule, const ints *unclear, rule_list *list)
{
    int row, at, name;
    if (!find_split(c, rule, unclear, &row, &at, &name))
        return false;
    const ints *members = c->names.items[name].members;
    for (int i = 0; i < members->count && !stopped(c); i++) {
        struct rule *copy = copy_rule(c, list, rule);
        if (stopped(c))
            break;
        set_name(&copy->left.items[row].items[at], name, members->items[i]);
        if (copy->right.count > 0)
            set_name(&copy->right.items[row].items[at], name, members->items[i]);
        remember(c, copy, name, members->items[i]);
    }
    return true;
}

static void infer(struct rule *rule)
{
    for (int i = 0; i < rule->by_name.count; i++)
        for (int j = 0; rule->by_name.items[i].times == 1 && j < rule->right.count; j++)
            for (int k = 0; k < rule->right.items[j].count; k++)
                set_name(&rule->right.items[j].items[k], rule->by_name.items[i].name,
                         rule->by_name.items[i].to_name);
    rule->by_name.count = 0;
}

/* A property on the right that nothing on the left has decided, or -1. */
static int undecided_name(const struct compiler *c, const struct rule *rule, const ints *unclear)
{
    int name = -1;
    for (int i = 0; i < rule->right.count; i++)
        for (int j = 0; j < rule->right.items[i].count; j++) {
            const cell_words *items = &rule->right.items[i].items[j];
            for (int k = 0; k < items->count; k++)
                if (is_property(c, &items->items[k]) && contains(unclear, items->items[k].name))
                    name = items->items[k].name;
        }
    return name;
}

static void spread_all(struct compiler *c, struct rule *rule)
{
    for (int i = 0; i < rule->left.count; i++)
        for (int j = 0; j < rule->left.items[i].count; j++) {
            spread_no(c, &rule->left.items[i].items[j]);
            if (rule->right.count > 0)
                spread_no(c, &rule->right.items[i].items[j]);
        }
}

void expand_properties(struct compiler *c, struct rule *rule, rule_list *into)
{
    rule_list list = {0};
    int undecided = -1;
    spread_all(c, rule);
    ints unclear = find_unclear(c, rule);
    copy_rule(c, &list, rule);
    for (int i = 0; i < list.count && !stopped(c); i++) {
        struct rule current = list.items[i];
        bool gone = split(c, &current, &unclear, &list);
        list.items[i].gone = gone;
    }
    for (int i = 0; i < list.count && !stopped(c); i++) {
        if (list.items[i].gone)
            continue;
        infer(&list.items[i]);
        int name = undecided_name(c, &list.items[i], &unclear);
        undecided = name >= 0 ? name : undecided;
    }
    if (undecided >= 0)
        error_at(c, rule->line,
                 "the right side has %s, which may be several objects, and the left side "
                 "does not tell which",
                 text_of(c, undecided));
    for (int i = 0; i < list.count && undecided < 0 && !stopped(c); i++)
        if (!list.items[i].gone)
            *(struct rule *)PUSH(c->arena, into) = list.items[i];
}

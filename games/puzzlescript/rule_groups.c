/* Rules without repetitions, in groups, with loops around them. */
#include "games/puzzlescript/compile.h"

static uint32_t mix(uint32_t hash, int value)
{
    return (hash ^ (uint32_t)value) * 16777619u;
}

static uint32_t hash_side(uint32_t hash, const rows *side)
{
    for (int i = 0; i < side->count; i++)
        for (int j = 0; j < side->items[i].count; j++) {
            const cell_words *items = &side->items[i].items[j];
            for (int k = 0; k < items->count; k++)
                hash = mix(mix(hash, (int)items->items[k].direction), items->items[k].name);
            hash = mix(hash, -2 - (j == 0));
        }
    return hash;
}

/* The direction of a rule without a row of cells does not count. */
static enum direction effective_direction(const struct rule *rule)
{
    for (int i = 0; i < rule->left.count; i++)
        if (rule->left.items[i].count > 1)
            return rule->direction;
    return NOTHING;
}

static bool same_side(const rows *one, const rows *other)
{
    if (one->count != other->count)
        return false;
    for (int i = 0; i < one->count; i++) {
        if (one->items[i].count != other->items[i].count)
            return false;
        for (int j = 0; j < one->items[i].count; j++) {
            const cell_words *a = &one->items[i].items[j], *b = &other->items[i].items[j];
            if (a->count != b->count)
                return false;
            for (int k = 0; k < a->count; k++)
                if (a->items[k].direction != b->items[k].direction ||
                    a->items[k].name != b->items[k].name)
                    return false;
        }
    }
    return true;
}

static bool same_rule(const struct rule *one, const struct rule *other)
{
    return one->line == other->line && effective_direction(one) == effective_direction(other) &&
           same_side(&one->left, &other->left) && same_side(&one->right, &other->right);
}

/* Keeps the last of equal rules of a group. */
void drop_duplicates(struct compiler *c)
{
    struct rule *rules = c->rules.items;
    int count = c->rules.count, size = 16;
    while (size < count * 2)
        size *= 2;
    int *table = arena_get(c->arena, (size_t)size * sizeof *table);
    if (stopped(c))
        return;
    memset(table, -1, (size_t)size * sizeof *table);
    for (int i = count - 1; i >= 0; i--) {
        uint32_t hash = mix(mix(2166136261u, rules[i].line), (int)effective_direction(&rules[i]));
        hash = hash_side(hash_side(hash, &rules[i].left), &rules[i].right);
        uint32_t at = (hash ^ hash >> 15) & (uint32_t)(size - 1);
        while (table[at] >= 0 && !same_rule(&rules[table[at]], &rules[i]))
            at = (at + 1) & (uint32_t)(size - 1);
        rules[i].gone = table[at] >= 0;
        if (!rules[i].gone)
            table[at] = i;
    }
    int kept = 0;
    for (int i = 0; i < count; i++)
        if (!rules[i].gone)
            rules[kept++] = rules[i];
    c->rules.count = kept;
}

struct group {
    LIST(struct rule) rules;
};

typedef LIST(struct group) group_list;

/* Drops rules that want two objects in one place; an error where nothing remains of a line. */
static void drop_overlaps(struct compiler *c, struct group *group)
{
    for (int i = 0; i < group->rules.count; i++) {
        struct rule *rules = group->rules.items, rule = rules[i];
        if (rule.overlap[0] < 0)
            continue;
        bool before = i > 0 && rules[i - 1].line == rule.line;
        bool after = i + 1 < group->rules.count && rules[i + 1].line == rule.line;
        group->rules.count--;
        memmove(&rules[i], &rules[i + 1], (size_t)(group->rules.count - i) * sizeof *rules);
        i--;
        if (!before && !after)
            error_at(c, rule.line, "%s and %s cannot be in one cell, so the rule never applies",
                     text_of(c, rule.overlap[0]), text_of(c, rule.overlap[1]));
    }
}

static void collect(struct compiler *c, bool late, group_list *groups)
{
    group_list all = {0};
    int number = -1;
    for (int i = 0; i < c->rules.count && !stopped(c); i++) {
        const struct rule *rule = &c->rules.items[i];
        if (rule->late != late)
            continue;
        if (all.count == 0 || rule->group != number)
            PUSH(c->arena, &all);
        number = rule->group;
        if (!stopped(c))
            *(struct rule *)PUSH(c->arena, &all.items[all.count - 1].rules) = *rule;
    }
    for (int i = 0; i < all.count && !stopped(c); i++) {
        drop_overlaps(c, &all.items[i]);
        if (all.items[i].rules.count > 0)
            *(struct group *)PUSH(c->arena, groups) = all.items[i];
    }
}

/* More than two ellipses are an error, two in a row a warning. */
static void check_ellipses(struct compiler *c, const group_list *groups)
{
    for (int i = 0; i < groups->count; i++)
        for (int j = 0; j < groups->items[i].rules.count; j++) {
            const struct ps_rule *rule = &groups->items[i].rules.items[j].compiled;
            for (int k = 0; k < rule->row_count; k++) {
                const struct ps_row *row = &rule->rows[k];
                if (row->ellipses > 2)
                    error_at(c, rule->line, "a pattern has two ... at most");
                for (int at = 1; at < row->count; at++)
                    if (row->cells[at].ellipsis && row->cells[at - 1].ellipsis)
                        warn_at(c, rule->line, "two ... in a row are one");
            }
        }
}

enum { MAX_RIGID = 30 };

static void number_rigid(struct compiler *c, group_list *groups)
{
    ints rigid = {0};
    for (int i = 0; i < groups->count && !stopped(c); i++) {
        bool found = false;
        for (int j = 0; j < groups->items[i].rules.count; j++)
            found = found || groups->items[i].rules.items[j].rigid;
        if (!found)
            continue;
        if (rigid.count == MAX_RIGID)
            error_at(c, groups->items[i].rules.items[0].line, "there are more than %d rigid groups",
                     MAX_RIGID);
        *(int *)PUSH(c->arena, &rigid) = i;
        for (int j = 0; j < groups->items[i].rules.count; j++)
            if (groups->items[i].rules.items[j].rigid && rigid.count <= MAX_RIGID)
                groups->items[i].rules.items[j].compiled.rigid = rigid.count;
    }
    c->program->rigid_groups = rigid.items;
    c->program->rigid_count = rigid.count;
}

static struct ps_groups finish(struct compiler *c, const group_list *groups)
{
    struct ps_group *made = arena_get(c->arena, (size_t)groups->count * sizeof *made);
    for (int i = 0; i < groups->count && !stopped(c); i++) {
        int count = groups->items[i].rules.count;
        struct ps_rule *rules = arena_get(c->arena, (size_t)count * sizeof *rules);
        if (stopped(c))
            break;
        for (int j = 0; j < count; j++)
            rules[j] = groups->items[i].rules.items[j].compiled;
        made[i] = (struct ps_group){rules, count, groups->items[i].rules.items[0].random, -1};
    }
    return (struct ps_groups){made, stopped(c) ? 0 : groups->count};
}

/* Marks where one loop goes back: from its last group to its first. */
static void mark_loop(struct compiler *c, struct ps_groups *groups, int from, int to)
{
    struct ps_group *items = (struct ps_group *)(uintptr_t)groups->items;
    int first = -1;
    for (int i = 0; i < groups->count; i++) {
        int begins = items[i].rules[0].line, ends = items[i].rules[items[i].count - 1].line;
        if ((begins <= from && from <= ends) || (begins <= to && to <= ends))
            error_at(c, from, "a loop begins or ends in the middle of a group of rules");
        if (to < begins)
            break;
        if (from > begins)
            continue;
        if (first < 0)
            first = i;
        if (i > 0 && items[i - 1].loop == first)
            items[i - 1].loop = -1;
        items[i].loop = first;
    }
}

static void mark_loops(struct compiler *c)
{
    for (int i = 0; i < c->loops.count; i++) {
        if (i % 2 == 0 && !c->loops.items[i].start)
            error_at(c, c->loops.items[i].line, "endloop without startloop");
        else if (i % 2 == 1 && c->loops.items[i].start)
            error_at(c, c->loops.items[i].line, "a loop in a loop");
    }
    if (c->loops.count % 2 != 0) {
        struct loop last = c->loops.items[c->loops.count - 1];
        error_at(c, last.line, "startloop without endloop");
        *(struct loop *)PUSH(c->arena, &c->loops) = last;
    }
    for (int i = 0; i + 1 < c->loops.count; i += 2) {
        int from = c->loops.items[i].line, to = c->loops.items[i + 1].line;
        mark_loop(c, &c->program->rules, from, to);
        mark_loop(c, &c->program->late, from, to);
    }
}

void group_rules(struct compiler *c)
{
    group_list rules = {0}, late = {0};
    collect(c, false, &rules);
    collect(c, true, &late);
    check_ellipses(c, &rules);
    check_ellipses(c, &late);
    number_rigid(c, &rules);
    c->program->rules = finish(c, &rules);
    c->program->late = finish(c, &late);
    mark_loops(c);
}

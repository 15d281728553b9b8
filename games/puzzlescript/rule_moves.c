/* Movements that may be several (moving, horizontal, parallel ...) become each of them in turn.
 *
 * Each choice is remembered, by word and object and by word alone: what was chosen once on the left says
 * what the same word means on the right. */
#include "games/puzzlescript/compile.h"

static void set_direction(cell_words *items, enum direction word, int name,
                          enum direction direction)
{
    for (int i = 0; i < items->count; i++)
        if (items->items[i].direction == word && (name < 0 || items->items[i].name == name))
            items->items[i].direction = direction;
}

static void set_everywhere(rows *side, enum direction word, int name, enum direction direction)
{
    for (int i = 0; i < side->count; i++)
        for (int j = 0; j < side->items[i].count; j++)
            set_direction(&side->items[i].items[j], word, name, direction);
}

static struct choice *find_choice(choices *list, enum direction word, int name)
{
    for (int i = 0; i < list->count; i++)
        if (list->items[i].word == word && list->items[i].name == name)
            return &list->items[i];
    return NULL;
}

static void remember(struct compiler *c, struct rule *rule, struct choice choice)
{
    struct choice *old = find_choice(&rule->by_name, choice.word, choice.name);
    if (old == NULL)
        *(struct choice *)PUSH(c->arena, &rule->by_name) = choice;
    else if (old->row != choice.row || old->cell != choice.cell)
        old->times++;
    choice.name = -1;
    old = find_choice(&rule->by_word, choice.word, -1);
    if (old == NULL)
        *(struct choice *)PUSH(c->arena, &rule->by_word) = choice;
    else
        old->times++;
}

static const struct item *first_ambiguous(const cell_words *items)
{
    for (int i = 0; i < items->count; i++)
        if (is_ambiguous(items->items[i].direction))
            return &items->items[i];
    return NULL;
}

/* Adds the rule with each direction that the cell's first ambiguous word may mean. */
static bool split_cell(struct compiler *c, const struct rule *rule, int row, int at,
                       rule_list *list)
{
    const struct item *item = first_ambiguous(&rule->left.items[row].items[at]);
    int count;
    if (item == NULL)
        return false;
    const enum direction *meanings = ways(item->direction, &count);
    for (int i = 0; i < count && !stopped(c); i++) {
        struct rule *copy = copy_rule(c, list, rule);
        struct choice choice = {.word = item->direction,
                                .direction = meanings[i],
                                .name = item->name,
                                .times = 1,
                                .row = row,
                                .cell = at};
        if (stopped(c))
            break;
        set_direction(&copy->left.items[row].items[at], item->direction, item->name, meanings[i]);
        if (copy->right.count > 0)
            set_direction(&copy->right.items[row].items[at], item->direction, item->name,
                          meanings[i]);
        remember(c, copy, choice);
    }
    return true;
}

/* What has one meaning on the left has it on the right. */
static void infer(struct rule *rule)
{
    for (int i = 0; i < rule->by_name.count; i++) {
        const struct choice *choice = &rule->by_name.items[i];
        if (choice->times == 1)
            set_everywhere(&rule->right, choice->word, choice->name, choice->direction);
    }
    for (int i = 0; i < rule->by_word.count; i++) {
        const struct choice *choice = &rule->by_word.items[i];
        if (choice->times == 1)
            set_everywhere(&rule->right, choice->word, -1, choice->direction);
    }
    rule->by_name.count = rule->by_word.count = 0;
}

static bool has_ambiguous(const rows *side)
{
    for (int i = 0; i < side->count; i++)
        for (int j = 0; j < side->items[i].count; j++)
            if (first_ambiguous(&side->items[i].items[j]) != NULL)
                return true;
    return false;
}

void expand_moves(struct compiler *c, const struct rule *rule, rule_list *into)
{
    rule_list list = {0};
    copy_rule(c, &list, rule);
    for (int i = 0; i < list.count && !stopped(c); i++) {
        struct rule current = list.items[i];
        bool split = false;
        for (int row = 0; row < current.left.count; row++)
            for (int at = 0; at < current.left.items[row].count; at++)
                split = split_cell(c, &current, row, at, &list) || split;
        list.items[i].gone = split;
    }
    bool unclear = false;
    for (int i = 0; i < list.count && !stopped(c); i++) {
        if (list.items[i].gone)
            continue;
        infer(&list.items[i]);
        unclear = unclear || has_ambiguous(&list.items[i].right);
        *(struct rule *)PUSH(c->arena, into) = list.items[i];
    }
    if (!unclear)
        return;
    error_at(c, rule->line,
             "the right side has a movement that may be several, and the left side does "
             "not tell which");
    c->invalid = true;
}

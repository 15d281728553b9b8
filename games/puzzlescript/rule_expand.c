/* Expands rules until each has one direction and says exactly what moves where.
 *
 * A rule is copied for each of its directions, and its relative directions become absolute.  Names joined by `and`
 * become their objects, and synonyms what they stand for.  Words that may mean several directions or objects are then
 * replaced by each of them in turn. */
#include "games/puzzlescript/compile.h"

#include "base/text.h"

/* --- the use of `no X` in rules as written --- */

static void drop_item(cell_words *items, int at)
{
    items->count--;
    memmove(&items->items[at], &items->items[at + 1], (size_t)(items->count - at) * sizeof *items->items);
}

/* On the right: reports an object together with `no` of the same object. */
static void check_contradiction(struct compiler *c, const struct rule *rule, const cell_words *items)
{
    uint64_t *here = ps_object_mask(c);
    struct text list = {0}; /* what must be there */
    for (int i = 0; i < items->count; i++) {
        const struct ps_object *object = ps_object_of(c, items->items[i].name);
        if (items->items[i].direction == NO || object == NULL)
            continue;
        set_bit(here, object->id);
        text_addf(&list, "%s%s", list.size > 0 ? ", " : "", ps_text_of(c, items->items[i].name));
    }
    for (int i = 0; i < items->count; i++) {
        if (items->items[i].direction != NO || items->items[i].name < 0)
            continue;
        const struct name *none = &c->names.items[items->items[i].name];
        if (none->mask != NULL && meets(none->mask, here, c->program->object_words))
            ps_error_at(
                c, rule->line,
                "You have specified that there should be NO %s but there is also a requirement that %s be here. "
                "This is a mistake right?",
                ps_loud(c, none->text), ps_loud(c, list.failed ? "" : text_string(&list)));
    }
    text_free(&list);
}

/* Drops `no X` if other objects of the cell already fill X's layers. */
static void drop_needless_no(struct compiler *c, const struct rule *rule, cell_words *items)
{
    const struct ps_program *program = c->program;
    /* The layers and objects that the cell certainly has, and the names that fill the layers. */
    uint64_t *filled = arena_get(c->arena, PS_MAX_LAYERS / 8), *objects = ps_object_mask(c);
    int *fillers = arena_get(c->arena, PS_MAX_LAYERS * sizeof *fillers);
    for (int i = 0; i < items->count && !ps_stopped(c); i++) {
        if (items->items[i].direction == NO || items->items[i].name < 0)
            continue;
        const struct name *name = &c->names.items[items->items[i].name];
        bool several = name->single_layer >= 0 || (name->object < 0 && name->kind == AGGREGATE);
        for (int j = 0; j < (several ? name->members->count : 1); j++) {
            const struct ps_object *object = ps_object_of(c, several ? name->members->items[j] : items->items[i].name);
            if (object == NULL)
                continue;
            set_bit(objects, object->id);
            if (object->layer < 0)
                continue;
            set_bit(filled, object->layer);
            fillers[object->layer] = items->items[i].name;
        }
    }
    for (int i = 0; i < items->count; i++) {
        if (items->items[i].direction != NO || items->items[i].name < 0)
            continue;
        const struct name *none = &c->names.items[items->items[i].name];
        if (none->mask == NULL || meets(none->mask, objects, program->object_words))
            continue;
        bool covered = true;
        for (int layer = 0; layer < program->layers; layer++)
            covered = covered && (has_bit(filled, layer) ||
                                  !meets(program->layer_masks[layer], none->mask, program->object_words));
        if (!covered)
            continue;
        struct text names = {0}, layers = {0};
        for (int layer = 0; layer < c->program->layers; layer++)
            if (has_bit(filled, layer)) {
                text_addf(&names, "%s%s", names.size > 0 ? ", " : "", ps_text_of(c, fillers[layer]));
                text_addf(&layers, "%s%d", layers.size > 0 ? ", " : "", layer + 1);
            }
        if (!names.failed && !layers.failed)
            ps_warn_at(
                c, rule->line,
                "You have specified that there should be NO %s but there is also a requirement that %s be there, "
                "which collectively occupies the same layers (Layers %s), so you can leave this out.",
                ps_loud(c, none->text), ps_loud(c, text_string(&names)), text_string(&layers));
        text_free(&names);
        text_free(&layers);
        drop_item(items, i--);
    }
}

void ps_check_coincidences(struct compiler *c, rule_list *rules)
{
    for (int n = 0; n < rules->count && !ps_stopped(c); n++) {
        struct rule *rule = &rules->items[n];
        for (int j = 0; j < rule->right.count; j++)
            for (int k = 0; k < rule->right.items[j].count; k++) {
                cell_words *right = &rule->right.items[j].items[k];
                check_contradiction(c, rule, right);
                if (j >= rule->left.count || k >= rule->left.items[j].count)
                    continue;
                /* Drops `no X` if the left has it, too: there is nothing to remove. */
                const cell_words *left = &rule->left.items[j].items[k];
                for (int at = 0; at < right->count; at++)
                    for (int i = 0; i < left->count; i++)
                        if (right->items[at].direction == NO && left->items[i].direction == NO &&
                            left->items[i].name == right->items[at].name) {
                            drop_item(right, at);
                            break;
                        }
            }
        for (int j = 0; j < rule->left.count; j++)
            for (int k = 0; k < rule->left.items[j].count; k++)
                drop_needless_no(c, rule, &rule->left.items[j].items[k]);
    }
}

/* --- rules without duplicates, in groups, with loops around them --- */

/* All that distinguishes a rule from others.  The direction of a rule whose rows are all single cells does not. */
static ints key_of(struct compiler *c, const struct rule *rule)
{
    enum { END_OF_SIDE = -4, END_OF_ROW, END_OF_CELL };
    const rows *sides[] = {&rule->left, &rule->right};
    ints key = {0};
    enum ps_direction direction = NOTHING;
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < sides[side]->count; i++) {
            const cell_row *row = &sides[side]->items[i];
            direction = side == 0 && row->count > 1 ? rule->direction : direction;
            for (int j = 0; j < row->count; j++) {
                for (int k = 0; k < row->items[j].count; k++) {
                    ADD(c->arena, &key, (int)row->items[j].items[k].direction);
                    ADD(c->arena, &key, row->items[j].items[k].name);
                }
                ADD(c->arena, &key, END_OF_CELL);
            }
            ADD(c->arena, &key, END_OF_ROW);
        }
        ADD(c->arena, &key, END_OF_SIDE);
    }
    ADD(c->arena, &key, rule->line);
    ADD(c->arena, &key, (int)direction);
    return key;
}

/* Removes duplicate rules from the same line; keeps the last of them. */
void ps_drop_duplicates(struct compiler *c)
{
    struct rule *rules = c->rules.items;
    int count = c->rules.count, size = 16, kept = 0;
    while (size < count * 2)
        size *= 2;
    int *table = arena_get(c->arena, (size_t)size * sizeof *table);
    ints *keys = arena_get(c->arena, (size_t)count * sizeof *keys);
    if (ps_stopped(c))
        return;
    memset(table, -1, (size_t)size * sizeof *table);
    for (int i = count - 1; i >= 0; i--) {
        ints key = keys[i] = key_of(c, &rules[i]);
        if (ps_stopped(c))
            return;
        uint32_t hash = 2166136261u;
        for (int n = 0; n < key.count; n++)
            hash = (hash ^ (uint32_t)key.items[n]) * 16777619u;
        uint32_t at = (hash ^ hash >> 15) & (uint32_t)(size - 1);
        while (table[at] >= 0 && (keys[table[at]].count != key.count ||
                                  memcmp(keys[table[at]].items, key.items, (size_t)key.count * sizeof(int)) != 0))
            at = (at + 1) & (uint32_t)(size - 1);
        rules[i].gone = table[at] >= 0;
        if (!rules[i].gone)
            table[at] = i;
    }
    for (int i = 0; i < count; i++)
        if (!rules[i].gone)
            rules[kept++] = rules[i];
    c->rules.count = kept;
}

typedef LIST(rule_list) group_list;

/* Drops rules that need two objects in the same layer of a cell.  Some rule of their line must remain. */
static void drop_impossible(struct compiler *c, rule_list *group)
{
    ints overlaps = {0}; /* pairs of names whose objects are in the same layer */
    for (int r = 0; r < group->count; r++) {
        struct rule *its = group->items, rule = its[r];
        if (rule.overlap[0] < 0)
            continue;
        bool before = r > 0 && its[r - 1].line == rule.line;
        bool after = r + 1 < group->count && its[r + 1].line == rule.line;
        group->count--;
        memmove(&its[r], &its[r + 1], (size_t)(group->count - r) * sizeof *its);
        r--;
        int pair = 0;
        while (pair < overlaps.count && memcmp(&overlaps.items[pair], rule.overlap, sizeof rule.overlap) != 0)
            pair += 2;
        bool known = pair < overlaps.count;
        for (int i = 0; !known && i < 2 && !ps_stopped(c); i++)
            ADD(c->arena, &overlaps, rule.overlap[i]);
        if (before || after || overlaps.count < 2)
            continue;
        enum { MOST_LISTED = 3 };
        struct text others = {0};
        int count = overlaps.count / 2, listed = count - 1 < MOST_LISTED ? count - 1 : MOST_LISTED;
        for (int i = 1; i <= listed; i++) {
            text_add_string(&others, i == 1 ? " (ditto for " : i < count - 1 ? ", " : ", and ");
            text_addf(&others, "%s/%s", ps_loud(c, ps_text_of(c, overlaps.items[2 * i])),
                      ps_loud(c, ps_text_of(c, overlaps.items[2 * i + 1])));
        }
        if (listed > 0)
            text_add_string(&others, listed < count - 1 ? " etc.)" : ")");
        ps_error_at(c, rule.line,
                    "%s and %s can never overlap%s. This rule requires that to happen, so it impossible it will ever "
                    "trigger.",
                    ps_loud(c, ps_text_of(c, overlaps.items[0])), ps_loud(c, ps_text_of(c, overlaps.items[1])),
                    text_string(&others));
        text_free(&others);
    }
}

/* Collects the groups of the rules that are late, or of those that are not. */
static group_list collect(struct compiler *c, bool late)
{
    group_list groups = {0};
    int number = -1, kept = 0;
    for (int i = 0; i < c->rules.count && !ps_stopped(c); i++) {
        const struct rule *rule = &c->rules.items[i];
        if (rule->late != late)
            continue;
        if (groups.count == 0 || rule->group != number)
            PUSH(c->arena, &groups);
        number = rule->group;
        if (!ps_stopped(c))
            ADD(c->arena, &groups.items[groups.count - 1], *rule);
    }
    for (int i = 0; i < groups.count && !ps_stopped(c); i++) {
        drop_impossible(c, &groups.items[i]);
        if (groups.items[i].count > 0)
            groups.items[kept++] = groups.items[i];
    }
    groups.count = kept;
    return groups;
}

/* Reports an error for more than two ellipses, and a warning for two in a row. */
static void check_ellipses(struct compiler *c, const group_list *groups)
{
    for (int i = 0; i < groups->count; i++)
        for (int j = 0; j < groups->items[i].count; j++) {
            const struct ps_rule *rule = &groups->items[i].items[j].compiled;
            for (int k = 0; k < rule->row_count; k++) {
                const struct ps_row *row = &rule->rows[k];
                if (row->ellipses > 2)
                    ps_error_at(c, rule->line, "You can't use more than two ellipses in a single cell match pattern.");
                for (int at = 1; at < row->count; at++)
                    if (row->cells[at].ellipsis && row->cells[at - 1].ellipsis)
                        ps_warn_at(c, rule->line,
                                   "Why would you go and have two ellipses in a row like that? It's exactly the same "
                                   "as just having a single ellipsis, right?");
            }
        }
}

enum { MAX_RIGID = 30 };

/* Turns groups into those of the program, whose rules are stored in `all`. */
static struct ps_groups finish(struct compiler *c, const group_list *groups, struct ps_rule *all)
{
    struct ps_groups made = {.items = arena_get(c->arena, (size_t)groups->count * sizeof *made.items), .rules = all};
    for (int i = 0; i < groups->count && !ps_stopped(c); i++) {
        const struct rule *rules = groups->items[i].items;
        made.items[made.count++] = (struct ps_group){
            .rules = &all[made.rule_count], .count = groups->items[i].count, .random = rules[0].random, .loop = -1};
        for (int j = 0; j < groups->items[i].count; j++) {
            all[made.rule_count] = rules[j].compiled;
            all[made.rule_count++].chance |= rules[0].random;
        }
    }
    return made;
}

/* Marks one loop.  Its last group gets the loop's first group as the target to jump back to. */
static void mark_loop(struct compiler *c, struct ps_groups *groups, int from, int to)
{
    struct ps_group *items = groups->items;
    int first = -1;
    for (int i = 0; i < groups->count; i++) {
        int begins = items[i].rules[0].line, ends = items[i].rules[items[i].count - 1].line;
        if ((begins <= from && from <= ends) || (begins <= to && to <= ends))
            ps_error_at(c, from,
                        "Found a loop point in the middle of a rule. You probably don't want to do this, right?");
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

void ps_group_rules(struct compiler *c)
{
    group_list rules = collect(c, false), late = collect(c, true);
    check_ellipses(c, &rules);
    check_ellipses(c, &late);
    ints numbered = {0};
    for (int i = 0; i < rules.count && !ps_stopped(c); i++) {
        bool found = false;
        for (int j = 0; j < rules.items[i].count; j++)
            found = found || rules.items[i].items[j].rigid;
        if (!found)
            continue;
        if (numbered.count == MAX_RIGID)
            ps_error_at(c, rules.items[i].items[0].line,
                        "There can't be more than %d rigid groups (rule groups containing rigid members).", MAX_RIGID);
        ADD(c->arena, &numbered, i);
        for (int j = 0; j < rules.items[i].count; j++)
            if (rules.items[i].items[j].rigid && numbered.count <= MAX_RIGID)
                rules.items[i].items[j].compiled.rigid = numbered.count;
    }
    c->program->rigid_groups = numbered.items;
    c->program->rigid_count = numbered.count < MAX_RIGID ? numbered.count : MAX_RIGID;
    struct ps_rule *all = arena_get(c->arena, (size_t)c->rules.count * sizeof *all);
    if (ps_stopped(c))
        return;
    c->program->all_rules = all;
    c->program->rules = finish(c, &rules, all);
    c->program->late = finish(c, &late, all + c->program->rules.rule_count);
    c->program->rule_count = c->program->rules.rule_count + c->program->late.rule_count;
    for (int i = 0; i < c->loops.count; i++) {
        if (i % 2 == 0 && !c->loops.items[i].start)
            ps_error_at(c, c->loops.items[i].line, "Found an ENDLOOP, but I'm not in a loop?");
        else if (i % 2 == 1 && c->loops.items[i].start)
            ps_error_at(c, c->loops.items[i].line,
                        "Found a STARTLOOP, but I'm already inside a loop? (Puzzlescript can't nest loops, FWIW).");
    }
    if (c->loops.count % 2 != 0) {
        struct ps_loop last = c->loops.items[c->loops.count - 1];
        ps_error_at(c, last.line, "Yo I found a STARTLOOP without a corresponding ENDLOOP.");
        ADD(c->arena, &c->loops, last);
    }
    for (int i = 0; i + 1 < c->loops.count; i += 2) {
        int from = c->loops.items[i].line, to = c->loops.items[i + 1].line;
        mark_loop(c, &c->program->rules, from, to);
        mark_loop(c, &c->program->late, from, to);
    }
}

/* --- replacing movements with several meanings (moving, horizontal, parallel ...) by each meaning in turn ---
 *
 * Each choice is recorded by word and object, and by word alone.  If a word was chosen exactly once on the left, the
 * choice also applies to that word on the right. */

static void set_direction(cell_words *items, enum ps_direction word, int name, enum ps_direction direction)
{
    for (int i = 0; i < items->count; i++)
        if (items->items[i].direction == word && (name < 0 || items->items[i].name == name))
            items->items[i].direction = direction;
}

static const struct item *first_ambiguous(const cell_words *items)
{
    for (int i = 0; i < items->count; i++)
        if (ps_is_ambiguous(items->items[i].direction))
            return &items->items[i];
    return NULL;
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
                ADD(c->arena, added, items->items[k]);
        }
        ADD(c->arena, &to, copy);
    }
    return to;
}

static struct rule *copy_rule(struct compiler *c, rule_list *rules, const struct rule *rule)
{
    struct rule copy = *rule;
    copy.left = copy_rows(c, &rule->left);
    copy.right = copy_rows(c, &rule->right);
    copy.choices = (choices){0};
    for (int i = 0; i < rule->choices.count; i++)
        ADD(c->arena, &copy.choices, rule->choices.items[i]);
    if (rules->count >= PS_MAX_RULES) {
        ps_error_at(c, rule->line, "rules that expand to more than %d", PS_MAX_RULES);
        c->stop = true;
    }
    struct rule *added = PUSH(c->arena, rules);
    *added = copy;
    return added;
}

/* Records a choice, or that it was made in another cell as well, or for another name of any. */
static void add_choice(struct compiler *c, choices *list, struct choice choice)
{
    int n = 0;
    while (n < list->count && (list->items[n].word != choice.word || list->items[n].name != choice.name))
        n++;
    if (n == list->count)
        ADD(c->arena, list, choice);
    else if (choice.name < 0 || list->items[n].row != choice.row || list->items[n].cell != choice.cell)
        list->items[n].times++;
}

/* Adds a copy of the rule for each meaning of the first ambiguous word in a cell. */
static bool split_cell(struct compiler *c, const struct rule *rule, int row, int at, rule_list *list)
{
    const struct item *item = first_ambiguous(&rule->left.items[row].items[at]);
    int count;
    if (item == NULL)
        return false;
    enum ps_direction first = ps_ways(item->direction, &count);
    for (int i = 0; i < count && !ps_stopped(c); i++) {
        struct rule *copy = copy_rule(c, list, rule);
        struct choice choice = {.word = item->direction,
                                .direction = (enum ps_direction)((int)first + i),
                                .name = item->name,
                                .times = 1,
                                .row = row,
                                .cell = at};
        if (ps_stopped(c))
            break;
        set_direction(&copy->left.items[row].items[at], item->direction, item->name, choice.direction);
        if (copy->right.count > 0)
            set_direction(&copy->right.items[row].items[at], item->direction, item->name, choice.direction);
        add_choice(c, &copy->choices, choice);
        choice.name = -1;
        add_choice(c, &copy->choices, choice);
    }
    return true;
}

/* Adds the expansion of `rule` to `into`. */
static void expand_moves(struct compiler *c, const struct rule *rule, rule_list *into)
{
    rule_list list = {0};
    copy_rule(c, &list, rule);
    for (int i = 0; i < list.count && !ps_stopped(c); i++) {
        struct rule current = list.items[i];
        bool split = false;
        for (int row = 0; row < current.left.count; row++)
            for (int at = 0; at < current.left.items[row].count; at++)
                split = split_cell(c, &current, row, at, &list) || split;
        list.items[i].gone = split;
    }
    static const char *const names[] = {[MOVING] = "moving",
                                        [HORIZONTAL] = "horizontal",
                                        [VERTICAL] = "vertical",
                                        [ORTHOGONAL] = "orthogonal",
                                        [PERPENDICULAR] = "perpendicular",
                                        [PARALLEL] = "parallel",
                                        [HORIZONTAL_ALONG] = "horizontal_par",
                                        [HORIZONTAL_ACROSS] = "horizontal_perp",
                                        [VERTICAL_ALONG] = "vertical_par",
                                        [VERTICAL_ACROSS] = "vertical_perp"};
    const struct item *unclear = NULL;
    for (int i = 0; i < list.count && !ps_stopped(c); i++) {
        if (list.items[i].gone)
            continue;
        /* Applies choices that were made exactly once on the left to the right. */
        const rows *right = &list.items[i].right;
        for (int by_word = 0; by_word < 2; by_word++)
            for (int k = 0; k < list.items[i].choices.count; k++) {
                const struct choice *choice = &list.items[i].choices.items[k];
                for (int row = 0; choice->times == 1 && (choice->name < 0) == by_word && row < right->count; row++)
                    for (int at = 0; at < right->items[row].count; at++)
                        set_direction(&right->items[row].items[at], choice->word, choice->name, choice->direction);
            }
        list.items[i].choices.count = 0;
        for (int row = 0; row < right->count; row++)
            for (int at = 0; at < right->items[row].count && unclear == NULL; at++)
                unclear = first_ambiguous(&right->items[row].items[at]);
        ADD(c->arena, into, list.items[i]);
    }
    if (unclear == NULL)
        return;
    ps_error_at(
        c, rule->line,
        "This rule has an ambiguous movement on the right-hand side, \"%s\", that can't be inferred from the "
        "left-hand side. (either for every ambiguous movement associated to an entity on the right there has to "
        "be a corresponding one on the left attached to the same entity, OR, if there's a single occurrence of a "
        "particular ambiguous movement on the left, all properties of the same movement attached to the same "
        "object on the right are assumed to be the same (or something like that)).",
        names[unclear->direction]);
    c->invalid = true;
}

/* --- replacing names that may be several objects (or) by each object in turn, where necessary ---
 *
 * A property whose objects share a layer is matched as it is, unless the right side needs to know which object it was.
 * If a name was chosen exactly once on the left, the choice also applies to that name on the right. */

static bool is_property(const struct compiler *c, const struct item *item)
{
    return item->direction != RANDOM && item->name >= 0 && c->names.items[item->name].kind == PROPERTY;
}

/* Replaces `no A`, if A is a property, by `no` of each of its objects. */
static void spread_no(struct compiler *c, cell_words *items)
{
    cell_words spread = {0};
    for (int i = 0; i < items->count; i++) {
        struct item item = items->items[i];
        const ints *members = item.direction == NO && is_property(c, &item) ? c->names.items[item.name].members : NULL;
        if (members == NULL)
            ADD(c->arena, &spread, item);
        for (int j = 0; members != NULL && j < members->count; j++)
            ADD(c->arena, &spread, (struct item){NO, members->items[j]});
    }
    *items = spread;
}

static void set_name(cell_words *items, int name, int object)
{
    for (int i = 0; i < items->count; i++)
        if (items->items[i].name == name && items->items[i].direction != RANDOM)
            items->items[i].name = object;
}

/* Adds a copy of the rule for each object of the first property on the left that must be split.  Returns false if there
 * is none. */
static bool split(struct compiler *c, const struct rule *rule, const ints *unclear, rule_list *list)
{
    for (int row = 0; row < rule->left.count; row++)
        for (int at = 0; at < rule->left.items[row].count; at++) {
            const cell_words *items = &rule->left.items[row].items[at];
            int i = 0;
            while (i < items->count &&
                   (!is_property(c, &items->items[i]) || (c->names.items[items->items[i].name].single_layer >= 0 &&
                                                          !ps_contains(unclear, items->items[i].name))))
                i++;
            if (i == items->count)
                continue;
            int name = items->items[i].name;
            const ints *members = c->names.items[name].members;
            for (i = 0; i < members->count && !ps_stopped(c); i++) {
                struct rule *copy = copy_rule(c, list, rule);
                if (ps_stopped(c))
                    break;
                set_name(&copy->left.items[row].items[at], name, members->items[i]);
                if (copy->right.count > 0)
                    set_name(&copy->right.items[row].items[at], name, members->items[i]);
                add_choice(
                    c, &copy->choices,
                    (struct choice){.name = name, .to_name = members->items[i], .times = 1, .row = row, .cell = at});
            }
            return true;
        }
    return false;
}

/* Adds the expansion of `rule` to `into`. */
static void expand_properties(struct compiler *c, struct rule *rule, rule_list *into)
{
    rule_list list = {0};
    int undecided = -1;
    for (int i = 0; i < rule->left.count; i++)
        for (int j = 0; j < rule->left.items[i].count; j++) {
            spread_no(c, &rule->left.items[i].items[j]);
            if (rule->right.count > 0)
                spread_no(c, &rule->right.items[i].items[j]);
        }
    /* List the properties on the right that the same cell on the left lacks. */
    ints unclear = {0};
    for (int i = 0; i < rule->right.count; i++)
        for (int j = 0; j < rule->right.items[i].count; j++) {
            const cell_words *left = &rule->left.items[i].items[j], *right = &rule->right.items[i].items[j];
            for (int k = 0; k < right->count; k++) {
                bool lacks = is_property(c, &right->items[k]) && !ps_contains(&unclear, right->items[k].name);
                for (int n = 0; n < left->count && lacks; n++)
                    lacks = left->items[n].name != right->items[k].name || left->items[n].direction == RANDOM;
                if (lacks)
                    ADD(c->arena, &unclear, right->items[k].name);
            }
        }
    copy_rule(c, &list, rule);
    for (int i = 0; i < list.count && !ps_stopped(c); i++) {
        struct rule current = list.items[i];
        bool gone = split(c, &current, &unclear, &list);
        list.items[i].gone = gone;
    }
    for (int i = 0; i < list.count && !ps_stopped(c); i++) {
        if (list.items[i].gone)
            continue;
        struct rule *made = &list.items[i];
        /* Choices that were made exactly once on the left apply to the right. */
        for (int n = 0; n < made->choices.count; n++)
            for (int j = 0; made->choices.items[n].times == 1 && j < made->right.count; j++)
                for (int k = 0; k < made->right.items[j].count; k++)
                    set_name(&made->right.items[j].items[k], made->choices.items[n].name,
                             made->choices.items[n].to_name);
        made->choices.count = 0;
        /* A property on the right that no choice on the left decides. */
        for (int j = 0; j < made->right.count; j++)
            for (int k = 0; k < made->right.items[j].count; k++) {
                const cell_words *items = &made->right.items[j].items[k];
                for (int n = 0; n < items->count; n++)
                    if (is_property(c, &items->items[n]) && ps_contains(&unclear, items->items[n].name))
                        undecided = items->items[n].name;
            }
    }
    if (undecided >= 0)
        ps_error_at(c, rule->line,
                    "This rule has a property on the right-hand side, \"%s\", that can't be inferred from the "
                    "left-hand side. (either for every property on the right there has to be a corresponding one on "
                    "the left in the same cell, OR, if there's a single occurrence of a particular property name on "
                    "the left, all properties of the same name on the right are assumed to be the same).",
                    ps_loud(c, ps_text_of(c, undecided)));
    for (int i = 0; i < list.count && undecided < 0 && !ps_stopped(c); i++)
        if (!list.items[i].gone)
            ADD(c->arena, into, list.items[i]);
}

/* --- expansion --- */

enum ps_direction ps_ways(enum ps_direction direction, int *count)
{
    static const struct {
        enum ps_direction first;
        int count;
    } ways[ELLIPSIS + 1] = {[MOVING] = {UP, 5},
                            [ORTHOGONAL] = {UP, 4},
                            [HORIZONTAL] = {LEFT, 2},
                            [HORIZONTAL_ALONG] = {LEFT, 2},
                            [VERTICAL] = {UP, 2},
                            [HORIZONTAL_ACROSS] = {LEFT, 2},
                            [PARALLEL] = {BACKWARD, 2},
                            [VERTICAL_ALONG] = {UP, 2},
                            [PERPENDICULAR] = {TURN_UP, 2},
                            [VERTICAL_ACROSS] = {UP, 2}};
    *count = ways[direction].count > 0 ? ways[direction].count : 1;
    return ways[direction].count > 0 ? ways[direction].first : direction;
}

bool ps_is_ambiguous(enum ps_direction direction)
{
    int count;
    ps_ways(direction, &count);
    return count > 1;
}

bool ps_is_relative(enum ps_direction direction)
{
    return direction >= PERPENDICULAR && direction <= FORWARD;
}

/* The absolute meanings of relative directions, in the order of the enumeration, for each direction of a rule. */
static const enum ps_direction absolute[][6] = {
    [UP] = {HORIZONTAL_ACROSS, VERTICAL_ALONG, LEFT, RIGHT, DOWN, UP},
    [DOWN] = {HORIZONTAL_ACROSS, VERTICAL_ALONG, RIGHT, LEFT, UP, DOWN},
    [LEFT] = {VERTICAL_ACROSS, HORIZONTAL_ALONG, DOWN, UP, RIGHT, LEFT},
    [RIGHT] = {VERTICAL_ACROSS, HORIZONTAL_ALONG, UP, DOWN, LEFT, RIGHT},
};

static void resolve_cell(struct compiler *c, const struct rule *rule, cell_words *items)
{
    for (int i = 0; i < items->count; i++) {
        struct item *item = &items->items[i];
        if (ps_is_relative(item->direction))
            item->direction = absolute[rule->direction][item->direction - PERPENDICULAR];
        if (item->name >= 0 && c->names.items[item->name].kind == AGGREGATE) {
            /* Its objects replace a name joined by `and`: the first takes its position, the others go to the end of the
             * cell. */
            struct item all = items->items[i];
            const struct name *name = &c->names.items[all.name];
            if (all.direction == NO)
                ps_error_at(
                    c, rule->line,
                    "You cannot use 'no' to exclude the aggregate object %s (defined using 'AND'), only regular "
                    "objects, or properties (objects defined using 'OR'). If you want to do this, you'll have to write "
                    "it out yourself the long way.",
                    ps_loud(c, name->text));
            for (int k = 0; k < name->members->count; k++) {
                struct item one = {all.direction, name->members->items[k]};
                if (k == 0)
                    items->items[i] = one;
                else
                    ADD(c->arena, items, one);
            }
        }
    }
    for (int i = 0; i < items->count; i++) {
        struct item *item = &items->items[i];
        if (item->name >= 0 && c->names.items[item->name].stands_for >= 0)
            item->name = c->names.items[item->name].stands_for;
    }
}

static void resolve_rule(struct compiler *c, struct rule *rule)
{
    rows *sides[] = {&rule->left, &rule->right};
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < sides[side]->count; i++)
            for (int j = 0; j < sides[side]->items[i].count; j++)
                resolve_cell(c, rule, &sides[side]->items[i].items[j]);
    /* An up or left rule becomes a down or right rule, written backward.  Matches come in the same order for both. */
    if (rule->direction != UP && rule->direction != LEFT)
        return;
    for (int i = 0; i < rule->left.count; i++)
        for (int j = 0; j < rule->left.items[i].count; j++)
            if (rule->left.items[i].items[j].count > 0 && rule->left.items[i].items[j].items[0].direction == ELLIPSIS)
                return;
    rule->direction = rule->direction == UP ? DOWN : RIGHT;
    for (int side = 0; side < 2; side++)
        for (int row = 0; row < rule->left.count && row < sides[side]->count; row++) {
            cell_row *cells = &sides[side]->items[row];
            for (int i = 0, j = cells->count - 1; i < j; i++, j--) {
                cell_words other = cells->items[i];
                cells->items[i] = cells->items[j];
                cells->items[j] = other;
            }
        }
}

/* A rule of single cells without relative directions is the same in all directions, so one direction is enough. */
static bool has_direction(const struct rule *rule)
{
    const rows *sides[] = {&rule->left, &rule->right};
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < sides[side]->count; i++) {
            const cell_row *row = &sides[side]->items[i];
            if (side == 0 && row->count > 1)
                return true;
            for (int j = 0; j < row->count; j++)
                for (int k = 0; k < row->items[j].count; k++)
                    if (ps_is_relative(row->items[j].items[k].direction))
                        return true;
        }
    return false;
}

static bool layer_is_used(const struct compiler *c, const cell_words *items, int layer)
{
    for (int i = 0; i < items->count; i++) {
        if (items->items[i].name < 0)
            continue;
        const struct name *name = &c->names.items[items->items[i].name];
        if (name->object >= 0 && c->program->objects.items[name->object].layer == layer)
            return true;
        for (int j = 0; name->object < 0 && name->kind == PROPERTY && j < name->members->count; j++) {
            int object = c->names.items[name->members->items[j]].object;
            if (object >= 0 && c->program->objects.items[object].layer == layer)
                return true;
        }
    }
    return false;
}

void ps_expand_rules(struct compiler *c, rule_list *rules)
{
    rule_list one_way = {0}, one_move = {0}, expanded = {0};
    if (c->invalid)
        return;
    for (int i = 0; i < rules->count && !ps_stopped(c); i++) {
        const ints *directions = &rules->items[i].directions;
        int count = has_direction(&rules->items[i]) || directions->count < 1 ? directions->count : 1;
        for (int j = 0; j < count && !ps_stopped(c); j++) {
            enum ps_direction direction = (enum ps_direction)directions->items[j];
            if (direction < UP || direction > RIGHT)
                continue;
            struct rule *rule = copy_rule(c, &one_way, &rules->items[i]);
            rule->direction = direction;
            if (!ps_stopped(c))
                resolve_rule(c, rule);
        }
    }
    for (int i = 0; i < one_way.count && !ps_stopped(c); i++)
        expand_moves(c, &one_way.items[i], &one_move);
    for (int i = 0; i < one_move.count && !ps_stopped(c); i++)
        expand_properties(c, &one_move.items[i], &expanded);
    for (int i = 0; i < expanded.count && !ps_stopped(c); i++) {
        struct rule *rule = &expanded.items[i];
        /* Makes an object that appears in an unused layer of the pattern stationary, so that it does not inherit a
         * movement. */
        for (int k = 0; !rule->late && k < rule->right.count; k++)
            for (int j = 0; j < rule->right.items[k].count; j++) {
                const cell_words *right = &rule->right.items[k].items[j];
                for (int n = 0; n < right->count; n++) {
                    const struct ps_object *object = ps_object_of(c, right->items[n].name);
                    if (right->items[n].direction == NOTHING && object != NULL &&
                        c->names.items[right->items[n].name].kind != PROPERTY &&
                        !layer_is_used(c, &rule->left.items[k].items[j], object->layer))
                        right->items[n].direction = STATIONARY;
                }
            }
    }
    *rules = expanded;
}

/* Whether the order in which rule matches are applied makes a difference.
 *
 * Two matches that share no cell are independent. Two that share cells are independent if neither destroys the other's
 * match and neither clears what the other sets, or if both make exactly the same changes, so that either one will do.
 * All this follows from the patterns. The test covers each way in which two rows of cells can overlap, except those in
 * which a shared cell cannot match both patterns (one needs a wall, the other forbids it).
 *
 * If all pairs of a group's matches are independent, each order has the same result: a match stays a match until it is
 * applied (the diamond property of rewriting), so all orders apply the same matches. The answer must never be wrongly
 * yes. A wrong no only leaves a symmetry unproved. */
#include "games/puzzlescript/order.h"

#include "games/puzzlescript/masks.h"

#include <string.h>

enum { OBJECT_WORDS = PS_MAX_OBJECTS / 64, MOVE_WORDS = PS_MAX_LAYERS / PS_LAYERS_IN_WORD + 1 };

/* A cell that matches two patterns. */
struct shared {
    const struct ps_program *program;
    const uint64_t *moves;                /* that can occur */
    const struct ps_pattern *one, *other; /* `other` may equal `one` */
    uint64_t present[OBJECT_WORDS], missing[OBJECT_WORDS];
    uint64_t moving[MOVE_WORDS], still[MOVE_WORDS];
};

/* Whether the cell may contain an object. */
static bool may_hold(const struct shared *shared, int id)
{
    const struct ps_program *program = shared->program;
    return !has_bit(shared->missing, id) &&
           (has_bit(shared->present, id) ||
            !meets(shared->present, program->layer_masks[program->id_layers[id]], program->object_words));
}

static bool any_can_be(const struct shared *shared, const struct ps_pattern *pattern)
{
    for (int i = 0; i < pattern->any_count; i++) {
        bool found = false;
        for (int id = 0; id < shared->program->ids && !found; id++)
            found = has_bit(pattern->any[i], id) && may_hold(shared, id);
        if (!found)
            return false;
    }
    return true;
}

/* Whether a set has two objects in one layer. */
static bool crowds(const struct ps_program *program, const uint64_t *objects)
{
    for (int layer = 0; layer < program->layers; layer++) {
        int count = 0;
        for (int word = 0; word < program->object_words; word++)
            count += __builtin_popcountll(objects[word] & program->layer_masks[layer][word]);
        if (count > 1)
            return true;
    }
    return false;
}

/* Whether a cell can match both patterns. If so, `shared` receives what is known of the cell. */
static bool can_share(struct shared *shared, const struct ps_program *program, const uint64_t *moves,
                      const struct ps_pattern *one, const struct ps_pattern *other)
{
    int words = program->object_words, move_words = program->move_words;
    shared->program = program;
    shared->moves = moves;
    shared->one = one;
    shared->other = other;
    for (int word = 0; word < words; word++) {
        shared->present[word] = one->present[word] | other->present[word];
        shared->missing[word] = one->missing[word] | other->missing[word];
    }
    for (int word = 0; word < move_words; word++) {
        shared->moving[word] = one->moving[word] | other->moving[word];
        shared->still[word] = one->still[word] | other->still[word];
    }
    return !meets(shared->present, shared->missing, words) && !meets(shared->moving, shared->still, move_words) &&
           !crowds(program, shared->present) && any_can_be(shared, one) && any_can_be(shared, other);
}

/* --- effects --- */

static uint64_t cleared(const struct ps_replacement *made, int word)
{
    return made->clear[word] & ~made->set[word];
}

static uint64_t stopped_moves(const struct ps_replacement *made, int word)
{
    return (made->still[word] | made->layers[word]) & ~made->moving[word];
}

/* Whether a replacement may destroy the match of a pattern in a cell that matches both patterns. */
static bool breaks(const struct shared *shared, const struct ps_replacement *made, const struct ps_pattern *pattern)
{
    const struct ps_program *program = shared->program;
    for (int word = 0; word < program->object_words; word++)
        if ((cleared(made, word) & pattern->present[word]) != 0 || (made->set[word] & pattern->missing[word]) != 0)
            return true;
    for (int word = 0; word < program->move_words; word++)
        if ((stopped_moves(made, word) & pattern->moving[word]) != 0 ||
            (made->moving[word] & pattern->still[word]) != 0)
            return true;
    for (int i = 0; i < pattern->any_count; i++) {
        if (meets(made->set, pattern->any[i], program->object_words))
            continue;
        for (int id = 0; id < program->ids; id++)
            if (has_bit(pattern->any[i], id) && has_bit(made->clear, id) && may_hold(shared, id))
                return true;
    }
    return false;
}

/* Whether the combined effect of two replacements depends on which comes last. */
static bool clash(const struct ps_program *program, const struct ps_replacement *a, const struct ps_replacement *b)
{
    uint64_t set[OBJECT_WORDS];
    for (int word = 0; word < program->object_words; word++) {
        set[word] = a->set[word] | b->set[word];
        if ((a->set[word] & cleared(b, word)) != 0 || (b->set[word] & cleared(a, word)) != 0)
            return true;
    }
    for (int word = 0; word < program->move_words; word++)
        if ((a->moving[word] & stopped_moves(b, word)) != 0 || (b->moving[word] & stopped_moves(a, word)) != 0)
            return true;
    return crowds(program, set);
}

/* Whether two matches that share this cell do not affect each other there. */
static bool is_left_alone(const struct shared *shared)
{
    const struct ps_replacement *one = shared->one->replacement, *other = shared->other->replacement;
    return (one == NULL || !breaks(shared, one, shared->other)) &&
           (other == NULL || !breaks(shared, other, shared->one)) &&
           (one == NULL || other == NULL || !clash(shared->program, one, other));
}

/* Whether a replacement, or NULL, makes no change to the cell that `other` does not make as well. If `other` is NULL:
 * no change at all. */
static bool adds_nothing(const struct shared *shared, const struct ps_replacement *made,
                         const struct ps_replacement *other)
{
    const struct ps_program *program = shared->program;
    if (made == NULL)
        return true;
    for (int word = 0; word < program->object_words; word++)
        if ((made->set[word] & ~shared->present[word] & ~(other == NULL ? 0 : other->set[word])) != 0)
            return false;
    for (int id = 0; id < program->ids; id++)
        if (has_bit(made->clear, id) && !has_bit(made->set, id) && may_hold(shared, id) &&
            !(other != NULL && has_bit(other->clear, id) && !has_bit(other->set, id)))
            return false;
    for (int word = 0; word < program->move_words; word++) {
        uint64_t set = other == NULL ? 0 : other->moving[word];
        uint64_t stopped = other == NULL ? 0 : stopped_moves(other, word);
        if ((made->moving[word] & ~shared->moving[word] & ~set) != 0 ||
            (stopped_moves(made, word) & shared->moves[word] & ~shared->still[word] & ~stopped) != 0)
            return false;
    }
    return true;
}

/* --- overlapping rows --- */

/* `count` cells are shared, from cell `from` of one row and cell `other_from` of the other. */
struct overlap {
    int from, other_from, count;
};

/* Whether no cell of a row outside the shared ones changes. */
static bool rest_stays(const struct ps_program *program, const uint64_t *moves, const struct ps_row *row, int from,
                       int count, long *effort)
{
    struct shared shared;
    *effort -= row->count;
    for (int i = 0; i < row->count; i++) {
        const struct ps_pattern *pattern = &row->cells[i];
        if (i >= from && i < from + count)
            continue;
        if (can_share(&shared, program, moves, pattern, pattern) && !adds_nothing(&shared, pattern->replacement, NULL))
            return false;
    }
    return true;
}

static bool is_harmless(const struct ps_program *program, const uint64_t *moves, const struct ps_row *one,
                        const struct ps_row *other, struct overlap overlap, long *effort)
{
    struct shared shared;
    bool alone = true, same = true;
    for (int i = 0; i < overlap.count; i++) {
        if (--*effort < 0)
            return false;
        const struct ps_pattern *a = &one->cells[overlap.from + i], *b = &other->cells[overlap.other_from + i];
        if (!can_share(&shared, program, moves, a, b))
            return true;
        alone = alone && is_left_alone(&shared);
        same = same && adds_nothing(&shared, a->replacement, b->replacement) &&
               adds_nothing(&shared, b->replacement, a->replacement);
    }
    return alone || (same && rest_stays(program, moves, one, overlap.from, overlap.count, effort) &&
                     rest_stays(program, moves, other, overlap.other_from, overlap.count, effort));
}

static bool is_plain(const struct ps_rule *rule)
{
    return rule->row_count == 1 && rule->rows[0].ellipses == 0 &&
           (rule->rows[0].count == 1 || rule->direction == PS_DOWN || rule->direction == PS_RIGHT);
}

/* Compares rules with one row and no ellipsis whose cells go down or right. */
static bool plain_commute(const struct ps_program *program, const uint64_t *moves, const struct ps_rule *one,
                          const struct ps_rule *other, long *effort)
{
    const struct ps_row *a = &one->rows[0], *b = &other->rows[0];
    bool along = one->direction == other->direction || a->count == 1 || b->count == 1;
    for (int i = 0; i < a->count; i++)
        for (int j = 0; j < b->count; j++) {
            if (along && i > 0 && j > 0)
                continue; /* part of an overlap with an earlier start */
            if (one == other && i == j)
                continue; /* the same match */
            struct overlap overlap = {i, j, 1};
            while (along && i + overlap.count < a->count && j + overlap.count < b->count)
                overlap.count++;
            if (!is_harmless(program, moves, a, b, overlap, effort))
                return false;
        }
    return true;
}

/* Compares rules whose rows may overlap in any way: no two cells may affect each other. */
static bool cells_commute(const struct ps_program *program, const uint64_t *moves, const struct ps_row *a,
                          const struct ps_row *b, long *effort)
{
    struct shared shared;
    for (int i = 0; i < a->count; i++)
        for (int j = 0; j < b->count; j++)
            if (--*effort < 0)
                return false;
            else if (!a->cells[i].ellipsis && !b->cells[j].ellipsis &&
                     can_share(&shared, program, moves, &a->cells[i], &b->cells[j]) && !is_left_alone(&shared))
                return false;
    return true;
}

bool ps_rules_commute(const struct ps_program *program, const uint64_t *moves, const struct ps_rule *one,
                      const struct ps_rule *other, long *effort)
{
    if (!one->replaces && !other->replaces)
        return true;
    if (is_plain(one) && is_plain(other))
        return plain_commute(program, moves, one, other, effort);
    for (int i = 0; i < one->row_count; i++)
        for (int j = 0; j < other->row_count; j++)
            if (!cells_commute(program, moves, &one->rows[i], &other->rows[j], effort))
                return false;
    return true;
}

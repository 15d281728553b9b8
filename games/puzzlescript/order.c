/* Whether it matters in which order matches of rules are made.
 *
 * Two matches that share no cell cannot meddle with each other.  Two that share cells do not either, if what
 * the one writes leaves the other a match, and what one sets the other does not clear; or if both do just the
 * same, so that it is all one which is made.  All this can be told from the patterns: for each way in which
 * two rows of cells can lie across each other, unless no cell could be both (wall here, none there).
 *
 * Where all pairs of a group's matches are like that, each order of them comes to the same end: a match
 * stays one until it is made (the diamond property of rewriting), so that all orders make the same ones.
 * Nothing here must say yes wrongly; a no only leaves something out. */
#include "games/puzzlescript/order.h"

#include "games/puzzlescript/masks.h"

#include <string.h>

enum { OBJECT_WORDS = PS_MAX_OBJECTS / 64, MOVE_WORDS = PS_MAX_LAYERS / PS_LAYERS_IN_WORD + 1 };

/* Two patterns that one cell matches. */
struct shared {
    const struct ps_program *program;
    const uint64_t *moves;                /* that there can be */
    const struct ps_pattern *one, *other; /* `other` may be `one` */
    uint64_t present[OBJECT_WORDS], missing[OBJECT_WORDS];
    uint64_t moving[MOVE_WORDS], still[MOVE_WORDS];
};

/* Whether the cell may hold an object. */
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

/* Two objects of a set in one layer. */
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

/* Whether a cell can match both patterns; if so, `shared` is what is known of it. */
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

/* --- what is written --- */

static uint64_t cleared(const struct ps_replacement *made, int word)
{
    return made->clear[word] & ~made->set[word];
}

static uint64_t stopped_moves(const struct ps_replacement *made, int word)
{
    return (made->still[word] | made->layers[word]) & ~made->moving[word];
}

/* Whether a cell of both patterns may no longer match one of them after a replacement. */
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

/* Whether what two replacements leave depends on which comes last. */
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

/* Whether two matches that share this cell go on as if the other were not there. */
static bool is_left_alone(const struct shared *shared)
{
    const struct ps_replacement *one = shared->one->replacement, *other = shared->other->replacement;
    return (one == NULL || !breaks(shared, one, shared->other)) &&
           (other == NULL || !breaks(shared, other, shared->one)) &&
           (one == NULL || other == NULL || !clash(shared->program, one, other));
}

/* Whether a replacement, or none, changes the cell in nothing that another does not change likewise; NULL: in
 * nothing at all. */
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

/* --- rows that lie across each other --- */

/* From cell `from` of the one and `other_from` of the other row, so many cells are the same. */
struct overlap {
    int from, other_from, count;
};

/* Whether all cells of a row that the other does not share stay as they are. */
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

/* Rules of one row without an ellipsis, whose cells go down or to the right. */
static bool plain_commute(const struct ps_program *program, const uint64_t *moves, const struct ps_rule *one,
                          const struct ps_rule *other, long *effort)
{
    const struct ps_row *a = &one->rows[0], *b = &other->rows[0];
    bool along = one->direction == other->direction || a->count == 1 || b->count == 1;
    for (int i = 0; i < a->count; i++)
        for (int j = 0; j < b->count; j++) {
            if (along && i > 0 && j > 0)
                continue; /* begun before */
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

/* Rules whose cells may lie anywhere: no two cells may meddle with each other. */
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

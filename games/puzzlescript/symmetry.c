/* Which rotations and reflections the rules of a game respect.
 *
 * Rules are expanded to absolute directions in a fixed order, matches are applied in cell order, and of two objects
 * that move into the same cell the first wins.  So even a game whose source names no direction may treat left and right
 * differently.  The proof of a symmetry has three parts:
 *
 * - For each key, find the movements that can occur in each layer: those of the player, and those set by rules that can
 * match given such movements.  All other rules are idle under that key.  Of [ > Player Crate ], one of four rules
 * remains.
 * - No layer has movements in two directions under one key.  Then moving objects follow one behind the other, and the
 * order in which cells are visited does not matter.
 * - In each group, the image of the rules that are not idle under a key is the list of rules not idle under the image
 * of the key.  If the order of the lists is equal as well, each rule's matches must either be applied in the same order
 * (the image does not read the row backward) or have the same result in any order.  If the order of the lists differs,
 * all matches of all these rules must have the same result in any order.
 *
 * Win conditions do not depend on positions.  Games with rigid rules or chance are not analysed: nothing is proved for
 * them.  Compositions of proved symmetries count as proved. */
#include "games/grid.h"
#include "games/puzzlescript/program.h"

#include <string.h>

/* --- whether the order in which rule matches are applied makes a difference ---
 *
 * Two matches that share no cell are independent.  Two that share cells are independent if neither destroys the other's
 * match and neither clears what the other sets, or if both make exactly the same changes, so that either one will do.
 * All this follows from the patterns.  The test covers each way in which two rows of cells can overlap, except those in
 * which a shared cell cannot match both patterns (one needs a wall, the other forbids it).
 *
 * If all pairs of a group's matches are independent, each order has the same result: a match stays a match until it is
 * applied (the diamond property of rewriting), so all orders apply the same matches.  The answer must never be wrongly
 * yes.  A wrong no only leaves a symmetry unproved. */

enum { OBJECT_WORDS = PS_MAX_OBJECTS / 64 };

/* A cell that matches two patterns. */
struct shared {
    const struct ps_program *program;
    const uint64_t *moves;                /* the movements that can occur */
    const struct ps_pattern *one, *other; /* `other` may equal `one` */
    uint64_t present[OBJECT_WORDS], missing[OBJECT_WORDS];
    uint64_t moving[PS_MOVE_WORDS], still[PS_MOVE_WORDS];
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

/* Whether a cell can match both patterns.  If so, `shared` receives what is known of the cell. */
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

/* Whether a replacement may destroy the match of a pattern in a cell that matches both patterns. */
static bool breaks(const struct shared *shared, const struct ps_replacement *made, const struct ps_pattern *pattern)
{
    const struct ps_program *program = shared->program;
    if (meets(made->removes, pattern->present, program->object_words) ||
        meets(made->set, pattern->missing, program->object_words) ||
        meets(made->ends, pattern->moving, program->move_words) ||
        meets(made->moving, pattern->still, program->move_words))
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

/* Whether two matches that share this cell do not affect each other there. */
static bool is_left_alone(const struct shared *shared)
{
    const struct ps_replacement *one = shared->one->replacement, *other = shared->other->replacement;
    const struct ps_program *program = shared->program;
    uint64_t set[OBJECT_WORDS];
    if ((one != NULL && breaks(shared, one, shared->other)) || (other != NULL && breaks(shared, other, shared->one)))
        return false;
    if (one == NULL || other == NULL)
        return true;
    /* Their combined effect must not depend on which comes last. */
    for (int word = 0; word < program->object_words; word++)
        set[word] = one->set[word] | other->set[word];
    return !meets(one->set, other->removes, program->object_words) &&
           !meets(other->set, one->removes, program->object_words) &&
           !meets(one->moving, other->ends, program->move_words) &&
           !meets(other->moving, one->ends, program->move_words) && !crowds(program, set);
}

/* Whether a replacement, or NULL, makes no change to the cell that `other` does not make as well.  If `other` is NULL:
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
        if (has_bit(made->removes, id) && may_hold(shared, id) && !(other != NULL && has_bit(other->removes, id)))
            return false;
    for (int word = 0; word < program->move_words; word++) {
        uint64_t set = other == NULL ? 0 : other->moving[word];
        uint64_t ends = other == NULL ? 0 : other->ends[word];
        if ((made->moving[word] & ~shared->moving[word] & ~set) != 0 ||
            (made->ends[word] & shared->moves[word] & ~shared->still[word] & ~ends) != 0)
            return false;
    }
    return true;
}

/* --- overlapping rows --- */

static bool is_plain(const struct ps_rule *rule)
{
    return rule->row_count == 1 && rule->rows[0].ellipses == 0 &&
           (rule->rows[0].count == 1 || rule->direction == PS_DOWN || rule->direction == PS_RIGHT);
}

enum {
    MOST_RULES = 400,      /* of a group whose rules are compared in pairs */
    MOST_EFFORT = 1 << 21, /* pairs of cells compared for a game; hundreds of times what most games need */
};

struct proof {
    const struct ps_program *program;
    bool by_patience;
    long effort; /* remaining */
    struct stop_check *check;
};

/* Whether no cell of a row outside the shared ones changes. */
static bool rest_stays(struct proof *proof, const uint64_t *moves, const struct ps_row *row, int from, int count)
{
    struct shared shared;
    proof->effort -= row->count;
    for (int i = 0; i < row->count; i++) {
        const struct ps_pattern *pattern = &row->cells[i];
        if ((i < from || i >= from + count) && can_share(&shared, proof->program, moves, pattern, pattern) &&
            !adds_nothing(&shared, pattern->replacement, NULL))
            return false;
    }
    return true;
}

/* Whether two matches of rows have the same result in either order if `count` cells are shared, from cell `from` of one
 * row and cell `other_from` of the other. */
static bool is_harmless(struct proof *proof, const uint64_t *moves, const struct ps_row *one, int from,
                        const struct ps_row *other, int other_from, int count)
{
    struct shared shared;
    bool alone = true, same = true;
    for (int i = 0; i < count; i++) {
        if (--proof->effort < 0)
            return false;
        const struct ps_pattern *a = &one->cells[from + i], *b = &other->cells[other_from + i];
        if (!can_share(&shared, proof->program, moves, a, b))
            return true;
        alone = alone && is_left_alone(&shared);
        same = same && adds_nothing(&shared, a->replacement, b->replacement) &&
               adds_nothing(&shared, b->replacement, a->replacement);
    }
    return alone ||
           (same && rest_stays(proof, moves, one, from, count) && rest_stays(proof, moves, other, other_from, count));
}

/* Whether any two matches of two rules (which may be the same rule), wherever they are, provably have the same result
 * in either order.  Returns false if the effort, in pairs of cells compared, is used up or the check stops the work. */
static bool commute(struct proof *proof, unsigned phase, const struct ps_rule *one, const struct ps_rule *other)
{
    const uint64_t *moves = proof->program->moves[phase];
    if (stop_check_ask(proof->check, proof->program->arena.bytes))
        return false;
    if (!one->replaces && !other->replaces)
        return true;
    /* Plain rules have one row and no ellipsis, and their cells go down or right. */
    bool plain = is_plain(one) && is_plain(other);
    bool along = one->direction == other->direction || one->cell_count == 1 || other->cell_count == 1;
    for (int i = 0; i < one->cell_count; i++)
        for (int j = 0; j < other->cell_count; j++) {
            const struct ps_pattern *a = &one->cells[i], *b = &other->cells[j];
            if (!plain) {
                /* The rows may overlap in any way, so no two cells may affect each other. */
                struct shared shared;
                if (--proof->effort < 0 || (!a->ellipsis && !b->ellipsis &&
                                            can_share(&shared, proof->program, moves, a, b) && !is_left_alone(&shared)))
                    return false;
                continue;
            }
            if ((along && i > 0 && j > 0) || (one == other && i == j))
                continue; /* part of an overlap with an earlier start, or the same match */
            int count = 1;
            while (along && i + count < one->cell_count && j + count < other->cell_count)
                count++;
            if (!is_harmless(proof, moves, &one->rows[0], i, &other->rows[0], j, count))
                return false;
        }
    return true;
}

static unsigned turn_moves(unsigned symmetry, unsigned moves)
{
    unsigned turned = moves & PS_ACTION;
    for (unsigned way = 0; way < DIRECTIONS; way++)
        if ((moves & ps_way_bits[way]) != 0)
            turned |= ps_way_bits[symmetry_direction(symmetry, (enum direction)way)];
    return turned;
}

/* --- images of rules --- */

static bool same_objects(const struct ps_program *program, const uint64_t *one, const uint64_t *other)
{
    return memcmp(one, other, (size_t)program->object_words * sizeof *one) == 0;
}

static bool are_turned(const struct ps_program *program, unsigned symmetry, const uint64_t *one, const uint64_t *other)
{
    for (int layer = 0; layer < program->layers; layer++)
        if (turn_moves(symmetry, moves_of(one, layer)) != moves_of(other, layer))
            return false;
    return true;
}

/* Whether a rule is the image of another and equal in all other respects.  Rules of one line have the same commands,
 * as many rows of the same lengths, and ellipses in the same places. */
static bool is_image(const struct ps_program *program, unsigned symmetry, const struct ps_rule *one,
                     const struct ps_rule *other)
{
    bool has_direction = false, has_ellipsis = false;
    for (int i = 0; i < one->row_count; i++) {
        has_direction |= one->rows[i].count > 1;
        has_ellipsis |= one->rows[i].ellipses > 0;
    }
    /* Without an ellipsis, a rule that would go up or left is written backward, as down or right. */
    int turned = (int)turn_moves(symmetry, (unsigned)one->direction);
    bool backward = (turned == PS_UP || turned == PS_LEFT) && !has_ellipsis;
    int direction = !backward ? turned : turned == PS_UP ? PS_DOWN : PS_RIGHT;
    if (one->line != other->line || (has_direction && direction != other->direction))
        return false;
    for (int i = 0; i < one->row_count; i++) {
        const struct ps_row *row = &one->rows[i];
        for (int at = 0; at < row->count; at++) {
            const struct ps_pattern *a = &row->cells[at];
            const struct ps_pattern *b = &other->rows[i].cells[backward ? row->count - 1 - at : at];
            if (a->ellipsis)
                continue;
            bool same = a->any_count == b->any_count;
            for (int any = 0; same && any < a->any_count; any++)
                same = same_objects(program, a->any[any], b->any[any]);
            const struct ps_replacement *made = a->replacement, *image = b->replacement;
            if (!same || !same_objects(program, a->present, b->present) ||
                !same_objects(program, a->missing, b->missing) ||
                !are_turned(program, symmetry, a->moving, b->moving) ||
                !are_turned(program, symmetry, a->still, b->still) || (made == NULL) != (image == NULL))
                return false;
            if (made != NULL &&
                (!same_objects(program, made->clear, image->clear) || !same_objects(program, made->set, image->set) ||
                 !are_turned(program, symmetry, made->still, image->still) ||
                 !are_turned(program, symmetry, made->moving, image->moving)))
                return false;
        }
    }
    return true;
}

/* Whether a rule's matches are applied in the same order as their images.  Only matches in one line count: matches in
 * parallel lines share no cell. */
static bool keeps_order(unsigned symmetry, const struct ps_rule *rule)
{
    bool across = rule->direction == PS_LEFT || rule->direction == PS_RIGHT;
    unsigned onward = turn_moves(symmetry, across ? PS_RIGHT : PS_DOWN);
    return rule->row_count == 1 && (onward == PS_RIGHT || onward == PS_DOWN);
}

/* --- groups --- */

static bool phase_is_image(struct proof *proof, unsigned symmetry, unsigned phase)
{
    const struct ps_groups *groups = ps_groups_of(proof->program, phase);
    unsigned image = phase < DIRECTIONS ? (unsigned)symmetry_direction(symmetry, (enum direction)phase) : phase;
    for (int i = 0; i < groups->count; i++) {
        int count = groups->items[i].busy[phase].count;
        const struct ps_rule **rules = groups->items[i].busy[phase].rules,
                             **images = groups->items[i].busy[image].rules;
        if (groups->items[i].busy[image].count != count)
            return false;
        /* The images may be the rules of the other list, in the same order. */
        bool same = true;
        for (int n = 0; n < count && same; n++)
            same = is_image(proof->program, symmetry, rules[n], images[n]) &&
                   (keeps_order(symmetry, rules[n]) || commute(proof, phase, rules[n], rules[n]));
        if (same)
            continue;
        /* Or they are these rules in any order, and the order does not matter. */
        for (int n = 0; n < count; n++) {
            const struct ps_rule *rule = rules[n], *first = rules[0];
            bool found = false;
            for (int j = 0; j < count && count <= MOST_RULES && !found; j++)
                found = is_image(proof->program, symmetry, rule, images[j]);
            if (!found || rule->commands != first->commands || (rule->commands != 0 && rule->line != first->line))
                return false;
            for (int j = n; j < count; j++)
                if (!commute(proof, phase, rule, rules[j]))
                    return false;
        }
        proof->by_patience = true;
    }
    return true;
}

/* --- the proof --- */

/* The symmetry that applies `one` and then `other`.  A transposition, which comes last, exchanges the two mirrors. */
static unsigned compose(unsigned one, unsigned other)
{
    unsigned mirrors = (one & 4) == 0 ? other & 3 : (other & 1) << 1 | (other >> 1 & 1);
    return one ^ (other & 4) ^ mirrors;
}

bool ps_find_symmetries(const struct ps_program *program, struct stop_check *check, struct ps_symmetries *found)
{
    struct proof proof = {.program = program, .effort = MOST_EFFORT, .check = check};
    bool able = program->playable && program->line_of_chance == 0 && program->rigid_count == 0 &&
                is_zero(program->moves[PS_LATE], program->move_words);
    *found = (struct ps_symmetries){.proved = 1};
    for (unsigned phase = 0; phase < PS_LATE && able; phase++) {
        if (!ps_phase_is_used(program, phase))
            continue;
        /* It must be possible to execute movements in any order. */
        for (int layer = 0; layer < program->layers; layer++) {
            unsigned ways = moves_of(program->moves[phase], layer) & ~(unsigned)PS_ACTION;
            able = able && (ways & (ways - 1)) == 0;
        }
        able = able && !ps_leaves_movement(program, phase);
    }
    for (unsigned symmetry = 1; able && symmetry < GRID_SYMMETRIES; symmetry++) {
        bool proved = true;
        for (unsigned phase = 0; phase < PS_PHASES && proved; phase++)
            proved = !ps_phase_is_used(program, phase) || phase_is_image(&proof, symmetry, phase);
        found->proved |= (unsigned)proved << symmetry;
    }
    unsigned proved = found->proved;
    for (unsigned before = 0; before != proved;) {
        before = proved;
        for (unsigned one = 0; one < GRID_SYMMETRIES; one++)
            for (unsigned other = 0; other < GRID_SYMMETRIES; other++)
                if ((proved >> one & 1) != 0 && (proved >> other & 1) != 0)
                    proved |= 1u << compose(one, other);
    }
    found->proved = proved;
    found->by_patience = proof.by_patience;
    return !stop_check_stopped(check);
}

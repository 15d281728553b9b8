/* Which rotations and reflections the rules of a game respect.
 *
 * Rules are expanded to absolute directions in a fixed order, matches are applied in cell order, and of two objects
 * that move into the same cell the first wins. So even a game whose source names no direction may treat left and right
 * differently. The proof of a symmetry has three parts:
 *
 * - For each key, find the movements that can occur in each layer: those of the player, and those set by rules that can
 * match given such movements. All other rules are idle under that key. Of [ > Player
 * Crate ], one of four rules remains.
 * - No layer has movements in two directions under one key. Then moving objects follow one behind the other, and the
 * order in which cells are visited does not matter.
 * - In each group, the image of the rules that are not idle under a key is the list of rules not idle under the image
 * of the key. If the order of the lists is equal as well, each rule's matches must either be applied in the same order
 * (the image does not read the row backward) or have the same result in any order (order.c). If the order of the lists
 * differs, all matches of all these rules must have the same result in any order.
 *
 * Win conditions do not depend on positions. Games with rigid rules or chance are not analysed: nothing is proved for
 * them. Compositions of proved symmetries count as proved. */
#include "games/puzzlescript/symmetry.h"

#include "games/grid.h"
#include "games/puzzlescript/order.h"
#include "games/puzzlescript/phases.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_RULES = 400,      /* of a group whose rules are compared in pairs */
    MOST_EFFORT = 1 << 21, /* pairs of cells compared for a game; hundreds of times what most games need */
};

struct proof {
    const struct ps_program *program;
    bool used[PS_PHASES];
    uint64_t moves[PS_PHASES][PS_MOVE_WORDS]; /* that can occur */
    const struct ps_rule **rules, **images;   /* the rules of a group that are not idle */
    bool by_patience;
    long effort; /* remaining */
    struct stop_check *check;
};

/* Whether two rules provably commute. Returns false if the effort is used up or the check stops the work. */
static bool commute(struct proof *proof, unsigned phase, const struct ps_rule *one, const struct ps_rule *other)
{
    return !stop_check_ask(proof->check, proof->program->bytes) &&
           ps_rules_commute(proof->program, proof->moves[phase], one, other, &proof->effort);
}

static unsigned turn_moves(unsigned symmetry, unsigned moves)
{
    unsigned turned = moves & PS_ACTION;
    for (unsigned way = 0; way < DIRECTIONS; way++)
        if ((moves & ps_way_bits[way]) != 0)
            turned |= ps_way_bits[symmetry_direction(symmetry, (enum direction)way)];
    return turned;
}

/* Whether movements can be executed in any order. */
static bool moves_in_line(const struct ps_program *program, const uint64_t *moves)
{
    for (int layer = 0; layer < program->layers; layer++) {
        unsigned ways = moves_of(moves, layer) & ~(unsigned)PS_ACTION;
        if ((ways & (ways - 1)) != 0)
            return false;
    }
    return !ps_leaves_movement(program, &program->rules, moves);
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

static bool is_image_of_replacement(const struct ps_program *program, unsigned symmetry,
                                    const struct ps_replacement *one, const struct ps_replacement *other)
{
    if (one == NULL || other == NULL)
        return one == other;
    return same_objects(program, one->clear, other->clear) && same_objects(program, one->set, other->set) &&
           are_turned(program, symmetry, one->still, other->still) &&
           are_turned(program, symmetry, one->moving, other->moving) &&
           are_turned(program, symmetry, one->layers, other->layers);
}

static bool is_image_of_pattern(const struct ps_program *program, unsigned symmetry, const struct ps_pattern *one,
                                const struct ps_pattern *other)
{
    if (one->ellipsis || other->ellipsis)
        return one->ellipsis && other->ellipsis;
    if (one->any_count != other->any_count)
        return false;
    for (int i = 0; i < one->any_count; i++)
        if (!same_objects(program, one->any[i], other->any[i]))
            return false;
    return same_objects(program, one->present, other->present) && same_objects(program, one->missing, other->missing) &&
           are_turned(program, symmetry, one->moving, other->moving) &&
           are_turned(program, symmetry, one->still, other->still) &&
           is_image_of_replacement(program, symmetry, one->replacement, other->replacement);
}

static bool has_direction(const struct ps_rule *rule)
{
    for (int i = 0; i < rule->row_count; i++)
        if (rule->rows[i].count > 1)
            return true;
    return false;
}

static bool has_ellipsis(const struct ps_rule *rule)
{
    for (int i = 0; i < rule->row_count; i++)
        if (rule->rows[i].ellipses > 0)
            return true;
    return false;
}

/* The direction of a rule's image. Without an ellipsis, a rule that would go up or left is written backward, as down or
 * right. */
static int image_direction(unsigned symmetry, const struct ps_rule *rule, bool *backward)
{
    int direction = (int)turn_moves(symmetry, (unsigned)rule->direction);
    *backward = (direction == PS_UP || direction == PS_LEFT) && !has_ellipsis(rule);
    return !*backward ? direction : direction == PS_UP ? PS_DOWN : PS_RIGHT;
}

/* Whether a rule is the image of another and equal in all other respects. */
static bool is_image(const struct ps_program *program, unsigned symmetry, const struct ps_rule *one,
                     const struct ps_rule *other)
{
    bool backward;
    int direction = image_direction(symmetry, one, &backward);
    if (one->row_count != other->row_count || one->replaces != other->replaces || one->commands != other->commands ||
        one->line != other->line || (has_direction(one) && direction != other->direction))
        return false;
    for (int i = 0; i < one->row_count; i++) {
        const struct ps_row *a = &one->rows[i], *b = &other->rows[i];
        if (a->count != b->count)
            return false;
        for (int at = 0; at < a->count; at++)
            if (!is_image_of_pattern(program, symmetry, &a->cells[at], &b->cells[backward ? a->count - 1 - at : at]))
                return false;
    }
    return true;
}

/* Whether a rule's matches are applied in the same order as their images. Only matches in one line count: matches in
 * parallel lines share no cell. */
static bool keeps_order(unsigned symmetry, const struct ps_rule *rule)
{
    bool across = rule->direction == PS_LEFT || rule->direction == PS_RIGHT;
    unsigned onward = turn_moves(symmetry, across ? PS_RIGHT : PS_DOWN);
    return rule->row_count == 1 && (onward == PS_RIGHT || onward == PS_DOWN);
}

/* --- groups --- */

static int list_rules(const struct proof *proof, const struct ps_group *group, unsigned phase,
                      const struct ps_rule **rules)
{
    int count = 0;
    for (int r = 0; r < group->count; r++)
        if (!ps_is_idle(proof->program, &group->rules[r], proof->moves[phase]))
            rules[count++] = &group->rules[r];
    return count;
}

/* Whether the images are the rules of the other list, in the same order. */
static bool is_same_list(struct proof *proof, unsigned symmetry, unsigned phase, int count)
{
    const struct ps_program *program = proof->program;
    for (int i = 0; i < count; i++)
        if (!is_image(program, symmetry, proof->rules[i], proof->images[i]) ||
            !(keeps_order(symmetry, proof->rules[i]) || commute(proof, phase, proof->rules[i], proof->rules[i])))
            return false;
    return true;
}

/* Whether the images are the rules of the other list in any order, and the order does not matter. */
static bool is_same_set(struct proof *proof, unsigned symmetry, unsigned phase, int count)
{
    const struct ps_program *program = proof->program;
    if (count > MOST_RULES)
        return false;
    for (int i = 0; i < count; i++) {
        bool found = false;
        for (int j = 0; j < count && !found; j++)
            found = is_image(program, symmetry, proof->rules[i], proof->images[j]);
        bool alike = proof->rules[i]->commands == proof->rules[0]->commands &&
                     (proof->rules[i]->commands == 0 || proof->rules[i]->line == proof->rules[0]->line);
        if (!found || !alike)
            return false;
        for (int j = i; j < count; j++)
            if (!commute(proof, phase, proof->rules[i], proof->rules[j]))
                return false;
    }
    return true;
}

static bool phase_is_image(struct proof *proof, unsigned symmetry, unsigned phase)
{
    const struct ps_groups *groups = ps_groups_of(proof->program, phase);
    unsigned image = phase < DIRECTIONS ? (unsigned)symmetry_direction(symmetry, (enum direction)phase) : phase;
    for (int i = 0; i < groups->count; i++) {
        int count = list_rules(proof, &groups->items[i], phase, proof->rules);
        if (list_rules(proof, &groups->items[i], image, proof->images) != count)
            return false;
        if (is_same_list(proof, symmetry, phase, count))
            continue;
        if (!is_same_set(proof, symmetry, phase, count))
            return false;
        proof->by_patience = true;
    }
    return true;
}

/* --- the proof --- */

static int most_rules(const struct ps_groups *groups)
{
    int most = 0;
    for (int i = 0; i < groups->count; i++)
        most = groups->items[i].count > most ? groups->items[i].count : most;
    return most;
}

/* Finds the movements of all phases. Returns false if memory runs out. */
static bool begin(struct proof *proof)
{
    const struct ps_program *program = proof->program;
    int most = most_rules(&program->rules), late = most_rules(&program->late);
    size_t capacity = (size_t)(most > late ? most : late) + 1;
    proof->rules = calloc(capacity, sizeof *proof->rules);
    proof->images = calloc(capacity, sizeof *proof->images);
    for (unsigned phase = 0; phase < PS_PHASES; phase++) {
        proof->used[phase] = ps_phase_is_used(program, phase);
        if (proof->used[phase])
            ps_find_moves(program, phase, proof->moves[phase]);
    }
    return proof->rules != NULL && proof->images != NULL;
}

/* Whether the conditions that all symmetries share are met. */
static bool is_able(const struct proof *proof)
{
    const struct ps_program *program = proof->program;
    if (program->line_of_chance > 0 || program->rigid_count > 0 || !is_zero(proof->moves[PS_LATE], program->move_words))
        return false;
    for (unsigned phase = 0; phase < PS_LATE; phase++)
        if (proof->used[phase] && !moves_in_line(program, proof->moves[phase]))
            return false;
    return true;
}

/* The symmetry that applies `one` and then `other`. */
static unsigned compose(unsigned one, unsigned other)
{
    for (unsigned s = 0; s < GRID_SYMMETRIES; s++) {
        bool same = true;
        for (unsigned way = 0; way < DIRECTIONS; way++)
            same = same && symmetry_direction(s, (enum direction)way) ==
                               symmetry_direction(other, symmetry_direction(one, (enum direction)way));
        if (same)
            return s;
    }
    return 0;
}

static unsigned close_group(unsigned proved)
{
    for (unsigned before = 0; before != proved;) {
        before = proved;
        for (unsigned one = 0; one < GRID_SYMMETRIES; one++)
            for (unsigned other = 0; other < GRID_SYMMETRIES; other++)
                if ((proved >> one & 1) != 0 && (proved >> other & 1) != 0)
                    proved |= 1u << compose(one, other);
    }
    return proved;
}

bool ps_find_symmetries(const struct ps_program *program, struct stop_check *check, struct ps_symmetries *found)
{
    struct proof *proof = calloc(1, sizeof *proof);
    *found = (struct ps_symmetries){.proved = 1};
    if (proof == NULL)
        return false;
    proof->program = program;
    proof->effort = MOST_EFFORT;
    proof->check = check;
    bool good = begin(proof), able = good && is_able(proof);
    for (unsigned symmetry = 1; able && symmetry < GRID_SYMMETRIES; symmetry++) {
        bool proved = true;
        for (unsigned phase = 0; phase < PS_PHASES && proved; phase++)
            proved = !proof->used[phase] || phase_is_image(proof, symmetry, phase);
        found->proved |= (unsigned)proved << symmetry;
    }
    found->proved = close_group(found->proved);
    found->by_patience = proof->by_patience;
    free(proof->rules);
    free(proof->images);
    free(proof);
    return good && !stop_check_stopped(check);
}

/* Which rotations and reflections the rules of a game respect.
 *
 * Rules are expanded to absolute directions in a fixed order, matches are made in the order of cells, and of
 * two things that move into one cell the first wins.  So a game whose source names no direction may still tell
 * left from right.  A symmetry is proved thus:
 *
 * - For each key, which movements there can be in a layer at all: those that the player begins with, and
 *   those that rules give which can match with such movements.  All other rules are idle under that key; of
 *   [ > Player | Crate ], one of four is left.
 * - No layer has movements in two directions under one key: then all that move go one behind the other, and
 *   it is all one in which order they are looked at.
 * - Group by group, the image of the rules that are not idle under a key is the list of those not idle under the
 *   key's image.  If it is that list in its order, each rule's matches must either be made in the same order (its
 *   row is not read backward in the image), or come to the same in any (order.c).  If it is that list in
 *   another order, all matches of all its rules must come to the same in any order.
 *
 * Conditions to win do not depend on where things are.  Rigid rules and chance are not looked into: then nothing
 * is proved.  What can be made of proved symmetries, one after the other, is one, too. */
#include "games/puzzlescript/symmetry.h"

#include "games/grid.h"
#include "games/puzzlescript/order.h"
#include "games/puzzlescript/phases.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_RULES = 400,      /* of a group, to be tried in pairs */
    MOST_EFFORT = 1 << 21, /* pairs of cells compared for a game, hundreds of times what most take */
};

struct proof {
    const struct ps_program *program;
    bool used[PS_PHASES];
    uint64_t moves[PS_PHASES][PS_MOVE_WORDS]; /* that there can be */
    const struct ps_rule **rules, **images;   /* of a group, not idle */
    bool by_patience;
    long effort; /* left */
    struct stop_check *check;
};

/* Whether two rules commute, as far as there is time to tell. */
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

/* Whether all that moves can be moved in any order. */
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

/* The direction of a rule's image.  Without an ellipsis, what goes up or to the left is written backward. */
static int image_direction(unsigned symmetry, const struct ps_rule *rule, bool *backward)
{
    int direction = (int)turn_moves(symmetry, (unsigned)rule->direction);
    *backward = (direction == PS_UP || direction == PS_LEFT) && !has_ellipsis(rule);
    return !*backward ? direction : direction == PS_UP ? PS_DOWN : PS_RIGHT;
}

/* Whether two rules are images of each other and say the same besides. */
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

/* Whether a rule's matches are made in the order in which their images are: those in one line are what counts, as
 * matches in lines side by side share no cell. */
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

/* The images are the rules of the other list, one by one. */
static bool is_same_list(struct proof *proof, unsigned symmetry, unsigned phase, int count)
{
    const struct ps_program *program = proof->program;
    for (int i = 0; i < count; i++)
        if (!is_image(program, symmetry, proof->rules[i], proof->images[i]) ||
            !(keeps_order(symmetry, proof->rules[i]) || commute(proof, phase, proof->rules[i], proof->rules[i])))
            return false;
    return true;
}

/* The images are the rules of the other list, whatever their order, which is all one. */
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

/* False: no memory. */
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

/* Whether there is something to be proved. */
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

/* The symmetry that does what one and then another do. */
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

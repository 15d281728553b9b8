/* Applies rules: replaces what they match, a rule, a group and all groups at a time.
 *
 * A rule with several patterns is applied for each combination of their matches, the first pattern's
 * matches changing fastest. */
#include "games/puzzlescript/match.h"

#include <string.h>

#include <stdlib.h>

enum { MAX_LOOPS = 200 }; /* of a group and of loops, as in the original */

/* Chance decides which object appears, and where things go. */
static void draw(struct ps_state *state, const struct ps_replacement *made, uint64_t *set,
                 uint64_t *clear, uint64_t *set_moves, uint64_t *clear_moves)
{
    const struct ps_program *program = state->program;
    if (made->random != NULL) {
        int count = 0, chosen = 0;
        for (int id = 0; id < program->ids; id++)
            count += has_bit(made->random, id);
        int left = ps_random_below(&state->random, count);
        for (int id = 0; id < program->ids; id++)
            if (has_bit(made->random, id) && left-- == 0)
                chosen = id;
        int layer = program->id_layers[chosen];
        set_bit(set, chosen);
        add_mask(clear, program->layer_masks[layer], program->object_words);
        add_moves(clear_moves, PS_MOVES, layer);
    }
    for (int layer = 0; made->random_moves != NULL && layer < program->layers; layer++)
        if (moves_of(made->random_moves, layer) != 0)
            add_moves(set_moves, 1u << ps_random_below(&state->random, 4), layer);
}

/* Marks movements that a rigid rule gave; true if that is new. */
static bool mark_rigid(struct ps_state *state, const struct ps_replacement *made, int rigid,
                       int cell)
{
    const struct ps_program *program = state->program;
    size_t words = (size_t)program->move_words;
    uint64_t *groups = &state->rigid_group[(size_t)cell * words];
    uint64_t *moves = &state->rigid_moves[(size_t)cell * words];
    uint64_t *mark = state->scratch;
    memset(mark, 0, words * sizeof *mark);
    for (int layer = 0; layer < program->layers; layer++)
        add_moves(mark, (unsigned)rigid & moves_of(made->layers, layer), layer);
    if (within(mark, groups, (int)words) || within(made->layers, moves, (int)words))
        return false;
    add_mask(groups, mark, (int)words);
    add_mask(moves, made->layers, (int)words);
    return true;
}

static void grow_summaries(struct ps_state *state, int i)
{
    const struct ps_program *program = state->program;
    size_t words = (size_t)program->object_words, move_words = (size_t)program->move_words;
    size_t column = (size_t)(i / state->height), row = (size_t)(i % state->height);
    for (size_t word = 0; word < words; word++) {
        uint64_t objects = state->cells[(size_t)i * words + word];
        state->row_objects[row * words + word] |= objects;
        state->column_objects[column * words + word] |= objects;
        state->all_objects[word] |= objects;
    }
    for (size_t word = 0; word < move_words; word++) {
        uint64_t moves = state->moves[(size_t)i * move_words + word];
        state->row_moves[row * move_words + word] |= moves;
        state->column_moves[column * move_words + word] |= moves;
        state->all_moves[word] |= moves;
    }
}

static bool change(uint64_t *mask, const uint64_t *clear, const uint64_t *set, size_t words)
{
    bool changed = false;
    for (size_t word = 0; word < words; word++) {
        uint64_t now = (mask[word] & ~clear[word]) | set[word];
        changed = changed || now != mask[word];
        mask[word] = now;
    }
    return changed;
}

/* Replaces a cell; true if it changed. */
static bool replace(struct ps_state *state, const struct ps_replacement *made, int rigid, int i)
{
    size_t words = (size_t)state->program->object_words, moves = (size_t)state->program->move_words;
    uint64_t *set = &state->scratch[2 * moves], *clear = set + words, *set_moves = clear + words,
             *clear_moves = set_moves + moves;
    memcpy(set, made->set, words * sizeof *set);
    memcpy(clear, made->clear, words * sizeof *clear);
    memcpy(set_moves, made->moving, moves * sizeof *set_moves);
    for (size_t word = 0; word < moves; word++)
        clear_moves[word] = made->still[word] | made->layers[word];
    if (made->random != NULL || made->random_moves != NULL)
        draw(state, made, set, clear, set_moves, clear_moves);
    bool changed = change(&state->cells[(size_t)i * words], clear, set, words);
    changed = change(&state->moves[(size_t)i * moves], clear_moves, set_moves, moves) || changed;
    if (rigid > 0 && mark_rigid(state, made, rigid, i))
        changed = true;
    if (changed) {
        grow_summaries(state, i);
        ps_touch(state, i);
    }
    return changed;
}

/* Applies a rule at one combination of matches; `check`: the ones before may have undone it. */
static bool apply_at(struct ps_state *state, const struct ps_rule *rule,
                     const struct match_list *lists, const int *chosen, bool check)
{
    int step = step_of(state, rule->direction);
    bool changed = false;
    for (int i = 0; check && i < rule->row_count; i++)
        if (!still_matches(state, &rule->rows[i], step, &lists[i].items[chosen[i]]))
            return false;
    for (int i = 0; i < rule->row_count; i++) {
        const struct match *match = &lists[i].items[chosen[i]];
        int cell = match->cell, ellipses = 0;
        for (int at = 0; at < rule->rows[i].count; at++) {
            const struct ps_pattern *pattern = &rule->rows[i].cells[at];
            if (pattern->ellipsis) {
                cell += step * match->gap[ellipses++ & 1];
                continue;
            }
            if (pattern->replacement != NULL)
                changed = replace(state, pattern->replacement, rule->rigid, cell) || changed;
            cell += step;
        }
    }
    return changed;
}

/* The next combination of matches, the first pattern's changing fastest; false after the last. */
static bool next_choice(const struct ps_rule *rule, const struct match_list *lists, int *chosen)
{
    for (int i = 0; i < rule->row_count; i++) {
        if (++chosen[i] < lists[i].count)
            return true;
        chosen[i] = 0;
    }
    return false;
}

/* Commands of a rule that matched: cancel comes before restart, and both before all others. */
static void queue_commands(struct ps_state *state, const struct ps_rule *rule)
{
    unsigned own = rule->commands;
    if (own == 0 || (state->commands & PS_CANCEL) != 0 ||
        ((state->commands & PS_RESTART) != 0 && (own & PS_CANCEL) == 0))
        return;
    if ((own & (PS_CANCEL | PS_RESTART)) != 0) {
        state->commands = 0;
        state->message = NULL;
    }
    if ((own & ~state->commands & PS_MESSAGE) != 0)
        state->message = rule->message;
    state->commands |= own;
}

struct ps_work {
    struct match_list lists[PS_MAX_ROWS];
    int chosen[PS_MAX_ROWS];
};

struct ps_work *ps_work_new(void)
{
    return calloc(1, sizeof(struct ps_work));
}

void ps_work_free(struct ps_work *work)
{
    for (int i = 0; work != NULL && i < PS_MAX_ROWS; i++)
        free(work->lists[i].items);
    free(work);
}

bool ps_rule_matches(struct ps_state *state, const struct ps_rule *rule)
{
    return find_matches(state, rule, state->work->lists);
}

static bool try_rule(struct ps_state *state, const struct ps_rule *rule, struct ps_work *work)
{
    bool changed = false, check = false;
    /* Several patterns may lie anywhere, unless one that needs a movement or the player is not there. */
    if (state->trace.on && rule->row_count > 1 && rule->row_count <= PS_MAX_ROWS &&
        anchored_rows_match(state, rule, work->lists))
        state->trace.everywhere = true;
    if (!find_matches(state, rule, work->lists))
        return false;
    memset(work->chosen, 0, sizeof work->chosen);
    if (rule->replaces)
        do {
            changed = apply_at(state, rule, work->lists, work->chosen, check) || changed;
            check = true;
            if (++state->tries > PS_MAX_MATCHES) {
                state->too_long = true;
                return false;
            }
        } while (next_choice(rule, work->lists, work->chosen));
    queue_commands(state, rule);
    return changed;
}

/* Makes one of all matches of a random group; they are counted first. */
static bool apply_random(struct ps_state *state, const struct ps_group *group, struct ps_work *work)
{
    double total = 0;
    for (int i = 0; i < group->count; i++) {
        double count = 1;
        if (!find_matches(state, &group->rules[i], work->lists))
            continue;
        for (int j = 0; j < group->rules[i].row_count; j++)
            count *= work->lists[j].count;
        total += count;
    }
    if (total < 1)
        return false;
    if (total > PS_MAX_MATCHES) {
        state->too_long = true;
        return false;
    }
    int left = ps_random_below(&state->random, (int)total);
    for (int i = 0; i < group->count; i++) {
        const struct ps_rule *rule = &group->rules[i];
        if (!find_matches(state, rule, work->lists))
            continue;
        memset(work->chosen, 0, sizeof work->chosen);
        do {
            if (left-- > 0)
                continue;
            bool changed = apply_at(state, rule, work->lists, work->chosen, false);
            queue_commands(state, rule);
            return changed;
        } while (next_choice(rule, work->lists, work->chosen));
    }
    return false;
}

/* Goes through a group until nothing changes. */
static bool apply_group(struct ps_state *state, const struct ps_group *group, struct ps_work *work)
{
    bool changed = false, again = true;
    if (group->random)
        return apply_random(state, group, work);
    for (int loop = 0; again && loop < MAX_LOOPS && !state->too_long; loop++) {
        int failed = 0;
        again = false;
        for (int i = 0; i < group->count && failed < group->count && !state->too_long; i++) {
            bool worked = try_rule(state, &group->rules[i], work);
            failed = worked ? 0 : failed + 1;
            again = again || worked;
        }
        changed = changed || again;
    }
    state->capped = state->capped || again;
    return changed;
}

static bool is_banned(const struct ps_state *state, int group)
{
    for (int i = 0; i < state->program->rigid_count && i < 64; i++)
        if (state->program->rigid_groups[i] == group)
            return state->banned >> i & 1;
    return false;
}

bool ps_apply_groups(struct ps_state *state, const struct ps_groups *groups, bool ban)
{
    struct ps_work *work = state->work;
    bool changed = false;
    int loops = 0;
    for (int i = 0; i < groups->count && !state->too_long && !state->out_of_memory;) {
        if (!(ban && is_banned(state, i)))
            changed = apply_group(state, &groups->items[i], work) || changed;
        if (changed && groups->items[i].loop >= 0) {
            i = groups->items[i].loop;
            changed = false;
            if (++loops > MAX_LOOPS) {
                state->capped = true;
                break;
            }
            continue;
        }
        i++;
    }
    return !state->out_of_memory;
}

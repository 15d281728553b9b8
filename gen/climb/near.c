/* Proposing levels from a given level; see near.h. */
#include "gen/climb/near.h"

#include "gen/climb/aim.h"
#include "gen/climb/ascent.h"
#include "gen/climb/draft.h"
#include "solve/explain/edits.h"

#include <stdlib.h>

enum {
    PAIRS = 20000,    /* most pairs of changes that are tried */
    AS_FAR = 64,      /* climbs with the same number of changes, before it grows by one */
    FEWEST = 3,       /* the first number of changes */
    MOST = 8,         /* the last number of changes */
    STARTS = 300,     /* drafts to try until one has a solution */
    EDITS = 300,      /* of a climb */
    STATES = 30000,   /* that a search in a climb may store */
    EFFORT = 3000000, /* that a whole climb may store */
    CLASSES = 32,     /* the most essentially different solutions to distinguish */
    LOADS = 500,      /* drafts to try until one is a level */
};

/* The difficulty that a climb aims at if none is asked for. */
static const struct aim_range range = {.measure = MEASURE_difficulty, .low = 10, .high = 95, .near = 3, .weight = 0.05};

/* Data shared by the threads of a run. */
struct course {
    struct fill fill;       /* if there are open cells */
    struct subject subject; /* otherwise: the level that is changed */
    struct edit *edits;     /* the possible changes; owned */
    size_t edit_count;
    uint64_t pairs; /* how many pairs of changes are tried */
    bool all_pairs; /* whether these are all pairs */
};

/* The changes in a draft. */
struct picks {
    size_t edit[MOST];
    unsigned count;
};

/* A thread's own data. */
struct climb {
    struct ascent ascent;
    const struct proposal *proposal;
    const struct course *course;
    struct grid draft, next; /* owned; `next` is the edited copy */
    struct picks picks, next_picks;
    double distance, next_distance; /* from the aim; negative: it is not unique */
    struct aim aim;
    struct rng rng;
};

static bool is_open(const struct proposal *proposal)
{
    return proposal->from->open_count > 0;
}

/* --- few changes --- */

static void make_changed(const struct course *course, const struct picks *picks, struct grid *grid)
{
    draft_copy(grid, &course->subject.text);
    for (unsigned n = 0; n < picks->count; n++) {
        const struct edit *edit = &course->edits[picks->edit[n]];
        for (unsigned i = 0; i < edit->count; i++)
            grid->cells[edit->changes[i].cell] = edit->changes[i].to;
    }
}

/* Draws the n-th change anew.  Returns false if it changes the same cell as another one. */
static bool draw_pick(const struct course *course, struct picks *picks, unsigned n, struct rng *rng)
{
    size_t drawn = rng_below(rng, (uint32_t)course->edit_count);
    for (unsigned i = 0; i < picks->count; i++) {
        if (i != n && edits_meet(&course->edits[drawn], &course->edits[picks->edit[i]]))
            return false;
    }
    picks->edit[n] = drawn;
    return true;
}

/* Draws `count` changes.  Returns false if two of them change the same cell. */
static bool draw_picks(const struct course *course, unsigned count, struct picks *picks, struct rng *rng)
{
    picks->count = 0;
    while (picks->count < count) {
        if (!draw_pick(course, picks, picks->count, rng))
            return false;
        picks->count++;
    }
    return true;
}

/* The n-th pair of changes, ordered by the later one of each pair.  Returns false if both change the same cell. */
static bool nth_pair(const struct course *course, uint64_t n, struct picks *picks)
{
    size_t second = 1;
    while (n >= second)
        n -= second++;
    *picks = (struct picks){{(size_t)n, second}, 2};
    return !edits_meet(&course->edits[n], &course->edits[second]);
}

/* --- climbing --- */

static bool edit(void *context)
{
    struct climb *climb = context;
    if (is_open(climb->proposal)) {
        draft_copy(&climb->next, &climb->draft);
        return fill_edit(&climb->course->fill, &climb->next, &climb->rng);
    }
    climb->next_picks = climb->picks;
    unsigned n = rng_below(&climb->rng, climb->picks.count);
    bool good = draw_pick(climb->course, &climb->next_picks, n, &climb->rng);
    make_changed(climb->course, &climb->next_picks, &climb->next);
    return good;
}

/* A unique level is worth more than any other, and worth more the closer it is to the aim.  Among the others, fewer
 * solutions are worth more. */
static double worth_of(struct climb *climb, const struct judgement *judgement)
{
    const struct filter_settings *wanted = climb->proposal->filters;
    bool solved = judgement->verdict == VERDICT_UNIQUE || judgement->verdict == VERDICT_MULTIPLE;
    climb->next_distance = -1;
    if (!solved)
        return WORTHLESS;
    if (judgement->verdict == VERDICT_MULTIPLE && (uint64_t)judgement->essential_low > wanted->max_essential)
        return -1e6 * (double)judgement->essential_low;
    climb->next_distance = aim_distance(&climb->aim, judgement);
    return -climb->next_distance;
}

static double weigh(void *context, double least)
{
    struct climb *climb = context;
    const struct proposal *proposal = climb->proposal;
    const struct gen_options *options = proposal->options;
    const struct game *game = proposal->proposer->game;
    unsigned classes = filters_enough(proposal->filters);
    struct request request = {
        .limits = {.max_states = options->max_states > 0 && options->max_states < STATES ? options->max_states : STATES,
                   .max_memory = options->max_memory,
                   .interrupted = proposal->stop},
        .measures = true,
        .whole = true,
        .enough = classes > CLASSES ? classes : CLASSES};
    struct complaint complaint = {0};
    struct judgement judgement;
    (void)least;
    struct puzzle *puzzle = game->load(&climb->next, proposal->variant, &complaint);
    double worth = WORTHLESS;
    climb->ascent.effort += 16; /* loading a draft takes time as well */
    climb->ascent.failed |= puzzle == NULL && complaint.failed;
    if (puzzle == NULL)
        return worth;
    if (judge(puzzle, &request, &judgement)) {
        worth = worth_of(climb, &judgement);
        climb->ascent.effort += judgement.states;
        judgement_free(&judgement);
    } else {
        climb->ascent.failed = true;
    }
    game->free(puzzle);
    return worth;
}

static void take(void *context)
{
    struct climb *climb = context;
    draft_copy(&climb->draft, &climb->next);
    climb->picks = climb->next_picks;
    climb->distance = climb->next_distance;
}

static bool enough(void *context)
{
    const struct climb *climb = context;
    return climb->distance >= 0 && climb->distance <= 0;
}

static const struct ascent_steps steps = {edit, weigh, take, enough};

static bool scatter(struct climb *climb, unsigned changes)
{
    const struct course *course = climb->course;
    if (is_open(climb->proposal))
        return fill_scatter(&course->fill, &climb->next, &climb->rng);
    bool good = draw_picks(course, changes, &climb->next_picks, &climb->rng);
    if (good)
        make_changed(course, &climb->next_picks, &climb->next);
    return good;
}

/* Leaves a level in the draft.  Returns filter_count, or the filter that explains why there is none. */
static size_t climb_up(struct climb *climb, unsigned changes)
{
    struct ascent *ascent = &climb->ascent;
    ascent->worth = WORTHLESS;
    climb->aim = aim_choose(climb->proposal->filters, range, &climb->rng);
    for (int i = 0; i < STARTS && ascent->worth == WORTHLESS; i++) {
        if (*climb->proposal->stop != 0 || ascent->failed || ascent->effort >= ascent->most_effort)
            break;
        if (scatter(climb, changes))
            ascent->worth = weigh(climb, WORTHLESS);
    }
    if (ascent->worth == WORTHLESS)
        return filter_index(FILTER_UNSOLVABLE);
    take(climb);
    ascend(ascent, &steps, climb);
    return filter_count;
}

/* --- proposing --- */

/* Makes the draft of a unit.  Returns filter_count, or the filter that explains why there is none. */
static size_t make_draft(struct climb *climb, uint64_t unit)
{
    const struct course *course = climb->course;
    struct picks picks = {{(size_t)unit}, 1};
    bool good = true;
    if (is_open(climb->proposal))
        return climb_up(climb, 0);
    if (unit >= course->edit_count + course->pairs) {
        uint64_t more = (unit - course->edit_count - course->pairs) / AS_FAR;
        unsigned most = course->edit_count < MOST ? (unsigned)course->edit_count : MOST;
        return climb_up(climb, more < most - FEWEST ? FEWEST + (unsigned)more : most);
    }
    if (unit >= course->edit_count)
        good = course->all_pairs ? nth_pair(course, unit - course->edit_count, &picks)
                                 : draw_picks(course, 2, &picks, &climb->rng);
    if (good)
        make_changed(course, &picks, &climb->draft);
    return good ? filter_count : filter_index(FILTER_UNFIT);
}

static void propose(const struct proposal *proposal, void *context, uint64_t unit, struct candidate_list *list)
{
    struct climb *climb = context;
    climb->ascent.failed = false;
    climb->ascent.effort = 0;
    rng_start_candidate(&climb->rng, proposal->options->seed, unit);
    size_t reason = make_draft(climb, unit);
    list->failed |= climb->ascent.failed;
    if (reason != filter_count)
        candidate_add_filtered(list, unit, reason);
    else
        candidate_add_level(list, unit, &climb->draft);
}

static const struct grid *level_of(const struct proposal *proposal)
{
    const struct course *course = proposal->shared;
    return is_open(proposal) ? &proposal->from->level.grid : &course->subject.text;
}

static void climb_free(void *context)
{
    struct climb *climb = context;
    grid_free(&climb->draft);
    grid_free(&climb->next);
    free(climb);
}

static void *climb_make(const struct proposal *proposal)
{
    struct climb *climb = calloc(1, sizeof *climb);
    if (climb == NULL)
        return NULL;
    climb->ascent = (struct ascent){.proposal = proposal, .edits = EDITS, .most_effort = EFFORT};
    climb->proposal = proposal;
    climb->course = proposal->shared;
    if (grid_copy(&climb->draft, level_of(proposal)) && grid_copy(&climb->next, level_of(proposal)))
        return climb;
    climb_free(climb);
    return NULL;
}

/* --- the run --- */

/* Whether the open cells can be filled in to make a level at all; if not, reports what is wrong with the last
 * attempt. */
static bool can_be_filled(const struct proposal *proposal, const struct fill *fill, struct text *error)
{
    const struct game *game = proposal->proposer->game;
    struct complaint complaint = {0};
    struct puzzle *puzzle = NULL;
    struct grid draft;
    struct rng rng;
    if (!grid_copy(&draft, &proposal->from->level.grid))
        return text_fail(error);
    rng_start(&rng, 0, 0);
    for (int i = 0; i < LOADS && puzzle == NULL && !complaint.failed; i++) {
        if (fill_scatter(fill, &draft, &rng))
            puzzle = game->load(&draft, proposal->variant, &complaint);
    }
    grid_free(&draft);
    if (puzzle != NULL)
        game->free(puzzle);
    else if (complaint.message[0] == '\0' && !complaint.failed)
        text_addf(error, "%s: the open cells have no room for all that is asked for",
                  text_string(&proposal->from->level.file));
    else
        from_complain(proposal->from, &complaint, error);
    return puzzle != NULL;
}

/* Whether options ask for numbers of pieces, which needs open cells.  If they do, reports it. */
static bool asks_for_pieces(const struct proposal *proposal, struct text *error)
{
    const struct proposer *proposer = proposal->proposer;
    for (size_t i = 0; i < proposer->row_count; i++) {
        const char *name = proposer->rows[i].name;
        if (fill_range(proposer, proposal->pieces, name).high == ANY_NUMBER)
            continue;
        text_addf(error, "--%s: %s has no open cells, marked ?, to put them in", name,
                  text_string(&proposal->from->level.file));
        return true;
    }
    return false;
}

/* Makes the subject to change: the level as it is drawn, with a frame if the given level has one. */
static bool make_subject(const struct proposal *proposal, struct subject *subject)
{
    const struct from *from = proposal->from;
    const struct game *game = proposal->proposer->game;
    struct grid framed;
    if (!subject_make(subject, from->puzzle, proposal->variant))
        return false;
    if (game->margin != MARGIN_WALL || !grid_has_frame(&from->level.grid, game->outside) ||
        subject->text.columns == from->level.grid.columns)
        return true;
    if (!grid_with_frame(&subject->text, game->outside, &framed)) {
        subject_free(subject);
        return false;
    }
    grid_free(&subject->text);
    subject->text = framed;
    return true;
}

static bool list_changes(struct proposal *proposal, struct course *course, struct text *error)
{
    if (asks_for_pieces(proposal, error))
        return false;
    if (!make_subject(proposal, &course->subject) || !edits_list(&course->subject, &course->edits, &course->edit_count))
        return text_fail(error);
    uint64_t count = course->edit_count, pairs = count < 2 ? 0 : count * (count - 1) / 2;
    course->all_pairs = pairs <= PAIRS;
    course->pairs = course->all_pairs ? pairs : PAIRS;
    proposal->patience = count + course->pairs + AS_FAR * MOST;
    proposal->units = count > FEWEST ? UINT64_MAX : count + course->pairs;
    proposal->batch = 16;
    return true;
}

static void stop(struct proposal *proposal)
{
    struct course *course = proposal->shared;
    subject_free(&course->subject);
    free(course->edits);
    free(course);
}

static bool start(struct proposal *proposal, struct text *error)
{
    struct course *course = calloc(1, sizeof *course);
    proposal->shared = course;
    if (course == NULL)
        return text_fail(error);
    bool good = is_open(proposal)
                    ? fill_start(&course->fill, proposal->from, proposal->proposer, proposal->pieces, error) &&
                          can_be_filled(proposal, &course->fill, error)
                    : list_changes(proposal, course, error);
    if (!good)
        stop(proposal);
    return good;
}

static const struct method methods[] = {{"near", "from the level that --from names", 1000, 1}, {.name = NULL}};

struct proposer near_proposer(const struct proposer *proposer)
{
    struct proposer near = *proposer;
    near.methods = methods;
    near.climb = NULL;
    near.most_moves = NULL;
    near.start = start;
    near.stop = stop;
    near.scratch_make = climb_make;
    near.scratch_free = climb_free;
    near.propose = propose;
    return near;
}

/* Proposing levels from a given level; see near_proposer in from.h.
 *
 * The open cells receive pieces from the proposer's inventory, and walls, which all games have.  The options or their
 * defaults say how many there are of each kind.  The game decides whether the result is a level. */
#include "gen/climb/ascent.h"
#include "gen/climb/draft.h"
#include "gen/climb/proposer.h"
#include "solve/explain/edit.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ITEMS = 8 };

/* The kinds and numbers of pieces that a run fills in. */
struct fill {
    const struct from *from;
    const struct game *game;
    const struct inventory_item *items;
    size_t item_count;
    struct number_range numbers[MOST_ITEMS], lengths[MOST_ITEMS];
    struct number_range walls;
    bool walls_told;
};

enum {
    TRIES = 50,      /* to put a piece of several cells */
    MOST_WALLS = 30, /* percent of the open cells */
    LONGEST = 16,
    WALL_EDITS = 5, /* of FILL_EDITS edits of a draft with open cells, on average, the number that change a wall */
    FILL_EDITS = 9,
};

/* --- numbers --- */

static struct number_range asked_range(const struct proposer *proposer, const void *pieces, const char *option)
{
    size_t n = option == NULL ? proposer->row_count : option_find(proposer->rows, proposer->row_count, option);
    if (n == proposer->row_count || proposer->rows[n].kind != OPTION_RANGE)
        return (struct number_range){0, ANY_NUMBER};
    return *(const struct number_range *)(const void *)((const char *)pieces + proposer->rows[n].offset);
}

static unsigned char plain_of(const struct fill *fill)
{
    return (unsigned char)fill->game->contents[0].cell;
}

static unsigned char wall_of(const struct fill *fill)
{
    return (unsigned char)fill->game->contents[1].cell;
}

/* Counts the walls inside the outer wall. */
static unsigned count_walls(const struct fill *fill, const struct grid *draft)
{
    bool framed = fill->game->margin != MARGIN_NONE && grid_has_frame(draft, wall_of(fill));
    unsigned count = 0;
    for (int cell = 0; cell < grid_size(draft); cell++)
        count += draft->cells[cell] == wall_of(fill) && !(framed && grid_is_edge(draft, cell));
    return count;
}

static bool too_many(const char *option, unsigned has, struct number_range range, struct text *error)
{
    if (has <= range.high)
        return false;
    text_addf(error, "--%s: the level already has %u", option, has);
    return true;
}

static bool plan_fill(struct fill *fill, const struct from *from, const struct proposer *proposer, const void *pieces,
                      struct text *error)
{
    const struct grid *given = &from->level.grid;
    *fill = (struct fill){.from = from, .game = proposer->game, .items = proposer->inventory};
    fill->walls = asked_range(proposer, pieces, "walls");
    fill->walls_told = fill->walls.high != ANY_NUMBER;
    if (too_many("walls", count_walls(fill, given), fill->walls, error))
        return false;
    for (size_t i = 0; fill->items != NULL && fill->items[i].counts != NULL; i++) {
        const struct inventory_item *item = &fill->items[i];
        struct number_range *range = &fill->numbers[fill->item_count++];
        unsigned each = item->each == 0 ? 1 : item->each, has = draft_count(given, item->counts);
        *range = asked_range(proposer, pieces, item->option);
        if (range->high != ANY_NUMBER) {
            *range = (struct number_range){each * range->low, each * range->high};
            if (too_many(item->option, has / each, (struct number_range){0, range->high / each}, error))
                return false;
        } else {
            *range = (struct number_range){item->low, has > item->high ? has : item->high};
        }
        range->low = has > range->low ? has : range->low;
        fill->lengths[i] = range_or(asked_range(proposer, pieces, item->length), 3, 4);
    }
    /* If an item must equal another one, its least number holds for the other one, too. */
    for (size_t i = 0; i < fill->item_count; i++) {
        unsigned like = fill->items[i].like;
        if (like > 0 && fill->numbers[like - 1].low < fill->numbers[i].low)
            fill->numbers[like - 1].low = fill->numbers[i].low;
        if (like > 0 && fill->numbers[like - 1].high < fill->numbers[like - 1].low)
            fill->numbers[like - 1].high = fill->numbers[like - 1].low;
    }
    return true;
}

/* --- places --- */

/* A random open cell that holds one of these characters and is a place for pieces or for walls; -1: none. */
static int pick(const struct fill *fill, const struct grid *draft, const char *kinds, bool of_pieces, struct rng *rng)
{
    int picked = -1;
    unsigned count = 0;
    for (int cell = 0; cell < grid_size(draft); cell++) {
        /* If walls lie between cells, pieces and walls have different places. */
        bool odd_row = cell / draft->columns % 2 == 1, odd_column = cell % draft->columns % 2 == 1;
        bool place = !fill->game->spaced || (of_pieces ? odd_row && odd_column : odd_row != odd_column);
        if (fill->from->open[cell] && strchr(kinds, draft->cells[cell]) != NULL && place &&
            rng_below(rng, ++count) == 0)
            picked = cell;
    }
    return picked;
}

static int pick_plain(const struct fill *fill, const struct grid *draft, bool of_pieces, struct rng *rng)
{
    const char plain[] = {(char)plain_of(fill), '\0'};
    return pick(fill, draft, plain, of_pieces, rng);
}

/* --- pieces --- */

/* Puts a piece of several cells on a random path over plain ground.  Returns false if it found no path of that
 * length. */
static bool put_long(const struct fill *fill, struct grid *draft, unsigned char head, unsigned length, struct rng *rng)
{
    for (int tries = 0; tries < TRIES; tries++) {
        int way[LONGEST], cell = pick_plain(fill, draft, true, rng);
        unsigned count = 0;
        while (cell >= 0 && count < length && count < LONGEST) {
            draft->cells[cell] = (unsigned char)(head + count);
            way[count++] = cell;
            unsigned first = rng_below(rng, DIRECTIONS);
            int from = cell;
            cell = -1;
            for (unsigned i = 0; i < DIRECTIONS && cell < 0; i++) {
                int beside = grid_beside(draft, from, (first + i) % DIRECTIONS);
                if (beside >= 0 && fill->from->open[beside] && draft->cells[beside] == plain_of(fill))
                    cell = beside;
            }
        }
        if (count == length)
            return true;
        while (count > 0)
            draft->cells[way[--count]] = plain_of(fill);
    }
    return false;
}

/* Puts one more piece of an inventory item.  Returns false if there is no place for it, or if its characters are used
 * up. */
static bool put(const struct fill *fill, size_t n, struct grid *draft, struct rng *rng)
{
    const struct inventory_item *item = &fill->items[n];
    const char *c = item->puts;
    if (!item->in_turn)
        c += rng_below(rng, (uint32_t)strlen(c));
    while (item->in_turn && *c != '\0' && memchr(draft->cells, *c, (size_t)grid_size(draft)) != NULL)
        c++;
    if (*c == '\0')
        return false;
    if (item->length != NULL)
        return put_long(fill, draft, (unsigned char)*c, range_draw(fill->lengths[n], rng), rng);
    int cell = pick_plain(fill, draft, true, rng);
    if (cell >= 0)
        draft->cells[cell] = (unsigned char)*c;
    return cell >= 0;
}

/* --- loading --- */

/* Loads a draft as `solve` reads it: with short rows as they were given.  Returns NULL with a complaint if it is not a
 * level or memory runs out. */
static struct puzzle *load_draft(const struct proposal *proposal, const struct grid *draft, struct complaint *complaint)
{
    const bool *missing = proposal->from->missing;
    struct grid given;
    if (missing == NULL)
        return proposal->proposer->game->load(draft, proposal->variant, complaint);
    if (!grid_copy(&given, draft)) {
        complain_memory(complaint);
        return NULL;
    }
    for (int cell = 0; cell < grid_size(&given); cell++)
        given.cells[cell] = missing[cell] ? '\0' : given.cells[cell];
    struct puzzle *puzzle = proposal->proposer->game->load(&given, proposal->variant, complaint);
    grid_free(&given);
    return puzzle;
}

/* --- scattering --- */

static bool scatter(const struct fill *fill, struct grid *draft, struct rng *rng)
{
    unsigned wanted[MOST_ITEMS];
    draft_copy(draft, &fill->from->level.grid);
    for (int cell = 0; cell < grid_size(draft) && fill->game->spaced; cell++) { /* corners between walls are walls */
        bool post = cell / draft->columns % 2 == 0 && cell % draft->columns % 2 == 0;
        if (post && fill->from->open[cell])
            draft->cells[cell] = wall_of(fill);
    }
    unsigned walls = count_walls(fill, draft), most;
    if (fill->walls_told) {
        struct number_range range = {walls > fill->walls.low ? walls : fill->walls.low, fill->walls.high};
        most = range_draw(range, rng);
    } else {
        most = walls + (unsigned)fill->from->open_count * rng_below(rng, MOST_WALLS + 1) / 100;
    }
    bool good = true;
    for (int cell = 0; walls < most && cell >= 0; walls++) {
        cell = pick_plain(fill, draft, false, rng);
        if (cell >= 0)
            draft->cells[cell] = wall_of(fill);
        else
            good = !fill->walls_told;
    }
    for (size_t i = 0; good && i < fill->item_count; i++) {
        const struct inventory_item *item = &fill->items[i];
        unsigned each = item->each == 0 ? 1 : item->each;
        unsigned drawn = range_draw(fill->numbers[i], rng);
        wanted[i] = item->like > 0 ? wanted[item->like - 1] : (drawn + each - 1) / each * each;
        for (unsigned has = draft_count(draft, item->counts); good && has < wanted[i]; has++)
            good = put(fill, i, draft, rng);
    }
    return good;
}

/* --- editing --- */

static bool toggle_wall(const struct fill *fill, struct grid *draft, struct rng *rng)
{
    const char both[] = {(char)plain_of(fill), (char)wall_of(fill), '\0'};
    int cell = pick(fill, draft, both, false, rng);
    if (cell < 0)
        return false;
    bool wall = draft->cells[cell] == wall_of(fill);
    draft->cells[cell] = wall ? plain_of(fill) : wall_of(fill);
    return !fill->walls_told || range_holds(fill->walls, count_walls(fill, draft));
}

/* Moves a piece that is not given, or adds or removes a loose one. */
static bool edit_piece(const struct fill *fill, struct grid *draft, struct rng *rng)
{
    size_t n = rng_below(rng, (uint32_t)fill->item_count);
    const struct inventory_item *item = &fill->items[n];
    bool changes_number = item->loose && rng_below(rng, 2) == 0;
    if (changes_number && rng_below(rng, 2) == 0)
        return put(fill, n, draft, rng) && range_holds(fill->numbers[n], draft_count(draft, item->counts));
    int from = pick(fill, draft, item->puts, true, rng);
    if (from < 0)
        return false;
    unsigned char c = draft->cells[from];
    if (changes_number) {
        draft->cells[from] = plain_of(fill);
        return range_holds(fill->numbers[n], draft_count(draft, item->counts));
    }
    if (item->length != NULL) { /* a piece of several cells; if a part of it is given, it must stay */
        unsigned length = 0;
        unsigned char *part;
        while (length < LONGEST && (part = memchr(draft->cells, c + (int)length, (size_t)grid_size(draft))) != NULL) {
            if (!fill->from->open[part - draft->cells])
                return false;
            *part = plain_of(fill);
            length++;
        }
        return length > 0 && put_long(fill, draft, c, length, rng);
    }
    int to = pick_plain(fill, draft, true, rng);
    if (to < 0)
        return false;
    draft->cells[from] = plain_of(fill);
    draft->cells[to] = c;
    return true;
}

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
    LOADING = 16,     /* states that take as long as to load a draft */
    LOADS = 500,      /* drafts to try until one is a level */
};

/* The difficulty that a climb aims at if none is requested. */
static const struct aim_range range = {.measure = MEASURE_difficulty, .low = 10, .high = 95, .near = 3, .weight = 0.05};

/* Data shared by the threads of a run. */
struct shared {
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
    const struct shared *shared;
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

static void make_changed(const struct shared *shared, const struct picks *picks, struct grid *grid)
{
    draft_copy(grid, &shared->subject.text);
    for (unsigned n = 0; n < picks->count; n++) {
        const struct edit *edit = &shared->edits[picks->edit[n]];
        for (unsigned i = 0; i < edit->count; i++)
            grid->cells[edit->changes[i].cell] = edit->changes[i].to;
    }
}

/* Draws the n-th change again.  Returns false if it changes the same cell as another one. */
static bool draw_pick(const struct shared *shared, struct picks *picks, unsigned n, struct rng *rng)
{
    size_t drawn = rng_below(rng, (uint32_t)shared->edit_count);
    for (unsigned i = 0; i < picks->count; i++) {
        if (i != n && edits_meet(&shared->edits[drawn], &shared->edits[picks->edit[i]]))
            return false;
    }
    picks->edit[n] = drawn;
    return true;
}

/* Draws `count` changes.  Returns false if two of them change the same cell. */
static bool draw_picks(const struct shared *shared, unsigned count, struct picks *picks, struct rng *rng)
{
    picks->count = 0;
    while (picks->count < count) {
        if (!draw_pick(shared, picks, picks->count, rng))
            return false;
        picks->count++;
    }
    return true;
}

/* --- climbing --- */

static bool edit(void *context)
{
    struct climb *climb = context;
    if (is_open(climb->ascent.proposal)) {
        draft_copy(&climb->next, &climb->draft);
        const struct fill *fill = &climb->shared->fill;
        bool changed = false;
        for (unsigned n = 1 + rng_below(&climb->rng, 3); n > 0; n--)
            changed |= fill->item_count == 0 || rng_below(&climb->rng, FILL_EDITS) < WALL_EDITS
                           ? toggle_wall(fill, &climb->next, &climb->rng)
                           : edit_piece(fill, &climb->next, &climb->rng);
        return changed;
    }
    climb->next_picks = climb->picks;
    unsigned n = rng_below(&climb->rng, climb->picks.count);
    bool good = draw_pick(climb->shared, &climb->next_picks, n, &climb->rng);
    make_changed(climb->shared, &climb->next_picks, &climb->next);
    return good;
}

/* A unique level is worth more than any other, and worth more the closer it is to the aim.  Among the others, fewer
 * solutions are worth more. */
static double weigh(void *context, double least)
{
    struct climb *climb = context;
    const struct proposal *proposal = climb->ascent.proposal;
    const struct gen_options *options = proposal->options;
    const struct game *game = proposal->proposer->game;
    unsigned classes = filters_enough(proposal->filters);
    struct request request = {
        .limits = {.max_states = options->max_states > 0 && options->max_states < STATES ? options->max_states : STATES,
                   .max_memory = options->max_memory,
                   .interrupted = proposal->stop},
        .measures = MEASURES_AUTO,
        .whole = true,
        .enough = classes > CLASSES ? classes : CLASSES};
    struct complaint complaint = {0};
    struct judgement judgement;
    (void)least;
    struct puzzle *puzzle = load_draft(proposal, &climb->next, &complaint);
    double worth = WORTHLESS;
    climb->next_distance = -1;
    climb->ascent.effort += LOADING;
    climb->ascent.failed |= puzzle == NULL && complaint.failed;
    if (puzzle == NULL)
        return worth;
    if (judge(puzzle, &request, &judgement)) {
        uint64_t essential = (uint64_t)judgement.essential_low;
        bool solved = judgement.verdict == VERDICT_UNIQUE || judgement.verdict == VERDICT_MULTIPLE;
        if (solved && judgement.verdict == VERDICT_MULTIPLE && essential > proposal->filters->max_essential) {
            worth = -1e6 * (double)judgement.essential_low;
        } else if (solved) {
            climb->next_distance = aim_distance(&climb->aim, &judgement);
            worth = -climb->next_distance;
        }
        climb->ascent.effort += judgement.states;
        judgement_free(&judgement);
    } else {
        climb->ascent.failed = true;
    }
    game->free(puzzle);
    return worth;
}

static void accept(void *context)
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

static const struct ascent_steps steps = {edit, weigh, accept, enough};

/* Leaves a level in the draft.  Returns filter_count, or the filter that explains why there is none. */
static size_t climb_up(struct climb *climb, unsigned changes)
{
    struct ascent *ascent = &climb->ascent;
    ascent->worth = WORTHLESS;
    climb->aim = aim_choose(climb->ascent.proposal->filters, range, &climb->rng);
    for (int i = 0; i < STARTS && ascent->worth == WORTHLESS; i++) {
        if (proposal_stopped(climb->ascent.proposal) || ascent->failed || ascent->effort >= ascent->most_effort)
            break;
        bool made;
        if (is_open(climb->ascent.proposal)) {
            made = scatter(&climb->shared->fill, &climb->next, &climb->rng);
        } else {
            made = draw_picks(climb->shared, changes, &climb->next_picks, &climb->rng);
            if (made)
                make_changed(climb->shared, &climb->next_picks, &climb->next);
        }
        if (made)
            ascent->worth = weigh(climb, WORTHLESS);
    }
    if (ascent->worth == WORTHLESS)
        return filter_index(FILTER_UNSOLVABLE);
    accept(climb);
    ascend(ascent, &steps, climb);
    return filter_count;
}

/* --- proposing --- */

/* Makes the draft of a unit.  Returns filter_count, or the filter that explains why there is none. */
static size_t make_draft(struct climb *climb, uint64_t unit)
{
    const struct shared *shared = climb->shared;
    struct picks picks = {{(size_t)unit}, 1};
    bool good = true;
    if (is_open(climb->ascent.proposal))
        return climb_up(climb, 0);
    if (unit >= shared->edit_count + shared->pairs) {
        uint64_t more = (unit - shared->edit_count - shared->pairs) / AS_FAR;
        unsigned most = shared->edit_count < MOST ? (unsigned)shared->edit_count : MOST;
        return climb_up(climb, more < most - FEWEST ? FEWEST + (unsigned)more : most);
    }
    if (unit >= shared->edit_count && shared->all_pairs) { /* ordered by the later one of each pair */
        uint64_t first = unit - shared->edit_count;
        size_t second = 1;
        while (first >= second)
            first -= second++;
        picks = (struct picks){{(size_t)first, second}, 2};
        good = !edits_meet(&shared->edits[first], &shared->edits[second]);
    } else if (unit >= shared->edit_count) {
        good = draw_picks(shared, 2, &picks, &climb->rng);
    }
    if (good)
        make_changed(shared, &picks, &climb->draft);
    return good ? filter_count : filter_index(FILTER_UNFIT);
}

static void propose(const struct proposal *proposal, void *context, uint64_t unit, struct candidate_list *list)
{
    struct climb *climb = context;
    climb->ascent.failed = false;
    climb->ascent.effort = 0;
    rng_start_candidate(&climb->rng, proposal->options->seed, unit);
    size_t reason = make_draft(climb, unit);
    struct grid level;
    list->failed |= climb->ascent.failed;
    if (reason != filter_count) {
        candidate_add_dropped(list, unit, reason);
    } else if (proposal->from->missing == NULL) {
        candidate_add_level(list, unit, grid_copy(&level, &climb->draft), &level);
    } else { /* its rows are short: the level is what its rules see in it, because levels have full rows */
        struct complaint complaint = {0};
        struct puzzle *puzzle = load_draft(proposal, &climb->draft, &complaint);
        list->failed |= complaint.failed;
        if (puzzle != NULL) {
            candidate_add_level(list, unit, puzzle_draw_start(puzzle, &level), &level);
            proposal->proposer->game->free(puzzle);
        } else if (!complaint.failed) {
            candidate_add_dropped(list, unit, filter_index(FILTER_UNFIT));
        }
    }
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
    climb->shared = proposal->shared;
    const struct grid *level = is_open(proposal) ? &proposal->from->level.grid : &climb->shared->subject.text;
    if (grid_copy(&climb->draft, level) && grid_copy(&climb->next, level))
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
        if (scatter(fill, &draft, &rng))
            puzzle = load_draft(proposal, &draft, &complaint);
    }
    grid_free(&draft);
    if (puzzle != NULL)
        game->free(puzzle);
    else if (complaint.message[0] == '\0' && !complaint.failed)
        text_addf(error, "%s: there are not enough open cells for all the pieces",
                  text_string(&proposal->from->level.file));
    else
        from_complain(proposal->from, &complaint, error);
    return puzzle != NULL;
}

static bool list_changes(struct proposal *proposal, struct shared *shared, struct text *error)
{
    const struct proposer *proposer = proposal->proposer;
    const struct game *game = proposer->game;
    const struct grid *given = &proposal->from->level.grid;
    for (size_t i = 0; i < proposer->row_count; i++) {
        const char *name = proposer->rows[i].name;
        if (asked_range(proposer, proposal->pieces, name).high == ANY_NUMBER)
            continue;
        text_addf(error, "--%s: %s has no cells marked ? to put them in", name,
                  text_string(&proposal->from->level.file));
        return false;
    }
    if (!subject_make(&shared->subject, proposal->from->puzzle, proposal->variant))
        return text_fail(error);
    struct grid *text = &shared->subject.text, framed;
    if (game->margin == MARGIN_WALL && grid_has_frame(given, game->outside) && text->columns != given->columns) {
        if (!grid_with_frame(text, game->outside, &framed))
            return text_fail(error);
        grid_free(text);
        *text = framed; /* as it is drawn */
    }
    if (!edits_list(&shared->subject, &shared->edits, &shared->edit_count))
        return text_fail(error);
    uint64_t count = shared->edit_count, pairs = count < 2 ? 0 : count * (count - 1) / 2;
    shared->all_pairs = pairs <= PAIRS;
    shared->pairs = shared->all_pairs ? pairs : PAIRS;
    proposal->patience = count + shared->pairs + AS_FAR * MOST;
    proposal->units = count > FEWEST ? UINT64_MAX : count + shared->pairs;
    proposal->batch = 16;
    return true;
}

static void stop(struct proposal *proposal)
{
    struct shared *shared = proposal->shared;
    subject_free(&shared->subject);
    free(shared->edits);
    free(shared);
}

static bool start(struct proposal *proposal, struct text *error)
{
    struct shared *shared = calloc(1, sizeof *shared);
    proposal->shared = shared;
    if (shared == NULL)
        return text_fail(error);
    bool good = is_open(proposal)
                    ? plan_fill(&shared->fill, proposal->from, proposal->proposer, proposal->pieces, error) &&
                          can_be_filled(proposal, &shared->fill, error)
                    : list_changes(proposal, shared, error);
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

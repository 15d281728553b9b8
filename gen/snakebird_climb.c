/* Hill climbing towards deep Snakebird levels; see snakebird_climb.h.
 *
 * A climb starts from a random level with one solution and makes one small change after another.  It
 * keeps those after which the level still has one solution (essentially) that is no shorter and does
 * not change less often between the birds (one may make up for the other), until the depth it aims
 * at is reached or it has made enough changes.  At the end all goes that can go without a change to
 * the shortest solutions.
 *
 * Many a change undoes an earlier one or does nothing, so what came of a level is remembered for the
 * rest of the climb. */
#include "gen/snakebird_climb.h"

#include "games/snakebird/snakebird.h"

#include <stdlib.h>
#include <string.h>

enum {
    STARTS = 400,       /* random levels tried until one has one solution */
    CHANGES = 1500,     /* of one climb */
    STATES = 20000,     /* a level with more is too much work for what it is */
    STATES_A_CLIMB = 6000000,
    AIM = 20,           /* depth, for one bird; five more for each other */
    MOST_LISTED = 200,  /* solutions compared one by one */
    MOST_TRIED = STARTS + CHANGES,
    SLOTS = 4096, /* a power of two, and more than are tried */
};

/* What makes a level good. */
struct merit {
    unsigned depth;   /* 0: not a level, or one with too many solutions */
    unsigned changes; /* of bird in the reported solution */
};

/* What came of a level. */
struct tried {
    struct merit merit;
    uint64_t states;
};

static unsigned total(struct merit merit)
{
    return merit.depth + merit.changes;
}

struct bird_climb {
    const struct proposal *proposal;
    struct land_pieces pieces;
    struct grid at, next;
    struct rng rng;
    struct merit merit; /* of the level `at` */
    uint64_t states; /* searched in this climb */
    struct tried tried[MOST_TRIED];
    unsigned char *tried_cells; /* [MOST_TRIED] levels */
    unsigned tried_count;
    uint16_t slots[SLOTS]; /* hash table: number of a level that was tried, and one more */
};

struct bird_climb *bird_climb_make(const struct proposal *proposal,
                                   const struct land_pieces *pieces)
{
    struct bird_climb *climb = calloc(1, sizeof *climb);
    int columns = (int)proposal->size.columns, rows = (int)proposal->size.rows;
    if (climb == NULL)
        return NULL;
    climb->proposal = proposal;
    climb->pieces = *pieces;
    climb->tried_cells = calloc(MOST_TRIED, (size_t)columns * (size_t)rows);
    if (climb->tried_cells == NULL || !grid_make(&climb->at, columns, rows, '-') ||
        !grid_make(&climb->next, columns, rows, '-')) {
        bird_climb_free(climb);
        return NULL;
    }
    return climb;
}

void bird_climb_free(struct bird_climb *climb)
{
    grid_free(&climb->at);
    grid_free(&climb->next);
    free(climb->tried_cells);
    free(climb);
}

static void copy_level(struct grid *to, const struct grid *from)
{
    memcpy(to->cells, from->cells, (size_t)grid_size(from));
}

/* Judges a level without measures, if it is one in which nothing floats.  False: it is not, or out
 * of memory. */
static bool judge_level(struct bird_climb *climb, const struct grid *grid, size_t list,
                        struct judgement *judgement)
{
    const struct gen_options *options = climb->proposal->options;
    struct complaint complaint;
    struct request request = {
        .limits = {.max_states = options->max_states > 0 && options->max_states < STATES
                                     ? options->max_states
                                     : STATES,
                   .max_memory = options->max_memory,
                   .interrupted = climb->proposal->stop},
        .list = list,
        .enough = filters_enough(climb->proposal->filters)};
    if (!land_is_fit(grid, &climb->pieces))
        return false;
    struct puzzle *puzzle = game_snakebird.load(grid, climb->proposal->variant, &complaint);
    if (puzzle == NULL)
        return false;
    const struct snakebird *board = snakebird_board(puzzle);
    bool good = !board->floating && !board->drowned && judge(puzzle, &request, judgement);
    if (good)
        climb->states += judgement->states;
    game_snakebird.free(puzzle);
    return good;
}

static unsigned count_changes(const struct move_list *list)
{
    unsigned changes = 0;
    for (size_t i = 1; i < list->count; i++)
        changes += move_piece(list->moves[i]) != move_piece(list->moves[i - 1]);
    return changes;
}

static struct merit judge_merit(struct bird_climb *climb, const struct grid *grid)
{
    struct judgement judgement;
    const struct filter_settings *wanted = climb->proposal->filters;
    struct merit merit = {0, 0};
    if (!judge_level(climb, grid, 0, &judgement))
        return merit;
    double high = wanted->high[MEASURE_depth], found = judgement.measure[MEASURE_depth];
    bool few = judgement.verdict == VERDICT_UNIQUE ||
               (judgement.verdict == VERDICT_MULTIPLE &&
                (uint64_t)judgement.essential_low <= wanted->max_essential);
    if (few && (high == UNKNOWN || found <= high))
        merit = (struct merit){(unsigned)found, count_changes(&judgement.reported)};
    judgement_free(&judgement);
    return merit;
}

/* What came of a level, which is tried now if it was not before.  A level met again counts as the
 * same number of states. */
static struct merit find_merit(struct bird_climb *climb, const struct grid *grid)
{
    size_t size = (size_t)grid_size(grid);
    uint32_t slot = 2166136261u;
    for (size_t i = 0; i < size; i++)
        slot = (slot ^ grid->cells[i]) * 16777619u;
    for (slot = (slot ^ slot >> 15) % SLOTS; climb->slots[slot] != 0; slot = (slot + 1) % SLOTS) {
        unsigned n = climb->slots[slot] - 1u;
        if (memcmp(climb->tried_cells + n * size, grid->cells, size) == 0) {
            climb->states += climb->tried[n].states;
            return climb->tried[n].merit;
        }
    }
    uint64_t before = climb->states;
    struct merit merit = judge_merit(climb, grid);
    unsigned n = climb->tried_count++;
    memcpy(climb->tried_cells + n * size, grid->cells, size);
    climb->tried[n] = (struct tried){merit, climb->states - before};
    climb->slots[slot] = (uint16_t)(n + 1);
    return merit;
}

static bool start_climb(struct bird_climb *climb)
{
    climb->merit.depth = 0;
    for (int i = 0; i < STARTS && *climb->proposal->stop == 0 && climb->merit.depth == 0; i++) {
        if (land_draw(&climb->at, &climb->pieces, &climb->rng))
            climb->merit = find_merit(climb, &climb->at);
    }
    return climb->merit.depth > 0;
}

/* Climbs differ in how high they aim, so that levels do: anything between the depths asked for, or
 * up to twice what there is to be at least. */
static unsigned choose_aim(struct bird_climb *climb)
{
    const struct filter_settings *wanted = climb->proposal->filters;
    unsigned aim = AIM + 5 * (unsigned)(climb->pieces.birds.high - 1);
    double low = wanted->low[MEASURE_depth], high = wanted->high[MEASURE_depth];
    if (high != UNKNOWN) {
        unsigned least = low != UNKNOWN && low < high ? (unsigned)low : (unsigned)high / 2;
        return least + rng_below(&climb->rng, (unsigned)high - least + 1);
    }
    if (low != UNKNOWN && low > aim)
        aim = (unsigned)low;
    return aim + rng_below(&climb->rng, aim);
}

/* Whether two levels have the same shortest solutions: all of them are compared, or, where they are
 * too many, their number and the first ones. */
static bool same_solutions(const struct judgement *a, const struct judgement *b)
{
    bool same = a->verdict == b->verdict && a->listed_count == b->listed_count &&
                strcmp(text_string(&a->solutions), text_string(&b->solutions)) == 0 &&
                move_lists_equal(&a->reported, &b->reported);
    for (size_t i = 0; same && i < a->listed_count; i++) {
        bool found = false;
        for (size_t k = 0; !found && k < b->listed_count; k++)
            found = move_lists_equal(&a->listed[i], &b->listed[k]);
        same = found;
    }
    return same;
}

/* Takes out what can go. */
static void tidy(struct bird_climb *climb)
{
    struct judgement whole, less;
    if (!judge_level(climb, &climb->at, MOST_LISTED, &whole))
        return;
    for (unsigned n = 0;;) {
        copy_level(&climb->next, &climb->at);
        if (!land_take_out(&climb->next, n, &climb->pieces))
            break;
        bool same = false;
        if (judge_level(climb, &climb->next, MOST_LISTED, &less)) {
            same = same_solutions(&whole, &less);
            judgement_free(&less);
        }
        if (same)
            copy_level(&climb->at, &climb->next);
        n = same ? 0 : n + 1;
    }
    judgement_free(&whole);
}

void bird_climb_run(struct bird_climb *climb, uint64_t unit, struct candidate_list *list)
{
    rng_start_candidate(&climb->rng, climb->proposal->options->seed, unit);
    climb->states = climb->tried_count = 0;
    memset(climb->slots, 0, sizeof climb->slots);
    unsigned aim = choose_aim(climb);
    bool started = start_climb(climb);
    for (int n = 0; started && n < CHANGES && climb->merit.depth < aim &&
                    climb->states < STATES_A_CLIMB && *climb->proposal->stop == 0;
         n++) {
        copy_level(&climb->next, &climb->at);
        land_change(&climb->next, &climb->pieces, &climb->rng);
        struct merit merit = find_merit(climb, &climb->next);
        if (merit.depth > 0 && total(merit) >= total(climb->merit)) {
            copy_level(&climb->at, &climb->next);
            climb->merit = merit;
        }
    }
    if (started) {
        tidy(climb);
        candidate_add_level(list, unit, &climb->at);
    } else {
        candidate_add_dropped(list, unit, FILTER_UNFIT);
    }
}

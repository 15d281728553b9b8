/* Predictions about PuzzleScript positions: those called dead or lost are never won, and a win takes at least the
 * predicted number of moves.  The test examines all positions of small levels, of games of many kinds and with
 * random rules, and judges each level with and without the predictions. */
#include "tests/unit.h"

#include "games/puzzlescript/level.h"
#include "games/puzzlescript/puzzlescript.h"
#include "solve/judge/judge.h"
#include "tests/puzzlescript_kinds.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 500, ALL_PRUNING = 7 };

static struct rng rng;

struct tally {
    unsigned levels, solved;
    unsigned long states, dead, lost, hopeless, estimated, bounded;
};

/* All states of a level, and their distances from a win. */
struct graph {
    const struct puzzle *puzzle;
    unsigned char *states;
    int count;
    int (*edges)[2]; /* from, to */
    int edge_count, edge_capacity;
    int *distance; /* -1: no win can be reached */
};

static int find_state(struct graph *graph, const unsigned char *state)
{
    size_t bytes = graph->puzzle->state_bytes;
    for (int i = 0; i < graph->count; i++)
        if (memcmp(graph->states + (size_t)i * bytes, state, bytes) == 0)
            return i;
    if (graph->count == MOST)
        return -1;
    memcpy(graph->states + (size_t)graph->count * bytes, state, bytes);
    return graph->count++;
}

/* Returns false if there are too many states. */
static bool explore(struct graph *graph)
{
    const struct puzzle *puzzle = graph->puzzle;
    game_move *moves = calloc(puzzle->max_moves, sizeof *moves);
    unsigned char *after = calloc(puzzle->max_moves + 1, puzzle->state_bytes);
    bool good = true;
    puzzle->rules->start(puzzle, after);
    find_state(graph, after);
    for (int i = 0; good && i < graph->count; i++) {
        const unsigned char *state = graph->states + (size_t)i * puzzle->state_bytes;
        graph->distance[i] = puzzle->rules->solved(puzzle, state) ? 0 : -1;
        unsigned count = graph->distance[i] == 0 ? 0 : puzzle->rules->expand(puzzle, state, moves, after);
        for (unsigned n = 0; good && n < count; n++) {
            int to = find_state(graph, after + n * puzzle->state_bytes);
            good = to >= 0;
            if (graph->edge_count == graph->edge_capacity) {
                graph->edge_capacity = graph->edge_capacity == 0 ? 1024 : 2 * graph->edge_capacity;
                graph->edges = realloc(graph->edges, (size_t)graph->edge_capacity * sizeof *graph->edges);
                assert_non_null(graph->edges);
            }
            graph->edges[graph->edge_count][0] = i;
            graph->edges[graph->edge_count++][1] = to;
        }
    }
    for (bool more = good; more;) {
        more = false;
        for (int i = 0; i < graph->edge_count; i++) {
            int *from = &graph->distance[graph->edges[i][0]], to = graph->distance[graph->edges[i][1]];
            if (to >= 0 && (*from < 0 || *from > to + 1)) {
                *from = to + 1;
                more = true;
            }
        }
    }
    free(moves);
    free(after);
    return good;
}

static void show(const char *rules, const struct grid *grid)
{
    print_message("%s\n", rules);
    for (int row = 0; row < grid->rows; row++)
        print_message("%.*s\n", grid->columns, (const char *)grid->cells + row * grid->columns);
}

/* Whether searches leave out moves into a state. */
static bool is_dead(const struct puzzle *puzzle, const unsigned char *state)
{
    const struct ps_puzzle *own = ps_puzzle_of(puzzle);
    uint64_t *position = calloc(own->layout.words, sizeof *position);
    assert_non_null(position);
    bool dead = !ps_unpack(own, state, position) && ps_is_dead(own, position);
    free(position);
    return dead;
}

static void check_state(const struct graph *graph, int i, const char *rules, const struct grid *grid,
                        struct tally *tally)
{
    const struct puzzle *puzzle = graph->puzzle;
    const unsigned char *state = graph->states + (size_t)i * puzzle->state_bytes;
    bool dead = is_dead(puzzle, state), lost = puzzle->rules->lost(puzzle, state);
    unsigned estimate = puzzle->rules->estimate(puzzle, state), bound = puzzle->rules->bound(puzzle, state);
    int distance = graph->distance[i];
    if (estimate > bound ||
        (distance >= 0 && (dead || lost || bound > (unsigned)distance || (distance == 0) != (bound == 0)))) {
        struct grid drawing;
        show(rules, grid);
        assert_true(puzzle->game->draw(puzzle, state, &drawing));
        show("at", &drawing);
        fail_msg("dead %d, lost %d, estimate %u, bound %u, distance %d", dead, lost, estimate, bound, distance);
    }
    tally->states++;
    tally->dead += dead;
    tally->lost += lost;
    tally->hopeless += distance < 0;
    tally->estimated += estimate > 1;
    tally->bounded += bound > 1;
}

static void judge_with(struct puzzle *puzzle, unsigned spared, struct judgement *judgement)
{
    struct request request = {.limits = {.jobs = 1}, .measures = MEASURES_AUTO};
    puzzle->spared = spared;
    assert_true(judge(puzzle, &request, judgement));
    puzzle->spared = 0;
}

/* Pruning may change only the number of states of a judgement. */
static void compare_judgements(struct puzzle *puzzle, const char *rules, const struct grid *grid)
{
    struct judgement with, without;
    judge_with(puzzle, rng_below(&rng, ALL_PRUNING), &with);
    judge_with(puzzle, ALL_PRUNING, &without);
    bool same = with.verdict == without.verdict &&
                strcmp(text_string(&with.solutions), text_string(&without.solutions)) == 0 &&
                strcmp(text_string(&with.essential), text_string(&without.essential)) == 0 &&
                with.reported.count == without.reported.count;
    for (size_t n = 0; same && n < with.reported.count; n++)
        same = with.reported.moves[n] == without.reported.moves[n];
    for (int i = 0; i < MEASURE_COUNT; i++)
        same = same && (with.measure[i] == without.measure[i]);
    if (!same) {
        show(rules, grid);
        for (int i = 0; i < MEASURE_COUNT; i++)
            print_message("measure %d: %g, %g\n", i, with.measure[i], without.measure[i]);
        fail_msg("%s, %s solutions, %s essential; without pruning %s, %s, %s", verdict_names[with.verdict],
                 text_string(&with.solutions), text_string(&with.essential), verdict_names[without.verdict],
                 text_string(&without.solutions), text_string(&without.essential));
    }
    judgement_free(&with);
    judgement_free(&without);
}

/* Checks a level and frees it. */
static void check_level(const struct game_source *game_source, const char *rules, struct grid grid, struct tally *tally)
{
    struct complaint complaint;
    struct variant variant = {.game_source = game_source, .metric = rng_below(&rng, 2)};
    struct puzzle *puzzle = game_puzzlescript.load(&grid, variant, &complaint);
    if (puzzle == NULL)
        fail_msg("%s", complaint.message);
    bool no_memory;
    struct graph graph = {
        .puzzle = puzzle, .states = calloc(MOST, puzzle->state_bytes), .distance = calloc(MOST, sizeof(int))};
    if (explore(&graph) && puzzle->rules->doubt(puzzle, &no_memory) == NULL) {
        tally->levels++;
        tally->solved += graph.distance[0] > 0;
        for (int i = 0; i < graph.count; i++)
            check_state(&graph, i, rules, &grid, tally);
        if (graph.distance[0] >= 0)
            compare_judgements(puzzle, rules, &grid);
    }
    free(graph.states);
    free(graph.distance);
    free(graph.edges);
    puzzle->game->free(puzzle);
    grid_free(&grid);
}

static void check_random_level(const struct game_source *game_source, const char *rules, struct tally *tally)
{
    struct grid grid;
    puzzlescript_kind_level(&rng, &grid);
    check_level(game_source, rules, grid, tally);
}

/* Checks a level of one row. */
static void check_row(const struct game_source *game_source, const char *rules, const char *row, struct tally *tally)
{
    struct grid grid;
    assert_true(grid_make(&grid, (int)strlen(row), 1, '.'));
    memcpy(grid.cells, row, strlen(row));
    check_level(game_source, rules, grid, tally);
}

static int times(int few, int many)
{
    const char *lengthy = getenv("ONLYWAY_TEST_LONG");
    return lengthy != NULL && strcmp(lengthy, "yes") == 0 ? many : CASES(few);
}

static void print_tally(const char *name, const struct tally *tally)
{
    print_message("%s: %u levels, %u solved; of %lu states %lu are hopeless, %lu dead, %lu lost; %lu estimates and %lu "
                  "bounds over 1\n",
                  name, tally->levels, tally->solved, tally->states, tally->hopeless, tally->dead, tally->lost,
                  tally->estimated, tally->bounded);
}

static void test_kinds(void **unused)
{
    (void)unused;
    struct tally sum = {0};
    /* A quarter of the cases may have no state that is dead but not lost; then more rounds follow. */
    for (int round = 0; round == 0 || (round < 20 && (sum.dead <= sum.lost || sum.lost == 0)); round++) {
        for (const struct puzzlescript_kind *kind = puzzlescript_kinds; kind->name != NULL; kind++) {
            struct game_source *game_source = puzzlescript_kind_read(kind);
            struct tally tally = {0};
            for (int n = times(40, 1000); n > 0; n--)
                check_random_level(game_source, kind->rules, &tally);
            print_tally(kind->name, &tally);
            sum.dead += tally.dead;
            sum.lost += tally.lost;
            sum.estimated += tally.estimated;
            source_release(game_source);
        }
    }
    assert_true(sum.dead > sum.lost && sum.lost > 0 && sum.estimated > 0);
}

/* Each rule here refutes a proof that omits one condition. */
static void test_tricky_rules(void **unused)
{
    (void)unused;
#define PUSH_BOX "[ > Player | Box ] -> [ > Player | > Box ]\n"
#define SLIDE "[ > Box | no Thing no Girl no Player ] -> [ | > Box ]\n"
    static const struct puzzlescript_kind tricky[] = {
        {"boxes are made", "", "", PUSH_BOX "[ action Player | no Thing ] -> [ Player | Box ]", "All Mark on Box"},
        {"boxes vanish where something is put", "", "",
         PUSH_BOX "[ action Player ] -> [ Player Ice ]\nlate [ Box Ice ] -> [ Ice ]", "No Box"},
        {"boxes become girls", "", "", PUSH_BOX "[ action Player | Box ] -> [ Player | Girl ]", "All Box on Mark"},
        {"a box goes on by itself", "", "",
         "[ > Player | Box ] -> [ > Player | > Box ] again\n"
         "right [ stationary Player | stationary Box ] -> [ > Player | > Box ] again",
         "All Mark on Box"},
        {"a movement is left where nothing moves", "", "",
         "[ > Player | Box | no Thing ] -> [ > Player | > Box | > Girl ]\n"
         "[ > Player | > Box | no Thing ] -> [ > Player | > Box | no Girl ]",
         "All Box on Mark"},
        {"boxes go together", "", "", "[ > Player | Box | Box ] -> [ > Player | > Box | > Box ]\n" PUSH_BOX,
         "All Box on Mark"},
        {"boxes on both sides", "", "", PUSH_BOX "[ < Player | Box ] -> [ < Player | < Box ]", "All Box on Mark"},
        {"players are made", "", "", PUSH_BOX "[ action Player | no Thing ] -> [ Player | Player ]", "All Box on Mark"},
        {"marks come and go", "", "", PUSH_BOX "[ action Player ] -> [ Player Mark ]", "All Box on Mark"},
        {"marks go", "", "", PUSH_BOX "late [ Player Mark ] -> [ Player ]", "All Mark on Box"},
        {"walls break", "", "", PUSH_BOX "[ action Player | Wall ] -> [ Player | ]", "All Box on Mark"},
        {"boxes are thrown", "", "", "[ > Player | Box | no Thing ] -> [ > Player | | Box ]", "All Mark on Box"},
        {"a win", "", "", PUSH_BOX "[ action Player ] -> win", "All Box on Mark"},
        {"again from the start", "", "", PUSH_BOX "[ action Player ] -> restart", "All Box on Mark"},
        {"all or nothing", "", "", PUSH_BOX, "All Box on Mark\nAll Mark on Box"},
        {"one is enough", "", "", PUSH_BOX, "Some Box on Mark"},
        {"off they go", "", "", PUSH_BOX, "No Box on Mark"},
        {"boxes slide", "", "", PUSH_BOX SLIDE, "All Mark on Box"},
        {"boxes slide to a mark", "", "", PUSH_BOX SLIDE, "All Box on Mark"},
        {"boxes slide over ice", "", "", PUSH_BOX "[ > Box | no Thing no Girl Ice ] -> [ | > Box Ice ]",
         "Some Box on Mark"},
        {"boxes hop", "", "", "[ > Player | Box | no Thing no Girl ] -> [ | Player | Box ]", "All Mark on Box"},
        {"boxes hop and players go on", "", "", "[ > Player | Box | no Thing no Girl ] -> [ | > Player | Box ]",
         "All Mark on Box"},
        {"a trail", "", "", "[ > Player | Piece | no Thing no Girl ] -> [ Girl | Player | Piece ]", "All Mark on Box"},
        {"a trail of boxes", "", "", "[ > Player | Box | no Thing no Girl ] -> [ Box | Player | Box ]",
         "All Mark on Box"},
        {"pieces of two kinds", "", "",
         "[ > Player | Piece ] -> [ > Player | > Piece ]\n[ action Player | Box ] -> [ Player | Girl ]\n"
         "[ action Player | Girl ] -> [ Player | Box ]",
         "All Mark on Piece"},
        {"pieces of two kinds that slide", "", "",
         "[ > Player | Piece ] -> [ > Player | > Piece ]\n[ > Box | no Thing no Girl ] -> [ | > Girl ]\n"
         "[ > Girl | no Thing no Girl ] -> [ | Box ]",
         "All Piece on Mark"},
        {"a movement inherited", "", "", "[ > Player | Girl ] -> [ > Player | > Girl ]\n[ Box | > Girl ] -> [ | Box ]",
         "All Mark on Box"},
        {"a movement inherited from the player", "", "", "[ Box | > Player | no Thing ] -> [ | Box | Player ]",
         "All Mark on Box"},
        {"a loop", "", "",
         "startloop\n[ > Player | Box ] -> [ > Player | > Box ]\n[ > Player | no Box | Box ] -> [ > Player | | > Box "
         "]\n"
         "[ > Box | no Thing no Girl ] -> [ | Box ]\nendloop",
         "All Mark on Box"},
        {"first the slide", "", "", SLIDE PUSH_BOX, "All Mark on Box"},
        {"late hops", "", "", PUSH_BOX "late [ Player | Box | no Thing no Girl ] -> [ Player | | Box ]",
         "All Mark on Box"},
        {"late hops again", "", "", PUSH_BOX "late right [ Box | no Thing no Girl no Player ] -> [ | Box ] again",
         "All Box on Mark"},
        {"late hops in the wrong order", "", "",
         PUSH_BOX "late right [ Box Mark | no Thing no Girl no Player ] -> [ Mark | Box ] again\n"
                  "late right [ Box Ice | no Thing no Girl no Player ] -> [ Ice | Box ]",
         "All Mark on Box"},
        {"players who jump", "", "", "[ > Player | Ice | no Thing no Girl ] -> [ | Ice | Player ]\n" PUSH_BOX,
         "All Mark on Box"},
        {"players who push and jump", "", "",
         PUSH_BOX "[ > Player | > Box | no Thing no Girl ] -> [ | Player | > Box ]", "All Mark on Box"},
        {"players who start again", "", "",
         "[ > Player | Box | no Thing no Girl ] -> [ | Player | Box ]\n[ > Player no Mark ] -> [ Player ]\n"
         "right [ Player Mark ] -> [ > Player Mark ]\n+ right [ > Player | Box | no Thing ] -> [ | Player | Box ]",
         "All Mark on Box"},
        {"a box for a box elsewhere", "", "", PUSH_BOX "[ Box ] [ Mark no Thing no Girl ] -> [ ] [ Mark Box ]",
         "All Mark on Box"},
        {"boxes swap places with marks", "", "", PUSH_BOX "late [ Box | Mark ] -> [ Mark | Box ]", "Some Box on Ice"},
        {"two turns", "", "Boy or Girl",
         "[ > Player | Box ] -> [ > Player | > Box ]\n[ moving Boy ] -> [ moving Girl ]\n[ action Girl ] -> [ Boy ]",
         "All Mark on Box"},
    };
    for (size_t i = 0; i < sizeof tricky / sizeof *tricky; i++) {
        struct game_source *game_source = puzzlescript_kind_read(&tricky[i]);
        struct tally tally = {0};
        for (int n = times(100, 1500); n > 0; n--)
            check_random_level(game_source, tricky[i].rules, &tally);
        check_row(game_source, tricky[i].rules, "p*....o..", &tally);
        check_row(game_source, tricky[i].rules, "..p**.oo", &tally);
        print_tally(tricky[i].name, &tally);
        source_release(game_source);
    }
}

/* By the default metric, moves into one cell may become one move, named by that cell.  Several moves lead into a cell
 * here, to two states of which one is dead; without the dead one, the name would be that of the other. */
static void test_names_of_moves(void **unused)
{
    (void)unused;
    static const struct puzzlescript_kind kind = {"backwards", "", "", "[ no Mark | < Player ] -> [ | > Player Mark ]",
                                                  "All Mark on Box"};
    static const char cells[] = "..**.i."
                                ".*@...#"
                                "#...@*."
                                ".ip**..";
    struct game_source *game_source = puzzlescript_kind_read(&kind);
    for (int metric = 0; metric < 2; metric++) {
        struct grid grid;
        struct complaint complaint;
        assert_true(grid_make(&grid, 7, 4, '.'));
        memcpy(grid.cells, cells, sizeof cells - 1);
        struct variant variant = {.game_source = game_source, .metric = (unsigned)metric};
        struct puzzle *puzzle = game_puzzlescript.load(&grid, variant, &complaint);
        assert_non_null(puzzle);
        struct judgement judgement;
        for (unsigned spared = 0; spared <= ALL_PRUNING; spared++) {
            judge_with(puzzle, spared, &judgement);
            assert_int_equal(judgement.verdict, VERDICT_MULTIPLE);
            assert_string_equal(text_string(&judgement.solutions), "2");
            judgement_free(&judgement);
        }
        puzzle->game->free(puzzle);
        grid_free(&grid);
    }
    source_release(game_source);
}

/* The level begins with its condition met, so a key that changes nothing wins there, and does nothing elsewhere. */
static void test_won_from_the_start(void **unused)
{
    (void)unused;
    static const struct puzzlescript_kind kind = {
        "won", "", "", "[ > Player | Box | no Thing no Girl ] -> [ | Player | Box ]", "All Mark on Box"};
    static const char cells[] = ".#p@..."
                                "#.##..."
                                ".......";
    struct game_source *game_source = puzzlescript_kind_read(&kind);
    struct tally tally = {0};
    for (int n = 0; n < 8; n++) {
        struct grid grid;
        assert_true(grid_make(&grid, 7, 3, '.'));
        memcpy(grid.cells, cells, sizeof cells - 1);
        check_level(game_source, kind.rules, grid, &tally);
    }
    source_release(game_source);
}

static void test_random_rules(void **unused)
{
    (void)unused;
    static const char *const wins[] = {"All Mark on Box",
                                       "All Box on Mark",
                                       "No Box",
                                       "No Girl on Ice",
                                       "Some Box on Mark",
                                       "Some Girl",
                                       "All Girl on Ice\nSome Box",
                                       "No Box on Ice",
                                       "All Box on Mark\nAll Girl on Ice",
                                       "No Thing on Mark",
                                       "Some Player on Mark",
                                       "All Mark on Thing",
                                       "All Ice on Girl",
                                       "All Mark on Piece",
                                       "All Piece on Mark",
                                       "Some Piece on Ice"};
    /* Rules that take pieces from cell to cell. */
    static const char *const hops[] = {"[ > Box | no Thing no Girl no Player ] -> [ | > Box ]\n",
                                       "[ > Player | Box | no Thing no Girl ] -> [ | Player | Box ]\n",
                                       "[ > Player | Piece | no Thing no Girl ] -> [ Girl | Player | Piece ]\n",
                                       "late [ Box | no Thing no Girl no Player Ice ] -> [ | Box Ice ]\n",
                                       "[ > Player | Piece ] -> [ > Player | > Piece ]\n",
                                       "[ > Girl | no Girl no Thing ] -> [ | Box ]\n",
                                       "[ Box | > Piece ] -> [ | Box ]\n"};
    enum { HOPS = sizeof hops / sizeof *hops };
    enum { WINS = sizeof wins / sizeof *wins };
    enum { FEW = 300 };
    struct tally tally = {0};
    /* The cases may have no lost state, none that is dead but not lost, or no estimate over 1; then there are more. */
    for (int n = 0; n < times(FEW, 12000) ||
                    (n < 10 * FEW && (tally.dead <= tally.lost || tally.lost == 0 || tally.estimated == 0));
         n++) {
        struct text rules = {0}, source = {0};
        if (rng_below(&rng, 3) > 0)
            text_add_string(&rules, "[ > Player | Box ] -> [ > Player | > Box ]\n");
        for (unsigned count = 1 + rng_below(&rng, 3); count > 0; count--)
            if (rng_below(&rng, 3) == 0)
                text_add_string(&rules, hops[rng_below(&rng, HOPS)]);
            else
                puzzlescript_random_rule(&rng, &rules);
        puzzlescript_kind_source(
            &(struct puzzlescript_kind){"random", "", "", text_string(&rules), wins[rng_below(&rng, WINS)]}, &source);
        struct game_source *game_source = puzzlescript_read(&source);
        for (int level = 0; game_source != NULL && level < 4; level++)
            check_random_level(game_source, text_string(&source), &tally);
        if (game_source != NULL)
            source_release(game_source);
        text_free(&rules);
        text_free(&source);
    }
    print_tally("random rules", &tally);
    assert_true(tally.dead > tally.lost && tally.lost > 0);
    assert_true(tally.estimated > 0);
}

/* The proof is about keys alone: it knows nothing of the turns that time makes. */
static void test_no_proof_where_time_passes(void **unused)
{
    (void)unused;
    const struct puzzlescript_kind kind = {"time", "realtime_interval 0.5", "", PUSH_BOX, "All Mark on Box"};
    struct game_source *game_source = puzzlescript_kind_read(&kind);
    struct grid grid;
    assert_true(grid_make(&grid, 4, 1, '.'));
    memcpy(grid.cells, "p*.o", 4);
    for (unsigned ticks = 0; ticks < 2; ticks++) {
        struct variant variant = {.game_source = game_source, .ticks = ticks == 1};
        struct puzzle *puzzle = game_puzzlescript.load(&grid, variant, &(struct complaint){0});
        assert_non_null(puzzle);
        assert_true(ps_has_win_proof(ps_puzzle_of(puzzle)) == (ticks == 0));
        game_puzzlescript.free(puzzle);
    }
    grid_free(&grid);
    source_release(game_source);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kinds),          cmocka_unit_test(test_tricky_rules),
        cmocka_unit_test(test_names_of_moves), cmocka_unit_test(test_won_from_the_start),
        cmocka_unit_test(test_random_rules),   cmocka_unit_test(test_no_proof_where_time_passes),
    };
    rng_start(&rng, test_seed(), 0);
    return cmocka_run_group_tests(tests, NULL, NULL);
}

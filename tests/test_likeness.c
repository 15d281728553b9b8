/* Compares the distance that runs use with the plain distance, on made-up pairs of every kind, and images of
 * solutions with the solutions of turned levels. */
#include "tests/unit.h"

#include "filters/likeness.h"
#include "games/mover.h"
#include "gen/climb/proposer.h"
#include "solve/level/jobs.h"
#include "tests/levels.h"
#include "tests/plain_distance.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- made-up levels --- */

/* A level that only has a drawing. */
struct drawing {
    struct puzzle puzzle;
    struct grid grid;
};

static void start(const struct puzzle *puzzle, unsigned char *state)
{
    memset(state, 0, puzzle->state_bytes);
}

static bool draw(const struct puzzle *puzzle, const unsigned char *state, struct grid *grid)
{
    (void)state;
    return grid_copy(grid, &((const struct drawing *)puzzle)->grid);
}

static int move_cell(const struct puzzle *puzzle, game_move move)
{
    (void)puzzle;
    return (int)move_piece(move);
}

static const struct puzzle_rules rules = {.start = start};

/* Returns a game with random properties. */
static struct game random_game(struct chance *chance)
{
    static const unsigned symmetries[] = {2, 4, 8};
    bool spaced = chance_below(chance, 4) == 0;
    return (struct game){
        .draw = draw,
        .outside = chance_below(chance, 2) ? '#' : ' ',
        .margin = !spaced && chance_below(chance, 2) ? MARGIN_SPACE : MARGIN_NONE,
        .move_cell = chance_below(chance, 2) ? move_cell : NULL,
        .symmetries = symmetries[chance_below(chance, 3)],
        .spaced = spaced,
    };
}

static void make_drawing(struct drawing *drawing, const struct game *game, struct chance *chance)
{
    int columns = 1 + chance_below(chance, 7), rows = 1 + chance_below(chance, 7);
    if (game->spaced) {
        columns = 2 * (columns / 2) + 3;
        rows = 2 * (rows / 2) + 3;
    }
    *drawing = (struct drawing){.puzzle = {.rules = &rules, .game = game, .state_bytes = 1}};
    assert_true(grid_make(&drawing->grid, columns, rows, '#'));
    bool framed = game->spaced || chance_below(chance, 2);
    for (int cell = 0; cell < columns * rows; cell++) {
        bool corner = game->spaced && cell / columns % 2 == 0 && cell % columns % 2 == 0;
        if (!corner && (!framed || !grid_is_edge(&drawing->grid, cell)))
            drawing->grid.cells[cell] = (unsigned char)" #.$"[chance_below(chance, 4)];
    }
}

static struct move_list random_moves(const struct drawing *drawing, struct chance *chance)
{
    struct move_list list = {calloc(40, sizeof *list.moves), (size_t)chance_below(chance, 30)};
    assert_non_null(list.moves);
    for (size_t i = 0; i < list.count; i++) {
        int pieces = drawing->puzzle.game->move_cell != NULL ? grid_size(&drawing->grid) : 3;
        list.moves[i] = move_make((unsigned)chance_below(chance, pieces), (unsigned)chance_below(chance, MOVE_WAYS));
    }
    return list;
}

/* Makes a similar level: an image under a random symmetry, with some cells changed and some moves left out. */
static void make_near(const struct drawing *from, const struct move_list *moves, struct drawing *near,
                      struct move_list *near_moves, struct chance *chance)
{
    const struct game *game = from->puzzle.game;
    unsigned s = (unsigned)chance_below(chance, (int)game->symmetries);
    const struct grid *grid = &from->grid;
    *near = *from;
    assert_true(grid_copy(&near->grid, grid));
    grid_transform(grid, s, near->grid.cells);
    if (s & 4) {
        near->grid.columns = grid->rows;
        near->grid.rows = grid->columns;
    }
    near_moves->moves = calloc(40, sizeof *near_moves->moves);
    assert_non_null(near_moves->moves);
    near_moves->count = 0;
    for (size_t i = 0; i < moves->count; i++) {
        game_move move = move_turned(s, moves->moves[i]);
        if (game->move_cell != NULL)
            move =
                move_make((unsigned)symmetry_cell(s, grid->columns, grid->rows, (int)move_piece(move)), move_way(move));
        if (chance_below(chance, 6) > 0)
            near_moves->moves[near_moves->count++] = move;
    }
    int changes = chance_below(chance, 6);
    while (!game->spaced && changes-- > 0)
        near->grid.cells[chance_below(chance, grid_size(grid))] = '.';
}

static void check_pair(const struct solved_level *a, const struct solved_level *b, uint64_t seed)
{
    double right = plain_distance(a, b);
    static const double wanted[] = {0.01, 0.1, 0.2, 1 / 3.0, 0.5, 0.75, 1};
    struct likeness_list list = {0};
    struct likeness first, second;
    assert_true(likeness_make(&first, a->puzzle, a->moves.moves, a->moves.count));
    assert_true(likeness_make(&second, b->puzzle, b->moves.moves, b->moves.count));
    assert_true(likeness_list_add(&list, &second));
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted + 2; i++) {
        double least = i < sizeof wanted / sizeof *wanted ? wanted[i] : right;
        bool near = right < least - 1e-9;
        if (likeness_list_has_near(&list, &first, least) != near)
            fail_msg("seed %llu: the distance is %g, but that is %snear by %g", (unsigned long long)seed, right,
                     near ? "not " : "", least);
    }
    assert_int_equal(likeness_list_has_near(&list, &first, 0), 0);
    likeness_free(&first);
    likeness_list_free(&list);
}

static void test_made_up_pairs(void **state)
{
    (void)state;
    struct chance chance = {chance_seed()};
    for (int i = 0; i < 1500; i++) {
        uint64_t seed = chance.state;
        struct game game = random_game(&chance);
        struct drawing a, b;
        make_drawing(&a, &game, &chance);
        struct move_list first = random_moves(&a, &chance), second = {0};
        if (chance_below(&chance, 3) > 0) {
            make_near(&a, &first, &b, &second, &chance);
        } else {
            make_drawing(&b, &game, &chance);
            second = random_moves(&b, &chance);
        }
        check_pair(&(struct solved_level){&a.puzzle, first}, &(struct solved_level){&b.puzzle, second}, seed);
        grid_free(&a.grid);
        grid_free(&b.grid);
        free(first.moves);
        free(second.moves);
    }
}

/* --- shipped levels --- */

enum { MOST_LEVELS = 40 };

static size_t read_levels(const char *game, struct job *jobs)
{
    char path[1000];
    const char *top = getenv("srcdir");
    snprintf(path, sizeof path, "%s/levels/%s", top == NULL ? "." : top, game);
    struct level_source *source = level_source_open((char *[]){path}, 1);
    struct job_kind kind = {0};
    size_t count = 0;
    assert_non_null(source);
    memset(jobs, 0, MOST_LEVELS * sizeof *jobs);
    while (count < MOST_LEVELS && job_read(source, &kind, &jobs[count])) {
        assert_string_equal(text_string(&jobs[count].error), "");
        count++;
    }
    level_source_close(source);
    for (size_t i = 0; i < count; i++)
        job_judge(&jobs[i], (struct request){.limits.max_states = 20000}, 1);
    return count;
}

/* Checks that the labels of an image are those of a solution: each belongs to a legal move, and the moves lead to
 * the goal. */
static void check_labels(const struct puzzle *puzzle, const struct likeness *image, const struct likeness *right)
{
    struct mover mover;
    assert_true(mover_make(&mover, puzzle));
    for (size_t i = 0; i < image->count; i++) {
        unsigned count = puzzle->rules->expand(puzzle, mover.state, mover.moves, mover.states), n = 0;
        struct likeness label = {0};
        for (; n < count; n++) {
            assert_true(likeness_make(&label, puzzle, &mover.moves[n], 1));
            bool same = label.moves[0] == image->moves[i];
            likeness_free(&label);
            if (same)
                break;
        }
        assert_true(n < count);
        game_move move = mover.moves[n];
        assert_true(mover_move(&mover, move));
    }
    assert_true(puzzle->rules->solved(puzzle, mover.state));
    assert_int_equal(image->count, right->count);
    mover_free(&mover);
}

/* Checks that the image of a level is the turned level.  If the solution is unique (`single`), its image is the
 * solution of the turned level; otherwise it is one of them. */
static void check_image(const struct job *job, unsigned symmetry, bool single)
{
    const struct game *game = job->puzzle->game;
    const struct grid *grid = &job->level.grid;
    const struct move_list *moves = &job->judgement.reported;
    struct grid turned;
    struct complaint complaint;
    struct judgement judgement;
    struct likeness likeness, image, right;
    struct request request = {.limits.max_states = 100000};
    assert_true(grid_copy(&turned, grid));
    grid_transform(grid, symmetry, turned.cells);
    for (int cell = 0; cell < grid_size(grid); cell++)
        turned.cells[cell] = turned.cells[cell] == '\0' ? game->outside : turned.cells[cell]; /* the row was shorter */
    turned.columns = symmetry & 4 ? grid->rows : grid->columns;
    turned.rows = symmetry & 4 ? grid->columns : grid->rows;
    struct puzzle *puzzle = game->load(&turned, (struct variant){0}, &complaint);
    assert_non_null(puzzle);
    assert_true(judge(puzzle, &request, &judgement));
    const struct move_list *other = &judgement.reported;
    assert_true(likeness_make(&likeness, job->puzzle, moves->moves, moves->count));
    assert_true(likeness_turn(&likeness, symmetry, &image));
    assert_true(likeness_make(&right, puzzle, other->moves, other->count));
    assert_int_equal(image.columns, right.columns);
    assert_int_equal(image.rows, right.rows);
    assert_int_equal(image.count, right.count);
    assert_memory_equal(image.cells, right.cells, (size_t)(image.columns * image.rows));
    if (single)
        assert_memory_equal(image.moves, right.moves, image.count * sizeof *image.moves);
    else
        check_labels(puzzle, &image, &right);
    likeness_free(&likeness);
    likeness_free(&image);
    likeness_free(&right);
    judgement_free(&judgement);
    game->free(puzzle);
    grid_free(&turned);
}

static void check_images(const struct job *jobs, size_t count)
{
    size_t singles = 0;
    for (size_t i = 0; i < count; i++) {
        const struct judgement *judgement = &jobs[i].judgement;
        const struct game *game = jobs[i].puzzle->game;
        bool single = strcmp(text_string(&judgement->solutions), "1") == 0;
        if (!judgement_has_solution(judgement) || (!single && game->tours))
            continue; /* a limit was hit, or a tour has many images */
        singles += single;
        for (unsigned s = 0; s < game->symmetries; s++)
            check_image(&jobs[i], s, single);
    }
    if (singles == 0)
        fail_msg("%s: no level with a single solution", jobs->puzzle->game->name);
}

static void check_pairs(const struct job *jobs, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j <= i && j < 5; j++)
            check_pair(&(struct solved_level){jobs[i].puzzle, jobs[i].judgement.reported},
                       &(struct solved_level){jobs[j].puzzle, jobs[j].judgement.reported}, 0);
    }
}

static void test_shipped_levels(void **state)
{
    (void)state;
    static struct job jobs[MOST_LEVELS];
    for (size_t n = 0; proposers[n] != NULL; n++) {
        if (proposers[n]->game->language != NULL)
            continue; /* its few games differ from each other */
        size_t count = read_levels(proposers[n]->game->name, jobs);
        assert_true(count >= 20);
        check_images(jobs, count);
        check_pairs(jobs, count);
        for (size_t i = 0; i < count; i++)
            job_free(&jobs[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_made_up_pairs),
        cmocka_unit_test(test_shipped_levels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

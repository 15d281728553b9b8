/* Sokoban's generator: its claims about rooms agree with the solver. */
#include "tests/unit.h"

#include "games/sokoban/sokoban.h"
#include "gen/climb/draft.h"
#include "gen/sokoban/looks.h"
#include "solve/judge/judge.h"

#include <stdlib.h>
#include <string.h>

enum { STATES = 20000, ALL_WORDS = 1 << 20 };

static struct puzzle *load_grid(struct grid *grid)
{
    struct complaint complaint;
    struct puzzle *puzzle = game_sokoban.load(grid, (struct variant){0}, &complaint);
    grid_free(grid);
    assert_non_null(puzzle);
    return puzzle;
}

static struct judgement judge_level(const struct room *room, const struct room_level *level)
{
    struct grid grid;
    struct rng rng;
    rng_start(&rng, 1, 1);
    assert_true(room_write(room, level, &rng, &grid));
    struct puzzle *puzzle = load_grid(&grid);
    struct request request = {.measures = false};
    struct judgement judgement;
    assert_true(judge(puzzle, &request, &judgement));
    game_sokoban.free(puzzle);
    return judgement;
}

static int depth_of_level(const struct room *room, const struct room_level *level)
{
    struct judgement judgement = judge_level(room, level);
    double depth = judgement.measure[MEASURE_depth];
    judgement_free(&judgement);
    return depth == UNKNOWN ? -1 : (int)depth;
}

/* No box starts on a goal. */
static const struct box_places off_goals = {0};

static void random_draft(struct sokoban_draft *draft, int columns, int rows, uint64_t seed)
{
    struct rng rng;
    rng_start(&rng, seed, 1);
    *draft = (struct sokoban_draft){.columns = columns, .rows = rows};
    unsigned walls = rng_below(&rng, (uint32_t)(columns * rows / 2));
    if (seed % 3 == 0)
        sokoban_draft_carve(draft, walls, &rng);
    else
        sokoban_draft_scatter(draft, walls, &rng);
}

static void random_room(struct room *room, int columns, int rows, uint64_t seed)
{
    struct sokoban_draft draft;
    random_draft(&draft, columns, rows, seed);
    room_make(room, &draft);
}

/* --- rooms and players --- */

static void test_rooms_are_tidy(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 300; seed++) {
        struct sokoban_draft draft;
        struct room room;
        random_draft(&draft, 3 + (int)(seed % 10), 3 + (int)(seed % 7), seed);
        room_make(&room, &draft);
        if (room.cells == 0)
            continue;
        struct room_set nothing = {{0}}, reach = room_walk(&room, &nothing, 0);
        assert_int_equal(room.cells, sokoban_draft_floor(&draft));
        assert_int_equal(room_count(&reach), room.cells);
        for (unsigned cell = 0; cell < room.cells; cell++)
            assert_true(room_count(&room.beside[cell]) >= 2);
    }
}

/* Most carved rooms have the requested floor and touch all four sides of the draft. */
static void test_carved_rooms(void **state)
{
    (void)state;
    unsigned spanning = 0;
    for (uint64_t seed = 0; seed < 100; seed++) {
        struct rng rng;
        struct sokoban_draft draft = {.columns = 12, .rows = 9};
        rng_start(&rng, seed, 2);
        sokoban_draft_carve(&draft, 50, &rng);
        spanning += sokoban_draft_spans(&draft) && sokoban_draft_floor(&draft) >= 50;
    }
    assert_true(spanning > 50);
}

static bool beside_box(const struct room *room, const struct room_level *level, unsigned cell)
{
    bool beside = false;
    for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
        unsigned next = room->next[cell][direction];
        beside |= next != ROOM_NONE && room_has(&level->boxes, next);
    }
    return beside;
}

/* Returns the relative probability that the player stands in a cell of his region. */
static unsigned chances(const struct room *room, const struct room_level *level, unsigned cell)
{
    const unsigned char *next = room->next[cell];
    bool across = next[LEFT] == ROOM_NONE || next[RIGHT] == ROOM_NONE;
    bool down = next[UP] == ROOM_NONE || next[DOWN] == ROOM_NONE;
    return (across && down ? 1U : 3U) * (beside_box(room, level, cell) ? 4 : 3);
}

/* Returns the image of a plan under a symmetry.  Its looks must be the same. */
static struct room_plan plan_image(const struct room_plan *plan, unsigned symmetry)
{
    struct room_plan image = *plan;
    const struct sokoban_draft *draft = &plan->draft;
    if (symmetry & 4) {
        image.draft.columns = draft->rows;
        image.draft.rows = draft->columns;
    }
    for (int cell = 0; cell < sokoban_draft_size(draft); cell++)
        image.draft.floor[symmetry_cell(symmetry, draft->columns, draft->rows, cell)] = draft->floor[cell];
    for (unsigned n = 0; n < plan->boxes; n++)
        image.goals[n] = symmetry_cell(symmetry, draft->columns, draft->rows, plan->goals[n]);
    return image;
}

static void test_looks_do_not_depend_on_orientation(void **state)
{
    (void)state;
    struct rng rng;
    rng_start(&rng, 5, 5);
    for (unsigned n = 0; n < 200; n++) {
        struct room_plan plan = {.boxes = 2 + n % 4, .draft = {.columns = 7, .rows = 5 + (int)(n % 3)}};
        sokoban_draft_scatter(&plan.draft, 9, &rng);
        if (!room_plan_goals(&plan, &rng))
            continue;
        int sum = looks_of_plan(&plan);
        for (unsigned symmetry = 1; symmetry < GRID_SYMMETRIES; symmetry++) {
            struct room_plan image = plan_image(&plan, symmetry);
            assert_int_equal(looks_of_plan(&image), sum);
        }
    }
}

/* The probability of a draft depends on its sum: 32 more doubles it, and a draft that is 2^15 times less likely than
 * another is never drawn. */
static void test_looks_draw_by_their_sums(void **state)
{
    (void)state;
    enum { TIMES = 7000 };
    static const int sums[] = {-32, 0, 32, -500};
    unsigned times[4] = {0};
    struct rng rng;
    rng_start(&rng, 3, 3);
    for (unsigned n = 0; n < TIMES; n++)
        times[looks_draw(sums, 4, &rng)]++;
    assert_in_range(times[0], TIMES / 7 * 9 / 10, TIMES / 7 * 11 / 10);
    assert_in_range(times[1], 2 * TIMES / 7 * 9 / 10, 2 * TIMES / 7 * 11 / 10);
    assert_in_range(times[2], 4 * TIMES / 7 * 9 / 10, 4 * TIMES / 7 * 11 / 10);
    assert_int_equal(times[3], 0);
}

/* The player stands in his region.  He stands on a goal only if the region has only goals; all other cells occur. */
static void test_player_stands_as_people_put_him(void **state)
{
    (void)state;
    enum { EACH = 400 };
    struct room room;
    struct rng rng;
    rng_start(&rng, 7, 7);
    random_room(&room, 6, 5, 4);
    for (unsigned n = 0; n < 5; n++) {
        struct room_level level = {.boxes = room_pick_cells(&room, 3, &rng), .goals = room_pick_cells(&room, 3, &rng)};
        unsigned from = 0, times[SOKOBAN_DRAFT_CELLS] = {0}, bare = 0, all = 0;
        while (room_has(&level.boxes, from))
            from++;
        level.region = room_walk(&room, &level.boxes, from);
        if (n == 0) /* only goals */
            level.goals = level.region;
        for (unsigned cell = 0; cell < room.cells; cell++)
            bare += room_has(&level.region, cell) && !room_has(&level.goals, cell);
        for (unsigned cell = 0; cell < room.cells; cell++) {
            if (room_has(&level.region, cell) && (bare == 0 || !room_has(&level.goals, cell)))
                all += chances(&room, &level, cell);
        }
        for (unsigned i = 0; i < EACH * all; i++) {
            struct grid grid;
            assert_true(room_write(&room, &level, &rng, &grid));
            for (unsigned cell = 0; cell < room.cells; cell++) {
                int row = room.place[cell] / room.columns + 1;
                int column = room.place[cell] % room.columns + 1;
                times[cell] += strchr("@+", grid.cells[row * grid.columns + column]) != NULL;
            }
            grid_free(&grid);
        }
        for (unsigned cell = 0; cell < room.cells; cell++) {
            unsigned wanted = EACH * chances(&room, &level, cell);
            if (room_has(&level.region, cell) && (bare == 0 || !room_has(&level.goals, cell)))
                assert_in_range(times[cell], wanted - wanted / 4, wanted + wanted / 4);
            else
                assert_int_equal(times[cell], 0);
        }
    }
}

static uint64_t hash_of(const char *const *rows, int count)
{
    struct grid grid;
    struct judgement judgement;
    struct request request = {.measures = false};
    assert_true(grid_make(&grid, (int)strlen(rows[0]), count, ' '));
    for (int row = 0; row < count; row++)
        memcpy(grid.cells + row * grid.columns, rows[row], (size_t)grid.columns);
    struct puzzle *puzzle = load_grid(&grid);
    assert_true(judge(puzzle, &request, &judgement));
    game_sokoban.free(puzzle);
    uint64_t hash = judgement.hash;
    judgement_free(&judgement);
    return hash;
}

/* Levels that differ only in the player's cell within his region are the same level. */
static void test_hash_is_of_the_region(void **state)
{
    (void)state;
    static const char *const one[] = {"######", "#@  .#", "###$##", "#    #", "######"};
    static const char *const same[] = {"######", "#  @.#", "###$##", "#    #", "######"};
    static const char *const on_goal[] = {"######", "#   +#", "###$##", "#    #", "######"};
    static const char *const mirrored[] = {"######", "#.  @#", "##$###", "#    #", "######"};
    static const char *const beyond[] = {"######", "#   .#", "###$##", "#@   #", "######"};
    assert_true(hash_of(one, 5) == hash_of(same, 5));
    assert_true(hash_of(one, 5) == hash_of(on_goal, 5));
    assert_true(hash_of(one, 5) == hash_of(mirrored, 5));
    assert_true(hash_of(one, 5) != hash_of(beyond, 5));
}

/* --- all goals at once --- */

/* The found levels have the reported depth. */
static void test_depths_are_what_the_solver_finds(void **state)
{
    (void)state;
    for (unsigned boxes = 1; boxes <= 3; boxes++) {
        struct retro *retro = retro_make(boxes, STATES, ALL_WORDS, 1);
        assert_non_null(retro);
        for (uint64_t seed = 0; seed < 40; seed++) {
            struct room room;
            struct room_level levels[FOUND_KEPT];
            random_room(&room, 4 + (int)(seed % 2), 5 - (int)(seed % 3), seed);
            int deepest = retro_run(retro, &room);
            for (int depth = deepest; depth > 0; depth -= 1 + depth / 4) {
                unsigned count = retro_levels(retro, depth, levels);
                assert_true(count > 0 || depth < deepest);
                for (unsigned i = 0; i < count && i < 3; i++) {
                    int solved = depth_of_level(&room, &levels[i]);
                    if (solved != depth)
                        fail_msg("seed %llu, %u boxes: depth %d instead of %d", (unsigned long long)seed, boxes, solved,
                                 depth);
                }
            }
        }
        retro_free(retro);
    }
}

/* Returns the depth of the deepest level of a room with two boxes, found by trying all of them. */
static int deepest_of_all(const struct room *room)
{
    int deepest = -1;
    unsigned count = room->cells;
    for (unsigned a = 0; a < count; a++)
        for (unsigned b = 0; b < a; b++)
            for (unsigned c = 0; c < count; c++)
                for (unsigned d = 0; d < c; d++) {
                    struct room_level level = {{{0}}, {{0}}, {{0}}};
                    struct room_set looked = {{0}};
                    room_flip(&level.boxes, a);
                    room_flip(&level.boxes, b);
                    room_flip(&level.goals, c);
                    room_flip(&level.goals, d);
                    if (a == c || a == d || b == c || b == d)
                        continue;
                    for (unsigned player = 0; player < count; player++) {
                        if (room_has(&level.boxes, player) || room_has(&looked, player))
                            continue;
                        level.region = room_walk(room, &level.boxes, player);
                        for (unsigned w = 0; w < ROOM_WORDS; w++)
                            looked.words[w] |= level.region.words[w];
                        int depth = depth_of_level(room, &level);
                        deepest = depth > deepest ? depth : deepest;
                    }
                }
    return deepest;
}

static void test_no_level_of_the_room_is_deeper(void **state)
{
    (void)state;
    struct retro *retro = retro_make(2, STATES, ALL_WORDS, 1);
    assert_non_null(retro);
    for (uint64_t seed = 100; seed < (WATCHED ? 102 : 106); seed++) {
        struct room room;
        random_room(&room, 4, 3, seed);
        int depth = retro_run(retro, &room), deepest = deepest_of_all(&room);
        if (depth != deepest)
            fail_msg("seed %llu: %d instead of %d", (unsigned long long)seed, depth, deepest);
        assert_true(retro_compared_all(retro) || depth < 0);
    }
    retro_free(retro);
}

/* With too few words for all placements, fewer goals are compared, and depths are still correct. */
static void test_few_goals(void **state)
{
    (void)state;
    struct retro *all = retro_make(2, STATES, ALL_WORDS, 1), *some = retro_make(2, STATES, 0, 1);
    assert_true(all != NULL && some != NULL);
    unsigned partial = 0;
    for (uint64_t seed = 200; seed < 240; seed++) {
        struct room room;
        struct room_level levels[FOUND_KEPT];
        random_room(&room, 5, 5, seed);
        int deepest = retro_run(all, &room), depth = retro_run(some, &room);
        assert_true(depth <= deepest);
        if (depth > 0 && retro_levels(some, depth, levels) > 0) {
            partial += !retro_compared_all(some);
            assert_int_equal(depth_of_level(&room, &levels[0]), depth);
        }
    }
    assert_true(partial > 5);
    retro_free(all);
    retro_free(some);
}

/* --- one solution --- */

/* Levels reported to have one solution have one.  Those reported to have more seldom have only one, unless they are
 * symmetric. */
static void test_single_is_unique(void **state)
{
    (void)state;
    unsigned yes = 0, no = 0, missed = 0;
    for (unsigned boxes = 1; boxes <= 3; boxes++) {
        struct retro *retro = retro_make(boxes, STATES, ALL_WORDS, 1);
        assert_non_null(retro);
        for (uint64_t seed = 300; seed < 300 + QUICK_CASES(60); seed++) {
            struct room room;
            struct room_level levels[FOUND_KEPT];
            random_room(&room, 5, 4 + (int)(seed % 2), seed);
            int deepest = retro_run(retro, &room);
            for (int depth = deepest; depth > 0; depth -= 1 + depth / 6) {
                unsigned count = retro_levels(retro, depth, levels);
                for (unsigned n = 0; n < count; n += 3) {
                    bool single = retro_is_single(retro, depth, n);
                    struct judgement judgement = judge_level(&room, &levels[n]);
                    bool unique = judgement.verdict == VERDICT_UNIQUE;
                    if (single && !unique)
                        fail_msg("seed %llu, %u boxes, depth %d, level %u is not unique", (unsigned long long)seed,
                                 boxes, depth, n);
                    missed += unique && !single && judgement.symmetry == 1;
                    yes += single;
                    no += !single;
                    judgement_free(&judgement);
                }
            }
        }
        retro_free(retro);
    }
    assert_enough(yes > 100 && no > 100);
    assert_true(missed * 100 <= yes);
}

/* --- mirrored levels --- */

/* Whether a symmetry maps a set of cells of a room onto itself. */
static bool is_mirrored(const struct room *room, const struct room_set *set, enum composition_symmetry symmetry)
{
    struct grid grid;
    assert_true(grid_make(&grid, room->columns, room->rows, ' '));
    for (unsigned cell = 0; cell < room->cells; cell++)
        grid.cells[room->place[cell]] = room_has(set, cell) ? '$' : ' ';
    bool holds = composition_holds(symmetry, &grid, "", "");
    grid_free(&grid);
    return holds;
}

/* In mirrored plans, goals and boxes are as symmetric as requested.  A level whose solutions are images of each other
 * is not passed over because of them. */
static void test_mirrored_levels(void **state)
{
    (void)state;
    struct rooms *rooms = rooms_make();
    assert_non_null(rooms);
    unsigned found = 0, images = 0, missed = 0;
    for (uint64_t seed = 0; seed < 120; seed++) {
        static const enum composition_symmetry symmetries[] = {SYMMETRY_MIRROR, SYMMETRY_FLIP, SYMMETRY_TURN,
                                                               SYMMETRY_BOTH};
        enum composition_symmetry symmetry = symmetries[seed % 4];
        struct rng rng;
        rng_start(&rng, seed, 6);
        struct room_plan plan = {.boxes = 2 + (unsigned)(seed / 4 % 3),
                                 .draft = {.columns = 5, .rows = 5},
                                 .symmetry = symmetry,
                                 .mirrored = symmetry,
                                 .composed = true,
                                 .area = (enum goal_area)(seed / 12 % GOAL_AREAS),
                                 .starts = {.symmetry = symmetry}};
        sokoban_draft_scatter(&plan.draft, 5, &rng);
        sokoban_draft_mirror(&plan.draft, symmetry);
        sokoban_draft_tidy(&plan.draft);
        int deepest;
        if (!sokoban_draft_is_symmetric(&plan.draft, symmetry) || !room_plan_goals(&plan, &rng))
            continue;
        assert_true(rooms_search(rooms, &plan, &deepest));
        for (int depth = deepest; depth > 0; depth--) {
            struct room_level levels[FOUND_KEPT];
            unsigned count = rooms_levels(rooms, depth, levels);
            for (unsigned n = 0; n < count; n++) {
                const struct room *room = rooms_room(rooms);
                assert_true(is_mirrored(room, &levels[n].boxes, symmetry));
                assert_true(is_mirrored(room, &levels[n].goals, symmetry));
                struct judgement judgement = judge_level(room, &levels[n]);
                bool unique = judgement.verdict == VERDICT_UNIQUE;
                found++;
                images += unique && judgement.symmetry > 1;
                missed += unique && !rooms_is_single(rooms, depth, n);
                judgement_free(&judgement);
            }
        }
    }
    assert_true(found > 100 && images > 10 && missed * 20 <= images);
    rooms_free(rooms);
}

/* --- one placement of the goals --- */

/* Returns the n-th pair of cells. */
static struct room_set pair_of_cells(unsigned n)
{
    struct room_set set = {{0}};
    unsigned high = 1;
    for (; n >= high; high++)
        n -= high;
    room_flip(&set, high);
    room_flip(&set, n);
    return set;
}

/* All placements of two goals, one at a time, give the same results as together. */
static void test_pulls_agree_with_all_goals_at_once(void **state)
{
    (void)state;
    struct retro *retro = retro_make(2, STATES, ALL_WORDS, 1);
    struct pulls *pulls = pulls_make(STATES);
    assert_true(retro != NULL && pulls != NULL);
    for (uint64_t seed = 400; seed < 430; seed++) {
        struct room room;
        random_room(&room, 5, 5, seed);
        if (!retro_fits(retro, room.cells))
            continue;
        int depth = retro_run(retro, &room), deepest = -1;
        for (unsigned n = 0; n < room.cells * (room.cells - 1) / 2; n++) {
            struct room_set goals = pair_of_cells(n);
            int here = pulls_run(pulls, &room, &goals, &off_goals);
            assert_true(pulls_met_all(pulls));
            deepest = here > deepest ? here : deepest;
        }
        if (depth != deepest)
            fail_msg("seed %llu: %d instead of %d", (unsigned long long)seed, deepest, depth);
    }
    retro_free(retro);
    pulls_free(pulls);
}

/* Rooms with more than 64 cells, or smaller ones treated like these: the same levels, and depths and single
 * solutions that agree with the solver. */
static void test_wide_rooms(void **state)
{
    (void)state;
    struct pulls *pulls = pulls_make(STATES);
    assert_non_null(pulls);
    unsigned wide = 0, singles = 0;
    for (uint64_t seed = 500; seed < 560; seed++) {
        struct room room;
        struct room_level levels[2][FOUND_KEPT];
        struct rng rng;
        rng_start(&rng, seed, 3);
        bool small = seed % 2 == 0;
        random_room(&room, small ? 6 : 12, small ? 6 : 11, seed);
        if (room.cells < 8)
            continue;
        struct room_set goals = room_pick_cells(&room, 2 + small, &rng);
        int deepest = pulls_run(pulls, &room, &goals, &off_goals);
        int depth = deepest > 0 ? 1 + (int)rng_below(&rng, (uint32_t)deepest) : -1;
        unsigned count = pulls_levels(pulls, depth, levels[0]);
        wide += room.words > 1 && count > 0;
        for (unsigned n = 0; n < count; n += 3) {
            struct judgement judgement = judge_level(&room, &levels[0][n]);
            assert_int_equal((int)judgement.measure[MEASURE_depth], depth);
            bool single = pulls_is_single(pulls, depth, n);
            assert_true(!single || judgement.verdict == VERDICT_UNIQUE);
            singles += single;
            judgement_free(&judgement);
        }
        if (small) {
            room.words = ROOM_WORDS;
            assert_int_equal(pulls_run(pulls, &room, &goals, &off_goals), deepest);
            assert_int_equal(pulls_levels(pulls, depth, levels[1]), count);
            assert_memory_equal(levels[0], levels[1], count * sizeof *levels[0]);
        }
    }
    assert_true(wide > 10 && singles > 10);
    pulls_free(pulls);
}

/* With room for few states, the depths of the visited states are still correct. */
static void test_pulls_in_little_room(void **state)
{
    (void)state;
    struct pulls *pulls = pulls_make(500);
    assert_non_null(pulls);
    unsigned full = 0;
    for (uint64_t seed = 600; seed < 620; seed++) {
        struct room room;
        struct room_level levels[FOUND_KEPT];
        struct rng rng;
        rng_start(&rng, seed, 3);
        random_room(&room, 7, 7, seed);
        if (room.cells < 8)
            continue;
        struct room_set goals = room_pick_cells(&room, 3, &rng);
        int depth = pulls_run(pulls, &room, &goals, &off_goals);
        full += !pulls_met_all(pulls);
        if (pulls_levels(pulls, depth, levels) > 0)
            assert_int_equal(depth_of_level(&room, &levels[0]), depth);
    }
    assert_true(full > 5);
    pulls_free(pulls);
}

/* Computes the steps between each two cells of an empty room, or a large number, by the Floyd-Warshall algorithm. */
static void find_steps(const struct room *room, unsigned steps[SOKOBAN_DRAFT_CELLS][SOKOBAN_DRAFT_CELLS])
{
    for (unsigned from = 0; from < room->cells; from++) {
        for (unsigned to = 0; to < room->cells; to++)
            steps[from][to] = from == to ? 0 : room_has(&room->beside[from], to) ? 1 : SOKOBAN_DRAFT_CELLS;
    }
    for (unsigned by = 0; by < room->cells; by++) {
        for (unsigned from = 0; from < room->cells; from++) {
            for (unsigned to = 0; to < room->cells; to++) {
                unsigned way = steps[from][by] + steps[by][to];
                steps[from][to] = way < steps[from][to] ? way : steps[from][to];
            }
        }
    }
}

/* Boxes start where the places allow, and depths agree with the solver. */
static void test_boxes_start_in_their_places(void **state)
{
    (void)state;
    static unsigned steps[SOKOBAN_DRAFT_CELLS][SOKOBAN_DRAFT_CELLS];
    struct pulls *pulls = pulls_make(STATES);
    assert_non_null(pulls);
    unsigned checked = 0, on_goal = 0, in_line = 0, apart = 0;
    for (uint64_t seed = 700; seed < 940; seed++) {
        struct room room;
        struct room_level levels[FOUND_KEPT];
        struct rng rng;
        rng_start(&rng, seed, 3);
        random_room(&room, 6, 5, seed);
        if (room.cells < 10)
            continue;
        struct box_places places = {.on_goals = {seed % 5 == 0, 1},
                                    .touching = seed % 3 == 0,
                                    .apart = seed % 3 == 1,
                                    .close = seed % 2 == 0,
                                    .in_line = seed % 7 == 0};
        places.barred = room_pick_cells(&room, 4, &rng);
        struct room_set goals = room_pick_cells(&room, 3, &rng);
        int deepest = pulls_run(pulls, &room, &goals, &places), depth = 1 + (int)(seed % 4);
        depth = depth < deepest ? depth : deepest;
        unsigned count = pulls_levels(pulls, depth, levels);
        find_steps(&room, steps);
        for (unsigned n = 0; n < count; n++) {
            unsigned goals_met = 0, touching = 0, rows = 0, columns = 0; /* as sets of bits */
            for (unsigned cell = 0; cell < room.cells; cell++) {
                unsigned nearest = SOKOBAN_DRAFT_CELLS;
                if (!room_has(&levels[n].boxes, cell))
                    continue;
                for (unsigned other = 0; other < room.cells; other++) {
                    if (other != cell && room_has(&levels[n].boxes, other) && steps[cell][other] < nearest)
                        nearest = steps[cell][other];
                }
                rows |= 1u << room.place[cell] / room.columns;
                columns |= 1u << room.place[cell] % room.columns;
                goals_met += room_has(&goals, cell);
                touching += nearest == 1;
                assert_true(!places.close || nearest <= 2);
                assert_true(!room_has(&places.barred, cell) || room_has(&goals, cell));
            }
            assert_true(range_holds(places.on_goals, goals_met));
            assert_true(touching > 0 ? !places.apart : !places.touching);
            assert_true(!places.in_line || (rows & (rows - 1)) == 0 || (columns & (columns - 1)) == 0);
            in_line += places.in_line;
            apart += places.apart;
            on_goal += goals_met;
            checked++;
        }
        if (count > 0)
            assert_int_equal(depth_of_level(&room, &levels[0]), depth);
    }
    assert_true(checked > 30 && on_goal > 0 && in_line > 0 && apart > 0);
    pulls_free(pulls);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rooms_are_tidy),
        cmocka_unit_test(test_carved_rooms),
        cmocka_unit_test(test_player_stands_as_people_put_him),
        cmocka_unit_test(test_looks_do_not_depend_on_orientation),
        cmocka_unit_test(test_looks_draw_by_their_sums),
        cmocka_unit_test(test_hash_is_of_the_region),
        cmocka_unit_test(test_depths_are_what_the_solver_finds),
        cmocka_unit_test(test_no_level_of_the_room_is_deeper),
        cmocka_unit_test(test_few_goals),
        cmocka_unit_test(test_single_is_unique),
        cmocka_unit_test(test_mirrored_levels),
        cmocka_unit_test(test_pulls_agree_with_all_goals_at_once),
        cmocka_unit_test(test_wide_rooms),
        cmocka_unit_test(test_pulls_in_little_room),
        cmocka_unit_test(test_boxes_start_in_their_places),
    };
    return cmocka_run_group_tests_name("sokoban_gen", tests, NULL, NULL);
}

/* Compares states that PuzzleScript's memory of steps expands with those for which all turns are made: random rules in
 * random levels, some of which draw decorations anew in each turn. */
#include "tests/unit.h"

#include "base/text.h"
#include "games/puzzlescript/place.h"
#include "games/puzzlescript/puzzlescript.h"
#include "tests/puzzlescript_kinds.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 120, MOST_LOOPING = 3 /* states of a level; of one whose turns may run into the limit of loops */ };

static struct rng rng;

/* What was compared. */
static struct tally {
    unsigned long games, moves, steps, decorated, stopped;
} tally;

static void differs(const char *source, const struct grid *grid, unsigned metric)
{
    print_message("%s\n%s\n", source, metric == PUZZLESCRIPT_CHANGES ? "changes" : "keys");
    for (int row = 0; row < grid->rows; row++)
        print_message("%.*s\n", grid->columns, (const char *)grid->cells + row * grid->columns);
    fail_msg("remembered steps lead elsewhere");
}

static void count_steps(struct ps_puzzle *puzzle)
{
    struct ps_workspace *workspace = ps_workspace_take(puzzle);
    tally.steps += workspace->steps.leaf_count;
    tally.decorated += workspace->here.view.decorated;
    ps_workspace_leave(puzzle, workspace);
}

/* Stops at a question drawn at random. */
struct countdown {
    struct stop_check check;
    unsigned left;
};

static bool count_down(struct stop_check *check, size_t bytes)
{
    struct countdown *countdown = (struct countdown *)check;
    (void)bytes;
    if (countdown->left == 0 || --countdown->left == 0)
        atomic_store(&check->stopped, true);
    return atomic_load(&check->stopped);
}

/* Expands a state, and stops in the middle.  What the workspace remembers must be as good as before. */
static void stop_within(const struct puzzle *puzzle, const unsigned char *state, game_move *moves,
                        unsigned char *states)
{
    struct countdown countdown = {.check.asked = count_down, .left = 1 + rng_below(&rng, 1u << rng_below(&rng, 6))};
    struct puzzle *copy = puzzle->rules->checked(puzzle, &countdown.check);
    assert_non_null(copy);
    /* Turns ask after some work, the first one after a little. */
    struct ps_workspace *workspace = ps_workspace_take(ps_puzzle_of(puzzle));
    workspace->state->patience = rng_below(&rng, 1u << rng_below(&rng, 14));
    if (workspace->probe != NULL)
        workspace->probe->patience = rng_below(&rng, 1u << rng_below(&rng, 14));
    ps_workspace_leave(ps_puzzle_of(puzzle), workspace);
    copy->rules->expand(copy, state, moves, states);
    tally.stopped += puzzle_stopped(copy);
    assert_false(workspace->state->trace.on);
    copy->rules->checked_free(copy);
}

/* Expands the first states of a level, at most `limit`, in both ways. */
static void compare(const char *source, const struct game_source *game_source, const struct grid *grid, unsigned metric,
                    int limit)
{
    struct variant variant = {.game_source = game_source, .metric = metric};
    struct complaint complaint;
    struct puzzle *with = game_puzzlescript.load(grid, variant, &complaint);
    struct puzzle *without = game_puzzlescript.load(grid, variant, &complaint);
    if (with == NULL || without == NULL)
        fail_msg("%s", complaint.message);
    without->spared = 1u << PS_PRUNE_STEPS;
    /* While the workspace in which the level began is taken, turns use a new one, as in a second thread. */
    struct ps_workspace *taken = ps_workspace_take(ps_puzzle_of(without));
    size_t bytes = with->state_bytes, most = with->max_moves;
    unsigned char *states = calloc(MOST, bytes), *one = calloc(most, bytes), *other = calloc(most, bytes);
    game_move *moves = calloc(most, sizeof *moves), *moves_other = calloc(most, sizeof *moves_other);
    int count = 1;
    with->rules->start(with, states);
    without->rules->start(without, one);
    if (memcmp(states, one, bytes) != 0)
        differs(source, grid, metric);
    bool no_memory;
    for (int i = 0; i < count && with->rules->doubt(with, &no_memory) == NULL; i++) {
        const unsigned char *state = states + (size_t)i * bytes;
        if (with->rules->solved(with, state))
            continue;
        if (rng_below(&rng, 4) == 0)
            stop_within(with, state, moves, one);
        unsigned many = with->rules->expand(with, state, moves, one);
        unsigned many_other = without->rules->expand(without, state, moves_other, other);
        if (with->rules->doubt(with, &no_memory) != NULL || without->rules->doubt(without, &no_memory) != NULL)
            break;
        if (many != many_other || memcmp(moves, moves_other, many * sizeof *moves) != 0 ||
            memcmp(one, other, many * bytes) != 0)
            differs(source, grid, metric);
        tally.moves += many;
        for (unsigned n = 0; n < many && count < limit; n++) {
            int same = 0;
            while (same < count && memcmp(states + (size_t)same * bytes, one + n * bytes, bytes) != 0)
                same++;
            if (same == count)
                memcpy(states + (size_t)count++ * bytes, one + n * bytes, bytes);
        }
    }
    if (atomic_load(&ps_puzzle_of(with)->doubt) == PS_NOT_PACKED ||
        atomic_load(&ps_puzzle_of(without)->doubt) == PS_NOT_PACKED)
        differs(source, grid, metric);
    count_steps(ps_puzzle_of(with));
    ps_workspace_leave(ps_puzzle_of(without), taken);
    free(states);
    free(one);
    free(other);
    free(moves);
    free(moves_other);
    with->game->free(with);
    without->game->free(without);
}

static void compare_levels(const char *source, const struct game_source *game_source, int levels, int limit)
{
    for (int level = 0; level < levels; level++) {
        struct grid grid;
        puzzlescript_kind_level(&rng, &grid);
        compare(source, game_source, &grid, rng_below(&rng, 2), limit);
        grid_free(&grid);
    }
    tally.games++;
}

static void test_kinds(void **unused)
{
    (void)unused;
    for (const struct puzzlescript_kind *kind = puzzlescript_kinds; kind->name != NULL; kind++) {
        struct game_source *game_source = puzzlescript_kind_read(kind);
        compare_levels(kind->name, game_source, CASES(24), MOST);
        source_release(game_source);
    }
}

/* Levels in which turns look alike, but differ by something that the player does not touch. */
static const struct look_alike {
    struct puzzlescript_kind kind;
    int columns;
    const char *cells;
} look_alikes[] = {
    /* A push wins only while another box is on its mark.  If it does not win, a turn by `again` follows. */
    {{"again", "", "",
      "[ > Player | Box ] -> [ > Player | > Box ] again\n[ stationary Player | Box | Girl ] -> [ Player | Box | ]",
      "All Mark on Box"},
     6,
     "......"
     "p*og.."
     "......"
     "..@..."
     "......"},
    /* A box and a wall match without effect, until a box comes to them. */
    {{"no effect", "", "",
      "[ > Player | Box ] -> [ > Player | > Box ]\nlate right [ Thing | Thing ] -> [ Thing no Wall | Wall ]",
      "All Mark on Box"},
     6,
     "p*.*#."
     "......"
     ".*.*.."
     ".....o"},
    /* A box on its mark keeps the player from walking to the left, wherever he is. */
    {{"held", "", "",
      "[ > Player | Box ] -> [ > Player | > Box ]\nleft [ > Player ] [ Box Mark ] -> [ Player ] [ Box Mark ]",
      "All Mark on Box"},
     6,
     "......"
     ".p*o.."
     ".*...o"
     "......"},
    /* The player looks otherwise after a walk onto ice. */
    {{"looks", "", "Boy or Girl",
      "[ > Player | Box ] -> [ > Player | > Box ]\nlate [ Boy Ice ] -> [ Girl Ice ]\nlate [ Girl Mark ] -> [ Boy Mark "
      "]",
      "All Mark on Box"},
     6,
     "....i."
     ".p*o.."
     ".*..io"
     "..i..."},
    /* The action changes only how the player looks, and with it whether he can pull. */
    {{"turns", "", "Boy or Girl",
      "[ < Girl | Box ] -> [ < Girl | < Box ]\n[ action Boy ] -> [ Girl ]\n[ action Girl ] -> [ Boy ]",
      "All Mark on Box"},
     6,
     "..#.o."
     "o..p*."
     ".*..#."
     "...#.."},
    /* Two pushes open the rooms of ice.  After the left one, a box keeps the player in the left corner.  No turn before
     * looks so far, except, just now, that beside the box in the other room. */
    {{"a look far ahead", "", "",
      "[ > Player | Box ] -> [ > Player | > Box ]\nright [ > Player | Ice | Ice | Box ] -> [ Player | Ice | Ice | Box "
      "]",
      "All Mark on Box"},
     18,
     "########p.....o..#"
     "#########.#####.##"
     "#########*.ii*#*.#"
     "######.ii..####..#"
     "########.........#"
     "##################"},
    /* A walk wins between its turns, but only while the mark has the box. */
    {{"a win in passing", "", "",
      "[ action Player ] [ Box | Mark ] -> [ action Player ] [ | Box Mark ]\n"
      "[ > Player | no Box ] -> [ > Player Ice | ] again\n[ Ice | stationary Player ] -> [ | stationary Player ]",
      "Some Ice\nAll Mark on Box"},
     6,
     "p....."
     "......"
     "......"
     "...*o."},
};

static void test_look_alikes(void **unused)
{
    (void)unused;
    for (size_t n = 0; n < sizeof look_alikes / sizeof *look_alikes; n++) {
        struct game_source *game_source = puzzlescript_kind_read(&look_alikes[n].kind);
        int columns = look_alikes[n].columns;
        struct grid grid;
        assert_true(grid_make(&grid, columns, (int)strlen(look_alikes[n].cells) / columns, '.'));
        memcpy(grid.cells, look_alikes[n].cells, strlen(look_alikes[n].cells));
        for (unsigned metric = 0; metric < 2; metric++)
            compare(look_alikes[n].kind.name, game_source, &grid, metric, MOST);
        grid_free(&grid);
        source_release(game_source);
    }
}

/* Adds a rule that puts decorations, Glow and Dust, somewhere or takes them away; some look at the player. */
static void add_decoration(struct text *rules, bool late, bool loop)
{
    static const char *const things[] = {"Box",   "Mark", "Ice",  "Wall", "Girl",
                                         "Thing", "Glow", "Dust", "Box",  "Player"};
    static const char *const places[] = {"", "", "down ", "right ", "horizontal "};
    static const char *const ends[] = {"", "", "", "", "", "", "", "", " sfx1", " cancel", " again", " win"};
    enum { THINGS = sizeof things / sizeof *things };
    const char *thing = things[rng_below(&rng, rng_below(&rng, 8) == 0 ? THINGS : THINGS - 1)];
    const char *other = things[rng_below(&rng, THINGS - 1)], *made = rng_below(&rng, 3) == 0 ? "Dust" : "Glow";
    const char *no = rng_below(&rng, 3) == 0 ? "no " : "";
    text_addf(rules, "%s%s%s", !loop && rng_below(&rng, 10) == 0 ? "+ " : "", late ? "late " : "",
              places[rng_below(&rng, 5)]);
    switch (rng_below(&rng, 6)) {
    case 0:
        text_addf(rules, "[ %s ] -> [ %s %s ]", thing, thing, made);
        break;
    case 1:
        text_addf(rules, "[ %s%s | %s ] -> [ %s | %s %s ]", no, other, thing, *no == '\0' ? other : "", thing, made);
        break;
    case 2:
        text_addf(rules, "[ %s | %s%s ] -> [ %s %s | %s ]", thing, no, other, thing, made, *no == '\0' ? other : "");
        break;
    case 3:
        text_addf(rules, "[ %s ] [ %s%s ] -> [ %s %s ] [ %s ]", thing, no, other, thing, made,
                  *no == '\0' ? other : "");
        break;
    case 4:
        text_addf(rules, "[ Glow | %s%s ] -> [ | %s ]", no, other, *no == '\0' ? other : "");
        break;
    default:
        text_addf(rules, "[ %s no %s ] -> [ %s %s ]", thing, made, thing, made);
        break;
    }
    text_addf(rules, "%s\n", loop ? "" : ends[rng_below(&rng, 12)]);
}

static void add_decorations(struct text *rules, bool late)
{
    const char *prefix = late ? "late " : "";
    bool loop = rng_below(&rng, 20) == 0 && strstr(text_string(rules), "again") == NULL;
    if (loop)
        text_add_string(rules, "startloop\n");
    if (rng_below(&rng, 6) > 0)
        text_addf(rules, "%s[ Glow ] -> [ ]\n", prefix);
    if (rng_below(&rng, 3) > 0)
        text_addf(rules, "%s[ Dust ] -> [ ]\n", prefix);
    for (unsigned count = 1 + rng_below(&rng, 3); count > 0; count--)
        add_decoration(rules, late, loop);
    if (loop)
        text_add_string(rules, "endloop\n");
}

/* The source of a game with decorations; `layers` come first among the layers. */
static void decorated_source(const struct puzzlescript_kind *kind, const char *layers, struct text *source)
{
    puzzlescript_kind_source(kind, source);
    puzzlescript_insert(source, "OBJECTS\n", "Glow\nyellow\n\nDust\ngray\n\n");
    puzzlescript_insert(source, "COLLISIONLAYERS\n", layers);
}

/* While there is ice, marks glow during a turn and stop the player.  Before and after the turn, nothing glows. */
static void test_seen_decorations(void **unused)
{
    (void)unused;
    static const struct puzzlescript_kind kind = {"seen", "", "",
                                                  "[ Ice ] [ Mark ] -> [ Ice ] [ Mark Glow ]\n"
                                                  "[ > Player | Mark Glow ] -> [ Player | Mark Glow ]\n"
                                                  "late [ Player Ice ] -> [ Player ]\nlate [ Glow ] -> [ ]",
                                                  "All Box on Mark"};
    struct text source = {0};
    struct grid grid;
    decorated_source(&kind, "Glow\nDust\n", &source);
    struct game_source *game_source = puzzlescript_read(&source);
    assert_non_null(game_source);
    assert_true(grid_make(&grid, 6, 2, '.'));
    memcpy(grid.cells, "i.po.*o.....", 12);
    for (unsigned metric = 0; metric < 2; metric++)
        compare(text_string(&source), game_source, &grid, metric, MOST);
    grid_free(&grid);
    source_release(game_source);
    text_free(&source);
}

static void test_decorations(void **unused)
{
    (void)unused;
    static const char *const wins[] = {"All Mark on Box", "Some Player on Mark", "All Mark on Glow", "No Dust on Ice"};
    static const char *const pushes[] = {
        "",
        "[ > Player | Box ] -> [ > Player | > Box ]\n",
        "[ > Player | Box ] -> [ > Player | > Box ]\n",
        "[ > Player | Glow ] -> cancel\n",
        "[ > Player | Dust ] -> [ > Player | ]\n[ > Player | Box ] -> [ > Player | > Box ]\n",
        "[ > Player ] [ Glow ] -> [ Player ] [ Glow ]\n",
        "[ > Player | Box no Glow ] -> [ > Player | > Box ]\n",
        "[ > Player | Box ] -> [ > Player | > Box ] again\n",
    };
    static const char *const layers[] = {"Glow\nDust\n", "Glow, Dust\n", "Glow\nDust\n", "Dust\nGlow\n"};
    for (int n = 0; n < CASES(1600); n++) {
        struct text rules = {0}, source = {0};
        if (rng_below(&rng, 3) == 0)
            add_decorations(&rules, false);
        text_add_string(&rules, pushes[rng_below(&rng, 8)]);
        if (rng_below(&rng, 4) == 0)
            puzzlescript_random_rule(&rng, &rules);
        add_decorations(&rules, rng_below(&rng, 4) > 0);
        const struct puzzlescript_kind kind = {"decorations", "", rng_below(&rng, 4) == 0 ? "Boy or Girl" : "",
                                               text_string(&rules), wins[rng_below(&rng, 4)]};
        decorated_source(&kind, rng_below(&rng, 12) > 0 ? layers[rng_below(&rng, 4)] : "Dust\n", &source);
        /* Now and then, a decoration is in a layer with players. */
        if (strstr(text_string(&source), "COLLISIONLAYERS\nDust\nBackground\n") != NULL)
            puzzlescript_insert(&source, "\nMark, Ice\n", "Glow, ");
        /* Loops and groups that run until they reach their limit, in each of many turns, take long. */
        bool loops = strstr(text_string(&rules), "startloop") != NULL || strstr(text_string(&rules), "+ ") != NULL;
        struct game_source *game_source = puzzlescript_read(&source);
        if (game_source != NULL) {
            compare_levels(text_string(&source), game_source, 3, loops ? MOST_LOOPING : MOST);
            source_release(game_source);
        }
        text_free(&rules);
        text_free(&source);
    }
    print_message("%lu games, %lu moves, %lu remembered steps, %lu decorated, %lu stopped\n", tally.games, tally.moves,
                  tally.steps, tally.decorated, tally.stopped);
    assert_true(tally.decorated > CASES(100));
}

static void test_random_rules(void **unused)
{
    (void)unused;
    for (int n = 0; n < CASES(1200); n++) {
        struct text source = {0};
        puzzlescript_random_source(&rng, &source);
        struct game_source *game_source = puzzlescript_read(&source);
        if (game_source != NULL) {
            compare_levels(text_string(&source), game_source, 3, MOST);
            source_release(game_source);
        }
        text_free(&source);
    }
    print_message("%lu games, %lu moves, %lu remembered steps\n", tally.games, tally.moves, tally.steps);
    assert_true(tally.steps > 1000);
}

int main(void)
{
    rng_start(&rng, test_seed(), 0);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_look_alikes),
        cmocka_unit_test(test_seen_decorations),
        cmocka_unit_test(test_decorations),
        cmocka_unit_test(test_random_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Symmetries of PuzzleScript rules: a proved symmetry holds in play.  Random levels of many games are played beside
 * their images, key by key, and each position must be the image of the other.  The games are some with known
 * answers, games with random rules, and those of ONLYWAY_PUZZLESCRIPT, if it is set.  Each game is also played
 * beside a second state that forgets, before each key, where patterns did not match, and that tries idle rules, too. */
#include "tests/unit.h"

#include "base/rng.h"
#include "base/text.h"
#include "games/grid.h"
#include "games/puzzlescript/state.h"
#include "tests/puzzlescript_kinds.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct rng rng;

static struct ps_program *compile(const struct text *source)
{
    struct ps_program *program = ps_compile(source->data, source->size, NULL);
    assert_non_null(program);
    if (program->errors == 0 && program->playable && program->keys.count > 0)
        return program;
    ps_free(program);
    return NULL;
}

/* --- playing beside an image --- */

struct pair {
    const struct ps_program *program;
    unsigned symmetry;
    struct ps_state *state, *image;
};

static struct ps_state *begin(const struct ps_program *program, int width, int height, uint64_t *cells)
{
    struct ps_level level = {.width = width, .height = height, .cells = cells};
    struct ps_state *state = ps_state_new(program);
    assert_non_null(state);
    assert_true(ps_ensure_capacity(state, &level) && ps_begin(state, cells));
    ps_follow_again(state);
    return state;
}

/* Computes the image of the cells of a level or of its restart state. */
static void map_cells(const struct ps_program *program, unsigned symmetry, int columns, int rows, const uint64_t *cells,
                      uint64_t *image)
{
    int image_rows = (symmetry & 4) != 0 ? columns : rows;
    int image_columns = (symmetry & 4) != 0 ? rows : columns;
    size_t words = (size_t)program->object_words;
    for (int cell = 0; cell < columns * rows; cell++) {
        int to = symmetry_cell(symmetry, columns, rows, cell);
        memcpy(image + (size_t)(to % image_columns * image_rows + to / image_columns) * words,
               cells + (size_t)(cell % columns * rows + cell / columns) * words, words * sizeof *cells);
    }
}

static bool is_image(const struct pair *pair)
{
    const struct ps_state *state = pair->state, *image = pair->image;
    uint64_t *wanted = calloc(1, ps_cell_bytes(state));
    bool same = state->won == image->won && state->too_long == image->too_long && state->endless == image->endless;
    map_cells(pair->program, pair->symmetry, state->width, state->height, state->cells, wanted);
    same = same && memcmp(wanted, image->cells, ps_cell_bytes(state)) == 0;
    map_cells(pair->program, pair->symmetry, state->width, state->height, state->restart, wanted);
    same = same && memcmp(wanted, image->restart, ps_cell_bytes(state)) == 0;
    free(wanted);
    return same;
}

static bool press(struct pair *pair, unsigned way)
{
    unsigned turned = way < DIRECTIONS ? (unsigned)symmetry_direction(pair->symmetry, (enum direction)way) : way;
    ps_turn(pair->state, way);
    ps_follow_again(pair->state);
    ps_turn(pair->image, turned);
    ps_follow_again(pair->image);
    return is_image(pair);
}

/* Makes a level from cells of the legend: either mostly cells of one of the game's own levels, or only three kinds
 * of cells. */
static uint64_t *make_level(const struct ps_program *program, int size)
{
    size_t words = (size_t)program->object_words;
    uint64_t *cells = calloc((size_t)size * words, sizeof *cells), *spare = calloc(words, sizeof *spare);
    const struct ps_level *model = NULL;
    uint32_t levels = 0, keys = (uint32_t)program->keys.count, few[3];
    bool crowded = rng_below(&rng, 2) == 0;
    for (int i = 0; i < 3; i++)
        few[i] = rng_below(&rng, keys);
    for (int i = 0; i < program->levels.count; i++)
        if (program->levels.items[i].message == NULL && rng_below(&rng, ++levels) == 0)
            model = &program->levels.items[i];
    for (int i = 0; i < size; i++) {
        uint32_t n = model == NULL ? 0 : (uint32_t)(model->width * model->height);
        uint32_t key = crowded ? few[rng_below(&rng, 3)] : rng_below(&rng, keys);
        const uint64_t *from = !crowded && n > 0 && rng_below(&rng, 3) > 0 ? &model->cells[rng_below(&rng, n) * words]
                                                                           : program->keys.items[key].objects;
        memcpy(&cells[(size_t)i * words], from, words * sizeof *cells);
    }
    ps_fill_background(program, cells, size, spare);
    free(spare);
    return cells;
}

/* Plays a random level and its image.  Returns the number of keys until they differ, or -1 if they do not. */
static int play_level(const struct ps_program *program, unsigned symmetry, int keys, long *changes)
{
    int width = 1 + (int)rng_below(&rng, 7), height = 1 + (int)rng_below(&rng, 6), differ = -1;
    uint64_t *cells = make_level(program, width * height);
    uint64_t *image = calloc((size_t)(width * height * program->object_words), sizeof *image);
    map_cells(program, symmetry, width, height, cells, image);
    bool turned = (symmetry & 4) != 0;
    struct pair pair = {program, symmetry, begin(program, width, height, cells),
                        begin(program, turned ? height : width, turned ? width : height, image)};
    if (!is_image(&pair))
        differ = 0;
    for (int n = 0; n < keys && differ < 0 && !pair.state->too_long; n++) {
        if (!press(&pair, rng_below(&rng, program->prelude.noaction ? 4 : 5)))
            differ = n;
        *changes += pair.state->changed;
    }
    ps_state_free(pair.state);
    ps_state_free(pair.image);
    free(cells);
    free(image);
    return differ;
}

/* Replaces the lists of rules that may match by lists of all rules. */
static void make_busy(const struct ps_groups *from, struct ps_groups *groups, struct ps_group *items,
                      const struct ps_rule **rules)
{
    memcpy(items, from->items, (size_t)from->count * sizeof *items);
    for (int i = 0; i < from->count; i++) {
        for (int phase = 0; phase < PS_PHASES; phase++)
            items[i].busy[phase] = (struct ps_busy_rules){rules, items[i].count};
        for (int r = 0; r < items[i].count; r++)
            *rules++ = &items[i].rules[r];
    }
    *groups = (struct ps_groups){.items = items, .count = from->count};
}

static void forget(struct ps_state *state)
{
    size_t bytes = ps_cell_bytes(state);
    uint64_t *cells = calloc(2, bytes);
    memcpy(cells, state->cells, bytes);
    memcpy(cells + bytes / sizeof *cells, state->restart, bytes);
    assert_true(ps_ensure_capacity(state, &(struct ps_level){.width = state->width, .height = state->height}));
    ps_set_cells(state, cells);
    memcpy(state->restart, cells + bytes / sizeof *cells, bytes);
    free(cells);
}

/* Plays random levels normally and forgetfully.  Sometimes both return to an earlier position. */
static void play_forgetfully(const char *name, const struct ps_program *program, int levels)
{
    enum { GROUPS = 4000, RULES = 40000, KEYS = 20 };
    static struct ps_group groups[2][GROUPS];
    static const struct ps_rule *rules[2][RULES];
    struct ps_program busy = *program;
    if (program->rules.count > GROUPS || program->late.count > GROUPS || program->row_count > RULES)
        return;
    make_busy(&program->rules, &busy.rules, groups[0], rules[0]);
    make_busy(&program->late, &busy.late, groups[1], rules[1]);
    for (int n = 0; n < levels; n++) {
        int width = 1 + (int)rng_below(&rng, 7), height = 1 + (int)rng_below(&rng, 6);
        uint64_t *cells = make_level(program, width * height);
        struct pair pair = {program, 0, begin(program, width, height, cells), begin(&busy, width, height, cells)};
        for (int key = 0; key < KEYS && !pair.state->too_long; key++) {
            forget(pair.image);
            if (!press(&pair, rng_below(&rng, program->prelude.noaction ? 4 : 5)))
                fail_msg("%s: a turn depends on what is known of earlier ones", name);
            if (rng_below(&rng, 4) == 0) {
                ps_set_cells(pair.state, cells);
                ps_set_cells(pair.image, cells);
            } else if (rng_below(&rng, 4) == 0) {
                memcpy(cells, pair.state->cells, ps_cell_bytes(pair.state));
            }
        }
        ps_state_free(pair.state);
        ps_state_free(pair.image);
        free(cells);
    }
}

/* Returns whether play shows a difference between a game and its image within `levels` levels. */
static bool differs(const struct ps_program *program, unsigned symmetry, int levels, long *changes)
{
    for (int n = 0; n < levels; n++)
        if (play_level(program, symmetry, 12, changes) >= 0)
            return true;
    return false;
}

/* Checks all proved symmetries of a game in play.  Returns their number. */
static int check_game(const char *name, const struct ps_program *program, int levels, long *changes)
{
    struct ps_symmetries found;
    int count = 0;
    assert_true(ps_find_symmetries(program, NULL, &found));
    assert_true((found.proved & 1) != 0);
    play_forgetfully(name, program, levels / 2);
    for (unsigned symmetry = 1; symmetry < GRID_SYMMETRIES; symmetry++) {
        if ((found.proved >> symmetry & 1) == 0)
            continue;
        count++;
        if (differs(program, symmetry, levels, changes))
            fail_msg("%s: symmetry %u is proved, but does not hold", name, symmetry);
    }
    return count;
}

/* --- games with known answers --- */

#define WINS "All Mark on Box"

enum { ALL = 0xff, SIDES = 0x03, ENDS = 0x05, HALF_TURN = 0x0f, NONE = 0x01 };

static const struct known {
    const char *prelude, *rules;
    unsigned proved;
    unsigned holds; /* symmetries that hold, or nearly always hold, but are not proved */
} known[] = {
    {"", "[ > Player | Box ] -> [ > Player | > Box ]", ALL, 0},
    {"noaction", "[ > Player | Box ] -> [ > Player | > Box ]\nlate [ Player Mark ] -> [ Player Ice ]", ALL, 0},
    {"", "[ < Player | Box ] -> [ < Player | < Box ]", ALL, 0},
    {"", "[ > Player | no Thing no Player ] -> [ | > Player ] again", ALL, 0},
    {"", "[ > Player | Box ] -> [ > Player | > Box ]\n[ moving Box | Box ] -> [ moving Box | moving Box ]", ALL, 0},
    {"", "[ > Player | Box ] -> [ > Player | > Box ]\nlate [ Player | Ice ] -> [ | Ice ]", ALL, 0},
    {"", "[ > Player | Box ] -> [ > Player | > Box ]\nlate [ Box | Box ] -> cancel", ALL, 0},
    {"", "[ > Player ] [ Girl ] -> [ > Player ] [ > Girl ]", ALL, 0},
    /* the rules distinguish one side */
    {"", "[ > Player | Box ] -> [ > Player | > Box ]\nlate down [ Box | no Thing no Player no Girl ] -> [ | Box ]",
     SIDES, 0},
    {"", "[ left Player | Box ] -> [ left Player | left Box ]", 0x05, 0},
    {"", "[ horizontal Player | Box ] -> [ horizontal Player | horizontal Box ]", HALF_TURN, 0},
    {"", "[ left Player | Ice ] -> cancel", 0x05, 0},
    /* only one part of the patterns does: what must be there, what must not, what must move, what must not */
    {"", "[ > Player | Box ] -> [ > Player | > Box ]\nlate down [ Player | Ice ] -> cancel", SIDES, 0},
    {"", "[ > Player | Box ] -> [ > Player | > Box ]\nlate down [ Piece | Thing ] -> cancel", SIDES, 0},
    {"", "[ > Player | Box ] -> [ > Player | > Box ]\nlate down [ Box no Ice | Box ] -> cancel", SIDES, 0},
    {"", "[ < Player | Box ] -> [ < Player | < Box ]\ndown [ vertical Box | Box ] -> cancel", SIDES, 0},
    {"", "[ > Player | Box ] -> [ > Player | > Box ]\ndown [ stationary Box | Box ] -> cancel", SIDES, 0},
    /* only one part of the changes does: what is removed, what stops */
    {"", "late down [ Box | Box ] -> [ Box no Ice | Box no Mark ]", SIDES, 0},
    {"", "[ > Player | Box ] -> [ > Player | > Box ]\ndown [ Box | Box ] -> [ stationary Box | Box ]", SIDES, 0},
    /* players in a row block each other, but the final result is the same */
    {"", "[ > Player | no Thing ] -> [ | > Player ] again", 0x11, ALL},
    /* no rule names a direction, but the order of cells and rules does */
    {"", "[ > Player ] [ Girl ] -> [ > Player ] [ < Girl ]", NONE, 0x10},
    {"", "late [ Box | Box | Box ] -> [ | | ]", NONE, 0},
    {"", "[ action Player | ] -> [ Player | Box ]\nlate [ Box | Box ] -> [ Ice | ]", NONE, 0},
    {"", "[ action Player ] [ Ice ] -> [ Player ] [ Mark ]\nlate [ Mark ] [ Box ] -> [ ] [ ]", NONE, 0},
    {"", "[ > Player | ... | Girl ] -> [ > Player | ... | ]", 0x11, ALL},
    {"", "rigid [ > Player | Box ] -> [ > Player | > Box ]", NONE, ALL},
};

static struct ps_program *compile_known(const struct known *game)
{
    struct text source = {0};
    puzzlescript_kind_source(&(struct puzzlescript_kind){"known", game->prelude, "", game->rules, WINS}, &source);
    struct ps_program *program = compile(&source);
    text_free(&source);
    if (program == NULL)
        fail_msg("does not compile: %s", game->rules);
    return program;
}

static void test_known_games(void **unused)
{
    (void)unused;
    long changes = 0;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct ps_program *program = compile_known(&known[i]);
        struct ps_symmetries found;
        assert_true(ps_find_symmetries(program, NULL, &found));
        if (found.proved != known[i].proved)
            fail_msg("%s\nproved are %02x, not %02x", known[i].rules, found.proved, known[i].proved);
        check_game(known[i].rules, program, WATCHED ? 10 : 60, &changes);
        ps_free(program);
    }
    assert_true(changes > 1000);
}

/* Play shows each symmetry that does not hold, so it would reveal a wrong proof. */
static void test_play_tells(void **unused)
{
    (void)unused;
    long changes = 0;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct ps_program *program = compile_known(&known[i]);
        for (unsigned symmetry = 1; symmetry < GRID_SYMMETRIES; symmetry++)
            if (((known[i].proved | known[i].holds) >> symmetry & 1) == 0 &&
                !differs(program, symmetry, 20000, &changes))
                fail_msg("%s: symmetry %u is not told by play", known[i].rules, symmetry);
        ps_free(program);
    }
}

/* --- random rules --- */

static void test_random_rules(void **unused)
{
    (void)unused;
    const char *lengthy = getenv("ONLYWAY_TEST_LONG");
    int all_games = lengthy != NULL && strcmp(lengthy, "yes") == 0 ? 40000 : CASES(3000);
    static const char *const preludes[] = {"", "", "noaction", "run_rules_on_level_start", "require_player_movement"};
    enum { PRELUDES = sizeof preludes / sizeof *preludes };
    int good = 0, some = 0, all = 0;
    long changes = 0;
    for (int n = 0; n < all_games; n++) {
        struct text rules = {0};
        for (unsigned count = 1 + rng_below(&rng, 3); count > 0; count--)
            puzzlescript_random_rule(&rng, &rules);
        struct text source = {0};
        puzzlescript_kind_source(
            &(struct puzzlescript_kind){"random", preludes[rng_below(&rng, PRELUDES)], "", text_string(&rules), WINS},
            &source);
        struct ps_program *program = compile(&source);
        if (program != NULL) {
            int count = check_game(text_string(&rules), program, 6, &changes);
            good++;
            some += count > 0;
            all += count == GRID_SYMMETRIES - 1;
            ps_free(program);
        }
        text_free(&rules);
        text_free(&source);
    }
    print_message("%d games of random rules: %d with a symmetry, %d with all; %ld turns that change something\n", good,
                  some, all, changes);
    assert_true(all > all_games / 50 && some > all && some < good && changes > all_games);
}

/* --- sessions --- */

static bool read_file(const char *path, struct text *text)
{
    char buffer[4096];
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return false;
    for (size_t size; (size = fread(buffer, 1, sizeof buffer, file)) > 0;)
        text_add(text, buffer, size);
    fclose(file);
    return true;
}

static void test_sessions(void **unused)
{
    (void)unused;
    const char *root = getenv("ONLYWAY_PUZZLESCRIPT");
    char path[2000];
    int all_games = 0, some = 0, all = 0;
    long changes = 0;
    snprintf(path, sizeof path, "%s/sessions", root == NULL ? "" : root);
    DIR *folder = root == NULL || *root == '\0' ? NULL : opendir(path);
    if (folder == NULL)
        skip();
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        struct text source = {0};
        snprintf(path, sizeof path, "%s/sessions/%.200s/game.txt", root, entry->d_name);
        struct ps_program *program = read_file(path, &source) ? compile(&source) : NULL;
        text_free(&source);
        if (program == NULL)
            continue;
        int count = check_game(entry->d_name, program, WATCHED ? 2 : 8, &changes);
        all_games++;
        some += count > 0;
        all += count == GRID_SYMMETRIES - 1;
        ps_free(program);
    }
    closedir(folder);
    print_message("%d games: %d with a symmetry, %d with all; %ld turns that change something\n", all_games, some, all,
                  changes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_games),
        cmocka_unit_test(test_play_tells),
        cmocka_unit_test(test_random_rules),
        cmocka_unit_test(test_sessions),
    };
    rng_start(&rng, test_seed(), 0);
    return cmocka_run_group_tests(tests, NULL, NULL);
}

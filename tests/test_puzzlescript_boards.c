/* Compares turns in which PuzzleScript's matches are found by boards with turns in which cells are read: random rules,
 * levels and keys. */
#include "tests/unit.h"

#include "base/text.h"
#include "games/puzzlescript/state.h"
#include "tests/puzzlescript_kinds.h"

#include <string.h>

enum { FEW_KEYS = 24, DUMMIES = 70 };

static struct rng rng;

static struct tally {
    unsigned long games, turns, changes;
} tally;

/* Adds objects that occur nowhere, before all others and each in its own layer, so that a cell takes several words. */
static void add_dummies(struct text *source)
{
    struct text objects = {0}, layers = {0};
    for (int n = 0; n < DUMMIES; n++) {
        text_addf(&objects, "Dummy%d\nblack\n\n", n);
        text_addf(&layers, "Dummy%d\n", n);
    }
    puzzlescript_insert(source, "OBJECTS\n", text_string(&objects));
    puzzlescript_insert(source, "COLLISIONLAYERS\n", text_string(&layers));
    text_free(&objects);
    text_free(&layers);
}

static void add_level(struct text *source)
{
    static const char cells[] = "............##**oi@P";
    int columns = 1 + (int)rng_below(&rng, 18), rows = 1 + (int)rng_below(&rng, 12);
    text_add_char(source, '\n');
    for (int row = 0; row < rows; row++) {
        for (int column = 0; column < columns; column++)
            text_add_char(source, cells[rng_below(&rng, sizeof cells - 1)]);
        text_add_char(source, '\n');
    }
}

/* Plays random keys in both ways. */
static void play(const struct ps_program *program, const char *source)
{
    struct ps_state *with = ps_state_new(program), *without = ps_state_new(program);
    assert_true(with != NULL && without != NULL);
    assert_true(ps_ensure_capacity(with, &program->levels.items[1]));
    assert_true(ps_ensure_capacity(without, &program->levels.items[1]));
    assert_non_null(with->boards);
    without->boards = NULL;
    ps_begin(with, program->levels.items[1].cells);
    ps_begin(without, program->levels.items[1].cells);
    for (int key = 0; key < FEW_KEYS; key++) {
        unsigned way = rng_below(&rng, PS_LATE);
        ps_turn(with, way);
        ps_turn(without, way);
        for (int more = 0; more < 50 && with->again && !with->too_long; more++) {
            ps_turn(with, PS_TICK);
            ps_turn(without, PS_TICK);
        }
        tally.turns++;
        tally.changes += with->changed;
        if (with->too_long || without->too_long)
            break;
        if (with->changed != without->changed || with->won != without->won || with->again != without->again ||
            with->capped != without->capped || with->message != without->message ||
            memcmp(with->cells, without->cells, ps_cell_bytes(with)) != 0) {
            print_message("%s\n", source);
            fail_msg("boards lead elsewhere after %d keys", key + 1);
        }
        if (rng_below(&rng, 8) == 0) {
            ps_set_cells(with, program->levels.items[1].cells);
            ps_set_cells(without, program->levels.items[1].cells);
        }
    }
    ps_state_free(with);
    ps_state_free(without);
}

/* Plays a level of a game, if its rules are valid. */
static void play_kind(const struct puzzlescript_kind *kind)
{
    struct text source = {0};
    puzzlescript_kind_source(kind, &source);
    if (rng_below(&rng, 3) == 0)
        add_dummies(&source);
    add_level(&source);
    struct ps_program *program = ps_compile(source.data, source.size, NULL);
    assert_non_null(program);
    if (program->errors == 0 && program->levels.count > 1) {
        play(program, text_string(&source));
        tally.games++;
    }
    ps_free(program);
    text_free(&source);
}

static void test_kinds(void **unused)
{
    (void)unused;
    for (const struct puzzlescript_kind *kind = puzzlescript_kinds; kind->name != NULL; kind++)
        for (int n = CASES(40); n > 0; n--)
            play_kind(kind);
}

static void test_random_rules(void **unused)
{
    (void)unused;
    for (int n = CASES(4000); n > 0; n--) {
        struct text rules = {0};
        if (rng_below(&rng, 3) > 0)
            text_add_string(&rules, "[ > Player | Box ] -> [ > Player | > Box ]\n");
        for (unsigned count = 1 + rng_below(&rng, 3); count > 0; count--)
            puzzlescript_random_rule(&rng, &rules);
        play_kind(&(struct puzzlescript_kind){"random", "", "", text_string(&rules), "All Box on Mark"});
        text_free(&rules);
    }
    print_message("%lu games, %lu keys, %lu changes\n", tally.games, tally.turns, tally.changes);
    assert_true(tally.changes > tally.turns / 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_random_rules),
    };
    rng_start(&rng, test_seed(), 0);
    return cmocka_run_group_tests(tests, NULL, NULL);
}

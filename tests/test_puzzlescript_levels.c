/* Compares judgements of PuzzleScript levels with two slow judges: one knows the language but not places and
 * symmetries, the other knows puzzles and follows each definition literally. */
#include "tests/unit.h"

#include "base/text.h"
#include "games/puzzlescript/place.h"
#include "games/puzzlescript/puzzlescript.h"
#include "solve/judge/judge.h"
#include "tests/puzzlescript_kinds.h"
#include "tests/slow_judge.h"
#include "tests/slow_puzzlescript.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* Plays a reported solution, key by key, in a session.  It must win at its last key and not before. */
static void play_solution(const struct ps_puzzle *puzzle, const struct judgement *judgement)
{
    static const char letters[] = "urdlx";
    char text[2000];
    struct ps_state *state = ps_state_new(puzzle->program);
    size_t size =
        ps_write_moves(&puzzle->puzzle, judgement->reported.moves, judgement->reported.count, text, sizeof text);
    assert_true(size < sizeof text);
    assert_int_equal(size, judgement->measure[MEASURE_steps]);
    assert_true(ps_ensure_capacity(state, &puzzle->level) && ps_begin(state, puzzle->cells));
    ps_follow_again(state);
    for (size_t i = 0; i < size; i++) {
        assert_false(state->won);
        ps_turn(state, (unsigned)(strchr(letters, text[i] | 0x20) - letters));
        ps_follow_again(state);
    }
    assert_true(state->won);
    ps_state_free(state);
    /* The text, when read, gives these moves. */
    struct move_reader reader = {.text = text};
    struct complaint complaint;
    unsigned char *at = calloc(1, puzzle->puzzle.state_bytes);
    game_move *moves = calloc(puzzle->puzzle.max_moves, sizeof *moves), move;
    unsigned char *states = calloc(puzzle->puzzle.max_moves, puzzle->puzzle.state_bytes);
    puzzle->puzzle.rules->start(&puzzle->puzzle, at);
    for (size_t i = 0; i < judgement->reported.count; i++) {
        assert_int_equal(ps_read_move(&puzzle->puzzle, at, &reader, &move, &complaint), 1);
        assert_int_equal(move, judgement->reported.moves[i]);
        unsigned count = puzzle->puzzle.rules->expand(&puzzle->puzzle, at, moves, states), n = 0;
        while (n < count && moves[n] != move)
            n++;
        assert_true(n < count);
        memcpy(at, states + n * puzzle->puzzle.state_bytes, puzzle->puzzle.state_bytes);
    }
    assert_int_equal(ps_read_move(&puzzle->puzzle, at, &reader, &move, &complaint), 0);
    free(at);
    free(moves);
    free(states);
}

static void show_level(const struct puzzlescript_kind *kind, const struct grid *grid, bool walks)
{
    print_message("%s, %s:\n", kind->name, walks ? "changes" : "keys");
    for (int row = 0; row < grid->rows; row++)
        print_message("%.*s\n", grid->columns, (const char *)grid->cells + row * grid->columns);
}

/* Counts of compared levels, solved levels, and positions that walks connect. */
struct tally {
    unsigned levels, solved, deep, symmetric, merged;
};

/* Compares the essential solutions with those of the slow judge of puzzles, using the level's symmetries. */
static void compare_essential(const struct puzzlescript_kind *kind, const struct grid *grid, bool walks,
                              const struct puzzle *puzzle, const struct judgement *judgement, struct tally *tally)
{
    struct slow slow;
    tally->symmetric += puzzle->symmetry_count > 1;
    if (judgement->measure[MEASURE_depth] < 1 || !slow_judge(puzzle, 700, 400, &slow))
        return;
    if (!tells_essential(judgement, slow.essential)) {
        show_level(kind, grid, walks);
        fail_msg("%s essential, slowly %zu", text_string(&judgement->essential), slow.essential);
    }
    tally->merged += puzzle->symmetry_count > 1 && slow.essential < slow.solutions;
    slow_free(&slow);
}

static void compare(const struct puzzlescript_kind *kind, const struct game_source *game_source,
                    const struct grid *grid, bool walks, struct tally *tally)
{
    struct variant variant = {.game_source = game_source, .metric = walks ? PUZZLESCRIPT_CHANGES : PUZZLESCRIPT_KEYS};
    struct complaint complaint;
    struct puzzle *puzzle = game_puzzlescript.load(grid, variant, &complaint);
    struct request request = {.limits = {.jobs = 1}, .measures = MEASURES_AUTO};
    struct judgement judgement;
    struct slow_answer answer;
    if (puzzle == NULL)
        fail_msg("%s", complaint.message);
    /* States that are proved lost do not count. */
    puzzle->spared = tally->levels % 2 == 0 ? ~0u : 0;
    if (slow_puzzlescript(ps_puzzle_of(puzzle), walks, &answer)) {
        assert_true(judge(puzzle, &request, &judgement));
        char solutions[40];
        snprintf(solutions, sizeof solutions, "%.0f", answer.solutions);
        bool same = judgement.verdict != VERDICT_UNDECIDED &&
                    (judgement.verdict == VERDICT_UNSOLVABLE) == (answer.depth < 0) &&
                    judgement.measure[MEASURE_depth] == answer.depth &&
                    strcmp(text_string(&judgement.solutions), solutions) == 0 &&
                    (judgement.measure[MEASURE_forced] == UNKNOWN && answer.depth > 0
                         ? true
                         : judgement.states == answer.states || answer.depth == 0 ||
                               (puzzle->spared == 0 && judgement.states < answer.states));
        if (!same) {
            show_level(kind, grid, walks);
            fail_msg("%s (%s), depth %.0f, %s solutions, %" PRIu64 " states; slowly: depth %d, %s solutions, %u states",
                     verdict_names[judgement.verdict], judgement.reason, judgement.measure[MEASURE_depth],
                     text_string(&judgement.solutions), judgement.states, answer.depth, solutions, answer.states);
        }
        compare_essential(kind, grid, walks, puzzle, &judgement, tally);
        if (answer.depth >= 0)
            play_solution(ps_puzzle_of(puzzle), &judgement);
        tally->levels++;
        tally->solved += answer.depth > 0;
        tally->deep += answer.depth > 2;
        judgement_free(&judgement);
    }
    puzzle->game->free(puzzle);
}

static void test_against_slow_judge(void **unused)
{
    (void)unused;
    const char *lengthy = getenv("ONLYWAY_TEST_LONG");
    bool is_long = lengthy != NULL && strcmp(lengthy, "yes") == 0;
    struct rng rng;
    rng_start(&rng, test_seed(), 0);
    for (const struct puzzlescript_kind *kind = puzzlescript_kinds; kind->name != NULL; kind++) {
        struct game_source *game_source = puzzlescript_kind_read(kind);
        struct tally tally = {0};
        for (int n = 0; n < (is_long ? 2000 : CASES(120)); n++) {
            struct grid grid;
            puzzlescript_kind_level(&rng, &grid);
            compare(kind, game_source, &grid, n % 3 != 0, &tally);
            grid_free(&grid);
        }
        print_message("%s: %u levels, %u solved, %u deeper than 2; %u with symmetries, which merge solutions of %u\n",
                      kind->name, tally.levels, tally.solved, tally.deep, tally.symmetric, tally.merged);
        assert_enough(tally.levels > CASES(40));
        source_release(game_source);
    }
}

/* Reads a game with so many layers of seven objects each, all of which a player can push; odd rows of its level lack
 * the last layer, because a wall fills it.  It may restart at checkpoints. */
static struct puzzle *load_layers(int layers, struct game_source **game_source)
{
    struct text source = {0};
    text_addf(&source, "title Layers\n\nOBJECTS\nBackground\nblack\n\nPlayer\nred\n\nWall\ngrey\n\n");
    for (int layer = 0; layer < layers; layer++)
        for (int n = 0; n < 7; n++)
            text_addf(&source, "O%dx%d\nblue\n\n", layer, n);
    text_addf(&source, "LEGEND\n. = Background\nP = Player\n# = Wall\n* = O0x0\n");
    for (int layer = 0; layer < layers; layer++)
        text_addf(&source, "L%d = O%dx0 or O%dx1 or O%dx2 or O%dx3 or O%dx4 or O%dx5 or O%dx6\n", layer, layer, layer,
                  layer, layer, layer, layer, layer);
    text_addf(&source, "SOUNDS\nCOLLISIONLAYERS\nBackground\nPlayer\n");
    for (int layer = 0; layer < layers; layer++)
        text_addf(&source, "L%d%s\n", layer, layer == layers - 1 ? ", Wall" : "");
    text_addf(&source, "RULES\n[ action Player ] -> checkpoint\n[ left Player ] -> restart\n");
    for (int layer = 0; layer < layers; layer++)
        text_addf(&source, "[ > Player | L%d ] -> [ > Player | > L%d ]\n", layer, layer);
    text_addf(&source, "WINCONDITIONS\nNo O0x0\nLEVELS\n\nP....\n#####\n..*..\n");
    *game_source = puzzlescript_read(&source);
    assert_non_null(*game_source);
    text_free(&source);
    struct grid grid;
    int line;
    struct complaint complaint;
    assert_true(puzzlescript_language.level(*game_source, 0, &grid, &line, &complaint));
    struct puzzle *puzzle = game_puzzlescript.load(&grid, (struct variant){.game_source = *game_source}, &complaint);
    if (puzzle == NULL)
        fail_msg("%s", complaint.message);
    grid_free(&grid);
    return puzzle;
}

/* Packs random positions and unpacks them.  The fields of a cell of 30 layers have more than 64 bits. */
static void test_packing(void **unused)
{
    (void)unused;
    struct rng rng;
    rng_start(&rng, test_seed(), 0);
    for (int layers = 1; layers <= 30; layers += layers < 15 ? 7 : 15) {
        struct game_source *game_source;
        struct puzzle *puzzle = load_layers(layers, &game_source);
        struct ps_puzzle *own = ps_puzzle_of(puzzle);
        const struct ps_program *program = own->program;
        size_t words = own->layout.words, each = ps_words(own), cells = (size_t)ps_size(own);
        uint64_t *position = calloc(words, sizeof *position), *again = calloc(words, sizeof *again);
        unsigned char *state = calloc(1, puzzle->state_bytes);
        assert_true(own->layout.restart == cells * each && words == 2 * own->layout.restart);
        for (int n = 0; n < 1000; n++) {
            bool won = rng_below(&rng, 2) == 0;
            unsigned changes = rng_below(&rng, 2 * (unsigned)cells);
            memcpy(position, own->start, words * sizeof *position);
            for (unsigned i = 0; i < changes; i++) {
                uint64_t *cell = &position[rng_below(&rng, 2 * (unsigned)cells) * each];
                int id = (int)rng_below(&rng, (unsigned)program->ids), layer = program->id_layers[id];
                bool filled = false;
                for (int other = 0; other < program->ids; other++)
                    filled = filled || (other != program->background_id && !has_bit(own->packing.dynamic, other) &&
                                        program->id_layers[other] == layer && has_bit(cell, other));
                if (filled || !has_bit(own->packing.dynamic, id))
                    continue;
                clear_mask(cell, program->layer_masks[layer], program->object_words);
                if (rng_below(&rng, 3) > 0)
                    set_bit(cell, id);
            }
            memset(state, 0xa5, puzzle->state_bytes);
            ps_pack(own, position, won, state);
            assert_int_equal(atomic_load(&own->doubt), PS_NO_DOUBT);
            assert_int_equal(ps_unpack(own, state, again), won);
            assert_memory_equal(position, again, words * sizeof *position);
            /* A position without its player, to which he is added, is packed in the same way. */
            unsigned char *other = calloc(1, puzzle->state_bytes);
            uint64_t player[PS_MAX_OBJECTS / 64] = {0};
            size_t at = rng_below(&rng, (unsigned)cells) * each;
            for (int word = 0; word < program->object_words; word++)
                player[word] = position[at + (size_t)word] & program->player[word];
            clear_mask(&position[at], program->player, program->object_words);
            ps_pack(own, position, won, other);
            ps_pack_more(own, (int)(at / each), player, other);
            assert_memory_equal(state, other, puzzle->state_bytes);
            free(other);
        }
        /* Two objects of a layer in one cell cannot be packed. */
        memcpy(position, own->start, words * sizeof *position);
        for (int id = 0, found = 0; id < program->ids && found < 2; id++)
            if (has_bit(own->packing.dynamic, id) && !has_bit(program->player, id)) {
                set_bit(position, id);
                found++;
            }
        ps_pack(own, position, false, state);
        assert_int_equal(atomic_load(&own->doubt), PS_NOT_PACKED);
        free(state);
        free(position);
        free(again);
        puzzle->game->free(puzzle);
        source_release(game_source);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_against_slow_judge),
        cmocka_unit_test(test_packing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

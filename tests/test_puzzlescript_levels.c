/* Levels of PuzzleScript games as puzzles: judged as a slow judge does that knows nothing of packed states,
 * places and floods.  The slow judge plays every key in every position, says which positions walks join by trying
 * all ways there and back, and counts shortest ways through what is left. */
#include "tests/unit.h"

#include "base/rng.h"
#include "base/text.h"
#include "games/puzzlescript/moves.h"
#include "games/puzzlescript/puzzlescript.h"
#include "games/puzzlescript/session.h"
#include "solve/judge.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* Objects and legend of all games here; what differs is their rules. */
static const char *const head =
    "OBJECTS\nBackground\nblack\n\nWall\ngray\n\nBoy\nred\n\nGirl\nred\n\nBox\nbrown\n\nMark\n"
    "green\n\nIce\nblue\n\nLEGEND\n. = Background\n# = Wall\nP = Boy\nG = Girl\n* = Box\no = Mark\n"
    "i = Ice\n@ = Box and Mark\nq = Boy and Mark\nPlayer = %s\nSOUNDS\nCOLLISIONLAYERS\n"
    "Background\nMark, Ice\nBoy, Girl, Wall, Box\nRULES\n%s\nWINCONDITIONS\n%s\nLEVELS\n\nP*o\n";

struct kind {
    const char *name, *prelude, *player, *rules, *wins;
};

static const struct kind kinds[] = {
    {"push", "", "", "[ > Player | Box ] -> [ > Player | > Box ]", "All Mark on Box"},
    {"push without the action", "noaction", "", "[ > Player | Box ] -> [ > Player | > Box ]",
     "All Box on Mark"},
    {"pull and push", "", "",
     "[ < Player | Box ] -> [ < Player | < Box ]\n"
     "[ > Player | Box ] -> [ > Player | > Box ]",
     "All Mark on Box"},
    {"go to the mark", "", "", "[ > Player | Box ] -> [ > Player | > Box ]", "All Player on Mark"},
    {"slide", "", "",
     "[ > Player | no Wall no Box ] -> [ | > Player ] again\n"
     "[ > Player | Box ] -> [ > Player | > Box ]",
     "Some Player on Mark"},
    {"slide in one go", "", "", "[ > Player | no Wall no Box ] -> [ | > Player ]\n[ > Player | Box ] -> [ > Player | > Box ]",
     "All Mark on Box"},
    {"ice that is not entered from the right", "", "",
     "[ left Player | Ice ] -> cancel\n"
     "[ > Player | Box ] -> [ > Player | > Box ]",
     "All Mark on Box"},
    {"falling boxes", "run_rules_on_level_start", "",
     "[ > Player | Box ] -> [ > Player | > Box ]\n"
     "late down [ Box | no Wall no Box no Player no Girl ] -> [ | Box ] again",
     "All Mark on Box"},
    {"turning round", "", "Boy or Girl",
     "[ action Boy ] -> [ Girl ]\n[ action Girl ] -> [ Boy ]\n"
     "[ > Boy | Box ] -> [ > Boy | > Box ]\n[ < Girl | Box ] -> [ < Girl | < Box ]",
     "All Mark on Box"},
    {"a win by command", "", "",
     "[ > Player | Box ] -> [ > Player | > Box ]\nlate [ Box Mark ] -> win", "No Mark"},
    {"restart and checkpoint", "", "",
     "[ > Player | Box ] -> [ > Player | > Box ]\nlate [ Player Ice ] -> [ Player ] checkpoint\n"
     "[ action Player ] -> restart",
     "All Mark on Box"},
    {"restart", "", "",
     "[ > Player | Box ] -> [ > Player | > Box ]\nlate [ Player Ice ] -> restart",
     "All Mark on Box"},
    {"for ever", "", "",
     "[ > Player | Box ] -> [ > Player | > Box ]\n"
     "late [ Mark Box ] -> [ Box Ice ] again\nlate [ Ice Box ] -> [ Box Mark ] again",
     "Some Player on Ice"},
    {"cancel", "", "", "[ > Player | Box ] -> [ > Player | > Box ]\nlate [ Box | Box ] -> cancel",
     "All Mark on Box"},
    {"boxes that stick", "", "",
     "[ > Player | Box ] -> [ > Player | > Box ]\n"
     "[ moving Box | Box ] -> [ moving Box | moving Box ]",
     "All Mark on Box"},
    {"boxes far away", "", "",
     "[ > Player | Box ] -> [ > Player | > Box ]\n"
     "[ > Player | ... | Ice ] -> [ > Player | ... | > Ice ]",
     "All Mark on Box"},
    {"everywhere", "", "", "[ > Player | Box ] [ Ice ] -> [ > Player | > Box ] [ > Ice ]",
     "All Mark on Box"},
    {"players vanish", "", "",
     "[ > Player | Box ] -> [ > Player | > Box ]\n"
     "late [ Player Ice ] -> [ Ice ]",
     "All Mark on Box"},
    {"must move", "require_player_movement", "",
     "[ > Player | Box ] -> [ > Player | > Box ]\n[ stationary Girl ] -> [ right Girl ]",
     "All Mark on Box"},
};

enum { KINDS = sizeof kinds / sizeof *kinds, MOST = 700, BYTES = 4 * 64 };

static void fail_on_issue(void *context, int line, bool error, const char *message)
{
    (void)context;
    if (error)
        fail_msg("line %d: %s", line, message);
}

static struct book *read_kind(const struct kind *kind)
{
    struct text source = {0};
    bool no_memory;
    text_addf(&source, "title %s\n%s\n\n", kind->name, kind->prelude);
    text_addf(&source, head, *kind->player == '\0' ? "Boy" : kind->player, kind->rules, kind->wins);
    struct book *book = puzzlescript_language.read(text_string(&source), source.size, fail_on_issue,
                                                   NULL, &no_memory);
    text_free(&source);
    assert_non_null(book);
    return book;
}

/* --- the slow judge --- */

struct slow {
    const struct ps_program *program;
    struct ps_state *state;
    size_t bytes;
    struct position {
        uint64_t words[2 * BYTES / 8]; /* cells, then what a restart goes back to */
        bool won;
        int after[PS_KEYS]; /* -1: nothing */
    } * positions;
    int count;
    bool too_many, doubt;
    bool (*walks)[MOST]; /* from, to: in any number of steps */
    int *place;          /* the first position of those that walks join with it */
};

static int find_position(struct slow *slow, const struct position *wanted)
{
    for (int i = 0; i < slow->count; i++)
        if (slow->positions[i].won == wanted->won &&
            memcmp(slow->positions[i].words, wanted->words, sizeof wanted->words) == 0)
            return i;
    if (slow->count == MOST) {
        slow->too_many = true;
        return 0;
    }
    slow->positions[slow->count] = *wanted;
    return slow->count++;
}

static struct position get_position(const struct slow *slow)
{
    struct position position = {.won = slow->state->won};
    memcpy(position.words, slow->state->cells, slow->bytes);
    if (slow->program->checkpoints)
        memcpy(position.words + BYTES / 8, slow->state->restart, slow->bytes);
    return position;
}

/* Follows `again` to its end; false: it has none. */
static bool settle(struct slow *slow)
{
    bool won = slow->state->won;
    for (int turn = 0; slow->state->again; turn++) {
        if (turn == 500)
            return false;
        ps_turn(slow->state, PS_IN_TICK);
        won = won || slow->state->won;
    }
    slow->state->won = won;
    return true;
}

static void play_keys(struct slow *slow, int from)
{
    static const enum ps_input inputs[] = {PS_IN_UP, PS_IN_RIGHT, PS_IN_DOWN, PS_IN_LEFT,
                                           PS_IN_ACTION};
    for (int way = 0; way < PS_KEYS; way++) {
        const struct position *position = &slow->positions[from];
        slow->positions[from].after[way] = -1;
        if (way == MOVE_ACTION && slow->program->prelude.noaction)
            continue;
        memcpy(slow->state->cells, position->words, slow->bytes);
        if (slow->program->checkpoints)
            memcpy(slow->state->restart, position->words + BYTES / 8, slow->bytes);
        ps_turn(slow->state, inputs[way]);
        if (!settle(slow))
            continue;
        struct position after = get_position(slow);
        if (memcmp(after.words, position->words, sizeof after.words) != 0 || after.won)
            slow->positions[from].after[way] = find_position(slow, &after);
    }
}

/* The only cell with a player, in the text's order; -1: none or several. */
static int player_of(const struct slow *slow, int position)
{
    int found = -1, words = slow->program->object_words, height = slow->state->height;
    for (int i = 0; i < slow->state->size; i++) {
        if (!meets(&slow->positions[position].words[i * words], slow->program->player, words))
            continue;
        if (found >= 0)
            return -1;
        found = i % height * slow->state->width + i / height;
    }
    return found;
}

static bool is_walk(const struct slow *slow, int from, int to)
{
    const struct position *a = &slow->positions[from], *b = &slow->positions[to];
    size_t words = (size_t)slow->program->object_words;
    if (a->won != b->won || player_of(slow, from) < 0 || player_of(slow, to) < 0 ||
        memcmp(a->words + BYTES / 8, b->words + BYTES / 8, BYTES) != 0)
        return false;
    for (size_t i = 0; i < slow->bytes / 8; i++)
        if (((a->words[i] ^ b->words[i]) & ~slow->program->player[i % words]) != 0)
            return false;
    return true;
}

/* Which positions walks join. */
static void join(struct slow *slow, bool walks)
{
    for (int a = 0; a < slow->count; a++)
        for (int way = 0; walks && way < PS_KEYS; way++) {
            int after = slow->positions[a].after[way];
            if (after >= 0 && is_walk(slow, a, after))
                slow->walks[a][after] = true;
        }
    for (int via = 0; via < slow->count; via++)
        for (int a = 0; a < slow->count; a++)
            for (int b = 0; slow->walks[a][via] && b < slow->count; b++)
                slow->walks[a][b] = slow->walks[a][b] || slow->walks[via][b];
    for (int a = 0; a < slow->count; a++) {
        slow->place[a] = a;
        for (int b = a - 1; b >= 0; b--)
            if (slow->walks[a][b] && slow->walks[b][a])
                slow->place[a] = slow->place[b];
    }
}

struct answer {
    int depth;
    double solutions;
    unsigned states;
};

/* Counts the shortest ways from place to place, layer by layer.  A move is a player's cell, a key and where that
 * leads; counting keys, a key. */
static struct answer count_ways(struct slow *slow, bool walks)
{
    static double ways[MOST], next[MOST];
    static int depth[MOST];
    static bool made[64][PS_KEYS][MOST];
    struct answer answer = {.depth = -1, .states = 1};
    memset(ways, 0, sizeof ways);
    for (int i = 0; i < slow->count; i++)
        depth[i] = -1;
    ways[slow->place[0]] = 1;
    depth[slow->place[0]] = 0;
    for (int layer = 0, more = 1; more; layer++) {
        more = 0;
        memset(next, 0, sizeof next);
        for (int place = 0; place < slow->count; place++) {
            if (depth[place] != layer)
                continue;
            if (slow->positions[place].won) {
                if (answer.depth < 0 || answer.depth == layer) {
                    answer.depth = layer;
                    answer.solutions += ways[place];
                }
                continue;
            }
            memset(made, 0, sizeof made);
            for (int from = 0; from < slow->count; from++)
                for (int way = 0; slow->place[from] == place && way < PS_KEYS; way++) {
                    int after = slow->positions[from].after[way];
                    int cell = walks ? player_of(slow, from) : 0;
                    if (after < 0 || slow->place[after] == place)
                        continue;
                    bool *was = &made[cell < 0 ? 0 : cell][way][slow->place[after]];
                    next[slow->place[after]] += *was ? 0 : ways[place];
                    *was = true;
                }
        }
        for (int place = 0; place < slow->count; place++) {
            if (next[place] == 0 || depth[place] >= 0)
                continue;
            depth[place] = layer + 1;
            ways[place] = next[place];
            answer.states++;
            more = 1;
        }
    }
    return answer;
}

/* False: the level has too many positions. */
static bool judge_slowly(const struct ps_puzzle *puzzle, bool walks, struct answer *answer)
{
    struct slow slow = {.program = puzzle->program, .state = ps_state_new(puzzle->program)};
    slow.positions = calloc(MOST, sizeof *slow.positions);
    slow.walks = calloc(MOST, sizeof *slow.walks);
    slow.place = calloc(MOST, sizeof *slow.place);
    assert_true(ps_make_room(slow.state, &puzzle->level));
    slow.bytes = ps_cell_bytes(slow.state);
    assert_true(slow.bytes <= BYTES);
    assert_true(ps_begin(slow.state, puzzle->cells));
    bool good = settle(&slow);
    struct position start = get_position(&slow);
    find_position(&slow, &start);
    for (int i = 0; i < slow.count && !slow.too_many; i++)
        play_keys(&slow, i);
    good = good && !slow.too_many;
    if (good) {
        join(&slow, walks);
        *answer = count_ways(&slow, walks);
    }
    ps_state_free(slow.state);
    free(slow.positions);
    free(slow.walks);
    free(slow.place);
    return good;
}

/* --- comparing --- */

/* A reported solution, key by key, in a session: it must win at its last key and not before. */
static void play_solution(const struct ps_puzzle *puzzle, const struct judgement *judgement)
{
    static const char letters[] = "urdlx";
    static const enum ps_input inputs[] = {PS_IN_UP, PS_IN_RIGHT, PS_IN_DOWN, PS_IN_LEFT,
                                           PS_IN_ACTION};
    char text[2000];
    struct ps_state *state = ps_state_new(puzzle->program);
    size_t size = ps_write_moves(&puzzle->puzzle, judgement->reported.moves,
                                 judgement->reported.count, text, sizeof text);
    assert_true(size < sizeof text);
    assert_int_equal(size, judgement->measure[MEASURE_steps]);
    assert_true(ps_make_room(state, &puzzle->level) && ps_begin(state, puzzle->cells));
    ps_settle(state);
    for (size_t i = 0; i < size; i++) {
        assert_false(state->won);
        ps_turn(state, inputs[strchr(letters, text[i] | 0x20) - letters]);
        ps_settle(state);
    }
    assert_true(state->won);
    ps_state_free(state);
    /* The text read again is these moves. */
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

static void show_level(const struct kind *kind, const struct grid *grid, bool walks)
{
    print_message("%s, %s:\n", kind->name, walks ? "changes" : "keys");
    for (int row = 0; row < grid->rows; row++)
        print_message("%.*s\n", grid->columns, (const char *)grid->cells + row * grid->columns);
}

/* What was compared: levels, solved ones, positions joined by walks. */
struct tally {
    unsigned levels, solved, deep;
};

static void compare(const struct kind *kind, const struct book *book, const struct grid *grid,
                    bool walks, struct tally *tally)
{
    struct variant variant = {.book = book,
                              .metric = walks ? PUZZLESCRIPT_CHANGES : PUZZLESCRIPT_KEYS};
    struct complaint complaint;
    struct puzzle *puzzle = game_puzzlescript.load(grid, variant, &complaint);
    struct request request = {.limits = {.jobs = 1}, .measures = true};
    struct judgement judgement;
    struct answer answer;
    if (puzzle == NULL)
        fail_msg("%s", complaint.message);
    if (judge_slowly(ps_puzzle_of(puzzle), walks, &answer)) {
        assert_true(judge(puzzle, &request, &judgement));
        char solutions[40];
        snprintf(solutions, sizeof solutions, "%.0f", answer.solutions);
        bool same = judgement.verdict != VERDICT_UNDECIDED &&
                    (judgement.verdict == VERDICT_UNSOLVABLE) == (answer.depth < 0) &&
                    judgement.measure[MEASURE_depth] == answer.depth &&
                    strcmp(text_string(&judgement.solutions), solutions) == 0 &&
                    (judgement.measure[MEASURE_forced] == UNKNOWN && answer.depth > 0
                         ? true
                         : judgement.states == answer.states || answer.depth == 0);
        if (!same) {
            show_level(kind, grid, walks);
            fail_msg("%s (%s), depth %.0f, %s solutions, %" PRIu64
                     " states; slowly: depth %d, %s solutions, %u states",
                     verdict_names[judgement.verdict], judgement.reason,
                     judgement.measure[MEASURE_depth], text_string(&judgement.solutions),
                     judgement.states, answer.depth, solutions, answer.states);
        }
        if (answer.depth >= 0)
            play_solution(ps_puzzle_of(puzzle), &judgement);
        tally->levels++;
        tally->solved += answer.depth > 0;
        tally->deep += answer.depth > 2;
        judgement_free(&judgement);
    }
    puzzle->game->free(puzzle);
}

/* A level with few players, and not too much else. */
static void fill_level(struct rng *rng, struct grid *grid)
{
    static const char others[] = "...........##*oi@";
    for (int cell = 0; cell < grid_size(grid); cell++)
        grid->cells[cell] = (unsigned char)others[rng_below(rng, sizeof others - 1)];
    for (unsigned players = rng_below(rng, 8) == 0 ? 2 : 1; players > 0; players--)
        grid->cells[rng_below(rng, (uint32_t)grid_size(grid))] = rng_below(rng, 6) == 0 ? 'g' : 'p';
}

static void test_against_slow_judge(void **unused)
{
    (void)unused;
    const char *given = getenv("ONLYWAY_TEST_SEED"), *lengthy = getenv("ONLYWAY_TEST_LONG");
    uint64_t seed = given != NULL ? strtoull(given, NULL, 10) : (uint64_t)time(NULL);
    bool is_long = lengthy != NULL && strcmp(lengthy, "yes") == 0;
    struct rng rng;
    print_message("ONLYWAY_TEST_SEED=%" PRIu64 "\n", seed);
    rng_start(&rng, seed, 0);
    for (size_t i = 0; i < KINDS; i++) {
        struct book *book = read_kind(&kinds[i]);
        struct tally tally = {0};
        for (int n = 0; n < (is_long ? 2000 : 40); n++) {
            struct grid grid;
            assert_true(
                grid_make(&grid, 3 + (int)rng_below(&rng, 5), 2 + (int)rng_below(&rng, 3), '.'));
            fill_level(&rng, &grid);
            compare(&kinds[i], book, &grid, n % 3 != 0, &tally);
            grid_free(&grid);
        }
        print_message("%s: %u levels, %u solved, %u deeper than 2\n", kinds[i].name, tally.levels,
                      tally.solved, tally.deep);
        assert_true(tally.levels > 10);
        book_release(book);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_against_slow_judge),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Fuzzes PuzzleScript sources: each source is read in bounded time, and its levels can be played.
 *
 * A source that was read and written again must be the same game with the same levels. */
#include "tests/fuzz/fuzz.h"

#include "games/puzzlescript/level.h"
#include "games/puzzlescript/puzzlescript.h"

#include <stdlib.h>
#include <string.h>

enum { LEVELS = 2, MOVES = 3, CELLS = 80, FEW_CELLS = 20 };

static const char source[] =
    "title Seed\nagain_interval 0.1\n\nOBJECTS\nBackground\nwhite\n\nWall\nbrown black\n00000\n01010\n.....\n"
    "00000\n11111\n\nPlayer\n#fa0\n\nBox\norange\n\nMark\npink\n\nLEGEND\n. = Background\n# = Wall\nP = Player\n"
    "* = Box\no = Mark\n@ = Box and Mark\nSolid = Wall or Box\n\nSOUNDS\nsfx0 12345\n\nCOLLISIONLAYERS\n"
    "Background\nMark\nPlayer, Wall, Box\n\nRULES\n"
    "(first) [ > Player | Box ] -> [ > Player | > Box ]\n+ late [ Mark | ... | Player ] -> again\n"
    "startloop\nright [ Player no Solid | Mark ] [ Box ] -> [ Player | ] [ action Box ]\nendloop\n"
    "rigid [ moving Box | Box ] -> [ moving Box | moving Box ]\nlate [ Player Mark ] -> cancel message no\n\n"
    "WINCONDITIONS\nAll Mark on Box\nSome Player\n\nLEVELS\n\nmessage hello\n\n######\n#P*o.#\n#.@..#\n######\n";

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    const char *folder = fuzz_argument(*argc, *argv, "--seeds");
    if (*folder != '\0') {
        fuzz_seed(folder, "game", source, sizeof source - 1);
        exit(0);
    }
    return 0;
}

static void say_nothing(void *context, int line, bool error, const char *message)
{
    (void)line;
    MUST(*message != '\0');
    *(bool *)context = *(bool *)context || error;
}

/* Plays the last legal move, up to MOVES times. */
static void play(const struct puzzle *puzzle)
{
    unsigned char *state = fuzz_start(puzzle);
    game_move *moves = calloc(puzzle->max_moves, sizeof *moves);
    unsigned char *states = calloc(puzzle->max_moves, puzzle->state_bytes);
    MUST(state != NULL && moves != NULL && states != NULL);
    for (int n = 0; n < MOVES; n++) {
        struct grid grid;
        unsigned count = puzzle->rules->expand(puzzle, state, moves, states);
        MUST(puzzle->game->draw(puzzle, state, &grid));
        grid_free(&grid);
        if (count == 0)
            break;
        memcpy(state, states + (count - 1) * puzzle->state_bytes, puzzle->state_bytes);
    }
    free(state);
    free(moves);
    free(states);
}

static void play_levels(const struct game_source *game_source)
{
    for (size_t n = 0; n < LEVELS && n < puzzlescript_language.levels(game_source); n++) {
        struct variant variant = {.metric = PUZZLESCRIPT_KEYS, .game_source = game_source, .chance = true};
        struct complaint complaint;
        struct grid grid;
        int line;
        if (!puzzlescript_language.level(game_source, n, &grid, &line, &complaint))
            continue;
        if (grid_size(&grid) <= FEW_CELLS) /* a flood takes a turn for each key in each cell */
            variant.metric = PUZZLESCRIPT_CHANGES;
        struct puzzle *puzzle = grid_size(&grid) > CELLS ? NULL : game_puzzlescript.load(&grid, variant, &complaint);
        if (puzzle != NULL) {
            play(puzzle);
            puzzle->game->free(puzzle);
        }
        grid_free(&grid);
    }
}

static void write_again(const struct game_source *game_source)
{
    struct text text = {0};
    bool errors = false, no_memory = false;
    struct grid grid, other;
    struct complaint complaint;
    int line;
    if (!puzzlescript_language.level(game_source, 0, &grid, &line, &complaint))
        return;
    puzzlescript_language.write_head(game_source, NULL, NULL, &text);
    puzzlescript_language.write_level(game_source, &grid, &text);
    struct game_source *again =
        puzzlescript_language.read(text_string(&text), text.size, say_nothing, &errors, NULL, &no_memory);
    if (again != NULL && puzzlescript_language.same(game_source, again) &&
        puzzlescript_language.level(again, 0, &other, &line, &complaint)) {
        MUST(other.columns == grid.columns && other.rows == grid.rows &&
             memcmp(other.cells, grid.cells, (size_t)grid_size(&grid)) == 0);
        grid_free(&other);
    }
    source_release(again);
    grid_free(&grid);
    text_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bool errors = false, no_memory = false;
    struct game_source *game_source =
        puzzlescript_language.read((const char *)data, size, say_nothing, &errors, NULL, &no_memory);
    MUST(!no_memory && (game_source != NULL) == !errors);
    if (game_source != NULL) {
        play_levels(game_source);
        write_again(game_source);
    }
    source_release(game_source);
    return 0;
}

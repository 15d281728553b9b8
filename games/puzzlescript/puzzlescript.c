/* PuzzleScript: levels as puzzles; see puzzlescript.h. */
#include "games/puzzlescript/puzzlescript.h"

#include "games/puzzlescript/measure.h"
#include "games/puzzlescript/moves.h"
#include "games/puzzlescript/outlook.h"
#include "games/puzzlescript/place.h"
#include "games/puzzlescript/window.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* --- rules --- */

static void start(const struct puzzle *puzzle, unsigned char *state)
{
    memcpy(state, ps_puzzle_of(puzzle)->start_state, puzzle->state_bytes);
}

static unsigned list_moves(const struct puzzle *puzzle, const unsigned char *state, bool live,
                           game_move *moves, unsigned char *states)
{
    struct ps_puzzle *own = ps_puzzle_of(puzzle);
    struct ps_room *room = ps_room_take(own);
    int exits = ps_list_exits(own, room, state, live);
    unsigned count = 0;
    if (exits < 0)
        ps_doubt(own, PS_NO_MEMORY);
    for (int i = 0; i < exits; i++) {
        if (count > 0 && moves[count - 1] == room->exits[i].move)
            continue;
        if (count == puzzle->max_moves) {
            ps_doubt(own, PS_TOO_MANY);
            break;
        }
        memcpy(states + count * puzzle->state_bytes, room->exits[i].state, puzzle->state_bytes);
        moves[count++] = room->exits[i].move;
    }
    ps_room_leave(own, room);
    return count;
}

static unsigned expand(const struct puzzle *puzzle, const unsigned char *state, game_move *moves,
                       unsigned char *states)
{
    return list_moves(puzzle, state, false, moves, states);
}

static unsigned expand_live(const struct puzzle *puzzle, const unsigned char *state,
                            game_move *moves, unsigned char *states)
{
    return list_moves(puzzle, state, true, moves, states);
}

static bool solved(const struct puzzle *puzzle, const unsigned char *state)
{
    (void)puzzle;
    return ps_state_won(state);
}

/* Asks something about a state that is not won. */
static unsigned look(const struct puzzle *puzzle, const unsigned char *state,
                     unsigned (*ask)(const struct ps_puzzle *puzzle, const uint64_t *position))
{
    struct ps_puzzle *own = ps_puzzle_of(puzzle);
    if (ps_state_won(state) || !ps_has_outlook(own))
        return !ps_state_won(state) && ask == ps_least_moves;
    struct ps_room *room = ps_room_take(own);
    ps_unpack(own, state, room->start);
    unsigned answer = ask(own, room->start);
    ps_room_leave(own, room);
    return answer;
}

static unsigned ask_lost(const struct ps_puzzle *puzzle, const uint64_t *position)
{
    return ps_is_lost(puzzle, position);
}

static unsigned ask_dead(const struct ps_puzzle *puzzle, const uint64_t *position)
{
    return ps_is_dead(puzzle, position);
}

static bool lost(const struct puzzle *puzzle, const unsigned char *state)
{
    return look(puzzle, state, ask_lost) != 0;
}

static bool dead(const struct puzzle *puzzle, const unsigned char *state)
{
    return look(puzzle, state, ask_dead) != 0;
}

static unsigned estimate(const struct puzzle *puzzle, const unsigned char *state)
{
    return look(puzzle, state, ps_least_moves);
}

static const char *doubt(const struct puzzle *puzzle, bool *no_memory)
{
    int doubt = atomic_load(&ps_puzzle_of(puzzle)->doubt);
    *no_memory = doubt == PS_NO_MEMORY;
    switch (doubt) {
    case PS_NO_DOUBT:
        return NULL;
    case PS_TOO_LONG:
        return "the rules make a turn that takes too long to follow";
    case PS_TOO_MANY:
        return "there are too many moves from one place";
    default:
        return "the rules put an object where it was thought that none could come";
    }
}

static const struct puzzle_rules rules = {
    .start = start,
    .expand = expand,
    .solved = solved,
    .lost = lost,
    .estimate = estimate,
    .greed = ps_greed,
    .interplay = ps_interplay,
    .detour = ps_detour,
    .map_move = ps_map_move,
    .dead = dead,
    .expand_live = expand_live,
    .doubt = doubt,
};

/* --- loading --- */

static void free_puzzle(struct puzzle *puzzle)
{
    struct ps_puzzle *own = ps_puzzle_of(puzzle);
    for (int i = 0; i < PS_IDLE_ROOMS; i++)
        ps_room_free(atomic_load(&own->idle[i]));
    ps_packing_free(&own->packing);
    ps_locality_free(&own->locality);
    ps_outlook_free(own->outlook);
    book_release(own->book);
    grid_free(&own->text);
    free(own->cells);
    free(own->background);
    free(own->start);
    free(own->start_state);
    free(own);
}

/* Fills in the level's cells from its text. */
static bool read_cells(struct ps_puzzle *puzzle, struct complaint *complaint)
{
    const struct ps_program *program = puzzle->program;
    const struct ps_book *book = ps_book_of(puzzle->book);
    const struct grid *text = &puzzle->text;
    size_t words = (size_t)program->object_words;
    puzzle->cells = calloc((size_t)grid_size(text) * words, sizeof *puzzle->cells);
    puzzle->background = calloc(words, sizeof *puzzle->background);
    if (puzzle->cells == NULL || puzzle->background == NULL) {
        complain_memory(complaint);
        return false;
    }
    for (int cell = 0; cell < grid_size(text); cell++) {
        int row = cell / text->columns, column = cell % text->columns;
        int key = book->key_of[text->cells[cell]];
        if (key < 0) {
            complain(complaint, row + 1, column + 1, "'%c' stands for nothing in the game's legend",
                     text->cells[cell]);
            return false;
        }
        memcpy(&puzzle->cells[(size_t)(column * text->rows + row) * words],
               program->keys.items[key].objects, words * sizeof *puzzle->cells);
    }
    ps_fill_background(program, puzzle->cells, grid_size(text), puzzle->background);
    puzzle->level =
        (struct ps_level){.width = text->columns, .height = text->rows, .cells = puzzle->cells};
    return true;
}

static void lay_out(struct ps_puzzle *puzzle)
{
    struct ps_layout *layout = &puzzle->layout;
    size_t cells = (size_t)ps_size(puzzle) * (size_t)puzzle->program->object_words;
    layout->words = cells;
    if (puzzle->program->checkpoints) {
        layout->restart = cells;
        layout->words += cells;
    }
    if (puzzle->chance) {
        layout->random = layout->words;
        layout->words += (sizeof(struct ps_random) + sizeof(uint64_t) - 1) / sizeof(uint64_t);
    }
}

/* The ways in which a player's objects can be in one cell: one of each layer, or none. */
static int count_variants(const struct ps_puzzle *puzzle)
{
    enum { MOST = 16 };
    const struct ps_program *program = puzzle->program;
    long ways = 1;
    for (int layer = 0; layer < program->layers && ways <= MOST; layer++) {
        int count = 0;
        for (int id = 0; id < program->ids; id++)
            count += program->id_layers[id] == layer && has_bit(program->player, id);
        ways *= 1 + count;
    }
    return ways - 1 < 1 ? 1 : ways - 1 > MOST ? MOST : (int)(ways - 1);
}

/* Cells that a player may come to. */
static unsigned count_floor(const struct ps_puzzle *puzzle)
{
    const struct ps_program *program = puzzle->program;
    unsigned count = 0;
    for (int cell = 0; cell < ps_size(puzzle); cell++) {
        const uint64_t *here = &puzzle->packing.fixed[(size_t)cell * (size_t)program->object_words];
        bool room = false;
        for (int layer = 0; layer < program->layers && !room; layer++)
            room = meets(program->player, program->layer_masks[layer], program->object_words) &&
                   !meets(here, program->layer_masks[layer], program->object_words);
        count += room;
    }
    return count;
}

/* Begins the level, in a room that stays; what it begins with is packed.  False: no memory, or the
 * beginning has no end, which is in doubt. */
static bool begin(struct ps_puzzle *puzzle, uint64_t seed)
{
    struct ps_room *room = ps_room_new(puzzle);
    if (room == NULL)
        return false;
    ps_room_leave(puzzle, room);
    struct ps_state *state = room->state;
    char text[24];
    snprintf(text, sizeof text, "%" PRIu64, seed);
    ps_random_seed(&state->random, text);
    puzzle->start = calloc(puzzle->layout.words, sizeof *puzzle->start);
    if (puzzle->start == NULL || !ps_begin(state, puzzle->cells))
        return false;
    ps_settle(state);
    if (state->too_long || state->endless)
        ps_doubt(puzzle, PS_TOO_LONG);
    puzzle->start_won = state->won;
    memcpy(puzzle->start, state->cells, ps_cell_bytes(state));
    if (puzzle->layout.restart > 0)
        memcpy(puzzle->start + puzzle->layout.restart, state->restart, ps_cell_bytes(state));
    if (puzzle->layout.random > 0)
        memcpy(puzzle->start + puzzle->layout.random, &state->random, sizeof state->random);
    return !state->out_of_memory;
}

/* Whether a symmetry leaves the position in which the level begins as it is. */
static bool keeps_start(const struct ps_puzzle *puzzle, unsigned symmetry)
{
    int columns = puzzle->level.width, rows = puzzle->level.height;
    size_t words = (size_t)puzzle->program->object_words, bytes = words * sizeof(uint64_t);
    const uint64_t *start = puzzle->start, *restart = puzzle->start + puzzle->layout.restart;
    if ((symmetry & 4) != 0 && columns != rows)
        return false;
    for (int cell = 0; cell < columns * rows; cell++) {
        int image = symmetry_cell(symmetry, columns, rows, cell);
        size_t from = (size_t)(cell % columns * rows + cell / columns) * words;
        size_t to = (size_t)(image % columns * rows + image / columns) * words;
        if (memcmp(start + from, start + to, bytes) != 0 ||
            memcmp(restart + from, restart + to, bytes) != 0)
            return false;
    }
    return true;
}

/* The level's symmetries are those that the rules respect and its start, too.  Where walks are free and a player may
 * be in a cell in several ways, labels count these, in an order that an image need not have. */
static void find_symmetries(struct ps_puzzle *own)
{
    struct puzzle *puzzle = &own->puzzle;
    bool told = own->walks && own->variants > 1;
    puzzle->images = ps_book_of(own->book)->symmetries.proved;
    puzzle->symmetry_count = 1;
    for (unsigned symmetry = 1; symmetry < GRID_SYMMETRIES && !told; symmetry++)
        if ((puzzle->images >> symmetry & 1) != 0 && keeps_start(own, symmetry))
            puzzle->symmetries[puzzle->symmetry_count++] = (unsigned char)symmetry;
}

static bool finish(struct ps_puzzle *puzzle)
{
    size_t bytes = ps_packing_make(puzzle);
    puzzle->puzzle.state_bytes = bytes;
    puzzle->puzzle.max_moves =
        puzzle->walks ? count_floor(puzzle) * PS_KEYS * (unsigned)puzzle->variants : PS_KEYS;
    puzzle->start_state = bytes == 0 ? NULL : calloc(1, bytes);
    if (puzzle->start_state == NULL)
        return false;
    if (puzzle->puzzle.max_moves < PS_KEYS)
        puzzle->puzzle.max_moves = PS_KEYS;
    if (!ps_outlook_make(puzzle))
        return false;
    struct ps_room *room = ps_room_take(puzzle);
    ps_state_of(puzzle, room, puzzle->start, puzzle->start_won, puzzle->start_state);
    puzzle->start_hand = ps_hand_in(puzzle, room, puzzle->start_state, puzzle->start);
    ps_room_leave(puzzle, room);
    return atomic_load(&puzzle->doubt) != PS_NO_MEMORY;
}

static struct puzzle *load(const struct grid *grid, struct variant variant,
                           struct complaint *complaint)
{
    if (variant.book == NULL) {
        complain(complaint, 0, 0, "a level of PuzzleScript is in a file with its game");
        return NULL;
    }
    const struct ps_program *program = ps_book_of(variant.book)->program;
    if (program->line_of_chance > 0 && !variant.chance) {
        complain(
            complaint, 0, 0,
            "the rule in line %d leaves something to chance (random): there is no exact answer, "
            "but --replay plays it",
            program->line_of_chance);
        return NULL;
    }
    struct ps_puzzle *own = calloc(1, sizeof *own);
    if (own == NULL) {
        complain_memory(complaint);
        return NULL;
    }
    own->puzzle = (struct puzzle){.rules = &rules, .game = &game_puzzlescript, .symmetry_count = 1};
    own->book = book_hold(variant.book);
    if (ps_book_of(own->book)->contents[0].cell != 0)
        own->puzzle.contents = ps_book_of(own->book)->contents;
    own->puzzle.text = &own->text;
    own->program = program;
    own->chance = variant.chance && program->line_of_chance > 0;
    own->keys = MOVE_WAYS - program->prelude.noaction;
    own->ticks = variant.ticks && ps_book_interval(variant.book) > 0;
    own->walks = variant.metric == PUZZLESCRIPT_CHANGES && !own->chance && !own->ticks;
    own->variants = count_variants(own);
    complain_memory(complaint);
    bool good = grid_copy(&own->text, grid) && read_cells(own, complaint);
    if (good) {
        lay_out(own);
        good = ps_locality_make(own) && begin(own, variant.seed);
    }
    if (good) {
        find_symmetries(own);
        good = finish(own);
    }
    if (good)
        return &own->puzzle;
    free_puzzle(&own->puzzle);
    return NULL;
}

/* --- drawing --- */

/* Draws a position.  `grid` is made here. */
static bool draw_position(const struct ps_puzzle *puzzle, const uint64_t *position,
                          struct grid *grid)
{
    if (!grid_make(grid, puzzle->text.columns, puzzle->text.rows, ' '))
        return false;
    for (int cell = 0; cell < grid_size(grid); cell++) {
        int row = cell / grid->columns, column = cell % grid->columns;
        size_t at = (size_t)(column * grid->rows + row) * (size_t)puzzle->program->object_words;
        grid->cells[cell] =
            ps_book_byte(ps_book_of(puzzle->book), &position[at], puzzle->background);
    }
    return true;
}

static bool draw(const struct puzzle *puzzle, const unsigned char *state, struct grid *grid)
{
    struct ps_puzzle *own = ps_puzzle_of(puzzle);
    struct ps_room *room = ps_room_take(own);
    ps_unpack(own, state, room->start);
    bool good = draw_position(own, room->start, grid);
    ps_room_leave(own, room);
    return good;
}

/* --- the game --- */

static const char *const metrics[] = {"changes", "keys", NULL};

static const char *const pruning[] = {
    [PS_PRUNE_PIECES] = "pieces out of reach",
    [PS_PRUNE_PLACES] = "a place for each piece",
    NULL,
};

const struct game game_puzzlescript = {
    .name = "puzzlescript",
    .title = "PuzzleScript",
    .cells = "",
    .outside = '.',
    .symmetries = 1,
    .metrics = metrics,
    .pruning = pruning,
    .load = load,
    .free = free_puzzle,
    .draw = draw,
    .write_moves = ps_write_moves,
    .write_label = ps_write_label,
    .move_cell = ps_move_cell,
    .read_move = ps_read_move,
    .steps = ps_steps,
    .keys = &ps_game_keys,
    .action = true,
    .language = &puzzlescript_language,
};

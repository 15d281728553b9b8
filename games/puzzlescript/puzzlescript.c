/* PuzzleScript: levels as puzzles; see puzzlescript.h. */
#include "games/puzzlescript/puzzlescript.h"

#include "base/utf8.h"
#include "games/puzzlescript/level.h"
#include "games/puzzlescript/place.h"

#include <ctype.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

/* --- rules --- */

static void start(const struct puzzle *puzzle, unsigned char *state)
{
    ps_begin_state(ps_puzzle_of(puzzle), state);
}

static unsigned list_moves(const struct puzzle *puzzle, const unsigned char *state, bool live, game_move *moves,
                           unsigned char *states)
{
    struct ps_puzzle *own = ps_puzzle_of(puzzle);
    struct ps_workspace *workspace = ps_workspace_take(own);
    int exits = ps_list_exits(own, workspace, state, live);
    unsigned count = 0;
    for (int i = 0; i < exits; i++) {
        if (count > 0 && moves[count - 1] == workspace->exits[i].move)
            continue;
        if (count == puzzle->max_moves) {
            ps_doubt(own, PS_TOO_MANY);
            break;
        }
        memcpy(states + count * puzzle->state_bytes, workspace->exits[i].state, puzzle->state_bytes);
        moves[count++] = workspace->exits[i].move;
    }
    ps_workspace_leave(own, workspace);
    return count;
}

static unsigned expand(const struct puzzle *puzzle, const unsigned char *state, game_move *moves, unsigned char *states)
{
    return list_moves(puzzle, state, false, moves, states);
}

static unsigned expand_live(const struct puzzle *puzzle, const unsigned char *state, game_move *moves,
                            unsigned char *states)
{
    return list_moves(puzzle, state, true, moves, states);
}

static bool solved(const struct puzzle *puzzle, const unsigned char *state)
{
    (void)puzzle;
    return ps_state_won(state);
}

enum question { IS_LOST, ESTIMATE, BOUND };

/* What the win proof says about a state. */
static unsigned ask(const struct puzzle *puzzle, const unsigned char *state, enum question question)
{
    struct ps_puzzle *own = ps_puzzle_of(puzzle);
    if (ps_state_won(state) || !ps_has_win_proof(own))
        return !ps_state_won(state) && question != IS_LOST;
    struct ps_workspace *workspace = ps_workspace_take(own);
    ps_unpack(own, state, workspace->start);
    unsigned answer = question == IS_LOST ? ps_is_lost(own, workspace->start)
                                          : ps_least_moves(own, workspace->start, question == BOUND);
    ps_workspace_leave(own, workspace);
    return answer;
}

static enum lost lost(const struct puzzle *puzzle, const unsigned char *state)
{
    return ask(puzzle, state, IS_LOST) != 0 ? LOST_YES : LOST_NO;
}

static unsigned estimate(const struct puzzle *puzzle, const unsigned char *state)
{
    return ask(puzzle, state, ESTIMATE);
}

static unsigned bound(const struct puzzle *puzzle, const unsigned char *state)
{
    return ask(puzzle, state, BOUND);
}

static const char *doubt(const struct puzzle *puzzle, bool *no_memory)
{
    const struct ps_puzzle *own = ps_puzzle_of(puzzle);
    int doubt = atomic_load(&own->doubt);
    *no_memory = doubt == PS_NO_MEMORY;
    switch (doubt) {
    case PS_NO_DOUBT:
        return stop_check_stopped(&own->interrupt.check) ? "interrupted" : NULL;
    case PS_TOO_LONG:
        return "a turn of these rules takes too long to compute";
    case PS_TOO_MANY:
        return "there are too many moves from one place";
    case PS_NO_MEMORY:
        return "out of memory";
    default:
        return "the rules put an object where none was expected";
    }
}

static bool is_interrupted(struct stop_check *check, size_t bytes)
{
    struct ps_interrupt *interrupt = (struct ps_interrupt *)check;
    (void)bytes;
    if (*interrupt->flag != 0)
        atomic_store(&check->stopped, true);
    return atomic_load(&check->stopped);
}

static bool stopped(const struct puzzle *puzzle)
{
    return ps_is_stopped(ps_puzzle_of(puzzle));
}

static struct puzzle *make_checked(const struct puzzle *puzzle, struct stop_check *check)
{
    const struct ps_puzzle *own = ps_puzzle_of(puzzle);
    struct ps_puzzle *copy = calloc(1, sizeof *copy);
    if (copy == NULL)
        return NULL;
    memcpy(copy, own, offsetof(struct ps_puzzle, interrupt));
    copy->check = check;
    atomic_store(&copy->doubt, (int)own->begin_doubt);
    return &copy->puzzle;
}

static void free_checked(struct puzzle *puzzle)
{
    free(puzzle);
}

/* --- measures: how far the win conditions are from being met --- */

/* The sum over all conditions.  "all X on Y": the steps from each X to the nearest Y, ignoring obstacles.  "no X on Y":
 * the number of cells with both.  "some X on Y": the steps between the nearest X and Y. A won state has 0. */
static unsigned greed(const struct puzzle *puzzle, const unsigned char *state)
{
    struct ps_puzzle *own = ps_puzzle_of(puzzle);
    struct ps_workspace *workspace = ps_workspace_take(own);
    unsigned sum = 0;
    ps_unpack(own, state, workspace->start);
    for (int i = 0; !ps_state_won(state) && i < own->program->conditions.count; i++) {
        const uint64_t *position = workspace->start;
        const struct ps_condition *condition = &own->program->conditions.items[i];
        unsigned *steps = workspace->distances;
        int words = own->program->object_words;
        unsigned far = (unsigned)(own->level.width + own->level.height), distance = 0, least = far;
        /* The distance of each cell to the nearest one that matches `where`; `far` if there is none.  One forward and
         * one backward pass over the level are enough. */
        int height = own->level.height, size = ps_size(own);
        for (int at = 0; at < size; at++) {
            const uint64_t *cell = &position[(size_t)at * (size_t)words];
            unsigned best = ps_matches(condition->where, condition->all_where, cell, words) ? 0 : far;
            if (at % height > 0 && steps[at - 1] + 1 < best)
                best = steps[at - 1] + 1;
            if (at >= height && steps[at - height] + 1 < best)
                best = steps[at - height] + 1;
            steps[at] = best;
        }
        for (int at = size - 1; at >= 0; at--) {
            if (at % height < height - 1 && steps[at + 1] + 1 < steps[at])
                steps[at] = steps[at + 1] + 1;
            if (at + height < size && steps[at + height] + 1 < steps[at])
                steps[at] = steps[at + height] + 1;
        }
        for (int k = 0; k < ps_size(own); k++) {
            if (!ps_matches(condition->what, condition->all_what, &position[(size_t)k * (size_t)words], words))
                continue;
            distance += condition->quantifier == PS_NO ? steps[k] == 0 : steps[k];
            least = steps[k] < least ? steps[k] : least;
        }
        sum += (condition->quantifier == PS_SOME ? least : distance);
    }
    ps_workspace_leave(own, workspace);
    return sum;
}

/* Whether this move and the one before it each change objects other than players, but in no common cell. */
static bool interplay(const struct puzzle *puzzle, const unsigned char *states, const game_move *moves, unsigned n)
{
    struct ps_puzzle *own = ps_puzzle_of(puzzle);
    size_t bytes = puzzle->state_bytes, words = (size_t)own->program->object_words;
    bool apart = n > 0, before = false, now = false;
    (void)moves;
    if (n == 0)
        return false;
    struct ps_workspace *workspace = ps_workspace_take(own);
    uint64_t *position[] = {workspace->start, workspace->position, workspace->other};
    for (size_t i = 0; i < 3; i++)
        ps_unpack(own, states + (n - 1 + i) * bytes, position[i]);
    for (size_t cell = 0, size = (size_t)ps_size(own); cell < size; cell++) {
        bool first = false, second = false;
        for (size_t word = 0; word < words; word++) {
            uint64_t others = ~own->program->player[word];
            size_t at = cell * words + word;
            first = first || ((position[0][at] ^ position[1][at]) & others) != 0;
            second = second || ((position[1][at] ^ position[2][at]) & others) != 0;
        }
        apart = apart && !(first && second);
        before = before || first;
        now = now || second;
    }
    ps_workspace_leave(own, workspace);
    return apart && before && now;
}

/* Whether greed is no lower after the move. */
static bool detour(const struct puzzle *puzzle, const unsigned char *states, const game_move *moves, unsigned n)
{
    const unsigned char *before = states + n * puzzle->state_bytes;
    (void)moves;
    return greed(puzzle, before + puzzle->state_bytes) >= greed(puzzle, before);
}

static const struct puzzle_rules rules = {
    .start = start,
    .expand = expand,
    .solved = solved,
    .lost = lost,
    .estimate = estimate,
    .bound = bound,
    .greed = greed,
    .interplay = interplay,
    .detour = detour,
    .map_move = ps_map_move,
    .expand_live = expand_live, /* leaves out all dead states */
    .doubt = doubt,
    .checked = make_checked,
    .checked_free = free_checked,
    .stopped = stopped,
};

/* --- loading --- */

static void free_puzzle(struct puzzle *puzzle)
{
    struct ps_puzzle *own = ps_puzzle_of(puzzle);
    for (int i = 0; own->pool != NULL && i < PS_MAX_IDLE; i++)
        ps_workspace_free(atomic_load(&own->pool->idle[i]));
    ps_win_proof_free(own->win_proof);
    free(own->packing.fields);
    free(own->packing.objects);
    source_release(own->game_source);
    grid_free(&own->text);
    arrays_free(&own->arrays);
    free(own);
}

/* Fills in the level's cells from its text. */
static bool read_cells(struct ps_puzzle *puzzle, struct complaint *complaint)
{
    const struct ps_program *program = puzzle->program;
    const struct ps_source *game_source = ps_source_of(puzzle->game_source);
    const struct grid *text = &puzzle->text;
    size_t words = (size_t)program->object_words;
    puzzle->cells = arrays_add(&puzzle->arrays, (size_t)grid_size(text) * words, sizeof *puzzle->cells);
    puzzle->background = arrays_add(&puzzle->arrays, words, sizeof *puzzle->background);
    if (puzzle->cells == NULL || puzzle->background == NULL) {
        complain_memory(complaint);
        return false;
    }
    for (int cell = 0; cell < grid_size(text); cell++) {
        int key = game_source->key_of[text->cells[cell]];
        if (key < 0) {
            complain(complaint, cell / text->columns + 1, cell % text->columns + 1,
                     "'%c' stands for nothing in the game's legend", text->cells[cell]);
            return false;
        }
        memcpy(&puzzle->cells[ps_cell_of_text(text, cell) * words], program->keys.items[key].objects,
               words * sizeof *puzzle->cells);
    }
    ps_fill_background(program, puzzle->cells, grid_size(text), puzzle->background);
    puzzle->level = (struct ps_level){.width = text->columns, .height = text->rows, .cells = puzzle->cells};
    return true;
}

/* Decides which words a position has, begins the level in a workspace that stays in the pool, and stores the position
 * in puzzle->start.  If the first turns do not end, sets begin_doubt.  Returns false if memory runs out. */
static bool begin(struct ps_puzzle *puzzle, uint64_t seed)
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
    struct ps_workspace *workspace = ps_workspace_new(puzzle);
    if (workspace == NULL)
        return false;
    ps_workspace_leave(puzzle, workspace); /* it stays usable: no other thread has the puzzle yet */
    struct ps_state *state = workspace->state;
    state->check = puzzle->check;
    char text[24];
    snprintf(text, sizeof text, "%" PRIu64, seed);
    ps_random_seed(&state->random, text);
    puzzle->start = arrays_add(&puzzle->arrays, puzzle->layout.words, sizeof *puzzle->start);
    if (puzzle->start == NULL || !ps_begin(state, puzzle->cells))
        return false;
    ps_follow_again(state);
    if (state->too_long || state->endless)
        puzzle->begin_doubt = PS_TOO_LONG;
    if (!state->stopped)
        ps_doubt(puzzle, puzzle->begin_doubt);
    puzzle->start_won = state->won;
    ps_write_position(puzzle, state, puzzle->start);
    state->check = NULL;
    return !state->out_of_memory;
}

/* Finds the symmetries, and makes the packing and the win proof.  Returns false if memory runs out. */
static bool finish(struct ps_puzzle *puzzle)
{
    struct puzzle *made = &puzzle->puzzle;
    size_t bytes = made->state_bytes = ps_packing_make(puzzle);
    if (bytes == 0)
        return false;
    /* Both the rules and the start position must respect a symmetry.  If walking costs nothing and a player can be in a
     * cell in several ways, labels number these ways in an order that an image need not share; then no symmetry is
     * used. */
    bool numbered = puzzle->walks && puzzle->variants > 1;
    made->images = ps_source_of(puzzle->game_source)->symmetries.proved;
    int columns = puzzle->level.width, rows = puzzle->level.height;
    size_t words = ps_words(puzzle), cell_bytes = words * sizeof(uint64_t);
    const uint64_t *start = puzzle->start, *restart = puzzle->start + puzzle->layout.restart;
    for (unsigned symmetry = 1; symmetry < GRID_SYMMETRIES && !numbered; symmetry++) {
        bool kept = (made->images >> symmetry & 1) != 0 && ((symmetry & 4) == 0 || columns == rows);
        for (int cell = 0; cell < columns * rows && kept; cell++) {
            int image = symmetry_cell(symmetry, columns, rows, cell);
            size_t from = ps_cell_of_text(&puzzle->text, cell) * words;
            size_t to = ps_cell_of_text(&puzzle->text, image) * words;
            kept = memcmp(start + from, start + to, cell_bytes) == 0 &&
                   memcmp(restart + from, restart + to, cell_bytes) == 0;
        }
        if (kept)
            made->symmetries[made->symmetry_count++] = (unsigned char)symmetry;
    }
    /* If walking costs nothing, the player may make a move from each cell that he may enter. */
    const struct ps_program *program = puzzle->program;
    unsigned floor = 0;
    for (int cell = 0; puzzle->walks && cell < ps_size(puzzle); cell++) {
        const uint64_t *here = &puzzle->packing.fixed[(size_t)cell * words];
        bool enters = false;
        for (int layer = 0; layer < program->layers && !enters; layer++)
            enters = meets(program->player, program->layer_masks[layer], program->object_words) &&
                     !meets(here, program->layer_masks[layer], program->object_words);
        floor += enters;
    }
    puzzle->puzzle.max_moves = floor * PS_KEYS * (unsigned)puzzle->variants;
    if (puzzle->puzzle.max_moves < PS_KEYS)
        puzzle->puzzle.max_moves = PS_KEYS;
    puzzle->pool->begin_state = arrays_add(&puzzle->arrays, bytes, 1);
    return puzzle->pool->begin_state != NULL && ps_win_proof_make(puzzle);
}

static struct puzzle *load(const struct grid *grid, struct variant variant, struct complaint *complaint)
{
    if (variant.game_source == NULL) {
        complain(complaint, 0, 0, "a level of PuzzleScript is in a file with its game");
        return NULL;
    }
    const struct ps_program *program = ps_source_of(variant.game_source)->program;
    if (program->line_of_chance > 0 && !variant.chance) {
        complain(complaint, 0, 0, "the rule in line %d uses `random`: there is no exact answer, but --replay plays it",
                 program->line_of_chance);
        return NULL;
    }
    struct ps_puzzle *own = calloc(1, sizeof *own);
    if (own == NULL) {
        complain_memory(complaint);
        return NULL;
    }
    own->puzzle = (struct puzzle){.rules = &rules, .game = &game_puzzlescript, .symmetry_count = 1};
    own->game_source = source_hold(variant.game_source);
    if (ps_source_of(own->game_source)->contents[0].cell != 0)
        own->puzzle.contents = ps_source_of(own->game_source)->contents;
    own->puzzle.text = &own->text;
    own->program = program;
    own->chance = variant.chance && program->line_of_chance > 0;
    own->puzzle.no_action = program->prelude.noaction;
    own->keys = MOVE_WAYS - program->prelude.noaction;
    own->ticks = variant.ticks && ps_source_interval(variant.game_source) > 0;
    if (own->chance || own->ticks)
        own->puzzle.inexact = puzzlescript_language.inexact(variant.game_source);
    own->walks = variant.metric == PUZZLESCRIPT_CHANGES && !own->chance && !own->ticks;
    if (variant.interrupted != NULL) {
        own->interrupt = (struct ps_interrupt){.check.asked = is_interrupted, .flag = variant.interrupted};
        own->check = &own->interrupt.check;
    }
    complain_memory(complaint);
    own->pool = arrays_add(&own->arrays, 1, sizeof *own->pool);
    if (own->pool != NULL) {
        atomic_store(&own->pool->bytes, program->arena.bytes);
        if (grid_copy(&own->text, grid) && read_cells(own, complaint) && ps_locality_make(own) &&
            begin(own, variant.seed) && finish(own))
            return &own->puzzle;
    }
    free_puzzle(&own->puzzle);
    return NULL;
}

/* --- drawing --- */

/* Characters for cells that no character of the source shows.  Only those that the source uses neither in lower nor
 * in upper case are taken. */
static const char free_characters[] = "abcdefghijklmnopqrstuvwxyz0123456789+-/\\:;!%&$~^_";

bool ps_show(const struct puzzle *puzzle, const unsigned char *state, struct grid *grid, struct text *notes)
{
    struct ps_puzzle *own = ps_puzzle_of(puzzle);
    const struct ps_source *game_source = ps_source_of(own->game_source);
    const struct ps_program *program = own->program;
    size_t words = ps_words(own);
    const uint64_t *shown[sizeof free_characters] = {0};
    if (!grid_make(grid, own->text.columns, own->text.rows, ' '))
        return false;
    struct ps_workspace *workspace = ps_workspace_take(own);
    ps_unpack(own, state, workspace->start);
    ps_draw_between(puzzle, workspace->start, grid);
    /* All cells with the same objects get the same character. */
    for (int cell = 0; notes != NULL && cell < grid_size(grid); cell++) {
        const uint64_t *here = &workspace->start[ps_cell_of_text(grid, cell) * words];
        if (ps_source_is_exact(game_source, grid->cells[cell], here, own->background))
            continue;
        size_t n = 0;
        for (int c; (c = (unsigned char)free_characters[n]) != '\0'; n++)
            if (game_source->key_of[tolower(c)] < 0 && game_source->key_of[toupper(c)] < 0 &&
                (shown[n] == NULL || memcmp(shown[n], here, words * sizeof *here) == 0))
                break;
        if (free_characters[n] == '\0')
            continue;
        grid->cells[cell] = (unsigned char)free_characters[n];
        if (shown[n] == NULL) {
            /* Adds "a = House and Player".  The common background is named only if there is nothing else. */
            const char *before = " = ";
            bool plain = within(here, own->background, program->object_words);
            text_add_char(notes, free_characters[n]);
            for (int id = 0; id < program->ids; id++) {
                if (!has_bit(here, id) || (!plain && has_bit(own->background, id)))
                    continue;
                text_add_string(notes, before);
                utf8_add_visible(notes, program->id_names[id]);
                before = " and ";
            }
            text_add_char(notes, '\n');
        }
        shown[n] = here;
    }
    ps_workspace_leave(own, workspace);
    return true;
}

static bool draw(const struct puzzle *puzzle, const unsigned char *state, struct grid *grid)
{
    return ps_show(puzzle, state, grid, NULL);
}

/* --- the game --- */

static const char *const metrics[] = {"changes", "keys", NULL};

static const char *const pruning[] = {
    [PS_PRUNE_PIECES] = "pieces out of reach",
    [PS_PRUNE_PLACES] = "a place for each piece",
    [PS_PRUNE_STEPS] = "remembered steps",
    NULL,
};

const struct game game_puzzlescript = {
    .name = "puzzlescript",
    .title = "PuzzleScript",
    .face = &face_puzzlescript,
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

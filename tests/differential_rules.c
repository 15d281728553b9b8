/* Compares rules with slow second implementations, on all states of a level or the first few hundred; see
 * differential.h. */
#include "tests/differential.h"

#include "games/snakebird/snakebird.h"
#include "games/sokoban/sokoban.h"
#include "tests/snakebird_slow.h"
#include "tests/snowman_slow.h"
#include "tests/sokoban_slow.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_STATES = 120 };

/* A state of the slow implementation. */
struct shadow {
    int player; /* Snowman: where the player began */
    bool by_steps;
    struct slow_world world;
    struct slow_snowman level;
    struct slow_room capacity;
    const struct slow_room *first; /* Sokoban: the start */
    const struct sokoban *board;   /* for the names of cells */
};

/* A second implementation of a game's rules. */
struct second {
    unsigned pieces; /* number of pieces that labels may name */
    /* Makes a move.  Returns false if it is illegal. */
    bool (*move)(struct shadow *shadow, game_move move);
    void (*draw)(const struct shadow *shadow, struct grid *grid);
    bool (*solved)(const struct shadow *shadow);
};

static bool looks_alike(const struct second *second, const struct puzzle *puzzle, const unsigned char *state,
                        const struct shadow *shadow)
{
    struct grid fast, slow = {0};
    if (!puzzle->game->draw(puzzle, state, &fast))
        abort();
    second->draw(shadow, &slow);
    bool same = fast.columns == slow.columns && fast.rows == slow.rows &&
                memcmp(fast.cells, slow.cells, (size_t)grid_size(&fast)) == 0;
    grid_free(&fast);
    grid_free(&slow);
    return same;
}

/* The states found so far, with their shadows, in the order of discovery. */
struct pairs {
    const struct puzzle *puzzle;
    unsigned char *states;
    struct shadow *shadows;
    size_t count;
};

static void meet(struct pairs *pairs, const unsigned char *state, const struct shadow *shadow)
{
    size_t bytes = pairs->puzzle->state_bytes;
    for (size_t i = 0; i < pairs->count; i++) {
        if (memcmp(pairs->states + i * bytes, state, bytes) == 0)
            return;
    }
    if (pairs->count == MOST_STATES)
        return;
    memcpy(pairs->states + pairs->count * bytes, state, bytes);
    pairs->shadows[pairs->count++] = *shadow;
}

/* The comparison of the moves from the n-th state. */
struct fan {
    struct pairs *pairs;
    const struct second *second;
    size_t n;
    game_move *moves; /* the legal moves, and the states after them */
    unsigned char *after;
    unsigned count, next;
    struct shadow shadow; /* scratch */
};

/* Returns whether both implementations agree on the goal.  A level that `unsolvable` recognises is exempt, because
 * the fast rules may not be able to represent its goal. */
static bool agree_on_goal(const struct fan *fan, const unsigned char *after)
{
    const struct puzzle *puzzle = fan->pairs->puzzle;
    bool at_sight = puzzle->game->unsolvable != NULL && puzzle->game->unsolvable(puzzle) != NULL;
    return at_sight || puzzle->rules->solved(puzzle, after) == fan->second->solved(&fan->shadow);
}

/* Compares one move, which may be illegal in both implementations, and adds the state after it. */
static bool same_move(struct fan *fan, game_move move, struct text *why)
{
    const struct puzzle *puzzle = fan->pairs->puzzle;
    const unsigned char *after = fan->after + fan->next * puzzle->state_bytes;
    fan->shadow = fan->pairs->shadows[fan->n];
    bool legal = fan->second->move(&fan->shadow, move);
    if (legal != (fan->next < fan->count && fan->moves[fan->next] == move)) {
        text_addf(why, "piece %u %c in state %zu: %s by the slow rules only", move_piece(move),
                  "URDL"[move_direction(move)], fan -> n, legal ? "legal" : "illegal");
        return false;
    }
    if (!legal)
        return true;
    if (!looks_alike(fan->second, puzzle, after, &fan->shadow)) {
        text_addf(why, "piece %u %c in state %zu: the slow rules draw something else after it", move_piece(move),
                  "URDL"[move_direction(move)], fan -> n);
        return false;
    }
    if (!agree_on_goal(fan, after)) {
        text_addf(why, "piece %u %c in state %zu: solved by one of the rules only", move_piece(move),
                  "URDL"[move_direction(move)], fan -> n);
        return false;
    }
    meet(fan->pairs, after, &fan->shadow);
    fan->next++;
    return true;
}

static bool same_moves(struct fan *fan, struct text *why)
{
    const struct puzzle *puzzle = fan->pairs->puzzle;
    const unsigned char *state = fan->pairs->states + fan->n * puzzle->state_bytes;
    bool same = true;
    fan->next = 0;
    fan->count = puzzle->rules->expand(puzzle, state, fan->moves, fan->after);
    for (unsigned piece = 0; piece < fan->second->pieces; piece++) {
        for (unsigned d = 0; d < DIRECTIONS && same; d++)
            same = same_move(fan, move_make(piece, d), why);
    }
    if (same && fan->next < fan->count)
        text_addf(why, "state %zu: %u moves, but %u by the slow rules", fan->n, fan->count, fan->next);
    return same && fan->next == fan->count;
}

static bool walk(const struct trial *trial, const struct second *second, const struct shadow *start, struct text *why)
{
    const struct puzzle *puzzle = trial->puzzle;
    size_t capacity = puzzle->max_moves + 1;
    struct pairs pairs = {.puzzle = puzzle,
                          .states = calloc(MOST_STATES, puzzle->state_bytes),
                          .shadows = calloc(MOST_STATES, sizeof *pairs.shadows)};
    struct fan *fan = calloc(1, sizeof *fan);
    if (pairs.states == NULL || pairs.shadows == NULL || fan == NULL)
        abort();
    fan->pairs = &pairs;
    fan->second = second;
    fan->moves = calloc(capacity, sizeof *fan->moves);
    fan->after = calloc(capacity, puzzle->state_bytes);
    if (fan->moves == NULL || fan->after == NULL)
        abort();
    puzzle->rules->start(puzzle, fan->after);
    meet(&pairs, fan->after, start);
    bool same = true;
    for (fan->n = 0; fan->n < pairs.count && same; fan->n++) {
        if (!puzzle->rules->solved(puzzle, pairs.states + fan->n * puzzle->state_bytes))
            same = same_moves(fan, why);
    }
    free(pairs.states);
    free(pairs.shadows);
    free(fan->moves);
    free(fan->after);
    free(fan);
    return same;
}

/* --- Snakebird --- */

static bool move_bird(struct shadow *shadow, game_move move)
{
    return slow_world_move(&shadow->world, (int)move_piece(move), move_direction(move));
}

static void draw_birds(const struct shadow *shadow, struct grid *grid)
{
    if (!slow_world_draw(&shadow->world, grid))
        abort();
}

static bool all_gone(const struct shadow *shadow)
{
    const struct slow_world *world = &shadow->world;
    bool gone = world->fruit == 0;
    for (int i = 0; i < world->pieces; i++)
        gone = gone && (!world->piece[i].is_bird || world->piece[i].gone);
    return gone;
}

bool holds_for_slow_birds(const struct trial *trial, const struct change *change, struct text *why)
{
    (void)change;
    bool document = trial->specimen->variant.rules == SNAKEBIRD_DOCUMENT;
    struct second second = {snakebird_board(trial->puzzle)->birds, move_bird, draw_birds, all_gone};
    struct shadow *start = calloc(1, sizeof *start);
    if (start == NULL)
        abort();
    slow_world_read(&trial->specimen->grid, document, &start->world);
    bool same;
    if (slow_world_settle(&start->world)) {
        same = walk(trial, &second, start, why);
    } else {
        same = trial->judgement.verdict == VERDICT_UNSOLVABLE;
        if (!same)
            text_add_string(why, "by the slow rules a bird is lost before the first move");
    }
    free(start);
    return same;
}

/* --- Snowman --- */

static bool move_ball(struct shadow *shadow, game_move move)
{
    struct slow_snowman *level = &shadow->level;
    int cell = (int)move_piece(move);
    if (shadow->by_steps)
        return slow_snowman_press(level, move_direction(move));
    if (level->stack[cell] == 0 || !slow_snowman_push(level, cell, move_direction(move)))
        return false;
    /* If a state stores a region, its drawing shows the player in the first cell of the region. */
    bool reached[1024] = {0};
    slow_snowman_walks(level, reached);
    int first = 0;
    while (!reached[first])
        first++;
    level->player = reached[shadow->player] ? shadow->player : first;
    return true;
}

static void draw_level(const struct shadow *shadow, struct grid *grid)
{
    if (!grid_make(grid, shadow->level.columns, shadow->level.rows, ' '))
        abort();
    slow_snowman_draw(&shadow->level, grid);
}

static bool all_complete(const struct shadow *shadow)
{
    return slow_snowman_solved(&shadow->level);
}

bool holds_for_slow_snowman(const struct trial *trial, const struct change *change, struct text *why)
{
    (void)change;
    const struct grid *grid = &trial->specimen->grid;
    bool by_steps = trial->specimen->variant.metric == 1;
    struct second second = {by_steps ? 1 : (unsigned)grid_size(grid), move_ball, draw_level, all_complete};
    struct shadow *start = calloc(1, sizeof *start);
    if (start == NULL)
        abort();
    slow_snowman_read(grid, &start->level);
    start->player = start->level.player;
    start->by_steps = by_steps;
    bool same = walk(trial, &second, start, why);
    free(start);
    return same;
}

/* --- Sokoban --- */

/* Moves the player to where the drawing of a state shows him: at his start if he can walk there, otherwise in the
 * first cell that he can reach. */
static void settle_pusher(struct shadow *shadow)
{
    struct slow_room *capacity = &shadow->capacity;
    const struct slow_room *start = shadow->first;
    bool reached[SLOW_ROOM];
    slow_room_walks(capacity, reached);
    int first = 0;
    while (!reached[first])
        first++;
    bool begins = reached[start->player] && memcmp(capacity->box, start->box, sizeof capacity->box) == 0;
    capacity->player = begins ? start->player : first;
}

static bool move_box(struct shadow *shadow, game_move move)
{
    const struct sokoban *board = shadow->board;
    int piece = (int)move_piece(move);
    int cell = (board->top + piece / board->columns) * shadow->capacity.columns + board->left + piece % board->columns;
    if (shadow->by_steps)
        return slow_room_step(&shadow->capacity, move_direction(move));
    if (!shadow->capacity.box[cell] || !slow_room_push(&shadow->capacity, cell, move_direction(move)))
        return false;
    settle_pusher(shadow);
    return true;
}

static void draw_capacity(const struct shadow *shadow, struct grid *grid)
{
    if (!slow_room_draw(&shadow->capacity, grid))
        abort();
}

static bool all_on_goals(const struct shadow *shadow)
{
    const struct slow_room *capacity = &shadow->capacity;
    bool all = true;
    for (int cell = 0; cell < capacity->columns * capacity->rows; cell++)
        all = all && (!capacity->box[cell] || capacity->goal[cell]);
    return all;
}

bool holds_for_slow_capacity(const struct trial *trial, const struct change *change, struct text *why)
{
    (void)change;
    const struct sokoban *board = sokoban_board(trial->puzzle);
    struct second second = {(unsigned)(board->rows * board->columns), move_box, draw_capacity, all_on_goals};
    struct shadow *start = calloc(1, sizeof *start);
    struct slow_room capacity;
    if (start == NULL)
        abort();
    if (board->counts_moves)
        second.pieces = 1;
    if (grid_size(&board->grid) > SLOW_ROOM) {
        free(start);
        return true;
    }
    slow_room_read(&board->grid, &capacity);
    start->capacity = capacity;
    start->first = &capacity;
    start->board = board;
    start->by_steps = board->counts_moves;
    bool same = walk(trial, &second, start, why);
    free(start);
    return same;
}

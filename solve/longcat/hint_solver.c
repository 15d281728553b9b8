/* LongCat's hint solver: finds the shortest solution from a position.
 *
 * As in the solver, every slide covers cells for good, so the positions form a graph without cycles.  The hint solver
 * walks it depth first, without the positions that are proved lost.  It only keeps the length of a shortest solution
 * for each position, so no number gets large. */
#include "solve/longcat/solver.h"

#include "solve/longcat/position.h"
#include "solve/search/store.h"

#include <stdio.h>
#include <stdlib.h>

#define NOT_WON UINT32_MAX

/* A position on the way from the first one to the current one. */
struct frame {
    uint32_t number;
    unsigned char direction; /* the next one to try */
};

struct cat_walk {
    struct position position;
    struct store store; /* of the positions' keys */
    uint32_t *left;     /* [capacity] moves of a shortest solution from there, or NOT_WON */
    uint64_t capacity;
    uint64_t *key;
    struct frame *frames; /* [cells + 1] */
    struct watch watch;
    bool failed; /* out of memory */
};

static bool walk_make(struct cat_walk *walk, const struct longcat *board, const struct limits *limits)
{
    *walk = (struct cat_walk){0};
    watch_start(&walk->watch, limits);
    if (!position_make(&walk->position, board, false, longcat_pruning(&board->puzzle)))
        return false;
    size_t words = walk->position.words;
    walk->frames = calloc(board->cells + 1, sizeof *walk->frames);
    walk->key = calloc(words + STORE_PADDING / sizeof *walk->key, sizeof *walk->key);
    return store_make(&walk->store, words * sizeof *walk->key, 1) && walk->frames != NULL && walk->key != NULL;
}

static void walk_free(struct cat_walk *walk)
{
    position_free(&walk->position);
    store_free(&walk->store);
    free(walk->left);
    free(walk->key);
    free(walk->frames);
}

/* Returns the number of the current position, or STORE_NONE if it is not stored. */
static uint32_t find(struct cat_walk *walk)
{
    position_key(&walk->position, walk->key);
    const unsigned char *bytes = (const unsigned char *)walk->key;
    return store_find(&walk->store, bytes, store_hash(&walk->store, bytes));
}

/* Makes room for one more position.  Returns false if a limit was hit or memory ran out. */
static bool ensure_capacity(struct cat_walk *walk)
{
    if (!watch_allows(&walk->watch, store_count(&walk->store) + 1,
                      store_bytes(&walk->store) + walk->capacity * sizeof *walk->left))
        return false;
    if (store_left(&walk->store) == 0 && store_reserve(&walk->store, 1, 0) != STORE_READY)
        walk->failed = true;
    if (!walk->failed && walk->capacity < walk->store.capacity) {
        uint32_t *left = realloc(walk->left, walk->store.capacity * sizeof *left);
        walk->failed = left == NULL;
        walk->left = left != NULL ? left : walk->left;
        walk->capacity = left != NULL ? walk->store.capacity : walk->capacity;
    }
    return !walk->failed;
}

/* Adds the position whose key is in `key` and enters it. */
static void add(struct cat_walk *walk, struct frame *frame)
{
    const unsigned char *bytes = (const unsigned char *)walk->key;
    bool is_new;
    frame->number = store_add(&walk->store, bytes, store_hash(&walk->store, bytes), &is_new);
    frame->direction = 0;
    walk->left[frame->number] = position_solved(&walk->position) ? 0 : NOT_WON;
}

/* Takes over the solution from the position after a slide if it is the shortest so far. */
static void improve(struct cat_walk *walk, uint32_t number, uint32_t after)
{
    uint32_t left = walk->left[after];
    if (left != NOT_WON && left + 1 < walk->left[number])
        walk->left[number] = left + 1;
}

/* Returns whether the current position, a new one, must be expanded. */
static bool has_hope(struct cat_walk *walk)
{
    return position_solved(&walk->position) || !position_hopeless(&walk->position, walk->position.rules);
}

/* Finds the length of a shortest solution from every reachable position that is not proved lost.  Returns false if a
 * limit was hit or memory ran out. */
static bool walk_all(struct cat_walk *walk)
{
    struct frame *top = walk->frames;
    if (!ensure_capacity(walk))
        return false;
    find(walk);
    add(walk, top);
    for (;;) {
        if (top->direction == DIRECTIONS) {
            if (top == walk->frames)
                return true;
            position_undo(&walk->position);
            top--;
            improve(walk, top->number, top[1].number);
            continue;
        }
        if (!position_slide(&walk->position, (enum direction)top->direction++))
            continue;
        uint32_t after = find(walk);
        if (after == STORE_NONE && has_hope(walk)) {
            if (!ensure_capacity(walk))
                return false;
            add(walk, ++top);
            continue;
        }
        if (after != STORE_NONE)
            improve(walk, top->number, after);
        position_undo(&walk->position);
    }
}

/* Makes a slide and returns the number of the position after it.  If it is no move or the position's `left` differs,
 * it makes no slide and returns STORE_NONE. */
static uint32_t slide_to(struct cat_walk *walk, enum direction direction, uint32_t left)
{
    if (!position_slide(&walk->position, direction))
        return STORE_NONE;
    uint32_t number = find(walk);
    if (number != STORE_NONE && walk->left[number] == left)
        return number;
    position_undo(&walk->position);
    return STORE_NONE;
}

/* Reads the first of the shortest solutions from what the search found. */
static enum search_end read_way(struct cat_walk *walk, struct hint_way *way)
{
    uint32_t number = walk->frames[0].number;
    if (walk->left[number] == NOT_WON)
        return SEARCH_NONE;
    way->count = walk->left[number];
    way->moves = calloc(way->count + 1, sizeof *way->moves);
    if (way->moves == NULL)
        return SEARCH_NO_MEMORY;
    for (size_t n = 0; n < way->count; n++) {
        uint32_t after = STORE_NONE;
        for (enum direction d = UP; d < DIRECTIONS && after == STORE_NONE; d++) {
            way->moves[n] = move_make(0, d);
            after = slide_to(walk, d, (uint32_t)(way->count - n - 1));
        }
    }
    return SEARCH_FOUND;
}

static enum search_end find_way(struct cat_walk *walk, struct hint_way *way)
{
    if (!position_solved(&walk->position) && position_hopeless(&walk->position, walk->position.rules))
        return SEARCH_NONE;
    if (walk_all(walk))
        return read_way(walk, way);
    snprintf(way->reason, sizeof way->reason, "%s", walk->watch.reason);
    return walk->failed ? SEARCH_NO_MEMORY : SEARCH_LIMIT;
}

enum search_end longcat_hint_solver(const struct puzzle *puzzle, const game_move *made, size_t count,
                                    const struct limits *limits, struct hint_way *way)
{
    struct cat_walk walk;
    enum search_end result = SEARCH_NO_MEMORY;
    if (walk_make(&walk, longcat_board(puzzle), limits)) {
        bool fits = position_colours_fit(&walk.position);
        for (size_t n = 0; n < count; n++)
            position_slide(&walk.position, move_direction(made[n]));
        result = fits || position_solved(&walk.position) ? find_way(&walk, way) : SEARCH_NONE;
    }
    walk_free(&walk);
    return result;
}

/* A search that goes for what seems near; see dive.h. */
#include "solve/why/dive.h"

#include "solve/search/room.h"
#include "solve/search/search.h"

#include <stdlib.h>
#include <string.h>

enum { ESTIMATES = 1024 }; /* higher ones are all alike */

/* How a state was met. */
struct met {
    uint32_t before; /* STORE_NONE: it is the first */
    uint32_t next;   /* the one to take after it, of the same estimate; or STORE_NONE */
    game_move move;
};

struct diver {
    const struct puzzle *puzzle;
    struct store store;
    struct fanout fanout;
    struct met *met;
    uint64_t room;
    uint32_t last[ESTIMATES]; /* met with that estimate and not taken yet, or STORE_NONE */
    uint32_t best;
    size_t best_count;
    struct nearness nearness;
};

static size_t count_back(const struct diver *diver, uint32_t number)
{
    size_t count = 0;
    for (; diver->met[number].before != STORE_NONE; count++)
        number = diver->met[number].before;
    return count;
}

static void note(struct diver *diver, uint32_t number)
{
    struct nearness here =
        nearness_of(diver->puzzle, store_state(&diver->store, number));
    unsigned estimate = here.estimate < ESTIMATES ? here.estimate : ESTIMATES - 1;
    diver->met[number].next = diver->last[estimate];
    diver->last[estimate] = number;
    bool same = number != 0 && !is_nearer(diver->nearness, here);
    if (number != 0 && !same)
        return;
    size_t count = count_back(diver, number);
    if (number == 0 || is_nearer(here, diver->nearness) || count < diver->best_count) {
        diver->best = number;
        diver->best_count = count;
        diver->nearness = here;
    }
}

/* Makes room for what one state leads to. */
static bool reserve(struct diver *diver)
{
    uint64_t wanted = store_count(&diver->store) + diver->puzzle->max_moves + 1;
    if (store_reserve(&diver->store, diver->puzzle->max_moves + 1, 0) != STORE_READY)
        return false;
    if (wanted <= diver->room)
        return true;
    uint64_t room = room_for(diver->room, wanted, sizeof *diver->met);
    struct met *met = realloc(diver->met, room * sizeof *met);
    if (met == NULL)
        return false;
    diver->met = met;
    diver->room = room;
    return true;
}

static void add(struct diver *diver, const unsigned char *state, uint32_t before, game_move move)
{
    bool is_new;
    uint32_t number =
        store_add(&diver->store, state, store_hash(&diver->store, state), &is_new);
    if (!is_new)
        return;
    diver->met[number] = (struct met){.before = before, .move = move};
    note(diver, number);
}

/* The next state to go on from, or STORE_NONE. */
static uint32_t take(struct diver *diver)
{
    for (unsigned estimate = 0; estimate < ESTIMATES; estimate++) {
        uint32_t number = diver->last[estimate];
        if (number == STORE_NONE)
            continue;
        diver->last[estimate] = diver->met[number].next;
        return number;
    }
    return STORE_NONE;
}

static bool go(struct diver *diver, uint64_t most)
{
    const struct puzzle *puzzle = diver->puzzle;
    uint32_t number;
    unsigned char *state = calloc(1, puzzle->state_bytes + STORE_PADDING);
    bool good = state != NULL;
    while (good && store_count(&diver->store) < most &&
           (number = take(diver)) != STORE_NONE) {
        good = reserve(diver);
        if (!good)
            break;
        memcpy(state, store_state(&diver->store, number), puzzle->state_bytes);
        const struct puzzle_rules *rules = puzzle->rules;
        struct fanout *fanout = &diver->fanout;
        unsigned count = (rules->expand_live != NULL ? rules->expand_live : rules->expand)(
            puzzle, state, fanout->moves, fanout->states);
        while (count-- > 0) { /* the first is to be taken first */
            const unsigned char *after = fanout_state(fanout, puzzle, count);
            if (rules->dead == NULL || !rules->dead(puzzle, after))
                add(diver, after, number, fanout->moves[count]);
        }
    }
    free(state);
    return good;
}

static bool begin(struct diver *diver, const unsigned char *from)
{
    const struct puzzle *puzzle = diver->puzzle;
    unsigned char *state = calloc(1, puzzle->state_bytes + STORE_PADDING);
    bool good = state != NULL && reserve(diver);
    for (unsigned estimate = 0; estimate < ESTIMATES; estimate++)
        diver->last[estimate] = STORE_NONE;
    if (good && from != NULL)
        memcpy(state, from, puzzle->state_bytes);
    else if (good)
        puzzle->rules->start(puzzle, state);
    if (good)
        add(diver, state, STORE_NONE, 0);
    free(state);
    return good;
}

static bool write_way(const struct diver *diver, struct dive *dive)
{
    dive->moves = calloc(diver->best_count + 1, sizeof *dive->moves);
    if (dive->moves == NULL)
        return false;
    dive->count = diver->best_count;
    uint32_t number = diver->best;
    for (size_t n = dive->count; n-- > 0; number = diver->met[number].before)
        dive->moves[n] = diver->met[number].move;
    dive->nearness = diver->nearness;
    dive->states = store_count(&diver->store);
    return true;
}

bool dive_find(const struct puzzle *puzzle, const unsigned char *state, uint64_t most,
               struct dive *dive)
{
    struct diver *diver = calloc(1, sizeof *diver);
    *dive = (struct dive){0};
    if (diver == NULL)
        return false;
    diver->puzzle = puzzle;
    bool good = store_make(&diver->store, puzzle->state_bytes, 1);
    good = fanout_make(&diver->fanout, puzzle) && good && begin(diver, state) && go(diver, most) &&
           write_way(diver, dive);
    store_free(&diver->store);
    fanout_free(&diver->fanout);
    free(diver->met);
    free(diver);
    return good;
}

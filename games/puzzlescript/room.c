/* Rooms: what a thread needs to make turns in; see place.h. */
#include "games/puzzlescript/place.h"

#include <stdlib.h>

/* --- rooms --- */

static bool make_place(const struct ps_puzzle *puzzle, struct ps_place *place)
{
    size_t cells = (size_t)ps_size(puzzle);
    place->first = calloc(cells, sizeof *place->first);
    place->rest = calloc(puzzle->layout.words, sizeof *place->rest);
    for (size_t cell = 0; place->first != NULL && cell < cells; cell++)
        place->first[cell] = -1;
    return place->first != NULL && place->rest != NULL;
}

static void free_place(struct ps_place *place)
{
    free(place->nodes);
    free(place->players);
    free(place->first);
    free(place->rest);
    free(place->after);
    free(place->after_won);
}

struct ps_room *ps_room_new(const struct ps_puzzle *puzzle)
{
    struct ps_room *room = calloc(1, sizeof *room);
    if (room == NULL)
        return NULL;
    size_t words = puzzle->layout.words;
    room->state = ps_state_new(puzzle->program);
    room->position = calloc(words, sizeof *room->position);
    room->other = calloc(words, sizeof *room->other);
    room->start = calloc(words, sizeof *room->start);
    room->players = calloc((size_t)puzzle->program->object_words, sizeof *room->players);
    room->steps = calloc((size_t)ps_size(puzzle), sizeof *room->steps);
    if (room->players == NULL || room->steps == NULL || room->state == NULL ||
        room->position == NULL || room->other == NULL || room->start == NULL ||
        !make_place(puzzle, &room->here) || !make_place(puzzle, &room->there) ||
        !ps_make_room(room->state, &puzzle->level) || !ps_windows_make(puzzle, &room->windows)) {
        ps_room_free(room);
        return NULL;
    }
    return room;
}

void ps_room_free(struct ps_room *room)
{
    if (room == NULL)
        return;
    ps_state_free(room->state);
    ps_windows_free(&room->windows);
    free_place(&room->here);
    free_place(&room->there);
    free(room->position);
    free(room->other);
    free(room->start);
    free(room->steps);
    free(room->players);
    free(room->states);
    free(room->exits);
    free(room);
}

struct ps_room *ps_room_take(struct ps_puzzle *puzzle)
{
    for (;;) {
        for (int i = 0; i < PS_IDLE_ROOMS; i++) {
            struct ps_room *room = atomic_load_explicit(&puzzle->idle[i], memory_order_relaxed);
            if (room != NULL)
                room = atomic_exchange(&puzzle->idle[i], NULL);
            if (room != NULL)
                return room;
        }
        struct ps_room *room = ps_room_new(puzzle);
        if (room != NULL)
            return room;
    }
}

void ps_room_leave(struct ps_puzzle *puzzle, struct ps_room *room)
{
    for (int i = 0; i < PS_IDLE_ROOMS; i++) {
        struct ps_room *none = NULL;
        if (atomic_compare_exchange_strong(&puzzle->idle[i], &none, room))
            return;
    }
    ps_room_free(room);
}

/* --- turns --- */

static void load(const struct ps_puzzle *puzzle, struct ps_state *state, const uint64_t *position)
{
    memcpy(state->cells, position, ps_cell_bytes(state));
    if (puzzle->layout.restart > 0)
        memcpy(state->restart, position + puzzle->layout.restart, ps_cell_bytes(state));
    if (puzzle->layout.random > 0)
        memcpy(&state->random, position + puzzle->layout.random, sizeof state->random);
}

static void save(const struct ps_puzzle *puzzle, const struct ps_state *state, uint64_t *position)
{
    memcpy(position, state->cells, ps_cell_bytes(state));
    if (puzzle->layout.restart > 0)
        memcpy(position + puzzle->layout.restart, state->restart, ps_cell_bytes(state));
    if (puzzle->layout.random > 0)
        memcpy(position + puzzle->layout.random, &state->random, sizeof state->random);
}

/* By ways of a move. */
static const enum ps_input inputs[PS_KEYS] = {PS_IN_UP,   PS_IN_RIGHT,  PS_IN_DOWN,
                                              PS_IN_LEFT, PS_IN_ACTION, PS_IN_TICK};

const char *ps_message_of(struct ps_puzzle *puzzle, struct ps_room *room, const uint64_t *position,
                          unsigned way)
{
    struct ps_state *state = room->state;
    const char *message = NULL;
    load(puzzle, state, position);
    ps_turn(state, inputs[way]);
    state->settling = true; /* all of it is one key's work, which has a limit */
    for (int turn = 0; turn < PS_MAX_AGAIN && message == NULL; turn++) {
        message = state->message;
        if (!state->again || state->too_long || state->out_of_memory)
            break;
        ps_turn(state, PS_IN_TICK);
    }
    state->settling = false;
    return message;
}

bool ps_make_turn(struct ps_puzzle *puzzle, struct ps_room *room, const uint64_t *position,
                  unsigned way, uint64_t *after, bool *won)
{
    struct ps_state *state = room->state;
    load(puzzle, state, position);
    ps_turn(state, inputs[way]);
    ps_settle(state);
    if (state->endless)
        return false;
    /* Then the order of rules counts, which the level's symmetries were proved not to depend on. */
    if (state->capped && puzzle->puzzle.symmetry_count > 1 &&
        ps_book_of(puzzle->book)->symmetries.by_patience)
        ps_doubt(puzzle, PS_TOO_LONG);
    if (state->too_long || state->out_of_memory) {
        ps_doubt(puzzle, state->too_long ? PS_TOO_LONG : PS_NO_MEMORY);
        return false;
    }
    *won = state->won;
    if (!state->won && memcmp(state->cells, position, ps_cell_bytes(state)) == 0 &&
        (puzzle->layout.restart == 0 ||
         memcmp(state->restart, position + puzzle->layout.restart, ps_cell_bytes(state)) == 0))
        return false;
    save(puzzle, state, after);
    return true;
}

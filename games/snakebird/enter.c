/* Snakebird's original rules: a state's pieces, put on the map. */
#include "games/snakebird/world.h"

#include <string.h>

/* The first cell of the map that a move can look at: some rows up from what is uppermost. */
static snakebird_cell first_seen(const struct snakebird *board,
                                 const struct snakebird_state *state)
{
    snakebird_cell first = board->exit;
    for (uint64_t rest = state->fruit; rest != 0; rest &= rest - 1) {
        snakebird_cell fruit = board->fruit[__builtin_ctzll(rest)];
        first = fruit < first ? fruit : first;
    }
    for (unsigned i = 0; i < board->birds; i++) {
        snakebird_cell top = state->bird[i].head - state->bird[i].length * board->width;
        first = state->bird[i].length > 0 && top < first ? top : first;
    }
    for (unsigned i = 0; i < board->blocks; i++)
        first = state->block[i] != 0 && state->block[i] < first ? state->block[i] : first;
    return first > 3 * board->width ? first - 3 * board->width : 0;
}

/* Copies what a move can look at; where there is a portal, that may be anything. */
static void copy_map(const struct snakebird *board, const struct snakebird_state *state,
                     uint16_t *map)
{
    bool anything = board->portal[0] != 0;
    snakebird_cell first = anything ? 0 : first_seen(board, state);
    snakebird_cell water = board->origin + board->text.rows * board->width;
    snakebird_cell end = anything ? board->cells : water + 2 * board->width;
    memcpy(map + first, board->map + first, (size_t)(end - first) * sizeof *map);
}

static void enter_bird(const struct snakebird_bird *bird, unsigned i, struct bodies *bodies,
                       struct world *world)
{
    int32_t *cells = bodies->cells[i] + 1, cell = (int32_t)bird->head;
    uint64_t low = bird->trail[0], high = bird->trail[1];
    for (unsigned k = 0; k < bird->length; k++) {
        cells[k] = cell;
        world->map[cell] = (uint16_t)(world->map[cell] | 1u << i);
        cell -= (int32_t)world->board->delta[low & 3];
        low = low >> 2 | high << 62;
        high >>= 2;
    }
    bodies->shape[i] = (struct shape){cells, bird->length};
    if (bird->length > 0)
        world->present |= 1u << i;
}

void world_enter(struct world *world, const struct snakebird *board,
                 const struct snakebird_state *state, struct bodies *bodies)
{
    copy_map(board, state, world->map);
    world->board = board;
    world->shape = bodies->shape;
    world->present = world->touched = world->drawn = world->stale = 0;
    world->fruit = state->fruit;
    memset(world->base, 0, sizeof world->base);
    for (uint64_t rest = state->fruit; rest != 0; rest &= rest - 1)
        world->map[board->fruit[__builtin_ctzll(rest)]] |= SNAKEBIRD_FOOD;
    for (unsigned i = 0; i < board->birds; i++)
        enter_bird(&state->bird[i], i, bodies, world);
    for (unsigned i = 0; i < board->blocks; i++) {
        unsigned id = SNAKEBIRD_BIRDS + i;
        bodies->shape[id] = (struct shape){board->block[i].cells, board->block[i].count};
        world->base[id] = (int32_t)state->block[i];
        if (state->block[i] == 0)
            continue;
        world->present |= 1u << id;
        draw_shape(world->map, &bodies->shape[id], world->base[id], id);
    }
    world_note_portal(world);
}

/* Snakebird: the published game's rules.
 *
 * The map (snakebird_world.h) is drawn once for a state; each move changes it and puts it back.
 * Most moves neither push nor fall; for those only the moving bird is looked at (`is_quiet`).  The
 * others are played on a copy of the pieces (`lively_move`). */
#include "games/snakebird_world.h"

#include <string.h>

/* Adds to `pushed` all that a push in a direction moves along.  The pusher's tail has left the map.
 * False: something is in the way. */
static bool find_pushed(const struct world *world, unsigned pusher, int32_t offset,
                        unsigned *pushed)
{
    for (unsigned more = *pushed; more != 0;) {
        unsigned i = take(&more);
        unsigned meets = look(world->map, &world->piece[i], offset);
        if (meets & (SNAKEBIRD_GROUND | SNAKEBIRD_SPIKE | SNAKEBIRD_FOOD | 1u << pusher) ||
            (meets & SNAKEBIRD_WATER && i < SNAKEBIRD_BIRDS))
            return false;
        unsigned added = meets & SNAKEBIRD_ANY_PIECE & ~*pushed;
        *pushed |= added;
        more |= added;
    }
    return true;
}

/* Moves what is pushed; blocks that come into the water are gone. */
static void push(struct world *world, unsigned pushed, int32_t offset)
{
    world_shift(world, pushed, offset);
    for (unsigned rest = pushed >> SNAKEBIRD_BIRDS << SNAKEBIRD_BIRDS; rest != 0;) {
        unsigned i = take(&rest);
        if (look(world->map, &world->piece[i], 0) & SNAKEBIRD_WATER)
            world_remove(world, i);
    }
}

/* Where the segments of a state's birds are, with room for one more head each. */
struct bodies {
    int32_t cells[SNAKEBIRD_BIRDS][SNAKEBIRD_LONGEST + 1];
};

/* Puts a state's pieces on the map. */
static void enter(const struct snakebird *board, const struct snakebird_state *state,
                  struct bodies *bodies, struct world *world)
{
    static const int32_t none = 0;
    world->board = board;
    world->present = world->touched = 0;
    world->fruit = state->fruit;
    for (unsigned i = 0; i < SNAKEBIRD_PIECES; i++)
        world->piece[i] = (struct piece){&none, 0, 0};
    for (uint64_t rest = state->fruit; rest != 0; rest &= rest - 1)
        world->map[board->fruit[__builtin_ctzll(rest)]] |= SNAKEBIRD_FOOD;
    for (unsigned i = 0; i < board->birds; i++) {
        const struct snakebird_bird *bird = &state->bird[i];
        int32_t *cells = bodies->cells[i] + 1, cell = (int32_t)bird->head;
        uint64_t low = bird->trail[0], high = bird->trail[1];
        for (unsigned k = 0; k < bird->length; k++) {
            cells[k] = cell;
            world->map[cell] = (uint16_t)(world->map[cell] | 1u << i);
            cell -= (int32_t)board->delta[low & 3];
            low = low >> 2 | high << 62;
            high >>= 2;
        }
        world->piece[i] = (struct piece){cells, bird->length, 0};
        if (bird->length > 0)
            world->present |= 1u << i;
    }
    for (unsigned i = 0; i < board->blocks; i++) {
        unsigned id = SNAKEBIRD_BIRDS + i;
        if (state->block[i] == 0)
            continue;
        world->piece[id] = (struct piece){board->block[i].cells, board->block[i].count,
                                          (int32_t)state->block[i]};
        world->present |= 1u << id;
        draw_piece(world->map, &world->piece[id], id);
    }
}

/* Writes where the pieces are into a state whose trails are right already. */
static void leave(const struct world *world, struct snakebird_state *state)
{
    for (unsigned i = 0; i < world->board->birds; i++) {
        const struct piece *piece = &world->piece[i];
        struct snakebird_bird *bird = &state->bird[i];
        if (world->present >> i & 1)
            bird->head = piece->base + piece->cells[0];
        else
            *bird = (struct snakebird_bird){0};
    }
    for (unsigned i = 0; i < world->board->blocks; i++) {
        bool there = world->present >> (SNAKEBIRD_BIRDS + i) & 1;
        state->block[i] = there ? world->piece[SNAKEBIRD_BIRDS + i].base : 0;
    }
    state->fruit = world->fruit;
}

/* One state being expanded. */
struct expansion {
    struct world world; /* as it is in the state; its map changes and is put back */
    const struct snakebird_state *state;
    struct snakebird_state after; /* equal to the state between moves */
    struct bodies bodies;
    unsigned firm; /* set of pieces that ground or fruit holds up directly */
    game_move *moves;
    unsigned char *states;
    unsigned count;
};

static void add_move(struct expansion *expansion, unsigned bird, enum direction direction)
{
    const struct snakebird *board = expansion->world.board;
    expansion->moves[expansion->count] = move_make(bird, direction);
    snakebird_pack(board, &expansion->after,
                   expansion->states + expansion->count * board->puzzle.state_bytes);
    expansion->count++;
}

/* Whether nothing falls after a step, where some pieces stand on others only. */
static bool all_held(struct world *world, unsigned bird, const struct piece *moved)
{
    unsigned below[SNAKEBIRD_PIECES];
    struct piece before = world->piece[bird];
    world->piece[bird] = *moved;
    bool held = world_find_falling(world, below) == 0;
    world->piece[bird] = before;
    return held;
}

/* Whether nothing happens after a step that pushed and ate nothing: no exit, no portal, no fall. */
static bool is_quiet(struct expansion *expansion, unsigned bird, const struct piece *moved)
{
    struct world *world = &expansion->world;
    const struct snakebird *board = world->board;
    int32_t head = moved->cells[0];
    if ((head == board->exit && world->fruit == 0) || head == board->portal[0] ||
        head == board->portal[1])
        return false;
    unsigned others = world->present & ~(1u << bird);
    if ((others & ~expansion->firm) != 0)
        return all_held(world, bird, moved);
    return look(world->map, moved, (int32_t)board->width) & (hard_for(bird) | others);
}

/* Puts what a move has touched back to where the state has it. */
static void put_back(const struct world *before, const struct world *after)
{
    for (unsigned rest = after->touched & after->present; rest != 0;) {
        unsigned i = take(&rest);
        erase_piece(after->map, &after->piece[i], i);
    }
    for (unsigned rest = after->touched; rest != 0;) {
        unsigned i = take(&rest);
        draw_piece(before->map, &before->piece[i], i);
    }
}

/* Plays out a move that may push, eat, leave or fall. */
static void lively_move(struct expansion *expansion, unsigned bird, enum direction direction,
                        const struct piece *moved, unsigned pushed, bool eats)
{
    struct world world = expansion->world;
    world.piece[bird] = *moved;
    world.touched = 1u << bird;
    if (eats) {
        for (uint64_t rest = world.fruit; rest != 0; rest &= rest - 1) {
            unsigned i = (unsigned)__builtin_ctzll(rest);
            if (world.board->fruit[i] == moved->cells[0])
                world.fruit &= ~(UINT64_C(1) << i);
        }
    }
    if (pushed != 0)
        push(&world, pushed, (int32_t)world.board->delta[direction]);
    uint16_t *head = &world.map[moved->cells[0]];
    *head = (uint16_t)((*head & ~(unsigned)SNAKEBIRD_FOOD) | 1u << bird);
    if (world_settle(&world)) {
        snakebird_advance(world.board, &expansion->after.bird[bird], direction, eats);
        leave(&world, &expansion->after);
        add_move(expansion, bird, direction);
        expansion->after = *expansion->state;
    }
    put_back(&expansion->world, &world);
    if (eats)
        *head |= SNAKEBIRD_FOOD;
}

/* Tries a step into a free cell or one with pieces that can be pushed; the tail leaves. */
static void try_step(struct expansion *expansion, unsigned bird, enum direction direction,
                     const struct piece *moved, unsigned pushed)
{
    struct world *world = &expansion->world;
    uint16_t *head = &world->map[moved->cells[0]], *tail = &world->map[moved->cells[moved->count]];
    uint16_t bit = (uint16_t)(1u << bird);
    *tail = (uint16_t)(*tail & ~bit);
    if (pushed == 0) {
        *head |= bit;
        if (is_quiet(expansion, bird, moved)) {
            snakebird_advance(world->board, &expansion->after.bird[bird], direction, false);
            add_move(expansion, bird, direction);
            expansion->after.bird[bird] = expansion->state->bird[bird];
            *head = (uint16_t)(*head & ~bit);
        } else {
            lively_move(expansion, bird, direction, moved, 0, false);
        }
    } else if (find_pushed(world, bird, (int32_t)world->board->delta[direction], &pushed)) {
        lively_move(expansion, bird, direction, moved, pushed, false);
    }
    *tail |= bit;
}

static void try_move(struct expansion *expansion, unsigned bird, enum direction direction)
{
    struct world *world = &expansion->world;
    int32_t *cells = expansion->bodies.cells[bird];
    struct piece moved = {cells, world->piece[bird].count, 0};
    cells[0] = cells[1] + (int32_t)world->board->delta[direction];
    unsigned there = world->map[cells[0]];
    if (there & (SNAKEBIRD_GROUND | SNAKEBIRD_SPIKE | SNAKEBIRD_WATER | 1u << bird))
        return;
    if (there & SNAKEBIRD_FOOD) {
        moved.count++;
        lively_move(expansion, bird, direction, &moved, 0, true);
    } else {
        try_step(expansion, bird, direction, &moved, there & SNAKEBIRD_ANY_PIECE);
    }
}

static unsigned find_firm(const struct world *world)
{
    unsigned firm = 0;
    for (unsigned rest = world->present; rest != 0;) {
        unsigned i = take(&rest);
        if (look(world->map, &world->piece[i], (int32_t)world->board->width) & hard_for(i))
            firm |= 1u << i;
    }
    return firm;
}

unsigned snakebird_expand_original(const struct snakebird *board,
                                   const struct snakebird_state *state, game_move *moves,
                                   unsigned char *states)
{
    uint16_t map[board->cells];
    struct expansion expansion;
    memcpy(map, board->map, sizeof map);
    expansion.world.map = map;
    enter(board, state, &expansion.bodies, &expansion.world);
    world_note_portal(&expansion.world);
    expansion.state = state;
    expansion.after = *state;
    expansion.firm = find_firm(&expansion.world);
    expansion.moves = moves;
    expansion.states = states;
    expansion.count = 0;
    for (unsigned bird = 0; bird < board->birds; bird++) {
        for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
            if (expansion.world.present >> bird & 1)
                try_move(&expansion, bird, (enum direction)direction);
        }
    }
    return expansion.count;
}

bool snakebird_settle_original(const struct snakebird *board, struct snakebird_state *state)
{
    uint16_t map[board->cells];
    struct bodies bodies;
    struct world world;
    memcpy(map, board->map, sizeof map);
    world.map = map;
    enter(board, state, &bodies, &world);
    world_note_portal(&world);
    bool safe = world_settle(&world);
    leave(&world, state);
    return safe;
}

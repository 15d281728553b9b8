/* Snakebird: the published game's rules.
 *
 * The map (world.h) is drawn once per state; each move changes it and restores it.  What is below each piece is
 * also looked up only once: a plain step changes that only for the bird itself and for pieces on its new head or on
 * its old tail.  For most moves it is therefore soon clear that nothing falls (`find_falling`); the others are
 * played on a copy of the pieces.
 *
 * The cost with three birds: of the twelve possible moves of a state, a third are blocked at once, a quarter are
 * plain steps, a quarter end in a fall (half of these are deadly, two or three cells deep), and the rest push or
 * try to.  They produce five states.  In total, a state takes about 6000 instructions.  Two thirds of that are the
 * rules; most of the rest is waiting for the state store's memory. */
#include "games/snakebird/world.h"

#include <string.h>

/* Adds to `pushed` everything that a push in a direction moves.  The pusher's tail is no longer on the map.
 * Returns false if something blocks the push. */
static bool find_pushed(const struct world *world, unsigned pusher, int32_t offset, unsigned *pushed)
{
    for (unsigned more = *pushed; more != 0;) {
        unsigned i = take(&more);
        unsigned meets = look(world, i, world->base[i] + offset);
        if (meets & (SNAKEBIRD_GROUND | SNAKEBIRD_SPIKE | 1u << pusher) ||
            (meets & SNAKEBIRD_WATER && i < SNAKEBIRD_BIRDS))
            return false;
        unsigned added = meets & SNAKEBIRD_ANY_PIECE & ~*pushed;
        *pushed |= added;
        more |= added;
    }
    return true;
}

/* Moves the pushed pieces; blocks that get into the water are removed. */
static void push(struct world *world, unsigned pushed, int32_t offset)
{
    world_shift(world, pushed, offset);
    for (unsigned rest = pushed >> SNAKEBIRD_BIRDS << SNAKEBIRD_BIRDS; rest != 0;) {
        unsigned i = take(&rest);
        if (look(world, i, world->base[i]) & SNAKEBIRD_WATER)
            world_remove(world, i);
    }
}

/* The cell of a bird's head; 0: it is gone. */
static snakebird_cell head_after(const struct world *world, unsigned bird)
{
    return world->present >> bird & 1 ? world->base[bird] + world->shape[bird].cells[0] : 0;
}

static void leave_blocks(const struct world *world, snakebird_cell *block)
{
    for (unsigned i = 0; i < world->board->blocks; i++) {
        bool there = world->present >> (SNAKEBIRD_BIRDS + i) & 1;
        block[i] = there ? world->base[SNAKEBIRD_BIRDS + i] : 0;
    }
}

/* A state being expanded. */
struct expansion {
    struct world world; /* of the state; each move changes its map and restores it */
    const struct snakebird_state *state;
    struct snakebird_bits bits;
    struct bodies bodies;
    unsigned below[SNAKEBIRD_PIECES]; /* what is below each piece */
    unsigned but_tail;                /* what is below the moving bird without its last segment */
    unsigned firm;                    /* set of pieces directly on ground or fruit */
    game_move *moves;
    unsigned char *states;
    unsigned count;
};

/* A move of a bird's head.  During the attempt, the bird's shape is the one after the move, and the cell after its
 * last segment is the one that the tail leaves. */
struct step {
    unsigned bird;
    enum direction direction;
    bool eats;
};

/* What is below a bird without its last segment. */
static unsigned under_all_but_tail(const struct world *world, unsigned bird)
{
    const struct bird_shape shape = world->shape[bird];
    unsigned seen = 0;
    for (uint32_t k = 0; k + 1 < shape.count; k++)
        seen |= world->map[shape.cells[k] + world->board->width];
    return seen;
}

static void look_below(struct expansion *expansion)
{
    const struct world *world = &expansion->world;
    expansion->firm = 0;
    for (unsigned rest = world->present; rest != 0;) {
        unsigned i = take(&rest);
        expansion->below[i] = under(world, i);
        if (expansion->below[i] & hard_for(i))
            expansion->firm |= 1u << i;
    }
}

static void add_move(struct expansion *expansion, const struct step *step, const struct snakebird_bits *bits)
{
    const struct snakebird *board = expansion->world.board;
    expansion->moves[expansion->count] = move_make(step->bird, step->direction);
    snakebird_write_bits(board, bits, expansion->states + expansion->count * board->puzzle.state_bytes);
    expansion->count++;
}

/* Copies the bits of the expanded state, to be modified. */
static void copy_bits(const struct expansion *expansion, struct snakebird_bits *bits)
{
    size_t words = expansion->world.board->puzzle.state_bytes / 8 + 2;
    for (size_t i = 0; i < words; i++)
        bits->word[i] = expansion->bits.word[i];
}

/* Changes the bits of a bird whose head ends up in cell `head`; 0: it is gone. */
static void change_bird(const struct expansion *expansion, const struct step *step, unsigned i, snakebird_cell head,
                        struct snakebird_bits *bits)
{
    const struct snakebird *board = expansion->world.board;
    const struct snakebird_bird *before = &expansion->state->bird[i];
    struct snakebird_bird after = {0};
    if (head != 0)
        after = *before;
    if (head != 0 && i == step->bird)
        snakebird_advance(board, &after, step->direction, step->eats);
    after.head = head;
    snakebird_change_bird(board, bits, i, before, &after);
}

/* Adds a move that moves only its own bird. */
static void add_step(struct expansion *expansion, const struct step *step)
{
    const struct world *world = &expansion->world;
    struct snakebird_bits bits;
    copy_bits(expansion, &bits);
    change_bird(expansion, step, step->bird, head_after(world, step->bird), &bits);
    add_move(expansion, step, &bits);
}

/* Adds a move that leads to `world`. */
static void add_world(struct expansion *expansion, const struct step *step, const struct world *world)
{
    const struct snakebird *board = world->board;
    const struct snakebird_state *state = expansion->state;
    struct snakebird_bits bits;
    copy_bits(expansion, &bits);
    for (unsigned rest = world->touched & BIRDS; rest != 0;) {
        unsigned i = take(&rest);
        change_bird(expansion, step, i, head_after(world, i), &bits);
    }
    if (world->touched >> SNAKEBIRD_BIRDS != 0) {
        snakebird_cell block[SNAKEBIRD_BLOCKS];
        leave_blocks(world, block);
        snakebird_change_blocks(board, &bits, state->block, block);
    }
    if (step->eats)
        snakebird_change_fruit(board, &bits, state->fruit, world->fruit);
    add_move(expansion, step, &bits);
}

/* Finds the pieces that fall after a step that pushed and ate nothing.  `below` becomes what is below each piece
 * that might fall. */
static unsigned find_falling(const struct expansion *expansion, const struct step *step, unsigned *below)
{
    const struct world *world = &expansion->world;
    const struct bird_shape *moved = &world->shape[step->bird];
    const uint16_t *head = &world->map[moved->cells[0]];
    const uint16_t *tail = &world->map[moved->cells[moved->count]];
    unsigned bit = 1u << step->bird, loose = world->present & ~expansion->firm & ~bit;
    const ptrdiff_t width = (ptrdiff_t)world->board->width;
    memcpy(below, expansion->below, sizeof expansion->below);
    below[step->bird] = (expansion->but_tail | head[width]) & ~bit;
    for (unsigned rest = (head[-width] | tail[-width]) & loose; rest != 0;) {
        unsigned i = take(&rest);
        below[i] = under(world, i);
    }
    return world_unheld(world, loose | bit, below);
}

static struct world world_after(const struct expansion *expansion, const struct step *step)
{
    struct world world = expansion->world;
    world.touched = 1u << step->bird;
    return world;
}

/* Restores the pieces that a move has redrawn to their places in the state. */
static void put_back(struct expansion *expansion, const struct step *step, const struct world *after)
{
    const struct world *before = &expansion->world;
    struct bird_shape original = after->shape[step->bird];
    for (unsigned rest = after->drawn; rest != 0;) {
        unsigned i = take(&rest);
        erase_shape(before->map, &after->shape[i], after->shown[i], i);
    }
    original.cells++;
    original.count -= step->eats;
    for (unsigned rest = after->drawn; rest != 0;) {
        unsigned i = take(&rest);
        draw_shape(before->map, i == step->bird ? &original : &before->shape[i], before->base[i], i);
    }
}

/* Completes a move once everything is at rest, unless a bird is lost. */
static void end_move(struct expansion *expansion, const struct step *step, const struct world *world, bool safe)
{
    if (safe)
        add_world(expansion, step, world);
    if (world->drawn != 0)
        put_back(expansion, step, world);
}

/* The head moves onto a fruit. */
static void eat(struct expansion *expansion, const struct step *step, int32_t at)
{
    struct world world = world_after(expansion, step);
    uint16_t *head = &world.map[at];
    for (uint64_t rest = world.fruit; rest != 0; rest &= rest - 1) {
        unsigned i = (unsigned)__builtin_ctzll(rest);
        if (world.board->fruit[i] == at)
            world.fruit &= ~(UINT64_C(1) << i);
    }
    *head = (uint16_t)((*head & ~(unsigned)SNAKEBIRD_FOOD) | 1u << step->bird);
    bool safe = world_settle(&world);
    end_move(expansion, step, &world, safe);
    *head = (uint16_t)((*head & ~(1u << step->bird)) | SNAKEBIRD_FOOD);
}

static void push_on(struct expansion *expansion, const struct step *step, unsigned pushed)
{
    struct world world = world_after(expansion, step);
    uint16_t *head = &world.map[world.shape[step->bird].cells[0]];
    push(&world, pushed, (int32_t)world.board->delta[step->direction]);
    *head = (uint16_t)(*head | 1u << step->bird);
    bool safe = world_settle(&world);
    end_move(expansion, step, &world, safe);
    *head = (uint16_t)(*head & ~(1u << step->bird));
}

/* Whether a head is in the exit, when it is open, or in the portal. */
static bool is_door(const struct world *world, int32_t head)
{
    const struct snakebird *board = world->board;
    return (head == board->exit && world->fruit == 0) || head == board->portal[0] || head == board->portal[1];
}

/* A step into a free cell; the map already shows the new head and tail. */
static void walk(struct expansion *expansion, const struct step *step)
{
    const struct world *before = &expansion->world;
    unsigned below[SNAKEBIRD_PIECES];
    unsigned falling = find_falling(expansion, step, below);
    bool doors = is_door(before, before->shape[step->bird].cells[0]);
    if (falling == 0 && !doors) {
        add_step(expansion, step);
        return;
    }
    struct world world = world_after(expansion, step);
    bool safe = doors || before->board->portal[0] != 0 ? world_settle(&world) : world_fall(&world, falling, below);
    end_move(expansion, step, &world, safe);
}

/* Tries a step into a free cell or onto pieces that may be pushed; the tail moves on. */
static void try_step(struct expansion *expansion, const struct step *step, unsigned pushed)
{
    struct world *world = &expansion->world;
    const struct bird_shape *moved = &world->shape[step->bird];
    uint16_t *head = &world->map[moved->cells[0]], *tail = &world->map[moved->cells[moved->count]];
    uint16_t bit = (uint16_t)(1u << step->bird);
    *tail = (uint16_t)(*tail & ~bit);
    if (pushed == 0) {
        *head |= bit;
        walk(expansion, step);
        *head = (uint16_t)(*head & ~bit);
    } else if (find_pushed(world, step->bird, (int32_t)world->board->delta[step->direction], &pushed)) {
        push_on(expansion, step, pushed);
    }
    *tail |= bit;
}

/* Tries a move of a bird.  Its shape has the new head and lacks the tail. */
static void try_move(struct expansion *expansion, unsigned bird, enum direction direction)
{
    struct world *world = &expansion->world;
    int32_t *cells = expansion->bodies.cells[bird];
    cells[0] = cells[1] + (int32_t)world->board->delta[direction];
    unsigned there = world->map[cells[0]];
    bool eats = (there & SNAKEBIRD_FOOD) == SNAKEBIRD_FOOD;
    if (!eats && there & (SNAKEBIRD_GROUND | SNAKEBIRD_SPIKE | SNAKEBIRD_WATER | 1u << bird))
        return;
    struct step step = {bird, direction, eats};
    if (step.eats) {
        expansion->bodies.shape[bird].count++;
        eat(expansion, &step, cells[0]);
        expansion->bodies.shape[bird].count--;
    } else {
        try_step(expansion, &step, there & SNAKEBIRD_ANY_PIECE);
    }
}

static void try_bird(struct expansion *expansion, unsigned bird)
{
    struct bird_shape *shape = &expansion->bodies.shape[bird];
    if (!(expansion->world.present >> bird & 1))
        return;
    expansion->but_tail = under_all_but_tail(&expansion->world, bird);
    shape->cells--;
    for (unsigned direction = 0; direction < DIRECTIONS; direction++)
        try_move(expansion, bird, (enum direction)direction);
    shape->cells++;
}

unsigned snakebird_expand_original(const struct snakebird *board, const struct snakebird_state *state, game_move *moves,
                                   unsigned char *states)
{
    uint16_t map[board->cells];
    struct expansion expansion;
    expansion.world.map = map;
    world_enter(&expansion.world, board, state, &expansion.bodies);
    expansion.state = state;
    snakebird_find_bits(board, state, &expansion.bits);
    look_below(&expansion);
    expansion.moves = moves;
    expansion.states = states;
    expansion.count = 0;
    for (unsigned bird = 0; bird < board->birds; bird++)
        try_bird(&expansion, bird);
    return expansion.count;
}

bool snakebird_settle_original(const struct snakebird *board, struct snakebird_state *state)
{
    uint16_t map[board->cells];
    struct bodies bodies;
    struct world world;
    world.map = map;
    world_enter(&world, board, state, &bodies);
    bool safe = world_settle(&world);
    for (unsigned i = 0; i < board->birds; i++) {
        state->bird[i].head = head_after(&world, i);
        if (state->bird[i].head == 0)
            state->bird[i] = (struct snakebird_bird){0};
    }
    leave_blocks(&world, state->block);
    return safe;
}

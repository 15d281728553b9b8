/* Snakebird: the published game's rules.
 *
 * The map (snakebird_world.h) is drawn once for a state; each move changes it and puts it back.  What
 * each piece has under it is looked up once, too: a plain step changes that only for the bird itself
 * and for what stands on its new head or on its old tail.  So it is soon known of most moves that
 * nothing falls (`find_falling`); the others are played on a copy of the pieces. */
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

/* Copies the map as far as a move can see: some rows up from what is uppermost, down to the water. */
static void copy_map(const struct snakebird *board, const struct snakebird_state *state,
                     uint16_t *map)
{
    snakebird_cell first = board->exit, end = board->cells;
    if (board->portal[0] != 0) {
        first = 0;
    } else {
        end = board->origin + (board->text.rows + 2) * board->width;
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
        first = first > 3 * board->width ? first - 3 * board->width : 0;
    }
    memcpy(map + first, board->map + first, (size_t)(end - first) * sizeof *map);
}

/* Puts a state's pieces on the map. */
static void enter(const struct snakebird *board, const struct snakebird_state *state,
                  struct bodies *bodies, struct world *world)
{
    static const int32_t none = 0;
    world->board = board;
    world->present = world->touched = world->lifted = 0;
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

/* Writes where a bird is whose trail is right already. */
static void leave_bird(const struct world *world, unsigned i, struct snakebird_bird *bird)
{
    if (world->present >> i & 1)
        bird->head = world->piece[i].base + world->piece[i].cells[0];
    else
        *bird = (struct snakebird_bird){0};
}

static void leave_blocks(const struct world *world, snakebird_cell *block)
{
    for (unsigned i = 0; i < world->board->blocks; i++) {
        bool there = world->present >> (SNAKEBIRD_BIRDS + i) & 1;
        block[i] = there ? world->piece[SNAKEBIRD_BIRDS + i].base : 0;
    }
}

/* One state being expanded. */
struct expansion {
    struct world world; /* as it is in the state; its map changes and is put back */
    const struct snakebird_state *state;
    struct snakebird_bits bits;
    struct bodies bodies;
    unsigned below[SNAKEBIRD_PIECES];    /* what each piece has under it */
    unsigned but_tail[SNAKEBIRD_BIRDS];  /* what each bird has under it without its last segment */
    unsigned firm; /* set of pieces that ground or fruit holds up directly */
    game_move *moves;
    unsigned char *states;
    unsigned count;
};

/* A move of a bird's head. */
struct step {
    unsigned bird;
    enum direction direction;
    struct piece moved; /* the bird after it; behind its last segment is the cell that it leaves */
    bool eats;
};

static void look_below(struct expansion *expansion)
{
    const struct world *world = &expansion->world;
    expansion->firm = 0;
    for (unsigned rest = world->present; rest != 0;) {
        unsigned i = take(&rest);
        struct piece piece = world->piece[i];
        if (i < SNAKEBIRD_BIRDS) {
            int32_t tail = piece.cells[--piece.count];
            unsigned seen = look(world->map, &piece, (int32_t)world->board->width);
            expansion->but_tail[i] = seen;
            expansion->below[i] = (seen | world->map[tail + world->board->width]) & ~(1u << i);
        } else {
            expansion->below[i] = under(world, i);
        }
        if (expansion->below[i] & hard_for(i))
            expansion->firm |= 1u << i;
    }
}

static void add_move(struct expansion *expansion, const struct step *step,
                     const struct snakebird_bits *bits)
{
    const struct snakebird *board = expansion->world.board;
    expansion->moves[expansion->count] = move_make(step->bird, step->direction);
    snakebird_write_bits(board, bits,
                         expansion->states + expansion->count * board->puzzle.state_bytes);
    expansion->count++;
}

/* Copies the bits of the state that is expanded, to be changed. */
static void copy_bits(const struct expansion *expansion, struct snakebird_bits *bits)
{
    size_t words = expansion->world.board->puzzle.state_bytes / 8 + 2;
    for (size_t i = 0; i < words; i++)
        bits->word[i] = expansion->bits.word[i];
}

/* Adds a move after which nothing but its bird has moved. */
static void add_step(struct expansion *expansion, const struct step *step)
{
    const struct snakebird *board = expansion->world.board;
    const struct snakebird_bird *before = &expansion->state->bird[step->bird];
    struct snakebird_bird after = *before;
    struct snakebird_bits bits;
    copy_bits(expansion, &bits);
    snakebird_advance(board, &after, step->direction, false);
    snakebird_change_bird(board, &bits, step->bird, before, &after);
    add_move(expansion, step, &bits);
}

/* Adds a move after which the world is that. */
static void add_world(struct expansion *expansion, const struct step *step,
                      const struct world *world)
{
    const struct snakebird *board = world->board;
    const struct snakebird_state *state = expansion->state;
    struct snakebird_bits bits;
    copy_bits(expansion, &bits);
    for (unsigned rest = world->touched & BIRDS; rest != 0;) {
        unsigned i = take(&rest);
        struct snakebird_bird after = state->bird[i];
        if (i == step->bird)
            snakebird_advance(board, &after, step->direction, step->eats);
        leave_bird(world, i, &after);
        snakebird_change_bird(board, &bits, i, &state->bird[i], &after);
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

/* What falls after a step that pushed and ate nothing.  `below` becomes what each piece that might
 * fall has under it. */
static unsigned find_falling(const struct expansion *expansion, const struct step *step,
                             unsigned *below)
{
    const struct world *world = &expansion->world;
    const int32_t *cells = step->moved.cells;
    const uint16_t *head = &world->map[cells[0]], *tail = &world->map[cells[step->moved.count]];
    unsigned bit = 1u << step->bird, loose = world->present & ~expansion->firm & ~bit;
    const ptrdiff_t width = (ptrdiff_t)world->board->width;
    memcpy(below, expansion->below, sizeof expansion->below);
    below[step->bird] = (expansion->but_tail[step->bird] | head[width]) & ~bit;
    for (unsigned rest = (head[-width] | tail[-width]) & loose; rest != 0;) {
        struct piece other;
        unsigned i = take(&rest);
        other = world->piece[i];
        below[i] = look(world->map, &other, (int32_t)width) & ~(1u << i);
    }
    return world_unheld(world, loose | bit, below);
}

/* Puts what a move has touched back to where the state has it. */
static void put_back(const struct world *before, const struct world *after)
{
    for (unsigned rest = after->touched & after->present & ~after->lifted; rest != 0;) {
        unsigned i = take(&rest);
        erase_piece(after->map, &after->piece[i], i);
    }
    for (unsigned rest = after->touched; rest != 0;) {
        unsigned i = take(&rest);
        draw_piece(before->map, &before->piece[i], i);
    }
}

static struct world world_after(const struct expansion *expansion, const struct step *step)
{
    struct world world = expansion->world;
    world.piece[step->bird] = step->moved;
    world.touched = 1u << step->bird;
    return world;
}

/* Ends a move after which all is at rest, unless a bird is lost. */
static void end_move(struct expansion *expansion, const struct step *step,
                     const struct world *world, bool safe)
{
    if (safe)
        add_world(expansion, step, world);
    put_back(&expansion->world, world);
}

static void eat(struct expansion *expansion, const struct step *step)
{
    struct world world = world_after(expansion, step);
    uint16_t *head = &world.map[step->moved.cells[0]];
    for (uint64_t rest = world.fruit; rest != 0; rest &= rest - 1) {
        unsigned i = (unsigned)__builtin_ctzll(rest);
        if (world.board->fruit[i] == step->moved.cells[0])
            world.fruit &= ~(UINT64_C(1) << i);
    }
    *head = (uint16_t)((*head & ~(unsigned)SNAKEBIRD_FOOD) | 1u << step->bird);
    bool safe = world_settle(&world);
    end_move(expansion, step, &world, safe);
    *head |= SNAKEBIRD_FOOD;
}

static void push_on(struct expansion *expansion, const struct step *step, unsigned pushed)
{
    struct world world = world_after(expansion, step);
    uint16_t *head = &world.map[step->moved.cells[0]];
    push(&world, pushed, (int32_t)world.board->delta[step->direction]);
    *head = (uint16_t)(*head | 1u << step->bird);
    bool safe = world_settle(&world);
    end_move(expansion, step, &world, safe);
}

/* Whether a head is where it may leave or be carried away. */
static bool is_door(const struct world *world, int32_t head)
{
    const struct snakebird *board = world->board;
    return (head == board->exit && world->fruit == 0) || head == board->portal[0] ||
           head == board->portal[1];
}

/* A step into a free cell; head and tail on the map are those after it. */
static void walk(struct expansion *expansion, const struct step *step)
{
    const struct world *before = &expansion->world;
    unsigned below[SNAKEBIRD_PIECES];
    unsigned falling = find_falling(expansion, step, below);
    bool doors = is_door(before, step->moved.cells[0]);
    if (falling == 0 && !doors) {
        add_step(expansion, step);
        return;
    }
    struct world world = world_after(expansion, step);
    bool safe = doors || before->board->portal[0] != 0 ? world_settle(&world)
                                                       : world_fall(&world, falling, below);
    end_move(expansion, step, &world, safe);
}

/* Tries a step into a free cell or one with pieces that can be pushed; the tail leaves. */
static void try_step(struct expansion *expansion, const struct step *step, unsigned pushed)
{
    struct world *world = &expansion->world;
    const int32_t *cells = step->moved.cells;
    uint16_t *head = &world->map[cells[0]], *tail = &world->map[cells[step->moved.count]];
    uint16_t bit = (uint16_t)(1u << step->bird);
    *tail = (uint16_t)(*tail & ~bit);
    if (pushed == 0) {
        *head |= bit;
        walk(expansion, step);
        *head = (uint16_t)(*head & ~bit);
    } else if (find_pushed(world, step->bird, (int32_t)world->board->delta[step->direction],
                           &pushed)) {
        push_on(expansion, step, pushed);
    }
    *tail |= bit;
}

static void try_move(struct expansion *expansion, unsigned bird, enum direction direction)
{
    struct world *world = &expansion->world;
    int32_t *cells = expansion->bodies.cells[bird];
    struct step step = {bird, direction, {cells, world->piece[bird].count, 0}, false};
    cells[0] = cells[1] + (int32_t)world->board->delta[direction];
    unsigned there = world->map[cells[0]];
    if (there & (SNAKEBIRD_GROUND | SNAKEBIRD_SPIKE | SNAKEBIRD_WATER | 1u << bird))
        return;
    if (there & SNAKEBIRD_FOOD) {
        step.moved.count++;
        step.eats = true;
        eat(expansion, &step);
    } else {
        try_step(expansion, &step, there & SNAKEBIRD_ANY_PIECE);
    }
}

unsigned snakebird_expand_original(const struct snakebird *board,
                                   const struct snakebird_state *state, game_move *moves,
                                   unsigned char *states)
{
    uint16_t map[board->cells];
    struct expansion expansion;
    copy_map(board, state, map);
    expansion.world.map = map;
    enter(board, state, &expansion.bodies, &expansion.world);
    world_note_portal(&expansion.world);
    expansion.state = state;
    snakebird_find_bits(board, state, &expansion.bits);
    look_below(&expansion);
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
    copy_map(board, state, map);
    world.map = map;
    enter(board, state, &bodies, &world);
    world_note_portal(&world);
    bool safe = world_settle(&world);
    for (unsigned i = 0; i < board->birds; i++)
        leave_bird(&world, i, &state->bird[i]);
    leave_blocks(&world, state->block);
    return safe;
}

/* Snakebird: the published game's rules.
 *
 * The map is drawn once per state; each move changes it and restores it.  What is below each piece is
 * also looked up only once: a plain step changes that only for the bird itself and for pieces on its new head or on
 * its old tail.  For most moves it is therefore soon clear that nothing falls (`walk`); the others are
 * played on a copy of the pieces.
 *
 * The cost with three birds: of the twelve possible moves of a state, a third are blocked at once, a quarter are
 * plain steps, a quarter end in a fall (half of these are deadly, two or three cells deep), and the rest push or
 * try to.  They produce five states.  In total, a state takes about 6000 instructions.  Two thirds of that are the
 * rules; most of the rest is waiting for the state store's memory. */
#include "games/snakebird/snakebird.h"

#include <string.h>

/* --- pieces on a map ---
 *
 * The rules work on a map of the board, with a bit for each piece in a cell and bits for ground, spikes, water and
 * fruit.  The obstacles of a piece one cell further on are then the union of a few map entries, and the set of
 * supported pieces is a small fixpoint over such unions.
 *
 * The map changes as seldom as possible.  A falling piece stays in its old place on the map and becomes *stale*:
 * its bit is ignored.  Each cell of a fall then costs only a look at the map, and most falls end without redrawing
 * anything. */

/* The cells of a bird or block, relative to its base: a block's corner, or 0 for a bird. */
struct bird_shape {
    const int32_t *cells;
    uint32_t count;
};

/* A position during a move.  Bits of sets: birds from 0, blocks from SNAKEBIRD_BIRDS. */
struct world {
    const struct snakebird *board;
    uint16_t *map;
    const struct bird_shape *shape;
    int32_t base[SNAKEBIRD_PIECES];
    unsigned present;      /* set of pieces on the board */
    unsigned touched;      /* set of pieces that may have moved or left */
    unsigned drawn;        /* set of pieces that the map no longer shows at their place in the state */
    unsigned stale;        /* set of pieces whose bits on the map are ignored */
    unsigned in_portal[2]; /* sets of pieces that were in the portal's ends before */
    uint64_t fruit;
    int32_t shown[SNAKEBIRD_PIECES]; /* bases on the map, for drawn or stale pieces */
};

enum { BIRDS = (1 << SNAKEBIRD_BIRDS) - 1 }; /* the set of all birds */

/* Removes the first piece from a set and returns it. */
static inline unsigned take(unsigned *set)
{
    unsigned i = (unsigned)__builtin_ctz(*set);
    *set &= *set - 1;
    return i;
}

/* The union of the map entries that a piece would cover with its base at `base`. */
static inline unsigned look(const struct world *world, unsigned i, int32_t base)
{
    const struct bird_shape shape = world->shape[i];
    const uint16_t *from = world->map + base;
    unsigned seen = 0;
    for (uint32_t k = 0; k < shape.count; k++)
        seen |= from[shape.cells[k]];
    return seen & ~world->stale;
}

static inline void draw_shape(uint16_t *map, const struct bird_shape *shape, int32_t base, unsigned i)
{
    for (uint32_t k = 0; k < shape->count; k++) {
        uint16_t *cell = &map[base + shape->cells[k]];
        *cell = (uint16_t)(*cell | 1u << i);
    }
}

static inline void erase_shape(uint16_t *map, const struct bird_shape *shape, int32_t base, unsigned i)
{
    for (uint32_t k = 0; k < shape->count; k++) {
        uint16_t *cell = &map[base + shape->cells[k]];
        *cell = (uint16_t)(*cell & ~(1u << i));
    }
}

/* The permanent support of a piece; fruit counts as ground. */
static inline unsigned hard_for(unsigned i)
{
    return SNAKEBIRD_GROUND | (i < SNAKEBIRD_BIRDS ? 0 : SNAKEBIRD_SPIKE);
}

/* The union of the map entries below a piece. */
static inline unsigned under(const struct world *world, unsigned i)
{
    return look(world, i, world->base[i] + (int32_t)world->board->width) & ~(1u << i);
}

/* The pieces of a state.  A bird's array has capacity for one more head in front. */
struct bodies {
    struct bird_shape shape[SNAKEBIRD_PIECES];
    int32_t cells[SNAKEBIRD_BIRDS][SNAKEBIRD_LONGEST + 1];
};

/* --- what follows a move: exits, portals and falls --- */

/* Removes a piece from the board. */
static void remove_piece(struct world *world, unsigned i)
{
    world->present &= ~(1u << i);
    world->touched |= 1u << i;
    if (world->stale >> i & 1)
        return;
    erase_shape(world->map, &world->shape[i], world->base[i], i);
    world->shown[i] = world->base[i];
    world->drawn |= 1u << i;
}

/* Makes the map ignore pieces that are about to fall. */
static void let_go(struct world *world, unsigned set)
{
    for (unsigned rest = set & ~world->stale; rest != 0;) {
        unsigned i = take(&rest);
        world->shown[i] = world->base[i];
    }
    world->stale |= set;
    world->touched |= set;
}

/* Redraws stale pieces in their present places. */
static void redraw(struct world *world, unsigned set)
{
    set &= world->stale & world->present;
    for (unsigned rest = set; rest != 0;) {
        unsigned i = take(&rest);
        erase_shape(world->map, &world->shape[i], world->shown[i], i);
        draw_shape(world->map, &world->shape[i], world->base[i], i);
        world->shown[i] = world->base[i];
    }
    world->stale &= ~set;
    world->drawn |= set;
}

/* Shifts a set of pieces together. */
static void shift_pieces(struct world *world, unsigned set, int32_t offset)
{
    let_go(world, set);
    for (unsigned rest = set; rest != 0;)
        world->base[take(&rest)] += offset;
    redraw(world, set);
}

static int32_t head_of(const struct world *world, unsigned bird)
{
    return world->base[bird] + world->shape[bird].cells[0];
}

/* Removes the bird whose head is in the exit.  Returns whether there was one. */
static bool use_exit(struct world *world)
{
    for (unsigned rest = world->fruit != 0 ? 0 : world->present & BIRDS; rest != 0;) {
        unsigned i = take(&rest);
        if (head_of(world, i) == world->board->exit) {
            remove_piece(world, i);
            return true;
        }
    }
    return false;
}

/* Records which pieces are in the portal now, so that only pieces that enter later are carried. */
static void see_portal(struct world *world)
{
    for (unsigned end = 0; end < 2; end++)
        world->in_portal[end] = world->map[world->board->portal[end]] & SNAKEBIRD_ANY_PIECE & ~world->stale;
}

/* Applies exits and portals.  A portal carries a piece that has just entered one of its ends to the other end; at most
 * one piece at a time, because a piece in the other end blocks it.  Returns whether anything happened. */
static bool use_doors(struct world *world)
{
    const struct snakebird *board = world->board;
    bool used = use_exit(world), carried = board->portal[0] != 0;
    while (carried) {
        carried = false;
        for (unsigned end = 0; end < 2 && !carried; end++) {
            unsigned there = world->map[board->portal[end]] & SNAKEBIRD_ANY_PIECE & ~world->stale;
            unsigned entered = there & ~world->in_portal[end];
            if (entered == 0)
                continue;
            unsigned i = take(&entered);
            int32_t offset = (int32_t)(board->portal[!end] - board->portal[end]);
            carried = look(world, i, world->base[i] + offset) == 0;
            if (carried)
                shift_pieces(world, 1u << i, offset);
        }
        see_portal(world);
        used = used || carried;
        if (carried)
            use_exit(world);
    }
    return used;
}

/* The `candidates` that are unsupported, given that all other pieces are supported.  below[i] is what is below
 * candidate i. */
static unsigned find_unheld(const struct world *world, unsigned candidates, const unsigned *below)
{
    unsigned held = world->present & ~candidates;
    for (bool more = true; more;) {
        more = false;
        for (unsigned rest = candidates; rest != 0;) {
            unsigned i = take(&rest);
            if (below[i] & (hard_for(i) | held)) {
                held |= 1u << i;
                candidates &= ~(1u << i);
                more = candidates != 0;
            }
        }
    }
    return candidates;
}

static unsigned find_loose(const struct world *world, unsigned *below)
{
    for (unsigned rest = world->present; rest != 0;) {
        unsigned i = take(&rest);
        below[i] = under(world, i);
    }
    return find_unheld(world, world->present, below);
}

/* Lets pieces fall together until one of them may be supported or has reached a door.  Which of them lie directly below
 * which others stays the same.  Returns false if a bird is lost. */
static bool fall_together(struct world *world, unsigned *falling, unsigned *below)
{
    const int32_t width = (int32_t)world->board->width;
    const unsigned danger = SNAKEBIRD_SPIKE | SNAKEBIRD_WATER;
    int32_t offset = 0;
    unsigned ahead = danger, met = world->board->portal[0] != 0;
    bool at_exit = false;
    let_go(world, *falling);
    do {
        unsigned together = *falling;
        /* Pieces are lost in the fall by the next cell. */
        for (unsigned rest = ahead & danger ? *falling : 0; rest != 0;) {
            unsigned i = take(&rest);
            if (i < SNAKEBIRD_BIRDS && below[i] & danger)
                return false;
            if (below[i] & SNAKEBIRD_WATER) {
                remove_piece(world, i);
                *falling &= ~(1u << i);
            }
        }
        offset += width;
        ahead = 0;
        for (unsigned rest = *falling; rest != 0;) {
            unsigned i = take(&rest);
            unsigned seen = look(world, i, world->base[i] + offset + width);
            below[i] = (below[i] & together) | seen;
            ahead |= seen;
            met |= seen & hard_for(i);
        }
        met |= ahead & SNAKEBIRD_ANY_PIECE;
        for (unsigned rest = world->fruit != 0 ? 0 : *falling & BIRDS; rest != 0;)
            at_exit |= head_of(world, take(&rest)) + offset == world->board->exit;
    } while (*falling != 0 && met == 0 && !at_exit);
    for (unsigned rest = *falling; rest != 0;)
        world->base[take(&rest)] += offset;
    return true;
}

/* A snapshot of all pieces, to detect an endless fall through a portal.  Brent's method compares with a snapshot
 * that is renewed after 64, 128, 256, ... falls. */
struct snapshot {
    int32_t base[SNAKEBIRD_PIECES];
    unsigned present, in_portal[2];
    unsigned falls, next;
};

/* Counts one fall.  Returns whether everything is as in the snapshot. */
static bool goes_round(const struct world *world, struct snapshot *snapshot)
{
    enum { FIRST = 64 };
    bool same = ++snapshot->falls > FIRST && world->present == snapshot->present &&
                memcmp(world->in_portal, snapshot->in_portal, sizeof snapshot->in_portal) == 0;
    for (unsigned rest = same ? world->present : 0; rest != 0;) {
        unsigned i = take(&rest);
        same = same && world->base[i] == snapshot->base[i];
    }
    if (snapshot->falls == FIRST)
        snapshot->next = FIRST;
    if (!same && snapshot->falls == snapshot->next) {
        memcpy(snapshot->base, world->base, sizeof world->base);
        snapshot->present = world->present;
        memcpy(snapshot->in_portal, world->in_portal, sizeof snapshot->in_portal);
        snapshot->next *= 2;
    }
    return same;
}

/* Lets the unsupported pieces `falling` fall until everything is at rest.  `below` is as in find_unheld, and is
 * modified.  Returns false if a bird is lost or the fall is endless. */
static bool fall(struct world *world, unsigned falling, unsigned *below)
{
    bool has_portal = world->board->portal[0] != 0;
    struct snapshot snapshot = {0};
    while (falling != 0) {
        if (!fall_together(world, &falling, below))
            return false;
        if (has_portal) {
            redraw(world, world->stale);
            if (goes_round(world, &snapshot))
                return false;
        }
        if (use_doors(world)) {
            redraw(world, world->stale);
            falling = find_loose(world, below);
        } else {
            unsigned still = find_unheld(world, falling, below);
            if (still != 0)
                redraw(world, falling & ~still);
            falling = still;
        }
    }
    return true;
}

/* Applies exits, portals and falls until everything is at rest.  Returns false if a bird is lost or a fall is
 * endless. */
static bool come_to_rest(struct world *world)
{
    unsigned below[SNAKEBIRD_PIECES];
    use_doors(world);
    return fall(world, find_loose(world, below), below);
}

/* --- a state on the map --- */

/* Puts a state's pieces on the map, which the caller provides. */
static void enter_world(struct world *world, const struct snakebird *board, const struct snakebird_state *state,
                        struct bodies *bodies)
{
    /* Copies the part of the map that a move can look at; with a portal, that is the whole map. */
    uint16_t *map = world->map;
    bool anything = board->portal[0] != 0;
    snakebird_cell first = 0;
    if (!anything) { /* from some rows above the topmost piece on */
        first = board->exit;
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
    snakebird_cell water = board->origin + board->text.rows * board->width;
    snakebird_cell end = anything ? board->cells : water + 2 * board->width;
    memcpy(map + first, board->map + first, (size_t)(end - first) * sizeof *map);
    world->board = board;
    world->shape = bodies->shape;
    world->present = world->touched = world->drawn = world->stale = 0;
    world->fruit = state->fruit;
    memset(world->base, 0, sizeof world->base);
    for (uint64_t rest = state->fruit; rest != 0; rest &= rest - 1)
        world->map[board->fruit[__builtin_ctzll(rest)]] |= SNAKEBIRD_FOOD;
    for (unsigned i = 0; i < board->birds; i++) {
        int32_t *cells = bodies->cells[i] + 1, cell = (int32_t)state->bird[i].head;
        uint64_t low = state->bird[i].trail[0], high = state->bird[i].trail[1];
        for (unsigned k = 0; k < state->bird[i].length; k++) {
            cells[k] = cell;
            world->map[cell] = (uint16_t)(world->map[cell] | 1u << i);
            cell -= (int32_t)world->board->delta[low & 3];
            low = low >> 2 | high << 62;
            high >>= 2;
        }
        bodies->shape[i] = (struct bird_shape){cells, state->bird[i].length};
        if (state->bird[i].length > 0)
            world->present |= 1u << i;
    }
    for (unsigned i = 0; i < board->blocks; i++) {
        unsigned id = SNAKEBIRD_BIRDS + i;
        bodies->shape[id] = (struct bird_shape){board->block[i].cells, board->block[i].count};
        world->base[id] = (int32_t)state->block[i];
        if (state->block[i] == 0)
            continue;
        world->present |= 1u << id;
        draw_shape(world->map, &bodies->shape[id], world->base[id], id);
    }
    see_portal(world);
}

/* --- moves --- */

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

/* The cell of a bird's head; 0: it is gone. */
static snakebird_cell head_after(const struct world *world, unsigned bird)
{
    return world->present >> bird & 1 ? head_of(world, bird) : 0;
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
    struct snakebird_state state;
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

static void add_move(struct expansion *expansion, const struct step *step, const struct snakebird_bits *bits)
{
    const struct snakebird *board = expansion->world.board;
    expansion->moves[expansion->count] = move_make(step->bird, step->direction);
    snakebird_write_bits(board, bits, expansion->states + expansion->count * board->puzzle.state_bytes);
    expansion->count++;
}

/* Copies the bits of the expanded state, so that they can be modified.  Most states have few words, and compilers would
 * turn a plain loop into a call. */
static void copy_bits(const struct expansion *expansion, struct snakebird_bits *bits)
{
    size_t words = expansion->world.board->puzzle.state_bytes / 8 + 2;
    const uint64_t *from = expansion->bits.word;
    bits->word[0] = from[0];
    bits->word[1] = from[1];
    if (words > 2)
        bits->word[2] = from[2];
    for (size_t i = 3; i < words; i++)
        bits->word[i] = from[i];
}

/* Changes the bits of a bird whose head ends up in cell `head`; 0: it is gone. */
static void change_bird(const struct expansion *expansion, const struct step *step, unsigned i, snakebird_cell head,
                        struct snakebird_bits *bits)
{
    const struct snakebird *board = expansion->world.board;
    const struct snakebird_bird *before = &expansion->state.bird[i];
    struct snakebird_bird after = {0};
    if (head != 0)
        after = *before;
    if (head != 0 && i == step->bird)
        snakebird_advance(board, &after, step->direction, step->eats);
    after.head = head;
    snakebird_change_bird(board, bits, i, before, &after);
}

static struct world world_after(const struct expansion *expansion, const struct step *step)
{
    struct world world = expansion->world;
    world.touched = 1u << step->bird;
    return world;
}

/* Completes a move once everything is at rest, unless a bird is lost. */
static void end_move(struct expansion *expansion, const struct step *step, const struct world *world, bool safe)
{
    if (safe) {
        const struct snakebird *board = world->board;
        const struct snakebird_state *state = &expansion->state;
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
    if (world->drawn != 0) {
        /* Restores the pieces that the move has redrawn to their places in the state. */
        const struct world *before = &expansion->world;
        struct bird_shape original = world->shape[step->bird];
        for (unsigned rest = world->drawn; rest != 0;) {
            unsigned i = take(&rest);
            erase_shape(before->map, &world->shape[i], world->shown[i], i);
        }
        original.cells++;
        original.count -= step->eats;
        for (unsigned rest = world->drawn; rest != 0;) {
            unsigned i = take(&rest);
            draw_shape(before->map, i == step->bird ? &original : &before->shape[i], before->base[i], i);
        }
    }
}

static void push_on(struct expansion *expansion, const struct step *step, unsigned pushed)
{
    struct world world = world_after(expansion, step);
    uint16_t *head = &world.map[world.shape[step->bird].cells[0]];
    /* Moves the pushed pieces; blocks that get into the water are removed. */
    int32_t offset = (int32_t)world.board->delta[step->direction];
    shift_pieces(&world, pushed, offset);
    for (unsigned rest = pushed >> SNAKEBIRD_BIRDS << SNAKEBIRD_BIRDS; rest != 0;) {
        unsigned i = take(&rest);
        if (look(&world, i, world.base[i]) & SNAKEBIRD_WATER)
            remove_piece(&world, i);
    }
    *head = (uint16_t)(*head | 1u << step->bird);
    bool safe = come_to_rest(&world);
    end_move(expansion, step, &world, safe);
    *head = (uint16_t)(*head & ~(1u << step->bird));
}

/* A step into a free cell; the map already shows the new head and tail. */
static void walk(struct expansion *expansion, const struct step *step)
{
    const struct world *before = &expansion->world;
    unsigned below[SNAKEBIRD_PIECES];
    /* Which pieces fall, and what is below each piece that might fall. */
    const struct bird_shape *moved = &before->shape[step->bird];
    const uint16_t *at_head = &before->map[moved->cells[0]];
    const uint16_t *at_tail = &before->map[moved->cells[moved->count]];
    unsigned bit = 1u << step->bird, loose = before->present & ~expansion->firm & ~bit;
    const ptrdiff_t width = (ptrdiff_t)before->board->width;
    memcpy(below, expansion->below, sizeof expansion->below);
    below[step->bird] = (expansion->but_tail | at_head[width]) & ~bit;
    for (unsigned rest = (at_head[-width] | at_tail[-width]) & loose; rest != 0;) {
        unsigned i = take(&rest);
        below[i] = under(before, i);
    }
    unsigned falling = find_unheld(before, loose | bit, below);
    int32_t head = moved->cells[0];
    const struct snakebird *board = before->board;
    bool doors = (head == board->exit && before->fruit == 0) || head == board->portal[0] || head == board->portal[1];
    if (falling == 0 && !doors) {
        struct snakebird_bits bits;
        copy_bits(expansion, &bits);
        change_bird(expansion, step, step->bird, head, &bits);
        add_move(expansion, step, &bits);
        return;
    }
    struct world world = world_after(expansion, step);
    bool safe = doors || board->portal[0] != 0 ? come_to_rest(&world) : fall(&world, falling, below);
    end_move(expansion, step, &world, safe);
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
        /* The head moves onto a fruit. */
        struct world after = world_after(expansion, &step);
        uint16_t *head = &after.map[cells[0]];
        for (uint64_t rest = after.fruit; rest != 0; rest &= rest - 1) {
            unsigned i = (unsigned)__builtin_ctzll(rest);
            if (after.board->fruit[i] == cells[0])
                after.fruit &= ~(UINT64_C(1) << i);
        }
        *head = (uint16_t)((*head & ~(unsigned)SNAKEBIRD_FOOD) | 1u << step.bird);
        bool safe = come_to_rest(&after);
        end_move(expansion, &step, &after, safe);
        *head = (uint16_t)((*head & ~(1u << step.bird)) | SNAKEBIRD_FOOD);
        expansion->bodies.shape[bird].count--;
    } else {
        /* The bird steps into a free cell or onto pieces that may be pushed; its tail moves on. */
        unsigned pushed = there & SNAKEBIRD_ANY_PIECE;
        const struct bird_shape *moved = &world->shape[step.bird];
        uint16_t *head = &world->map[moved->cells[0]], *tail = &world->map[moved->cells[moved->count]];
        uint16_t bit = (uint16_t)(1u << step.bird);
        *tail = (uint16_t)(*tail & ~bit);
        if (pushed == 0) {
            *head |= bit;
            walk(expansion, &step);
            *head = (uint16_t)(*head & ~bit);
        } else if (find_pushed(world, step.bird, (int32_t)world->board->delta[step.direction], &pushed)) {
            push_on(expansion, &step, pushed);
        }
        *tail |= bit;
    }
}

unsigned snakebird_expand_original(const struct snakebird *board, const unsigned char *bytes, game_move *moves,
                                   unsigned char *states)
{
    uint16_t map[board->cells];
    struct expansion expansion;
    expansion.world.map = map;
    snakebird_unpack_bits(board, bytes, &expansion.state, &expansion.bits);
    enter_world(&expansion.world, board, &expansion.state, &expansion.bodies);
    const struct world *world = &expansion.world;
    expansion.firm = 0;
    for (unsigned rest = world->present; rest != 0;) {
        unsigned i = take(&rest);
        expansion.below[i] = under(world, i);
        if (expansion.below[i] & hard_for(i))
            expansion.firm |= 1u << i;
    }
    expansion.moves = moves;
    expansion.states = states;
    expansion.count = 0;
    for (unsigned bird = 0; bird < board->birds; bird++) {
        struct bird_shape *shape = &expansion.bodies.shape[bird];
        if (!(world->present >> bird & 1))
            continue;
        /* What is below the bird without its last segment. */
        const struct bird_shape whole = *shape;
        unsigned seen = 0;
        for (uint32_t k = 0; k + 1 < whole.count; k++)
            seen |= map[whole.cells[k] + board->width];
        expansion.but_tail = seen;
        shape->cells--;
        for (unsigned direction = 0; direction < DIRECTIONS; direction++)
            try_move(&expansion, bird, (enum direction)direction);
        shape->cells++;
    }
    return expansion.count;
}

bool snakebird_settle_original(const struct snakebird *board, struct snakebird_state *state)
{
    uint16_t map[board->cells];
    struct bodies bodies;
    struct world world;
    world.map = map;
    enter_world(&world, board, state, &bodies);
    bool safe = come_to_rest(&world);
    for (unsigned i = 0; i < board->birds; i++) {
        state->bird[i].head = head_after(&world, i);
        if (state->bird[i].head == 0)
            state->bird[i] = (struct snakebird_bird){0};
    }
    leave_blocks(&world, state->block);
    return safe;
}

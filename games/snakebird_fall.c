/* Snakebird's original rules: what happens by itself after a move: exits, portals and falls. */
#include "games/snakebird_world.h"

#include <string.h>

enum { BIRDS = (1 << SNAKEBIRD_BIRDS) - 1 };

void world_remove(struct world *world, unsigned i)
{
    erase_piece(world->map, &world->piece[i], i);
    world->present &= ~(1u << i);
    world->touched |= 1u << i;
}

void world_shift(struct world *world, unsigned set, int32_t offset)
{
    world->touched |= set;
    for (unsigned rest = set; rest != 0;) {
        unsigned i = take(&rest);
        erase_piece(world->map, &world->piece[i], i);
    }
    for (unsigned rest = set; rest != 0;) {
        unsigned i = take(&rest);
        world->piece[i].base += offset;
        draw_piece(world->map, &world->piece[i], i);
    }
}

/* The bird whose head is in the exit leaves. */
static void use_exit(struct world *world)
{
    unsigned there = world->map[world->board->exit] & BIRDS;
    if (world->fruit != 0 || there == 0)
        return;
    unsigned i = take(&there);
    if (world->piece[i].base + world->piece[i].cells[0] == world->board->exit)
        world_remove(world, i);
}

/* Carries a piece that has newly entered an end of the portal to the other one.  At most one does
 * at a time: a piece in the other end is in the way.  Returns whether one did. */
static bool use_portal(struct world *world)
{
    const struct snakebird *board = world->board;
    for (unsigned end = 0; end < 2; end++) {
        unsigned there = world->map[board->portal[end]] & SNAKEBIRD_ANY_PIECE;
        unsigned entered = there & ~world->in_portal[end];
        if (entered == 0)
            continue;
        unsigned i = take(&entered);
        int32_t offset = (int32_t)(board->portal[!end] - board->portal[end]);
        if (look(world->map, &world->piece[i], offset) == 0) {
            world_shift(world, 1u << i, offset);
            return true;
        }
    }
    return false;
}

void world_note_portal(struct world *world)
{
    for (unsigned end = 0; end < 2; end++)
        world->in_portal[end] = world->map[world->board->portal[end]] & SNAKEBIRD_ANY_PIECE;
}

unsigned world_find_falling(const struct world *world, unsigned *below)
{
    unsigned falling = world->present, held = 0;
    for (unsigned rest = falling; rest != 0;) {
        unsigned i = take(&rest);
        below[i] = look(world->map, &world->piece[i], (int32_t)world->board->width);
        if (below[i] & hard_for(i))
            held |= 1u << i;
    }
    for (unsigned more = held; more != 0;) {
        falling &= ~more;
        held |= more;
        more = 0;
        for (unsigned rest = falling; rest != 0;) {
            unsigned i = take(&rest);
            if (below[i] & held & ~(1u << i))
                more |= 1u << i;
        }
    }
    return falling;
}

/* Lets pieces fall one cell.  False: a bird is lost. */
static bool fall(struct world *world, unsigned falling, const unsigned *below)
{
    for (unsigned rest = falling; rest != 0;) {
        unsigned i = take(&rest);
        if (i < SNAKEBIRD_BIRDS && below[i] & (SNAKEBIRD_SPIKE | SNAKEBIRD_WATER))
            return false;
        if (below[i] & SNAKEBIRD_WATER) {
            world_remove(world, i);
            falling &= ~(1u << i);
        }
    }
    world_shift(world, falling, (int32_t)world->board->width);
    return true;
}

/* Where everything is, to notice that a fall through a portal has no end. */
struct snapshot {
    int32_t base[SNAKEBIRD_PIECES];
    unsigned present, in_portal[2];
};

static void take_snapshot(const struct world *world, struct snapshot *snapshot)
{
    for (unsigned i = 0; i < SNAKEBIRD_PIECES; i++)
        snapshot->base[i] = world->piece[i].base;
    snapshot->present = world->present;
    memcpy(snapshot->in_portal, world->in_portal, sizeof snapshot->in_portal);
}

static bool same_as_snapshot(const struct world *world, const struct snapshot *snapshot)
{
    for (unsigned rest = world->present; rest != 0;) {
        unsigned i = take(&rest);
        if (world->piece[i].base != snapshot->base[i])
            return false;
    }
    return world->present == snapshot->present &&
           memcmp(world->in_portal, snapshot->in_portal, sizeof snapshot->in_portal) == 0;
}

bool world_settle(struct world *world)
{
    const struct snakebird *board = world->board;
    struct snapshot snapshot;
    unsigned falls = 0, next_snapshot = 64;
    take_snapshot(world, &snapshot);
    for (;;) {
        use_exit(world);
        if (board->portal[0] != 0) {
            bool carried = use_portal(world);
            world_note_portal(world);
            if (carried)
                continue;
        }
        unsigned below[SNAKEBIRD_PIECES];
        unsigned falling = world_find_falling(world, below);
        if (falling == 0)
            return true;
        if (!fall(world, falling, below))
            return false;
        if (board->portal[0] == 0)
            continue;
        /* Brent's method: compare with a snapshot that is renewed after 64, 128, 256, ... falls. */
        if (++falls == next_snapshot) {
            take_snapshot(world, &snapshot);
            next_snapshot *= 2;
        } else if (falls > 64 && same_as_snapshot(world, &snapshot)) {
            return false;
        }
    }
}

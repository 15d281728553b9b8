/* Snakebird's original rules: what follows a move automatically, that is, exits, portals and falls. */
#include "games/snakebird/world.h"

#include <string.h>

void world_remove(struct world *world, unsigned i)
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

void world_shift(struct world *world, unsigned set, int32_t offset)
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
            world_remove(world, i);
            return true;
        }
    }
    return false;
}

/* Carries a piece that has just entered an end of the portal to the other end.  At most one piece can go at a time,
 * because a piece in the other end blocks it.  Returns whether one was carried. */
static bool use_portal(struct world *world)
{
    const struct snakebird *board = world->board;
    for (unsigned end = 0; end < 2; end++) {
        unsigned there = world->map[board->portal[end]] & SNAKEBIRD_ANY_PIECE & ~world->stale;
        unsigned entered = there & ~world->in_portal[end];
        if (entered == 0)
            continue;
        unsigned i = take(&entered);
        int32_t offset = (int32_t)(board->portal[!end] - board->portal[end]);
        if (look(world, i, world->base[i] + offset) == 0) {
            world_shift(world, 1u << i, offset);
            return true;
        }
    }
    return false;
}

void world_note_portal(struct world *world)
{
    for (unsigned end = 0; end < 2; end++)
        world->in_portal[end] = world->map[world->board->portal[end]] & SNAKEBIRD_ANY_PIECE & ~world->stale;
}

/* Applies exits and portals.  Returns whether anything happened. */
static bool use_doors(struct world *world)
{
    bool used = use_exit(world), carried = world->board->portal[0] != 0;
    while (carried) {
        carried = use_portal(world);
        world_note_portal(world);
        used = used || carried;
        if (carried)
            use_exit(world);
    }
    return used;
}

unsigned world_unheld(const struct world *world, unsigned candidates, const unsigned *below)
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

static unsigned find_falling(const struct world *world, unsigned *below)
{
    for (unsigned rest = world->present; rest != 0;) {
        unsigned i = take(&rest);
        below[i] = under(world, i);
    }
    return world_unheld(world, world->present, below);
}

/* Whether one of the falling birds reaches the exit after falling by `offset`. */
static bool is_at_exit(const struct world *world, unsigned falling, int32_t offset)
{
    for (unsigned rest = world->fruit != 0 ? 0 : falling & BIRDS; rest != 0;) {
        if (head_of(world, take(&rest)) + offset == world->board->exit)
            return true;
    }
    return false;
}

/* Removes the pieces that are lost in the fall by the next cell.  Returns false if one of them is a bird. */
static bool brave_water(struct world *world, unsigned *falling, const unsigned *below)
{
    for (unsigned rest = *falling; rest != 0;) {
        unsigned i = take(&rest);
        if (i < SNAKEBIRD_BIRDS && below[i] & (SNAKEBIRD_SPIKE | SNAKEBIRD_WATER))
            return false;
        if (below[i] & SNAKEBIRD_WATER) {
            world_remove(world, i);
            *falling &= ~(1u << i);
        }
    }
    return true;
}

/* Lets pieces fall together until one of them may be supported or has reached a door.  What they have of each other
 * below them stays the same.  Returns false if a bird is lost. */
static bool fall_together(struct world *world, unsigned *falling, unsigned *below)
{
    const int32_t width = (int32_t)world->board->width;
    const unsigned danger = SNAKEBIRD_SPIKE | SNAKEBIRD_WATER;
    int32_t offset = 0;
    unsigned ahead = danger, met = world->board->portal[0] != 0;
    let_go(world, *falling);
    do {
        unsigned together = *falling;
        if (ahead & danger && !brave_water(world, falling, below))
            return false;
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
    } while (*falling != 0 && met == 0 && !is_at_exit(world, *falling, offset));
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

static void take_snapshot(const struct world *world, struct snapshot *snapshot)
{
    memcpy(snapshot->base, world->base, sizeof world->base);
    snapshot->present = world->present;
    memcpy(snapshot->in_portal, world->in_portal, sizeof snapshot->in_portal);
    snapshot->next *= 2;
}

static bool same_as_snapshot(const struct world *world, const struct snapshot *snapshot)
{
    for (unsigned rest = world->present; rest != 0;) {
        unsigned i = take(&rest);
        if (world->base[i] != snapshot->base[i])
            return false;
    }
    return world->present == snapshot->present &&
           memcmp(world->in_portal, snapshot->in_portal, sizeof snapshot->in_portal) == 0;
}

/* Counts one fall.  Returns whether everything is as in the snapshot. */
static bool goes_round(const struct world *world, struct snapshot *snapshot)
{
    enum { FIRST = 64 };
    if (++snapshot->falls > FIRST && same_as_snapshot(world, snapshot))
        return true;
    if (snapshot->falls == FIRST)
        snapshot->next = FIRST;
    if (snapshot->falls == snapshot->next)
        take_snapshot(world, snapshot);
    return false;
}

bool world_fall(struct world *world, unsigned falling, unsigned *below)
{
    bool has_portal = world->board->portal[0] != 0;
    struct snapshot snapshot;
    snapshot.falls = snapshot.next = 0;
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
            falling = find_falling(world, below);
        } else {
            unsigned still = world_unheld(world, falling, below);
            if (still != 0)
                redraw(world, falling & ~still);
            falling = still;
        }
    }
    return true;
}

bool world_settle(struct world *world)
{
    unsigned below[SNAKEBIRD_PIECES];
    use_doors(world);
    return world_fall(world, find_falling(world, below), below);
}

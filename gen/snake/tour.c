/* Random Hamiltonian cycles; see tour.h. */
#include "gen/snake/tour.h"

#include <stdlib.h>
#include <string.h>

enum {
    BITES = 40,    /* times the cells, before a path may be taken */
    SWITCHES = 10, /* times the cells */
    NONE = -1
};

void tour_align(const struct snake *arena, struct circuit *tour)
{
    unsigned length = tour->length, start = tour->index[0];
    int right = arena->next[RIGHT];
    bool forward = (int)tour->cell[(start + 1) % length] == right;
    for (unsigned i = 0; i < length; i++) /* uses tour->index for the new positions */
        tour->index[tour->cell[i]] = forward ? (i + length - start) % length : (start + length - i) % length;
    for (unsigned cell = 0; cell < length; cell++)
        tour->cell[tour->index[cell]] = cell;
}

/* --- backbite --- */

static void reverse(struct circuit *path, unsigned first, unsigned last)
{
    for (; first < last; first++, last--) {
        unsigned a = path->cell[first], b = path->cell[last];
        path->cell[first] = b;
        path->cell[last] = a;
        path->index[b] = first;
        path->index[a] = last;
    }
    if (first == last)
        path->index[path->cell[first]] = first;
}

static void bite(const struct snake *arena, struct circuit *path, struct rng *rng)
{
    uint32_t pick = rng_below(rng, 2 * DIRECTIONS);
    unsigned direction = pick % DIRECTIONS, last = path->length - 1;
    bool at_end = pick >= DIRECTIONS;
    int bitten = arena->next[path->cell[at_end ? last : 0] * DIRECTIONS + direction];
    if (bitten < 0)
        return;
    unsigned at = path->index[bitten];
    if (at_end && at + 1 < last)
        reverse(path, at + 1, last);
    else if (!at_end && at > 1)
        reverse(path, 0, at - 1);
}

static bool is_closed(const struct snake *arena, const struct circuit *path)
{
    for (unsigned d = 0; d < DIRECTIONS; d++) {
        if (arena->next[path->cell[0] * DIRECTIONS + d] == (int)path->cell[path->length - 1])
            return true;
    }
    return false;
}

bool tour_backbite(const struct snake *arena, struct circuit *tour, struct rng *rng)
{
    uint64_t bites = (uint64_t)BITES * tour->length;
    do { /* tests only after a fixed number of bites, so that no cycle is preferred */
        for (; bites > 0; bites--)
            bite(arena, tour, rng);
        bites = tour->length;
    } while (!is_closed(arena, tour));
    return true;
}

/* --- switching --- */

/* One cycle or two, as the two neighbours of each cell. */
struct links {
    const struct snake *arena;
    unsigned (*to)[2]; /* [cells] */
    bool *second;      /* [cells]: whether a cell lies on the second cycle */
    unsigned *squares; /* [cells]: upper left cells of the squares that could join the cycles */
};

static bool are_linked(const struct links *links, unsigned a, unsigned b)
{
    return links->to[a][0] == b || links->to[a][1] == b;
}

static void relink(struct links *links, unsigned cell, unsigned from, unsigned to)
{
    links->to[cell][links->to[cell][0] == from ? 0 : 1] = to;
}

/* The square whose upper left cell is `cell`: its four cells, clockwise.  Returns false if they are not all open. */
static bool square_at(const struct snake *arena, unsigned cell, unsigned square[4])
{
    int right = arena->next[cell * DIRECTIONS + RIGHT], below = arena->next[cell * DIRECTIONS + DOWN];
    if (right < 0 || below < 0)
        return false;
    int far = arena->next[(unsigned)right * DIRECTIONS + DOWN];
    if (far < 0)
        return false;
    square[0] = cell;
    square[1] = (unsigned)right;
    square[2] = (unsigned)far;
    square[3] = (unsigned)below;
    return true;
}

/* The opposite sides of a square that are linked: 0 for 0-1 and 2-3, 1 for 1-2 and 3-0.  NONE unless exactly such a
 * pair is linked. */
static int linked_pair(const struct links *links, const unsigned square[4])
{
    bool side[4];
    for (int i = 0; i < 4; i++)
        side[i] = are_linked(links, square[i], square[(i + 1) % 4]);
    if (side[0] && side[2] && !side[1] && !side[3])
        return 0;
    return side[1] && side[3] && !side[0] && !side[2] ? 1 : NONE;
}

/* Exchanges the linked pair of sides for the other pair. */
static void turn_square(struct links *links, const unsigned square[4], int pair)
{
    for (int i = 0; i < 4; i++) {
        bool with_next = (i + pair) % 2 == 0; /* linked to the next cell of the square, or to the one before */
        unsigned next = square[(i + 1) % 4], before = square[(i + 3) % 4];
        relink(links, square[i], with_next ? next : before, with_next ? before : next);
    }
}

static void mark_second(struct links *links, unsigned from)
{
    memset(links->second, 0, links->arena->cells * sizeof *links->second);
    unsigned before = from, cell = from;
    do {
        links->second[cell] = true;
        unsigned next = links->to[cell][links->to[cell][0] == before ? 1 : 0];
        before = cell;
        cell = next;
    } while (cell != from);
}

/* Picks a random square.  If the cycle can be split there, splits it and joins the two parts at a random square. */
static void switch_once(struct links *links, struct rng *rng)
{
    const struct snake *arena = links->arena;
    unsigned square[4], count = 0;
    unsigned first = rng_below(rng, arena->cells);
    int pair = square_at(arena, first, square) ? linked_pair(links, square) : NONE;
    if (pair == NONE)
        return;
    turn_square(links, square, pair);
    mark_second(links, square[0]);
    for (unsigned cell = 0; cell < arena->cells; cell++) {
        if (!square_at(arena, cell, square))
            continue;
        pair = linked_pair(links, square);
        if (pair != NONE && links->second[square[pair]] != links->second[square[pair + 2]])
            links->squares[count++] = cell;
    }
    square_at(arena, links->squares[rng_below(rng, count)], square); /* the first square is among them */
    turn_square(links, square, linked_pair(links, square));
}

bool tour_switch(const struct snake *arena, struct circuit *tour, struct rng *rng)
{
    unsigned length = tour->length;
    struct links links = {.arena = arena,
                          .to = calloc(length, sizeof *links.to),
                          .second = calloc(length, sizeof *links.second),
                          .squares = calloc(length, sizeof *links.squares)};
    bool good = links.to != NULL && links.second != NULL && links.squares != NULL;
    for (unsigned i = 0; good && i < length; i++) {
        links.to[tour->cell[i]][0] = tour->cell[(i + length - 1) % length];
        links.to[tour->cell[i]][1] = tour->cell[(i + 1) % length];
    }
    for (unsigned i = 0; good && length > 4 && i < SWITCHES * length; i++)
        switch_once(&links, rng);
    unsigned before = 0, cell = 0;
    for (unsigned i = 0; good && i < length; i++) {
        tour->cell[i] = cell;
        tour->index[cell] = i;
        unsigned next = links.to[cell][links.to[cell][0] == before && i > 0 ? 1 : 0];
        before = cell;
        cell = next;
    }
    free(links.to);
    free(links.second);
    free(links.squares);
    return good;
}

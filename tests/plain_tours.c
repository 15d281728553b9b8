/* Tours by brute force; see plain_tours.h. */
#include "tests/plain_tours.h"

#include <string.h>

static void walk_plainly(struct plain_tours *plain, unsigned cell, unsigned length)
{
    for (unsigned d = 0; d < DIRECTIONS; d++) {
        int next = plain->arena->next[cell * DIRECTIONS + d];
        if (next < 0 || plain->entered[next] || (length == 0 && d != RIGHT) ||
            (next == 0 && length + 1 < plain->arena->cells))
            continue;
        plain->moves[length] = move_make(0, (enum direction)d);
        if (next == 0) {
            if (plain->count < PLAIN_TOURS)
                memcpy(plain->tours[plain->count], plain->moves, sizeof plain->moves);
            plain->count++;
            continue;
        }
        plain->entered[next] = true;
        walk_plainly(plain, (unsigned)next, length + 1);
        plain->entered[next] = false;
    }
}

/* Collects the edges of a tour: bit 0 of a cell is the edge to the right, and bit 1 the edge below. */
static void edges_of(const struct snake *arena, const game_move *moves, unsigned symmetry, unsigned char *edges)
{
    unsigned cell = 0;
    memset(edges, 0, PLAIN_CELLS);
    for (unsigned n = 0; n < arena->cells; n++) {
        unsigned next = (unsigned)arena->next[cell * DIRECTIONS + move_direction(moves[n])];
        unsigned a = snake_image(arena, symmetry, cell), b = snake_image(arena, symmetry, next);
        unsigned low = a < b ? a : b, high = a < b ? b : a;
        bool right = arena->next[low * DIRECTIONS + RIGHT] == (int)high;
        edges[low] = (unsigned char)(edges[low] | (right ? 1 : 2));
        cell = next;
    }
}

bool plain_tours_find(const struct snake *arena, struct plain_tours *plain)
{
    *plain = (struct plain_tours){.arena = arena};
    if (arena->cells > PLAIN_CELLS)
        return false;
    walk_plainly(plain, 0, 0);
    return plain->count <= PLAIN_TOURS;
}

size_t plain_tours_classes(const struct plain_tours *plain)
{
    size_t classes = 0;
    for (size_t i = 0; i < plain->count; i++) {
        unsigned char own[PLAIN_CELLS], image[PLAIN_CELLS];
        edges_of(plain->arena, plain->tours[i], 0, own);
        bool first = true;
        for (unsigned s = 1; s < plain->arena->puzzle.symmetry_count; s++) {
            edges_of(plain->arena, plain->tours[i], plain->arena->puzzle.symmetries[s], image);
            first &= memcmp(own, image, sizeof own) <= 0;
        }
        classes += first;
    }
    return classes;
}

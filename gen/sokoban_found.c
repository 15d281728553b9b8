/* Levels met by a search; see sokoban_found.h. */
#include "gen/sokoban_found.h"

#include <string.h>

void found_clear(struct found *found)
{
    memset(found, 0, sizeof *found);
    found->deepest = -1;
}

void found_keep(struct found *found, int depth, struct found_pair pair)
{
    uint64_t seen = found->depths[depth].seen;
    unsigned kept = found->depths[depth].kept++;
    found->depths[depth].pairs[kept % FOUND_KEPT] = pair;
    found->depths[depth].next = kept + 1 < FOUND_KEPT ? seen : seen + seen / 4;
    found->deepest = depth > found->deepest ? depth : found->deepest;
}

unsigned found_list(const struct found *found, int depth, struct found_pair *pairs)
{
    if (depth < 0 || depth >= FOUND_DEPTHS)
        return 0;
    unsigned kept = found->depths[depth].kept, count = kept < FOUND_KEPT ? kept : FOUND_KEPT;
    memcpy(pairs, found->depths[depth].pairs, count * sizeof *pairs);
    return count;
}

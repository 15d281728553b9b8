/* A quick look at a LongCat board; see probe.h. */
#include "solve/longcat/probe.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool probe_make(struct probe *probe, int columns, int rows, uint64_t max_nodes)
{
    *probe = (struct probe){.max_nodes = max_nodes};
    size_t size = (size_t)columns * (size_t)rows + 1;
    probe->path = malloc(size);
    probe->trying = malloc(size);
    bool good = probe->path != NULL && probe->trying != NULL &&
                position_make_sized(&probe->position, columns, rows, LONGCAT_ALL_RULES);
    if (!good)
        probe_free(probe);
    return good;
}

void probe_free(struct probe *probe)
{
    position_free(&probe->position);
    free(probe->path);
    free(probe->trying);
    *probe = (struct probe){0};
}

/* Counts solutions by a search that stores nothing, for positions with more than one bit per cell. */
static unsigned search_storing_nothing(struct probe *probe, unsigned rules, unsigned limit, unsigned length)
{
    struct position *position = &probe->position;
    unsigned found = 0;
    probe->nodes++;
    if (position_solved(position)) {
        if (probe->length == 0) {
            memcpy(probe->path, probe->trying, length);
            probe->length = length;
        }
        return 1;
    }
    if (position_hopeless(position, rules))
        return 0;
    for (unsigned d = 0; d < DIRECTIONS; d++) {
        if (length > 0 && (d ^ probe->trying[length - 1]) % 2 == 0)
            continue; /* straight on is blocked, and back is the body */
        if (found >= limit || probe->nodes > probe->max_nodes)
            break;
        if (!position_slide(position, (enum direction)d))
            continue;
        probe->trying[length] = (unsigned char)d;
        found += search_storing_nothing(probe, rules, limit - found, length + 1);
        position_undo(position);
    }
    return found;
}

/* Counts solutions from a position that was set up and is not solved.  Returns -1 if max_nodes did not suffice. */
static int count_solutions(struct probe *probe, unsigned limit)
{
    const struct position *position = &probe->position;
    unsigned rules = LONGCAT_DEAD_ENDS, found;
    if (position->kind == POSITION_WIDE)
        rules |= LONGCAT_BLOCKS | LONGCAT_NEARBY;
    probe->nodes = 0;
    probe->length = 0;
    if (position->kind == POSITION_BITS) {
        struct bit_search bits = {
            .geometry = &position->geometry, .rules = rules, .limit = limit, .max_nodes = probe->max_nodes};
        bit_count(&bits, position->open[0], position->head[0]);
        probe->nodes = bits.nodes;
        if (bits.solutions > 0) {
            memcpy(probe->path, bits.first, bits.first_length);
            probe->length = bits.first_length;
        }
        found = (unsigned)bits.solutions;
    } else {
        found = search_storing_nothing(probe, rules, limit, 0);
    }
    return found < limit && probe->nodes > probe->max_nodes ? -1 : (int)found;
}

int probe_count(struct probe *probe, const unsigned char *open, int head, unsigned limit)
{
    struct position *position = &probe->position;
    position_set(position, open, head);
    probe->nodes = 0;
    probe->length = 0;
    if (position_solved(position))
        return 1;
    if (!position_colours_fit(position) || position_hopeless(position, LONGCAT_DEAD_ENDS | LONGCAT_CONNECTED))
        return 0;
    return count_solutions(probe, limit);
}

int probe_has_other(struct probe *probe, const unsigned char *open, int head)
{
    position_set(&probe->position, open, head);
    if (position_solved(&probe->position))
        return 0;
    int found = count_solutions(probe, 2);
    return found < 0 ? -1 : found > 1;
}

/* Returns the direction of the longest possible slide, the first one among equals, or DIRECTIONS if there is none. */
static unsigned longest_slide(struct position *position, unsigned *longest)
{
    unsigned best = DIRECTIONS, open = position_open_count(position);
    *longest = 0;
    for (unsigned d = 0; d < DIRECTIONS; d++) {
        if (!position_slide(position, (enum direction)d))
            continue;
        unsigned length = open - position_open_count(position);
        position_undo(position);
        if (length > *longest) {
            *longest = length;
            best = d;
        }
    }
    return best;
}

void probe_profile(struct probe *probe, const unsigned char *open, int head, bool full, struct profile *profile)
{
    struct position *position = &probe->position;
    *profile = (struct profile){.depth = probe->length};
    position_set(position, open, head);
    for (unsigned n = 0; n < probe->length; n++) {
        enum direction taken = (enum direction)probe->path[n];
        unsigned longest = 0, before = position_open_count(position);
        /* Counts the slides that the position offers besides the slide taken. */
        unsigned offers = 0, traps = 0;
        for (unsigned d = 0; d < DIRECTIONS; d++) {
            if (!position_slide(position, (enum direction)d))
                continue;
            offers++;
            traps += d != taken && !position_solved(position) &&
                     !position_hopeless(position, LONGCAT_DEAD_ENDS | LONGCAT_CONNECTED);
            position_undo(position);
        }
        profile->choices += offers >= 2;
        profile->bits += offers >= 2 ? log2(offers) : 0;
        profile->luck += log2(traps + 1.0);
        profile->traps += traps;
        if (full)
            longest_slide(position, &longest);
        position_slide(position, taken);
        if (full) {
            profile->detours += before - position_open_count(position) < longest;
            /* Whether the cat's own body stopped the slide. */
            int at = position_head(position);
            int row = at / position->columns + direction_down[taken];
            int column = at % position->columns + direction_across[taken];
            profile->interplay += row >= 0 && column >= 0 && row < position->rows && column < position->columns &&
                                  open[row * position->columns + column] != 0;
        }
    }
}

/* Does the work of probe_hides.  `last` is the direction of the last slide.  Sets *failed instead of returning -1. */
static int hides(struct probe *probe, unsigned last, uint64_t most, bool *failed)
{
    struct position *position = &probe->position;
    if (position_hopeless(position, LONGCAT_DEAD_ENDS) || position_cut_off(position))
        return 0;
    int longest = 0;
    for (unsigned d = 0; d < DIRECTIONS && !*failed; d++) {
        if ((d ^ last) % 2 == 0 || !position_slide(position, (enum direction)d))
            continue;
        *failed = position_solved(position) || ++probe->nodes > most;
        int more = *failed ? 0 : hides(probe, d, most, failed);
        position_undo(position);
        longest = more > longest ? more : longest;
    }
    return longest + 1;
}

int probe_hides(struct probe *probe, enum direction last)
{
    bool failed = false;
    int slides = hides(probe, last, probe->nodes + probe->max_nodes, &failed);
    return failed ? -1 : slides;
}

bool probe_greedy(struct probe *probe, const unsigned char *open, int head)
{
    struct position *position = &probe->position;
    unsigned longest, direction;
    position_set(position, open, head);
    while ((direction = longest_slide(position, &longest)) != DIRECTIONS)
        position_slide(position, (enum direction)direction);
    return position_solved(position);
}

/* The open list of a best-first search; see open.h. */
#include "solve/search/open.h"

#include <stdlib.h>
#include <string.h>

/* Sorts a list in place by number of moves.  Afterwards the states of g moves begin at places[g], for g up to
 * most_moves + 1, and end at ends[g]. */
static void sort_list(const struct search *search, struct list *list, size_t *places, size_t *ends, size_t most_moves)
{
    uint32_t *numbers = list->numbers;
    memset(places, 0, (most_moves + 2) * sizeof *places);
    for (size_t i = 0; i < list->count; i++)
        places[search->depths[numbers[i]] + 1]++;
    for (size_t g = 0; g <= most_moves; g++)
        places[g + 1] += places[g];
    memcpy(ends, places, (most_moves + 1) * sizeof *ends);
    for (size_t g = 0; g <= most_moves; g++) {
        while (ends[g] < places[g + 1]) { /* move the state here to the end of its own group */
            uint32_t number = numbers[ends[g]];
            size_t *end = &ends[search->depths[number]];
            numbers[ends[g]] = numbers[*end];
            numbers[(*end)++] = number;
        }
    }
}

struct taking {
    struct search *search;
    struct lists *open;
};

static bool take(void *context, struct waiting waiting)
{
    const struct taking *taking = context;
    return lists_add(taking->search, taking->open, waiting.f, waiting.number);
}

/* States of the same f that are generated here are added to this list again, and are expanded with the states of one
 * move more. */
bool open_expand(struct round *round, struct lists *open, size_t f)
{
    struct search *search = round->search;
    struct list waiting = lists_take(open, f), fresh = {0};
    struct taking taking = {search, open};
    size_t *places = malloc(2 * (f + 2) * sizeof *places);
    bool good = places != NULL;
    if (good)
        sort_list(search, &waiting, places, places + f + 2, f);
    search->failed |= !good;
    round->f = f;
    for (size_t g = 0; good && g <= f; g++) {
        round->depth = g;
        fresh = lists_take(open, f);
        good = waiting_expand(round, waiting.numbers + places[g], places[g + 1] - places[g], take, &taking) &&
               waiting_expand(round, fresh.numbers, fresh.count, take, &taking);
        list_drop(search, &fresh);
    }
    list_drop(search, &waiting);
    free(places);
    return good;
}

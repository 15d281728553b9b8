/* Code shared by all proposers. */
#include "gen/climb/proposer.h"

#include "base/array.h"

#include <stdlib.h>
#include <string.h>

struct board_size proposer_size(const struct proposer *proposer, int band)
{
    return band < 0 || proposer->sizes[band].columns == 0 ? proposer->size : proposer->sizes[band];
}

bool proposer_asks_otherwise(const struct proposer *proposer, const void *pieces)
{
    return proposer->other != NULL && proposer->other->count(pieces) > 0;
}

void candidate_add_dropped(struct candidate_list *list, uint64_t number, size_t filter)
{
    if (ARRAY_RESERVE(list->candidates, list->count, list->capacity, 16))
        list->candidates[list->count++] = (struct candidate){.number = number, .dropped_by = filter};
    else
        list->failed = true;
}

void candidate_add_level(struct candidate_list *list, uint64_t number, bool made, struct grid *grid)
{
    size_t count = list->count;
    if (made)
        candidate_add_dropped(list, number, filter_count);
    if (list->count > count)
        list->candidates[count].grid = *grid;
    else if (made)
        grid_free(grid);
    list->failed |= !made;
}

void candidates_clear(struct candidate_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        grid_free(&list->candidates[i].grid);
    list->count = 0;
}

void candidates_free(struct candidate_list *list)
{
    candidates_clear(list);
    free(list->candidates);
    *list = (struct candidate_list){0};
}

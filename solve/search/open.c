/* The states that wait for their turn; see open.h. */
#include "solve/search/open.h"

#include "solve/search/room.h"

#include <stdlib.h>
#include <string.h>

static void list_drop(struct search *search, struct list *list)
{
    search_discharge(search, list->room * sizeof *list->numbers);
    free(list->numbers);
    *list = (struct list){0};
}

void open_free(struct search *search, struct open *open)
{
    for (size_t f = 0; f < open->count; f++)
        list_drop(search, &open->lists[f]);
    list_drop(search, &open->rim);
    free(open->lists);
    *open = (struct open){0};
}

static bool open_reach(struct open *open, size_t f)
{
    if (f < open->count)
        return true;
    size_t count = f + 1 > 2 * open->count ? f + 1 : 2 * open->count;
    struct list *lists = realloc(open->lists, count * sizeof *lists);
    if (lists == NULL)
        return false;
    memset(lists + open->count, 0, (count - open->count) * sizeof *lists);
    open->lists = lists;
    open->count = count;
    return true;
}

static bool list_add(struct search *search, struct list *list, uint32_t number)
{
    if (list->count == list->room) {
        size_t wanted = list->room < 64 ? 64 : list->room + 1;
        size_t more = room_for(list->room, wanted, sizeof *list->numbers) - list->room;
        if (!search_charge(search, more * sizeof *list->numbers))
            return false;
        uint32_t *numbers = realloc(list->numbers, (list->room + more) * sizeof *numbers);
        if (numbers == NULL) {
            search->failed = true;
            return false;
        }
        list->numbers = numbers;
        list->room += more;
    }
    list->numbers[list->count++] = number;
    return true;
}

bool open_add(struct search *search, struct open *open, uint32_t number, size_t f)
{
    if (open_reach(open, f))
        return list_add(search, &open->lists[f], number);
    search->failed = true;
    return false;
}

bool open_begin(struct round *round, struct open *open)
{
    struct search *search = round->search;
    uint32_t start = round_add_start(round);
    unsigned bound = search_bound(search, store_state(&search->store, start));
    search->depths[start] = 0;
    search->settled = 1;
    if (search_is_goal(search, start)) {
        search_take_turns(search, &start, 1);
        search->depth = search->known = 0;
        return true;
    }
    search->whole = bound == ESTIMATE_LOST;
    search_prove_at_least(search, search->whole || bound == 0 ? 1 : bound);
    return search->whole || open_add(search, open, start, bound);
}

/* Puts the states that were met into their lists. */
static bool take_met(struct round *round, struct open *open)
{
    for (unsigned worker = 0; worker < round->worker_count; worker++) {
        size_t count;
        const struct waiting *met = round_met(round, worker, &count);
        for (size_t i = 0; i < count; i++) {
            if (!open_add(round->search, open, met[i].number, met[i].f))
                return false;
        }
    }
    return true;
}

/* Expands the states of a list, all of which have the same f and the same number of moves. */
static bool expand_list(struct round *round, struct open *open, const uint32_t *numbers,
                        size_t count)
{
    struct search *search = round->search;
    search_take_turns(search, numbers, count);
    round->numbers = numbers;
    atomic_store(&round->next, 0);
    round->end = count;
    bool done = false;
    while (!done) {
        done = round_run(round);
        if (search->failed || !take_met(round, open))
            return false;
    }
    if (atomic_load(&round->stop) ||
        !watch_allows(&search->watch, store_count(&search->store) + search->elsewhere, 0))
        return false;
    int64_t depth = (int64_t)round->depth + 1;
    if (atomic_exchange(&round->solved, false) && (search->known < 0 || depth < search->known))
        search->known = depth;
    search->settled = store_count(&search->store);
    return true;
}

/* Sorts a list by the number of moves, in its place; places[g] is then where those of g moves
 * begin, for g up to most_moves + 1, and ends[g] where they end. */
static void sort_list(const struct search *search, struct list *list, size_t *places, size_t *ends,
                      size_t most_moves)
{
    uint32_t *numbers = list->numbers;
    memset(places, 0, (most_moves + 2) * sizeof *places);
    for (size_t i = 0; i < list->count; i++)
        places[search->depths[numbers[i]] + 1]++;
    for (size_t g = 0; g <= most_moves; g++)
        places[g + 1] += places[g];
    memcpy(ends, places, (most_moves + 1) * sizeof *ends);
    for (size_t g = 0; g <= most_moves; g++) {
        while (ends[g] < places[g + 1]) { /* what lies there goes to the end of its own */
            uint32_t number = numbers[ends[g]];
            size_t *end = &ends[search->depths[number]];
            numbers[ends[g]] = numbers[*end];
            numbers[(*end)++] = number;
        }
    }
}

/* Adds states to the rim. */
static bool collect(struct search *search, struct open *open, const uint32_t *numbers, size_t count)
{
    bool good = true;
    for (size_t i = 0; good && i < count; i++)
        good = list_add(search, &open->rim, numbers[i]);
    return good;
}

static bool expand_or_collect(struct round *round, struct open *open, const uint32_t *numbers,
                              size_t count)
{
    return round->depth < open->most_moves ? expand_list(round, open, numbers, count)
                                           : collect(round->search, open, numbers, count);
}

/* What they lead to with the same f comes into the list anew, and has its turn with the states of one
 * move more. */
bool open_expand(struct round *round, struct open *open, size_t f)
{
    struct search *search = round->search;
    struct list waiting = open->lists[f], fresh = {0};
    open->lists[f] = (struct list){0};
    size_t *places = malloc(2 * (f + 2) * sizeof *places);
    bool good = places != NULL;
    if (good)
        sort_list(search, &waiting, places, places + f + 2, f);
    search->failed |= !good;
    round->f = f;
    for (size_t g = 0; good && g <= f && g <= open->most_moves; g++) {
        round->depth = g;
        fresh = open->lists[f];
        open->lists[f] = (struct list){0};
        good = expand_or_collect(round, open, waiting.numbers + places[g],
                                 places[g + 1] - places[g]) &&
               expand_or_collect(round, open, fresh.numbers, fresh.count);
        list_drop(search, &fresh);
    }
    list_drop(search, &waiting);
    free(places);
    return good;
}

bool open_go_further(struct round *round, struct open *open, size_t f)
{
    struct list rim = open->rim;
    open->rim = (struct list){0};
    round->f = f;
    round->depth = open->most_moves++;
    bool good = open_reach(open, f);
    round->search->failed |= !good;
    good = good && expand_list(round, open, rim.numbers, rim.count);
    list_drop(round->search, &rim);
    if (good) {
        open->rim = open->lists[f];
        open->lists[f] = (struct list){0};
    }
    return good;
}

size_t open_after(const struct open *open, size_t f)
{
    while (++f < open->count) {
        if (open->lists[f].count > 0)
            return f;
    }
    return 0;
}

/* Waiting lists; see waiting.h. */
#include "solve/search/waiting.h"

#include "solve/search/capacity.h"

#include <stdlib.h>
#include <string.h>

void list_drop(struct search *search, struct list *list)
{
    search_discharge(search, list->capacity * sizeof *list->numbers);
    free(list->numbers);
    *list = (struct list){0};
}

void lists_free(struct search *search, struct lists *lists)
{
    for (size_t n = 0; n < lists->count; n++)
        list_drop(search, &lists->at[n]);
    free(lists->at);
    *lists = (struct lists){0};
}

static bool reach(struct lists *lists, size_t n)
{
    if (n < lists->count)
        return true;
    size_t count = n + 1 > 2 * lists->count ? n + 1 : 2 * lists->count;
    struct list *at = realloc(lists->at, count * sizeof *at);
    if (at == NULL)
        return false;
    memset(at + lists->count, 0, (count - lists->count) * sizeof *at);
    lists->at = at;
    lists->count = count;
    return true;
}

static bool list_add(struct search *search, struct list *list, uint32_t number)
{
    if (list->count == list->capacity) {
        size_t wanted = list->capacity < 64 ? 64 : list->capacity + 1;
        size_t more = capacity_for(list->capacity, wanted, sizeof *list->numbers) - list->capacity;
        if (!search_charge(search, more * sizeof *list->numbers))
            return false;
        uint32_t *numbers = realloc(list->numbers, (list->capacity + more) * sizeof *numbers);
        if (numbers == NULL) {
            search->failed = true;
            return false;
        }
        list->numbers = numbers;
        list->capacity += more;
    }
    list->numbers[list->count++] = number;
    return true;
}

bool lists_add(struct search *search, struct lists *lists, size_t n, uint32_t number)
{
    if (reach(lists, n))
        return list_add(search, &lists->at[n], number);
    search->failed = true;
    return false;
}

struct list lists_take(struct lists *lists, size_t n)
{
    struct list taken = {0};
    if (n < lists->count) {
        taken = lists->at[n];
        lists->at[n] = (struct list){0};
    }
    return taken;
}

size_t lists_next(const struct lists *lists, size_t n)
{
    while (n < lists->count && lists->at[n].count == 0)
        n++;
    return n;
}

static bool take_met(struct round *round, bool (*take)(void *context, struct waiting waiting), void *context)
{
    for (unsigned worker = 0; worker < round->worker_count; worker++) {
        size_t count;
        const struct waiting *met = round_met(round, worker, &count);
        for (size_t i = 0; i < count; i++) {
            if (!take(context, met[i]))
                return false;
        }
    }
    return true;
}

bool waiting_expand(struct round *round, const uint32_t *numbers, size_t count,
                    bool (*take)(void *context, struct waiting waiting), void *context)
{
    struct search *search = round->search;
    search_note_expanded(search, numbers, count);
    round->numbers = numbers;
    atomic_store(&round->next, 0);
    round->end = count;
    bool done = false;
    while (!done) {
        done = round_run(round);
        if (search->failed || !take_met(round, take, context))
            return false;
    }
    if (atomic_load(&round->stop) || !watch_allows(&search->watch, store_count(&search->store) + search->elsewhere, 0))
        return false;
    int64_t depth = (int64_t)round->depth + 1;
    if (atomic_exchange(&round->solved, false) && (search->incumbent < 0 || depth < search->incumbent))
        search->incumbent = depth;
    search->closed_count = store_count(&search->store);
    return true;
}

bool waiting_begin(struct round *round, uint32_t *number, unsigned *bound)
{
    struct search *search = round->search;
    *number = round_add_start(round);
    *bound = search_bound(search, store_state(&search->store, *number));
    search->depths[*number] = 0;
    search->closed_count = 1;
    if (search_is_goal(search, *number)) {
        search_note_expanded(search, number, 1);
        search->depth = search->incumbent = 0;
        return true;
    }
    search->whole = *bound == ESTIMATE_LOST;
    search_prove_at_least(search, search->whole || *bound == 0 ? 1 : *bound);
    return search->whole;
}

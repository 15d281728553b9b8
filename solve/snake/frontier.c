/* Counting Hamiltonian cycles; see frontier.h.
 *
 * Every vertex must get two edges of the cycle.  If two of the edges behind it are used, it joins two paths.  If one is
 * used, it extends that path by one of the edges ahead.  If none is used, it begins a new path with two of the edges
 * ahead.  Joining the two ends of one path closes a cycle, which only the last vertex may do. */
#include "base/array.h"
#include "solve/snake/frontier.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The states between two vertices, each with the number of partial cycles that lead to it. */
struct layer {
    uint64_t *entries; /* [capacity * (key_words + count_words)] */
    uint32_t *index;   /* [mask + 1]: index of an entry + 1, or 0 */
    size_t used, capacity, index_size;
    uint32_t mask;
    unsigned key_words, count_words;
    uint64_t top; /* bitwise OR of the highest words of all counts, to tell when they might overflow */
};

static inline const uint64_t *layer_key(const struct layer *layer, size_t n)
{
    return layer->entries + n * (layer->key_words + layer->count_words);
}

static uint64_t hash_key(const uint64_t *key, unsigned words)
{
    uint64_t hash = 0;
    for (unsigned i = 0; i < words; i++) {
        hash = (hash ^ key[i]) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 32;
    }
    return hash;
}

/* Makes an index of `size` slots, a power of two, and enters the existing states. */
static bool make_index(struct layer *layer, size_t size)
{
    if (size > UINT32_MAX)
        return false;
    if (size > layer->index_size) {
        uint32_t *index = realloc(layer->index, size * sizeof *index);
        if (index == NULL)
            return false;
        layer->index = index;
        layer->index_size = size;
    }
    layer->mask = (uint32_t)(size - 1);
    memset(layer->index, 0, size * sizeof *layer->index);
    for (size_t n = 0; n < layer->used; n++) {
        uint32_t at = (uint32_t)hash_key(layer_key(layer, n), layer->key_words) & layer->mask;
        while (layer->index[at] != 0)
            at = (at + 1) & layer->mask;
        layer->index[at] = (uint32_t)n + 1;
    }
    return true;
}

/* Empties a layer and prepares it for about `expected` states of a shape.  Returns false if memory runs out. */
static bool layer_start(struct layer *layer, unsigned key_words, unsigned count_words, size_t expected)
{
    size_t size = 64;
    while (size < 2 * expected)
        size *= 2;
    /* convert the capacity to entries of the new shape */
    size_t words = layer->capacity * (layer->key_words + layer->count_words);
    layer->capacity = words / (key_words + count_words);
    layer->key_words = key_words;
    layer->count_words = count_words;
    layer->used = 0;
    layer->top = 0;
    return make_index(layer, size);
}

static void add_count(struct layer *layer, uint64_t *sum, const uint64_t *count, unsigned words)
{
    uint64_t carry = 0;
    for (unsigned i = 0; i < layer->count_words; i++) {
        uint64_t term = i < words ? count[i] : 0;
        uint64_t partial = sum[i] + carry;
        carry = partial < carry;
        sum[i] = partial + term;
        carry += sum[i] < term;
    }
    layer->top |= sum[layer->count_words - 1];
}

/* Adds a count of `words` words, at most the layer's, to a state, which is created if needed.  Returns false if memory
 * runs out. */
static bool layer_add(struct layer *layer, const uint64_t *key, const uint64_t *count, unsigned words)
{
    size_t stride = layer->key_words + layer->count_words;
    size_t key_bytes = layer->key_words * sizeof *key;
    uint32_t hash = (uint32_t)hash_key(key, layer->key_words), at = hash & layer->mask;
    for (; layer->index[at] != 0; at = (at + 1) & layer->mask) {
        uint64_t *entry = layer->entries + (layer->index[at] - 1) * stride;
        if (layer->key_words == 1 ? entry[0] == key[0] : memcmp(entry, key, key_bytes) == 0) {
            add_count(layer, entry + layer->key_words, count, words);
            return true;
        }
    }
    if (2 * (layer->used + 1) > (size_t)layer->mask + 1) {
        if (!make_index(layer, 2 * ((size_t)layer->mask + 1)))
            return false;
        for (at = hash & layer->mask; layer->index[at] != 0; at = (at + 1) & layer->mask)
            continue;
    }
    if (layer->used == layer->capacity) {
        size_t capacity = layer->capacity < 32 ? 64 : 2 * layer->capacity;
        if (capacity > SIZE_MAX / sizeof(uint64_t) / stride)
            return false;
        uint64_t *entries = realloc(layer->entries, capacity * stride * sizeof *entries);
        if (entries == NULL)
            return false;
        layer->entries = entries;
        layer->capacity = capacity;
    }
    uint64_t *entry = layer->entries + layer->used * stride;
    memcpy(entry, key, key_bytes);
    memset(entry + layer->key_words, 0, layer->count_words * sizeof *entry);
    add_count(layer, entry + layer->key_words, count, words);
    layer->index[at] = (uint32_t)++layer->used;
    return true;
}

static size_t layer_bytes(const struct layer *layer)
{
    return layer->capacity * (layer->key_words + layer->count_words) * sizeof *layer->entries +
           layer->index_size * sizeof *layer->index;
}

static void layer_free(struct layer *layer)
{
    free(layer->entries);
    free(layer->index);
    *layer = (struct layer){0};
}

/* --- frontier --- */

enum {
    NARROW_SLOTS = 15, /* four bits each, and four for the parity, in one word */
    WIDE_SLOTS = 246,  /* a byte each, and one for the parity */
    KEY_WORDS = (WIDE_SLOTS + 1 + 7) / 8,
    SPARE_BITS = 16, /* a state is reached from fewer than 2^16 others */
};

/* An edge ahead of a vertex. */
struct way {
    unsigned slot;
    bool odd, exit;
};

/* The slots of the edges of each vertex. */
struct plan {
    const struct frontier_graph *graph;
    unsigned vertices; /* including the outside */
    unsigned width;
    unsigned *behind; /* slots of the edges behind, vertex by vertex */
    struct way *ahead;
    size_t *behind_start, *ahead_start; /* [vertices + 1] */
    struct arrays arrays;
};

void frontier_graph_free(struct frontier_graph *graph)
{
    free(graph->edges);
    free(graph->exits);
    *graph = (struct frontier_graph){0};
}

/* Assigns slots to the edges of the graph, in the order of the vertices. */
static void assign_slots(struct plan *plan, unsigned char *taken, size_t *fill)
{
    const struct frontier_graph *graph = plan->graph;
    size_t edge = 0, ahead = 0;
    for (unsigned v = 0; v < graph->vertices; v++) {
        for (size_t i = plan->behind_start[v]; i < plan->behind_start[v + 1]; i++)
            taken[plan->behind[i]] = 0;
        plan->ahead_start[v] = ahead;
        for (; edge < graph->edge_count && graph->edges[edge].from == v; edge++) {
            /* Takes the lowest free slot. */
            unsigned slot = 0;
            while (taken[slot])
                slot++;
            taken[slot] = 1;
            plan->width = slot + 1 > plan->width ? slot + 1 : plan->width;
            plan->behind[fill[graph->edges[edge].to]++] = slot;
            plan->ahead[ahead++] = (struct way){.slot = slot, .odd = graph->edges[edge].odd};
        }
        if (graph->exits != NULL && graph->exits[v])
            plan->ahead[ahead++] = (struct way){.exit = true};
    }
    for (unsigned v = graph->vertices; v <= plan->vertices; v++)
        plan->ahead_start[v] = ahead;
}

static bool plan_make(struct plan *plan, const struct frontier_graph *graph)
{
    bool outside = graph->exits != NULL;
    *plan = (struct plan){.graph = graph, .vertices = graph->vertices + outside};
    size_t most = graph->edge_count + graph->vertices + 2;
    plan->behind = arrays_add(&plan->arrays, most, sizeof *plan->behind);
    plan->ahead = arrays_add(&plan->arrays, most, sizeof *plan->ahead);
    plan->behind_start = arrays_add(&plan->arrays, plan->vertices + 2, sizeof *plan->behind_start);
    plan->ahead_start = arrays_add(&plan->arrays, plan->vertices + 2, sizeof *plan->ahead_start);
    size_t *fill = arrays_add(&plan->arrays, plan->vertices + 2, sizeof *fill);
    unsigned char *taken = arrays_add(&plan->arrays, most + 1, 1);
    bool good = !plan->arrays.failed;
    if (good) {
        for (size_t i = 0; i < graph->edge_count; i++)
            plan->behind_start[graph->edges[i].to + 1]++;
        for (unsigned v = 0; v < plan->vertices; v++)
            plan->behind_start[v + 1] += plan->behind_start[v];
        memcpy(fill, plan->behind_start, plan->vertices * sizeof *fill);
        if (outside) { /* the outside's two edges have slots 0 and 1 from the start */
            taken[0] = taken[1] = 1;
            plan->width = 2;
            size_t at = plan->behind_start[graph->vertices];
            plan->behind[at] = 0;
            plan->behind[at + 1] = 1;
            plan->behind_start[plan->vertices] = at + 2;
        }
        assign_slots(plan, taken, fill);
    }
    if (!good)
        arrays_free(&plan->arrays);
    return good;
}

unsigned frontier_width(const struct frontier_graph *graph)
{
    struct plan plan;
    if (!plan_make(&plan, graph))
        return 0;
    unsigned width = plan.width > 0 ? plan.width : 1;
    arrays_free(&plan.arrays);
    return width;
}

struct frontier_search {
    struct plan plan;
    struct layer now, next;
    unsigned key_words;
    frontier_total *total;
    void *context; /* of `total` */
};

/* Returns the content of a slot of a state: 0, or 1 + the slot of the path's other end. */
static inline unsigned get(const struct frontier_search *search, const uint64_t *key, unsigned slot)
{
    if (search->key_words == 1)
        return (unsigned)(key[0] >> (4 * slot)) & 15;
    return ((const unsigned char *)key)[slot];
}

static inline void set(const struct frontier_search *search, uint64_t *key, unsigned slot, unsigned value)
{
    if (search->key_words == 1)
        key[0] = (key[0] & ~(UINT64_C(15) << (4 * slot))) | (uint64_t)value << (4 * slot);
    else
        ((unsigned char *)key)[slot] = (unsigned char)value;
}

static inline void pair(const struct frontier_search *search, uint64_t *key, unsigned a, unsigned b)
{
    set(search, key, a, b + 1);
    set(search, key, b, a + 1);
}

static unsigned parity_slot(const struct frontier_search *search)
{
    return search->key_words == 1 ? NARROW_SLOTS : 8 * search->key_words - 1;
}

/* Sets *slot to the slot by which an edge leaves in this state, and updates the parity.  Returns false if the outside
 * already has two edges. */
static inline bool leave_by(const struct frontier_search *search, uint64_t *key, const struct way *way, unsigned *slot)
{
    *slot = way->slot;
    if (way->exit) {
        *slot = get(search, key, 0) == 0 ? 0 : 1;
        return get(search, key, *slot) == 0;
    }
    if (way->odd)
        set(search, key, parity_slot(search), get(search, key, parity_slot(search)) ^ 1);
    return true;
}

/* Processes one vertex in one state. */
static bool process_vertex(struct frontier_search *search, unsigned v, const uint64_t *key, const uint64_t *count)
{
    const struct plan *plan = &search->plan;
    unsigned used[2], number = 0;
    for (size_t i = plan->behind_start[v]; i < plan->behind_start[v + 1]; i++) {
        if (get(search, key, plan->behind[i]) == 0)
            continue;
        if (number == 2)
            return true;
        used[number++] = plan->behind[i];
    }
    size_t first = plan->ahead_start[v], end = plan->ahead_start[v + 1];
    uint64_t after[KEY_WORDS];
    unsigned one, two;
    if (number == 2) { /* joins two paths */
        unsigned a = get(search, key, used[0]) - 1, b = get(search, key, used[1]) - 1;
        if (a == used[1]) {
            if (v + 1 == plan->vertices)
                search->total(search->context, count, search->now.count_words,
                              get(search, key, parity_slot(search)) & 1);
            return true;
        }
        memcpy(after, key, search->key_words * sizeof *key);
        set(search, after, used[0], 0);
        set(search, after, used[1], 0);
        pair(search, after, a, b);
        return layer_add(&search->next, after, count, search->now.count_words);
    }
    if (number == 1) { /* extends a path */
        unsigned a = get(search, key, used[0]) - 1;
        for (size_t i = first; i < end; i++) {
            memcpy(after, key, search->key_words * sizeof *key);
            set(search, after, used[0], 0);
            if (!leave_by(search, after, &plan->ahead[i], &one))
                continue;
            pair(search, after, a, one);
            if (!layer_add(&search->next, after, count, search->now.count_words))
                return false;
        }
        return true;
    }
    for (size_t i = first; i < end; i++) { /* begins a path */
        for (size_t j = i + 1; j < end; j++) {
            memcpy(after, key, search->key_words * sizeof *key);
            if (!leave_by(search, after, &plan->ahead[i], &one) || !leave_by(search, after, &plan->ahead[j], &two))
                continue;
            pair(search, after, one, two);
            if (!layer_add(&search->next, after, count, search->now.count_words))
                return false;
        }
    }
    return true;
}

static enum frontier_outcome process_vertices(struct frontier_search *search, struct watch *watch, uint64_t *states)
{
    static const uint64_t empty[KEY_WORDS], one = 1;
    if (!layer_start(&search->now, search->key_words, 1, 1) || !layer_add(&search->now, empty, &one, 1))
        return FRONTIER_NO_MEMORY;
    for (unsigned v = 0; v < search->plan.vertices; v++) {
        bool full = search->now.top >> (64 - SPARE_BITS) != 0;
        if (!layer_start(&search->next, search->key_words, search->now.count_words + full, search->now.used))
            return FRONTIER_NO_MEMORY;
        for (size_t n = 0; n < search->now.used; n++) {
            const uint64_t *key = layer_key(&search->now, n);
            if (!process_vertex(search, v, key, key + search->key_words))
                return FRONTIER_NO_MEMORY;
            size_t bytes = layer_bytes(&search->now) + layer_bytes(&search->next);
            if (!watch_allows(watch, *states + search->next.used, bytes))
                return FRONTIER_STOPPED;
        }
        *states += search->next.used;
        struct layer swap = search->now;
        search->now = search->next;
        search->next = swap;
    }
    return FRONTIER_COUNTED;
}

enum frontier_outcome frontier_find(const struct frontier_graph *graph, struct watch *watch, frontier_total *total,
                                    void *context, uint64_t *states)
{
    struct frontier_search search = {.total = total, .context = context};
    if (!plan_make(&search.plan, graph))
        return FRONTIER_NO_MEMORY;
    enum frontier_outcome outcome = FRONTIER_STOPPED;
    if (search.plan.width > WIDE_SLOTS) {
        char reason[LIMIT_REASON];
        snprintf(reason, sizeof reason, "more than %d edges wide", WIDE_SLOTS);
        watch_stop(watch, LIMIT_OTHER, reason);
    } else {
        bool narrow = search.plan.width <= NARROW_SLOTS;
        search.key_words = narrow ? 1 : (search.plan.width + 1 + 7) / 8;
        search.key_words += !narrow && search.key_words == 1; /* one word means four bits each */
        outcome = process_vertices(&search, watch, states);
    }
    arrays_free(&search.plan.arrays);
    layer_free(&search.now);
    layer_free(&search.next);
    return outcome;
}

/* --- adding up Hamiltonian cycles --- */

static void add_part(void *context, const uint64_t *count, unsigned words, bool odd)
{
    struct natural *cycles = context, number = {0};
    natural_set_words(&number, count, words);
    natural_add(&cycles[odd], &number);
    natural_free(&number);
}

enum frontier_outcome frontier_count(const struct frontier_graph *graph, struct watch *watch, struct natural cycles[2],
                                     uint64_t *states)
{
    natural_set(&cycles[0], 0);
    natural_set(&cycles[1], 0);
    enum frontier_outcome outcome = frontier_find(graph, watch, add_part, cycles, states);
    return cycles[0].failed || cycles[1].failed ? FRONTIER_NO_MEMORY : outcome;
}

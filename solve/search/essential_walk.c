/* Walking the graph of shortest solutions; see essential_walk.h. */
#include "solve/search/essential_walk.h"

#include "solve/search/room.h"

#include <stdlib.h>
#include <string.h>

/* Elements and squares to be looked at.  The first half may go into nodes with as many classes as
 * they have, so that nothing is merged that need not be; the rest is shared out to the layers that
 * are left.  The maps take two bytes for each. */
static const uint64_t most_work = UINT64_C(1) << 27;

/* What a class of an edge makes of it, squares included, where there are many edges. */
enum { WORK_OF_CLASS = 3, FEWEST_CLASSES = 3 };

/* Makes room in an array; a limit or lack of memory is said in the search. */
static bool reserve(struct class_walk *walk, void **array, uint64_t *room, uint64_t wanted,
                    size_t size)
{
    if (wanted <= *room)
        return true;
    uint64_t larger = room_for(*room, wanted, size);
    if (!search_charge(walk->search, (larger - *room) * size))
        return false;
    walk->charged += (larger - *room) * size;
    void *memory = realloc(*array, larger * size);
    if (memory == NULL) {
        walk->search->failed = true;
        return false;
    }
    *array = memory;
    *room = larger;
    return true;
}

static bool make_array(struct class_walk *walk, void **array, uint64_t wanted, size_t size)
{
    uint64_t room = 0;
    bool good = reserve(walk, array, &room, wanted + 1, size);
    if (good)
        memset(*array, 0, (wanted + 1) * size);
    return good;
}

static unsigned class_count(const struct class_walk *walk, uint32_t node)
{
    return (unsigned)(walk->path_at[node] - walk->path_at[node + 1]);
}

static void sort_edges_by_target(struct class_walk *walk)
{
    const struct shortest *shortest = walk->shortest;
    for (uint32_t node = 0; node < shortest->node_count; node++) {
        for (uint32_t n = 0; n < shortest->nodes[node].edge_count; n++) {
            uint64_t edge = shortest->nodes[node].first_edge + n;
            walk->sources[edge] = node;
            walk->first_in[shortest->edges[edge].target + 2]++;
        }
    }
    for (uint32_t node = 2; node <= shortest->node_count; node++)
        walk->first_in[node] += walk->first_in[node - 1];
    for (uint32_t node = 0; node < shortest->node_count; node++) {
        for (uint32_t n = 0; n < shortest->nodes[node].edge_count; n++) {
            uint64_t edge = shortest->nodes[node].first_edge + n;
            walk->in[walk->first_in[shortest->edges[edge].target + 1]++] = (uint32_t)edge;
        }
    }
}

bool class_walk_make(struct class_walk *walk)
{
    const struct shortest *shortest = walk->shortest;
    uint64_t edges = shortest->edge_count, nodes = shortest->node_count;
    void *sources = NULL, *first_in = NULL, *in = NULL, *map_at = NULL, *path_at = NULL;
    bool good = make_array(walk, &sources, edges, sizeof *walk->sources) &&
                make_array(walk, &first_in, nodes + 1, sizeof *walk->first_in) &&
                make_array(walk, &in, edges, sizeof *walk->in) &&
                make_array(walk, &map_at, edges, sizeof *walk->map_at) &&
                make_array(walk, &path_at, nodes + 1, sizeof *walk->path_at);
    walk->sources = sources;
    walk->first_in = first_in;
    walk->in = in;
    walk->map_at = map_at;
    walk->path_at = path_at;
    if (good)
        sort_edges_by_target(walk);
    return good;
}

void class_walk_free(struct class_walk *walk)
{
    search_discharge(walk->search, walk->charged);
    free(walk->sources);
    free(walk->first_in);
    free(walk->in);
    free(walk->map_at);
    free(walk->maps);
    free(walk->path_at);
    free(walk->paths);
    free(walk->parents);
    free(walk->bases);
}

/* --- union-find --- */

uint32_t classes_root(uint32_t *parents, uint32_t element)
{
    while (parents[element] != element) {
        parents[element] = parents[parents[element]];
        element = parents[element];
    }
    return element;
}

/* The root is the lowest element. */
void classes_unite(uint32_t *parents, uint32_t a, uint32_t b)
{
    a = classes_root(parents, a);
    b = classes_root(parents, b);
    if (a < b)
        parents[b] = a;
    else
        parents[a] = b;
}

/* --- one node --- */

static bool gather_elements(struct class_walk *walk, uint32_t node, uint64_t *elements)
{
    uint64_t first = walk->first_in[node], end = walk->first_in[node + 1];
    void *bases = walk->bases, *parents = walk->parents;
    bool good = reserve(walk, &bases, &walk->base_room, end - first + 1, sizeof *walk->bases);
    walk->bases = bases;
    if (!good)
        return false;
    *elements = 0;
    for (uint64_t i = first; i < end; i++) {
        walk->bases[i - first] = *elements;
        *elements += class_count(walk, walk->sources[walk->in[i]]);
    }
    good = *elements < UINT32_MAX && reserve(walk, &parents, &walk->element_room, *elements,
                                             sizeof *walk->parents);
    walk->parents = parents;
    for (uint64_t i = 0; good && i < *elements; i++)
        walk->parents[i] = (uint32_t)i;
    walk->work += *elements;
    return good;
}

/* Which of the edges into a node this is.  They stand in the order of their sources, then
 * labels. */
static uint64_t place_of_edge(const struct class_walk *walk, uint32_t node, uint32_t edge)
{
    uint64_t low = walk->first_in[node], high = walk->first_in[node + 1], first = low;
    uint32_t source = walk->sources[edge];
    while (high - low > 1) {
        uint64_t middle = low + (high - low) / 2;
        uint32_t other = walk->in[middle], other_source = walk->sources[other];
        if (other_source != source ? other_source < source : other <= edge)
            low = middle;
        else
            high = middle;
    }
    return low - first;
}

/* Merges what the square from `q` makes one: first `a` (by the edge `first`), then `b` (by the n-th
 * edge into the node), or the other way round. */
static void close_square(struct class_walk *walk, uint32_t node, uint32_t first, uint64_t n)
{
    const struct shortest *shortest = walk->shortest;
    game_move a = shortest->edges[first].label;
    game_move b = shortest->edges[walk->in[walk->first_in[node] + n]].label;
    if (a >= b) /* each square is met from both sides */
        return;
    const struct edge *other = shortest_follow(shortest, walk->sources[first], b);
    const struct edge *last =
        other == NULL ? NULL : shortest_follow(shortest, other->target, a);
    if (last == NULL || last->target != node)
        return;
    uint64_t m = place_of_edge(walk, node, (uint32_t)(last - shortest->edges));
    const uint16_t *map = walk->maps + walk->map_at[first];
    const uint16_t *other_map = walk->maps + walk->map_at[other - shortest->edges];
    unsigned classes = class_count(walk, walk->sources[first]);
    for (unsigned c = 0; c < classes; c++)
        classes_unite(walk->parents, (uint32_t)(walk->bases[n] + map[c]),
              (uint32_t)(walk->bases[m] + other_map[c]));
    walk->work += classes + 8;
}

static void close_squares(struct class_walk *walk, uint32_t node)
{
    uint64_t first = walk->first_in[node], end = walk->first_in[node + 1];
    for (uint64_t i = first; i < end; i++) {
        uint32_t before = walk->sources[walk->in[i]];
        for (uint64_t j = walk->first_in[before]; j < walk->first_in[before + 1]; j++)
            close_square(walk, node, walk->in[j], i - first);
    }
}

/* Whether the path `a` with the label `la` comes before `b` with `lb`. */
static bool comes_before(uint32_t a, game_move la, uint32_t b, game_move lb)
{
    return a != b ? a < b : la < lb;
}

/* The rank of the path that a class path goes on from. */
static uint32_t rank_before(const struct class_walk *walk, uint32_t edge, unsigned class)
{
    return walk->paths[walk->path_at[walk->sources[edge] + 1] + class].rank;
}

static void keep_first_path(struct class_walk *walk, struct class_path *path, uint32_t edge,
                            unsigned class)
{
    const struct edge *edges = walk->shortest->edges;
    if (path->edge != UINT32_MAX && !walk->orders)
        return;
    if (path->edge == UINT32_MAX ||
        comes_before(rank_before(walk, edge, class), edges[edge].label,
                     rank_before(walk, path->edge, path->before), edges[path->edge].label)) {
        path->edge = edge;
        path->before = (uint16_t)class;
    }
}

/* Gives each element of the node at hand the number of its class.  A root comes before its
 * elements.  Returns how many classes there are. */
static unsigned number_classes(struct class_walk *walk, uint16_t *classes, uint64_t elements)
{
    unsigned number = 0;
    for (uint32_t i = 0; i < elements; i++) {
        uint32_t root = classes_root(walk->parents, i);
        if (root != i) {
            classes[i] = classes[root];
        } else if (number < walk->room) {
            classes[i] = (uint16_t)number++;
        } else {
            classes[i] = (uint16_t)(walk->room - 1);
            walk->merged_surplus = true;
        }
    }
    return number;
}

/* Fills in the maps of the edges into a node and the first path of each of its classes. */
static bool keep_classes(struct class_walk *walk, uint32_t node, uint64_t elements)
{
    void *maps = walk->maps, *paths = walk->paths;
    uint64_t base = walk->path_at[node + 1];
    bool good = reserve(walk, &maps, &walk->map_room, walk->map_count + elements,
                        sizeof *walk->maps);
    walk->maps = maps;
    if (!good)
        return false;
    uint16_t *classes = walk->maps + walk->map_count;
    unsigned number = number_classes(walk, classes, elements);
    good = reserve(walk, &paths, &walk->path_room, base + number, sizeof *walk->paths);
    walk->paths = paths;
    if (!good)
        return false;
    for (unsigned c = 0; c < number; c++)
        walk->paths[base + c] = (struct class_path){.edge = UINT32_MAX};
    walk->path_at[node] = base + number;
    for (uint64_t i = walk->first_in[node]; i < walk->first_in[node + 1]; i++) {
        uint32_t edge = walk->in[i];
        uint64_t first = walk->bases[i - walk->first_in[node]];
        walk->map_at[edge] = walk->map_count + first;
        for (unsigned c = 0; c < class_count(walk, walk->sources[edge]); c++)
            keep_first_path(walk, &walk->paths[base + classes[first + c]], edge, c);
    }
    walk->map_count += elements;
    return true;
}

/* --- all nodes --- */

int compare_ranked(const void *a, const void *b)
{
    uint64_t x = ((const struct ranked *)a)->key, y = ((const struct ranked *)b)->key;
    return x < y ? -1 : x > y;
}

/* Ranks the first paths of all classes of a layer. */
static bool rank_layer(struct class_walk *walk, uint32_t k)
{
    const struct shortest *shortest = walk->shortest;
    uint64_t first = walk->path_at[shortest->layers[k + 1]];
    uint64_t count_paths = walk->path_at[shortest->layers[k]] - first;
    size_t bytes = 2 * count_paths * sizeof(struct ranked); /* sorting takes as much again */
    if (!search_charge(walk->search, bytes))
        return false;
    struct ranked *ranked = malloc(count_paths * sizeof *ranked);
    search_discharge(walk->search, bytes);
    if (ranked == NULL) {
        walk->search->failed = true;
        return false;
    }
    for (uint64_t i = 0; i < count_paths; i++) {
        struct class_path *path = &walk->paths[first + i];
        ranked[i].path = path;
        ranked[i].key = (uint64_t)rank_before(walk, path->edge, path->before) << 32 |
                        shortest->edges[path->edge].label;
    }
    if (count_paths > 1)
        qsort(ranked, count_paths, sizeof *ranked, compare_ranked);
    for (uint64_t i = 0; i < count_paths; i++)
        ranked[i].path->rank = (uint32_t)i;
    free(ranked);
    return true;
}

bool class_walk_begin(struct class_walk *walk)
{
    uint32_t start = shortest_start(walk->shortest);
    void *paths = NULL;
    bool good = reserve(walk, &paths, &walk->path_room, 1, sizeof *walk->paths);
    walk->paths = paths;
    if (good) {
        walk->paths[0] = (struct class_path){.edge = UINT32_MAX};
        walk->path_at[start] = 1;
    }
    return good;
}

/* How many classes a node of the next layer may have.  Nothing here may depend on luck. */
static unsigned classes_for_layer(const struct class_walk *walk)
{
    if (!walk->merged_surplus && walk->work < walk->budget / 2)
        return walk->most;
    uint64_t left = walk->work < walk->budget ? walk->budget - walk->work : 0;
    uint64_t classes = left / (WORK_OF_CLASS * walk->edges_left + 1);
    classes = classes < walk->most ? classes : walk->most;
    return classes > FEWEST_CLASSES ? (unsigned)classes : FEWEST_CLASSES;
}

static bool walk_node(struct class_walk *walk, uint32_t node)
{
    uint64_t elements;
    if (!gather_elements(walk, node, &elements))
        return false;
    close_squares(walk, node);
    walk->edges_left -= walk->first_in[node + 1] - walk->first_in[node];
    return keep_classes(walk, node, elements) && watch_allows(&walk->search->watch, 0, 0);
}

bool class_walk_layers(struct class_walk *walk)
{
    const struct shortest *shortest = walk->shortest;
    uint64_t memory = walk->search->limits.max_memory / 32;
    walk->budget = memory != 0 && memory < most_work ? memory : most_work;
    walk->edges_left = shortest->edge_count;
    for (uint32_t k = shortest->depth; k-- > 0;) {
        walk->room = classes_for_layer(walk);
        for (uint32_t node = shortest->layers[k + 1]; node-- > shortest->layers[k];) {
            if (!walk_node(walk, node))
                return false;
        }
        if (walk->orders && !rank_layer(walk, k))
            return false;
    }
    return true;
}

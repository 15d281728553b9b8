/* Essentially different solutions; see essential.h. */
#include "solve/search/capacity.h"
#include "solve/search/essential_walk.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* --- walking the graph of shortest solutions; see essential_walk.h --- */

/* The most work, in elements and squares.  During the first half, nodes get as many classes as they have, so that
 * nothing is merged needlessly.  The rest is divided among the remaining layers.  The maps take two bytes for each
 * element. */
static const uint64_t most_work = UINT64_C(1) << 27;

/* The estimated work for each class of an edge, squares included, in a graph with many edges; and the least
 * capacity. */
enum { WORK_OF_CLASS = 3, FEWEST_CLASSES = 3 };

/* Makes room in an array.  Returns false on a limit, or if search->failed. */
static bool reserve(struct class_walk *walk, void **array, uint64_t *capacity, uint64_t wanted, size_t size)
{
    if (wanted <= *capacity)
        return true;
    uint64_t larger = capacity_for(*capacity, wanted, size);
    if (!search_charge(walk->search, (larger - *capacity) * size))
        return false;
    walk->charged += (larger - *capacity) * size;
    void *memory = realloc(*array, larger * size);
    if (memory == NULL) {
        walk->search->failed = true;
        return false;
    }
    *array = memory;
    *capacity = larger;
    return true;
}

static bool make_array(struct class_walk *walk, void **array, uint64_t wanted, size_t size)
{
    uint64_t capacity = 0;
    bool good = reserve(walk, array, &capacity, wanted + 1, size);
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
static void classes_unite(uint32_t *parents, uint32_t a, uint32_t b)
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
    bool good = reserve(walk, &bases, &walk->base_capacity, end - first + 1, sizeof *walk->bases);
    walk->bases = bases;
    if (!good)
        return false;
    *elements = 0;
    for (uint64_t i = first; i < end; i++) {
        walk->bases[i - first] = *elements;
        *elements += class_count(walk, walk->sources[walk->in[i]]);
    }
    good = *elements < UINT32_MAX && reserve(walk, &parents, &walk->element_capacity, *elements, sizeof *walk->parents);
    walk->parents = parents;
    for (uint64_t i = 0; good && i < *elements; i++)
        walk->parents[i] = (uint32_t)i;
    walk->work += *elements;
    return good;
}

/* Returns the index of an edge among the edges into its node, which are sorted by source, then by label. */
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

/* Merges the classes that a square makes equal.  One side of the square is `first` (label a), then the n-th edge
 * into the node (label b); the other makes b first and then a. */
static void close_square(struct class_walk *walk, uint32_t node, uint32_t first, uint64_t n)
{
    const struct shortest *shortest = walk->shortest;
    game_move a = shortest->edges[first].label;
    game_move b = shortest->edges[walk->in[walk->first_in[node] + n]].label;
    if (a >= b) /* each square is met from both sides */
        return;
    const struct edge *other = shortest_follow(shortest, walk->sources[first], b);
    const struct edge *last = other == NULL ? NULL : shortest_follow(shortest, other->target, a);
    if (last == NULL || last->target != node)
        return;
    uint64_t m = place_of_edge(walk, node, (uint32_t)(last - shortest->edges));
    const uint16_t *map = walk->maps + walk->map_at[first];
    const uint16_t *other_map = walk->maps + walk->map_at[other - shortest->edges];
    unsigned classes = class_count(walk, walk->sources[first]);
    for (unsigned c = 0; c < classes; c++)
        classes_unite(walk->parents, (uint32_t)(walk->bases[n] + map[c]), (uint32_t)(walk->bases[m] + other_map[c]));
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

/* Returns whether the path of rank `a` plus the label `la` comes before that of rank `b` plus `lb`. */
static bool comes_before(uint32_t a, game_move la, uint32_t b, game_move lb)
{
    return a != b ? a < b : la < lb;
}

/* Returns the rank of the path that a class path continues. */
static uint32_t rank_before(const struct class_walk *walk, uint32_t edge, unsigned class)
{
    return walk->paths[walk->path_at[walk->sources[edge] + 1] + class].rank;
}

static void keep_first_path(struct class_walk *walk, struct class_path *path, uint32_t edge, unsigned class)
{
    const struct edge *edges = walk->shortest->edges;
    if (path->edge != UINT32_MAX && !walk->orders)
        return;
    if (path->edge == UINT32_MAX ||
        comes_before(rank_before(walk, edge, class), edges[edge].label, rank_before(walk, path->edge, path->before),
                     edges[path->edge].label)) {
        path->edge = edge;
        path->before = (uint16_t) class;
    }
}

/* Gives each element of the current node the number of its class.  A root comes before the other elements of its
 * class.  Returns the number of classes. */
static unsigned number_classes(struct class_walk *walk, uint16_t *classes, uint64_t elements)
{
    unsigned number = 0;
    for (uint32_t i = 0; i < elements; i++) {
        uint32_t root = classes_root(walk->parents, i);
        if (root != i) {
            classes[i] = classes[root];
        } else if (number < walk->capacity) {
            classes[i] = (uint16_t)number++;
        } else {
            classes[i] = (uint16_t)(walk->capacity - 1);
            walk->merged_surplus = true;
        }
    }
    return number;
}

/* Fills in the maps of the edges into a node, and the first path of each of its classes. */
static bool keep_classes(struct class_walk *walk, uint32_t node, uint64_t elements)
{
    void *maps = walk->maps, *paths = walk->paths;
    uint64_t base = walk->path_at[node + 1];
    bool good = reserve(walk, &maps, &walk->map_capacity, walk->map_count + elements, sizeof *walk->maps);
    walk->maps = maps;
    if (!good)
        return false;
    uint16_t *classes = walk->maps + walk->map_count;
    unsigned number = number_classes(walk, classes, elements);
    good = reserve(walk, &paths, &walk->path_capacity, base + number, sizeof *walk->paths);
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

static int compare_ranked(const void *a, const void *b)
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
    size_t bytes = 2 * count_paths * sizeof(struct ranked); /* sorting needs a copy */
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
        ranked[i].key = (uint64_t)rank_before(walk, path->edge, path->before) << 32 | shortest->edges[path->edge].label;
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
    bool good = reserve(walk, &paths, &walk->path_capacity, 1, sizeof *walk->paths);
    walk->paths = paths;
    if (good) {
        walk->paths[0] = (struct class_path){.edge = UINT32_MAX};
        walk->path_at[start] = 1;
    }
    return good;
}

/* Returns how many classes a node of the next layer may have.  This must be deterministic. */
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
        walk->capacity = classes_for_layer(walk);
        for (uint32_t node = shortest->layers[k + 1]; node-- > shortest->layers[k];) {
            if (!walk_node(walk, node))
                return false;
        }
        if (walk->orders && !rank_layer(walk, k))
            return false;
    }
    return true;
}

/* --- essential --- */

/* --- the goals --- */

void class_walk_write(const struct class_walk *walk, const struct class_path *path, uint32_t length, game_move *moves)
{
    for (uint32_t n = length; n-- > 0;) {
        moves[n] = walk->shortest->edges[path->edge].label;
        path = &walk->paths[walk->path_at[walk->sources[path->edge] + 1] + path->before];
    }
}

static game_move map_label(const struct puzzle *puzzle, unsigned symmetry, game_move move)
{
    if (puzzle->rules->map_move != NULL)
        return puzzle->rules->map_move(puzzle, symmetry, move);
    return move_turned(symmetry, move);
}

int64_t class_walk_image(const struct class_walk *walk, unsigned symmetry, const game_move *moves)
{
    const struct shortest *shortest = walk->shortest;
    uint32_t node = shortest_start(shortest);
    unsigned class = 0;
    for (uint32_t n = 0; n < shortest->depth; n++) {
        game_move label = map_label(walk->search->puzzle, symmetry, moves[n]);
        const struct edge *edge = shortest_follow(shortest, node, label);
        if (edge == NULL)
            return -1;
        class = walk->maps[walk->map_at[edge - shortest->edges] + class];
        node = edge->target;
    }
    return (int64_t)(walk->path_at[node + 1] - walk->path_at[shortest->layers[1]] + class);
}

/* Returns whether the rules could not tell the outcome of some move, so that an image may be missing. */
static bool is_in_doubt(const struct puzzle *puzzle)
{
    bool no_memory;
    return puzzle->rules->doubt != NULL && puzzle->rules->doubt(puzzle, &no_memory) != NULL;
}

bool class_walk_merge_images(struct class_walk *walk, uint32_t *parents, const struct class_path *goals,
                             uint64_t classes)
{
    const struct puzzle *puzzle = walk->search->puzzle;
    game_move *moves = calloc(walk->shortest->depth + 1, sizeof *moves);
    if (moves == NULL)
        return false;
    for (uint64_t i = 0; i < classes; i++) {
        class_walk_write(walk, &goals[i], walk->shortest->depth, moves);
        for (unsigned s = 1; s < puzzle->symmetry_count; s++) {
            int64_t image = class_walk_image(walk, puzzle->symmetries[s], moves);
            if (image >= 0)
                classes_unite(parents, (uint32_t)i, (uint32_t)image);
            else if (!is_in_doubt(puzzle))
                assert(false); /* the image of a solution is a solution */
        }
    }
    free(moves);
    return true;
}

/* Writes the first solutions of as many classes as wanted. */
static bool list_firsts(struct class_walk *walk, struct class_path *goals, uint64_t classes, uint32_t *parents,
                        size_t list, struct essential *essential)
{
    size_t depth = walk->shortest->depth;
    struct ranked *ranked = calloc(classes, sizeof *ranked);
    if (ranked == NULL)
        return false;
    for (uint64_t i = 0; i < classes; i++)
        ranked[i] = (struct ranked){UINT64_MAX, NULL};
    for (uint64_t i = 0; i < classes; i++) {
        uint32_t root = classes_root(parents, (uint32_t)i);
        if (goals[i].rank < ranked[root].key)
            ranked[root] = (struct ranked){goals[i].rank, &goals[i]};
    }
    qsort(ranked, classes, sizeof *ranked, compare_ranked);
    essential->listed = essential->number < list ? (size_t)essential->number : list;
    essential->firsts = calloc(essential->listed * depth + 1, sizeof *essential->firsts);
    for (size_t i = 0; essential->firsts != NULL && i < essential->listed; i++)
        class_walk_write(walk, ranked[i].path, walk->shortest->depth, essential->firsts + i * depth);
    free(ranked);
    return essential->firsts != NULL;
}

static bool finish_walk(struct class_walk *walk, size_t list, struct essential *essential)
{
    const struct shortest *shortest = walk->shortest;
    struct class_path *goals = walk->paths + walk->path_at[shortest->layers[1]];
    uint64_t classes = walk->path_at[0] - walk->path_at[shortest->layers[1]];
    uint32_t *parents = calloc(classes, sizeof *parents);
    bool good = parents != NULL;
    for (uint64_t i = 0; good && i < classes; i++)
        parents[i] = (uint32_t)i;
    unsigned symmetries = walk->search->puzzle->symmetry_count;
    essential->exact = !walk->merged_surplus;
    /* If surplus classes were merged, the image of a class need not be a class.  But no class has more images than
     * there are symmetries, so this is a lower bound. */
    essential->number = (classes + symmetries - 1) / symmetries;
    if (good && essential->exact) {
        good = symmetries == 1 || class_walk_merge_images(walk, parents, goals, classes);
        essential->number = 0;
        for (uint64_t i = 0; good && i < classes; i++)
            essential->number += parents[i] == i;
    }
    good = good && (list == 0 || list_firsts(walk, goals, classes, parents, list, essential));
    walk->search->failed |= !good;
    free(parents);
    return good;
}

/* --- counting --- */

enum search_end essential_count(const struct shortest *shortest, size_t list, unsigned most,
                                struct essential *essential)
{
    struct search *search = shortest->search;
    struct class_walk walk = {.shortest = shortest, .search = search, .most = most + 1, .orders = list > 0};
    *essential = (struct essential){0};
    bool good = class_walk_make(&walk) && class_walk_begin(&walk) && class_walk_layers(&walk) &&
                finish_walk(&walk, list, essential);
    class_walk_free(&walk);
    if (good)
        return SEARCH_FOUND;
    essential_free(essential);
    return search->failed ? SEARCH_NO_MEMORY : SEARCH_LIMIT;
}

void essential_free(struct essential *essential)
{
    free(essential->firsts);
    *essential = (struct essential){0};
}

/* --- a quick test: solutions made of different moves --- */

/* Adds up hash weights of labels along all paths from the start.  Returns whether two paths to the same node, or to
 * two goals, have different sums, which proves that they consist of different moves. */
static bool sums_differ(const struct shortest *shortest, uint64_t *sums, bool *met)
{
    for (uint32_t node = shortest_start(shortest) + 1; node-- > shortest->layers[1];) {
        const struct edge *edge = shortest->edges + shortest->nodes[node].first_edge;
        for (uint32_t n = shortest->nodes[node].edge_count; n > 0; n--, edge++) {
            uint64_t sum = sums[node] + store_mix(edge->label + UINT64_C(0x632be59bd9b4e019));
            if (met[edge->target] && sums[edge->target] != sum)
                return true;
            met[edge->target] = true;
            sums[edge->target] = sum;
        }
    }
    for (uint32_t goal = 1; goal < shortest->layers[1]; goal++) {
        if (sums[goal] != sums[0])
            return true;
    }
    return false;
}

bool essential_obviously_many(const struct shortest *shortest)
{
    struct search *search = shortest->search;
    size_t nodes = shortest->node_count, bytes = nodes * (sizeof(uint64_t) + sizeof(bool));
    if (search->puzzle->symmetry_count > 1 || !search_charge(search, bytes))
        return false;
    uint64_t *sums = calloc(nodes, sizeof *sums);
    bool *met = calloc(nodes, sizeof *met);
    bool many = sums != NULL && met != NULL && sums_differ(shortest, sums, met);
    free(sums);
    free(met);
    search_discharge(search, bytes);
    return many;
}

/* Essentially different solutions, and where they diverge; see essential.h. */
#include "solve/search/essential.h"

#include "base/sort.h"
#include "solve/search/shortest.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* --- walking the graph of shortest solutions --- */

/* The first path of a class, as one step back from a node. */
struct class_path {
    uint32_t edge;
    uint32_t rank;   /* among all classes of its layer; set only if first solutions are listed */
    uint16_t before; /* the class of the edge's source */
};

struct class_walk {
    const struct shortest *shortest;
    struct search *search;
    unsigned most;     /* the most classes of a node */
    unsigned capacity; /* the same for the current layer */
    bool orders;       /* the first path of each class is wanted, not just any */
    bool keeps;        /* all maps and paths are kept */
    bool strict;       /* a surplus ends the walk, and so does too much work */
    bool surplus;      /* a node had too many classes, or there was too much work */
    uint64_t work, budget;
    uint64_t edges_left; /* edges into nodes that have no classes yet */
    size_t charged;

    uint32_t *sources;  /* [edges] */
    uint64_t *first_in; /* [nodes + 1] where each node's edges begin in `in` */
    uint32_t *in;       /* [edges] edges sorted by target */
    uint64_t *map_at;   /* [edges] where each edge's map begins, counted from the first map made */
    uint16_t *maps;     /* those from map_base on */
    uint64_t map_base, map_count, map_capacity;
    uint64_t *path_at; /* [nodes + 1] where each node's classes begin */
    struct class_path *paths;
    uint64_t path_capacity;

    /* The elements of the current node: pairs of an edge into it and a class of the edge's source. */
    uint32_t *parents; /* union-find: a root is its own parent */
    uint64_t *bases;   /* where the elements of each edge begin, in the order of the edges */
    uint64_t element_capacity, base_capacity;
};

/* A first path with its sort key, for qsort. */
struct ranked {
    uint64_t key;
    struct class_path *path;
};

/* The most work, in elements and squares, of a walk that merges and of one that does not.  During the first half of the
 * work, nodes keep all their classes, so that nothing is merged needlessly.  The rest is divided among the remaining
 * layers.  Kept maps take two bytes for each element. */
static const uint64_t most_work = UINT64_C(1) << 27, most_strict_work = UINT64_C(1) << 30;

/* The estimated work for each class of an edge, squares included, in a graph with many edges; and the least
 * capacity. */
enum { WORK_OF_CLASS = 3, FEWEST_CLASSES = 3 };

/* Makes room in an array.  Returns false on a limit or if memory runs out. */
static bool reserve(struct class_walk *walk, void *items, uint64_t *capacity, uint64_t wanted, size_t size)
{
    return search_grow(walk->search, items, capacity, wanted, size, &walk->charged);
}

/* Returns NULL on a limit or if memory runs out. */
static void *make_array(struct class_walk *walk, uint64_t wanted, size_t size)
{
    uint64_t capacity = 0;
    void *array = NULL;
    return reserve(walk, &array, &capacity, wanted + 1, size) ? memset(array, 0, (wanted + 1) * size) : NULL;
}

static unsigned class_count(const struct class_walk *walk, uint32_t node)
{
    return (unsigned)(walk->path_at[node] - walk->path_at[node + 1]);
}

static const struct edge *edges_of(const struct shortest *shortest, uint32_t node)
{
    return shortest->edges + shortest->nodes[node].first_edge;
}

/* Returns the map of an edge from the classes of its source to those of its target. */
static const uint16_t *map_of(const struct class_walk *walk, uint64_t edge)
{
    return walk->maps + (walk->map_at[edge] - walk->map_base);
}

/* Sets up a walk whose graph, search and bounds are given.  Returns false with the cause in the search. */
static bool class_walk_make(struct class_walk *walk)
{
    const struct shortest *shortest = walk->shortest;
    uint64_t edges = shortest->edge_count, nodes = shortest->node_count;
    walk->sources = make_array(walk, edges, sizeof *walk->sources);
    walk->first_in = make_array(walk, nodes + 1, sizeof *walk->first_in);
    walk->in = make_array(walk, edges, sizeof *walk->in);
    walk->map_at = make_array(walk, edges, sizeof *walk->map_at);
    walk->path_at = make_array(walk, nodes + 1, sizeof *walk->path_at);
    bool good = walk->sources != NULL && walk->first_in != NULL && walk->in != NULL && walk->map_at != NULL &&
                walk->path_at != NULL;
    if (good) {
        /* Sorts the edges by target. */
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
    return good;
}

/* Frees all memory of a walk and discharges it. */
static void class_walk_free(struct class_walk *walk)
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

/* Returns the root of an element's set. */
static uint32_t classes_root(uint32_t *parents, uint32_t element)
{
    while (parents[element] != element) {
        parents[element] = parents[parents[element]];
        element = parents[element];
    }
    return element;
}

/* Unites the sets of two elements.  The root of a set is its lowest element. */
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
    if (!reserve(walk, &walk->bases, &walk->base_capacity, end - first + 1, sizeof *walk->bases))
        return false;
    *elements = 0;
    for (uint64_t i = first; i < end; i++) {
        walk->bases[i - first] = *elements;
        *elements += class_count(walk, walk->sources[walk->in[i]]);
    }
    bool good = *elements < UINT32_MAX &&
                reserve(walk, &walk->parents, &walk->element_capacity, *elements, sizeof *walk->parents);
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
    const uint16_t *map = map_of(walk, first), *other_map = map_of(walk, (uint64_t)(other - shortest->edges));
    unsigned classes = class_count(walk, walk->sources[first]);
    for (unsigned c = 0; c < classes; c++)
        classes_unite(walk->parents, (uint32_t)(walk->bases[n] + map[c]), (uint32_t)(walk->bases[m] + other_map[c]));
    walk->work += classes + 8;
}

/* Returns the rank of the path that a class path continues. */
static uint32_t rank_before(const struct class_walk *walk, uint32_t edge, unsigned class)
{
    return walk->paths[walk->path_at[walk->sources[edge] + 1] + class].rank;
}

/* Sets the first path of each of a node's classes, from `base` on. */
static bool keep_paths(struct class_walk *walk, uint32_t node, uint64_t base, unsigned number, const uint16_t *classes)
{
    const struct edge *edges = walk->shortest->edges;
    if (!reserve(walk, &walk->paths, &walk->path_capacity, base + number, sizeof *walk->paths))
        return false;
    for (unsigned c = 0; c < number; c++)
        walk->paths[base + c] = (struct class_path){.edge = UINT32_MAX};
    for (uint64_t i = walk->first_in[node]; i < walk->first_in[node + 1]; i++) {
        uint32_t edge = walk->in[i];
        uint64_t first = walk->bases[i - walk->first_in[node]];
        for (unsigned c = 0; c < class_count(walk, walk->sources[edge]); c++) {
            struct class_path *path = &walk->paths[base + classes[first + c]];
            if (path->edge != UINT32_MAX) {
                if (!walk->orders)
                    continue;
                /* The path of the lower rank comes first; of two that continue one path, that with the lower label. */
                uint32_t rank = rank_before(walk, edge, c), other = rank_before(walk, path->edge, path->before);
                if (rank != other ? rank > other : edges[edge].label >= edges[path->edge].label)
                    continue;
            }
            path->edge = edge;
            path->before = (uint16_t)c;
        }
    }
    return true;
}

/* Fills in the maps of the edges into a node, and if wanted the first path of each of its classes. */
static bool keep_classes(struct class_walk *walk, uint32_t node, uint64_t elements)
{
    uint64_t base = walk->path_at[node + 1], used = walk->map_count - walk->map_base;
    if (!reserve(walk, &walk->maps, &walk->map_capacity, used + elements, sizeof *walk->maps))
        return false;
    uint16_t *classes = walk->maps + used;
    /* Gives each element of the node the number of its class.  A root comes before the other elements of its class. */
    unsigned number = 0;
    for (uint32_t i = 0; i < elements; i++) {
        uint32_t root = classes_root(walk->parents, i);
        if (root != i) {
            classes[i] = classes[root];
        } else if (number < walk->capacity) {
            classes[i] = (uint16_t)number++;
        } else {
            classes[i] = (uint16_t)(walk->capacity - 1);
            walk->surplus = true;
        }
    }
    if (walk->keeps && !keep_paths(walk, node, base, number, classes))
        return false;
    walk->path_at[node] = base + number;
    for (uint64_t i = walk->first_in[node]; i < walk->first_in[node + 1]; i++)
        walk->map_at[walk->in[i]] = walk->map_count + walk->bases[i - walk->first_in[node]];
    walk->map_count += elements;
    return true;
}

/* --- all nodes --- */

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
    if (ranked == NULL)
        return search_check_memory(walk->search, false);
    for (uint64_t i = 0; i < count_paths; i++) {
        struct class_path *path = &walk->paths[first + i];
        ranked[i].path = path;
        ranked[i].key = (uint64_t)rank_before(walk, path->edge, path->before) << 32 | shortest->edges[path->edge].label;
    }
    if (count_paths > 1)
        qsort(ranked, count_paths, sizeof *ranked, compare_uint64);
    for (uint64_t i = 0; i < count_paths; i++)
        ranked[i].path->rank = (uint32_t)i;
    free(ranked);
    return true;
}

/* Returns how many classes a node of the next layer may have.  This must be deterministic. */
static unsigned classes_for_layer(const struct class_walk *walk)
{
    if (walk->strict || (!walk->surplus && walk->work < walk->budget / 2))
        return walk->most;
    uint64_t left = walk->work < walk->budget ? walk->budget - walk->work : 0;
    uint64_t classes = left / (WORK_OF_CLASS * walk->edges_left + 1);
    classes = classes < walk->most ? classes : walk->most;
    return classes > FEWEST_CLASSES ? (unsigned)classes : FEWEST_CLASSES;
}

/* Gives every node its classes, layer by layer.  Returns false on a limit, if memory runs out, or if the walk gives
 * up. */
static bool class_walk_layers(struct class_walk *walk)
{
    const struct shortest *shortest = walk->shortest;
    walk->budget = walk->strict && !walk->keeps ? most_strict_work : most_work;
    walk->edges_left = shortest->edge_count;
    /* The start has one class. */
    walk->path_at[shortest_start(shortest)] = 1;
    if (walk->keeps) {
        if (!reserve(walk, &walk->paths, &walk->path_capacity, 1, sizeof *walk->paths))
            return false;
        walk->paths[0] = (struct class_path){.edge = UINT32_MAX};
    }
    for (uint32_t k = shortest->depth; k-- > 0;) {
        uint64_t first_map = walk->map_count;
        walk->capacity = classes_for_layer(walk);
        for (uint32_t node = shortest->layers[k + 1]; node-- > shortest->layers[k];) {
            uint64_t elements;
            if (!gather_elements(walk, node, &elements))
                return false;
            uint64_t first = walk->first_in[node], end = walk->first_in[node + 1];
            for (uint64_t i = first; i < end; i++) {
                uint32_t before = walk->sources[walk->in[i]];
                for (uint64_t j = walk->first_in[before]; j < walk->first_in[before + 1]; j++)
                    close_square(walk, node, walk->in[j], i - first);
            }
            walk->edges_left -= end - first;
            if (!keep_classes(walk, node, elements) || !watch_allows(&walk->search->watch, 0, 0))
                return false;
            walk->surplus |= walk->strict && walk->work > walk->budget;
            if (walk->strict && walk->surplus)
                return false;
        }
        if (walk->orders && !rank_layer(walk, k))
            return false;
        if (!walk->keeps) {
            /* Drops the maps before those of this layer. */
            memmove(walk->maps, walk->maps + (first_map - walk->map_base),
                    (walk->map_count - first_map) * sizeof *walk->maps);
            walk->map_base = first_map;
        }
    }
    return true;
}

/* --- the goals --- */

/* Writes the labels of a path of `length` moves, following it back from the node it leads to. */
static void class_walk_write(const struct class_walk *walk, const struct class_path *path, uint32_t length,
                             game_move *moves)
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

/* Returns the class of the image of a solution, numbered among the classes at the goals.  Returns -1 if the image is
 * no solution, which can only happen if the rules are wrong or in doubt. */
static int64_t class_walk_image(const struct class_walk *walk, unsigned symmetry, const game_move *moves)
{
    const struct shortest *shortest = walk->shortest;
    uint32_t node = shortest_start(shortest);
    unsigned class = 0;
    for (uint32_t n = 0; n < shortest->depth; n++) {
        game_move label = map_label(walk->search->puzzle, symmetry, moves[n]);
        const struct edge *edge = shortest_follow(shortest, node, label);
        if (edge == NULL)
            return -1;
        class = map_of(walk, (uint64_t)(edge - shortest->edges))[class];
        node = edge->target;
    }
    return (int64_t)(walk->path_at[node + 1] - walk->path_at[shortest->layers[1]] + class);
}

/* Merges the classes at the goals that symmetries map to each other.  Returns false if memory runs out. */
static bool class_walk_merge_images(struct class_walk *walk, uint32_t *parents, const struct class_path *goals,
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
            else /* the image of a solution is a solution, if the rules could tell the outcome of every move */
                assert(puzzle->rules->doubt != NULL && puzzle->rules->doubt(puzzle, &(bool){false}) != NULL);
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
    qsort(ranked, classes, sizeof *ranked, compare_uint64);
    essential->listed = essential->number < list ? (size_t)essential->number : list;
    essential->firsts = calloc(essential->listed * depth + 1, sizeof *essential->firsts);
    for (size_t i = 0; essential->firsts != NULL && i < essential->listed; i++)
        class_walk_write(walk, ranked[i].path, walk->shortest->depth, essential->firsts + i * depth);
    free(ranked);
    return essential->firsts != NULL;
}

/* Counts the classes at the goals, merging images under symmetries, and lists the first solutions of some. */
static bool count_at_goals(struct class_walk *walk, size_t list, struct essential *essential)
{
    const struct shortest *shortest = walk->shortest;
    struct class_path *goals = walk->keeps ? walk->paths + walk->path_at[shortest->layers[1]] : NULL;
    uint64_t classes = walk->path_at[0] - walk->path_at[shortest->layers[1]];
    uint32_t *parents = calloc(classes, sizeof *parents);
    bool good = parents != NULL;
    for (uint64_t i = 0; good && i < classes; i++)
        parents[i] = (uint32_t)i;
    unsigned symmetries = walk->search->puzzle->symmetry_count;
    essential->exact = !walk->surplus;
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
    search_check_memory(walk->search, good);
    free(parents);
    return good;
}

/* Walks the graph and counts.  Sets *surplus if a strict walk gives up; nothing is counted then. */
static enum search_end count_by_walk(struct class_walk *walk, size_t list, struct essential *essential, bool *surplus)
{
    walk->orders = list > 0;
    walk->keeps = list > 0 || walk->search->puzzle->symmetry_count > 1;
    *essential = (struct essential){0};
    bool good = class_walk_make(walk) && class_walk_layers(walk);
    *surplus = walk->strict && walk->surplus && !watch_stopped(&walk->search->watch);
    good = good && count_at_goals(walk, list, essential);
    class_walk_free(walk);
    if (good || *surplus)
        return SEARCH_FOUND;
    essential_free(essential);
    return search_end_of(walk->search, false);
}

enum search_end essential_at_least(const struct shortest *shortest, size_t list, unsigned most,
                                   struct essential *essential)
{
    struct class_walk walk = {.shortest = shortest, .search = shortest->search, .most = most + 1};
    bool surplus;
    return count_by_walk(&walk, list, essential, &surplus);
}

/* --- sampling ---
 *
 * Defines a property that all solutions of a class share.  Call two labels independent if they close a square anywhere
 * in the graph.  Give every move of a solution a hash of its label and of the last moves before it with each label that
 * is not independent of its own.  A swap exchanges two neighbouring moves with independent labels, so neither counts in
 * the other's hash, and all other moves keep theirs, too.  So the sum of the hashes of all moves is the same before and
 * after a swap.  If two solutions differ only by swaps and a symmetry, each image of one differs from some image of the
 * other only by swaps.  So the lowest of the sums of all images of a solution is the same for the whole class.
 *
 * Hashes that are equal by chance only lower the number of different ones. */

enum { MOST_LABELS = 2048, FEWEST_SAMPLES = 512, MOST_SAMPLES = 1 << 14, EDGES_OF_SAMPLE = 16 };

struct sampling {
    const struct shortest *shortest;
    game_move *labels; /* in order */
    size_t label_count;
    bits *independent;        /* [label_count * label_count] */
    uint64_t *last;           /* [label_count] the hash of the last move with each label; 0: none yet */
    uint64_t *seen;           /* [most + 1] different properties */
    game_move *moves, *image; /* [depth] */
};

/* Returns the index of a label, or the number of labels if it is not in the graph. */
static size_t label_index(const struct sampling *sampling, game_move label)
{
    const game_move *found = bsearch(&label, sampling->labels, sampling->label_count, sizeof label, compare_uint32);
    return found == NULL ? sampling->label_count : (size_t)(found - sampling->labels);
}

/* Collects the labels of the graph.  Returns false if there are too many. */
static bool collect_labels(struct sampling *sampling)
{
    const struct shortest *shortest = sampling->shortest;
    for (uint64_t edge = 0; edge < shortest->edge_count; edge++) {
        game_move label = shortest->edges[edge].label;
        size_t at = 0, high = sampling->label_count;
        while (at < high) {
            size_t middle = at + (high - at) / 2;
            if (sampling->labels[middle] < label)
                at = middle + 1;
            else
                high = middle;
        }
        if (at < sampling->label_count && sampling->labels[at] == label)
            continue;
        if (sampling->label_count == MOST_LABELS)
            return false;
        memmove(sampling->labels + at + 1, sampling->labels + at,
                (sampling->label_count - at) * sizeof *sampling->labels);
        sampling->labels[at] = label;
        sampling->label_count++;
    }
    return true;
}

/* Finds the independent labels: those that close a square in two moves from a node. */
static void find_independent(struct sampling *sampling, uint32_t node)
{
    const struct shortest *shortest = sampling->shortest;
    const struct edge *edges = edges_of(shortest, node);
    size_t labels = sampling->label_count;
    for (uint32_t i = 0; i < shortest->nodes[node].edge_count; i++) {
        size_t a = label_index(sampling, edges[i].label);
        for (uint32_t j = i + 1; j < shortest->nodes[node].edge_count; j++) {
            size_t b = label_index(sampling, edges[j].label);
            if (bits_get(sampling->independent, a * labels + b))
                continue;
            const struct edge *one = shortest_follow(shortest, edges[i].target, edges[j].label);
            const struct edge *other = one == NULL ? NULL : shortest_follow(shortest, edges[j].target, edges[i].label);
            if (other != NULL && one->target == other->target) {
                bits_set(sampling->independent, a * labels + b);
                bits_set(sampling->independent, b * labels + a);
            }
        }
    }
}

/* Returns the sum of the hashes of all moves. */
static uint64_t sum_of(const struct sampling *sampling, const game_move *moves)
{
    uint64_t sum = 0;
    size_t labels = sampling->label_count;
    memset(sampling->last, 0, (labels + 1) * sizeof *sampling->last);
    for (uint32_t i = 0; i < sampling->shortest->depth; i++) {
        size_t label = label_index(sampling, moves[i]);
        uint64_t before = 0;
        for (size_t other = 0; label < labels && other < labels; other++) {
            if (!bits_get(sampling->independent, label * labels + other))
                before += store_mix(sampling->last[other] + other);
        }
        sampling->last[label] = store_mix(before + UINT64_C(0x9e3779b97f4a7c15) * (label + 1));
        sum += sampling->last[label];
    }
    return sum;
}

/* Returns whether more than `most` solutions of the sample differ in their property. */
static bool samples_differ(const struct sampling *sampling, unsigned most)
{
    const struct shortest *shortest = sampling->shortest;
    const struct puzzle *puzzle = shortest->search->puzzle;
    unsigned seen = 0;
    /* A walk through a small graph takes less time than many samples. */
    uint64_t size = FEWEST_SAMPLES + shortest->edge_count / EDGES_OF_SAMPLE;
    size = size < MOST_SAMPLES ? size : MOST_SAMPLES;
    for (uint64_t n = 0; n < size && seen <= most && watch_allows(&shortest->search->watch, 0, 0); n++) {
        /* Writes the n-th solution of the sample. */
        uint32_t node = shortest_start(shortest);
        uint64_t random = store_mix(n + 1);
        for (uint32_t i = 0; i < shortest->depth; i++) {
            random = store_mix(random + i);
            const struct edge *edge = edges_of(shortest, node) + random % shortest->nodes[node].edge_count;
            sampling->moves[i] = edge->label;
            node = edge->target;
        }
        /* The property is the lowest sum of all images. */
        uint64_t lowest = sum_of(sampling, sampling->moves);
        for (unsigned s = 1; s < puzzle->symmetry_count; s++) {
            for (uint32_t i = 0; i < shortest->depth; i++)
                sampling->image[i] = map_label(puzzle, puzzle->symmetries[s], sampling->moves[i]);
            uint64_t sum = sum_of(sampling, sampling->image);
            lowest = sum < lowest ? sum : lowest;
        }
        unsigned at = 0;
        while (at < seen && sampling->seen[at] != lowest)
            at++;
        sampling->seen[at] = lowest;
        seen += at == seen;
    }
    return seen > most;
}

/* Returns whether a sample proves that there are more than `most` classes.  Proves nothing without enough memory. */
static bool sample_has_more(const struct shortest *shortest, unsigned most)
{
    size_t depth = shortest->depth + (size_t)1, labels = MOST_LABELS + 1, values = most + (size_t)1;
    size_t bytes = (2 * depth + labels) * sizeof(game_move) + (labels + values) * sizeof(uint64_t);
    if ((shortest->search->limits.spared & SEARCH_SAMPLE) != 0 || !search_can_afford(shortest->search, bytes))
        return false;
    shortest->search->held += bytes;
    struct sampling sampling = {.shortest = shortest,
                                .labels = calloc(labels, sizeof *sampling.labels),
                                .last = calloc(labels, sizeof *sampling.last),
                                .seen = calloc(values, sizeof *sampling.seen),
                                .moves = calloc(depth, sizeof *sampling.moves),
                                .image = calloc(depth, sizeof *sampling.image)};
    bool good = sampling.labels != NULL && sampling.last != NULL && sampling.seen != NULL && sampling.moves != NULL &&
                sampling.image != NULL;
    bool more = good && collect_labels(&sampling);
    if (more) {
        /* Makes the table of independent labels. */
        size_t table = bits_bytes(sampling.label_count * sampling.label_count);
        sampling.independent = search_can_afford(shortest->search, table) ? calloc(table, 1) : NULL;
        more = sampling.independent != NULL;
    }
    for (uint32_t node = shortest->layers[1]; more && node < shortest->node_count; node++)
        find_independent(&sampling, node);
    more = more && samples_differ(&sampling, most);
    free(sampling.labels);
    free((void *)sampling.independent);
    free(sampling.last);
    free(sampling.seen);
    free(sampling.moves);
    free(sampling.image);
    search_discharge(shortest->search, bytes);
    return more;
}

/* --- counting --- */

enum search_end essential_count(const struct shortest *shortest, size_t list, unsigned most,
                                struct essential *essential)
{
    enum { WIDE = 16 };
    struct class_walk walk = {.shortest = shortest, .search = shortest->search, .most = most + 1, .strict = true};
    bool surplus;
    enum search_end end = count_by_walk(&walk, list, essential, &surplus);
    if (surplus && sample_has_more(shortest, most))
        essential->number = most + 1;
    else if (surplus) /* with more classes for each node, where too many at a node decide nothing */
        end = essential_at_least(shortest, 0, most * WIDE, essential);
    if (end == SEARCH_FOUND && essential->number > most) {
        essential->number = most + 1;
        essential->exact = false;
    }
    if (end == SEARCH_FOUND && surplus && list > 0) {
        /* Lists the first solutions of those classes that are told apart. */
        struct essential some;
        end = essential_at_least(shortest, list, most, &some);
        essential->firsts = some.firsts;
        essential->listed = some.listed;
    }
    return end;
}

void essential_free(struct essential *essential)
{
    free(essential->firsts);
    *essential = (struct essential){0};
}

/* --- where solutions diverge --- */

#define SEVERAL UINT32_MAX

struct finding {
    struct class_walk *walk;
    uint32_t *ends; /* for each class of each node, the class in which its solutions end, or SEVERAL */
};

/* Returns the class of a node after an edge, numbered among the classes of all nodes. */
static uint64_t class_after(const struct class_walk *walk, const struct edge *edge, unsigned class)
{
    uint16_t after = map_of(walk, (uint64_t)(edge - walk->shortest->edges))[class];
    return walk->path_at[edge->target + 1] + after;
}

/* Returns where the solutions end that continue by the edges from `first` on. */
static uint32_t ends_after(const struct finding *finding, uint32_t node, unsigned class, uint32_t first)
{
    const struct shortest *shortest = finding->walk->shortest;
    const struct edge *edges = edges_of(shortest, node);
    uint32_t end = finding->ends[class_after(finding->walk, &edges[first], class)];
    for (uint32_t n = first + 1; n < shortest->nodes[node].edge_count; n++)
        end = finding->ends[class_after(finding->walk, &edges[n], class)] == end ? end : SEVERAL;
    return end;
}

/* Follows the first solution that does not end in the class `other` (SEVERAL: any).  Returns the class in which it
 * ends. */
static uint32_t follow_to_end(const struct finding *finding, const struct edge *edge, unsigned class, uint32_t other,
                              game_move *moves)
{
    const struct class_walk *walk = finding->walk;
    const struct shortest *shortest = walk->shortest;
    for (;;) {
        uint64_t after = class_after(walk, edge, class);
        uint32_t node = edge->target;
        *moves++ = edge->label;
        if (node < shortest->layers[1])
            return finding->ends[after];
        class = (unsigned)(after - walk->path_at[node + 1]);
        edge = edges_of(shortest, node);
        while (other != SEVERAL && finding->ends[class_after(walk, edge, class)] == other)
            edge++;
    }
}

/* Finds the pair that diverges in the layer `k` moves from the goal.  Returns false if there is none. */
static bool diverge_in_layer(const struct finding *finding, uint32_t k, struct divergence *divergence)
{
    const struct class_walk *walk = finding->walk;
    const struct shortest *shortest = walk->shortest;
    uint32_t best = UINT32_MAX, best_node = 0;
    unsigned best_class = 0;
    for (uint32_t node = shortest->layers[k]; node < shortest->layers[k + 1]; node++) {
        if (shortest->nodes[node].edge_count < 2)
            continue;
        for (unsigned c = 0; c < class_count(walk, node); c++) {
            uint64_t at = walk->path_at[node + 1] + c;
            if (finding->ends[at] == SEVERAL && walk->paths[at].rank < best) {
                best = walk->paths[at].rank;
                best_node = node;
                best_class = c;
            }
        }
    }
    if (best == UINT32_MAX)
        return false;
    const struct edge *edges = edges_of(shortest, best_node);
    uint32_t length = shortest->depth - k;
    for (int i = 0; i < 2; i++)
        class_walk_write(walk, &walk->paths[walk->path_at[best_node + 1] + best_class], length, divergence->moves[i]);
    divergence->common = length;
    uint32_t n = 0, others = ends_after(finding, best_node, best_class, 1);
    uint32_t end = follow_to_end(finding, edges, best_class, others, divergence->moves[0] + length);
    do
        n++;
    while (finding->ends[class_after(walk, &edges[n], best_class)] == end);
    follow_to_end(finding, &edges[n], best_class, end, divergence->moves[1] + length);
    return true;
}

static bool allocate_moves(struct divergence *divergence, size_t depth)
{
    for (int i = 0; i < 2; i++) {
        divergence->moves[i] = calloc(depth + 1, sizeof *divergence->moves[i]);
        divergence->count[i] = depth;
    }
    return divergence->moves[0] != NULL && divergence->moves[1] != NULL;
}

static void divergence_free(struct divergence *divergence)
{
    free(divergence->moves[0]);
    free(divergence->moves[1]);
    *divergence = (struct divergence){0};
}

/* --- symmetries, and more classes than can be told apart --- */

static void copy_pair(struct divergence *divergence, const game_move *first, const game_move *other, size_t depth,
                      size_t common)
{
    memcpy(divergence->moves[0], first, depth * sizeof *first);
    memcpy(divergence->moves[1], other, depth * sizeof *other);
    divergence->common = common;
}

/* Classes that were merged for lack of room cannot also be merged by symmetries.  But if a class contains no image
 * of the first solution, every solution in it differs essentially from the first. */
static bool find_with_first(const struct class_walk *walk, struct divergences *divergences)
{
    const struct shortest *shortest = walk->shortest;
    size_t depth = shortest->depth;
    uint64_t first = walk->path_at[shortest->layers[1]], classes = walk->path_at[0] - first;
    game_move *moves = calloc(2 * depth + 1, sizeof *moves);
    bool good =
        moves != NULL && allocate_moves(&divergences->latest, depth) && allocate_moves(&divergences->earliest, depth);
    size_t most = 0, fewest = SIZE_MAX;
    if (good)
        shortest_first(shortest, moves);
    const struct class_path **ranked = calloc(classes + 1, sizeof *ranked);
    good = good && ranked != NULL;
    for (uint64_t i = 0; good && i < classes; i++)
        ranked[walk->paths[first + i].rank] = &walk->paths[first + i];
    for (uint64_t i = 0; good && i < classes; i++) {
        const struct puzzle *puzzle = walk->search->puzzle;
        bool image = false;
        for (unsigned s = 0; s < puzzle->symmetry_count && !image; s++)
            image = class_walk_image(walk, puzzle->symmetries[s], moves) ==
                    (int64_t)((uint64_t)(ranked[i] - walk->paths) - first);
        if (image)
            continue;
        class_walk_write(walk, ranked[i], shortest->depth, moves + depth);
        size_t common = 0;
        while (moves[common] == moves[depth + common])
            common++;
        if (fewest == SIZE_MAX || common > most) {
            most = common;
            copy_pair(&divergences->latest, moves, moves + depth, depth, common);
        }
        if (common < fewest) {
            fewest = common;
            copy_pair(&divergences->earliest, moves, moves + depth, depth, common);
        }
    }
    if (good && fewest == SIZE_MAX)
        divergences_free(divergences);
    free(ranked);
    free(moves);
    return good;
}

/* --- finding divergences --- */

static bool find_divergence(struct class_walk *walk, struct divergences *divergences)
{
    const struct shortest *shortest = walk->shortest;
    bool several_images = walk->search->puzzle->symmetry_count > 1;
    uint64_t first = walk->path_at[shortest->layers[1]], all = walk->path_at[0];
    size_t bytes = (size_t)(2 * all - first) * sizeof(uint32_t);
    divergences->exact = !walk->surplus;
    if (!divergences->exact && several_images)
        return find_with_first(walk, divergences);
    if (!search_charge(walk->search, bytes))
        return false;
    uint32_t *parents = calloc(all - first + 1, sizeof *parents);
    struct finding finding = {.walk = walk, .ends = calloc(all + 1, sizeof *finding.ends)};
    bool good = parents != NULL && finding.ends != NULL;
    for (uint64_t i = 0; good && i < all - first; i++)
        parents[i] = (uint32_t)i;
    good = good && (!several_images || class_walk_merge_images(walk, parents, walk->paths + first, all - first));
    if (good) {
        /* Finds for every class of every node where its solutions end. */
        for (uint64_t i = first; i < all; i++)
            finding.ends[i] = classes_root(parents, (uint32_t)(i - first));
        for (uint32_t node = shortest->layers[1]; node < shortest->node_count; node++) {
            for (unsigned c = 0; c < class_count(walk, node); c++)
                finding.ends[walk->path_at[node + 1] + c] = ends_after(&finding, node, c, 0);
        }
    }
    uint32_t depth = shortest->depth, near = 1, far = depth;
    good = good && allocate_moves(&divergences->latest, depth) && allocate_moves(&divergences->earliest, depth);
    while (good && near <= depth && !diverge_in_layer(&finding, near, &divergences->latest))
        near++;
    while (good && far > 0 && near <= depth && !diverge_in_layer(&finding, far, &divergences->earliest))
        far--;
    if (good && near > depth)
        divergences_free(divergences);
    free(parents);
    free(finding.ends);
    search_discharge(walk->search, bytes);
    search_check_memory(walk->search, good);
    return good;
}

enum search_end shortest_divergence(const struct shortest *shortest, unsigned most, struct divergences *divergences)
{
    struct search *search = shortest->search;
    struct class_walk walk = {.shortest = shortest, .search = search, .most = most + 1, .orders = true, .keeps = true};
    *divergences = (struct divergences){0};
    bool good = class_walk_make(&walk) && class_walk_layers(&walk) && find_divergence(&walk, divergences);
    class_walk_free(&walk);
    if (good)
        return SEARCH_FOUND;
    divergences_free(divergences);
    return search_end_of(search, false);
}

bool divergence_make(struct divergence *divergence, const game_move *a, size_t a_moves, const game_move *b,
                     size_t b_moves)
{
    size_t common = 0;
    while (common < a_moves && common < b_moves && a[common] == b[common])
        common++;
    bool b_first = common < b_moves && (common == a_moves || b[common] < a[common]);
    const game_move *ways[2] = {b_first ? b : a, b_first ? a : b};
    *divergence =
        (struct divergence){.common = common, .count = {b_first ? b_moves : a_moves, b_first ? a_moves : b_moves}};
    for (int i = 0; i < 2; i++) {
        divergence->moves[i] = calloc(divergence->count[i] + 1, sizeof **divergence->moves);
        if (divergence->moves[i] != NULL && divergence->count[i] > 0)
            memcpy(divergence->moves[i], ways[i], divergence->count[i] * sizeof **ways);
    }
    if (divergence->moves[0] != NULL && divergence->moves[1] != NULL)
        return true;
    divergence_free(divergence);
    return false;
}

void divergences_free(struct divergences *divergences)
{
    divergence_free(&divergences->latest);
    divergence_free(&divergences->earliest);
}

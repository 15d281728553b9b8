/* Essentially different solutions; see essential.h. */
#include "solve/essential.h"

#include <stdlib.h>

/* Where a walk gives up and another one with fewer classes begins. */
static const uint64_t most_work = UINT64_C(1) << 26;

enum { FEW_CLASSES = 64 };

struct walk {
    const struct shortest *shortest;
    struct search *search;
    unsigned most;       /* classes of a node */
    bool orders;         /* first paths are wanted, not just any */
    bool merged_surplus;
    uint64_t work;
    size_t charged;

    uint32_t *sources;   /* [edges] */
    uint64_t *first_in;  /* [nodes + 1] of `in` */
    uint32_t *in;        /* [edges] edges by target */
    uint64_t *map_at;    /* [edges] where the edge's map begins */
    uint16_t *maps;
    uint64_t map_count, map_room;
    uint64_t *path_at;   /* [nodes + 1] where the node's classes begin */
    struct class_path *paths;
    uint64_t path_room;

    /* The elements of the node at hand: an edge into it with a class of its source. */
    uint32_t *parents;   /* union-find: a root has itself */
    uint64_t *bases;     /* where the elements of an edge begin, in the order of the edges */
    uint64_t element_room, base_room;
};

/* Makes room in an array; a limit or lack of memory is said in the search. */
static bool reserve(struct walk *walk, void **array, uint64_t *room, uint64_t wanted, size_t size)
{
    if (wanted <= *room)
        return true;
    uint64_t larger = wanted > *room / 2 * 3 ? wanted : *room / 2 * 3;
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

static bool make_array(struct walk *walk, void **array, uint64_t wanted, size_t size)
{
    uint64_t room = 0;
    bool good = reserve(walk, array, &room, wanted + 1, size);
    if (good)
        memset(*array, 0, (wanted + 1) * size);
    return good;
}

static unsigned class_count(const struct walk *walk, uint32_t node)
{
    return (unsigned)(walk->path_at[node] - walk->path_at[node + 1]);
}

static void sort_edges_by_target(struct walk *walk)
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

static bool walk_make(struct walk *walk)
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

static void walk_free(struct walk *walk)
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

static uint32_t find_root(uint32_t *parents, uint32_t element)
{
    while (parents[element] != element) {
        parents[element] = parents[parents[element]];
        element = parents[element];
    }
    return element;
}

/* The root is the lowest element. */
static void unite(uint32_t *parents, uint32_t a, uint32_t b)
{
    a = find_root(parents, a);
    b = find_root(parents, b);
    if (a < b)
        parents[b] = a;
    else
        parents[a] = b;
}

/* --- one node --- */

static bool gather_elements(struct walk *walk, uint32_t node, uint64_t *elements)
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

/* Which of the edges into a node this is.  They stand in the order of their sources, then labels. */
static uint64_t place_of_edge(const struct walk *walk, uint32_t node, uint32_t edge)
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
static void close_square(struct walk *walk, uint32_t node, uint32_t first, uint64_t n)
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
        unite(walk->parents, (uint32_t)(walk->bases[n] + map[c]),
              (uint32_t)(walk->bases[m] + other_map[c]));
    walk->work += classes + 8;
}

static void close_squares(struct walk *walk, uint32_t node)
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
static uint32_t rank_before(const struct walk *walk, uint32_t edge, unsigned class)
{
    return walk->paths[walk->path_at[walk->sources[edge] + 1] + class].rank;
}

static void keep_first_path(struct walk *walk, struct class_path *path, uint32_t edge,
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

/* Gives each element of the node at hand the number of its class.  A root comes before its elements.
 * Returns how many classes there are. */
static unsigned number_classes(struct walk *walk, uint16_t *classes, uint64_t elements)
{
    unsigned number = 0;
    for (uint32_t i = 0; i < elements; i++) {
        uint32_t root = find_root(walk->parents, i);
        if (root != i) {
            classes[i] = classes[root];
        } else if (number < walk->most) {
            classes[i] = (uint16_t)number++;
        } else {
            classes[i] = (uint16_t)(walk->most - 1);
            walk->merged_surplus = true;
        }
    }
    return number;
}

/* Fills in the maps of the edges into a node and the first path of each of its classes. */
static bool keep_classes(struct walk *walk, uint32_t node, uint64_t elements)
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

struct ranked {
    uint64_t key;
    struct class_path *path;
};

static int compare_ranked(const void *a, const void *b)
{
    uint64_t x = ((const struct ranked *)a)->key, y = ((const struct ranked *)b)->key;
    return x < y ? -1 : x > y;
}

/* Ranks the first paths of all classes of a layer. */
static bool rank_layer(struct walk *walk, uint32_t k)
{
    const struct shortest *shortest = walk->shortest;
    uint64_t first = walk->path_at[shortest->layers[k + 1]];
    uint64_t count_paths = walk->path_at[shortest->layers[k]] - first;
    struct ranked *ranked = malloc(count_paths * sizeof *ranked);
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

static bool begin_walk(struct walk *walk)
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

/* Once classes had to be merged there will be a lower bound only, and with fewer classes it is had
 * for less. */
static bool too_much(const struct walk *walk)
{
    return walk->work > most_work || (walk->merged_surplus && walk->most > FEW_CLASSES + 1);
}

static bool walk_layers(struct walk *walk)
{
    const struct shortest *shortest = walk->shortest;
    for (uint32_t k = shortest->depth; k-- > 0;) {
        for (uint32_t node = shortest->layers[k + 1]; node-- > shortest->layers[k];) {
            uint64_t elements;
            if (!gather_elements(walk, node, &elements))
                return false;
            close_squares(walk, node);
            if (!keep_classes(walk, node, elements) || too_much(walk) ||
                !watch_allows(&walk->search->watch, 0, 0))
                return false;
        }
        if (walk->orders && !rank_layer(walk, k))
            return false;
    }
    return true;
}

/* --- the goals --- */

/* The labels of a path, followed back from the node it leads to. */
static void write_path(const struct walk *walk, const struct class_path *path, game_move *moves)
{
    for (uint32_t n = walk->shortest->depth; n-- > 0;) {
        moves[n] = walk->shortest->edges[path->edge].label;
        path = &walk->paths[walk->path_at[walk->sources[path->edge] + 1] + path->before];
    }
}

static game_move map_label(const struct puzzle *puzzle, unsigned symmetry, game_move move)
{
    if (puzzle->rules->map_move != NULL)
        return puzzle->rules->map_move(puzzle, symmetry, move);
    return move_make(move_piece(move), symmetry_direction(symmetry, move_direction(move)));
}

/* The class of the image of a solution, as a number among those at the goals; -1: it is none, which
 * only rules that are wrong about their symmetries can bring about. */
static int64_t class_of_image(const struct walk *walk, unsigned symmetry, const game_move *moves)
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

/* Merges the classes at the goals that symmetries map onto each other. */
static bool merge_images(struct walk *walk, uint32_t *parents, const struct class_path *goals,
                         uint64_t classes)
{
    const struct puzzle *puzzle = walk->search->puzzle;
    game_move *moves = calloc(walk->shortest->depth + 1, sizeof *moves);
    if (moves == NULL)
        return false;
    for (uint64_t i = 0; i < classes; i++) {
        write_path(walk, &goals[i], moves);
        for (unsigned s = 1; s < puzzle->symmetry_count; s++) {
            int64_t image = class_of_image(walk, puzzle->symmetries[s], moves);
            if (image >= 0)
                unite(parents, (uint32_t)i, (uint32_t)image);
        }
    }
    free(moves);
    return true;
}

/* Writes down the first solutions of as many classes as are wanted. */
static bool list_firsts(struct walk *walk, struct class_path *goals, uint64_t classes,
                        uint32_t *parents, size_t list, struct essential *essential)
{
    size_t depth = walk->shortest->depth;
    struct ranked *ranked = calloc(classes, sizeof *ranked);
    if (ranked == NULL)
        return false;
    for (uint64_t i = 0; i < classes; i++)
        ranked[i] = (struct ranked){UINT64_MAX, NULL};
    for (uint64_t i = 0; i < classes; i++) {
        uint32_t root = find_root(parents, (uint32_t)i);
        if (goals[i].rank < ranked[root].key)
            ranked[root] = (struct ranked){goals[i].rank, &goals[i]};
    }
    qsort(ranked, classes, sizeof *ranked, compare_ranked);
    essential->listed = essential->number < list ? (size_t)essential->number : list;
    essential->firsts = calloc(essential->listed * depth + 1, sizeof *essential->firsts);
    for (size_t i = 0; essential->firsts != NULL && i < essential->listed; i++)
        write_path(walk, ranked[i].path, essential->firsts + i * depth);
    free(ranked);
    return essential->firsts != NULL;
}

static bool finish_walk(struct walk *walk, size_t list, struct essential *essential)
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
    /* Classes too large have no image that is a class, but no class has more images than this. */
    essential->number = (classes + symmetries - 1) / symmetries;
    if (good && essential->exact) {
        good = symmetries == 1 || merge_images(walk, parents, goals, classes);
        essential->number = 0;
        for (uint64_t i = 0; good && i < classes; i++)
            essential->number += parents[i] == i;
    }
    good = good && (list == 0 || list_firsts(walk, goals, classes, parents, list, essential));
    walk->search->failed |= !good;
    free(parents);
    return good;
}

/* --- */

/* One walk.  False and no reason in the search: it was too much work. */
static bool try_walk(const struct shortest *shortest, size_t list, unsigned most,
                     struct essential *essential)
{
    struct walk walk = {
        .shortest = shortest, .search = shortest->search, .most = most, .orders = list > 0};
    *essential = (struct essential){0};
    bool good = walk_make(&walk) && begin_walk(&walk) && walk_layers(&walk) &&
                finish_walk(&walk, list, essential);
    walk_free(&walk);
    return good;
}

enum shortest_result essential_count_with(const struct shortest *shortest, size_t list,
                                          unsigned most, struct essential *essential)
{
    struct search *search = shortest->search;
    for (;; most = most > FEW_CLASSES ? FEW_CLASSES : most / 4 > 2 ? most / 4 : 2) {
        if (try_walk(shortest, list, most + 1, essential))
            return SHORTEST_MADE;
        essential_free(essential);
        if (search->failed)
            return SHORTEST_FAILED;
        if (search->watch.reason[0] != '\0' || most == 2)
            break;
    }
    if (search->watch.reason[0] == '\0')
        strcpy(search->watch.reason, "there are too many solutions to compare");
    return SHORTEST_LIMIT;
}

enum shortest_result essential_count(const struct shortest *shortest, size_t list,
                                     struct essential *essential)
{
    return essential_count_with(shortest, list, ESSENTIAL_MOST, essential);
}

void essential_free(struct essential *essential)
{
    free(essential->firsts);
    *essential = (struct essential){0};
}

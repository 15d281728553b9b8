/* Where essentially different solutions diverge; see divergences.h. */
#include "solve/search/divergences.h"

#include "solve/search/essential_walk.h"

#include <stdlib.h>
#include <string.h>

#define SEVERAL UINT32_MAX

struct finding {
    struct class_walk *walk;
    uint32_t *ends; /* for each class of each node, the class in which its solutions end, or SEVERAL */
};

/* Returns the class of a node after an edge, numbered among the classes of all nodes. */
static uint64_t class_after(const struct class_walk *walk, const struct edge *edge, unsigned class)
{
    uint16_t after = walk->maps[walk->map_at[edge - walk->shortest->edges] + class];
    return walk->path_at[edge->target + 1] + after;
}

static const struct edge *edges_of(const struct shortest *shortest, uint32_t node)
{
    return shortest->edges + shortest->nodes[node].first_edge;
}

static uint32_t join(uint32_t a, uint32_t b)
{
    return a == b ? a : SEVERAL;
}

/* Returns where the solutions end that continue by the edges from `first` on. */
static uint32_t ends_after(const struct finding *finding, uint32_t node, unsigned class, uint32_t first)
{
    const struct shortest *shortest = finding->walk->shortest;
    const struct edge *edges = edges_of(shortest, node);
    uint32_t end = finding->ends[class_after(finding->walk, &edges[first], class)];
    for (uint32_t n = first + 1; n < shortest->nodes[node].edge_count; n++)
        end = join(end, finding->ends[class_after(finding->walk, &edges[n], class)]);
    return end;
}

static unsigned classes_of(const struct class_walk *walk, uint32_t node)
{
    return (unsigned)(walk->path_at[node] - walk->path_at[node + 1]);
}

/* Finds for every class of every node where its solutions end.  `parents` says how the goals' classes are merged. */
static void find_ends(struct finding *finding, uint32_t *parents)
{
    const struct class_walk *walk = finding->walk;
    const struct shortest *shortest = walk->shortest;
    uint64_t first = walk->path_at[shortest->layers[1]], all = walk->path_at[0];
    for (uint64_t i = first; i < all; i++)
        finding->ends[i] = classes_root(parents, (uint32_t)(i - first));
    for (uint32_t node = shortest->layers[1]; node < shortest->node_count; node++) {
        for (unsigned c = 0; c < classes_of(walk, node); c++)
            finding->ends[walk->path_at[node + 1] + c] = ends_after(finding, node, c, 0);
    }
}

/* Follows the first solution that does not end in the class `other` (SEVERAL: any).  Returns the class in which it
 * ends. */
static uint32_t go_on(const struct finding *finding, const struct edge *edge, unsigned class, uint32_t other,
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

/* Writes the pair that diverges in this class of a node. */
static void write_pair(const struct finding *finding, uint32_t node, unsigned class, uint32_t length,
                       struct divergence *divergence)
{
    const struct class_walk *walk = finding->walk;
    const struct shortest *shortest = walk->shortest;
    const struct edge *edges = edges_of(shortest, node);
    for (int i = 0; i < 2; i++)
        class_walk_write(walk, &walk->paths[walk->path_at[node + 1] + class], length, divergence->moves[i]);
    divergence->common = length;
    uint32_t n = 0, others = ends_after(finding, node, class, 1);
    uint32_t end = go_on(finding, edges, class, others, divergence->moves[0] + length);
    do
        n++;
    while (finding->ends[class_after(walk, &edges[n], class)] == end);
    go_on(finding, &edges[n], class, end, divergence->moves[1] + length);
}

/* Finds the pair that diverges in the layer `k` moves from the goal.  Returns false if there is none. */
static bool part_in_layer(const struct finding *finding, uint32_t k, struct divergence *divergence)
{
    const struct class_walk *walk = finding->walk;
    const struct shortest *shortest = walk->shortest;
    uint32_t best = UINT32_MAX, best_node = 0;
    unsigned best_class = 0;
    for (uint32_t node = shortest->layers[k]; node < shortest->layers[k + 1]; node++) {
        if (shortest->nodes[node].edge_count < 2)
            continue;
        for (unsigned c = 0; c < classes_of(walk, node); c++) {
            uint64_t at = walk->path_at[node + 1] + c;
            if (finding->ends[at] == SEVERAL && walk->paths[at].rank < best) {
                best = walk->paths[at].rank;
                best_node = node;
                best_class = c;
            }
        }
    }
    if (best != UINT32_MAX)
        write_pair(finding, best_node, best_class, shortest->depth - k, divergence);
    return best != UINT32_MAX;
}

static bool ensure_capacity(struct divergence *divergence, size_t depth)
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

static bool find_in_layers(const struct finding *finding, struct divergences *divergences)
{
    const struct shortest *shortest = finding->walk->shortest;
    uint32_t depth = shortest->depth, near = 1, far = depth;
    if (!ensure_capacity(&divergences->latest, depth) || !ensure_capacity(&divergences->earliest, depth))
        return false;
    while (near <= depth && !part_in_layer(finding, near, &divergences->latest))
        near++;
    while (far > 0 && near <= depth && !part_in_layer(finding, far, &divergences->earliest))
        far--;
    if (near > depth) {
        divergence_free(&divergences->latest);
        divergence_free(&divergences->earliest);
    }
    return true;
}

/* --- symmetries, and more classes than can be told apart --- */

/* Returns whether a class at the goals contains an image of the solution. */
static bool is_image(const struct class_walk *walk, uint64_t class, const game_move *moves)
{
    const struct puzzle *puzzle = walk->search->puzzle;
    for (unsigned s = 0; s < puzzle->symmetry_count; s++) {
        if (class_walk_image(walk, puzzle->symmetries[s], moves) == (int64_t) class)
            return true;
    }
    return false;
}

static void take_pair(struct divergence *divergence, const game_move *first, const game_move *other, size_t depth,
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
        moves != NULL && ensure_capacity(&divergences->latest, depth) && ensure_capacity(&divergences->earliest, depth);
    size_t most = 0, fewest = SIZE_MAX;
    if (good)
        shortest_first(shortest, moves);
    const struct class_path **ranked = calloc(classes + 1, sizeof *ranked);
    good = good && ranked != NULL;
    for (uint64_t i = 0; good && i < classes; i++)
        ranked[walk->paths[first + i].rank] = &walk->paths[first + i];
    for (uint64_t i = 0; good && i < classes; i++) {
        if (is_image(walk, (uint64_t)(ranked[i] - walk->paths) - first, moves))
            continue;
        class_walk_write(walk, ranked[i], shortest->depth, moves + depth);
        size_t common = 0;
        while (moves[common] == moves[depth + common])
            common++;
        if (fewest == SIZE_MAX || common > most) {
            most = common;
            take_pair(&divergences->latest, moves, moves + depth, depth, common);
        }
        if (common < fewest) {
            fewest = common;
            take_pair(&divergences->earliest, moves, moves + depth, depth, common);
        }
    }
    if (good && fewest == SIZE_MAX) {
        divergence_free(&divergences->latest);
        divergence_free(&divergences->earliest);
    }
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
    divergences->exact = !walk->merged_surplus;
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
    if (good)
        find_ends(&finding, parents);
    good = good && find_in_layers(&finding, divergences);
    free(parents);
    free(finding.ends);
    search_discharge(walk->search, bytes);
    walk->search->failed |= !good;
    return good;
}

enum search_end shortest_divergence(const struct shortest *shortest, unsigned most, struct divergences *divergences)
{
    struct search *search = shortest->search;
    struct class_walk walk = {.shortest = shortest, .search = search, .most = most + 1, .orders = true};
    *divergences = (struct divergences){0};
    bool good = class_walk_make(&walk) && class_walk_begin(&walk) && class_walk_layers(&walk) &&
                find_divergence(&walk, divergences);
    class_walk_free(&walk);
    if (good)
        return SEARCH_FOUND;
    divergences_free(divergences);
    return search->failed ? SEARCH_NO_MEMORY : SEARCH_LIMIT;
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

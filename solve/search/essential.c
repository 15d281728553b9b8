/* Essentially different solutions; see essential.h. */
#include "solve/search/essential_walk.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* --- the goals --- */

void class_walk_write(const struct class_walk *walk, const struct class_path *path, uint32_t length,
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

/* Whether the rules could not tell what becomes of some move, so that an image may be missing. */
static bool is_in_doubt(const struct puzzle *puzzle)
{
    bool no_memory;
    return puzzle->rules->doubt != NULL && puzzle->rules->doubt(puzzle, &no_memory) != NULL;
}

bool class_walk_merge_images(struct class_walk *walk, uint32_t *parents,
                             const struct class_path *goals, uint64_t classes)
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
                assert(false); /* an image of a solution is one */
        }
    }
    free(moves);
    return true;
}

/* Writes down the first solutions of as many classes as are wanted. */
static bool list_firsts(struct class_walk *walk, struct class_path *goals, uint64_t classes,
                        uint32_t *parents, size_t list, struct essential *essential)
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
        class_walk_write(walk, ranked[i].path, walk->shortest->depth,
                         essential->firsts + i * depth);
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
    /* Classes too large have no image that is a class, but no class has more images than this. */
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

/* --- */

enum shortest_result essential_count(const struct shortest *shortest, size_t list, unsigned most,
                                     struct essential *essential)
{
    struct search *search = shortest->search;
    struct class_walk walk = {
        .shortest = shortest, .search = search, .most = most + 1, .orders = list > 0};
    *essential = (struct essential){0};
    bool good = class_walk_make(&walk) && class_walk_begin(&walk) && class_walk_layers(&walk) &&
                finish_walk(&walk, list, essential);
    class_walk_free(&walk);
    if (good)
        return SHORTEST_MADE;
    essential_free(essential);
    return search->failed ? SHORTEST_FAILED : SHORTEST_LIMIT;
}

void essential_free(struct essential *essential)
{
    free(essential->firsts);
    *essential = (struct essential){0};
}

/* --- solutions that consist of different moves --- */

/* Adds up weights of labels along all ways from the start.  Returns whether ways to one node, or to
 * the goals, differ in their sums: then they differ in their labels. */
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

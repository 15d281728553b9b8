/* The chance of a random player; see luck.h.
 *
 * A position's chance is the mean of the chances after its slides.  A slide covers cells for good, so one depth-first
 * walk through the positions that can be won finds all chances. */
#include "solve/longcat/luck.h"

#include <math.h>
#include <stdlib.h>

/* A position on the way from the start to the current one. */
struct halt {
    uint32_t number;
    unsigned char direction; /* the next one to try */
    unsigned char offered;   /* slides so far that a player would consider */
    unsigned winning;        /* those of them after which the level can still be won */
    double sum;              /* of the chances after these slides */
};

struct chance_walk {
    const struct graph *graph;
    double *chances; /* [used] the chance of each node, or NOT_KNOWN */
    struct halt *stops;
    double hazards; /* summed over the finished positions */
    uint32_t done;
};

static const double NOT_KNOWN = -1;

size_t longcat_chance_bytes(const struct graph *graph, unsigned cells)
{
    return graph->used * sizeof(double) + (cells + 1) * sizeof(struct halt);
}

/* Looks at the next slide.  Returns true if it leads to *number, a position whose chance is still to be found. */
static bool go_on(struct chance_walk *walk, struct halt *halt, uint32_t *number)
{
    unsigned direction = halt->direction++;
    const struct cat_node *node = graph_node(walk->graph, halt->number);
    if (!graph_is_move(node, direction))
        return false;
    if (!graph_is_plainly_lost(node, direction))
        halt->offered++;
    *number = graph_winning_after(walk->graph, halt->number, direction);
    halt->winning += *number != NODE_NONE;
    if (*number != NODE_NONE && walk->chances[*number] == NOT_KNOWN)
        return true;
    halt->sum += *number != NODE_NONE ? walk->chances[*number] : 0;
    return false;
}

static double find_chance(struct chance_walk *walk)
{
    struct halt *top = walk->stops;
    uint32_t number;
    *top = (struct halt){.number = 0};
    for (;;) {
        if (top->direction < DIRECTIONS) {
            if (go_on(walk, top, &number))
                *++top = (struct halt){.number = number};
            continue;
        }
        double chance = top->sum / top->offered;
        walk->chances[top->number] = chance;
        walk->hazards += log2((double)top->offered / top->winning);
        walk->done++;
        if (top == walk->stops)
            return chance;
        (--top)->sum += chance;
    }
}

bool longcat_chance(const struct graph *graph, unsigned cells, double *chance, double *hazard)
{
    struct chance_walk walk = {.graph = graph};
    walk.chances = malloc(graph->used * sizeof *walk.chances);
    walk.stops = calloc(cells + 1, sizeof *walk.stops);
    bool good = walk.chances != NULL && walk.stops != NULL;
    for (uint32_t n = 0; good && n < graph->used; n++)
        walk.chances[n] = graph_node(graph, n)->open == 0 ? 1 : NOT_KNOWN;
    if (good)
        *chance = walk.chances[0] == NOT_KNOWN ? find_chance(&walk) : 1;
    *hazard = walk.done > 0 ? walk.hazards / walk.done : 0;
    free(walk.chances);
    free(walk.stops);
    return good;
}

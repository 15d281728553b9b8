/* Whether a level has one solution, at a glance; see sokoban_single.h. */
#include "gen/sokoban_single.h"

#include <stdlib.h>

enum {
    MOST_NODES = 4096,  /* states on shortest solutions */
    MOST_IN = 24,       /* edges to one of them */
    MOST_CLASSES = 4,   /* ways of essentially different kinds that lead to one */
};

/* A way to a node over an edge: the classes of its start, in the node's own numbers. */
struct in_edge {
    uint32_t from; /* node */
    uint16_t label;
    unsigned char classes[MOST_CLASSES];
};

struct node {
    uint32_t state;
    unsigned in_count, class_count;
    struct in_edge in[MOST_IN];
};

struct single {
    uint32_t *node_of;  /* [states] and one more; 0: none */
    struct node *nodes; /* in the order of pushes made */
    uint32_t node_count;
    bool many;          /* too many nodes, edges or classes */
};

struct single *single_make(uint32_t most_states)
{
    struct single *single = calloc(1, sizeof *single);
    if (single == NULL)
        return NULL;
    single->node_of = calloc(most_states, sizeof *single->node_of);
    single->nodes = calloc(MOST_NODES, sizeof *single->nodes);
    if (single->node_of != NULL && single->nodes != NULL)
        return single;
    single_free(single);
    return NULL;
}

void single_free(struct single *single)
{
    free(single->node_of);
    free(single->nodes);
    free(single);
}

/* The node of a state, made if need be. */
static uint32_t node_for(struct single *single, uint32_t state)
{
    if (single->node_of[state] != 0)
        return single->node_of[state] - 1;
    if (single->node_count == MOST_NODES) {
        single->many = true;
        return 0;
    }
    struct node *node = &single->nodes[single->node_count++];
    node->state = state;
    node->in_count = node->class_count = 0;
    single->node_of[state] = single->node_count;
    return single->node_count - 1;
}

/* Adds the edges from a node.  Returns whether there are any. */
static bool follow(struct single *single, uint32_t number, nearer_function *nearer,
                   const void *context)
{
    uint32_t states[SINGLE_MOST_PUSHES];
    uint16_t labels[SINGLE_MOST_PUSHES];
    unsigned count = nearer(context, single->nodes[number].state, states, labels);
    for (unsigned n = 0; n < count && !single->many; n++) {
        struct node *node = &single->nodes[node_for(single, states[n])];
        if (!single->many && node->in_count < MOST_IN)
            node->in[node->in_count++] = (struct in_edge){.from = number, .label = labels[n]};
        else
            single->many = true;
    }
    return count > 0;
}

/* --- classes --- */

/* Ways to a node, each an edge and a class of where it starts, and which of them are of one class: each
 * points to another of its class or to itself. */
struct ways {
    unsigned leader[MOST_IN * MOST_CLASSES];
};

static unsigned find_leader(const struct ways *ways, unsigned way)
{
    while (ways->leader[way] != way)
        way = ways->leader[way];
    return way;
}

/* Two edges into a node, the last of two pushes each: joins the ways that differ in the order of
 * these. */
static void join(const struct single *single, const struct node *node, unsigned a, unsigned b,
                 struct ways *ways)
{
    const struct node *one = &single->nodes[node->in[a].from];
    const struct node *other = &single->nodes[node->in[b].from];
    for (unsigned i = 0; i < one->in_count; i++) {
        for (unsigned j = 0; j < other->in_count; j++) {
            const struct in_edge *before = &one->in[i], *instead = &other->in[j];
            if (before->from != instead->from || before->label != node->in[b].label ||
                instead->label != node->in[a].label)
                continue;
            for (unsigned k = 0; k < single->nodes[before->from].class_count; k++)
                ways->leader[find_leader(ways, a * MOST_CLASSES + before->classes[k])] =
                    find_leader(ways, b * MOST_CLASSES + instead->classes[k]);
        }
    }
}

/* Numbers the classes of a node whose edges' starts have theirs. */
static void number_classes(struct single *single, struct node *node)
{
    struct ways ways;
    unsigned char number[MOST_IN * MOST_CLASSES];
    for (unsigned way = 0; way < node->in_count * MOST_CLASSES; way++) {
        ways.leader[way] = way;
        number[way] = UINT8_MAX;
    }
    for (unsigned a = 0; a < node->in_count; a++) {
        for (unsigned b = 0; b < a; b++)
            join(single, node, a, b, &ways);
    }
    for (unsigned a = 0; a < node->in_count; a++) {
        for (unsigned k = 0; k < single->nodes[node->in[a].from].class_count; k++) {
            unsigned leader = find_leader(&ways, a * MOST_CLASSES + k);
            if (number[leader] == UINT8_MAX) {
                if (node->class_count == MOST_CLASSES) {
                    single->many = true;
                    return;
                }
                number[leader] = (unsigned char)node->class_count++;
            }
            node->in[a].classes[k] = number[leader];
        }
    }
}

bool single_test(struct single *single, uint32_t start, nearer_function *nearer,
                 const void *context)
{
    unsigned classes = 0;
    single->many = false;
    single->node_count = 0;
    single->nodes[node_for(single, start)].class_count = 1;
    for (uint32_t n = 0; n < single->node_count && !single->many; n++) {
        if (n > 0)
            number_classes(single, &single->nodes[n]);
        if (!follow(single, n, nearer, context))
            classes += single->nodes[n].class_count;
    }
    for (uint32_t n = 0; n < single->node_count; n++)
        single->node_of[single->nodes[n].state] = 0;
    return classes == 1 && !single->many;
}

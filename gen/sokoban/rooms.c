/* The levels of rooms, and the searches that find them; see rooms.h. */
#include "gen/sokoban/rooms.h"

#include "base/array.h"
#include "gen/climb/draft.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { SINGLE_MOST_PUSHES = 4 * 6 };

/* Writes the successors of a state on shortest solutions, that is, the states one push closer to the goals, and the
 * labels of these pushes; at most SINGLE_MOST_PUSHES.  Returns how many there are; 0: the state is solved. */
typedef unsigned nearer_function(const void *context, uint32_t state, uint32_t *states, uint16_t *labels);

/* --- a quick test of whether a level has only one solution --- */

enum {
    MOST_NODES = 4096, /* states on shortest solutions */
    MOST_IN = 24,      /* edges into a node */
    MOST_CLASSES = 4,  /* essentially different ways to reach a node */
};

/* An edge into a node.  `classes` maps the classes of its start to the node's own. */
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
    uint32_t *node_of;  /* [states] node number plus 1; 0: none */
    struct node *nodes; /* in the order of pushes made */
    uint32_t node_count;
    bool many; /* the limit on nodes, edges or classes was exceeded */
};

/* Makes a test for searches of `most_states` states among a search's arrays.  Returns NULL if memory runs out. */
static struct single *single_make(uint32_t most_states, struct arrays *arrays)
{
    struct single *single = arrays_add(arrays, 1, sizeof *single);
    if (single == NULL)
        return NULL;
    single->node_of = arrays_add(arrays, most_states, sizeof *single->node_of);
    single->nodes = arrays_add(arrays, MOST_NODES, sizeof *single->nodes);
    return single;
}

/* The node of a state, created if necessary. */
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

/* --- classes --- */

/* The ways to a node, each an edge and a class of the edge's start, form a union-find structure: each way points to
 * another one of its class or to itself. */
static unsigned find_leader(const unsigned *leaders, unsigned way)
{
    while (leaders[way] != way)
        way = leaders[way];
    return way;
}

/* Joins the ways over two edges into a node that differ only in the order of their last two pushes. */
static void join(const struct single *single, const struct node *node, unsigned a, unsigned b, unsigned *leaders)
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
                leaders[find_leader(leaders, a * MOST_CLASSES + before->classes[k])] =
                    find_leader(leaders, b * MOST_CLASSES + instead->classes[k]);
        }
    }
}

/* Numbers the classes of a node; the starts of its edges must have theirs. */
static void number_classes(struct single *single, struct node *node)
{
    unsigned leaders[MOST_IN * MOST_CLASSES];
    unsigned char number[MOST_IN * MOST_CLASSES];
    for (unsigned way = 0; way < node->in_count * MOST_CLASSES; way++) {
        leaders[way] = way;
        number[way] = UINT8_MAX;
    }
    for (unsigned a = 0; a < node->in_count; a++) {
        for (unsigned b = 0; b < a; b++)
            join(single, node, a, b, leaders);
    }
    for (unsigned a = 0; a < node->in_count; a++) {
        for (unsigned k = 0; k < single->nodes[node->in[a].from].class_count; k++) {
            unsigned leader = find_leader(leaders, a * MOST_CLASSES + k);
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

/* Whether a level has at most `most` essentially different solutions, given its start state. */
static bool single_test(struct single *single, uint32_t start, unsigned most, nearer_function *nearer,
                        const void *context)
{
    unsigned classes = 0;
    single->many = false;
    single->node_count = 0;
    single->nodes[node_for(single, start)].class_count = 1;
    for (uint32_t n = 0; n < single->node_count && !single->many; n++) {
        if (n > 0)
            number_classes(single, &single->nodes[n]);
        uint32_t states[SINGLE_MOST_PUSHES];
        uint16_t labels[SINGLE_MOST_PUSHES];
        unsigned count = nearer(context, single->nodes[n].state, states, labels);
        for (unsigned i = 0; i < count && !single->many; i++) {
            struct node *node = &single->nodes[node_for(single, states[i])];
            if (!single->many && node->in_count < MOST_IN)
                node->in[node->in_count++] = (struct in_edge){.from = n, .label = labels[i]};
            else
                single->many = true;
        }
        if (count == 0)
            classes += single->nodes[n].class_count;
    }
    for (uint32_t n = 0; n < single->node_count; n++)
        single->node_of[single->nodes[n].state] = 0;
    return classes <= most && !single->many;
}

/* --- levels found by a search --- */

/* A state and a placement of the goals, as numbered by the search. */
struct found_pair {
    uint32_t state, goals;
};

struct found {
    int deepest; /* -1: nothing was found */
    struct {
        uint64_t seen, next; /* number of levels offered, and index of the next one to keep */
        unsigned kept;
        struct found_pair pairs[FOUND_KEPT];
    } depths[FOUND_DEPTHS];
};

/* Counts one more level of this depth.  Returns whether to keep it. */
static inline bool found_wants(struct found *found, int depth)
{
    return depth < FOUND_DEPTHS && found->depths[depth].seen++ >= found->depths[depth].next;
}

static void found_clear(struct found *found)
{
    memset(found, 0, sizeof *found);
    found->deepest = -1;
}

/* Keeps a level that found_wants accepts; once FOUND_KEPT levels are kept, it replaces an old one.  From then on,
 * the number of levels seen grows by a quarter between kept ones, so that the remaining ones are far apart. */
static void found_keep(struct found *found, int depth, struct found_pair pair)
{
    uint64_t seen = found->depths[depth].seen;
    unsigned kept = found->depths[depth].kept++;
    found->depths[depth].pairs[kept % FOUND_KEPT] = pair;
    found->depths[depth].next = kept + 1 < FOUND_KEPT ? seen : seen + seen / 4;
    found->deepest = depth > found->deepest ? depth : found->deepest;
}

/* Lists the kept levels of a depth, at most FOUND_KEPT.  Returns their number. */
static unsigned found_list(const struct found *found, int depth, struct found_pair *pairs)
{
    if (depth < 0 || depth >= FOUND_DEPTHS)
        return 0;
    unsigned kept = found->depths[depth].kept, count = kept < FOUND_KEPT ? kept : FOUND_KEPT;
    memcpy(pairs, found->depths[depth].pairs, count * sizeof *pairs);
    return count;
}

/* --- the graph of a room's states ---
 *
 * All states of a room with a given number of boxes, regardless of goals, and all pushes between them.
 *
 * A set of cells is one word, so a room has at most ROOM_WORD cells. */

/* A placement of the boxes.  Its number is its rank among all sets of that many cells. */
struct placement {
    uint64_t boxes;
    uint32_t first_state; /* placements have one state for each region in which the player can push a box */
};

struct graph_state {
    uint64_t region;
    uint32_t placement;
    uint32_t first_edge; /* of the outgoing edges; they end at the next state's first_edge */
};

struct room_graph {
    struct room room;
    unsigned boxes;
    uint32_t choose[ROOM_WORD + 1][ROOM_MOST_BOXES + 1]; /* binomial coefficients */
    uint32_t most_states;
    struct placement *placements; /* [most_states + 1] */
    struct graph_state *states;   /* [most_states + 1] */
    uint32_t placement_count, state_count, edge_count;
    uint32_t *edges;      /* [4 * boxes * most_states] the states after each push */
    uint16_t *labels;     /* of the edges */
    uint32_t *first_back; /* [most_states + 2] the same edges, sorted by target; filled in by retro_is_single */
    uint32_t *back;       /* the states before each push */
    bool turned;          /* first_back and back are filled in */
};

/* Adds a placement with all regions in which the player can push a box.  Returns false if the limit on states is
 * reached. */
static bool add_placement(struct room_graph *graph, uint64_t boxes)
{
    struct placement *placement = &graph->placements[graph->placement_count];
    *placement = (struct placement){boxes, graph->state_count};
    uint64_t beside = 0, open = (UINT64_MAX >> (ROOM_WORD - graph->room.cells)) & ~boxes;
    for (uint64_t rest = boxes; rest != 0; rest &= rest - 1)
        beside |= graph->room.beside[__builtin_ctzll(rest)].words[0];
    for (uint64_t rest = open & beside; rest != 0;) {
        uint64_t region = room_flood(&graph->room, rest & -rest, open);
        if (graph->state_count == graph->most_states)
            return false;
        graph->states[graph->state_count++] =
            (struct graph_state){.region = region, .placement = graph->placement_count};
        rest &= ~region;
    }
    graph->placement_count++;
    return true;
}

/* Fills in the graph of a room that fits.  Returns false if it has too many states. */
static bool room_graph_fill(struct room_graph *graph, const struct room *room)
{
    graph->room = *room;
    graph->turned = false;
    graph->placement_count = graph->state_count = 0;
    unsigned chosen[ROOM_MOST_BOXES + 1]; /* ascending cells; enumerated in order of rank */
    for (unsigned k = 0; k < graph->boxes; k++)
        chosen[k] = k;
    chosen[graph->boxes] = graph->room.cells;
    for (;;) {
        uint64_t boxes = 0;
        for (unsigned k = 0; k < graph->boxes; k++)
            boxes |= UINT64_C(1) << chosen[k];
        if (!add_placement(graph, boxes))
            return false;
        unsigned k = 0;
        while (k < graph->boxes && chosen[k] + 1 == chosen[k + 1]) {
            chosen[k] = k;
            k++;
        }
        if (k == graph->boxes)
            break;
        chosen[k]++;
    }
    graph->placements[graph->placement_count].first_state = graph->state_count;
    graph->edge_count = 0;
    for (uint32_t i = 0; i < graph->state_count; i++) {
        graph->states[i].first_edge = graph->edge_count;
        uint64_t boxes = graph->placements[graph->states[i].placement].boxes;
        for (uint64_t rest = boxes; rest != 0; rest &= rest - 1) {
            unsigned box = (unsigned)__builtin_ctzll(rest);
            for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
                unsigned to = graph->room.next[box][direction];
                unsigned stand = graph->room.next[box][direction ^ 2];
                if (to == ROOM_NONE || stand == ROOM_NONE || boxes >> to & 1 || !(graph->states[i].region >> stand & 1))
                    continue;
                uint64_t after = boxes ^ (rest & -rest) ^ UINT64_C(1) << to;
                uint32_t rank = 0; /* of `after` among all sets of its size (combinatorial number system) */
                for (unsigned k = 1; after != 0; after &= after - 1, k++)
                    rank += graph->choose[__builtin_ctzll(after)][k];
                graph->labels[graph->edge_count] = room_label(box, direction);
                uint32_t target = graph->placements[rank].first_state; /* the one with the player where the box was */
                while (!(graph->states[target].region >> box & 1))
                    target++;
                graph->edges[graph->edge_count++] = target;
            }
        }
    }
    graph->states[graph->state_count].first_edge = graph->edge_count;
    return true;
}

/* --- searching a room backwards with pulls ---
 *
 * A state is one word: the boxes' cells in order, one byte each, and the first cell of the player's region in the
 * highest byte.  States are stored in the order in which they are found.  A hash table with open addressing, at
 * most half full, looks them up. */

enum { PLAYER_SHIFT = 56 };

struct pulls {
    struct room room;
    struct room_set goals;
    unsigned boxes;
    unsigned images; /* of a solution, by the symmetry of the levels; these count as one */
    uint64_t *states;
    uint32_t *slots; /* state number plus 1; 0: free */
    uint32_t count, most, mask;
    bool full;
    uint32_t ends[FOUND_DEPTHS + 1]; /* ends[d]: number of states at most d pushes away */
    int depths;                      /* number of entries in `ends` */
    struct found found;
    struct single *single;
    struct arrays arrays;
};

struct pulls *pulls_make(uint32_t most_states)
{
    struct pulls *pulls = calloc(1, sizeof *pulls);
    if (pulls == NULL)
        return NULL;
    pulls->most = most_states;
    while (pulls->mask + 1 < 2 * most_states)
        pulls->mask = 2 * pulls->mask + 1;
    pulls->states = arrays_add(&pulls->arrays, most_states, sizeof *pulls->states);
    pulls->slots = arrays_add(&pulls->arrays, (size_t)pulls->mask + 1, sizeof *pulls->slots);
    pulls->single = single_make(most_states, &pulls->arrays);
    if (!pulls->arrays.failed)
        return pulls;
    pulls_free(pulls);
    return NULL;
}

void pulls_free(struct pulls *pulls)
{
    arrays_free(&pulls->arrays);
    free(pulls);
}

static struct room_set boxes_of(const struct pulls *pulls, uint64_t state)
{
    struct room_set boxes = {{0}};
    for (unsigned n = 0; n < pulls->boxes; n++)
        room_flip(&boxes, state >> 8 * n & 0xff);
    return boxes;
}

static uint64_t state_of(const struct room_set *boxes, const struct room_set *region)
{
    uint64_t state = (uint64_t)room_nth(region, 0) << PLAYER_SHIFT;
    unsigned shift = 0;
    for (unsigned w = 0; w < ROOM_WORDS; w++) {
        for (uint64_t rest = boxes->words[w]; rest != 0; rest &= rest - 1, shift += 8)
            state |= (uint64_t)(ROOM_WORD * w + (unsigned)__builtin_ctzll(rest)) << shift;
    }
    return state;
}

/* The slot of a state, or the free slot where it belongs. */
static uint32_t find_slot(const struct pulls *pulls, uint64_t state)
{
    uint32_t slot = (uint32_t)(state * UINT64_C(0x9e3779b97f4a7c15) >> 32) & pulls->mask;
    while (pulls->slots[slot] != 0 && pulls->states[pulls->slots[slot] - 1] != state)
        slot = (slot + 1) & pulls->mask;
    return slot;
}

/* Adds the state with the player at a cell, unless it is present already or there is no room. */
static void add_at(struct pulls *pulls, const struct room_set *boxes, unsigned player)
{
    struct room_set region = room_walk(&pulls->room, boxes, player);
    uint64_t state = state_of(boxes, &region);
    uint32_t slot = find_slot(pulls, state);
    if (pulls->slots[slot] != 0)
        return;
    pulls->full = pulls->full || pulls->count == pulls->most;
    if (pulls->full)
        return;
    pulls->states[pulls->count++] = state;
    pulls->slots[slot] = pulls->count;
}

/* Adds all predecessors of a state by one pull. */
static void pull(struct pulls *pulls, uint64_t state)
{
    const struct room *room = &pulls->room;
    struct room_set boxes = boxes_of(pulls, state);
    struct room_set reach = room_walk(room, &boxes, (unsigned)(state >> PLAYER_SHIFT));
    for (unsigned n = 0; n < pulls->boxes; n++) {
        unsigned box = state >> 8 * n & 0xff;
        for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
            unsigned stand = room->next[box][direction];
            unsigned to = stand == ROOM_NONE ? ROOM_NONE : room->next[stand][direction];
            if (to == ROOM_NONE || !room_has(&reach, stand) || room_has(&boxes, to))
                continue;
            struct room_set after = boxes;
            room_flip(&after, box);
            room_flip(&after, stand);
            add_at(pulls, &after, to);
        }
    }
}

/* Whether a box has another one at most two steps away. */
static bool has_near(const struct room *room, const struct room_set *boxes, unsigned cell)
{
    struct room_set others = *boxes;
    room_flip(&others, cell);
    bool near = room_meet(&others, &room->beside[cell]);
    for (unsigned direction = 0; direction < DIRECTIONS && !near; direction++) {
        unsigned next = room->next[cell][direction];
        near = next != ROOM_NONE && room_meet(&others, &room->beside[next]);
    }
    return near;
}

/* Whether a symmetry maps a set of cells of the room onto itself. */
static bool is_symmetric(const struct room *room, const struct room_set *set, enum composition_symmetry symmetry)
{
    bool there[SOKOBAN_DRAFT_CELLS] = {false}, good = true;
    int orbit[ORBIT_MOST];
    for (unsigned cell = 0; cell < room->cells; cell++)
        there[room->place[cell]] = room_has(set, cell);
    for (int place = 0; place < room->columns * room->rows && good; place++) {
        unsigned count = there[place] ? composition_orbit(symmetry, room->columns, room->rows, place, orbit) : 0;
        for (unsigned n = 0; n < count; n++)
            good = good && there[orbit[n]];
    }
    return good;
}

/* Whether the boxes of a level may start where they do. */
static bool may_start(const struct room *room, const struct room_set *boxes, const struct room_set *goals,
                      const struct box_places *places)
{
    unsigned on_goals = 0;
    uint64_t barred = 0;
    for (unsigned w = 0; w < ROOM_WORDS; w++) {
        on_goals += (unsigned)__builtin_popcountll(boxes->words[w] & goals->words[w]);
        barred |= boxes->words[w] & places->barred.words[w];
    }
    bool good = barred == 0 && range_holds(places->on_goals, on_goals), touch = false, row = true, column = true;
    unsigned first = ROOM_NONE;
    for (unsigned cell = 0; cell < room->cells && good; cell++) {
        if (!room_has(boxes, cell))
            continue;
        first = first == ROOM_NONE ? room->place[cell] : first;
        row = row && room->place[cell] / room->columns == (int)first / room->columns;
        column = column && room->place[cell] % room->columns == (int)first % room->columns;
        touch = touch || room_meet(boxes, &room->beside[cell]);
        good = !places->close || has_near(room, boxes, cell);
    }
    return good && (touch ? !places->apart : !places->touching) && (row || column || !places->in_line) &&
           (places->symmetry == SYMMETRY_ANY || is_symmetric(room, boxes, places->symmetry));
}

int pulls_run(struct pulls *pulls, const struct room *room, const struct room_set *goals,
              const struct box_places *places)
{
    pulls->room = *room;
    pulls->goals = *goals;
    pulls->boxes = room_count(goals);
    pulls->images = places->symmetry == SYMMETRY_ANY ? 1 : places->symmetry == SYMMETRY_BOTH ? 4 : 2;
    pulls->count = 0;
    pulls->full = false;
    memset(pulls->slots, 0, ((size_t)pulls->mask + 1) * sizeof *pulls->slots);
    found_clear(&pulls->found);
    for (unsigned cell = 0; cell < room->cells; cell++) { /* the solved states, for every region of the player */
        if (!room_has(goals, cell))
            add_at(pulls, goals, cell);
    }
    uint32_t first = 0;
    for (int depth = 1; first < pulls->count && depth < FOUND_DEPTHS; depth++) {
        uint32_t end = pulls->ends[depth - 1] = pulls->count;
        for (uint32_t n = first; n < end && !pulls->full; n++)
            pull(pulls, pulls->states[n]);
        for (uint32_t n = end; n < pulls->count; n++) {
            struct room_set boxes = boxes_of(pulls, pulls->states[n]);
            if (may_start(room, &boxes, goals, places) && found_wants(&pulls->found, depth))
                found_keep(&pulls->found, depth, (struct found_pair){n, 0});
        }
        pulls->depths = depth + 1;
        pulls->ends[depth] = pulls->count;
        first = end;
    }
    return pulls->found.deepest;
}

unsigned pulls_levels(const struct pulls *pulls, int depth, struct room_level *levels)
{
    struct found_pair pairs[FOUND_KEPT];
    unsigned count = found_list(&pulls->found, depth, pairs);
    for (unsigned i = 0; i < count; i++) {
        uint64_t state = pulls->states[pairs[i].state];
        levels[i].boxes = boxes_of(pulls, state);
        levels[i].goals = pulls->goals;
        levels[i].region = room_walk(&pulls->room, &levels[i].boxes, (unsigned)(state >> PLAYER_SHIFT));
    }
    return count;
}

bool pulls_met_all(const struct pulls *pulls)
{
    return !pulls->full;
}

/* --- single solutions --- */

/* Number of pushes from a state to the goals. */
static int distance_of(const struct pulls *pulls, uint32_t state)
{
    int low = 0, high = pulls->depths - 1;
    while (low < high) {
        int middle = (low + high) / 2;
        if (pulls->ends[middle] > state)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static unsigned nearer(const void *context, uint32_t number, uint32_t *states, uint16_t *labels)
{
    const struct pulls *pulls = context;
    const struct room *room = &pulls->room;
    uint64_t state = pulls->states[number];
    int distance = distance_of(pulls, number);
    struct room_set boxes = boxes_of(pulls, state);
    struct room_set reach = room_walk(room, &boxes, (unsigned)(state >> PLAYER_SHIFT));
    unsigned count = 0;
    for (unsigned n = 0; distance > 0 && n < pulls->boxes; n++) {
        unsigned box = state >> 8 * n & 0xff;
        for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
            unsigned to = room->next[box][direction], stand = room->next[box][direction ^ 2];
            if (to == ROOM_NONE || stand == ROOM_NONE || !room_has(&reach, stand) || room_has(&boxes, to))
                continue;
            struct room_set after = boxes;
            room_flip(&after, box);
            room_flip(&after, to);
            struct room_set region = room_walk(room, &after, box);
            uint32_t slot = find_slot(pulls, state_of(&after, &region));
            if (pulls->slots[slot] == 0 || distance_of(pulls, pulls->slots[slot] - 1) >= distance)
                continue;
            labels[count] = room_label(box, direction);
            states[count++] = pulls->slots[slot] - 1;
        }
    }
    return count;
}

bool pulls_is_single(const struct pulls *pulls, int depth, unsigned n)
{
    struct found_pair pairs[FOUND_KEPT];
    found_list(&pulls->found, depth, pairs);
    return single_test(pulls->single, pairs[n].state, pulls->images, nearer, pulls);
}

/* --- comparing all placements of the goals --- */

/* The words of a set are processed in blocks of this size, each from the goals to the deepest levels before the
 * next one: the sets of one block fit into the cache. */
enum { BLOCK = 8 };
typedef uint64_t block __attribute__((vector_size(64), aligned(16)));

struct retro {
    struct room_graph graph;
    size_t most_words, least_words;
    block *sets[2];              /* [states] goals that can be reached */
    bool *changed[2];            /* whether a state's set grew in the last round */
    size_t first;                /* first word of the block */
    uint32_t stride, goal_count; /* one of every `stride` placements serves as goals */
    struct found found;

    /* For one placement of the goals. */
    uint16_t *distances; /* [states] pushes to the goals, plus 1; 0: unknown */
    uint32_t *queue;     /* [states] */
    struct single *single;

    struct arrays arrays;
};

struct retro *retro_make(unsigned boxes, uint32_t most_states, size_t most_words, size_t least_words)
{
    struct retro *retro = calloc(1, sizeof *retro);
    if (retro == NULL)
        return NULL;
    retro->most_words = most_words;
    retro->least_words = least_words;
    size_t most_edges = (size_t)most_states * 4 * boxes;
    retro->graph.boxes = boxes;
    retro->graph.most_states = most_states;
    for (unsigned n = 0; n <= ROOM_WORD; n++) {
        retro->graph.choose[n][0] = 1;
        for (unsigned k = 1; k <= boxes && n > 0; k++)
            retro->graph.choose[n][k] = retro->graph.choose[n - 1][k] + retro->graph.choose[n - 1][k - 1];
    }
    struct room_graph *graph = &retro->graph;
    struct arrays *arrays = &retro->arrays;
    graph->placements = arrays_add(arrays, most_states + 1, sizeof *graph->placements);
    graph->states = arrays_add(arrays, most_states + 1, sizeof *graph->states);
    graph->edges = arrays_add(arrays, most_edges, sizeof *graph->edges);
    graph->labels = arrays_add(arrays, most_edges, sizeof *graph->labels);
    graph->first_back = arrays_add(arrays, most_states + 2, sizeof *graph->first_back);
    graph->back = arrays_add(arrays, most_edges, sizeof *graph->back);
    for (int i = 0; i < 2; i++) {
        retro->sets[i] = arrays_add(arrays, most_states, sizeof *retro->sets[i]);
        retro->changed[i] = arrays_add(arrays, most_states, sizeof *retro->changed[i]);
    }
    retro->distances = arrays_add(arrays, most_states, sizeof *retro->distances);
    retro->queue = arrays_add(arrays, most_states, sizeof *retro->queue);
    retro->single = single_make(most_states, arrays);
    if (!arrays->failed)
        return retro;
    retro_free(retro);
    return NULL;
}

void retro_free(struct retro *retro)
{
    arrays_free(&retro->arrays);
    free(retro);
}

bool retro_fits(const struct retro *retro, unsigned cells)
{
    const struct room_graph *graph = &retro->graph;
    return cells > graph->boxes && cells <= ROOM_WORD && graph->choose[cells][graph->boxes] <= graph->most_states;
}

/* --- the search --- */

/* The n-th placement that serves as goals.  The offset within each stride varies, so that the placements are not
 * all alike. */
static uint32_t goals_at(const struct retro *retro, uint32_t nth)
{
    uint32_t step = (uint32_t)(nth * UINT64_C(0x9e3779b97f4a7c15) >> 32) % retro->stride;
    uint32_t placement = nth * retro->stride + step;
    return placement < retro->graph.placement_count ? placement : nth * retro->stride;
}

/* Records new goals of a state, except goals that are under its boxes. */
static void keep_new(struct retro *retro, uint32_t state, size_t word, uint64_t fresh, int depth)
{
    uint64_t boxes = retro->graph.placements[retro->graph.states[state].placement].boxes;
    enum { ENOUGH = 4 }; /* per word; the others are similar */
    for (unsigned n = 0; fresh != 0 && n < ENOUGH; fresh &= fresh - 1) {
        uint32_t nth = (uint32_t)(64 * word + (size_t)__builtin_ctzll(fresh));
        uint32_t goals = goals_at(retro, nth);
        if (retro->graph.placements[goals].boxes & boxes)
            continue;
        if (!found_wants(&retro->found, depth))
            return;
        found_keep(&retro->found, depth, (struct found_pair){state, goals});
        n++;
    }
}

/* One round for one state.  Returns whether its set grew. */
static bool widen(struct retro *retro, uint32_t state, unsigned from, int depth)
{
    block old = retro->sets[from][state], now = old;
    bool grew = false, copied = retro->changed[from][state]; /* otherwise both sets are equal */
    for (uint32_t e = retro->graph.states[state].first_edge; e < retro->graph.states[state + 1].first_edge; e++) {
        if (!retro->changed[from][retro->graph.edges[e]])
            continue;
        now |= retro->sets[from][retro->graph.edges[e]];
        copied = true;
    }
    if (!copied)
        return false;
    retro->sets[!from][state] = now;
    for (size_t w = 0; w < BLOCK; w++) {
        if (now[w] != old[w]) {
            grew = true;
            keep_new(retro, state, retro->first + w, now[w] & ~old[w], depth);
        }
    }
    return grew;
}

int retro_run(struct retro *retro, const struct room *room)
{
    found_clear(&retro->found);
    if (!retro_fits(retro, room->cells) || !room_graph_fill(&retro->graph, room))
        return -1;
    /* All placements serve as goals, or a sample. */
    const struct room_graph *graph = &retro->graph;
    size_t words = retro->most_words / (graph->state_count + 1);
    size_t most = 64 * (words > retro->least_words ? words : retro->least_words);
    retro->stride = (uint32_t)((graph->placement_count + most - 1) / most);
    retro->goal_count = (graph->placement_count + retro->stride - 1) / retro->stride;
    for (retro->first = 0; 64 * retro->first < retro->goal_count; retro->first += BLOCK) {
        unsigned from = 0;
        bool going = true;
        /* At first, a state with all boxes on goals of the block has the bit of these goals. */
        size_t bytes = retro->graph.state_count * sizeof *retro->sets[0];
        memset(retro->sets[0], 0, bytes);
        memset(retro->sets[1], 0, bytes);
        memset(retro->changed[0], 0, retro->graph.state_count * sizeof *retro->changed[0]);
        size_t nth = 64 * retro->first, end = nth + 64 * BLOCK;
        for (; nth < end && nth < retro->goal_count; nth++) {
            const struct placement *placement = &retro->graph.placements[goals_at(retro, (uint32_t)nth)];
            for (uint32_t i = placement[0].first_state; i < placement[1].first_state; i++) {
                retro->sets[0][i][nth / 64 - retro->first] = UINT64_C(1) << (nth % 64);
                retro->changed[0][i] = true;
            }
        }
        for (int depth = 1; going; depth++, from = !from) {
            going = false;
            for (uint32_t i = 0; i < retro->graph.state_count; i++) {
                bool grew = widen(retro, i, from, depth);
                retro->changed[!from][i] = grew;
                going |= grew;
            }
        }
    }
    return retro->found.deepest;
}

unsigned retro_levels(const struct retro *retro, int depth, struct room_level *levels)
{
    struct found_pair pairs[FOUND_KEPT];
    unsigned count = found_list(&retro->found, depth, pairs);
    for (unsigned i = 0; i < count; i++) {
        const struct graph_state *state = &retro->graph.states[pairs[i].state];
        levels[i] = (struct room_level){
            .boxes.words = {retro->graph.placements[state->placement].boxes},
            .goals.words = {retro->graph.placements[pairs[i].goals].boxes},
            .region.words = {state->region},
        };
    }
    return count;
}

bool retro_compared_all(const struct retro *retro)
{
    return retro->stride == 1;
}

/* --- single solutions --- */

static unsigned retro_nearer(const void *context, uint32_t state, uint32_t *states, uint16_t *labels)
{
    const struct retro *retro = context;
    const struct room_graph *graph = &retro->graph;
    unsigned count = 0;
    if (retro->distances[state] == 1)
        return 0;
    for (uint32_t e = graph->states[state].first_edge; e < graph->states[state + 1].first_edge; e++) {
        uint32_t after = graph->edges[e];
        if (retro->distances[after] == 0 || retro->distances[after] + 1 != retro->distances[state])
            continue;
        labels[count] = graph->labels[e];
        states[count++] = after;
    }
    return count;
}

bool retro_is_single(struct retro *retro, int depth, unsigned n)
{
    struct found_pair pairs[FOUND_KEPT];
    found_list(&retro->found, depth, pairs);
    if (!retro->graph.turned) {
        /* The edges are sorted by target, once for a graph. */
        uint32_t *firsts = retro->graph.first_back, states = retro->graph.state_count;
        memset(firsts, 0, (states + (size_t)2) * sizeof *firsts);
        for (uint32_t e = 0; e < retro->graph.edge_count; e++)
            firsts[retro->graph.edges[e] + 2]++;
        for (uint32_t state = 2; state < states + 2; state++)
            firsts[state] += firsts[state - 1];
        for (uint32_t state = 0; state < states; state++) {
            for (uint32_t e = retro->graph.states[state].first_edge; e < retro->graph.states[state + 1].first_edge; e++)
                retro->graph.back[firsts[retro->graph.edges[e] + 1]++] = state;
        }
        retro->graph.turned = true;
    }
    /* The distances of states from the goals, as far as the start. */
    const struct room_graph *graph = &retro->graph;
    uint32_t first = 0, last = 0;
    memset(retro->distances, 0, graph->state_count * sizeof *retro->distances);
    const struct placement *placement = &graph->placements[pairs[n].goals];
    for (uint32_t state = placement[0].first_state; state < placement[1].first_state; state++) {
        retro->distances[state] = 1;
        retro->queue[last++] = state;
    }
    while (first < last && retro->distances[pairs[n].state] == 0) {
        uint32_t state = retro->queue[first++];
        for (uint32_t e = graph->first_back[state]; e < graph->first_back[state + 1]; e++) {
            uint32_t before = graph->back[e];
            if (retro->distances[before] != 0)
                continue;
            retro->distances[before] = (uint16_t)(retro->distances[state] + 1);
            retro->queue[last++] = before;
        }
    }
    return single_test(retro->single, pairs[n].state, 1, retro_nearer, retro);
}

/* --- rooms --- */

enum {
    RETRO_STATES = 100000, /* per room */
    RETRO_PLACEMENTS = 40000,
    RETRO_WORDS = 8,      /* of a state's set, in large rooms */
    RETRO_WORK = 1 << 17, /* total words of all sets, up to which all goals are compared */
    PULLED_STATES = 100000,
};

struct rooms {
    struct room room;
    struct retro *retro[ROOM_MOST_BOXES + 1]; /* created when first needed */
    struct pulls *pulls;                      /* created when first needed */
    struct retro *last;                       /* the one used by the last search; NULL: pulls */
};

/* --- plans --- */

static bool is_goal(const struct room_plan *plan, int cell, unsigned count)
{
    bool goal = false;
    for (unsigned n = 0; n < count; n++)
        goal = goal || plan->goals[n] == cell;
    return goal;
}

/* Draws the n-th goal in a cell without any of the first `others` goals. */
static void draw_goal(struct room_plan *plan, unsigned n, unsigned others, struct rng *rng)
{
    int cell;
    do {
        cell = (int)rng_below(rng, (uint32_t)sokoban_draft_size(&plan->draft));
    } while (!plan->draft.floor[cell] || is_goal(plan, cell, others));
    plan->goals[n] = cell;
}

/* Draws goals that lie as the plan's area says.  Returns false, with the goals as they were, if this random attempt
 * found no room. */
static bool gather_goals(struct room_plan *plan, struct rng *rng)
{
    struct room_plan next = *plan;
    struct grid grid = sokoban_draft_grid(&plan->draft);
    unsigned way = rng_below(rng, DIRECTIONS);
    draw_goal(&next, 0, 0, rng);
    for (unsigned n = 1; n < plan->boxes; n++) {
        int from = next.goals[plan->area == GOALS_IN_LINE ? n - 1 : rng_below(rng, n)];
        unsigned direction = plan->area == GOALS_IN_LINE ? way : rng_below(rng, DIRECTIONS);
        int cell = grid_beside(&grid, from, direction);
        if (cell >= 0 && plan->area == GOALS_NEAR && rng_below(rng, 2) == 0)
            cell = grid_beside(&grid, cell, rng_below(rng, DIRECTIONS));
        if (cell >= 0 && plan->area == GOALS_APART)
            cell = grid_beside(&grid, cell, direction);
        if (cell < 0 || !plan->draft.floor[cell] || is_goal(&next, cell, n))
            return false;
        next.goals[n] = cell;
    }
    for (unsigned n = 0; plan->inner_goals && n < plan->boxes; n++) {
        if (grid_is_edge(&grid, next.goals[n]))
            return false;
    }
    *plan = next;
    return true;
}

/* Whether the goals lie as the plan's area says. */
static bool goals_lie_well(const struct room_plan *plan)
{
    const int *goals = plan->goals;
    struct grid grid = sokoban_draft_grid(&plan->draft);
    int columns = grid.columns;
    bool reached[ROOM_MOST_BOXES] = {true}, row = true, column = true, inner = true;
    unsigned count = 0;
    for (unsigned round = 0; round < plan->boxes; round++) {
        for (unsigned n = 0; n < plan->boxes; n++) {
            for (unsigned k = 0; k < plan->boxes; k++) {
                int down = abs(goals[n] / columns - goals[k] / columns);
                int across = abs(goals[n] % columns - goals[k] % columns);
                bool near = plan->area == GOALS_NEAR    ? down + across <= 2
                            : plan->area == GOALS_APART ? down + across == 2 && down != 1
                                                        : down + across == 1;
                reached[n] = reached[n] || (reached[k] && near);
            }
        }
    }
    for (unsigned n = 0; n < plan->boxes; n++) {
        count += reached[n];
        row = row && goals[n] / columns == goals[0] / columns;
        column = column && goals[n] % columns == goals[0] % columns;
        inner = inner && !grid_is_edge(&grid, goals[n]);
    }
    return (count == plan->boxes || plan->area == GOALS_ANYWHERE) && (plan->area != GOALS_IN_LINE || row || column) &&
           (inner || !plan->inner_goals);
}

/* Draws goals together with their mirror images, again if they do not lie as the plan's area says.  Keeps the last ones
 * that it found.  Returns false, with the goals as they were, if it found none. */
static bool mirror_goals(struct room_plan *plan, struct rng *rng)
{
    enum { TRIES = 60, GOALS_TRIES = 20 };
    const struct sokoban_draft *draft = &plan->draft;
    bool found = false;
    for (unsigned tries = 0; tries < TRIES && !(found && goals_lie_well(plan)); tries++) {
        struct room_plan next = *plan;
        unsigned count = 0;
        for (unsigned drawn = 0; drawn < GOALS_TRIES && count < plan->boxes; drawn++) {
            int orbit[ORBIT_MOST];
            draw_goal(&next, count, count, rng);
            unsigned images = composition_orbit(plan->mirrored, draft->columns, draft->rows, next.goals[count], orbit);
            if (count + images > plan->boxes)
                continue;
            for (unsigned n = 0; n < images; n++)
                next.goals[count++] = orbit[n];
        }
        if (count == plan->boxes) {
            *plan = next;
            found = true;
        }
    }
    return found;
}

bool room_plan_goals(struct room_plan *plan, struct rng *rng)
{
    enum { TRIES = 200 };
    if (sokoban_draft_floor(&plan->draft) < 2 * plan->boxes + 1)
        return false;
    if (plan->mirrored != SYMMETRY_ANY)
        return mirror_goals(plan, rng);
    for (unsigned n = 0; n < plan->boxes; n++)
        draw_goal(plan, n, n, rng);
    bool gathered = plan->area == GOALS_ANYWHERE;
    for (unsigned tries = 0; !gathered && tries < TRIES; tries++)
        gathered = gather_goals(plan, rng);
    return true;
}

void room_plan_move_goal(struct room_plan *plan, struct rng *rng)
{
    draw_goal(plan, rng_below(rng, plan->boxes), plan->boxes, rng);
}

bool room_plan_holds(const struct room_plan *plan)
{
    bool holds = true;
    for (unsigned n = 0; n < plan->boxes; n++)
        holds = holds && plan->draft.floor[plan->goals[n]];
    return holds;
}

/* --- searches --- */

struct rooms *rooms_make(void)
{
    return calloc(1, sizeof(struct rooms));
}

void rooms_free(struct rooms *rooms)
{
    for (unsigned boxes = 0; boxes <= ROOM_MOST_BOXES; boxes++) {
        if (rooms->retro[boxes] != NULL)
            retro_free(rooms->retro[boxes]);
    }
    if (rooms->pulls != NULL)
        pulls_free(rooms->pulls);
    free(rooms);
}

bool rooms_compare_goals(const struct room_plan *plan)
{
    unsigned cells = sokoban_draft_floor(&plan->draft);
    double placements = 1;
    for (unsigned k = 0; k < plan->boxes && cells > k; k++)
        placements *= (double)(cells - k) / (k + 1);
    return !plan->composed && cells <= ROOM_WORD && placements <= RETRO_PLACEMENTS;
}

bool rooms_search(struct rooms *rooms, const struct room_plan *plan, int *deepest)
{
    *deepest = -1;
    rooms->last = NULL;
    room_make(&rooms->room, &plan->draft);
    if (rooms_compare_goals(plan)) {
        struct retro **retro = &rooms->retro[plan->boxes];
        if (*retro == NULL)
            *retro = retro_make(plan->boxes, RETRO_STATES, RETRO_WORK, RETRO_WORDS);
        rooms->last = *retro;
        if (*retro != NULL)
            *deepest = retro_run(*retro, &rooms->room);
        return *retro != NULL;
    }
    if (rooms->pulls == NULL)
        rooms->pulls = pulls_make(PULLED_STATES);
    if (rooms->pulls == NULL)
        return false;
    struct room_set goals = {{0}};
    for (unsigned cell = 0; cell < rooms->room.cells; cell++) {
        if (is_goal(plan, rooms->room.place[cell], plan->boxes))
            room_flip(&goals, cell);
    }
    struct box_places places = plan->starts;
    struct grid grid = sokoban_draft_grid(&plan->draft);
    for (unsigned cell = 0; cell < rooms->room.cells && plan->off_rim; cell++) {
        if (grid_is_edge(&grid, rooms->room.place[cell]))
            room_flip(&places.barred, cell);
    }
    *deepest = pulls_run(rooms->pulls, &rooms->room, &goals, &places);
    return true;
}

unsigned rooms_levels(const struct rooms *rooms, int depth, struct room_level *levels)
{
    return rooms->last != NULL ? retro_levels(rooms->last, depth, levels) : pulls_levels(rooms->pulls, depth, levels);
}

bool rooms_is_single(const struct rooms *rooms, int depth, unsigned n)
{
    return rooms->last != NULL ? retro_is_single(rooms->last, depth, n) : pulls_is_single(rooms->pulls, depth, n);
}

const struct room *rooms_room(const struct rooms *rooms)
{
    return &rooms->room;
}

/* The deepest levels of a room; see sokoban_retro.h. */
#include "gen/sokoban_retro.h"

#include <stdlib.h>
#include <string.h>

/* So many words of each set are looked at together, from the goals to the deepest levels, and then
 * the next: the sets of one block fit into the cache. */
enum { BLOCK = 8 };
typedef uint64_t block __attribute__((vector_size(64), aligned(16)));

/* A placement of the boxes; its number is its rank among all sets of so many cells. */
struct placement {
    uint64_t boxes;
    uint32_t first_state; /* one for each region the player can be in */
};

struct state {
    uint64_t region;
    uint32_t placement;
    uint32_t first_edge;
};

/* Pairs of a state and a placement of the goals that are of one depth. */
struct found {
    int depth;
    unsigned count;
    uint64_t seen; /* how many there were in all */
    struct pair {
        uint32_t state, goals;
    } pairs[RETRO_KEPT];
};

struct retro {
    struct sokoban_draft draft;
    unsigned boxes, cells;
    unsigned bits[SOKOBAN_DRAFT_BITS]; /* of the cells */
    unsigned char cell_of[SOKOBAN_DRAFT_BITS];
    uint32_t choose[SOKOBAN_DRAFT_BITS + 1][RETRO_MOST_BOXES + 1];
    uint32_t most_states;
    size_t most_words;

    struct placement *placements;
    struct state *states;
    uint32_t placement_count, state_count, edge_count;
    uint32_t *edges;                 /* [4 * boxes * states] states after a push */
    block *sets[2];                  /* [states] goals that can be reached */
    bool *changed[2];                /* whether a state's set grew in the last round */
    size_t words;                    /* of a set of all placements */
    size_t first;                    /* of the block */
    uint32_t stride;                 /* goals are every stride-th placement; 1 unless too many */
    struct found found[RETRO_DEPTHS]; /* the deepest first */
};

struct retro *retro_make(unsigned boxes, uint32_t most_states, size_t most_words)
{
    struct retro *retro = calloc(1, sizeof *retro);
    if (retro == NULL)
        return NULL;
    retro->boxes = boxes;
    retro->most_states = most_states;
    retro->most_words = most_words;
    retro->placements = calloc(most_states + 1, sizeof *retro->placements);
    retro->states = calloc(most_states + 1, sizeof *retro->states);
    retro->edges = calloc((size_t)most_states * 4 * boxes, sizeof *retro->edges);
    bool good = retro->placements != NULL && retro->states != NULL && retro->edges != NULL;
    for (int i = 0; i < 2; i++) {
        retro->sets[i] = malloc(most_states * sizeof *retro->sets[i]);
        retro->changed[i] = calloc(most_states, sizeof *retro->changed[i]);
        good = good && retro->sets[i] != NULL && retro->changed[i] != NULL;
    }
    for (unsigned n = 0; n <= SOKOBAN_DRAFT_BITS; n++) {
        retro->choose[n][0] = 1;
        for (unsigned k = 1; k <= boxes && n > 0; k++)
            retro->choose[n][k] = retro->choose[n - 1][k] + retro->choose[n - 1][k - 1];
    }
    if (!good) {
        retro_free(retro);
        return NULL;
    }
    return retro;
}

void retro_free(struct retro *retro)
{
    free(retro->placements);
    free(retro->states);
    free(retro->edges);
    for (int i = 0; i < 2; i++) {
        free(retro->sets[i]);
        free(retro->changed[i]);
    }
    free(retro);
}

/* --- the graph of states --- */

/* The rank of a set of cells among all of its size (the combinatorial number system). */
static uint32_t rank_of(const struct retro *retro, uint64_t boxes)
{
    uint32_t rank = 0;
    for (unsigned k = 1; boxes != 0; boxes &= boxes - 1, k++)
        rank += retro->choose[retro->cell_of[__builtin_ctzll(boxes)]][k];
    return rank;
}

/* Adds a placement with all regions in which the player can be and has something to do. */
static bool add_placement(struct retro *retro, uint64_t boxes)
{
    struct placement *placement = &retro->placements[retro->placement_count];
    *placement = (struct placement){boxes, retro->state_count};
    uint64_t open = retro->draft.floor & ~boxes, beside = 0;
    for (unsigned direction = 0; direction < DIRECTIONS; direction++)
        beside |= sokoban_draft_step(&retro->draft, boxes, direction);
    for (uint64_t rest = open & beside; rest != 0;) {
        uint64_t region = sokoban_draft_flood(&retro->draft, rest & -rest, open);
        if (retro->state_count == retro->most_states)
            return false;
        retro->states[retro->state_count++] =
            (struct state){.region = region, .placement = retro->placement_count};
        rest &= ~region;
    }
    retro->placement_count++;
    return true;
}

static bool list_states(struct retro *retro)
{
    retro->cells = 0;
    for (uint64_t rest = retro->draft.floor; rest != 0; rest &= rest - 1) {
        unsigned bit = (unsigned)__builtin_ctzll(rest);
        retro->cell_of[bit] = (unsigned char)retro->cells;
        retro->bits[retro->cells++] = bit;
    }
    retro->placement_count = retro->state_count = 0;
    if (retro->cells <= retro->boxes ||
        retro->choose[retro->cells][retro->boxes] > retro->most_states)
        return false;
    unsigned chosen[RETRO_MOST_BOXES + 1]; /* cells, rising; counted through in order of rank */
    for (unsigned k = 0; k < retro->boxes; k++)
        chosen[k] = k;
    chosen[retro->boxes] = retro->cells;
    for (;;) {
        uint64_t boxes = 0;
        for (unsigned k = 0; k < retro->boxes; k++)
            boxes |= UINT64_C(1) << retro->bits[chosen[k]];
        if (!add_placement(retro, boxes))
            return false;
        unsigned k = 0;
        while (k < retro->boxes && chosen[k] + 1 == chosen[k + 1]) {
            chosen[k] = k;
            k++;
        }
        if (k == retro->boxes)
            break;
        chosen[k]++;
    }
    retro->placements[retro->placement_count].first_state = retro->state_count;
    return true;
}

/* The state of a placement in which the player is at a place. */
static uint32_t state_at(const struct retro *retro, uint32_t placement, uint64_t player)
{
    uint32_t state = retro->placements[placement].first_state;
    while (!(retro->states[state].region & player))
        state++;
    return state;
}

static void add_pushes(struct retro *retro, const struct state *state)
{
    uint64_t boxes = retro->placements[state->placement].boxes;
    uint64_t open = retro->draft.floor & ~boxes;
    for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
        uint64_t pushed = boxes & sokoban_draft_step(&retro->draft, state->region, direction) &
                          sokoban_draft_step(&retro->draft, open, direction ^ 2);
        for (; pushed != 0; pushed &= pushed - 1) {
            uint64_t box = pushed & -pushed;
            uint64_t after = (boxes ^ box) | sokoban_draft_step(&retro->draft, box, direction);
            retro->edges[retro->edge_count++] = state_at(retro, rank_of(retro, after), box);
        }
    }
}

static void link_states(struct retro *retro)
{
    retro->edge_count = 0;
    for (uint32_t i = 0; i < retro->state_count; i++) {
        retro->states[i].first_edge = retro->edge_count;
        add_pushes(retro, &retro->states[i]);
    }
    retro->states[retro->state_count].first_edge = retro->edge_count;
}

/* --- the search --- */

/* Where pairs of a depth are kept; NULL: they are not, for there are enough deeper ones. */
static struct found *found_of(struct retro *retro, int depth)
{
    unsigned place = 0;
    while (place < RETRO_DEPTHS && retro->found[place].depth > depth)
        place++;
    if (place == RETRO_DEPTHS)
        return NULL;
    struct found *found = &retro->found[place];
    if (found->depth != depth) {
        memmove(found + 1, found, (RETRO_DEPTHS - 1 - place) * sizeof *found);
        *found = (struct found){.depth = depth};
    }
    return found;
}

static void note(struct retro *retro, uint32_t state, uint32_t goals, int depth)
{
    struct found *found = found_of(retro, depth);
    /* Those that are kept are spread evenly over all. */
    uint64_t place = found->seen++ * UINT64_C(0x9e3779b97f4a7c15) >> 32;
    if (found->count < RETRO_KEPT)
        found->pairs[found->count++] = (struct pair){state, goals};
    else if (place % found->seen < RETRO_KEPT)
        found->pairs[place % RETRO_KEPT] = (struct pair){state, goals};
}

/* Looks through goals that a state has come to have; those under its boxes do not count. */
static void note_new(struct retro *retro, uint32_t state, size_t word, uint64_t fresh, int depth)
{
    uint64_t boxes = retro->placements[retro->states[state].placement].boxes;
    enum { ENOUGH = 4 }; /* of one word; others are much like these */
    if (depth < retro->found[RETRO_DEPTHS - 1].depth)
        return;
    for (unsigned n = 0; fresh != 0 && n < ENOUGH; fresh &= fresh - 1) {
        uint32_t nth = (uint32_t)(64 * word + (size_t)__builtin_ctzll(fresh));
        uint32_t goals = nth * retro->stride;
        if (retro->placements[goals].boxes & boxes)
            continue;
        note(retro, state, goals, depth);
        n++;
    }
}

/* One round for one state.  Returns whether its set grew. */
static bool widen(struct retro *retro, uint32_t state, unsigned from, int depth)
{
    block old = retro->sets[from][state], now = old;
    bool grew = false, copied = retro->changed[from][state]; /* else both sets are the same */
    for (uint32_t e = retro->states[state].first_edge; e < retro->states[state + 1].first_edge;
         e++) {
        if (!retro->changed[from][retro->edges[e]])
            continue;
        now |= retro->sets[from][retro->edges[e]];
        copied = true;
    }
    if (!copied)
        return false;
    retro->sets[!from][state] = now;
    for (size_t w = 0; w < BLOCK; w++) {
        if (now[w] != old[w]) {
            grew = true;
            note_new(retro, state, retro->first + w, now[w] & ~old[w], depth);
        }
    }
    return grew;
}

/* The states in which all boxes are on goals of the block are where it starts. */
static void start_block(struct retro *retro)
{
    size_t bytes = retro->state_count * sizeof *retro->sets[0];
    memset(retro->sets[0], 0, bytes);
    memset(retro->sets[1], 0, bytes);
    memset(retro->changed[0], 0, retro->state_count * sizeof *retro->changed[0]);
    uint64_t nth = 64 * retro->first, end = nth + 64 * BLOCK;
    for (; nth < end && nth * retro->stride < retro->placement_count; nth++) {
        const struct placement *placement = &retro->placements[nth * retro->stride];
        for (uint32_t i = placement[0].first_state; i < placement[1].first_state; i++) {
            retro->sets[0][i][nth / 64 - retro->first] = UINT64_C(1) << (nth % 64);
            retro->changed[0][i] = true;
        }
    }
}

static void run_block(struct retro *retro)
{
    unsigned from = 0;
    bool going = true;
    start_block(retro);
    for (int depth = 1; going; depth++, from = !from) {
        going = false;
        for (uint32_t i = 0; i < retro->state_count; i++) {
            bool grew = widen(retro, i, from, depth);
            retro->changed[!from][i] = grew;
            going |= grew;
        }
    }
}

int retro_run(struct retro *retro, const struct sokoban_draft *draft)
{
    retro->draft = *draft;
    for (unsigned below = 0; below < RETRO_DEPTHS; below++)
        retro->found[below] = (struct found){.depth = -1};
    if (!list_states(retro))
        return -1;
    retro->stride = 0;
    do {
        retro->stride++;
        retro->words = (retro->placement_count / retro->stride + 64) / 64;
    } while (retro->words * retro->state_count > retro->most_words && retro->words > 1);
    if (retro->words * retro->state_count > retro->most_words)
        return -1;
    link_states(retro);
    for (retro->first = 0; retro->first < retro->words; retro->first += BLOCK)
        run_block(retro);
    return retro->found[0].depth;
}

int retro_depth(const struct retro *retro, unsigned below)
{
    return retro->found[below].depth;
}

unsigned retro_levels(const struct retro *retro, unsigned below, struct retro_level *levels)
{
    const struct found *found = &retro->found[below];
    for (unsigned i = 0; i < found->count; i++) {
        const struct state *state = &retro->states[found->pairs[i].state];
        levels[i] = (struct retro_level){
            .boxes = retro->placements[state->placement].boxes,
            .goals = retro->placements[found->pairs[i].goals].boxes,
            .player = (unsigned)__builtin_ctzll(state->region),
        };
    }
    return found->count;
}

bool retro_compared_all(const struct retro *retro)
{
    return retro->stride == 1;
}

uint64_t retro_pairs(const struct retro *retro)
{
    return (uint64_t)retro->state_count * (retro->placement_count / retro->stride);
}

/* Searches a room backwards; see sokoban_pulls.h.
 *
 * A state is one word: the boxes' cells in order, a byte each, and in the highest byte the first
 * cell of the player's region.  States are kept in the order in which they are met, and found again
 * by a hash table with open addressing, at most half full. */
#include "gen/sokoban_pulls.h"

#include "gen/sokoban_single.h"

#include <stdlib.h>
#include <string.h>

enum { PLAYER_SHIFT = 56 };

struct pulls {
    struct room room;
    struct room_set goals;
    unsigned boxes;
    uint64_t *states;
    uint32_t *slots; /* number of a state, and one more; 0: free */
    uint32_t count, most, mask;
    bool full;
    uint32_t ends[FOUND_DEPTHS + 1]; /* ends[d]: how many states are at most d pushes away */
    int depths;                      /* how many of these there are */
    struct found found;
    struct single *single;
};

struct pulls *pulls_make(uint32_t most_states)
{
    struct pulls *pulls = calloc(1, sizeof *pulls);
    if (pulls == NULL)
        return NULL;
    pulls->most = most_states;
    while (pulls->mask + 1 < 2 * most_states)
        pulls->mask = 2 * pulls->mask + 1;
    pulls->states = calloc(most_states, sizeof *pulls->states);
    pulls->slots = calloc((size_t)pulls->mask + 1, sizeof *pulls->slots);
    pulls->single = single_make(most_states);
    if (pulls->states != NULL && pulls->slots != NULL && pulls->single != NULL)
        return pulls;
    pulls_free(pulls);
    return NULL;
}

void pulls_free(struct pulls *pulls)
{
    free(pulls->states);
    free(pulls->slots);
    if (pulls->single != NULL)
        single_free(pulls->single);
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

/* The slot that a state has or would have. */
static uint32_t find_slot(const struct pulls *pulls, uint64_t state)
{
    uint32_t slot = (uint32_t)(state * UINT64_C(0x9e3779b97f4a7c15) >> 32) & pulls->mask;
    while (pulls->slots[slot] != 0 && pulls->states[pulls->slots[slot] - 1] != state)
        slot = (slot + 1) & pulls->mask;
    return slot;
}

/* Adds a state, unless it was met or there is no room. */
static void add(struct pulls *pulls, uint64_t state)
{
    uint32_t slot = find_slot(pulls, state);
    if (pulls->slots[slot] != 0)
        return;
    pulls->full = pulls->full || pulls->count == pulls->most;
    if (pulls->full)
        return;
    pulls->states[pulls->count++] = state;
    pulls->slots[slot] = pulls->count;
}

/* Adds the state in which the player stands at a cell. */
static void add_at(struct pulls *pulls, const struct room_set *boxes, unsigned player)
{
    struct room_set region = room_walk(&pulls->room, boxes, player);
    add(pulls, state_of(boxes, &region));
}

/* Where the player may be once all boxes are on goals. */
static void add_goals(struct pulls *pulls)
{
    for (unsigned cell = 0; cell < pulls->room.cells; cell++) {
        if (!room_has(&pulls->goals, cell))
            add_at(pulls, &pulls->goals, cell);
    }
}

/* Adds all states one pull back. */
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

static bool is_start(const struct pulls *pulls, uint64_t state)
{
    struct room_set boxes = boxes_of(pulls, state);
    bool clear = true;
    for (unsigned w = 0; w < ROOM_WORDS; w++)
        clear = clear && (boxes.words[w] & pulls->goals.words[w]) == 0;
    return clear;
}

static void note_layer(struct pulls *pulls, uint32_t first, int depth)
{
    for (uint32_t n = first; n < pulls->count; n++) {
        if (is_start(pulls, pulls->states[n]) && found_wants(&pulls->found, depth))
            found_keep(&pulls->found, depth, (struct found_pair){n, 0});
    }
}

int pulls_run(struct pulls *pulls, const struct room *room, const struct room_set *goals)
{
    pulls->room = *room;
    pulls->goals = *goals;
    pulls->boxes = room_count(goals);
    pulls->count = 0;
    pulls->full = false;
    memset(pulls->slots, 0, ((size_t)pulls->mask + 1) * sizeof *pulls->slots);
    found_clear(&pulls->found);
    add_goals(pulls);
    uint32_t first = 0;
    for (int depth = 1; first < pulls->count && depth < FOUND_DEPTHS; depth++) {
        uint32_t end = pulls->ends[depth - 1] = pulls->count;
        for (uint32_t n = first; n < end && !pulls->full; n++)
            pull(pulls, pulls->states[n]);
        note_layer(pulls, end, depth);
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
        levels[i].region =
            room_walk(&pulls->room, &levels[i].boxes, (unsigned)(state >> PLAYER_SHIFT));
    }
    return count;
}

bool pulls_met_all(const struct pulls *pulls)
{
    return !pulls->full;
}

/* --- one level --- */

/* Pushes from a state to the goals. */
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
            if (to == ROOM_NONE || stand == ROOM_NONE || !room_has(&reach, stand) ||
                room_has(&boxes, to))
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
    return single_test(pulls->single, pairs[n].state, nearer, pulls);
}

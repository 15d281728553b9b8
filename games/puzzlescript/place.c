/* Places: the flood; see place.h. */
#include "games/puzzlescript/place.h"

#include <stdlib.h>

static size_t cell_words(const struct ps_puzzle *puzzle)
{
    return (size_t)ps_size(puzzle) * ps_words(puzzle);
}

int ps_only_player(const struct ps_puzzle *puzzle, const uint64_t *position)
{
    int found = -1;
    for (int cell = 0; cell < ps_size(puzzle); cell++) {
        if (!meets(&position[(size_t)cell * ps_words(puzzle)], puzzle->program->player, puzzle->program->object_words))
            continue;
        if (found >= 0)
            return -1;
        found = cell;
    }
    return found;
}

/* --- nodes --- */

static bool grow_nodes(struct ps_puzzle *puzzle, struct ps_workspace *workspace, struct ps_place *place)
{
    int more = place->workspace == 0 ? 64 : 2 * place->workspace;
    size_t before = (size_t)place->workspace, after = (size_t)more;
    size_t words = ps_words(puzzle) * sizeof(uint64_t);
    struct ps_node *nodes =
        ps_workspace_grow(puzzle, workspace, place->nodes, before * sizeof *nodes, after * sizeof *nodes);
    if (nodes != NULL)
        place->nodes = nodes;
    uint64_t *players =
        nodes == NULL ? NULL : ps_workspace_grow(puzzle, workspace, place->players, before * words, after * words);
    if (players == NULL)
        return false;
    place->players = players;
    place->workspace = more;
    return true;
}

/* The node with this cell and these player objects, or -1. Objects that are not the player's are ignored. */
static int node_at(const struct ps_puzzle *puzzle, const struct ps_place *place, int cell, const uint64_t *objects)
{
    size_t words = ps_words(puzzle);
    for (int node = place->first[cell]; node >= 0; node = place->nodes[node].same_cell) {
        const uint64_t *players = ps_players(puzzle, place, node);
        bool same = true;
        for (size_t word = 0; word < words && same; word++)
            same = players[word] == (objects[word] & puzzle->program->player[word]);
        if (same)
            return node;
    }
    return -1;
}

int ps_find_node(const struct ps_puzzle *puzzle, const struct ps_place *place, const uint64_t *position)
{
    int cell = place->single ? ps_only_player(puzzle, position) : 0;
    if (!place->single || cell < 0)
        return place->single ? -1 : 0;
    return node_at(puzzle, place, cell, &position[(size_t)cell * ps_words(puzzle)]);
}

/* Adds a node with this cell and the player objects among `objects`. Returns -1 if the puzzle is stopped. */
static int add_node(struct ps_puzzle *puzzle, struct ps_workspace *workspace, struct ps_place *place,
                    const uint64_t *objects, int cell)
{
    size_t words = ps_words(puzzle);
    if (place->count == place->workspace && !grow_nodes(puzzle, workspace, place))
        return -1;
    struct ps_node *node = &place->nodes[place->count];
    *node = (struct ps_node){.cell = cell, .same_cell = -1};
    if (cell >= 0) {
        node->same_cell = place->first[cell];
        place->first[cell] = place->count;
        for (size_t word = 0; word < words; word++)
            ps_players(puzzle, place, place->count)[word] = objects[word] & puzzle->program->player[word];
    }
    return place->count++;
}

void ps_node_position(const struct ps_puzzle *puzzle, const struct ps_place *place, int node, uint64_t *position)
{
    memcpy(position, place->rest, puzzle->layout.words * sizeof *position);
    if (place->single)
        add_mask(&position[(size_t)place->nodes[node].cell * ps_words(puzzle)], ps_players(puzzle, place, node),
                 puzzle->program->object_words);
}

/* --- exits --- */

static bool add_exit(struct ps_puzzle *puzzle, struct ps_workspace *workspace, struct ps_place *place,
                     const uint64_t *position, bool won)
{
    size_t words = puzzle->layout.words;
    if (place->exits == place->exits_capacity) {
        size_t before = (size_t)place->exits_capacity, more = before == 0 ? 16 : 2 * before;
        uint64_t *after = ps_workspace_grow(puzzle, workspace, place->after, before * words * sizeof *after,
                                            more * words * sizeof *after);
        if (after != NULL)
            place->after = after;
        bool *wins = after == NULL ? NULL
                                   : ps_workspace_grow(puzzle, workspace, place->after_won, before * sizeof *wins,
                                                       more * sizeof *wins);
        if (wins == NULL)
            return false;
        place->after_won = wins;
        place->exits_capacity = (int)more;
    }
    memcpy(place->after + (size_t)place->exits * words, position, words * sizeof *position);
    place->after_won[place->exits++] = won;
    return true;
}

/* --- the flood --- */

/* Whether a position differs from the place only in where the single player is; if so, *cell is his cell. If the trace
 * is usable, only the cells in it are compared: the turn left the others unchanged. */
static bool is_walk(const struct ps_puzzle *puzzle, const struct ps_place *place, const uint64_t *position, bool won,
                    const struct ps_trace *trace, int *cell)
{
    size_t words = ps_words(puzzle), common = cell_words(puzzle);
    const uint64_t *player = puzzle->program->player;
    bool noted = trace->on && !trace->everywhere && trace->left <= trace->right;
    int height = puzzle->level.height, left = noted ? trace->left : 0, top = noted ? trace->top : 0;
    int right = noted ? trace->right : puzzle->level.width - 1;
    int bottom = noted ? trace->bottom : height - 1;
    *cell = -1;
    if (won != place->won)
        return false;
    for (int x = left; x <= right; x++)
        for (int i = x * height + top; i <= x * height + bottom; i++) {
            const uint64_t *here = &position[(size_t)i * words];
            const uint64_t *rest = &place->rest[(size_t)i * words];
            bool found = false;
            for (size_t word = 0; word < words; word++) {
                if ((here[word] & ~player[word]) != rest[word])
                    return false;
                found = found || (here[word] & player[word]) != 0;
            }
            if (found && *cell >= 0)
                return false;
            *cell = found ? i : *cell;
        }
    return *cell >= 0 &&
           memcmp(position + common, place->rest + common, (puzzle->layout.words - common) * sizeof *position) == 0;
}

/* The node at the end of a walk, added if it is new. Returns -1 if the puzzle is stopped. */
static int walk_to(struct ps_puzzle *puzzle, struct ps_workspace *workspace, struct ps_place *place, int cell,
                   const uint64_t *objects)
{
    int next = node_at(puzzle, place, cell, objects);
    return next >= 0 ? next : add_node(puzzle, workspace, place, objects, cell);
}

/* The result of a key if an equal turn was made before. PS_STEP_UNKNOWN if not, or if the walk would change whether the
 * position is won. */
static struct ps_step known_step(const struct ps_puzzle *puzzle, struct ps_workspace *workspace, struct ps_place *place,
                                 int node, unsigned way, int *cell)
{
    int from = place->nodes[node].cell;
    struct ps_step step =
        ps_window_find(puzzle, &workspace->windows, place->rest, from, ps_players(puzzle, place, node), way);
    *cell = from + step.across * puzzle->level.height + step.down;
    if (step.kind != PS_STEP_WALK || !puzzle->locality.by_player)
        return step;
    memcpy(workspace->other, place->rest, puzzle->layout.words * sizeof *workspace->other);
    add_mask(&workspace->other[(size_t)*cell * ps_words(puzzle)], step.players, puzzle->program->object_words);
    if (ps_conditions_hold(puzzle->program, workspace->other, ps_size(puzzle)) != place->won)
        step.kind = PS_STEP_UNKNOWN;
    return step;
}

static bool keep_step(const struct ps_puzzle *puzzle, struct ps_workspace *workspace, const struct ps_place *place,
                      int node, unsigned way, bool changed)
{
    int from = place->nodes[node].cell, height = puzzle->level.height, cell;
    struct ps_step step = {.kind = changed ? PS_STEP_OTHER : PS_STEP_NOTHING};
    if (changed && is_walk(puzzle, place, workspace->other, place->won, &workspace->state->trace, &cell)) {
        step = (struct ps_step){.kind = PS_STEP_WALK,
                                .across = cell / height - from / height,
                                .down = cell % height - from % height,
                                .players = workspace->players};
        for (size_t word = 0; word < ps_words(puzzle); word++)
            workspace->players[word] =
                workspace->other[(size_t)cell * ps_words(puzzle) + word] & puzzle->program->player[word];
    }
    return ps_window_keep(puzzle, &workspace->windows, &workspace->state->trace, from, way, step);
}

/* Makes the turn of a key and records the result. Returns false if the puzzle is stopped. */
static bool follow(struct ps_puzzle *puzzle, struct ps_workspace *workspace, struct ps_place *place, int node,
                   unsigned way)
{
    bool won = false;
    int cell, next = PS_NOWHERE;
    ps_node_position(puzzle, place, node, workspace->position);
    workspace->state->trace = (struct ps_trace){.on = place->by_windows, .left = GRID_MAX_SIDE, .top = GRID_MAX_SIDE};
    enum ps_turn turn = ps_make_turn(puzzle, workspace, workspace->position, way, workspace->other, &won);
    bool changed = turn == PS_TURN_CHANGED;
    if (ps_is_stopped(puzzle))
        return false;
    if (place->by_windows && turn != PS_TURN_UNTOLD && !workspace->state->endless &&
        keep_step(puzzle, workspace, place, node, way, changed))
        place->nodes[node].known |= 1u << way;
    if (changed && place->single && is_walk(puzzle, place, workspace->other, won, &workspace->state->trace, &cell)) {
        next = walk_to(puzzle, workspace, place, cell, &workspace->other[(size_t)cell * ps_words(puzzle)]);
        if (next < 0)
            return false;
    } else if (changed) {
        next = PS_ELSEWHERE - place->exits;
        if (!add_exit(puzzle, workspace, place, workspace->other, won))
            return false;
    }
    place->nodes[node].after[way] = next;
    return true;
}

/* How a place compares with another flooded place. A step is the same in both if its window shows no difference. */
struct likeness {
    const struct ps_place *other; /* NULL: no comparison */
    int left, top, right, bottom; /* the smallest rectangle with all differing cells */
};

/* Compares a place, of which only `rest` is known, with a flooded one. */
static struct likeness compare(const struct ps_puzzle *puzzle, const struct ps_place *place,
                               const struct ps_place *other)
{
    size_t words = ps_words(puzzle), at = 0;
    struct likeness like = {.left = GRID_MAX_SIDE, .top = GRID_MAX_SIDE, .right = -1, .bottom = -1};
    if (other == NULL || !place->by_windows || !other->by_windows || place->won != other->won ||
        puzzle->locality.by_player)
        return like;
    for (int x = 0; x < puzzle->level.width; x++)
        for (int y = 0; y < puzzle->level.height; y++)
            for (size_t word = 0; word < words; word++, at++) {
                if (place->rest[at] == other->rest[at])
                    continue;
                like.left = x < like.left ? x : like.left;
                like.right = x > like.right ? x : like.right;
                like.top = y < like.top ? y : like.top;
                like.bottom = y > like.bottom ? y : like.bottom;
            }
    like.other = other;
    return like;
}

/* Copies the result of a key from node `from` of the other place. Returns 1 if it did, 0 if the result may differ, -1
 * if the puzzle is stopped. */
static int copy_step(struct ps_puzzle *puzzle, struct ps_workspace *workspace, struct ps_place *place, int node,
                     unsigned way, const struct likeness *like, int from)
{
    struct ps_frame frame = ps_frame_of(puzzle, place->nodes[node].cell, way);
    if ((like->other->nodes[from].known >> way & 1) == 0 || (frame.left <= like->right && frame.right >= like->left &&
                                                             frame.top <= like->bottom && frame.bottom >= like->top))
        return 0;
    int after = like->other->nodes[from].after[way];
    if (after >= 0) {
        after =
            walk_to(puzzle, workspace, place, like->other->nodes[after].cell, ps_players(puzzle, like->other, after));
        if (after < 0)
            return -1;
        place->nodes[node].after[way] = after;
    }
    place->nodes[node].known |= 1u << way;
    return 1;
}

/* Records the result of a key. Exits are recorded only if `exits`. Returns false if the puzzle is stopped. */
static bool note_key(struct ps_puzzle *puzzle, struct ps_workspace *workspace, struct ps_place *place, int node,
                     unsigned way, bool exits)
{
    int cell = 0, next = PS_NOWHERE;
    struct ps_step step = {.kind = PS_STEP_UNKNOWN};
    if (place->by_windows)
        step = known_step(puzzle, workspace, place, node, way, &cell);
    if (step.kind == PS_STEP_UNKNOWN || (step.kind == PS_STEP_OTHER && exits))
        return follow(puzzle, workspace, place, node, way);
    place->nodes[node].known |= 1u << way;
    if (step.kind == PS_STEP_WALK) {
        next = walk_to(puzzle, workspace, place, cell, step.players);
        if (next < 0)
            return false;
    }
    place->nodes[node].after[way] = next;
    return true;
}

/* Marks the nodes from which walks lead to node 0. Most walks can be reversed at once and so lead to an earlier node;
 * then one upward pass is enough. Returns false if the puzzle is stopped. */
static bool join(struct ps_puzzle *puzzle, struct ps_place *place)
{
    bool down = false;
    place->nodes[0].joined = true;
    for (bool more = true; more; down = !down) {
        more = false;
        if (!ps_may_take(puzzle, 0))
            return false;
        for (int n = 1; n < place->count; n++) {
            struct ps_node *node = &place->nodes[down ? place->count - n : n];
            if (node->joined)
                continue;
            for (int way = 0; way < PS_KEYS && !node->joined; way++)
                node->joined = node->after[way] >= 0 && place->nodes[node->after[way]].joined;
            more = more || node->joined;
        }
    }
    return true;
}

enum { NODES_BETWEEN = 4096 /* nodes between two stop checks */ };

bool ps_flood(struct ps_puzzle *puzzle, struct ps_workspace *workspace, struct ps_place *place,
              const uint64_t *position, bool won, const struct ps_place *like)
{
    int cell = puzzle->walks ? ps_only_player(puzzle, position) : -1;
    size_t words = ps_words(puzzle);
    for (int i = 0; i < place->count; i++)
        if (place->nodes[i].cell >= 0)
            place->first[place->nodes[i].cell] = -1;
    place->count = place->exits = 0;
    place->single = cell >= 0;
    place->won = won;
    memcpy(place->rest, position, puzzle->layout.words * sizeof *position);
    if (cell >= 0)
        clear_mask(&place->rest[(size_t)cell * words], puzzle->program->player, (int)words);
    place->by_windows = cell >= 0 && puzzle->locality.local &&
                        ps_conditions_hold(puzzle->program, position, ps_size(puzzle)) == won &&
                        ps_windows_hold(puzzle, workspace->state, place->rest);
    if (ps_is_stopped(puzzle) ||
        add_node(puzzle, workspace, place, position + (cell < 0 ? 0 : (size_t)cell * words), cell) < 0)
        return false;
    struct likeness likeness = compare(puzzle, place, like);
    for (int node = 0; node < place->count; node++) {
        if (node % NODES_BETWEEN == NODES_BETWEEN - 1 && !ps_may_take(puzzle, 0))
            return false; /* steps from the cache make no turns, which would check for a stop */
        int same = likeness.other == NULL
                       ? -1
                       : node_at(puzzle, like, place->nodes[node].cell, ps_players(puzzle, place, node));
        for (unsigned way = 0; way < PS_KEYS; way++) {
            place->nodes[node].after[way] = PS_NOWHERE;
            int copied = same < 0 || !ps_is_key(puzzle, way)
                             ? 0
                             : copy_step(puzzle, workspace, place, node, way, &likeness, same);
            if (copied < 0 ||
                (copied == 0 && ps_is_key(puzzle, way) && !note_key(puzzle, workspace, place, node, way, like == NULL)))
                return false;
        }
    }
    return join(puzzle, place);
}

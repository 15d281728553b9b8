/* The slow judge of PuzzleScript levels; see slow_puzzlescript.h. */
#include "tests/slow_puzzlescript.h"

#include "tests/unit.h"

#include <stdlib.h>

enum { MOST = 700, BYTES = 4 * 64 };

struct slow {
    const struct ps_program *program;
    struct ps_state *state;
    size_t bytes;
    struct position {
        uint64_t words[2 * BYTES / 8]; /* the cells, then the cells that a restart restores */
        bool won;
        int after[MOVE_WAYS]; /* -1: nothing happens */
    } * positions;
    int count;
    bool too_many, doubt;
    bool (*walks)[MOST]; /* [from][to] whether walks of any length lead there */
    int *place;          /* the first of the positions that walks connect with it */
};

static int find_position(struct slow *slow, const struct position *wanted)
{
    for (int i = 0; i < slow->count; i++)
        if (slow->positions[i].won == wanted->won &&
            memcmp(slow->positions[i].words, wanted->words, sizeof wanted->words) == 0)
            return i;
    if (slow->count == MOST) {
        slow->too_many = true;
        return 0;
    }
    slow->positions[slow->count] = *wanted;
    return slow->count++;
}

static struct position get_position(const struct slow *slow)
{
    struct position position = {.won = slow->state->won};
    memcpy(position.words, slow->state->cells, slow->bytes);
    if (slow->program->checkpoints)
        memcpy(position.words + BYTES / 8, slow->state->restart, slow->bytes);
    return position;
}

/* Runs the turns that `again` requests.  Returns false if they do not end. */
static bool settle(struct slow *slow)
{
    bool won = slow->state->won;
    for (int turn = 0; slow->state->again; turn++) {
        if (turn == 500)
            return false;
        ps_turn(slow->state, PS_TICK);
        won = won || slow->state->won;
    }
    slow->state->won = won;
    return true;
}

static void play_keys(struct slow *slow, int from)
{
    for (int way = 0; way < MOVE_WAYS; way++) {
        const struct position *position = &slow->positions[from];
        slow->positions[from].after[way] = -1;
        if (way == MOVE_ACTION && slow->program->prelude.noaction)
            continue;
        ps_set_cells(slow->state, position->words);
        if (slow->program->checkpoints)
            memcpy(slow->state->restart, position->words + BYTES / 8, slow->bytes);
        ps_turn(slow->state, (unsigned)way);
        if (!settle(slow))
            continue;
        struct position after = get_position(slow);
        if (memcmp(after.words, position->words, sizeof after.words) != 0 || after.won)
            slow->positions[from].after[way] = find_position(slow, &after);
    }
}

/* Returns the only cell with a player, numbered in the order of the text, or -1 if there is none or there are
 * several. */
static int player_of(const struct slow *slow, int position)
{
    int found = -1, words = slow->program->object_words, height = slow->state->height;
    for (int i = 0; i < slow->state->size; i++) {
        if (!meets(&slow->positions[position].words[i * words], slow->program->player, words))
            continue;
        if (found >= 0)
            return -1;
        found = i % height * slow->state->width + i / height;
    }
    return found;
}

static bool is_walk(const struct slow *slow, int from, int to)
{
    const struct position *a = &slow->positions[from], *b = &slow->positions[to];
    size_t words = (size_t)slow->program->object_words;
    if (a->won != b->won || player_of(slow, from) < 0 || player_of(slow, to) < 0 ||
        memcmp(a->words + BYTES / 8, b->words + BYTES / 8, BYTES) != 0)
        return false;
    for (size_t i = 0; i < slow->bytes / 8; i++)
        if (((a->words[i] ^ b->words[i]) & ~slow->program->player[i % words]) != 0)
            return false;
    return true;
}

/* Finds the positions that walks connect. */
static void join(struct slow *slow, bool walks)
{
    for (int a = 0; a < slow->count; a++)
        for (int way = 0; walks && way < MOVE_WAYS; way++) {
            int after = slow->positions[a].after[way];
            if (after >= 0 && is_walk(slow, a, after))
                slow->walks[a][after] = true;
        }
    for (int via = 0; via < slow->count; via++)
        for (int a = 0; a < slow->count; a++)
            for (int b = 0; slow->walks[a][via] && b < slow->count; b++)
                slow->walks[a][b] = slow->walks[a][b] || slow->walks[via][b];
    for (int a = 0; a < slow->count; a++) {
        slow->place[a] = a;
        for (int b = a - 1; b >= 0; b--)
            if (slow->walks[a][b] && slow->walks[b][a])
                slow->place[a] = slow->place[b];
    }
}

/* Finds, for each cell, the place that several moves from `place` enter in that cell.  `entered` receives the number
 * of that place plus 1, or 0 if there is none or more than one. */
static void find_entered(const struct slow *slow, int place, int *entered)
{
    static int first[64][MOST];
    bool several[64] = {false};
    memset(first, 0, sizeof first);
    for (int from = 0; from < slow->count; from++)
        for (int way = 0; slow->place[from] == place && way < MOVE_WAYS; way++) {
            int after = slow->positions[from].after[way], cell = player_of(slow, from);
            int to = after < 0 ? -1 : player_of(slow, after), label = 1 + cell * MOVE_WAYS + way;
            if (cell < 0 || to < 0 || slow->place[after] == place)
                continue;
            int *one = &first[to][slow->place[after]];
            if (*one == 0)
                *one = label;
            if (*one == label)
                continue;
            several[to] = several[to] || (entered[to] != 0 && entered[to] != 1 + slow->place[after]);
            entered[to] = 1 + slow->place[after];
        }
    for (int to = 0; to < 64; to++)
        entered[to] = several[to] ? 0 : entered[to];
}

/* Counts the shortest ways from place to place, layer by layer.  With walks, a move is the player's cell, a key and
 * the place to which it leads; if several keys enter a place in the same cell, they count as one move.  Without
 * walks, a move is a key. */
static struct slow_answer count_ways(struct slow *slow, bool walks)
{
    static double ways[MOST], next[MOST];
    static int depth[MOST];
    static bool made[64][MOVE_WAYS][MOST];
    int moves[64];
    struct slow_answer answer = {.depth = -1, .states = 1};
    memset(ways, 0, sizeof ways);
    for (int i = 0; i < slow->count; i++)
        depth[i] = -1;
    ways[slow->place[0]] = 1;
    depth[slow->place[0]] = 0;
    for (int layer = 0, more = 1; more; layer++) {
        more = 0;
        memset(next, 0, sizeof next);
        for (int place = 0; place < slow->count; place++) {
            if (depth[place] != layer)
                continue;
            if (slow->positions[place].won) {
                if (answer.depth < 0 || answer.depth == layer) {
                    answer.depth = layer;
                    answer.solutions += ways[place];
                }
                continue;
            }
            memset(made, 0, sizeof made);
            memset(moves, 0, sizeof moves);
            bool entries[64] = {false};
            if (walks)
                find_entered(slow, place, moves);
            for (int from = 0; from < slow->count; from++)
                for (int way = 0; slow->place[from] == place && way < MOVE_WAYS; way++) {
                    int after = slow->positions[from].after[way];
                    int cell = walks ? player_of(slow, from) : 0, to = after < 0 ? -1 : player_of(slow, after);
                    if (after < 0 || slow->place[after] == place)
                        continue;
                    bool entered = walks && cell >= 0 && to >= 0 && moves[to] == 1 + slow->place[after];
                    bool *was = entered ? &entries[to] : &made[cell < 0 ? 0 : cell][way][slow->place[after]];
                    next[slow->place[after]] += *was ? 0 : ways[place];
                    *was = true;
                }
        }
        for (int place = 0; place < slow->count; place++) {
            if (next[place] == 0 || depth[place] >= 0)
                continue;
            depth[place] = layer + 1;
            ways[place] = next[place];
            answer.states++;
            more = 1;
        }
    }
    return answer;
}

bool slow_puzzlescript(const struct ps_puzzle *puzzle, bool walks, struct slow_answer *answer)
{
    struct slow slow = {.program = puzzle->program, .state = ps_state_new(puzzle->program)};
    slow.positions = calloc(MOST, sizeof *slow.positions);
    slow.walks = calloc(MOST, sizeof *slow.walks);
    slow.place = calloc(MOST, sizeof *slow.place);
    assert_true(ps_ensure_capacity(slow.state, &puzzle->level));
    slow.bytes = ps_cell_bytes(slow.state);
    assert_true(slow.bytes <= BYTES);
    assert_true(ps_begin(slow.state, puzzle->cells));
    bool good = settle(&slow);
    struct position start = get_position(&slow);
    find_position(&slow, &start);
    for (int i = 0; i < slow.count && !slow.too_many; i++)
        play_keys(&slow, i);
    good = good && !slow.too_many;
    if (good) {
        join(&slow, walks);
        *answer = count_ways(&slow, walks);
    }
    ps_state_free(slow.state);
    free(slow.positions);
    free(slow.walks);
    free(slow.place);
    return good;
}

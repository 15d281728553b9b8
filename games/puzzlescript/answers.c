/* Answers: what keys do, from each position of a single player who walks.
 *
 * Most keys in a place do what they did in another place, because nearly all cells hold the same objects there.  So
 * each position and key has an answer: the leaf of the memory of steps (steps.c) that was found for it.  All answers
 * belong to one position without the player, the *base*.  In another place, an answer is *stale* if its leaf reads a
 * cell that differs from the base.  Reads are few, so each distance between a player and a cell that he reads has a
 * bit; `stale` has, for the player's cell, the bits of the distances at which cells differ.
 *
 * Boards, with a bit for each cell, say where a key is a plain walk, to the next cell, and where it leads nowhere.  A
 * few shifts find all positions of a place that plain walks reach.  Only the other keys are looked up. */
#include "games/puzzlescript/place.h"

#include <stdlib.h>

/* Boards of a look.  The last ones serve one flood. */
enum { WALKS, ENDS = WALKS + PS_KEYS, PLAIN = ENDS + PS_KEYS, ODD = PLAIN + PS_KEYS, DONE, REACHED, JOINED, BOARDS };

static int words_of_board(const struct ps_puzzle *puzzle)
{
    return (ps_size(puzzle) + 63) / 64;
}

static uint64_t *board_of(const struct ps_puzzle *puzzle, const struct ps_look *look, int board)
{
    return look->boards + (size_t)board * (size_t)words_of_board(puzzle);
}

void ps_answers_make(const struct ps_puzzle *puzzle, struct ps_answers *answers, struct arrays *arrays)
{
    size_t cells = (size_t)ps_size(puzzle), words = (size_t)words_of_board(puzzle);
    answers->base = arrays_add(arrays, cells * ps_words(puzzle), sizeof *answers->base);
    answers->stale = arrays_add(arrays, cells, sizeof *answers->stale);
    answers->stale_board = arrays_add(arrays, words, sizeof *answers->stale_board);
    answers->scratch = arrays_add(arrays, words, sizeof *answers->scratch);
    answers->relied = arrays_add(arrays, puzzle->locality.fact_words, sizeof *answers->relied);
}

void ps_answers_free(struct ps_answers *answers)
{
    for (int look = 0; look < answers->look_count; look++)
        free(answers->looks[look].players);
}

int ps_look_of(struct ps_puzzle *puzzle, struct ps_workspace *workspace, const uint64_t *players)
{
    struct ps_answers *answers = &workspace->answers;
    size_t words = ps_words(puzzle), boards = BOARDS * (size_t)words_of_board(puzzle);
    size_t leaves = (size_t)ps_size(puzzle) * PS_KEYS;
    for (int look = 0; look < answers->look_count; look++)
        if (memcmp(answers->looks[look].players, players, words * sizeof *players) == 0)
            return look;
    size_t bytes = (words + boards) * sizeof(uint64_t) + leaves * sizeof(uint32_t);
    uint64_t *memory = NULL;
    if (answers->look_count == PS_MOST_LOOKS || bytes > PS_MOST_LOOK_BYTES ||
        !ps_workspace_grow(puzzle, workspace, &memory, 0, bytes))
        return -1;
    memset(memory, 0, bytes);
    memcpy(memory, players, words * sizeof *players);
    struct ps_look *look = &answers->looks[answers->look_count];
    *look = (struct ps_look){
        .players = memory, .boards = memory + words, .leaves = (uint32_t *)(void *)(memory + words + boards)};
    for (int way = 0; way < PS_KEYS; way++)
        look->to[way] = -1;
    return answers->look_count++;
}

/* How far a plain walk leads, by the numbers of cells.  A key without a direction changes only how the player looks. */
static int stride_of(const struct ps_puzzle *puzzle, unsigned way)
{
    int height = puzzle->level.height;
    return way == UP ? -1 : way == DOWN ? 1 : way == LEFT ? -height : way == RIGHT ? height : 0;
}

/* Stores an answer, which is valid for the base. */
static void set_answer(struct ps_puzzle *puzzle, struct ps_workspace *workspace, int number, int cell, unsigned way,
                       uint32_t leaf)
{
    struct ps_answers *answers = &workspace->answers;
    struct ps_look *look = &answers->looks[number];
    uint64_t bit = (uint64_t)1 << cell % 64;
    uint64_t *walks = board_of(puzzle, look, WALKS + (int)way) + cell / 64;
    uint64_t *ends = board_of(puzzle, look, ENDS + (int)way) + cell / 64;
    look->leaves[cell * PS_KEYS + (int)way] = leaf;
    *walks &= ~bit;
    *ends &= ~bit;
    if (leaf == 0)
        return;
    const struct ps_step_leaf *step = &workspace->steps.leaves[leaf];
    if (step->kind <= PS_STEP_TURN || step->stages > 0)
        return;
    if (step->kind != PS_STEP_WALK) {
        *ends |= bit;
    } else if (step->across * puzzle->level.height + step->down == stride_of(puzzle, way)) {
        int to = ps_look_of(puzzle, workspace, &workspace->steps.words[step->words + puzzle->locality.fact_words]);
        look->to[way] = look->to[way] < 0 ? to : look->to[way];
        if (to < 0 || look->to[way] != to)
            return;
        *walks |= bit;
    }
    add_mask(answers->relied, ps_step_facts(&workspace->steps, leaf), (int)puzzle->locality.fact_words);
}

/* Drops all answers if the memory of steps has forgotten its leaves. */
static void check_epoch(const struct ps_puzzle *puzzle, struct ps_workspace *workspace)
{
    struct ps_answers *answers = &workspace->answers;
    if (answers->epoch == workspace->steps.epoch)
        return;
    answers->epoch = workspace->steps.epoch;
    for (int look = 0; look < answers->look_count; look++) {
        memset(answers->looks[look].leaves, 0, (size_t)ps_size(puzzle) * PS_KEYS * sizeof(uint32_t));
        memset(answers->looks[look].boards, 0, (size_t)PLAIN * (size_t)words_of_board(puzzle) * sizeof(uint64_t));
    }
    memset(answers->relied, 0, puzzle->locality.fact_words * sizeof *answers->relied);
    answers->distances = 0;
}

/* Whether the base and the place differ, as far as is known, in a cell that a leaf reads. */
static inline bool is_stale(const struct ps_workspace *workspace, uint32_t number, int cell)
{
    const struct ps_step_leaf *leaf = &workspace->steps.leaves[number];
    return (leaf->reads & workspace->answers.stale[cell]) != 0 || leaf->last_distance >= workspace->answers.distances;
}

void ps_answers_enter(struct ps_puzzle *puzzle, struct ps_workspace *workspace, const struct ps_place *place, bool base)
{
    struct ps_answers *answers = &workspace->answers;
    const struct ps_steps *steps = &workspace->steps;
    size_t words = ps_words(puzzle);
    int size = ps_size(puzzle), height = puzzle->level.height;
    check_epoch(puzzle, workspace);
    answers->distances = steps->distance_count;
    memset(answers->stale, 0, (size_t)size * sizeof *answers->stale);
    memset(answers->stale_board, 0, (size_t)words_of_board(puzzle) * sizeof *answers->stale_board);
    for (int cell = 0; cell < size; cell++) {
        const uint64_t *own = &answers->base[(size_t)cell * words], *other = &place->rest[(size_t)cell * words];
        if (own[0] == other[0] && (words == 1 || memcmp(own, other, words * sizeof *own) == 0))
            continue;
        int x = cell / height, y = cell % height;
        for (int i = 0; i < steps->distance_count; i++) {
            int from_x = x - steps->distances[i].x, from_y = y - steps->distances[i].y;
            if (from_x >= 0 && from_y >= 0 && from_x < puzzle->level.width && from_y < height) {
                answers->stale[from_x * height + from_y] |= ps_distance_bit(i);
                set_bit(answers->stale_board, from_x * height + from_y);
            }
        }
    }
    if (!base)
        return;
    for (int cell = 0; cell < size; cell++) {
        if (answers->stale[cell] != 0) {
            for (int look = 0; look < answers->look_count; look++)
                for (unsigned way = 0; way < PS_KEYS; way++) {
                    uint32_t leaf = answers->looks[look].leaves[cell * PS_KEYS + (int)way];
                    if (leaf != 0 && is_stale(workspace, leaf, cell))
                        set_answer(puzzle, workspace, look, cell, way, 0);
                }
        }
        answers->stale[cell] = 0;
    }
    memcpy(answers->base, place->rest, (size_t)size * words * sizeof *place->rest);
    memset(answers->stale_board, 0, (size_t)words_of_board(puzzle) * sizeof *answers->stale_board);
}

const struct ps_step_leaf *ps_answer(struct ps_puzzle *puzzle, struct ps_workspace *workspace,
                                     const struct ps_view *view, unsigned way)
{
    static const struct ps_step_leaf unknown = {.kind = PS_STEP_UNKNOWN};
    const struct ps_steps *steps = &workspace->steps;
    int cell = view->cells[0];
    bool asks = view->look >= 0 && steps->slot_count > 0;
    uint32_t leaf = 0;
    if (asks) {
        check_epoch(puzzle, workspace);
        leaf = workspace->answers.looks[view->look].leaves[cell * PS_KEYS + (int)way];
    }
    if (leaf == 0 || is_stale(workspace, leaf, cell) || !ps_step_applies(puzzle, steps, leaf, view->holds)) {
        leaf = ps_step_find(puzzle, steps, view, way);
        if (asks && leaf != 0 && !is_stale(workspace, leaf, cell))
            set_answer(puzzle, workspace, view->look, cell, way, leaf);
    }
    return leaf == 0 ? &unknown : &steps->leaves[leaf];
}

/* --- the flood by boards --- */

/* A word of a board whose cells are moved by a stride. */
static inline uint64_t moved_word(const uint64_t *board, int words, int word, int stride)
{
    int first = 64 * word - stride, from = first >> 6, bits = first & 63;
    uint64_t low = from >= 0 && from < words ? board[from] >> bits : 0;
    uint64_t high = bits > 0 && from + 1 >= 0 && from + 1 < words ? board[from + 1] << (64 - bits) : 0;
    return low | high;
}

/* Adds positions along plain walks, to those of a board: forward to those that walks lead to, or back to those reached
 * that lead there.  Returns whether there are more. */
static bool spread(const struct ps_puzzle *puzzle, const struct ps_answers *answers, bool forward)
{
    int words = words_of_board(puzzle);
    bool added = false;
    for (bool more = true; more; added = added || more) {
        more = false;
        for (int number = 0; number < answers->look_count; number++)
            for (int way = 0; way < PS_KEYS; way++) {
                const struct ps_look *look = &answers->looks[number];
                if (look->to[way] < 0)
                    continue;
                const struct ps_look *next = &answers->looks[look->to[way]];
                const uint64_t *plain = board_of(puzzle, look, PLAIN + way);
                const uint64_t *reached = board_of(puzzle, look, REACHED);
                const uint64_t *from = forward ? reached : board_of(puzzle, next, JOINED);
                uint64_t *to = forward ? board_of(puzzle, next, REACHED) : board_of(puzzle, look, JOINED);
                int stride = stride_of(puzzle, (unsigned)way);
                uint64_t any;
                do {
                    any = 0;
                    for (int word = 0; forward && word < words; word++)
                        answers->scratch[word] = reached[word] & plain[word];
                    for (int word = 0; word < words; word++) {
                        uint64_t found = forward ? moved_word(answers->scratch, words, word, stride)
                                                 : moved_word(from, words, word, -stride) & reached[word] & plain[word];
                        any |= found & ~to[word];
                        to[word] |= found;
                    }
                    more = more || any != 0;
                } while (any != 0 && next == look);
            }
    }
    return added;
}

/* Prepares the boards of looks for a flood.  Returns how many looks there are. */
static int begin_looks(const struct ps_puzzle *puzzle, const struct ps_answers *answers, int begun)
{
    for (; begun < answers->look_count; begun++) {
        const struct ps_look *look = &answers->looks[begun];
        int words = words_of_board(puzzle);
        uint64_t *odd = board_of(puzzle, look, ODD);
        memset(odd, 0, (size_t)(BOARDS - ODD) * (size_t)words * sizeof *odd);
        for (int way = 0; way < PS_KEYS; way++) {
            const uint64_t *walks = board_of(puzzle, look, WALKS + way), *ends = board_of(puzzle, look, ENDS + way);
            uint64_t *plain = board_of(puzzle, look, PLAIN + way);
            for (int word = 0; word < words; word++) {
                plain[word] = walks[word] & ~answers->stale_board[word];
                if (ps_is_key(puzzle, (unsigned)way))
                    odd[word] |= ~(walks[word] | ends[word]) | answers->stale_board[word];
            }
        }
    }
    return begun;
}

/* Whether an answer holds and is on a board. */
static bool is_answered(const struct ps_puzzle *puzzle, const struct ps_workspace *workspace,
                        const struct ps_look *look, int board, int cell, unsigned way)
{
    return has_bit(board_of(puzzle, look, board + (int)way), cell) &&
           !is_stale(workspace, look->leaves[cell * PS_KEYS + (int)way], cell);
}

/* Follows the keys from a position, except plain walks.  Returns false if that fails. */
static bool follow_odd(struct ps_puzzle *puzzle, struct ps_workspace *workspace, struct ps_place *place, int number,
                       int cell, int *begun)
{
    const struct ps_answers *answers = &workspace->answers;
    const struct ps_look *look = &answers->looks[number];
    for (unsigned way = 0; way < PS_KEYS; way++) {
        check_epoch(puzzle, workspace);
        if (!ps_is_key(puzzle, way) || is_answered(puzzle, workspace, look, ENDS, cell, way))
            continue;
        if (is_answered(puzzle, workspace, look, WALKS, cell, way)) {
            set_bit(board_of(puzzle, look, PLAIN + (int)way), cell);
            continue;
        }
        int node = ps_walk_to(puzzle, workspace, place, cell, look->players);
        if (node < 0 || !ps_record_key(puzzle, workspace, place, node, way, false))
            return false;
        int after = place->nodes[node].after[way];
        if (after < 0)
            continue;
        if (place->nodes[after].look < 0)
            return false;
        *begun = begin_looks(puzzle, answers, *begun);
        set_bit(board_of(puzzle, &answers->looks[place->nodes[after].look], REACHED), place->nodes[after].cell);
    }
    return true;
}

static bool has_joined(const struct ps_puzzle *puzzle, const struct ps_answers *answers, const struct ps_node *node)
{
    return node->look >= 0 && has_bit(board_of(puzzle, &answers->looks[node->look], JOINED), node->cell);
}

bool ps_flood_boards(struct ps_puzzle *puzzle, struct ps_workspace *workspace, struct ps_place *place)
{
    struct ps_answers *answers = &workspace->answers;
    struct ps_steps *steps = &workspace->steps;
    size_t wanted = steps->wanted;
    int words = words_of_board(puzzle), first = place->nodes[0].look;
    if (first < 0 || !within(answers->relied, place->holds, (int)puzzle->locality.fact_words))
        return false;
    int begun = begin_looks(puzzle, answers, 0);
    set_bit(board_of(puzzle, &answers->looks[first], REACHED), place->nodes[0].cell);
    for (bool more = true; more;) {
        spread(puzzle, answers, true);
        more = false;
        for (int number = 0; number < begun; number++)
            for (int word = 0; word < words; word++) {
                const struct ps_look *look = &answers->looks[number];
                uint64_t *done = board_of(puzzle, look, DONE) + word;
                uint64_t left = board_of(puzzle, look, REACHED)[word] & board_of(puzzle, look, ODD)[word] & ~*done;
                *done |= left;
                for (more = more || left != 0; left != 0; left &= left - 1)
                    if (!follow_odd(puzzle, workspace, place, number, 64 * word + __builtin_ctzll(left), &begun))
                        return false;
            }
    }
    size_t keys = 0;
    for (int number = 0; number < begun; number++)
        for (int word = 0; word < words; word++)
            keys +=
                (size_t)(__builtin_popcountll(board_of(puzzle, &answers->looks[number], REACHED)[word]) * puzzle->keys);
    size_t answered = keys - (steps->wanted - wanted);
    steps->wanted += answered;
    steps->found += answered;
    set_bit(board_of(puzzle, &answers->looks[first], JOINED), place->nodes[0].cell);
    for (bool more = true; more;) {
        spread(puzzle, answers, false);
        more = false;
        for (int n = 0; n < place->count; n++) {
            const struct ps_node *node = &place->nodes[n];
            bool joined = has_joined(puzzle, answers, node);
            for (int way = 0; way < PS_KEYS && !joined; way++)
                if (node->after[way] >= 0 && has_joined(puzzle, answers, &place->nodes[node->after[way]])) {
                    set_bit(board_of(puzzle, &answers->looks[node->look], JOINED), node->cell);
                    joined = more = true;
                }
        }
    }
    return true;
}

const uint64_t *ps_joined(const struct ps_puzzle *puzzle, const struct ps_answers *answers, int look)
{
    return board_of(puzzle, &answers->looks[look], JOINED);
}

/* Caches of what is known about earlier positions, so that a place is not flooded for each move into it, and no turn is
 * made twice; see place.h.
 *
 * Each item of both tables begins with its key, packed cells.  A full table forgets everything. */
#include "games/puzzlescript/place.h"

enum {
    FIRST_SLOTS = 256,     /* of a table; a power of 2, as are all later numbers */
    MOST_BYTES = 32 << 20, /* of a table's items */
};

static size_t hash_of(const unsigned char *key, size_t bytes)
{
    uint64_t hash = bytes, word;
    for (; bytes > 0; key += sizeof word, bytes -= bytes < sizeof word ? bytes : sizeof word) {
        word = 0;
        memcpy(&word, key, bytes < sizeof word ? bytes : sizeof word);
        hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 29;
    }
    return (size_t)(hash ^ hash >> 32);
}

static unsigned char *item_of(const struct ps_table *table, uint32_t number)
{
    return table->items + (size_t)(number - 1) * table->item_bytes;
}

/* The slot of the first item with this key from `slot` on, or a free slot. */
static size_t find_slot(const struct ps_table *table, const unsigned char *key, size_t slot)
{
    for (slot &= table->slots - 1; table->numbers[slot] != 0; slot = (slot + 1) & (table->slots - 1))
        if (memcmp(item_of(table, table->numbers[slot]), key, table->key_bytes) == 0)
            break;
    return slot;
}

/* Reserves memory for `more` items; numbers of items may become invalid.  Returns false if the puzzle is stopped. */
static bool reserve_items(struct ps_puzzle *puzzle, struct ps_workspace *workspace, struct ps_table *table, size_t more)
{
    if (2 * (table->count + more) <= table->slots)
        return true;
    if (table->slots * table->item_bytes > MOST_BYTES) {
        memset(table->numbers, 0, table->slots * sizeof *table->numbers);
        table->count = 0;
        table->epoch++;
        return true;
    }
    size_t before = table->slots, after = before == 0 ? FIRST_SLOTS : 2 * before;
    if (!ps_workspace_grow(puzzle, workspace, &table->items, before == 0 ? 0 : (before / 2 + 1) * table->item_bytes,
                           (after / 2 + 1) * table->item_bytes) ||
        !ps_workspace_grow(puzzle, workspace, &table->numbers, before * sizeof(uint32_t), after * sizeof(uint32_t)))
        return false;
    uint32_t *numbers = table->numbers;
    table->slots = after;
    memset(numbers, 0, after * sizeof *numbers);
    for (uint32_t number = 1; number <= table->count; number++) {
        size_t slot = hash_of(item_of(table, number), table->key_bytes);
        for (slot &= after - 1; numbers[slot] != 0; slot = (slot + 1) & (after - 1))
            continue;
        numbers[slot] = number;
    }
    return true;
}

/* Adds an item, all zero but for its key, in a free slot.  There must be capacity. */
static unsigned char *add_item(struct ps_table *table, size_t slot)
{
    table->numbers[slot] = ++table->count;
    unsigned char *item = item_of(table, table->count);
    memset(item + table->key_bytes, 0, table->item_bytes - table->key_bytes);
    return item;
}

/* The number of a position's item.  Adds the item if it is new.  There must be capacity. */
static uint32_t number_of(const struct ps_puzzle *puzzle, struct ps_table *table, const uint64_t *position, bool won)
{
    unsigned char *key = item_of(table, table->count + 1); /* where the next item goes */
    ps_pack(puzzle, position, won, key);
    size_t slot = find_slot(table, key, hash_of(key, table->key_bytes));
    if (table->numbers[slot] == 0)
        add_item(table, slot);
    return table->numbers[slot];
}

/* --- places --- */

/* An item of `places`: the packed cells without the player, the state, and a bit for each position of the player that
 * belongs to the place. */

/* The number of the bit for the player's position, among all positions that differ only in the player. */
static size_t bit_of(const struct ps_puzzle *puzzle, const uint64_t *objects, int cell)
{
    size_t way = 0;
    for (int word = 0; word < puzzle->program->object_words; word++)
        for (uint64_t own = objects[word] & puzzle->program->player[word]; own != 0; own &= own - 1)
            way += (size_t)puzzle->packing.weights[64 * word + __builtin_ctzll(own)];
    return (way - 1) * (size_t)ps_size(puzzle) + (size_t)cell;
}

bool ps_known_state(const struct ps_puzzle *puzzle, const struct ps_workspace *workspace, const uint64_t *players,
                    int cell, unsigned char *state)
{
    const struct ps_table *table = &workspace->places;
    if (table->count == 0)
        return false;
    size_t bit = bit_of(puzzle, players, cell), bytes = table->key_bytes;
    size_t slot = find_slot(table, state, hash_of(state, bytes));
    for (; table->numbers[slot] != 0; slot = find_slot(table, state, slot + 1)) {
        const unsigned char *item = item_of(table, table->numbers[slot]);
        if ((item[2 * bytes + bit / 8] >> bit % 8 & 1) == 0)
            continue;
        memcpy(state, item + bytes, bytes);
        return true;
    }
    return false;
}

/* A position of the walking player. */
struct position {
    int cell;
    const uint64_t *players;
};

/* The lesser one of two positions in a place; `one` may be no position. */
static struct position lesser(const struct ps_puzzle *puzzle, struct position one, struct position other)
{
    if (one.players == NULL || one.cell != other.cell)
        return one.players == NULL || other.cell < one.cell ? other : one;
    for (size_t word = 0; word < ps_words(puzzle); word++)
        if (one.players[word] != other.players[word])
            return other.players[word] < one.players[word] ? other : one;
    return one;
}

/* Adds a position to an item. */
static void add_position(const struct ps_puzzle *puzzle, struct position position, unsigned char *item)
{
    size_t bit = bit_of(puzzle, position.players, position.cell);
    item[2 * puzzle->puzzle.state_bytes + bit / 8] |= (unsigned char)(1 << bit % 8);
}

bool ps_keep_state(struct ps_puzzle *puzzle, struct ps_workspace *workspace, const struct ps_place *place,
                   unsigned char *state)
{
    struct ps_table *table = &workspace->places;
    size_t bytes = puzzle->puzzle.state_bytes, bits = (size_t)puzzle->packing.player_ways * (size_t)ps_size(puzzle);
    table->key_bytes = bytes;
    table->item_bytes = 2 * bytes + (bits + 7) / 8;
    bool keeps = bits > 0 && !place->unsure, good = !keeps || reserve_items(puzzle, workspace, table, 1);
    unsigned char *item = NULL;
    struct position least = {-1, NULL};
    if (keeps && good) {
        size_t slot = find_slot(table, state, hash_of(state, bytes));
        while (table->numbers[slot] != 0)
            slot = find_slot(table, state, slot + 1);
        item = add_item(table, slot);
        memcpy(item, state, bytes);
    }
    for (int node = 0; !place->by_boards && node < place->count; node++) {
        struct position position = {place->nodes[node].cell, ps_players(puzzle, place, node)};
        if (!place->nodes[node].joined)
            continue;
        least = lesser(puzzle, least, position);
        if (item != NULL)
            add_position(puzzle, position, item);
    }
    for (int look = 0; place->by_boards && look < workspace->answers.look_count; look++) {
        const uint64_t *joined = ps_joined(puzzle, &workspace->answers, look);
        struct position position = {-1, workspace->answers.looks[look].players};
        for (int at = 0; at < ps_size(puzzle); at += 64)
            for (uint64_t left = joined[at / 64]; left != 0; left &= left - 1) {
                bool first = position.cell < 0;
                position.cell = at + __builtin_ctzll(left);
                if (first)
                    least = lesser(puzzle, least, position);
                if (item != NULL)
                    add_position(puzzle, position, item);
            }
    }
    ps_pack_more(puzzle, least.cell, least.players, state);
    if (item != NULL)
        memcpy(item + bytes, state, bytes);
    return good;
}

/* --- turns --- */

/* An item of `turns`: a packed position, padding, then this. */
struct known_position {
    uint64_t flood; /* the last flood that met the position */
    int node;       /* its node there */
    uint32_t made[PS_KEYS];
};

static size_t padded(size_t bytes)
{
    return (bytes + 7) / 8 * 8;
}

enum { UNKNOWN, NOTHING, FIRST_ITEM /* plus the number of the item of the position after the turn */ };

static struct known_position *known_of(const struct ps_table *table, uint32_t number)
{
    return (struct known_position *)(void *)(item_of(table, number) + padded(table->key_bytes));
}

void ps_name_node(struct ps_workspace *workspace, struct ps_place *place, int node, uint32_t item)
{
    struct ps_table *table = &workspace->turns;
    place->nodes[node].item = item;
    place->nodes[node].item_epoch = table->epoch;
    known_of(table, item)->flood = place->flood;
    known_of(table, item)->node = node;
}

/* The item of a node with this position.  Nodes of a won place do not keep theirs, because walks lead to the items of
 * won positions, and turns begin at others. */
static uint32_t item_of_node(const struct ps_puzzle *puzzle, struct ps_workspace *workspace, struct ps_place *place,
                             int node, const uint64_t *position)
{
    struct ps_table *table = &workspace->turns;
    if (!place->won && place->nodes[node].item != 0 && place->nodes[node].item_epoch == table->epoch)
        return place->nodes[node].item;
    uint32_t item = number_of(puzzle, table, position, false);
    if (!place->won)
        ps_name_node(workspace, place, node, item);
    return item;
}

enum ps_turn ps_recall_turn(struct ps_puzzle *puzzle, struct ps_workspace *workspace, struct ps_place *place, int node,
                            const uint64_t *position, unsigned way, struct ps_known_turn *turn)
{
    struct ps_table *table = &workspace->turns;
    *turn = (struct ps_known_turn){.next = -1};
    table->key_bytes = puzzle->puzzle.state_bytes;
    table->item_bytes = padded(table->key_bytes) + sizeof(struct known_position);
    if (!reserve_items(puzzle, workspace, table, 2))
        return PS_TURN_UNKNOWN;
    turn->from = item_of_node(puzzle, workspace, place, node, position);
    uint32_t made = known_of(table, turn->from)->made[way];
    if (made < FIRST_ITEM)
        return made == NOTHING ? PS_TURN_NOTHING : PS_TURN_UNKNOWN;
    turn->to = made - FIRST_ITEM;
    const struct known_position *known = known_of(table, turn->to);
    if (!place->won && known->flood == place->flood)
        turn->next = known->node;
    return PS_TURN_CHANGED;
}

bool ps_recall_position(const struct ps_puzzle *puzzle, const struct ps_workspace *workspace, uint32_t item,
                        uint64_t *position)
{
    return ps_unpack(puzzle, item_of(&workspace->turns, item), position);
}

void ps_keep_turn(const struct ps_puzzle *puzzle, struct ps_workspace *workspace, struct ps_place *place,
                  const struct ps_known_turn *turn, unsigned way, const uint64_t *after, bool won)
{
    struct ps_table *table = &workspace->turns;
    uint32_t made = NOTHING;
    if (turn->next >= 0 && !place->won)
        made = FIRST_ITEM + item_of_node(puzzle, workspace, place, turn->next, after);
    else if (after != NULL)
        made = FIRST_ITEM + number_of(puzzle, table, after, won);
    known_of(table, turn->from)->made[way] = made;
}

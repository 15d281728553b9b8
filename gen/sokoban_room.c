/* Sokoban rooms to be searched; see sokoban_room.h. */
#include "gen/sokoban_room.h"

#include <string.h>

void room_make(struct room *room, const struct sokoban_draft *draft)
{
    unsigned char number[SOKOBAN_DRAFT_CELLS];
    *room = (struct room){.columns = draft->columns, .rows = draft->rows};
    for (int place = 0; place < sokoban_draft_size(draft); place++) {
        number[place] = (unsigned char)(draft->floor[place] ? room->cells : ROOM_NONE);
        if (draft->floor[place])
            room->place[room->cells++] = (unsigned char)place;
    }
    room->words = (room->cells + ROOM_WORD - 1) / ROOM_WORD;
    for (unsigned cell = 0; cell < room->cells; cell++) {
        for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
            int beside = sokoban_draft_beside(draft, room->place[cell], direction);
            room->next[cell][direction] = beside < 0 ? ROOM_NONE : number[beside];
            if (room->next[cell][direction] != ROOM_NONE)
                room_flip(&room->beside[cell], room->next[cell][direction]);
        }
    }
}

unsigned room_count(const struct room_set *set)
{
    unsigned count = 0;
    for (unsigned w = 0; w < ROOM_WORDS; w++)
        count += (unsigned)__builtin_popcountll(set->words[w]);
    return count;
}

unsigned room_nth(const struct room_set *set, unsigned n)
{
    unsigned w = 0;
    for (; n >= (unsigned)__builtin_popcountll(set->words[w]); w++)
        n -= (unsigned)__builtin_popcountll(set->words[w]);
    uint64_t rest = set->words[w];
    while (n-- > 0)
        rest &= rest - 1;
    return ROOM_WORD * w + (unsigned)__builtin_ctzll(rest);
}

/* A cell of a set, each as likely as the others. */
static unsigned pick(const struct room_set *set, struct rng *rng)
{
    return room_nth(set, rng_below(rng, room_count(set)));
}

struct room_set room_pick_cells(const struct room *room, unsigned count, struct rng *rng)
{
    struct room_set picked = {{0}}, rest = {{0}};
    for (unsigned cell = 0; cell < room->cells; cell++)
        room_flip(&rest, cell);
    while (count-- > 0) {
        unsigned cell = pick(&rest, rng);
        room_flip(&rest, cell);
        room_flip(&picked, cell);
    }
    return picked;
}

uint64_t room_flood(const struct room *room, uint64_t from, uint64_t open)
{
    uint64_t reach = from;
    for (uint64_t edge = from; edge != 0;) {
        uint64_t beside = 0;
        for (; edge != 0; edge &= edge - 1)
            beside |= room->beside[__builtin_ctzll(edge)].words[0];
        edge = beside & open & ~reach;
        reach |= edge;
    }
    return reach;
}

/* The neighbours of all cells of a set. */
static struct room_set find_beside(const struct room *room, const struct room_set *set)
{
    struct room_set beside = {{0}};
    for (unsigned w = 0; w < room->words; w++) {
        for (uint64_t rest = set->words[w]; rest != 0; rest &= rest - 1) {
            unsigned cell = ROOM_WORD * w + (unsigned)__builtin_ctzll(rest);
            for (unsigned v = 0; v < room->words; v++)
                beside.words[v] |= room->beside[cell].words[v];
        }
    }
    return beside;
}

struct room_set room_walk(const struct room *room, const struct room_set *boxes, unsigned from)
{
    struct room_set reach = {{0}}, edge;
    bool grows = true;
    room_flip(&reach, from);
    if (room->words == 1) {
        reach.words[0] = room_flood(room, reach.words[0], ~boxes->words[0]);
        return reach;
    }
    for (edge = reach; grows;) {
        edge = find_beside(room, &edge);
        grows = false;
        for (unsigned w = 0; w < room->words; w++) {
            edge.words[w] &= ~boxes->words[w] & ~reach.words[w];
            reach.words[w] |= edge.words[w];
            grows = grows || edge.words[w] != 0;
        }
    }
    return reach;
}

/* The n-th pull of a box within reach, or how many there are: `cell` is where the player stands, with
 * the box behind him, and `direction` where he goes. */
static unsigned find_pull(const struct room *room, const struct room_set *boxes,
                          const struct room_set *reach, unsigned n, unsigned *cell,
                          unsigned *direction)
{
    unsigned count = 0;
    for (*cell = 0; *cell < room->cells; ++*cell) {
        for (*direction = 0; room_has(reach, *cell) && *direction < DIRECTIONS; ++*direction) {
            unsigned box = room->next[*cell][*direction ^ 2], to = room->next[*cell][*direction];
            if (box == ROOM_NONE || to == ROOM_NONE || !room_has(boxes, box) || room_has(boxes, to))
                continue;
            if (count++ == n)
                return count;
        }
    }
    return count;
}

bool room_pull(const struct room *room, struct room_set *boxes, unsigned *player, struct rng *rng)
{
    struct room_set reach = room_walk(room, boxes, *player);
    unsigned cell, direction;
    unsigned count = find_pull(room, boxes, &reach, UINT32_MAX, &cell, &direction);
    if (count == 0)
        return false;
    find_pull(room, boxes, &reach, rng_below(rng, count), &cell, &direction);
    room_flip(boxes, room->next[cell][direction ^ 2]);
    room_flip(boxes, cell);
    *player = room->next[cell][direction];
    return true;
}

bool room_write(const struct room *room, const struct room_level *level, struct rng *rng,
                struct grid *grid)
{
    if (!grid_make(grid, room->columns + 2, room->rows + 2, '#'))
        return false;
    unsigned player = pick(&level->region, rng);
    for (unsigned cell = 0; cell < room->cells; cell++) {
        const char *kinds = room_has(&level->goals, cell) ? ".*+" : " $@";
        int row = room->place[cell] / room->columns, column = room->place[cell] % room->columns;
        grid->cells[(row + 1) * grid->columns + column + 1] =
            (unsigned char)kinds[room_has(&level->boxes, cell) ? 1 : cell == player ? 2 : 0];
    }
    return true;
}

/* Rooms as sets of cells, and their levels as text; see room.h. */
#include "gen/sokoban/room.h"

#include "gen/climb/draft.h"

void room_make(struct room *room, const struct sokoban_draft *draft)
{
    struct grid grid = sokoban_draft_grid(draft);
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
            int beside = grid_beside(&grid, room->place[cell], direction);
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

struct room_set room_pick_cells(const struct room *room, unsigned count, struct rng *rng)
{
    struct room_set picked = {{0}}, rest = {{0}};
    for (unsigned cell = 0; cell < room->cells; cell++)
        room_flip(&rest, cell);
    while (count-- > 0) {
        unsigned cell = room_nth(&rest, rng_below(rng, room_count(&rest)));
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
        struct room_set beside = {{0}};
        for (unsigned w = 0; w < room->words; w++) {
            for (uint64_t rest = edge.words[w]; rest != 0; rest &= rest - 1) {
                unsigned cell = ROOM_WORD * w + (unsigned)__builtin_ctzll(rest);
                for (unsigned v = 0; v < room->words; v++)
                    beside.words[v] |= room->beside[cell].words[v];
            }
        }
        edge = beside;
        grows = false;
        for (unsigned w = 0; w < room->words; w++) {
            edge.words[w] &= ~boxes->words[w] & ~reach.words[w];
            reach.words[w] |= edge.words[w];
            grows = grows || edge.words[w] != 0;
        }
    }
    return reach;
}

/* Finds the n-th pull of a box within reach: the player stands on `cell`, with the box behind him, and moves in
 * `direction`.  Returns n + 1, or the number of pulls if there is no n-th. */
static unsigned find_pull(const struct room *room, const struct room_set *boxes, const struct room_set *reach,
                          unsigned n, unsigned *cell, unsigned *direction)
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

bool room_meet(const struct room_set *one, const struct room_set *other)
{
    uint64_t common = 0;
    for (unsigned w = 0; w < ROOM_WORDS; w++)
        common |= one->words[w] & other->words[w];
    return common != 0;
}

/* A random cell of the region for the player, as people choose it: on no goal if there is another cell, seldom in a
 * corner, and rather beside a box. */
static unsigned pick_player(const struct room *room, const struct room_level *level, struct rng *rng)
{
    enum { USUAL = 3, IN_CORNER = 1, BESIDE_BOX = 4 };
    struct room_set region = level->region;
    unsigned char shares[SOKOBAN_DRAFT_CELLS] = {0};
    for (unsigned w = 0; w < ROOM_WORDS; w++)
        region.words[w] &= ~level->goals.words[w];
    if (room_count(&region) == 0)
        region = level->region;
    for (unsigned cell = 0; cell < room->cells; cell++) {
        const unsigned char *next = room->next[cell];
        bool corner =
            (next[UP] == ROOM_NONE || next[DOWN] == ROOM_NONE) && (next[LEFT] == ROOM_NONE || next[RIGHT] == ROOM_NONE);
        bool beside = room_meet(&level->boxes, &room->beside[cell]);
        if (room_has(&region, cell))
            shares[cell] = (unsigned char)((corner ? IN_CORNER : USUAL) * (beside ? BESIDE_BOX : USUAL));
    }
    return share_draw(shares, room->cells, rng);
}

bool room_write(const struct room *room, const struct room_level *level, struct rng *rng, struct grid *grid)
{
    if (!grid_make(grid, room->columns + 2, room->rows + 2, '#'))
        return false;
    unsigned player = pick_player(room, level, rng);
    for (unsigned cell = 0; cell < room->cells; cell++) {
        const char *kinds = room_has(&level->goals, cell) ? ".*+" : " $@";
        int row = room->place[cell] / room->columns, column = room->place[cell] % room->columns;
        grid->cells[(row + 1) * grid->columns + column + 1] = (unsigned char)kinds[room_has(&level->boxes, cell) ? 1
                                                                                   : cell == player              ? 2
                                                                                                                 : 0];
    }
    /* People leave out the walls that only the outside touches. */
    for (bool more = true; more;) {
        more = false;
        for (int cell = 0; cell < grid_size(grid); cell++) {
            bool goes = false, stays = grid->cells[cell] != '#';
            for (int n = 0; n < 9; n++) {
                int down = n / 3 - 1, across = n % 3 - 1;
                unsigned char c = grid_at(grid, cell / grid->columns + down, cell % grid->columns + across, '\0');
                goes |= c == '\0' && (down == 0 || across == 0);
                stays |= c != '\0' && c != '#';
            }
            if (goes && !stays) {
                grid->cells[cell] = '\0';
                more = true;
            }
        }
    }
    for (int cell = 0; cell < grid_size(grid); cell++)
        grid->cells[cell] = grid->cells[cell] == '\0' ? ' ' : grid->cells[cell];
    return true;
}

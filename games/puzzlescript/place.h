/* Workspaces, in which turns are made, and places: sets of positions joined by walks.
 *
 * A flood finds a place: from one position it follows every key that changes only where the single player is. A
 * position it reaches belongs to the place if walks lead back from it. A key that leads to any other position is a
 * move. A won position is never joined with one that is not won. */
#ifndef ONLYWAY_GAMES_PUZZLESCRIPT_PLACE_H
#define ONLYWAY_GAMES_PUZZLESCRIPT_PLACE_H

#include "games/puzzlescript/window.h"

/* What a key leads to from a node, unless it is the number of another node. */
enum { PS_NOWHERE = -1, PS_ELSEWHERE = -2 /* minus the number of the exit */ };

/* A position of a place: the player's cell and objects. */
struct ps_node {
    int cell, same_cell; /* same_cell: the next node with that cell, or -1 */
    int after[PS_KEYS];
    unsigned known; /* bit set of keys whose result depends on their window alone */
    bool joined;    /* walks lead back to the first node */
};

struct ps_place {
    bool single; /* exactly one cell has a player */
    bool won;
    bool by_windows; /* steps may be looked up by window */
    int count, workspace;
    struct ps_node *nodes;
    uint64_t *players; /* [workspace] the player's objects */
    int *first;        /* [cells] first node with that cell, or -1 */
    uint64_t *rest;    /* the position without the player's objects */
    /* Exits, if requested: positions that are not nodes. */
    int exits, exits_capacity;
    uint64_t *after; /* [exits_capacity] positions */
    bool *after_won;
};

/* A move out of a place. */
struct ps_exit {
    game_move move;
    int node;
    bool won;
    unsigned char *state; /* the state of the place it leads to */
};

struct ps_workspace {
    size_t bytes; /* counted in the pool */
    struct ps_state *state;
    struct ps_windows windows;
    struct ps_place here, there;
    uint64_t *position, *other, *start; /* one position each */
    uint64_t *players;                  /* one cell */
    unsigned *steps;                    /* [cells] for measures */
    unsigned char *states;              /* of exits, [exits_capacity] states */
    struct ps_exit *exits;
    int exits_capacity;
};

static inline size_t ps_words(const struct ps_puzzle *puzzle)
{
    return (size_t)puzzle->program->object_words;
}

/* The player's objects at a node. */
static inline uint64_t *ps_players(const struct ps_puzzle *puzzle, const struct ps_place *place, int node)
{
    return &place->players[(size_t)node * ps_words(puzzle)];
}

/* The only cell with a player object, or -1 if there is none or more than one. */
int ps_only_player(const struct ps_puzzle *puzzle, const uint64_t *position);

/* Takes a workspace from the pool or makes one. Retries until that succeeds. */
struct ps_workspace *ps_workspace_take(struct ps_puzzle *puzzle);
void ps_workspace_leave(struct ps_puzzle *puzzle, struct ps_workspace *workspace);
struct ps_workspace *ps_workspace_new(const struct ps_puzzle *puzzle); /* NULL: no memory */
void ps_workspace_free(struct ps_workspace *workspace);

/* Enlarges `items`, of which the workspace holds `before` bytes, to `bytes`. Returns NULL if the limit is reached or
 * memory runs out; the puzzle is then stopped or in doubt, and `items` is still valid. */
void *ps_workspace_grow(struct ps_puzzle *puzzle, struct ps_workspace *workspace, void *items, size_t before,
                        size_t bytes);

/* The result of a key. PS_TURN_UNTOLD: unknown; the puzzle is in doubt or stopped. */
enum ps_turn { PS_TURN_NOTHING, PS_TURN_CHANGED, PS_TURN_UNTOLD };

/* Makes a turn and all turns that follow by `again`. `after` receives the new position if something changed. */
enum ps_turn ps_make_turn(struct ps_puzzle *puzzle, struct ps_workspace *workspace, const uint64_t *position,
                          unsigned way, uint64_t *after, bool *won);

/* The message that a key shows in a position, or NULL. */
const char *ps_message_of(struct ps_puzzle *puzzle, struct ps_workspace *workspace, const uint64_t *position,
                          unsigned way);

/* Finds the place of a position, which becomes node 0. `like` is another flooded place; steps equal to its steps are
 * copied, and exits are left out. If `like` is NULL, exits are listed. Returns false if the puzzle is stopped. */
bool ps_flood(struct ps_puzzle *puzzle, struct ps_workspace *workspace, struct ps_place *place,
              const uint64_t *position, bool won, const struct ps_place *like);

/* Writes the position of a node. */
void ps_node_position(const struct ps_puzzle *puzzle, const struct ps_place *place, int node, uint64_t *position);

/* The node of a position in the place, or -1. */
int ps_find_node(const struct ps_puzzle *puzzle, const struct ps_place *place, const uint64_t *position);

/* Writes the state of the place in which the level begins. If the puzzle is stopped, that of the start position
 * alone. */
void ps_begin_state(struct ps_puzzle *puzzle, unsigned char *state);

/* Floods the place of a state into workspace->here and lists its moves in workspace->exits, in move order. Equal moves
 * from several nodes are adjacent. `live`: omit moves into some states that are proved lost. Returns the count; -1: the
 * puzzle is stopped. */
int ps_list_exits(struct ps_puzzle *puzzle, struct ps_workspace *workspace, const unsigned char *state, bool live);

/* Writes the position that an exit leads to. */
void ps_exit_position(const struct ps_puzzle *puzzle, const struct ps_workspace *workspace, const struct ps_exit *exit,
                      uint64_t *position);

#endif

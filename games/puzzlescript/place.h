/* Rooms, in which turns are made, and places: all positions that walks join.
 *
 * A place is found by a flood: from one position over all keys that change nothing but where the only player
 * is.  Of what is met, those positions belong to the place from which walks lead back; a key that leads to
 * another one is a move, as is every key that changes more.  A position that is won is never joined with one
 * that is not. */
#ifndef ONLYWAY_GAMES_PUZZLESCRIPT_PLACE_H
#define ONLYWAY_GAMES_PUZZLESCRIPT_PLACE_H

#include "games/puzzlescript/window.h"

/* What a key leads to from a node, if it is not another node's number. */
enum { PS_NOWHERE = -1, PS_ELSEWHERE = -2 /* minus the number of the exit */ };

/* A position of a place: where the player is, as what. */
struct ps_node {
    int cell, same_cell; /* the next node with that cell, or -1 */
    int after[PS_KEYS];
    unsigned known; /* keys, as bits, of which a window tells all */
    bool joined;    /* walks lead back to the first node */
};

struct ps_place {
    bool single; /* there is one cell with a player */
    bool won;
    bool by_windows; /* steps may be known */
    int count, workspace;
    struct ps_node *nodes;
    uint64_t *players; /* [room] the player's objects */
    int *first;        /* [cells] the first node there, or -1 */
    uint64_t *rest;    /* a position without the player's objects */
    /* Exits, where they are asked for: positions that are no nodes. */
    int exits, exits_capacity;
    uint64_t *after; /* [exits_capacity] positions */
    bool *after_won;
};

/* A move out of a place. */
struct ps_exit {
    game_move move;
    int node;
    bool won;
    unsigned char *state; /* of the place that it leads to */
};

struct ps_workspace {
    size_t bytes; /* that count in the pool */
    struct ps_state *state;
    struct ps_windows windows;
    struct ps_place here, there;
    uint64_t *position, *other, *start; /* one each */
    uint64_t *players;                  /* of one cell */
    unsigned *steps;                    /* [cells] for measures */
    unsigned char *states;              /* of exits, [exits_capacity] */
    struct ps_exit *exits;
    int exits_capacity;
};

static inline size_t ps_words(const struct ps_puzzle *puzzle)
{
    return (size_t)puzzle->program->object_words;
}

/* The player's objects of a node. */
static inline uint64_t *ps_players(const struct ps_puzzle *puzzle, const struct ps_place *place, int node)
{
    return &place->players[(size_t)node * ps_words(puzzle)];
}

/* The only cell with a player's object; -1: there are none, or several. */
int ps_only_player(const struct ps_puzzle *puzzle, const uint64_t *position);

/* Takes a room; waits for one where there is no memory for another. */
struct ps_workspace *ps_workspace_take(struct ps_puzzle *puzzle);
void ps_workspace_leave(struct ps_puzzle *puzzle, struct ps_workspace *workspace);
struct ps_workspace *ps_workspace_new(const struct ps_puzzle *puzzle); /* NULL: no memory */
void ps_workspace_free(struct ps_workspace *workspace);

/* A larger array of `items`, of which `before` bytes are in use by the room.  NULL, and the puzzle is in doubt or
 * stopped: there is no memory for it, or it may take no more. */
void *ps_workspace_grow(struct ps_puzzle *puzzle, struct ps_workspace *workspace, void *items, size_t before,
                        size_t bytes);

/* What became of a key.  Where that is not told, the puzzle is in doubt or stopped. */
enum ps_turn { PS_TURN_NOTHING, PS_TURN_CHANGED, PS_TURN_UNTOLD };

/* Makes a turn with all that follows by itself, in a position; the position after it is in `after` where something
 * changed. */
enum ps_turn ps_make_turn(struct ps_puzzle *puzzle, struct ps_workspace *workspace, const uint64_t *position,
                          unsigned way, uint64_t *after, bool *won);

/* The message that a key shows in a position, or NULL. */
const char *ps_message_of(struct ps_puzzle *puzzle, struct ps_workspace *workspace, const uint64_t *position,
                          unsigned way);

/* Finds the place of a position, which becomes its first node.  `like` is another place that was flooded, of which
 * much may be the same; then exits are left out.  NULL: with exits.  False: the puzzle is stopped. */
bool ps_flood(struct ps_puzzle *puzzle, struct ps_workspace *workspace, struct ps_place *place,
              const uint64_t *position, bool won, const struct ps_place *like);

/* The position of a node. */
void ps_node_position(const struct ps_puzzle *puzzle, const struct ps_place *place, int node, uint64_t *position);

/* The node of a position of the place, or -1. */
int ps_find_node(const struct ps_puzzle *puzzle, const struct ps_place *place, const uint64_t *position);

/* The state of the place in which the level begins; where the puzzle is stopped, that of the position alone. */
void ps_begin_state(struct ps_puzzle *puzzle, unsigned char *state);

/* Floods the place of a state, as room->here, and lists the moves out of it in move order, in room->exits.
 * Moves of several nodes that are the same stand one behind the other.  `live`: without moves into some states that
 * are proved lost.  Returns how many; -1: the puzzle is stopped. */
int ps_list_exits(struct ps_puzzle *puzzle, struct ps_workspace *workspace, const unsigned char *state, bool live);

/* The position that an exit leads to. */
void ps_exit_position(const struct ps_puzzle *puzzle, const struct ps_workspace *workspace, const struct ps_exit *exit,
                      uint64_t *position);

#endif

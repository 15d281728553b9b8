/* Workspaces, in which turns are made, and places: sets of positions joined by walks.
 *
 * A flood finds a place: from one position it follows every key that changes only where the single player is. A
 * position it reaches belongs to the place if walks lead back from it. A key that leads to any other position is a
 * move. A won position is never joined with one that is not won. */
#ifndef ONLYWAY_GAMES_PUZZLESCRIPT_PLACE_H
#define ONLYWAY_GAMES_PUZZLESCRIPT_PLACE_H

#include "games/puzzlescript/level.h"

/* A cache of steps, indexed by the cells around the player.
 *
 * A flood makes a turn for each key in each position. Nearly all of these turns are steps over free ground or against a
 * wall. If the rules are *local*, the result of such a turn depends only on a few cells, the window: ahead, as far as a
 * pushed object goes, and around, as far as a pattern reaches. Rules are local if each match needs a movement or the
 * player. Movements start only in the player's cell, and each turn records the cells it touched. So a turn whose
 * matches, tried or made, all lie in the window has the same result wherever the window is. A rule that needs neither
 * (gravity, freezing) is local as long as it matches nowhere in the level without its player: then it can match only
 * where the turn has changed something. */

enum ps_step_kind { PS_STEP_UNKNOWN, PS_STEP_NOTHING, PS_STEP_WALK, PS_STEP_OTHER };

/* The result of a key. For a walk: its displacement and the player's objects afterwards. */
struct ps_step {
    enum ps_step_kind kind;
    int across, down;
    const uint64_t *players;
};

/* Steps by window: a hash table in which a new entry replaces the old one in its slot, and which grows up to a limit.
 */
struct ps_windows {
    uint64_t *entries; /* NULL: nothing is cached */
    size_t entry_words, window_words;
    size_t count, used;
    uint64_t *window; /* the last window looked up */
};

/* Analyses the rules. Returns false if memory runs out. */
bool ps_locality_make(struct ps_puzzle *puzzle);
void ps_locality_free(struct ps_locality *locality);

bool ps_windows_make(const struct ps_puzzle *puzzle, struct ps_windows *windows);
void ps_windows_free(struct ps_windows *windows);

/* Whether windows determine all steps in positions equal to `rest` except for the player. Uses `state` as scratch
 * space. */
bool ps_windows_hold(const struct ps_puzzle *puzzle, struct ps_state *state, const uint64_t *rest);

/* The part of a level that a window covers; all four bounds are inclusive. */
struct ps_frame {
    int left, top, right, bottom;
};

/* The window of a player who presses a key in a cell. The action has the window of a step to the right. */
static inline struct ps_frame ps_frame_of(const struct ps_puzzle *puzzle, int cell, unsigned way)
{
    int x = cell / puzzle->level.height, y = cell % puzzle->level.height;
    int reach = puzzle->locality.reach, ahead = puzzle->locality.ahead;
    return (struct ps_frame){
        .left = x - (way == LEFT ? ahead : reach),
        .right = x + (way == RIGHT || way == MOVE_ACTION ? ahead : reach),
        .top = y - (way == UP ? ahead : reach),
        .bottom = y + (way == DOWN ? ahead : reach),
    };
}

/* Items with keys of equal length; see known.c. */
struct ps_table {
    size_t key_bytes, item_bytes;
    unsigned char *items;
    uint32_t *numbers; /* [slots] of items, from 1; 0: none */
    size_t slots;      /* twice the items that it has capacity for */
    uint32_t count;
};

/* The result of a key at a node, unless the key leads to another node, whose number it then is. */
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
    int count, capacity;
    struct ps_node *nodes;
    uint64_t *players; /* [capacity] the player's objects */
    int *first;        /* [cells] first node with that cell, or -1 */
    uint64_t *rest;    /* the position without the player's objects */
    int *deciding; /* [conditions] how many cells of `rest` decide each; set if `by_windows` and locality.by_player */
    /* Exits, if requested: positions that are not nodes. */
    int exits, exits_capacity;
    uint64_t *after; /* [exits_capacity] positions */
    bool *after_won;
};

/* A move out of a place: a key at a node.  All keys that lead the player to the same cell of the same place are one
 * move, named by that cell: the walk before it makes no difference. */
struct ps_exit {
    game_move move;
    int node, to;         /* to: the player's cell after it, or -1 */
    unsigned way;         /* the key */
    bool won, dead;       /* dead: the state is to be omitted */
    unsigned char *state; /* the state of the place it leads to */
};

struct ps_workspace {
    size_t bytes; /* counted in the pool */
    struct ps_state *state;
    struct ps_windows windows;
    struct ps_table places, turns; /* caches of earlier positions; see known.c */
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

/* Takes a workspace from the pool or makes one. Retries until that succeeds. */
struct ps_workspace *ps_workspace_take(struct ps_puzzle *puzzle);
void ps_workspace_leave(struct ps_puzzle *puzzle, struct ps_workspace *workspace);
struct ps_workspace *ps_workspace_new(const struct ps_puzzle *puzzle); /* NULL: no memory */
void ps_workspace_free(struct ps_workspace *workspace);

/* The result of a key. PS_TURN_UNKNOWN: unknown; the puzzle is in doubt or stopped. */
enum ps_turn { PS_TURN_NOTHING, PS_TURN_CHANGED, PS_TURN_UNKNOWN };

/* Makes a turn and all turns that follow by `again`. `after` receives the new position if something changed. */
enum ps_turn ps_make_turn(struct ps_puzzle *puzzle, struct ps_workspace *workspace, const uint64_t *position,
                          unsigned way, uint64_t *after, bool *won);

/* ps_make_turn with a memory. Not for games with chance. */
enum ps_turn ps_known_turn(struct ps_puzzle *puzzle, struct ps_workspace *workspace, const uint64_t *position,
                           unsigned way, uint64_t *after, bool *won);

/* Whether the state of the place of a position is remembered: the position is `rest` with these player objects. */
bool ps_known_state(const struct ps_puzzle *puzzle, const struct ps_workspace *workspace, const uint64_t *rest,
                    const uint64_t *players, int cell, bool won, unsigned char *state);

/* Remembers the state of a flooded place. Returns false if the puzzle is stopped. */
bool ps_keep_state(struct ps_puzzle *puzzle, struct ps_workspace *workspace, const struct ps_place *place,
                   const unsigned char *state);

/* Enlarges `items`, of which the workspace holds `before` bytes, to `bytes`. Returns NULL if the limit is reached or
 * memory runs out; the puzzle is then stopped or in doubt, and `items` is still valid. */
void *ps_workspace_grow(struct ps_puzzle *puzzle, struct ps_workspace *workspace, void *items, size_t before,
                        size_t bytes);

/* Makes the turns of a key one by one.  Calls `after` after each, until it returns false. */
void ps_each_turn(struct ps_puzzle *puzzle, struct ps_workspace *workspace, const uint64_t *position, unsigned way,
                  bool (*after)(void *context, const struct ps_state *state), void *context);

/* Finds the place of a position, which becomes node 0. `like` is another flooded place; steps equal to its steps are
 * copied, and exits are left out. If `like` is NULL, exits are listed. Returns false if the puzzle is stopped. */
bool ps_flood(struct ps_puzzle *puzzle, struct ps_workspace *workspace, struct ps_place *place,
              const uint64_t *position, bool won, const struct ps_place *like);

/* Looks up the step of a key from a cell. */
struct ps_step ps_window_find(const struct ps_puzzle *puzzle, struct ps_windows *windows, const uint64_t *rest,
                              int cell, const uint64_t *players, unsigned way);

/* Stores the result of the turn that the state recorded, under the window that was looked up last.  Returns false, and
 * stores nothing, if that turn depends on cells outside the window or the puzzle is stopped. */
bool ps_window_keep(struct ps_puzzle *puzzle, struct ps_workspace *workspace, int cell, unsigned way,
                    struct ps_step step);

/* Writes the position of a node. */
void ps_node_position(const struct ps_puzzle *puzzle, const struct ps_place *place, int node, uint64_t *position);

/* The node of a position in the place, or -1. */
int ps_find_node(const struct ps_puzzle *puzzle, const struct ps_place *place, const uint64_t *position);

/* Writes the state of the place in which the level begins.  If the puzzle is stopped, writes the state of the start
 * position alone. */
void ps_begin_state(struct ps_puzzle *puzzle, unsigned char *state);

/* Floods the place of a state into workspace->here and lists its moves in workspace->exits, in move order. Equal moves
 * from several nodes are adjacent. `live`: omit moves into some states that are proved lost. Returns the count; -1: the
 * puzzle is stopped. */
int ps_list_exits(struct ps_puzzle *puzzle, struct ps_workspace *workspace, const unsigned char *state, bool live);

/* Writes the position that an exit leads to. */
void ps_exit_position(const struct ps_puzzle *puzzle, const struct ps_workspace *workspace, const struct ps_exit *exit,
                      uint64_t *position);

/* Moves as text and as keys. If walking costs nothing, the walks between moves are computed here. `hand` is the node of
 * the place in which the player is. Nodes are numbered in flood order from the state's own position. */

extern const struct game_keys ps_game_keys;

size_t ps_write_moves(const struct puzzle *puzzle, const game_move *moves, size_t count, char *text, size_t capacity);
/* The player's cell, or -1 if there is no single player. Symmetries map labels by this cell. */
int ps_move_cell(const struct puzzle *puzzle, game_move move);
game_move ps_map_move(const struct puzzle *puzzle, unsigned symmetry, game_move move);

size_t ps_write_label(const struct puzzle *puzzle, game_move move, char *text, size_t capacity);
int ps_read_move(const struct puzzle *puzzle, const unsigned char *state, struct move_reader *reader, game_move *move,
                 struct complaint *complaint);
size_t ps_steps(const struct puzzle *puzzle, const game_move *moves, size_t count);

/* The message that the rules show for a key; see struct language. */
const char *ps_said(const struct puzzle *puzzle, const unsigned char *state, unsigned hand, unsigned key,
                    unsigned *turn);

/* The positions that a key leads through; see struct language. */
void ps_draw_between(const struct puzzle *puzzle, const uint64_t *position, struct grid *grid);
void ps_between(const struct puzzle *puzzle, const unsigned char *state, unsigned hand, unsigned key,
                position_listener *show, void *context);

/* Writes the position of a state with the player at node `hand`: ps_size cells of object_words each. Returns false if
 * the work was stopped or memory ran out. */
bool ps_position_of(const struct puzzle *puzzle, const unsigned char *state, unsigned hand, uint64_t *cells);

#endif

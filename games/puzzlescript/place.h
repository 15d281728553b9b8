/* Workspaces, in which turns are made, and places: sets of positions joined by walks.
 *
 * A flood finds a place: from one position it follows every key that changes only where the single player is.  A
 * position it reaches belongs to the place if walks lead back from it.  A key that leads to any other position is a
 * move.  A won position is never joined with one that is not won.
 *
 * Turns and floods take most of the time, and a search needs the same ones again and again.  Four memories in each
 * workspace save them:
 *
 * - `places` (known.c) has the state of a position's place.  It is asked first and saves a whole flood.
 * - `answers` (answers.c) has, for each position and key of a flood by a single player, the step found last.
 * - `steps` (steps.c) tells what a key does from the few cells that this depends on.  It serves only local rules, and
 *   begin_steps turns it off where it seldom helps.
 * - `turns` (known.c) has the position that a key leads to from a position.  It serves where steps do not.
 *
 * A turn is made if none of them knows its result.  What a search loses without one of them, in measurements on public
 * levels: 1.4 to 3.5 times as many instructions. */
#ifndef ONLYWAY_GAMES_PUZZLESCRIPT_PLACE_H
#define ONLYWAY_GAMES_PUZZLESCRIPT_PLACE_H

#include "games/puzzlescript/level.h"

/* What a key does, as remembered; see steps.c. */
enum ps_step_kind {
    PS_STEP_UNKNOWN,
    PS_STEP_TURN, /* it depends on too much to be remembered: the turn must be made */
    PS_STEP_NOTHING,
    PS_STEP_WALK,   /* it only moves the player; a move by `across` and `down` */
    PS_STEP_CHANGE, /* it changes cells */
};

enum {
    PS_MOST_PLAYERS = 16, /* cells with players; steps of more are not remembered */
    PS_MOST_DISTANCES = 128,
};

/* A step. */
struct ps_step_leaf {
    uint64_t reads;    /* the bits of distances of the cells that it reads; see ps_distance_bit */
    int last_distance; /* the greatest number of one of these; PS_MOST_DISTANCES: not all of them have one */
    uint32_t next;     /* another leaf of the node, or 0 */
    enum ps_step_kind kind;
    int16_t across, down;
    int count;   /* cells that may change */
    int culprit; /* of PS_STEP_TURN: the fact that does not hold, or -1 */
    /* Index in `words`: the facts relied on, then what the step does.  Walk: the player's objects afterwards.  Change:
     * for each cell, its spot (ps_step_cell), then its objects afterwards. */
    size_t words;
    /* The step is valid only if the level is not won at these stages: at the index `stage`, for each, how many cells
     * differ from the position before it, and these cells as above. */
    int stages;
    size_t stage;
};

/* The memory of steps. */
struct ps_steps {
    struct ps_step_node *nodes;
    uint64_t *contents; /* [nodes] the objects by which a node differs from its siblings */
    uint32_t *slots;    /* a hash table of the nodes */
    struct ps_step_leaf *leaves;
    uint64_t *words;
    size_t node_count, node_capacity, content_capacity, slot_count, leaf_count, leaf_capacity, word_count,
        word_capacity;
    struct ps_spot distances[PS_MOST_DISTANCES]; /* from a player's cell to cells that steps read */
    int distance_count;
    size_t epoch;     /* how often it has forgotten everything */
    uint64_t *relied; /* scratch space for the trace */
    /* How often a step was wanted, was not remembered, and was remembered and made no turn necessary.  The memory is
     * not used where it seldom helps. */
    size_t wanted, missed, found;
};

/* Analyses the rules.  Returns false if memory runs out. */
bool ps_locality_make(struct ps_puzzle *puzzle);

/* Whether it may depend on the player's cell whether a condition is met. */
bool ps_depends_on_player(const struct ps_program *program, const struct ps_condition *condition);

void ps_steps_free(struct ps_steps *steps);

enum { PS_MOST_LOOKS = 16, PS_MOST_LOOK_BYTES = 1 << 22 };

/* The last answers for a single player; see answers.c. */
struct ps_answers {
    struct ps_look {
        uint64_t *players; /* his objects */
        uint64_t *boards;  /* [BOARDS][words of a board] */
        uint32_t *leaves;  /* [cells][PS_KEYS]; 0: unknown */
        int to[PS_KEYS];   /* the look after a plain walk, or -1 */
    } looks[PS_MOST_LOOKS];
    int look_count;
    uint64_t *base;        /* [cells] the position without the player for which the answers are valid */
    uint64_t *stale;       /* [cells] for the player's cell, the bits of distances at which the place differs from it */
    int distances;         /* how many of them `stale` considers */
    uint64_t *stale_board; /* the cells for which `stale` has bits */
    uint64_t *scratch;
    uint64_t *relied; /* facts on which answers rely or have relied */
    size_t epoch;     /* of the steps */
};

/* Whether that succeeds is in the arrays. */
void ps_answers_make(const struct ps_puzzle *puzzle, struct ps_answers *answers, struct arrays *arrays);
void ps_answers_free(struct ps_answers *answers);

/* Items with keys of equal length; see known.c. */
struct ps_table {
    size_t key_bytes, item_bytes;
    unsigned char *items;
    uint32_t *numbers; /* [slots] of items, from 1; 0: none */
    size_t slots;      /* twice the items that it has capacity for */
    size_t epoch;      /* how often it has forgotten everything */
    uint32_t count;
};

/* The result of a key at a node, unless the key leads to another node, whose number it then is. */
enum { PS_NOWHERE = -1, PS_ELSEWHERE = -2 /* minus the number of the exit */ };

/* A position of a place: the player's cell and objects. */
struct ps_node {
    int cell, same_cell; /* same_cell: the next node with that cell, or -1 */
    int after[PS_KEYS];
    int look;      /* see ps_look_of */
    bool joined;   /* walks lead back to the first node */
    uint32_t item; /* of the position in `turns`, if the epoch is still the same; 0: unknown */
    size_t item_epoch;
};

/* A position as steps see it. */
struct ps_view {
    const uint64_t *rest;  /* the position, without the objects in `players` */
    const uint64_t *holds; /* facts about free rows, of the position without any player */
    bool decorated;        /* blind rules are not recorded; see steps.c */
    const uint64_t *players;
    int cells[PS_MOST_PLAYERS], count; /* cells with players; `players` are in the first one */
    int look;                          /* of a single player who walks: see ps_look_of; otherwise -1 */
};

struct ps_place {
    uint64_t flood; /* the number of the flood that found it */
    bool single;    /* exactly one cell has a player */
    bool won;
    bool unsure;         /* a turn in it caused a doubt, which other searches must record, too: not to be remembered */
    bool by_steps;       /* steps may be remembered */
    bool by_boards;      /* found by ps_flood_boards; then there are nodes only for some positions */
    struct ps_view view; /* if `by_steps`; of a node (view_of) */
    int count, capacity;
    struct ps_node *nodes;
    uint64_t *players; /* [capacity] the player's objects */
    int *first;        /* [cells] first node with that cell, or -1 */
    uint64_t *rest;    /* the position without the single player's objects */
    /* If `by_steps`: facts about the free rows, and for each condition, how many cells of `rest` decide it. */
    uint64_t *holds;
    int *deciding;
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
    size_t bytes;         /* counted in the pool */
    struct arrays arrays; /* those of a fixed size, also of its steps, answers and places */
    struct ps_state *state;
    struct ps_state *probe; /* the level without its player */
    struct ps_steps steps;
    struct ps_answers answers;
    struct ps_table places, turns; /* caches of earlier positions; see known.c */
    uint64_t floods;               /* made so far */
    struct ps_place here, there;
    uint64_t *position, *other, *start; /* one position each */
    uint64_t *players;                  /* one cell */
    unsigned *distances;                /* [cells] for measures */
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

/* Takes a workspace from the pool or makes one.  Retries until that succeeds. */
struct ps_workspace *ps_workspace_take(struct ps_puzzle *puzzle);
void ps_workspace_leave(struct ps_puzzle *puzzle, struct ps_workspace *workspace);
struct ps_workspace *ps_workspace_new(const struct ps_puzzle *puzzle); /* NULL: no memory */
void ps_workspace_free(struct ps_workspace *workspace);

/* The result of a key.  PS_TURN_UNKNOWN: unknown; the puzzle is in doubt or stopped. */
enum ps_turn { PS_TURN_NOTHING, PS_TURN_CHANGED, PS_TURN_UNKNOWN };

/* Makes a turn and all turns that follow by `again`.  `after` receives the new position if something changed. */
enum ps_turn ps_make_turn(struct ps_puzzle *puzzle, struct ps_workspace *workspace, const uint64_t *position,
                          unsigned way, uint64_t *after, bool *won);

/* A remembered turn. */
struct ps_known_turn {
    uint32_t from, to; /* items of the positions before and after it */
    int next;          /* the node after it, if that is known, or -1 */
};

/* Looks up the turn of a key at a node with this position.  PS_TURN_UNKNOWN: it must be made, and ps_keep_turn may
 * then remember it, or the puzzle is stopped.  Not for games with chance. */
enum ps_turn ps_recall_turn(struct ps_puzzle *puzzle, struct ps_workspace *workspace, struct ps_place *place, int node,
                            const uint64_t *position, unsigned way, struct ps_known_turn *turn);

/* Writes the position of an item.  Returns whether it is won. */
bool ps_recall_position(const struct ps_puzzle *puzzle, const struct ps_workspace *workspace, uint32_t item,
                        uint64_t *position);

/* Remembers a turn that led to `after`, at turn->next unless that is -1.  NULL: it changed nothing. */
void ps_keep_turn(const struct ps_puzzle *puzzle, struct ps_workspace *workspace, struct ps_place *place,
                  const struct ps_known_turn *turn, unsigned way, const uint64_t *after, bool won);

/* Records that an item has the position of a node. */
void ps_name_node(struct ps_workspace *workspace, struct ps_place *place, int node, uint32_t item);

/* Whether the state of a position's place is remembered.  `state` is the packed position without the player, who is in
 * this cell; if so, the place's state replaces it. */
bool ps_known_state(const struct ps_puzzle *puzzle, const struct ps_workspace *workspace, const uint64_t *players,
                    int cell, unsigned char *state);

/* Writes the state of a flooded place, which is its least position, and remembers it unless the place is unsure.
 * `state` is the packed position without the player at first.  Returns false if the puzzle is stopped. */
bool ps_keep_state(struct ps_puzzle *puzzle, struct ps_workspace *workspace, const struct ps_place *place,
                   unsigned char *state);

/* Enlarges the array that the pointer at `items` points to, from `before` bytes to `bytes`.  Returns false, with the
 * array as it was, if the limit is reached or memory runs out; the puzzle is then stopped or in doubt. */
bool ps_workspace_grow(struct ps_puzzle *puzzle, struct ps_workspace *workspace, void *items, size_t before,
                       size_t bytes);

/* The position after a turn, as the words of the layout. */
void ps_write_position(const struct ps_puzzle *puzzle, const struct ps_state *state, uint64_t *position);

/* Makes the turns of a key one by one.  Calls `show` with each position after which another turn follows, until it
 * returns false.  If `show` is NULL, returns the first message, or NULL, and counts the turns before it. */
const char *ps_each_turn(struct ps_puzzle *puzzle, struct ps_workspace *workspace, const uint64_t *position,
                         unsigned way, position_listener *show, void *context, unsigned *turn);

/* Finds the place of a position, which becomes node 0, and its exits.  Returns false if the puzzle is stopped. */
bool ps_flood(struct ps_puzzle *puzzle, struct ps_workspace *workspace, struct ps_place *place,
              const uint64_t *position, bool won);

/* Finds out the facts about free rows; `rest` is a position without its players.  *decorated receives whether blind
 * rules fire, but need not be recorded.  Returns false if that fails. */
bool ps_steps_begin(struct ps_puzzle *puzzle, struct ps_workspace *workspace, const uint64_t *rest, uint64_t *holds,
                    bool *decorated);

/* Looks up what a key does: the number of a leaf; 0: unknown. */
uint32_t ps_step_find(const struct ps_puzzle *puzzle, const struct ps_steps *steps, const struct ps_view *view,
                      unsigned way);

/* The bit for a distance, by its number.  Rare distances, which are met late, share bits. */
static inline uint64_t ps_distance_bit(int number)
{
    enum { OWN_BITS = 40 };
    return (uint64_t)1 << (number < OWN_BITS ? number : OWN_BITS + number % (64 - OWN_BITS));
}

/* The facts on which a leaf relies. */
static inline const uint64_t *ps_step_facts(const struct ps_steps *steps, uint32_t leaf)
{
    return &steps->words[steps->leaves[leaf].words];
}

/* Whether a leaf relies on no other facts than these. */
static inline bool ps_step_applies(const struct ps_puzzle *puzzle, const struct ps_steps *steps, uint32_t leaf,
                                   const uint64_t *holds)
{
    int culprit = steps->leaves[leaf].culprit;
    return within(ps_step_facts(steps, leaf), holds, (int)puzzle->locality.fact_words) &&
           (culprit < 0 || !has_bit(holds, culprit));
}

/* The number of the player's objects among those that answers are kept for, or -1. */
int ps_look_of(struct ps_puzzle *puzzle, struct ps_workspace *workspace, const uint64_t *players);

/* Prepares for answers in a place.  `base`: many places like it follow. */
void ps_answers_enter(struct ps_puzzle *puzzle, struct ps_workspace *workspace, const struct ps_place *place,
                      bool base);

/* Looks up what a key does, first among the answers.  The step is valid until the memory of steps grows. */
const struct ps_step_leaf *ps_answer(struct ps_puzzle *puzzle, struct ps_workspace *workspace,
                                     const struct ps_view *view, unsigned way);

/* Finds the positions of a place, of which only node 0 is known, without nodes for all of them.  Returns false if that
 * fails; the place may have more nodes then. */
bool ps_flood_boards(struct ps_puzzle *puzzle, struct ps_workspace *workspace, struct ps_place *place);

/* The board of the positions with a look that this found. */
const uint64_t *ps_joined(const struct ps_puzzle *puzzle, const struct ps_answers *answers, int look);

/* The node at the end of a walk, added if it is new.  Returns -1 if the puzzle is stopped. */
int ps_walk_to(struct ps_puzzle *puzzle, struct ps_workspace *workspace, struct ps_place *place, int cell,
               const uint64_t *objects);

/* Records the result of a key.  Exits are recorded only if `exits`.  Returns false if the puzzle is stopped. */
bool ps_record_key(struct ps_puzzle *puzzle, struct ps_workspace *workspace, struct ps_place *place, int node,
                   unsigned way, bool exits);

/* Remembers the turn that the state has recorded and that led to workspace->other; of `leaf`, the kind and the walk are
 * given, whose player's objects are in workspace->players.  May stop the puzzle. */
void ps_step_keep(struct ps_puzzle *puzzle, struct ps_workspace *workspace, const struct ps_view *view, unsigned way,
                  struct ps_step_leaf leaf);

/* The cell of a spot of a change, seen from the first player's cell before it. */
int ps_step_cell(const struct ps_puzzle *puzzle, int cell, uint64_t spot);

/* Writes the position of a node. */
void ps_node_position(const struct ps_puzzle *puzzle, const struct ps_place *place, int node, uint64_t *position);

/* The node of a position in the place, or -1. */
int ps_find_node(const struct ps_puzzle *puzzle, const struct ps_place *place, const uint64_t *position);

/* Writes the state of the place in which the level begins.  If the puzzle is stopped, writes the state of the start
 * position alone. */
void ps_begin_state(struct ps_puzzle *puzzle, unsigned char *state);

/* Floods the place of a state into workspace->here and lists its moves in workspace->exits, in move order.  Equal moves
 * from several nodes are adjacent.  `live`: omit moves into some states that are proved lost.  Returns the count; -1:
 * the puzzle is stopped. */
int ps_list_exits(struct ps_puzzle *puzzle, struct ps_workspace *workspace, const unsigned char *state, bool live);

/* Writes the position that an exit leads to. */
void ps_exit_position(const struct ps_puzzle *puzzle, const struct ps_workspace *workspace, const struct ps_exit *exit,
                      uint64_t *position);

/* --- moves as text and as keys ---
 *
 * If walking costs nothing, the walks between moves are computed here.  `hand` is the node of the place in which the
 * player is.  Nodes are numbered in flood order from the state's own position. */

extern const struct game_keys ps_game_keys;

size_t ps_write_moves(const struct puzzle *puzzle, const game_move *moves, size_t count, char *text, size_t capacity);
/* The player's cell, or -1 if there is no single player.  Symmetries map labels by this cell. */
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

/* Writes the position of a state with the player at node `hand`: ps_size cells of object_words each.  Returns false if
 * the work was stopped or memory ran out. */
bool ps_position_of(const struct puzzle *puzzle, const unsigned char *state, unsigned hand, uint64_t *cells);

#endif

/* A cache of steps, indexed by the cells around the player.
 *
 * A flood makes a turn for each key in each position. Nearly all of these turns are steps over free ground or against a
 * wall. If the rules are *local*, the result of such a turn depends only on a few cells, the window: ahead, as far as a
 * pushed object goes, and around, as far as a pattern reaches. Rules are local if each match needs a movement or the
 * player. Movements start only in the player's cell, and each turn records the cells it touched. So a turn whose
 * matches, tried or made, all lie in the window has the same result wherever the window is. A rule that needs neither
 * (gravity, freezing) is local as long as it matches nowhere in the level without its player: then it can match only
 * where the turn has changed something. */
#ifndef ONLYWAY_GAMES_PUZZLESCRIPT_WINDOW_H
#define ONLYWAY_GAMES_PUZZLESCRIPT_WINDOW_H

#include "games/puzzlescript/level.h"

enum ps_step_kind { PS_STEP_UNKNOWN, PS_STEP_NOTHING, PS_STEP_WALK, PS_STEP_OTHER };

/* The result of a key. For a walk: its displacement and the player's objects afterwards. */
struct ps_step {
    enum ps_step_kind kind;
    int across, down;
    const uint64_t *players;
};

/* Steps by window: a hash table in which a new entry replaces the old one in its slot. */
struct ps_windows {
    uint64_t *entries; /* NULL: nothing is cached */
    size_t entry_words, window_words;
    uint64_t *window; /* the last window looked up */
    size_t place;     /* its slot in the table */
};

/* Analyses the rules. Returns false if memory runs out. */
bool ps_locality_make(struct ps_puzzle *puzzle);
void ps_locality_free(struct ps_locality *locality);

bool ps_windows_make(const struct ps_puzzle *puzzle, struct ps_windows *windows);
size_t ps_windows_bytes(const struct ps_puzzle *puzzle);
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

/* Looks up the step of a key from a cell. If it is unknown, the slot is kept for ps_window_keep. */
struct ps_step ps_window_find(const struct ps_puzzle *puzzle, struct ps_windows *windows, const uint64_t *rest,
                              int cell, const uint64_t *players, unsigned way);

/* Stores the result of the turn whose window was looked up last and which `trace` recorded. Does nothing and returns
 * false if that turn depends on cells outside the window. */
bool ps_window_keep(const struct ps_puzzle *puzzle, struct ps_windows *windows, const struct ps_trace *trace, int cell,
                    unsigned way, struct ps_step step);

#endif

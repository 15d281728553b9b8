/* What walking comes to, remembered by what lies around the player.
 *
 * A flood makes a turn for each key in each position, and nearly all of these are steps over free ground or
 * against a wall.  Where rules are *local*, what such a turn does depends on a few cells alone, the window: as far
 * ahead as something pushed goes, and as far around as a pattern reaches.  Rules are local if each match needs a
 * movement or the player in it; those come only from the player's cell, and each turn notes what it touched,
 * so that a turn whose every match, tried or made, lies in the window is known to be the same wherever the
 * window is.  A rule without either (what falls, what freezes) is local while it matches nowhere in the level without
 * its player: then it can match only where the turn has changed something. */
#ifndef ONLYWAY_GAMES_PUZZLESCRIPT_WINDOW_H
#define ONLYWAY_GAMES_PUZZLESCRIPT_WINDOW_H

#include "games/puzzlescript/level.h"

enum ps_step_kind { PS_STEP_UNKNOWN, PS_STEP_NOTHING, PS_STEP_WALK, PS_STEP_OTHER };

/* What a key does: for a walk, how far it leads, and what the player is then. */
struct ps_step {
    enum ps_step_kind kind;
    int across, down;
    const uint64_t *players;
};

/* Steps that were made, by window: a table in which a later one takes the place of an earlier one. */
struct ps_windows {
    uint64_t *entries; /* NULL: nothing is remembered */
    size_t entry_words, window_words;
    uint64_t *window; /* the last that was looked for */
    size_t place;     /* and where it belongs */
};

/* Finds out about the rules.  False: no memory. */
bool ps_locality_make(struct ps_puzzle *puzzle);
void ps_locality_free(struct ps_locality *locality);

bool ps_windows_make(const struct ps_puzzle *puzzle, struct ps_windows *windows);
size_t ps_windows_bytes(const struct ps_puzzle *puzzle);
void ps_windows_free(struct ps_windows *windows);

/* Whether windows tell all in positions that are `rest` but for the player; `state` is used for that. */
bool ps_windows_hold(const struct ps_puzzle *puzzle, struct ps_state *state, const uint64_t *rest);

/* The part of a level that a window shows, from left to right and from top to bottom, both included. */
struct ps_frame {
    int left, top, right, bottom;
};

/* The window of a player in a cell who presses a key.  The action's is as that of a step to the right. */
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

/* What a key does from a cell, if a turn with that window was made; else its place is kept for ps_window_keep. */
struct ps_step ps_window_find(const struct ps_puzzle *puzzle, struct ps_windows *windows, const uint64_t *rest,
                              int cell, const uint64_t *players, unsigned way);

/* Remembers what came of the turn whose window was looked for last, and which `trace` noted, unless it touched cells
 * beyond.  Whether it did so. */
bool ps_window_keep(const struct ps_puzzle *puzzle, struct ps_windows *windows, const struct ps_trace *trace, int cell,
                    unsigned way, struct ps_step step);

#endif

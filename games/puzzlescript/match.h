/* Where a rule's patterns match; see match.c. */
#ifndef ONLYWAY_GAMES_PUZZLESCRIPT_MATCH_H
#define ONLYWAY_GAMES_PUZZLESCRIPT_MATCH_H

#include "games/puzzlescript/masks.h"
#include "games/puzzlescript/state.h"

/* Where a row of cells matches: its first cell and the lengths of its ellipses. */
struct match {
    int cell, gap[2];
};

struct match_list {
    struct match *items;
    int count, room;
};

/* Finds all matches of each of a rule's rows, a list each; false where one has none, or after a failure. */
bool find_matches(struct ps_state *state, const struct ps_rule *rule, struct match_list *lists);

/* Whether a row matches only where a movement or the player is. */
bool is_anchored(const struct ps_program *program, const struct ps_row *row);

/* Whether all of a rule's rows that are anchored match somewhere; `list` is used for that. */
bool anchored_rows_match(struct ps_state *state, const struct ps_rule *rule,
                         struct match_list *list);

/* True if a row still matches where it did. */
bool still_matches(const struct ps_state *state, const struct ps_row *row, int step,
                   const struct match *match);

/* From a cell to the next in a direction. */
int step_of(const struct ps_state *state, int direction);

#endif

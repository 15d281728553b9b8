/* A game played on from level to level, with undo: what recorded sessions want. */
#ifndef ONLYWAY_GAMES_PUZZLESCRIPT_SESSION_H
#define ONLYWAY_GAMES_PUZZLESCRIPT_SESSION_H

#include "games/puzzlescript/state.h"

struct ps_session {
    struct ps_state *state;
    int entry;             /* of LEVELS: a level, or a message that follows one */
    LIST(uint64_t *) kept; /* cells to go back to */
    struct arena arena;
};

/* Begins with an entry that is a level; `again` is followed here and after each input.  False without
 * memory; end it in any case. */
bool ps_session_begin(struct ps_session *session, const struct ps_program *program, int entry, const char *seed);
void ps_session_end(struct ps_session *session);

/* Each returns false where memory ran out. */
bool ps_session_input(struct ps_session *session, enum ps_input input);
bool ps_session_undo(struct ps_session *session);
bool ps_session_restart(struct ps_session *session);

#endif

/* A game played from level to level, with undo, as recorded sessions expect. */
#ifndef ONLYWAY_TESTS_RECORDED_SESSION_H
#define ONLYWAY_TESTS_RECORDED_SESSION_H

#include "games/puzzlescript/state.h"

struct ps_session {
    struct ps_state *state;
    int entry;             /* index in LEVELS: a level, or a message after a level */
    LIST(uint64_t *) kept; /* cells to which undo returns */
    struct arena arena;
};

/* Begins with an entry that is a level.  Runs the turns that `again` requests, here and after each input.  Returns
 * false if memory runs out.  Call ps_session_end in any case. */
bool ps_session_begin(struct ps_session *session, const struct ps_program *program, int entry, const char *seed);
void ps_session_end(struct ps_session *session);

/* Each returns false if memory runs out. */
bool ps_session_input(struct ps_session *session, unsigned way);
bool ps_session_undo(struct ps_session *session);
bool ps_session_restart(struct ps_session *session);

#endif

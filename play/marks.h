/* Which levels were solved, remembered from one run to the next.
 *
 * A level is known by what it is and not by its name: by its game, its rules and its hash, which rotated
 * and reflected levels share.  The file is `onlyway/solved` in the folder for the state of programs
 * ($XDG_STATE_HOME, else ~/.local/state), a line of 16 hex digits for each level.  Playing never fails
 * for want of it: what cannot be read or written is left. */
#ifndef ONLYWAY_PLAY_MARKS_H
#define ONLYWAY_PLAY_MARKS_H

#include "base/text.h"
#include "games/game.h"

#include <stdint.h>

struct marks {
    char *path;     /* NULL: there is no place for the file */
    uint64_t *keys; /* [count] in ascending order */
    size_t count, capacity;
};

/* Reads what there is. */
void marks_open(struct marks *marks);
void marks_close(struct marks *marks);

/* What a level with a hash (solve/judge/judge.h) is known by, played by one of its game's sets of rules.  False: out
 * of memory. */
bool marks_key(const struct puzzle *puzzle, unsigned rules_number, uint64_t hash, uint64_t *key);

bool marks_have(const struct marks *marks, uint64_t key);

/* Adds a level, with what another program may have added meanwhile, and writes the file. */
void marks_add(struct marks *marks, uint64_t key);

#endif

/* Stored information about levels: whether they were solved in earlier runs, and how difficult they are.
 *
 * A level is identified by its content, not its name: by its game, its rules and its hash, which rotated and reflected
 * levels share.
 *
 * Solved levels are listed in the file `onlyway/solved` in the folder for program state ($XDG_STATE_HOME, or
 * ~/.local/state), with a line of 16 hex digits for each level.  If the file cannot be read or written, the program
 * plays without it.
 *
 * Difficulties are those in the reports beside the levels' files: `report.csv` in the same folder, or a report named
 * like the file. */
#ifndef ONLYWAY_PLAY_MARKS_H
#define ONLYWAY_PLAY_MARKS_H

#include "base/text.h"
#include "games/game.h"

#include <stdint.h>

/* --- solved levels --- */

struct marks {
    char *path;     /* NULL: no path for the file is known */
    uint64_t *keys; /* [count] in ascending order */
    size_t count, capacity;
};

/* Reads the file, if it exists. */
void marks_open(struct marks *marks);
void marks_close(struct marks *marks);

/* Computes the key of a level with a hash (solve/judge/judge.h), played by one of its game's sets of rules.  Returns
 * false if memory runs out. */
bool marks_key(const struct puzzle *puzzle, unsigned rules_number, uint64_t hash, uint64_t *key);

bool marks_have(const struct marks *marks, uint64_t key);

/* Adds a level and writes the file, with any levels that another program has added meanwhile. */
void marks_add(struct marks *marks, uint64_t key);

/* --- difficulties --- */

/* A row of a report. */
struct rating {
    uint64_t hash;
    double difficulty;
};

struct ratings {
    struct text path;
    struct rating *list; /* [count] sorted by hash */
    size_t count, capacity;
};

/* The two reports that may belong to a file. */
struct rating_finder {
    struct ratings reports[2];
};

void ratings_free(struct rating_finder *finder);

/* The difficulty of a level of a file, from 0 to 100; UNKNOWN (solve/judge/judge.h) if no report has it.  Reports
 * that cannot be read are ignored. */
double ratings_find(struct rating_finder *finder, const char *file, uint64_t hash);

#endif

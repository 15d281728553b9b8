/* A pack: levels that were verified and put in order, on their way to players in one of several
 * formats (see formats.h).
 *
 * A level that is not unique is in a pack only by --allow-any.  Then it may have no solution: its
 * measures are UNKNOWN and its solution is empty. */
#ifndef ONLYWAY_OUT_PACK_H
#define ONLYWAY_OUT_PACK_H

#include "base/text.h"
#include "games/draw/face.h"
#include "solve/judge/judge.h"
#include "solve/level/levels.h"

struct pack_level {
    struct text name;       /* for players, valid UTF-8: its own title or, in a pack, its number */
    struct level level;     /* as read; `level.name` and `level.file` tell where it is from */
    struct grid grid;       /* its text as it is written: see pack_draw */
    struct variant variant; /* that is played */
    struct puzzle *puzzle;  /* owned, as all of it */
    struct judgement judgement;
    struct text solution; /* the reported one; empty where there is none */
    bool generated;       /* a report told its seed and candidate */
    uint64_t seed, candidate;
    size_t place; /* among the levels as they were read */
};

struct pack {
    const char *title;  /* never empty; valid UTF-8, a line, as are all names here */
    const char *author; /* NULL: not given */
    struct pack_level *levels;
    size_t count;
};

enum pack_sort { SORT_DIFFICULTY, SORT_BITS, SORT_DEPTH, SORT_NONE };

/* Puts the levels in order, those without the figure last, and names those that have no title by
 * their place.  Equal levels keep their order.  False: out of memory. */
bool pack_sort(struct pack *pack, enum pack_sort sort);

/* Draws the start of a level as its game's document writes it: with a wall all around where the
 * game has it so, without a margin.  False: out of memory. */
bool pack_draw(const struct puzzle *puzzle, struct grid *grid);

/* Adds the rows of a level, each with its line end.  Where a level must have its wall, the open
 * space at the end of a row is outside and left out. */
void pack_add_rows(const struct pack_level *level, struct text *text);

/* The source that a level is of, or NULL. */
const struct game_source *pack_source(const struct pack_level *level);

/* Whether levels are of one game: of the same sources, if they are a language's. */
bool pack_levels_alike(const struct pack_level *a, const struct pack_level *b);

/* The source that all levels are of; NULL: there is none, or several. */
const struct game_source *pack_only_source(const struct pack *pack);

/* Adds the text of a level's file: its rows, or the source that it came in, with this level. */
void pack_add_file(const struct pack_level *level, struct text *text);

/* Whether a level has a solution. */
bool pack_level_solved(const struct pack_level *level);

/* Writes a file that appears at once or not at all; "-": standard output. */
bool pack_output(const char *path, const struct text *bytes, struct text *error);

/* Whether all levels are of games that fit; else says which one is not, for `format`. */
bool pack_games_are(const struct pack *pack, bool (*fits)(const struct face *face), const char *format,
                    struct text *error);

void pack_free(struct pack *pack);

#endif

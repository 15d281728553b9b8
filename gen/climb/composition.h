/* Composition: what gives a level the look of one that a person drew.
 *
 * A composition has a size and a symmetry, which walls or ground keep through every edit.  By default both are drawn
 * at random for each unit, each value as often as people use it.  The cells that a symmetry maps onto each other are an
 * *orbit*. */
#ifndef ONLYWAY_GEN_CLIMB_COMPOSITION_H
#define ONLYWAY_GEN_CLIMB_COMPOSITION_H

#include "base/options.h"
#include "base/rng.h"
#include "games/grid.h"

/* In the order of SYMMETRY_NAMES.  MIRROR swaps left and right, FLIP top and bottom, TURN is half a turn, and BOTH is
 * all three. */
enum composition_symmetry {
    SYMMETRY_ANY,
    SYMMETRY_MIRROR,
    SYMMETRY_NONE,
    SYMMETRY_FLIP,
    SYMMETRY_TURN,
    SYMMETRY_BOTH,
    SYMMETRY_COUNT,
};

/* Games with gravity accept only the first three. */
#define SYMMETRY_NAMES_UPRIGHT "any|mirror|none"
#define SYMMETRY_NAMES SYMMETRY_NAMES_UPRIGHT "|flip|turn|both"

/* The row of --symmetry in a proposer's options, whose member `symmetry` is an unsigned. */
#define SYMMETRY_ROW(type, names, of)                                                          \
    OPTION(CHOICE, "symmetry", offsetof(type, symmetry), names, PIECE_GROUP, .initial = "any", \
           .help = "symmetry of " of "; any: as often as people use each")

enum { ORBIT_MOST = 4 };

/* Writes the distinct cells of the orbit of a cell, itself first.  Returns how many there are. */
unsigned composition_orbit(enum composition_symmetry symmetry, int columns, int rows, int cell, int orbit[ORBIT_MOST]);

/* Whether some cell is its own image, so that a single piece can stand in a symmetric level. */
bool composition_has_axis(enum composition_symmetry symmetry, int columns, int rows);

/* The most that composition_size adds to a side. */
enum { COMPOSITION_WIDER = 3 };

/* Draws a size near the usual one, more often wide than high, with each side at least `least`.  A level with a single
 * piece on its axis needs an odd side; sides across an axis are therefore odd. */
struct board_size composition_size(struct board_size usual, unsigned least, enum composition_symmetry symmetry,
                                   struct rng *rng);

/* Repeats changes in the rest of their orbits.  In each orbit whose cells differ from `before`, the first changed cell
 * decides what the other cells hold.  A character of `alone` is a piece that has no image: its image is the ground at
 * the same index of `ground`.  `alone` consists of pairs, the piece on two kinds of ground; both characters are equal
 * if the ground does not show.  Returns false if such a piece is in the way of something other than ground; the grid is
 * then damaged. */
bool composition_repeat(enum composition_symmetry symmetry, struct grid *grid, const unsigned char *before,
                        const char *alone, const char *ground);

/* Whether a symmetry maps a grid onto itself, with the characters of `alone` taken as those of `ground`. */
bool composition_holds(enum composition_symmetry symmetry, const struct grid *grid, const char *alone,
                       const char *ground);

#endif

/* The sprites of PuzzleScript games: 5 x 5 points of colour.  A sprite without rows is filled with its first colour. */
#ifndef ONLYWAY_GAMES_PUZZLESCRIPT_SPRITES_H
#define ONLYWAY_GAMES_PUZZLESCRIPT_SPRITES_H

#include "games/draw/face.h"
#include "games/puzzlescript/program.h"

enum { PS_POINTS = 5 }; /* rows and columns of a sprite */

/* A colour as a source writes it, 0xRRGGBB, or -1 if it is transparent or unknown. */
int32_t ps_rgb_of(const char *text);

/* The colour number of a sprite at a point; -1: none. */
int ps_sprite_number(const struct ps_object *object, int row, int column);

/* The colour of a sprite at a point, 0xRRGGBB; -1: none, or outside the sprite. */
int32_t ps_sprite_rgb(const struct ps_object *object, int row, int column);

/* The cells of a level that are visible during play: all, one of the screens into which the level is divided
 * (flickscreen), or those around the player (zoomscreen).  `focus` is the player's cell, or -1. */
struct ps_window {
    int column, row, columns, rows;
};
struct ps_window ps_window_of(const struct ps_program *program, int columns, int rows, int focus);

/* Whether the player is in a cell with these objects. */
bool ps_has_player(const struct ps_program *program, const uint64_t *cell);

/* Fills in the image that a terminal shows; see games/draw/face.h. */
bool ps_points(const struct puzzle *puzzle, const unsigned char *state, unsigned hand, const uint64_t *position,
               struct point_image *image);

#endif

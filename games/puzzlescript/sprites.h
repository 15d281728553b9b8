/* The sprites of PuzzleScript games: points of colour, five by five; one without rows is all its first colour. */
#ifndef ONLYWAY_GAMES_PUZZLESCRIPT_SPRITES_H
#define ONLYWAY_GAMES_PUZZLESCRIPT_SPRITES_H

#include "games/draw/colours.h"
#include "games/draw/terminal.h"
#include "games/puzzlescript/program.h"

enum { PS_POINTS = 5 }; /* of a sprite, each way */

/* A colour as a source writes it; COLOUR_NONE: transparent, or unknown. */
enum colour ps_colour_of(const char *text);

/* The number of a sprite's colour at a point; -1: none. */
int ps_sprite_number(const struct ps_object *object, int row, int column);

/* The colour of a sprite at a point; COLOUR_NONE where there is none, around it, too. */
enum colour ps_sprite_colour(const struct ps_object *object, int row, int column);

/* Fills in what a terminal shows; see games/draw/terminal.h. */
bool ps_points(const struct puzzle *puzzle, const unsigned char *state, unsigned hand, struct point_image *image);

#endif

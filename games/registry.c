/* The list of games.  A new one is declared and listed here. */
#include "games/game.h"

#include "games/longcat.h"
#include "games/snowman.h"

const struct game *const games[] = {
    &game_longcat,
    &game_snowman,
    NULL,
};

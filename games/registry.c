/* The lists of games and languages.  Declare and list new ones here. */
#include "games/game.h"

#include "games/longcat/longcat.h"
#include "games/puzzlescript/puzzlescript.h"
#include "games/snake/snake.h"
#include "games/snakebird/snakebird.h"
#include "games/snowman/snowman.h"
#include "games/sokoban/sokoban.h"
#include "games/theseus/theseus.h"

const struct game *const games[] = {
    &game_longcat, &game_sokoban, &game_snowman, &game_snakebird, &game_snake, &game_theseus, NULL,
};

const struct game *const languages[] = {
    &game_puzzlescript,
    NULL,
};

/* The list of proposers.  Declare and list a new one here. */
#include "gen/climb/proposer.h"

#include "gen/longcat/longcat.h"
#include "gen/puzzlescript/puzzlescript.h"
#include "gen/snake/snake.h"
#include "gen/snakebird/snakebird.h"
#include "gen/snowman/snowman.h"
#include "gen/sokoban/sokoban.h"
#include "gen/theseus/theseus.h"

#include <string.h>

const struct proposer *const proposers[] = {
    &proposer_longcat, &proposer_sokoban, &proposer_snake,        &proposer_snakebird,
    &proposer_snowman, &proposer_theseus, &proposer_puzzlescript, NULL,
};

const struct proposer *proposer_find(const char *game)
{
    for (size_t i = 0; proposers[i] != NULL; i++) {
        if (strcmp(proposers[i]->game->name, game) == 0)
            return proposers[i];
    }
    return NULL;
}

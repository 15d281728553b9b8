/* The list of proposers.  Declare and list a new one here. */
#include "gen/climb/proposer.h"

#include <string.h>

extern const struct proposer proposer_longcat, proposer_puzzlescript, proposer_snake, proposer_snakebird,
    proposer_snowman, proposer_sokoban, proposer_theseus;

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

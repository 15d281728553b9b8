/* Snake's proposer. */
#ifndef ONLYWAY_GEN_SNAKE_SNAKE_H
#define ONLYWAY_GEN_SNAKE_SNAKE_H

#include "gen/climb/proposer.h"

/* Its options. */
struct snake_pieces {
    struct number_range walls;
    uint64_t tours;    /* random tours to write; 0: make levels */
    const char *arena; /* file with the arena of the tours; NULL: an open board */
};

extern const struct proposer proposer_snake;

#endif

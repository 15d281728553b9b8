/* Snake's proposer. */
#ifndef ONLYWAY_GEN_SNAKE_SNAKE_H
#define ONLYWAY_GEN_SNAKE_SNAKE_H

#include "gen/climb/proposer.h"

/* Its options. */
struct snake_pieces {
    struct number_range walls;
    uint64_t tours;    /* 0: levels are wanted */
    const char *arena; /* of the tours; NULL: an open board */
};

extern const struct proposer proposer_snake;

#endif

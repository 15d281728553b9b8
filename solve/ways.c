/* The list of ways; see ways.h. */
#include "solve/ways.h"

#include "games/longcat.h"
#include "games/snake/snake.h"
#include "solve/longcat/way.h"
#include "solve/snake/way.h"

static const struct {
    const struct game *game;
    way_function *find;
} ways[] = {
    {&game_longcat, longcat_way},
    {&game_snake, snake_way_on},
};

way_function *way_for(const struct game *game)
{
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        if (ways[i].game == game)
            return ways[i].find;
    }
    return NULL;
}

/* The list of such games; see continuations.h. */
#include "solve/continuations.h"

#include "games/longcat.h"
#include "games/snake/snake.h"
#include "solve/longcat/continuation.h"
#include "solve/snake/continuation.h"

static const struct {
    const struct game *game;
    continuation_function *find;
} ways[] = {
    {&game_longcat, longcat_continuation},
    {&game_snake, snake_continuation},
};

continuation_function *continuation_for(const struct game *game)
{
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        if (ways[i].game == game)
            return ways[i].find;
    }
    return NULL;
}

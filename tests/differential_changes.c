/* The table of changes that must not affect the result; see differential.h. */
#include "tests/differential.h"

#include "games/longcat/longcat.h"
#include "games/snake/snake.h"
#include "games/snakebird/snakebird.h"
#include "games/snowman/snowman.h"
#include "games/sokoban/sokoban.h"
#include "games/theseus/theseus.h"

bool change_applies(const struct change *change, const struct game *game)
{
    /* The rules of a language's source may depend on directions and on the edge of the level, and a level of it cannot
     * be read back without the source. */
    bool for_games = change->holds == holds_turned || change->holds == holds_padded || change->holds == holds_as_text ||
                     change->holds == holds_in_collection;
    return (change->game == NULL || change->game == game) && !(for_games && game->language != NULL);
}

const struct change differential_changes[] = {
    {"turned", NULL, 0, holds_turned},
    {"labels", &game_longcat, 0, holds_turned_with_labels},
    {"labels", &game_sokoban, 0, holds_turned_with_labels},
    {"labels", &game_snowman, PIECES_IN_TEXT, holds_turned_with_labels},
    {"labels", &game_snakebird, 0, holds_turned_with_labels},
    {"labels", &game_theseus, 0, holds_turned_with_labels},
    {"padded", NULL, 0, holds_padded},
    {"birds", &game_snakebird, 0, holds_for_swapped_birds},
    {"blocks", &game_snakebird, 0, holds_for_swapped_blocks},
    {"jobs-2", NULL, 2, holds_with_jobs},
    {"jobs-3", NULL, 3, holds_with_jobs},
    {"best-first", NULL, 1, holds_without_measures},
    {"best-first-3", NULL, 3, holds_without_measures},
    {"large", NULL, 1, holds_as_large},
    {"large-3", NULL, 3, holds_as_large},
    {"cheap", NULL, 1, holds_with_cheap_measures},
    {"cheap-2", NULL, 2, holds_with_cheap_measures},
    {"enough", NULL, 2, holds_with_enough},
    {"spared", NULL, 0, holds_when_spared},
    {"live-moves", NULL, WITHOUT_LIVE_MOVES, holds_without_hook},
    {"dead", NULL, WITHOUT_DEAD, holds_without_hook},
    {"estimate", NULL, WITHOUT_ESTIMATE, holds_without_hook},
    {"pruning", NULL, WITHOUT_PRUNING, holds_without_hook},
    {"wide", &game_longcat, 0, holds_on_wide_board},
    {"states", NULL, 0, holds_with_few_states},
    {"memory", NULL, 0, holds_with_little_memory},
    {"disk", NULL, 1, holds_on_disk},
    {"disk-2", NULL, 2, holds_on_disk},
    {"limits", NULL, 0, holds_with_ample_limits},
    {"list", NULL, 40, holds_for_list},
    {"way", NULL, 0, holds_for_way},
    {"half-way", NULL, 1, holds_for_way},
    {"text", NULL, 0, holds_as_text},
    {"collection", NULL, 0, holds_in_collection},
    {"slow", &game_sokoban, 0, holds_for_slow_judge},
    {"slow", &game_snowman, 0, holds_for_slow_judge},
    {"slow", &game_snakebird, 0, holds_for_slow_judge},
    {"slow", &game_theseus, 0, holds_for_slow_judge},
    {"slow", &game_longcat, 0, holds_for_longcat_oracle},
    {"slow", &game_snake, 0, holds_for_plain_tours},
    {"why", NULL, 0, holds_for_why},
    {"mend", NULL, 0, holds_for_mend},
    {"mend-3", NULL, 2, holds_for_mend},
    {"compact", NULL, 0, holds_for_compact},
    {"compact-3", NULL, 2, holds_for_compact},
    {"why-3", NULL, 2, holds_for_why},
    {"rules", &game_snakebird, 0, holds_for_slow_birds},
    {"rules", &game_snowman, 0, holds_for_slow_snowman},
    {"rules", &game_sokoban, 0, holds_for_slow_capacity},
    {"tables", &game_sokoban, 0, holds_with_tables},
    {NULL, NULL, 0, NULL},
};

/* Changes levels by a designer's own rules, for suggestions; see gen/puzzlescript/transform.h. */
#include "base/rng.h"
#include "base/text.h"
#include "gen/puzzlescript/transform.h"
#include "out/pack.h"
#include "out/page/engine.h"

static struct {
    struct transform *transform;    /* NULL: no rules */
    struct game_source *own_source; /* owns a holder */
    struct text rules;
    struct rng rng;
    int columns, rows; /* size of the levels that `transform` is ready for; 0: none */
} changes;

/* Reads the rules from their text, for the source that was read last. */
static bool read_rules(void)
{
    transform_free(changes.transform);
    changes.transform = NULL;
    source_release(changes.own_source);
    changes.own_source = NULL;
    changes.columns = changes.rows = 0;
    changes.own_source = source_hold(passed.game_source);
    changes.transform = transform_read(changes.own_source, text_string(&changes.rules), "Line", 1, output_begin());
    return changes.transform != NULL;
}

/* Input: rules for the game whose source was read last.  Returns false if they are not valid; the output says what is
 * wrong. */
bool EXPORT(transform_rules)(unsigned seed)
{
    if (passed.game_source == NULL)
        return output_fail("no game with a source");
    rng_start(&changes.rng, seed, 0);
    text_clear(&changes.rules);
    text_add_string(&changes.rules, passed.input);
    return changes.rules.failed ? output_fail("out of memory") : read_rules();
}

/* Input: a level of that game.  Output: its rows after the rules are applied.  Returns false if the rules change
 * nothing or cannot be applied. */
bool EXPORT(transform_level)(void)
{
    struct given level;
    struct grid grid;
    struct complaint complaint;
    if (!input_level(&level))
        return false;
    output_begin();
    const struct game_source *game_source = level.variant.game_source;
    if (game_source == NULL || game_source != changes.own_source || changes.transform == NULL ||
        !input_grid(&level, &grid, &complaint))
        return false;
    /* Prepares the rules for levels of this size.  Rules prepared for another size are first read again, which frees
     * the memory of that preparation. */
    bool changed = true;
    if (grid.columns != changes.columns || grid.rows != changes.rows) {
        changed = changes.columns == 0 || read_rules();
        if (changed) {
            changes.columns = grid.columns;
            changes.rows = grid.rows;
            changed = transform_add_worker(changes.transform, grid.columns, grid.rows);
        }
    }
    changed = changed && transform_apply(changes.transform, &grid, &changes.rng);
    if (changed)
        pack_add_json_rows(&grid, &passed.output);
    grid_free(&grid);
    return changed;
}

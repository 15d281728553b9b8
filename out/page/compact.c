/* Reduces a level to the smallest one that is still the same puzzle, for the editor; see solve/explain/compact.h. */
#include "base/text.h"
#include "out/pack.h"
#include "out/page/engine.h"
#include "solve/explain/compact.h"
#include "solve/explain/words.h"

#define COMPACT_MEMORY ((uint64_t)160 << 20)

/* Adds the result to the output.  Returns false if memory runs out. */
static bool compact_puzzle(const struct puzzle *puzzle, struct variant variant, double seconds)
{
    const struct request request = {.limits = {.max_memory = COMPACT_MEMORY, .timeout = seconds},
                                    .measures = MEASURES_AUTO};
    struct judgement judgement;
    struct subject subject;
    struct compact compact;
    struct text told = {0};
    if (!judge(puzzle, &request, &judgement))
        return false;
    bool good = true;
    if (tell_not_compacted(puzzle, &judgement, &told)) {
        text_add_json_member(&passed.output, '{', "told", text_string(&told));
        text_add_string(&passed.output, ",\"gone\":0}");
    } else if (!subject_make(&subject, puzzle, variant)) {
        good = false;
    } else {
        good = compact_find(&compact, &subject, &judgement, &request.limits);
        if (good) {
            /* The remaining rows, and the removed parts in the words of `solve --compact`. */
            struct text words = {0};
            tell_compacted(&compact, &words);
            text_add_json_member(&passed.output, '{', "told", text_string(&words));
            text_addf(&passed.output, ",\"gone\":%zu,\"rows\":", compact.gone_count);
            pack_add_json_rows(&compact.now.text, &passed.output);
            text_add_char(&passed.output, '}');
            passed.output.failed |= words.failed;
            text_free(&words);
            compact_free(&compact);
        }
        subject_free(&subject);
    }
    judgement_free(&judgement);
    passed.output.failed |= told.failed;
    text_free(&told);
    return good;
}

/* Input: a level.  Output: the reduced level as JSON: {told, gone, rows}, without `rows` if nothing is tried.  Returns
 * false if the input is not a level or memory runs out; the output says which. */
bool EXPORT(compact)(double seconds)
{
    const struct game *game;
    struct variant variant;
    const char *rows;
    if (!input_level(&game, &variant, &rows))
        return false;
    struct puzzle *puzzle = input_puzzle(game, variant, rows);
    if (puzzle == NULL)
        return false;
    output_begin();
    bool good = compact_puzzle(puzzle, variant, seconds);
    game->free(puzzle);
    return good || output_fail("out of memory");
}

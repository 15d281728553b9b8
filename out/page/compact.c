/* Reduces a level to the smallest one that is still the same puzzle, for the editor; see solve/explain/compact.h. */
#include "base/text.h"
#include "out/pack.h"
#include "out/page/engine.h"
#include "solve/explain/compact.h"
#include "solve/explain/words.h"

#define COMPACT_MEMORY ((uint64_t)160 << 20)

/* Makes a judged level smaller and adds the result to the JSON.  Returns false if memory runs out. */
static bool compact_judged(const struct puzzle *puzzle, struct variant variant, const struct judgement *judgement,
                           const struct limits *limits, struct text *json)
{
    struct subject subject;
    struct compact compact;
    struct text told = {0};
    if (tell_not_compacted(puzzle, judgement, &told)) {
        text_add_json_member(json, '{', "told", text_string(&told));
        text_add_string(json, ",\"gone\":0}");
        json->failed |= told.failed;
        text_free(&told);
        return true;
    }
    if (!subject_make(&subject, puzzle, variant))
        return false;
    bool good = compact_find(&compact, &subject, judgement, limits);
    if (good) {
        /* The remaining rows, and the removed parts in the words of `solve --compact`. */
        tell_compacted(&compact, &told);
        text_add_json_member(json, '{', "told", text_string(&told));
        text_addf(json, ",\"gone\":%zu,\"rows\":", compact.gone_count);
        pack_add_json_rows(&compact.now.text, json);
        text_add_char(json, '}');
        json->failed |= told.failed;
        text_free(&told);
        compact_free(&compact);
    }
    subject_free(&subject);
    return good;
}

/* Input: a level.  Output: the reduced level as JSON: {told, gone, rows}, without `rows` if nothing is tried.  Returns
 * false if the input is not a level or memory runs out; the output says which. */
bool EXPORT(compact)(double seconds)
{
    const struct request request = {.limits = {.max_memory = COMPACT_MEMORY, .timeout = seconds},
                                    .measures = MEASURES_AUTO};
    struct judgement judgement;
    struct given level;
    if (!input_level(&level))
        return false;
    struct puzzle *puzzle = input_puzzle(&level);
    if (puzzle == NULL)
        return false;
    bool good = judge(puzzle, &request, &judgement);
    if (good) {
        good = compact_judged(puzzle, level.variant, &judgement, &request.limits, output_begin());
        judgement_free(&judgement);
    }
    level.game->free(puzzle);
    return good || output_fail("out of memory");
}

/* The messages at the end of a run; see closing.h. */
#include "gen/run/closing.h"

#include <inttypes.h>
#include <stdlib.h>

/* Prints from which levels on the distance was lowered.  Returns false if memory runs out. */
static bool say_distance(const struct folder_run *run, const struct program *program)
{
    struct text line = {0};
    const struct tally *tally = &run->run.tally;
    for (unsigned i = 0; i < tally->relaxed && tally->kept > tally->kept_before[i]; i++) {
        if (i + 1 < tally->relaxed && tally->kept_before[i + 1] == tally->kept_before[i])
            continue; /* lowered again at once */
        if (line.size == 0)
            text_addf(&line, "no room for more levels %g apart: ", run->run.least);
        else
            text_add_string(&line, ", ");
        text_addf(&line, "%g from level %" PRIu64 " on", run_least(&run->run, i + 1), tally->kept_before[i] + 1);
    }
    bool says = line.size > 0 || line.failed;
    bool good = !says || program_fail(program, &line, EXIT_SUCCESS) == EXIT_SUCCESS;
    text_free(&line);
    return good;
}

/* Prints the counts.  Returns false if memory runs out. */
static bool say_result(const struct folder_run *run, enum run_result result, const struct program *program)
{
    struct text line = {0};
    const struct tally *tally = &run->run.tally;
    text_addf(&line, "kept %" PRIu64, tally->kept);
    if (run->run.wanted != UINT64_MAX && result != RUN_COMPLETE)
        text_addf(&line, " of %" PRIu64 " wanted", run->run.wanted);
    text_addf(&line, " after %" PRIu64 " candidate%s", tally->tries, tally->tries == 1 ? "" : "s");
    const char *separator = "; dropped ";
    for (size_t i = 0; i < filter_count; i++) {
        if (tally->dropped[i] == 0)
            continue;
        text_addf(&line, "%s%" PRIu64 " %s", separator, tally->dropped[i], filters[i].name);
        separator = ", ";
    }
    if (run->folder.path != NULL)
        text_addf(&line, "; in %s", run->folder.path);
    bool good = program_fail(program, &line, EXIT_SUCCESS) == EXIT_SUCCESS;
    text_free(&line);
    return good;
}

/* The filter that dropped most candidates among those that apply to solvable levels; filter_count: none dropped any. */
static size_t find_hardest(const struct tally *tally)
{
    size_t hardest = filter_count;
    for (size_t i = filter_index(FILTER_ESSENTIAL); i < filter_count; i++) {
        if (tally->dropped[i] > (hardest < filter_count ? tally->dropped[hardest] : 0))
            hardest = i;
    }
    return hardest;
}

/* Prints which filter was in the way and what may help.  Returns false if memory runs out. */
static bool say_advice(const struct folder_run *run, bool gave_up, const struct program *program)
{
    struct text line = {0};
    const struct proposal *proposal = &run->run.proposal;
    const struct tally *tally = &run->run.tally;
    struct board_size size = proposal->size, usual = proposer_size(proposal->proposer, proposal->band);
    size_t hardest = find_hardest(tally);
    if (gave_up)
        text_addf(&line, "gave up: the last %" PRIu64 " candidates were all dropped; ", tally->barren);
    if (hardest < filter_count) {
        text_add_string(&line, "most failed at ");
        filter_write(proposal->filters, &filters[hardest], &line);
        text_addf(&line, " (%" PRIu64 " of %" PRIu64 "); ", tally->dropped[hardest], tally->tries);
    }
    if (proposal->band >= 0 && proposal->from == NULL && usual.columns * usual.rows > size.columns * size.rows)
        text_addf(&line, "--size=%ux%u has room for %s levels", usual.columns, usual.rows,
                  difficulty_band_names[proposal->band]);
    else if (hardest < filter_count && filters[hardest].kind == FILTER_NEAR)
        text_add_string(&line, "a smaller --min-distance or a larger --size may find more");
    else
        text_add_string(&line, "other filters, sizes or methods may find more");
    bool good = (!gave_up && hardest == filter_count) || program_fail(program, &line, EXIT_SUCCESS) == EXIT_SUCCESS;
    text_free(&line);
    return good;
}

int run_close(const struct folder_run *run, enum run_result result, const struct text *error, const struct text *advice,
              const struct program *program)
{
    if (result == RUN_FAILED)
        program_fail(program, error, EXIT_LIMIT);
    bool said = say_result(run, result, program) && say_distance(run, program);
    bool resumable = run->folder.path != NULL && result != RUN_COMPLETE;
    bool gave_up =
        result == RUN_GAVE_UP && run->run.proposal.patience != 0 && run->run.tally.barren >= run->run.proposal.patience;
    if (result == RUN_GAVE_UP)
        said = say_advice(run, gave_up, program) && said;
    if (resumable && !gave_up)
        said = program_fail(program, advice, EXIT_SUCCESS) == EXIT_SUCCESS && said;
    switch (result) {
    case RUN_COMPLETE:
        return said ? EXIT_SUCCESS : EXIT_LIMIT;
    case RUN_INTERRUPTED:
        return EXIT_INTERRUPTED;
    case RUN_GAVE_UP:
    case RUN_FAILED:
        break;
    }
    return EXIT_LIMIT;
}

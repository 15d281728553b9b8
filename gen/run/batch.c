/* Filling batches; see batch.h. */
#include "gen/run/batch.h"

#include "base/array.h"
#include "solve/level/report.h"

#include <stdlib.h>

bool batch_make(struct batch *batch, unsigned units)
{
    *batch = (struct batch){0};
    batch->unit_ends = calloc(units, sizeof *batch->unit_ends);
    return batch->unit_ends != NULL;
}

void batch_clear(struct batch *batch)
{
    for (size_t i = 0; i < batch->survivor_count; i++) {
        grid_free(&batch->survivors[i].grid);
        text_free(&batch->survivors[i].row);
        likeness_free(&batch->survivors[i].likeness);
    }
    batch->survivor_count = 0;
    batch->outcome_count = 0;
}

void batch_free(struct batch *batch)
{
    batch_clear(batch);
    free(batch->unit_ends);
    free(batch->outcomes);
    free(batch->survivors);
    *batch = (struct batch){0};
}

void batch_add_outcome(struct batch *batch, size_t filter)
{
    if (!ARRAY_RESERVE(batch->outcomes, batch->outcome_count, batch->outcome_capacity, 64)) {
        batch->failed = true;
        return;
    }
    batch->outcomes[batch->outcome_count++] = (unsigned char)filter;
}

struct survivor *batch_add_survivor(struct batch *batch)
{
    if (!ARRAY_RESERVE(batch->survivors, batch->survivor_count, batch->survivor_capacity, 16))
        return NULL;
    struct survivor *survivor = &batch->survivors[batch->survivor_count++];
    *survivor = (struct survivor){.outcome = batch->outcome_count};
    return survivor;
}

/* Judges a candidate and adds its outcome, and the survivor if it passes.  Returns false if memory runs out. */
static bool judge_candidate(struct batch *batch, const struct proposal *proposal, struct candidate *candidate)
{
    const struct game *game = proposal->proposer->game;
    struct complaint complaint;
    struct judgement judgement;
    struct request request = {
        .limits = {.max_states = proposal->options->max_states,
                   .max_memory = proposal->options->max_memory,
                   .interrupted = proposal->stop},
        .measures = MEASURES_AUTO,
        .enough = filters_enough(proposal->filters),
    };
    struct puzzle *puzzle = game->load(&candidate->grid, proposal->variant, &complaint);
    if (puzzle == NULL && complaint.failed)
        return false;
    if (puzzle == NULL) {
        batch_add_outcome(batch, filter_index(FILTER_UNFIT));
        return true;
    }
    bool good = judge(puzzle, &request, &judgement);
    if (good) {
        size_t filter = filters_check(proposal->filters, &judgement);
        struct survivor *survivor = filter == filter_count ? batch_add_survivor(batch) : NULL;
        if (survivor != NULL) {
            survivor->hash = judgement.hash;
            survivor->grid = candidate->grid;
            candidate->grid = (struct grid){0};
            struct report_row row = {
                .level = "",
                .columns = survivor->grid.columns,
                .rows = survivor->grid.rows,
                .generated = !proposal->options->all,
                .seed = proposal->options->seed,
                .candidate = candidate->number,
                .seconds = -1,
            };
            report_add_row(&survivor->row, &row, puzzle, &judgement);
            const struct move_list *moves = &judgement.reported;
            good = !survivor->row.failed &&
                   (!proposal->compares || likeness_make(&survivor->likeness, puzzle, moves->moves, moves->count));
        }
        good = good && (survivor != NULL || filter < filter_count);
        batch_add_outcome(batch, filter);
        judgement_free(&judgement);
    }
    game->free(puzzle);
    return good;
}

void batch_work(struct batch *batch, const struct proposal *proposal, void *scratch, struct candidate_list *list)
{
    batch_clear(batch);
    for (unsigned unit = 0; unit < batch->units && !proposal_stopped(proposal); unit++) {
        candidates_clear(list);
        proposal->proposer->propose(proposal, scratch, batch->first_unit + unit, list);
        batch->failed |= list->failed;
        for (size_t i = 0; i < list->count; i++) {
            if (list->candidates[i].dropped_by != filter_count)
                batch_add_outcome(batch, list->candidates[i].dropped_by);
            else if (!judge_candidate(batch, proposal, &list->candidates[i]))
                batch->failed = true;
        }
        batch->unit_ends[unit] = batch->outcome_count;
    }
}

/* Working on a chunk; see chunk.h. */
#include "gen/chunk.h"

#include "solve/report.h"

#include <stdlib.h>

bool chunk_make(struct chunk *chunk, unsigned units)
{
    *chunk = (struct chunk){0};
    chunk->unit_ends = calloc(units, sizeof *chunk->unit_ends);
    return chunk->unit_ends != NULL;
}

void chunk_clear(struct chunk *chunk)
{
    for (size_t i = 0; i < chunk->survivor_count; i++) {
        grid_free(&chunk->survivors[i].grid);
        text_free(&chunk->survivors[i].row);
        likeness_free(&chunk->survivors[i].likeness);
    }
    chunk->survivor_count = 0;
    chunk->outcome_count = 0;
}

void chunk_free(struct chunk *chunk)
{
    chunk_clear(chunk);
    free(chunk->unit_ends);
    free(chunk->outcomes);
    free(chunk->survivors);
    *chunk = (struct chunk){0};
}

void chunk_add_outcome(struct chunk *chunk, size_t filter)
{
    if (chunk->outcome_count == chunk->outcome_room) {
        size_t room = chunk->outcome_room == 0 ? 64 : 2 * chunk->outcome_room;
        unsigned char *outcomes = realloc(chunk->outcomes, room);
        if (outcomes == NULL) {
            chunk->failed = true;
            return;
        }
        chunk->outcomes = outcomes;
        chunk->outcome_room = room;
    }
    chunk->outcomes[chunk->outcome_count++] = (unsigned char)filter;
}

struct survivor *chunk_add_survivor(struct chunk *chunk)
{
    if (chunk->survivor_count == chunk->survivor_room) {
        size_t room = chunk->survivor_room == 0 ? 16 : 2 * chunk->survivor_room;
        struct survivor *survivors = realloc(chunk->survivors, room * sizeof *survivors);
        if (survivors == NULL)
            return NULL;
        chunk->survivors = survivors;
        chunk->survivor_room = room;
    }
    struct survivor *survivor = &chunk->survivors[chunk->survivor_count++];
    *survivor = (struct survivor){.outcome = chunk->outcome_count};
    return survivor;
}

static bool keep_survivor(struct chunk *chunk, const struct proposal *proposal,
                          struct candidate *candidate, const struct puzzle *puzzle,
                          const struct judgement *judgement)
{
    struct survivor *survivor = chunk_add_survivor(chunk);
    if (survivor == NULL)
        return false;
    survivor->hash = judgement->hash;
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
    report_add_row(&survivor->row, &row, puzzle, judgement);
    const struct move_list *moves = &judgement->reported;
    return !survivor->row.failed &&
           (!proposal->compares ||
            likeness_make(&survivor->likeness, puzzle, moves->moves, moves->count));
}

/* Judges a candidate and notes its outcome.  False: out of memory. */
static bool judge_candidate(struct chunk *chunk, const struct proposal *proposal,
                            struct candidate *candidate)
{
    const struct game *game = proposal->proposer->game;
    struct complaint complaint;
    struct judgement judgement;
    struct request request = {
        .limits = {.max_states = proposal->options->max_states,
                   .max_memory = proposal->options->max_memory,
                   .interrupted = proposal->stop},
        .measures = MEASURES_ALL,
        .enough = filters_enough(proposal->filters),
    };
    struct puzzle *puzzle = game->load(&candidate->grid, proposal->variant, &complaint);
    if (puzzle == NULL && complaint.failed)
        return false;
    if (puzzle == NULL) {
        chunk_add_outcome(chunk, filter_index(FILTER_UNFIT));
        return true;
    }
    bool good = judge(puzzle, &request, &judgement);
    if (good) {
        size_t filter = filters_check(proposal->filters, &judgement);
        if (filter == filter_count)
            good = keep_survivor(chunk, proposal, candidate, puzzle, &judgement);
        chunk_add_outcome(chunk, filter);
        judgement_free(&judgement);
    }
    game->free(puzzle);
    return good;
}

void chunk_work(struct chunk *chunk, const struct proposal *proposal, void *scratch,
                struct candidate_list *list)
{
    chunk_clear(chunk);
    for (unsigned unit = 0; unit < chunk->units && *proposal->stop == 0; unit++) {
        candidates_clear(list);
        proposal->proposer->propose(proposal, scratch, chunk->first_unit + unit, list);
        chunk->failed |= list->failed;
        for (size_t i = 0; i < list->count; i++) {
            if (list->candidates[i].dropped_by != filter_count)
                chunk_add_outcome(chunk, list->candidates[i].dropped_by);
            else if (!judge_candidate(chunk, proposal, &list->candidates[i]))
                chunk->failed = true;
        }
        chunk->unit_ends[unit] = chunk->outcome_count;
    }
}

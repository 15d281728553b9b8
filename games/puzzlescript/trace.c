/* The record of what a turn depends on; see state.h. */
#include "games/puzzlescript/match.h"

#include <string.h>

enum {
    MOST_TRACE_WORK = 12000, /* of a record */
    READ = 1,                /* marks of cells */
    TOUCHED = 2,
};

void ps_trace_begin(struct ps_state *state, const int *cells, int count, const bool *blind)
{
    struct ps_trace *trace = &state->trace;
    memset(trace->marks, 0, (size_t)state->size);
    memset(trace->relied, 0, (size_t)(trace->free_count / 32 + 1) * sizeof *trace->relied);
    trace->on = true;
    trace->everywhere = false;
    trace->culprit = -1;
    trace->read_count = trace->touched_count = trace->stage_count = 0;
    trace->stage_words = 0;
    trace->work = 0;
    trace->paused = false;
    trace->blind = blind;
    if (blind != NULL)
        set_bit(trace->relied, 2 * trace->free_count);
    for (int i = 0; i < count; i++)
        ps_touch(state, cells[i]);
}

static bool is_inside(const struct ps_state *state, struct ps_spot spot)
{
    return spot.x >= 0 && spot.y >= 0 && spot.x < state->width && spot.y < state->height;
}

void ps_trace_read(struct ps_state *state, struct ps_spot spot)
{
    struct ps_trace *trace = &state->trace;
    if (is_inside(state, spot)) {
        unsigned char *mark = &trace->marks[spot.x * state->height + spot.y];
        if ((*mark & READ) != 0)
            return;
        *mark |= READ;
    } else {
        for (int i = 0; i < trace->read_count; i++)
            if (trace->reads[i].x == spot.x && trace->reads[i].y == spot.y)
                return;
    }
    if (trace->read_count == PS_MOST_READS)
        ps_trace_give_up(trace, -1);
    else
        trace->reads[trace->read_count++] = spot;
}

void ps_touch(struct ps_state *state, int cell)
{
    struct ps_trace *trace = &state->trace;
    if (!trace->on || trace->everywhere || trace->paused || (trace->marks[cell] & TOUCHED) != 0)
        return;
    ps_trace_read(state, (struct ps_spot){cell / state->height, cell % state->height});
    if (trace->everywhere)
        return;
    trace->marks[cell] |= TOUCHED;
    trace->touched[trace->touched_count++] = cell;
}

/* What a trace knows about the matches of a row. */
enum row_status { ROW_FAILS, ROW_MATCHES, ROW_UNKNOWN };

struct spots {
    struct ps_spot items[PS_MOST_READS];
    int count;
};

/* Examines all places of a row that cover touched cells, which contain nothing but `objects` and `moves`.  Adds to
 * `spots` the other cells on which it depends whether the row matches there: all cells of a match, one cell that
 * differs of each other place. */
static enum row_status status_of(struct ps_state *state, const struct ps_row *row, int direction, uint64_t objects,
                                 uint64_t moves, struct spots *spots)
{
    struct ps_trace *trace = &state->trace;
    int free_row = trace->free_of[row->number];
    int across = ps_across(direction), down = ps_down(direction);
    bool matches = false;
    spots->count = 0;
    if (free_row >= 0 && !has_bit(trace->holds, free_row))
        return ROW_UNKNOWN;
    for (int at = 0; at < row->count; at++) {
        /* No touched cell matches a pattern if none has its first movements and objects. */
        const struct ps_pattern *pattern = &row->cells[at];
        if (pattern->ellipsis || (pattern->present[0] & ~objects) != 0 || (pattern->moving[0] & ~moves) != 0)
            continue;
        trace->work += trace->touched_count;
        for (int n = 0; n < trace->touched_count; n++) {
            int cell = trace->touched[n];
            if (!ps_cell_matches(state, pattern, cell))
                continue;
            if (row->ellipses > 0)
                return ROW_UNKNOWN;
            struct ps_spot differs = {0, 0};
            bool fails = false, known = false; /* known: a cell differs that is a touched or read one */
            for (int i = 0; i < row->count && !known; i++) {
                struct ps_spot spot = {cell / state->height + across * (i - at),
                                       cell % state->height + down * (i - at)};
                bool inside = is_inside(state, spot);
                if (inside && ps_cell_matches(state, &row->cells[i], spot.x * state->height + spot.y))
                    continue;
                known = inside && trace->marks[spot.x * state->height + spot.y] != 0;
                differs = fails && !known ? differs : spot;
                fails = true;
            }
            if (known)
                continue;
            for (int i = fails ? row->count - 1 : 0; i < row->count; i++) {
                struct ps_spot spot = {cell / state->height + across * (i - at),
                                       cell % state->height + down * (i - at)};
                if (spots->count == PS_MOST_READS)
                    return ROW_UNKNOWN;
                spots->items[spots->count++] = fails ? differs : spot;
            }
            matches = matches || !fails;
        }
    }
    return matches ? ROW_MATCHES : ROW_FAILS;
}

void ps_trace_rely(struct ps_trace *trace, int bit)
{
    if (has_bit(trace->holds, bit))
        set_bit(trace->relied, bit);
    else
        ps_trace_give_up(trace, bit);
}

static void note_spots(struct ps_state *state, const struct ps_row *row, const struct spots *spots)
{
    for (int i = 0; i < spots->count; i++)
        ps_trace_read(state, spots->items[i]);
    if (state->trace.free_of[row->number] >= 0)
        ps_trace_rely(&state->trace, state->trace.free_of[row->number]);
}

/* Records what it depends on whether and where a rule matches.  A row without matches suffices to show that it does
 * not. */
void ps_trace_rule(struct ps_state *state, const struct ps_rule *rule)
{
    struct ps_trace *trace = &state->trace;
    struct spots spots, fewest;
    int unknown = -1, failing = -1;
    /* The first words of all that touched cells contain. */
    uint64_t objects = 0, moves = 0;
    for (int i = 0; i < trace->touched_count; i++) {
        objects |= state->cells[(size_t)trace->touched[i] * (size_t)state->program->object_words];
        moves |= state->moves[(size_t)trace->touched[i] * (size_t)state->program->move_words];
    }
    trace->work += trace->touched_count / 4;
    if (trace->work > MOST_TRACE_WORK) {
        ps_trace_give_up(trace, -1);
        return;
    }
    for (int i = 0; i < rule->row_count; i++) {
        enum row_status status = status_of(state, &rule->rows[i], rule->direction, objects, moves, &spots);
        if (status == ROW_FAILS && (failing < 0 || spots.count < fewest.count)) {
            failing = i;
            fewest.count = spots.count;
            memcpy(fewest.items, spots.items, (size_t)spots.count * sizeof *spots.items);
            if (spots.count == 0)
                break;
        }
        unknown = status == ROW_UNKNOWN ? i : unknown;
    }
    if (failing >= 0) {
        note_spots(state, &rule->rows[failing], &fewest);
    } else if (unknown >= 0) {
        ps_trace_give_up(trace, trace->free_of[rule->rows[unknown].number]);
    } else {
        for (int i = 0; i < rule->row_count; i++) {
            status_of(state, &rule->rows[i], rule->direction, objects, moves, &spots);
            note_spots(state, &rule->rows[i], &spots);
        }
    }
}

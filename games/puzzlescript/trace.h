/* The record of what a turn depends on, made while the turn runs; steps.c says why it suffices. */
#ifndef ONLYWAY_GAMES_PUZZLESCRIPT_TRACE_H
#define ONLYWAY_GAMES_PUZZLESCRIPT_TRACE_H

#include "games/puzzlescript/program.h"

struct ps_state;

enum {
    PS_MOST_READS = 64,    /* cells that a trace can record */
    PS_STAGE_WORDS = 2048, /* of its stages */
};

/* What a turn depends on, recorded while `on`. */
struct ps_trace {
    bool on;
    bool everywhere; /* the turn may depend on more than the record shows; the record then ends */
    int culprit;     /* if `everywhere`: the bit of `holds` that would have to be set, or -1 */
    /* Facts about the level without its players; two bits for each free row (struct ps_locality): it fires nowhere; it
     * matches nowhere. */
    const uint64_t *holds;
    uint64_t *relied; /* the bits of `holds` that the turn relied on */
    const int *free_of;
    int free_count;
    struct ps_spot {
        int x, y; /* may be outside the level */
    } reads[PS_MOST_READS];
    int read_count;
    int touched[PS_MOST_READS]; /* cells that the turn changed or gave a movement, and the players'; also in `reads` */
    int touched_count;
    unsigned char *marks; /* [cells] PS_READ, PS_TOUCHED */
    long work;            /* cells compared; a record that takes too much work is not worth it */
    const bool *blind;    /* rules that are not recorded, by their first rows; NULL: all are */
    bool paused;          /* such a rule is being applied */
    /* The touched cells between two turns that `again` joins, because the level might be won there: how many, and for
     * each its number and objects. */
    uint64_t stages[PS_STAGE_WORDS];
    int stage_count;
    size_t stage_words;
};

/* Ends the record of a turn, which depends on the whole level; or, if `culprit` is not -1, on that fact, which does not
 * hold. */
static inline void ps_trace_give_up(struct ps_trace *trace, int culprit)
{
    trace->everywhere = true;
    trace->culprit = culprit;
}

/* Begins a record of the next turn, whose players are in these cells.  Rules in `blind`, which may be NULL, are not
 * recorded. */
void ps_trace_begin(struct ps_state *state, const int *cells, int count, const bool *blind);

/* Records that the turn depends on what is in a cell, or that it lies outside the level. */
void ps_trace_read(struct ps_state *state, struct ps_spot spot);

/* Records that the turn changes a cell or gives it a movement. */
void ps_touch(struct ps_state *state, int cell);

/* Records that the turn relies on a fact about a free row. */
void ps_trace_rely(struct ps_trace *trace, int bit);

/* Records what it depends on whether and where a rule matches. */
void ps_trace_rule(struct ps_state *state, const struct ps_rule *rule);

#endif

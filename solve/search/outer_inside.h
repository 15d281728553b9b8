/* What the parts of the outer search share; see outer.h. */
#ifndef ONLYWAY_SOLVE_SEARCH_OUTER_INSIDE_H
#define ONLYWAY_SOLVE_SEARCH_OUTER_INSIDE_H

#include "base/text.h"
#include "solve/search/outer.h"
#include "solve/search/run_merge.h"

enum { OUTER_MOST_ESTIMATE = 0xffff }; /* greater ones are taken for this, from which the goal is too far, too */

#define OUTER_NONE UINT64_MAX

/* Runs in the order in which they were made. */
struct run_list {
    struct run **runs;
    size_t count, room;
};

/* The states that were met with g moves and have the estimate h. */
struct bucket {
    uint32_t g, h;
    struct run_list pending; /* candidates */
    struct run_list closed;  /* states expanded, each in one of these at most */
    struct run_list won;     /* of these, those on a shortest solution; in the bucket of the estimate 0 for all of g */
};

/* States that were made and are to become runs. */
struct buffer {
    struct store store;
    uint16_t *estimates; /* [store.room] */
    uint64_t room;       /* of it */
    size_t allowed;      /* bytes; 0: any number */
};

/* What one thread expands with. */
struct hand;

enum outer_phase { OUTER_FORTH, OUTER_COUNT, OUTER_BACK };

struct outer_work {
    struct search *search;
    const struct outer *outer;
    unsigned rank, size;
    size_t state_bytes;
    struct run_space space;
    char *folder;      /* of this search and partner; NULL: none */
    int lock;          /* descriptor of a file in it, or -1 */

    struct bucket *buckets; /* in the order of g, then h */
    size_t bucket_count, bucket_room;

    /* Where it is: what is before this is done. */
    enum outer_phase phase;
    uint64_t f;       /* forth: of the bucket at hand */
    uint64_t g, h;    /* the bucket at hand; OUTER_NONE: none */
    unsigned char *after; /* its states up to this one are done */
    bool resumes;     /* `after` holds one */
    uint64_t known;   /* moves in the shortest solution met; OUTER_NONE: none */
    uint64_t closed;  /* different states among the closed ones */
    uint64_t counted; /* all different states, once they are counted */
    uint64_t note;    /* the number of the last note */
    double began, noted; /* when the search was, and the note */
    double note_took;    /* seconds */

    struct outer_table *table; /* the states of this partner while memory lasts; NULL: all are runs */
    struct buffer made;     /* states of this partner */
    struct buffer outgoing; /* states of others */
    uint64_t made_moves;    /* g of all of them */

    unsigned char *batch;   /* states at hand, and padding */
    _Atomic unsigned char *marks; /* one for each */
    uint64_t batch_room;

    struct hand *hands;
    struct run_reader *readers; /* one for each hand */
    unsigned hand_count;
    bool stopped; /* a limit was hit, orderly */
    bool broken;  /* something failed, so that what is in memory is worth nothing; here or at a partner */
};

/* --- buckets (outer_buckets.c) --- */

/* False: out of memory, or too many. */
bool run_list_add(struct outer_work *work, struct run_list *list, struct run *run);
void run_list_free(struct outer_work *work, struct run_list *list);

struct bucket *bucket_find(struct outer_work *work, uint64_t g, uint64_t h);

/* The same, made if there is none; NULL: out of memory.  Other pointers to buckets are good no longer. */
struct bucket *bucket_reach(struct outer_work *work, uint64_t g, uint64_t h);

void buckets_free(struct outer_work *work);

/* --- buffers (outer_buffer.c) --- */

bool buffer_make(struct outer_work *work, struct buffer *buffer, size_t allowed);
void buffer_free(struct buffer *buffer);

/* Makes runs of what is in the buffer of this partner's states, and empties it. */
bool buffer_flush(struct outer_work *work);

/* Makes room for so many states more.  STORE_FULL: it is time to empty the buffer. */
enum store_room buffer_reserve(struct outer_work *work, struct buffer *buffer, uint64_t more);

/* Makes room for so many states more in the buffer of this partner's, which is emptied if need be. */
bool buffer_make_room(struct outer_work *work, uint64_t more);

/* Gives others what is theirs and takes what they have; collective. */
bool outer_trade(struct outer_work *work);

/* --- expansion (outer_expand.c) --- */

bool hands_make(struct outer_work *work);
void hands_free(struct outer_work *work);

/* Room for a state and its padding. */
unsigned char *outer_scratch(const struct outer_work *work);

/* The partner whose a state is. */
unsigned outer_owner(const struct outer_work *work, uint64_t hash);

/* Lets a state of this partner, which was reached in work->made_moves, be a candidate unless it is proved lost.  False: there is no
 * room for it. */
bool outer_enter(struct outer_work *work, const unsigned char *state);

/* Expands states of g moves, goals excepted.  Returns how many of them, the first ones, are expanded and entered: fewer if the
 * buffer of what belongs to others is full, or if something failed. */
uint64_t outer_expand(struct outer_work *work, const unsigned char *states, uint64_t count,
                      uint64_t g);

/* Marks those of some states from which a move leads to a state of the search's store with one move more than g. */
bool outer_mark_on_way(struct outer_work *work, const unsigned char *states, uint64_t count,
                       uint64_t g);

/* --- closing (outer_close.c) --- */

/* Does what is left of the bucket at hand, or stops; collective.  *due: it is time for a note. */
bool outer_close_bucket(struct outer_work *work, bool *due);

/* Counts the states that were met; collective. */
bool outer_count(struct outer_work *work);

/* --- the second pass (outer_back.c) --- */

bool outer_go_back(struct outer_work *work);

/* Everybody takes the won states of g moves, everybody's, into the store of the search; collective.  `states` may be NULL if
 * something failed here. */
bool outer_take_won(struct outer_work *work, const unsigned char *states, uint64_t count,
                    uint64_t g);

/* --- notes (outer_note.c) --- */

/* Finds the folder, makes it if need be, and takes up what is written there; without a folder does nothing.  *found: there was
 * something. */
bool outer_take_up(struct outer_work *work, bool *found);

/* Writes down all that is complete, if it is time or `now`; collective. */
bool outer_note(struct outer_work *work);
bool outer_note_is_due(const struct outer_work *work);

/* Whether it is time to leave the table, which cannot be written down. */
bool outer_table_is_due(const struct outer_work *work);

/* --- together (outer.c) --- */

bool outer_reduce(struct outer_work *work, enum outer_reduction how, uint64_t *values,
                  size_t count);

/* Whether the search may go on here, as far as limits go. */
bool outer_may_go_on(struct outer_work *work);

/* Whether nothing failed here. */
bool outer_good(struct outer_work *work);

/* Agrees with the partners: whether all are good; `stopped` becomes whether anybody has to stop, and what `this` and
 * `that` point to, if anything, whether it is so for anybody. */
bool outer_agree(struct outer_work *work, bool *this, bool *that);

static inline const unsigned char *outer_state(const struct outer_work *work,
                                               const unsigned char *states, uint64_t n)
{
    return states + n * work->state_bytes;
}

#endif

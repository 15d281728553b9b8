/* What the parts of the library share. */
#ifndef ONLYWAY_LIB_INSIDE_H
#define ONLYWAY_LIB_INSIDE_H

#include "lib/onlyway.h"

#include "base/options.h"
#include "base/ticker.h"
#include "solve/level/jobs.h"
#include "solve/explain/why.h"

#include <locale.h>

struct ow_level {
    struct job job;   /* never judged; its puzzle is NULL where it is a bad one */
    struct text grid; /* as text */
};

/* A call of the library in progress. */
struct call {
    char **message;      /* of the caller, may be NULL */
    struct text error;   /* what becomes of it */
    struct text options; /* the options' text, cut into pieces */
    locale_t plain, theirs;
    ow_status status;
};

/* Begins a call: numbers have decimal points from now on, in this thread and those it starts, whatever
 * the program's locale. */
struct call call_begin(char **message);

/* Reads the options of a call into the targets, after their defaults.  False: they are wrong. */
bool call_options(struct call *call, const struct option_set *sets, size_t count, const char *options);

/* Whether a level is a good one; where not, what is wrong with it becomes the message. */
bool call_level(struct call *call, const struct ow_level *level);

/* Fails; what is said in `error` becomes the message.  Returns false. */
bool call_fail(struct call *call, ow_status status);

/* Whether all is well; a text that failed, or `error`, may say that it is not. */
bool call_good(struct call *call, const struct text *made);

/* Ends a call and returns its status. */
ow_status call_end(struct call *call);

/* A search that a caller watches and may stop. */
struct watched {
    const ow_watch *watch; /* may be NULL */
    _Atomic uint64_t states;
    stop_flag stop;
    struct ticker *ticker;
};

/* Sets the limits of a search so that it is watched from now on, and until watched_end, by a thread of its
 * own; both outlive that.  False: it was asked to stop. */
void watched_start(struct watched *watched, const ow_watch *watch, struct limits *limits);
bool watched_end(struct watched *watched);

/* Adds a grid as text, a line a row, rows that were short as they were. */
void write_grid(const struct grid *grid, struct text *text);

/* Adds what was found out about a level as JSON; see ow_judgement_why_data. */
void why_add_data(const struct subject *subject, const struct judgement *judgement, const struct why *why,
                  struct text *json);

/* Hands a text over as a string.  NULL: it failed. */
char *take_string(struct text *text);

#endif

/* Internals that the parts of the library share. */
#ifndef ONLYWAY_LIB_INSIDE_H
#define ONLYWAY_LIB_INSIDE_H

#include "lib/onlyway.h"

#include "base/options.h"
#include "base/clock.h"
#include "solve/level/jobs.h"
#include "solve/explain/why.h"

#include <locale.h>
#ifdef __APPLE__
#include <xlocale.h> /* has locale_t */
#endif

struct ow_level {
    struct job job;   /* never judged; its puzzle is NULL if the level is invalid */
    struct text grid; /* as text */
};

/* A call of the library in progress. */
struct call {
    char **message;      /* the caller's; may be NULL */
    struct text error;   /* becomes the message */
    struct text options; /* the text of the options, split in place */
    locale_t plain, theirs;
    ow_status status;
};

/* Begins a call.  Until call_end, this thread and the threads it starts write numbers with decimal points, whatever the
 * program's locale is. */
struct call call_begin(char **message);

/* Sets the options of a set to their defaults, then reads the options of a call.  Returns false, and fails the
 * call, if an option is wrong. */
bool call_options(struct call *call, const struct option_set *set, const char *options);

/* Whether a pointer that the call needs is not NULL.  If it is, the call fails; `what` names it in the message. */
bool call_needs(struct call *call, const void *pointer, const char *what);

/* Whether there is a place for a text that the call returns.  If not, the call fails; otherwise *place becomes NULL. */
bool call_text(struct call *call, char **place, const char *what);

/* Copies a caller's struct, whose first member is its size, into `own` of `size` bytes; NULL: leaves `own` as it is.
 * Returns false, and fails the call, if the size is not set or the caller sets members that this version lacks. */
bool call_struct(struct call *call, const void *given, const char *what, void *own, size_t size);

/* Whether a level is given and valid.  If not, the call fails and the level's error becomes the message. */
bool call_level(struct call *call, const struct ow_level *level);

/* Fails the call; `error` becomes the message.  The call keeps the status of its first failure.  Returns false. */
bool call_fail(struct call *call, ow_status status);

/* Whether the call has not failed.  Fails it if `made` (may be NULL) or `error` ran out of memory. */
bool call_good(struct call *call, const struct text *made);

/* Ends a call and returns its status.  The message ends without a newline. */
ow_status call_end(struct call *call);

/* Ends a call whose result is a text: it becomes a string at `place`, which the caller frees, unless the call has
 * failed. Frees the text. */
ow_status call_end_with_text(struct call *call, struct text *made, char **place);

/* A search that a caller watches and may stop. */
struct watched {
    ow_watch watch;          /* its callback may be NULL */
    _Atomic uint64_t states; /* of the current search, or of the last one */
    uint64_t most;           /* the most states reported to the watch */
    stop_flag stop;
    struct ticker *ticker;
};

/* Makes the watch observe searches with these limits, from a thread of its own, until watched_end.  `watched` must live
 * until then.  The watch is not called again after it asks to stop.  watched_end returns false if the watch asked to
 * stop. */
void watched_start(struct watched *watched, const ow_watch *watch, struct limits *limits);
bool watched_end(struct watched *watched);

/* Adds the explanation of a verdict as JSON; see ow_judgement_why_data. */
void why_add_data(const struct judgement *judgement, const struct why *why, struct text *json);

/* Reads a field of a report as a number.  Returns whether the field is a number; NULL is not. */
bool field_number(const char *column, const char *field, double *number);

/* Removes the newline at the end of a message. */
void message_end(struct text *message);

/* Moves a text into a string that the caller frees.  Returns NULL if the text has failed. */
char *take_string(struct text *text);

#endif

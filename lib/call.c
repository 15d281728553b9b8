/* The beginning and end of every library call; see inside.h. */
#include "config.h"

#include "lib/inside.h"

#include <stdlib.h>
#include <string.h>

const char *ow_version(void)
{
    return PACKAGE_VERSION;
}

const char *ow_status_text(ow_status status)
{
    switch (status) {
    case OW_OK:
        return "done";
    case OW_NO_MEMORY:
        return "out of memory";
    case OW_BAD_OPTION:
        return "an option is wrong";
    case OW_BAD_INPUT:
        return "the input cannot be read";
    case OW_LIMIT:
        return "a limit stopped the work";
    case OW_CANCELLED:
        return "cancelled";
    }
    return "unknown status";
}

const char *ow_game_name(size_t n)
{
    const struct game *const *lists[] = {games, languages};
    for (size_t list = 0; list < sizeof lists / sizeof *lists; list++) {
        for (size_t i = 0; lists[list][i] != NULL; i++) {
            if (n-- == 0)
                return lists[list][i]->name;
        }
    }
    return NULL;
}

void ow_free(char *string)
{
    free(string);
}

struct call call_begin(char **message)
{
    struct call call = {.message = message, .plain = newlocale(LC_ALL_MASK, "C", (locale_t)0)};
    if (message != NULL)
        *message = NULL;
    if (call.plain == (locale_t)0)
        call_fail(&call, OW_NO_MEMORY);
    else
        call.theirs = uselocale(call.plain);
    return call;
}

bool call_fail(struct call *call, ow_status status)
{
    if (call->status == OW_OK)
        call->status = status;
    return false;
}

bool call_options(struct call *call, const struct option_set *set, const char *options)
{
    options_reset(set, 1);
    if (call->status != OW_OK)
        return false;
    text_add_string(&call->options, options == NULL ? "" : options);
    if (!call_good(call, &call->options) || call->options.data == NULL)
        return call->status == OW_OK;
    return options_read(set, 1, call->options.data, &call->error) || call_fail(call, OW_BAD_OPTION);
}

bool call_needs(struct call *call, const void *pointer, const char *what)
{
    if (pointer != NULL)
        return call->status == OW_OK;
    if (call->status == OW_OK)
        text_addf(&call->error, "%s is a null pointer", what);
    return call_fail(call, OW_BAD_INPUT);
}

bool call_text(struct call *call, char **place, const char *what)
{
    if (place != NULL)
        *place = NULL;
    return call_needs(call, place, what);
}

bool call_struct(struct call *call, const void *given, const char *what, void *own, size_t size)
{
    enum { MOST = 4096 }; /* a greater value means that the caller did not set the size */
    size_t theirs = 0;
    if (given == NULL)
        return call->status == OW_OK;
    memcpy(&theirs, given, sizeof theirs);
    bool good = theirs > sizeof theirs && theirs <= MOST;
    if (!good)
        text_addf(&call->error, "%s: the member 'size' is not set", what);
    for (size_t i = size; good && i < theirs; i++) {
        good = ((const unsigned char *)given)[i] == 0;
        if (!good)
            text_addf(&call->error, "%s: this version does not have all of its members", what);
    }
    if (!good)
        return call_fail(call, OW_BAD_INPUT);
    memcpy(own, given, theirs < size ? theirs : size);
    return call->status == OW_OK;
}

bool call_level(struct call *call, const struct ow_level *level)
{
    if (!call_needs(call, level, "the level"))
        return false;
    if (level->job.puzzle != NULL)
        return call->status == OW_OK;
    text_add_text(&call->error, &level->job.error);
    return call_fail(call, OW_BAD_INPUT);
}

bool call_good(struct call *call, const struct text *made)
{
    if (call->error.failed || (made != NULL && made->failed))
        call_fail(call, OW_NO_MEMORY);
    return call->status == OW_OK;
}

void message_end(struct text *message)
{
    if (message->size > 0 && message->data[message->size - 1] == '\n')
        message->data[--message->size] = '\0';
}

ow_status call_end(struct call *call)
{
    call_good(call, NULL);
    if (call->error.failed)
        call->status = OW_NO_MEMORY;
    if (call->plain != (locale_t)0) {
        uselocale(call->theirs);
        freelocale(call->plain);
    }
    message_end(&call->error);
    if (call->message != NULL && call->status != OW_NO_MEMORY && call->error.size > 0)
        *call->message = take_string(&call->error);
    text_free(&call->error);
    text_free(&call->options);
    return call->status;
}

ow_status call_end_with_text(struct call *call, struct text *made, char **place)
{
    if (call_good(call, made)) {
        *place = take_string(made);
        if (*place == NULL)
            call_fail(call, OW_NO_MEMORY);
    }
    text_free(made);
    return call_end(call);
}

char *take_string(struct text *text)
{
    char *string = text->failed ? NULL : text->data != NULL ? text->data : strdup("");
    if (!text->failed)
        *text = (struct text){0};
    text_free(text);
    return string;
}

/* --- a search that a caller watches --- */

static void tick(void *context)
{
    struct watched *watched = context;
    uint64_t states = atomic_load_explicit(&watched->states, memory_order_relaxed);
    if (watched->stop != 0)
        return;
    if (states > watched->most) /* each search of the call counts its states from 0 */
        watched->most = states;
    if (watched->watch.progress(watched->watch.context, watched->most) != 0)
        watched->stop = 1;
}

void watched_start(struct watched *watched, const ow_watch *watch, struct limits *limits)
{
    watched->watch = *watch;
    limits->interrupted = &watched->stop;
    limits->seen = &watched->states;
    if (watch->progress != NULL)
        watched->ticker = ticker_start(0.1, tick, watched);
}

bool watched_end(struct watched *watched)
{
    ticker_stop(watched->ticker);
    watched->ticker = NULL;
    return watched->stop == 0;
}

/* Errors and warnings about a source; duplicates are dropped. */
#include "games/puzzlescript/compile.h"

#include <stdarg.h>
#include <stdio.h>

static void add_issue(struct compiler *c, int line, bool error, const char *text)
{
    ps_issues *issues = &c->program->issues;
    for (int i = 0; i < issues->count; i++)
        if (issues->items[i].line == line && issues->items[i].error == error &&
            strcmp(issues->items[i].text, text) == 0)
            return;
    /* Too many warnings do not make a game unusable, but too many errors end the work. */
    if (issues->count >= PS_MAX_ISSUES) {
        if (!error || c->stop)
            return;
        text = "too many errors and warnings";
        c->stop = true;
    }
    size_t size = strlen(text) + 1;
    char *copy = arena_get(c->arena, size);
    memcpy(copy, text, size);
    *(struct ps_issue *)PUSH(c->arena, issues) = (struct ps_issue){line, error, copy};
    c->program->errors += error;
}

void error_at(struct compiler *c, int line, const char *format, ...)
{
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    add_issue(c, line, true, text);
}

void warn_at(struct compiler *c, int line, const char *format, ...)
{
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    add_issue(c, line, false, text);
}

bool stopped(struct compiler *c)
{
    enum { LOOKS_BETWEEN = 256 };
    if (++c->looks % LOOKS_BETWEEN == 0 && stop_check_ask(c->arena->check, c->arena->bytes))
        c->arena->failed = true;
    return c->stop || c->arena->failed;
}

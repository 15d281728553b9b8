/* The progress line; see progress.h. */
#include "base/progress.h"

#include "base/clock.h"
#include "base/utf8.h"

#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static const double interval = 0.2;

void progress_start(struct progress *progress, bool quiet)
{
    *progress = (struct progress){.on = !quiet && isatty(STDERR_FILENO), .started = clock_now()};
    progress->last = progress->started;
}

bool progress_due(struct progress *progress)
{
    return progress->on && clock_now() - progress->last >= interval;
}

void progress_draw(struct progress *progress, const struct text *line)
{
    int width = 80;
#ifdef TIOCGWINSZ
    struct winsize size;
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1)
        width = size.ws_col;
#endif
    fputc('\r', stderr);
    for (size_t at = 0; at < line->size;) {
        char shown[UTF8_SHOWN];
        at += utf8_show(line->data + at, line->size - at, shown);
        width -= (int)strlen(shown);
        if (width < 1)
            break;
        fputs(shown, stderr);
    }
    fputs("\033[K", stderr);
    fflush(stderr);
    progress->drawn = true;
    progress->last = clock_now();
}

void progress_clear(struct progress *progress)
{
    if (!progress->drawn)
        return;
    fputs("\r\033[K", stderr);
    fflush(stderr);
    progress->drawn = false;
}

double progress_seconds(const struct progress *progress)
{
    return clock_now() - progress->started;
}

void progress_add_time(struct text *line, double seconds)
{
    unsigned long whole = seconds < 3.6e6 ? (unsigned long)(seconds + 0.5) : 3600000;
    if (whole >= 3600)
        text_addf(line, "%lu:%02lu:%02lu", whole / 3600, whole / 60 % 60, whole % 60);
    else
        text_addf(line, "%lu:%02lu", whole / 60, whole % 60);
}

/* A line on the terminal that shows the progress of a long run.  Does nothing if standard error is not a terminal. */
#ifndef ONLYWAY_BASE_PROGRESS_H
#define ONLYWAY_BASE_PROGRESS_H

#include "base/text.h"

struct progress {
    bool on;
    bool drawn;
    double started, last; /* times of clock_now() */
};

void progress_start(struct progress *progress, bool quiet);

/* Whether it is time to draw the line again, a few times a second. */
bool progress_due(struct progress *progress);

/* Draws the line, cut to the terminal's width. */
void progress_draw(struct progress *progress, const struct text *line);

/* Removes the line. */
void progress_clear(struct progress *progress);

/* Seconds since the start. */
double progress_seconds(const struct progress *progress);

/* Adds "h:mm:ss" or "m:ss". */
void progress_add_time(struct text *line, double seconds);

#endif

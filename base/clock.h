/* The clock that limits and progress go by. */
#ifndef ONLYWAY_BASE_CLOCK_H
#define ONLYWAY_BASE_CLOCK_H

/* Seconds on a clock that only goes forward. */
double now(void);

#endif

/* What a power failure leaves of the files that a program wrote, as far as a file system may go.
 *
 * The log of tests/faults.c tells what was done.  Of a file that was not synced since, any part may be lost; of a
 * folder that was not synced since, names may be what they were.  Nothing else is promised to programs, and file
 * systems differ in what they lose, so several ways of losing are tried. */
#ifndef ONLYWAY_TESTS_POWER_H
#define ONLYWAY_TESTS_POWER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What becomes of names that were made, changed or removed since their folder was synced. */
enum power_names { NAMES_AS_SYNCED, NAMES_KEPT, NAMES_OF_SOME };

/* What becomes of bytes that were written since their file was synced. */
enum power_bytes { BYTES_GONE, BYTES_ZERO, BYTES_HALF, BYTES_KEPT, BYTES_OF_SOME };

/* Reads a log of what was done below the folder `run`, which was a copy of the folder `start` before (there need be
 * none).  Ends the program where it cannot.  Free it with power_free. */
struct power *power_read(const char *log, const char *run, const char *start);
void power_free(struct power *power);

/* How many operations the log has. */
size_t power_count(const struct power *power);

/* Whether an operation, from 0, writes to an open file. */
bool power_is_write(const struct power *power, size_t operation);

/* Makes the folder `to`, which is not there, as it is found when the power failed after so many operations.  `random`
 * chooses what the kinds "of some" lose, and is changed. */
void power_fail(const struct power *power, size_t operations, enum power_names names, enum power_bytes bytes,
                uint64_t *random, const char *to);

#endif

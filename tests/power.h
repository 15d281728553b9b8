/* Simulates what a power failure leaves of the files that a program wrote.
 *
 * The log of tests/faults.c lists the program's file operations.  Any part of a file that was written after the last
 * sync of the file may be lost, and names that changed after the last sync of their folder may revert.  Programs
 * have no other guarantee, and file systems differ in what they lose, so the tests try several kinds of loss. */
#ifndef ONLYWAY_TESTS_POWER_H
#define ONLYWAY_TESTS_POWER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What happens to names that were made, changed or removed since the last sync of their folder. */
enum power_names { NAMES_AS_SYNCED, NAMES_KEPT, NAMES_OF_SOME };

/* What happens to bytes that were written since the last sync of their file. */
enum power_bytes { BYTES_GONE, BYTES_ZERO, BYTES_HALF, BYTES_KEPT, BYTES_OF_SOME };

/* Reads a log of the operations below the folder `run`, which began as a copy of the folder `start` (which need not
 * exist).  Ends the program on an error.  Free the result with power_free. */
struct power *power_read(const char *log, const char *run, const char *start);
void power_free(struct power *power);

/* Returns the number of operations in the log. */
size_t power_count(const struct power *power);

/* Returns whether an operation, numbered from 0, writes to an open file. */
bool power_is_write(const struct power *power, size_t operation);

/* Creates the folder `to` as a power failure after the first `operations` operations leaves it.  `to` must not
 * exist.  `random` is the state of the generator that decides what the kinds ..._OF_SOME lose. */
void power_fail(const struct power *power, size_t operations, enum power_names names, enum power_bytes bytes,
                uint64_t *random, const char *to);

#endif

/* What the harnesses of `make fuzz` share.
 *
 * A harness is a page: libFuzzer gives it bytes, again and again, and it looks not only for crashes
 * but for answers that cannot be true.  What must hold and does not ends the run, and libFuzzer
 * keeps the bytes.  A harness knows these arguments beside libFuzzer's:
 *
 *   --of=NAME        of what it is asked to read, where there are several
 *   --levels=FOLDER  the levels that come with the program
 *   --seeds=FOLDER   write inputs to begin with there, and end */
#ifndef ONLYWAY_TESTS_FUZZ_H
#define ONLYWAY_TESTS_FUZZ_H

#include "solve/level/levels.h"

#include <stdint.h>

#define MUST(condition)                                \
    do {                                               \
        if (!(condition))                              \
            fuzz_fail(__FILE__, __LINE__, #condition); \
    } while (0)

_Noreturn void fuzz_fail(const char *file, int line, const char *condition);

/* libFuzzer's entry points. */
int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The value of an argument, "" where it was not given. */
const char *fuzz_argument(int argc, char **argv, const char *name);

/* The game of --of; NULL where that was not given.  Another name ends the program. */
const struct game *fuzz_game(int argc, char **argv);

/* Writes a seed. */
void fuzz_seed(const char *folder, const char *name, const char *bytes, size_t size);

/* The input as a string, of bytes up to its first NUL; to be freed. */
char *fuzz_string(const uint8_t *data, size_t size);

/* The start of a puzzle, to be freed. */
unsigned char *fuzz_start(const struct puzzle *puzzle);

#endif

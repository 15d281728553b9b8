/* Shared by the harnesses of `make fuzz`.
 *
 * A harness feeds libFuzzer's bytes to a parser again and again.  It looks for crashes and for answers that cannot
 * be true.  If a property that must hold does not, the run ends and libFuzzer keeps the bytes.  A harness accepts
 * these arguments besides libFuzzer's:
 *
 *   --of=NAME        which of several formats or games to read
 *   --levels=FOLDER  the shipped levels
 *   --seeds=FOLDER   writes initial inputs to this folder, and exits */
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

/* Returns the value of an argument, or "" if it is absent. */
const char *fuzz_argument(int argc, char **argv, const char *name);

/* Returns the game that --of names, or NULL without --of.  Any other name ends the program. */
const struct game *fuzz_game(int argc, char **argv);

/* Writes a seed file. */
void fuzz_seed(const char *folder, const char *name, const char *bytes, size_t size);

/* Returns the input up to its first NUL as a string.  The caller frees it. */
char *fuzz_string(const uint8_t *data, size_t size);

/* Returns the start state of a puzzle.  The caller frees it. */
unsigned char *fuzz_start(const struct puzzle *puzzle);

#endif

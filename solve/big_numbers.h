/* GMP, which counts beyond 64 bits, knows no failure: where memory runs out, it ends the program by
 * a signal.  Commands give it an end of their own. */
#ifndef ONLYWAY_SOLVE_BIG_NUMBERS_H
#define ONLYWAY_SOLVE_BIG_NUMBERS_H

#include "base/program.h"

/* From now on the program ends with a message and EXIT_LIMIT where there is no memory for a big
 * number.  What was printed until then is kept. */
void big_numbers_or_end(const struct program *program);

#endif

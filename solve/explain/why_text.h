/* Why a level is what it is, in words and pictures of its game. */
#ifndef ONLYWAY_SOLVE_EXPLAIN_WHY_TEXT_H
#define ONLYWAY_SOLVE_EXPLAIN_WHY_TEXT_H

#include "solve/explain/why.h"

/* Adds what was found out about a level, in indented lines; text->failed: out of memory. */
void tell_why(const struct subject *subject, const struct judgement *judgement, const struct why *why,
              struct text *text);

#endif

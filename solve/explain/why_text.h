/* Puts the explanation of a verdict into words and pictures of the game. */
#ifndef ONLYWAY_SOLVE_EXPLAIN_WHY_TEXT_H
#define ONLYWAY_SOLVE_EXPLAIN_WHY_TEXT_H

#include "solve/explain/why.h"

/* Adds the explanation of a level's verdict as indented lines.  text->failed is set if memory runs out. */
void tell_why(const struct subject *subject, const struct judgement *judgement, const struct why *why,
              struct text *text);

#endif

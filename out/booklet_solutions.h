/* The solutions at the end of a booklet, and why levels are what they are. */
#ifndef ONLYWAY_OUT_BOOKLET_SOLUTIONS_H
#define ONLYWAY_OUT_BOOKLET_SOLUTIONS_H

#include "out/pack.h"
#include "out/pack_options.h"
#include "out/paper.h"

/* Writes them from a new page on, as pictures or by their moves alone.  False: out of memory. */
bool write_solutions(struct pages *pages, const struct pack *pack, bool by_moves);

/* Writes why each level is what it is, from a new page on, for --why.  False: out of memory. */
bool write_whys(struct pages *pages, const struct pack *pack, const struct pack_options *options);

/* Adds a level's number and its title, if it has one. */
void booklet_name(const struct pack_level *level, size_t number, struct text *text);

#endif

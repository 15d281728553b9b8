/* How difficult levels are, according to the reports beside their files: `report.csv` in the same folder, or a
 * report named like the file.  Levels are found by their hash. */
#ifndef ONLYWAY_PLAY_RATINGS_H
#define ONLYWAY_PLAY_RATINGS_H

#include "base/text.h"

#include <stdint.h>

/* A row of a report. */
struct rating {
    uint64_t hash;
    double difficulty;
};

struct ratings {
    struct text path;
    struct rating *list; /* [count] sorted by hash */
    size_t count, capacity;
};

/* The two reports that may belong to a file. */
struct rating_finder {
    struct ratings folder, file;
};

void ratings_free(struct rating_finder *finder);

/* The difficulty of a level of a file, from 0 to 100; UNKNOWN (solve/judge/judge.h) if no report has it.  Reports
 * that cannot be read are ignored. */
double ratings_find(struct rating_finder *finder, const char *path, uint64_t hash);

#endif

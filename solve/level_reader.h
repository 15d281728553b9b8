/* The levels of one text stream; see levels.h. */
#ifndef ONLYWAY_SOLVE_LEVEL_READER_H
#define ONLYWAY_SOLVE_LEVEL_READER_H

#include "solve/levels.h"

struct level_reader {
    FILE *stream;
    const char *path; /* for messages */
    const char *name; /* for reports */
    unsigned long line;  /* of the row in `row`, from 1 */
    unsigned long number; /* levels so far */
    struct text row;  /* the row that was read but not used; meaningful if `held` */
    bool held;
    bool too_long;    /* the row goes on beyond what a level may have */
    bool binary;      /* binary data was met between levels */
    bool ended;
};

void level_reader_start(struct level_reader *reader, FILE *stream, const char *path,
                        const char *name);
void level_reader_stop(struct level_reader *reader);
enum level_result level_reader_next(struct level_reader *reader, struct level *level,
                                    struct text *error);

#endif

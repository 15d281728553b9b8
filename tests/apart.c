/* Computes the plain distance of every two levels: `apart LEAST FILE...` reads files and folders, names the pairs
 * that are closer than LEAST, and prints the smallest distance. */
#include "solve/level/jobs.h"
#include "tests/plain_distance.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST_LEVELS = 2000 };

int main(int argc, char **argv)
{
    static struct job jobs[MOST_LEVELS];
    double least = argc > 1 ? atof(argv[1]) : 0, nearest = 1;
    struct level_source *source = level_source_open(argv + 2, argc > 2 ? (size_t)argc - 2 : 0);
    struct job_kind kind = {0};
    size_t count = 0, near = 0;
    if (source == NULL)
        abort();
    while (count < MOST_LEVELS && job_read(source, &kind, &jobs[count])) {
        fputs(text_string(&jobs[count].error), stderr);
        if (jobs[count].puzzle == NULL)
            return 2;
        count++;
    }
    for (size_t i = 0; i < count; i++)
        job_judge(&jobs[i], (struct request){.limits.max_states = 10000000}, 1);
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < i; j++) {
            struct solved_level a = {jobs[i].puzzle, jobs[i].judgement.reported};
            struct solved_level b = {jobs[j].puzzle, jobs[j].judgement.reported};
            double distance = plain_distance(&a, &b);
            nearest = distance < nearest ? distance : nearest;
            near += distance < least - 1e-9;
            if (distance < least - 1e-9)
                printf("%s and %s: %.3f\n", text_string(&jobs[j].level.file), text_string(&jobs[i].level.file),
                       distance);
        }
    }
    printf("%zu levels, the nearest two %.3f apart\n", count, nearest);
    for (size_t i = 0; i < count; i++)
        job_free(&jobs[i]);
    level_source_close(source);
    return near > 0;
}

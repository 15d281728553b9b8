/* Which shard a process is; see shard.h. */
#include "base/shard.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The environment variables of a batch system: a process's number, and the number of processes.  NULL: it has no such
 * variable. */
struct source {
    const char *index;
    const char *first; /* the lowest number; NULL: the lowest is `base` */
    const char *count;
    const char *last; /* the highest number, from which the count follows */
    const char *step; /* the difference between successive numbers; NULL: 1 */
    uint64_t base;
};

/* Arrays of jobs come before the processes of one job: each job of an array may start processes of its own. */
static const struct source sources[] = {
    {.index = "SLURM_ARRAY_TASK_ID",
     .first = "SLURM_ARRAY_TASK_MIN",
     .count = "SLURM_ARRAY_TASK_COUNT",
     .step = "SLURM_ARRAY_TASK_STEP"},
    {.index = "SGE_TASK_ID", .first = "SGE_TASK_FIRST", .last = "SGE_TASK_LAST", .step = "SGE_TASK_STEPSIZE"},
    {.index = "LSB_JOBINDEX", .last = "LSB_JOBINDEX_END", .step = "LSB_JOBINDEX_STEP", .base = 1},
    {.index = "AWS_BATCH_JOB_ARRAY_INDEX", .count = "AWS_BATCH_JOB_ARRAY_SIZE"},
    {.index = "PBS_ARRAY_INDEX", .base = 1},
    {.index = "PBS_ARRAYID", .base = 1}, /* Torque */
    {.index = "JOB_COMPLETION_INDEX"},   /* Kubernetes */
    {.index = "OMPI_COMM_WORLD_RANK", .count = "OMPI_COMM_WORLD_SIZE"},
    {.index = "MV2_COMM_WORLD_RANK", .count = "MV2_COMM_WORLD_SIZE"},
    {.index = "PMI_RANK", .count = "PMI_SIZE"},
    {.index = "SLURM_PROCID", .count = "SLURM_NTASKS"},
    {.index = "PARALLEL_SEQ", .base = 1},
};

bool shard_number(const char *digits, char end, uint64_t *number, const char **rest)
{
    char *after;
    errno = 0;
    *number = strtoull(digits, &after, 10);
    *rest = after + 1;
    return *digits >= '0' && *digits <= '9' && errno == 0 && *after == end;
}

static bool read_variable(const char *name, uint64_t *number)
{
    const char *value = name == NULL ? NULL : getenv(name), *rest;
    return value != NULL && shard_number(value, '\0', number, &rest);
}

/* Takes the index, and the count if it is unknown (0), from a source.  Returns false if the source does not have them:
 * outside an array, some systems set the index to 0 or to a word. */
static bool read_source(const struct source *source, struct shard *shard)
{
    uint64_t index, first = source->base, last, step = 1, count = shard->count;
    if (!read_variable(source->index, &index) || (source->first != NULL && !read_variable(source->first, &first)) ||
        index < first)
        return false;
    read_variable(source->step, &step); /* not every version sets the step */
    if (step == 0 || (index - first) % step != 0)
        return false;
    if (count == 0 && !read_variable(source->count, &count)) {
        if (!read_variable(source->last, &last) || last < first)
            return false;
        count = (last - first) / step + 1;
    }
    *shard = (struct shard){(index - first) / step, count};
    return true;
}

bool shard_read(const char *value, struct shard *shard, struct text *error)
{
    const char *rest = value;
    bool automatic = strncmp(value, "auto", 4) == 0 && (value[4] == '\0' || value[4] == '/');
    *shard = (struct shard){0};
    bool good = automatic
                    ? value[4] == '\0' || (shard_number(value + 5, '\0', &shard->count, &rest) && shard->count > 0)
                    : shard_number(value, '/', &shard->index, &rest) && shard_number(rest, '\0', &shard->count, &rest);
    if (!good) {
        text_addf(error, "--shard: '%s' is not I/N (such as 3/7), auto or auto/N", value);
        return false;
    }
    bool found = !automatic;
    for (size_t i = 0; i < sizeof sources / sizeof *sources && !found; i++)
        found = read_source(&sources[i], shard);
    if (!found) {
        text_add_string(error,
                        shard->count > 0
                            ? "--shard: no batch system, MPI or GNU parallel tells here which shard this is"
                            : "--shard: no batch system or MPI tells here which shard this is, and of how many; auto/N "
                              "is for those that do not tell how many");
        return false;
    }
    shard->index -= automatic ? 0 : 1; /* an index of 0 wraps around, and the range check below refuses it */
    if (shard->count > MOST_SHARDS) {
        text_addf(error, "--shard: there can be %d shards at most", MOST_SHARDS);
        return false;
    }
    if (shard->index < shard->count)
        return true;
    text_addf(error, "--shard: of %" PRIu64 " shards there is none of number %" PRIu64, shard->count, shard->index + 1);
    return false;
}

/* Dividing a run into shards; see shard.h. */
#include "gen/shard/shard.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Environment variables that give a process its number, counted from `base`, and the number of processes. */
static const struct {
    const char *index, *first, *count; /* `first`: the variable with the lowest number; NULL: `base` is the lowest */
    uint64_t base;
} sources[] = {
    {"SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_COUNT", 0},
    {"OMPI_COMM_WORLD_RANK", NULL, "OMPI_COMM_WORLD_SIZE", 0},
    {"PMI_RANK", NULL, "PMI_SIZE", 0},
    {"SLURM_PROCID", NULL, "SLURM_NTASKS", 0},
    {"PARALLEL_SEQ", NULL, NULL, 1},
};

/* Reads a number that is followed by `end`. */
static bool read_number(const char *digits, char end, uint64_t *number, const char **rest)
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
    return value != NULL && read_number(value, '\0', number, &rest);
}

/* Takes the index, and the count if it is unknown, from the first source that sets them. */
static bool read_environment(struct shard *shard, struct text *error)
{
    bool counted = shard->count > 0;
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
        uint64_t index, first = sources[i].base, count = shard->count;
        if (!read_variable(sources[i].index, &index) ||
            (sources[i].first != NULL && !read_variable(sources[i].first, &first)) || index < first ||
            (!counted && !read_variable(sources[i].count, &count)))
            continue;
        *shard = (struct shard){index - first, count};
        return true;
    }
    text_add_string(error, counted ? "--shard: neither Slurm nor MPI nor GNU parallel tells which shard this is"
                                   : "--shard: neither Slurm nor MPI tells which shard this is, and of how many; "
                                     "auto/N is for those that do not tell how many");
    return false;
}

bool shard_read(const char *value, struct shard *shard, struct text *error)
{
    const char *rest = value;
    bool automatic = strncmp(value, "auto", 4) == 0 && (value[4] == '\0' || value[4] == '/');
    *shard = (struct shard){0};
    bool good = automatic
                    ? value[4] == '\0' || (read_number(value + 5, '\0', &shard->count, &rest) && shard->count > 0)
                    : read_number(value, '/', &shard->index, &rest) && read_number(rest, '\0', &shard->count, &rest);
    if (!good) {
        text_addf(error, "--shard: '%s' is neither I/N, as 3/7, nor auto, nor auto/N", value);
        return false;
    }
    if (automatic && !read_environment(shard, error))
        return false;
    shard->index -= automatic ? 0 : 1; /* an index of 0 wraps around and is refused below */
    if (shard->count > MOST_SHARDS) {
        text_addf(error, "--shard: there can be %d shards at most", MOST_SHARDS);
        return false;
    }
    if (shard->index < shard->count)
        return true;
    text_addf(error, "--shard: of %" PRIu64 " shards there is none of number %" PRIu64, shard->count, shard->index + 1);
    return false;
}

void shard_name(struct shard shard, struct text *name)
{
    text_addf(name, "shard-%" PRIu64 "-of-%" PRIu64, shard.index + 1, shard.count);
}

/* How much work is done, relative to what is likely to be needed. */
static const double ample = 1.2;

/* The most units to go on, relative to those done. */
enum { MOST_TIMES = 16 };

bool shard_pauses(uint64_t have, uint64_t wanted, uint64_t shards)
{
    return wanted < shards || (double)have >= floor(ample * (double)wanted / (double)shards);
}

unsigned shard_batch(unsigned batch, uint64_t wanted)
{
    return wanted != UINT64_MAX && batch > SHARD_BATCH ? SHARD_BATCH : batch;
}

/* Levels come the slower the more there are, because more of them are near to another one: about as many as a power of
 * the units.  Returns its exponent. */
static double slope(const struct advance *advance)
{
    enum { LEAST_KEPT = 4 }; /* with fewer, the exponent would be chance */
    if (advance->kept_then < LEAST_KEPT || advance->then >= advance->units)
        return 1;
    double rise = log((double)advance->kept / (double)advance->kept_then);
    return fmin(fmax(rise / log((double)advance->units / (double)advance->then), 0.5), 1);
}

uint64_t shard_next_bound(const struct advance *advance, unsigned batch)
{
    double units = (double)advance->units, step = HUGE_VAL, tries = (double)advance->tries;
    if (advance->wanted != UINT64_MAX && advance->kept == 0)
        step = 3 * units; /* nothing tells how fast levels come */
    else if (advance->wanted != UINT64_MAX)
        step = ample * fmin(units * (pow((double)advance->wanted / (double)advance->kept, 1 / slope(advance)) - 1),
                            MOST_TIMES * units);
    if (advance->most != 0 && tries > 0)
        step = fmin(step, units * (double)(advance->most - advance->tries) / tries);
    if (advance->patience != 0 && tries > 0)
        step = fmin(step, units * fmax((double)(advance->patience - advance->barren) / tries, 0.25));
    if (step == HUGE_VAL)
        step = 3 * units;
    uint64_t batches = advance->units / batch + 1, most = UINT64_MAX / batch;
    double wanted = ceil((units + step) / batch);
    if (wanted > (double)batches)
        batches = wanted < (double)most ? (uint64_t)wanted : most;
    return batches * batch;
}

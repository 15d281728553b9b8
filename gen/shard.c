/* Parts of a run's work; see shard.h. */
#include "gen/shard.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Variables that tell a process its number, from `base` on, and how many there are. */
static const struct {
    const char *index, *first, *count; /* `first`: the number of the first one; NULL: `base` */
    uint64_t base;
} sources[] = {
    {"SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_COUNT", 0},
    {"OMPI_COMM_WORLD_RANK", NULL, "OMPI_COMM_WORLD_SIZE", 0},
    {"PMI_RANK", NULL, "PMI_SIZE", 0},
    {"SLURM_PROCID", NULL, "SLURM_NTASKS", 0},
    {"PARALLEL_SEQ", NULL, NULL, 1},
};

/* Reads a number up to `end`. */
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

/* Takes the index, and the count where it is not known, from the first source that tells them. */
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
    bool good = automatic ? value[4] == '\0' || (read_number(value + 5, '\0', &shard->count, &rest) &&
                                                 shard->count > 0)
                          : read_number(value, '/', &shard->index, &rest) &&
                                read_number(rest, '\0', &shard->count, &rest);
    if (!good) {
        text_addf(error, "--shard: '%s' is neither I/N, as 3/7, nor auto, nor auto/N", value);
        return false;
    }
    if (automatic && !read_environment(shard, error))
        return false;
    shard->index -= automatic ? 0 : 1; /* 0 becomes too large */
    if (shard->count > MOST_SHARDS) {
        text_addf(error, "--shard: there can be %d shards at most", MOST_SHARDS);
        return false;
    }
    if (shard->index < shard->count)
        return true;
    text_addf(error, "--shard: of %" PRIu64 " shards there is none of number %" PRIu64, shard->count,
              shard->index + 1);
    return false;
}

void shard_name(struct shard shard, struct text *name)
{
    text_addf(name, "shard-%" PRIu64 "-of-%" PRIu64, shard.index + 1, shard.count);
}

bool shard_pauses(uint64_t have, uint64_t wanted, uint64_t shards)
{
    double share = (double)wanted / (double)shards, unlucky = 1 + sqrt(2 * log((double)shards));
    /* What most + unlucky * sqrt(most) = share is solved by, as what is found varies by its root. */
    double root = (sqrt(unlucky * unlucky + 4 * share) - unlucky) / 2, most = root * root;
    return most < 1 || (double)have >= most;
}

unsigned shard_chunk(unsigned chunk, uint64_t wanted)
{
    return wanted != UINT64_MAX && chunk > SHARD_CHUNK ? SHARD_CHUNK : chunk;
}

/* Units that are likely to give so many more of what so many units have given `have` of: rather too few, unless there is
 * not much to be lost. */
static double units_for(double units, double have, double wanted, double more)
{
    if (have < 1)
        return 3 * units;
    if (more <= 4)
        return units * (more + 1) / have;
    if (more * 50 <= wanted)
        return units * (more + sqrt(more) / 2) / have;
    return units * (more - sqrt(more)) / (have + sqrt(have));
}

/* Units that are likely to give all that is wanted.  Where the distance between levels was lowered, only what
 * came since then tells how fast they come; and it may be lowered again on the way, after which they come faster. */
static double units_wanted(const struct advance *advance)
{
    enum {
        LEAST_PART = 32, /* of what is done: else there would be no end of steps */
        KNOWN = 8,       /* levels since the distance was lowered, which tell how fast they come: steps end then */
    };
    double units = (double)advance->units, more = (double)(advance->wanted - advance->kept);
    double survivors = (double)advance->survivors, least = units / LEAST_PART;
    double recent = (double)(advance->units - advance->lowered_at), kept = (double)advance->kept_since;
    double step = units_for(recent, kept, (double)advance->wanted, more);
    if (advance->lowered_at == 0 || survivors < 1 || kept >= KNOWN)
        least = 0;
    else if (kept < 1)
        step = units * more / survivors; /* at best */
    if (advance->until_lowered != 0 && survivors > 0 && advance->recent_kept * 16 < advance->recent_survivors) {
        double left = units * (double)advance->until_lowered / survivors;
        least = units / LEAST_PART;
        step = left < step ? left : step;
    }
    return step > least ? step : least;
}

uint64_t shard_next_bound(const struct advance *advance, unsigned chunk)
{
    double units = (double)advance->units, step = 3 * units;
    if (advance->wanted != UINT64_MAX)
        step = units_wanted(advance);
    if (advance->most != 0 && advance->tries > 0) {
        double left = units * (double)(advance->most - advance->tries) / (double)advance->tries;
        step = left < step || advance->wanted == UINT64_MAX ? left : step;
    }
    if (advance->patience != 0 && advance->tries > 0) {
        double left = units * (double)(advance->patience - advance->barren) / (double)advance->tries;
        left = left < units / 4 ? units / 4 : left; /* it mostly is not the end */
        step = left < step ? left : step;
    }
    uint64_t chunks = advance->units / chunk + 1, most = UINT64_MAX / chunk;
    double wanted = ceil((units + step) / chunk);
    if (wanted > (double)chunks)
        chunks = wanted < (double)most ? (uint64_t)wanted : most;
    return chunks * chunk;
}

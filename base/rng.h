/* Random numbers: PCG (pcg32, M. E. O'Neill 2014, https://www.pcg-random.org), the same on every
 * machine. */
#ifndef ONLYWAY_BASE_RNG_H
#define ONLYWAY_BASE_RNG_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct rng {
    uint64_t inside[2];
};

/* Starts a stream: the same seed and stream give the same numbers.  Matches pcg32(seed, stream) of
 * the PCG library. */
void rng_start(struct rng *rng, uint64_t seed, uint64_t stream);

/* Starts the stream of one candidate of a seed.  Neighbouring streams of one PCG state resemble each other, so the
 * function mixes the state first. */
void rng_start_candidate(struct rng *rng, uint64_t seed, uint64_t candidate);

/* The next 32 random bits. */
uint32_t rng_next(struct rng *rng);

/* A uniformly distributed number below `bound`.  If `bound` is 0, returns 0 without a draw. */
uint32_t rng_below(struct rng *rng, uint32_t bound);

#ifdef __cplusplus
}
#endif

#endif

// The PCG library behind a C header; see rng.h.
//
// The library's header asks for <iostream>, whose static initialiser would pull in the C++ runtime;
// the build defines _GLIBCXX_IOSTREAM and includes the declarations that are really used, so that
// programs need nothing but the C library to link and run.
#include "base/rng.h"

#include <cstring>
#include <pcg_random.hpp>

static_assert(sizeof(pcg32) == sizeof(struct rng), "the C structure has another size than pcg32");

static pcg32 load(const struct rng *rng)
{
    pcg32 generator;
    std::memcpy(static_cast<void *>(&generator), rng, sizeof generator);
    return generator;
}

static void store(struct rng *rng, const pcg32 &generator)
{
    std::memcpy(rng, &generator, sizeof generator);
}

extern "C" void rng_start(struct rng *rng, uint64_t seed, uint64_t stream)
{
    store(rng, pcg32(seed, stream));
}

// The finalizer of splitmix64 (Steele, Lea and Flood 2014).
static uint64_t stir(uint64_t x)
{
    x += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

extern "C" void rng_start_candidate(struct rng *rng, uint64_t seed, uint64_t candidate)
{
    rng_start(rng, stir(seed ^ stir(candidate)), candidate);
}

extern "C" uint32_t rng_next(struct rng *rng)
{
    pcg32 generator = load(rng);
    uint32_t bits = generator();
    store(rng, generator);
    return bits;
}

extern "C" uint32_t rng_below(struct rng *rng, uint32_t bound)
{
    if (bound == 0) /* which the generator divides by */
        return 0;
    pcg32 generator = load(rng);
    uint32_t number = generator(bound);
    store(rng, generator);
    return number;
}

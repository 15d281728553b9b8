/* Random numbers as the original draws them, so that its recorded sessions can be repeated. */
#include "games/puzzlescript/state.h"

#include <string.h>

static void swap(struct ps_random *random, unsigned i, unsigned j)
{
    uint8_t other = random->box[i];
    random->box[i] = random->box[j];
    random->box[j] = other;
}

void ps_random_seed(struct ps_random *random, const char *seed)
{
    size_t length = strlen(seed);
    unsigned j = 0;
    memset(random, 0, sizeof *random);
    for (unsigned i = 0; i < 256; i++)
        random->box[i] = (uint8_t)i;
    for (unsigned i = 0; length > 0 && i < 256; i++) {
        j = (j + random->box[i] + (unsigned char)seed[i % length]) % 256;
        swap(random, i, j);
    }
}

static unsigned next_byte(struct ps_random *random)
{
    random->i = (uint8_t)(random->i + 1);
    random->j = (uint8_t)(random->j + random->box[random->i]);
    swap(random, random->i, random->j);
    return random->box[(uint8_t)(random->box[random->i] + random->box[random->j])];
}

/* Seven bytes, rounded to a double at each step as the original rounds them. */
static double uniform(struct ps_random *random)
{
    double value = 0;
    for (int i = 0; i < 7; i++)
        value = value * 256 + next_byte(random);
    return value / 72057594037927935.0;
}

int ps_random_below(struct ps_random *random, int count)
{
    int number = (int)(uniform(random) * count);
    return number < count ? number : count - 1;
}

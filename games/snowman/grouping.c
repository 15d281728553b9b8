/* Snowman: the cheapest way to group balls by threes, given what any three of them cost. */
#include "games/snowman/costs.h"

static unsigned lesser(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* The cheapest way to group six balls, which are most of the work where there are three snowmen: written out, so
 * that compilers look each ball up once. */
static unsigned best_of_six(const struct parts *parts, const unsigned char *ball)
{
    const unsigned c = ball[2], d = ball[3], e = ball[4], f = ball[5];
    const uint16_t(*first)[MOST_BALLS] = parts->triple[ball[0]];
    const uint16_t(*second)[MOST_BALLS] = parts->triple[ball[1]];
    const uint16_t *with_second = first[ball[1]];
    unsigned best = lesser((unsigned)with_second[c] + parts->triple[d][e][f],
                           (unsigned)with_second[d] + parts->triple[c][e][f]);
    best = lesser(best, (unsigned)with_second[e] + parts->triple[c][d][f]);
    best = lesser(best, (unsigned)with_second[f] + parts->triple[c][d][e]);
    best = lesser(best, (unsigned)first[c][d] + second[e][f]);
    best = lesser(best, (unsigned)first[c][e] + second[d][f]);
    best = lesser(best, (unsigned)first[c][f] + second[d][e]);
    best = lesser(best, (unsigned)first[d][e] + second[c][f]);
    best = lesser(best, (unsigned)first[d][f] + second[c][e]);
    best = lesser(best, (unsigned)first[e][f] + second[c][d]);
    return lesser(best, UNGROUPED);
}

/* Balls listed in ascending order. */
static unsigned group_list(const struct parts *parts, const unsigned char *balls, unsigned count)
{
    if (count == SNOWMAN_SIZES)
        return parts->triple[balls[0]][balls[1]][balls[2]];
    if (count == 2 * SNOWMAN_SIZES)
        return best_of_six(parts, balls);
    unsigned best = UNGROUPED, others = (count / SNOWMAN_SIZES - 1) * parts->least;
    for (unsigned j = 1; j < count; j++) {
        for (unsigned k = j + 1; k < count; k++) {
            unsigned cost = parts->triple[balls[0]][balls[j]][balls[k]], left = 0;
            if (cost + others >= best)
                continue;
            unsigned char rest[MOST_BALLS];
            for (unsigned i = 1; i < count; i++) {
                rest[left] = balls[i];
                left += i != j && i != k;
            }
            best = lesser(best, cost + group_list(parts, rest, left));
        }
    }
    return best;
}

unsigned snowman_group(const struct parts *parts, unsigned balls)
{
    unsigned char list[MOST_BALLS];
    unsigned count = 0;
    if (balls == 0)
        return 0;
    for (; balls != 0; balls &= balls - 1)
        list[count++] = (unsigned char)__builtin_ctz(balls);
    return group_list(parts, list, count);
}

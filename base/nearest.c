/* The nearest name; see nearest.h. */
#include "base/nearest.h"

#include <stdint.h>
#include <string.h>

enum { LONGEST = 63 };

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

size_t edit_distance(const char *a, const char *b)
{
    size_t rows = strlen(a), columns = strlen(b);
    if (rows > LONGEST || columns > LONGEST)
        return SIZE_MAX;
    size_t cost[LONGEST + 1][LONGEST + 1];
    for (size_t i = 0; i <= rows; i++)
        cost[i][0] = i;
    for (size_t j = 0; j <= columns; j++)
        cost[0][j] = j;
    for (size_t i = 1; i <= rows; i++) {
        for (size_t j = 1; j <= columns; j++) {
            size_t best = least(cost[i - 1][j], cost[i][j - 1]) + 1;
            best = least(best, cost[i - 1][j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                best = least(best, cost[i - 2][j - 2] + 1);
            cost[i][j] = best;
        }
    }
    return cost[rows][columns];
}

const char *nearest_name(const char *typed, const char *const *names, size_t count)
{
    const char *best = NULL;
    size_t best_distance = SIZE_MAX;
    for (size_t i = 0; i < count; i++) {
        size_t distance = edit_distance(typed, names[i]);
        size_t near_enough = strlen(names[i]) / 3 + 1;
        if (distance <= near_enough && distance < best_distance) {
            best = names[i];
            best_distance = distance;
        }
    }
    return best;
}

void say_unknown(const char *what, const char *typed, const char *const *names, size_t count, struct text *error)
{
    const char *nearest = nearest_name(typed, names, count);
    text_addf(error, "unknown %s '%s'", what, typed);
    if (nearest != NULL) {
        text_addf(error, "; did you mean '%s'?", nearest);
        return;
    }
    text_addf(error, "; the %ss are", what);
    for (size_t i = 0; i < count; i++)
        text_addf(error, "%s %s", i == 0 ? "" : ",", names[i]);
}

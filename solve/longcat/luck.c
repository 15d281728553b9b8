/* The chance of a random player; see luck.h.
 *
 * A position's chance is the mean of the chances after its slides, and a slide covers cells for good: so
 * one walk, depth first, through the positions that can be won does it. */
#include "solve/longcat/luck.h"

#include <math.h>
#include <stdlib.h>

/* A position on the way from the start to the one at hand. */
struct stop {
    uint32_t number;
    unsigned char direction; /* the next one to try */
    unsigned char offered;   /* slides so far that a player considers */
    unsigned winning;        /* those of them after which it can be won */
    double sum;              /* of the chances after these */
};

struct chance_walk {
    struct position *position;
    const struct memo *memo;
    double *chances; /* [used] NOT_KNOWN until it is */
    struct stop *stops;
    uint64_t *key;
    double hazards; /* of the positions done with, added up */
    uint32_t done;
};

static const double NOT_KNOWN = -1;

/* "Obviously lost" is what these rules prove. */
enum { PLAINLY = LONGCAT_DEAD_ENDS | LONGCAT_CONNECTED };

size_t longcat_chance_bytes(const struct memo *memo, unsigned cells)
{
    return memo->used * sizeof(double) + (cells + 1) * sizeof(struct stop);
}

/* The number of the position at hand; MEMO_NONE where it cannot be won. */
static uint32_t number_at_hand(const struct chance_walk *walk)
{
    position_key(walk->position, walk->key);
    uint32_t number = memo_find(walk->memo, walk->key);
    return number == MEMO_NONE || walk->memo->entries[number].solutions == 0 ? MEMO_NONE : number;
}

/* Tries the next slide.  True: it led to a position whose chance is yet to be found, and *number is it. */
static bool go_on(struct chance_walk *walk, struct stop *stop, uint32_t *number)
{
    struct position *position = walk->position;
    if (!position_slide(position, (enum direction)stop->direction++))
        return false;
    bool solved = position_solved(position);
    if (solved || !position_hopeless(position, PLAINLY))
        stop->offered++;
    *number = solved ? MEMO_NONE : number_at_hand(walk);
    stop->winning += solved || *number != MEMO_NONE;
    if (*number != MEMO_NONE && walk->chances[*number] == NOT_KNOWN)
        return true;
    stop->sum += solved ? 1 : *number != MEMO_NONE ? walk->chances[*number] : 0;
    position_undo(position);
    return false;
}

static double find_chance(struct chance_walk *walk)
{
    struct stop *top = walk->stops;
    uint32_t number;
    *top = (struct stop){.number = number_at_hand(walk)};
    for (;;) {
        if (top->direction < DIRECTIONS) {
            if (go_on(walk, top, &number))
                *++top = (struct stop){.number = number};
            continue;
        }
        double chance = top->sum / top->offered;
        walk->chances[top->number] = chance;
        walk->hazards += log2((double)top->offered / top->winning);
        walk->done++;
        if (top == walk->stops)
            return chance;
        position_undo(walk->position);
        (--top)->sum += chance;
    }
}

bool longcat_chance(struct position *position, const struct memo *memo, unsigned cells,
                    double *chance, double *hazard)
{
    struct chance_walk walk = {.position = position, .memo = memo};
    walk.chances = malloc(memo->used * sizeof *walk.chances);
    walk.stops = calloc(cells + 1, sizeof *walk.stops);
    walk.key = calloc(memo->words, sizeof *walk.key);
    bool good = walk.chances != NULL && walk.stops != NULL && walk.key != NULL;
    for (uint32_t n = 0; good && n < memo->used; n++)
        walk.chances[n] = NOT_KNOWN;
    if (good)
        *chance = position_solved(position) ? 1 : find_chance(&walk);
    *hazard = walk.done > 0 ? walk.hazards / walk.done : 0;
    free(walk.chances);
    free(walk.stops);
    free(walk.key);
    return good;
}

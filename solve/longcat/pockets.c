/* The test for blocks, done by looking around one cut cell; see pockets.h. */
#include "solve/longcat/pockets.h"

#include "solve/longcat/wide_board.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { HAS_HEAD = 1, HAS_END = 2 };

/* A flood that starts from one neighbour of the cut cell.  Floods that meet are united: `same` is another one of
 * them, or the flood itself if it is the root. */
struct flood {
    int *queue;      /* [size + 1] the cells reached */
    int first, last; /* the part of the queue still to be expanded */
    unsigned same;
};

struct pockets {
    struct flood floods[DIRECTIONS];
    unsigned count;
    int size;
    int *stamps; /* [size] the flood that reached a cell, as `stamp` plus its number; lower: none */
    int stamp;   /* of the first flood of this question */
    int middle, end;
};

struct pockets *pockets_make(int size)
{
    struct pockets *pockets = calloc(1, sizeof *pockets);
    if (pockets == NULL)
        return NULL;
    bool good = true;
    for (int d = 0; d < DIRECTIONS; d++) {
        pockets->floods[d].queue = malloc(((size_t)size + 1) * sizeof(int));
        good = good && pockets->floods[d].queue != NULL;
    }
    pockets->stamps = calloc((size_t)size, sizeof *pockets->stamps);
    pockets->size = size;
    if (good && pockets->stamps != NULL)
        return pockets;
    pockets_free(pockets);
    return NULL;
}

void pockets_free(struct pockets *pockets)
{
    if (pockets == NULL)
        return;
    for (int d = 0; d < DIRECTIONS; d++)
        free(pockets->floods[d].queue);
    free(pockets->stamps);
    free(pockets);
}

static bool is_open(const struct wide_board *board, int cell)
{
    return !board->blocked[cell] || cell == board->head;
}

static bool has_colour_of(int one, int other)
{
    return wide_colour(one) == wide_colour(other);
}

static unsigned root_of(const struct pockets *pockets, unsigned flood)
{
    while (pockets->floods[flood].same != flood)
        flood = pockets->floods[flood].same;
    return flood;
}

static void come_to(struct pockets *pockets, unsigned number, int cell)
{
    struct flood *flood = &pockets->floods[number];
    flood->queue[flood->last++] = cell;
    pockets->stamps[cell] = pockets->stamp + (int)number;
}

static void start(struct pockets *pockets, const struct wide_board *board)
{
    if (pockets->stamp > INT_MAX - 2 * DIRECTIONS) {
        memset(pockets->stamps, 0, (size_t)pockets->size * sizeof *pockets->stamps);
        pockets->stamp = 0;
    }
    pockets->stamp += DIRECTIONS;
    pockets->count = 0;
    for (int d = 0; d < DIRECTIONS; d++) {
        int next = pockets->middle + board->step[d];
        if (!is_open(board, next))
            continue;
        unsigned number = pockets->count++;
        struct flood *flood = &pockets->floods[number];
        flood->first = flood->last = 0;
        flood->same = number;
        come_to(pockets, number, next);
    }
}

/* Unites two floods that have met. */
static void meet(struct pockets *pockets, unsigned one, unsigned other)
{
    pockets->floods[root_of(pockets, one)].same = root_of(pockets, other);
}

/* Expands one cell and returns whether it was the last one.  It cannot be predicted whether a neighbour is open and
 * new, so there is no branch for it: each neighbour is written to the queue and stays there only if it is both. */
static bool spread(struct pockets *pockets, const struct wide_board *board, unsigned number)
{
    struct flood *flood = &pockets->floods[number];
    const int first = pockets->stamp, own = first + (int)number, cell = flood->queue[flood->first++];
    int last = flood->last, *stamps = pockets->stamps;
    for (int d = 0; d < DIRECTIONS; d++) {
        int next = cell + board->step[d], stamp = stamps[next];
        bool open = (!board->blocked[next] | (next == board->head)) & (next != pockets->middle);
        bool is_new = open & (stamp < first);
        flood->queue[last] = next;
        last += is_new;
        stamps[next] = is_new ? own : stamp;
        if (open & (stamp >= first) & (stamp != own))
            meet(pockets, number, (unsigned)(stamp - first));
    }
    flood->last = last;
    return flood->first == last;
}

/* What several united floods have reached together. */
struct part {
    int cells, other; /* other: those that differ in colour from the cell in the middle */
    unsigned has;
};

/* Returns whether a part, given by its root, was flooded completely. */
static bool is_over(const struct pockets *pockets, unsigned root)
{
    bool over = true;
    for (unsigned n = 0; n < pockets->count && over; n++)
        over = root_of(pockets, n) != root || pockets->floods[n].first == pockets->floods[n].last;
    return over;
}

/* Returns whether a cell is in the part. */
static bool is_in(const struct pockets *pockets, unsigned root, int cell)
{
    return pockets->stamps[cell] >= pockets->stamp &&
           root_of(pockets, (unsigned)(pockets->stamps[cell] - pockets->stamp)) == root;
}

static struct part sum_up(const struct pockets *pockets, const struct wide_board *board, unsigned root)
{
    struct part part = {.has = is_in(pockets, root, board->head) ? HAS_HEAD : 0};
    if (pockets->end >= 0 && is_in(pockets, root, pockets->end))
        part.has |= HAS_END;
    for (unsigned n = 0; n < pockets->count; n++) {
        const struct flood *flood = &pockets->floods[n];
        if (root_of(pockets, n) != root)
            continue;
        part.cells += flood->last;
        for (int i = 0; i < flood->last; i++)
            part.other += !has_colour_of(pockets->middle, flood->queue[i]);
    }
    return part;
}

/* Returns whether a path that the colours of all open cells allow can lead through the head's part, then the cell in
 * the middle, and then a rest of `cells` cells, of which `other` differ in colour from the middle.  The colour
 * changes with each step. */
static bool colours_fit(const struct pockets *pockets, const struct wide_board *board, int cells, int other)
{
    int steps = (int)board->open_count - cells; /* from the head to the middle */
    return other == (cells + 1) / 2 && has_colour_of(pockets->middle, board->head) == (steps % 2 == 0);
}

/* Does the same if the head's part is known.  The rest is all open cells outside it. */
static bool rest_fits(const struct pockets *pockets, const struct wide_board *board, const struct part *part)
{
    int open = (int)board->open_count, alike = has_colour_of(pockets->middle, board->head);
    int other = alike ? (open + 1) / 2 : open / 2;
    return colours_fit(pockets, board, open - part->cells, other - (part->other - !alike));
}

/* Draws the conclusion from a part that was flooded completely.  Sets *far to the far part, which is the one without
 * the head. */
static enum pockets_answer ask_part(const struct pockets *pockets, const struct wide_board *board,
                                    const struct part *part, unsigned root, struct far_part *far)
{
    bool head = part->has & HAS_HEAD;
    bool fits = head ? rest_fits(pockets, board, part) : colours_fit(pockets, board, part->cells, part->other);
    unsigned there = root;
    for (unsigned n = 0; n < pockets->count && head; n++)
        there = root_of(pockets, n) == root ? there : n;
    *far =
        (struct far_part){pockets->floods[there].queue[0], head ? (int)board->open_count - part->cells : part->cells};
    if (!fits)
        return POCKETS_FORBID;
    if (pockets->end < 0)
        return POCKETS_ALLOW;
    return part->has == HAS_HEAD || part->has == HAS_END ? POCKETS_ALLOW : POCKETS_FORBID;
}

enum pockets_answer pockets_ask(struct pockets *pockets, const struct wide_board *board, int cell, int end,
                                struct far_part *far)
{
    pockets->middle = cell;
    pockets->end = end;
    start(pockets, board);
    for (;;) {
        bool ended = false;
        for (unsigned n = 0; n < pockets->count; n++) {
            if (pockets->floods[n].first < pockets->floods[n].last)
                ended |= spread(pockets, board, n);
        }
        for (unsigned n = 0; n < pockets->count && ended; n++) {
            if (root_of(pockets, n) != n || !is_over(pockets, n))
                continue;
            const struct part part = sum_up(pockets, board, n);
            return ask_part(pockets, board, &part, n, far);
        }
    }
}

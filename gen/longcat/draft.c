/* LongCat drafts, and walks that make them; see draft.h. */
#include "gen/longcat/draft.h"

#include <stdlib.h>
#include <string.h>

static size_t size_of(const struct longcat_draft *draft)
{
    return (size_t)draft->columns * (size_t)draft->rows;
}

bool longcat_draft_make(struct longcat_draft *draft, int columns, int rows)
{
    *draft = (struct longcat_draft){.columns = columns, .rows = rows};
    draft->open = calloc(size_of(draft), 1);
    return draft->open != NULL;
}

void longcat_draft_free(struct longcat_draft *draft)
{
    free(draft->open);
    draft->open = NULL;
}

void longcat_draft_copy(struct longcat_draft *to, const struct longcat_draft *from)
{
    to->cat = from->cat;
    memcpy(to->open, from->open, size_of(from));
}

unsigned longcat_draft_walls(const struct longcat_draft *draft)
{
    unsigned open = 0;
    for (size_t cell = 0; cell < size_of(draft); cell++)
        open += draft->open[cell];
    return (unsigned)size_of(draft) - open;
}

unsigned longcat_draft_distance(const struct longcat_draft *a, const struct longcat_draft *b)
{
    unsigned distance = 0;
    for (size_t cell = 0; cell < size_of(a); cell++)
        distance += a->open[cell] ^ b->open[cell];
    return distance;
}

/* The draft's own cells. */
static struct grid as_grid(const struct longcat_draft *draft)
{
    return (struct grid){draft->columns, draft->rows, draft->open};
}

bool longcat_draft_fills_size(const struct longcat_draft *draft)
{
    struct grid grid = as_grid(draft);
    return grid_bare_sides(&grid, 0) == 0;
}

void longcat_draft_slide(struct longcat_draft *draft, const unsigned char *path, unsigned length)
{
    struct grid grid = as_grid(draft);
    for (unsigned n = 0; n < length; n++) {
        int next;
        while ((next = grid_beside(&grid, draft->cat, path[n])) >= 0 && draft->open[next]) {
            draft->open[draft->cat] = 0;
            draft->cat = next;
        }
    }
}

bool longcat_draft_level(const struct longcat_draft *draft, struct grid *grid)
{
    struct grid bare = as_grid(draft);
    if (!grid_with_frame(&bare, 0, grid))
        return false;
    for (int cell = 0; cell < grid_size(grid); cell++)
        grid->cells[cell] = grid->cells[cell] ? ' ' : '#';
    grid->cells[(draft->cat / draft->columns + 1) * grid->columns + draft->cat % draft->columns + 1] = 'C';
    return true;
}

/* --- walks --- */

enum walk_cell { WALK_UNKNOWN, WALK_COVERED, WALK_WALL };

/* A walk under way, with the cells decided so far. */
struct walk {
    struct longcat_draft *draft;
    unsigned char *state; /* [columns * rows] enum walk_cell */
    int row, column;      /* of the head */
    int last;             /* direction of the last slide, or -1 */
    unsigned char *path;  /* [columns * rows] the directions of the slides so far */
    unsigned length;
};

/* Returns how many cells lie in a direction from the head, up to the edge.  *step becomes the difference between the
 * indices of neighbouring cells in that direction. */
static int capacity(const struct walk *walk, int direction, int *step)
{
    const struct longcat_draft *draft = walk->draft;
    switch (direction) {
    case UP:
        *step = -draft->columns;
        return walk->row;
    case RIGHT:
        *step = 1;
        return draft->columns - 1 - walk->column;
    case DOWN:
        *step = draft->columns;
        return draft->rows - 1 - walk->row;
    default:
        *step = -1;
        return walk->column;
    }
}

/* Covers cells.  Where the cat could go on, a wall stops it. */
static void slide(struct walk *walk, int direction, int distance)
{
    int step, most = capacity(walk, direction, &step);
    unsigned char *state = walk->state + walk->row * walk->draft->columns + walk->column;
    for (int i = 0; i < distance; i++) {
        state += step;
        *state = WALK_COVERED;
    }
    if (distance < most && state[step] == WALK_UNKNOWN)
        state[step] = WALK_WALL;
    int head = (int)(state - walk->state);
    walk->row = head / walk->draft->columns;
    walk->column = head % walk->draft->columns;
    walk->last = direction;
    walk->path[walk->length++] = (unsigned char)direction;
}

/* Walks on at random until no slide is possible.  On large drafts, more slides stop before they must, after fewer
 * cells, to keep the cat from shutting itself in. */
static void walk_on(struct walk *walk, struct rng *rng)
{
    enum { LARGE = 256 };
    bool large = size_of(walk->draft) > LARGE;
    unsigned early = large ? 80 : 40 /* percent */, short_slide = large ? 5 : 64;
    for (;;) {
        int directions[DIRECTIONS], distances[DIRECTIONS];
        unsigned ways = 0;
        for (int d = 0; d < DIRECTIONS; d++) {
            if (walk->last >= 0 && !((d ^ walk->last) & 1))
                continue;
            int step, most = capacity(walk, d, &step), distance = 0;
            const unsigned char *state = walk->state + walk->row * walk->draft->columns + walk->column;
            while (distance < most && state[(distance + 1) * step] == WALK_UNKNOWN)
                distance++;
            if (distance > 0) {
                directions[ways] = d;
                distances[ways++] = distance;
            }
        }
        if (ways == 0)
            break;
        unsigned way = ways == 1 ? 0 : rng_below(rng, ways);
        int distance = distances[way];
        if (distance > 1 && rng_below(rng, 100) < early) {
            unsigned most = (unsigned)distance - 1;
            distance = 1 + (int)rng_below(rng, most < short_slide ? most : short_slide);
        }
        slide(walk, directions[way], distance);
    }
    for (size_t cell = 0; cell < size_of(walk->draft); cell++)
        walk->draft->open[cell] = walk->state[cell] == WALK_COVERED;
}

static void walk_begin(struct walk *walk, struct longcat_draft *draft, unsigned char *state, unsigned char *path)
{
    *walk = (struct walk){.draft = draft,
                          .state = state,
                          .row = draft->cat / draft->columns,
                          .column = draft->cat % draft->columns,
                          .last = -1,
                          .path = path};
    memset(state, WALK_UNKNOWN, size_of(draft));
    state[draft->cat] = WALK_COVERED;
}

unsigned walk_new(struct longcat_draft *draft, unsigned char *state, struct rng *rng, unsigned char *path)
{
    struct walk walk;
    draft->cat = (int)rng_below(rng, (uint32_t)size_of(draft));
    walk_begin(&walk, draft, state, path);
    walk_on(&walk, rng);
    return walk.length;
}

unsigned walk_again(struct longcat_draft *draft, unsigned char *state, const unsigned char *old_path, unsigned length,
                    struct rng *rng, unsigned char *path)
{
    struct walk walk;
    walk_begin(&walk, draft, state, path);
    for (unsigned n = 0; n < length; n++) {
        /* Repeat the slide: up to the wall, the edge or the body. */
        int step, most = capacity(&walk, old_path[n], &step), distance = 0;
        int cell = walk.row * draft->columns + walk.column + step;
        for (; distance < most && draft->open[cell] && state[cell] == WALK_UNKNOWN; cell += step)
            distance++;
        slide(&walk, old_path[n], distance);
    }
    walk_on(&walk, rng);
    return walk.length;
}

/* Snakebird: birds crawl over islands, eat all the fruit and leave through the exit.
 *
 * There are two rule sets: "original", the published game, and "document", that of a simpler solver.  This header
 * declares the game for the rest of the program and, below, the board for the other files of this folder, the
 * generator and the tests. */
#ifndef ONLYWAY_GAMES_SNAKEBIRD_SNAKEBIRD_H
#define ONLYWAY_GAMES_SNAKEBIRD_SNAKEBIRD_H

#include "base/array.h"
#include "games/game.h"

extern const struct game game_snakebird;
extern const struct face face_snakebird;

enum snakebird_rules { SNAKEBIRD_ORIGINAL, SNAKEBIRD_DOCUMENT };

enum {
    SNAKEBIRD_BIRDS = 4,
    SNAKEBIRD_BLOCKS = 9,
    SNAKEBIRD_PIECES = SNAKEBIRD_BIRDS + SNAKEBIRD_BLOCKS,
    SNAKEBIRD_LONGEST = 65, /* segments: the directions between them take 128 bits */
    SNAKEBIRD_FRUIT = 64,   /* one bit each */
    SNAKEBIRD_TRAIL = 2,    /* words */
    SNAKEBIRD_WORDS = 16,   /* for a state's bits, of which there are at most about 900 */
};

/* A cell of the board, which is larger than the text: birds may lean out over the sides and the top.  Cells are
 * numbered row by row over the whole board.  Cell 0 is a corner that stays empty; it stands for "gone". */
typedef int64_t snakebird_cell;

/* A bird on the board.  The lowest two bits of the trail are the direction from the second segment to the head, the
 * next two from the third to the second, and so on.  The remaining bits are 0. */
struct snakebird_bird {
    snakebird_cell head; /* 0: the bird has left */
    unsigned length;     /* 0: the bird has left */
    uint64_t trail[SNAKEBIRD_TRAIL];
};

/* Everything that can change, unpacked. */
struct snakebird_state {
    struct snakebird_bird bird[SNAKEBIRD_BIRDS];
    snakebird_cell block[SNAKEBIRD_BLOCKS]; /* the cell of its corner; 0: it is gone */
    uint64_t fruit;                         /* one bit for each fruit that is left */
};

/* A block's cells relative to its corner, the top left of its bounding box. */
struct snakebird_block {
    unsigned count;
    int32_t *cells;
    unsigned shape; /* index of the first block of the same shape */
    unsigned char symbol;
};

/* The map entry of a cell.  The lower 13 bits are the pieces, birds first.  Fruit is ground that a head can eat: it
 * stops pushed pieces and holds everything up, like ground.  No bit is left for it, so it is marked as both ground
 * and water.  A single cell therefore shows whether it is fruit; in a union of cells, test for ground before water. */
enum {
    SNAKEBIRD_ANY_PIECE = (1 << SNAKEBIRD_PIECES) - 1,
    SNAKEBIRD_GROUND = 0x2000,
    SNAKEBIRD_SPIKE = 0x4000,
    SNAKEBIRD_WATER = 0x8000,
    SNAKEBIRD_FOOD = SNAKEBIRD_GROUND | SNAKEBIRD_WATER,
};

/* The letters of the birds.  The fourth bird has those of the first from N on. */
struct snakebird_alphabet {
    unsigned char first, last;
};

extern const struct snakebird_alphabet snakebird_alphabets[SNAKEBIRD_BIRDS];

/* The characters of blocks; there are SNAKEBIRD_BLOCKS. */
extern const char snakebird_block_symbols[];

/* The sets of directions that distances count, as bits of up, right and left. */
enum { SNAKEBIRD_UP = 1, SNAKEBIRD_RIGHT = 2, SNAKEBIRD_LEFT = 4, SNAKEBIRD_WAYS = 8 };

/* Pruning rules. */
enum {
    SNAKEBIRD_WAYS_OVER,  /* the estimate counts that each fruit must be eaten */
    SNAKEBIRD_EQUALS,     /* birds of equal length are interchangeable */
    SNAKEBIRD_DIRECTIONS, /* the bound counts moves in each direction */
    SNAKEBIRD_MIRRORS,    /* one state for both mirror images */
};

struct snakebird {
    struct puzzle puzzle;
    enum snakebird_rules rules;
    struct grid text;            /* ground and spikes; everything else is air */
    snakebird_cell width, cells; /* of the board */
    snakebird_cell origin;       /* the cell of the text's first character */
    snakebird_cell delta[DIRECTIONS];
    uint16_t *map; /* [cells] original rules: ground, spikes, water and fruit */

    unsigned birds, blocks, fruit_count;
    unsigned char letter[SNAKEBIRD_BIRDS]; /* of the head */
    unsigned longest[SNAKEBIRD_BIRDS];     /* upper limit on a bird's segments */
    unsigned shortest[SNAKEBIRD_BIRDS];    /* its segments at the start */
    unsigned equal[SNAKEBIRD_BIRDS];       /* the first bird that it is interchangeable with; see state.c */
    unsigned char fruit_image[SNAKEBIRD_FRUIT], block_image[SNAKEBIRD_BLOCKS]; /* see state.c */
    int32_t block_last[SNAKEBIRD_BLOCKS];           /* columns from a block's corner to its last column */
    struct snakebird_block block[SNAKEBIRD_BLOCKS]; /* blocks of one shape are adjacent */
    snakebird_cell fruit[SNAKEBIRD_FRUIT];
    snakebird_cell exit;
    snakebird_cell portal[2]; /* 0: there is none */
    int lowest_ground;        /* row of the text; document rules */

    unsigned head_bits, eaten_bits;    /* widths of packed fields */
    unsigned bird_at[SNAKEBIRD_BIRDS]; /* offsets of the fields; blocks come last */
    unsigned fruit_at, block_at;
    uint64_t head_mask, trail_mask[SNAKEBIRD_BIRDS][SNAKEBIRD_TRAIL];

    struct snakebird_state start;   /* as drawn */
    struct snakebird_state settled; /* after unsupported pieces have fallen */
    bool floating;                  /* `start` and `settled` differ */
    bool drowned;                   /* the fall to `settled` loses a bird, so the level has no solution */

    uint16_t (*distance)[SNAKEBIRD_WAYS]; /* tables of the estimate; see estimate.c */
    int *nearest, *out;                   /* for each cell of the board */
    struct arrays arrays;                 /* all of the board's own */
};

const struct snakebird *snakebird_board(const struct puzzle *puzzle);

/* The character of a bird's n-th segment; 0 is the head. */
unsigned char snakebird_letter(const struct snakebird *board, unsigned bird, unsigned segment);

/* Row and column of a cell relative to the text; either may lie outside it. */
void snakebird_place(const struct snakebird *board, snakebird_cell cell, int *row, int *column);

/* Lists the cells of a bird, head first.  Returns their number. */
unsigned snakebird_segments(const struct snakebird *board, const struct snakebird_bird *bird, snakebird_cell *cells);

/* Moves a bird's head one cell; the tail stays if the bird grows. */
void snakebird_advance(const struct snakebird *board, struct snakebird_bird *bird, enum direction direction,
                       bool grows);

/* States as bytes (state.c).  Blocks of one shape are sorted by cell, so that states that differ only in an
 * exchange of such blocks have equal bytes.  snakebird_lay_out decides where the fields of a state are, and returns how
 * many bytes they take. */
size_t snakebird_lay_out(struct snakebird *board);
void snakebird_pack(const struct snakebird *board, const struct snakebird_state *state, unsigned char *bytes);
void snakebird_unpack(const struct snakebird *board, const unsigned char *bytes, struct snakebird_state *state);

/* The bits of a state; bits beyond the state's bytes are 0. */
struct snakebird_bits {
    uint64_t word[SNAKEBIRD_WORDS];
};

void snakebird_unpack_bits(const struct snakebird *board, const unsigned char *bytes, struct snakebird_state *state,
                           struct snakebird_bits *bits);
void snakebird_write_bits(const struct snakebird *board, const struct snakebird_bits *bits, unsigned char *bytes);

/* Unpacks a state, but for each bird only its head and whether it is present: `length` is 0 or nonzero. */
void snakebird_unpack_heads(const struct snakebird *board, const unsigned char *bytes, struct snakebird_state *state);

/* Update the bits after a change. */
void snakebird_change_bird(const struct snakebird *board, struct snakebird_bits *bits, unsigned i,
                           const struct snakebird_bird *before, const struct snakebird_bird *after);
void snakebird_change_fruit(const struct snakebird *board, struct snakebird_bits *bits, uint64_t before,
                            uint64_t after);
void snakebird_change_blocks(const struct snakebird *board, struct snakebird_bits *bits, const snakebird_cell *before,
                             const snakebird_cell *after);

/* Whether all fruit and all birds are gone: all of their bits are 0. */
bool snakebird_is_goal(const struct snakebird *board, const unsigned char *bytes);

/* Rules (original.c and document.c): all legal moves from a state at rest, as in struct puzzle_rules, and the
 * fall of unsupported pieces.  The fall returns false if a bird is lost. */
unsigned snakebird_expand_original(const struct snakebird *board, const unsigned char *bytes, game_move *moves,
                                   unsigned char *states);
bool snakebird_settle_original(const struct snakebird *board, struct snakebird_state *state);
unsigned snakebird_expand_document(const struct snakebird *board, const unsigned char *bytes, game_move *moves,
                                   unsigned char *states);
bool snakebird_settle_document(const struct snakebird *board, struct snakebird_state *state);

/* Reads the pieces of a level (text.c): all members of *board that depend on the text alone.  Returns false with a
 * complaint. */
bool snakebird_read(const struct grid *grid, struct snakebird *board, struct complaint *complaint);

/* Drawings (text.c).  Return false if memory runs out. */
bool snakebird_draw(const struct puzzle *puzzle, const unsigned char *bytes, struct grid *grid);
bool snakebird_draw_alike(const struct puzzle *puzzle, struct grid *grid);

/* Interchangeable birds (state.c): snakebird_find_equals needs the complete board; snakebird_merge is the `merge`
 * of struct puzzle_rules. */
void snakebird_find_equals(struct snakebird *board);
void snakebird_merge(const struct puzzle *puzzle, unsigned char *bytes);

/* Mirror images (state.c): snakebird_find_mirror determines whether states have them; it needs the complete board
 * except interchangeable birds. */
void snakebird_find_mirror(struct snakebird *board);

/* As `move_keys` in puzzle.h (state.c). */
unsigned snakebird_move_keys(const struct puzzle *puzzle, const unsigned char *bytes, bool after, uint64_t *keys);

/* Estimate (estimate.c). */
bool snakebird_make_distances(struct snakebird *board);

/* Under the original rules, both need only the heads and the fruit.  The bound is at least as high as the estimate. */
unsigned snakebird_estimate(const struct snakebird *board, const struct snakebird_state *state);
unsigned snakebird_bound(const struct snakebird *board, const struct snakebird_state *state);

#endif

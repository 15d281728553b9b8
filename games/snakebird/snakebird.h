/* Snakebird: birds crawl over islands, eat all the fruit and leave through the exit.
 *
 * Two rule sets: "original", the published game, and "document", a simpler solver's.  This header
 * is the game to the rest of the program; below it, the board to the files snakebird_*.c, to the
 * generator and to the tests. */
#ifndef ONLYWAY_GAMES_SNAKEBIRD_SNAKEBIRD_H
#define ONLYWAY_GAMES_SNAKEBIRD_SNAKEBIRD_H

#include "games/game.h"

extern const struct game game_snakebird;
extern const struct face face_snakebird;

enum snakebird_rules { SNAKEBIRD_ORIGINAL, SNAKEBIRD_DOCUMENT };

enum {
    SNAKEBIRD_BIRDS = 4,
    SNAKEBIRD_BLOCKS = 9,
    SNAKEBIRD_PIECES = SNAKEBIRD_BIRDS + SNAKEBIRD_BLOCKS,
    SNAKEBIRD_LONGEST = 65, /* segments: the ways between them are 128 bits */
    SNAKEBIRD_FRUIT = 64,   /* a bit each */
    SNAKEBIRD_TRAIL = 2,    /* words */
    SNAKEBIRD_WORDS = 16,   /* of a state's bits; the most is about 900 bits */
};

/* A cell of the board, which is larger than the text: birds may lean out over the sides and the
 * top.  Cells are numbered row by row over the whole board.  0 is in a corner where nothing ever
 * is, and stands for "gone". */
typedef int64_t snakebird_cell;

/* A bird on the board.  The lowest two bits of the trail are the direction from the second segment
 * to the head, the next two from the third to the second, and so on; bits beyond are 0. */
struct snakebird_bird {
    snakebird_cell head; /* 0: it has left */
    unsigned length;     /* 0: it has left */
    uint64_t trail[SNAKEBIRD_TRAIL];
};

/* Everything that can change, unpacked. */
struct snakebird_state {
    struct snakebird_bird bird[SNAKEBIRD_BIRDS];
    snakebird_cell block[SNAKEBIRD_BLOCKS]; /* where its corner is; 0: it is gone */
    uint64_t fruit;                         /* a bit for each that is left */
};

/* A block's cells relative to its corner, the top left one of the smallest box around it. */
struct snakebird_block {
    unsigned count;
    int32_t *cells; /* owned */
    unsigned shape; /* the first block of the same shape */
    unsigned char symbol;
};

/* What a cell of the map holds besides pieces; the lower 13 bits are the pieces, birds first.  Fruit
 * is ground that a head can eat: it stops what is pushed and holds all up like ground.  As there is no
 * bit left for it, it is marked as ground and water at once.  So one cell tells whether it is fruit, and of
 * a union of cells ground is to be asked for before water. */
enum {
    SNAKEBIRD_ANY_PIECE = (1 << SNAKEBIRD_PIECES) - 1,
    SNAKEBIRD_GROUND = 0x2000,
    SNAKEBIRD_SPIKE = 0x4000,
    SNAKEBIRD_WATER = 0x8000,
    SNAKEBIRD_FOOD = SNAKEBIRD_GROUND | SNAKEBIRD_WATER,
};

/* The characters of blocks, SNAKEBIRD_BLOCKS of them. */
extern const char snakebird_block_symbols[];

/* Sets of directions that distances count: up, right and left are bits. */
enum { SNAKEBIRD_UP = 1, SNAKEBIRD_RIGHT = 2, SNAKEBIRD_LEFT = 4, SNAKEBIRD_WAYS = 8 };

enum {                       /* pruning rules */
       SNAKEBIRD_WAYS_OVER,  /* the estimate knows that each fruit must be eaten */
       SNAKEBIRD_EQUALS,     /* birds of equal length are exchanged freely */
       SNAKEBIRD_DIRECTIONS, /* the bound counts moves of each direction */
       SNAKEBIRD_MIRRORS,    /* one state for both mirror images */
};

struct snakebird {
    struct puzzle puzzle;
    enum snakebird_rules rules;
    struct grid text;            /* ground and spikes; the rest is air */
    snakebird_cell width, cells; /* of the board */
    snakebird_cell origin;       /* the cell of the text's first character */
    snakebird_cell delta[DIRECTIONS];
    uint16_t *map; /* [cells] original rules: ground, spikes and water */

    unsigned birds, blocks, fruit_count;
    unsigned char letter[SNAKEBIRD_BIRDS]; /* of the head */
    unsigned longest[SNAKEBIRD_BIRDS];     /* a bird never has more segments */
    unsigned shortest[SNAKEBIRD_BIRDS];    /* at the start */
    unsigned equal[SNAKEBIRD_BIRDS];       /* the first bird that it can be exchanged with; see moves.c */
    unsigned char fruit_image[SNAKEBIRD_FRUIT], block_image[SNAKEBIRD_BLOCKS]; /* see mirror.c */
    int32_t block_last[SNAKEBIRD_BLOCKS];           /* columns from a block's corner to its last one */
    struct snakebird_block block[SNAKEBIRD_BLOCKS]; /* blocks of one shape follow each other */
    snakebird_cell fruit[SNAKEBIRD_FRUIT];
    snakebird_cell exit;
    snakebird_cell portal[2]; /* 0: there is none */
    int lowest_ground;        /* row of the text; document rules */

    unsigned head_bits, eaten_bits;    /* widths of the packed fields */
    unsigned bird_at[SNAKEBIRD_BIRDS]; /* where they begin; blocks are behind all others */
    unsigned fruit_at, block_at;
    uint64_t head_mask, trail_mask[SNAKEBIRD_BIRDS][SNAKEBIRD_TRAIL];

    struct snakebird_state start;   /* as drawn */
    struct snakebird_state settled; /* after what is not held up has fallen */
    bool floating;                  /* these two differ */
    bool drowned;                   /* that fall loses a bird: the level cannot be solved */

    uint16_t (*distance)[SNAKEBIRD_WAYS]; /* estimate tables; see estimate.c */
    int *nearest, *out;                   /* of each cell of the board */
};

const struct snakebird *snakebird_board(const struct puzzle *puzzle);

/* The character of a bird's n-th segment, 0 being the head. */
unsigned char snakebird_letter(const struct snakebird *board, unsigned bird, unsigned segment);

/* Row and column of a cell within the text; either may lie outside it. */
void snakebird_place(const struct snakebird *board, snakebird_cell cell, int *row, int *column);

/* The cells of a bird, head first.  Returns how many. */
unsigned snakebird_segments(const struct snakebird *board, const struct snakebird_bird *bird, snakebird_cell *cells);

/* Moves a bird's head one cell on; its tail stays if it grows. */
void snakebird_advance(const struct snakebird *board, struct snakebird_bird *bird, enum direction direction,
                       bool grows);

/* States as bytes (state.c).  Blocks of one shape are put in order of their cells, so that
 * states that differ only in which is which have the same bytes. */
size_t snakebird_state_bytes(struct snakebird *board);
void snakebird_pack(const struct snakebird *board, const struct snakebird_state *state, unsigned char *bytes);
void snakebird_unpack(const struct snakebird *board, const unsigned char *bytes, struct snakebird_state *state);

/* The same, but of each bird only where its head is and whether it is there: `length` is 0 or
 * not. */
void snakebird_unpack_heads(const struct snakebird *board, const unsigned char *bytes, struct snakebird_state *state);

/* A state's bits; those behind the state's bytes are 0. */
struct snakebird_bits {
    uint64_t word[SNAKEBIRD_WORDS];
};

void snakebird_find_bits(const struct snakebird *board, const struct snakebird_state *state,
                         struct snakebird_bits *bits);
void snakebird_read_bits(const struct snakebird *board, const unsigned char *bytes, struct snakebird_bits *bits);
void snakebird_write_bits(const struct snakebird *board, const struct snakebird_bits *bits, unsigned char *bytes);

/* Puts two birds whose fields are equally wide in order, the one with the lower bits first.  Returns whether
 * they have changed places. */
bool snakebird_order_birds(const struct snakebird *board, struct snakebird_bits *bits, unsigned first, unsigned second);

/* The bits after a change. */
void snakebird_change_bird(const struct snakebird *board, struct snakebird_bits *bits, unsigned i,
                           const struct snakebird_bird *before, const struct snakebird_bird *after);
void snakebird_change_fruit(const struct snakebird *board, struct snakebird_bits *bits, uint64_t before,
                            uint64_t after);
void snakebird_change_blocks(const struct snakebird *board, struct snakebird_bits *bits, const snakebird_cell *before,
                             const snakebird_cell *after);

/* Whether all fruit and all birds are gone: all of their bits are 0. */
bool snakebird_is_goal(const struct snakebird *board, const unsigned char *bytes);

/* Rules (original.c and document.c): all legal moves, as in struct puzzle_rules;
 * and the fall of what nothing holds up.  That returns false if a bird is lost by it. */
unsigned snakebird_expand_original(const struct snakebird *board, const struct snakebird_state *state, game_move *moves,
                                   unsigned char *states);
bool snakebird_settle_original(const struct snakebird *board, struct snakebird_state *state);
unsigned snakebird_expand_document(const struct snakebird *board, const struct snakebird_state *state, game_move *moves,
                                   unsigned char *states);
bool snakebird_settle_document(const struct snakebird *board, struct snakebird_state *state);

/* Reads the pieces of a level (text.c): all of *board that the text decides.  False with
 * the reason. */
bool snakebird_read(const struct grid *grid, struct snakebird *board, struct complaint *complaint);

/* Drawings (draw.c).  The mirror image of a level counts as one of its symmetries where it is the
 * level itself; blocks may change places.  False: out of memory. */
bool snakebird_draw(const struct puzzle *puzzle, const unsigned char *bytes, struct grid *grid);
bool snakebird_draw_alike(const struct puzzle *puzzle, struct grid *grid);
bool snakebird_find_symmetries(struct snakebird *board);

/* Equal birds (moves.c): which ones are, once all else of the board is known; and the `merge` of
 * struct puzzle_rules. */
void snakebird_find_equals(struct snakebird *board);
void snakebird_merge(const struct puzzle *puzzle, unsigned char *bytes);

/* Mirror images (mirror.c): whether states have such, once all else of the board but equal birds is known; and
 * the image of one, where they have. */
void snakebird_find_mirror(struct snakebird *board);
void snakebird_reflect(const struct snakebird *board, const struct snakebird_state *state,
                       struct snakebird_state *image);

/* Estimate (estimate.c). */
bool snakebird_make_distances(struct snakebird *board);

/* Original rules: heads are enough.  The bound is at least as high. */
unsigned snakebird_estimate(const struct snakebird *board, const struct snakebird_state *state);
unsigned snakebird_bound(const struct snakebird *board, const struct snakebird_state *state);

/* Solution text and keys (moves.c). */
size_t snakebird_write_moves(const struct puzzle *puzzle, const game_move *moves, size_t count, char *text,
                             size_t capacity);
int snakebird_read_move(const struct puzzle *puzzle, const unsigned char *state, struct move_reader *reader,
                        game_move *move, struct complaint *complaint);
extern const struct game_keys snakebird_keys;

#endif

/* Snakebird: the document's rules.
 *
 * Nothing is pushed, birds fall one at a time, and a bird leaves by any segment.  Two birds that lie on each other
 * float, so they can get any distance away from the text.  The board is therefore too large for a map.  Instead, the
 * rules compare a cell with those of the other birds. */
#include "games/snakebird/snakebird.h"

/* A position during a move. */
struct flock {
    const struct snakebird *board;
    unsigned length[SNAKEBIRD_BIRDS]; /* 0: gone */
    snakebird_cell cells[SNAKEBIRD_BIRDS][SNAKEBIRD_LONGEST];
    uint64_t fruit;
};

static unsigned char terrain_at(const struct snakebird *board, snakebird_cell cell)
{
    int row, column;
    snakebird_place(board, cell, &row, &column);
    return grid_at(&board->text, row, column, '-');
}

static bool bird_covers(const struct flock *flock, unsigned bird, snakebird_cell cell)
{
    for (unsigned i = 0; i < flock->length[bird]; i++) {
        if (flock->cells[bird][i] == cell)
            return true;
    }
    return false;
}

static bool other_covers(const struct flock *flock, unsigned bird, snakebird_cell cell)
{
    for (unsigned other = 0; other < flock->board->birds; other++) {
        if (other != bird && bird_covers(flock, other, cell))
            return true;
    }
    return false;
}

static bool held_up(const struct flock *flock, unsigned bird)
{
    for (unsigned i = 0; i < flock->length[bird]; i++) {
        snakebird_cell below = flock->cells[bird][i] + flock->board->width;
        if (terrain_at(flock->board, below) == '#' || other_covers(flock, bird, below))
            return true;
    }
    return false;
}

/* Whether no segment touches a spike, and at least one is not below the lowest ground. */
static bool is_safe(const struct flock *flock, unsigned bird)
{
    bool high = false;
    for (unsigned i = 0; i < flock->length[bird]; i++) {
        int row, column;
        snakebird_place(flock->board, flock->cells[bird][i], &row, &column);
        if (grid_at(&flock->board->text, row, column, '-') == '^')
            return false;
        high |= row <= flock->board->lowest_ground;
    }
    return high;
}

/* Applies exits and falls one at a time.  Returns false if a bird is lost. */
static bool settle(struct flock *flock)
{
    for (;;) {
        /* The first bird that touches the exit leaves, if there is one. */
        unsigned bird = 0;
        while (bird < flock->board->birds && (flock->fruit != 0 || !bird_covers(flock, bird, flock->board->exit)))
            bird++;
        if (bird < flock->board->birds) {
            flock->length[bird] = 0;
            continue;
        }
        /* Otherwise the first unsupported bird falls, if there is one. */
        bird = 0;
        while (bird < flock->board->birds && (flock->length[bird] == 0 || held_up(flock, bird)))
            bird++;
        if (bird == flock->board->birds)
            return true;
        for (unsigned i = 0; i < flock->length[bird]; i++)
            flock->cells[bird][i] += flock->board->width;
        if (!is_safe(flock, bird))
            return false;
    }
}

static void enter(const struct snakebird *board, const struct snakebird_state *state, struct flock *flock)
{
    flock->board = board;
    flock->fruit = state->fruit;
    for (unsigned i = 0; i < board->birds; i++)
        flock->length[i] = snakebird_segments(board, &state->bird[i], flock->cells[i]);
}

/* Writes the birds' heads into a state whose trails are already correct. */
static void leave(const struct flock *flock, struct snakebird_state *state)
{
    for (unsigned i = 0; i < flock->board->birds; i++) {
        if (flock->length[i] > 0)
            state->bird[i].head = flock->cells[i][0];
        else
            state->bird[i] = (struct snakebird_bird){0};
    }
    state->fruit = flock->fruit;
}

/* Makes a move in *state.  Returns false if it is illegal or loses a bird. */
static bool make_move(const struct flock *before, unsigned bird, enum direction direction,
                      struct snakebird_state *state)
{
    const struct snakebird *board = before->board;
    snakebird_cell to = before->cells[bird][0] + board->delta[direction];
    if (terrain_at(board, to) != '-' || bird_covers(before, bird, to) || other_covers(before, bird, to))
        return false;
    uint64_t eaten = 0;
    for (uint64_t rest = before->fruit; rest != 0; rest &= rest - 1)
        eaten |= board->fruit[__builtin_ctzll(rest)] == to ? rest & -rest : 0;
    snakebird_advance(board, &state->bird[bird], direction, eaten != 0);
    state->fruit &= ~eaten;
    struct flock flock;
    enter(board, state, &flock);
    if (!is_safe(&flock, bird) || !settle(&flock))
        return false;
    leave(&flock, state);
    return true;
}

unsigned snakebird_expand_document(const struct snakebird *board, const unsigned char *bytes, game_move *moves,
                                   unsigned char *states)
{
    struct snakebird_state state;
    struct flock flock;
    unsigned count = 0;
    snakebird_unpack(board, bytes, &state);
    enter(board, &state, &flock);
    for (unsigned bird = 0; bird < board->birds; bird++) {
        for (unsigned d = 0; flock.length[bird] > 0 && d < DIRECTIONS; d++) {
            struct snakebird_state after = state;
            if (!make_move(&flock, bird, (enum direction)d, &after))
                continue;
            moves[count] = move_make(bird, (enum direction)d);
            snakebird_pack(board, &after, states + count * board->puzzle.state_bytes);
            count++;
        }
    }
    return count;
}

bool snakebird_settle_document(const struct snakebird *board, struct snakebird_state *state)
{
    struct flock flock;
    enter(board, state, &flock);
    bool safe = true;
    for (unsigned bird = 0; bird < board->birds; bird++)
        safe &= is_safe(&flock, bird);
    safe = safe && settle(&flock);
    leave(&flock, state);
    return safe;
}

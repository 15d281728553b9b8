/* Proves that a level can no longer be won, and bounds the moves to a win, from the aims of its conditions.
 *
 * The bound on moves: no win comes before the last piece of an aim has made its turns (roads.h).  If one turn moves
 * only a few pieces, the turns of all pieces are added up, each on the way to a place of its own. */
#include "games/puzzlescript/roads.h"

#include <stdlib.h>

/* --- turning win conditions into aims, using where single pieces can go ---
 *
 * A condition becomes an *aim* if it implies one of these:
 *
 * - `all X on Y`, `no X`, `no X on Y`: each X must reach a cell that may contain Y (for `no`: that does not surely
 *   contain it), or a cell where a rule may remove it.  If at most 64 cells qualify, each X that cannot be removed
 *   needs one of its own.
 * - `all X on Y` if nothing changes X: each cell with X needs its own Y, if no rule creates Y.
 * - `some X`, `some X on Y`: at least one X must get there, if no rule creates X.
 *
 * The player is assumed to get anywhere.  There are no aims if rules win, restart or use chance, or if time passes. */

enum { MOST_SPOTS = 64 };

enum aim_kind {
    EACH,  /* each piece must reach a good cell */
    COVER, /* each spot needs a piece */
    ONE,   /* at least one piece must reach a good cell */
};

struct ps_aim {
    enum aim_kind kind;
    struct ps_roads roads; /* its arrays are those of the aim */
    /* Tables of all pieces; entries of free objects are unused. */
    uint16_t *steps;   /* turns to a good cell; COVER: to the nearest spot */
    uint64_t *reached; /* bit set of spots it can reach; all bits: it needs none */
    int spots[MOST_SPOTS],
        spot_count;       /* COVER: they need a piece; EACH: they take one each; count 0: spots are not used */
    uint16_t *spot_steps; /* [spots] tables like `steps`, one for each spot */
    bool far;             /* some piece needs turns */
    bool put;             /* rules put pieces where there were none */
    bool plain;           /* they do not, and there is no `again` */
};

struct ps_win_proof {
    struct ps_aim *aims; /* [count] */
    int count;
};

/* The number of entries in one table of an aim. */
static size_t aim_table_size(const struct ps_puzzle *puzzle, const struct ps_aim *aim)
{
    return (size_t)aim->roads.kinds * (size_t)ps_size(puzzle);
}

enum { MOST_CELLS = 4096 };

struct making {
    struct ps_puzzle *puzzle;
    const struct ps_relaxed *relaxed;
    const struct ps_condition *condition;
};

/* Whether a piece in the cell meets the condition, or may do so. */
static bool is_good(const struct making *making, int cell)
{
    const struct ps_condition *condition = making->condition;
    int words = making->puzzle->program->object_words;
    /* `no` needs a cell that does not always match, the others one that may ever match. */
    bool no = condition->quantifier == PS_NO;
    const uint64_t *cells =
        no ? ps_fixed_at(making->puzzle, cell) : &making->relaxed->may[(size_t)cell * (size_t)words];
    return ps_matches(condition->where, condition->all_where, cells, words) != no;
}

/* Fills in an aim's tables.  *known receives whether it is one.  Returns false if memory runs out. */
static bool fill_aim(struct making *making, struct ps_aim *aim, bool *known)
{
    const struct ps_puzzle *puzzle = making->puzzle;
    struct ps_roads *roads = &aim->roads;
    size_t size = (size_t)ps_size(puzzle), all = aim_table_size(puzzle, aim);
    if (!ps_may_take(making->puzzle, 0)) {
        *known = false; /* stopped: the results are discarded */
        return true;
    }
    int *queue = calloc(all, sizeof *queue);
    aim->steps = arrays_add(&roads->arrays, all, sizeof *aim->steps);
    aim->reached = arrays_add(&roads->arrays, all, sizeof *aim->reached);
    aim->spot_steps = arrays_add(&roads->arrays, all * (size_t)aim->spot_count, sizeof *aim->spot_steps);
    bool good = queue != NULL && !roads->arrays.failed && ps_roads_make(making->puzzle, making->relaxed, roads, known);
    *known = good && *known && (aim->kind == EACH || !roads->made);
    aim->put = meets(making->relaxed->made, roads->pieces, puzzle->program->object_words);
    aim->plain = !aim->put && !ps_has_command(puzzle->program, PS_AGAIN);
    if (good)
        memset(aim->steps, 0xff, all * sizeof *aim->steps);
    if (*known && aim->kind == EACH) {
        for (size_t piece = 0; piece < all; piece++)
            aim->steps[piece] = roads->goes[piece] ? 0 : PS_FAR;
        ps_spread(puzzle, roads, aim->steps, queue);
        for (size_t piece = 0; piece < all; piece++)
            aim->reached[piece] = aim->steps[piece] != PS_FAR ? UINT64_MAX : 0;
    }
    if (*known && aim->kind != COVER) {
        for (size_t piece = 0; piece < all; piece++)
            aim->steps[piece] =
                is_good(making, (int)(piece % size)) || (aim->kind == EACH && roads->goes[piece]) ? 0 : PS_FAR;
        ps_spread(puzzle, roads, aim->steps, queue);
    }
    /* The spots, one after the other. */
    for (int spot = 0; *known && spot < aim->spot_count; spot++) {
        uint16_t *steps = &aim->spot_steps[(size_t)spot * all];
        for (size_t piece = 0; piece < all; piece++)
            steps[piece] = (int)(piece % size) == aim->spots[spot] ? 0 : PS_FAR;
        ps_spread(puzzle, roads, steps, queue);
        for (size_t piece = 0; piece < all; piece++) {
            if (steps[piece] != PS_FAR)
                aim->reached[piece] |= (uint64_t)1 << spot;
            if (aim->kind == COVER && steps[piece] < aim->steps[piece])
                aim->steps[piece] = steps[piece];
        }
    }
    for (size_t piece = 0; good && piece < all; piece++)
        aim->far = aim->far || (aim->steps[piece] > 0 && aim->steps[piece] != PS_FAR);
    free(queue);
    return good;
}

/* Starts the aim of a kind: lists the objects that are its pieces, and its spots.  Returns false if the condition
 * implies no such aim, or if they are too many. */
static bool begin_aim(const struct making *making, enum aim_kind kind, struct ps_aim *aim)
{
    const struct ps_condition *condition = making->condition;
    const struct ps_puzzle *puzzle = making->puzzle;
    const struct ps_program *program = puzzle->program;
    struct ps_roads *roads = &aim->roads;
    int words = puzzle->program->object_words;
    *aim = (struct ps_aim){.kind = kind, .roads.pieces = kind == COVER ? condition->where : condition->what};
    if (condition->all_what || (kind == ONE) != (condition->quantifier == PS_SOME))
        return false;
    /* Spots need pieces for ever only if nothing changes them. */
    if (kind == COVER && (condition->quantifier != PS_ALL || condition->all_where ||
                          meets(condition->what, puzzle->packing.dynamic, words)))
        return false;
    bool apart = true; /* no two pieces can share a cell */
    for (int id = 0; id < program->ids; id++) {
        if (!has_bit(roads->pieces, id))
            continue;
        if (roads->kinds == PS_MOST_KINDS)
            return false;
        roads->free[roads->kinds] = has_bit(program->player, id);
        roads->ids[roads->kinds++] = id;
        apart = apart && !has_bit(program->player, id) && program->id_layers[id] == program->id_layers[roads->ids[0]];
    }
    for (int cell = 0; (kind == COVER || (kind == EACH && apart)) && cell < ps_size(puzzle); cell++) {
        const uint64_t *fixed = ps_fixed_at(puzzle, cell);
        if (kind == COVER ? !meets(fixed, condition->what, words) || meets(fixed, condition->where, words)
                          : !is_good(making, cell))
            continue;
        if (aim->spot_count == MOST_SPOTS) {
            aim->spot_count = 0; /* EACH: go without them */
            break;
        }
        aim->spots[aim->spot_count++] = cell;
    }
    return roads->kinds > 0 && (kind != COVER || aim->spot_count > 0);
}

bool ps_win_proof_make(struct ps_puzzle *puzzle)
{
    const struct ps_program *program = puzzle->program;
    struct ps_relaxed relaxed;
    struct ps_win_proof *win_proof = arrays_add(&puzzle->arrays, 1, sizeof *win_proof);
    puzzle->win_proof = win_proof;
    if (win_proof == NULL)
        return false;
    win_proof->aims = arrays_add(&puzzle->arrays, (size_t)program->conditions.count * 3, sizeof *win_proof->aims);
    bool good = ps_relaxed_make(puzzle, &relaxed) && win_proof->aims != NULL;
    bool able = relaxed.useful && !puzzle->ticks && ps_size(puzzle) <= MOST_CELLS &&
                !ps_has_command(program, PS_WIN | PS_RESTART);
    for (int i = 0; good && able && i < 3 * program->conditions.count; i++) {
        struct making making = {puzzle, &relaxed, &program->conditions.items[i / 3]};
        struct ps_aim *aim = &win_proof->aims[win_proof->count];
        bool known = false;
        if (!begin_aim(&making, (enum aim_kind)(i % 3), aim))
            continue;
        good = fill_aim(&making, aim, &known);
        win_proof->count += known;
        if (!known)
            arrays_free(&aim->roads.arrays);
    }
    arrays_free(&relaxed.arrays);
    return good;
}

void ps_win_proof_free(struct ps_win_proof *win_proof)
{
    for (int i = 0; win_proof != NULL && i < win_proof->count; i++)
        arrays_free(&win_proof->aims[i].roads.arrays);
}

/* --- positions --- */

/* A piece of an aim in a position. */
struct piece {
    bool free;
    size_t at; /* index in the aim's tables, if not free */
};

static inline __attribute__((always_inline)) bool next_piece_of(const struct ps_puzzle *puzzle,
                                                                const struct ps_aim *aim, const uint64_t *position,
                                                                int *cell, int *n, struct piece *piece, int words)
{
    int size = ps_size(puzzle);
    if (words == 1 && *n == 0)
        while (*cell + 4 <= size &&
               ((position[*cell] | position[*cell + 1] | position[*cell + 2] | position[*cell + 3]) &
                *aim->roads.pieces) == 0)
            *cell += 4;
    for (; *cell < size; ++*cell, *n = 0) {
        const uint64_t *here = &position[(size_t)*cell * (size_t)words];
        if (*n == 0 && !meets(here, aim->roads.pieces, words))
            continue;
        for (; *n < aim->roads.kinds; ++*n)
            if (has_bit(here, aim->roads.ids[*n])) {
                *piece = (struct piece){aim->roads.free[*n], (size_t)*n * (size_t)size + (size_t)*cell};
                ++*n;
                return true;
            }
    }
    return false;
}

/* Finds the next piece from *cell and *n on and advances them past it.  Returns false if there is none. */
static inline bool next_piece(const struct ps_puzzle *puzzle, const struct ps_aim *aim, const uint64_t *position,
                              int *cell, int *n, struct piece *piece)
{
    int words = puzzle->program->object_words;
    return words == 1 ? next_piece_of(puzzle, aim, position, cell, n, piece, 1)
                      : next_piece_of(puzzle, aim, position, cell, n, piece, words);
}

/* --- one spot for each piece, or one piece for each spot --- */

enum { MOST_MATCHED = 64 };

struct matching {
    uint64_t spots[MOST_MATCHED]; /* of pieces: bit sets */
    int count, piece_of[MOST_SPOTS];
};

/* Finds a spot for a piece; may move other pieces to other spots (augmenting path). */
static bool place_piece(struct matching *matching, int piece, uint64_t *tried)
{
    for (uint64_t left; (left = matching->spots[piece] & ~*tried) != 0;) {
        int spot = __builtin_ctzll(left);
        *tried |= (uint64_t)1 << spot;
        if (matching->piece_of[spot] < 0 || place_piece(matching, matching->piece_of[spot], tried)) {
            matching->piece_of[spot] = piece;
            return true;
        }
    }
    return false;
}

/* Whether each piece finds a spot of its own (EACH), or each spot a piece of its own (COVER). */
static bool finds_places(const struct ps_puzzle *puzzle, const struct ps_aim *aim, const uint64_t *position)
{
    struct matching matching;
    struct piece piece;
    int cell = 0, n = 0, free_pieces = 0, placed = 0;
    matching.count = 0;
    for (int spot = 0; spot < MOST_SPOTS; spot++)
        matching.piece_of[spot] = -1;
    while (next_piece(puzzle, aim, position, &cell, &n, &piece)) {
        uint64_t spots = piece.free ? 0 : aim->reached[piece.at];
        free_pieces += piece.free;
        if (piece.free || (aim->kind == EACH && spots == UINT64_MAX))
            continue;
        if (matching.count == MOST_MATCHED)
            return true;
        matching.spots[matching.count++] = spots;
    }
    for (int i = 0; i < matching.count; i++) {
        uint64_t tried = 0;
        placed += place_piece(&matching, i, &tried);
    }
    return aim->kind == COVER ? placed + free_pieces >= aim->spot_count : placed == matching.count;
}

static bool is_out_of_reach(const struct ps_puzzle *puzzle, const struct ps_aim *aim, const uint64_t *position,
                            bool at_sight)
{
    struct piece piece;
    int cell = 0, n = 0, able = 0;
    while (next_piece(puzzle, aim, position, &cell, &n, &piece)) {
        uint16_t steps = piece.free ? 0 : aim->steps[piece.at];
        bool good = piece.free || (at_sight ? steps == 0 || !aim->roads.stays[piece.at] : steps != PS_FAR);
        if (!good && aim->kind == EACH)
            return true;
        able += good;
    }
    return aim->kind == COVER ? able < aim->spot_count : aim->kind == ONE && able == 0;
}

bool ps_has_win_proof(const struct ps_puzzle *puzzle)
{
    return puzzle->win_proof->count > 0;
}

bool ps_is_dead(const struct ps_puzzle *puzzle, const uint64_t *position)
{
    const struct ps_win_proof *win_proof = puzzle->win_proof;
    for (int i = 0; i < win_proof->count; i++) {
        const struct ps_aim *aim = &win_proof->aims[i];
        if (puzzle_prunes(&puzzle->puzzle, PS_PRUNE_PIECES) && is_out_of_reach(puzzle, aim, position, false))
            return true;
        if (puzzle_prunes(&puzzle->puzzle, PS_PRUNE_PLACES) && aim->spot_count > 0 &&
            !finds_places(puzzle, aim, position))
            return true;
    }
    return false;
}

/* That a piece which rules put from cell to cell can get nowhere is not obvious. */
bool ps_is_lost(const struct ps_puzzle *puzzle, const uint64_t *position)
{
    const struct ps_win_proof *win_proof = puzzle->win_proof;
    for (int i = 0; i < win_proof->count; i++) {
        const struct ps_aim *aim = &win_proof->aims[i];
        if ((aim->kind == EACH || !aim->put) && is_out_of_reach(puzzle, aim, position, true))
            return true;
    }
    return false;
}

/* --- moves --- */

/* The sum of the steps of all pieces (EACH), or of the steps from each spot to the nearest piece (COVER); *most
 * receives the greatest of them.  ONE: both are the steps of the piece that needs fewest.  A player who may serve as a
 * piece needs none. */
static unsigned long sum_of(const struct ps_puzzle *puzzle, const struct ps_aim *aim, const uint64_t *position,
                            unsigned *most)
{
    unsigned long sum = 0;
    size_t all = aim_table_size(puzzle, aim);
    unsigned least[MOST_SPOTS];
    struct piece piece;
    int cell = 0, n = 0, count = aim->kind == EACH ? 0 : aim->kind == ONE ? 1 : aim->spot_count;
    *most = 0;
    for (int i = 0; i < count; i++)
        least[i] = PS_FAR;
    while (next_piece(puzzle, aim, position, &cell, &n, &piece)) {
        unsigned own = piece.free || aim->steps[piece.at] == PS_FAR ? 0 : aim->steps[piece.at];
        for (int i = 0; i < count; i++) {
            unsigned steps = aim->kind == ONE || piece.free ? own : aim->spot_steps[(size_t)i * all + piece.at];
            least[i] = steps < least[i] ? steps : least[i];
        }
        if (count > 0)
            continue;
        sum += own;
        *most = own > *most ? own : *most;
    }
    for (int i = 0; i < count; i++) {
        unsigned steps = least[i] == PS_FAR ? 0 : least[i];
        sum += steps;
        *most = steps > *most ? steps : *most;
    }
    return sum;
}

/* NO_WAY: the cost of what is impossible, beyond any sum of steps.  NEVER: beyond any sum of costs. */
enum { MOST_PIECES = 64, NEVER = 1 << 24, NO_WAY = NEVER / 128 };

/* The cost of each column for each row, both from 1. */
struct costs {
    int rows, columns, at[MOST_PIECES + 1][MOST_PIECES + 1];
};

/* Gives each row a column of its own so that the sum of the costs is least, by the Hungarian method: rows first take
 * their cheapest columns, if these are free; the others find columns one after the other, by shortest paths with
 * reduced costs.  There must be at least as many columns as rows.  row_of[column] becomes its row, or 0. */
static void assign(const struct costs *costs, int row_of[MOST_PIECES + 1])
{
    int before[MOST_PIECES + 1], least[MOST_PIECES + 1]; /* column 0 is the new row's */
    int by_row[MOST_PIECES + 1] = {0}, by_column[MOST_PIECES + 1] = {0};
    bool placed[MOST_PIECES + 1] = {false};
    for (int row = 1; row <= costs->rows; row++) {
        by_row[row] = NEVER;
        for (int i = 1; i <= costs->columns; i++)
            by_row[row] = costs->at[row][i] < by_row[row] ? costs->at[row][i] : by_row[row];
        for (int i = 1; i <= costs->columns && !placed[row]; i++)
            if (costs->at[row][i] == by_row[row] && row_of[i] == 0) {
                row_of[i] = row;
                placed[row] = true;
            }
    }
    for (int row = 1; row <= costs->rows; row++) {
        if (placed[row])
            continue;
        bool done[MOST_PIECES + 1] = {false};
        int column = 0;
        for (int i = 0; i <= costs->columns; i++)
            least[i] = NEVER;
        for (row_of[0] = row; row_of[column] != 0;) {
            int here = row_of[column], next = 0, step = NEVER;
            done[column] = true;
            for (int i = 1; i <= costs->columns; i++) {
                if (done[i])
                    continue;
                int cost = costs->at[here][i] - by_row[here] - by_column[i];
                if (cost < least[i]) {
                    least[i] = cost;
                    before[i] = column;
                }
                if (least[i] < step) {
                    step = least[i];
                    next = i;
                }
            }
            for (int i = 0; i <= costs->columns; i++) {
                if (done[i]) {
                    by_row[row_of[i]] += step;
                    by_column[i] -= step;
                } else {
                    least[i] -= step;
                }
            }
            column = next;
        }
        for (; column != 0; column = before[column])
            row_of[column] = row_of[before[column]];
    }
}

/* The least sum of steps if each piece has a spot of its own (EACH), or each spot a piece of its own (COVER); 0: there
 * are too many pieces, or no such way. */
static unsigned long least_sum(const struct ps_puzzle *puzzle, const struct ps_aim *aim, const uint64_t *position)
{
    struct costs costs; /* a row for each piece (EACH) or for each spot (COVER) */
    size_t pieces[MOST_PIECES], all = aim_table_size(puzzle, aim);
    struct piece piece;
    int cell = 0, n = 0, count = 0, row_of[MOST_PIECES + 1] = {0};
    unsigned long sum = 0;
    bool each = aim->kind == EACH;
    while (next_piece(puzzle, aim, position, &cell, &n, &piece)) {
        if (!piece.free && each && aim->reached[piece.at] == UINT64_MAX)
            continue;
        if (piece.free || count == MOST_PIECES)
            return 0;
        pieces[count++] = piece.at;
    }
    costs.rows = each ? count : aim->spot_count;
    costs.columns = each ? aim->spot_count : count;
    if (costs.rows > costs.columns)
        return 0;
    for (int row = 1; row <= costs.rows; row++)
        for (int i = 1; i <= costs.columns; i++) {
            unsigned steps = aim->spot_steps[(size_t)((each ? i : row) - 1) * all + pieces[(each ? row : i) - 1]];
            costs.at[row][i] = steps == PS_FAR ? NO_WAY : (int)steps;
        }
    assign(&costs, row_of);
    for (int i = 1; i <= costs.columns; i++) {
        if (row_of[i] == 0)
            continue;
        if (costs.at[row_of[i]][i] == NO_WAY)
            return 0;
        sum += (unsigned)costs.at[row_of[i]][i];
    }
    return sum;
}

unsigned ps_least_moves(const struct ps_puzzle *puzzle, const uint64_t *position, bool bound)
{
    const struct ps_win_proof *win_proof = puzzle->win_proof;
    unsigned long most = 1;
    for (int i = 0; i < win_proof->count; i++) {
        const struct ps_aim *aim = &win_proof->aims[i];
        unsigned steps, a_turn = aim->roads.a_turn;
        if (!(aim->plain && a_turn > 0) && !(bound && aim->far))
            continue;
        unsigned long sum = sum_of(puzzle, aim, position, &steps);
        most = bound && steps > most ? steps : most;
        if (a_turn == 0)
            continue;
        unsigned long apart = bound && aim->spot_count > 0 ? least_sum(puzzle, aim, position) : 0;
        unsigned long moves = ((apart > sum ? apart : sum) + a_turn - 1) / a_turn;
        most = moves > most ? moves : most;
    }
    return (unsigned)most;
}

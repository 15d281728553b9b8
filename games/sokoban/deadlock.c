/* Sokoban: distances without other boxes, and deadlocks; see sokoban.h. */
#include "games/sokoban/sokoban.h"

#include <stdlib.h>
#include <string.h>

/* --- distance to a goal without other boxes ---
 *
 * Found by pulling a box away from the goal: it can move to a cell if the player, who stands there, can step back
 * once more. */

bool sokoban_find_distances(struct sokoban *board)
{
    size_t cells = board->cells;
    unsigned *queue = calloc(cells, sizeof *queue), column = 0;
    uint16_t *distance = calloc(cells, sizeof *distance);
    memset(board->nearest, 0xff, cells * sizeof *board->nearest);
    if (board->goal_count <= SOKOBAN_MOST_MATCHED)
        board->distance = arrays_add(&board->arrays, cells * board->goal_count + 3, sizeof *board->distance);
    bool good = queue != NULL && distance != NULL && !board->arrays.failed;
    for (unsigned goal = 0; good && goal < cells; goal++) {
        if (!board->goal[goal])
            continue;
        /* The fewest pulls from the goal to each cell. */
        unsigned first = 0, last = 0;
        memset(distance, 0xff, cells * sizeof *distance);
        distance[goal] = 0;
        queue[last++] = goal;
        while (first < last) {
            unsigned cell = queue[first++];
            for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
                int back = board->next[cell][direction];
                if (back < 0 || board->next[back][direction] < 0 || distance[back] != SOKOBAN_NO_WAY)
                    continue;
                distance[back] = (uint16_t)(distance[cell] + 1);
                queue[last++] = (unsigned)back;
            }
        }
        for (size_t cell = 0; cell < cells; cell++) {
            if (distance[cell] < board->nearest[cell])
                board->nearest[cell] = distance[cell];
            if (board->distance != NULL)
                board->distance[cell * board->goal_count + column] =
                    distance[cell] == SOKOBAN_NO_WAY ? SOKOBAN_FAR : distance[cell];
        }
        column++;
    }
    free(queue);
    free(distance);
    /* A box cannot move along an axis beside a wall, or between two cells from which no goal can be reached. */
    for (unsigned cell = 0; cell < board->cells; cell++) {
        if (board->nearest[cell] != SOKOBAN_NO_WAY)
            sokoban_flip(board->alive, board->bit[cell]);
        for (unsigned axis = 0; axis < 2; axis++) {
            int one = board->next[cell][axis], other = board->next[cell][axis + 2];
            if (one < 0 || other < 0 ||
                (board->nearest[one] == SOKOBAN_NO_WAY && board->nearest[other] == SOKOBAN_NO_WAY))
                sokoban_flip(board->stuck[axis], board->bit[cell]);
        }
    }
    return good;
}

/* --- frozen boxes --- */

/* A box cannot move along an axis if it is stuck there (`stuck`) or has a frozen box on one side.  Axes are
 * numbered like one of their directions: 0 is vertical, 1 is horizontal.  While a box is being examined, it counts
 * as frozen for its neighbours.
 *
 * The search is depth-first.  It keeps its own stack, because there may be thousands of boxes. */
struct freezing {
    const struct sokoban *board;
    const uint64_t *boxes;
    uint64_t frozen[SOKOBAN_MAX_WORDS]; /* boxes treated as walls: those of `examined` */
    unsigned count;
    struct examined {
        uint16_t cell;
        uint16_t asker;     /* the number of the box that asked whether this one is frozen */
        unsigned char side; /* the side to look at: axis * 2, and 1 more for its second one; SIDES: it is frozen */
    } examined[SOKOBAN_MAX_CELLS];
};

enum { SIDES = 4 };

/* Begins to examine a box.  Returns its number. */
static unsigned examine(struct freezing *freezing, unsigned cell, unsigned asker)
{
    sokoban_flip(freezing->frozen, freezing->board->bit[cell]);
    freezing->examined[freezing->count] = (struct examined){(uint16_t)cell, (uint16_t)asker, 0};
    return freezing->count++;
}

/* Goes on to the next axis if the box is blocked on the side that it looked at, else to the next side.  Returns false
 * if it can move. */
static bool look_on(struct examined *box, bool blocked)
{
    box->side = (unsigned char)(blocked ? box->side / 2 * 2 + 2 : box->side + 1);
    return blocked || box->side % 2 != 0;
}

static bool is_frozen(struct freezing *freezing, unsigned cell)
{
    const struct sokoban *board = freezing->board;
    for (unsigned n = examine(freezing, cell, 0);;) {
        struct examined *box = &freezing->examined[n];
        unsigned axis = box->side / 2u, second = box->side % 2u;
        bool blocked = true;
        if (box->side == SIDES) {
            if (n == 0)
                return true;
            n = box->asker;
        } else if (second == 1 || !sokoban_test(board->stuck[axis], board->bit[box->cell])) {
            unsigned neighbour = (unsigned)board->next[box->cell][axis + 2 * second], bit = board->bit[neighbour];
            blocked = sokoban_test(freezing->boxes, bit);
            if (blocked && !sokoban_test(freezing->frozen, bit)) {
                n = examine(freezing, neighbour, n);
                continue;
            }
        }
        for (; !look_on(&freezing->examined[n], blocked); blocked = false) {
            unsigned asker = freezing->examined[n].asker;
            /* Forget the box, which can move, and all examined after it, because they may depend on it. */
            while (freezing->count > n)
                sokoban_flip(freezing->frozen, freezing->board->bit[freezing->examined[--freezing->count].cell]);
            if (n == 0)
                return false;
            n = asker;
        }
    }
}

bool sokoban_freezes(const struct sokoban *board, const uint64_t *boxes, unsigned cell)
{
    struct freezing freezing;
    freezing.board = board;
    freezing.boxes = boxes;
    freezing.count = 0;
    memset(freezing.frozen, 0, board->words * sizeof *freezing.frozen);
    bool off_goal = false;
    if (is_frozen(&freezing, cell)) {
        for (unsigned w = 0; w < board->words; w++)
            off_goal |= (freezing.frozen[w] & ~board->goals[w]) != 0;
    }
    return off_goal;
}

/* --- "obviously lost", as the reference of measures defines it --- */

/* Whether a box is part of a 2x2 square of boxes and walls. */
static bool in_square(const struct sokoban *board, const uint64_t *boxes, unsigned cell)
{
    bool full[9];
    for (unsigned i = 0; i < 8; i++) {
        unsigned bit = board->around[cell][i];
        full[i] = !sokoban_test(board->floor, bit) || sokoban_test(boxes, bit);
    }
    full[8] = full[0];
    for (unsigned i = 0; i < 8; i += 2) {
        if (full[i] && full[i + 1] && full[i + 2])
            return true;
    }
    return false;
}

enum lost sokoban_lost(const struct puzzle *puzzle, const unsigned char *state)
{
    const struct sokoban *board = sokoban_board(puzzle);
    struct sokoban_position position;
    sokoban_read_state(board, state, &position);
    for (unsigned n = 0; n < board->boxes; n++) {
        unsigned cell = position.list[n];
        const int *next = board->next[cell];
        bool in_corner = (next[UP] < 0 || next[DOWN] < 0) && (next[LEFT] < 0 || next[RIGHT] < 0);
        if (!board->goal[cell] && (in_corner || in_square(board, position.boxes, cell)))
            return LOST_YES;
    }
    return LOST_NO;
}

/* The stops of LongCat's reported solution; see stops.h. */
#include "solve/longcat/stops.h"

#include <stdlib.h>

bool stops_make(struct stops *stops, const struct graph *graph, const struct longcat *board,
                const struct move_list *solution)
{
    bool *covered = calloc(board->cells, sizeof *covered);
    struct stop *list = calloc(solution->count + 1, sizeof *list);
    *stops = (struct stops){.list = list};
    bool good = covered != NULL && list != NULL;
    uint32_t number = 0;
    unsigned cell = board->cat;
    for (size_t n = 0; good && n <= solution->count; n++) {
        list[n] = (struct stop){number, cell, -1};
        covered[cell] = true;
        if (n == solution->count)
            break;
        unsigned direction = (unsigned)move_direction(solution->moves[n]);
        const int *next = board->next + direction;
        list[n].next = next[cell * DIRECTIONS];
        while (next[cell * DIRECTIONS] >= 0 && !covered[next[cell * DIRECTIONS]]) {
            cell = (unsigned)next[cell * DIRECTIONS];
            covered[cell] = true;
        }
        number = graph_after(graph_node(graph, number), direction);
    }
    free(covered);
    return good;
}

void stops_free(struct stops *stops)
{
    free(stops->list);
    *stops = (struct stops){0};
}

static bool is_covered(const unsigned char *state, int cell)
{
    return state[cell / 8] >> (cell % 8) & 1;
}

/* Returns the direction from one cell to another in the same row or column. */
static unsigned direction_to(const struct longcat *board, unsigned from, unsigned to)
{
    int columns = board->grid.columns, one = board->place[from], other = board->place[to];
    if (one / columns == other / columns)
        return one < other ? RIGHT : LEFT;
    return one < other ? DOWN : UP;
}

/* The state comes from the first stop where it did not take the solution's slide. */
int stops_winnable(struct stops *stops, const struct graph *graph, const struct longcat *board,
                   const unsigned char *state)
{
    const struct stop *list = stops->list;
    unsigned n = stops->passed;
    if (n > 0 && !is_covered(state, list[n - 1].next))
        n = 0;
    while (list[n].next >= 0 && is_covered(state, list[n].next))
        n++;
    stops->passed = n;
    const unsigned char *bytes = state + (board->cells + 7) / 8;
    unsigned head = bytes[0] | (unsigned)bytes[1] << 8;
    unsigned direction = direction_to(board, list[n].cell, head);
    if (graph_winning_after(graph, list[n].number, direction) != NODE_NONE)
        return 1;
    return graph_is_plainly_lost(graph_node(graph, list[n].number), direction) ? WINNABLE_NOT_PLAINLY
                                                                               : WINNABLE_NOT_HIDDEN;
}

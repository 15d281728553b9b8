/* Graphs of arenas; see graph.h.
 *
 * Some cells become vertices.  The builder tries a few orders of them and takes the one with the narrowest frontier.
 * other_end maps each edge between neighbouring cells to an edge of the graph. */
#include "base/array.h"
#include "solve/snake/graph.h"

#include <stdlib.h>

enum { NOT_A_VERTEX = -1 };

struct builder {
    const struct snake *arena;
    int *vertex;         /* [cells] */
    unsigned *order;     /* [vertices]: the cells in the order of the vertices */
    unsigned *quotient;  /* [cells]: the cell that represents this one; NULL: each itself */
    unsigned char *turn; /* [cells]: how many rotations take the representative here */
    bool *exits;         /* [cells]; NULL: none */
    bool reflection;
    bool cells_on_axis; /* the exits are cells that the reflection leaves in place */
    const bool *barred; /* [cells]: cells that are not in the graph; NULL: none */
    unsigned vertices;
};

/* Row by row or column by column, from one side, or from both sides inwards.  From both sides, cells that a half turn
 * makes neighbours stay close. */
enum order { BY_ROWS, BY_COLUMNS, BY_ROWS_INWARDS, BY_COLUMNS_INWARDS, ORDERS };

/* Numbers the cells that become vertices. */
static void number_vertices(struct builder *b, enum order order)
{
    const struct snake *arena = b->arena;
    const struct grid *grid = &arena->grid;
    bool by_rows = order == BY_ROWS || order == BY_ROWS_INWARDS;
    bool inwards = order == BY_ROWS_INWARDS || order == BY_COLUMNS_INWARDS;
    int lines = by_rows ? grid->rows : grid->columns, across = by_rows ? grid->columns : grid->rows;
    int size = grid_size(grid);
    b->vertices = 0;
    int *number = calloc((size_t)size, sizeof *number);
    if (number == NULL)
        return; /* no vertices, which makes build fail */
    for (unsigned cell = 0; cell < arena->cells; cell++) {
        b->vertex[cell] = NOT_A_VERTEX;
        number[arena->place[cell]] = (int)cell + 1;
    }
    for (int i = 0; i < size; i++) {
        int line = i / across, along = i % across;
        if (inwards)
            line = line % 2 == 0 ? line / 2 : lines - 1 - line / 2;
        int place = by_rows ? line * grid->columns + along : along * grid->columns + line;
        unsigned cell = (unsigned)number[place] - 1;
        if (number[place] == 0 || (b->barred != NULL && b->barred[cell]) ||
            (b->quotient != NULL && b->quotient[cell] != cell))
            continue;
        b->order[b->vertices] = cell;
        b->vertex[cell] = (int)b->vertices++;
    }
    free(number);
}

/* Returns the vertex at the other end of a cell's edge in a direction, or NOT_A_VERTEX if the edge is not in the graph
 * or is the image of another edge. */
static int other_end(const struct builder *b, unsigned cell, unsigned direction, bool *odd)
{
    int next = b->arena->next[cell * DIRECTIONS + direction];
    *odd = false;
    if (next < 0)
        return NOT_A_VERTEX;
    if (b->quotient == NULL || b->reflection) {
        bool along_axis = b->cells_on_axis && b->exits[cell] && b->exits[next];
        return along_axis ? NOT_A_VERTEX : b->vertex[next];
    }
    *odd = b->turn[next] & 1;
    return b->vertex[b->quotient[next]];
}

static bool fill_graph(const struct builder *b, struct frontier_graph *graph)
{
    *graph = (struct frontier_graph){.vertices = b->vertices};
    graph->edges = calloc((size_t)b->vertices * DIRECTIONS + 1, sizeof *graph->edges);
    graph->exits = b->exits == NULL ? NULL : calloc(b->vertices + 1, sizeof *graph->exits);
    if (graph->edges == NULL || (b->exits != NULL && graph->exits == NULL))
        return false;
    for (unsigned v = 0; v < b->vertices; v++) {
        if (b->exits != NULL)
            graph->exits[v] = b->exits[b->order[v]];
        for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
            bool odd;
            int to = other_end(b, b->order[v], direction, &odd);
            if (to > (int)v)
                graph->edges[graph->edge_count++] = (struct frontier_edge){.from = v, .to = (unsigned)to, .odd = odd};
        }
    }
    return true;
}

/* Makes the graph in the best order. */
static bool build(struct builder *b, struct frontier_graph *graph)
{
    unsigned cells = b->arena->cells, best = 0;
    b->vertex = calloc(cells, sizeof *b->vertex);
    b->order = calloc(cells, sizeof *b->order);
    bool good = b->vertex != NULL && b->order != NULL;
    for (int order = 0; order < ORDERS && good; order++) {
        struct frontier_graph other = {0};
        number_vertices(b, (enum order)order);
        good = b->vertices > 0 && fill_graph(b, &other);
        unsigned width = good ? frontier_width(&other) : 0;
        good = width > 0;
        if (good && (best == 0 || width < best)) {
            frontier_graph_free(graph);
            *graph = other;
            best = width;
        } else {
            frontier_graph_free(&other);
        }
    }
    if (!good)
        frontier_graph_free(graph);
    free(b->vertex);
    free(b->order);
    return good;
}

bool snake_graph(const struct snake *arena, struct frontier_graph *graph)
{
    struct builder b = {.arena = arena};
    *graph = (struct frontier_graph){0};
    return build(&b, graph);
}

bool snake_graph_rest(const struct snake *arena, const bool *entered, unsigned head, struct frontier_graph *graph)
{
    *graph = (struct frontier_graph){0};
    bool *exits = calloc(arena->cells, sizeof *exits);
    bool *barred = calloc(arena->cells, sizeof *barred);
    bool good = exits != NULL && barred != NULL;
    if (good) {
        for (unsigned cell = 0; cell < arena->cells; cell++)
            barred[cell] = entered[cell] && cell != head;
        exits[0] = exits[head] = true;
        struct builder b = {.arena = arena, .exits = exits, .barred = barred};
        good = build(&b, graph);
    }
    free(exits);
    free(barred);
    return good;
}

enum graph_answer snake_graph_fixed(const struct snake *arena, unsigned symmetry, struct frontier_graph *graph)
{
    static const bool is_rotation[GRID_SYMMETRIES] = {[3] = true, [5] = true, [6] = true};
    const unsigned cells = arena->cells;
    unsigned fixed = 0; /* cells that the symmetry leaves in place */
    for (unsigned cell = 0; cell < cells; cell++)
        fixed += snake_image(arena, symmetry, cell) == cell;
    *graph = (struct frontier_graph){0};
    if (fixed != 0 && (fixed != 2 || is_rotation[symmetry]))
        return GRAPH_NONE;
    struct builder b = {.arena = arena, .reflection = !is_rotation[symmetry], .cells_on_axis = fixed == 2};
    struct arrays arrays = {0};
    b.quotient = arrays_add(&arrays, cells, sizeof *b.quotient);
    b.turn = arrays_add(&arrays, cells, sizeof *b.turn);
    bool *exits = arrays_add(&arrays, cells, sizeof *exits);
    enum graph_answer answer = b.reflection ? GRAPH_COUNT : GRAPH_ODD;
    if (arrays.failed) {
        answer = GRAPH_FAILED;
    } else if (b.reflection) {
        unsigned count = 0;
        b.exits = exits;
        for (unsigned cell = 0; cell < cells; cell++) {
            unsigned image = snake_image(arena, symmetry, cell);
            b.quotient[cell] = image < cell ? image : cell;
            exits[cell] = b.quotient[cell] == cell && (fixed == 2 ? image == cell : snake_are_next(arena, cell, image));
            count += exits[cell];
        }
        if (count < 2)
            answer = GRAPH_NONE;
    } else {
        unsigned vertices = 0;
        for (unsigned cell = 0; cell < cells; cell++)
            b.quotient[cell] = cells;
        for (unsigned cell = 0; cell < cells; cell++) {
            if (b.quotient[cell] != cells)
                continue;
            unsigned image = cell, turns = 0;
            do {
                b.quotient[image] = cell;
                b.turn[image] = (unsigned char)turns++;
                image = snake_image(arena, symmetry, image);
            } while (image != cell);
            vertices++;
        }
        if (vertices == 1)
            answer = GRAPH_ONE; /* two by two cells have one tour */
    }
    if ((answer == GRAPH_COUNT || answer == GRAPH_ODD) && !build(&b, graph))
        answer = GRAPH_FAILED;
    arrays_free(&arrays);
    return answer;
}

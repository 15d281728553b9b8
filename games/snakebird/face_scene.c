/* Builds the scene from Snakebird's text: birds by their letters, blocks by their symbols; see games/draw/scene.h.
 *
 * Birds can hide the exit or an end of the portal, and enlarge the text by leaning out of it.  The scene of the
 * start has the ground.  Ground and spikes are never hidden, so the corner of their bounding box in both texts
 * shows how far the text has shifted. */
#include "games/snakebird/face_parts.h"
#include "games/snakebird/snakebird.h"

#include <stdlib.h>
#include <string.h>

enum { BIRDS = 4 };

static const struct {
    unsigned char first, last;
} alphabet[BIRDS] = {{'A', 'Z'}, {'a', 'z'}, {'0', '9'}, {'N', 'Z'}};

/* The offset of the text's top left cell from the start's. */
struct shift {
    int down, across;
};

/* The top left corner of the box around ground and spikes. */
static struct shift corner(const struct scene *scene)
{
    struct shift shift = {scene->rows, scene->columns};
    for (int cell = 0; cell < scene->rows * scene->columns; cell++) {
        int row = cell / scene->columns, column = cell % scene->columns;
        if ((scene->ground[cell] & GROUND_KIND) == GROUND_FLOOR)
            continue;
        shift.down = row < shift.down ? row : shift.down;
        shift.across = column < shift.across ? column : shift.across;
    }
    return shift;
}

/* Replaces the ground by the start's.  Returns false if memory runs out. */
static bool take_ground(struct scene *scene, const struct scene *start, struct shift *shift)
{
    struct shift now = corner(scene), then = corner(start);
    size_t cells = (size_t)start->columns * (size_t)start->rows;
    if (now.down < scene->rows && then.down < start->rows)
        *shift = (struct shift){then.down - now.down, then.across - now.across};
    unsigned char *ground = malloc(cells > 0 ? cells : 1);
    if (ground == NULL)
        return false;
    memcpy(ground, start->ground, cells);
    free(scene->ground);
    scene->ground = ground;
    scene->columns = start->columns;
    scene->rows = start->rows;
    return true;
}

static struct point middle(const struct grid *drawn, struct shift shift, int cell)
{
    return (struct point){cell % drawn->columns + shift.across + 0.5, cell / drawn->columns + shift.down + 0.5};
}

static bool has_fourth(const struct scene_text *text)
{
    const struct scene *start = text->start;
    for (size_t i = 0; start != NULL && i < start->count; i++) {
        if (start->sprites[i].shape == &snakebird_bird && start->sprites[i].variant == 3)
            return true;
    }
    return memchr(text->drawn->cells, 'M', (size_t)grid_size(text->drawn)) == NULL;
}

/* The next cell of a bird after cell `from`: an adjacent one with this letter, or any if `from` is -1.  Returns -1
 * if there is none. */
static int next_segment(const struct grid *drawn, int from, unsigned char letter, const bool *used)
{
    for (int cell = 0; cell < grid_size(drawn); cell++) {
        int steps =
            abs(cell / drawn->columns - from / drawn->columns) + abs(cell % drawn->columns - from % drawn->columns);
        if (drawn->cells[cell] == letter && !used[cell] && (from < 0 || steps == 1))
            return cell;
    }
    return -1;
}

/* Lists the cells of a bird, head first.  Beyond the last letter, adjacent cells repeat it. */
static size_t trace_bird(const struct grid *drawn, unsigned char first, unsigned char last, bool *used, int *cells)
{
    size_t length = 0;
    unsigned char letter = first;
    int cell = next_segment(drawn, -1, letter, used);
    while (cell >= 0) {
        used[cell] = true;
        cells[length++] = cell;
        int next = letter < last ? next_segment(drawn, cell, (unsigned char)(letter + 1), used) : -1;
        if (next >= 0)
            letter++;
        else
            next = next_segment(drawn, cell, letter, used);
        cell = next;
    }
    return length;
}

/* The inputs for finding pieces. */
struct finds {
    const struct grid *drawn;
    struct shift shift;
    bool *used; /* [cells of the text] by birds */
    int *cells; /* [cells of the text] of one piece */
};

static bool add_piece(struct scene *scene, const struct shape *shape, unsigned variant, const struct finds *finds,
                      size_t count)
{
    if (count == 0)
        return true;
    struct sprite *sprite = scene_add(scene, shape, middle(finds->drawn, finds->shift, finds->cells[0]));
    if (sprite == NULL)
        return false;
    sprite->variant = variant;
    bool good = true;
    for (size_t i = 0; good && i < count; i++)
        good = scene_add_point(scene, middle(finds->drawn, finds->shift, finds->cells[i]));
    return good;
}

static bool add_birds(struct scene *scene, const struct scene_text *text, struct finds *finds)
{
    bool fourth = has_fourth(text);
    for (unsigned bird = 0; bird < BIRDS; bird++) {
        unsigned char last = alphabet[bird].last;
        if (bird == 0 && fourth)
            last = 'M';
        if (bird == 3 && !fourth)
            break;
        size_t length = trace_bird(finds->drawn, alphabet[bird].first, last, finds->used, finds->cells);
        if (!add_piece(scene, &snakebird_bird, bird, finds, length))
            return false;
        if (length > 0)
            scene->sprites[scene->count - 1].symbol = alphabet[bird].first;
    }
    return true;
}

static bool add_blocks(struct scene *scene, struct finds *finds)
{
    const char *symbols = snakebird_block_symbols;
    for (unsigned block = 0; symbols[block] != '\0'; block++) {
        size_t count = 0;
        for (int cell = 0; cell < grid_size(finds->drawn); cell++) {
            if (finds->drawn->cells[cell] == (unsigned char)symbols[block])
                finds->cells[count++] = cell;
        }
        if (!add_piece(scene, &snakebird_block, block, finds, count))
            return false;
    }
    return true;
}

static bool add_fruit(struct scene *scene, const struct finds *finds)
{
    for (int cell = 0; cell < grid_size(finds->drawn); cell++) {
        struct point point = middle(finds->drawn, finds->shift, cell);
        if (finds->drawn->cells[cell] == '+' && scene_add(scene, &snakebird_fruit, point) == NULL)
            return false;
    }
    return true;
}

/* Shows the text, half a cell of air around it, the water below, and birds that lean out. */
static void choose_view(struct scene *scene)
{
    scene->view = (struct box){-0.5, -0.5, scene->columns + 1, scene->rows + 1.4};
    for (size_t i = 0; i < scene->count; i++) {
        const struct sprite *sprite = &scene->sprites[i];
        for (size_t k = 0; sprite->shape == &snakebird_bird && k < sprite->count; k++) {
            struct point point = scene->points[sprite->first + k];
            struct box box = {point.x - 0.8, point.y - 0.8, 1.6, 1.6};
            scene->view = box_union(scene->view, box);
        }
    }
}

bool snakebird_read_scene(struct scene *scene, const struct scene_text *text)
{
    size_t cells = (size_t)grid_size(text->drawn) + 1;
    struct finds finds = {text->drawn, {0, 0}, calloc(cells, sizeof *finds.used), calloc(cells, sizeof *finds.cells)};
    bool good = finds.used != NULL && finds.cells != NULL;
    if (good && text->start != NULL)
        good = take_ground(scene, text->start, &finds.shift);
    good = good && add_fruit(scene, &finds) && add_blocks(scene, &finds) && add_birds(scene, text, &finds);
    choose_view(scene);
    free(finds.used);
    free(finds.cells);
    return good;
}

/* From each game's text to its scene; see scene.h. */
#include "out/scene_games.h"

#include <string.h>

/* The box around all cells of the given kinds of ground, `margin` around it, and the height of
 * a wall above it. */
static struct box box_around(const struct scene *scene, unsigned kinds, double margin)
{
    int top = scene->rows, left = scene->columns, bottom = -1, right = -1;
    for (int cell = 0; cell < scene->columns * scene->rows; cell++) {
        int row = cell / scene->columns, column = cell % scene->columns;
        if ((kinds >> (scene->ground[cell] & GROUND_KIND) & 1) == 0)
            continue;
        top = row < top ? row : top;
        left = column < left ? column : left;
        bottom = row > bottom ? row : bottom;
        right = column > right ? column : right;
    }
    if (bottom < 0)
        return (struct box){0, 0, scene->columns, scene->rows};
    return (struct box){left - margin, top - margin - WALL_HEIGHT, right - left + 1 + 2 * margin,
                        bottom - top + 1 + 2 * margin + WALL_HEIGHT};
}

static struct point middle(const struct scene *scene, int cell)
{
    return (struct point){cell % scene->columns + 0.5, cell / scene->columns + 0.5};
}

static struct sprite *add_at(struct scene *scene, enum sprite_kind kind, int cell)
{
    return scene_add(scene, kind, middle(scene, cell));
}

/* Adds a body whose trail is known, the head first. */
static bool add_trail(struct scene *scene, enum sprite_kind kind, const struct scene_text *text)
{
    for (size_t i = 0; i < text->trail_length; i++) {
        if (text->trail[i] < 0 || text->trail[i] >= grid_size(text->drawn))
            return true; /* of another level: nothing that could be drawn */
    }
    bool good = add_at(scene, kind, text->trail[text->trail_length - 1]) != NULL;
    for (size_t i = text->trail_length; good && i-- > 0;)
        good = scene_add_point(scene, middle(scene, text->trail[i]));
    return good;
}

/* --- walls, rooms and one body: LongCat and Snake --- */

static unsigned room_ground(unsigned char c)
{
    if (c == '#')
        return GROUND_WALL;
    return c == 'c' || c == 'o' ? GROUND_FLOOR | GROUND_COVERED : GROUND_FLOOR;
}

static bool read_body(struct scene *scene, const struct scene_text *text, enum sprite_kind kind,
                      unsigned char head)
{
    scene->view = box_around(scene, 1u << GROUND_FLOOR, 0.5);
    int cells = grid_size(text->drawn);
    if (text->trail_length > 0) {
        for (int cell = 0; cell < cells; cell++)
            scene->ground[cell] &= (unsigned char)~GROUND_COVERED;
        return add_trail(scene, kind, text);
    }
    for (int cell = 0; cell < cells; cell++) {
        if (text->drawn->cells[cell] == head)
            return add_at(scene, kind, cell) != NULL &&
                   scene_add_point(scene, middle(scene, cell));
    }
    return true;
}

static bool read_longcat(struct scene *scene, const struct scene_text *text)
{
    return read_body(scene, text, SPRITE_CAT, 'C');
}

static bool read_snake(struct scene *scene, const struct scene_text *text)
{
    return read_body(scene, text, SPRITE_SNAKE, '@');
}

/* --- Sokoban --- */

static unsigned sokoban_ground(unsigned char c)
{
    switch (c) {
    case '#': return GROUND_WALL;
    case '.': case '*': case '+': case 'o': case 'B': case 'P': return GROUND_FLOOR | GROUND_GOAL;
    case '$': case '@': case 'b': case 'p': return GROUND_FLOOR;
    default: return GROUND_OUTSIDE; /* floor where it is inside: see fill_inside */
    }
}

/* Whether a cell of no kind yet has open ground beside it. */
static bool is_beside_floor(const struct scene *scene, int row, int column)
{
    static const int down[DIRECTIONS] = {-1, 0, 1, 0}, across[DIRECTIONS] = {0, 1, 0, -1};
    for (int i = 0; i < DIRECTIONS; i++) {
        if ((scene_ground(scene, row + down[i], column + across[i]) & GROUND_KIND) == GROUND_FLOOR)
            return true;
    }
    return false;
}

/* Makes floor of the blank cells that are connected with some piece or goal: those are inside. 
 * Sweeps there and back until nothing changes; rooms need a few. */
static void fill_inside(struct scene *scene)
{
    int cells = scene->columns * scene->rows;
    bool changed = true;
    while (changed) {
        changed = false;
        for (int i = 0; i < 2 * cells; i++) {
            int cell = i < cells ? i : 2 * cells - 1 - i;
            if (scene->ground[cell] == GROUND_OUTSIDE &&
                is_beside_floor(scene, cell / scene->columns, cell % scene->columns)) {
                scene->ground[cell] = GROUND_FLOOR;
                changed = true;
            }
        }
    }
}

/* Whether a cell and all around it, as far as the text goes, are wall. */
static bool is_deep_in_wall(const struct grid *drawn, int row, int column)
{
    for (int i = 0; i < 9; i++) {
        if (grid_at(drawn, row - 1 + i / 3, column - 1 + i % 3, '#') != '#')
            return false;
    }
    return true;
}

/* Leaves out walls that no floor shows, such as those that fill up a text's corners. */
static void thin_walls(struct scene *scene, const struct grid *drawn)
{
    for (int cell = 0; cell < grid_size(drawn); cell++) {
        if (is_deep_in_wall(drawn, cell / drawn->columns, cell % drawn->columns))
            scene->ground[cell] = GROUND_OUTSIDE;
    }
}

static bool read_sokoban(struct scene *scene, const struct scene_text *text)
{
    fill_inside(scene);
    thin_walls(scene, text->drawn);
    scene->view = box_around(scene, 1u << GROUND_WALL | 1u << GROUND_FLOOR, 0.1);
    for (int cell = 0; cell < grid_size(text->drawn); cell++) {
        unsigned char c = text->drawn->cells[cell];
        bool box = strchr("$*bB", c) != NULL, player = strchr("@+pP", c) != NULL;
        if ((box || player) && add_at(scene, box ? SPRITE_BOX : SPRITE_PLAYER, cell) == NULL)
            return false;
    }
    return true;
}

/* --- Snowman --- */

static unsigned snowman_ground(unsigned char c)
{
    switch (c) {
    case 'X': return GROUND_WALL;
    case '*': case '@': return GROUND_FLOOR | GROUND_SNOW;
    case '+': return GROUND_FLOOR | GROUND_GOAL;
    case '=': return GROUND_FLOOR | GROUND_GOAL | GROUND_SNOW;
    default: return GROUND_FLOOR;
    }
}

/* The balls of a stack, the largest first, which lies lowest. */
static bool add_stack(struct scene *scene, int cell, unsigned stack)
{
    int lift = 0;
    for (int size = 2; size >= 0; size--) {
        if ((stack >> size & 1) == 0)
            continue;
        struct sprite *ball = add_at(scene, SPRITE_BALL, cell);
        if (ball == NULL)
            return false;
        ball->size = size;
        ball->lift = lift++;
    }
    return true;
}

static bool read_snowman(struct scene *scene, const struct scene_text *text)
{
    scene->view = box_around(scene, 1u << GROUND_FLOOR, 0.5);
    for (int cell = 0; cell < grid_size(text->drawn); cell++) {
        unsigned char c = text->drawn->cells[cell];
        if (text->start != NULL && scene->columns == text->start->columns)
            scene->ground[cell] |= text->start->ground[cell] & GROUND_GOAL;
        if (c >= '1' && c <= '7' && !add_stack(scene, cell, c - '0'))
            return false;
        if ((c == '#' || c == '@') && add_at(scene, SPRITE_PLAYER, cell) == NULL)
            return false;
    }
    return true;
}

/* --- Snakebird's ground; the rest is in scene_snakebird.c --- */

static unsigned snakebird_ground(unsigned char c)
{
    switch (c) {
    case '#': return GROUND_WALL;
    case '^': return GROUND_SPIKE;
    case '*': return GROUND_FLOOR | GROUND_GOAL;
    case '@': return GROUND_FLOOR | GROUND_PORTAL;
    default: return GROUND_FLOOR;
    }
}

/* --- a game without shapes of its own --- */

static unsigned plain_ground(unsigned char c)
{
    return c == '#' ? GROUND_WALL : GROUND_FLOOR;
}

static bool read_plain(struct scene *scene, const struct scene_text *text)
{
    scene->view = (struct box){0, 0, scene->columns, scene->rows};
    for (int cell = 0; cell < grid_size(text->drawn); cell++) {
        unsigned char c = text->drawn->cells[cell];
        if (c <= ' ' || c == '#' || c == '-' || c >= 0x7f)
            continue;
        struct sprite *letter = add_at(scene, SPRITE_LETTER, cell);
        if (letter == NULL)
            return false;
        letter->variant = c;
    }
    return true;
}

static const struct scene_reader readers[] = {
    {"longcat", room_ground, read_longcat},
    {"sokoban", sokoban_ground, read_sokoban},
    {"snowman", snowman_ground, read_snowman},
    {"snakebird", snakebird_ground, scene_read_snakebird},
    {"snake", room_ground, read_snake},
    {NULL, plain_ground, read_plain},
};

const struct scene_reader *scene_reader_of(const struct game *game)
{
    const struct scene_reader *reader = readers;
    while (reader->game != NULL && strcmp(reader->game, game->name) != 0)
        reader++;
    return reader;
}

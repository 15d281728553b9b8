/* LongCat, Sokoban and Snowman in PuzzleScript; see puzzlescript.h.
 *
 * A turn of PuzzleScript first gives the player a movement (">"), then applies the rules in order,
 * each until it changes nothing more, then moves what may move, and then applies the late rules.
 * Objects of one collision layer cannot share a cell. */
#include "out/puzzlescript.h"

#include "games/longcat.h"
#include "games/snowman.h"
#include "games/sokoban.h"

#include <stdlib.h>
#include <string.h>

static const struct script_part no_prelude[] = {{NULL, 0}};

static unsigned no_parts(const struct pack *pack)
{
    (void)pack;
    return 0;
}

/* Adds the rows, with each cell in place of itself as two strings of the same length tell. */
static void add_translated(const struct grid *grid, const char *cells, const char *glyphs,
                           struct text *text)
{
    for (int row = 0; row < grid->rows; row++) {
        for (int column = 0; column < grid->columns; column++) {
            const char *found = strchr(cells, grid->cells[row * grid->columns + column]);
            text_add_char(text, found == NULL ? '#' : glyphs[found - cells]);
        }
        text_add_char(text, '\n');
    }
}

/* --- LongCat --- */

/* The cat moves on within the rule for as long as it matches, that is to the end of the slide; the
 * step it then still wants to make is into a wall or into itself. */
static const struct script_part longcat_objects[] = {
    {"Background\n#3b4252\n\n", 0},
    {"Wall\n#3b4252 #4c566a\n11110\n11110\n11110\n11110\n00000\n\n", 0},
    {"Open\n#eceff4 #d8dee9\n00000\n00000\n00100\n00000\n00000\n\n", 0},
    {"Body\n#f4a259 #d98236\n00000\n01010\n00000\n01010\n00000\n\n", 0},
    {"Player\n#f4a259 black #d98236\n20.02\n00000\n01010\n00000\n00100\n\n", 0},
    {NULL, 0},
};
static const struct script_part longcat_legend[] = {
    {". = Open\n# = Wall\nC = Player\n", 0},
    {NULL, 0},
};
static const struct script_part longcat_layers[] = {
    {"Background\nOpen\nPlayer, Body, Wall\n", 0},
    {NULL, 0},
};
static const struct script_part longcat_rules[] = {
    {"(the cat slides until a wall or the cat itself is in the way, and covers all cells)\n"
     "[ > Player | Open ] -> [ Body | > Player ]\n", 0},
    {NULL, 0},
};
static const struct script_part longcat_win[] = {
    {"No Open\n", 0},
    {NULL, 0},
};

static bool add_longcat(const struct pack_level *level, unsigned parts, struct text *text)
{
    (void)parts;
    add_translated(&level->grid, "# C", "#.C", text);
    return true;
}

/* --- Sokoban --- */

static const struct script_part sokoban_objects[] = {
    {"Background\n#e8dcc4 #e3d5b8\n00000\n00000\n00100\n00000\n00000\n\n", 0},
    {"Wall\n#7a5c3e #8f6f4d\n11101\n00000\n10111\n00000\n11101\n\n", 0},
    {"Target\n#c0392b\n.....\n.000.\n.0.0.\n.000.\n.....\n\n", 0},
    {"Crate\n#d9902f #a8641a\n11111\n10001\n10101\n10001\n11111\n\n", 0},
    {"Player\n#2c3e50 #f2c9a0 #2e86c1\n.000.\n.111.\n22222\n.222.\n.0.0.\n\n", 0},
    {NULL, 0},
};
static const struct script_part sokoban_legend[] = {
    {". = Background\n# = Wall\nP = Player\n* = Crate\nO = Target\n"
     "@ = Crate and Target\n+ = Player and Target\n", 0},
    {NULL, 0},
};
static const struct script_part sokoban_layers[] = {
    {"Background\nTarget\nPlayer, Wall, Crate\n", 0},
    {NULL, 0},
};
static const struct script_part sokoban_rules[] = {
    {"[ > Player | Crate ] -> [ > Player | > Crate ]\n", 0},
    {NULL, 0},
};
static const struct script_part sokoban_win[] = {
    {"All Crate on Target\n", 0},
    {NULL, 0},
};

/* Marks the cells that the player could reach without boxes.  The text is walled. */
static void mark_reached(const struct grid *grid, int *queue, bool *reached)
{
    const int step[DIRECTIONS] = {-grid->columns, 1, grid->columns, -1};
    int first = 0, last = 0;
    for (int cell = 0; cell < grid_size(grid); cell++) {
        if (grid->cells[cell] == '@' || grid->cells[cell] == '+') {
            reached[cell] = true;
            queue[last++] = cell;
        }
    }
    for (; first < last; first++) {
        for (int i = 0; i < DIRECTIONS; i++) {
            int cell = queue[first] + step[i];
            if (cell < 0 || cell >= grid_size(grid) || reached[cell] || grid->cells[cell] == '#')
                continue;
            reached[cell] = true;
            queue[last++] = cell;
        }
    }
}

/* Boxes and goals out of the player's reach are decoration, which must not count for the win. */
static bool add_sokoban(const struct pack_level *level, unsigned parts, struct text *text)
{
    (void)parts;
    struct grid grid = {0};
    size_t size = (size_t)grid_size(&level->grid);
    int *queue = calloc(size, sizeof *queue);
    bool *reached = calloc(size, sizeof *reached);
    bool good = queue != NULL && reached != NULL && grid_copy(&grid, &level->grid);
    if (good) {
        mark_reached(&grid, queue, reached);
        for (size_t cell = 0; cell < size; cell++) {
            if (!reached[cell] && grid.cells[cell] != ' ')
                grid.cells[cell] = '#';
        }
        add_translated(&grid, "# @+$*.", "#.P+*@O", text);
    }
    grid_free(&grid);
    free(queue);
    free(reached);
    return good;
}

/* --- Snowman --- */

/* Balls of the three sizes have layers of their own, so that they can lie on each other.  Where
 * only some levels have targets, Anywhere marks those that have none; there every place will do. */
static const struct script_part snowman_prelude[] = {
    {"run_rules_on_level_start\n", SCRIPT_MIXED}, /* or the first key would change something */
    {NULL, 0},
};
static const struct script_part snowman_objects[] = {
    {"Background\n#8fbf6f #86b566\n00000\n00010\n00000\n01000\n00000\n\n", 0},
    {"Snow\nwhite #e6eef5\n00000\n01000\n00000\n00010\n00000\n\n", 0},
    {"Target\n#d64550\n0...0\n.....\n.....\n.....\n0...0\n\n", SCRIPT_TARGETS},
    {"Spot\ntransparent\n\nAnywhere\ntransparent\n\n", SCRIPT_MIXED},
    {"Wall\n#2f5d3a #3c7549\n00100\n01110\n01110\n11111\n00100\n\n", 0},
    {"Player\n#22223b #f2c9a0 #4a4e9e\n.000.\n.111.\n22222\n.222.\n.0.0.\n\n", 0},
    {"Large\n#f7fbff #9fb3c8\n10001\n00000\n00000\n00000\n10001\n\n", 0},
    {"Medium\n#dbe7f3 #7f97b2\n.111.\n10001\n10001\n10001\n.111.\n\n", 0},
    {"Small\n#ffffff #5b7493\n.....\n.111.\n.101.\n.111.\n.....\n\n", 0},
    {NULL, 0},
};
static const struct script_part snowman_legend[] = {
    {"Ball = Small or Medium or Large\n"
     ". = Background\n# = Wall\n* = Snow\nP = Player\nQ = Player and Snow\n"
     "1 = Small\n2 = Medium\n3 = Small and Medium\n4 = Large\n5 = Small and Large\n"
     "6 = Medium and Large\n7 = Small and Medium and Large\n", 0},
    {"T = Target\nS = Target and Snow\n", SCRIPT_ALL_TARGETS},
    {"T = Target and Spot\nS = Target and Spot and Snow\nA = Wall and Anywhere\n", SCRIPT_MIXED},
    {NULL, 0},
};
static const struct script_part snowman_layers[] = {
    {"Background\nSnow\n", 0},
    {"Target\n", SCRIPT_TARGETS},
    {"Spot\nAnywhere\n", SCRIPT_MIXED},
    {"Player, Wall\nLarge\nMedium\nSmall\n", 0},
    {NULL, 0},
};
static const struct script_part snowman_rules[] = {
    {"(a ball that lies alone rolls on, onto free ground or onto larger balls)\n"
     "[ > Player | Small no Medium no Large | no Small no Wall ]"
     " -> [ > Player | > Small | ]\n"
     "[ > Player | Medium no Small no Large | no Small no Medium no Wall ]"
     " -> [ > Player | > Medium | ]\n"
     "[ > Player | Large no Small no Medium | no Ball no Wall ]"
     " -> [ > Player | > Large | ]\n\n"
     "(the upper ball of two is pushed off; the player stays where he is)\n"
     "[ > Player | Small Medium no Large | no Ball no Wall ] -> [ Player | > Small Medium | ]\n"
     "[ > Player | Small Large no Medium | no Ball no Wall ] -> [ Player | > Small Large | ]\n"
     "[ > Player | Medium Large no Small | no Ball no Wall ] -> [ Player | > Medium Large | ]\n\n"
     "(what does not roll is in the way)\n"
     "[ > Player | stationary Ball ] -> [ Player | Ball ]\n\n"
     "(a ball takes the snow it comes to lie on, and grows)\n"
     "late [ Small Snow ] -> [ Medium ]\n"
     "late [ Medium Snow ] -> [ Large ]\n"
     "late [ Large Snow ] -> [ Large ]\n", 0},
    {"\n(without targets every place will do)\n"
     "late [ Anywhere ] [ Large no Spot ] -> [ Anywhere ] [ Large Spot ]\n", SCRIPT_MIXED},
    {NULL, 0},
};
static const struct script_part snowman_win[] = {
    {"All Small on Large\nAll Medium on Small\nAll Large on Medium\n", 0},
    {"All Large on Target\n", SCRIPT_ALL_TARGETS},
    {"All Large on Spot\n", SCRIPT_MIXED},
    {NULL, 0},
};

static bool has_targets(const struct pack_level *level)
{
    const struct grid *grid = &level->grid;
    size_t size = (size_t)grid_size(grid);
    return memchr(grid->cells, '+', size) != NULL || memchr(grid->cells, '=', size) != NULL;
}

static unsigned snowman_parts(const struct pack *pack)
{
    size_t with = 0;
    for (size_t i = 0; i < pack->count; i++)
        with += has_targets(&pack->levels[i]);
    if (with == 0)
        return 0;
    return SCRIPT_TARGETS | (with == pack->count ? SCRIPT_ALL_TARGETS : SCRIPT_MIXED);
}

static bool add_snowman(const struct pack_level *level, unsigned parts, struct text *text)
{
    size_t first = text->size;
    add_translated(&level->grid, "X-*#@1234567+=", "#.*PQ1234567TS", text);
    if ((parts & SCRIPT_MIXED) && !has_targets(level) && !text->failed)
        text->data[first] = 'A'; /* a corner, which is wall */
    return true;
}

/* --- all --- */

const struct script scripts[] = {
    {&game_longcat, no_prelude, longcat_objects, longcat_legend, longcat_layers, longcat_rules,
     longcat_win, no_parts, add_longcat},
    {&game_sokoban, no_prelude, sokoban_objects, sokoban_legend, sokoban_layers, sokoban_rules,
     sokoban_win, no_parts, add_sokoban},
    {&game_snowman, snowman_prelude, snowman_objects, snowman_legend, snowman_layers,
     snowman_rules, snowman_win, snowman_parts, add_snowman},
    {.game = NULL},
};

/* The face of Snakebird: birds between islands in the sky. */
#include "games/snakebird/snakebird.h"

#include "games/draw/face.h"
#include "games/snakebird/face_parts.h"

static const struct threshold thresholds[] = {
    {"min-depth", "10"},
    {"min-choices", "5"},
    {"min-traps", "1"},
    {0},
};

/* --- birds and their letters --- */

static const struct piece_words birds = {
    .one = "bird",
    .heads = "Aa0N",
    .names = {"first bird", "second bird", "third bird", "fourth bird"},
};

/* Letters from N on are a separate bird if the level has a fourth one. */
static bool has_fourth(const struct snakebird *board)
{
    bool found = false;
    for (unsigned bird = 0; bird < board->birds; bird++)
        found = found || board->letter[bird] == (unsigned char)birds.heads[3];
    return found;
}

static int segment(const struct puzzle *puzzle, unsigned char c, unsigned *number)
{
    int bird = -1;
    if (c >= '0' && c <= '9')
        bird = 2;
    else if (c >= 'a' && c <= 'z')
        bird = 1;
    else if (c >= 'A' && c <= 'Z')
        bird = c >= 'N' && has_fourth(snakebird_board(puzzle)) ? 3 : 0;
    *number = bird < 0 ? 0 : c - (unsigned)birds.heads[bird];
    return bird;
}

/* --- terminal --- */

static const struct glyph glyphs[] = {
    {'-', PAINT_PLAIN, "  ", "  "}, {'#', PAINT_WALL, "██", "##"},
    {'+', PAINT_FOOD, "◖◗", "()"},  {'*', PAINT_EXIT, "◎ ", "**"},
    {'^', PAINT_SPIKE, "▲▲", "^^"}, {'@', PAINT_PORTAL, "◌◌", "@@"},
    {'%', PAINT_BLOCK, "▒▒", "%%"}, {'&', PAINT_BLOCK, "▓▓", "&&"},
    {'$', PAINT_BLOCK, "░░", "$$"}, {'!', PAINT_BLOCK, "▚▚", "!!"},
    {';', PAINT_BLOCK, "▞▞", ";;"}, {':', PAINT_BLOCK, "▤▤", "::"},
    {',', PAINT_BLOCK, "▥▥", ",,"}, {'=', PAINT_BLOCK, "▦▦", "=="},
    {'/', PAINT_BLOCK, "▩▩", "//"}, {0},
};

static bool has_water(const struct puzzle *puzzle)
{
    return snakebird_board(puzzle)->rules == SNAKEBIRD_ORIGINAL;
}

static const struct terminal_look terminal = {.glyphs = glyphs, .water = has_water};

/* --- words --- */

static const struct cell_words cell_names[] = {
    {'-', "air"},          {'#', "ground"},      {'^', "spike"},        {'+', "fruit"},
    {'*', "exit"},         {'%', "first block"}, {'&', "second block"}, {'$', "third block"},
    {'!', "fourth block"}, {';', "fifth block"}, {':', "sixth block"},  {',', "seventh block"},
    {'=', "eighth block"}, {'/', "ninth block"}, {'@', "portal"},       {0},
};

static unsigned count_birds(const struct grid *grid)
{
    bool fourth = count_cells(grid, "M") == 0 && count_cells(grid, "N") > 0;
    return count_cells(grid, "Aa0") + fourth;
}

static void tell_progress(const struct grid *grid, struct text *text)
{
    unsigned fruit = count_cells(grid, "+"), left = count_birds(grid);
    if (fruit > 0)
        text_addf(text, "%u fruit, ", fruit);
    add_left(left, "bird", "birds", text);
}

static void tell_missing(const struct grid *grid, struct text *text)
{
    unsigned fruit = count_cells(grid, "+"), left = count_birds(grid);
    if (fruit > 0)
        add_missing(fruit, "fruit is not eaten", "fruit are not eaten", text);
    if (left > 0) {
        text_add_string(text, fruit > 0 ? " and " : "");
        add_missing(left, "bird is not gone", "birds are not gone", text);
    }
}

static const struct face_words words = {
    .aim = "Eat all the fruit, then bring every bird to the exit. Birds fall when nothing holds "
           "them up; mind spikes and water.",
    .moves = {{"move", "moves"}},
    .chosen = &birds,
    .cells = cell_names,
    .progress = tell_progress,
    .missing = tell_missing,
};

static const struct rules_text rules = {
    .paragraphs = {"Choose a bird and move its head up, right, down or left; its body follows. What neither "
                   "ground nor fruit nor another bird holds up falls. Falling onto spikes or into the water "
                   "is not allowed.",
                   "A bird that eats a fruit grows by one segment. Birds and blocks in the way are pushed "
                   "along, as long as nothing behind them stops them. Portals carry a bird or block from "
                   "one end to the other.",
                   "When all fruit is eaten, every bird leaves through the exit, the head first."},
    .notation = "Snakebird: a letter names the bird, and what follows are the moves of its head: ^ up, > right, v "
                "down, < left.",
    .open = '-',
    .legend = {{"BA", "a bird"},
               {"ba", "a second one"},
               {"10", "a third one"},
               {"ON", "a fourth one"},
               {"+", "fruit"},
               {"*", "the exit"},
               {"^", "spikes"},
               {"@", "an end of the portal"},
               {"%", "block"},
               {"#", "ground"}},
    .lesson = "------\nBA-+-*\n######",
    .lesson_way = "A>>>>",
};

/* --- pictures --- */

static unsigned ground(unsigned char c)
{
    switch (c) {
    case '#':
        return GROUND_WALL;
    case '^':
        return GROUND_SPIKE;
    case '*':
        return GROUND_FLOOR | GROUND_GOAL;
    case '@':
        return GROUND_FLOOR | GROUND_PORTAL;
    default:
        return GROUND_FLOOR;
    }
}

static const struct picture_look picture = {
    .ground = ground, .read = snakebird_read_scene, .draw_ground = snakebird_draw_sky, .strip = STRIP_MOVED};

const struct face face_snakebird = {
    .game = &game_snakebird,
    .thresholds = thresholds,
    .terminal = &terminal,
    .picture = &picture,
    .words = &words,
    .rules = &rules,
    .segment = segment,
};

/* A level in words; see words.h.
 *
 * Everything is told from the level's text: a table says what its characters mean in each game, and a
 * piece was pushed if the cells of the pieces are no longer the same. */
#include "out/page/words.h"

#include <string.h>

struct cell_words {
    char cell;
    const char *words;
};

struct game_words {
    const char *name;
    const char *aim;
    const char *moves[2]; /* for each of its metrics */
    const char *player;   /* the characters of who moves; NULL: birds */
    const char *pushed;   /* what is pushed: "Box"; NULL: nothing is */
    const char *pieces;   /* the characters of that */
    struct cell_words cells[20];
};

static const struct game_words all[] = {
    {.name = "longcat",
     .aim = "The cat slides until something stops it and grows longer as it goes. "
            "Cover every open cell.",
     .moves = {"slides"},
     .player = "C",
     .cells = {{'#', "wall"}, {' ', "open"}, {'C', "cat's head"}, {'c', "cat's body"}}},
    {.name = "sokoban",
     .aim = "Push every box onto a goal. Boxes can be pushed, never pulled, and only one at a "
            "time.",
     .moves = {"pushes", "steps"},
     .player = "@+",
     .pushed = "Box",
     .pieces = "$*",
     .cells = {{'#', "wall"}, {' ', "floor"}, {'-', "floor"}, {'_', "floor"}, {'@', "player"},
               {'+', "player on a goal"}, {'$', "box"}, {'.', "goal"}, {'*', "box on a goal"}}},
    {.name = "snowman",
     .aim = "Build snowmen of three balls, the large one below, the small one on top. A ball "
            "grows when it rolls over snow.",
     .moves = {"pushes", "steps"},
     .player = "#@",
     .pushed = "Ball",
     .pieces = "1234567",
     .cells = {{'X', "wall"}, {'-', "grass"}, {'*', "snow"}, {'#', "player"},
               {'@', "player on snow"}, {'1', "small ball"}, {'2', "medium ball"},
               {'3', "small ball on a medium one"}, {'4', "large ball"},
               {'5', "small ball on a large one"}, {'6', "medium ball on a large one"},
               {'7', "snowman"}, {'+', "target"}, {'=', "target under snow"}}},
    {.name = "snakebird",
     .aim = "Eat all the fruit, then bring every bird to the exit. Birds fall when nothing holds "
            "them up; mind spikes and water.",
     .moves = {"moves"},
     .cells = {{'-', "air"}, {'#', "ground"}, {'^', "spike"}, {'+', "fruit"}, {'*', "exit"},
               {'%', "first block"}, {'&', "second block"}, {'$', "third block"},
               {'!', "fourth block"}, {'@', "portal"}}},
    {.name = "snake",
     .aim = "Walk one step at a time through every open cell, each once, and back to where you "
            "began.",
     .moves = {"steps"},
     .player = "@",
     .cells = {{'#', "wall"}, {' ', "open"}, {'@', "head"}, {'o', "trail"}}},
};

static const char *const ways[] = {"up", "right", "down", "left"};
static const char *const birds[] = {"first bird", "second bird", "third bird", "fourth bird"};
static const char bird_heads[] = "Aa0N";

static const struct game_words *find(const struct game *game)
{
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (strcmp(all[i].name, game->name) == 0)
            return &all[i];
    }
    static const struct game_words none = {.aim = "", .moves = {"moves", "moves"}};
    return &none;
}

const char *words_aim(const struct game *game)
{
    return find(game)->aim;
}

const char *words_moves(const struct game *game, unsigned metric)
{
    return find(game)->moves[metric];
}

/* How many cells have one of some characters. */
static unsigned count(const struct grid *grid, const char *characters)
{
    unsigned found = 0;
    for (int cell = 0; cell < grid_size(grid); cell++)
        found += grid->cells[cell] != '\0' && strchr(characters, grid->cells[cell]) != NULL;
    return found;
}

/* Whose letter it is, and which segment, from 0.  Letters from N on are a fourth bird's, unless the
 * first is so long. */
static unsigned bird_of(const struct grid *grid, char c, int *segment)
{
    unsigned bird = c >= 'a' ? 1 : c < 'A' ? 2 : c < 'N' || count(grid, "M") > 0 ? 0 : 3;
    *segment = c - bird_heads[bird];
    return bird;
}

static void add_cell(const struct game_words *words, const struct grid *grid, char c,
                     struct text *text)
{
    for (const struct cell_words *cell = words->cells; cell->words != NULL; cell++) {
        if (cell->cell == c) {
            text_add_string(text, cell->words);
            return;
        }
    }
    int segment;
    unsigned bird = bird_of(grid, c, &segment);
    if (segment == 0)
        text_addf(text, "%s's head", birds[bird]);
    else
        text_addf(text, "%s's segment %d", birds[bird], segment + 1);
}

void words_board(const struct game *game, const struct grid *grid, struct text *text)
{
    const struct game_words *words = find(game);
    text_addf(text, "%d columns, %d rows.\n", grid->columns, grid->rows);
    for (int row = 0; row < grid->rows; row++) {
        const unsigned char *cells = grid->cells + row * grid->columns;
        text_addf(text, "Row %d: ", row + 1);
        for (int column = 0, next; column < grid->columns; column = next) {
            for (next = column + 1; next < grid->columns && cells[next] == cells[column];)
                next++;
            if (next > column + 1)
                text_addf(text, "%d ", next - column);
            add_cell(words, grid, (char)cells[column], text);
            text_add_string(text, next < grid->columns ? ", " : ".\n");
        }
    }
}

static unsigned count_balls(const struct grid *grid)
{
    unsigned balls = 0;
    for (int cell = 0; cell < grid_size(grid); cell++) {
        unsigned char c = grid->cells[cell];
        balls += c > '0' && c < '8' ? (unsigned)__builtin_popcount(c - '0') : 0;
    }
    return balls;
}

static void add_left(unsigned left, const char *one, const char *many, struct text *text)
{
    text_addf(text, "%u %s left.", left, left == 1 ? one : many);
}

static void add_birds(const struct grid *grid, struct text *text)
{
    unsigned fruit = count(grid, "+"), left = count(grid, "Aa0");
    left += count(grid, "M") == 0 && count(grid, "N") > 0;
    if (fruit > 0)
        text_addf(text, "%u fruit, ", fruit);
    add_left(left, "bird", "birds", text);
}

void words_progress(const struct game *game, const struct grid *grid, struct text *text)
{
    if (strcmp(game->name, "sokoban") == 0)
        text_addf(text, "%u of %u boxes on goals.", count(grid, "*"), count(grid, "*$"));
    else if (strcmp(game->name, "snowman") == 0)
        text_addf(text, "%u of %u snowmen complete.", count(grid, "7"), count_balls(grid) / 3);
    else if (strcmp(game->name, "snakebird") == 0)
        add_birds(grid, text);
    else
        add_left(count(grid, " "), "open cell", "open cells", text);
}

/* Whether the cells of what can be pushed have changed. */
static bool was_pushed(const struct game_words *words, const struct grid *before,
                       const struct grid *after)
{
    for (int cell = 0; words->pushed != NULL && cell < grid_size(before); cell++) {
        bool then = strchr(words->pieces, before->cells[cell]) != NULL;
        bool now = strchr(words->pieces, after->cells[cell]) != NULL;
        if (then != now || (then && before->cells[cell] != after->cells[cell]))
            return true;
    }
    return false;
}

/* Where who moves has come to. */
static void add_place(const struct game_words *words, const struct grid *grid, unsigned piece,
                      const char *how, struct text *text)
{
    const char bird[] = {bird_heads[piece % 4], '\0'};
    const char *player = words->player != NULL ? words->player : bird;
    int cell = 0;
    while (cell < grid_size(grid) && strchr(player, grid->cells[cell]) == NULL)
        cell++;
    if (cell < grid_size(grid))
        text_addf(text, "%s row %d, column %d", how, cell / grid->columns + 1,
                  cell % grid->columns + 1);
}

/* How far the goal is, where that is news. */
static void add_news(const struct game *game, const struct grid *before, const struct grid *after,
                     bool pushed, struct text *text)
{
    struct text then = {0}, now = {0};
    words_progress(game, before, &then);
    words_progress(game, after, &now);
    if (pushed || strcmp(text_string(&then), text_string(&now)) != 0)
        text_addf(text, " %s", text_string(&now));
    text->failed |= then.failed || now.failed;
    text_free(&then);
    text_free(&now);
}

void words_step(const struct game *game, const struct grid *before, const struct grid *after,
                enum direction direction, unsigned piece, struct text *text)
{
    const struct game_words *words = find(game);
    bool pushed = was_pushed(words, before, after);
    if (words->player == NULL && count(before, bird_heads) > 1)
        text_addf(text, "%s ", birds[piece % 4]);
    if (pushed)
        text_addf(text, "%s pushed ", words->pushed);
    text_add_string(text, ways[direction]);
    add_place(words, after, piece, pushed ? ", you are in" : " to", text);
    text_add_char(text, '.');
    add_news(game, before, after, pushed, text);
}

void words_chosen(unsigned piece, struct text *text)
{
    text_add_string(text, piece < 4 ? birds[piece] : "next piece");
}

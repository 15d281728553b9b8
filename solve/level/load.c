/* From a level's text to its puzzle: finds its game and checks its characters; see levels.h. */
#include "solve/level/levels.h"

#include "base/utf8.h"

#include <limits.h>
#include <string.h>

static bool is_cell(const struct game *game, unsigned char c)
{
    return c == '\0' || strchr(game->cells, c) != NULL;
}

enum { CHARACTERS = UCHAR_MAX + 1 };

/* How often each character occurs in a level.  The guess of its game uses nothing else. */
struct characters {
    size_t count[CHARACTERS];
};

static struct characters count_characters(const struct grid *grid)
{
    struct characters characters = {{0}};
    for (int cell = 0; cell < grid_size(grid); cell++)
        characters.count[grid->cells[cell]]++;
    return characters;
}

static size_t count_foreign(const struct game *game, const struct characters *characters)
{
    size_t foreign = 0;
    for (int c = 0; c < CHARACTERS; c++)
        foreign += characters->count[c] > 0 && !is_cell(game, (unsigned char)c) ? characters->count[c] : 0;
    return foreign;
}

static bool has_mark(const struct game *game, const struct characters *characters)
{
    bool has = game->marks == NULL;
    for (const char *mark = game->marks; !has && *mark != '\0'; mark++)
        has = characters->count[(unsigned char)*mark] > 0;
    return has;
}

/* Returns how well a level fits a game. 2: all characters belong to the game and a mark is there; 1: only the mark is
 * missing; 0: some characters are foreign. */
static int fit(const struct game *game, const struct characters *characters)
{
    return count_foreign(game, characters) > 0 ? 0 : 1 + has_mark(game, characters);
}

/* Returns the puzzle of a level whose characters all belong to the game, or NULL with a complaint. */
static struct puzzle *load(const struct level *level, const struct game *game, struct variant variant,
                           struct complaint *complaint)
{
    struct grid grid;
    complain_memory(complaint);
    if (!grid_copy(&grid, &level->grid))
        return NULL;
    for (int cell = 0; cell < grid_size(&grid); cell++) {
        if (grid.cells[cell] == '\0')
            grid.cells[cell] = game->outside;
    }
    struct puzzle *puzzle = game->load(&grid, variant, complaint);
    grid_free(&grid);
    return puzzle;
}

/* What a level's characters suggest about its game. */
struct guess {
    const struct game *best;     /* the best fit; if none fits, the game with the fewest foreign characters */
    const struct game *other;    /* another game that fits as well, or NULL */
    const struct game *markless; /* the first game that fits except for its mark, or NULL */
};

static struct guess guess_game(const struct characters *characters)
{
    struct guess guess = {0};
    for (size_t i = 0; games[i] != NULL; i++) {
        int fits = fit(games[i], characters), best = guess.best == NULL ? -1 : fit(guess.best, characters);
        bool better = fits > best || (fits == best && best < 2 &&
                                      count_foreign(games[i], characters) < count_foreign(guess.best, characters));
        if (fits == 1 && guess.markless == NULL)
            guess.markless = games[i];
        if (better)
            guess.other = NULL;
        else if (fits == best && best == 2)
            guess.other = games[i];
        if (better)
            guess.best = games[i];
    }
    return guess;
}

const struct game *level_game(const struct level *level, struct text *error)
{
    if (level->game_source != NULL)
        return level->game_source->language;
    const struct characters characters = count_characters(&level->grid);
    struct guess guess = guess_game(&characters);
    const struct game *best = guess.best, *other = guess.other;
    struct complaint lack = {0};
    /* A game without marks also accepts a level of another game whose mark was forgotten. */
    if (other == NULL && best->marks == NULL && fit(best, &characters) == 2 && guess.markless != NULL) {
        other = guess.markless;
        struct puzzle *puzzle = load(level, other, (struct variant){0}, &lack);
        if (puzzle != NULL)
            other->free(puzzle);
        if (puzzle == NULL && lack.failed) {
            text_fail(error);
            return NULL;
        }
    }
    if (other == NULL)
        return best;
    if (level->reported == best || level->reported == other)
        return level->reported;
    text_addf(error, "%s:%lu:1: this could be %s or %s", text_string(&level->file), level->line, best->title,
              other->title);
    if (lack.message[0] != '\0')
        text_addf(error, " (%s)", lack.message);
    text_addf(error, "; say which with --game=%s or --game=%s\n", best->name, other->name);
    return NULL;
}

bool level_try(const struct level *level, const struct game **game, enum level_fit *result)
{
    struct complaint complaint = {0};
    const struct characters characters = count_characters(&level->grid);
    if (*game == NULL)
        *game = guess_game(&characters).best;
    *result = LEVEL_FITS_NOT;
    if (fit(*game, &characters) < 2)
        return true;
    struct puzzle *puzzle = load(level, *game, (struct variant){0}, &complaint);
    *result = puzzle == NULL ? LEVEL_FITS : LEVEL_LOADS;
    if (puzzle != NULL)
        (*game)->free(puzzle);
    return puzzle != NULL || !complaint.failed;
}

static void name_character(const unsigned char *bytes, size_t size, struct text *error)
{
    size_t length;
    long code = utf8_decode((const char *)bytes, size, &length);
    if (code < 0)
        text_addf(error, "byte 0x%02X", bytes[0]);
    else if (code == '\t')
        text_add_string(error, "tab");
    else if (code < 0x20 || (code >= 0x7f && code < 0xa0))
        text_addf(error, "control character U+%04lX", (unsigned long)code);
    else if (code < 0x7f)
        text_addf(error, "'%c'", (int)code);
    else
        text_addf(error, "'%.*s' (U+%04lX)", (int)length, (const char *)bytes, (unsigned long)code);
}

/* Says which character does not belong in a level of the game. */
static void complain_foreign(const struct level *level, const struct game *game, struct text *error)
{
    const struct grid *grid = &level->grid;
    int cell = 0;
    while (is_cell(game, grid->cells[cell]))
        cell++;
    int row = cell / grid->columns, column = cell % grid->columns;
    text_addf(error, "%s:%lu:%d: unknown character ", text_string(&level->file), level->line + (unsigned long)row,
              column + 1);
    name_character(grid->cells + cell, (size_t)(grid->columns - column), error);
    text_addf(error, " for a %s level, whose cells are", game->title);
    for (const char *c = game->cells; *c != '\0'; c++) {
        if (*c == ' ')
            text_add_string(error, " space");
        else
            text_addf(error, " %c", *c);
    }
    text_add_char(error, '\n');
}

bool level_check(const struct level *level, const struct game *game, struct text *error)
{
    const struct characters characters = count_characters(&level->grid);
    if (level->game_source != NULL || count_foreign(game, &characters) == 0)
        return true;
    complain_foreign(level, game, error);
    return false;
}

void level_complain(const struct level *level, const struct complaint *complaint, struct text *error)
{
    if (complaint->failed)
        text_fail(error);
    else
        text_addf(error, "%s:%lu:%d: %s\n", text_string(&level->file),
                  level->line + (unsigned long)(complaint->row > 0 ? complaint->row - 1 : 0),
                  complaint->column > 0 ? complaint->column : 1, complaint->message);
}

struct puzzle *level_load(const struct level *level, const struct game *game, struct variant variant,
                          struct text *error)
{
    if (game == NULL)
        game = level_game(level, error);
    if (game == NULL || !level_check(level, game, error))
        return NULL;
    struct complaint complaint;
    variant.game_source = level->game_source;
    struct puzzle *puzzle = load(level, game, variant, &complaint);
    if (puzzle == NULL)
        level_complain(level, &complaint, error);
    return puzzle;
}

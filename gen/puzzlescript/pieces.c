/* Finds the pieces of a PuzzleScript game's levels.
 *
 * The game's own levels determine the pieces. If all levels are surrounded by the same character, that is the wall. The
 * most frequent other character is the floor. All other characters are pieces. The number of each piece lies between
 * the fewest and the most in any level, unless --pieces says otherwise. */
#include "gen/puzzlescript/pieces.h"

#include "games/puzzlescript/source.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* How often each character occurs in the levels of a source. */
struct census {
    unsigned all[256], low[256], high[256]; /* without the surrounding wall, if there is one */
    unsigned low_share, high_share;         /* of wall characters, in per cent */
    int wall;                               /* surrounds all levels; -1: none, -2: not yet known */
};

static int frame_of(const struct grid *grid)
{
    for (int cell = 0; cell < grid_size(grid); cell++)
        if (grid_is_edge(grid, cell) && grid->cells[cell] != grid->cells[0])
            return -1;
    return grid->cells[0];
}

static void add_level(struct census *census, const struct grid *grid, bool first)
{
    unsigned count[256] = {0}, cells = 0;
    for (int cell = 0; cell < grid_size(grid); cell++) {
        if (census->wall >= 0 && grid_is_edge(grid, cell))
            continue;
        count[grid->cells[cell]]++;
        cells++;
    }
    for (size_t byte = 0; byte < 256; byte++) {
        census->all[byte] += count[byte];
        census->low[byte] = first || count[byte] < census->low[byte] ? count[byte] : census->low[byte];
        census->high[byte] = count[byte] > census->high[byte] ? count[byte] : census->high[byte];
    }
    unsigned share = census->wall < 0 || cells == 0 ? 0 : 100 * count[census->wall] / cells;
    census->low_share = first || share < census->low_share ? share : census->low_share;
    census->high_share = share > census->high_share ? share : census->high_share;
}

/* Reads all levels twice, the first time to find the surrounding wall. Returns false if a level cannot be read. */
static bool take_census(const struct game_source *game_source, struct census *census, struct text *error)
{
    const struct language *language = game_source->language->language;
    *census = (struct census){.wall = -2};
    for (int pass = 0; pass < 2; pass++)
        for (size_t n = 0; n < language->levels(game_source); n++) {
            struct grid grid;
            struct complaint complaint = {0};
            int line;
            if (!language->level(game_source, n, &grid, &line, &complaint)) {
                text_add_string(error, complaint.message);
                return complaint.failed ? text_fail(error) : false;
            }
            if (pass == 1)
                add_level(census, &grid, n == 0);
            else if (census->wall != -1)
                census->wall = n == 0 || frame_of(&grid) == census->wall ? frame_of(&grid) : -1;
            grid_free(&grid);
        }
    return true;
}

/* The level byte for an ASCII character. An upper-case letter without a key stands for its lower-case form. 0: none. */
static unsigned char byte_of(const struct ps_source *game_source, char character)
{
    unsigned char byte = (unsigned char)character;
    if (byte >= 0x80)
        return 0; /* part of a multi-byte character */
    return game_source->key_of[byte] < 0 ? (unsigned char)tolower((int)byte) : byte;
}

static bool is_kept(const struct puzzlescript_pieces *pieces, const struct ps_source *game_source, int byte)
{
    const char *at = pieces->keep == NULL ? "" : pieces->keep;
    while (*at != '\0' && byte_of(game_source, *at) != byte)
        at++;
    return *at != '\0';
}

/* Finds the floor, the wall, and the kinds of pieces with their numbers. */
static void find_pieces(const struct census *census, const struct ps_source *game_source,
                        struct puzzlescript_pieces *pieces)
{
    int most = -1;
    for (int byte = 0; byte < 256; byte++)
        if (byte != census->wall && !is_kept(pieces, game_source, byte) &&
            (most < 0 || census->all[byte] > census->all[most]))
            most = byte;
    pieces->floor = (unsigned char)most;
    pieces->wall = census->wall < 0 ? 0 : (unsigned char)census->wall;
    pieces->low_walls = (unsigned short)census->low_share;
    pieces->high_walls = (unsigned short)(census->high_share < 10 ? 10 : census->high_share);
    pieces->kinds = 0;
    for (int byte = 0; byte < 256 && pieces->kinds < MOST_PIECE_KINDS; byte++) {
        if (census->all[byte] == 0 || byte == most || byte == census->wall || is_kept(pieces, game_source, byte))
            continue;
        unsigned low = census->low[byte], high = census->high[byte];
        pieces->kind[pieces->kinds++] =
            (struct piece_kind){(unsigned char)byte, (unsigned char)(low > MOST_OF_A_KIND ? MOST_OF_A_KIND : low),
                                (unsigned char)(high > MOST_OF_A_KIND ? MOST_OF_A_KIND : high)};
    }
}

/* Sets the numbers of one kind. Returns false for the floor, or if there are too many kinds. */
static bool set_kind(struct puzzlescript_pieces *pieces, unsigned char byte, unsigned long low, unsigned long high)
{
    if (byte == pieces->wall) {
        pieces->walls_counted = true;
        pieces->low_walls = (unsigned short)low;
        pieces->high_walls = (unsigned short)high;
        return true;
    }
    unsigned i = 0;
    while (i < pieces->kinds && pieces->kind[i].byte != byte)
        i++;
    if (i == MOST_PIECE_KINDS || byte == pieces->floor)
        return false;
    if (i == pieces->kinds)
        pieces->kinds++;
    pieces->kind[i] = (struct piece_kind){byte, (unsigned char)low, (unsigned char)high};
    return true;
}

/* Reads "P=1 *=2-3". */
static bool read_pieces(const struct ps_source *game_source, struct puzzlescript_pieces *pieces, struct text *error)
{
    const char *at = pieces->pieces;
    for (at += strspn(at, " "); *at != '\0'; at += strspn(at, " ")) {
        unsigned char byte = byte_of(game_source, *at);
        char *end = (char *)(uintptr_t)at;
        unsigned long low =
            at[1] == '=' && isdigit((unsigned char)at[2]) ? strtoul(at + 2, &end, 10) : MOST_OF_A_KIND + 1;
        unsigned long high = low;
        if (low <= MOST_OF_A_KIND && *end == '-' && isdigit((unsigned char)end[1]))
            high = strtoul(end + 1, &end, 10);
        if (low > high || high > MOST_OF_A_KIND || (*end != ' ' && *end != '\0') || game_source->key_of[byte] < 0 ||
            !set_kind(pieces, byte, low, high)) {
            text_addf(error,
                      "--pieces: '%s' does not begin with a piece and its number, as in "
                      "'*=2' or '*=2-3', up to %d",
                      at, MOST_OF_A_KIND);
            return false;
        }
        at = end;
    }
    return true;
}

static int by_byte(const void *a, const void *b)
{
    return ((const struct piece_kind *)a)->byte - ((const struct piece_kind *)b)->byte;
}

/* Drops kinds that levels may not contain and sorts the rest by character. So the same numbers give the same levels,
 * whether they come from the game's own levels or from --pieces. */
static void settle_kinds(struct puzzlescript_pieces *pieces)
{
    unsigned count = 0;
    for (unsigned i = 0; i < pieces->kinds; i++)
        if (pieces->kind[i].high > 0)
            pieces->kind[count++] = pieces->kind[i];
    pieces->kinds = (unsigned char)count;
    qsort(pieces->kind, count, sizeof *pieces->kind, by_byte);
}

/* Makes the frame: the first level with only the characters of `keep`. */
static bool find_frame(const struct game_source *game_source, struct puzzlescript_pieces *pieces, struct text *error)
{
    const struct language *language = game_source->language->language;
    struct complaint complaint = {0};
    int line;
    struct grid *frame = calloc(1, sizeof *frame);
    if (frame == NULL)
        return text_fail(error);
    if (!language->level(game_source, 0, frame, &line, &complaint)) {
        free(frame);
        text_add_string(error, complaint.message);
        return complaint.failed ? text_fail(error) : false;
    }
    for (int cell = 0; cell < grid_size(frame); cell++)
        if (!is_kept(pieces, ps_source_of(game_source), frame->cells[cell]))
            frame->cells[cell] = pieces->floor;
    pieces->frame = frame;
    return true;
}

void puzzlescript_pieces_drop(struct puzzlescript_pieces *pieces)
{
    if (pieces->frame != NULL)
        grid_free(pieces->frame);
    free(pieces->frame);
    pieces->frame = NULL;
}

/* Whether all characters of --keep are in the game's legend. */
static bool check_kept(const struct ps_source *game_source, const char *keep, struct text *error)
{
    for (const char *at = keep; at != NULL && *at != '\0'; at++) {
        if (game_source->key_of[byte_of(game_source, *at)] < 0) {
            text_addf(error, "--keep: '%s' does not begin with a character of the game's levels", at);
            return false;
        }
    }
    return true;
}

bool puzzlescript_pieces_find(const struct game_source *game_source, struct puzzlescript_pieces *pieces,
                              struct text *error)
{
    struct census census;
    if (!check_kept(ps_source_of(game_source), pieces->keep, error) || !take_census(game_source, &census, error))
        return false;
    find_pieces(&census, ps_source_of(game_source), pieces);
    bool good = pieces->pieces == NULL || read_pieces(ps_source_of(game_source), pieces, error);
    settle_kinds(pieces);
    return good && (pieces->keep == NULL || find_frame(game_source, pieces, error));
}

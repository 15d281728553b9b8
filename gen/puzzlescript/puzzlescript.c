/* Proposes levels of a PuzzleScript game by hill climbing, from the pieces of its own levels. */
#include "games/puzzlescript/source.h"
#include "games/puzzlescript/puzzlescript.h"
#include "gen/climb/climb.h"
#include "gen/climb/draft.h"
#include "gen/puzzlescript/transform.h"

#include <ctype.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* --- the pieces ---
 *
 * The game's own levels determine the pieces.  If all levels are surrounded by the same character, that is the wall.
 * The most frequent other character is the floor.  All other characters are pieces.  The number of each piece lies
 * between the fewest and the most in any level, unless --pieces says otherwise. */

enum { MOST_PIECE_KINDS = 60, MOST_OF_A_KIND = 255 };

struct piece_kind {
    unsigned char byte, low, high;
};

/* What is needed to make levels from the game's own by rules. */
struct transforming {
    struct transform *transform;
    struct grid *levels; /* of the game, those of the wanted size; owned */
    size_t count;
};

struct puzzlescript_pieces {
    const char *pieces, *keep;         /* the options' values, or NULL */
    struct transforming *transforming; /* owned; the rules that make levels from the game's own; NULL: none */
    struct grid frame; /* owned; the first level with only the characters of `keep`, else floor; empty without `keep` */
    struct player_kind *players; /* owned; their numbers are those of the game's levels */
    int player_kinds;
    unsigned char floor, wall; /* 0: levels have no floor, or no outer wall */
    unsigned char kinds;
    bool walls_counted; /* low_walls and high_walls are counts, not percentages of the inner cells */
    unsigned short low_walls, high_walls;
    struct piece_kind kind[MOST_PIECE_KINDS];
};

_Static_assert(sizeof(struct puzzlescript_pieces) <= MOST_PIECE_BYTES, "pieces take too much memory");

/* How often each character occurs in the levels of a source. */
struct census {
    unsigned all[256], low[256], high[256]; /* without the surrounding wall, if there is one */
    unsigned low_share, high_share;         /* of wall characters, in per cent */
    int wall;                               /* surrounds all levels; -1: none */
};

/* Reads the n-th level.  Returns false, with the reason, if it cannot be read. */
static bool read_level(const struct game_source *game_source, size_t n, struct grid *grid, struct text *error)
{
    struct complaint complaint = {0};
    int line;
    if (game_source->language->language->level(game_source, n, grid, &line, &complaint))
        return true;
    text_add_string(error, complaint.message);
    return complaint.failed ? text_fail(error) : false;
}

/* Reads all levels twice, the first time to find the surrounding wall.  Returns false if a level cannot be read. */
static bool take_census(const struct game_source *game_source, struct census *census, struct text *error)
{
    const struct language *language = game_source->language->language;
    *census = (struct census){.wall = -1};
    for (int pass = 0; pass < 2; pass++)
        for (size_t n = 0; n < language->levels(game_source); n++) {
            struct grid grid;
            if (!read_level(game_source, n, &grid, error))
                return false;
            if (pass == 1) {
                bool first = n == 0;
                unsigned count[256] = {0}, cells = 0;
                for (int cell = 0; cell < grid_size(&grid); cell++) {
                    if (census->wall >= 0 && grid_is_edge(&grid, cell))
                        continue;
                    count[grid.cells[cell]]++;
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
            } else {
                int frame = grid_has_frame(&grid, grid.cells[0]) ? grid.cells[0] : -1;
                census->wall = n == 0 || frame == census->wall ? frame : -1;
            }
            grid_free(&grid);
        }
    return true;
}

/* The level byte for an ASCII character.  An upper-case letter without a key stands for its lower-case form.  0:
 * none. */
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

/* Sets the numbers of one kind.  Returns false for the floor, or if there are too many kinds. */
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
                      "--pieces: '%s' should start with a piece and its number, as in '*=2' or '*=2-3', at most %d", at,
                      MOST_OF_A_KIND);
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

static void drop_pieces(struct puzzlescript_pieces *pieces)
{
    struct transforming *transforming = pieces->transforming;
    if (transforming != NULL) {
        transform_free(transforming->transform);
        for (size_t n = 0; n < transforming->count; n++)
            grid_free(&transforming->levels[n]);
        free(transforming->levels);
        free(transforming);
    }
    pieces->transforming = NULL;
    grid_free(&pieces->frame);
    free(pieces->players);
    pieces->players = NULL;
    pieces->player_kinds = 0;
}

/* Whether --pieces gives the number of a character. */
static bool is_given(const struct puzzlescript_pieces *pieces, const struct ps_source *game_source, int byte)
{
    for (const char *at = pieces->pieces; at != NULL && *at != '\0'; at++)
        if (at[1] == '=' && byte_of(game_source, *at) == byte)
            return true;
    return false;
}

/* Finds the kinds of players, because several characters may hold the same one.  Leaves out kinds for which --pieces
 * names a character: its numbers then hold. */
static bool find_players(const struct game_source *game_source, struct puzzlescript_pieces *pieces, struct text *error)
{
    struct player_kind kind;
    for (int n = 0; game_source->language->language->players(game_source, n, &kind); n++) {
        bool given = false;
        for (int byte = 0; byte < 256; byte++)
            given = given || (kind.held[byte] && is_given(pieces, ps_source_of(game_source), byte));
        if (given)
            continue;
        struct player_kind *more =
            realloc(pieces->players, ((size_t)pieces->player_kinds + 1) * sizeof *pieces->players);
        if (more == NULL)
            return text_fail(error);
        pieces->players = more;
        pieces->players[pieces->player_kinds++] = kind;
    }
    return true;
}

/* Fills in the pieces from the game's levels and from the lists of --pieces and --keep, if given.  Returns false, with
 * the reason, if a list or a level cannot be read.  Release with drop_pieces. */
static bool find_all_pieces(const struct game_source *game_source, struct puzzlescript_pieces *pieces,
                            struct text *error)
{
    struct census census;
    /* All characters of --keep must be in the game's legend. */
    const struct ps_source *own = ps_source_of(game_source);
    for (const char *at = pieces->keep; at != NULL && *at != '\0'; at++) {
        if (own->key_of[byte_of(own, *at)] < 0) {
            text_addf(error, "--keep: '%s' should start with a character of the game's levels", at);
            return false;
        }
    }
    if (!take_census(game_source, &census, error))
        return false;
    /* Finds the floor, the wall, and the kinds of pieces with their numbers. */
    int most = -1;
    for (int byte = 0; byte < 256; byte++)
        if (byte != census.wall && !is_kept(pieces, own, byte) && (most < 0 || census.all[byte] > census.all[most]))
            most = byte;
    pieces->floor = census.all[most] == 0 ? 0 : (unsigned char)most;
    pieces->wall = census.wall < 0 ? 0 : (unsigned char)census.wall;
    pieces->low_walls = (unsigned short)census.low_share;
    pieces->high_walls = (unsigned short)(census.high_share < 10 ? 10 : census.high_share);
    pieces->kinds = 0;
    for (int byte = 0; byte < 256 && pieces->kinds < MOST_PIECE_KINDS; byte++) {
        if (census.all[byte] == 0 || byte == most || byte == census.wall || is_kept(pieces, own, byte))
            continue;
        unsigned low = census.low[byte], high = census.high[byte];
        pieces->kind[pieces->kinds++] =
            (struct piece_kind){(unsigned char)byte, (unsigned char)(low > MOST_OF_A_KIND ? MOST_OF_A_KIND : low),
                                (unsigned char)(high > MOST_OF_A_KIND ? MOST_OF_A_KIND : high)};
    }
    bool good = pieces->pieces == NULL || read_pieces(own, pieces, error);
    /* Drops kinds that levels may not contain and sorts the rest by character.  So the same numbers give the same
     * levels, whether they come from the game's own levels or from --pieces. */
    unsigned count = 0;
    for (unsigned i = 0; i < pieces->kinds; i++)
        if (pieces->kind[i].high > 0)
            pieces->kind[count++] = pieces->kind[i];
    pieces->kinds = (unsigned char)count;
    qsort(pieces->kind, count, sizeof *pieces->kind, by_byte);
    if (!good || !find_players(game_source, pieces, error))
        return false;
    if (pieces->keep == NULL)
        return true;
    struct grid frame;
    if (!read_level(game_source, 0, &frame, error))
        return false;
    for (int cell = 0; cell < grid_size(&frame); cell++)
        if (!is_kept(pieces, own, frame.cells[cell]))
            frame.cells[cell] = pieces->floor;
    pieces->frame = frame;
    return true;
}

/* --- drafts --- */

static bool is_framed(const struct puzzlescript_pieces *pieces, int cell)
{
    return pieces->frame.cells != NULL && pieces->frame.cells[cell] != pieces->floor;
}

/* Whether the proposer may change a cell. */
static bool is_inner(const struct grid *draft, const struct puzzlescript_pieces *pieces, int cell)
{
    return (pieces->wall == 0 || !grid_is_edge(draft, cell)) && !is_framed(pieces, cell);
}

static unsigned count_inner(const struct grid *draft, const struct puzzlescript_pieces *pieces, unsigned char byte)
{
    unsigned count = 0;
    for (int cell = 0; cell < grid_size(draft); cell++)
        count += draft->cells[cell] == byte && is_inner(draft, pieces, cell);
    return count;
}

/* A random inner cell with the character `byte`, or with any piece if `pieces_only`; -1: none. */
static int pick(const struct grid *draft, const struct puzzlescript_pieces *pieces, unsigned char byte,
                bool pieces_only, struct rng *rng)
{
    int found = -1;
    uint32_t count = 0;
    for (int cell = 0; cell < grid_size(draft); cell++) {
        unsigned char here = draft->cells[cell];
        bool fits = pieces_only ? here != pieces->floor && here != pieces->wall : here == byte;
        if (fits && is_inner(draft, pieces, cell) && rng_below(rng, ++count) == 0)
            found = cell;
    }
    return found;
}

static struct number_range wall_range(const struct grid *draft, const struct puzzlescript_pieces *pieces)
{
    uint64_t cells = pieces->walls_counted ? 100 : 0;
    for (int cell = 0; cell < grid_size(draft) && !pieces->walls_counted; cell++)
        cells += is_inner(draft, pieces, cell);
    return (struct number_range){pieces->low_walls * cells / 100, pieces->high_walls * cells / 100};
}

/* Puts `count` of a character on random floor cells.  Returns false if the floor is too small. */
static bool put(struct grid *draft, const struct puzzlescript_pieces *pieces, unsigned char byte, unsigned count,
                struct rng *rng)
{
    for (; count > 0; count--) {
        int cell = pick(draft, pieces, pieces->floor, false, rng);
        if (cell < 0)
            return false;
        draft->cells[cell] = byte;
    }
    return true;
}

/* --- levels that rules make from the game's own --- */

/* Prepares to make levels by rules, if there are any, from the game's levels of the wanted size. */
static bool start_transforming(const struct proposal *proposal, struct text *error)
{
    struct puzzlescript_pieces *pieces = proposal->pieces;
    const struct from *from = proposal->from;
    if (from->transform.size == 0)
        return true;
    if (pieces->pieces != NULL || pieces->keep != NULL) {
        text_add_string(error, "--pieces and --keep cannot be combined with rules that make the levels");
        return false;
    }
    struct transforming *transforming = calloc(1, sizeof *transforming);
    if (transforming == NULL)
        return text_fail(error);
    pieces->transforming = transforming;
    const struct game_source *game_source = from->level.game_source;
    transforming->transform = transform_read(game_source, text_string(&from->transform),
                                             text_string(&from->transform_name), from->transform_line, error);
    if (transforming->transform == NULL)
        return false;
    size_t count = game_source->language->language->levels(game_source);
    transforming->levels = calloc(count + 1, sizeof *transforming->levels);
    if (transforming->levels == NULL)
        return text_fail(error);
    for (size_t n = 0; n < count; n++) {
        struct grid *level = &transforming->levels[transforming->count];
        if (!read_level(game_source, n, level, error))
            return false;
        if ((unsigned)level->columns == proposal->size.columns && (unsigned)level->rows == proposal->size.rows)
            transforming->count++;
        else
            grid_free(level);
    }
    if (transforming->count == 0)
        text_add_string(error, "--size: the game has no level of this size, from which the rules could make others");
    return transforming->count > 0;
}

/* --- the hooks of the climb --- */

static bool scatter(struct grid *draft, const void *wanted, struct rng *rng)
{
    const struct puzzlescript_pieces *pieces = wanted;
    if (pieces->transforming != NULL) {
        /* Makes one of the game's levels into another. */
        const struct transforming *transforming = pieces->transforming;
        draft_copy(draft, &transforming->levels[rng_below(rng, (uint32_t)transforming->count)]);
        return transform_apply(transforming->transform, draft, rng);
    }
    for (int cell = 0; cell < grid_size(draft); cell++)
        draft->cells[cell] = is_inner(draft, pieces, cell) ? pieces->floor
                             : is_framed(pieces, cell)     ? pieces->frame.cells[cell]
                                                           : pieces->wall;
    if (pieces->wall != 0 && !put(draft, pieces, pieces->wall, range_draw(wall_range(draft, pieces), rng), rng))
        return false;
    for (unsigned i = 0; i < pieces->kinds; i++) {
        const struct piece_kind *kind = &pieces->kind[i];
        unsigned count = range_draw((struct number_range){kind->low, kind->high}, rng);
        if (!put(draft, pieces, kind->byte, count, rng))
            return false;
    }
    return true;
}

/* Adds or removes a wall, moves a piece, or adds or removes one. */
static bool edit_once(struct grid *draft, const struct puzzlescript_pieces *pieces, struct rng *rng)
{
    unsigned what = rng_below(rng, 10);
    int cell = what < 5 && pieces->wall != 0 ? pick(draft, pieces, pieces->wall, false, rng) : -1;
    int open = pick(draft, pieces, pieces->floor, false, rng);
    if (what < 5) {
        bool goes = cell >= 0 && rng_below(rng, 2) == 0;
        if (pieces->wall == 0 || (!goes && open < 0))
            return false;
        draft->cells[goes ? cell : open] = goes ? pieces->floor : pieces->wall;
        return true;
    }
    cell = pick(draft, pieces, 0, true, rng);
    if (what < 9) {
        if (cell < 0 || open < 0)
            return false;
        draft->cells[open] = draft->cells[cell];
        draft->cells[cell] = pieces->floor;
        return true;
    }
    if (cell >= 0 && rng_below(rng, 2) == 0) {
        draft->cells[cell] = pieces->floor;
        return true;
    }
    if (pieces->kinds == 0 || open < 0)
        return false;
    draft->cells[open] = pieces->kind[rng_below(rng, pieces->kinds)].byte;
    return true;
}

static bool edit(struct grid *draft, const void *wanted, struct rng *rng)
{
    const struct puzzlescript_pieces *pieces = wanted;
    bool changed = false;
    if (pieces->transforming != NULL)
        return transform_apply(pieces->transforming->transform, draft, rng);
    for (unsigned n = 1 + rng_below(rng, 3); n > 0; n--)
        changed |= edit_once(draft, pieces, rng);
    return changed;
}

static bool fits(const struct grid *draft, const void *wanted)
{
    const struct puzzlescript_pieces *pieces = wanted;
    if (pieces->transforming != NULL) {
        /* A level must differ from all of the game's own. */
        const struct transforming *transforming = pieces->transforming;
        for (size_t n = 0; n < transforming->count; n++) {
            if (memcmp(draft->cells, transforming->levels[n].cells, (size_t)grid_size(draft)) == 0)
                return false;
        }
        return true;
    }
    bool good = pieces->wall == 0 || range_holds(wall_range(draft, pieces), count_inner(draft, pieces, pieces->wall));
    for (unsigned i = 0; good && i < pieces->kinds; i++) {
        unsigned count = count_inner(draft, pieces, pieces->kind[i].byte);
        good = count >= pieces->kind[i].low && count <= pieces->kind[i].high;
    }
    for (int n = 0; good && n < pieces->player_kinds; n++) {
        const struct player_kind *kind = &pieces->players[n];
        unsigned count = 0;
        for (int cell = 0; cell < grid_size(draft); cell++)
            count += kind->held[draft->cells[cell]];
        good = count >= kind->low && count <= kind->high;
    }
    return good;
}

/* The number of moves, plus half the number of changes from one key to another. */
static double worth(const struct judgement *judgement, const struct grid *draft)
{
    (void)draft;
    const struct move_list *list = &judgement->reported;
    double worth = judgement->measure[MEASURE_depth];
    for (size_t i = 1; i < list->count; i++)
        worth += move_way(list->moves[i]) != move_way(list->moves[i - 1]) ? 0.5 : 0;
    return worth;
}

/* Removes the n-th wall or piece whose number may decrease. */
static bool take_out(struct grid *draft, unsigned n, const void *wanted)
{
    const struct puzzlescript_pieces *pieces = wanted;
    if (pieces->transforming != NULL)
        return false; /* only the rules change it */
    bool fewer = count_inner(draft, pieces, pieces->wall) > wall_range(draft, pieces).low;
    for (int cell = 0; cell < grid_size(draft); cell++) {
        unsigned char here = draft->cells[cell];
        bool spare = here == pieces->wall && fewer;
        for (unsigned i = 0; i < pieces->kinds; i++)
            spare = spare || (here == pieces->kind[i].byte && count_inner(draft, pieces, here) > pieces->kind[i].low);
        if (!spare || !is_inner(draft, pieces, cell) || here == pieces->floor || n-- > 0)
            continue;
        draft->cells[cell] = pieces->floor;
        return true;
    }
    return false;
}

static const struct aim_range difficulties = {
    .measure = MEASURE_difficulty, .low = 10, .high = 95, .near = 3, .weight = 0.3};

static const struct climb_game climb = {
    .starts = 200,
    .edits = 600,
    .start_states = 10000,
    .states = 10000,
    .climb_states = 300000,
    .compared = 100,
    .scatter = scatter,
    .edit = edit,
    .fits = fits,
    .worth = worth,
    .usual_depth = 8,
    .range = &difficulties,
    .whole = true,
    .take_out = take_out,
    .tidies_scattered = true,
};

/* --- the proposer --- */

/* With --keep and with rules, new levels have the size of the first level. */
static bool size_of_source(const struct from *from, const void *wanted, struct board_size *size, struct text *error)
{
    const struct puzzlescript_pieces *pieces = wanted;
    const struct game_source *game_source = from->level.game_source;
    struct census census;
    struct grid first;
    if (game_source == NULL || (pieces->keep == NULL && from->transform.size == 0))
        return true;
    if (!take_census(game_source, &census, error) || !read_level(game_source, 0, &first, error))
        return false;
    int walls = census.wall < 0 ? 0 : 2;
    bool good = first.columns > walls && first.rows > walls;
    if (good)
        *size = (struct board_size){(unsigned)(first.columns - walls), (unsigned)(first.rows - walls)};
    else
        text_addf(error, "%s: the first level has no cells inside its wall", text_string(&from->level.file));
    grid_free(&first);
    return good;
}

static bool start(struct proposal *proposal, struct text *error)
{
    struct puzzlescript_pieces *pieces = proposal->pieces;
    if (proposal->from == NULL) {
        text_add_string(error, "puzzlescript: name the source of the game with --from=FILE");
        return false;
    }
    if (pieces->keep != NULL && proposal->options->size.columns != 0) {
        text_add_string(error, "--size cannot be combined with --keep: the game's first level has one");
        return false;
    }
    struct game_source *game_source = source_hold(proposal->from->level.game_source);
    if (game_source == NULL) {
        text_addf(error, "%s: this is not the source of a game", text_string(&proposal->from->level.file));
        return false;
    }
    proposal->shared = game_source;
    proposal->variant.game_source = game_source;
    const struct ps_source *own = ps_source_of(game_source);
    bool good = find_all_pieces(game_source, pieces, error);
    if (good && pieces->wall != 0)
        proposal->size = (struct board_size){proposal->size.columns + 2, proposal->size.rows + 2};
    if (good && own->program->line_of_chance > 0) {
        text_addf(error, "%s:%d: this rule uses `random`: the levels cannot be judged",
                  text_string(&proposal->from->level.file), own->program->line_of_chance);
        good = false;
    }
    good = good && start_transforming(proposal, error);
    if (good && pieces->transforming == NULL && pieces->floor == 0) {
        text_addf(error, "%s: there is no floor: the levels contain nothing but %s%s%s",
                  text_string(&proposal->from->level.file), pieces->wall == 0 ? "" : "the wall",
                  pieces->wall == 0 || pieces->keep == NULL ? "" : " and ",
                  pieces->keep == NULL ? "" : "what --keep names");
        good = false;
    }
    if (!good) {
        drop_pieces(pieces);
        source_release(game_source);
    }
    return good;
}

static void stop(struct proposal *proposal)
{
    drop_pieces(proposal->pieces);
    source_release(proposal->shared);
}

/* Makes the memory of a thread, with a worker for the rules that make levels. */
static void *make_scratch(const struct proposal *proposal)
{
    const struct puzzlescript_pieces *pieces = proposal->pieces;
    const struct board_size *size = &proposal->size;
    bool good = pieces->transforming == NULL ||
                transform_add_worker(pieces->transforming->transform, (int)size->columns, (int)size->rows);
    return good ? climb_make(proposal) : NULL;
}

#define AT(member) offsetof(struct puzzlescript_pieces, member)

static const struct option_row rows[] = {
    OPTION(STRING, "pieces", AT(pieces), "LIST", PIECE_GROUP,
           .help = "number of each piece, as in 'P=1 *=2-3 #=10-20' (default: as in the game's own levels)"),
    OPTION(STRING, "keep", AT(keep), "CHARS", PIECE_GROUP,
           .help = "characters whose cells stay as in the game's first level, such as a river or a house; the levels "
                   "then have its size"),
};

const struct proposer proposer_puzzlescript = {
    .game = &game_puzzlescript,
    .methods = climb_methods,
    .size = {6, 6},
    .min_side = 1,
    .max_side = 40,
    .rows = rows,
    .row_count = sizeof rows / sizeof *rows,
    .piece_bytes = sizeof(struct puzzlescript_pieces),
    .size_of_source = size_of_source,
    .start = start,
    .stop = stop,
    .climb = &climb,
    .scratch_make = make_scratch,
    .scratch_free = climb_free,
    .propose = climb_propose,
};

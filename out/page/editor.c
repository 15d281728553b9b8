/* Functions for the editor.  For the edited level, valid or not: its picture, its first error and its cells in words,
 * the smallest level that is the same puzzle, and the level after a designer's own rules.  For a game: everything that
 * an editor must know about it. */
#include "base/rng.h"
#include "base/text.h"
#include "base/utf8.h"
#include "games/draw/face.h"
#include "gen/puzzlescript/transform.h"
#include "out/pack.h"
#include "out/page/engine.h"
#include "out/picture.h"
#include "solve/explain/compact.h"
#include "solve/explain/words.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* --- a game, for an editor --- */

static bool is_content(const struct game_content *content, char c)
{
    while (content->cell != 0 && content->cell != c)
        content++;
    return content->cell != 0;
}

static void add_content(const char *before, struct game_content content, const struct game_source *game_source,
                        const struct face_words *words, struct text *json)
{
    text_add_string(json, before);
    utf8_add_json_cell(json, '{', "cell", (unsigned char)content.cell);
    utf8_add_json_cell(json, ',', "piece", (unsigned char)content.piece);
    utf8_add_json_cell(json, ',', "ground", (unsigned char)content.ground);
    if (game_source == NULL) {
        const struct cell_words *cell = words->cells;
        while (cell->words != NULL && cell->cell != content.cell)
            cell++;
        text_add_json_member(json, ',', "words", cell->words == NULL ? "" : cell->words);
    } else {
        struct text told = {0};
        game_source->language->language->tell(game_source, (unsigned char)content.cell, &told);
        output_member(',', "words", &told);
    }
    text_add_char(json, '}');
}

static void add_bodies(const struct game *game, const struct piece_words *bodies, struct text *json)
{
    for (size_t n = 0; bodies->names[n] != NULL; n++) {
        text_add_string(json, n == 0 ? "" : ",");
        /* The letters of a body: the head's letter and those after it, up to the letter of another head. */
        const char *heads = bodies->heads;
        char head = heads[n], letters[64] = {head, '\0'};
        for (size_t k = 1; k + 1 < sizeof letters; k++) {
            char next = (char)(head + (char)k);
            if (!isalnum((unsigned char)next) || strchr(heads, next) != NULL || strchr(game->cells, next) == NULL)
                break;
            letters[k] = next;
        }
        text_add_json_member(json, '{', "letters", letters);
        text_add_json_member(json, ',', "words", bodies->names[n]);
        text_add_char(json, '}');
    }
}

static const char *json_bool(bool value)
{
    return value ? "true" : "false";
}

/* Input: a level; only its game matters.  Output: the contents that an editor can place, as JSON.  Returns false if the
 * game is unknown or its levels cannot be edited. */
bool EXPORT(edit_game)(void)
{
    struct given level;
    if (!input_level(&level))
        return false;
    const struct game *game = level.game;
    const struct game_source *game_source = level.variant.game_source;
    const struct game_content *contents = game_source == NULL ? game->contents : game->language->contents(game_source);
    if (contents == NULL || contents->cell == 0)
        return output_fail("levels of this game are not edited");
    const struct face_words *words = face_of(game)->words;
    struct text *json = output_begin();
    text_add_json_member(json, '{', "title", game_title(game, game_source));
    text_add_json_member(json, ',', "move", words->moves[level.variant.metric][0]);
    text_add_json_member(json, ',', "moves", words->moves[level.variant.metric][1]);
    /* "framed": the level has an outer wall; "locked": the outer wall cannot be edited; "counted": positions count the
     * outer wall. */
    text_addf(json, ",\"spaced\":%s,\"framed\":%s,\"locked\":%s,\"counted\":%s,\"symmetries\":%u",
              json_bool(game->spaced), json_bool(game->spaced || game->margin != MARGIN_NONE),
              json_bool(game->spaced || game->margin == MARGIN_WALL),
              json_bool(game->margin != MARGIN_WALL || game->move_cell != NULL),
              game->language == NULL ? game->symmetries : GRID_SYMMETRIES);
    bool timed = game_source != NULL && game->language->interval(game_source) > 0;
    text_addf(json, ",\"timed\":%s", json_bool(timed));
    utf8_add_json_cell(json, ',', "outside",
                       (unsigned char)(game->language == NULL ? (char)game->outside : contents->cell));
    /* A source's table has the contents of its levels.  Other characters that its levels can hold count as pieces. */
    text_add_string(json, ",\"contents\":[");
    for (const struct game_content *content = contents; content->cell != 0; content++)
        add_content(content == contents ? "" : ",", *content, game_source, words, json);
    for (int c = 1; game_source != NULL && c < 256; c++) {
        struct text told = {0};
        game_source->language->language->tell(game_source, (unsigned char)c, &told);
        if (told.size > 0 && !is_content(contents, (char)c))
            add_content(",", (struct game_content){(char)c, (char)c, contents->cell}, game_source, words, json);
        json->failed |= told.failed;
        text_free(&told);
    }
    /* The characters that are separate pieces on plain ground and have words; a piece may have several cells. */
    text_add_string(json, "],\"others\":[");
    const char *before = "";
    for (const struct cell_words *cell = words->cells; game->same_piece != NULL && cell->words != NULL; cell++) {
        if (strchr(game->cells, cell->cell) == NULL || is_content(game->contents, cell->cell))
            continue;
        text_add_string(json, before);
        utf8_add_json_cell(json, '{', "cell", (unsigned char)cell->cell);
        text_add_json_member(json, ',', "words", cell->words);
        text_add_char(json, '}');
        before = ",";
    }
    text_add_string(json, "],\"bodies\":[");
    if (game->same_piece != NULL && words->chosen != NULL)
        add_bodies(game, words->chosen, json);
    /* The kinds of players in the levels of a source: their characters, and how many there are. */
    text_add_string(json, "],\"players\":[");
    struct player_kind kind;
    for (int n = 0; game_source != NULL && game->language->players(game_source, n, &kind); n++) {
        struct text cells = {0};
        for (int c = 1; c < 256; c++) {
            if (kind.held[c])
                utf8_add_cells(&cells, &(unsigned char){(unsigned char)c}, 1);
        }
        text_addf(json, "%s{\"low\":%u,\"high\":%u", n == 0 ? "" : ",", kind.low, kind.high);
        output_member(',', "cells", &cells);
        text_add_char(json, '}');
    }
    text_add_string(json, "]}");
    return true;
}

/* --- a level --- */

static struct {
    const struct game *game;
    const struct game_source *game_source; /* owns a holder; or NULL */
    struct grid grid;
    struct scene scene;
} sketch;

static void forget_sketch(void)
{
    grid_free(&sketch.grid);
    scene_free(&sketch.scene);
    source_release((struct game_source *)(uintptr_t)sketch.game_source);
    sketch.game = NULL;
    sketch.game_source = NULL;
    sketch.grid = (struct grid){0};
}

/* Releases the level that is played and the sketch, which hold on to the sources of their games. */
void EXPORT(unload)(void)
{
    engine_close();
    forget_sketch();
}

/* Input: a level, which need not be valid.  Returns whether it is valid; if not, the output is the row, the column and
 * the reason, separated by tabs.  The functions below work on this level. */
bool EXPORT(sketch_level)(void)
{
    struct given level;
    forget_sketch();
    if (!input_level(&level))
        return false;
    level.variant.chance = true; /* games of chance are drawn like others */
    sketch.game = level.game;
    sketch.game_source = level.variant.game_source == NULL ? NULL : source_hold(level.variant.game_source);
    struct complaint complaint = {0};
    if (!input_grid(&level, &sketch.grid, &complaint)) {
        forget_sketch();
        text_addf(output_begin(), "0\t0\t%s", complaint.message);
        return false;
    }
    struct puzzle *puzzle = input_load(&level, &sketch.grid, &complaint);
    for (int cell = 0; cell < grid_size(&sketch.grid); cell++) {
        if (sketch.grid.cells[cell] == '\0')
            sketch.grid.cells[cell] = sketch.game->outside;
    }
    /* The picture shows all cells.  The objects of a source's level are known only if it is valid and has a puzzle. */
    const struct scene_text text = {.drawn = &sketch.grid, .puzzle = sketch.game->language == NULL ? NULL : puzzle};
    bool good = puzzle != NULL, seen = scene_make(&sketch.scene, sketch.game, &text);
    if (seen)
        sketch.scene.view = scene_whole(&sketch.scene);
    output_begin();
    if (good)
        sketch.game->free(puzzle);
    if (!seen) {
        forget_sketch();
        return output_fail("0\t0\tout of memory");
    }
    if (!good)
        text_addf(&passed.output, "%d\t%d\t%s", complaint.row, complaint.column, complaint.message);
    return good;
}

/* Input: a level.  Output: its rows as its rules read them, if these decide which cells lie outside the level, such as
 * spaces around its wall: those hold what surrounds levels.  Returns false if all rows stay as they are or the level is
 * not valid. */
bool EXPORT(level_rows)(void)
{
    struct given level;
    struct grid grid = {0}, drawn = {0};
    struct complaint complaint;
    if (!input_level(&level) || !level.game->ragged || !input_grid(&level, &grid, &complaint))
        return false;
    struct puzzle *puzzle = input_load(&level, &grid, &complaint);
    bool good = puzzle != NULL && puzzle_draw_start(puzzle, &drawn);
    struct text *text = output_begin();
    if (good)
        game_add_rows(level.game, &drawn, text);
    if (puzzle != NULL)
        level.game->free(puzzle);
    grid_free(&drawn);
    grid_free(&grid);
    return good;
}

/* Input: a level of a source.  Output: the level as text or, with `head`, the source up to its levels.  Returns false
 * if the input is not such a level. */
bool EXPORT(level_file)(bool head)
{
    struct given level;
    struct grid grid;
    struct complaint complaint;
    if (!input_level(&level))
        return false;
    const struct game_source *game_source = level.variant.game_source;
    if (game_source == NULL || !input_grid(&level, &grid, &complaint))
        return output_fail("no level of a source");
    if (head)
        level.game->language->write_head(game_source, NULL, NULL, output_begin());
    else
        level.game->language->write_level(game_source, &grid, output_begin());
    grid_free(&grid);
    return true;
}

/* Output: the box that the picture fills. */
void EXPORT(sketch_view)(void)
{
    output_box(&sketch.scene.view);
}

/* Output: the picture. */
void EXPORT(sketch_picture)(void)
{
    struct pen pen = pen_svg(output_begin());
    if (sketch.scene.face != NULL) /* NULL: the level could not be drawn */
        passed.output.failed |= !picture_draw(&sketch.scene, &pen);
}

/* Output: the cells in words, one per line. */
void EXPORT(sketch_cells)(void)
{
    struct text *told = output_begin();
    for (int cell = 0; cell < grid_size(&sketch.grid); cell++) {
        const struct face_words *words = face_of(sketch.game)->words;
        unsigned char c = sketch.grid.cells[cell];
        /* The name of the body that has the character as a segment, or NULL. */
        const struct piece_words *bodies = sketch.game->same_piece == NULL ? NULL : words->chosen;
        const char *body = NULL;
        for (size_t n = 0; bodies != NULL && isalnum(c) && bodies->names[n] != NULL; n++) {
            unsigned char head = (unsigned char)bodies->heads[n];
            if (c >= head && !isdigit(c) == !isdigit(head) && !isupper(c) == !isupper(head))
                body = bodies->names[n];
        }
        tell_cell(sketch.game, &sketch.grid, cell, told);
        text_add_string(told, ": ");
        if (sketch.game_source != NULL)
            sketch.game->language->tell(sketch.game_source, c, told);
        else if (body != NULL)
            text_addf(told, "%s, %c", body, c);
        else
            tell_content(words, c, told);
        text_add_char(told, '\n');
    }
}

/* --- a smaller level; see solve/explain/compact.h --- */

#define COMPACT_MEMORY ((uint64_t)160 << 20)

/* Input: a level.  Output: the reduced level as JSON: {told, gone, rows}, without `rows` if nothing is tried.  Returns
 * false if the input is not a level or memory runs out; the output says which. */
bool EXPORT(compact)(double seconds)
{
    const struct request request = {.limits = {.max_memory = COMPACT_MEMORY, .timeout = seconds},
                                    .measures = MEASURES_AUTO};
    struct judgement judgement;
    struct subject subject;
    struct compact compact;
    struct given level;
    struct text told = {0};
    if (!input_level(&level))
        return false;
    struct puzzle *puzzle = input_puzzle(&level);
    if (puzzle == NULL)
        return false;
    bool judged = judge(puzzle, &request, &judgement), good = false;
    struct text *json = output_begin();
    if (judged && tell_not_compacted(puzzle, &judgement, &told)) {
        output_member('{', "told", &told);
        text_add_string(json, ",\"gone\":0}");
        good = true;
    } else if (judged && subject_make(&subject, puzzle, level.variant)) {
        good = compact_find(&compact, &subject, &judgement, &request.limits);
        if (good) {
            /* The remaining rows, and the removed parts in the words of `solve --compact`. */
            tell_compacted(&compact, &told);
            output_member('{', "told", &told);
            text_addf(json, ",\"gone\":%zu,\"rows\":", compact.gone_count);
            pack_add_json_rows(&compact.now.text, json);
            text_add_char(json, '}');
            compact_free(&compact);
        }
        subject_free(&subject);
    }
    if (judged)
        judgement_free(&judgement);
    level.game->free(puzzle);
    return good || output_fail("out of memory");
}

/* --- suggestions by a designer's own rules; see gen/puzzlescript/transform.h --- */

static struct {
    struct transform *transform;    /* NULL: no rules */
    struct game_source *own_source; /* owns a holder */
    struct text rules;
    struct rng rng;
    int columns, rows; /* size of the levels that `transform` is ready for; 0: none */
} changes;

/* Reads the rules from their text, for the source that was read last. */
static bool read_rules(void)
{
    transform_free(changes.transform);
    source_release(changes.own_source);
    changes.columns = changes.rows = 0;
    changes.own_source = source_hold(passed.game_source);
    changes.transform = transform_read(changes.own_source, text_string(&changes.rules), "Line", 1, output_begin());
    return changes.transform != NULL;
}

/* Input: rules for the game whose source was read last.  Returns false if they are not valid; the output says what is
 * wrong. */
bool EXPORT(transform_rules)(unsigned seed)
{
    if (passed.game_source == NULL)
        return output_fail("no game with a source");
    rng_start(&changes.rng, seed, 0);
    text_clear(&changes.rules);
    text_add_string(&changes.rules, passed.input);
    return changes.rules.failed ? output_fail("out of memory") : read_rules();
}

/* Input: a level of that game.  Output: its rows after the rules are applied.  Returns false if the rules change
 * nothing or cannot be applied. */
bool EXPORT(transform_level)(void)
{
    struct given level;
    struct grid grid;
    struct complaint complaint;
    if (!input_level(&level))
        return false;
    output_begin();
    const struct game_source *game_source = level.variant.game_source;
    if (game_source == NULL || game_source != changes.own_source || changes.transform == NULL ||
        !input_grid(&level, &grid, &complaint))
        return false;
    /* Prepares the rules for levels of this size.  Rules prepared for another size are first read again, which frees
     * the memory of that preparation. */
    bool changed = true;
    if (grid.columns != changes.columns || grid.rows != changes.rows) {
        changed = changes.columns == 0 || read_rules();
        if (changed) {
            changes.columns = grid.columns;
            changes.rows = grid.rows;
            changed = transform_add_worker(changes.transform, grid.columns, grid.rows);
        }
    }
    changed = changed && transform_apply(changes.transform, &grid, &changes.rng);
    if (changed)
        pack_add_json_rows(&grid, &passed.output);
    grid_free(&grid);
    return changed;
}

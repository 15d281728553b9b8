/* The page's engine: rules, search and drawing, compiled to WebAssembly.  It holds the level that is being played. */
#include "out/page/engine.h"

#include "games/draw/face.h"
#include "out/picture.h"
#include "play/session.h"
#include "solve/level/report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- input and output of the functions for scripts --- */

struct passed passed;

char *EXPORT(input)(size_t size)
{
    free(passed.input);
    passed.input = malloc(size + 1);
    if (passed.input != NULL)
        passed.input[size] = '\0';
    return passed.input;
}

const char *EXPORT(output)(void)
{
    return passed.output.failed ? NULL : text_string(&passed.output);
}

size_t EXPORT(output_size)(void)
{
    return passed.output.size;
}

struct text *output_begin(void)
{
    text_free(&passed.output);
    return &passed.output;
}

void output_point(struct point point)
{
    text_addf(output_begin(), "%g %g", point.x, point.y);
}

void output_box(const struct box *box)
{
    text_addf(output_begin(), "%g %g %g %g", box->x, box->y, box->width, box->height);
}

void output_member(char before, const char *name, struct text *text)
{
    text_add_json_member(&passed.output, before, name, text_string(text));
    passed.output.failed |= text->failed;
    text_free(text);
}

bool output_fail(const char *reason)
{
    text_add_string(output_begin(), reason);
    return false;
}

bool input_source(source_listener *hear, void *context, bool *no_memory)
{
    char *source = strchr(passed.input, '\n');
    output_begin();
    source_release(passed.game_source);
    passed.game_source = NULL;
    if (source == NULL)
        return output_fail("no source");
    *source++ = '\0';
    const struct game *game = game_find(passed.input);
    if (game == NULL || game->language == NULL)
        return output_fail("an unknown language");
    passed.game_source = game->language->read(source, strlen(source), hear, context, NULL, no_memory);
    return true;
}

static void hear_first_error(void *context, int line, bool error, const char *message)
{
    (void)context;
    if (error && passed.output.size == 0)
        text_addf(&passed.output, "line %d: %s", line, message);
}

/* Input: the name of a language and, from the second line on, the source for levels that are loaded later.  Without a
 * second line, those levels have no source.  Returns false if something is wrong; the output says what. */
bool EXPORT(game_source)(void)
{
    bool none = strchr(passed.input, '\n') == NULL, no_memory = false;
    if (!input_source(hear_first_error, NULL, &no_memory)) {
        if (none)
            output_begin();
        return none;
    }
    return passed.game_source != NULL || (no_memory ? output_fail("out of memory") : false);
}

/* Takes the next line from the input. */
static char *next_line(char **rest)
{
    char *line = *rest, *end = strchr(line, '\n');
    *rest = end == NULL ? line + strlen(line) : end + 1;
    if (end != NULL)
        *end = '\0';
    return line;
}

bool input_level(struct given *level)
{
    char *rest = passed.input;
    struct complaint complaint = {0};
    const struct game *game = game_find(next_line(&rest));
    const char *rules = next_line(&rest), *metric = next_line(&rest);
    *level = (struct given){.game = game, .rows = rest};
    if (game == NULL)
        return output_fail("an unknown game");
    bool known =
        variant_find(game, *rules == '\0' ? NULL : rules, *metric == '\0' ? NULL : metric, &level->variant, &complaint);
    level->variant.game_source = game->language == NULL ? NULL : passed.game_source;
    return known || output_fail(complaint.message);
}

/* The Latin-1 character at *c, decoded from UTF-8; advances *c to its last byte. */
static unsigned char take_character(const char **c)
{
    unsigned char first = (unsigned char)**c, second = (unsigned char)(*c)[1];
    if ((first & 0xfc) != 0xc0 || (second & 0xc0) != 0x80)
        return first;
    ++*c;
    return (unsigned char)((first & 3) << 6 | (second & 0x3f));
}

bool input_grid(const struct given *level, struct grid *grid, struct complaint *complaint)
{
    int columns = 1, lines = 1, row = 0, column = 0;
    for (const char *c = level->rows; *c != '\0'; c++) {
        column = take_character(&c) == '\n' ? 0 : column + 1;
        lines += *c == '\n';
        columns = column > columns ? column : columns;
    }
    if (columns > GRID_MAX_SIDE || lines > GRID_MAX_SIDE) {
        complain(complaint, 0, 0, "it has more than %d columns or rows", GRID_MAX_SIDE);
        return false;
    }
    if (!grid_make(grid, columns, lines, level->game->ragged ? '\0' : level->game->outside)) {
        complain(complaint, 0, 0, "out of memory");
        return false;
    }
    column = 0;
    for (const char *c = level->rows; *c != '\0'; c++) {
        unsigned char character = take_character(&c);
        if (character != '\n')
            grid->cells[row * columns + column++] = character;
        else
            row++, column = 0;
    }
    return true;
}

struct puzzle *input_load(const struct given *level, const struct grid *grid, struct complaint *complaint)
{
    const struct game *game = level->game;
    for (int cell = 0; game->language == NULL && cell < grid_size(grid); cell++) {
        unsigned char c = grid->cells[cell];
        if (c == '\0' ? game->ragged : strchr(game->cells, c) != NULL)
            continue;
        complain(complaint, cell / grid->columns + 1, cell % grid->columns + 1,
                 "a character that is none of this game");
        return NULL;
    }
    return game->load(grid, level->variant, complaint);
}

struct puzzle *input_puzzle(const struct given *level)
{
    struct grid grid = {0};
    struct complaint complaint = {0};
    struct puzzle *puzzle = input_grid(level, &grid, &complaint) ? input_load(level, &grid, &complaint) : NULL;
    grid_free(&grid);
    if (puzzle == NULL)
        output_fail(complaint.message);
    return puzzle;
}

/* --- the level that is played --- */

/* The memory limit of a hint's search.  The linker limits the memory of the whole module. */
#define SEARCH_MEMORY ((uint64_t)160 << 20)

struct engine engine;

const struct face_words *engine_words(void)
{
    return face_of(engine.puzzle->game)->words;
}

static void forget_between(void)
{
    for (unsigned i = 0; i < engine.between_count; i++)
        scene_free(&engine.between[i]);
    free(engine.between);
    engine.between = NULL;
    engine.between_count = engine.shown = 0;
}

void engine_close(void)
{
    forget_between();
    session_close(engine.session);
    if (engine.puzzle != NULL)
        engine.puzzle->game->free(engine.puzzle);
    engine.session = NULL;
    engine.puzzle = NULL;
    engine.said = NULL;
    grid_free(&engine.before);
    grid_free(&engine.after);
    scene_free(&engine.start);
    scene_free(&engine.from);
    scene_free(&engine.to);
}

/* Draws the current state and makes it the later of the two scenes. */
static bool redraw(void)
{
    struct grid drawn = {0};
    struct scene scene;
    bool first = engine.start.face == NULL;
    if (!session_draw(engine.session, &drawn) ||
        !session_scene(engine.session, engine.puzzle, first ? NULL : &engine.start, &scene)) {
        grid_free(&drawn);
        return output_fail("out of memory");
    }
    grid_free(&engine.before);
    scene_free(&engine.from);
    forget_between();
    engine.before = engine.after;
    engine.from = engine.to;
    engine.after = drawn;
    engine.to = scene;
    engine.view = first ? scene.view : box_union(engine.view, scene.view);
    return true;
}

/* Input: a level, see engine.h.  Returns false if it cannot be loaded; the output says why. */
bool EXPORT(load)(void)
{
    struct given level;
    engine_close();
    if (!input_level(&level))
        return false;
    level.variant.ticks = true;
    level.variant.chance = true; /* random choices are always the same, so that stored presses give the same state */
    engine.puzzle = input_puzzle(&level);
    if (engine.puzzle == NULL)
        return false;
    engine.session = session_open(engine.puzzle);
    engine.metric = level.variant.metric;
    engine.key = KEY_NONE;
    if (engine.session == NULL)
        output_fail("out of memory");
    else if (redraw() && scene_copy(&engine.start, &engine.to) && redraw())
        return true;
    engine_close();
    return false;
}

/* --- playing --- */

static bool redraw_after(unsigned key, unsigned piece, size_t trail)
{
    engine.key = key;
    engine.piece = piece;
    engine.trail = trail;
    return redraw();
}

int EXPORT(press)(unsigned key)
{
    size_t trail = session_trail(engine.session, NULL, 0);
    engine.moves = session_moves(engine.session);
    unsigned piece = session_hand(engine.session);
    enum press press;
    engine.said = session_said(engine.session, key, &engine.said_turn);
    if (!session_press(engine.session, key, &press))
        return PRESS_NOTHING;
    if (press == PRESS_NOTHING && engine.said == NULL && engine_words()->refused != NULL)
        engine.said = engine_words()->refused(&engine.after, key);
    return press != PRESS_NOTHING && redraw_after(key, piece, trail) ? (int)press : PRESS_NOTHING;
}

/* Output: the rules' message for the last key press, or why they refused it; empty if neither applies. */
void EXPORT(said)(void)
{
    text_add_string(output_begin(), engine.said == NULL ? "" : engine.said);
}

/* The part of the last change (see `parts`) that the message belongs to. */
unsigned EXPORT(said_part)(void)
{
    return engine.said_turn < engine.between_count ? engine.said_turn : engine.between_count;
}

bool EXPORT(undo)(void)
{
    size_t trail = session_trail(engine.session, NULL, 0);
    return session_undo(engine.session) && redraw_after(KEY_NONE, 0, trail);
}

bool EXPORT(redo)(void)
{
    size_t trail = session_trail(engine.session, NULL, 0);
    return session_redo(engine.session) && redraw_after(KEY_NONE, 0, trail);
}

void EXPORT(restart)(void)
{
    session_restart(engine.session);
    redraw_after(KEY_NONE, 0, 0);
}

bool EXPORT(solved)(void)
{
    return session_solved(engine.session);
}

unsigned EXPORT(moves)(void)
{
    return (unsigned)session_moves(engine.session);
}

/* The key that chooses the next piece, or -1. */
int EXPORT(next_piece)(void)
{
    unsigned key = session_next_piece(engine.session);
    return key == KEY_NONE ? -1 : (int)key;
}

/* The key that chooses the piece at a position in the picture, or -1. */
int EXPORT(piece_at)(double x, double y)
{
    for (size_t i = 0; i < engine.to.count; i++) {
        const struct sprite *sprite = &engine.to.sprites[i];
        int piece = -1; /* its number; -1: it cannot be chosen */
        unsigned char other;
        for (unsigned n = 0; piece < 0 && sprite->symbol != 0 && (other = session_symbol(engine.session, n)) != 0; n++)
            piece = other == sprite->symbol ? (int)n : -1;
        const struct point *points = engine.to.points + sprite->first;
        bool near = fabs(sprite->x - x) < 0.5 && fabs(sprite->y - y) < 0.5;
        for (size_t k = 0; k < sprite->count && !near; k++)
            near = fabs(points[k].x - x) < 0.5 && fabs(points[k].y - y) < 0.5;
        if (piece >= 0 && near)
            return KEY_PIECE + piece;
    }
    return -1;
}

/* The number of cells that the last change covered or uncovered, at least 1. */
unsigned EXPORT(cells_moved)(void)
{
    size_t now = session_trail(engine.session, NULL, 0), then = engine.trail;
    size_t moved = now > then ? now - then : then - now;
    return moved > 1 ? (unsigned)moved : 1;
}

/* --- showing --- */

/* Adds the scene of a position to `between`.  Returns false if that was the last one allowed or memory runs out; the
 * last part of the change then leads from the last scene to the end. */
static bool add_between(void *context, const uint64_t *position)
{
    enum { MOST = 500, MOST_SPRITES = 1 << 18 };
    const struct scene_text text = {.drawn = &engine.after,
                                    .start = &engine.start,
                                    .puzzle = engine.puzzle,
                                    .state = session_state_after(engine.session, session_moves(engine.session)),
                                    .position = position};
    size_t *sprites = context;
    struct scene *more = realloc(engine.between, (engine.between_count + 1) * sizeof *more);
    if (more == NULL)
        return false;
    engine.between = more;
    if (!scene_make(&more[engine.between_count], engine.puzzle->game, &text))
        return false;
    *sprites += more[engine.between_count++].count;
    return engine.between_count < MOST && *sprites < MOST_SPRITES;
}

/* Divides the last change into parts to show one after another.  Returns their number: 1, unless the rules make more
 * turns after the player's.  Shows the first part. */
unsigned EXPORT(parts)(void)
{
    const struct language *language = engine.puzzle->game->language;
    size_t sprites = 0;
    forget_between();
    if (language != NULL && engine.key != KEY_NONE)
        language->between(engine.puzzle, session_state_after(engine.session, engine.moves), engine.piece, engine.key,
                          add_between, &sprites);
    return engine.between_count + 1;
}

/* Shows the n-th part of the last change, from 0. */
void EXPORT(show_part)(unsigned n)
{
    engine.shown = n < engine.between_count ? n : engine.between_count;
}

/* The seconds between parts. */
double EXPORT(part_interval)(void)
{
    const struct language *language = engine.puzzle->game->language;
    return language == NULL ? 0 : language->between_interval(language->source_of(engine.puzzle));
}

/* The scene after the part on show. */
static const struct scene *part_to(void)
{
    return engine.shown == engine.between_count ? &engine.to : &engine.between[engine.shown];
}

/* Output: the visible part of the pictures, as an SVG view box.  It may grow while a level is played. */
void EXPORT(view)(void)
{
    output_box(&engine.view);
}

/* Output: the part of the view that the player sees, in the same form; empty if the player sees all of it. */
void EXPORT(window)(void)
{
    const struct box *window = &part_to()->window;
    output_begin();
    if (window->width > 0)
        output_box(window);
}

/* Output: the player's position after the part on show, "x y"; empty if the level has no player or its game is not
 * written in a language. */
void EXPORT(focus)(void)
{
    struct point player = part_to()->player;
    output_begin();
    if (engine.puzzle->game->language != NULL && player.x >= 0)
        output_point(player);
}

/* Output: why searches of the level give no exact answers; empty if they do. */
void EXPORT(inexact)(void)
{
    text_add_string(output_begin(), engine.puzzle->inexact == NULL ? "" : engine.puzzle->inexact);
}

/* The seconds between ticks of the game's clock, or 0 if the game has no clock.  A tick is a press of KEY_TICK. */
double EXPORT(interval)(void)
{
    const struct language *language = engine.puzzle == NULL ? NULL : engine.puzzle->game->language;
    return language == NULL ? 0 : language->interval(language->source_of(engine.puzzle));
}

/* Output: the ground, as SVG elements.  It stays valid until the view changes. */
void EXPORT(ground)(void)
{
    struct pen pen = pen_svg(output_begin());
    engine.to.view = engine.view;
    passed.output.failed |= !picture_draw_ground(&engine.to, &pen);
}

/* Output: everything on the ground at the moment t, from 0 to 1, of the part on show, and a ring around the head of the
 * chosen piece, if there are several. */
void EXPORT(pieces)(double t)
{
    struct pen pen = pen_svg(output_begin());
    struct brush brush = brush_of(&pen);
    struct scene moment = {0};
    const struct scene *before = engine.shown == 0 ? &engine.from : &engine.between[engine.shown - 1];
    unsigned char chosen = session_symbol(engine.session, session_hand(engine.session));
    passed.output.failed |= !picture_draw_pieces(before, part_to(), t, &pen);
    if (session_next_piece(engine.session) == KEY_NONE)
        return;
    passed.output.failed |= !scene_between(&moment, &engine.from, &engine.to, t);
    for (size_t i = 0; i < moment.count; i++) {
        const struct sprite *sprite = &moment.sprites[i];
        if (sprite->symbol != chosen)
            continue;
        brush_circle(&brush, sprite->x, sprite->y, 0.6);
        brush_paint(&brush, NULL, &colours_shared[COLOUR_MARK_EDGE], 0.16);
        brush_circle(&brush, sprite->x, sprite->y, 0.6);
        brush_paint(&brush, NULL, &colours_shared[COLOUR_MARK], 0.08);
    }
    scene_free(&moment);
}

/* Output: the style sheet of pictures. */
void EXPORT(colours)(void)
{
    struct text *css = output_begin();
    text_add_string(css, ":root{");
    pen_svg_colours(css, THEME_LIGHT);
    text_add_string(css, "}:root[data-theme=dark]{");
    pen_svg_colours(css, THEME_DARK);
    text_add_char(css, '}');
    pen_svg_classes(css);
}

/* Output: the board in words. */
void EXPORT(board)(void)
{
    struct text *told = output_begin();
    engine_words()->progress(&engine.after, told);
    text_add_char(told, ' ');
    words_board(engine.puzzle, &engine.after, told);
}

/* Output: the last change in words. */
void EXPORT(told)(void)
{
    struct text *told = output_begin();
    if (engine.key == KEY_NONE)
        engine_words()->progress(&engine.after, told);
    else if (engine.key < DIRECTIONS || engine.key == KEY_ACTION)
        words_step(engine.puzzle, &engine.before, &engine.after, engine.key,
                   session_symbol(engine.session, engine.piece), told);
    else
        text_add_string(told,
                        words_piece(engine_words(), session_symbol(engine.session, session_hand(engine.session))));
}

/* Output, one line each: the aim of the game, the name of its moves in the plural and in the singular, the name of a
 * piece that the player can choose, the effect of the action key, and "tours" if every solution is a tour of all cells
 * and all are equally long.  The last three may be empty. */
void EXPORT(about)(void)
{
    const struct game *game = engine.puzzle->game;
    const struct piece_words *chosen = engine_words()->chosen;
    const char *const *moves = engine_words()->moves[engine.metric];
    text_addf(output_begin(), "%s\n%s\n%s\n%s\n%s\n%s", engine_words()->aim, moves[1], moves[0],
              chosen == NULL ? "" : chosen->one,
              game->action && !engine.puzzle->no_action ? engine_words()->action : "", game->tours ? "tours" : "");
}

/* --- hints and solutions --- */

/* Searches for a hint from the current state.  Returns its kind, HINT_UNKNOWN also if memory runs out.  Output: the
 * keys, a byte each. */
int EXPORT(hint)(double seconds, double states)
{
    struct limits limits = {.max_states = (uint64_t)states, .max_memory = SEARCH_MEMORY, .timeout = seconds};
    output_begin();
    engine.hint = (struct hint){0};
    if (!session_hint(engine.session, &limits, &engine.hint))
        return HINT_UNKNOWN;
    text_add(&passed.output, (const char *)engine.hint.keys, engine.hint.key_count);
    return (int)engine.hint.kind;
}

unsigned EXPORT(hint_undo)(void)
{
    return (unsigned)engine.hint.undo;
}

unsigned EXPORT(hint_left)(void)
{
    return (unsigned)engine.hint.left;
}

/* Input: a solution; later hints use it.  Output: the keys that play it from the start, a byte each.  Returns false if
 * it does not solve this level or memory runs out. */
bool EXPORT(route)(void)
{
    struct move_list moves;
    struct text *keys = output_begin();
    bool good = solution_read(engine.puzzle, passed.input, &moves) == 1 &&
                session_learn(engine.session, moves.moves, moves.count);
    struct session *session = good ? session_open(engine.puzzle) : NULL;
    good = session != NULL;
    for (size_t i = 0; good && i < moves.count; i++) {
        const unsigned char *route;
        size_t length;
        enum press press = PRESS_WALK;
        good = session_route(session, moves.moves[i], &route, &length);
        if (good)
            text_add(keys, (const char *)route, length);
        for (size_t k = 0; good && k < length; k++)
            good = session_press(session, route[k], &press) && press != PRESS_NOTHING;
    }
    good = good && session_solved(session);
    session_close(session);
    free(moves.moves);
    return good || output_fail("this is no solution of the level");
}

/* --- taps, and the player's position and moves --- */

/* The cell of the drawing at a position in the picture, or -1. */
static int cell_at(double x, double y)
{
    const struct scene *scene = &engine.to;
    for (int cell = 0; cell < grid_size(&engine.after); cell++) {
        struct point middle = scene_middle(scene, cell);
        bool whole = scene->face->game == NULL || !scene->face->game->spaced ||
                     (cell % scene->columns % 2 == 1 && cell / scene->columns % 2 == 1);
        if (whole && fabs(middle.x - x) <= 0.5 && fabs(middle.y - y) <= 0.5)
            return cell;
    }
    return -1;
}

/* Output: the position of the player or the chosen piece in the picture, "x y"; empty if the level has neither. */
void EXPORT(place)(void)
{
    const struct scene *scene = &engine.to;
    unsigned char symbol = session_symbol(engine.session, session_hand(engine.session));
    /* Pieces that are chosen are sprites; players are characters. */
    for (size_t i = 0; symbol != 0 && i < scene->count; i++) {
        if (scene->sprites[i].symbol == symbol) {
            output_point((struct point){scene->sprites[i].x, scene->sprites[i].y});
            return;
        }
    }
    int cell = touch_player(engine.puzzle, &engine.after, symbol);
    output_begin();
    if (cell >= 0)
        output_point(scene_middle(scene, cell));
}

/* The cell of the piece that a tap at a position in the picture selects for pushing, or -1. */
int EXPORT(pushed_at)(double x, double y)
{
    int cell = cell_at(x, y);
    bool takes = cell >= 0 && engine.puzzle->game->keys != NULL && engine.puzzle->game->move_cell != NULL &&
                 touch_is_piece(engine.puzzle, &engine.after, cell);
    return takes ? cell : -1;
}

/* Output: the keys, a byte each, that walk to a position in the picture or, if `taken` is not -1, push the piece in
 * that cell there.  Returns false if no keys do so. */
bool EXPORT(go_to)(int taken, double x, double y)
{
    struct text *keys = output_begin();
    int cell = cell_at(x, y);
    unsigned hand = session_hand(engine.session);
    const unsigned char *state = session_state_after(engine.session, session_moves(engine.session));
    if (cell < 0)
        return false;
    return taken >= 0 ? touch_push(engine.puzzle, state, hand, taken, cell, keys)
                      : touch_walk(engine.puzzle, state, hand, cell, keys);
}

/* Output: the name of the player's steps if the game counts them in addition to the moves, as games with walking do;
 * otherwise empty. */
void EXPORT(steps_name)(void)
{
    const struct game_keys *keys = engine.puzzle->game->keys;
    bool counts = keys != NULL && keys->next == NULL && engine.metric == 0 && engine_words()->moves[1][1] != NULL;
    text_add_string(output_begin(), counts ? engine_words()->moves[1][1] : "");
}

/* Output: the moves made so far, in the game's notation. */
void EXPORT(made)(void)
{
    const struct puzzle *puzzle = engine.puzzle;
    const game_move *moves = session_made(engine.session);
    size_t count = session_moves(engine.session);
    struct text *output = output_begin();
    size_t length = puzzle->game->write_moves(puzzle, moves, count, NULL, 0);
    char *text = malloc(length + 1);
    if (text == NULL) {
        text_fail(output);
        return;
    }
    puzzle->game->write_moves(puzzle, moves, count, text, length + 1);
    text_add(output, text, length);
    free(text);
}

/* Output, one line each: the game's name, its title (a source's own title, if it has a source), what the player must do
 * and, if the game has an example level, its solution and its rows. */
void EXPORT(rules)(void)
{
    const struct game *game = engine.puzzle->game;
    const struct rules_text *rules = face_of(game)->rules;
    const struct game_source *source = game->language == NULL ? NULL : game->language->source_of(engine.puzzle);
    struct text *output = output_begin();
    text_addf(output, "%s\n%s\n%s", game->name, game_title(game, source), engine_words()->aim);
    if (rules != NULL && rules->lesson != NULL)
        text_addf(output, "\n%s\n%s", rules->lesson_way, rules->lesson);
}

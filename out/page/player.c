/* Functions of the page's engine for the player, other than keys: taps, the player's position, the moves as text. */
#include "games/draw/face.h"
#include "out/page/engine.h"

#include <math.h>
#include <stdlib.h>

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

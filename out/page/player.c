/* Calls of the page's engine that players want besides the keys: taps, where they stand, what they made as text. */
#include "games/draw/face.h"
#include "out/page/engine.h"
#include "out/page/passed.h"
#include "out/page/touch.h"

#include <math.h>
#include <stdlib.h>

static const struct face_words *words(void)
{
    return face_of(engine_puzzle()->game)->words;
}

static unsigned char chosen(void)
{
    return session_symbol(engine_session(), session_hand(engine_session()));
}

static const unsigned char *state(void)
{
    return session_state_after(engine_session(), session_moves(engine_session()));
}

/* The cell of the drawing at a place of the picture; -1: none. */
static int cell_at(double x, double y)
{
    const struct scene *scene = engine_scene();
    for (int cell = 0; cell < grid_size(engine_drawn()); cell++) {
        struct point middle = scene_middle(scene, cell);
        bool whole = scene->face->game == NULL || !scene->face->game->spaced ||
                     (cell % scene->columns % 2 == 1 && cell / scene->columns % 2 == 1);
        if (whole && fabs(middle.x - x) <= 0.5 && fabs(middle.y - y) <= 0.5)
            return cell;
    }
    return -1;
}

/* The middle of who moves, in the picture: pieces that are chosen are sprites, the others characters. */
static bool find_player(struct point *place)
{
    const struct scene *scene = engine_scene();
    unsigned char symbol = chosen();
    for (size_t i = 0; symbol != 0 && i < scene->count; i++) {
        if (scene->sprites[i].symbol == symbol) {
            *place = (struct point){scene->sprites[i].x, scene->sprites[i].y};
            return true;
        }
    }
    int cell = touch_player(engine_puzzle(), engine_drawn(), symbol);
    if (cell >= 0)
        *place = scene_middle(scene, cell);
    return cell >= 0;
}

/* Output: where who moves is, "x y" in the picture; nothing where nobody is. */
void EXPORT(place)(void)
{
    output_begin();
    struct point place;
    if (find_player(&place))
        text_addf(&passed.output, "%g %g", place.x, place.y);
}

/* The cell of the piece at a place of the picture that a tap takes, to push it; -1: none. */
int EXPORT(pushed_at)(double x, double y)
{
    int cell = cell_at(x, y);
    bool takes = cell >= 0 && engine_puzzle()->game->keys != NULL && engine_puzzle()->game->move_cell != NULL &&
                 touch_is_piece(engine_puzzle(), engine_drawn(), cell);
    return takes ? cell : -1;
}

/* Output: the keys, a byte each, that walk to a place of the picture, or push the piece in the cell `taken` there,
 * if that is not -1.  False: there is no way. */
bool EXPORT(go_to)(int taken, double x, double y)
{
    output_begin();
    int cell = cell_at(x, y);
    unsigned hand = session_hand(engine_session());
    if (cell < 0)
        return false;
    return taken >= 0 ? touch_push(engine_puzzle(), state(), hand, taken, cell, &passed.output)
                      : touch_walk(engine_puzzle(), state(), hand, cell, &passed.output);
}

/* Output: what the player's steps are called where they are counted besides the moves, as in games in which one
 * walks; else nothing. */
void EXPORT(steps_name)(void)
{
    output_begin();
    const struct game_keys *keys = engine_puzzle()->game->keys;
    if (keys != NULL && keys->next == NULL && engine_metric() == 0 && words()->moves[1][1] != NULL)
        text_add_string(&passed.output, words()->moves[1][1]);
}

/* Output: the moves made so far, in the game's notation. */
void EXPORT(made)(void)
{
    const struct puzzle *puzzle = engine_puzzle();
    const game_move *moves = session_made(engine_session());
    size_t count = session_moves(engine_session());
    output_begin();
    size_t length = puzzle->game->write_moves(puzzle, moves, count, NULL, 0);
    char *text = malloc(length + 1);
    if (text == NULL) {
        text_fail(&passed.output);
        return;
    }
    puzzle->game->write_moves(puzzle, moves, count, text, length + 1);
    text_add(&passed.output, text, length);
    free(text);
}

/* Output, a line each: the game's name, its title, what a player must do, and a level that shows it with a solution,
 * where there is one: its solution, then its rows. */
void EXPORT(rules)(void)
{
    const struct game *game = engine_puzzle()->game;
    const struct rules_text *rules = face_of(game)->rules;
    output_begin();
    text_addf(&passed.output, "%s\n%s\n%s", game->name, game->title, words()->aim);
    if (rules != NULL && rules->lesson != NULL)
        text_addf(&passed.output, "\n%s\n%s", rules->lesson_way, rules->lesson);
}

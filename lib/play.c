/* Playing and drawing levels; see onlyway.h. */
#include "lib/inside.h"

#include "games/mover.h"
#include "out/pen_svg.h"
#include "out/picture.h"
#include "out/session_scene.h"
#include "solve/show.h"

#include <stddef.h>
#include <stdlib.h>

/* --- playing --- */

struct replay_options {
    bool show;
};

static const struct option_row replay_rows[] = {
    {.name = "show", .kind = OPTION_FLAG, .offset = offsetof(struct replay_options, show),
     .help = "draw the states"},
};

ow_status ow_replay(const ow_level *level, const char *moves, const char *options, int *solved,
                    char **text, char **message)
{
    struct call call = call_begin(message);
    struct replay_options typed = {0};
    struct option_set set = {replay_rows, 1, &typed, NULL};
    struct text told = {0};
    *solved = 0;
    *text = NULL;
    if (call_level(&call, level) && call_options(&call, &set, 1, options)) {
        enum replay_result result =
            show_replay(ow_level_name(level), level->job.puzzle, moves, typed.show, &told);
        *solved = result == REPLAY_SOLVES;
        if (result == REPLAY_UNREADABLE) {
            text_add_text(&call.error, &told);
            call_fail(&call, OW_BAD_INPUT);
        }
    }
    if (call_good(&call, &told))
        *text = take_string(&told);
    if (*text == NULL)
        call_fail(&call, OW_NO_MEMORY);
    text_free(&told);
    return call_end(&call);
}

/* --- drawing --- */

enum { DRAW_AUTO = 2 }; /* after the themes */

struct draw_options {
    unsigned theme;
    uint64_t scale;
    bool whole;
};

#define AT(member) offsetof(struct draw_options, member)

static const struct option_row draw_rows[] = {
    {.name = "theme", .kind = OPTION_CHOICE, .offset = AT(theme), .argument = "light|dark|auto",
     .initial = "light", .help = "colours"},
    {.name = "scale", .kind = OPTION_NUMBER, .offset = AT(scale), .argument = "N",
     .initial = "48", .low = 1, .high = 1000, .help = "pixels a cell"},
    {.name = "whole", .kind = OPTION_FLAG, .offset = AT(whole), .help = "show all of the text"},
};

/* Plays a move.  False: out of memory. */
static bool press_move(struct session *session, game_move move)
{
    const unsigned char *keys;
    size_t count;
    enum press press;
    if (!session_route(session, move, &keys, &count))
        return false;
    for (size_t i = 0; i < count; i++) {
        if (!session_press(session, keys[i], &press))
            return false;
    }
    return true;
}

/* Plays the next move, if it is one.  False: something is wrong. */
static bool play_move(struct session *session, struct mover *mover, game_move move,
                      struct call *call)
{
    if (session_solved(session) || !mover_move(mover, move)) {
        text_addf(&call->error, "move %zu %s", session_moves(session) + 1,
                  session_solved(session) ? "comes after the level is solved" : "is illegal");
        return call_fail(call, OW_BAD_INPUT);
    }
    return press_move(session, move) || call_fail(call, OW_NO_MEMORY);
}

/* Plays moves given as text. */
static void play(struct session *session, const struct puzzle *puzzle, const char *moves,
                 struct call *call)
{
    struct move_reader reader = {.text = moves};
    struct complaint complaint = {0};
    struct mover mover;
    game_move move;
    int got = 0;
    if (!mover_make(&mover, puzzle))
        call_fail(call, OW_NO_MEMORY);
    while (call_good(call, NULL) &&
           (got = puzzle->game->read_move(puzzle, mover.state, &reader, &move, &complaint)) > 0)
        play_move(session, &mover, move, call);
    if (got < 0) {
        text_addf(&call->error, "cannot read the moves: %s", complaint.message);
        call_fail(call, complaint.failed ? OW_NO_MEMORY : OW_BAD_INPUT);
    }
    mover_free(&mover);
}

static void write_style(unsigned theme, struct text *svg)
{
    text_add_string(svg, "<style>svg{");
    pen_svg_colours(svg, theme == THEME_DARK ? THEME_DARK : THEME_LIGHT);
    text_add_char(svg, '}');
    if (theme == DRAW_AUTO) {
        text_add_string(svg, "@media(prefers-color-scheme:dark){svg{");
        pen_svg_colours(svg, THEME_DARK);
        text_add_string(svg, "}}");
    }
    pen_svg_classes(svg);
    text_add_string(svg, "</style>");
}

/* Writes the picture of a scene as a document.  False: out of memory. */
static bool write_svg(const struct scene *scene, const struct draw_options *options,
                      struct text *svg)
{
    const struct box *view = &scene->view;
    double scale = (double)options->scale;
    struct pen pen = pen_svg(svg);
    text_addf(svg,
              "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%g\" height=\"%g\" "
              "viewBox=\"%g %g %g %g\">",
              view->width * scale, view->height * scale, view->x, view->y, view->width,
              view->height);
    write_style(options->theme, svg);
    bool good = picture_draw(scene, scene, 0, &pen);
    text_add_string(svg, "</svg>\n");
    return good;
}

static void draw(const struct ow_level *level, const char *moves,
                 const struct draw_options *options, struct text *svg, struct call *call)
{
    const struct puzzle *puzzle = level->job.puzzle;
    struct session *session = session_open(puzzle);
    struct scene start = {0}, scene = {0};
    bool good = session != NULL && session_scene(session, puzzle, NULL, &start);
    if (good && moves != NULL)
        play(session, puzzle, moves, call);
    good = good && session_scene(session, puzzle, &start, &scene);
    if (good && options->whole)
        scene.view = box_union(scene.view, scene_whole(&start));
    good = good && write_svg(&scene, options, svg);
    if (!good)
        call_fail(call, OW_NO_MEMORY);
    scene_free(&scene);
    scene_free(&start);
    session_close(session);
}

ow_status ow_draw_svg(const ow_level *level, const char *moves, const char *options, char **svg,
                      char **message)
{
    struct call call = call_begin(message);
    struct draw_options typed;
    struct option_set set = {draw_rows, sizeof draw_rows / sizeof *draw_rows, &typed, NULL};
    struct text drawn = {0};
    *svg = NULL;
    if (call_level(&call, level) && call_options(&call, &set, 1, options))
        draw(level, moves, &typed, &drawn, &call);
    if (call_good(&call, &drawn))
        *svg = take_string(&drawn);
    if (*svg == NULL)
        call_fail(&call, OW_NO_MEMORY);
    text_free(&drawn);
    return call_end(&call);
}

/* Playing and drawing levels; see onlyway.h. */
#include "lib/inside.h"

#include "games/mover.h"
#include "out/picture.h"
#include "solve/level/option_rows.h"
#include "solve/explain/words.h"

#include <stddef.h>
#include <stdlib.h>

/* --- playing --- */

struct replay_options {
    bool show;
    uint64_t max_memory;
    double timeout;
};

#define AT(member) offsetof(struct replay_options, member)

static const struct option_row replay_rows[] = {
    {.name = "show", .kind = OPTION_FLAG, .offset = AT(show), .help = "draw the states"},
    MEMORY_OPTION_ROW(AT, "give up on moves that need more memory"),
    TIMEOUT_OPTION_ROW(AT, "give up on the moves after that time"),
};

#undef AT

ow_status ow_replay(const ow_level *level, const char *moves, const char *options, int *solved, char **text,
                    char **message)
{
    struct call call = call_begin(message);
    struct replay_options typed = {0};
    struct option_set set = {replay_rows, sizeof replay_rows / sizeof *replay_rows, &typed, NULL};
    struct text told = {0};
    if (!call_needs(&call, solved, "the place of the result") || !call_needs(&call, text, "the place of the text"))
        return call_end(&call);
    *solved = 0;
    *text = NULL;
    if (call_level(&call, level) && call_needs(&call, moves, "the text of the moves") &&
        call_options(&call, &set, 1, options)) {
        struct limits limits = {.max_memory = typed.max_memory, .timeout = typed.timeout};
        enum replay_result result =
            show_replay(ow_level_name(level), level->job.puzzle, moves, typed.show, &limits, &told);
        *solved = result == REPLAY_SOLVES;
        if (call_good(&call, &told) && (result == REPLAY_UNREADABLE || result == REPLAY_UNDECIDED)) {
            text_add_text(&call.error, &told);
            call_fail(&call, result == REPLAY_UNDECIDED ? OW_LIMIT : OW_BAD_INPUT);
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

enum { DRAW_AUTO = 2 }; /* follows the themes */

struct draw_options {
    unsigned theme;
    uint64_t scale, max_memory;
    double timeout;
    bool whole;
};

#define AT(member) offsetof(struct draw_options, member)

static const struct option_row draw_rows[] = {
    {.name = "theme",
     .kind = OPTION_CHOICE,
     .offset = AT(theme),
     .argument = "light|dark|auto",
     .initial = "light",
     .help = "colours"},
    {.name = "scale",
     .kind = OPTION_NUMBER,
     .offset = AT(scale),
     .argument = "N",
     .initial = "48",
     .low = 1,
     .high = 1000,
     .help = "pixels a cell"},
    {.name = "whole", .kind = OPTION_FLAG, .offset = AT(whole), .help = "show all of the text"},
    MEMORY_OPTION_ROW(AT, "give up on moves that need more memory"),
    TIMEOUT_OPTION_ROW(AT, "give up on the moves after that time"),
};

/* Plays a move.  Returns false if memory runs out. */
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

/* Plays the next move if it is legal.  Returns false, and fails the call, if it is not or if memory runs out. */
static bool play_move(struct session *session, struct mover *mover, game_move move, struct call *call)
{
    if (session_solved(session) || !mover_move(mover, move)) {
        text_addf(&call->error, "move %zu %s", session_moves(session) + 1,
                  session_solved(session) ? "comes after the level is solved" : "is illegal");
        return call_fail(call, OW_BAD_INPUT);
    }
    return press_move(session, move) || call_fail(call, OW_NO_MEMORY);
}

/* Plays moves given as text. */
static void play(struct session *session, const struct puzzle *puzzle, const char *moves, struct call *call)
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

/* Writes the picture of a scene as an SVG document.  Returns false if memory runs out. */
static bool write_svg(const struct scene *scene, const struct draw_options *options, struct text *svg)
{
    const struct box *view = &scene->view;
    double scale = (double)options->scale;
    struct pen pen = pen_svg(svg);
    text_addf(svg,
              "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%g\" height=\"%g\" "
              "viewBox=\"%g %g %g %g\">",
              view->width * scale, view->height * scale, view->x, view->y, view->width, view->height);
    write_style(options->theme, svg);
    bool good = picture_draw(scene, scene, 0, &pen);
    text_add_string(svg, "</svg>\n");
    return good;
}

static void draw(const struct puzzle *puzzle, const char *moves, const struct draw_options *options, struct text *svg,
                 struct call *call)
{
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

/* Like draw, but under the limits of the options. */
static void draw_limited(const struct puzzle *puzzle, const char *moves, const struct draw_options *options,
                         struct text *svg, struct call *call)
{
    struct limits limits = {.max_memory = options->max_memory, .timeout = options->timeout};
    struct limited limited;
    struct call drawing = {0};
    char reason[LIMIT_REASON] = "";
    bool no_memory = false;
    if (!limited_open(&limited, puzzle, &limits)) {
        call_fail(call, OW_NO_MEMORY);
        limited_close(&limited);
        return;
    }
    draw(limited.puzzle, moves, options, svg, &drawing);
    const char *doubt = puzzle_doubt(limited.puzzle, &no_memory);
    bool stopped = limited_stopped(&limited, reason);
    if (no_memory || drawing.error.failed) {
        call_fail(call, OW_NO_MEMORY);
    } else if (doubt != NULL || stopped) {
        text_addf(&call->error, "undecided (%s)", doubt != NULL ? doubt : reason);
        call_fail(call, OW_LIMIT);
    } else {
        text_add_text(&call->error, &drawing.error);
        if (drawing.status != OW_OK)
            call_fail(call, drawing.status);
    }
    text_free(&drawing.error);
    limited_close(&limited);
}

ow_status ow_draw_svg(const ow_level *level, const char *moves, const char *options, char **svg, char **message)
{
    struct call call = call_begin(message);
    struct draw_options typed = {0};
    struct option_set set = {draw_rows, sizeof draw_rows / sizeof *draw_rows, &typed, NULL};
    struct text drawn = {0};
    if (!call_needs(&call, svg, "the place of the picture"))
        return call_end(&call);
    *svg = NULL;
    if (call_level(&call, level) && call_options(&call, &set, 1, options))
        draw_limited(level->job.puzzle, moves, &typed, &drawn, &call);
    if (call_good(&call, &drawn))
        *svg = take_string(&drawn);
    if (*svg == NULL)
        call_fail(&call, OW_NO_MEMORY);
    text_free(&drawn);
    return call_end(&call);
}

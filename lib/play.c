/* Playing and drawing levels; see onlyway.h. */
#include "lib/inside.h"

#include "base/array.h"
#include "games/mover.h"
#include "out/picture.h"
#include "solve/level/option_rows.h"
#include "solve/level/report.h"
#include "solve/explain/words.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* --- playing --- */

struct replay_options {
    bool show;
    struct limits limits;
};

#define AT(member) offsetof(struct replay_options, member)

static const struct option_row replay_rows[] = {
    OPTION(FLAG, "show", AT(show), NULL, NULL, .help = "draw the states"),
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
    if (solved != NULL)
        *solved = 0;
    if (call_needs(&call, solved, "the address for the result") && call_text(&call, text, "the address for the text") &&
        call_level(&call, level) && call_needs(&call, moves, "the text of the moves") &&
        call_options(&call, &set, options)) {
        enum replay_result result =
            show_replay(ow_level_name(level), level->job.puzzle, moves, typed.show, &typed.limits, &told);
        *solved = result == REPLAY_SOLVES;
        if (call_good(&call, &told) && (result == REPLAY_UNREADABLE || result == REPLAY_UNDECIDED)) {
            text_add_text(&call.error, &told);
            call_fail(&call, result == REPLAY_UNDECIDED ? OW_LIMIT : OW_BAD_INPUT);
        }
    }
    return call_end_with_text(&call, &told, text);
}

/* --- step by step --- */

struct session_options {
    struct limits limits;
};

#define AT(member) offsetof(struct session_options, member)

static const struct option_row session_rows[] = {LIMIT_OPTION_ROWS(AT)};

#undef AT

struct ow_session {
    struct limited limited; /* the level's puzzle under the limits; `play` plays this puzzle */
    struct limits limits;
    struct session *play;
    size_t *ends; /* [capacity] presses after each step; the first is 0 */
    size_t steps, last, capacity;
    struct text *legal; /* [legal_count] */
    size_t legal_count;
    struct scene start; /* of the level */
    struct text hint_move, hint_reason;
};

static const struct puzzle *puzzle_of(const ow_session *session)
{
    return session->limited.puzzle;
}

static void forget_legal(ow_session *session)
{
    for (size_t i = 0; i < session->legal_count; i++)
        text_free(&session->legal[i]);
    free(session->legal);
    session->legal = NULL;
    session->legal_count = 0;
}

/* Begins a call with a session; its time runs from now.  Returns false, and fails the call, if the session is NULL. */
static bool session_begin(struct call *call, ow_session *session)
{
    if (!call_needs(call, session, "the session"))
        return false;
    session->limited.deadline = session->limits.timeout > 0 ? clock_now() + session->limits.timeout : 0;
    return true;
}

/* Begins a call with a session whose result is a text at `place`. */
static bool session_begin_text(struct call *call, ow_session *session, char **place, const char *what)
{
    return call_text(call, place, what) && session_begin(call, session);
}

/* Ends a call with a session and stops its time limit until the next call. */
static ow_status session_end(struct call *call, ow_session *session)
{
    if (session != NULL)
        session->limited.deadline = 0;
    return call_end(call);
}

/* Fails the call if the rules gave up or memory ran out.  `good`: no step of the call ran out of memory. */
static void session_check(struct call *call, const ow_session *session, bool good)
{
    char reason[LIMIT_REASON] = "";
    bool no_memory = false;
    const char *doubt = puzzle_doubt(puzzle_of(session), &no_memory);
    if (no_memory) {
        call_fail(call, OW_NO_MEMORY);
    } else if (limited_stopped(&session->limited, reason) || doubt != NULL) {
        if (call->status == OW_OK)
            text_addf(&call->error, "undecided (%s)", reason[0] != '\0' ? reason : doubt);
        call_fail(call, OW_LIMIT);
    } else if (!good) {
        call_fail(call, OW_NO_MEMORY);
    }
}

/* Starts to play a puzzle.  Returns NULL, and fails the call, if a limit is hit or memory runs out. */
static ow_session *start_session(const struct puzzle *puzzle, const struct limits *limits, struct call *call)
{
    ow_session *made = calloc(1, sizeof *made);
    if (made == NULL) {
        call_fail(call, OW_NO_MEMORY);
        return NULL;
    }
    made->limits = *limits;
    made->ends = calloc(1, sizeof *made->ends);
    if (made->ends == NULL || !limited_open(&made->limited, puzzle, &made->limits)) {
        call_fail(call, OW_NO_MEMORY);
    } else {
        made->play = session_open(puzzle_of(made));
        session_check(call, made, made->play != NULL && session_scene(made->play, puzzle_of(made), NULL, &made->start));
    }
    if (call_good(call, NULL))
        return made;
    ow_session_close(made);
    return NULL;
}

ow_status ow_session_open(const ow_level *level, const char *options, ow_session **session, char **message)
{
    struct call call = call_begin(message);
    struct session_options typed = {.limits = {.jobs = 1}};
    struct option_set set = {session_rows, sizeof session_rows / sizeof *session_rows, &typed, NULL};
    if (!call_needs(&call, session, "the place of the session"))
        return call_end(&call);
    *session = NULL;
    if (!call_level(&call, level) || !call_options(&call, &set, options))
        return call_end(&call);
    if (level->job.puzzle->inexact != NULL) {
        text_add_string(&call.error, level->job.puzzle->inexact);
        call_fail(&call, OW_BAD_INPUT);
        return call_end(&call);
    }
    *session = start_session(level->job.puzzle, &typed.limits, &call);
    return session_end(&call, *session);
}

void ow_session_close(ow_session *session)
{
    if (session == NULL)
        return;
    forget_legal(session);
    session_close(session->play);
    scene_free(&session->start);
    limited_close(&session->limited);
    text_free(&session->hint_move);
    text_free(&session->hint_reason);
    free(session->ends);
    free(session);
}

int ow_session_solved(const ow_session *session)
{
    return session != NULL && session_solved(session->play);
}

size_t ow_session_moves(const ow_session *session)
{
    return session == NULL ? 0 : session_moves(session->play);
}

size_t ow_session_steps(const ow_session *session)
{
    return session == NULL ? 0 : session->steps;
}

/* Writes the moves made so far. */
static void write_made(const ow_session *session, struct text *text)
{
    /* the writer only reads them */
    struct move_list made = {(game_move *)session_made(session->play), session_moves(session->play)};
    solution_write(puzzle_of(session), &made, text);
}

/* Writes a move as the continuation of the moves made, whose text is `before`. */
static void write_next(const ow_session *session, const struct text *before, game_move move, struct text *text)
{
    size_t count = session_moves(session->play);
    struct move_list longer = {calloc(count + 1, sizeof *longer.moves), count + 1};
    struct text all = {0};
    if (longer.moves == NULL) {
        text_fail(text);
        return;
    }
    if (count > 0)
        memcpy(longer.moves, session_made(session->play), count * sizeof *longer.moves);
    longer.moves[count] = move;
    solution_write(puzzle_of(session), &longer, &all);
    text->failed |= all.failed;
    if (!all.failed && all.size >= before->size)
        text_add(text, all.data + before->size, all.size - before->size);
    text_free(&all);
    free(longer.moves);
}

/* Ends a call with a session whose result is a text. */
static ow_status session_end_text(struct call *call, ow_session *session, struct text *made, char **place)
{
    if (call_good(call, NULL))
        session_check(call, session, !made->failed);
    if (session != NULL)
        session->limited.deadline = 0;
    return call_end_with_text(call, made, place);
}

ow_status ow_session_made(ow_session *session, char **moves, char **message)
{
    struct call call = call_begin(message);
    struct text made = {0};
    if (session_begin_text(&call, session, moves, "the place of the moves"))
        write_made(session, &made);
    return session_end_text(&call, session, &made, moves);
}

ow_status ow_session_text(ow_session *session, char **text, char **message)
{
    struct call call = call_begin(message);
    struct text made = {0};
    struct grid grid = {0};
    if (session_begin_text(&call, session, text, "the address for the text")) {
        if (session_draw(session->play, &grid))
            game_add_rows(NULL, &grid, &made);
        else
            text_fail(&made);
        grid_free(&grid);
    }
    return session_end_text(&call, session, &made, text);
}

ow_status ow_session_legal(ow_session *session, size_t *count, char **message)
{
    struct call call = call_begin(message);
    struct mover mover = {0};
    struct text before = {0};
    if (!call_needs(&call, count, "the place of the number"))
        return session_end(&call, session);
    *count = 0;
    if (!session_begin(&call, session))
        return session_end(&call, session);
    forget_legal(session);
    const struct puzzle *puzzle = puzzle_of(session);
    bool good = true;
    if (!ow_session_solved(session)) {
        unsigned legal = 0;
        good = mover_make(&mover, puzzle);
        if (good)
            legal = puzzle->rules->expand(puzzle, session_state_after(session->play, session_moves(session->play)),
                                          mover.moves, mover.states);
        session->legal = good ? calloc((size_t)legal + 1, sizeof *session->legal) : NULL;
        session->legal_count = session->legal == NULL ? 0 : legal;
        write_made(session, &before);
        good = session->legal != NULL && !before.failed;
        for (unsigned i = 0; good && i < legal; i++) {
            write_next(session, &before, mover.moves[i], &session->legal[i]);
            good = !session->legal[i].failed;
        }
    }
    text_free(&before);
    mover_free(&mover);
    session_check(&call, session, good);
    if (call_good(&call, NULL))
        *count = session->legal_count;
    else
        forget_legal(session);
    return session_end(&call, session);
}

const char *ow_session_legal_at(const ow_session *session, size_t n)
{
    return session == NULL || n >= session->legal_count ? NULL : text_string(&session->legal[n]);
}

/* Reserves memory for one more step.  Returns false if memory runs out. */
static bool reserve_step(ow_session *session)
{
    return ARRAY_RESERVE(session->ends, session->steps + 1, session->capacity, 32);
}

/* Counts the presses since the last step as one step, if any were made. */
static void take_step(ow_session *session)
{
    size_t presses = session_presses(session->play);
    if (presses == session->ends[session->steps])
        return;
    session->ends[++session->steps] = presses;
    session->last = session->steps;
}

/* Goes back to the end of an earlier step. */
static void go_back(ow_session *session, size_t steps)
{
    while (session_presses(session->play) > session->ends[steps])
        session_undo(session->play);
    session->steps = steps;
}

/* Reads moves that continue those made, and adds the legal ones to `read`, up to the first that is not. */
static void read_moves(ow_session *session, const char *moves, struct move_list *read, struct call *call)
{
    const struct puzzle *puzzle = puzzle_of(session);
    struct text all = {0};
    struct complaint complaint = {0};
    struct mover mover;
    size_t made = session_moves(session->play), capacity = 0;
    write_made(session, &all);
    text_add_string(&all, moves);
    struct move_reader reader = {.text = text_string(&all)};
    bool good = mover_make(&mover, puzzle) && !all.failed;
    for (size_t n = 0; good && call->status == OW_OK; n++) {
        game_move move = 0;
        if (n <= made)
            memcpy(mover.state, session_state_after(session->play, n), puzzle->state_bytes);
        int got = puzzle->game->read_move(puzzle, mover.state, &reader, &move, &complaint);
        if (got < 0) {
            session_check(call, session, good); /* stopped rules make every key look illegal */
            if (call->status == OW_OK && complaint.illegal && puzzle->rules->solved(puzzle, mover.state))
                text_addf(&call->error, "move %zu comes after the level is solved", n + 1 - made);
            else if (call->status == OW_OK && complaint.illegal)
                text_addf(&call->error, "move %zu is illegal: %s", n + 1 - made, complaint.message);
            else if (call->status == OW_OK)
                text_addf(&call->error, "the moves cannot be read: %s", complaint.message);
            call_fail(call, complaint.failed ? OW_NO_MEMORY : OW_BAD_INPUT);
        }
        if (got <= 0)
            break;
        if (n < made)
            continue;
        good = ARRAY_RESERVE(read->moves, read->count, capacity, 32);
        bool solved = good && puzzle->rules->solved(puzzle, mover.state);
        bool legal = good && !solved && mover_move(&mover, move);
        session_check(call, session, good); /* stopped rules make every move look illegal; check for that first */
        if (call->status == OW_OK && !legal) {
            text_addf(&call->error, "move %zu %s", n + 1 - made,
                      solved ? "comes after the level is solved" : "is illegal");
            call_fail(call, OW_BAD_INPUT);
        } else if (legal) {
            read->moves[read->count++] = move;
        }
    }
    session_check(call, session, good);
    mover_free(&mover);
    text_free(&all);
}

/* Makes moves that continue those made; none if one of them cannot be made. */
static void make_moves(ow_session *session, const char *moves, struct call *call)
{
    size_t before = session->steps;
    struct move_list read = {0};
    read_moves(session, moves, &read, call);
    for (size_t n = 0; n < read.count && call_good(call, NULL); n++) {
        const unsigned char *keys;
        size_t count = 0;
        enum press press;
        bool good = reserve_step(session) && session_route(session->play, read.moves[n], &keys, &count);
        for (size_t i = 0; good && i < count; i++)
            good = session_press(session->play, keys[i], &press);
        session_check(call, session, good);
        take_step(session);
    }
    free(read.moves);
    if (session->steps > before && !call_good(call, NULL))
        go_back(session, before);
}

ow_status ow_session_move(ow_session *session, const char *moves, char **message)
{
    struct call call = call_begin(message);
    if (session_begin(&call, session) && call_needs(&call, moves, "the text of the moves")) {
        forget_legal(session);
        make_moves(session, moves, &call);
    }
    return session_end(&call, session);
}

ow_status ow_session_press(ow_session *session, ow_key key, int *done, char **message)
{
    struct call call = call_begin(message);
    enum press press = PRESS_NOTHING;
    if (!call_needs(&call, done, "the address for the result"))
        return session_end(&call, session);
    *done = 0;
    if (!session_begin(&call, session))
        return session_end(&call, session);
    if ((int)key < OW_KEY_UP || (int)key > OW_KEY_NEXT) {
        text_add_string(&call.error, "there is no such key");
        call_fail(&call, OW_BAD_INPUT);
        return session_end(&call, session);
    }
    unsigned pressed = key == OW_KEY_NEXT     ? session_next_piece(session->play)
                       : key == OW_KEY_ACTION ? (unsigned)KEY_ACTION
                                              : (unsigned)key;
    forget_legal(session);
    bool good = pressed == KEY_NONE || (reserve_step(session) && session_press(session->play, pressed, &press));
    if (good && press != PRESS_NOTHING)
        take_step(session);
    session_check(&call, session, good);
    *done = call_good(&call, NULL) && press != PRESS_NOTHING;
    return session_end(&call, session);
}

size_t ow_session_undo(ow_session *session, size_t steps)
{
    size_t before = ow_session_steps(session);
    if (session == NULL)
        return 0;
    forget_legal(session);
    go_back(session, steps < before ? before - steps : 0);
    return before - session->steps;
}

size_t ow_session_redo(ow_session *session, size_t steps)
{
    if (session == NULL)
        return 0;
    size_t before = session->steps, possible = session->last - before;
    forget_legal(session);
    session->steps += steps < possible ? steps : possible;
    while (session_presses(session->play) < session->ends[session->steps] && session_redo(session->play))
        continue;
    return session->steps - before;
}

ow_status ow_session_hint(ow_session *session, const ow_watch *watch, ow_hint *hint, char **message)
{
    struct call call = call_begin(message);
    ow_hint own = {0};
    ow_watch asked = {0};
    struct watched watched = {0};
    if (!call_needs(&call, hint, "the place of the hint"))
        return session_end(&call, session);
    size_t size = hint->size;
    own.outlook = OW_OUTLOOK_UNKNOWN;
    own.move = own.reason = "";
    if (size < sizeof own) {
        text_add_string(&call.error, "the hint: the member 'size' is not set");
        call_fail(&call, OW_BAD_INPUT);
        return session_end(&call, session);
    }
    *hint = own;
    hint->size = size;
    if (!session_begin(&call, session) || !call_struct(&call, watch, "the watch", &asked, sizeof asked))
        return session_end(&call, session);
    struct limits limits = session->limits;
    struct hint found = {.kind = HINT_UNKNOWN};
    text_clear(&session->hint_move);
    text_clear(&session->hint_reason);
    limits_begin(&limits);
    watched_start(&watched, &asked, &limits);
    bool good = session_hint(session->play, &limits, &found);
    if (!watched_end(&watched))
        call_fail(&call, OW_CANCELLED);
    else if (!good)
        session_check(&call, session, false);
    else {
        static const ow_outlook outlooks[] = {
            [HINT_KEYS] = OW_OUTLOOK_GOOD,     [HINT_UNDO] = OW_OUTLOOK_DEAD_END,
            [HINT_LOST] = OW_OUTLOOK_LOST,     [HINT_HOPELESS] = OW_OUTLOOK_HOPELESS,
            [HINT_SOLVED] = OW_OUTLOOK_SOLVED, [HINT_UNKNOWN] = OW_OUTLOOK_UNKNOWN,
        };
        struct text before = {0};
        own.outlook = outlooks[found.kind];
        text_add_string(&session->hint_reason, found.reason);
        if (found.kind == HINT_UNDO) {
            /* The fewest steps that undo at least `found->undo` presses. */
            size_t target = session_presses(session->play) - found.undo, steps = session->steps;
            while (session->ends[steps] > target)
                steps--;
            own.back = session->steps - steps;
        }
        if (found.kind == HINT_KEYS) {
            own.left = found.left;
            write_made(session, &before);
            write_next(session, &before, found.move, &session->hint_move);
        }
        session_check(&call, session, !before.failed && !session->hint_move.failed && !session->hint_reason.failed);
        text_free(&before);
    }
    if (call_good(&call, NULL)) {
        own.size = size;
        own.move = text_string(&session->hint_move);
        own.reason = text_string(&session->hint_reason);
        *hint = own;
    }
    return session_end(&call, session);
}

/* --- drawing --- */

enum { DRAW_AUTO = 2 }; /* comes after the themes of enum theme */

struct draw_options {
    unsigned theme;
    uint64_t scale;
    struct limits limits;
    bool whole;
};

#define AT(member) offsetof(struct draw_options, member)

/* The rows from DRAW_LIMITS on limit the moves before the drawing. */
enum { DRAW_LIMITS = 3 };

static const struct option_row draw_rows[] = {
    OPTION(CHOICE, "theme", AT(theme), "light|dark|auto", NULL, .initial = "light", .help = "colours"),
    OPTION(NUMBER, "scale", AT(scale), "N", NULL, .initial = "48", .low = 1, .high = 1000, .help = "pixels per cell"),
    OPTION(FLAG, "whole", AT(whole), NULL, NULL, .help = "show all of the text"),
    MEMORY_OPTION_ROW(AT, "give up on moves that need more memory"),
    TIMEOUT_OPTION_ROW(AT, "give up on the moves after that time"),
};

#undef AT

/* Draws the current state as an SVG document.  Returns false if memory runs out. */
static bool draw_state(const ow_session *session, const struct draw_options *options, struct text *svg)
{
    struct scene scene = {0};
    bool good = session_scene(session->play, puzzle_of(session), &session->start, &scene);
    if (good) {
        if (options->whole)
            scene.view = box_union(scene.view, scene_whole(&session->start));
        const struct box *view = &scene.view;
        double scale = (double)options->scale;
        struct pen pen = pen_svg(svg);
        text_addf(svg, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%g\" height=\"%g\" viewBox=\"%g %g %g %g\">",
                  view->width * scale, view->height * scale, view->x, view->y, view->width, view->height);
        text_add_string(svg, "<style>svg{");
        pen_svg_colours(svg, options->theme == THEME_DARK ? THEME_DARK : THEME_LIGHT);
        text_add_char(svg, '}');
        if (options->theme == DRAW_AUTO) {
            text_add_string(svg, "@media(prefers-color-scheme:dark){svg{");
            pen_svg_colours(svg, THEME_DARK);
            text_add_string(svg, "}}");
        }
        pen_svg_classes(svg);
        text_add_string(svg, "</style>");
        good = picture_draw(&scene, &pen);
        text_add_string(svg, "</svg>\n");
    }
    scene_free(&scene);
    return good;
}

ow_status ow_draw_svg(const ow_level *level, const char *moves, const char *options, char **svg, char **message)
{
    struct call call = call_begin(message);
    struct draw_options typed = {0};
    struct option_set set = {draw_rows, sizeof draw_rows / sizeof *draw_rows, &typed, NULL};
    struct text drawn = {0};
    ow_session *session = NULL;
    if (call_text(&call, svg, "the address for the picture") && call_level(&call, level) &&
        call_options(&call, &set, options))
        session = start_session(level->job.puzzle, &typed.limits, &call);
    if (session != NULL && moves != NULL)
        make_moves(session, moves, &call);
    if (session != NULL && call_good(&call, NULL))
        session_check(&call, session, draw_state(session, &typed, &drawn));
    ow_session_close(session);
    return call_end_with_text(&call, &drawn, svg);
}

ow_status ow_session_svg(ow_session *session, const char *options, char **svg, char **message)
{
    struct call call = call_begin(message);
    struct draw_options typed = {0};
    struct option_set set = {draw_rows, DRAW_LIMITS, &typed, NULL};
    struct text drawn = {0};
    if (session_begin_text(&call, session, svg, "the address for the picture") && call_options(&call, &set, options) &&
        !draw_state(session, &typed, &drawn))
        text_fail(&drawn);
    return session_end_text(&call, session, &drawn, svg);
}

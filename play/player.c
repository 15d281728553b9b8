/* Playing levels: what each command does; see player.h.
 *
 * Nothing here waits for a search.  The shortest solution of a level is looked for in the
 * background from the moment it is opened; hints are, too, and any key stops them. */
#include "play/player.h"

#include "base/clock.h"
#include "base/program.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* Milliseconds between the presses of a solution; how often its speed may be doubled or halved. */
enum { WALK_DELAY = 96, MOVE_DELAY = 224, MOST_HASTE = 5, LEAST_HASTE = -3 };

void player_say(struct player *player, enum paint paint, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(player->message, sizeof player->message, format, arguments);
    va_end(arguments);
    player->message_paint = paint;
    player->offer = OFFER_NOTHING;
}

static void say_nothing(struct player *player)
{
    player_say(player, PAINT_PLAIN, "%s", "");
}

/* --- levels --- */

static void close_level(struct player *player)
{
    thought_stop(&player->solution);
    thought_stop(&player->hint);
    thought_stop(&player->look);
    session_close(player->session);
    free(player->keys);
    player->session = NULL;
    player->keys = NULL;
    player->key_count = player->key_next = 0;
    player->playing = false;
}

/* Shows the messages that a game's author put before a level, or behind the last. */
static void show_messages(const struct player *player, size_t place)
{
    const struct book *book = player_job(player)->level.book;
    const char *message;
    if (book == NULL)
        return;
    for (size_t n = 0; (message = book->language->language->message(book, place, n)) != NULL; n++)
        page_message(message);
}

/* How many seconds a game's clock takes for a tick; 0: it has none. */
static double interval(const struct player *player)
{
    const struct book *book = player_job(player)->level.book;
    return book == NULL ? 0 : book->language->language->interval(book);
}

static bool open_level(struct player *player, size_t number)
{
    close_level(player);
    player->current = number;
    player->session = session_open(player_puzzle(player));
    player->fewest = -1;
    say_nothing(player);
    if (player->session == NULL)
        return false;
    show_messages(player, player_job(player)->level.place);
    player->tick = interval(player) > 0 ? now() + interval(player) : 0;
    if (player->levels[number].inexact != NULL)
        return true;
    player->in_vain = false;
    return thought_of_way(&player->solution, player_puzzle(player), player->session, 0,
                          &player->limits);
}

/* --- moving --- */

static void mark_solved(struct player *player)
{
    struct player_level *level = &player->levels[player->current];
    if (!level->solved)
        marks_add(player->marks, level->key);
    level->solved = true;
}

static void tell_success(struct player *player)
{
    size_t moves = session_moves(player->session);
    bool more = player->current + 1 < player->count;
    const char *next = more ? "  Enter: next level" : "";
    const char *s = moves == 1 ? "" : "s";
    mark_solved(player);
    if (player->fewest < 0)
        player_say(player, PAINT_GOOD, "Solved in %zu move%s.%s", moves, s, next);
    else if ((int64_t)moves == player->fewest)
        player_say(player, PAINT_GOOD, "Solved in %zu move%s, the fewest there are.%s", moves, s,
                   next);
    else
        player_say(player, PAINT_GOOD, "Solved in %zu move%s; %zu would do.%s", moves, s,
                   (size_t)player->fewest, next);
    player->offer = more ? OFFER_LEVEL : OFFER_NOTHING;
}

/* Takes what was found in the background about the level. */
static void take_solution(struct player *player)
{
    const struct thought *found = &player->solution;
    if (found->result == CONTINUATION_FOUND) {
        player->fewest = (int64_t)found->way.count;
        session_learn(player->session, found->way.moves, found->way.count);
        if (session_solved(player->session))
            tell_success(player);
    } else if (found->result == CONTINUATION_NONE) {
        player->fewest = -2;
        player_say(player, PAINT_BAD, "This level has no solution.");
    }
    thought_stop(&player->solution);
}

/* What follows when a level was solved by the player himself: the last messages of a game. */
static bool end_book(struct player *player)
{
    const struct level *level = &player_job(player)->level;
    if (level->book != NULL &&
        level->place + 1 == level->book->language->language->levels(level->book)) {
        if (!player_paint(player))
            return false;
        show_messages(player, level->place + 1);
    }
    return true;
}

/* Presses a key of the game.  False: out of memory. */
static bool press_key(struct player *player, unsigned key)
{
    enum press press;
    bool was_solved = session_solved(player->session);
    const char *said = session_said(player->session, key);
    if (!session_press(player->session, key, &press))
        return false;
    if (said != NULL && (!player_paint(player) || (page_message(said), false)))
        return false;
    /* What the player asked for stays when time goes by; what is offered may no longer do. */
    if (press != PRESS_NOTHING && (key != KEY_TICK || player->offer != OFFER_NOTHING))
        say_nothing(player);
    player->in_vain &= press == PRESS_NOTHING;
    if (was_solved || !session_solved(player->session))
        return true;
    tell_success(player);
    return end_book(player);
}

/* Lets time go by in a game that heeds it, until now.  False: out of memory. */
static bool let_time_pass(struct player *player)
{
    if (player->tick == 0 || now() < player->tick)
        return true;
    player->tick = now() + interval(player);
    return press_key(player, KEY_TICK);
}

/* --- hints and the solution --- */

static void ask_for_hint(struct player *player, bool plays_on)
{
    const char *inexact = player->levels[player->current].inexact;
    if (inexact != NULL) {
        player_say(player, PAINT_BAD, "No answer: %s.", inexact);
        return;
    }
    player->plays_on = plays_on;
    player_say(player, PAINT_DIM, "Thinking ... (any key stops it)");
    thought_of_hint(&player->hint, player->session, &player->limits);
}

/* Takes the presses of a hint to be played.  False: out of memory. */
static bool queue_keys(struct player *player, const struct hint *hint)
{
    free(player->keys);
    player->keys = malloc(hint->key_count);
    player->key_next = 0;
    player->key_count = player->keys == NULL ? 0 : hint->key_count;
    if (player->keys == NULL)
        return false;
    memcpy(player->keys, hint->keys, hint->key_count);
    return true;
}

/* Takes a hint that has come.  False: out of memory. */
static bool take_hint(struct player *player)
{
    const struct hint *hint = &player->hint.hint;
    bool good = player->hint.good && (hint->kind != HINT_KEYS || queue_keys(player, hint));
    player->playing = good && player->plays_on && hint->kind == HINT_KEYS;
    if (player->playing)
        player_say(player, PAINT_DIM,
                   "The solution from here (+ - set its speed, any other key stops it)");
    else if (good)
        player_tell_hint(player, hint);
    thought_stop(&player->hint);
    return good;
}

/* The next press of the solution; the way is known, so that the hint needs no search.  False:
 * out of memory. */
static bool play_on(struct player *player)
{
    struct hint hint;
    if (player->key_next == player->key_count) {
        if (!session_hint(player->session, &player->limits, &hint))
            return false;
        player->playing = hint.kind == HINT_KEYS;
        if (player->playing && !queue_keys(player, &hint))
            return false;
    }
    if (!player->playing)
        return true;
    char message[MESSAGE_ROOM];
    memcpy(message, player->message, sizeof message);
    if (!press_key(player, player->keys[player->key_next++]))
        return false;
    player->playing = !session_solved(player->session);
    if (player->playing)
        player_say(player, PAINT_DIM, "%s", message);
    return true;
}

/* --- commands --- */

static bool change_level(struct player *player, size_t number)
{
    if (number >= player->count) {
        player_say(player, PAINT_DIM, "There are no more levels.");
        return true;
    }
    return number == player->current || open_level(player, number);
}

/* Does what the last message offered.  False: out of memory. */
static bool accept(struct player *player)
{
    enum offer offer = player->offer;
    bool good = true;
    say_nothing(player);
    switch (offer) {
    case OFFER_MOVE:
        for (; good && player->key_next < player->key_count; player->key_next++)
            good = press_key(player, player->keys[player->key_next]);
        return good;
    case OFFER_UNDO:
        for (; player->undo > 0; player->undo--)
            session_undo(player->session);
        return true;
    case OFFER_LEVEL:
        return change_level(player, player->current + 1);
    case OFFER_NOTHING:
        break;
    }
    return true;
}

static bool start_arcade(struct player *player)
{
    if (!player_face(player)->arcade) {
        player_say(player, PAINT_DIM, "The classic game is there for levels of Snake.");
        return true;
    }
    return arcade_run(player);
}

static void step_in_time(struct player *player, enum command command)
{
    bool (*step)(struct session *) = command == COMMAND_UNDO ? session_undo : session_redo;
    say_nothing(player);
    player->in_vain = false;
    if (!step(player->session))
        player_say(player, PAINT_DIM, "There is nothing to %s.",
                   command == COMMAND_UNDO ? "take back" : "make again");
}

/* False: out of memory. */
static bool obey(struct player *player, enum command command)
{
    unsigned key;
    switch (command) {
    case COMMAND_NEXT_PIECE:
        key = session_next_piece(player->session);
        return press_key(player, key == KEY_NONE ? KEY_ACTION : key);
    case COMMAND_ACTION:
        return press_key(player, KEY_ACTION);
    case COMMAND_UNDO:
    case COMMAND_REDO:
        step_in_time(player, command);
        return true;
    case COMMAND_RESTART:
        session_restart(player->session);
        say_nothing(player);
        return true;
    case COMMAND_ENTER:
        return accept(player);
    case COMMAND_HINT:
        if (player->offer == OFFER_MOVE)
            return accept(player);
        ask_for_hint(player, false);
        return true;
    case COMMAND_SOLVE:
        ask_for_hint(player, true);
        return true;
    case COMMAND_NEXT_LEVEL:
        return change_level(player, player->current + 1);
    case COMMAND_LAST_LEVEL:
        return change_level(player, player->current - 1); /* before the first: SIZE_MAX */
    case COMMAND_LEVELS:
        return change_level(player, page_levels(player));
    case COMMAND_ARCADE:
        return start_arcade(player);
    case COMMAND_HELP:
        page_help(MODE_PUZZLE, player_face(player)->words);
        return true;
    case COMMAND_QUIT:
        player->quit = true;
        return true;
    default:
        if (command <= COMMAND_LEFT)
            return press_key(player, (unsigned)command);
        if (command >= COMMAND_PIECE_1 && command <= COMMAND_PIECE_4)
            return press_key(player, KEY_PIECE + (unsigned)(command - COMMAND_PIECE_1));
        return true;
    }
}

/* How long the next press of the solution waits: a walk is quick. */
static double delay(const struct player *player)
{
    int milliseconds = player->key_next + 1 < player->key_count ? WALK_DELAY : MOVE_DELAY;
    return ldexp(milliseconds, -player->haste) * 1e-3;
}

/* Makes the solution faster or slower.  False: that is not what the command is for. */
static bool sets_speed(struct player *player, enum command command)
{
    if (!player->playing || (command != COMMAND_FASTER && command != COMMAND_SLOWER))
        return false;
    int haste = player->haste + (command == COMMAND_FASTER ? 1 : -1);
    if (haste >= LEAST_HASTE && haste <= MOST_HASTE)
        player->haste = haste;
    return true;
}

/* A key stops what is going on, and does nothing else then but move or quit. */
static bool interrupts(struct player *player, enum command command)
{
    bool busy = player->playing || player->hint.running;
    if (!busy)
        return false;
    thought_stop(&player->hint);
    player->playing = false;
    say_nothing(player);
    return command == COMMAND_HINT || command == COMMAND_SOLVE || command == COMMAND_ENTER ||
           command == COMMAND_OTHER;
}

/* One turn of the loop.  False: out of memory. */
static bool take_turn(struct player *player)
{
    if (!player->hint.running && !player->solution.running)
        player_look(player);
    if (!player_paint(player))
        return false;
    double due = player->playing ? now() + delay(player) : player->tick;
    enum command command = COMMAND_NONE;
    do {
        int left = due == 0 ? -1 : due > now() ? (int)((due - now()) * 1e3) + 1 : 0;
        command = input_read(MODE_PUZZLE, left);
    } while (command == COMMAND_NONE && player->playing && now() < due &&
             program_interrupted == 0);
    if (!let_time_pass(player))
        return false;
    if (!player->hint.running && thought_over(&player->solution))
        take_solution(player);
    if (thought_over(&player->hint) && !take_hint(player))
        return false;
    if (command == COMMAND_NONE)
        return !player->playing || play_on(player);
    return sets_speed(player, command) || interrupts(player, command) || obey(player, command);
}

bool player_run(struct player *player)
{
    bool good = open_level(player, player->current);
    if (good && player->pilot != NULL && player_face(player)->arcade)
        good = arcade_run(player);
    while (good && !player->quit && program_interrupted == 0)
        good = take_turn(player);
    close_level(player);
    return good;
}

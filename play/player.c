/* Playing levels: what each command does; see player.h.
 *
 * No function here waits for a search.  The search for a shortest solution of a level starts in the background when
 * the level is opened.  Hints also run in the background, and any key stops them. */
#include "play/player.h"

#include "base/clock.h"
#include "base/program.h"

#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* --- searches in the background --- */

static void search_in_background(void *argument)
{
    struct background_search *background = argument;
    if (background->session == NULL) {
        background->result = hint_solver_find(background->puzzle, background->state, background->made,
                                              background->count, &background->limits, &background->way);
        background->good = background->result != SEARCH_NO_MEMORY;
    } else {
        background->good = session_hint(background->session, &background->limits, &background->hint);
    }
    atomic_store(&background->done, true);
}

/* Starts the thread with all signals blocked, because the main thread handles them.  If no thread can start, searches
 * at once. */
static void start_search(struct background_search *background, const struct limits *limits)
{
    sigset_t all, before;
    background->limits = *limits;
    background->limits.interrupted = &background->stop;
    background->stop = 0;
    atomic_store(&background->done, false);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    background->running = thread_start(&background->thread, search_in_background, background);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!background->running)
        search_in_background(background);
}

/* Stops the search if it is still running, and frees its result. */
static void background_stop(struct background_search *background)
{
    background->stop = 1;
    if (background->running)
        thread_join(&background->thread);
    background->running = false;
    hint_solver_free(&background->way);
    free(background->state);
    free(background->made);
    background->state = NULL;
    background->made = NULL;
    atomic_store(&background->done, false);
}

/* Starts a search for a shortest solution from the state of a session after `moves` moves.  The session may be used
 * meanwhile.  Returns false if memory runs out. */
static bool background_of_way(struct background_search *background, const struct puzzle *puzzle,
                              const struct session *session, size_t moves, const struct limits *limits)
{
    *background = (struct background_search){.puzzle = puzzle, .count = moves};
    background->state = malloc(puzzle->state_bytes);
    background->made = calloc(moves + 1, sizeof *background->made);
    if (background->state == NULL || background->made == NULL) {
        background_stop(background);
        return false;
    }
    memcpy(background->state, session_state_after(session, moves), puzzle->state_bytes);
    memcpy(background->made, session_made(session), moves * sizeof *background->made);
    start_search(background, limits);
    return true;
}

/* Returns true once when the search has ended.  Its result is then available; background_stop frees it. */
static bool background_over(struct background_search *background)
{
    if (!atomic_load(&background->done))
        return false;
    if (background->running)
        thread_join(&background->thread);
    background->running = false;
    atomic_store(&background->done, false);
    return true;
}

/* Returns whether the search runs, or has a result that nobody has taken yet. */
static bool background_awaited(const struct background_search *background)
{
    return background->running || atomic_load(&background->done);
}

static __attribute__((format(printf, 3, 4))) void player_say(struct player *player, enum paint paint,
                                                             const char *format, ...);

/* --- dead ends: reported as soon as they are known --- */

/* Seconds for each of these searches; the player does not wait for them. */
static const double patience = 20;

/* Says that there is no solution from here, and offers to undo. */
static void say_dead_end(struct player *player, size_t undo)
{
    player_say(player, PAINT_BAD, "Dead end: undo %zu (Enter: do it)", undo);
    player->offer = OFFER_UNDO;
    player->undo = undo;
}

/* Starts a background search if it is unknown whether the current state has a solution, and reports a dead end when it
 * is known.  Call it regularly while no hint search is running. */
static void look_for_dead_end(struct player *player)
{
    struct background_search *search = &player->dead_end;
    /* A search is useful while its state is on the path of the session's moves. */
    bool matters = search->state != NULL && search->count <= session_moves(player->session) &&
                   memcmp(search->made, session_made(player->session), search->count * sizeof *search->made) == 0;
    if (search->state != NULL && !matters) {
        background_stop(search);
    } else if (search->state != NULL && background_over(search)) {
        if (search->result == SEARCH_FOUND)
            session_tell(player->session, search->count, search->way.moves, search->way.count);
        else if (search->result == SEARCH_NONE)
            session_tell(player->session, search->count, NULL, 0);
        else
            player->in_vain = true;
        background_stop(search);
    }
    if (search->state != NULL || player->fewest < 0 || player->playing)
        return;
    struct outlook outlook = session_outlook(player->session);
    if (outlook.kind == OUTLOOK_DOUBT && !player->in_vain) {
        struct limits limits = player->limits;
        if (limits.timeout <= 0 || limits.timeout > patience)
            limits.timeout = patience;
        if (!background_of_way(search, player_puzzle(player), player->session, outlook.moves, &limits))
            player->in_vain = true;
    } else if (outlook.kind == OUTLOOK_DEAD_END && player->message[0] == '\0') {
        say_dead_end(player, outlook.undo);
    }
}

/* --- painting --- */

bool paint_frame(const char *message, enum paint paint, const char *keys, struct frame *frame)
{
    int rows = screen_rows();
    screen_clear();
    if (rows < LEAST_ROWS || screen_columns() < LEAST_COLUMNS) {
        screen_put(0, 0, PAINT_BAD, "The window is too small.");
        screen_putf(1, 0, PAINT_PLAIN, "%d x %d is enough.", LEAST_COLUMNS, LEAST_ROWS);
        return false;
    }
    /* Name keys in the last rows of the window, and leave out keys that do not fit.  A low window has only one row for
     * them. */
    enum { MOST_ROWS = 3, HIGH = 16 };
    int most = rows < HIGH ? 1 : MOST_ROWS, used = 1;
    char piece[80];
    for (int pass = 0; pass < 2; pass++) {
        struct flow flow = flow_begin(rows - used, rows - 1);
        flow.measure = pass == 0;
        for (const char *next = keys; *next != '\0'; next += strspn(next, " ")) {
            const char *end = strstr(next, "  "); /* two spaces separate the keys */
            size_t size = end == NULL ? strlen(next) : (size_t)(end - next);
            snprintf(piece, sizeof piece, "%.*s", (int)size, next);
            flow_piece(&flow, PAINT_DIM, 2, piece);
            next += size;
        }
        used = flow.row - (rows - used) + 1;
        used = used < most ? used : most;
    }
    int keys_row = rows - used, taken = flow_rows(message);
    frame->bottom = keys_row - taken < LEAST_ROWS / 2 ? LEAST_ROWS / 2 : keys_row - taken;
    struct flow flow = flow_begin(frame->bottom, keys_row - 1);
    flow_text(&flow, paint, message);
    frame->head = flow_begin(0, frame->bottom - 1);
    return true;
}

void frame_paint_board(const struct frame *frame, const struct board *board)
{
    int top = frame->head.row + 1, bottom = frame->bottom;
    bool airy = bottom - top >= 5 && board->grid.rows + board->water <= bottom - top - 2;
    if (bottom - airy > top + airy)
        board_paint(board, top + airy, bottom - airy);
}

static const char *name_of_pieces(const struct player *player)
{
    const struct piece_words *chosen = player_face(player)->words->chosen;
    return chosen == NULL ? "piece" : chosen->one;
}

/* Paints the whole window.  Returns false if memory runs out. */
static bool player_paint(const struct player *player)
{
    struct frame frame;
    char keys[160];
    bool good = true;
    const struct face *face = player_face(player);
    bool acts = face->words->action != NULL && !player_puzzle(player)->no_action;
    snprintf(keys, sizeof keys, "? help  u undo  i hint  v solution%s%s%s  n next  q quit",
             face->arena != NULL ? "  c classic" : "", acts ? "  x " : "", acts ? face->words->action : "");
    if (paint_frame(player->message, player->message_paint, keys, &frame)) {
        char place[64];
        const struct puzzle *puzzle = player_puzzle(player);
        snprintf(place, sizeof place, "level %zu of %zu", player->current + 1, player->count);
        flow_piece(&frame.head, PAINT_TITLE, 0, puzzle->game->title);
        flow_piece(&frame.head, PAINT_PLAIN, 2, place);
        flow_piece(&frame.head, PAINT_DIM, 2, text_string(&player_job(player)->level.name));
        flow_next_row(&frame.head);
        char text[80], fewest[24] = "?";
        const struct session *session = player->session;
        if (player->fewest >= 0)
            snprintf(fewest, sizeof fewest, "%lld", (long long)player->fewest);
        else if (player->fewest == -2)
            snprintf(fewest, sizeof fewest, "none");
        snprintf(text, sizeof text, "moves %zu of %s", session_moves(session), fewest);
        flow_piece(&frame.head, PAINT_PLAIN, 0, text);
        if (session_presses(session) != session_moves(session)) {
            snprintf(text, sizeof text, "presses %zu", session_presses(session));
            flow_piece(&frame.head, PAINT_DIM, 3, text);
        }
        unsigned char symbol = session_symbol(session, session_hand(session));
        if (symbol != 0) {
            snprintf(text, sizeof text, "%s %c", name_of_pieces(player), symbol);
            flow_piece(&frame.head, PAINT_PLAIN, 3, text);
        }
        if (session_solved(session) && player->between == NULL)
            flow_piece(&frame.head, PAINT_GOOD, 3, "solved");
        const struct terminal_look *look = face->terminal;
        struct point_image image = {.focus = -1};
        struct board board;
        good = look->points == NULL || session_points(session, look->points, player->between, &image);
        if (good && look->points != NULL && screen_has_points()) {
            board_paint_points(&image, frame.head.row + 1, frame.bottom);
        } else if (good && (good = board_make(&board, puzzle, session, player->between))) {
            board.focus = look->points != NULL ? image.focus : board.focus;
            frame_paint_board(&frame, &board);
            board_free(&board);
        }
        free(image.points);
    }
    return screen_show() && good;
}

/* --- hints in words --- */

static void tell_keys(struct player *player, const struct hint *hint)
{
    enum { MOST_NAMED = 16 };
    static const char *const arrows[] = {"\u2191", "\u2192", "\u2193", "\u2190"};
    static const char *const words[] = {"up", "right", "down", "left"};
    char keys[MESSAGE_CAPACITY / 2] = "", key[24];
    size_t named = hint->key_count < MOST_NAMED ? hint->key_count : MOST_NAMED;
    for (size_t i = 0; i < named; i++) {
        size_t length = strlen(keys);
        unsigned pressed = hint->keys[i];
        if (pressed == KEY_ACTION)
            snprintf(key, sizeof key, "%s", player_face(player)->words->action);
        else if (pressed >= KEY_PIECE)
            snprintf(key, sizeof key, "%u (%s %c),", pressed - KEY_PIECE + 1, name_of_pieces(player),
                     session_symbol(player->session, pressed - KEY_PIECE));
        else
            snprintf(key, sizeof key, "%s", (screen_unicode() ? arrows : words)[pressed]);
        snprintf(keys + length, sizeof keys - length, " %s", key);
    }
    player_say(player, PAINT_GOOD, "Hint:%s%s  (%zu move%s to the goal; Enter: do it)", keys,
               named < hint->key_count ? " ..." : "", hint->left, hint->left == 1 ? "" : "s");
    player->offer = OFFER_MOVE;
}

/* --- player --- */

/* Milliseconds between the presses of a solution, and limits on how often its speed can be doubled (or halved, if
 * negative). */
enum { WALK_DELAY = 96, MOVE_DELAY = 224, MOST_HASTE = 5, LEAST_HASTE = -3 };

/* Shows a message until the next one, and withdraws the offer of the previous one. */
static void player_say(struct player *player, enum paint paint, const char *format, ...)
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
    background_stop(&player->solution);
    background_stop(&player->hint);
    background_stop(&player->dead_end);
    session_close(player->session);
    free(player->keys);
    player->session = NULL;
    player->keys = NULL;
    player->key_count = player->key_next = 0;
    player->playing = false;
}

/* Shows the messages that a game's author put before a level or after the last level. */
static void show_messages(struct player *player, size_t place)
{
    const struct game_source *game_source = player_job(player)->level.game_source;
    const char *message;
    if (game_source == NULL)
        return;
    for (size_t n = 0; (message = game_source->language->language->message(game_source, place, n)) != NULL; n++)
        page_message(player, message);
}

/* The seconds per tick of a game's clock, or 0 if the game has no clock. */
static double interval(const struct player *player)
{
    const struct game_source *game_source = player_job(player)->level.game_source;
    return game_source == NULL ? 0 : game_source->language->language->interval(game_source);
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
    if (player_job(player)->level.opening.size > 0)
        page_message(player, text_string(&player_job(player)->level.opening));
    show_messages(player, player_job(player)->level.place);
    player->tick = interval(player) > 0 ? clock_now() + interval(player) : 0;
    if (player->levels[number].inexact != NULL)
        return true;
    player->in_vain = false;
    return background_of_way(&player->solution, player_puzzle(player), player->session, 0, &player->limits);
}

/* --- moving --- */

static void tell_success(struct player *player)
{
    size_t moves = session_moves(player->session);
    bool more = player->current + 1 < player->count;
    const char *next = more ? "  Enter: next level" : "";
    const char *s = moves == 1 ? "" : "s";
    struct player_level *level = &player->levels[player->current];
    if (!level->solved)
        marks_add(player->marks, level->key);
    level->solved = true;
    if (player->fewest < 0)
        player_say(player, PAINT_GOOD, "Solved in %zu move%s.%s", moves, s, next);
    else if ((int64_t)moves == player->fewest)
        player_say(player, PAINT_GOOD, "Solved in %zu move%s, the fewest there are.%s", moves, s, next);
    else
        player_say(player, PAINT_GOOD, "Solved in %zu move%s; %zu is enough.%s", moves, s, (size_t)player->fewest,
                   next);
    player->offer = more ? OFFER_LEVEL : OFFER_NOTHING;
}

/* State while showing the turns that follow a key by themselves. */
struct turns {
    struct player *player;
    const char *said; /* message to show after turn `said_turn`, from 0; or NULL */
    unsigned said_turn, turn;
    double interval;
    int key;   /* key pressed meanwhile, or -1 */
    bool good; /* false: out of memory */
};

static bool show_turn(void *context, const uint64_t *position)
{
    struct turns *turns = context;
    turns->player->between = position;
    turns->good = player_paint(turns->player);
    if (turns->good && turns->said != NULL && turns->turn == turns->said_turn) {
        page_message(turns->player, turns->said);
        turns->said = NULL;
    }
    turns->turn++;
    turns->key = turns->good ? input_wait(turns->interval) : -1;
    turns->player->between = NULL;
    return turns->good && turns->key < 0 && !turns->player->quit && program_interrupted == 0;
}

/* Presses a key of the game.  Returns false if memory runs out. */
static bool press_key(struct player *player, unsigned key)
{
    size_t moves = session_moves(player->session);
    unsigned hand = session_hand(player->session), said_turn;
    enum press press;
    bool was_solved = session_solved(player->session);
    const char *said = session_said(player->session, key, &said_turn);
    if (!session_press(player->session, key, &press))
        return false;
    const unsigned char *state = press == PRESS_NOTHING ? NULL : session_state_after(player->session, moves);
    /* Shows the positions up to the new state, and the rules' message for the key.  Another key press ends the display,
     * and is read afterwards. */
    const struct puzzle *puzzle = player_puzzle(player);
    const struct language *language = puzzle->game->language;
    struct turns turns = {player, said, said_turn, 0, 0, -1, true};
    if (language != NULL && state != NULL) {
        turns.interval = language->between_interval(language->source_of(puzzle));
        language->between(puzzle, state, hand, key, show_turn, &turns);
    }
    if (turns.good && turns.said != NULL && (turns.good = player_paint(player)))
        page_message(player, turns.said);
    if (turns.key >= 0)
        input_unread(turns.key);
    if (!turns.good)
        return false;
    /* A tick keeps the message, unless the message makes an offer, which may no longer be possible. */
    if (press != PRESS_NOTHING && (key != KEY_TICK || player->offer != OFFER_NOTHING))
        say_nothing(player);
    /* Says why the rules refused a key, if the game has words for that. */
    const struct face_words *words = player_face(player)->words;
    if (press == PRESS_NOTHING && said == NULL && words->refused != NULL && !session_solved(player->session)) {
        struct grid drawn;
        if (!session_draw(player->session, &drawn))
            return false;
        const char *why = words->refused(&drawn, key);
        if (player->offer == OFFER_NOTHING)
            player_say(player, PAINT_BAD, "%s", why == NULL ? "" : why);
        grid_free(&drawn);
    }
    player->in_vain &= press == PRESS_NOTHING;
    if (was_solved || !session_solved(player->session))
        return true;
    tell_success(player);
    /* The last messages of a game follow its last level. */
    const struct level *level = &player_job(player)->level;
    if (level->game_source != NULL &&
        level->place + 1 == level->game_source->language->language->levels(level->game_source)) {
        if (!player_paint(player))
            return false;
        show_messages(player, level->place + 1);
    }
    return true;
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
    player->hint = (struct background_search){.session = player->session};
    start_search(&player->hint, &player->limits);
}

/* Stores the presses of a hint, to be made later.  Returns false if memory runs out. */
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

/* Takes the result of a search for a hint.  Returns false if memory runs out. */
static bool take_hint(struct player *player)
{
    const struct hint *hint = &player->hint.hint;
    bool good = player->hint.good && (hint->kind != HINT_KEYS || queue_keys(player, hint));
    player->playing = good && player->plays_on && hint->kind == HINT_KEYS;
    if (player->playing) {
        player_say(player, PAINT_DIM, "The solution from here (+ - set its speed, any other key stops it)");
    } else if (good) {
        switch (hint->kind) {
        case HINT_KEYS:
            tell_keys(player, hint);
            break;
        case HINT_UNDO:
            say_dead_end(player, hint->undo);
            break;
        case HINT_LOST:
            player_say(player, PAINT_BAD, "Dead end; how far to go back was not found within the limits.");
            break;
        case HINT_HOPELESS:
            player_say(player, PAINT_BAD, "This level has no solution.");
            break;
        case HINT_SOLVED:
            player_say(player, PAINT_GOOD, "This level is solved.");
            break;
        case HINT_UNKNOWN:
            player_say(player, PAINT_BAD, "No answer: %s.", hint->reason);
            break;
        }
    }
    background_stop(&player->hint);
    return good;
}

/* Makes the next press of the solution.  The hint needs no search, because the plan is known.  Returns false if memory
 * runs out. */
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
    char message[MESSAGE_CAPACITY];
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

/* Does what the last message offered.  Returns false if memory runs out. */
static bool accept_offer(struct player *player)
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

/* Carries out a command.  Returns false if memory runs out. */
static bool obey(struct player *player, enum input_command command)
{
    struct face_words words = *player_face(player)->words;
    unsigned key;
    switch (command) {
    case COMMAND_NEXT_PIECE:
        key = session_next_piece(player->session);
        return press_key(player, key == KEY_NONE ? KEY_ACTION : key);
    case COMMAND_ACTION:
        return press_key(player, KEY_ACTION);
    case COMMAND_UNDO:
    case COMMAND_REDO:
        say_nothing(player);
        player->in_vain = false;
        if (!(command == COMMAND_UNDO ? session_undo : session_redo)(player->session))
            player_say(player, PAINT_DIM, "There is nothing to %s.",
                       command == COMMAND_UNDO ? "take back" : "make again");
        return true;
    case COMMAND_RESTART:
        session_restart(player->session);
        say_nothing(player);
        return true;
    case COMMAND_ENTER:
        return accept_offer(player);
    case COMMAND_HINT:
        if (player->offer == OFFER_MOVE)
            return accept_offer(player);
        ask_for_hint(player, false);
        return true;
    case COMMAND_SOLVE:
        ask_for_hint(player, true);
        return true;
    case COMMAND_NEXT_LEVEL:
        return change_level(player, player->current + 1);
    case COMMAND_PREVIOUS_LEVEL:
        return change_level(player, player->current - 1); /* wraps to SIZE_MAX before the first level */
    case COMMAND_LEVELS:
        return change_level(player, page_levels(player));
    case COMMAND_ARCADE:
        if (player_face(player)->arena != NULL)
            return arcade_run(player);
        player_say(player, PAINT_DIM, "The classic game is only for levels of Snake.");
        return true;
    case COMMAND_HELP:
        if (player_puzzle(player)->no_action)
            words.action = NULL;
        page_help(MODE_PUZZLE, &words);
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

/* One turn of the loop.  Returns false if memory runs out. */
static bool take_turn(struct player *player)
{
    if (!player->hint.running && !player->solution.running)
        look_for_dead_end(player);
    if (!player_paint(player))
        return false;
    /* The next press of the solution is due soon within a walk. */
    int delay = player->key_next + 1 < player->key_count ? WALK_DELAY : MOVE_DELAY;
    double due = player->playing ? clock_now() + ldexp(delay, -player->haste) * 1e-3 : player->tick;
    int rows = screen_rows(), columns = screen_columns();
    bool idle = due == 0 && !background_awaited(&player->hint) && !background_awaited(&player->solution) &&
                !background_awaited(&player->dead_end);
    enum input_command command = COMMAND_NONE;
    do {
        int left = due == 0 ? -1 : due > clock_now() ? (int)((due - clock_now()) * 1e3) + 1 : 0;
        command = input_read(MODE_PUZZLE, left);
        idle &= screen_rows() == rows && screen_columns() == columns; /* a resized window is painted again */
    } while (command == COMMAND_NONE && (idle || (player->playing && clock_now() < due)) && program_interrupted == 0);
    if (player->tick != 0 && clock_now() >= player->tick) { /* a game with a clock */
        player->tick = clock_now() + interval(player);
        if (!press_key(player, KEY_TICK))
            return false;
    }
    if (!player->hint.running && background_over(&player->solution)) {
        const struct background_search *found = &player->solution;
        if (found->result == SEARCH_FOUND) {
            player->fewest = (int64_t)found->way.count;
            session_learn(player->session, found->way.moves, found->way.count);
            if (session_solved(player->session))
                tell_success(player);
        } else if (found->result == SEARCH_NONE) {
            player->fewest = -2;
            player_say(player, PAINT_BAD, "This level has no solution.");
        }
        background_stop(&player->solution);
    }
    if (background_over(&player->hint) && !take_hint(player))
        return false;
    if (command == COMMAND_NONE)
        return !player->playing || play_on(player);
    if (player->playing && (command == COMMAND_FASTER || command == COMMAND_SLOWER)) {
        int haste = player->haste + (command == COMMAND_FASTER ? 1 : -1);
        if (haste >= LEAST_HASTE && haste <= MOST_HASTE)
            player->haste = haste;
        return true;
    }
    /* Any other key stops a hint or the solution.  Some keys do nothing else; moves and most other commands are still
     * carried out. */
    if (player->playing || player->hint.running) {
        background_stop(&player->hint);
        player->playing = false;
        say_nothing(player);
        if (command == COMMAND_HINT || command == COMMAND_SOLVE || command == COMMAND_ENTER || command == COMMAND_OTHER)
            return true;
    }
    return obey(player, command);
}

bool player_run(struct player *player)
{
    bool good = open_level(player, player->current);
    if (good && !player->quit && player->pilot != NULL && player_face(player)->arena != NULL)
        good = arcade_run(player);
    while (good && !player->quit && program_interrupted == 0)
        good = take_turn(player);
    close_level(player);
    return good;
}

/* What the player sees while he plays a level; see player.h. */
#include "play/board.h"
#include "play/player.h"

#include <stdlib.h>
#include <string.h>

/* Copies the first of some pieces that two spaces keep apart, and returns where the next one begins. */
static const char *take_piece(const char *pieces, char *piece, size_t room)
{
    const char *end = strstr(pieces, "  ");
    size_t size = end == NULL ? strlen(pieces) : (size_t)(end - pieces);
    snprintf(piece, room, "%.*s", (int)size, pieces);
    pieces += size;
    return pieces + strspn(pieces, " ");
}

/* Names keys in the last rows of the window; in a low one there is but one for them, and the first ones
 * have to do.  Returns the first of these rows. */
static int put_keys(const char *keys)
{
    enum { MOST_ROWS = 3, HIGH = 16 };
    int rows = screen_rows(), most = rows < HIGH ? 1 : MOST_ROWS, taken = 1;
    char piece[80];
    for (int pass = 0; pass < 2; pass++) {
        struct flow flow = flow_begin(rows - taken, rows - 1);
        flow.measure = pass == 0;
        for (const char *next = keys; *next != '\0';) {
            next = take_piece(next, piece, sizeof piece);
            flow_piece(&flow, PAINT_DIM, 2, piece);
        }
        taken = flow.row - (rows - taken) + 1;
        taken = taken < most ? taken : most;
    }
    return rows - taken;
}

bool paint_frame(const char *message, enum paint paint, const char *keys, struct frame *frame)
{
    int rows = screen_rows();
    screen_clear();
    if (rows < LEAST_ROWS || screen_columns() < LEAST_COLUMNS) {
        screen_put(0, 0, PAINT_BAD, "The window is too small.");
        screen_putf(1, 0, PAINT_PLAIN, "%d x %d will do.", LEAST_COLUMNS, LEAST_ROWS);
        return false;
    }
    int keys_row = put_keys(keys), taken = flow_rows(message);
    frame->bottom = keys_row - taken < LEAST_ROWS / 2 ? LEAST_ROWS / 2 : keys_row - taken;
    struct flow flow = flow_begin(frame->bottom, keys_row - 1);
    flow_text(&flow, paint, message);
    frame->head = flow_begin(0, frame->bottom - 1);
    return true;
}

void frame_next_row(struct frame *frame)
{
    frame->head.row++;
    frame->head.column = frame->head.indent;
}

void frame_paint_board(const struct frame *frame, const struct board *board)
{
    int top = frame->head.row + 1, bottom = frame->bottom;
    bool airy = bottom - top >= 5;
    if (bottom - airy > top + airy)
        board_paint(board, top + airy, bottom - airy);
}

static void paint_title(const struct player *player, struct flow *head)
{
    char place[64];
    const struct puzzle *puzzle = player_puzzle(player);
    snprintf(place, sizeof place, "level %zu of %zu", player->current + 1, player->count);
    flow_piece(head, PAINT_TITLE, 0, puzzle->game->title);
    flow_piece(head, PAINT_PLAIN, 2, place);
    flow_piece(head, PAINT_DIM, 2, text_string(&player_job(player)->level.name));
}

static const char *name_of_pieces(const struct player *player)
{
    const struct piece_words *chosen = player_face(player)->words->chosen;
    return chosen == NULL ? "piece" : chosen->one;
}

static void paint_counter(const struct player *player, struct flow *head)
{
    char text[80], fewest[24] = "?";
    const struct session *session = player->session;
    if (player->fewest >= 0)
        snprintf(fewest, sizeof fewest, "%lld", (long long)player->fewest);
    else if (player->fewest == -2)
        snprintf(fewest, sizeof fewest, "none");
    snprintf(text, sizeof text, "moves %zu of %s", session_moves(session), fewest);
    flow_piece(head, PAINT_PLAIN, 0, text);
    if (session_presses(session) != session_moves(session)) {
        snprintf(text, sizeof text, "presses %zu", session_presses(session));
        flow_piece(head, PAINT_DIM, 3, text);
    }
    unsigned char symbol = session_symbol(session, session_hand(session));
    if (symbol != 0) {
        snprintf(text, sizeof text, "%s %c", name_of_pieces(player), symbol);
        flow_piece(head, PAINT_PLAIN, 3, text);
    }
    if (session_solved(session))
        flow_piece(head, PAINT_GOOD, 3, "solved");
}

/* Paints the level itself.  False: out of memory. */
static bool paint_level(const struct player *player, const struct frame *frame)
{
    const struct terminal_look *look = player_face(player)->terminal;
    struct point_image image = {.focus = -1};
    struct board board;
    if (look->points != NULL && !session_points(player->session, look->points, &image))
        return false;
    if (look->points != NULL && screen_has_points()) {
        board_paint_points(&image, frame->head.row + 1, frame->bottom);
        free(image.points);
        return true;
    }
    free(image.points);
    if (!board_make(&board, player_puzzle(player), player->session))
        return false;
    board.focus = look->points != NULL ? image.focus : board.focus;
    frame_paint_board(frame, &board);
    board_free(&board);
    return true;
}

/* The keys that are named, with those that the game has. */
static void list_keys(const struct player *player, char *keys, size_t room)
{
    const struct face *face = player_face(player);
    snprintf(keys, room, "? help  u undo  i hint  v solution%s%s%s  n next  q quit",
             face->arcade ? "  c classic" : "", face->words->action != NULL ? "  x " : "",
             face->words->action != NULL ? face->words->action : "");
}

bool player_paint(const struct player *player)
{
    struct frame frame;
    char keys[160];
    bool good = true;
    list_keys(player, keys, sizeof keys);
    if (paint_frame(player->message, player->message_paint, keys, &frame)) {
        paint_title(player, &frame.head);
        frame_next_row(&frame);
        paint_counter(player, &frame.head);
        good = paint_level(player, &frame);
    }
    return screen_show() && good;
}

/* --- hints in words --- */

static void name_key(const struct player *player, unsigned key, char *text, size_t room)
{
    static const char *const arrows[] = {"\u2191", "\u2192", "\u2193", "\u2190"};
    static const char *const words[] = {"up", "right", "down", "left"};
    if (key == KEY_ACTION)
        snprintf(text, room, "%s", player_face(player)->words->action);
    else if (key >= KEY_PIECE)
        snprintf(text, room, "%u (%s %c),", key - KEY_PIECE + 1, name_of_pieces(player),
                 session_symbol(player->session, key - KEY_PIECE));
    else
        snprintf(text, room, "%s", (screen_unicode() ? arrows : words)[key]);
}

static void tell_keys(struct player *player, const struct hint *hint)
{
    enum { MOST_NAMED = 16 };
    char keys[MESSAGE_ROOM / 2] = "", key[24];
    size_t named = hint->key_count < MOST_NAMED ? hint->key_count : MOST_NAMED;
    for (size_t i = 0; i < named; i++) {
        size_t length = strlen(keys);
        name_key(player, hint->keys[i], key, sizeof key);
        snprintf(keys + length, sizeof keys - length, " %s", key);
    }
    player_say(player, PAINT_GOOD, "Hint:%s%s  (%zu move%s to the goal; Enter: do it)", keys,
               named < hint->key_count ? " ..." : "", hint->left, hint->left == 1 ? "" : "s");
    player->offer = OFFER_MOVE;
}

void player_tell_hint(struct player *player, const struct hint *hint)
{
    switch (hint->kind) {
    case HINT_KEYS:
        tell_keys(player, hint);
        break;
    case HINT_UNDO:
        player_say(player, PAINT_BAD, "No way from here: undo %zu (Enter: do it)", hint->undo);
        player->offer = OFFER_UNDO;
        player->undo = hint->undo;
        break;
    case HINT_LOST:
        player_say(player, PAINT_BAD,
                   "No way from here; how far to go back was not found within the limits.");
        break;
    case HINT_HOPELESS:
        player_say(player, PAINT_BAD, "This level has no solution.");
        break;
    case HINT_SOLVED:
        player_say(player, PAINT_GOOD, "This is solved.");
        break;
    case HINT_UNKNOWN:
        player_say(player, PAINT_BAD, "No answer: %s.", hint->reason);
        break;
    }
}

/* What the player sees while he plays a level; see player.h. */
#include "play/board.h"
#include "play/player.h"

#include <stdlib.h>
#include <string.h>

bool paint_frame(const char *message, enum paint paint, const char *keys)
{
    int rows = screen_rows();
    screen_clear();
    if (rows < LEAST_ROWS || screen_columns() < LEAST_COLUMNS) {
        screen_put(0, 0, PAINT_BAD, "The window is too small.");
        screen_putf(1, 0, PAINT_PLAIN, "%d x %d will do.", LEAST_COLUMNS, LEAST_ROWS);
        return false;
    }
    screen_put(rows - 2, 1, paint, message);
    screen_put(rows - 1, 1, PAINT_DIM, keys);
    return true;
}

/* Text that grows in a row. */
static int put_on(int row, int column, enum paint paint, const char *text)
{
    screen_put(row, column, paint, text);
    return column + screen_width(text);
}

static void paint_title(const struct player *player)
{
    char place[64];
    const struct puzzle *puzzle = player_puzzle(player);
    snprintf(place, sizeof place, "level %zu of %zu", player->current + 1, player->count);
    int column = put_on(TITLE_ROW, 1, PAINT_TITLE, puzzle->game->title);
    column = put_on(TITLE_ROW, column + 2, PAINT_PLAIN, place);
    put_on(TITLE_ROW, column + 2, PAINT_DIM, text_string(&player_job(player)->level.name));
}

static const char *name_of_pieces(const struct player *player)
{
    const struct piece_words *chosen = player_face(player)->words->chosen;
    return chosen == NULL ? "piece" : chosen->one;
}

static void paint_counter(const struct player *player)
{
    char text[80], fewest[24] = "?";
    const struct session *session = player->session;
    if (player->fewest >= 0)
        snprintf(fewest, sizeof fewest, "%lld", (long long)player->fewest);
    else if (player->fewest == -2)
        snprintf(fewest, sizeof fewest, "none");
    snprintf(text, sizeof text, "moves %zu of %s", session_moves(session), fewest);
    int column = put_on(COUNTER_ROW, 1, PAINT_PLAIN, text);
    if (session_presses(session) != session_moves(session)) {
        snprintf(text, sizeof text, "presses %zu", session_presses(session));
        column = put_on(COUNTER_ROW, column + 3, PAINT_DIM, text);
    }
    unsigned char symbol = session_symbol(session, session_hand(session));
    if (symbol != 0) {
        snprintf(text, sizeof text, "%s %c", name_of_pieces(player), symbol);
        column = put_on(COUNTER_ROW, column + 3, PAINT_PLAIN, text);
    }
    if (session_solved(session))
        put_on(COUNTER_ROW, column + 3, PAINT_GOOD, "solved");
}

bool player_paint(const struct player *player)
{
    struct board board;
    bool good = true;
    const char *keys = player_face(player)->arcade
                           ? "? help  u undo  i hint  v solution  c classic  n next  q quit"
                           : "? help  u undo  i hint  v solution  n next  q quit";
    if (paint_frame(player->message, player->message_paint, keys)) {
        paint_title(player);
        paint_counter(player);
        good = board_make(&board, player_puzzle(player), player->session);
        if (good) {
            board_paint(&board, BOARD_ROW, screen_rows() - 3);
            board_free(&board);
        }
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

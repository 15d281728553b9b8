/* Pages over the level: help and the list of levels; see player.h. */
#include "base/program.h"
#include "play/player.h"

#include <string.h>

enum { KEYS_COLUMN = 1, HELP_COLUMN = 20 };

/* How many lines the help has. */
static size_t help_lines(enum mode mode, const struct face_words *words)
{
    struct input_line line;
    size_t count = 0;
    while (input_help(mode, words, count, &line))
        count++;
    return count;
}

void page_help(enum mode mode, const struct face_words *words)
{
    size_t first = 0, lines = help_lines(mode, words);
    for (;;) {
        int rows = screen_rows();
        screen_clear();
        screen_put(0, KEYS_COLUMN, PAINT_TITLE, "Keys");
        for (int row = 2; row < rows - 1; row++) {
            struct input_line line;
            if (!input_help(mode, words, first + (size_t)row - 2, &line))
                break;
            screen_put(row, KEYS_COLUMN, PAINT_GOOD, line.keys);
            screen_put(row, HELP_COLUMN, PAINT_PLAIN, line.help);
        }
        screen_put(rows - 1, KEYS_COLUMN, PAINT_DIM,
                   "up and down scroll; any other key goes back");
        if (!screen_show())
            return;
        enum command command = input_read(MODE_LIST, -1);
        if (command == COMMAND_DOWN && first + 1 < lines)
            first++;
        else if (command == COMMAND_UP)
            first -= first > 0;
        else if (command != COMMAND_NONE || program_interrupted != 0)
            return;
    }
}

/* False: out of memory. */
static bool paint_levels(const struct player *player, size_t chosen)
{
    size_t room = screen_rows() > 4 ? (size_t)screen_rows() - 4 : 1;
    size_t first = chosen < room / 2 ? 0 : chosen - room / 2;
    if (first + room > player->count)
        first = player->count > room ? player->count - room : 0;
    screen_clear();
    screen_putf(0, 1, PAINT_TITLE, "%zu levels", player->count);
    for (size_t i = first; i < player->count && i < first + room; i++) {
        const struct job *job = &player->jobs[i];
        enum paint paint = i == chosen ? PAINT_CHOSEN : PAINT_PLAIN;
        screen_putf((int)(i - first) + 2, 1, paint, "%c %4zu  %-9s  %s ",
                    i == chosen ? '>' : ' ', i + 1, job->puzzle->game->title,
                    text_string(&job->level.name));
        if (player->solved[i])
            screen_put((int)(i - first) + 2, 0, PAINT_GOOD, "+");
    }
    screen_put(screen_rows() - 1, 1, PAINT_DIM,
               "up, down, PgUp, PgDn choose; Enter goes there; Esc goes back; + was solved");
    return screen_show();
}

size_t page_levels(const struct player *player)
{
    size_t chosen = player->current, last = player->count - 1;
    while (program_interrupted == 0 && paint_levels(player, chosen)) {
        size_t page = screen_rows() > 5 ? (size_t)screen_rows() - 5 : 1;
        switch (input_read(MODE_LIST, -1)) {
        case COMMAND_UP:
            chosen -= chosen > 0;
            break;
        case COMMAND_DOWN:
            chosen += chosen < last;
            break;
        case COMMAND_LAST_LEVEL:
            chosen = chosen > page ? chosen - page : 0;
            break;
        case COMMAND_NEXT_LEVEL:
            chosen = chosen + page < last ? chosen + page : last;
            break;
        case COMMAND_ENTER:
            return chosen;
        case COMMAND_BACK:
        case COMMAND_QUIT:
            return player->current;
        default:
            break;
        }
    }
    return player->current;
}

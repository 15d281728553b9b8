/* Pages over the level: the help and the list of levels; see player.h. */
#include "base/program.h"
#include "play/player.h"
#include "solve/judge/judge.h"

#include <string.h>

enum { KEYS_COLUMN = 1, NARROW_COLUMN = 4, HELP_COLUMN = 20 };

void page_help(enum mode mode, const struct face_words *words)
{
    static const char keys[] = "up and down scroll; any other key goes back";
    struct input_line counted;
    size_t count = 0;
    while (input_help(mode, words, count, &counted))
        count++;
    size_t first = 0, lines = count;
    for (;;) {
        int below = screen_rows() - flow_rows(keys), row = 2;
        struct input_line line;
        screen_clear();
        screen_put(0, KEYS_COLUMN, PAINT_TITLE, "Keys");
        for (size_t n = first; row < below - 1 && input_help(mode, words, n, &line); n++) {
            /* The explanation is beside the keys, or below them in a narrow window. */
            int last = below - 2;
            bool narrow = screen_columns() < HELP_COLUMN + 40;
            struct flow flow = flow_begin(row + narrow, last);
            if (row <= last)
                screen_put(row, KEYS_COLUMN, PAINT_GOOD, line.keys);
            flow.column = flow.indent = narrow ? NARROW_COLUMN : HELP_COLUMN;
            flow_text(&flow, PAINT_PLAIN, line.help);
            row = flow.row + 1;
        }
        struct flow flow = flow_begin(below, screen_rows() - 1);
        flow_text(&flow, PAINT_DIM, keys);
        if (!screen_show())
            return;
        enum input_command command = input_read(MODE_LIST, -1);
        if (command == COMMAND_DOWN && first + 1 < lines)
            first++;
        else if (command == COMMAND_UP)
            first -= first > 0;
        else if (command != COMMAND_NONE || program_interrupted != 0)
            return;
    }
}

void page_message(struct player *player, const char *text)
{
    static const char keys[] = "any key goes on, q quits";
    enum input_command command = COMMAND_NONE;
    while (command == COMMAND_NONE && program_interrupted == 0 && !player->quit) {
        int rows = screen_rows(), high = flow_rows(text);
        struct flow flow = flow_begin(high < rows - 2 ? (rows - 2 - high) / 2 : 0, rows - 2);
        screen_clear();
        flow_text(&flow, PAINT_TITLE, text);
        screen_put(rows - 1, KEYS_COLUMN, PAINT_DIM, keys);
        if (!screen_show())
            return;
        command = input_read(MODE_LIST, -1);
    }
    player->quit |= command == COMMAND_QUIT;
}

/* Paints a level of the list from `row` on, or only measures it.  Returns the row after it. */
static int put_level(const struct player *player, size_t n, bool chosen, bool mixed, int row, bool measure)
{
    const struct job *job = &player->jobs[n];
    const struct player_level *level = &player->levels[n];
    enum paint paint = chosen ? PAINT_CHOSEN : PAINT_PLAIN;
    const char *band = level->difficulty == UNKNOWN ? "" : difficulty_band_names[difficulty_band_of(level->difficulty)];
    char text[120];
    snprintf(text, sizeof text, "%c %4zu  %-6s  %s%s", chosen ? '>' : ' ', n + 1, band,
             mixed ? job->puzzle->game->title : "", mixed ? "  " : "");
    struct flow flow = flow_begin(row, screen_rows() - 2);
    flow.measure = measure;
    if (level->solved && !measure)
        screen_put(row, 0, PAINT_GOOD, "+");
    if (!measure)
        screen_put(row, flow.column, paint, text);
    flow.column += screen_width(text);
    flow.indent = 8;
    flow_text(&flow, paint, text_string(&job->level.name));
    return flow.row + 1;
}

/* The first level to show so that the chosen one is as near to the middle of the rows as possible. */
static size_t first_shown(const struct player *player, size_t chosen, bool mixed, int rows)
{
    size_t first = chosen, last = chosen;
    int taken = put_level(player, chosen, true, mixed, 0, true);
    for (;;) {
        int above = first > 0 ? put_level(player, first - 1, false, mixed, 0, true) : rows + 1;
        int below = last + 1 < player->count ? put_level(player, last + 1, false, mixed, 0, true) : rows + 1;
        bool up = taken + above <= rows && (chosen - first <= last - chosen || taken + below > rows);
        if (!up && taken + below > rows)
            return first;
        taken += up ? above : below;
        first -= up;
        last += !up;
    }
}

/* Returns false if memory runs out. */
static bool paint_levels(const struct player *player, size_t chosen)
{
    enum { TOP = 2 };
    static const char keys[] = "up, down, PgUp, PgDn choose; Enter goes there; Esc goes back; + was solved";
    int below = screen_rows() - flow_rows(keys), row = TOP;
    bool mixed = false; /* the levels belong to several games, so the page names the games */
    size_t solved = 0;
    for (size_t i = 0; i < player->count; i++) {
        mixed |= player->jobs[i].puzzle->game != player->jobs[0].puzzle->game;
        solved += player->levels[i].solved;
    }
    screen_clear();
    screen_putf(0, 1, PAINT_TITLE, "%zu level%s, %zu solved", player->count, player->count == 1 ? "" : "s", solved);
    for (size_t i = first_shown(player, chosen, mixed, below - TOP); i < player->count && row < below; i++) {
        if (put_level(player, i, false, mixed, row, true) > below)
            break;
        row = put_level(player, i, i == chosen, mixed, row, false);
    }
    struct flow flow = flow_begin(below, screen_rows() - 1);
    flow_text(&flow, PAINT_DIM, keys);
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
        case COMMAND_PREVIOUS_LEVEL:
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

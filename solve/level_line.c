/* Rows and text: which lines of a file belong to levels; see level_reader.h. */
#include "solve/level_inside.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

bool line_all_cells(const struct game *game, const struct text *line)
{
    return strspn(text_string(line), game->cells) == line->size;
}

void line_unpack(const struct game *game, struct text *line)
{
    char row[4 * GRID_MAX_SIDE];
    int size = game->read_row(text_string(line), line->size, row, sizeof row);
    if (size >= 0 && (size_t)size <= sizeof row) {
        text_clear(line);
        text_add(line, row, (size_t)size);
    }
}

/* Whether some game takes the line as a row; unpacks it if none takes it as it is. */
static bool is_row(const struct level_reader *reader, struct text *line)
{
    const struct game *packed = NULL;
    for (size_t i = 0; games[i] != NULL; i++) {
        const struct game *game = games[i];
        if (reader->game != NULL && reader->game != game)
            continue;
        if (game->read_row != NULL &&
            game->read_row(text_string(line), line->size, NULL, 0) < 0)
            continue;
        if (line_all_cells(game, line))
            return true;
        if (game->read_row != NULL)
            packed = game;
    }
    if (packed != NULL)
        line_unpack(packed, line);
    return packed != NULL;
}

size_t line_key_length(const char *line)
{
    size_t length = 0;
    while (isalpha((unsigned char)line[length]) || (length > 0 && strchr(" -", line[length]) &&
                                                    line[length] != '\0'))
        length++;
    return length > 2 && line[length] == ':' ? length : 0;
}

/* Whether a line has the form of a comment or of "Name: value". */
static bool is_marked(const char *line)
{
    return line[0] == ';' || (line[0] == ':' && line[1] == ':') || line_key_length(line) > 0;
}

/* Whether a line that some game takes as a row could as well be a title: it is a number, a letter
 * or one word, perhaps with hyphens and the like.  A wall of a garden is one letter again and again, which is no
 * word. */
static bool could_be_title(const char *line)
{
    if (strspn(line, "0123456789") == strlen(line))
        return true;
    char first = '\0';
    bool letters_differ = false, hyphens = false;
    size_t in_a_row = 0, most = 0; /* letters */
    for (const char *c = line; *c != '\0'; c++) {
        bool inner = c > line && isalnum((unsigned char)c[-1]) && isalnum((unsigned char)c[1]);
        bool letter = isalpha((unsigned char)*c) != 0;
        if (!isalnum((unsigned char)*c) && (strchr("-,/=:", *c) == NULL || !inner))
            return false;
        hyphens |= *c == '-';
        in_a_row = letter ? in_a_row + 1 : 0;
        most = in_a_row > most ? in_a_row : most;
        first = letter && first == '\0' ? *c : first;
        letters_differ |= letter && *c != first;
    }
    bool single = line[0] != '\0' && line[1] == '\0';
    return single || (letters_differ && (!hyphens || most >= 3));
}

/* Whether a line that is no row reads like text: it begins with a letter, a digit or a quote and
 * has a word in it, or it is a number. */
static bool reads_like_text(const char *line)
{
    const char *first = line + strspn(line, " \t");
    if (strspn(first, "0123456789") == strlen(first))
        return true;
    if (!isalnum((unsigned char)*first) && strchr("'\"(", *first) == NULL &&
        (unsigned char)*first < 0x80)
        return false;
    size_t latin = 0, other = 0; /* letters in a row; bytes of letters of other alphabets */
    for (const char *c = first; *c != '\0' && latin < 3 && other < 6; c++) {
        latin = isalpha((unsigned char)*c) ? latin + 1 : 0;
        other = (unsigned char)*c >= 0x80 ? other + 1 : 0;
    }
    return latin == 3 || other == 6;
}

/* Whether more than half of a line are cells of a game that takes every line of cells as a row:
 * then it is a row with a mistake in it, and no text, though its walls may be letters. */
static bool mostly_cells(const struct level_reader *reader, const struct text *line)
{
    for (size_t i = 0; games[i] != NULL; i++) {
        if ((reader->game != NULL && reader->game != games[i]) || games[i]->read_row != NULL)
            continue;
        size_t cells = 0;
        for (size_t c = 0; c < line->size; c++)
            cells += strchr(games[i]->cells, line->data[c]) != NULL;
        if (2 * cells > line->size)
            return true;
    }
    return false;
}

/* Whether a line is the heading of a solution or another saved game, or moves right below one. */
static bool is_saved_game(const struct level_reader *reader, const char *line)
{
    if (strncasecmp(line, "Solution", 8) == 0 || strncasecmp(line, "Snapshot", 8) == 0)
        return true;
    return reader->in_game && strspn(line, "udlrUDLR0123456789()") == strlen(line);
}

/* Whether a line has the form of a comment or of "Name: value", or stands in a comment. */
static bool is_marked_text(struct level_reader *reader, const char *line)
{
    bool marked = reader->in_comment || is_marked(line);
    if (marked && strncasecmp(line, "Comment-End", 11) == 0)
        reader->in_comment = false;
    else if (marked && strncasecmp(line, "Comment:", 8) == 0 &&
             line[8 + strspn(line + 8, " ")] == '\0')
        reader->in_comment = true;
    return marked;
}

/* Whether a line is the first or last of a comment of several lines, or the heading of a solution,
 * below which there may be more than any row has. */
static bool is_heading(const char *line)
{
    return strncasecmp(line, "Comment", 7) == 0 || strncasecmp(line, "Solution", 8) == 0 ||
           strncasecmp(line, "Snapshot", 8) == 0;
}

/* What a line is that has the form of a comment: one, unless it is made of a game's cells; LINE_MARKED: the rows
 * around it will tell. */
static enum line marked_line(const struct level_reader *reader, const char *line)
{
    bool cells = false;
    for (size_t i = 0; games[i] != NULL && !cells; i++)
        cells = (reader->game == NULL || reader->game == games[i]) &&
                line_all_cells(games[i], &reader->row);
    if (!cells || reader->in_comment || reader->row.size > GRID_MAX_SIDE || is_heading(line))
        return LINE_TEXT;
    if (reader->line < reader->marks_from || reader->line > reader->marks_to)
        return LINE_MARKED;
    return reader->mark_is_row[reader->line - reader->marks_from] ? LINE_ROW : LINE_TEXT;
}

enum line level_line(struct level_reader *reader)
{
    const char *line = text_string(&reader->row);
    bool marked = is_marked(line), given = reader->game != NULL && !reader->in_comment && !marked;
    if (marked) {
        enum line kind = marked_line(reader, line);
        if (kind != LINE_TEXT)
            return kind;
    }
    if (given && !reader->too_long && is_row(reader, &reader->row)) {
        reader->in_game = false;
        return LINE_ROW; /* with the game given, nothing that can be a row is anything else */
    }
    reader->in_game = is_saved_game(reader, line); /* moves may be longer than any row */
    if (reader->in_game || is_marked_text(reader, line))
        return LINE_TEXT;
    if (reader->game == NULL && !reader->too_long && could_be_title(line)) {
        bool settled = reader->line <= reader->settled;
        return !settled && is_row(reader, &reader->row) ? LINE_DOUBT : LINE_TEXT;
    }
    bool row = reader->too_long || (!given && is_row(reader, &reader->row)) ||
               !reads_like_text(text_string(&reader->row)) || mostly_cells(reader, &reader->row);
    return row ? LINE_ROW : LINE_TEXT;
}

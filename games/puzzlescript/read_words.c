/* Pieces of a line; see read.h. */
#include "games/puzzlescript/read.h"

void skip_spaces(struct reader *r)
{
    while (r->at < r->text.count && is_space(r->text.units[r->at]))
        r->at++;
}

bool take_name(struct reader *r, struct slice *name)
{
    int from = r->at, to = from;
    while (to < r->text.count && is_word(r->text.units[to]))
        to++;
    *name = part(r->text, from, to);
    if (to == from)
        return false;
    r->at = to;
    skip_spaces(r);
    return true;
}

bool take_to_space(struct reader *r, struct slice *word)
{
    int from = r->at, to = from;
    while (to < r->text.count && !is_space(r->text.units[to]) && r->text.units[to] != '(' &&
           r->text.units[to] != ')')
        to++;
    *word = part(r->text, from, to);
    if (to == from)
        return false;
    r->at = to;
    skip_spaces(r);
    return true;
}

bool peek_to_comment(const struct reader *r, struct slice *text)
{
    int to = r->at;
    while (to < r->text.count && r->text.units[to] != '(')
        to++;
    *text = part(r->text, r->at, to);
    return text->count > 0;
}

bool take_to_comment(struct reader *r, struct slice *text)
{
    bool found = peek_to_comment(r, text);
    r->at += text->count;
    return found;
}

struct slice before_comment(struct slice text)
{
    while (text.count > 0 && text.units[0] == '(')
        text = part(text, 1, text.count);
    for (int i = 0; i < text.count; i++)
        if (text.units[i] == '(')
            return part(text, 0, i);
    return text;
}

/* The length of the word if the line goes on with it; 0 if not. */
static int begins(const struct reader *r, const char *word)
{
    int length = 0;
    for (; word[length] != '\0'; length++)
        if (unit_at(r, r->at + length) != (unsigned char)word[length])
            return 0;
    return length;
}

bool take_word(struct reader *r, const char *const *words, bool ascii, struct slice *word)
{
    for (; *words != NULL; words++) {
        int length = begins(r, *words);
        uint16_t next = unit_at(r, r->at + length);
        if (length == 0 || (is_word(next) && (!ascii || next < 0x80)))
            continue;
        *word = part(r->text, r->at, r->at + length);
        r->at += length;
        skip_spaces(r);
        return true;
    }
    return false;
}

bool take_number(struct reader *r, struct slice *number)
{
    int to = r->at;
    while (unit_at(r, to) >= '0' && unit_at(r, to) <= '9')
        to++;
    uint16_t next = unit_at(r, to);
    if (to == r->at || (next < 0x80 && is_word(next)))
        return false;
    *number = part(r->text, r->at, to);
    r->at = to;
    return true;
}

static bool is_hex(uint16_t unit)
{
    return (unit >= '0' && unit <= '9') || (unit >= 'a' && unit <= 'f');
}

bool take_color(struct reader *r, struct slice *color)
{
    static const char *const names[] = {
        "black",  "white",    "gray",      "darkgray",   "lightgray", "grey",       "darkgrey",
        "red",    "darkred",  "lightgrey", "lightred",   "brown",     "darkbrown",  "lightbrown",
        "orange", "yellow",   "green",     "blue",       "darkgreen", "lightgreen", "lightblue",
        "purple", "darkblue", "pink",      "transparent"};
    int length = 0;
    for (size_t i = 0; length == 0 && i < sizeof names / sizeof *names; i++)
        length = begins(r, names[i]);
    if (length == 0 && unit_at(r, r->at) == '#') {
        while (length < 6 && is_hex(unit_at(r, r->at + 1 + length)))
            length++;
        length = length / 3 * 3;
        length += length > 0;
    }
    if (length == 0)
        return false;
    *color = part(r->text, r->at, r->at + length);
    r->at += length;
    skip_spaces(r);
    return true;
}

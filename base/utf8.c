/* UTF-8: decoding, and text that is safe to send to a terminal; see utf8.h. */
#include "base/utf8.h"

#include <string.h>

long utf8_decode(const char *bytes, size_t size, size_t *length)
{
    static const long least[] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned char first = size == 0 ? 0xff : (unsigned char)bytes[0];
    *length = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
    if (*length == 0 || *length > size)
        return -1;
    long code = *length == 1 ? first : first & (0x7f >> *length);
    for (size_t i = 1; i < *length; i++) {
        unsigned char next = (unsigned char)bytes[i];
        if ((next & 0xc0) != 0x80)
            return -1;
        code = code << 6 | (next & 0x3f);
    }
    bool surrogate = code >= 0xd800 && code < 0xe000;
    return code < least[*length] || surrogate || code > 0x10ffff ? -1 : code;
}

size_t utf8_encode(uint32_t code, char bytes[4])
{
    static const unsigned char first[] = {0, 0xc0, 0xe0, 0xf0};
    size_t more = (size_t)(code >= 0x80) + (code >= 0x800) + (code >= 0x10000);
    bytes[0] = (char)(first[more] | code >> 6 * more);
    for (size_t i = 1; i <= more; i++)
        bytes[i] = (char)(0x80 | (code >> 6 * (more - i) & 0x3f));
    return more + 1;
}

size_t utf8_mark(const char *bytes, size_t size)
{
    static const char mark[] = {'\xef', '\xbb', '\xbf'};
    return size >= sizeof mark && memcmp(bytes, mark, sizeof mark) == 0 ? sizeof mark : 0;
}

/* Control characters, both C0 and C1: some terminals obey U+0080 to U+009F, too. */
static bool is_control(long code)
{
    return (code >= 0 && code < 0x20) || (code >= 0x7f && code < 0xa0);
}

void utf8_add_cells(struct text *text, const unsigned char *cells, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char bytes[4];
        text_add(text, bytes, utf8_encode(cells[i], bytes));
    }
}

void utf8_add_json_cell(struct text *json, char before, const char *name, unsigned char cell)
{
    struct text text = {0};
    if (cell != 0)
        utf8_add_cells(&text, &cell, 1);
    text_add_json_member(json, before, name, text_string(&text));
    json->failed |= text.failed;
    text_free(&text);
}

void utf8_add_line(struct text *text, const char *string)
{
    for (size_t left = strlen(string), length; left > 0; string += length, left -= length) {
        long code = utf8_decode(string, left, &length);
        if (code < 0)
            length = 1;
        if (code < 0)
            text_add_string(text, "\xef\xbf\xbd");
        else if (is_control(code))
            text_add_char(text, ' ');
        else
            text_add(text, string, length);
    }
}

/* Characters that are invisible or change the order in which others are drawn, so that a text reads as something else:
 * joiners, direction marks, line and paragraph separators, tags. */
static bool is_invisible(long code)
{
    static const struct {
        long first, last;
    } ranges[] = {
        {0x061c, 0x061c}, {0x180e, 0x180e}, {0x200b, 0x200f}, {0x2028, 0x202e},
        {0x2060, 0x206f}, {0xfeff, 0xfeff}, {0xfff9, 0xfffb}, {0xe0000, 0xe007f},
    };
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        if (code >= ranges[i].first && code <= ranges[i].last)
            return true;
    }
    return false;
}

size_t utf8_show(const char *bytes, size_t size, char shown[UTF8_SHOWN])
{
    static const char known[] = "\n\r\t", letters[] = "nrt";
    size_t length;
    long code = utf8_decode(bytes, size, &length);
    const char *found = code <= 0 || code > 0x7f ? NULL : strchr(known, (int)code);
    if (code < 0)
        length = 1;
    if (found != NULL)
        snprintf(shown, UTF8_SHOWN, "\\%c", letters[found - known]);
    else if (code < 0 || (code < 0x80 && is_control(code)))
        snprintf(shown, UTF8_SHOWN, "\\x%02x", (unsigned char)bytes[0]);
    else if (code > 0xffff && is_invisible(code))
        snprintf(shown, UTF8_SHOWN, "\\U%08x", (unsigned)code & 0x1fffff);
    else if (is_control(code) || is_invisible(code))
        snprintf(shown, UTF8_SHOWN, "\\u%04x", (unsigned)code & 0xffff);
    else
        snprintf(shown, UTF8_SHOWN, "%.*s", (int)length, bytes);
    return length;
}

void utf8_add_visible(struct text *text, const char *string)
{
    char shown[UTF8_SHOWN];
    for (size_t left = strlen(string), length; left > 0; string += length, left -= length) {
        length = utf8_show(string, left, shown);
        text_add_string(text, shown);
    }
}

void utf8_put_visible(const char *bytes, size_t size, bool lines, FILE *stream)
{
    char shown[UTF8_SHOWN];
    for (size_t length; size > 0; bytes += length, size -= length) {
        length = utf8_show(bytes, size, shown);
        fputs(lines && *bytes == '\n' ? "\n" : shown, stream);
    }
}

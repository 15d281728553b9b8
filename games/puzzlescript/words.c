/* Words: the source as UTF-16, which letters are letters, and names that are kept once. */
#include "games/puzzlescript/compile.h"

#include "base/utf8.h"

void decode(struct compiler *c, const char *source, size_t size, struct slice *units)
{
    uint16_t *out = arena_get(c->arena, (size + 1) * sizeof *out);
    int count = 0;
    *units = (struct slice){NULL, 0};
    if (c->arena->failed)
        return;
    for (size_t at = 0, length; at < size; at += length) {
        long code = utf8_decode(source + at, size - at, &length);
        if (code < 0) {
            code = 0xfffd;
            length = 1;
        }
        if (code >= 0x10000) { /* four bytes are two units: there is room */
            code -= 0x10000;
            out[count++] = (uint16_t)(0xd800 + (code >> 10));
            code = 0xdc00 + (code & 0x3ff);
        }
        out[count++] = (uint16_t)code;
    }
    *units = (struct slice){out, count};
}

/* Latin, Greek and Cyrillic; other scripts have one case or are rare in names. */
uint16_t small_letter(uint16_t unit)
{
    if ((unit >= 'A' && unit <= 'Z') || (unit >= 0xc0 && unit <= 0xde && unit != 0xd7) ||
        (unit >= 0x391 && unit <= 0x3a9) || (unit >= 0x410 && unit <= 0x42f))
        return (uint16_t)(unit + 32);
    if (unit >= 0x400 && unit <= 0x40f)
        return (uint16_t)(unit + 80);
    if (unit >= 0x100 && unit <= 0x17f && unit != 0x130 && unit != 0x138 && unit != 0x149 &&
        unit != 0x178 && unit != 0x17f) {
        bool odd = (unit >= 0x139 && unit <= 0x148) || unit >= 0x179; /* capitals are odd here */
        return (unit % 2 == 1) == odd ? (uint16_t)(unit + 1) : unit;
    }
    return unit;
}

bool is_space(uint16_t unit)
{
    return (unit >= 9 && unit <= 13) || unit == ' ' || unit == 0xa0 || unit == 0x1680 ||
           (unit >= 0x2000 && unit <= 0x200a) || unit == 0x2028 || unit == 0x2029 ||
           unit == 0x202f || unit == 0x205f || unit == 0x3000 || unit == 0xfeff;
}

/* Beyond ASCII, whatever is in a block of letters. */
bool is_word(uint16_t unit)
{
    if (unit < 0x80)
        return (unit >= '0' && unit <= '9') || (unit >= 'a' && unit <= 'z') ||
               (unit >= 'A' && unit <= 'Z') || unit == '_';
    if (unit < 0xc0)
        return unit == 0xaa || unit == 0xb2 || unit == 0xb3 || unit == 0xb5 || unit == 0xb9 ||
               unit == 0xba || (unit >= 0xbc && unit <= 0xbe);
    return unit != 0xd7 && unit != 0xf7 && !is_space(unit) && !(unit >= 0x2b9 && unit <= 0x36f) &&
           !(unit >= 0x2000 && unit <= 0x206f) && !(unit >= 0x20a0 && unit <= 0x20ff) &&
           !(unit >= 0x2190 && unit <= 0x245f) && !(unit >= 0x2500 && unit <= 0x2775) &&
           !(unit >= 0x2794 && unit <= 0x2bff) && !(unit >= 0x3000 && unit <= 0x3004) &&
           !(unit >= 0x3008 && unit <= 0x3020) && !(unit >= 0xd800 && unit <= 0xf8ff) &&
           !(unit >= 0xfe00 && unit <= 0xfe6f) && !(unit >= 0xff00 && unit <= 0xff0f) &&
           !(unit >= 0xff1a && unit <= 0xff20) && unit < 0xffe0;
}

struct slice part(struct slice text, int from, int to)
{
    return (struct slice){text.units + from, to - from};
}

struct slice trim(struct slice text)
{
    while (text.count > 0 && is_space(text.units[0]))
        text = part(text, 1, text.count);
    while (text.count > 0 && is_space(text.units[text.count - 1]))
        text.count--;
    return text;
}

static char *put_utf8(char *out, long code)
{
    if (code < 0x80) {
        *out++ = (char)code;
    } else if (code < 0x800) {
        *out++ = (char)(0xc0 | code >> 6);
        *out++ = (char)(0x80 | (code & 0x3f));
    } else if (code < 0x10000) {
        *out++ = (char)(0xe0 | code >> 12);
        *out++ = (char)(0x80 | (code >> 6 & 0x3f));
        *out++ = (char)(0x80 | (code & 0x3f));
    } else {
        *out++ = (char)(0xf0 | code >> 18);
        *out++ = (char)(0x80 | (code >> 12 & 0x3f));
        *out++ = (char)(0x80 | (code >> 6 & 0x3f));
        *out++ = (char)(0x80 | (code & 0x3f));
    }
    return out;
}

const char *utf8_of(struct compiler *c, struct slice text)
{
    char *bytes = arena_get(c->arena, (size_t)text.count * 3 + 1), *out = bytes;
    if (c->arena->failed)
        return "";
    for (int i = 0; i < text.count; i++) {
        long code = text.units[i];
        if (code >= 0xd800 && code < 0xdc00 && i + 1 < text.count)
            code = 0x10000 + ((code - 0xd800) << 10) + (text.units[++i] & 0x3ff);
        out = put_utf8(out, code);
    }
    return bytes;
}

bool slice_is(struct slice text, const char *word)
{
    if ((size_t)text.count != strlen(word))
        return false;
    for (int i = 0; i < text.count; i++)
        if (text.units[i] != (unsigned char)word[i])
            return false;
    return true;
}

static void grow_table(struct compiler *c)
{
    int size = c->table_size == 0 ? 256 : c->table_size * 2;
    int *table = arena_get(c->arena, (size_t)size * sizeof *table);
    if (c->arena->failed)
        return;
    for (int i = 0; i < size; i++)
        table[i] = -1;
    for (int name = 0; name < c->names.count; name++) {
        uint32_t at = c->names.items[name].hash & (uint32_t)(size - 1);
        while (table[at] >= 0)
            at = (at + 1) & (uint32_t)(size - 1);
        table[at] = name;
    }
    c->table = table;
    c->table_size = size;
}

int intern(struct compiler *c, struct slice text)
{
    uint32_t hash = 2166136261u;
    for (int i = 0; i < text.count; i++)
        hash = (hash ^ text.units[i]) * 16777619u;
    if (c->names.count * 2 >= c->table_size)
        grow_table(c);
    if (c->arena->failed)
        return 0;
    uint32_t at = hash & (uint32_t)(c->table_size - 1);
    for (; c->table[at] >= 0; at = (at + 1) & (uint32_t)(c->table_size - 1)) {
        const struct name *old = &c->names.items[c->table[at]];
        if (old->hash == hash && old->units.count == text.count &&
            (text.count == 0 ||
             memcmp(old->units.units, text.units, (size_t)text.count * sizeof *text.units) == 0))
            return c->table[at];
    }
    int number = c->names.count;
    const char *bytes = utf8_of(c, text);
    *(struct name *)PUSH(c->arena, &c->names) = (struct name){.text = bytes,
                                                              .units = text,
                                                              .hash = hash,
                                                              .object = -1,
                                                              .synonym = -1,
                                                              .aggregate = -1,
                                                              .property = -1,
                                                              .stands_for = -1,
                                                              .single_layer = -1};
    if (c->arena->failed)
        return 0;
    c->table[at] = number;
    return number;
}

int intern_text(struct compiler *c, const char *text)
{
    int count = (int)strlen(text);
    uint16_t *units = arena_get(c->arena, (size_t)count * sizeof *units);
    if (c->arena->failed)
        return 0;
    for (int i = 0; i < count; i++)
        units[i] = (unsigned char)text[i];
    return intern(c, (struct slice){units, count});
}

const char *text_of(const struct compiler *c, int name)
{
    return name >= 0 && name < c->names.count ? c->names.items[name].text : "";
}

bool name_is(const struct compiler *c, int name, const char *word)
{
    return strcmp(text_of(c, name), word) == 0;
}

bool one_of(const char *word, const char *const *words)
{
    for (; *words != NULL; words++)
        if (strcmp(word, *words) == 0)
            return true;
    return false;
}

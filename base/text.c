/* Growable text; see text.h. */
#include "base/text.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool ensure_capacity(struct text *text, size_t size)
{
    if (text->failed || size > SIZE_MAX / 4 - text->size)
        text->failed = true;
    if (text->failed)
        return false;
    if (text->size + size < text->capacity)
        return true;
    size_t capacity = text->capacity < 64 ? 64 : text->capacity;
    while (capacity <= text->size + size)
        capacity *= 2;
    char *data = realloc(text->data, capacity);
    if (data == NULL) {
        text->failed = true;
        return false;
    }
    text->data = data;
    text->capacity = capacity;
    return true;
}

void text_add(struct text *text, const char *bytes, size_t size)
{
    if (!ensure_capacity(text, size))
        return;
    if (size > 0)
        memcpy(text->data + text->size, bytes, size);
    text->size += size;
    text->data[text->size] = '\0';
}

void text_add_string(struct text *text, const char *string)
{
    text_add(text, string, strlen(string));
}

void text_add_char(struct text *text, char c)
{
    text_add(text, &c, 1);
}

void text_addf(struct text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    text_addv(text, format, arguments);
    va_end(arguments);
}

void text_addv(struct text *text, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    int size = vsnprintf(NULL, 0, format, arguments);
    if (size < 0)
        text->failed = true;
    if (size >= 0 && ensure_capacity(text, (size_t)size)) {
        vsnprintf(text->data + text->size, (size_t)size + 1, format, again);
        text->size += (size_t)size;
    }
    va_end(again);
}

void text_add_text(struct text *text, const struct text *more)
{
    text_add(text, text_string(more), more->size);
    text->failed |= more->failed;
}

bool text_fail(struct text *text)
{
    text->failed = true;
    return false;
}

bool text_says(const struct text *text)
{
    return text->size > 0 || text->failed;
}

const char *text_string(const struct text *text)
{
    return text->data == NULL ? "" : text->data;
}

void text_clear(struct text *text)
{
    text->size = 0;
    if (text->data != NULL)
        text->data[0] = '\0';
}

void text_free(struct text *text)
{
    free(text->data);
    *text = (struct text){0};
}

void text_add_xml(struct text *xml, const char *string)
{
    for (; *string != '\0'; string++) {
        char c = *string;
        text_add_string(xml, c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : (char[]){c, '\0'});
    }
}

void text_add_json(struct text *json, const char *string)
{
    text_add_char(json, '"');
    for (; *string != '\0'; string++) {
        unsigned char c = (unsigned char)*string;
        if (c == '"' || c == '\\')
            text_addf(json, "\\%c", c);
        else if (c < 0x20 || c == '<' || c == 0x7f)
            text_addf(json, "\\u%04x", c);
        else
            text_add_char(json, (char)c);
    }
    text_add_char(json, '"');
}

void text_add_json_member(struct text *json, char before, const char *name, const char *value)
{
    text_add_char(json, before);
    text_add_json(json, name);
    text_add_char(json, ':');
    text_add_json(json, value);
}

/* Text as JSON; see json.h. */
#include "base/json.h"

void json_add_string(struct text *json, const char *string)
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

void json_add_member(struct text *json, char before, const char *name, const char *value)
{
    text_add_char(json, before);
    json_add_string(json, name);
    text_add_char(json, ':');
    json_add_string(json, value);
}

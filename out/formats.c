/* The formats of packs; see formats.h. */
#include "out/formats.h"

#include "base/nearest.h"

#include <string.h>

extern const struct pack_format pack_text, pack_xsb, pack_puzzlescript, pack_svg, pack_png, pack_pdf,
    pack_html;

const struct pack_format *const pack_formats[] = {
    &pack_text,
    &pack_xsb,
    &pack_puzzlescript,
    &pack_svg,
    &pack_png,
    &pack_pdf,
    &pack_html,
    NULL,
};

void formats_help(struct text *help)
{
    text_add_string(help, "\nFormats:\n");
    for (size_t i = 0; pack_formats[i] != NULL; i++) {
        const struct pack_format *format = pack_formats[i];
        text_addf(help, "  %-13s  %s (%s)\n", format->name, format->help, format->extension);
        if (format->missing != NULL)
            text_addf(help, "%17snot in this build, which is without %s\n", "", format->missing);
    }
}

static bool find(const char *name, const struct pack_format **format, struct text *error)
{
    const char *names[16];
    size_t count = 0;
    for (; pack_formats[count] != NULL; count++) {
        names[count] = pack_formats[count]->name;
        if (strcmp(names[count], name) == 0) {
            *format = pack_formats[count];
            return true;
        }
    }
    const char *nearest = nearest_name(name, names, count);
    text_addf(error, "unknown format '%s'", name);
    if (nearest != NULL)
        text_addf(error, "; did you mean '%s'?", nearest);
    for (size_t i = 0; nearest == NULL && i < count; i++)
        text_addf(error, "%s %s", i == 0 ? "; the formats are" : ",", names[i]);
    return false;
}

static bool ends_in(const char *name, const char *ending)
{
    size_t length = strlen(name);
    return ending != NULL && length > strlen(ending) &&
           strcmp(name + length - strlen(ending), ending) == 0;
}

static const struct pack_format *format_of_name(const char *output)
{
    for (size_t i = 0; pack_formats[i] != NULL; i++) {
        if (ends_in(output, pack_formats[i]->extension) || ends_in(output, pack_formats[i]->also))
            return pack_formats[i];
    }
    return &pack_text;
}

bool formats_choose(const char *names, const char *output, struct format_choice *choice,
                    struct text *error)
{
    bool chosen[16] = {false};
    const struct pack_format *format = format_of_name(output);
    for (const char *name = names; *names != '\0'; name += *name == ',') {
        struct text copy = {0};
        size_t length = strcspn(name, ",");
        text_add(&copy, name, length);
        bool good = find(text_string(&copy), &format, error);
        text_free(&copy);
        if (!good)
            return false;
        for (size_t i = 0; pack_formats[i] != NULL; i++)
            chosen[i] |= pack_formats[i] == format;
        name += length;
        if (*name == '\0')
            break;
    }
    choice->count = 0;
    for (size_t i = 0; pack_formats[i] != NULL; i++) {
        if (chosen[i] || (*names == '\0' && pack_formats[i] == format))
            choice->formats[choice->count++] = pack_formats[i];
    }
    for (size_t i = 0; i < choice->count; i++) {
        if (choice->formats[i]->missing != NULL) {
            text_addf(error, "the format %s is not in this build, which is without %s",
                      choice->formats[i]->name, choice->formats[i]->missing);
            return false;
        }
    }
    return true;
}

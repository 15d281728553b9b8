/* The formats of packs; see formats.h. */
#include "out/formats.h"

#include "base/nearest.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

extern const struct pack_format pack_text, pack_xsb, pack_puzzlescript, pack_svg, pack_png, pack_pdf, pack_html;

const struct pack_format *const pack_formats[] = {
    &pack_text, &pack_xsb, &pack_puzzlescript, &pack_svg, &pack_png, &pack_pdf, &pack_html, NULL,
};

bool format_accepts(const struct pack_format *format, const struct pack *pack, const struct pack_options *options,
                    struct text *error)
{
    return (format->fits == NULL || pack_games_are(pack, format->fits, format->name, error)) &&
           (format->accepts == NULL || format->accepts(pack, options, error));
}

static bool fits(const struct pack_format *format, const struct face *face)
{
    return format->fits != NULL && format->fits(face);
}

/* Adds the titles of the games that a format supports, if there are at least two: ": LongCat, Sokoban".  The name of
 * a format for one game names the game. */
static void add_games(const struct pack_format *format, struct text *help)
{
    size_t count = 0;
    for (size_t i = 0; games[i] != NULL; i++)
        count += fits(format, games[i]->face);
    const char *before = ": ";
    for (size_t i = 0; count > 1 && games[i] != NULL; i++) {
        if (!fits(format, games[i]->face))
            continue;
        text_addf(help, "%s%s", before, games[i]->title);
        before = ", ";
    }
}

void formats_help(struct text *help)
{
    text_add_string(help, "\nFormats:\n");
    for (size_t i = 0; pack_formats[i] != NULL; i++) {
        const struct pack_format *format = pack_formats[i];
        text_addf(help, "  %-13s  %s", format->name, format->help);
        add_games(format, help);
        text_addf(help, " (%s)\n", format->extension);
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
    say_unknown("format", name, names, count, error);
    return false;
}

static bool ends_in(const char *name, const char *ending)
{
    size_t length = strlen(name);
    return ending != NULL && length > strlen(ending) && strcasecmp(name + length - strlen(ending), ending) == 0;
}

/* The extension of a file's name: the last dot and what follows, which must be letters or digits, at least one of
 * them a letter.  NULL: there is none, or the path is a folder. */
static const char *ending_of(const char *output)
{
    const char *slash = strrchr(output, '/'), *name = slash == NULL ? output : slash + 1;
    const char *dot = strrchr(name, '.');
    bool letter = false;
    struct stat status;
    if (dot == NULL || dot == name || (stat(output, &status) == 0 && S_ISDIR(status.st_mode)))
        return NULL;
    for (const char *c = dot + 1; *c != '\0'; c++) {
        if (!isalnum((unsigned char)*c))
            return NULL;
        letter |= isalpha((unsigned char)*c) != 0;
    }
    return letter ? dot : NULL;
}

static void complain_ending(const char *ending, struct text *error)
{
    text_addf(error, "-o: no format has the ending '%s'; the endings are", ending);
    for (size_t i = 0; pack_formats[i] != NULL; i++) {
        text_addf(error, "%s %s", i == 0 ? "" : ",", pack_formats[i]->extension);
        if (pack_formats[i]->also != NULL)
            text_addf(error, ", %s", pack_formats[i]->also);
    }
    text_add_string(error, "; --format writes any name");
}

/* The format for the extension of a name.  NULL: no format has it; the reason is in `error`. */
static const struct pack_format *format_of_name(const char *output, struct text *error)
{
    for (size_t i = 0; pack_formats[i] != NULL; i++) {
        if (ends_in(output, pack_formats[i]->extension) || ends_in(output, pack_formats[i]->also))
            return pack_formats[i];
    }
    const char *ending = ending_of(output);
    if (ending == NULL)
        return &pack_text;
    complain_ending(ending, error);
    return NULL;
}

bool formats_choose(const char *names, const char *output, struct format_choice *choice, struct text *error)
{
    bool chosen[16] = {false};
    const struct pack_format *format = NULL;
    if (*names == '\0' && (format = format_of_name(output, error)) == NULL)
        return false;
    for (const char *name = names; *names != '\0'; name += *name == ',') {
        struct text copy = {0};
        size_t length = strcspn(name, ",");
        text_add(&copy, name, length);
        bool good = copy.failed ? text_fail(error) : find(text_string(&copy), &format, error);
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
            text_addf(error, "the format %s is not in this build, which is without %s", choice->formats[i]->name,
                      choice->formats[i]->missing);
            return false;
        }
    }
    return true;
}

/* Options from text; see options.h. */
#include "base/nearest.h"
#include "base/options.h"

#include <string.h>

static const char blanks[] = " \t\r\n";

/* Takes the next word off the text, without its quotes; NULL: there is none. */
static char *next_word(char **rest)
{
    char *from = *rest + strspn(*rest, blanks), *to = from, *word = from;
    char quote = '\0';
    if (*from == '\0')
        return NULL;
    for (; *from != '\0' && (quote != '\0' || strchr(blanks, *from) == NULL); from++) {
        if (quote != '\0' && *from == quote)
            quote = '\0';
        else if (quote == '\0' && (*from == '"' || *from == '\''))
            quote = *from;
        else
            *to++ = *from;
    }
    *rest = from + (*from != '\0');
    *to = '\0';
    return word;
}

/* Says that no option has that name. */
static bool complain(const struct option_set *sets, size_t count, const char *name,
                     struct text *error)
{
    const char *names[256];
    size_t known = 0;
    for (size_t s = 0; s < count; s++) {
        for (size_t i = 0; i < sets[s].count && known < sizeof names / sizeof *names; i++)
            names[known++] = sets[s].rows[i].name;
    }
    say_unknown("option", name, names, known, error);
    return false;
}

/* Takes an option that is written "name" or "name=value". */
static bool take_word(const struct option_set *sets, size_t count, char *word, struct text *error)
{
    char *value = strchr(word, '=');
    if (value != NULL)
        *value++ = '\0';
    word += strncmp(word, "--", 2) == 0 ? 2 : 0;
    for (size_t s = 0; s < count; s++) {
        for (size_t i = 0; i < sets[s].count; i++) {
            const struct option_row *row = &sets[s].rows[i];
            if (strcmp(row->name, word) != 0)
                continue;
            bool alone = row->kind == OPTION_FLAG || row->kind == OPTION_OPTIONAL;
            if ((value != NULL || alone) && (value == NULL || row->kind != OPTION_FLAG))
                return option_take(&sets[s], i, value, error);
            text_addf(error, "option '%s' %s", word,
                      value == NULL ? "needs a value" : "takes no value");
            return false;
        }
    }
    return complain(sets, count, word, error);
}

bool options_read(const struct option_set *sets, size_t count, char *text, struct text *error)
{
    char *word;
    while ((word = next_word(&text)) != NULL) {
        if (!take_word(sets, count, word, error))
            return false;
    }
    return true;
}

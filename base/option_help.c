/* Command-line options from tables: the help text; see options.h. */
#include "base/options.h"

#include <string.h>

enum { WIDTH = 79, HELP_COLUMN = 26 };

/* Adds words from `column` on, broken before WIDTH, with later lines indented by HELP_COLUMN. */
static void add_wrapped(struct text *help, size_t column, const char *words)
{
    while (*words != '\0') {
        size_t length = strcspn(words, " ");
        if (column + length > WIDTH && column > HELP_COLUMN) {
            text_addf(help, "\n%*s", HELP_COLUMN, "");
            column = HELP_COLUMN;
        }
        text_add(help, words, length);
        column += length;
        words += length;
        if (*words == ' ') {
            words++;
            if (*words != '\0' && column + 1 + strcspn(words, " ") <= WIDTH) {
                text_add_char(help, ' ');
                column++;
            } else if (*words != '\0') {
                text_addf(help, "\n%*s", HELP_COLUMN, "");
                column = HELP_COLUMN;
            }
        }
    }
    text_add_char(help, '\n');
}

void options_help_line(const char *left, const char *right, struct text *help)
{
    text_add_string(help, left);
    if (strlen(left) + 2 > HELP_COLUMN)
        text_addf(help, "\n%*s", HELP_COLUMN, "");
    else
        text_addf(help, "%*s", (int)(HELP_COLUMN - strlen(left)), "");
    add_wrapped(help, HELP_COLUMN, right);
}

static void add_row(const struct option_row *row, struct text *help)
{
    struct text left = {0}, right = {0};
    if (row->letter != 0)
        text_addf(&left, "  -%c, --%s", row->letter, row->name);
    else
        text_addf(&left, "      --%s", row->name);
    if (row->kind == OPTION_OPTIONAL)
        text_addf(&left, "[=%s]", row->argument);
    else if (row->argument != NULL)
        text_addf(&left, "=%s", row->argument);

    text_add_string(&right, row->help);
    if (row->initial != NULL && row->kind != OPTION_FLAG)
        text_addf(&right, row->kind == OPTION_OPTIONAL ? " (without a value: %s)"
                                                             : " (default %s)",
                  row->initial);

    options_help_line(text_string(&left), text_string(&right), help);
    help->failed |= left.failed || right.failed;
    text_free(&left);
    text_free(&right);
}

void options_help(const struct option_set *sets, size_t count,
                  bool (*wanted)(const struct option_row *row, const void *context),
                  const void *context, struct text *help)
{
    const char *group = NULL;
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < sets[i].count; j++) {
            const struct option_row *row = &sets[i].rows[j];
            if (wanted != NULL && !wanted(row, context))
                continue;
            if (group == NULL || strcmp(group, row->group) != 0)
                text_addf(help, "\n%s:\n", row->group);
            group = row->group;
            add_row(row, help);
        }
    }
}

/* Options that belong to single games; see pieces.h. */
#include "gen/climb/pieces.h"

#include "gen/climb/proposer.h"

#include <string.h>

/* The index of a name among option rows; `count` if it is missing. */
static size_t find_row(const struct option_row *rows, size_t count, const char *name)
{
    size_t n = 0;
    while (n < count && strcmp(rows[n].name, name) != 0)
        n++;
    return n;
}

size_t pieces_of_all_games(struct option_row rows[MOST_PIECES])
{
    size_t count = 0;
    for (size_t i = 0; proposers[i] != NULL; i++) {
        for (size_t n = 0; n < proposers[i]->row_count && count < MOST_PIECES; n++) {
            const struct option_row *row = &proposers[i]->rows[n];
            if (find_row(rows, count, row->name) == count)
                rows[count++] = *row;
        }
    }
    return count;
}

struct option_set pieces_as_typed(struct typed_pieces *typed)
{
    *typed = (struct typed_pieces){.count = 0};
    typed->count = pieces_of_all_games(typed->rows);
    for (size_t n = 0; n < typed->count; n++) {
        struct option_row *row = &typed->rows[n];
        const void *place = row->kind == OPTION_FLAG ? (const void *)&typed->places[n].flag : &typed->places[n].value;
        row->offset = (size_t)((const char *)place - (const char *)typed);
        row->kind = row->kind == OPTION_FLAG ? OPTION_FLAG : OPTION_STRING;
        row->initial = NULL;
    }
    return (struct option_set){typed->rows, typed->count, typed, typed->given};
}

void pieces_reset(const struct option_set *pieces)
{
    const struct number_range any = {0, ANY_NUMBER};
    for (size_t n = 0; n < pieces->count; n++) {
        if (pieces->rows[n].kind == OPTION_RANGE)
            memcpy((char *)pieces->target + pieces->rows[n].offset, &any, sizeof any);
    }
    options_reset(pieces, 1);
}

bool pieces_take(const struct option_set *pieces, const struct typed_pieces *typed, const char **foreign,
                 struct text *error)
{
    *foreign = NULL;
    for (size_t n = 0; n < typed->count; n++) {
        const char *name = typed->rows[n].name;
        if (!typed->given[n])
            continue;
        size_t row = find_row(pieces->rows, pieces->count, name);
        if (row == pieces->count)
            *foreign = *foreign == NULL ? name : *foreign;
        else if (!option_take(pieces, row, typed->places[n].value, error))
            return false;
    }
    return true;
}

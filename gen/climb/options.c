/* The options of the gen command; see options.h. */
#include "gen/climb/options.h"

#include "gen/climb/proposer.h"

#include <stddef.h>
#include <string.h>

#define AT(member) offsetof(struct gen_options, member)
#define RUN "Run"
#define LIMITS "Limits"

const struct option_row gen_option_rows[] = {
    OPTION(SIZE, "size", AT(size), "N|WxH", RUN, .letter = 's', .low = 1, .high = 64,
           .tag = OPTION_DECIDES | OPTION_OF_OTHER, .help = "size of the playing field, without its border"),
    OPTION(NUMBER, "count", AT(count), "N", RUN, .letter = 'n', .initial = "10", .low = 1, .high = 10000000,
           .tag = OPTION_DECIDES, .help = "number of levels"),
    OPTION(NUMBER, "seed", AT(seed), "N", RUN, .tag = OPTION_DECIDES | OPTION_OF_OTHER,
           .help = "the same seed gives the same levels (default: random, and printed)"),
    OPTION(STRING, "method", AT(method), "NAME", RUN, .letter = 'm', .tag = OPTION_DECIDES | OPTION_OF_OTHER,
           .help = "how to propose candidates; see below"),
    OPTION(STRING, "from", AT(from), "FILE", RUN, .tag = OPTION_DECIDES,
           .help = "start from this level: keep its cells and fill in those marked ?; if there are none, make levels "
                   "that differ from it in as few cells as possible.  In PuzzleScript, the source of the game, whose "
                   "levels show what a level looks like"),
    OPTION(STRING, "transform", AT(transform), "FILE", RUN, .tag = OPTION_DECIDES,
           .help = "(PuzzleScript) make levels from those of the game by these rules, in PuzzleScript's syntax, with "
                   "'choose N', 'option P' or 'or' before them; without it, by those after TRANSFORM in the source"),
    OPTION(NUMBER, "siblings", AT(siblings), "N", RUN, .initial = "1", .low = 1, .high = 1000, .tag = OPTION_DECIDES,
           .help = "levels to keep from one climb; more is faster, but they are more alike"),
    OPTION(FLAG, "all", AT(all), NULL, RUN, .tag = OPTION_DECIDES,
           .help = "every level of the size, up to symmetry, instead of random ones"),
    OPTION(REAL, "min-distance", AT(min_distance), "F", RUN, .initial = "0.2", .high = 1, .tag = OPTION_DECIDES,
           .help = "least difference from every level kept, turned or mirrored in any way: a share, from 0 to 1, of "
                   "the cells and of the solution's moves; the default is lowered if the field is too small for so "
                   "many levels, and is 0 with --all"),
    OPTION(LIST, "unlike", AT(unlike), "PATH[,PATH]...", RUN, .tag = OPTION_DECIDES,
           .help = "differ as much from the levels in these files and folders, too"),
    OPTION(STRING, "output", AT(output), "DIR", RUN, .letter = 'o', .tag = OPTION_OF_OTHER,
           .help = "folder to write; - writes the levels to standard output (default: named after game and size)"),
    OPTION(STRING, "shard", AT(shard), "I/N|auto[/N]", RUN,
           .help = "make only part I of N, in its own folder inside --output; run the same command to continue it.  "
                   "auto takes I and N from a batch system or MPI; auto/N takes only I, for systems that do not tell "
                   "N, such as PBS, Kubernetes and GNU parallel"),
    OPTION(FLAG, "merge", AT(merge), NULL, RUN,
           .help = "takes folders of shards instead of GAME; makes the same levels as a single run, or says which "
                   "shards still have to run"),
    OPTION(FLAG, "resume", AT(resume), NULL, RUN, .help = "continue an interrupted run in its folder"),
    OPTION(FLAG, "force", AT(force), NULL, RUN, .letter = 'f', .tag = OPTION_OF_OTHER,
           .help = "replace the levels in the folder"),
    OPTION(FLAG, "quiet", AT(quiet), NULL, RUN, .letter = 'q', .tag = OPTION_OF_OTHER, .help = "do not show progress"),
    OPTION(NUMBER, "jobs", AT(jobs), "N", LIMITS, .letter = 'j', .low = 1, .high = 1024, .tag = OPTION_OF_OTHER,
           .help = "number of threads (default: one per processor); the levels do not depend on it"),
    OPTION(NUMBER, "max-tries", AT(max_tries), "N", LIMITS, .low = 1,
           .help = "give up after N candidates (default: after very many in a row without a level)"),
    OPTION(REAL, "timeout", AT(timeout), "SECONDS", LIMITS, .help = "give up after that time"),
    OPTION(NUMBER, "max-states", AT(max_states), "N", LIMITS, .initial = "1000000", .low = 1, .tag = OPTION_DECIDES,
           .help = "drop a candidate whose search needs more states"),
    OPTION(BYTES, "max-memory", AT(max_memory), "SIZE", LIMITS, .initial = "1G", .low = 65536, .tag = OPTION_DECIDES,
           .help = "drop a candidate whose search needs more memory"),
};

const size_t gen_option_count = sizeof gen_option_rows / sizeof *gen_option_rows;

const struct option_row gen_late_rows[] = {
    OPTION(STRING, "rules", AT(rules), "NAME", PIECE_GROUP, .tag = OPTION_DECIDES | OPTION_OF_RULES,
           .help = "variant of the rules"),
    OTHER_OPTION_ROWS(AT, "; after a game, its own"),
};

const size_t gen_late_count = sizeof gen_late_rows / sizeof *gen_late_rows;

/* --- options of single games --- */

size_t pieces_of_all_games(struct option_row rows[MOST_PIECES])
{
    size_t count = 0;
    for (size_t i = 0; proposers[i] != NULL; i++) {
        for (size_t n = 0; n < proposers[i]->row_count && count < MOST_PIECES; n++) {
            const struct option_row *row = &proposers[i]->rows[n];
            if (option_find(rows, count, row->name) == count)
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
        size_t row = option_find(pieces->rows, pieces->count, name);
        if (row == pieces->count)
            *foreign = *foreign == NULL ? name : *foreign;
        else if (!option_take(pieces, row, typed->places[n].value, error))
            return false;
    }
    return true;
}

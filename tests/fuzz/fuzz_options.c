/* Fuzzes the arguments of a command (--of): each line of the input is an argument.
 *
 * Accepted options must mean the same after they are written and parsed again. */
#include "tests/fuzz/fuzz.h"

#include "gen/run/command.h"
#include "out/pack_command.h"
#include "play/command.h"
#include "solve/command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

union any {
    struct command gen;
    struct pack_command pack;
    struct play_command play;
    struct solve_command solve;
};

enum { MOST_SETS = COMMAND_SETS, MOST_ARGUMENTS = 64 };

/* A command, with a function that fills in its sets of options and returns their number, and its parser. */
struct kind {
    const char *name;
    size_t (*sets)(union any *any, struct option_set *sets);
    bool (*parse)(union any *any, int argc, char **argv, struct text *error);
};

static size_t gen_sets(union any *any, struct option_set *sets)
{
    command_sets(&any->gen, sets);
    return COMMAND_SETS;
}

static bool gen_parse(union any *any, int argc, char **argv, struct text *error)
{
    return command_parse(&any->gen, argc, argv, error) && any->gen.proposer != NULL;
}

static size_t pack_sets(union any *any, struct option_set *sets)
{
    sets[0] = pack_command_set(&any->pack);
    return 1;
}

static bool pack_parse(union any *any, int argc, char **argv, struct text *error)
{
    return pack_command_parse(&any->pack, argc, argv, error);
}

static size_t play_sets(union any *any, struct option_set *sets)
{
    sets[0] = play_command_set(&any->play);
    return 1;
}

static bool play_parse(union any *any, int argc, char **argv, struct text *error)
{
    return play_command_parse(&any->play, argc, argv, error);
}

static size_t solve_sets(union any *any, struct option_set *sets)
{
    solve_command_sets(&any->solve, sets);
    return SOLVE_SETS;
}

static bool solve_parse(union any *any, int argc, char **argv, struct text *error)
{
    return solve_command_parse(&any->solve, argc, argv, error);
}

static const struct kind kinds[] = {
    {"gen", gen_sets, gen_parse},
    {"pack", pack_sets, pack_parse},
    {"play", play_sets, play_parse},
    {"solve", solve_sets, solve_parse},
};

static const struct kind *kind;

/* Appends an option as a user types it. */
static void add_option(const struct option_row *row, const char *value, struct text *text)
{
    text_addf(text, "--%s", row->name);
    if (row->kind != OPTION_FLAG)
        text_addf(text, "=%s", value);
}

/* Writes a seed for each option, with its default or else with its smallest value. */
static void write_set_seeds(union any *any, const char *folder)
{
    struct option_set sets[MOST_SETS];
    size_t count = kind->sets(any, sets);
    for (size_t s = 0; s < count; s++) {
        for (size_t i = 0; i < sets[s].count; i++) {
            const struct option_row *row = &sets[s].rows[i];
            struct text seed = {0}, low = {0};
            text_addf(&low, "%u", (unsigned)row->low);
            if (kind->sets == gen_sets)
                text_addf(&seed, "%s\n", any->gen.proposer->game->name);
            if (kind->sets == pack_sets)
                text_add_string(&seed, "-oa.txt\n");
            if (row->kind != OPTION_FLAG && sets[s].rows == pilot_option_rows)
                text_add_string(&seed, "--autopilot=all\n");
            add_option(row, row->initial != NULL ? row->initial : text_string(&low), &seed);
            fuzz_seed(folder, row->name, seed.data, seed.size);
            text_free(&seed);
            text_free(&low);
        }
    }
}

/* Writes the seeds of the command; for gen, those of each game. */
static void write_seeds(const char *folder)
{
    union any any;
    memset(&any, 0, sizeof any);
    if (kind->sets != gen_sets)
        write_set_seeds(&any, folder);
    for (size_t i = 0; kind->sets == gen_sets && proposers[i] != NULL; i++) {
        any.gen.proposer = proposers[i];
        write_set_seeds(&any, folder);
    }
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    const char *name = fuzz_argument(*argc, *argv, "--of");
    const char *seeds = fuzz_argument(*argc, *argv, "--seeds");
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(kinds[i].name, name) == 0)
            kind = &kinds[i];
    }
    MUST(kind != NULL);
    if (*seeds != '\0') {
        write_seeds(seeds);
        exit(EXIT_SUCCESS);
    }
    return 0;
}

/* Splits a text into arguments, which follow the name of the program.  Modifies the text. */
static int split(char *text, char **argv)
{
    static char program[] = "program";
    int argc = 0;
    argv[argc++] = program;
    for (char *next; argc <= MOST_ARGUMENTS && text != NULL; text = next) {
        next = strchr(text, '\n');
        if (next != NULL)
            *next++ = '\0';
        argv[argc++] = text;
    }
    argv[argc] = NULL;
    return argc;
}

static bool parse(union any *any, char *text, struct text *error)
{
    char *argv[MOST_ARGUMENTS + 2];
    return kind->parse(any, split(text, argv), argv, error);
}

/* Writes the options that were given. */
static void write_options(union any *any, struct text *text)
{
    struct option_set sets[MOST_SETS];
    struct text value = {0};
    size_t count = kind->sets(any, sets);
    if (kind->sets == gen_sets)
        text_addf(text, "%s\n", any->gen.proposer->game->name);
    for (size_t s = 0; s < count; s++) {
        for (size_t i = 0; i < sets[s].count; i++) {
            if (!sets[s].given[i])
                continue;
            text_clear(&value);
            option_get_value(&sets[s].rows[i], sets[s].target, &value);
            add_option(&sets[s].rows[i], text_string(&value), text);
            text_add_char(text, '\n');
        }
    }
    text_add_string(text, "--");
    text_free(&value);
}

/* Returns whether all values are the same. */
static bool agree(union any *a, union any *b)
{
    struct option_set of_a[MOST_SETS], of_b[MOST_SETS];
    struct text in_a = {0}, in_b = {0};
    size_t count = kind->sets(a, of_a);
    bool same = true;
    kind->sets(b, of_b);
    for (size_t s = 0; s < count; s++) {
        for (size_t i = 0; i < of_a[s].count; i++) {
            text_clear(&in_a);
            text_clear(&in_b);
            option_get_value(&of_a[s].rows[i], of_a[s].target, &in_a);
            option_get_value(&of_b[s].rows[i], of_b[s].target, &in_b);
            same &= of_a[s].given[i] == of_b[s].given[i] && strcmp(text_string(&in_a), text_string(&in_b)) == 0;
        }
    }
    text_free(&in_a);
    text_free(&in_b);
    return same;
}

static void finish(union any *any)
{
    if (kind->parse == pack_parse)
        pack_command_free(&any->pack);
    if (kind->parse == gen_parse)
        command_free(&any->gen);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    union any any, again;
    struct text error = {0}, written = {0};
    char *typed = fuzz_string(data, size);
    memset(&any, 0, sizeof any);
    if (parse(&any, typed, &error)) {
        MUST(error.size == 0);
        write_options(&any, &written);
        MUST(parse(&again, written.data, &error));
        MUST(agree(&any, &again));
        finish(&again);
    } else {
        MUST(error.size > 0 || kind->parse == gen_parse);
        MUST(strchr(text_string(&error), '\n') == NULL);
    }
    finish(&any);
    free(typed);
    text_free(&written);
    text_free(&error);
    return 0;
}

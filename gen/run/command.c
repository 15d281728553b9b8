/* A gen command and its journal; see command.h. */
#include "config.h"

#include "gen/run/command.h"

#include "base/nearest.h"
#include "base/program.h"
#include "base/threads.h"
#include "gen/climb/options.h"

#include <string.h>

void command_sets(struct command *command, struct option_set sets[COMMAND_SETS])
{
    const struct proposer *proposer = command->proposer;
    sets[SET_OPTIONS] =
        (struct option_set){gen_option_rows, gen_option_count, &command->options, command->options_given};
    sets[SET_PIECES] = (struct option_set){.target = command->pieces, .given = command->pieces_given};
    if (proposer != NULL) {
        sets[SET_PIECES].rows = proposer->rows;
        sets[SET_PIECES].count = proposer->row_count;
    }
    sets[SET_LATE] = (struct option_set){gen_late_rows, gen_late_count, &command->options, command->late_given};
    sets[SET_FILTERS] =
        (struct option_set){filter_option_rows, filter_option_count, &command->filters, command->filters_given};
}

static bool find_proposer(const char *name, const struct proposer **proposer, struct text *error)
{
    *proposer = proposer_find(name);
    if (*proposer != NULL)
        return true;
    const char *names[32];
    size_t count = 0;
    for (; proposers[count] != NULL; count++)
        names[count] = proposers[count]->game->name;
    say_unknown("game", name, names, count, error);
    return false;
}

/* Sets the defaults. */
static void reset(struct command *command, unsigned jobs)
{
    struct option_set sets[COMMAND_SETS];
    *command = (struct command){.options = {.jobs = jobs}};
    filters_reset(&command->filters);
    command->filters.allow_greedy = false;
    command_sets(command, sets);
    options_reset(sets, COMMAND_SETS);
}

bool command_parse(struct command *command, int argc, char **argv, struct text *error)
{
    struct option_set sets[COMMAND_SETS];
    struct typed_pieces typed;
    int first = 1;
    reset(command, processor_count());
    command_sets(command, sets);
    sets[SET_PIECES] = pieces_as_typed(&typed);
    if (!options_parse(sets, COMMAND_SETS, argc, argv, &first, error))
        return false;
    if (command->options.version || (first == argc && command->options.help))
        return true;
    if (command->options.output != NULL && *command->options.output == '\0') {
        text_add_string(error, "--output: the name of the folder is empty");
        return false;
    }
    if (command->options.merge) {
        command->shards = argv + first;
        command->shard_count = (size_t)(argc - first);
        return true;
    }
    if (first == argc)
        text_add_string(error, "which game?");
    else if (argc - first > 1)
        text_addf(error, "'%s' is one argument too many", argv[first + 1]);
    if (text_says(error) || !find_proposer(argv[first], &command->proposer, error))
        return false;
    command_sets(command, sets); /* with the game's own options, as the game is known now */
    pieces_reset(&sets[SET_PIECES]);
    return pieces_take(&sets[SET_PIECES], &typed, &command->foreign, error);
}

bool command_read(struct command *command, const char *game, char *options, struct text *error)
{
    struct option_set sets[COMMAND_SETS];
    reset(command, 1);
    if (!find_proposer(game, &command->proposer, error))
        return false;
    command_sets(command, sets);
    pieces_reset(&sets[SET_PIECES]);
    return options_read(sets, COMMAND_SETS, options, error);
}

/* Whether an option applies to a game (NULL: to any game). */
static bool row_applies(const struct option_row *row, const void *game)
{
    bool has_rules = false;
    for (size_t i = 0; proposers[i] != NULL; i++)
        has_rules |= (game == NULL || game == proposers[i]->game) && proposers[i]->game->rules != NULL;
    return has_rules || (row->tag & OPTION_OF_RULES) == 0;
}

void command_help(struct command *command, struct text *help)
{
    const struct proposer *proposer = command->proposer;
    struct option_set sets[COMMAND_SETS];
    struct option_row pieces[MOST_PIECES];
    command_sets(command, sets);
    if (proposer == NULL)
        sets[SET_PIECES] = (struct option_set){pieces, pieces_of_all_games(pieces), NULL, NULL};
    options_help(sets, COMMAND_SETS, row_applies, proposer == NULL ? NULL : proposer->game, help);
}

bool command_fits_game(const struct command *command, struct text *error)
{
    const struct game *game = command->proposer->game;
    const char *foreign = command->foreign;
    for (size_t i = 0; i < gen_late_count && foreign == NULL; i++) {
        if (command->late_given[i] && !row_applies(&gen_late_rows[i], game))
            foreign = gen_late_rows[i].name;
    }
    if (foreign != NULL)
        text_addf(error, "%s has no option --%s", game->title, foreign);
    else if (command->options.all && !command->proposer->can_list_all)
        text_addf(error, "--all is not possible for %s", game->title);
    return !text_says(error);
}

/* Whether the levels depend on the n-th row of a set.  They do on all rows except some shared options. */
static bool decides(const struct option_set *set, size_t n)
{
    bool shared = set->rows == gen_option_rows || set->rows == gen_late_rows;
    return !shared || (set->rows[n].tag & OPTION_DECIDES) != 0;
}

bool command_fits_other(const struct command *command, struct text *error)
{
    struct command copy = *command;
    struct option_set sets[COMMAND_SETS];
    command_sets(&copy, sets);
    for (int s = 0; s < COMMAND_SETS; s++) {
        for (size_t i = 0; i < sets[s].count; i++) {
            if (sets[s].given[i] && (sets[s].rows[i].tag & OPTION_OF_OTHER) == 0) {
                text_addf(error, "--%s only works for levels", sets[s].rows[i].name);
                return false;
            }
        }
    }
    return true;
}

const char *command_find_given(struct command *command, const char *const *names, size_t count, bool listed)
{
    struct option_set sets[COMMAND_SETS];
    command_sets(command, sets);
    for (int s = 0; s < COMMAND_SETS; s++) {
        for (size_t i = 0; i < sets[s].count; i++) {
            bool found = false;
            for (size_t n = 0; n < count; n++)
                found |= strcmp(sets[s].rows[i].name, names[n]) == 0;
            if (sets[s].given[i] && found == listed)
                return sets[s].rows[i].name;
        }
    }
    return NULL;
}

static const char version_line[] = "onlyway-run " PACKAGE_VERSION;

/* Adds an option's value as one line: the name of a file may have line breaks. */
static void add_value(const struct option_row *row, const void *target, struct text *journal)
{
    struct text value = {0};
    option_get_value(row, target, &value);
    for (const char *c = text_string(&value); *c != '\0'; c++) {
        if (*c == '\n' || *c == '\r')
            text_add_string(journal, *c == '\n' ? "\\n" : "\\r");
        else
            text_addf(journal, "%s%c", *c == '\\' ? "\\" : "", *c);
    }
    journal->failed |= value.failed;
    text_free(&value);
}

/* Turns a line of a journal, in place, into what it stands for. */
static void read_value(char *line)
{
    char *to = line;
    for (const char *from = line; *from != '\0'; from++) {
        char c = *from;
        if (c == '\\' && from[1] != '\0') {
            c = *++from;
            c = c == 'n' ? '\n' : c == 'r' ? '\r' : c;
        }
        *to++ = c;
    }
    *to = '\0';
}

void command_write_journal(const struct command *command, struct text *journal)
{
    struct command copy = *command;
    struct option_set sets[COMMAND_SETS];
    command_sets(&copy, sets);
    text_addf(journal, "%s\ngame %s\n", version_line, command->proposer->game->name);
    for (int s = 0; s < COMMAND_SETS; s++) {
        for (size_t i = 0; i < sets[s].count; i++) {
            if (!sets[s].given[i] || !decides(&sets[s], i))
                continue;
            text_addf(journal, "option %s ", sets[s].rows[i].name);
            add_value(&sets[s].rows[i], sets[s].target, journal);
            text_add_char(journal, '\n');
        }
    }
}

void command_add_word(const char *word, size_t size, struct text *line)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=,./:@%";
    if (size > 0 && strspn(word, plain) >= size) {
        text_add(line, word, size);
        return;
    }
    text_add_char(line, '\'');
    for (size_t i = 0; i < size; i++) {
        if (word[i] == '\'')
            text_add_string(line, "'\\''");
        else
            text_add_char(line, word[i]);
    }
    text_add_char(line, '\'');
}

void command_write_options(const struct command *command, struct text *line)
{
    struct command copy = *command;
    struct option_set sets[COMMAND_SETS];
    struct text value = {0};
    command_sets(&copy, sets);
    for (int s = 0; s < COMMAND_SETS; s++) {
        for (size_t i = 0; i < sets[s].count; i++) {
            const struct option_row *row = &sets[s].rows[i];
            if (!sets[s].given[i] || !decides(&sets[s], i))
                continue;
            text_addf(line, " --%s", row->name);
            if (row->kind == OPTION_FLAG)
                continue;
            text_clear(&value);
            option_get_value(row, sets[s].target, &value);
            text_add_char(line, '=');
            command_add_word(text_string(&value), value.size, line);
        }
    }
    line->failed |= value.failed;
    text_free(&value);
}

/* Finds a line of a journal, other than its first, that begins with two words and then `end`.  Returns what follows,
 * or NULL. */
static const char *find_line(const char *journal, const char *first, const char *second, char end)
{
    size_t size = strlen(first), length = strlen(second);
    const char *line = journal;
    while ((line = strchr(line, '\n')) != NULL) {
        line++;
        if (strncmp(line, first, size) == 0 && strncmp(line + size, second, length) == 0 && line[size + length] == end)
            return line + size + length + 1;
    }
    return NULL;
}

/* Takes one option from the journal, whose strings are in `lines`.  Returns false if it was typed with another
 * value, or on an error. */
static bool take_option(const struct option_set *set, size_t n, const char *journal, const char *lines,
                        struct text *error)
{
    const struct option_row *row = &set->rows[n];
    const char *found = find_line(journal, "option ", row->name, ' ');
    const char *value = found == NULL ? NULL : lines + (found - journal);
    struct text typed = {0};
    bool good = true;
    if (set->given[n])
        option_get_value(row, set->target, &typed);
    if (typed.failed) {
        good = text_fail(error);
    } else if (set->given[n] && (value == NULL || strcmp(text_string(&typed), value) != 0)) {
        text_addf(error, "--%s=%s: the interrupted run had ", row->name, text_string(&typed));
        if (value == NULL)
            text_addf(error, "no --%s", row->name);
        else
            text_addf(error, "--%s=%s", row->name, value);
        good = false;
    } else if (value != NULL && !set->given[n]) {
        good = option_set_value(row, set->target, value, error);
        set->given[n] = true;
    }
    text_free(&typed);
    return good;
}

void command_free(struct command *command)
{
    text_free(&command->journal);
    text_free(&command->options.unlike);
    from_free(&command->from);
}

bool command_read_journal(struct command *command, const char *journal, struct tally *tally, struct text *error)
{
    struct option_set sets[COMMAND_SETS];
    command_sets(command, sets);
    size_t size = strcspn(journal, "\n");
    if (size != strlen(version_line) || strncmp(journal, version_line, size) != 0)
        text_add_string(error, "another version of the program made the interrupted run");
    else if (find_line(journal, "game ", command->proposer->game->name, '\n') == NULL)
        text_add_string(error, "the interrupted run was for another game");
    if (text_says(error))
        return false;
    /* The command keeps the journal with a NUL instead of a newline at the end of each line. */
    text_clear(&command->journal);
    text_add_string(&command->journal, journal);
    if (command->journal.failed)
        return text_fail(error);
    char *lines = command->journal.data;
    for (size_t i = 0, length; i < command->journal.size; i += length + 1) {
        length = strcspn(lines + i, "\n");
        lines[i + length] = '\0';
        read_value(lines + i);
    }
    for (int s = 0; s < COMMAND_SETS; s++) {
        for (size_t i = 0; i < sets[s].count; i++) {
            if (decides(&sets[s], i) && !take_option(&sets[s], i, journal, lines, error))
                return false;
        }
    }
    for (const char *line = journal; line != NULL; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (*line == '\0')
            break;
        tally_read_line(tally, line);
    }
    return true;
}

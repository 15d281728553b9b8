/* Fuzzes the journals of one game (--of), from which `gen --resume` continues.
 *
 * An accepted journal must give the same command and the same position after it is written and read again. */
#include "tests/fuzz/fuzz.h"

#include "gen/run/command.h"
#include "gen/run/journal.h"

#include <stdlib.h>
#include <string.h>

static char *game;

/* Sets up a command as if the user had typed only the game. */
static void start(struct command *command)
{
    char program[] = "gen", *argv[] = {program, game, NULL};
    struct text error = {0};
    MUST(command_parse(command, 2, argv, &error));
}

/* A sealed journal is accepted, and a truncated or changed one is not. */
static void check_seal(const struct text *written)
{
    struct text journal = {0};
    text_add(&journal, written->data, written->size);
    journal_seal(&journal);
    MUST(journal_fault(&journal) == NULL);
    journal.data[written->size % journal.size] ^= 1;
    MUST(journal_fault(&journal) != NULL);
    text_clear(&journal);
    text_add(&journal, written->data, written->size);
    MUST(journal_fault(&journal) != NULL);
    text_free(&journal);
}

static void write_journal(const struct command *command, const struct tally *tally, struct text *journal)
{
    command_write_journal(command, journal);
    tally_write(tally, journal);
}

/* Writes a journal with every option that has a default, and one without options. */
static void write_seeds(const char *folder)
{
    struct tally tally = {.next_unit = 7, .tries = 70, .barren = 3, .kept = 2, .dropped = {5}};
    struct command command;
    struct option_set sets[COMMAND_SETS];
    struct text journal = {0};
    start(&command);
    write_journal(&command, &tally, &journal);
    fuzz_seed(folder, "plain", journal.data, journal.size);
    text_clear(&journal);
    command_sets(&command, sets);
    for (size_t s = 0; s < COMMAND_SETS; s++) {
        for (size_t i = 0; i < sets[s].count; i++)
            sets[s].given[i] = sets[s].rows[i].kind != OPTION_STRING;
    }
    write_journal(&command, &tally, &journal);
    fuzz_seed(folder, "full", journal.data, journal.size);
    text_free(&journal);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    const char *seeds = fuzz_argument(*argc, *argv, "--seeds");
    game = strdup(fuzz_argument(*argc, *argv, "--of"));
    MUST(game != NULL);
    if (*seeds != '\0') {
        write_seeds(seeds);
        exit(EXIT_SUCCESS);
    }
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct command command, again;
    struct tally tally = tally_start(), tally_again = tally_start();
    struct text error = {0}, written = {0}, second = {0};
    char *journal = fuzz_string(data, size);
    start(&command);
    struct text read = {.data = journal, .size = strlen(journal)};
    journal_fault(&read);
    struct checkpoints checkpoints = {0};
    size_t whole;
    MUST(checkpoints_read(&checkpoints, &read, &whole));
    MUST(whole <= read.size && (whole == 0) == (checkpoints.count == 0));
    MUST(whole == 0 || checkpoints.tallies[0].next_unit == 0);
    checkpoints_free(&checkpoints);
    bool good = command_read_journal(&command, journal, &tally, &error);
    MUST(good == (error.size == 0));
    if (good && journal_text_fault(&read) == NULL) { /* `gen` reads only such journals */
        write_journal(&command, &tally, &written);
        check_seal(&written);
        start(&again);
        MUST(command_read_journal(&again, text_string(&written), &tally_again, &error));
        write_journal(&again, &tally_again, &second);
        MUST(strcmp(text_string(&written), text_string(&second)) == 0);
        MUST(memcmp(&tally, &tally_again, sizeof tally) == 0);
        command_free(&again);
    }
    command_free(&command);
    free(journal);
    text_free(&error);
    text_free(&written);
    text_free(&second);
    return 0;
}

/* Plays recorded sessions of PuzzleScript games, and reports the errors of faulty games.
 *
 *   puzzlescript_session DIR...           prints each DIR, and the level after playing DIR/inputs.txt in DIR/game.txt
 *   puzzlescript_session --check FILE...  exits with 0 if all files are games, else with 2 and `FILE:LINE: message`
 *   puzzlescript_session --play GAME LEVEL SEED INPUT...  like the first form, with inputs as words
 *
 * A level is printed cell by cell, column by column, as a list of numbers in lines of the level's width.  Each
 * number stands for a set of objects; the first occurrence of a set lists its names before the number. */
#include "base/text.h"
#include "games/grid.h"
#include "tests/recorded_session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool read_whole(const char *path, struct text *text)
{
    FILE *file = fopen(path, "rb");
    char bytes[4096];
    size_t size;
    if (file == NULL) {
        fprintf(stderr, "%s: cannot be read\n", path);
        return false;
    }
    while ((size = fread(bytes, 1, sizeof bytes, file)) > 0)
        text_add(text, bytes, size);
    fclose(file);
    return !text->failed;
}

static struct ps_program *compile_file(const char *path)
{
    struct text source = {0};
    struct ps_program *program = NULL;
    if (read_whole(path, &source)) {
        program = ps_compile(text_string(&source), source.size, NULL);
        if (program == NULL)
            fprintf(stderr, "%s: out of memory\n", path);
    }
    text_free(&source);
    return program;
}

static int check(const char *path)
{
    struct ps_program *program = compile_file(path);
    if (program == NULL)
        return 2;
    for (int i = 0; i < program->issues.count; i++) {
        const struct ps_issue *issue = &program->issues.items[i];
        fprintf(stderr, "%s:", path);
        if (issue->line > 0)
            fprintf(stderr, "%d:", issue->line);
        fprintf(stderr, " %s%s\n", issue->error ? "" : "warning: ", issue->text);
    }
    int status = program->errors > 0 ? 2 : 0;
    ps_free(program);
    return status;
}

static int by_name(const void *one, const void *other)
{
    return strcmp(*(const char *const *)one, *(const char *const *)other);
}

/* Prints the names of a cell's objects, sorted. */
static void print_names(const struct ps_state *state, const uint64_t *cell)
{
    const char *names[PS_MAX_OBJECTS];
    size_t count = 0;
    for (int id = 0; id < state->program->ids; id++)
        if (cell[id / 64] >> (id % 64) & 1)
            names[count++] = state->program->id_names[id];
    qsort(names, count, sizeof *names, by_name);
    for (size_t i = 0; i < count; i++)
        printf("%s%s", i > 0 ? " " : "", names[i]);
    printf(":");
}

static void print_level(const struct ps_state *state)
{
    int kinds = 0;
    size_t bytes = (size_t)state->program->object_words * sizeof(uint64_t);
    int *first = calloc((size_t)state->size + 1, sizeof *first),
        *number = calloc((size_t)state->size + 1, sizeof *number);
    if (first == NULL || number == NULL)
        exit(3);
    for (int i = 0; i < state->size; i++) {
        int kind = 0;
        while (kind < kinds && memcmp(ps_cell(state, first[kind]), ps_cell(state, i), bytes) != 0)
            kind++;
        if (kind == kinds) {
            first[kinds++] = i;
            print_names(state, ps_cell(state, i));
        }
        printf("%d,%s", kind, (i + 1) % state->width == 0 ? "\n" : "");
    }
    free(first);
    free(number);
}

/* Makes one input of a session, in the format of the recordings. */
static bool give(struct ps_session *session, const char *input)
{
    static const unsigned ways[] = {UP, LEFT, DOWN, RIGHT, PS_ACTS};
    if (strcmp(input, "undo") == 0)
        return ps_session_undo(session);
    if (strcmp(input, "restart") == 0)
        return ps_session_restart(session);
    if (strcmp(input, "tick") == 0)
        return ps_session_input(session, PS_TICK);
    if (input[0] < '0' || input[0] > '4' || input[1] != '\0') {
        fprintf(stderr, "%s: no input\n", input);
        return false;
    }
    return ps_session_input(session, ways[input[0] - '0']);
}

/* Finds the value of a key in about.txt, or "" if it is absent. */
static void find_value(const char *about, const char *key, char *value, size_t size)
{
    const char *at = strstr(about, key);
    value[0] = '\0';
    if (at != NULL)
        snprintf(value, size, "%.*s", (int)strcspn(at + strlen(key), "\r\n"), at + strlen(key));
}

static int play(const char *game, int entry, const char *seed, char **inputs)
{
    struct ps_program *program = compile_file(game);
    struct ps_session session;
    bool good = true;
    if (program == NULL)
        return 2;
    if (!program->playable || entry < 0 || entry >= program->levels.count ||
        program->levels.items[entry].message != NULL) {
        fprintf(stderr, "%s: there is no level %d\n", game, entry);
        ps_free(program);
        return 2;
    }
    good = ps_session_begin(&session, program, entry, *seed == '\0' ? NULL : seed);
    for (; good && *inputs != NULL; inputs++)
        good = give(&session, *inputs);
    if (good)
        print_level(session.state);
    ps_session_end(&session);
    ps_free(program);
    return good ? 0 : 3;
}

/* Plays the session in a folder. */
static int play_folder(const char *folder)
{
    struct text path = {0}, about = {0}, inputs = {0};
    char level[32], seed[256], **words;
    int status = 2, count = 0;
    printf("==> %s <==\n", folder);
    text_addf(&path, "%s/about.txt", folder);
    bool read = read_whole(text_string(&path), &about);
    text_clear(&path);
    text_addf(&path, "%s/inputs.txt", folder);
    read = read && read_whole(text_string(&path), &inputs);
    text_clear(&path);
    text_addf(&path, "%s/game.txt", folder);
    words = calloc(inputs.size + 2, sizeof *words);
    if (read && words != NULL) {
        find_value(text_string(&about), "level: ", level, sizeof level);
        find_value(text_string(&about), "seed: ", seed, sizeof seed);
        for (char *word = inputs.size > 0 ? strtok(inputs.data, "\r\n") : NULL; word != NULL;
             word = strtok(NULL, "\r\n"))
            words[count++] = word;
        status = play(text_string(&path), atoi(level), seed, words);
    }
    free(words);
    text_free(&path);
    text_free(&about);
    text_free(&inputs);
    return status;
}

int main(int argc, char **argv)
{
    int worst = 0;
    if (argc < 2 || (argc < 3 && argv[1][0] == '-')) {
        fprintf(stderr, "usage: %s DIR... | --check FILE... | --play GAME LEVEL SEED INPUT...\n", argv[0]);
        return 2;
    }
    if (strcmp(argv[1], "--play") == 0 && argc >= 5)
        return play(argv[2], atoi(argv[3]), argv[4], &argv[5]);
    bool checking = strcmp(argv[1], "--check") == 0;
    for (int i = checking ? 2 : 1; i < argc; i++) {
        int status = checking ? check(argv[i]) : play_folder(argv[i]);
        worst = status > worst ? status : worst;
    }
    return worst;
}

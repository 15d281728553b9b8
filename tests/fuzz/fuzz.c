/* Helpers shared by the harnesses of `make fuzz`; see fuzz.h. */
#include "tests/fuzz/fuzz.h"

#include "base/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Noreturn void fuzz_fail(const char *file, int line, const char *condition)
{
    fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, condition);
    abort();
}

const char *fuzz_argument(int argc, char **argv, const char *name)
{
    size_t length = strlen(name);
    for (int i = 1; i < argc; i++) {
        if (strncmp(argv[i], name, length) == 0 && argv[i][length] == '=')
            return argv[i] + length + 1;
    }
    return "";
}

const struct game *fuzz_game(int argc, char **argv)
{
    const char *name = fuzz_argument(argc, argv, "--of");
    const struct game *game = *name == '\0' ? NULL : game_find(name);
    if (*name != '\0' && game == NULL) {
        fprintf(stderr, "there is no game '%s'\n", name);
        exit(EXIT_FAILURE);
    }
    return game;
}

void fuzz_seed(const char *folder, const char *name, const char *bytes, size_t size)
{
    struct text path = {0}, error = {0};
    text_addf(&path, "%s/%s", folder, name);
    if (!file_replace(text_string(&path), bytes, size, &error)) {
        fprintf(stderr, "%s\n", text_string(&error));
        exit(EXIT_FAILURE);
    }
    text_free(&path);
}

char *fuzz_string(const uint8_t *data, size_t size)
{
    /* Not strndup: the input does not end with a NUL, which strict string checks would report. */
    const uint8_t *end = size > 0 ? memchr(data, '\0', size) : NULL;
    size_t length = end != NULL ? (size_t)(end - data) : size;
    char *string = calloc(1, length + 1);
    if (string != NULL && length > 0)
        memcpy(string, data, length);
    MUST(string != NULL);
    return string;
}

unsigned char *fuzz_start(const struct puzzle *puzzle)
{
    unsigned char *state = calloc(1, puzzle->state_bytes);
    MUST(state != NULL);
    puzzle->rules->start(puzzle, state);
    return state;
}

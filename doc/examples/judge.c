/* Judges the levels of a file with libonlyway, and writes a picture of the first one that is unique.
 *
 *     cc judge.c $(pkg-config --cflags --libs onlyway) -o judge
 *     ./judge level.txt picture.svg */
#include <onlyway.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Returns the contents of a file, or NULL if it cannot be read.  The caller frees them. */
static char *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    char *bytes = NULL;
    *size = 0;
    while (file != NULL && !feof(file) && !ferror(file)) {
        char *larger = realloc(bytes, *size + 4096);
        if (larger == NULL)
            break;
        bytes = larger;
        *size += fread(bytes + *size, 1, 4096, file);
    }
    if (file != NULL)
        fclose(file);
    return bytes;
}

static void draw(const ow_level *level, const char *path)
{
    char *svg;
    FILE *file = fopen(path, "wb");
    if (ow_draw_svg(level, NULL, "theme=auto", &svg, NULL) == OW_OK && file != NULL)
        fputs(svg, file);
    ow_free(svg);
    if (file != NULL)
        fclose(file);
}

int main(int argc, char **argv)
{
    size_t size;
    ow_levels *levels;
    char *message;
    if (argc != 3) {
        fprintf(stderr, "usage: judge LEVELS PICTURE\n");
        return 2;
    }
    char *text = read_file(argv[1], &size);
    if (text == NULL || ow_levels_read(text, size, NULL, &levels, &message) != OW_OK) {
        fprintf(stderr, "%s cannot be read\n", argv[1]);
        return 2;
    }
    int drawn = 0;
    for (size_t i = 0; i < ow_levels_count(levels); i++) {
        const ow_level *level = ow_levels_at(levels, i);
        ow_judgement *judgement;
        if (ow_level_error(level) != NULL) {
            fprintf(stderr, "%s\n", ow_level_error(level));
            continue;
        }
        ow_status status = ow_judge(level, "max-states=1000000", NULL, &judgement, &message);
        if (status != OW_OK) {
            fprintf(stderr, "%s\n", message != NULL ? message : ow_status_text(status));
            ow_free(message);
            continue;
        }
        const char *verdict = ow_judgement_field(judgement, "verdict");
        printf("%s: %s, difficulty %s, solution %s\n", ow_level_name(level), verdict,
               ow_judgement_field(judgement, "difficulty"), ow_judgement_field(judgement, "solution"));
        if (!drawn && strcmp(verdict, "unique") == 0) {
            draw(level, argv[2]);
            drawn = 1;
        }
        ow_judgement_free(judgement);
    }
    ow_levels_free(levels);
    free(text);
    return 0;
}

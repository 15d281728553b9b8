/* Generates levels with libonlyway and prints each as soon as it is found.
 *
 *     cc generate.c $(pkg-config --cflags --libs onlyway) -o generate
 *     ./generate sokoban "size=5 count=3 difficulty=easy seed=1" */
#include <onlyway.h>

#include <stdio.h>

static int print_level(void *context, const ow_made *made)
{
    unsigned *count = context;
    printf("; %u: %s moves, difficulty %s\n%s\n", ++*count, ow_made_field(made, "depth"),
           ow_made_field(made, "difficulty"), ow_made_text(made));
    return 0; /* any other value stops the call */
}

int main(int argc, char **argv)
{
    unsigned count = 0;
    char *message;
    ow_maker maker = {.size = sizeof maker, .context = &count, .level = print_level};
    if (argc != 3) {
        fprintf(stderr, "usage: generate GAME OPTIONS\n");
        return 2;
    }
    ow_status status = ow_generate(argv[1], argv[2], &maker, &message);
    if (status != OW_OK || message != NULL)
        fprintf(stderr, "%s\n", message != NULL ? message : ow_status_text(status));
    ow_free(message);
    return status == OW_OK ? 0 : 1;
}

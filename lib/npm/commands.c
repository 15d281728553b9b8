/* The commands as one WebAssembly module, for `npx onlyway`.  The program's name selects the command.  commands.mjs
 * runs the module. */
#include "base/program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/npm/mains.h"
#include "solve/search/both_ends.h"
#include "solve/search/disk/disk.h"

static const struct {
    const char *word;
    int (*main)(int argc, char **argv);
} commands[] = {{"gen", gen_main}, {"solve", solve_main}, {"pack", pack_main}, {"recheck", recheck_main}};

/* The caller passes "onlyway WORD" as the program's name. */
int main(int argc, char **argv)
{
    const char *folder = getenv("PWD"), *word = argc > 0 ? strrchr(argv[0], ' ') : NULL;
    if (folder != NULL && chdir(folder) != 0)
        return EXIT_BAD_INPUT;
    for (size_t i = 0; word != NULL && i < sizeof commands / sizeof *commands; i++) {
        if (strcmp(word + 1, commands[i].word) == 0)
            return commands[i].main(argc, argv);
    }
    return EXIT_BAD_INPUT;
}

/* --- searches stay in memory: this build has none on disk, and `solve` refuses --disk --- */

uint64_t disk_inner_most(uint64_t max_memory)
{
    (void)max_memory;
    return UINT64_MAX;
}

bool disk_waits(const struct disk_search *disk, const struct search *search)
{
    (void)disk;
    (void)search;
    return false;
}

bool disk_all(const struct disk_search *disk, bool mine)
{
    (void)disk;
    return mine;
}

enum search_end disk_search(struct search *search, const struct disk_search *disk)
{
    (void)disk;
    return search_best_first(search);
}

enum search_end disk_search_inside(struct search *search, const struct disk_search *disk)
{
    (void)disk;
    return search_shortest(search);
}

bool disk_forget(const struct disk_search *disk, const struct puzzle *puzzle, struct text *error)
{
    (void)disk;
    (void)puzzle;
    (void)error;
    return true;
}

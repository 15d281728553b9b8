/* The onlyway command: `onlyway WORD ...` runs the command WORD.  It is for systems on which other packages own short
 * names such as gen and play.
 *
 * The commands are separate programs in a folder that is not on PATH.  This program finds the folder and executes the
 * command's program with "onlyway WORD" as its argv[0], its name in messages.  It finds the folder relative to its own
 * location, so that the installation can be moved as a whole. */
#include "config.h"

#include "base/nearest.h"
#include "base/program.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct program program = {
    .name = "onlyway",
    .synopsis = "@ COMMAND [ARGUMENT]...",
    .about = "Make grid puzzle levels that have exactly one solution, and judge any level.\n",
    .epilogue = "\n"
                "'@ COMMAND --help' tells more about a command.\n"
                "\n"
                "Exit status: that of the command; 2 if there is no such command.\n"
                "\n"
                "Example:\n"
                "  @ gen longcat --size=5 --count=100\n",
};

struct command {
    const char *word;
    const char *does;
    const char *needs; /* the library without which it is not built, or NULL */
};

static const struct command commands[] = {
    {"gen", "generate levels that have exactly one solution", NULL},
    {"solve", "tell whether levels have exactly one solution", NULL},
    {"pack", "make pages, booklets and collections of levels", NULL},
    {"play", "play levels in the terminal", "wide ncurses"},
    {"recheck", "judge the levels of reports again, with a second solver", NULL},
    {"solve-mpi", "solve levels with many processes, on many machines", "MPI"},
};

enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

/* Removes the last part of a path. */
static void cut(char *path)
{
    char *slash = strrchr(path, '/');
    if (slash != NULL)
        *slash = '\0';
}

/* Writes the folder of the commands.  Its position relative to this program's folder is that of PROGRAMS relative to
 * BINDIR, both set by configure.  Returns false if it cannot find this program's folder. */
static bool find_beside(const char *called, char folder[PATH_MAX])
{
    static const char from[] = BINDIR, to[] = PROGRAMS;
    size_t same = 0; /* length of the path that both have in common */
    ssize_t size = readlink("/proc/self/exe", folder, PATH_MAX - 1);
    if (size >= 0)
        folder[size] = '\0';
    else if (called == NULL || strchr(called, '/') == NULL || realpath(called, folder) == NULL)
        return false;
    for (size_t i = 0; from[i] != '\0' && from[i] == to[i]; i++)
        same = from[i] == '/' ? i : same;
    cut(folder);
    for (size_t i = same; from[i] != '\0'; i++) {
        if (from[i] == '/')
            cut(folder);
    }
    if (strlen(folder) + strlen(to + same) >= PATH_MAX)
        return false;
    strcat(folder, to + same);
    return true;
}

/* Adds the path of a command's program.  Returns false if that program does not exist. */
static bool find(const char *called, const char *word, struct text *path)
{
    char beside[PATH_MAX];
    const char *set = getenv("ONLYWAY_PROGRAMS"), *end;
    for (const char *folder = set == NULL ? "" : set; *folder != '\0'; folder = *end == '\0' ? end : end + 1) {
        end = folder + strcspn(folder, ":");
        text_clear(path);
        text_addf(path, "%.*s/%s", (int)(end - folder), folder, word);
        if (access(text_string(path), X_OK) == 0)
            return true;
    }
    text_clear(path);
    text_addf(path, "%s/%s", find_beside(called, beside) ? beside : PROGRAMS, word);
    return access(text_string(path), X_OK) == 0;
}

/* Becomes the command.  Returns an exit status if it cannot. */
static int run(const struct command *command, char **argv)
{
    struct text path = {0}, name = {0};
    bool found = find(argv[0], command->word, &path);
    text_addf(&name, "%s %s", program_name(program.name), command->word);
    if (path.failed || name.failed) {
        program_error(&program, "out of memory");
        return EXIT_LIMIT;
    }
    if (found) {
        char called[PATH_MAX];
        snprintf(called, sizeof called, "%s", text_string(&name));
        argv[1] = called;
        execv(text_string(&path), argv + 1);
        program_error(&program, "%s: %s", text_string(&path), strerror(errno));
    } else if (command->needs != NULL) {
        program_error(&program, "%s is not part of this build, which lacks %s", command->word, command->needs);
    } else {
        program_error(&program, "%s: there is no such program", text_string(&path));
    }
    text_free(&path);
    text_free(&name);
    return EXIT_BAD_INPUT;
}

int main(int argc, char **argv)
{
    struct text error = {0};
    const char *names[COMMAND_COUNT], *word = argc > 1 ? argv[1] : "";
    program_begin(argv[0]);
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        names[i] = commands[i].word;
        if (strcmp(word, names[i]) == 0)
            return run(&commands[i], argv);
    }
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
        struct text help = {0}, path = {0};
        text_add_string(&help, "Commands:\n");
        for (size_t i = 0; i < COMMAND_COUNT; i++) {
            if (find(argv[0], commands[i].word, &path))
                text_addf(&help, "  %-11s%s\n", commands[i].word, commands[i].does);
        }
        text_add_string(&help, "\nOptions:\n");
        options_help_line("  -h, --help", "show this help and exit", &help);
        options_help_line("  -V, --version", "show the version and exit", &help);
        int status = program_help(&program, &help);
        text_free(&path);
        return status;
    }
    if (strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0) {
        return program_version(&program);
    }
    if (argc < 2)
        text_add_string(&error, "which command?");
    else if (strcmp(word, "-help") == 0 || strcmp(word, "-version") == 0)
        text_addf(&error, "unknown option '%s'; did you mean '-%s'?", word, word);
    else if (*word == '-')
        text_addf(&error, "unknown option '%s'", word);
    else
        say_unknown("command", word, names, COMMAND_COUNT, &error);
    return program_usage(&program, &error);
}

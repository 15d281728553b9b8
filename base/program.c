/* What the commands have in common; see program.h. */
#include "config.h"

#include "base/program.h"

#include <errno.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

volatile sig_atomic_t program_interrupted = 0;

void program_error(const struct program *program, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "%s: ", program->name);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
}

int program_usage(const struct program *program, const char *error)
{
    program_error(program, "%s", error);
    fprintf(stderr, "Try '%s --help'.\n", program->name);
    return EXIT_BAD_INPUT;
}

void program_help(const struct program *program, const char *options)
{
    printf("Usage: %s\n%s\n%s%s", program->synopsis, program->about, options + (*options == '\n'),
           program->epilogue);
}

void program_version(const struct program *program)
{
    printf("%s (Onlyway) %s\n", program->name, PACKAGE_VERSION);
    puts("Copyright (c) 2026 The Onlyway authors.  MIT License.");
}

static void take_signal(int number)
{
    program_interrupted = number;
}

void program_catch_signals(void)
{
    struct sigaction action = {.sa_handler = take_signal, .sa_flags = (int)SA_RESETHAND};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    sigaction(SIGXFSZ, &ignore, NULL); /* a file too large is then an error like a full disk */
}

int program_finish(const struct program *program, int status)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    program_error(program, "standard output: %s", strerror(errno));
    return status == EXIT_BAD_INPUT ? status : EXIT_LIMIT;
}

unsigned program_processors(void)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) != 0)
        return 1;
    int count = CPU_COUNT(&set);
    return count > 0 ? (unsigned)count : 1;
}

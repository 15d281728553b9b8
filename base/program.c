/* Functions that all commands share; see program.h. */
#include "config.h"

#include "base/program.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/utf8.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#include <sys/mman.h>
#endif

/* MAPPED: once the large pages are full, memory blocks of at least this many bytes get their own pages.  SMALL: the
 * first bytes of the heap, in small pages; many commands need no more. */
enum { MAPPED = 1 << 19, LARGE_PAGE = 2 << 20, LARGE_PAGES = 8 << 20, SMALL = 64 << 10 };

stop_flag program_interrupted = 0;

void program_error(const struct program *program, const char *format, ...)
{
    struct text longer = {0};
    char line[1024]; /* lets short messages be printed without allocating */
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int size = vsnprintf(line, sizeof line, format, arguments);
    if (size >= (int)sizeof line)
        text_addv(&longer, format, again);
    fprintf(stderr, "%s: ", program_name(program->name));
    const char *message = longer.size > 0 ? text_string(&longer) : line;
    utf8_put_visible(message, strlen(message), false, stderr);
    fputc('\n', stderr);
    va_end(again);
    va_end(arguments);
    text_free(&longer);
}

int program_fail(const struct program *program, struct text *error, int status)
{
    program_error(program, "%s", error->failed ? "out of memory" : text_string(error));
    status = error->failed ? EXIT_LIMIT : status;
    text_free(error);
    return status;
}

bool program_complain(const struct program *program, const struct text *lines)
{
    utf8_put_visible(text_string(lines), lines->size, true, stderr);
    if (lines->failed)
        program_error(program, "out of memory");
    return !lines->failed;
}

int program_usage(const struct program *program, struct text *error)
{
    int status = program_fail(program, error, EXIT_BAD_INPUT);
    if (status == EXIT_BAD_INPUT)
        fprintf(stderr, "Try '%s --help'.\n", program_name(program->name));
    return status;
}

/* Prints a text of the program, with each @ replaced by the name as called. */
static void put_named(const struct program *program, const char *words)
{
    for (; *words != '\0'; words++) {
        if (*words == '@')
            fputs(program_name(program->name), stdout);
        else
            putchar(*words);
    }
}

int program_help(const struct program *program, struct text *options)
{
    if (options->failed)
        return program_fail(program, options, EXIT_LIMIT);
    const char *rows = text_string(options);
    fputs("Usage: ", stdout);
    put_named(program, program->synopsis);
    putchar('\n');
    put_named(program, program->about);
    printf("\n%s", rows + (*rows == '\n'));
    put_named(program, program->epilogue);
    text_free(options);
    return program_finish(program, EXIT_SUCCESS);
}

int program_version(const struct program *program)
{
    printf("%s (Onlyway) %s\n", program_name(program->name), PACKAGE_VERSION);
    puts("Copyright (c) 2026 The Onlyway authors.  MIT License.");
    return program_finish(program, EXIT_SUCCESS);
}

#ifdef __wasm__

/* Nothing to do: the host ends a module at once. */
void program_catch_signals(void) {}
void program_catch_all_signals(void) {}

#else

static int empty = -1; /* descriptor of an empty file */

/* Signals within this many milliseconds of the first are the same request to stop: timeout(1) sends each twice, to the
 * program and to its process group. */
enum { SAME_REQUEST = 500 };
static atomic_uint first_signal; /* when it came, in milliseconds */
static atomic_bool catches_all;  /* no later signal ends the program */

/* A read of standard input in progress fails with EINTR.  A later read finds the end of the file. */
static void take_signal(int number)
{
    int kept = errno;
    unsigned now = (unsigned)(uint64_t)(clock_now() * 1000);
    if (program_interrupted == 0) {
        first_signal = now;
        program_interrupted = number;
    } else if (!catches_all && now - first_signal > SAME_REQUEST) {
        signal(number, SIG_DFL);
        raise(number); /* arrives when this function returns */
    }
    if (empty >= 0)
        dup2(empty, STDIN_FILENO);
    errno = kept;
}

void program_catch_signals(void)
{
    if (empty < 0)
        empty = open("/dev/null", O_RDONLY | O_CLOEXEC);
    struct sigaction action = {.sa_handler = take_signal};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    sigaction(SIGXFSZ, &ignore, NULL); /* writing too large a file then fails as if the disk were full */
}

void program_catch_all_signals(void)
{
    catches_all = true;
    program_catch_signals();
}

#endif

static const char *called_as = ""; /* argv[0] without folders; empty if unknown */

void program_begin(const char *called)
{
    const char *slash = called == NULL ? NULL : strrchr(called, '/');
    if (called != NULL)
        called_as = slash == NULL ? called : slash + 1;
#ifndef __wasm__
    /* Opens the standard streams that are closed, in a way that makes their use fail.  Otherwise a file that is opened
     * later gets the number of one, and then what is printed. */
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++) {
        if (fcntl(stream, F_GETFD) < 0 && errno == EBADF)
            open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    }
#endif
#ifdef M_MMAP_THRESHOLD
    mallopt(M_MMAP_THRESHOLD, MAPPED); /* otherwise it grows as blocks are freed, and growing an array copies it */
#endif
#if defined M_TOP_PAD && defined MADV_HUGEPAGE
    /* Gives the heap a few large pages.  The system enters and clears a page when it is first written to; to do so for
     * hundreds of small pages takes as long as to solve a small level.  The heap begins a little earlier, because
     * malloc writes to its first page before this page can become a large one.  There are few large pages, because
     * arrays that grow there leave gaps, which no memory limit counts. */
    intptr_t gap = (intptr_t)(-((uintptr_t)sbrk(0) + SMALL) % LARGE_PAGE);
    char *large = sbrk(gap);
    if (large == (void *)-1)
        return;
    large += gap + SMALL;
    mallopt(M_TOP_PAD, LARGE_PAGES);
    void *volatile least = malloc(1); /* volatile: otherwise compilers leave it out */
    free(least);
    mallopt(M_TOP_PAD, SMALL);
    mallopt(M_TRIM_THRESHOLD, 2 * LARGE_PAGES); /* so that they stay when they are free */
    char *end = sbrk(0);
    if (end > large)
        madvise(large, (size_t)(end - large), MADV_HUGEPAGE);
#endif
}

uint64_t program_seed(void)
{
    uint64_t seed;
    if (getentropy(&seed, sizeof seed) != 0)
        seed = (uint64_t)(clock_now() * 1e9);
    return seed;
}

static int lost; /* errno of the first failure to write to standard output */

bool program_flush(void)
{
    if ((fflush(stdout) != 0 || ferror(stdout)) && lost == 0)
        lost = errno;
    return lost == 0;
}

const char *program_name(const char *otherwise)
{
    return *called_as == '\0' ? otherwise : called_as;
}

int program_finish(const struct program *program, int status)
{
    program_flush();
    if (lost == 0)
        return status;
    program_error(program, "standard output: %s", strerror(lost));
    return status == EXIT_BAD_INPUT ? status : EXIT_LIMIT;
}

bool write_output(const char *bytes, size_t size)
{
    if (!isatty(STDOUT_FILENO))
        return write_all(STDOUT_FILENO, bytes, size);
    utf8_put_visible(bytes, size, true, stdout);
    return fflush(stdout) == 0 && !ferror(stdout);
}

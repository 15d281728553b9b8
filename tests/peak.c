/* Runs a command and prints its largest resident set on standard error: "peak: N KiB".  Exits with the status of the
 * command. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    struct rusage usage;
    int status;
    pid_t child = argc < 2 ? -1 : fork();
    if (child == 0) {
        execvp(argv[1], argv + 1);
        perror(argv[1]);
        _exit(127);
    }
    if (child < 0 || wait4(child, &status, 0, &usage) != child) {
        fputs("usage: peak COMMAND [ARGUMENT]...\n", stderr);
        return EXIT_FAILURE;
    }
    fprintf(stderr, "peak: %ld KiB\n", usage.ru_maxrss);
    return WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_FAILURE;
}

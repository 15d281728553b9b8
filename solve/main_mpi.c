/* The solve-mpi command: solve, with the states of a large search divided among MPI processes. */
#include "solve/cluster/team.h"
#include "solve/command.h"

#include <mpi.h>
#include <stdlib.h>
#include <string.h>

static const struct program program = {
    .name = "solve-mpi",
    .synopsis = "mpirun -n N @ [OPTION]... [FILE]...",
    .about = "Do what solve does, with the states of a search spread over N processes, on any\n"
             "number of machines.  The output is the same for every N.\n"
             "\n"
             "FILE is a level file, a folder of them, or - for standard input (the default).\n"
             "Only the first process reads and prints.  --max-memory and --jobs are for each,\n"
             "which takes its share of the machine's processors where --jobs is not given.\n",
    .epilogue = "\n"
                "Exit status: 0 done; 1 a requested condition does not hold; 2 usage error or\n"
                "unreadable input; 3 a limit stopped the work; 130 interrupted.\n"
                "\n"
                "Example:\n"
                "  mpirun -n 4 @ --disk=states level.txt\n",
};

/* Returns whether only the help or the version is requested, which needs neither other ranks nor MPI. */
static bool asks_about_program(int argc, char **argv)
{
    struct solve_command command;
    struct text error = {0};
    char **copy = calloc((size_t)argc + 1, sizeof *copy); /* the parser moves operands */
    if (copy == NULL)
        return false;
    memcpy(copy, argv, (size_t)argc * sizeof *copy);
    bool good = solve_command_parse(&command, argc, copy, &error);
    text_free(&error);
    free(copy);
    return good && (command.options.help || command.options.version);
}

int main(int argc, char **argv)
{
    int threads;
    program_begin(argv[0]);
    if (asks_about_program(argc, argv))
        return solving_main(&program, argc, argv, NULL);
    MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &threads);
    struct team team;
    int status = EXIT_SUCCESS;
    if (!team_make(&team, &program)) {
        program_error(&program, "out of memory");
        status = EXIT_LIMIT;
    } else if (team.wire.rank == 0) {
        struct solving_team others = team_for_solving(&team);
        status = solving_main(&program, argc, argv, &others);
        wire_tell(&team.wire, &(struct text){0}); /* ends team_serve on the other ranks */
    } else {
        program_catch_signals();
        team_serve(&team);
    }
    wire_free(&team.wire);
    MPI_Finalize();
    return status;
}

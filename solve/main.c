/* The solve command: determines whether levels have exactly one solution. */
#include "solve/command.h"

static const struct program program = {
    .name = "solve",
    .synopsis = "@ [OPTION]... [FILE]...",
    .about = "Tell whether puzzle levels have exactly one solution, how deep it is, and where\n"
             "players will be trapped.\n"
             "\n"
             "FILE is a level file, a folder of them, or - for standard input (the default).\n"
             "Blank lines separate the levels of a file.\n",
    .epilogue = "\n"
                "Exit status: 0 done; 1 a requested condition does not hold; 2 usage error or\n"
                "unreadable input; 3 a limit stopped the work; 130 interrupted.\n"
                "\n"
                "Example:\n"
                "  @ --unique --csv levels/ > report.csv\n",
};

int main(int argc, char **argv)
{
    program_begin(argv[0]);
    return solving_main(&program, argc, argv, NULL);
}

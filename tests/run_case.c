/* Runs commands again and again; see run_case.h. */
#include "tests/run_case.h"

#include "base/file.h"

#include <fcntl.h>
#include <fts.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __APPLE__
#include <util.h>
#else
#include <pty.h>
#endif

enum { PATIENCE = 300, LONGEST = 1 << 26 }; /* the longest run in seconds; the largest file in bytes */

static void must(bool good, const char *what)
{
    if (good)
        return;
    perror(what);
    exit(EXIT_FAILURE);
}

/* Returns a path below the stage's folder.  Valid until the next call. */
static const char *in_folder(const struct stage *stage, const char *name)
{
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", stage->folder, name);
    return path;
}

/* --- folders --- */

static int by_name(const FTSENT **a, const FTSENT **b)
{
    return strcmp((*a)->fts_name, (*b)->fts_name);
}

/* Calls visit(entry, context) for each entry of a folder; for a folder, both before and after its contents. */
static void walk(const char *folder, void (*visit)(const FTSENT *entry, void *context), void *context)
{
    char *paths[] = {(char *)folder, NULL};
    FTS *tree = fts_open(paths, FTS_PHYSICAL | FTS_NOCHDIR, by_name);
    must(tree != NULL, folder);
    for (FTSENT *entry; (entry = fts_read(tree)) != NULL;)
        visit(entry, context);
    fts_close(tree);
}

static void remove_entry(const FTSENT *entry, void *context)
{
    (void)context;
    if (entry->fts_info != FTS_D)
        must(remove(entry->fts_path) == 0, entry->fts_path);
}

static void remove_folder(const char *folder)
{
    if (access(folder, F_OK) == 0)
        walk(folder, remove_entry, NULL);
}

/* Appends the name and contents of a file. */
static void describe_entry(const FTSENT *entry, void *context)
{
    struct text *text = context, error = {0};
    if (entry->fts_info == FTS_F) {
        text_addf(text, "\n--- %s\n", entry->fts_path);
        must(file_read(entry->fts_path, LONGEST, text, &error), entry->fts_path);
    } else if (entry->fts_info == FTS_D && entry->fts_level > 0) {
        text_addf(text, "\n--- %s/\n", entry->fts_path);
    }
}

struct copying {
    size_t skip; /* length of the source folder's path */
    const char *to;
};

static void copy_entry(const FTSENT *entry, void *context)
{
    const struct copying *copying = context;
    char path[512];
    struct text bytes = {0}, error = {0};
    snprintf(path, sizeof path, "%s%s", copying->to, entry->fts_path + copying->skip);
    if (entry->fts_info == FTS_D) {
        must(mkdir(path, 0777) == 0, path);
    } else if (entry->fts_info == FTS_F) {
        int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        must(file >= 0 && file_read(entry->fts_path, LONGEST, &bytes, &error) &&
                 write_all(file, text_string(&bytes), bytes.size),
             path);
        close(file);
    }
    text_free(&bytes);
}

void stage_remove(struct stage *stage, const char *name)
{
    remove_folder(in_folder(stage, name));
}

void stage_begin(struct stage *stage, const char *from)
{
    char run[128];
    snprintf(run, sizeof run, "%s", in_folder(stage, "run"));
    const char *start = in_folder(stage, from);
    remove_folder(run);
    if (access(start, F_OK) == 0)
        walk(start, copy_entry, &(struct copying){strlen(start), run});
    else
        must(mkdir(run, 0777) == 0, run);
    must(symlink(stage->files, in_folder(stage, "run/levels")) == 0, "levels");
}

/* --- one command --- */

static void set_environment(const struct stage *stage, bool disturbed)
{
    char library[4096], fonts[4096], path[128];
    struct text programs = {0};
    text_addf(&programs, "%s/gen:%s/solve:%s", stage->build, stage->build, getenv("PATH"));
    setenv("PATH", text_string(&programs), 1); /* for scripts that run our programs */
    text_free(&programs);
    snprintf(library, sizeof library, "%s/%s", stage->build, stage->kind->library);
    snprintf(path, sizeof path, "%s", in_folder(stage, "orders"));
    setenv("LC_ALL", "C", 1);
    setenv("TERM", "xterm", 1);
    setenv("NO_COLOR", "1", 1);
    snprintf(fonts, sizeof fonts, "%s/fonts.conf", stage->files);
    setenv("FONTCONFIG_FILE", fonts, 1);
    setenv("XDG_STATE_HOME", in_folder(stage, stage->kind->state), 1);
    if (disturbed) {
        setenv("LD_PRELOAD", library, 1);
        setenv(stage->kind->variable, path, 1);
    }
}

static void redirect(int descriptor, const char *path, int flags)
{
    int file = open(path, flags | O_CREAT, 0666);
    must(file >= 0 && dup2(file, descriptor) == descriptor, path);
    close(file);
}

/* Writes the path that our program of that name would have. */
static void find_program(const struct stage *stage, const char *name, char path[4096])
{
    snprintf(path, 4096, "%s/%s/%s", stage->build, strcmp(name, "pack") == 0 ? "out" : name, name);
}

/* Runs the command in the child process. */
static _Noreturn void become(const struct stage *stage, const struct run_command *command, bool disturbed)
{
    char program[4096];
    find_program(stage, command->words[0], program);
    if (command->keys == NULL) {
        setpgid(0, 0);
        redirect(STDIN_FILENO, "/dev/null", O_RDONLY);
        redirect(STDOUT_FILENO, in_folder(stage, "output"), O_WRONLY | O_TRUNC);
    }
    redirect(STDERR_FILENO, in_folder(stage, "messages"), O_WRONLY | O_TRUNC);
    must(chdir(in_folder(stage, "run")) == 0, "run");
    if (command->input != NULL)
        redirect(STDIN_FILENO, command->input, O_RDONLY);
    setrlimit(RLIMIT_CORE, &(struct rlimit){0});
    set_environment(stage, disturbed);
    if (access(program, X_OK) == 0)
        execv(program, (char *const *)command->words);
    else
        execvp(command->words[0], (char *const *)command->words); /* prepares, or runs our programs */
    must(false, program);
    _exit(EXIT_FAILURE);
}

static double seconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Types keys, which the terminal buffers while the program starts.  Repeats the last key until nobody reads the
 * terminal any more.  Discards the output. */
static void serve_terminal(int terminal, const char *keys, double end)
{
    char drawn[4096];
    const char *last = keys + strlen(keys) - 1;
    struct pollfd reading = {.fd = terminal, .events = POLLIN};
    bool there = write(terminal, keys, strlen(keys)) > 0;
    for (double next = seconds() + 0.3; there && seconds() < end;) {
        if (poll(&reading, 1, 100) > 0)
            there = read(terminal, drawn, sizeof drawn) > 0;
        if (seconds() < next)
            continue;
        there = there && write(terminal, last, 1) > 0;
        next = seconds() + 0.3;
    }
}

/* Waits for the child, and kills it after `end`. */
static void wait_for(pid_t child, double end, struct outcome *outcome)
{
    int state = 0;
    struct timespec pause = {.tv_nsec = 200000};
    while (waitpid(child, &state, WNOHANG) == 0) {
        if (seconds() > end && !outcome->hangs) {
            outcome->hangs = true;
            kill(-child, SIGKILL);
        }
        nanosleep(&pause, NULL);
        pause.tv_nsec = pause.tv_nsec < 10000000 ? pause.tv_nsec * 5 / 4 : pause.tv_nsec;
    }
    outcome->status = WIFEXITED(state) ? WEXITSTATUS(state) : -1;
    outcome->signal = WIFSIGNALED(state) ? WTERMSIG(state) : 0;
}

void stage_command(struct stage *stage, const struct run_command *command, bool disturbed, struct outcome *outcome)
{
    struct text error = {0};
    int terminal = -1;
    double end = seconds() + PATIENCE;
    struct winsize size = {.ws_row = 24, .ws_col = 80};
    pid_t child = command->keys != NULL ? forkpty(&terminal, NULL, NULL, &size) : fork();
    must(child >= 0, "fork");
    if (child == 0)
        become(stage, command, disturbed);
    if (terminal >= 0)
        serve_terminal(terminal, command->keys, end);
    wait_for(child, end, outcome);
    if (terminal >= 0)
        close(terminal);
    if (command->keys == NULL)
        must(file_read(in_folder(stage, "output"), LONGEST, &outcome->output, &error), "output");
    must(file_read(in_folder(stage, "messages"), LONGEST, &outcome->messages, &error), "messages");
    must(!outcome->output.failed && !outcome->messages.failed, "out of memory");
}

void stage_describe(const struct stage *stage, struct text *text)
{
    walk(in_folder(stage, "run"), describe_entry, text);
    must(!text->failed, "out of memory");
}

/* --- cases --- */

static struct run_command read_command(char *text)
{
    struct run_command command = {0};
    size_t count = 0;
    char *rest = NULL;
    char *keys = strstr(text, " keys ");
    if (keys != NULL) {
        *keys = '\0';
        command.keys = keys + strlen(" keys ");
    }
    for (char *word = strtok_r(text, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
        if (strcmp(word, "<") == 0)
            command.input = strtok_r(NULL, " ", &rest);
        else if (count < MOST_WORDS)
            command.words[count++] = word;
    }
    return command;
}

/* Returns the number of commands. */
static size_t read_commands(char *line, struct run_command commands[MOST_COMMANDS])
{
    size_t count = 0;
    char *rest = NULL;
    for (char *text = strtok_r(line, ";", &rest); text != NULL && count < MOST_COMMANDS;
         text = strtok_r(NULL, ";", &rest))
        commands[count++] = read_command(text);
    return count;
}

bool stage_next_case(struct stage *stage, struct run_case *run)
{
    ssize_t size;
    do {
        size = getline(&stage->line, &stage->line_capacity, stage->cases);
        if (size > 0 && stage->line[size - 1] == '\n')
            stage->line[size - 1] = '\0';
    } while (size > 0 && (stage->line[0] == '#' || stage->line[0] == '\0'));
    if (size <= 0)
        return false;
    char *rest = NULL;
    *run = (struct run_case){.name = strtok_r(stage->line, " ", &rest), .times = -1};
    sscanf(strtok_r(NULL, " ", &rest), "%d:%d", &run->status, &run->times);
    char *again = strstr(rest, " => ");
    if (again != NULL) {
        *again = '\0';
        run->again_count = read_commands(again + strlen(" => "), run->again);
    }
    run->count = read_commands(rest, run->commands);
    return true;
}

static bool has_terminals(void)
{
    int one, other;
    bool there = openpty(&one, &other, NULL, NULL, NULL) == 0;
    if (there) {
        close(one);
        close(other);
    }
    return there;
}

const char *stage_lacks(const struct stage *stage, const struct run_case *run)
{
    const struct run_command *command = &run->commands[run->count - 1];
    char program[4096];
    bool spreads = strcmp(command->words[0], "mpirun") == 0;
    if (spreads)
        snprintf(program, sizeof program, "%s/solve/solve-mpi", stage->build);
    else
        find_program(stage, command->words[0], program);
    if (spreads && access(program, X_OK) != 0)
        return "built without MPI (Debian: libopenmpi-dev openmpi-bin)";
    if (spreads && system("mpirun -n 2 true </dev/null >/dev/null 2>&1") != 0)
        return "mpirun does not run here";
    if (strcmp(command->words[0], "play") == 0 && access(program, X_OK) != 0)
        return "play was not built (Debian: libncurses-dev)";
    return command->keys == NULL || has_terminals() ? NULL : "there are no pseudo-terminals";
}

void stage_prepare(struct stage *stage, const struct run_case *run)
{
    char from[128];
    snprintf(from, sizeof from, "%s", in_folder(stage, "prepared"));
    remove_folder(from);
    stage_begin(stage, "prepared");
    if (run->count < 2)
        return;
    for (size_t i = 0; i + 1 < run->count; i++) {
        struct outcome outcome = {0};
        stage_command(stage, &run->commands[i], false, &outcome);
        outcome_free(&outcome);
    }
    must(unlink(in_folder(stage, "run/levels")) == 0, "levels");
    must(rename(in_folder(stage, "run"), from) == 0, from);
}

void stage_run(struct stage *stage, const struct run_case *run, struct outcome *outcome)
{
    stage_begin(stage, "prepared");
    stage_command(stage, &run->commands[run->count - 1], true, outcome);
    stage_describe(stage, &outcome->output);
}

bool outcome_same(const struct outcome *a, const struct outcome *b)
{
    return a->status == b->status && strcmp(text_string(&a->messages), text_string(&b->messages)) == 0 &&
           a->output.size == b->output.size &&
           memcmp(text_string(&a->output), text_string(&b->output), a->output.size) == 0;
}

bool outcome_is_not_built(const struct outcome *outcome)
{
    return outcome->status == 2 && strstr(text_string(&outcome->messages), " is not part of this build, ") != NULL;
}

void outcome_free(struct outcome *outcome)
{
    text_free(&outcome->output);
    text_free(&outcome->messages);
    *outcome = (struct outcome){0};
}

/* --- the stage --- */

static const char *what_is_missing(const struct stage *stage)
{
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
    return "sanitizers must be loaded first themselves, and have an allocator of their own";
#elif defined __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
    return "sanitizers must be loaded first themselves, and have an allocator of their own";
#endif
#endif
    char library[4096];
    snprintf(library, sizeof library, "%s/%s", stage->build, stage->kind->library);
    return access(library, R_OK) == 0 ? NULL : "the library that disturbs was not built";
}

const char *stage_open(struct stage *stage, const struct stage_kind *kind, const char *source)
{
    char path[4096];
    *stage = (struct stage){.kind = kind, .build = realpath(".", NULL)};
    snprintf(path, sizeof path, "%s/%s", source, kind->files);
    stage->files = realpath(path, NULL);
    must(stage->build != NULL && stage->files != NULL, path);
    const char *missing = what_is_missing(stage);
    if (missing != NULL)
        return missing;
    snprintf(path, sizeof path, "%s/cases", stage->files);
    stage->cases = fopen(path, "re");
    must(stage->cases != NULL, path);
    const char *where = getenv("TMPDIR");
    if (where == NULL) /* syncing to a disk takes time */
        where = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    snprintf(stage->folder, sizeof stage->folder, "%s/onlyway-XXXXXX", where);
    must(mkdtemp(stage->folder) != NULL, stage->folder);
    int file = open(in_folder(stage, "orders"), O_RDWR | O_CREAT, 0600);
    must(file >= 0 && ftruncate(file, (off_t)stage->kind->orders_size) == 0, "orders");
    stage->orders = mmap(NULL, stage->kind->orders_size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    must(stage->orders != MAP_FAILED, "orders");
    close(file);
    return NULL;
}

void stage_close(struct stage *stage)
{
    if (stage->cases != NULL) {
        remove_folder(stage->folder);
        fclose(stage->cases);
        munmap(stage->orders, stage->kind->orders_size);
    }
    free(stage->line);
    free(stage->build);
    free(stage->files);
}

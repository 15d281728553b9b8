/* Writing tours; see tours.h.
 *
 * A tour is written as a grid of numbers, each four characters wide: the steps from the first open cell, which begin to
 * the right.  Walls are `#`.  A maze is written as a grid of half the size between `#`.  A block is `+` if it is open
 * to the right and below, `-` to the right only, `|` below only, and a space if neither. */
#include "gen/snake/tours.h"

#include "base/file.h"
#include "base/program.h"
#include "gen/run/seed.h"
#include "gen/snake/snake.h"
#include "gen/snake/tour.h"
#include "out/folder.h"
#include "solve/arcade/autopilot.h"
#include "solve/level/levels.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum tour_method { METHOD_MAZE, METHOD_BACKBITE, METHOD_SWITCH, METHODS };
static const char *const method_names[METHODS] = {"maze", "backbite", "switch"};

struct job {
    const struct proposal *proposal;
    const struct snake_pieces *pieces;
    struct puzzle *puzzle;
    const struct snake *arena;
    enum tour_method method;
    bool has_roads;
    struct roads roads;
    struct circuit tour;
    const char *folder; /* NULL: standard output */
    struct file_batch batch;
    uint64_t written;
};

static bool read_arena(struct job *job, struct text *error)
{
    struct complaint complaint = {0};
    if (job->pieces->arena == NULL) {
        struct board_size size = job->proposal->size;
        struct grid grid;
        if (grid_make(&grid, (int)size.columns, (int)size.rows, ' ')) {
            job->puzzle = game_snake.load(&grid, (struct variant){0}, &complaint);
            grid_free(&grid);
        }
        if (job->puzzle == NULL && (complaint.failed || complaint.message[0] == '\0'))
            text_fail(error);
        else if (job->puzzle == NULL)
            text_add_string(error, complaint.message);
        return job->puzzle != NULL;
    }
    struct from from;
    bool good = from_read_file(job->pieces->arena, &game_snake, (struct variant){0}, NULL, &from, error);
    if (good && from.open_count > 0)
        text_addf(error, "%s: tours need an arena without open cells", job->pieces->arena);
    job->puzzle = from.puzzle;
    from.puzzle = NULL;
    from_free(&from);
    return job->puzzle != NULL;
}

static bool choose_method(struct job *job, struct text *error)
{
    const char *wanted = job->proposal->options->method;
    enum finding roads = roads_make(&job->roads, job->arena);
    if (roads == FOUND_FAILED)
        return text_fail(error);
    job->has_roads = roads == FOUND;
    job->method = job->has_roads ? METHOD_MAZE : METHOD_BACKBITE;
    for (unsigned i = 0; wanted != NULL && i <= METHODS; i++) {
        if (i == METHODS) {
            text_addf(error, "--method: tours are made by maze, backbite or switch, not '%s'", wanted);
            return false;
        }
        job->method = (enum tour_method)i;
        if (strcmp(method_names[i], wanted) == 0)
            break;
    }
    if (job->method != METHOD_MAZE || job->has_roads)
        return true;
    text_add_string(error, "--method=maze: the open cells are not all in blocks of two by two; "
                           "backbite and switch work on any arena");
    return false;
}

/* Finds the first tour, where the walks begin. */
static bool find_first(struct job *job, struct text *error)
{
    char why[AUTOPILOT_REASON];
    struct rng rng;
    rng_start(&rng, 0, 0);
    enum finding found = job->has_roads ? circuit_from_maze(&job->tour, &job->roads, &rng)
                                        : circuit_from_search(&job->tour, job->arena, false, why);
    if (found == FOUND_FAILED)
        text_fail(error);
    else if (found == FOUND_NONE)
        text_addf(error, "no tour: %s", job->has_roads ? "the open cells are not connected" : why);
    return found == FOUND;
}

static bool next_tour(struct job *job, uint64_t number)
{
    struct rng rng;
    rng_start_candidate(&rng, job->proposal->options->seed, number);
    if (job->method == METHOD_BACKBITE)
        return tour_backbite(job->arena, &job->tour, &rng);
    if (job->method == METHOD_SWITCH)
        return tour_switch(job->arena, &job->tour, &rng);
    circuit_free(&job->tour);
    return circuit_from_maze(&job->tour, &job->roads, &rng) == FOUND;
}

static void write_tour(const struct job *job, struct text *text)
{
    const struct grid *grid = &job->arena->grid;
    unsigned cell = 0;
    for (int place = 0; place < grid_size(grid); place++) {
        if (grid->cells[place] == '#')
            text_add_string(text, "   #");
        else
            text_addf(text, "%4u", job->tour.index[cell++]);
        if (place % grid->columns == grid->columns - 1)
            text_add_char(text, '\n');
    }
}

/* Whether the tour links a cell and its neighbour in a direction. */
static bool goes(const struct job *job, unsigned cell, enum direction direction)
{
    int next = job->arena->next[cell * DIRECTIONS + direction];
    unsigned length = job->tour.length, at = job->tour.index[cell];
    return next >= 0 && (job->tour.cell[(at + 1) % length] == (unsigned)next ||
                         job->tour.cell[(at + length - 1) % length] == (unsigned)next);
}

/* Writes the maze.  Cell 0 is the upper left cell of its block, so its row and column give the parity of all blocks. */
static void write_maze(const struct job *job, struct text *text)
{
    const struct grid *grid = &job->arena->grid;
    int first = job->arena->place[0];
    int top = first / grid->columns % 2, left = first % grid->columns % 2;
    unsigned cell = 0;
    for (int place = 0; place < grid_size(grid); place++) {
        int row = place / grid->columns - top, column = place % grid->columns - left;
        bool open = grid->cells[place] != '#';
        bool first_row = row >= 0 && row % 2 == 0 && row + 1 + top < grid->rows;
        bool corner = first_row && column >= 0 && column % 2 == 0;
        if (corner && column == 0)
            text_add_char(text, '#');
        if (corner && column + 1 + left < grid->columns) {
            int upper_right = open ? job->arena->next[cell * DIRECTIONS + RIGHT] : -1;
            int lower_left = open ? job->arena->next[cell * DIRECTIONS + DOWN] : -1;
            bool right = upper_right >= 0 && goes(job, (unsigned)upper_right, RIGHT);
            bool down = lower_left >= 0 && goes(job, (unsigned)lower_left, DOWN);
            text_add_char(text, right && down ? '+' : right ? '-' : down ? '|' : ' ');
        }
        if (first_row && place % grid->columns == grid->columns - 1)
            text_add_string(text, "#\n");
        cell += open;
    }
}

/* Writes a text to a file of the folder or to standard output. */
static bool put(struct job *job, uint64_t number, const char *ending, const struct text *text, struct text *error)
{
    if (text->failed)
        return text_fail(error);
    if (job->folder == NULL) {
        printf("%s%s", number == 1 && strcmp(ending, "tour") == 0 ? "" : "\n", text_string(text));
        fflush(stdout); /* an error is reported when the program finishes */
        return true;
    }
    struct text path = {0};
    text_addf(&path, "%s/%03llu.%s", job->folder, (unsigned long long)number, ending);
    bool good = path.failed ? text_fail(error)
                            : file_batch_replace(&job->batch, text_string(&path), text_string(text), text->size, error);
    text_free(&path);
    return good;
}

static bool write_all_tours(struct job *job, struct text *error)
{
    bool good = true;
    for (uint64_t n = 1; n <= job->pieces->tours && program_interrupted == 0; n++) {
        struct text text = {0};
        good = next_tour(job, n);
        if (!good) {
            text_fail(error);
            break;
        }
        tour_align(job->arena, &job->tour);
        write_tour(job, &text);
        good = put(job, n, "tour", &text, error);
        text_clear(&text);
        if (good && job->method == METHOD_MAZE) {
            write_maze(job, &text);
            good = put(job, n, "maze", &text, error);
        }
        text_free(&text);
        if (!good)
            break;
        job->written++;
    }
    return file_batch_sync(&job->batch, error) && good;
}

static int say_result(const struct job *job, int status, const struct program *program)
{
    struct text line = {0};
    text_addf(&line, "wrote %" PRIu64, job->written);
    if (job->written < job->pieces->tours)
        text_addf(&line, " of %" PRIu64 " wanted", job->pieces->tours);
    text_addf(&line, " tour%s", job->written == 1 ? "" : "s");
    if (job->folder != NULL)
        text_addf(&line, "; in %s", job->folder);
    int said = program_fail(program, &line, status);
    text_free(&line);
    return said;
}

/* Creates the folder.  An existing one must be empty unless --force is given. */
static bool prepare_folder(const struct job *job, struct text *error)
{
    if (job->folder == NULL)
        return true;
    enum folder_state state = folder_look(job->folder, error);
    if (state != FOLDER_NEW && state != FOLDER_FAILED && !job->proposal->options->force)
        text_addf(error, "%s: the folder is not empty; use --force to write into it", job->folder);
    if (text_says(error) || !file_make_folder(job->folder, 0777, error))
        return false;
    file_tidy(job->folder);
    return true;
}

/* Writes the tours.  Without an arena file, the arena is an open board of the requested size. */
static int make(const struct proposal *proposal, const struct program *program)
{
    struct job job = {.proposal = proposal, .pieces = proposal->pieces};
    const char *output = proposal->options->output;
    struct text error = {0}, path = {0};
    int status = EXIT_BAD_INPUT;
    bool begun = false;
    if (read_arena(&job, &error)) {
        job.arena = snake_arena(job.puzzle);
        text_addf(&path, "snake-tours-%dx%d", job.arena->grid.columns, job.arena->grid.rows);
        job.folder = output == NULL ? text_string(&path) : output;
        if (strcmp(job.folder, "-") == 0)
            job.folder = NULL;
        if (choose_method(&job, &error) && find_first(&job, &error) && prepare_folder(&job, &error)) {
            begun = true;
            seed_say(proposal->options, program);
            status = write_all_tours(&job, &error) ? EXIT_SUCCESS : EXIT_LIMIT;
        }
    }
    if (program_interrupted != 0)
        status = EXIT_INTERRUPTED;
    if (text_says(&error))
        status = program_fail(program, &error, status);
    if (begun)
        status = say_result(&job, status, program);
    circuit_free(&job.tour);
    file_batch_free(&job.batch);
    if (job.has_roads)
        roads_free(&job.roads);
    if (job.puzzle != NULL)
        game_snake.free(job.puzzle);
    text_free(&error);
    text_free(&path);
    return program_finish(program, status);
}

const struct other_output snake_tours = {&proposer_snake, make};

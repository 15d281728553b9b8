/* The output of the solve command for users; see words.h. */
#include "solve/explain/words.h"

#include "base/utf8.h"
#include "games/mover.h"
#include "solve/judge/judge.h"
#include "solve/level/report.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void add_label(const struct puzzle *puzzle, game_move move, struct text *text)
{
    char label[64];
    if (puzzle->game == NULL)
        snprintf(label, sizeof label, "%" PRIu32, move);
    else if (puzzle->game->write_label != NULL)
        puzzle->game->write_label(puzzle, move, label, sizeof label);
    else
        puzzle->game->write_moves(puzzle, &move, 1, label, sizeof label);
    text_add_string(text, label);
}

void show_judgement(const char *name, const struct puzzle *puzzle, const struct judgement *judgement, bool colour,
                    struct text *text)
{
    static const char *const colours[] = {
        [VERDICT_UNIQUE] = "\033[32m",
        [VERDICT_MULTIPLE] = "\033[33m",
        [VERDICT_UNSOLVABLE] = "\033[31m",
        [VERDICT_UNDECIDED] = "\033[35m",
    };
    utf8_add_visible(text, name);
    text_addf(text, ": %s%s%s", colour ? colours[judgement->verdict] : "", verdict_names[judgement->verdict],
              colour ? "\033[0m" : "");
    if (judgement->reason[0] != '\0')
        text_addf(text, " (%s)", judgement->reason);
    /* Adds what is known about depth, solutions and classes. */
    const char *solutions = text_string(&judgement->solutions);
    const char *essential = text_string(&judgement->essential);
    bool solvable = judgement->verdict != VERDICT_UNSOLVABLE;
    if (solvable) {
        text_add_string(text, ", depth ");
        depth_write(judgement, text);
    }
    if (solvable && *solutions != '\0')
        text_addf(text, ", %s solution%s", solutions, strcmp(solutions, "1") == 0 ? "" : "s");
    if (solvable && *essential != '\0')
        text_addf(text, ", %s essential", essential);
    text_add_char(text, '\n');
    if (!judgement_has_solution(judgement))
        return;
    text_add_string(text, "  solution  ");
    solution_write(puzzle, &judgement->reported, text);
    text_add_char(text, '\n');
    const char *separator = "  measures  ";
    for (int i = MEASURE_bits; i < MEASURE_COUNT; i++) {
        double value = judgement->measure[i];
        if (value == UNKNOWN)
            continue;
        text_addf(text, "%s%s ", separator, measure_names[i]);
        measure_write((enum measure)i, value, text);
        if (i == MEASURE_difficulty)
            text_addf(text, " (%s)", difficulty_band_names[difficulty_band_of(value)]);
        separator = ", ";
    }
    if (judgement->greedy >= 0) {
        text_addf(text, "%sgreedy %s", separator, judgement->greedy ? "yes" : "no");
        separator = ", ";
    }
    if (separator[0] == ',')
        text_add_char(text, '\n');
    const double traps = judgement->measure[MEASURE_traps];
    for (size_t i = 0; traps > 0 && i < (size_t)traps; i++) {
        const struct trap *trap = &judgement->traps[i];
        if (i > 0 && trap[-1].position == trap->position)
            text_add_string(text, ", ");
        else
            text_addf(text, "%sinstead of move %u: ", i == 0 ? "  traps     " : "; ", trap->position + 1);
        add_label(puzzle, trap->move, text);
    }
    if (traps > 0)
        text_add_char(text, '\n');
}

void show_list(const struct puzzle *puzzle, const struct judgement *judgement, struct text *text)
{
    for (size_t i = 0; i < judgement->listed_count; i++) {
        if (i == judgement->listed_classes)
            text_add_string(text, "  essentially the same as these:\n");
        text_addf(text, "  %6zu  ", i + 1);
        solution_write(puzzle, &judgement->listed[i], text);
        text_addf(text, " (%zu)\n", judgement->listed[i].count);
    }
    char shown[24];
    snprintf(shown, sizeof shown, "%zu", judgement->listed_count);
    if (judgement->solutions.size > 0 && strcmp(shown, text_string(&judgement->solutions)) != 0)
        text_addf(text, "  %s of %s solutions listed\n", shown, text_string(&judgement->solutions));
}

static void add_picture(const struct puzzle *puzzle, const unsigned char *state, struct text *text)
{
    const struct language *language = puzzle->game->language;
    struct grid grid;
    struct text notes = {0};
    bool good =
        language == NULL ? puzzle->game->draw(puzzle, state, &grid) : language->show(puzzle, state, &grid, &notes);
    if (!good) {
        text->failed = true;
        return;
    }
    for (int row = 0; row < grid.rows; row++) {
        text_add_string(text, "    ");
        utf8_add_cells(text, grid.cells + row * grid.columns, (size_t)grid.columns);
        text_add_char(text, '\n');
    }
    for (const char *line = text_string(&notes); *line != '\0'; line += strcspn(line, "\n") + 1) {
        text_add_string(text, "    ");
        text_add(text, line, strcspn(line, "\n"));
        text_add_char(text, '\n');
    }
    text->failed |= notes.failed;
    text_free(&notes);
    grid_free(&grid);
}

static void add_step(const struct mover *mover, unsigned number, game_move move, struct text *text)
{
    text_addf(text, "  %u. ", number);
    add_label(mover->puzzle, move, text);
    text_add_char(text, '\n');
    add_picture(mover->puzzle, mover->state, text);
}

void show_states(const struct puzzle *puzzle, const struct move_list *moves, struct text *text)
{
    struct mover mover;
    if (mover_make(&mover, puzzle)) {
        add_picture(puzzle, mover.state, text);
        for (size_t i = 0; i < moves->count && mover_move(&mover, moves->moves[i]); i++)
            add_step(&mover, (unsigned)i + 1, moves->moves[i], text);
    } else {
        text->failed = true;
    }
    mover_free(&mover);
}

enum replay_result show_replay(const char *name, const struct puzzle *puzzle, const char *moves, bool states,
                               const struct limits *limits, struct text *text)
{
    struct limited limited;
    struct mover mover = {0};
    struct complaint complaint = {0};
    struct text pictures = {0}; /* of the states, if wanted */
    struct move_reader reader = {.text = moves};
    game_move move = 0; /* the last move read */
    unsigned made = 0;
    int got = 0; /* result of the last attempt to read a move */
    bool illegal = false, solved = false, no_memory = false;
    char reason[LIMIT_REASON] = "";
    bool good = limited_open(&limited, puzzle, limits);
    puzzle = limited.puzzle;
    good = good && mover_make(&mover, puzzle);
    if (good) {
        /* Makes moves up to the first that is illegal or cannot be read. */
        solved = puzzle->rules->solved(puzzle, mover.state);
        if (states)
            add_picture(puzzle, mover.state, &pictures);
        while ((got = puzzle->game->read_move(puzzle, mover.state, &reader, &move, &complaint)) > 0) {
            illegal = solved || !mover_move(&mover, move);
            if (illegal)
                break;
            made++;
            solved = puzzle->rules->solved(puzzle, mover.state);
            if (states)
                add_step(&mover, made, move, &pictures);
        }
    }
    const char *doubt = puzzle == NULL ? NULL : puzzle_doubt(puzzle, &no_memory);
    bool stopped = limited_stopped(&limited, reason), unreadable = got < 0 && !complaint.illegal;
    enum replay_result result = REPLAY_UNDECIDED;
    utf8_add_visible(text, name);
    text_add_string(text, ": ");
    if (!good || no_memory || complaint.failed) {
        text_fail(text);
    } else if (doubt != NULL || stopped) {
        text_addf(text, "undecided (%s)\n", doubt != NULL ? doubt : reason);
    } else {
        if (got < 0 && !unreadable && solved) {
            text_addf(text, "move %u comes after the level is solved\n", made + 1);
        } else if (got < 0) {
            if (unreadable)
                text_add_string(text, "the moves cannot be read: ");
            else
                text_addf(text, "move %u is illegal: ", made + 1);
            utf8_add_visible(text, complaint.message);
            text_add_char(text, '\n');
        } else if (illegal) {
            text_addf(text, "move %u (", made + 1);
            add_label(puzzle, move, text);
            text_add_string(text, solved ? ") comes after the level is solved\n" : ") is illegal\n");
        } else {
            text_addf(text, "%s in %u move%s\n", solved ? "solves the level" : "does not solve the level", made,
                      made == 1 ? "" : "s");
        }
        text_add_text(text, &pictures);
        result = unreadable ? REPLAY_UNREADABLE : solved && got == 0 ? REPLAY_SOLVES : REPLAY_SOLVES_NOT;
    }
    text_free(&pictures);
    mover_free(&mover);
    limited_close(&limited);
    return result;
}

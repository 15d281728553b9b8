/* What the solve command prints for people; see show.h. */
#include "solve/show.h"

#include "solve/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *verdict_colour(enum verdict verdict)
{
    static const char *const colours[] = {
        [VERDICT_UNIQUE] = "\033[32m",
        [VERDICT_MULTIPLE] = "\033[33m",
        [VERDICT_UNSOLVABLE] = "\033[31m",
        [VERDICT_UNDECIDED] = "\033[35m",
    };
    return colours[verdict];
}

static void add_label(const struct puzzle *puzzle, game_move move, struct text *text)
{
    char label[64];
    if (puzzle->game->write_label != NULL)
        puzzle->game->write_label(puzzle, move, label, sizeof label);
    else
        puzzle->game->write_moves(puzzle, &move, 1, label, sizeof label);
    text_add_string(text, label);
}

/* Adds the line of measures; none where none applies. */
static void add_measures(const struct judgement *judgement, struct text *text)
{
    const char *separator = "  measures  ";
    for (int i = MEASURE_bits; i < MEASURE_COUNT; i++) {
        double value = judgement->measure[i];
        if (value == UNKNOWN)
            continue;
        text_addf(text, i == MEASURE_bits ? "%s%s %.2f" : "%s%s %.0f", separator,
                  measure_names[i], value);
        separator = ", ";
    }
    if (judgement->greedy >= 0) {
        text_addf(text, "%sgreedy %s", separator, judgement->greedy ? "yes" : "no");
        separator = ", ";
    }
    if (separator[0] == ',')
        text_add_char(text, '\n');
}

static void add_traps(const struct puzzle *puzzle, const struct judgement *judgement,
                      struct text *text)
{
    size_t count = (size_t)judgement->measure[MEASURE_traps];
    for (size_t i = 0; i < count; i++) {
        const struct trap *trap = &judgement->traps[i];
        bool same = i > 0 && judgement->traps[i - 1].position == trap->position;
        if (!same)
            text_addf(text, "%sinstead of move %u: ", i == 0 ? "" : "; ", trap->position + 1);
        else
            text_add_string(text, ", ");
        add_label(puzzle, trap->move, text);
    }
}

void show_judgement(const char *name, const struct puzzle *puzzle,
                    const struct judgement *judgement, bool colour, struct text *text)
{
    text_addf(text, "%s: %s%s%s", name, colour ? verdict_colour(judgement->verdict) : "",
              verdict_names[judgement->verdict], colour ? "\033[0m" : "");
    if (judgement->reason[0] != '\0')
        text_addf(text, " (%s)", judgement->reason);
    if (judgement->measure[MEASURE_depth] == UNKNOWN) {
        text_add_char(text, '\n');
        return;
    }
    const char *solutions = text_string(&judgement->solutions);
    text_addf(text, ", depth %.0f, %s solution%s, %s essential\n",
              judgement->measure[MEASURE_depth], solutions, strcmp(solutions, "1") == 0 ? "" : "s",
              text_string(&judgement->essential));
    text_add_string(text, "  solution  ");
    solution_write(puzzle, &judgement->reported, text);
    text_add_char(text, '\n');
    add_measures(judgement, text);
    if (judgement->measure[MEASURE_traps] > 0) {
        text_add_string(text, "  traps     ");
        add_traps(puzzle, judgement, text);
        text_add_char(text, '\n');
    }
}

void show_list(const struct puzzle *puzzle, const struct judgement *judgement,
               struct text *text)
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
        text_addf(text, "  %s of %s solutions listed\n", shown,
                  text_string(&judgement->solutions));
}

static void add_picture(const struct puzzle *puzzle, const unsigned char *state,
                        struct text *text)
{
    struct grid grid;
    if (!puzzle->game->draw(puzzle, state, &grid)) {
        text->failed = true;
        return;
    }
    for (int row = 0; row < grid.rows; row++) {
        text_add_string(text, "    ");
        text_add(text, (const char *)grid.cells + row * grid.columns, (size_t)grid.columns);
        text_add_char(text, '\n');
    }
    grid_free(&grid);
}

/* A state that moves are made in. */
struct player {
    const struct puzzle *puzzle;
    game_move *moves;
    unsigned char *states; /* after each legal move */
    unsigned char *state;
    unsigned made;
};

static bool player_make(struct player *player, const struct puzzle *puzzle)
{
    *player = (struct player){.puzzle = puzzle};
    player->moves = calloc(puzzle->max_moves, sizeof *player->moves);
    player->states = calloc(puzzle->max_moves, puzzle->state_bytes);
    player->state = calloc(1, puzzle->state_bytes);
    if (player->moves == NULL || player->states == NULL || player->state == NULL)
        return false;
    puzzle->rules->start(puzzle, player->state);
    return true;
}

static void player_free(struct player *player)
{
    free(player->moves);
    free(player->states);
    free(player->state);
}

/* Makes a move; false: it is illegal. */
static bool player_move(struct player *player, game_move move)
{
    const struct puzzle *puzzle = player->puzzle;
    unsigned count = puzzle->rules->expand(puzzle, player->state, player->moves, player->states);
    for (unsigned i = 0; i < count; i++) {
        if (player->moves[i] == move) {
            memcpy(player->state, player->states + i * puzzle->state_bytes, puzzle->state_bytes);
            player->made++;
            return true;
        }
    }
    return false;
}

static void add_step(const struct player *player, game_move move, struct text *text)
{
    text_addf(text, "  %u. ", player->made);
    add_label(player->puzzle, move, text);
    text_add_char(text, '\n');
    add_picture(player->puzzle, player->state, text);
}

void show_states(const struct puzzle *puzzle, const struct move_list *moves, struct text *text)
{
    struct player player;
    if (player_make(&player, puzzle)) {
        add_picture(puzzle, player.state, text);
        for (size_t i = 0; i < moves->count && player_move(&player, moves->moves[i]); i++)
            add_step(&player, moves->moves[i], text);
    } else {
        text->failed = true;
    }
    player_free(&player);
}

static void add_result(const struct player *player, bool solved, struct text *text)
{
    text_addf(text, "%s in %u move%s\n", solved ? "solves the level" : "does not solve the level",
              player->made, player->made == 1 ? "" : "s");
}

enum replay_result show_replay(const char *name, const struct puzzle *puzzle, const char *moves,
                               bool states, struct text *text)
{
    struct player player;
    if (!player_make(&player, puzzle)) {
        text->failed = true;
        player_free(&player);
        return REPLAY_UNREADABLE;
    }
    struct move_reader reader = {.text = moves};
    struct complaint complaint = {0};
    struct text pictures = {0};
    game_move move = 0;
    int got;
    bool legal = true, solved = puzzle->rules->solved(puzzle, player.state);
    if (states)
        add_picture(puzzle, player.state, &pictures);
    while ((got = puzzle->game->read_move(puzzle, player.state, &reader, &move, &complaint)) > 0) {
        legal = !solved && player_move(&player, move);
        if (!legal)
            break;
        solved = puzzle->rules->solved(puzzle, player.state);
        if (states)
            add_step(&player, move, &pictures);
    }
    text_addf(text, "%s: ", name);
    if (got < 0) {
        text_addf(text, "cannot read the moves: %s\n", complaint.message);
    } else if (legal) {
        add_result(&player, solved, text);
    } else {
        text_addf(text, "move %u (", player.made + 1);
        add_label(puzzle, move, text);
        text_add_string(text, solved ? ") comes after the level is solved\n" : ") is illegal\n");
    }
    text_add(text, text_string(&pictures), pictures.size);
    text_free(&pictures);
    player_free(&player);
    return got < 0 ? REPLAY_UNREADABLE : legal && solved ? REPLAY_SOLVES : REPLAY_SOLVES_NOT;
}

/* The explanation of a verdict as JSON; see onlyway.h. */
#include "lib/inside.h"

#include "base/text.h"
#include "base/utf8.h"
#include "solve/explain/words.h"

#include <stdlib.h>
#include <string.h>

static void add_text(struct text *json, const char *name, struct text *value)
{
    text_add_json_member(json, ',', name, text_string(value));
    json->failed |= value->failed;
    text_free(value);
}

/* Adds the first `count` moves, as the game writes them. */
static void add_moves(const struct teller *teller, const char *name, const game_move *moves, size_t count)
{
    struct text text = {0};
    struct teller aside = *teller;
    aside.text = &text;
    teller_moves(&aside, moves, count);
    add_text(teller->text, name, &text);
}

/* Adds a move: its words, its direction and, if known, the cell of the piece that makes it after `count` moves: the
 * game knows it, or characters in the drawing show it.  The cell is left out if the drawing has grown by then. */
static void add_step(const struct teller *teller, const char *name, const game_move *moves, size_t count,
                     game_move move)
{
    struct text *json = teller->text;
    const struct grid *text = &teller->subject->text;
    struct grid drawn = {0};
    unsigned way = move_way(move) < DIRECTIONS ? move_way(move) : MOVE_ACTION;
    text_addf(json, ",\"%s\":{\"direction\":%u", name, way);
    struct text words = {0};
    struct teller aside = *teller;
    aside.text = &words;
    teller_move(&aside, move);
    add_text(teller->text, "words", &words);
    if (!draw_after(teller->subject->puzzle, moves, count, &drawn)) {
        text_fail(json);
    } else if (drawn.columns == text->columns && drawn.rows == text->rows) {
        const struct face_words *face = teller->words;
        const struct game *game = teller->game;
        int cell = 0, size = grid_size(&drawn);
        if (game->move_cell != NULL) {
            cell = game->move_cell(teller->subject->puzzle, move);
        } else {
            char one[2] = {(char)(face->chosen != NULL ? face->chosen->heads[move_piece(move)] : game->head), '\0'};
            const char *players = face->player == NULL ? one : face->player;
            while (cell < size && (drawn.cells[cell] == '\0' || strchr(players, drawn.cells[cell]) == NULL))
                cell++;
        }
        if (cell >= 0 && cell < size)
            text_addf(json, ",\"row\":%d,\"column\":%d", cell / drawn.columns + 1, cell % drawn.columns + 1);
    }
    text_add_char(json, '}');
    grid_free(&drawn);
}

static void add_changes(const struct teller *teller, const struct cell_change *changes, size_t count)
{
    int columns = teller->subject->text.columns;
    text_add_string(teller->text, "{\"changes\":[");
    for (size_t i = 0; i < count; i++) {
        text_addf(teller->text, "%s{\"row\":%d,\"column\":%d", i == 0 ? "" : ",", changes[i].cell / columns + 1,
                  changes[i].cell % columns + 1);
        utf8_add_json_cell(teller->text, ',', "from", changes[i].from);
        utf8_add_json_cell(teller->text, ',', "to", changes[i].to);
        text_add_char(teller->text, '}');
    }
    text_add_char(teller->text, ']');
}

/* --- multiple --- */

static void add_pair(const struct teller *teller, const struct why_pair *pair)
{
    const struct divergence *divergence = &pair->divergence;
    struct text *json = teller->text;
    text_addf(json, "{\"common\":%zu", divergence->common);
    add_moves(teller, "before", divergence->moves[0], divergence->common);
    text_add_string(json, ",\"ways\":[");
    for (int way = 0; way < 2; way++) {
        text_addf(json, "%s{\"count\":%zu", way == 0 ? "" : ",", divergence->count[way]);
        add_moves(teller, "moves", divergence->moves[way], divergence->count[way]);
        add_moves(teller, "shown", divergence->moves[way],
                  teller->game->trail != NULL ? divergence->count[way] : divergence->common + 1);
        add_step(teller, "step", divergence->moves[way], divergence->common,
                 divergence->moves[way][divergence->common]);
        text_add_char(json, '}');
    }
    text_add_string(json, "],\"closings\":[");
    for (size_t i = 0; i < pair->closing_count; i++) {
        text_add_string(json, i == 0 ? "" : ",");
        const struct closing *closing = &pair->closings[i];
        struct text words = {0};
        struct teller aside = *teller;
        aside.text = &words;
        add_changes(teller, &closing->change, 1);
        teller_change(&aside, &closing->change);
        add_text(teller->text, "words", &words);
        text_addf(teller->text, ",\"way\":%u,\"closes\":%s}", closing->way + 1, closing->closes ? "true" : "false");
    }
    text_add_string(json, "]}");
}

/* --- */

void why_add_data(const struct judgement *judgement, const struct why *why, struct text *json)
{
    struct teller teller = teller_of(&why->subject, json);
    struct text grid = {0};
    game_add_rows(NULL, &why->subject.text, &grid);
    text_add_json_member(json, '{', "verdict", verdict_names[why->verdict]);
    add_text(json, "grid", &grid);
    text_add_string(teller.text, ",\"pairs\":[");
    if (why->latest.divergence.moves[0] != NULL) {
        add_pair(&teller, &why->latest);
        if (!why_pairs_are_one(why)) {
            text_add_char(teller.text, ',');
            add_pair(&teller, &why->earliest);
        }
    }
    text_add_char(teller.text, ']');
    if (why->nearest.moves != NULL) {
        struct grid after = {0};
        struct text words = {0};
        text_addf(teller.text, ",\"nearest\":{\"count\":%zu", why->nearest.count);
        add_moves(&teller, "moves", why->nearest.moves, why->nearest.count);
        if (!draw_after(teller.subject->puzzle, why->nearest.moves, why->nearest.count, &after))
            text_fail(&words);
        else if (teller.words->missing != NULL)
            teller.words->missing(&after, &words);
        add_text(teller.text, "words", &words);
        text_addf(teller.text, ",\"whole\":%s}", why->nearest.whole ? "true" : "false");
        grid_free(&after);
    }
    text_add_string(json, ",\"removals\":[");
    for (size_t i = 0; i < why->removal_count; i++) {
        const struct removal *removal = &why->removals[i];
        struct text words = {0};
        struct teller aside = teller;
        aside.text = &words;
        text_add_string(json, i == 0 ? "" : ",");
        add_changes(&teller, removal->changes, removal->count);
        tell_content(teller.words, removal->changes[0].from, &words);
        text_add_char(&words, ' ');
        teller_where(&aside, removal->changes[0].cell);
        add_text(json, "words", &words);
        text_add_json_member(json, ',', "verdict", verdict_names[removal->verdict]);
        text_add_char(json, '}');
    }
    text_add_char(json, ']');
    text_add_string(json, ",\"traps\":[");
    for (size_t i = 0; i < why->trap_count; i++) {
        const struct why_trap *trap = &why->traps[i];
        size_t position = trap->trap.position;
        game_move *moves = calloc(position + 1, sizeof *moves);
        if (moves == NULL) {
            text_fail(json);
            break;
        }
        if (position > 0)
            memcpy(moves, judgement->reported.moves, position * sizeof *moves);
        moves[position] = trap->trap.move;
        text_addf(json, "%s{\"position\":%zu", i == 0 ? "" : ",", position);
        add_moves(&teller, "before", moves, position);
        add_moves(&teller, "moves", moves, position + 1);
        add_step(&teller, "wrong", moves, position, trap->trap.move);
        add_step(&teller, "right", moves, position, trap->right);
        text_add_char(json, '}');
        free(moves);
    }
    text_add_char(json, ']');
    text_add_json_member(json, ',', "reason", why->reason);
    text_add_char(json, '}');
}

/* Explanations and mended levels in words and pictures; see words.h. */
#include "solve/explain/words.h"

#include "base/utf8.h"
#include "games/mover.h"
#include "solve/explain/edit.h"
#include "solve/level/report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct teller teller_of(const struct subject *subject, struct text *text)
{
    const struct game *game = subject->puzzle->game;
    return (struct teller){subject, game, face_of(game)->words, text};
}

void teller_move(const struct teller *teller, game_move move)
{
    tell_move(teller->words, teller->subject->puzzle, teller->subject->variant.metric, move, teller->text);
}

/* "14 pushes" */
static void teller_count(const struct teller *teller, size_t count)
{
    const char *const *names = teller->words->moves[teller->subject->variant.metric];
    text_addf(teller->text, "%zu %s", count, names[count == 1 ? 0 : 1]);
}

void teller_moves(const struct teller *teller, const game_move *moves, size_t count)
{
    struct move_list list = {(game_move *)moves, count};
    solution_write(teller->subject->puzzle, &list, teller->text);
}

void teller_where(const struct teller *teller, int cell)
{
    const struct grid *grid = &teller->subject->text;
    bool on_cell = cell / grid->columns % 2 == 1 && cell % grid->columns % 2 == 1;
    text_add_string(teller->text, !teller->game->spaced || on_cell ? "in " : "");
    tell_cell(teller->game, grid, cell, teller->text);
}

void teller_change(const struct teller *teller, const struct cell_change *change)
{
    struct text *text = teller->text;
    tell_content(teller->words, change->to, text);
    text_add_char(text, ' ');
    teller_where(teller, change->cell);
    if (change->from != (unsigned char)puzzle_contents(teller->subject->puzzle)[0].cell) {
        text_add_string(text, " (now ");
        tell_content(teller->words, change->from, text);
        text_add_char(text, ')');
    }
}

/* --- positions drawn as text --- */

enum { INDENT = 4, AXIS = 4, GAP = 2, WIDTH = 100 };

static void add_spaces(int count, struct text *text)
{
    while (count-- > 0)
        text_add_char(text, ' ');
}

/* Returns the number of one of `count` rows or columns of the text as players count them, or 0 if it has none. */
static int number_of(const struct game *game, const struct grid *grid, int place, int count)
{
    int frame = grid_uncounted(game, grid);
    if (game->spaced)
        return place % 2 == 1 ? place / 2 + 1 : 0;
    return place < frame || place >= count - frame ? 0 : place + 1 - frame;
}

/* Adds the pictures, all of the same size: side by side if they fit into a hundred columns, else one below the other.
 * In games with walls between cells, only the cells are numbered.  A wall around the level is numbered only if the game
 * counts it. */
static void add_drawn(const struct game *game, const struct drawn *drawn, size_t count, struct text *text)
{
    /* A title may be wider than its picture. */
    int whole = INDENT;
    bool fit = true;
    for (size_t i = 0; i < count; i++) {
        whole += AXIS + drawn[i].grid.columns + GAP;
        fit &= i + 1 == count || (int)strlen(drawn[i].title) <= drawn[i].grid.columns;
    }
    if (count > 1 && !(fit && whole <= WIDTH)) {
        for (size_t i = 0; i < count; i++)
            add_drawn(game, &drawn[i], 1, text);
        return;
    }
    if (count > 1 || drawn[0].title[0] != '\0') {
        add_spaces(INDENT, text);
        for (size_t i = 0; i < count; i++) {
            int width = AXIS + drawn[i].grid.columns + GAP;
            add_spaces(AXIS, text);
            text_add_string(text, drawn[i].title);
            if (i + 1 < count)
                add_spaces(width - AXIS - (int)strlen(drawn[i].title), text);
        }
        text_add_char(text, '\n');
    }
    add_spaces(INDENT, text);
    for (size_t i = 0; i < count; i++) {
        add_spaces(i == 0 ? AXIS : AXIS + GAP, text);
        for (int column = 0; column < drawn[i].grid.columns; column++) {
            int number = number_of(game, &drawn[i].grid, column, drawn[i].grid.columns);
            bool last = i + 1 == count && column + 1 == drawn[i].grid.columns;
            if (number > 0 || !last)
                text_add_char(text, (char)(number == 0 ? ' ' : '0' + number % 10));
        }
    }
    text_add_char(text, '\n');
    for (int row = 0; row < drawn[0].grid.rows; row++) {
        int number = number_of(game, &drawn[0].grid, row, drawn[0].grid.rows);
        add_spaces(INDENT, text);
        for (size_t i = 0; i < count; i++) {
            const struct grid *grid = &drawn[i].grid;
            add_spaces(i == 0 ? 0 : GAP, text);
            if (number == 0)
                add_spaces(AXIS, text);
            else
                text_addf(text, "%3d ", number);
            utf8_add_cells(text, grid->cells + row * grid->columns, (size_t)grid->columns);
        }
        text_add_char(text, '\n');
    }
}

bool draw_after(const struct puzzle *puzzle, const game_move *moves, size_t count, struct grid *grid)
{
    const struct game *game = puzzle->game;
    unsigned char *state = calloc(1, puzzle->state_bytes);
    bool good = state != NULL && replay_to(puzzle, moves, count, state) && game->draw(puzzle, state, grid);
    free(state);
    if (!good)
        return false;
    if (game->trail != NULL) {
        /* Draws on each cell of a trail the direction in which the trail goes on. */
        size_t length = game->trail(puzzle, moves, count, NULL, 0);
        int *cells = length == SIZE_MAX ? NULL : calloc(length + 1, sizeof *cells);
        good = cells != NULL && game->trail(puzzle, moves, count, cells, length) == length;
        for (size_t n = 0; good && n + 1 < length; n++) {
            for (unsigned way = 0; way < DIRECTIONS; way++) {
                if (grid_beside(grid, cells[n], way) == cells[n + 1])
                    grid->cells[cells[n]] = (unsigned char)"^>v<"[way];
            }
        }
        free(cells);
    } else if (game->keys != NULL && game->keys->show != NULL && count > 0) {
        /* Draws the player where the last move left it. */
        const struct game_keys *keys = puzzle->game->keys;
        struct mover mover;
        good = mover_make(&mover, puzzle);
        unsigned hand = good ? keys->hand(puzzle) : 0;
        for (size_t n = 0; good && n < count; n++) {
            size_t length = keys->route(puzzle, mover.state, hand, moves[n], NULL, 0);
            unsigned char *route = calloc(length + 1, 1);
            game_move move;
            good = route != NULL;
            if (good)
                keys->route(puzzle, mover.state, hand, moves[n], route, length);
            for (size_t i = 0; good && i < length; i++)
                keys->press(puzzle, mover.state, route[i], &hand, &move);
            free(route);
            good = good && mover_move(&mover, moves[n]);
        }
        if (good)
            keys->show(puzzle, mover.state, hand, grid);
        mover_free(&mover);
    }
    if (!good)
        grid_free(grid);
    return good;
}

/* --- puts the explanation of a verdict into words --- */

static void add_missing_in(const struct teller *teller, const struct grid *grid)
{
    if (teller->words->missing != NULL)
        teller->words->missing(grid, teller->text);
    else
        text_add_string(teller->text, "this is as far as one gets");
}

/* A position to draw: the one after some moves. */
struct titled_moves {
    const char *title;
    const game_move *moves;
    size_t count;
};

/* Draws at most three positions side by side.  Returns false if memory runs out. */
static bool add_positions(const struct teller *teller, const struct titled_moves *positions, size_t count)
{
    struct drawn drawn[3];
    size_t made = 0;
    for (; made < count; made++) {
        drawn[made].title = positions[made].title;
        if (!draw_after(teller->subject->puzzle, positions[made].moves, positions[made].count, &drawn[made].grid))
            break;
    }
    bool good = made == count;
    if (good)
        add_drawn(teller->game, drawn, count, teller->text);
    else
        text_fail(teller->text);
    while (made-- > 0)
        grid_free(&drawn[made].grid);
    return good;
}

/* --- multiple --- */

enum { CLOSINGS_TOLD = 6 };

/* Adds a line with the changes that close one way or, without `closes`, only touch it.  Returns their number. */
static size_t add_closings(const struct teller *teller, const struct why_pair *pair, unsigned way, bool closes)
{
    size_t all = 0;
    for (size_t i = 0; i < pair->closing_count; i++) {
        const struct closing *closing = &pair->closings[i];
        if (closing->way != way || closing->closes != closes || all++ >= CLOSINGS_TOLD)
            continue;
        if (all == 1)
            text_addf(teller->text,
                      closes ? "    to remove only way %u: " : "    these would change only way %u: ", way + 1);
        text_add_string(teller->text, all == 1 ? "" : "; ");
        teller_change(teller, &closing->change);
    }
    if (all > CLOSINGS_TOLD)
        text_addf(teller->text, " and %zu more", all - CLOSINGS_TOLD);
    if (all > 0)
        text_add_char(teller->text, '\n');
    return all;
}

static void add_pair(const struct teller *teller, const struct why_pair *pair)
{
    const struct divergence *divergence = &pair->divergence;
    bool trail = teller->game->trail != NULL; /* then a picture can show each whole way */
    struct titled_moves positions[] = {
        {"here", divergence->moves[0], divergence->common},
        {"way 1", divergence->moves[0], trail ? divergence->count[0] : divergence->common + 1},
        {"way 2", divergence->moves[1], trail ? divergence->count[1] : divergence->common + 1},
    };
    if (!add_positions(teller, positions, 3))
        return;
    for (int way = 0; way < 2; way++) {
        /* The move with which the way continues, and all moves from there on. */
        struct text before = {0}, whole = {0};
        struct teller aside = *teller;
        text_addf(teller->text, "    way %d: ", way + 1);
        teller_move(teller, divergence->moves[way][divergence->common]);
        text_add_string(teller->text, ", as ");
        aside.text = &before;
        teller_moves(&aside, divergence->moves[way], divergence->common);
        aside.text = &whole;
        teller_moves(&aside, divergence->moves[way], divergence->count[way]);
        bool begins = before.size <= whole.size && !before.failed && !whole.failed &&
                      strncmp(text_string(&whole), text_string(&before), before.size) == 0;
        text_add_string(teller->text, text_string(&whole) + (begins ? before.size : 0));
        text_add_char(teller->text, '\n');
        if (before.failed || whole.failed)
            text_fail(teller->text);
        text_free(&before);
        text_free(&whole);
    }
    size_t closings = add_closings(teller, pair, 0, true) + add_closings(teller, pair, 1, true);
    if (closings > 0)
        return;
    if (puzzle_contents(teller->subject->puzzle) != NULL &&
        !trail) /* in games with trails every cell must be visited, so this is obvious */
        text_add_string(teller->text, "    no change to a single cell removes only one of them\n");
    add_closings(teller, pair, 0, false);
    add_closings(teller, pair, 1, false);
}

/* Adds "after 3 moves, RDL" and ends the line. */
static void add_when(const struct teller *teller, const game_move *moves, size_t count)
{
    if (count == 0) {
        text_add_string(teller->text, "at the start\n");
        return;
    }
    text_add_string(teller->text, "after ");
    teller_count(teller, count);
    text_add_string(teller->text, ", ");
    teller_moves(teller, moves, count);
    text_add_char(teller->text, '\n');
}

static void tell_multiple(const struct teller *teller, const struct why *why)
{
    struct text *text = teller->text;
    if (why->latest.divergence.moves[0] == NULL) {
        text_addf(text, "  why       it is not known where its solutions diverge (%s)\n", why->reason);
        return;
    }
    bool one = why_pairs_are_one(why);
    text_addf(text, "  why       %sessentially different solutions diverge%s ",
              why->all_classes ? "" : "of those that were found, ", one ? "" : ", at the latest,");
    add_when(teller, why->latest.divergence.moves[0], why->latest.divergence.common);
    add_pair(teller, &why->latest);
    if (one)
        return;
    text_add_string(text, "  and       at the earliest, they diverge ");
    add_when(teller, why->earliest.divergence.moves[0], why->earliest.divergence.common);
    add_pair(teller, &why->earliest);
}

/* --- unsolvable --- */

static void tell_unsolvable(const struct teller *teller, const struct why *why)
{
    const struct nearest *nearest = &why->nearest;
    struct text *text = teller->text;
    struct grid grid = {0};
    if (nearest->moves == NULL) {
        text_addf(text, "  why       it is not known how close one can get (%s)\n", why->reason);
    } else if (draw_after(teller->subject->puzzle, nearest->moves, nearest->count, &grid)) {
        text_add_string(text, "  why       at the closest, ");
        add_missing_in(teller, &grid);
        if (!nearest->whole)
            text_addf(text, " (of %llu positions examined)", (unsigned long long)nearest->states);
        text_add_string(text, ", ");
        add_when(teller, nearest->moves, nearest->count);
        add_drawn(teller->game, &(struct drawn){"", grid}, 1, text);
    } else {
        text_fail(text);
    }
    grid_free(&grid);
    for (size_t i = 0; i < why->removal_count; i++) {
        const struct cell_change *change = &why->removals[i].changes[0];
        text_add_string(teller->text, "    without the ");
        tell_content(teller->words, change->from, teller->text);
        text_add_char(teller->text, ' ');
        teller_where(teller, change->cell);
        text_addf(teller->text, " it would be %s\n", verdict_names[why->removals[i].verdict]);
    }
    if (why->removal_count == 0 && why->tried > 0)
        text_add_string(text, "    removing a single piece or wall is not enough\n");
    if (why->undecided > 0)
        text_addf(text, "    undecided after %zu of %zu removals\n", why->undecided, why->tried);
    if (why->untried > 0)
        text_addf(text, "    %zu other removals were not tried: no time\n", why->untried);
}

/* --- unique --- */

static void tell_unique(const struct teller *teller, const struct judgement *judgement, const struct why *why)
{
    struct text *text = teller->text;
    if (!why->traps_known) {
        text_add_string(text, "  why       its traps are not known: they need all states, see --measures=all\n");
        return;
    }
    if (why->trap_count == 0)
        text_add_string(text, "  why       no traps: every losing move is obvious at once\n");
    for (size_t i = 0; i < why->trap_count; i++) {
        const struct why_trap *trap = &why->traps[i];
        if (i == 0 || trap->trap.position != why->traps[i - 1].trap.position) {
            text_addf(text, "  %s ", i == 0 ? "why      " : "and      ");
            add_when(teller, judgement->reported.moves, trap->trap.position);
            if (!add_positions(teller, &(struct titled_moves){"", judgement->reported.moves, trap->trap.position}, 1))
                return;
            text_add_string(text, "    right  ");
            teller_move(teller, trap->right);
            text_add_char(text, '\n');
        }
        struct grid grid = {0};
        /* The moves of the reported solution before the trap, the trap's move, and those from there to the nearest
         * state. */
        size_t position = trap->trap.position, after = trap->nearest.count;
        game_move *moves = calloc(position + after + 1, sizeof *moves);
        if (moves != NULL) {
            if (position > 0)
                memcpy(moves, judgement->reported.moves, position * sizeof *moves);
            moves[position] = trap->trap.move;
            if (after > 0)
                memcpy(moves + position + 1, trap->nearest.moves, after * sizeof *moves);
        }
        text_add_string(text, "    trap   ");
        teller_move(teller, trap->trap.move);
        if (trap->after < trap->after_right)
            text_add_string(text, ", which seems closer to the goal");
        if (!trap->limited && trap->nearest.whole) {
            if (trap->nearest.open <= 1) {
                text_add_string(text, "; after it, every move is obviously lost");
            } else {
                text_add_string(text, "; it still looks good for ");
                teller_count(teller, trap->nearest.last);
            }
        }
        if (moves == NULL || !draw_after(teller->subject->puzzle, moves, position + 1 + after, &grid)) {
            text_fail(text);
        } else if (trap->nearest.moves != NULL) {
            text_add_string(text, trap->nearest.whole ? "; at best " : "; as far as was searched, ");
            add_missing_in(teller, &grid);
        }
        text_add_char(text, '\n');
        grid_free(&grid);
        free(moves);
    }
}

void tell_why(const struct judgement *judgement, const struct why *why, struct text *text)
{
    struct teller teller = teller_of(&why->subject, text);
    switch (why->verdict) {
    case VERDICT_MULTIPLE:
        tell_multiple(&teller, why);
        break;
    case VERDICT_UNSOLVABLE:
        tell_unsolvable(&teller, why);
        break;
    case VERDICT_UNIQUE:
        tell_unique(&teller, judgement, why);
        break;
    case VERDICT_UNDECIDED:
        text_addf(text, "  why       not known: %s\n", why->reason);
        break;
    }
}

/* --- puts the unique levels nearest to a level into words --- */

/* Adds the words for a piece, wherever it stands. */
static void add_piece(const struct teller *teller, char piece)
{
    tell_content(teller->words, (unsigned char)piece, teller->text);
}

void tell_edits(const struct subject *subject, const struct mended *mended, struct text *text)
{
    const struct puzzle *puzzle = subject->puzzle;
    struct teller teller = teller_of(subject, text);
    for (unsigned i = 0; i < mended->edit_count; i++) {
        const struct edit *edit = &mended->edits[i];
        const struct cell_change *a = &edit->changes[0], *b = &edit->changes[1];
        text_add_string(text, i == 0 ? "" : "; ");
        if (edit->count == 1) {
            teller_change(&teller, a);
            continue;
        }
        /* Two pieces are exchanged, or one piece or mark moves. */
        struct game_content at_a = content_of(puzzle, a->from), at_b = content_of(puzzle, b->from);
        bool pieces = at_a.piece != content_of(puzzle, a->to).piece;
        if (pieces && at_a.piece != 0 && at_b.piece != 0) {
            add_piece(&teller, at_a.piece);
            text_add_char(text, ' ');
            teller_where(&teller, a->cell);
            text_add_string(text, " and ");
            add_piece(&teller, at_b.piece);
            text_add_char(text, ' ');
            teller_where(&teller, b->cell);
            text_add_string(text, " exchanged");
        } else {
            bool from_a = pieces ? at_a.piece != 0 : at_a.ground != puzzle_contents(puzzle)[0].cell;
            struct game_content moved = from_a ? at_a : at_b;
            add_piece(&teller, pieces ? moved.piece : moved.ground);
            text_add_string(text, " moved from ");
            tell_cell(teller.game, &subject->text, from_a ? a->cell : b->cell, text);
            text_add_string(text, " to ");
            tell_cell(teller.game, &subject->text, from_a ? b->cell : a->cell, text);
        }
    }
}

/* Hands out the levels found, from index `from` on.  Returns false if the taker wants to stop. */
static bool hand_out(const struct mend *mend, size_t from, const struct mend_taker *taker, struct text *text)
{
    bool good = true;
    for (size_t n = from; good && n < mend->found_count && n < mend->wanted; n++) {
        size_t before = text->size;
        const struct subject *subject = mend->subject;
        text_addf(text, "  mend %-4zu depth %.0f", n + 1, mend->found[n].depth);
        if (mend->found[n].difficulty != UNKNOWN) {
            text_add_string(text, ", difficulty ");
            measure_write(MEASURE_difficulty, mend->found[n].difficulty, text);
        }
        text_add_string(text, ": ");
        tell_edits(subject, &mend->found[n], text);
        text_add_char(text, '\n');
        add_drawn(subject->puzzle->game, &(struct drawn){"", mend->found[n].text}, 1, text);
        good = taker->take(taker->context, &mend->found[n], n + 1, before, text);
    }
    return good;
}

static void add_tried(uint64_t levels, uint64_t undecided, const char *away, struct text *text)
{
    text_addf(text, "%" PRIu64 " level%s %s", levels, levels == 1 ? "" : "s", away);
    if (undecided > 0)
        text_addf(text, " (%" PRIu64 " undecided)", undecided);
}

bool tell_unmended(const struct puzzle *puzzle, const struct judgement *judgement, struct text *text)
{
    if (judgement->verdict == VERDICT_UNIQUE)
        text_add_string(text, "  mend      it is unique already\n");
    else if (puzzle_contents(puzzle) == NULL)
        text_addf(text, "  mend      levels of %s are not edited\n", puzzle->game->title);
    else
        return false;
    return true;
}

enum search_end tell_mending(struct mend *mend, const struct mend_taker *taker, struct text *text)
{
    if (!mend_singles(mend))
        return SEARCH_NO_MEMORY;
    size_t singles = mend->found_count;
    if (!hand_out(mend, 0, taker, text))
        return SEARCH_CANCELLED;
    if (!mend_pairs(mend))
        return SEARCH_NO_MEMORY;
    if (!hand_out(mend, singles, taker, text))
        return SEARCH_CANCELLED;
    size_t unique[2] = {0, 0};
    for (size_t n = 0; n < mend->found_count; n++)
        unique[mend->found[n].edit_count - 1]++;
    text_add_string(text, "  tried     ");
    add_tried(mend->levels[0], mend->undecided[0], "one change away", text);
    text_addf(text, ", %zu unique", unique[0]);
    if (mend->pairs_tried > 0) {
        text_add_string(text, "; ");
        add_tried(mend->levels[1], mend->undecided[1], "two changes away", text);
        text_addf(text, ", %zu unique", unique[1]);
    }
    text_add_char(text, '\n');
    if (mend->found_count == 0 && mend->singles_done)
        text_add_string(text, "            gen --from continues from here, with more changes\n");
    if (!mend->singles_done)
        text_add_string(text, "            time ran out before all single changes were\n");
    else if (mend->found_count < mend->wanted && mend->pairs_tried < mend->pairs)
        text_addf(text, "            %" PRIu64 " of %" PRIu64 " pairs of changes\n", mend->pairs_tried, mend->pairs);
    bool late = mend->found_count < mend->wanted &&
                (!mend->singles_done || (mend->limits.deadline > 0 && mend->pairs_tried < mend->pairs));
    return late ? SEARCH_LIMIT : SEARCH_FOUND;
}

/* --- puts the removals from a level into words --- */

bool tell_not_compacted(const struct puzzle *puzzle, const struct judgement *judgement, struct text *text)
{
    if (judgement->verdict != VERDICT_UNIQUE)
        text_add_string(text, "  compact   it is not unique\n");
    else if (puzzle_contents(puzzle) == NULL)
        text_addf(text, "  compact   levels of %s are not edited\n", puzzle->game->title);
    else if (judgement->measure[MEASURE_difficulty] == UNKNOWN || judgement->reported.moves == NULL)
        text_add_string(text, "  compact   its difficulty is not known: it needs all states, see --measures=all\n");
    else
        return false;
    return true;
}

void tell_compacted(const struct compact *compact, struct text *text)
{
    struct teller teller = teller_of(compact->subject, text);
    if (compact->gone_count == 0) {
        text_add_string(text, "  compact   nothing can go\n");
    } else {
        text_addf(text, "  compact   depth %.0f, difficulty ", compact->depth);
        measure_write(MEASURE_difficulty, compact->difficulty, text);
        text_add_string(text, ", without");
        for (size_t n = 0; n < compact->gone_count; n++) {
            text_add_string(text, n == 0 ? " " : "; ");
            const struct gone *gone = &compact->gone[n];
            const struct grid *grid = &teller.subject->text;
            switch (gone->kind) {
            case GONE_ROW:
                text_addf(teller.text, "row %d", number_of(teller.game, grid, gone->place, grid->rows));
                break;
            case GONE_COLUMN:
                text_addf(teller.text, "column %d", number_of(teller.game, grid, gone->place, grid->columns));
                break;
            default:
                tell_content(teller.words, gone->what, teller.text);
                text_add_char(teller.text, ' ');
                teller_where(&teller, gone->place);
            }
        }
        text_add_char(text, '\n');
        add_drawn(teller.game, &(struct drawn){"", compact->now.text}, 1, text);
        text_add_string(text, "  solution  ");
        solution_write(compact->now.puzzle, &compact->moves, text);
        text_add_char(text, '\n');
    }
    text_addf(text, "  tried     %" PRIu64 " level%s", compact->tried, compact->tried == 1 ? "" : "s");
    if (compact->undecided > 0)
        text_addf(text, ", %" PRIu64 " of the last undecided", compact->undecided);
    text_add_string(text, compact->whole ? "\n" : "; the time was over before all were\n");
}

/* Puts the explanation of a verdict into words; see why_text.h. */
#include "solve/explain/why_text.h"

#include "solve/explain/picture.h"
#include "solve/explain/teller.h"

#include <stdlib.h>
#include <string.h>

static void add_missing_in(const struct teller *teller, const struct grid *grid)
{
    if (teller->words->missing != NULL)
        teller->words->missing(grid, teller->text);
    else
        text_add_string(teller->text, "this is how far one comes");
}

/* Draws positions side by side, each after some moves.  Returns false if memory runs out. */
struct scene_of {
    const char *title;
    const game_move *moves;
    size_t count;
};

static bool add_positions(const struct teller *teller, const struct scene_of *scenes, size_t count)
{
    struct drawn drawn[3];
    size_t made = 0;
    for (; made < count; made++) {
        drawn[made].title = scenes[made].title;
        if (!draw_after(teller->subject->puzzle, scenes[made].moves, scenes[made].count, &drawn[made].grid))
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
                      closes ? "    to close only way %u: " : "    only way %u would be changed by: ", way + 1);
        text_add_string(teller->text, all == 1 ? "" : "; ");
        teller_change(teller, &closing->change);
    }
    if (all > CLOSINGS_TOLD)
        text_addf(teller->text, " and %zu more", all - CLOSINGS_TOLD);
    if (all > 0)
        text_add_char(teller->text, '\n');
    return all;
}

/* Adds the move with which a way continues, and all moves from there on. */
static void add_way(const struct teller *teller, const struct why_pair *pair, int way)
{
    const struct divergence *divergence = &pair->divergence;
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

static void add_pair(const struct teller *teller, const struct why_pair *pair)
{
    const struct divergence *divergence = &pair->divergence;
    bool trail = teller->game->trail != NULL; /* then a picture can show each whole way */
    struct scene_of scenes[] = {
        {"here", divergence->moves[0], divergence->common},
        {"way 1", divergence->moves[0], trail ? divergence->count[0] : divergence->common + 1},
        {"way 2", divergence->moves[1], trail ? divergence->count[1] : divergence->common + 1},
    };
    if (!add_positions(teller, scenes, 3))
        return;
    for (int way = 0; way < 2; way++)
        add_way(teller, pair, way);
    size_t closings = add_closings(teller, pair, 0, true) + add_closings(teller, pair, 1, true);
    if (closings > 0)
        return;
    if (puzzle_contents(teller->subject->puzzle) != NULL &&
        !trail) /* in such games every cell must be visited, so this goes without saying */
        text_add_string(teller->text, "    no change of one cell closes only one of them\n");
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
        text_addf(text, "  why       where its solutions part is not known (%s)\n", why->reason);
        return;
    }
    bool one = why_pairs_are_one(why);
    text_addf(text, "  why       %sessentially different solutions part%s ",
              why->all_classes ? "" : "of those that were told apart, ", one ? "" : ", at the latest,");
    add_when(teller, why->latest.divergence.moves[0], why->latest.divergence.common);
    add_pair(teller, &why->latest);
    if (one)
        return;
    text_add_string(text, "  and       at the earliest, they part ");
    add_when(teller, why->earliest.divergence.moves[0], why->earliest.divergence.common);
    add_pair(teller, &why->earliest);
}

/* --- unsolvable --- */

static void add_removal(const struct teller *teller, const struct removal *removal)
{
    const struct cell_change *change = &removal->changes[0];
    text_add_string(teller->text, "    without the ");
    tell_content(teller->words, change->from, teller->text);
    text_add_char(teller->text, ' ');
    teller_where(teller, change->cell);
    text_addf(teller->text, " it would be %s\n", verdict_names[removal->verdict]);
}

static void add_removals(const struct teller *teller, const struct why *why)
{
    struct text *text = teller->text;
    for (size_t i = 0; i < why->removal_count; i++)
        add_removal(teller, &why->removals[i]);
    if (why->removal_count == 0 && why->tried > 0)
        text_add_string(text, "    taking away a single piece or wall would not do\n");
    if (why->undecided > 0)
        text_addf(text, "    %zu of %zu that were taken away leave it undecided\n", why->undecided, why->tried);
    if (why->untried > 0)
        text_addf(text, "    there was no time to take away %zu others\n", why->untried);
}

static void tell_unsolvable(const struct teller *teller, const struct why *why)
{
    const struct nearest *nearest = &why->nearest;
    struct text *text = teller->text;
    struct grid grid = {0};
    if (nearest->moves == NULL) {
        text_addf(text, "  why       how near one can come is not known (%s)\n", why->reason);
    } else if (draw_after(teller->subject->puzzle, nearest->moves, nearest->count, &grid)) {
        text_add_string(text, "  why       at the nearest, ");
        add_missing_in(teller, &grid);
        if (!nearest->whole)
            text_addf(text, " (of %llu positions looked at)", (unsigned long long)nearest->states);
        text_add_string(text, ", ");
        add_when(teller, nearest->moves, nearest->count);
        add_drawn(teller->game, &(struct drawn){"", grid}, 1, text);
    } else {
        text_fail(text);
    }
    grid_free(&grid);
    add_removals(teller, why);
}

/* --- unique --- */

/* Returns the moves of the reported solution before a trap, the trap's move, and the moves from there to the nearest
 * state. */
static game_move *moves_after(const struct judgement *judgement, const struct why_trap *trap)
{
    size_t position = trap->trap.position, count = trap->nearest.count;
    game_move *moves = calloc(position + count + 1, sizeof *moves);
    if (moves == NULL)
        return NULL;
    if (position > 0)
        memcpy(moves, judgement->reported.moves, position * sizeof *moves);
    moves[position] = trap->trap.move;
    if (count > 0)
        memcpy(moves + position + 1, trap->nearest.moves, count * sizeof *moves);
    return moves;
}

static void add_outlook(const struct teller *teller, const struct why_trap *trap)
{
    struct text *text = teller->text;
    if (trap->after < trap->after_right)
        text_add_string(text, ", which seems nearer to the goal");
    if (trap->limited || !trap->nearest.whole)
        return;
    if (trap->nearest.open <= 1) {
        text_add_string(text, "; every move after it shows that it is lost");
    } else {
        text_add_string(text, "; it still looks good for ");
        teller_count(teller, trap->nearest.last);
    }
}

static void add_trap(const struct teller *teller, const struct judgement *judgement, const struct why_trap *trap)
{
    struct text *text = teller->text;
    struct grid grid = {0};
    game_move *moves = moves_after(judgement, trap);
    text_add_string(text, "    trap   ");
    teller_move(teller, trap->trap.move);
    add_outlook(teller, trap);
    if (moves == NULL ||
        !draw_after(teller->subject->puzzle, moves, trap->trap.position + 1 + trap->nearest.count, &grid)) {
        text_fail(text);
    } else if (trap->nearest.moves != NULL) {
        text_add_string(text, trap->nearest.whole ? "; at best " : "; as far as was looked, ");
        add_missing_in(teller, &grid);
    }
    text_add_char(text, '\n');
    grid_free(&grid);
    free(moves);
}

static void tell_unique(const struct teller *teller, const struct judgement *judgement, const struct why *why)
{
    struct text *text = teller->text;
    if (!why->traps_known) {
        text_add_string(text, "  why       its traps are not known\n");
        return;
    }
    if (why->trap_count == 0)
        text_add_string(text, "  why       no traps: where a move loses, it shows at once\n");
    for (size_t i = 0; i < why->trap_count; i++) {
        const struct why_trap *trap = &why->traps[i];
        if (i == 0 || trap->trap.position != why->traps[i - 1].trap.position) {
            text_addf(text, "  %s ", i == 0 ? "why      " : "and      ");
            add_when(teller, judgement->reported.moves, trap->trap.position);
            if (!add_positions(teller, &(struct scene_of){"", judgement->reported.moves, trap->trap.position}, 1))
                return;
            text_add_string(text, "    right  ");
            teller_move(teller, trap->right);
            text_add_char(text, '\n');
        }
        add_trap(teller, judgement, trap);
    }
}

/* --- */

void tell_why(const struct subject *subject, const struct judgement *judgement, const struct why *why,
              struct text *text)
{
    struct teller teller = teller_of(subject, text);
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
        text_addf(text, "  why       a limit was hit: %s\n", why->reason);
        break;
    }
}

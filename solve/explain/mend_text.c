/* Puts the unique levels nearest to a level into words; see mend_text.h. */
#include "solve/explain/mend_text.h"

#include "solve/explain/picture.h"
#include "solve/explain/teller.h"

#include <inttypes.h>

/* Adds the words for a piece, wherever it stands. */
static void add_piece(const struct teller *teller, char piece)
{
    tell_content(teller->words, (unsigned char)piece, teller->text);
}

/* Adds "box moved from row 3, column 4 to row 5, column 2". */
static void add_moved(const struct teller *teller, char what, int from, int to)
{
    const struct grid *grid = &teller->subject->text;
    add_piece(teller, what);
    text_add_string(teller->text, " moved from ");
    tell_cell(teller->game, grid, from, teller->text);
    text_add_string(teller->text, " to ");
    tell_cell(teller->game, grid, to, teller->text);
}

/* Adds what two cells exchange: two pieces, or one piece or mark that moves. */
static void add_exchange(const struct teller *teller, const struct edit *edit)
{
    const struct cell_change *a = &edit->changes[0], *b = &edit->changes[1];
    struct game_content at_a = content_of(teller->subject->puzzle, a->from);
    struct game_content at_b = content_of(teller->subject->puzzle, b->from);
    bool pieces = at_a.piece != content_of(teller->subject->puzzle, a->to).piece;
    bool plain_a = at_a.ground == puzzle_contents(teller->subject->puzzle)[0].cell;
    if (pieces && at_a.piece != 0 && at_b.piece != 0) {
        add_piece(teller, at_a.piece);
        text_add_char(teller->text, ' ');
        teller_where(teller, a->cell);
        text_add_string(teller->text, " and ");
        add_piece(teller, at_b.piece);
        text_add_char(teller->text, ' ');
        teller_where(teller, b->cell);
        text_add_string(teller->text, " exchanged");
    } else if (pieces) {
        bool from_a = at_a.piece != 0;
        add_moved(teller, from_a ? at_a.piece : at_b.piece, from_a ? a->cell : b->cell, from_a ? b->cell : a->cell);
    } else {
        add_moved(teller, plain_a ? at_b.ground : at_a.ground, plain_a ? b->cell : a->cell,
                  plain_a ? a->cell : b->cell);
    }
}

void tell_edits(const struct subject *subject, const struct mended *mended, struct text *text)
{
    struct teller words = teller_of(subject, text), *teller = &words;
    for (unsigned i = 0; i < mended->edit_count; i++) {
        const struct edit *edit = &mended->edits[i];
        text_add_string(teller->text, i == 0 ? "" : "; ");
        if (edit->count == 1)
            teller_change(teller, &edit->changes[0]);
        else
            add_exchange(teller, edit);
    }
}

static void add_mended(const struct subject *subject, const struct mended *mended, size_t number, struct text *text)
{
    text_addf(text, "  mend %-4zu depth %.0f", number, mended->depth);
    if (mended->difficulty != UNKNOWN) {
        text_add_string(text, ", difficulty ");
        measure_write(MEASURE_difficulty, mended->difficulty, text);
    }
    text_add_string(text, ": ");
    tell_edits(subject, mended, text);
    text_add_char(text, '\n');
    add_drawn(subject->puzzle->game, &(struct drawn){"", mended->text}, 1, text);
}

/* Hands out the levels found, from index `from` on.  Returns false if the taker wants to stop. */
static bool hand_out(const struct mend *mend, size_t from, const struct mend_taker *taker, struct text *text)
{
    bool good = true;
    for (size_t n = from; good && n < mend->found_count && n < mend->wanted; n++) {
        size_t before = text->size;
        add_mended(mend->subject, &mend->found[n], n + 1, text);
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

static void add_end(const struct mend *mend, struct text *text)
{
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
        text_add_string(text, "            gen --from goes on from here, with more changes\n");
    if (!mend->singles_done)
        text_add_string(text, "            the time was over before all single changes were\n");
    else if (mend->found_count < mend->wanted && mend->pairs_tried < mend->pairs)
        text_addf(text, "            %" PRIu64 " of %" PRIu64 " pairs of changes\n", mend->pairs_tried, mend->pairs);
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
    add_end(mend, text);
    bool late = mend->found_count < mend->wanted &&
                (!mend->singles_done || (mend->deadline > 0 && mend->pairs_tried < mend->pairs));
    return late ? SEARCH_LIMIT : SEARCH_FOUND;
}

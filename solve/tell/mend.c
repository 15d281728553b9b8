/* The unique levels nearest to a level, in words; see mend.h. */
#include "solve/tell/mend.h"

#include "solve/tell/picture.h"
#include "solve/tell/teller.h"

#include <inttypes.h>

/* The words for a piece, wherever it stands. */
static void add_piece(const struct teller *teller, char piece)
{
    tell_content(teller->words, (unsigned char)piece, teller->text);
}

/* "box from row 3, column 4 to row 5, column 2" */
static void add_moved(const struct teller *teller, char what, int from, int to)
{
    const struct grid *grid = &teller->subject->text;
    add_piece(teller, what);
    text_add_string(teller->text, " moved from ");
    tell_cell(teller->game, grid, from, teller->text);
    text_add_string(teller->text, " to ");
    tell_cell(teller->game, grid, to, teller->text);
}

/* What two cells exchange: two pieces, or one that is moved, or a mark on the ground. */
static void add_exchange(const struct teller *teller, const struct edit *edit)
{
    const struct cell_change *a = &edit->changes[0], *b = &edit->changes[1];
    struct game_content at_a = content_of(teller->game, a->from);
    struct game_content at_b = content_of(teller->game, b->from);
    bool pieces = at_a.piece != content_of(teller->game, a->to).piece;
    bool plain_a = at_a.ground == teller->game->contents[0].cell;
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
        add_moved(teller, from_a ? at_a.piece : at_b.piece, from_a ? a->cell : b->cell,
                  from_a ? b->cell : a->cell);
    } else {
        add_moved(teller, plain_a ? at_b.ground : at_a.ground, plain_a ? b->cell : a->cell,
                  plain_a ? a->cell : b->cell);
    }
}

static void add_edits(const struct teller *teller, const struct mended *mended)
{
    for (unsigned i = 0; i < mended->edit_count; i++) {
        const struct edit *edit = &mended->edits[i];
        text_add_string(teller->text, i == 0 ? "" : "; ");
        if (edit->count == 1)
            teller_change(teller, &edit->changes[0]);
        else
            add_exchange(teller, edit);
    }
}

static void add_mended(const struct teller *teller, const struct mended *mended, size_t number)
{
    struct text *text = teller->text;
    text_addf(text, "  mend %-4zu depth %.0f", number, mended->depth);
    if (mended->difficulty != UNKNOWN) {
        text_add_string(text, ", difficulty ");
        measure_write(MEASURE_difficulty, mended->difficulty, text);
    }
    text_add_string(text, ": ");
    add_edits(teller, mended);
    text_add_char(text, '\n');
    add_drawn(teller->game, &(struct drawn){"", mended->text}, 1, text);
}

void tell_mended(const struct mend *mend, size_t from, struct text *text)
{
    struct teller teller = teller_of(mend->subject, text);
    for (size_t n = from; n < mend->found_count && n < mend->wanted; n++)
        add_mended(&teller, &mend->found[n], n + 1);
}

static void add_tried(uint64_t levels, uint64_t undecided, const char *away, struct text *text)
{
    text_addf(text, "%" PRIu64 " level%s %s", levels, levels == 1 ? "" : "s", away);
    if (undecided > 0)
        text_addf(text, " (%" PRIu64 " undecided)", undecided);
}

void tell_mend_end(const struct mend *mend, struct text *text)
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
    if (!mend->singles_done)
        text_add_string(text, "            the time was over before all single changes were\n");
    else if (mend->found_count < mend->wanted && mend->pairs_tried < mend->pairs)
        text_addf(text, "            %" PRIu64 " of %" PRIu64 " pairs of changes\n",
                  mend->pairs_tried, mend->pairs);
}

/* Words that the texts about levels share; see teller.h. */
#include "solve/explain/teller.h"

#include "solve/level/report.h"

struct teller teller_of(const struct subject *subject, struct text *text)
{
    const struct game *game = subject->puzzle->game;
    return (struct teller){subject, game, face_of(game)->words, text};
}

void teller_move(const struct teller *teller, game_move move)
{
    tell_move(teller->words, teller->subject->puzzle, teller->subject->variant.metric, move, teller->text);
}

void teller_count(const struct teller *teller, size_t count)
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
    tell_where(teller->game, &teller->subject->text, cell, teller->text);
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

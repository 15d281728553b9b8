/* Compares the unique levels near a level with judgements of all its neighbours; see differential.h. */
#include "tests/differential.h"

#include "solve/explain/mend.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_STATES = 400, MOST_EDITS = 60, WANTED = 1 << 30 };

/* The texts that one change produces, in any order. */
struct neighbours {
    struct grid *texts;
    size_t count, capacity;
};

static void add_neighbour(struct neighbours *neighbours, const struct grid *text)
{
    if (neighbours->count == neighbours->capacity) {
        neighbours->capacity = neighbours->capacity == 0 ? 64 : 2 * neighbours->capacity;
        neighbours->texts = realloc(neighbours->texts, neighbours->capacity * sizeof *neighbours->texts);
    }
    if (neighbours->texts == NULL || !grid_copy(&neighbours->texts[neighbours->count++], text))
        abort();
}

static void neighbours_free(struct neighbours *neighbours)
{
    for (size_t i = 0; i < neighbours->count; i++)
        grid_free(&neighbours->texts[i]);
    free(neighbours->texts);
}

/* Returns the character for the piece of one content on the ground of another, or 0 if no character has both. */
static char compose(const struct game *game, struct game_content piece, struct game_content ground)
{
    if (piece.piece == 0)
        return ground.ground;
    for (const struct game_content *content = game->contents; content->cell != 0; content++) {
        if (content->piece == piece.piece && content->ground == ground.ground)
            return content->cell;
    }
    bool letter = piece.cell == piece.piece && piece.ground == game->contents[0].cell;
    return letter && ground.ground == game->contents[0].cell ? piece.cell : 0;
}

static bool is_plain(const struct game *game, char ground)
{
    return ground == game->contents[0].cell;
}

/* Adds the exchange of two pieces, and the exchange of two grounds if exactly one of them is plain and neither is a
 * wall. */
static void add_exchanges(const struct game *game, struct grid *text, int a, int b, struct neighbours *neighbours)
{
    unsigned char at_a = text->cells[a], at_b = text->cells[b];
    const struct puzzle any = {.game = game};
    struct game_content one = content_of(&any, at_a), other = content_of(&any, at_b);
    char to_a = compose(game, other, one), to_b = compose(game, one, other);
    char wall = game->contents[1].cell;
    bool pieces = one.piece != other.piece && to_a != 0 && to_b != 0;
    bool grounds = to_a != 0 && to_b != 0 && one.ground != wall && other.ground != wall &&
                   is_plain(game, one.ground) != is_plain(game, other.ground);
    if (pieces) {
        text->cells[a] = (unsigned char)to_a;
        text->cells[b] = (unsigned char)to_b;
        add_neighbour(neighbours, text);
    }
    if (grounds) { /* the pieces stay, and the two cells exchange their grounds */
        text->cells[a] = (unsigned char)to_b;
        text->cells[b] = (unsigned char)to_a;
        add_neighbour(neighbours, text);
    }
    text->cells[a] = at_a;
    text->cells[b] = at_b;
}

static bool is_listed(const struct game *game, unsigned char c)
{
    for (const struct game_content *content = game->contents; content->cell != 0; content++) {
        if ((unsigned char)content->cell == c)
            return true;
    }
    return false;
}

/* Lists the neighbours of a text.  `frame`: the outermost cells do not change. */
static void find_neighbours(const struct game *game, struct grid *text, bool frame, struct neighbours *neighbours)
{
    for (int cell = 0; cell < grid_size(text); cell++) {
        unsigned char here = text->cells[cell];
        for (const struct game_content *content = game->contents;
             content->cell != 0 && is_listed(game, here) && !(frame && grid_is_edge(text, cell)); content++) {
            text->cells[cell] = (unsigned char)content->cell;
            if (text->cells[cell] != here)
                add_neighbour(neighbours, text);
        }
        text->cells[cell] = here;
        for (int other = cell + 1; other < grid_size(text); other++)
            add_exchanges(game, text, cell, other, neighbours);
    }
}

/* Judges a text with all measures.  Returns whether it is a valid level with a unique solution; then *hash is the
 * hash of the level. */
static bool is_unique(const struct subject *subject, const struct grid *text, uint64_t *hash, double *difficulty)
{
    struct complaint complaint;
    struct request request = {.measures = MEASURES_AUTO};
    struct judgement judgement;
    struct puzzle *puzzle = subject->puzzle->game->load(text, subject->variant, &complaint);
    if (puzzle == NULL)
        return false;
    judge_or_abort(puzzle, &request, &judgement);
    bool unique = judgement.verdict == VERDICT_UNIQUE;
    *hash = judgement.hash;
    *difficulty = judgement.measure[MEASURE_difficulty];
    judgement_free(&judgement);
    puzzle->game->free(puzzle);
    return unique;
}

/* Returns the index of the found level with a hash, or found_count. */
static size_t find_hash(const struct mend *mend, uint64_t hash)
{
    size_t n = 0;
    while (n < mend->found_count && mend->found[n].hash != hash)
        n++;
    return n;
}

/* Returns whether every unique neighbour, or an image of it, was found. */
static bool finds_all(const struct mend *mend, const struct neighbours *neighbours, bool *does, struct text *why)
{
    size_t hashes = 0;
    uint64_t *known = calloc(neighbours->count + 1, sizeof *known);
    if (known == NULL)
        abort();
    bool good = true;
    for (size_t i = 0; good && i < neighbours->count; i++) {
        uint64_t hash;
        double difficulty;
        does[i] = is_unique(mend->subject, &neighbours->texts[i], &hash, &difficulty);
        if (!does[i])
            continue;
        size_t n = find_hash(mend, hash), k = 0;
        good = n < mend->found_count && mend->found[n].edit_count == 1;
        while (k < hashes && known[k] != hash)
            k++;
        known[k] = hash;
        hashes += k == hashes;
        if (!good)
            text_addf(why, "neighbour %zu is unique and was not found", i + 1);
    }
    size_t found = 0;
    while (found < mend->found_count && mend->found[found].edit_count == 1)
        found++;
    if (good && found != hashes)
        text_addf(why, "%zu are found to be unique, but %zu are", found, hashes);
    free(known);
    return good && found == hashes;
}

/* Returns whether each found level is unique, results from its changes, and comes in the right order. */
static bool is_sound(const struct mend *mend, struct text *why)
{
    for (size_t n = 0; n < mend->found_count; n++) {
        const struct mended *mended = &mend->found[n];
        struct grid text;
        uint64_t hash;
        double difficulty;
        if (!grid_copy(&text, &mend->subject->text))
            abort();
        for (unsigned i = 0; i < mended->edit_count; i++) {
            for (unsigned k = 0; k < mended->edits[i].count; k++)
                text.cells[mended->edits[i].changes[k].cell] = mended->edits[i].changes[k].to;
        }
        bool good = memcmp(text.cells, mended->text.cells, (size_t)grid_size(&text)) == 0 &&
                    is_unique(mend->subject, &mended->text, &hash, &difficulty) && hash == mended->hash &&
                    difficulty == mended->difficulty && find_hash(mend, hash) == n;
        const struct mended *before = n == 0 ? mended : &mend->found[n - 1];
        good = good && (before->edit_count < mended->edit_count ||
                        (before->edit_count == mended->edit_count && before->difficulty >= mended->difficulty));
        grid_free(&text);
        if (!good) {
            text_addf(why, "number %zu of what was found is not unique, or not in its place", n + 1);
            return false;
        }
    }
    return true;
}

/* Returns whether every unique level two changes away was found, provided that neither change alone makes the level
 * unique. */
static bool finds_pairs(struct mend *mend, const struct neighbours *neighbours, const bool *does, struct text *why)
{
    const struct game *game = mend->subject->puzzle->game;
    bool frame = game->margin == MARGIN_WALL && grid_has_frame(&mend->subject->text, game->outside);
    bool good = true;
    for (size_t i = 0; good && i < neighbours->count; i++) {
        struct neighbours further = {0};
        if (!does[i])
            find_neighbours(game, &neighbours->texts[i], frame, &further);
        for (size_t k = 0; good && k < further.count; k++) {
            uint64_t hash;
            double difficulty;
            bool apart = true, both = false;
            /* Only changes of different cells count, and the second must not make the level unique by itself either. */
            struct grid second;
            if (!grid_copy(&second, &mend->subject->text))
                abort();
            for (int cell = 0; cell < grid_size(&second); cell++) {
                bool first = neighbours->texts[i].cells[cell] != second.cells[cell];
                bool then = further.texts[k].cells[cell] != neighbours->texts[i].cells[cell];
                apart = apart && !(first && then);
                if (then)
                    second.cells[cell] = further.texts[k].cells[cell];
            }
            both = apart && !is_unique(mend->subject, &second, &hash, &difficulty) &&
                   is_unique(mend->subject, &further.texts[k], &hash, &difficulty);
            good = !both || find_hash(mend, hash) < mend->found_count;
            grid_free(&second);
        }
        neighbours_free(&further);
    }
    if (!good)
        text_add_string(why, "a unique level two changes away was not found");
    return good;
}

bool holds_for_mend(const struct trial *trial, const struct change *change, struct text *why)
{
    struct subject subject;
    struct limits limits = {.jobs = 1 + change->which, .spared = SEARCH_ALONE};
    struct mend mend;
    const struct game *game = trial->puzzle->game;
    if (game->contents == NULL || trial->judgement.states > MOST_STATES)
        return true;
    if (!subject_make(&subject, trial->puzzle, trial->specimen->variant) ||
        !mend_begin(&mend, &subject, &trial->judgement, &limits, WANTED) || !mend_singles(&mend))
        abort();
    struct neighbours neighbours = {0};
    bool frame = game->margin == MARGIN_WALL && grid_has_frame(&subject.text, game->outside);
    find_neighbours(game, &subject.text, frame, &neighbours);
    bool *does = calloc(neighbours.count + 1, sizeof *does);
    if (does == NULL)
        abort();
    bool holds = finds_all(&mend, &neighbours, does, why) && is_sound(&mend, why);
    if (holds && mend.edit_count <= MOST_EDITS) {
        if (!mend_pairs(&mend))
            abort();
        holds = finds_pairs(&mend, &neighbours, does, why) && is_sound(&mend, why);
    }
    free(does);
    neighbours_free(&neighbours);
    mend_free(&mend);
    subject_free(&subject);
    return holds;
}

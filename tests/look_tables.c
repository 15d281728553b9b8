/* Inspects what the tables hold for a game: words, looks and keys, default thresholds, and a proposer with its
 * options. */
#include "tests/look.h"

#include "gen/climb/climb.h"
#include "gen/run/command.h"
#include "gen/climb/options.h"

#include <string.h>

static bool is_text(const char *text)
{
    return text != NULL && *text != '\0';
}

static const struct option_row *find_option(const char *name)
{
    for (size_t i = 0; i < filter_option_count; i++) {
        if (strcmp(filter_option_rows[i].name, name) == 0)
            return &filter_option_rows[i];
    }
    return NULL;
}

static void look_at_thresholds(struct look *look)
{
    const struct threshold *threshold = look->face->thresholds;
    struct filter_settings settings;
    struct text error = {0};
    require(look, threshold != NULL, "no thresholds");
    require(look, threshold == NULL || threshold->option != NULL, "nothing is asked for by default");
    filters_reset(&settings);
    for (; threshold != NULL && threshold->option != NULL; threshold++) {
        const struct option_row *row = find_option(threshold->option);
        require(look, row != NULL, "no option '%s'", threshold->option);
        require(look, row == NULL || option_set_value(row, &settings, threshold->value, &error), "bad value of '%s'",
                threshold->option);
    }
    text_free(&error);
}

/* Requires that the filter settings of each difficulty, with the default thresholds, are valid and can be met. */
static void look_at_difficulties(struct look *look)
{
    for (unsigned n = 0; n <= DIFFICULTY_BAND_COUNT; n++) {
        struct filter_settings settings;
        struct text error = {0};
        bool given[128] = {false};
        filters_reset(&settings);
        settings.allow_trivial = settings.allow_greedy = false;
        settings.difficulty = n;
        bool good = filters_complete(&settings, given, look->game, &error);
        require(look, good, "difficulty %u: %s", n, text_string(&error));
        require(look, filters_band(&settings) == (int)n - 1, "difficulty %u is another one", n);
        text_free(&error);
    }
}

static void look_at_words(struct look *look)
{
    const struct face_words *words = look->face->words;
    const struct rules_text *rules = look->face->rules;
    require(look, words != NULL, "no words");
    require(look, rules != NULL, "no rules in words");
    if (words == NULL || rules == NULL)
        return;
    size_t metrics = 1;
    while (look->game->metrics != NULL && look->game->metrics[metrics - 1] != NULL &&
           look->game->metrics[metrics] != NULL)
        metrics++;
    for (size_t i = 0; i < metrics; i++)
        require(look, is_text(words->moves[i][0]) && is_text(words->moves[i][1]), "no words for a move in metric %zu",
                i);
    require(look, is_text(words->aim), "no words for the aim");
    require(look, words->progress != NULL, "no words for progress");
    require(look, words->missing != NULL, "no words for what is missing");
    require(look, words->cells != NULL, "no words for cells");
    require(look, words->player != NULL || words->chosen != NULL, "no words for who moves");
    require(look, look->game->action == is_text(words->action), "no word for the action");
    require(look, words->chosen == NULL || is_text(words->chosen->one), "no word for a piece");
    require(look, rules->paragraphs[0] != NULL, "no rules in words");
    require(look, rules->legend[0].cells != NULL, "no legend");
    require(look, is_text(rules->lesson) && is_text(rules->lesson_way), "no level that shows it");
    for (const struct legend *legend = rules->legend; legend->cells != NULL; legend++) {
        for (const char *c = legend->cells; *c != '\0'; c++)
            require(look, strchr(look->game->cells, *c) != NULL, "'%c' of the legend is not in its text", *c);
    }
}

static void look_at_keys(struct look *look)
{
    const struct game *game = look->game;
    const struct game_keys *keys = game->keys;
    const struct face_words *words = look->face->words;
    require(look, game->letters == NULL || strlen(game->letters) == (size_t)DIRECTIONS + game->action,
            "a letter for each move");
    require(look, keys == NULL || (keys->hand != NULL && keys->press != NULL && keys->route != NULL),
            "keys without hand, press or route");
    bool chooses = keys != NULL && keys->next != NULL;
    require(look, !chooses || (keys->symbol != NULL && keys->keep != NULL), "pieces are chosen that have no symbol");
    require(look, !chooses || words == NULL || words->chosen != NULL, "no names of pieces");
    require(look, game->trail == NULL || game->head != 0, "a trail without a head");
}

static unsigned count_colours(const struct colour *colour, const char *name)
{
    unsigned count = 0;
    for (; colour != NULL && colour->name != NULL; colour++)
        count += strcmp(colour->name, name) == 0;
    return count;
}

static void look_at_looks(struct look *look)
{
    const struct face *face = look->face;
    require(look, face->terminal != NULL && face->terminal->glyphs != NULL, "no glyphs");
    const struct picture_look *picture = face->picture;
    require(look, picture != NULL, "no pictures");
    if (picture == NULL)
        return;
    require(look, picture->ground != NULL && picture->read != NULL, "no scene");
    require(look, (picture->floor != NULL) != (picture->draw_ground != NULL), "a floor or a ground of its own");
    require(look, picture->strip != STRIP_NOTHING, "nothing that strips follow");
    /* No colour shares its name with another one of this face, of another face, or of the common colours. */
    for (const struct colour *colour = look->face->colours; colour != NULL && colour->name != NULL; colour++) {
        unsigned count = count_colours(colours_shared, colour->name) + count_colours(look->face->colours, colour->name);
        for (size_t i = 0; games[i] != NULL; i++)
            count += games[i] == look->game ? 0 : count_colours(face_of(games[i])->colours, colour->name);
        require(look, count == 1, "a name of its own for the colour %s", colour->name);
    }
}

static bool is_whole(const struct climb_game *climb)
{
    return climb->starts > 0 && climb->edits > 0 && climb->start_states > 0 && climb->states > 0 &&
           climb->scatter != NULL && climb->edit != NULL && climb->fits != NULL && climb->worth != NULL &&
           climb->take_out != NULL;
}

/* Returns whether the parser, which reads an option before it knows the game, knows whether the option takes a
 * value. */
static bool is_typed(const struct option_row *row, const struct typed_pieces *typed)
{
    for (size_t n = 0; n < typed->count; n++) {
        if (strcmp(typed->rows[n].name, row->name) == 0)
            return typed->rows[n].kind == OPTION_FLAG ? row->kind == OPTION_FLAG : row->kind != OPTION_FLAG;
    }
    return false;
}

static bool is_in(const char *name, const struct option_row *rows, size_t count)
{
    bool found = false;
    for (size_t n = 0; n < count; n++)
        found |= strcmp(rows[n].name, name) == 0;
    return found;
}

void look_at_pieces(struct look *look, const struct proposer *proposer)
{
    struct typed_pieces typed;
    pieces_as_typed(&typed);
    require(look, proposer->piece_bytes <= MOST_PIECE_BYTES, "no room for its pieces");
    require(look, proposer->row_count <= MOST_ROWS, "too many options");
    for (size_t n = 0; n < proposer->row_count; n++) {
        const struct option_row *row = &proposer->rows[n];
        require(look, row->letter == 0 && row->help != NULL && row->group != NULL,
                "--%s without words, or with a letter", row->name);
        require(look, row->offset < proposer->piece_bytes, "--%s outside its pieces", row->name);
        require(look, row->kind != OPTION_LIST && row->kind != OPTION_OPTIONAL, "--%s of a kind that games cannot have",
                row->name);
        require(look, is_typed(row, &typed), "--%s is one too many, or a flag in some games only", row->name);
        require(look,
                !is_in(row->name, gen_option_rows, gen_option_count) &&
                    !is_in(row->name, gen_late_rows, gen_late_count) &&
                    !is_in(row->name, filter_option_rows, filter_option_count),
                "a --%s that all games have", row->name);
    }
}

static void look_at_proposer(struct look *look)
{
    const struct proposer *proposer = proposer_find(look->game->name);
    require(look, proposer != NULL && proposer->game == look->game, "no proposer");
    if (proposer == NULL)
        return;
    require(look, proposer->methods != NULL && proposer->methods[0].name != NULL, "no method");
    look_at_pieces(look, proposer);
    require(look, proposer->climb == NULL || is_whole(proposer->climb), "a climb that lacks something");
    require(look, proposer->propose != NULL, "nothing proposes");
    require(look,
            proposer->min_side <= proposer->size.columns && proposer->size.columns <= proposer->max_side &&
                proposer->min_side <= proposer->size.rows && proposer->size.rows <= proposer->max_side,
            "a default size out of its range");
}

void look_at_tables(struct look *look)
{
    look_at_thresholds(look);
    if (look->face->thresholds != NULL)
        look_at_difficulties(look);
    look_at_words(look);
    look_at_keys(look);
    look_at_looks(look);
    look_at_proposer(look);
}

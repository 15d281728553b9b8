/* A pack as the source of a PuzzleScript game (puzzlescript.net): rules, legend, win condition and levels of one game.
 * Everything specific to a game is in its face.  This file has the parts that all sources share. */
#include "games/draw/face.h"
#include "out/pack.h"

static bool has_script(const struct face *face)
{
    return face->script != NULL || face->game->language != NULL;
}

/* Checks that all levels are of one game, because a source holds only one. */
static bool accepts(const struct pack *pack, const struct pack_options *options, struct text *error)
{
    const struct game *first = pack->levels[0].puzzle->game;
    (void)options;
    for (size_t i = 1; i < pack->count; i++) {
        const struct pack_level *level = &pack->levels[i];
        if (pack_levels_alike(&pack->levels[0], level))
            continue;
        text_addf(error, "%s:%lu:1: this is a level of %s, others are of %s; a PuzzleScript source holds one game",
                  text_string(&level->level.file), level->level.line, level->puzzle->game->title, first->title);
        return false;
    }
    return true;
}

/* Adds a line of text.  Parentheses become brackets, because they would begin or end a comment. */
static void add_plain(const char *line, struct text *text)
{
    for (; *line != '\0'; line++)
        text_add_char(text, *line == '(' ? '[' : *line == ')' ? ']' : *line);
    text_add_char(text, '\n');
}

bool pack_add_script(const struct pack *pack, const struct pack_options *options, struct text *text, struct text *error)
{
    (void)options;
    if (pack->levels[0].puzzle->game->language != NULL) {
        /* The levels' own source, with only these levels. */
        pack_add_head(pack, pack_source(&pack->levels[0]), text);
        for (size_t i = 0; i < pack->count; i++)
            pack_add_source_level(&pack->levels[i], text);
        return true;
    }
    const struct script *script = face_of(pack->levels[0].puzzle->game)->script;
    size_t with = 0; /* the number of levels that have the game's trait, see struct script */
    for (size_t i = 0; script->trait != NULL && i < pack->count; i++)
        with += script->trait(&pack->levels[i].grid);
    bool mixed = with > 0 && with < pack->count;
    text_add_string(text, "title ");
    add_plain(pack->title, text);
    if (pack->author != NULL) {
        text_add_string(text, "author ");
        add_plain(pack->author, text);
    }
    text_add_string(text, "noaction\n");
    const bool holds[] = {
        [SCRIPT_ALWAYS] = true, [SCRIPT_SOME] = with > 0, [SCRIPT_ALL] = with == pack->count, [SCRIPT_MIXED] = mixed};
    for (const struct script_part *part = script->parts; part->text != NULL; part++) {
        if (holds[part->when])
            text_add_string(text, part->text);
    }
    bool good = true;
    for (size_t i = 0; good && i < pack->count; i++) {
        struct text opening = {0};
        pack_add_opening(&pack->levels[i], "\nmessage ", &opening);
        add_plain(text_string(&opening), text);
        text->failed |= opening.failed;
        text_free(&opening);
        if (pack->levels[i].level.titled) {
            text_add_string(text, "message ");
            add_plain(text_string(&pack->levels[i].name), text);
            text_add_char(text, '\n');
        }
        good = script->add_rows(&pack->levels[i].grid, mixed, text);
    }
    return good || text_fail(error);
}

const struct pack_format pack_puzzlescript = {
    .name = "puzzlescript",
    .extension = ".puzzlescript",
    .help = "a PuzzleScript game",
    .fits = has_script,
    .accepts = accepts,
    .add = pack_add_script,
};

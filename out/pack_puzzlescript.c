/* A pack as the source of a PuzzleScript game (puzzlescript.net): rules, legend, win condition and
 * levels of one game.  The games are in puzzlescript.c; here is what all sources have in common. */
#include "out/formats.h"
#include "out/puzzlescript.h"

static const struct script *find_script(const struct game *game)
{
    const struct script *script = scripts;
    while (script->game != NULL && script->game != game)
        script++;
    return script->game == NULL ? NULL : script;
}

/* A source holds levels of one game, and of those that have a script. */
static bool accepts(const struct pack *pack, const struct pack_options *options,
                    struct text *error)
{
    const struct game *known[8] = {NULL}, *first = pack->levels[0].puzzle->game;
    (void)options;
    for (size_t i = 0; scripts[i].game != NULL; i++)
        known[i] = scripts[i].game;
    if (!pack_games_are(pack, known, "puzzlescript", error))
        return false;
    for (size_t i = 1; i < pack->count; i++) {
        const struct pack_level *level = &pack->levels[i];
        if (level->puzzle->game == first)
            continue;
        text_addf(error, "%s:%lu:1: this is a level of %s, others are of %s; a PuzzleScript "
                         "source holds one game",
                  text_string(&level->level.file), level->level.line, level->puzzle->game->title,
                  first->title);
        return false;
    }
    return true;
}

/* Adds a line's text.  A parenthesis would begin or end a comment. */
static void add_plain(const char *line, struct text *text)
{
    for (; *line != '\0'; line++)
        text_add_char(text, *line == '(' ? '[' : *line == ')' ? ']' : *line);
    text_add_char(text, '\n');
}

static void add_parts(const struct script_part *part, unsigned parts, struct text *text)
{
    for (; part->text != NULL; part++) {
        if ((part->needs & ~parts) == 0)
            text_add_string(text, part->text);
    }
}

static void add_section(const char *name, const struct script_part *part, unsigned parts,
                        struct text *text)
{
    text_addf(text, "\n========\n%s\n========\n\n", name);
    add_parts(part, parts, text);
}

static bool add_level(const struct script *script, const struct pack_level *level, unsigned parts,
                      struct text *text)
{
    text_add_char(text, '\n');
    if (level->level.titled) {
        text_add_string(text, "message ");
        add_plain(text_string(&level->name), text);
        text_add_char(text, '\n');
    }
    return script->add_rows(level, parts, text);
}

static bool write_source(const struct pack *pack, const struct pack_options *options,
                         const char *path, struct text *error)
{
    static const struct script_part none = {NULL, 0};
    const struct script *script = find_script(pack->levels[0].puzzle->game);
    unsigned parts = script->parts(pack);
    struct text text = {0};
    (void)options;
    text_add_string(&text, "title ");
    add_plain(pack->title, &text);
    if (pack->author != NULL) {
        text_add_string(&text, "author ");
        add_plain(pack->author, &text);
    }
    text_add_string(&text, "noaction\n");
    add_parts(script->prelude, parts, &text);
    add_section("OBJECTS", script->objects, parts, &text);
    add_section("LEGEND", script->legend, parts, &text);
    add_section("SOUNDS", &none, parts, &text);
    add_section("COLLISIONLAYERS", script->layers, parts, &text);
    add_section("RULES", script->rules, parts, &text);
    add_section("WINCONDITIONS", script->win, parts, &text);
    add_section("LEVELS", &none, parts, &text);
    bool good = true;
    for (size_t i = 0; good && i < pack->count; i++)
        good = add_level(script, &pack->levels[i], parts, &text);
    if (good)
        good = pack_output(path, &text, error);
    else
        text_addf(error, "%s: out of memory", path);
    text_free(&text);
    return good;
}

const struct pack_format pack_puzzlescript = {
    .name = "puzzlescript",
    .extension = ".puzzlescript",
    .help = "a PuzzleScript game: LongCat, Sokoban, Snowman",
    .standard_output = true,
    .accepts = accepts,
    .write = write_source,
};

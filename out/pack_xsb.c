/* A Sokoban collection in the format of Sokoban programs (.sok, .xsb): a head with title and author, and for each
 * level its board, title, author, a comment with its figures, and its solution in LURD.
 *
 * Titles are lines "Title: ..." below the board, with nothing directly above the board, so that no reader takes
 * another line for a title. */
#include "games/draw/face.h"
#include "out/formats.h"

#include <ctype.h>

static bool is_xsb(const struct face *face)
{
    return face->xsb;
}

static void add_count(size_t count, const char *name, const char *names, struct text *text)
{
    text_addf(text, "%zu %s", count, count == 1 ? name : names);
}

static void add_comment(const struct pack_level *level, struct text *text)
{
    const struct judgement *judgement = &level->judgement;
    size_t pushes = 0;
    for (size_t i = 0; i < level->solution.size; i++)
        pushes += isupper((unsigned char)level->solution.data[i]) != 0;
    text_addf(text, "Comment:\n%s", verdict_names[judgement->verdict]);
    if (pack_level_solved(level)) {
        text_add_string(text, ": ");
        add_count(pushes, "push", "pushes", text);
        text_add_string(text, ", ");
        add_count(level->solution.size, "move", "moves", text);
    }
    text_add_string(text, "\nComment-End:\n");
}

static void add_level(const struct pack *pack, const struct pack_level *level, struct text *text)
{
    text_add_char(text, '\n');
    pack_add_rows(level, text);
    /* A title is kept byte for byte, even if it is not valid UTF-8. */
    text_addf(text, "Title: %s\n", text_string(level->level.titled ? &level->level.name : &level->name));
    if (pack->author != NULL)
        text_addf(text, "Author: %s\n", pack->author);
    add_comment(level, text);
    if (level->solution.size > 0)
        text_addf(text, "\nSolution\n%s\n", text_string(&level->solution));
}

static bool write_xsb(const struct pack *pack, const struct pack_options *options, const char *path, struct text *error)
{
    (void)options;
    struct text text = {0};
    text_addf(&text, "Collection: %s\n", pack->title);
    if (pack->author != NULL)
        text_addf(&text, "Author: %s\n", pack->author);
    for (size_t i = 0; i < pack->count; i++)
        add_level(pack, &pack->levels[i], &text);
    bool good = pack_output(path, &text, error);
    text_free(&text);
    return good;
}

const struct pack_format pack_xsb = {
    .name = "xsb",
    .extension = ".sok",
    .also = ".xsb",
    .help = "a Sokoban collection with solutions",
    .standard_output = true,
    .fits = is_xsb,
    .write = write_xsb,
};

/* Packs as text, in the format of each game's document or, for a language, as a source: one file with a blank line
 * between the levels, or a folder like one of gen, with a file for each level and the report.  Also Sokoban
 * collections, and sources of PuzzleScript games (puzzlescript.net): rules, legend, win condition and levels of one
 * game. */
#include "out/pack.h"

#include "games/draw/face.h"
#include "out/folder.h"
#include "solve/level/levels.h"
#include "solve/level/report.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* --- levels as text --- */

/* A title is kept byte for byte, even if it is not valid UTF-8. */
static void add_title(const struct pack_level *level, struct text *text)
{
    if (level->level.titled && pack_source(level) == NULL)
        text_addf(text, "Title: %s\n", text_string(&level->level.name));
}

/* Writes the pack's text about itself: its only chapter, or its title and the places where its chapters begin. */
static bool write_about(const struct pack *pack, struct folder *folder, struct text *error)
{
    struct text about = {0}, path = {0};
    const struct pack_level *first = &pack->levels[0];
    bool several = false;
    for (size_t i = 1; i < pack->count; i++)
        several |= pack->levels[i].level.chapter != first->level.chapter;
    if (several)
        text_addf(&about, "%s\n", pack->title);
    for (size_t i = 0; i < pack->count && several; i++) {
        if (pack->levels[i].level.opening.size > 0)
            text_addf(&about, "From level %zu: %s\n", i + 1, text_string(&pack->levels[i].level.heading));
    }
    if (!several)
        pack_add_opening(first, "", &about);
    text_addf(&path, "%s/" ABOUT_FILE, folder->path);
    bool good = about.failed || path.failed
                    ? text_fail(error)
                    : file_batch_replace(&folder->batch, text_string(&path), text_string(&about), about.size, error);
    text_free(&about);
    text_free(&path);
    return good;
}

/* Writes the report last: a folder without one is not a complete pack. */
static bool write_folder(const struct pack *pack, const struct pack_options *options, const char *place,
                         struct text *error)
{
    (void)options;
    size_t length = strlen(place);
    while (length > 1 && place[length - 1] == '/')
        length--;
    char *path = strndup(place, length);
    if (path == NULL)
        return text_fail(error);
    struct folder folder = {.path = path, .digits = 3};
    report_add_header(&folder.report, false);
    bool good = file_make_folders(path, 0777, error) && folder_empty(path, ABOUT_FILE, error);
    for (size_t i = 0; good && i < pack->count; i++) {
        const struct pack_level *level = &pack->levels[i];
        struct text rows = {0}, name = {0};
        text_addf(&name, "%s/", path);
        folder_level_name(folder.digits, ++folder.levels, &name);
        pack_add_file(pack, level, &rows);
        add_title(level, &rows);
        good = rows.failed || name.failed
                   ? text_fail(error)
                   : file_batch_replace(&folder.batch, text_string(&name), text_string(&rows), rows.size, error);
        struct text title = {0};
        if (level->level.titled && pack_source(level) == NULL)
            text_add_text(&title, &level->level.name);
        else
            folder_level_name(folder.digits, folder.levels, &title);
        struct report_row row = {
            .level = text_string(&title),
            .columns = level->grid.columns,
            .rows = level->grid.rows,
            .generated = level->generated,
            .seed = level->seed,
            .candidate = level->candidate,
            .seconds = -1,
        };
        report_add_row(&folder.report, &row, level->puzzle, &level->judgement);
        folder.report.failed |= title.failed;
        text_free(&title);
        text_free(&rows);
        text_free(&name);
    }
    bool chapters = false;
    for (size_t i = 0; i < pack->count; i++)
        chapters |= pack->levels[i].level.chapter > 0;
    good = good && (!chapters || write_about(pack, &folder, error)) && folder_flush(&folder, NULL, error);
    folder_free(&folder);
    free(path);
    return good;
}

/* Checks that one file can hold the levels: it cannot hold two sources, nor a source and levels of another game. */
static bool accepts(const struct pack *pack, const struct pack_options *options, struct text *error)
{
    (void)options;
    const struct game_source *game_source = pack_only_source(pack);
    for (size_t i = 0; i < pack->count && game_source == NULL; i++) {
        const struct pack_level *level = &pack->levels[i];
        if (pack_source(level) == NULL)
            continue;
        text_addf(
            error,
            "%s:%lu:1: this is a level of %s, others are of another game; text packs hold levels of one game only",
            text_string(&level->level.file), level->level.line, level->puzzle->game->title);
        return false;
    }
    return true;
}

bool pack_add_text(const struct pack *pack, const struct pack_options *options, struct text *text, struct text *error)
{
    (void)options;
    (void)error;
    const struct game_source *game_source = pack_only_source(pack);
    if (game_source != NULL)
        pack_add_head(pack, game_source, text);
    for (size_t i = 0; i < pack->count; i++) {
        const struct pack_level *level = &pack->levels[i];
        if (game_source != NULL) {
            pack_add_source_level(level, text);
            continue;
        }
        if (i > 0)
            text_add_char(text, '\n');
        if (level->level.opening.size > 0) {
            text_add_string(text, "Comment:\n");
            pack_add_opening(level, "; ", text);
            text_add_string(text, "Comment-End:\n\n");
        }
        game_add_rows(level->puzzle->game, &level->grid, text);
        add_title(level, text);
    }
    return true;
}

const struct pack_format pack_text = {
    .name = "text",
    .extension = ".txt",
    .help = "the games' own text formats, as one file or a folder",
    .report = true,
    .accepts = accepts,
    .add = pack_add_text,
    .write = write_folder,
};

/* --- Sokoban collections --- */

static bool is_xsb(const struct face *face)
{
    return face->xsb;
}

bool pack_add_xsb(const struct pack *pack, const struct pack_options *options, struct text *text, struct text *error)
{
    (void)options;
    (void)error;
    text_addf(text, "Collection: %s\n", pack->title);
    if (pack->author != NULL)
        text_addf(text, "Author: %s\n", pack->author);
    for (size_t i = 0; i < pack->count; i++) {
        const struct pack_level *level = &pack->levels[i];
        text_add_char(text, '\n');
        game_add_rows(level->puzzle->game, &level->grid, text);
        if (level->level.titled)
            add_title(level, text);
        else
            text_addf(text, "Title: %s\n", text_string(&level->name));
        if (pack->author != NULL)
            text_addf(text, "Author: %s\n", pack->author);
        const struct judgement *judgement = &level->judgement;
        size_t pushes = 0;
        for (size_t k = 0; k < level->solution.size; k++)
            pushes += isupper((unsigned char)level->solution.data[k]) != 0;
        text_add_string(text, "Comment:\n");
        pack_add_opening(level, "; ", text);
        text_add_string(text, verdict_names[judgement->verdict]);
        if (judgement_has_solution(judgement))
            text_addf(text, ": %zu push%s, %zu move%s", pushes, pushes == 1 ? "" : "es", level->solution.size,
                      level->solution.size == 1 ? "" : "s");
        text_add_string(text, "\nComment-End:\n");
        if (level->solution.size > 0)
            text_addf(text, "\nSolution\n%s\n", text_string(&level->solution));
    }
    return true;
}

const struct pack_format pack_xsb = {
    .name = "xsb",
    .extension = ".sok",
    .also = ".xsb",
    .help = "a Sokoban collection with solutions",
    .fits = is_xsb,
    .add = pack_add_xsb,
};

/* --- PuzzleScript sources: everything specific to a game is in its face --- */

static bool has_script(const struct face *face)
{
    return face->script != NULL || face->game->language != NULL;
}

/* Checks that all levels are of one game, because a source holds only one. */
static bool accepts_script(const struct pack *pack, const struct pack_options *options, struct text *error)
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
    .accepts = accepts_script,
    .add = pack_add_script,
};

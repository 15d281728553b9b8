/* A pack: verified and sorted levels that `pack` writes for players in one of several formats.
 *
 * A pack holds levels that are not unique only with --allow-any.  Such a level may have no solution: its measures are
 * then UNKNOWN and its solution is empty.
 *
 * A format is one `const struct pack_format` at the end of its file, and an entry in pack.c. */
#ifndef ONLYWAY_OUT_PACK_H
#define ONLYWAY_OUT_PACK_H

#include "base/text.h"
#include "games/draw/face.h"
#include "solve/judge/judge.h"
#include "solve/level/levels.h"

/* --- levels --- */

enum { SORT_KEYS = 3 };

struct pack_level {
    struct text name;       /* for players, valid UTF-8: its own title or its number in the pack */
    struct level level;     /* as read; `level.name` and `level.file` say where it comes from */
    struct grid grid;       /* the text to write; see pack_draw */
    struct variant variant; /* the rules and metric of play */
    struct puzzle *puzzle;  /* owned, like the other members */
    struct judgement judgement;
    struct text solution; /* the reported solution; empty if the level has none */
    bool generated;       /* a report gives its `seed` and `candidate` */
    uint64_t seed, candidate;
    size_t place;           /* index in the order of reading */
    double keys[SORT_KEYS]; /* the pack is sorted by these */
};

struct pack {
    const char *title;  /* not empty; one line of valid UTF-8, like all names here */
    const char *author; /* NULL: not given */

    /* The title and author that the levels' source gets; NULL: it keeps its own. */
    const char *source_title, *source_author;

    struct pack_level *levels;
    size_t count;
};

enum pack_sort { SORT_AUTO, SORT_DIFFICULTY, SORT_BITS, SORT_DEPTH, SORT_NONE };

/* Sorts the levels of each chapter; levels without the measure come last, and equal levels keep their order.  SORT_AUTO
 * sorts by difficulty, unless a level is in a chapter or from a source of several levels, because the author has then
 * put the levels in order.  Names levels without a title by their position.  Returns false if memory runs out. */
bool pack_sort(struct pack *pack, enum pack_sort sort);

/* Draws the start of a level in the form that the document of its game describes: with an outer wall if the game has
 * one, and without an empty margin.  Returns false if memory runs out. */
bool pack_draw(const struct puzzle *puzzle, struct grid *grid);

/* Makes the scene of a level's start; the caller frees it.  Returns false if memory runs out. */
bool pack_scene(const struct pack_level *level, struct scene *scene);

/* The source that a level comes from, or NULL. */
const struct game_source *pack_source(const struct pack_level *level);

/* Whether two levels belong to the same game; for a language, to the same source. */
bool pack_levels_alike(const struct pack_level *a, const struct pack_level *b);

/* The source of all levels; NULL if they have no source or several. */
const struct game_source *pack_only_source(const struct pack *pack);

/* Adds a level to the text of its source, with the messages that the author put before it and, if it is the source's
 * last level, after it. */
void pack_add_source_level(const struct pack_level *level, struct text *text);

/* Adds the text of a source before its levels, with the title and author that the pack gives it or, if `pack` is NULL,
 * its own. */
void pack_add_head(const struct pack *pack, const struct game_source *game_source, struct text *text);

/* Adds the text of a level's file: its rows, or its source with only this level, whose title and author are those that
 * the pack gives it or, if `pack` is NULL, its own. */
void pack_add_file(const struct pack *pack, const struct pack_level *level, struct text *text);

/* Adds the opening of the chapter that begins with a level, line by line, with the format's words before each line.
 * Leaves out empty lines. */
void pack_add_opening(const struct pack_level *level, const char *before, struct text *text);

/* Adds the rows of a grid as a list of strings in JSON. */
void pack_add_json_rows(const struct grid *grid, struct text *json);

/* Adds text from a source as a string in JSON, line by line, and replaces invalid UTF-8. */
void pack_add_json_lines(const char *string, struct text *json);

/* Adds the messages before a level of a source, or after the last one, as a list of strings in JSON. */
void pack_add_json_messages(const struct game_source *game_source, size_t place, struct text *json);

/* Writes a file, which appears complete or not at all.  Path "-": standard output. */
bool pack_output(const char *path, const struct text *bytes, struct text *error);

void pack_free(struct pack *pack);

/* --- options --- */

struct pack_options {
    const char *title, *author, *output;
    const char *game, *rules, *metric;
    struct text formats; /* names separated by commas */
    unsigned sort;       /* enum pack_sort */
    unsigned theme;      /* enum theme, see games/draw/pen.h */
    unsigned paper;      /* enum paper, see pack_pdf.c */
    unsigned answers;    /* enum answers, see pack_pdf.c */
    uint64_t scale;      /* pixels per cell */
    uint64_t per_page;   /* levels per page */
    bool solution;
    bool why;
    bool allow_any, force, quiet, help, version;
    struct limits limits;
};

/* --- formats --- */

struct pack_format {
    const char *name;      /* as typed: "text" */
    const char *extension; /* of its files: ".txt" */
    const char *also;      /* another extension of such files, or NULL */
    const char *help;      /* a few words for --help */
    const char *missing;   /* the library that the format needs and this build lacks; NULL: the format is available */
    bool report;           /* puts a report into that folder */

    /* Whether the format supports a game's levels.  NULL: it supports all. */
    bool (*fits)(const struct face *face);

    /* Whether a pack of supported levels can be written in the format; if not, `error` has the reason.  Called before
     * anything is written.  NULL: every pack can. */
    bool (*accepts)(const struct pack *pack, const struct pack_options *options, struct text *error);

    /* Adds the bytes of a file with the whole pack.  Returns false, with the reason in `error`.  NULL: the format has a
     * file for each level, and several are named NAME-001.svg and so on. */
    bool (*add)(const struct pack *pack, const struct pack_options *options, struct text *bytes, struct text *error);

    /* Writes the pack into a folder, given as a path that ends in '/', or, without `add`, to any path.  Returns false,
     * with the reason in `error`.  NULL: the format cannot fill a folder. */
    bool (*write)(const struct pack *pack, const struct pack_options *options, const char *path, struct text *error);
};

/* `add` of the formats text, xsb and puzzlescript. */
bool pack_add_text(const struct pack *pack, const struct pack_options *options, struct text *text, struct text *error);
bool pack_add_xsb(const struct pack *pack, const struct pack_options *options, struct text *text, struct text *error);
bool pack_add_script(const struct pack *pack, const struct pack_options *options, struct text *text,
                     struct text *error);

/* All formats; NULL ends the list. */
extern const struct pack_format *const pack_formats[];

/* Whether a pack can be written in a format; if not, `error` has the reason. */
bool format_accepts(const struct pack_format *format, const struct pack *pack, const struct pack_options *options,
                    struct text *error);

/* Writes a pack that the format accepts to a path: a folder if the path ends in '/'.  Returns false, with the reason in
 * `error`. */
bool format_write(const struct pack_format *format, const struct pack *pack, const struct pack_options *options,
                  const char *path, struct text *error);

/* The length of a path without an extension, if the path has it.  A name that is nothing but an extension has none. */
size_t format_stem(const char *path, const char *extension);

/* Adds the paragraph of --help that lists the formats. */
void formats_help(struct text *help);

/* The requested formats, each once, in the order of the table. */
enum { FORMATS = 16 }; /* more than there are */
struct format_choice {
    const struct pack_format *formats[FORMATS];
    size_t count;
};

/* Chooses formats by a list of names separated by commas or, if the list is empty, by the extension of the output's
 * name; a name without an extension means text.  An unknown extension is an error.  Returns false with the reason. */
bool formats_choose(const char *names, const char *output, struct format_choice *choice, struct text *error);

/* --- pictures --- */

struct strip;

/* Makes the strip that explains a level's verdict.  Captions, if any, say what the panels show.  The strip is empty if
 * there is nothing to show.  Returns false if memory runs out. */
bool why_strip_of_level(struct strip *strip, const struct pack_level *level, const struct pack_options *options);

#endif

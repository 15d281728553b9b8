/* The formats of packs: one table.
 *
 * A format is one `const struct pack_format` at the end of its file, and a line in formats.c. */
#ifndef ONLYWAY_OUT_FORMATS_H
#define ONLYWAY_OUT_FORMATS_H

#include "out/pack.h"
#include "out/pack_options.h"

struct pack_format {
    const char *name;      /* as typed: "text" */
    const char *extension; /* of its files: ".txt" */
    const char *also;      /* another extension it is known by, or NULL */
    const char *help;      /* what it is, in a few words for --help */
    const char *missing;   /* what this build is without and the format needs; NULL: it is there */
    bool standard_output;  /* may go there, as path "-" */
    bool folder;           /* may fill a folder, as a path that ends in '/' */
    bool report;           /* puts a report into such a folder */
    bool numbered;         /* makes a file of each level: of several, NAME-001.svg and so on */

    /* Whether it is there for a game's levels; NULL: for all. */
    bool (*fits)(const struct face *face);

    /* Whether a pack of such levels can be written so, else the reason; asked before anything is
     * written.  NULL: every pack can. */
    bool (*accepts)(const struct pack *pack, const struct pack_options *options, struct text *error);

    /* Writes the pack.  False with the reason. */
    bool (*write)(const struct pack *pack, const struct pack_options *options, const char *path, struct text *error);
};

/* All formats, NULL last. */
extern const struct pack_format *const pack_formats[];

/* Whether a pack can be written in a format, else the reason. */
bool format_accepts(const struct pack_format *format, const struct pack *pack, const struct pack_options *options,
                    struct text *error);

/* Adds the paragraph of --help that lists them. */
void formats_help(struct text *help);

/* The formats that were asked for: each once, in the order of the table. */
struct format_choice {
    const struct pack_format *formats[16];
    size_t count;
};

/* Chooses by a list of names with commas between them or, where that is empty, by the ending of the
 * output's name; text where it has none.  An ending that no format has is an error.  False with the
 * reason. */
bool formats_choose(const char *names, const char *output, struct format_choice *choice, struct text *error);

#endif

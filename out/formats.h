/* The formats of packs, in one table.
 *
 * A format is one `const struct pack_format` at the end of its file, and an entry in formats.c. */
#ifndef ONLYWAY_OUT_FORMATS_H
#define ONLYWAY_OUT_FORMATS_H

#include "out/pack.h"
#include "out/pack_options.h"

struct pack_format {
    const char *name;      /* as typed: "text" */
    const char *extension; /* of its files: ".txt" */
    const char *also;      /* another extension that stands for it, or NULL */
    const char *help;      /* a few words for --help */
    const char *missing;   /* what the format needs but this build lacks; NULL: the format is available */
    bool standard_output;  /* may be written to standard output, path "-" */
    bool folder;           /* may fill a folder, as a path that ends in '/' */
    bool report;           /* puts a report into that folder */
    bool numbered;         /* writes a file for each level; several are named NAME-001.svg and so on */

    /* Whether the format supports a game's levels.  NULL: it supports all. */
    bool (*fits)(const struct face *face);

    /* Whether a pack of supported levels can be written in the format; if not, gives the reason.  Called before
     * anything is written.  NULL: every pack can. */
    bool (*accepts)(const struct pack *pack, const struct pack_options *options, struct text *error);

    /* Writes the pack.  Returns false with the reason. */
    bool (*write)(const struct pack *pack, const struct pack_options *options, const char *path, struct text *error);
};

/* All formats; NULL ends the list. */
extern const struct pack_format *const pack_formats[];

/* Whether a pack can be written in a format; if not, gives the reason. */
bool format_accepts(const struct pack_format *format, const struct pack *pack, const struct pack_options *options,
                    struct text *error);

/* Adds the paragraph of --help that lists them. */
void formats_help(struct text *help);

/* The formats that were asked for, each once, in the order of the table. */
struct format_choice {
    const struct pack_format *formats[16];
    size_t count;
};

/* Chooses formats by a list of names separated by commas or, if the list is empty, by the extension of the output's
 * name; a name without an extension means text.  An unknown extension is an error.  Returns false with the reason. */
bool formats_choose(const char *names, const char *output, struct format_choice *choice, struct text *error);

#endif

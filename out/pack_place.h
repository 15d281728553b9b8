/* Where a pack goes and what it is called: from the name after -o.
 *
 * With one format that name is the file, or, if it ends in '/' or is a folder, a folder: a format
 * that can fill one does, the others put a file into it that is named like it.  With several
 * formats each one's ending is added to the name. */
#ifndef ONLYWAY_OUT_PACK_PLACE_H
#define ONLYWAY_OUT_PACK_PLACE_H

#include "out/formats.h"

bool place_is_standard_output(const struct pack_options *options);

/* Whether the formats can go to such a place at all. */
bool place_fits(const struct format_choice *choice, const struct pack_options *options, struct text *error);

/* Whether the place may be written to: a folder that has something in it only by --force. */
bool place_is_ready(const struct format_choice *choice, const struct pack_options *options, struct text *error);

/* The path that one format writes to; of a folder that it fills, with a '/' at the end. */
bool place_find(const struct pack_format *format, bool several, const struct pack_options *options, struct text *path,
                struct text *error);

/* Makes the folder that the file is in, if the name after -o is that of a folder. */
bool place_make(const struct pack_format *format, bool several, const struct pack_options *options, struct text *error);

/* The pack's title, a line of UTF-8: as given, else after the file. */
void place_title(const struct pack_options *options, struct text *title);

#endif

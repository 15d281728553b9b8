/* The path and the title of a pack, derived from the name after -o.
 *
 * With one format, the name is that of the file.  If it ends in '/' or is a folder, formats that can fill a folder
 * do so, and the others put a file named like the folder into it.  With several formats, the extension of each is
 * added to the name; if the name ends in '/', each puts a file named like the folder into it. */
#ifndef ONLYWAY_OUT_PACK_PLACE_H
#define ONLYWAY_OUT_PACK_PLACE_H

#include "out/formats.h"

bool place_is_standard_output(const struct pack_options *options);

/* Whether the formats can be written to such a place at all. */
bool place_fits(const struct format_choice *choice, const struct pack_options *options, struct text *error);

/* Whether the place may be written to.  A folder that is not empty needs --force. */
bool place_is_ready(const struct format_choice *choice, const struct pack_options *options, struct text *error);

/* The path that a format writes to; a folder that it fills ends in '/'. */
bool place_find(const struct pack_format *format, bool several, const struct pack_options *options, struct text *path,
                struct text *error);

/* Makes the folder of the file, if the name after -o is a folder. */
bool place_make(const struct pack_format *format, bool several, const struct pack_options *options, struct text *error);

/* The pack's title, a line of UTF-8: as given, otherwise the name of the file. */
void place_title(const struct pack_options *options, struct text *title);

#endif

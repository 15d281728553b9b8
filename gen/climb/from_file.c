/* Reads from a file the level that a run starts from; see from.h. */
#include "gen/climb/from.h"

#include "base/file.h"
#include "base/utf8.h"

enum { FILE_LIMIT = 1 << 26 };

bool from_read_file(const char *path, const struct game *game, struct variant variant, const struct limits *limits,
                    struct from *from, struct text *error)
{
    struct text text = {0}, name = {0};
    *from = (struct from){0};
    utf8_add_visible(&name, path);
    bool good = name.failed ? text_fail(error)
                            : file_read(path, FILE_LIMIT, &text, error) &&
                                  from_read_text(text_string(&text), text.size, text_string(&name), game, variant,
                                                 limits, from, error);
    text_free(&text);
    text_free(&name);
    return good;
}

/* Packs as a booklet to print; see booklet.h. */
#include "config.h"

#include "out/formats.h"

#ifdef HAVE_CAIRO

#include "out/booklet.h"

static bool write_pdf(const struct pack *pack, const struct pack_options *options, const char *path, struct text *error)
{
    struct text bytes = {0}, reason = {0};
    bool good = booklet_write(pack, options, &bytes, &reason);
    if (!good)
        text_addf(error, "%s: %s", path, text_string(&reason));
    error->failed |= reason.failed;
    good = good && pack_output(path, &bytes, error);
    text_free(&bytes);
    text_free(&reason);
    return good;
}

#define MISSING NULL
#define WRITE write_pdf

#else

#define MISSING "cairo"
#define WRITE NULL

#endif

const struct pack_format pack_pdf = {
    .name = "pdf",
    .extension = ".pdf",
    .help = "a booklet to print: rules, levels, solutions",
    .missing = MISSING,
    .standard_output = true,
    .write = WRITE,
};

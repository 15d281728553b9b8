/* Files that are never seen half-written. */
#ifndef ONLYWAY_BASE_FILE_H
#define ONLYWAY_BASE_FILE_H

#include "base/text.h"

/* Writes a file beside its place and renames it into place, so that a reader sees the old bytes or
 * all of the new ones, whatever happens meanwhile.  Returns false with the reason in `error`; then
 * the old file, if any, is untouched and nothing is left lying about.  The file beside has a name
 * that cannot be foreseen and is always a new one, so that no other file is ever written.  A device
 * or a pipe is simply written, and so is what /dev/stdout and the like stand for. */
bool file_replace(const char *path, const char *bytes, size_t size, struct text *error);

/* Whether a file of that name, without its folder, is what file_replace writes before it renames
 * it.  A program that is killed may leave one. */
bool file_is_temporary(const char *name);

/* Says of a path what errno says; of no memory as text_fail does.  Returns false. */
bool file_fail(struct text *error, const char *path);

/* Reads a whole file of at most `limit` bytes.  Returns false with the reason in `error`. */
bool file_read(const char *path, size_t limit, struct text *bytes, struct text *error);

/* Writes all bytes to a descriptor, going on after interruptions.  False with errno set. */
bool write_all(int descriptor, const char *bytes, size_t size);

#endif

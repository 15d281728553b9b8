/* Files that are never seen half-written. */
#ifndef ONLYWAY_BASE_FILE_H
#define ONLYWAY_BASE_FILE_H

#include "base/text.h"

#include <sys/types.h>

/* Writes a file beside its place and renames it into place, so that a reader sees the old bytes or
 * all of the new ones, whatever happens meanwhile.  Once it returns true, the new ones outlast a power
 * failure.  Returns false with the reason in `error`; then the old file, if any, is untouched,
 * unless it was the folder that could not be synced, and nothing is left lying about.  The file beside has a name
 * that cannot be foreseen and is always a new one, so that no other file is ever written.  A device
 * or a pipe is simply written, and so is what /dev/stdout and the like stand for. */
bool file_replace(const char *path, const char *bytes, size_t size, struct text *error);

/* Files that are written one by one and reach the disk together, which takes far less time.  Zero in the
 * beginning; free it with file_batch_free. */
struct file_batch {
    struct text paths; /* of files that may not have reached the disk, each with its NUL */
    size_t count;      /* of these files; the paths are those of the first thousand */
};

/* Replaces a file as file_replace does, but a power failure may leave the new name without the bytes until
 * file_batch_sync.  Nothing that is on the disk may rely on the file before. */
bool file_batch_replace(struct file_batch *batch, const char *path, const char *bytes, size_t size, struct text *error);

/* Returns once the files of the batch have reached the disk, all with their names, and empties it. */
bool file_batch_sync(struct file_batch *batch, struct text *error);
void file_batch_free(struct file_batch *batch);

/* Makes a folder, where it is missing, with this mode; file_make_folders makes those above it, too.  What was made
 * outlasts a power failure. */
bool file_make_folder(const char *path, mode_t mode, struct text *error);
bool file_make_folders(const char *path, mode_t mode, struct text *error);

/* Removes a file, if it is there, and that lasts. */
bool file_remove(const char *path, struct text *error);

/* Opens a file, as open does, going on after interruptions; it is not handed on to other programs.  The descriptor, or
 * -1 with errno set. */
int file_open(const char *path, int flags);

/* Returns once the names of a folder's files have reached the disk, and those that are gone have, too. */
bool file_sync_folder(const char *folder, struct text *error);

/* Returns once the bytes of an open file have reached the disk.  False with errno set. */
bool file_sync(int descriptor);

/* Removes what killed programs have left in a folder: files that file_replace did not come to rename.  Those of
 * programs that still run stay. */
void file_tidy(const char *folder);

/* The same for the folder that a file is in. */
void file_tidy_beside(const char *path);

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

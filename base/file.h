/* Files that are never seen half-written. */
#ifndef ONLYWAY_BASE_FILE_H
#define ONLYWAY_BASE_FILE_H

#include "base/text.h"

#include <sys/types.h>

/* Writes a temporary file in the same folder and renames it to `path`, so that readers see either the old bytes or all
 * of the new ones.  Once the function returns true, the new bytes survive a power failure.  If it fails, it returns
 * false with the reason in `error`, removes the temporary file and leaves the old file unchanged, unless only the sync
 * of the folder failed.  The temporary file is always new and has an unpredictable name, so that no other file is
 * overwritten.  Devices, pipes and paths such as /dev/stdout are written to directly. */
bool file_replace(const char *path, const char *bytes, size_t size, struct text *error);

/* Files that are written one by one and synced to the disk together, which is much faster.  Start with all zero; free
 * with file_batch_free. */
struct file_batch {
    struct text paths; /* paths of files that may not have reached the disk, each with its NUL */
    size_t count;      /* number of these files; `paths` has only the first thousand */
};

/* Replaces a file as file_replace does, but until file_batch_sync, a power failure may leave the file without its
 * bytes.  Nothing on the disk may rely on the file until then. */
bool file_batch_replace(struct file_batch *batch, const char *path, const char *bytes, size_t size, struct text *error);

/* Waits until the files of the batch and their names have reached the disk, then empties the batch. */
bool file_batch_sync(struct file_batch *batch, struct text *error);
void file_batch_free(struct file_batch *batch);

/* Make a folder with this mode, unless it exists; file_make_folders also makes missing parent folders.  New folders
 * survive a power failure. */
bool file_make_folder(const char *path, mode_t mode, struct text *error);
bool file_make_folders(const char *path, mode_t mode, struct text *error);

/* Removes a file, if it exists.  The removal survives a power failure. */
bool file_remove(const char *path, struct text *error);

/* Opens a file like open, but retries after interruptions and closes the file when another program is executed.
 * Returns the descriptor, or -1 with errno set. */
int file_open(const char *path, int flags);

/* Waits until a folder's changes (new, renamed and removed files) have reached the disk. */
bool file_sync_folder(const char *folder, struct text *error);

/* Waits until the bytes of an open file have reached the disk.  Returns false with errno set if that fails. */
bool file_sync(int descriptor);

/* Removes temporary files that killed programs left in a folder.  Keeps those of programs that still run. */
void file_tidy(const char *folder);

/* Does the same for the folder of a file. */
void file_tidy_beside(const char *path);

/* Whether a file name, without its folder, is that of a temporary file of file_replace.  A killed program may leave
 * such a file. */
bool file_is_temporary(const char *name);

/* Sets the error to the path and the message for errno; if memory ran out, calls text_fail instead.  Returns false. */
bool file_fail(struct text *error, const char *path);

/* Reads a whole file of at most `limit` bytes.  Returns false with the reason in `error`. */
bool file_read(const char *path, size_t limit, struct text *bytes, struct text *error);

/* Writes all bytes to a descriptor, and retries after interruptions.  Returns false with errno set if that fails. */
bool write_all(int descriptor, const char *bytes, size_t size);

/* Reads up to `size` bytes from a descriptor, and retries after interruptions.  Returns the number of bytes read, fewer
 * only on an error, with errno set, or at the end of the file, with errno 0. */
size_t read_all(int descriptor, void *bytes, size_t size);

#endif

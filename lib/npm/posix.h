/* The parts of POSIX that WASI lacks and the commands use.  The build includes this file first in every file that it
 * compiles to WebAssembly. */
#ifndef ONLYWAY_LIB_NPM_POSIX_H
#define ONLYWAY_LIB_NPM_POSIX_H

#define O_PATH O_RDONLY
#define F_TLOCK 2

char *realpath(const char *path, char *buffer);
int flock(int file, int operation);
int lockf(int file, int command, long long size);
int syncfs(int file);
void sync(void);

#endif

/* The structure shared by a test and the preloaded library that disturbs file operations; see faults.c. */
#ifndef ONLYWAY_TESTS_FAULTS_H
#define ONLYWAY_TESTS_FAULTS_H

#include <stdint.h>

/* The environment variable that names the file with this structure.  Both sides map the file. */
#define FAULTS_FILE "ONLYWAY_FAULTS"

enum fault {
    FAULT_NONE,
    FAULT_KILL_BEFORE, /* SIGKILL ends the program instead of the operation */
    FAULT_KILL_AFTER,  /* SIGKILL ends the program right after the operation; a write has written half by then */
    FAULT_FAIL,        /* the operation does nothing and fails with `error` */
    FAULT_FAIL_SINCE,  /* like FAULT_FAIL, and all later operations that need space fail too, as on a full disk */
    FAULT_SHORT,       /* a write writes half and returns that size; other operations are not disturbed */
};

enum file_op {
    OP_OPEN, /* for writing */
    OP_WRITE,
    OP_TRUNCATE,
    OP_SYNC,
    OP_SYNC_ALL, /* the whole file system */
    OP_RENAME,
    OP_UNLINK,
    OP_RMDIR,
    OP_MKDIR,
    OP_COUNT
};

struct faults {
    char folder[256]; /* only operations below this folder count */
    char log[256];    /* the file to which operations are logged; empty: none */
    uint64_t nth;     /* the number of the operation to disturb, from 1 */
    uint32_t fault;   /* how to disturb it, an enum fault */
    int32_t error;    /* errno */
    uint64_t count;   /* operations so far */
    uint32_t done;    /* whether the operation was disturbed */
    uint32_t op;      /* its kind, an enum file_op */
    char path[256];   /* the path of its file */
};

/* A record of the log; each operation writes one.  `path` and `to` follow it, each with its NUL, and then the
 * written bytes. */
struct fault_record {
    uint32_t op;
    uint32_t failed;
    uint32_t path_size, to_size; /* sizes include the NUL; `to` is the new name of a rename */
    uint32_t truncates;          /* whether an open truncates the file */
    uint64_t offset;             /* where a write begins, or the size that a truncation leaves */
    uint64_t size;               /* bytes written */
};

#endif

/* What a test tells the library that disturbs file operations, and what it is told; see faults.c. */
#ifndef ONLYWAY_TESTS_FAULTS_H
#define ONLYWAY_TESTS_FAULTS_H

#include <stdint.h>

/* The environment variable that names the file with this structure, which both sides map. */
#define FAULTS_FILE "ONLYWAY_FAULTS"

enum fault {
    FAULT_NONE,
    FAULT_KILL_BEFORE, /* the program ends in place of the operation, by SIGKILL */
    FAULT_KILL_AFTER,  /* it ends right after; a write has then written half */
    FAULT_FAIL,        /* the operation does nothing and fails with `error` */
    FAULT_FAIL_SINCE,  /* from it on all those fail that want space, as on a full disk */
    FAULT_SHORT,       /* a write writes half and returns how much; others are left alone */
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
    char folder[256]; /* operations below this folder count */
    char log[256];    /* the file to which they are logged; empty: none */
    uint64_t nth;     /* the operation that is disturbed, from 1 */
    uint32_t fault;   /* how, an enum fault */
    int32_t error;    /* errno */
    uint64_t count;   /* operations so far */
    uint32_t done;    /* the operation was disturbed */
    uint32_t op;      /* which it was, an enum file_op */
    char path[256];   /* and of which file */
};

/* A record of the log, one for each operation, followed by `path` and `to`, each with its NUL, and by the bytes that
 * were written. */
struct fault_record {
    uint32_t op;
    uint32_t failed;
    uint32_t path_size, to_size; /* with the NUL; `to`: the new name of a rename */
    uint32_t truncates;          /* an open that empties the file */
    uint64_t offset;             /* where a write begins; the size that a truncation leaves */
    uint64_t size;               /* bytes written */
};

#endif

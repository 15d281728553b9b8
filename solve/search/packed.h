/* States in fewer bits: most parts of the states of a search are the same few.
 *
 * A state is divided into parts.  A part lists the values that it has had; a packed state holds, for each part, the
 * place of its value in that list.  The list only gets longer, so these codes stay.  They have as many bits as the list
 * needs when the state is packed.  When a list needs more bits, a new layout begins.  A search has few layouts, and
 * most states have one of the last.
 *
 * The first states are divided into pairs of bytes, whose lists are short.  Once there are many states, later ones are
 * divided into as few parts of at most 8 bytes as possible, at least two.  Their lists are long, but grow ever more
 * slowly: a list of n values in each half is enough for n^2 states.
 *
 * Reading a state, or comparing it, takes one look into a list for each part. */
#ifndef ONLYWAY_SOLVE_SEARCH_PACKED_H
#define ONLYWAY_SOLVE_SEARCH_PACKED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    PACKED_GROUP = 4096, /* states are packed in groups of this many; all states of a group have the same layout */
    PACKED_MOST_BYTES = 64,
    PACKED_PADDING = 7, /* bytes after a state that are read and written with it */
    PACKED_MOST_PARTS = PACKED_MOST_BYTES / 2,
};

/* How states are divided. */
struct packed_division {
    unsigned part_count;
    struct packed_part {
        unsigned char *values; /* owned, like all pointers here */
        uint64_t mask;         /* selects the bytes of a value from a word */
        uint32_t count, capacity;
        uint8_t first, bytes; /* of the state */
    } parts[PACKED_MOST_PARTS];
};

struct packed_layout {
    uint64_t number;     /* of its first state */
    size_t first;        /* the byte where its first state begins */
    uint16_t state_bits; /* of all parts */
    uint8_t division;
    uint8_t widths[PACKED_MOST_PARTS]; /* in bits */
};

struct packed {
    size_t state_bytes;
    uint64_t count; /* of states */
    unsigned char *bytes;
    size_t byte_count;
    struct packed_layout *layouts;
    size_t layout_count;
    uint16_t *groups; /* the layout of each group */
    size_t group_capacity;
    struct packed_division divisions[2]; /* into pairs of bytes, and into few parts */
    unsigned division;                   /* of the next states */
    uint64_t checked;                    /* the number of states when their size was last compared with that of pairs */
    size_t checked_bytes;                /* their size then */
    uint64_t few;                        /* the number of states from which on few parts are used; tests lower it */
};

/* States have 1 to PACKED_MOST_BYTES bytes.  PACKED_PADDING bytes after each state that is passed in must be readable;
 * those after a state that is filled in must be writable. */
void packed_make(struct packed *packed, size_t state_bytes);
void packed_free(struct packed *packed);

/* Returns its memory in bytes. */
size_t packed_bytes(const struct packed *packed);

/* Appends states, a multiple of PACKED_GROUP.  Returns false if memory runs out; only the first of them are appended
 * then. */
bool packed_add(struct packed *packed, const unsigned char *states, size_t count);

/* Returns the bytes that packed_add allocates at most for that many states, those that it frees again included. */
size_t packed_most(const struct packed *packed, size_t count);

void packed_read(const struct packed *packed, uint64_t number, unsigned char *state);
bool packed_equals(const struct packed *packed, uint64_t number, const unsigned char *state);
void packed_prefetch(const struct packed *packed, uint64_t number);

#endif

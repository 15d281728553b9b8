/* States in fewer bits: most pairs of bytes in the states of a search are the same few.
 *
 * The first two bytes of a state, the next two and so on are its columns.  A column lists the values that it has had; a
 * packed state holds, for each column, the place of its value in that list.  The list only gets longer, so these codes
 * stay.  They have as many bits as the list needs when the state is packed.  When a list needs more bits, a new layout
 * begins.  A search has few layouts, and most states have one of the last.
 *
 * Reading a state, or comparing it, takes one look into a short list for each column. */
#ifndef ONLYWAY_SOLVE_SEARCH_PACKED_H
#define ONLYWAY_SOLVE_SEARCH_PACKED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    PACKED_GROUP = 4096, /* states are packed in groups of this many; all states of a group have the same layout */
    PACKED_MOST_BYTES = 64,
    PACKED_PADDING = 7,       /* bytes after a state that are read and written with it */
    PACKED_SCRATCH = 1 << 17, /* bytes that packed_add allocates and frees again */
};

struct packed_layout {
    uint64_t number;     /* of its first state */
    size_t first;        /* the byte where its first state begins */
    uint16_t state_bits; /* of all columns */
    uint8_t widths[PACKED_MOST_BYTES / 2];
};

struct packed {
    size_t state_bytes;
    unsigned columns;
    uint64_t count;       /* of states */
    unsigned char *bytes; /* owned, like all pointers here */
    size_t byte_count;
    struct packed_layout *layouts;
    size_t layout_count;
    uint16_t *groups; /* the layout of each group */
    size_t group_capacity;
    struct packed_column {
        uint16_t *values;
        uint32_t count, capacity;
    } column[PACKED_MOST_BYTES / 2];
};

/* States have 1 to PACKED_MOST_BYTES bytes.  PACKED_PADDING bytes after each state that is passed in must be readable;
 * those after a state that is filled in must be writable. */
void packed_make(struct packed *packed, size_t state_bytes);
void packed_free(struct packed *packed);

/* Returns its memory in bytes. */
size_t packed_bytes(const struct packed *packed);

/* Appends states, a multiple of PACKED_GROUP.  Allocates at most 5/2 of their bytes.  Returns false if memory runs out;
 * nothing is appended then. */
bool packed_add(struct packed *packed, const unsigned char *states, size_t count);

void packed_read(const struct packed *packed, uint64_t number, unsigned char *state);
bool packed_equals(const struct packed *packed, uint64_t number, const unsigned char *state);
void packed_prefetch(const struct packed *packed, uint64_t number);

#endif

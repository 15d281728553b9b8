/* Text that continues in the next row; see flow.h. */
#include "play/flow.h"

#include <string.h>

enum { MARGIN = 1, PART_CAPACITY = 512 };

struct flow flow_begin(int row, int last)
{
    return (struct flow){.row = row, .column = MARGIN, .indent = MARGIN, .last = last};
}

static int columns_left(const struct flow *flow)
{
    return screen_columns() - flow->column;
}

static void next_row(struct flow *flow)
{
    flow->row++;
    flow->column = flow->indent;
}

/* Writes bytes that fit into the row. */
static void put(struct flow *flow, enum paint paint, const char *bytes, size_t size)
{
    char part[PART_CAPACITY];
    size = size < sizeof part ? size : sizeof part - 1;
    memcpy(part, bytes, size);
    part[size] = '\0';
    if (!flow->measure && flow->row <= flow->last)
        screen_put(flow->row, flow->column, paint, part);
    flow->column += screen_width(part);
}

/* The width of some bytes, which are whole characters. */
static int width_of(const char *bytes, size_t size)
{
    char part[PART_CAPACITY];
    size = size < sizeof part ? size : sizeof part - 1;
    memcpy(part, bytes, size);
    part[size] = '\0';
    return screen_width(part);
}

/* How many bytes of a word fit into `columns` columns: whole characters, at least one. */
static size_t fitting(const char *word, size_t size, int columns)
{
    size_t fits = 0;
    for (size_t end = 1; end <= size && end < PART_CAPACITY; end++) {
        if (end < size && ((unsigned char)word[end] & 0xc0) == 0x80)
            continue;
        if (fits > 0 && width_of(word, end) > columns)
            break;
        fits = end;
    }
    return fits;
}

/* Writes a word, in the next row if necessary.  Breaks a word that is wider than a row. */
static void put_word(struct flow *flow, enum paint paint, const char *word, size_t size)
{
    if (width_of(word, size) > columns_left(flow) && flow->column > flow->indent)
        next_row(flow);
    while (size > 0) {
        size_t part = fitting(word, size, columns_left(flow));
        put(flow, paint, word, part);
        word += part;
        size -= part;
        if (size > 0)
            next_row(flow);
    }
}

void flow_text(struct flow *flow, enum paint paint, const char *text)
{
    while (*text != '\0') {
        size_t spaces = strspn(text, " "), size = strcspn(text + spaces, " ");
        if (size == 0)
            break;
        if (flow->column > flow->indent)
            flow->column += (int)spaces;
        put_word(flow, paint, text + spaces, size);
        text += spaces + size;
    }
}

void flow_piece(struct flow *flow, enum paint paint, int gap, const char *text)
{
    if (flow->column > flow->indent) {
        flow->column += gap;
        if (screen_width(text) > columns_left(flow))
            next_row(flow);
    }
    flow_text(flow, paint, text);
}

int flow_rows(const char *text)
{
    struct flow flow = flow_begin(0, 0);
    flow.measure = true;
    flow_text(&flow, PAINT_PLAIN, text);
    return flow.row + 1;
}

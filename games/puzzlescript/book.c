/* Books: how a source is told from other files, and its levels as text; see book.h. */
#include "games/puzzlescript/book.h"

#include "games/puzzlescript/moves.h"
#include "games/puzzlescript/puzzlescript.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* --- what a line tells --- */

static bool begins_with_word(const char *line, const char *const *words)
{
    size_t size = strcspn(line, " \t\r(");
    for (; *words != NULL; words++) {
        if (strlen(*words) == size && strncasecmp(line, *words, size) == 0)
            return true;
    }
    return false;
}

/* Skips comments, which nest; `depth` is how many are open. */
static const char *skip_comments(const char *line, unsigned *depth)
{
    for (; *line != '\0'; line++) {
        if (*line == '(')
            ++*depth;
        else if (*line == ')' && *depth > 0)
            --*depth;
        else if (*depth == 0 && strchr(" \t\r", *line) == NULL)
            break;
    }
    return line;
}

/* A source begins with what is called so, comments and lines of '=' aside, or with its objects. */
static enum book_sign sign(const char *line, unsigned *memory)
{
    static const char *const prelude[] = {"title",
                                          "author",
                                          "homepage",
                                          "background_color",
                                          "text_color",
                                          "color_palette",
                                          "key_repeat_interval",
                                          "realtime_interval",
                                          "again_interval",
                                          "flickscreen",
                                          "zoomscreen",
                                          "run_rules_on_level_start",
                                          "norepeat_action",
                                          "require_player_movement",
                                          "noundo",
                                          "noaction",
                                          "norestart",
                                          "scanline",
                                          "throttle_movement",
                                          "debug",
                                          "verbose_logging",
                                          "youtube",
                                          "case_sensitive",
                                          "mouse_left",
                                          "mouse_right",
                                          "sprite_size",
                                          "runtime_metadata_twiddling",
                                          NULL};
    static const char *const objects[] = {"objects", NULL};
    line = skip_comments(line, memory);
    if (line[strspn(line, "= \t\r")] == '\0' || begins_with_word(line, prelude))
        return BOOK_PERHAPS;
    if (!begins_with_word(line, objects) || line[7 + strspn(line + 7, " \t\r")] != '\0')
        return BOOK_NEVER;
    return BOOK_SURELY;
}

/* --- reading --- */

/* Gives a byte to each key: ASCII itself first. */
static void give_bytes(struct ps_book *book)
{
    const struct ps_program *program = book->program;
    int spare = 'A';
    for (int byte = 0; byte < 256; byte++)
        book->key_of[byte] = -1;
    for (int i = 0; i < program->keys.count; i++) {
        uint16_t unit = program->keys.items[i].unit;
        if (unit <= ' ' || unit >= 0x7f)
            continue;
        book->byte_of[i] = (unsigned char)unit;
        book->key_of[unit] = i;
    }
    for (int i = 0; i < program->keys.count; i++) {
        for (int tried = 0; book->byte_of[i] == 0 && tried < 0x7f - '!'; tried++) {
            if (book->key_of[spare] < 0 && spare != '?') {
                book->byte_of[i] = (unsigned char)spare;
                book->key_of[spare] = i;
            }
            spare = spare == 0x7e ? '!' : spare + 1;
        }
    }
}

static bool is_ruled(const char *line, size_t size)
{
    bool ruled = size > 0 && line[0] == '=';
    for (size_t i = 1; ruled && i < size; i++)
        ruled = strchr("= \t\r", line[i]) != NULL;
    return ruled;
}

/* Keeps the source up to the last heading of levels, with the line of '=' below it. */
static bool keep_source(struct ps_book *book, const char *source, size_t size)
{
    static const char heading[] = "levels";
    const size_t word = sizeof heading - 1;
    size_t end = 0;
    bool below = false;
    for (size_t at = 0, next; at < size; at = next) {
        const char *line = source + at, *newline = memchr(line, '\n', size - at);
        size_t length = newline == NULL ? size - at : (size_t)(newline - line);
        next = at + length + (newline != NULL);
        bool found = length >= word && strncasecmp(line, heading, word) == 0;
        for (size_t i = word; found && i < length; i++)
            found = strchr(" \t\r", line[i]) != NULL;
        if (found || (below && is_ruled(line, length)))
            end = next;
        below = found;
    }
    book->source = malloc(end + 1);
    book->source_size = end;
    if (book->source != NULL)
        memcpy(book->source, source, end);
    return book->source != NULL;
}

static bool fill_book(struct ps_book *book)
{
    const struct ps_program *program = book->program;
    book->levels = calloc((size_t)program->levels.count + 1, sizeof *book->levels);
    book->byte_of = calloc((size_t)program->keys.count + 1, 1);
    if (book->levels == NULL || book->byte_of == NULL)
        return false;
    for (int i = 0; i < program->levels.count; i++) {
        if (program->levels.items[i].message == NULL)
            book->levels[book->count++] = i;
    }
    give_bytes(book);
    ps_find_contents(book);
    return true;
}

static void free_book(struct book *book)
{
    struct ps_book *own = (struct ps_book *)book;
    ps_free(own->program);
    free(own->levels);
    free(own->byte_of);
    free(own->source);
    free(own);
}

static struct book *read_book(const char *source, size_t size, book_listener *say, void *context,
                              bool *no_memory)
{
    struct ps_book *book = calloc(1, sizeof *book);
    *no_memory = true;
    if (book == NULL)
        return NULL;
    book->book.language = &game_puzzlescript;
    atomic_init(&book->book.holders, 1);
    book->program = ps_compile(source, size);
    if (book->program == NULL || !fill_book(book) || !keep_source(book, source, size) ||
        !ps_find_symmetries(book->program, &book->symmetries)) {
        free_book(&book->book);
        return NULL;
    }
    *no_memory = false;
    const struct ps_program *program = book->program;
    for (int i = 0; i < program->issues.count; i++) {
        const struct ps_issue *issue = &program->issues.items[i];
        say(context, issue->line, issue->error, issue->text);
    }
    if (program->errors == 0 && program->playable && book->count == 0)
        say(context, 0, true, "there are no levels, only messages");
    if (program->errors > 0 || !program->playable || book->count == 0) {
        free_book(&book->book);
        return NULL;
    }
    return &book->book;
}

/* --- levels --- */

static const char *title(const struct book *book)
{
    const char *text = ps_book_of(book)->program->prelude.title;
    return text == NULL ? "" : text;
}

static const char *author(const struct book *book)
{
    const char *text = ps_book_of(book)->program->prelude.author;
    return text == NULL ? "" : text;
}

static const char *message(const struct book *book, size_t level, size_t n)
{
    const struct ps_book *own = ps_book_of(book);
    int entry = level == 0 ? 0 : own->levels[level - 1] + 1;
    int end = level < own->count ? own->levels[level] : own->program->levels.count;
    return n < (size_t)(end - entry) ? own->program->levels.items[entry + (int)n].message : NULL;
}

double ps_book_interval(const struct book *book)
{
    enum { LONGEST = 3600 };
    const char *text = ps_book_of(book)->program->prelude.realtime_interval;
    double seconds = text == NULL ? 0 : strtod(text, NULL);
    return seconds > 0 && seconds <= LONGEST ? seconds : 0;
}

static const char *inexact(const struct book *book)
{
    if (ps_book_of(book)->program->line_of_chance > 0)
        return "the game leaves something to chance";
    return ps_book_interval(book) > 0 ? "time goes by in the game" : NULL;
}

static size_t count_levels(const struct book *book)
{
    return ps_book_of(book)->count;
}

static bool fill_text(const struct ps_book *book, const struct ps_level *level, struct grid *grid)
{
    const struct ps_program *program = book->program;
    for (int cell = 0; cell < grid_size(grid); cell++) {
        for (int i = 0; i < program->keys.count && grid->cells[cell] == 0; i++) {
            if (program->keys.items[i].unit == level->text[cell])
                grid->cells[cell] = book->byte_of[i];
        }
        if (grid->cells[cell] == 0)
            return false;
    }
    return true;
}

static bool level_text(const struct book *book, size_t n, struct grid *grid, int *line,
                       struct complaint *complaint)
{
    const struct ps_book *own = ps_book_of(book);
    const struct ps_level *level = &own->program->levels.items[own->levels[n]];
    *line = level->line;
    if (level->width > GRID_MAX_SIDE || level->height > GRID_MAX_SIDE) {
        complain(complaint, 0, 0, "level larger than the limit of %d columns and %d rows",
                 GRID_MAX_SIDE, GRID_MAX_SIDE);
        return false;
    }
    if (!grid_make(grid, level->width, level->height, 0)) {
        complain_memory(complaint);
        return false;
    }
    if (fill_text(own, level, grid))
        return true;
    complain(complaint, 0, 0, "the game has more characters for its levels than there are bytes");
    grid_free(grid);
    return false;
}

/* Whether a key's objects are those of a cell, `background` added where it has none. */
static bool is_key(const struct ps_program *program, const uint64_t *objects, const uint64_t *cell,
                   const uint64_t *background)
{
    const uint64_t *layer = program->layer_masks[program->background_layer];
    bool bare = !meets(objects, layer, program->object_words);
    for (int word = 0; word < program->object_words; word++) {
        if ((objects[word] | (bare ? background[word] : 0)) != cell[word])
            return false;
    }
    return true;
}

/* The highest layer in which two sets of objects differ; whether the first has one there. */
static bool lies_above(const struct ps_program *program, const uint64_t *a, const uint64_t *b)
{
    for (int layer = program->layers - 1; layer >= 0; layer--) {
        bool in_a = meets(a, program->layer_masks[layer], program->object_words);
        bool in_b = meets(b, program->layer_masks[layer], program->object_words);
        if (in_a != in_b)
            return in_a;
    }
    return false;
}

unsigned char ps_book_byte(const struct ps_book *book, const uint64_t *cell,
                           const uint64_t *background)
{
    const struct ps_program *program = book->program;
    const uint64_t *best = NULL;
    unsigned char byte = '?';
    for (int i = 0; i < program->keys.count; i++) {
        const uint64_t *objects = program->keys.items[i].objects;
        if (book->byte_of[i] == 0 || !within(objects, cell, program->object_words))
            continue;
        if (is_key(program, objects, cell, background))
            return book->byte_of[i];
        if (best != NULL && !lies_above(program, objects, best))
            continue;
        best = objects;
        byte = book->byte_of[i];
    }
    return byte;
}

static const struct book *book_of(const struct puzzle *puzzle)
{
    return ps_puzzle_of(puzzle)->book;
}

static bool same(const struct book *one, const struct book *other)
{
    const struct ps_book *a = ps_book_of(one), *b = ps_book_of(other);
    return a->source_size == b->source_size && memcmp(a->source, b->source, a->source_size) == 0;
}

static void write_head(const struct book *book, struct text *text)
{
    const struct ps_book *own = ps_book_of(book);
    text_add(text, own->source, own->source_size);
    if (own->source_size > 0 && own->source[own->source_size - 1] != '\n')
        text_add_char(text, '\n');
}

/* A character of the source, in UTF-8. */
static void add_unit(uint16_t unit, struct text *text)
{
    if (unit < 0x80) {
        text_add_char(text, (char)unit);
    } else if (unit < 0x800) {
        text_add_char(text, (char)(0xc0 | unit >> 6));
        text_add_char(text, (char)(0x80 | (unit & 0x3f)));
    } else {
        text_add_char(text, (char)(0xe0 | unit >> 12));
        text_add_char(text, (char)(0x80 | (unit >> 6 & 0x3f)));
        text_add_char(text, (char)(0x80 | (unit & 0x3f)));
    }
}

static void write_level(const struct book *book, const struct grid *grid, struct text *text)
{
    const struct ps_book *own = ps_book_of(book);
    text_add_char(text, '\n');
    for (int cell = 0; cell < grid_size(grid); cell++) {
        int key = own->key_of[grid->cells[cell]];
        add_unit(key < 0 ? '?' : own->program->keys.items[key].unit, text);
        if ((cell + 1) % grid->columns == 0)
            text_add_char(text, '\n');
    }
}

const struct language puzzlescript_language = {
    .sign = sign,
    .read = read_book,
    .free = free_book,
    .title = title,
    .author = author,
    .message = message,
    .interval = ps_book_interval,
    .inexact = inexact,
    .said = ps_said,
    .levels = count_levels,
    .level = level_text,
    .book_of = book_of,
    .same = same,
    .write_head = write_head,
    .write_level = write_level,
};

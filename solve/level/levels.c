/* Level files and folders; see levels.h. */
#include "solve/level/levels.h"

#include "base/array.h"
#include "base/file.h"
#include "base/utf8.h"
#include "solve/level/reader.h"
#include "solve/level/report.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* One file to read. */
struct entry {
    char *path;     /* as opened; "-": standard input */
    char *name;     /* as named in reports */
    size_t chapter; /* number of the innermost chapter, or 0 */
};

/* A folder that has an about.txt. */
struct chapter {
    char *path; /* of its about.txt */
    struct text title, text;
    size_t parent; /* number of the chapter around it, or 0 */
    bool operand;  /* its folder is itself an operand, not a subfolder of one */
    bool opened;   /* a level of it was read */
    size_t number; /* the number given to levels: its rank, from 1, in the order of the first levels read; 0: no level
                    * was read yet */
};

struct level_source {
    struct entry *entries;
    size_t count, capacity, next;
    struct chapter *chapters;
    size_t chapter_count, chapter_capacity;
    size_t numbered;     /* how many chapters have a number */
    size_t chapter;      /* of the folder that is being listed */
    bool alone;          /* there is only one operand */
    struct text pending; /* errors about the operands themselves */
    struct text abouts;  /* errors about about.txt files */
    struct text notes;   /* about skipped files */
    struct text shown;   /* the path being read, as messages name it */
    struct level_reader reader;
    const struct game *game;     /* the game that is expected; NULL: any */
    const struct limits *limits; /* for reading a file that defines its game; NULL: none */
    const char *folder;          /* path of some file in the folder whose report was read last, or NULL */
    size_t folder_size;          /* bytes of the folder's part of `folder` */
    const struct game *reported; /* the game that its report named */
    FILE *stream;                /* the reader's stream; NULL: none is open */
    bool failed;
};

void level_free(struct level *level)
{
    grid_free(&level->grid);
    text_free(&level->name);
    text_free(&level->file);
    text_free(&level->remarks);
    text_free(&level->heading);
    text_free(&level->opening);
    source_release(level->game_source);
}

/* --- about.txt --- */

/* Reads an about.txt.  `title` becomes one line; `text` becomes lines without the last newline.  Both are valid UTF-8,
 * without tabs and trailing spaces.  Returns false, with one line in `error`, if the file cannot be read, is too long,
 * has no title or a title that is too long, is not UTF-8, or contains control characters. */
static bool about_read(const char *path, struct text *title, struct text *text, struct text *error)
{
    struct text bytes = {0}, reason = {0};
    const char *fault = NULL;
    size_t row = 1, column = 1; /* of the fault */
    size_t blank = 0;           /* lines since the last one with text */
    bool good = file_read(path, ABOUT_LIMIT, &bytes, &reason);
    if (!good) {
        text_add_text(error, &reason);
        text_add_char(error, '\n');
    }
    const char *line = text_string(&bytes), *end = line + bytes.size, *next;
    line += utf8_mark(line, bytes.size);
    for (size_t number = 1; good && line < end; line = next, number++) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        next = stop == NULL ? end : stop + 1;
        size_t size = (size_t)((stop == NULL ? end : stop) - line);
        size -= size > 0 && line[size - 1] == '\r';
        for (size_t at = 0, length; at < size && fault == NULL; at += length) {
            long point = utf8_decode(line + at, size - at, &length);
            if (point < 0)
                fault = "this is not UTF-8";
            else if ((point < ' ' && point != '\t') || (point >= 0x7f && point < 0xa0))
                fault = "a control character is not allowed here";
            column = fault != NULL ? at + 1 : 1;
        }
        if (fault != NULL) {
            row = number;
            break;
        }
        while (size > 0 && (line[size - 1] == ' ' || line[size - 1] == '\t'))
            size--;
        if (number > 1 && size == 0) { /* blank lines at the beginning and the end do not count */
            blank++;
            continue;
        }
        for (size_t n = 0; text->size > 0 && n <= blank; n++)
            text_add_char(text, '\n');
        blank = 0;
        for (size_t at = 0; at < size; at++)
            text_add_char(number == 1 ? title : text, line[at] == '\t' ? ' ' : line[at]);
    }
    if (good && fault == NULL && title->size == 0) {
        fault = "the first line must be a title";
    } else if (fault == NULL && title->size > ABOUT_TITLE) {
        fault = "this title is too long";
        column = ABOUT_TITLE + 1;
    }
    if (fault != NULL) {
        utf8_add_visible(error, path);
        text_addf(error, ":%zu:%zu: %s\n", row, column, fault);
        good = false;
    }
    if (!good) {
        text_clear(title);
        text_clear(text);
    }
    error->failed |= bytes.failed || reason.failed || title->failed || text->failed;
    text_free(&bytes);
    text_free(&reason);
    return good;
}

/* --- the files to read --- */

static void add_entry(struct level_source *source, const char *path, const char *name)
{
    if (!ARRAY_RESERVE(source->entries, source->count, source->capacity, 16)) {
        source->failed = true;
        return;
    }
    struct entry entry = {strdup(path), strdup(name), source->chapter};
    if (entry.path == NULL || entry.name == NULL)
        source->failed = true;
    source->entries[source->count++] = entry;
}

static int is_visible(const struct dirent *item)
{
    return item->d_name[0] != '.';
}

/* Compares names byte by byte, but numbers in them by value. */
static int by_name(const struct dirent **a, const struct dirent **b)
{
    const char digits[] = "0123456789", *left = (*a)->d_name, *right = (*b)->d_name;
    while (*left != '\0' && *right != '\0') {
        if (strspn(left, digits) > 0 && strspn(right, digits) > 0) {
            left += strspn(left, "0");
            right += strspn(right, "0");
            size_t size = strspn(left, digits), right_size = strspn(right, digits);
            int order = size == right_size ? memcmp(left, right, size) : size < right_size ? -1 : 1;
            if (order != 0)
                return order;
            left += size;
            right += size;
        } else if (*left != *right) {
            break;
        } else {
            left++;
            right++;
        }
    }
    int order = (unsigned char)*left - (unsigned char)*right;
    return order != 0 ? order : strcmp((*a)->d_name, (*b)->d_name);
}

static void say_wrong(struct level_source *source, const char *path, const char *reason)
{
    utf8_add_visible(&source->pending, path);
    text_addf(&source->pending, ": %s\n", reason);
}

/* Begins a chapter if a folder has a readable about.txt.  Returns the chapter around it; set source->chapter to this
 * again at the end of the folder. */
static size_t begin_chapter(struct level_source *source, const char *path, bool operand)
{
    size_t around = source->chapter;
    struct text file = {0};
    struct stat status;
    text_addf(&file, "%s%s" ABOUT_FILE, path, path[strlen(path) - 1] == '/' ? "" : "/");
    source->failed |= !ARRAY_RESERVE(source->chapters, source->chapter_count, source->chapter_capacity, 16);
    if (!source->failed && !file.failed && stat(text_string(&file), &status) == 0 && S_ISREG(status.st_mode)) {
        struct chapter *chapter = &source->chapters[source->chapter_count];
        *chapter = (struct chapter){.path = strdup(text_string(&file)), .parent = around, .operand = operand};
        source->failed |= chapter->path == NULL;
        source->chapter_count++;
        if (about_read(text_string(&file), &chapter->title, &chapter->text, &source->abouts))
            source->chapter = source->chapter_count;
    }
    source->failed |= file.failed;
    text_free(&file);
    return around;
}

/* Adds to the level's opening the title and text of a chapter and of the chapters around it, outermost first.  Skips
 * chapters that have been opened. */
static void open_chapter(struct level_source *source, size_t number, struct level *level)
{
    struct chapter *chapter = number == 0 ? NULL : &source->chapters[number - 1];
    if (chapter == NULL || chapter->opened)
        return;
    chapter->opened = true;
    open_chapter(source, chapter->parent, level);
    text_addf(&level->opening, "%s%s", level->opening.size == 0 ? "" : "\n", text_string(&chapter->title));
    if (chapter->text.size > 0)
        text_addf(&level->opening, "\n%s", text_string(&chapter->text));
}

const char *const level_endings[] = {".xsb", ".sok", ".txt", ".lvl", ".level", NULL};

/* Adds the level files of a folder and its subfolders.  `name` is the prefix of their names in reports: "" or
 * "sub/". */
static void add_folder(struct level_source *source, const char *path, const char *name)
{
    struct dirent **items;
    int count = scandir(path, &items, is_visible, by_name);
    if (count < 0) {
        source->failed |= errno == ENOMEM;
        say_wrong(source, path, strerror(errno));
        return;
    }
    size_t around = begin_chapter(source, path, *name == '\0');
    for (int i = 0; i < count; i++) {
        struct text item_path = {0}, item_name = {0};
        const char *slash = path[strlen(path) - 1] == '/' ? "" : "/";
        text_addf(&item_path, "%s%s%s", path, slash, items[i]->d_name);
        text_addf(&item_name, "%s%s", name, items[i]->d_name);
        /* Recognises level files by their ending, so a folder may also hold reports and notes. */
        const char *dot = strrchr(items[i]->d_name, '.');
        bool levels = false;
        for (size_t n = 0; dot != NULL && level_endings[n] != NULL; n++)
            levels |= strcmp(dot, level_endings[n]) == 0 && strcmp(items[i]->d_name, ABOUT_FILE) != 0;
        struct stat status;
        if (lstat(text_string(&item_path), &status) == 0 && S_ISDIR(status.st_mode)) {
            text_add_char(&item_name, '/');
            add_folder(source, text_string(&item_path), text_string(&item_name));
        } else if (levels && (stat(text_string(&item_path), &status) != 0 || S_ISREG(status.st_mode))) {
            add_entry(source, text_string(&item_path), text_string(&item_name));
        } else if (levels) {
            const char *what = S_ISFIFO(status.st_mode)   ? "a pipe"
                               : S_ISSOCK(status.st_mode) ? "a socket"
                               : S_ISDIR(status.st_mode)  ? "a link to a folder"
                                                          : "a device";
            utf8_add_visible(&source->notes, text_string(&item_path));
            text_addf(&source->notes, ": note: skipped, it is %s\n", what);
        }
        source->failed |= item_path.failed || item_name.failed;
        text_free(&item_path);
        text_free(&item_name);
        free(items[i]);
    }
    free(items);
    source->chapter = around;
}

static void add_operand(struct level_source *source, const char *path)
{
    struct stat status;
    if (strcmp(path, "-") == 0) {
        add_entry(source, "-", "-");
    } else if (*path == '\0' || stat(path, &status) != 0) {
        say_wrong(source, *path == '\0' ? "''" : path, strerror(*path == '\0' ? ENOENT : errno));
    } else if (!S_ISDIR(status.st_mode)) {
        const char *slash = strrchr(path, '/');
        add_entry(source, path, slash == NULL ? path : slash + 1);
    } else {
        size_t before = source->count, said = source->pending.size;
        add_folder(source, path, "");
        if (source->count == before && source->pending.size == said)
            say_wrong(source, path, "there are no level files in this folder");
    }
}

struct level_source *level_source_open(char *const *operands, size_t count)
{
    struct level_source *source = calloc(1, sizeof *source);
    if (source == NULL)
        return NULL;
    source->alone = count == 1;
    for (size_t i = 0; i < count; i++)
        add_operand(source, operands[i]);
    if (count == 0)
        add_operand(source, "-");
    if (source->failed || source->pending.failed || source->abouts.failed || source->notes.failed) {
        level_source_close(source);
        return NULL;
    }
    return source;
}

const char *level_source_path(const struct level_source *source, size_t n)
{
    if (n < source->count)
        return source->entries[n].path;
    n -= source->count;
    return n < source->chapter_count ? source->chapters[n].path : NULL;
}

const char *level_source_title(const struct level_source *source)
{
    bool titled = source->alone && source->chapter_count > 0 && source->chapters[0].operand;
    return titled ? text_string(&source->chapters[0].title) : "";
}

const struct text *level_source_notes(const struct level_source *source)
{
    return &source->notes;
}

bool level_source_waits(const struct level_source *source)
{
    bool waits = false;
    for (size_t i = 0; i < source->count && !waits; i++) {
        const char *path = source->entries[i].path;
        struct stat status;
        int result = strcmp(path, "-") == 0 ? fstat(STDIN_FILENO, &status) : stat(path, &status);
        waits = result == 0 && !S_ISREG(status.st_mode);
    }
    return waits;
}

bool level_source_goes_on(const struct level_source *source)
{
    return source->stream != NULL && source->reader.held;
}

void level_source_expect(struct level_source *source, const struct game *game)
{
    source->game = game;
}

void level_source_limit(struct level_source *source, const struct limits *limits)
{
    source->limits = limits;
}

static void close_stream(struct level_source *source)
{
    if (source->stream == NULL)
        return;
    level_reader_stop(&source->reader);
    if (source->stream != stdin)
        fclose(source->stream);
    source->stream = NULL;
}

void level_source_close(struct level_source *source)
{
    if (source == NULL)
        return;
    close_stream(source);
    for (size_t i = 0; i < source->count; i++) {
        free(source->entries[i].path);
        free(source->entries[i].name);
    }
    free(source->entries);
    for (size_t i = 0; i < source->chapter_count; i++) {
        free(source->chapters[i].path);
        text_free(&source->chapters[i].title);
        text_free(&source->chapters[i].text);
    }
    free(source->chapters);
    text_free(&source->pending);
    text_free(&source->abouts);
    text_free(&source->notes);
    text_free(&source->shown);
    free(source);
}

static bool open_next(struct level_source *source, struct text *error)
{
    const struct entry *entry = &source->entries[source->next++];
    bool standard = strcmp(entry->path, "-") == 0;
    source->stream = standard ? stdin : fopen(entry->path, "rbe");
    int reason = errno;
    text_clear(&source->shown);
    utf8_add_visible(&source->shown, standard ? "stdin" : entry->path);
    if (source->shown.failed || (source->stream == NULL && reason == ENOMEM))
        text_fail(error);
    else if (source->stream == NULL)
        text_addf(error, "%s: %s\n", text_string(&source->shown), strerror(reason));
    if (source->stream == NULL)
        return false;
    level_reader_start(&source->reader, source->stream, text_string(&source->shown), entry->name);
    source->reader.game = source->game;
    source->reader.limits = source->limits;
    return true;
}

/* If a level's text leaves its game in doubt, reads the game from the report in its folder.  Returns false if memory
 * runs out. */
static bool ask_report(struct level_source *source, struct level *level)
{
    struct text doubt = {0};
    const char *path = source->entries[source->next - 1].path;
    bool good = true;
    if (source->game == NULL && strcmp(path, "-") != 0 && level_game(level, &doubt) == NULL && !doubt.failed) {
        const char *slash = strrchr(path, '/');
        size_t size = slash == NULL ? 0 : (size_t)(slash + 1 - path);
        if (source->folder == NULL || size != source->folder_size || memcmp(path, source->folder, size) != 0)
            good = report_game_beside(path, &source->reported);
        source->folder = path;
        source->folder_size = size;
        level->reported = source->reported;
    }
    good = good && !doubt.failed;
    text_free(&doubt);
    return good;
}

enum level_result level_source_next(struct level_source *source, struct level *level, struct text *error)
{
    if (source->pending.size > 0) {
        text_add(error, source->pending.data, source->pending.size);
        text_free(&source->pending);
        return LEVEL_BAD;
    }
    if (source->abouts.size > 0) {
        text_add(error, source->abouts.data, source->abouts.size);
        text_free(&source->abouts);
        return LEVEL_BAD_ABOUT;
    }
    for (;;) {
        if (source->stream == NULL && source->next == source->count)
            return LEVEL_END;
        if (source->stream == NULL && !open_next(source, error))
            return LEVEL_BAD;
        enum level_result result = level_reader_next(&source->reader, level, error);
        if (result == LEVEL_READ && !ask_report(source, level)) {
            text_fail(error);
            return LEVEL_BAD;
        }
        size_t number = source->entries[source->next - 1].chapter;
        if (result == LEVEL_READ && number > 0) {
            /* Sets the level's chapter, and the text to show before the level. */
            struct chapter *chapter = &source->chapters[number - 1];
            open_chapter(source, number, level);
            if (chapter->number == 0)
                chapter->number = ++source->numbered;
            level->chapter = chapter->number;
            text_clear(&level->heading);
            text_add_text(&level->heading, &chapter->title);
            if (level->heading.failed || level->opening.failed) {
                text_fail(error);
                return LEVEL_BAD;
            }
        }
        if (result != LEVEL_END)
            return result;
        close_stream(source);
    }
}

/* --- from a level's text to its puzzle: finds its game and checks its characters --- */

static bool is_cell(const struct game *game, unsigned char c)
{
    return c == '\0' || strchr(game->cells, c) != NULL;
}

enum { CHARACTERS = UCHAR_MAX + 1 };

/* How often each character occurs in a level.  The guess of its game uses nothing else. */
struct characters {
    size_t count[CHARACTERS];
};

static struct characters count_characters(const struct grid *grid)
{
    struct characters characters = {{0}};
    for (int cell = 0; cell < grid_size(grid); cell++)
        characters.count[grid->cells[cell]]++;
    return characters;
}

static size_t count_foreign(const struct game *game, const struct characters *characters)
{
    size_t foreign = 0;
    for (int c = 0; c < CHARACTERS; c++)
        foreign += characters->count[c] > 0 && !is_cell(game, (unsigned char)c) ? characters->count[c] : 0;
    return foreign;
}

/* Returns how well a level fits a game.  2: all characters belong to the game, and the level has the game's mark; 1:
 * only the mark is missing; 0: some characters are foreign. */
static int fit(const struct game *game, const struct characters *characters)
{
    if (count_foreign(game, characters) > 0)
        return 0;
    bool marked = game->marks == NULL;
    for (const char *mark = game->marks; !marked && *mark != '\0'; mark++)
        marked = characters->count[(unsigned char)*mark] > 0;
    return 1 + marked;
}

/* Returns the puzzle of a level whose characters all belong to the game, or NULL with a message. */
static struct puzzle *puzzle_of_cells(const struct level *level, const struct game *game, struct variant variant,
                                      struct complaint *complaint)
{
    struct grid grid;
    complain_memory(complaint);
    if (!grid_copy(&grid, &level->grid))
        return NULL;
    for (int cell = 0; !game->ragged && cell < grid_size(&grid); cell++) {
        if (grid.cells[cell] == '\0')
            grid.cells[cell] = game->outside;
    }
    struct puzzle *puzzle = game->load(&grid, variant, complaint);
    grid_free(&grid);
    return puzzle;
}

/* The games that a level's characters suggest. */
struct guess {
    const struct game *best;     /* the best fit; if none fits, the game with the fewest foreign characters */
    const struct game *other;    /* another game that fits as well, or NULL */
    const struct game *markless; /* the first game that fits except for its mark, or NULL */
};

static struct guess guess_game(const struct characters *characters)
{
    struct guess guess = {0};
    for (size_t i = 0; games[i] != NULL; i++) {
        int fits = fit(games[i], characters), best = guess.best == NULL ? -1 : fit(guess.best, characters);
        bool better = fits > best || (fits == best && best < 2 &&
                                      count_foreign(games[i], characters) < count_foreign(guess.best, characters));
        if (fits == 1 && guess.markless == NULL)
            guess.markless = games[i];
        if (better)
            guess.other = NULL;
        else if (fits == best && best == 2)
            guess.other = games[i];
        if (better)
            guess.best = games[i];
    }
    return guess;
}

const struct game *level_game(const struct level *level, struct text *error)
{
    if (level->game_source != NULL)
        return level->game_source->language;
    const struct characters characters = count_characters(&level->grid);
    struct guess guess = guess_game(&characters);
    const struct game *best = guess.best, *other = guess.other;
    struct complaint lack = {0};
    /* A game without marks also accepts a level of another game whose mark was forgotten. */
    if (other == NULL && best->marks == NULL && fit(best, &characters) == 2 && guess.markless != NULL) {
        other = guess.markless;
        struct puzzle *puzzle = puzzle_of_cells(level, other, (struct variant){0}, &lack);
        if (puzzle != NULL)
            other->free(puzzle);
        if (puzzle == NULL && lack.failed) {
            text_fail(error);
            return NULL;
        }
    }
    if (other == NULL)
        return best;
    if (level->reported == best || level->reported == other)
        return level->reported;
    text_addf(error, "%s:%lu:1: this could be a level of %s or %s", text_string(&level->file), level->line, best->title,
              other->title);
    if (lack.message[0] != '\0')
        text_addf(error, " (%s)", lack.message);
    text_addf(error, "; say which with --game=%s or --game=%s\n", best->name, other->name);
    return NULL;
}

bool level_try(const struct level *level, const struct game **game, enum level_fit *result)
{
    struct complaint complaint = {0};
    const struct characters characters = count_characters(&level->grid);
    if (*game == NULL)
        *game = guess_game(&characters).best;
    *result = LEVEL_FITS_NOT;
    if (fit(*game, &characters) < 2)
        return true;
    struct puzzle *puzzle = puzzle_of_cells(level, *game, (struct variant){0}, &complaint);
    *result = puzzle == NULL ? LEVEL_FITS : LEVEL_LOADS;
    if (puzzle != NULL)
        (*game)->free(puzzle);
    return puzzle != NULL || !complaint.failed;
}

bool level_check(const struct level *level, const struct game *game, struct text *error)
{
    const struct characters characters = count_characters(&level->grid);
    if (level->game_source != NULL || count_foreign(game, &characters) == 0)
        return true;
    /* Reports the character that does not belong in a level of the game. */
    const struct grid *grid = &level->grid;
    int cell = 0;
    while (is_cell(game, grid->cells[cell]))
        cell++;
    int row = cell / grid->columns, column = cell % grid->columns;
    text_addf(error, "%s:%lu:%d: unknown character ", text_string(&level->file), level->line + (unsigned long)row,
              column + 1);
    const unsigned char *bytes = grid->cells + cell;
    size_t size = (size_t)(grid->columns - column);
    size_t length;
    long code = utf8_decode((const char *)bytes, size, &length);
    if (code < 0)
        text_addf(error, "0x%02X (not UTF-8)", bytes[0]);
    else if (code == '\t')
        text_add_string(error, "U+0009 (a tab)");
    else if (code < 0x20 || (code >= 0x7f && code < 0xa0))
        text_addf(error, "U+%04lX (a control character)", (unsigned long)code);
    else if (code < 0x7f)
        text_addf(error, "'%c'", (int)code);
    else
        text_addf(error, "'%.*s' (U+%04lX)", (int)length, (const char *)bytes, (unsigned long)code);
    text_addf(error, " for a %s level, whose cells are", game->title);
    for (const char *c = game->cells; *c != '\0'; c++) { /* a run of letters or digits by its ends */
        const char *last = c;
        while (isalnum((unsigned char)*last) && isalnum((unsigned char)last[1]) && last[1] == *last + 1)
            last++;
        if (last - c > 1) {
            text_addf(error, " %c-%c", *c, *last);
            c = last;
        } else if (*c == ' ') {
            text_add_string(error, " space");
        } else {
            text_addf(error, " %c", *c);
        }
    }
    text_add_char(error, '\n');
    return false;
}

void level_complain(const struct level *level, const struct complaint *complaint, struct text *error)
{
    if (complaint->failed)
        text_fail(error);
    else
        text_addf(error, "%s:%lu:%d: %s\n", text_string(&level->file),
                  level->line + (unsigned long)(complaint->row > 0 ? complaint->row - 1 : 0),
                  complaint->column > 0 ? complaint->column : 1, complaint->message);
}

struct puzzle *level_load(const struct level *level, const struct game *game, struct variant variant,
                          struct text *error)
{
    if (game == NULL)
        game = level_game(level, error);
    if (game == NULL || !level_check(level, game, error))
        return NULL;
    struct complaint complaint;
    variant.game_source = level->game_source;
    struct puzzle *puzzle = puzzle_of_cells(level, game, variant, &complaint);
    if (puzzle == NULL)
        level_complain(level, &complaint, error);
    return puzzle;
}

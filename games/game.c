/* Code shared by all games.  The registry is in registry.c. */
#include "games/game.h"

#include "base/utf8.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void complain(struct complaint *complaint, int row, int column, const char *format, ...)
{
    complaint->row = row;
    complaint->column = column;
    complaint->failed = complaint->illegal = false;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(complaint->message, sizeof complaint->message, format, arguments);
    va_end(arguments);
}

void complain_memory(struct complaint *complaint)
{
    complain(complaint, 0, 0, "out of memory");
    complaint->failed = true;
}

static const struct game *find_among(const struct game *const *list, const char *name)
{
    for (; *list != NULL; list++) {
        if (strcmp((*list)->name, name) == 0)
            return *list;
    }
    return NULL;
}

const struct game *game_find(const char *name)
{
    const struct game *game = find_among(games, name);
    return game != NULL ? game : find_among(languages, name);
}

const char *game_title(const struct game *game, const struct game_source *game_source)
{
    const char *title = game_source == NULL ? "" : game->language->title(game_source);
    return *title == '\0' ? game->title : title;
}

struct game_source *source_hold(const struct game_source *game_source)
{
    struct game_source *held = (struct game_source *)(uintptr_t)game_source;
    if (held != NULL)
        atomic_fetch_add(&held->holders, 1);
    return held;
}

void source_release(struct game_source *game_source)
{
    if (game_source != NULL && atomic_fetch_sub(&game_source->holders, 1) == 1)
        game_source->language->language->free(game_source);
}

/* Finds the index of a name in one of the game's lists of names. */
static bool find_choice(const struct game *game, const char *const *names, const char *what, const char *name,
                        unsigned *choice, struct complaint *complaint)
{
    *choice = 0;
    if (name == NULL)
        return true;
    for (unsigned i = 0; names != NULL && names[i] != NULL; i++) {
        if (strcmp(names[i], name) == 0) {
            *choice = i;
            return true;
        }
    }
    complain(complaint, 0, 0, "--%s: %s has no %s '%s'", what, game->title, what, name);
    size_t size = strlen(complaint->message);
    for (unsigned i = 0; names != NULL && names[i] != NULL; i++) {
        int added = snprintf(complaint->message + size, sizeof complaint->message - size, "%s%s",
                             i == 0 ? "; it has " : ", ", names[i]);
        size += added < 0 ? 0 : (size_t)added;
        if (size >= sizeof complaint->message)
            break;
    }
    return false;
}

bool variant_find(const struct game *game, const char *rules, const char *metric, struct variant *variant,
                  struct complaint *complaint)
{
    return find_choice(game, game->rules, "rules", rules, &variant->rules, complaint) &&
           find_choice(game, game->metrics, "metric", metric, &variant->metric, complaint);
}

unsigned puzzle_images(const struct puzzle *puzzle)
{
    return puzzle->images != 0 ? puzzle->images : (1u << puzzle->game->symmetries) - 1;
}

bool puzzle_find_symmetries(struct puzzle *puzzle, const struct grid *grid, unsigned symmetries, unsigned char around)
{
    struct grid level;
    if (!(around == 0 ? grid_copy(&level, grid) : grid_trim(grid, around, &level)))
        return false;
    puzzle->symmetry_count = 0;
    for (unsigned symmetry = 0; symmetry < symmetries; symmetry++) {
        if (grid_maps_onto_itself(&level, symmetry))
            puzzle->symmetries[puzzle->symmetry_count++] = (unsigned char)symmetry;
    }
    grid_free(&level);
    return true;
}

int grid_find_only(const struct grid *grid, const char *characters, const char *none, const char *second,
                   struct complaint *complaint)
{
    bool wanted[1 << CHAR_BIT] = {false}; /* quicker than to search `characters` for each cell of a large level */
    for (; *characters != '\0'; characters++)
        wanted[(unsigned char)*characters] = true;
    int found = -1;
    for (int cell = 0; cell < grid_size(grid); cell++) {
        if (!wanted[grid->cells[cell]])
            continue;
        if (found >= 0) {
            complain(complaint, cell / grid->columns + 1, cell % grid->columns + 1, "%s", second);
            return -1;
        }
        found = cell;
    }
    if (found < 0)
        complain(complaint, 0, 0, "%s", none);
    return found;
}

struct presses presses_as_text(char *text, size_t capacity)
{
    if (capacity > 0)
        text[0] = '\0';
    return (struct presses){.text = text, .capacity = capacity};
}

void presses_add(struct presses *presses, unsigned key, char letter)
{
    size_t n = presses->count++;
    if (presses->keys != NULL && n < presses->capacity) {
        presses->keys[n] = (unsigned char)key;
    } else if (presses->text != NULL && n + 1 < presses->capacity) {
        presses->text[n] = letter;
        presses->text[n + 1] = '\0';
    }
}

size_t write_by_letters(const struct puzzle *puzzle, const game_move *moves, size_t count, char *text, size_t capacity)
{
    struct presses presses = presses_as_text(text, capacity);
    for (size_t i = 0; i < count; i++)
        presses_add(&presses, move_way(moves[i]), puzzle->game->letters[move_way(moves[i])]);
    return presses.count;
}

static const char blanks[] = " \t\n\r";

static bool is_digit(int c)
{
    return c >= '0' && c <= '9';
}

/* Reads a number and begins what it repeats, or begins a group without a number.  Returns false with a complaint if
 * that is malformed. */
static bool begin_repeat(struct move_reader *reader, struct complaint *complaint)
{
    enum { MOST_TIMES = 9999 };
    bool counted = *reader->text != '(';
    unsigned times = counted ? 0 : 1;
    for (; is_digit(*reader->text); reader->text++)
        times = times > MOST_TIMES ? times : times * 10 + (unsigned)(*reader->text - '0');
    reader->text += strspn(reader->text, blanks);
    bool group = *reader->text == '(';
    if (counted && !group && (*reader->text == '\0' || *reader->text == ')'))
        complain(complaint, 0, 0, "a number must come before a letter or (");
    else if (times == 0 || times > MOST_TIMES)
        complain(complaint, 0, 0, "a move can be repeated 1 to %d times", MOST_TIMES);
    else if (reader->depth == MOST_REPEATED)
        complain(complaint, 0, 0, "more than %d ( are open", MOST_REPEATED - 1);
    else {
        reader->text += group;
        reader->repeats[reader->depth++] = (struct repeat){reader->text, times - 1, !group};
        return true;
    }
    return false;
}

int read_letter(struct move_reader *reader, struct complaint *complaint)
{
    enum { MOST_LETTERS = 1000000 };
    for (;;) {
        struct repeat *repeat = reader->depth > 0 ? &reader->repeats[reader->depth - 1] : NULL;
        reader->text += strspn(reader->text, blanks);
        unsigned char c = (unsigned char)*reader->text;
        bool letter_ends = repeat != NULL && repeat->letter && reader->text > repeat->begin;
        if (letter_ends || (c == ')' && repeat != NULL)) {
            if (repeat->left > 0) {
                repeat->left--;
                reader->text = repeat->begin;
            } else {
                reader->text += !letter_ends;
                reader->depth--;
            }
        } else if (is_digit(c) || c == '(') {
            if (!begin_repeat(reader, complaint))
                return -1;
        } else if (c == '\0' && repeat != NULL) {
            complain(complaint, 0, 0, "a ')' is missing");
            return -1;
        } else {
            reader->text += c != '\0';
            reader->letters++;
            return c;
        }
        if (++reader->letters > MOST_LETTERS) {
            complain(complaint, 0, 0, "there are more than %d moves", MOST_LETTERS);
            return -1;
        }
    }
}

int read_by_letters(const struct puzzle *puzzle, const unsigned char *state, struct move_reader *reader,
                    game_move *move, struct complaint *complaint)
{
    const char *letters = puzzle->game->letters;
    (void)state;
    int c = read_letter(reader, complaint);
    if (c <= 0)
        return c;
    const char *letter = strchr(letters, c & ~0x20);
    if (letter == NULL || *letter == '\0') {
        /* Names the valid letters: "moves are U, R, D and L". */
        char list[40] = "";
        for (size_t i = 0, size = 0; letters[i] != '\0' && size < sizeof list; i++) {
            const char *before = i == 0 ? "" : letters[i + 1] == '\0' ? " and " : ", ";
            size += (size_t)snprintf(list + size, sizeof list - size, "%s%c", before, letters[i]);
        }
        complain(complaint, 0, 0,
                 c > ' ' && c < 0x7f ? "'%c' is no move; moves are %s" : "byte 0x%02X is no move; moves are %s", c,
                 list);
        return -1;
    }
    *move = move_make(0, (unsigned)(letter - letters));
    return 1;
}

bool puzzle_draw_start(const struct puzzle *puzzle, struct grid *grid)
{
    unsigned char *start = malloc(puzzle->state_bytes);
    if (start == NULL)
        return false;
    puzzle->rules->start(puzzle, start);
    bool good = puzzle->game->draw(puzzle, start, grid);
    free(start);
    return good;
}

void game_add_rows(const struct game *game, const struct grid *grid, struct text *text)
{
    bool open_outside = game != NULL && game->margin == MARGIN_SPACE;
    for (int row = 0; row < grid->rows; row++) {
        const unsigned char *cells = grid->cells + row * grid->columns;
        size_t size = (size_t)grid->columns;
        while (size > 0 && (cells[size - 1] == '\0' || (open_outside && cells[size - 1] == ' ')))
            size--;
        if (size == 0 && open_outside)
            text_add_char(text, '-'); /* also an open cell; a blank line would end the level */
        utf8_add_cells(text, cells, size);
        text_add_char(text, '\n');
    }
}

void puzzle_add_file(const struct puzzle *puzzle, const struct grid *grid, struct text *text)
{
    const struct language *language = puzzle->game->language;
    if (language == NULL) {
        game_add_rows(puzzle->game, grid, text);
        return;
    }
    language->write_head(language->source_of(puzzle), NULL, NULL, text);
    language->write_level(language->source_of(puzzle), grid, text);
}

bool key_is_move(const struct game *game, unsigned key, game_move *move)
{
    *move = move_make(0, key == KEY_ACTION ? MOVE_ACTION : key);
    return key < DIRECTIONS || (key == KEY_ACTION && game->action);
}

/* PuzzleScript sources: how to recognize them, and their levels as text; see source.h. */
#include "games/puzzlescript/source.h"

#include "base/utf8.h"
#include "games/puzzlescript/place.h"
#include "games/puzzlescript/program.h"
#include "games/puzzlescript/puzzlescript.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* --- recognizing a source --- */

static bool begins_with_word(const char *line, const char *words)
{
    return ps_find_word(line, strcspn(line, " \t\r("), words) >= 0;
}

bool ps_is_heading(const char *line, size_t size, const char *headings)
{
    size_t length = 0;
    while (length < size && strchr(" \t\r(", line[length]) == NULL)
        length++;
    bool found = ps_find_word(line, length, headings) >= 0;
    for (size_t i = length; found && i < size; i++)
        found = strchr(" \t\r", line[i]) != NULL;
    return found;
}

/* The memory between lines: the number of open comments, and two flags. */
static const unsigned open_comments = (1u << 30) - 1, foreign = 1u << 30, in_objects = 1u << 31;

/* A source consists of a prelude, comments and lines of '=', followed by its objects.  If the prelude has words that
 * are not in the language (a dialect, or other text that looks like a prelude), another section must follow the
 * objects. */
static enum source_sign sign(const char *line, unsigned *memory)
{
    static const char prelude[] = PS_PRELUDE_VALUES(PS_WORD) PS_PRELUDE_FLAGS(PS_WORD) "debug verbose_logging youtube";
    static const char sections[] = "legend sounds collisionlayers rules winconditions levels";
    unsigned open = *memory & open_comments, seen = *memory & ~open_comments;
    /* Spaces and nested comments are skipped. */
    for (; *line != '\0'; line++) {
        if (*line == '(')
            ++open;
        else if (*line == ')' && open > 0)
            --open;
        else if (open == 0 && strchr(" \t\r", *line) == NULL)
            break;
    }

    bool plain = line[strspn(line, "= \t\r")] == '\0' || begins_with_word(line, prelude);
    bool heading = !plain && ps_is_heading(line, strlen(line), "objects");
    if ((seen & in_objects) != 0) {
        heading = ps_is_heading(line, strlen(line), sections);
    } else if (heading && (seen & foreign) != 0) {
        seen |= in_objects;
        heading = false;
    } else if (!plain && !heading) {
        size_t size = strcspn(line, " \t\r(");
        for (size_t i = 0; i < size; i++) {
            unsigned char c = (unsigned char)line[i];
            bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
            if (!letter && (i == 0 || c < '0' || c > '9'))
                return SOURCE_NEVER;
        }
        seen |= foreign;
    }
    *memory = open | seen;
    return heading ? SOURCE_SURELY : SOURCE_PERHAPS;
}

/* --- reading --- */

/* Lists the bytes for keys, in the order in which keys without a byte of their own receive them: the printable
 * characters of ASCII and Latin-1 except '?', which shows a cell that no key matches. */
static size_t list_bytes(unsigned char bytes[256])
{
    static const unsigned char ranges[][2] = {{'A', 0x7e}, {'!', '>'}, {'@', '@'}, {0xa1, 0xac}, {0xae, 0xff}};
    size_t count = 0;
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        for (unsigned byte = ranges[i][0]; byte <= ranges[i][1]; byte++)
            bytes[count++] = (unsigned char)byte;
    }
    return count;
}

/* --- what an edit may put into a cell of a level ---
 *
 * That is any character in the cells of the game's levels.  The most common character is the floor.  If one character
 * surrounds all levels, it is the wall and comes second, unless it stands for background alone.  The rules do not say
 * which of the other characters stand on the floor, so all of them count as pieces: an edit can put them anywhere and
 * exchange them.  A character that occurs exactly once in every level, usually the player, is left out: an edit may
 * move it but not add another. */
enum { BYTES = 256 };

/* The byte for a character of the source; 0: none. */
static unsigned char byte_of(const struct ps_source *game_source, uint16_t unit)
{
    const struct ps_program *program = game_source->program;
    for (int i = 0; i < program->keys.count; i++) {
        if (program->keys.items[i].unit == unit)
            return game_source->byte_of[i];
    }
    return 0;
}

static void find_contents(struct ps_source *game_source)
{
    const struct ps_program *program = game_source->program;
    unsigned count[BYTES] = {0};  /* in cells that are not at an edge */
    bool single[BYTES] = {false}; /* occurs exactly once in each level so far */
    int frame = -1;               /* the character around all levels so far; -1: none */
    for (size_t n = 0; n < game_source->count; n++) {
        const struct ps_level *level = &program->levels.items[game_source->levels[n]];
        unsigned here[BYTES] = {0};
        for (int cell = 0; cell < level->width * level->height; cell++) {
            int row = cell / level->width, column = cell % level->width;
            bool edge = row == 0 || column == 0 || row == level->height - 1 || column == level->width - 1;
            unsigned char byte = byte_of(game_source, level->text[cell]);
            if (n == 0 && cell == 0)
                frame = byte;
            if (edge && frame != byte)
                frame = -1;
            count[byte] += !edge;
            here[byte]++;
        }
        for (int byte = 0; byte < BYTES; byte++)
            single[byte] = here[byte] == 1 && (n == 0 || single[byte]);
    }
    if (frame > 0 && program->background_layer >= 0 &&
        within(program->keys.items[game_source->key_of[frame]].objects, program->layer_masks[program->background_layer],
               program->object_words))
        frame = -1;
    int plain = -1; /* the most common content but the frame */
    for (int byte = 1; byte < BYTES; byte++)
        if (byte != frame && count[byte] > 0 && (plain < 0 || count[byte] > count[plain]))
            plain = byte;
    struct game_content *content = game_source->contents;
    if (plain < 0)
        return;
    *content++ = (struct game_content){(char)plain, 0, (char)plain};
    if (frame > 0)
        *content++ = (struct game_content){(char)frame, 0, (char)frame};
    for (int byte = 1; byte < BYTES; byte++)
        if (byte != plain && byte != frame && count[byte] > 0 && !single[byte])
            *content++ = (struct game_content){(char)byte, (char)byte, (char)plain};
}

static bool has_few_keys(const struct ps_program *program)
{
    unsigned char bytes[256];
    return (size_t)program->keys.count <= list_bytes(bytes);
}

/* Gives bytes to the keys.  If there are too many keys, those in levels `first` to `end` - 1 come first, and the others
 * get what is left.  An ASCII or Latin-1 character is its own byte if no key has that byte yet.  If the bytes depend on
 * the level, the search for a free byte begins at an index that depends on the character, so that different levels
 * become different texts.  Returns false if memory runs out. */
static bool give_bytes(struct ps_source *game_source, size_t first, size_t end)
{
    const struct ps_program *program = game_source->program;
    size_t keys = (size_t)program->keys.count + 1;
    bool few = has_few_keys(program), *used = calloc(keys, sizeof *used);
    unsigned char bytes[256];
    size_t count = list_bytes(bytes);
    game_source->byte_of = calloc(keys, 1);
    if (used == NULL || game_source->byte_of == NULL) {
        free(used);
        return false;
    }
    for (int byte = 0; byte < 256; byte++)
        game_source->key_of[byte] = -1;
    for (size_t n = first; n < end && !few; n++) {
        /* Mark the keys that a level uses. */
        const struct ps_level *level = &program->levels.items[game_source->levels[n]];
        for (int i = 0; i < program->keys.count; i++)
            for (int cell = 0; cell < level->width * level->height && !used[i]; cell++)
                used[i] = level->text[cell] == program->keys.items[i].unit;
    }
    for (int rest = 0; rest < 2; rest++) {
        for (int i = 0; i < program->keys.count; i++) {
            uint16_t unit = program->keys.items[i].unit;
            if (used[i] == rest || (unit != '?' && (unit > 0xff || memchr(bytes, unit, count) == NULL)) ||
                game_source->key_of[unit] >= 0)
                continue;
            game_source->byte_of[i] = (unsigned char)unit;
            game_source->key_of[unit] = i;
        }
        for (int i = 0; i < program->keys.count; i++) {
            size_t from = few ? 0 : (program->keys.items[i].unit * UINT32_C(2654435761) & UINT32_MAX) >> 16, n = 0;
            if (used[i] == rest || game_source->byte_of[i] != 0)
                continue;
            while (n < count && game_source->key_of[bytes[(from + n) % count]] >= 0)
                n++;
            if (n == count)
                break;
            game_source->byte_of[i] = bytes[(from + n) % count];
            game_source->key_of[game_source->byte_of[i]] = i;
        }
    }
    free(used);
    find_contents(game_source);
    return true;
}

/* The size of a source without its TRANSFORM section.  That section may follow the levels.  Its rules make new levels
 * from these; they are for `gen` and no part of the game.  *head receives the size up to the last LEVELS header,
 * including an underline below it. */
static size_t game_size(const char *source, size_t size, size_t *head)
{
    bool below = false, ruled = false;
    size_t before = 0;
    *head = 0;
    for (size_t at = 0, next; at < size; before = at, at = next) {
        const char *line = source + at, *newline = memchr(line, '\n', size - at);
        size_t length = newline == NULL ? size - at : (size_t)(newline - line);
        next = at + length + (newline != NULL);
        if (*head > 0 && ps_is_heading(line, length, "transform")) {
            size = ruled ? before : at;
            *head = *head < size ? *head : size;
            return size;
        }
        ruled = length > 0 && line[0] == '=';
        for (size_t i = 1; ruled && i < length; i++)
            ruled = strchr("= \t\r", line[i]) != NULL;
        bool levels = ps_is_heading(line, length, "levels");
        if (levels || (below && ruled))
            *head = next;
        below = levels;
    }
    return size;
}

static void free_source(struct game_source *game_source)
{
    struct ps_source *own = (struct ps_source *)game_source;
    if (own->whole == NULL) {
        ps_free(own->program);
        free(own->levels);
        free(own->source);
    }
    source_release(own->whole);
    free(own->byte_of);
    free(own);
}

static struct game_source *read_source(const char *source, size_t size, source_listener *say, void *context,
                                       struct stop_check *check, bool *no_memory)
{
    struct ps_source *own = calloc(1, sizeof *own);
    *no_memory = true;
    if (own == NULL)
        return NULL;
    own->game_source.language = &game_puzzlescript;
    atomic_init(&own->game_source.holders, 1);
    size = game_size(source, size, &own->source_size);
    struct ps_program *program = own->program = ps_compile(source, size, check);
    own->levels = program == NULL ? NULL : calloc((size_t)program->levels.count + 1, sizeof *own->levels);
    own->source = malloc(own->source_size + 1);
    bool good = own->levels != NULL && own->source != NULL;
    if (good) {
        memcpy(own->source, source, own->source_size);
        own->source[own->source_size] = '\0';
        for (int i = 0; i < program->levels.count; i++)
            if (program->levels.items[i].message == NULL)
                own->levels[own->count++] = i;
        good = give_bytes(own, 0, own->count) && ps_find_symmetries(program, check, &own->symmetries);
    }
    *no_memory = !good && !stop_check_stopped(check);
    for (int i = 0; good && i < program->issues.count; i++) {
        const struct ps_issue *issue = &program->issues.items[i];
        say(context, issue->line, issue->error, issue->text);
    }
    if (good && program->errors == 0 && program->playable && own->count == 0)
        say(context, 0, true, "there are no levels, only messages");
    if (good && program->errors == 0 && program->playable && own->count > 0)
        return &own->game_source;
    free_source(&own->game_source);
    return NULL;
}

/* --- levels --- */

static const char *title(const struct game_source *game_source)
{
    const char *text = ps_source_of(game_source)->program->prelude.title;
    return text == NULL ? "" : text;
}

static const char *author(const struct game_source *game_source)
{
    const char *text = ps_source_of(game_source)->program->prelude.author;
    return text == NULL ? "" : text;
}

static const char *message(const struct game_source *game_source, size_t level, size_t n)
{
    const struct ps_source *own = ps_source_of(game_source);
    int entry = level == 0 ? 0 : own->levels[level - 1] + 1;
    int end = level < own->count ? own->levels[level] : own->program->levels.count;
    return n < (size_t)(end - entry) ? own->program->levels.items[entry + (int)n].message : NULL;
}

static const char *level_name(const struct game_source *game_source, size_t n)
{
    const struct ps_source *own = ps_source_of(game_source);
    return own->program->levels.items[own->levels[n]].name;
}

/* The seconds that a setting gives, or `otherwise` if it is missing or out of range. */
static double seconds_of(const char *text, double otherwise)
{
    enum { LONGEST = 3600 };
    double seconds = text == NULL ? -1 : strtod(text, NULL);
    return seconds >= 0 && seconds <= LONGEST ? seconds : otherwise;
}

double ps_source_interval(const struct game_source *game_source)
{
    return seconds_of(ps_source_of(game_source)->program->prelude.realtime_interval, 0);
}

static double between_interval(const struct game_source *game_source)
{
    return seconds_of(ps_source_of(game_source)->program->prelude.again_interval, 0.15);
}

static const char *inexact(const struct game_source *game_source)
{
    if (ps_source_of(game_source)->program->line_of_chance > 0)
        return "the game uses `random`";
    return ps_source_interval(game_source) > 0 ? "time goes by in the game" : NULL;
}

static size_t count_levels(const struct game_source *game_source)
{
    return ps_source_of(game_source)->count;
}

static struct game_source *hold_for_level(const struct game_source *game_source, size_t n)
{
    if (has_few_keys(ps_source_of(game_source)->program))
        return source_hold(game_source);
    /* The level gets its own source, in which the keys of the level come first. */
    struct ps_source *own = malloc(sizeof *own);
    if (own == NULL)
        return NULL;
    *own = (struct ps_source){.game_source.language = &game_puzzlescript, .whole = source_hold(game_source)};
    const struct ps_source *whole = ps_source_of(game_source);
    own->program = whole->program;
    own->levels = whole->levels;
    own->count = whole->count;
    own->source = whole->source;
    own->source_size = whole->source_size;
    own->symmetries = whole->symmetries;
    atomic_init(&own->game_source.holders, 1);
    if (give_bytes(own, n, n + 1))
        return &own->game_source;
    free_source(&own->game_source);
    return NULL;
}

static bool level_text(const struct game_source *game_source, size_t n, struct grid *grid, int *line,
                       struct complaint *complaint)
{
    const struct ps_source *own = ps_source_of(game_source);
    const struct ps_level *level = &own->program->levels.items[own->levels[n]];
    *line = level->line;
    if (level->width > GRID_MAX_SIDE || level->height > GRID_MAX_SIDE) {
        complain(complaint, 0, 0, "level larger than the limit of %d columns and %d rows", GRID_MAX_SIDE,
                 GRID_MAX_SIDE);
        return false;
    }
    if (!grid_make(grid, level->width, level->height, 0)) {
        complain_memory(complaint);
        return false;
    }
    int cell = 0;
    while (cell < grid_size(grid) && (grid->cells[cell] = byte_of(own, level->text[cell])) != 0)
        cell++;
    if (cell == grid_size(grid))
        return true;
    unsigned char bytes[256];
    complain(complaint, 0, 0, "the level has characters beyond the %zu different ones that its text can have here",
             list_bytes(bytes));
    grid_free(grid);
    return false;
}

/* Whether a key has exactly the objects of a cell, where a key without a background counts as having `background`. */
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

unsigned char ps_source_byte(const struct ps_source *game_source, const uint64_t *cell, const uint64_t *background)
{
    const struct ps_program *program = game_source->program;
    const uint64_t *best = NULL;
    unsigned char byte = '?';
    for (int i = 0; i < program->keys.count; i++) {
        const uint64_t *objects = program->keys.items[i].objects;
        if (game_source->byte_of[i] == 0 || !within(objects, cell, program->object_words))
            continue;
        if (is_key(program, objects, cell, background))
            return game_source->byte_of[i];
        /* It lies above the best key so far if it, and not that key, uses the highest layer that only one uses. */
        bool above = best == NULL;
        for (int layer = program->layers - 1; best != NULL && layer >= 0; layer--) {
            above = meets(objects, program->layer_masks[layer], program->object_words);
            if (above != meets(best, program->layer_masks[layer], program->object_words))
                break;
            above = false;
        }
        if (!above)
            continue;
        best = objects;
        byte = game_source->byte_of[i];
    }
    return byte;
}

bool ps_source_is_exact(const struct ps_source *game_source, unsigned char byte, const uint64_t *cell,
                        const uint64_t *background)
{
    int key = game_source->key_of[byte];
    return key >= 0 && is_key(game_source->program, game_source->program->keys.items[key].objects, cell, background);
}

static const struct game_source *source_of(const struct puzzle *puzzle)
{
    return ps_puzzle_of(puzzle)->game_source;
}

static bool same(const struct game_source *one, const struct game_source *other)
{
    const struct ps_source *a = ps_source_of(one), *b = ps_source_of(other);
    return a->source_size == b->source_size && memcmp(a->source, b->source, a->source_size) == 0;
}

static bool same_text(const struct game_source *one, const struct game_source *other)
{
    const struct ps_source *a = ps_source_of(one), *b = ps_source_of(other);
    return same(one, other) && memcmp(a->key_of, b->key_of, sizeof a->key_of) == 0;
}

static const struct game_content *contents(const struct game_source *game_source)
{
    return ps_source_of(game_source)->contents;
}

static void tell(const struct game_source *game_source, unsigned char character, struct text *text)
{
    const struct ps_source *own = ps_source_of(game_source);
    const struct ps_program *program = own->program;
    int key = own->key_of[character];
    const char *before = "";
    for (int i = 0; key >= 0 && i < program->objects.count; i++) {
        const struct ps_object *object = &program->objects.items[i];
        if (!has_bit(program->keys.items[key].objects, object->id))
            continue;
        text_addf(text, "%s%s", before, object->name);
        before = " and ";
    }
}

static bool players(const struct game_source *game_source, int n, struct player_kind *kind)
{
    const struct ps_source *own = ps_source_of(game_source);
    const struct ps_program *program = own->program;
    int id = -1, kinds = 0;
    for (int other = 0; other < program->ids; other++)
        if (has_bit(program->player, other) && kinds++ == n)
            id = other;
    if (n > kinds)
        return false;
    *kind = (struct player_kind){0};
    for (size_t i = 0; i < own->count; i++) {
        const struct ps_level *level = &program->levels.items[own->levels[i]];
        unsigned count = 0;
        for (int cell = 0; cell < level->width * level->height; cell++) {
            const uint64_t *here = &level->cells[(size_t)cell * (size_t)program->object_words];
            count += id < 0 ? ps_has_player(program, here) : has_bit(here, id);
        }
        kind->low = i == 0 || count < kind->low ? count : kind->low;
        kind->high = count > kind->high ? count : kind->high;
    }
    for (int byte = 0; byte < 256; byte++) {
        const uint64_t *objects = own->key_of[byte] < 0 ? NULL : program->keys.items[own->key_of[byte]].objects;
        kind->held[byte] = objects != NULL && (id < 0 ? ps_has_player(program, objects) : has_bit(objects, id));
    }
    return true;
}

/* Adds a setting of the prelude.  Parentheses become brackets, because they would begin a comment. */
static void add_setting(const char *word, const char *value, struct text *text)
{
    text_addf(text, "%s ", word);
    for (; *value != '\0'; value++)
        text_add_char(text, *value == '(' ? '[' : *value == ')' ? ']' : *value);
}

static void write_head(const struct game_source *game_source, const char *title, const char *author, struct text *text)
{
    const struct ps_source *own = ps_source_of(game_source);
    const struct ps_prelude *prelude = &own->program->prelude;
    const int lines[] = {prelude->title_line, prelude->author_line};
    const char *const words[] = {"title", "author"}, *const values[] = {title, author};
    for (size_t n = 0; n < sizeof lines / sizeof *lines; n++) {
        if (values[n] == NULL || lines[n] > 0)
            continue;
        add_setting(words[n], values[n], text);
        text_add_char(text, '\n');
    }
    const char *at = own->source, *end = at + own->source_size;
    if (title != NULL || author != NULL)
        at += utf8_mark(at, own->source_size);
    for (int line = 1; at < end; line++) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        size_t size = (size_t)((newline == NULL ? end : newline) - at), n = lines[0] == line ? 0 : 1;
        const char *comment = memchr(at, '(', size);
        if (lines[n] == line && values[n] != NULL &&
            strncasecmp(at + strspn(at, " \t"), words[n], strlen(words[n])) == 0) {
            /* Another value for the setting, and the comment behind it. */
            size_t kept = comment != NULL ? (size_t)(comment - at) : size - (size > 0 && at[size - 1] == '\r');
            add_setting(words[n], values[n], text);
            if (comment != NULL)
                text_add_char(text, ' ');
            text_add(text, at + kept, size - kept);
        } else {
            text_add(text, at, size);
        }
        text_add_char(text, '\n');
        at += size + 1;
    }
}

static void write_level(const struct game_source *game_source, const struct grid *grid, struct text *text)
{
    const struct ps_source *own = ps_source_of(game_source);
    text_add_char(text, '\n');
    for (int cell = 0; cell < grid_size(grid); cell++) {
        int key = own->key_of[grid->cells[cell]];
        char bytes[4];
        text_add(text, bytes, utf8_encode(key < 0 ? '?' : own->program->keys.items[key].unit, bytes));
        if ((cell + 1) % grid->columns == 0)
            text_add_char(text, '\n');
    }
}

const struct language puzzlescript_language = {
    .sign = sign,
    .read = read_source,
    .free = free_source,
    .title = title,
    .author = author,
    .message = message,
    .level_name = level_name,
    .interval = ps_source_interval,
    .inexact = inexact,
    .said = ps_said,
    .between = ps_between,
    .draw_between = ps_draw_between,
    .between_interval = between_interval,
    .levels = count_levels,
    .hold_for_level = hold_for_level,
    .level = level_text,
    .source_of = source_of,
    .same = same,
    .same_text = same_text,
    .show = ps_show,
    .contents = contents,
    .players = players,
    .tell = tell,
    .write_head = write_head,
    .write_level = write_level,
};

/* Rules that make new levels from a game's own; see transform.h.
 *
 * The game is compiled with these rules in place of its own.  Each rule becomes, with its alternatives, a group that
 * PuzzleScript calls random: it applies one of the group's matches, chosen at random.  A turn without a key applies a
 * group. */
#include "gen/puzzlescript/transform.h"

#include "base/threads.h"
#include "games/puzzlescript/state.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MOST_RULES = 200, MOST_TIMES = 1000, PARTS = 1000000 };

/* A rule with its alternatives. */
struct entry {
    unsigned times, parts; /* applied so often, each time with probability parts / PARTS */
    int first;             /* its index among all rules, alternatives included */
};

/* What a thread needs to apply rules. */
struct worker {
    struct worker *next;
    struct ps_state *state;
    uint64_t *cells, *background;
};

struct transform {
    const struct ps_source *own;
    struct ps_program *program;         /* the game with these rules */
    struct ps_program each[MOST_RULES]; /* the n-th group alone; parts of `program` */
    struct entry entries[MOST_RULES];
    size_t count;
    struct worker *idle;
    struct monitor monitor; /* of `idle` */
};

/* --- reading --- */

/* The rules read so far: their text in PuzzleScript's syntax, one rule per line, and their line numbers in the file. */
struct reading {
    struct transform *transform;
    struct text rules;
    int line_of[MOST_RULES];
    int rule_count;
    const char *name;
    struct text *error;
};

/* Reports an error unless one has been reported.  Returns false. */
static bool fail(struct reading *reading, int line, const char *what)
{
    if (!text_says(reading->error))
        text_addf(reading->error, "%s:%d: %s", reading->name, line, what);
    return false;
}

/* Takes a word, in lower case, and what separates it from the next.  Returns false at the end or if it is too long. */
static bool take_word(const char **at, char *word, size_t capacity)
{
    size_t size = strcspn(*at, " \t[");
    if (size == 0 || size >= capacity)
        return false;
    for (size_t i = 0; i < size; i++)
        word[i] = (char)((*at)[i] >= 'A' && (*at)[i] <= 'Z' ? (*at)[i] - 'A' + 'a' : (*at)[i]);
    word[size] = '\0';
    *at += size;
    *at += strspn(*at, " \t");
    return true;
}

/* Reads a number from 0 to 1, such as 0.25, in parts of a million. */
static bool read_parts(const char *word, unsigned *parts)
{
    unsigned part = PARTS;
    size_t whole = strspn(word, "01"), digits = word[whole] == '.' ? strspn(word + whole + 1, "0123456789") : 0;
    if (whole + digits == 0 || whole > 1 || word[whole + digits + (word[whole] == '.')] != '\0')
        return false;
    *parts = word[0] == '1' ? PARTS : 0;
    for (size_t i = 0; i < digits; i++) {
        part /= 10;
        *parts += part * (unsigned)(word[whole + 1 + i] - '0');
    }
    return *parts <= PARTS;
}

/* Reads the words before a rule: or, choose N, option P.  *at becomes the rule itself. */
static bool read_prefix(struct reading *reading, int line, const char **at, struct entry *entry, bool *alternative)
{
    char word[32];
    const char *from = *at;
    *entry = (struct entry){.times = 1, .parts = PARTS};
    *alternative = false;
    while (take_word(at, word, sizeof word)) {
        char *end;
        if (strcmp(word, "or") == 0) {
            if (*alternative || reading->transform->count == 0)
                return fail(reading, line, "'or' follows a rule, to which this one is an alternative");
            *alternative = true;
        } else if (strcmp(word, "choose") == 0) {
            unsigned long times = take_word(at, word, sizeof word) ? strtoul(word, &end, 10) : 0;
            if (times < 1 || times > MOST_TIMES || *end != '\0')
                return fail(reading, line, "'choose' needs a number from 1 to 1000: how often the rule is applied");
            entry->times = (unsigned)times;
        } else if (strcmp(word, "option") == 0) {
            if (!take_word(at, word, sizeof word) || !read_parts(word, &entry->parts))
                return fail(reading, line, "'option' needs a probability from 0 to 1");
        } else {
            *at = from;
            break;
        }
        from = *at;
    }
    if (*alternative && (entry->times != 1 || entry->parts != PARTS))
        return fail(reading, line, "an alternative is applied as often as the rule above it");
    return true;
}

/* Reads a line without comments and spaces around it. */
static bool read_rule(struct reading *reading, int line, const char *at)
{
    struct transform *transform = reading->transform;
    struct entry entry;
    bool alternative;
    if (!read_prefix(reading, line, &at, &entry, &alternative))
        return false;
    if (strchr(at, '[') == NULL || strstr(at, "->") == NULL)
        return fail(reading, line, "this is no rule, such as: choose 2 [ Wall ] -> [ ]");
    /* Each bracket must be closed before the next one opens. */
    const char *rule = at;
    bool open = false;
    for (; *rule != '\0'; rule++) {
        if (*rule != '[' && *rule != ']')
            continue;
        if (open == (*rule == '['))
            return fail(reading, line, "the brackets of this rule do not match");
        open = !open;
    }
    if (open)
        return fail(reading, line, "the brackets of this rule do not match");
    if (strncasecmp(at, "late", 4) == 0 && strchr(" \t[", at[4]) != NULL)
        return fail(reading, line, "a rule that makes levels cannot be late");
    if (reading->rule_count == MOST_RULES)
        return fail(reading, line, "there are more than 200 rules");
    entry.first = reading->rule_count;
    if (!alternative)
        transform->entries[transform->count++] = entry;
    reading->line_of[reading->rule_count++] = line;
    text_addf(&reading->rules, "%s%s\n", alternative ? "+ " : "random ", at);
    return true;
}

/* Reads all lines, comments left out. */
static bool read_rules(struct reading *reading, const char *rules, int line)
{
    struct text bare = {0};
    unsigned depth = 0;
    bool good = true;
    for (const char *c = rules; good; c++) {
        if (*c == '\n' || *c == '\0') {
            char *begin = bare.data == NULL ? (char[]){'\0'} : bare.data + strspn(text_string(&bare), " \t");
            size_t size = strlen(begin);
            while (size > 0 && strchr(" \t\r", begin[size - 1]) != NULL)
                begin[--size] = '\0';
            if (bare.failed)
                good = text_fail(reading->error);
            else if (strcasecmp(begin, "transform") != 0 && begin[strspn(begin, "=")] != '\0')
                good = read_rule(reading, line, begin);
            text_clear(&bare);
            line++;
            if (*c == '\0')
                break;
        } else if (*c == '(') {
            depth++;
        } else if (*c == ')' && depth > 0) {
            depth--;
        } else if (depth == 0) {
            text_add_char(&bare, *c);
        }
    }
    text_free(&bare);
    if (good && reading->transform->count == 0)
        good = fail(reading, line - 1, "there are no rules");
    return good;
}

/* --- compiling --- */

/* Writes the game with other rules and one level.  Returns the line of the first of the rules, or 0 if the source has
 * no such section. */
static int write_game(const struct ps_source *own, const struct text *rules, struct text *text)
{
    const char *source = own->source;
    unsigned depth = 0;
    int line = 0, first = 0;
    bool within = false;
    for (size_t at = 0, next; at < own->source_size; at = next) {
        const char *newline = memchr(source + at, '\n', own->source_size - at);
        size_t size = newline == NULL ? own->source_size - at : (size_t)(newline - source) - at;
        next = at + size + (newline != NULL);
        within = within && !(depth == 0 && ps_is_heading(source + at, size, "winconditions"));
        if (!within) {
            text_add(text, source + at, size);
            text_add_char(text, '\n');
            line++;
        }
        if (depth == 0 && ps_is_heading(source + at, size, "rules")) {
            within = true;
            first = line + 1;
            text_add_text(text, rules);
            for (const char *c = text_string(rules); *c != '\0'; c++)
                line += *c == '\n';
        }
        for (size_t i = at; i < at + size; i++)
            depth = source[i] == '(' ? depth + 1 : source[i] == ')' && depth > 0 ? depth - 1 : depth;
    }
    return first;
}

/* The first entry that the compiler did not turn into a group; -1: none. */
static int missing_entry(const struct reading *reading, int first)
{
    const struct transform *transform = reading->transform;
    const struct ps_groups *groups = &transform->program->rules;
    for (int n = 0; n < (int)transform->count; n++) {
        int end = n + 1 < (int)transform->count ? transform->entries[n + 1].first : reading->rule_count;
        int rule = n < groups->count ? groups->items[n].rules[0].line - first : end;
        if (rule < transform->entries[n].first || rule >= end)
            return n;
    }
    return -1;
}

static bool compile(struct reading *reading)
{
    struct transform *transform = reading->transform;
    const struct ps_source *own = transform->own;
    const struct language *language = own->game_source.language->language;
    struct text text = {0};
    struct grid level;
    struct complaint complaint;
    int line, first = write_game(own, &reading->rules, &text);
    if (language->level(&own->game_source, 0, &level, &line, &complaint)) {
        language->write_level(&own->game_source, &level, &text);
        grid_free(&level);
    }
    transform->program = text.failed || reading->rules.failed ? NULL : ps_compile(text_string(&text), text.size, NULL);
    text_free(&text);
    if (transform->program == NULL)
        return text_fail(reading->error);
    struct ps_program *program = transform->program;
    bool good = first > 0 && program->errors == 0 && missing_entry(reading, first) < 0 &&
                (size_t)program->rules.count == transform->count && program->ids == own->program->ids &&
                program->keys.count == own->program->keys.count;
    for (int i = 0; !good && i < 2 * program->issues.count; i++) { /* first the errors in these rules, then others */
        const struct ps_issue *issue = &program->issues.items[i % program->issues.count];
        int rule = issue->line - first;
        bool own_rule = rule >= 0 && rule < reading->rule_count;
        if (issue->error && (own_rule || i >= program->issues.count))
            fail(reading, reading->line_of[own_rule ? rule : 0], issue->text);
    }
    if (!good && !text_says(reading->error)) {
        int n = missing_entry(reading, first);
        fail(reading, reading->line_of[n < 0 ? 0 : transform->entries[n].first], "this rule can never match");
    }
    if (!good)
        return false;
    program->prelude.run_rules_on_level_start = program->prelude.require_player_movement = false;
    for (size_t n = 0; n < transform->count; n++) {
        transform->each[n] = *program;
        transform->each[n].rules = (struct ps_groups){.items = &program->rules.items[n], .count = 1};
    }
    return true;
}

struct transform *transform_read(const struct game_source *game_source, const char *rules, const char *name, int line,
                                 struct text *error)
{
    struct transform *transform = calloc(1, sizeof *transform);
    struct reading reading = {.transform = transform, .name = name, .error = error};
    if (transform == NULL) {
        text_fail(error);
        return NULL;
    }
    transform->own = ps_source_of(game_source);
    monitor_make(&transform->monitor);
    bool good = read_rules(&reading, rules, line) && compile(&reading);
    text_free(&reading.rules);
    if (good)
        return transform;
    transform_free(transform);
    return NULL;
}

/* --- workers --- */

static void worker_free(struct worker *worker)
{
    ps_state_free(worker->state);
    free(worker->cells);
    free(worker->background);
    free(worker);
}

void transform_free(struct transform *transform)
{
    if (transform == NULL)
        return;
    for (struct worker *worker = transform->idle, *next; worker != NULL; worker = next) {
        next = worker->next;
        worker_free(worker);
    }
    ps_free(transform->program);
    monitor_free(&transform->monitor);
    free(transform);
}

/* Adds a worker to the idle ones.  If `worker` is NULL, takes an idle one and returns it. */
static struct worker *exchange(struct transform *transform, struct worker *worker)
{
    monitor_enter(&transform->monitor);
    struct worker *idle = transform->idle;
    if (worker != NULL) {
        worker->next = idle;
        transform->idle = worker;
    } else if (idle != NULL) {
        transform->idle = idle->next;
    }
    monitor_leave(&transform->monitor);
    return idle;
}

bool transform_add_worker(struct transform *transform, int columns, int rows)
{
    size_t words = (size_t)transform->program->object_words;
    struct worker *worker = calloc(1, sizeof *worker);
    if (worker == NULL)
        return false;
    worker->state = ps_state_new(transform->program);
    worker->cells = calloc((size_t)columns * (size_t)rows * words + 1, sizeof *worker->cells);
    worker->background = calloc(words + 1, sizeof *worker->background);
    if (worker->state == NULL || worker->cells == NULL || worker->background == NULL ||
        !ps_ensure_capacity(worker->state, &(struct ps_level){.width = columns, .height = rows})) {
        worker_free(worker);
        return false;
    }
    worker->state->never_wins = true;
    exchange(transform, worker);
    return true;
}

/* --- applying --- */

static bool read_cells(const struct transform *transform, const struct grid *level, struct worker *worker)
{
    const struct ps_program *program = transform->own->program;
    size_t words = (size_t)program->object_words;
    for (int cell = 0; cell < grid_size(level); cell++) {
        int key = transform->own->key_of[level->cells[cell]];
        int row = cell / level->columns, column = cell % level->columns;
        if (key < 0)
            return false;
        memcpy(&worker->cells[(size_t)(column * level->rows + row) * words], program->keys.items[key].objects,
               words * sizeof *worker->cells);
    }
    memset(worker->background, 0, words * sizeof *worker->background);
    ps_fill_background(program, worker->cells, grid_size(level), worker->background);
    return true;
}

/* Writes the level's characters.  Returns false, and leaves the level as it was, if some cell has no character or
 * nothing changed. */
static bool write_cells(const struct transform *transform, const struct worker *worker, struct grid *level)
{
    size_t words = (size_t)transform->program->object_words;
    bool changed = false;
    for (int pass = 0; pass < 2; pass++) {
        for (int cell = 0; cell < grid_size(level); cell++) {
            int row = cell / level->columns, column = cell % level->columns;
            const uint64_t *objects = &worker->state->cells[(size_t)(column * level->rows + row) * words];
            unsigned char byte = level->cells[cell];
            if (!ps_source_is_exact(transform->own, byte, objects, worker->background))
                byte = ps_source_byte(transform->own, objects, worker->background);
            if (pass == 0 && !ps_source_is_exact(transform->own, byte, objects, worker->background))
                return false;
            changed |= byte != level->cells[cell];
            if (pass == 1)
                level->cells[cell] = byte;
        }
    }
    return changed;
}

bool transform_apply(struct transform *transform, struct grid *level, struct rng *rng)
{
    char seed[24];
    struct worker *worker = exchange(transform, NULL);
    if (worker == NULL)
        return false;
    struct ps_state *state = worker->state;
    bool good = state->width == level->columns && state->height == level->rows && read_cells(transform, level, worker);
    uint32_t first = rng_next(rng), second = rng_next(rng);
    snprintf(seed, sizeof seed, "%" PRIu32 " %" PRIu32, first, second);
    ps_random_seed(&state->random, seed);
    state->program = transform->program;
    good = good && ps_begin(state, worker->cells);
    for (size_t n = 0; good && n < transform->count; n++) {
        const struct entry *entry = &transform->entries[n];
        state->program = &transform->each[n];
        for (unsigned time = 0; good && time < entry->times; time++) {
            if (entry->parts < PARTS && rng_below(rng, PARTS) >= entry->parts)
                continue;
            ps_turn(state, PS_TICK);
            good = !state->too_long && !state->out_of_memory;
        }
    }
    good = good && write_cells(transform, worker, level);
    exchange(transform, worker);
    return good;
}

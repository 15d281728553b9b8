/* Reads a source line by line: comments, headers of sections, and what each section's reader takes. */
#include "games/puzzlescript/read.h"

static const char *const section_names[] = {"objects", "legend",        "sounds", "collisionlayers",
                                            "rules",   "winconditions", "levels", NULL};

enum { MAX_ERRORS_WHILE_READING = 5 }; /* then the original looks no further */

static void end_of_line(struct reader *r)
{
    if (r->section == LEGEND)
        end_legend_line(r);
    else if (r->section == SOUNDS)
        end_sound_line(r);
}

static void blank_line(struct reader *r)
{
    struct compiler *c = r->c;
    if (r->section == LEVELS &&
        (c->levels.count == 0 || c->levels.items[c->levels.count - 1].rows.count > 0 ||
         c->levels.items[c->levels.count - 1].is_message))
        PUSH(c->arena, &c->levels);
    if (r->section == OBJECTS)
        r->step = 0;
}

/* Reads on in a comment, to its end or the line's. */
static void in_comment(struct reader *r)
{
    if (r->start)
        r->start_after_comment = true;
    while (!at_end(r)) {
        uint16_t unit = r->text.units[r->at++];
        r->comments += unit == '(' ? 1 : unit == ')' ? -1 : 0;
        if (r->comments == 0)
            break;
    }
    if (at_end(r))
        end_of_line(r);
}

/* True if the token was one of a comment. */
static bool comment(struct reader *r)
{
    r->first = unit_at(r, r->at);
    if (r->first == '(' && r->tokens != IN_MESSAGE) {
        r->at++;
        r->comments++;
    } else if (r->first == ')') {
        r->at++;
        if (r->comments == 0) {
            warn_at(r->c, r->line, "a bracket that closes a comment, but none is open");
            return true;
        }
        if (--r->comments == 0) {
            r->start_after_comment = true;
            return true;
        }
    }
    if (r->comments > 0)
        in_comment(r);
    else
        return false;
    return true;
}

/* A row of equal signs that underlines; in levels it must be all there is, as = may be a piece. */
static bool underline(struct reader *r)
{
    int to = r->at;
    while (unit_at(r, to) == '=')
        to++;
    if (to == r->at)
        return false;
    if (r->section == LEVELS)
        for (int i = r->at; i < r->text.count; i++)
            if (r->text.units[i] != '=' && !is_space(r->text.units[i]))
                return false;
    r->at = to;
    r->line_should_end = true;
    r->after_what = "a row of equal signs";
    return true;
}

static void list_names(struct reader *r)
{
    for (int i = 0; i < r->c->names.count; i++) {
        struct name *name = &r->c->names.items[i];
        name->listed =
            name->object >= 0 || name->synonym >= 0 || name->aggregate >= 0 || name->property >= 0;
    }
}

static void list_keys(struct reader *r)
{
    for (int i = 0; i < r->c->names.count; i++) {
        struct name *name = &r->c->names.items[i];
        name->key = name->units.count == 1 &&
                    (name->object >= 0 || name->synonym >= 0 || name->aggregate >= 0);
    }
}

static void begin_section(struct reader *r, enum section section)
{
    const char *name = section_names[section - OBJECTS];
    if (r->visited >> section & 1)
        error_at(r->c, r->line, "there are two sections %s", name);
    if (section == OBJECTS) {
        r->step = 0;
        if (r->visited != 0)
            error_at(r->c, r->line, "the section objects must be the first");
    } else if (!(r->visited >> (section - 1) & 1)) {
        error_at(r->c, r->line,
                 "the section %s must come after %s; all sections must be there, be they empty",
                 name, section_names[section - OBJECTS - 1]);
    }
    r->section = section;
    r->visited |= 1u << section;
    r->line_should_end = true;
    r->after_what = "a section's name";
    if (section == SOUNDS)
        list_names(r);
    else if (section == LEVELS)
        list_keys(r);
}

/* The header of a section; elsewhere than at a line's start such a word is passed over. */
static bool header(struct reader *r)
{
    struct slice word;
    if (r->section == LEVELS || !take_word(r, section_names, false, &word))
        return false;
    if (!r->start)
        return false;
    for (int i = 0; section_names[i] != NULL; i++)
        if (slice_is(word, section_names[i]))
            begin_section(r, (enum section)(OBJECTS + i));
    return true;
}

static void section_token(struct reader *r)
{
    static void (*const readers[])(struct reader *) = {
        read_prelude_token, read_object_token, read_legend_token,    read_sound_token,
        read_layer_token,   read_rule_token,   read_condition_token, read_level_token};
    readers[r->section](r);
}

static void begin_line(struct reader *r)
{
    r->line++;
    r->words.count = 0;
    r->sound = (struct sound){0};
    r->sound_failed = false;
    r->tokens = 0;
    r->line_should_end = false;
}

static void read_token(struct reader *r)
{
    r->start = r->at == 0;
    if (r->start)
        begin_line(r);
    if (r->start_after_comment) {
        r->start = true;
        r->start_after_comment = false;
    }
    skip_spaces(r);
    if (comment(r))
        return;
    if (r->start && at_end(r)) {
        end_of_line(r);
        blank_line(r);
    } else if (r->line_should_end && !at_end(r)) {
        error_at(r->c, r->line, "only comments may follow %s on its line", r->after_what);
        r->at = r->text.count;
    } else if (!(r->start && underline(r)) && !header(r)) {
        if (at_end(r))
            end_of_line(r);
        else
            section_token(r);
    }
}

static struct slice in_small_letters(struct compiler *c, struct slice text)
{
    uint16_t *units = arena_get(c->arena, (size_t)text.count * sizeof *units);
    if (c->arena->failed)
        return (struct slice){units, 0};
    for (int i = 0; i < text.count; i++)
        units[i] = small_letter(text.units[i]);
    return (struct slice){units, text.count};
}

static void read_line(struct reader *r, struct slice line)
{
    r->written = line;
    r->text = in_small_letters(r->c, line);
    r->at = 0;
    int stuck = 0;
    do {
        int before = r->at;
        read_token(r);
        /* A token that takes nothing is tried again, but not for ever. */
        stuck = r->at == before ? stuck + 1 : 0;
        if (stuck > 8) {
            r->at++;
            stuck = 0;
        }
        if (r->c->program->errors > MAX_ERRORS_WHILE_READING)
            r->c->stop = true;
    } while (!at_end(r) && !stopped(r->c));
}

void read_source(struct compiler *c, struct slice source)
{
    struct reader r = {.c = c, .object = -1};
    for (int from = 0, to; from <= source.count && !stopped(c); from = to + 1) {
        for (to = from; to < source.count && source.units[to] != '\n'; to++)
            continue;
        read_line(&r, part(source, from, to));
    }
}
